"""`make lint`: every guard of the code's form, all of them even when one fails; `--only NAME` runs one."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BIN = Path(sys.executable).parent


def tool(name: str, *arguments: str) -> list[str]:
    return [str(BIN / name), *arguments]


def checks(scratch: Path) -> dict[str, list[list[str]]]:
    """The guards by name, each with the commands that it is made of."""
    return {
        "ruff": [tool("ruff", "check", "--quiet", "."), tool("ruff", "format", "--check", "--quiet", ".")],
        "mypy": [tool("mypy")],
        "import-linter": [tool("lint-imports", "--no-cache")],
        "yamllint": [tool("yamllint", "--strict", ".")],
        "sqlfluff": [
            tool("sqlfluff", "lint", "--disable-progress-bar", "--nocolor", "dbt_project/models", "dbt_project/tests")
        ],
        "dbt-bouncer": [
            tool(
                "dbt",
                "--no-version-check",
                "--quiet",
                "parse",
                "--project-dir",
                "dbt_project",
                "--profiles-dir",
                str(scratch),
                "--target-path",
                str(scratch / "target"),
                "--log-path",
                str(scratch / "logs"),
            ),
            tool("dbt-bouncer", "run", "--show-all-failures", "--config-file", str(scratch / "dbt-bouncer.yml")),
        ],
    }


#: dbt wants a profile to parse; it connects to nothing.
PROFILE = """
pgverdict:
  target: lint
  outputs:
    lint: {type: postgres, host: 127.0.0.1, port: 1, user: lint, password: lint, dbname: lint, schema: lint, threads: 1}
"""


def prepare(scratch: Path) -> None:
    """dbt's artifacts stay out of the tree: dbt-bouncer reads them beside a copy of its configuration."""
    (scratch / "profiles.yml").write_text(PROFILE)
    shutil.copy("dbt-bouncer.yml", scratch / "dbt-bouncer.yml")


def run(name: str, commands: list[list[str]], environment: dict[str, str]) -> bool:
    """Runs one guard; shows its output only when it fails."""
    began = time.monotonic()
    for command in commands:
        done = subprocess.run(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
        )
        if done.returncode != 0:
            print(done.stdout.rstrip())
            print(f"lint: {name}: failed ({Path(command[0]).name} {' '.join(command[1:3])})", flush=True)
            return False
    print(f"lint: {name}: passed ({time.monotonic() - began:.0f} s)", flush=True)
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="one guard")
    parser.add_argument("--format", action="store_true", help="let ruff put the Python files into form instead")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent, help="the tree to look at")
    arguments = parser.parse_args()
    os.chdir(arguments.root)
    if arguments.format:
        return subprocess.run(tool("ruff", "format", ".")).returncode
    with tempfile.TemporaryDirectory() as scratch:
        prepare(Path(scratch))
        known = checks(Path(scratch))
        if arguments.only and arguments.only not in known:
            parser.error(f"--only {arguments.only}: there are {', '.join(known)}")
        environment = {**os.environ, "DBT_SEND_ANONYMOUS_USAGE_STATS": "False", "PYTHONPATH": str(arguments.root)}
        wanted = {name: known[name] for name in known if arguments.only in (None, name)}
        passed = [run(name, commands, environment) for name, commands in wanted.items()]
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())

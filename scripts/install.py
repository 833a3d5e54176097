"""Brings .venv to what the lock files say: hashes checked, uv first, pip where uv cannot; at once when nothing changed.

Standard library only: it runs before anything is installed.
"""

import argparse
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "pgverdict-installed"

#: pip's options that name a package index or how to reach it, and the variables by which uv knows the same.
#: uv reads no pip.conf: without this a site with an index of its own could not install.
UV_VARIABLES = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "cert": "SSL_CERT_FILE",
    "proxy": "ALL_PROXY",
    "trusted-host": "UV_INSECURE_HOST",
}


class CannotInstall(Exception):
    """What prevents the installation, and what to do about it."""


def wanted_state(lock: Path) -> str:
    """What STAMP holds when nothing is to be done: the locks' hash, the Python, and the place (scripts in .venv name it)."""
    digest = hashlib.sha256(lock.read_bytes() + (ROOT / "pyproject.toml").read_bytes()).hexdigest()
    return f"{lock.name} {digest} {sys.version_info.major}.{sys.version_info.minor} {ROOT}\n"


def create_environment() -> None:
    """Makes .venv with this Python. Errors: CannotInstall, naming Debian's package where venv is missing."""
    shutil.rmtree(VENV, ignore_errors=True)
    done = subprocess.run([sys.executable, "-m", "venv", str(VENV)], capture_output=True, text=True)
    if done.returncode != 0:
        shutil.rmtree(VENV, ignore_errors=True)
        raise CannotInstall(
            f"{sys.executable} cannot make a virtual environment:\n{(done.stderr + done.stdout).strip()[-1500:]}\n"
            "On Debian and Ubuntu its modules are a package of their own: apt-get install python3-venv"
        )


def uv_requirement() -> str:
    """uv's own stanza of the development lock: its version with its hashes."""
    lines = (ROOT / "requirements-dev.lock").read_text().splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("uv=="))
    end = next((n for n in range(start + 1, len(lines)) if not lines[n].startswith(" ")), len(lines))
    return "\n".join(lines[start:end]) + "\n"


def pip_settings(text: str) -> dict[str, str]:
    """Settings that `pip config list` printed: the last of global, install and environment wins, as in pip itself."""
    found: dict[str, tuple[int, str]] = {}
    for line in text.splitlines():
        match = re.match(r"(global|install|:env:)\.([a-z-]+)='(.*)'$", line)
        if match:
            rank = ("global", "install", ":env:").index(match[1])
            if rank >= found.get(match[2], (-1, ""))[0]:
                found[match[2]] = (rank, match[3].replace("\\n", " ").strip())
    return {name: value for name, (_, value) in found.items()}


def uv_environment(pip: dict[str, str]) -> dict[str, str]:
    """The environment for uv: what pip was told about indexes and certificates, unless uv was told already."""
    environment = {**os.environ, "VIRTUAL_ENV": str(VENV), "UV_NO_PROGRESS": "1", "UV_PYTHON_DOWNLOADS": "never"}
    for option, variable in UV_VARIABLES.items():
        if option in pip and variable not in os.environ:
            environment[variable] = pip[option]
    if pip.get("no-index") in ("1", "true", "yes"):
        environment["UV_NO_INDEX"] = "1"
    home = Path(os.environ.get("HOME", "/nonexistent"))
    if "UV_CACHE_DIR" not in os.environ and not os.access(home, os.W_OK):
        environment["UV_CACHE_DIR"] = str(VENV / "cache")
    environment.setdefault("UV_LINK_MODE", "hardlink")
    return environment


def run(arguments: list[str], environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(arguments, env=environment, capture_output=True, text=True, errors="replace", cwd=ROOT)


def install_with_uv(lock: Path) -> str | None:
    """None when uv installed all of `lock`; otherwise why it could not."""
    with tempfile.TemporaryDirectory() as scratch:
        requirement = Path(scratch) / "uv.txt"
        requirement.write_text(uv_requirement())
        done = run(
            [str(PYTHON), "-m", "pip", "install", "-q", "--no-input", "--require-hashes", "-r", str(requirement)]
        )
    if done.returncode != 0:
        return f"uv itself cannot be installed: {last_words(done)}"
    environment = uv_environment(pip_settings(run([str(PYTHON), "-m", "pip", "config", "list"]).stdout))
    uv = [str(VENV / "bin" / "uv"), "pip", "install", "-q", "--python", str(PYTHON)]
    done = run([*uv, "--require-hashes", "-r", str(lock)], environment)
    if done.returncode != 0:
        return last_words(done)
    return None


def install_with_pip(lock: Path) -> None:
    """The slow way, which knows all of pip's configuration. Errors: CannotInstall with pip's last words."""
    done = run([str(PYTHON), "-m", "pip", "install", "-q", "--no-input", "--require-hashes", "-r", str(lock)])
    if done.returncode != 0:
        raise CannotInstall(
            f"neither uv nor pip could install {lock.name}:\n{last_words(done)}\n"
            "Is a package index reachable (pip config list)? Is there 2 GB of room (df -h .)? Then give the command again."
        )


def install_project() -> None:
    """Makes the rooms importable and puts `pgverdict` into .venv/bin, from this checkout itself. Needs no network."""
    done = run(
        [
            str(PYTHON),
            "-m",
            "pip",
            "install",
            "-q",
            "--no-input",
            "--no-deps",
            "--no-index",
            "--no-build-isolation",
            "-e",
            ".",
        ]
    )
    if done.returncode != 0:
        raise CannotInstall(f"the checkout itself cannot be installed:\n{last_words(done)}")


def compile_rooms(*others: Path) -> None:
    """Byte code of the rooms and `others`; what is up to date stays. A file that does not compile is no error here: Python names it where it is used."""
    rooms = sorted(package.parent for package in ROOT.glob("*/__init__.py"))
    run([str(PYTHON), "-m", "compileall", "-q", "-j", "0", *map(str, rooms + list(others))])


def last_words(done: subprocess.CompletedProcess[str]) -> str:
    return "\n".join((done.stdout + done.stderr).strip().splitlines()[-12:]) or f"exit status {done.returncode}"


def size_mb(directory: Path) -> int:
    """Megabytes that the files of `directory` hold."""
    return sum(p.lstat().st_size for p in directory.rglob("*") if not p.is_dir()) // 2**20


def install(lock: Path, with_project: bool, compiled: bool) -> None:
    began = time.monotonic()
    print(f"pgverdict: installing {lock.name} into .venv with Python {sys.version.split()[0]}", flush=True)
    STAMP.unlink(missing_ok=True)
    usable = PYTHON.exists() and run([str(PYTHON), "-m", "pip", "--version"]).returncode == 0
    moved = usable and str(VENV) not in (VENV / "bin" / "activate").read_text(errors="replace")
    version = run([str(PYTHON), "-c", "import sys; print(*sys.version_info[:2])"]).stdout.split() if usable else []
    if not usable or moved or version != [str(part) for part in sys.version_info[:2]]:
        create_environment()
    reason = install_with_uv(lock)
    if reason is not None:
        print(
            f"pgverdict: uv could not do it, pip takes over (some minutes longer): {shlex.quote(reason[:600])}",
            flush=True,
        )
        install_with_pip(lock)
    if with_project:
        install_project()
        STAMP.write_text(wanted_state(lock))
    if compiled:
        compile_rooms(VENV / "lib")
    print(f"pgverdict: installed in {time.monotonic() - began:.0f} s, {size_mb(VENV)} MB", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--no-project", action="store_true", help="the lock file only (a layer of the image)")
    parser.add_argument("--dev", action="store_true", help="also what the tests and the lints need")
    parser.add_argument(
        "--compile",
        action="store_true",
        default=sys.dont_write_bytecode,
        help="compile all modules now (an image, or where PYTHONDONTWRITEBYTECODE is set: each start would compile them again)",
    )
    arguments = parser.parse_args()
    runtime, development = ROOT / "requirements.lock", ROOT / "requirements-dev.lock"
    # The development lock holds all of the runtime lock: an environment made from it serves both.
    good = {wanted_state(development)} if arguments.dev else {wanted_state(development), wanted_state(runtime)}
    if PYTHON.exists() and STAMP.exists() and STAMP.read_text() in good:
        if arguments.compile:
            compile_rooms()
        return 0
    try:
        install(development if arguments.dev else runtime, not arguments.no_project, arguments.compile)
    except CannotInstall as error:
        print(f"pgverdict: {error}", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())

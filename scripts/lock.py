"""Compiles both lock files: universal (Python 3.11 to 3.13, any platform), with hashes, without addresses."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UV = Path(sys.executable).with_name("uv")
FORM = ["--universal", "--generate-hashes", "--no-annotate", "--no-header", "--quiet", "--python-version", "3.11"]


def compile_lock(name: str, extra: list[str], more: list[str]) -> None:
    """Writes `name`; what it holds already is kept where it still fits."""
    command = [str(UV), "pip", "compile", *FORM, *extra, *more, "-o", name, "pyproject.toml"]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    text = (ROOT / name).read_text()
    if "://" in text:
        raise SystemExit(f"pgverdict: {name} records addresses; compile it without them")


def main() -> int:
    # The development lock first; the runtime lock then takes the same versions from it.
    compile_lock("requirements-dev.lock", ["--extra", "dev"], sys.argv[1:])
    compile_lock("requirements.lock", ["--constraint", "requirements-dev.lock"], [])
    return 0


if __name__ == "__main__":
    sys.exit(main())

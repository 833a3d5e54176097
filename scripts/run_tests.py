"""`make test`: runs what this machine can run, and says what it left out and why; in CI nothing may be left out."""

import os
import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def browser() -> str | None:
    return None if shutil.which("chromium") else "Debian's Chromium is not installed (apt-get install chromium)"


def debian() -> str | None:
    binaries = Path("/usr/lib/postgresql/15/bin/postgres")
    library = Path("/usr/lib/postgresql/15/lib/pg_wait_sampling.so")
    if binaries.exists() and library.exists():
        return None
    return "Debian's PostgreSQL 15 with pg_wait_sampling is not installed (apt-get install postgresql-15 postgresql-15-pg-wait-sampling)"


def root() -> str | None:
    return None if os.geteuid() == 0 else "not started by root (sysctl, huge pages, volumes and other users need it)"


def go() -> str | None:
    return None if shutil.which("go") else "Go is not installed: compose's own loader cannot be built"


#: A marker of pyproject.toml and what says whether its tests can run here: None, or why not.
NEEDS = {"root": root, "browser": browser, "debian": debian, "go": go}


def left_out() -> dict[str, str]:
    """Markers whose tests cannot run here, with the reason."""
    return {marker: reason for marker, need in NEEDS.items() if (reason := need()) is not None}


def workers() -> list[str]:
    """Two workers where all tests are run and there are two processors: one for what uses the machine, one for the checker's (tests/conftest.py)."""
    if sys.argv[1:] or (os.cpu_count() or 1) < 2:
        return []
    return ["--numprocesses=2"]


class NothingSkipped:
    """In CI a test that was skipped is a failure: a check that does not run cannot fail."""

    def __init__(self) -> None:
        self.skipped: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped:
            self.skipped.append(report.nodeid)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.skipped and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def main() -> int:
    missing = left_out()
    selection = ["-m", " and ".join(f"not {marker}" for marker in missing)] if missing else []
    strict = os.environ.get("CI") == "true"
    if strict and missing:
        print("pgverdict: CI may leave nothing out, and this would be: " + "; ".join(missing.values()), file=sys.stderr)
        return 1
    os.chdir(ROOT)
    nothing_skipped = NothingSkipped()
    status = pytest.main(
        ["-rs", "--durations=10", *selection, *workers(), *sys.argv[1:]], plugins=[nothing_skipped] if strict else []
    )
    for nodeid in nothing_skipped.skipped:
        print(f"skipped, which CI does not accept: {nodeid}")
    for marker, reason in missing.items():
        print(f"left out: tests marked {marker}: {reason}")
    return int(status)


if __name__ == "__main__":
    sys.exit(main())

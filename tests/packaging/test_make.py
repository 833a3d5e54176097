"""The targets of make, and that what the documents tell to type exists."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from pgverdict.paths import PROJECT_ROOT

DOCUMENTS = sorted(
    [
        PROJECT_ROOT / "README.md",
        PROJECT_ROOT / "CONTRIBUTING.md",
        *(PROJECT_ROOT / "docs").rglob("*.md"),
        *PROJECT_ROOT.glob("*/README.md"),
    ]
)


def targets() -> set[str]:
    """The targets that the Makefile defines."""
    return set(re.findall(r"^([a-z-]+):", (PROJECT_ROOT / "Makefile").read_text(), re.MULTILINE))


def verbs() -> set[str]:
    """The verbs of the command."""
    import typer.main

    from pgverdict.command.verbs import app

    return set(typer.main.get_group(app).commands)


def typed(text: str) -> tuple[set[str], set[str]]:
    """Targets of make and verbs of pgverdict in a document's shell blocks and code spans."""
    spans = [
        span for span in re.findall(r"`([^`\n]+)`", text) if re.match(r"(make|pgverdict|\.venv/bin/pgverdict) ", span)
    ]
    code = "\n".join([*re.findall(r"```(?:sh|console|bash)\n(.*?)```", text, re.DOTALL), *spans])
    made = set(re.findall(r"(?:^|[\s(])make ([a-z-]+)\b", code, re.MULTILINE))
    given = set(re.findall(r"(?:^|[\s/(])pgverdict ([a-z]+)\b(?![.=/_-])", code, re.MULTILINE))
    return made, given


def test_help_lists_every_target_that_is_promised() -> None:
    shown = subprocess.run(["make", "help"], cwd=PROJECT_ROOT, capture_output=True, text=True, check=True).stdout
    listed = set(re.findall(r"^  make ([a-z-]+) ", shown, re.MULTILINE))
    assert {"help", "install", "report", "airflow", "test", "bench", "lint", "clean-state"} <= listed
    assert listed <= targets()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(PROJECT_ROOT)))
def test_what_a_document_tells_to_type_exists(document: Path) -> None:
    made, given = typed(document.read_text(encoding="utf-8"))
    assert made - targets() == set()
    assert given - verbs() == set()


def test_a_command_that_does_not_exist_is_found_in_a_document() -> None:
    assert typed("```sh\nmake raport   # x\n.venv/bin/pgverdict chek a.md\n```\nand `pgverdict plan FILE`") == (
        {"raport"},
        {"chek", "plan"},
    )


def is_running(pid: int) -> bool:
    """Whether the process still works; one that ended and that nobody has waited for yet does not."""
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"


def test_clean_state_stops_a_running_cluster_and_removes_the_state() -> None:
    # Not tmp_path: pytest's folder is closed to the user that the clusters run as.
    base = Path(tempfile.mkdtemp(prefix="pgv clean "))
    base.chmod(0o755)
    environment = {**os.environ, "PGVERDICT_STATE": str(base / "state")}
    code = "from pgverdict.clusters import Cluster; c = Cluster.embedded('warehouse'); c.create(); c.start(); print(c.data_directory)"
    try:
        made = subprocess.run(
            [sys.executable, "-c", code], cwd=PROJECT_ROOT, env=environment, capture_output=True, text=True, check=True
        )
        pid = int((Path(made.stdout.strip()) / "postmaster.pid").read_text().splitlines()[0])
        assert is_running(pid)
        done = subprocess.run(
            ["make", "clean-state"], cwd=PROJECT_ROOT, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        assert not is_running(pid)
        assert not (base / "state").exists()
    finally:
        shutil.rmtree(base, ignore_errors=True)

"""The command answers as contracts.md 5 says: its verbs, its exit statuses, its help in the handbook."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pgverdict.command import reference

VERBS = (
    "plan", "run", "resume", "restore", "prune", "import", "validate", "build", "facts", "write", "check", "site", "doctor", "list",
)  # fmt: skip


def call(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pgverdict", *arguments],
        capture_output=True,
        text=True,
        env=os.environ | environment,
        timeout=120,
        check=False,
    )


def test_help_lists_every_verb() -> None:
    shown = call("--help")
    assert shown.returncode == 0
    for verb in VERBS:
        assert f"\n  {verb} " in shown.stdout


@pytest.mark.parametrize("verb", VERBS)
def test_every_verbs_help_stands_in_the_handbook(verb: str) -> None:
    page = reference.PAGE.read_text(encoding="utf-8")
    assert f"## `pgverdict {verb}`" in page


def test_the_handbooks_page_of_the_command_is_what_the_command_says() -> None:
    assert reference.PAGE.read_text(encoding="utf-8") == reference.render(), (
        "run `python -m pgverdict.command.reference`"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["frobnicate"], "frobnicate"),
        (["plan", "no_such_experiment"], "no_such_experiment"),
        (["plan", "no/such/file.yml"], "no/such/file.yml"),
        (["facts"], "--all"),
        (["facts", "no_such_experiment", "--json"], "pgverdict"),
        (["prune", "--keep", "sometimes"], "sometimes"),
        (["prune", "--keep", "30min"], "whole days"),
        (["validate", "999999"], "999999"),
        (["validate", "--boundary", "moon"], "moon"),
        (["write", "--language", "zh"], "zh"),
        (["check", "no-such-article.md", "--facts", "no-such-facts.json"], "no-such"),
        (["import", "no-such-manifest.yml"], "no-such-manifest.yml"),
    ],
)
def test_unusable_input_is_refused_with_status_2_and_named(arguments: list[str], said: str) -> None:
    answer = call(*arguments)
    assert answer.returncode == 2, answer.stderr
    assert said in answer.stderr
    assert "Traceback" not in answer.stderr


def test_a_misspelt_configuration_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "pgverdict.toml").write_text('llm_modle = "x"\n')
    answer = call("list", PGVERDICT_CONFIG=str(tmp_path / "pgverdict.toml"))
    assert answer.returncode == 2
    assert "llm_modle" in answer.stderr


def test_a_warehouse_that_is_away_ends_with_status_3_and_the_next_step() -> None:
    answer = call("list", PGVERDICT_WAREHOUSE_DSN="host=127.0.0.1 port=1 dbname=w user=u password=very-secret")
    assert answer.returncode == 3
    assert "doctor" in answer.stderr
    assert "very-secret" not in answer.stderr + answer.stdout

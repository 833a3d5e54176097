"""Each guard of `make lint` passes on a good small tree with our configuration, and fails on a violation planted there."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pgverdict.paths import PROJECT_ROOT

ROOMS = ("pgverdict", "experiments", "collectors", "expectations", "prompts", "factcheck", "dags")
CONFIGURATION = ("pyproject.toml", ".yamllint.yml", ".sqlfluff", "dbt-bouncer.yml")

GOOD_MODEL = """\
-- Gives each run its level, because later models compare levels.
select run_id
from {{ source('control', 'runs') }}
where run_id is not null
"""
SOURCES = """\
version: 2
sources:
  - name: control
    description: "What was planned and what happened."
    tables:
      - {name: runs, description: "Each run."}
"""
PROPERTIES = """\
version: 2
models:
  - name: stg_runs
    description: "Each run with its level."
    access: protected
    group: sampling
groups:
  - {name: sampling, owner: {name: pgverdict}}
"""
PROJECT = """\
name: pgverdict
version: "1.0.0"
config-version: 2
profile: pgverdict
model-paths: [models]
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The smallest tree that every guard accepts: our configuration, rooms with a line each, one model."""
    for name in CONFIGURATION:
        shutil.copy(PROJECT_ROOT / name, tmp_path / name)
    for room in ROOMS:
        (tmp_path / room).mkdir()
        (tmp_path / room / "__init__.py").write_text(f'"""The room {room}."""\n')
    for module in (
        "errors",
        "paths",
        "config",
        "clusters",
        "warehouse",
        "interfaces",
        "units",
        "i18n",
        "progress",
        "command",
    ):
        (tmp_path / "pgverdict" / f"{module}.py").write_text(f'"""The module {module}."""\n')
    for part in (PROJECT_ROOT / "factcheck").glob("*/__init__.py"):
        name = part.parent.name
        (tmp_path / "factcheck" / name).mkdir()
        (tmp_path / "factcheck" / name / "__init__.py").write_text(f'"""The part {name}."""\n')
    (tmp_path / "factcheck" / "checker.py").write_text('"""Walks through an article."""\n')
    staging = tmp_path / "dbt_project" / "models" / "staging"
    staging.mkdir(parents=True)
    (tmp_path / "dbt_project" / "macros").mkdir()
    (tmp_path / "dbt_project" / "tests").mkdir()
    (tmp_path / "dbt_project" / "dbt_project.yml").write_text(PROJECT)
    (staging / "stg_runs.sql").write_text(GOOD_MODEL)
    (staging / "_staging.yml").write_text(PROPERTIES)
    (staging / "_sources.yml").write_text(SOURCES)
    return tmp_path


def lint(tree: Path, guard: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(PROJECT_ROOT / "scripts" / "lint.py"), "--only", guard, "--root", str(tree)]
    return subprocess.run(command, capture_output=True, text=True, cwd=tree)


#: The guard, the file that is planted into, what is planted, and a word of the guard's answer.
PLANTED = [
    ("ruff", "collectors/planted.py", '"""Planted."""\n\nimport os\n', "F401"),
    ("ruff", "collectors/planted.py", '"""Planted."""\n\nvalue = {  "a":1 }\n', "format"),
    (
        "mypy",
        "collectors/planted.py",
        '"""Planted."""\n\n\ndef twice(value):\n    return value * 2\n',
        "no-untyped-def",
    ),
    ("import-linter", "prompts/planted.py", '"""Planted."""\n\nimport collectors\n', "BROKEN"),
    ("import-linter", "pgverdict/units.py", '"""Planted."""\n\nimport experiments\n', "BROKEN"),
    ("import-linter", "factcheck/planted.py", '"""Planted."""\n\nimport dags\n', "BROKEN"),
    ("import-linter", "factcheck/reading/planted.py", '"""Planted."""\n\nimport factcheck.judging\n', "BROKEN"),
    ("yamllint", "experiments/planted.yml", "id: one\nid: two\n", "duplication"),
    (
        "sqlfluff",
        "dbt_project/models/staging/stg_planted.sql",
        "SELECT run_id\nfrom {{ source('control', 'runs') }}\n",
        "CP01",
    ),
    ("dbt-bouncer", "dbt_project/models/staging/planted.sql", GOOD_MODEL, "check_model_names"),
    ("dbt-bouncer", "dbt_project/models/staging/stg_planted.sql", GOOD_MODEL, "check_model_description_populated"),
]


@pytest.mark.parametrize(("guard", "file", "text", "answer"), PLANTED, ids=[f"{g}: {w}" for g, _, _, w in PLANTED])
def test_a_guard_fails_on_a_planted_violation(tree: Path, guard: str, file: str, text: str, answer: str) -> None:
    before = lint(tree, guard)
    assert before.returncode == 0, before.stdout + before.stderr
    (tree / file).write_text(text)
    after = lint(tree, guard)
    assert after.returncode == 1, after.stdout + after.stderr
    assert f"lint: {guard}: failed" in after.stdout
    assert answer in after.stdout


def test_every_guard_is_planted_against_and_is_a_hook_before_commits() -> None:
    import yaml

    sys.path.insert(0, str(PROJECT_ROOT / "scripts"))
    import lint as module

    guards = set(module.checks(Path()))
    hooks = yaml.safe_load((PROJECT_ROOT / ".pre-commit-config.yaml").read_text())["repos"][0]["hooks"]
    assert guards == {guard for guard, *_ in PLANTED}
    assert guards == {hook["id"] for hook in hooks}


def test_ci_lints_and_tests() -> None:
    script = (PROJECT_ROOT / ".ci" / "run").read_text().splitlines()
    assert "make lint" in script
    assert "make test" in script

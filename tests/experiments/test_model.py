"""What an experiment file means: profiles, grids, load steps, scripts, hashes; and that its schema is the one in the repository."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from experiments import schema
from experiments.located import parse_yaml
from experiments.model import load_experiment
from experiments.plan import describe, planned_runs, resolve
from experiments.postgres import Postgres
from experiments.servers import Server, load_servers
from pgverdict.errors import Refused
from pgverdict.paths import PROJECT_ROOT
from tests.experiments.conftest import GOOD

CATALOG = PROJECT_ROOT / "experiments" / "catalog"
STUDIES = ["checkpoint_timeout", "disk_types", "huge_pages", "vfs_cache_pressure"]
Write = Callable[..., Path]


def test_scalars_stay_the_text_that_was_written() -> None:
    tree = parse_yaml("a: on\nb: 010\nc: 12:30\nd: 1e3\ne: yes\nf: ~\ng: '~'\n", "x").plain()
    assert tree == {"a": "on", "b": "010", "c": "12:30", "d": "1e3", "e": "yes", "f": None, "g": "~"}


def test_a_profile_merges_mappings_and_factors_and_replaces_load_lists_and_scalars(write: Write) -> None:
    text = (
        GOOD
        + "hold: {guc: {max_wal_size: 1GB, jit: off}}\nprofiles:\n  short:\n    repeats: 3\n    hold: {guc: {max_wal_size: 2GB}}\n"
        + "    factors: [{name: work_mem, levels: [1MB, 2MB]}]\n    workload: {load: {kind: ramp, clients_list: [1, 2], step: 5s}}\n"
    )
    short, whole = load_experiment(write(text), "short"), load_experiment(write(text))
    assert short.form.hold.guc == {"max_wal_size": "2GB", "jit": "off"}
    assert short.form.factors[0].levels == ["1MB", "2MB"] and short.form.factors[0].kind == "guc"
    assert [step.clients for step in short.load_steps({"work_mem": "1MB"})] == [1, 2]
    assert short.form.repeats == 3 and short.form.workload.scale == 1
    assert whole.form.repeats == 1 and whole.load_s() == 1
    assert short.spec_hash != whole.spec_hash


@pytest.mark.parametrize("study", STUDIES)
@pytest.mark.parametrize("profile", ["full", "short"])
def test_the_four_studies_are_in_the_catalog_in_full_and_short(
    study: str, profile: str, servers: dict[str, Server]
) -> None:
    experiment = load_experiment(CATALOG / f"{study}.yml", profile)
    report = describe(experiment, servers, "local")
    limit_min = {"checkpoint_timeout": 25}.get(study, 15)
    assert experiment.form.repeats >= 3
    assert profile == "full" or report.total_s <= limit_min * 60, report.total_s
    assert profile == "short" or report.total_s >= 3600


def test_a_short_checkpoint_run_holds_two_cycles_of_its_longest_level() -> None:
    experiment = load_experiment(CATALOG / "checkpoint_timeout.yml", "short")
    assert experiment.form.factors[0].levels == ["30s", "45s"] and experiment.load_s() >= 2 * 45


def test_the_quickstart_has_three_levels_five_blocks_and_the_sentinel(servers: dict[str, Server]) -> None:
    report = describe(load_experiment(CATALOG / "quickstart.yml"), servers, "local")
    assert len(report.runs) == 20 and report.total_s <= 360
    assert sum(run["role"] == "sentinel" for run in report.runs) == 5


def test_the_project_s_servers_file_is_good() -> None:
    servers = load_servers(PROJECT_ROOT / "experiments" / "servers.yml")
    assert servers["local"].is_embedded
    assert set(servers["local"].form.experiments) <= {path.stem for path in CATALOG.glob("*.yml")}


def test_two_factors_give_their_grid_and_the_sentinel_sits_at_all_baselines(write: Write) -> None:
    text = GOOD.replace(
        "baseline: 2MB}", "baseline: 8MB}\n  - {name: clients, kind: clients, levels: [2, 4], baseline: 4}"
    )
    experiment = load_experiment(write(text))
    runs = planned_runs(experiment, resolve(experiment, None))
    assert sorted(run.level for run in runs) == ["2MB/2", "2MB/4", "8MB/2", "8MB/4", "8MB/4"]
    assert [run.level for run in runs if run.role == "sentinel"] == ["8MB/4"]
    assert experiment.load_steps({"work_mem": "2MB", "clients": "4"})[0].clients == 4


def test_a_factor_of_workloads_changes_scripts_and_nothing_else(write: Write) -> None:
    text = GOOD.replace(
        "name: work_mem, kind: guc, levels: [2MB, 8MB], baseline: 2MB",
        "name: load, kind: workload, levels: [read, write]",
    )
    text += "workloads:\n  read: {scripts: [{builtin: select-only}]}\n  write: {scripts: [{builtin: tpcb-like, weight: 3}], query_mode: prepared}\n"
    experiment = load_experiment(write(text))
    assert experiment.groups({"load": "write"})[0].scripts[0].weight == 3
    assert (
        experiment.query_mode({"load": "write"}) == "prepared" and experiment.query_mode({"load": "read"}) == "simple"
    )


@pytest.mark.parametrize(
    ("load", "steps"),
    [
        ("{kind: ramp, from: 5, to: 22, steps: 3, step: 10s}", [(1, 5, 10), (2, 14, 10), (3, 22, 10)]),
        ("{kind: ramp, clients_list: [5, 8], step: 1min}", [(1, 5, 60), (2, 8, 60)]),
        ("{kind: constant, clients: 16, duration: 30min}", [(1, 16, 1800)]),
    ],
)
def test_load_steps_come_from_numbers_or_lists(load: str, steps: list[tuple[int, int, float]], write: Write) -> None:
    experiment = load_experiment(write(GOOD.replace("{kind: constant, clients: 2, duration: 1s}", load)))
    assert [(step.step, step.clients, step.duration_s) for step in experiment.load_steps({"work_mem": "2MB"})] == steps


def test_a_script_that_changes_changes_the_experiment(write: Write, tmp_path: Path) -> None:
    script = tmp_path / "mine.sql"
    script.write_text("select 1;")
    path = write(GOOD.replace("{builtin: select-only}", "{file: mine.sql}"))
    before = load_experiment(path).spec_hash
    script.write_text("select 2;")
    assert load_experiment(path).spec_hash != before


def test_the_servers_own_value_becomes_the_baseline_and_a_level(postgres: Postgres, write: Write) -> None:
    factors = resolve(load_experiment(write(GOOD.replace(", baseline: 2MB", ""))), postgres)
    assert factors[0].levels == ["2MB", "4MB", "8MB"] and factors[0].baseline == "4MB" and factors[0].default == "4MB"
    spelled = resolve(load_experiment(write(GOOD.replace("[2MB, 8MB], baseline: 2MB", "[2MB, 4096kB]"))), postgres)
    assert spelled[0].levels == ["2MB", "4096kB"] and spelled[0].baseline == "4096kB"


def test_a_plan_says_everything_in_both_languages(write: Write, servers: dict[str, Server]) -> None:
    report = describe(load_experiment(write()), servers)
    english, russian = report.to_text(), report.to_text("ru")
    for word in (
        "work_mem",
        "1 blocks of 3 runs",
        "3 runs of about",
        "sentinel",
        "touched and put back on local: work_mem",
    ):
        assert word in english, english
    assert "контрольный прогон" in russian and "work_mem" in russian
    assert report.to_json()["runs"][0]["levels"].keys() == {"work_mem"}


def test_the_schemas_in_the_repository_are_those_of_the_types() -> None:
    for name, text in schema.texts().items():
        assert (schema.FOLDER / name).read_text(encoding="utf-8") == text, (
            f"{name} is old: python -m experiments.schema"
        )


def test_the_schema_takes_the_catalog_and_refuses_an_unknown_key() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    from ruamel.yaml import YAML

    validator = jsonschema.Draft202012Validator(schema.schema(schema.FORMS["experiment.schema.json"]))
    files = sorted(CATALOG.glob("*.yml"))
    assert len(files) >= 5
    for path in files:
        document: dict[str, Any] = YAML(typ="safe").load(path)
        assert list(validator.iter_errors(document)) == [], path
        assert list(validator.iter_errors(document | {"repeat": 3}))


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("servers:\n  a: {postgres: {dsn: host=x}, may_tuch: {}}\n", 2, "nearest: may_touch"),
        ("servers:\n  a: {window: 22-06}\n", 2, "does not have the form"),
        ('servers:\n  a: {window: "22:00-06:00 Europe/Moskow"}\n', 2, "is no time zone like Europe/Moscow"),
        ('servers:\n  a: {window: "22:00-22:00"}\n', 2, "opens and closes at the same time"),
        ("servers:\n  a:\n    ssh: {host: h, user: u}\n", 2, "a remote server needs a dsn"),
        ("servers:\n  a:\n    postgres: {binaries: /usr/bin}\n", 3, "needs a dsn"),
        ("servers:\n  a:\n    postgres: {dsn: host=x password=y}\n", 3, "passwords do not belong in this file"),
        ("servers: {}\n", 1, "at least 1"),
    ],
)
def test_a_bad_servers_file_is_refused_with_its_line(text: str, line: int, words: str, tmp_path: Path) -> None:
    path = tmp_path / "servers.yml"
    path.write_text(text)
    with pytest.raises(Refused) as refused:
        load_servers(path)
    assert f"{path}:{line}:" in str(refused.value) and words in str(refused.value), str(refused.value)

"""The load: how clients are shared, how pgbench logs, several groups, steps and rates for real, and the workloads that we ship."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from experiments import data, preflight
from experiments.forms import Group, Script
from experiments.load import Load, LogChoice, choose_log, shares, tps_of
from experiments.model import WORKLOADS, LoadStep, load_experiment
from experiments.postgres import Postgres
from experiments.provenance import difference
from experiments.run import wait_for_a_new_second
from experiments.servers import Window
from pgverdict.errors import ComponentFailed, Refused
from tests.experiments.conftest import GOOD

Write = Callable[..., Path]


def groups(*parts: int) -> list[Group]:
    return [Group(name=f"g{i}", scripts=[Script(builtin="select-only")], share=part) for i, part in enumerate(parts)]


@pytest.mark.parametrize(
    ("clients", "parts", "counts"),
    [(10, (1, 1), [5, 5]), (10, (3, 1), [8, 2]), (3, (1, 1, 1), [1, 1, 1]), (4, (9, 1), [3, 1]), (7, (1,), [7])],
)
def test_clients_are_shared_wholly_and_nobody_goes_without(
    clients: int, parts: tuple[int, ...], counts: list[int]
) -> None:
    assert shares(clients, groups(*parts)) == counts
    assert sum(counts) == clients


def test_the_log_keeps_percentiles_as_long_as_its_volume_allows() -> None:
    assert choose_log(0, 60, "auto") == LogChoice()
    assert choose_log(10_000, 60, "auto") == LogChoice()
    assert choose_log(10_000, 3600, "auto") == LogChoice(sampling_rate=0.08)
    assert choose_log(100_000, 36_000, "auto") == LogChoice(aggregate_interval_s=1)
    assert choose_log(100_000, 36_000, "transactions") == LogChoice(sampling_rate=0.01)
    assert choose_log(10, 60, "aggregate") == LogChoice(aggregate_interval_s=1)


@pytest.fixture
def loaded(postgres: Postgres, write: Write) -> Callable[[str], Load]:
    """A load on a database of scale 1 with the workloads' own tables."""

    def _loaded(text: str) -> Load:
        experiment = load_experiment(write(text))
        data.make_roles(postgres)
        data.make_template(postgres, experiment, 1, lambda _: None)
        data.restore_data(postgres, experiment, 1, None)
        directory = experiment.file.parent / "run"
        directory.mkdir()
        return Load(postgres, experiment, {"work_mem": "2MB"}, directory)

    return _loaded


MIXED = GOOD.replace(
    "  scripts: [{builtin: select-only}]\n",
    "  tables: [oltp_tables.sql, olap_tables.sql]\n  groups:\n"
    "    - {name: oltp, share: 2, scripts: [{file: contended_update.sql, weight: 2}, {file: insert_delete.sql}, {file: oltp_select.sql}]}\n"
    "    - {name: olap, scripts: [{file: olap_scan.sql}, {file: olap_sort.sql}, {file: olap_lookup.sql, weight: 4}]}\n",
)


def test_groups_run_side_by_side_and_every_shipped_workload_works(loaded: Callable[[str], Load]) -> None:
    load = loaded(MIXED)
    files = load.run_step(LoadStep(1, 6, 3), LogChoice(), lambda: None)
    assert [(one.group, one.clients) for one in files] == [("oltp", 4), ("olap", 2)]
    assert abs((files[0].started_at - files[1].started_at).total_seconds()) < 2
    for one in files:
        text = one.summary.read_text()
        assert "number of failed transactions: 0" in text
        for script in one.scripts:
            assert script in text and "SQL script" in text
        counts = [
            int(line.split()[1])
            for line in text.splitlines()
            if line.strip().startswith("- ") and "transactions (" in line
        ]
        assert len(counts) == len(one.scripts) and all(counts), text
    assert tps_of(files) > 0
    shipped = {path.name for path in WORKLOADS.glob("*.sql")}
    assert shipped == {script for one in files for script in one.scripts} | {"oltp_tables.sql", "olap_tables.sql"}


def test_a_rate_an_aggregate_and_a_sample_reach_pgbench(loaded: Callable[[str], Load]) -> None:
    load = loaded(GOOD)
    (rate,) = load.run_step(
        LoadStep(1, 2, 2, tps=50, latency_limit_ms=500), LogChoice(aggregate_interval_s=1), lambda: None
    )
    assert "rate limit schedule lag" in rate.summary.read_text() and tps_of([rate]) < 100
    assert rate.aggregate_interval_s == 1 and len(rate.logs[0].read_text().splitlines()[0].split()) >= 14
    (sampled,) = load.run_step(LoadStep(2, 2, 2), LogChoice(sampling_rate=0.05), lambda: None)
    lines = sum(len(log.read_text().splitlines()) for log in sampled.logs)
    assert 0 < lines < 0.2 * tps_of([sampled]) * 2
    assert sampled.step == 2 and sampled.sampling_rate == 0.05


def test_no_second_belongs_to_two_steps_of_a_ramp() -> None:
    before = time.time()
    wait_for_a_new_second(is_needed=True)
    assert int(time.time()) > int(before)


def test_a_pgbench_that_fails_says_why(loaded: Callable[[str], Load], tmp_path: Path) -> None:
    (tmp_path / "broken.sql").write_text("select no_such_column from pgbench_accounts;")
    load = loaded(GOOD.replace("{builtin: select-only}", "{file: broken.sql}"))
    with pytest.raises(
        ComponentFailed, match=r'pgbench of group main ended with status 2: .*column "no_such_column" does not exist'
    ):
        load.run_step(LoadStep(1, 1, 2), LogChoice(), lambda: None)


def test_without_pgbench_nothing_is_touched(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    preflight.load_program(postgres)
    monkeypatch.setattr(Postgres, "client_binaries", property(lambda _: tmp_path))
    with pytest.raises(Refused, match=rf"no pgbench at {tmp_path}/pgbench: set `binaries` of local"):
        preflight.load_program(postgres)


def test_each_run_begins_with_the_same_data(postgres: Postgres, loaded: Callable[[str], Load]) -> None:
    load = loaded(GOOD.replace("select-only", "tpcb-like"))
    first = data.data_state(postgres)
    load.run_step(LoadStep(1, 2, 2), None, lambda: None)
    assert data.data_state(postgres)["database_bytes"] > first["database_bytes"]
    assert data.restore_data(postgres, load.experiment, 1, None) == first


def test_a_half_made_template_is_made_again(postgres: Postgres, write: Write) -> None:
    experiment = load_experiment(write())
    name = data.template_name(experiment, 1)
    data.drop_database(postgres, name)
    with postgres.connect() as connection:
        connection.execute(f"create database {name}")  # what a kill in the middle leaves: no mark, no tables
    said: list[str] = []
    assert data.make_template(postgres, experiment, 1, said.append) == name and said
    with postgres.connect(name) as connection:
        assert connection.execute("select count(*) from pgbench_accounts").fetchone() == (100000,)
    assert data.make_template(postgres, experiment, 1, said.append) == name and len(said) == 1


def test_what_differs_between_two_runs_beside_the_factors_is_named() -> None:
    one = {
        "machine": {"kernel": "6.1", "cpu_cores": 2},
        "settings": {"work_mem": "4MB", "jit": "on"},
        "database_mb": 100,
    }
    other = {
        "machine": {"kernel": "6.2", "cpu_cores": 2},
        "settings": {"work_mem": "8MB", "jit": "off"},
        "database_mb": 101,
    }
    assert difference(one, other, {"work_mem"}) == ["machine.kernel: 6.1 became 6.2", "settings.jit: on became off"]
    assert difference(one, one, set()) == []
    assert difference(one, one | {"database_mb": 150}, set()) == ["database_mb: 100 became 150"]


def test_a_window_spans_midnight_and_names_its_night() -> None:
    window = Window.parse("22:00-06:00 Europe/Moscow")
    evening, morning, noon = (datetime(2026, 11, day, hour, tzinfo=UTC) for day, hour in ((20, 20), (21, 2), (21, 9)))
    assert window.night(evening) == window.night(morning) == evening.date()
    assert window.seconds_left(evening) == 7 * 3600 and window.seconds_left(morning) == 3600
    assert window.seconds_left(noon) == 0 and window.night(noon) == noon.date()


def test_a_window_keeps_to_the_clock_of_its_zone_when_that_changes() -> None:
    window = Window.parse("01:00-05:00 Europe/Berlin")
    assert (
        window.seconds_left(datetime(2026, 10, 24, 23, 0, tzinfo=UTC)) == 5 * 3600
    )  # the night in which an hour comes twice
    assert (
        window.seconds_left(datetime(2026, 3, 29, 0, 0, tzinfo=UTC)) == 3 * 3600
    )  # the night in which one is left out

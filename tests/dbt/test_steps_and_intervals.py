"""Load steps, within-run intervals and the profile of pg_wait_sampling, from raw rows to facts."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import psycopg
import pytest
from scipy import stats
from truth_generator import NIGHT, autoregressive

from pgverdict.command.build import Dbt, build

START = datetime(2026, 11, 19, 20, 0, tzinfo=UTC)


def execution(connection: Any, name: str, runs: int, seconds: int, steps: int = 1) -> list[tuple[int, datetime]]:
    """One execution of one level with `runs` blocks and `steps` equal load steps; run ids and where they begin."""
    connection.execute("insert into control.experiments (experiment_id) values (%s)", [name])
    identity = connection.execute(
        "insert into control.executions (experiment_id, execution, origin, status, spec, spec_hash, factors, repeats, primary_metric, minimum_effect_pct)"
        " values (%s, 1, 'import', 'complete', '{}', 'x', %s, %s, 'tps', 3) returning execution_id",
        [name, json.dumps([{"name": "f", "levels": ["a"], "baseline": "a"}]), runs],
    ).fetchone()[0]
    made = []
    for run in range(1, runs + 1):
        at = START + timedelta(seconds=run * (seconds + 30))
        end = at + timedelta(seconds=seconds)
        run_id = connection.execute(
            "insert into control.runs (execution_id, block, planned_order, run, level, levels, role, status, night, started_at, measured_from, measured_to, ended_at)"
            " values (%s, %s, %s, %s, 'a', '{\"f\": \"a\"}', 'level', 'done', %s, %s, %s, %s, %s) returning run_id",
            [identity, run, run, run, NIGHT, at, at, end, end],
        ).fetchone()[0]
        for step in range(steps):
            connection.execute(
                "insert into control.load_steps (run_id, step, clients, starts_at, ends_at) values (%s, %s, %s, %s, %s)",
                [
                    run_id,
                    step + 1,
                    4 * (step + 1),
                    at + timedelta(seconds=step * seconds / steps),
                    at + timedelta(seconds=(step + 1) * seconds / steps),
                ],
            )
        made.append((run_id, at))
    return made


def series(connection: Any, run: tuple[int, datetime], metric: str, samples: Any) -> None:
    with connection.cursor().copy("copy raw.series (run_id, night, at, metric, entity, value) from stdin") as copy:
        for second, value in enumerate(samples):
            copy.write_row((run[0], NIGHT, run[1] + timedelta(seconds=second), metric, "", float(value)))


def profile(connection: Any, run: tuple[int, datetime], rows: list[tuple[int, str | None, str | None, int]]) -> None:
    """Rows of pg_wait_sampling: second (below zero: warm-up), type, event, cumulative samples."""
    for second, kind, event, samples in rows:
        connection.execute(
            "insert into raw.wait_sampling (run_id, night, at, wait_event_type, wait_event, queryid, samples, period_ms) values (%s, %s, %s, %s, %s, 0, %s, 10)",
            [run[0], NIGHT, run[1] + timedelta(seconds=second), kind, event, samples],
        )


def sessions(connection: Any, run: tuple[int, datetime], on_cpu: int, on_io: int) -> None:
    """Sixty seconds of active sessions at 1 Hz, so many of them on the CPU and waiting for a read."""
    for second in range(60):
        for kind, event, backends in ((None, None, on_cpu), ("IO", "DataFileRead", on_io)):
            connection.execute(
                "insert into raw.activity_waits (run_id, night, at, backend_type, state, wait_event_type, wait_event, backends) values (%s, %s, %s, 'client backend', 'active', %s, %s, %s)",
                [run[0], NIGHT, run[1] + timedelta(seconds=second), kind, event, backends],
            )


@pytest.fixture(scope="module")
def marts(module_warehouse_dsn: str) -> Any:
    random = np.random.default_rng(4)
    with psycopg.connect(module_warehouse_dsn) as connection:
        connection.execute("select raw.ensure_night(%s)", [NIGHT])
        for run in execution(connection, "ramp", runs=4, seconds=90, steps=3):
            series(connection, run, "tps", np.repeat([100.0, 180.0, 200.0], 30) + random.normal(0, 5, 90))
            series(connection, run, "latency_ms", np.repeat([4.0, 5.0, 9.0], 30))
        (single,) = execution(connection, "single", runs=1, seconds=600)
        series(connection, single, "tps", 1000 + autoregressive(random, 600, 0.5, 40.0))
        series(connection, single, "latency_ms", np.cumsum(random.normal(0, 1, 600)) + 500)
        for run in execution(connection, "profiled", runs=3, seconds=60):
            series(connection, run, "tps", 100 + random.normal(0, 5, 60))
            profile(connection, run, [(-30, "IO", "WALSync", 1000), (-30, None, None, 500), (-30, "Activity", "WalWriterMain", 9000),
                                      (10, "IO", "WALSync", 1040), (20, "Lock", "transactionid", 20), (30, None, None, 530),
                                      (40, "Client", "ClientRead", 700), (50, "IO", "WALSync", 1060), (61, "IO", "WALSync", 5000)])  # fmt: skip
        for name, shares in (
            ("apart", [(60, 40), (62, 38), (61, 39), (59, 41)]),
            ("close", [(60, 40), (42, 58), (58, 42), (44, 56)]),
        ):
            for run, (on_cpu, on_io) in zip(execution(connection, name, runs=4, seconds=60), shares, strict=True):
                sessions(connection, run, on_cpu, on_io)
                for metric, value in (("tps", 100), ("cpu_us_pct", 90), ("cpu_sy_pct", 5), ("run_queue", 8)):
                    series(connection, run, metric, value + random.normal(0, 0.1, 60))
    build(dsn=module_warehouse_dsn)
    with psycopg.connect(module_warehouse_dsn, autocommit=True) as connection:
        yield connection


def test_a_step_has_its_clients_means_and_intervals_and_the_facts_say_so(marts: Any) -> None:
    rows = marts.execute(
        "select step, name, clients, runs, n, mean, mean_low, mean_high from marts.rpt_steps where experiment_id = 'ramp' and metric = 'tps' order by step"
    ).fetchall()
    assert [row[:5] for row in rows] == [(1, "step_1", 4, 4, 120), (2, "step_2", 8, 4, 120), (3, "step_3", 12, 4, 120)]
    for (*_, mean, low, high), true in zip(rows, (100, 180, 200), strict=True):
        assert low < mean < high and mean == pytest.approx(true, abs=3)
    facts = marts.execute(
        "select metric, stat, scope, value, ci_low is not null from marts.rpt_facts where experiment_id = 'ramp' and source_model = 'fct_steps' and scope = 'step_3' order by metric"
    ).fetchall()
    assert [(metric, stat, scope) for metric, stat, scope, *_ in facts] == [
        ("clients", "count", "step_3"), ("latency_ms", "mean", "step_3"), ("tps", "mean", "step_3"),
    ]  # fmt: skip
    assert [row[3] for row in facts] == [12, 9, pytest.approx(200, abs=3)]
    assert marts.execute("select count(*) from marts.rpt_steps where experiment_id <> 'ramp'").fetchone() == (0,)


def test_a_single_run_knows_its_own_mean_unless_it_remembers_too_long(marts: Any) -> None:
    rows = marts.execute(
        "select metric, mean, mean_low, mean_high, batches, reason_code from marts.rpt_run_intervals where experiment_id = 'single' order by metric"
    ).fetchall()
    assert [row[0] for row in rows] == ["latency_ms", "tps"]
    walk, speed = rows
    assert walk[2:4] == (None, None) and walk[5] == "batches_remember"
    assert speed[2] < 1000 < speed[3] and speed[4:] == (20, "within_run")
    run, level = (
        marts.execute(
            "select ci_low, ci_high from marts.rpt_facts where experiment_id = 'single' and metric = 'tps' and stat = 'mean' and run is "
            + ("not null" if of_run else "null")
        ).fetchall()
        for of_run in (True, False)
    )
    assert run == [speed[2:4]]
    assert level == [(None, None)], "a level of one run has no interval between runs"
    assert marts.execute("select count(*) from marts.rpt_run_intervals where experiment_id = 'ramp'").fetchone() == (0,)


def test_the_profile_of_pg_wait_sampling_stands_apart_from_our_samples(marts: Any) -> None:
    rows = marts.execute(
        "select entity, share_of_total, sampler, resolution_ms from marts.rpt_pareto where experiment_id = 'profiled' and kind = 'sampled_wait' order by share_of_total desc"
    ).fetchall()
    assert [(entity, round(share * 110), sampler, resolution) for entity, share, sampler, resolution in rows] == [
        ("IO:WALSync", 60, "pg_wait_sampling", 10), ("CPU", 30, "pg_wait_sampling", 10), ("Lock:transactionid", 20, "pg_wait_sampling", 10),
    ]  # fmt: skip
    assert marts.execute(
        "select names -> 'en' ->> 0 from marts.rpt_metrics where experiment_id = 'profiled' and metric = 'sampled_wait:IO:WALSync'"
    ).fetchone() == ("IO:WALSync (pg_wait_sampling)",)
    assert marts.execute(
        "select distinct denominator from marts.rpt_facts where experiment_id = 'profiled' and metric like 'sampled_wait:%%'"
    ).fetchall() == [("sampled_time",)]


def test_a_largest_share_is_evidence_of_a_limit_only_where_it_stands_apart(marts: Any) -> None:
    shares = marts.execute(
        "select experiment_id, entity from marts.rpt_pareto where kind = 'wait_type' and experiment_id in ('apart', 'close') order by experiment_id, share_of_total desc"
    ).fetchall()
    assert shares == [("apart", "CPU"), ("apart", "IO"), ("close", "CPU"), ("close", "IO")], (
        "on the CPU most of all, in both"
    )
    limits = marts.execute(
        "select experiment_id, resource, evidence_count from marts.rpt_limits where experiment_id in ('apart', 'close') order by 1"
    ).fetchall()
    assert limits == [("apart", "cpu", 2), ("close", "not_determined", 1)]


@pytest.mark.parametrize("rho", [0.0, 0.5, 0.9])
def test_intervals_of_batch_means_hold_the_mean_of_autocorrelated_runs(render: Any, warehouse: Any, rho: float) -> None:
    """600 samples, 200 series: at least 90% of the intervals that are given hold the true mean; independent samples' would hold 95, 77 and 34%."""
    macro = render(
        {"batch": "{{ batch_means('given.y', '600', '20') }}", "largest": "{{ largest_batch_memory('20') }}"}
    )
    random = np.random.default_rng(17)
    critical = stats.t.ppf(0.975, 19)
    given = covered = 0
    for _ in range(200):
        y = autoregressive(random, 600, rho, 1.0)
        mean, error, lag1, is_given = warehouse.execute(
            f"select of_run.*, of_run.lag1 <= {macro['largest']} from (select %s::float8[] as y) as given cross join lateral {macro['batch']} as of_run",
            [list(y)],
        ).fetchone()
        batches = y.reshape(20, 30).mean(axis=1)
        assert error == pytest.approx(batches.std(ddof=1) / np.sqrt(20), rel=1e-10)
        centred = batches - batches.mean()
        assert lag1 == pytest.approx(np.sum(centred[:-1] * centred[1:]) / np.sum(centred**2), rel=1e-8, abs=1e-12)
        given += is_given
        covered += is_given and abs(mean) <= critical * error
    assert given >= 120
    assert covered / given >= 0.9


def test_the_projects_own_tests_pass_here_too(marts: Any, module_warehouse_dsn: str) -> None:
    statuses = {
        str(one.status) for one in Dbt(module_warehouse_dsn).invoke("test", "--select", "path:models/marts").results
    }
    assert statuses == {"pass"}

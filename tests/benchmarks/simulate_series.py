"""Judges drops, correlations, shares and nightly trends against planted truths, through raw tables and dbt.

python tests/benchmarks/simulate_series.py [--scale 1.0]
"""

import argparse
import json
import os
import shutil
import sys
import tempfile
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "dbt")]

NIGHT = date(2026, 11, 20)
START = datetime(2026, 11, 19, 20, 0, tzinfo=UTC)
#: True shares of active session time in the Pareto scenario; None is on CPU.
SHARES = {("LWLock", "WALWrite"): 0.35, ("IO", "WALSync"): 0.2, ("Lock", "transactionid"): 0.08, (None, None): 0.37}


def execution(connection: Any, name: str, runs: int, seconds: int, steps: int = 1) -> list[int]:
    """One execution of one level with `runs` blocks; returns the run ids."""
    connection.execute("insert into control.experiments (experiment_id) values (%s)", [name])
    identity = connection.execute(
        "insert into control.executions (experiment_id, execution, origin, status, spec, spec_hash, factors, repeats, primary_metric, minimum_effect_pct)"
        " values (%s, 1, 'import', 'complete', '{}', 'x', %s, %s, 'tps', 3) returning execution_id",
        [name, json.dumps([{"name": "f", "levels": ["a"], "baseline": "a"}]), runs],
    ).fetchone()[0]
    made = []
    for run in range(1, runs + 1):
        at = START + timedelta(seconds=run * (seconds + 30))
        made.append(
            connection.execute(
                "insert into control.runs (execution_id, block, planned_order, run, level, levels, status, night, started_at, measured_from, measured_to, ended_at)"
                " values (%s, %s, %s, %s, 'a', '{\"f\": \"a\"}', 'done', %s, %s, %s, %s, %s) returning run_id",
                [
                    identity,
                    run,
                    run,
                    run,
                    NIGHT,
                    at,
                    at,
                    at + timedelta(seconds=seconds),
                    at + timedelta(seconds=seconds),
                ],
            ).fetchone()[0]
        )
        for step in range(steps):
            connection.execute(
                "insert into control.load_steps (run_id, step, clients, starts_at, ends_at) values (%s, %s, %s, %s, %s)",
                [
                    made[-1],
                    step + 1,
                    4 * (step + 1),
                    at + timedelta(seconds=step * seconds / steps),
                    at + timedelta(seconds=(step + 1) * seconds / steps),
                ],
            )
    return made


def series(connection: Any, run_id: int, run: int, length: int, metrics: dict[str, Any]) -> None:
    at = START + timedelta(seconds=run * (length + 30))
    with connection.cursor().copy("copy raw.series (run_id, night, at, metric, entity, value) from stdin") as copy:
        for metric, values in metrics.items():
            for second, value in enumerate(values):
                copy.write_row((run_id, NIGHT, at + timedelta(seconds=second), metric, "", float(value)))


def plant_drops(connection: Any, random: Any, runs: int) -> dict[int, list[tuple[int, int]]]:
    """Runs of ten minutes with 5% noise and two drops each (10 to 60 s long, 30 to 95% deep): {run position: [(start, end)]}."""
    planted = {}
    for run, run_id in enumerate(execution(connection, "drops", runs, 600), start=1):
        speed = 1000 * np.exp(random.normal(0, 0.05, 600))
        starts = sorted(random.choice(np.arange(30, 500, 100), 2, replace=False) + random.integers(0, 30, 2))
        planted[run] = [(int(start), int(start + random.integers(10, 60))) for start in starts]
        for start, end in planted[run]:
            speed[start:end] *= 1 - random.uniform(0.3, 0.95)
        series(connection, run_id, run, 600, {"tps": speed})
    return planted


def judge_drops(connection: Any, planted: dict[int, list[tuple[int, int]]]) -> dict[str, float]:
    found = connection.execute(
        "select run, starts_s, ends_s from marts.fct_drops where experiment_id = 'drops'"
    ).fetchall()
    hits, errors = 0, []
    for run, windows in planted.items():
        for start, end in windows:
            matching = [s for r, s, e in found if r == run and s < end and e > start]
            hits += bool(matching)
            errors += [abs(min(matching) - start)] if matching else []
    false = sum(not any(s < end and e > start for start, end in planted[r]) for r, s, e in found)
    precision, recall = (len(found) - false) / max(len(found), 1), hits / sum(map(len, planted.values()))
    return {
        "f1": 2 * precision * recall / max(precision + recall, 1e-9),
        "precision": precision,
        "recall": recall,
        "largest_start_error_s": max(errors, default=0),
    }


def plant_ramps(connection: Any, random: Any, count: int) -> None:
    """Six load steps drive throughput and waits; beyond the load they have nothing to do with each other."""
    for number in range(count):
        run_id = execution(connection, f"ramp_{number}", 1, 360, steps=6)[0]
        step = np.arange(360) // 60
        series(
            connection,
            run_id,
            1,
            360,
            {
                "tps": 300 * (step + 1) * np.exp(random.normal(0, 0.05, 360)),
                "waits_share": 5 + 8 * step + random.normal(0, 2, 360),
            },
        )


def plant_shares(connection: Any, random: Any, count: int, runs: int) -> None:
    """Runs whose shares vary around the true ones (Dirichlet), ten samples a second of eight sessions."""
    events = list(SHARES)
    for number in range(count):
        for run, run_id in enumerate(execution(connection, f"pareto_{number}", runs, 30), start=1):
            at = START + timedelta(seconds=run * 60)
            shares = random.dirichlet(np.array([SHARES[event] for event in events]) * 200)
            with connection.cursor().copy(
                "copy raw.activity_waits (run_id, night, at, backend_type, state, wait_event_type, wait_event, backends) from stdin"
            ) as copy:
                for second in range(30):
                    for (kind, event), backends in zip(events, random.multinomial(80, shares), strict=True):
                        if backends:
                            copy.write_row(
                                (
                                    run_id,
                                    NIGHT,
                                    at + timedelta(seconds=second),
                                    "client backend",
                                    "active",
                                    kind,
                                    event,
                                    int(backends),
                                )
                            )
            connection.execute(
                "insert into raw.ticks (run_id, night, at, family, expected, taken, late, missed) select %s, %s, %s::timestamptz + s * interval '1 s', 'activity_waits', 10, 10, 0, 0 from generate_series(0, 29) as s",
                [run_id, NIGHT, at],
            )


def judge_shares(connection: Any) -> dict[str, float]:
    rows = connection.execute(
        "select entity, share_low, share_high, is_dominant from marts.rpt_pareto where kind = 'wait' and experiment_id like 'pareto%'"
    ).fetchall()
    truth = {f"{kind}:{event}" if kind else "CPU": share for (kind, event), share in SHARES.items()}
    return {
        "coverage": sum(low <= truth[entity] <= high for entity, low, high, _ in rows) / len(rows),
        "dominant_found": sum(d for entity, *_, d in rows if entity == "LWLock:WALWrite")
        / sum(entity == "LWLock:WALWrite" for entity, *_ in rows),
    }


def judge_ramps(connection: Any) -> dict[str, float]:
    rows = connection.execute(
        "select pearson, partial, is_claimable from marts.rpt_correlations where experiment_id like 'ramp%' and level = 'a'"
    ).fetchall()
    assert rows
    return {
        "raw_above_0.7": sum(abs(r[0]) > 0.7 for r in rows) / len(rows),
        "partial_above_0.3": sum(abs(r[1]) > 0.3 for r in rows) / len(rows),
        "claimed": sum(r[2] for r in rows) / len(rows),
    }


def nightly_alarms(connection: Any, trend_sql: str, random: Any, count: int, nights: int, rho: float) -> float:
    """Share of autocorrelated series without any trend that the nightly test calls a trend at p < 0.01."""
    rows = []
    for _ in range(count):
        y = np.zeros(nights)
        y[0] = random.normal()
        for i in range(1, nights):
            y[i] = rho * y[i - 1] + random.normal(0, np.sqrt(1 - rho**2))
        rows.append(list(y))
    x = list(map(float, range(nights)))
    alarms = 0
    for y in rows:
        alarms += connection.execute(
            f"select coalesce(trend.p_value < 0.01, false) from (select %s::float8[] as x, %s::float8[] as y) as given cross join lateral {trend_sql} as trend",
            [x, y],
        ).fetchone()[0]
    return alarms / count


def simulate(dsn: str, scale: float) -> dict[str, Any]:
    """Plants everything, builds once, and judges; shares are between 0 and 1."""
    import psycopg

    from pgverdict.command.build import Dbt, build

    random = np.random.default_rng(20261121)
    with psycopg.connect(dsn) as connection:
        connection.execute("select raw.ensure_night(%s)", [NIGHT])
        planted = plant_drops(connection, random, max(10, round(100 * scale)))
        plant_ramps(connection, random, max(10, round(200 * scale)))
        plant_shares(connection, random, max(10, round(100 * scale)), 7)
    build(dsn=dsn)
    compiled = (
        Dbt(dsn).invoke("compile", "--inline", "{{ mann_kendall('given.x', 'given.y') }}").results[0].node.compiled_code
    )
    with psycopg.connect(dsn) as connection:
        return {
            "drops": judge_drops(connection, planted),
            "ramps": judge_ramps(connection),
            "shares": judge_shares(connection),
            "nights": {
                f"n={n} rho={rho}": nightly_alarms(connection, compiled, random, max(100, round(1000 * scale)), n, rho)
                for n in (10, 14, 30)
                for rho in (0.0, 0.6)
            },
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0)
    options = parser.parse_args()
    state = Path(tempfile.mkdtemp(prefix="pgv-series-"))
    state.chmod(0o755)
    os.environ["PGVERDICT_STATE"] = str(state / "s")
    import psycopg

    from pgverdict.clusters import Cluster
    from pgverdict.warehouse import EMBEDDED_SETTINGS, migrate

    cluster = Cluster.embedded("series")
    cluster.create(EMBEDDED_SETTINGS | {"fsync": "off"})
    cluster.start()
    try:
        with psycopg.connect(cluster.dsn(), autocommit=True) as connection:
            connection.execute("create database series")
        migrate(cluster.dsn("series"))
        print(json.dumps(simulate(cluster.dsn("series"), options.scale), indent=1))
    finally:
        cluster.stop("immediate")
        shutil.rmtree(state, ignore_errors=True)


if __name__ == "__main__":
    main()

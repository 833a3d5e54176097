"""Makes experiments with a known truth and brings them into the warehouse as an import would: what the marts say can then be judged.

The model of a run's throughput, second by second, on the log scale:

    base + effect of the level + night + block + drift with the order + run (N(0, run_sd)) + AR(1) noise - stalls

Stalls are intervals in which the speed falls to a few per cent. Waits and disk metrics follow the speed loosely, with noise of their own.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

import numpy as np
import psycopg

NIGHT = date(2026, 11, 20)


@dataclass(frozen=True)
class Truth:
    """One experiment to make; effects and deviations are on the log scale (0.02 is about 2%)."""

    id: str
    seed: int
    levels: Sequence[str] = ("1", "2", "4")
    baseline: str = "2"
    effects: dict[str, float] = field(default_factory=dict)
    repeats: int = 7
    has_sentinel: bool = True
    seconds: int = 60
    run_sd: float = 0.02
    block_sd: float = 0.03
    order_drift: float = 0.0  # change over the whole execution
    level_drift: dict[str, float] = field(default_factory=dict)  # change over the blocks, of one level alone
    noise_sd: float = 0.05
    autocorrelation: float = 0.5
    stalls_a_run: float = 0.5
    stall_s: float = 4
    noisier: dict[str, float] = field(default_factory=dict)  # level: factor of its run deviation
    minimum_effect_pct: float = 3.0
    is_randomised: bool | None = True
    metrics: Sequence[str] = ("tps", "waits_share", "util_pct", "w_await_ms")
    base: float = 1000.0


def insert(connection: psycopg.Connection[Any], truths: Iterable[Truth], night: date = NIGHT) -> dict[str, int]:
    """Writes the experiments (control and raw rows, all samples in one COPY), commits, and returns their execution ids."""
    truths = list(truths)
    connection.execute("select raw.ensure_night(%s)", [night])
    executions, plans = {}, []
    for truth in truths:
        execution_id = _insert_execution(connection, truth)
        executions[truth.id] = execution_id
        plans.append((truth, _insert_runs(connection, truth, execution_id, night)))
    with connection.cursor().copy("copy raw.series (run_id, night, at, metric, entity, value) from stdin") as copy:
        for truth, runs in plans:
            for run_id, started, values in runs:
                stamps = [(started + timedelta(seconds=s)).isoformat() for s in range(truth.seconds)]
                for metric, samples in values.items():
                    copy.write(
                        "".join(
                            f"{run_id}\t{night}\t{at}\t{metric}\t\t{v:.6g}\n"
                            for at, v in zip(stamps, samples, strict=True)
                        )
                    )
    connection.commit()
    return executions


def _insert_execution(connection: psycopg.Connection[Any], truth: Truth) -> int:
    connection.execute(
        "insert into control.experiments (experiment_id, title) values (%s, %s)",
        [truth.id, json.dumps({"en": truth.id, "ru": truth.id})],
    )
    factors = list(getattr(truth, "factors", ())) or [
        {
            "name": "factor",
            "kind": "label",
            "unit": None,
            "levels": list(truth.levels),
            "baseline": truth.baseline,
            "default": None,
        }
    ]
    row = connection.execute(
        """
        insert into control.executions (experiment_id, execution, origin, status, spec, spec_hash, factors, repeats, primary_metric,
            minimum_effect_pct, is_randomised, has_sentinel, is_preregistered, started_at, completed_at)
        values (%s, 1, 'import', 'complete', '{}', 'x', %s, %s, 'tps', %s, %s, %s, false, now(), now()) returning execution_id
        """,
        [
            truth.id,
            json.dumps(factors),
            truth.repeats,
            truth.minimum_effect_pct,
            truth.is_randomised,
            truth.has_sentinel,
        ],
    ).fetchone()
    assert row is not None
    return int(row[0])


def _insert_runs(
    connection: psycopg.Connection[Any], truth: Truth, execution_id: int, night: date
) -> list[tuple[int, datetime, dict[str, Any]]]:
    random = np.random.default_rng(truth.seed)
    planned = []
    for block in range(1, truth.repeats + 1):
        treatments = [(level, "level") for level in truth.levels]
        if truth.has_sentinel:
            treatments.append((truth.baseline, "sentinel"))
        order = random.permutation(len(treatments)) if truth.is_randomised else range(len(treatments))
        planned += [(block, *treatments[i]) for i in order]
    started = datetime(2026, 11, 19, 20, 0, tzinfo=UTC)
    blocks = random.normal(0, truth.block_sd, truth.repeats)
    rows, made = [], []
    for position, (block, level, role) in enumerate(planned, start=1):
        at = started + timedelta(seconds=(truth.seconds + 30) * position)
        centre = np.log(truth.base) + truth.effects.get(level, 0.0) + blocks[block - 1]
        centre += truth.order_drift * position / len(planned)
        centre += truth.level_drift.get(level, 0.0) * (block - (truth.repeats + 1) / 2) / truth.repeats
        centre += random.normal(0, truth.run_sd * truth.noisier.get(level, 1.0))
        made.append((at, samples_of_a_run(truth, random, centre)))
        rows.append(
            (execution_id, block, position, position, level, json.dumps(levels_of(truth, level)), role, night, at, at,
             at + timedelta(seconds=truth.seconds), at + timedelta(seconds=truth.seconds))
        )  # fmt: skip
    with connection.cursor() as cursor:
        cursor.executemany(
            """
            insert into control.runs (execution_id, block, planned_order, run, level, levels, role, status, night,
                started_at, measured_from, measured_to, ended_at)
            values (%s, %s, %s, %s, %s, %s, %s, 'done', %s, %s, %s, %s, %s) returning run_id
            """,
            rows, returning=True,
        )  # fmt: skip
        ids = []
        while True:
            ids.append(int(cursor.fetchone()[0]))
            if not cursor.nextset():
                break
    return [(run_id, at, values) for run_id, (at, values) in zip(ids, made, strict=True)]


def levels_of(truth: Truth, level: str) -> dict[str, str]:
    """The mapping of factors to levels that a level stands for."""
    factors = getattr(truth, "factors", ())
    return (
        dict(zip([factor["name"] for factor in factors], level.split("/"), strict=True))
        if factors
        else {"factor": level}
    )


def samples_of_a_run(truth: Truth, random: np.random.Generator, centre: float) -> dict[str, Any]:
    """The series of one run by metric: arrays of `seconds` values."""
    noise = autoregressive(random, truth.seconds, truth.autocorrelation, truth.noise_sd)
    log_speed = centre + noise
    for _ in range(random.poisson(truth.stalls_a_run)):
        begin = int(random.integers(0, max(truth.seconds - 1, 1)))
        length = 1 + int(random.exponential(truth.stall_s))
        log_speed[begin : begin + length] += np.log(0.05 + 0.2 * random.random())
    speed = np.exp(log_speed)
    waits = 30 + 4 * autoregressive(random, truth.seconds, truth.autocorrelation, 1.0) + random.normal(0, 1)
    everything = {
        "tps": speed,
        "waits_share": np.clip(waits, 0, 100),
        "util_pct": np.clip(60 + 5 * autoregressive(random, truth.seconds, 0.7, 1.0) + random.normal(0, 2), 0, 100),
        "w_await_ms": np.exp(0.5 + autoregressive(random, truth.seconds, 0.5, 0.3) + random.normal(0, 0.05)),
    }
    return {metric: everything[metric] for metric in truth.metrics}


def autoregressive(random: np.random.Generator, length: int, rho: float, deviation: float) -> Any:
    """An AR(1) series of standard deviation `deviation` and lag-1 autocorrelation `rho`."""
    steps = random.normal(0, deviation * np.sqrt(1 - rho**2), length)
    steps[0] = random.normal(0, deviation)
    for i in range(1, length):
        steps[i] += rho * steps[i - 1]
    return steps


@dataclass(frozen=True)
class Grid(Truth):
    """A grid of two factors; levels are joined by "/" in the order of the factors."""

    factors: Sequence[dict[str, Any]] = ()


def truth_grid(identity: str, seed: int, effect: float = 0.0953) -> Grid:
    """Huge pages x clients, two levels each: 2 MB pages gain `effect` everywhere, clients nothing."""
    factors = (
        {
            "name": "pages",
            "kind": "huge_pages",
            "unit": None,
            "levels": ["4kB", "2MB"],
            "baseline": "4kB",
            "default": None,
        },
        {"name": "clients", "kind": "clients", "unit": None, "levels": ["8", "32"], "baseline": "8", "default": None},
    )
    levels = tuple(f"{pages}/{clients}" for pages in ("4kB", "2MB") for clients in ("8", "32"))
    effects = {level: effect for level in levels if level.startswith("2MB")}
    return Grid(
        identity,
        seed,
        levels=levels,
        baseline="4kB/8",
        effects=effects,
        run_sd=0.01,
        repeats=5,
        stalls_a_run=0.1,
        factors=factors,
    )

"""NIST's reference sets through the actual marts and macros: how many digits of each certified value are kept."""

import csv
import json
import math
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from truth_generator import NIGHT

from pgverdict.command.build import build

SETS = Path(__file__).parent.parent / "fixtures" / "nist"
CERTIFIED: dict[str, Any] = json.loads((SETS / "certified.json").read_text())
START = datetime(2026, 11, 19, 20, 0, tzinfo=UTC)
UNIVARIATE = [name for name, certified in CERTIFIED.items() if certified["kind"] == "univariate"]
LINES = [
    (name, x)
    for name, certified in CERTIFIED.items()
    if certified["kind"] == "linear"
    for x in certified["simple_exact"]
]
ONE_WAY = [name for name, certified in CERTIFIED.items() if certified["kind"] == "anova"]
#: Sets whose positions can stand for seconds (at least eight, none negative, whole microseconds): they go through raw, dbt and fct_slopes.
AS_TIME = [(name, x) for name, x in LINES if name not in ("Filip", "NoInt2")]


def columns(name: str) -> dict[str, list[float]]:
    with (SETS / f"{name}.csv").open() as file:
        rows = list(csv.DictReader(file))
    return {key: [float(row[key]) for row in rows] for key in rows[0]}


def digits(found: float | None, expected: str | float) -> float:
    """The log relative error, at most 15 (what a certified value holds); an exact hit is 15."""
    certified = float(expected)
    if found is None:
        return 0.0
    if found == certified:
        return 15.0
    error = abs(found - certified) / (abs(certified) if certified else 1.0)
    return min(15.0, -math.log10(error))


@pytest.fixture(scope="module")
def marts(module_warehouse_dsn: str) -> Any:
    """One experiment a set, with its values as the samples of a single run, built through dbt."""
    series = {
        f"{name}.y": (list(map(float, range(len(columns(name)["y"])))), columns(name)["y"]) for name in UNIVARIATE
    }
    series |= {f"{name}.{x}": (columns(name)[x], columns(name)["y"]) for name, x in AS_TIME}
    with psycopg.connect(module_warehouse_dsn, autocommit=True) as connection:
        connection.execute("select raw.ensure_night(%s)", [NIGHT])
        for name, (seconds, samples) in series.items():
            connection.execute("insert into control.experiments (experiment_id) values (%s)", [name])
            execution = connection.execute(
                """
                insert into control.executions (experiment_id, execution, origin, status, spec, spec_hash, factors, repeats, primary_metric, minimum_effect_pct)
                values (%s, 1, 'import', 'complete', '{}', 'x', '[{"name": "set", "levels": ["nist"], "baseline": "nist"}]', 1, 'y', 3) returning execution_id
                """,
                [name],
            ).fetchone()[0]
            end = START + timedelta(seconds=max(seconds) + 1)
            run = connection.execute(
                """
                insert into control.runs (execution_id, block, planned_order, run, level, levels, status, night, started_at, measured_from, measured_to, ended_at)
                values (%s, 1, 1, 1, 'nist', '{"set": "nist"}', 'done', %s, %s, %s, %s, %s) returning run_id
                """,
                [execution, NIGHT, START, START, end, end],
            ).fetchone()[0]
            with connection.cursor().copy(
                "copy raw.series (run_id, night, at, metric, entity, value) from stdin"
            ) as copy:
                for second, value in zip(seconds, samples, strict=True):
                    copy.write_row((run, NIGHT, START + timedelta(microseconds=round(second * 1e6)), "y", "", value))
        build(dsn=module_warehouse_dsn)
        yield connection


def univariate_digits(marts: Any, render: Any) -> dict[str, dict[str, float]]:
    """Mean and standard deviation from fct_boundaries, lag-1 autocorrelation by its macro on the same series."""
    lag1 = render({"lag1": "{{ lag1_of('series.samples', 'centre.mean') }}"})["lag1"]
    found = {}
    for name in UNIVARIATE:
        mean, stddev = marts.execute(
            "select mean, stddev from marts.fct_boundaries where experiment_id = %s and run is null", [f"{name}.y"]
        ).fetchone()
        (r1,) = marts.execute(
            f"""
            select {lag1} from intermediate.int_series as series
            cross join lateral (select avg(sample.value::numeric) as mean from unnest(series.samples) as sample (value)) as centre
            where execution_id = (select execution_id from control.executions where experiment_id = %s)
            """,
            [f"{name}.y"],
        ).fetchone()
        exact = CERTIFIED[name].get("exact", CERTIFIED[name])
        found[name] = {
            "mean": digits(mean, exact["mean"]),
            "sd": digits(stddev, exact["sd"]),
            "r1": digits(r1, exact["r1"]),
        }
    return found


def line_digits(marts: Any, render: Any) -> dict[str, dict[str, float]]:
    """Slope, intercept and R^2: from fct_slopes where positions can be seconds, by its macro everywhere else."""
    line = render({"line": "{{ line_of('given.x', 'given.y') }}"})["line"]
    found = {}
    for name, x in LINES:
        exact = CERTIFIED[name]["simple_exact"][x]
        if (name, x) in AS_TIME:
            row = marts.execute(
                "select slope_per_min / 60, intercept, r_squared from marts.fct_slopes where experiment_id = %s",
                [f"{name}.{x}"],
            ).fetchone()
        else:
            row = marts.execute(
                f"select line.slope, line.intercept, line.r_squared from (select %s::float8[] as x, %s::float8[] as y) as given cross join lateral {line} as line",
                [columns(name)[x], columns(name)["y"]],
            ).fetchone()
        found[f"{name} {x}"] = {
            key: digits(value, exact[key]) for key, value in zip(("slope", "intercept", "r2"), row, strict=True)
        }
    return found


def one_way_digits(marts: Any, render: Any) -> dict[str, dict[str, float]]:
    """F by the macro on the set as a table."""
    anova = render({"anova": "{{ one_way_anova('nist_set', 'treatment', 'y') }}"})["anova"]
    found = {}
    for name in ONE_WAY:
        data = columns(name)
        treatment = next(key for key in data if key not in ("y", "rep"))
        marts.execute("create temporary table nist_set (treatment integer, y double precision)")
        with marts.cursor().copy("copy nist_set from stdin") as copy:
            for row in zip(map(int, data[treatment]), data["y"], strict=True):
                copy.write_row(row)
        between, within, f = marts.execute(f"select found.* from {anova} as found").fetchone()
        marts.execute("drop table nist_set")
        certified = CERTIFIED[name]
        assert (between, within) == (int(certified["df_b"]), int(certified["df_w"]))
        found[name] = {"F": digits(f, certified.get("exact", certified).get("F", certified["F"]))}
    return found


@pytest.mark.parametrize("family", [univariate_digits, line_digits, one_way_digits])
def test_at_least_13_digits_of_every_certified_value(marts: Any, render: Any, family: Any) -> None:
    found = family(marts, render)
    assert found
    lost = {
        f"{name} {key}": round(kept, 1) for name, values in found.items() for key, kept in values.items() if kept < 13
    }
    for name, values in found.items():
        print(name, {key: round(kept, 1) for key, kept in values.items()})
    assert lost == {}

"""Assembles the facts document (contracts.md 3) from the reporting marts; adds no figure of its own."""

from typing import Any

import psycopg
from psycopg.rows import dict_row

from pgverdict.errors import Refused

FORMAT = "pgverdict-facts/1"


def executions_of(
    connection: psycopg.Connection[Any], experiment_id: str | None = None, execution: int | None = None
) -> list[dict[str, Any]]:
    """The executions that a verb is about: the named one, otherwise the latest complete one of each experiment.

    An experiment without a complete execution gives its latest (progress only). Errors: Refused when there is none.
    """
    with connection.cursor(row_factory=dict_row) as cursor:
        rows = cursor.execute(
            """
            select distinct on (experiment_id) execution_id, experiment_id, execution, status
            from marts.rpt_experiments
            where (%(experiment)s::text is null or experiment_id = %(experiment)s)
                and (%(execution)s::int is null or execution = %(execution)s)
            order by experiment_id, (status = 'complete') desc, execution desc
            """,
            {"experiment": experiment_id, "execution": execution},
        ).fetchall()
    if not rows and experiment_id:
        which = f" execution {execution}" if execution else ""
        raise Refused(
            f"the marts hold no experiment {experiment_id!r}{which}; `pgverdict list` shows what there is, `pgverdict build` brings new runs in"
        )
    return rows


def facts_document(connection: psycopg.Connection[Any], execution_id: int) -> dict[str, Any]:
    """One execution's facts in the contract's form; keys beyond the contract carry what it does not name."""
    with connection.cursor(row_factory=dict_row) as cursor:

        def rows(query: str) -> list[dict[str, Any]]:
            return cursor.execute(query, [execution_id]).fetchall()  # type: ignore[arg-type]

        experiment = rows("select * from marts.rpt_experiments where execution_id = %s")[0]
        return {
            "format": FORMAT,
            "experiment": {
                "id": experiment["experiment_id"],
                "title": experiment["title"],
                "question": experiment["question"],
                "factors": experiment["factors"],
                "repeats": experiment["repeats"],
                "primary": experiment["primary_metric"],
                "minimum_effect_pct": experiment["minimum_effect_pct"],
                "execution": experiment["execution"],
                "environment": experiment["environment"],
                "status": experiment["status"],
            },
            "metrics": rows(
                'select metric as id, unit, better, part_of, names from marts.rpt_metrics where execution_id = %s order by metric collate "C"'
            ),
            "facts": [
                _fact(row)
                for row in rows('select * from marts.rpt_facts where execution_id = %s order by fact_id collate "C"')
            ],
            "runs": [
                _times(row)
                for row in rows(
                    "select run, level, block, planned_order as order, role, is_valid as valid, started_at, attempt, reason"
                    " from marts.rpt_runs where execution_id = %s order by run"
                )
            ],
            "checks": rows(
                "select run, severity, expectation, observed, expected, en, ru from marts.rpt_checks where execution_id = %s"
                ' order by run nulls first, expectation collate "C"'
            ),
            "effects": [
                _effect(row)
                for row in rows(
                    'select * from marts.rpt_effects where execution_id = %s order by metric collate "C", level collate "C", baseline collate "C"'
                )
            ],
            "windows": [
                _times(row)
                for row in rows(
                    "select name, level, run, kind, metric, starts_at, ends_at, depth_pct, recovered_after_s"
                    " from marts.rpt_windows where execution_id = %s order by run, starts_at, name"
                )
            ],
            "settings": rows(
                'select name, unit, min, max, context from marts.rpt_settings where execution_id = %s order by name collate "C"'
            ),
        }


def _fact(row: dict[str, Any]) -> dict[str, Any]:
    ci = None if row["ci_low"] is None else [row["ci_low"], row["ci_high"]]
    names = ("level", "run", "metric", "stat", "value", "unit", "decimals", "n", "runs")
    rest = ("scope", "partner", "denominator", "parents")
    return {"id": row["fact_id"], **{k: row[k] for k in names}, "ci": ci, **{k: row[k] for k in rest}}


def _effect(row: dict[str, Any]) -> dict[str, Any]:
    ci = None if row["effect_low_pct"] is None else [row["effect_low_pct"], row["effect_high_pct"]]
    return {
        "metric": row["metric"],
        "level": row["level"],
        "baseline": row["baseline"],
        "kind": row["kind"],
        "effect_pct": row["effect_pct"],
        "ci_pct": ci,
        "effect_abs": row["effect_abs"],
        "p_adjusted": row["p_adjusted"],
        "detectable_pct": row["detectable_pct"],
        "repeats_needed": row["repeats_needed"],
        "verdict": row["verdict"],
        "reason": row["reason_en"],
        "reason_ru": row["reason_ru"],
    }


def _times(row: dict[str, Any]) -> dict[str, Any]:
    return {k: v.isoformat() if hasattr(v, "isoformat") else v for k, v in row.items()}

"""Assembles the facts document (contracts.md 3) from the reporting marts; adds no figure of its own."""

from collections.abc import Iterator, Sequence
from datetime import datetime
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


#: Executions whose rows are read together: a thousand documents cost a few dozen queries, and memory stays bounded.
CHUNK = 100

#: The document's lists: the mart's query, whose rows come in the order in which they are printed.
LISTS: dict[str, str] = {
    "metrics": """
        select execution_id, metric as id, unit, better, part_of, names from marts.rpt_metrics
        where execution_id = any(%s) order by execution_id, metric collate "C"
    """,
    "facts": """
        select execution_id, fact_id as id, level, run, metric, stat, value, unit, decimals, n, runs,
            case when ci_low is not null then array[ci_low, ci_high] end as ci, scope, partner, denominator, parents
        from marts.rpt_facts where execution_id = any(%s) order by execution_id, fact_id collate "C"
    """,
    "runs": """
        select execution_id, run, level, block, planned_order as "order", role, is_valid as valid, started_at, attempt, reason
        from marts.rpt_runs where execution_id = any(%s) order by execution_id, run
    """,
    "checks": """
        select execution_id, run, severity, expectation, observed, expected, en, ru from marts.rpt_checks
        where execution_id = any(%s) order by execution_id, run nulls first, expectation collate "C", en collate "C"
    """,
    "effects": """
        select execution_id, metric, level, baseline, kind, effect_pct,
            case when effect_low_pct is not null then array[effect_low_pct, effect_high_pct] end as ci_pct,
            effect_abs, p_adjusted, detectable_pct, repeats_needed, verdict, reason_en as reason, reason_ru
        from marts.rpt_effects where execution_id = any(%s)
        order by execution_id, metric collate "C", level collate "C", baseline collate "C"
    """,
    "windows": """
        select execution_id, name, level, run, kind, metric, starts_at, ends_at, depth_pct, recovered_after_s
        from marts.rpt_windows where execution_id = any(%s) order by execution_id, run, starts_at, name collate "C"
    """,
    "settings": """
        select execution_id, name, unit, min, max, context from marts.rpt_settings
        where execution_id = any(%s) order by execution_id, name collate "C"
    """,
}


def facts_documents(connection: psycopg.Connection[Any], execution_ids: Sequence[int]) -> Iterator[dict[str, Any]]:
    """The executions' facts in the contract's form, in the order given; keys beyond the contract carry what it does not name."""
    for first in range(0, len(execution_ids), CHUNK):
        chunk = list(execution_ids[first : first + CHUNK])
        experiments = _grouped(connection, "select * from marts.rpt_experiments where execution_id = any(%s)", chunk)
        lists = {name: _grouped(connection, query, chunk) for name, query in LISTS.items()}
        for execution_id in chunk:
            experiment = _experiment(experiments[execution_id][0])
            yield {
                "format": FORMAT,
                "experiment": experiment,
                **{name: rows.get(execution_id, []) for name, rows in lists.items()},
            }


def facts_document(connection: psycopg.Connection[Any], execution_id: int) -> dict[str, Any]:
    """One execution's facts in the contract's form."""
    return next(facts_documents(connection, [execution_id]))


def _grouped(
    connection: psycopg.Connection[Any], query: str, execution_ids: list[int]
) -> dict[int, list[dict[str, Any]]]:
    """The rows of `query` by execution; times as ISO 8601."""
    groups: dict[int, list[dict[str, Any]]] = {}
    with connection.cursor(row_factory=dict_row) as cursor:
        for row in cursor.execute(query, [execution_ids]):  # type: ignore[arg-type]
            groups.setdefault(row.pop("execution_id"), []).append(
                {name: value.isoformat() if isinstance(value, datetime) else value for name, value in row.items()}
            )
    return groups


def _experiment(row: dict[str, Any]) -> dict[str, Any]:
    names = ("title", "question", "factors", "repeats", "minimum_effect_pct", "execution", "environment", "status")
    return {"id": row["experiment_id"], "primary": row["primary_metric"], **{name: row[name] for name in names}}

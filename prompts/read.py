"""Reads the reporting marts of one execution, as the role that may read nothing else, into the values of `prompts.rows`."""

from dataclasses import fields
from typing import Any, TypeVar, get_type_hints

import psycopg
from psycopg import sql
from psycopg.rows import dict_row

from pgverdict.errors import Refused
from pgverdict.warehouse import connect
from prompts import rows
from prompts.rows import Findings

Row = TypeVar("Row")

#: Table of schema marts, the value that its rows become, and the order that makes two readings alike.
TABLES: dict[str, tuple[str, type[Any], str]] = {
    "runs": ("rpt_runs", rows.RunRow, "run, run_id"),
    "facts": ("rpt_facts", rows.FactRow, 'fact_id collate "C"'),
    "effects": ("rpt_effects", rows.EffectRow, 'metric collate "C", level collate "C", baseline collate "C"'),
    "correlations": (
        "rpt_correlations",
        rows.CorrelationRow,
        'level collate "C" nulls first, metric collate "C", partner collate "C"',
    ),
    "slopes": ("rpt_slopes", rows.SlopeRow, 'metric collate "C", level collate "C"'),
    "pareto": ("rpt_pareto", rows.ParetoRow, 'kind collate "C", level collate "C", rank, entity collate "C"'),
    "drops": ("rpt_drops", rows.DropRow, "run, starts_at"),
    "stability": ("rpt_stability", rows.StabilityRow, 'metric collate "C", level collate "C"'),
    "dose_response": ("rpt_dose_response", rows.DoseRow, 'metric collate "C", factor collate "C"'),
    "optima": ("rpt_optima", rows.OptimumRow, 'purpose collate "C", level collate "C"'),
    "limits": ("rpt_limits", rows.LimitRow, 'level collate "C"'),
    "checkpoints": ("rpt_checkpoints", rows.CheckpointRow, 'level collate "C"'),
    "factorial": ("rpt_factorial", rows.FactorialRow, 'metric collate "C", term collate "C"'),
    "nightly_changes": ("rpt_nightly_changes", rows.NightlyRow, 'metric collate "C", level collate "C"'),
    "checks": ("rpt_checks", rows.CheckRow, 'severity collate "C", run nulls first, expectation collate "C"'),
    "windows": ("rpt_windows", rows.WindowRow, "run, starts_at, name"),
    "settings": ("rpt_settings", rows.SettingRow, 'name collate "C"'),
    "series": ("rpt_series", rows.SeriesRow, 'metric collate "C", run, entity, seconds'),
}

#: Executions that a picture of the history shows.
MOST_EXECUTIONS = 60
#: The same question only: the same primary metric and profile, complete executions up to this one.
HISTORY = """
    select earlier.execution, earlier.last_night as night, facts.level, facts.value, facts.ci_low, facts.ci_high
    from marts.rpt_experiments as this
    inner join marts.rpt_experiments as earlier
        on earlier.experiment_id = this.experiment_id and earlier.execution between this.execution - %(most)s and this.execution
            and earlier.primary_metric = this.primary_metric and earlier.profile is not distinct from this.profile
            and earlier.verdict_scope = 'final'
    inner join marts.rpt_facts as facts
        on facts.execution_id = earlier.execution_id and facts.metric = this.primary_metric and facts.stat = 'mean'
            and facts.run is null and facts.scope = 'run' and facts.level is not null and facts.partner is null
            and facts.denominator is null
    where this.execution_id = %(execution)s
    order by earlier.execution, facts.level collate "C"
"""


def read_findings(execution_id: int, dsn: str | None = None) -> Findings:
    """Everything that the marts hold of the execution, in one snapshot.

    Errors: Refused when the marts do not hold it, or a table or column of the interface is missing.
    """
    with connect("pgverdict_prompts", dsn) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        try:
            return _read(connection, execution_id)
        except (
            psycopg.errors.UndefinedTable,
            psycopg.errors.UndefinedColumn,
            psycopg.errors.InsufficientPrivilege,
        ) as error:
            first = str(error).splitlines()[0]
            raise Refused(
                f"the marts are not as docs/architecture/reporting.md says ({first}); `pgverdict build` makes them"
            ) from None


def _read(connection: psycopg.Connection[Any], execution_id: int) -> Findings:
    experiments = _rows(connection, "rpt_experiments", rows.ExperimentRow, "execution_id", execution_id)
    if not experiments:
        raise Refused(f"the marts hold no execution {execution_id}; `pgverdict build` brings new runs in")
    metrics = _rows(connection, "rpt_metrics", rows.MetricRow, 'metric collate "C"', execution_id)
    rest: dict[str, Any] = {
        name: tuple(_rows(connection, table, row, order, execution_id)) for name, (table, row, order) in TABLES.items()
    }
    with connection.cursor(row_factory=dict_row) as cursor:
        found = cursor.execute(HISTORY, {"execution": execution_id, "most": MOST_EXECUTIONS}).fetchall()
    rest["history"] = tuple(rows.HistoryRow(**row) for row in found)
    return Findings(experiment=experiments[0], metrics={metric.metric: metric for metric in metrics}, **rest)


def _rows(connection: psycopg.Connection[Any], table: str, row: type[Row], order: str, execution_id: int) -> list[Row]:
    names = [item.name for item in fields(row)]  # type: ignore[arg-type]
    query = sql.SQL("select {} from marts.{} where execution_id = %s order by " + order).format(
        sql.SQL(", ").join(map(sql.Identifier, names)), sql.Identifier(table)
    )
    lists = {name for name, hint in get_type_hints(row).items() if str(hint).startswith("list")}
    with connection.cursor(row_factory=dict_row) as cursor:
        found = cursor.execute(query, [execution_id]).fetchall()
    # An empty array of the marts may come as null; the values of a list are a list.
    return [row(**{k: ([] if v is None and k in lists else v) for k, v in record.items()}) for record in found]

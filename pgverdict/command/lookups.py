"""What verbs look up before they act: which executions are meant, whose facts, and what there is."""

from pathlib import Path
from typing import Any

from psycopg.rows import dict_row

from pgverdict.errors import Refused
from pgverdict.facts import executions_of
from pgverdict.facts import facts_documents as read_documents
from pgverdict.i18n import number
from pgverdict.units import unit
from pgverdict.warehouse import connect


def marts_exist(connection: Any) -> bool:
    """True when dbt has built the reporting marts."""
    return bool(connection.execute("select to_regclass('marts.rpt_experiments') is not null").fetchone()[0])


def executions(experiment: str | None, execution: int | None) -> list[dict[str, Any]]:
    """The executions in the marts that are meant. Errors: Refused when there is none."""
    with connect("pgverdict_reader") as connection:
        if not marts_exist(connection):
            raise Refused("there are no marts yet; `pgverdict build` makes them")
        return executions_of(connection, experiment, execution)


def executions_for(subject: str | None, execution: int | None) -> tuple[list[int], int | None]:
    """Execution ids of an experiment id, a run's number, or (None) of the latest of every experiment; and the run, if one was named.

    Errors: Refused when the warehouse does not hold it.
    """
    with connect("pgverdict_reader") as connection:
        if subject and subject.isdigit():
            row = connection.execute(
                "select execution_id from control.runs where run_id = %s", [int(subject)]
            ).fetchone()
            if row is None:
                raise Refused(f"the warehouse holds no run {subject}; `pgverdict list` shows what there is")
            return [row[0]], int(subject)
        rows = connection.execute(
            """
            select distinct on (experiment_id) execution_id from control.executions
            where (%(subject)s::text is null or experiment_id = %(subject)s) and (%(execution)s::int is null or execution = %(execution)s)
                and started_at is not null
            order by experiment_id, (status = 'complete') desc, execution desc
            """,
            {"subject": subject, "execution": execution},
        ).fetchall()
    if not rows:
        raise Refused(
            f"the warehouse holds no {'execution' if subject is None else repr(subject)}; `pgverdict list` shows what there is"
        )
    return [row[0] for row in rows], None


def open_executions(server: str | None) -> list[dict[str, Any]]:
    """Executions that are planned or under way: `server`, `profile`, and the file that they were begun from."""
    with connect("pgverdict_reader") as connection, connection.cursor(row_factory=dict_row) as cursor:
        return cursor.execute(
            """
            select execution_id, server, profile, coalesce(
                (select state ->> 'experiment_file' from control.saved_states
                 where saved_states.execution_id = executions.execution_id order by taken_at desc limit 1),
                experiment_id) as experiment_file
            from control.executions
            where origin = 'run' and status in ('planned', 'running') and (%(server)s::text is null or server = %(server)s)
            order by execution_id
            """,
            {"server": server},
        ).fetchall()


def facts_documents(experiments: list[str] | None, execution: int | None) -> list[dict[str, Any]]:
    """The facts documents of the named experiments, or of all. Errors: Refused for an unknown one."""
    with connect("pgverdict_reader") as connection:
        if not marts_exist(connection):
            raise Refused("there are no marts yet; `pgverdict build` makes them")
        found = [row for name in (experiments or [None]) for row in executions_of(connection, name, execution)]  # type: ignore[list-item]
        return list(read_documents(connection, [row["execution_id"] for row in found]))


def facts_as_text(document: dict[str, Any]) -> str:
    """A document's facts for people: a line each, with the effects and their verdicts last."""
    lines = [f"{document['experiment']['id']}, execution {document['experiment']['execution']}"]
    for fact in document["facts"]:
        shown = number(fact["value"], fact["decimals"] or 0, "en") if fact["value"] is not None else "-"
        partner = f" with {fact['partner']}" if fact["partner"] else ""
        where = fact["level"] or "all levels"
        lines.append(
            f"  {where}: {fact['metric']}{partner} {fact['stat']} = {shown} {unit(fact['unit'] or '1').en}".rstrip()
        )
    for effect in document["effects"]:
        change = "-" if effect["effect_pct"] is None else f"{effect['effect_pct']:+.1f}%"
        lines.append(
            f"  {effect['metric']}: {effect['level']} against {effect['baseline']}: {change}, {effect['verdict']}"
        )
    return "\n".join(lines)


def experiment_of_article(article: Path) -> str:
    """The experiment of a published page by its place (site/articles/<id>/…). Errors: Refused with what to give instead."""
    parts = article.resolve().parts
    if "articles" in parts and parts.index("articles") + 1 < len(parts) - 1:
        return parts[parts.index("articles") + 1]
    raise Refused("say which facts to check against: --facts FILE, or --experiment ID of the warehouse")


def overview() -> list[dict[str, Any]]:
    """Every experiment of the catalog and of the warehouse, with its executions and the latest verdict on the primary metric."""
    from pgverdict.config import settings

    catalog = {path.stem for path in settings().catalog.glob("*.yml")}
    with connect("pgverdict_reader") as connection, connection.cursor(row_factory=dict_row) as cursor:
        rows = cursor.execute(
            """
            select distinct on (experiment_id) experiment_id, execution_id, execution, origin, status, server,
                (select count(*) from control.runs where runs.execution_id = executions.execution_id and runs.status = 'done') as runs_done,
                (select count(*) from control.runs where runs.execution_id = executions.execution_id) as runs_planned
            from control.executions order by experiment_id, execution desc
            """
        ).fetchall()
        verdicts: dict[int, list[dict[str, Any]]] = {}
        if marts_exist(connection):
            for row in cursor.execute(
                "select execution_id, level, baseline, effect_pct, verdict from marts.rpt_effects where is_primary and kind = 'pair'"
                ' order by execution_id, level collate "C"'
            ).fetchall():
                verdicts.setdefault(row.pop("execution_id"), []).append(row)
    held = {row["experiment_id"] for row in rows}
    listed = [
        row | {"in_catalog": row["experiment_id"] in catalog, "answers": verdicts.get(row["execution_id"], [])}
        for row in rows
    ]
    return listed + [
        {"experiment_id": name, "in_catalog": True, "status": "never run", "answers": []}
        for name in sorted(catalog - held)
    ]


def overview_as_text(rows: list[dict[str, Any]]) -> str:
    """The overview for people."""
    lines = []
    for row in rows:
        done = (
            f", execution {row['execution']}, {row['runs_done']} of {row['runs_planned']} runs"
            if "execution" in row
            else ""
        )
        lines.append(f"{row['experiment_id']}: {row['status']}{done}")
        for answer in row["answers"]:
            change = "" if answer["effect_pct"] is None else f" {answer['effect_pct']:+.1f}%"
            lines.append(f"    {answer['level']} against {answer['baseline']}:{change} {answer['verdict']}")
    return "\n".join(lines) or "nothing yet; `pgverdict run quickstart` or `pgverdict import MANIFEST.yml`"

"""Drops the raw samples of old nights, a partition at a time; marts and articles stay whole."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from pgverdict.errors import Refused
from pgverdict.warehouse import connect


@dataclass(frozen=True)
class PruneReport:
    """What left: the nights, how many partitions that were, and the bytes that the warehouse got back."""

    keep_from: date
    nights: list[date]
    partitions: int
    bytes_freed: int


#: Nights that hold samples, with their size. The bound is read from the catalog, so that no row is looked at.
_NIGHTS = """
with partitions as (
    select
        substring(pg_get_expr(child.relpartbound, child.oid) from '''(\\d{4}-\\d\\d-\\d\\d)''')::date as night,
        pg_total_relation_size(child.oid) as bytes
    from pg_inherits
    inner join pg_class as parent on parent.oid = inhparent
    inner join pg_class as child on child.oid = inhrelid
    where parent.relnamespace = 'raw'::regnamespace and parent.relkind = 'p' and child.relkind = 'r'
)

select night, sum(bytes)::bigint as bytes from partitions where night < %s group by night order by night
"""


def prune(keep_days: int, dsn: str | None = None, today: date | None = None) -> PruneReport:
    """Drops every night that is older than `keep_days` days. A night that a running execution still needs is kept.

    Errors: Refused for a number of days below 1.
    """
    if keep_days < 1:
        raise Refused(f"keep {keep_days} days: at least 1, so that last night can still be analysed")
    keep_from = (today or datetime.now(UTC).date()) - timedelta(days=keep_days)
    dropped, partitions, freed = [], 0, 0
    with connect("pgverdict_collector", dsn, autocommit=True) as connection:
        needed = _needed_nights(connection)
        for night, size in connection.execute(_NIGHTS, [keep_from]).fetchall():
            if night in needed:
                continue
            row = connection.execute("select raw.drop_night(%s)", [night]).fetchone()
            partitions += row[0] if row else 0
            freed += size
            dropped.append(night)
    return PruneReport(keep_from, dropped, partitions, freed)


def _needed_nights(connection: object) -> set[date]:
    """Nights of executions that are not complete: their verdict still needs them."""
    rows = connection.execute(  # type: ignore[attr-defined]
        "select distinct night from control.runs inner join control.executions using (execution_id)"
        " where executions.status in ('planned', 'running') and night is not null"
    )
    return {night for (night,) in rows}

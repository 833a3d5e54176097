"""Old nights leave the raw tables; marts and articles stay whole."""

from datetime import date

import psycopg
import pytest

from collectors.retention import prune
from pgverdict.errors import Refused

TODAY = date(2026, 11, 21)


def _fill(dsn: str) -> None:
    with psycopg.connect(dsn) as connection:
        for night in ("2026-06-01", "2026-08-20", "2026-11-20"):
            connection.execute("select raw.ensure_night(%s::date)", [night])
            connection.execute(
                "insert into raw.locks select 1, %s::date, now(), 'relation', 'ShareLock', true, 1 from generate_series(1, 50)",
                [night],
            )
            connection.execute("insert into raw.batches values (%s, 1, %s::date, 50)", [night, night])
        connection.execute("create table marts.rpt_kept as select 1 as kept")
        connection.execute(
            "insert into articles.articles (experiment_id, kind, language, status, title, markdown, inputs_hash, facts)"
            " values ('e', 'k', 'en', 'published', 't', 'm', 'h', '{}')"
        )


def test_nights_older_than_asked_are_dropped_and_nothing_else(warehouse_dsn: str) -> None:
    _fill(warehouse_dsn)
    report = prune(90, warehouse_dsn, today=TODAY)
    assert report.nights == [date(2026, 6, 1), date(2026, 8, 20)]
    assert report.partitions > 60
    assert report.bytes_freed > 0
    with psycopg.connect(warehouse_dsn) as connection:
        assert connection.execute("select night, count(*) from raw.locks group by night").fetchall() == [
            (date(2026, 11, 20), 50)
        ]
        assert connection.execute("select count(*) from raw.batches").fetchone() == (1,)
        assert connection.execute("select count(*) from marts.rpt_kept").fetchone() == (1,)
        assert connection.execute("select count(*) from articles.articles").fetchone() == (1,)
    assert prune(90, warehouse_dsn, today=TODAY).nights == []


def test_a_night_of_an_execution_that_goes_on_is_kept(warehouse_dsn: str) -> None:
    _fill(warehouse_dsn)
    with psycopg.connect(warehouse_dsn) as connection:
        connection.execute("insert into control.experiments (experiment_id) values ('e')")
        connection.execute(
            "insert into control.executions (experiment_id, execution, origin, status, spec, spec_hash, factors, repeats,"
            " primary_metric, minimum_effect_pct) values ('e', 1, 'run', 'running', '{}', 'h', '[]', 3, 'tps', 3)"
        )
        connection.execute(
            "insert into control.runs (execution_id, block, planned_order, level, levels, night) values (1, 1, 1, 'x', '{}', '2026-06-01')"
        )
    assert prune(90, warehouse_dsn, today=TODAY).nights == [date(2026, 8, 20)]


def test_keeping_nothing_is_refused(warehouse_dsn: str) -> None:
    with pytest.raises(Refused):
        prune(0, warehouse_dsn)

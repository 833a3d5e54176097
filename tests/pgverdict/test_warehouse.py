"""The warehouse keeps rooms apart: each role may do its own work and nothing else."""

from datetime import date

import psycopg
import pytest

from pgverdict.errors import ComponentFailed
from pgverdict.warehouse import ROLES, connect, migrate, newest_version, sqlalchemy_url

NIGHT = date(2026, 11, 21)


def test_migrating_again_changes_nothing(warehouse_dsn: str) -> None:
    migrate(warehouse_dsn)
    with connect(dsn=warehouse_dsn) as connection:
        assert connection.execute("select version_num from control.alembic_version").fetchall() == [(newest_version(),)]


@pytest.mark.parametrize("role", ROLES)
def test_every_role_can_connect(warehouse_dsn: str, role: str) -> None:
    with connect(role, dsn=warehouse_dsn) as connection:
        assert connection.execute("select current_user").fetchone() == (role,)


@pytest.mark.parametrize(
    ("role", "statement"),
    [
        ("pgverdict_prompts", "select * from raw.results"),
        ("pgverdict_prompts", "select * from control.runs"),
        ("pgverdict_dbt", "insert into raw.results values (1, '2026-11-21', 'tps', 1)"),
        ("pgverdict_quality", "delete from control.runs"),
        ("pgverdict_reader", "delete from articles.articles"),
        ("pgverdict_collector", "update raw.results set value = 0"),
        ("pgverdict_control", "select * from raw.results"),
    ],
)
def test_a_role_may_not_do_the_work_of_another_room(warehouse_dsn: str, role: str, statement: str) -> None:
    with connect(role, dsn=warehouse_dsn) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute(statement)


def test_a_night_of_raw_samples_is_dropped_in_one_call(warehouse_dsn: str) -> None:
    with connect("pgverdict_collector", dsn=warehouse_dsn) as connection:
        connection.execute("select raw.ensure_night(%s)", [NIGHT])
        connection.execute("select raw.ensure_night(%s)", [NIGHT])
        connection.execute("insert into raw.results values (1, %s, 'tps', 3)", [NIGHT])
        row = connection.execute("select raw.drop_night(%s)", [NIGHT]).fetchone()
        assert row is not None
        assert row[0] > 30
        assert connection.execute("select count(*) from raw.results").fetchone() == (0,)


def test_a_warehouse_that_is_away_is_named_with_the_next_step() -> None:
    with pytest.raises(ComponentFailed, match="doctor"):
        connect(dsn="host=127.0.0.1 port=1 dbname=x user=y")


def test_socket_and_tcp_connections_survive_the_way_to_sqlalchemy(warehouse_dsn: str) -> None:
    url = sqlalchemy_url(warehouse_dsn)
    assert url.host is None
    assert url.query["host"].startswith("/")
    tcp = sqlalchemy_url("host=db.example port=5433 dbname=w user=u password='p@ss w'")
    assert (tcp.host, tcp.port, tcp.database, tcp.password) == ("db.example", 5433, "w", "p@ss w")

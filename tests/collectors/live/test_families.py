"""The family files: what they ask fits the raw tables on a real server, as a role that has pg_monitor and nothing else."""

import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from collectors.families import Family, families, parse_family
from collectors.server import ServerLink, statement_for
from pgverdict.clusters import Cluster
from pgverdict.errors import Refused
from pgverdict.paths import socket_directory, state_directory


@pytest.fixture(scope="module")
def link(server_under_test: Cluster) -> Iterator[ServerLink]:
    made = ServerLink(server_under_test.dsn("bench", "collector"))
    deadline = time.monotonic() + 20
    while made.state != "ready" and time.monotonic() < deadline:
        made.tend()
        time.sleep(0.01)
    assert made.state == "ready", made.reason
    yield made
    made.close()


def _parameter(family: Family) -> bytes | None:
    if "$1" not in family.variants[0].sql:
        return None
    return b"before" if family.moments else b"t"


def test_every_family_says_what_it_is_for_and_in_which_units() -> None:
    assert len(families()) >= 14
    for family in families().values():
        assert len(family.purpose) > 20, family.name
        assert family.units or not family.interval_s, family.name
        assert not [variant for variant in family.variants if not variant.sql], family.name


@pytest.mark.parametrize("name", sorted(families()))
def test_a_family_answers_with_columns_of_its_raw_table(name: str, link: ServerLink, module_warehouse_dsn: str) -> None:
    if name == "wait_sampling":
        assert link.absent[name] == "extension pg_wait_sampling is not installed in this database"
        return
    family = link.prepared[name]
    link.send([(family, _parameter(family))])
    answers = link.wait(10)
    assert answers is not None
    assert answers[0].error is None
    with psycopg.connect(module_warehouse_dsn) as warehouse:
        columns = warehouse.execute(
            "select attname::text from pg_attribute where attrelid = %s::regclass and attnum > 0",
            [f"raw.{family.table}"],
        ).fetchall()
    assert set(answers[0].columns) <= {column for (column,) in columns}
    assert set(family.key) <= set(answers[0].columns)


@pytest.mark.parametrize("server", [14, 15, 16, 17, 18])
def test_every_version_has_its_variant(server: int) -> None:
    extensions = {"pg_stat_statements": ({14: "1.9", 15: "1.10", 16: "1.10", 17: "1.11", 18: "1.12"}[server], '"x"')}
    asked = {name for name, family in families().items() if statement_for(family, server, extensions)[0]}
    assert {
        "activity_waits",
        "stat_database",
        "stat_checkpointer",
        "stat_wal",
        "stat_slru",
        "stat_statements",
        "locks",
    } <= asked
    assert ("stat_io" in asked) == (server >= 16)
    statement = statement_for(families()["stat_statements"], server, extensions)[0]
    assert statement is not None
    assert 'from "x".pg_stat_statements(false)' in statement
    assert ("shared_blk_read_time" in statement) == (server >= 17)


def test_a_failing_family_does_not_take_the_connection_along(link: ServerLink) -> None:
    bad = parse_family("bad", "-- Divides by zero.\n-- table: x\n-- every: 1 s\n-- since: 14\nselect 1")
    link._connection.exit_pipeline_mode()
    link._connection.prepare(b"bad", b"select 1 / (random() * 0)::int")
    link._connection.enter_pipeline_mode()
    link.send([(link.prepared["locks"], None), (bad, None)])
    answers = link.wait(5)
    assert answers is not None
    assert answers[0].error is None
    assert "division by zero" in (answers[1].error or "")
    link.send([(link.prepared["locks"], None)])
    assert link.wait(5)


def test_the_collectors_role_reads_statistics_and_no_rows(server_under_test: Cluster) -> None:
    with psycopg.connect(server_under_test.dsn("bench", "collector"), autocommit=True) as connection:
        assert connection.execute("select count(*) from pg_stat_activity").fetchone()
        for statement in (
            "select * from pgbench_accounts limit 1", "create table mine (a int)", "select pg_stat_reset()",
            "select pg_read_file('PG_VERSION')", "alter system set work_mem = '1MB'",
        ):  # fmt: skip
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement)


def test_the_collectors_session_writes_nothing_even_where_it_could(server_under_test: Cluster) -> None:
    link = ServerLink(server_under_test.dsn("bench"))  # a superuser's login, by mistake
    while link.state != "ready":
        link.tend()
        time.sleep(0.01)
    link._connection.exit_pipeline_mode()
    result = link._connection.exec_(b"create table mine (a int)")
    assert b"read-only" in result.error_message
    link.close()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("-- x\n-- table: locks\nselect 1", 'f.sql:3: SQL before a line "-- since'),
        ("-- x\n-- table: locks\n-- since: 14\nselect 1", 'needs "-- table:"'),
        ("-- x\n-- table: locks\n-- every: 1 s\n-- evry: 2\n-- since: 14\nselect 1", "f.sql:4: unknown key 'evry'"),
        ("-- x\n-- table: t\n-- every: 1 s\n-- moments: after\n-- since: 14\nselect 1", 'needs "-- table:"'),
    ],
)
def test_a_family_file_that_says_too_little_is_refused(text: str, says: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_family("f", text)
    assert says in str(refused.value)


def test_versions_that_have_no_variant_are_told_apart() -> None:
    family = parse_family("f", "-- x\n-- table: t\n-- every: 1 s\n-- since: 14, until: 15\nold\n-- since: 17\nnew")
    assert [family.variant((version,)) and family.variant((version,)).sql for version in (13, 14, 15, 16, 17, 18)] == [  # type: ignore[union-attr]
        None, "old", "old", None, "new", "new",
    ]  # fmt: skip


@pytest.mark.debian
def test_an_older_server_with_wait_sampling_answers_every_family(cluster: Cluster) -> None:
    binaries = Path("/usr/lib/postgresql/15/bin")
    if not (binaries.parent / "lib" / "pg_wait_sampling.so").exists():
        pytest.skip("Debian's postgresql-15 with postgresql-15-pg-wait-sampling is not installed")
    server = Cluster("debian-15", binaries, state_directory() / "clusters" / "debian-15", socket_directory("debian-15"))
    server.create({"fsync": "off", "shared_preload_libraries": "pg_stat_statements, pg_wait_sampling"})
    server.start()
    try:
        with psycopg.connect(server.dsn(), autocommit=True) as connection:
            for name in ("pg_stat_statements", "pg_wait_sampling", "pg_buffercache"):
                connection.execute(f"create extension {name}")
            connection.execute("create role collector login")
            connection.execute("grant pg_monitor to collector")
        link = ServerLink(server.dsn(user="collector"))
        while link.state != "ready":
            link.tend()
            time.sleep(0.01)
        assert link.absent == {"stat_io": "not before PostgreSQL 16"}
        link.send([(family, _parameter(family)) for family in link.prepared.values()])
        answers = link.wait(20)
        assert answers is not None
        assert {answer.family.name: answer.error for answer in answers} == dict.fromkeys(link.prepared)
        assert next(answer for answer in answers if answer.family.name == "wait_sampling").rows
        link.close()
    finally:
        server.stop("immediate")

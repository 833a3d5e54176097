"""PostgreSQL 15 and 18 say the same: the same raw rows give the same marts, verdict by verdict and number by number."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from truth_generator import Truth, insert, truth_grid

from pgverdict.clusters import Cluster
from pgverdict.command.build import build
from pgverdict.paths import socket_directory, state_directory
from pgverdict.warehouse import EMBEDDED_SETTINGS, migrate

BINARIES = Path("/usr/lib/postgresql/15/bin")
EXPERIMENTS = [
    Truth("effect", 1, effects={"4": math.log(1.10)}, run_sd=0.01),
    Truth("noise", 2, run_sd=0.05, noisier={"1": 3}, repeats=5),
    truth_grid("grid", 3),
]
TABLES = [
    "rpt_effects",
    "rpt_facts",
    "rpt_correlations",
    "rpt_slopes",
    "rpt_drops",
    "rpt_stability",
    "rpt_optima",
    "rpt_dose_response",
    "rpt_factorial",
    "rpt_series",
]

pytestmark = [
    pytest.mark.debian,
    pytest.mark.skipif(not (BINARIES / "initdb").exists(), reason="needs Debian's PostgreSQL 15"),
]


@pytest.fixture(scope="module")
def old_dsn() -> Iterator[str]:
    """A migrated warehouse on PostgreSQL 15."""
    server = Cluster("old", BINARIES, state_directory() / "clusters" / "old", socket_directory("old"))
    server.create(EMBEDDED_SETTINGS | {"fsync": "off"})
    server.start()
    with psycopg.connect(server.dsn(), autocommit=True) as connection:
        assert connection.info.server_version // 10000 == 15
        connection.execute("create database pgverdict")
    migrate(server.dsn("pgverdict"))
    yield server.dsn("pgverdict")
    server.stop("immediate")


def rows(dsn: str, table: str) -> list[dict[str, Any]]:
    with psycopg.connect(dsn, row_factory=psycopg.rows.dict_row) as connection:
        return connection.execute(
            f"select * from marts.{table} as t order by (select string_agg(v.value, '|' order by v.key) from jsonb_each_text(to_jsonb(t)) as v where jsonb_typeof(to_jsonb(t) -> v.key) <> 'number' or v.key in ('run', 'seconds', 'block')) collate \"C\""
        ).fetchall()


def differences(one: Any, other: Any) -> bool:
    """Numbers agree to nine digits (sums of float8 may be taken in another order), everything else exactly."""
    if isinstance(one, float) and isinstance(other, float):
        return not math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-11)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) != len(other) or any(differences(a, b) for a, b in zip(one, other, strict=True))
    return bool(one != other)


def test_postgresql_15_and_18_give_the_same_marts(module_warehouse_dsn: str, old_dsn: str) -> None:
    for dsn in (module_warehouse_dsn, old_dsn):
        with psycopg.connect(dsn) as connection:
            insert(connection, EXPERIMENTS)
        assert len(build(dsn=dsn).executions) == 3
    for table in TABLES:
        new, old = rows(module_warehouse_dsn, table), rows(old_dsn, table)
        assert len(new) == len(old) > 0, table
        for one, other in zip(new, old, strict=True):
            different = {
                column: (one[column], other[column]) for column in one if differences(one[column], other[column])
            }
            assert different == {}, (table, one)

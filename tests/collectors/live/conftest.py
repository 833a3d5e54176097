"""A server under test of our own: statements tracked, a collector's role with pg_monitor and nothing else, pgbench's tables."""

import subprocess
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import psycopg
import pytest

from collectors.recorder import make_recorder
from pgverdict.clusters import Cluster
from pgverdict.interfaces import RunTarget

DATABASE = "bench"


@pytest.fixture(scope="session")
def server_under_test(cluster: Cluster) -> Iterator[Cluster]:
    """An embedded PostgreSQL 18; started after the warehouse's cluster, so that the state directory outlives it."""
    server = Cluster.embedded("under-test")
    server.create(
        {
            "shared_buffers": "32MB", "fsync": "off", "shared_preload_libraries": "pg_stat_statements", "log_timezone": "UTC",
            "log_checkpoints": "on", "log_temp_files": "0", "pg_stat_statements.track": "all", "max_wal_senders": "0", "wal_level": "minimal",
        }
    )  # fmt: skip
    server.start()
    with psycopg.connect(server.dsn(), autocommit=True) as connection:
        connection.execute(f"create database {DATABASE}")
        connection.execute("create role collector login")
        connection.execute("grant pg_monitor to collector")
    with psycopg.connect(server.dsn(DATABASE), autocommit=True) as connection:
        connection.execute("create schema metrics")
        connection.execute("grant usage on schema metrics to collector")
        connection.execute("create extension pg_stat_statements schema metrics")
        connection.execute("create extension pg_buffercache")
    pgbench(server, "-i", "-q", "-s", "1")
    yield server
    server.stop("immediate")


def pgbench(server: Cluster, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs pgbench against the server under test."""
    command = [str(server.binaries / "pgbench"), *arguments, server.dsn(DATABASE)]
    return subprocess.run(command, check=True, capture_output=True, text=True)


@pytest.fixture
def target_of(server_under_test: Cluster, tmp_path: Path) -> Callable[..., RunTarget]:
    """Makes the target of a run with a folder of its own."""

    def make(run_id: int = 1, **more: object) -> RunTarget:
        directory = tmp_path / f"run{run_id}"
        directory.mkdir(exist_ok=True)
        values = {
            "run_id": run_id, "execution_id": 1, "night": date(2026, 11, 21), "server": "local",
            "dsn": server_under_test.dsn(user="collector"), "database": DATABASE, "directory": directory,
            "log_file": str(server_under_test.log_file),
        }  # fmt: skip
        return RunTarget(**(values | more))  # type: ignore[arg-type]

    return make


@pytest.fixture
def recorder(warehouse_dsn: str) -> Iterator[object]:
    """A recorder that writes to a fresh warehouse; stopped whatever happens."""
    made = make_recorder(warehouse_dsn, patience_s=5)
    yield made
    made.abandon()

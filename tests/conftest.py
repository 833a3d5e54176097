"""What every room's tests may use: a real, migrated warehouse in an embedded PostgreSQL 18 cluster of the test session's own."""

import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

# A state directory of the session's own, before any of our modules looks for it: tests never touch the user's clusters.
_STATE = Path(tempfile.mkdtemp(prefix="pgv-"))
_STATE.chmod(0o755)
os.environ["PGVERDICT_STATE"] = str(_STATE / "s")
for name in [n for n in os.environ if n.startswith("PGVERDICT_") and n != "PGVERDICT_STATE"]:
    del os.environ[name]

from pgverdict.clusters import Cluster
from pgverdict.warehouse import EMBEDDED_SETTINGS, migrate


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With several workers, what uses the machine (servers, kernel settings, ports) stays in one of them and in its order.

    The checker's tests need a processor and nothing else, and are shared out among all. (`--dist=loadgroup` would say
    the same by marks, but loses its groups with pytest 9.2: pytest-xdist's issue 1386.)
    """
    from xdist.scheduler import LoadScopeScheduling

    class OneForTheMachine(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return nodeid if nodeid.startswith("tests/factcheck/") else "the machine"

    return OneForTheMachine(config, log)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """An embedded PostgreSQL 18 cluster that runs as long as the test session."""
    server = Cluster.embedded("tests")
    server.create(EMBEDDED_SETTINGS | {"fsync": "off"})
    server.start()
    yield server
    server.stop("immediate")
    shutil.rmtree(_STATE, ignore_errors=True)


@pytest.fixture(scope="session")
def migrated_template(cluster: Cluster) -> str:
    """The name of a migrated, empty warehouse database that serves as a template."""
    with psycopg.connect(cluster.dsn(), autocommit=True) as connection:
        connection.execute("create database warehouse_template")
    migrate(cluster.dsn("warehouse_template"))
    return "warehouse_template"


def _fresh_database(cluster: Cluster, template: str) -> str:
    name = f"w_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(cluster.dsn(), autocommit=True) as connection:
        connection.execute(
            sql.SQL("create database {} template {}").format(sql.Identifier(name), sql.Identifier(template))
        )
    return cluster.dsn(name)


@pytest.fixture
def warehouse_dsn(cluster: Cluster, migrated_template: str) -> str:
    """A fresh, migrated, empty warehouse for one test."""
    return _fresh_database(cluster, migrated_template)


@pytest.fixture(scope="module")
def module_warehouse_dsn(cluster: Cluster, migrated_template: str) -> str:
    """A fresh, migrated warehouse shared by the tests of one module."""
    return _fresh_database(cluster, migrated_template)

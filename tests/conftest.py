"""What every room's tests may use: a real, migrated warehouse in an embedded PostgreSQL 18 cluster of the test session's own."""

import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path

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


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With several workers, what uses the machine (servers, kernel settings, ports) stays in one of them and in its order.

    The checker's tests need a processor and nothing else, and are shared out among all.
    """
    if config.pluginmanager.hasplugin("xdist"):
        for item in items:
            if not item.nodeid.startswith("tests/factcheck/"):
                item.add_marker(pytest.mark.xdist_group("machine"))


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

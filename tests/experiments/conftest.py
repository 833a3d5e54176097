"""A server under test of the test session's own, and experiments small enough to be carried out in tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from experiments import checks
from experiments.postgres import Postgres
from experiments.servers import Server, load_servers
from pgverdict.clusters import Cluster

GOOD = """\
id: small
title: {en: A small question, ru: Малый вопрос}
question: {en: Which is faster?, ru: Что быстрее?}
factors:
  - {name: work_mem, kind: guc, levels: [2MB, 8MB], baseline: 2MB}
workload:
  scale: 1
  scripts: [{builtin: select-only}]
  load: {kind: constant, clients: 2, duration: 1s}
repeats: 1
"""

SERVERS = """\
servers:
  local:
    postgres: {binaries: embedded}
    may_touch: {guc: ["*"], sysctl: ["vm.*"], huge_pages: true, volumes: true}
"""


@pytest.fixture(autouse=True)
def _short_loads_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is sampled here, so a load may be as short as pgbench can make it."""
    monkeypatch.setattr(checks, "LEAST_LOAD_S", 1)


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes an experiment file and returns its path."""

    def _write(text: str = GOOD, name: str = "experiment.yml") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return _write


@pytest.fixture
def servers_file(tmp_path: Path) -> Path:
    path = tmp_path / "servers.yml"
    path.write_text(SERVERS)
    return path


@pytest.fixture
def servers(servers_file: Path) -> dict[str, Server]:
    return load_servers(servers_file)


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory, cluster: Cluster) -> Iterator[Postgres]:
    """The embedded server under test `local`, running for the whole session; gone before the session's state directory is."""
    del cluster
    path = tmp_path_factory.mktemp("servers") / "servers.yml"
    path.write_text(SERVERS)
    postgres = Postgres(load_servers(path)["local"])
    postgres.prepare()
    yield postgres
    postgres.cluster.stop("immediate")


@pytest.fixture
def postgres(running: Postgres) -> Postgres:
    """The server under test, started again when an earlier test left it down."""
    running.start()
    return running

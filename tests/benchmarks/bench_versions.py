"""A night with real collectors on other versions of PostgreSQL: what each sees, and that it is afterwards as it was.

`BENCH_BINARIES=/…/14/bin:/…/16/bin make bench ARGS="-k versions"` takes any directories that hold `postgres`, `initdb` and `pg_ctl`
of 14 to 18; clients that they lack (pgbench, psql) are the embedded ones. docs/measurements/experiments.md says where such packages are.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.rows import dict_row

from collectors.recorder import make_recorder
from expectations.runs import check_run
from experiments import night
from experiments.gucs import read_settings
from experiments.postgres import EMBEDDED_SETTINGS, Postgres
from experiments.servers import load_servers
from pgverdict.clusters import Cluster, free_port
from pgverdict.paths import socket_directory, state_directory

BINARIES = [Path(path) for path in os.environ.get("BENCH_BINARIES", "").split(":") if path]
#: A restart, a reload, a database's and a role's own setting, a ramp, prewarming, and a script of ours.
EXPERIMENT = """\
id: versions
title: {{en: Versions, ru: Versions}}
question: {{en: Versions, ru: Versions}}
server: other
factors:
  - {{name: shared_buffers, kind: guc, levels: [96MB, 160MB], baseline: 96MB}}
  - {{name: {scoped}, kind: guc, scope: {scope}, levels: ["2", "6"], baseline: "2"}}
hold: {{guc: {{checkpoint_timeout: 30s, log_min_duration_statement: "0"}}}}
workload:
  scale: 2
  tables: [oltp_tables.sql]
  groups:
    - {{name: bank, scripts: [{{builtin: tpcb-like}}]}}
    - {{name: queue, scripts: [{{file: insert_delete.sql, weight: 2}}, {{file: oltp_select.sql}}]}}
  load: {{kind: ramp, clients_list: [2, 4], step: 5s}}
warm_up: 2s
repeats: 1
between_runs: {{prewarm: true}}
"""

#: How many pages a server needs is asked of it (15 and later) or reckoned (14).
HUGE_PAGES = """\
id: versions_huge_pages
title: {en: Versions, ru: Versions}
question: {en: Versions, ru: Versions}
server: other
factors:
  - {name: huge_pages, kind: huge_pages, levels: [none, 2MB], baseline: none}
hold: {guc: {shared_buffers: 200MB}}
workload:
  scale: 1
  scripts: [{builtin: select-only}]
  load: {kind: constant, clients: 2, duration: 3s}
repeats: 1
"""


@pytest.fixture(params=BINARIES, ids=str)
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Postgres, Path]]:
    """A server of the version that these binaries are, run by its binaries and data directory."""
    name = f"v{request.param.parts[-3]}"
    cluster = Cluster(name, request.param, state_directory() / "clusters" / name, socket_directory(name))
    port = free_port()
    where = {"port": str(port), "unix_socket_directories": str(cluster.sockets), "listen_addresses": ""}
    cluster.create(EMBEDDED_SETTINGS | where)
    cluster._make_socket_directory()
    servers = tmp_path / "servers.yml"
    dsn = f"host={cluster.sockets} port={port} user=postgres dbname=postgres"
    servers.write_text(
        "servers:\n  other:\n    may_touch: {guc: ['*'], huge_pages: true}\n"
        f"    postgres: {{binaries: '{request.param}', data_directory: '{cluster.data_directory}', dsn: '{dsn}'}}\n"
    )
    postgres = Postgres(load_servers(servers)["other"])
    postgres.start()
    yield postgres, servers
    postgres.stop()
    shutil.rmtree(cluster.data_directory)  # the next one has a port of its own


def counts(dsn: str, execution_id: int) -> dict[str, int]:
    """Rows a raw table for an execution's runs."""
    with psycopg.connect(dsn) as connection:
        tables = connection.execute(
            """select relname from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'run_id'
               where relnamespace = 'raw'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1"""
        ).fetchall()
        return {
            name: connection.execute(
                f"select count(*) from raw.{name} where run_id in (select run_id from control.runs where execution_id = %s)",
                [execution_id],
            ).fetchone()[0]  # type: ignore[index]
            for (name,) in tables
        }


@pytest.mark.parametrize(("scope", "scoped"), [("database", "geqo_threshold"), ("role", "geqo_threshold")])
@pytest.mark.skipif(not BINARIES, reason="BENCH_BINARIES names no binaries")
def test_a_night_on_another_version(
    scope: str, scoped: str, other: tuple[Postgres, Path], module_warehouse_dsn: str, tmp_path: Path
) -> None:
    postgres, servers = other
    dsn = module_warehouse_dsn
    file = tmp_path / "versions.yml"
    file.write_text(EXPERIMENT.format(scope=scope, scoped=scoped))
    carry_out(postgres, servers, file, dsn)


@pytest.mark.skipif(not BINARIES, reason="BENCH_BINARIES names no binaries")
@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to reserve huge pages")
def test_huge_pages_on_another_version(other: tuple[Postgres, Path], module_warehouse_dsn: str, tmp_path: Path) -> None:
    postgres, servers = other
    file = tmp_path / "versions.yml"
    file.write_text(HUGE_PAGES)
    carry_out(postgres, servers, file, module_warehouse_dsn)


def carry_out(postgres: Postgres, servers: Path, file: Path, dsn: str) -> None:
    """A whole night; prints what was collected and what the data checks found."""
    with postgres.connect() as connection:
        before = {name: found.setting for name, found in read_settings(connection).items()}
        version = connection.execute("show server_version").fetchone()
    begun = night.begin(file, server="other", dsn=dsn, servers_file=servers, progress=print)
    outcomes: list[Any] = []

    def check(run_id: int) -> list[str]:
        return check_run(run_id, dsn)

    while outcome := night.run_next(begun.execution_id, make_recorder(dsn), check, print, dsn=dsn):
        outcomes.append(outcome)
        if outcome.status != "done":
            break
    state = night.finish(begun.execution_id, dsn=dsn)
    with postgres.connect() as connection:
        after = {name: found.setting for name, found in read_settings(connection).items()}
    print(f"\n{version}: {[(o.level, o.status, o.reason) for o in outcomes]}; restored: {after == before}")
    print(json.dumps(counts(dsn, begun.execution_id)))
    with psycopg.connect(dsn, row_factory=dict_row) as connection:
        problems = connection.execute(
            """select distinct on (severity, suite, expectation) run, severity, suite, expectation, message_en from quality.verdicts
               join control.runs using (run_id) where runs.execution_id = %s and not is_success order by severity, suite, expectation""",
            [begun.execution_id],
        ).fetchall()
    for problem in problems:
        print(problem)
    assert after == before and state.restored is not None and state.restored.is_restored
    assert [outcome.status for outcome in outcomes] == ["done"] * len(begun.planned)


@pytest.fixture(scope="module", autouse=True)
def clients() -> None:
    """Says what serves as the client."""
    for path in BINARIES:
        done = subprocess.run([path / "postgres", "--version"], capture_output=True, text=True)
        print(
            path, done.stdout.strip(), "pgbench of its own" if (path / "pgbench").exists() else "the embedded pgbench"
        )

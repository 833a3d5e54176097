"""Two servers under test on two Celery workers, a queue each, side by side: is either ever at two experiments at once, and what is won?

The deployment of docker-compose.yml without containers: Debian's Redis as broker, Airflow's metadata in a PostgreSQL database, its API server,
scheduler and DAG processor, a worker a server. `make bench ARGS="-k celery"`; about ten minutes on two cores.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import psycopg
import pytest
from psycopg.rows import dict_row

from pgverdict.clusters import Cluster, free_port
from pgverdict.paths import PROJECT_ROOT, state_directory
from pgverdict.warehouse import EMBEDDED_SETTINGS, embedded_warehouse, warehouse_dsn

SERVERS = ("alpha", "beta")
SERVERS_FILE = """\
servers:
  alpha: {postgres: {binaries: embedded}, may_touch: {guc: ["*"]}}
  beta: {postgres: {binaries: embedded}, may_touch: {guc: ["*"]}}
"""
EXPERIMENT = """\
id: side_by_side
title: {en: Side by side, ru: Рядом}
question: {en: Side by side, ru: Рядом}
factors:
  - {name: synchronous_commit, kind: guc, levels: ["on", "off"], baseline: "on"}
workload:
  scale: 2
  scripts: [{builtin: tpcb-like}]
  load: {kind: constant, clients: 2, duration: 10s}
repeats: 2
"""


class Deployment:
    """The processes of the compose file, on loopback, in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        (folder / "servers.yml").write_text(SERVERS_FILE)
        self.experiment = folder / "side_by_side.yml"
        self.experiment.write_text(EXPERIMENT)
        # As many connections as the compose file's warehouse has: Airflow's metadata are in it as well.
        Cluster.embedded("warehouse").create(EMBEDDED_SETTINGS | {"max_connections": "200"})
        self.warehouse = embedded_warehouse()
        warehouse_dsn()
        with psycopg.connect(self.warehouse.dsn(), autocommit=True) as connection:
            connection.execute("create database airflow")
        self.port, self.redis_port, password = free_port(), free_port(), secrets.token_hex(16)
        owner = f"postgres:{self.warehouse.password_file.read_text()}@127.0.0.1:{self.warehouse.port}/airflow"
        self.environment = os.environ | {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "PGVERDICT_SERVERS_FILE": str(folder / "servers.yml"),
            "AIRFLOW_HOME": str(folder / "airflow"),
            "AIRFLOW__CORE__DAGS_FOLDER": str(PROJECT_ROOT / "dags"),
            "AIRFLOW__CORE__LOAD_EXAMPLES": "False",
            "AIRFLOW__CORE__EXECUTOR": "CeleryExecutor",
            "AIRFLOW__CORE__FERNET_KEY": "",
            "AIRFLOW__CORE__EXECUTION_API_SERVER_URL": f"http://127.0.0.1:{self.port}/execution/",
            "AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_PASSWORDS_FILE": str(folder / "passwords.json"),
            "AIRFLOW__API__HOST": "127.0.0.1",
            "AIRFLOW__API__PORT": str(self.port),
            "AIRFLOW__API__WORKERS": "1",
            "AIRFLOW__API__SECRET_KEY": secrets.token_hex(32),
            "AIRFLOW__API_AUTH__JWT_SECRET": secrets.token_hex(48),
            "AIRFLOW__DATABASE__SQL_ALCHEMY_CONN": f"postgresql+psycopg2://{owner}",
            "AIRFLOW__CELERY__BROKER_URL": f"redis://:{password}@127.0.0.1:{self.redis_port}/0",
            "AIRFLOW__CELERY__RESULT_BACKEND": f"db+postgresql://{owner}",
            "AIRFLOW__CELERY_BROKER_TRANSPORT_OPTIONS__VISIBILITY_TIMEOUT": "86400",
            # The default of five minutes, shortened: how long a killed worker's task is taken for alive.
            "AIRFLOW__SCHEDULER__TASK_INSTANCE_HEARTBEAT_TIMEOUT": "60",
            "AIRFLOW__LOGGING__BASE_LOG_FOLDER": str(folder / "logs"),
            "DBT_SEND_ANONYMOUS_USAGE_STATS": "False",
            "DO_NOT_TRACK": "1",
            "SCARF_NO_ANALYTICS": "true",
        }
        redis = [
            "redis-server",
            "--port",
            str(self.redis_port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--dir",
            str(folder),
        ]
        self.start("redis", [*redis, "--requirepass", password])
        self.airflow("db", "migrate")
        self.start("api-server", ["airflow", "api-server"])
        self._wait_for_the_api()
        self.start("scheduler", ["airflow", "scheduler", "--skip-serve-logs"])
        self.start("dag-processor", ["airflow", "dag-processor"])
        for server in SERVERS:
            self.start_worker(server)

    def start_worker(self, server: str) -> None:
        worker = ["airflow", "celery", "worker", "--queues", server, "--concurrency", "1", "--skip-serve-logs"]
        self.start(f"worker-{server}", [*worker, "--celery-hostname", f"{server}@bench"])

    def start(self, name: str, command: list[str]) -> None:
        sink = (self.folder / f"{name}.log").open("ab")
        self.processes[name] = subprocess.Popen(
            command,
            env=self.environment,
            cwd=PROJECT_ROOT,
            stdout=sink,
            stderr=sink,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )

    def airflow(self, *words: str) -> str:
        done = subprocess.run(
            ["airflow", *words], env=self.environment, cwd=PROJECT_ROOT, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    def _wait_for_the_api(self) -> None:
        deadline = time.monotonic() + 240
        while time.monotonic() < deadline:
            try:
                with urlopen(f"http://127.0.0.1:{self.port}/api/v2/version", timeout=2):
                    return
            except OSError:
                time.sleep(0.5)
        raise AssertionError((self.folder / "api-server.log").read_text()[-3000:])

    def metadata(self, query: str, *parameters: Any) -> list[dict[str, Any]]:
        with psycopg.connect(self.warehouse.dsn("airflow"), row_factory=dict_row) as connection:
            return connection.execute(query, parameters).fetchall()  # type: ignore[arg-type]

    def rows(self, query: str, *parameters: Any) -> list[dict[str, Any]]:
        with psycopg.connect(warehouse_dsn(), row_factory=dict_row) as connection:
            return connection.execute(query, parameters).fetchall()  # type: ignore[arg-type]

    def wait_for_dags(self) -> None:
        deadline = time.monotonic() + 240
        while time.monotonic() < deadline:
            found = {row["dag_id"] for row in self.metadata("select dag_id from dag where not is_stale")}
            if {f"night_{server}" for server in SERVERS} <= found:
                self.airflow("dags", "pause", "report", "--yes")  # what is measured here are the nights
                return
            time.sleep(1)
        raise AssertionError((self.folder / "dag-processor.log").read_text()[-3000:])

    def trigger(self, server: str, run_id: str) -> None:
        conf = json.dumps({"experiment": str(self.experiment)})
        self.airflow("dags", "trigger", f"night_{server}", "--run-id", run_id, "--conf", conf)

    def wait(self, *run_ids: str, patience_s: float = 900) -> dict[str, dict[str, Any]]:
        deadline = time.monotonic() + patience_s
        while time.monotonic() < deadline:
            rows = self.metadata("select * from dag_run where run_id = any(%s)", list(run_ids))
            if len(rows) == len(run_ids) and all(row["state"] in ("success", "failed") for row in rows):
                return {row["run_id"]: row for row in rows}
            time.sleep(1)
        raise AssertionError(
            self.metadata("select dag_id, run_id, task_id, map_index, state, queue from task_instance")
        )

    def end(self) -> None:
        for process in reversed(self.processes.values()):
            for number, patience in ((signal.SIGINT, 20), (signal.SIGTERM, 5), (signal.SIGKILL, 5)):
                if not _ended(process, number, patience):
                    continue
                break
        for server in SERVERS:
            Cluster.embedded(f"server-{server}").stop("immediate")
        self.warehouse.stop("immediate")


def _ended(process: subprocess.Popen[bytes], number: int, patience_s: float) -> bool:
    """Signals the group; whether it was gone within the patience."""
    deadline = time.monotonic() + patience_s
    try:
        os.killpg(process.pid, number)
        while time.monotonic() < deadline:
            process.poll()
            os.killpg(process.pid, 0)
            time.sleep(0.2)
    except ProcessLookupError:
        return True
    return False


@pytest.fixture(scope="module")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    made = Deployment.__new__(Deployment)
    made.processes = {}
    try:
        made.__init__(tmp_path_factory.mktemp("celery"))  # type: ignore[misc]
        yield made
    finally:
        made.end()
        shutil.rmtree(state_directory(), ignore_errors=True)


def _seconds(row: dict[str, Any]) -> float:
    return float((row["end_date"] - row["start_date"]).total_seconds())


@pytest.mark.skipif(shutil.which("redis-server") is None, reason="needs Debian's redis-server")
def test_two_servers_are_measured_side_by_side_and_neither_is_at_two_experiments(deployment: Deployment) -> None:
    deployment.wait_for_dags()
    for server in SERVERS:
        deployment.trigger(server, f"together-{server}")
    # Trespassers: the same night once more through Airflow, and by hand beside it.
    deployment.trigger("alpha", "again-alpha")
    while not deployment.rows("select 1 from control.runs where status = 'running'"):
        time.sleep(0.5)
    by_hand = subprocess.run(
        ["pgverdict", "run", str(deployment.experiment), "--server", "alpha"],
        env=deployment.environment, cwd=PROJECT_ROOT, capture_output=True, text=True,
    )  # fmt: skip
    together = deployment.wait("together-alpha", "together-beta")
    wall_together = (
        max(r["end_date"] for r in together.values()) - min(r["start_date"] for r in together.values())
    ).total_seconds()
    again = deployment.wait("again-alpha")["again-alpha"]
    alone = {}
    for server in SERVERS:
        deployment.trigger(server, f"alone-{server}")
        alone[server] = deployment.wait(f"alone-{server}")[f"alone-{server}"]
    print(f"\nby hand beside it: status {by_hand.returncode}: {by_hand.stderr.strip().splitlines()[-1]}")
    for run_id, row in (together | {"again-alpha": again} | {f"alone-{s}": alone[s] for s in SERVERS}).items():
        print(f"{run_id}: {row['state']}, {_seconds(row):.0f} s")
    print(
        f"side by side {wall_together:.0f} s, one after the other {sum(_seconds(row) for row in alone.values()):.0f} s"
    )
    runs = deployment.rows(
        """select server, execution_id, run, runs.status, runs.reason, runs.started_at, runs.ended_at
           from control.runs join control.executions using (execution_id) where run is not null order by runs.started_at"""
    )
    overlaps = deployment.rows(
        """select one.run_id, other.run_id from control.runs as one join control.executions as e on e.execution_id = one.execution_id
           join control.runs as other on other.run_id > one.run_id join control.executions as f on f.execution_id = other.execution_id
           where e.server = f.server and tstzrange(one.started_at, one.ended_at) && tstzrange(other.started_at, other.ended_at)"""
    )
    states = deployment.rows(
        """select one.saved_state_id from control.saved_states as one join control.saved_states as other
             on other.saved_state_id > one.saved_state_id and other.server = one.server
           where tstzrange(one.taken_at, one.restored_at) && tstzrange(other.taken_at, other.restored_at)"""
    )
    together_s = deployment.rows(
        """select coalesce(sum(extract(epoch from least(one.ended_at, other.ended_at) - greatest(one.started_at, other.started_at))), 0)::float8 as s
           from control.runs as one join control.executions as e on e.execution_id = one.execution_id
           join control.runs as other on true join control.executions as f on f.execution_id = other.execution_id
           where e.server = 'alpha' and f.server = 'beta' and tstzrange(one.started_at, one.ended_at) && tstzrange(other.started_at, other.ended_at)"""
    )[0]["s"]
    workers = deployment.metadata(
        """select distinct queue, task_id, state, count(*) over (partition by queue, task_id, state) as n from task_instance
           where queue = any(%s) order by 1, 2, 3""", list(SERVERS)
    )  # fmt: skip
    print(
        f"{len(runs)} runs: { {s: sum(r['server'] == s for r in runs) for s in SERVERS} }, statuses { {r['status'] for r in runs} }"
    )
    print(
        f"seconds in which both servers were in a run: {together_s:.0f}; overlapping runs of one server: {len(overlaps)}; nights: {len(states)}"
    )
    for row in workers:
        print(row)
    assert by_hand.returncode == 2 and "one experiment a server at a time" in by_hand.stderr
    assert overlaps == [] and states == []
    assert {row["state"] for row in [*together.values(), again, *alone.values()]} == {"success"}
    assert {row["status"] for row in runs} == {"done"}
    assert together_s > 0
    assert deployment.rows("select 1 from control.saved_states where restored_at is null") == []


@pytest.mark.skipif(shutil.which("redis-server") is None, reason="needs Debian's redis-server")
def test_a_killed_worker_costs_its_run_and_nothing_else(deployment: Deployment) -> None:
    deployment.wait_for_dags()
    known = {row["run_id"] for row in deployment.rows("select run_id from control.runs")}
    deployment.trigger("alpha", "killed-alpha")
    running = (
        "select run_id from control.runs where status = 'running' and measured_from is not null and run_id <> all(%s)"
    )
    while not (found := deployment.rows(running, list(known))):
        time.sleep(0.2)
    worker = deployment.processes["worker-alpha"]
    for pid in descendants(worker.pid):
        os.kill(pid, signal.SIGKILL)
    worker.wait()
    killed_at = time.monotonic()
    deployment.start_worker("alpha")
    night = deployment.wait("killed-alpha")["killed-alpha"]
    tasks = deployment.metadata(
        "select task_id, state, max(try_number) as tries, count(*) as n from task_instance where run_id = 'killed-alpha' group by 1, 2 order by 1, 2"
    )
    runs = deployment.rows(
        """select run, block, planned_order, attempt, status, reason from control.runs
           where run_id <> all(%s) order by run""",
        list(known),
    )
    print(
        f"\nworker killed in run {found[0]['run_id']}; the night ended {time.monotonic() - killed_at:.0f} s later: {night['state']}"
    )
    for row in [*tasks, *runs]:
        print(row)
    cells = [(row["block"], row["planned_order"]) for row in runs if row["status"] == "done"]
    assert night["state"] == "success"
    assert [row["status"] for row in runs].count("interrupted") == 1
    assert len(cells) == len(set(cells)) == 6
    assert deployment.rows("select 1 from control.saved_states where restored_at is null") == []


def descendants(pid: int) -> list[int]:
    """A process and all that came of it, which Celery's pool and Airflow's supervisors put into sessions of their own."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(entry.read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
        children.setdefault(parent, []).append(int(entry.parent.name))
    found = [pid]
    for one in found:
        found += children.get(one, [])
    return found

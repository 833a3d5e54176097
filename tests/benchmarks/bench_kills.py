"""Kills an experiment at random moments and measures what is left: forty kills of the night, and five of each other process.

The stages are the command's own, with real collectors and data checks, so that samples that are lost or doubled show. Not collected by
`make test`: it takes about half an hour. `make bench ARGS="-k kills"` prints the table of docs/measurements/experiments.md.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.rows import dict_row

from experiments import hostmark, night
from experiments.gucs import read_settings
from experiments.kernel import read_sysctl
from experiments.postgres import Postgres, parse_auto_conf
from experiments.servers import load_servers
from experiments.state import disk_copy
from pgverdict.errors import ComponentFailed
from pgverdict.warehouse import embedded_warehouse, warehouse_dsn

KILLS = int(os.environ.get("BENCH_KILLS", "40"))
EACH_OTHER = int(os.environ.get("BENCH_KILLS_OTHERS", "5"))
SERVERS = 'servers:\n  victim:\n    postgres: {binaries: embedded}\n    may_touch: {guc: ["*"], sysctl: ["vm.*"]}\n'
#: A setting that needs a restart, one that is held by a reload, and (as root) a sysctl: all three must come back.
EXPERIMENT = """\
id: kills
title: {en: Kills, ru: Kills}
question: {en: Kills, ru: Kills}
server: victim
factors:
  - {name: shared_buffers, kind: guc, levels: [96MB, 160MB], baseline: 96MB}
hold: {guc: {work_mem: 9MB}%s}
workload:
  scale: 1
  scripts: [{builtin: tpcb-like}]
  load: {kind: constant, clients: 2, duration: 2s}
repeats: 2
"""
NIGHT = """
import sys
from experiments import kernel
from pgverdict.command import stages
if sys.argv[2] == "blind":
    kernel.read_watched, kernel.read_transparent = lambda _: {}, lambda _: None
begun = stages.begin("victim", sys.argv[1])
while stages.run_next(begun["execution_id"]):
    pass
stages.finish(begun["execution_id"])
"""


class Victim:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.servers = folder / "servers.yml"
        self.servers.write_text(SERVERS)
        self.file = folder / "kills.yml"
        # One machine has one kernel: where another experiment sets it, this one leaves it alone (and looks away).
        is_free = os.geteuid() == 0 and not Path(hostmark.PATH).exists() and "BENCH_BLIND" not in os.environ
        self.sysctl = "vm.vfs_cache_pressure" if is_free else None
        self.file.write_text(EXPERIMENT % (f", sysctl: {{{self.sysctl}: 137}}" if self.sysctl else ""))
        self.postgres = Postgres(load_servers(self.servers)["victim"])
        self.postgres.prepare()
        self.before = self.look()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> subprocess.Popen[bytes]:
        environment = os.environ | {"PYTHONPATH": str(Path.cwd()), "PGVERDICT_SERVERS_FILE": str(self.servers)}
        command = [sys.executable, "-c", NIGHT, str(self.file), "sees" if self.sysctl else "blind"]
        self.process = subprocess.Popen(
            command,
            env=environment,
            start_new_session=True,
            stdout=(self.folder / "said").open("a"),
            stderr=(self.folder / "errors").open("a"),
        )
        return self.process

    def process_lives(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def look(self) -> dict[str, Any]:
        with self.postgres.connect() as connection:
            settings = {name: found.setting for name, found in read_settings(connection).items()}
            row = connection.execute("select pg_read_file('postgresql.auto.conf', 0, 100000, true)").fetchone()
        return {
            "settings": {
                name: settings[name] for name in ("shared_buffers", "work_mem", "max_wal_size", "random_page_cost")
            },
            "auto_conf": parse_auto_conf(str(row[0] if row else "")),
            "sysctl": read_sysctl(self.postgres.host, self.sysctl) if self.sysctl else None,
        }

    def rows(self, query: str) -> list[dict[str, Any]]:
        with psycopg.connect(warehouse_dsn(), row_factory=dict_row) as connection:
            return connection.execute(query).fetchall()  # type: ignore[arg-type]

    def stage(self) -> str:
        """What the night was doing when it was killed, as the warehouse saw it."""
        steps = self.rows(
            """select step from control.run_steps join control.runs using (run_id)
               where run_steps.ended_at is null and runs.status = 'running' order by run_steps.started_at desc limit 1"""
        )
        if steps:
            return str(steps[0]["step"])
        return (
            "between runs"
            if self.rows("select 1 from control.saved_states where restored_at is null")
            else "before or after"
        )


def processes(word: str, folder: str) -> list[int]:
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = entry.read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if words[0].endswith(word) and any(folder in part for part in words):
            found.append(int(entry.parent.name))
    return found


@pytest.fixture(scope="module")
def victim(tmp_path_factory: pytest.TempPathFactory) -> Any:
    made = Victim(tmp_path_factory.mktemp("kills"))
    yield made
    if made.process and made.process.poll() is None:  # this measurement itself was interrupted
        os.killpg(made.process.pid, signal.SIGKILL)
        made.process.wait()
    night.restore("victim", servers_file=made.servers)
    made.postgres.cluster.stop("immediate")
    embedded_warehouse().stop("immediate")


def the_execution_is_whole(victim: Victim) -> None:
    """Nothing lost, nothing doubled: each planned run of a complete execution is done exactly once, and so is each sample of it."""
    wrong = victim.rows(
        """select execution_id, planned_order, count(*) filter (where runs.status = 'done') as done
           from control.runs join control.executions using (execution_id)
           where executions.status = 'complete' group by 1, 2 having count(*) filter (where runs.status = 'done') <> 1"""
    )
    assert wrong == []
    done = [row["run_id"] for row in victim.rows("select run_id from control.runs where status = 'done'")]
    assert done
    tables = victim.rows(
        """select relname from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'run_id'
           where relnamespace = 'raw'::regnamespace and relkind = 'p' order by 1"""
    )
    rows = doubled = 0
    for table in tables:
        found = victim.rows(
            f"select count(*) as n, count(distinct t.*::text) as different from raw.{table['relname']} as t where run_id = any(array{done})"
        )[0]
        rows, doubled = rows + found["n"], doubled + found["n"] - found["different"]
    ticks = victim.rows(
        f"select sum(expected) as expected, sum(taken) as taken, sum(missed) as missed from raw.ticks where run_id = any(array{done})"
    )[0]
    without = victim.rows(
        f"select run_id from unnest(array{done}) as run_id where not exists (select from raw.pgbench_summary as s where s.run_id = run_id.run_id)"
        f" or not exists (select from raw.stat_database as d where d.run_id = run_id.run_id)"
    )
    failed = victim.rows(
        "select run_id, message_en from quality.verdicts_in_force where not is_success and severity = 'critical' "
        f"and run_id = any(array{done})"
    )
    print(
        f"{len(done)} runs done: {rows} raw rows, {doubled} doubled; samples due {ticks['expected']}, taken {ticks['taken']}, "
        f"missed {ticks['missed']}; runs without samples {len(without)}; critical verdicts {len(failed)}"
    )
    assert doubled == 0 and without == [] and failed == []


@pytest.mark.timeout(0)
def test_forty_kills_of_the_night_at_random_moments(victim: Victim) -> None:
    draw = random.Random(20261121)
    began = time.monotonic()
    assert victim.start().wait() == 0
    whole_s = time.monotonic() - began
    assert victim.look() == victim.before
    outcomes: Counter[tuple[str, str]] = Counter()
    while sum(outcomes.values()) < KILLS:
        process = victim.start()
        time.sleep(draw.uniform(0, 0.8 * whole_s))
        if process.poll() is not None:
            continue  # a resumed night is shorter than a whole one, and this one had ended
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        stage = victim.stage()
        reports = night.restore("victim", servers_file=victim.servers)
        assert all(report.is_restored for report in reports), reports
        state = "as before" if victim.look() == victim.before else "NOT RESTORED"
        time.sleep(0.2)
        left = processes("/pgbench", str(victim.postgres.cluster.sockets))
        assert not left and not disk_copy("victim").exists()
        assert victim.rows("select 1 from control.runs where status = 'running'") == []
        outcomes[stage, state] += 1
        print(f"kill {sum(outcomes.values())}: {stage}: {state}", flush=True)
    assert victim.start().wait() == 0  # what was left is carried out
    the_execution_is_whole(victim)
    print(f"\nwhole night {whole_s:.1f} s; {KILLS} kills of its process group")
    for (stage, state), count in sorted(outcomes.items()):
        print(f"| {stage} | {count} | {state} |")
    interrupted = victim.rows("select count(*) from control.runs where status = 'interrupted'")[0]["count"]
    executions = victim.rows("select count(*) from control.executions where status = 'complete'")[0]["count"]
    print(f"{executions} executions complete, {interrupted} interrupted runs, each repeated")
    assert all(state == "as before" for _, state in outcomes)


@pytest.mark.parametrize(
    "whom",
    [
        "pgbench",
        "a backend of the server",
        "the server's postmaster",
        "the warehouse's postmaster",
        "the sampling process",
    ],
)
@pytest.mark.timeout(0)
def test_kills_of_the_other_processes(victim: Victim, whom: str) -> None:
    draw = random.Random(whom)
    ended: Counter[int] = Counter()
    stages: Counter[str] = Counter()
    for _ in range(EACH_OTHER):
        process = victim.start()
        time.sleep(draw.uniform(4, 16))
        stages[victim.stage()] += 1
        hit = _kill(victim, whom)
        print(f"{whom}: {hit} killed at {stages.most_common()}", flush=True)
        if whom == "the warehouse's postmaster":
            # Somebody brings it back after a while; without it the recorder would wait a quarter of an hour for it.
            time.sleep(3)
            embedded_warehouse()
        try:
            ended[process.wait(timeout=180)] += 1
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise
        embedded_warehouse()
        reports = night.restore("victim", servers_file=victim.servers)
        assert all(report.is_restored for report in reports), reports
        assert victim.look() == victim.before
    for _ in range(3):
        if victim.start().wait() == 0:
            break
    the_execution_is_whole(victim)
    print(f"\n| {whom} | {EACH_OTHER} | {dict(stages)} | night ended with {dict(ended)} | all restored |")


def _kill(victim: Victim, whom: str) -> int:
    """Kills it, waiting until it is there; how many processes that were."""
    deadline = time.monotonic() + 20
    while not (pids := _pids(victim, whom)) and time.monotonic() < deadline and victim.process_lives():
        time.sleep(0.1)
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return len(pids)


def _pids(victim: Victim, whom: str) -> list[int]:
    if whom == "pgbench":
        return processes("/pgbench", str(victim.postgres.cluster.sockets))
    if whom == "the sampling process":
        return processes("python", "collectors.sampler") + processes("python3", "collectors.sampler")
    if whom == "a backend of the server":
        query = "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()"
        try:
            with victim.postgres.connect() as connection:
                return [row[0] for row in connection.execute(query).fetchall()][:1]
        except ComponentFailed:
            return []
    if whom == "the server's postmaster":
        try:
            return [victim.postgres.postmaster_pid()]
        except ComponentFailed:
            return []
    return [int((embedded_warehouse().data_directory / "postmaster.pid").read_text().split()[0])]

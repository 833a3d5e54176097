"""The recorder of a run: starts the sampling process, restarts it when it is killed, and brings what it spooled to the warehouse."""

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from collectors.asking import START_TIMEOUT_S
from collectors.families import families
from collectors.host import host_families
from collectors.ingest import ingest_load, ingest_server_log
from collectors.loader import Loaded, load_patiently, load_spool
from collectors.spool import SEGMENT_SECONDS, is_written, seal_abandoned
from pgverdict.config import settings
from pgverdict.errors import ComponentFailed, Refused
from pgverdict.interfaces import LoadFiles, RecorderReport, RunTarget
from pgverdict.paths import PROJECT_ROOT, state_directory

#: How long `stop` waits for the warehouse before it leaves the samples in the spool, for the next `load_leftover_spools`.
PATIENCE_S = 900.0
#: Between the end of a killed sampler and its successor; a sampler that cannot even start is tried this many times in a row.
RESTART_PAUSE_S = 0.05
READY_TIMEOUT_S = 60.0
MOST_FAILED_RESTARTS = 20


def make_recorder(
    dsn: str | None = None, load_every_s: float | None = None, patience_s: float = PATIENCE_S
) -> "ProcessRecorder":
    """A recorder that writes to the warehouse at `dsn` (None: the configured one).

    By default nothing is loaded while a run is measured: the spool keeps it, and `stop` loads it. `load_every_s` loads sealed
    segments meanwhile, for runs of hours.
    """
    return ProcessRecorder(dsn, load_every_s, patience_s)


def spool_of(directory: Path) -> Path:
    """Where a run's spool is."""
    return directory / "spool"


def order_for(target: RunTarget) -> dict[str, Any]:
    """What the sampling process is told. Errors: Refused for an interval of a family that does not exist."""
    known = set(families()) | set(host_families(("",)))
    intervals = {**settings().collector_intervals, **target.intervals_s}
    for name, interval in intervals.items():
        if name not in known:
            raise Refused(f"no metric family {name!r}; there are {', '.join(sorted(known))}")
        if interval < 0:
            raise Refused(f"interval of {name}: {interval} s; it must be positive, or 0 to leave the family out")
    return {
        "run_id": target.run_id,
        "night": target.night.isoformat(),
        "dsn": _with_database(target.dsn, target.database),
        "spool": str(spool_of(target.directory)),
        "ssh": target.host.ssh,
        "data_directory": target.data_directory,
        "intervals_s": intervals,
        "parent": os.getpid(),
    }


def _with_database(dsn: str, database: str) -> str:
    from psycopg.conninfo import make_conninfo

    return make_conninfo(dsn, dbname=database)


class ProcessRecorder:
    """`pgverdict.interfaces.Recorder`; one run at a time."""

    def __init__(self, dsn: str | None, load_every_s: float | None, patience_s: float) -> None:
        self.dsn, self.load_every_s, self.patience_s = dsn, load_every_s, patience_s
        self.connect_timeout_s = START_TIMEOUT_S
        self.restarts: list[str] = []
        self.failure: str | None = None  # why there is no collector any more
        self._target: RunTarget | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._supervisor: threading.Thread | None = None
        self._loader: threading.Thread | None = None
        self._stopping = threading.Event()
        self._loaded = Loaded()

    # ------------------------------------------------------------------------------------------ Recorder

    def start(self, target: RunTarget) -> None:
        """Begins sampling; returns when the first sample of each family is taken.

        Errors: Refused for unknown families, ComponentFailed when server or host cannot be reached.
        """
        if self._target is not None:
            raise Refused(f"this recorder still records run {self._target.run_id}; stop it first")
        order = order_for(target)
        spool_of(target.directory).mkdir(parents=True, exist_ok=True)
        _index(target)
        self._loaded, self.restarts, self.failure, self._target = Loaded(), [], None, target
        self._stopping.clear()
        try:
            order |= {
                "began_s": int(time.time()),
                "segment_s": self.load_every_s or SEGMENT_SECONDS,
                "connect_timeout_s": self.connect_timeout_s,
            }
            self._process = self._spawn(order)
        except ComponentFailed:
            self._target = None
            raise
        self._supervisor = threading.Thread(
            target=self._supervise, args=[order], name="pgverdict collector", daemon=True
        )
        self._supervisor.start()
        if self.load_every_s:
            # Beside the supervisor, not in it: a warehouse that is away must not hold up the restart of a killed sampler.
            self._loader = threading.Thread(target=self._load_meanwhile, args=[Path(order["spool"])], daemon=True)
            self._loader.start()

    def stop(self) -> RecorderReport:
        """Ends sampling and brings everything spooled so far into the warehouse. Errors: ComponentFailed; nothing is lost then."""
        target = self._required()
        self.abandon()
        spool = spool_of(target.directory)
        seal_abandoned(spool)
        loaded = load_patiently(spool, self.dsn, self.patience_s, self._loaded)
        _forget(target.run_id, spool)
        missed = dict(loaded.missed) | ({"collector": [self.failure]} if self.failure else {})
        return RecorderReport(dict(loaded.expected), dict(loaded.taken), missed)

    def ingest(self, target: RunTarget, load: list[LoadFiles]) -> None:
        """Brings pgbench's outputs and the server log's part of this run into raw.*; idempotent."""
        ingest_load(target, load, self.dsn)
        ingest_server_log(target, load, self.dsn)

    def abandon(self) -> None:
        """Ends the sampling process without loading anything: what it spooled stays for `load_leftover_spools`."""
        self._stopping.set()
        if self._process is not None:
            _tell_to_stop(self._process)
        for thread in (self._supervisor, self._loader):
            if thread is not None:
                thread.join()
        self._supervisor = self._loader = self._target = None

    @property
    def sampler_pid(self) -> int | None:
        """The sampling process now, for those who measure what it costs (or kill it)."""
        return self._process.pid if self._process else None

    # ------------------------------------------------------------------------------------------ the process

    def _required(self) -> RunTarget:
        if self._target is None:
            raise Refused("nothing is being recorded; start it first")
        return self._target

    def _spawn(self, order: dict[str, Any]) -> subprocess.Popen[bytes]:
        log = Path(order["spool"]).parent / "collector.log"
        with log.open("ab") as errors:
            process = subprocess.Popen(
                [sys.executable, "-m", "collectors.sampler"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=_environment(),
                cwd="/",
            )
        assert process.stdin is not None and process.stdout is not None
        said: list[bytes] = []
        try:
            process.stdin.write(json.dumps(order).encode() + b"\n")
            process.stdin.flush()
            reader = threading.Thread(target=lambda: said.append(process.stdout.readline()), daemon=True)  # type: ignore[union-attr]
            reader.start()
            reader.join(READY_TIMEOUT_S)
        except BrokenPipeError:
            pass
        answer = said[0].decode(errors="replace").strip() if said else ""
        if answer != "ready":
            process.kill()
            process.wait()
            _close(process)
            why = (
                answer.removeprefix("failed ") or f"it ended or said nothing within {READY_TIMEOUT_S:.0f} s; see {log}"
            )
            raise ComponentFailed(f"the collector of run {order['run_id']} did not start: {why}")
        return process

    def _supervise(self, order: dict[str, Any]) -> None:
        """Waits for the process; one that ends unasked gets a successor, which writes off what was missed meanwhile."""
        failed = 0
        while True:
            process = self._process
            assert process is not None
            status = process.wait()
            _close(process)
            if self._stopping.is_set():
                return
            reason = (
                f"the collector ended with {status}" if status >= 0 else f"the collector was killed by signal {-status}"
            )
            self.restarts.append(reason)
            while not self._stopping.wait(RESTART_PAUSE_S) and failed < MOST_FAILED_RESTARTS:
                try:
                    self._process = self._spawn({**order, "resumed_because": reason})
                except ComponentFailed as error:
                    failed += 1
                    self.failure = f"given up after {failed} attempts: {error}"
                else:
                    self.failure = None
                    failed = 0
                    break
            else:
                return
            if self._stopping.is_set():
                _tell_to_stop(self._process)

    def _load_meanwhile(self, spool: Path) -> None:
        while not self._stopping.wait(self.load_every_s):
            try:
                load_spool(spool, self.dsn, self._loaded)
            except ComponentFailed:
                continue  # the warehouse is away: the spool keeps everything


def _environment() -> dict[str, str]:
    """Our own, without libpq's variables: the DSN says all."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("PG") or name.startswith("PGVERDICT")
    }
    paths = [str(PROJECT_ROOT), *filter(None, [environment.get("PYTHONPATH")])]
    return environment | {"PYTHONPATH": os.pathsep.join(paths), "PYTHONUNBUFFERED": "1"}


def _tell_to_stop(process: subprocess.Popen[bytes]) -> None:
    try:
        assert process.stdin is not None
        process.stdin.write(b"stop\n")
        process.stdin.flush()
    except (OSError, ValueError):
        pass  # it is gone already; the supervisor sees to it


def _close(process: subprocess.Popen[bytes]) -> None:
    for pipe in (process.stdin, process.stdout):
        try:
            if pipe is not None:
                pipe.close()
        except OSError:
            pass


# ---------------------------------------------------------------------------------------------- leftovers


def _index_directory() -> Path:
    directory = state_directory() / "spools"
    directory.mkdir(exist_ok=True)
    return directory


def _index(target: RunTarget) -> None:
    """Notes where a run's spool is, so that any later process finds it after a kill."""
    (_index_directory() / f"{target.run_id}.json").write_text(
        json.dumps({"spool": str(spool_of(target.directory).resolve())})
    )


def _forget(run_id: int, spool: Path) -> None:
    if not list(spool.glob("*-*.*")):
        shutil.rmtree(spool, ignore_errors=True)
        (_index_directory() / f"{run_id}.json").unlink(missing_ok=True)


def load_leftover_spools(dsn: str | None = None) -> int:
    """After a kill: brings in what is still spooled anywhere; returns how many rows. Spools that are being written are left alone.

    Errors: ComponentFailed when the warehouse is away; nothing is lost then.
    """
    rows = 0
    for entry in sorted(_index_directory().glob("*.json")):
        spool = Path(json.loads(entry.read_text())["spool"])
        if not spool.exists():
            entry.unlink()
        elif not is_written(spool):
            seal_abandoned(spool)
            rows += load_spool(spool, dsn).rows
            _forget(int(entry.stem), spool)
    return rows

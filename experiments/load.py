"""pgbench, as a run's load: groups side by side, steps one after the other, its outputs named for the collectors."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from experiments.data import client_environment, logins
from experiments.forms import Group, Script
from experiments.model import Experiment, LoadStep
from experiments.postgres import Postgres
from pgverdict.errors import ComponentFailed, is_told_to_end
from pgverdict.interfaces import LoadFiles

#: Log lines that one pgbench call may write; beyond it transactions are sampled, and beyond the second only aggregates are kept.
LOG_LINES = 3_000_000
LOG_LINES_AT_1_PCT = 300_000_000
#: How much longer than asked for a pgbench may take (connecting, its last transactions).
GRACE_S = 60


@dataclass(frozen=True)
class LogChoice:
    """How pgbench logs: every transaction, a share of them, or one line a second."""

    sampling_rate: float = 1.0
    aggregate_interval_s: int | None = None


def choose_log(expected_tps: float, duration_s: float, wish: str) -> LogChoice:
    """What keeps percentiles as long as the volume allows: all, then samples (down to 1%), then aggregates.

    `expected_tps` is what the warm-up or earlier runs showed; 0 is unknown and logs everything.
    """
    if wish == "aggregate":
        return LogChoice(aggregate_interval_s=1)
    lines = expected_tps * duration_s
    if lines > LOG_LINES_AT_1_PCT and wish == "auto":
        return LogChoice(aggregate_interval_s=1)
    if lines <= LOG_LINES:
        return LogChoice()
    return LogChoice(sampling_rate=max(round(LOG_LINES / lines, 2), 0.01))


def shares(clients: int, groups: list[Group]) -> list[int]:
    """Clients of each group: at least one, together exactly `clients` (largest remainders)."""
    total = sum(group.share for group in groups)
    exact = [clients * group.share / total for group in groups]
    counts = [max(1, int(value)) for value in exact]
    by_remainder = sorted(range(len(groups)), key=lambda i: counts[i] - exact[i])
    position = 0
    while sum(counts) < clients:
        counts[by_remainder[position % len(groups)]] += 1
        position += 1
    while sum(counts) > clients:
        counts[max(range(len(groups)), key=lambda i: counts[i])] -= 1
    return counts


class Load:
    """The load of one run; `directory` receives everything that pgbench writes."""

    def __init__(self, postgres: Postgres, experiment: Experiment, levels: dict[str, str], directory: Path) -> None:
        self.postgres = postgres
        self.experiment = experiment
        self.levels = levels
        self.directory = directory
        self.groups = experiment.groups(levels)
        self.pgbench = postgres.client_binaries / "pgbench"

    def steps(self) -> list[LoadStep]:
        return self.experiment.load_steps(self.levels)

    def run_step(self, step: LoadStep, log: LogChoice | None, watch: Callable[[], None]) -> list[LoadFiles]:
        """Runs all groups of one step; `watch` is called about four times a second and stops the load by raising.

        Errors: ComponentFailed with pgbench's own words when one ends badly or hangs.
        """
        counts = shares(step.clients, self.groups)
        calls = [self._begin(group, count, step, log) for group, count in zip(self.groups, counts, strict=True)]
        deadline = time.monotonic() + step.duration_s + GRACE_S
        try:
            while any(call.process.poll() is None for call in calls):
                watch()
                if is_told_to_end():
                    raise KeyboardInterrupt  # the signal's own exception was lost on the way
                if time.monotonic() > deadline:
                    raise ComponentFailed(
                        f"pgbench did not end {GRACE_S} s after its {step.duration_s:.0f} s were over"
                    )
                time.sleep(0.05 if step.duration_s < 5 else 0.25)
        finally:
            for call in calls:
                call.end()
        return [call.files() for call in calls]

    def _begin(self, group: Group, clients: int, step: LoadStep, log: LogChoice | None) -> _Call:
        stem = f"{'warm_up' if log is None else f'step{step.step}'}.{group.name}"
        threads = max(1, min(clients, os.cpu_count() or 1))
        rate = step.tps * clients / step.clients if step.tps else None
        command = [
            str(self.pgbench),
            "-n",
            "-c",
            str(clients),
            "-j",
            str(threads),
            "-T",
            str(max(1, round(step.duration_s))),
        ]
        command += ["-P", "1", "--progress-timestamp", "-M", self.experiment.query_mode(self.levels)]
        command += self._scripts(group.scripts)
        command += ["-R", f"{rate:g}"] if rate else []
        command += ["-L", f"{step.latency_limit_ms:g}"] if rate and step.latency_limit_ms else []
        if log is not None:
            command += ["--log", f"--log-prefix={self.directory / stem}"]
            command += [f"--aggregate-interval={log.aggregate_interval_s}"] if log.aggregate_interval_s else []
            command += [f"--sampling-rate={log.sampling_rate:g}"] if log.sampling_rate < 1 else []
        command.append(logins(self.postgres).load)
        return _Call(
            command,
            group.name,
            clients,
            threads,
            [_script_name(s) for s in group.scripts],
            self.directory / stem,
            log,
            step.step,
        )

    def _scripts(self, scripts: list[Script]) -> list[str]:
        words: list[str] = []
        for script in scripts:
            if script.builtin:
                words += ["-b", f"{script.builtin}@{script.weight}"]
            else:
                words += ["-f", f"{self.experiment.script_path(str(script.file)).resolve()}@{script.weight}"]
        if any(script.file for script in scripts):
            words += ["-D", f"scale={self.experiment.scale(self.levels)}"]
        return words


class _Call:
    """One pgbench process; it dies with us, however we die."""

    def __init__(
        self,
        command: list[str],
        group: str,
        clients: int,
        threads: int,
        scripts: list[str],
        stem: Path,
        log: LogChoice | None,
        step: int,
    ) -> None:
        self.group, self.clients, self.threads, self.scripts, self.stem, self.log, self.step = (
            group,
            clients,
            threads,
            scripts,
            stem,
            log,
            step,
        )
        self.summary, self.progress = stem.with_name(stem.name + ".out"), stem.with_name(stem.name + ".progress")
        self.started_at = datetime.now(UTC)
        with self.summary.open("w") as out, self.progress.open("w") as err:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                env=client_environment(),
                cwd="/",
                preexec_fn=_die_with_parent,
            )
        self.ended_at: datetime | None = None

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.ended_at = datetime.now(UTC)

    def files(self) -> LoadFiles:
        if self.process.returncode != 0:
            words = " / ".join(
                line
                for line in self.progress.read_text(errors="replace").splitlines()
                if not line.startswith("progress:")
            )
            raise ComponentFailed(
                f"pgbench of group {self.group} ended with status {self.process.returncode}: {words[-700:]}"
            )
        assert self.ended_at is not None
        return LoadFiles(
            group=self.group,
            clients=self.clients,
            threads=self.threads,
            scripts=self.scripts,
            summary=self.summary,
            progress=self.progress,
            logs=sorted(self.stem.parent.glob(f"{self.stem.name}.[0-9]*")) if self.log else [],
            aggregate_interval_s=self.log.aggregate_interval_s if self.log else None,
            sampling_rate=self.log.sampling_rate if self.log else 1.0,
            started_at=self.started_at,
            ended_at=self.ended_at,
            step=self.step,
        )


def _script_name(script: Script) -> str:
    return f"<builtin: {script.builtin}>" if script.builtin else str(script.file)


def _libc() -> Any:
    return ctypes.CDLL(None, use_errno=True)


_LIBC = _libc()
_PR_SET_PDEATHSIG = 1


def _die_with_parent() -> None:
    """Runs in the child: the kernel kills it when we die, so that no load outlives a killed run."""
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def tps_of(files: list[LoadFiles]) -> float:
    """Transactions a second of all groups together, from pgbench's summaries; 0 where one does not say."""
    total = 0.0
    for one in files:
        for line in one.summary.read_text(errors="replace").splitlines():
            if line.startswith("tps = "):
                total += float(line.split()[2])
                break
    return total

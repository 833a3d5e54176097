"""One run: apply, restore the data, prove, warm up, load and collect, prove again; every step logged with its time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg

from experiments import apply, data, kernel, proof, provenance, volumes
from experiments.control import Control
from experiments.desired import Desired, desired, touched
from experiments.load import Load, LogChoice, choose_log, tps_of
from experiments.model import Experiment, LoadStep
from experiments.postgres import Postgres
from experiments.state import State
from pgverdict.errors import PgverdictError, follows_interruption, is_told_to_end
from pgverdict.interfaces import HostAccess, LoadFiles, Recorder, RunCheck, RunTarget


@dataclass
class Run:
    """A claimed run in the hands of this process."""

    control: Control
    postgres: Postgres
    experiment: Experiment
    state: State
    row: dict[str, Any]
    recorder: Recorder
    check: RunCheck
    progress: Callable[[str], None]

    @property
    def run_id(self) -> int:
        return int(self.row["run_id"])

    @property
    def levels(self) -> dict[str, str]:
        return dict(self.row["levels"])

    @contextmanager
    def step(self, name: str) -> Iterator[dict[str, Any]]:
        """Logs a step with its time, its outcome and what it found."""
        position = self.control.step(self.run_id, name)
        detail: dict[str, Any] = {}
        try:
            yield detail
        except BaseException as error:
            self.control.end_step(self.run_id, position, False, detail | {"error": str(error) or type(error).__name__})
            raise
        self.control.end_step(self.run_id, position, True, detail)

    # ------------------------------------------------------------ the run

    def carry_out(self) -> list[str]:
        """All steps. Returns the critical failures of the data checks. Errors: PgverdictError when a step fails."""
        wanted = desired(self.experiment, self.levels)
        active, start = self._prepare(wanted)
        expected_tps = self._warm_up(wanted)
        self._fingerprint(active, start)
        files = self._measure(wanted, expected_tps)
        with self.step("prove untouched"):
            proof.prove_untouched(self.postgres, self.state, active)
        with self.step("end state") as detail:
            detail |= data.data_state(self.postgres)
        target = self.target()
        with self.step("ingest"):
            self.recorder.ingest(target, files)
        with self.step("check") as detail:
            problems = self.check(self.run_id)
            detail["problems"] = problems
        return problems

    def _prepare(self, wanted: Desired) -> tuple[proof.Active, dict[str, Any]]:
        postgres, state, between = self.postgres, self.state, self.experiment.form.between_runs
        with self.step("apply") as detail:
            detail |= apply.apply(postgres, state, wanted)
        with self.step("restore data") as detail:
            volumes.unlimit(postgres, state)
            detail |= data.restore_data(
                postgres, self.experiment, self.experiment.scale(self.levels), volumes.tablespace(wanted)
            )
            start = dict(detail)
            apply.apply_scoped(postgres, wanted)
        with self.step("settle"):
            if between.checkpoint:
                with postgres.connect() as connection:
                    connection.execute("checkpoint")
            if between.drop_caches:
                kernel.drop_caches(postgres.host)
            if between.prewarm:
                data.prewarm(postgres)
        if wanted.volume is not None:
            with self.step("limit volume") as detail:
                volumes.limit(postgres, state, wanted)
                detail |= {"volume": wanted.volume, "in_force": volumes.limits_in_force(postgres, state, wanted)}
                if not self._was_measured(wanted.volume):
                    detail["measured"] = volumes.prove_limits(postgres, state, wanted)
        with self.step("prove active") as detail:
            active = proof.prove(postgres, state, wanted)
            detail["settings"] = len(active.settings)
        return active, start

    def _was_measured(self, volume: str) -> bool:
        """Whether an earlier run of this night has measured this volume: once a night is enough, it takes seconds."""
        query = """select 1 from control.run_steps join control.runs using (run_id)
                   where execution_id = %s and step = 'limit volume' and is_ok and detail ? 'measured' and detail->>'volume' = %s
                       and run_steps.started_at > %s limit 1"""
        return bool(self.control.rows(query, (self.row["execution_id"], volume, self.state["taken_at"])))

    def _warm_up(self, wanted: Desired) -> float:
        """Returns the transactions a second that it reached, for the choice of pgbench's log; 0 without a warm-up."""
        seconds = self.experiment.warm_up_s
        if seconds <= 0:
            return 0.0
        load = self._load()
        first = load.steps()[0]
        with self.step("warm up") as detail:
            began = datetime.now(UTC)
            warm = LoadStep(0, first.clients, seconds, first.tps, first.latency_limit_ms)
            files = load.run_step(warm, None, proof.watcher(self.postgres, self.state, wanted))
            self.control.load_step(self.run_id, 0, first.clients, first.tps, began, datetime.now(UTC), True)
            detail["tps"] = tps_of(files)
        return float(detail["tps"])

    def _measure(self, wanted: Desired, expected_tps: float) -> list[LoadFiles]:
        load = self._load()
        files: list[LoadFiles] = []
        watch = proof.watcher(self.postgres, self.state, wanted)
        log = choose_log(expected_tps, self.experiment.load_s(self.levels), self.experiment.form.workload.log)
        target = self.target()
        with self.step("start recorder"):
            self.recorder.start(target)
        try:
            with self.step("load") as detail:
                self.control.set_run(self.run_id, measured_from=datetime.now(UTC))
                for step in load.steps():
                    wait_for_a_new_second(is_needed=bool(files))
                    files += self._load_step(load, step, log, watch)
                detail |= {
                    "tps": tps_of(files),
                    "sampling_rate": log.sampling_rate,
                    "aggregate_interval_s": log.aggregate_interval_s,
                }
                self.control.set_run(self.run_id, measured_to=datetime.now(UTC))
        except BaseException:
            # What ended the load is the reason; a recorder that cannot stop cleanly after it (the server is down) is not.
            with suppress(PgverdictError):
                self._stop_recorder()
            raise
        self._stop_recorder()
        return files

    def _stop_recorder(self) -> None:
        with self.step("stop recorder") as detail:
            report = self.recorder.stop()
            detail |= {"expected": report.expected, "taken": report.taken, "missed": report.missed}

    def _load_step(self, load: Load, step: LoadStep, log: LogChoice, watch: Callable[[], None]) -> list[LoadFiles]:
        began = datetime.now(UTC)
        files = load.run_step(step, log, watch)
        self.control.load_step(self.run_id, step.step, step.clients, step.tps, began, datetime.now(UTC), False)
        return files

    def _load(self) -> Load:
        return Load(self.postgres, self.experiment, self.levels, self.directory)

    @property
    def directory(self) -> Path:
        return Path(self.row["directory"])

    def target(self) -> RunTarget:
        """What the recorder needs to know."""
        ssh = self.postgres.server.form.ssh
        return RunTarget(
            run_id=self.run_id,
            execution_id=int(self.row["execution_id"]),
            night=self.row["night"],
            server=self.postgres.name,
            dsn=data.logins(self.postgres).collector,
            database=data.DATABASE,
            directory=self.directory,
            host=HostAccess(ssh.model_dump(exclude_none=True) if ssh else None),
            data_directory=self.postgres.data_directory,
            log_file=self.postgres.log_file,
        )

    def _fingerprint(self, active: proof.Active, start: dict[str, Any]) -> None:
        """Writes the run's fingerprint, and names what differs from the execution's first run beside the factors."""
        with self.step("fingerprint") as detail:
            machine = dict(self.state["environment"])
            if self.state["volumes"]:
                machine |= kernel.fingerprint(self.postgres.host, self.postgres.data_directory)
            print_ = provenance.of_run(self.experiment, self.levels, active, start, machine)
            # The first that counts: one that was discarded may have been the odd one.
            first = self.control.row(
                """select fingerprint from control.runs
                   where execution_id = %s and fingerprint is not null and status = 'done' order by run limit 1""",
                (self.row["execution_id"],),
            )
            if first:
                names = provenance.exempt(self.experiment, touched(self.experiment))
                found = provenance.difference(first["fingerprint"], print_, names)
                print_["differs_from_first"] = detail["differs_from_first"] = found
                for line in found:
                    self.progress(f"run {self.row['run']} differs from the first beside its factors: {line}")
            self.control.set_run(self.run_id, fingerprint=print_)


def wait_for_a_new_second(is_needed: bool) -> None:
    """Between two steps: the logs are added up by the second, and a second must not belong to two steps."""
    if is_needed:
        time.sleep(1.01 - time.time() % 1)


def outcome_of(run: Run) -> tuple[str, str | None]:
    """Carries a run out and says how it ended: ('done', None) or ('failed', why). A kill leaves it 'running'."""
    began = time.monotonic()
    try:
        problems = run.carry_out()
    except (PgverdictError, psycopg.Error) as error:
        if follows_interruption(error) or is_told_to_end():
            raise KeyboardInterrupt from error
        # The server's own words (its disk is full, it shuts down) make a run void as ours do.
        return "failed", str(error).strip()
    finally:
        run.state["last_run_s"] = time.monotonic() - began
    if is_told_to_end():
        raise KeyboardInterrupt  # the signal's own exception was lost on the way
    return ("failed", "data checks: " + "; ".join(problems)) if problems else ("done", None)

"""How a night and its report go through Airflow: order, one at a time, teardown whatever failed, red where red belongs.

The stages stand in here (they have tests of their own); Airflow, the DAGs and what is between them are real.
"""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from pgverdict.command import stages
from pgverdict.errors import ComponentFailed, Refused

PLANNED = 3


@dataclass
class Stages:
    """Writes down what was called; `fails` names the call that fails, `bad_run` the run that does not count."""

    calls: list[str] = field(default_factory=list)
    fails: str | None = None
    bad_run: int | None = None
    error: Exception = field(default_factory=lambda: ComponentFailed("it broke"))
    done: int = 0
    articles_refused: bool = False

    def _call(self, name: str) -> None:
        self.calls.append(name)
        if name.split()[0] == self.fails:
            raise self.error

    def begin(self, server: str, experiment: str, profile: Any, confirm: bool, **more: Any) -> dict[str, Any]:
        self._call(f"begin {server} {experiment}")
        return {"execution_id": 7, "slots": PLANNED + 2}

    def run_next(self, execution_id: int) -> dict[str, Any] | None:
        if self.done == PLANNED:
            return None
        self._call("run")
        bad, self.bad_run = self.bad_run == self.done + 1, None if self.bad_run == self.done + 1 else self.bad_run
        self.done += not bad
        return {
            "run_id": self.done, "run": self.done, "block": 1, "level": "on", "role": "level", "attempt": 1 + bad,
            "status": "failed" if bad else "done", "reason": "the sensor stuck" if bad else None,
        }  # fmt: skip

    def finish(self, execution_id: int) -> dict[str, Any]:
        self._call("finish")
        left = PLANNED - self.done
        return {
            "execution_id": 7, "status": "running" if left else "complete", "runs_done": self.done, "runs_left": left, "reason": None
        }  # fmt: skip

    def restore(self, server: str | None = None) -> list[Any]:
        self._call("restore")
        return []

    def validate(self, executions: Any, boundary: str) -> Any:
        broken = self.fails == f"{boundary}_validation"
        self.calls.append(f"validate {boundary} {list(executions)}")
        failure = SimpleNamespace(severity="critical", message_en="parts exceed the whole")
        return SimpleNamespace(is_success=not broken, failures=[failure] if broken else [])

    def build(self) -> None:
        self._call("build")

    def write(self, execution_id: int) -> list[Any]:
        self._call(f"write {execution_id}")
        refused = self.articles_refused
        return [
            SimpleNamespace(
                experiment_id="quickstart",
                language=language,
                is_publishable=not refused,
                problems=["line 3: 12%"] if refused else [],
            )
            for language in ("ru", "en")
        ]

    def publish(self) -> dict[str, str]:
        self._call("publish")
        return {"index": "site/index.html"}


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> Stages:
    stand_in = Stages()
    for name in ("begin", "run_next", "finish", "restore", "validate", "build", "write", "publish"):
        monkeypatch.setattr(stages, name, getattr(stand_in, name))
    return stand_in


def carry_out(dag: Any, **conf: Any) -> tuple[str, dict[str, list[str]]]:
    """Runs the DAG; its state, and the states of the instances of each task."""
    run = dag.test(run_conf=conf)
    states: dict[str, list[str]] = {}
    for instance in run.get_task_instances():
        states.setdefault(instance.task_id, []).append(str(instance.state))
    return str(run.state), states


def test_a_night_records_runs_one_after_the_other_and_restores_last(night: Any, stand_in: Stages) -> None:
    state, states = carry_out(night, experiment="quickstart")
    assert state == "success"
    assert stand_in.calls == ["begin local quickstart", "run", "run", "run", "finish"]
    assert sorted(states["run"]) == ["skipped"] * 2 + ["success"] * 3


def test_a_slot_names_itself_by_the_run_that_it_claimed(night: Any, stand_in: Stages) -> None:
    run = night.test(run_conf={"experiment": "quickstart"})
    names = sorted(
        str(each.rendered_map_index)
        for each in run.get_task_instances()
        if each.task_id == "run" and str(each.state) == "success"
    )
    assert names == ["block 1 · on"] * 3


def test_a_bad_run_is_red_and_a_spare_slot_repeats_it(night: Any, stand_in: Stages) -> None:
    stand_in.bad_run = 2
    state, states = carry_out(night, experiment="quickstart")
    assert sorted(states["run"]) == ["failed", "skipped", "success", "success", "success"]
    assert state == "success"
    assert stand_in.calls[-1] == "finish"


def test_a_night_that_leaves_runs_undone_is_red_though_the_server_is_restored(night: Any, stand_in: Stages) -> None:
    stand_in.fails = "run"
    night.get_task("run").partial_kwargs["retries"] = 0
    state, states = carry_out(night, experiment="quickstart")
    assert states["run"] == ["failed"] * 5
    assert stand_in.calls[-1] == "finish"
    assert states["restore"] == ["success"]
    assert (state, states["announce"]) == ("failed", ["failed"])


def test_a_refused_experiment_touches_nothing_and_is_not_retried(night: Any, stand_in: Stages) -> None:
    stand_in.fails, stand_in.error = "begin", Refused("experiments/x.yml:3: levls: did you mean levels?")
    night.get_task("record").retries = 3
    state, states = carry_out(night, experiment="x")
    assert stand_in.calls == ["begin local x"]
    assert state == "failed"
    assert states["record"] == ["failed"]


def test_a_server_that_cannot_be_proven_restored_makes_the_night_red(night: Any, stand_in: Stages) -> None:
    stand_in.fails = "finish"
    state, states = carry_out(night, experiment="quickstart")
    assert states["restore"] == ["failed"]
    assert state == "failed"


def test_the_report_goes_from_raw_to_pages(report: Any, stand_in: Stages) -> None:
    state, _ = carry_out(report, execution_ids=[9, 7])
    assert state == "success"
    assert stand_in.calls[:3] == ["validate raw [7, 9]", "build", "validate marts [7, 9]"]
    assert sorted(stand_in.calls[3:-1]) == ["write 7", "write 9"]
    assert stand_in.calls[-1] == "publish"


def test_a_critical_failure_of_the_marts_stops_the_articles_but_not_the_pages_that_tell_of_it(
    report: Any, stand_in: Stages
) -> None:
    stand_in.fails = "marts_validation"
    state, states = carry_out(report, execution_ids=[7])
    assert state == "failed"
    assert stand_in.calls[-1] == "publish"
    assert not any(call.startswith("write") for call in stand_in.calls)
    assert states["validate_marts"] == ["failed"]


def test_a_refused_article_leaves_the_report_red(report: Any, stand_in: Stages) -> None:
    stand_in.articles_refused = True
    state, states = carry_out(report, execution_ids=[7])
    assert (state, states["write"], states["publish"]) == ("failed", ["failed"], ["success"])


def test_a_report_without_executions_says_what_to_give(report: Any, stand_in: Stages) -> None:
    state, _ = carry_out(report)
    assert state == "failed"
    assert "build" not in stand_in.calls

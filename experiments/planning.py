"""The plan of an execution: goes on with the open one, or draws a new one and writes all its runs down before the first."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from experiments.control import Control
from experiments.model import Experiment
from experiments.plan import ResolvedFactor, planned_runs, resolve
from experiments.postgres import Postgres
from experiments.servers import Server
from pgverdict.errors import Refused


def window_end(server: Server) -> datetime | None:
    """When tonight's window closes; None without a window. Errors: Refused while it is closed."""
    if server.window is None:
        return None
    now = datetime.now(UTC)
    opens, closes = server.window.span(now)
    if opens > now:
        raise Refused(
            f"the window of server {server.name} ({server.form.window}) opens at {opens:%Y-%m-%d %H:%M %Z}; nothing was begun"
        )
    return closes


def open_or_plan(control: Control, postgres: Postgres, experiment: Experiment, abandon: bool) -> tuple[int, bool]:
    found = control.open_execution(experiment.id, postgres.name, experiment.profile)
    if found and found["spec_hash"] == experiment.spec_hash:
        return int(found["execution_id"]), True
    if found:
        began = [run for run in control.runs(found["execution_id"]) if run["status"] != "planned"]
        if began and not abandon:
            raise Refused(
                f"{experiment.file} was changed while execution {found['execution']} of {experiment.id} is under way ({len(began)} runs begun): "
                f"{changed_keys(found['spec'], experiment.spec)}. What is compared is fixed before the first run: put it back, or begin anew with --abandon"
            )
        control.set_execution(
            found["execution_id"],
            status="abandoned",
            reason="the experiment file was changed",
            completed_at=datetime.now(UTC),
        )
    return _plan(control, postgres, experiment), False


def _plan(control: Control, postgres: Postgres, experiment: Experiment) -> int:
    factors = resolve(experiment, postgres)
    with control.planning(experiment.id):
        execution = control.next_execution(experiment.id)
        runs = planned_runs(experiment, factors, execution)
        form = experiment.form
        return control.plan_execution(
            _values(experiment, postgres, factors, execution),
            form.title.model_dump(exclude_none=True),
            form.question.model_dump(exclude_none=True),
            runs,
        )


def _values(
    experiment: Experiment, postgres: Postgres, factors: list[ResolvedFactor], execution: int
) -> dict[str, Any]:
    form = experiment.form
    return {
        "experiment_id": experiment.id,
        "origin": "run",
        "profile": experiment.profile,
        "server": postgres.name,
        "status": "planned",
        "spec": experiment.spec,
        "spec_hash": experiment.spec_hash,
        "factors": [factor.as_json() for factor in factors],
        "repeats": form.repeats,
        "primary_metric": form.primary,
        "minimum_effect_pct": experiment.minimum_effect_pct,
        "is_randomised": form.order == "randomised",
        "has_sentinel": True,
        "is_preregistered": True,
        "seed": experiment.seed(execution),
        "execution": execution,
        "languages": list(form.languages),
    }


def changed_keys(before: dict[str, Any], now: dict[str, Any]) -> str:
    """What an edit changed, as 'warm_up: 5s became 2s'; a script's text where the file itself is the same."""
    old, new = dict(_leaves(before)), dict(_leaves(now))
    changes = [
        f"{key}: {old.get(key, 'nothing')} became {new.get(key, 'nothing')}"
        for key in [*old, *(key for key in new if key not in old)]
        if old.get(key) != new.get(key)
    ]
    if not changes:
        return "the text of a script of it"
    more = f" and {len(changes) - 3} more" if len(changes) > 3 else ""
    return "; ".join(changes[:3]) + more


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _leaves(item, f"{path}[{index}]")
    else:
        yield path, value

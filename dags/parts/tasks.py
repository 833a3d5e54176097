"""The little that stands between a task and the stage of the same name: which executions are meant, and when an answer is a failure."""

from collections.abc import Sequence
from typing import Any

from airflow.sdk.exceptions import AirflowSkipException

from dags.parts.servers import NightlyServer
from pgverdict.command import stages
from pgverdict.errors import AnswerIsNo, ComponentFailed, Refused

#: Seconds that a night keeps its server between two tasks: a retry's delay and a busy scheduler, with room.
LEASE_S = 900


def begin_night(server: NightlyServer, context: Any) -> list[dict[str, Any]]:
    """Plans the night of `server`: one slot a planned run and the spare ones; none for a night that was missed.

    Errors: Refused without an experiment to run.
    """
    if is_scheduled(context) and not server.is_open():
        print("this night was missed: its window is closed, and nothing is caught up")
        return []
    run, params = context["dag_run"], context["params"]
    # Tasks of a scheduler are processes of their own: the night is known by its name, and alive for a while after each step.
    # In one process (`make report`) the process itself is the holder, so that after a kill the next call goes on at once.
    one_process = bool((run.conf or {}).get("one_process"))
    begun = stages.begin(
        server.name,
        params["experiment"] or next_in_rotation(server),
        params["profile"] or None,
        params["confirm"],
        keep_window=keeps_window(context),
        holder=None if one_process else f"{run.dag_id} {run.run_id}",
        lease_s=0 if one_process else LEASE_S,
    )
    return [{"slot": number, "execution_id": begun["execution_id"]} for number in range(1, begun["slots"] + 1)]


def next_in_rotation(server: NightlyServer) -> str:
    """The open execution's experiment, which goes on first; otherwise the one after the experiment that ran last."""
    from pgverdict.warehouse import connect

    if not server.rotation:
        raise Refused(f"{server.name} has no `experiments` in servers.yml: name one under Trigger, or add a rotation")
    with connect("pgverdict_reader") as connection:
        last = connection.execute(
            """
            select experiment_id, status in ('planned', 'running') as is_open from control.executions
            where server = %s and experiment_id = any(%s) order by is_open desc, execution_id desc limit 1
            """,
            [server.name, list(server.rotation)],
        ).fetchone()
    if last is None:
        return server.rotation[0]
    experiment, is_open = last
    position = server.rotation.index(experiment)
    return experiment if is_open else server.rotation[(position + 1) % len(server.rotation)]


def claimed_run(execution_id: int) -> dict[str, Any] | None:
    """Carries out the next run; `name` says which it was, `problem` why it does not count (then a later slot repeats it)."""
    outcome = stages.run_next(execution_id)
    if outcome is None:
        return None
    notes = [f"block {outcome['block']}", outcome["level"]]
    notes += ["sentinel"] if outcome["role"] == "sentinel" else []
    notes += [f"attempt {outcome['attempt']}"] if outcome["attempt"] > 1 else []
    problem = None if outcome["status"] == "done" else f"run {outcome['run']} {outcome['status']}: {outcome['reason']}"
    return {"run_id": outcome["run_id"], "name": " · ".join(notes), "problem": problem}


def end_night(server: NightlyServer, slots: Sequence[dict[str, Any]] | None) -> dict[str, Any]:
    """Restores, and says how the execution stands."""
    if not slots:
        stages.restore(server.name)  # what an earlier, killed night may have left
        return {"execution_id": None, "status": "nothing was planned"}
    return stages.finish(slots[0]["execution_id"])


def what_was_measured(state: dict[str, Any] | None, context: Any) -> dict[str, Any]:
    """The asset's extra; a night without runs has none, and is skipped.

    Errors: ComponentFailed when the night failed, or left runs undone though no window ended it.
    """
    if not state:
        raise ComponentFailed("the night ended before its state was known; the red task above says why")
    if state.get("execution_id") is None:
        raise AirflowSkipException(state["status"])
    name = f"execution {state['execution_id']}"
    if state["status"] == "failed" or not state["runs_done"]:
        raise ComponentFailed(f"{name}: {state['reason'] or 'no run was carried out'}; its red runs say why")
    if state["runs_left"] and not keeps_window(context):
        raise ComponentFailed(
            f"{name}: {state['runs_left']} runs are left, its red runs say why; trigger the night again, and it goes on"
        )
    return {"execution_ids": [state["execution_id"]], "status": state["status"]}


def is_scheduled(context: Any) -> bool:
    """Whether the scheduler began this night, and not a person."""
    return str(context["dag_run"].run_type) == "scheduled"


def keeps_window(context: Any) -> bool:
    """Whether this night ends with its server's window; what is left then goes on the next night."""
    return bool(context["params"]["keep_window"]) or is_scheduled(context)


def executions_at_hand(context: Any) -> list[int]:
    """Executions named by hand, or those of the asset events that triggered this run."""
    named = context["params"].get("execution_ids") or []
    events = (context.get("triggering_asset_events") or {}).values()
    found = {int(each) for each in named} or {
        int(execution)
        for group in events
        for event in group
        for execution in (event.extra or {}).get("execution_ids", [])
    }
    if not found:
        raise Refused("no executions are named, and no measured night triggered this run; give execution_ids")
    return sorted(found)


def validate(executions: Sequence[int], boundary: str, must_hold: bool = False) -> None:
    """Runs the boundary's suite. Errors: AnswerIsNo with the failures when `must_hold`."""
    report = stages.validate(executions, boundary)
    critical = [failure.message_en for failure in report.failures if failure.severity == "critical"]
    print(f"{boundary}: {len(critical)} critical, {len(report.failures) - len(critical)} other failed expectations")
    for sentence in critical:
        print(sentence)
    if must_hold and not report.is_success:
        raise AnswerIsNo("the marts break critical expectations:\n  " + "\n  ".join(critical))


def write_articles(execution_id: int) -> str:
    """Writes and checks both languages; returns the experiment's name. Errors: AnswerIsNo when one is refused."""
    articles = stages.write(execution_id)
    refused = [
        f"{article.language}: {problem}"
        for article in articles
        if not article.is_publishable
        for problem in article.problems
    ]
    if refused:
        raise AnswerIsNo("the checker refused:\n  " + "\n  ".join(refused))
    return ", ".join(f"{article.experiment_id} ({article.language})" for article in articles)

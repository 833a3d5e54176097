"""One DAG a server under test: record its state, carry out tonight's runs one at a time, restore it whatever happened, publish the asset."""

from datetime import timedelta
from typing import Any

from airflow.sdk import DAG, Asset, Param, TriggerRule, get_current_context, task
from airflow.sdk.exceptions import AirflowFailException, AirflowSkipException

from dags.parts.notify import tell_of_failure
from dags.parts.retries import ONLY_COMPONENTS
from dags.parts.servers import NightlyServer, nightly_servers

MEASURED = Asset("pgverdict_measured")

DOC = """
### A night on `{server}`

`record` writes down the server's state before anything is touched and plans the runs; every mapped `run` is a slot that claims the
*next planned run* and names itself by it, one at a time; `restore` puts the server back whatever happened, and proves it;
`announce` tells the reporting DAG. A red `run` was repeated by a later slot if `announce` is green. Spare slots are skipped.

Experiments in rotation: {rotation}. By hand: choose one with *Trigger*. `pgverdict restore {server}` works at any time.
"""


def night(server: NightlyServer) -> DAG:
    """The DAG of one server under test."""
    with DAG(
        dag_id=f"night_{server.name}",
        schedule=server.timetable(),
        # No start_date: with one, the first start of a scheduler would begin last night's run at once, at whatever hour.
        catchup=False,
        is_paused_upon_creation=False,
        max_active_runs=1,
        # No dagrun_timeout: it would skip the teardown with the rest. Runs that would not end in the window are not begun.
        default_args={"queue": server.queue, "owner": "pgverdict", "retry_policy": ONLY_COMPONENTS},
        on_failure_callback=tell_of_failure,
        params={
            "experiment": Param(
                None,
                type=["null", "string"],
                title="Experiment",
                examples=list(server.rotation),
                description="id of the catalog, or a file; empty: the next in rotation",
            ),
            "profile": Param(
                None,
                type=["null", "string"],
                title="Profile",
                description="for instance short; empty: the experiment as it is",
            ),
            "keep_window": Param(
                False,
                type="boolean",
                title="Keep the window",
                description="end with the server's window, as scheduled nights do",
            ),
            "confirm": Param(
                False, type="boolean", title="Confirm", description="touch a server that looks like production"
            ),
        },
        doc_md=DOC.format(server=server.name, rotation=", ".join(server.rotation) or "none"),
        tags=["pgverdict", "night"],
    ) as dag:

        @task(retries=1, retry_delay=timedelta(minutes=1), execution_timeout=timedelta(hours=3))
        def record() -> list[dict[str, Any]]:
            """Records the server's state and plans the night; returns a slot for each run, and the spare ones."""
            from dags.parts.tasks import begin_night

            return begin_night(server, get_current_context())

        @task(
            map_index_template="{{ run_name }}",
            max_active_tis_per_dagrun=1,
            retries=1,
            retry_delay=timedelta(seconds=20),
            execution_timeout=timedelta(hours=12),
        )
        def run(slot: dict[str, Any]) -> dict[str, Any]:
            """Carries out the next planned run."""
            from dags.parts.tasks import claimed_run

            context = get_current_context()
            context["run_name"] = f"spare {slot['slot']}"
            outcome = claimed_run(slot["execution_id"])
            if outcome is None:
                raise AirflowSkipException("nothing is left to run, or the window has no room for it")
            context["run_name"] = outcome["name"]
            if outcome["problem"]:
                raise AirflowFailException(outcome["problem"])
            return outcome

        @task(retries=2, retry_delay=timedelta(seconds=30), execution_timeout=timedelta(hours=1))
        def restore(slots: list[dict[str, Any]] | None) -> dict[str, Any]:
            """Puts the server back and proves it; marks the execution complete when all its blocks are."""
            from dags.parts.tasks import end_night

            return end_night(server, slots)

        @task(trigger_rule=TriggerRule.ALL_DONE, outlets=[MEASURED], retries=0, execution_timeout=timedelta(minutes=5))
        def announce(state: dict[str, Any] | None) -> None:
            """Publishes the asset for the reporting DAG, or fails: then the night is red though the server is restored."""
            from dags.parts.tasks import what_was_measured

            context = get_current_context()
            context["outlet_events"][MEASURED].extra = what_was_measured(state, context)

        slots = record()
        runs = run.expand(slot=slots)
        restored = restore(slots).as_teardown(setups=slots, on_failure_fail_dagrun=True)
        runs >> restored >> announce(restored)
    return dag


for each in nightly_servers():
    globals()[f"night_{each.name}"] = night(each)

"""`make report`: a night and its report through the Airflow DAGs themselves, in this one process, without a scheduler.

What a newcomer sees is what runs at night: the same DAG files, tasks and stages. Great Expectations, dbt and matplotlib take some ten
seconds to import; they are imported before the first run begins, so that neither a measurement nor the tail after it pays for them.
"""

import argparse
import gc
import importlib
import os
import signal
import sys
import threading
from typing import Any

import airflow_home

from pgverdict.errors import PgverdictError, Refused
from pgverdict.paths import site_directory
from pgverdict.progress import say

#: Imported ahead, in this order; what is missing is missed later, by the task that needs it.
HEAVY = ("great_expectations", "dbt.cli.main", "matplotlib.pyplot", "prompts", "expectations", "factcheck")


def import_ahead() -> threading.Thread:
    """Imports what the report needs in the background, while clusters are made and data is loaded."""

    def work() -> None:
        for name in HEAVY:
            try:
                importlib.import_module(name)
            except Exception as error:  # the task that needs it says so again, as its own failure
                print(f"pgverdict: {name} cannot be imported: {error}", file=sys.stderr)

    thread = threading.Thread(target=work, name="imports", daemon=True)
    thread.start()
    return thread


class Failures(list[tuple[str, BaseException]]):
    """The failures of tasks, in the order in which they happened, as Airflow's callbacks tell them."""

    def watch(self, dag: Any) -> None:
        """Makes every task of `dag` report here."""
        for each in dag.tasks:
            each.on_failure_callback = [*(each.on_failure_callback or []), self._note]
            each.on_retry_callback = [*(each.on_retry_callback or []), self._end_if_interrupted]

    def _note(self, context: dict[str, Any]) -> None:
        self._end_if_interrupted(context)
        task, error = context["ti"].task_id, context["exception"]
        # A run that does not count said so itself; and the same sentence once is enough: thirty slots may meet the same missing component.
        if type(error).__name__ != "AirflowFailException" and str(error) not in {str(known) for _, known in self}:
            say(f"{task} failed: {error if isinstance(error, PgverdictError) else f'{type(error).__name__}: {error}'}")
        self.append((task, error))

    def _end_if_interrupted(self, context: dict[str, Any]) -> None:
        # To Airflow a KeyboardInterrupt is one more failure of a task, and the next slot would begin.
        if isinstance(context["exception"], KeyboardInterrupt):
            put_back()
            os._exit(3)


class OwnSignals:
    """The module `signal` for Airflow's task runner, which would take SIGTERM for each task and do nothing with it."""

    def __getattr__(self, name: str) -> Any:
        return getattr(signal, name)

    def signal(self, number: int, handler: Any) -> Any:
        return signal.getsignal(number) if number == signal.SIGTERM else signal.signal(number, handler)


def interruptible() -> None:
    """Ctrl-C and a supervisor's SIGTERM end a night alike: with the server put back."""
    from airflow.sdk.execution_time import task_runner

    def interrupt(number: int, frame: object) -> None:
        # Once: what is begun now is to put the server back.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise KeyboardInterrupt

    task_runner.signal = OwnSignals()  # type: ignore[attr-defined]
    signal.signal(signal.SIGINT, interrupt)
    signal.signal(signal.SIGTERM, interrupt)


def carry_out(dag: Any, conf: dict[str, Any], failures: Failures) -> Any:
    """One run of `dag` in this process. Errors: the first failure that a task raised, when the run as a whole failed."""
    failures.watch(dag)
    known = len(failures)
    run = dag.test(run_conf=conf)
    if str(run.state) != "success":
        own = [error for _, error in failures[known:]]
        # A component that failed explains more than the tasks that then had nothing to do.
        raise own[0] if own else PgverdictError(f"{dag.dag_id} ended {run.state}")
    return run


def measured_executions(run: Any) -> list[int]:
    """The executions that the night's asset event names."""
    from airflow.models.asset import AssetEvent
    from airflow.utils.session import create_session

    with create_session() as session:
        found = session.query(AssetEvent).filter_by(source_dag_id=run.dag_id, source_run_id=run.run_id).all()
        return [execution for event in found for execution in event.extra["execution_ids"]]


def mark_as_reported() -> None:
    """The report ran here: a scheduler that starts later need not do it again."""
    from airflow.models.asset import AssetDagRunQueue
    from airflow.utils.session import create_session

    with create_session() as session:
        session.query(AssetDagRunQueue).filter_by(target_dag_id="report").delete()


def server_of(experiment: str, named: str | None) -> str:
    """The server whose DAG runs the experiment: the one named, otherwise the file's own."""
    if named:
        return named
    from experiments.model import load_experiment
    from pgverdict.command.stages import experiment_file

    return str(load_experiment(experiment_file(experiment)).form.server)


def night_and_report(experiment: str, profile: str | None, server: str | None, failures: Failures) -> None:
    """The whole way from a question to published pages. Errors: those of the stages."""
    heavy = import_ahead()
    name = server_of(experiment, server)
    airflow_home.prepare_database()
    from dags import nights, report

    dag = getattr(nights, f"night_{name}", None)
    if dag is None:
        raise Refused(f"servers.yml has no server {name!r}; `pgverdict list` shows the experiments and their servers")

    def before_the_first_run(context: Any) -> None:
        heavy.join()
        # What is imported stays: the collector of garbage need not walk through it while a load is measured.
        gc.collect()
        gc.freeze()

    dag.get_task("record").on_success_callback = [before_the_first_run]
    conf = {"experiment": experiment, "profile": profile, "one_process": True}
    run = carry_out(dag, conf, failures)
    executions = measured_executions(run)
    mark_as_reported()
    for each in report.dag.tasks:
        each.on_execute_callback = [lambda context: say(f"report: {context['ti'].task_id.replace('_', ' ')}")]
    carry_out(report.dag, {"execution_ids": executions}, failures)


def show_pages(experiment: str) -> None:
    """Where the reader goes on."""
    site = site_directory()
    print("\nDone. Read:")
    for title, path in (
        ("article (ru)", site / "articles" / experiment / "ru.html"),
        ("article (en)", site / "articles" / experiment / "en.html"),
        ("index", site / "index.html"),
        ("dbt docs", site / "dbt" / "index.html"),
        ("data quality", site / "quality" / "index.html"),
    ):
        print(f"  {title:13} {path}{'' if path.exists() else '   (missing)'}")


def put_back() -> None:
    """After an interruption: the server as it was, and how to go on."""
    from pgverdict.command import stages

    say("interrupted; putting the server back")
    stages.restore()
    print(
        "pgverdict: interrupted, the server is as it was; `make report` goes on where it stopped",
        file=sys.stderr,
        flush=True,
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="make report ARGS=", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "experiment", nargs="?", default="quickstart", help="id of the catalog or a file; default: quickstart"
    )
    parser.add_argument("--profile", help="profile of the experiment file")
    parser.add_argument("--server", help="server of servers.yml; default: the one the file names")
    arguments = parser.parse_args()
    os.environ.update(airflow_home.environment() | {"AIRFLOW__LOGGING__LOGGING_LEVEL": "CRITICAL"})
    failures = Failures()
    say(f"{arguments.experiment}: starting Airflow (its DAGs, in this process)")
    try:
        interruptible()
        night_and_report(arguments.experiment, arguments.profile, arguments.server, failures)
    except KeyboardInterrupt:
        put_back()
        return 3
    except PgverdictError as error:
        if os.environ.get("PGVERDICT_DEBUG"):
            raise
        print(f"pgverdict: {error}", file=sys.stderr)
        return error.exit_status
    except Exception as error:
        if os.environ.get("PGVERDICT_DEBUG"):
            raise
        print(
            f"pgverdict: a component failed: {type(error).__name__}: {error}\n"
            "What was begun is restored or resumable: `make report` again goes on, PGVERDICT_DEBUG=1 shows the traceback.",
            file=sys.stderr,
        )
        return 3
    show_pages(arguments.experiment)
    return 0


if __name__ == "__main__":
    sys.exit(main())

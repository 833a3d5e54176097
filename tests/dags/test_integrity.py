"""What every DAG must keep to, and that each of these rules is seen to be broken when it is."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pgverdict.paths import PROJECT_ROOT

#: What takes seconds to import belongs into tasks: each file of dags/ is parsed again and again, within two seconds.
HEAVY = (
    "great_expectations",
    "dbt",
    "matplotlib",
    "openai",
    "pandas",
    "prompts",
    "expectations",
    "factcheck",
    "collectors",
)


def problems(dag: Any) -> list[str]:
    """Sentences about what is wrong with a DAG; none for a good one."""
    return [*_of_any(dag), *(_of_a_night(dag) if dag.dag_id.startswith("night_") else [])]


def _of_any(dag: Any) -> Iterable[str]:
    if not (dag.doc_md or "").strip():
        yield "has no doc_md"
    if dag.catchup:
        yield "catches up"
    if dag.start_date is not None:
        yield "has a start_date: the first start of a scheduler would begin a past night"
    if dag.max_active_runs != 1:
        yield "may run twice at a time"
    if not dag.on_failure_callback:
        yield "tells nobody of a failure"
    if "pgverdict" not in dag.tags:
        yield "lacks the tag"
    if not dag.params:
        yield "has no parameters for the UI"
    for task in dag.tasks:
        own = task.partial_kwargs if task.is_mapped else {}
        if not (own.get("execution_timeout") or getattr(task, "execution_timeout", None)):
            yield f"{task.task_id} has no time-out"
    if not any(task.is_teardown and task.on_failure_fail_dagrun for task in dag.tasks):
        yield "has no teardown whose failure fails it"
    if not any(not task.is_teardown and not task.downstream_task_ids for task in dag.tasks):
        yield "has no plain leaf beside its teardown: a failed task would leave it green"


def _of_a_night(dag: Any) -> Iterable[str]:
    if [task.task_id for task in dag.tasks if task.is_setup] != ["record"]:
        yield "record is not its setup"
    mapped = [task for task in dag.tasks if task.is_mapped]
    if [task.task_id for task in mapped] != ["run"]:
        yield "its runs are not mapped tasks"
    for task in mapped:
        if task.partial_kwargs.get("max_active_tis_per_dagrun") != 1:
            yield "runs may overlap"
        if not task.partial_kwargs.get("map_index_template"):
            yield "runs are not named"
    queues = {(task.partial_kwargs if task.is_mapped else {}).get("queue") or task.queue for task in dag.tasks}
    if len(queues) != 1 or "default" in queues:
        yield f"its tasks are not in its server's queue alone ({queues})"


@pytest.fixture(scope="module")
def bag() -> Any:
    from airflow.dag_processing.dagbag import DagBag

    return DagBag(str(PROJECT_ROOT / "dags"))


def test_every_dag_file_is_imported_and_every_server_has_a_night(bag: Any) -> None:
    from experiments.servers import load_servers

    assert bag.import_errors == {}
    assert set(bag.dags) == {"report", *(f"night_{name}" for name in load_servers())}


def test_every_dag_keeps_to_the_rules(bag: Any) -> None:
    assert bag.dags
    assert {dag_id: problems(dag) for dag_id, dag in bag.dags.items() if problems(dag)} == {}


def test_the_report_begins_with_the_asset_that_a_night_publishes(bag: Any) -> None:
    published = {asset.name for dag in bag.dags.values() for task in dag.tasks for asset in task.outlets}
    awaited = {asset.name for asset in bag.dags["report"].timetable.asset_condition.objects}
    assert awaited == {"pgverdict_measured"}
    assert awaited <= published


def heavy_imports(file: Path) -> list[str]:
    """Heavy modules that parsing `file` brings in, found in a process of its own."""
    code = (
        "import importlib.util, json, sys\n"
        f"spec = importlib.util.spec_from_file_location('parsed', {str(file)!r})\n"
        "spec.loader.exec_module(importlib.util.module_from_spec(spec))\n"
        f"print(json.dumps([name for name in {HEAVY!r} if name in sys.modules]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=PROJECT_ROOT, check=True)
    found: list[str] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize("name", ["nights.py", "report.py"])
def test_parsing_a_dag_file_imports_nothing_heavy(name: str) -> None:
    assert heavy_imports(PROJECT_ROOT / "dags" / name) == []


def test_a_heavy_import_at_the_top_of_a_dag_file_is_found(tmp_path: Path) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text("import matplotlib\n")
    assert heavy_imports(planted) == ["matplotlib"]


def _set(name: str, value: Any) -> Callable[[Any], None]:
    return lambda dag: setattr(dag, name, value)


def _spoil(task_id: str, **values: Any) -> Callable[[Any], None]:
    def spoil(dag: Any) -> None:
        task = dag.get_task(task_id)
        for name, value in values.items():
            if task.is_mapped:
                task.partial_kwargs[name] = value
            else:
                setattr(task, name, value)

    return spoil


def _catching_up(dag: Any) -> None:
    dag.start_date = datetime(2026, 1, 1)  # Airflow itself refuses one without the other
    dag.catchup = True


def _without_leaf(dag: Any) -> None:
    dag.task_dict.pop("announce")
    dag.get_task("restore").downstream_task_ids.clear()


@pytest.mark.parametrize(
    ("plant", "expected"),
    [
        (_set("doc_md", " "), "has no doc_md"),
        (_catching_up, "catches up"),
        (_set("start_date", datetime(2026, 1, 1)), "has a start_date"),
        (_set("max_active_runs", 16), "may run twice at a time"),
        (_set("on_failure_callback", None), "tells nobody"),
        (_set("tags", set()), "lacks the tag"),
        (_spoil("record", execution_timeout=None), "record has no time-out"),
        (_spoil("run", execution_timeout=None), "run has no time-out"),
        (_spoil("restore", on_failure_fail_dagrun=False), "has no teardown whose failure fails it"),
        (_without_leaf, "has no plain leaf"),
        (_spoil("record", is_setup=False), "record is not its setup"),
        (_spoil("run", max_active_tis_per_dagrun=None), "runs may overlap"),
        (_spoil("run", map_index_template=None), "runs are not named"),
        (_spoil("restore", queue="default"), "not in its server's queue"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_planted_violation_is_named(night: Any, plant: Callable[[Any], None], expected: str) -> None:
    assert problems(night) == []
    plant(night)
    assert any(expected in problem for problem in problems(night)), problems(night)


def test_a_night_begins_by_its_window_in_the_windows_time_zone() -> None:
    from dags.parts.servers import NightlyServer

    timetable = NightlyServer("a", "a", ("quickstart",), "30 22 * * *", "Europe/Moscow").timetable()
    assert timetable.expression == "30 22 * * *"
    assert str(timetable.timezone) == "Europe/Moscow" or timetable.timezone.key == "Europe/Moscow"
    assert timetable.run_immediately is False or timetable.run_immediately == timedelta(0)


def test_a_server_without_a_rotation_is_run_by_hand_only() -> None:
    from dags.parts.servers import NightlyServer

    assert NightlyServer("a", "a", ()).timetable() is None


def test_an_import_error_names_the_servers_file_its_line_and_the_key(tmp_path: Path) -> None:
    broken = tmp_path / "servers.yml"
    broken.write_text("servers:\n  local:\n    postgres: {binaries: embedded}\n    windw: '22:00-06:00 UTC'\n")
    done = subprocess.run(
        [sys.executable, "-c", "import dags.nights"],
        capture_output=True, text=True, cwd=PROJECT_ROOT, env={**__import__("os").environ, "PGVERDICT_SERVERS_FILE": str(broken)},
    )  # fmt: skip
    assert done.returncode != 0
    assert "servers.yml:4" in done.stderr
    assert "window" in done.stderr

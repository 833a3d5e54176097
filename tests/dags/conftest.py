"""Airflow with a home of the test session's own, prepared before anything imports it."""

import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from pgverdict.paths import PROJECT_ROOT

sys.path.insert(0, str(PROJECT_ROOT / "scripts"))

import airflow_home

os.environ.update(airflow_home.environment() | {"AIRFLOW__LOGGING__LOGGING_LEVEL": "CRITICAL"})


@pytest.fixture(scope="session")
def metadata() -> None:
    """Airflow's metadata database."""
    airflow_home.prepare_database()


@pytest.fixture
def night(metadata: None) -> Iterator[Any]:
    """The DAG of the server `local`, its retries without delay."""
    from dags import nights

    yield _without_delays(nights.night(next(s for s in nights.nightly_servers() if s.name == "local")))


@pytest.fixture
def report(metadata: None) -> Any:
    """The reporting DAG, loaded anew."""
    import importlib

    from dags import report as module

    return _without_delays(importlib.reload(module).dag)


def _without_delays(dag: Any) -> Any:
    for each in dag.tasks:
        if not each.is_mapped:
            each.retries = 0
    return dag

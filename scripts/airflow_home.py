"""Airflow's home below the state directory: its configuration as environment variables, and its metadata database, made once."""

import os
import secrets
import sys
from pathlib import Path

from pgverdict.paths import PROJECT_ROOT, state_directory


def home() -> Path:
    """Airflow's home of this checkout."""
    directory = state_directory() / "airflow"
    directory.mkdir(parents=True, exist_ok=True)
    return directory


def quiet_environment() -> dict[str, str]:
    """Switches off what would ask the network for nothing that we need: each component's telemetry and version checks."""
    return {
        "SCARF_NO_ANALYTICS": "true",
        "DO_NOT_TRACK": "1",
        "DBT_SEND_ANONYMOUS_USAGE_STATS": "False",
        "GX_ANALYTICS_ENABLED": "False",
    }


def environment(port: int | None = None) -> dict[str, str]:
    """What Airflow is told. `port` is the web server's; without it no server is meant to run (`make report`)."""
    directory = home()
    told = quiet_environment() | {
        "AIRFLOW_HOME": str(directory),
        "AIRFLOW__CORE__DAGS_FOLDER": str(PROJECT_ROOT / "dags"),
        "AIRFLOW__CORE__LOAD_EXAMPLES": "False",
        "AIRFLOW__CORE__FERNET_KEY": "",
        "AIRFLOW__DATABASE__SQL_ALCHEMY_CONN": f"sqlite:///{directory / 'airflow.db'}",
        "AIRFLOW__LOGGING__BASE_LOG_FOLDER": str(directory / "logs"),
        "AIRFLOW__API_AUTH__JWT_SECRET": secret(directory / "jwt.secret"),
        "AIRFLOW__API__SECRET_KEY": secret(directory / "api.secret"),
    }
    if port is not None:
        told |= {
            # The default of 32 forks 32 workers; a night needs one slot, the report one, and one is spare.
            "AIRFLOW__CORE__EXECUTOR": "LocalExecutor",
            "AIRFLOW__CORE__PARALLELISM": "3",
            "AIRFLOW__API__HOST": "127.0.0.1",
            "AIRFLOW__API__PORT": str(port),
            "AIRFLOW__API__WORKERS": "1",
            "AIRFLOW__API__BASE_URL": f"http://127.0.0.1:{port}",
            # It does not follow the port by itself: tasks would report to whoever listens on 8080.
            "AIRFLOW__CORE__EXECUTION_API_SERVER_URL": f"http://127.0.0.1:{port}/execution/",
            "AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_PASSWORDS_FILE": str(directory / "passwords.json"),
            "AIRFLOW__DAG_PROCESSOR__MIN_FILE_PROCESS_INTERVAL": "60",
        }
    return told


def secret(path: Path) -> str:
    """The secret in `path`, made on first use and readable by its owner only."""
    if not path.exists():
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(32))
    return path.read_text()


def prepare_database() -> None:
    """Makes or migrates the metadata database; at once when this version of Airflow has done it before."""
    from importlib.metadata import version

    marker = home() / "migrated-for"
    wanted = version("apache-airflow-core")
    if marker.exists() and marker.read_text() == wanted and (home() / "airflow.db").exists():
        return
    from airflow.utils.db import initdb

    initdb()
    marker.write_text(wanted)


if __name__ == "__main__":
    os.environ.update(environment())
    prepare_database()
    sys.exit(0)

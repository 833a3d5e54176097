"""The warehouse: where it is, how to connect as the role of a room, and its migrations (Alembic)."""

from functools import cache
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from pgverdict.clusters import Cluster
from pgverdict.config import settings
from pgverdict.errors import ComponentFailed

DATABASE = "pgverdict"
#: Roles of the rooms; each may do what its room needs and no more (migration 0001 grants).
ROLES = (
    "pgverdict_control",
    "pgverdict_collector",
    "pgverdict_quality",
    "pgverdict_dbt",
    "pgverdict_prompts",
    "pgverdict_reader",
)

EMBEDDED_SETTINGS = {
    "shared_buffers": "256MB",
    "max_connections": "60",
    "max_wal_size": "2GB",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "work_mem": "64MB",
    "maintenance_work_mem": "256MB",
    "synchronous_commit": "off",
    "jit": "off",
    "random_page_cost": "1.1",
    "max_locks_per_transaction": "512",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "track_activities": "on",
}


def embedded_warehouse() -> Cluster:
    """The embedded warehouse cluster, created and started when it is not yet."""
    cluster = Cluster.embedded("warehouse")
    cluster.create(EMBEDDED_SETTINGS)
    cluster.start()
    with psycopg.connect(cluster.dsn(), autocommit=True) as connection:
        if not connection.execute("select 1 from pg_database where datname = %s", [DATABASE]).fetchone():
            connection.execute(sql.SQL("create database {}").format(sql.Identifier(DATABASE)))
    return cluster


@cache
def warehouse_dsn() -> str:
    """The libpq connection string of the warehouse, migrated to the newest version; starts the embedded one if none is configured."""
    configured = settings().warehouse_dsn
    dsn = configured.get_secret_value() if configured else embedded_warehouse().dsn(DATABASE)
    migrate(dsn)
    return dsn


def connect(role: str | None = None, dsn: str | None = None, **options: Any) -> psycopg.Connection[Any]:
    """A connection to the warehouse, in UTC; `role` is one of ROLES (None: the owner, for migrations only).

    Errors: ComponentFailed when the warehouse cannot be reached.
    """
    target = dsn or warehouse_dsn()
    try:
        connection = psycopg.connect(target, application_name="pgverdict", connect_timeout=10, **options)
        connection.execute("set timezone = 'UTC'")
        if role is not None:
            connection.execute(sql.SQL("set role {}").format(sql.Identifier(role)))
        if not connection.autocommit:
            connection.commit()
    except psycopg.OperationalError as error:
        raise ComponentFailed(f"the warehouse does not answer ({error}); `pgverdict doctor` tells more") from None
    return connection


def sqlalchemy_url(dsn: str, driver: str = "psycopg") -> Any:
    """The same connection as an SQLAlchemy URL object; a socket directory goes in as a parameter of the query."""
    from sqlalchemy.engine import URL

    parts = conninfo_to_dict(dsn)
    host = str(parts.pop("host", ""))
    query = {k: str(v) for k, v in parts.items() if k not in ("port", "user", "password", "dbname") and v is not None}
    if host.startswith("/") or not host:
        query |= {"host": host} if host else {}
        host = ""
    port = parts.get("port")
    return URL.create(
        f"postgresql+{driver}",
        username=_text(parts.get("user")),
        password=_text(parts.get("password")),
        host=host or None,
        port=int(port) if port and host else None,
        database=_text(parts.get("dbname")),
        query=query | ({"port": str(port)} if port and not host else {}),
    )


def _text(value: Any) -> str | None:
    return None if value is None else str(value)


def migrate(dsn: str) -> None:
    """Brings the warehouse forward to the newest version; nothing happens where it is there already. Forward only."""
    head = newest_version()
    with psycopg.connect(dsn, autocommit=True) as connection:
        known = connection.execute("select to_regclass('control.alembic_version')").fetchone()
        if (
            known
            and known[0]
            and connection.execute("select version_num from control.alembic_version").fetchone() == (head,)
        ):
            return
        # One migrator at a time, whoever starts together.
        connection.execute("select pg_advisory_lock(hashtext('pgverdict migrations'))")
        connection.execute("create schema if not exists control")
        _upgrade(dsn)


@cache
def newest_version() -> str:
    """The newest migration's number, read from the file names so that the common case does not import Alembic."""
    return max(
        path.name.split("_")[0] for path in (Path(__file__).parent / "migrations" / "versions").glob("[0-9]*.py")
    )


def _upgrade(dsn: str) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["url"] = sqlalchemy_url(dsn)
    command.upgrade(config, "head")

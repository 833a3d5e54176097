"""PostgreSQL's settings: reads them, compares them by meaning, sets them as their context asks, and proves what is active."""

from __future__ import annotations

import math
import re
from dataclasses import asdict, dataclass
from typing import Any

import psycopg
from psycopg import sql

from experiments.located import nearest
from experiments.postgres import Postgres, parse_auto_conf, quote_setting
from pgverdict.errors import ComponentFailed, Refused
from pgverdict.units import SETTING_UNITS, split_quantity

#: Contexts in increasing order of what a change needs.
CONTEXTS = ("user", "superuser", "backend", "superuser-backend", "sighup", "postmaster", "internal")
SESSION_CONTEXTS = ("user", "superuser", "backend", "superuser-backend")

#: Settings that follow others, the session or the clock: a difference in them is no change by anybody.
DERIVED = {
    "shared_memory_size", "shared_memory_size_in_huge_pages", "num_os_semaphores", "huge_pages_status", "in_hot_standby",
    "application_name", "client_encoding", "transaction_isolation", "transaction_read_only", "transaction_deferrable",
    "is_superuser", "session_authorization", "role", "wal_segment_size", "search_path", "unix_socket_directories", "port",
}  # fmt: skip
#: Lists of names: PostgreSQL takes each item as a value of its own, and one literal 'a, b' as a single odd name.
LISTS = {
    "local_preload_libraries", "search_path", "session_preload_libraries", "shared_preload_libraries", "temp_tablespaces",
    "unix_socket_directories", "oauth_validator_libraries",
}  # fmt: skip
#: Sources of values that nobody set: the server computes some of them from others (wal_buffers, io_max_concurrency).
COMPUTED = {"default", "override"}


@dataclass(frozen=True)
class Setting:
    """A row of pg_settings."""

    name: str
    setting: str
    unit: str | None
    vartype: str
    context: str
    source: str
    boot_val: str | None
    min_val: str | None
    max_val: str | None
    enumvals: list[str] | None
    pending_restart: bool

    def shown(self) -> str:
        """With its unit, as people say it: 128MB, 5min, on."""
        return readable(self.setting, self.unit)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def read_settings(connection: psycopg.Connection[Any]) -> dict[str, Setting]:
    """All of pg_settings as this session sees them."""
    rows = connection.execute(
        "select name, setting, unit, vartype, context, source, boot_val, min_val, max_val, enumvals, pending_restart from pg_settings"
    ).fetchall()
    return {row[0]: Setting(*row) for row in rows}


def readable(setting: str, unit: str | None) -> str:
    """'900' with unit 's' -> '15min'; the largest unit that keeps it whole."""
    if not unit or unit not in SETTING_UNITS or not setting.lstrip("-").isdigit() or int(setting) <= 0:
        return setting
    ladder = (
        ("d", "h", "min", "s", "ms", "us")
        if unit in ("us", "ms", "s", "min", "h", "d")
        else ("TB", "GB", "MB", "kB", "B")
    )
    amount = (
        round(int(setting) * SETTING_UNITS[unit] * 1e6)
        if ladder[0] == "d"
        else round(int(setting) * SETTING_UNITS[unit])
    )
    for name in ladder:
        size = round(SETTING_UNITS[name] * (1e6 if ladder[0] == "d" else 1))
        if amount % size == 0:
            return f"{amount // size}{name}"
    return setting


def canonical(value: str, setting: Setting) -> str:
    """A value in the form in which pg_settings shows it. Errors: Refused when PostgreSQL would not take it, with what it takes."""
    if setting.vartype == "bool":
        return _canonical_bool(value, setting)
    if setting.vartype == "enum":
        return _canonical_enum(value, setting)
    if setting.vartype in ("integer", "real"):
        return _canonical_number(value, setting)
    return ", ".join(list_items(value)) if setting.name in LISTS else value


def list_items(value: str) -> list[str]:
    """The names of a list as PostgreSQL splits it: at commas outside of double quotes."""
    items = re.findall(r'"((?:[^"]|"")*)"|([^\s,"][^,"]*)', value)
    return [quoted.replace('""', '"') if quoted else plain.strip() for quoted, plain in items]


def literal(name: str, value: str) -> sql.Composable:
    """A value for SET: one literal, or one an item of a list."""
    items = list_items(value) if name in LISTS else [value]
    return sql.SQL(", ").join(sql.Literal(item) for item in items or [value])


def _canonical_bool(value: str, setting: Setting) -> str:
    words = {"on": "on", "true": "on", "yes": "on", "1": "on", "off": "off", "false": "off", "no": "off", "0": "off"}
    if value.lower() not in words:
        raise Refused(f"{setting.name} takes on or off, not {value!r}")
    return words[value.lower()]


def _canonical_enum(value: str, setting: Setting) -> str:
    known = setting.enumvals or []
    # Hidden spellings (true, yes, 1 for on) are valid but not listed.
    hidden = {"true": "on", "yes": "on", "1": "on", "false": "off", "no": "off", "0": "off"}
    lowered = value.lower()
    found = lowered if lowered in known else hidden.get(lowered)
    if found not in known:
        raise Refused(f"{setting.name} does not take {value!r}{nearest(lowered, known)} (all: {', '.join(known)})")
    return found


def _canonical_number(value: str, setting: Setting) -> str:
    try:
        number, unit = split_quantity(value)
    except Refused:
        raise Refused(f"{setting.name} takes a number{_of_unit(setting)}, not {value!r}") from None
    if unit:
        same = unit in SETTING_UNITS and setting.unit and _is_time(unit) == _is_time(setting.unit)
        if not same:
            raise Refused(f"{setting.name} does not take the unit {unit!r}; {_units_of(setting)}")
        number = number * SETTING_UNITS[unit] / SETTING_UNITS[str(setting.unit)]
    if setting.vartype == "integer":
        number = math.floor(abs(number) + 0.5) * (1 if number >= 0 else -1)
    low, high = float(setting.min_val or "-inf"), float(setting.max_val or "inf")
    if not low <= number <= high:
        least, most = readable(str(setting.min_val), setting.unit), readable(str(setting.max_val), setting.unit)
        raise Refused(f"{setting.name} takes {least} to {most}, not {value!r}")
    return str(int(number)) if setting.vartype == "integer" else f"{number:.10g}"


def _is_time(unit: str) -> bool:
    return unit in ("us", "ms", "s", "min", "h", "d")


def _of_unit(setting: Setting) -> str:
    return f" ({_units_of(setting)})" if setting.unit else ""


def _units_of(setting: Setting) -> str:
    if not setting.unit:
        return "it has no unit"
    return "units are us, ms, s, min, h, d" if _is_time(setting.unit) else "units are B, kB, MB, GB, TB"


def equal(left: str, right: str, setting: Setting) -> bool:
    """Whether two spellings mean the same value."""
    try:
        return canonical(left, setting) == canonical(right, setting)
    except Refused:
        return left == right


def known_setting(name: str, settings: dict[str, Setting]) -> Setting:
    """Errors: Refused with the nearest name."""
    if name not in settings:
        raise Refused(f"PostgreSQL here has no setting {name!r}{nearest(name, settings)}")
    return settings[name]


# ---------------------------------------------------------------- changing


def alter_system(postgres: Postgres, wanted: dict[str, str | None]) -> list[str]:
    """Brings postgresql.auto.conf to `wanted` (None: not set there), reloads, and returns what still waits for a restart.

    Only differences are written. Errors: ComponentFailed with PostgreSQL's own words.
    """
    with postgres.connect() as connection:
        row = connection.execute("select pg_read_file('postgresql.auto.conf', 0, 10000000, true)").fetchone()
        present = parse_auto_conf((row[0] if row else None) or "")
        changes = {name: value for name, value in wanted.items() if not _is_same(name, present.get(name), value)}
        for name, value in changes.items():
            _alter(connection, name, value)
        if changes:
            reload(connection)
        return [name for name, setting in read_settings(connection).items() if setting.pending_restart]


def _is_same(name: str, present: str | None, wanted: str | None) -> bool:
    if name in LISTS and present is not None and wanted is not None:
        return list_items(present) == list_items(wanted)
    return present == wanted


def _alter(connection: psycopg.Connection[Any], name: str, value: str | None) -> None:
    try:
        if value is None:
            connection.execute(sql.SQL("alter system reset {}").format(_name(name)))
        else:
            connection.execute(sql.SQL("alter system set {} = {}").format(_name(name), literal(name, value)))
    except psycopg.Error as error:
        raise ComponentFailed(f"PostgreSQL refused {name} = {value!r}: {error.diag.message_primary or error}") from None


def alter_owned(connection: psycopg.Connection[Any], kind: str, owner: str, name: str, value: str | None) -> None:
    """Sets or (None) resets a setting of a role or a database. Errors: ComponentFailed with PostgreSQL's own words."""
    head = sql.SQL("alter {} {} ").format(sql.SQL(kind), sql.Identifier(owner))
    change = (
        sql.SQL("reset {}").format(_name(name))
        if value is None
        else sql.SQL("set {} = {}").format(_name(name), literal(name, value))
    )
    try:
        connection.execute(head + change)
    except psycopg.Error as error:
        raise ComponentFailed(
            f"PostgreSQL refused {name} = {value!r} for {kind} {owner}: {error.diag.message_primary or error}"
        ) from None


def role_settings(connection: psycopg.Connection[Any], role: str) -> dict[str, str]:
    """What is set for a role in all databases; nothing for a role that is not there."""
    row = connection.execute(
        "select setconfig from pg_db_role_setting join pg_roles on pg_roles.oid = setrole where setdatabase = 0 and rolname = %s",
        [role],
    ).fetchone()
    return dict(item.split("=", 1) for item in row[0]) if row else {}


def _name(name: str) -> sql.Composable:
    return sql.SQL(".").join(sql.Identifier(part) for part in name.split("."))


def reload(connection: psycopg.Connection[Any], timeout_s: float = 15) -> None:
    """Reloads and waits until this session has taken the new configuration. Errors: ComponentFailed."""
    before = connection.execute("select pg_conf_load_time()").fetchone()
    connection.execute("select pg_reload_conf()")
    connection.execute("set statement_timeout = 0")
    for _ in range(int(timeout_s / 0.02)):
        # The configuration is taken between statements, so each look is a statement of its own.
        if connection.execute("select pg_conf_load_time()").fetchone() != before:
            return
        connection.execute("select pg_sleep(0.02)")
    raise ComponentFailed(f"the server did not take its new configuration within {timeout_s:.0f} s; its log says why")


def edit_auto_conf_offline(postgres: Postgres, wanted: dict[str, str | None]) -> None:
    """The same on a server that does not start: rewrites postgresql.auto.conf itself. The server must be down."""
    text = postgres.host.read(postgres.auto_conf, as_root=True) or ""
    present = parse_auto_conf(text)
    for name, value in wanted.items():
        if value is None:
            present.pop(name, None)
        else:
            present[name] = value
    head = "# Do not edit this file manually!\n# It will be overwritten by the ALTER SYSTEM command.\n"
    postgres.host.write(
        postgres.auto_conf, head + "".join(f"{name} = {quote_setting(value)}\n" for name, value in present.items())
    )


# ---------------------------------------------------------------- proving


def differences(before: dict[str, Setting], now: dict[str, Setting], expected: set[str]) -> dict[str, tuple[str, str]]:
    """Settings that differ although nobody asked for it: name to (before, now). `expected` names those that may."""
    found: dict[str, tuple[str, str]] = {}
    for name in sorted(before.keys() | now.keys()):
        if name in expected or name in DERIVED:
            continue
        old, new = before.get(name), now.get(name)
        if old and new and old.source in COMPUTED and new.source in COMPUTED:
            continue
        if old is None or new is None or old.setting != new.setting:
            found[name] = (old.shown() if old else "not there", new.shown() if new else "not there")
    return found


def not_active(wanted: dict[str, str], now: dict[str, Setting]) -> dict[str, tuple[str, str]]:
    """Settings that are not what was asked for: name to (wanted, active)."""
    found: dict[str, tuple[str, str]] = {}
    for name, value in wanted.items():
        setting = now.get(name)
        if setting is None:
            found[name] = (value, "not there")
        elif not equal(value, setting.setting, setting):  # a bare number counts in the setting's own unit
            found[name] = (value, setting.shown() + (" (waits for a restart)" if setting.pending_restart else ""))
    return found


def settings_from_json(rows: dict[str, dict[str, Any]]) -> dict[str, Setting]:
    return {name: Setting(**row) for name, row in rows.items()}

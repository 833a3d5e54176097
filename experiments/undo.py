"""The way back on one server: puts back all that an experiment may have touched, from any state, and proves it by comparing everything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from experiments import data, gucs, hostmark, kernel, volumes
from experiments.postgres import Postgres, parse_auto_conf
from experiments.state import State
from pgverdict.errors import PgverdictError


@dataclass
class RestoreReport:
    """What `pgverdict restore` did on a server. `problems` is empty when the server is proven to be as it was."""

    server: str
    execution_id: int | None
    restored: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    proof: dict[str, Any] = field(default_factory=dict)

    @property
    def is_restored(self) -> bool:
        return not self.problems

    def to_json(self) -> dict[str, Any]:
        return {
            "server": self.server,
            "execution_id": self.execution_id,
            "restored": self.restored,
            "problems": self.problems,
            "proof": self.proof,
        }


def restore(
    postgres: Postgres, state: State, execution_id: int | None, progress: Callable[[str], None] = lambda _: None
) -> RestoreReport:
    """Puts back what the experiment may have touched, whatever it got to, and proves it.

    Goes on after a step that fails, so that as much as possible is restored; what failed is in `problems`.
    """
    report = RestoreReport(postgres.name, execution_id)
    touched = state["touched"]
    steps: list[tuple[str, Callable[[], list[str]]]] = [
        ("volumes", lambda: volumes.restore(postgres, state)),
        ("settings", lambda: _restore_gucs(postgres, state)),
        ("settings of the role", lambda: _restore_role(postgres, state)),
        ("sysctls", lambda: _restore_sysctls(postgres, state, touched["sysctl"])),
        ("huge pages", lambda: _restore_huge_pages(postgres, state)),
        ("transparent huge pages", lambda: _restore_transparent(postgres, state)),
        ("free memory", lambda: _restore_min_free(postgres, state)),
        ("databases", lambda: _restore_databases(postgres, state)),
    ]
    for name, step in steps:
        try:
            done = step()
            report.restored += done
            for line in done:
                progress(f"restored: {line}")
        except PgverdictError as error:
            report.problems.append(f"{name}: {error}")
    _prove_restored(postgres, state, report)
    if report.is_restored and state.get("host_mark"):
        hostmark.release(postgres.host, state["host_mark"])
    return report


def _restore_gucs(postgres: Postgres, state: State) -> list[str]:
    names = state["touched"]["guc"]
    before = parse_auto_conf(state["auto_conf"])
    wanted = {name: before.get(name) for name in names}
    done: list[str] = []
    if not postgres.answers():
        done += start_again(postgres, state)
    if not names:
        return done
    waiting = gucs.alter_system(postgres, wanted)
    with postgres.connect() as connection:
        now = gucs.read_settings(connection)
    saved = gucs.settings_from_json(state["settings"])
    if (
        _pools_differ(postgres, state)
        or set(waiting) & set(names)
        or any(now[name].setting != saved[name].setting for name in names if name in now and name in saved)
    ):
        done += _restart_without_our_pages(postgres, state)
    return [*(f"{name} = {wanted[name] if wanted[name] is not None else 'as configured'}" for name in names), *done]


def _role_differences(postgres: Postgres, state: State) -> dict[str, tuple[str | None, str | None]]:
    """Settings of the load's role that are not as before: name to (before, now). A database's own go with the database."""
    names = state["touched"].get("role_guc", [])
    if not names:
        return {}
    before = state.get("role_settings", {})
    with postgres.connect() as connection:
        now = gucs.role_settings(connection, data.load_owner(postgres))
    return {name: (before.get(name), now.get(name)) for name in names if before.get(name) != now.get(name)}


def _restore_role(postgres: Postgres, state: State) -> list[str]:
    differences, role = _role_differences(postgres, state), data.load_owner(postgres)
    with postgres.connect() as connection:
        for name, (before, _) in differences.items():
            gucs.alter_owned(connection, "role", role, name, before)
    return [f"{name} of role {role} = {before or 'not set'}" for name, (before, _) in differences.items()]


def _pools_differ(postgres: Postgres, state: State) -> bool:
    now = kernel.read_pools(postgres.host) if state["touched"]["huge_pages"] else {}
    return any(
        now[size]["nr_hugepages"] != pool["nr_hugepages"] for size, pool in state["pools"].items() if size in now
    )


def _restart_without_our_pages(postgres: Postgres, state: State) -> list[str]:
    """Restarts; huge pages of ours go back while it is down, or a server with huge_pages=try would take them again."""
    if not state["touched"]["huge_pages"]:
        postgres.restart()
        return ["server restarted"]
    postgres.stop()
    done = _restore_pools(postgres, state)
    postgres.start()
    return [*done, "server restarted"]


def start_again(postgres: Postgres, state: State) -> list[str]:
    """A server that is down: started as it is, and with our settings edited out off line where that fails.

    Errors: ComponentFailed when it does not start even so.
    """
    before = parse_auto_conf(state["auto_conf"])
    wanted = {name: before.get(name) for name in state["touched"]["guc"]}
    try:
        postgres.ensure_up()
        return ["server started"]
    except PgverdictError:
        postgres.stop()
        # What it was told to take may be what keeps it down: huge pages first, they need no server.
        gucs.edit_auto_conf_offline(postgres, wanted)
        _restore_pools(postgres, state)
        postgres.start()
        return ["server started after our settings were taken out of postgresql.auto.conf"]


def _restore_sysctls(postgres: Postgres, state: State, names: list[str]) -> list[str]:
    done: list[str] = []
    for name in names:
        if kernel.read_sysctl(postgres.host, name) != state["sysctl"][name]:
            kernel.write_sysctl(postgres.host, name, state["sysctl"][name])
            done.append(f"{name} = {state['sysctl'][name]}")
    return done


def _restore_huge_pages(postgres: Postgres, state: State) -> list[str]:
    return _restore_pools(postgres, state) if state["touched"]["huge_pages"] else []


def _restore_pools(postgres: Postgres, state: State) -> list[str]:
    done: list[str] = []
    if not state["touched"]["huge_pages"]:
        return done
    now = kernel.read_pools(postgres.host)
    for size, pool in state["pools"].items():
        if now[size]["nr_hugepages"] != pool["nr_hugepages"]:
            kernel.set_pool(postgres.host, int(size), pool["nr_hugepages"])
            done.append(f"{pool['nr_hugepages']} huge pages of {size} kB")
    return done


def _restore_transparent(postgres: Postgres, state: State) -> list[str]:
    word = state["transparent_huge_pages"]
    if not state["touched"]["transparent_huge_pages"] or kernel.read_transparent(postgres.host) == word:
        return []
    kernel.write_transparent(postgres.host, word)
    return [f"transparent huge pages {word}"]


def _restore_min_free(postgres: Postgres, state: State) -> list[str]:
    """The kernel moves vm.min_free_kbytes with huge pages, and does not always come back to where it was."""
    name, before = "vm.min_free_kbytes", state.get("min_free_kbytes")
    is_touched = state["touched"]["huge_pages"] or state["touched"]["transparent_huge_pages"]
    if not is_touched or before is None or kernel.read_sysctl(postgres.host, name) == before:
        return []
    kernel.write_sysctl(postgres.host, name, before)
    return [f"{name} = {before}"]


def _restore_databases(postgres: Postgres, state: State) -> list[str]:
    if state["keeps_data"]:
        data.drop_database(postgres, data.DATABASE)
        return []
    return [f"dropped {name}" for name in data.remove_ours(postgres)]


def _prove_restored(postgres: Postgres, state: State, report: RestoreReport) -> None:
    """Compares all of it with the record, not only what was put back."""
    try:
        with postgres.connect() as connection:
            now = gucs.read_settings(connection)
            row = connection.execute("select pg_read_file('postgresql.auto.conf', 0, 10000000, true)").fetchone()
    except PgverdictError as error:
        report.problems.append(str(error))
        return
    names = set(state["touched"]["guc"])
    for name, (before, value) in gucs.differences(gucs.settings_from_json(state["settings"]), now, set()).items():
        words = f"{name} is {value}, it was {before}"
        # Somebody else may have changed another setting meanwhile: that is theirs, and only told.
        (report.problems if name in names else report.proof.setdefault("changed by others", [])).append(words)
    before_conf, now_conf = parse_auto_conf(state["auto_conf"]), parse_auto_conf((row[0] if row else None) or "")
    for name in sorted(names):
        if before_conf.get(name) != now_conf.get(name):
            report.problems.append(
                f"postgresql.auto.conf: {name} is {now_conf.get(name)!r}, it was {before_conf.get(name)!r}"
            )
    for name, (old, new) in _role_differences(postgres, state).items():
        report.problems.append(f"{name} of role {data.load_owner(postgres)} is {new}, it was {old}")
    for name in state["touched"]["sysctl"]:
        active = kernel.read_sysctl(postgres.host, name)
        if active != state["sysctl"][name]:
            report.problems.append(f"{name} is {active}, it was {state['sysctl'][name]}")
    if state["touched"]["huge_pages"]:
        _prove_pools(postgres, state, report)
    left = volumes.left_behind(postgres, state)
    report.problems += left
    report.proof |= {
        "settings_compared": len(now),
        "settings_touched": sorted(names),
        "sysctl": {name: kernel.read_sysctl(postgres.host, name) for name in state["touched"]["sysctl"]},
        "pools": kernel.read_pools(postgres.host) if state["touched"]["huge_pages"] else {},
        "proved_at": datetime.now(UTC).isoformat(),
    }


def _prove_pools(postgres: Postgres, state: State, report: RestoreReport) -> None:
    for size, pool in kernel.read_pools(postgres.host).items():
        before = state["pools"][size]["nr_hugepages"]
        if pool["nr_hugepages"] != before:
            report.problems.append(f"the pool of {size} kB pages holds {pool['nr_hugepages']}, it held {before}")

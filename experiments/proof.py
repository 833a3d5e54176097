"""Proves a run's state active and the only change, and notices tampering: nothing is believed that was not read back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from experiments import data, gucs, kernel, volumes
from experiments.apply import huge_page_settings
from experiments.desired import Desired
from experiments.postgres import Postgres
from experiments.state import State
from pgverdict.errors import ComponentFailed


class NotProven(ComponentFailed):
    """What was asked for is not active, or is not the only change: the run is invalid."""


@dataclass(frozen=True)
class Active:
    """What was active when the load began; the end of the run is compared with it."""

    settings: dict[str, gucs.Setting]
    sysctl: dict[str, str]
    pools: dict[str, dict[str, int]]
    transparent: str | None
    mounts: list[str]
    loaded_at: datetime
    started_at: datetime


def look(postgres: Postgres, state: State) -> Active:
    """Reads all of it, in a session like the load's."""
    with postgres.connect(dsn=data.logins(postgres).load) as connection:
        settings = gucs.read_settings(connection)
        row = connection.execute("select pg_conf_load_time(), pg_postmaster_start_time()").fetchone()
    assert row is not None
    watched = kernel.read_watched(postgres.host)
    watched |= {name: str(kernel.read_sysctl(postgres.host, name)) for name in state["touched"]["sysctl"]}
    return Active(
        settings,
        watched,
        kernel.read_pools(postgres.host),
        kernel.read_transparent(postgres.host),
        mounts_that_matter(postgres, state),
        row[0],
        row[1],
    )


def mounts_that_matter(postgres: Postgres, state: State) -> list[str]:
    """The mounts below which the data, or one of our volumes, lie; others come and go."""
    paths = [postgres.data_directory, *(volume["mount"] for volume in state["volumes"].values())]
    mounts = kernel.read_mounts(postgres.host)
    return [line for line in mounts if any(f"{path}/".startswith(f"{line.split()[1].rstrip('/')}/") for path in paths)]


def prove(postgres: Postgres, state: State, wanted: Desired) -> Active:
    """Reads everything back. Errors: NotProven, naming what is not active and what else differs from before."""
    now = look(postgres, state)
    gucs_wanted = wanted.guc | {name: value for name, (_, value) in wanted.scoped.items()}
    if state["touched"]["huge_pages"]:
        gucs_wanted |= {
            name: value for name, value in huge_page_settings(wanted.huge_pages).items() if value is not None
        }
    problems = [
        f"{name} should be {value}, it is {found}"
        for name, (value, found) in gucs.not_active(gucs_wanted, now.settings).items()
    ]
    saved = gucs.settings_from_json(state["settings"])
    others = gucs.differences(
        saved, now.settings, set(state["touched"]["guc"]) | set(wanted.scoped) | _of_session(saved, now.settings)
    )
    problems += [
        f"{name} is {value}, it was {before}, and this experiment does not set it"
        for name, (before, value) in others.items()
    ]
    problems += _sysctl_problems(state, wanted, now)
    problems += _huge_page_problems(postgres, state, wanted, now)
    problems += volumes.problems(postgres, state, wanted)
    if problems:
        raise NotProven("not as planned: " + "; ".join(problems))
    return now


def _of_session(saved: dict[str, gucs.Setting], now: dict[str, gucs.Setting]) -> set[str]:
    """Names that only a superuser sees: they differ by who looks."""
    return saved.keys() ^ now.keys()


def _sysctl_problems(state: State, wanted: Desired, now: Active) -> list[str]:
    problems = []
    for name, before in state["sysctl"].items():
        value = now.sysctl.get(name)
        target = " ".join(wanted.sysctl.get(name, before).split())
        if value != target:
            asked = "should be" if name in wanted.sysctl else "was"
            problems.append(f"{name} is {value}, it {asked} {target}")
    if state["touched"]["transparent_huge_pages"] and wanted.transparent_huge_pages not in (None, now.transparent):
        problems.append(f"transparent huge pages should be {wanted.transparent_huge_pages}, they are {now.transparent}")
    return problems


def _huge_page_problems(postgres: Postgres, state: State, wanted: Desired, now: Active) -> list[str]:
    """A level of huge pages is in use when pages of its pool are reserved or taken, and the postmaster maps them."""
    if not state["touched"]["huge_pages"] or wanted.huge_pages is None:
        return []
    status = now.settings.get("huge_pages_status")
    if wanted.huge_pages == "none":
        return ["huge pages should not be in use, they are"] if status and status.setting == "on" else []
    size = str(kernel.HUGE_PAGE_KB[wanted.huge_pages])
    pool = now.pools[size]
    taken = pool["nr_hugepages"] - pool["free_hugepages"] + pool["resv_hugepages"]
    problems = []
    if taken <= 0:
        problems.append(
            f"no page of the pool of {size} kB pages is reserved or in use (HugePages_Rsvd {pool['resv_hugepages']})"
        )
    if status and status.setting != "on":
        problems.append(f"huge_pages_status is {status.setting}")
    used = kernel.huge_pages_of_process(postgres.host, postgres.postmaster_pid())
    if f"mapped_{size}" not in used:
        problems.append(f"the server's memory map (smaps) holds no page of {size} kB")
    return problems


# ---------------------------------------------------------------- tampering


def watcher(postgres: Postgres, state: State, wanted: Desired) -> Callable[[], None]:
    """A look at what the experiment set on the host, cheap enough for several times a second; raises NotProven."""
    names = list(state["touched"]["sysctl"]) if postgres.is_local else []

    def watch() -> None:
        for name in names:
            target = " ".join(wanted.sysctl.get(name, state["sysctl"][name]).split())
            value = kernel.read_sysctl(postgres.host, name)
            if value != target:
                raise NotProven(f"changed during the run: {name} became {value}, it should be {target}")

    return watch


def prove_untouched(postgres: Postgres, state: State, active: Active) -> None:
    """After the load: still the same everything, and no configuration was loaded in between. Errors: NotProven."""
    now = look(postgres, state)
    problems = [
        f"{name}: {before} became {value}"
        for name, (before, value) in gucs.differences(active.settings, now.settings, set()).items()
    ]
    if now.started_at != active.started_at:
        problems.append(f"the server was restarted at {now.started_at:%H:%M:%S} UTC")
    elif now.loaded_at != active.loaded_at:
        problems.append(f"its configuration was loaded again at {now.loaded_at:%H:%M:%S} UTC")
    problems += [
        f"{name}: {value} became {now.sysctl.get(name)}"
        for name, value in active.sysctl.items()
        if now.sysctl.get(name) != value
    ]
    problems += _pool_changes(active, now)
    if now.transparent != active.transparent:
        problems.append(f"transparent huge pages: {active.transparent} became {now.transparent}")
    gone, come = set(active.mounts) - set(now.mounts), set(now.mounts) - set(active.mounts)
    problems += [f"unmounted: {mount}" for mount in sorted(gone)] + [f"mounted: {mount}" for mount in sorted(come)]
    if problems:
        raise NotProven("changed during the run: " + "; ".join(problems))


def _pool_changes(active: Active, now: Active) -> list[str]:
    return [
        f"huge pages of {size} kB: {pool['nr_hugepages']} became {now.pools[size]['nr_hugepages']}"
        for size, pool in active.pools.items()
        if now.pools[size]["nr_hugepages"] != pool["nr_hugepages"]
    ]

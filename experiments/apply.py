"""Applies a run's state as a difference to what is there; `proof.py` then reads it back."""

from __future__ import annotations

import math
from typing import Any

from experiments import data, gucs, kernel, volumes
from experiments.desired import Desired
from experiments.postgres import Postgres, parse_auto_conf
from experiments.state import State
from pgverdict.errors import ComponentFailed


def apply(postgres: Postgres, state: State, wanted: Desired) -> dict[str, Any]:
    """Brings server and host to `wanted`; returns what had to be done. Errors: ComponentFailed."""
    done: dict[str, Any] = {}
    _apply_sysctls(postgres, state, wanted, done)
    _apply_transparent(postgres, state, wanted, done)
    if volumes.switch(postgres, state, wanted):
        done["volume"] = wanted.volume
    _apply_gucs(postgres, state, wanted, done)
    return done


def _apply_sysctls(postgres: Postgres, state: State, wanted: Desired, done: dict[str, Any]) -> None:
    for name in state["touched"]["sysctl"]:
        value = wanted.sysctl.get(name, state["sysctl"][name])
        if kernel.read_sysctl(postgres.host, name) != " ".join(value.split()):
            kernel.write_sysctl(postgres.host, name, value)
            done.setdefault("sysctl", {})[name] = value


def _apply_transparent(postgres: Postgres, state: State, wanted: Desired, done: dict[str, Any]) -> None:
    if not state["touched"]["transparent_huge_pages"]:
        return
    word = wanted.transparent_huge_pages or state["transparent_huge_pages"]
    if kernel.read_transparent(postgres.host) != word:
        kernel.write_transparent(postgres.host, word)
        done["transparent_huge_pages"] = word


def _apply_gucs(postgres: Postgres, state: State, wanted: Desired, done: dict[str, Any]) -> None:
    before = parse_auto_conf(state["auto_conf"])
    target = {name: wanted.guc.get(name, before.get(name)) for name in state["touched"]["guc"]}
    if state["touched"]["huge_pages"]:
        target |= huge_page_settings(wanted.huge_pages)
    waiting = gucs.alter_system(postgres, target)
    changed = [name for name, value in target.items() if value != before.get(name)]
    pool_moves = _pool_moves(postgres, state, wanted)
    if waiting or pool_moves:
        _restart(postgres, state, wanted, pool_moves)
        done["restarted_for"] = waiting or ["huge pages"]
    if changed:
        done["guc"] = {name: target[name] for name in changed}


def huge_page_settings(level: str | None) -> dict[str, str | None]:
    """The settings of a level of kind huge_pages; without one the server's own."""
    if level is None:
        return {}
    if level == "none":
        return {"huge_pages": "off", "huge_page_size": "0"}
    return {"huge_pages": "on", "huge_page_size": f"{kernel.HUGE_PAGE_KB[level]}kB"}


def _pool_moves(postgres: Postgres, state: State, wanted: Desired) -> bool:
    """Whether a pool has to change before the server can start with what is wanted."""
    if not state["touched"]["huge_pages"]:
        return False
    now = kernel.read_pools(postgres.host)
    size = str(kernel.HUGE_PAGE_KB.get(wanted.huge_pages or "", 0))
    others = any(
        now[other]["nr_hugepages"] != pool["nr_hugepages"] for other, pool in state["pools"].items() if other != size
    )
    return others or (size in now and now[size]["nr_hugepages"] == state["pools"][size]["nr_hugepages"])


def _restart(postgres: Postgres, state: State, wanted: Desired, pool_moves: bool) -> None:
    if not pool_moves:
        postgres.restart()
        return
    postgres.stop()
    set_pools(postgres, state, wanted.huge_pages)
    try:
        postgres.start()
    except ComponentFailed as error:
        raise ComponentFailed(f"the server does not start with huge pages of {wanted.huge_pages}: {error}") from None


def set_pools(postgres: Postgres, state: State, level: str | None) -> None:
    """Sizes the pools for a server that is down: what was there before, plus what its shared memory needs."""
    for size, pool in state["pools"].items():
        pages = pool["nr_hugepages"]
        if level in kernel.HUGE_PAGE_KB and int(size) == kernel.HUGE_PAGE_KB[level]:
            pages += pages_needed(postgres, int(size))
        if kernel.read_pools(postgres.host)[size]["nr_hugepages"] != pages:
            kernel.set_pool(postgres.host, int(size), pages)


def pages_needed(postgres: Postgres, size_kb: int) -> int:
    """Huge pages that the shared memory of the stopped server will take, as the server itself computes it.

    `postgres -C shared_memory_size` (15 and later) gives MB, rounded up; PostgreSQL 14 has only shared_buffers, to which
    we add a tenth and 64 MB for the rest of its shared memory.
    """
    megabytes = postgres.offline_setting("shared_memory_size")
    if megabytes is not None:
        return math.ceil(int(megabytes) * 1024 / size_kb)
    blocks = int(postgres.offline_setting("shared_buffers") or 16384)
    return math.ceil((blocks * 8 * 1.1 + 65536) / size_kb) + 1


def apply_scoped(postgres: Postgres, wanted: Desired) -> None:
    """Settings for the load's database or role; after its data were restored, since a new database has none."""
    with postgres.connect() as connection:
        for name, (scope, value) in wanted.scoped.items():
            owner = data.DATABASE if scope == "database" else data.load_owner(postgres)
            gucs.alter_owned(connection, scope, owner, name, value)

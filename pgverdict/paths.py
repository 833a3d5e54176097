"""Where things are: one place that knows the project's root, its state directory and the published site."""

import hashlib
import os
import stat
from functools import cache
from pathlib import Path

PROJECT_ROOT = Path(__file__).resolve().parent.parent

#: Where state lives when the project lies below a directory that the clusters' unprivileged user cannot enter.
SHARED_STATE_ROOT = Path("/var/lib/pgverdict")

#: sockaddr_un holds 107 bytes; PostgreSQL appends "/.s.PGSQL.NNNNN.lock".
LONGEST_SOCKET_DIRECTORY = 85


def is_enterable_by_others(directory: Path) -> bool:
    """True when any user may pass through `directory` and all its parents (execute bit for others)."""
    resolved = directory.resolve()
    return all(part.stat().st_mode & stat.S_IXOTH for part in (resolved, *resolved.parents) if part.exists())


def _tag(path: Path) -> str:
    return hashlib.sha256(str(path).encode()).hexdigest()[:8]


@cache
def state_directory() -> Path:
    """The state directory, created on first use: clusters, Airflow's home, run directories, logs.

    `PGVERDICT_STATE` names another one. For root below a 0700 directory it lives under `SHARED_STATE_ROOT` and
    `.pgverdict` links there, because PostgreSQL then runs as another user and could not enter.
    """
    link = Path(os.environ.get("PGVERDICT_STATE", PROJECT_ROOT / ".pgverdict"))
    if not link.exists() and os.geteuid() == 0 and not is_enterable_by_others(link.parent):
        home = SHARED_STATE_ROOT / _tag(link)
        home.mkdir(parents=True, exist_ok=True)
        if link.is_symlink():
            link.unlink()
        link.symlink_to(home)
    link.mkdir(parents=True, exist_ok=True)
    return link.resolve()


def socket_directory(name: str) -> Path:
    """A directory for the Unix sockets of cluster `name`: under the state directory, or in /tmp where that path is too long."""
    preferred = state_directory() / "sockets" / name
    if len(os.fsencode(preferred)) <= LONGEST_SOCKET_DIRECTORY and "," not in str(preferred):
        return preferred
    return Path("/tmp") / f"pgverdict-{os.geteuid()}-{_tag(state_directory())}" / name


def site_directory() -> Path:
    """Published pages: `site/` of the project, or what `PGVERDICT_SITE` names."""
    return Path(os.environ.get("PGVERDICT_SITE", PROJECT_ROOT / "site"))

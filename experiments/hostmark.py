"""A mark on a host whose kernel an experiment sets: two servers on one machine share its sysctls, huge pages and limits.

The lock of a server cannot see that, and two warehouses do not know of each other. The mark lies in /run, which a reboot
empties, as it does with what was set.
"""

from __future__ import annotations

import json
from typing import Any

from experiments.hosts import Host
from pgverdict.errors import ComponentFailed, Refused

PATH = "/run/pgverdict.host.json"


def take(host: Host, owner: dict[str, Any]) -> None:
    """Marks the host as ours. Errors: Refused when another experiment's mark is there."""
    text = json.dumps(owner, sort_keys=True)
    # noclobber: of two that try at once, one fails.
    done = host.run(["sh", "-c", f"set -C; cat > {PATH}"], stdin=text, as_root=True, check=False)
    if done.is_ok:
        return
    held = read(host)
    if held is None:
        raise ComponentFailed(f"{PATH} cannot be written on {host.name}: {done.errors.strip()[-200:]}")
    if held != owner:
        raise Refused(
            f"the kernel of {host.name} is being set by an experiment on server {held.get('server')} (state in {held.get('state')}); "
            f"wait for it, or `pgverdict restore {held.get('server')}` there. If that is gone for good, remove {PATH}"
        )


def read(host: Host) -> dict[str, Any] | None:
    """Whose the host is; None when nobody's. A half-written mark is somebody's."""
    text = host.read(PATH, as_root=True)
    if text is None:
        return None
    try:
        return dict(json.loads(text))
    except ValueError:
        return {"server": "unknown", "state": "unknown"}


def release(host: Host, owner: dict[str, Any]) -> None:
    """Takes our mark away; another's stays."""
    if read(host) == owner:
        host.run(["rm", "-f", PATH], as_root=True, check=False)

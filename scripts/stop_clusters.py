"""Stops every embedded cluster of the state directory, so that it can be removed."""

import os
import shutil
import signal
import sys
import time
from pathlib import Path

from pgverdict.clusters import Cluster
from pgverdict.paths import socket_directory, state_directory


def stop(name: str) -> None:
    """Stops cluster `name`: by pg_ctl, and when that fails (its binaries are gone) by the signal that pg_ctl would send."""
    cluster = Cluster.embedded(name)
    pid_file = cluster.data_directory / "postmaster.pid"
    try:
        cluster.stop("fast")
    except Exception as error:
        print(f"pgverdict: {error}; sending its postmaster the signal myself", file=sys.stderr)
        pid = int(pid_file.read_text().splitlines()[0])
        os.kill(pid, signal.SIGQUIT)
        while Path(f"/proc/{pid}").exists():
            time.sleep(0.1)
    shutil.rmtree(socket_directory(name), ignore_errors=True)
    print(f"pgverdict: {name} is stopped")


def main() -> int:
    for data in sorted((state_directory() / "clusters").glob("*/postmaster.pid")):
        stop(data.parent.name)
    return 0


if __name__ == "__main__":
    sys.exit(main())

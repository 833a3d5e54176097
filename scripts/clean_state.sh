#!/bin/sh
# Stops the clusters of this checkout and removes its state directory. Pages and the environment stay.
set -eu
cd "$(dirname "$0")/.."
state=${PGVERDICT_STATE:-.pgverdict}
[ -e "$state" ] || [ -L "$state" ] || { echo "pgverdict: there is no state in $state"; exit 0; }
if [ -x .venv/bin/python ]; then
    .venv/bin/python scripts/stop_clusters.py
elif ls "$state"/clusters/*/postmaster.pid >/dev/null 2>&1; then
    echo "pgverdict: clusters run, and .venv, which would stop them, is missing; make install first" >&2
    exit 3
fi
if [ -L "$state" ]; then
    # Started by root below a closed directory: the state lives elsewhere, and the link names it.
    target=$(readlink -f "$state")
    rm -rf -- "$target"
fi
rm -rf -- "$state"
echo "pgverdict: $state is removed"

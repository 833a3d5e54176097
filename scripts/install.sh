#!/bin/sh
# Finds a Python that the lock file is made for (3.11 to 3.13) and lets scripts/install.py do the rest.
set -eu
cd "$(dirname "$0")/.."

suits() {
    command -v "$1" >/dev/null 2>&1 && "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' >/dev/null 2>&1
}

wanted=${PYTHON:-python3}
if [ -x .venv/bin/python ] && [ "$wanted" = python3 ] && suits .venv/bin/python; then
    # An environment that exists keeps its Python; the system's may have changed meanwhile.
    exec .venv/bin/python scripts/install.py "$@"
fi
for candidate in "$wanted" python3.13 python3.12 python3.11; do
    if suits "$candidate"; then
        exec "$candidate" scripts/install.py "$@"
    fi
    # A Python named by the caller is taken or refused, never replaced.
    [ "$wanted" = python3 ] || break
done
found=$("$wanted" --version 2>&1) || found="nothing"
{
    echo "pgverdict needs Python 3.11, 3.12 or 3.13; \`$wanted\` is: $found"
    echo "Install one (Debian, Ubuntu: apt-get install python3 python3-venv) and name it: make $([ "${1:-}" = --dev ] && echo test || echo install) PYTHON=/path/to/python3.12"
} >&2
exit 2

"""The catalogue: every suite of both boundaries, built by functions. To add a check, add it to its suite; to add a suite, name it here."""

from functools import cache

from expectations.catalog import conduct, counters, load, machine, marts, printed
from expectations.checks import Suite


@cache
def all_suites() -> tuple[Suite, ...]:
    """All suites, raw first. Errors: ValueError when two share a name."""
    suites = (
        conduct.runs(),
        conduct.design(),
        conduct.settings(),
        conduct.start_state(),
        load.sampling(),
        load.clocks(),
        load.pgbench(),
        load.waits(),
        load.cross(),
        *counters.suites(),
        machine.system(),
        machine.disks(),
        printed.iostat(),
        printed.printed_cpu(),
        printed.series(),
        printed.results(),
        printed.twins(),
        *marts.suites(),
    )
    names = [suite.name for suite in suites]
    if len(names) != len(set(names)):
        raise ValueError(f"two suites share a name: {names}")
    return suites

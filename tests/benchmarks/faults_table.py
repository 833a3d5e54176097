"""Prints the table of faults: each kind, at each strength, injected into a night and judged; for docs/measurements/expectations.md.

`python tests/benchmarks/faults_table.py --dsn DSN --execution N` spoils an execution of a real warehouse, one fault at a time, and
rolls every one back; without `--dsn`, pytest runs it on generated nights. Use a copy of a warehouse all the same.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "expectations"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import faults
import measured_nights as nights


class Row(NamedTuple):
    """One fault at one strength: what caught it, beyond what the night shows without it."""

    fault: str
    strength: float
    promised: str | None
    caught: list[str]
    changed: int

    @property
    def is_kept(self) -> bool | None:
        """Whether the table's promise was kept; None where the night has no such rows or the strength is below the threshold."""
        if self.changed <= 0 or self.promised is None:
            return None
        return any(name.startswith(f"{self.promised} ") for name in self.caught)


def names_of(connection: psycopg.Connection[Any], execution_id: int, run_id: int) -> dict[str, str]:
    """What the statements call by name, for a night that is not generated."""
    row = connection.execute(
        "select factors, primary_metric from control.executions where execution_id = %s", [execution_id]
    ).fetchone()
    assert row is not None
    factor = row[0][0]
    level = connection.execute(
        "select levels ->> %s from control.runs where run_id = %s", [factor["name"], run_id]
    ).fetchone()
    assert level is not None
    other = next(name for name in factor["levels"] if name != level[0])
    return {"factor": factor["name"], "other": other, "inactive": other, "sysctl": "vm.swappiness", "primary": row[1]}


def table(
    connection: psycopg.Connection[Any], execution_id: int, kind: str, names: dict[str, str] | None = None
) -> Iterator[Row]:
    """Injects every fault of this kind of night into one run and rolls it back."""
    row = connection.execute(
        "select run_id from control.runs where execution_id = %s and status = 'done' and role = 'level' order by run offset 3 limit 1",
        [execution_id],
    ).fetchone()
    assert row is not None
    run_id = int(row[0])
    named = names or names_of(connection, execution_id, run_id)
    before = {(v.run_id, v.metric, v.suite, v.expectation) for v in faults.raw_verdicts(connection, execution_id)}
    # Beside the suites that the table promises, the one that most faults of the load show up in.
    asked = {
        fault.name: {s.caught_by.split(".")[0] for s in fault.strengths if s.caught_by}
        | {"pgbench" if kind == "own" else "twins"}
        for fault in faults.FAULTS
    }
    connection.rollback()
    for fault in faults.FAULTS:
        if fault.night != kind:
            continue
        for strength in fault.strengths:
            try:
                changed = faults.inject(connection, fault, strength.x, run_id, execution_id, named)
                failed = faults.raw_verdicts(connection, execution_id, asked[fault.name])
            finally:
                connection.rollback()
            new = [
                f"{v.suite}.{v.expectation} {v.severity}"
                for v in failed
                if (v.run_id, v.metric, v.suite, v.expectation) not in before
            ]
            yield Row(fault.name, strength.x, strength.caught_by, list(dict.fromkeys(new)), changed)


def show(rows: Iterator[Row]) -> list[Row]:
    """Prints the table as Markdown while it grows."""
    found = []
    print("| fault | strength | caught by |\n|---|---|---|")
    for row in rows:
        found.append(row)
        if row.changed <= 0:
            answer = "(the night has no such data)"
        elif row.caught:
            answer = ", ".join(f"`{name.split()[0]}` {name.split()[1]}" for name in row.caught[:3])
        else:
            answer = "— (below the threshold)" if row.promised is None else "**missed**"
        print(f"| {row.fault} | {row.strength:g} | {answer} |", flush=True)
    tried = [row for row in found if row.is_kept is not None]
    caught = [row for row in tried if row.caught]
    print(
        f"\n{len({row.fault for row in found if row.changed > 0})} kinds of fault injected; {len(caught)} of {len(tried)} strengths above the"
        f" threshold caught, {sum(bool(row.is_kept) for row in tried)} of them by the expectation that the table names."
    )
    return found


def test_the_table_of_faults_on_generated_nights(module_warehouse_dsn: str) -> None:
    with psycopg.connect(module_warehouse_dsn) as connection:
        connection.execute("set timezone = 'UTC'")
        own, imported = nights.own_night(connection), nights.imported_night(connection)
        connection.commit()
        rows = show(table(connection, own.execution_id, "own", faults.NAMES))
        rows += show(table(connection, imported.execution_id, "import", faults.NAMES))
    assert len({row.fault for row in rows if row.changed > 0}) >= 40
    assert [row for row in rows if row.is_kept is False] == []


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dsn", required=True)
    parser.add_argument("--execution", type=int, required=True)
    parser.add_argument("--kind", choices=["own", "import"], default="own")
    arguments = parser.parse_args()
    began = time.monotonic()
    with psycopg.connect(arguments.dsn) as opened:
        opened.execute("set timezone = 'UTC'")
        opened.commit()
        show(table(opened, arguments.execution, arguments.kind))
    print(f"{time.monotonic() - began:.0f} s")

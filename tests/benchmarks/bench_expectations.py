"""Measures what validation costs: importing Great Expectations, a night of 28 runs, the check after one run, and memory."""

import json
import subprocess
import sys
import time
from pathlib import Path

import psycopg

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "expectations"))

import measured_nights as nights

_IMPORT = "import time; t = time.process_time(); {statement}; print(time.process_time() - t)"
_NIGHT = """
import json, resource, sys, time
began = time.monotonic()
import expectations
report = expectations.validate([int(sys.argv[1])], "raw", sys.argv[2])
print(json.dumps({"total": time.monotonic() - began, **report.seconds, "checks": report.checks, "failures": len(report.failures),
                  "cpu_s": sum(resource.getrusage(resource.RUSAGE_SELF)[:2]), "memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))
"""
_RUN = """
import sys, time
began = time.monotonic()
from expectations.runs import check_run
imported = time.monotonic()
found = check_run(int(sys.argv[1]), sys.argv[2])
print(imported - began, time.monotonic() - imported, len(found))
"""


def _python(code: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    return done.stdout.strip().splitlines()[-1]


def test_what_importing_great_expectations_costs() -> None:
    whole = float(_python(_IMPORT.format(statement="import great_expectations")))
    ours = float(_python(_IMPORT.format(statement="import expectations.great")))
    print(f"\nimport great_expectations: {whole:.1f} s of CPU; as this room imports it: {ours:.1f} s")


def test_what_a_night_of_28_runs_costs(module_warehouse_dsn: str) -> None:
    with psycopg.connect(module_warehouse_dsn) as connection:
        began = time.monotonic()
        night = nights.own_night(connection, blocks=7, seconds=30)
        print(f"\n{len(night.run_ids)} runs of 30 s generated in {time.monotonic() - began:.1f} s")
    found = json.loads(_python(_NIGHT, str(night.execution_id), module_warehouse_dsn))
    print(f"validate: {found}")
    print(f"check_run (import s, check s, failures): {_python(_RUN, str(night.run_ids[3]), module_warehouse_dsn)}")
    assert found["checks"] > 0 and found["failures"] == 0

"""Drops, correlations, shares and nightly trends keep their promises on planted truths (few here; tests/benchmarks has many)."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benchmarks"))

import simulate_series


def test_planted_truths_are_found_and_nothing_else_is_claimed(module_warehouse_dsn: str) -> None:
    found = simulate_series.simulate(module_warehouse_dsn, 0.2)
    assert found["drops"]["f1"] >= 0.9 and found["drops"]["largest_start_error_s"] <= 60
    assert found["ramps"]["raw_above_0.7"] > 0.9, "a ramp alone makes the raw r large"
    assert found["ramps"]["claimed"] <= 0.1
    assert found["shares"]["coverage"] >= 0.88
    assert found["shares"]["dominant_found"] >= 0.9
    assert all(alarms <= 0.07 for alarms in found["nights"].values()), found["nights"]

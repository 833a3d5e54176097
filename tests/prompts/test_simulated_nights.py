"""One made-up night of each kind of factor, written as the command does it and judged by the real checker; two hundred of them run in `make bench`."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

import bench_prompts


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 4, 5, 6, 9, 16, 44])
def test_a_night_of_this_shape_is_written_and_passes(
    warehouse_dsn: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    from pgverdict import config

    monkeypatch.setenv("PGVERDICT_CATALOG", str(tmp_path / "experiments" / "catalog"))
    config.settings.cache_clear()
    outcome = bench_prompts.Outcome()
    try:
        bench_prompts.write_night(bench_prompts.shape(seed), 1, warehouse_dsn, outcome)
    finally:
        config.settings.cache_clear()
    assert not outcome.failures
    assert not any(outcome.unknown.values()), outcome.unknown
    assert outcome.verdicts["supported"] > 20 or "progress" in outcome.kinds


def test_a_wrong_number_in_a_made_up_night_does_not_pass(
    warehouse_dsn: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pgverdict import config
    from pgverdict.command import stages

    honest = stages.checker

    def spoilt(text: str, facts: dict[str, Any], language: str) -> dict[str, Any]:
        first = next(line for line in text.split("\n") if " tps" in line)
        return honest(text.replace(first, re.sub(r"\d+", r"\g<0>7", first, count=1)), facts, language)

    monkeypatch.setattr(stages, "checker", spoilt)
    monkeypatch.setenv("PGVERDICT_CATALOG", str(tmp_path / "experiments" / "catalog"))
    config.settings.cache_clear()
    outcome = bench_prompts.Outcome()
    try:
        bench_prompts.write_night(bench_prompts.shape(0), 1, warehouse_dsn, outcome)
    finally:
        config.settings.cache_clear()
    assert any("contradicted" in failure for failure in outcome.failures), "the harness sees what is wrong"

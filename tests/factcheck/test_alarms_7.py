"""True statements of articles that nobody had read, which were refused: prepositions, defaults, bounds, spreads, equal values, bases told elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.helpers import REPEATED, is_refused
from tests.factcheck.test_everywhere import caches


def tails() -> dict[str, Any]:
    """Cache sizes with the tails of replica lag, and a setting that is counted in blocks."""
    held = caches()
    held["facts"] += [
        {"id": f"{level}.lag.p99", "level": level, "metric": "lag", "stat": "p99", "value": value, "unit": "ms", "decimals": 0}
        for level, value in zip(("1", "6", "12", "30"), (100, 130, 240, 180), strict=True)
    ]  # fmt: skip
    held["settings"].append({"name": "bgwriter_flush_after", "unit": "8kB", "min": 0, "max": 256, "context": "sighup"})
    held["experiment"]["factors"][0]["default"] = "12"
    return held


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Пропускная способность: 4120 без него против 4300, 4415 и 4290 с ним.", "Пропускная способность: 4120 с при 1."),
        ("Four sizes were compared, 1, 6, 12 and 30, with the default of 12 as the reference.", "Four sizes were compared, 1, 6, 12 and 30, with the default of 30 as the reference."),
        ("At 1 replica lag is 51 ms, lower than with any other value.", "At 12 replica lag is 52 ms, lower than with any other value."),
        ("The parameter accepts anything from 0 to 2 MB.", "The parameter accepts anything from 0 to 300."),
("При 12 p99 отставания реплики — 240 мс: хуже, чем при 30, и в 2,4 раза хуже исходного.", "При 12 p99 отставания реплики в 3,4 раза хуже исходного."),
    ],
)  # fmt: skip
def test_what_is_true_is_let_be(true: str, false: str) -> None:
    assert not is_refused(true, tails())
    assert is_refused(false, tails())


def test_how_often_each_was_run_and_how_widely_runs_scatter() -> None:
    assert not is_refused("Three delays were compared (0, 100 and 1000), each of them five times.", REPEATED)
    assert is_refused("Three delays were compared (0, 100 and 1000), each of them seven times.", REPEATED)
    assert not is_refused(
        "Runs at 0 lie close together; at 1000 their tps scatters nearly three times as widely.", REPEATED
    )


def test_one_value_that_both_levels_show_may_be_called_identical() -> None:
    facts = {
        **REPEATED,
        "facts": [{**f, "value": 3.19} if f["id"].startswith("100.latency") else f for f in REPEATED["facts"]],
    }
    facts["effects"] = [{**e, "verdict": "undecided"} if e["metric"] == "latency" else e for e in REPEATED["effects"]]
    assert not is_refused("Latency is identical at 0 and 100 (3.19 ms).", facts)
    assert is_refused("Latency is identical at 0 and 1000 (3.19 ms).", facts)


@pytest.mark.parametrize(
    "text",
    [
        "Replica lag is 240 ms at 12 at worst.",
        "Пропускная способность при 6 достигла 4300 (+4,4% к базовому значению).",
    ],
)
def test_other_ways_to_tell_what_is_true(text: str) -> None:
    assert not is_refused(text, tails())


def test_a_line_explains_what_r_squared_tells() -> None:
    held = tails()
    held["facts"].append(
        {"id": "12.lag.r2", "level": "12", "metric": "lag", "stat": "r_squared", "value": 0.94, "decimals": 2}
    )
    assert not is_refused("Replica lag at 12 grows along the run; a straight line explains 94% of it.", held)

"""A number that a plain working over what is spoken of gives is not refuted, one that none gives is; load steps and cells of a grid are read."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import verdicts
from tests.factcheck.test_numbers_in_their_place import buffers, grid


def ramp() -> dict[str, Any]:
    held = document(
        "planner_cost", "random_page_cost", None, ["1", "4", "8"],
        {
            "tps": metric("1/s", "higher", 0, "throughput;TPS", "пропускная способность;TPS", {"mean": [2310, 1745, 928], "stddev": [61, 188, 240]}),
            "latency": metric("ms", "lower", 1, "latency", "задержка", {"mean": [17.4, 22.9, 41.3], "p99": [80.7, 196.3, 254.9]}),
        },
        repeats=1, primary="tps", baseline="4",
        windows=[{"level": "4", "run": 1, "kind": "drop", "metric": "tps", "starts_at": "14:21", "ends_at": "14:33", "depth_pct": 47.6, "recovered_after_s": 540},
                 {"level": "4", "run": 1, "kind": "drop", "metric": "tps", "starts_at": "14:46", "ends_at": "15:02", "depth_pct": 53.8, "recovered_after_s": 780}],
    )  # fmt: skip
    steps = {"8": (655, 611, 487), "64": (3842, 2467, 973)}
    held["facts"] += [
        {"id": f"{level}@step{step}.tps.mean", "level": level, "metric": "tps", "stat": "mean", "value": value, "unit": "1/s", "decimals": 0, "scope": f"step{step}"}
        for step, row in steps.items() for level, value in zip(("1", "4", "8"), row, strict=True)
    ]  # fmt: skip
    return held


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Per level unit the throughput at 12 is 447 TPS.", "Per level unit the throughput at 12 is 497 TPS."),
        ("Mean TPS at 5 is 4,875. The step to 12 adds 485 TPS.", "Mean TPS at 5 is 4,875. The step to 12 adds 685 TPS."),
        ("Разброс TPS велик: при 40 он составляет 2 560 транзакций.", "Разброс TPS велик: при 40 он составляет 2 960 транзакций."),
    ],
)  # fmt: skip
def test_a_working_that_words_ask_for_is_not_refuted(true: str, false: str) -> None:
    assert "contradicted" not in verdicts(true, buffers())
    assert "contradicted" in verdicts(false, buffers())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("# TPS\n\n| Clients | 1 | 4 | 8 |\n|---|---|---|---|\n| 8 | 655 | 611 | 487 |\n| 64 | 3,842 | 2,467 | 973 |\n",
         "# TPS\n\n| Clients | 1 | 4 | 8 |\n|---|---|---|---|\n| 8 | 655 | 611 | 487 |\n| 64 | 3,842 | 2,767 | 973 |\n"),
        ("With 64 clients the default of 4 gives 2,467 TPS.", "With 64 clients the default of 4 gives 2,767 TPS."),
        ("With 64 clients the throughput at 4 is 35.8% behind that at 1.", "With 64 clients the throughput at 4 is 45.8% behind that at 1."),
    ],
)  # fmt: skip
def test_a_load_step_has_values_of_its_own(true: str, false: str) -> None:
    assert "contradicted" not in verdicts(true, ramp())
    assert verdicts(false, ramp()) & {"contradicted", "unparsed"}


def test_two_clock_times_may_be_two_starts_and_a_drop_lasts_as_it_does() -> None:
    text = "In run 1 at 4 throughput collapsed twice: 47.6% at 14:21, then 53.8% at 14:46. The second drop lasted 16 minutes and took 13 minutes to recover."
    assert "contradicted" not in verdicts(text, ramp())
    assert "contradicted" in verdicts("At 4 the drop lasted 21 minutes.", ramp())


def test_the_parts_of_a_cell_are_one_level() -> None:
    assert "contradicted" not in verdicts("TPS is highest at lz4 and 32, 9,440, lowest at off and 8.", grid())
    assert "contradicted" in verdicts("TPS is highest at lz4 and 96.", grid())


def test_the_first_value_is_of_the_first_metric() -> None:
    text = "At 40 system time overtakes WAL volume: 22.6 against 40.1."
    assert "contradicted" not in verdicts(text, buffers(), "value")
    assert "contradicted" in verdicts(
        "At 40 system time stands against WAL volume: 29.6 against 40.1.", buffers(), "value"
    )


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("## Test 2: 4\n\n- TPS is 1,745.\n", "## Test 2: 4\n\n- TPS is 928.\n"),
        ("In total TPS over the three settings comes to 4,983.", "In total TPS over the three settings comes to 4,683."),
        ("At 4 the second drop lasted 16 minutes, 4 minutes longer than the first.", "At 4 the second drop lasted 16 minutes, 9 minutes longer than the first."),
    ],
)  # fmt: skip
def test_a_heading_names_its_level_and_totals_and_lengths_are_worked_out(true: str, false: str) -> None:
    assert "contradicted" not in verdicts(true, ramp())
    assert "contradicted" in verdicts(false, ramp())


def test_the_highest_of_several_coefficients_is_no_strong_one() -> None:
    held = ramp() | {"facts": [*ramp()["facts"], *(
        {"id": f"{level}.tps.pearson~latency", "level": level, "metric": "tps", "stat": "pearson", "partner": "latency", "value": value, "decimals": 2}
        for level, value in (("1", 0.12), ("4", 0.44), ("8", 0.21))
    )]}  # fmt: skip
    assert "contradicted" not in verdicts("Корреляция TPS и задержки при 4 самая высокая (0,44).", held, "strength")
    assert "contradicted" in verdicts("Корреляция TPS и задержки при 1 высокая (0,12).", held, "strength")

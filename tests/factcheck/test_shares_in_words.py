"""Shares told as a fraction of the whole: "more than half of the active time", "треть всех ожиданий"."""

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import verdicts

FACTS = document(
    "workers", "workers", None, ["4", "8", "16"],
    {
        "rate": metric("1/s", "higher", 0, "apply rate", "скорость применения", {"mean": [5100, 7200, 6900]}),
        "locks": metric("%", "lower", 1, "lock waits", "ожидания блокировок", {"share": [8.1, 14.6, 33.9]}),
        "wal": metric("%", "lower", 1, "WALWrite", "WALWrite", {"share": [31.0, 24.0, 16.0]}),
    },
    repeats=1, primary="rate", baseline="4",
)  # fmt: skip
for _fact in FACTS["facts"]:
    if _fact["stat"] == "share":
        _fact["denominator"] = "active session time"

TWINS = [
    ("Lock waits grow. With 16 workers about a third of the active time goes to them.", "Lock waits grow. With 16 workers more than half of the active time goes to them."),
    ("With 16 workers a third of all active session time goes to lock waits.", "With 16 workers two thirds of all active session time goes to lock waits."),
    ("При 16 на ожидания блокировок приходится треть всего времени.", "При 16 на ожидания блокировок приходится больше половины всего времени."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), TWINS)
def test_a_part_of_the_whole_time_is_held_to_the_share(true: str, false: str) -> None:
    assert "contradicted" not in verdicts(true, FACTS), true
    assert "contradicted" in verdicts(false, FACTS), false


def test_as_much_as_before_is_no_part_of_the_whole() -> None:
    text = "WALWrite took 31% of the active time with 4 workers and about half as much with 16."
    assert "contradicted" not in verdicts(text, FACTS)


def test_a_share_of_active_time_says_nothing_of_wait_time() -> None:
    assert "contradicted" not in verdicts("With 16 workers lock waits make up four fifths of wait time.", FACTS)
    assert "contradicted" not in verdicts("To make up half of the active time with 16 workers, it takes also lock waits.", FACTS)  # fmt: skip

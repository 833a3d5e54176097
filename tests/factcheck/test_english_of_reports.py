"""What reports say in Russian and English alike: levels told for a goal, "the low value", British and American spelling, figures of several metrics."""

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused, verdicts

TWINS = [
    # a level behind the colon of a goal
    ("- For minimum read latency: 150 (9.8 ms)", "- For minimum read latency: 50 (13.8 ms)"),
    ("- Для минимальных задержек чтения: 150 (9,8 мс)", "- Для минимальных задержек чтения: 50 (13,8 мс)"),
    ("- For a balance of read and write latency: 150 (9.8 ms read, 7.3 ms write)", "- For a balance of read and write latency: 100 (12.5 ms read, 7.0 ms write)"),
    # a value that is called good
    ("The preferred value is 150, which brings the best disk throughput with lower read latency.", "The preferred value is 150, which brings the best disk throughput with lower write latency."),
    ("Предпочтительное значение — 150: лучшая пропускная способность при меньшей задержке чтения.", "Предпочтительное значение — 150: лучшая пропускная способность при меньшей задержке записи."),
    # all that a name stands for
    ("The best read latency figures are seen at 150.", "The best latency figures are seen at 150."),
    # the highest of a run is not its mean
    ("Disk utilization came to 95.1% at the low value.", "Disk utilization had a peak of 95.1% at the low value."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), TWINS)
def test_what_reports_say_has_a_false_twin_that_is_refused(true: str, false: str) -> None:
    assert not is_refused(true), true
    assert "contradicted" in verdicts(false), false


@pytest.mark.parametrize("spelling", ["utilization", "utilisation"])
def test_spelling_does_not_part_a_metric_from_its_name(spelling: str) -> None:
    assert verdicts(f"At 50 disk {spelling} is 95.1%.", predicate="value") == {"supported"}
    assert "contradicted" in verdicts(f"At 50 disk {spelling} is 96.1%.")


def test_the_number_right_behind_a_name_is_its_value_and_no_quotient_of_others() -> None:
    facts = document(
        "two_disks", "ratio", None, ["10", "30"],
        {
            "a_util": metric("%", "none", 1, "vda utilisation", "утилизация vda", {"mean": [46.2, 20.0]}),
            "b_queue": metric("", "none", 1, "queue;aqu_sz", "очередь", {"mean": [7.5, 12.5]}),
        },
        repeats=1, primary="a_util", baseline="10",
    )  # fmt: skip
    assert is_refused("At 30: vda utilisation 20.0%, aqu_sz 1.6.", facts)
    assert not is_refused("At 30: vda utilisation 20.0%, aqu_sz 12.5.", facts)

"""Verdicts of many comparisons, correlations and run counts that are told in words: each true sentence has a false twin that is refuted."""

import pytest

from tests.factcheck.helpers import DOCUMENT, REPEATED, is_refused, verdicts

TWINS = [
    # verdicts of many comparisons
    (REPEATED, "For tps, two of the three differences are shown.", "For tps, one of the three differences is shown."),
    (REPEATED, "The differences in tps are known by their intervals.", "In tps, all differences are significant."),
    (REPEATED, "The comparisons of tps are three.", "In tps, none of the comparisons is conclusive."),
    (REPEATED, "По tps доказаны два из трёх различий, и все пары названы.", "По tps все различия значимы."),
    # one comparison
    (REPEATED, "In tps, 100 and 0 could not be told apart.", "In tps, 1000 and 0 could not be told apart."),
    (REPEATED, "По tps уровень 100 от уровня 0 отличить не удалось.", "По tps уровень 1000 от уровня 0 отличить не удалось."),
    # run counts
    (REPEATED, "Five repeats of three levels, hence 15 runs.", "Five repeats of three levels, hence 24 runs."),
    (REPEATED, "Всего 15 прогонов.", "Всего 35 прогонов."),
    (REPEATED, "We tried three delays (0, 100 and 1000).", "We tried four delays (0, 100 and 1000)."),
    # correlations
    (DOCUMENT, "At 150 disk throughput and read latency are tied very closely and inversely.", "At 150 disk throughput and read latency are tied only loosely and directly."),
    (DOCUMENT, "При 150 связь пропускной способности и задержки чтения весьма тесная и обратная.", "При 150 связь пропускной способности и задержки чтения слабая и прямая."),
]  # fmt: skip


@pytest.mark.parametrize(("document", "true", "false"), TWINS)
def test_a_true_sentence_passes_and_its_false_twin_is_refuted(document: dict, true: str, false: str) -> None:  # type: ignore[type-arg]
    assert not is_refused(true, document), true
    assert "contradicted" in verdicts(false, document), false


@pytest.mark.parametrize(
    "text",
    [
        "The difference between the two runs at 100 was small.",
        "Между двумя прогонами при 100 разницы мало.",
        "At 150 disk throughput and read latency may be tied loosely.",
        "Other runs failed; of them we say nothing.",
    ],
)
def test_what_only_sounds_like_a_count_or_a_verdict_is_left_alone(text: str) -> None:
    assert not is_refused(text, DOCUMENT)


PATHS = [
    (DOCUMENT, "Read latency fell from 13.8 to 9.8 ms.", "Read latency rose from 13.8 to 9.8 ms."),
    (DOCUMENT, "Задержка записи выросла с 6,6 до 7,3 мс.", "Задержка записи снизилась с 6,6 до 7,3 мс."),
    (DOCUMENT, "Write latency lengthens with every step: 6.6, 7.0 and 7.3 ms.", "Write latency shortens with every step: 6.6, 7.0 and 7.3 ms."),
    (DOCUMENT, "With every increase of the limit read latency falls, from 13.8 ms to 9.8 ms.", "With every increase of the limit read latency grows, from 13.8 ms to 9.8 ms."),
]  # fmt: skip


@pytest.mark.parametrize(("document", "true", "false"), PATHS)
def test_values_refute_the_direction_that_is_told_of_them(document: dict, true: str, false: str) -> None:  # type: ignore[type-arg]
    assert not is_refused(true, document), true
    assert "contradicted" in verdicts(false, document), false

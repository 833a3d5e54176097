"""Judging: each true sentence passes, and the same sentence made false does not."""

from __future__ import annotations

import pytest

from tests.factcheck.helpers import REPEATED, is_refused, run, verdicts

TRUE_AND_FALSE = [
    # values, levels, metrics, statistics, units
    ("Read latency was 13.8 ms at 50 and 9.8 ms at 150.", "Read latency was 9.8 ms at 50 and 13.8 ms at 150."),
    ("At 50 and 150 read latency was 13.8 and 9.8 ms respectively.", "At 50 and 150 read latency was 9.8 and 13.8 ms respectively."),
    ("При 100 задержка чтения 12,5 мс, задержка записи 7,0 мс.", "При 100 задержка чтения 7,0 мс, задержка записи 12,5 мс."),
    ("Задержка чтения 9,8 мс при 150 против 13,8 мс при 50.", "Задержка чтения 13,8 мс при 150 против 9,8 мс при 50."),
    ("The mean read latency at 100 is 12.5 ms.", "The peak read latency at 100 is 12.5 ms."),
    ("Максимальная задержка чтения при 50 — 19,0 мс.", "Максимальная задержка чтения при 50 — 13,8 мс."),
    ("Disk throughput at 150 is 137.5 MB/s.", "Disk throughput at 150 is 137.5 GB/s."),
    ("Disk throughput at 150 is 137.5 MB/s.", "Disk throughput at 150 is 137.5 ms."),
    ("Утилизация диска при 100: 89–94 %.", "Утилизация диска при 100: 85–94 %."),
    # changes
    ("Read latency at 150 is 29% lower than at 50.", "Read latency at 150 is 39% lower than at 50."),
    ("Read latency at 150 is 29% lower than at 50.", "Read latency at 150 is 29% higher than at 50."),
    ("Рост пропускной способности на 18 % (с 116,1 до 137,5 МБ/с).", "Рост пропускной способности на 28 % (с 116,1 до 137,5 МБ/с)."),
    ("Задержка чтения при 50 в 1,4 раза больше, чем при 150.", "Задержка чтения при 50 в 2,4 раза больше, чем при 150."),
    ("Утилизация диска при 100 ниже, чем при 50, на 2,4 п. п.", "Утилизация диска при 100 ниже, чем при 50, на 2,4 %."),
    # orders
    ("Read latency falls steadily with cost_limit.", "Read latency rises steadily with cost_limit."),
    ("Write latency is higher at 150 than at 50.", "Write latency is lower at 150 than at 50."),
    ("Задержка чтения снижается: 13,8 (50) → 12,5 (100) → 9,8 (150).", "Задержка чтения растёт: 13,8 (50) → 12,5 (100) → 9,8 (150)."),
    ("Наибольшая пропускная способность — при 150.", "Наименьшая пропускная способность — при 150."),
    ("The lowest write latency was seen at 50.", "The lowest write latency was seen at 100."),
    ("Самая низкая задержка чтения при 150.", "Самая высокая задержка чтения при 150."),
    ("Утилизация диска максимальна при 50.", "Утилизация диска минимальна при 150."),
    # relations and design
    ("Корреляция пропускной способности и задержки чтения при 150 весьма высокая (−0,97).", "Корреляция пропускной способности и задержки чтения при 150 слабая (−0,97)."),
    ("The machine has 8 cores and 16 GB of RAM.", "The machine has 8 cores and 64 GB of RAM."),
    ("Был один прогон на уровень.", "Было пять прогонов на уровень."),
    ("Set bgwriter_delay = 50ms.", "Set bgwriter_delay = 5ms."),
    ("Просадка при 50 (09:52–10:09) глубиной 41 %.", "Просадка при 50 (09:52–11:09) глубиной 41 %."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), TRUE_AND_FALSE)
def test_a_true_sentence_passes_and_its_false_twin_does_not(true: str, false: str) -> None:
    assert not is_refused(true), [claim for claim in run(true).claims if claim.verdict in ("contradicted", "unparsed")]
    assert "contradicted" in verdicts(false)


REPEATED_PAIRS = [
    ("At 100 tps is higher than at 0, but within noise.", "At 100 tps is higher than at 0."),
    ("At 1000 tps is lower than at 0.", "At 1000 tps is within noise of 0."),
    ("At 1000 tps is 12.6% lower than at 0 (95% CI -14.4% to -10.7%, p = 0.0003).", "At 1000 tps is 12.6% lower than at 0 (95% CI -18.4% to -10.7%, p = 0.0003)."),
    ("At 1000 tps is 12.6% lower than at 0 (p = 0.0003).", "At 1000 tps is 12.6% lower than at 0 (p = 0.03)."),
    ("По задержке 100 и 0 эквивалентны.", "По задержке 1000 и 0 эквивалентны."),
    ("По tps сравнение 100 с 0 не решено.", "По tps сравнение 1000 с 0 не решено."),
    ("The difference in tps between 1000 and 0 is statistically significant.", "The difference in tps between 100 and 0 is statistically significant."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), REPEATED_PAIRS)
def test_with_repeats_a_comparison_needs_its_verdict(true: str, false: str) -> None:
    assert not is_refused(true, REPEATED), [
        claim for claim in run(true, REPEATED).claims if claim.verdict in ("contradicted", "unparsed")
    ]
    assert "contradicted" in verdicts(false, REPEATED)


def test_truncation_is_not_rounding() -> None:
    assert is_refused("Read latency at 50 is 1.4 times that at 150: 13.7 ms.")
    assert not is_refused("Read latency at 50 is about 14 ms.")


def test_a_tie_has_no_single_extreme() -> None:
    assert "contradicted" in verdicts("Утилизация диска минимальна при 150.", predicate="best")
    assert "contradicted" not in verdicts("Утилизация диска минимальна при 100 и 150.", predicate="best")


@pytest.mark.parametrize("text", [
    "Оптимальным является значение 150.", "We recommend 150 for production.", "Это вызвано агрессивным освобождением кэша.", "Read latency may be lower because of caching.",
    "Values above 150 should be tried: 200-500.", "Iowait was 31% at 50.",
])  # fmt: skip
def test_what_the_facts_do_not_hold_is_unverifiable_and_never_silent(text: str) -> None:
    found = verdicts(text)
    assert "unverifiable" in found and not found & {"contradicted", "unparsed"}


def test_a_number_without_any_metric_is_unparsed() -> None:
    assert verdicts("Somebody said 417.3 here.") == {"unparsed"}


def test_significance_without_repeats_is_refuted() -> None:
    assert "contradicted" in verdicts("The difference in read latency between 50 and 150 is statistically significant.")


def test_a_correlation_told_as_a_share_is_refuted() -> None:
    assert "contradicted" in verdicts("При 150 пропускная способность (97 %) определяет всё.")


def test_a_mean_must_lie_in_the_range_stated_for_both() -> None:
    document = {**REPEATED}
    from tests.factcheck.corpus.build import document as build
    from tests.factcheck.corpus.build import metric

    document = build("both", "x", None, ["1", "2"], {
        "r": metric("ms", "lower", 1, "read latency", "задержка чтения", {"mean": [12.5, 11.0]}), "w": metric("ms", "lower", 1, "write latency", "задержка записи", {"mean": [7.0, 6.0]}),
        "rw": metric("ms", "lower", 0, "read/write latency", "задержки чтения/записи", {"min": [9, 5], "max": [14, 12]}),
    }, repeats=1, primary="r", baseline="1")  # fmt: skip
    assert "contradicted" in verdicts("При 1 задержки чтения/записи умеренные (9–14 мс).", document)
    assert "contradicted" not in verdicts("При 2 задержки чтения/записи умеренные (5–12 мс).", document)


def test_a_may_does_not_grow_into_a_fact_further_down() -> None:
    text = "Возможно, просадки вызваны синхронной записью контрольных точек на диск.\n\nПросадки вызваны синхронной записью контрольных точек на диск.\n"
    found = run(text)
    assert [claim.verdict for claim in found.claims if claim.line == 3 and claim.predicate == "cause"] == [
        "contradicted"
    ]


def test_one_question_has_one_answer() -> None:
    text = "Для чтения оптимальным является значение 150.\n\nВ целом оптимальным является значение 100.\n"
    assert [claim.verdict for claim in run(text).claims if claim.predicate == "best"] == [
        "unverifiable",
        "contradicted",
    ]


def test_strict_refuses_an_asserted_cause_and_not_a_hedged_one() -> None:
    assert run("Read latency fell because the cache was released.", strict=True).status == 1
    assert run("Read latency may have fallen because the cache was released.", strict=True).status == 0
    assert run("Read latency may have fallen because the cache was released.").status == 0

"""The reasons of verdicts are sentences in the words of people, with the arithmetic in them."""

from __future__ import annotations

import pytest

from factcheck.output.marked import expectation
from factcheck.output.reasons import _minutes
from tests.factcheck.helpers import REPEATED, run


def reasons(text: str, document: dict[str, object] | None = None, verdict: str = "contradicted") -> list[str]:
    result = run(text, document)
    return [
        claim.why.ru if result.language == "ru" else claim.why.en for claim in result.claims if claim.verdict == verdict
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Read latency was 9.8 ms at 50.", "Read latency (mean, 50) is 13.8, not 9.8; 9.8 is read latency (mean, 150)."),
        ("При 50 задержка чтения составила 9,8 мс.", "Задержка чтения (среднее, 50) равно 13,8, а не 9,8; 9,8 — это задержка чтения (среднее, 150)."),
        ("At 50 the read latency peaked at 25.3 ms.", "Read latency (maximum, 50) is 19, not 25.3."),
        ("The lowest read latency was at 50.", "Read latency (mean): 50: 13.8, 100: 12.5, 150: 9.8."),
        ("bgwriter_delay should be 5 ms.", "bgwriter_delay allows 10…10000 ms."),
        ("На сервере было 12 ядер процессора.", "На стенде cpu_cores = 8."),
    ],
)  # fmt: skip
def test_a_reason_names_metrics_and_statistics_as_people_do(text: str, sentence: str) -> None:
    assert sentence in reasons(text), run(text).claims


def test_a_verdict_is_told_in_the_language_of_the_article() -> None:
    said = reasons("Разница tps между 100 и 0 значима.", REPEATED)
    assert any("не решено" in one for one in said) and not any("undecided" in one for one in said), said
    assert any(
        "undecided" in one for one in reasons("The difference in tps between 100 and 0 is significant.", REPEATED)
    )


@pytest.mark.parametrize("text", ["Read latency was 9.8 ms at 50. It rose with every step; the best was 50.", "При 50 задержка чтения 9,8 мс, она растёт; провал длился 40 минут."])  # fmt: skip
def test_every_reason_is_a_sentence(text: str) -> None:
    for claim in run(text).claims:
        for said in (claim.why.en, claim.why.ru):
            assert said.endswith(".") and "  " not in said and ".mean" not in said, said


def test_what_the_reason_tells_is_not_told_once_more_as_the_expectation() -> None:
    claims = [claim for claim in run("Read latency rises steadily over the levels.").claims if claim.verdict == "contradicted"]  # fmt: skip
    assert claims and all(expectation(claim, "en") is None for claim in claims)
    value = run("Read latency was 9.8 ms at 50.").refused[0]
    assert expectation(value, "en") == "13.8" and expectation(value, "ru") == "13,8"


@pytest.mark.parametrize(("language", "words"), [("en", "a single run a level"), ("ru", "по одному прогону")])
def test_an_expected_verdict_is_told_in_words(language: str, words: str) -> None:
    claim = run("The difference in tps between 100 and 0 is significant.", REPEATED).claims[0]
    assert expectation(claim.model_copy(update={"expected": "single_run"}), language) == words


def test_a_part_of_a_minute_is_told_in_seconds() -> None:
    assert [_minutes(value) for value in (1.58333, 1.0, 0.25, 2.99999)] == ["1 min 35 s", "1 min", "15 s", "3 min"]

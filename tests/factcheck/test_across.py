"""An article is held against itself: answers, tables and prose, values given twice, sums of parts; and left alone where it agrees."""

from __future__ import annotations

import pytest

from tests.factcheck.helpers import run


def refused(text: str) -> list[str]:
    result = run(text)
    assert result.claims, "nothing was read"
    return [claim.quote for claim in result.refused]


TWINS = {
    "one question, one answer": (
        "For reading, 150 is the optimal value.\n\nOverall, 150 is the optimal value.\n",
        "For reading, 150 is the optimal value.\n\nOverall, 100 is the optimal value.\n",
    ),
    "a table against its prose": (
        "| Level | Queue depth |\n|---|---|\n| 50 | 17.4 |\n| 150 | 12.9 |\n\nQueue depth at 50 was 17.4.\n",
        "| Level | Queue depth |\n|---|---|\n| 50 | 17.4 |\n| 150 | 12.9 |\n\nQueue depth at 50 was 14.7.\n",
    ),
    "таблица и текст": (
        "| Уровень | Глубина очереди |\n|---|---|\n| 50 | 17,4 |\n| 150 | 12,9 |\n\nГлубина очереди при 50 — 17,4.\n",
        "| Уровень | Глубина очереди |\n|---|---|\n| 50 | 17,4 |\n| 150 | 12,9 |\n\nГлубина очереди при 50 — 14,7.\n",
    ),
    "the same value under two levels": (
        "Queue depth at 50 was 17.43.\n\nQueue depth at 150 was 12.91.\n\nLater, queue depth at 150 was 12.91 again.\n",
        "Queue depth at 50 was 17.43.\n\nQueue depth at 150 was 12.91.\n\nLater, queue depth at 150 was 17.43 again.\n",
    ),
    "parts of a whole": (
        "Of all writes, checkpointer did 41%, backends did 33% and bgwriter did 26%.\n",
        "Of all writes, checkpointer did 61%, backends did 33% and bgwriter did 26%.\n",
    ),
    "части целого": (
        "Из всех записей контрольный процесс сделал 41 %, серверные 33 %, фоновый 26 %.\n",
        "Из всех записей контрольный процесс сделал 61 %, серверные 33 %, фоновый 26 %.\n",
    ),
    "the rows of a total": (
        "| Table | Buffers written |\n|---|---|\n| accounts | 5120 |\n| history | 2048 |\n| Total | 7168 |\n",
        "| Table | Buffers written |\n|---|---|\n| accounts | 5120 |\n| history | 2048 |\n| Total | 6168 |\n",
    ),
    "строки итога": (
        "| Таблица | Записано буферов |\n|---|---|\n| accounts | 5120 |\n| history | 2048 |\n| Итого | 7168 |\n",
        "| Таблица | Записано буферов |\n|---|---|\n| accounts | 5120 |\n| history | 2048 |\n| Итого | 6168 |\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TWINS)
def test_what_agrees_with_itself_passes_and_what_does_not_is_refused(name: str) -> None:
    true, false = TWINS[name]
    assert refused(true) == []
    assert refused(false)


@pytest.mark.parametrize("text", [
    "Queue depth at 50 was 17.43 at the start. Queue depth at 50 was 19.20 at the end.\n",
    "Queue depth at 50 was 17.43.\n\nQueue depth at 150 was 17.43 as well.\n",
    "Of all waits, IO took 80%, of which reads took 60%.\n",
    "Checkpointer wrote 41% at 50, 44% at 100 and 52% at 150 of all writes.\n",
    "| Table | Mean time, ms |\n|---|---|\n| accounts | 51.2 |\n| history | 20.4 |\n| Total | 40.1 |\n",
    "| Table | Buffers written |\n|---|---|\n| accounts | 5120 |\n| history | 2048 |\n| Total | 9000 |\n",
    "CPU was busy for 83% and the disk for 91%.\n",
])  # fmt: skip
def test_what_only_looks_like_a_contradiction_is_left_alone(text: str) -> None:
    assert refused(text) == []


def test_a_hypothesis_stays_one_and_may_be_repeated_as_one() -> None:
    may = "The drops may be caused by synchronous writes of checkpoints to disk."
    told = "The drops are caused by synchronous writes of checkpoints to disk."
    assert [c.verdict for c in run(f"{may}\n\n{told}\n").claims if c.predicate == "cause"] == ["contradicted"]
    assert refused(f"{may}\n\n{may}\n") == []


def test_what_is_best_here_and_worst_there_is_refuted_by_the_facts() -> None:
    text = "Read latency is lowest at 150.\n\nRead latency is {} at 150.\n"
    assert refused(text.format("lowest")) == []
    assert refused(text.format("highest"))

"""True statements that were refused, each with a false neighbour that still is: levels of a grid by their noun, shares in turn, drops apart, a metric over another."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from factcheck import check
from factcheck.forms.facts import Facts, load_facts

_CORPUS = Path(__file__).parent / "corpus" / "audited_open"
GRID, DISK, PARTS = "parallel_leader_grid_ru", "disk_nr_requests_en", "partitions_count_ru"


@cache
def _facts(name: str) -> Facts:
    return load_facts(_CORPUS / f"{name}.facts.json")


def _is_refused(text: str, name: str) -> bool:
    return any(claim.verdict in ("contradicted", "unparsed") for claim in check(text, _facts(name), strict=True).claims)


@pytest.mark.parametrize(
    ("name", "true", "false"),
    [
        # the noun behind a number says of which factor it is a level
        (GRID, "### max_parallel_workers_per_gather = 0\n\nНа четырёх клиентах us 24,1%.", "### max_parallel_workers_per_gather = 0\n\nНа четырёх клиентах us 33,3%."),
        (GRID, "### max_parallel_workers_per_gather = 0\n\nCPU user time with 4 clients is 24.1%.", "### max_parallel_workers_per_gather = 0\n\nCPU user time with 4 clients is 33.3%."),
        # under a head of a grid a way goes along its own row
        (GRID, "### max_parallel_workers_per_gather = 8\n\nQPH: 906 → 770 → 715, каждый новый уровень нагрузки только ухудшает результат.",
         "### max_parallel_workers_per_gather = 8\n\nQPH: 906 → 770 → 715, каждый новый уровень нагрузки только улучшает результат."),
        # "with eight workers" is no "from eight"
        (GRID, "С восемью воркерами ожидания IPC превосходят ожидания IO на всех трёх нагрузках.", "С двумя воркерами ожидания IPC превосходят ожидания IO на всех трёх нагрузках."),
        # the percentile before a colon is that of the extreme behind it
        (GRID, "С p95 при 4 клиентах то же самое: минимум у четырёх воркеров.", "С p95 при 4 клиентах то же самое: минимум у восьми воркеров."),
        # the level of the head against the one that is named
        (PARTS, "### 512 секций\n\nПланирование обходится более чем вдвое дороже, чем при 128 (0,43 против 0,19 мс).", "### 512 секций\n\nПланирование обходится более чем вдвое дороже, чем при 128 (0,53 против 0,19 мс)."),
        (PARTS, "### 512 partitions\n\nPlanning time is higher than at 128 (0.43 vs 0.19 ms).", "### 512 partitions\n\nPlanning time is higher than at 128 (0.53 vs 0.19 ms)."),
        # a level by its noun, in words
        (PARTS, "Связь вставки с WALWrite, заметная при одной секции (0,6218), при 2048 исчезает.", "Связь вставки с WALWrite при 2048 секциях заметная (0,6218)."),
        # all of one metric together are no sum of what was told before
        (PARTS, "При 2048 секциях на LockManager уходит 37,8% времени активных сессий; все LWLock вместе занимают там почти половину — 47,9%.",
         "При 2048 секциях на LockManager уходит 37,8% времени активных сессий; все LWLock вместе занимают там 57,9%."),
        # the unit of a row says which of two metrics that are called alike is meant
        (DISK, "Throughput grows monotonically: 58.4 → 71.9 → 80.6 → 83.2 → 84.7 MB/s.", "Throughput grows monotonically: 58.4 → 71.9 → 80.6 → 93.2 → 84.7 MB/s."),
        # how far apart drops begin
        (DISK, "At 1024 the drops begin 30 minutes apart.", "At 1024 the drops begin 20 minutes apart."),
        # a share of the same whole at another level
        (DISK, "At 1024 WALSync waits make up 61% of all IO waits, at 32 only 28%.", "At 1024 WALSync waits make up 61% of all IO waits, at 32 only 48%."),
        # a part of a growth is no ratio of two levels
        (DISK, "The mean queue at 1024 is 3.5 times as long as at 128; about three quarters of that growth falls on the last step.",
         "The mean queue at 1024 is 4.5 times as long as at 128; about three quarters of that growth falls on the last step."),
        # a level that is called by its end, and a part of another metric
        (DISK, "The shallowest queue costs 22% of the speed reached at 128.", "The shallowest queue is at 128."),
    ],
)  # fmt: skip
def test_a_true_statement_is_let_through_and_its_false_neighbour_is_not(name: str, true: str, false: str) -> None:
    assert not _is_refused(true, name)
    assert _is_refused(false, name)


@pytest.mark.parametrize(
    ("name", "true"),
    [
        (PARTS, "При 16 секциях ожидание WALWrite (23,8%) заметно больше всех LWLock (8,7%)."),
        (PARTS, "При 2048 секциях на него приходится 96% всех блоков запроса."),
        (PARTS, "Максимумы времени планирования ведут себя иначе: при 128 секциях он даже ниже, чем при 16."),
        (GRID, "Разрыв между лучшим и худшим значением параметра сужается."),
        (GRID, "The gap between the best and the worst value of the parameter narrows."),
    ],
)
def test_what_is_no_statement_of_a_level_is_let_through(name: str, true: str) -> None:
    assert not _is_refused(true, name)

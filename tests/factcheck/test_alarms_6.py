"""True statements that were refused for a word, a unit or a part misread; their false neighbours stay refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused

FLUSHES: dict[str, Any] = document(
    "flush_delay", "flush_delay", "ms", ["10", "100", "1000", "5000"],
    {
        "latency": metric("ms", "lower", 2, "latency;query latency", "задержка;задержка запроса", {"mean": [3.51, 3.35, 3.26, 3.39], "p95": [6.1, 5.2, 5.9, 8.8], "p99": [11.8, 9.3, 14.7, 31.2]}),
        "planning": metric("ms", "lower", 2, "planning time", "время планирования", {"mean": [0.62, 0.68, 0.74, 4.51], "share": [17.7, 20.3, 22.7, 41.6]}, denominator="query latency"),
        "blocks": metric("blocks", "lower", 0, "blocks read a query", "прочитанные блоки", {"mean": [8420, 5310, 4870, 4890]}),
        "memory": metric("MB", "lower", 1, "backend memory", "память сеанса", {"mean": [14.1, 14.6, 19.8, 61.3]}),
        "misses": metric("1", "lower", 0, "bad estimates;queries misestimated more than tenfold", "плохие оценки;запросы с ошибкой более чем десятикратной", {"count": [44, 18, 9, 8]}),
        "waits": metric("1/min", "lower", 0, "waits", "ожидания", {"mean": [2140, 1702, 1788, 2391]}),
        "walwrite": metric("%", "lower", 1, "WALWrite", "WALWrite", {"share": [31.4, 18.9, 24.6, 43.2]}, denominator="waits", part_of="waits"),
        "walsync": metric("%", "lower", 1, "WALSync", "WALSync", {"share": [22.8, 12.1, 9.0, 8.5]}, denominator="waits", part_of="waits"),
    },
    repeats=1, primary="latency", baseline="100",
    windows=[
        {"level": level, "run": 1, "kind": "drop", "metric": "latency", "starts_at": at, "ends_at": end, "depth_pct": depth, "recovered_after_s": 60}
        for level, at, end, depth in (("10", "10:22", "10:24", 37.9), ("5000", "14:08", "14:10", 52.4), ("5000", "14:31", "14:36", 78.2))
    ],
)  # fmt: skip


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Planning time makes up 41.6% of query latency at 5000.", "Planning time makes up 22.7% of query latency at 5000."),
        ("Доля времени планирования при 5000 — 41,6%.", "Доля времени планирования при 5000 — 22,7%."),
        ("Between 10 and 100 backend memory moves by half a megabyte.", "Between 100 and 1000 backend memory moves by half a megabyte."),
        ("Между 10 и 100 память сеанса растёт на полмегабайта.", "Между 100 и 1000 память сеанса растёт на полмегабайта."),
        ("10 lost on latency.", "1000 loses to 10 on latency."),
        ("Planning time jumps sixfold at 5000.", "Planning time jumps threefold at 5000."),
        ("- At 10 44 queries are misestimated more than tenfold.", "- At 10 latency is tenfold that of 100."),
        ("Latency differs between the best and the worst level by only 0.25 ms.", "Latency at the best level is only 0.25 ms."),
        ("У средней задержки между лучшим и худшим уровнем всего 0,25 мс.", "У средней задержки между лучшим и худшим уровнем всего 0,95 мс."),
        ("WALWrite даёт около 1 030 ожиданий в минуту при 5000.", "WALSync даёт около 1 030 ожиданий в минуту при 5000."),
        ("WALWrite gives about 1,030 waits a minute at 5000.", "WALSync gives about 1,030 waits a minute at 5000."),
        ("Все просадки глубже 50% пришлись на 5000.", "Все просадки глубже 50%."),
        ("Просадок глубже 80% не было.", "Просадок глубже 50% не было."),
        ("У 100 лучшие перцентили задержки.", "У 1000 лучшие перцентили задержки."),
        ("100 has the best latency percentiles.", "1000 has the best latency percentiles."),
        ("The largest latency, 3.51 ms, belongs to 10. Nobody else went past 3.45 ms.", "The largest latency, 3.51 ms, belongs to 10. Nobody else went past 3.3 ms."),
    ],
)  # fmt: skip
def test_what_is_true_is_not_refused(true: str, false: str) -> None:
    assert not is_refused(true, FLUSHES)
    assert is_refused(false, FLUSHES)


@pytest.mark.parametrize(
    ("head", "true", "false"),
    [
        ("### flush_delay = 10", "WALWrite leads the structure of waits: 31.4%.", "WALSync leads the structure of waits: 31.4%."),
        ("### flush_delay = 10", "В структуре ожиданий лидирует WALWrite: 31,4%.", "В структуре ожиданий лидирует WALSync: 31,4%."),
    ],
)  # fmt: skip
def test_what_leads_at_a_level_leads_among_its_shares(head: str, true: str, false: str) -> None:
    assert not is_refused(f"{head}\n\n- {true}", FLUSHES)
    assert is_refused(f"{head}\n\n- {false}", FLUSHES)


def test_so_many_runs_are_no_drops() -> None:
    before = "At 5000 three of the five runs gave a latency below that of 100."
    assert not is_refused(f"{before} The other two are exactly the runs in which speed collapsed for a while.", FLUSHES)


def test_a_step_behind_a_level_is_not_taken_from_the_baseline() -> None:
    assert not is_refused("- Planning time barely changes up to 1000 and then jumps sixfold.", FLUSHES)
    assert is_refused("- Planning time barely changes up to 1000 and then jumps tenfold.", FLUSHES)


def test_speed_is_of_no_number_of_blocks() -> None:
    text = "Most of the gain comes from the very first step: going from 100 down to 10 makes queries 5% slower."
    assert not is_refused(text, FLUSHES)

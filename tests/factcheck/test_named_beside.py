"""What the words right beside a number or a superlative say it is of: a share behind "приходится на", a limit, a slope, an extreme, an event ahead of its class."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.helpers import is_refused

_LEVELS = ["low", "mid", "high"]
_METRICS = [
    {"id": "speed", "unit": "1/s", "better": "higher", "names": {"en": ["speed"], "ru": ["скорость"]}},
    {"id": "waits", "unit": "1/s", "better": "lower", "names": {"en": ["waits"], "ru": ["ожидания"]}},
    {"id": "disk", "unit": "MB/s", "better": "none", "names": {"en": ["disk throughput"], "ru": ["поток диска"]}},
    {"id": "cap", "unit": "MB/s", "better": "none", "names": {"en": ["bandwidth cap"], "ru": ["лимит полосы"]}},
    {"id": "queue", "unit": None, "better": "lower", "names": {"en": ["queue"], "ru": ["очередь"]}},
    {"id": "pressure", "unit": "%", "better": "lower", "names": {"en": ["pressure"], "ru": ["давление на ввод-вывод"]}},
    {"id": "wait_io", "unit": "1/s", "better": "lower", "names": {"en": ["IO"], "ru": ["IO"]}},
    {"id": "wait_ipc", "unit": "1/s", "better": "lower", "names": {"en": ["IPC"], "ru": ["IPC"]}},
    {"id": "sync", "unit": "1/s", "better": "lower", "names": {"en": ["WALSync"], "ru": ["WALSync"]}},
    {"id": "rep", "unit": "1/s", "better": "lower", "names": {"en": ["SyncRep"], "ru": ["SyncRep"]}},
]  # fmt: skip
_ROWS: list[tuple[str, str, list[float], dict[str, str]]] = [
    ("speed", "mean", [900, 700, 400], {}),
    ("waits", "mean", [310, 520, 940], {}),
    ("waits", "slope", [2.4, 8.1, 5.3], {}),
    ("disk", "mean", [212, 240, 287], {}),
    ("queue", "mean", [3.1, 4.4, 7.2], {}),
    ("queue", "max", [11.6, 24.5, 39.8], {}),
    ("pressure", "mean", [2.5, 14.0, 31.0], {}),
    ("wait_io", "share", [61.5, 48.2, 22.7], {"denominator": "waits", "unit": "%"}),
    ("wait_ipc", "share", [12.3, 40.1, 70.9], {"denominator": "waits", "unit": "%"}),
    ("sync", "share", [83.6, 80.4, 77.3], {"denominator": "wait_io", "unit": "%"}),
    ("rep", "share", [91.8, 95.5, 98.2], {"denominator": "wait_ipc", "unit": "%"}),
    ("speed", "pearson", [0.71, 0.34, 0.91], {"partner": "disk"}),
]
FACTS: dict[str, Any] = {
    "format": "pgverdict-facts/1",
    "experiment": {"id": "modes", "factors": [{"name": "mode", "levels": _LEVELS, "baseline": "low"}], "repeats": 1, "primary": "speed"},
    "metrics": _METRICS,
    "facts": [
        {"level": level, "metric": metric, "stat": stat, "value": value, "decimals": 1 if stat != "pearson" else 2, "scope": "run", **more}
        for metric, stat, row, more in _ROWS for level, value in zip(_LEVELS, row, strict=True)
    ] + [{"metric": "cap", "stat": "max", "value": 300, "decimals": 0, "scope": "run"}],
}  # fmt: skip


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Внутри IO при mid 80,4% приходится на WALSync.", "Внутри IO при mid 71,4% приходится на WALSync."),
        ("Of IO at mid 80.4% goes to WALSync.", "Of IO at mid 38.4% goes to WALSync."),
        ("При high на долю SyncRep приходится 98,2% ожиданий IPC.", "При high на долю SyncRep приходится 89,2% ожиданий IPC."),
        ("Лимит полосы облачного диска: 300 МБ/с.", "Поток диска при high: 264 МБ/с."),
        ("At high the queue is 7.2 on average, 39.8 at its worst.", "At high the queue is 39.8 on average."),
        ("При mid связь скорости с потоком диска слабее (0,34).", "При mid корреляция скорости с потоком диска сильная (0,34)."),
    ],
)  # fmt: skip
def test_a_number_is_of_what_the_words_beside_it_name(true: str, false: str) -> None:
    assert not is_refused(true, FACTS)
    assert is_refused(false, FACTS)


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("- low: среди ожиданий лидирует IO — 61,5%.", "- high: среди ожиданий лидирует IO — 22,7%."),
        ("Speed falls with every step of the mode, from 900 to 400.", "Speed rises with every step of the mode, from 900 to 400."),
    ],
)  # fmt: skip
def test_who_leads_and_which_way_is_read_from_its_own_words(true: str, false: str) -> None:
    assert not is_refused(true, FACTS)
    assert is_refused(false, FACTS)


@pytest.mark.parametrize(
    "text",
    [
        "Сократились ли ожидания при mid, по одному прогону не решить.",
        "Давление на ввод-вывод измерялось ядром. Те же пары сравнены ещё раз; вывод от этого не зависит.",
        "To make up four fifths of the waits at low, it takes SyncRep, too.",
        "Прежде всего: мы взяли две одинаковые машины и подняли одну реплику на всех трёх режимах.",
    ],
)
def test_questions_and_preparations_state_nothing(text: str) -> None:
    assert not is_refused(text, FACTS)

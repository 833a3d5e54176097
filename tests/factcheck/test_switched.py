"""The levels on and off told by the act of switching, in both languages: true and false statements, and acts on something else."""

from __future__ import annotations

from typing import Any

import pytest

from factcheck import check
from factcheck.forms.facts import facts_of
from tests.factcheck.helpers import is_refused

_ROWS = {
    "tps": ("1/s", "higher", ["throughput"], ["скорость"], (10234.5, 8120.3)),
    "latency": ("ms", "lower", ["latency"], ["задержка"], (3.1, 4.2)),
    "util": ("%", "none", ["disk utilisation"], ["утилизация диска"], (92.1, 97.5)),
}


def _facts(factor: str = "full_page_writes", levels: tuple[str, ...] = ("off", "on")) -> dict[str, Any]:
    return {
        "format": "pgverdict-facts/1",
        "experiment": {"id": "fpw", "factors": [{"name": factor, "levels": list(levels)}]},
        "metrics": [
            {"id": metric, "unit": unit, "better": better, "names": {"en": en, "ru": ru}}
            for metric, (unit, better, en, ru, _) in _ROWS.items()
        ],
        "facts": [
            {"level": level, "metric": metric, "stat": "mean", "value": value, "unit": unit}
            for metric, (unit, _, _, _, values) in _ROWS.items()
            for level, value in zip(levels, (*values, *values), strict=False)
        ],
    }


FALSE = (
    "With full_page_writes enabled throughput is higher.",
    "When it is enabled, throughput is higher.",
    "Turning full_page_writes off raises latency.",
    "Turning it on raises throughput.",
    "Disabling full_page_writes lowers throughput.",
    "Latency is lower with full_page_writes enabled than with it disabled.",
    "With full_page_writes not disabled, latency is 3.1 ms.",
    "With full_page_writes switched off, latency is 4.2 ms.",
    "При включённом full_page_writes утилизация диска ниже.",
    "С включённым параметром утилизация диска ниже, чем с выключенным.",
    "Отключение full_page_writes увеличивает задержку.",
    "При включении full_page_writes скорость растёт.",
    "Включение параметра снижает скорость на 31%.",
)
TRUE = (
    "With full_page_writes enabled throughput is lower.",
    "When it is disabled, throughput is 10234.5 per second.",
    "Turning full_page_writes off cuts latency by 26%.",
    "Enabling full_page_writes costs 21% of throughput.",
    "Latency is higher with full_page_writes enabled than with it disabled.",
    "При включённом full_page_writes утилизация диска выше.",
    "При выключенном параметре скорость выше.",
    "Отключив full_page_writes, мы получили задержку 3,1 мс.",
    "Включение параметра снижает скорость на 21%.",
    "Включение full_page_writes стоит 21% скорости.",
    "С выключенным параметром задержка ниже, чем с включённым.",
)
#: What is switched is another thing, or one that may stand at several levels: nothing is said of a level.
ELSEWHERE = (
    "With autovacuum disabled latency is 4.2 ms.",
    "При включённом автовакууме задержка 3,1 мс.",
    "Turbo boost was turned off; latency is 4.2 ms.",
    "Все показатели, включая задержку 4,2 мс, измерены трижды.",
)


@pytest.mark.parametrize("text", FALSE)
def test_a_false_statement_of_a_switched_setting_is_refused(text: str) -> None:
    assert is_refused(text, _facts())


@pytest.mark.parametrize("text", (*TRUE, *ELSEWHERE))
def test_a_true_one_and_one_of_something_else_are_not(text: str) -> None:
    assert not is_refused(text, _facts())


def test_enabled_says_which_level_only_where_one_other_is_left() -> None:
    facts = facts_of(_facts("synchronous_commit", ("off", "on", "local", "remote_apply")))
    result = check("With synchronous_commit enabled latency is 3.1 ms; with it disabled it is 3.1 ms.", facts)
    assert result.status == 0

"""Numbers and words that another working of what is named bears out are not refuted; their false twins are."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.helpers import is_refused, verdicts


def _metric(name: str, unit: str, better: str, en: list[str], ru: list[str]) -> dict[str, Any]:
    return {"id": name, "unit": unit, "better": better, "names": {"en": en, "ru": ru}}


def _fact(level: str, metric: str, stat: str, value: float, unit: str, **more: Any) -> dict[str, Any]:
    name = f"{level}.{metric}.{stat}" + (f"/{more['denominator']}" if "denominator" in more else "")
    return {"id": name, "level": level, "metric": metric, "stat": stat, "value": value, "unit": unit, **more}


def _rows(metric: str, stat: str, unit: str, values: list[float]) -> list[dict[str, Any]]:
    return [_fact(level, metric, stat, value, unit) for level, value in zip(("8", "24", "48"), values, strict=True)]


FLUSHERS: dict[str, Any] = {
    "format": "pgverdict-facts/1",
    "experiment": {
        "id": "flushers",
        "title": {},
        "factors": [{"name": "flush_workers", "levels": ["8", "24", "48"], "baseline": "8"}],
        "repeats": 1,
        "primary": "rate",
    },
    "metrics": [
        _metric("rate", "1/s", "higher", ["request rate", "rate"], ["скорость запросов", "скорость"]),
        _metric("sda_busy", "%", "none", ["sda busy time"], ["занятость sda"]),
        _metric("sdb_busy", "%", "none", ["sdb busy time"], ["занятость sdb"]),
        _metric("sda_wait", "ms", "lower", ["sda wait time"], ["ожидание sda"]),
        _metric("sdb_wait", "ms", "lower", ["sdb wait time"], ["ожидание sdb"]),
        _metric("held", "MB", "lower", ["held memory"], ["занятая память"]),
        _metric("rows_dead", "mln", "lower", ["dead rows"], ["мёртвые строки"]),
        _metric("syncs", "1/s", "none", ["syncs"], ["сбросы"]),
    ],
    "facts": [
        *_rows("rate", "mean", "1/s", [1840, 2655, 2410]),
        *_rows("rate", "min", "1/s", [1105, 1720, 610]),
        *_rows("rate", "slope", "1/s", [-3.7, -9.4, -21.6]),
        *_rows("sda_busy", "min", "%", [31.0, 38.0, 44.0]),
        *_rows("sda_busy", "max", "%", [52.0, 66.0, 93.0]),
        *_rows("sdb_busy", "min", "%", [12.0, 17.0, 21.0]),
        *_rows("sdb_busy", "max", "%", [29.0, 35.0, 47.0]),
        *_rows("sda_wait", "mean", "ms", [7.3, 9.1, 15.8]),
        *_rows("sdb_wait", "mean", "ms", [1.2, 1.9, 2.6]),
        *_rows("held", "mean", "MB", [612, 1385, 2940]),
        *_rows("rows_dead", "mean", "mln", [18.6, 9.4, 4.1]),
        *_rows("syncs", "mean", "1/s", [230, 295, 482]),
    ],
    "effects": [],
    "windows": [],
    "settings": [],
}

TRUE = (
    "From 24 to 48 flush workers the held memory grows, and 1,555 MB more are taken.",
    "The request rate declines in every run: by 3.7, 9.4 and 21.6.",
    "При 24: занятость sda 38–66%, sdb: 17–35%.",
    "sdb at 48: wait time 2.6 ms, sda 15.8 ms.",
    "Мёртвых строк при 24 в среднем 9,4 млн.",
    "Six times as many flush workers raise the request rate by 31%.",
    "The lowest request rate anywhere, 610, belongs to 48.",
)
FALSE = (
    "The held memory at 24 is 1,555 MB.",
    "The request rate declines in every run: by 3.7, 19.4 and 21.6.",
    "При 24: занятость sda 38–66%, sdb: 27–35%.",
    "Мёртвых строк при 24 в среднем 4,1 млн.",
)


@pytest.mark.parametrize("text", TRUE)
def test_what_follows_from_what_is_named_is_not_refuted(text: str) -> None:
    assert not is_refused(text, FLUSHERS), verdicts(text, FLUSHERS)


@pytest.mark.parametrize("text", FALSE)
def test_the_false_twin_is_refuted(text: str) -> None:
    assert "contradicted" in verdicts(text, FLUSHERS)


def test_a_word_that_the_row_beside_it_bears_out_is_not_refuted() -> None:
    assert not is_refused("The wait of sda gets longer step by step: 7.3, 9.1 and 15.8 ms.", FLUSHERS)
    assert not is_refused("The request rate rises by 44% at 24 and then declines.", FLUSHERS)


def test_values_in_each_others_place_stay_refuted() -> None:
    assert "contradicted" in verdicts("The held memory is 1,385 MB at 8 and 612 MB at 24.", FLUSHERS)


def test_a_row_that_does_not_go_as_it_is_told_refutes_itself() -> None:
    assert "contradicted" in verdicts("The share of another thing rises monotonically: 41.6, 38.8 and 52.7%.", FLUSHERS)
    assert not is_refused("The share of another thing rises monotonically: 31.6, 38.8 and 52.7%.", FLUSHERS)

"""Levels that are only names, units that belong to something else, and quotients told in a table."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused, verdicts

STORES: dict[str, Any] = document(
    "stores", "store", None, ["Lynx", "Otter", "Otter old", "Badger"],
    {
        "tps": metric("1/s", "higher", 0, "TPS;transactions per second", "TPS;транзакций в секунду", {"mean": [21000, 5000, 4800, 4200]}),
        "load": metric("ms", "lower", 1, "load time", "время загрузки", {"mean": [90.0, 41.5, 63.2, 55.0]}),
        "cpu": metric("cores", "lower", 0, "CPU usage", "загрузка процессора", {"mean": [7, 4, 5, 2]}),
    },
    repeats=1, primary="tps", baseline="Otter", environment={"cpu_cores": 16},
)  # fmt: skip

GRID: dict[str, Any] = {
    "format": "pgverdict-facts/1",
    "experiment": {
        "id": "sorts", "title": {}, "repeats": 1, "primary": "time", "environment": {},
        "factors": [{"name": "engine", "levels": ["Otter", "Lynx", "Badger"], "baseline": "Otter"}, {"name": "sort", "levels": ["plain", "narrow", "wide"], "baseline": "plain"}],
    },
    "metrics": [{"id": "time", "unit": "ms", "better": "lower", "names": {"en": ["time"], "ru": ["время"]}}],
    "facts": [
        {"id": f"{cell}.time.mean", "level": cell, "metric": "time", "stat": "mean", "value": value, "unit": "ms", "decimals": 1}
        for cell, value in (("Otter/plain", 40.0), ("Lynx/plain", 50.0), ("Badger/plain", 77.0), ("Otter/narrow", 66.0), ("Lynx/narrow", 55.0), ("Otter/wide", 500.0), ("Lynx/wide", 200.0))
    ],
}  # fmt: skip


def test_a_list_of_names_has_no_former() -> None:
    for text in (
        "The inline buffer took the load time from 63.2 ms to 41.5 ms.",
        "Буфер перевёл время загрузки с 63,2 мс на 41,5 мс.",
    ):
        assert not is_refused(text, STORES), text
    assert is_refused("The load time grew from 63.2 ms to 41.5 ms.", STORES)
    assert is_refused("Время загрузки выросло с 63,2 мс до 41,5 мс.", STORES)


def test_operations_of_a_disk_are_no_transactions() -> None:
    for text in (
        "TPS is 4.2x higher than with Otter on 12k IOPS.",
        "TPS в 4,2 раза выше, чем у Otter с 12 тыс. IOPS.",
    ):
        assert not is_refused(text, STORES), text
    disk = copy.deepcopy(STORES)
    disk["metrics"].append({"id": "iops", "unit": "1/s", "better": "none", "names": {"en": ["IOPS"], "ru": ["IOPS"]}})
    row = {"id": "Otter.iops.mean", "level": "Otter", "metric": "iops", "stat": "mean", "value": 900, "unit": "1/s", "decimals": 0}  # fmt: skip
    disk["facts"].append(row)
    assert is_refused("Otter did 12000 IOPS.", disk)
    assert is_refused("Otter reaches 12k TPS.", STORES)


def test_brackets_do_not_part_what_is_compared_with() -> None:
    text = "{}x higher TPS compared to Otter (12k IOPS) and Badger."
    assert not is_refused(text.format("4.2-5.0"), STORES)
    assert is_refused(text.format("6.2-7.0"), STORES)


@pytest.mark.parametrize(
    ("head", "unit"), [("| Store | CPU usage | TPS |", "cores"), ("| База | Загрузка процессора | TPS |", "ядра")]
)
def test_used_cores_are_no_set_up(head: str, unit: str) -> None:
    table = f"{head}\n|---|---|---|\n| Otter | 4 {unit} | 5,000 |\n| Badger | 2 {unit} | 4,200 |\n"
    assert not is_refused(table, STORES)
    assert is_refused("The server has 12 CPU cores.", {**STORES, "metrics": STORES["metrics"][:2]})


def test_a_quotient_below_one() -> None:
    table = "## Time\n\nThe time, ms:\n\n| cell | Lynx | Otter | |\n|---|---|---|---|\n| narrow | 55.0 ms | 66.0 | {} |\n| wide | 200.0 ms | 500.0 | {} |\n"
    assert not is_refused(table.format("0.83x — Lynx ahead", "0.40x — Lynx 2.5x ahead"), GRID)
    assert not is_refused(table.format("0.83x", "0.40x"), GRID)
    assert "contradicted" in verdicts(table.format("0.63x — Lynx ahead", "0.40x"), GRID)
    assert "contradicted" in verdicts(table.format("0.83x", "0.40x — Lynx 3.5x ahead"), GRID)


def test_of_two_names_neither_is_the_former() -> None:
    text = "TPS, improvement over Badger:\n\n- **400% higher TPS** ({}x faster)\n"
    assert not is_refused(text.format("5.0"), STORES)

"""A grid's levels, cells and main effects are told apart, and bare numbers that are levels are read as levels."""

from __future__ import annotations

from typing import Any

from factcheck.checker import check
from factcheck.forms.facts import facts_of

CELLS = {"slow/read": 147.0, "slow/write": 143.0, "fast/read": 3028.0, "fast/write": 790.0}


def grid() -> dict[str, Any]:
    pairs = [
        ("slow/read", "fast/read", -95.7, [-96.8, -94.2], "worse"),
        ("slow/write", "fast/write", -81.6, [-86.4, -75.1], "worse"),
        ("slow/write", "slow/read", -3.4, [-28.6, 30.7], "undecided"),
        ("fast/write", "fast/read", -77.5, [-83.4, -69.6], "worse"),
        ("disk=slow", "disk=fast", -91.1, [-92.8, -89.0], "worse"),
        ("load=write", "load=read", -8.5, [-21.2, 5.8], "undecided"),
    ]
    return {
        "format": "pgverdict-facts/1",
        "experiment": {
            "id": "disks",
            "title": {"en": "Disks with limited IOPS: what they carry", "ru": "Диски с ограничением IOPS"},
            "factors": [
                {"name": "disk", "levels": ["slow", "fast"], "baseline": "fast"},
                {"name": "load", "levels": ["read", "write"], "baseline": "read"},
            ],
            "repeats": 3,
            "primary": "tps",
        },
        "metrics": [
            {"id": "tps", "unit": "1/s", "better": "higher", "names": {"en": ["throughput"], "ru": ["пропускная способность"]}},
            {"id": "iops", "unit": "1/s", "better": "none", "names": {"en": ["IOPS"]}},
        ],
        "facts": [
            {"id": f"{cell}.{metric}", "level": cell, "metric": metric, "stat": "mean", "value": value * scale, "unit": "1/s", "decimals": 0}
            for cell, value in CELLS.items()
            for metric, scale in (("tps", 1), ("iops", 2))
        ],
        "effects": [
            {"metric": "tps", "level": level, "baseline": base, "effect_pct": pct, "ci_pct": ci, "verdict": verdict}
            for level, base, pct, ci, verdict in pairs
        ],
    }  # fmt: skip


def bare() -> dict[str, Any]:
    values = {"50": (83.4, 16248.0), "100": (83.6, 18933.0), "150": (82.9, 16758.0)}
    return {
        "format": "pgverdict-facts/1",
        "experiment": {"id": "vfs", "title": {}, "factors": [{"name": "vm.vfs_cache_pressure", "levels": [*values], "baseline": "100"}], "repeats": 3, "primary": "tps"},
        "metrics": [
            {"id": "cpu", "unit": "%", "better": "none", "names": {"en": ["CPU user time"], "ru": ["пользовательское время CPU"]}},
            {"id": "switches", "unit": "1/s", "better": "none", "names": {"en": ["rate of context switches", "context switches per second"], "ru": ["частота переключений контекста"]}},
            {"id": "hit", "unit": "%", "better": "higher", "names": {"en": ["cache hit ratio"]}},
        ],
        "facts": [
            *({"level": level, "metric": metric, "stat": "mean", "value": value, "decimals": places}
              for level, row in values.items() for metric, value, places in (("cpu", row[0], 1), ("switches", row[1], 0))),
            {"level": "100", "metric": "hit", "stat": "max", "value": 100.0, "decimals": 0},
        ],
    }  # fmt: skip


def refused(text: str, document: dict[str, Any]) -> list[str]:
    result = check(text, facts_of(document), strict=True)
    assert result.claims, "nothing was read"
    return [f"{claim.quote}: {claim.verdict}" for claim in result.refused]


MAIN_EN = "At disk/load = disk=slow, throughput is {}% {} than at disk=fast (95% interval of the effect: −92.8% to −89.0%), which is a change for the worse."
MAIN_RU = "Пропускная способность при disk=slow на {} % {}, чем при disk=fast (95-процентный интервал эффекта: от −92,8 до −89,0 %)."


def test_a_main_effect_is_judged_by_the_main_effect() -> None:
    assert refused(MAIN_EN.format("91.1", "lower"), grid()) == []
    assert refused(MAIN_RU.format("91,1", "ниже"), grid()) == []


def test_a_cells_effect_told_of_the_whole_factor_is_refuted() -> None:
    assert refused(MAIN_EN.format("95.7", "lower"), grid())
    assert refused(MAIN_EN.format("91.1", "higher"), grid())
    assert refused(MAIN_RU.format("95,7", "ниже"), grid())


def test_levels_of_one_factor_without_its_name_mean_its_main_effect_too() -> None:
    assert refused("Throughput on the slow disk is 91.1% lower than on the fast one.", grid()) == []
    assert refused("The throughput effect of write against read stays undecided.", grid()) == []


def test_the_sentence_before_does_not_narrow_a_comparison_over_all_the_others() -> None:
    text = (
        MAIN_EN.format("91.1", "lower") + " Throughput at load=write is 8.5% lower than at load=read, within the noise."
    )
    assert refused(text, grid()) == []
    assert refused(text.replace("8.5%", "77.5%"), grid())


def test_the_comparison_of_two_cells_is_not_that_with_the_baseline() -> None:
    said = "The comparison of disk/load = {} with {} stays undecided: the estimated effect on throughput is {}%."
    assert refused(said.format("slow/write", "slow/read", "−3.4"), grid()) == []
    assert refused(said.format("slow/write", "fast/write", "−81.6"), grid())
    assert refused(said.format("slow/write", "slow/read", "−81.6"), grid())


def test_an_experiments_title_asserts_nothing() -> None:
    assert refused("*Disks with limited IOPS: what they carry. Throughput at slow/read is 147 tps.*", grid()) == []


def test_a_value_per_second_keeps_the_level_in_brackets() -> None:
    row = "The rate of context switches by level: 16,248 per second (50), 18,933 per second (100), 16,758 per second (150)."
    assert refused(row, bare()) == []
    assert refused(row.replace("18,933", "16,758"), bare())
    row = "Частота переключений контекста по уровням: 16 248 в секунду (50), 18 933 в секунду (100), 16 758 в секунду (150)."
    assert refused(row, bare()) == []
    assert refused(row.replace("18 933", "18 393"), bare())


def test_a_column_and_a_row_whose_head_is_a_bare_number_are_levels() -> None:
    table = "| Metric | 50 | 100 | 150 |\n|---|---|---|---|\n| CPU user time, % | 83.4 | 83.6 | 82.9 |\n| Cache hit ratio, maximum, % | — | 100 | — |\n"
    assert refused(table, bare()) == []
    assert refused(table.replace("83.6", "82.9"), bare())
    table = "| Level | CPU user time, % |\n|---|---|\n| 50 | 83.4 |\n| 100 | 83.6 |\n| 150 | 82.9 |\n"
    assert refused(table, bare()) == []
    assert refused(table.replace("| 100 | 83.6 |", "| 100 | 82.9 |"), bare())


def test_what_rises_by_design_is_no_metric() -> None:
    text = "The load rises in steps. CPU user time at 50 is 83.4%."
    assert refused(text, bare()) == []

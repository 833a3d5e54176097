"""The plan of an experiment is held to the facts in whatever words it is told: repeats, runs, levels, defaults, control runs, what was not tested."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.helpers import is_refused, run

LEVELS = ["2", "8", "20", "45"]


def repeated() -> dict[str, Any]:
    runs = [{"run": 1 + at * 5 + i, "level": level, "block": at + 1, "order": 1 + at * 5 + i, "role": "sentinel" if i == 4 else "level", "valid": True}
            for at in range(6) for i, level in enumerate([*LEVELS, "8"])]  # fmt: skip
    return {
        "format": "pgverdict-facts/1",
        "experiment": {"id": "delay", "title": {}, "factors": [{"name": "wal_delay", "unit": "ms", "levels": LEVELS, "baseline": "8", "default": "8"}], "repeats": 6, "primary": "tps", "minimum_effect_pct": 4},
        "metrics": [{"id": "tps", "unit": "1/s", "better": "higher", "names": {"en": ["throughput"], "ru": ["пропускная способность"]}}],
        "facts": [{"id": f"{level}.tps", "level": level, "metric": "tps", "stat": "mean", "value": value, "unit": "1/s", "decimals": 0} for level, value in zip(LEVELS, (3110, 3260, 3295, 2870), strict=True)],
        "runs": runs,
        "checks": [{"run": 17, "severity": "warning", "expectation": "steal below 1%", "en": "steal 2% in run 17", "ru": "steal 2% в прогоне 17"}],
    }  # fmt: skip


def single() -> dict[str, Any]:
    facts = repeated()
    facts["experiment"]["repeats"] = 1
    facts["runs"] = [{"run": i + 1, "level": level, "block": 1, "order": i + 1, "role": "level", "valid": True} for i, level in enumerate(LEVELS)]  # fmt: skip
    facts["checks"] = []
    return facts


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Every value ran six times.", "Every value ran eight times."),
        ("На каждое значение пришлось по шесть прогонов.", "На каждое значение пришлось по три прогона."),
        ("Каждое значение прогнали шесть раз.", "Каждое значение прогнали четыре раза."),
        ("We had 6 runs per level, shuffled.", "We had 9 runs per level, shuffled."),
        ("Thirty runs were made.", "Twenty-five runs were made."),
        ("Всего выполнено тридцать прогонов.", "Всего выполнено сорок два прогона."),
        ("There were 30 runs, of which 24 enter the comparison.", "There were 30 runs, of which 18 enter the comparison."),
        ("| What | How |\n|---|---|\n| Repeats | 6 a level |\n", "| What | How |\n|---|---|\n| Repeats | 7 a level |\n"),
        ("Шесть блоков по четыре прогона и ещё по одному контрольному.", "Всего 36 прогонов."),
    ],
)  # fmt: skip
def test_runs_and_repeats_are_those_of_the_facts(true: str, false: str) -> None:
    assert not is_refused(true, repeated())
    assert is_refused(false, repeated())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Four values in one pass.", "Four values in five passes."),
        ("There are no repeats.", "There are three repeats."),
        ("По одному прогону на значение.", "По пять прогонов на значение."),
        ("Повторов не было.", "Каждое значение измерено трижды."),
    ],
)
def test_a_single_run_is_not_told_as_several(true: str, false: str) -> None:
    assert not is_refused(true, single())
    assert is_refused(false, single())


def test_a_replica_of_the_server_is_no_repeat_of_a_run() -> None:
    assert not is_refused("One primary, two streaming replicas.", repeated())
    assert is_refused("Two replicates per value.", repeated())


def test_a_plan_for_the_future_is_no_statement_on_the_runs() -> None:
    for text in (
        "Next time every value should be run ten times.",
        "Надо бы повторить по десять прогонов на значение.",
    ):
        assert not is_refused(text, repeated())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("We decided to ignore differences below 4%.", "We decided to ignore differences below 9%."),
        ("That is just above the 4% that we had declared interesting.", "The gain is past the 2% that we had declared interesting."),
        ("Разница меньше 4% нам безразлична.", "Разница меньше 7% нам безразлична."),
        ("One run, number 17, is flagged; we kept it.", "One run, number 12, is flagged; we kept it."),
        ("Run 18 (20) was the last of the evening.", "Run 18 (45) was the last of the evening."),
    ],
)  # fmt: skip
def test_the_smallest_effect_and_the_flagged_run_are_those_of_the_facts(true: str, false: str) -> None:
    assert not is_refused(true, repeated())
    assert is_refused(false, repeated())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("We tried four values.", "We tried six values."),
        ("A delay of 8 is what you get out of the box.", "A delay of 20 is what you get out of the box."),
        ("По умолчанию в системе стоит 8.", "По умолчанию в системе стоит 45."),
        ("Each block has a second run with 8 as a control.", "Each block has a second run with 20 as a control."),
        ("Values between 20 and 45 were not tested.", "Values between 20 and 45 were no better."),
        ("Значения 12 и 30 не проверялись.", "Значения 12 и 30 показали то же самое."),
        ("Between 20 and 45 nothing was measured.", "Between 20 and 45 the value 30 was measured, too."),
        ("Values above 20 were worse.", "Values above 45 were worse."),
    ],
)
def test_what_was_tried_are_the_levels_of_the_facts(true: str, false: str) -> None:
    assert not [c for c in run(true, repeated()).claims if c.predicate in ("levels", "default", "run") and c.verdict == "contradicted"]  # fmt: skip
    assert is_refused(false, repeated())


def test_the_default_as_a_base_of_comparison_is_no_level() -> None:
    assert not is_refused("At 20 the throughput is 3295, a little above the default.", repeated())

"""What an article says of its own runs is held against the list of runs and the data checks."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from factcheck.checker import check
from factcheck.forms.facts import facts_of
from tests.factcheck.test_grids import grid


def night() -> dict[str, Any]:
    """Two levels, three blocks with sentinels, one run discarded and repeated: ten runs, nine of them valid."""
    runs = [
        {
            "run": 3 * block + place,
            "block": block + 1,
            "order": 3 * block + place,
            "level": level,
            "role": role,
            "valid": True,
        }
        for block in range(3)
        for place, (level, role) in enumerate((("on", "level"), ("off", "level"), ("on", "sentinel")), 1)
    ]
    runs.append({"run": 10, "block": 3, "order": 10, "level": "off", "role": "level", "valid": True})
    runs[7]["valid"] = False
    checks = [
        {
            "run": run,
            "severity": "warning",
            "expectation": kind,
            "en": f"Run {run}: {what}.",
            "ru": f"Прогон {run}: {чем}.",
        }
        for kind, what, чем, row in (
            (
                "foreign",
                "foreign processes took 56% of the machine",
                "посторонние процессы заняли 56 % машины",
                (1, 4, 7),
            ),
            (
                "late",
                "a fifth of the samples were late, which blurs the shares",
                "пятая часть отсчётов опоздала, доли размыты",
                (2, 9),
            ),
        )
        for run in row
    ]
    return {
        "format": "pgverdict-facts/1",
        "experiment": {"id": "n", "title": {}, "factors": [{"name": "synchronous_commit", "levels": ["on", "off"], "baseline": "on"}], "repeats": 3, "primary": "tps"},
        "metrics": [{"id": "tps", "unit": "1/s", "better": "higher", "names": {"en": ["throughput"]}}],
        "facts": [{"level": level, "metric": "tps", "stat": "mean", "value": value, "decimals": 0} for level, value in (("on", 100.0), ("off", 160.0))],
        "runs": runs,
        "checks": checks,
    }  # fmt: skip


def refused(text: str) -> list[str]:
    result = check(text, facts_of(night()), strict=True)
    assert result.claims, "nothing was read"
    return [claim.quote for claim in result.refused]


TWINS = [
    ("In all, 9 runs were planned.", "9", "12"),
    ("Всего запланировано 9 прогонов.", "9", "12"),
    ("Valid runs: 9; discarded runs: 1; complete blocks: 3.", "runs: 9", "runs: 10"),
    ("Valid runs: 9; discarded runs: 1; complete blocks: 3.", "discarded runs: 1", "discarded runs: 3"),
    ("Valid runs: 9; discarded runs: 1; complete blocks: 3.", "blocks: 3", "blocks: 2"),
    ("Пригодных прогонов — 9, отброшенных — 1, полных блоков — 3.", "— 9", "— 10"),
    ("- Run 1: foreign processes took 56% of the machine. The same remark applies to runs 4 and 7.", "4 and 7", "4 and 9"),
    ("- Прогон 1: посторонние процессы заняли 56 % машины. То же замечание — у прогонов 4 и 7.", "4 и 7", "4 и 4"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "old", "new"), TWINS)
def test_an_account_of_the_runs_passes_and_a_false_one_does_not(text: str, old: str, new: str) -> None:
    assert refused(text) == []
    assert old in text
    assert refused(text.replace(old, new, 1))


def test_a_change_told_with_its_interval_is_the_estimate_and_no_quotient_of_means() -> None:
    document = grid()
    text = "At slow/write, throughput is {}% lower than at fast/write (95% interval of the effect: −86.4% to −75.1%)."
    assert not check(text.format("81.6"), facts_of(document), strict=True).refused
    # 143 / 790 is a fall of 81.9%, which may be said of the means, but it is not the estimate of this interval
    assert check(text.format("81.9"), facts_of(document), strict=True).refused
    assert not check(
        "Throughput fell from 790 at fast/write to 143 at slow/write, by 81.9%.", facts_of(document)
    ).refused


def test_a_cell_that_was_not_run_is_refuted() -> None:
    document = grid()
    document["experiment"]["factors"][1] = {"name": "clients", "levels": ["8", "32"], "baseline": "8"}
    renamed = {"read": "8", "write": "32"}
    for fact in document["facts"]:
        fact["level"] = fact["level"].replace("read", "8").replace("write", "32")
    document["effects"] = []
    text = "Throughput by level: 147 (slow/{}), 143 (slow/{}).".format(*renamed.values())
    assert not check(text, facts_of(document), strict=True).refused
    assert check(text.replace("slow/32", "slow/64"), facts_of(document), strict=True).refused


def test_an_open_base_gives_the_same_answer_in_every_process() -> None:
    program = (
        "from tests.factcheck.test_grids import grid\nfrom factcheck import check\nfrom factcheck.forms.facts import facts_of\n"
        "text = 'The throughput effect against read stays undecided. Throughput is lower than at read.'\n"
        "print([(c.quote, c.verdict, c.why.en) for c in check(text, facts_of(grid()), strict=True).claims])"
    )
    answers = {
        subprocess.run([sys.executable, "-c", program], env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."}, capture_output=True, text=True, check=True).stdout
        for seed in ("1", "2", "3")
    }  # fmt: skip
    assert len(answers) == 1


def test_a_check_whose_word_is_changed_is_refuted() -> None:
    text = "- Прогон 2: пятая часть отсчётов опоздала, доли размыты."
    assert refused(text + " Throughput at on is 100.") == []
    assert refused(text.replace("опоздала", "пропала"))
    text = "- Run 2: a fifth of the samples were late, which blurs the shares."
    assert refused(text + " Throughput at on is 100.") == []
    assert refused(text.replace("late", "early"))

"""What was shown and what was not, what did not happen and what was not tried, and how the night was set up: read as wholes and held to the facts."""

from __future__ import annotations

from typing import Any

import pytest

from factcheck import check
from factcheck.forms.facts import facts_of

LEVELS = ["2", "4", "8", "16"]


def _effect(metric: str, level: str, base: str, verdict: str) -> dict[str, Any]:
    ends = {"better": [4.0, 9.0], "worse": [-9.0, -4.0], "equivalent": [-0.5, 0.6], "undecided": [-20.0, 30.0]}
    shown = verdict in ("better", "worse")
    return {"metric": metric, "level": level, "baseline": base, "effect_pct": 1.0, "ci_pct": ends[verdict], "p_adjusted": 0.001 if shown else 0.8, "verdict": verdict}  # fmt: skip


def _facts(windows: bool = False) -> Any:
    pairs = [("2", "4"), ("8", "4"), ("16", "4"), ("8", "2"), ("16", "2"), ("16", "8")]
    told = dict.fromkeys(pairs, "better") | {
        ("16", "8"): "equivalent",
        ("8", "4"): "undecided",
        ("2", "4"): "undecided",
    }
    effects = [_effect("commits", a, b, told[a, b]) for a, b in pairs]
    effects += [_effect("fsync_ms", a, b, "undecided") for a, b in pairs]
    effects += [_effect("reads", a, b, "better") for a, b in pairs]
    values = [("commits", 100.0), ("fsync_ms", 5.0), ("reads", 70.0), ("deadlocks", 0.0), ("aborts", 3.0)]
    facts = [{"level": lv, "metric": m, "stat": "mean", "value": v + i * (v > 0)} for i, lv in enumerate(LEVELS) for m, v in values]  # fmt: skip
    return facts_of({
        "format": "pgverdict-facts/1",
        "experiment": {"id": "e", "factors": [{"name": "wal_groups", "levels": LEVELS, "baseline": "4"}], "repeats": 5, "primary": "commits"},
        "metrics": [
            {"id": "commits", "unit": "1/s", "better": "higher", "names": {"en": ["commit rate"], "ru": ["скорость фиксаций"]}},
            {"id": "fsync_ms", "unit": "ms", "better": "lower", "names": {"en": ["flush delay"], "ru": ["задержка сброса"]}},
            {"id": "reads", "unit": "1/s", "better": "higher", "names": {"en": ["read rate"], "ru": ["скорость чтения"]}},
            {"id": "deadlocks", "unit": None, "better": "lower", "names": {"en": ["deadlocks"], "ru": ["взаимные блокировки"]}},
            {"id": "aborts", "unit": None, "better": "lower", "names": {"en": ["aborts"], "ru": ["откаты"]}},
        ],
        "facts": facts, "effects": effects,
        "windows": [{"level": "8", "kind": "drop", "depth_pct": 40.0}] if windows else [],
    })  # fmt: skip


def _verdicts(text: str, windows: bool = False) -> set[str]:
    """The verdicts of the whole-statement claims, "unread" for what nothing read."""
    text = f"An opening paragraph.\n\n{text}"
    own = ("verdict", "window", "design", "levels")
    return {c.verdict if c.predicate in own else c.predicate for c in check(text, _facts(windows)).claims if c.predicate in (*own, "unread")}  # fmt: skip


@pytest.mark.parametrize("text", [
    "For the flush delay no level separated.",
    "For the flush delay no level separated from the others.",
    "По метрике «задержка сброса» ни один уровень не отделился.",
    "At wal_groups = 8 a difference from 4 is neither shown nor excluded.",
    "При wal_groups = 8 отличие от 4 не показано и не исключено.",
    "При wal_groups = 8 отличие от 4 не показано.",
    "The question of wal_groups = 8 and 4 stays open for the commit rate.",
    "Вопрос о wal_groups = 8 и 4 по метрике «скорость фиксаций» остался открытым.",
    "In the commit rate the last step is formally an equivalence.",
    "In the read rate every size differs significantly from its neighbours.",
    "По скорости чтения каждый уровень значимо отличается от соседних.",
])  # fmt: skip
def test_verdicts_that_the_effects_bear_out(text: str) -> None:
    said = check(f"An opening paragraph.\n\n{text}", _facts()).claims
    assert "supported" in {c.verdict for c in said}
    assert "contradicted" not in {c.verdict for c in said} and "unread" not in {c.predicate for c in said}


@pytest.mark.parametrize("text", [
    "For the read rate no level separated.",
    "По метрике «скорость чтения» ни один уровень не отделился.",
    "При wal_groups = 16 отличие от 4 по скорости чтения не показано.",
    "At wal_groups = 16 a difference from 4 in the read rate is neither shown nor excluded.",
    "The question of wal_groups = 16 and 4 stays open for the read rate.",
    "Вопрос о wal_groups = 16 и 4 по метрике «скорость чтения» остался открытым.",
    "In the read rate the last step is formally an equivalence.",
    "In the commit rate every size differs significantly from its neighbours.",
    "По скорости фиксаций каждый уровень значимо отличается от соседних.",
])  # fmt: skip
def test_verdicts_that_the_effects_refute(text: str) -> None:
    assert "contradicted" in {c.verdict for c in check(f"An opening.\n\n{text}", _facts()).claims}


@pytest.mark.parametrize("text", [
    "For the commit rate no level separated.",  # some pairs differ, and none differs from all the others
    "If a difference from 4 is not shown at 16, the read rate must be measured again.",
    "For the read rate no level separated, except 16.",
    "They differ significantly in the read rate, but not in the flush delay.",
])  # fmt: skip
def test_near_misses_stay_open(text: str) -> None:
    assert "contradicted" not in _verdicts(text)


@pytest.mark.parametrize(("text", "windows", "verdict"), [
    ("No drop of speed was found in any of the runs.", False, "supported"),
    ("No drop of speed was found in any of the runs.", True, "contradicted"),
    ("Просадок скорости ни в одном из прогонов не найдено.", False, "supported"),
    ("Просадок скорости ни в одном из прогонов не найдено.", True, "contradicted"),
    ("In none of the runs were there deadlocks.", False, "supported"),
    ("In none of the runs were there aborts.", False, "contradicted"),
    ("Ни в одном из прогонов взаимных блокировок не было.", False, "supported"),
    ("Ни в одном из прогонов откатов не было.", False, "contradicted"),
    ("Values between 4 and 8 were not tested.", False, "supported"),
    ("Nothing between 4 and 16 was tried.", False, "contradicted"),
    ("Значения между 8 и 16 не проверялись.", False, "supported"),
    ("Значения между 2 и 8 мы не проверяли.", False, "contradicted"),
    ("Values above 16 were not tried.", False, "supported"),
    ("Values above 4 were not tried.", False, "contradicted"),
    ("Менялся один параметр.", False, "supported"),
    ("The baseline is wal_groups = 4.", False, "supported"),
    ("The baseline is wal_groups = 8.", False, "contradicted"),
])  # fmt: skip
def test_what_was_absent_untried_and_planned(text: str, windows: bool, verdict: str) -> None:
    assert verdict in {c.verdict for c in check(f"An opening.\n\n{text}", _facts(windows)).claims}


@pytest.mark.parametrize("text", [
    "Deep drops were not found in any run.",
    "Ни одной просадки.",
])  # fmt: skip
def test_absences_that_stay_open(text: str) -> None:
    assert "contradicted" not in {c.verdict for c in check(f"An opening.\n\n{text}", _facts(True)).claims}


@pytest.mark.parametrize("text", [
    "The statement about the read rate must be withdrawn if adding a disk leaves the speed as it was.",
    "Утверждение о скорости чтения придётся снять, если после добавления диска она вырастет.",
    "Differences in the read rate are taken on logarithms within a block.",
    "*The course of the read rate falls by level*",
    "![Chart: the read rate falls by level; drops are shaded.](a.svg)",
    "Everything else below is a hypothesis.",
])  # fmt: skip
def test_what_says_nothing_of_the_results_is_not_marked(text: str) -> None:
    assert "unread" not in _verdicts(text)


@pytest.mark.parametrize(
    "text", ["The two are furthest apart in the read rate.", "Ниже скорости чтения нет ни у кого."]
)
def test_what_says_something_and_is_not_read_is_marked(text: str) -> None:
    assert "unread" in _verdicts(text)


@pytest.mark.parametrize("text", ["Values between 3 and 16 were not tested.", "По задержке сброса 3 и 8 эквивалентны."])
def test_a_bound_or_a_member_that_is_no_level_is_not_refused(text: str) -> None:
    assert "contradicted" not in _verdicts(text)


def test_questions_of_several_pairs_are_of_the_pairs_that_are_told() -> None:
    for text in (
        "The questions of 8 and 4, of 2 and 4 stay open for the commit rate.",
        "Вопросы о 8 и 4, о 2 и 4 по метрике «скорость фиксаций» остались открытыми.",
    ):
        assert "contradicted" not in _verdicts(text)

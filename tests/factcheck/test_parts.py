"""The largest and the smallest part of a whole are judged by the other parts of that whole."""

from __future__ import annotations

from typing import Any

import pytest

from factcheck.checker import check
from factcheck.forms.facts import facts_of


def shares() -> dict[str, Any]:
    parts = {"wait_type:CPU": (71.0, 66.0), "wait_type:IO": (20.0, 24.0), "wait_type:Lock": (9.0, 10.0)}
    texts = {
        "statement:1": ("update accounts set balance = balance + $1 where id = $2 returning the balance", 63.7),
        "statement:2": ("select balance from accounts where id = $1", 21.0),
    }
    names = {"wait_type:CPU": "CPU", "wait_type:IO": "IO", "wait_type:Lock": "Lock"}
    facts = [
        {"level": level, "metric": metric, "stat": "share", "value": value, "unit": "%", "decimals": 1, "denominator": "active_session_time"}
        for metric, row in parts.items() for level, value in zip(("on", "off"), row, strict=True)
    ] + [
        {"level": level, "metric": metric, "stat": "share", "value": value, "unit": "%", "decimals": 1, "denominator": "execution_time"}
        for metric, (_, value) in texts.items() for level in ("on", "off")
    ]  # fmt: skip
    return {
        "format": "pgverdict-facts/1",
        "experiment": {"id": "p", "title": {}, "factors": [{"name": "synchronous_commit", "levels": ["on", "off"], "baseline": "on"}], "repeats": 3, "primary": "tps"},
        "metrics": [*({"id": metric, "unit": "%", "names": {"en": [name], "ru": [name]}} for metric, name in names.items()),
                    *({"id": metric, "unit": "%", "names": {"en": [text], "ru": [text]}} for metric, (text, _) in texts.items())],
        "facts": facts,
    }  # fmt: skip


TABLE = "\n\n| Statement | Text |\n|---|---|\n| S1 | `update accounts set balance = balance + $1 where id…` |\n| S2 | `select balance from accounts where id = $1` |\n"
TWINS = [
    ("At synchronous_commit = off, statement S1 takes the largest part of execution time.", "largest", "smallest"),
    ("At synchronous_commit = off, statement S2 takes the smallest part of execution time.", "smallest", "largest"),
    ("При synchronous_commit = off больше всего времени исполнения забирает запрос S1.", "больше", "меньше"),
    ("The limiting factor at synchronous_commit = off is the CPU: it takes the largest share of active session time.", "largest", "smallest"),
    ("При synchronous_commit = on на CPU приходится наибольшая доля времени активных сеансов.", "наибольшая", "наименьшая"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "old", "new"), TWINS)
def test_the_largest_part_passes_and_the_smallest_does_not(text: str, old: str, new: str) -> None:
    found = check(text + TABLE, facts_of(shares()), strict=True)
    assert [claim.verdict for claim in found.claims if claim.predicate == "dominates"] == ["supported"]
    assert not found.refused and old in text
    assert check(text.replace(old, new) + TABLE, facts_of(shares()), strict=True).refused


def test_a_statement_is_known_by_the_beginning_of_its_text() -> None:
    text = "Statement S1: 63.7% of execution time at on." + TABLE
    assert not check(text, facts_of(shares()), strict=True).refused
    assert check(text.replace("63.7", "36.7"), facts_of(shares()), strict=True).refused


def test_a_share_is_read_of_a_metric_that_is_measured_in_time() -> None:
    document = shares()
    for metric in document["metrics"]:
        metric["unit"] = "s"
    for text, verdict in (
        ("At synchronous_commit = off, IO takes 24.0% of active session time.", "supported"),
        ("При synchronous_commit = off на Lock приходится 10,0% активного времени.", "supported"),
        ("At synchronous_commit = off, IO takes 42.0% of active session time.", "contradicted"),
    ):
        assert [c.verdict for c in check(text, facts_of(document)).claims if "%" in c.quote] == [verdict], text

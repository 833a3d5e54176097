""" "The more of the setting, the less of a metric": a way along all levels; of another metric, or of time, nothing is said of the levels."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused, run

# searches turn at 12, the answer time at 12; heat climbs and misses fall at every step
SEARCH: dict[str, Any] = document(
    "search", "shards", None, ["3", "6", "12", "24"],
    {
        "searches": metric("1/s", "higher", 0, "searches per second", "поиски в секунду", {"mean": [410, 640, 820, 730]}),
        "answer": metric("s", "lower", 2, "answer time", "время отклика", {"mean": [8.71, 5.62, 4.38, 5.55]}),
        "heat": metric("°C", "none", 0, "core temperature", "температура ядра", {"mean": [48, 55, 67, 81]}),
        "misses": metric("1/s", "lower", 1, "cache misses", "промахи кеша", {"mean": [9.0, 6.4, 3.3, 1.2]}),
    },
    repeats=1, primary="searches", baseline="3",
    windows=[{"level": level, "run": 1, "kind": "drop", "metric": "searches", "starts_at": "10:00", "ends_at": "10:05", "depth_pct": 40.0} for level in ("6", "12", "12", "24", "24", "24")],
)  # fmt: skip
EN, RU = "We searched a library.\n\n", "Мы искали в библиотеке.\n\n"

TWINS = [
    ("The more shards, the higher the core temperature.", "The more shards, the lower the core temperature."),
    ("The more shards, the fewer cache misses.", "The fewer shards, the fewer cache misses."),
    ("The more shards, the lower the cache misses.", "The more shards, the higher the searches per second."),
    ("The fewer shards, the higher the cache misses.", "The fewer shards, the higher the answer time."),
    ("The larger shards, the higher the core temperature.", "The larger shards, the shorter the answer time."),
    ("Чем больше shards, тем выше температура ядра.", "Чем больше shards, тем ниже температура ядра."),
    ("Чем больше shards, тем меньше промахи кеша.", "Чем больше shards, тем меньше время отклика."),
    ("Чем меньше shards, тем больше промахи кеша.", "Чем меньше shards, тем меньше промахи кеша."),
    # by another word than its name: either way fails on a row that turns
    ("Чем больше кусков, тем выше температура ядра.", "Чем больше кусков, тем больше поисков в секунду."),
    ("Чем больше кусков, тем меньше промахи кеша.", "Чем больше кусков, тем меньше время отклика."),
    ("The more pieces, the higher the core temperature.", "The more pieces, the higher the searches per second."),
    # drops are counted
    ("The more shards, the more drops.", "The more shards, the fewer drops."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), TWINS)
def test_the_more_the_less_goes_along_all_levels(true: str, false: str) -> None:
    opening = EN if true.isascii() else RU
    assert not is_refused(opening + true, SEARCH)
    assert is_refused(opening + false, SEARCH)


@pytest.mark.parametrize(
    "text",
    [
        # of another metric: what goes with what is no way along the levels
        EN + "The lower the core temperature, the higher the cache misses.",
        EN + "The higher the searches per second, the lower the answer time.",
        RU + "Чем ниже температура ядра, тем выше промахи кеша.",
        RU + "Чем выше поиски в секунду, тем ниже время отклика.",
        # of time
        EN + "The longer the run, the higher the searches per second.",
        RU + "Чем дольше опыт, тем выше поиски в секунду.",
        # what no level is meant by
        EN + "Cache misses fall with every step: the more, the better.",
        EN + "The hotter the room, the lower the answer time.",
    ],
)
def test_the_more_of_anything_else_stays_open(text: str) -> None:
    assert not is_refused(text, SEARCH)


def test_the_first_part_of_it_is_no_statement() -> None:
    claims = run(EN + "The higher the core temperature, the higher the searches per second.", SEARCH).claims
    assert not [claim for claim in claims if claim.predicate == "stated"]


def test_what_holds_is_supported_by_the_whole_row() -> None:
    (claim,) = run(EN + "The more shards, the higher the core temperature.", SEARCH).claims
    assert (claim.predicate, claim.verdict) == ("stated", "supported")
    assert claim.facts == [f"{level}.heat.mean" for level in ("3", "6", "12", "24")]

"""True and false twins of plain statements that are read as wholes: links, drops, steadiness, bounds, amounts, and what all or only some levels do."""

from __future__ import annotations

from typing import Any

import pytest

from factcheck.binding.scene import World
from factcheck.binding.vocabulary import Vocabulary
from factcheck.forms.facts import facts_of
from factcheck.reading.document import read
from factcheck.stating.judge import judge_stated
from factcheck.stating.parts import statements_in
from factcheck.stating.words import Grade, grade_of
from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused

POOLS: dict[str, Any] = document(
    "pool", "pool_size", None, ["2", "4", "8", "16"],
    {
        "tps": metric("1/s", "higher", 1, "throughput", "пропускная способность", {"mean": [900, 1350, 1800, 1200], "stddev": [18, 27, 72, 360], "max": [960, 1450, 2100, 1900], "min": [850, 1290, 1500, 500]}),
        "r_lat": metric("ms", "lower", 1, "read latency", "задержка чтения", {"mean": [9.0, 6.0, 4.5, 7.5], "p99": [31.0, 22.0, 18.5, 44.0]}),
    },
    repeats=1, primary="tps", baseline="4",
    correlations=[("tps", "r_lat", "pearson", [-0.92, -0.81, -0.42, 0.12])],
    windows=[
        {"level": level, "run": 1, "kind": "drop", "metric": "tps", "starts_at": start, "ends_at": end, "depth_pct": depth}
        for level, start, end, depth in (("8", "10:05", "10:09", 21.0), ("8", "10:30", "10:42", 35.0), ("16", "11:10", "11:17", 64.0))
    ],
)  # fmt: skip
TWINS = [
    # links
    ("Throughput and read latency are bound together least at 16.", "Throughput and read latency are tied together least tightly at 4."),
    ("The bond between throughput and read latency slackens from 2 to 8.", "The bond between throughput and read latency tightens from 2 to 8."),
    ("With rising pool_size, throughput and read latency are coupled ever more loosely.", "With rising pool_size, throughput and read latency are coupled ever more tightly."),
    ("At 2, throughput sinks as read latency climbs.", "At 16, throughput sinks as read latency climbs."),
    ("Лишь при 16 пропускная способность и задержка чтения коррелируют положительно.", "Лишь при 8 пропускная способность и задержка чтения коррелируют положительно."),
    ("Связь пропускной способности с задержкой чтения при 8 умеренная.", "Связь пропускной способности с задержкой чтения при 2 умеренная."),
    # drops
    ("Two of the levels got by without drops.", "Three of the levels got by without drops."),
    ("16 went through fewer drops than 8.", "16 went through more drops than 8."),
    ("The drop at 16 was deeper than the worst at 8.", "The drop at 16 was shallower than the worst at 8."),
    ("На 8 пришлась самая долгая просадка.", "На 16 пришлась самая долгая просадка."),
    ("Ни при 2, ни при 4 просадок нет.", "Ни при 2, ни при 8 просадок нет."),
    # steadiness
    ("Throughput wobbles most at 16.", "Throughput wobbles most at 8."),
    ("Пропускная способность при 8 ровнее, чем при 16.", "Пропускная способность при 16 ровнее, чем при 8."),
    # single values
    ("No single throughput sample at 8 went beyond 2200.", "No single throughput sample at 8 went beyond 2000."),
    ("The p99 of read latency is worst at 16.", "The p99 of read latency is worst at 2."),
    ("При 16 пропускная способность временами опускалась ниже 600.", "При 8 пропускная способность временами опускалась ниже 600."),
    # bounds
    ("At every level but 8, read latency averages over 5 ms.", "At every level but 4, read latency averages over 5 ms."),
    ("Not one level lets mean read latency past 10 ms.", "Not one level lets mean read latency past 8 ms."),
    ("Задержка чтения больше 7 мс ровно на двух уровнях.", "Задержка чтения больше 7 мс ровно на трёх уровнях."),
    # amounts
    ("Throughput doubles when 2 is replaced by 8.", "Throughput triples when 2 is replaced by 8."),
    ("Read latency at 8 is half of what it is at 2.", "Read latency at 8 is a third of what it is at 2."),
    ("От 2 к 4 пропускная способность прибавляет 50%.", "От 2 к 4 пропускная способность прибавляет 70%."),
    ("Задержка чтения при 2 более чем в полтора раза больше, чем при 8.", "Задержка чтения при 2 более чем втрое больше, чем при 8."),
    ("The distance in read latency between 2 and the lower 8 is 4.5 ms.", "The distance in read latency between 2 and the lower 8 is 3.1 ms."),
    # levels against all others
    ("No other setting has as high a throughput as 8.", "No other setting has as high a throughput as 4."),
    ("У всех прочих задержка чтения больше, чем у 8.", "У всех прочих задержка чтения больше, чем у 4."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), TWINS)
def test_a_statement_read_as_a_whole_is_refused_where_it_is_false(true: str, false: str) -> None:
    assert not is_refused(true, POOLS)
    assert is_refused(false, POOLS)


@pytest.mark.parametrize(
    "text",
    [
        "The smaller pools got by without drops.",  # which levels?
        "If drops happened at 4, nobody noticed.",
        "We expected throughput to double from 2 to 4.",
        "Throughput ranged from 500 to 1900 in the last hour.",
    ],
)
def test_what_is_not_understood_to_the_last_word_is_left_to_others(text: str) -> None:
    world = World(Vocabulary(facts_of(POOLS)), "en", blocks := read(text))
    assert judge_stated(world.scenes_of(blocks[0])[0]) == ([], [], [])


def test_a_number_that_is_a_level_is_read_both_ways() -> None:
    world = World(Vocabulary(facts_of(POOLS)), "en", blocks := read("Lowest on read latency: 8."))
    scene = world.scenes_of(blocks[0])[0]
    kinds = {atom.kind for s in statements_in(scene, 0, len(scene.tokens) - 1) for atom in s.atoms if atom.text == "8"}
    assert kinds == {"number", "level"}


@pytest.mark.parametrize(
    ("word", "grade"),
    [
        ("tightest", Grade("sup", "force", 1)),
        ("looser", Grade("cmp", "force", -1)),
        ("steadily", Grade("pos", "steady", 1)),
        ("теснее", Grade("cmp", "force", 1)),
        ("наименьший", Grade("sup", "size", -1)),
        ("нестабильно", Grade("pos", "steady", -1)),
        ("часть", None),
        ("latency", None),
    ],
)
def test_words_are_graded(word: str, grade: Grade | None) -> None:
    assert grade_of(word) == grade

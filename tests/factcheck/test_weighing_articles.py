"""Readings of an article's sentence: what it names, what stands around it, and how its doubts ask for them."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from factcheck.assisted.formulas import Formulas
from factcheck.binding.scene import Scene, World
from factcheck.binding.vocabulary import Vocabulary
from factcheck.doubting.doubts import signs_of_articles
from factcheck.doubting.signs import Judged
from factcheck.reading.document import read
from factcheck.reading.numbers import find_numbers
from factcheck.stating.context import context_of
from factcheck.weighing.balance import Balance, Weighed, weigh
from factcheck.weighing.columns import Column, columns_of_article
from factcheck.weighing.readings import holds, readings_of
from tests.factcheck.facts_varied import Varied, bearing_out, is_so, values_of
from tests.factcheck.helpers import GAINS_OVER_LOADS, facts


def _scene(text: str, document: dict[str, Any] | None = None, language: str = "en") -> Scene:
    """The last sentence of a text."""
    blocks = read(text)
    world = World(Vocabulary(facts(document)), language, blocks)
    return [scene for block in blocks for scene in world.scenes_of(block)][-1]


def _balance(text: str, document: dict[str, Any] | None = None, language: str = "en") -> Balance:
    balance = weigh(_scene(text, document, language))
    assert balance is not None
    return balance


def _columns(text: str, document: dict[str, Any] | None = None) -> dict[str, Column]:
    scene = _scene(text, document)
    return columns_of_article(scene, context_of(scene, 0))


def _asked(balance: Balance, kind: str, column: str, levels: tuple[int, ...] = ()) -> set[bool]:
    """Whether the readings of a kind are so."""
    return {one.true for row in (balance.true, balance.false) for one in row if (one.reading.kind, one.reading.metric, one.reading.levels) == (kind, column, levels)}  # fmt: skip


def test_the_columns_are_those_that_are_named_or_spoken_of() -> None:
    columns = _columns("## Read latency\n\nAt 150 the maximum is 17.2 ms and disk throughput rises.")
    assert columns["mbps mean"].said == "named, main other" and columns["mbps mean"].whole
    assert columns["r_await max"].said == "around 1, named" and columns["r_await max"].values == [19.0, 16.4, 17.2]
    assert not columns["r_await min"].whole and columns["util"].said == "not spoken of"
    assert columns["mbps r_await pearson"].values == [-0.29, -0.41, -0.97]


@pytest.mark.parametrize(
    ("text", "kind", "column", "levels", "is_so"),
    [
        ("At 150 read latency peaks at 17.2 ms.", "value", "r_await max", (2,), True),
        ("At 150 read latency peaks at 17.2 ms.", "value", "r_await mean", (2,), False),
        ("## 150\n\nRead latency is 9.8 ms.", "value", "r_await mean", (2,), True),
        ("Read latency reaches 13.8 ms.", "most", "r_await mean", (), True),
        ("Read latency goes down to 9.8 ms.", "least", "r_await mean", (), True),
        ("At 50 the minimum of read latency is 8.1 ms.", "value", "r_await min", (0,), True),
        ("At 50 read latency is 8.1–19.0 ms.", "upper end", "r_await max", (0,), True),
        ("Disk throughput and read latency correlate strongly at 150.", "strong", "mbps r_await pearson", (2,), True),
        ("Disk throughput and read latency correlate weakly at 150.", "weak", "mbps r_await pearson", (2,), False),
        ("Disk throughput and read latency go against each other.", "negative", "mbps r_await pearson", (), True),
        ("Write latency rises with every step.", "rises", "w_await mean", (), True),
    ],
)
def test_a_reading_of_an_article_is_so_as_the_facts_say(text: str, kind: str, column: str, levels: tuple[int, ...], is_so: bool) -> None:  # fmt: skip
    assert _asked(_balance(text), kind, column, levels) == {is_so}


def test_in_a_grid_levels_of_all_factors_make_a_cell_and_a_level_of_one_a_part() -> None:
    scene = _scene("With jit off and 128 clients tps is highest.", GAINS_OVER_LOADS)
    balance = weigh(scene)
    assert balance is not None
    order = scene.vocabulary.numeric_order
    assert [order[at] for at in balance.named.levels] == ["off/128"]
    parts = [column for name, column in _columns("With 128 clients tps falls.", GAINS_OVER_LOADS).items() if "part" in name]  # fmt: skip
    assert parts and all(0 < sum(fact is None for fact in column.facts) < len(order) for column in parts)


def test_what_is_not_measured_at_a_level_makes_no_reading_true() -> None:
    scene = _scene("At 150 read latency is highest.")
    balance = weigh(scene)
    assert balance is not None
    balance.named.values["r_await mean"][2] = math.nan
    own = [one for one in readings_of(balance.named) if one.metric == "r_await mean" and one.levels == (2,)]
    assert own and not any(holds(scene, one, balance.named) for one in own)


@pytest.mark.parametrize(("text", "language"), [("At 150 read latency averages 12.4 ms.", "en"), ("При 150 задержка чтения 12,4 мс.", "ru")])  # fmt: skip
def test_the_likeliest_false_reading_of_a_false_value_is_of_its_level(text: str, language: str) -> None:
    def of_its_number(row: list[Weighed]) -> Weighed:
        return next(one for one in row if one.reading.kind == "value")

    balance = _balance(text, language=language)
    false = of_its_number(balance.false)
    assert (false.reading.metric, false.reading.levels) == ("r_await mean", (2,))
    assert false.likelihood > max((one.likelihood for one in balance.true if one.reading.number is not None), default=0)


def test_a_refusal_has_the_likelihoods_of_readings_among_its_signs() -> None:
    scene = _scene("At 150 read latency is 12.4 ms.")
    one = Judged(5, 6, "value", "contradicted", ("150.r_await.mean",))
    with_readings, without = (signs_of_articles(scene, one, [], balance) for balance in (weigh(scene), None))
    assert without < with_readings and all("reading" in sign for sign in with_readings - without)


def test_facts_are_varied_for_a_formula_and_put_back() -> None:
    scene = _scene("At 150 read latency is 12.4 ms and lowest.")
    balance, held = weigh(scene), scene.vocabulary.facts
    assert balance is not None
    formulas, formula = (
        Formulas(scene.vocabulary),
        'value("r_await", "150") == "12.4 ms" and lowest("r_await") == "150"',
    )
    numbers, before = find_numbers("12.4 ms"), [fact.value for fact in held.facts]
    used = [fact for fact in held.facts if fact.metric == "r_await" and fact.stat == "mean"]
    others = [fact for column in balance.named.columns.values() for fact in column.facts if fact is not None]
    varied = Varied(used, others, numbers, random.Random(1))
    within, without = bearing_out(varied, lambda: is_so(formulas, formula, numbers), lambda: values_of(balance.named.columns, {}), False)  # fmt: skip
    assert within and without
    assert all(values["r_await mean"][2] == 12.4 == min(values["r_await mean"]) for values in within)
    assert not all(values["r_await mean"][2] == 12.4 for values in without)
    assert [fact.value for fact in held.facts] == before

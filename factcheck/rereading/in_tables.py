"""Withholds the refusal of a number in a table that the table itself bears out, or that its head tells of something else: "65 | 95 | +46%", "10m" under "Rows".

An amount beside values is worked out from these as like as not, whatever the facts' baseline is: "145 ms | 78 ms | −46%", "6 (366 ms) | 21 (1144 ms) | −68%".
Behind a value it is a change against some other row: "11 (−55%)". What is refused follows from none of them.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from factcheck.binding.agreement import agrees
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.judging.verdicts import Ruling
from factcheck.reading.document import Block
from factcheck.reading.lexicon import OF_RESULTS
from factcheck.reading.numbers import Number
from factcheck.reading.sentences import tokens_of
from factcheck.reading.tablehead import unit_of_heads
from factcheck.reading.units import Unit, compatible

_WIDEST = 16  # cells of one row
_TALLEST = 60  # cells of one column
_MANY = 4  # values of one cell
_LONGEST = 600  # characters of a block whose numbers are read again
_OF_ALLOWED = re.compile(r"\s*\d[\d.,  ]*/\s*\d[\d.,  ]*(?:[^\W\d][\w/%.]*)?\s*")


@dataclass(frozen=True, slots=True)
class Told:
    """A value that a text tells: what it may be from and to, in the base of its unit, and that by the digits shown."""

    low: float
    high: float
    slack: float
    dimension: str | None

    @property
    def loosely(self) -> Told:
        """All that would be written so: 23.5 to 24.5 of 24."""
        return Told(self.low - self.slack, self.high + self.slack, 0.0, self.dimension)


def open_in_table(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> Ruling:
    """The ruling of a number in a cell, or of an amount in a list: supported where its row gives it, open where its column does or where it is no value of the metric around."""
    if ruling.verdict == "contradicted" and predicate in ("delta", "ratio") and _follows_from_items(scene, bound):
        return _follows_from("the two lines before", "двух строк выше", "supported")
    if ruling.verdict == "supported" or scene.block.kind != "cell" or scene.block.table is None:
        return ruling
    if _is_an_amount(scene, bound, predicate):
        told = _borne_out(scene, bound)
        return told if told is not None and told.verdict != ruling.verdict else ruling
    if predicate != "value" or ruling.verdict == "unverifiable":
        return ruling
    if _is_the_allowed(scene, bound):
        return Ruling("unverifiable", "of so many that are allowed", "из стольких допустимых", ruling.facts)
    if _is_headed_otherwise(scene, bound):
        en, ru = "what the head says is not in the facts", "того, что сказано в заголовке, в фактах нет"
        return Ruling("unverifiable", en, ru, ruling.facts)
    return ruling


# -- amounts ----------------------------------------------------------------------------------------------------------


def _is_an_amount(scene: Scene, bound: Bound, predicate: str) -> bool:
    """Whether a number tells how much something differs: "+46%", "2.3x", a percentage under a head that has neither level nor metric."""
    number, head = bound.number, scene.block.column_header
    if number.kind == "times" or predicate in ("delta", "ratio") or number.signed and number.dimension == "percent":
        return True
    if number.dimension != "percent" or head is None:
        return False
    said = scene.world.mentions_of(head)
    return scene.world.tells_change(head) or not said.levels and not any(m.metrics for m in said.metrics)


def _borne_out(scene: Scene, bound: Bound) -> Ruling | None:
    """The ruling of an amount that follows from the cells beside it, or from its own cell's value and the column's."""
    if scene.world.workings <= 0:
        return None
    before = told_in(scene.block, stop=bound.number.start)
    either = _is_of_quality(scene)
    if before:  # "11 (−55%)"
        row = [told for block in _row(scene) if _alike(scene, block, scene.block) for told in told_in(block)]
        own = before[-1]
        if any(differs_by(bound.number, own, one, either=either) for one in row):
            return _follows_from("its row", "своей строки", "supported")
        others = [told for block in _column(scene) for told in told_in(block)[:1]]
        others += _of_the_facts(scene, bound, own)
        scene.world.workings -= len(others)
        if any(differs_by(bound.number, own.loosely, one.loosely, either=either) for one in others):
            return _follows_from("another row", "другой строки", "unverifiable")
        if "(" in scene.block.text[: bound.number.start]:
            return None
    pairs = list(_pairs(scene, bound, either=either))
    scene.world.workings -= len(pairs)
    if any(_follows(bound.number, one, two, either=either) for one, two in pairs):
        return _follows_from("its row", "своей строки", "supported")
    if any(_follows(bound.number, one.loosely, two.loosely, either=either) for one, two in pairs):
        return _follows_from("its row", "своей строки", "unverifiable")
    return None


def _follows_from_items(scene: Scene, bound: Bound) -> bool:
    """Whether an amount follows from the two items before its own: "Before: 74.2 ms", "After: 6.7 ms", "Improvement: 91% faster"."""
    own, at = scene.block, scene.block.order
    former = scene.world.blocks[max(0, at - 2) : at]
    alike = all((b.kind, b.section, b.depth) == ("item", own.section, own.depth) for b in (*former, own))
    told = [told_in(b) for b in former] if alike and not told_in(own, stop=bound.number.start) else []
    if len(told) < 2 or any(len(one) != 1 or one[0].dimension is None for one in told):
        return False
    (one,), (two,) = told
    ways = [(one, two)] if bound.number.signed else list(_both_ways([one], [two]))
    same = one.dimension == two.dimension
    return same and any(_follows(bound.number, a, b, either=_is_of_quality(scene)) for a, b in ways)


def _pairs(scene: Scene, bound: Bound, *, either: bool) -> Iterator[tuple[Told, Told]]:
    """(base, value) of two cells of a row; a sign is against the level that the amount's head names, or the baseline, where one of the two is of it."""
    cells = [(block, _levels_of(scene, block.column_header), told_in(block)[:_MANY]) for block in _row(scene)]
    bases = (_levels_of(scene, scene.block.column_header), scene.vocabulary.special("baseline"))
    for (block, ids, one), (other, others, two) in itertools.combinations(cells, 2):
        if not _alike(scene, block, other):
            continue
        base = next((base for base in bases if bool(ids & base) != bool(others & base)), frozenset[str]())
        for before, after in _both_ways(one, two):
            if not base or either or not bound.number.signed or (before in one) == bool(ids & base):
                yield before, after


def _follows_from(en: str, ru: str, verdict: str) -> Ruling:
    if verdict == "supported":
        return Ruling("supported", f"it follows from {en}", f"следует из {ru}")
    return Ruling("unverifiable", f"it may follow from {en}", f"может следовать из {ru}")


def _both_ways(some: list[Told], others: list[Told]) -> Iterator[tuple[Told, Told]]:
    """(base, value) of values of one kind, each as the base."""
    for one, two in itertools.product(some, others):
        if one.dimension == two.dimension:
            yield one, two
            yield two, one


def differs_by(number: Number, own: Told, other: Told, *, either: bool) -> bool:
    """Whether the amount behind a value is its change against another one; without a sign, either may be the base."""
    if own.dimension != other.dimension:
        return False
    turned = not number.signed and _follows(number, own, other, either=either)
    return turned or _follows(number, other, own, either=either)


def _follows(number: Number, base: Told, value: Told, *, either: bool) -> bool:
    """Whether the number is how much the value differs from the base, or how often it holds it; `either` where a word and no sign says the way."""
    either = either or not number.signed
    apart = base.dimension if number.dimension != "points" else "percent"
    if number.kind == "value" and number.dimension in (apart, "points") and base.dimension == apart:
        scale = number.unit.scale if number.unit is not None and apart != "percent" else 1.0
        low, high = (value.low - base.high) / scale, (value.high - base.low) / scale
        if _within(number, low, high) or either and _within(number, -high, -low):
            return True
    if min(base.low, value.low) <= 0:
        return number.dimension == "percent" and base.low > 0 and value.high <= 0 and agrees(number, [-100.0])
    low, high = value.low / base.high, value.high / base.low
    if number.kind == "times":
        return _within(number, low, high)
    low, high = 100 * (low - 1), 100 * (high - 1)
    return number.dimension == "percent" and (_within(number, low, high) or either and _within(number, -high, -low))


def _within(number: Number, low: float, high: float) -> bool:
    """Whether the number states an end of a stretch, or something between the ends."""
    return agrees(number, [low, high]) or low <= number.low_value() <= high


def _is_of_quality(scene: Scene) -> bool:
    """Whether the cell or its column's head tells better or worse, so that the sign is none of the value's: "Gain | +46%" of a latency."""
    head = scene.block.column_header
    tokens = [*scene.tokens, *(scene.world.tokens_of(head) if head is not None else ())]
    return any(t.has("better", "worse") for t in tokens)


def _of_the_facts(scene: Scene, bound: Bound, own: Told) -> list[Told]:
    """The values at all levels of the metric and the statistic that the cell's value is."""
    held: dict[tuple[str, str], list[Told]] = {}
    for fact in (f for m in bound.metrics for f in scene.vocabulary.by_metric.get(m, ()) if f.partner is None):
        unit = scene.vocabulary.unit_of(fact.metric)
        scale = unit.scale if unit is not None and unit.dimension != "percent" and own.dimension is not None else 1.0
        if fact.level is not None and fact.run is None:
            told = Told(fact.value * scale, fact.value * scale, 0.0, own.dimension)
            held.setdefault((fact.metric, fact.stat), []).append(told)
    own = own.loosely
    return [told for row in held.values() if any(own.low <= one.low <= own.high for one in row) for told in row]


# -- the cells around -------------------------------------------------------------------------------------------------


def told_in(block: Block, start: int = 0, stop: int | None = None) -> list[Told]:
    """The values of a block, or of a part of it, in the units that they or their heads give; amounts are none."""
    if len(block.text) > _LONGEST or not any(char.isdigit() for char in block.text):
        return []
    told = _values(block.text, unit_of_heads(block)[0])
    return [value for at, value in told if start <= at and (stop is None or at < stop)]


@lru_cache(maxsize=4096)
def _values(text: str, headed: Unit | None) -> tuple[tuple[int, Told], ...]:
    """The values of a text and where each stands."""
    found = []
    for token in tokens_of(text):
        number = token.number
        if number is None or number.kind != "value" or number.fraction or number.signed or number.dimension == "points":
            continue
        unit = number.unit or headed
        scale = unit.scale if unit is not None and unit.dimension != "percent" else 1.0
        low, high = number.readings[0], (number.high or number.readings)[0]
        slack = max(low.quantum, high.quantum) * scale / 2
        told = Told(low.value * scale, high.value * scale, slack, unit.dimension if unit is not None else None)
        found.append((number.start, told))
    return tuple(found)


def _row(scene: Scene) -> list[Block]:
    """The other cells of a cell's row that hold values; of the levels that the cell's own head names, where it names two."""
    own = scene.block
    row = [b for b in _table(scene) if b.lines[0] == own.lines[0] and b.order != own.order]
    if len(row) > _WIDEST:
        return []
    behind = [b for b in row if b.row_header is not None]
    row = behind if len(behind) > 1 or told_in(own, stop=len(own.text)) and behind else row
    told = _levels_of(scene, own.column_header)
    if len(told) > 1:  # "50 vs 100": the head says which
        row = [b for b in row if _levels_of(scene, b.column_header) & told] or row
    return row


def _alike(scene: Scene, one: Block, two: Block) -> bool:
    """Whether two cells may be set against each other: not "rps" against "p99 latency"."""
    heads = [block.column_header for block in (one, two) if block.column_header is not None]
    named = [{i for m in scene.world.mentions_of(head).metrics for i in m.metrics} for head in heads]
    return not all(named) or len(named) < 2 or bool(named[0] & named[1])


def _levels_of(scene: Scene, head: Block | None) -> frozenset[str]:
    mentions = scene.world.mentions_of(head).levels if head is not None else ()
    return frozenset(i for m in mentions for i in m.ids)


def _column(scene: Scene) -> list[Block]:
    """The other cells under the same head, in this table and in those before it that repeat the head."""
    head = scene.block.column_header
    if head is None:
        return []
    found = [b for b in scene.world.cells_under(head) if b.order != scene.block.order]
    return found[:_TALLEST]


def _table(scene: Scene) -> Iterator[Block]:
    """The cells of a cell's table near to it, from its row's first on."""
    blocks, at = scene.world.blocks, scene.block.order
    for block in blocks[max(0, at - _WIDEST) : at + _WIDEST]:
        if block.kind == "cell" and block.table == scene.block.table:
            yield block


# -- what is no value -------------------------------------------------------------------------------------------------


def _is_the_allowed(scene: Scene, bound: Bound) -> bool:
    """Whether a number is the second of "45/100", and no head has two parts, so that it is what may be used at most."""
    heads = [b.text for b in (scene.block.row_header, scene.block.column_header) if b is not None]
    if not heads or _OF_ALLOWED.fullmatch(scene.block.text) is None or any("/" in text for text in heads):
        return False
    told = told_in(scene.block, stop=bound.number.start)
    return len(told) == 1 and told[0].low <= bound.number.low_value()


def _is_headed_otherwise(scene: Scene, bound: Bound) -> bool:
    """Whether the metric stands outside the table, and the column's head names something that the facts do not know: "10m" under "Rows"."""
    row, column = scene.block.row_header, scene.block.column_header
    if column is None or bound.metric_source != "inherited" or column.order in scene.world.column_levels:
        return False
    world = scene.world
    for head in (row, column):
        if head is not None and (world.headed(head) or any(m.metrics for m in world.mentions_of(head).metrics)):
            return False
    said = world.mentions_of(column)
    tokens = world.tokens_of(column)
    named = bool(said.levels or said.factors) or any(t.statistic is not None for t in tokens)
    if named or unit_of_heads(scene.block)[0] is not None or scene.world.tells_change(column):
        return False
    words = [t for t in tokens if t.is_word and len(t.text) > 2 and not t.stems & OF_RESULTS]
    own = [unit for m in bound.metrics if (unit := scene.vocabulary.unit_of(m)) is not None]
    told = bound.number.unit
    return bool(words) and not (told is not None and any(compatible(told, unit) for unit in own))

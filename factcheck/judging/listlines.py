"""Reads a list of one value a level as the column that it is, and refutes the odd one: "off: 5,240; on: 6,110; local: 7,020" where the last is a maximum.

Each value alone may be right of its level by some statistic or other; a list tells one. What most of its items agree to is what it is of.
"""

from __future__ import annotations

from dataclasses import dataclass

from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.lines import Index, Key, firm, orders_of, states_in
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.document import Block
from factcheck.reading.numbers import Number
from factcheck.reading.sentences import Token

_SEPARATORS = {":", "—", "–", "-", "="}
_LABEL = 7  # tokens of an item before its value
_AROUND = 12  # blocks


@dataclass(frozen=True, slots=True)
class _Item:
    """A value of an item of the list: its place and the levels that the item's label names."""

    block: Block
    place: int
    number: Number
    levels: frozenset[str]


def judge_list_lines(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of the value of an item that departs from its list."""
    index = scene.world.index
    if scene.block.kind != "item" or index is None or scene.former is not None:
        return []
    found: list[Ruled] = []
    for at, items in enumerate(_columns(scene)):
        own = next((item for item in items if item.block is scene.block), None)
        fact = _departing(scene, index, items, items.index(own), at == 0) if own is not None else None
        if fact is None or own is None:
            continue
        text = f"{fact.name} is {fact.value:g}", f"{fact.name} равно {fact.value:g}"
        ruling = Ruling("contradicted", f"in this list {text[0]}", f"в этом списке {text[1]}", (fact.name,), f"{fact.value:g}")  # fmt: skip
        found.append((own.place, own.place, "value", ruling))
    return found


def _columns(scene: Scene) -> list[list[_Item]]:
    """The first values of all items of the list, and where all have as many, the second ones and so on; none where an item is no label and values."""
    rows = _items(scene)
    if len(rows) < 3:
        return []
    same = len({len(row) for row in rows}) == 1
    return [[row[at] for row in rows] for at in range(len(rows[0]) if same else 1)]


def _items(scene: Scene) -> list[list[_Item]]:
    """The items of the list with their values; none where one of them is no label and values."""
    blocks, found = scene.world.blocks, []
    at = scene.block.order
    low, high = at, at
    while low > max(0, at - _AROUND) and _sibling(scene.block, blocks[low - 1]):
        low -= 1
    while high + 1 < min(len(blocks), at + _AROUND) and _sibling(scene.block, blocks[high + 1]):
        high += 1
    for block in blocks[low : high + 1]:
        values = _item(scene, block)
        if not values:
            return []
        found.append(values)
    return found


def _sibling(one: Block, two: Block) -> bool:
    return (
        two.kind == "item" and two.depth == one.depth and two.section == one.section and two.context[:1] == one.context[:1]
    )  # fmt: skip


def _item(scene: Scene, block: Block) -> list[_Item]:
    """The values of an item behind its label; none where it is built otherwise."""
    tokens = scene.world.tokens_of(block)
    mark = next((t.index for t in tokens[: _LABEL + 1] if t.text in _SEPARATORS), None)
    mentions = scene.world.mentions_of(block)
    if mark is None or mark + 1 >= len(tokens) or not mark:
        return []
    said = {m.ids for m in mentions.levels if m.last < mark}
    if any(m.metrics and m.last < mark and m.exact for m in mentions.metrics) or len(said) > 1:
        return []
    ids = next(iter(said)) if said else frozenset()
    end = next((t.index for t in tokens[mark + 1 :] if t.text in ".;"), len(tokens))
    numbers = [t for t in tokens[mark + 1 : end] if t.number is not None and t.number.is_value]
    plain = [_Item(block, t.index, t.number, ids) for t in numbers if t.number is not None and _is_plain(tokens, t)]
    if not plain or len(plain) != len(numbers):
        return plain[:1] if plain and numbers[0].index == mark + 1 == plain[0].place else []
    named = any(m.last > mark for m in mentions.levels) or any(m.last > mark and m.exact for m in mentions.metrics)
    several = len(plain) > 1 and not named
    if several:
        return plain
    return plain[:1] if plain[0].place == mark + 1 else []


def _is_plain(tokens: list[Token], token: Token) -> bool:
    """Whether a number is one value: no range, no way to the next one."""
    number = token.number
    assert number is not None
    plain = number.kind == "value" and number.high is None and number.hedge is None and not number.fraction
    joined = token.index + 1 < len(tokens) and tokens[token.index + 1].text in ("→", "->", "±", "…")
    return plain and not number.signed and not joined


def _departing(scene: Scene, index: Index, items: list[_Item], own: int, first: bool) -> Fact | None:
    """The fact that should stand in an item, where the others agree to be of its metric and statistic."""
    unit = next((item.number.unit for item in items if item.number.unit is not None), None)
    around = scene.inherited_metrics
    tallies: list[tuple[int, Key, list[str], set[int]]] = []
    for order in _orders(scene, items):
        for key in index.keys:
            facts = [index.by_key.get((key, level)) for level in order]
            other = around and first and key[0] not in around
            if any(fact is None for fact in facts) or key[2] is not None or other:
                continue
            agreeing = {
                at
                for at, (item, level) in enumerate(zip(items, order, strict=True))
                if states_in(scene.world, item.number, item.number.unit or unit, index.by_key[key, level])
            }
            if len(agreeing) == len(items):
                return None
            tallies.append((len(agreeing), key, order, agreeing))
    if not tallies:
        return None
    count, key, order, agreeing = max(tallies, key=lambda one: one[0])
    rivals = any(t[0] == count and (t[1], t[2]) != (key, order) for t in tallies)
    wanted = max(2, len(items) - 1) if around and key[0] in around else max(3, len(items) - 1)
    if count < wanted or rivals or own in agreeing or not firm(items[at].number.text for at in agreeing):
        return None
    return index.by_key[key, order[own]]


def _orders(scene: Scene, items: list[_Item]) -> list[list[str]]:
    """The levels that the items may stand for: by their labels (in a grid with what heads the list), else in an order of all levels."""
    head = scene.inherited_levels
    named = [sorted(item.levels & head or item.levels) for item in items]
    if all(len(ids) == 1 for ids in named):
        order = [ids[0] for ids in named]
        return [order] if len(set(order)) == len(order) else []
    if len(items) != len(scene.vocabulary.level_ids):
        return []
    fits = [
        order
        for order in orders_of(scene)
        if all(not item.levels or level in item.levels for item, level in zip(items, order, strict=True))
    ]
    return [list(order) for order in dict.fromkeys(tuple(order) for order in fits)]

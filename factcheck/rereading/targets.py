"""Withholds the refusal of an amount behind a value that tells how far it misses, or passes, what was asked for: "65 RPS (a shortfall of 35%)".

It is told against a target of the text, which the facts do not hold, and not against a level. Another number of the section may bear it out.
"""

from __future__ import annotations

from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.judging.verdicts import Ruling
from factcheck.reading.lexicon import OF_TARGETS
from factcheck.rereading.in_tables import differs_by, told_in

_FAR = 60  # blocks, of which each cell of a table is one


def open_target(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> Ruling:
    """The ruling of an amount: open where it is told against a target, supported where a number of the section is that target."""
    if ruling.verdict not in ("contradicted", "unparsed") or predicate not in ("delta", "ratio", "value"):
        return ruling
    at = _behind_a_value(scene, bound)
    if at is None:
        return ruling
    value = told_in(scene.block, start=scene.tokens[at].start, stop=scene.tokens[at].end)
    here = scene.block.order
    around = [b for b in scene.world.blocks[max(0, here - _FAR) : here + 1] if b.section == scene.block.section]
    others = [told for block in around for told in told_in(block)]
    if any(differs_by(bound.number, value[0], other, either=True) for other in others if value):
        return Ruling("supported", "against a target of the section", "против цели из этого раздела", ruling.facts)
    return Ruling("unverifiable", "told against a target of the text", "сказано против цели из текста", ruling.facts)


def _behind_a_value(scene: Scene, bound: Bound) -> int | None:
    """The value before the bracket that an amount stands in, where a word in it says that a target is missed or passed, and no level does."""
    tokens = scene.tokens
    opening = next((t.index for t in reversed(tokens[: bound.place]) if t.text in ("(", ")")), None)
    if (
        opening is None
        or tokens[opening].text == ")"
        or bound.number.dimension != "percent"
        and bound.number.kind != "times"
    ):
        return None
    closing = next((t.index for t in tokens[bound.place :] if t.text == ")"), len(tokens))
    against = any(opening < m.first < closing for m in scene.mentions.levels)
    missed = any(t.stems & OF_TARGETS for t in tokens[opening:closing])
    number = tokens[opening - 1].number if opening else None
    return opening - 1 if missed and not against and number is not None and number.kind == "value" else None

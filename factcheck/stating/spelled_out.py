"""Says a clause again with what it leaves to its context, and reads the whole as a plain statement.

"P99 is lower at 8 than at 4. The same is true of lag." is "lag is lower at 8 than at 4."; "TPS at 8: 410. Two other settings do better."
is "for TPS, two other settings do better than 8". What stands for what is told by few words; what is left must be read by either reader of plain statements.
"""

from __future__ import annotations

import itertools
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from factcheck.assisted.amounts import Unusable
from factcheck.assisted.formulas import Outcome
from factcheck.binding.scene import Scene
from factcheck.reading.document import Block
from factcheck.reading.sentences import sentences_of
from factcheck.stating.clauses import spans_before
from factcheck.stating.echoes import Echo, echoes_of, turned
from factcheck.stating.estimates import worked_out
from factcheck.stating.focus import focus_of
from factcheck.stating.orders.grammar import formulas_of
from factcheck.stating.orders.parts import parts_of
from factcheck.stating.parts import Statement, statements_in
from factcheck.stating.pointers import filled, may_point

Frame = Callable[[Statement], list[str]]
_LINKS = 2  # echoes of echoes
_MOST = 6  # stretches before a clause that it may repeat, and ways to fill it


@dataclass(slots=True)
class Said:
    """A clause that is said again, and what is made of its formulas."""

    text: str
    echo: Echo | None = None


def outcomes_pointing(scene: Scene, first: int, last: int, frames: tuple[Frame, ...]) -> list[Outcome]:
    """What a clause says once that is put in to which it points; nothing where it is not read as a whole."""
    if not may_point(scene, first, last):
        return []
    focus = focus_of(scene, first)
    texts = filled(scene, first, last, focus) if focus is not None else []
    return _read_all(scene, [Said(text) for text in texts], frames) if len(texts) <= _MOST else []


def outcomes_echoing(scene: Scene, first: int, last: int, frames: tuple[Frame, ...]) -> list[Outcome]:
    """What a clause says that only repeats another one of something else."""
    rows = [_echoed(scene, first, echo, frames) for echo in echoes_of(scene, first, last)]
    if len(rows) < 2 or not all(rows):
        return rows[0] if len(rows) == 1 else []
    # what is said of two is refuted by either of them, and borne out by both
    return next((row for row in rows if all(one.truth is False for one in row)), [one for row in rows for one in row])


def _echoed(scene: Scene, first: int, echo: Echo, frames: tuple[Frame, ...], links: int = _LINKS) -> list[Outcome]:
    """The nearest stretch before that can be said of what the clause names; where that is an echo itself, what it repeats."""
    for where, start, stop in itertools.islice(_before(scene, first), _MOST):
        texts = echo.put_into(where, start, stop)
        found = _read_all(scene, [Said(text, echo) for text in texts], frames) if texts else []
        if texts and not found and (head := _headed(where, start, stop)) is not None:
            found = _read_all(scene, [Said(f"{head} {text}", echo) for text in texts], frames)
        way = echo.as_way(where, start, stop) if not found else None
        found = found or (_read_all(scene, [Said(way, echo)], frames) if way is not None else [])
        if not found and links and len(other := echoes_of(where, start, stop)) == 1:
            behind = echo.behind(other[0])
            return _echoed(where, start, behind, frames, links - 1) if behind is not None else []
        if found:
            return found
    return []


def _headed(scene: Scene, start: int, stop: int) -> str | None:
    """ "At 32" for a stretch that names no level, below a heading or an item that names one."""
    levels = scene.inherited_levels
    if len(levels) != 1 or any(start <= m.first <= stop for m in scene.mentions.levels):
        return None
    return f"{'При' if scene.world.language == 'ru' else 'At'} {next(iter(levels))}"


def _before(scene: Scene, first: int) -> Iterator[tuple[Scene, int, int]]:
    """The stretches before a token in the sentence, or the sentence before: in its block, or at the end of the item or paragraph before."""
    rows = spans_before(scene, first)
    yield from ((scene, *one) for one in rows)
    former = scene.former or scene.end_of_block_before("item", "paragraph")
    if not rows and former is not None:
        yield former, 0, len(former.tokens) - 1
        yield from ((former, *one) for one in spans_before(former, len(former.tokens)))


def _read_all(scene: Scene, said: list[Said], frames: tuple[Frame, ...]) -> list[Outcome]:
    """The outcomes of all that a clause may say; none where one of them cannot be read."""
    found: list[Outcome] = []
    for one in said:
        told = _read(scene, one, frames)
        if not told:
            return []
        found += told
    return found


def _read(scene: Scene, said: Said, frames: tuple[Frame, ...]) -> list[Outcome]:
    spoken = _scene_of(scene, said.text)
    if spoken is None:
        return []
    formulas = dict.fromkeys(_formulas(spoken, frames))
    numbers = [t.number for t in spoken.tokens if t.number is not None]
    found: list[Outcome] = []
    for formula in formulas:
        meant = turned(formula, said.echo) if said.echo is not None else formula
        if meant is None:
            return []
        try:
            found.append(worked_out(scene, meant, numbers))
        except Unusable:
            return []
    return found


def _formulas(spoken: Scene, frames: tuple[Frame, ...]) -> list[str]:
    """What either reader makes of a sentence."""
    parts = parts_of(spoken)
    found = formulas_of(parts, spoken.vocabulary) if parts is not None else []
    for statement in statements_in(spoken, 0, len(spoken.tokens) - 1):
        for frame in frames:
            formulas = frame(statement.fresh())
            if formulas:
                found = [*found, *formulas]
                break
    return found


def _scene_of(scene: Scene, text: str) -> Scene | None:
    """A sentence of its own, without surroundings."""
    block = Block("paragraph", text, array("l", [0]) * (len(text) + 1), array("l", range(len(text) + 1)), order=scene.block.order)  # fmt: skip
    sentences = list(sentences_of(block))
    if len(sentences) != 1:
        return None
    return Scene(sentences[0], scene.world.finder.find(sentences[0]), scene.world)

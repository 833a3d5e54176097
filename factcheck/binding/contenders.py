"""Finds who is compared: the levels that a clause names, and in a grid the cells that they come to.

"At 32 clients four workers are faster than two" names one level of a factor and two of another: the cells are 4/32 and 2/32. Where the other factor is left open, every level
of it is a reading; where a heading fixes it, that is the one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from factcheck.binding.mentions import LevelMention
from factcheck.binding.scene import Scene

_BASE = re.compile(r"^(?:баз(?:а|ы|е|у|ой)|базов(?:ый|ая|ое|ого|ой|ому|ым|ую)|baseline)$", re.I)
_BEFORE = {"under", "with", "than", "over", "to", "for", "from", "behind", "versus", "beats", "при", "на", "с", "у", "чем"}  # fmt: skip
THAN = {"чем", "than"}
_WHOLE = re.compile(r"\bof all\b|\boverall\b|\b(?:whole|entire) (?:grid|study|experiment)\b|\bacross the grid\b|\bof the (?:six|eight|nine|ten|twelve|grid)\b|(?<!\w)(?:из всех|всей сетки|по всей|среди всех|вообще|в целом)(?!\w)", re.I)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Who:
    """A level (its id) and where it is named."""

    first: int
    last: int
    level: str
    than: bool = False


@dataclass(frozen=True, slots=True)
class Contest:
    """One reading of who takes part: those named, in their order, and the levels that one is ranked among (all where None)."""

    who: tuple[Who, ...]
    group: tuple[str, ...] | None = None


def contests(scene: Scene, first: int, last: int, text: str) -> list[Contest] | None:
    """The readings of who a clause compares; None where a level of it is not understood."""
    mentions = _mentions(scene, first, last)
    if any(m.group for m in mentions):
        return None
    if len(scene.vocabulary.facts.experiment.factors) > 1:
        return _of_grid(scene, mentions, first, text)
    if any(len(m.ids) != 1 for m in mentions):
        return None
    return [Contest(tuple(_who(scene, m, next(iter(m.ids)), first) for m in mentions))]


def _who(scene: Scene, mention: LevelMention, level: str, first: int) -> Who:
    named = max((m.last + 1 for m in scene.mentions.levels if m.last < mention.first), default=first)
    joined = mention.first - named <= 1  # "than between 4GB and 8GB"
    before = scene.tokens[max(first, mention.first - 7, 0 if joined else named) : mention.first]
    return Who(mention.first, mention.last, level, any(t.lower in THAN for t in before))


def _mentions(scene: Scene, first: int, last: int) -> list[LevelMention]:
    """The levels that a clause names, with the baseline by its bare noun and a level that is a common word after a preposition ("under off")."""
    found = [m for m in scene.mentions.levels if first <= m.first <= last]
    base = scene.vocabulary.special("baseline")
    single = len(scene.vocabulary.facts.experiment.factors) == 1
    for token in scene.tokens[first : last + 1]:
        if any(m.first <= token.index <= m.last for m in found):
            continue
        if len(base) == 1 and _BASE.match(token.lower):
            found.append(LevelMention(token.index, token.index, base))
        elif single and token.index and token.lower in scene.vocabulary.level_ids and scene.tokens[token.index - 1].lower in _BEFORE:  # fmt: skip
            found.append(LevelMention(token.index, token.index, frozenset({token.lower})))
    return sorted(found, key=lambda m: m.first)


# -- grids ------------------------------------------------------------------------------------------------------------


def _of_grid(scene: Scene, mentions: list[LevelMention], first: int, text: str) -> list[Contest] | None:
    cells = [m for m in mentions if len(m.ids) == 1]
    parts = [m for m in mentions if len(m.ids) > 1]
    around = scene.inherited_levels if 1 < len(scene.inherited_levels) < len(scene.vocabulary.level_ids) else frozenset()  # fmt: skip
    if not parts:
        who = tuple(_who(scene, m, next(iter(m.ids)), first) for m in cells)
        readings = [Contest(who)]
        if len(who) == 1:
            through = [*([around] if who[0].level in around else []), *rows_through(scene, frozenset({who[0].level}))]
            readings += [Contest(who, tuple(sorted(row))) for row in through if not _WHOLE.search(text)]
        return readings
    if cells:
        return _with_cell(scene, cells, parts, first)
    return _of_parts(scene, parts, around, first, text)


def _with_cell(scene: Scene, cells: list[LevelMention], parts: list[LevelMention], first: int) -> list[Contest] | None:
    """A cell among those of a level ("with 4 clients, 0/4 is …"), or against its neighbour ("0/4 beats 2")."""
    if len(cells) != 1 or len(parts) != 1:
        return None
    (cell,) = cells[0].ids
    if cell in parts[0].ids:
        return [Contest((_who(scene, cells[0], cell, first),), tuple(sorted(parts[0].ids)))]
    near = [one for one in parts[0].ids if len(scene.vocabulary.apart(one, cell)) == 1]
    if len(near) != 1:
        return None
    pair = sorted([(cells[0], cell), (parts[0], near[0])], key=lambda one: one[0].first)
    return [Contest(tuple(_who(scene, mention, level, first) for mention, level in pair))]


def _of_parts(
    scene: Scene, parts: list[LevelMention], around: frozenset[str], first: int, text: str
) -> list[Contest] | None:
    """Levels of single factors: those of the factor that is named most are compared, the others say where; all of them are one cell, "of the grid" where that is said."""
    factors = {m.factor for m in parts}
    distinct = {factor: {m.ids for m in parts if m.factor == factor} for factor in factors}
    many = [factor for factor in factors if len(distinct[factor]) > 1]
    if -1 in factors or len(many) > 1:
        return None
    compared = many[0] if many else None
    fixed = [m for m in parts if m.factor != compared]
    if compared is None and len(factors) == len(scene.vocabulary.facts.experiment.factors):
        cell = frozenset.intersection(*(m.ids for m in parts))
        if len(cell) != 1:
            return None
        (level,) = cell
        if _WHOLE.search(text):
            return [Contest((_who(scene, parts[-1], level, first),))]
        return [Contest((_who(scene, parts[-1], level, first),), tuple(sorted(m.ids))) for m in parts]
    if compared is None and _PRONOUN.search(text) and all(m.first and scene.tokens[m.first - 1].lower in _WHERE for m in parts):  # fmt: skip
        return _of_subject_before(scene, parts, first)
    if compared is None:
        compared, fixed = parts[0].factor, []
    rivals = [m for m in parts if m.factor == compared]
    where = [frozenset.intersection(*(m.ids for m in fixed))] if fixed else [around] if around and all(len(m.ids & around) == 1 for m in rivals) else grid_rows(scene, compared)  # fmt: skip
    found = []
    for context in where:
        if any(len(m.ids & context) != 1 for m in rivals):
            continue
        who = tuple(_who(scene, m, next(iter(m.ids & context)), first) for m in rivals)
        found.append(Contest(who, tuple(sorted(context))))
    return found or None


def _of_subject_before(scene: Scene, parts: list[LevelMention], first: int) -> list[Contest] | None:
    """ "At 20 X leads, but at 200 it comes last": the level of another factor that the sentence named last, at the one that is named here; None where it named none."""
    before = [m for m in scene.mentions.levels if m.last < first and m.factor not in {-1, *(p.factor for p in parts)}]
    where = frozenset.intersection(*(m.ids for m in parts))
    cell = before[-1].ids & where if before else frozenset()
    if len(cell) != 1:
        return None
    (level,) = cell
    return [Contest((Who(before[-1].first, before[-1].last, level),), tuple(sorted(where)))]


_PRONOUN = re.compile(r"(?<!\w)(?:он|она|оно|у него|у неё|у нее|it|he|his|its)(?!\w)", re.I)
_EACH = re.compile(r"\b(?:all|every|each|both|any|no)\b|(?<!\w)(?:кажд\w+|люб\w+|все[хм]?|об[ао]их|обеих|ни (?:на|при|в|у) одн\w+)(?!\w)", re.I)  # fmt: skip
_WHERE = {"at", "on", "with", "under", "in", "for", "при", "на", "с", "со", "у", "в", "для"}


def rows_through(scene: Scene, levels: frozenset[str], place: int = 0) -> list[frozenset[str]]:
    """The rows of a grid in which one of these levels stands beside others: what an extreme (at `place`) may be ranked among where the whole grid is not said."""
    factors = len(scene.vocabulary.facts.experiment.factors)
    if factors < 2 or scene.matches(_WHOLE):
        return []
    if scene.matches(_EACH) or _is_one_cell(scene, place):
        return []
    bare = {m.factor for m in scene.mentions.levels if m.factor >= 0 and not (m.first and scene.tokens[m.first - 1].lower in _WHERE)}  # fmt: skip
    along = bare if len(bare) == 1 and len({m.factor for m in scene.mentions.levels}) > 1 else range(factors)
    before = [m for m in scene.mentions.levels if m.last < place and m.factor >= 0]
    after = {m.factor for m in scene.mentions.levels if m.first > place and m.factor >= 0}
    if not bare and len(before) == len(after) == 1 and before[0].factor not in after:
        bare, along = after, after  # "with 1GB throughput peaks at 64 clients": among the clients with 1GB
    rows = [
        row for factor in along for row in grid_rows(scene, factor)
    ]  # "bfq is the quickest on NVMe": among the schedulers
    fixed = [m.ids for m in scene.mentions.levels if len(bare) == 1 and m.factor not in (*bare, -1)]
    return [row for row in rows if len(row & levels) == 1 and len(row) > 1 and all(row <= ids for ids in fixed)]


def _is_one_cell(scene: Scene, place: int) -> bool:
    """ "Highest at lz4 and 96", "at lz4/96": the levels of all factors told in one breath are a cell of the whole grid; "lz4 at 96 has the highest" may be of those at 96."""
    cells = [m for m in scene.mentions.levels if m.factor < 0 and len(m.ids) == 1]
    return any(m.last > place or not any(t.lower in _WHERE for t in scene.tokens[m.first + 1 : m.last]) for m in cells)


def grid_rows(scene: Scene, compared: int) -> list[frozenset[str]]:
    """The rows of a grid along one factor: one for each way the others are set."""
    rows: dict[tuple[str, ...], set[str]] = {}
    for cell in scene.vocabulary.level_ids:
        rest = tuple(part for at, part in enumerate(scene.vocabulary.parts_of(cell)) if at != compared)
        rows.setdefault(rest, set()).add(cell)
    return [frozenset(row) for row in rows.values()]

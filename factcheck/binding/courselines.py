"""Finds the levels that a way is told along: the whole axis, a stretch of it, a step, a switch; in a grid along its lines. "up to 400", "from there to kyber", "on the last two doublings".

All courses that a clause leaves open are given, each as levels in walking order: told before, from the level before, from the baseline.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from factcheck.binding.mentions import LevelMention
from factcheck.binding.scene import Scene
from factcheck.reading.sentences import Token


@dataclass(frozen=True, slots=True)
class Course:
    """Levels in the order they are walked; `every` where each step is meant, and not only the ends."""

    levels: tuple[str, ...]
    every: bool = False
    open_start: bool = False  # where it begins was not said


@dataclass(frozen=True, slots=True)
class Ground:
    """What a clause says of its course: the levels by role, and the words for steps and ends."""

    start: frozenset[str] | None = None
    goal: frozenset[str] | None = None
    base: frozenset[str] | None = None
    at: frozenset[str] | None = None
    until: bool = False
    since: bool = False
    steps: int = 0  # so many last steps; below zero so many first
    every: bool = False
    whole: bool = False
    later: bool = False
    earlier: bool = False
    begins: int = 0
    further: bool = False
    unclear: bool = False  # more levels than are understood
    factor: int | None = None
    lines: tuple[tuple[str, ...], ...] = ()


_STEP_NOUNS = (
    "шаг",
    "удвоен",
    "переход",
    "ступен",
    "step",
    "doubling",
    "switch",
    "swap",
    "increment",
    "move",
    "change",
)
_EACH = ("кажд", "любом", "любой", "all", "each", "every", "всех", "any")
_WHOLE = {
    "diapason",
    "диапазоне",
    "диапазон",
    "ряду",
    "range",
    "way",
    "throughout",
    "всюду",
    "везде",
    "everywhere",
    "axis",
    "list",
}
_ONLY = {
    "только",
    "only",
    "keeps",
    "kept",
    "steadily",
    "неуклонно",
    "монотонно",
    "monotonically",
    "постоянно",
    "invariably",
    "непрерывно",
    "consistently",
    "ever",
}
_LATER = {"затем", "потом", "далее", "дальше", "then", "thereafter", "afterwards", "после"}
_UNTIL = {"до", "until", "till", "вплоть"}
_SINCE = {"after", "beyond", "past", "после", "за", "свыше", "сверх", "since", "above"}
_THERE = {"that", "this", "it", "there", "here", "which", "этого", "него", "нее", "неё", "чего", "ним", "ней", "этим"}
_LAST = {"последний", "last", "final", "правый", "right"}
_FIRST = {"первый", "first", "левый"}
_COUNTS = {"два": 2, "двух": 2, "две": 2, "two": 2, "три": 3, "трех": 3, "three": 3}


def ground_of(scene: Scene, start: int, stop: int, verb: int) -> Ground:
    """What a clause says of the levels that its way goes along."""
    row = scene.tokens[start : stop + 1]
    levels = _levels(scene, start, stop)
    words = {t.lower for t in row}
    said: dict[str, frozenset[str]] = {}
    unclear = False
    until = since = False
    factor = _walked(scene, start, stop, levels)
    for ids, role, mention in levels:
        if mention is not None and factor is not None and mention.factor != factor:
            continue  # of another factor: where it is, and not where it goes
        key = {"from": "start", "to": "goal", "than": "base"}.get(role, "at")
        unclear |= key in said
        said[key] = ids
        if role == "to" and mention is not None:
            until |= _until(scene, mention)
        if role == "from" and "goal" not in said:
            since = True
        if key == "at" and mention is not None and goes_from(scene, mention):
            said["start"] = said.pop("at")
            since = True
        if key == "at" and mention is not None and _as_far_as(scene, mention):
            said["goal"] = said.pop("at")
            until = True
    since = since and "goal" not in said and "at" not in said
    each = any(t.lower.startswith(_EACH) and step_behind(scene, t) for t in row)
    along = _along(scene, start, stop)
    earlier = not said and _earlier(row)
    there = goes_on_beyond(scene, start, stop) if not earlier and set(said) <= {"at"} else None
    if there:
        said, since = {"start": there}, True
    later = not said and not earlier and any(t.lower in _LATER for t in scene.tokens[max(start - 1, 0) : verb + 4])
    return Ground(
        said.get("start"), said.get("goal"), said.get("base"), said.get("at"), until, since, 0 if said else _steps(row, start), each or bool(words & _ONLY) or along,
        each or along or bool(words & _WHOLE), later, earlier, start, bool(words & {"further", "дальнейшее", "дальше", "ещё", "дальнейший"}), unclear, factor, lines(scene, factor, levels),
    )  # fmt: skip


def _walked(
    scene: Scene, start: int, stop: int, levels: list[tuple[frozenset[str], str, LevelMention | None]]
) -> int | None:
    """The factor along which a clause goes: of "from" and "to", of the parameter that it names, else of its levels."""
    if len(scene.vocabulary.facts.experiment.factors) <= 1:
        return None
    held = [mention for _, role, mention in levels if mention is not None and role in ("from", "to")]
    named = list(dict.fromkeys(index for at, index in scene.mentions.factors if start <= at <= stop))
    plain = list(dict.fromkeys(m.factor for _, role, m in levels if m is not None and role == "at"))
    for row in ([m.factor for m in held], named, plain):
        if row:
            return row[-1] if len(set(row)) == 1 else None
    return None


def goes_on_beyond(scene: Scene, start: int, stop: int) -> frozenset[str] | None:
    """ "It is lowest at 20 and grows with every step after that": the level that is pointed at, nothing where none stands before; None where nothing points."""
    named = any(start <= m.first <= stop for m in scene.mentions.levels)
    for token in scene.tokens[start if named else 0 : stop + 1]:  # "doubling it beyond that frees the disk but …"
        behind = scene.tokens[token.index + 1].lower if token.index < stop else ""
        if token.lower in ("thereafter", "onwards", "onward") or token.lower in _SINCE | {"from"} and behind in _THERE:
            if any(token.index < m.first <= stop for m in scene.mentions.levels):
                return None
            before = [m.ids for m in scene.mentions.levels if m.first < token.index and m.role != "than"]
            return before[-1] if before else scene.inherited_levels if len(scene.inherited_levels) == 1 else frozenset()
    return None


def _earlier(row: list[Token]) -> bool:
    """ "а до того отступает", "before that it climbs"."""
    pairs = [(one.lower, two.lower) for one, two in itertools.pairwise(row)]
    return any(one in ("до", "before") and two in ("того", "этого", "that", "then") for one, two in pairs)


# -- levels of a clause -----------------------------------------------------------------------------------------------


def _levels(scene: Scene, start: int, stop: int) -> list[tuple[frozenset[str], str, LevelMention | None]]:
    """(ids, role, mention) of each level of a clause, with "from A to B", "между A и B", "replacing A by B" read as from and to."""
    held = [m for m in scene.mentions.levels if start <= m.first <= stop and not m.group and not _shadow(scene, m)]
    found: list[tuple[frozenset[str], str, LevelMention | None]] = [(m.ids, m.role, m) for m in held]
    for at, (one, two) in enumerate(itertools.pairwise(held)):
        gap = [t.lower for t in scene.tokens[one.last + 1 : two.first]]
        before = [t.lower for t in scene.tokens[max(start, one.first - 3) : one.first]]
        joined = gap[-1:] and (
            gap[-1] in ("to", "до", "на", "к", "→", "by", "with", "for", "instead", "и", "and", "->")
            or gap[-2:] == ["favour", "of"]
        )
        opened = (
            one.role == "from"
            or bool(set(before) & {"between", "между"})
            or any(w.startswith(_REPLACING) for w in before)
        )
        reverse = gap in (["in", "place", "of"], ["instead", "of"], ["вместо"], ["rather", "than"])
        if reverse:
            found[at], found[at + 1] = (one.ids, "to", one), (two.ids, "from", two)
        elif joined and opened or gap in (["→"], ["->"]):
            found[at], found[at + 1] = (one.ids, "from", one), (two.ids, "to", two)
    if len(found) > 2 and found[0][1] == "from" and found[-1][1] == "to":
        found = [found[0], found[-1]]  # "from none through mq-deadline and kyber to bfq"
    return found or _by_word(scene, start, stop)


_REPLACING = (
    "replac",
    "trading",
    "trade",
    "swap",
    "dropp",
    "exchang",
    "chang",
    "замен",
    "смен",
    "going",
    "switch",
    "mov",
)


def _shadow(scene: Scene, mention: LevelMention) -> bool:
    """ "Минимальные значения" of a metric are no level."""
    row = scene.tokens[mention.first : mention.last + 1]
    return any(t.statistic in ("min", "max") for t in row) and all(t.number is None for t in row)


def _by_word(scene: Scene, start: int, stop: int) -> list[tuple[frozenset[str], str, LevelMention | None]]:
    """ "на базе", "при нулевой паузе"."""
    for token in scene.tokens[start : stop + 1]:
        if token.stems & {"база"} and (base := scene.vocabulary.special("baseline")):
            return [(base, "at", None)]
        if token.stems & {"нулевой", "ноль"} and "0" in scene.vocabulary.level_ids:
            return [(frozenset({"0"}), "at", None)]
    return []


def _until(scene: Scene, mention: LevelMention) -> bool:
    before = [t.lower for t in scene.tokens[max(0, mention.first - 2) : mention.first]]
    return bool(set(before) & _UNTIL) or before[-2:] == ["up", "to"]


def _as_far_as(scene: Scene, mention: LevelMention) -> bool:
    before = [t.lower for t in scene.tokens[max(0, mention.first - 3) : mention.first]]
    return bool(before) and (before[-1] in ("until", "till") or before[-3:] == ["as", "far", "as"] or before[-2:] == ["up", "to"])  # fmt: skip


def goes_from(scene: Scene, mention: LevelMention) -> bool:
    """ "Beyond 16", "сверх 16 ГБ", "from 16 on": what is said goes on from the level, and is not of it."""
    before = [t.lower for t in scene.tokens[max(0, mention.first - 2) : mention.first]]
    after = scene.tokens[mention.last + 1].lower if mention.last + 1 < len(scene.tokens) else ""
    return bool(set(before) & _SINCE) or after in ("on", "onwards", "onward")


def step_behind(scene: Scene, token: Token) -> bool:
    """Whether "each" is of steps or levels."""
    after = scene.tokens[token.index + 1 : token.index + 4]
    return any(t.lower.startswith((*_STEP_NOUNS, "level", "уровн", "удлинен", "увеличен", "пят", "setting", "значен")) for t in after)  # fmt: skip


def _steps(row: list[Token], start: int) -> int:
    """So many last steps ("на двух последних удвоениях", "у правого края"), or first ones below zero."""
    for token in row:
        side = 1 if token.stems & _LAST else -1 if token.stems & _FIRST else 0
        if not side:
            continue
        near = [t for t in row if abs(t.index - token.index) <= 2 and t is not token]
        if any(t.lower.startswith((*_STEP_NOUNS, "кра", "edge", "end", "уровн", "level")) for t in near):
            return side * next((_COUNTS[t.lower] for t in near if t.lower in _COUNTS), 1)
    return 0


def _along(scene: Scene, start: int, stop: int) -> bool:
    """ "с удлинением паузы", "от уровня к уровню", "with the delay": all levels, in their order."""
    row = scene.tokens[start : stop + 1]
    finder = scene.world.finder
    numbered = all(level.number is not None for level in scene.vocabulary.levels)
    parts = {s for one in (*finder.factor_parts, *finder.factor_single, *finder.factor_short) for s in one}
    for one, two in itertools.pairwise(row):
        rest = row[one.index - start + 1 : one.index - start + 4]
        if one.lower in ("с", "со", "with", "вместе") and not any(t.lower.startswith(_EACH) for t in rest):
            grown = any(t.lower.startswith(_GROWTH) for t in rest)
            if grown or numbered and any(t.stems & parts and not _is_level(scene, t) for t in rest):
                return True
        if one.lower in ("от", "from") and two.is_word:
            third = row[two.index - start + 2] if two.index - start + 2 < len(row) else None
            if third is not None and third.lower[:4] == two.lower[:4] and len(two.lower) > 3:
                return True
        third = row[two.index - start + 1] if two.index - start + 1 < len(row) else None
        if two.lower == "by" and third is not None and third.lower == one.lower:
            return True  # "scheduler by scheduler"
    return False


_GROWTH = (
    "рост",
    "увеличен",
    "удлинен",
    "growing",
    "rising",
    "increasing",
    "growth",
    "повышен",
    "расширен",
    "параметр",
    "parameter",
    "setting",
)


def _is_level(scene: Scene, token: Token) -> bool:
    return any(m.first - 2 <= token.index <= m.last + 2 for m in scene.mentions.levels)


# -- lines of the grid ------------------------------------------------------------------------------------------------


def lines(
    scene: Scene, factor: int | None, levels: list[tuple[frozenset[str], str, LevelMention | None]]
) -> tuple[tuple[str, ...], ...]:
    """The rows of levels along one factor that a clause may be told along; one of a single factor."""
    vocabulary = scene.vocabulary
    factors = vocabulary.facts.experiment.factors
    if len(factors) <= 1:
        return (tuple(vocabulary.numeric_order),)
    fixed = frozenset(vocabulary.level_ids)
    here = {mention.factor: mention.ids for _, _, mention in levels if mention is not None}
    whole = {m.factor: m.ids for m in scene.mentions.levels if sum(o.factor == m.factor for o in scene.mentions.levels) == 1}  # fmt: skip
    for index, ids in {**whole, **here}.items():
        if index != factor and factor is not None and fixed & ids:
            fixed &= ids
    inherited = _heading_level(scene) or scene.inherited_levels
    found = []
    for index in [factor] if factor is not None else range(len(factors)):
        order = [str(level) for level in factors[index].levels]
        others: dict[tuple[str, ...], list[str]] = {}
        for cell in vocabulary.level_ids:
            parts = vocabulary.parts_of(cell)
            if len(parts) == len(factors) and parts[index] in order:
                others.setdefault((*parts[:index], *parts[index + 1 :]), []).append(cell)
        for row in others.values():
            ordered = tuple(sorted(row, key=lambda cell: order.index(vocabulary.parts_of(cell)[index])))
            if len(ordered) >= 2 and all(cell in fixed for cell in ordered):
                found.append((ordered, sum(cell in inherited for cell in ordered)))
    most = max((n for _, n in found), default=0)
    return tuple(row for row, n in found if n == most or not inherited)


# -- courses ----------------------------------------------------------------------------------------------------------


def courses_in(
    scene: Scene, ground: Ground, told: list[tuple[Course, ...]], before: tuple[Course, ...]
) -> list[Course]:
    """The courses that a clause may be meant along; empty where it is not understood."""
    if ground.unclear:
        return []
    found: list[Course] = []
    walked = {level for course in (told[-1] if told else before) for level in course.levels}
    held_lines = [line for line in ground.lines if walked and walked <= set(line)] if ground.factor is None else []
    for line in held_lines or ground.lines:
        held = _on_line(scene, line, ground, told, before)
        found += [course for course in held if len(course.levels) >= 2]
    return list(dict.fromkeys(found))


def level_on(line: tuple[str, ...], ids: frozenset[str] | None) -> str | None:
    """The one level of a line that is among those said."""
    inside = [level for level in line if ids is not None and level in ids]
    return inside[0] if len(inside) == 1 else None


def _walk(line: tuple[str, ...], one: str, two: str) -> tuple[str, ...]:
    a, b = line.index(one), line.index(two)
    return line[a : b + 1] if a <= b else tuple(reversed(line[b : a + 1]))


def _on_line(
    scene: Scene, line: tuple[str, ...], ground: Ground, told: list[tuple[Course, ...]], before: tuple[Course, ...]
) -> list[Course]:
    start, goal, base, at = (level_on(line, ids) for ids in (ground.start, ground.goal, ground.base, ground.at))
    if any(ids is not None and level is None for ids, level in ((ground.start, start), (ground.goal, goal), (ground.base, base), (ground.at, at))):  # fmt: skip
        return []
    last_told = [course for course in (told[-1] if told else before) if set(course.levels) <= set(line)]
    if start is not None and goal is not None:
        return [Course(_walk(line, start, goal), ground.every)]
    if ground.whole and start is None and goal is None and ground.every:
        return [Course(line, True)]
    if ground.steps:
        row = line[-ground.steps - 1 :] if ground.steps > 0 else line[: -ground.steps + 1]
        return [Course(row, abs(ground.steps) > 1)]
    if start is not None and at is None:
        row = line[line.index(start) :]
        first = line[max(0, line.index(start) - 1) :]
        return [Course(row, True)] + ([Course(first, True)] if len(first) > len(row) else [])
    if goal is not None and ground.until and not ground.further and base is None:
        found = [Course(line[: line.index(goal) + 1], True)]
        ends = {course.levels[-1] for course in last_told} if told else set()
        return found + [
            Course(_walk(line, end, goal), True) for end in sorted(ends) if line.index(end) < line.index(goal)
        ]
    if goal is not None or at is not None:
        return _towards(scene, line, goal or at or "", base, last_told, ground)
    if base is not None:
        here = level_on(line, scene.inherited_levels)
        return [Course((base, here))] if here is not None and here != base else []
    if ground.whole or ground.every and not last_told:
        return _whole(scene, line, True)
    if ground.earlier and last_told:
        starts = dict.fromkeys(course.levels[0] for course in last_told)
        return [Course(line[: line.index(one) + 1], True) for one in starts if line.index(one)]
    if ground.later and last_told:
        starts = dict.fromkeys(course.levels[-1] for course in last_told)
        return [Course(line[line.index(one) :], True) for one in starts if line.index(one) + 1 < len(line)]
    return _unsaid(scene, line, told, last_told, ground)


def _whole(scene: Scene, line: tuple[str, ...], every: bool) -> list[Course]:
    """All levels of a line; of names also from the other end, where that is the baseline's."""
    numbered = all(level.number is not None for level in scene.vocabulary.levels)
    base = level_on(line, scene.vocabulary.special("baseline"))
    back = [Course(line[::-1], every)] if not numbered and base is not None and base != line[0] else []
    return [Course(line, every), *back]


def _towards(scene: Scene, line: tuple[str, ...], goal: str, base: str | None, last_told: list[Course], ground: Ground) -> list[Course]:  # fmt: skip
    """A step to a level, from what it may be compared with."""
    if base is None:
        than = _base_around(scene, ground.begins)
        base = level_on(line, than) if than is not None else None
    if base is not None and base != goal:
        return [Course((base, goal))]
    place = line.index(goal)
    bases = [line[place - 1]] if place else []
    bases += [level for course in last_told if len(course.levels) == 2 for level in course.levels[::-1]]
    for mention in _levels_before(scene, ground.begins):
        level = level_on(line, mention)
        bases += [level] if level is not None else []
    baseline = level_on(line, scene.vocabulary.special("baseline"))
    bases += [baseline] if baseline is not None and not ground.further else []
    return [Course((one, goal), open_start=True) for one in dict.fromkeys(bases) if one != goal]


def _levels_before(scene: Scene, place: int) -> list[frozenset[str]]:
    """The levels named before a place in the sentence, and in the one before."""
    found = [m.ids for m in scene.mentions.levels if m.role != "than" and m.first < place]
    if scene.former is not None:
        found += [m.ids for m in scene.former.mentions.levels][-2:]
    return found


def _base_around(scene: Scene, place: int) -> frozenset[str] | None:
    """The level that the sentence, the lead of the list or the sentence before compares with: "Set against `none`:"; no later statement ("A falls at 8; B is higher than at 0")."""
    stop = next((t.index for t in scene.tokens[place:] if t.text == ";"), len(scene.tokens))
    here = [m for m in scene.mentions.levels if m.role == "than" and m.first < stop]
    if not here:
        for block in scene.block.context[:1]:
            if block.kind in ("lead", "paragraph", "item"):
                here = [m for m in scene.world.mentions_of(block).levels if m.role == "than"] or _set_against(scene.world.scenes_of(block)[-1:])  # fmt: skip
    if not here and scene.former is not None:
        row = list(scene.before())
        here = next((m for m in ([x for x in one.mentions.levels if x.role == "than"] or _set_against([one]) for one in row) if m), [])  # fmt: skip
    return here[0].ids if len({m.ids for m in here}) == 1 else None


def _set_against(row: list[Scene]) -> list[LevelMention]:
    """The level of "Сравнение с соседом слева, 400 мкс." """
    return [
        m for scene in row for m in scene.mentions.levels
        if any(t.lower.startswith(("сравнен", "comparison", "compared", "сопоставлен")) for t in scene.tokens[: m.first]) and len(scene.mentions.levels) == 1
    ]  # fmt: skip


def _unsaid(scene: Scene, line: tuple[str, ...], told: list[tuple[Course, ...]], last_told: list[Course], ground: Ground) -> list[Course]:  # fmt: skip
    """The courses of a clause that names no level: those of the clause before, of its heading, of the sentence before, or all levels."""
    if told:
        return [Course(c.levels, c.every or ground.every, c.open_start) for c in last_told]
    sentence = [m for m in scene.mentions.levels if not m.group]
    own = (
        frozenset.intersection(*(m.ids for m in sentence)) if sentence and len({m.ids for m in sentence}) == 1 else None
    )
    heading = _heading_level(scene)
    base = _base_around(scene, ground.begins)
    here = level_on(line, heading or own)
    if here is not None:
        against = level_on(line, base) if base is not None else None
        if against is not None and against != here:
            return [Course((against, here))]
        return [*_towards(scene, line, here, None, last_told, ground), *_whole(scene, line, False)]
    return [Course(c.levels, c.every or ground.every, c.open_start) for c in last_told] + [
        *_whole(scene, line, ground.every)
    ]


def _heading_level(scene: Scene) -> frozenset[str] | None:
    """The level of the heading that a sentence stands under."""
    found: frozenset[str] | None = None
    for block in scene.block.context:
        if block.kind != "heading" or block.order == 0 and block.depth <= 1:
            continue
        for mention in scene.world.mentions_of(block).levels:
            found = mention.ids if found is None else found & mention.ids
        if found:
            return found
    return found or None


def moved_to(scene: Scene, ground: Ground, courses: tuple[Course, ...]) -> list[Course]:
    """The courses told before, at the level of another factor that a clause names: "При on она ведёт себя так же"."""
    factors = scene.vocabulary.facts.experiment.factors
    if len(factors) <= 1 or ground.at is None or ground.factor is None:
        return []
    found = []
    for course in courses:
        cells = []
        for level in course.levels:
            like = [c for c in ground.at if c == level or scene.vocabulary.apart(c, level) == [ground.factor]]
            cells += like[:1]
        if len(set(cells)) == len(course.levels) and tuple(cells) != course.levels:
            found.append(Course(tuple(cells), course.every, course.open_start))
    return found

"""Sets two metrics, two statistics of one, or a part and the other parts of its whole against each other: "at 160 it overtakes Lock", "the median sits above the mean everywhere", "the second place goes to WALSync".

Two metrics are compared where they are of one unit or shares of one whole; a part is ranked among the parts of its whole. A pronoun is the metric spoken of last.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

from factcheck.binding.scene import Scene
from factcheck.binding.vocabulary import whole_names, word_stems
from factcheck.judging.relations import rivals_of
from factcheck.stating.context import Context
from factcheck.stating.over import Said, denied, over_levels, quoted, stretched
from factcheck.stating.parts import Statement, statements_in
from factcheck.stating.values import statistics_in

_SOFT = ("keep", "even", "happen", "becomes", "gives", "share", "doers", "spends", "holds", "sort", "inside")
_OTHER_KINDS = ("link", "coefficient", "unlinked", "drop", "scatter", "scatters", "steadiness", "gap", "range", "step", "bytimes", "others", "count", "changes", "up", "down")  # fmt: skip
_AXES = ("size", "amount", "length", "often")
_IT = {"it", "they", "them", "this", "это", "этот", "эта", "он", "она", "оно", "они", "их", "его", "ее", "её", "им", "ими", "ней", "ним", "нее", "него"}  # fmt: skip
_THERE = {"there", "here", "там", "тут", "здесь"}
_SLOW = ("slow", "fast", "quick", "быстр", "медлен")
_SMALL = {"slightly", "somewhat", "a little", "marginally", "a bit", "немного", "чуть", "слегка", "незначительно", "чуть-чуть"}  # fmt: skip
_BIG = {"much", "far", "greatly", "dramatically", "considerably", "substantially", "намного", "гораздо", "значительно", "существенно", "резко", "куда"}  # fmt: skip
_TURNS = (
    "overt",
    "обгон",
    "обогн",
    "обош",
    "обойд",
    "опере",
)  # verbs of what happens at a level, and was otherwise before it
_BEATS = (
    "beat",
    "outperf",
    "outdo",
    "опере",
    "обход",
    "обой",
    "обош",
    "побежд",
    "побед",
)  # of the words that win, those that have an object
_ALREADY = {"already", "has", "had", "have", "уже", "still", "stays", "remains", "еще", "ещё"}
_MOST = 60  # formulas of one clause
_PLAIN = ("mean", "median", "count", "last")


def contests(scene: Scene, first: int, last: int, context: Context) -> list[str]:
    """The formulas that a clause may mean which sets metrics, statistics or parts against each other; none where it does not."""
    found: list[str] = []
    for s in statements_in(scene, first, last, loosely=True):
        if s.of("number") or s.places(*_OTHER_KINDS):
            continue
        s = _only_there(s)
        found += _metrics(s.fresh(), context) or _statistics(s.fresh(), context) or _ranked(s.fresh(), context)
    found = list(dict.fromkeys(found))
    return found if len(found) <= _MOST else []


def _only_there(s: Statement) -> Statement:
    """ "…, and only at 8 is the median below the mean": only there, and no end of a count."""
    at = next(iter(s.places("nomore")), None)
    if at is None or at or s.atoms[at].text.lower() not in ("and only", "и только"):
        return s
    return Statement(s.scene, [replace(s.atoms[0], plays=frozenset({"only"})), *s.atoms[1:]])


# -- two metrics ------------------------------------------------------------------------------------------------------


def _metrics(s: Statement, context: Context) -> list[str]:
    """ "I/O is ahead of the delay at 1min", "reads waited longer than writes", "it outweighs them everywhere"."""
    told = _comparator(s)
    if told is None:
        return []
    at, border, way = told
    turns = s.atoms[at].text.lower().startswith(_TURNS) and not any(a.text.lower() in _ALREADY for a in s.atoms)
    turns = s.take("firsttime") or turns
    stats = list(dict.fromkeys(statistics_in(s)))
    if len(stats) > 1 or _of_two_levels(s, border):
        return []
    turned = _may_be_turned(s, at)
    found: list[str] = []
    for one, two in _pairs(s, context, border):
        for row in _shared(s, one, two, stats[0] if stats else None):
            if _runs_on_time(s, at) and not _is_time(s, one):
                continue
            for sign in (way, -way) if turned else (way,):
                found += _over(
                    s, _compares((one, row), (two, row), sign), context, turns=turns, degrees=(one, two, row, sign)
                )
    return found


def _of_two_levels(s: Statement, border: int) -> bool:
    """ "Reads at 8 take longer than writes at 4": a level of its own on either side."""
    held = s.of("level")
    return any(at < border for at in held) and any(at > border for at in held)


def _may_be_turned(s: Statement, at: int) -> bool:
    """ "IO обгоняют лёгкие блокировки": a Russian verb that may have its object before it."""
    before = [s.atoms[i] for i in s.of("metric") if i < at]
    plural = s.atoms[at].text.lower().endswith(("ют", "ят", "ли", "ут"))
    return (
        plural
        and not s.atoms[at].text.isascii()
        and any(atom.text.isascii() and " " not in atom.text for atom in before)
    )


def _comparator(s: Statement) -> tuple[int, int, int] | None:
    """(place of the word that compares, where its object begins, 1 for more and -1 for less), the words read."""
    than = s.places("than")
    graded = s.graded(*_AXES, grade="cmp")
    verbs = [at for at in s.places("passes", "above", "below", "loses") if at not in graded and s.atoms[at].text.lower() != "under"]  # fmt: skip
    verbs += [at for at in s.places("wins") if at not in verbs and s.atoms[at].text.lower().startswith(_BEATS)]
    if len(graded) + len(verbs) != 1 or len(than) > 1:
        return None
    if verbs:
        at = verbs[0]
        way = -1 if s.atoms[at].is_("loses", "below") else 1
        border = at
        if way > 0 and s.atoms[at].is_("passes") and any(a.is_("by") for a in s.atoms[at + 1 : at + 2]):
            way, border = -1, at + 1  # "overtaken by"
            s.read.add(border)
        if than:
            return None
        s.read.add(at)
        return at, border, way
    at = graded[0]
    grade = s.atoms[at].grade
    assert grade is not None
    border = than[0] if than and than[0] > at else at
    if not than and grade.axis != "size" or than and than[0] < at:
        return None
    s.read.update([at, *than])
    return at, border, grade.way


def _pairs(s: Statement, context: Context, border: int) -> Iterator[tuple[str, str]]:
    """(subject, object) of a comparison: named, or the metric that was spoken of last; every other metric that is named is their whole."""
    before, after = [i for i in s.of("metric") if i < border], [i for i in s.of("metric") if i > border]
    behind = any(atom.text.lower() in _IT for atom in s.atoms[border + 1 :])
    ones = list(dict.fromkeys(s.atoms[i].value for i in before))
    twos = list(dict.fromkeys(s.atoms[i].value for i in after))
    for owns, others in (
        (ones, twos),
        (_spoken(s, context, twos), twos),
        (ones, _spoken(s, context, ones) if behind else []),
    ):
        if owns is not ones and any(not s.atoms[i].is_loose for i in before):
            continue
        if others is not twos and twos:
            continue
        pairs = [(a, b) for a in owns for b in others if a != b and _shared(s, a, b, None) and _rest_is_whole(s, a, b)]
        if pairs:
            yield from pairs
            return


def _rest_is_whole(s: Statement, *pair: str) -> bool:
    """Whether each further metric that a clause names is the whole of those that it compares; words of a name that fit nothing are none."""
    return all(
        s.atoms[i].value in pair or s.atoms[i].is_loose or _is_whole(s, s.atoms[i].value, pair[0])
        for i in s.of("metric")
    )


def _spoken(s: Statement, context: Context, partners: list[str]) -> list[str]:
    """The metrics that a pronoun may be: of the sentence before others, each comparable with what it is set against."""
    first = s.atoms[0].first
    here = [
        one
        for m in reversed(s.scene.mentions.metrics)
        if m.last < first and not m.modifier
        for one in sorted(m.metrics)
    ]
    for row in (here, context.metrics):
        found = [
            one
            for one in dict.fromkeys(row)
            if any(one != other and _shared(s, one, other, None) for other in partners)
        ]
        if found:
            return found[:4]
    return []


def _shared(s: Statement, one: str, two: str, stat: str | None) -> list[str]:
    """In which of their rows two metrics may be compared: a statistic of one unit, a share of one whole."""
    vocabulary = s.scene.vocabulary
    unit = vocabulary.unit_of(one)
    alike = unit is not None and unit == vocabulary.unit_of(two)
    if vocabulary.contains(one, two):
        return []
    held = set(vocabulary.stats_of(one)) & set(vocabulary.stats_of(two))
    found = [row for row in ([stat] if stat else _PLAIN) if row in held and alike]
    wholes = [_wholes(s, one), _wholes(s, two)]
    if stat in (None, "mean"):
        found += [f"share of {whole}" for whole in wholes[0] if whole in wholes[1]]
    return found


def _wholes(s: Statement, metric: str) -> list[str]:
    """What the shares of a metric are taken of."""
    rows = s.scene.vocabulary.values(metric, "share", any_level=True)
    return list(dict.fromkeys(fact.denominator for fact in rows if fact.denominator and '"' not in fact.denominator and fact.run is None))  # fmt: skip


def _compares(one: tuple[str, str], two: tuple[str, str], way: int) -> Said:
    return lambda level: f"{_value(one, level)} {'>' if way > 0 else '<'} {_value(two, level)}"


def _value(row: tuple[str, str], level: str) -> str:
    return f'value("{row[0]}", {level}, "{row[1]}")'


def _runs_on_time(s: Statement, at: int) -> bool:
    """ "Slower" and "faster" are of a time, and of a rate the other way round."""
    return s.atoms[at].text.lower().startswith(_SLOW)


def _is_time(s: Statement, metric: str) -> bool:
    unit = s.scene.vocabulary.unit_of(metric)
    return unit is not None and unit.dimension == "time"


# -- two statistics ---------------------------------------------------------------------------------------------------


def _statistics(s: Statement, context: Context) -> list[str]:
    """ "In every run the median is slightly above the mean": two statistics of one metric at one level."""
    told = _comparator(s)
    if told is None or len(s.metrics) > 1:
        return []
    at, border, way = told
    before, after = (
        [i for i in range(*span) if any(part.startswith("stat.") for part in s.atoms[i].plays)]
        for span in ((0, border), (border + 1, len(s.atoms)))
    )
    stats = statistics_in(s)
    if len(before) != 1 or len(after) != 1 or len(set(stats)) != 2 or _of_two_levels(s, border) or _runs_on_time(s, at):
        return []
    found: list[str] = []
    for metric in s.metrics or context.metrics:
        held = s.scene.vocabulary.stats_of(metric)
        if set(stats) <= set(held):
            said = _compares((metric, stats[0]), (metric, stats[1]), way)
            found += _over(s, said, context)
    return found


# -- ranks ------------------------------------------------------------------------------------------------------------


def _ranked(s: Statement, context: Context) -> list[str]:
    """ "WALWrite is back on top", "the largest class at every level is IO", "второе место всюду у WALSync": a part among the parts of its whole."""
    rank = _rank(s)
    if rank is None or len(statistics_in(s)) > 0:
        return []
    place, way = rank
    names = s.metrics
    owns = [
        one for one in names if _rows_of(s, one) and all(one == other or _is_whole(s, other, one) for other in names)
    ]
    if not owns and any(atom.text.lower() in _IT for atom in s.atoms):
        here = [
            one for m in reversed(s.scene.mentions.metrics) if m.last < s.atoms[0].first for one in sorted(m.metrics)
        ]
        near = [one for one in here or context.metrics if one not in names][:1]
        owns = [one for one in near if _rows_of(s, one) and all(_is_whole(s, other, one) for other in names)]
    if not owns and len(names) == 1 and s.places("doers"):
        owns = _called_alike(s, names[0])
        names = owns
    if len(owns) != 1:
        return []
    own = owns[0]
    rows = [
        row for row in _rows_of(s, own) if all(other == own or _fits(s, row[0], other) for other in names)
    ] or _rows_of(s, own)
    found: list[str] = []
    for row, others in rows:
        for beside in _contenders(s, own, row, others):
            found += _over(s, _stands(own, row, beside, place, way), context)
    return found


def _contenders(s: Statement, own: str, row: str, others: list[str]) -> list[list[str]]:
    """The parts among which one is ranked: of its kind, or with the work among the waits; both where it is not said which."""
    rest = {f.metric for f in s.scene.vocabulary.shares if f"share of {f.denominator}" == row and f.run is None} - {
        own,
        *others,
    }
    rest -= {
        one
        for one in rest
        if s.scene.vocabulary.contains(one, own) or any(_is_whole(s, other, one) for other in others)
    }
    work = {one for one in (*others, *rest) if "cpu" in one.lower()} if "cpu" not in own.lower() else set()
    proper, every = [one for one in others if one not in work], [*others, *sorted(rest)]
    if _is_of_time(s):
        return [every]
    named = any(
        t.lower.startswith(("wait", "ожидани")) for t in s.scene.tokens[s.atoms[0].first : s.atoms[-1].last + 1]
    )
    return [proper] if named or proper == every else [proper, every]


def _is_of_time(s: Statement) -> bool:
    """ "Больше всего времени", "of the active time": of all that time goes to."""
    row = s.scene.tokens[s.atoms[0].first : s.atoms[-1].last + 1]
    return any(t.lower in ("time", "времени", "время") for t in row)


def _called_alike(s: Statement, metric: str) -> list[str]:
    """ "Сессии ждали ввода-вывода": a share that has the name by which something else was found, too."""
    text = " ".join(s.atoms[at].text for at in s.of("metric") if s.atoms[at].value == metric)
    words = word_stems(text)
    parts = {fact.metric for fact in s.scene.vocabulary.shares}
    return [m.id for m in s.scene.vocabulary.facts.metrics if m.id in parts and any(len(row := word_stems(name)) == len(words) and all(a & b for a, b in zip(row, words, strict=True)) for names in m.names.values() for name in names)]  # fmt: skip


def _rank(s: Statement) -> tuple[int, int] | None:
    """(which place, 1 from the top and -1 from the end) that a clause tells, its words read."""
    graded = [
        at for at in s.graded("size", "often", "amount", grade="sup") if not s.atoms[at].is_("stat.max", "stat.min")
    ]
    chief = s.places("chief")
    tops = [at for at in s.places("wins") if not s.atoms[at].is_("than")]
    places = s.places("place")
    counted = s.places("first", "place.2", "place.3")
    if s.graded("size", "amount", "often", grade="cmp") or s.places("than", "passes", "loses", "above", "below"):
        return None
    if places and len(counted) == 1 and not graded and not chief and not tops:
        s.read.update([*places, *counted])
        atom = s.atoms[counted[0]]
        return (1 if atom.is_("first") else 2 if atom.is_("place.2") else 3), 1
    if len(tops) == 1 and not graded and not chief and not counted:
        s.read.update([*tops, *places])
        return 1, 1
    if len(graded) + len(chief) != 1 or tops or len(counted) > 1:
        return None
    at = (graded or chief)[0]
    told = s.atoms[at]
    of_time = told.is_("most") and bool(s.places("spends")) and told.text.lower().startswith("больше")
    if not of_time and not any(atom.is_("sort") for atom in s.atoms[at + 1 : at + 4]):
        return None
    s.read.add(at)
    s.take("ofall")
    number = (
        1 if not counted else 1 if s.atoms[counted[0]].is_("first") else 2 if s.atoms[counted[0]].is_("place.2") else 3
    )
    s.read.update(counted)
    return number, told.grade.way if told.grade is not None else 1


def _rows_of(s: Statement, metric: str) -> list[tuple[str, list[str]]]:
    """(row, the metrics beside it) of each whole that a metric is a part of."""
    vocabulary = s.scene.vocabulary
    found: list[tuple[str, list[str]]] = []
    for whole in _wholes(s, metric):
        facts = [
            f for f in vocabulary.values(metric, "share", any_level=True) if f.denominator == whole and f.run is None
        ]
        others = sorted({other.metric for fact in facts[:1] for other in rivals_of(s.scene, fact)})
        others = [one for one in others if not any(_is_whole(s, other, one) for other in others if other != one)]
        if others:
            found.append((f"share of {whole}", others))
    held = vocabulary.metrics.get(metric)
    if not found and held is not None and held.part_of is not None and "mean" in vocabulary.stats_of(metric):
        unit = vocabulary.unit_of(metric)
        others = [m.id for m in vocabulary.facts.metrics if m.part_of == held.part_of and m.id != metric and "mean" in vocabulary.stats_of(m.id) and vocabulary.unit_of(m.id) == unit]  # fmt: skip
        if others:
            found.append(("mean", others))
    return found


def _is_whole(s: Statement, whole: str, part: str) -> bool:
    """Whether a metric is the whole of which another one is a part."""
    vocabulary = s.scene.vocabulary
    held = vocabulary.metrics.get(part)
    seen: set[str] = set()
    while held is not None and held.part_of is not None and held.part_of not in seen:
        if held.part_of == whole:
            return True
        seen.add(held.part_of)
        held = vocabulary.metrics.get(held.part_of)
    return any(_fits(s, f"share of {one}", whole) for one in _wholes(s, part))


def _fits(s: Statement, row: str, whole: str) -> bool:
    """Whether a row is of shares of a metric."""
    held = s.scene.vocabulary.metrics.get(whole)
    names = {whole.lower(), *(name.lower() for told in (held.names.values() if held else ()) for name in told)}
    return not names.isdisjoint(whole_names(row.removeprefix("share of ")))


def _stands(own: str, row: str, others: list[str], place: int, way: int) -> Said:
    """That so many of the other parts are above a part (or below it)."""
    listed = "[" + ", ".join(map(quoted, others)) + "]"

    def said(level: str) -> str:
        ahead = (
            f'value(m, {level}, "{row}") {">" if way > 0 else "<"} value("{own}", {level}, "{row}") for m in {listed}'
        )
        return f"not any({ahead})" if place == 1 else f"count({ahead}) == {place - 1}"

    return said


# -- levels -----------------------------------------------------------------------------------------------------------


def _over(s: Statement, said: Said, context: Context, *, turns: bool = False, degrees: tuple[str, str, str, int] | None = None) -> list[str]:  # fmt: skip
    """What is said of the levels that a clause names, ranges over or leaves to its context; none where a word is left over."""
    s = Statement(s.scene, s.atoms, set(s.read))
    told = {s.atoms[at].text.lower() for at in s.places("degree")}
    ceases = s.take("ceases")
    own = (lambda level: f"not ({said(level)})") if ceases else said
    if any(s.atoms[at + 1 : at + 2] and s.atoms[at + 1].is_("howmany", "all") for at in s.places("total")):
        s.take("total")
    found = stretched(s, own)
    if found is None:
        formula = over_levels(s, own)
        found = [formula] if formula is not None else [] if s.of("level") else _left_open(s, own, context)
        levels = s.levels()
    else:
        levels = []
    if not s.is_done(*_SOFT, "degree", "onwards") or not found:
        return []
    order = s.scene.vocabulary.numeric_order
    if turns and len(levels) == 1 and levels[0] in order[1:] and s.scene.vocabulary.is_ordered:
        found.append(f"({own(quoted(levels[0]))}) and not ({own(quoted(order[order.index(levels[0]) - 1]))})")
    if degrees is not None and told:
        one, two, row = degrees[:3] if degrees[3] > 0 else (degrees[1], degrees[0], degrees[2])
        tests = [f'{"not " if told <= _SMALL else ""}much(value("{one}", l, "{row}"), value("{two}", l, "{row}"))'] if told <= _SMALL or told <= _BIG else []  # fmt: skip
        found += [f"all({test} for l in levels)" for test in tests]
    return found


def _left_open(s: Statement, said: Said, context: Context) -> list[str]:
    """A clause without levels: at the one that its sentence or its list item is of, or at any of those before it, or in all."""
    scene, first = s.scene, s.atoms[0].first
    turned = bool(denied(s) % 2)

    def own(level: str) -> str:
        return f"not ({said(level)})" if turned else said(level)

    if s.places("all", "none", "only", "others", "some", "notall", "butone", "except"):
        return []
    here = {one for m in scene.mentions.levels if m.last < first and not m.group for one in m.ids}
    if not here and scene.block.kind == "item":
        here = set(scene.inherited_levels)
    if len(here) == 1:
        return [own(quoted(here.pop()))]
    near = [own(quoted(level)) for level in itertools.islice(context.levels, 4)]
    if near and any(atom.text.lower() in _THERE for atom in s.atoms):
        return near
    return [*near, f"any({own('l')} for l in levels)", f"all({own('l')} for l in levels)"]

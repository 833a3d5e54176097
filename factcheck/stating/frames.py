"""Statements on links between metrics, on drops and on steadiness, as formulas: "the link weakens from 1 to 8", "only 4 stayed free of drops"."""

from __future__ import annotations

import re

from factcheck.stating.bounds import bounded, compared_number
from factcheck.stating.over import Said, along, is_of_levels, of_what, over_levels, quoted, stretched, way_of
from factcheck.stating.parts import Statement
from factcheck.stating.topics import counts_by_level
from factcheck.stating.values import number_at
from factcheck.stating.ways import the_more

_RUNS = re.compile(r"runs?$|repeats?$|прогон|повтор", re.I)
SAYING = (
    "is",
    "happen",
    "none",
    "free",
    "zero",
    "not",
    "never",
    "some",
    "all",
    "only",
    "notall",
    "butone",
    "others",
    "except",
    "unlike",
)
_LINK_AXES = ("force", "size", "amount")


# -- links ------------------------------------------------------------------------------------------------------------


def link(s: Statement) -> list[str]:
    """ "The tightest coupling of A and B is found at 8", "A and B are tied more closely at 1 than at 8", "As A grows, B tends to fall at 8"."""
    if len(s.metrics) != 2 or _turns(s):
        return []
    formulas = []
    for stat, metrics in _coefficients(s, s.metrics):
        one = s.fresh()
        formula = _link(one, metrics, stat)
        if formula is None:
            one = s.fresh()
            formula = _tendency(one, metrics, stat)
        if formula is not None:
            formulas.append(formula)
    return formulas


def _turns(s: Statement) -> bool:
    """ "Correlated at 3, but hardly at all at 24", "negative at 1 and 2, gone at 8": what is said of the second level is not said of the first."""
    levels = s.of("level")
    between = s.atoms[levels[0] : levels[-1]] if levels else []
    mark = next((i for i, atom in enumerate(between) if atom.kind == "mark"), None)
    return mark is not None and any(atom.kind == "word" and not atom.is_("fill", "so", "even", "than", "all", "others") for atom in between[mark:])  # fmt: skip


def _under(s: Statement) -> None:
    """ "Under 8" is at that level."""
    s.read.update(
        at
        for at in s.places("below")
        if s.atoms[at].text.lower() == "under" and any(a.kind == "level" for a in s.atoms[at + 1 : at + 2])
    )


def _coefficients(s: Statement, metrics: list[str]) -> list[tuple[str, list[str]]]:
    """The kinds of coefficient that the facts hold of a pair, with its metrics in their order there."""
    held = {f.stat: [f.metric, f.partner or ""] for f in s.scene.vocabulary.correlated if {f.metric, f.partner} == set(metrics)}  # fmt: skip
    return [(stat, pair) for stat, pair in sorted(held.items()) if stat in ("pearson", "spearman", "partial")]


def _link(s: Statement, metrics: list[str], stat: str) -> str | None:
    one, two = metrics

    def value(level: str) -> str:
        return f'value("{one}", {level}, "{stat}", "{two}")'

    def size(level: str) -> str:
        return f"abs({value(level)})"

    unlinked = s.take("unlinked")
    spoken = s.take("link", "coefficient") or unlinked
    signs = s.take("sign")
    sizes = s.take("strength")
    course = s.course()
    s.read.update(
        at for at in s.places("between") if any(a.kind == "metric" or a.is_("fill") for a in s.atoms[at + 1 : at + 2])
    )
    _under(s)
    if not spoken and not s.places("together", "apart"):
        return None
    if signs and s.take("changes"):
        s.take("positive", "negative") if not course else None
        levels = s.levels()
        if len(levels) == 2 and s.is_done("to.positive", "to.negative"):
            a, b = map(quoted, levels)
            if course is None and _signed(s.fresh()) is not None:
                first = _signed(s.fresh())
                return f"{value(a)} {'>' if first else '<'} 0 and {value(b)} {'<' if first else '>'} 0"
            return f"({value(a)} > 0 and {value(b)} < 0) or ({value(a)} < 0 and {value(b)} > 0)"
        return None
    if signs:
        s.take("same")
    if s.of("number"):
        told = compared_number(s, lambda level: size(level) if sizes else value(level))
        formula = over_levels(s, told) if told is not None else None
        return formula if s.is_done("keep", "reach", "happen") else None
    ranked = _ranked(s, size, *_LINK_AXES)
    if ranked is not None:
        return ranked if s.is_done("keep", "happen") else None
    if course is not None:
        way = _one_way(s, *_LINK_AXES)
        if way is None or not s.is_done("becomes", "happen", "changes"):
            return None
        return f"{size(quoted(course[1]))} {'>' if way > 0 else '<'} {size(quoted(course[0]))}"
    said = along(s)
    if said is not None:
        way, turned = said
        return f"{'rises' if way * turned > 0 else 'falls'}([{size('l')} for l in levels])" if s.is_done("becomes", "changes", "only", "from", "to") else None  # fmt: skip
    compared = _compared(s, size, *_LINK_AXES)
    if compared is not None:
        return compared if s.is_done("keep", "happen", "degree") else None
    predicate = (lambda level: f"weak({value(level)})") if unlinked else _link_said(s, value)
    rows = stretched(s, predicate) if predicate is not None else None
    if rows is not None:
        formula = rows[0] if len(rows) == 1 else None
    else:
        formula = over_levels(s, predicate) if predicate is not None else None
    return (
        formula
        if formula is not None and s.is_done("keep", "happen", "becomes", "moves", "goes.deep", "from")
        else None
    )


def _signed(s: Statement) -> bool | None:
    """Whether the first sign that is named is plus."""
    places = s.places("positive", "negative")
    return s.atoms[places[0]].is_("positive") if len(places) == 2 else None


def _link_said(s: Statement, value: Said) -> Said | None:
    """What is said of each coefficient: strong, weak, moderate, positive, negative."""
    tests: list[str] = []
    hardly = s.take("hardly")
    positive = s.take("positive") | s.take("together")
    negative = s.take("negative") | s.take("apart")
    into = 1 if s.take("to.positive") else -1 if s.take("to.negative") else 0
    force = s.graded("force", "size", grade="pos")
    ways = {way_of(s, at) for at in force}
    s.read.update(force)
    if positive and negative or len(ways) > 1:
        return None
    if into:
        tests.append(f"{{}} {'>' if into > 0 else '<'} 0")
    if positive or negative:
        tests.append(f"{{}} {'>' if positive else '<'} 0")
    if s.take("moderate"):
        tests.append("moderate({})")
    elif ways:
        tests.append("strong({})" if ways == {1} else "weak({})")
    elif hardly:
        tests.append("weak({})")
    if not tests or hardly and tests[-1] != "weak({})":
        return None
    return lambda level: " and ".join(test.format(value(level)) for test in tests)


def _tendency(s: Statement, metrics: list[str], stat: str) -> str | None:
    """ "As A grows, B tends to fall at 8", "чем выше A при 8, тем ниже B": the sign of the one level's coefficient."""
    levels = s.levels("at")
    if len(levels) != 1 or len(s.of("level")) != 1 or s.of("factor") or s.of("number"):
        return None
    s.take("link", "coefficient", "than")
    sign = 1 if s.take("positive") else -1 if s.take("negative") else 0
    ways = sorted([*s.places("up", "down"), *s.graded("size", "amount", grade="cmp")])
    told = [way_of(s, at) for at in dict.fromkeys(ways)]
    s.read.update(ways)
    if len(told) == 1 and s.take("together"):  # "grows together with it"
        told = [1, 1]
    if len(told) != 2 or not s.is_done("together", "tends", "becomes", "moves"):
        return None
    own = told[0] * told[1]
    if sign and sign != own:
        return None
    return f'value("{metrics[0]}", {quoted(levels[0])}, "{stat}", "{metrics[1]}") {">" if own > 0 else "<"} 0'


# -- ranking and comparing ----------------------------------------------------------------------------------------------


def _ranked(s: Statement, size: Said, *axes: str, turned: int = 1) -> str | None:
    """ "Tightest at 8", "nowhere looser than at 8", "no level rivals 8": the level with the most or the least of a size."""
    least = s.graded(*axes, grade="sup")
    own = s.levels("at")
    if len(least) == 1 and len(s.of("level")) == 1 and own:
        atom = s.atoms[least[0]]
        s.read.add(least[0])
        s.take("ofall")
        assert atom.grade is not None
        way = atom.grade.way * turned
        return f"level_of_{'highest' if way > 0 else 'lowest'}({size('l')} for l in levels) == {quoted(own[0])}"
    if s.places("unmatched") and len(s.levels()) == 1:
        s.take("unmatched")
        return f"level_of_highest({size('l')} for l in levels) == {quoted(s.levels()[0])}"
    more = s.graded(*axes, grade="cmp")
    if len(more) == 1 and s.places("none") and len(s.levels("than")) == 1 and not own:
        grade = s.atoms[more[0]].grade
        assert grade is not None
        s.read.add(more[0])
        s.take("none", "than", "others", "not", "all")
        base = quoted(s.levels("than")[0])
        return f"not any({size('l')} {'>' if grade.way * turned > 0 else '<'} {size(base)} for l in others({base}))"
    return None


def _compared(s: Statement, size: Said, *axes: str, turned: int = 1) -> str | None:
    """ "More closely at 1 than at 8"."""
    more = s.graded(*axes, grade="cmp")
    own, base = s.levels("at"), s.levels("than")
    if len(more) != 1 or len(base) != 1:
        return None
    grade = s.atoms[more[0]].grade
    assert grade is not None
    s.read.add(more[0])
    s.take("than")
    sign = ">" if grade.way * turned > 0 else "<"
    if not own and not s.places("all", "none", "others", "only"):
        return None
    return over_levels(s, lambda level: f"{size(level)} {sign} {size(quoted(base[0]))}")


def _one_way(s: Statement, *axes: str) -> int | None:
    """The one way that is told between two levels."""
    places = sorted({*s.places("up", "down"), *s.graded(*axes, grade="cmp")})
    told = {way_of(s, at) for at in places}
    s.read.update(places)
    return told.pop() if len(told) == 1 else None


# -- drops ------------------------------------------------------------------------------------------------------------


def drops(s: Statement) -> list[str]:
    """ "Drops were more frequent at 1 than at 8", "only 4 stayed free of drops", "the longest drop at 8 lasted 5 minutes"."""
    if s.of("metric") or not s.places("drop"):
        return []
    if rows := counts_by_level(s):
        return [" and ".join(f"drops({quoted(level)}) == {count}" for level, count in rows)]
    if _goes_on(s):
        return []
    formula = _drops(s.fresh())
    return [formula] if formula is not None else []


def _goes_on(s: Statement) -> bool:
    """ "At 5 no drops were seen, at 30 there was one": what is said of one level is not said of the next."""
    levels = s.of("level")
    between = s.atoms[levels[0] : levels[-1]] if levels else []
    if any(atom.kind == "mark" and atom.text == ";" for atom in between):
        return True
    if any(atom.is_("than") for atom in between):
        return False
    return any(atom.kind == "mark" for atom in between) and any(atom.is_("drop", "not", "free") for atom in between)


def _count_of(level: str) -> str:
    return f"drops({level})"


def _longest(level: str) -> str:
    return f"max(drop_minutes({level}))"


def _deepest(level: str) -> str:
    return f"max(drop_depths({level}))"


def _drops(s: Statement) -> str | None:
    none = [at for at in s.places("none") if of_what(s, at, "drop", "просад", "провал", "dip", "stall", "crisis", "crises", "кризис", "сбо", "обвал", "one")]  # fmt: skip
    none = [
        at
        for at in none
        if not re.search(r"level|setting|уров|вариант|значен", s.atoms[at].text) and not is_of_levels(s, at)
    ]
    none += [at for at in s.places("none") if at not in none and _is_told_behind(s, at)]
    s.read.update(at for at in s.places("some") if of_what(s, at, "drop", "dip", "stall", "просад", "провал", "сбо"))
    s.take("drop")
    length = bool(s.places("length") or s.graded("length"))
    deep = bool(s.places("depth") or s.graded("depth"))
    if length and deep:
        return None
    if length or deep:
        return _of_size(s, _longest if length else _deepest, "length" if length else "depth")
    s.take("count")
    course = s.course()
    if (lead := the_more(s)) and s.graded("often", "amount", "size", grade="cmp"):
        way = _one_way(s, "often", "amount", "size")
        rising = [f"{'rises' if (way or 1) * one > 0 else 'falls'}([drops(l) for l in levels])" for one in lead]
        return " or ".join(rising) if way is not None and s.is_done("happen") else None
    if s.take("same"):
        levels = s.levels()
        s.take("so", "all")
        return f"drops({quoted(levels[0])}) == drops({quoted(levels[1])})" if len(levels) == 2 and s.is_done("happen", "keep", "than") else None  # fmt: skip
    ranked = _ranked(s, _count_of, "often", "amount", "size")
    if ranked is not None:
        return ranked if s.is_done("happen", "keep") else None
    if not course and (said := along(s)) is not None:
        way, turned = said
        s.take("happen", "becomes")
        return f"{'rises' if way * turned > 0 else 'falls'}([drops(l) for l in levels])" if s.is_done() else None
    if course is not None:
        ahead = _one_way(s, "often", "amount", "size")
        return f"drops({quoted(course[1])}) {'>' if ahead > 0 else '<'} drops({quoted(course[0])})" if ahead is not None and s.is_done("happen", "becomes") else None  # fmt: skip
    if s.levels("than") and (compared := _compared(s, _count_of, "often", "amount", "size")) is not None:
        return compared if s.is_done("happen", "keep") else None
    return _so_many(s, none)


def _is_told_behind(s: Statement, at: int) -> bool:
    """ "Drops: none"."""
    return at > 1 and s.atoms[at - 1].text in (":", "—", "–") and s.atoms[at - 2].is_("drop") and all(a.kind == "mark" for a in s.atoms[at + 1 :])  # fmt: skip


def _so_many(s: Statement, none: list[int]) -> str | None:
    """Whether there are drops, or how many."""
    s.read.update(none)
    free = s.take("free") + bool(none)
    s.take("zero") and (free := free + 1)
    said: Said
    told = s.places("howmany")
    if any(at and s.atoms[at - 1].is_("others") for at in told) and any(_RUNS.match(atom.text) for atom in s.atoms):
        return None  # "the other two are the runs in which it collapsed": so many runs, and not drops
    alone = [
        at
        for at in told
        if not of_what(s, at, "level", "setting", "уров", "вариант", "значен", "of", "из", "run", "value")
    ]
    told = [
        at
        for at in told
        if of_what(s, at, "drop", "dip", "просад", "провал", "crisis", "stall") or told == alone == [at]
    ]
    if len(s.of("number")) == 1:
        if (unit := number_at(s, s.of("number")[0]).unit) is not None and unit.dimension == "time":
            return None  # "drops come every fifteen minutes"
        relation = compared_number(s, _count_of)
        if relation is None or free:
            return None
        said = relation
    elif told and not free:
        sign = bounded(s, told[0])
        s.read.update(told)
        if s.levels("at"):
            s.take("only", "exactly")
        number = s.atoms[told[0]].value
        named = s.levels("at")
        total = s.take("total") if named else 0
        if len(named) > 1 and not s.places("all", "only"):
            # "at 2 and 8 there were three drops": of each, or of them together
            summed = f"{' + '.join(f'drops({quoted(one)})' for one in named)} {sign or '=='} {number}"
            apart = " and ".join(f"drops({quoted(one)}) {sign or '=='} {number}" for one in named)
            s.read.update(s.of("level"))
            s.take("happen", "keep", "from")
            if not s.is_done("even", "single"):
                return None
            return summed if total else f"({apart}) or {summed}"
        if s.take("total"):
            return f"drops() {sign or '=='} {number}" if not s.levels() and s.is_done("happen") else None
        said = lambda level: f"drops({level}) {sign or '=='} {number}"  # noqa: E731
    else:
        # Russian denies once more beside "ни одной"; "просадок нет" denies that there are any
        if not any(atom.is_(*SAYING) for atom in s.atoms):
            return None  # "Drops at 8: none"
        lone = [at for at in s.places("only") if s.atoms[at].text.lower().startswith(("единственн", "sole"))]
        if lone and not s.scene.mentions.levels and len(s.levels("at")) == 1:
            s.read.update(lone)  # below a level's heading: "зафиксирован единственный кризис"
            s.take("happen", "keep")
            return f"drops({quoted(s.levels('at')[0])}) == 1" if s.is_done("single") else None
        denials = len(s.places("not"))
        s.take("not")
        russian = s.scene.world.language == "ru"
        if russian and none and s.places("none"):
            free -= 1  # "ни в одном прогоне ни одной"
        if (
            russian and denials and s.places("none")
        ):  # "просадок нет ни на одном уровне": none has any; "не свободен ни один"
            denials -= 1
        if russian and denials and none:
            denials -= 1
        if russian and denials:
            s.take("never")  # "нет ни разу"
        odd = (free + denials) % 2
        said = (lambda level: f"drops({level}) == 0") if odd else (lambda level: f"drops({level}) > 0")
    s.take("happen", "keep", "from")
    s.take("changes") if s.places("all") else None
    formula = over_levels(s, said)
    return formula if formula is not None and s.is_done("even", "single") else None


def _of_size(s: Statement, size: Said, what: str) -> str | None:
    """The longest or deepest drop of each level, the first or the only one."""
    row = "drop_minutes" if what == "length" else "drop_depths"
    s.take(what, "goes.deep", "happen", "keep")
    s.read.update(at for at in s.places("above") if s.atoms[at].text.lower() == "over")  # "was over sooner"
    own, base = s.levels("at"), s.levels("than")
    levels = s.levels()
    graded = s.graded(what, "size", "amount", "good")
    guard = " and ".join(f"drops({quoted(one)}) > 0" for one in levels)
    if s.of("number"):
        first, only = s.take("first"), s.take("only")
        s.read.update(graded)
        s.take("up", "down", "reach", "single", "to")
        if len(own) != 1 or len(s.of("number")) != 1:
            return None
        level = quoted(own[0])
        measure = f"{row}({level})[0]" if first or only else size(level)
        if not (first or only or graded or s.places("reach")) and not re.search(r"\b(?:up to|reach|as long as|as deep as)|доход|достиг|до ", s.scene.sentence.text, re.I):  # fmt: skip
            measure = size(level)
            guard = f"drops({level}) == 1"
        told = compared_number(s, lambda _: measure)
        if told is None or not s.is_done():
            return None
        return f"{guard}{f' and drops({level}) == 1' if only else ''} and {told(level)}"
    sup = [at for at in graded if (g := s.atoms[at].grade) is not None and g.grade == "sup"]
    cmp = [at for at in graded if (g := s.atoms[at].grade) is not None and g.grade == "cmp"]
    if cmp and s.places("none") and len(levels) == 1:
        grade = s.atoms[cmp[0]].grade
        s.read.update([*cmp, *sup])
        s.take("none", "than", "others", "not")
        if not s.is_done() or grade is None or grade.axis == "amount":
            return None
        return f"drops({quoted(levels[0])}) > 0 and not any({size('l')} {'>' if grade.way > 0 else '<'} {size(quoted(levels[0]))} for l in levels if drops(l) > 0)"  # fmt: skip
    compares = re.search(r"outlast", s.scene.sentence.text, re.I)
    if (len(cmp) == 1 or compares) and len(levels) == 2:
        way = 1 if compares else way_of(s, cmp[0])
        a, b = (own[0], base[0]) if len(own) == 1 and len(base) == 1 else levels
        s.read.update([*cmp, *sup])
        s.take("than")
        return f"{guard} and {size(quoted(a))} {'>' if way > 0 else '<'} {size(quoted(b))}" if s.is_done() else None
    if sup and len(levels) == 1 and len(own) == 1:
        ways = {way_of(s, at) for at in sup}
        s.read.update(graded)
        s.take("ofall")
        if len(ways) != 1 or not s.is_done("all"):
            return None
        end, inner = ("highest", "max") if ways == {1} else ("lowest", "min")
        return f"level_of_{end}({inner}({row}(l)) for l in levels if drops(l) > 0) == {quoted(own[0])}"
    return None


# -- steadiness -------------------------------------------------------------------------------------------------------


def steadiness(s: Statement) -> list[str]:
    """ "Latency is steadiest at 8", "TPS wanders more at 1 than at 8", "only at 4 does it keep steady"."""
    if len(s.metrics) != 1 or s.of("number"):
        return []
    metric = s.metrics[0]
    formula = _steadiness(s.fresh(), metric)
    if formula is None:
        return []
    relative = re.compile(rf'spread\("{re.escape(metric)}", ([^()]+)\)')
    held = s.scene.vocabulary.stats_of(metric)
    found = [formula]  # a spread may be meant relative to the mean, or in the metric's own unit
    if "stddev" in held:
        found.append(relative.sub(rf'value("{metric}", \1, "stddev")', formula))
    if {"min", "max"} <= set(held):
        found.append(relative.sub(rf'(value("{metric}", \1, "max") - value("{metric}", \1, "min"))', formula))
    return found


def _steadiness(s: Statement, metric: str) -> str | None:
    def spread(level: str) -> str:
        return f'spread("{metric}", {level})'

    noun, verb, calm = s.take("scatter"), s.take("scatters"), s.take("steadiness")
    own = s.graded("steady")
    course = s.course()
    if not (noun or verb or calm or own) or (noun or verb) and (calm or own):
        return None
    axes: tuple[str, ...] = ("steady",)
    turned = -1  # more steady is less spread
    if noun or verb:
        axes, turned = ("size", "amount", "force", "good") if noun else ("amount", "force", "size"), 1
        if noun and s.graded("good"):
            return None
    elif calm:
        axes = ("size", "amount", "good", "force")
    if calm and len(s.levels()) in (1, 2) and s.places("wins", "loses"):
        way = 1 if s.places("wins") else -1
        s.take("wins", "loses")
        levels, base = s.levels("at"), s.levels("than")
        if len(base) == 1 and not levels:
            levels, base = base, levels
        if len(levels) == 1 and not base and s.is_done():
            return (
                f"level_of_{'lowest' if way > 0 else 'highest'}({spread('l')} for l in levels) == {quoted(levels[0])}"
            )
        if len(levels) == 1 and len(base) == 1 and s.is_done():
            return f"{spread(quoted(levels[0]))} {'<' if way > 0 else '>'} {spread(quoted(base[0]))}"
        return None
    ranked = _ranked(s, spread, *axes, turned=turned)
    if ranked is not None:
        return ranked if s.is_done("keep", "happen", "becomes") else None
    if course is not None:
        ahead = _one_way(s, *axes)
        if ahead is None or not s.is_done("becomes", "changes", "happen"):
            return None
        return f"{spread(quoted(course[1]))} {'>' if ahead * turned > 0 else '<'} {spread(quoted(course[0]))}"
    if (said := along(s)) is not None:
        way, factor = said
        return f"{'rises' if way * factor * turned > 0 else 'falls'}([{spread('l')} for l in levels])" if s.is_done("becomes") else None  # fmt: skip
    if s.levels("than") and (compared := _compared(s, spread, *axes, turned=turned)) is not None:
        return compared if s.is_done("keep", "becomes") else None
    return _steady(s, metric, steady=bool(calm or own), noun=bool(noun))


def _steady(s: Statement, metric: str, *, steady: bool, noun: bool) -> str | None:
    """Whether a metric keeps steady within a level, or is not."""
    own = s.graded("steady", grade="pos")
    ways = {way_of(s, at) for at in own}
    s.read.update(own)
    hardly = s.take("hardly", "never")
    wide = s.graded("size", "force", "amount", grade="pos")
    if noun:
        if len(wide) != 1 or hardly:
            return None
        ways = {-way_of(s, wide[0])}
        s.read.update(wide)
    elif wide:
        s.read.update(at for at in wide if way_of(s, at) > 0)
    if len(ways) > 1:
        return None
    calm = ways == {1} if ways else steady
    if hardly:
        calm = not calm
    but = re.search(r"\b(?:but|and) not\b|,\s*(?:а|но) (?:.* )?(?:не|нет)\b", s.scene.sentence.text, re.I)
    levels = s.levels("at")
    if but is not None and len(levels) == 2:
        s.take("not")
        one, two = (f'steady("{metric}", {quoted(level)})' for level in levels)
        return f"{one} and not {two}" if calm and s.is_done("keep") else None
    formula = over_levels(s, lambda level: f'{"" if calm else "not "}steady("{metric}", {level})')
    return formula if formula is not None and s.is_done("keep", "happen", "becomes") else None

"""Ways, ranks and comparisons of clauses that leave something to their context, as formulas: "It peaks at 64", "lower than there", "here it is worst".

Each reader gives every formula that the clause may mean: one for each metric, statistic and level that may fill what it leaves out.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable

from factcheck.binding.scene import Scene
from factcheck.stating.context import Context
from factcheck.stating.over import is_of_another, quoted, way_of
from factcheck.stating.parts import Atom, Statement
from factcheck.stating.values import STATS
from factcheck.stating.words import grade_of

_SOFT = ("keep", "even", "happen", "becomes", "moves", "degree", "gives", "onwards")
_FAST = ("fast", "quick", "slow", "speed", "быстр", "медлен", "шустр")
_OTHER_KINDS = ("link", "coefficient", "scatter", "scatters", "steadiness", "drop", "range", "gap", "free", "count", "half", "quarter", "third", "bytimes")  # fmt: skip
_OF_SPREAD = re.compile(
    r"\b(?:spread|scatter|variation|jitter|deviation|correlat\w+|links?|coefficient|drops?|dips?|stalls?|stab\w+|stead\w+|share|depth|slopes?|swings?|amplitudes?)\b"
    r"|(?<!\w)(?:разброс\w*|размах\w*|амплитуд\w*|отклонени\w+|коррел\w+|связ\w+|коэффициент\w*|просад\w+|провал\w*|кризис\w*|стабильн\w+|наклон\w*|доля|доли|доле)(?!\w)",
    re.I,
)  # what a clause without a metric may go on to speak of
_SEQUENCE = re.compile(
    r"\b(?:first|then|after\w*|last|later|next|until|till|up to|beyond|past|steps?|there|again|finally|eventually|initially|second|third|only|turns?|half)\b"
    r"|(?<!\w)(?:сначала|затем|потом|дальше|далее|после\w*|вплоть|последн\w+|перв\w+|втор\w+|трет\w+|шаг\w*|снова|опять|только|лишь|наконец|переход\w*|половин\w+|до)(?!\w)",
    re.I,
)  # words by which a way is gone along a part of the levels
_OF_CHANGE = re.compile(
    r"\b(?:change|difference|gap|gain|loss|increase|decrease|rise|fall|drop|jump|effect|swing|shift|improvement|amount)s? (?:\w+ )?(?:is|was|are|were|gets|becomes)\b"
    r"|(?<!\w)(?:изменени\w+|разниц\w+|разрыв\w*|прирост\w*|выигрыш\w*|рост|падени\w+|снижени\w+|скач[ео]к\w*|эффект\w*|сдвиг\w*) (?:\w+ ){0,2}(?:больше|меньше|выше|ниже|сильнее|слабее|заметнее|круче)",
    re.I,
)  # one change against another, and no value
_SAME_LEVEL = re.compile(
    r"\bsame (?:setting|level|run|value|configuration|config|variant|option|point|test|mode|case)s?\b"
    r"|(?<!\w)(?:т[аоу]|т[оае][йм]|тот|те|той) же (?:самы?\w* )?(?:уров|настройк|прогон|вариант|значени|режим|тест|конфигурац)",
    re.I,
)
_SAME_WITH = re.compile(
    r"\bsame (?:\w+ )?(?:with|for|of|goes|applies|holds|story|picture|pattern|way|direction|is true|can be said)\b|\b(?:true|case) (?:of|for|with)\b"
    r"|(?<!\w)(?:то же|так же|та же|таким же|тот же)(?: самое)? (?:и )?(?:с|со|у|для|для|верно|касается|относится|справедливо|можно сказать|картина|история|происходит|наблюдается)(?!\w)",
    re.I,
)
_MOST = 80  # formulas of one clause
Row = tuple[str, str | None]  # a metric and its statistic
Test = Callable[[Row], Iterable[str]]


def ways(s: Statement, context: Context) -> list[str]:
    """The formulas that a clause on ways, ranks or comparisons may mean; none where it is no such clause."""
    other = [at for at in s.graded("steady", "force", "depth", "often") if not s.atoms[at].is_("degree", "step")]
    if len(s.metrics) > 1 or s.places(*_OTHER_KINDS) or other:
        return []
    if s.of("number") or any(
        s.scene.tokens[at].number is not None for one in s.of("metric") for at in _tokens(s.atoms[one])
    ):
        return []
    if _OF_CHANGE.search(s.scene.text_of(s.atoms[0].first, s.atoms[-1].last)):
        return []
    for reader in (_others, _rank, _same, _compared, _way):
        found = reader(s.fresh(), context)
        if found:
            return found if len(found) <= _MOST else []
    return []


def _tokens(atom: Atom) -> range:
    return range(atom.first, atom.last + 1)


# -- what is spoken of -------------------------------------------------------------------------------------------------


def _rows(s: Statement, context: Context, axis: str) -> list[tuple[Row, int]]:
    """Each metric with its statistic that may be meant, with 1 where more of it is the axis's plus and -1 where less is."""
    named = list(dict.fromkeys(_stats(s)))
    if len(named) > 1:
        return []
    vocabulary = s.scene.vocabulary
    metrics = s.metrics
    if not metrics:
        metrics = list(context.metrics)
        if axis != "size":
            metrics += [m.id for m in vocabulary.facts.metrics if m.better is not None]
    named = named or _inner(s)
    if s.take("share"):
        metrics = [one for one in metrics if "share" in vocabulary.stats_of(one)]
        named = ["share"]
    found: list[tuple[Row, int]] = []
    for metric in dict.fromkeys(metrics):
        side = "higher" if axis == "size" else vocabulary.better(metric)
        if side is None:
            continue
        held = vocabulary.stats_of(metric)
        stats: list[str | None] = [None if one == "mean" else one for one in named] or [None, *context.stats]
        if not s.metrics and not named and axis != "size":  # "the tail decides, and it is best at 8"
            stats = list(dict.fromkeys([*stats, *(stat for stat in ("p95", "p99", "max") if stat in held)]))
        found += [((metric, stat), 1 if side == "higher" else -1) for stat in stats if stat is None or stat in held]
    return found


def _stats(s: Statement) -> list[str]:
    """The statistics that are named, each read; a word that ranks is none."""
    found: list[str] = []
    for at, atom in enumerate(s.atoms):
        if at in s.read or atom.kind != "word":
            continue
        named = [stat for stat in ("mean", *STATS) if f"stat.{stat}" in atom.plays]
        if named:
            found.append(named[0])
            s.read.add(at)
    return found


def _inner(s: Statement) -> list[str]:
    """The statistic that a metric's own words name: "p99" that stands for the p99 of latency."""
    tokens = [s.scene.tokens[i] for at in s.of("metric") for i in _tokens(s.atoms[at])]
    return list(
        dict.fromkeys(t.statistic for t in tokens if t.statistic in ("median", "max", "min", "p95", "p99", "stddev"))
    )[:1]


def _value(row: Row, level: str) -> str:
    metric, stat = row
    return f'value("{metric}", {level})' if stat is None else f'value("{metric}", {level}, "{stat}")'


def _values(row: Row, levels: str = "") -> str:
    metric, stat = row
    told = f', "{stat}"' if stat is not None else ", None" if levels else ""
    return f'values("{metric}"{told}{", " + levels if levels else ""})'


def _axis(atom: Atom) -> str:
    """Whether a word is of what is measured ("size") or of what is wanted ("good")."""
    fast = atom.text.lower().startswith(_FAST) or any(word.startswith(_FAST) for word in atom.text.lower().split())
    return "good" if fast or atom.is_("improves", "worsens", "wins", "loses") or atom.grade is not None and atom.grade.axis == "good" else "size"  # fmt: skip


def _graded(s: Statement, grade: str) -> list[int]:
    """Where words stand that rank or compare a metric; of those of length only "faster" and the like, which are of what is wanted."""
    fast = [at for at in s.graded("length", grade=grade) if _axis(s.atoms[at]) == "good"]
    return sorted([*s.graded("size", "good", "amount", grade=grade), *fast])


def _turn(atom: Atom) -> int:
    """1 for more, better, faster; -1 for less, worse, slower."""
    lower = atom.text.lower()
    if "slow" in lower or "медлен" in lower:
        return 1 if atom.grade is not None and lower.startswith(("less", "least", "менее", "наименее")) else -1
    if _axis(atom) == "good" and lower.startswith(_FAST):
        return 1
    if atom.is_("improves", "wins"):
        return 1
    if atom.is_("worsens", "loses"):
        return -1
    if atom.grade is not None:
        return atom.grade.way
    return 1 if atom.is_("up", "above") else -1


def _signed(formula: str, denials: int) -> str:
    return f"not ({formula})" if denials % 2 else formula


def _of_runs(s: Statement) -> bool:
    """ "The worst run of 8": one of a level's runs, where it has several."""
    runs = any(atom.text.lower().startswith(("run", "прогон", "repeat", "повтор")) for atom in s.atoms)
    return runs and (s.scene.vocabulary.facts.experiment.repeats or 1) > 1


# -- ranks --------------------------------------------------------------------------------------------------------------


def _rank(s: Statement, context: Context) -> list[str]:
    """ "It peaks at 64", "here latency is lowest of all", "worst of the four": the level with the most or the least."""
    if s.levels("than", "except") or s.places("not") or s.course() is not None or s.of("factor") or _of_runs(s):
        return []
    sup = _graded(s, "sup")
    own = [at for at in sup if not s.atoms[at].is_("stat.max", "stat.min")]
    ends = s.places("stat.max", "stat.min", "peaks", "bottoms") if not own else []
    inner = [at for at in own[:-1] if len(own) == 2 and at + 1 in s.of("metric")]  # "the worst lag was smallest at 8"
    own = [at for at in own if at not in inner]
    if len(own) > 1 or not own and len(ends) != 1:
        return []
    if any(is_of_another(s, at) for at in own or ends):
        return []
    if own and any(at + 1 not in s.of("metric") for at in sup if at not in own and at not in inner):
        return []
    told = s.atoms[(own or ends)[0]]
    s.read.update(own or ends)
    s.take("ofall", "wins")
    s.take("up", "reach", "to") if not own else None
    levels = s.levels() or context.levels
    if len(s.levels()) > 1:
        return []
    axis = _axis(told) if own else "size"
    rows = _rows(s, context, axis)
    way = _turn(told) if own else 1 if told.is_("stat.max", "peaks") else -1
    if inner:
        rows = _of_single_values(s, inner[0], rows)
    if not rows or not s.is_done(*_SOFT):
        return []
    if not own:
        end = "max" if way > 0 else "min"
        held = s.scene.vocabulary.stats_of
        rows += [((metric, end), side) for (metric, stat), side in rows if stat is None and end in held(metric)]
    return [
        f'{"highest" if way * side > 0 else "lowest"}("{metric}"{"" if stat is None else f", {quoted(stat)}"}) == {quoted(level)}'
        for ((metric, stat), side), level in itertools.product(rows, levels)
    ]


def _of_single_values(s: Statement, at: int, rows: list[tuple[Row, int]]) -> list[tuple[Row, int]]:
    """The rows of the worst, highest or lowest single values, whose rank is told by another word."""
    atom = s.atoms[at]
    s.read.add(at)
    found: list[tuple[Row, int]] = []
    for (metric, stat), side in rows:
        good = s.scene.vocabulary.better(metric)
        way = _turn(atom) * (1 if _axis(atom) == "size" else 0 if good is None else 1 if good == "higher" else -1)
        if way and stat is None:
            found.append(((metric, "max" if way > 0 else "min"), side))
    return found


# -- comparisons --------------------------------------------------------------------------------------------------------


def _compared(s: Statement, context: Context) -> list[str]:
    """ "Lower than at 8", "higher than there", "on 16 it is worse": one level against another, or against what stands before."""
    if s.of("factor") or s.places("step"):
        return []
    graded = _graded(s, "cmp")
    words = graded or s.places("wins", "loses")
    if len(words) != 1:
        return []
    told = s.atoms[words[0]]
    if told.is_("wins", "loses") and any("share" in s.scene.vocabulary.stats_of(one) for one in s.metrics):
        return []  # "IO leads": among the shares, not among the levels
    s.read.update(words)
    s.take("than", "becomes", "by")
    rows = _rows(s, context, _axis(told))
    denials = len(s.places("not"))
    s.take("not")
    if not rows or not s.is_done(*_SOFT) or len(s.levels()) > 2:
        return []
    pairs = _pairs(s, context)
    way = _turn(told)
    return [
        _signed(f"{_value(row, quoted(one))} {'>' if way * side > 0 else '<'} {_value(row, quoted(two))}", denials)
        for (row, side), (one, two) in itertools.product(rows, pairs)
    ]


def _others(s: Statement, context: Context) -> list[str]:
    """ "Each of the remaining settings does better", "the others are all higher": every other level against the one spoken of before."""
    words = s.graded("size", "good", "amount", grade="cmp")
    if not s.places("others") or s.of("level") or s.of("factor") or len(words) != 1:
        return []
    if s.places("not", "none", "never", "only", "some", "notall", "butone", "howmany", "step", "but"):
        return []
    told = s.atoms[words[0]]
    s.read.update(words)
    outer = -1 if s.places("others")[0] > words[0] else 1  # "better than any other" is of the one
    if outer < 0 and not s.places("than"):
        return []
    s.take("others", "all", "than", "by")
    rows = _rows(s, context, _axis(told))
    if not rows or not s.is_done(*_SOFT):
        return []
    way = _turn(told) * outer
    return [
        f"all({_value(row, 'l')} {'>' if way * side > 0 else '<'} {_value(row, quoted(base))} for l in others({quoted(base)}))"
        for (row, side), base in itertools.product(rows, context.levels)
    ]


def _pairs(s: Statement, context: Context) -> list[tuple[str, str]]:
    """(the level spoken of, the level it is held against) in each way that the clause and its context leave open."""
    own, base = s.levels("at"), s.levels("than")
    if len(own) > 1 or len(base) > 1:
        return []
    owns = own or [level for level in context.levels if level not in base]
    found: list[tuple[str, str]] = []
    for level in owns:
        found += [(level, other) for other in (base or _bases(s, context, level)) if other != level]
    return list(dict.fromkeys(found))


def _bases(s: Statement, context: Context, level: str) -> list[str]:
    """The levels that one may be held against where none is named: those around, the baseline, its neighbours."""
    order = s.scene.vocabulary.numeric_order
    near = []
    if level in order:
        at = order.index(level)
        near = [order[i] for i in (at - 1, at + 1) if 0 <= i < len(order)]
    special = [*s.scene.vocabulary.special("baseline"), *s.scene.vocabulary.special("default")]
    return list(dict.fromkeys([*context.levels, *special, *near]))


def _same(s: Statement, context: Context) -> list[str]:
    """ "It is the same at 8 as at 4", "there it does not change"."""
    if _likens(s):
        return []
    loosely = bool(s.places("hardly", "near"))  # how much that allows is told by none
    flat = s.take("flat")
    if not flat:
        unmoved = s.places("not") or s.places("hardly")
        if s.places("changes", "differ") and unmoved:
            s.take("changes", "differ", "not", "hardly", "becomes")
        elif not s.take("same"):
            return []
    if s.graded("size", "good", "amount") or s.places("up", "down", "not"):
        return []
    s.take("near", "than", "so", "from", "between", "step", "arrow", "to", "hardly", "changes")
    everywhere = s.take("all") | bool(s.of("factor"))
    rows = [row for row, _ in _rows(s, context, "size")]
    levels = s.levels()
    if not rows or not s.is_done(*_SOFT) or loosely and len(levels) != 2:
        return []
    if len(levels) == 2:
        a, b = map(quoted, levels)
        return [f"{_value(row, a)} == {_value(row, b)} or about({_value(row, a)}, {_value(row, b)})" for row in rows]
    if levels and not everywhere:
        pairs = [(levels[0], other) for other in _bases(s, context, levels[0]) if other != levels[0]] if len(levels) == 1 else []  # fmt: skip
        return [f"about({_value(row, quoted(a))}, {_value(row, quoted(b))})" for row in rows for a, b in pairs]
    if levels:
        return []
    pairs = list(itertools.combinations(context.levels[:4], 2)) if not everywhere else []
    return [f"flat({_values(row)})" for row in rows] + [
        f"about({_value(row, quoted(a))}, {_value(row, quoted(b))})" for row in rows for a, b in pairs
    ]


def _likens(s: Statement) -> bool:
    """ "Same setting, system CPU", "it is the same with the maxima": the level or the statement of before, and no likeness of two values."""
    text = s.scene.text_of(s.atoms[0].first, s.atoms[-1].last)
    return _SAME_LEVEL.search(text) is not None or len(s.levels()) < 2 and _SAME_WITH.search(text) is not None


# -- ways ---------------------------------------------------------------------------------------------------------------


def _way(s: Statement, context: Context) -> list[str]:
    """ "It rises with each step", "from there to 16 it falls", "up to 8 it climbs": along all levels, some of them, or between two."""
    if s.places("others"):
        return []
    course = s.course()
    words = s.places("up", "down", "improves", "worsens")
    words += [at for at in s.graded("size", "good", "amount", grade="cmp") if at not in words]
    factors = s.of("factor")
    turned = 1
    if factors and len(words) == 2:
        nearest = min(words, key=lambda at: abs(at - factors[0]))
        turned = way_of(s, nearest)
        s.read.add(nearest)
        words.remove(nearest)
    elif factors and not s.places("step", "with.from") and not any(s.atoms[at - 1].text.lower() in ("with", "along", "across", "с", "при") for at in factors if at):  # fmt: skip
        return []
    if len(words) != 1:
        return []
    told = s.atoms[words[0]]
    s.read.update(words)
    stepwise = s.take("step")
    strict = stepwise | s.take("all") | bool(factors) | s.take("throughout")
    kept = bool(s.places("keep"))
    s.take("becomes", "by", "replace", "than")
    if factors:
        s.take("with.from", "changes")
    rows = _rows(s, context, _axis(told))
    denials = len(s.places("not"))
    s.take("not")
    at = s.of("level")
    until = [i for i in at if i and s.atoms[i - 1].is_("to", "atmost", "until")] if course is None else []
    if until:
        s.take("to", "atmost", "until", "from", "with.from")
    if not rows or not s.is_done(*_SOFT):
        return []
    way = _turn(told) * turned
    lead = the_more(s) if not at and not factors else None
    if lead is not None and any(a.is_("all") for a in s.atoms):
        return []  # "the better all of these are"
    if lead is not None:
        whole = tuple(s.scene.vocabulary.numeric_order) if s.scene.vocabulary.is_ordered else ()
        return (
            [
                _signed(_moves(row, way * side * one, whole), denials)
                for (row, side), one in itertools.product(rows, lead)
            ]
            if len(whole) > 2
            else []
        )
    spans = _spans(s, context, course, until, strict=strict or kept, stepwise=stepwise)
    return [_signed(_moves(row, way * side, span), denials) for (row, side), span in itertools.product(rows, spans)]


def the_more(s: Statement) -> tuple[int, ...] | None:
    """ "The larger the buffer, the shorter the wait": which ways along the factor the first part may go; none where it is of a metric."""
    first = s.atoms[0].first
    scene = s.scene
    lead = next(
        (
            t.index
            for t in scene.tokens[:first]
            if t.lower == "чем" or t.lower == "the" and _is_more(scene, t.index + 1)
        ),
        None,
    )
    own = next((a for a in s.atoms if a.kind == "word" and a.text.lower() not in ("и", "and")), None)
    if lead is None or own is None or own.text.lower() not in ("тем", "the"):
        return None
    if any(m.metrics and not m.modifier and lead <= m.first < first for m in scene.mentions.metrics):
        return ()
    graded = [grade_of(t.text) for t in scene.tokens[lead:first] if t.is_word]
    ways = {one.way for one in graded if one is not None and one.grade == "cmp"}
    named = any(lead <= at < first for at, _ in scene.mentions.factors)
    if not named and any(one is not None and one.axis == "length" for one in graded):
        return ()  # "the longer the run": along the time, and not along the levels
    return tuple(ways) if named and len(ways) == 1 else (1, -1)


def _is_more(scene: Scene, at: int) -> bool:
    """Whether a word is a comparative."""
    told = scene.tokens[at : at + 1]
    grade = grade_of(told[0].text) if told and told[0].is_word else None
    return bool(told) and (told[0].lower in ("more", "less", "fewer") or grade is not None and grade.grade == "cmp")


def _moves(row: Row, way: int, span: tuple[str, ...]) -> str:
    """That a metric goes one way: between two levels, or along several."""
    if len(span) == 2:
        return f"{_value(row, quoted(span[1]))} {'>' if way > 0 else '<'} {_value(row, quoted(span[0]))}"
    levels = "[" + ", ".join(map(quoted, span)) + "]"
    return f"{'rises' if way > 0 else 'falls'}({_values(row, levels)})"


def _spans(
    s: Statement, context: Context, course: tuple[str, str] | None, until: list[int], *, strict: bool, stepwise: bool
) -> list[tuple[str, ...]]:
    """The levels that a way may go along: those of its course, up to a level, to a level from what is before, or all of them."""
    order = s.scene.vocabulary.numeric_order
    levels = s.levels()
    if course is not None:
        return [_between(order, *course)] if strict else [course]
    if until and len(levels) == 1 and levels[0] in order:
        stop = order.index(levels[0])
        if stop == 0:
            return []
        return [tuple(order[: stop + 1])] if strict else [tuple(order[: stop + 1]), (order[0], levels[0]), (order[stop - 1], levels[0])]  # fmt: skip
    if len(levels) == 1 and any(s.role(at) == "than" for at in s.of("level")):
        return [(levels[0], one) for one in context.levels if one != levels[0]]  # "a bit better than the baseline"
    if len(levels) == 1 and not strict:
        return [(other, levels[0]) for other in _bases(s, context, levels[0]) if other != levels[0]]
    if levels:
        return []
    if not s.scene.vocabulary.is_ordered:  # "on" and "off" have no course but from the baseline
        return [(one, two) for one in s.scene.vocabulary.special("baseline") for two in order if one != two]
    whole = [tuple(order)]
    if not stepwise and _tells_part(s):
        return []
    if strict:
        return whole
    near = [level for level in order if level in context.levels]
    steps = list(itertools.pairwise(order)) if _SEQUENCE.search(_told_around(s)) else []
    base = [level for level in s.scene.vocabulary.special("baseline") if level in order]
    pairs = [*itertools.combinations(near, 2), *((one, two) for one in base for two in near if one != two)]
    return [*whole, (order[0], order[-1]), *pairs, *steps] if len(pairs) <= 12 else []


def goes_on_of_spread(s: Statement) -> bool:
    """Whether a clause without a metric follows words on spread, links, drops or shares, which it may speak of."""
    return not s.metrics and not s.places("stat.stddev") and _OF_SPREAD.search(_told_around(s)) is not None


def _told_around(s: Statement) -> str:
    """The sentence of a clause and the one before, or the head that it stands under."""
    former = s.scene.former
    before = former.sentence.text if former is not None else " ".join(b.text for b in s.scene.surroundings[:1])
    return before + " " + s.scene.sentence.text


def _between(order: list[str], one: str, two: str) -> tuple[str, ...]:
    """The levels from one to another, in the order in which they are gone through."""
    if one not in order or two not in order:
        return one, two
    a, b = order.index(one), order.index(two)
    return tuple(order[a : b + 1]) if a < b else tuple(order[b : a + 1][::-1])


def _tells_part(s: Statement) -> bool:
    """Whether the sentence has numbers or levels beside the clause, which may say how far its way goes."""
    own = range(s.atoms[0].first, s.atoms[-1].last + 1)
    beside = [t for t in s.scene.tokens if t.index not in own]
    named = {at for m in s.scene.mentions.levels for at in range(m.first, m.last + 1)}
    return any(t.number is not None or t.index in named for t in beside)

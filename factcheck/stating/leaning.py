"""Amounts whose base, metric or statistic stands in the context: "At 8 it is 30% higher", "that is twice what 4 shows", "теряет относительно него 12%".

Each pair of levels that the clause and its context leave open is a reading.
"""

from __future__ import annotations

import itertools
from dataclasses import replace

from factcheck.binding.agreement import agrees
from factcheck.reading.numbers import Number
from factcheck.stating.bounds import bounded, number_text
from factcheck.stating.context import Context, as_level, as_metric
from factcheck.stating.over import quoted
from factcheck.stating.parts import Atom, Statement
from factcheck.stating.told_amounts import amount
from factcheck.stating.told_numbers import spans
from factcheck.stating.values import STATS, is_open_between, is_read, number_at, statistics_in, value_of

_WAYS = ("up", "down", "more", "less", "above", "below", "improves", "worsens", "wins", "loses")
_GAPS = ("gap", "differ", "changes", "favour")
_HEDGES = ("about", "nearly", "atleast", "atmost", "above", "below", "notmorethan", "notlessthan", "only", "even", "exactly", "hardly", "near", "not", "degree", "so", "than")  # fmt: skip
_SMALL = {"a", "an", "the", "another", "full", "it", "that", "this", "целых", "еще", "ещё", "него", "нее", "неё", "этого", "этому", "нему", "ней"}  # fmt: skip
_OTHERS = ("link", "coefficient", "scatter", "scatters", "steadiness", "drop", "free", "count", "length", "depth", "step", "range")  # fmt: skip
_NOUNS = (
    "gain", "increase", "decrease", "reduction", "прирост", "рост", "снижени", "падени", "увеличени", "уменьшени", "прибавк", "сокращени", "повышени",
)  # fmt: skip
_MOST = 80  # readings of one clause
_ANY = "any level"  # stands for the level that a quantifier ranges over

_THEN = ("then", "afterwards", "thereafter", "затем", "потом", "далее", "дальше")


def leaning(s: Statement, context: Context) -> list[str]:
    """The formulas that a clause on one amount may mean; none where it is no such clause."""
    if _names_unread(s):
        return []
    return _outdoing(s, context) or _amounts(s, context) or _of_statistics(s, context)


def _names_unread(s: Statement) -> bool:
    """ "At synchronous_commit = on": the factor is given a value that was not read as a level."""
    return bool(s.of("factor")) and not s.of("level") and not (s.places("first") and s.places("last"))


def _amounts(s: Statement, context: Context) -> list[str]:
    s = _without_whole(s)
    if len(s.of("number")) != 1 or len(s.metrics) > 1 or s.places(*_OTHERS) or s.graded("steady", "force", "depth", "often"):  # fmt: skip
        return []
    number = number_at(s, s.of("number")[0])
    if number.high is not None or not _is_amount(s, number):
        return []
    if _tells_aside(s) or _loses_on(s) or _of_two_before(s, number):
        return []
    metrics = _metrics(s, context)
    pairs = _pairs(s, context)
    stats = _stats(s, context)
    named = [(one, two) for one, two in pairs if one and one != _ANY]
    if any(is_open_between(s, metric, quoted(two), quoted(one)) for metric in metrics for one, two in named):
        return []
    found: list[str] = []
    for one_of_them in (s, _of_rank(s)) if not s.metrics else (s,):
        for metric, stat, (own, base) in itertools.product(metrics, stats, pairs):
            found += _told(one_of_them, metric, stat, own, base)
    return list(dict.fromkeys(found)) if len(found) <= _MOST else []


def _of_rank(s: Statement) -> Statement:
    """ "The maximum, seen at 8, is 30% higher": the level with the highest mean, and no statistic."""
    fill = frozenset({"fill"})
    return Statement(s.scene, [replace(atom, plays=fill, grade=None) if atom.is_("stat.max", "stat.min") else atom for atom in s.atoms])  # fmt: skip


def _without_whole(s: Statement) -> Statement:
    """ "Taking 8 as 100%", "если 8 принять за 100%": what the base is called."""
    at = [i for i in s.of("number") if s.atoms[i].text == "100%" and s.atoms[i - 1].text.lower() in ("as", "за")]
    if not at or len(s.of("number")) != 2:
        return s
    base = [i for i in s.of("level") if i < at[0]]
    if len(base) != 1:
        return s
    atoms = [replace(atom, text="from", plays=frozenset({"from"})) if i == base[0] - 1 else atom for i, atom in enumerate(s.atoms) if i not in (at[0], at[0] - 1)]  # fmt: skip
    return Statement(s.scene, atoms)


# -- what an amount is --------------------------------------------------------------------------------------------------


def _is_amount(s: Statement, number: Number) -> bool:
    """Whether a number tells how far two values are apart, and is no value itself."""
    at = s.of("number")[0]
    if _is_of_other_statistic(s):
        return False
    if _is_of_own(s) or number.dimension == "percent" and _adds_to_it(s):
        return False
    if number.kind == "times" or number.fraction:
        moved = s.places("up", "down", "improves", "worsens", "gap", "differ") or s.graded("size", "amount", "good", grade="cmp")  # fmt: skip
        return _is_verb(number) or _has_object(s) or bool(moved)
    if s.places("bytimes"):
        return True
    behind, before = _behind(s, at), _before(s, at)
    if behind is not None and (behind.is_(*_WAYS) or behind.grade is not None and behind.grade.grade == "cmp"):
        return True
    if before is not None and before.text.lower() in ("by", "на"):
        return before.text.lower() == "by" or bool(s.places(*_WAYS, *_GAPS) or s.graded("size", "amount", grade="cmp"))
    if before is not None and before.text.lower().endswith((" to", " до")):
        return False
    if before is not None and before.is_("up", "down", "loses"):
        return number.dimension == "percent" or _adds_to_it(s)
    if number.dimension == "percent" and (_is_part(s) or number.signed):
        return True
    return bool(s.places(*_GAPS) or _noun_of_way(s)) and not s.places("to")


def _is_of_other_statistic(s: Statement) -> bool:
    """ "1.5 times the average": what it is a multiple of is named by its statistic."""
    at = s.of("number")[0]
    of_it = [atom for atom in s.atoms[at + 1 :] if not atom.is_("fill", "bytimes", "than")][:1]
    return bool(of_it) and any(play.startswith("stat.") for play in of_it[0].plays) and not s.of("level")


def _is_of_own(s: Statement) -> bool:
    """ "A 70% fall from its own mean", "40% of its mean": of a value of the same level."""
    behind = s.atoms[s.of("number")[0] + 1 :]
    own = [at for at, atom in enumerate(behind) if atom.text.lower() in ("its", "its own", "own", "своего", "собственного", "своей")]  # fmt: skip
    return bool(own) and any(play.startswith("stat.") for atom in behind[own[0] :] for play in atom.plays)


def _behind(s: Statement, at: int) -> Atom | None:
    """The atom behind a number, beyond its unit."""
    rest = s.atoms[at + 1 : at + 3]
    while rest and (rest[0].text.lower().startswith(("point", "percent", "пункт", "процент", "п.п")) or rest[0].is_("degree")):  # fmt: skip
        rest = rest[1:]
    return rest[0] if rest else None


def _before(s: Statement, at: int) -> Atom | None:
    """The atom before a number, beyond what hedges it."""
    for atom in s.atoms[:at][::-1]:
        if atom.text.lower() in ("by", "на") or not atom.is_(*_HEDGES) and atom.text.lower() not in _SMALL:
            if atom.text.lower() in ("к", "to") and _adds_to_it(s):
                continue
            return atom
    return None


def _adds_to_it(s: Statement) -> bool:
    """ "Adds another 12 to that", "прибавляет к этому ещё 12"."""
    row = [atom.text.lower() for atom in s.atoms]
    return any(
        one in ("к", "to") and two in ("этому", "нему", "ней", "that", "this", "it")
        for one, two in itertools.pairwise(row)
    )


def _noun_of_way(s: Statement) -> bool:
    """ "The gain is 20%", "прирост относительно 2 — 122%"."""
    return any(
        atom.kind == "word" and atom.text.lower().startswith(_NOUNS) and not atom.text.lower().endswith((" to", " до"))
        for atom in s.atoms
    )


def _is_part(s: Statement) -> bool:
    """ "41% of what 8 shows", "41% от уровня 8": what one value is of another."""
    at = s.of("number")[0]
    behind = [atom.text.lower() for atom in s.atoms[at + 1 :] if atom.kind != "metric"]
    whole = len(behind) < len(s.atoms) - at - 1 and set(behind) <= {
        "of",
        "от",
        "the",
        "all",
        ".",
    }  # "85% of the bandwidth"
    return not number_at(s, at).signed and behind[:1] in (["of"], ["от"]) and not whole


def _tells_aside(s: Statement) -> bool:
    """ "It shrinks by a third, its peak …": a statistic behind a comma is of what follows."""
    commas = [at for at in range(len(s.atoms)) if s.atoms[at].text == "," and at > s.of("number")[0]]
    return bool(commas) and any(play.startswith("stat.") for atom in s.atoms[commas[0] :] for play in atom.plays)


def _loses_on(s: Statement) -> bool:
    """ "It loses on latency by 5%", "проигрывает по задержке 5%": to be worse, whichever way that is."""
    return any(
        atom.text.lower().startswith(("los", "gain", "win", "теря", "проигр", "выигр", "уступ"))
        and any(one.text.lower() in ("on", "in", "по", "в") for one in s.atoms[at + 1 : at + 2])
        for at, atom in enumerate(s.atoms)
        if atom.kind == "word"
    )


def _of_two_before(s: Statement, number: Number) -> bool:
    """ "It opened at 500 and closed at 300, a loss of 40%": worked out from the two numbers of the sentence."""
    levels, first = s.scene.mentions.level_tokens, s.atoms[0].first
    told = [t.number.low_value() for t in s.scene.tokens[:first] if t.number and t.number.is_value and t.index not in levels]  # fmt: skip
    if len(told) < 2 or not told[-2] or number.dimension != "percent":
        return False
    return agrees(number, [abs(told[-1] / told[-2] - 1) * 100])


# -- whose they are -----------------------------------------------------------------------------------------------------


def _metrics(s: Statement, context: Context) -> list[str]:
    """The metric that is named, or those around that have the unit of the number before; shares of a whole are compared in too many ways."""
    vocabulary = s.scene.vocabulary
    named = s.metrics or context.metrics
    found = [one for one in named if "share" not in vocabulary.stats_of(one) or "mean" in vocabulary.stats_of(one)]
    before = None if s.metrics else _number_before(s)
    if before is None or before.unit is None:
        return found
    units = {one: vocabulary.unit_of(one) for one in found}
    return [one for one, unit in units.items() if unit is not None and unit.dimension == before.dimension]


def _number_before(s: Statement) -> Number | None:
    """The nearest value before a statement, in its sentence or at the end of the one before."""
    rows = [(s.scene, s.atoms[0].first), *((former, len(former.tokens)) for former in s.scene.before(1))]
    for scene, stop in rows:
        named = max((m.last for m in scene.mentions.metrics if m.metrics and m.last < stop), default=-1)
        for token in reversed(scene.tokens[:stop]):
            if token.number is not None and token.number.kind == "value" and token.text not in scene.vocabulary.level_ids:  # fmt: skip
                behind = [one for one in scene.tokens[token.index : named + 1] if one.is_word]
                return None if len(behind) > 3 else token.number
        if named >= 0:
            return None
    return None


def _pairs(s: Statement, context: Context) -> list[tuple[str, str]]:
    """(level, base) in each way that is left open."""
    levels = s.levels()
    if not levels and (s.places("first") and s.places("last") or s.places("ends")):
        return [("", "")]
    if len(levels) > 2:
        return []
    if (course := s.fresh().course()) is not None:
        return [(course[1], course[0])]
    bases = [s.atoms[at].value for at in s.of("level") if s.role(at) == "than" or _is_base(s, at)]
    own = [level for level in levels if level not in bases]
    if len(bases) > 1 or len(own) > 1:
        return []
    if s.places("others", "all", "none"):
        if any(atom.text.lower() in ("both", "оба", "обе", "обоих") for atom in s.atoms):
            return []
        if own or not (bases or context.levels):
            return []
        return [(_ANY, base) for base in bases or context.levels[:1]]
    if not own and not bases and (onwards := _step_on(s, context)):
        return onwards
    owns = own or [level for level in context.levels if level not in bases]
    owns += [] if own or not owns else [level for level in sibling(s) if level not in (*bases, *owns)]
    vocabulary = s.scene.vocabulary
    special = [] if _points(s) and context.levels else [*vocabulary.special("baseline"), *vocabulary.special("default")]
    around = bases or list(dict.fromkeys([*context.levels, *sibling(s), *_step_below(s, context), *special]))
    if not bases and any(one not in owns for one in around) and all(m.ids == {*owns} for m in s.scene.mentions.levels):
        around += _level_before(s, owns)  # "going on to 64 brings nothing: it is 1% lower"
    if own and not bases and s.places("up", "down"):
        around += _level_before(s, own)
    return [(one, two) for one in owns for two in dict.fromkeys(around) if one != two]


def _step_on(s: Statement, context: Context) -> list[tuple[str, str]]:
    """ "Up to 1000 it barely changes, then jumps sixfold": the step, or the whole way, behind the level where the first part ends."""
    if len(context.levels) != 1 or not any(atom.text.lower() in _THEN for atom in s.atoms):
        return []
    order = s.scene.vocabulary.numeric_order
    behind = order[order.index(context.levels[0]) + 1 :] if context.levels[0] in order else []
    return [(one, context.levels[0]) for one in dict.fromkeys([*behind[:1], *behind[-1:]])]


def _step_below(s: Statement, context: Context) -> list[str]:
    """ "### 8 kB … Throughput more than doubles": under a level's heading a bare change may be since the level before."""
    return [] if s.scene.mentions.levels or len(context.levels) != 1 else _level_before(s, context.levels)


def _level_before(s: Statement, levels: list[str]) -> list[str]:
    """The level below the one of these levels."""
    return [one for one, two in itertools.pairwise(s.scene.vocabulary.numeric_order) if [two] == levels]


def _points(s: Statement) -> bool:
    """ "Twice that", "half of this": the base is what stands before."""
    behind = [atom.text.lower() for atom in s.atoms[s.of("number")[0] + 1 :]]
    return any(word in ("that", "this", "того", "этого") for word in behind)


def sibling(s: Statement) -> list[str]:
    """The levels of the list item before."""
    scene = s.scene
    other = scene.end_of_block_before("item") if scene.block.kind == "item" and scene.former is None else None
    return [] if other is None else [one for m in other.mentions.levels if not m.group for one in sorted(m.ids)]


def _is_base(s: Statement, at: int) -> bool:
    """ "27% lower, counting from 100", "twice the value of 4", "41% of what 8 shows"."""
    number = s.of("number")[0]
    before = [atom for atom in s.atoms[:at] if atom.kind != "mark"]
    lead = [atom.text.lower() for atom in before[::-1] if not atom.is_("is", "metric")]
    if lead and lead[0] in ("from", "от", "of", "to", "к"):
        return at > number
    between = s.atoms[number + 1 : at]
    amount_of = s.atoms[number].number
    if amount_of is None or amount_of.kind == "times" and not _has_object(s):
        return False
    of_it = amount_of.kind == "times" or amount_of.fraction or _is_part(s)
    small = all(
        atom.is_("fill", "than", "so", "is", "bytimes", "stat.mean", "stat.max", "stat.min", "stat.median") or atom.kind == "metric"
        for atom in between
    )  # fmt: skip
    return of_it and at > number and small


def _has_object(s: Statement) -> bool:
    """Whether a multiple says of what: "twice that", "three times the value at 8", "в 3 раза больше", and no bare "about three times"."""
    number = s.of("number")[0]
    behind = [atom for atom in s.atoms[number + 1 :] if not atom.is_("bytimes") or atom.text.lower() not in ("times", "раза", "раз")]  # fmt: skip
    first = behind[0] if behind else None
    if first is None:
        return False
    return (
        first.text.lower() in ("that", "the", "what", "as", "it", "of", "this", "its", "those", "от", "того", "уровня")
        or first.is_("than", "more", "less", "up", "down", "above", "below")
        or first.grade is not None
    )


def _is_verb(number: Number) -> bool:
    """ "Doubles", "halves", "удваивается"."""
    text = number.text.lower()
    return text.endswith(("led", "les", "ling", "ved", "ves", "ving", "upled")) or text.startswith(("удв", "утр", "учетв", "увосьм"))  # fmt: skip


def _stats(s: Statement, context: Context) -> list[str | None]:
    """The statistic that is named, or those that may be meant."""
    if any(atom.is_(*(f"stat.{one}" for one in ("mean", *STATS))) for atom in s.atoms):  # fmt: skip
        return [None]
    return [None, *context.stats]


# -- what they say ------------------------------------------------------------------------------------------------------


def _told(s: Statement, metric: str, stat: str | None, own: str, base: str) -> list[str]:
    """The formulas of an amount between two levels."""
    if stat is not None and stat not in s.scene.vocabulary.stats_of(metric):
        return []
    one = _put(s, metric, stat, own, base)
    one.take("wins", "then", "insteadof", "bytimes") if number_at(s, s.of("number")[0]).kind != "times" else None
    if _is_part(s) and not number_at(s, s.of("number")[0]).fraction:
        return _part(one, metric, stat, own, base)
    if own == _ANY:
        return _of_any(one, metric, base)
    return amount(one, metric)


def _put(s: Statement, metric: str, stat: str | None, own: str, base: str) -> Statement:
    """A statement that says "from base to own" at its beginning, and names its metric and statistic."""
    first = s.atoms[0].first
    lead = []
    if base:
        lead = [_word("from", first, "from"), as_level(base, first), _word("to", first, "to"), as_level(own, first)]
    if stat is not None:
        lead.append(_word(stat, first, f"stat.{stat}"))
    if not s.metrics:
        lead.append(as_metric(s.scene, metric, first))
    skipped = {i for at in s.of("level") for i in (at, at - 1) if i == at or i >= 0 and (s.atoms[i].is_("from", "with.from", "to", "insteadof") or s.atoms[i].text.lower() == "under")}  # fmt: skip
    return Statement(s.scene, [*lead, *(atom for i, atom in enumerate(s.atoms) if i not in skipped)])


def _word(text: str, at: int, *plays: str) -> Atom:
    return Atom("word", at, at, text, frozenset(plays))


def _part(s: Statement, metric: str, stat: str | None, own: str, base: str) -> list[str]:
    """ "That is 41% of what 8 shows"."""
    said = list(dict.fromkeys(statistics_in(s)))
    at = s.of("number")[0]
    near = s.take("about", "nearly")
    sign = bounded(s, at, amount=True) or "=="
    s.read.add(at)
    s.take("from", "to", "than", "only")
    if len(said) > 1 or not is_read(s) or number_at(s, at).kind == "times":
        return []
    value = value_of(metric, said[0] if said else stat)
    share = f"100 * {value(quoted(own))} / {value(quoted(base))}"
    text = f'"{number_text(s.atoms[at])}"'
    return [f"about({share}, {text})" if near else f"{share} {sign} {text}"]


def _of_any(s: Statement, metric: str, base: str) -> list[str]:
    """ "The rest are at least twice as high", "no other reaches half of it"."""
    none = s.take("none")
    s.take("others", "all")
    reached = number_at(s, s.of("number")[0]).fraction and s.places("reach")
    denied = s.take("not")
    if none and denied and s.scene.world.language == "ru":
        denied = False
    word = "not any" if none else "all"
    return [f"{word}({'not ' if denied else ''}({told.replace(quoted(_ANY), 'l')}) for l in others({quoted(base)}))" for told in (amount(_at_least(s), metric) if reached else amount(s, metric))]  # fmt: skip


def _of_statistics(s: Statement, context: Context) -> list[str]:
    """ "Or 1.5 times the average of that run": one statistic of a level against another."""
    numbers = s.of("number")
    if len(numbers) != 1 or len(s.metrics) > 1 or len(s.levels()) > 1 or not _is_of_other_statistic(s):
        return []
    number = number_at(s, numbers[0])
    if number.kind != "times" and number.dimension != "percent":
        return []
    s = s.fresh()
    said = statistics_in(s)
    near = s.take("about", "nearly")
    sign = bounded(s, numbers[0], amount=True) or "=="
    s.read.update(numbers)
    way = 1 if s.places("above", "up") or s.graded("size", "amount", grade="cmp") else 0
    s.read.update(s.graded("size", "amount", grade="cmp"))
    s.take("above", "up", "than", "so", "bytimes", "from", "to", "by")
    ones = said[:1] if len(said) == 2 else ["mean", *context.stats]
    if not is_read(s) or not 1 <= len(said) <= 2 or way and number.kind != "times" or not ones:
        return []
    other = said[-1]
    found = []
    for metric, level, one in itertools.product(s.metrics or context.metrics, s.levels() or context.levels, ones):
        if one == other:
            continue
        stat_a, stat_b = (None if name == "mean" else name for name in (one, other))
        share = f"{value_of(metric, stat_a)(quoted(level))} / {value_of(metric, stat_b)(quoted(level))}"
        share = share if number.kind == "times" else f"100 * {share}"
        text = f'"{number_text(s.atoms[numbers[0]])}"' if number.kind != "times" or any(c.isdigit() for c in number.text) else f"{number.low_value():g}"  # fmt: skip
        found.append(f"about({share}, {text})" if near else f"{share} {sign} {text}")
    return found if len(found) <= _MOST else []


# -- one change beside another ------------------------------------------------------------------------------------------


def _outdoing(s: Statement, context: Context) -> list[str]:
    """ "From 4 to 1 the change is larger", "write latency grows even more": a change held against the one told before."""
    axes = ("size", "amount", "force") if s.places("changes", "gap") else ("amount", "force")
    more = s.graded(*axes, grade="cmp")
    told = [at for at in s.places("up", "down", "changes", "gap", "improves", "worsens") if at not in more]
    if s.of("number") or len(more) != 1 or len(told) != 1 or len(s.metrics) > 1 or len(context.levels) < 2 or s.of("factor"):  # fmt: skip
        return []
    atom = s.atoms[more[0]]
    way = 1 if s.atoms[told[0]].is_("up") else -1 if s.atoms[told[0]].is_("down") else 0
    s = s.fresh()
    s.read.update([*more, *told])
    course = s.course()
    levels = s.levels()
    before = context.levels[1], context.levels[0]  # nearest first
    if course is None and levels and (len(levels) > 1 or not s.metrics and not context.metrics):
        return []
    s.take("even", "by", "than", "degree", "so", "from", "to")
    if atom.grade is None or not is_read(s) or not context.metrics and not s.metrics:
        return []
    assert atom.grade is not None
    sign = ">" if atom.grade.way > 0 else "<"
    now = [course] if course is not None else [(before[0], levels[0]), (levels[0], before[1])] if levels else [before]
    found = []
    for metric, other, span in itertools.product(s.metrics or context.metrics[:1], context.metrics[:1], now):
        one = f"change({_at(metric, span[0])}, {_at(metric, span[1])})"
        two = f"change({_at(other, before[0])}, {_at(other, before[1])})"
        if one == two or span[0] == span[1]:
            continue
        found.append(f"{_size(one, way)} {sign} {_size(two, way)}")
        apart = f"{_at(metric, span[1])} - {_at(metric, span[0])}"
        if metric == other:
            found.append(
                f"{_size(apart, way)} {sign} {_size(f'{_at(other, before[1])} - {_at(other, before[0])}', way)}"
            )
    return found


def _at(metric: str, level: str) -> str:
    return value_of(metric, None)(quoted(level))


def _size(change: str, way: int) -> str:
    return f"({change})" if way > 0 else f"-({change})" if way < 0 else f"abs({change})"


def _at_least(s: Statement) -> Statement:
    """ "Reaches even half of it": half or more."""
    atoms = [replace(atom, plays=frozenset({"atleast"})) if atom.is_("reach") else atom for atom in s.atoms]
    atoms = [replace(atom, plays=frozenset({"fill"})) if atom.is_("even") else atom for atom in atoms]
    return Statement(s.scene, atoms, set(s.read))


# -- another statistic of what was told ---------------------------------------------------------------------------------


def told_beside(s: Statement, context: Context) -> list[str]:
    """ "On average 6 ms, at peak 13 ms", "range of averages: from 3 to 9 ms": a statistic that is named, of the metric and level around."""
    numbers = s.of("number")
    if (
        not numbers
        or _names_unread(s)
        or len(s.metrics) > 1
        or s.places(*_OTHERS[:-1])
        or s.graded("steady", "force", "depth", "often")
    ):
        return []
    first = number_at(s, numbers[0])
    metrics = [one for one in s.metrics or context.metrics if _fits(s, one, first)]
    if len(numbers) == 2 or first.high is not None:
        return [formula for metric in metrics for formula in _range(s, metric)]
    if len(numbers) > 1 or first.kind != "value" or first.signed or first.hedge is not None or _is_amount(s, first):
        return []
    s = s.fresh()
    said = list(dict.fromkeys(statistics_in(s)))
    s.read.update(numbers)
    s.take("reach", "to", "single", "at", "keep")
    levels = s.levels("at") or context.levels[:3]
    if len(said) != 1 or said[0] == "mean" or len(s.levels()) > 1 or not s.is_done("reach", "to", "becomes"):
        return []
    text = number_text(s.atoms[numbers[0]])
    held = s.scene.vocabulary.stats_of
    return [
        f'{value_of(metric, said[0])(quoted(level))} == "{text}"'
        for metric, level in itertools.product(metrics, levels)
        if said[0] in held(metric)
    ]


def _range(s: Statement, metric: str) -> list[str]:
    """The span of the averages."""
    if not s.places("range") or s.of("level") or "mean" not in statistics_in(s.fresh()):
        return []
    atoms = [*s.atoms] if s.metrics else [as_metric(s.scene, metric, s.atoms[0].first), *s.atoms]
    return spans(Statement(s.scene, atoms), metric)


def _fits(s: Statement, metric: str, number: Number) -> bool:
    """Whether a number has the unit of a metric."""
    unit = s.scene.vocabulary.unit_of(metric)
    return (unit.dimension if unit is not None else None) == number.dimension

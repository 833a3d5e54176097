"""Puts what is said of levels as a formula: of one level, of all, none, only one, all others, so many; and along the factor, step by step."""

from __future__ import annotations

from collections.abc import Callable

from factcheck.stating.parts import Statement

Said = Callable[[str], str]
_EVERYWHERE = {"everywhere", "nowhere", "везде", "всюду", "повсюду", "нигде"}
LEVEL_NOUNS = ("level", "setting", "value", "run", "config", "variant", "option", "alternative", "of", "other", "case", "уров", "значен", "вариант", "настро", "прогон", "конфигурац", "режим", "из", "друг", "ин", "тест", "проч", "случа")  # fmt: skip
_LEVELS = tuple(noun for noun in LEVEL_NOUNS if noun not in ("of", "из"))


def is_russian(s: Statement) -> bool:
    """Whether a statement is told in Russian, which denies twice and means it once."""
    return s.scene.world.language == "ru"


def quoted(level: str) -> str:
    return f'"{level}"'


def of_what(s: Statement, at: int, *beginnings: str) -> bool:
    """Whether the word behind a place begins with one of the beginnings; small words may stand between."""
    for atom in s.atoms[at + 1 : at + 4]:
        if atom.text.lower().startswith(beginnings):
            return True
        if not atom.is_("fill", "howmany", "stat.mean", "single", "even"):
            return False
    return False


def is_of_levels(s: Statement, at: int) -> bool:
    """Whether the word behind a place names levels or their runs: "ни в одном из прогонов"."""
    return of_what(s, at, *_LEVELS)


def ranges_over_levels(s: Statement) -> bool:
    """ "In every run", "everywhere", "at no level": of all levels, so that no level before is meant; repeats of one level are runs, too."""
    if (s.scene.vocabulary.facts.experiment.repeats or 1) > 1 or s.places("others", "than"):
        return False
    places = [*s.places("all"), *s.places("none")]
    return any(s.atoms[at].text.lower() in _EVERYWHERE or of_what(s, at, *LEVEL_NOUNS) for at in places)


def is_of_another(s: Statement, at: int) -> bool:
    """Whether a superlative is a quantifier ("most of the stalls"), how something goes ("declined fastest at 8") or a rank among shares ("IO is the largest, 3 points ahead of Lock")."""
    atom = s.atoms[at]
    if atom.text.lower() in ("most", "least") and any(one.text.lower() == "of" for one in s.atoms[at + 1 : at + 2]):
        return True
    if atom.text.lower().startswith(("fastest", "slowest", "быстрее", "медленнее")) and any(
        concept.split(".")[0] in ("up", "down") for t in s.scene.tokens for concept in t.concepts
    ):
        return True
    others = {one for m in s.scene.mentions.metrics if not m.modifier for one in m.metrics} - set(s.metrics)
    return bool(s.metrics) and bool(others) and all("share" in s.scene.vocabulary.stats_of(one) for one in s.metrics)


def denied(s: Statement) -> int:
    """How many times a statement is denied, each read; a Russian "не" beside "ни один" or "никогда" is the same denial."""
    places = s.places("not")
    s.read.update(places)
    total = len(places)
    if is_russian(s) and total and s.places("none", "never"):
        total -= 1
    aside = [at for at in s.places("anythingbut") if s.atoms[at].text.lower() != "from" or not _leads_level(s, at)]
    s.read.update(aside)
    return total + s.take("never") + bool(aside)


def _leads_level(s: Statement, at: int) -> bool:
    """ "Negatively from 3000 on", "from the default on": a stretch that begins there, and nothing that is "far from" it."""
    return next((atom.kind == "level" for atom in s.atoms[at + 1 :] if not atom.is_("fill")), False)


def over_levels(s: Statement, said: Said, default: str = "") -> str | None:
    """What is `said` of the levels that a statement names or ranges over; `default` are the levels where it names none at all."""
    if denied(s) % 2:
        said = _not(said)
    own, excepted = s.levels("at"), s.levels("except")
    s.take("except")
    unlike = s.levels("unlike")
    s.take("unlike")
    none = [
        at
        for at in s.places("none")
        if is_of_levels(s, at) or not of_what(s, at, "step", "шаг", "drop", "просад", "провал", "dip", "stall")
    ]
    s.read.update(none)
    only, others, notall = s.take("only"), s.take("others"), s.take("notall")
    butone, some = s.take("butone"), s.take("some")
    count = _count(s)
    every = s.take("all", "even") and not others
    if every and (_of_two(s) or _of_them(s)):
        return None
    if none and count == f"== {len(s.scene.vocabulary.level_ids)}":
        count = None  # "none of the three"
    if count is not None and not (only and len(own) == 1):
        return f"count({said('l')} for l in levels) {count}" if not own and not excepted else None
    if butone:
        return f"count(not ({said('l')}) for l in levels) == 1"
    if notall and some:
        return f"any({said('l')} for l in levels) and not all({said('l')} for l in levels)" if not own else None
    if notall:
        return f"not all({said('l')} for l in levels)" if not own else None
    if some:
        return f"any({said('l')} for l in levels)" if not own else None
    if only and len(own) == 1 and not excepted:
        return f"all(({said('l')}) == (l == {quoted(own[0])}) for l in levels)"
    if only:
        return None
    if none and len(excepted) == 1:
        return f"all(({said('l')}) == (l == {quoted(excepted[0])}) for l in levels)"
    if excepted and others and len(excepted) == 1 and not own:
        s.take("free")
        return f"all({said('l')} for l in others({quoted(excepted[0])}))"
    if excepted and others | every | (len(own) == 0):
        if len(excepted) != 1 or own:
            return None
        return f"all(({said('l')}) == (l != {quoted(excepted[0])}) for l in levels)"
    if none:
        rest = f"others({quoted(s.levels('than')[0])})" if s.levels("than") else "levels"
        if own and not s.of("number") and any(of_what(s, at, "run", "repeat", "прогон", "повтор") for at in none):
            return " and ".join(f"not ({said(quoted(one))})" for one in own)  # "at 8 no run had any"
        return f"not any({said('l')} for l in {rest})" if not own else None
    if others:
        base = own or s.levels("than")
        return f"all({said('l')} for l in others({quoted(base[0])}))" if len(base) == 1 else None
    if own and unlike:
        return " and ".join(
            [*(f"({said(quoted(one))})" for one in own), *(f"not ({said(quoted(one))})" for one in unlike)]
        )
    if own:
        return " and ".join(f"({said(quoted(one))})" for one in own)
    if every or default:
        rest = f"others({quoted(s.levels('than')[0])})" if s.levels("than") else "levels"
        return f"all({said('l')} for l in {rest})"
    return None


def _of_two(s: Statement) -> bool:
    """ "In both cases": two levels that stand before it, where there are more."""
    both = any(atom.text.lower().startswith(("both", "оба", "обе", "обо")) for atom in s.atoms)
    return both and len(s.scene.vocabulary.level_ids) > 2 and not s.levels("at")


def _of_them(s: Statement) -> bool:
    """ "In each of them", "в каждой из этих": of what stands before it."""
    return any(one.is_("all") and of_what(s, at, "them", "these", "those", "них", "этих") for at, one in enumerate(s.atoms))  # fmt: skip


def _not(said: Said) -> Said:
    return lambda level: f"not ({said(level)})"


def _count(s: Statement) -> str | None:
    """ "Exactly two levels", "not more than two of the settings", "два и только два варианта": how the count is compared."""
    for at in s.places("howmany"):
        if not of_what(s, at, *LEVEL_NOUNS) and not s.places("exactly"):
            continue
        number = s.atoms[at].value
        before = s.atoms[max(0, at - 3) : at]
        s.read.update(i for i in s.places("howmany") if s.atoms[i].value == number)
        s.take("exactly", "nomore")
        if any(atom.is_("notmorethan") for atom in before):
            s.take("notmorethan")
            return f"<= {number}"
        if any(atom.is_("notlessthan") for atom in before):
            s.take("notlessthan")
            return f">= {number}"
        return f"== {number}"
    return None


def along(s: Statement) -> tuple[int, int] | None:
    """(the way of what is told, 1 where the levels are gone upwards and -1 downwards) of a statement along the factor or step by step."""
    factors = s.of("factor")
    ways = [at for at in s.places("up", "down") if at not in s.read] + s.graded("size", "force", "amount", "steady", "often", "length", "depth", grade="cmp")  # fmt: skip
    ways = sorted(set(ways))
    steps = s.places("step")
    if not factors and not steps or s.of("level") or not ways:
        return None
    turned = 1
    if factors and len(ways) > 1:
        nearest = min(ways, key=lambda at: (abs(at - factors[0]), at > factors[0]))
        turned = way_of(s, nearest)
        s.read.add(nearest)
        ways.remove(nearest)
    told = {way_of(s, at) for at in ways}
    if len(told) != 1:
        return None
    s.read.update(ways)
    s.take("step", "becomes", "all", "ever", "than")
    return told.pop(), turned


def way_of(s: Statement, at: int) -> int:
    """1 for up, more, stronger; -1 for down, less, weaker."""
    atom = s.atoms[at]
    if atom.grade is not None:
        return atom.grade.way
    return 1 if atom.is_("up") else -1


def stretched(s: Statement, said: Said) -> list[str] | None:
    """ "From 8GB upwards", "up to 200": each level of a stretch; None where none is told."""
    held = s.of("level")
    order = s.scene.vocabulary.numeric_order
    if len(held) != 1 or s.atoms[held[0]].value not in order or not s.scene.vocabulary.is_ordered:
        return None
    at = held[0]
    place = order.index(s.atoms[at].value)
    lead = s.atoms[at - 1] if at else None
    words = [atom.text.lower() for atom in s.atoms[at + 1 : at + 4]]
    onward = s.places("onwards", "up", "beginning") or {"on", "upwards", "up", "выше", "дальше"} & set(words)
    if lead is None or s.places("only", "none"):
        return None
    if lead.is_("from", "with.from") and onward:
        s.take("from", "with.from", "onwards", "beginning", "all")
        s.read.update(
            i
            for i in range(at + 1, min(at + 4, len(s.atoms)))
            if s.atoms[i].text.lower() in ("on", "upwards", "up", "выше", "дальше")
        )
        rows = [order[place:]]
    elif lead.is_("until", "atmost") or lead.is_("to") and lead.text.lower() in ("до", "up to", "вплоть до"):
        s.take("until", "atmost", "to", "all")
        rows = [order[: place + 1]] if s.take("inclusive") or place == 0 else [order[: place + 1], order[:place]]
    else:
        return None
    turned = bool(denied(s) % 2)
    body = f"not ({said('l')})" if turned else said("l")
    return [f"all({body} for l in [{', '.join(map(quoted, row))}])" for row in rows]

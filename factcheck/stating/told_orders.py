"""Statements that set levels against levels, as formulas: what all others do, peaks and records, a statistic along the levels.

"All other levels show a higher latency than 8", "the record belongs to 4", "the median rises at every step".
"""

from __future__ import annotations

from factcheck.stating.over import along, is_of_another, over_levels, quoted, way_of
from factcheck.stating.parts import Statement
from factcheck.stating.values import is_open, is_read, one_value, statistics_in, value_of


def _relation(s: Statement, metric: str) -> str | None:
    """The sign by which one level's value stands to another's, its words read."""
    alike = _as_high(s)
    if alike is not None:
        return alike
    graded = s.graded("size", "amount", "good", grade="cmp")
    words = s.places("above", "below")
    ways: set[int] = set()
    for at in graded:
        atom = s.atoms[at]
        assert atom.grade is not None
        side = s.scene.vocabulary.better(metric) if atom.grade.axis == "good" else "higher"
        if side is None:
            return None
        ways.add(atom.grade.way * (1 if side == "higher" else -1))
    ways |= {1 if s.atoms[at].is_("above") else -1 for at in words}
    wins, loses = s.places("wins"), s.places("loses")
    if (wins or loses) and not ways:
        side = "higher" if s.places("strength") else s.scene.vocabulary.better(metric)
        if side is None or wins and loses:
            return None
        ways = {(1 if wins else -1) * (1 if side == "higher" else -1)}
        s.take("strength", "wins", "loses")
    s.read.update([*graded, *words])
    s.take("than")
    return None if len(ways) != 1 else ">" if ways == {1} else "<"


def _as_high(s: Statement) -> str | None:
    """ "As high as 8 does", "так низко, как при 8"."""
    for at in s.graded("size", grade="pos"):
        if at and s.atoms[at - 1].is_("so") and any(atom.is_("so") or atom.text.lower() == "как" for atom in s.atoms[at + 1 : at + 4]):  # fmt: skip
            s.read.add(at)
            return ">=" if way_of(s, at) > 0 else "<="
    return None


def compared(s: Statement, metric: str) -> list[str]:
    """ "All other levels show a higher latency than 8", "even the peaks at 8 stay under the average at 1"."""
    if is_open(s, metric):
        return []
    told_than = bool(s.places("than"))
    sign = _relation(s, metric)
    if sign is None and told_than and s.levels("except"):
        ways = {way_of(s, at) for at in s.places("up", "down")}
        sign = None if len(ways) != 1 else ">" if ways == {1} else "<"
    if sign is None or len(s.of("level")) > 3:
        return []
    stats = statistics_in(s)
    if len(stats) > 2:
        return []
    single = s.take("single")
    if single and not stats:
        return []
    own = value_of(metric, stats[0] if stats else None)
    other = value_of(metric, stats[-1] if len(stats) == 2 else stats[0] if stats and stats[0] != "mean" else None)
    base, levels = s.levels("than"), s.levels("at")
    s.take("keep", "up", "down", "strength", "goes.deep")
    if sign in (">=", "<=") and not base and len(levels) == 1 and s.places("none"):
        base, levels = levels, []  # "no other setting pushes it as high as 8 does"
        s.take("others", "all")
        s.take("not", "none")
        text = f"not any({own('l')} {sign} {other(quoted(base[0]))} for l in others({quoted(base[0])}))"
        return [text] if is_read(s) else []
    if not base and len(levels) == 2 and len(stats) == 2:  # "even the minimum at 8 is above the mean at 1"
        levels, base = levels[:1], levels[1:]
        return [f"{own(quoted(levels[0]))} {sign} {other(quoted(base[0]))}"] if is_read(s) else []
    excepted = s.levels("except")
    if not base and not levels and len(excepted) == 1 and told_than:
        s.take("except", "all", "others")
        text = f"all({own('l')} {sign} {other(quoted(excepted[0]))} for l in others({quoted(excepted[0])}))"
        return [text] if is_read(s) else []
    if len(base) != 1:
        if s.places("others") and len(levels) == 1 and not base:
            s.take("others", "all", "none", "not")
            text = f"all({own(quoted(levels[0]))} {sign} {other('l')} for l in others({quoted(levels[0])}))"
            return [text] if is_read(s) and not s.places("none") else []
        return []
    if base[0] in s.levels("except") and s.places("others"):
        s.read.update(s.places("except"))
        s.take("others", "all")
        text = f"all({own('l')} {sign} {other(quoted(base[0]))} for l in others({quoted(base[0])}))"
        return [text] if is_read(s) else []
    if not levels and not s.levels("except") and not s.places("all", "none", "others", "only", "some", "howmany", "notall"):  # fmt: skip
        return []
    formula = over_levels(s, lambda level: f"{own(level)} {sign} {other(quoted(base[0]))}")
    return [formula] if formula is not None and is_read(s) else []


def rival(s: Statement, metric: str) -> list[str]:
    """ "None of the other levels matches 8: they all stay lower"."""
    if not s.take("rivals") or not s.take("none") or is_open(s, metric):
        return []
    levels = s.levels()
    sign = _relation(s, metric)
    values = one_value(s, metric)
    s.take("others", "all", "keep", "not", "so")
    if len(levels) != 1 or values is None or not is_read(s):
        return []
    value, base = values[0], quoted(levels[0])
    if sign is None:
        side = s.scene.vocabulary.better(metric)
        return [f"all({value('l')} {'<' if side == 'higher' else '>'} {value(base)} for l in others({base}))"] if side else []  # fmt: skip
    return [f"all({value('l')} {sign} {value(base)} for l in others({base}))"]


# -- extremes and trends ----------------------------------------------------------------------------------------------


def ranked(s: Statement, metric: str) -> list[str]:
    """ "The tallest spike belongs to 8", "p99 is lowest at 8", "абсолютный рекорд отдельного замера — за 8"."""
    levels = s.levels()
    if len(levels) != 1 or s.levels("than", "except"):
        return []
    sup = s.graded("size", "good", "amount", grade="sup")
    if any(is_of_another(s, at) for at in sup):
        return []
    only_stat = [at for at in sup if s.atoms[at].is_("stat.max", "stat.min")]
    own = [at for at in sup if at not in only_stat]
    single = s.take("single")
    s.read.update(own)
    stats = list(dict.fromkeys(statistics_in(s)))
    s.read.update(sup)
    if sorted(stats) == ["max", "mean"] and len(sup) == 2 and s.take("all") and is_read(s):
        return [
            f'highest("{metric}", "max") == {quoted(levels[0])} and highest("{metric}", "mean") == {quoted(levels[0])}'
        ]
    s.take("ofall", "strength", "from", "all" if single or own else "ofall")
    if not (sup or "max" in stats or "min" in stats) or len(stats) > 1 or not is_read(s):
        return []
    level = quoted(levels[0])
    axis = {g.axis for at in own if (g := s.atoms[at].grade) is not None}
    ways = {way_of(s, at) for at in own} or ({1} if "max" in stats else {-1})
    if len(ways) > 1 or "good" in axis and is_open(s, metric):
        return []
    way = ways.pop()
    if "good" in axis:
        side = s.scene.vocabulary.better(metric)
        if side is None:
            return []
        way *= 1 if side == "higher" else -1
    end = "highest" if way > 0 else "lowest"
    if not own:  # "the maximum is at 8": of the means, or of single values
        wanted: list[str | None] = ["max" if end == "highest" else "min"] if single else [None, "max" if end == "highest" else "min"]  # fmt: skip
        if any(s.atoms[at].is_("stat.max", "stat.min") and s.atoms[at].grade is None for at in range(len(s.atoms))) and s.places("stat.max") == []:  # fmt: skip
            wanted = wanted[-1:]
    else:
        wanted = [stats[0] if stats else "max" if single and end == "highest" else "min" if single else None]
    if wanted == [None] and is_open(s, metric):
        return []
    return [f'{end}("{metric}"{"" if stat in (None, "mean") else f", {quoted(str(stat))}"}) == {level}' for stat in wanted]  # fmt: skip


def trend(s: Statement, metric: str) -> list[str]:
    """A statistic other than the mean along the levels: "the median rises at every step"."""
    stats = list(dict.fromkeys(statistics_in(s)))
    if len(stats) != 1 or stats[0] == "mean":
        return []
    said = along(s)
    if said is None or not is_read(s, "all"):
        return []
    way, turned = said
    return [f'{"rises" if way * turned > 0 else "falls"}(values("{metric}", "{stats[0]}"))']

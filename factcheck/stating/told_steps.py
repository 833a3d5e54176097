"""Statements on steps between neighbouring levels, as formulas: "every step raises it by more than 4%", "at no step does it go up"."""

from __future__ import annotations

from factcheck.stating.bounds import bounded, number_text
from factcheck.stating.over import way_of
from factcheck.stating.parts import Statement
from factcheck.stating.values import is_open, is_read, number_at, statistics_in


def steps(s: Statement, metric: str) -> list[str]:
    """What is said of all, none or so many steps: "every step raises it by more than 4%", "at no step does it go up", "just one step"."""
    if not s.places("step") or s.of("level"):
        return []
    if is_open(s, metric) and not s.of("number"):
        return []
    values = f'values("{metric}")'
    stats = statistics_in(s)
    if stats not in ([], ["mean"]):
        return []
    s.take("step")
    if not s.of("number") and s.places("first", "last"):
        return _outer_steps(s, metric)
    ways = sorted({*s.places("up", "down"), *s.graded("size", grade="cmp")})
    if s.of("number"):
        at = s.of("number")[0]
        sign = bounded(s, at)
        ways = [one for one in ways if one not in s.read]
        told = {way_of(s, one) for one in ways}
        s.read.update([*ways, at])
        every = s.take("all")
        change = s.take("changes")
        s.take("by")
        number = number_at(s, at)
        if sign is None or not every or len(told) > 1 or len(s.of("number")) > 1 or number.dimension != "percent" or not is_read(s):  # fmt: skip
            return []
        text = f'"{number_text(s.atoms[at])}"'
        if not told and change:
            return [f"all(abs(change(x, y)) {sign} {text} for x, y in pairs({values}))"]
        if told == {1}:
            return [f"all(y > x and change(x, y) {sign} {text} for x, y in pairs({values}))"]
        return [f"all(y < x and abs(change(x, y)) {sign} {text} for x, y in pairs({values}))"]
    told = {way_of(s, one) for one in ways}
    s.read.update(ways)
    none, some = s.take("none"), s.take("some")
    count = s.places("howmany")
    denials = len(s.places("not"))
    s.take("not")
    without = s.take("free")
    s.take("replace")
    if len(told) != 1:
        return []
    test = "y > x" if told == {1} else "y < x"
    pairs = f"for x, y in pairs({values})"
    s.take("only", "exactly")
    if count:
        s.read.update(count)
        return [f"count({test} {pairs}) == {s.atoms[count[0]].value}"] if is_read(s) and len(count) == 1 else []
    if none and without:
        return [f"all({test} {pairs})"] if is_read(s) else []
    if none:
        return [f"not any({test} {pairs})"] if is_read(s) and (denials == 0 or s.scene.world.language == "ru") else []
    if some:
        return [f"any({test} {pairs})"] if is_read(s) and not denials else []
    return []


def _outer_steps(s: Statement, metric: str) -> list[str]:
    """ "The last step moves it less than the first", "no step changes it as much as the last", "the first brings the biggest change"."""
    row = {"first": f'abs(value("{metric}", levels[1]) - value("{metric}", levels[0]))', "last": f'abs(value("{metric}", levels[-1]) - value("{metric}", levels[-2]))'}  # fmt: skip
    named = [next(name for name in row if s.atoms[at].is_(name)) for at in s.places("first", "last")]
    s.take("first", "last", "changes", "replace", "strength", "than", "gives", "gap")
    cmp = s.graded("amount", "force", "size", grade="cmp")
    sup = s.graded("amount", "force", "size", grade="sup")
    same = s.graded("amount", "force", "size", grade="pos")
    s.read.update([*cmp, *sup, *same])
    none, others = s.take("none"), s.take("others", "all")
    s.take("not")
    if not is_read(s, "single", "up", "down") or s.places("up", "down"):
        return []
    if len(named) == 2 and len(cmp) == 1 and not none and not others:
        return [f"{row[named[0]]} {'>' if way_of(s, cmp[0]) > 0 else '<'} {row[named[1]]}"]
    pairs = f'for x, y in pairs(values("{metric}"))'
    if len(named) == 1 and (len(sup) == 1 and way_of(s, sup[0]) > 0 and not none or none and (same or cmp and way_of(s, cmp[0]) > 0)):  # fmt: skip
        return [f"all(abs(y - x) <= {row[named[0]]} {pairs})"]
    return []

"""Statements on how far two levels are apart, as formulas: "a 30% increase from 1 to 8", "3 times the TPS of 1", "a gap of 4 ms", "cut in half"."""

from __future__ import annotations

from factcheck.reading.numbers import Number
from factcheck.stating.bounds import bounded, number_text
from factcheck.stating.over import quoted, way_of
from factcheck.stating.parts import Statement
from factcheck.stating.values import is_open_between, is_read, number_at, one_value

_TURNED = {">": "<", "<": ">", ">=": "<=", "<=": ">="}


def amount(s: Statement, metric: str) -> list[str]:
    """ "Going from 1 to 8 buys a 30% increase in TPS", "8 shows 3 times the TPS of 1", "the gap between 1 and 8 is 4 ms"."""
    numbers = s.of("number")
    if len(numbers) != 1:
        return []
    at = numbers[0]
    number = number_at(s, at)
    if number.high is not None or number.kind not in ("value", "times"):
        return []
    found = None if _is_reached(s, at, number) else _ends_of_change(s, metric)
    if found is None:
        return []
    one, two, is_gap, lower = found
    values = one_value(s, metric)
    if values is None or is_open_between(s, metric, one, two):
        return []
    value = values[0]
    s.take("first", "last", "ends", "favour")
    kept = bool(s.places("keep"))
    near = "nearly" if s.take("nearly") else "about" if s.take("about") else ""
    sign = bounded(s, at, amount=True) or "=="
    s.read.add(at)
    times = number.kind == "times" or bool(s.take("bytimes"))
    s.take("gap", "range", "differ")
    way = lower or _told_way(s, number, metric)
    if way is None:
        return []
    s.take("from", "with.from", "to", "by", "so", "than", "replace", "changes", "reach", "between")
    s.take("single", "is", "more", "less", "strength")
    s.read.update(s.graded("size", grade="pos"))
    if s.take("not"):  # "does not even double", "not even half of it"
        if not (times or number.fraction) or sign != "==" or way < 0 or number.fraction and not s.take("even"):
            return []
        sign, way = "<", 0 if number.fraction else 1
    if not is_read(s):
        return []
    old, new = value(one), value(two)
    text = number_text(s.atoms[at]).lstrip("+-−–± ")
    amount = f'"{text}"' if number.kind == "value" or _digits(text) else f"{number.low_value():g}"
    guard = f" and {new} {'>' if way > 0 else '<'} {old}" if way else ""
    if number.fraction and kept:
        return [f"{new} / {old} {sign} {number.low_value() / 100:.3g}{guard}"]
    if number.fraction and not way and _is_by(s, at):
        return [f"about(abs(change({old}, {new})), {number.low_value():.3g})"] if sign == "==" else []
    if number.fraction:
        return _fraction(number.low_value() / 100, sign, way, old, new, near if sign == "==" else "")
    own = s.scene.vocabulary.unit_of(metric)
    shares = own is not None and own.dimension == "percent"
    if near and sign == "==":
        percent = number.dimension == "percent"
        nearly = _near(amount, near, way, old, new, times=times, percent=percent)
        return nearly + (_near(amount, near, way, old, new, times=False, percent=False) if shares and percent else [])
    if times:
        ratio = f"{new} / {old}" if way >= 0 else f"{old} / {new}"
        if (
            number.kind == "times" and number.low_value() < 1 and not _digits(text)
        ):  # "half as long", "more than halves"
            ratio, guard = f"{new} / {old}", ""
            sign = _TURNED.get(sign, sign) if text.lower().startswith("halv") else sign
        if is_gap and not way:
            return [f"{new} / {old} {sign} {amount}", f"{old} / {new} {sign} {amount}"]
        if sign != "==" and not _digits(text):
            above, beneath = ratio.split(" / ")
            return [f"{above} {sign} {amount} * {beneath}{guard}"]
        return [f"{ratio} {sign} {amount}{guard}"]
    change, apart = f"abs(change({old}, {new}))", f"abs({new} - {old})"
    if number.dimension == "percent":
        if is_gap and not way:
            other = f"abs(change({new}, {old}))"
            return [f"{size} {sign} {amount}" for size in ((apart,) if shares else ()) + (change, other)]
        sizes = [change, apart] if shares else [change]
        if s.scene.vocabulary.effect(metric, two.strip('"'), one.strip('"')) is not None:
            sizes.append(f'abs(effect("{metric}", {two}, {one}))')  # as it is recorded, from what is not rounded
        return [f"{size} {sign} {amount}{guard}" for size in sizes]
    return [f"{apart} {sign} {amount}{guard}"]


def _is_reached(s: Statement, at: int, number: Number) -> bool:
    """ "Grows, reaching 82 GB at 8", "растёт до 82 ГБ": the value at the end of the way, and not by how much."""
    if number.kind == "times" or number.fraction or number.dimension in ("percent", "points"):
        return False
    before = next((atom for atom in reversed(s.atoms[:at]) if not atom.is_("fill", "about", "nearly", "only")), None)
    return before is not None and before.is_("reach", "to")


def _is_by(s: Statement, at: int) -> bool:
    """ "То есть примерно на треть", "by about a third": a part that is added or taken away, though no word says which."""
    row = [atom.text.lower().split() for atom in s.atoms[max(0, at - 2) : at]]
    return any(words[-1] in ("на", "by") for words in row if words)


def _near(amount: str, near: str, way: int, old: str, new: str, *, times: bool, percent: bool) -> list[str]:
    """ "Almost doubles", "about 30% lower"."""
    size = (f"{old} / {new}" if way < 0 else f"{new} / {old}") if times else f"abs(change({old}, {new}))" if percent else f"abs({new} - {old})"  # fmt: skip
    guard = f" and {new} {'>' if way > 0 else '<'} {old}" if way else ""
    short = (
        ">" if times and not _digits(amount.split(".")[0].strip("0")) else "<"
    )  # "nearly halves" stops above the half
    return [f"about({size}, {amount}){f' and {size} {short} {amount}' if near == 'nearly' else ''}{guard}"]


def _fraction(part: float, sign: str, way: int, old: str, new: str, near: str) -> list[str]:
    """ "Cut in half", "loses about a third", "more than half of it"."""
    kept = 1 - part if way < 0 else part  # what is left of the former value
    if sign == "==" and not near and way <= 0 and abs(1 / kept - round(1 / kept)) < 0.01:
        return [f"{old} / {new} == {round(1 / kept)}"]
    if near or sign == "==":
        size = f"abs(change({old}, {new}))" if way else f"share({new}, {old})"
        guard = f" and {new} {'>' if way > 0 else '<'} {old}" if way else ""
        return [f"about({size}, {100 * part:.3g}){guard}"]
    if way == 0:
        return [f"{new} / {old} {sign} {part:.3g}"]
    return (
        [f"{new} / {old} {_TURNED.get(sign, sign)} {1 - part:.3g}"]
        if way < 0
        else [f"{new} / {old} {sign} {1 + part:.3g}"]
    )


def _digits(text: str) -> bool:
    return any(char.isdigit() for char in text)


def _ends_of_change(s: Statement, metric: str) -> tuple[str, str, bool, int] | None:
    """(from, to, whether only their distance is told, the way where it is told of a level: "from the lower 8") of an amount."""
    levels = s.levels()
    is_gap = bool(s.places("gap", "differ")) and not s.places("up", "down") and not s.graded("size", grade="cmp")
    if (lower := _lower_one(s)) is not None:
        return lower
    if (course := s.course()) is not None:
        return quoted(course[0]), quoted(course[1]), is_gap, 0
    if len(levels) == 2:
        than = s.levels("than")
        own = [level for level in levels if level not in than]
        if len(than) == 1 and len(own) == 1:
            return quoted(than[0]), quoted(own[0]), is_gap, 0
        one, two = quoted(levels[0]), quoted(levels[1])
        if is_gap or s.places("between"):
            return one, two, True, 0
        numbers = [s.atoms[at] for at in s.of("number")]
        if (
            not numbers
            or numbers[0].number is None
            or not (numbers[0].number.kind == "times" or numbers[0].number.fraction)
        ):
            return None
        behind = s.atoms[s.of("number")[0] + 1 : s.of("number")[0] + 2]
        if (
            numbers[0].number.fraction
            and any(atom.text.lower() == "of" for atom in behind)
            and s.of("number")[0] < s.of("level")[0]
        ):
            return one, two, False, 0  # "a quarter of the reads at 1 is all 8 shows"
        return two, one, False, 0
    if not levels and (s.places("first") and s.places("last") or s.places("ends")):
        return "levels[0]", "levels[-1]", is_gap and not s.places("favour"), 0
    return None


def _lower_one(s: Statement) -> tuple[str, str, bool, int] | None:
    """ "Between 8 and the lower 1", "from the smaller figure at 1": a gap whose lower end is called so."""
    at = s.of("level")
    if len(at) != 2 or not s.places("gap") or len(s.graded("size", grade="cmp")) != 1:
        return None
    place = s.graded("size", grade="cmp")[0]
    if not at[0] < place < at[1] or not all(atom.is_("fill", "is") for atom in s.atoms[place + 1 : at[1]]):
        return None
    s.read.add(place)
    s.take("between", "from")
    one, two = quoted(s.atoms[at[0]].value), quoted(s.atoms[at[1]].value)
    return two, one, False, -way_of(s, place)


def _told_way(s: Statement, number: Number, metric: str) -> int | None:
    """1 where more is told, -1 where less, 0 where neither; None where both are."""
    places = sorted({*s.places("up", "down"), *s.graded("size", "amount", grade="cmp")})
    ways = {way_of(s, at) for at in places}
    s.read.update(places)
    beside = s.places("above", "below")
    ways |= {1 if s.atoms[at].is_("above") else -1 for at in beside}
    s.read.update(beside)
    improves, worsens = s.take("improves"), s.take("worsens")
    if (improves or worsens) and (better := s.scene.vocabulary.better(metric)) is not None:
        ways.add((1 if improves else -1) * (1 if better == "higher" else -1))
    good = s.graded("good", grade="cmp")
    if good and (side := s.scene.vocabulary.better(metric)) is not None:
        ways |= {way_of(s, at) * (1 if side == "higher" else -1) for at in good}
        s.read.update(good)
    if number.signed and number.kind == "value" and number.low_value() != 0:
        ways |= {1 if number.low_value() > 0 else -1}
    return None if len(ways) > 1 else ways.pop() if ways else 0

"""Statements with a value or two, as formulas: bounds for all or some levels, plain values, ranges and pairs.

"Mean latency stays under 5 ms at all levels but 8", "at 8 it never exceeds 9 ms", "min 3, max 9", "3 ms at 1 and 9 ms at 8".
"""

from __future__ import annotations

import re
from dataclasses import replace

from factcheck.binding.agreement import agrees, in_unit
from factcheck.stating.bounds import bounded, number_text
from factcheck.stating.over import Said, over_levels, quoted, way_of
from factcheck.stating.parts import Statement
from factcheck.stating.values import Value, is_open, is_read, number_at, one_value, statistics_in, value_of


def bound(s: Statement, metric: str) -> list[str]:
    """ "At no level does mean latency fall below 5 ms", "at 8 it never exceeds 9 ms", "two of the settings stay under 3 ms"."""
    numbers = s.of("number")
    if len(numbers) != 1 or number_at(s, numbers[0]).kind != "value" or number_at(s, numbers[0]).high is not None:
        return []
    at = numbers[0]
    by = s.atoms[at - 1].is_("by") and s.atoms[at - 1].text.lower() == "by" if at else False
    never, sometimes, always = bool(s.places("never")), s.take("attimes"), s.take("alltimes")
    denied_before = bool(s.places("not", "never"))
    touches, capped = _touches(s), bool(s.places("cap"))
    reached = bool(s.places("reach"))
    sign = bounded(s, at)
    reach = False
    if sign is None and not by and (s.places("reach", "lowers")):
        reach = True
        sign = ">=" if s.take("reach") else "<="
        s.take("lowers", "mark", "to", "than")
    if sign is None or by:
        return []
    if sign == "<" and s.places("none") and s.take("atmost", "notmorethan"):  # "all keep within 5: it is nowhere more"
        s.take("none")
        sign = "<="
    s.take("up" if sign[0] == ">" else "down", "up", "to", "mark", "moves", "goes.deep", "reach", "lowers", "single")
    s.take("down")
    said = list(dict.fromkeys(statistics_in(s)))
    if len(said) > 1:
        return []
    s.take("attimes")
    single = bool(s.levels("at")) and (never or sometimes or always) and not s.places("all", "none")
    stats: list[str | None] = [said[0] if said else None]
    if capped and not said and s.levels("at") and not s.places("all", "none"):
        stats = ["max"]
        sign = sign if denied_before else "=="
    elif (
        said == ["max"]
        and sign == "<="
        and reached
        or touches
        or said
        and reach
        and s.levels("at")
        and not s.places("none", "all", "only")
    ):
        stats = stats if said else ["max" if sign[0] == ">" else "min"]
        sign = sign if denied_before and not touches else "=="
        s.take("reach", "lowers")
        if touches:
            s.take("not", "never", "down")
    elif not said and (never or sometimes or always):
        inner = "max" if (sign[0] == ">") is not always else "min"
        stats = [inner] if single else [None, inner]
    elif not said and s.places("none") and not _is_a_mean(s, metric, at):
        inner = "max" if sign[0] == ">" else "min"  # "at no level did it exceed 90%": not at any time
        stats = [inner if inner in s.scene.vocabulary.stats_of(metric) else None]
    elif not said and reach and s.levels("at") and not s.places("all", "none", "only"):
        inner = "max" if sign == ">=" else "min"
        stats, sign = (
            ([None, inner], sign) if denied_before else ([inner], "==")
        )  # "did not reach 30%": on average, or ever
    s.read.add(at)
    found = []
    for stat in stats:
        one = Statement(s.scene, s.atoms, set(s.read))
        held = _held_to(value_of(metric, stat), f'{sign} "{number_text(s.atoms[at])}"')
        formula = over_levels(one, held, "all" if never and not single else "")
        one.take("never", "than")
        if formula is not None and is_read(one):
            found.append(formula)
    return found


def _is_a_mean(s: Statement, metric: str, at: int) -> bool:
    """Whether a number is what the metric is at some level, on average."""
    number = replace(number_at(s, at), hedge=None, open_end=False)
    return any(
        agrees(number, in_unit(fact, number.unit, s.scene.vocabulary.unit_of(metric)))
        for _, fact in s.scene.vocabulary.series(metric)
    )


def _is_no_value(s: Statement, metric: str, at: int) -> bool:
    """Whether a number is in percent and the metric is not: a change or a part, "enabling it costs 21% of throughput"."""
    own = s.scene.vocabulary.unit_of(metric)
    return number_at(s, at).dimension == "percent" and (own is None or own.dimension != "percent")


def _held_to(value: Value, told: str) -> Said:
    """What is said of a level's value: how it stands to a number."""
    return lambda level: f"{value(level)} {told}"


def _touches(s: Statement) -> bool:
    """ "It does not go above this mark, but reaches it"."""
    turn = re.search(r",\s*(?:but|yet|though|но|зато|хотя)\b.*", s.scene.sentence.text, re.I)
    if turn is None or not s.places("not", "never"):
        return False
    return any(s.atoms[at].is_("reach", "lowers", "down") and s.scene.tokens[s.atoms[at].first].start - s.scene.tokens[0].start > turn.start() for at in range(len(s.atoms)))  # fmt: skip


def exactly(s: Statement, metric: str) -> list[str]:
    """A value told plainly: "At 8, p95 of latency is 4 ms", "the highest latency recorded at 8 was 9 ms"."""
    numbers = s.of("number")
    if len(numbers) != 1 or number_at(s, numbers[0]).kind != "value" or number_at(s, numbers[0]).high is not None:
        return []
    at = numbers[0]
    if at and s.atoms[at - 1].text.lower() == "by" or _is_no_value(s, metric, at):
        return []
    near = s.take("about", "nearly")
    s.read.add(at)
    extreme = s.graded("size", grade="sup")
    said = list(dict.fromkeys(statistics_in(s)))
    s.read.update(extreme)
    called = [one for one in extreme if not s.atoms[one].is_("stat.max", "stat.min")]
    if said and called:  # "the maximum is the least at 8: 9 ms": its rank, too
        end = "highest" if way_of(s, called[0]) > 0 else "lowest"
        levels = s.levels("at")
        if len(s.levels()) != 1 or len(levels) != 1 or len(said) > 1 or not is_read(s, "to", "reach", "ofall"):
            return []
        level = quoted(levels[0])
        return [
            f'{end}("{metric}", "{said[0]}") == {level} and value("{metric}", {level}, "{said[0]}") == "{number_text(s.atoms[at])}"'
        ]
    ranked = ""
    if extreme and not said:  # the greatest single value there, or the greatest of the means
        end = "highest" if way_of(s, extreme[0]) > 0 else "lowest"
        ranked = f'{end}("{metric}") == {{level}} and value("{metric}", {{level}}) == "{{text}}"'
        said = ["max" if way_of(s, extreme[0]) > 0 else "min"]
    reach = s.take("reach", "lowers")
    s.take("to", "single", "atmost", "same", "mark")
    levels = s.levels("at")
    if len(s.levels()) != 1 or len(levels) != 1 or len(said) > 1 or not is_read(s):
        return []
    held = s.scene.vocabulary.stats_of(metric)
    if not said:
        said = [stat for stat in held if stat not in ("stddev", "amplitude")] if not reach else ["max", "mean", "p99"]
    text = number_text(s.atoms[at])
    values = [f'value("{metric}", {quoted(levels[0])}, "{stat}")' for stat in said if stat in held]
    found = [f'about({one}, "{text}")' if near else f'{one} == "{text}"' for one in values]
    return [*found, ranked.format(level=quoted(levels[0]), text=text)] if ranked else found


# -- two numbers ------------------------------------------------------------------------------------------------------


def _ends(s: Statement) -> list[str]:
    """The two numbers of a statement, those of "4.1–5.2 ms" too."""
    numbers = s.of("number")
    if len(numbers) == 1 and number_at(s, numbers[0]).high is not None:
        parts = re.split(
            r"\s?(?:–|—|-|…|\.\.\.?|\bto\b|\bдо\b|\band\b|(?<!\w)и(?!\w))\s?", number_text(s.atoms[numbers[0]]).strip()
        )
        parts = [re.sub(r"^(?:from|between|от|с|между)\s", "", part) for part in parts if part]
        return parts if len(parts) == 2 else []
    if len(numbers) != 2 or any(
        number_at(s, at).high is not None or number_at(s, at).kind != "value" for at in numbers
    ):
        return []
    return [number_text(s.atoms[at]) for at in numbers]


def spans(s: Statement, metric: str) -> list[str]:
    """ "At 8, latency ranged from 3 to 9 ms", "min 3, max 9", "the averages span from 3 to 9 ms"."""
    ends = _ends(s)
    if not ends:
        return []
    s.read.update(s.of("number"))
    ranged = s.take("range", "scatters") | bool(s.places("between")) | (bool(s.places("from")) and s.take("changes"))
    levels = s.levels()
    stats = statistics_in(s)
    factor = bool(s.of("factor"))
    s.take("from", "with.from", "to", "arrow", "between", "by", "keep", "reach", "mark")
    if len(levels) == 1:
        s.take("moves", "scatters")
        if stats in (["min", "max"], ["max", "min"]):
            low, high = ends if stats[0] == "min" else ends[::-1]
        elif ranged and set(stats) <= {"mean"}:
            low, high = ends
        else:
            return []
        level = quoted(levels[0])
        return (
            [f'value("{metric}", {level}, "min") == "{low}" and value("{metric}", {level}, "max") == "{high}"']
            if is_read(s)
            else []
        )
    if levels or s.scene.inherited_levels or not (factor or stats or s.places("first")):
        return []
    if ranged and set(stats) <= {"mean"}:
        s.take("all", "below")
        return (
            [f'min(values("{metric}")) == "{ends[0]}" and max(values("{metric}")) == "{ends[1]}"'] if is_read(s) else []
        )
    if s.take("first") and s.take("last") and set(stats) <= {"mean"}:
        s.take("up", "down")
        s.take("moves", "replace", "changes", "goes.deep")
        return (
            [f'value("{metric}", levels[0]) == "{ends[0]}" and value("{metric}", levels[-1]) == "{ends[1]}"']
            if is_read(s)
            else []
        )
    return []


def pairs(s: Statement, metric: str) -> list[str]:
    """ "3 ms at 1 and 9 ms at 8", "grows from 3 ms at 1 to 9 ms at 8": each number with its level."""
    ends, levels = _ends(s), [s.atoms[at].value for at in s.of("level")]
    if len(ends) != 2 or len(levels) != 2 or levels[0] == levels[1]:
        return []
    s.read.update(s.of("number"))
    if any(_is_no_value(s, metric, at) for at in s.of("number")):
        return []
    values = one_value(s, metric)
    ways = sorted({*s.places("up", "down"), *s.graded("size", grade="cmp")})
    compares = any(
        s.atoms[at].grade is not None for at in ways
    )  # "lower at 8 than at 1": of the first against the second
    told = {way_of(s, at) * (-1 if compares else 1) for at in ways}
    s.read.update(ways)
    falls = bool(s.places("lowers"))
    s.take("from", "with.from", "to", "arrow", "by", "changes", "replace", "than", "reach", "lowers", "between")
    if told == {1} and falls or values is None or len(told) > 1 or told and is_open(s, metric) or not is_read(s):
        return []
    value = values[0]
    a, b = map(quoted, levels)
    way = f" and {value(b)} {'>' if told == {1} else '<'} {value(a)}" if told else ""
    if told and s.of("factor") and metric in value("l"):  # "grows with the pool: 3 ms at 1, 9 ms at 8": at each step
        way = f" and {'rises' if told == {1} else 'falls'}([{value('l')} for l in levels])"
    return [f'{value(a)} == "{ends[0]}" and {value(b)} == "{ends[1]}"{way}']

"""Judges stretches of time: when a drop began and ended, how long it lasted, how soon it recovered."""

from __future__ import annotations

import itertools
import re
from functools import lru_cache

from factcheck.binding.agreement import agrees
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.binding.subjects import segment
from factcheck.forms.facts import Window
from factcheck.forms.result import Judgement
from factcheck.judging.verdicts import Ruling
from factcheck.reading.numbers import Number, never_passed
from factcheck.reading.units import convert, unit_named

_IN_ALL = re.compile(r"\b(?:in all|in total|altogether|overall|all told)\b|(?<!\w)(?:всего|в сумме|итого)(?!\w)", re.I)
_LONGER = re.compile(r"\s*(?:longer|shorter|more|less|дольше|длиннее|короче|больше|меньше)(?!\w)", re.I)
_LONGER_BY = re.compile(
    r"(?<!\w)(?:longer|shorter) by $|(?<!\w)(?:дольше|длиннее|продолжительнее|короче) (?:\w+ )?на $", re.I
)


def tells_by_how_much(text: str, number: Number) -> bool:
    """Whether a time is the difference of two: "four minutes longer", "второй короче на 8 минут"."""
    return bool(_LONGER.match(text[number.end :]) or _LONGER_BY.search(text[: number.start]))


@lru_cache(maxsize=20_000)
def minutes_of(text: str | None) -> float | None:
    """Minutes of the day of an ISO time or HH:MM."""
    found = re.search(r"(\d{1,2}):(\d{2})(?::(\d{2}))?", text or "")
    return int(found.group(1)) * 60 + int(found.group(2)) + int(found.group(3) or 0) / 60 if found else None


_MORNING, _EVENING, _DAY = 8 * 60.0, 16 * 60.0, 24 * 60.0


def in_time(windows: list[Window]) -> list[Window]:
    """Windows by their clocks; those of a level whose run went over midnight in the order in which they came."""
    late = {w.level for w in windows if (minutes_of(w.starts_at) or 0.0) >= _EVENING}

    def place(window: Window) -> float:
        at = minutes_of(window.starts_at) or 0.0
        return at + _DAY if window.level in late and at < _MORNING else at

    return sorted(windows, key=place)


def length_of(window: Window) -> float | None:
    """Minutes that a window lasts, over midnight too."""
    start, end = minutes_of(window.starts_at), minutes_of(window.ends_at)
    return None if start is None or end is None else (end - start) % 1440


def windows_at(scene: Scene, levels: frozenset[str] | None) -> list[Window]:
    """The windows of these levels."""
    return [
        w
        for w in scene.vocabulary.facts.windows
        if not levels or w.level is None or w.level in levels or scene.vocabulary.canonical(w.level) in levels
    ]


def _speaks_of(scene: Scene, *concepts: str) -> bool:
    if scene.has(*concepts):
        return True
    return any(token.has(*concepts) for block in scene.surroundings[:2] for token in scene.world.tokens_of(block))


def judge_clocks(scene: Scene) -> list[tuple[int, int, str, Ruling]]:
    """ "просадка (09:52-10:09)": start and end must be those of a window."""
    clocks = [t for t in scene.tokens if t.number is not None and t.number.kind == "clock"]
    if len(clocks) < 2 or not scene.vocabulary.facts.windows:
        return []
    levels = (
        scene.cells_of(m for m in scene.mentions.levels if m.role != "than")
        if scene.mentions.levels
        else scene.inherited_levels
    )
    held = windows_at(scene, levels)
    found = []
    for one, two in zip(clocks[::2], clocks[1::2], strict=False):
        start, end = minutes_of(one.text), minutes_of(two.text)
        match = next((w for w in held if minutes_of(w.starts_at) == start and minutes_of(w.ends_at) == end), None)
        if match is not None:
            ruling = Ruling(
                "supported", "a window of the facts", "окно из фактов", (f"window {match.level} {match.starts_at}",)
            )
        elif _spans(scene, one.index, start, end, held):
            ruling = Ruling(
                "supported",
                "all drops lie within",
                "все просадки лежат внутри",
                tuple(f"window {w.level} {w.starts_at}" for w in held[:4]),
            )
        elif start != end and {start, end} <= {minutes_of(w.starts_at) for w in held}:
            ruling = Ruling("supported", "two drops begin then", "тогда начинаются две просадки")
        elif held and _speaks_of(scene, "drop"):
            text = ", ".join(f"{w.starts_at}–{w.ends_at}" for w in held[:4])
            ruling = Ruling(
                "contradicted",
                f"the drops are {text}",
                f"просадки: {text}",
                tuple(f"window {w.level} {w.starts_at}" for w in held[:4]),
                text,
            )
        else:
            ruling = Ruling("unverifiable", "the facts hold no such window", "в фактах нет такого окна")
        found.append((one.index, two.index, "window", ruling))
    return found


def _spans(scene: Scene, place: int, start: float | None, end: float | None, held: list[Window]) -> bool:
    """ "five times between 22:11 and 23:00": a stretch that holds all the drops."""
    if (
        not place
        or scene.tokens[place - 1].lower not in ("между", "between")
        or start is None
        or end is None
        or not held
    ):
        return False
    times = [t for w in held for t in (minutes_of(w.starts_at), minutes_of(w.ends_at)) if t is not None]
    return all(start <= t <= end for t in times)


def _drops_at(scene: Scene, levels: frozenset[str] | None) -> list[Window]:
    """The drops of these levels; a load's step is a window, but no drop."""
    return [window for window in windows_at(scene, levels) if window.kind != "step"]


def judge_no_drop(scene: Scene) -> Ruling:
    """ "No drop was found (at 1min and 30min)": of the levels that the sentence names, or of all."""
    levels = scene.cells_of(m for m in scene.mentions.levels if m.role != "than")
    held = _drops_at(scene, levels or scene.inherited_levels)
    verdict: Judgement = "contradicted" if held else "supported"
    return Ruling(verdict, f"{len(held)} windows in the facts", f"окон в фактах: {len(held)}")


def judge_drop_count(scene: Scene, bound: Bound) -> Ruling | None:
    """ "1 drop was found", "it dropped twice", "найдено 3 просадки": the number of drops at the levels; None when nothing is counted."""
    number = bound.number
    following = scene.tokens[bound.place + 1] if bound.place + 1 < len(scene.tokens) else None
    if number.kind == "times" and number.text.lower() in ("twice", "дважды", "трижды"):
        ends = following is None or following.text in ".,;:()" or following.lower in ("at", "during", "in", "при", "за")
        if not ends or not bound.place or not scene.tokens[bound.place - 1].has("drop"):
            return None
    elif number.unit is not None or number.kind != "value" or following is None or not following.has("drop"):
        return None
    if 0 < number.readings[0].quantum < 1 or not (scene.vocabulary.facts.windows or _counts(scene)):
        return None
    start, stop = segment(scene, bound.place)
    near = any(start <= m.first <= stop for m in scene.mentions.levels)
    in_all = _IN_ALL.search(scene.text_of(start, stop)) is not None and not near
    levels = bound.levels[0] if bound.levels and not in_all else None
    if number.kind == "times":  # the level of a multiple is the one that it is held against
        levels = frozenset().union(*(m.ids for m in scene.mentions.levels)) or scene.inherited_levels or None
    held = {float(len(_drops_at(scene, levels)))} if scene.vocabulary.facts.windows else set()
    held |= {value for level, value in _counts(scene) if not levels or level in levels}
    held.add(float(len([w for w in _drops_at(scene, levels) if w.run not in _sentinels(scene)])))
    good = any(agrees(number, [value]) for value in held)
    text = "/".join(f"{value:g}" for value in sorted(held))
    return Ruling(
        "supported" if good else "contradicted",
        f"drops in the facts: {text}",
        f"просадок в фактах: {text}",
        ("windows",),
        None if good else text,
    )


def _sentinels(scene: Scene) -> set[object]:
    """The control runs: a level is run once more in each block, and its own count leaves them out."""
    return {run.run for run in scene.vocabulary.facts.runs if run.role == "sentinel"}


def _counts(scene: Scene) -> list[tuple[str | None, float]]:
    """What the facts themselves count as drops, by level."""
    return [
        (fact.level, fact.value)
        for fact in scene.vocabulary.facts.facts
        if fact.stat == "count" and fact.scope is not None and "drop" in fact.scope
    ]


#: "the longest began at 21:14, cost 36% of throughput".
_COST = re.compile(r"(?:\bcost(?:s|ing)?|(?<!\w)(?:стоил|отнял|съел)\w*)(?: \w+)? $", re.I)


def judge_depth(scene: Scene, bound: Bound) -> Ruling | None:
    """How deep a drop was, where no metric is named beside the number; None when that is not what it says."""
    if (
        bound.number.dimension != "percent"
        or bound.metrics
        or not (_COST.search(scene.block.text[: bound.number.start]) and _speaks_of(scene, "drop"))
        and not (
            re.search(r"глуб(?:ин|же)|depth|deep|мельче|shallower", scene.sentence.lower_text) and scene.has("drop")
        )
    ):
        return None
    own = bound.levels[0] if bound.levels and bound.level_source != "inherited" else None
    held = [w for w in windows_at(scene, own) if w.depth_pct is not None]
    if not held:
        return None
    names = tuple(f"window {w.level} {w.starts_at}" for w in held[:4])
    text = ", ".join(f"{w.starts_at}: {w.depth_pct:g}%" for w in held[:4])
    depths = [w.depth_pct or 0.0 for w in held]
    than = _THAN.search(scene.text_of(max(0, bound.place - 3), bound.place))
    if than is not None and scene.has("negation"):
        return None  # "просадок глубже 80% не было"
    limited = judge_depth_limit(scene, bound, held)
    if limited is not None:
        return limited
    of_all = all if never_passed(scene.block.text, bound.number) else any
    good = of_all(agrees(bound.number, [depth]) for depth in depths)
    return Ruling("supported" if good else "contradicted", text, text, names, None if good else text)


def judge_depth_limit(scene: Scene, bound: Bound, held: list[Window]) -> Ruling | None:
    """ "All drops went deeper than 30%", "четыре штуки, все глубже 85%": what the depths lie beyond, and none of them is told; None without such words."""
    than = _THAN.search(scene.text_of(max(0, bound.place - 3), bound.place))
    depths = [w.depth_pct for w in held if w.depth_pct is not None]
    if than is None or bound.number.high is not None or not depths:
        return None
    names = tuple(f"window {w.level} {w.starts_at}" for w in held[:4])
    text = ", ".join(f"{w.starts_at}: {w.depth_pct:g}%" for w in held[:4] if w.depth_pct is not None)
    if scene.has("negation"):
        return Ruling("unverifiable", text, text, names)
    limit, deeper = bound.number.low_value(), than["deep"] is not None
    of_all = all if _OF_ALL.search(scene.sentence.text) else any
    good = of_all((depth > limit) == deeper for depth in depths)
    return Ruling("supported" if good else "contradicted", text, text, names, None if good else text)


_THAN = re.compile(r"(?:(?P<deep>\bdeeper|(?<!\w)глубже)|\bshallower|(?<!\w)мельче) (?:than |чем (?:на )?)?", re.I)


def _of_the_drop(scene: Scene, bound: Bound) -> bool:
    """ "It was shorter, 7 minutes; recovery took an hour": the number's own clause tells of the drop, another of the recovery."""
    tokens, place = scene.tokens, bound.place
    if place and _OF_LENGTH.search(tokens[place - 1].lower):
        return True  # "it lasted 16 minutes and took 13 more to recover from"
    start = max((t.index for t in tokens[:place] if t.text in ";,"), default=-1) + 1
    stop = next((t.index for t in tokens[place:] if t.text in ";,"), len(tokens))
    if start == 0 and stop == len(tokens) or any(t.has("recover") for t in tokens[start:stop]):
        return False
    own = " ".join(t.lower for t in tokens[start:stop])
    return _OF_LENGTH.search(own) is not None


_NEXT = re.compile(r"\b(?:next|second|third|other|last|latter)\b|(?<!\w)(?:следующ|втор|трет|друг|последн)\w+", re.I)


def _of_its_other_measure(scene: Scene, bound: Bound, held: list[Window], low: float, slack: float) -> bool:
    """ "13 minutes from 16:12, 14 to recover", "the next took 16 minutes": how long it lasted or how soon it was over, of the drop told or of the next."""
    around = scene.tokens[max(0, bound.place - 2) : bound.place + 4]
    if any(t.has("recover") for t in around) or tells_by_how_much(scene.block.text, bound.number):
        return False
    if _NEXT.search(scene.sentence.text[: scene.tokens[bound.place].start - scene.tokens[0].start]):
        levels = {window.level for window in held}
        held = [window for window in scene.vocabulary.facts.windows if window.level in levels]
    measures = [length_of(w) for w in held] + [w.recovered_after_s / 60 for w in held if w.recovered_after_s is not None]  # fmt: skip
    return any(value is not None and low - slack <= value <= low + slack for value in measures)


_OF_LENGTH = re.compile(
    r"(?<!\w)(?:короче|длиннее|дольше|длил\w+|продолжал\w+|длительност\w+|продолжительност\w+|просе\w+ на|провалив\w+ на)(?!\w)|\b(?:(?:dipped|dropped|sagged|fell|stalled) for|shorter|longer|lasted|long)\b"
)


_OF_ALL = re.compile(
    r"\b(?:all|every|each|both|always|never|drops|they|dips|stalls)\b|(?<!\w)(?:все|всех|кажд\w+|обе|оба|обеих|всегда|они|просадки|просадок|провалы|провалов)(?!\w)",
    re.I,
)


_EVERY = re.compile(r"(?:\bevery|(?<!\w)кажды[ехй]|(?<!\w)раз в)\s+$", re.I)
_THEY = re.compile(r"\bthey\b|(?<!\w)они(?!\w)", re.I)
_APART = re.compile(r"\s*(?:apart\b|друг от друга(?!\w))", re.I)


def _apart(bound: Bound, held: list[Window]) -> Ruling | None:
    """How far apart drops stand, "begin 30 minutes apart": from start to start, or from one's end to the next one's start."""
    number, minute = bound.number, unit_named("min")
    rows = in_time([w for w in held if w.kind in (None, "drop") and length_of(w) is not None])
    if len(rows) < 2 or number.high is not None or len({w.level for w in rows}) > 1:
        return None
    starts = [
        ((minutes_of(b.starts_at) or 0.0) - (minutes_of(a.starts_at) or 0.0)) % _DAY
        for a, b in itertools.pairwise(rows)
    ]
    pauses = [step - (length_of(w) or 0.0) for step, w in zip(starts, rows, strict=False)]
    told = convert(number.readings[0].value, number.unit, minute)[0]
    slack = max(1.0, 0.1 * told) if number.hedge is not None else 1.0
    good = any(all(abs(value - told) <= slack for value in row) for row in (starts, pauses))
    text = ", ".join(f"{value:g} min" for value in starts)
    names = tuple(f"window {w.level} {w.starts_at}" for w in rows[:4])
    return Ruling("supported" if good else "contradicted", text, text, names, None if good else text)


def _recovered(scene: Scene, bound: Bound) -> Ruling | None:
    """ "The deepest began at 10:31; recovery took 210 seconds" where a metric is called "recovery", too: of a drop whose start is told here."""
    starts = {minutes_of(t.text) for t in scene.tokens if t.number is not None and t.number.kind == "clock"}
    for window in scene.vocabulary.facts.windows:
        if window.recovered_after_s is not None and minutes_of(window.starts_at) in starts:
            if agrees(bound.number, convert(window.recovered_after_s, unit_named("s"), bound.number.unit)):
                text = f"recovered after {window.recovered_after_s:g} s"
                return Ruling("supported", text, text, (f"window {window.level} {window.starts_at}",))
    return None


def judge_duration(scene: Scene, bound: Bound) -> Ruling | None:
    """How long drops last or how soon they recover; None when that is not what the number says."""
    number = bound.number
    if (
        number.dimension != "time"
        or number.unit is None
        or number.unit.scale < 1000
        or not scene.vocabulary.facts.windows
    ):
        return None
    recovering = _speaks_of(scene, "recover")
    if not recovering and not _speaks_of(scene, "drop"):
        return None
    levels = bound.levels[0] if bound.levels else None
    held = windows_at(scene, levels)
    every = _EVERY.search(scene.block.text[max(0, number.start - 12) : number.start])
    if _APART.match(scene.block.text[number.end :]):
        return _apart(bound, held)
    if every is not None:  # "they come every fifteen minutes", and "a sample was taken every minute"
        if scene.has("drop") or scene.matches(_THEY):
            return _apart(bound, held)
        return Ruling("unverifiable", "how often something was done", "как часто что-то делали")
    if bound.metrics and bound.metric_source == "near" and bound.metric_cost <= 2:
        if not recovering or (told := _recovered(scene, bound)) is None:
            return None
        return told
    recovering = recovering and not _of_the_drop(scene, bound)
    if not levels and (number.hedge in ("over", "under") or number.open_end):
        from factcheck.refuting.stretches import meant_drops

        held = meant_drops(scene) or held
    minute = unit_named("min")
    lengths = [
        (w, (w.recovered_after_s / 60 if w.recovered_after_s is not None else None) if recovering else length_of(w))
        for w in held
    ]
    known = [(w, value) for w, value in lengths if value is not None]
    if not known:
        return None
    low = convert(number.readings[0].value, number.unit, minute)[0]
    high = convert(number.high[0].value, number.unit, minute)[0] if number.high else low
    slack = convert(number.readings[0].quantum, number.unit, minute)[0] / 2
    known.sort(key=lambda one: -one[1] if number.hedge == "under" else 0)  # what breaks a bound is told first
    text = ", ".join(f"{w.starts_at}–{w.ends_at}: {value:g} min" for w, value in known[:4])
    names = tuple(f"window {w.level} {w.starts_at}" for w, _ in known[:4])
    if number.open_end or number.hedge == "over":
        good = (all if _OF_ALL.search(scene.sentence.text) else any)(value >= low - slack for _, value in known)
    elif number.hedge == "under":  # "all were over within two minutes": how soon they recover is held to the second
        good = all(value <= high + (min(slack, high / 10) if recovering else slack) for _, value in known)
    elif number.high is not None:
        good = all(low - slack <= value <= high + slack for _, value in known)
    else:
        from factcheck.judging.drops import is_the_whole, sums_of_lengths, together

        if is_the_whole(scene, bound.place):
            return None

        good = any(low - slack <= value <= low + slack for _, value in known)
        good = good or _of_its_other_measure(scene, bound, held, low, slack)
        apart = {abs(a - b) for (_, a), (_, b) in itertools.combinations([(w, length_of(w) or 0.0) for w in scene.vocabulary.facts.windows], 2)} if tells_by_how_much(scene.block.text, number) else set()  # fmt: skip
        good = good or any(low - slack <= value <= low + slack for value in apart)
        good = good or together(scene) and any(low - slack <= value <= low + slack for value in sums_of_lengths(scene))
    return Ruling("supported" if good else "contradicted", text, text, names, None if good else text)

"""Holds what is told of each of several drops to that very drop: "10:52–10:55 (91.9%, recovered after 240 s)", "the second was longer", "the longest was also the deepest".

The judges of windows accept what fits any drop that may be meant. Where a clock, a place in the count or an "in all cases" says which, only that one counts.
"""

from __future__ import annotations

import itertools
import re

from factcheck.binding.arguments import is_hedged, is_negated
from factcheck.binding.scene import Scene
from factcheck.binding.scope import phrases
from factcheck.forms.facts import Window
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.judging.windows import length_of, minutes_of
from factcheck.reading.counts import COUNT, count_said
from factcheck.reading.numbers import Number
from factcheck.reading.sentences import Token
from factcheck.reading.units import convert, unit_named
from factcheck.refuting.stretches import drops_of, meant_drops, told_before

_RECOVER = re.compile(r"recover|back (?:to normal|after)|восстан|отошл|вернул", re.I)
_LENGTH = re.compile(
    r"\b(?:lasted|lasting|long|length|duration)\b|(?<!\w)(?:дл[яи]\w+|продолжительн\w+|длительн\w+|продолжал\w+)", re.I
)
_DROP = re.compile(
    r"просад|провал|кризис|\b(?:drop|dip|stall|cris[ie]s|collapse)|(?<!\w)(?:перв|втор)(?:ый|ая)(?!\w)", re.I
)
_NOUN = r"(?:просадк\w*|провал\w*|кризис\w*|drops?|dips?|stalls?|cris[ie]s)"
_UNIT = r"(?:(?P<s>s\b|sec\w*|с(?!\w)|сек\w*)|(?P<m>min\w*|мин\w*))"
_SPAN = re.compile(
    rf"(?:\brecover\w*|(?<!\w)восстан\w+)[^.;:\d]{{0,40}}?(?P<low>\d+(?:[.,]\d+)?)\s*(?:s|sec\w*|min\w*|с|сек\w*|мин\w*)?\s*(?:to|and|–|—|-|до|и)\s*(?P<high>\d+(?:[.,]\d+)?)\s*{_UNIT}",
    re.I,
)
_ALL = re.compile(
    r"\b(?:all|every|each|always|both)\b|(?<!\w)(?:все|всех|кажд\w+|всегда|любо\w+|обе|обоих|обеих)(?!\w)", re.I
)


def judge_drop_details(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each detail that is another drop's."""
    if (
        scene.block.kind not in ("paragraph", "item", "lead")
        or len(drops_of(scene)) < 2
        or scene.tokens[-1].text == "?"
    ):
        return []
    return [*_clocked(scene), *_spans(scene), *_bounded(scene), *_both(scene), *_of_two(scene), *_of_one(scene)]


def _recovery(window: Window) -> float | None:
    return None if window.recovered_after_s is None else window.recovered_after_s / 60


def _told(window: Window) -> str:
    recovery = f", {window.recovered_after_s:g} s" if window.recovered_after_s is not None else ""
    return f"{window.level} {window.starts_at}–{window.ends_at}: {window.depth_pct}%{recovery}"


def _refused(first: int, last: int, rows: list[Window]) -> Ruled:
    text = "; ".join(_told(window) for window in rows[:4])
    return first, last, "window", Ruling("contradicted", text, text, ("windows",), text)


# -- by the clock -----------------------------------------------------------------------------------------------------


def _clocked(scene: Scene) -> list[Ruled]:
    """The numbers behind each "10:52–10:55", up to the next clock, by that drop; where its depth or recovery is another drop's."""
    rows = drops_of(scene)
    clocks = [t for t in scene.tokens if t.number is not None and t.number.kind == "clock"]
    found: list[Ruled] = []
    paired: set[int] = set()
    for one, two in itertools.pairwise(clocks):
        window = next((w for w in rows if minutes_of(w.starts_at) == minutes_of(one.text) and minutes_of(w.ends_at) == minutes_of(two.text)), None)  # fmt: skip
        if window is None or two.index - one.index > 3:
            continue
        paired.update((one.index, two.index))
        stop = _end(scene, clocks, one.index, two.index, window)
        recovering = _RECOVER.search(scene.sentence.text) is not None
        for token in scene.tokens[two.index + 1 : stop]:
            number = token.number
            if number is None or number.high is not None or number.fraction or number.kind != "value":
                continue
            own = _followed_by(scene, token, clocks, rows) or window
            if _of_another(number, own, rows, recovering):
                found.append(_refused(two.index, token.index, [own]))
    return found if paired else _by_start(scene, clocks, rows)


_FROM = ("from", "between", "at", "с", "в", "между", "(")


def _followed_by(scene: Scene, token: Token, clocks: list[Token], rows: list[Window]) -> Window | None:
    """ "And 58.8% from 06:11 to 06:23": the drop whose start follows a number, with nothing but a word of place between."""
    start = next((clock for clock in clocks if 0 < clock.index - token.index <= 3), None)
    gap = scene.tokens[token.index + 1 : start.index] if start is not None else []
    if not gap or not all(t.lower in _FROM for t in gap):
        return None
    said = minutes_of(start.text) if start is not None else None
    return next((w for w in rows if said is not None and minutes_of(w.starts_at) == said), None)


def _by_start(scene: Scene, clocks: list[Token], rows: list[Window]) -> list[Ruled]:
    """ "The drop at 13:31 was 44.0% deep", "lasted seven minutes": of the drop that began then, where the sentence tells one clock."""
    starting = [w for w in rows if len(clocks) == 1 and minutes_of(w.starts_at) == minutes_of(clocks[0].text)]
    text = scene.sentence.text
    if len(starting) != 1 or not _DROP.search(text) or scene.mentions.metrics:
        return []
    window, found = starting[0], []
    recovering, lasting = _RECOVER.search(text) is not None, _LENGTH.search(text) is not None
    for token in scene.tokens[clocks[0].index + 1 : _end(scene, clocks, clocks[0].index, clocks[0].index, window)]:
        number = token.number
        if number is None or number.high is not None or number.fraction or number.kind != "value":
            continue
        length = length_of(window)
        wrong = _of_another(number, window, rows, recovering)
        if number.dimension == "time" and lasting and not recovering and number.hedge is None and length is not None:
            minutes = convert(number.low_value(), number.unit, unit_named("min"))
            wrong = bool(minutes) and all(abs(value - length) > 1.0 for value in minutes)
        if wrong:
            found.append(_refused(clocks[0].index, token.index, [window]))
    return found


def _end(scene: Scene, clocks: list[Token], one: int, two: int, window: Window) -> int:
    """Where what is told of a clock ends: at the next clock, a contrast, the bracket that it stands in, another level."""
    tokens = scene.tokens
    opened = any(t.text == "(" for t in tokens[max(0, one - 3) : one])
    stops = [t.index for t in clocks if t.index > two]
    stops += [t.index for t in tokens[two + 1 :] if t.text == ";" or t.lower in _TURNS or t.text == ")" and opened]
    stops += [t.index for t in tokens[two + 1 :] if _is_other_one(tokens, t.index)]
    stops += [m.first for m in scene.mentions.levels if m.first > two and (window.level or "") not in m.ids]
    return min(stops, default=len(tokens))


_TURNS = {"а", "но", "but", "while", "whereas", "зато", "тогда"}
_OTHER_ONE = re.compile(r"second|third|other|next|last|втор(?:ой|ая|ое)|трет(?:ий|ья|ье)|друг(?:ой|ая|ое)|следующ(?:ий|ая|ее)|последн(?:ий|яя|ее)", re.I)  # fmt: skip
_PARTS = {",", "and", "и", "the"}


def _is_other_one(tokens: list[Token], at: int) -> bool:
    """Whether another drop is told of from here: ", the second", "и ещё одна", "and another"."""
    token, former = tokens[at].lower, tokens[at - 1].lower if at else ""
    if token in ("another", "одна", "один", "одно"):
        return former in (*_PARTS, "ещё", "еще")
    return _OTHER_ONE.fullmatch(token) is not None and former in _PARTS


def _of_another(number: Number, window: Window, rows: list[Window], recovering: bool) -> bool:
    """Whether a depth or a time is none of the drop's own, but another's."""
    if number.dimension == "percent":
        own, other = _depths([window]), _depths([w for w in rows if w is not window])
        return bool(own) and not _near(number, own, 0.06) and _near(number, other, 0.06)
    if number.dimension != "time" or not recovering:
        return False
    minutes = convert(number.low_value(), number.unit, unit_named("min"))
    slack = convert(number.readings[0].quantum / 2, number.unit, unit_named("min"))
    known = [value for value in (_recovery(window), length_of(window)) if value is not None]
    others = [value for w in rows if w is not window and (value := _recovery(w)) is not None]
    mine = any(abs(m - v) <= slack[0] + 1e-6 for m in minutes for v in known)
    theirs = any(abs(m - v) <= slack[0] + 1e-6 for m in minutes for v in others)
    return _recovery(window) is not None and not mine and theirs


def _depths(rows: list[Window]) -> list[float]:
    return [w.depth_pct for w in rows if w.depth_pct is not None]


def _near(number: Number, values: list[float], slack: float) -> bool:
    return any(abs(number.low_value() - value) <= number.readings[0].quantum / 2 + slack for value in values)


# -- all of them ------------------------------------------------------------------------------------------------------


def _scope(scene: Scene) -> list[Window]:
    """The drops of the levels that are named or that the section is of; all of them where it is of none."""
    levels = scene.cells_of(scene.mentions.levels) or scene.inherited_levels
    every = _ALL.search(scene.sentence.text) is not None and not scene.mentions.levels
    return [w for w in drops_of(scene) if every or not levels or scene.vocabulary.canonical(w.level or "") in levels]


def _spans(scene: Scene) -> list[Ruled]:
    """ "Recovery took 95 to 150 seconds in all cases": of every drop that is meant."""
    found: list[Ruled] = []
    for phrase in phrases(scene, _SPAN):
        if not scene.matches(_ALL) or is_negated(scene, phrase.first) or is_hedged(scene, phrase.first):
            continue
        low, high = (float(phrase.match.group(end).replace(",", ".")) for end in ("low", "high"))
        scale = 60.0 if phrase.match.group("s") else 1.0
        held = [(w, value * scale) for w in _scope(scene) if (value := _recovery(w)) is not None]
        if len(held) >= 2 and any(not low - 0.5 <= value <= high + 0.5 for _, value in held):
            found.append(_refused(phrase.first, phrase.last, [w for w, _ in held]))
    return found


_BACK = re.compile(
    r"\brecover\w*|\bback\b|\breturn\w*|(?<!\w)(?:восстан|верну|возвра|отош|приш(?:л\w+|[её]л) в|приходи\w+ в)\w*", re.I
)
_COUNTED = re.compile(
    rf"(?<!\w)(?:all (?P<n>{COUNT})|(?P<both>both)|(?:each|every) (?:time|{_NOUN})|always|все (?P<n_ru>{COUNT})|всех (?P<n_of>{COUNT})|(?P<both_ru>оба|обе|обоих|обеих)|(?:кажд|всяк)\w+ (?:раз|{_NOUN})|всегда)(?!\w)",
    re.I,
)


def _bounded(scene: Scene) -> list[Ruled]:
    """ "All three times it was back within 15 minutes", "после обоих скорость вернулась менее чем за 20 минут": of every drop that the lines before told."""
    counted = _COUNTED.search(scene.sentence.text)
    if counted is None or _BACK.search(scene.sentence.text) is None or scene.mentions.levels:
        return []
    said = next((count_said(text) for name in ("n", "n_ru", "n_of") if (text := counted.group(name))), None)
    said = 2 if counted.group("both") or counted.group("both_ru") else said
    groups = (told_before(scene), _scope(scene), drops_of(scene))
    readings = [rows for rows in groups if len(rows) > 1 and said in (None, len(rows))]
    held = [[(w, value) for w in rows if (value := _recovery(w)) is not None] for rows in readings]
    found: list[Ruled] = []
    for token in scene.tokens:
        number = token.number
        if number is None or number.dimension != "time" or number.hedge not in ("under", "over") or is_negated(scene, token.index):  # fmt: skip
            continue
        limit = convert(number.low_value(), number.unit, unit_named("min"))[0]
        wrong = [[w for w, value in row if (value > limit if number.hedge == "under" else value < limit)] for row in held]  # fmt: skip
        if wrong and all(wrong):
            found.append(_refused(token.index, token.index, wrong[0]))
    return found


# -- extremes that coincide ---------------------------------------------------------------------------------------------

_MOST = (
    ("deep", 1, r"deepest|сам\w+ глубок\w+|глубочайш\w+"),
    ("deep", -1, r"shallowest|сам\w+ мелк\w+|сам\w+ неглубок\w+"),
    ("long", 1, r"longest|сам\w+ (?:долг|длинн|продолжительн|длительн)\w+"),
    ("long", -1, r"shortest|сам\w+ (?:коротк|кратк)\w+"),
)
_ALSO = re.compile(
    rf"(?:\bthe |(?<!\w))(?P<a>{'|'.join(words for _, _, words in _MOST)})(?!\w)[^.;:]{{0,60}}?(?:\balso\b|\bas well\b|\bat the same time\b|\bthe same\b|(?<!\w)(?:же|также|одновременно|заодно|и|оказал\w+)(?!\w))"
    rf"[^.;:]{{0,30}}?(?P<b>{'|'.join(words for _, _, words in _MOST)})(?!\w)",
    re.I,
)


def _kind(text: str) -> tuple[str, int]:
    return next((name, sign) for name, sign, words in _MOST if re.fullmatch(words, text, re.I))


def _both(scene: Scene) -> list[Ruled]:
    """ "The longest drop was also the deepest": one drop must be both."""
    found: list[Ruled] = []
    for phrase in phrases(scene, _ALSO):
        kinds = [_kind(phrase.match.group("a")), _kind(phrase.match.group("b"))]
        if kinds[0][0] == kinds[1][0] or not scene.matches(_DROP) or is_negated(scene, phrase.first) or is_negated(scene, phrase.last):  # fmt: skip
            continue
        rows = _scope(scene)
        tops = [_tops(rows, *kind) for kind in kinds]
        if len(rows) >= 2 and all(tops) and not any(w in tops[1] for w in tops[0]):
            found.append(_refused(phrase.first, phrase.last, rows))
    return found


def _measure(window: Window, kind: str) -> float | None:
    return window.depth_pct if kind == "deep" else length_of(window)


def _tops(rows: list[Window], kind: str, sign: int) -> list[Window]:
    known = [(w, value * sign) for w in rows if (value := _measure(w, kind)) is not None]
    best = max((value for _, value in known), default=0.0)
    return [w for w, value in known if value >= best - 0.01] if len(known) == len(rows) else []


# -- two of them ------------------------------------------------------------------------------------------------------

_WORDS = {"deeper": ("deep", 1), "shallower": ("deep", -1), "глубже": ("deep", 1), "мельче": ("deep", -1),
          "longer": ("long", 1), "shorter": ("long", -1), "дольше": ("long", 1), "длиннее": ("long", 1), "продолжительнее": ("long", 1), "короче": ("long", -1)}  # fmt: skip
_SECOND = re.compile(r"^\W*(?:\*\*)?(?:the second\b|вторая(?!\w)|второй(?!\w))", re.I)
_FIRST = re.compile(r"^\W*(?:\*\*)?(?:the first\b|первая(?!\w)|первый(?!\w))", re.I)
_ORDINAL = re.compile(r"^(?:second|first|втор(?:ой|ая|ое)|перв(?:ый|ая|ое))$")
_FOREIGN = re.compile(
    r"(?:second|first|втор\w+|перв\w+)\s+(?:\w+\s+)?(?:run|level|experiment|half|прогон|эксперимент|уров|полов|режим|вариант)",
    re.I,
)


def _of_two(scene: Scene) -> list[Ruled]:
    """ "The second was deeper and longer than the first": of the two drops told before, or of the only level that has two."""
    text = scene.sentence.text
    begins = _SECOND.search(text) or _FIRST.search(text)
    if not begins or not _DROP.search(text) or _FOREIGN.search(text):
        return []
    rows = _pair(scene)
    found: list[Ruled] = []
    for token in scene.tokens:
        kind, way = _WORDS.get(token.lower, ("", 0))
        said = [t.lower for t in scene.tokens[: token.index] if _ORDINAL.match(t.lower) and _is_subject(scene, t)]
        sign = 1 if said and said[-1].startswith(("second", "втор")) else -1
        if not kind or not rows or not said or is_negated(scene, token.index) or is_hedged(scene, token.index):
            continue
        one, two = (_measure(w, kind) for w in rows)
        if one is not None and two is not None and (two - one) * sign * way < 0:
            found.append(_refused(token.index, token.index, rows))
    return found


def _is_subject(scene: Scene, token: Token) -> bool:
    """Whether nothing before an ordinal makes it an object: "after the first", "длиннее второй"."""
    before = [t.lower for t in scene.tokens[max(0, token.index - 2) : token.index] if t.lower != "the"]
    return not before or before[-1] not in _WORDS and before[-1] not in ("of", "after", "before", "than", "to", "from", "после", "до", "от", "чем", "у", "для", "окончания", "начала")  # fmt: skip


def _pair(scene: Scene) -> list[Window]:
    """The two drops that are counted off: those told before, or those of the only level that has two (and of the section's, if it has one)."""
    levels = scene.cells_of(scene.mentions.levels) or scene.inherited_levels
    groups = []
    for level in scene.vocabulary.level_ids:
        row = [w for w in drops_of(scene) if scene.vocabulary.canonical(w.level or "") == level]
        if len(row) == 2 and (not levels or level in levels):
            groups.append(row)
    if len(groups) == 1:
        return groups[0]
    told = meant_drops(scene)
    levels_told = {w.level for w in told}
    return next((row for row in groups if len(levels_told) == 1 and row[0].level in levels_told), [])


# -- one of them, told by its clock or its place in the count ---------------------------------------------------------

_DEEPER = r"(?P<deep>deeper|(?:по)?глубже)|(?P<shallow>shallower|milder|gentler|(?:по)?мельче|мягче)"
_LONGER = (
    r"(?P<long>longer|(?:по)?дольше|(?:по)?длиннее|подлиннее|продолжительнее)|(?P<short>shorter|briefer|(?:по)?короче)"
)
_MORE = re.compile(rf"(?<!\w)(?:{_DEEPER}|{_LONGER})(?!\w)", re.I)
_EDGE = re.compile(
    r"(?<!\w)(?:(?P<deep>deepest|сам\w+ глубок\w+|глубочайш\w+)|(?P<shallow>shallowest|mildest|сам\w+ (?:мелк|неглубок)\w+)|"
    r"(?P<long>longest|сам\w+ (?:долг|длинн|продолжительн|длительн)\w+)|(?P<short>shortest|briefest|сам\w+ (?:коротк|кратк)\w+))(?!\w)",
    re.I,
)
_KINDS = {"deep": ("deep", 1), "shallow": ("deep", -1), "long": ("long", 1), "short": ("long", -1)}
_ORDINALS = re.compile(
    r"(?<!\w)(?:(?P<n0>first|перв(?:ый|ая|ое))|(?P<n1>second|втор(?:ой|ая|ое))|(?P<n2>third|трет(?:ий|ья|ье))|(?P<last>last|последн(?:ий|яя|ее)))(?!\w)",
    re.I,
)
_AMONG = re.compile(r"(?<!\w)(?:of (?:them|the (?:two|three|four))|из (?:них|двух|тр[её]х|четыр[её]х))(?!\w)", re.I)


def _of_one(scene: Scene) -> list[Ruled]:
    """ "The second, from 00:40 to 01:19, was longer still but milder", "Самая глубокая из них — первая": one drop against those it may be compared with."""
    found = []
    for pattern in (_MORE, _EDGE):
        for phrase in phrases(scene, pattern):
            kind, way = next(_KINDS[name] for name, text in phrase.match.groupdict().items() if text)
            window = _one_meant(scene, phrase.first, phrase.last, pattern is _EDGE)
            if window is None or is_negated(scene, phrase.first) or is_hedged(scene, phrase.first) or scene.matches(_RECOVER):  # fmt: skip
                continue
            own, rows = _measure(window, kind), _rivals(scene, window, phrase.last, pattern is _EDGE)
            others = [value for w in rows if (value := _measure(w, kind)) is not None]
            if own is None or not others or len(others) != len(rows):
                continue
            worse = [(own - other) * way < -0.01 for other in others]
            if any(worse) if pattern is _EDGE else all(worse):
                found.append(_refused(phrase.first, phrase.last, [window, *rows]))
    return found


def _one_meant(scene: Scene, first: int, last: int, edge: bool) -> Window | None:
    """The drop that a word is of: of the last clock before it, of its place in the count, or of the sentence before."""
    starts = {minutes_of(w.starts_at): w for w in drops_of(scene)}
    before = [t for t in scene.tokens[:first] if t.number is not None and t.number.kind == "clock"]
    row = _counted(scene)
    said = [t for t in scene.tokens[:first] if _ORDINALS.fullmatch(t.text) and _is_subject(scene, t)]
    if edge and not said:
        said = [t for t in scene.tokens[last + 1 : last + 6] if _ORDINALS.fullmatch(t.text)]
    if said and before and before[-1].index > said[-1].index and minutes_of(before[-1].text) is not None:
        said = []  # "the second, from 00:40 to 01:19, was longer"
        before = before[-2:]
    if said and len(row) > 1 and not scene.matches(_FOREIGN):
        match = _ORDINALS.fullmatch(said[-1].text)
        if match is not None and match.group("last"):
            return row[-1] if row and edge else None
        at = next((n for n in range(3) if match is not None and match.group(f"n{n}")), 9)
        return row[at] if at < len(row) else None
    clocked = [starts[minutes_of(t.text)] for t in before if minutes_of(t.text) in starts]
    if clocked and said:
        return None  # "the first, from 16:08 to 16:19, is the longest; the last is the deepest"
    if edge and clocked and not _says_it_of(scene, before[-1].index, first):
        return None  # "and the deepest began at 04:26"
    if clocked:
        apart = any(_is_other_one(scene.tokens, at) for at in range(before[-1].index + 1, first))
        return clocked[-1] if len(clocked) == 1 and not apart else None
    if said or scene.former is None or scene.mentions.levels or not scene.matches(_DROP):
        return None
    told = [
        starts[minutes_of(t.text)] for t in scene.former.tokens if t.number is not None and minutes_of(t.text) in starts
    ]
    return told[0] if len(told) == 1 else None


_IS = {"—", "–", ":", "is", "was", "он", "она", "оно", "it", "был", "была", "было", "оказался", "оказалась"}


def _says_it_of(scene: Scene, clock: int, place: int) -> bool:
    """Whether an extreme is said of the clock before it, and not of one that follows."""
    after = [t for t in scene.tokens[place : place + 14] if t.number is not None and t.number.kind == "clock"]
    return not after and place - clock <= 12 and any(t.lower in _IS for t in scene.tokens[clock + 1 : place])


def _counted(scene: Scene) -> list[Window]:
    """The drops that are counted off: those whose clocks stand in this sentence or the one before, or those of the section's level."""
    starts = {minutes_of(w.starts_at): w for w in drops_of(scene)}
    for one in (scene.former, scene):
        if one is not None:
            told = [
                starts[minutes_of(t.text)] for t in one.tokens if t.number is not None and minutes_of(t.text) in starts
            ]
            if len(told) > 1:
                return list({id(w): w for w in told}.values())
    return _pair(scene)


def _rivals(scene: Scene, window: Window, last: int, edge: bool) -> list[Window]:
    """The drops that it may be compared with: of the level named behind "than", of its own level, or all of them."""
    behind = [m for m in scene.mentions.levels if m.first > last and m.role == "than"]
    own = [w for w in drops_of(scene) if w.level == window.level and w is not window]
    if behind:
        ids = behind[0].ids
        return [w for w in drops_of(scene) if scene.vocabulary.canonical(w.level or "") in ids and w is not window]
    if any(t.lower in ("than", "чем") for t in scene.tokens[last + 1 : last + 4]):
        said = [
            t
            for t in scene.tokens[last + 1 :]
            if t.lower.startswith(("перв", "first", "предыдущ", "previous", "прошл"))
        ]
        levels = scene.vocabulary.level_ids
        place = levels.index(window.level) if window.level in levels else 0
        if not said or place == 0:
            return []
        base = levels[0] if said[0].lower.startswith(("перв", "first")) else levels[place - 1]
        return own if own and len(own) < 3 else [w for w in drops_of(scene) if w.level == base]
    if edge:
        return own if _AMONG.search(scene.sentence.text) else [w for w in drops_of(scene) if w is not window]
    return own + [w for w in told_before(scene) if w is not window and w not in own]

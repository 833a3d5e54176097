"""Holds what is told of single drops in words to the drop that is meant: "recovery took half an hour", "the second was shorter", "an hour between them".

Which drop is meant is said by its clock, its level, or by what the lines before spoke of ("the first of them"). Only refutes.
"""

from __future__ import annotations

import itertools
import re

from factcheck.binding.arguments import is_hedged, is_negated
from factcheck.binding.scene import Scene
from factcheck.binding.scope import phrases
from factcheck.forms.facts import Window
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.judging.windows import in_time, length_of, minutes_of

_SPELLED = {
    "half_hour": (30.0, r"пол-?часа|получаса|half an hour|half-hour"),
    "quarter": (15.0, r"четверт[ьи] часа|a quarter of an hour|quarter-hour"),
    "minute": (1.0, r"(?<!\w)минуту(?!\w)|\ba minute\b"),
    "hour_half": (90.0, r"полутора часов|полтора часа|an hour and a half"),
    "hour": (60.0, r"(?<!\w)час(?:а)?(?!\w)|\ban hour\b|\bone hour\b"),
}
_UNITS = ((1 / 60, r"(?:с|сек(?:унд\w*)?|s|secs?|seconds?)(?!\w)"), (1.0, r"(?:мин(?:ут\w*)?|min|mins|minutes?)(?!\w)"))
_NEARLY = (
    r"(?P<near>около|примерно|почти|порядка|приблизительно|about|nearly|almost|roughly|around|some|approximately)?"
)
_BOUND = r"(?:(?P<over>более|больше|свыше|дольше|more than|over|longer than|at least)|(?P<under>менее|меньше|не более|less than|under|within|за(?= минуту)|in(?= a minute)))?"
_LENGTH = (
    rf"{_BOUND}\s*{_NEARLY}\s*(?:"
    + "|".join(f"(?P<{name}>{text})" for name, (_, text) in _SPELLED.items())
    + rf"|(?P<count>\d+(?:[.,]\d+)?)\s*(?:(?P<seconds>{_UNITS[0][1]})|(?P<minutes>{_UNITS[1][1]})))"
)
_GAP = r"[^.,;:\d]{0,40}?"
_RECOVERED = re.compile(rf"(?:(?<!\w)восстанов\w+|\brecover\w*)(?P<between>{_GAP})(?<!\w){_LENGTH}", re.I)
_TO_RECOVER = re.compile(rf"(?<!\w){_LENGTH}\s+(?:to recover|на восстановление|до восстановления)(?!\w)", re.I)
_LASTED = re.compile(
    rf"(?:(?<!\w)(?:длил\w+|продолжал\w+|тянул\w+|продлил\w+)|\blasted\b)(?P<between>{_GAP})(?<!\w){_LENGTH}", re.I
)
_EXCEEDED = re.compile(
    rf"(?:(?<!\w)(?:длительност\w+|продолжительност\w+)|\b(?:length|duration)s?\b)(?P<between>[^.;:\d]{{0,60}}?)(?:(?<!\w)(?P<no>не )?превыша\w+|(?<!\w)(?P<no2>не )?превысил\w*|"
    rf"\b(?P<no3>(?:did not|never|does not) )?exceed(?:ed|s)?)\s+{_LENGTH}",
    re.I,
)
_EVERY = re.compile(r"(?<!\w)(?:во всех|всех|кажд\w+|любо\w+|все|обе)(?!\w)|\b(?:all|every|each|both|any)\b", re.I)
_APART = re.compile(
    rf"(?:(?<!\w)(?:интервал|промежуток|пауза|перерыв) между (?:ними|двумя|двумя просадками|просадками|провалами)|"
    rf"\b(?:interval|gap|pause|time) between (?:them|the two|the drops|the two drops)|(?<!\w)между (?:ними|двумя просадками|просадками|провалами)(?: \w+)? (?:прош\w+|минова\w+|был[оаи]?|лежит|лежат|"
    rf"лежал\w*))(?P<between>[^.,;\d]{{0,24}}?)(?<!\w){_LENGTH}",
    re.I,
)
_ORDINAL = re.compile(
    r"(?<!\w)(?:(?P<one>перв(?:ая|ой|ую))|(?P<two>втор(?:ая|ой|ую))|(?P<three>треть(?:я|ей|ю)))(?!\s+(?:\w+\s+)?(?:эксперимент|прогон|вариант|конфигурац|минут|полов|серии))|"
    r"\bthe (?:(?P<first>first)|(?P<second>second)|(?P<third>third))\b(?!\s+(?:\w+\s+)?(?:experiment|run|level|value|setting|minute|hour|half|configuration))",
    re.I,
)
_DROPS = re.compile(r"просад|провал|кризис|\b(?:drop|dip|stall|cris[ie]s)", re.I)
_DEEPER = {"deeper": 1, "shallower": -1, "глубже": 1, "мельче": -1}
_LONGER = {"longer": 1, "shorter": -1, "дольше": 1, "длиннее": 1, "продолжительнее": 1, "короче": -1}
_NOUN = r"(?:просадк\w+|провал\w*|кризис\w*|drops?|dips?|stalls?|cris[ie]s)"
_EXTREME = re.compile(
    r"(?:(?P<deep>(?<!\w)(?:сам\w+ глубок\w+|глубочайш\w+|наиболее глубок\w+)|\bdeepest)|(?P<shallow>(?<!\w)сам\w+ (?:мелк|неглубок)\w+|\bshallowest)|"
    r"(?P<long>(?<!\w)(?:сам\w+ (?:долг|длинн|продолжительн|длительн)\w+|наиболее (?:долг|длительн|продолжительн)\w+)|\blongest)|(?P<short>(?<!\w)сам\w+ (?:коротк|кратк)\w+|\bshortest))(?!\w)",
    re.I,
)
_THAN = re.compile(
    r"(?P<way>deeper|shallower|longer|shorter|глубже|мельче|дольше|длиннее|продолжительнее|короче)[ ,]+(?:than|чем)(?!\w)",
    re.I,
)
_OFTEN = re.compile(r"(?<!\w)част(?:ые|ых)(?!\w)|(?<!not )(?<!less )\bfrequent\b", re.I)
_RARE = re.compile(r"(?<!\w)редк(?:ие|их)(?!\w)|\b(?:rare|infrequent)\b", re.I)
_BACK = 4


def judge_stretches(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of what is told of a drop's recovery, length, distance or frequency and is not so."""
    if scene.block.kind not in ("paragraph", "item", "lead") or not scene.vocabulary.facts.windows:
        return []
    if not scene.tokens or scene.tokens[-1].text == "?":
        return []
    return [
        *_durations(scene),
        *_exceeding(scene),
        *_distances(scene),
        *_compared(scene),
        *_extremes(scene),
        *_frequencies(scene),
    ]


def drops_of(scene: Scene) -> list[Window]:
    """The drops in the order in which they came."""
    return in_time([w for w in scene.vocabulary.facts.windows if w.kind in (None, "drop", "crisis")])


def _clocked(scene: Scene, text: str) -> list[Window]:
    """The drops whose start a text tells; a clock behind the start of one that ends then ("03:31–03:52") begins no other."""
    said: set[float | None] = set()
    ends: set[float | None] = set()
    for found in re.findall(r"(?<!\d)\d{1,2}:\d{2}(?!\d)", text):
        at = minutes_of(found)
        if at in ends:
            ends = set()
            continue
        said.add(at)
        ends = {minutes_of(w.ends_at) for w in drops_of(scene) if minutes_of(w.starts_at) == at}
    return [w for w in drops_of(scene) if minutes_of(w.starts_at) in said]


def _at(scene: Scene, levels: frozenset[str]) -> list[Window]:
    return [w for w in drops_of(scene) if scene.vocabulary.canonical(w.level or "") in levels]


def _before(scene: Scene) -> list[str]:
    """The texts of the sentences and lines before, nearest first, as far as they may be leant on."""
    row = scene.world.scenes_of(scene.block)
    place = next((i for i, one in enumerate(row) if one is scene), 0)
    texts = [one.sentence.text for one in reversed(row[:place])]
    for at in range(scene.block.order - 1, max(-1, scene.block.order - 1 - _BACK), -1):
        other = scene.world.blocks[at]
        if other.section != scene.block.section or other.kind not in ("paragraph", "item", "lead"):
            break
        texts.append(other.text)
    return texts


def told_before(scene: Scene) -> list[Window]:
    """The drops whose clocks the sentences and lines before tell."""
    return _clocked(scene, " ".join(_before(scene)))


def meant_drops(scene: Scene) -> list[Window]:
    """The drops that the sentence is of: by clock, by level, by what the lines before told; one of them where it is counted off."""
    found = _clocked(scene, scene.sentence.text)
    levels = {m.ids for m in scene.mentions.levels if m.role != "than"}
    if not found and len(levels) == 1:
        found = _at(scene, next(iter(levels)))
    elif not found and levels:
        return []
    if not found:
        told = next((rows for text in _before(scene) if (rows := _clocked(scene, text))), [])
        if len({w.level for w in told}) != 1:
            return []
        found = _at(scene, frozenset({scene.vocabulary.canonical(told[-1].level or "")}))
    ordinal = _ORDINAL.search(scene.sentence.text)
    if ordinal is not None:
        which = 0 if ordinal.group("one") or ordinal.group("first") else 1 if ordinal.group("two") or ordinal.group("second") else 2  # fmt: skip
        if which < len(found):
            return found[which : which + 1] if len(found) > 1 else found
        return _counted_off(scene, which)
    return found


def _counted_off(scene: Scene, which: int) -> list[Window]:
    """The second drop of the only level that has a second one."""
    rows = [_at(scene, frozenset({level})) for level in scene.vocabulary.level_ids]
    long = [row for row in rows if len(row) > which]
    return long[0][which : which + 1] if len(long) == 1 else []


def _length(match: re.Match[str]) -> tuple[float, float]:
    """The minutes that a phrase tells, and how far off they may be."""
    for name, (minutes, _) in _SPELLED.items():
        if match.group(name):
            return minutes, minutes * (0.25 if match.group("near") else 0.1)
    count = float(match.group("count").replace(",", "."))
    scale = _UNITS[0][0] if match.group("seconds") else _UNITS[1][0]
    return count * scale, max(scale / 2, count * scale * 0.2 if match.group("near") else 0.0)


def _agrees(match: re.Match[str], value: float) -> bool:
    told, slack = _length(match)
    if match.group("over"):
        return value >= told - 1e-9
    if match.group("under"):
        return value <= told + slack
    return abs(value - told) <= slack + 1e-9


def _durations(scene: Scene) -> list[Ruled]:
    """ "Recovery took half an hour", "lasted a quarter of an hour"."""
    found = []
    for pattern, measure in ((_RECOVERED, _recovery), (_TO_RECOVER, _recovery), (_LASTED, length_of)):
        for phrase in phrases(scene, pattern):
            if is_hedged(scene, phrase.first) or is_negated(scene, phrase.first) or len(list(phrases(scene, pattern))) > 1:  # fmt: skip
                continue
            if pattern is _LASTED and (phrase.match.group("count") or not _about(scene)):
                continue  # counted minutes are judged with the number
            known = [(w, value) for w in meant_drops(scene) if (value := measure(w)) is not None]
            if known and not any(_agrees(phrase.match, value) for _, value in known):
                found.append(
                    _refused(
                        phrase.first, phrase.last, [f"{w.starts_at}–{w.ends_at}: {value:g} min" for w, value in known]
                    )
                )
    return found


def _exceeding(scene: Scene) -> list[Ruled]:
    """ "The drops lasted more than a quarter of an hour in all cases": of all that are meant."""
    found = []
    for phrase in phrases(scene, _EXCEEDED):
        if not _about(scene) or not scene.matches(_EVERY) or is_hedged(scene, phrase.first):
            continue
        levels = frozenset().union(*(m.ids for m in scene.mentions.levels))
        known = [(w, value) for w in (_at(scene, levels) if levels else drops_of(scene)) if (value := length_of(w)) is not None]  # fmt: skip
        limit, _ = _length(phrase.match)
        denied = any(phrase.match.group(name) for name in ("no", "no2", "no3"))
        if any((value > limit) == denied for _, value in known):
            found.append(_refused(phrase.first, phrase.last, [f"{w.starts_at}–{w.ends_at}: {value:g} min" for w, value in known]))  # fmt: skip
    return found


def _recovery(window: Window) -> float | None:
    return None if window.recovered_after_s is None else window.recovered_after_s / 60


def _about(scene: Scene) -> bool:
    return any(_DROPS.search(text) for text in (scene.sentence.text, *_before(scene)[:2]))


def _distances(scene: Scene) -> list[Ruled]:
    """ "Half an hour between them": from the end of one to the start of the next, or from start to start."""
    found = []
    for phrase in phrases(scene, _APART):
        rows = meant_drops(scene)
        if len(rows) != 2 or is_hedged(scene, phrase.first):
            continue
        starts, end = [minutes_of(w.starts_at) for w in rows], minutes_of(rows[0].ends_at)
        if None in starts or end is None:
            continue
        gaps = [((starts[1] or 0.0) - origin) % 1440 for origin in (end, starts[0] or 0.0)]
        if not any(_agrees(phrase.match, gap) for gap in gaps):
            found.append(
                _refused(phrase.first, phrase.last, [f"{rows[0].ends_at} → {rows[1].starts_at}: {gaps[0]:g} min"])
            )
    return found


def _compared(scene: Scene) -> list[Ruled]:
    """ "At 16 there was one from 02:14 to 02:23; it was deeper and lasted longer": than the one told before."""
    if re.search(r"\bthan\b|(?<!\w)чем(?!\w)", scene.sentence.text, re.I):
        return []
    here = _clocked(scene, scene.sentence.text)
    told = next((rows for text in _before(scene)[:2] if (rows := _clocked(scene, text))), [])
    if not here or len(here) == 1 and (len(told) != 1 or told[0] in here):
        return []
    found = []
    for token in scene.tokens:
        deep, long = _DEEPER.get(token.lower), _LONGER.get(token.lower)
        sign = deep or long
        if sign is None or is_negated(scene, token.index) or is_hedged(scene, token.index):
            continue
        measure = (lambda w: w.depth_pct) if deep else length_of
        former = _clocked(scene, scene.sentence.text[: token.start - scene.tokens[0].start])
        if len(here) > 1 and former != here[:2]:
            continue
        one, rest = (here[0], here[1:]) if len(here) > 1 else (told[0], here)  # "the second, from 18:20, was shallower"
        base, values = measure(one), [measure(w) for w in rest]
        known = [value for value in values if value is not None]
        if base is not None and known and all((value - base) * sign < 0 for value in known):
            texts = [f"{w.starts_at}–{w.ends_at}: {w.depth_pct}%, {length_of(w):g} min" for w in (one, *rest)]
            found.append(_refused(token.index, token.index, texts))
    return found


def _extremes(scene: Scene) -> list[Ruled]:
    """ "The deepest drop was seen at 2 GB", "the drop at 16 GB was longer than the one at 2 GB": by the levels that are named."""
    levels = list(dict.fromkeys(m.ids for m in scene.mentions.levels))
    found = []
    for phrase in phrases(scene, _EXTREME):
        start = max(scene.sentence.text.rfind(mark, 0, phrase.match.start()) for mark in ",;:—")
        beside = scene.sentence.text[max(start + 1, phrase.match.start() - 45) : phrase.match.end() + 12]
        if re.search(rf"(?<!\w){_NOUN}(?!\w)", re.split(r"[,;:]", beside)[0], re.I) is None:
            continue
        deep, most = bool(phrase.match.group("deep") or phrase.match.group("shallow")), bool(phrase.match.group("deep") or phrase.match.group("long"))  # fmt: skip
        if len(levels) != 1 or is_negated(scene, phrase.first) or is_hedged(scene, phrase.first):
            continue
        here, other = _sizes(_at(scene, levels[0]), deep), _sizes([w for w in drops_of(scene) if w not in _at(scene, levels[0])], deep)  # fmt: skip
        wrong = here and other and (max(here) < max(other) - 0.05 if most else min(here) > min(other) + 0.05)
        if wrong:
            found.append(_refused(phrase.first, phrase.last, _rows(drops_of(scene))))
    for phrase in phrases(scene, _THAN):
        if not _about(scene) or is_negated(scene, phrase.first) or is_hedged(scene, phrase.first):
            continue
        word = phrase.match.group("way").lower()
        deep, sign = word in _DEEPER, _DEEPER.get(word) or _LONGER.get(word, 1)
        mine = {m.ids for m in scene.mentions.levels if m.first < phrase.first} or {scene.inherited_levels}
        for base in dict.fromkeys(m.ids for m in scene.mentions.levels if m.first > phrase.last):
            here, other = (_sizes(_at(scene, ids), deep) if len(mine) == 1 else [] for ids in (*mine, base)[:2])
            if here and other and (max(here) < min(other) if sign > 0 else min(here) > max(other)):
                found.append(_refused(phrase.first, phrase.last, _rows(drops_of(scene))))
                break
    return found


def _sizes(rows: list[Window], deep: bool) -> list[float]:
    values = [w.depth_pct if deep else length_of(w) for w in rows]
    return [value for value in values if value is not None]


def _rows(rows: list[Window]) -> list[str]:
    return [f"{w.level} {w.starts_at}–{w.ends_at}: {w.depth_pct}%, {length_of(w) or 0:g} min" for w in rows]


def _frequencies(scene: Scene) -> list[Ruled]:
    """ "1 min: frequent drops" beside "15 min: rare drops" where there were as many at both."""
    here, opposite = (_OFTEN, _RARE) if _OFTEN.search(scene.sentence.text) else (_RARE, _OFTEN)
    levels = [m.ids for m in scene.mentions.levels if m.first <= 1]
    if scene.block.kind != "item" or not levels or not _DROPS.search(scene.block.text):
        return []
    found = []
    for phrase in phrases(scene, here):
        for other, ids in _siblings(scene, opposite):
            mine, theirs = len(_at(scene, levels[0])), len(_at(scene, ids))
            wrong = mine <= theirs if here is _OFTEN else mine >= theirs
            if wrong and mine and theirs:
                found.append(_refused(phrase.first, phrase.last, [f"{'/'.join(levels[0])}: {mine}", f"{'/'.join(ids)}: {theirs} ({other})"]))  # fmt: skip
                break
    return found


def _siblings(scene: Scene, pattern: re.Pattern[str]) -> list[tuple[str, frozenset[str]]]:
    """The other items of the list that say so, and the levels that they begin with."""
    found = []
    near = itertools.chain(range(scene.block.order - 6, scene.block.order), range(scene.block.order + 1, scene.block.order + 7))  # fmt: skip
    for at in near:
        other = scene.world.blocks[at] if 0 <= at < len(scene.world.blocks) else scene.block
        if other is scene.block or other.kind != "item" or other.section != scene.block.section:
            continue
        ids = next((m.ids for m in scene.world.mentions_of(other).levels if m.first <= 1), None)
        if ids is not None and other.context[:1] == scene.block.context[:1] and pattern.search(other.text) and _DROPS.search(other.text):  # fmt: skip
            found.append((other.text.split(":")[0], ids))
    return found


def _refused(first: int, last: int, rows: list[str]) -> Ruled:
    text = ", ".join(rows[:4])
    ruling = Ruling("contradicted", text, text.replace(" min", " мин"), ("windows",), text)
    return first, last, "window", ruling

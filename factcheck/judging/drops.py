"""Holds what is told of drops to the windows of the facts: at which levels there were any, how long they took together, which was deeper or longer.

The judges of windows hold one drop's clock, length and depth; these hold what is said of several. Refutations, but for a sum that agrees.
"""

from __future__ import annotations

import itertools
import re

from factcheck.binding.agreement import agrees
from factcheck.binding.quantifiers import exception_after, find
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, phrases
from factcheck.forms.facts import Window
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.judging.windows import in_time, length_of, minutes_of
from factcheck.reading.counts import count_said
from factcheck.reading.units import convert, unit_named

_RU = r"(?:просад|кризис|провал)\w*"
_EN = r"(?:drops?|stalls?|dips?|cris[ie]s)"
_DROP = re.compile(rf"(?<!\w)(?:{_RU}(?: скорости)?|{_EN})(?!\w)", re.I)
_SOME = re.compile(
    rf"(?<!\w)(?P<each>(?:зафиксирован|обнаружен|отмечен|выявлен|найден|случил|был)\w*\s+по\s+(?:одн\w+\s+)?{_RU}|\bone {_EN} each|—\s+по\s+одн(?:ой|ому)(?!\w))|"
    rf"(?<!\w)(?P<some>с\s+{_RU}|(?<!не )(?:зафиксирован|обнаружен|отмечен|выявлен)\w*\s+{_RU}|{_RU}(?: скорости)?\s+(?:были|случались|зафиксированы|обнаружены|отмечены|есть|"
    r"наблюда(?:лись|ются)|встреча(?:лись|ются)|возникали|происходили)(?!\w)|"
    rf"\bwith {_EN}\b|\b{_EN} (?:were|was) (?:found|seen|observed|detected)|\bthere were {_EN}\b)",
    re.I,
)
_NONE = re.compile(
    rf"(?<!\w)(?:без\s+{_RU}|{_RU}(?: скорости)?\s+(?:вовсе\s+)?(?:не\s+(?:было|обнаружено|зафиксировано|отмечено|выявлено|случалось)|нет)(?!\w)|ни\s+одно(?:й|го)\s+{_RU})|\b(?:no|without(?: any)?) {_EN}\b",
    re.I,
)
_ALL = re.compile(
    r"во всех|при всех|у всех|при любом|в каждом(?! из (?:них|этих))|на всех|\b(?:in|at|with|on) (?:all(?!\s*(?:[,.;:)]|$))|every|each(?! of (?:them|these|those)\b)|any)\b(?<!drops at all)",
    re.I,
)
_TOGETHER = re.compile(
    r"\b(?:both|two|three) (?:drops|dips|stalls|crises) (?:took|lasted|cost)\b|(?<!\w)(?:обе|две|три) (?:просадк|провал|кризис)\w* (?:заняли|отняли|съели)(?!\w)|"
    r"\b(?:altogether|in total|in all|together|taken together|in sum)\b|(?<!\w)(?:вместе|суммарно|в сумме|в общей сложности|(?<!(?:ше|ще|же|ее) )(?<!ей )всего|итого)(?!\w)",
    re.I,
)


def judge_drops(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each statement on several drops that the facts decide."""
    if scene.block.kind == "cell" or scene.tokens[-1].text == "?" or not _windows(scene):
        return []
    return [*_where(scene), *_counted(scene), *_in_sum(scene), *_each_than_before(scene), *_two(scene)]


def _windows(scene: Scene) -> list[Window]:
    return [w for w in scene.vocabulary.facts.windows if w.kind in (None, "drop", "crisis")]


def _count(scene: Scene, level: str) -> int:
    return sum(scene.vocabulary.canonical(w.level or "") == level for w in _windows(scene))


def _about(scene: Scene) -> bool:
    """Whether drops are spoken of here, in the sentence before, or in what heads the block."""
    texts = [scene.sentence.text, scene.block.text, *(block.text for block in scene.surroundings[:2])]
    return any(_DROP.search(text) for text in texts)


def _levels_of_clause(scene: Scene, phrase: Phrase) -> frozenset[str]:
    """The levels that the clause of a phrase names, bare numbers among them."""
    stops = {
        t.index
        for t, after in zip(scene.tokens, [*scene.tokens[1:], None], strict=True)
        if t.text in ";:."
        or t.lower in ("а", "but", "while", "whereas", "зато")
        or t.text == ","
        and after is not None
        and (after.number is None or after.number.fraction)
        and after.text not in scene.vocabulary.level_ids
    }
    start = max((at for at in stops if at < phrase.first), default=-1)
    stop = min((at for at in stops if at > phrase.last), default=len(scene.tokens))
    apart = _excepted(scene)
    if apart is not None:  # "all of them but off"
        return frozenset(scene.vocabulary.level_ids) - apart if apart and scene.matches(_ALL) else frozenset()
    inside = [m for m in scene.mentions.levels if start < m.first and m.last < stop]
    found = set(scene.cells_of(m for m in inside if m.role != "than"))
    if not inside:  # "1 drop was found" where a level is named counts
        found |= {t.text for t in scene.tokens[start + 1 : stop] if t.text in scene.vocabulary.level_ids}
    if not found and scene.matches(_ALL):
        return frozenset(scene.vocabulary.level_ids)
    return frozenset(found)


def _excepted(scene: Scene) -> frozenset[str] | None:
    """ "There were drops on all media except NVMe": the levels behind the exception; none where it names none that is known, None where nothing is excepted."""
    at = exception_after(scene.tokens, 0, len(scene.tokens) - 1)
    if at is None:
        return None
    named = frozenset().union(*(m.ids for m in scene.mentions.levels if m.first > at))
    return named | {t.text for t in scene.tokens[at:] if t.text in scene.vocabulary.level_ids}


def of_some_only(scene: Scene, last: int) -> bool:
    """ "No drop exceeded 30%", "no drop at 64 was deeper than that", "nobody else dipped under ten": only those of a size are denied, and not that there were any."""
    row = list(itertools.takewhile(lambda t: t.text not in ",;.:", scene.tokens[last + 1 :]))
    skipped = scene.mentions.level_tokens
    if len(row) > 1 and row[0].lower in _BEYOND and row[1].index not in skipped and (row[1].number is not None or count_said(row[1].text) is not None):  # fmt: skip
        return True
    sized = any(t.has("up.comparative", "down.comparative") or t.number is not None and t.number.is_value and t.number.unit is not None and t.index not in skipped for t in row)  # fmt: skip
    following = row[0] if row and row[0].text.isascii() else None
    return (
        sized
        or following is not None
        and following.is_word
        and following.index not in skipped
        and following.lower not in _GOES_ON
    )


_BEYOND = {"under", "below", "above", "over", "past", "beyond", "ниже", "выше", "глубже"}
_GOES_ON = {
    "at", "in", "on", "with", "under", "for", "during", "of", "whatsoever", "was", "were", "is", "are", "has", "have", "had", "occurred", "occurs", "occur", "happened", "appeared", "showed", "here", "there",
    "and", "or", "but", "while", "either", "anywhere", "until", "before", "after", "throughout", "across", "among",
}  # fmt: skip


_WHERE = re.compile(r"\b(?:once|when|where|while|with|after|under)\b|(?<!\w)(?:когда|где|если|после)(?!\w)", re.I)


def denied_of_some(scene: Scene, place: int, headed: bool) -> bool:
    """ "No drop was seen once huge pages were in use", "off: the best tail, and no drops", "both modes had no drops": of levels that the sentence names in a way not read.

    Of all levels, or of the one in force, is what begins its sentence or says so.
    """
    if any(one.noun == "level" and one.count not in (None, len(scene.vocabulary.level_ids)) for one in find(scene.tokens, 0, len(scene.tokens) - 1)):  # fmt: skip
        return True
    text = scene.sentence.text
    return not headed and (place > 1 and not _ALL_OVER.search(text) or _WHERE.search(text) is not None)


_ALL_OVER = re.compile(r"\b(?:all|any|every|each|anywhere|whole|entire)\b|(?<!\w)(?:все[хм]?|люб\w+|кажд\w+|нигде|ни од(?:ин|н\w+))(?!\w)", re.I)  # fmt: skip


def _where(scene: Scene) -> list[Ruled]:
    """ "Runs 512 and 2048 had drops": where the facts hold none, and the other way round."""
    found = []
    # what the facts do not look at has no windows; a level that is one of several is looked at when another has some
    for pattern in (_SOME, _NONE):
        for phrase in phrases(scene, pattern) if _about(scene) else ():
            levels = _levels_of_clause(scene, phrase)
            before = scene.sentence.text[: phrase.match.start()]
            if not levels or pattern is _NONE and of_some_only(scene, phrase.last):
                continue
            if pattern is _SOME and re.search(r"(?<!\w)(?:не|no|not)\s+(?:\w+\s+)?$", before, re.I):
                continue
            counts, last = {level: _count(scene, level) for level in sorted(levels)}, phrase.last
            if pattern is _NONE:
                wrong = any(counts.values())
            elif phrase.match.group("each"):
                wrong = any(count != 1 for count in counts.values())
            else:
                wrong = any(not any(counts[level] for level in ids) for ids in _groups(scene, levels))
                others = [level for level in scene.vocabulary.level_ids if level not in levels and _count(scene, level)]
                if others and _excepted(scene) is None and any(t.has("only") for t in scene.tokens[phrase.last + 1 : phrase.last + 5]):  # fmt: skip
                    wrong, counts = True, counts | {level: _count(scene, level) for level in others}
                    last = next((m.last for m in scene.mentions.levels if m.first > phrase.last), phrase.last)
            if wrong:
                text = ", ".join(f"{level}: {count}" for level, count in counts.items())
                found.append((phrase.first, last, "window", Ruling("contradicted", f"drops: {text}", f"просадки: {text}", (), text)))  # fmt: skip
    return found


def _groups(scene: Scene, levels: frozenset[str]) -> list[frozenset[str]]:
    """The levels that are each said to have drops: "with X" in a grid is told of the cells of X together."""
    grid = len(scene.vocabulary.facts.experiment.factors) > 1
    named = [m.ids for m in scene.mentions.levels if grid and not m.group and m.ids <= levels and len(m.ids) < len(levels)]  # fmt: skip
    if grid and not named and 1 < len(levels) < len(scene.vocabulary.level_ids):
        return [levels]
    rest = levels - frozenset().union(*named)
    return [*named, *(frozenset({level}) for level in rest)]


_WORDS = r"(?:one|two|three|four|five|одн(?:а|у|ой)|дв(?:а|е)|три|четыре|пять)"
_COUNTED = re.compile(
    rf"(?<!\w){_RU}\s+(?P<behind>{_WORDS})(?!\w)|(?:наблюда|зафиксирова|обнаруж|отмечен|случил|произошл|был)\w*\s+(?P<found>{_WORDS})\s+{_RU}|"
    rf"\b(?:had|shows?|showed|saw|there (?:were|was))\s+(?P<had>{_WORDS})\s+{_EN}",
    re.I,
)


def _counted(scene: Scene) -> list[Ruled]:
    """ "У zstd просадок две", "zstd had two drops": counts in words, at the one level that the clause or the head names."""
    found = []
    for phrase in phrases(scene, _COUNTED):
        in_all = _TOGETHER.search(scene.sentence.text[: phrase.match.end()]) is not None
        levels = _levels_of_clause(scene, phrase) or (frozenset() if in_all else scene.inherited_levels)
        said = count_said(
            next(text for text in phrase.match.groupdict().values() if text)
            .replace("одну", "одна")
            .replace("одной", "одна")
        )
        if len(levels) != 1 or said is None:
            continue
        count = _count(scene, next(iter(levels)))
        text = f"drops: {count}"
        ruling = Ruling(
            "supported" if said == count else "contradicted",
            text,
            f"просадок: {count}",
            ("windows",),
            None if said == count else str(count),
        )
        found.append((phrase.first, phrase.last, "window", ruling))
    return found


_AS_THAT = re.compile(r"\bas (?:long|much|many) as (?:the one|the ones|those|that|in|at|with)\b[^.;,]*$", re.I)


def sums_of_lengths(scene: Scene) -> set[float]:
    """The minutes that the drops took together: all of them, those of a level that is spoken of, those told just before."""
    compared = [
        m
        for m in scene.mentions.levels
        if m.role == "than" or m.first and _AS_THAT.search(scene.text_of(0, m.first - 1))
    ]
    named = frozenset().union(*(m.ids for m in scene.mentions.levels if m not in compared))
    than = {at for m in compared for at in range(m.first, m.last + 1)}
    than |= {
        t.index
        for t in scene.tokens
        if t.number is not None and t.index and _AS_THAT.search(scene.text_of(0, t.index - 1))
    }
    named |= {t.text for t in scene.tokens if t.text in scene.vocabulary.level_ids and t.index not in than}
    if named:
        groups = [[w for w in _windows(scene) if scene.vocabulary.canonical(w.level or "") in named], _told(scene)]
    else:
        here = [w for w in _windows(scene) if scene.vocabulary.canonical(w.level or "") in scene.inherited_levels]
        groups = [_windows(scene), _told(scene), here]
        for level in scene.vocabulary.level_ids:
            groups.append([w for w in _windows(scene) if scene.vocabulary.canonical(w.level or "") == level])
    measures = (length_of, _recovery) if scene.has("recover") else (length_of,)
    return {sum(measure(w) or 0.0 for w in group) for group in groups if len(group) > 1 for measure in measures}


def _recovery(window: Window) -> float | None:
    return None if window.recovered_after_s is None else window.recovered_after_s / 60


def together(scene: Scene) -> bool:
    """Whether a sentence tells a length of several drops."""
    return _TOGETHER.search(scene.sentence.text) is not None


def _told(scene: Scene) -> list[Window]:
    """The drops whose start the block tells."""
    text = scene.block.text
    said = {minutes_of(found) for found in re.findall(r"(?<!\d)\d{1,2}:\d{2}(?!\d)", text)}
    return [w for w in _windows(scene) if minutes_of(w.starts_at) in said]


def _in_sum(scene: Scene) -> list[Ruled]:
    """ "Together they took 13 minutes"."""
    if not together(scene) or not _about(scene) or not sums_of_lengths(scene):
        return []
    found = []
    minute = unit_named("min")
    values = sums_of_lengths(scene)
    for token in scene.tokens:
        number = token.number
        if number is None or number.dimension != "time" or number.unit is None or number.high is not None or number.fraction:  # fmt: skip
            continue
        if (
            token.index in scene.mentions.level_tokens
            or scene.block.text[number.start : number.end] in scene.vocabulary.level_ids
        ):
            continue  # "one at 1min, two at 5min": levels
        if is_the_whole(scene, token.index):
            continue
        if number.unit.scale < 60_000 or any(m.metrics and m.exact for m in scene.mentions.metrics) or number.hedge is not None:  # fmt: skip
            continue
        own = [v for value in values for v in convert(value, minute, number.unit)]
        lengths = [v for w in _windows(scene) for v in convert(length_of(w) or 0.0, minute, number.unit)]
        if agrees(number, own) or agrees(number, lengths) or len(_told(scene)) < 2 and not scene.has("drop"):
            continue
        text = " / ".join(f"{value:g}" for value in sorted(values))
        found.append((token.index, token.index, "window", Ruling("contradicted", f"{text} min", f"{text} мин", ("windows",), text)))  # fmt: skip
    return found


def is_the_whole(scene: Scene, place: int) -> bool:
    """ "19 of its 90 minutes", "75 минут из 110": the time of which a part was told."""
    before = scene.tokens[max(0, place - 4) : place]
    part = next((t.index for t in before if t.lower in ("of", "из")), None)
    return part is not None and any(t.number is not None for t in scene.tokens[max(0, part - 2) : part])


_DEEPER = {"deeper": 1, "shallower": -1, "глубже": 1, "мельче": -1}
_LONGER = {"longer": 1, "shorter": -1, "дольше": 1, "длиннее": 1, "короче": -1}
_THAN_BEFORE = re.compile(
    r"than (?:the one|that|the drop) before|than the (?:previous|last) one|(?:чем )?предыдущ\w+", re.I
)
_EACH = re.compile(rf"\beach (?:\w+ )?{_EN}?|(?<!\w)кажд\w+", re.I)


def _way(rows: list[Window], word: str) -> set[int]:
    """The signs of the steps from one drop to the next, in depth or in length."""
    values = [w.depth_pct if word in _DEEPER else length_of(w) for w in rows]
    known = [value for value in values if value is not None]
    return {(b > a) - (b < a) for a, b in itertools.pairwise(known)} if len(known) == len(rows) > 1 else set()


def _each_than_before(scene: Scene) -> list[Ruled]:
    """ "Each drop is deeper and longer than the one before it"."""
    text = scene.sentence.text
    if not _about(scene) or not _THAN_BEFORE.search(text) or not _EACH.search(text):
        return []
    from factcheck.refuting.stretches import told_before

    own = {one for m in scene.mentions.levels for one in m.ids} or scene.inherited_levels
    own = own or {scene.vocabulary.canonical(w.level or "") for w in told_before(scene)}
    rows = in_time([w for w in _windows(scene) if not own or scene.vocabulary.canonical(w.level or "") in own])
    found = []
    for token in scene.tokens:
        said = _DEEPER.get(token.lower, _LONGER.get(token.lower))
        ways = _way(rows, token.lower) if said is not None else set()
        if ways and ways != {said}:
            found.append(_against(token.index, rows))
    return found


_SECOND = re.compile(r"\bthe second\b|(?<!\w)втор\w+", re.I)


def _two(scene: Scene) -> list[Ruled]:
    """ "The first is deeper and longer than the second", "the second … was shallower": of two drops told here."""
    told = _told(scene)
    rows = in_time(told)
    if len(rows) != 2 or len({w.level for w in rows}) != 1:
        return []
    text, offset = scene.sentence.text, scene.tokens[0].start
    found = []
    for token in scene.tokens:
        said = _DEEPER.get(token.lower, _LONGER.get(token.lower))
        before = text[: token.start - offset]
        if said is None or not _SECOND.search(text):
            continue
        sign = 1 if _SECOND.search(before) else -1 if re.search(r"\bfirst\b|перв\w+", before, re.I) else 0
        ways = _way(rows, token.lower)
        if sign and ways and ways != {said * sign}:
            found.append(_against(token.index, rows))
    return found


def _against(place: int, rows: list[Window]) -> Ruled:
    text = ", ".join(f"{w.starts_at}–{w.ends_at}: {w.depth_pct}%" for w in rows[:4])
    return place, place, "window", Ruling("contradicted", text, text, ("windows",), text)

"""Judges what is said of the design: which run was of which level, what is the default, which effect was to matter, what lies at the edge.

The facts hold all of it (runs, factors, the minimum effect), so that a slip here is refuted as surely as a wrong value.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter

from factcheck.binding.agreement import agrees
from factcheck.binding.mention_words import count_word
from factcheck.binding.mentions import LevelMention
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, phrases
from factcheck.judging.drops import denied_of_some, of_some_only
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.numbers import WORD_NUMBERS, Number
from factcheck.reading.sentences import Token

_RUN = re.compile(r"\b(?:run|прогон\w*|запуск\w*)\s+(?:number\s+|no\.?\s+|№\s*)?(?P<n>\d{1,4})\b", re.I)
_KIND = re.compile(
    r"(?P<n>\d{1,3})\s+(?:(?P<main>основн\w+|main runs?)|(?P<control>контрольн\w+|sentinels?\b|control runs?))", re.I
)
_DEFAULT_WORD = {
    "default": "default",
    "defaults": "default",
    "умолчание": "default",
    "умолчанию": "default",
    "умолчании": "default",
    "умолчанием": "default",
    "baseline": "baseline",
    "базовый": "baseline",
}
_BEFOREHAND = re.compile(
    r"beforehand|in advance|before (?:we|the|they|i) \w+|agreed (?:to|that|on)|fixed (?:at|in)|decided (?:in advance|beforehand)|minimum effect|effect of interest|would not interest|worth talking|shrug|"
    r"заранее|договорил\w+|до начала|порог интереса|порог\w* значим|минимальн\w+ эффект|не обсуждать|интерес(?:ует|а|ны)\b|перед опытом",
    re.I,
)
_EDGE = re.compile(
    r"(?P<edge>на краю|край (?:сетки|диапазона)|крайн(?:ее|ий|яя) (?:значение|уровень|точка)?|(?:at|on) the (?:edge|end) of (?:the )?(?:grid|range|tested)|edge of (?:the|our) (?:grid|range))|"
    r"(?P<top>(?:верхн\w+|наибольш\w+|самое большое) из (?:испытанн|проверенн|опробованн)\w+|(?:the )?(?:highest|largest|biggest|greatest|longest) (?:level |value |size |setting |one )?(?:that )?(?:we |was |were |i )?(?:tried|tested))|"
    r"(?P<bottom>(?:нижн\w+|наименьш\w+|самое малое) из (?:испытанн|проверенн|опробованн)\w+|(?:the )?(?:lowest|smallest|least|shortest) (?:level |value |size |setting |one )?(?:that )?(?:we |was |were |i )?(?:tried|tested))|"
    r"(?P<inside>внутри (?:проверенн|испытанн)\w+ диапазона|не на краю|средн\w+ из (?:испытанн|проверенн)\w+|inside the (?:tested |tried )?(?:range|grid)|not at the edge|the middle of (?:those|the values) (?:tried|tested))",
    re.I,
)


def judge_design(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each statement on the design."""
    if scene.block.kind == "cell" or scene.tokens[-1].text == "?":
        return []
    return [*_run_levels(scene), *_kinds_of_runs(scene), *_defaults(scene), *_smallest_effects(scene), *_edges(scene)]


def _ruling(good: bool, text: str, names: tuple[str, ...] = ()) -> Ruling:
    return Ruling("supported" if good else "contradicted", text, text, names, None if good else text)


def _run_levels(scene: Scene) -> list[Ruled]:
    """ "run 7 (Btrfs)", "in run 9, which was a pglz run", "номер 8 … при 60"."""
    held = {str(run.run): run for run in scene.vocabulary.facts.runs if run.run is not None and run.level is not None}
    found = []
    for phrase in phrases(scene, _RUN) if held else ():
        run = held.get(phrase.match.group("n"))
        said = next((m for m in scene.mentions.levels if 0 < m.first - phrase.last <= 7 and m.role != "than"), None)
        if run is None or said is None or run.level is None:
            continue
        gap = scene.tokens[phrase.last + 1 : said.first]
        opened = any(t.text == "(" for t in gap[:1])
        told = any(t.lower in ("which", "a", "an", "of", "при", "at", "with", "с", "на") for t in gap) and not any(
            t.text in ";." or t.number is not None and t.number.is_value for t in gap
        )
        if not opened and not (told and len(gap) <= 5):
            continue
        level = scene.vocabulary.canonical(run.level)
        closed = next((t.index for t in scene.tokens[phrase.last + 1 :] if t.text == ")"), said.last)
        others = [m for m in scene.mentions.levels if said.first <= m.first <= closed]
        good = all(level in m.ids for m in (others if opened else [said]))
        found.append(
            (phrase.first, said.last, "run", _ruling(good, f"run {run.run} was at {level}", (f"runs.{run.run}",)))
        )
    return found


def _defaults(scene: Scene) -> list[Ruled]:
    """ "the default of 60 s", "Baseline 100", "Значение 10 — умолчание ядра", "`worker`, the default": where word and level stand together."""
    vocabulary = scene.vocabulary
    if len(vocabulary.facts.experiment.factors) != 1:
        return []
    found: list[Ruled] = []
    for token in scene.tokens:
        kind = _DEFAULT_WORD.get(token.lower) or next(
            (_DEFAULT_WORD[s] for s in sorted(token.stems) if s in _DEFAULT_WORD), None
        )
        if kind is None:
            continue
        held = vocabulary.special(kind)
        beside = [
            m
            for m in scene.mentions.levels
            if not m.first <= token.index <= m.last
            and not _says_default(scene, m)
            and _apposed(scene, m.first, m.last, token.index)
        ]
        if len(held) != 1 or len(beside) != 1 or len(beside[0].ids) != 1:
            continue
        mention = beside[0]
        denied = any(
            t.lower in ("not", "не")
            for t in scene.tokens[min(mention.last, token.index) + 1 : max(mention.first, token.index)]
        )
        first, last = min(mention.first, token.index), max(mention.last, token.index)
        found.append(
            (
                first,
                last,
                "default",
                _ruling((mention.ids == held) != denied, f"the {kind} is {', '.join(held)}", ("experiment.factors",)),
            )
        )
    return found


def _kinds_of_runs(scene: Scene) -> list[Ruled]:
    """ "15 основных и 5 контрольных": runs that compare levels, and those that only repeat the baseline."""
    runs = scene.vocabulary.facts.runs
    control = sum(run.role == "sentinel" for run in runs)
    found = []
    for phrase in phrases(scene, _KIND) if control else ():
        held = len(runs) - control if phrase.match.group("main") else control
        found.append(
            (
                phrase.first,
                phrase.last,
                "runs",
                _ruling(int(phrase.match.group("n")) == held, f"{held} such runs", ("runs",)),
            )
        )
    return found


def _says_default(scene: Scene, mention: LevelMention) -> bool:
    return any(t.lower in _DEFAULT_WORD for t in scene.tokens[mention.first : mention.last + 1])


_LINKS = {",", "—", "–", "-", "(", "the", "of", "is", "was", "which", "also", "not", "being", "по", "это", "он", "же", "оно", "стоит", "значение", "value", "his", "our", "a", "=", ":", "и", "как", "сейчас", "не", "at",
          "kernel"}  # fmt: skip


_GOVERN = {"against", "to", "with", "over", "than", "from", "относительно", "против", "к", "ко", "с", "от", "чем"}


def _apposed(scene: Scene, first: int, last: int, place: int) -> bool:
    """Whether a level and the word for the default stand in apposition, nothing but small words between."""
    gap = scene.tokens[last + 1 : place] if last < place else scene.tokens[place + 1 : first]
    if len(gap) > 6 or not all(t.lower in _LINKS or t.stems & {"значение", "value"} for t in gap):
        return False
    if last < place:
        marks = [t.text for t in gap]
        copula = any(t.lower in ("is", "was", "это", "—", "–", "being", "which", "стоит", "(", ",") for t in gap)
        after = scene.tokens[place + 1] if place + 1 < len(scene.tokens) else None
        listed = (
            marks[:1] == [","]
            and after is not None
            and (
                after.number is not None
                or after.lower in ("of", "и", "and")
                or any(m.first == after.index for m in scene.mentions.levels)
            )
        )
        return copula and not listed
    if not gap and any(t.lower in _GOVERN for t in scene.tokens[max(0, place - 2) : place]):
        return False  # "against the baseline 1MB loses a quarter": the level is the subject
    return not gap or all(
        t.lower in ("of", "is", "was", "the", "—", "–", "=", "стоит", "value", ":", "значение") for t in gap
    )


def _tells_otherwise(scene: Scene, token: Token) -> bool:
    """ "The pool of 160 loses 11.5%": a number behind a level, or behind what it changed by, is no bound of anything said in front of these."""
    return token.index in scene.mentions.level_tokens or token.has(
        "up.intransitive", "down.intransitive", "up.transitive", "down.transitive"
    )


def _smallest_effects(scene: Scene) -> list[Ruled]:
    """ "We said beforehand that anything below 3% would not interest us": the minimum effect."""
    held = scene.vocabulary.facts.experiment.minimum_effect_pct
    if held is None or not scene.matches(_BEFOREHAND):
        return []
    found = []
    for token in scene.tokens:
        number = token.number
        if (
            number is None
            or number.kind != "value"
            or number.dimension != "percent"
            or number.high is not None
            or number.signed
            or number.fraction
        ):
            continue
        before = [t.lower for t in itertools.takewhile(lambda t: not _tells_otherwise(scene, t), reversed(scene.tokens[max(0, token.index - 4) : token.index]))]  # fmt: skip
        said = set(before) & {
            "below",
            "under",
            "than",
            "of",
            "at",
            "меньше",
            "тоньше",
            "ниже",
            "чем",
            "в",
            "на",
            "that",
            "назначили",
            "—",
        }
        if said and len([t for t in scene.tokens if t.number is not None and t.number.dimension == "percent"]) == 1:
            found.append(
                (
                    token.index,
                    token.index,
                    "threshold",
                    _ruling(
                        agrees_plainly(number, held),
                        f"the minimum effect is {held:g}%",
                        ("experiment.minimum_effect_pct",),
                    ),
                )
            )
    return found


def agrees_plainly(number: Number, value: float) -> bool:
    """Whether the digits are the value, whatever hedge stands before ("under 4%" names the bound itself)."""
    return (
        any(abs(reading.value - value) <= (reading.quantum or 1e-9) / 2 for reading in number.readings)
        or number.hedge is None
        and agrees(number, [value])
    )


def _edges(scene: Scene) -> list[Ruled]:
    """ "1000000 is the highest that we tried", "Значение 5 находится внутри проверенного диапазона"."""
    order = scene.vocabulary.numeric_order
    if len(order) < 2 or len(scene.vocabulary.facts.experiment.factors) != 1:
        return []
    found = []
    for phrase in phrases(scene, _EDGE):
        said = [m for m in scene.mentions.levels if abs(m.first - phrase.first) <= 8 and len(m.ids) == 1]
        if len({m.ids for m in said}) != 1:
            continue
        (level,) = said[0].ids
        if level not in order:
            continue
        at = order.index(level)
        edge = at in (0, len(order) - 1)
        good = {"edge": edge, "top": at == len(order) - 1, "bottom": at == 0, "inside": not edge}[
            next(k for k in ("edge", "top", "bottom", "inside") if phrase.match.group(k))
        ]
        found.append(
            (
                min(phrase.first, said[0].first),
                max(phrase.last, said[0].last),
                "edge_of_grid",
                _ruling(good, f"tested: {', '.join(order)}", ("experiment.factors",)),
            )
        )
    return found


_EVENT = re.compile(
    r"(?P<none>(?:кризис\w*|провал\w*|просад\w+)\s+(?:скорости\s+)?(?:не\s+(?:было|обнаружено|зафиксировано|наблюда\w+|выявлено|отмечено)|нет\b)|\bno (?:drops?|stalls?|dips?|crises|crisis)\b|без (?:провалов|просадок|кризисов))|"
    r"(?:обнаружен\w*|зафиксирован\w*|итого|всего|было|их было|случил\w+)\s+(?:их\s+)?(?P<before>один|одна|два|две|три|четыре|пять|шесть|семь|восемь|девять|десять|\d{1,2})\b(?=\s*(?:кризис|провал|просад|[,.;](?!\d)|$))|"
    r"(?P<count>\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|один|одна|два|две|три|четыре|пять|шесть|семь|восемь|девять|десять|a single|\d{1,2}))"
    r"\s+(?:\w+\s+)?(?:кризис\w*|провал\w*|просад\w+|drops?|stalls?|dips?|crises|crisis)\b",
    re.I,
)


_IN_ALL = re.compile(r"итого|(?<!ее )(?<!ше )(?<!же )(?<!че )всего|over all|in all|altogether|in total|за ночь", re.I)


def _of_another(scene: Scene, phrase: Phrase, total: re.Match[str]) -> bool:
    """ "Three drops, at 09:52 and 10:46, 49 minutes in total": the sum is of another number than that of the drops."""
    offset = scene.tokens[0].start
    between = [t for t in scene.tokens[phrase.last + 1 :] if t.start - offset < total.start()]
    return any(t.number is not None or count_word(t) is not None for t in between)


def judge_events(scene: Scene) -> list[Ruled]:
    """How many drops there were: at the levels that the clause names, or in all."""
    windows = [w for w in scene.vocabulary.facts.windows if w.kind in (None, "drop", "crisis")]
    if not windows or scene.block.kind == "cell" or scene.tokens[-1].text == "?":
        return []
    found = []
    about = (
        scene.has("drop")
        or scene.former is not None
        and scene.former.has("drop")
        or any(t.has("drop") for b in scene.surroundings[:2] for t in scene.world.tokens_of(b))
    )
    for phrase in phrases(scene, _EVENT) if about else ():
        near = [
            m
            for m in scene.mentions.levels
            if m.role != "than"
            and not any(
                t.text in ";"
                or t.text == ","
                and abs(t.index - phrase.first) < abs(m.first - phrase.first)
                and m.first > phrase.last
                for t in scene.tokens[min(m.last, phrase.last) : max(m.first, phrase.first)]
            )
        ]
        levels = scene.cells_of(near) if near else scene.inherited_levels
        total = next((m for m in _IN_ALL.finditer(scene.sentence.text) if not _of_another(scene, phrase, m)), None)
        if not any(m.first < phrase.first for m in scene.mentions.levels):
            total = total or _SPLIT.match(scene.sentence.text[phrase.match.end() :])
        if total:
            levels = frozenset()
        here = [w for w in windows if not levels or w.level is None or scene.vocabulary.canonical(w.level) in levels]
        counted = _counted_fact(scene, levels)
        if phrase.match.group("none") and of_some_only(scene, phrase.last):
            continue
        if scene.sentence.text[: phrase.match.start()].endswith(":"):
            continue  # "по 03:41 наблюдалась просадка": a clock time, no count
        if phrase.first in scene.mentions.level_tokens:
            if not re.search(
                r"(?<!\w)(?:не\s+(?:было|обнаружено|зафиксировано|наблюда\w+)|нет)(?!\w)",
                scene.sentence.text[phrase.match.end() :],
            ):
                continue
            levels = levels or scene.inherited_levels
            found.append((phrase.last, phrase.last, "window", _ruling(not here, f"{len(here)} drops")))
            continue
        said = 0 if phrase.match.group("none") else _number(phrase.match.group("before") or phrase.match.group("count"))
        each = (
            {sum(scene.vocabulary.canonical(w.level or "") == level for w in windows) for level in levels}
            if len(levels) > 1
            else set()
        )
        before = scene.sentence.text[: phrase.match.start()]
        if said == 1 and re.search(r"\b(?:neither|nor|not|never|without)\b|(?<!\w)ни\s+$", before, re.I):
            said = 0  # "neither suffered a single drop", "ни одной просадки"
            if of_some_only(scene, phrase.last):
                continue
        if said is None or not levels and not total and not phrase.match.group("none"):
            continue
        if said == 0 and not near and denied_of_some(scene, phrase.first, bool(levels)):
            continue
        options = {len(here), *counted, *_counted_drops(scene, levels)} | (each if len(each) == 1 else set())
        if _EACH_RUN.match(scene.sentence.text[phrase.match.end() :]):
            options |= set(Counter(w.run for w in here if w.run is not None).values())
        text = f"{len(here)} drops" + (f" at {', '.join(sorted(levels))}" if levels else "")
        found.append((phrase.first, phrase.last, "window", _ruling(said in options, text)))
    return found


#: "one drop in each gin run": the number is of each run.
_EACH_RUN = re.compile(r"\s+(?:\w+\s+)?(?:each|every|per|кажд\w+)(?!\w)", re.I)
#: "three drops were found: two with A and one with B": the number is of all levels.
_SPLIT = re.compile(
    r"[^\d,;:.]{0,30}:\s*(?:one|two|three|four|five|одн\w+|дв[еа]|три|четыре|пять|\d+)\s+(?:at|with|in|on|under|при|на|у|в)\b",
    re.I,
)


def _counted_drops(scene: Scene, levels: frozenset[str]) -> set[int]:
    """How many drops the facts count themselves, metric by metric: one stall shows in several speeds, and sentinel runs have drops, too."""
    rows: dict[str, list[float]] = {}
    for fact in scene.vocabulary.facts.facts:
        if fact.stat == "count" and fact.scope == "drops" and fact.run is None and (not levels or fact.level in levels):
            rows.setdefault(fact.metric, []).append(fact.value)
    return {int(sum(row)) for row in rows.values()}


def _counted_fact(scene: Scene, levels: frozenset[str]) -> set[int]:
    """What a metric of the facts counts as drops at these levels."""
    values = set()
    for metric, held in scene.vocabulary.metrics.items():
        names = " ".join(name.lower() for row in held.names.values() for name in row) + " " + metric
        if re.search(r"drop|stall|dip|cris|провал|просад|кризис", names):
            row = [
                f.value
                for f in scene.vocabulary.by_metric.get(metric, ())
                if f.run is None and (not levels or f.level in levels)
            ]
            values |= {int(v) for v in row} | ({int(sum(row))} if row else set())
    return values


def _number(text: str) -> int | None:
    word = text.lower().split()[-1].replace("ё", "е")
    return int(word) if word.isdigit() else WORD_NUMBERS.get(word)

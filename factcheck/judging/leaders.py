"""Judges which part leads and over which levels: "IO is the largest of the three up to 128 clients", "at 256 the first place goes to Lock".

A part leads where its share is the largest of all parts of the same whole. The levels are those that the clause names, a stretch
("up to", "from … on") or all of them ("everywhere"); at each of them it must lead.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import shown
from factcheck.binding.arguments import clause_bounds, is_hedged
from factcheck.binding.bound import Bound
from factcheck.binding.mentions import MetricMention
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, not_everywhere, phrases
from factcheck.forms.facts import Fact
from factcheck.judging.relations import rivals_of
from factcheck.judging.verdicts import Ruling

_BEFORE = (
    r"\b(?:is|was|remains|stays) (?:still )?the largest(?: of the (?:two|three|four|five|six))?(?! \w*(?:er|change|drop|step))\b|\b(?:leads(?! to\b| into\b)|dominates|comes first|ranks first|is on top)\b|"
    r"\b(?:heads|tops|leads) the (?:list|profile|ranking|table|pareto)\b|\b(?:is|becomes|remains|stays) the (?:leading|main|biggest|top) (?:event|wait|class|component)\b|"
    r"(?<!\w)(?:возглавля\w+|открыва\w+) (?:список|перечень|профиль|рейтинг)(?!\w)|(?<!\w)(?:становится|остаётся|остается|является) (?:главн\w+|ведущ\w+|основн\w+|крупнейш\w+) (?:событи\w+|ожидани\w+|класс\w*)|"
    r"(?<!\w)лидиру\w+|(?<!\w)преоблада\w+|(?<!\w)(?:занима\w+|удержива\w+|сохраня\w+|держит) перв\w+ мест\w+"
)
_AFTER = (
    r"\b(?:the )?largest (?:component|part|share|contributor|class|type|wait)(?: among \w+ \w+)? (?:is|was)\b|"
    r"\b(?:first place|top place|lead) (?:now |then |still )?(?:goes|went|passes|passed|falls|fell|stays|stayed|remains|remained|belongs|is taken|is held|was taken)(?: over)? (?:to|with|by)\b|"
    r"(?<!\w)перв\w+ мест\w+ (?:уже |снова |теперь )?(?:достаётся|достается|переходит к|за|у|остаётся за|остается за|остаётся у|остается у)(?!\w)|(?<!\w)на перв\w+ месте(?: уже| снова| теперь)?(?! (?:сто|наход))(?!\w)|"
    r"(?<!\w)лидер (?:везде|всюду|здесь|уже|снова)(?!\w)"
)
_LEADS = re.compile(f"(?P<before>{_BEFORE})|(?P<after>{_AFTER})", re.I)
_EVERYWHERE = re.compile(
    r"\beverywhere\b|\bthroughout\b|\b(?:in|at|with|for) (?:every|each|all|any)\b|(?<!\w)(?:везде|всюду|повсюду)(?!\w)|(?<!\w)(?:при|во|в|на) (?:всех|каждом|каждой|любом|любой)(?!\w)",
    re.I,
)
#: "In every cell but one", "во всех прогонах, кроме двух": at how many it does not lead.
_BUT = re.compile(
    r"\b(?:but|except|save)(?: for| in)? (?P<en>one|two|three)\b(?! \w+ of)|(?<!\w)(?:кроме|за исключением) (?P<ru>одн(?:ого|ой)|двух|тр[её]х)(?!\w)",
    re.I,
)
_SO_MANY = {"one": 1, "two": 2, "three": 3, "одного": 1, "одной": 1, "двух": 2, "трех": 3, "трёх": 3}
_EXCEPT = ("but", "except", "save", "кроме", "исключением")
_JOINS = ("and", "then", "и", "затем")
_DENIED = re.compile(r"\b(?:not|never|no longer|n't)\b|(?<!\w)(?:не|уже не|больше не)(?!\w)", re.I)


def judge_leaders(scene: Scene) -> list[tuple[int, int, str, Ruling]]:
    """(first token, last token, predicate, ruling) of each part that is said to lead."""
    if scene.block.kind not in ("paragraph", "item", "lead"):
        return []
    grid, found = len(scene.vocabulary.facts.experiment.factors) > 1, []
    for phrase in phrases(scene, _LEADS):
        subject = _subject(scene, phrase)
        if subject is None or is_hedged(scene, phrase.first) or not_everywhere(scene, phrase.last):
            continue
        subjects = _subjects_of(scene, phrase, subject) if phrase.match.group("before") else [subject]
        but = _BUT.search(scene.sentence.text[phrase.match.end() :])
        others: list[Ruling | None] = []
        if but is not None and scene.matches(_EVERYWHERE) and not scene.mentions.levels:
            ruling = _leads_but(scene, subject, _SO_MANY[(but["en"] or but["ru"]).lower()])
        elif grid:
            ruling = None
        else:
            ruling, *others = [_leads(scene, phrase, one) for one in subjects]
            subject = subjects[0]
        if ruling is not None and (ruling.verdict == "supported" or all(o is not None and o.verdict == ruling.verdict for o in others)):  # fmt: skip
            found.append((min(subject.first, phrase.first), max(subject.last, phrase.last), "dominates", ruling))
    return found


_AHEAD = re.compile(
    r"^\s*(?:percentage )?(?:points?|п\. ?п\.|пункт\w*)\s+(?:ahead of|behind|above|below|впереди|выше|ниже)\s", re.I
)


def judge_leads(scene: Scene, bounds: dict[int, Bound]) -> list[tuple[int, int, str, Ruling]]:
    """ "IO is the largest up to 128, where it is just 1 point ahead of Lock": the distance of two shares at the level told last. Only refutes."""
    found = []
    for token in scene.tokens:
        number = token.number
        if number is None or number.kind != "value" or number.high is not None:
            continue
        if not _AHEAD.match(re.sub(r"^[\d.,\s]*", " ", scene.sentence.text[token.start - scene.tokens[0].start :])):
            continue
        named = [m for m in scene.mentions.metrics if len(m.metrics) == 1 and _shares(scene, m)]
        before, after = [m for m in named if m.last < token.index], [m for m in named if 0 < m.first - token.index <= 6]
        levels = [m.ids for m in scene.mentions.levels if m.first < token.index and len(m.ids) == 1]
        if not before or not after or before[-1].metrics == after[0].metrics or not levels:
            continue
        pair = [
            f
            for m in (before[-1], after[0])
            for f in _shares(scene, m)
            if scene.vocabulary.canonical(f.level or "") in levels[-1]
        ]
        if len(pair) != 2:
            continue
        gap = abs(shown(pair[0]) - shown(pair[1]))
        if abs(gap - abs(number.low_value())) > max(number.readings[0].quantum, 0.1) * 1.01:
            text = f"{pair[0].value:g} and {pair[1].value:g}"
            found.append(
                (
                    token.index,
                    token.index,
                    "delta",
                    Ruling("contradicted", text, text.replace("and", "и"), tuple(f.name for f in pair), f"{gap:g}"),
                )
            )
    return found


def _shares(scene: Scene, mention: MetricMention) -> list[Fact]:
    return [
        fact
        for metric in sorted(mention.metrics)
        for fact in scene.vocabulary.values(metric, "share", any_level=True)
        if fact.run is None and fact.level is not None
    ]


def _subject(scene: Scene, phrase: Phrase) -> MetricMention | None:
    """The part that leads: right before the verb, or right after "the first place goes to"."""
    named = [m for m in scene.mentions.metrics if m.metrics and len(m.metrics) == 1 and _shares(scene, m)]
    if phrase.match.group("before"):
        row = [m for m in named if 0 <= phrase.first - m.last <= 3]
        return row[-1] if row else None
    row = [m for m in named if 0 < m.first - phrase.last <= 4]
    return row[0] if row else None


def _subjects_of(scene: Scene, phrase: Phrase, near: MetricMention) -> list[MetricMention]:
    """ "IO overtakes Lock and comes first": where "and" joins two verbs, the subject may as well be that of the first one."""
    tokens = scene.tokens
    if not any(t.lower in _JOINS for t in tokens[near.last + 1 : phrase.first]):
        return [near]
    before = [m for m in scene.mentions.metrics if m.last < near.first and len(m.metrics) == 1 and _shares(scene, m)]
    gap = tokens[before[-1].last + 1 : near.first] if before else []
    verb = any(t.is_word and t.lower not in _JOINS for t in gap) and not any(t.text in ",;:" for t in gap)
    return [before[-1], near] if verb else [near]


def _stretch(scene: Scene, phrase: Phrase) -> list[str] | None:
    """The levels that are meant, in their order; None when that stays open."""
    order = scene.vocabulary.numeric_order
    start, stop = clause_bounds(scene, phrase.first)
    tokens = scene.tokens
    for mention in scene.mentions.levels:
        if not start <= mention.first <= stop or len(mention.ids) != 1:
            continue
        level = next(iter(mention.ids))
        before = [t.lower for t in tokens[max(0, mention.first - 2) : mention.first]]
        after = [t.lower for t in tokens[mention.last + 1 : mention.last + 4]]
        if level in order and (
            before[-2:] == ["up", "to"] or before[-1:] == ["до"] or before[-1:] in (["until"], ["till"])
        ):
            return order[: order.index(level) + 1]
        if level in order and (
            before[-1:] == ["from"] and {"on", "onwards", "upwards"} & set(after) or before == ["начиная", "с"]
        ):
            return order[order.index(level) :]
    inside = [m for m in scene.mentions.levels if start <= m.first <= stop and m.role != "than"]
    every = order or scene.vocabulary.level_ids
    left = {t.text for t in tokens[start : stop + 1] if tokens[t.index - 1].lower in _EXCEPT} & set(every)
    left |= {level for m in scene.mentions.levels if tokens[m.first - 1].lower in _EXCEPT for level in m.ids}
    if left:  # "at every setting but 60"
        return [level for level in every if level not in left]
    if scene.matches(_EVERYWHERE):
        return order if not inside else None
    near = [m for m in inside if abs(m.first - phrase.first) <= 9]
    if near and len(inside) == len(near):
        ids = frozenset().union(*(m.ids for m in near))
        return [level for level in order or scene.vocabulary.level_ids if level in ids]
    return sorted(scene.inherited_levels) if not inside and scene.inherited_levels else None


def _leads(scene: Scene, phrase: Phrase, subject: MetricMention) -> Ruling | None:
    levels = _stretch(scene, phrase)
    near = scene.sentence.text[max(0, phrase.match.start() - 16) : phrase.match.end()]
    if levels is None or not levels or _DENIED.search(near):
        return None
    told: list[Fact] = []
    for fact in _shares(scene, subject):
        if scene.vocabulary.canonical(fact.level or "") not in levels:
            continue
        top = _rival(scene, fact)
        if top is None:
            return None
        if shown(top) > shown(fact):
            text = f"{top.name} is {top.value:g}, {fact.name} is {fact.value:g}"
            ru = f"{top.name} — {top.value:g}, {fact.name} — {fact.value:g}"
            return Ruling("contradicted", text, ru, (fact.name, top.name), top.metric)
        told.append(fact)
    if len(told) < len(levels):
        return None
    text = ", ".join(f"{fact.level}: {fact.value:g}" for fact in told)
    return Ruling("supported", text, text, tuple(fact.name for fact in told))


def _leads_but(scene: Scene, subject: MetricMention, but: int) -> Ruling | None:
    """ "WALWrite heads the list in every cell but one": at so many levels, and at no more, another part is larger."""
    told = [(fact, top) for fact in _shares(scene, subject) if (top := _rival(scene, fact)) is not None]
    levels = {scene.vocabulary.canonical(fact.level or "") for fact, _ in told}
    if levels != set(scene.vocabulary.level_ids) or len(told) != len(levels):
        return None
    if any(shown(top) == shown(fact) for fact, top in told):
        return None
    beaten = [(fact, top) for fact, top in told if shown(top) > shown(fact)]
    text = "; ".join(f"{fact.level}: {top.metric} {top.value:g} > {fact.value:g}" for fact, top in beaten)
    names = tuple(fact.name for pair in beaten for fact in pair)
    if len(beaten) == but:
        return Ruling("supported", text, text, names)
    return Ruling("contradicted", text, text, names, str(len(beaten)))


def _rival(scene: Scene, fact: Fact) -> Fact | None:
    """The largest other part of the same whole at the level of a share."""
    row = [other for other in rivals_of(scene, fact) if other.level == fact.level]
    return max(row, key=lambda other: other.value, default=None)

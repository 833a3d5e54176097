"""Judges verdict words by the comparison that was told last: "6.0 %, and that saving is confirmed", "the comparison stays open".

A verdict leans on the number before it, on the levels that its clause names, or on what the sentence before compares. Every effect
that may be meant is a reading; what none of them supports is refuted.
"""

from __future__ import annotations

import re

from factcheck.binding.arguments import clause_bounds
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, last_two_told, metrics_said, names_unknown, of_equality, phrases, topics
from factcheck.forms.facts import Effect
from factcheck.judging.orders import told_over_executions
from factcheck.judging.verdicts import Ruling

_SHOWN = (
    r"\bconfirmed\b|\bproven\b|\bproved\b|\b(?:a )?solid (?:gain|win|loss|advantage)|\bclear(?:ly)? (?:gain|win|loss|better|worse|different)|\bconvincing\w*|\bso it is significant|\b(?:is|are|"
    r"was) (?:statistically )?significant\b|\bconclusive\b|"
    r"\ba significant (?:gain|loss|difference|change)|\bis (?:shown|established)\b|\bdoes not include zero|"
    r"\bдоказанн?[оаы]?\b|\bподтвердил\w+|\bподтвержд[её]н\w*|\bубедительн\w+|\bуверенно\b|\bзначим[аоы]?\b|\bзначимое\b|\bнезначим[аоы]?\b|\bдостоверн[оаы]?\b|\bустановлен[аоы]?\b|\bне включает ноль|\bне включает нуля"
)
_OPEN = (
    r"\bundecided\b|\binconclusive\b|\b(?:could|can) ?not be (?:told apart|separated|distinguished|decided)|\b(?:cannot|can't"
    r"|could not|couldn't) (?:be )?(?:tell|told|separate|distinguish|decide)|\bstays open\b|\bremains open\b|\bis open\b|\bnot settled\b|"
    r"\bне решен[аоы]?\b|\bнереш[её]нн\w+|\bвопрос открыт|\b(?:отличить|развести|различить) (?:\w+ ){0,3}не удалось|\bне удалось (?:\w+ ){0,3}(?:отличить|развести|различить)|\bвывод\w* (?:\w+ ){0,4}не сделан\w*|"
    r"\bвключает ноль|\bincludes zero"
)
_EQUAL = (
    r"\bequivalence (?:was |is |has been )?(?:not )?(?:shown|found|proven|established)|\b(?:found|showed|shows) equivalence|\bэквивалентность (?:\w+ ){0,2}(?:показана|доказана|установлена)|\b(?:показана|доказана|"
    r"установлена) эквивалентность"
    r"|\b(?:is|are|was|were) (?:shown|proven) to be negligible\b|\bno different from\b|\bничем не отлича\w+"
)
_WORDS = re.compile(f"(?P<open>{_OPEN})|(?P<equal>{_EQUAL})|(?P<shown>{_SHOWN})", re.I)
_DENIED = re.compile(r"(?:\b(?:not|n't|never|nor|no|hardly|neither)|(?<!\w)(?:не|ни|нет))\s+(?:\w+\s+){0,2}$", re.I)
#: What is proven is that a difference is small: "is shown to be below the threshold", "доказано, что она меньше порога".
_SMALL = re.compile(
    r",?\s+(?:to (?:be|lie|stay)|that (?:\w+ ){1,3}?(?:is|lies|stays)|что (?:\w+ ){1,3}?)\s*(?:\w+ ){0,2}?(?:smaller|less|below|under|within|inside|меньше|ниже|в пределах|внутри)(?!\w)"
    r"[^,.;]{0,20}(?:minimum effect|threshold|margin|минимальн\w+ эффект|порог)",
    re.I,
)
_HELD = {"shown": {"better", "worse"}, "open": {"undecided"}, "equal": {"equivalent"}}
_CONTRARY = {
    "shown": {"undecided", "equivalent"},
    "open": {"better", "worse", "equivalent"},
    "equal": {"better", "worse", "undecided"},
}
_REFLEXIVE = re.compile(r"\bfrom (?:itself|themselves)\b|(?<!\w)(?:сам\w* )?от себя(?!\w)", re.I)
_UNKNOWN = {"single_run", "drifting", "invalid"}
_EXTRA = re.compile(r"cause|причин|hypothes|гипотез|if\b|если|would|whether|только если|suspicion|подозрен", re.I)


def judge_outcomes(scene: Scene, bounds: dict[int, Bound], judged: set[int]) -> list[tuple[int, int, str, Ruling]]:
    """(first token, last token, predicate, ruling) of the verdict words that nothing else has judged."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?" or scene.matches(_EXTRA):
        return []
    found = []
    for phrase in phrases(scene, _WORDS):
        if judged & set(range(phrase.first, phrase.last + 1)):
            continue
        kind = next(name for name in ("open", "equal", "shown") if phrase.match.group(name))
        before = scene.sentence.text[: phrase.match.start()]
        following = scene.tokens[phrase.last + 1] if phrase.last + 1 < len(scene.tokens) else None
        if (
            phrase.first == phrase.last
            and following is not None
            and following.is_word
            and following.lower
            not in ("by", "for", "at", "in", "with", "and", "for", "как", "при", "на", "и", "для", "не")
        ):
            continue  # "the confirmed changes": an attribute, no verdict
        if re.search(r"\b(?:less|more|менее|более)\s+$", before, re.I):
            continue
        inner = kind == "equal" and bool(re.search(r"(?:^|\s)(?:not|не)\s", phrase.match.group(), re.I))
        denied = (inner or bool(_DENIED.search(before[-30:]))) != phrase.match.group().lower().startswith("незначим")
        if kind == "shown" and _SMALL.match(scene.sentence.text[phrase.match.end() :]):
            kind = "equal"  # "is shown to be smaller than the minimum effect"
        if kind == "shown" and of_equality(scene, phrase.last):
            continue
        if told_over_executions(scene, phrase.first):
            continue  # "over 30 nights neither a trend nor a shift is shown": the facts hold one execution
        if _REFLEXIVE.search(scene.sentence.text[phrase.match.start() :][:60]):
            continue  # "the baseline differed from itself": no two levels are compared
        effects, certain = _effects(scene, bounds, phrase)
        verdicts = {effect.verdict for effect in effects}
        if not effects or verdicts & _UNKNOWN:
            continue
        right = (_CONTRARY if denied else _HELD)[kind]
        told = "; ".join(f"{e.metric} {e.level} vs {e.baseline}: {e.verdict}" for e in effects[:4])
        names = tuple(f"effect {e.metric} {e.level} vs {e.baseline}" for e in effects[:4])
        if verdicts & right:
            ruling = Ruling("supported", told, told, names)
        elif certain:
            ruling = Ruling("contradicted", told, told, names, "/".join(sorted(verdicts)))
        else:
            continue
        found.append((phrase.first, phrase.last, "verdict", ruling))
    return found


def _effects(scene: Scene, bounds: dict[int, Bound], phrase: Phrase) -> tuple[list[Effect], bool]:
    """The effects that a verdict word may be of, and whether they are surely those."""
    start, stop = clause_bounds(scene, phrase.first)
    two = last_two_told(scene, phrase.first)
    if two is not None:
        held = scene.vocabulary.effect(*two)
        return ([held[0]] if held else []), True
    told = _told_before(scene, bounds, phrase.first)
    named = _named(scene, start, stop, phrase.first)
    if named:
        return named, True
    if told:
        return told, True
    if names_unknown(scene, phrase.first):
        return [], False
    former = scene.former
    if former is not None and phrase.first <= 12 and not scene.mentions.levels:
        last = _told_before(former, former.bounds, len(former.tokens))
        own = metrics_said(scene, phrase.first)
        if own:
            last = [e for e in last if any(e.metric in group for group in own)]
        if last:
            return last, True
        if not own:
            return _named(former, 0, len(former.tokens), len(former.tokens) - 1), True
    return [], False


def _told_before(scene: Scene, bounds: dict[int, Bound], place: int) -> list[Effect]:
    """The effects behind the nearest change told before a place, in the same part of the sentence."""
    for at in sorted((at for at in bounds if at < place), reverse=True):
        gap = scene.tokens[at + 1 : place]
        if any(
            t.text == ";"
            or t.lower in ("but", "а", "while", "whereas")
            and scene.mentions.levels
            and any(m.first > t.index for m in scene.mentions.levels if m.first < place)
            for t in gap
        ):
            return []
        bound = bounds[at]
        if bound.predicate in ("delta", "interval", "ratio", "significance") and bound.facts:
            return effects_of(scene, bound.facts)
    return []


def effects_of(scene: Scene, names: tuple[str, ...]) -> list[Effect]:
    held = scene.vocabulary.facts.effects
    direct = [e for e in held if f"effect {e.metric} {e.level} vs {e.baseline}" in names]
    if direct:
        return direct
    facts = [f for f in scene.vocabulary.facts.facts if f.name in names]
    if len(facts) == 2 and facts[0].metric == facts[1].metric and facts[0].level and facts[1].level:
        found = scene.vocabulary.effect(facts[0].metric, facts[0].level, facts[1].level)
        return [found[0]] if found else []
    return []


def _named(scene: Scene, start: int, stop: int, place: int) -> list[Effect]:
    """The effects between the two levels that a clause names, or of the one it names against the baseline, by its metrics."""
    row = list(dict.fromkeys(m.ids for m in scene.mentions.levels if start <= m.first <= stop))
    if not row or len(row) > 2 or any(len(ids) != 1 for ids in row):
        return []
    groups = metrics_said(scene, place) or topics(scene)[:2]
    primary = scene.vocabulary.facts.experiment.primary
    metrics = [m for group in groups for m in sorted(group)] or ([primary] if primary else [])
    levels = [next(iter(ids)) for ids in row]
    if len(levels) == 1:
        base = scene.vocabulary.special("baseline")
        if len(base) != 1 or levels[0] in base:
            return []
        levels.append(next(iter(base)))
    return [
        found[0]
        for metric in dict.fromkeys(metrics)
        if (found := scene.vocabulary.effect(metric, levels[0], levels[1]))
    ]

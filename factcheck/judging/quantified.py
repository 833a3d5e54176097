"""Judges verdicts told in words, of many comparisons ("every pair is equivalent", "two of the six differences are shown") and of one
("a and b could not be told apart", "and that gain is confirmed").

Such a sentence is about the effects of one metric, named here or in the sentence before. It is refuted only when every reading
refutes it: all pairs of levels, and the pairs with the baseline.
"""

from __future__ import annotations

import re

from factcheck.binding.arguments import clause_bounds
from factcheck.binding.scene import Scene
from factcheck.binding.scope import last_two_told, of_equality, topics
from factcheck.forms.facts import Effect
from factcheck.judging.assertions import effects_meant
from factcheck.judging.verdicts import Ruling
from factcheck.reading.numbers import WORD_NUMBERS
from factcheck.reading.sentences import Token

_NOUN = (
    r"(?:pairs?|comparisons?|differences?|effects?|contrasts?|changes?|gaps?|"
    r"пар\w*|сравнени\w+|различи\w+|разниц\w*|отличи\w+|эффект\w*|изменени\w+)"
)
_OF = r"(?:\s+(?:of|from|между|от|of the|with|против|к)\s+[^.;:]{1,40}?)?"
_MANY = r"(?P<many>all|every|each|both|все|вс[её]|кажд\w+|оба|обе|обоих|обеих)"
_NONE = r"(?P<none>none of|neither of|neither|no|not one of|not a single|ни одн\w+(?: из)?|ни (?:один|одна|одно)(?: из)?|никак\w+)"
_SOME = r"(?P<only>only |just |merely |лишь |только )?(?P<some>\d+|[\w-]+)\s+(?:of|out of|из)\s+(?:the\s+|these\s+|all\s+|этих\s+|всех\s+)?(?P<whole>\d+|[\w-]+)"
_STATE = re.compile(
    r"(?P<undecided>\bundecided|\binconclusive|\bнереш[её]нн\w+|\bнеопредел[её]нн\w+)|"
    r"(?P<equal>(?:shown|proven|показан\w*|доказан\w*)(?: to be)? (?:equivalent|эквивалентн\w+)|\bequivalent|\bэквивалентн\w+|\bравноценн\w+)|"
    r"(?P<settled>\bconclusive|\bsettled|\bdecided|\bresolved|\bреш[её]н[аыо]?\b)|"
    r"(?P<shown>(?:statistically )?\bsignificant|\bshown|\bseparated|\bestablished|\bproven|\bconfirmed|\bdemonstrated|\bdiffers? significantly|\bdistinguishable|"
    r"\bзначим\w*|\bдоказан\w*|\bпоказан\w*|\bустановлен\w*|\bподтвержд[её]н\w*|\bподтвердил\w*|\bразличим\w*)",
    re.I,
)
_SUBJECT = re.compile(
    rf"(?:(?:{_MANY}|{_NONE}|{_SOME})(?:\s+of(?= the| these))?\s+(?:the |these |those |other |these |remaining |эти |эта |этих |остальны\w+ |прочи\w+ )?"
    rf"(?:\d+ |[a-z-]+ (?=(?:pairs|comparisons|differences))|(?:[а-яё]+) (?=(?:пар|сравнен|различ|отлич|разниц)))?{_NOUN}\b)",
    re.I,
)
#: The verdicts that each word may be told of.
_RIGHT = {"undecided": {"undecided"}, "equal": {"equivalent"}, "settled": {"better", "worse", "equivalent"}, "shown": {"better", "worse"}}  # fmt: skip
_NEGATED = re.compile(r"\b(?:not|n't|never|cannot|не|нельзя)\s+(?:\w+\s+)?$", re.I)
_WITH_BASELINE = re.compile(r"baseline|from the default|from off|баз\w+|исходн\w+|от умолчани\w+", re.I)


def judge_quantified(scene: Scene) -> tuple[int, int, Ruling] | None:
    """(first token, last token, ruling) of a sentence that quantifies verdicts; None when it is no such sentence."""
    if scene.block.kind not in ("paragraph", "item", "lead"):
        return None
    offset = scene.tokens[0].start
    text = scene.block.text[offset : scene.tokens[-1].end]
    subject = _SUBJECT.search(text)
    if subject is None:
        return None
    state = _STATE.search(text, subject.end()) or _told_before(text, subject)
    if (
        state is None
        or state.start() >= subject.end()
        and (state.start() - subject.end() > 60 or re.search(r"[.;]", text[subject.end() : state.start()]))
    ):
        return None
    kind = next(name for name in _RIGHT if state.group(name))
    metrics = _metrics(scene)
    if len(metrics) != 1 or re.search(
        r"обоим|обеим|both metrics|all metrics|every metric|each metric|всем метрик|всем показател", text, re.I
    ):
        return None
    effects = [e for e in scene.vocabulary.effects(next(iter(metrics))) if e.verdict]
    if not effects:
        return None
    # "ни одна пара не решена": Russian denies twice and means it once
    negated = bool(_NEGATED.search(text[subject.end() : state.start()])) and not (
        subject.group("none") or ""
    ).lower().startswith("ни ")
    first = next(t.index for t in scene.tokens if t.end > offset + min(subject.start(), state.start()))
    last = max(t.index for t in scene.tokens if t.start < offset + max(subject.end(), state.end()))
    return first, last, _ruling(scene, effects, subject, kind, negated, text)


_FOR = re.compile(r"[\"»”]?,?\s+(?:too,?\s+)?(?:for|in|для|по|у|на|при)\s+$", re.I)


def _told_before(text: str, subject: re.Match[str]) -> re.Match[str] | None:
    """The verdict of "is equivalent for every pair": the word right before the quantifier."""
    for state in _STATE.finditer(text, 0, subject.start()):
        if _FOR.fullmatch(text[state.end() : subject.start()]) and not _NEGATED.search(text[: state.start()]):
            return state
    return None


def _metrics(scene: Scene) -> frozenset[str]:
    """The one metric that the sentence names, otherwise the one of the sentence before; empty when it names one unknown to the facts."""
    own = [m for m in scene.mentions.metrics if not m.modifier and m.exact]
    if own:
        return frozenset().union(*(m.metrics for m in own)) if all(m.metrics for m in own) else frozenset()
    if scene.mentions.metrics:
        return frozenset()
    if scene.former is not None:
        return _metrics(scene.former)
    primary = scene.vocabulary.facts.experiment.primary
    return frozenset({primary}) if primary and _WITH_BASELINE.search(scene.sentence.text) else frozenset()


def _ruling(scene: Scene, effects: list[Effect], subject: re.Match[str], kind: str, negated: bool, text: str) -> Ruling:
    right = _RIGHT[kind]
    base = scene.vocabulary.special("baseline")
    with_base = [e for e in effects if scene.vocabulary.canonical_effect(e.baseline or "") in base]
    readings = [with_base] if with_base and _WITH_BASELINE.search(text) else [effects, with_base or effects]
    shown = "; ".join(f"{e.metric} {e.level} vs {e.baseline}: {e.verdict}" for e in effects[:6])
    names = tuple(f"effect {e.metric} {e.level} vs {e.baseline}" for e in effects[:6])
    verdicts = []
    for pool in readings:
        hits = sum((e.verdict in right) != negated for e in pool)
        verdicts.append(_agrees(subject, hits, len(pool)))
    if True in verdicts:
        return Ruling("supported", shown, shown, names)
    if False not in verdicts:
        return Ruling("unverifiable", shown, shown, names)
    told = next((n for word in subject.group().split() if (n := _count(word)) is not None), None)
    if (
        subject.group("many")
        and told is not None
        and told < len(effects)
        and sum((e.verdict in right) != negated for e in effects) >= told
    ):
        return Ruling("unverifiable", shown, shown, names)  # "all three differences": so many of them are
    return Ruling("contradicted", shown, shown, names, "/".join(sorted({e.verdict for e in effects})))


def _agrees(subject: re.Match[str], hits: int, total: int) -> bool | None:
    """Whether the quantifier fits `hits` of `total`; None when the set that is meant is another one."""
    if subject.group("many"):
        if subject.group("many").lower() in ("both", "оба", "обе", "обоих", "обеих") and total != 2:
            return False if not hits else None
        said = next((count for word in subject.group().split()[1:] if (count := _count(word)) is not None), total)
        return hits == total if said == total else None  # "all three": another set than these
    if subject.group("none"):
        if subject.group("none").lower().startswith("neither") and total != 2:
            return False if hits == total else None
        return hits == 0
    if subject.group("some").lower() in ("each", "every", "all", "both", "каждая", "каждое", "каждый"):
        return hits == total
    some, whole = _count(subject.group("some")), _count(subject.group("whole"))
    if some is None or whole is None or whole != total:
        return None
    return hits == some


def _count(word: str) -> int | None:
    return int(word) if word.isdigit() else WORD_NUMBERS.get(word.lower())


_TEST = re.compile(
    r"\b(?:(?P<passed>passed|passes|pass)|failed|fails|fail) (?:the|an|our|their) (?:test (?:for|of) equivalence|equivalence test)",
    re.I,
)


def judge_equivalence_test(scene: Scene) -> tuple[int, int, Ruling] | None:
    """ "The three methods passed the test for equivalence": all pairs of levels, by the metric that is spoken of."""
    offset = scene.tokens[0].start
    phrase = _TEST.search(scene.sentence.text)
    if phrase is None or scene.mentions.levels:
        return None
    groups = [_metrics(scene)] if scene.mentions.metrics else topics(scene)[:1]
    if len(groups) != 1 or len(groups[0]) != 1:
        return None
    verdicts = [e.verdict for e in scene.vocabulary.effects(next(iter(groups[0]))) if e.verdict]
    if not verdicts or len({v == "equivalent" for v in verdicts}) != 1:
        return None
    told = f"{next(iter(groups[0]))}: " + ", ".join(verdicts)
    inside = [t.index for t in scene.tokens if t.end > offset + phrase.start() and t.start < offset + phrase.end()]
    if (verdicts[0] == "equivalent") == bool(phrase.group("passed")):
        return inside[0], inside[-1], Ruling("supported", told, told)
    return inside[0], inside[-1], Ruling("contradicted", told, told, (), verdicts[0])


_APART = re.compile(
    r"(?P<open>(?:could|can) ?not be (?:told apart|separated|distinguished|decided|ranked)|can't (?:tell|be told)|cannot be (?:told|decided)|"
    r"(?:отличить|развести|различить|разделить) (?:\w+ ){0,3}не удалось|не удалось (?:\w+ ){0,3}(?:отличить|развести|различить|разделить)|вывод\w* (?:\w+ ){0,4}не сделан\w*)|"
    r"(?P<shown>\bconfirmed\b|\bproven\b|\bsolid (?:gain|win|loss)|\bclear (?:gain|win|loss)|\bclearly different|\bconvincing\w*|"
    r"\bдоказанно\b|\bдоказан[аоы]?\b|\bподтвердил\w+|\bподтвержд[её]н\w*|\bубедительно\b)",
    re.I,
)


def judge_apart(scene: Scene, taken: set[int]) -> list[tuple[int, int, Ruling]]:
    """(first token, last token, ruling) for each verdict on one comparison that is told in such words."""
    if scene.block.kind not in ("paragraph", "item", "lead"):
        return []
    offset = scene.tokens[0].start
    text = scene.block.text[offset : scene.tokens[-1].end]
    found = []
    for phrase in _APART.finditer(text):
        inside = [t for t in scene.tokens if t.end > offset + phrase.start() and t.start < offset + phrase.end()]
        if taken & {t.index for t in inside} or any(t.has("hedge") and t not in inside for t in scene.tokens):
            continue
        if phrase.group("shown") and of_equality(scene, inside[-1].index):
            continue
        if last_two_told(scene, inside[0].index) is not None:
            continue  # judged by the values told last
        held, metrics, pairs = effects_meant(scene, inside[0])
        named = _between_the_named(scene, metrics, inside[0].index)
        effects = [named] if named else [effect for effect, _ in held]
        certain = len(metrics) == 1 and metrics == _metrics(scene)
        explicit = named is not None or bool(pairs) and all(pair.explicit for pair in pairs)
        verdicts = {effect.verdict for effect in effects}
        if not effects or not certain or not explicit or verdicts & {"single_run", "drifting", "invalid"}:
            continue
        right = {"undecided", "equivalent"} if phrase.group("open") else {"better", "worse"}
        if phrase.group("shown") and _NEGATED.search(text[: phrase.start()]):
            right = {"undecided", "equivalent"}
        told = "; ".join(f"{e.metric} {e.level} vs {e.baseline}: {e.verdict}" for e in effects[:4])
        names = tuple(f"effect {e.metric} {e.level} vs {e.baseline}" for e in effects[:4])
        if verdicts <= right:
            ruling = Ruling("supported", told, told, names)
        elif verdicts & right:
            continue
        else:
            ruling = Ruling("contradicted", told, told, names, "/".join(sorted(verdicts)))
        found.append((inside[0].index, inside[-1].index, ruling))
    return found


def _between_the_named(scene: Scene, metrics: frozenset[str], at: int) -> Effect | None:
    """The effect between the two levels of an experiment that has two, or of a clause that names just two."""
    start, stop = clause_bounds(scene, at)
    every = [frozenset({level}) for level in scene.vocabulary.level_ids]
    named = (
        list(dict.fromkeys(m.ids for m in scene.mentions.levels if start <= m.first <= stop))
        if len(every) != 2
        else every
    )
    if len(named) != 2 or len(metrics) != 1 or any(len(ids) != 1 for ids in named):
        return None
    held = scene.vocabulary.effect(next(iter(metrics)), *(next(iter(ids)) for ids in named))
    return held[0] if held else None


def judge_no_other(scene: Scene, token: Token) -> Ruling | None:
    """ "None of the other metrics was shown to get worse": over all effects against the baseline but the primary's."""
    text = scene.sentence.lower_text
    denied = re.search(
        r"none of the (?:other|remaining)|no other metric|ни по одной|ни одна|ни по какой|ни у одной", text
    )
    if not denied and not (
        re.search(r"(?:остальн|други)\w+ (?:метрик|показател)|other metrics", text)
        and re.search(r"не (?:показан|найден|обнаружен|выявлен|отмечен)|not shown|was shown|no worsening", text)
    ):
        return None
    if not re.search(r"metric|метрик|показател", text):
        return None
    kind = "worse" if token.has("worse") else "better"
    primary = scene.vocabulary.facts.experiment.primary
    baseline = scene.vocabulary.special("baseline")
    bad = [
        e
        for e in scene.vocabulary.facts.effects
        if e.metric != primary and e.verdict == kind and scene.vocabulary.canonical_effect(e.baseline or "") in baseline
    ]
    names = tuple(f"effect {e.metric} {e.level} vs {e.baseline}" for e in bad[:4])
    if bad:
        return Ruling(
            "contradicted",
            f"{bad[0].metric} {bad[0].level}: {kind}",
            f"{bad[0].metric} {bad[0].level}: {kind}",
            names,
            bad[0].metric,
        )
    return Ruling("supported", f"no effect against the baseline is {kind}", f"нет эффектов {kind} к исходному уровню")

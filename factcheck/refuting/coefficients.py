"""Judges what is told in words of one pair's coefficients over the levels: where the link is tightest, its sign everywhere, at which level alone it is positive.

Which pair is meant may be open ("the link with waits"); it is refuted only when no pair that may be meant agrees. Only refutes.
"""

from __future__ import annotations

import re

from factcheck.binding.arguments import is_negated
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, metrics_said, phrases, topics
from factcheck.binding.subjects import named_tokens, segment
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruled, Ruling

Row = dict[str, float]
_LINKED = re.compile(
    r"correl|коррел|связь|связи|связан|link|tied|relation|coefficient|коэффициент|[−-]?0[.,]\d{2}", re.I
)
_TURN = re.compile(
    r"(?:from|out of|из|от)\s+(?:the\s+|an?\s+)?(?P<one>positive|negative|положительн\w+|отрицательн\w+)\s+(?:\w+\s+){0,2}?(?:in)?(?:to|в|до|к)\s+(?:the\s+|an?\s+)?(?P<two>positive|negative|положительн\w+|отрицательн\w+)",
    re.I,
)
_EDGE = re.compile(
    r"(?P<tight>\b(?:tightest|strongest|closest)\b|(?<!\w)(?:теснее|сильнее|крепче) (?:всего|всех)|(?<!\w)(?:наиболее|самая|самой) (?:тесн\w+|сильн\w+|крепк\w+))|"
    r"(?P<loose>\b(?:weakest|loosest)\b|(?<!\w)(?:слабее) (?:всего|всех)|(?<!\w)(?:наиболее|самая|самой) слаб\w+)",
    re.I,
)
_EVERYWHERE = r"(?:throughout|everywhere|at (?:every|each|all) \w+|in (?:every|each|all) \w+|везде|всюду|во всех(?: \w+){1,2}|при всех(?: \w+)?|на всех(?: \w+)?|при любом \w+)"
_SIGN = r"(?P<{0}>positive(?:ly correlated)?|negative(?:ly correlated)?|inverse(?:ly correlated|ly related)?|положительн\w+|отрицательн\w+|обратн\w+ (?=связ|коррел|завис))"
_ALWAYS = re.compile(
    rf"{_SIGN.format('a')}\W+{_EVERYWHERE}(?!\W+(?:except|but|besides|кроме|за исключением))|{_EVERYWHERE}\W+(?:\w+\W+)?{_SIGN.format('b')}",
    re.I,
)
_ALONE = re.compile(
    rf"(?:only|только|лишь)\s+(?:at|with|for|in|при|у|в)\s.{{0,24}}?\b(?:is it|it is|she is)?\s*{_SIGN.format('a')}|{_SIGN.format('b')}\W+(?:\w+\W+){{0,2}}?(?:only|только|лишь)\s+(?:at|with|for|in|при|у|в)\b",
    re.I,
)

_ONLY_FROM = re.compile(
    rf"{_SIGN.format('a')}\W+(?:\w+\W+){{0,3}}?(?:only|только|лишь)\s+(?:from|(?:начиная )?со?)\s|(?:only|только|лишь)\s+(?:from|(?:начиная )?со?)\s.{{0,30}}?{_SIGN.format('b')}",
    re.I,
)
_STRENGTH = (
    r"(?P<tight{0}>\b(?:strong(?:ly)?|tight(?:ly)?|close(?:ly)?)(?! enough)\b|(?<!\w)(?:тесн(?:ой|ая|о)|сильн(?:ой|ая|о)|крепк(?:ой|ая)))|"
    r"(?P<loose{0}>\bweak(?:ly)?\b|(?<!\w)слаб(?:ой|ая|о)(?!\w))"
)
_EACH = r"(?:on|at|in|with|under|for|на|при|у|в|во) (?:all|every|each|both|всех|каждом|каждой|любом|обоих|обеих)|everywhere|throughout|везде|всюду"
_STRONG_EVERYWHERE = re.compile(
    rf"(?:{_STRENGTH.format(1)})(?:\s+(?:\w+\s+){{0,2}}?)(?:{_EACH})(?!\w)|(?<!\w)(?:{_EACH})(?:\s+(?:\w+\s+){{0,3}}?)(?:{_STRENGTH.format(2)})",
    re.I,
)
_GONE = re.compile(
    r"\b(?:disappears?|vanish(?:es)?|is gone|dissolves?)\b|(?<!\w)(?:исчеза\w+|исчез\w+|пропада\w+|пропал\w*|сходит на нет|сошл\w+ на нет)(?!\w)",
    re.I,
)
_FIRMER = re.compile(
    r"\b(?P<tight>(?:even |still )(?:tighter|stronger|closer)|(?:tighter|stronger|closer) (?:still|yet))\b|\b(?P<loose>(?:even |still )(?:weaker|looser)|weaker still)\b|"
    r"(?<!\w)ещ[её] (?:(?P<tight_ru>теснее|сильнее|крепче)|(?P<loose_ru>слабее))(?!\w)",
    re.I,
)
_EXCEPT = re.compile(
    rf"{_SIGN.format('a')}\W+(?:\w+\W+){{0,2}}?{_EVERYWHERE}\W+(?:except|but|besides|кроме|за исключением)\b", re.I
)
_AT = re.compile(rf"{_SIGN.format('a')}\s+(?:\w+\s+)?(?:at|with|for|при|у)\s", re.I)
_TREND = re.compile(
    r"(?P<up>\b(?:strengthens|tightens)\b|(?<!\w)(?:усилива\w+|крепнет))|(?P<down>\b(?:weakens|loosens)\b|(?<!\w)(?:ослабева\w+|слабеет))",
    re.I,
)
_STEEP = re.compile(
    r"(?P<tight>\b(?:steepest|most steeply)\b|(?<!\w)(?:круче|резче) (?:всего|всех))|(?P<loose>\b(?:flattest|least steeply)\b|(?<!\w)положе (?:всего|всех))",
    re.I,
)


def judge_coefficients(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each statement on a row of coefficients that no row agrees with."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.has("hedge"):
        return []
    if len(scene.vocabulary.facts.experiment.factors) > 1:
        return []
    found = []
    for pattern, holds in _JUDGES:
        for phrase in phrases(scene, pattern):
            if is_negated(scene, phrase.first):
                continue
            sloping = pattern is _STEEP or _of_a_slope(scene, phrase)
            rows = _slopes(scene, phrase) if sloping else _rows(scene, phrase)
            answers = [(holds(scene, phrase, row), row) for row in rows]
            known = [row for answer, row in answers if answer is not None]
            if known and not any(answer for answer, _ in answers) and len(known) == len(answers):
                text = ", ".join(f"{level}: {value:g}" for level, value in known[0].items())
                found.append((phrase.first, phrase.last, "correlates", Ruling("contradicted", text, text, (), text)))
    return found


def _of_a_slope(scene: Scene, phrase: Phrase) -> bool:
    """ "The slope is positive at three values and negative only at 512": the sign is that of a slope, and of no link."""
    said = [t for t in scene.tokens[: phrase.last] if t.statistic in ("slope", "angle") or t.has("correlate")]
    return bool(said) and not said[-1].has("correlate")


def _rows(scene: Scene, phrase: Phrase) -> list[Row]:
    """The rows of coefficients that may be meant: those told here or right before, else those of the metrics named."""
    told = _told(scene) or (_told(scene.former) if scene.former is not None else [])
    own = metrics_said(scene, phrase.first)
    names = {m for group in own for m in group}
    held: dict[frozenset[str], Row] = {}
    for fact in scene.vocabulary.correlated:
        if fact.level and fact.partner and fact.stat != "partial" and fact.metric != fact.partner:
            held.setdefault(frozenset((fact.metric, fact.partner)), {})[fact.level] = fact.value
    if told and not names:
        return [held[pair] for pair in told if pair in held]
    if not scene.matches(_LINKED) and not told:
        return []
    here = {m for group in _in_clause(scene, phrase) for m in group}
    if (
        len(here) == 1 and len(names) > 2
    ):  # "whereas the one with write latency": its pairs with what the sentence names
        return [row for pair, row in held.items() if pair & here and pair <= names]
    both = [row for pair, row in held.items() if pair <= names]
    if both or len(own) >= 2:
        return both
    around = {m for group in topics(scene) for m in group}
    rows = [row for pair, row in held.items() if pair & names and pair & (around - names)] if names else []
    return rows or [row for pair, row in held.items() if pair & names]


def _in_clause(scene: Scene, phrase: Phrase) -> list[frozenset[str]]:
    """The metrics that the narrow clause of a phrase names."""
    start, stop = segment(scene, phrase.first)
    return [m.metrics for m in scene.mentions.metrics if start <= m.first <= stop and not m.modifier]


def _told(scene: Scene) -> list[frozenset[str]]:
    """The pairs whose coefficients a sentence tells."""
    return list(dict.fromkeys(frozenset((fact.metric, fact.partner or "")) for fact in _told_facts(scene)))


def _told_facts(scene: Scene) -> list[Fact]:
    """The coefficients that a sentence tells, in its order."""
    return [
        fact
        for _, bound in sorted((scene.bounds or {}).items())
        if bound.predicate == "correlates" and bound.verdict == "supported"
        for name in bound.facts
        if (fact := scene.vocabulary.by_name.get(name)) is not None and fact.partner
    ]


def _sign(word: str) -> int:
    return 1 if word.lower().startswith(("pos", "пол")) else -1


def _turns(scene: Scene, phrase: Phrase, row: Row) -> bool | None:
    values = [row[level] for level in scene.vocabulary.numeric_order if level in row]
    if len(values) < 2 or not values[0] or not values[-1]:
        return None
    one, two = _sign(phrase.match.group("one")), _sign(phrase.match.group("two"))
    return values[0] * one > 0 and values[-1] * two > 0


_TIED = re.compile(
    r"^(?:связан\w*|выражен\w*|проявля\w+|коррелир\w+|correlat\w+|tied|linked|related|expressed|pronounced|visible)$"
)
_LEADING = {"at", "with", "for", "in", "is", "was", "it", "the", "one", "link", "correlation", "relation", "при", "у", "в", "на", "связь", "корреляция", "она", "это",
            "trend", "slope", "found", "seen", "observed", "тренд", "наклон", "наблюдается", "отмечен", "получен", "between", "and", "со", "с", "и", "они", "setting", "режиме", "варианте", "прогоне", "as"}  # fmt: skip


def _edges(scene: Scene, phrase: Phrase, row: Row) -> bool | None:
    """ "tightest at 2048", "сильнее всего она выражена при 16": the level that follows has the largest coefficient by its size."""
    after = [m for m in scene.mentions.levels if 0 < m.first - phrase.last <= 9 and len(m.ids) == 1 and not m.group]
    if not after and (fronted := _fronted(scene, phrase)) in row and len(row) >= 3:
        return abs(row[fronted]) == (max if phrase.match.group("tight") else min)(map(abs, row.values()))
    if not after or len(row) < 3 or any(t.text in ",;:" for t in scene.tokens[phrase.last + 1 : after[0].first]):
        return None
    level = next(iter(after[0].ids))
    known = named_tokens(scene)
    gap = [t for t in scene.tokens[phrase.last + 1 : after[0].first] if t.index not in known and t.is_word]
    if level not in row or len(after) > 1 or any(t.lower not in _LEADING and not _TIED.match(t.lower) for t in gap):
        return None  # "the strongest drop at 256" is of something else
    sizes = [abs(value) for value in row.values()]
    return abs(row[level]) == (max(sizes) if phrase.match.group("tight") else min(sizes))


def _fronted(scene: Scene, phrase: Phrase) -> str:
    """The one level that stands before, where the clause ends with the words and says between them no more than that links are meant: "at 20 the negative link is strongest"."""
    start, stop = segment(scene, phrase.first)
    before = [m for m in scene.mentions.levels if start <= m.first and m.last < phrase.first and len(m.ids) == 1]
    if stop != phrase.last or len(before) != 1:
        return ""
    gap = [t for t in scene.tokens[before[0].last + 1 : phrase.first] if t.is_word]
    linked = [t for t in gap if _LINKED.match(t.text) or _SIGNED.match(t.text)]
    others = [t for t in gap if t not in linked and t.lower not in ("the", "is", "are", "its", "эта", "эти")]
    return next(iter(before[0].ids)) if linked and not others else ""


_SIGNED = re.compile(r"^(?:positive|negative|inverse|direct|положительн\w+|отрицательн\w+|обратн\w+|прям\w+)$", re.I)


def _always(scene: Scene, phrase: Phrase, row: Row) -> bool | None:
    sign = _sign(phrase.match.group("a") or phrase.match.group("b"))
    return all(value * sign > 0 for value in row.values()) if len(row) > 1 else None


def _alone(scene: Scene, phrase: Phrase, row: Row) -> bool | None:
    """ "positive only at kyber": of that sign there, and nowhere else."""
    levels = [m for m in scene.mentions.levels if phrase.first <= m.first <= phrase.last + 4 and len(m.ids) == 1]
    if len(levels) != 1 or next(iter(levels[0].ids)) not in row:
        return None
    sign, level = _sign(phrase.match.group("a") or phrase.match.group("b")), next(iter(levels[0].ids))
    return all((value * sign > 0) == (one == level) for one, value in row.items())


def _only_from(scene: Scene, phrase: Phrase, row: Row) -> bool | None:
    """ "Отрицательной она становится только с 400": of that sign there, of the other at every level before."""
    levels = [m for m in scene.mentions.levels if phrase.first <= m.first <= phrase.last + 3 and len(m.ids) == 1]
    order = [level for level in scene.vocabulary.numeric_order if level in row]
    if len(levels) != 1 or next(iter(levels[0].ids)) not in order:
        return None
    sign, at = _sign(phrase.match.group("a") or phrase.match.group("b")), order.index(next(iter(levels[0].ids)))
    return row[order[at]] * sign > 0 and all(row[level] * sign <= 0 for level in order[:at])


_WEAK, _STRONG = 0.3, 0.6  # below the one no link is strong on any scale, above the other none is weak or gone


def _strong_everywhere(scene: Scene, phrase: Phrase, row: Row) -> bool | None:
    """ "strongly correlated on all three": no level at which there is hardly any link (for "weak": a strong one)."""
    if len(row) < 2 or len(row) < len(scene.vocabulary.level_ids):
        return None
    if any(phrase.first <= m.first <= phrase.last for m in scene.mentions.levels):
        return None  # "в all и json связь сильная": a level is called so
    tight = phrase.match.group("tight1") or phrase.match.group("tight2")
    return all(abs(value) >= _WEAK for value in row.values()) if tight else all(abs(v) <= _STRONG for v in row.values())


def _gone_at(scene: Scene, phrase: Phrase, row: Row) -> bool | None:
    """ "whereas that with write latency disappears on Ceph": hardly any link there."""
    levels = [m for m in scene.mentions.levels if -8 <= m.first - phrase.last <= 5 and len(m.ids) == 1]
    if len({m.ids for m in levels}) != 1 or next(iter(levels[0].ids)) not in row:
        return None
    return abs(row[next(iter(levels[0].ids))]) < _STRONG


def _firmer(scene: Scene, phrase: Phrase, row: Row) -> bool | None:
    """ "With khugepaged the link is tighter still": against the coefficient told before, at its level."""
    told = [fact for fact in _told_facts(scene.former) if fact.level in row] if scene.former is not None else []
    if scene.mentions.levels or scene.bounds or not told or len({abs(fact.value) for fact in told[:2]}) == 2 and told[0].level == told[1].level:  # fmt: skip
        return None
    fact = told[0]
    gap = abs(row[fact.level or ""]) - abs(fact.value)
    return (
        None
        if not gap or row[fact.level or ""] == fact.value
        else (gap > 0) == bool(phrase.match.group("tight") or phrase.match.group("tight_ru"))
    )


def _apart_from(scene: Scene, phrase: Phrase, row: Row) -> bool | None:
    """ "positive at all but kyber"."""
    levels = [m for m in scene.mentions.levels if 0 < m.first - phrase.last <= 4 and len(m.ids) == 1]
    if not levels or next(iter(levels[0].ids)) not in row:
        return None
    sign, level = _sign(phrase.match.group("a")), next(iter(levels[0].ids))
    return all((value * sign > 0) == (one != level) for one, value in row.items())


def _at_level(scene: Scene, phrase: Phrase, row: Row) -> bool | None:
    """ "weak and negative at 3000"."""
    levels = [m for m in scene.mentions.levels if 0 <= m.first - phrase.last <= 2 and len(m.ids) == 1]
    if len(levels) != 1 or next(iter(levels[0].ids)) not in row:
        return None
    return row[next(iter(levels[0].ids))] * _sign(phrase.match.group("a")) > 0


def _trends(scene: Scene, phrase: Phrase, row: Row) -> bool | None:
    """ "the link weakens": at the last level it is smaller than at the first."""
    told = [
        abs(bound.number.low_value())
        for place, bound in sorted((scene.bounds or {}).items())
        if place > phrase.last and bound.predicate == "correlates" and bound.verdict == "supported"
    ]
    values = [abs(row[level]) for level in scene.vocabulary.numeric_order if level in row]
    if len(told) > 2:  # "weakens, from 0.88 at 1GB over 0.74 to 0.09": the values that follow
        values = told
    elif scene.mentions.levels or len(scene.inherited_levels) == 1 and told:
        return None
    if len(values) < 2 or values[0] == values[-1]:
        return None
    return (values[-1] > values[0]) == bool(phrase.match.group("up"))


def _slopes(scene: Scene, phrase: Phrase) -> list[Row]:
    """The slopes within the runs of the metrics that are spoken of."""
    names = [m for group in (metrics_said(scene, phrase.first) or topics(scene)[:3]) for m in sorted(group)]
    rows = []
    for metric in dict.fromkeys(names):
        held = scene.vocabulary.series(metric, "slope") or scene.vocabulary.series(metric, "angle")
        told = {level: fact.value for level, fact in held if fact.stat in ("slope", "angle")}
        if len(told) > 2:
            rows.append(told)
    return rows


_JUDGES = (
    (_TURN, _turns),
    (_EDGE, _edges),
    (_ALWAYS, _always),
    (_ALONE, _alone),
    (_EXCEPT, _apart_from),
    (_AT, _at_level),
    (_TREND, _trends),
    (_ONLY_FROM, _only_from),
    (_STRONG_EVERYWHERE, _strong_everywhere),
    (_GONE, _gone_at),
    (_FIRMER, _firmer),
    (_STEEP, _edges),
)

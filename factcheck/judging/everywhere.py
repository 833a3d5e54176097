"""Holds what is said of all levels at once to each of them: the sign of a told row of coefficients, all others against the baseline, one statistic against another.

"Positive throughout", "negative only at 20", "both smaller values are worse than the baseline", "the median is above the mean everywhere". Only refutations are given.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import shown
from factcheck.binding.quantifiers import noun_kind
from factcheck.binding.scene import Scene
from factcheck.binding.scope import candidates, phrases, topics
from factcheck.forms.facts import Fact
from factcheck.judging.values import CORRELATIONS
from factcheck.judging.verdicts import Ruled, Ruling

_SIGN = re.compile(
    r"(?<!\w)(?:(?P<plus>положител\w*|positive(?:ly)?|above zero|выше нуля)|(?P<minus>отрицател\w*|negative(?:ly)?|inverse(?:ly)?|below zero|ниже нуля))(?!\w)",
    re.I,
)
_ALL = re.compile(
    r"\b(?:throughout|everywhere|always|(?:in|at|with|for|on) (?:all|every|each|both))\b|(?<!\w)(?:везде|всюду|всегда|(?:во|при|у|на) все[хм]|(?:при|в|на) (?:любом|каждом|каждой|обоих|обеих))(?!\w)",
    re.I,
)
#: "nearly everywhere", "not at all levels", and "higher than at all others", which compares.
_NEARLY = re.compile(r"(?:\b(?:almost|nearly|practically|not|than)|(?<!\w)(?:почти|практически|не|чем))\s+$", re.I)
_ONLY = re.compile(r"\bonly (?:at|with|in|for|under)\b|(?<!\w)(?:только|лишь) (?:при|у|в|на)(?!\w)", re.I)
_SLOPE = re.compile(r"\bslopes?\b|(?<!\w)наклон", re.I)
_ENDS = re.compile(r"[;,.]|\b(?:and|but|then|while)\b|(?<!\w)(?:и|но|а)(?!\w)", re.I)
_BUT = re.compile(r"\b(?:except|but)(?: (?:at|with|in|for))?\b|(?<!\w)кроме(?!\w)", re.I)


def judge_everywhere(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each statement on all levels that the facts refute."""
    if scene.block.kind == "cell" or scene.tokens[-1].text == "?":
        return []
    return [*_signs(scene), *_sole_signs(scene), *_against_base(scene), *_statistics(scene)]


# -- signs of coefficients --------------------------------------------------------------------------------------------


Row = dict[str, float]


def _row(scene: Scene, metric: str, stat: str, partner: str | None) -> Row:
    """By level, a coefficient of a pair, or the slope of a metric."""
    held = [
        f
        for f in scene.vocabulary.facts.facts
        if (f.metric, f.stat, f.partner) == (metric, stat, partner) and f.run is None and f.level
    ]
    return {scene.vocabulary.canonical(f.level or ""): f.value for f in held}


def _rows(scene: Scene, place: int) -> list[Row]:
    """The rows that a sign may be of: the pair told last in this block, the slopes of the metric spoken of, or the coefficients of what the sentence names."""
    if scene.matches(_SLOPE):
        return [row for m in candidates(scene, place, primary=False)[:3] if (row := _row(scene, m, "slope", None))]
    for one in (scene, *scene.before()):
        for _, bound in sorted(one.bounds.items(), reverse=True):
            fact = scene.vocabulary.by_name.get(bound.facts[0]) if len(bound.facts or ()) == 1 else None
            if fact is not None and fact.stat in CORRELATIONS and fact.level is not None:
                return [_row(scene, fact.metric, fact.stat, fact.partner)]
        if one is not scene and not scene.mentions.metrics and any(m.exact and m.metrics for m in one.mentions.metrics):
            break  # "Waits work the other way. Their coefficient is …": of what was named since
    exact = [mention for mention in scene.mentions.metrics if mention.exact]
    if not scene.mentions.metrics:
        exact = [m for one in scene.before(1) for m in one.mentions.metrics if m.exact]
    named = list(dict.fromkeys(m for mention in exact or scene.mentions.metrics for m in mention.metrics))
    pairs = _pairs(scene, set(named), set(named)) or _pairs(
        scene, set(named), {m for metrics in topics(scene) for m in metrics}
    )
    primary = scene.vocabulary.facts.experiment.primary
    return [_row(scene, *pair) for pair in pairs or _pairs(scene, set(named), {primary} if primary else set())]


def _pairs(scene: Scene, some: set[str], others: set[str]) -> list[tuple[str, str, str | None]]:
    """The coefficients that the facts hold of one of these metrics with one of the others."""
    held = {(f.metric, f.stat, f.partner) for f in scene.vocabulary.correlated}
    return sorted((p for p in held if p[0] in some and p[2] in others or p[2] in some and p[0] in others), key=str)


def _signs(scene: Scene) -> list[Ruled]:
    found: list[Ruled] = []
    for phrase in phrases(scene, _SIGN):
        text, at = scene.sentence.text, phrase.match.start()
        clause = re.split(r"[;.]", text[at:])[0]
        rest = clause[phrase.match.end() - at :]
        if _SIGN.search(rest):  # "positive at three values, and only at 20 negative": what is told of the other sign
            clause = clause[: phrase.match.end() - at] + _ENDS.split(rest)[0]
        only, but = _ONLY.search(clause), _BUT.search(clause)
        whole = _ENDS.split(text[:at])[-1] + clause
        every = next((hit for hit in _ALL.finditer(whole) if not _NEARLY.search(whole[: hit.start()])), None)
        rows = _rows(scene, phrase.first) if only or but or every else []
        before = text[max(0, at - 12) : at]
        if not rows or re.search(r"(?<!\w)(?:не|not|never|nor)\s+(?:\w+\s+)?$", before, re.I):
            continue
        mark = only or but
        named = _levels_after(scene, at + mark.end()) if mark else frozenset()
        if mark and not named:
            continue
        cells = _cells_meant(scene)
        rows = [
            {level: value for level, value in row.items() if level in of}
            for row in rows
            for of in cells
            if of <= set(row)
        ]
        wrong = [row for row in rows if {level for level, value in row.items() if (value > 0) == bool(phrase.match.group("plus"))} != (set(named) & set(row) if only else set(row) - named)]  # fmt: skip
        if rows and len(wrong) == len(rows):
            told = ", ".join(f"{level}: {value:g}" for level, value in wrong[0].items())
            found.append((phrase.first, phrase.last, "correlates", Ruling("contradicted", told, told, (), told)))
    return found


_SOLE = re.compile(r"\b(?:only|sole|no other)\b|(?<!\w)единственн\w+", re.I)


def _sole_signs(scene: Scene) -> list[Ruled]:
    """ "It is the only OLTP run with a negative slope": refuted where none has that sign, or more than one."""
    found: list[Ruled] = []
    for phrase in phrases(scene, _SIGN):
        before = re.split(r"[,;:.]", scene.sentence.text[: phrase.match.start()])[-1]
        sole = _SOLE.search(before)
        if sole is None or _DENIED.search(before) or not _is_of_runs(scene, phrase.first, len(before) - sole.start()):
            continue
        rows = _rows(scene, phrase.first)
        if not rows and scene.matches(_SLOPE):
            rows = [_row(scene, metric, "slope", None) for metric in scene.vocabulary.metrics]
        plus = bool(phrase.match.group("plus"))
        place = scene.tokens[0].start + phrase.match.start() - len(before) + sole.start()
        subject = [m.ids for m in scene.mentions.levels if scene.tokens[m.first].start < place and m.role != "than"]
        cells = [of for of in _cells_meant(scene) if len(of) > 1 and of not in subject]
        told = [
            {level: value for level, value in row.items() if level in of}
            for row in rows
            for of in cells
            if of <= set(row)
        ]
        if told and all(sum((value > 0) == plus for value in row.values()) != 1 for row in told):
            text = ", ".join(f"{level}: {value:g}" for level, value in told[-1].items())
            found.append((phrase.first, phrase.last, "correlates", Ruling("contradicted", text, text, (), text)))
    return found


_DENIED = re.compile(r"(?<!\w)(?:не|not|never|nor)(?!\w)", re.I)
_RUNS = {"run", "runs", "test", "tests", "прогон", "тест"}


def _is_of_runs(scene: Scene, place: int, back: int) -> bool:
    """Whether one of so many characters before a token counts runs or levels, and no metrics: "the only run with a negative slope"."""
    start = scene.tokens[place].start - back
    extra = frozenset().union(*scene.world.finder.factor_parts, *scene.world.finder.factor_nouns)
    row = [t for t in scene.tokens[:place] if t.start >= start]
    return any(t.stems & _RUNS or noun_kind(t, extra) == "level" for t in row)


def _cells_meant(scene: Scene) -> list[frozenset[str]]:
    """All levels; in a grid also the cells of each level that is named: "OLTP speed correlates positively on every layout"."""
    every = frozenset(scene.vocabulary.level_ids)
    if len(scene.vocabulary.facts.experiment.factors) < 2:
        return [every]
    named = [m.ids for m in scene.mentions.levels if m.role != "than"]
    return list(dict.fromkeys([every, *named, *([scene.inherited_levels] if scene.inherited_levels else [])]))


def _levels_after(scene: Scene, place: int) -> frozenset[str]:
    """The levels named right behind a place of the sentence's text."""
    offset = scene.tokens[0].start
    found: set[str] = set()
    for token in scene.tokens:
        if token.start - offset < place:
            continue
        mention = next((m for m in scene.mentions.levels if m.first <= token.index <= m.last), None)
        if mention is not None:
            found |= mention.ids
        elif token.text in scene.vocabulary.level_ids:
            found.add(token.text)
        elif token.lower not in ("и", "and", "или", "or", "при", "at"):
            break
    return frozenset(found)


# -- all others against the baseline ----------------------------------------------------------------------------------

_VERSUS = re.compile(
    r"(?P<all>\bboth\b|\ball (?:two|three|four)\b|\bevery other\b|(?<!\w)(?:оба|обе|все два|все три|все четыре)(?!\w))(?P<gap>(?: [\w-]+){0,5}?) "
    r"(?:(?P<good>better|лучше)|(?P<bad>worse|хуже)|(?P<up>above|higher|выше|больше)|(?P<down>below|lower|ниже|меньше))(?: than| чем)?(?: the| our| its)?\s(?P<base>baseline|default|current|today|баз\w+|нынешн\w+|исходн\w+|умолчани\w+)",
    re.I,
)


def _against_base(scene: Scene) -> list[Ruled]:
    """ "Both smaller values are better than the baseline": refuted where each is the contrary."""
    base = scene.vocabulary.special("baseline")
    others = [level for level in scene.vocabulary.level_ids if level not in base]
    found: list[Ruled] = []
    for phrase in phrases(scene, _VERSUS):
        both = phrase.match.group("all").lower() in ("both", "оба", "обе")
        if len(base) != 1 or both and len(others) != 2 or re.search(r"\b(?:not|не)\b", phrase.match.group("gap"), re.I):
            continue
        (own,) = base
        verdicts = []
        for metric in candidates(scene, phrase.first, primary=False)[:3]:
            better = scene.vocabulary.better(metric)
            good_or_bad = phrase.match.group("good") or phrase.match.group("bad")
            if good_or_bad and better is None:
                continue
            up = bool(phrase.match.group("up"))
            if good_or_bad:
                up = (better == "higher") == bool(phrase.match.group("good"))
            held = scene.vocabulary.central(metric, own)
            row = [scene.vocabulary.central(metric, level) for level in others]
            if held is None or any(fact is None for fact in row):
                continue
            steps = [shown(fact) - shown(held) for fact in row if fact is not None]
            told = f"{own}: {shown(held):g}; " + ", ".join(f"{f.level}: {shown(f):g}" for f in row if f is not None)
            verdicts.append((all((step > 0) == up and step for step in steps), all(step and (step > 0) != up for step in steps), told))  # fmt: skip
        if verdicts and not any(right for right, _, _ in verdicts) and verdicts[0][1]:
            told = verdicts[0][2]
            found.append((phrase.first, phrase.last, "all", Ruling("contradicted", told, told, (), told)))
    return found


# -- one statistic against another ------------------------------------------------------------------------------------

_STATS = re.compile(
    r"(?P<one>медиан\w+|средн\w+|median|mean|average)(?P<gap>(?: [\w-]+){0,4}?) (?:(?P<up>больше|выше|above|higher|larger|greater)|(?P<down>меньше|ниже|below|lower|smaller))(?: чем| than)?(?: the)? (?P<two>медиан\w+|средн\w+|"
    r"median|mean|average)",
    re.I,
)


def _statistics(scene: Scene) -> list[Ruled]:
    """ "The median is above the mean everywhere": of every metric that has both."""
    found: list[Ruled] = []
    for phrase in phrases(scene, _STATS):
        match = phrase.match
        one, two = (("median" if re.match("медиан|median", match.group(n), re.I) else "mean") for n in ("one", "two"))
        around = scene.sentence.text[match.start() : match.end() + 40]
        if one == two or not _ALL.search(around) or re.search(r"\b(?:not|не)\b", around, re.I):
            continue
        said = {m for mention in scene.mentions.metrics if mention.exact for m in mention.metrics}
        results = []
        for metric in sorted(said) or scene.vocabulary.metrics:
            rows: list[tuple[Fact | None, Fact | None]] = [
                (next(iter(scene.vocabulary.values(metric, one, level)), None), next(iter(scene.vocabulary.values(metric, two, level)), None))
                for level in scene.vocabulary.level_ids
            ]  # fmt: skip
            pairs = [(a.value, b.value) for a, b in rows if a is not None and b is not None]
            if len(pairs) == len(rows) and pairs:
                results.append(all((a > b) == bool(match.group("up")) and a != b for a, b in pairs))
        if results and not any(results):
            told = "the levels say otherwise", "уровни говорят иное"
            found.append((phrase.first, phrase.last, "all", Ruling("contradicted", *told)))
    return found

"""Judges correlations that are told in words alone: "the two are tied closely and inversely", "связь слабая", "is not related to".

A word of strength or sign is refuted only when every coefficient that the sentence may mean refutes it; strengths by all
the scales in use (Chaddock, Evans, Hinkle), as for coefficients that are printed (`relations.judge_strength`).
"""

from __future__ import annotations

import itertools
import re

from factcheck.binding.agreement import agrees
from factcheck.binding.quantifiers import find
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.relations import strengths_of
from factcheck.judging.verdicts import Ruling
from factcheck.reading.sentences import Token

_LINK = re.compile(
    r"\b(?:link(?:s|ed)?|tied|ties?|relat(?:ed|ion|ionship)|associat(?:ed|ion)|correlat\w+|connected|connection|coupl(?:ed|ing)|go(?:es)? together|moves? (?:with|together)|track(?:s|ed)?|companions?|hand in hand|"
    r"связ(?:ь|и|ью|ан\w*)|коррел\w+|взаимосвяз\w+|зависимост\w+|сопряж\w+|спутни\w+|рука об руку)\b",
    re.I,
)
#: "the highest of the four" compares, and names no strength.
_MOST = re.compile(r"(?:\b(?:most|least)|(?<!\w)(?:сам(?:ый|ая|ое|ые|ой|ую)|наиболее|наименее))\s+$", re.I)
_FAR = re.compile(r"\bfar from (?:\w+ )?$|(?<!\w)далек\w+ от (?:\w+ )?$", re.I)
_STRENGTH = [
    ("none", r"\bnot (?:\w+ )?(?:related|linked|tied|correlated|connected)|\bno (?:link|relation\w*|association|correlation|connection|tie)\b|"
     r"\bunrelated|\bhardly (?:related|linked|correlated)|почти не (?:связан\w*|коррелир\w+)|не (?:связан\w*|коррелир\w+)|(?:связ\w+|корреляци\w+) (?:нет|отсутству\w+|не видно|практически нет)|(?:связи|корреляции)(?: \w+){1,4} нет(?!\w)"),
    ("strong", r"\b(?:very |extremely )?(?:strong(?:ly)?|tight(?:ly)?|close(?:ly)?|high(?:ly)?)\b|(?:весьма |очень )?(?:тесн\w+|сильн\w+|высок\w+)|след в след|\bhand in hand\b|рука об руку"),
    ("moderate", r"\bmoderate(?:ly)?\b|\bmedium\b|умеренн\w+|средн(?:яя|ей|юю|ей силы)"),
    ("noticeable", r"\bnoticeabl\w+|заметн\w+"),
    ("weak", r"\b(?:very )?(?:weak(?:ly)?|loose(?:ly)?|slight(?:ly)?|faint(?:ly)?|low)\b|(?<!\w)(?:весьма |очень )?(?:слаб\w+|низк\w+)"),
]  # fmt: skip
_COMPARES = re.compile(r"^(?:\w+er|(?:тесн|сильн|слаб|выш|ниж)\w*(?:ее|ей|ше|же))$", re.I)
_THAN_IT = re.compile(r"(?<!\w)(?:сильнее|теснее|крепче|слабее|выше)(?: \w+)?\s+$", re.I)
_THAN_ALL = re.compile(r"(?: [\w-]+){0,4} (?:stronger|tighter|closer|weaker)\b|(?: [\w-]+){0,4} (?:сильнее|теснее|крепче|слабее)(?!\w)", re.I)  # fmt: skip
_SIGN = {
    1: re.compile(
        r"\b(?:directly|direct(?=\W*$|\W*[.,;:()]| (?:at|in|for|with|under|on|and|but|here|there)\b| (?:\w+ )?(?:correl|relat|link|assoc|depend|proport))|positive(?:ly)?)\b|(?:^|[\s,(])(?:прям(?:ая|ой|ую|о)|положительн\w+)",
        re.I,
    ),
    -1: re.compile(r"\b(?:inverse(?:ly)?|negative(?:ly)?|opposite)\b|(?:^|[\s,(])(?:обратн\w+|отрицательн\w+)", re.I),
}
#: The words that each scale's name of a coefficient may be told with.
_FITS = {
    "none": {"none", "very weak", "weak"},
    "weak": {"none", "very weak", "weak", "moderate"},
    "moderate": {"moderate", "noticeable", "weak"},
    "noticeable": {"moderate", "noticeable", "strong"},
    "strong": {"strong", "very strong", "noticeable"},
}
_SUPPOSED = re.compile(
    r"\b(?:would|expect\w*|could|should|if|usual\w*)\b|(?<!\w)(?:бы|ожида\w+|если|обычно|принято)(?!\w)", re.I
)
#: Words of strength that describe much else.
_ANYTHING = re.compile(
    r"(?:very |extremely |весьма |очень )?(?:high|low|slight|noticeabl|medium|loose|close|высок|низк|средн|заметн|сильн)",
    re.I,
)
_PART = re.compile(r"\b(?:except|besides|only|all but)\b|(?<!\w)(?:кроме|за исключением|только|лишь)(?!\w)", re.I)
_NEARLY = {"almost", "nearly", "practically", "почти", "практически"}
_LATER = re.compile(r"\b(?:then|after(?:wards?| that)?|later|beyond|from there|thereafter)\b|(?<!\w)(?:далее|дальше|затем|потом|после(?: этого)?)(?!\w)", re.I)  # fmt: skip
_NEXT_TO = re.compile(r"\bsecond only to\b|\b(?:to|from|of|with) that (?:at|with|for|under)\b|(?<!\w)(?:уступа\w+|втор\w+ после)(?!\w)", re.I)  # fmt: skip
_ENDS = {";", ".", ",", "and", "и", "but", "а", "но", "while", "whereas", "зато", "–", "—"}
_TURNS = {"but", "а", "но", "while", "whereas", "зато"}
_EVERYWHERE = re.compile(
    r"\b(?:everywhere|nowhere|never|throughout|all|every|each|both)\b|(?<!\w)(?:везде|нигде|никогда|всюду|все|всех|кажд\w+|любом|обоих|обеих)(?!\w)",
    re.I,
)

Clause = tuple[int, int]
Pairs = frozenset[frozenset[str]]


def judge_association(scene: Scene) -> list[tuple[int, int, str, Ruling]]:
    """(first token, last token, predicate, ruling) for each word of strength or sign; empty when no coefficient is meant."""
    if not scene.vocabulary.correlated or scene.block.kind not in ("paragraph", "item", "lead") or scene.has("hedge"):
        return []
    linked = any(_LINK.search(one.sentence.text) for one in (scene, *scene.before(1)))
    if not linked:
        return []
    found = []
    pairs, levels = _carried(scene)
    for clause in _clauses(scene):
        text = _text(scene, clause)
        pairs = _pairs(scene, clause, pairs)
        own = _levels(scene, clause)
        if not own and any(t.lower in _GROUPS for t in scene.tokens[clause[0] : clause[1]]):
            levels = frozenset()
            continue  # "negative at the two larger values": of levels that are not named one by one
        levels = own or levels
        meant = _beside(scene, clause) or _held(scene, pairs, frozenset() if _EVERYWHERE.search(text) else levels)
        if _SUPPOSED.search(text):
            continue
        if not meant or _LINK.search(scene.sentence.text) is None and not own:
            continue
        found += _words(scene, clause, text, meant)
        found += _of_another_level(scene, clause, pairs, own, levels)
    return found


_GROUPS = {"values", "settings", "levels", "sizes", "значениях", "уровнях", "настройках"}


def _clauses(scene: Scene) -> list[Clause]:
    """The clauses, each with a word of strength or sign of its own: what has none is read with the one that follows or, at the end, with the last.

    An "and" between two metrics parts nothing: "the negative link between TPS and WALWrite".
    """
    metrics, levels = scene.mentions.metrics, scene.mentions.levels  # "positive at 0 and 256kB": nor between levels
    ends = {m.last for m in metrics} | {m.last for m in levels}
    starts = {m.first for m in metrics} | {m.first for m in levels}
    cuts = [t.index for t in scene.tokens if t.lower in _ENDS]
    cuts = [
        at for at in cuts if at - 1 not in ends or at + 1 not in starts or scene.tokens[at].lower not in ("and", "и")
    ]
    rows: list[Clause] = []
    start = 0
    for stop in [*cuts, len(scene.tokens)]:
        if stop <= start:
            continue
        turns = stop < len(scene.tokens) and scene.tokens[stop].lower in _TURNS and _tells(scene, start, stop)
        said = turns or _says(scene, (start, stop)) or _goes_on_with_another(scene, start, stop)
        if said or stop == len(scene.tokens) and not rows:
            rows.append((start, stop))
            start = stop + 1
    if rows and start < len(scene.tokens):
        rows[-1] = (rows[-1][0], next((t.index for t in scene.tokens[start:] if t.text == ";"), len(scene.tokens)))
    return rows


def _tells(scene: Scene, start: int, stop: int) -> bool:
    """Whether a coefficient stands between two tokens: "most closely on NVMe, r = 0.77, but on HDD it is negative"."""
    return any(b.predicate == "correlates" and start <= at < stop for at, b in scene.bounds.items())


def _goes_on_with_another(scene: Scene, start: int, stop: int) -> bool:
    """Whether a coefficient is told, and then that with another metric: "with hits it is 0.94 everywhere, and with lag it is negative"."""
    told = _tells(scene, start, stop)
    row = [t.lower for t in scene.tokens[stop : stop + 4] if t.is_word]
    return told and any(word in ("with", "с", "со") for word in row[:2])


def _says(scene: Scene, clause: Clause) -> bool:
    text = _text(scene, clause)
    return any(re.search(pattern, text, re.I) for _, pattern in _STRENGTH) or any(
        p.search(text) for p in _SIGN.values()
    )


def _text(scene: Scene, clause: Clause) -> str:
    return scene.block.text[scene.tokens[clause[0]].start : scene.tokens[clause[1] - 1].end]


def _levels(scene: Scene, clause: Clause) -> frozenset[str]:
    return frozenset().union(*(m.ids for m in scene.mentions.levels if clause[0] <= m.first < clause[1]))


def _named(scene: Scene, clause: Clause) -> list[frozenset[str]]:
    return [
        m.metrics for m in scene.mentions.metrics if not m.modifier and m.metrics and clause[0] <= m.first < clause[1]
    ]


def _pairs(scene: Scene, clause: Clause, carried: Pairs) -> Pairs:
    """The pairs that a clause may be of: the metrics that it names; one that it names with those told before; those told before."""
    named = _named(scene, clause)
    if len(named) < 2:  # "the query rate" where queries per second are measured
        named += [
            m.metrics
            for m in scene.mentions.metrics
            if m.modifier and len(m.metrics) == 1 and clause[0] <= m.first < clause[1]
        ]
    known = {frozenset((f.metric, f.partner or "")) for f in scene.vocabulary.correlated if f.metric != f.partner}
    if len(named) > 1:
        return (
            frozenset(frozenset((a, b)) for one, two in itertools.combinations(named, 2) for a in one for b in two)
            & known
        )
    if len(named) == 1:
        others = (
            {m for pair in carried for m in pair}
            | set(scene.inherited_metrics)
            | {m for ids in _named(scene, (0, clause[1])) for m in ids}
        )
        return frozenset(pair for pair in known if pair & named[0] and pair - named[0] <= others and pair - named[0])
    return carried


def _carried(scene: Scene) -> tuple[Pairs, frozenset[str]]:
    """The pair and the level that the sentences and heads before leave in force."""
    pairs: Pairs = frozenset()
    for one in reversed(list(scene.before(2))):
        for clause in _clauses(one):
            pairs = _pairs(one, clause, pairs) or pairs
    return pairs, scene.inherited_levels


def _held(scene: Scene, pairs: Pairs, levels: frozenset[str]) -> list[Fact]:
    """The coefficients of the one pair that is meant, at the levels told or at all of them."""
    if len(pairs) != 1:
        return []
    (pair,) = pairs
    row = [f for f in scene.vocabulary.correlated if {f.metric, f.partner} == set(pair)]
    return [f for f in row if not levels or f.level is None or scene.vocabulary.canonical(f.level) in levels]


def _beside(scene: Scene, clause: Clause) -> list[Fact]:
    """The one coefficient that the clause itself prints."""
    told = [
        b
        for at, b in scene.bounds.items()
        if clause[0] <= at < clause[1] + 3 and b.predicate == "correlates" and b.verdict == "supported"
    ]
    facts = [scene.vocabulary.by_name.get(name) for b in told for name in b.facts]
    return [f for f in facts if f is not None] if len(told) == 1 else []


def _words(scene: Scene, clause: Clause, text: str, meant: list[Fact]) -> list[tuple[int, int, str, Ruling]]:
    """The clause's word of strength and its word of sign, each against the coefficients meant."""
    found = []
    offset = scene.tokens[clause[0]].start
    for word, pattern in _STRENGTH:
        hit = re.search(pattern, text, re.I)
        if hit is None or _MOST.search(text[: hit.start()]) or _FAR.search(text[: hit.start()]):
            continue
        if _ANYTHING.match(hit.group()) and not _LINK.search(text[max(0, hit.start() - 30) : hit.end() + 40]):
            continue  # "the mean rate", "high latency": of a metric, not of a link
        if hit.group().lower().startswith("средн") and not _LINK.match(text[hit.end() :].lstrip()):
            continue
        if word == "none" and (_THAN_IT.search(text[: hit.start()]) or _THAN_ALL.match(text[hit.end() :])):
            continue  # "сильнее этой связи в серии нет": it is the strongest
        if _COMPARES.match(hit.group()):
            continue  # "with IOPS the link is weaker": than another one
        if word != "none" and _is_denied(scene, clause, offset + hit.start()):
            if word == "strong" and not _PART.search(
                text
            ):  # "nowhere is it strong": refuted by one that is, on every scale
                strong = [f for f in meant if set(strengths_of(f.value).values()) <= {"strong", "very strong"}]
                found.append((*_tokens(scene, offset + hit.start(), offset + hit.end()), "strength", _ruled(strong or meant, [not strong])))  # fmt: skip
            break
        fits = [any(name in _FITS[word] for name in strengths_of(f.value).values()) for f in meant]
        found.append((*_tokens(scene, offset + hit.start(), offset + hit.end()), "strength", _ruled(meant, fits)))
        break
    signs = [(sign, hit) for sign, pattern in _SIGN.items() if (hit := pattern.search(text))]
    if len(signs) == 1 and not _PART.search(text):
        sign, hit = signs[0]
        if _LATER.search(text[: hit.start()]):
            return found  # "0.41 at 1, 0.12 at 5, negative from there on": of the levels that follow
        first, last = _tokens(scene, offset + hit.start(), offset + hit.end())
        if set(range(first, last + 1)) & {at for m in scene.mentions.levels for at in range(m.first, m.last + 1)}:
            return found  # "direct" is how a level is called
        fits = [(f.value > 0) == (sign > 0) for f in meant]
        wrong = [f for f, fit in zip(meant, fits, strict=True) if not fit]
        ruling = _ruled(wrong, [False]) if wrong and _of_all_levels(scene, clause) else _ruled(meant, fits)
        found.append((*_tokens(scene, offset + hit.start(), offset + hit.end()), "correlates", ruling))
    return found


_JOINS = {"and", "but", "и", "а", "но"}


def _is_denied(scene: Scene, clause: Clause, at: int) -> bool:
    """Whether a denial stands between the same commas and conjunctions as the word that begins at an offset: "сильной связи не обнаружено нигде"."""
    parted = (t.index for t in scene.tokens[clause[0] : clause[1]] if t.text in ",;:—–" or t.lower in _JOINS)
    stops = [clause[0] - 1, *parted, clause[1]]
    place = next(t.index for t in scene.tokens if t.end > at)
    start, stop = max(n for n in stops if n < place), min(n for n in stops if n > place)
    return any(t.has("negation") for t in scene.tokens[start + 1 : stop])


def _of_all_levels(scene: Scene, clause: Clause) -> bool:
    """ "All five machines show a positive link", "на всех уровнях связь прямая": said of every level, so that one alone refutes it."""
    row = find(scene.tokens, clause[0], clause[1] - 1)
    before = [t for q in row[:1] for t in scene.tokens[max(0, q.first - 2) : q.first]]
    if len(row) != 1 or row[0].kind != "all" or _levels(scene, clause) or any(t.has("negation") or t.lower in _NEARLY for t in before):  # fmt: skip
        return False
    every = len(scene.vocabulary.level_ids)
    return row[0].noun == "level" and row[0].count in (None, every) or row[0].noun is None and row[0].count == every > 2


def _of_another_level(
    scene: Scene, clause: Clause, pairs: Pairs, own: frozenset[str], levels: frozenset[str]
) -> list[tuple[int, int, str, Ruling]]:
    """ "2 GB: the correlation with hits is 0.71" where that is the coefficient of 4 GB."""
    meant = own or levels
    coefficients = [at for at, b in scene.bounds.items() if b.predicate == "correlates"]
    said = {m.ids for m in scene.mentions.levels}
    if any(m.role == "than" for m in scene.mentions.levels):
        return []  # "0.71, lower than at 2 GB": the level is the rival's
    if (
        len(meant) != 1
        or len(pairs) != 1
        or len(coefficients) != 1
        or len(said) > 1
        or any(m.role == "than" for m in scene.mentions.levels)
        or scene.matches(_EVERYWHERE)
        or own
        and scene.matches(_NEXT_TO)
    ):
        return []
    if not own and not _headed(scene):
        return []
    right = _held(scene, pairs, meant)
    found = []
    for at, bound in scene.bounds.items():
        if not clause[0] <= at < clause[1] or bound.predicate != "correlates" or bound.verdict != "supported":
            continue
        if right and not any(agrees(bound.number, [f.value]) or agrees(bound.number, [abs(f.value)]) for f in right):
            text = "; ".join(f"{f.name} = {f.value:g}" for f in right[:4])
            found.append(
                (
                    at,
                    at,
                    "correlates",
                    Ruling("contradicted", text, text, tuple(f.name for f in right[:4]), f"{right[0].value:g}"),
                )
            )
    return found


def _headed(scene: Scene) -> bool:
    """Whether the level in force is that of a head: a heading, a lead, "2 GB." before the sentence."""
    return scene.former is None or len(scene.former.tokens) <= 4 and scene.former.former is None


def _ruled(meant: list[Fact], fits: list[bool]) -> Ruling:
    text = "; ".join(f"{f.name} = {f.value:g}" for f in meant[:4])
    names = tuple(f.name for f in meant[:4])
    if all(fits):
        return Ruling("supported", text, text, names)
    if any(fits):
        return Ruling(
            "unverifiable",
            f"which coefficient is meant is open: {text}",
            f"какой коэффициент имеется в виду, не сказано: {text}",
            names,
        )
    return Ruling("contradicted", text, text, names, f"{meant[0].value:g}")


def _tokens(scene: Scene, start: int, end: int) -> tuple[int, int]:
    inside = [t.index for t in scene.tokens if t.end > start and t.start < end]
    return inside[0], inside[-1]


_WEAKER = ("weaken", "ослаб", "слабе", "loosen", "fade")
_STRONGER = ("strengthen", "усили", "tighten", "крепн", "креп")


def judge_link_trend(scene: Scene, token: Token) -> Ruling | None:
    """ "The correlation weakens as the cache grows": the size of one pair's coefficients over the levels; None for other words."""
    stronger = token.lower.startswith(_STRONGER)
    if not stronger and not token.lower.startswith(_WEAKER):
        return None
    if not any(
        t.has("correlate") or t.lower.startswith("связ") or t.lower in ("link", "relation", "relationship")
        for t in scene.tokens
    ):
        return None
    said = {m for mention in scene.mentions.metrics for m in mention.metrics} or set(scene.inherited_metrics)
    rows: dict[tuple[str, str], dict[str, float]] = {}
    for fact in scene.vocabulary.correlated:
        if fact.level and fact.partner and fact.metric in said and fact.partner in said and fact.stat != "partial":
            rows.setdefault((fact.metric, fact.partner), {})[fact.level] = abs(fact.value)
    open_ = Ruling(
        "unverifiable", "the facts hold no such row of coefficients", "в фактах нет такого ряда коэффициентов"
    )
    for row in rows.values():
        values = [row[level] for level in scene.vocabulary.numeric_order if level in row]
        if len(values) < 3:
            continue
        text = " → ".join(f"{value:g}" for value in values)
        steps = [b - a for a, b in itertools.pairwise(values)]
        good = all(step > 0 for step in steps) if stronger else all(step < 0 for step in steps)
        return Ruling("supported" if good else "contradicted", text, text)
    return open_

"""What a clause goes on to speak of: the link of two metrics, drops or a spread that stand before it. "The link is strongest at 8", "at 4 this happened more often", "the swings are wider still".

Each gives the statement with the parts put in that it leaves out, so that the frames of whole statements read it.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

from factcheck.binding.agreement import agrees
from factcheck.binding.scene import Scene
from factcheck.reading.document import Block
from factcheck.reading.numbers import Number
from factcheck.stating.context import Context, as_level, as_metric
from factcheck.stating.parts import Atom, Statement
from factcheck.stating.values import number_at

_LINKED = ("link", "coefficient", "unlinked", "sign", "positive", "negative", "to.positive", "to.negative")
_DROPS = re.compile(r"\b(?:drops?|dips?|dipped|stalls?|stalled|collapses?|collapsed)\b|(?<!\w)(?:просад\w*|проседа\w*|просел\w*|провал\w*)(?!\w)", re.I)  # fmt: skip
_LINKS = re.compile(r"\b(?:correlat\w+|linked|links?|related|relation\w*|coupl\w+|tied|tracks?|depend\w*|r)\b|(?<!\w)(?:коррел\w+|связ\w+|коэффициент\w*|завис\w+)(?!\w)", re.I)  # fmt: skip
_FORCE = re.compile(r"(?:strengthen|weaken|tighten|loosen|fade)|(?:о?слаб|о?креп|усил)", re.I)
_DEVIATION = re.compile(r"\bstandard deviation|\bstd\.? ?dev|(?<!\w)стандартн\w+ отклонени|(?<!\w)ско(?!\w)", re.I)
_STATS = ("stat.mean", "stat.median", "stat.max", "stat.min", "stat.p95", "stat.p99", "stat.stddev")
_COUNTED = ("none", "free", "count", "some", "howmany", "single", "less", "more", "happen")
_THEM = {"them", "they", "these", "those", "this", "it", "one", "ones", "их", "они", "такого", "такое", "она", "он", "такие", "таких", "ими", "них"}  # fmt: skip
_SETTINGS = {"setting", "settings", "значение", "значения", "значений"}
_MOST = 24


def on_topic(s: Statement, context: Context) -> list[Statement]:
    """The statement with the link, the drops and the levels put in that it may leave to what stands before."""
    if any(s.scene.tokens[at].number is not None for m in s.of("metric") for at in (s.atoms[m].first,)):
        return []
    first = s.atoms[0].first
    bare = without_metric(s)
    if bare is not s and not s.places("scatter", "link"):
        return _with_levels(bare, context)
    found = _of_link(s, first) or _of_drops(s, first)
    if not found and (s.metrics or context.metrics) and _speaks_of_spread(s):
        found = [s] if s.metrics else [_led(s, as_metric(s.scene, one, first)) for one in context.metrics]
    filled = [two for one in found for two in _with_levels(one, context)]
    return filled if len(filled) <= _MOST else []


def _led(s: Statement, *atoms: Atom) -> Statement:
    return Statement(s.scene, [*atoms, *s.atoms])


def _word(part: str, text: str, at: int) -> Atom:
    return Atom("word", at, at, text, frozenset({part}))


def _speaks_of_spread(s: Statement) -> bool:
    return bool(s.places("scatter", "scatters", "steadiness") or s.graded("steady"))


def of_deviation(s: Statement) -> Statement | None:
    """ "At 8 it is larger" behind a standard deviation: of that statistic."""
    around = s.scene.text_of(0, s.atoms[0].first - 1) if s.atoms[0].first else ""
    former = s.scene.former.sentence.text if s.scene.former is not None else ""
    if s.metrics or not _DEVIATION.search(around or former) or s.places(*_STATS, "scatter", "scatters", "link", "drop"):
        return None
    return _led(s, _word("stat.stddev", "deviation", s.atoms[0].first))


# -- links ------------------------------------------------------------------------------------------------------------


def _of_link(s: Statement, first: int) -> list[Statement]:
    """The pair that a clause on a link, its sign or its strength is of: both metrics may stand before it, or all but the one that it names."""
    if s.places("drop", "scatter", "scatters", "steadiness") or len(s.metrics) > 1:
        return []
    s = _of_force(s)
    named = bool(s.places("link", "coefficient", "unlinked") or not s.metrics and s.places("together", "apart"))
    told = s.places(*_LINKED) or s.graded("force", grade="pos")
    headed = not named and not s.metrics and _heads_a_pair(s.scene)
    forced = _tells_force(s) and (headed or _links_before(s.scene, first)) or headed and s.graded("size", grade="sup")
    if not named and not told and not forced:
        return []
    if named and not s.places("link", "coefficient", "unlinked") and not headed and not _links_before(s.scene, first):
        return []  # "hash and btree are close": in their values
    if (s.metrics and s.places("than")) or _goes_on_to_compare(s):
        return []  # "weaker at 8 than with writes": two pairs
    pairs = _pairs(s.scene, first) if not s.metrics else _pairs_of(s.scene, s.metrics[0], first) if named else []
    if any(_is_of_another_pair(s, number_at(s, at), pairs) for at in s.of("number")):
        return []
    own = [] if named else [_word("link", "link", first)]
    return [_led(s, *(as_metric(s.scene, one, first) for one in pair if one not in s.metrics), *own) for pair in pairs]


def _of_force(s: Statement) -> Statement:
    """ "Слабее всего", "hardly at all": grades and degrees of a force, where a link is spoken of."""
    atoms = [
        replace(atom, grade=replace(atom.grade, axis="force")) if atom.grade is not None and atom.grade.axis == "amount" and atom.text.lower().startswith(("слабее", "сильнее")) else atom
        for at, atom in enumerate(s.atoms)
        if not (atom.text.lower() == "all" and at > 1 and s.atoms[at - 2].is_("hardly"))
    ]  # fmt: skip
    return Statement(s.scene, atoms)


def _tells_force(s: Statement) -> bool:
    """ "Tightest at 8", "and weakens step by step"."""
    return (
        bool(s.graded("force"))
        or any(_FORCE.match(s.atoms[at].text) for at in s.places("up", "down"))
        or bool(s.places("hardly"))
    )


def _links_before(scene: Scene, first: int) -> bool:
    """Whether a link was spoken of last: in the sentence, the one before it, or the head."""
    if first and _LINKS.search(scene.text_of(0, first - 1)):
        return True
    before = (
        [scene.former.sentence.text] if scene.former is not None else [block.text for block in scene.surroundings[:2]]
    )
    return any(_LINKS.search(text) for text in before)


def _heads_a_pair(scene: Scene) -> bool:
    """ "**Waits / IOPS.** Tightest at 300": the block begins with two metrics that the facts correlate, and nothing else."""
    head = scene.world.scenes_of(scene.block)[0]
    known = {at for m in head.mentions.metrics for at in range(m.first, m.last + 1)}
    stop = next((t.index for t in head.tokens if t.text == ":"), len(head.tokens))
    words = [t for t in head.tokens[:stop] if t.is_word and t.index not in known and t.lower not in _BETWEEN_TWO]
    named = [m.metrics for m in head.mentions.metrics if m.metrics and not m.modifier and m.first < stop]
    if words or len(named) != 2 or head is scene and stop == len(head.tokens):
        return False
    return any({one, two} <= set(pair) for pair in _held(scene) for one in named[0] for two in named[1])


_BETWEEN_TWO = {"and", "vs", "versus", "against", "with", "to", "и", "с", "со", "против"}


def _goes_on_to_compare(s: Statement) -> bool:
    """ "Tied more closely at 8, than …": what it is held against stands behind the mark."""
    behind = s.scene.tokens[s.atoms[-1].last + 1 : s.atoms[-1].last + 3]
    return any(t.lower in ("than", "чем") for t in behind)


def _is_of_another_pair(s: Statement, number: Number, pairs: list[tuple[str, str]]) -> bool:
    """Whether a coefficient is that of a pair which was not found before the clause."""
    held = [fact for fact in s.scene.vocabulary.correlated if fact.partner and fact.level in s.levels()]
    return any(
        agrees(number, [fact.value]) for fact in held if {fact.metric, fact.partner} not in [set(one) for one in pairs]
    )


def _pairs_of(scene: Scene, metric: str, first: int) -> list[tuple[str, str]]:
    """The pairs of one metric: with its only partner in the facts, or with those of its partners that stand before."""
    partners = sorted({one for pair in _held(scene) if metric in pair for one in pair if one != metric})
    if len(partners) == 1:
        return [(metric, partners[0])]
    row = next((row for row in _rows(scene, first) if row & set(partners)), set())
    return [(metric, one) for one in partners if one in row][:3]


def _held(scene: Scene) -> set[tuple[str, str]]:
    return {(fact.metric, fact.partner) for fact in scene.vocabulary.correlated if fact.partner}


def _rows(scene: Scene, first: int) -> list[set[str]]:
    """The metrics of the stretches before a clause, nearest first: its sentence, those before it, the list item before, the heads."""
    rows = [{one for m in scene.mentions.metrics if m.last < first for one in m.metrics}]
    rows += [{one for m in former.mentions.metrics for one in m.metrics} for former in scene.before(3)]
    if any(not m.metrics for m in scene.mentions.metrics if m.last < first):
        return []  # what stands nearest is none of the facts' metrics
    item = scene.end_of_block_before("item") if scene.block.kind == "item" else None
    rows += [{one for m in item.mentions.metrics for one in m.metrics}] if item is not None else []
    return rows + [{one for m in scene.world.mentions_of(block).metrics for one in m.metrics} for block in scene.surroundings[:3]]  # fmt: skip


def _pairs(scene: Scene, first: int) -> list[tuple[str, str]]:
    """The pairs of metrics, correlated by the facts, that the nearest stretch before names; one that it names alone goes with the pair before ("TPS and si: …; with so …")."""
    held, alone = _held(scene), set[str]()
    for row in _rows(scene, first):
        found = [(one, two) for one, two in itertools.combinations(sorted(row | alone), 2) if (one, two) in held or (two, one) in held]  # fmt: skip
        if alone:
            found = [pair for pair in found if alone & set(pair)]
        if found:
            return found if len(found) <= 3 else []
        if len(row) > 1:
            break
        alone = alone or row
    pairs = [pair for pair in sorted(held) if alone & set(pair)]
    return pairs if len(pairs) == 1 else []


# -- drops ------------------------------------------------------------------------------------------------------------


def _of_drops(s: Statement, first: int) -> list[Statement]:
    """A clause without a metric, where drops are what was spoken of last."""
    if s.metrics or s.places("scatter", "scatters", "steadiness", "link", "coefficient"):
        return []
    if any(s.atoms[at].text.lower() not in _SETTINGS for at in s.of("factor")):
        return []
    if s.places("drop"):
        return [s] if s.places("howmany") and s.places("is", "happen", "count") and not s.of("level") else []
    s = Statement(s.scene, [atom for at, atom in enumerate(s.atoms) if not (atom.text.lower() == "one" and at and s.atoms[at - 1].is_("all"))])  # fmt: skip
    often = s.graded("often") or s.places("happen", "zero", "none", "free", "attimes", "first")
    sized = s.graded("length", "depth") or s.places("length", "depth")
    pronoun = next((at for at, atom in enumerate(s.atoms) if atom.kind == "word" and atom.text.lower() in _THEM), None)
    bare = all(atom.kind in ("level", "number", "mark") or atom.is_("others", "all", "howmany", "fill", "is", "some") for atom in s.atoms)  # fmt: skip
    bare = bare and bool(s.of("number") or s.places("howmany", "some", "none", "zero"))
    rowed = len(s.of("level")) > 1 and (
        bare or bool(s.places("howmany"))
    )  # "two at 64 and one at 1": one number for each
    if rowed and not counts_by_level(s) or s.places("others") and s.of("level"):
        return []
    if not (often or sized or bare or rowed or pronoun is not None) or not _drops_before(s.scene, first):
        return []
    drop = _word("drop", "drops", first)
    if rowed:
        return [_led(s, drop)]
    behind = next((at for at, atom in enumerate(s.atoms) if atom.is_("some", "none")), None)
    if pronoun is None or behind is not None:
        behind = behind if behind is not None else next((at for at, atom in enumerate(s.atoms) if atom.is_("howmany", "first")), None)  # fmt: skip
        return [_led(s, drop)] if behind is None else [_inserted(s, behind + 1, drop)]
    return [Statement(s.scene, [*s.atoms[:pronoun], drop, *s.atoms[pronoun + 1 :]])]


def counts_by_level(s: Statement) -> list[tuple[str, int]]:
    """ "Two at 64 and one at 1", "8GB had one and 16GB four": each level with its count; nothing where anything else is said."""
    told = [
        a
        for a in s.atoms
        if a.kind == "level" or a.is_("howmany", "none", "zero") and not (a.text.lower() == "one" and a.is_("drop"))
    ]
    if any(a not in told and a.kind != "mark" and not a.is_("fill", "is", "happen", "drop", "at") for a in s.atoms):
        return []
    kinds = [a.kind == "level" for a in told]
    if len(told) < 4 or len(told) % 2 or any(one == two for one, two in itertools.pairwise(kinds)):
        return []
    pairs = list(zip(told[::2], told[1::2], strict=True))
    return [
        (one.value, int(two.value or 0)) if one.kind == "level" else (two.value, int(one.value or 0))
        for one, two in pairs
    ]


def without_metric(s: Statement) -> Statement:
    """ "No throughput drops", "a collapse of throughput": the drops of the one metric whose drops the facts hold."""
    places = s.of("metric")
    told = s.places(*_COUNTED, "not") or s.graded("often") or s.of("number")
    if len(places) != 1 or not s.places("drop") or not told:
        return s
    at = places[0]
    held = {window.metric for window in s.scene.vocabulary.facts.windows}
    whole = s.atoms[at].value in held or s.scene.vocabulary.better(s.atoms[at].value) == "higher"
    ahead = s.atoms[at + 1 : at + 2]
    before = [atom for atom in s.atoms[max(0, at - 3) : at] if atom.text.lower() not in ("the", "a")]
    behind = len(before) > 1 and before[-1].text.lower() in ("of", "in") and before[-2].is_("drop")
    behind = behind or s.scene.world.language == "ru" and bool(before) and before[-1].is_("drop")
    if not whole or not (ahead and ahead[0].is_("drop") and before and before[-1].is_(*_COUNTED, "fill") or behind):
        return s
    rest = [*s.atoms[:at], *s.atoms[at + 1 :]]
    return Statement(s.scene, [replace(atom, text="drops") if atom.is_("drop") else atom for atom in rest])


def _inserted(s: Statement, at: int, atom: Atom) -> Statement:
    return Statement(s.scene, [*s.atoms[:at], atom, *s.atoms[at:]])


def _drops_before(scene: Scene, first: int) -> bool:
    """Whether drops stand right before: in the sentence, the one before it, or the head."""
    if first and _DROPS.search(scene.text_of(0, first - 1)):
        return True
    if scene.former is not None:
        return _DROPS.search(scene.former.sentence.text) is not None
    heads: list[Block] = scene.surroundings[:1]
    return any(_DROPS.search(block.text) is not None for block in heads)


# -- levels -----------------------------------------------------------------------------------------------------------


def _with_levels(s: Statement, context: Context) -> list[Statement]:
    """A statement with its own level, or the one it is held against, put in where it leaves them out."""
    first = s.atoms[0].first
    own, base = s.levels("at"), s.levels("than", "except", "unlike")
    ranges = s.places("all", "none", "others", "only", "notall", "some", "butone", "step") or s.of("factor")
    compared = any(atom.grade is not None and atom.grade.grade == "cmp" for atom in s.atoms)
    if s.places("others") and s.places("than") and compared:
        return _against_others(s, context)
    if s.places("others") and not own and not base:
        return [Statement(s.scene, [*s.atoms, _word("than", "than", first), as_level(one, first)]) for one in context.levels] + [_led(s, as_level(one, first)) for one in context.levels]  # fmt: skip
    if not own and not base and s.places("drop") and s.places("howmany") and not ranges:
        total = Statement(s.scene, [*s.atoms, _word("total", "in all", first)])
        return [total, *(_led(s, as_level(one, first)) for one in context.levels)]
    if not own and not base and _none_of_them(s):
        return [s, *(_led(s, as_level(one, first)) for one in context.levels)]
    if ranges and not base:
        return [s]
    if compared and len(own) == 1 and not base and not ranges:
        return [Statement(s.scene, [*s.atoms, _word("than", "than", first), as_level(one, first)]) for one in context.levels if one != own[0]]  # fmt: skip
    if compared and not own and not base and (rival := _rival_before(s.scene)) is not None:
        one, two = rival
        return [
            Statement(s.scene, [as_level(one, first), *s.atoms, _word("than", "than", first), as_level(two, first)])
        ]
    if not own:
        return [_led(s, as_level(one, first)) for one in context.levels if one not in base]
    return [s]


def _none_of_them(s: Statement) -> bool:
    """ "Not a single collapse was recorded": of drops it is denied, at the level in force or at all."""
    none = [at for at in s.places("none") if s.atoms[at + 1 : at + 2] and s.atoms[at + 1].is_("drop")]
    return bool(none) and len(none) == len(s.places("none", "all", "others", "only", "notall", "butone", "step"))


def _rival_before(scene: Scene) -> tuple[str, str] | None:
    """The two levels that the sentence before compares, the one spoken of first."""
    if scene.former is None:
        return None
    row = [m for m in scene.former.mentions.levels if len(m.ids) == 1]
    if len(row) != 2 or row[1].role != "than" or row[0].role == "than":
        return None
    return next(iter(row[0].ids)), next(iter(row[1].ids))


def _against_others(s: Statement, context: Context) -> list[Statement]:
    """ "More than at any other level" is most of all."""
    at = s.places("than")[0]
    graded = [i for i, atom in enumerate(s.atoms[:at]) if atom.grade is not None and atom.grade.grade == "cmp"]
    behind = s.atoms[at + 1 :]
    if len(graded) != 1 or any(
        not atom.is_("all", "others", "fill", "by") and atom.kind not in ("mark", "factor") for atom in behind
    ):
        return []
    told = s.atoms[graded[0]]
    assert told.grade is not None
    row = [replace(atom, grade=replace(told.grade, grade="sup")) if i == graded[0] else atom for i, atom in enumerate(s.atoms[:at])]  # fmt: skip
    one = Statement(s.scene, row)
    first = s.atoms[0].first
    return [one] if one.levels("at") else [_led(one, as_level(level, first)) for level in context.levels]

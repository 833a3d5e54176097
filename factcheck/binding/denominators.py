"""Finds the part that a percentage is of where its whole stands right behind it: "BufferMapping is 52.7% of lightweight locks", "WALInsert (23,8 % LWLock)".

The metric right behind such a number is the denominator. The part is named before (or after "are", "—"), and the facts must hold a share
of it in that whole; otherwise nothing is said here.
"""

from __future__ import annotations

import itertools

from factcheck.binding.mentions import MetricMention
from factcheck.binding.scene import Scene
from factcheck.binding.vocabulary import whole_names, word_stems

_BETWEEN = {
    "of",
    "all",
    "the",
    "total",
    "from",
    "in",
    "от",
    "из",
    "всех",
    "всей",
    "всего",
    "общего",
    "числа",
    "времени",
    "среди",
    "внутри",
    "в",
}
_NAMING = {"is", "are", "was", "were", "—", "–", "-", "это", "приходится", "на", "fall", "falls", "go", "goes", "to", "on", "belong", "belongs", "занимает", "составляет"}  # fmt: skip
_VERSUS = {"против", "vs", "versus", "against", "и", "and", "→", "->", "до", "to", "with", "compared"}

_IN_TURN = {",", "and", "but", "at", "with", "under", "for", "on", "only", "just", "а", "и", "но", "при", "у", "на", "для", "только", "лишь", "всего"}  # fmt: skip


def is_of(scene: Scene, denominator: str, metrics: frozenset[str]) -> bool:
    """Whether what a share is of is one of these metrics, by its id or by a name that it has: "LWLock waits"."""
    if denominator in metrics:
        return True
    held = (scene.vocabulary.metrics[m].names for m in metrics if m in scene.vocabulary.metrics)
    return any(denominator.lower() == name.lower() for names in held for row in names.values() for name in row)


def wholes_behind(scene: Scene, place: int, least: int = 1) -> set[str]:
    """The wholes of the facts' shares that the words behind a place name by so many words: "over half of their active time"."""
    row = itertools.takewhile(lambda t: t.lower not in (*",;:()", "and", "и", "а"), scene.tokens[place + 1 : place + 7])
    behind = [t for t in row if t.is_word]
    if is_of_its_class(scene, place):
        return set()
    near = [m for m in scene.mentions.metrics if any(t.index == m.first for t in behind)]
    named: dict[str, int] = {}
    for whole in {f.denominator for f in scene.vocabulary.shares if f.denominator}:
        of_metric = 2 * any(is_of(scene, whole, m.metrics) for m in near)
        rows = [word_stems(name) for name in whole_names(whole)]
        named[whole] = max(of_metric, *(sum(any(t.stems & word for t in behind) for word in row) for row in rows))
    most = max(named.values(), default=0)
    return {whole for whole, words in named.items() if words == most >= least}


_POINTS = {"этого", "данного", "своего", "этой", "своей", "же", "this", "that", "its", "their", "same"}
_CLASSES = {"тип", "класс", "группа", "категория", "вид", "type", "class", "group", "category", "kind"}


def is_of_its_class(scene: Scene, place: int) -> bool:
    """ "От 88,9% до 91,7% ожиданий этого типа", "90% of the waits of this class": of the class that the part belongs to, and not of all."""
    row = scene.tokens[place + 1 : place + 8]
    stop = next((at for at, t in enumerate(row) if t.text in (",", ";", ":", ".", "(")), len(row))
    return any(one.lower in _POINTS and two.stems & _CLASSES for one, two in itertools.pairwise(row[:stop]))


def part_of_whole_behind(scene: Scene, place: int, places: list[int]) -> tuple[frozenset[str], MetricMention] | None:
    """The metrics of the part and where it is named; None where no share of such a part is held."""
    number = scene.tokens[place].number
    if number is not None and number.kind == "times" and scene.vocabulary.shares:
        return _share_of(scene, place)
    if number is None or number.dimension != "percent" or number.kind != "value" or not scene.vocabulary.shares:
        return None
    whole, in_turn = _whole_behind(scene, place), False
    told = _share_of(scene, place)
    if whole is None and told is not None:
        return told
    if whole is None:
        former = max((p for p in places if p < place), default=None)
        if former is None:
            return None
        whole = _whole_behind(scene, former)
        in_turn = whole is not None and _in_turn(scene, whole, place)
        if whole is None or not in_turn and not _versus(scene, former, place):
            return None
        if any(whole.last < m.first < place for m in scene.mentions.metrics):
            return None
        place = former
    named = [m for m in scene.mentions.metrics if m.metrics and not m.modifier and m is not whole]
    before = [m for m in named if m.last < place]
    behind = [
        m
        for m in named
        if 0 < m.first - whole.last <= 5 and all(t.lower in _NAMING for t in scene.tokens[whole.last + 1 : m.first])
    ]
    for mention in (*reversed(before), *behind):
        held = frozenset(m for m in mention.metrics if _shares(scene, m, whole))
        if held:
            return held, mention
    known = scene.vocabulary.metrics
    if in_turn and before:
        return frozenset(m for m in before[-1].metrics if m in known and known[m].part_of in whole.metrics), before[-1]
    between = {t.lower for t in scene.tokens[place + 1 : whole.first]}
    if named or not {"of", "all"} <= between and not {"от", "всех"} <= between:
        return None
    # "it makes up 77% of all lock waits": of what was spoken of before
    return frozenset(m for m in scene.inherited_metrics if m in known and known[m].part_of in whole.metrics), whole


def _share_of(scene: Scene, place: int) -> tuple[frozenset[str], MetricMention] | None:
    """ "доля BucketLock в латчах выросла с 12,3%", "the share of A in B": the part stands before its whole, and both before the number."""
    named = [m for m in scene.mentions.metrics if m.metrics and not m.modifier and m.last < place]
    if len(named) < 2:
        return None
    part, whole = named[-2], named[-1]
    gap = [t.lower for t in scene.tokens[part.last + 1 : whole.first]]
    if any(t.text in ",;:" for t in scene.tokens[whole.last : place]):
        return None
    if len(gap) != 1 or gap[0] not in ("в", "во", "in", "внутри", "среди", "within", "among", "от", "of"):
        return None
    before = scene.tokens[max(0, part.first - 4) : part.first]
    if not any(t.lower.startswith(("дол", "share", "fraction", "proportion", "вклад", "часть")) for t in before):
        return None
    held = frozenset(m for m in part.metrics if _shares(scene, m, whole))
    return (held, part) if held else None


def _whole_behind(scene: Scene, place: int) -> MetricMention | None:
    if is_of_its_class(scene, place):
        return None
    for mention in scene.mentions.metrics:
        gap = scene.tokens[place + 1 : mention.first]
        if mention.first > place and mention.metrics and len(gap) <= 3:
            return mention if all(t.lower in _BETWEEN for t in gap) else None
    return None


def _versus(scene: Scene, one: int, two: int) -> bool:
    gap = scene.tokens[one + 1 : two]
    return len(gap) <= 12 and any(t.lower in _VERSUS for t in gap) and not any(t.text in ";." for t in gap)


def _in_turn(scene: Scene, whole: MetricMention, place: int) -> bool:
    """ "61% of all IO waits, at 32 only 28%": nothing but another level parts a number from the whole of the one before."""
    levels = [m for m in scene.mentions.levels if whole.last < m.first and m.last < place]
    inside = {at for m in levels for at in range(m.first, m.last + 1)}
    gap = [t.lower for t in scene.tokens[whole.last + 1 : place] if t.index not in inside]
    return len(levels) == 1 and gap[:1] == [","] and set(gap) <= _IN_TURN


def _shares(scene: Scene, part: str, whole: MetricMention) -> bool:
    return any(
        is_of(scene, fact.denominator, whole.metrics)
        for fact in scene.vocabulary.shares
        if fact.metric == part and fact.denominator
    )

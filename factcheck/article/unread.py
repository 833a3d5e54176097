"""What an article says of the results and nothing has read: each such clause is marked, so that silence never looks like assent.

A clause between marks is one when no claim touches it and it compares, ranks or says a way ("the two are furthest apart", "then it stays flat"), or names a
metric, a level, a drop and counts or denies, or stands in a sentence that has no claim at all and says with a verb what a metric or a level does.
"""

from __future__ import annotations

from factcheck.binding.scene import Scene
from factcheck.forms.result import UNREAD, Claim
from factcheck.judging.verdicts import Collector, Ruled, Ruling, place_of
from factcheck.reading.sentences import Token
from factcheck.stating.clauses import is_verb, pieces_of
from factcheck.stating.words import grade_of

#: Words that compare, rank or say a way: with them a clause claims whatever it names.
_CLAIMING = (
    "up.intransitive", "up.transitive", "up.noun", "up.comparative", "down.intransitive", "down.transitive", "down.noun", "down.comparative",
    "better", "worse", "superlative.max", "superlative.min", "superlative.best", "superlative.worst", "monotone", "nonmonotone", "stable", "unstable",
    "equal", "same_everywhere", "differ", "only", "large", "small", "recover", "limit", "dominate", "optimum",
)  # fmt: skip
#: Words with which a clause claims if it names a metric, a level, a drop or a correlation.
_COUNTING = ("negation", "all", "drop", "share", "correlate", "significant", "undecided", "noise")
_NAMED = ("drop", "correlate")
#: A clause that begins so belongs to another one, or asks.
_TIED = {
    "than", "if", "whether", "when", "while", "what", "how", "why", "which", "to", "чем", "если", "ли", "чтобы", "когда", "пока", "что", "как", "почему", "который", "сколько", "стоит",
}  # fmt: skip
_FEWEST, _FEWEST_PLAIN = 3, 4  # words
_RULING = Ruling(
    "unverifiable",
    "this says something of the results, but its words were not read: no fact was asked",
    "здесь что-то сказано о результатах, но слова не прочитаны: факты не спрошены",
)


def mark_unread(scene: Scene, collector: Collector, read: list[Ruled]) -> None:
    """Adds a claim for each clause of a judged sentence that says something of the results and that no claim touches: as its whole statement was read, or unread."""
    for first, last, predicate, ruling in read:
        claims = collector.claims_near(scene)
        parts = [(first, last)] if not _touched(scene, first, last, claims) else _left_of(scene, first, last, claims)
        for one, two in parts:
            collector.add(scene, one, two, predicate, ruling, hedged=scene.has("hedge"))
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return
    of_results = scene.former is not None or bool(_named_in(scene, 0, len(scene.tokens) - 1))
    claims = collector.claims_near(scene)
    silent = not claims and not _opens_the_article(scene)
    for first, last in pieces_of(scene):
        says = of_results and _claims(scene, first, last) or silent and _tells(scene, first, last)
        if says and not _touched(scene, first, last, claims):
            collector.add(scene, first, last, UNREAD, _RULING, hedged=scene.has("hedge"))


def _claims(scene: Scene, first: int, last: int) -> bool:
    """Whether a clause compares, ranks or says a way, or counts or denies something of what it names."""
    row = scene.tokens[first : last + 1]
    if sum(t.is_word for t in row) < _FEWEST or row[0].lower in _TIED:
        return False
    if any(t.has(*_CLAIMING) or _is_graded(t) for t in row):
        return True
    return _named_in(scene, first, last) and any(t.has(*_COUNTING) or t.number is not None for t in row)


def _tells(scene: Scene, first: int, last: int) -> bool:
    """Whether a clause says with a verb what a metric or a level does."""
    row = scene.tokens[first : last + 1]
    if sum(t.is_word for t in row) < _FEWEST_PLAIN or row[0].lower in _TIED:
        return False
    return _named_in(scene, first, last) and any(is_verb(t) for t in row)


def _is_graded(token: Token) -> bool:
    grade = grade_of(token.text) if token.is_word else None
    return grade is not None and grade.grade in ("cmp", "sup")


def _named_in(scene: Scene, first: int, last: int) -> bool:
    """Whether a stretch names a metric, a level, a drop or a correlation."""
    mentions = (*scene.mentions.metrics, *scene.mentions.levels)
    return any(first <= m.first <= last for m in mentions) or any(
        t.has(*_NAMED) for t in scene.tokens[first : last + 1]
    )


def _opens_the_article(scene: Scene) -> bool:
    """Whether a sentence stands in the first paragraph, which says what is asked and why."""
    before = scene.world.blocks[: scene.block.order]
    return all(block.kind == "heading" for block in before)


def _left_of(scene: Scene, first: int, last: int, claims: list[Claim]) -> list[tuple[int, int]]:
    """The clauses of a statement that no claim touches; none where a part of it is refused."""
    if any(claim.verdict == "contradicted" and _touched(scene, first, last, [claim]) for claim in claims):
        return []
    return [one for one in pieces_of(scene) if first <= one[0] and one[1] <= last and not _touched(scene, *one, claims)]


def _touched(scene: Scene, first: int, last: int, claims: list[Claim]) -> bool:
    tokens = scene.tokens
    line, start, end = place_of(scene.block, tokens[first].start, tokens[last].end, tokens[last].start)
    return any(claim.line == line and claim.start < end and claim.end > start for claim in claims)

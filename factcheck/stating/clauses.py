"""Cuts a sentence into stretches that may each be a statement of their own: "A rises to 12, while B halves; at 8 it is lowest".

A stretch stands alone only where what is left beside it is no condition or restriction of it ("if", "among", "unless").
"""

from __future__ import annotations

import itertools

from factcheck.binding.scene import Scene
from factcheck.reading.sentences import Token
from factcheck.reading.words import part_of_speech
from factcheck.stating.words import grade_of, parts

_MARKS = {";", ":", ",", "—", "–", "(", ")", ".", "!", "…"}
_FIRM = {";", ":", "—", "–", ".", "!", "…"}
_HEADS = {":", "—", "–"}
_ENDS = {";", ".", "!", "…"}
_JOINS = {"and", "but", "while", "whereas", "и", "а", "но", "зато", "then", "though", "although", "хотя"}
_BINDS = {
    "if", "unless", "when", "whenever", "until", "till", "among", "of", "except", "without", "provided", "assuming", "once", "as", "than", "that", "whether", "beyond", "after", "before", "outside", "within", "besides", "despite",
    "если", "когда", "пока", "чтобы", "чем", "что", "кроме", "среди", "из", "без", "начиная", "лишь", "вплоть", "будто", "словно", "ли", "после", "свыше", "помимо", "for", "для", "в", "in", "on", "from", "с", "от", "up", "до",
}  # fmt: skip
_VERBS = {"is", "are", "was", "were", "has", "have", "had", "does", "do", "did", "be", "been", "stays", "remains", "keeps", "gets", "takes", "needs", "shows", "—", "–"}  # fmt: skip
_PLACES = {"at", "under", "with", "for", "при", "у", "для", "на"}  # what stands before a level
_DRAWS = ("говор", "указ", "означа", "значит", "свидет", "подтвер", "намека", "mean", "point", "suggest", "indicat", "show", "hint", "tell", "confirm")  # fmt: skip
_MOST = 12  # pieces of one sentence


def stretches(scene: Scene) -> list[tuple[int, int]]:
    """Stretches (first, last) that may be statements, longer ones first; the whole sentence among them."""
    pieces = pieces_of(scene)
    if len(pieces) > _MOST:
        return []
    found = []
    for size in range(len(pieces), 0, -1):
        for at in range(len(pieces) - size + 1):
            first, last = pieces[at][0], pieces[at + size - 1][1]
            first_aside, last_aside = _is_aside(scene, pieces[at]), _is_aside(scene, pieces[at + size - 1])
            told = _is_short_item(scene, size == len(pieces))
            if not told and (first_aside or last_aside and not _is_told(scene, pieces[at : at + size])):
                continue
            if any(_ends_statement(scene, one) for one in pieces[at : at + size - 1]):
                continue
            if any(t.text in _ENDS for t in scene.tokens[first:last]) or not _has_subject(scene, first, last):
                continue
            if _heads_what_follows(scene, pieces[at + size - 1]) or _ranks_number_behind(scene, first, last):
                continue
            before = next((one for one in pieces[:at][::-1] if not _is_aside(scene, one)), None)
            behind = next((one for one in pieces[at + size :] if not _is_aside(scene, one)), None)
            if _stands_alone(scene, first, last, before, behind):
                found.append((first, last))
    return found


def _ranks_number_behind(scene: Scene, first: int, last: int) -> bool:
    """ "The lowest, 2,110, with 2", "the highest mean speed — 4,480 — came with 8": a rank that its number follows, set apart."""
    behind, row = scene.tokens[last + 1 : last + 3], scene.tokens[first : last + 1]
    told = len(behind) == 2 and behind[0].text in (",", "—", "–", "(") and behind[1].number is not None and behind[1].number.is_value  # fmt: skip
    if not told or any(is_verb(t) for t in row[:-1]) or any(t.index in scene.mentions.level_tokens for t in row):
        return False
    grades = [grade_of(t.text) for t in row if t.is_word]
    ranked = [at for at, grade in enumerate(grades) if grade is not None and grade.grade == "sup"]
    return ranked == [len(row) - 1] or behind[0].text != "," and bool(ranked) and ranked[0] == 0


def short_stretches(scene: Scene) -> list[tuple[int, int]]:
    """Two neighbouring stretches between marks as one ("N — наоборот"), and each alone."""
    pieces = pieces_of(scene)
    if len(pieces) > _MOST:
        return []
    return [*((one[0], two[1]) for one, two in itertools.pairwise(pieces)), *pieces]


def _ends_statement(scene: Scene, piece: tuple[int, int]) -> bool:
    """Whether a colon closes a stretch that says something itself: "8 is best: latency is lowest"."""
    row = [t.lower for t in scene.tokens[piece[0] : piece[1] + 1]]
    return scene.tokens[piece[1] + 1].text == ":" and row[-1] != "others" and _is_statement(scene, piece)


def _is_short_item(scene: Scene, whole: bool) -> bool:
    """ "5min: 1", "most stable: 2", "100: strong": a line that says something of a level under a head."""
    return whole and scene.block.kind == "item" and len(scene.tokens) <= 7 and bool(scene.mentions.levels)


def _heads_what_follows(scene: Scene, piece: tuple[int, int]) -> bool:
    """ "Same setting, system CPU: 12.2%", "at the other levels — negative": what is said stands behind the mark."""
    behind = scene.tokens[piece[1] + 1 : piece[1] + 2]
    return bool(behind) and behind[0].text in _HEADS and not _is_statement(scene, piece)


def _is_aside(scene: Scene, piece: tuple[int, int]) -> bool:
    """Whether a stretch only gives numbers: "(49.2%)", "— 296", "from 3 to 5"."""
    row = scene.tokens[piece[0] : piece[1] + 1]
    return all(
        t.number is not None
        or not t.is_word
        or t.lower in ("from", "to", "and", "против", "against", "с", "до", "и", "vs")
        for t in row
    )


def _is_told(scene: Scene, row: list[tuple[int, int]]) -> bool:
    """Whether the number at the end is what its stretch tells: "прирост относительно 2 — 12%"."""
    (first, _), (start, last) = row[0], row[-1]
    levels = scene.mentions.level_tokens
    numbers = [t for t in scene.tokens[first : last + 1] if t.number is not None and t.index not in levels]
    return len(row) > 1 and scene.tokens[start - 1].text in ("—", "–", ":") and 1 <= len(numbers) <= 2 and numbers[0].index >= start  # fmt: skip


def _named(scene: Scene) -> list[tuple[int, int]]:
    """Where the sentence names metrics and levels."""
    return [(m.first, m.last) for m in scene.mentions.metrics] + [(m.first, m.last) for m in scene.mentions.levels]


def _has_subject(scene: Scene, first: int, last: int) -> bool:
    """Whether a stretch names a metric or a level, has a verb, or sets two statistics against each other: a single "highest" does not stand for itself."""
    row = scene.tokens[first : last + 1]
    levels = scene.vocabulary.level_ids
    return (
        any(first <= one and two <= last for one, two in _named(scene))
        or any(is_verb(t) for t in row)
        or len({t.statistic for t in row} - {None}) == 2
        or any(t.text.strip(".") in levels and scene.tokens[t.index - 1].lower in _PLACES for t in row if t.index)
    )


def spans_before(scene: Scene, first: int) -> list[tuple[int, int]]:
    """Stretches that end before a token, the nearest first and of these the longest, whatever stands beside them."""
    pieces = [one for one in pieces_of(scene) if one[1] < first and not _is_aside(scene, one)][-_MOST:]
    found = [(one[0], two[1]) for i, two in enumerate(pieces) for one in pieces[: i + 1]]
    return sorted(
        (one for one in found if not any(t.text in _ENDS for t in scene.tokens[one[0] : one[1]])),
        key=lambda one: (-one[1], one[0]),
    )


def pieces_of(scene: Scene) -> list[tuple[int, int]]:
    """The stretches between marks and before conjunctions."""
    tokens = scene.tokens
    named = {at for first, last in _named(scene) for at in range(first + 1, last + 1)}
    ends, begins = {m.last for m in scene.mentions.metrics}, {m.first for m in scene.mentions.metrics}
    pairs = {
        t.index for t in tokens if t.text in ("–", "—") and t.index - 1 in ends and t.index + 1 in begins
    }  # "TPS–IOPS"
    found: list[tuple[int, int]] = []
    start = 0
    for token in tokens:
        at = token.index
        if at in named or at in pairs:
            continue
        if token.text in _MARKS:
            if at > start:
                found.append((start, at - 1))
            start = at + 1
        elif (
            token.lower in _JOINS
            and at > start
            and _joins_statements(scene, at)
            and not _joins_levels(scene, start, at)
        ):
            found.append((start, at - 1))
            start = at
    if start < len(tokens):
        found.append((start, len(tokens) - 1))
    return found


def _joins_statements(scene: Scene, at: int) -> bool:
    """Whether "and" has a subject or a verb behind it, so that it joins more than two levels or two metrics."""
    behind = scene.tokens[at + 1 : at + 8]
    stop = next((i for i, t in enumerate(behind) if t.text in _MARKS), len(behind))
    return any(is_verb(t) for t in behind[:stop])


def _joins_levels(scene: Scene, start: int, at: int) -> bool:
    """Whether "and" stands between two levels of which the same is said: "16 and 128 both do better"."""
    ends = {m.last for m in scene.mentions.levels} & {at - 1}
    begins = {m.first for m in scene.mentions.levels} & {at + 1, at + 2}
    return bool(ends and begins) and not any(is_verb(t) for t in scene.tokens[start:at])


def _stands_alone(scene: Scene, first: int, last: int, before: tuple[int, int] | None, behind: tuple[int, int] | None) -> bool:  # fmt: skip
    tokens = scene.tokens
    if tokens[first].lower == "to":
        return False  # "To make up four fifths of it, three events are needed": a purpose
    if tokens[first].lower in (
        "if",
        "unless",
        "если",
        "чтобы",
        "that",
        "что",
        "whether",
        "than",
        "чем",
        "what",
        "whatever",
    ):
        return before is None and behind is None
    if behind is not None and _begins_more(scene, first) and _begins_more(scene, behind[0]):
        return False  # "The lower the load, the higher the speed": what the rest is held against
    the_more = tokens[first].lower == "тем" and before is not None and tokens[before[0]].lower == "чем"
    if before is not None and not the_more and not _cut_before(scene, first) and not _is_statement(scene, before):
        return False
    return behind is None or _cut_behind(scene, last) or _is_statement(scene, behind) or _draws_from_it(scene, behind)


def _draws_from_it(scene: Scene, piece: tuple[int, int]) -> bool:
    """ "…, что говорит о тяжёлом хвосте", "…, which points to rare dips": what is made of a statement, and no condition of it."""
    lead, told = scene.tokens[piece[0]], scene.tokens[piece[0] + 1 : piece[0] + 2]
    return lead.lower in ("что", "which") and any(t.lower.startswith(_DRAWS) for t in told)


def _begins_more(scene: Scene, at: int) -> bool:
    """ "The lower the load": "the" and a comparative."""
    row = scene.tokens[at : at + 2]
    grade = grade_of(row[1].text) if len(row) == 2 and row[1].is_word else None
    more = grade is not None and grade.grade == "cmp" or len(row) == 2 and row[1].lower in ("more", "less", "fewer")
    return row[0].lower == "the" and more


def _cut_before(scene: Scene, first: int) -> bool:
    return scene.tokens[first - 1].text in _FIRM


def _cut_behind(scene: Scene, last: int) -> bool:
    return last + 1 < len(scene.tokens) and scene.tokens[last + 1].text in _FIRM


def _is_statement(scene: Scene, piece: tuple[int, int]) -> bool:
    """Whether a stretch says something of its own: it has a verb and begins with no word that ties it to what stands beside it."""
    row = scene.tokens[piece[0] : piece[1] + 1]
    lead = [t.lower for t in row if t.lower not in ("and", "but", "и", "а", "но", "only", "только")][:1]
    if lead and lead[0] in _BINDS and not (lead[0] in ("с", "with") and any(_links(t) for t in row)):
        return False
    return any(is_verb(t) or _predicates(t) or t.lower in ("too", "also", "тоже", "также") for t in row)


def _links(token: Token) -> bool:
    """Whether a word says that two metrics go together: "с wa связь отрицательная" is no condition of what follows."""
    return token.is_word and any("link" in parts().get((key,), ()) for key in token.stems)


def _predicates(token: Token) -> bool:
    """Whether a word says something without a verb: it compares, ranks, or tells a link's sign or force ("выше всего при 8", "связь везде отрицательная")."""
    if not token.is_word:
        return False
    grade = grade_of(token.text)
    if grade is not None and (grade.grade in ("cmp", "sup") or grade.axis == "force"):
        return True
    return any(part in ("positive", "negative") for key in token.stems for part in parts().get((key,), ()))


def is_verb(token: Token) -> bool:
    lower = token.lower
    if token.number is not None or not token.is_word:
        return lower in _VERBS
    if lower.isascii():
        return lower in _VERBS or bool(token.concepts and any(c.split(".")[0] in ("up", "down") for c in token.concepts)) or _ends_as_verb(lower)  # fmt: skip
    return part_of_speech(lower) == "VERB"


def _ends_as_verb(word: str) -> bool:
    """An English past or third person: many nouns end so, too, which only leaves more to be tried."""
    return (
        len(word) > 3
        and word.endswith(("ed", "es", "s", "ew", "ell", "ose"))
        and not word.endswith(("ss", "ics", "us"))
    )

"""Holds the relations of a piece to the facts: one level against another, extremes, one metric against another, sameness. What fails in every reading is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.binding.mentions import LevelMention, MetricMention
from factcheck.binding.quantifiers import NOUNS
from factcheck.binding.scene import Scene
from factcheck.judging.verdicts import Ruled
from factcheck.outlining.marks import factor_nouns
from factcheck.outlining.outline import Piece
from factcheck.outlining.values import before_and_after, levels_of, metrics_of, refused, row, rows_through, sign, value
from factcheck.stating.orders.parts import Part
from factcheck.stating.orders.words import function_words

_COMPARES = ("higher", "lower", "better", "worse", "exceeds", "surpasses", "wins", "loses")
_WAYS = ("up", "down", "good", "bad")
_EXTREMES = ("max", "min", "best", "worst")
_DEPENDS = {"depend", "affect", "influence", "зависеть", "влиять", "влияние", "отражаться", "отразиться", "сказаться", "сказываться"}  # fmt: skip
_SAME, _LIKE = 0.02, 0.2  # by how much of the larger two values may differ that are called the same, or alike


def judge_relations(scene: Scene, piece: Piece) -> Iterator[Ruled]:
    """(first token, last token, predicate, ruling) of each relation of a piece that the facts refute."""
    for judge in (_compared, _extreme, _unbeaten, _beats_all, _metric_against, _same, _distinct):
        yield from judge(scene, piece)


# -- one level against another ----------------------------------------------------------------------------------------


def _compared(scene: Scene, piece: Piece) -> Iterator[Ruled]:
    """ "A is higher than B in M", "A beats B", "going from A to B raises M"."""
    relations = [part for part in piece.words(*_COMPARES) if not _bounds_a_number(scene, part)] or [
        part for part in piece.words(*_WAYS) if not _moves_the_factor(scene, part)
    ]
    others = piece.words(*_EXTREMES, "same", "close", "flat", "except", "only", "nobody", "all", "each", "other", "everywhere.else", "monotonic", "small", "differs")  # fmt: skip
    if not relations or others or piece.negations() > 1 or any(number.kind == "times" and number.hedge == "under" for _, number in piece.numbers):  # fmt: skip
        return
    pairs = _pairs(scene, piece, relations[0]) or _before_and_after(scene, piece, relations[0]) or _the_other(scene, piece, relations[0])  # fmt: skip
    failed: list[tuple[str, dict[str, float]]] = []
    for ids in metrics_of(scene, piece, relations[0]) if pairs else []:
        told = [_against(scene, relations, metric, one, two, piece.negations() % 2) for metric in ids for one, two in pairs]  # fmt: skip
        if any(outcome is None or outcome for outcome in told):
            continue
        failed.append((ids[0], row(scene, ids[0], list(dict.fromkeys(level for pair in pairs for level in pair)))))
    if failed:
        yield refused(piece, "order", failed[0][1], failed[0][0])


def _bounds_a_number(scene: Scene, part: Part) -> bool:
    """ "Drops by more than half", «более чем вдвое»."""
    behind = scene.tokens[part.last + 1 : part.last + 4]
    return any(
        t.number is not None and t.number.is_value and t.index not in scene.mentions.level_tokens for t in behind
    )


_THAN = re.compile(r"\b(?:than|without|per)\b|(?<!\w)(?:чем|без|на один)(?!\w)", re.I)


def _moves_the_factor(scene: Scene, part: Part) -> bool:
    """ "Raising the delay from 10 to 50 ms", «подняв таймаут»: what is changed is the parameter, or what goes on from there is said of it."""
    places = {at for at, _ in scene.mentions.factors} | {m.first for m in scene.mentions.levels}
    return bool(places & set(range(part.last + 1, part.last + 6))) and scene.tokens[part.first].lower.endswith(("ing", "ив", "ыв", "ав", "яв", "ая", "яя", "ении", "ение", "ением", "ения"))  # fmt: skip


Pair = tuple[str, str]


def _pairs(scene: Scene, piece: Piece, relation: Part) -> list[Pair]:
    """What is compared, and what it is compared with; in a grid, cell by cell, where another factor's level is only where it is so."""
    told = _sides(_of_one_factor(scene, piece), relation)
    if told is None or told[0].ids == told[1].ids:
        return []
    if len(scene.vocabulary.facts.experiment.factors) <= 1:
        return [(told[0].ids[0], told[1].ids[0])] if len(told[0].ids) == len(told[1].ids) == 1 else []
    return [(one, two) for one in told[0].ids for two in told[1].ids if len(scene.vocabulary.apart(one, two)) == 1]


def _of_one_factor(scene: Scene, piece: Piece) -> list[Part]:
    """The levels of a piece; in a grid, those of the factor of what it compares with."""
    factors = {m.first: m.factor for m in scene.mentions.levels}
    base = next((factors.get(part.first) for part in piece.levels if part.role in ("than", "from")), None)
    return [part for part in piece.levels if base is None or factors.get(part.first) == base]


def _sides(levels: list[Part], relation: Part) -> tuple[Part, Part] | None:
    """The level that a relation is told of, and the one that it is told against."""
    by_role = {role: [part for part in levels if part.role == role] for role in ("to", "from", "than")}
    to, base, than = by_role["to"], by_role["from"], by_role["than"]
    if len(to) == len(base) == 1 and len(levels) == 2:
        return to[0], base[0]
    rest = [part for part in levels if part.role in ("bare", "at") or part.role == "to" and not base]
    if len(base) == len(rest) == 1 and len(levels) == 2:
        return rest[0], base[0]  # "off instead of on"
    if len({part.ids for part in than}) != 1 or len({part.ids for part in rest}) != 1 or len(levels) != len(than) + len(rest):  # fmt: skip
        return None
    verb = relation.has("exceeds", "surpasses", "wins", "loses")
    return None if verb and than[0].first < relation.first else (rest[0], than[0])


def _before_and_after(scene: Scene, piece: Piece, relation: Part) -> list[Pair]:
    """ "The database grew", «p99 вырос», in a table of before and after."""
    whole = before_and_after(scene)
    if whole is None or not relation.has(*_WAYS) or piece.levels or piece.lent or scene.matches(_THAN):
        return []
    return [(whole[1], whole[0])]


def _the_other(scene: Scene, piece: Piece, relation: Part) -> list[Pair]:
    """ "With checksums WAL is even less": of two levels, one is told against the other."""
    levels = scene.vocabulary.level_ids
    named = list(dict.fromkeys(level for part in piece.levels for level in part.ids))
    if len(levels) != 2 or len(named) != 1 or piece.lent or piece.numbers or not piece.metrics or scene.matches(_THAN):
        return []
    if any(part.role not in ("bare", "at", "to") for part in piece.levels) or len(scene.mentions.levels) > 1:
        return []
    return [(named[0], levels[1 - levels.index(named[0])])]


def _against(scene: Scene, relations: list[Part], metric: str, one: str, two: str, negated: int) -> bool | None:
    """Whether a metric is at one level, against another, as the words say; None where that is open."""
    signs = {sign(scene, relation, metric) for relation in relations}
    a, b = value(scene, metric, one), value(scene, metric, two)
    if len(signs) != 1 or 0 in signs or a is None or b is None:
        return None
    said = (a - b) * signs.pop() > 0
    return not said if negated else said


# -- extremes ---------------------------------------------------------------------------------------------------------


def _extreme(scene: Scene, piece: Piece) -> Iterator[Ruled]:
    """ "M is highest at A", "A is the fastest"."""
    relations = piece.words(*_EXTREMES)
    others = piece.words("except", "other", "everywhere.else", "neg", "nobody", "only", "rank", "same", "close", "step", "small")  # fmt: skip
    shares = any(number.dimension in ("percent", "points") or number.fraction for _, number in piece.numbers)
    if len(relations) != 1 or others or shares or piece.words(*_COMPARES) or any(part.role in ("than", "from", "to") for part in piece.levels):  # fmt: skip
        return
    if relations[0].has("fast") and _is_of_a_kind(scene, relations[0]):
        return
    rows = _rows_meant(scene, piece)
    failed = []
    for ids in metrics_of(scene, piece, relations[0]) if rows else []:
        told = [_is_extreme(scene, relations[0], metric, level, levels) for metric in ids for level, levels in rows]
        if any(outcome is None or outcome for outcome in told):
            continue
        failed.append((ids[0], row(scene, ids[0], scene.vocabulary.level_ids)))
    if failed:
        yield refused(piece, "best", failed[0][1], failed[0][0])


def _unbeaten(scene: Scene, piece: Piece) -> Iterator[Ruled]:
    """ "For throughput nothing beats A": refused where something does."""
    relations = piece.words("wins", "exceeds", "surpasses", "better", "higher", "lower")
    than = piece.role("than")
    if len(relations) != 1 or len(piece.words("nobody")) != 1 or len({part.ids for part in than}) != 1 or len(than[0].ids) != 1 or piece.role("bare"):  # fmt: skip
        return
    level = than[0].ids[0]
    factor = next((m.factor for m in scene.mentions.levels if m.first == than[0].first), 0)
    rows = rows_through(scene, level)
    levels = rows[factor] if 0 <= factor < len(rows) else rows[0]
    for ids in metrics_of(scene, piece, relations[0]):
        told = [_is_extreme(scene, relations[0], metric, level, levels) for metric in ids]
        if told and not any(outcome is None or outcome for outcome in told):
            yield refused(piece, "best", row(scene, ids[0], levels), ids[0])
            return


_ALL_OTHERS = re.compile(r"\b(?:all|every|any|each)(?: of)?(?: the)? (?:other|others|rest|else|remaining)\b|\beverything else\b|(?<!\w)(?:все|всех|всем|любого|любой) (?:остальн|друг|проч)\w+", re.I)  # fmt: skip


def _beats_all(scene: Scene, piece: Piece) -> Iterator[Ruled]:
    """ "Heap beats all other methods on updates": refused where something is as good."""
    relations = piece.words("wins", "exceeds", "surpasses", "better", "higher", "lower", "worse", "loses")
    bare = [part for part in piece.levels if part.role == "bare" and len(part.ids) == 1]
    if len(relations) != 1 or len(bare) != 1 or len(piece.levels) != 1 or piece.negations() or piece.numbers or not scene.matches(_ALL_OTHERS):  # fmt: skip
        return
    if len(scene.vocabulary.facts.experiment.factors) > 1 or piece.words("except", "only", "nobody"):
        return
    level = bare[0].ids[0]
    for ids in metrics_of(scene, piece, relations[0]):
        told = [_is_extreme(scene, relations[0], metric, level, scene.vocabulary.level_ids) for metric in ids]
        if told and not any(outcome is None or outcome for outcome in told):
            yield refused(piece, "best", row(scene, ids[0], scene.vocabulary.level_ids), ids[0])
            return


def _is_of_a_kind(scene: Scene, part: Part) -> bool:
    """ "The fastest pooler", where other things are varied than poolers."""
    if part.last + 1 >= len(scene.tokens):
        return False
    after = scene.tokens[part.last + 1]
    mentions: list[LevelMention | MetricMention] = [*scene.mentions.levels, *scene.mentions.metrics]
    if any(m.first <= after.index <= m.last for m in mentions) or not after.is_word or after.stems & factor_nouns(scene):  # fmt: skip
        return False
    return not ({after.lower} | after.stems) & function_words() and NOUNS.get(after.lower) != "level"


def _rows_meant(scene: Scene, piece: Piece) -> list[tuple[str, list[str]]]:
    """The level that is called the first, and the rows in which it may be: in a grid along the factor of what is named bare, "at 50 clients odyssey is the fastest"."""
    factors = {m.first: m.factor for m in scene.mentions.levels}
    named = {factors.get(part.first, -1): part for part in piece.levels}
    if len(scene.vocabulary.facts.experiment.factors) <= 1:
        cells = {part.ids for part in piece.levels}
        alone = len(cells) == 1 and len(piece.levels[0].ids) == 1
        return [(piece.levels[0].ids[0], list(scene.vocabulary.level_ids))] if alone else []
    if not named or -1 in named or len(piece.levels) != len(named):
        return []
    bare = [factor for factor, part in named.items() if part.role == "bare"]
    along = bare if len(bare) == 1 else list(named)
    first = next(iter(named.values()))
    return [(cell, rows_through(scene, cell)[factor]) for factor in along for cell in (named[factor].ids if len(named) > 1 else first.ids)]  # fmt: skip


def _is_extreme(scene: Scene, relation: Part, metric: str, level: str, levels: list[str]) -> bool | None:
    way = sign(scene, relation, metric)
    held = row(scene, metric, levels)
    if not way or level not in held or relation.has("max", "min") and {"max", "min"} & set(scene.vocabulary.stats_of(metric)):  # fmt: skip
        return None
    return all((held[level] - other) * way >= 0 for other in held.values())


# -- one metric against another --------------------------------------------------------------------------------------


def _metric_against(scene: Scene, piece: Piece) -> Iterator[Ruled]:
    """ "q1 took less time than q6 in every configuration", "write waits exceed sync waits everywhere"."""
    relations = [part for part in piece.words(*_COMPARES) if not _bounds_a_number(scene, part)]
    if len(relations) != 1 or len(piece.metrics) != 2 or piece.lent or piece.numbers or piece.negations() or piece.role("than", "from", "to") or piece.words(*_EXTREMES, "only", "except", "nobody", "other"):  # fmt: skip
        return
    one, two = piece.metrics
    units = [scene.vocabulary.unit_of(part.ids[0]) for part in (one, two)]
    if len(one.ids) != 1 or len(two.ids) != 1 or one.ids == two.ids or units[0] != units[1] or not one.first < relations[0].first < two.first:  # fmt: skip
        return
    way = sign(scene, relations[0], one.ids[0])
    cells = [part.ids[0] for part in piece.levels if len(part.ids) == 1]
    levels = cells or levels_of(scene, piece)
    a, b = (row(scene, part.ids[0], levels) for part in (one, two))
    if not way or not a or not b:
        return
    against = [(a[level] - b[level]) * way <= 0 for level in levels]
    every = bool(cells) or bool(piece.words("all", "each", "both", "every"))
    if any(against) if every else all(against):
        yield refused(piece, "order", {f"{one.ids[0]} / {two.ids[0]}, {level}": a[level] - b[level] for level in levels}, "difference")  # fmt: skip


# -- sameness ---------------------------------------------------------------------------------------------------------


def _same(scene: Scene, piece: Piece) -> Iterator[Ruled]:
    """ "A and B have the same M", "all three share M", "from A to B M stays put"."""
    words = piece.words("same", "close", "flat", "differs")
    of_names = {at for part in piece.metrics for at in (part.first - 1, part.first)}  # "the longest stall" of max_stall
    others = [part for part in piece.words(*_COMPARES, *_EXTREMES, *_WAYS, "except", "other", "only", "nobody", "monotonic") if part.first not in of_names]  # fmt: skip
    if len(words) != 1 or others or piece.numbers:
        return
    (word,) = words
    along = any(piece.first <= at <= piece.last for at, _ in scene.mentions.factors) or any(scene.tokens[part.first].stems & _DEPENDS for part in piece.parts)  # fmt: skip
    every = along or bool(piece.words("all", "each", "both"))
    named = list(dict.fromkeys(part.ids[0] for part in piece.levels if len(part.ids) == 1))
    plain = len(scene.vocabulary.facts.experiment.factors) <= 1
    two = len(scene.vocabulary.level_ids) == 2
    levels = named if len(named) >= 2 else levels_of(scene, piece) if plain and (two or every and not named) else []
    if len(levels) < 2 or piece.words("both") and len(levels) != 2:
        return
    denied = (piece.negations() + sum(part.has("small") and scene.tokens[part.last].lower in ("не", "not") for part in piece.parts)) % 2 == 1  # fmt: skip
    alike = denied if word.has("differs") else not denied
    if not alike:
        return
    slack = _LIKE if word.has("close", "flat") or piece.words("small") or word.has("differs") else _SAME
    failed = []
    for ids in metrics_of(scene, piece):
        rows = [row(scene, metric, levels) for metric in ids]
        if all(held and _spread(held) > slack for held in rows):
            failed.append((ids[0], rows[0]))
    if failed:
        yield refused(piece, "same", failed[0][1], failed[0][0])


_DISTINCT = re.compile(
    r"\bno two\b(?!.*\bdiffer)|\b(?:all|each)\b.*\b(?:distinct|different)\b|\bno ties\b|(?<!\w)(?:все (?:\w+ )?разные|у кажд\w+ сво[ейяё]|совпадений нет|одинаковых \w+ нет|ни у каких двух)(?!\w)", re.I
)  # fmt: skip


def _distinct(scene: Scene, piece: Piece) -> Iterator[Ruled]:
    """ "No two share a failover time", «совпадений нет»: refused by a tie."""
    if len(piece.metrics) != 1 or piece.lent or not scene.matches(_DISTINCT) or scene.mentions.levels or len(scene.vocabulary.facts.experiment.factors) > 1:  # fmt: skip
        return
    rows = [row(scene, metric, scene.vocabulary.level_ids) for metric in piece.metrics[0].ids]
    if rows and all(len(set(held.values())) < len(held) for held in rows):
        yield refused(piece, "same", rows[0], piece.metrics[0].ids[0])


def _spread(held: dict[str, float]) -> float:
    low, high = min(held.values()), max(held.values())
    size = max(abs(low), abs(high))
    return (high - low) / size if size else 0.0

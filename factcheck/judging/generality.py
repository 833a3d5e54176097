"""Judges what is said of all, none, only, both or so many of the levels, steps, metrics or statistics, by asking each of them.

"No setting brought utilisation under 75%", "хуже базового только 4 МБ", "ahead in everything except CPU", "each step by more than a third".
A quantifier (`binding/quantifiers.py`), the members that it ranges over, and the body that each is held to (`judging/bodies.py`) are read apart;
every sensible reading of whom, of what and against what is tried, and only what fails in all of them is refuted.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from factcheck.binding.arguments import is_hedged
from factcheck.binding.mentions import LevelMention
from factcheck.binding.quantifiers import NOUNS, Quantity, count_of, exception_after, find
from factcheck.binding.scene import Scene
from factcheck.binding.subjects import Row, rows_before, rows_of
from factcheck.judging.bodies import Body, Point, bodies_in, spoken_stats, unread_words
from factcheck.judging.exempt import announces
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.numbers import WORD_NUMBERS
from factcheck.reading.sentences import Token
from factcheck.reading.words import part_of_speech

_HARD = {";", ":", "—", "–", "(", ")", ","}
_TURNS = {"but", "а", "но", "while", "whereas", "although", "though", "yet", "which", "зато", "однако", "причем", "причём", "хотя"}  # fmt: skip
_JOINS = {"and", "и"}
_OPEN = {"if", "unless", "until", "should", "must", "would", "expect", "expected", "assume", "assumed", "believe", "claim", "claims", "hear", "myth", "hypothesis", "almost", "nearly", "usually", "mostly", "typically", "about", "roughly",
         "если", "пока", "бы", "значить", "означать", "means", "должен", "должны", "должно", "ожидать", "ожидали", "ожидалось", "считается", "миф", "гипотеза", "почти", "практически", "обычно", "примерно",
         "около", "чаще", "because", "when", "когда"}  # fmt: skip
_BEFORE = {"previous", "preceding", "предыдущий", "предшествующий"}
_OTHERS = {"other", "others", "rest", "remaining", "rival", "rivals", "competitor", "competitors", "contender", "contenders", "остальной", "прочий", "соперник", "конкурент", "другой"}  # fmt: skip
_HIGH = {"larger", "bigger", "higher", "largest", "highest", "upper", "senior", "longer", "last", "older", "старший", "больший", "крупный", "последний", "верхний", "высокий", "наибольший"}  # fmt: skip
_LOW = {"smaller", "lower", "smallest", "lowest", "junior", "shorter", "first", "младший", "меньший", "малый", "нижний", "низкий", "первый", "наименьший"}  # fmt: skip
_OWN = re.compile(r"\b(?:its|their) own\b|\bthe (?:more|less|higher|lower|larger|smaller|longer)\b.*\bthe (?:more|less|higher|lower|larger|smaller|longer)\b|(?<!\w)чем\b.*\bтем\b", re.I)  # fmt: skip
#: Words by which single values are meant, and not the mean.
_INSTANCES = {"occur", "occurred", "happened", "seen", "single", "individual", "reach", "reaches", "reached", "ever", "sometimes", "touch", "touched", "peaked", "topped", "hit", "hits",
              "встречаться", "встретиться", "наблюдаться", "бывать", "одиночный", "отдельный", "достигать", "достигнуть", "доходить", "дойти", "случаться", "попадаться"}  # fmt: skip
_SUMMED = {"together", "sum", "total", "combined", "jointly", "вместе", "сумма", "сумме", "суммарно", "совместно"}
_MOST = 6  # readings of what is spoken of; more are not understood


@dataclass(slots=True)
class Piece:
    """A stretch of a sentence with one quantifier and one body."""

    first: int
    last: int
    quantity: Quantity | None
    bodies: list[Body]


@dataclass(slots=True)
class Domain:
    """The members that are asked, each by its key and what it fixes of the point that is looked at; `named` are those told by name."""

    kind: str
    members: list[tuple[str, Point]]
    named: frozenset[str] = frozenset()


def judge_generality(scene: Scene) -> tuple[list[Ruled], list[tuple[int, int]]]:
    """The refusals of quantified statements, and the stretches of those that hold, within which nothing else is refused."""
    if (
        scene.block.kind not in ("paragraph", "item", "lead", "heading")
        or scene.tokens[-1].text == "?"
        or announces(scene)
    ):
        return [], []
    if not find(scene.tokens, 0, len(scene.tokens) - 1, _factor_words(scene), _level_places(scene)):
        return [], []
    refused: list[Ruled] = []
    held: list[tuple[int, int]] = []
    before: Piece | None = None
    for piece in _pieces(scene):
        outcome = _judge(scene, piece, before)
        if outcome is not None and outcome[0]:
            held.append((piece.first, piece.last))
        elif outcome is not None:
            told = outcome[1]
            refused.append((piece.first, piece.last, "all", Ruling("contradicted", told, told, (), told)))
        if piece.bodies:
            before = piece
    return refused, held


_RUNS = frozenset({"run", "experiment", "test", "прогон", "эксперимент", "тест", "испытание"})


def _factor_words(scene: Scene) -> frozenset[str]:
    """The words of the experiment's factors; where each level was run once, a run is a level."""
    words = frozenset().union(*scene.world.finder.factor_single) if scene.world.finder.factor_single else frozenset()
    return words if scene.vocabulary.repeated else words | _RUNS


def _level_places(scene: Scene) -> frozenset[int]:
    """The tokens that name levels, those named by a bare number behind "except" or "only" with them."""
    named = {at for m in scene.mentions.levels for at in range(m.first, m.last + 1)}
    return frozenset(named | set(_bare_levels(scene)))


def _bare_levels(scene: Scene) -> dict[int, str]:
    """Levels that stand as a bare number where an exception or an "only" names them ("at every setting except 2")."""
    found = {}
    for token in scene.tokens[2:]:
        if token.text in scene.vocabulary.level_ids and token.number is not None and token.number.unit is None:
            before = scene.tokens[max(0, token.index - 2) : token.index]
            if any(
                t.has("only") or t.lower in ("except", "but", "кроме", "исключением", "neither", "nor", "ни")
                for t in before
            ):
                found[token.index] = token.text
    return found


# -- pieces -----------------------------------------------------------------------------------------------------------


def _pieces(scene: Scene) -> list[Piece]:
    """The sentence cut so that each piece has one quantifier and one body at most."""
    tokens, pieces, start = scene.tokens, [], 0
    at_least = {t.index for t in tokens[:-1] if t.lower == "хотя" and tokens[t.index + 1].lower == "бы"}
    cuts = [t.index for t in tokens if (t.text in _HARD or t.lower in _TURNS | _JOINS) and t.index not in at_least]
    for cut in [*cuts, len(tokens)]:
        if cut > start or cut == len(tokens):
            last = min(cut, len(tokens)) - 1
            if last >= start:
                pieces.append(_piece(scene, start, last))
        start = cut if cut < len(tokens) and tokens[cut].is_word else cut + 1
    joined: list[Piece] = []
    for piece in pieces:
        if joined and (one := _joined(scene, joined[-1], piece)) is not None:
            joined[-1] = one
        else:
            joined.append(piece)
    return [piece for piece in joined if piece.quantity is not None or piece.bodies]


def _piece(scene: Scene, first: int, last: int) -> Piece:
    found = find(scene.tokens, first, last, _factor_words(scene), _level_places(scene))
    taken = {at for q in found for at in range(q.first, q.last + 1)}
    quantity = found[0] if len(found) == 1 else _one_of(found)
    concord = quantity is not None and quantity.kind == "none" and not scene.tokens[quantity.first].text.isascii()
    return Piece(first, last, quantity, bodies_in(scene, first, last, taken, _level_places(scene), concord=concord))


def _one_of(found: list[Quantity]) -> Quantity | None:
    """The one that counts where several words quantify: "all five ... always", "both X ... only"."""
    if not found:
        return None
    kinds = {(q.kind, q.count) for q in found}
    if len(kinds) == 1 or all(q.kind == "all" for q in found):
        return next((q for q in found if q.noun), found[0])
    strong = [q for q in found if q.kind in ("only", "none", "count")]
    if len(found) == 2 and len(strong) == 1 and found[0].kind == "all" and found[0].noun is None and found[0].count is None:  # fmt: skip
        return strong[0]
    if len(found) == 2 and found[0].kind == "only" and found[1].kind == "count" and found[1].first <= found[0].last + 3:
        return found[1]
    return Quantity("mixed", found[0].first, found[-1].last)


def _joined(scene: Scene, one: Piece, two: Piece) -> Piece | None:
    """The two as one piece, unless each says something of its own or a semicolon parts them."""
    between = scene.tokens[one.last + 1 : two.first + 1]
    if any(t.text in ";" or t.lower in _TURNS - {"а"} for t in between) and not _excepts(scene, two):
        return None
    if one.bodies and two.bodies:
        return None
    if one.quantity is not None and two.quantity is not None and one.bodies + two.bodies and not _listed(one, two):
        return None
    return _piece(scene, one.first, two.last)


def _excepts(scene: Scene, piece: Piece) -> bool:
    return exception_after(scene.tokens, piece.first, piece.last) == piece.first


def _listed(one: Piece, two: Piece) -> bool:
    """ "Ни 4, ни 16 МБ": one quantifier said twice; or a count that only tells which."""
    a, b = one.quantity, two.quantity
    return a is not None and b is not None and (a.kind == b.kind == "none" or not (one.bodies and two.bodies) and a.kind == "all" and b.kind in ("only", "count"))  # fmt: skip


# -- judging ----------------------------------------------------------------------------------------------------------


def _judge(scene: Scene, piece: Piece, before: Piece | None) -> tuple[bool, str] | None:
    """(whether it holds in some reading, what the facts say) of a piece; None where it is not understood."""
    quantity = piece.quantity
    if quantity is None or quantity.kind == "mixed" or is_hedged(scene, quantity.first):
        return None
    row = scene.tokens[piece.first : piece.last + 1]
    if re.search(
        r"\bthe \w+er\W+the\b|^the (?:higher|lower|more|less|longer|larger|smaller) the\b|(?<!\w)(?:чем|тем) \w+(?:ше|ее|же|че)(?!\w)",
        " ".join(t.lower for t in row),
    ):
        return None
    if any(t.lower in _OPEN or t.stems & _OPEN for t in row if not quantity.first <= t.index <= quantity.last and t.index not in quantity.words):  # fmt: skip
        return None
    bodies = piece.bodies or ([before.bodies[0].carried()] if before is not None and len(before.bodies) == 1 else [])
    if len(bodies) != 1:
        return None
    body = bodies[0]
    if before is not None and len(before.bodies) == 1:
        body = body.completed(before.bodies[0])
    sign = _sign(scene, piece, quantity, body)
    unread = unread_words(scene, piece.first, piece.last, _read(scene, piece, quantity, body))
    if sign is None or unread and (len(unread) > 2 or quantity.kind not in ("all", "none") or _of_else(scene, piece)):
        return None
    if quantity.at is None and _of_one_level(scene, piece, quantity):
        return None
    if body.kind == "way" and quantity.noun != "step" and not _compared_with(scene, piece, body):
        return None  # higher than what is left open
    outcomes = []
    left_out = _nobody_else(scene, piece)
    for domain, points in _readings(scene, piece, quantity, body):
        points = [(key, point) for key, point in points if key not in left_out]
        if not points:
            return None
        asked: dict[str, bool | None] = {}
        for key, point in points:
            answer = body.holds(scene, point)
            asked[key] = None if answer is None else answer == sign
        outcomes.append((_fits(scene, quantity, piece, domain, asked, sign), _told(scene, body, points)))
        if len(outcomes) > 40:
            return None
    if not outcomes:
        return None
    if outcomes[0][0]:
        return True, outcomes[0][1]
    return (False, outcomes[0][1]) if all(answer is False for answer, _ in outcomes) else None


_NOBODY_ELSE = re.compile(
    r"\b(?:nobody|no one|none|nothing|nowhere) else\b|(?<!\w)(?:больше (?:никто|нигде)|(?:никто|нигде) (?:больше|другой|ещё|еще))(?!\w)",
    re.I,
)


def _nobody_else(scene: Scene, piece: Piece) -> frozenset[str]:
    """ "The slowest, 1,240 ms, belongs to bfq. Nobody else went past 500 ms": the level that was named last before it."""
    if not _NOBODY_ELSE.search(scene.text_of(piece.first, piece.last)):
        return frozenset()
    if any(piece.first <= m.first <= piece.last for m in scene.mentions.levels):
        return frozenset()
    before = [m for m in scene.mentions.levels if m.last < piece.first]
    before = before or (scene.former.mentions.levels if scene.former is not None else [])
    return before[-1].ids if before else frozenset()


def _of_else(scene: Scene, piece: Piece) -> bool:
    """Whether words that are not read may make it another thing: a sum, or what a row of values right behind it is of."""
    behind = scene.tokens[piece.last + 1 :]
    told = sum(t.number is not None and t.number.is_value for t in behind)
    return told >= 3 or any(t.lower in _SUMMED for t in scene.tokens[piece.first : piece.last + 1])


def _compared_with(scene: Scene, piece: Piece, body: Body) -> bool:
    """Whether a piece names what its members are compared with."""
    return any(_object(scene, m, body) for m in _plain_levels(scene, piece, objects=True))


def _is(token: Token, words: set[str]) -> bool:
    return token.lower in words or bool(token.stems & words)


_IN_TIME = {"never", "always", "throughout", "никогда", "всегда", "неизменно", "разу", "invariably"}


def _of_one_level(scene: Scene, piece: Piece, quantity: Quantity) -> bool:
    """ "At 16 it never went below": of the runs of one level, not of all levels."""
    if not any(t.lower in _IN_TIME for t in scene.tokens[quantity.first : quantity.last + 1]):
        return False
    named = [m for m in scene.mentions.levels if _bounding(scene, m, piece) is None]
    return bool(named) or _headed(scene) is not None


def _read(scene: Scene, piece: Piece, quantity: Quantity, body: Body) -> set[int]:
    """The tokens of a piece that are understood."""
    read = {*range(quantity.first, quantity.last + 1), *quantity.words, *body.words, *_level_places(scene)}
    read |= {at for m in scene.mentions.metrics if m.metrics for at in range(m.first, m.last + 1)}
    read |= {at for at, _ in scene.mentions.factors} | {t.index for t in scene.tokens if t.stems & _factor_words(scene)}
    return read


def _sign(scene: Scene, piece: Piece, quantity: Quantity, body: Body) -> bool | None:
    """Whether the body is said (True) or denied of the members; Russian denies twice and means it once."""
    denials = [
        t for t in scene.tokens[piece.first : piece.last + 1]
        if t.lower in ("not", "n't", "cannot", "не", "нет", "hardly") or t.lower.endswith("n't")
    ]  # fmt: skip
    denials = [t for t in denials if t.index not in body.words and t.index not in quantity.words and not quantity.first <= t.index <= quantity.last]  # fmt: skip
    if len(denials) > 1:
        return None
    if quantity.kind == "none":
        russian = not scene.tokens[quantity.first].text.isascii()
        return True if bool(denials) == russian or russian else None
    if denials and quantity.kind in ("only", "count"):
        return None
    return not denials


def _fits(
    scene: Scene, quantity: Quantity, piece: Piece, domain: Domain, asked: dict[str, bool | None], sign: bool
) -> bool | None:
    """Whether the answers fit the quantifier."""
    exc = exception_after(scene.tokens, piece.first, piece.last)
    kind, named = quantity.kind, domain.named
    if exc is not None and kind in ("all", "none"):
        if not named:
            return None
        rest = [answer for key, answer in asked.items() if key not in named]
        own = [answer for key, answer in asked.items() if key in named]
        wrong = (lambda a: a is False) if kind == "all" else (lambda a: a is True)
        if any(wrong(a) for a in rest) or any(a is not None and not wrong(a) for a in own):
            return False
        return None if None in rest else True
    if kind == "all" and not sign:  # "does not grow at every step": not at all, or at none
        return None if len(set(asked.values())) != 1 else asked.popitem()[1]
    if kind == "all":
        return False if False in asked.values() else None if None in asked.values() or not asked else True
    if kind == "none":
        return False if True in asked.values() else None if None in asked.values() or not asked else True
    hits = {key for key, answer in asked.items() if answer}
    unknown = {key for key, answer in asked.items() if answer is None}
    if kind == "only":
        if not named:
            return None
        if hits - named or any(asked.get(key) is False for key in named):
            return False
        return None if unknown else True
    if quantity.count is None or quantity.whole is not None and quantity.whole != len(asked):
        return None
    if len(named) == quantity.count and named <= set(asked) and not unknown:
        return hits == named
    low, high = _allowed(scene, quantity)
    if not low <= len(hits) + len(unknown) or len(hits) > high:
        return False
    return True if low <= len(hits) and len(hits) + len(unknown) <= high else None


def _allowed(scene: Scene, quantity: Quantity) -> tuple[int, int]:
    """How many may be meant by "two", "at least two", "no more than two"."""
    count = quantity.count or 0
    words = [t.lower for t in scene.tokens[max(0, quantity.first - 3) : quantity.first]]
    text = " ".join(words)
    if text.endswith(
        ("at least", "no less than", "не менее", "как минимум", "не меньше", "минимум", "по меньшей мере")
    ):
        return count, 1000
    if text.endswith(("at most", "no more than", "up to", "не более", "не больше", "максимум", "не более чем")):
        return 0, count
    return count, count


def _told(scene: Scene, body: Body, points: list[tuple[str, Point]]) -> str:
    return "; ".join(f"{key}: {body.tell(scene, point)}" for key, point in points[:8])


# -- readings ---------------------------------------------------------------------------------------------------------


def _readings(scene: Scene, piece: Piece, quantity: Quantity, body: Body) -> Iterator[tuple[Domain, list[tuple[str, Point]]]]:  # fmt: skip
    """Every sensible choice of the members and of what they are asked."""
    domains = _domains(scene, piece, quantity, body)
    for domain in domains:
        rows = [None] if domain.kind == "metric" else _rows(scene, piece, body, domain)
        if rows is None or len(rows) > _MOST:
            yield Domain("open", []), []
            return
        levels = [None] if domain.kind in ("level", "step") else _levels_of(scene, piece, body)
        for row, level in itertools.product(rows, levels):
            bases = [None] if domain.kind == "step" or not body.compares else _bases(scene, piece, body, level)
            for base, nominal in itertools.product(bases, (True, False) if body.compares else (True,)):
                points = []
                for key, fixed in domain.members:
                    point = Point(fixed.row or row, fixed.level or level, fixed.base or base, nominal, fixed.stat)
                    if point.level is not None and point.level == point.base:
                        continue
                    points.append((key, point))
                yield domain, points


def _rows(scene: Scene, piece: Piece, body: Body, domain: Domain) -> list[Row] | None:
    """What the body may be said of; None where something is meant that the facts do not hold."""
    stats = spoken_stats(scene, piece.first, piece.last) | body.stats
    if stats and any(t.statistic == "mean" for t in scene.tokens[piece.first : piece.last + 1]):
        return None  # one statistic against another
    if len(stats) > 1 and domain.kind != "stat":
        return None
    stat = next(iter(stats), None)
    own = [m for m in scene.mentions.metrics if piece.first <= m.first <= piece.last and not m.whole]
    words = _factor_words(scene)
    own = [m for m in own if not m.modifier or len(m.metrics) == 1 and not scene.tokens[m.first].stems & words]
    if any(not m.metrics for m in own):
        return None
    exact = [m for m in own if m.exact] or own
    metrics = {metric for m in exact for metric in m.metrics}
    if len({m.metrics for m in exact}) > 1:
        fitting = {m.metrics for m in exact if any(body.suits(scene, one) for one in m.metrics)}
        if len(fitting) != 1:
            return None
        metrics = set(next(iter(fitting)))
    if not metrics and body.kind == "way" and domain.kind == "step":
        return None  # what it is that rises is left open
    if not metrics and scene.matches(_OWN):
        return None
    rows = rows_of(scene, frozenset(metrics), stat) if metrics else rows_before(scene, piece.first, body.place, stat)
    rows = tuple(row for row in rows if body.suits(scene, row.metric))
    if rows and stat is None and body.kind == "bound":
        at_times = any(_is(t, _INSTANCES) for t in scene.tokens[piece.first : piece.last + 1])
        extremes = tuple(
            one for row in rows for one in rows_of(scene, frozenset({row.metric}), "max" if body.above else "min")
        )
        if extremes and piece.quantity is not None and piece.quantity.kind == "none":
            rows = extremes  # "at no setting did it exceed 90%": not at any time
        elif at_times:
            rows += extremes
    return list(dict.fromkeys(rows)) or None


def _levels_of(scene: Scene, piece: Piece, body: Body) -> list[str | None]:
    """The level that a statement on metrics or statistics is of: its subject, or that of the section."""
    subject = [m for m in _plain_levels(scene, piece) if not _object(scene, m, body)]
    if len({m.ids for m in subject}) == 1 and len(subject[0].ids) == 1:
        return [next(iter(subject[0].ids))]
    if subject:
        return []
    inherited = _headed(scene)
    return [inherited] if inherited is not None else []


def _headed(scene: Scene) -> str | None:
    """The level of the section or list."""
    for block in scene.surroundings:
        named = {m.ids for m in scene.world.mentions_of(block).levels}
        if block.kind == "heading" and block.depth <= 1:
            continue
        if len(named) == 1 and len(next(iter(named))) == 1:
            return next(iter(next(iter(named))))
        if named:
            return None
        plain = block.text.strip().lower()
        for level in scene.vocabulary.level_ids:
            if plain == level.lower():
                return level
    for former in scene.before(2):
        named = {m.ids for m in former.mentions.levels if m.role != "than"}
        if len(named) == 1 and len(next(iter(named))) == 1:
            return next(iter(next(iter(named))))
        if named:
            return None
    return None


def _bases(scene: Scene, piece: Piece, body: Body, level: str | None) -> list[str | None]:
    """What the members are compared with: the level told behind "than", what a pronoun stands for, or the baseline."""
    base = sorted(scene.vocabulary.special("baseline"))
    objects = [m for m in _plain_levels(scene, piece, objects=True) if _object(scene, m, body)]
    if len({m.ids for m in objects}) == 1 and len(objects[0].ids) == 1:
        return [next(iter(objects[0].ids))]
    if objects:
        return []
    pronoun = any(
        t.lower in ("it", "them", "него", "нее", "неё", "его", "ему", "ей", "ним", "ней")
        for t in scene.tokens[body.place + 1 : min(piece.last, body.place + 4) + 1]
    )
    inherited = _headed(scene)
    if pronoun and inherited is not None and inherited != level:
        return [inherited]
    if pronoun and inherited is None:
        named = [m for m in _plain_levels(scene, piece, objects=True) if m.role == "than"]
        return [next(iter(named[0].ids))] if len(named) == 1 and len(named[0].ids) == 1 else []
    return list(base) if len(base) == 1 else []


def _object(scene: Scene, mention: LevelMention, body: Body) -> bool:
    """Whether a level is what the members are compared with: behind "than", or right behind the word that compares."""
    if mention.role == "than":
        return True
    if not body.compares or not 0 < mention.first - body.place <= 3:
        return False
    between = [t.lower for t in scene.tokens[body.place + 1 : mention.first]]
    return all(word in ("of", "the", "than", "to", "from", "чем", "от", "с") for word in between)


def _plain_levels(scene: Scene, piece: Piece, *, objects: bool = False) -> list[LevelMention]:
    """The levels that a piece names and that do not only bound what is meant ("values above 64")."""
    return [
        m for m in scene.mentions.levels
        if piece.first <= m.first <= piece.last and not m.group and (objects or m.role != "than") and _bounding(scene, m, piece) is None
    ]  # fmt: skip


# -- members ----------------------------------------------------------------------------------------------------------


def _domains(scene: Scene, piece: Piece, quantity: Quantity, body: Body) -> list[Domain]:
    """The sets that may be meant."""
    kind = quantity.noun
    found: list[Domain] = []
    if any(t.stems & _BEFORE or t.lower in _BEFORE for t in scene.tokens[piece.first : piece.last + 1]):
        kind = "step" if kind == "level" else kind
    if kind in ("level", None) and body.kind == "rank":
        return []
    metrics = _metrics_named(scene, piece, quantity)
    if kind is None and quantity.kind in ("only", "count") and body.judges and _in_one_respect(scene, quantity):
        kind, metrics = "metric", frozenset(i for m in scene.mentions.metrics if quantity.first < m.first <= piece.last and len(m.metrics) == 1 for i in m.metrics)  # fmt: skip
        if not metrics:
            return []
    if kind in ("level", None) and not (kind is None and quantity.kind == "only" and metrics):
        found += _level_domains(scene, piece, quantity, body)
    if kind is None and quantity.kind == "only" and body.compares and 0 < quantity.first - body.place <= 2:
        return _rival_domains(scene, piece, quantity, body)
    if kind == "step":
        found += _step_domains(scene, piece, quantity)
    if kind == "metric" or kind is None and quantity.kind == "only" and metrics:
        found += _metric_domains(scene, piece, quantity, body, metrics)
    if kind is None and quantity.kind in ("all", "none") and quantity.count is not None and not found:
        return []
    return found


def _in_one_respect(scene: Scene, quantity: Quantity) -> bool:
    """ "Проиграли лишь в одном — в расходе памяти", "loses in only two — CPU and memory"."""
    near = [t.lower for t in scene.tokens[quantity.first : quantity.last + 4]]
    return any(a in ("in", "on", "by", "в", "во", "по") and b in WORD_NUMBERS for a, b in itertools.pairwise(near))


def _order(scene: Scene) -> list[str]:
    return list(scene.vocabulary.numeric_order)


def _bounding(scene: Scene, mention: LevelMention, piece: Piece) -> str | None:
    """How a level bounds the members that are meant: "above" in "values above 64", "from" in "from 64 on", "to" in "up to 256"."""
    tokens = scene.tokens
    at = mention.first - 1
    while at > piece.first and tokens[at].lower in ("the", "than", "чем", "with", "с", "со"):
        at -= 1
    if at < piece.first:
        return None
    word = tokens[at]
    before = tokens[at - 1] if at > piece.first else None
    behind = tokens[mention.last + 1].lower if mention.last + 1 < len(tokens) else ""
    if word.stems & {"начинать", "начиная", "starting", "start"} or word.lower in ("from", "с", "от") and behind in ("on", "onwards", "up", "upwards", "и", "on,", "включительно"):  # fmt: skip
        return "from"
    if word.lower in ("to", "до", "вплоть") and (behind in ("включительно", "inclusive") or before is not None and before.lower in ("up", "вплоть")):  # fmt: skip
        return "to"
    if before is None or not _is_noun(before) and not before.stems & {"любой", "каждый", "все"}:
        return None
    if word.has("up.comparative") or word.lower in ("above", "over", "beyond", "past", "крупнее", "старше", "после"):
        return "above"
    if word.has("down.comparative") or word.lower in ("below", "under", "before", "мельче", "младше"):
        return "below"
    return None


def _is_noun(token: Token) -> bool:
    return NOUNS.get(token.lower) == "level" or any(NOUNS.get(stem) == "level" for stem in token.stems)


def _level_domains(scene: Scene, piece: Piece, quantity: Quantity, body: Body) -> list[Domain]:
    """The levels that may be meant by "all", "all three", "the two largest", "values above 64", "the others", "both lz4 and zstd"."""
    if len(scene.vocabulary.facts.experiment.factors) > 1:
        return []
    order, base = _order(scene), scene.vocabulary.special("baseline")
    bounds = [(way, m) for m in scene.mentions.levels if piece.first <= m.first <= piece.last and (way := _bounding(scene, m, piece))]  # fmt: skip
    named = [m for m in _plain_levels(scene, piece) if not _object(scene, m, body)]
    every = [level for level in order if all(_within(order, level, way, m) for way, m in bounds)]
    names = frozenset(i for m in named for i in m.ids) | _spelled_names(scene, piece)
    exc = exception_after(scene.tokens, piece.first, piece.last)
    if bounds:
        choices = [every]
    elif quantity.kind in ("only", "count") or exc is not None:
        choices = [every] if quantity.whole in (None, len(every)) else [[i for i in every if i not in base]]
        if quantity.kind == "count" and quantity.whole is None:
            choices.append([i for i in every if i not in base])
    elif names and exc is None:
        if quantity.named_from is None and quantity.count not in (None, len(names)) or len(names) < 2:
            return []
        if quantity.noun is None and quantity.named_from is None and quantity.count is None:
            return []
        choices = [[i for i in order if i in names]]
        names = frozenset()
    else:
        choices = _unnamed(scene, quantity, every, base)
    return [Domain("level", [(i, Point(level=i)) for i in row], names) for row in choices if row]


def _within(order: list[str], level: str, way: str | None, mention: LevelMention) -> bool:
    at = next((order.index(i) for i in sorted(mention.ids) if i in order), None)
    if at is None:
        return False
    own = order.index(level)
    return {"above": own > at, "below": own < at, "from": own >= at, "to": own <= at}.get(way or "", True)


def _spelled_names(scene: Scene, piece: Piece) -> frozenset[str]:
    """Levels named in a list whose words mean other things elsewhere ("in two settings, off and pglz")."""
    names = {level.lower(): level for level in scene.vocabulary.level_ids}
    bare = _bare_levels(scene)
    row = scene.tokens[piece.first : piece.last + 1]
    return frozenset(level for at, level in bare.items() if piece.first <= at <= piece.last) | frozenset(
        names[t.lower] for at, t in enumerate(row)
        if t.lower in names and at and (row[at - 1].text in (",", ":") or row[at - 1].lower in ("and", "и", "but", "except", "only", "both", "neither", "nor", "with"))
    )  # fmt: skip


def _unnamed(scene: Scene, quantity: Quantity, every: list[str], base: frozenset[str]) -> list[list[str]]:
    rest = [i for i in every if i not in base]
    near = scene.tokens[quantity.first : quantity.last + 1]
    if any(t.lower in _OTHERS or t.stems & _OTHERS for t in near):
        return []
    high = any(t.lower in _HIGH or t.stems & _HIGH for t in near)
    low = any(t.lower in _LOW or t.stems & _LOW for t in near)
    if high or low:
        count = quantity.count
        if count is not None and count < len(every):
            return [every[-count:] if high else every[:count]]
        at = next((every.index(i) for i in base if i in every), None)
        return [] if at is None or count is not None else [every[at + 1 :] if high else every[:at]]
    if quantity.count is not None:
        return [row for row in (every, rest) if len(row) == quantity.count]
    return [every, rest]


_END_STEPS = {"first": {"first", "initial", "первый"}, "last": {"last", "final", "последний"}}


def _rival_domains(scene: Scene, piece: Piece, quantity: Quantity, body: Body) -> list[Domain]:
    """ "zstd уступает только lz4": the others are what the one level is compared with."""
    named = frozenset(i for m in scene.mentions.levels if quantity.last < m.first <= piece.last for i in m.ids)
    subject = [m for m in _plain_levels(scene, piece) if m.first < body.place]
    if len(subject) != 1 or len(subject[0].ids) != 1 or not named or len(scene.vocabulary.facts.experiment.factors) > 1:
        return []
    (own,) = subject[0].ids
    return [Domain("level", [(i, Point(level=own, base=i)) for i in _order(scene) if i != own], named)]


def _step_domains(scene: Scene, piece: Piece, quantity: Quantity) -> list[Domain]:
    """Each step from one level to the next in the order, within the bounds that the piece names: "at each of the first two steps", "на обоих последних шагах"."""
    if len(scene.vocabulary.facts.experiment.factors) > 1:
        return []
    order = _order(scene)
    bounds = [(way, m) for m in scene.mentions.levels if piece.first <= m.first <= piece.last and (way := _bounding(scene, m, piece))]  # fmt: skip
    if any(piece.first <= m.first <= piece.last and _bounding(scene, m, piece) is None for m in scene.mentions.levels):
        return []
    order = [level for level in order if all(_within(order, level, way, m) for way, m in bounds)]
    steps = [*itertools.pairwise(order)]
    near = scene.tokens[quantity.first : quantity.last + 3]
    ends = {way for t in near for way, words in _END_STEPS.items() if t.lower in words or t.stems & words}
    if ends:
        count = quantity.count or next((n for t in near if (n := count_of(t)) is not None), None)
        if count is None or len(ends) > 1:
            return []
        steps = steps[:count] if "first" in ends else steps[-count:]
    return [Domain("step", [(f"{a} → {b}", Point(level=b, base=a)) for a, b in steps])] if len(steps) > 1 else []


def _metrics_named(scene: Scene, piece: Piece, quantity: Quantity) -> frozenset[str]:
    """The metrics that a piece names as members."""
    start = quantity.named_from if quantity.kind == "only" and quantity.named_from is not None else piece.first
    own = [m for m in scene.mentions.metrics if start <= m.first <= piece.last and m.metrics and not m.whole]
    if quantity.kind == "only" and quantity.named_from is not None:
        own = [m for m in own if m.first <= start + 3 and not any(n.first < m.first and n.first >= start for n in scene.mentions.levels)]  # fmt: skip
    return frozenset(i for m in own if len(m.metrics) == 1 for i in m.metrics)


def _metric_domains(scene: Scene, piece: Piece, quantity: Quantity, body: Body, named: frozenset[str]) -> list[Domain]:
    """Every metric with a better side, or those of the class that the noun names ("disk metrics")."""
    if not body.judges:
        return []
    every = [m for m in scene.vocabulary.metrics if scene.vocabulary.better(m) and "~" not in m and scene.vocabulary.facts.metrics and (held := scene.vocabulary.metrics[m]) and held.part_of is None]  # fmt: skip
    rows = [(m, row) for m in every if (row := _central_row(scene, m)) is not None]
    near = scene.tokens[quantity.first : (quantity.at or quantity.last) + 1]
    behind = scene.tokens[quantity.last + 1 : quantity.last + 2]
    if quantity.at is not None and behind and behind[0].index <= piece.last and (behind[0].stems & {"of", "для"} or not behind[0].text.isascii() and part_of_speech(behind[0].lower) == "NOUN"):  # fmt: skip
        return []
    if any(t.is_word and t.index != quantity.at and not _introduces(t) for t in near):
        return []
    if quantity.count is not None and quantity.kind in ("all", "none") and quantity.count != len(rows):
        return []
    return [Domain("metric", [(m, Point(row=row)) for m, row in rows], named)]


_INTRODUCING = {
    "of",
    "the",
    "in",
    "by",
    "on",
    "single",
    "tested",
    "из",
    "по",
    "один",
    "одной",
    "одному",
    "без",
    "в",
    "во",
    "и",
    "sole",
}


def _introduces(token: Token) -> bool:
    """Whether a word before "metrics" narrows them to no class."""
    return count_of(token) is not None or token.has("all", "only", "negation") or token.lower in _INTRODUCING


def _central_row(scene: Scene, metric: str) -> Row | None:
    fact = next((f for level in scene.vocabulary.level_ids if (f := scene.vocabulary.central(metric, level))), None)
    return None if fact is None else Row(metric, fact.stat, fact.partner, fact.denominator)

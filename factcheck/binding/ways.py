"""Reads what a clause says of the way that rows of values go: "the tail shortens up to 400 and lengthens then", "WALSync does likewise", "From there to kyber it creeps up".

A way is (which rows) x (along which levels) x (which shape). What the clause leaves out is taken from the clause or sentence before, the list's lead or the heading.
Rows and courses are readings: who asks refutes only what each of them refutes.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from factcheck.binding.arguments import is_hedged, is_negated
from factcheck.binding.courselines import Course, Ground, courses_in, ground_of, moved_to
from factcheck.binding.mentions import MetricMention
from factcheck.binding.pairs import parameter_words
from factcheck.binding.scene import Scene
from factcheck.binding.subjects import SPREAD_WORDS, Row, named_tokens, rows_before, rows_of
from factcheck.reading.lexicon import (
    WAY_ABSTRACT,
    WAY_FUNCTION,
    WAY_GAPS,
    WAY_MORE_DENIED,
    WAY_SCAFFOLD,
    way_idioms_by_word,
    way_words,
)
from factcheck.reading.sentences import Token
from factcheck.reading.words import is_finite, is_subject_noun, may_be_subject, part_of_speech

Rows = tuple[Row, ...]
_UP, _DOWN = 1, -1


@dataclass(frozen=True, slots=True)
class Verb:
    """What a clause says of its subject: a shape, which way (+1, -1, 0 the same) and whether that is told as good or bad."""

    first: int
    last: int
    shape: str
    sign: int = 0
    judged: bool = False  # the sign is +1 for better
    acts: bool = False  # takes an object
    denied: bool = False


@dataclass(frozen=True, slots=True)
class Way:
    """A verb with the rows it is said of (each with its readings), the courses it may be meant along, and the rows it is held against."""

    verb: Verb
    span: tuple[int, int]
    subjects: tuple[Rows, ...]
    courses: tuple[Course, ...]
    peers: tuple[Rows, ...] = ()
    ground: Ground | None = None


def ways_of(scene: Scene) -> list[Way]:
    """The ways that a sentence tells, in its order; read once."""
    if scene.told_ways is None:
        scene.told_ways = []
        scene.told_ways = list(_read(scene)) if _states(scene) else []
    return scene.told_ways


def _states(scene: Scene) -> bool:
    return scene.block.kind in ("paragraph", "item", "lead") and bool(scene.tokens) and scene.tokens[-1].text != "?"


def sentence_before(scene: Scene) -> Scene | None:
    """The sentence before, also across list items and paragraphs of a section."""
    return scene.former or scene.end_of_block_before("item", "paragraph", "lead")


def _read(scene: Scene) -> Iterator[Way]:
    held = list(_verbs(scene))
    held = [one for one, two in itertools.zip_longest(held, held[1:]) if two is None or not _is_attribute(scene, one)]
    verbs = sorted([*held, *_others(scene, held)], key=lambda verb: verb.first)
    told: list[Way] = []
    for verb, (start, stop) in zip(verbs, _spans(scene, verbs), strict=True):
        ground = ground_of(scene, start, stop, verb.first)
        for way in [*_leaning(scene, told, verb, (start, stop), ground)] or [
            _way(scene, told, verb, (start, stop), ground)
        ]:
            told.append(way)
            if way.subjects and way.courses and not is_hedged(scene, verb.first) and not _open_denial(scene, way):
                yield way


def _is_attribute(scene: Scene, verb: Verb) -> bool:
    """ "The peak speed falls": which value of the metric behind it, where another verb follows."""
    return verb.shape == "top" and any(m.first == verb.last + 1 for m in scene.mentions.metrics)


def _way(scene: Scene, told: list[Way], verb: Verb, span: tuple[int, int], ground: Ground) -> Way:
    if verb.shape in ("goes", "stops") and says(scene, WAY_GAPS, *span):
        return _gap(scene, verb, span, ground, told)
    subjects = _subjects(scene, verb, *span, told)
    if within_runs(scene):
        subjects = tuple(tuple(Row(row.metric, "slope") for row in rows) for rows in subjects)
        verb = Verb(
            verb.first,
            verb.last,
            "drifts" if verb.shape == "goes" else "tells",
            verb.sign,
            verb.judged,
            verb.acts,
            verb.denied,
        )
    courses = courses_in(scene, ground, [way.courses for way in told], _courses_before(scene))
    return Way(verb, span, subjects, tuple(courses), _peers(scene, verb, *span), ground)


def says(scene: Scene, words: tuple[str, ...], start: int, stop: int) -> bool:
    """Whether a word that begins so stands among these tokens and names no row."""
    named = named_tokens(scene)
    return any(t.is_word and t.index not in named and t.lower.startswith(words) for t in scene.tokens[start : stop + 1])


def _gap(scene: Scene, verb: Verb, span: tuple[int, int], ground: Ground, told: list[Way]) -> Way:
    """ "The gap between A and B narrows": the distance of two rows, named or spoken of last."""
    heads = heads_in(scene, *span) or []
    pair = tuple(h.rows for h in heads) if len(heads) == 2 else _both(scene) if not heads else ()
    courses = courses_in(scene, ground, [way.courses for way in told], _courses_before(scene)) if len(pair) == 2 else []
    said = Verb(
        verb.first, verb.last, "gap" if verb.shape == "goes" and verb.sign and not verb.denied else "tells", verb.sign
    )
    return Way(said, span, pair[:1], tuple(courses), pair[1:], ground)


def _open_denial(scene: Scene, way: Way) -> bool:
    """ "Ни на одном другом шаге не прибавляет столько": what is denied is more than the verb."""
    if not way.verb.denied:
        return False
    start, stop = way.span
    return way.verb.shape != "goes" or any(t.lower in WAY_MORE_DENIED for t in scene.tokens[start : stop + 1])


def _courses_before(scene: Scene) -> tuple[Course, ...]:
    before = sentence_before(scene)
    row = ways_of(before) if before is not None else []
    return row[-1].courses if row else ()


_IN_A_RUN = re.compile(
    r"\b(?:within|inside|during|over|through|(?:in|over) the course of) (?:(?:the|a) runs?|(?:each|every|any) (?:run|test))\b|\bover time\b|"
    r"(?<!\w)(?:внутри|в ходе|по ходу|в течение|на протяжении|во время|за время) (?:прогон|(?:каждого|любого|всего) (?:прогон|тест))\w*|(?<!\w)со временем(?!\w)",
    re.I,
)


def within_runs(scene: Scene) -> bool:
    """Whether a sentence speaks of the way within the runs, and not over the levels."""
    return scene.within_run or scene.matches(_IN_A_RUN)


# -- verbs ------------------------------------------------------------------------------------------------------------


def _kinds(token: Token) -> frozenset[str]:
    table = way_words()
    return frozenset().union(*(table.get(stem, frozenset()) for stem in token.stems)) if token.is_word else frozenset()


def _fits(token: Token, word: str) -> bool:
    return token.lower == word or word in token.stems


def _idiom(tokens: list[Token], at: int) -> tuple[str, int] | None:
    """The kind of the saying that begins at a token, and its last token; two words may stand between its words."""
    begun = way_idioms_by_word()
    held = {row for word in (tokens[at].lower, *tokens[at].stems) for row in begun.get(word, ())}
    for _, kind, words in sorted(held):
        place, ok = at, True
        for word in words[1:]:
            ahead = next((n for n in range(place + 1, min(place + 4, len(tokens))) if _fits(tokens[n], word)), None)
            if ahead is None or any(t.text in ",;:.(" for t in tokens[place + 1 : ahead]):
                ok = False
                break
            place = ahead
        if ok:
            return kind, place
    return None


def _verbs(scene: Scene) -> Iterator[Verb]:
    """The verbs of way of a sentence, in their order."""
    taken = named_tokens(scene)
    own = parameter_words(scene)
    done = -1
    for token in scene.tokens:
        if token.index <= done or not token.is_word or token.index in taken:
            continue
        verb = _saying(scene, token) or (_plain(scene, token) if token.index not in own else None)
        if verb is not None and not any(at in taken for at in range(verb.first, verb.last + 1)):
            done = verb.last
            yield verb


def _others(scene: Scene, verbs: list[Verb]) -> Iterator[Verb]:
    """The other verbs of a sentence, which have subjects and levels of their own: "reaches 76.2% on 64 clients and falls then"."""
    held = {at for verb in verbs for at in range(verb.first - 1, verb.last + 1)}
    begins = {verb.first for verb in verbs}
    taken = named_tokens(scene)
    for token in scene.tokens:
        at = token.index
        if at in held or at in taken or not token.is_word or at + 2 in begins and at + 1 in held:
            continue  # "did not change" is one verb
        russian = not token.text.isascii() and is_finite(token.lower)
        if russian or token.text.isascii() and "tells" in _kinds(token) and _is_verb(scene, token):
            yield Verb(at, at, "tells")


_SIGNS = {"up": _UP, "down": _DOWN, "same": 0}


def _saying(scene: Scene, token: Token) -> Verb | None:
    found = _idiom(scene.tokens, token.index)
    if found is None:
        return None
    kind, last = found
    denied = is_negated(scene, token.index)
    if kind in _SIGNS:
        return Verb(token.index, last, "goes", _SIGNS[kind], denied=denied)
    if kind in ("alike", "against") and _graded(scene, last):
        return None
    return Verb(token.index, last, kind, denied=denied)


def _graded(scene: Scene, at: int) -> bool:
    """ "Speed follows MB/s more closely than IOPS", "идёт за ней теснее, чем за задержкой": how close two links are, and no way along the levels."""
    behind = scene.tokens[at + 1 :]
    return any(t.lower in ("than", "чем") and t.index not in scene.mentions.level_tokens for t in behind)


def _plain(scene: Scene, token: Token) -> Verb | None:
    """A verb of one word, a comparative behind "became", or a noun of growth with what is done to it."""
    kinds = _kinds(token)
    if not kinds:
        return None
    if "change" in kinds:
        return _unchanging(scene, token)
    return _moving(scene, token, kinds) or _becoming(scene, token, kinds) or _growth(scene, token, kinds)


def _unchanging(scene: Scene, token: Token) -> Verb | None:
    """ "does not change", "hardly responds", "nor does bfq alter it"."""
    at = token.index
    former = scene.tokens[at - 1].lower if at else ""
    calm = former in ("hardly", "barely", "scarcely", "едва", "почти") or any(t.lower in ("nor", "neither") for t in scene.tokens[max(0, at - 5) : at])  # fmt: skip
    if not calm and not is_negated(scene, at):
        return None
    return Verb(at, at, "goes", 0, acts=not token.lower.endswith(("ся", "сь")))


def _moving(scene: Scene, token: Token, kinds: frozenset[str]) -> Verb | None:
    at = token.index
    if not _is_verb(scene, token):
        return None
    denied = is_negated(scene, at)
    for kind, sign, judged in (("up", _UP, False), ("down", _DOWN, False), ("good", _UP, True), ("bad", _DOWN, True)):
        both = kind in kinds and (kind + ".object" in kinds or judged and token.text.isascii())
        if kind in kinds:
            return Verb(at, at, "goes", sign, judged, both and _object_follows(scene, token), denied)
        if kind + ".object" in kinds:
            return Verb(at, at, "goes", sign, judged, True, denied)
    return None


def _becoming(scene: Scene, token: Token, kinds: frozenset[str]) -> Verb | None:
    """ "got quicker", "стали крупнее"."""
    at = token.index
    if not any("becomes" in _kinds(t) for t in scene.tokens[max(0, at - 2) : at]):
        return None
    told = (("higher", _UP, False), ("lower", _DOWN, False), ("quicker", _UP, True), ("slower", _DOWN, True))
    for kind, sign, judged in told:
        if kind in kinds:
            return Verb(at - 1, at, "goes", sign, judged, denied=is_negated(scene, at))
    return None


def _growth(scene: Scene, token: Token, kinds: frozenset[str]) -> Verb | None:
    """ "рост возобновляется", "the stretching has stopped", "это снижение слабеет", "дал прибавку"."""
    sign = _UP if "up.growth" in kinds else _DOWN if "down.growth" in kinds else 0
    if not sign:
        return None
    after = next((t for t in scene.tokens[token.index + 1 : token.index + 4] if _kinds(t) & {"stops", "goes.on"}), None)
    if after is not None:
        stops = "stops" in _kinds(after)
        return Verb(token.index, after.index, "stops" if stops else "goes", sign, denied=is_negated(scene, after.index))
    slackens = next((t for t in scene.tokens[token.index + 1 : token.index + 3] if _kinds(t) & {"up", "down", "good", "bad"}), None)  # fmt: skip
    if slackens is not None and _is_verb(scene, slackens):
        return Verb(token.index, slackens.index, "slackens", _UP if _kinds(slackens) & {"up", "good"} else _DOWN)
    before = next((t for t in scene.tokens[max(0, token.index - 2) : token.index] if "gives" in _kinds(t)), None)
    if before is not None:
        return Verb(before.index, token.index, "goes", sign, denied=is_negated(scene, before.index))
    return None


_DETERMINERS = {"a", "an", "the", "of", "this", "that", "its", "their", "no", "any", "each", "every", "more", "less", "such", "another", "by", "in", "for"}  # fmt: skip


#: Nouns that a base form is compounded with.
_CARRIERS = {
    "option",
    "options",
    "mode",
    "modes",
    "setting",
    "settings",
    "value",
    "values",
    "parameter",
    "level",
    "levels",
}


def _is_verb(scene: Scene, token: Token) -> bool:
    """Whether a word stands as a verb: not "a drop", "the rise of", "the atime mount option", "увеличение"."""
    if not token.text.isascii():
        return is_finite(token.lower) or part_of_speech(token.lower) == "VERB" and _begun(scene, token)
    former = scene.tokens[token.index - 1].lower if token.index else ""
    if token.index == 0 or former in _DETERMINERS or token.lower.endswith("ing") and not _progressive(scene, token):
        return False
    following = scene.tokens[token.index + 1].lower if token.index + 1 < len(scene.tokens) else ""
    if following in _CARRIERS and not token.lower.endswith(("s", "ed")):
        return False
    passive = token.lower.endswith("ed") and following in ("by", "to") and former in ("was", "were", "is", "are")
    return not passive and following not in ("of", "is", "are", "was", "were")


def _begun(scene: Scene, token: Token) -> bool:
    """ "начинает расти", "продолжил снижаться"; "перестал падать" is none."""
    former = scene.tokens[token.index - 1] if token.index else None
    return former is not None and former.lower.startswith(("нач", "продолж", "стал"))


def _progressive(scene: Scene, token: Token) -> bool:
    before = [t.lower for t in scene.tokens[max(0, token.index - 3) : token.index]]
    return any(word in ("keeps", "kept", "keep", "is", "are", "was", "were", "continues", "been", "goes", "went", ",") for word in before)  # fmt: skip


def _object_follows(scene: Scene, token: Token) -> bool:
    """Whether a metric, a statistic or a pronoun stands right behind a verb that may take an object."""
    for one in scene.tokens[token.index + 1 : token.index + 5]:
        if any(m.first == one.index for m in scene.mentions.metrics) or one.lower in ("it", "them", "that", "его", "ее", "их"):  # fmt: skip
            return True
        if one.text in ",;:." or one.lower in _PREPOSITIONS or one.number is not None:
            return False
        if _stat_noun(one) is not None:
            return True
    return False


_PREPOSITIONS = {"at", "from", "to", "with", "under", "by", "as", "until", "up", "on", "in", "and", "when", "once", "при", "с", "до", "на", "от", "и", "к", "у", "после", "за", "по", "в", "вплоть"}  # fmt: skip


# -- clauses ----------------------------------------------------------------------------------------------------------

_TURNS = {"но", "а", "однако", "хотя", "зато", "but", "while", "whereas", "though", "although", "yet", "тогда"}
_ON = ("и", "and", "then", "затем", "потом", "после", "so")


def _spans(scene: Scene, verbs: list[Verb]) -> list[tuple[int, int]]:
    """The clause of each verb: from wall to wall."""
    if not verbs:
        return []
    tokens = scene.tokens
    opened = max((t.index + 1 for t in tokens[: verbs[0].first] if t.text in ";:" or t.lower in ("which", "где")), default=0)  # fmt: skip
    starts = [opened]
    ends = []
    for one, two in itertools.pairwise(verbs):
        wall = _wall(scene, one.last + 1, two.first)
        ends.append(wall - 1 if wall is not None else two.first - 1)
        starts.append(wall + 1 if wall is not None else one.last + 1)
    closed = next((t.index - 1 for t in tokens[verbs[-1].last + 1 :] if t.text in ";:"), len(tokens) - 1)
    return list(zip(starts, [*ends, closed], strict=True))


def _wall(scene: Scene, start: int, stop: int) -> int | None:
    """Where one statement ends and the next begins: at a turn, a mark, a comma before "and", another comma, an "and"."""
    row = scene.tokens[start:stop]
    strong = [t.index for t in row if t.text in (";", ":", "—", "–") or t.lower in _TURNS]
    if strong:
        return strong[0]
    commas = [t.index for t in row if t.text == "," and not _in_list(scene, t.index)]
    joined = [at for at in commas if scene.tokens[at + 1].lower in _ON]
    ands = [t.index for t in row if t.lower in ("и", "and") and not _in_list(scene, t.index)]
    brackets = [t.index for t in row if t.text in "()"]
    return next(iter([*joined, *commas, *ands, *brackets]), None)


def _in_list(scene: Scene, at: int) -> bool:
    """Whether a comma or "and" joins two levels."""
    levels = scene.mentions.levels
    return any(m.last == at - 1 for m in levels) and any(m.first in (at + 1, at + 2) for m in levels)


# -- subjects ---------------------------------------------------------------------------------------------------------

_STAT_NOUNS = {
    "mean": ("mean", "average", "средн"), "min": ("floor", "minimum", "minima", "lows", "минимум", "минимальн"), "max": ("maximum", "maxima", "peak", "worst", "ceiling", "максимум", "максимальн", "худш", "пик"),
    "tail": ("tail", "хвост"), "spread": SPREAD_WORDS, "median": ("median", "медиан"),
}  # fmt: skip


def _stat_noun(token: Token) -> str | None:
    if token.rank is not None:
        return token.rank
    return next((stat for stat, starts in _STAT_NOUNS.items() if token.lower.startswith(starts)), None)


def _wanted(scene: Scene, metrics: frozenset[str], stat: str | None) -> Rows:
    if stat != "tail":
        return rows_of(scene, metrics, stat)
    return tuple(row for one in ("p99", "p95") for row in rows_of(scene, metrics, one))


@dataclass(frozen=True, slots=True)
class Head:
    """A noun phrase that may be what a clause is said of."""

    first: int
    last: int
    rows: Rows


_RANGES = {"range", "размах", "диапазон", "амплитуда", "amplitude"}
_GOING = ("up.intransitive", "down.intransitive")


def heads_in(scene: Scene, start: int, stop: int) -> list[Head] | None:
    """The rows that a clause names, in its order; None where it names one that the facts do not hold."""
    found: list[Head] = []
    for mention in scene.mentions.metrics:
        if not start <= mention.first <= stop or mention.whole:
            continue
        if not mention.metrics:
            if mention.modifier:
                continue
            return None
        if mention.modifier and (len(mention.metrics) > 1 or _before_another(scene, mention)):
            continue
        rows = _rows_of_mention(scene, mention, start)
        if not rows:
            return None
        found.append(Head(mention.first, mention.last, rows))
    taken = {at for head in found for at in range(head.first - 2, head.last + 2)} | named_tokens(scene)
    for token in scene.tokens[start : stop + 1]:
        stat = _stat_noun(token) if token.index not in taken and token.is_word else None
        if stat is not None and not _adjective_of_other(scene, token):
            rows = _stat_rows(scene, start, token, stat)
            found += [Head(token.index, token.index, rows)] if rows else []
        elif token.lower in _RANGES and token.index < stop and scene.tokens[token.index + 1].has(*_GOING):
            return None  # "its range widens": how far its values lie apart
    return sorted(found, key=lambda head: head.first)


def _before_another(scene: Scene, mention: MetricMention) -> bool:
    return any(m.first == mention.last + 1 for m in scene.mentions.metrics if m is not mention)


_AUDIBLE = {"read": ("read", "reads", "чтение", "чтения"), "write": ("write", "writes", "запись", "записи")}


def _rows_of_mention(scene: Scene, mention: MetricMention, start: int) -> Rows:
    """The rows of a metric's mention with the statistic that stands in it or beside it."""
    around = scene.tokens[max(start, mention.first - 3) : mention.last + 2]
    beside = [
        t for t in around if t.text not in ",;" and not (t.index > mention.last and t.lower.startswith(("peak", "пик")))
    ]
    stat = next((s for t in beside if (s := _stat_noun(t)) is not None), None)
    metrics = mention.metrics
    said = scene.tokens[mention.first].lower
    for root, words in _AUDIBLE.items():
        if said in words and mention.first == mention.last:  # "reads got faster": their latency, their number
            metrics = metrics | {m for m, held in scene.vocabulary.metrics.items() if any(root in name.lower() for name in (m, *held.names.get("en", [])))}  # fmt: skip
    stat = None if stat == "mean" else stat
    return _wanted(scene, metrics, stat) or (rows_of(scene, metrics, None) if stat in ("min", "max") else ())


def _adjective_of_other(scene: Scene, token: Token) -> bool:
    """ "the mean client", "среднее время сборки": an adjective of a noun that is no metric."""
    following = scene.tokens[token.index + 1] if token.index + 1 < len(scene.tokens) else None
    if following is None or not following.is_word or following.text.isascii():
        return False
    return not following.lower.startswith(WAY_SCAFFOLD) and is_subject_noun(following.lower) and part_of_speech(token.lower) == "ADJ"  # fmt: skip


def _stat_rows(scene: Scene, start: int, token: Token, stat: str) -> Rows:
    """The rows of a bare statistic ("the mean", "хвост", "that floor"): of the metric spoken of before."""
    if stat == "mean":
        rows = rows_before(scene, start, token.index, None)
        metrics = frozenset(row.metric for row in rows)
        return tuple(row for row in rows_of(scene, metrics, None) if row.stat == "mean")
    wanted = {"tail": "p99"}.get(stat, stat)
    rows = rows_before(scene, start, token.index, wanted)
    return _wanted(scene, frozenset(row.metric for row in rows), stat) if stat == "tail" else rows


_PEER = {"than", "чем", "as", "за", "вслед", "with", "like", "how", "против", "кривую", "follow", "follows", "как"}


def _subjects(scene: Scene, verb: Verb, start: int, stop: int, told: list[Way]) -> tuple[Rows, ...]:
    """The rows that a verb is said of, each with its readings; empty where that is not understood."""
    heads = heads_in(scene, start, stop)
    if heads is None:
        return ()
    before = [h for h in heads if h.last < verb.first and not _is_peer(scene, h)]
    after = [h for h in heads if h.first > verb.last and not _is_peer(scene, h)]
    if verb.shape in ("alike", "against", "cross"):
        after = []
    chosen = (after or before) if verb.acts else (before or after)
    if verb.acts and before and after and not scene.tokens[verb.first].text.isascii():
        chosen = after
    if _foreign(scene, verb, start, stop, heads):
        return ()
    if chosen:
        group = _coordinated(scene, chosen, verb)
        return tuple(h.rows for h in group)
    words = {t.lower for t in scene.tokens[start : stop + 1]}
    if words & {"former", "latter"}:
        return _former_or_latter(scene, verb, words)
    if words & {"both", "обе", "оба", "обоих"} or verb.shape == "cross":
        return _both(scene)
    if told:
        return told[-1].subjects
    former = sentence_before(scene)
    if any(one is not None and says(one, WAY_ABSTRACT, 0, len(one.tokens)) for one in (scene, former)):
        return ()  # "The link is strongest at 8. At 32 it weakens": of what no row holds
    rows = rows_before(scene, start, verb.first)
    return (rows,) if rows else ()


def _is_peer(scene: Scene, head: Head) -> bool:
    row = [t.lower for t in scene.tokens[max(0, head.first - 3) : head.first]]
    return bool(row) and (row[-1] in _PEER or len(row) > 1 and row[-2] in _PEER and row[-1] in ("the", "a", "кривую"))


def _coordinated(scene: Scene, heads: list[Head], verb: Verb) -> list[Head]:
    """The heads that share a verb: "и скорость, и задержка"; the nearest where they are not joined."""
    near = heads[-1] if heads[-1].last < verb.first else heads[0]
    group = [near]
    row = heads[::-1] if near is heads[-1] else heads
    for one, two in itertools.pairwise(row):
        first, last = sorted((one, two), key=lambda h: h.first)
        gap = [t.lower for t in scene.tokens[first.last + 1 : last.first]]
        if gap and set(gap) <= {",", "и", "and", "the", "средняя", "среднюю"} and set(gap) & {",", "и", "and"}:
            group.append(two)
        else:
            break
    return sorted(group, key=lambda h: h.first)


def _former_or_latter(scene: Scene, verb: Verb, words: set[str]) -> tuple[Rows, ...]:
    before = sentence_before(scene)
    heads = heads_in(before, 0, len(before.tokens) - 1) if before is not None else None
    if not heads or len(heads) != 2 or {"former", "latter"} <= words:
        return ()
    return (heads[0 if "former" in words else 1].rows,)


def _both(scene: Scene) -> tuple[Rows, ...]:
    """The two rows spoken of last."""
    here: Scene | None = sentence_before(scene)
    found: dict[str, Rows] = {}
    for _ in range(4):
        if here is None:
            return ()
        for head in heads_in(here, 0, len(here.tokens) - 1) or []:
            found.setdefault("/".join(map(str, head.rows)), head.rows)
        if len(found) >= 2:
            break
        here = sentence_before(here)
    return tuple(found.values()) if len(found) == 2 else ()


def _foreign(scene: Scene, verb: Verb, start: int, stop: int, heads: list[Head]) -> bool:
    """Whether a noun stands in the subject's place that is no row, no level and no word of the course."""
    known = named_tokens(scene) | {at for at, _ in scene.mentions.factors} | {at for at, _ in scene.mentions.settings}
    known |= {at for head in heads for at in range(head.first, head.last + 1)} | set(range(verb.first, verb.last + 1))
    finder = scene.world.finder
    parts = {s for row in (*finder.factor_parts, *finder.factor_single, *finder.factor_short) for s in row}
    for token in scene.tokens[start : stop + 1]:
        if token.lower in _HOMONYMS and scene.tokens[token.index - 1].text != "-":
            return True  # "вывод от этого не зависит": no part of "ввод-вывод"
        if token.index in known or not token.is_word or token.stems & parts or token.lower.startswith(WAY_SCAFFOLD):
            continue
        if token.text.isascii():
            if token.index < verb.first and token.lower not in WAY_FUNCTION and not token.lower.endswith("ly"):
                return True
        elif (
            token.lower not in _FILLERS
            and may_be_subject(token.lower)
            and not token.has("all", "only", "time")
            and not _kinds(token)
        ):
            return True
    return False


_HOMONYMS = {"вывод", "выводы"}
_FILLERS = {"числа", "количества", "размера", "объема", "длины", "глубины", "раз", "раза", "все", "всё", "это", "то"}


def _peers(scene: Scene, verb: Verb, start: int, stop: int) -> tuple[Rows, ...]:
    """What a row is said to follow or to go against: named behind, or spoken of before."""
    if verb.shape not in ("alike", "against"):
        return ()
    heads = heads_in(scene, start, stop) or []
    own = [h for h in heads if h.first > verb.last or _is_peer(scene, h)]
    if own:
        return tuple(h.rows for h in own[:1])
    here = sentence_before(scene)
    row = ways_of(here) if here is not None else []
    return row[-1].subjects if row else ()


# -- what is said by leaning on what was said -------------------------------------------------------------------------


def _leaning(scene: Scene, told: list[Way], verb: Verb, span: tuple[int, int], ground: Ground) -> Iterator[Way]:
    """ "makes the same bargain", "reverses both movements", "does likewise": the ways told before, of another row or along other levels."""
    if verb.shape not in ("copies", "reverses"):
        return
    before = sentence_before(scene)
    model = [way for way in told if way.verb.shape == "goes"] or ([way for way in ways_of(before) if way.verb.shape == "goes"] if before is not None else [])  # fmt: skip
    if not model:
        return
    heads = [h for h in heads_in(scene, *span) or [] if h.last < verb.first]
    named = ground.start or ground.goal or ground.at or ground.steps
    courses = courses_in(scene, ground, [], model[-1].courses) if named else []
    moved = moved_to(scene, ground, model[-1].courses)
    sign = -1 if verb.shape == "reverses" else 1
    for way in model[-1:] if heads else model:
        said = Verb(verb.first, verb.last, "goes", way.verb.sign * sign, way.verb.judged)
        yield Way(
            said,
            span,
            tuple(h.rows for h in heads[-1:]) or way.subjects,
            tuple(moved_to(scene, ground, way.courses) if moved else courses) or way.courses,
            (),
            ground,
        )

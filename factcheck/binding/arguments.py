"""What a claiming word is said of: the metric, the levels and the statistic of its clause, and whether it is denied."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass

from factcheck.binding.mentions import LevelMention, MetricMention
from factcheck.binding.parameter import may_be_parameter
from factcheck.binding.scene import Scene
from factcheck.binding.superlative_kinds import superlative_kind
from factcheck.judging.verdicts import Ruling
from factcheck.reading.sentences import Token
from factcheck.reading.words import is_finite, part_of_speech

DIRECTIONS = (
    "up.intransitive",
    "down.intransitive",
    "up.transitive",
    "down.transitive",
    "up.noun",
    "down.noun",
    "up.comparative",
    "down.comparative",
    "better",
    "worse",
)


UNSETTLED = ("equivalent", "undecided", "drifting", "invalid")


@dataclass(frozen=True, slots=True)
class Argument:
    """What a word is said of: the metrics, and the tokens that name them."""

    metrics: frozenset[str]
    first: int
    last: int
    own: bool  # named in this sentence


def clause_bounds(scene: Scene, place: int) -> tuple[int, int]:
    """The tokens of the clause around a place: up to a semicolon or a contrasting conjunction."""
    tokens = scene.tokens
    start = place
    while start > 0 and not (tokens[start - 1].text == ";" or tokens[start - 1].wall >= 6 and start - 1 != place):
        start -= 1
    stop = place
    while stop + 1 < len(tokens) and not (tokens[stop + 1].text == ";" or tokens[stop + 1].wall >= 6):
        stop += 1
    return start, stop


_NO_EVIDENCE = re.compile(r"no evidence|нет (?:оснований|доказательств|свидетельств|данных о том)")


_NONE_OF = re.compile(
    r"\bnone of (?:the |these |our )?(?:\w+ ){1,3}$|(?<!\w)ни од(?:ин|на|но|ной|ного) (?:из )?(?:\w+ ){0,3}не (?:(?:пока[зж]|да[лёе]|выяв|обнаруж)\w* (?:\w+ )?)?$"
)


def is_negated(scene: Scene, place: int) -> bool:
    """Whether "не", "no", "not", "without" stands at most three words before, on the same side of a comma."""
    tokens = scene.tokens
    before = scene.sentence.lower_text[: max(0, tokens[place].start - tokens[0].start)]
    if _NO_EVIDENCE.search(before) or ("none of" in before or "ни од" in before) and _NONE_OF.search(before):
        return True
    for ahead in range(1, 5):  # "предпочтительной стороны у них нет"
        if (
            place + ahead >= len(tokens)
            or tokens[place + ahead].text in ",;:."
            or tokens[place + ahead].number is not None
        ):
            break
        if tokens[place + ahead].lower == "нет":
            return True
    for back in range(1, 5):
        at = place - back
        if at < 0 or tokens[at].text in ",;:" or tokens[at].number is not None:
            return False
        if tokens[at - 1].text == "=" or any(m.first <= at <= m.last for m in scene.mentions.levels):
            continue  # a level may be called "none" or "no"
        if tokens[at].has("negation") and tokens[at].lower not in ("нет",):
            only = at + 1 < len(tokens) and tokens[at + 1].lower in (
                "только",
                "only",
                "лишь",
                "менее",
                "более",
                "less",
                "more",
            )
            if (
                tokens[at].lower in ("не", "ни")
                and back > 1
                and not (tokens[at + 1].concepts and place - at <= 2)
                and not tokens[at + 1].has("hedge", "negation")
            ):
                # "не" belongs to the word right after it
                return False
            return not only
    return False


def is_hedged(scene: Scene, place: int) -> bool:
    """Whether a hedge stands in the same clause."""
    start, stop = clause_bounds(scene, place)
    return any("hedge" in token.concepts and not _able(scene, token) for token in scene.tokens[start : stop + 1])


def _able(scene: Scene, token: Token) -> bool:
    """ "можно" as permission is still a hedge; "не может" is not."""
    return token.index > 0 and scene.tokens[token.index - 1].lower in ("не", "cannot")


_EMPHASIS = {
    "clearly",
    "definitely",
    "undoubtedly",
    "certainly",
    "явно",
    "однозначно",
    "безусловно",
    "уверенно",
    "очевидно",
    "obviously",
}


DESCRIBED = {
    "measur",
    "measured",
    "observ",
    "observed",
    "record",
    "recorded",
    "seen",
    "зафиксировать",
    "наблюдаться",
    "наблюдать",
    "измерить",
    "отметить",
    "показать",
    "получить",
}


def noise_near(scene: Scene) -> bool:
    """Whether the sentence, or its neighbours in the block, say that the difference is not established."""
    wanted = ("шум", "noise", "не решен", "не установлен", "undecided", "не доказан", "not significant", "within noise", "within the noise", "within error", "within the margin",
              "within measurement", "within our margin", "within its interval", "погрешност", "неразличим", "незначим", "не значим",
              "indistinguishable", "inconclusive", "could be either", "неопредел", "не позволя", "один прогон", "одному прогону", "single run", "one run", "не различ", "может быть и",
              "overlap", "перекрыва", "эквивалент", "equivalent", "не подтвержд", "not established", "not shown", "not confirmed", "нельзя утверждать", "нельзя сказать",
              "статистически не", "insignificant", "не выявлен", "не обнаружен", "не показан", "вердикт", "verdict", "no verdict", "too small", "cannot tell", "cannot say",
              "не отличим", "в пределах разброса", "not distinguish", "point estimate", "точечн", "не исключа", "not proven", "не достиг", "did not reach", "spread")  # fmt: skip
    text = scene.sentence.lower_text
    if any(token.lower in _EMPHASIS for token in scene.tokens):
        return False
    if any(word in text for word in wanted):
        return True
    metrics = (
        frozenset().union(*(m.metrics for m in scene.mentions.metrics))
        if scene.mentions.metrics
        else scene.inherited_metrics
    )
    for other in scene.world.neighbours(scene.block):
        if any(word in other.text.lower() for word in wanted) and metrics & frozenset().union(
            *(m.metrics for m in scene.world.mentions_of(other).metrics)
        ):
            return True
    block = scene.block.text.lower()
    return scene.block.kind in ("paragraph", "item") and len(block) < 1200 and any(word in block for word in wanted)


_LISTED = {",", "and", "и", "the", "mean", "median", "average", "средний", "средняя", "среднее"}


def _behind_statistics(scene: Scene, place: int) -> MetricMention | None:
    """ "The lowest mean, p95 and p99 latency": the metric whose statistics are listed behind a word."""
    at = place + 1
    while at < len(scene.tokens) and (scene.tokens[at].lower in PERCENTILES or scene.tokens[at].lower in _LISTED):
        at += 1
    listed = any(t.lower in PERCENTILES for t in scene.tokens[place + 1 : at])
    named = (m for m in scene.mentions.metrics if m.metrics and not m.modifier and place < m.first <= at <= m.last + 1)
    return next(named, None) if listed else None


def argument_of(scene: Scene, token: Token, *, inherit: bool = True) -> Argument | None:
    """The metric that a claiming word is said of."""
    place = token.index
    if scene.assumed:
        return Argument(scene.assumed, place, place, True)
    if (ranked := _of_percentile(scene, place)) is not None:
        return ranked
    if _own_subject(scene, token):
        return None
    if token.has("up.comparative", "down.comparative") and token.text.isascii() and _own_object(scene, token):
        return Argument(frozenset(), place, place, True)
    if token.has("stable", "unstable") and _of_something_else(scene, token):
        return Argument(frozenset(), place, place, True)
    start, stop = clause_bounds(scene, place)
    mentions = [
        m
        for m in scene.mentions.metrics
        if not m.modifier
        and start <= m.first <= stop
        and not m.first <= place <= m.last
        and not _whole_of_share(scene, m)
        and not _excepted(scene, m)
        and not _object_of_another(scene, m, place)
        and not conceded(scene, m.first, place)
    ]
    before = [m for m in mentions if m.last < place]
    after = [m for m in mentions if m.first > place]
    forward = token.has("up.noun", "down.noun", "up.transitive", "down.transitive") and not token.has(
        "up.intransitive", "down.intransitive"
    )
    attributive = token.has(
        "up.comparative",
        "down.comparative",
        "superlative.max",
        "superlative.min",
        "superlative.best",
        "superlative.worst",
        "stable",
        "better",
        "worse",
        "degree",
        "small",
        "large",
    )
    choice = _behind_statistics(scene, place) if attributive else None
    if choice is None and after and (forward or attributive or not before):
        gap = scene.tokens[place + 1 : after[0].first]
        limit = 5.5 if forward else 4.0
        breaking = any(t.text in (",", ":", "(") or t.number is not None and t.number.is_value for t in gap)
        if any(t.has(*DIRECTIONS) for t in gap):
            breaking = True
        if (
            attributive
            and not forward
            and gap
            and any(t.lower in ("чем", "than", "при", "at", "and", "и") for t in gap)
        ):
            breaking = True
        if not breaking and scene.sentence.distance(place, after[0].first) <= limit:
            choice = after[0]
    if choice is None and token.has("up.noun", "down.noun") and before and place - before[-1].last == 1 and not after:
        choice = before[-1]
    if choice is None and before:
        choice = _subject(scene, before, place)
    if choice is None and after and scene.sentence.distance(place, after[0].first) <= 7:
        choice = after[0]
    if choice is not None:
        metrics = choice.metrics
        if choice is not None and not metrics:
            return Argument(frozenset(), choice.first, choice.last, True)
        return Argument(metrics, choice.first, choice.last, True)
    whole = [
        m
        for m in scene.mentions.metrics
        if not m.modifier and m.metrics and not _excepted(scene, m) and not _object_of_another(scene, m, place)
        and not conceded(scene, m.first, place)
    ]  # fmt: skip
    if whole and len({m.metrics for m in whole}) == 1 and not _own_object(scene, token):
        return Argument(whole[0].metrics, place, place, True)
    if _own_object(scene, token):
        return Argument(frozenset(), place, place, True)
    parts = [m for m in scene.mentions.metrics if m.modifier and m.first <= 1 and len(m.metrics) == 1]
    if inherit and not whole and parts:
        return Argument(parts[0].metrics, place, place, False)  # "User time moves in a band and is highest at 4"
    if inherit and _anaphoric(scene, token) and not whole and scene.inherited_metrics:
        return Argument(scene.inherited_metrics, place, place, False)
    return None


def _of_percentile(scene: Scene, place: int) -> Argument | None:
    """ "скорость максимальна, p99 минимален": said of the percentile right before the word, of what is spoken of or of all that has one."""
    for token in reversed(scene.tokens[max(0, place - 2) : place]):
        if token.text in ",;:(":
            return None
        if token.lower not in PERCENTILES or any(m.first <= token.index <= m.last for m in scene.mentions.metrics):
            continue
        having = {m for m in scene.vocabulary.metrics if token.lower in scene.vocabulary.stats_of(m)}
        near = {
            m
            for mention in scene.mentions.metrics
            for m in sorted(mention.metrics)
            if abs(mention.first - token.index) <= 3
        }
        held = having & near or having & scene.inherited_metrics or having
        if near and not having & near:
            held = having  # "latency, p99 …" of another metric's neighbour
        return Argument(frozenset(held if len(held) == 1 else ()), token.index, token.index, True) if having else None
    return None


def _excepted(scene: Scene, mention: MetricMention) -> bool:
    """ "Every query except Q3 increased": what is left out is no subject."""
    former = scene.tokens[mention.first - 1].lower if mention.first else ""
    return former in ("except", "besides", "кроме", "помимо")


_DESPITE = re.compile(r"(?:\b(?:despite|notwithstanding|in spite of|regardless of|at the cost of|at the expense of)\b|(?<!\w)(?:несмотря на|невзирая на|вопреки|ценой|независимо от)(?!\w))[^,;:.()]*", re.I)  # fmt: skip


def conceded(scene: Scene, place: int, other: int) -> bool:
    """ "Despite the increased memory use, it brought improvements": whether a place stands in a phrase of concession, and another word outside of it."""
    offset = scene.tokens[0].start
    one, two = scene.tokens[place].start - offset, scene.tokens[other].start - offset
    return any(
        m.start() <= one < m.end() and not m.start() <= two < m.end() for m in _DESPITE.finditer(scene.sentence.text)
    )


def _whole_of_share(scene: Scene, mention: MetricMention) -> bool:
    """ "44,9% ожиданий": a metric right behind a percentage of another is what that is a share of, and no subject."""
    bound = scene.bounds.get(mention.first - 1)
    part = next(
        (m for m in scene.mentions.metrics if m.last == mention.first - 2 and m.metrics != mention.metrics), None
    )
    if part is not None and scene.tokens[mention.first - 1].lower in ("в", "in", "of", "от", "within"):
        if any(t.statistic == "share" for t in scene.tokens[max(0, part.first - 2) : part.first]):
            return True  # "the share of WALWrite in LWLock"
    return (
        bound is not None
        and bound.number.dimension == "percent"
        and bound.verdict == "supported"
        and not bound.metrics & mention.metrics
    )


def _object_of_another(scene: Scene, mention: MetricMention, place: int) -> bool:
    """ "It sustains efficiency and maintains linear growth": what one verb takes is not what the next one, with the same subject, is said of."""
    tokens = scene.tokens
    if mention.last >= place or not mention.first:
        return False
    joint = next((t.index for t in tokens[mention.last + 1 : place] if t.lower in ("and", "и")), None)
    if joint is None or joint - mention.last > 2:
        return False
    at = mention.first - 1
    while at and tokens[at].lower in ("the", "its", "their", "both", "this"):
        at -= 1
    named = {at for m in scene.mentions.metrics for at in range(m.first, m.last + 1)} | scene.mentions.level_tokens
    return at > 0 and all(_is_verb(tokens[one]) and one not in named for one in (at, joint + 1))


def _is_verb(token: Token) -> bool:
    """Whether a word is most likely a verb that states something: "sustains", "удерживает"."""
    if not token.is_word or len(token.text) < 4:
        return False
    if token.text.isascii():
        return token.lower.endswith(("s", "ed")) and not token.lower.endswith("ss")
    return is_finite(token.lower)


def _subject(scene: Scene, before: list[MetricMention], place: int) -> MetricMention | None:
    """The nearest mention before; of a bracketed gloss ("время отклика (r_await)") either will do."""
    for mention in reversed(before):
        if scene.sentence.distance(mention.last, place) <= 16:
            return mention
    return None


# Nouns that stand for a metric that was named before.
_STAND_INS = {"value", "figure", "number", "metric", "curve", "line", "result", "mean", "median", "average", "maximum", "minimum", "rate", "gap", "trend",
              "percentile", "tail", "score", "speed", "performance", "share", "cost", "indicator", "level"}  # fmt: skip


_BE = {"is", "are", "was", "were", "gets", "got", "being"}


def _own_subject(scene: Scene, token: Token) -> bool:
    """ "The load rises in steps", "as the threshold is raised": a verb right after a noun that is no metric says nothing of one."""
    tokens, place = scene.tokens, token.index
    passive = place > 2 and tokens[place - 1].lower in _BE and token.has("up.transitive", "down.transitive")
    if passive:
        place -= 1
    if place < 2 or not (passive or token.has("up.intransitive", "down.intransitive")) or not token.text.isascii():
        return False
    noun, article = tokens[place - 1], tokens[place - 2]
    if article.lower not in ("the", "a", "this", "its", "each") or not noun.is_word or noun.statistic:
        return False
    if noun.concepts and not may_be_parameter(scene, noun.text):
        return False  # but "as the interval grows"
    if noun.lower in _STAND_INS or noun.stems & _STAND_INS or any(at == noun.index for at, _ in scene.mentions.factors):
        return False
    spans = [(m.first, m.last) for m in scene.mentions.metrics] + [(m.first, m.last) for m in scene.mentions.levels]
    return not any(first <= noun.index <= last for first, last in spans)


_PREPOSITIONS = {"на", "by", "до", "to", "с", "со", "from", "при", "at", "в", "in", "от", "of", "и", "and", "чем", "than", "по", "for", "для", "как", "as", "with", "after", "under", "the", "its",
                 "когда", "when", "but", "но", "а"}  # fmt: skip


_AFTER_COMPARATIVE = {
    "still",
    "again",
    "here",
    "there",
    "overall",
    "everywhere",
    "one",
    "ones",
    "value",
    "values",
    "too",
    "also",
    "now",
    "then",
    "yet",
    "it",
    "this",
    "that",
    "than",
    "of",
    "is",
    "was",
}


BETTERMENTS = {"improvement", "deterioration", "degradation", "улучшение", "ухудшение", "ускорение", "замедление"}


def place_behind(scene: Scene, preposition: Token) -> Token | None:
    """The noun behind "in" that names something which the facts do not hold: "improvements in latency", and not "in all tests"."""
    behind = scene.tokens[preposition.index + 1 : preposition.index + 3]
    behind = behind[1:] if behind and behind[0].lower in ("the", "its", "their") else behind[:1]
    if not behind or not behind[0].is_word or behind[0].concepts or behind[0].lower in _ANYWHERE:
        return None
    return None if behind[0].index in _named(scene) else behind[0]


def _named(scene: Scene) -> set[int]:
    """The tokens that name a metric in full, or a level."""
    metrics = [(m.first, m.last) for m in scene.mentions.metrics if m.metrics and not m.modifier]
    spans = [*metrics, *((m.first, m.last) for m in scene.mentions.levels)]
    return {at for first, last in spans for at in range(first, last + 1)}


def _of_something_else(scene: Scene, token: Token) -> bool:
    """ "Less jitter in throughput", "колебания пропускной способности" where the facts hold no such metric: how even is what the noun behind names."""
    following = scene.tokens[token.index + 1] if token.index + 1 < len(scene.tokens) else None
    if following is None or not following.is_word:
        return False
    if token.text.isascii():
        return following.lower in ("in", "of") and place_behind(scene, following) is not None
    known = following.concepts or following.stems & _GENERAL or following.index in _named(scene)
    return not known and part_of_speech(token.lower) == "NOUN" == part_of_speech(following.lower)


_DEGREES = {
    "far",
    "much",
    "slightly",
    "somewhat",
    "considerably",
    "noticeably",
    "significantly",
    "even",
    "marginally",
    "bit",
    "little",
    "lot",
    "way",
}
_GENERAL = {"работа", "результат", "показатель", "система", "измерение", "значение", "поведение", "прогон", "уровень"}
_ANYWHERE = {"all", "both", "this", "that", "these", "those", "every", "each", "any", "our", "my", "general", "fact", "turn", "question", "some", "most", "tests", "test", "practice", "total", "it", "them"}  # fmt: skip


def _own_object(scene: Scene, token: Token) -> bool:
    """ "Снижение частоты синхронных записей": the word has an object of its own, which no fact is about."""
    following = scene.tokens[token.index + 1] if token.index + 1 < len(scene.tokens) else None
    if (
        token.has("up.comparative", "down.comparative", "better", "worse")
        and token.text.isascii()
        and token.lower.endswith(("er", "ier"))
    ):
        # "the lighter contention": an adjective right before a noun that is no metric
        return (
            following is not None
            and following.is_word
            and following.lower not in _PREPOSITIONS
            and following.lower not in _AFTER_COMPARATIVE
            and not following.concepts
            and following.statistic is None
            and not any(m.first <= following.index + 1 and following.index <= m.last for m in scene.mentions.metrics)
            and not any(m.first == following.index for m in scene.mentions.levels)
            and _before_degrees(scene, token)
            in ("the", "a", "its", "their", "our", "some", "any", "with", "of", "on", "for", "such", "no")
        )
    nouns = token.has("up.noun", "down.noun") or token.stems & BETTERMENTS
    if (
        not nouns
        and not token.has("up.transitive", "down.transitive")
        or token.has("up.intransitive", "down.intransitive")
    ):
        return False
    if nouns and following is not None and following.lower == "in" and place_behind(scene, following) is not None:
        return True  # "it brought improvements in latency"
    return (
        following is not None
        and following.is_word
        and following.lower not in _PREPOSITIONS
        and not following.concepts
        and following.statistic is None
    )


def _before_degrees(scene: Scene, token: Token) -> str:
    """ "a far lighter planner": the word in front of an adjective and of how much it is so."""
    former = (t.lower for t in reversed(scene.tokens[max(0, token.index - 4) : token.index]))
    return next((word for word in former if word not in _DEGREES), "")


def _anaphoric(scene: Scene, token: Token) -> bool:
    """Whether the sentence can lean on what was spoken of before: it is short, compares levels, or says "it"."""
    if scene.block.kind == "cell" or len(scene.tokens) <= 9:
        return True
    start, stop = clause_bounds(scene, token.index)
    if any(start <= m.first <= stop for m in scene.mentions.levels):
        return True
    pronouns = {"он", "она", "оно", "они", "it", "they", "это", "этот", "показатель"}
    return any(t.lower in pronouns for t in scene.tokens[max(0, token.index - 5) : token.index])


def coordinated(scene: Scene, argument: Argument, token: Token) -> list[frozenset[str]]:
    """The metrics joined to the argument by "и", "and" or a comma: each must hold on its own."""
    found = [argument.metrics]
    mentions = [m for m in scene.mentions.metrics if not m.modifier and m.metrics]
    at = next((i for i, m in enumerate(mentions) if m.first == argument.first), None)
    if at is None:
        return found
    for step in (-1, 1):
        here = at
        while 0 <= here + step < len(mentions):
            one, two = sorted((mentions[here], mentions[here + step]), key=lambda m: m.first)
            between = scene.tokens[one.last + 1 : two.first]
            if (
                not between
                or not all(t.lower in (",", "и", "and", "both", "а", "также", "as", "well") for t in between)
                or one.last < token.index < two.first
            ):
                break
            here += step
            if mentions[here].metrics not in found:
                found.append(mentions[here].metrics)
    return found


def said_levels(scene: Scene, token: Token) -> frozenset[str]:
    """The levels that a superlative or state is said of: the sentence's own, without the base of a comparison."""
    if scene.assumed_levels:
        return scene.assumed_levels
    start, stop = clause_bounds(scene, token.index)
    rivals = _rivals(scene)
    mentions = [m for m in scene.mentions.levels if m not in rivals and not _of_another_extreme(scene, token, m)]
    mentions = [m for m in mentions if not _falls_short(scene, token, m)]
    mentions = [m for m in mentions if not is_denied(scene, m)] or mentions
    here = [m for m in mentions if start <= m.first <= stop]
    if len(here) > 1:
        here = [m for m in here if not _base_of_amount(scene, m)] or here
    pool = here or [m for m in mentions if not _parted(scene, token, m)]
    if not pool or scene.inherited_levels and all(_behind_a_comma(scene, token, m) for m in pool):
        return scene.inherited_levels
    after = [m for m in pool if m.first > token.index]
    following = scene.tokens[token.index + 1] if token.index + 1 < len(scene.tokens) else None
    closed = following is None or following.text in ",;.)" or following.lower in ("of", "among", "из", "среди")
    before = [m for m in pool if m.last < token.index]
    led = following is not None and following.text == ":" and after and after[0].first == following.index + 1
    if led and any(t.lower in ("от", "from") for t in scene.tokens[max(0, token.index - 3) : token.index]):
        return after[0].ids  # "от самого ровного: 10, 100": a row that begins with it
    if (
        closed
        and before
        and after
        and any(
            t.lower in ("which", "that", "что", "который", "которая") or t.text in "—–"
            for t in scene.tokens[before[-1].last + 1 : token.index]
        )
    ):
        return before[-1].ids  # "0.31 ms at 4/1, which is the lowest of all six, and …"
    crossed = before[-1].ids & after[0].ids if before and after and before[-1].factor != after[0].factor else None
    if crossed and before[-1].ids != after[0].ids:
        return crossed  # in a grid: "with 1GB throughput peaks at 64 clients"
    if before and len(pool) > 1 and before[-1].role != "to":
        gap = scene.tokens[before[-1].last + 1 : token.index]
        if len(gap) <= 3 and all(t.is_word and t.lower not in ("and", "и", "а", "but", "но") for t in gap) and gap:
            return before[-1].ids  # "lz4 gives the highest throughput, …"
    if len({m.ids for m in pool}) > 1:
        return _list_around(scene, after or pool, token)
    return pool[0].ids & (_subject_before(scene, start, pool[0]) or pool[0].ids)


def _rivals(scene: Scene) -> list[LevelMention]:
    """The bases of comparisons, and what is joined to them with a value of its own: "48 against 61 for A and 66 for B"."""
    found: list[LevelMention] = []
    for one, two in itertools.pairwise([None, *scene.mentions.levels]):
        assert two is not None
        gap = scene.tokens[one.last + 1 : two.first] if one is not None else []
        joined = one in found and any(t.number is not None for t in gap) and all(t.number is not None or t.lower in _PREPOSITIONS | {",", "and", "и", "%", "а"} for t in gap)  # fmt: skip
        if two.role == "than" or joined:
            found.append(two)
    return found


def _subject_before(scene: Scene, start: int, where: LevelMention) -> frozenset[str]:
    """ "X pays with planning time but at 200 clients has the best p99": in a grid, the one level that an earlier clause is of, where this one only says at which of another factor."""
    others = [m for m in scene.mentions.levels if m.ids != where.ids]
    placed = where.first and scene.tokens[where.first - 1].lower in _PREPOSITIONS
    if not placed or len(others) != 1 or others[0].factor == where.factor or others[0].last >= start:
        return frozenset()
    bare = not others[0].first or scene.tokens[others[0].first - 1].lower not in _PREPOSITIONS
    return others[0].ids if bare and others[0].role == "at" and len(where.ids & others[0].ids) == 1 else frozenset()


def _of_another_extreme(scene: Scene, token: Token, mention: LevelMention) -> bool:
    """ "least without it (31.2), most at 8", "у 8 самый высокий, у 2 самый низкий": the level belongs to the second extreme."""
    own = 3 if token.lower.startswith("сам") else 2  # "самый высокий пик": one extreme, with its noun
    apart = any(t.text == "," for t in scene.tokens[token.index + 1 : mention.first])
    if apart and any(superlative_kind(scene, t) is not None for t in scene.tokens[mention.last + 1 : mention.last + 2]):
        return True
    gap = scene.tokens[token.index + own : mention.first]
    return any(superlative_kind(scene, t) is not None for t in gap) and any(t.text == "," for t in gap)


_PREPOSITIONS = {"at", "with", "in", "on", "under", "for", "by", "of", "у", "на", "при", "с", "со", "под", "для", "в"}


def is_denied(scene: Scene, mention: LevelMention) -> bool:
    """ "The highest peak is not that of NVMe but RAID10's", "показал не NVMe, а RAID10": the level that is put right."""
    before = [
        t.lower for t in scene.tokens[max(0, mention.first - 4) : mention.first] if t.lower not in ("the", "that")
    ]
    if before and before[-1] in _PREPOSITIONS:
        before.pop()
    behind = scene.tokens[mention.last + 1 : mention.last + 3]
    if behind and behind[0].text == ":" and behind[-1].lower in _ITSELF:
        return False  # "Which to drop? Not 8: it has the fastest build"
    return bool(before) and before[-1] in ("не", "not")


_ITSELF = {"it", "he", "its", "он", "она", "оно", "у", "его", "её", "ее"}


_SHORT_OF = ("worse", "slower", "хуже", "медленнее", "уступают", "уступает")


def _falls_short(scene: Scene, token: Token, mention: LevelMention) -> bool:
    """ "The best value lies inside the grid: 15 and 60 are both slower": a level behind the colon that is said to be worse."""
    if superlative_kind(scene, token) != "best" or mention.first < token.index:
        return False
    colon = any(t.text == ":" for t in scene.tokens[token.index + 2 : mention.first])
    behind = scene.tokens[mention.last + 1 : clause_bounds(scene, mention.last)[1] + 1]
    return colon and any(t.lower in _SHORT_OF for t in behind)


def _parted(scene: Scene, token: Token, mention: LevelMention) -> bool:
    one, two = sorted((token.index, mention.first))
    return any(t.text == ";" for t in scene.tokens[one:two])


def _behind_a_comma(scene: Scene, token: Token, mention: LevelMention) -> bool:
    """ "9870 — самый медленный из пяти, но отрыв от on невелик": from what the next clause measures, under the heading of another level."""
    between = scene.tokens[token.index : mention.first]
    return mention.role == "from" and any(t.text == "," for t in between)


def _base_of_amount(scene: Scene, mention: LevelMention) -> bool:
    """ "10.7% above "off"": what an amount is measured from."""
    before = [t.lower for t in scene.tokens[max(0, mention.first - 2) : mention.first] if t.text not in "\"'«»“”"]
    return bool(before) and before[-1] in ("above", "below", "over", "under", "выше", "ниже")


def _list_around(scene: Scene, pool: list[LevelMention], token: Token) -> frozenset[str]:
    nearest = min(
        pool, key=lambda m: scene.sentence.distance(token.index, m.first) + (0 if m.first > token.index else 2)
    )
    ids = set(nearest.ids)
    at = pool.index(nearest)
    for following in pool[at + 1 :]:
        between = scene.tokens[pool[at].last + 1 : following.first]
        if between and all(t.lower in (",", "и", "and", "при", "at", "or", "или") for t in between):
            ids |= following.ids
            at += 1
        else:
            break
    return frozenset(ids)


def stat_of(scene: Scene, argument: Argument, token: Token) -> str | None:
    """The statistic that stands with the argument ("максимальная скорость снижается")."""
    if (spread := _spread_said(scene, argument, token)) is not None:
        return spread
    for at in range(max(0, argument.first - 3), min(len(scene.tokens), argument.last + 3)):
        statistic = scene.tokens[at].statistic
        inside = argument.first <= at <= argument.last
        alone = argument.first == argument.last == at
        rank = scene.tokens[at].rank
        if rank is not None and (alone or not inside or scene.vocabulary.has_percentile(rank, argument.metrics)):
            return rank
        if at != token.index and statistic in (
            "max",
            "min",
            "mean",
            "median",
            "p95",
            "p99",
            "amplitude",
            "stddev",
            "r_squared",
            "angle",
            "slope",
        ):
            return statistic
    if _share_said(scene, argument):
        return "share"
    start, stop = clause_bounds(scene, token.index)
    for at in range(start, stop + 1):
        if scene.tokens[at].statistic in ("r_squared", "angle", "slope", "amplitude") and at != token.index:
            return scene.tokens[at].statistic
    return None


def _share_said(scene: Scene, argument: Argument) -> bool:
    """ "Доля LOCK наименьшая": of a metric that has shares of one whole beside its values, these are meant."""
    near = scene.tokens[max(0, argument.first - 2) : argument.first]
    if not any(t.statistic == "share" for t in near):
        return False
    held = [fact for fact in scene.vocabulary.shares if fact.metric in argument.metrics]
    return {fact.metric for fact in held} == argument.metrics and len({fact.denominator for fact in held}) == 1


_SPREAD = re.compile(
    r"\b(?:standard deviation|dispersion|spread|scatter)s?\b|(?<!\w)(?:стандартн\w+ отклонени|среднеквадратич\w+ отклонени|разброс)\w*",
    re.I,
)


def _spread_said(scene: Scene, argument: Argument, token: Token) -> str | None:
    """ "наименьшее стандартное отклонение TPS", "dispersion grows: …": the statistic of a spread that stands before its metric."""
    first = scene.tokens[0].start
    begin = max(first, scene.tokens[argument.first].start - 40) - first
    said = _SPREAD.search(scene.sentence.text[begin : scene.tokens[argument.first].start - first])
    if said is None or ";" in scene.sentence.text[begin + said.end() : scene.tokens[argument.first].start - first]:
        return None
    held = {stat for metric in argument.metrics for stat in scene.vocabulary.stats_of(metric)}
    return "amplitude" if "stddev" not in held and "amplitude" in held else "stddev"


#: Statistics that nothing else can stand for: a metric that lacks them is not judged by its mean instead.
PERCENTILES = {"p90", "p95", "p99", "p999"}
UNLIKE_MEAN = {"stddev", "median", *PERCENTILES}


def missing_statistic(scene: Scene, metric: str, stat: str | None) -> Ruling | None:
    """The ruling where a statistic is said that the facts do not hold of the metric."""
    held = scene.vocabulary.stats_of(metric)
    if stat not in UNLIKE_MEAN or stat in held or stat == "median" and "mean" not in held:
        return None
    return Ruling("unverifiable", f"the facts hold no {stat} of {metric}", f"в фактах нет {stat} для {metric}")


def measured_metrics(scene: Scene, metrics: frozenset[str]) -> list[str]:
    """Of a family, the metrics that have values at levels; joint names give way to their members."""
    held = [m for m in metrics if len(scene.vocabulary.series(m)) >= 2]
    return held or sorted(metrics)


def worst_of(rulings: list[Ruling]) -> Ruling:
    for verdict in ("contradicted", "unverifiable", "supported"):
        for ruling in rulings:
            if ruling.verdict == verdict:
                return ruling
    return rulings[0]


def stat_said(scene: Scene, token: Token) -> str | None:
    """ "the best minimum", "the smallest final table": the statistic right behind a superlative."""
    following = scene.tokens[token.index + 1] if token.index + 1 < len(scene.tokens) else None
    named = following.statistic if following is not None else None
    if token.lower.startswith("сам") and following is not None and token.index + 2 < len(scene.tokens):
        named = scene.tokens[token.index + 2].statistic  # "самой низкой пиковой"
    return named if named in ("max", "min", "median", "first", "last") and token.statistic is None else None

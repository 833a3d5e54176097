"""Judges which way: directions, comparisons, superlatives and monotone sequences, with ties and noise.

An order of measured values is a description. Where the design has repeats, "higher" and "best" also need a verdict;
a difference that is undecided or equivalent, told without "within noise" near it, is refuted.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass

from factcheck.agreement import shown
from factcheck.changes import direction_of
from factcheck.facts import Fact
from factcheck.lexicon import SUPERLATIVE_ADJECTIVES
from factcheck.mentions import LevelMention, MetricMention
from factcheck.numbers import WORD_NUMBERS
from factcheck.pairs import DOWN, UP, Pair, effect_pct, pairs_for, parameter_words
from factcheck.scene import Scene
from factcheck.sentences import Token
from factcheck.verdicts import Ruling

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
_OVER_TIME = ("времен", "over time", "концу", "в ходе", "during the", "в начале", "by the end", "к концу", "постепенно", "throughout", "в течение", "с течением", "after the start",
              "по ходу", "минуту", "per minute", "a minute", "an hour", "as the test", "through the run", "in the course of")  # fmt: skip
_UNSETTLED = ("equivalent", "undecided", "drifting", "invalid")


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
    r"\bnone of (?:the |these |our )?(?:\w+ ){1,3}$|(?<!\w)ни од(?:ин|на|но|ной|ного) (?:из )?(?:\w+ ){0,3}не $"
)


def is_negated(scene: Scene, place: int) -> bool:
    """Whether "не", "no", "not", "without" stands at most three words before, on the same side of a comma."""
    tokens = scene.tokens
    if _NO_EVIDENCE.search(scene.sentence.lower_text[: max(0, tokens[place].start - tokens[0].start)]):
        return True
    if _NONE_OF.search(scene.sentence.lower_text[: max(0, tokens[place].start - tokens[0].start)]):
        return True
    for ahead in range(1, 4):
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
    return any(token.has("hedge") and not _able(scene, token) for token in scene.tokens[start : stop + 1])


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
_DESCRIBED = {
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


def argument_of(scene: Scene, token: Token, *, inherit: bool = True) -> Argument | None:
    """The metric that a claiming word is said of."""
    place = token.index
    if scene.assumed:
        return Argument(scene.assumed, place, place, True)
    if _own_subject(scene, token):
        return None
    if token.has("up.comparative", "down.comparative") and token.text.isascii() and _own_object(scene, token):
        return Argument(frozenset(), place, place, True)
    start, stop = clause_bounds(scene, place)
    mentions = [
        m
        for m in scene.mentions.metrics
        if not m.modifier and start <= m.first <= stop and not m.first <= place <= m.last
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
    choice: MetricMention | None = None
    if after and (forward or attributive or not before):
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
    whole = [m for m in scene.mentions.metrics if not m.modifier and m.metrics]
    if whole and len({m.metrics for m in whole}) == 1 and not _own_object(scene, token):
        return Argument(whole[0].metrics, place, place, True)
    if _own_object(scene, token):
        return Argument(frozenset(), place, place, True)
    if inherit and _anaphoric(scene, token) and not whole and scene.inherited_metrics:
        return Argument(scene.inherited_metrics, place, place, False)
    return None


def _subject(scene: Scene, before: list[MetricMention], place: int) -> MetricMention | None:
    """The nearest mention before; of a bracketed gloss ("время отклика (r_await)") either will do."""
    for mention in reversed(before):
        if scene.sentence.distance(mention.last, place) <= 16:
            return mention
    return None


# Nouns that stand for a metric that was named before.
_STAND_INS = {"value", "figure", "number", "metric", "curve", "line", "result", "mean", "median", "average", "maximum", "minimum", "rate", "gap", "trend",
              "percentile", "tail", "score", "speed", "performance", "share", "cost", "indicator", "level"}  # fmt: skip


def _own_subject(scene: Scene, token: Token) -> bool:
    """ "The load rises in steps": a verb right after a noun that is no metric says nothing of one."""
    tokens, place = scene.tokens, token.index
    if place < 2 or not token.has("up.intransitive", "down.intransitive") or not token.text.isascii():
        return False
    noun, article = tokens[place - 1], tokens[place - 2]
    if article.lower not in ("the", "a", "this", "its", "each") or not noun.is_word or noun.concepts or noun.statistic:
        return False
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
            and token.index > 0
            and scene.tokens[token.index - 1].lower
            in ("the", "a", "its", "their", "our", "some", "any", "with", "of", "on", "for", "such", "no")
        )
    if not token.has("up.noun", "down.noun", "up.transitive", "down.transitive") or token.has(
        "up.intransitive", "down.intransitive"
    ):
        return False
    return (
        following is not None
        and following.is_word
        and following.lower not in _PREPOSITIONS
        and not following.concepts
        and following.statistic is None
    )


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
    mentions = [m for m in scene.mentions.levels if m.role != "than" and not _of_another_extreme(scene, token, m)]
    here = [m for m in mentions if start <= m.first <= stop]
    if len(here) > 1:
        here = [m for m in here if not _base_of_amount(scene, m)] or here
    pool = here or [m for m in mentions if not _parted(scene, token, m)]
    if not pool:
        return scene.inherited_levels
    after = [m for m in pool if m.first > token.index]
    following = scene.tokens[token.index + 1] if token.index + 1 < len(scene.tokens) else None
    closed = following is None or following.text in ",;.)" or following.lower in ("of", "among", "из", "среди")
    before = [m for m in pool if m.last < token.index]
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
    if before and len(pool) > 1 and before[-1].role != "to":
        gap = scene.tokens[before[-1].last + 1 : token.index]
        if len(gap) <= 3 and all(t.is_word and t.lower not in ("and", "и", "а", "but", "но") for t in gap) and gap:
            return before[-1].ids  # "lz4 gives the highest throughput, …"
    if len({m.ids for m in pool}) > 1:
        return _list_around(scene, after or pool, token)
    return pool[0].ids


def _of_another_extreme(scene: Scene, token: Token, mention: LevelMention) -> bool:
    """ "least without it (31.2), most at 8": the level belongs to the second extreme."""
    gap = scene.tokens[token.index + 2 : mention.first]
    return any(superlative_kind(scene, t) is not None for t in gap) and any(t.text == "," for t in gap)


def _parted(scene: Scene, token: Token, mention: LevelMention) -> bool:
    one, two = sorted((token.index, mention.first))
    return any(t.text == ";" for t in scene.tokens[one:two])


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


# -- directions -------------------------------------------------------------------------------------------------------


def stat_of(scene: Scene, argument: Argument, token: Token) -> str | None:
    """The statistic that stands with the argument ("максимальная скорость снижается")."""
    for at in range(max(0, argument.first - 3), min(len(scene.tokens), argument.last + 3)):
        statistic = scene.tokens[at].statistic
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
    start, stop = clause_bounds(scene, token.index)
    for at in range(start, stop + 1):
        if scene.tokens[at].statistic in ("r_squared", "angle", "slope", "amplitude") and at != token.index:
            return scene.tokens[at].statistic
    return None


def judge_direction(scene: Scene, token: Token) -> tuple[Argument, Ruling] | None:
    """The ruling on a direction word; None when it makes no statement of its own."""
    if token.index in parameter_words(scene) or _beside_a_link(scene, token) or _compared_in_speed(scene, token):
        return None
    argument = argument_of(scene, token)
    primary = scene.vocabulary.facts.experiment.primary
    if (
        (argument is None or not argument.metrics)
        and token.has("better", "worse")
        and scene.mentions.levels
        and primary
        and not token.has("up.comparative", "down.comparative")
    ):
        if scene.vocabulary.better(primary) is not None:
            argument = Argument(frozenset({primary}), token.index, token.index, False)
    if argument is None:
        return None
    if argument.metrics and token.lower in _SPEED and not any(_is_speed(scene, m) for m in argument.metrics):
        # a share cannot be slower: the word is said of what the experiment is decided on
        if primary is None or not (scene.mentions.levels or scene.inherited_levels):
            return argument, Ruling("unverifiable", "what is faster is not said", "не сказано, что быстрее")
        argument = Argument(frozenset({primary}), token.index, token.index, False)
    if not argument.metrics:
        return argument, Ruling("unverifiable", "the facts hold nothing about this", "в фактах об этом ничего нет")
    start, stop = clause_bounds(scene, token.index)
    own_levels = [m for m in scene.mentions.levels if start <= m.first <= stop] or scene.mentions.levels
    negated = is_negated(scene, token.index)
    correlated = _correlation_direction(scene, token)
    if correlated is not None:
        return argument, correlated
    if any(t.has("stable", "unstable") for t in scene.tokens[start : token.index]) and token.has(
        "up.comparative", "down.comparative", "better", "worse"
    ):
        return argument, Ruling(
            "unverifiable", "the facts hold no dispersion for this", "в фактах нет разброса для этого"
        )
    rulings: list[Ruling] = []
    for metrics in coordinated(scene, argument, token):
        way = direction_of(scene, token, metrics)
        if not way:
            rulings.append(
                Ruling("unverifiable", "no side of this metric is called better", "у этой метрики нет лучшей стороны")
            )
            continue
        rulings += [
            _direction(scene, token, argument, metric, way, bool(own_levels), negated)
            for metric in sorted(_measured(scene, metrics))
        ]
    return (argument, _worst(rulings)) if rulings else None


def _compared_in_speed(scene: Scene, token: Token) -> bool:
    """ "grows faster than the time shrinks": how fast two things go, which no fact tells."""
    before = [t.lower for t in scene.tokens[max(0, token.index - 3) : token.index]]
    return (
        token.has("up.intransitive", "down.intransitive")
        and bool({"чем", "than"} & set(before))
        and not any(m.role == "than" for m in scene.mentions.levels)
    )


_TIES = ("weaken", "strengthen", "loosen", "tighten", "ослаб", "усили")


def _beside_a_link(scene: Scene, token: Token) -> bool:
    """ "the correlation weakens as the cache grows": the second verb is the parameter's."""
    before = [t.lower for t in scene.tokens[max(0, token.index - 4) : token.index]]
    linked = any(t.has("correlate") for t in scene.tokens) and any(t.lower.startswith(_TIES) for t in scene.tokens)
    return linked and not token.lower.startswith(_TIES) and bool({"as", "when", "with", "когда", "чем"} & set(before))


_SPEED = {"faster", "slower", "quicker", "быстрее", "медленнее"}


def _is_speed(scene: Scene, metric: str) -> bool:
    unit = scene.vocabulary.unit_of(metric)
    return unit is not None and unit.dimension in ("time", "frequency", "bandwidth")


def _correlation_direction(scene: Scene, token: Token) -> Ruling | None:
    """ "корреляция возрастает с 0,78 до 0,94": the coefficients of the sentence decide."""
    start, _ = clause_bounds(scene, token.index)
    if not any(t.has("correlate") for t in scene.tokens[start : token.index + 1]):
        return None
    values = [
        t.number.low_value()
        for t in scene.tokens
        if t.number is not None
        and t.number.is_value
        and t.number.unit is None
        and abs(t.number.low_value()) <= 1
        and t.index not in scene.mentions.level_tokens
    ]
    way = UP if token.has("up.intransitive", "up.noun", "up.transitive", "up.comparative") else DOWN
    if len(values) < 2:
        return Ruling("unverifiable", "the coefficients are not compared here", "коэффициенты здесь не сравниваются")
    steps = [abs(b) - abs(a) for a, b in itertools.pairwise(values)]
    signed = [b - a for a, b in itertools.pairwise(values)]
    text = " → ".join(f"{value:g}" for value in values)
    good = all(step * way > 0 for step in steps) or all(step * way > 0 for step in signed)
    return Ruling("supported" if good else "contradicted", text, text, (), None if good else text)


def _measured(scene: Scene, metrics: frozenset[str]) -> list[str]:
    """Of a family, the metrics that have values at levels; joint names give way to their members."""
    held = [m for m in metrics if len(scene.vocabulary.series(m)) >= 2]
    return held or sorted(metrics)


def _worst(rulings: list[Ruling]) -> Ruling:
    for verdict in ("contradicted", "unverifiable", "supported"):
        for ruling in rulings:
            if ruling.verdict == verdict:
                return ruling
    return rulings[0]


def _direction(
    scene: Scene, token: Token, argument: Argument, metric: str, way: int, levels_said: bool, negated: bool
) -> Ruling:
    text = scene.sentence.lower_text
    parametric = any(scene.mentions.factors) and bool(parameter_words(scene))
    if (
        (any(word in text for word in _OVER_TIME) or scene.within_run)
        and not parametric
        and not any(m.role in ("than",) for m in scene.mentions.levels)
    ):
        return _over_time(scene, metric, way, negated)
    stat = stat_of(scene, argument, token)
    told = _told_values(scene, token, metric)
    if told is not None:
        first, second, base, level = told
        way_told = UP if second > first else DOWN if second < first else 0
        if (way_told != way) != negated:
            return Ruling(
                "contradicted",
                f"{first:g} → {second:g} goes the other way",
                f"{first:g} → {second:g} — в обратную сторону",
                (),
                f"{first:g} → {second:g}",
            )
        if base and level:
            return _pair(scene, token, metric, Pair(base, level, True), way, stat, negated)
    sequence = scene.has("monotone", "trend") or parametric or any(t.text in ("→", "->") for t in scene.tokens)
    pairs = pairs_for(scene, None, token.index)
    explicit = [p for p in pairs if p.explicit]
    if explicit and not (sequence and len({m.ids for m in scene.mentions.levels}) > 2):
        strict = scene.has("monotone") and len({m.ids for m in scene.mentions.levels}) <= 2
        if strict and not any(m.role == "than" for m in scene.mentions.levels):
            return _trend(scene, metric, way, stat, True, negated)
        return _pairs(scene, token, metric, explicit, way, stat, negated)
    if levels_said and not sequence or (scene.inherited_levels and not sequence and not scene.mentions.levels):
        return _open_pairs(scene, token, metric, pairs, way, stat, negated, own=levels_said)
    if (
        levels_said
        and any(m.role == "to" for m in scene.mentions.levels)
        and not scene.has("monotone", "trend")
        and not any(t.text in ("→", "->") for t in scene.tokens)
    ):
        return _open_pairs(scene, token, metric, pairs, way, stat, negated, own=True)
    if (
        (sequence or not levels_said)
        and not parametric
        and nominal(scene)
        and token.has("up.intransitive", "down.intransitive")
    ):
        return _over_time(
            scene, metric, way, negated
        )  # levels that are mere names have no order along which it could rise
    two = _of_two(scene) if not levels_said and not parametric and not scene.inherited_levels else None
    if two is not None:
        return _pair(scene, token, metric, two, way, stat, negated)
    if sequence or not levels_said:
        order = DOWN if _reversed_parameter(scene) else UP
        return _trend(
            scene,
            metric,
            way * order,
            stat,
            scene.has("monotone") or parametric or any(t.text in ("→", "->") for t in scene.tokens),
            negated,
        )
    return Ruling("unverifiable", "which levels are compared is not said", "не сказано, какие уровни сравниваются")


def _of_two(scene: Scene) -> Pair | None:
    """Of two levels that are names, what gets better or worse does so from the baseline to the other."""
    levels, base = scene.vocabulary.level_ids, sorted(scene.vocabulary.special("baseline"))
    if len(levels) != 2 or len(base) != 1 or any(char.isdigit() for level in levels for char in level):
        return None
    return Pair(base[0], next(level for level in levels if level != base[0]), True)


def nominal(scene: Scene) -> bool:
    """Whether the levels are names: three or more, none of them a number."""
    levels = scene.vocabulary.level_ids
    return len(levels) > 2 and not any(char.isdigit() for level in levels for char in level)


def _told_values(scene: Scene, token: Token, metric: str) -> tuple[float, float, str | None, str | None] | None:
    """ "с 3,80 (off) до 3,60 (2 МБ)", "41.2 → 48.8" after the word: first and last value, and their levels if said."""
    row = [
        b
        for place, b in sorted(scene.bounds.items())
        if place > token.index
        and metric in b.metrics
        and b.predicate == "value"
        and b.number.kind == "value"
        and b.number.high is None
    ]
    row = [b for b in row if not any(t.text == ";" or t.wall >= 6 for t in scene.tokens[token.index : b.place])]
    if len(row) < 2 or row[0].place - token.index > 12:
        return None
    for one, two in itertools.pairwise(row):
        words = [t.lower for t in scene.tokens[one.place + 1 : two.place]]
        if not any(word in ("до", "to", "→", "->") for word in words) or len(words) > 9:
            row = row[: row.index(two)]
            break
    if len(row) < 2:
        return None
    ends = [
        next(iter(b.levels[0]))
        if b.level_source in ("own", "sequence") and len(b.levels) == 1 and len(b.levels[0]) == 1
        else None
        for b in (row[0], row[-1])
    ]
    if len(row) > 2:
        # a row of values: each step must go the same way
        values = [b.number.low_value() for b in row]
        up = all(b >= a for a, b in itertools.pairwise(values))
        down = all(b <= a for a, b in itertools.pairwise(values))
        if not up and not down:
            return None
    one, two = row[0].number, row[-1].number
    same = one.unit is None or two.unit is None or one.unit == two.unit
    scale = 1.0 if same or one.unit is None or two.unit is None else one.unit.scale / two.unit.scale
    return one.low_value() * scale, two.low_value(), ends[0], ends[1]


def _reversed_parameter(scene: Scene) -> bool:
    pairs = pairs_for(scene, None)
    order = scene.vocabulary.numeric_order
    return not scene.mentions.levels and bool(pairs) and bool(order) and pairs[0].base == order[-1]


def _over_time(scene: Scene, metric: str, way: int, negated: bool) -> Ruling:
    levels = {i for m in scene.mentions.levels for i in m.ids} or set(scene.inherited_levels)
    told = scene.vocabulary.values(metric, "slope", any_level=True) or scene.vocabulary.values(
        metric, "angle", any_level=True
    )
    held = [f for f in told if not levels or f.level in levels]
    if not held:
        return Ruling("unverifiable", f"the facts hold no slope of {metric}", f"в фактах нет наклона {metric}")
    fits = all((f.value > 0) == (way > 0) for f in held) != negated
    names = tuple(f.name for f in held)
    if fits:
        return Ruling("supported", f"slope of {metric}", f"наклон {metric}", names)
    return Ruling(
        "contradicted",
        f"{held[0].name} is {held[0].value:g}",
        f"{held[0].name} равно {held[0].value:g}",
        names,
        f"{held[0].value:g}",
    )


def difference(scene: Scene, metric: str, pair: Pair, stat: str | None = None) -> tuple[int, Fact | None, Fact | None]:
    """The sign of level minus base as displayed, with the facts; 0 for a tie, and None facts where they are missing."""
    vocabulary = scene.vocabulary
    name = stat if stat in vocabulary.stats_of(metric) else None
    if stat == "amplitude" and name is None:
        ends = [vocabulary.central(metric, level, edge) for level in (pair.base, pair.level) for edge in ("min", "max")]
        row = [shown(fact) for fact in ends if fact is not None]
        if len(row) == 4:  # "the spread is larger than at 100": from the two ends of the runs
            gap = (row[3] - row[2]) - (row[1] - row[0])
            return (UP if gap > 0 else DOWN if gap < 0 else 0), ends[1], ends[3]
    for choice in (name,) if name else (None, "median", "mean", "max", "min"):
        base, level = vocabulary.central(metric, pair.base, choice), vocabulary.central(metric, pair.level, choice)
        if base is not None and level is not None and base.stat == level.stat:
            gap = shown(level) - shown(base)
            return (UP if gap > 0 else DOWN if gap < 0 else 0), base, level
    held = vocabulary.effect(metric, pair.level, pair.base)
    if held:
        value = effect_pct(held[0], held[1])
        if value is not None:
            return (UP if value > 0 else DOWN if value < 0 else 0), None, None
    return 0, None, None


def _pairs(
    scene: Scene, token: Token, metric: str, pairs: list[Pair], way: int, stat: str | None, negated: bool
) -> Ruling:
    """Explicit pairs: all of those that one base or one level give must hold."""
    both_ways = {(p.level, p.base) for p in pairs} & {(p.base, p.level) for p in pairs}
    rulings = [_pair(scene, token, metric, pair, way, stat, negated) for pair in pairs]
    if both_ways:
        good = [r for r in rulings if r.verdict == "supported"]
        return good[0] if good else rulings[0]
    return _worst(rulings)


def _pair(scene: Scene, token: Token, metric: str, pair: Pair, way: int, stat: str | None, negated: bool) -> Ruling:
    sign, base, level = difference(scene, metric, pair, stat)
    held = scene.vocabulary.effect(metric, pair.level, pair.base)
    if base is None and held is None:
        return Ruling(
            "unverifiable", f"the facts hold no {metric} for these levels", f"в фактах нет {metric} для этих уровней"
        )
    names = tuple(f.name for f in (level, base) if f is not None)
    what = (
        f"{metric}: {level.value:g} ({pair.level}) and {base.value:g} ({pair.base})"
        if base and level
        else f"{metric}: effect {held[0].effect_pct if held else ''}%"
    )
    ru = what.replace(" and ", " и ").replace("effect", "эффект")
    if negated:
        if sign == way and not (held and held[0].verdict in _UNSETTLED):
            return Ruling("contradicted", what, ru, names)
        return Ruling("supported", what, ru, names)
    if sign != way:
        return Ruling(
            "contradicted",
            what + ("; they are equal" if sign == 0 else ""),
            ru + ("; они равны" if sign == 0 else ""),
            names,
        )
    if (
        held is not None
        and held[0].verdict in _UNSETTLED
        and scene.vocabulary.repeated
        and not noise_near(scene)
        and not is_hedged(scene, token.index)
        and scene.block.kind != "cell"
    ):
        return Ruling(
            "contradicted",
            f"{what}: the verdict is {held[0].verdict}, the difference is not established",
            f"{ru}: вердикт {held[0].verdict}, разница не установлена",
            names,
            held[0].verdict,
        )
    return Ruling("supported", what, ru, names)


def _open_pairs(
    scene: Scene, token: Token, metric: str, pairs: list[Pair], way: int, stat: str | None, negated: bool, *, own: bool
) -> Ruling:
    """One level is said, the base is not: right against the baseline or against all the others, wrong against none."""
    rulings = [(pair, _pair(scene, token, metric, pair, way, stat, negated)) for pair in pairs]
    known = [(pair, ruling) for pair, ruling in rulings if ruling.verdict != "unverifiable"]
    if not known:
        return rulings[0][1] if rulings else Ruling("unverifiable", "nothing to compare with", "не с чем сравнить")
    if all(ruling.verdict == "contradicted" for _, ruling in known):
        return known[0][1]
    if all(ruling.verdict == "supported" for _, ruling in known) or own and known[0][1].verdict == "supported":
        return known[0][1]
    return Ruling(
        "unverifiable",
        "it depends on the level that it is compared with",
        "зависит от того, с каким уровнем сравнивать",
    )


def _trend(scene: Scene, metric: str, way: int, stat: str | None, strict: bool, negated: bool) -> Ruling:
    """Over all levels in their order."""
    row = scene.vocabulary.series(metric, stat if stat in scene.vocabulary.stats_of(metric) else None)
    if len(row) < 2:
        return Ruling(
            "unverifiable", f"the facts hold no {metric} over the levels", f"в фактах нет {metric} по уровням"
        )
    values = [shown(fact) for _, fact in row]
    names = tuple(fact.name for _, fact in row)
    text = " → ".join(f"{value:g} ({level})" for (level, _), value in zip(row, values, strict=True))
    steps = [b - a for a, b in itertools.pairwise(values)]
    falls = all(step * way > 0 for step in steps)
    ends = (values[-1] - values[0]) * way > 0
    if negated:
        return Ruling("contradicted" if falls else "supported", text, text, names)
    if falls:
        unsettled = _unsettled_trend(scene, metric, [level for level, _ in row])
        if unsettled and not noise_near(scene):
            return Ruling(
                "contradicted",
                f"{text}: {unsettled}, the difference is not established",
                f"{text}: {unsettled}, разница не установлена",
                names,
                unsettled,
            )
        return Ruling("supported", text, text, names)
    if not ends:
        return Ruling("contradicted", text, text, names, text)
    if strict:
        return Ruling("contradicted", f"not monotone: {text}", f"не монотонно: {text}", names, text)
    return Ruling("unverifiable", f"only from end to end: {text}", f"только от края до края: {text}", names)


def _unsettled_trend(scene: Scene, metric: str, levels: list[str]) -> str | None:
    """With repeats a trend needs its ends to differ: the verdict that says they do not."""
    if not scene.vocabulary.repeated:
        return None
    held = scene.vocabulary.effect(metric, levels[-1], levels[0])
    if held is not None:
        return held[0].verdict if held[0].verdict in _UNSETTLED else None
    around = list(scene.vocabulary.effects(metric))
    return around[0].verdict if around and all(e.verdict in _UNSETTLED for e in around) else None


# -- superlatives -----------------------------------------------------------------------------------------------------


def superlative_kind(scene: Scene, token: Token) -> str | None:
    """`max`, `min`, `best`, `worst`, `stable`, `unstable`, `balanced`, or None when the word is no superlative here."""
    tokens, place = scene.tokens, token.index
    following = tokens[place + 1] if place + 1 < len(tokens) else None
    if following is not None and following.lower in ("всего", "всех") and token.lower not in ("более", "менее"):
        # "больше всего", "быстрее всех": a comparative over everything
        for concept, kind in (
            ("up.comparative", "max"),
            ("down.comparative", "min"),
            ("better", "best"),
            ("worse", "worst"),
        ):
            if token.has(concept) and token.lower.endswith(("е", "ше")):
                return kind
    if token.stems & {"самый", "наиболее", "most"} or token.lower in ("least", "наименее"):
        if following is None or following.number is not None:
            return None
        way = next((SUPERLATIVE_ADJECTIVES[s] for s in sorted(following.stems) if s in SUPERLATIVE_ADJECTIVES), None)
        if token.lower in ("least", "наименее") and way:
            return {
                "max": "min",
                "min": "max",
                "best": "worst",
                "worst": "best",
                "stable": "unstable",
                "unstable": "stable",
            }.get(way)
        return way if way != "other" else None
    if token.lower in (
        "лучшее",
        "лучший",
        "лучшая",
        "лучшие",
        "лучших",
        "лучшую",
        "лучшей",
        "лучшего",
        "лучшим",
        "лучшими",
        "лучшему",
    ):
        return "best"
    if token.lower.startswith("худш"):
        return "worst"
    if "superlative.best" in token.concepts:
        return "best"
    if "superlative.worst" in token.concepts:
        return "worst"
    if "superlative.max" in token.concepts and not token.has("up.comparative"):
        return "max"
    if "superlative.min" in token.concepts:
        return "min"
    return None


def _speaks_of_level(scene: Scene, token: Token) -> bool:
    """ "при максимальном значении 150": the level is meant."""
    following = scene.tokens[token.index + 1 : token.index + 3]
    for at in following[:1]:
        if at.stems & {
            "значение",
            "value",
            "setting",
            "level",
            "уровень",
            "параметр",
            "parameter",
            "эффект",
            "effect",
            "интервал",
            "interval",
            "wal",
            "размер",
            "size",
        } and any(m.first in (token.index, token.index + 1, token.index + 2) for m in scene.mentions.levels):
            return True
        if at.stems & {"эффект", "effect"}:
            return True
    return any(m.first <= token.index <= m.last for m in scene.mentions.levels)


_RESULTS = {
    "результат",
    "result",
    "случай",
    "case",
    "показатель",
    "value",
    "значение",
    "момент",
    "moment",
    "figure",
    "number",
    "цифра",
}


def _names_level(scene: Scene, token: Token) -> bool:
    """ "from the slowest governor to the fastest one", "даже худший результат меньше минуты": it names a level, and claims nothing of it."""
    tokens, at = scene.tokens, token.index
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if following is None:
        return False
    former = tokens[max(0, at - 2) : at]
    if (
        former
        and former[-1].lower == "the"
        and former[0].lower in ("off", "behind", "than", "against", "versus", "beat", "beats")
    ):
        return True  # "44 seconds off the fastest cell"
    factor = any(place == following.index for place, _ in scene.mentions.factors) or any(
        following.stems & parts for parts in scene.world.finder.factor_parts
    )
    if (factor or following.lower in ("one", "ones")) and any(
        t.lower in ("from", "to", "than", "of", "between", "and", "with", "at") for t in former
    ):
        return True
    even = any(t.lower in ("even", "даже") for t in former)
    return even and any(t.stems & _RESULTS for t in tokens[at + 1 : at + 5])


_ITEMS = {"query", "queri", "запрос", "table", "tabl", "таблица", "index", "индекс", "report", "отчет", "transaction", "транзакция", "relation", "partition", "секция", "statement"}  # fmt: skip


def _of_an_item(scene: Scene, token: Token) -> bool:
    """ "the five fastest", "the worst query": some of many, or one of the things that a run is made of, no level."""
    former = scene.tokens[token.index - 1] if token.index else None
    counted = former is not None and (former.lower in WORD_NUMBERS and WORD_NUMBERS[former.lower] > 1)
    following = scene.tokens[token.index + 1 : token.index + 2]
    if any(m.first <= token.index <= m.last and m.exact for m in scene.mentions.metrics):
        return False  # "the slowest query" may be the name of a metric
    if any(t.stems & {"query", "queri", "запрос"} for t in following):
        return True
    return counted or any(
        t.stems & _ITEMS and not any(m.first <= t.index <= m.last for m in scene.mentions.metrics) for t in following
    )


def judge_superlative(scene: Scene, token: Token, kind: str) -> tuple[Argument | None, Ruling] | None:
    """The ruling on "наибольший", "best", "lowest"; None when the word is a statistic or speaks of a level."""
    if _speaks_of_level(scene, token) or _names_level(scene, token) or _of_an_item(scene, token):
        return None
    if token.statistic in ("max", "min") and token.index and superlative_kind(scene, scene.tokens[token.index - 1]):
        return None  # "the best minimum": one extreme, told by its first word
    following = scene.tokens[token.index + 1] if token.index + 1 < len(scene.tokens) else None
    if following is not None and following.has("up.noun", "down.noun", "drop"):
        return _greatest_change(scene, token, kind)
    argument = argument_of(scene, token)
    levels = said_levels(scene, token)
    if argument is None or not argument.own or not argument.metrics:
        told = [
            b
            for place, b in sorted(scene.bounds.items())
            if 0 < place - token.index <= 9 and b.metrics and b.predicate == "value"
        ]
        if told:
            # "the smallest table, 16.3 GB": the value says what is meant
            argument = Argument(told[0].metrics, token.index, told[0].place, True)
    if argument is None or not argument.metrics:
        if kind in ("best", "worst") and levels and (argument is None):
            return None, _overall(scene, token, kind, levels)
        return (
            None
            if argument is None
            else (argument, Ruling("unverifiable", "the facts hold nothing about this", "в фактах об этом ничего нет"))
        )
    if kind in ("max", "min") and not argument.own and token.statistic in ("max", "min"):
        return None  # "a single second makes a minimum": of nothing in particular
    if kind in ("max", "min") and _is_statistic(scene, token, argument, kind, levels):
        return None
    if not levels or not scene.mentions.levels and _OF_ALL.search(scene.sentence.text):
        return argument, _without_level(scene, token, argument, kind)
    negated = is_negated(scene, token.index)
    rulings = []
    for metrics in coordinated(scene, argument, token):
        rulings += [
            extreme(scene, token, metric, kind, levels, _stat_said(scene, token) or stat_of(scene, argument, token))
            if not _of_a_moment(scene, token)
            else _best_moment(scene, token, metric, kind, levels)
            for metric in sorted(_measured(scene, metrics))
        ]
    ruling = _worst(rulings)
    if negated:
        flipped = {"supported": "contradicted", "contradicted": "supported"}.get(ruling.verdict, ruling.verdict)
        ruling = Ruling(flipped, ruling.en, ruling.ru, ruling.facts, ruling.expected)  # type: ignore[arg-type]
    return argument, ruling


def _stat_said(scene: Scene, token: Token) -> str | None:
    """ "the best minimum", "the smallest final table": the statistic right behind a superlative."""
    following = scene.tokens[token.index + 1] if token.index + 1 < len(scene.tokens) else None
    named = following.statistic if following is not None else None
    return named if named in ("max", "min", "median", "first", "last") and token.statistic is None else None


_OF_ALL = re.compile(r"\bof the (?:whole )?grid\b|(?<!\w)всей сетки|(?<!\w)по всей сетке", re.I)
_MOMENTS = {"minute", "second", "moment", "interval", "минута", "секунда", "момент", "минуту", "минут"}


def _of_a_moment(scene: Scene, token: Token) -> bool:
    """ "The best single minute of the night": an extreme within the runs, compared over them."""
    return any(t.stems & _MOMENTS for t in scene.tokens[token.index + 1 : token.index + 3])


def _best_moment(scene: Scene, token: Token, metric: str, kind: str, levels: frozenset[str]) -> Ruling:
    """By the maxima of the runs (or the minima), where the facts hold them."""
    higher = scene.vocabulary.better(metric) == "higher"
    stat = "max" if kind == "max" or kind in ("best", "worst") and (kind == "best") == higher else "min"
    if stat not in scene.vocabulary.stats_of(metric):
        return Ruling("unverifiable", f"the facts hold no {stat} of {metric}", f"в фактах нет {stat} для {metric}")
    return extreme(scene, token, metric, kind, levels, stat)


def _greatest_change(scene: Scene, token: Token, kind: str) -> tuple[Argument | None, Ruling]:
    """ "наибольший рост ожиданий", "the deepest drop": by slopes, or by the depth of the drops."""
    argument = argument_of(scene, scene.tokens[token.index + 1])
    levels = said_levels(scene, token)
    deep: dict[str, float] = {}
    if scene.tokens[token.index + 1].has("drop"):
        for window in scene.vocabulary.facts.windows:
            if (
                window.depth_pct is not None
                and window.level is not None
                and (
                    argument is None
                    or not argument.metrics
                    or window.metric is None
                    or window.metric in argument.metrics
                )
            ):
                level = scene.vocabulary.canonical(window.level)
                deep[level] = max(deep.get(level, 0.0), window.depth_pct)
    elif argument is not None:
        for metric in argument.metrics:
            for stat in ("slope", "angle"):
                for level, fact in scene.vocabulary.series(metric, stat):
                    deep.setdefault(level, fact.value)
    if len(deep) < 2 or not levels:
        return argument, Ruling(
            "unverifiable", "the facts do not rank such changes", "факты не упорядочивают таких изменений"
        )
    edge = max(deep.values()) if kind == "max" else min(deep.values())
    top = frozenset(level for level, value in deep.items() if value == edge)
    text = ", ".join(f"{level}: {value:g}" for level, value in deep.items())
    if top & levels:
        return argument, Ruling("supported", text, text)
    return argument, Ruling("contradicted", text, text, (), ", ".join(sorted(top)))


def _is_statistic(scene: Scene, token: Token, argument: Argument, kind: str, levels: frozenset[str]) -> bool:
    """Whether "максимальная скорость" is the maximum of a run: such facts exist, and a value or direction follows."""
    if token.statistic not in ("max", "min"):
        return False
    if any(token.statistic not in scene.vocabulary.stats_of(metric) for metric in argument.metrics):
        return False
    start, stop = clause_bounds(scene, token.index)
    directed = any(
        (t.has(*DIRECTIONS, "optimum", "balance") or t.stems & {"достигать", "достичь", "reach", "минимизация"})
        and t.index != token.index
        for t in scene.tokens[start : stop + 1]
    )
    number = any(
        t.number is not None and t.number.is_value and t.index not in scene.mentions.level_tokens
        for t in scene.tokens[start : stop + 1]
    )
    return directed or number or scene.block.kind in ("cell", "heading", "lead")


def _reaches(scene: Scene, one: Token, two: Token) -> bool:
    """ "from 82% in the worst cell to 4% in the best": two ends, which never fall together."""
    between = scene.tokens[min(one.index, two.index) : max(one.index, two.index)]
    return any(t.lower in ("to", "до") for t in between)


_CONTRARY = ({"max", "min"}, {"best", "worst"})


def _without_level(scene: Scene, token: Token, argument: Argument, kind: str) -> Ruling:
    """No level is said: two extremes in one sentence must at least fall together; a value must be the extreme."""
    others = [
        t
        for t in scene.tokens
        if t.index != token.index
        and (contrary := superlative_kind(scene, t))
        and not ({kind, contrary} in _CONTRARY and _reaches(scene, t, token))
        and not _speaks_of_level(scene, t)
        and not any(
            between.has("negation") for between in scene.tokens[min(t.index, token.index) : max(t.index, token.index)]
        )
    ]
    for other in others:
        second = argument_of(scene, other)
        other_kind = superlative_kind(scene, other)
        if second is None or not second.metrics or second.metrics == argument.metrics or other_kind is None:
            continue
        one = [extremes(scene, metric, kind) for metric in _measured(scene, argument.metrics)]
        two = [extremes(scene, metric, other_kind) for metric in _measured(scene, second.metrics)]
        if all(one) and all(two):
            joint = set.intersection(*(set(ids) for ids in [*one, *two]))
            if joint:
                return Ruling("supported", f"both at {', '.join(sorted(joint))}", f"оба при {', '.join(sorted(joint))}")
            return Ruling("contradicted", "no level has both extremes", "ни один уровень не даёт обе крайности")
    return Ruling("unverifiable", "which level is meant is not said", "не сказано, о каком уровне речь")


def extremes(scene: Scene, metric: str, kind: str, stat: str | None = None) -> frozenset[str]:
    """The levels where a metric is at its extreme, as displayed; several for a tie."""
    better = scene.vocabulary.better(metric)
    if kind in ("best", "worst"):
        if better is None:
            return frozenset()
        kind = ("max" if better == "higher" else "min") if kind == "best" else ("min" if better == "higher" else "max")
    row = scene.vocabulary.series(metric, stat if stat in scene.vocabulary.stats_of(metric) else None)
    if len(row) < 2:
        return frozenset()
    values = [shown(fact) for _, fact in row]
    edge = max(values) if kind == "max" else min(values)
    return frozenset(level for (level, _), value in zip(row, values, strict=True) if value == edge)


_MEAN = re.compile(r"mean|average|средн\w+", re.I)


def _of_means(scene: Scene, token: Token) -> bool:
    """ "the highest mean belongs to 3000": which mean is highest needs no verdict."""
    return any(_MEAN.fullmatch(t.lower) for t in scene.tokens[token.index + 1 : token.index + 3])


def extreme(scene: Scene, token: Token, metric: str, kind: str, levels: frozenset[str], stat: str | None) -> Ruling:
    """Whether a metric has its extreme at these levels and at no other."""
    names = [None, "max", "min", "median", "p99", "p95"] if stat is None else [stat]
    candidates = [
        (name, extremes(scene, metric, kind, name))
        for name in names
        if name is None or name in scene.vocabulary.stats_of(metric)
    ]
    candidates = [(name, ids) for name, ids in candidates if ids]
    if not candidates and stat is not None:
        candidates = [(None, ids) for ids in [extremes(scene, metric, kind)] if ids]
    if not candidates:
        return Ruling("unverifiable", f"the facts cannot rank {metric}", f"по фактам {metric} не упорядочить")
    if stat is None and not (kind in ("max", "min") and token.statistic in ("max", "min")):
        candidates = candidates[:1]
    first_name, first = candidates[0]
    row = scene.vocabulary.series(metric, first_name if first_name in scene.vocabulary.stats_of(metric) else None)
    text = ", ".join(f"{level}: {fact.value:g}" for level, fact in row)
    names_of = tuple(fact.name for _, fact in row)
    for _, ids in candidates:
        if ids & levels and (ids <= levels or len(scene.vocabulary.facts.experiment.factors) > 1):
            unsettled = _rivals(scene, metric, kind, ids & levels)
            described = any(t.stems & _DESCRIBED for t in scene.tokens) or _of_means(scene, token)
            if (
                unsettled
                and not described
                and not noise_near(scene)
                and not is_hedged(scene, token.index)
                and scene.block.kind != "cell"
            ):
                return Ruling(
                    "contradicted",
                    f"{text}; against {unsettled[0]} the verdict is {unsettled[1]}",
                    f"{text}; против {unsettled[0]} вердикт {unsettled[1]}",
                    names_of,
                    unsettled[1],
                )
            return Ruling("supported", text, text, names_of)
    if first & levels:
        tied = ", ".join(sorted(first))
        return Ruling("contradicted", f"a tie of {tied}: {text}", f"ничья между {tied}: {text}", names_of, tied)
    return Ruling("contradicted", text, text, names_of, ", ".join(sorted(first)))


def _rivals(scene: Scene, metric: str, kind: str, ids: frozenset[str]) -> tuple[str, str] | None:
    """With repeats: a level from which the extreme one is not told apart."""
    if not scene.vocabulary.repeated:
        return None
    for effect in scene.vocabulary.effects(metric):
        one, two = (
            scene.vocabulary.canonical_effect(effect.level),
            scene.vocabulary.canonical_effect(effect.baseline or ""),
        )
        if (one in ids) != (two in ids) and effect.verdict in _UNSETTLED:
            return (two if one in ids else one), effect.verdict
    return None


def _overall(scene: Scene, token: Token, kind: str, levels: frozenset[str]) -> Ruling:
    """ "Best" or "worst" of nothing named: of most metrics when that is said, otherwise of the primary metric."""
    metrics = [m for m in scene.vocabulary.metrics if scene.vocabulary.better(m) and extremes(scene, m, kind)]
    if any(t.stems & {"большинство", "majority", "большинств"} or t.lower == "most" for t in scene.tokens) and metrics:
        hits = [m for m in metrics if extremes(scene, m, kind) <= levels]
        verdict = "supported" if len(hits) * 2 > len(metrics) else "contradicted"
        return Ruling(verdict, f"{len(hits)} of {len(metrics)} metrics", f"{len(hits)} из {len(metrics)} метрик")  # type: ignore[arg-type]
    primary = scene.vocabulary.facts.experiment.primary
    if (
        primary
        and extremes(scene, primary, kind)
        and (
            scene.vocabulary.values(primary, "mean", any_level=True)
            or scene.vocabulary.values(primary, "median", any_level=True)
        )
    ):
        ids = extremes(scene, primary, kind)
        if not ids & levels:
            return Ruling(
                "contradicted",
                f"on {primary} it is {', '.join(sorted(ids))}",
                f"по {primary} это {', '.join(sorted(ids))}",
                (),
                ", ".join(sorted(ids)),
            )
        if scene.vocabulary.repeated:
            return extreme(scene, token, primary, kind, levels, None)
    if metrics and not any(extremes(scene, m, kind) & levels for m in metrics):
        return Ruling("contradicted", "on no metric", "ни по одной метрике")
    return Ruling("unverifiable", "by which criterion is not said", "не сказано, по какому признаку")

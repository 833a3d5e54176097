"""Binds each number of a sentence to the metric, level and statistic that it is said of, before anything is judged.

Levels: "13,8 мс (50)", "при 50 — 13,8", "13.8 and 9.8 at 50 and 150", "9,8 против 13,8 при 50". Metrics: the nearest
mention on the number's own side of the walls whose unit is possible. What is not said here is inherited; what is
nowhere said stays open, and a fact may decide it.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field
from typing import Any

from factcheck.binding.agreement import MEASURED
from factcheck.binding.denominators import part_of_whole_behind
from factcheck.binding.entities import by_parts, of_its_unit, siblings
from factcheck.binding.mention_words import THAN
from factcheck.binding.mentions import LevelMention, MetricMention
from factcheck.binding.scene import STATS_SAID, Scene
from factcheck.binding.vocabulary import CENTRAL, Vocabulary
from factcheck.reading.numbers import Number
from factcheck.reading.sentences import Token
from factcheck.reading.units import compatible, unit_named

_LINKS = {"к", ",", "и", "and", "или", "or", "/", "до", "to", "→", "->", "против", "vs", "vs.", "versus", "against", "—", "–", "-", "при", "at",
          "с", "со", "from", "от", "for", "для", "соответственно", "respectively", "than", "чем", "(", ")", "with", "затем", "then", ".",
          "compared", "~", "около", "about", "before", "на", "around", "примерно", "лишь", "only", "just", "уже", "аж", "through", "via"}  # fmt: skip
_CONJUNCTIONS = {",", "и", "and", "а", "but", "но", "while", "→", "->", "тогда", "whereas"}
_VERSUS = {"вместо", "instead", "против", "vs", "versus", "against", "than", "чем", "compared"}
_FROM = {"с", "со", "от", "from"}
_TO = {"до", "to", "→", "->"}
_LEVEL_WITH = {"уровне", "level", "par"}
_COMPARATIVES = ("better", "worse", "up.comparative", "down.comparative")


@dataclass(slots=True)
class Bound:
    """A number and what it is said of. Empty `metrics` with `unknown` is a term that the facts do not hold."""

    place: int
    number: Number
    metrics: frozenset[str] = frozenset()
    unknown: bool = False
    metric_at: MetricMention | None = None
    metric_source: str = "none"  # near | sentence | unit | inherited | none
    metric_cost: float = 99.0
    mismatch: MetricMention | None = None  # the nearest mention, when its unit excludes the number
    levels: list[frozenset[str]] = field(default_factory=list)  # the number must hold for each
    level_at: list[LevelMention] = field(default_factory=list)
    level_source: str = "none"  # own | sentence | inherited | none
    of_others: bool = False  # judged of all levels but those named
    stat: str | None = None
    stat_at: int | None = None
    partner: tuple[int, int] | None = None  # the other end of "с A до B", and whether this one is the first (1)
    other: Bound | None = None
    predicate: str = ""
    verdict: str = ""
    facts: tuple[str, ...] = ()  # what its ruling rests on
    reread: bool = False  # its refusal was withheld: something else that is spoken of gives it
    stat_superlative: bool = False  # the word may also be a superlative over the levels


def bind(scene: Scene, places: list[int]) -> dict[int, Bound]:
    """Bindings of the numbers at these token places."""
    amounts = [place for place in places if reads_as_change(scene, place)]
    plain = [place for place in places if place not in amounts]
    levels = _Levels(scene, plain).attach()
    for place in amounts:
        # how much something changed stands beside the values it comes from, and is paired with levels on its own
        levels.update(_Levels(scene, [place]).attach())
    bounds = {}
    for place in places:
        number = scene.tokens[place].number
        assert number is not None
        bound = Bound(place, number)
        _metric(scene, bound, places)
        bound.levels, bound.level_at, bound.level_source = levels.get(place, ([], [], "none"))
        _inherit_level(scene, bound)
        _statistic(scene, bound, places)
        _of_percentile(scene, bound)
        _of_extreme(scene, bound)
        bounds[place] = bound
    _respectively(scene, bounds, places)
    _moves(scene, bounds, plain)
    return bounds


def _moves(scene: Scene, bounds: dict[int, Bound], places: list[int]) -> None:
    """Marks "с A до B", "A → B" and "A против B" whose levels are not said: the two are judged together."""
    for one, two in itertools.pairwise(places):
        first, second = bounds[one], bounds[two]
        if first.level_source not in ("none", "inherited") or second.level_source not in ("none", "inherited"):
            if not (
                first.level_source == "sentence" == second.level_source
                and first.level_at
                and (first.level_at[0].role == "to" or any(m.role == "than" for m in scene.mentions.levels))
                and not any(m.first < one for m in scene.mentions.levels)
            ):
                continue
        words = [token.lower for token in scene.tokens[one + 1 : two]]
        if (
            len(words) <= 5
            and any(word in _TO or word in _VERSUS for word in words)
            and first.partner is None
            and first.metrics & second.metrics
        ):
            first.partner, second.partner = (two, 1), (one, 0)
            first.other, second.other = second, first
            first.metrics = second.metrics = first.metrics & second.metrics


# -- metrics ----------------------------------------------------------------------------------------------------------


def possible(scene: Scene, number: Number, metric: str, change: bool = False) -> bool:
    """Whether a number may by its unit be a value of a metric, or with `change` how much one changed."""
    if change and number.dimension in ("percent", "points"):
        return True
    unit = scene.vocabulary.unit_of(metric)
    if number.dimension == "percent" and "mad" in scene.vocabulary.stats_of(metric) and scene.matches(_SPREAD):
        return True
    if number.dimension == "percent" and (unit is None or metric in scene.vocabulary.in_shares[1]):
        return scene.vocabulary.tells_percent(metric)
    if number.dimension == "points":
        return unit is not None and unit.dimension == "percent"
    if _of_a_disk(scene, number, metric):
        return False
    held = scene.vocabulary.metrics.get(metric)
    if unit is None and held is not None and held.unit and number.dimension in MEASURED:
        return False  # no count and no ratio is told in a unit of its own
    if unit is not None and number.dimension == "percent" != unit.dimension and held is not None and held.part_of:
        return compatible(unit, scene.vocabulary.unit_of(held.part_of))  # "parsing: 172 ms (35%)" of its whole
    return compatible(number.unit, unit)


def _of_a_disk(scene: Scene, number: Number, metric: str) -> bool:
    """ "4k TPS on a volume with 16k IOPS": the operations of a disk, where the metric counts transactions."""
    unit = scene.block.text[number.unit_start : number.end].lower() if number.dimension == "frequency" else ""
    return unit == "iops" and scene.vocabulary.counts_transactions(metric)


def _metric(scene: Scene, bound: Bound, places: list[int]) -> None:
    number, place = bound.number, bound.place
    change = reads_as_change(scene, place)
    behind = part_of_whole_behind(scene, place, places) if not change or number.kind == "times" else None
    if behind is not None:
        bound.metrics, bound.metric_at = behind
        bound.metric_source, bound.metric_cost = "near", 1.0
        bound.unknown = not bound.metrics
        return
    best: tuple[float, MetricMention] | None = None
    fits: frozenset[str] = frozenset()
    wrong: tuple[float, MetricMention] | None = None
    for mention in scene.mentions.metrics:
        if mention.rooted and (
            number.unit is None or number.kind == "times" or number.dimension in ("percent", "points")
        ):
            continue  # a root alone names a metric only for a number in its own unit
        cost = None if _by_unit_alone(scene, mention, place) else _cost(scene, mention, place, places)
        if cost is None:
            continue
        fitting = frozenset(m for m in mention.metrics if number.kind == "times" or possible(scene, number, m, change))
        if mention.metrics and not fitting and not change:
            fitting = of_its_unit(scene, mention.text, lambda m: possible(scene, number, m, change))
        if not mention.metrics:
            fitting = frozenset(m for m in by_parts(scene, place, mention.text) if possible(scene, number, m, change))
        if mention.metrics and not fitting:
            if wrong is None or cost < wrong[0]:
                wrong = (cost, mention)
            continue
        if (
            fitting
            and number.dimension == "percent"
            and not change
            and not any(scene.vocabulary.tells_percent(m, strictly=True) for m in fitting)
        ):
            cost += 6
        if fitting and not any(_has_values(scene, metric) for metric in fitting):
            cost += 4
        if best is None or cost < best[0]:
            best, fits = (cost, mention), fitting
    if wrong is not None and (best is None or wrong[0] + 1 < best[0]):
        bound.mismatch = wrong[1]
    if best is not None:
        cost, mention = best
        bound.metric_at, bound.metric_cost = mention, cost
        bound.metrics = fits
        bound.unknown = not fits
        if len(bound.metrics) == 1:
            bound.metrics = siblings(scene, place, *bound.metrics) or bound.metrics
        bound.metric_source = "near" if cost <= 12 else "sentence"
        return
    parts = [m for m in scene.mentions.metrics if m.modifier and len(m.metrics) == 1]
    for part in parts:
        held = scene.vocabulary.unit_of(next(iter(part.metrics)))
        if held is not None and held.dimension == number.dimension and number.unit is not None:
            bound.metrics, bound.metric_at, bound.metric_source, bound.metric_cost = (
                part.metrics,
                part,
                "sentence",
                13.0,
            )
            return
    inherited = scene.inherited_metrics
    fitting = frozenset(m for m in inherited if number.kind == "times" or possible(scene, number, m, change))
    if fitting:
        bound.metrics, bound.metric_source = fitting, "inherited"
        return
    if number.unit is not None and number.dimension in ("bandwidth", "frequency", "time", "bytes"):
        same = [
            m
            for m in scene.vocabulary.metrics
            if (u := scene.vocabulary.unit_of(m)) is not None
            and u.dimension == number.dimension
            and not _of_a_disk(scene, number, m)
        ]
        if same and number.dimension != "time" and number.dimension != "bytes":
            bound.metrics, bound.metric_source = frozenset(same), "unit"
            return
        if len(same) == 1 and number.dimension == "bytes":
            bound.metrics, bound.metric_source = frozenset(same), "unit"
            return
        if same and number.dimension == "time" and number.unit.scale <= 1.0:
            bound.metrics, bound.metric_source = frozenset(same), "unit"
            return
    bound.unknown = scene.inherited_unknown


def _by_unit_alone(scene: Scene, mention: MetricMention, place: int) -> bool:
    """ "WAL goes up with throughput: 57.7 → 65.8 MB/s": a metric that only the unit names, where what is named before is measured in it, too."""
    number = scene.tokens[mention.first].number
    if number is None or number.unit is None:
        return False
    unit_of, stop = scene.vocabulary.unit_of, max((t.index for t in scene.tokens[:place] if t.text == ";"), default=-1)
    named = [m for m in scene.mentions.metrics if stop < m.last < min(place, mention.first) and m.exact and len(m.metrics) == 1 and not (m.modifier or m.whole or scene.tokens[m.first].number)]  # fmt: skip
    same = {
        metric for m in named for metric in m.metrics if (unit := unit_of(metric)) and compatible(number.unit, unit)
    }
    return len(same) == 1 and not same & mention.metrics and all(possible(scene, number, m) for m in same)


def _has_values(scene: Scene, metric: str) -> bool:
    return any(stat not in ("pearson", "spearman", "partial") for stat in scene.vocabulary.stats_of(metric))


def _cost(scene: Scene, mention: MetricMention, place: int, places: list[int]) -> float | None:
    sentence = scene.sentence
    if mention.whole:
        return None  # "of all active session time" is what the share is of
    if mention.modifier:
        # "12,5 мс чтение": a lone modifier counts only right beside its number
        gap = mention.first - place
        subject = [m for m in scene.mentions.metrics if m.exact and m.metrics and m.last < place]
        if subject and not any(m.metrics & mention.metrics for m in subject):
            return None  # "disk queue: 0.26 requests": the word is the unit of another metric
        return 0.3 if 1 <= gap <= 2 and len(mention.metrics) < len(scene.vocabulary.metrics) else None
    if mention.first == place:
        return 0.0
    if mention.last < place:
        cost = sentence.distance(mention.last, place)
        if not mention.exact:
            cost += 1.0
        between = [p for p in places if mention.last < p < place]
        return cost + 0.2 * len(between)
    gap = mention.first - place
    cost = sentence.distance(place, mention.first)
    tokens = scene.tokens
    nearer = [p for p in places if place < p < mention.first]
    if nearer and (nearer[0] == place + 1 or not _linked(scene, place, nearer[0])):
        return None  # "40 минут + 10 минут прогрева": the mention is the next number's
    if _allotted(scene, place) == mention.first:
        return 0.1
    marks = [t.text for t in tokens[place + 1 : mention.first] if t.text in "):"]
    if marks[:2] == [")", ":"]:
        return None  # "errors grow (16 → 35): these are requests that timed out"
    if any(t.lower in ("после", "перед", "after", "before", "following") for t in tokens[place + 1 : mention.first]):
        return None
    if gap == 1:
        return 0.1
    following = tokens[place + 1 : mention.first]
    if (
        gap <= 4
        and following
        and all(
            token.has(
                "up.comparative",
                "down.comparative",
                "better",
                "worse",
                "up.noun",
                "down.noun",
                "superlative.max",
                "superlative.min",
            )
            or token.lower
            in ("of", "в", "in", "the", "на", "a", "for", "its", "mean", "median", "average", "выше", "ниже")
            for token in following
        )
    ):
        return 0.4 + 0.2 * gap
    return cost + 3.5 + (1.0 if not mention.exact else 0.0)


_ALLOTS = {"fall", "falls", "fell", "go", "goes", "went", "belong", "belongs", "приходится", "приходятся", "приходилось", "пришлось"}  # fmt: skip


def _allotted(scene: Scene, place: int) -> int | None:
    """Where what a part is told of stands behind it: "87.3% falls to WALSync and 10.8% to WALWrite"; the second time without the verb."""
    row = [t.lower for t in scene.tokens[place + 1 : place + 4]]
    number = scene.tokens[place].number
    if number is None or number.dimension != "percent" or len(row) < 2:
        return None
    if row[0] in _ALLOTS:
        at = place + 3
    elif row[0] in ("to", "on", "на"):
        row = [*(t.lower for t in scene.tokens[max(0, place - 12) : place] if t.lower in _ALLOTS), *row][
            -len(row) - 1 :
        ]
        at = place + 2
    else:
        return None
    told = row[0] in _ALLOTS and row[1] in ("to", "on", "на")
    return at if told and any(m.first == at and m.exact for m in scene.mentions.metrics) else None


_SPREAD = re.compile(r"deviation|отклонени|вариаци|variation", re.I)
_CHANGE_WORDS = ("up.comparative", "down.comparative", "up.noun", "down.noun", "better", "worse", "differ")
_CHANGE_VERBS = ("up.intransitive", "down.intransitive", "up.transitive", "down.transitive")


_ONLY = {"лишь", "только", "уже", "всего", "аж", "почти"}


def reads_as_change(scene: Scene, place: int) -> bool:
    """Whether a number says by how much, not how much: "на 29%", "by 5%", "+18%", "29% ниже", "снижение 14%"."""
    tokens = scene.tokens
    number = tokens[place].number
    assert number is not None
    if number.kind == "times":
        return True
    if (
        number.dimension == "percent"
        and place
        and tokens[place - 1].lower in ("up", "down")
        and not (place > 1 and tokens[place - 2].stems & {"make", "made", "mak"})
    ):
        return True
    if _allotted(scene, place) is not None:
        return False
    if more_of_metric(scene, place) or _second_of_range(scene, place):
        return True
    if place and tokens[place - 1].lower in _BEYOND and any(t.lower in _NEVER for t in tokens[max(0, place - 4) : place]):  # fmt: skip
        return False  # "never falls below 90%": a bound of the values
    if named_statistic(scene, place) is not None:
        return False
    back = place - 1
    while back >= 0 and (tokens[back].lower in ("~", "примерно", "около", "почти", "about", "roughly", "almost", "nearly", "более", "чем", "менее",
                                                 "some", "around", "лишь", "only", "just", "всего", "целых", "approximately", "up", "еще", "another", ">", "<", "an", "a")):  # fmt: skip
        back -= 1
    before = tokens[back] if back >= 0 else None
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    if number.dimension == "points":
        return True
    if (
        number.high is not None
        and number.dimension == "percent"
        and any(t.lower in ("ci", "ди", "interval") or "интервал" in t.stems for t in tokens[max(0, place - 8) : place])
    ):
        return True
    if (
        before is not None
        and before.lower in ("down", "up", "минус", "плюс", "minus", "plus")
        and number.dimension == "percent"
    ):
        return True
    if before is not None and before.lower in ("на", "by"):
        # "на 18–29% выше" and "держится на 92,7%" differ by what surrounds them
        if number.dimension == "percent":
            held = back - 2 if back > 1 and tokens[back - 1].lower in _ONLY else back - 1
            return not (
                back
                and tokens[held].stems
                & {
                    "держаться",
                    "находиться",
                    "оставаться",
                    "держится",
                    "hold",
                    "утилизировать",
                    "stay",
                    "загрузить",
                    "загрузиться",
                    "загружать",
                    "заполнить",
                    "занять",
                    "занимать",
                    "использовать",
                    "насытить",
                }
            )
        near_words = tokens[max(0, place - 6) : place + 4]
        if number.unit is not None and _tells_by_how_much(scene, back):
            return True  # "ahead of the default in every block, once by only 22 tps"
        return any(token.has(*_CHANGE_WORDS, *_CHANGE_VERBS) for token in near_words)
    if (
        after is not None
        and after.has("up.comparative", "down.comparative", "better", "worse")
        and number.dimension == "percent"
    ):
        return not (place + 2 < len(tokens) and (other := tokens[place + 2].number) is not None and other.is_value)
    if (
        number.dimension == "percent"
        and after is not None
        and (
            after.lower == "в"
            and place + 2 < len(tokens)
            and tokens[place + 2].lower == "пользу"
            or after.lower == "in"
            and place + 2 < len(tokens)
            and tokens[place + 2].lower in ("favour", "favor")
        )
    ):
        return True
    if after is not None and (after.lower in _BEYOND_IT or any(t.lower == "shy" for t in tokens[place + 2 : place + 4])):  # fmt: skip
        return True  # "17,000 extra inserts"
    if number.signed and (number.dimension == "percent" or _SPOKEN_SIGN.match(tokens[place].lower)):
        return True
    if (
        number.dimension == "percent"
        and number.high is None
        and after is not None
        and after.has("up.noun", "down.noun")
    ):
        return True
    if number.dimension == "percent" and (_is_effect(tokens, place) or _of_a_change_of(scene, place)):
        return True
    if number.unit is not None and number.dimension != "percent" and (_is_a_gap(tokens, place) or _is_of_a_step(scene, place)):  # fmt: skip
        return True
    if number.dimension == "percent" and before is not None:
        window = tokens[max(0, place - 4) : place]
        opened = max((i for i, t in enumerate(window) if t.text in "(["), default=-1)
        window = window[opened + 1 :]
        noun = next(
            (
                token
                for token in reversed(window)
                if token.has("up.noun", "down.noun", "differ") and not token.has("drop")
            ),
            None,
        )
        if noun is not None and not any(
            number.high is None and token.lower in ("с", "со", "from", "до", "to", "от")
            for token in tokens[noun.index + 1 : place]
        ):
            return not any(
                m.first > noun.index and m.last < place and _percent_metric(scene, m.metrics)
                for m in scene.mentions.metrics
            )
        if before.lower in ("a", "an") and after is not None and after.has("up.noun", "down.noun", "better", "worse"):
            return True
    return False


_BEYOND_IT = {"extra", "additional", "shy", "дополнительных", "лишних", "дополнительные", "лишние"}
_SPOKEN_SIGN = re.compile(r"(?:минус|плюс|minus|plus)\s")


def _of_a_change_of(scene: Scene, place: int) -> bool:
    """ "A 175% to 375% performance improvement", "a 30% throughput gain": a noun of change behind the metric that it is of."""
    behind = next((m for m in scene.mentions.metrics if m.first == place + 1), None)
    noun = scene.tokens[behind.last + 1] if behind is not None and behind.last + 1 < len(scene.tokens) else None
    return noun is not None and (noun.has("up.noun", "down.noun") or noun.lower in _BETTERMENTS)


_BETTERMENTS = {"improvement", "improvements", "speedup", "slowdown", "degradation", "deterioration"}
_GAPS = {"difference", "gap", "margin", "increase", "decrease", "reduction", "improvement", "gain", "rise", "growth"}
_ADDING = {"adds", "add", "added", "saves", "saved", "добавляет", "добавил", "добавила", "добавило", "прибавляет", "прибавил", "прибавила", "прибавило", "экономит", "сэкономил", "сэкономила", "сэкономило"}  # fmt: skip


def _is_a_gap(tokens: list[Token], place: int) -> bool:
    """ "There is a 13 ms difference", "the pooler adds 46 MB", "разница в 13 мс": an amount by which two values differ, in their unit."""
    behind = tokens[place + 1].lower if place + 1 < len(tokens) else ""
    former = [t.lower for t in tokens[max(0, place - 3) : place]]
    while former and former[-1] in _ABOUT:
        former.pop()
    if behind in _GAPS or former and former[-1] in _ADDING:
        return True
    return (
        len(former) > 1
        and former[-1] in ("of", "в")
        and former[-2] in ("difference", "gap", "разница", "разницу", "разрыв")
    )


_BRINGING = {"brings", "brought", "buys", "bought", "gives", "gave", "yields", "costs", "cost", "loses", "lost", "даёт", "дает", "дал", "дала", "дало", "приносит", "принёс", "принес", "принесла", "стоит", "стоил", "стоила"}  # fmt: skip


def _is_of_a_step(scene: Scene, place: int) -> bool:
    """ "The upgrade from 15 to 16 brought 130 tps": what a step between two levels brings, where a level alone would bring a value."""
    former = [t.lower for t in scene.tokens[max(0, place - 4) : place]]
    while former and former[-1] in _ABOUT | {"you", "us", "a", "mere", "вам", "нам"}:
        former.pop()
    roles = {m.role for m in scene.mentions.levels if m.last < place}
    return bool(former) and former[-1] in _BRINGING and {"from", "to"} <= roles


_ABOUT = {"about", "roughly", "some", "another", "only", "just", "nearly", "almost", "примерно", "около", "ещё", "еще", "почти", "лишь", "только", "всего", "~", "≈"}  # fmt: skip
_BEYOND = {"below", "under", "above", "over", "past", "beyond", "ниже", "выше"}
_NEVER = {"never", "not", "nowhere", "не", "n't"}
_APART = {"ahead", "behind", "beat", "beats", "beaten", "beating", "leads", "led", "trails", "trailed", "lags", "lagged", "wins", "won", "loses", "lost", "outruns", "outran"}  # fmt: skip


def _tells_by_how_much(scene: Scene, at: int) -> bool:
    """Whether "by" or "на" before a number with a unit tells a difference, however far the comparison stands: "обогнало во всех блоках, однажды лишь на 22 tps"."""
    tokens = scene.tokens
    while at and tokens[at - 1].lower in _ONLY:
        at -= 1
    former = tokens[at - 1] if at else None
    if former is None or former.lower.endswith(("ed", "en")):
        return False  # "led with 7301 tps, followed by 7236 tps"
    before = _compared(scene, at)
    if any(t.lower in _APART for t in before):
        return True
    apart = former.text == "," or former.lower in AT_TIMES or former.stems & OF_RUNS
    return bool(apart) and any(t.has("up.comparative", "down.comparative", "better", "worse") for t in before)


AT_TIMES = {"once", "twice", "sometimes", "occasionally", "однажды", "дважды", "иногда", "порой", "временами"}
OF_RUNS = {"block", "run", "night", "блок", "прогон", "ночь"}


def _compared(scene: Scene, place: int) -> list[Token]:
    """What stands before a number since the last semicolon, or since the amount before it."""
    start = next(
        (
            t.index
            for t in reversed(scene.tokens[:place])
            if t.text in ";:."
            or t.number is not None
            and t.number.unit is not None
            and t.number.dimension != "percent"
            and t.index not in scene.mentions.level_tokens
        ),
        -1,
    )
    return scene.tokens[start + 1 : place]


def _is_effect(tokens: list[Token], place: int) -> bool:
    """ "The estimated effect on throughput is 0.0%", "эффект составил 0,4 %": an effect is a change, whatever its sign."""
    if not place or tokens[place - 1].lower not in (
        "is",
        "was",
        "of",
        "at",
        "—",
        "–",
        "-",
        ":",
        "составил",
        "составляет",
        "равен",
    ):
        return False
    for token in reversed(tokens[max(0, place - 9) : place - 1]):
        if token.text in ",;(" or token.number is not None:
            return False
        if token.stems & {"effect", "эффект"}:
            return True
    return False


def more_of_metric(scene: Scene, place: int) -> bool:
    """ "1,260 more transactions a second": by how much more of a metric."""
    following, number = scene.tokens[place + 1 : place + 3], scene.tokens[place].number
    if not following or following[0].lower not in ("more", "fewer", "less", "больше", "меньше"):
        return False
    beside = any(m.metrics and 0 < m.first - place <= 3 for m in scene.mentions.metrics)
    return beside and number is not None and number.high is None


def _second_of_range(scene: Scene, place: int) -> bool:
    """ "by 44 to 53%": the second end of a change."""
    tokens = scene.tokens
    if place < 3 or tokens[place - 1].lower not in ("to", "до") or tokens[place - 3].lower not in ("by", "на"):
        return False
    former, number = tokens[place - 2].number, tokens[place].number
    return (
        former is not None
        and former.is_value
        and former.dimension == "percent"
        and number is not None
        and number.dimension == "percent"
    )


def _percent_metric(scene: Scene, metrics: frozenset[str]) -> bool:
    return any((u := scene.vocabulary.unit_of(m)) is not None and u.dimension == "percent" for m in metrics)


def _respectively(scene: Scene, bounds: dict[int, Bound], places: list[int]) -> None:
    """ "IOPS and MB/s were 3490 and 116.1": as many metrics in a row as numbers in a row."""
    mentions = [m for m in scene.mentions.metrics if m.metrics and (not m.modifier or _shares_head(scene, m))]
    for at in range(len(mentions) - 1):
        row = [mentions[at]]
        for following in mentions[at + 1 :]:
            between = scene.tokens[row[-1].last + 1 : following.first]
            if (
                between
                and all(t.lower in (",", "и", "and", "/") for t in between)
                and following.metrics != row[-1].metrics
            ):
                row.append(following)
            else:
                break
        if len(row) < 2:
            continue
        after = [p for p in places if p > row[-1].last]
        run = after[: len(row)]
        if len(run) < len(row) or (len(after) > len(row) and _linked(scene, after[len(row) - 1], after[len(row)])):
            continue
        if any(m.first > row[-1].last and m.first < run[-1] for m in mentions):
            continue
        if all(_linked(scene, a, b) for a, b in itertools.pairwise(run)) and not any(
            t.lower in _TO or t.lower in _VERSUS for t in scene.tokens[run[0] : run[-1]]
        ):
            for place, mention in zip(run, row, strict=True):
                fitting = frozenset(m for m in mention.metrics if possible(scene, bounds[place].number, m, False))
                if fitting:
                    bounds[place].metrics, bounds[place].metric_at, bounds[place].unknown = fitting, mention, False
                    bounds[place].metric_source = "near"


def _shares_head(scene: Scene, mention: MetricMention) -> bool:
    """ "Read and write latency": what qualifies shares the noun of the mention that it is joined to."""
    joined = [t.lower in ("and", "и", "/") for t in scene.tokens[mention.last + 1 : mention.last + 2]]
    return joined == [True] and any(m.first == mention.last + 2 and not m.modifier for m in scene.mentions.metrics)


def _linked(scene: Scene, one: int, two: int) -> bool:
    between = scene.tokens[one + 1 : two]
    return len(between) <= 5 and all(token.lower in _LINKS and token.lower not in ("(", ")") for token in between)


# -- levels -----------------------------------------------------------------------------------------------------------


class _Levels:
    """Pairs the numbers of a sentence with its level mentions."""

    def __init__(self, scene: Scene, places: list[int]) -> None:
        self.scene = scene
        self.places = places
        self.tokens = scene.tokens
        self.result: dict[int, tuple[list[frozenset[str]], list[LevelMention], str]] = {}
        self.used: set[int] = set()

    def attach(self) -> dict[int, tuple[list[frozenset[str]], list[LevelMention], str]]:
        mentions = self._combined()
        events: list[tuple[int, str, object]] = [(p, "V", p) for p in self.places] + [
            (m.first, "L", m) for m in mentions
        ]
        events.sort(key=lambda event: event[0])
        clause: list[tuple[int, str, object]] = []
        last = 0
        for event in events:
            if clause and self._walled(last, event[0]):
                self._clause(clause)
                clause = []
            clause.append(event)
            last = event[0]
        if clause:
            self._clause(clause)
        self._rest(mentions)
        return self.result

    def _combined(self) -> list[LevelMention]:
        """In a grid the parts of one level that stand together are one mention: "2 МБ при 32 клиентах"."""
        found = list(self.scene.mentions.levels)
        if len(self.scene.vocabulary.facts.experiment.factors) <= 1:
            return found
        joined: list[LevelMention] = []
        for mention in found:
            last = joined[-1] if joined else None
            near = last is not None and self.scene.sentence.distance(last.last, mention.first) <= 5
            if (
                last is not None
                and near
                and last.factor != mention.factor
                and last.ids & mention.ids
                and last.ids != mention.ids
            ):
                joined[-1] = LevelMention(last.first, mention.last, last.ids & mention.ids, -1, last.role, last.tight)
            else:
                joined.append(mention)
        return joined

    def _walled(self, one: int, two: int) -> bool:
        return any(
            t.text == ";" or t.lower in ("but", "но", "однако", "while", "whereas", "зато", "хотя")
            for t in self.tokens[one:two]
        )

    def _gap(self, one: int, two: int) -> tuple[bool, float]:
        between = self.tokens[one + 1 : two]
        return any(t.lower in _CONJUNCTIONS for t in between), self.scene.sentence.distance(one, two)

    def _clause(self, events: list[tuple[int, str, object]]) -> None:
        runs: list[tuple[str, list[Any]]] = []
        for _, kind, thing in events:
            if runs and runs[-1][0] == kind and self._same_run(runs[-1][1][-1], thing, kind):
                runs[-1][1].append(thing)
            else:
                runs.append((kind, [thing]))
        first_is_level = runs[0][0] == "L"
        for at, (kind, things) in enumerate(runs):
            if kind != "V":
                continue
            before = runs[at - 1][1] if at and runs[at - 1][0] == "L" else None
            after = runs[at + 1][1] if at + 1 < len(runs) and runs[at + 1][0] == "L" else None
            self._run(things, before, after, first_is_level)

    def _same_run(self, one: object, two: object, kind: str) -> bool:
        start = one.last if isinstance(one, LevelMention) else one
        stop = two.first if isinstance(two, LevelMention) else two
        assert isinstance(start, int) and isinstance(stop, int)
        between = self.tokens[start + 1 : stop]
        if (
            kind == "L"
            and isinstance(one, LevelMention)
            and isinstance(two, LevelMention)
            and (one.role == "than") != (two.role == "than")
        ):
            return False
        links = [
            token
            for token in between
            if token.lower in _LINKS or (token.stems & {"значение", "value", "уровень", "level"})
        ]
        return len(links) == len(between) and len(between) <= 6

    def _set(self, place: int, mentions: list[LevelMention], source: str = "own") -> None:
        self.result[place] = ([m.ids for m in mentions], mentions, source)
        self.used.update(id(m) for m in mentions)

    def _run(
        self,
        places: list[int],
        before: list[LevelMention] | None,
        after: list[LevelMention] | None,
        first_is_level: bool,
    ) -> None:
        after_free = [m for m in after or [] if m.role != "than" or len(places) == 1] if after else None
        if len(places) == 1:
            self._single(places[0], before, after_free, first_is_level)
            return
        words = [token.lower for token in self.tokens[places[0] : places[-1]]]
        versus = any(word in _VERSUS for word in words)
        closed = self._closed_behind(places[-1])
        if versus and (not after or closed) and self._against(places):
            return
        if after and len(after) == len(places) and not self._gap(places[-1], after[0].first)[0]:
            for place, mention in zip(places, after, strict=True):
                self._set(place, [mention])
            return
        if before and len(before) == len(places) and not all(id(m) in self.used for m in before):
            for place, mention in zip(places, before, strict=True):
                self._set(place, [mention])
            return
        moving = any(word in _TO for word in words)
        ends = before is not None and len(before) == 2 and (before[0].role == "from" or before[1].role == "to")
        apart = before is not None and any(t.text == ":" for t in self.tokens[before[-1].last : places[0]])
        full = len(places) == len(self.scene.vocabulary.level_ids) > 2 and any(word in ("→", "->") for word in words)
        if moving and not after and (not before or ends and len(places) > 2 or apart and full and not ends):
            levels = self.scene.vocabulary.numeric_order if not ends else self.scene.vocabulary.level_ids
            if (
                ends
                and before
                and self.scene.vocabulary.order_of(min(before[0].ids))
                > self.scene.vocabulary.order_of(min(before[1].ids))
            ):
                levels = levels[::-1]
            arrows = any(word in ("→", "->") for word in words)
            if len(places) == len(levels) and len(levels) > 2 and (ends or arrows or not self._own_level()):
                for place, level in zip(places, levels, strict=True):
                    self.result[place] = ([frozenset({level})], [], "sequence")
            return
        if versus and after and len(after) == 1:
            self._set(places[-1], after)
            if before:
                for place in places[:-1]:
                    self._set(place, before)
            return
        if moving:
            named = {m.role: m for m in self.scene.mentions.levels}
            if len(places) == 2 and "from" in named and "to" in named:
                self._set(places[0], [named["from"]])
                self._set(places[1], [named["to"]])
            elif after and len(after) == 1 and after[0].tight:
                self._set(places[-1], after)
            return
        row = before if before and not all(id(m) in self.used for m in before) else after_free
        if row and row is after_free:
            parted, distance = self._gap(places[-1], row[0].first)
            if parted or distance > 8:
                row = None
        if row and len(row) == 1:
            for place in places:
                self._set(place, row)

    def _closed_behind(self, place: int) -> bool:
        """Whether the numbers stand in brackets that end right behind the last of them."""
        return any(t.text == ")" for t in self.tokens[place + 1 : place + 3])

    def _against(self, places: list[int]) -> bool:
        """ "при 2 МБ ниже, чем при off: 17,9 против 21,4": the first values are the levels', in their order, the last the base's."""
        former = [m for m in self.scene.mentions.levels if m.last < places[0]]
        base = [m for m in former if m.role == "than"]
        own = list({m.ids: m for m in former if m.role != "than"}.values())
        if len(places) == len(own) + 1 and own and len({m.ids for m in base}) == 1:
            for place, mention in zip(places, own, strict=False):
                self._set(place, [mention])
            self._set(places[-1], [base[-1]])
            return True
        here = self.scene.inherited_levels
        if len(places) == 2 and not own and len(here) == 1 and len({m.ids for m in base}) == 1 and base[0].ids != here:
            self.result[places[0]] = (
                [here],
                [],
                "inherited",
            )  # under "512": "twice as dear as at 128 (0.43 vs 0.19 ms)"
            self._set(places[1], [base[-1]])
            return True
        return False

    def _own_level(self) -> bool:
        return bool(self.scene.inherited_levels) and len(self.scene.inherited_levels) == 1

    def _single(
        self, place: int, before: list[LevelMention] | None, after: list[LevelMention] | None, first_is_level: bool
    ) -> None:
        choice: list[LevelMention] | None = None
        if (
            after
            and (before or after[0].role == "than")
            and any(
                t.text == ":"
                and before
                or t.number is not None
                and (
                    self._apart(place, t)
                    or t.number.kind == "times"
                    or (t.number.signed or after[0].role == "than")
                    and t.number.dimension == "percent"
                )
                for t in self.tokens[place + 1 : after[0].first]
            )
        ):
            after = None  # "under powersave p99 reaches 4.92 ms: 1.8 times the baseline's", "88.6 ms, twice the baseline", "47 820 (+15,9% к базе)"
        if after and not before and self._only_compared(place, after[0]):
            after = None
        if after:
            conjunction, distance = self._gap(place, after[0].first)
            if after[0].tight and distance <= 2:
                choice = after[:1]
            elif not conjunction and distance <= 6:
                fresh_before = before and not all(id(m) in self.used for m in before)
                if not (
                    before
                    and fresh_before
                    and first_is_level
                    and not self._gap(before[-1].last, place)[0]
                    and after[0].role != "than"
                ):
                    choice = after
                if choice and fresh_before and after[0].role == "than":
                    choice = before
        if choice is None and before:
            conjunction, distance = self._gap(before[-1].last, place)
            fresh = not all(id(m) in self.used for m in before)
            if fresh or not conjunction:
                choice = [m for m in before if m.role != "than"] or None
        if choice is None and after and after[0].role != "than":
            conjunction, distance = self._gap(place, after[0].first)
            if not conjunction or distance <= 4:
                gap = {t.lower for t in self.tokens[place + 1 : after[0].first]}
                choice = after if not conjunction or gap <= {",", "with", "at", "при", "у", "в", "on", "for"} else None
        if choice:
            if len(choice) > 1 and (
                choice[0].role == "from" and choice[-1].role == "to" or self._beside(choice, place)
            ):
                choice = [choice[-1]]
            self._set(place, choice)

    def _only_compared(self, place: int, mention: LevelMention) -> bool:
        """Under "24": "169 850 — почти на уровне шестичасового", "169,850, slower than at 6": the number is of the level that is spoken of."""
        between = self.tokens[place + 1 : mention.first]
        beside = any(t.stems & THAN or t.lower in THAN or t.lower in _LEVEL_WITH or t.has(*_COMPARATIVES) for t in between)  # fmt: skip
        own = self.tokens[place].number
        amount = own is not None and own.dimension == "percent" and not any(t.text in "—–,(" for t in between)
        if amount or mention.role != "than" or not beside:
            return False  # "the 2.8% lead of eight over the default"
        return self._own_level() and mention.ids != self.scene.inherited_levels

    def _apart(self, place: int, token: Token) -> bool:
        """ "12 410 tps — на 26% больше базового": a percentage parts a value from what it is compared with."""
        own, between = self.tokens[place].number, token.number
        return own is not None and between is not None and between.dimension == "percent" != own.dimension

    def _beside(self, row: list[LevelMention], place: int) -> bool:
        """ "holds at 2048 and 4096, for 16 (-1.6%) it is open": a bracket behind a level with a preposition of its own."""
        opened = self.tokens[place - 1].text == "(" and row[-1].last == place - 2
        return opened and row[-1].first > 0 and self.tokens[row[-1].first - 1].lower in ("при", "для", "у", "at", "for")

    def _rest(self, mentions: list[LevelMention]) -> None:
        """A number without a level of its own takes the sentence's, if it names only one."""
        said = [m for m in mentions if m.role != "than"]
        distinct = {m.ids for m in said}
        for place in self.places:
            if place in self.result:
                continue
            former = [m for m in said if m.last < place]
            if len(distinct) == 1 and not former and said[0].group:
                continue
            if len(distinct) == 1 and not former and self._owned_later(place, said[0]):
                continue
            if len(distinct) == 1 and not self._versus_partner(place):
                self.result[place] = ([said[0].ids], [said[0]], "sentence")
            elif len({m.ids for m in former}) == 1 and not self._versus_partner(place):
                self.result[place] = ([former[-1].ids], [former[-1]], "sentence")

    def _owned_later(self, place: int, mention: LevelMention) -> bool:
        """ "упала с 93,4 % до 38,5 %, дальше почти не меняется (на 256MB 38,1 %)": the level stands in another part, beside its own number."""
        depth = self.tokens[mention.first].depth > self.tokens[place].depth
        return depth and any(source == "own" and mention in held for _, held, source in self.result.values())

    def _versus_partner(self, place: int) -> bool:
        """Whether the number is one side of "A против B", whose other side holds the sentence's only level."""
        for other, (_, held, source) in self.result.items():
            if source == "own" and held and held[0].role != "than":
                low, high = sorted((place, other))
                if any(t.lower in _VERSUS or t.lower in _TO for t in self.tokens[low:high]) and high - low <= 8:
                    return True
        return False


def _inherit_level(scene: Scene, bound: Bound) -> None:
    factors = len(scene.vocabulary.facts.experiment.factors)
    if bound.levels and factors > 1 and not _compared_before(scene):
        inherited = scene.inherited_levels
        bound.levels = [(ids & inherited) or ids for ids in bound.levels] if inherited else bound.levels
    if not bound.levels and scene.inherited_levels:
        bound.levels, bound.level_source = [scene.inherited_levels], "inherited"


def _compared_before(scene: Scene) -> bool:
    """Whether the last sentence that names levels compared those of one factor over all the others: that sets no scene for this one."""
    named = next((former.mentions.levels for former in scene.before() if former.mentions.levels), [])
    main = {m.ids for m in named} & set(scene.vocabulary.main_levels)
    return bool(main) and (
        any(m.role == "than" for m in named) or len(main) > 1 and len({m.factor for m in named}) == 1
    )


# -- statistics -------------------------------------------------------------------------------------------------------


_RANKS = ("p5", "p90", "p95", "p99", "p999")


def _said(token: Token) -> str | None:
    """The statistic that a token tells; p99 is read as a name."""
    if token.number is not None and token.number.kind == "name" and token.lower in ("p50", *_RANKS):
        return "median" if token.lower == "p50" else token.lower
    return token.statistic


def _statistic(scene: Scene, bound: Bound, places: list[int]) -> None:
    place = bound.place
    tokens = scene.tokens
    best: tuple[float, int] | None = None
    phrase = named_statistic(scene, place)
    if phrase is not None:
        bound.stat, bound.stat_at = phrase, place
        return
    ordinal = _percentile(scene, bound, places)
    if ordinal is not None:
        bound.stat, bound.stat_at = ordinal
        return
    headed = _headed_statistic(scene, place, places)
    if headed is not None:
        bound.stat, bound.stat_at = headed, place
        return
    dipping = _dipping(scene, bound, places)
    if dipping is not None:
        bound.stat, bound.stat_at, bound.stat_superlative = dipping, place, True
        return
    special = _special_statistic(scene, place)
    if special is not None:
        bound.stat, bound.stat_at = tokens[special].statistic, special
        return
    for token in tokens:
        said = _said(token)
        at = token.index
        if said is None or said not in STATS_SAID and said not in ("pearson", "spearman", "partial", *_RANKS):
            continue
        if said in _RANKS and _of_next(scene, at, place, places):
            continue
        if said in ("first", "last") and not any(said in scene.vocabulary.stats_of(m) for m in bound.metrics):
            continue  # "on that last step, from 149 to 171 s": of what the facts hold no first or last value
        if bound.metric_at is not None and bound.metric_at.first <= at <= bound.metric_at.last:
            if not scene.vocabulary.has_percentile(token.lower, bound.metrics):
                continue
        if token.lower in ("peaks", "peaked") and at + 1 < len(tokens) and tokens[at + 1].lower in ("at", "with"):
            continue  # "it peaks at 100 (64.0%)": the highest of the levels, no extreme of a run
        if any(m.first <= at <= m.last for m in scene.mentions.levels) or _names_another(scene, bound, at):
            continue
        if (
            token.statistic in ("max", "min")
            and at + 1 < len(tokens)
            and tokens[at + 1].stems & {"значение", "value"}
            and any(m.first in (at + 2, at + 1) for m in scene.mentions.levels)
        ):
            continue
        if at > place and any(m.first == at + 1 and m.exact and not m.metrics & bound.metrics for m in scene.mentions.metrics):  # fmt: skip
            continue  # "grows to 44.7 GB at a mean bloat of 41%": the statistic of what follows it
        distance = scene.sentence.distance(at, place)
        between = [p for p in places if min(at, place) < p < max(at, place)]
        walls = any(t.text == ";" or t.wall >= 6 for t in tokens[min(at, place) : max(at, place)])
        limit = 5.0 if at > place else 26.0 if between and _row(scene, between, place, at) else 14.0
        if walls or distance > limit:
            continue
        if at > place and any(p > at and scene.sentence.distance(at, p) <= distance for p in places):
            continue
        if at > place and at + 2 in places and tokens[at + 1].text == "=":
            continue  # "-541.3 with R² = 0.72"
        cost = distance + (0 if at < place else 2.5) + (3 * len(between) if not _row(scene, between, place, at) else 0)
        foreign = [
            m
            for m in scene.mentions.metrics
            if min(at, place) < m.first < max(at, place)
            and bound.metric_at is not None
            and m is not bound.metric_at
            and not m.modifier
            and m.metrics != bound.metrics
        ]
        cost += 3 * len(foreign)
        if cost <= limit and (best is None or cost < best[0]):
            best = (cost, at)
    if best is not None and (nearer := _percentile_since(scene, best[1], place, places)) is not None:
        bound.stat, bound.stat_at = scene.tokens[nearer].lower, nearer
        return
    if best is not None:
        if _said(tokens[best[1]]) not in _RANKS:  # "the p99 is the worst of all, 41 ms"
            _extreme_said(scene, bound)
        if bound.stat_at is not None and bound.stat_at > best[1]:
            return  # "в среднем 97 с, самая долгая — 130 с"
        spoken = tokens[best[1]]
        if _said(spoken) in CENTRAL and of_moments(scene, best[1], place):
            return
        bound.stat, bound.stat_at = _said(spoken), best[1]
        bound.stat_superlative = spoken.has("superlative.max", "superlative.min")
        return
    if (tail := _tail(scene, place)) is not None:
        bound.stat, bound.stat_at = tail
        return
    bound.stat = scene.inherited_stat or _of_the_pronoun(scene, bound)
    if bound.stat == "min" and scene.block.kind == "cell" and bound.number.unit == unit_named("min"):
        bound.stat = None  # "Restore, min": minutes
    if bound.stat is not None and not scene.stat_of_header:
        # what a heading or a lead-in says in general holds only for metrics that have such a statistic
        held = {stat for metric in bound.metrics for stat in scene.vocabulary.stats_of(metric)}
        bound.stat = bound.stat if bound.stat in held else None
    if bound.stat is None:
        _extreme_said(scene, bound)


_IT = {"it", "he", "she", "он", "она", "оно"}


def _of_the_pronoun(scene: Scene, bound: Bound) -> str | None:
    """ "The standard deviation is lowest at 4. At 1 it is 30% above the baseline's": the spread that the sentence before is about."""
    if scene.former is None or bound.metric_source != "inherited":
        return None
    said = any(t.lower in _IT for t in scene.tokens[: bound.place])
    held = all("stddev" in scene.vocabulary.stats_of(metric) for metric in bound.metrics)
    told = re.search(r"standard deviation|стандартн\w+ отклонени", scene.former.sentence.text, re.I)
    return "stddev" if said and held and told is not None else None


def _of_extreme(scene: Scene, bound: Bound) -> None:
    """ "the minimum falls by 34.8%": of what is decided on, where what was spoken of before has no such extreme."""
    primary = scene.vocabulary.facts.experiment.primary
    if bound.stat not in ("min", "max") or bound.metric_source != "inherited" or primary is None:
        return
    having = any(bound.stat in scene.vocabulary.stats_of(metric) for metric in bound.metrics)
    if not having and bound.stat in scene.vocabulary.stats_of(primary) and possible(scene, bound.number, primary, True):
        bound.metrics = frozenset({primary})


_DIPPING = re.compile(
    r"\b(?:as (?:low|short|few|little) as|(?:dips?|dipp(?:ed|ing)|plung(?:es?|ed|ing)) (?:\w+ )?to|(?P<max>as (?:high|long|many|much|large) as|spik(?:es?|ed|ing) (?:\w+ )?to)) $|"
    r"(?<!\w)(?:провал\w+|просад\w+|просед\w+|просел\w*) (?:\w+ )?до $",
    re.I,
)


def _dipping(scene: Scene, bound: Bound, places: list[int]) -> str | None:
    """ "8,140 TPS on average, dipping as low as 5,210": an extreme of a run, told behind a value of the same sentence."""
    found = _DIPPING.search(scene.sentence.text[: scene.tokens[bound.place].start - scene.tokens[0].start])
    stat = None if found is None else "max" if found["max"] else "min"
    held = all(stat in scene.vocabulary.stats_of(metric) for metric in bound.metrics)
    return stat if held and bound.metrics and any(p < bound.place for p in places) else None


_AT_MOMENTS = re.compile(
    r"\b(?:at (?:times|moments|some point)|sometimes|occasionally|momentarily|briefly|now and then|from time to time)\b|"
    r"(?<!\w)(?:временами|иногда|порой|моментами|изредка|кратковременно|время от времени)(?!\w)",
    re.I,
)


def of_moments(scene: Scene, first: int, place: int) -> bool:
    """ "27.8 on average, at times 52", "в среднем 27,8, временами до 52": of single moments of a run, where an average told before is over."""
    return first < place and _AT_MOMENTS.search(scene.text_of(first, place - 1)) is not None


def _percentile_since(scene: Scene, at: int, place: int, places: list[int]) -> int | None:
    """ "the mean is 12.9 ms, its p99 reaches 61.8 ms": a percentile that stands between a statistic's word and the number."""
    for token in reversed(scene.tokens[max(at + 1, place - 6) : place]):
        if token.index in places or token.text in ",;(":
            return None
        if re.fullmatch(r"p\d{2,3}", token.lower):
            inside = any(m.first <= token.index <= m.last for m in scene.mentions.metrics)
            return None if inside or token.lower == "p50" else token.index
    return None


def _of_next(scene: Scene, at: int, place: int, places: list[int]) -> bool:
    """ "6.42 ms, p99 10.4": a statistic named after a mark belongs to the number behind it."""
    if at < place or not any(p > at and scene.sentence.distance(at, p) <= 6 for p in places):
        return False
    return any(t.text in ",;:—–(" for t in scene.tokens[place + 1 : at])


def _tail(scene: Scene, place: int) -> tuple[str, int] | None:
    """ "лучший хвост — 12,1 мс": the percentile that the facts hold, where no metric is called so."""
    for token in reversed(scene.tokens[max(0, place - 5) : place]):
        if token.number is not None and token.number.is_value or token.text in ".;":
            break
        if token.stems & {"хвост", "tail"}:
            stats = {f.stat for f in scene.vocabulary.facts.facts}
            held = [stat for stat in ("p99", "p999", "p95") if stat in stats]
            if not held:
                return None
            named = any(m.first <= token.index <= m.last for m in scene.mentions.metrics)
            return None if named else (held[0], token.index)
    return None


def _of_percentile(scene: Scene, bound: Bound) -> None:
    """ "p99 is twice as high": of what was spoken of before, or else of the metrics that have such a percentile at all."""
    if bound.stat is None or not re.fullmatch(r"p\d+", bound.stat) or bound.metric_source not in ("inherited", "unit"):
        return
    own = frozenset(metric for metric in bound.metrics if bound.stat in scene.vocabulary.stats_of(metric))
    if own:
        bound.metrics = own
        return
    having = [m for m in scene.vocabulary.metrics if bound.stat in scene.vocabulary.stats_of(m)]
    fitting = frozenset(m for m in having if bound.number.kind == "times" or possible(scene, bound.number, m, False))
    bound.metrics = fitting or bound.metrics


def _headed_statistic(scene: Scene, place: int, places: list[int]) -> str | None:
    """ "8,1 / 31" below "mean / max": the statistics of the head in its order."""
    header = scene.block.column_header or scene.block.row_header
    if scene.block.kind != "cell" or header is None or len(places) < 2:
        return None
    for block in (scene.block.column_header, scene.block.row_header):
        said = (
            [t.statistic for t in scene.world.tokens_of(block) if t.statistic in STATS_SAID]
            if block is not None
            else []
        )
        if len(said) == len(places):
            return said[places.index(place)]
    return None


def _names_another(scene: Scene, bound: Bound, at: int) -> bool:
    """Whether a statistic's word is part of another metric's name: "p99" of "412 MB/s in, p99 of 38.2 ms"."""
    return any(
        m.first <= at <= m.last and m.exact and m.metrics and not m.metrics & bound.metrics
        for m in scene.mentions.metrics
    )


def _extreme_said(scene: Scene, bound: Bound) -> None:
    """ "самая долгая — 130 с", "в худший момент — 15,2 млн": the extreme of a run, said by a superlative before the number."""
    from factcheck.binding.superlative_kinds import superlative_kind

    tokens = scene.tokens
    start, far = _way_begins(tokens, bound.place)
    for at in range(start, max(-1, start - far), -1):
        token = tokens[at]
        if token.text in ";" or token.number is not None and token.number.is_value or token.wall >= 6:
            return
        kind = superlative_kind(scene, token)
        if kind in ("best", "worst"):
            sides = {scene.vocabulary.better(metric) for metric in bound.metrics}
            if len(sides) != 1 or None in sides:
                return
            kind = "max" if (sides == {"higher"}) == (kind == "best") else "min"
        if kind == "max" and at + 1 < len(tokens) and tokens[at + 1].has("drop", "down.noun"):
            kind = "min" if bound.number.dimension != "percent" else kind  # "the deepest fall, 713"
        if kind in ("max", "min"):
            own = _extreme_ranked(scene, at)
            bound.stat, bound.stat_at, bound.stat_superlative = (kind, at, True) if own is None else (*own, True)
            return


_COPULA = {"is", "was", "are", "were", "—", "–", "-"}


def _extreme_ranked(scene: Scene, at: int) -> tuple[str, int] | None:
    """ "The longest transaction is the shortest of the four", "самая долгая — самая короткая из всех": the extreme of a run that a superlative only ranks."""
    from factcheck.binding.superlative_kinds import superlative_kind

    former = [t for t in scene.tokens[max(0, at - 3) : at] if t.lower != "the" and not t.stems & {"самый", "сам"}]
    if not former or former[-1].lower not in _COPULA:
        return None
    for token in reversed(scene.tokens[max(0, former[-1].index - 6) : former[-1].index]):
        if token.text in ",;:(" or token.number is not None and token.number.is_value:
            return None
        kind = token.statistic if token.statistic in ("max", "min") else superlative_kind(scene, token)
        if kind in ("max", "min"):
            return kind, token.index
    return None


def _way_begins(tokens: list[Token], place: int) -> tuple[int, int]:
    """Where to look back from, and how far: "the longest pass got longer on that last step, from 149 to 171 s" tells both ends of its subject."""
    if place > 2 and tokens[place - 1].lower in ("to", "до") and tokens[place - 2].number is not None:
        place -= 2
    moved = place > 0 and tokens[place - 1].lower in ("from", "с", "со")
    return place - 1, 14 if moved else 6


# Statistics that take a phrase to name; the facts may hold any under these names.
_NAMED = [
    (
        re.compile(r"(?:ratio of the 5th percentile|отношени\w+ 5-го пр?[оец]+р?центил\w+|p5\s?/\s?p50)[^;]*$", re.I),
        "p5_to_p50",
    ),
    (re.compile(r"(?:median absolute deviation|медианн\w+ абсолютн\w+ отклонени\w+|\bMAD\b)[^;]*$", re.I), "mad"),
    (
        re.compile(r"(?:standard deviation|стандартн\w+ отклонени\w+|среднеквадратич\w+ отклонени\w+)[^;]*$", re.I),
        "stddev",
    ),
    (re.compile(r"(?:coefficient of variation|коэффициент\w* вариации)[^;]*$", re.I), "cv"),
    (re.compile(r"(?:interquartile range|межквартильн\w+ размах)[^;]*$", re.I), "iqr"),
]


def called_by_itself(vocabulary: Vocabulary, metric: str, stat: str) -> bool:
    """Whether a metric's own name says a statistic: "TPS coefficient of variation", of which the facts hold one value a level."""
    held = vocabulary.metrics.get(metric)
    names = [name for row in held.names.values() for name in row] if held is not None else []
    return any(kind == stat and pattern.search(name) for pattern, kind in _NAMED for name in names)


def named_statistic(scene: Scene, place: int) -> str | None:
    """The statistic that a phrase before the number names, in its part of the sentence, or names for the row it is in."""
    if place not in scene.named:
        scene.named[place] = _named_before(scene, place)
        former = next((at for at in range(place - 1, -1, -1) if at in scene.named), None)
        if scene.named[place] is None and former is not None and _in_row(scene, former, place):
            scene.named[place] = scene.named[former]
    return scene.named[place]


def _in_row(scene: Scene, one: int, two: int) -> bool:
    """Whether only levels and marks part two numbers: "0.86 (off), 0.87 (on)"."""
    levels = {at for m in scene.mentions.levels for at in range(m.first, m.last + 1)}
    return all(t.index in levels or t.lower in _ROW_MARKS for t in scene.tokens[one + 1 : two])


def _named_before(scene: Scene, place: int) -> str | None:
    start = scene.tokens[0].start
    before = scene.block.text[max(start, scene.tokens[place].start - 160) : scene.tokens[place].start]
    best: tuple[int, str] | None = None
    for pattern, stat in _NAMED:
        found = pattern.search(before)
        if found and (best is None or found.start() > best[0]):
            best = (found.start(), stat)
    if best is None:
        return None
    return best[1]


_ROW_MARKS = {",", "(", ")", "и", "and", "at", "при", "/", "="}
_PERCENTILES = {"перцентиль", "процентиль", "percentile", "percentil"}


def _percentile(scene: Scene, bound: Bound, places: list[int]) -> tuple[str, int] | None:
    """ "5-й процентиль 1139", "the 95th percentile 4,076": the nearest before the number, or the column's head."""
    tokens = scene.tokens
    for at in range(bound.place - 1, max(-1, bound.place - 14), -1):
        token = tokens[at]
        if (
            token.text == ";"
            or token.statistic in ("max", "min", "median", "mean")
            or any(
                m.first == at and m.metrics and not m.modifier and m is not bound.metric_at and m.first != bound.place
                for m in scene.mentions.metrics
                if not (scene.tokens[m.first].number is not None)
            )
        ):
            break
        if (
            token.number is not None
            and token.number.kind == "ordinal"
            and at + 1 < len(tokens)
            and tokens[at + 1].stems & _PERCENTILES
        ):
            if bound.metric_at is not None and bound.metric_at.first <= at <= bound.metric_at.last:
                return None
            return "p" + "".join(c for c in token.text if c.isdigit()), at
    header = scene.block.column_header
    if header is not None:
        row = scene.world.tokens_of(header)
        own = scene.world.mentions_of(header).metrics
        for token, following in itertools.pairwise(row):
            if (
                token.number is not None
                and token.number.kind == "ordinal"
                and following.stems & _PERCENTILES
                and not any(m.metrics for m in own)
            ):
                return "p" + "".join(c for c in token.text if c.isdigit()), bound.place
    return None


def _special_statistic(scene: Scene, place: int) -> int | None:
    """R^2, a slope, an angle or an amplitude named before the number, of which "максимум" is then said."""
    tokens = scene.tokens
    for at in range(place - 1, max(-1, place - 16), -1):
        token = tokens[at]
        if token.text == ";" or token.wall >= 6:
            return None
        if token.statistic in ("r_squared", "angle", "slope", "amplitude"):
            if token.number is not None and token.number.is_value:
                return None
            between = [
                t
                for t in tokens[at + 1 : place]
                if t.number is not None and t.number.is_value and t.index not in scene.mentions.level_tokens
            ]
            return None if between and any(t.text in ",;" for t in tokens[at:place]) else at
    return None


def _row(scene: Scene, between: list[int], place: int, at: int) -> bool:
    """Whether the numbers between belong to the same row ("max latency 13.8 (50), 12.5 (100)")."""
    if at > place:
        return False
    row = [*between, place]
    mentions = [m for m in scene.mentions.metrics if not m.modifier and row[0] < m.first < place]
    return not mentions


def tells_slope(scene: Scene, bound: Bound) -> bool:
    """Whether a number was found right as how fast something moved within a run: "declines in every run: by 480, 310 and 905"."""
    held = [fact for name in bound.facts if (fact := scene.vocabulary.by_name.get(name))]
    return bound.verdict == "supported" and any(fact.stat == "slope" for fact in held)

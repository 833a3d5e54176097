"""Holds a way that is told along the parameter to all the levels it is told of, even where only its ends are given: "improves with a longer interval, from 270 to 1284".

Also a row of values that is called monotone, peaks that "only shrink with every doubling" of what stood before, and "the higher A, the lower B". Only
refutes; a step that the effects leave undecided goes neither way.
"""

from __future__ import annotations

import itertools
import re

from factcheck.binding.agreement import shown
from factcheck.binding.arguments import (
    UNSETTLED,
    argument_of,
    clause_bounds,
    is_hedged,
    is_negated,
    noise_near,
    stat_of,
)
from factcheck.binding.bound import Bound
from factcheck.binding.pairs import DOWN, UP, parameter_words
from factcheck.binding.parameter import may_be_parameter
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, phrases, refuted
from factcheck.forms.facts import Fact
from factcheck.judging.changes import direction_of
from factcheck.judging.exempt import SCATTER
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.sentences import Token

_WORDS = (
    "up.intransitive", "down.intransitive", "up.noun", "down.noun", "up.comparative", "down.comparative", "better", "worse",
)  # fmt: skip
_MONOTONE = re.compile(
    r"\bmonoton\w+|\bsteadily\b|\bsteady (?:growth|rise|fall|decline|increase|decrease)\b|\bconsistently\b|\bcontinuously\b|\bwithout exception\b|\bstepwise\b|\bstep (?:by|after) step\b|"
    r"(?<!\w)(?:неуклонн\w+|монотонн\w+|последовательн\w+|равномерн\w+|непрерывн\w+|шаг за шагом|ступень за ступенью)(?!\w)",
    re.I,
)
_STEPS = re.compile(
    r"\b(?:with|at) (?:each|every) (?:\w+ )?(?:step|doubling|increase|level|size)|\bonly (?:fall|shrink|rise|grow|decrease|increase)s?\b|"
    r"(?<!\w)(?:с каждым|на каждом)\s+\w+|(?<!\w)только\s+(?:раст|уменьш|увелич|сниж|пада|возраст|сокращ)\w+",
    re.I,
)
_OPEN = re.compile(
    r"\b(?:overall|on the whole|mostly|mainly|at first|until|up to|beyond|then|but|except|in general|not monoton\w*|non-?monoton\w*|nearly|almost)\b|"
    r"(?<!\w)(?:в целом|в основном|сначала|затем|потом|после чего|но|кроме|до определ\w+|немонотонн\w+|не\s+монотонн\w+|почти|вплоть|за исключением)(?!\w)",
    re.I,
)
_EXTREMA = {
    "max": re.compile(r"^\W*(?:the |its |their |их |его )?(?:peaks|maxima|maximums|maximum values|пики|максимумы|максимальные значения|пиковые значения)(?!\w)", re.I),
    "min": re.compile(r"^\W*(?:the |its |their |их |его )?(?:minima|minimums|lows|минимумы|минимальные значения)(?!\w)", re.I),
}  # fmt: skip
_OVER_TIME = re.compile(r"\b(?:over time|per (?:minute|hour)|during|under (?:growing|rising|increasing) load)\b|(?<!\w)(?:со временем|в ходе|за (?:минуту|час)|в течение|растущей нагрузк\w+)(?!\w)", re.I)  # fmt: skip


def judge_along_ways(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each way that the levels between its ends refute."""
    if scene.block.kind not in ("paragraph", "item", "lead") or len(scene.vocabulary.facts.experiment.factors) > 1:
        return []
    if scene.tokens[-1].text == "?" or len(scene.vocabulary.numeric_order) < 3:
        return []
    return [*_with_growth(scene, bounds), *_further(scene), *_rows(scene, bounds), *_peaks(scene), *_the_more(scene)]


# -- along the parameter ----------------------------------------------------------------------------------------------


def _with_growth(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    own = (parameter_words(scene) if scene.mentions.factors else set()) | _together(scene)
    if not own or scene.matches(_OPEN) or scene.matches(_OVER_TIME) or scene.has("correlate"):
        return []
    words = [t for t in scene.tokens if t.has(*_WORDS) and t.index not in own]
    sign = -1 if any(scene.tokens[at].has("down.noun", "down.intransitive", "down.transitive", "down.comparative") for at in own) else 1  # fmt: skip
    found = []
    for word in words:
        if is_negated(scene, word.index) or is_hedged(scene, word.index) or not _beside(scene, word, own):
            continue
        argument = argument_of(scene, word, inherit=False)
        if argument is None or len(argument.metrics) != 1 or not argument.own:
            continue
        if any(t.text == ":" for t in scene.tokens[argument.last : word.index]):
            continue  # "how the disk works changes with it: fewer operations": of what is named behind the colon
        (metric,) = argument.metrics
        way = direction_of(scene, word, argument.metrics) * sign
        scatter = any(t.stems & SCATTER for t in scene.tokens)
        if way not in (UP, DOWN) or scatter or any(t.has("stable", "unstable") for t in scene.tokens):
            continue
        row = _series(scene, bounds, metric, stat_of(scene, argument, word), word)
        ruling = _against(scene, metric, row, way)
        if ruling is not None:
            found.append((min(word.index, argument.first), max(word.index, argument.last), "order", ruling))
    return found


def _together(scene: Scene) -> set[int]:
    """ "grows with the pool", "растёт вместе с пулом": the places of the parameter itself, whose growth is meant."""
    found = set()
    for place, _ in scene.mentions.factors:
        before = [t.lower for t in scene.tokens[max(0, place - 3) : place] if t.lower not in ("the", "our", "its")]
        # "compared with checkpoint_timeout = 1min" names a level
        at_level = any(m.first <= place + 2 and place <= m.last for m in scene.mentions.levels)
        if before and before[-1] in ("with", "с", "со") and not at_level:
            found.add(place)
    return found


def _beside(scene: Scene, word: Token, own: set[int]) -> bool:
    """Whether a direction word stands in one clause with the growth of the parameter, with no other word of way between them."""
    start, stop = clause_bounds(scene, word.index)
    near = [at for at in own if start <= at <= stop and abs(at - word.index) <= 9]
    between = (scene.tokens[min(at, word.index) + 1 : max(at, word.index)] for at in near)
    return any(not any(t.has(*_WORDS) or t.text in ";." for t in gap) for gap in between)


def _series(
    scene: Scene, bounds: dict[int, Bound], metric: str, stat: str | None, word: Token
) -> list[tuple[str, Fact]]:
    """The values of all levels; between the ends that the sentence names, or that its values are of."""
    held = stat if stat in scene.vocabulary.stats_of(metric) else None
    if stat is not None and held is None:
        return []
    row = scene.vocabulary.series(metric, held)
    if len(row) != len(scene.vocabulary.numeric_order):
        return []
    named = [next(iter(m.ids)) for m in scene.mentions.levels if len(m.ids) == 1]
    for place, bound in bounds.items():
        fact = scene.vocabulary.by_name.get(bound.facts[0]) if len(bound.facts) == 1 else None
        if place > word.index and fact is not None and fact.metric == metric and fact.level and fact.partner is None:
            named.append(scene.vocabulary.canonical(fact.level))
    order = [level for level, _ in row]
    places = [order.index(level) for level in named if level in order]
    if len(set(places)) == 1 or named and len(set(places)) < 2:
        return []
    return row[min(places) : max(places) + 1] if places else row


def _against(scene: Scene, metric: str, row: list[tuple[str, Fact]], way: int) -> Ruling | None:
    """A refutation when a step of a row goes the other way."""
    if len(row) < 3:
        return None
    for (one, a), (two, b) in itertools.pairwise(row):
        if (shown(b) - shown(a)) * way < 0 and not _undecided(scene, metric, one, two):
            text = " → ".join(f"{shown(fact):g} ({level})" for level, fact in row)
            names = tuple(fact.name for _, fact in row)
            return Ruling("contradicted", f"not monotone: {text}", f"не монотонно: {text}", names, text)
    return None


def _undecided(scene: Scene, metric: str, one: str, two: str) -> bool:
    held = scene.vocabulary.effect(metric, two, one) if scene.vocabulary.repeated else None
    return held is not None and held[0].verdict in UNSETTLED


_FURTHER = re.compile(
    r"\b(?:a )?further (?:increase|rise|raise|growth|enlarg\w+|increasing|raising)|\b(?:increasing|raising|enlarging) (?:it|the \w+) further|"
    r"(?<!\w)дальнейш\w+ (?:увеличени|рост|повышени|подн|расширени|наращивани)\w*",
    re.I,
)


def _further(scene: Scene) -> list[Ruled]:
    """ "A further increase to 10000 improves the bloat": against the level before that one, where the effect is not established or goes the other way."""
    found = []
    order = scene.vocabulary.numeric_order
    for phrase in phrases(scene, _FURTHER):
        to = [m for m in scene.mentions.levels if m.first > phrase.first and len(m.ids) == 1]
        level = next(iter(to[0].ids)) if len({m.ids for m in to}) == 1 else ""
        words = [t for t in scene.tokens if t.index > phrase.last and t.has("up.transitive", "down.transitive", "better", "worse")]  # fmt: skip
        if level not in order[1:] or not words or is_negated(scene, words[0].index) or is_hedged(scene, words[0].index):
            continue
        if any(t.has("negation") for t in scene.tokens[phrase.last : words[0].index]):
            continue  # "не дало выигрыша", "brought no improvement"
        argument = argument_of(scene, words[0], inherit=False)
        if argument is None or len(argument.metrics) != 1 or not argument.own or noise_near(scene):
            continue
        (metric,) = argument.metrics
        way = direction_of(scene, words[0], argument.metrics)
        base = order[order.index(level) - 1]
        one, two = scene.vocabulary.central(metric, base), scene.vocabulary.central(metric, level)
        if one is None or two is None or way not in (UP, DOWN):
            continue
        if (shown(two) - shown(one)) * way <= 0 or _undecided(scene, metric, base, level):
            text = f"{shown(one):g} ({base}) → {shown(two):g} ({level})"
            en, ru = f"{text}, the difference is not established", f"{text}, разница не установлена"
            found.append((phrase.first, words[0].index, "order", Ruling("contradicted", en, ru, (one.name, two.name), text)))  # fmt: skip
    return found


# -- rows that are called monotone ------------------------------------------------------------------------------------


def _rows(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """ "12.4 → 18.7 → 33.5 → 29.1, a steady growth": three or more values of one metric in a row, in the sentence with the word."""
    found = []
    for phrase in phrases(scene, _MONOTONE):
        if is_negated(scene, phrase.first) or is_hedged(scene, phrase.first) or scene.matches(_OPEN):
            continue
        row = _row_beside(scene, bounds, phrase)
        if len(row) < 3:
            continue
        words = [t for t in scene.tokens if t.has(*_WORDS[:6]) and t.index not in parameter_words(scene) and abs(t.index - phrase.first) <= 4]  # fmt: skip
        ways = {direction_of(scene, t, row[0].metrics) for t in words} or {UP, DOWN}
        values = [bound.number.low_value() for bound in row]
        fits = any(all((b - a) * way >= 0 for a, b in itertools.pairwise(values)) for way in ways)
        if not fits and 0 not in ways:
            text = " → ".join(f"{value:g}" for value in values)
            first, last = min(phrase.first, row[0].place), max(phrase.last, row[-1].place)
            found.append((first, last, "monotone", Ruling("contradicted", f"not monotone: {text}", f"не монотонно: {text}", (), text)))  # fmt: skip
    return found


def _row_beside(scene: Scene, bounds: dict[int, Bound], phrase: Phrase) -> list[Bound]:
    """The longest row of right values of one metric and unit, joined by arrows, commas or "and", in the phrase's clause."""
    start, stop = clause_bounds(scene, phrase.first)
    best: list[Bound] = []
    row: list[Bound] = []
    for place in sorted(bounds):
        bound = bounds[place]
        right = start <= place <= stop and bound.verdict == "supported" and bound.predicate == "value"
        gap = [t.lower for t in scene.tokens[row[-1].place + 1 : place]] if row else []
        joined = bool(row) and bound.metrics == row[-1].metrics and len(gap) <= 4 and set(gap) & {"→", "->", ",", "and", "и", "/", "до", "to"}  # fmt: skip
        row = [*row, bound] if right and joined else [bound] if right else []
        best = row if len(row) > len(best) else best
    return best


# -- peaks of what stood before ---------------------------------------------------------------------------------------


def extremum_of_subject(scene: Scene) -> str | None:
    """`max` where a sentence begins with "the peaks", `min` where it begins with the minima."""
    return next((name for name, words in _EXTREMA.items() if words.match(scene.sentence.text)), None)


def _peaks(scene: Scene) -> list[Ruled]:
    """ "The peaks behave alike: with every doubling they only shrink": by that extreme of the metric told just before."""
    stat = extremum_of_subject(scene)
    if stat is None or any(m.exact for m in scene.mentions.metrics) or scene.matches(_OPEN):
        return []
    metric = _metric_before(scene)
    if metric is None or stat not in scene.vocabulary.stats_of(metric):
        return []
    found = []
    for phrase in phrases(scene, _STEPS):
        words = [t for t in scene.tokens if t.has(*_WORDS[:6]) and t.index not in parameter_words(scene)]
        words = [t for t in words if not t.lower.startswith(("удвоен", "doubling", "увеличени", "increase"))]
        if len(words) != 1 or is_negated(scene, words[0].index):
            continue
        way = direction_of(scene, words[0], frozenset({metric}))
        row = scene.vocabulary.series(metric, stat)
        ruling = _against(scene, metric, row, way) if len(row) == len(scene.vocabulary.numeric_order) else None
        if ruling is not None:
            found.append((min(phrase.first, words[0].index), max(phrase.last, words[0].index), "monotone", ruling))
    return found[:1]


def _metric_before(scene: Scene) -> str | None:
    """The one metric that the sentence before, or the item before, names in full."""
    if scene.former is not None:
        named = {m.metrics for m in scene.former.mentions.metrics if m.exact and not m.modifier}
    else:
        at = scene.block.order - 1
        before = scene.world.blocks[at] if 0 <= at < len(scene.world.blocks) else None
        if before is None or before.section != scene.block.section or before.kind not in ("paragraph", "item"):
            return None
        named = {m.metrics for m in scene.world.mentions_of(before).metrics if m.exact and not m.modifier}
    return next(iter(next(iter(named)))) if len(named) == 1 and len(next(iter(named))) == 1 else None


# -- "the higher A, the lower B" --------------------------------------------------------------------------------------

_PAIRED = re.compile(
    r"\bthe (?P<a>higher|larger|longer|greater|more|lower|smaller|shorter|fewer|less)\b[^.;]{2,60}?,\s+the (?P<b>higher|larger|longer|greater|more|lower|smaller|shorter|fewer|less)\b|"
    r"(?<!\w)чем (?P<c>выше|больше|дольше|длиннее|ниже|меньше|короче)(?!\w)[^.;]{2,60}?,\s+тем (?P<d>выше|больше|дольше|длиннее|ниже|меньше|короче)(?!\w)",
    re.I,
)
_LOWER = re.compile(r"lower|smaller|shorter|fewer|less|ниже|меньше|короче", re.I)


def _the_more(scene: Scene) -> list[Ruled]:
    """Two metrics that are said to go together, or against each other, over the levels; not where a correlation may be meant."""
    found = []
    for phrase in phrases(scene, _PAIRED):
        if is_hedged(scene, phrase.first) or scene.matches(_OPEN) or scene.has("correlate"):
            continue
        comma = next(t.index for t in scene.tokens[phrase.first :] if t.text == ",")
        if any(may_be_parameter(scene, t.text) for t in scene.tokens[phrase.first : comma] if t.is_word):
            continue  # "the longer the delay": of the parameter as like as not
        pair = []
        for start, stop in ((phrase.first, comma), (comma, comma + 7)):
            inside = [
                m for m in scene.mentions.metrics if start < m.first < stop and not m.modifier and len(m.metrics) == 1
            ]
            pair.append(next(iter(inside[0].metrics)) if len(inside) == 1 and inside[0].exact else "")
        one, two = pair
        if not one or not two or one == two or _correlated(scene, one, two):
            continue
        words = [phrase.match.group(a) or phrase.match.group(b) for a, b in (("a", "c"), ("b", "d"))]
        same = bool(_LOWER.match(words[0])) == bool(_LOWER.match(words[1]))
        ruled = _discordant(scene, phrase, one, two, same)
        found += [ruled] if ruled is not None else []
    return found


def _correlated(scene: Scene, one: str, two: str) -> bool:
    return any({fact.metric, fact.partner} == {one, two} for fact in scene.vocabulary.correlated)


def _discordant(scene: Scene, phrase: Phrase, one: str, two: str, same: bool) -> Ruled | None:
    rows = dict(scene.vocabulary.series(one)), dict(scene.vocabulary.series(two))
    both = [level for level in rows[0] if level in rows[1]]
    if len(both) < 3:
        return None
    row = sorted((shown(rows[0][level]), shown(rows[1][level])) for level in both)
    for (a, b), (c, d) in itertools.pairwise(row):
        if a != c and b != d and (d > b) != same:
            text = ", ".join(f"{x:g} / {y:g}" for x, y in row)
            return refuted(
                phrase, "order", f"{one} / {two}: {text}", (rows[0][both[0]].name, rows[1][both[0]].name), text
            )
    return None

"""Finds which two levels a comparison compares, and which way it goes.

"чем при 50", "against the default", "с 50 до 150" name the base; what is left open is the baseline, or any pair in
the experiment's order that the facts may decide.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from factcheck.binding.agreement import shown
from factcheck.binding.mentions import LevelMention
from factcheck.binding.scene import Scene
from factcheck.binding.subjects import segment
from factcheck.forms.facts import Effect, Fact
from factcheck.reading.sentences import Token

UP, DOWN = 1, -1


@dataclass(frozen=True, slots=True)
class Pair:
    """From `base` to `level`; `explicit` when the text names both."""

    base: str
    level: str
    explicit: bool


def _any_pairs(scene: Scene, targets: frozenset[str] | None, anchor: int | None, within: bool) -> list[Pair]:
    """The pairs that a comparison in this sentence may mean, the likeliest first."""
    vocabulary = scene.vocabulary
    mentions = scene.mentions.levels
    if (told := _pair_told(scene)) is not None:
        return combine(scene, *told, True) + combine(scene, *told[::-1], True)
    if anchor is not None and len(mentions) > 1:
        own = _own_clause(scene, anchor)
        # "быстрее базы на 32%, а по сравнению с 17 на 21%": what the other clause compares with is not this one's base
        apart = len(mentions) == 2 and any(m.role == "than" and m not in own for m in mentions)
        mentions = own or mentions if len(mentions) > 2 or apart else mentions
        mentions = _behind_a_comparison(scene, mentions, anchor)
    than = [m for m in mentions if m.role == "than"]
    sources = [m for m in mentions if m.role == "from"]
    goals = [m for m in mentions if m.role == "to"]
    if anchor is not None and sources and goals:
        near = _nearest_move(scene, sources, goals, anchor)
        if near is not None and (targets is None or targets in near):
            return _combine_alone(scene, *near)
    others = [m for m in mentions if m.role == "at"]
    if (
        targets is not None
        and any(m.ids == targets for m in than)
        and not any(m.ids == targets for m in (*others, *goals))
    ):
        targets = None
    between = levels_between(scene)
    if between is not None and (targets is None or targets in between):
        one, two = between if targets is None or targets == between[1] else (between[1], between[0])
        return combine(scene, one, two, True) + combine(scene, two, one, True)
    if sources and goals and (targets is None or targets in {m.ids for m in (*goals, *sources)}):
        return combine(scene, sources[0].ids, goals[-1].ids, True)
    if than:
        base_ids: frozenset[str] = frozenset().union(*(m.ids for m in than))
        goal = targets or (others[0].ids if others else goals[0].ids if goals else None)
        if goal is None:
            goal = scene.inherited_levels or None
        if goal is None:
            return combine(scene, base_ids, frozenset(vocabulary.level_ids) - base_ids, False)
        return combine(scene, base_ids, goal - base_ids or goal, True)
    if sources:
        aim = (
            targets
            if targets and targets != sources[0].ids
            else (others[0].ids if len({m.ids for m in others}) == 1 else None)
        )
        levels = aim or frozenset(level for level in vocabulary.level_ids if level not in sources[0].ids)
        return combine(scene, sources[0].ids, levels, aim is not None)
    if targets is None and anchor is not None and len({m.ids for m in others}) >= 2:
        close = _beside(scene, others, anchor)
        if close is not None:
            former = _former_level(scene)
            if former and not former & close:
                return combine(scene, former, close, True)
            targets = close
    goal = targets or (goals[0].ids if goals else others[0].ids if len({m.ids for m in others}) == 1 else None)
    if goal is None and len({m.ids for m in others}) >= 2:
        return _listed(scene, others)
    if goal is None and scene.inherited_levels and not _along_all(scene):
        goal = scene.inherited_levels
    baseline = vocabulary.special("baseline")
    if goal is not None:
        first = combine(scene, baseline, goal, False) if baseline and not goal <= baseline else []
        if (main := _main(scene, goal)) is not None:
            others_of = [ids for ids, name in vocabulary.main_levels.items() if name != main]
            against = sorted(others_of, key=lambda ids: not baseline <= ids)
            first = [pair for ids in against for pair in combine(scene, ids, goal, False) if "=" in pair.base] + first
        rest = [
            Pair(base, level, False)
            for level in sorted(goal, key=vocabulary.order_of)
            for base in vocabulary.level_ids
            if base not in goal and base not in baseline and _one_factor(scene, base, level)
        ]
        return [*first, *rest, *(_inside(scene, goal, baseline) if within else [])]
    order = vocabulary.numeric_order
    reverse = _parameter_direction(scene) == DOWN
    ends = [Pair(order[0], order[-1], False)] if len(order) >= 2 else []
    inner = [
        Pair(a, b, False)
        for i, a in enumerate(order)
        for b in order[i + 1 :]
        if (a, b) != (order[0], order[-1]) and _one_factor(scene, a, b)
    ]
    return [Pair(p.level, p.base, False) if reverse else p for p in (*ends, *inner)]


#: "С ростом нагрузки доля ввода-вывода убывает": along all levels, whatever level was told of before.
_ALONG = re.compile(
    r"(?<!\w)(?:с|по мере) (?:ростом|роста|увеличени\w+|повышени\w+) |\b(?:as|with) (?:the )?(?:\w+ ){0,2}(?:grows|increases|rises|goes up)\b|\bwith (?:growing|increasing|rising) ",
    re.I,
)


def _inside(scene: Scene, goal: frozenset[str], baseline: frozenset[str]) -> list[Pair]:
    """The pairs of a grid within the cells that one factor's level gives, along the other: the "+8.5%" of the row "128 clients"."""
    vocabulary = scene.vocabulary
    if len(vocabulary.facts.experiment.factors) < 2 or not 1 < len(goal) < len(vocabulary.level_ids):
        return []
    usual = {part for cell in baseline for part in enumerate(vocabulary.parts_of(cell))}
    ranked = sorted(goal, key=lambda one: (-len(usual & set(enumerate(vocabulary.parts_of(one)))), vocabulary.order_of(one)))  # fmt: skip
    return [Pair(a, b, False) for at, a in enumerate(ranked) for b in ranked[at + 1 :] if _one_factor(scene, a, b)]


def _along_all(scene: Scene) -> bool:
    """Whether a sentence goes along all levels: what grows in it is no metric ("с ростом r_await")."""
    found = _ALONG.search(scene.sentence.text)
    if found is None:
        return False
    start, end = (scene.tokens[0].start + at for at in found.span())
    return not any(scene.tokens[m.last].end > start and scene.tokens[m.first].start < end + 3 and m.metrics for m in scene.mentions.metrics)  # fmt: skip


_PAIR = re.compile(r"\bpair\b|(?<!\w)пар(?:а|ы|е|у|ой)(?!\w)", re.I)


def _pair_told(scene: Scene) -> tuple[frozenset[str], frozenset[str]] | None:
    """ "The pair 1.1 and 2 is subtle. The lower value wins": the two levels of which the sentence before speaks as a pair."""
    former = scene.former
    if former is None or not _PAIR.search(former.sentence.text):
        return None
    row = [m.ids for m in former.mentions.levels if len(m.ids) == 1]
    own = frozenset().union(*(m.ids for m in scene.mentions.levels))
    return (row[0], row[1]) if len(row) == 2 and row[0] != row[1] and own <= row[0] | row[1] else None


def pairs_for(
    scene: Scene, targets: frozenset[str] | None, anchor: int | None = None, *, within: bool = False
) -> list[Pair]:
    """The pairs that a comparison in this sentence may mean, the likeliest first; in a grid within the cells that it speaks of, and `within` a level's cells, too, where one that holds is enough."""
    if targets is None and (cell := _cell_said(scene)) is not None:
        return _beside_cell(scene, cell)
    pairs = _any_pairs(scene, targets, anchor, within)
    if len(scene.vocabulary.facts.experiment.factors) <= 1 or len(pairs) < 2:
        return pairs
    if len({m.factor for m in scene.mentions.levels}) < 2 and not scene.inherited_levels:
        return pairs  # "synchronous_commit = on leads at every load": the level is compared itself, and sets no scene
    if scene.block.kind == "cell" and scene.inherited_levels:
        return pairs  # "0.91x — A ahead" in a row of its own: who leads, and no scene either
    for factor in range(len(scene.vocabulary.facts.experiment.factors)):
        said = {m.ids for m in scene.mentions.levels if m.factor == factor}
        if len(said) == 1:
            (ids,) = said
            inside = [pair for pair in pairs if pair.base in ids and pair.level in ids]
            pairs = inside or pairs
    return pairs


def _cell_said(scene: Scene) -> str | None:
    """ "At 200 clients X is slower": the one cell of a grid that the levels of a sentence give together, where none is compared with."""
    mentions = scene.mentions.levels
    factors = {m.factor for m in mentions}
    several = len(factors) == len(scene.vocabulary.facts.experiment.factors) > 1 and -1 not in factors
    if not several or any(m.role != "at" or m.group for m in mentions) or len({m.ids for m in mentions}) != len(factors):  # fmt: skip
        return None
    cell = frozenset.intersection(*(m.ids for m in mentions))
    return next(iter(cell)) if len(cell) == 1 and levels_between(scene) is None else None


def _beside_cell(scene: Scene, cell: str) -> list[Pair]:
    """A cell against those that differ in one factor, in their order: the baseline's level of that factor first."""
    vocabulary = scene.vocabulary
    usual = {part for base in vocabulary.special("baseline") for part in enumerate(vocabulary.parts_of(base))}
    pairs = in_rows(scene, frozenset(vocabulary.level_ids), frozenset({cell}), False)
    own = set(enumerate(vocabulary.parts_of(cell)))
    return sorted(pairs, key=lambda pair: not (set(enumerate(vocabulary.parts_of(pair.base))) - own) <= usual)


def _nearest_move(
    scene: Scene, sources: list[LevelMention], goals: list[LevelMention], anchor: int
) -> tuple[frozenset[str], frozenset[str]] | None:
    """Of several "from A to B" the one that stands beside the word or number."""
    moves = [(a, b) for a in sources for b in goals if 0 < b.first - a.last <= 3]
    if len(moves) < 1 or len({m.ids for m in (*sources, *goals)}) < 2:
        return None

    def apart(move: tuple[LevelMention, LevelMention]) -> tuple[bool, int]:
        """Whether a comma parts the move from the word, and how far it stands."""
        near = min(move[0].first, move[1].last, key=lambda place: abs(place - anchor))
        low, high = sorted((near, anchor))
        return any(t.text == "," for t in scene.tokens[low:high]), abs(near - anchor)

    a, b = min(moves, key=apart)
    return a.ids, b.ids


def _combine_alone(scene: Scene, base: frozenset[str], level: frozenset[str]) -> list[Pair]:
    return combine(scene, base, level, True)


def _beside(scene: Scene, mentions: list[LevelMention], anchor: int) -> frozenset[str] | None:
    """The level that stands before a word in its own part of the sentence: "при 2000 она чуть ниже, при 200 заметно ниже"."""
    for mention in reversed(mentions):
        if mention.last < anchor:
            gap = scene.tokens[mention.last + 1 : anchor]
            parted = any(t.text in ",;" or t.number is not None and t.number.is_value for t in gap)
            return None if parted or len(gap) > 6 else mention.ids
    return None


def _former_level(scene: Scene) -> frozenset[str] | None:
    """The one level that the sentence before speaks of."""
    if scene.former is None:
        return None
    distinct = {m.ids for m in scene.former.mentions.levels if m.role != "than"}
    return next(iter(distinct)) if len(distinct) == 1 else None


def levels_between(scene: Scene) -> tuple[frozenset[str], frozenset[str]] | None:
    """The two levels of "между 2 МБ и 1 ГБ", "between worker and io_uring"."""
    for token in scene.tokens:
        if token.lower in ("между", "between"):
            after = [m for m in scene.mentions.levels if 0 < m.first - token.index <= 8]
            distinct = list(dict.fromkeys(m.ids for m in after))
            if len(distinct) >= 2:
                return distinct[0], distinct[1]
    return None


def _behind_a_comparison(scene: Scene, mentions: list[LevelMention], anchor: int) -> list[LevelMention]:
    """ "Latency is lower with B than with A - waiting in A raises it": the levels of a word's own clause, where what was compared before it stands in another one."""
    start, stop = segment(scene, anchor)
    own = [m for m in mentions if start <= m.first <= stop]
    than = [m for m in mentions if m.role == "than"]
    if not own or not than or any(m.role == "than" for m in own) or not all(m.last < start for m in than):
        return mentions
    compared = [t for t in scene.tokens[: than[0].first] if t.has("up.comparative", "down.comparative", "better", "worse")]  # fmt: skip
    return own if compared else mentions  # "relative to A, B is lower": the base stands first


def _own_clause(scene: Scene, anchor: int) -> list[LevelMention]:
    tokens = scene.tokens
    start = max((t.index for t in tokens[:anchor] if t.text == ";" or t.wall >= 6), default=-1)
    stop = min((t.index for t in tokens[anchor:] if t.text == ";" or t.wall >= 6), default=len(tokens))
    return [m for m in scene.mentions.levels if start < m.first < stop]


def _listed(scene: Scene, mentions: list[LevelMention]) -> list[Pair]:
    row = [m.ids for m in mentions]
    found = []
    for a, one in enumerate(row):
        for two in row[a + 1 :]:
            found += combine(scene, one, two, True) + combine(scene, two, one, True)
    return list(dict.fromkeys(found))


def combine(scene: Scene, bases: frozenset[str], levels: frozenset[str], explicit: bool) -> list[Pair]:
    """The pairs that two groups of levels give; of a factor's levels told over all the others, the main effect."""
    main = _main(scene, bases), _main(scene, levels)
    if (main[0] is None) != (main[1] is None) and scene.matches(_OVER_GRID):
        main = _main_of_cells(scene, bases) or main[0], _main_of_cells(scene, levels) or main[1]
    if main[0] and main[1] and main[0] != main[1] and main[0].split("=")[0] == main[1].split("=")[0]:
        return [Pair(main[0], main[1], explicit)]
    return in_rows(scene, bases, levels, explicit)


def in_rows(scene: Scene, bases: frozenset[str], levels: frozenset[str], explicit: bool) -> list[Pair]:
    """Each base with each level; in a grid only those that differ in one factor, so in each row of the others."""
    order = scene.vocabulary.order_of
    return [
        Pair(base, level, explicit)
        for base in sorted(bases, key=order)
        for level in sorted(levels, key=order)
        if base != level and _one_factor(scene, base, level)
    ]


#: "On average over the grid", "в среднем по сетке": a factor's levels over all the others, wherever the base stands.
_OVER_GRID = re.compile(
    r"\b(?:over|across) (?:the (?:whole |entire |full )?grid|all (?:the )?cells)\b|(?<!\w)по (?:всей )?сетке(?!\w)|(?<!\w)по всем ячейкам(?!\w)",
    re.I,
)


def _main_of_cells(scene: Scene, cells: frozenset[str]) -> str | None:
    """The main level that a base stands for: "the default" of a grid is one cell, and over the grid the level of one factor."""
    held = [ids for ids in scene.vocabulary.main_levels if cells <= ids]
    return _main(scene, held[0]) if len(held) == 1 else None


def _main(scene: Scene, levels: frozenset[str]) -> str | None:
    """The name under which the facts hold these levels' main effect on a metric of the sentence ("disk=slow")."""
    name = scene.vocabulary.main_levels.get(levels)
    if name is None:
        return None
    metrics = {m for mention in scene.mentions.metrics for m in mention.metrics} or scene.inherited_metrics
    primary = scene.vocabulary.facts.experiment.primary
    metrics = metrics or ({primary} if primary is not None and scene.matches(_OVER_GRID) else metrics)
    held = (effect for metric in metrics for effect in scene.vocabulary.effects(metric))
    return name if any(name in (effect.level, effect.baseline) for effect in held) else None


def _one_factor(scene: Scene, one: str, two: str) -> bool:
    """In a grid only levels that differ in one factor are compared, unless no such pair is meant."""
    if len(scene.vocabulary.facts.experiment.factors) <= 1:
        return True
    return len(scene.vocabulary.apart(one, two)) == 1


def _parameter_direction(scene: Scene) -> int:
    """Whether the parameter is said to grow (default) or to fall."""
    for place, _ in scene.mentions.factors:
        token = direction_near_factor(scene, place)
        if token is not None:
            return DOWN if token.has("down.noun", "down.intransitive", "down.transitive", "down.comparative") else UP
    return UP


def direction_near_factor(scene: Scene, place: int) -> Token | None:
    """The direction word whose argument is the factor itself: "увеличение параметра", "as the timeout grows"."""
    tokens = scene.tokens
    directions = (
        "up.noun",
        "down.noun",
        "up.transitive",
        "down.transitive",
        "up.comparative",
        "down.comparative",
        "up.intransitive",
        "down.intransitive",
    )
    named = any(m.first in (place, place + 1) for m in scene.mentions.levels)
    for back in range(1, 4):
        if named and place - back >= 0 and tokens[place - back].has("up.comparative", "down.comparative"):
            break  # "5.8% below depth 16": the level is what something is compared with
        if place - back >= 0 and tokens[place - back].lower in (
            "as",
            "when",
            "if",
            "если",
            "когда",
            "мере",
            "than",
            "чем",
            "at",
            "при",
            "with",
            "against",
            "vs",
            ":",
        ):
            break
        if (
            place - back >= 0
            and any(0 < place - back - m.last <= 2 for m in scene.mentions.metrics)
            and tokens[place - back].has("up.intransitive", "down.intransitive")
        ):
            continue  # the metric before it is its subject
        if (
            place - back >= 0
            and tokens[place - back].has("up.intransitive", "down.intransitive")
            and not tokens[place - back].has("up.noun", "down.noun", "up.transitive", "down.transitive")
        ):
            continue
        if place - back >= 0 and tokens[place - back].has(*directions):
            if not any(m.first >= place - back and m.last < place for m in scene.mentions.metrics):
                return tokens[place - back]
    before = tokens[max(0, place - 3) : place]
    if any(t.lower in ("as", "when", "если", "когда", "по", "мере") for t in before):
        for ahead in range(1, 4):
            if place + ahead < len(tokens) and tokens[place + ahead].has(
                "up.intransitive", "down.intransitive", "up.noun", "down.noun", "up.transitive", "down.transitive"
            ):
                return tokens[place + ahead]
    return None


def parameter_words(scene: Scene) -> set[int]:
    """Places of direction words that speak of the factor, not of a metric."""
    found = set()
    for place, _ in scene.mentions.factors:
        token = direction_near_factor(scene, place)
        if token is not None:
            found.add(token.index)
    for mention in scene.mentions.levels:
        # "увеличение с 50 до 150", "raising it from 50 to 150"
        if mention.role in ("from", "to"):
            for back in range(1, 5):
                at = mention.first - back
                if at < 0 or scene.tokens[at].text in ",;()":
                    break
                token = scene.tokens[at]
                if token.has(
                    "up.noun", "down.noun", "up.transitive", "down.transitive", "up.intransitive", "down.intransitive"
                ):
                    between = (t.number for t in scene.tokens[at + 1 : mention.first])
                    amount = any(n is not None and n.dimension == "percent" for n in between)
                    # "its mean drops by 40% between 4 and 8": with an amount of its own it is said of a metric
                    subject = token.has("up.intransitive", "down.intransitive") and (
                        amount or any(m.last < at for m in scene.mentions.metrics)
                    )
                    if (
                        not subject
                        and not any(at < m.first < mention.first for m in scene.mentions.metrics)
                        and (mention.role == "from" or not any(m.last < at for m in scene.mentions.metrics))
                    ):
                        found.add(at)
                    break
    return found


def effect_pct(effect: Effect, reverse: bool) -> float | None:
    """The effect in percent, told from base to level; turned round when the text tells it the other way."""
    if effect.effect_pct is None:
        return None
    if not reverse:
        return effect.effect_pct
    ratio = 1 + effect.effect_pct / 100
    return (1 / ratio - 1) * 100 if ratio > 0 else None


def changes_pct(scene: Scene, metric: str, pair: Pair, stat: str | None) -> list[tuple[float, tuple[str, ...]]]:
    """Percent changes that the facts hold for a pair: effects, delta facts, and differences of values."""
    vocabulary = scene.vocabulary
    found: list[tuple[float, tuple[str, ...]]] = []
    for base, level in _value_pairs(scene, metric, pair, stat):
        for b, v in {(base.value, level.value), (shown(base), shown(level))}:
            if b:
                found.append(((v - b) / abs(b) * 100, (base.name, level.name)))
    for fact in vocabulary.values(metric, "delta_pct", any_level=True):
        if fact.level == pair.level and (
            fact.partner in (None, pair.base)
            or pair.base in (fact.parents or [])
            or any(pair.base in p for p in fact.parents or [])
        ):
            found.append((fact.value, (fact.name,)))
    if stat is None or stat in ("mean", "median"):
        held = vocabulary.effect(metric, pair.level, pair.base)
        if held:
            value = effect_pct(held[0], held[1])
            if value is not None:
                found.insert(0, (value, (f"effect {metric} {held[0].level} vs {held[0].baseline}",)))
    return found


def _value_pairs(scene: Scene, metric: str, pair: Pair, stat: str | None) -> list[tuple[Fact, Fact]]:
    vocabulary = scene.vocabulary
    stats = (stat,) if stat and stat in vocabulary.stats_of(metric) else (None, "mean", "median")
    rows: list[tuple[Fact, Fact]] = []
    for name in stats:
        base, level = vocabulary.central(metric, pair.base, name), vocabulary.central(metric, pair.level, name)
        if base is not None and level is not None and base.stat == level.stat and (base, level) not in rows:
            rows.append((base, level))
    return rows or [
        (base, level)
        for name in stats
        if name is not None
        for base in vocabulary.values(metric, name, pair.base)
        for level in vocabulary.values(metric, name, pair.level)
        if base.scope == level.scope and base.scope not in (None, "run") and (base.partner, base.run) == (level.partner, level.run) == (None, None)
    ]  # fmt: skip


def differences(scene: Scene, metric: str, pair: Pair, stat: str | None) -> list[tuple[float, tuple[str, ...], Fact]]:
    """Absolute differences, in the metric's unit."""
    return [
        (v - b, (base.name, level.name), level)
        for base, level in _value_pairs(scene, metric, pair, stat)
        for b, v in {(base.value, level.value), (shown(base), shown(level))}
    ]


def ratios(scene: Scene, metric: str, pair: Pair, stat: str | None) -> list[tuple[float, tuple[str, ...]]]:
    """Level over base."""
    if stat == "amplitude" and stat not in scene.vocabulary.stats_of(metric):
        return _amplitudes(scene, metric, pair)
    if stat == "stddev" and stat not in scene.vocabulary.stats_of(metric):
        return []
    found: list[tuple[float, tuple[str, ...]]] = [
        (v / b, (base.name, level.name))
        for base, level in _value_pairs(scene, metric, pair, stat)
        for b, v in {(base.value, level.value), (shown(base), shown(level))}
        if b
    ]
    for fact in scene.vocabulary.values(metric, "ratio", any_level=True):
        if fact.level == pair.level:
            found.append((fact.value, (fact.name,)))
    held = scene.vocabulary.effect(metric, pair.level, pair.base) if stat is None else None
    if held and (value := effect_pct(held[0], held[1])) is not None:
        found.append((1 + value / 100, (f"effect {metric} {held[0].level} vs {held[0].baseline}",)))
    return found


def _amplitudes(scene: Scene, metric: str, pair: Pair) -> list[tuple[float, tuple[str, ...]]]:
    """The ratio of two amplitudes that the facts hold by their ends."""
    held = [
        scene.vocabulary.central(metric, level, edge) for level in (pair.base, pair.level) for edge in ("min", "max")
    ]
    low, high, lower, higher = held
    if low is None or high is None or lower is None or higher is None or high.value == low.value:
        return []
    return [((higher.value - lower.value) / (high.value - low.value), tuple(f.name for f in held if f is not None))]

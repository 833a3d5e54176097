"""Reads each sentence that is one plain statement, or a few, and asks the facts: what fails in every reading is refused, what holds is not refused in parts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from factcheck.assisted.amounts import Unusable
from factcheck.assisted.formulas import Outcome
from factcheck.binding.agreement import agrees, in_unit
from factcheck.binding.quantifiers import find
from factcheck.binding.scene import Scene, Stretch
from factcheck.binding.subjects import is_of_noun_before, named_tokens
from factcheck.binding.superlative_kinds import superlative_kind
from factcheck.judging.monotone import is_said_both_ways
from factcheck.judging.offlevels import off_the_levels
from factcheck.judging.slopes import FLOWS, RATE
from factcheck.judging.untold import follows_a_value, is_of_two_names
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.judging.windows import length_of
from factcheck.reading.numbers import Number
from factcheck.reading.units import convert, unit_named
from factcheck.refuting.stretches import drops_of
from factcheck.rereading.qualified import kinds_around
from factcheck.stating.counted import counted
from factcheck.stating.estimates import worked_out
from factcheck.stating.figures import figures
from factcheck.stating.frames import drops, link, steadiness
from factcheck.stating.in_context import Clause, agreed, holds_otherwise, read_clauses
from factcheck.stating.orders.judge import judge_plainly
from factcheck.stating.parts import Statement, statements_in

#: Words that name a statistic, so that no other one is meant.
_NAMED = re.compile(
    r"\b(?:max\w*|min(?:im\w*)?|median\w*|p\d+|average\w*|mean|worst|best|highest|lowest)\b|(?<!\w)(?:макс|мин\w*м|медиан|средн|наи|худш|лучш|сам(?:ый|ая|ое|ые))",
    re.I,
)
_FRAMES = (link, drops, steadiness, counted, figures)


def judge_statements(scene: Scene) -> tuple[list[Ruled], list[Stretch], list[Ruled]]:
    """What both readers refuse, the stretches of which no part may be refused, and what holds; where one holds what the other refuses, the statement stays open."""
    if is_said_both_ways(scene):
        return [], [], []
    plainly, held = judge_plainly(scene)
    misstated, stated, borne_out = judge_stated(scene)
    refused = [one for one in (*plainly, *misstated) if not _meets(one, (*held, *stated))]
    holds = [one for one in (*held, *stated) if not _meets(one, (*plainly, *misstated))]
    return refused, holds, [one for one in borne_out if not _meets(one, (*plainly, *misstated))]


def _meets(one: Ruled | Stretch, others: Iterable[Ruled | Stretch]) -> bool:
    """Whether a stretch of tokens has one in common with another."""
    return any(other[0] <= one[1] and one[0] <= other[1] for other in others)


def judge_stated(scene: Scene) -> tuple[list[Ruled], list[Stretch], list[Ruled]]:
    """The refusals of statements that are read as wholes, the stretches of those that hold, and what all readings of a statement agree is right."""
    factors = scene.vocabulary.facts.experiment.factors
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?" or len(factors) != 1:
        return [], [], []
    if len(scene.tokens) > 60 or _told_of_base(scene) or _is_wanted(scene):
        return [], [], []
    refused: list[Ruled] = []
    held: list[Stretch] = []
    borne_out: list[Ruled] = []
    last = len(scene.tokens) - 1
    whole = [one for one in _outcomes(scene, 0, last) if not _across_percentiles(one)]
    truth = agreed([_softened(scene, one) for one in whole])
    truth = None if truth and _of_all_measures(scene, 0, last) else truth
    if truth:
        borne_out.append((0, last, "stated", _support(scene, whole[0])))
    if truth or truth is False and holds_otherwise(scene, 0, last, _FRAMES):
        held.append(Stretch(0, last, True))
    elif truth is False and not _of_one_level(scene, 0, last) and not _of_names_untold(scene, 0, last):
        failed = next(one for one in whole if one.truth is False)
        if not _is_a_sum(scene, failed) and not _of_a_kind(scene, failed):
            refused.append((0, last, "stated", _refusal(scene, failed)))
    for clause in read_clauses(scene, _FRAMES) if not whole else ():
        if clause.truth and _of_all_measures(scene, clause.first, clause.last):
            continue
        if clause.borne_out:
            borne_out.append((clause.first, clause.last, "stated", _support(scene, clause.outcomes[0])))
        if clause.holds:
            held.append(Stretch(clause.first, clause.last, True))
        elif (
            clause.truth is False
            and not _amid_amounts(scene, clause)
            and not _is_a_depth(scene, clause)
            and not _of_one_level(scene, clause.first, clause.last)
            and not _is_a_sum(scene, clause.outcomes[0])
            and not _goes_on_of_a_part(scene, clause)
            and not _of_another(scene, clause)
            and not _cut_short(scene, clause.last)
            and not _in_another_unit(scene, clause)
            and not _of_the_statistic_before(scene, clause)
            and not _cut_out(scene, clause)
            and not _of_another_percentile(scene, clause)
            and not _goes_on_from(scene, clause)
            and not _of_the_levels_extreme(scene, clause)
            and not _of_a_kind(scene, clause.outcomes[0])
            and not _goes_on_from_a_value(scene, clause)
            and not _of_names_untold(scene, clause.first, clause.last)
            and not _with_its_trend(scene, clause)
        ):
            refused.append((clause.first, clause.last, "stated", _refusal(scene, clause.outcomes[0])))
    return refused, held, borne_out


def _of_a_kind(scene: Scene, outcome: Outcome) -> bool:
    """Whether a metric that refuses a statement may stand for one whose longer name the surroundings go on with."""
    return any(kinds_around(scene, metric) for metric in {fact.metric for fact in outcome.facts})


def _of_all_measures(scene: Scene, first: int, last: int) -> bool:
    """ "8 loses by all measures of speed": more is said than what holds of its mean."""
    return any(one.kind == "all" and one.noun in ("metric", "stat") for one in find(scene.tokens, first, last))


def _told_of_base(scene: Scene) -> bool:
    """ "The highest mean speed: +27.6% over the default": of the level that the heading gives, whose base alone is named."""
    levels = scene.mentions.levels
    signed = any(t.number is not None and t.number.signed and t.number.dimension == "percent" for t in scene.tokens)
    return (
        bool(levels) and all(m.role == "than" for m in levels) and signed and any(t.text in ":(" for t in scene.tokens)
    )


def _across_percentiles(outcome: Outcome) -> bool:
    """ "На 2000 p99 уже хуже базового, p95 ещё нет": one percentile of a level is never held against another one of the base."""
    if any("ranks_" in told for told in outcome.failed):
        return False  # each of the two is ordered by itself
    ranks = {(fact.metric, fact.stat) for fact in outcome.facts if fact.stat == "median" or fact.stat[:1] == "p" and fact.stat[1:].isdigit()}  # fmt: skip
    return len({fact.level for fact in outcome.facts}) > 1 and len(ranks) > 1 == len({metric for metric, _ in ranks})


_BETWEEN = re.compile(r"(?:\bbetween|(?<!\w)между)(?!\w)[^,;:]*$", re.I)
_RANKED = re.compile(r"\b(?:one|two|five|ten) in (?:a |one )?(?:ten|twenty|hundred|thousand)\b|(?<!\w)кажд\w+ (?:десят|двадцат|сот|тысячн)\w+|(?<!\w)од\w+ из (?:десяти|двадцати|ста|сотни|тысячи)", re.I)  # fmt: skip


def _cut_out(scene: Scene, clause: Clause) -> bool:
    """ "The gap between the fastest | and the slowest build is widest", "they differ significantly in tps, | but not in wa": what the rest of the sentence says belongs to it."""
    tokens = scene.tokens[clause.first : clause.last + 1]
    before = scene.sentence.text[: tokens[0].start - scene.tokens[0].start]
    if tokens[0].lower in ("and", "и") and _BETWEEN.search(before):
        return True
    if any(_across_percentiles(one) for one in clause.outcomes):
        return True
    behind = scene.tokens[clause.last + 1 :]
    if behind and behind[0].text == ":" and clause.outcomes[0].failed_numbers:
        return (
            sum(t.number is not None and t.number.is_value for t in behind) >= 2
        )  # "halved as well: 182,400 at the start, 88,200 at the end"
    facts = clause.outcomes[0].facts
    named = any(clause.first <= m.first <= clause.last for m in scene.mentions.metrics)
    if not facts and clause.first and not any(t.has("drop") for t in scene.tokens):
        return True  # "…variation at 1000 is 39%, at 10000 30%": the drops were spoken of before, and not here
    if not named and scene.matches(_RANKED):
        return all(fact.stat in ("mean", "median") for fact in facts)
    left = clause.first > 0 and any(t.has("significant") for t in scene.tokens[: clause.first])
    return left and tokens[0].lower in ("but", "not", "но", "а", "не") and not any(t.has("equal") for t in tokens)


def _of_another_percentile(scene: Scene, clause: Clause) -> bool:
    """ "p99 drops at each step, and so does p95": a percentile that the clause names is none of the facts that fail, or not the only one."""
    told = {t.lower for t in scene.tokens[clause.first : clause.last + 1] if re.fullmatch(r"p\d+", t.lower)}
    held = {m for m in scene.vocabulary.by_metric if told <= set(scene.vocabulary.stats_of(m))}
    if any("ranks_" in one for one in clause.outcomes[0].failed):
        return False  # "by p95 the places are the same": each of the two is ordered by itself
    return bool(told) and any(fact.stat == "mean" and fact.metric in held for fact in clause.outcomes[0].facts)


_GOAL = re.compile(r"(?:for|если важн\w+|для)\s[^:,;]*:", re.I)


def _is_wanted(scene: Scene) -> bool:
    """ "For minimal read latency: 64 (4.1 ms)": the extreme is a goal, and no statistic of the values behind."""
    goal = _GOAL.match(scene.sentence.text)
    stop = scene.tokens[0].start + goal.end() if goal is not None else 0
    return any(t.statistic in ("max", "min") for t in scene.tokens if t.end <= stop)


def _goes_on_from_a_value(scene: Scene, clause: Clause) -> bool:
    """ "TPS 1391.18 - fell a little": a way right behind the value of a level is from the level before that one, which the clause does not name."""
    row = scene.tokens[clause.first : clause.last + 1]
    named = any(clause.first <= at <= clause.last for at in named_tokens(scene))
    ways = [t for t in row if t.has("up.intransitive", "down.intransitive", "better", "worse")]
    return not named and any(follows_a_value(scene, t.index) is not None for t in ways)


_TREND = re.compile(r"[\s(,:—–-]*(?:with |an? |the |при |с |наклон\w* |slope )*(?:R²|R2|R\^2|slope|наклон)", re.I)


def _with_its_trend(scene: Scene, clause: Clause) -> bool:
    """ "Throughput falls at 64 | (R² = 0.81)": the way that it goes within the run, and not from level to level."""
    return _TREND.match(scene.block.text[scene.tokens[clause.last].end :]) is not None


def _of_names_untold(scene: Scene, first: int, last: int) -> bool:
    """ "Throughput falls, but nothing is lost": from which of two names to the other is not said, nor what "which fell" is of."""
    row = scene.tokens[first : last + 1]
    if not any(t.has("up.intransitive", "down.intransitive", "up.comparative", "down.comparative") for t in row):
        return False
    return is_of_two_names(scene) or is_of_noun_before(scene, first)


def _of_another(scene: Scene, clause: Clause) -> bool:
    """ "The highest of all is here, too, 6,044": a number right behind that is no value of the metric which the context gave."""
    mark, behind = (*scene.tokens[clause.last + 1 : clause.last + 3], None, None)[:2]
    named = any(clause.first <= m.first <= clause.last for m in scene.mentions.metrics)
    facts, unit_of = clause.outcomes[0].facts, scene.vocabulary.unit_of
    if not named and _GOAL.match(scene.text_of(clause.first, clause.last)):
        return True  # "For predictability: 512": a goal, which names no metric
    if named or mark is None or behind is None or any(fact.partner for fact in facts):
        return False
    number = behind.number
    if mark.text not in (",", "(", "—", "–", ":") or number is None or number.kind != "value" or number.signed:
        return False
    held = [v for f in facts for v in in_unit(f, number.unit, unit_of(f.metric))]
    return behind.index not in scene.mentions.level_tokens and not agrees(number, held)


def _goes_on_of_a_part(scene: Scene, clause: Clause) -> bool:
    """ "User time moves in a narrow band, and is highest at 4": a subject that is named by a part of its name only."""
    parts = [m for m in scene.mentions.metrics if m.modifier and m.first <= 1 < clause.first]
    named = any(clause.first <= m.first <= clause.last for m in scene.mentions.metrics)
    return bool(parts) and not named and all(f.metric not in parts[0].metrics for f in clause.outcomes[0].facts)


def _amid_amounts(scene: Scene, clause: Clause) -> bool:
    """ "88.6 ms — | twice the baseline": a stretch of a few words among several amounts is of one of these; of thirteen refusals on unread articles one was right."""
    told = [t for t in scene.tokens if t.number is not None and t.number.is_value and t.index not in scene.mentions.level_tokens]  # fmt: skip
    return clause.last - clause.first < 4 and len(told) >= 2


def _cut_short(scene: Scene, last: int) -> bool:
    """ "The peaks at 60 | and 100 coincide", "4,480 came with 256MB, the lowest |, 2,110, by 16MB": a stretch that ends amid a row of levels, or before the value of its extreme, is no statement."""
    row = scene.tokens[last : last + 3]
    known = scene.vocabulary.level_ids
    if len(row) < 3:
        return False
    valued = row[1].text == "," and row[2].number is not None and superlative_kind(scene, row[0]) is not None
    values = [t.number is not None and t.number.is_value and t.index not in scene.mentions.level_tokens for t in row]
    if row[1].text == "," and values[0] and values[2]:
        return True  # "the 95th percentile is 18.9 |, 14.3, 11.3 and 14.9": the first of a row of values
    return valued or row[1].lower in ("and", "и", "or", "или") and row[0].text in known and row[2].text in known


def _in_another_unit(scene: Scene, clause: Clause) -> bool:
    """ "Throughput grows: 58.4 → 71.9 → 80.6 MB/s", "the steadiest: a deviation of 83 tps, 3% of the mean": what comes first behind is in a unit that the metric which was read is not measured in."""
    behind = scene.tokens[clause.last + 1 :]
    units = [t.number.unit for t in behind if t.number is not None and t.number.is_value and t.number.unit is not None]
    if not behind or behind[0].text != ":" or not units or not clause.outcomes[0].facts:
        return False
    unit_of = scene.vocabulary.unit_of
    return not any(in_unit(f, units[0], unit_of(f.metric)) for f in clause.outcomes[0].facts)


def _of_the_statistic_before(scene: Scene, clause: Clause) -> bool:
    """ "The maxima are another matter: at 128 it is even lower than at 16": what names nothing behind a colon is of the statistic before it."""
    before = scene.tokens[: clause.first]
    if not before or before[-1].text != ":" or any(clause.first <= m.first and m.exact for m in scene.mentions.metrics):
        return False
    told = {t.lower if t.lower in ("p95", "p99") else t.statistic for t in before} & {"max", "min", "median", "p95", "p99", "stddev"}  # fmt: skip
    return bool(told) and not any(fact.stat in told for fact in clause.outcomes[0].facts)


_ALSO = re.compile(r"\b(?:too|also|as well)\b|(?<!\w)(?:тоже|также)(?!\w)", re.I)
_SO = re.compile(r"\b(?:least|most|less|more|even more|even less) so\b", re.I)


def _goes_on_from(scene: Scene, clause: Clause) -> bool:
    """Whether a clause tells more of what stands before it: "41 ms or longer, 2.7 times the default", "…, least so at 30", "grows by 0.4 a minute", "3 → 2 → 4; the minimum is 2% under…"."""
    row, facts = scene.tokens[clause.first : clause.last + 1], clause.outcomes[0].facts
    said = scene.text_of(clause.first, clause.last)
    if off_the_levels(scene, clause.first):
        return True
    if _ALSO.search(said) and not any(clause.first <= m.first <= clause.last for m in scene.mentions.levels):
        # "mean throughput slips to 5870. The minimum slips as well": since when is said of the first
        return any(
            concept.split(".")[0] in ("up", "down")
            for t in row
            for concept in t.concepts
            if "." in concept and "comparative" not in concept
        )
    if _SO.search(said) and not any(fact.partner for fact in facts):
        return True
    times = [t.number for t in row if t.number is not None and t.number.kind == "times"]
    unit_of = scene.vocabulary.unit_of
    if RATE.search(said) and not any((unit := unit_of(f.metric)) and unit.dimension in FLOWS for f in facts):
        return True
    if any(clause.first <= m.first <= clause.last and m.metrics for m in scene.mentions.metrics):
        return False
    levels = scene.mentions.level_tokens
    before = [t.number for t in scene.tokens[: clause.first] if t.number is not None and t.number.kind == "value" and t.index not in levels]  # fmt: skip
    if len(before) >= 3 and all(fact.stat in ("min", "max") for fact in facts):
        return True
    amounts = times or [t.number for t in row if t.number is not None and t.number.dimension == "points"]
    told = before[-1:] if amounts else []
    return any(not agrees(one, [v for f in facts for v in in_unit(f, one.unit, unit_of(f.metric))]) for one in told)


def _of_the_levels_extreme(scene: Scene, clause: Clause) -> bool:
    """ "Its minimum, 12.8 s, is at 2": the level whose mean is the lowest of all, and no statistic of its runs."""
    facts, failed = clause.outcomes[0].facts, clause.outcomes[0].failed_numbers
    if len(facts) != 1 or len(failed) != 1 or facts[0].stat not in ("max", "min") or facts[0].level is None:
        return False
    vocabulary, metric = scene.vocabulary, facts[0].metric
    row = [(fact.value, level) for level, fact in vocabulary.series(metric)]
    own = vocabulary.central(metric, facts[0].level)
    end = (max if facts[0].stat == "max" else min)(row, default=None)
    return own is not None and end is not None and end[1] == vocabulary.canonical(facts[0].level) and agrees(failed[0], in_unit(own, failed[0].unit, vocabulary.unit_of(metric)))  # fmt: skip


_UNCHANGED = ("unchanged", "changed", "same", "неизменн", "изменил", "прежн")


def _of_one_level(scene: Scene, first: int, last: int) -> bool:
    """ "Maximum TPS: 2371", "it never rose above 15%" under the heading of one level: an amount is of the runs of that level."""
    heads = [
        block for block in scene.surroundings if block.kind == "lead" or block.kind == "heading" and block.depth > 1
    ]
    levels = next((ids for block in heads if (ids := {m.ids for m in scene.world.mentions_of(block).levels})), set())
    words = scene.tokens[first : last + 3]
    named = any(first <= m.first <= last for m in scene.mentions.levels)
    told = any(t.number is not None and t.number.is_value or t.has("equal", "same_everywhere") for t in words)
    told = told or any(t.lower.startswith(_UNCHANGED) for t in words)
    return len(levels) == 1 and told and not named and not any(t.lower in ("here", "здесь", "тут") for t in words)


def _is_a_depth(scene: Scene, clause: Clause) -> bool:
    """ "The first was deeper: speed fell by 31.5%": the number that fails is how deep a drop went; "one drop; speed lost less than a quarter": in it."""
    outcome = clause.outcomes[0]
    dropping = {w.metric for w in scene.vocabulary.facts.windows if w.kind in (None, "drop", "crisis")}
    amount = any("change(" in told for told in outcome.failed) and {f.metric for f in outcome.facts} <= dropping
    if amount and any(t.has("drop") for t in scene.tokens[: clause.first]):
        return True
    depths = [w.depth_pct for w in scene.vocabulary.facts.windows if w.depth_pct is not None]
    return any(number.dimension == "percent" and agrees(number, depths) for number in outcome.failed_numbers)


def _is_a_sum(scene: Scene, outcome: Outcome) -> bool:
    """ "15 was in drops for longest, 94 minutes": the drops of a level taken together, and not the longest of them."""
    minute, levels = unit_named("min"), {one for m in scene.mentions.levels for one in m.ids}
    rows = [w for w in drops_of(scene) if scene.vocabulary.canonical(w.level or "") in levels]
    total = sum(length_of(w) or 0.0 for w in rows)
    told = any("drop_minutes" in one for one in outcome.failed) and len(levels) == 1 and len(rows) > 1
    return told and any(abs(v - total) < 1.0 for n in outcome.failed_numbers for v in convert(n.low_value(), n.unit, minute))  # fmt: skip


def _softened(scene: Scene, outcome: Outcome) -> Outcome:
    """An outcome, open where a number fails that another statistic of the same metric and level has: "peaks at 40 with 22.6%" may give the mean."""
    if (
        outcome.truth is False
        and any("drops(" in told and "==" in told for told in outcome.failed)
        and _has_control_drops(scene)
    ):
        return replace(outcome, truth=None)  # a count of a level may leave its control runs out
    if outcome.truth is not False or not outcome.failed_numbers:
        return outcome
    if scene.matches(_NAMED) or not all("==" in told for told in outcome.failed):
        return outcome
    rows = {(fact.metric, fact.level) for fact in outcome.facts if fact.partner is None}
    unit = {fact.metric: scene.vocabulary.unit_of(fact.metric) for fact in outcome.facts}
    held = [fact for fact in scene.vocabulary.facts.facts if (fact.metric, fact.level) in rows and fact.partner is None]
    if all(
        any(agrees(one, in_unit(fact, one.unit, unit[fact.metric])) for fact in held) for one in outcome.failed_numbers
    ):
        return replace(outcome, truth=None)
    return outcome


def _has_control_drops(scene: Scene) -> bool:
    facts = scene.vocabulary.facts
    control = {run.run for run in facts.runs if run.role == "sentinel"}
    return any(window.run in control for window in facts.windows if window.kind in (None, "drop"))


def _support(scene: Scene, outcome: Outcome) -> Ruling:
    return replace(_refusal(scene, outcome), verdict="supported", expected=None)


def _refusal(scene: Scene, outcome: Outcome) -> Ruling:
    told = "; ".join(f"{fact.name} = {fact.value:g}" for fact in outcome.facts[:8])
    names = tuple(fact.name for fact in outcome.facts[:8])
    if not told:
        rows = Counter(window.level for window in scene.vocabulary.facts.windows if window.kind in (None, "drop"))
        counted = ", ".join(f"{level}: {rows[level]}" for level in scene.vocabulary.level_ids)
        return Ruling("contradicted", f"drops: {counted}", f"просадки: {counted}", ("windows",), counted)
    return Ruling("contradicted", told, told, names, outcome.expected or told)


def _outcomes(scene: Scene, first: int, last: int) -> list[Outcome]:
    numbers: list[Number] = [t.number for t in scene.tokens[first : last + 1] if t.number is not None]
    found: list[Outcome] = []
    for statement in statements_in(scene, first, last):
        for formula in _formulas(statement):
            try:
                found.append(worked_out(scene, formula, numbers))
            except Unusable:
                continue
    return found


def _formulas(statement: Statement) -> list[str]:
    for frame in _FRAMES:
        found = frame(statement)
        if found:
            return found
    return []

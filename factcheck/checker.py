"""Walks through an article and has every number and every claiming word judged; what nothing could bind is unparsed."""

from __future__ import annotations

import logging
import re

from factcheck.article.across import Stated, may_stays_may, one_answer, one_value_a_level, table_agrees_with_prose
from factcheck.article.hypotheses import Hypotheses
from factcheck.article.sums import parts_of, shares_over_the_whole, totals_of_tables
from factcheck.article.unread import mark_unread
from factcheck.assisted.joining import read_with_model
from factcheck.assisted.reader import Asks
from factcheck.binding.bound import Bound, bind, reads_as_change
from factcheck.binding.pairs import parameter_words
from factcheck.binding.rows import grows_within
from factcheck.binding.scene import Scene, World
from factcheck.binding.vocabulary import Vocabulary
from factcheck.doubting.doubts import doubt_of_tables, doubt_refusals, in_doubt
from factcheck.forms.facts import Facts
from factcheck.forms.result import CheckResult, Claim, Summary, Why
from factcheck.judging.changes import direction_said, judge_change, judge_interval, judge_ratio
from factcheck.judging.claimwords import Words
from factcheck.judging.counted_runs import judge_spoken_counts
from factcheck.judging.generality import judge_generality
from factcheck.judging.intervals import interval_end, is_interval
from factcheck.judging.lines import read_lines, refused_by_its_line
from factcheck.judging.others import judge_of_others
from factcheck.judging.quoted import INTERVAL, judge_quoted
from factcheck.judging.slopes import judge_slope
from factcheck.judging.steps import told_backwards
from factcheck.judging.structure import judge_cells, judge_structure
from factcheck.judging.values import CORRELATIONS, judge_correlation, judge_value, open_per_one, pair_before
from factcheck.judging.verdicts import BROKEN, Collector, Ruling
from factcheck.judging.windows import judge_clocks, judge_depth, judge_drop_count, judge_duration
from factcheck.outlining.judge import is_plain_table, judge_outlines
from factcheck.outlining.opening import open_differences, open_otherwise
from factcheck.output.reasons import Reasons
from factcheck.reading.document import Block, read
from factcheck.reading.numbers import Number, Reading
from factcheck.reading.tablehead import unit_of_heads
from factcheck.reading.text import language_of
from factcheck.reading.tooloutput import tells_an_interval
from factcheck.reading.words import forget
from factcheck.refuting.amounts import amount_of_value
from factcheck.refuting.columns import read_heads, refused_by_its_column
from factcheck.refuting.explained import judge_explained
from factcheck.refuting.misprints import refused_as_misprint
from factcheck.refuting.otherway import judge_other_way
from factcheck.refuting.proportions import judge_proportion
from factcheck.refuting.statsaid import told_plainly
from factcheck.refuting.wrongways import judge_wrong_ways
from factcheck.rereading.as_told import only_as_told
from factcheck.rereading.beside import by_what_stands_beside
from factcheck.rereading.bychance import open_by_chance
from factcheck.rereading.certainty import open_value
from factcheck.rereading.clemency import another_reading, too_kind
from factcheck.rereading.costs import open_cost
from factcheck.rereading.denied import denied
from factcheck.rereading.fractions import judge_fraction
from factcheck.rereading.headed import is_headed
from factcheck.rereading.in_tables import open_in_table
from factcheck.rereading.leftout import open_left_out
from factcheck.rereading.loadsteps import open_step
from factcheck.rereading.measured import open_measure
from factcheck.rereading.otherwise import told_otherwise
from factcheck.rereading.placed import open_placed
from factcheck.rereading.qualified import open_qualified
from factcheck.rereading.readings import reached, second_look
from factcheck.rereading.series import open_member
from factcheck.rereading.targets import open_target
from factcheck.rereading.turned import open_turned
from factcheck.rereading.unsaid import open_unsaid
from factcheck.rereading.withinruns import open_within_runs
from factcheck.rereading.workings import open_working
from factcheck.stating.absences import judge_absences
from factcheck.stating.judge import judge_statements
from factcheck.stating.verdicts import judge_verdicts
from factcheck.weighing.balance import weigh
from factcheck.weighing.judge import judge_readings

_LOG = logging.getLogger(__name__)
#: "it takes 96% of all blocks of a query", "на него приходится 96% всех блоков".
_OF_ALL = re.compile(r"\s*(?:of (?:all|the (?:total|whole))|(?:от |из )?(?:всех|всего|общего))\s", re.I)


def check(
    article_text: str, facts: Facts, language: str | None = None, strict: bool = False, ask: Asks | None = None
) -> CheckResult:
    """Judges an article (text or Markdown) by facts; `language` is found when not given. See contracts 4.

    `ask` is a model that helps to read (`assisted/`): it puts statements as formulas and sees no value.
    """
    forget()
    spoken = language if language in ("ru", "en") else language_of(article_text)
    blocks = read(article_text)
    world = World(Vocabulary(facts), spoken, blocks)
    lines = [line.rstrip("\r") for line in article_text.split("\n")]
    collector = Collector(lines, strict=strict)
    for block in blocks:
        if (
            block.kind == "cell"
            and block.row_header is not None
            and block.code
            and len(block.row_header.text.split()) == 1
            and len(block.text) < 2000
        ):
            world.finder.learn_names(block.row_header.text, block.text)
    learn_heads(world, blocks)
    read_lines(world, blocks)
    budget, hypotheses = Budget(), Hypotheses()
    listed = world.vocabulary.as_listed()
    for block in blocks:
        if budget.spend(block):
            try:
                told = len(collector.claims)
                _block(world, block, collector, budget, hypotheses)
                if listed is not None and block.kind != "cell":
                    _as_listed(world.of(listed), block, collector, told)
            except Exception:  # one sentence must not cost the reader the rest of the article
                _LOG.exception("line %d could not be judged", block.lines[0])
                collector.unread(block, BROKEN)
        else:
            _unread(world, block, collector)
        world.forget(block)
    one_answer(collector.answers)
    may_stays_may(collector.claims)
    table_agrees_with_prose(collector.stated)
    one_value_a_level(collector.stated)
    totals_of_tables(blocks, collector.claims)
    if ask is not None:
        collector.claims += read_with_model(lines, world.vocabulary, collector.claims, ask)
    claims = sorted(collector.claims, key=lambda claim: (claim.line, claim.start, claim.end))
    summary, reasons = Summary(), Reasons(facts, spoken)
    for claim in claims:
        reasons.word(claim)
        if claim.doubted and claim.verdict == "unverifiable":
            claim.why = in_doubt(claim.why)
        setattr(summary, claim.verdict, getattr(summary, claim.verdict) + 1)
    return CheckResult(
        language="ru" if spoken == "ru" else "en",
        experiment=facts.experiment.id,
        strict=strict,
        claims=claims,
        summary=summary,
    )


def learn_heads(world: World, blocks: list[Block]) -> None:
    """A table whose columns are all levels but one: the one head that names none stands for the level that is left."""
    every = world.vocabulary.level_ids
    heads: dict[int, list[Block]] = {}
    for block in blocks[:20_000]:
        if block.kind == "cell" and block.table is not None and block.column_header is None and len(block.text) < 60:
            heads.setdefault(block.table, []).append(block)
    if len(world.vocabulary.facts.experiment.factors) > 1:
        for row in heads.values():
            _learn_prefixed(world, [block.text.strip() for block in row])
        return
    if len(world.vocabulary.facts.experiment.factors) != 1 or len(every) < 2:
        return
    for row in heads.values():
        if len(row) < len(every) or len(row) > len(every) + 3:
            continue
        named = {block.order: {i for m in world.mentions_of(block).levels for i in m.ids} for block in row}
        left = set(every) - {i for ids in named.values() for i in ids}
        empty = [block for block in row[1:] if not named[block.order] and not world.mentions_of(block).metrics]
        if len(left) == 1 and len(empty) == 1 and empty[0].text.strip():
            world.finder.learn_level(empty[0].text.strip(), left.pop())
            world.forget_mentions()
    for row in heads.values():
        if len(every) <= len(row) <= len(every) + 3:
            world.column_levels.update(read_heads(world, row))


def _learn_prefixed(world: World, texts: list[str]) -> None:
    """The heads "x1, x2, x8" of a grid: one factor's bare numbers behind a letter, which name its levels in the text, too."""
    for factor, held in enumerate(world.vocabulary.facts.experiment.factors):
        called = {m[2]: m[0] for text in texts if (m := re.fullmatch(r"([^\W\d]{1,2}|×)=?(\d+)", text))}
        if len(held.levels) >= 2 and set(held.levels) <= set(called):
            for level in world.vocabulary.levels:
                if level.factor == factor and level.text in called:
                    world.finder.learn_spelling(called[level.text], level)
            world.forget_mentions()


class Budget:
    """Bounds the work on hostile input: so many characters and numbers are judged, the rest is said to be unread."""

    CHARACTERS = 1_000_000
    NUMBERS = 30_000
    ROW = 80  # numbers in one sentence; no prose has more

    def __init__(self) -> None:
        self.characters, self.numbers = self.CHARACTERS, self.NUMBERS

    def spend(self, block: Block) -> bool:
        """Takes a block's share; False when nothing is left."""
        self.characters -= len(block.text) + 20
        return self.characters > 0 and self.numbers > 0


def _unread(world: World, block: Block, collector: Collector) -> None:
    """One claim for a block beyond the budget that holds digits or words."""
    if any(char.isalnum() for char in block.text):
        collector.unread(block)


def _block(world: World, block: Block, collector: Collector, budget: Budget, hypotheses: Hypotheses) -> None:
    for scene in world.scenes_of(block):
        places = [t.index for t in scene.tokens if t.number is not None and t.number.is_value]
        budget.numbers -= len(places)
        if len(places) > Budget.ROW:
            collector.add(
                scene,
                places[0],
                places[-1],
                "value",
                Ruling("unparsed", f"a row of {len(places)} numbers", f"ряд из {len(places)} чисел"),
            )
            continue
        if tells_an_interval(scene.block.text):
            collector.add(scene, 0, len(scene.tokens) - 1, "design", INTERVAL)
            continue
        refused, scene.held = judge_generality(scene)
        misstated, scene.stated, borne_out = judge_statements(scene)
        bounds = _numbers(scene, collector)
        _levels(scene, collector)
        Words(scene, bounds, collector).judge()
        for first, last, predicate, ruling in refused:
            if told_backwards(scene, first, last):
                continue  # judged by `steps`, from the last level to the first
            for withheld in (open_left_out, open_measure, open_turned):
                ruling = withheld(scene, predicate, first, ruling)
            collector.add(scene, first, last, predicate, ruling)
        for first, last, predicate, ruling in hypotheses.read(scene):
            collector.add(scene, first, last, predicate, ruling)
        for first, last, predicate, ruling in misstated:
            if not collector.has_refuted(scene, first, last) and not grows_within(scene, first, last):
                collector.add(scene, first, last, predicate, ruling)
        for first, last, predicate, ruling in (*judge_other_way(scene), *judge_wrong_ways(scene)):
            scene.stated = []  # what stands beside goes before the reading of the whole
            collector.add(scene, first, last, predicate, ruling)
        open_within_runs(scene, collector.claims_near(scene))
        of_a_table = is_plain_table(scene)
        if of_a_table:
            open_differences(scene, collector.claims_near(scene))
        elif not collector.strict:
            doubt_refusals(scene, collector)
        for first, last, predicate, ruling in judge_outlines(scene):
            told = any(one[0] <= last and first <= one[1] for one in scene.stated)
            if not told and not collector.has_refuted(scene, first, last, around=True):
                collector.add(scene, first, last, predicate, ruling)
        if of_a_table:
            _weighed(scene, collector)
        mark_unread(scene, collector, [*borne_out, *judge_verdicts(scene), *judge_absences(scene)])


def _weighed(scene: Scene, collector: Collector) -> None:
    """Opens and doubts what is refused of a plain table's sentence, and refuses it where its readings do; not where it was opened, as it may then be of something else."""
    balance, claims = weigh(scene) if scene.vocabulary.is_spreadsheet else None, collector.claims_near(scene)
    refused = [claim for claim in claims if claim.verdict == "contradicted"]
    open_otherwise(scene, claims)
    opened = any(claim.verdict != "contradicted" for claim in refused)
    if not collector.strict:
        doubt_of_tables(scene, claims, balance)
    for first, last, predicate, ruling in judge_readings(scene, claims, balance) if not opened else ():
        collector.add(scene, first, last, predicate, ruling)


def _as_listed(world: World, block: Block, collector: Collector, told: int) -> None:
    """Opens what is refused along the levels by their size and not in the order in which they are listed: "-1, 1000, 100, 0" may be told in that order."""
    refused = [claim for claim in collector.claims[told:] if claim.verdict == "contradicted"]
    if not refused:
        return
    other = Collector(collector.lines, strict=True)
    _block(world, block, other, Budget(), Hypotheses())
    kept = [claim for claim in other.claims if claim.verdict == "contradicted"]
    moved = [
        claim for scene in world.scenes_of(block) if parameter_words(scene) for claim in collector.claims_near(scene)
    ]
    for claim in refused:
        if claim not in moved and not any(one.line == claim.line and one.start < claim.end and claim.start < one.end for one in kept):  # fmt: skip
            claim.verdict, claim.expected = "unverifiable", None
            claim.why = Why(en="in the order in which the levels are listed it may hold", ru="в том порядке, в каком перечислены уровни, это может быть верно")  # fmt: skip


def _levels(scene: Scene, collector: Collector) -> None:
    """ "(50, 100, 150)": a list of all levels says what was tried."""
    for first, last, ruling in judge_cells(scene):
        collector.add(scene, first, last, "levels", ruling)
    row = [m for m in scene.mentions.levels if m.role != "than"]
    distinct = {m.ids for m in row}
    if len(row) >= 3 and len(distinct) == len(scene.vocabulary.level_ids) == len(row):
        between = scene.tokens[row[0].first : row[-1].last + 1]
        if all(t.number is not None or t.lower in (",", "и", "and", "/") for t in between):
            collector.add(
                scene,
                row[0].first,
                row[-1].last,
                "levels",
                Ruling("supported", "the levels of the experiment", "уровни эксперимента", ("experiment.factors",)),
            )


def _numbers(scene: Scene, collector: Collector) -> dict[int, Bound]:
    places = [
        token.index for token in scene.tokens
        if token.number is not None and token.number.is_value and token.index not in scene.mentions.level_tokens
        and token.index not in scene.mentions.name_tokens
    ]  # fmt: skip
    if places and scene.quotes_title:
        title = Ruling("supported", "the experiment's title", "название эксперимента", ("experiment.title",))
        collector.add(scene, places[0], places[-1], "title", title)
        return {}
    for first, last, predicate, ruling in [*judge_spoken_counts(scene), *judge_clocks(scene)]:
        collector.add(scene, first, last, predicate, ruling)
        scene.consumed.update(range(first, last + 1))
    if not places:
        return {}
    if scene.block.kind == "cell":
        _as_headed(scene, places)
    if scene.world.language == "en" and scene.world.decimal_points:
        for place in places:
            _thousands(scene.tokens[place].number)
    bounds = bind(scene, places)
    if scene.block.kind == "cell":
        for bound in bounds.values():
            if bound.metric_source == "unit":  # a head's unit alone names no metric
                bound.metrics, bound.metric_source = frozenset(), "none"
    scene.bounds = bounds
    claims = [judge_number(scene, bounds[place], collector) for place in places]
    shares_over_the_whole(
        parts_of(scene, [(bounds[place], claim) for place, claim in zip(places, claims, strict=True)])
    )
    return bounds


def _thousands(number: Number | None) -> None:
    """In an English text that writes decimals with a point, "3,410" is three thousand."""
    if number is None:
        return
    for readings in (number.readings, number.high or []):
        if len(readings) == 2 and readings[0].value == readings[1].value * 1000:
            del readings[1]


def _as_headed(scene: Scene, places: list[int]) -> None:
    """Gives the numbers of a cell the unit and the multiplier that stand in its head."""
    unit, scale = unit_of_heads(scene.block)
    for place in places:
        number = scene.tokens[place].number
        if number is None or number.unit is not None or number.kind != "value":
            continue
        if unit is not None:
            number.unit = unit
        elif scale != 1.0 and number.low_value() < scale:
            number.readings += [Reading(r.value * scale, r.quantum * scale) for r in number.readings]


def judge_number(scene: Scene, bound: Bound, collector: Collector) -> Claim:
    """Finds what kind of statement a number is, has it judged, and adds the claim."""
    predicate, ruling = second_look(scene, bound, *rule_number(scene, bound))
    headed = (predicate, ruling) if is_headed(scene, bound, ruling) else None
    predicate, ruling = another_reading(scene, bound, *by_what_stands_beside(scene, bound, predicate, ruling))
    predicate, ruling = too_kind(scene, bound, predicate, ruling)
    ruling = denied(scene, bound, ruling) or ruling
    if predicate == "value":
        ruling = open_value(scene, bound, ruling)
    member = open_member(scene, bound, ruling)
    predicate = predicate if member is ruling else "value"
    ruling = open_step(scene, bound, open_working(scene, bound, predicate, member))
    ruling = told_plainly(scene, bound, predicate, open_by_chance(scene, bound, predicate, ruling))
    ruling = told_otherwise(scene, bound, predicate, ruling)
    ruling = refused_by_its_column(scene, bound, ruling) or refused_by_its_line(scene, ruling) or ruling
    of_value = amount_of_value(scene, bound)
    if of_value is not None:
        predicate, ruling = "delta" if bound.number.dimension == "percent" else "ratio", of_value
    explained = judge_explained(scene, bound, ruling)
    if explained is not None:
        predicate, ruling = "share", explained
    predicate, ruling = judge_proportion(scene, bound, predicate, ruling)
    predicate, ruling = headed or open_unsaid(scene, bound, predicate, ruling)
    ruling = only_as_told(scene, bound, predicate, open_placed(scene, bound, predicate, ruling))
    ruling = open_cost(scene, bound, predicate, open_qualified(scene, bound, predicate, ruling))
    ruling = open_target(scene, bound, predicate, open_in_table(scene, bound, predicate, ruling))
    predicate, ruling = refused_as_misprint(scene, bound, predicate, ruling)
    ruling = open_per_one(scene, bound, ruling)
    ruling = denied(scene, bound, ruling) or ruling
    if ruling.verdict in ("contradicted", "unparsed") and scene.holds(bound.place, bound.place):
        ruling = Ruling("supported", "as the whole statement has it", "как в утверждении целиком", ruling.facts)
    predicate, ruling = judge_quoted(scene, bound, predicate, ruling)
    bound.predicate, bound.verdict, bound.facts = predicate, ruling.verdict, ruling.facts
    first, last = span_of(scene, bound, predicate)
    _rebind(scene, bound, ruling)
    claim = collector.add(scene, first, last, predicate, ruling, anchor=bound.place, hedged=scene.has("hedge"))
    term = bound.metric_at.text if bound.metric_at is not None else _headed_term(scene)
    if bound.unknown and len(bound.levels) == 1 and claim.verdict == "unverifiable" and len(term) > 2:
        collector.stated.append(
            Stated(
                term.lower(),
                bound.levels[0],
                bound.stat,
                bound.number,
                scene.block.kind == "cell",
                claim,
            )
        )
    scene.consumed.add(bound.place)
    return claim


def _rebind(scene: Scene, bound: Bound, ruling: Ruling) -> None:
    """A value that turned out to be another fact than it was bound to is, for what follows, of that fact's metric and level."""
    if ruling.verdict != "supported" or bound.predicate != "value" or len(ruling.facts) != 1:
        return
    fact = scene.vocabulary.by_name.get(ruling.facts[0])
    if fact is None or fact.partner is not None:
        return
    if fact.level is not None and not bound.levels and bound.level_source in ("none", "inherited"):
        bound.levels = [frozenset({fact.level})]
    if fact.metric in bound.metrics and len(bound.metrics) == 1:
        return
    bound.metrics = frozenset({fact.metric})
    if fact.level is not None and not any(fact.level in ids for ids in bound.levels):
        bound.levels = [frozenset({fact.level})]


def _headed_term(scene: Scene) -> str:
    """The term, unknown to the facts, that heads a cell's column or row."""
    for head in (scene.block.column_header, scene.block.row_header):
        for mention in scene.world.mentions_of(head).metrics if head is not None else ():
            if not mention.metrics:
                return mention.text
    return ""


def rule_number(scene: Scene, bound: Bound) -> tuple[str, Ruling]:
    """The predicate and the ruling of a number."""
    number = bound.number
    if len(scene.block.text.strip()) <= 5 and scene.block.kind != "cell" and len(scene.tokens) == 1:
        return "design", Ruling("unverifiable", "a number that stands alone", "число, которое стоит само по себе")
    if number.fraction:
        return "ratio", judge_fraction(scene, bound)
    slope = judge_slope(scene, bound)
    if slope is not None:
        return "delta", slope
    windowed = judge_duration(scene, bound) or judge_depth(scene, bound)
    if windowed is not None and not (windowed.verdict == "contradicted" and _measured_time(scene, bound)):
        return "window", windowed
    counted = judge_drop_count(scene, bound)
    if counted is not None:
        return "window", counted
    structural = None if _called_coefficient(scene, bound) else judge_structure(scene, bound)
    if structural is not None:
        return structural
    if number.kind == "times" or number.unit is None and _called_ratio(scene, bound):
        return "ratio", judge_ratio(scene, bound)
    correlated = _correlation_metrics(scene, bound)
    if correlated is not None:
        return "correlates", judge_correlation(scene, bound, correlated)
    if number.high is not None and is_interval(scene, bound):
        interval = judge_interval(scene, bound)
        if interval is not None:
            return "interval", interval
        return "interval", Ruling("unverifiable", "the facts hold no interval here", "в фактах нет интервала")
    if number.high is None:
        ended = interval_end(scene, bound)  # "8.9% to 15.1%" without signs reads as two numbers
        if ended is not None:
            return "interval", ended
    change = reads_as_change(scene, bound.place) or _change_column(scene)
    if change and (bound.metrics or number.dimension in ("percent", "points")):
        return "delta", judge_change(scene, bound)
    ruling = judge_of_others(scene, bound) or judge_value(scene, bound)
    if ruling is None and bound.mismatch is not None and number.dimension == "percent" and not reached(scene, bound):
        # "cost us 4.9% of tps": a percentage of what is not told in percent is a change
        bound.metrics, bound.metric_at = bound.mismatch.metrics, bound.mismatch
        changed = judge_change(scene, bound)
        if changed.verdict == "supported":
            return "delta", changed
        bound.metrics = frozenset()
    if ruling is None and number.dimension == "percent" and scene.inherited_metrics and not reached(scene, bound):
        bound.metrics = scene.inherited_metrics
        changed = judge_change(scene, bound)
        compares = (
            scene.has("noise", "differ", "than", "equal", "undecided")
            or len({m.ids for m in scene.mentions.levels}) >= 2
        )
        if changed.verdict == "supported" or changed.verdict == "contradicted" and compares:
            return "delta", changed
        bound.metrics = frozenset()
    if ruling is None and number.dimension == "percent" and _OF_ALL.match(scene.block.text[number.end :]):
        return "share", Ruling(
            "unverifiable", "the facts hold no share of this whole", "доли этого целого в фактах нет"
        )
    if ruling is None:
        return "value", Ruling(
            "unparsed", "a number that could not be bound to any metric", "число не удалось связать ни с одной метрикой"
        )
    return "value", ruling


def _measured_time(scene: Scene, bound: Bound) -> bool:
    """Whether a duration is near a metric that is itself a time, which then decides instead of the windows."""
    units = [scene.vocabulary.unit_of(metric) for metric in bound.metrics]
    return any(unit is not None and unit.dimension == "time" and unit.scale >= 1000 for unit in units)


def _called_coefficient(scene: Scene, bound: Bound) -> bool:
    """ "(r = -0.93 at 10)": a coefficient, not a count of what stands before."""
    before = [t.lower for t in scene.tokens[max(0, bound.place - 2) : bound.place]]
    small = bound.number.unit is None and all(abs(r.value) <= 1 and r.quantum < 1 for r in bound.number.readings)
    return (
        small
        and len(before) == 2
        and before[0] in ("r", "ρ", "rho")
        and before[1] in ("=", "is", "of", "равно", "равен")
    )


def _called_ratio(scene: Scene, bound: Bound) -> bool:
    """ "a ratio of 2.2", "отношение 2,2", "a factor of 4"."""
    before = scene.tokens[max(0, bound.place - 3) : bound.place]
    return any(
        t.stems & {"ratio", "отношение"} or t.lower == "factor" and any(o.lower == "of" for o in before) for t in before
    )


def _change_column(scene: Scene) -> bool:
    header = scene.block.column_header
    return header is not None and scene.world.tells_change(header)


#: "IO is most strongly tied to waits: 0.91"
_TIED = {"tied", "linked", "coupled", "related", "associated", "связан", "связана", "связано", "связаны"}


def _correlation_metrics(scene: Scene, bound: Bound) -> list[str] | None:
    """The two metrics of a correlation coefficient, or None when the number is not one."""
    number = bound.number
    if number.unit is not None or number.kind != "value" or any(abs(r.value) > 1 for r in number.readings):
        return None
    if not scene.vocabulary.correlated:
        said = scene.has("correlate")
        return [] if said and number.readings[0].quantum < 1 else None
    if number.readings[0].quantum >= 1:
        return None
    near = any(t.has("correlate") or t.lower in ("r", "ρ", "rho") for t in scene.tokens)
    around = any(t.has("correlate") for block in scene.surroundings[:3] for t in scene.world.tokens_of(block))
    if bound.stat in ("r_squared", "slope", "angle"):
        return None
    if (pair := pair_before(scene, bound)) is not None:
        return pair
    near = near or any(t.lower in _TIED for t in scene.tokens) and sum(m.exact for m in scene.mentions.metrics) >= 2
    if not (near or around):
        own = [f for m in bound.metrics for f in scene.vocabulary.by_metric.get(m, ())]
        paired = any(f.metric in bound.metrics or f.partner in bound.metrics for f in scene.vocabulary.correlated)
        only = paired and not any(f.stat not in CORRELATIONS and abs(f.value) <= 1.5 for f in own)
        if not only or bound.metric_source not in ("near", "sentence"):
            return None
    if (
        not near
        and bound.metrics
        and bound.metric_source == "near"
        and any(
            f.stat not in CORRELATIONS and abs(f.value) <= 1
            for m in bound.metrics
            for f in scene.vocabulary.by_metric.get(m, ())
        )
    ):
        return None
    mentions = [m for m in scene.mentions.metrics if not m.modifier and m.metrics]
    before = [m for m in mentions if m.last < bound.place]
    pool: list[str] = []
    told = (before or mentions)[-2:]
    if len(told) == 2 and all(m.first and scene.tokens[m.first - 1].lower in ("с", "со", "with") for m in told):
        told = told[1:]  # "the correlation with A rises to 0.58, with B to 0.62": each with what is spoken of
    for mention in told:
        pool += sorted(mention.metrics)
    if not pool:
        pool = sorted(scene.inherited_metrics)
        if scene.block.row_header is not None or scene.block.column_header is not None:
            for header in (scene.block.row_header, scene.block.column_header):
                if header is not None:
                    pool += [metric for m in scene.world.mentions_of(header).metrics for metric in m.metrics]
    return list(dict.fromkeys(pool))


def span_of(scene: Scene, bound: Bound, predicate: str) -> tuple[int, int]:
    """The tokens that a number's statement needs: its metric when it stands close, the number, and its own level."""
    first = last = bound.place
    if bound.metric_at is not None and bound.metric_source == "near":
        at = bound.metric_at
        named_by_unit = scene.tokens[at.first].number is not None and at.first != bound.place
        if (
            not named_by_unit
            and at.last < bound.place
            and bound.place - at.last <= 8
            and not _another(scene, at.last, bound.place)
        ):
            first = at.first
        elif at.first > bound.place and at.first - bound.place <= 3 and not _stopped(scene, bound.place, at.first):
            last = at.last
    if predicate in ("delta", "ratio"):
        _, word = direction_said(scene, bound)
        if word is not None and abs(word.index - bound.place) <= 10:
            first, last = min(first, word.index), max(last, word.index)
    for mention in bound.level_at:
        if bound.place < mention.first <= bound.place + 4 and not _stopped(scene, bound.place, mention.first):
            last = max(last, min(mention.last + (1 if mention.tight else 0), len(scene.tokens) - 1))
    if bound.stat_at is not None and bound.place - 6 <= bound.stat_at < bound.place:
        first = min(first, bound.stat_at)
    return first, last


def _stopped(scene: Scene, one: int, two: int) -> bool:
    """Whether a comma, a closing bracket or a semicolon parts a number from what stands behind it."""
    return any(t.text in (",", ";", ")") for t in scene.tokens[one + 1 : two])


def _another(scene: Scene, one: int, two: int) -> bool:
    return any(
        t.number is not None and t.number.is_value and t.index not in scene.mentions.level_tokens
        for t in scene.tokens[one + 1 : two]
    )

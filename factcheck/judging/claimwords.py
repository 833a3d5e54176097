"""Goes over the claiming words of a sentence and has each judged by what it asserts."""

from __future__ import annotations

import re

from factcheck.article.across import Answer
from factcheck.binding.arguments import DIRECTIONS, clause_bounds, is_hedged, is_negated, said_levels
from factcheck.binding.bound import Bound
from factcheck.binding.mention_words import OF_SOME_LEVELS
from factcheck.binding.pairs import parameter_words
from factcheck.binding.parameter import may_be_parameter
from factcheck.binding.scene import Scene
from factcheck.binding.subjects import AT, is_circumstance
from factcheck.binding.superlative_kinds import is_subject_statistic, superlative_kind
from factcheck.forms.result import Claim
from factcheck.judging.assertions import judge_degree, judge_optimum
from factcheck.judging.associations import judge_association, judge_link_trend
from factcheck.judging.changes import direction_said
from factcheck.judging.comparing import comparisons
from factcheck.judging.design import judge_design, judge_events
from factcheck.judging.drops import denied_of_some, judge_drops, of_some_only
from factcheck.judging.everywhere import judge_everywhere
from factcheck.judging.exempt import (
    BACK,
    CHANGED,
    EVENTS,
    SCATTER,
    announces,
    asked_of,
    below_a_thing,
    correlative,
    is_expected,
    not_to_expect,
    of_a_bound,
    of_a_gain,
    of_a_place,
    of_an_effect,
)
from factcheck.judging.leaders import judge_leaders, judge_leads
from factcheck.judging.listlines import judge_list_lines
from factcheck.judging.loosewords import around, judge_loose
from factcheck.judging.monotone import judge_monotone
from factcheck.judging.orders import judge_direction
from factcheck.judging.outcomes import judge_outcomes
from factcheck.judging.paths import judge_paths
from factcheck.judging.plan import judge_plan
from factcheck.judging.proofs import judge_proofs
from factcheck.judging.quantified import judge_apart, judge_equivalence_test, judge_no_other, judge_quantified
from factcheck.judging.relations import (
    judge_balance,
    judge_dominance,
    judge_likeness,
    judge_limit,
    judge_part,
    judge_stability,
    tells_part,
)
from factcheck.judging.settingrules import judge_setting_rules
from factcheck.judging.standings import judge_standings
from factcheck.judging.steps import judge_steps
from factcheck.judging.strengthwords import judge_fits, judge_strengths
from factcheck.judging.structure import is_check, judge_misquoted
from factcheck.judging.superlatives import judge_superlative, of_a_coefficient
from factcheck.judging.toldapart import judge_told_apart
from factcheck.judging.turns import judge_turns
from factcheck.judging.verdicts import Collector, Ruling
from factcheck.judging.windows import judge_no_drop
from factcheck.judging.winners import judge_winners
from factcheck.reading.sentences import Token
from factcheck.refuting.allowed import judge_allowed
from factcheck.refuting.allround import judge_all_round
from factcheck.refuting.alongways import judge_along_ways
from factcheck.refuting.apposed import judge_apposed
from factcheck.refuting.brokenrow import judge_broken_rows
from factcheck.refuting.bylevel import judge_rows_by_level
from factcheck.refuting.coefficients import judge_coefficients
from factcheck.refuting.dropdetails import judge_drop_details
from factcheck.refuting.dropstory import judge_drop_story
from factcheck.refuting.emptied import judge_emptied
from factcheck.refuting.exchanged import judge_exchanged
from factcheck.refuting.extremes import judge_extremes
from factcheck.refuting.impossible import judge_impossible
from factcheck.refuting.innershares import judge_inner_shares, judge_told_of_all
from factcheck.refuting.labelled import judge_labelled
from factcheck.refuting.moves import judge_moves
from factcheck.refuting.multiples import judge_multiples
from factcheck.refuting.namedpair import judge_named_pairs
from factcheck.refuting.nolevel import judge_absent_levels
from factcheck.refuting.oddstat import judge_odd_statistics
from factcheck.refuting.outerends import judge_outer_ends
from factcheck.refuting.overfalls import judge_over_falls
from factcheck.refuting.ownlevel import judge_own_levels
from factcheck.refuting.ownrow import judge_own_row
from factcheck.refuting.permuted import judge_permuted
from factcheck.refuting.refusals import judge_refusals
from factcheck.refuting.saturated import judge_saturated
from factcheck.refuting.sectioned import judge_sectioned
from factcheck.refuting.setups import judge_baseline_cell, judge_set_up
from factcheck.refuting.sizes import judge_sizes
from factcheck.refuting.spans import judge_spans
from factcheck.refuting.speeds import judge_bare_speed
from factcheck.refuting.spokenstat import judge_spoken_stat, judge_widest
from factcheck.refuting.statsaid import judge_said_statistics
from factcheck.refuting.storage import judge_storage
from factcheck.refuting.summed import judge_summed
from factcheck.refuting.thresholds import judge_thresholds
from factcheck.refuting.versus import judge_versus
from factcheck.refuting.wayback import judge_ways_back
from factcheck.refuting.ways import borne_out_on_its_way
from factcheck.refuting.wholes import judge_wholes
from factcheck.refuting.wholesizes import judge_whole_sizes
from factcheck.rereading.borne_out import extreme_by_its_value, way_by_its_values
from factcheck.rereading.certainty import of_load, open_attribute, open_extreme, open_kind, open_way
from factcheck.rereading.fairness import fair
from factcheck.rereading.leftout import open_left_out
from factcheck.rereading.measured import open_measure
from factcheck.rereading.pairsmeant import open_pair
from factcheck.rereading.part_only import open_support
from factcheck.rereading.turned import open_turned
from factcheck.rereading.witnesses import open_word

_OF_CHANGE = {
    "меньший",
    "больший",
    "smaller",
    "larger",
    "lesser",
    "greater",
    "slower",
    "faster",
    "медленный",
    "быстрый",
}

# "At one and the same level": the set-up is the same, nothing that was measured.


_EACH_LEVEL = re.compile(r"\W*(?:with|under) (?:every|each|all) \w+(?!\w)(?=.*\bbetween\b)", re.I)
_DIFFERENCES = {"gap", "difference", "differenc", "margin", "lead", "jump", "step", "отрыв", "разрыв", "разница", "скачок", "шаг", "прирост", "выигрыш"}  # fmt: skip
_GAPS = _DIFFERENCES | {"расхождение", "расстояние", "discrepancy", "discrep", "spread", "distance"}
_CALLED = re.compile(r"\b(?:called|executed|invoked)\b", re.I)


_NOBODY = {"none", "neither", "nobody", "ни", "никто", "ничто"}


def _goes_on_of_runs(scene: Scene, token: Token) -> bool:
    """ "The best run, 7388 tps, was a 16MB one; the worst, 6734, came from 128kB": without a noun of its own it is of the runs before, too."""
    following = scene.tokens[token.index + 1 : token.index + 2]
    if following and following[0].is_word and following[0].lower not in ("was", "is", "came", "at", "with", "of", "был", "у", "при", "на"):  # fmt: skip
        return False
    for former in scene.tokens[: token.index]:
        noun = scene.tokens[former.index + 1 : former.index + 4]
        if any(t.stems & {"прогон", "run"} for t in noun) and superlative_kind(scene, former) is not None:
            return True
    before = [
        t for t in scene.tokens[: token.index] if not any(m.first <= t.index <= m.last for m in scene.mentions.metrics)
    ]
    spoken = [t for t in before if t.stems & {"прогон", "run"} and (t.lower in ("run", "runs") or t.stems & {"прогон"})]
    if not spoken or any(m.metrics and spoken[-1].index < m.first < token.index for m in scene.mentions.metrics):
        return False
    row = scene.tokens[max(0, token.index - 3) : token.index]
    pointed = any(t.lower in ("the", "из", "них", "as", "a", ",") for t in row)
    return pointed and not any(t.lower.startswith(("скорост", "speed")) for t in following)


def _of_gap_before(scene: Scene, token: Token) -> bool:
    """ "At 8 the gap is widest", "при 8 расхождение наибольшее": of the difference that stands before the word."""
    row = scene.tokens[max(0, token.index - 3) : token.index]
    row = [t for t in row if t.lower not in ("is", "was", "the", "его", "и", "самое", "самый", "самая")]
    return bool(row) and bool(row[-1].stems & _GAPS) and not any(m.first <= row[-1].index <= m.last for m in scene.mentions.metrics)  # fmt: skip


_OF_RESULTS = ("order", "best", "monotone", "stable", "equivalent", "verdict", "delta", "ratio")


class Words:
    """The words of one sentence; numbers that were judged before are known by their bindings."""

    def __init__(self, scene: Scene, bounds: dict[int, Bound], collector: Collector) -> None:
        self.scene = scene
        self.bounds = bounds
        self.collector = collector
        self.taken: set[int] = set()
        self.settled: set[int] = set()  # words that the facts have decided
        self.borne: set[int] = set()  # words of comparisons that hold under every reading
        self.factor_words = parameter_words(scene)
        for bound in bounds.values():
            if bound.predicate in ("delta", "ratio"):
                _, word = direction_said(scene, bound)
                if word is not None and abs(word.index - bound.place) <= 12:
                    self.taken.add(word.index)

    def judge(self) -> None:
        """Judges every claiming word of the sentence."""
        scene = self.scene
        if scene.block.kind == "cell":
            self._cell()
            return
        heading = (
            scene.block.kind in ("heading",)
            or scene.block.kind in ("lead", "item")
            and scene.block.text.rstrip().endswith(":")
            and not self._has_verb()
        )
        if is_check(scene) or scene.quotes_title:
            return
        misquoted = judge_misquoted(scene)
        if misquoted is not None:
            self.add(misquoted[0], misquoted[0], "check", misquoted[1])
            return
        for (first, last, predicate, ruling), settled in comparisons(scene):
            self.add(first, last, predicate, ruling)
            if ruling.verdict != "contradicted":
                self.taken |= settled
                self.borne |= settled
        for (first, last, predicate, ruling), start, word in judge_strengths(scene, self.bounds):
            self.add(first, last, predicate, ruling, word)
            self.taken.update(range(start, word + 1))
        for first, last, predicate, ruling in (
            *judge_fits(scene, self.bounds),
            *judge_setting_rules(scene),
            *judge_allowed(scene),
            *judge_set_up(scene),
            *judge_plan(scene),
            *judge_design(scene),
            *judge_events(scene),
            *judge_drops(scene),
        ):
            self.add(first, last, predicate, ruling)
            self.taken.update(range(first, last + 1))
        for first, last, predicate, ruling in judge_refusals(scene):
            self.add(first, last, predicate, ruling)
        if announces(scene):
            return
        self._in_words()
        for first, last, predicate, ruling in judge_outcomes(scene, self.bounds, self.taken):
            self.add(first, last, predicate, ruling)
            self.taken.update(range(first, last + 1))
        for token in scene.tokens:
            if not token.concepts and not token.stems & {"самый", "наименее"} or token.index in self.taken:
                continue
            if any(m.first <= token.index <= m.last and m.exact and m.metrics for m in scene.mentions.metrics):
                continue
            if any(m.first <= token.index <= m.last for m in scene.mentions.levels):
                continue
            if token.index + 1 < len(scene.tokens) and scene.tokens[token.index + 1].lower == "ли":
                continue  # "сократился ли хвост, не решить": a question
            if scene.block.kind == "heading" and any(t.lower in _NOBODY for t in scene.tokens[: token.index]):
                continue  # "before: none of the values tried did better"
            self._one(token, heading)

    def _in_words(self) -> None:
        """What is said of many comparisons at once, and of correlations without their coefficient."""
        counted = judge_quantified(self.scene) or judge_equivalence_test(self.scene)
        if counted is not None:
            first, last, ruling = counted
            self.add(first, last, "verdict", ruling)
            self.taken.update(range(first, last + 1))
        for first, last, predicate, ruling in judge_leaders(self.scene):
            if not self.taken & set(range(first, last + 1)):
                self.add(first, last, predicate, ruling)
                self.taken.update(t.index for t in self.scene.tokens[first : last + 1] if t.number is None)
        for first, last, predicate, ruling in (*judge_standings(self.scene, self.bounds), *judge_steps(self.scene)):
            if not self.taken & {first, last}:
                self.add(first, last, predicate, ruling)
                self.taken.update(t.index for t in self.scene.tokens[first : last + 1] if t.number is None)
        for first, last, predicate, ruling in judge_apposed(self.scene, self.bounds):
            self.collector.add(self.scene, first, last, predicate, ruling, anchor=first)
            self.taken.update(range(first, last + 1))
        for first, last, predicate, ruling in (
            *judge_extremes(self.scene, self.bounds),
            *judge_thresholds(self.scene, self.bounds),
            *judge_spans(self.scene, self.bounds),
            *judge_everywhere(self.scene),
        ):
            if not self.taken & {first, last}:
                self.add(first, last, predicate, ruling)
                self.taken.update(range(first, last + 1))
        for first, last, predicate, ruling in (*judge_proofs(self.scene), *judge_widest(self.scene)):
            self.add(first, last, predicate, ruling)
            self.taken.update(range(first, last + 1))
        for first, last, predicate, ruling in (
            *judge_multiples(self.scene, self.bounds),
            *judge_wholes(self.scene, self.bounds),
            *judge_coefficients(self.scene),
            *judge_versus(self.scene),
            *judge_winners(self.scene),
            *judge_leads(self.scene, self.bounds),
            *judge_inner_shares(self.scene),
            *judge_told_of_all(self.scene, self.bounds),
            *judge_whole_sizes(self.scene, self.bounds),
            *judge_own_row(self.scene),
            *judge_emptied(self.scene),
            *judge_bare_speed(self.scene),
            *judge_along_ways(self.scene, self.bounds),
            *judge_over_falls(self.scene, self.bounds),
            *judge_spoken_stat(self.scene, self.bounds),
            *judge_sectioned(self.scene, self.bounds),
            *judge_saturated(self.scene),
            *judge_storage(self.scene),
            *judge_list_lines(self.scene),
            *judge_odd_statistics(self.scene, self.bounds),
            *judge_outer_ends(self.scene, self.bounds),
            *judge_absent_levels(self.scene, self.bounds),
            *judge_broken_rows(self.scene, self.bounds),
            *judge_rows_by_level(self.scene, self.bounds),
            *judge_ways_back(self.scene, self.bounds),
            *judge_summed(self.scene, self.bounds),
            *judge_named_pairs(self.scene, self.bounds),
            *judge_drop_details(self.scene),
            *judge_drop_story(self.scene),
            *judge_sizes(self.scene, self.bounds),
            *judge_own_levels(self.scene, self.bounds),
            *judge_labelled(self.scene, self.bounds),
            *judge_said_statistics(self.scene, self.bounds),
        ):
            self.add(first, last, predicate, ruling)
        for first, last, predicate, ruling in (
            *judge_permuted(self.scene, self.bounds),
            *judge_moves(self.scene, self.bounds),
            *judge_exchanged(self.scene, self.bounds),
            *judge_impossible(self.scene, self.bounds),
        ):
            self.collector.add(self.scene, first, last, predicate, ruling, anchor=first)
        for first, last, predicate, ruling in judge_turns(self.scene, self.bounds):
            self.collector.add(self.scene, first, last, predicate, ruling, anchor=first)
            self.taken.add(first)
        for first, last, predicate, ruling in judge_all_round(self.scene):
            self.collector.add(self.scene, first, last, predicate, ruling)
            self.taken.update(range(first, last + 1))
        for first, last, ruling in judge_paths(self.scene, self.bounds):
            self.add(first, last, "order", ruling, first)
            self.taken.add(first)
        for first, last, ruling in judge_apart(self.scene, self.taken):
            self.add(first, last, "verdict", ruling)
            self.taken.update(range(first, last + 1))
        for first, last, predicate, ruling in judge_association(self.scene):
            if not self.taken & set(range(first, last + 1)):
                self.add(first, last, predicate, ruling)
                self.taken.update(range(first, last + 1))

    def _has_verb(self) -> bool:
        """Whether a line that ends with a colon states something; "Влияние на скорость:" only names its topic."""
        verbs = (
            "up.intransitive",
            "down.intransitive",
            "up.transitive",
            "down.transitive",
            "cause",
            "recommend",
            "balance",
            "same_everywhere",
        )
        nouns = {
            "влияние",
            "причина",
            "следствие",
            "рекомендация",
            "recommendation",
            "impact",
            "effect",
            "influence",
            "cause",
            "баланс",
            "balance",
            "result",
            "рекомендовать",
        }
        return any(token.has(*verbs) and not token.stems & nouns for token in self.scene.tokens)

    def _cell(self) -> None:
        """A table says its verdict in a word; the row and the column say of what."""
        from factcheck.judging.verdictcells import judge_cell

        found = judge_cell(self.scene) or judge_baseline_cell(self.scene)
        if found is not None:
            first, last, ruling = found
            self.add(first, last, "verdict", ruling)
        for first, last, predicate, ruling in judge_plan(self.scene):
            self.add(first, last, predicate, ruling)

    def add(self, first: int, last: int, predicate: str, ruling: Ruling, anchor: int | None = None) -> Claim:
        at = anchor if anchor is not None else first
        for withheld in (open_word, open_left_out, open_measure, open_pair, open_turned, open_support):
            ruling = withheld(self.scene, predicate, at, ruling)
        if ruling.verdict == "contradicted" and predicate in _OF_RESULTS and is_expected(self.scene, at):
            ruling = Ruling("unverifiable", "what is expected", "то, чего ожидают", ruling.facts)
        if ruling.verdict == "contradicted" and predicate in ("order", "monotone"):
            ruling = borne_out_on_its_way(self.scene, at, ruling)
        if ruling.verdict == "contradicted" and self.scene.holds(first, last):
            ruling = Ruling("supported", "as the whole statement has it", "как в утверждении целиком", ruling.facts)
        if (
            ruling.verdict == "contradicted"
            and predicate in ("order", "best")
            and self.borne & set(range(first, last + 1))
        ):
            ruling = Ruling("unverifiable", ruling.en, ruling.ru, ruling.facts)
        if ruling.verdict in ("supported", "contradicted"):
            self.settled.update(range(at if predicate in ("value", "order") else first, last + 1))
        return self.collector.add(
            self.scene, first, last, predicate, ruling, anchor=at, hedged=is_hedged(self.scene, at)
        )

    def _one(self, token: Token, heading: bool) -> None:
        scene = self.scene
        at = token.index
        kind = superlative_kind(scene, token) if not is_subject_statistic(scene, token) else None
        following = scene.tokens[at + 1] if at + 1 < len(scene.tokens) else None
        if kind in ("best", "max") and following is not None and following.has("balance"):
            return  # judged with the balance
        if at and CHANGED.match(scene.tokens[at - 1].lower) and (kind or token.lower == "most"):
            return  # "the component that changed most": of a change, not of a value
        if kind in ("max", "min", "best", "worst"):
            if not heading or scene.mentions.levels:
                self._superlative(token, kind)
            return
        if token.has("optimum"):
            if not heading or scene.mentions.levels:
                claim = self.add(*around(scene, token, levels=True), "best", judge_optimum(scene, token), at)
                if not is_negated(scene, at) and not is_hedged(scene, at):
                    self.collector.answers.append(Answer("optimum", said_levels(scene, token), claim))
            return
        if token.lower in ("trade-off", "компромисс", "компромиссный", "компромиссное", "compromise"):
            self.add(
                at,
                at,
                "balance",
                Ruling("unverifiable", "no criterion of balance is named", "признак баланса не назван"),
                at,
            )
            return
        if token.has("balance") or kind == "balanced":
            first, last, ruling = judge_balance(scene, token)
            self.add(first, last, "balance", ruling, at)
            return
        if token.has("stable", "unstable"):
            if token.lower.startswith(("стабилизир", "stabili")) and any(
                t.number is not None and t.number.is_value for t in scene.tokens[at + 1 : at + 5]
            ):
                return  # "стабилизируется на уровне 92,7%": the value is what is said
            if not heading or scene.mentions.levels or scene.inherited_levels:
                found = judge_stability(scene, token)
                if found is not None:
                    self.add(*found[:2], "stable", found[2], at)
            return
        if token.has(*DIRECTIONS) and not (token.has("limit")):
            self._direction(token, heading)
            return
        if heading:
            return
        if token.has("limit") and self._limits(token):
            first, last, ruling = judge_limit(scene, token)
            self.add(first, last, "limiting", ruling, at)
            return
        if token.lower == "most" and [t.lower for t in scene.tokens[at + 1 : at + 4]][:2] == ["of", "all"] and not any(t.is_word and t.lower not in AT for t in scene.tokens[at + 3 : at + 4]):  # fmt: skip
            return  # "most of all at 64": a degree
        if token.has("dominate") and not (
            following is not None and following.lower in ("often", "frequently") and scene.matches(_CALLED)
        ):
            found = judge_dominance(scene, token)
            if found is not None:
                self.add(*found[:2], "dominates", found[2], at)
            return
        if token.has("same_everywhere") and (found := judge_likeness(scene, token)) is not None:
            self.add(*found[:2], "equivalent", found[2], at)
            return
        known = judge_told_apart(scene, token, self.bounds)
        if known is not None:
            for first, last, predicate, ruling in known:
                self.add(first, last, predicate, ruling, at)
            return
        if (
            token.has("nonmonotone")
            or token.has("monotone")
            and (token.lower.startswith(("монотон", "monoton")))
            and not scene.has(*DIRECTIONS)
        ):
            self.add(at, at, *judge_monotone(scene, token))
            return
        loose = judge_loose(scene, token)
        if loose is not None:
            self.add(*loose, at)

    def _superlative(self, token: Token, kind: str) -> None:
        scene = self.scene
        own = [b for b in self.bounds.values() if b.stat_at == token.index and b.verdict == "supported"]
        others = any(
            fact.stat != b.stat
            for b in own
            if b.predicate == "value"
            for name in b.facts
            if (fact := scene.vocabulary.by_name.get(name))
        )
        if not others and any(b.stat in scene.vocabulary.stats_of(m) for b in own for m in b.metrics):
            return  # the extreme of a run, judged with its value
        following = scene.tokens[token.index + 1] if token.index + 1 < len(scene.tokens) else None
        if token.lower in ("минимуму", "максимуму") and token.index and scene.tokens[token.index - 1].lower == "по":
            return  # "по минимуму уступает": the statistic that is compared
        if token.lower in ("peaks", "maxima", "minima", "пики", "максимумы", "минимумы") and any(t.has("equal", "differ") for t in scene.tokens):  # fmt: skip
            return  # "the peaks at 60 and 100 coincide": what is held alike, not the highest level
        former = scene.tokens[token.index - 1].lower if token.index else ""
        if token.lower in ("worst", "best") and former in ("at", "its") or former in ("худшем", "лучшем"):
            return  # "it reaches 7.4 ms there at worst": the extreme of a run
        nearby = scene.tokens[token.index + 1 : token.index + 2]
        if former in ("в", "во", "самый", "its", "the") and nearby and nearby[0].stems & {"момент", "случай"}:
            return  # "в худший момент скорость проседает до 312": at one time of a run
        if token.lower == "лидером" and former in ("с", "со"):
            return  # "вместе с лидером": names one that was told to lead
        seen = scene.tokens[token.index + 2].lower if token.index + 2 < len(scene.tokens) else ""
        if seen in ("seen", "observed", "recorded", "measured"):
            return  # "the smallest share seen": among the levels
        if _of_gap_before(scene, token):
            return  # "the mean lies below the median, and at 8 the gap is widest": of a difference
        if kind in ("max", "min") and tells_part(scene, token):
            if (part := judge_part(scene, token, kind)) is not None:
                self.add(part[0], part[1], "dominates", part[2], token.index)
            return
        if following is not None and (following.stems & {"place", "место"} or following.lower == "нет"):
            return
        if any(t.stems & SCATTER for t in scene.tokens[max(0, token.index - 5) : token.index + 3]):
            return  # "the scatter was smallest": by the deviation, judged with its value
        if any(
            t.lower in ("меняется", "сменяется", "changes", "varies")
            for t in scene.tokens[token.index + 1 : token.index + 5]
        ):
            return  # "the leader changes"
        if following is not None and any(
            following.lower in one.name.lower().split("_") for one in scene.vocabulary.facts.experiment.factors
        ):
            return  # "the smallest cache": a level of cache_size
        ranked = 3 if token.stems & {"самый", "наиболее", "most"} else 2
        if any(t.stems & _DIFFERENCES for t in scene.tokens[token.index + 1 : token.index + ranked]):
            return  # "the widest gap", "самый большой отрыв": of a difference between levels or metrics
        multiple = scene.tokens[token.index - 2].number if token.index > 1 and scene.tokens[token.index - 1].lower == "the" else None  # fmt: skip
        if multiple is not None and multiple.kind == "times":
            return  # "twice the worst case at 10": of what something else is a multiple
        if any(t.stems & {"block", "блок"} for t in scene.tokens[token.index + 1 : token.index + 5]):
            return  # "the winner of the first block": of runs, not of levels
        if scene.vocabulary.repeated and any(t.stems & {"прогон", "run"} for t in scene.tokens[token.index + 1 : token.index + 4]):  # fmt: skip
            return  # "the worst run of version 17": one of the repeats of a level
        if scene.vocabulary.repeated and _goes_on_of_runs(scene, token):
            return  # "the best run was a 16MB one; the worst, 6734, came from 128kB"
        bare = scene.tokens[token.index + 2].text if token.index + 2 < len(scene.tokens) else "."
        if following is not None and following.statistic in ("max", "min") and bare in ",.;:" and not scene.bounds:
            return  # "highest peak, fewest waits": of the extreme of something that is not named
        found = judge_superlative(scene, token, kind)
        if found is None:
            return
        argument, ruling = found
        ruling = fair(
            scene, token, ruling, lambda: (judge_superlative(scene, token, kind) or (None, None))[1], levels=True
        )
        ruling = extreme_by_its_value(scene, token, kind, said_levels(scene, token), ruling)
        ruling = of_load(scene, argument, open_kind(scene, token, open_extreme(scene, ruling)))
        first, last = token.index, token.index
        if token.stems & {"самый", "наиболее", "most"} or token.lower in ("least", "наименее"):
            last += 1
        if argument is not None and argument.own and abs(argument.first - token.index) <= 6:
            first, last = min(first, argument.first), max(last, argument.last)
        for mention in scene.mentions.levels:
            if (
                mention.role != "than"
                and last < mention.first <= last + 6
                and not any(
                    t.number and t.number.is_value and t.index not in scene.mentions.level_tokens
                    for t in scene.tokens[last + 1 : mention.first]
                )
            ):
                last = max(last, mention.last)
                break
        self.add(first, last, "best", ruling, token.index)
        self._unknown_beside(token)

    def _unknown_beside(self, token: Token) -> None:
        """A term that the facts do not hold, in one claim with terms that they do."""
        start, stop = clause_bounds(self.scene, token.index)
        for mention in self.scene.mentions.metrics:
            if not mention.metrics and start <= mention.first <= stop:
                name = mention.text
                self.add(
                    mention.first,
                    mention.last,
                    "value",
                    Ruling("unverifiable", f"the facts hold nothing about {name}", f"в фактах нет ничего о «{name}»"),
                )

    def _direction(self, token: Token, heading: bool) -> None:
        scene = self.scene
        at = token.index
        if of_an_effect(scene, token) or not_to_expect(scene, token) or of_a_gain(scene, token):
            return
        if of_a_bound(scene, token) or correlative(scene, token) or token.has("up.comparative", "down.comparative") and of_a_coefficient(scene, token):  # fmt: skip
            return
        if (
            token.lower.startswith(("slowdown", "speedup", "замедлени", "ускорени"))
            and at
            and scene.tokens[at - 1].lower in BACK
        ):
            return  # "all of these slowdowns are significant": what was told before
        former = [t.lower for t in scene.tokens[max(0, at - 2) : at]]
        if is_circumstance(scene, token):
            return
        if (
            token.has("up.noun", "down.noun")
            and ("мере" in former or former[-1:] == ["с"])
            and not any(
                m.first == at + 1 and m.exact and not may_be_parameter(scene, scene.tokens[at + 1].text)
                for m in scene.mentions.metrics
            )
        ):
            return  # "по мере роста лимита": the parameter
        if (linked := judge_link_trend(scene, token)) is not None:
            self.add(at, at, "correlates", linked, at)
            return
        if token.has("drop") and is_negated(scene, at):
            if not of_some_only(scene, at) and not (not scene.mentions.levels and denied_of_some(scene, at, bool(scene.inherited_levels))):  # fmt: skip
                self.add(max(0, at - 1), at, "window", judge_no_drop(scene), at)
            return
        if OF_SOME_LEVELS.search(scene.text_of(*clause_bounds(scene, at))):
            return  # "the two lower settings are better", "more clients past the peak": of some levels only
        behind = next((b for place, b in sorted(self.bounds.items()) if at < place <= at + 5), None)
        if behind is not None and behind.stat in ("max", "min") and behind.stat_at == behind.place:
            return  # "4,415 on average, dipping as low as 2,105": within the run
        beside = [self.bounds[place] for place in (at - 1, at + 1) if place in self.bounds]
        if token.has("drop") and any(b.predicate == "window" and b.number.unit is None for b in beside):
            return  # "1 drop was found", "it dropped twice": the count is judged
        if (
            of_a_place(scene, token)
            or scene.has("limit")
            and token.has("up.intransitive", "down.intransitive", "up.comparative", "down.comparative")
        ):
            return
        if token.has("worse", "better") and (universal := judge_no_other(scene, token)) is not None:
            self.add(at, at, "order", universal, at)
            return
        if at in self.factor_words or token.has("drop") and (not scene.mentions.metrics or token.lower in EVENTS):
            return
        if at and superlative_kind(scene, scene.tokens[at - 1]) in ("max", "min") and token.has("up.noun", "down.noun"):
            return  # "наибольший рост": judged as a superlative of change
        if at and token.has("up.noun", "down.noun") and scene.tokens[at - 1].stems & _OF_CHANGE:
            return  # "меньший рост ожиданий": how much it grew, not that it did
        following = scene.tokens[at + 1] if at + 1 < len(scene.tokens) else None
        if (
            following is not None
            and token.has("up.comparative", "down.comparative", "better", "worse")
            and following.has("up.intransitive", "down.intransitive", "better", "worse")
        ):
            return  # "ещё быстрее ухудшается": how fast, which no fact says
        if (
            following is not None
            and following.number is not None
            and following.number.is_value
            and token.has("up.comparative", "down.comparative")
        ):
            return  # "выше 80%": a bound, judged with its number
        if token.lower in ("more", "most", "less", "более", "менее", "longer") and not self._compares(token):
            return
        if heading and not (scene.mentions.levels or any(b.number for b in self.bounds.values())):
            return
        if (
            token.lower in ("over", "below", "above", "cut", "gain", "benefit", "lift", "raise", "рост", "падение")
            and not scene.mentions.metrics
        ):
            return
        if _EACH_LEVEL.match(scene.sentence.text[token.end - scene.tokens[0].start :]):
            return  # "shrinks with every compressor and ties between B and C": of all levels, judged by `everylevel`
        over_all = following is not None and following.lower == "всех"  # "больше всех LWLock"
        if (over_all or token.lower in ("впереди", "позади", "ahead", "behind")) and self._between_metrics(at):
            return  # "IO остаётся впереди IPC": one metric against another
        if token.lower in ("over", "above", "below") or below_a_thing(scene, token) or asked_of(scene, token):
            return
        imperative = at == 0 or scene.tokens[at - 1].text in (",", ":") and at <= 2
        if (
            token.has("up.transitive", "down.transitive")
            and imperative
            and token.lower.endswith(("ть", "ться", "те"))
            or scene.has("recommend")
            and token.has("imperative")
            and not token.has("up.intransitive", "up.comparative", "down.comparative")
        ):
            self.add(
                at,
                min(len(scene.tokens) - 1, at + 3),
                "recommendation",
                Ruling(
                    "unverifiable",
                    "a recommendation; nothing measured decides it",
                    "рекомендация; измеренное её не решает",
                ),
                at,
            )
            return
        found = judge_direction(scene, token)
        if found is None:
            return
        argument, ruling = found
        ruling = fair(scene, token, ruling, lambda: (judge_direction(scene, token) or (None, None))[1])
        ruling = way_by_its_values(scene, token, ruling)
        ruling = open_attribute(scene, token, of_load(scene, argument, open_way(scene, token, ruling)))
        first = last = at
        if argument.own and abs(argument.first - at) <= 8:
            first, last = min(first, argument.first), max(last, argument.last)
        previous = next((t for t in reversed(scene.tokens[max(0, at - 6) : at]) if superlative_kind(scene, t)), None)
        if previous is not None and at and scene.tokens[at - 1].lower in ("при", "with", "at"):
            first = min(first, previous.index)  # "лучшую скорость при меньших задержках" is one statement
        self.add(
            first,
            last,
            "order" if scene.mentions.levels else "monotone" if scene.has("monotone", "trend") else "order",
            ruling,
            at,
        )
        self._degree(token)

    def _compares(self, token: Token) -> bool:
        """ "более высокие задержки" compares by its adjective; "более агрессивное" compares nothing measured."""
        following = self.scene.tokens[token.index + 1] if token.index + 1 < len(self.scene.tokens) else None
        if following is not None and following.lower in ("than", "чем") and self._little_apart(token):
            return any(1 <= m.first - following.index <= 2 for m in self.scene.mentions.levels)
        return (
            following is not None
            and any(m.first == following.index for m in self.scene.mentions.metrics)
            and token.lower in ("more", "less", "longer")
        )

    def _little_apart(self, token: Token) -> bool:
        """ "even a little less than 32": compared with a level, no bound."""
        before = [t.lower for t in self.scene.tokens[max(0, token.index - 3) : token.index]]
        return bool({"even", "little", "slightly", "даже", "чуть", "немного"} & set(before))

    def _degree(self, direction: Token) -> None:
        tokens = self.scene.tokens
        for at in (direction.index - 1, direction.index + 1, direction.index - 2):
            if 0 <= at < len(tokens) and tokens[at].has("small", "large") and at not in self.taken:
                token = tokens[at]
                if token.has("significant"):
                    continue
                self.taken.add(at)
                self.add(at, at, "degree", judge_degree(self.scene, token, direction), at)
                return

    def _limits(self, token: Token) -> bool:
        if token.lower == "уже":
            return False  # "already", not "narrower"
        if token.lower in ("узкое", "узкий", "узкого", "узким", "узких", "узкие"):
            following = self.scene.tokens[token.index + 1] if token.index + 1 < len(self.scene.tokens) else None
            return following is not None and "место" in following.stems
        return not (token.lower in ("bound", "limit", "limits") and self.scene.mentions.settings)

    def _between_metrics(self, at: int) -> bool:
        """Whether whole names of two metrics stand on the two sides of a word."""
        named = [m for m in self.scene.mentions.metrics if m.exact and m.metrics and not m.modifier]
        before = [m for m in named if m.last < at]
        after = [m for m in named if at < m.first <= at + 2]
        return bool(before and after) and before[-1].metrics != after[0].metrics

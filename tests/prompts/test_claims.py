"""The conclusion engine's ten rules, both sides of each, over nights of every shape."""

import dataclasses

import nights
import pytest
from conftest import everything

from prompts.claims import make_claims
from prompts.claims.engine import assert_rules
from prompts.claims.model import PREDICATES, Claim
from prompts.claims.situation import situation
from prompts.rows import Findings

SHAPES = {
    "decided": nights.Shape(effects={"off": 0.66, "local": 0.02}, worse_metrics=("latency_p99_ms",)),
    "null": nights.Shape(noise=0.004, repeats=7),
    "undecided": nights.Shape(effects={"off": 0.03}, noise=0.03, repeats=3),
    "single_run": nights.Shape(repeats=1, effects={"off": 0.6}),
    "drifting": nights.Shape(verdict="drifting", effects={"off": 0.2}),
    "invalid": nights.Shape(verdict="invalid", checks=(("critical", 2),)),
    "progress": nights.Shape(scope="progress", effects={"off": 0.6}),
    "ordered": nights.Shape(factors=[dict(nights.TIMEOUT)], effects={"1min": -0.25, "30min": 0.2}),
    "grid": nights.Shape(factors=[dict(nights.HUGE), dict(nights.CLIENTS)], effects={"on": 0.1, "16": 0.3, "32": 0.35}),
    "import": nights.Shape(origin="import", factors=[dict(nights.TIMEOUT)], effects={"1min": -0.25}, sources=()),
}


def claims_of(name: str) -> list[Claim]:
    return make_claims(nights.make(SHAPES[name]))


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_gives_known_predicates_and_the_mandatory_claims(name: str) -> None:
    claims = claims_of(name)
    assert {claim.predicate for claim in claims} <= PREDICATES
    ids = {claim.id for claim in claims}
    assert {"reach", "design.order", "quality.runs"} <= ids, "number of runs and what failed are always said"


def test_situations_follow_the_verdicts_of_the_marts() -> None:
    expected = {
        "decided": "decided",
        "null": "equivalent",
        "single_run": "single_run",
        "drifting": "drifting",
        "invalid": "invalid",
        "progress": "progress",
    }
    assert {name: situation(nights.make(SHAPES[name])) for name in expected} == expected


@pytest.mark.parametrize("name", ["single_run", "drifting", "invalid", "progress"])
def test_without_repeats_or_sound_data_nothing_is_ranked_best_or_monotone(name: str) -> None:
    assert not {claim.predicate for claim in claims_of(name)} & {
        "best",
        "order",
        "monotone",
        "not_monotone",
        "stable",
        "delta",
    }


def test_of_levels_that_drift_only_runs_that_lie_apart_are_told() -> None:
    claims = {claim.id: claim for claim in claims_of("drifting") if claim.form == "effect.drifting"}
    (least, most), (other_least, other_most) = claims["effect.tps.off.on"].args["apart"]
    assert other_least.value <= other_most.value < least.value <= most.value
    assert all("median" in figure.id and "run" in figure.id for figure in (least, most, other_least, other_most))
    assert claims["effect.tps.local.on"].args["apart"] is None, "they differ in nothing, and their runs mix"


def test_with_repeats_the_winner_is_named() -> None:
    best = [claim for claim in claims_of("decided") if claim.id == "answer.best"]
    assert [claim.args["level"].text for claim in best] == ["off"]


def test_a_trend_is_claimed_only_where_all_levels_are_in_order() -> None:
    assert any(claim.predicate == "monotone" for claim in claims_of("ordered"))
    crooked = nights.make(nights.Shape(factors=[dict(nights.TIMEOUT)], effects={"1min": -0.25, "30min": -0.3}))
    shapes = {claim.form for claim in make_claims(crooked) if claim.topic == "dose"}
    assert shapes == {"dose.not_monotone"}


def test_the_best_at_the_end_of_an_ordered_grid_is_said_to_be_only_the_best_of_those_tried() -> None:
    assert any(claim.predicate == "edge_of_grid" and claim.is_mandatory for claim in claims_of("ordered"))
    assert not any(claim.predicate == "edge_of_grid" for claim in claims_of("decided")), (
        "words have no end to go beyond"
    )


def test_a_tie_is_a_tie() -> None:
    tied = nights.make(nights.Shape(effects={"off": 0.5, "local": 0.5}, noise=0.02))
    answer = next(claim for claim in make_claims(tied) if claim.topic == "answer")
    assert answer.form == "answer.better" and answer.predicate == "delta"
    assert {answer.args["level"].text, *(level.text for level in answer.args["tied"])} == {"off", "local"}
    assert not any(claim.predicate == "best" and claim.id == "best.primary" for claim in make_claims(tied))


def test_what_got_worse_is_said_whenever_something_is_said_to_be_better() -> None:
    worse = [claim for claim in claims_of("decided") if claim.id == "price.some"]
    assert worse and worse[0].is_mandatory
    assert any(item["metric"] == "latency_p99_ms" for item in worse[0].args["items"])
    none = nights.make(nights.Shape(effects={"off": 0.3}, sources=("disk",)))
    calm = dataclasses.replace(none, effects=tuple(e for e in none.effects if e.verdict != "worse"))
    assert any(claim.id == "price.none" for claim in make_claims(calm))


def test_a_failed_check_is_a_claim_of_its_own_and_a_critical_one_is_mandatory() -> None:
    claims = claims_of("invalid")
    assert any(claim.topic == "checks" and claim.is_mandatory for claim in claims)
    assert any(claim.id == "quality.clean" for claim in claims_of("decided"))


def test_a_bottleneck_names_shares_of_all_active_time_and_only_the_marts_dominance() -> None:
    waits = [claim for claim in claims_of("decided") if claim.id.startswith("waits.first")]
    assert waits and all(
        figure.id.endswith("active_session_time")
        for claim in waits
        for figure in claim.figures
        if "wait_type" not in figure.id
    )
    night = nights.make(SHAPES["decided"])
    shy = dataclasses.replace(night, pareto=tuple(dataclasses.replace(row, is_dominant=False) for row in night.pareto))
    assert not any(claim.predicate == "dominates" for claim in make_claims(shy))


@pytest.mark.parametrize(("second", "form"), [("member", "waits.line_same"), ("borderline", "waits.line_borderline"), ("outside", "waits.line_only")])  # fmt: skip
def test_levels_with_the_same_events_are_told_of_together(second: str, form: str) -> None:
    """The last level is led by another event, so the others are told together of what leads them and of what makes up their line."""
    night = nights.make(nights.Shape(effects={"off": 0.66, "local": 0.01}))
    last = night.levels[-1] if second != "member" else ""
    rows = []
    for row in night.pareto:
        if row.kind == "wait":
            row = dataclasses.replace(row, membership={1: "member", 2: second}.get(row.rank or 0, "outside"))
            if row.level == last and row.rank in (1, 2):
                other = next(r for r in night.pareto if r.level == last and r.kind == "wait" and r.rank == 3 - row.rank)
                row = dataclasses.replace(row, entity=other.entity)
        rows.append(row)
    lines = [c for c in make_claims(dataclasses.replace(night, pareto=tuple(rows))) if c.id.startswith("waits.line")]
    assert form in {claim.form for claim in lines}
    assert len(lines) == (1 if second == "member" else 2)


def test_a_correlation_is_claimed_only_where_the_marts_allow_it() -> None:
    night = nights.make(SHAPES["decided"])
    assert any(claim.predicate == "correlates" for claim in make_claims(night))
    mute = dataclasses.replace(
        night, correlations=tuple(dataclasses.replace(row, is_claimable=False) for row in night.correlations)
    )
    claims = make_claims(mute)
    assert not any(claim.predicate == "correlates" for claim in claims)
    assert any(claim.form == "correlation.none" for claim in claims)


def test_levels_are_ranked_by_stability_only_where_intervals_separate() -> None:
    night = nights.make(SHAPES["decided"])
    assert not any(claim.predicate == "stable" for claim in make_claims(night))
    apart = dataclasses.replace(
        night,
        stability=tuple(
            dataclasses.replace(row, is_separated=True, rank=i) for i, row in enumerate(night.stability, 1)
        ),
    )
    assert any(claim.predicate == "stable" for claim in make_claims(apart))


def test_a_limiting_factor_without_evidence_is_not_determined() -> None:
    limits = [claim for claim in claims_of("decided") if claim.predicate == "limiting"]
    assert {claim.form for claim in limits} == {"limits.named", "limits.not_determined"}


def test_missing_sources_leave_sections_out_and_nothing_breaks() -> None:
    topics = {claim.topic for claim in everything(nights.make(nights.Shape(effects={"off": 0.66}, sources=())))}
    assert not topics & {"waits", "correlations", "checkpoints", "statements"}


def test_an_engine_that_broke_a_rule_would_be_stopped() -> None:
    night = nights.make(SHAPES["decided"])
    claims = [claim for claim in make_claims(night) if not claim.id.startswith("price.")]
    with pytest.raises(ValueError, match="rule 10"):
        assert_rules(night, claims)
    single = nights.make(SHAPES["single_run"])
    with pytest.raises(ValueError, match="rule 1"):
        assert_rules(single, [*make_claims(single), Claim("x", "best", "answer.best", "answer")])
    invalid = nights.make(SHAPES["invalid"])
    with pytest.raises(ValueError, match="rule 9"):
        assert_rules(invalid, [])
    ordered = nights.make(SHAPES["ordered"])
    with pytest.raises(ValueError, match="rule 3"):
        assert_rules(ordered, [claim for claim in make_claims(ordered) if claim.predicate != "edge_of_grid"])


def test_a_word_outside_the_list_of_predicates_is_no_claim() -> None:
    with pytest.raises(ValueError, match="is not a word"):
        Claim("x", "wins", "f", "t")


def test_claims_do_not_change_their_names_from_night_to_night() -> None:
    one, two = (nights.make(dataclasses.replace(SHAPES["decided"], seed=seed)) for seed in (1, 2))
    stable = ("answer.", "effect.tps", "waits.first", "limits", "best.primary")

    def names(night: Findings) -> set[str]:
        return {claim.id for claim in make_claims(night) if claim.id.startswith(stable)}

    assert names(one) == names(two)


DISK = {
    "name": "disk",
    "kind": "storage",
    "unit": None,
    "levels": ["slow", "fast", "faster"],
    "baseline": "fast",
    "default": None,
}
LOAD = {
    "name": "load",
    "kind": "workload",
    "unit": None,
    "levels": ["read", "write"],
    "baseline": "read",
    "default": None,
}
LOADS = nights.Shape(
    factors=[DISK, LOAD],
    effects={"slow/read": -3.0, "slow/write": -2.5, "fast/write": -1.3, "faster/write": -0.9},
    noise=0.01,
)


def test_a_load_is_a_condition_and_every_condition_has_its_own_answer() -> None:
    headline = next(claim for claim in make_claims(nights.make(LOADS)) if claim.id == "answer.best")
    assert headline.form == "answer.by_condition"
    told = {item["condition"].text: [level.text for level in item["levels"]] for item in headline.args["items"]}
    assert told == {"load=read": ["fast/read", "faster/read"], "load=write": ["faster/write"]}


def test_nothing_that_is_called_better_worse_or_a_price_compares_two_loads() -> None:
    night = nights.make(LOADS)
    across = [
        e
        for e in night.effects
        if e.level.split("/")[1] != e.baseline.split("/")[1] and e.verdict in ("better", "worse")
    ]
    assert across, "the marts hold such pairs"
    for claim in everything(night):
        if claim.topic in ("answer", "primary", "secondary", "not_shown", "recommendations") and claim.paragraph >= 0:
            pairs = [
                (claim.args.get("level"), claim.args.get("baseline")),
                *((i.get("level"), i.get("baseline")) for i in claim.args.get("items", ()) if isinstance(i, dict)),
            ]
            for level, baseline in pairs:
                if level is not None and baseline is not None and "/" in baseline.text:
                    assert level.text.split("/")[1] == baseline.text.split("/")[1], claim.id
    main = [claim for claim in make_claims(night) if claim.topic == "grid" and claim.args.get("level")]
    assert all(claim.args["better"] == "none" for claim in main if claim.args["level"].text.startswith("load="))


def test_factors_that_are_all_conditions_are_what_was_asked_about() -> None:
    clients = nights.make(nights.Shape(factors=[dict(nights.CLIENTS)], effects={"16": 0.3, "32": 0.35}))
    assert next(claim for claim in make_claims(clients) if claim.topic == "answer").form != "answer.by_condition"


def test_the_same_choice_that_leads_under_every_load_stands_in_the_title() -> None:
    night = nights.make(
        nights.Shape(factors=[dict(nights.HUGE), dict(nights.CLIENTS)], effects={"on": 0.1, "16": 0.3, "32": 0.35})
    )
    headline = next(claim for claim in make_claims(night) if claim.id == "answer.best")
    assert headline.args["everywhere"].text == "huge_pages=on"
    apart = next(claim for claim in make_claims(nights.make(LOADS)) if claim.id == "answer.best")
    assert apart.args["everywhere"] is None


def test_pairs_of_which_the_same_is_to_be_said_stay_open_in_one_sentence() -> None:
    night = nights.make(
        nights.Shape(factors=[dict(nights.HUGE), dict(nights.CLIENTS)], effects={"16": 0.3}, noise=0.08, repeats=3)
    )
    open_ = [claim for claim in make_claims(night) if claim.form == "not_shown.pair"]
    assert len(open_) == 1 and len(open_[0].args["pairs"]) == 3


def test_levels_that_are_not_told_apart_are_called_equal_only_where_that_was_shown() -> None:
    night = nights.make(nights.Shape(effects={"off": -0.4}, noise=0.004))
    equal = next(claim for claim in make_claims(night) if claim.topic == "answer")
    assert equal.form == "answer.tied" and equal.args["is_equal"]
    effects = tuple(
        dataclasses.replace(e, verdict="undecided") if (e.metric, e.level) == ("tps", "local") else e
        for e in night.effects
    )
    open_ = next(claim for claim in make_claims(dataclasses.replace(night, effects=effects)) if claim.topic == "answer")
    assert open_.form == "answer.tied" and not open_.args["is_equal"]

"""How differences are told: percentages where they are read, values where a percentage would be one of nearly nothing, else words."""

import dataclasses
import re
from typing import Any

import nights
import pytest
from conftest import everything

from pgverdict.facts import FORMAT
from pgverdict.i18n import LANGUAGES
from prompts import marks
from prompts.claims.told import MOST_PCT, is_beyond_reading, size, told, way_of
from prompts.compose import Extras, compose
from prompts.pages import markdown
from prompts.plan import kind_of
from prompts.rows import EffectRow, Findings
from prompts.wording import Wording

RARE = nights.Shape(effects={"off": 0.66, "local": 0.02}, rare_at=("off",))
NIGHT = nights.make(RARE)
#: Percentages of a thousand and more, as each language writes them.
THOUSANDS = {
    "en": re.compile(r"(?<![\d.,])(?:\d{1,3}(?:,\d{3})+|\d{4,})(?:\.\d+)?%"),
    "ru": re.compile(r"(?<![\d,])(?:\d{1,3}(?:[\u00a0\u202f]\d{3})+|\d{4,})(?:,\d+)?\u00a0%"),
}


def effect(metric: str, level: str = "off", night: Findings = NIGHT, **changes: Any) -> EffectRow:
    row = next(e for e in night.effects if (e.metric, e.level, e.baseline) == (metric, level, "on"))
    return dataclasses.replace(row, **changes)


def article(night: Findings, language: str) -> str:
    return markdown.render(compose(night, everything(night), kind_of(night), language, Extras())).text


def test_a_difference_that_a_percentage_says_is_told_by_it() -> None:
    assert way_of(NIGHT, effect("tps")) == ("percent", None)


@pytest.mark.parametrize("metric", ["wait_lock_share", "rollbacks_per_s"])
def test_a_percentage_of_nearly_nothing_becomes_the_values_of_both_levels(metric: str) -> None:
    row = effect(metric)
    assert (row.effect_pct or 0) > MOST_PCT, "the night is made so"
    way, values = way_of(NIGHT, row)
    assert way == "values" and values is not None
    assert [v.id for v in values] == [f"off.{metric}.mean", f"on.{metric}.mean"]


def test_a_readable_percentage_with_an_end_beyond_reading_is_told_by_values() -> None:
    assert way_of(NIGHT, effect("latency_ms"))[0] == "percent"
    assert way_of(NIGHT, effect("latency_ms", effect_high_pct=MOST_PCT))[0] == "values"
    assert way_of(NIGHT, effect("latency_ms", effect_high_pct=MOST_PCT - 0.1))[0] == "percent"


def test_a_fall_that_would_round_to_all_of_it_is_told_by_values() -> None:
    assert is_beyond_reading(effect("tps", effect_pct=-99.96)) and not is_beyond_reading(
        effect("tps", effect_pct=-99.9)
    )


def test_a_mean_that_shows_as_zero_makes_no_percentage() -> None:
    row = effect("psi_io_pct")
    calm = dataclasses.replace(row, effect_pct=40.0, effect_low_pct=20.0, effect_high_pct=60.0)
    assert way_of(NIGHT, calm)[0] == "values"


def test_a_change_of_a_percentage_is_told_by_values_and_never_in_per_cent_of_per_cent() -> None:
    row = effect("waits_share")
    assert abs(row.effect_pct or 0) < 100 and NIGHT.metrics["waits_share"].unit == "%"
    assert way_of(NIGHT, row)[0] == "values"


def test_means_that_do_not_show_the_difference_do_not_stand_side_by_side() -> None:
    down = effect("wait_lock_share", effect_pct=-99.99, effect_low_pct=-100.0, effect_high_pct=-99.9)
    assert way_of(NIGHT, down) == ("words", None), "the means go up"
    share = effect("waits_share", effect_pct=3.0, effect_low_pct=2.0, effect_high_pct=4.0)
    assert way_of(NIGHT, share)[0] == "percent", "the means go down, the percentage is readable"


@pytest.mark.parametrize(
    ("language", "percent", "expected"),
    [
        ("en", 1_619_186.7, "is many times higher than at on"),
        ("en", 300.0, "is higher than at on"),
        ("ru", 1_619_186.7, "многократно выше, чем при on"),
        ("ru", -99.99, "многократно ниже, чем при on"),
    ],
)
def test_without_means_a_word_stands_for_the_number(language: str, percent: float, expected: str) -> None:
    bare = dataclasses.replace(NIGHT, facts=(), _by_address={})
    row = effect("tps", effect_pct=percent, effect_high_pct=5000.0 if percent > 0 else -99.9)
    args = told(bare, row)
    assert args["way"] == "words"
    from prompts.claims.model import Level

    assert marks.plain(Wording(bare, language).than(args, Level("on"))).replace("\u00a0", " ") == expected


def test_differences_are_ordered_on_the_scale_on_which_they_were_estimated() -> None:
    tenth, tenfold = (effect("tps", effect_pct=percent) for percent in (-90.0, 900.0))
    assert size(tenth) == pytest.approx(size(tenfold))
    assert size(effect("tps", effect_pct=1e6)) == size(effect("tps", effect_pct=1e9)), "a small baseline is no merit"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "shape",
    [
        RARE,
        nights.Shape(effects={"off": 3.2, "local": 3.2}, rare_at=("off", "local")),
        nights.Shape(
            factors=[dict(nights.HUGE), dict(nights.CLIENTS)], effects={"on": 2.2, "16": 0.3}, rare_at=("on",)
        ),
        nights.Shape(repeats=1, effects={"off": 3.2}, rare_at=("off",)),
        nights.Shape(effects={"off": 3.2}, noise=1.5, rare_at=("off",)),
        nights.Shape(effects={"off": -9.0}, rare_at=("off",)),
    ],
    ids=["rare", "tied", "grid", "single", "noisy", "nothing-left"],
)
def test_no_percentage_of_a_thousand_is_printed_and_the_checker_finds_nothing(
    shape: nights.Shape, language: str
) -> None:
    night = nights.make(shape)
    text = article(night, language)
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    assert not THOUSANDS[language].findall(prose)
    answer = check(text, night, language)
    wrong = [c for c in answer["claims"] if c["verdict"] in ("contradicted", "unparsed")]
    assert not wrong, [(c["line"], c["quote"], c["why"]) for c in wrong]


@pytest.mark.parametrize(("language", "tick"), [("en", "×10"), ("ru", "×10")])
def test_the_picture_of_effects_turns_to_ratios_where_a_percentage_is_beyond_reading(language: str, tick: str) -> None:
    from prompts.pictures import draw_pictures

    far = nights.make(nights.Shape(effects={"off": 3.2, "local": 0.3}, sources=()))
    near = nights.make(nights.Shape(effects={"off": 0.5, "local": 0.3}, sources=()))
    drawn, calm = (
        draw_pictures(night, everything(night), Wording(night, language))[0]["effects"] for night in (far, near)
    )
    assert tick in drawn and {"en": "logarithmic", "ru": "логарифмическая"}[language] in drawn
    assert "×" not in calm


def test_axes_write_numbers_as_the_language_does_and_every_word_has_the_pages_ink() -> None:
    from prompts.pictures import draw_pictures

    night = nights.make(nights.Shape(effects={"off": 3.2}))
    for language, thousands, tenth in (("en", "20,000", ">0.5<"), ("ru", "20\u202f000", ">0,5<")):
        drawn = draw_pictures(night, everything(night), Wording(night, language))[0]
        assert thousands in drawn["order"] and tenth in drawn["disk"]
        words = re.findall(r"<text [^>]*>", "".join(drawn.values()))
        assert len(words) > 50 and all("currentColor" in word for word in words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_checker_refutes_a_value_that_stands_for_a_percentage_when_it_is_wrong(language: str) -> None:
    text = article(NIGHT, language)
    lock = NIGHT.fact("wait_lock_share", "mean", "off")
    assert lock is not None
    shown = {"en": "against", "ru": "против"}[language]
    line = next(line for line in text.splitlines() if f" {shown} 0" in line.replace("\u00a0", " "))
    before, _, after = line.partition(shown)
    wrong = text.replace(line, before + shown + after.replace("0", "7", 1))
    assert any(c["verdict"] == "contradicted" for c in check(wrong, NIGHT, language)["claims"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shape", [
    nights.Shape(verdict="drifting", effects={"off": 0.9, "local": -0.4}),
    nights.Shape(verdict="drifting", factors=[dict(nights.TIMEOUT)], effects={"1min": -0.5, "30min": 0.4}),
    nights.Shape(verdict="drifting", factors=[dict(nights.HUGE), dict(nights.CLIENTS)], effects={"on": 0.4, "16": 0.5, "32": 0.9}),
])  # fmt: skip
def test_runs_that_lie_apart_are_told_where_levels_drift_and_a_wrong_end_of_them_is_refuted(
    shape: nights.Shape, language: str
) -> None:
    night = nights.make(shape)
    text = article(night, language).replace("\u00a0", " ")
    told = {"en": "no run of one reaches any run of the other", "ru": "прогоны одного уровня до прогонов другого не доходят"}[language]  # fmt: skip
    line = next(line for line in text.splitlines() if told in line)
    assert not [c for c in check(line, night, language)["claims"] if c["verdict"] in ("contradicted", "unparsed")]
    first = re.search(r"(?:of|от) ([\d,\u202f]+\d)", line[line.index(told) :])
    assert first is not None
    wrong = line.replace(first[1], first[1].translate(str.maketrans("123456789", "234567891")), 1)
    assert any(c["verdict"] == "contradicted" for c in check(wrong, night, language)["claims"])


@pytest.mark.parametrize(("language", "true", "false"), [
    ("en", "Over all levels, mean latency rises with checkpoint_timeout.", "Over all levels, mean latency falls as checkpoint_timeout rises."),
    ("ru", "По всем уровням средняя задержка растёт вместе с checkpoint_timeout.", "По всем уровням средняя задержка снижается с ростом checkpoint_timeout."),
])  # fmt: skip
def test_a_trend_over_all_levels_is_judged_by_its_steps_and_not_against_the_baseline(
    language: str, true: str, false: str
) -> None:
    night = nights.make(nights.Shape(factors=[dict(nights.TIMEOUT)], effects={"1min": 0.25, "30min": -0.2}))
    assert {c["verdict"] for c in check(true, night, language)["claims"]} == {"supported"}
    assert "contradicted" in {c["verdict"] for c in check(false, night, language)["claims"]}
    denied = {
        "en": "Neither a rise nor a fall over all levels is shown.",
        "ru": "Ни роста, ни спада по всем уровням не показано.",
    }
    flat = nights.make(nights.Shape(factors=[dict(nights.TIMEOUT)]))
    assert "contradicted" not in {c["verdict"] for c in check(denied[language], flat, language)["claims"]}


def check(text: str, night: Findings, language: str) -> dict[str, Any]:
    """The real checker over the night's rows as contracts.md 3 has them."""
    from pgverdict.command.stages import checker

    experiment = night.experiment
    document = {
        "format": FORMAT,
        "experiment": {
            "id": experiment.experiment_id, "title": experiment.title, "factors": experiment.factors, "repeats": experiment.repeats,
            "primary": experiment.primary_metric, "minimum_effect_pct": experiment.minimum_effect_pct, "execution": 1,
        },
        "metrics": [
            {"id": m.metric, "unit": m.unit, "better": m.better, "part_of": None, "names": m.names} for m in night.metrics.values()
        ],
        "facts": [
            {
                "id": f.fact_id, "level": f.level, "run": f.run, "metric": f.metric, "stat": f.stat, "value": f.value, "unit": f.unit,
                "decimals": f.decimals, "n": f.n, "runs": f.runs, "ci": [f.ci_low, f.ci_high] if f.ci_low is not None else None,
                "scope": f.scope, "partner": f.partner, "denominator": f.denominator, "parents": f.parents,
            }
            for f in night.facts
        ],
        "effects": [
            {
                "metric": e.metric, "level": e.level, "baseline": e.baseline, "kind": e.kind, "effect_pct": e.effect_pct,
                "ci_pct": [e.effect_low_pct, e.effect_high_pct] if e.effect_low_pct is not None else None, "p_adjusted": e.p_adjusted,
                "detectable_pct": e.detectable_pct, "repeats_needed": e.repeats_needed, "verdict": e.verdict, "reason": e.reason_en,
            }
            for e in night.effects
        ],
        "runs": [
            {"run": r.run, "level": r.level, "block": r.block, "order": r.planned_order, "role": r.role, "valid": r.is_valid} for r in night.runs
        ],
        "windows": [
            {
                "name": w.name, "level": w.level, "run": w.run, "kind": w.kind, "metric": w.metric, "starts_at": w.starts_at.isoformat(),
                "ends_at": w.ends_at.isoformat(), "depth_pct": w.depth_pct, "recovered_after_s": w.recovered_after_s,
            }
            for w in night.windows
        ],
        "settings": [
            {"name": s.name, "unit": s.unit, "min": s.min, "max": s.max, "context": s.context} for s in night.settings
        ],
        "checks": [],
    }  # fmt: skip
    return checker(text, document, language)

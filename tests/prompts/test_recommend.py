"""Recommendations: only tested values are advised, the rest comes as experiment files that the planner accepts."""

import dataclasses
from pathlib import Path

import nights
import pytest
from conftest import everything
from test_claims import SHAPES

from experiments.model import load_experiment
from prompts.recommend import proposed_files, rules


@pytest.mark.parametrize("name", ["decided", "undecided", "single_run", "ordered", "grid"])
def test_every_proposed_experiment_is_accepted_by_the_planner(name: str, tmp_path: Path) -> None:
    night = nights.make(SHAPES[name])
    requested = dataclasses.replace(
        night, checkpoints=tuple(dataclasses.replace(row, requested=3.0) for row in night.checkpoints)
    )
    files = proposed_files(requested, everything(requested), write=True, directory=tmp_path)
    assert files
    for file in tmp_path.glob("*.yml"):
        experiment = load_experiment(file)
        assert experiment.id == file.stem


def test_only_a_tested_value_is_recommended() -> None:
    for name, shape in SHAPES.items():
        night = nights.make(shape)
        for claim in everything(night):
            if claim.form == "recommend.adopt":
                assert claim.args["level"].text in night.levels, name
                assert claim.args["effect"] is not None


def test_a_setting_that_trades_durability_carries_its_caveat() -> None:
    advice = next(claim for claim in everything(nights.make(SHAPES["decided"])) if claim.id == "advice")
    assert advice.form == "recommend.adopt" and "авария" in advice.args["caveat"]["ru"]


def test_beyond_the_edge_stays_within_the_settings_range() -> None:
    night = nights.make(SHAPES["ordered"])
    files = proposed_files(night, everything(night))
    assert '"30min"' in files["commit__beyond_the_edge.yml"] or "30min" in files["commit__beyond_the_edge.yml"]
    tight = dataclasses.replace(night, settings=tuple(dataclasses.replace(s, max=1900.0) for s in night.settings))
    assert "commit__beyond_the_edge.yml" not in proposed_files(tight, everything(tight))


def test_rules_have_both_languages_a_section_of_the_manual_and_known_conditions() -> None:
    known = {"wait", "limit", "situation", "edge", "requested_checkpoints"}
    for rule in rules():
        assert rule["ru"] and rule["en"] and rule["documentation"]["title"] and set(rule["when"]) <= known, rule["id"]

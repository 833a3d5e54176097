"""Blocks are complete, random, repeatable, and their sentinel is drawn."""

from __future__ import annotations

from collections import Counter

from experiments.schedule import FactorLevels, cells, schedule

SIZES = FactorLevels("shared_buffers", ["128MB", "1GB", "4GB"], "128MB")
CLIENTS = FactorLevels("clients", ["2", "8"], "2")


def test_every_block_holds_every_cell_once_and_the_baseline_twice() -> None:
    runs = schedule([SIZES, CLIENTS], repeats=4, seed=7, order="randomised")
    assert len(runs) == 4 * (6 + 1)
    for block in range(1, 5):
        levels = Counter(run.level for run in runs if run.block == block)
        assert levels == {"128MB/2": 2, "128MB/8": 1, "1GB/2": 1, "1GB/8": 1, "4GB/2": 1, "4GB/8": 1}


def test_the_same_seed_gives_the_same_plan_and_another_seed_another() -> None:
    assert schedule([SIZES], 5, 1, "randomised") == schedule([SIZES], 5, 1, "randomised")
    assert schedule([SIZES], 5, 1, "randomised") != schedule([SIZES], 5, 2, "randomised")


def test_the_plan_of_a_seed_never_changes_between_versions() -> None:
    runs = schedule([SIZES], 2, 20261121, "randomised")
    assert [(run.level, run.role) for run in runs] == PLAN_OF_20261121


def test_each_block_has_one_sentinel_at_the_baseline() -> None:
    runs = schedule([SIZES], 50, 3, "randomised")
    sentinels = [run for run in runs if run.role == "sentinel"]
    assert [run.block for run in sentinels] == list(range(1, 51))
    assert {run.level for run in sentinels} == {"128MB"}


def test_the_sentinel_is_as_often_the_first_as_the_second_of_the_two() -> None:
    runs = schedule([SIZES], 1000, 11, "randomised")
    firsts = 0
    for block in range(1, 1001):
        pair = [run.role for run in runs if run.block == block and run.level == "128MB"]
        firsts += pair[0] == "sentinel"
    assert 440 < firsts < 560


def test_levels_meet_every_position_about_equally_often() -> None:
    runs = schedule([SIZES], 1000, 5, "randomised")
    positions = Counter((run.planned_order - 1) % 4 for run in runs if run.level == "4GB")
    assert len(positions) == 4
    assert all(190 < count < 310 for count in positions.values())


def test_as_listed_keeps_the_order_of_the_file() -> None:
    runs = schedule([SIZES], 2, 5, "as_listed")
    assert [run.level for run in runs[:4]] == ["128MB", "1GB", "4GB", "128MB"]


def test_cells_are_the_full_grid() -> None:
    assert len(cells([SIZES, CLIENTS])) == 6


PLAN_OF_20261121 = [
    ("128MB", "sentinel"),
    ("4GB", "level"),
    ("128MB", "level"),
    ("1GB", "level"),
    ("1GB", "level"),
    ("128MB", "sentinel"),
    ("128MB", "level"),
    ("4GB", "level"),
]

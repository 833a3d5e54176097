"""Readings of a sentence about a plain table: which there are, what the table says of them, and what is refused for them alone."""

from __future__ import annotations

import random
from pathlib import Path
from unittest.mock import patch

import pytest

from factcheck import check
from factcheck.binding.scene import Scene
from factcheck.weighing.balance import Balance, weigh
from factcheck.weighing.readings import Reading, holds, readings_of
from factcheck.weighing.weights import Weights
from tests.factcheck.conditions import CONDITIONS, Claimed, Table, bearing_out, claimed_of
from tests.factcheck.plain import FOLDER, facts, facts_of_table, statements

POOL = "pool_size,tps,p99 (ms),RAM [MB]\n10,4100,12,180\n20,6900,12,240\n40,8200,31,390\n80,7400,95,610\n"


def _balance(text: str, table: str = POOL) -> tuple[Scene, Balance]:
    found: list[Scene] = []
    with patch("factcheck.checker.judge_readings", lambda scene, *_: found.append(scene) or ()):
        check(text, facts_of_table(table))
    (scene,) = found
    balance = weigh(scene)
    assert balance is not None
    return scene, balance


@pytest.mark.parametrize(
    ("reading", "is_so"),
    [
        (Reading("highest", "tps", (2,)), True), (Reading("highest", "tps", (3,)), False), (Reading("second highest", "tps", (3,)), True), (Reading("third lowest", "tps", (3,)), True),
        (Reading("peak", "tps", (2,)), True), (Reading("peak", "tps", (1,)), False), (Reading("trough", "tps", (1,)), False),
        (Reading("higher", "tps", (3, 1)), True), (Reading("lower", "tps", (3, 1)), False), (Reading("same", "p99 (ms)", (0, 1)), True), (Reading("same", "p99 (ms)", (1, 2)), False),
        (Reading("rises", "RAM [MB]"), True), (Reading("rises", "tps"), False), (Reading("not rising", "tps"), True), (Reading("rises", "p99 (ms)"), True), (Reading("falls", "p99 (ms)"), False),
        (Reading("ends higher", "tps"), True), (Reading("flat", "tps"), False),
    ],
)  # fmt: skip
def test_a_reading_is_so_as_the_table_says(reading: Reading, is_so: bool) -> None:
    scene, balance = _balance("The pool of 40 gives the most tps.")
    assert holds(scene, reading, balance.named) is is_so


@pytest.mark.parametrize(
    ("text", "kind", "levels", "count", "is_so"),
    [
        ("At 40 we see 8200 tps.", "value", (2,), None, True),
        ("At 40 we see 8300 tps.", "value", (2,), None, False),
        ("From 20 to 40 it is 1300 tps.", "difference", (1, 2), None, True),
        ("From 20 to 40 tps change by 19%.", "change", (2, 1), None, True),
        ("From 10 to 40 tps double.", "ratio", (2, 0), None, True),
        ("From 10 to 80 tps triple.", "ratio", (3, 0), None, False),
        ("Only at 40 there are over 8000 tps.", "only above", (2,), None, True),
        ("Only at 40 there are over 7000 tps.", "only above", (2,), None, False),
        ("All but the pool of 10 pass 5000 tps.", "all but above", (0,), None, True),
        ("Three of them pass 5000 tps.", "count above", (), 3, True),
        ("Two of them pass 5000 tps.", "count above", (), 2, False),
        ("None of them passes 9000 tps.", "none above", (), None, True),
        ("All of them pass 5000 tps.", "all above", (), None, False),
    ],
)
def test_a_number_is_read_in_all_ways(text: str, kind: str, levels: tuple[int, ...], count: int | None, is_so: bool) -> None:  # fmt: skip
    scene, balance = _balance(text)
    asked = [one for one in readings_of(balance.named) if (one.kind, one.metric, one.levels, one.count) == (kind, "tps", levels, count)]  # fmt: skip
    assert asked and {holds(scene, one, balance.named) for one in asked} == {is_so}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Throughput is highest at 40.", {Reading("highest", "tps", (2,))}),
        ("Память растёт с каждым шагом.", {Reading("rises", "RAM [MB]")}),
        ("At 20 tps is lower than at 10.", {Reading("lower", "tps", (1, 0)), Reading("higher", "tps", (0, 1))}),
    ],
)
def test_the_likeliest_reading_is_what_is_said(text: str, said: set[Reading]) -> None:
    _, balance = _balance(text)
    assert max((*balance.true, *balance.false), key=lambda one: one.likelihood).reading in said


@pytest.mark.parametrize(
    ("table", "false", "true"),
    [
        ("clouds.csv", "Месяц Cloud SQL стоит ровно 840 долларов.", "Месяц Cloud SQL стоит ровно 940 долларов."),
        ("queues.csv", "Redis Streams never lost a single message in our run.", "Kafka never lost a single message in our run."),
        ("redis.csv", "The smallest cache footprint of the five is memcached's.", "The smallest cache footprint of the five is local LRU’s."),
    ],
)  # fmt: skip
def test_what_no_likely_reading_bears_out_is_refused(table: str, false: str, true: str) -> None:
    with patch("factcheck.checker.judge_readings", return_value=()):
        assert not _is_refused(table, false)
    assert _is_refused(table, false) and not _is_refused(table, true)


def test_the_reason_tells_all_that_may_be_meant() -> None:
    (claim,) = (c for c in check("Месяц Cloud SQL стоит ровно 840 долларов.", facts(FOLDER / "clouds.csv")).claims if c.verdict == "contradicted")  # fmt: skip
    assert "в одном вероятном прочтении" in claim.why.ru and "price" in claim.why.ru and "940" in claim.why.ru


def _is_refused(table: str, text: str) -> bool:
    return any(claim.verdict == "contradicted" for claim in check(text, facts(FOLDER / table)).claims)


def test_weights_come_back_as_they_were_written(tmp_path: Path) -> None:
    written = Weights(-3.5, {"highest": {"says ~max": 1.25}, "value": {"denied 1": -0.4}})
    written.write(tmp_path / "weights.json")
    assert Weights.read(tmp_path / "weights.json") == written
    assert written.odds("highest", ["says ~max", "unheard"]) == 1.25 and written.odds("unheard", ["says ~max"]) == 0
    assert written.likelihood(1.25) == pytest.approx(1 / (1 + 2.718281828459045**2.25))


def test_a_sentence_that_names_too_much_is_not_weighed() -> None:
    heads = ",".join(f"m{at} [ms]" for at in range(12))
    table = f"n,{heads}\n" + "".join(f"{at}," + ",".join(str(at * 7 + one) for one in range(12)) + "\n" for at in range(1, 20))  # fmt: skip
    found: list[Balance | None] = []
    with patch("factcheck.checker.judge_readings", lambda _, __, balance: found.append(balance) or ()):
        check("With 3, 5, 7, 9, 11 and 13 m1 is 40, 50, 60 ms.", facts_of_table(table))
    assert found == [None]


def test_a_condition_is_so_in_the_tables_made_for_it() -> None:
    table = Table(["a", "b"], {"x": [1.0, 2.0], "y": [5.0, 4.0]})
    claimed = Claimed('v("a","x")==3 and v("b","y")<v("a","y")', table)
    within, without = bearing_out(claimed, table, False, random.Random(1))
    assert within and without
    assert all(columns["x"][0] == 3 and columns["y"][1] < columns["y"][0] for columns in within)
    assert not any(claimed.holds(columns) for columns in without)


def test_conditions_are_those_of_the_statements() -> None:
    for file in sorted(CONDITIONS.glob("*.txt")):
        assert len(file.read_text(encoding="utf-8").splitlines()) == len(statements(FOLDER / file.name)), file
    told = [(is_true, claimed.holds(table.columns)) for file in sorted(FOLDER.glob("s*.??.txt")) for table in [Table.read(file.with_name(file.name[: file.name.index(".")] + ".csv"))] if table is not None for is_true, _, claimed in claimed_of(file)]  # fmt: skip
    assert told and all(is_true == held for is_true, held in told)

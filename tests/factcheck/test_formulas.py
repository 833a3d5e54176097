"""The language in which a model says what a sentence says: worked out by the facts, never executed, undecided where they are silent."""

from __future__ import annotations

import pytest

from factcheck.assisted.formulas import Formulas, Unusable
from factcheck.binding.vocabulary import Vocabulary
from factcheck.reading.numbers import find_numbers
from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import DOCUMENT, REPEATED, facts


def outcome(formula: str, sentence: str = "", document: dict[str, object] | None = None):  # type: ignore[no-untyped-def]
    """What a formula of a sentence comes to."""
    return Formulas(Vocabulary(facts(document or DOCUMENT))).work_out(formula, find_numbers(sentence))


@pytest.mark.parametrize(
    ("formula", "sentence", "truth"),
    [
        ('value("r_await", "50") == "13,8 мс"', "13,8 мс", True),
        ('value("r_await", "50") == "14 ms"', "14 ms", True),
        ('value("r_await", "50") == "13.7 ms"', "13.7 ms", False),
        ('value("read latency", "50", "max") == "0.019 s"', "0.019 s", True),
        ('value("r_await", 50) > value("r_await", "150")', "", True),
        ('value("util", "100") == value("util", "150")', "", True),
        ('value("util", "100") > value("util", "150")', "", False),
        ('change(value("r_await", "100"), value("r_await", "150")) == "-21.6%"', "by 21.6% (-21.6%)", True),
        ('change(value("r_await", "100"), value("r_await", "150")) == "-29%"', "-29%", False),
        ('value("mbps", "150") / value("mbps", "50") == "1.2"', "1.2 times", True),
        ('falls(values("r_await"))', "", True),
        ('rises(values("r_await", "max"))', "", False),
        ('rises(values("util"))', "", False),
        ('falls(values("util", "mean", ["100", "150"]))', "", None),
        ('highest("r_await", "max") == "50"', "", True),
        ('lowest("r_await", "max") == "150"', "", False),
        ('lowest("util") == "150"', "", None),
        ('all(value("r_await", l) > value("w_await", l) for l in levels)', "", True),
        ('all(value("mbps", l) > "120 MB/s" for l in levels)', "120 MB/s", False),
        ('count(value("mbps", l) > "120 MB/s" for l in levels) == 2', "two above 120 MB/s", True),
        ('any(value("mbps", l) > "200" for l in levels)', "200", False),
        ('not any(value("mbps", l) > "200" for l in levels)', "200", True),
        ('all(a > b for a, b in pairs(values("r_await")))', "", True),
        ('value("r_await", levels[-1]) == "9.8"', "9.8", True),
        ('sum(values("w_await")) == "20.9 ms"', "20.9 ms", True),
        ('mean(values("w_await")) == "6.97 ms"', "6.97 ms", True),
        ('max(values("mbps")) == value("mbps", "150")', "", True),
        ('correlation("mbps", "r_await", "150") == "-0.97"', "-0.97", True),
        ('strong(correlation("r_await", "mbps", "150"))', "", True),
        ('weak(correlation("mbps", "r_await", "150"))', "", False),
        ('weak(correlation("mbps", "r_await", "100"))', "", None),
        ('value("r_await", "50", "p99") > "20"', "20", None),
        ('value("r_await", "50", "p99") > "20" and value("r_await", "50") == "9.8"', "20 and 9.8", False),
        ('value("mbps", "50") > "116 MB/s"', "more than 116 MB/s", True),
        ('value("mbps", "100") > "130 MB/s"', "more than 130 MB/s", None),
        ('"110 MB/s" < value("mbps", "50") < "120 MB/s"', "110 MB/s to 120 MB/s", True),
        ('about(value("r_await", "50"), "14 ms")', "about 14 ms", True),
        ('about(value("r_await", "50"), "18 ms")', "about 18 ms", False),
        ('value("r_await", "50") / value("r_await", "150") == 1.9', "nearly twice 1.9", False),
        ('values("r_await") == ["13.8", "12.5", "9.8"]', "13.8, 12.5, 9.8", True),
        ('values("r_await") == ["13.8", "9.8", "12.5"]', "13.8, 9.8, 12.5", False),
        ('all(a > b for a, b in zip(values("r_await"), values("w_await")))', "", True),
        ('runs("r_await", "50")[0] > "1 ms"', "1 ms", None),
        ('drops("50") == 1', "", True),
        ('drops("100") == 0', "", True),
        ('drop_minutes("50")[0] == "17 min"', "17 min", True),
        ('recovery_minutes("50")[0] == "5 min"', "5 min", True),
        ('drop_depths("50")[0] == "14%"', "14%", False),
        ('setting("bgwriter_delay", "max") == "10 s"', "10 s", True),
        ('setting("max_wal_size", "context") == "postmaster"', "", False),
        ('environment("cpu_cores") == "16"', "16", False),
        ('repeats == 1', "", True),
        ('verdict("mbps", "150", "100") == "better"', "", False),
        ('about(value("mbps", "50"), "120")', "120", True),
        ('much(value("r_await", "50"), value("w_await", "50"))', "", True),
        ('flat(values("util"))', "", True),
        ('flat(values("w_await", "mean", ["100", "150"]))', "", None),
        ('flat(values("r_await"))', "", False),
        ('steady("util", "50")', "", True),
        ('steady("r_await", "50")', "", False),
        ('spread("util", "100") < 6', "", True),
        ('level_of_highest(value("r_await", l, "max") / value("r_await", l) for l in levels) == "150"', "", True),
        ('level_of_lowest(spread("r_await", l) for l in levels) == "150"', "", False),
        ('drop_starts("50")[0] == "09:52" and drop_ends("50")[0] == "10:19"', "", False),
        ('value("util", "50") * value("util", "100") / 100 == "88%"', "88%", True),
        ('value("r_await", "50") / value("w_await", "50") == 2', "", True),
        ('value("r_await", "50") / value("w_await", "50") == 3', "", False),
        ('all(value("r_await", a) > value("w_await", b) for a in levels for b in levels)', "", True),
        ('all(value("w_await", a) > value("r_await", b) for a in levels for b in levels)', "", False),
        ('baseline == "100"', "", True),
        ('levels == ["50", "100", "200"]', "", False),
        ('not value("r_await", "50") > "20"', "20", True),
        ('value("r_await", "50") > "20" or value("r_await", "100") > "20"', "20", False),
    ],
)  # fmt: skip
def test_a_formula_holds_fails_or_is_left_open(formula: str, sentence: str, truth: bool | None) -> None:
    assert outcome(formula, sentence).truth is truth


@pytest.mark.parametrize(
    "formula",
    [
        '__import__("os").system("true")', "().__class__", 'value("r_await", "50").value > 1', "lambda: 1", "1 == 1", '"a" == "a"', "True",
        'value("nonsense", "50") > 1', 'value("r_await", "75") > 1', 'value("r_await", "50") == "13.8"', 'value("r_await", "50") > 1284',
        'value("r_await", "50") == value("r_await", "50")', 'value("r_await", "50")', "value(", 'value("r_await", "50") ** 99 > 1', 'open("x") == 1', 'value("r_await", "50") > value("mbps", "50") + value("util", "50")',
 'sum([value("w_await", "50"), value("mbps", "50")]) > 1', '"' + "x" * 900 + '" == "y"', "(" * 300 + "1" + ")" * 300,
    ],
)  # fmt: skip
def test_what_is_none_of_the_language_or_of_the_sentence_is_not_worked_out(formula: str) -> None:
    with pytest.raises(Unusable):
        outcome(formula, "a sentence without numbers")


def test_long_work_is_cut() -> None:
    many = " and ".join(['all(value("r_await", l) > 1 for l in levels)'] * 15)
    nested = "all(" * 6 + 'value("r_await", "50") > 1' + " for l in levels)" * 6
    assert outcome(many).truth is True
    assert outcome(nested).truth is True
    with pytest.raises(Unusable):
        outcome("all(" * 12 + 'value("r_await", "50") > 1' + " for l in levels)" * 12)


def test_what_failed_and_what_should_stand_there_are_told() -> None:
    found = outcome('value("r_await", "50") == "9,8 мс"', "9,8 мс")
    assert found.expected == "13.8"
    assert [fact.name for fact in found.facts] == ["50.r_await.mean"] and found.failed == [
        "value('r_await', '50') == '9,8 мс'"
    ]


def test_a_verdict_may_be_asked_from_either_side() -> None:
    assert outcome('verdict("tps", "1000", "0") == "worse"', "", REPEATED).truth is True
    assert outcome('verdict("tps", "0", "1000") == "better"', "", REPEATED).truth is True
    assert outcome('verdict("tps", "100") == "better"', "", REPEATED).truth is False


COUNTED = document(
    "naps", "autovacuum_naptime", "s", ["5", "15", "60"],
    {
        "tps": metric("1/s", "higher", 0, "throughput;tps", "скорость;tps", {"mean": [3120, 3050, 2890], "slope": [-6.84, 0.4, 1.2], "stddev": [180, 160, 120]}),
        "runs": metric("s", "lower", 1, "vacuum duration", "длительность очистки", {"mean": [52.4, 48.1, 30.2], "count": [12, 12, 13]}),
        "misses": metric("M/s", "lower", 1, "misses", "промахи", {"mean": [415.8, 402.2, 96.4]}),
        "dead": metric("%", "lower", 1, "share of dead rows", "доля мёртвых строк", {"mean": [18.7, 21.4, 19.8], "max": [84.0, 96.0, 100.0]}),
    },
    repeats=1, primary="tps", baseline="5", environment={"storage": "NVMe SSD", "run_minutes": 60, "checkpoint_timeout": "15min"},
    effects=[("runs", "60", "5", -42.2, None, None, "single_run")],
    windows=[{"level": "5", "run": 1, "kind": "drop", "metric": "tps", "starts_at": "09:52", "ends_at": "10:09", "depth_pct": 41.0, "recovered_after_s": 300},
             {"level": "15", "run": 1, "kind": "drop", "metric": "tps", "starts_at": "11:02", "ends_at": "11:20", "depth_pct": 38.2, "recovered_after_s": 1500},
             {"level": "15", "run": 1, "kind": "drop", "metric": "tps", "starts_at": "11:40", "ends_at": "11:52", "depth_pct": 30.1, "recovered_after_s": None}],
    settings=[{"name": "autovacuum_naptime", "unit": "s", "min": 1, "max": 2147483, "context": "sighup"}],
)  # fmt: skip


@pytest.mark.parametrize(
    ("formula", "sentence", "truth"),
    [
        ('value("tps", "5", "slope") == "-6.84"', "falls by 6.84 a minute", True),
        ('value("tps", "5", "slope") == "-7.84"', "falls by 7.84 a minute", False),
        ('change(value("runs", "5"), value("runs", "60")) == "-42.2%"', "42.2% less", True),
        ('change(value("runs", "5"), value("runs", "60")) == "-44.2%"', "44.2% less", False),
        ('all(value("runs", l, "count") == 12 for l in levels)', "every run had twelve", False),
        ('value("misses", "5") == "415.8 million a second"', "415.8 million a second", True),
        ('value("misses", "5") == "451.8 million a second"', "451.8 million a second", False),
        ('flat(values("dead"))', "", None),
        ('recovery_minutes("15")[1] == "25 min"', "25 min", False),
        ('max(recovery_minutes("15")) == "25 min"', "25 min", True),
        ('len(recovery_minutes("15")) == drops("15")', "", False),
        ('value("runs", "60") < "30 s"', "under 30 s", None),
        ('value("runs", "60") < "28 s"', "under 28 s", False),
        ('value("tps", "15", "stddev") < "160"', "below 160", None),
        ('value("dead", "60", "max") < "100%"', "never touched 100%", False),
        ('setting("autovacuum_naptime", "max") == None', "", False),
        ('steady("tps", "5")', "", None),
        ('steady("tps", "60")', "", True),
        ('environment("storage") == "SSD"', "", True),
        ('environment("storage") == "HDD"', "", False),
        ('environment("run_minutes") == "1 hour"', "1 hour", True),
        ('environment("checkpoint_timeout") == "15 minutes"', "15 minutes", True),
        ('environment("checkpoint_timeout") == "30 minutes"', "30 minutes", False),
    ],
)
def test_amounts_are_told_in_their_own_units(formula: str, sentence: str, truth: bool | None) -> None:
    assert outcome(formula, sentence, COUNTED).truth is truth

"""Shapes that a night's own article takes: cells with numbers, interval ends in cells, drops counted, names full of marks."""

from __future__ import annotations

from typing import Any

import pytest

from factcheck.checker import check
from factcheck.forms.facts import facts_of
from tests.factcheck.corpus.build import document, metric

CELLS = {
    "off/8": (852.0, 0.86, 34.2),
    "off/16": (849.0, 0.87, 33.1),
    "on/8": (839.0, 0.89, 36.4),
    "on/16": (857.0, 0.9, 31.0),
}


def cells() -> dict[str, Any]:
    facts = [
        {"id": f"{cell}.{metric}.{stat}", "level": cell, "metric": metric, "stat": stat, "value": value, "decimals": places}
        for cell, (tps, even, io) in CELLS.items()
        for metric, stat, value, places in (("tps", "median", tps, 0), ("tps", "p5_to_p50", even, 2), ("wait_type:IO", "share", io, 1))
    ]  # fmt: skip
    return {
        "format": "pgverdict-facts/1",
        "experiment": {
            "id": "grid", "title": {}, "repeats": 5, "primary": "tps",
            "factors": [{"name": "huge_pages", "levels": ["off", "on"], "baseline": "off"}, {"name": "clients", "levels": ["8", "16"], "baseline": "8"}],
        },
        "metrics": [
            {"id": "tps", "unit": "1/s", "better": "higher", "names": {"en": ["throughput"], "ru": ["пропускная способность"]}},
            {"id": "wait_type:IO", "unit": "%", "better": "lower", "names": {"en": ["IO"], "ru": ["IO"]}},
        ],
        "facts": facts,
        "effects": [
            {"metric": "tps", "level": "on/8", "baseline": "off/8", "effect_pct": 0.0, "ci_pct": [-0.6, 0.6], "verdict": "equivalent"},
            {"metric": "tps", "level": "on/16", "baseline": "off/16", "effect_pct": 11.9, "ci_pct": [8.9, 15.1], "verdict": "better"},
        ],
        "windows": [{"level": "off/8", "run": 1, "kind": "drop", "metric": "tps", "starts_at": "22:01", "ends_at": "22:03"},
                    {"level": "on/8", "run": 2, "kind": "step", "name": "step_1"}],
    }  # fmt: skip


def odd() -> dict[str, Any]:
    """A metric and levels whose names hold marks and digits."""
    values = {"ssd3000": 10242.9, "ssd 500 (shared)": 10259.2, "nvme*": 11223.6}
    return {
        "format": "pgverdict-facts/1",
        "experiment": {"id": "odd", "title": {}, "factors": [{"name": "volume", "levels": [*values], "baseline": "ssd3000"}], "repeats": 5, "primary": "qps"},
        "metrics": [{"id": "qps", "unit": "1/s", "better": "higher", "names": {"en": ["queries `a` second | 5"]}}],
        "facts": [{"level": level, "metric": "qps", "stat": "mean", "value": value, "unit": "1/s", "decimals": 1} for level, value in values.items()],
    }  # fmt: skip


def night() -> dict[str, Any]:
    """A cell is called by few digits, a class of waits like the parameter, a metric by its percentile; most of the waiting is for one event."""
    values = {
        "off/2": (852.0, 17.1, 19.2),
        "off/64": (849.0, 23.9, 26.5),
        "on/2": (839.0, 20.3, 22.8),
        "on/64": (857.0, 17.4, 19.4),
    }
    shares = (("CPU", "", 20.0), ("Client", "", 43.0), ("Client", "ClientRead", 40.0), ("Client", "ClientWrite", 3.0), ("IO", "", 5.0), ("IO", "WalSync", 5.0), ("Lock", "", 1.0), ("Lock", "tuple", 1.0))  # fmt: skip
    of_class = {kind: value for kind, event, value in shares if not event}
    drops = [
        ("off/2", 1, 65.3),
        ("off/64", 2, 58.6),
        ("off/64", 2, 41.2),
        ("on/2", 3, 46.4),
        ("on/2", 4, 69.7),
        ("on/2", 7, 35.5),
    ]
    document = cells()
    document["experiment"]["factors"][1] |= {"levels": ["2", "64"], "baseline": "2"}
    document["metrics"] = [
        {
            "id": "tps",
            "unit": "1/s",
            "better": "higher",
            "names": {"en": ["throughput", "tps"], "ru": ["пропускная способность", "tps"]},
        },
        {
            "id": "p95",
            "unit": "ms",
            "better": "lower",
            "names": {"en": ["95th percentile of latency"], "ru": ["95-й процентиль задержки"]},
        },
        *(
            {
                "id": f"wait:{kind}:{event}" if event else f"wait_type:{kind}",
                "unit": "%",
                "better": "none",
                "names": {"en": [f"{kind}:{event}" if event else kind], "ru": [f"{kind}:{event}" if event else kind]},
            }
            for kind, event, _ in shares
        ),
    ]
    document["facts"] = [
        {
            "id": f"{cell}.{metric}.{stat}",
            "level": cell,
            "metric": metric,
            "stat": stat,
            "value": value,
            "unit": unit,
            "decimals": 1,
        }
        for cell, (tps, mean, high) in values.items()
        for metric, stat, value, unit in (
            ("tps", "mean", tps, "1/s"),
            ("tps", "min", 400.2, "1/s"),
            ("p95", "mean", mean, "ms"),
            ("p95", "p95", high, "ms"),
        )
    ]
    for cell in values:
        for kind, event, value in shares:
            metric, of = (
                (
                    f"wait:{kind}:{event}",
                    [("active_session_time", value), (f"wait_type:{kind}", 100 * value / of_class[kind])],
                )
                if event
                else (f"wait_type:{kind}", [("active_session_time", value)])
            )
            document["facts"] += [
                {
                    "id": f"{cell}.{metric}.share~{whole}",
                    "level": cell,
                    "metric": metric,
                    "stat": "share",
                    "value": told,
                    "unit": "%",
                    "decimals": 1,
                    "denominator": whole,
                }
                for whole, told in of
            ]
    document["effects"] = [
        {
            "metric": "tps",
            "level": "clients=64",
            "baseline": "clients=2",
            "effect_pct": -0.3,
            "ci_pct": [-0.6, 0.1],
            "verdict": "equivalent",
        }
    ]
    document["windows"] = [
        {
            "level": cell,
            "run": run,
            "kind": "drop",
            "metric": "tps",
            "starts_at": f"2027-03-23T22:0{at}:21+00:00",
            "ends_at": f"2027-03-23T22:0{at}:35+00:00",
            "depth_pct": depth,
            "recovered_after_s": 9 + at,
        }
        for at, (cell, run, depth) in enumerate(drops)
    ]
    return document  # fmt: skip


def refused(text: str, document: dict[str, Any]) -> list[str]:
    result = check(text, facts_of(document), strict=True)
    assert result.claims, "nothing was read"
    return [f"{claim.quote}: {claim.verdict}" for claim in result.refused]


TWINS = [
    ("At huge_pages/clients = off/8, throughput has a median of 852 tps; at on/16 the median is 857 tps.", "852", "857"),
    ("The ratio of the 5th percentile of throughput to its median, by level: 0.86 (off/8), 0.87 (off/16), 0.89 (on/8), 0.90 (on/16).", "0.89", "0.98"),
    ("Отношение 5-го процентиля пропускной способности к медиане по уровням: 0,86 (off/8), 0,87 (off/16), 0,89 (on/8), 0,90 (on/16).", "0,89", "0,98"),
    ("By type of wait, IO comes first: 34.2% at off/8, 33.1% at off/16, 36.4% at on/8 and 31.0% at on/16.", "33.1%", "31.3%"),
    ("on/8 and off/8 are shown to be equivalent: the estimated effect on throughput is 0.0% (95% interval: −0.6% to 0.6%).", "is 0.0%", "is 1.4%"),
    ("| Metric | on/16: effect | on/16: 95% interval |\n|---|---|---|\n| Throughput | +11.9% | 8.9% to 15.1% |\n", "15.1%", "11.5%"),
    ("At huge_pages/clients = off/8, 1 drop was found.", "1 drop", "3 drops"),
    ("При huge_pages/clients = off/8 найдена 1 просадка.", "1 просадка", "2 просадки"),
    ("No drop of throughput was found at huge_pages/clients = on/8 and on/16.", "on/8 and on/16", "off/8 and on/16"),
    ("Сравнение huge_pages/clients = on/8 с off/8 по пропускной способности: 95-процентный интервал — от −0,6 до 0,6 %.", "0,6 %", "1,6 %"),
    ("Пропускная способность при huge_pages/clients = on/16 на 11,9 % выше, чем при huge_pages/clients = off/16 (95-процентный интервал эффекта — от 8,9 до 15,1 %).", "8,9", "9,8"),
    ("The number of clients was varied: the levels are 8 and 16. Throughput at on/8 is 839 tps.", "839", "893"),
]  # fmt: skip


OF_A_NIGHT = [
    ("At every level, Client:ClientRead dominates among the wait events.", "Client:ClientRead", "IO:WalSync"),
    ("На каждом уровне среди событий ожидания преобладает Client:ClientRead.", "Client:ClientRead", "IO:WalSync"),
    ("Everywhere a single event, Client:ClientRead, makes up at least four fifths of wait time.", "four fifths", "nine tenths"),
    ("На всех уровнях событие Client:ClientRead занимает больше 80 % времени ожиданий.", "80 %", "90 %"),
    ("At off/2 Client:ClientRead takes more than 80% of wait time.", "80%", "90%"),
    ("At huge_pages/clients = off/64, 2 drops were found. The one that goes furthest happened in run No. 2, from 22:01:21 to 22:01:35: throughput fell by 58.6%.", "2 drops", "3 drops"),
    ("At huge_pages/clients = off/64, 2 drops were found. The one that goes furthest happened in run No. 2, from 22:01:21 to 22:01:35: throughput fell by 58.6%.", "58.6%", "68.6%"),
    ("При huge_pages/clients = off/64, 2 просадки на все прогоны.", "2 просадки", "3 просадки"),
    ("clients = 64 and clients = 2 are shown to be equivalent: the estimated effect on throughput is −0.3%.", "−0.3%", "−3.3%"),
    ("clients = 64 и clients = 2 показаны равноценными: оценка эффекта на пропускную способность — −0,3 %.", "−0,3 %", "−3,3 %"),
    ("By the levels, the 95th percentile of latency goes 17.1 ms (off/2), 23.9 ms (off/64), 20.3 ms (on/2).", "23.9", "24.9"),
    ("Transactions come at a given rate; the file says `scale: 10`, `warm_up: 10s`, `tps: 400`. At off/2 the mean throughput is 852 tps.", "852", "400"),
    ("Throughput was watched. The runs followed the order in which the file lists the levels, 5 times over; nothing was shuffled.", "5 times", "6 times"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "old", "new"), OF_A_NIGHT)
def test_what_is_called_like_something_else_is_told_apart(text: str, old: str, new: str) -> None:
    assert refused(text, night()) == []
    assert old in text
    assert refused(text.replace(old, new), night())


@pytest.mark.parametrize(("text", "old", "new"), TWINS)
def test_a_nights_own_sentence_passes_and_its_false_twin_does_not(text: str, old: str, new: str) -> None:
    assert refused(text, cells()) == []
    assert old in text
    assert refused(text.replace(old, new), cells())


def test_a_definition_of_a_drop_is_no_statement_about_speed() -> None:
    text = "A drop is a stretch in which throughput goes down by more than four deviations. At off/8 throughput has a median of 852 tps."
    assert refused(text, cells()) == []
    text = "Просадка — это отрезок, на котором пропускная способность уходит вниз. При off/8 медиана пропускной способности 852 tps."
    assert refused(text, cells()) == []


def test_names_with_marks_and_digits_are_read_as_names_escaped_or_not() -> None:
    text = "Queries \\`a\\` second \\| 5 at volume = nvme\\* is 11,223.6 per second, at ssd 500 (shared) 10,259.2 per second."
    assert refused(text, odd()) == []
    assert refused(text.replace("10,259.2", "10,242.9"), odd())


def test_a_level_that_sounds_like_a_statistic_is_a_level() -> None:
    document = odd()
    document["facts"] += [{"level": "ssd 500 (shared)", "metric": "qps", "stat": "min", "value": 7284.0, "decimals": 1}]
    table = "**Queries `a` second**\n\n| Level | Minimum | Mean |\n|---|---|---|\n| ssd 500 (shared) | 7,284.0 | 10,259.2 |\n"
    assert refused(table, document) == []
    assert refused(table.replace("7,284.0", "7,248.0"), document)


def test_a_statements_text_in_code_claims_nothing() -> None:
    table = "| Statement | Text |\n|---|---|\n| S1 | `select 'x' -- queries a second are 100 % faster, write so` |\n\nQueries `a` second at nvme\\* is 11,223.6."
    assert refused(table, odd()) == []


def test_an_escaped_mark_keeps_the_place_of_a_claim() -> None:
    text = "Queries \\`a\\` second \\| 5 at volume = nvme\\* is 11,322.6 per second."
    claim = next(c for c in check(text, facts_of(odd())).claims if c.verdict == "contradicted")
    assert text[claim.start : claim.end] == claim.quote and "11,322.6" in claim.quote


WAYS_TO_COMMIT = document(
    "commit", "synchronous_commit", None, ["off", "local", "on"],
    {"ops": metric("1/s", "higher", 0, "operational speed", "операционная скорость", {"mean": [13000, 12920, 12900]})},
    repeats=5, primary="ops", baseline="on", runs=True,
    effects=[("ops", "off", "on", 0.8, [-0.9, 2.5], 0.4, "undecided"), ("ops", "off", "local", 0.6, [-1.0, 2.2], 0.5, "undecided"), ("ops", "local", "on", 0.2, [-0.3, 0.6], 0.6, "equivalent")],
)  # fmt: skip


def test_the_second_pair_of_a_list_begins_before_its_and() -> None:
    told = "The {} stay open for operational speed: with a probability of four fifths such a plan would have noticed an effect from 4.1% up."
    pairs = "questions of synchronous_commit = off and on, of off and local"
    assert not check(told.format(pairs), facts_of(WAYS_TO_COMMIT), strict=True).refused
    assert refused(told.format("questions of synchronous_commit = local and on"), WAYS_TO_COMMIT)


@pytest.mark.parametrize("size", ["45,2", "25,2"])
def test_the_level_of_an_interval_is_no_value_that_a_percentage_follows_from(size: str) -> None:
    document = cells()
    document["experiment"]["factors"] = [{"name": "huge_pages", "levels": ["off", "on"], "baseline": "off"}, {"name": "clients", "levels": ["8", "16"], "baseline": "8"}]  # fmt: skip
    names = {"latency": "средняя задержка", "p95": "95-й процентиль задержки"}
    document["metrics"] = [{"id": name, "unit": "ms", "better": "lower", "names": {"ru": [told]}} for name, told in names.items()]  # fmt: skip
    values = {"latency": (2.02, 1.00), "p95": (3.10, 1.70)}
    document["facts"] = [
        {"id": f"{cell}.{name}.mean", "level": cell, "metric": name, "stat": "mean", "value": value, "unit": "ms", "decimals": 2}
        for name, row in values.items() for cell, value in zip(("off/16", "on/16"), row, strict=True)
    ]  # fmt: skip
    document["effects"] = [
        {"metric": name, "level": "on/16", "baseline": "off/16", "kind": "pair", "effect_pct": pct, "ci_pct": [pct - 0.4, pct + 0.4], "p_adjusted": 0.0001, "verdict": "better"}
        for name, pct in (("latency", -50.4), ("p95", -45.2))
    ]  # fmt: skip
    text = (
        "При huge_pages/clients = on/16 средняя задержка на 50,4 % ниже, чем при off/16 (95-процентный интервал эффекта — от −50,8 до −50,0 %). "
        f"95-й процентиль задержки при huge_pages/clients = on/16 ниже на {size} %, чем при off/16; 95-процентный интервал эффекта — от −45,6 до −44,8 %."
    )
    assert bool(refused(text, document)) is (size != "45,2")

"""Grid cells and load steps of the facts are what they are: no metric hides in a cell's name, and a step is no drop."""

from typing import Any

from factcheck.checker import check
from factcheck.forms.facts import facts_of


def document() -> dict[str, Any]:
    facts = [
        {"id": f"{cell}.{metric}", "level": cell, "metric": metric, "stat": "mean", "value": value, "unit": unit, "decimals": 1}
        for cell, tps, written in (("slow/read", 20.4, 0.0), ("slow/write", 21.8, 3.0), ("fast/read", 50.2, 0.0), ("fast/write", 60.1, 4.0))
        for metric, value, unit in (("tps", tps, "1/s"), ("temp_mbps", written, "MB/s"))
    ]  # fmt: skip
    return {
        "format": "pgverdict-facts/1",
        "experiment": {
            "id": "grid",
            "title": {},
            "factors": [
                {"name": "disk", "levels": ["slow", "fast"]},
                {"name": "workload", "levels": ["read", "write"]},
            ],
            "repeats": 3,
            "primary": "tps",
        },
        "metrics": [
            {"id": "tps", "unit": "1/s", "better": "higher", "names": {"en": ["throughput"]}},
            {"id": "temp_mbps", "unit": "MB/s", "better": "lower", "names": {"en": ["temporary file writing"]}},
        ],
        "facts": facts,
        "effects": [],
        "windows": [{"level": "slow/read", "run": 1, "kind": "step", "name": "step_1"}],
    }


def verdicts(text: str) -> list[tuple[str, str]]:
    result = check(text, facts_of(document()), "en", strict=True)
    return [(claim.quote, claim.verdict) for claim in result.claims]


def test_a_word_of_a_cell_is_no_metric() -> None:
    found = verdicts("Throughput by level: 20.4 (slow/read), 21.8 (slow/write), 50.2 (fast/read), 60.1 (fast/write).")
    assert found
    assert not [each for each in found if each[1] in ("contradicted", "unparsed")]


def test_a_wrong_value_of_a_cell_is_still_found() -> None:
    found = verdicts("Throughput by level: 20.4 (slow/read), 28.1 (slow/write), 50.2 (fast/read), 60.1 (fast/write).")
    assert [verdict for quote, verdict in found if "28.1" in quote] == ["contradicted"]


def test_a_loads_step_is_no_drop() -> None:
    assert not [
        each for each in verdicts("No drop of throughput was found in any of the runs.") if each[1] == "contradicted"
    ]


def interval_verdicts(interval: str) -> list[str]:
    facts = document()
    facts["effects"] = [
        {"metric": metric, "level": "fast/read", "baseline": "slow/read", "effect_pct": 765.7, "ci_pct": ci, "verdict": "better"}
        for metric, ci in (("tps", [622.7, 937.0]), ("temp_mbps", [11.1, 22.2]))
    ]  # fmt: skip
    text = f"| Metric | fast/read: effect | fast/read: 95% interval |\n|---|---|---|\n| Throughput | +765.7% | {interval} |\n"
    claims = check(text, facts_of(facts), "en", strict=True).claims
    return [claim.verdict for claim in claims if claim.predicate == "interval" and claim.line == 3]


def test_an_intervals_ends_without_signs_are_bound_to_the_rows_own_metric() -> None:
    assert set(interval_verdicts("622.7% to 937.0%")) == {"supported"}


def test_another_metrics_interval_does_not_support_a_row() -> None:
    assert "supported" not in interval_verdicts("11.1% to 22.2%")

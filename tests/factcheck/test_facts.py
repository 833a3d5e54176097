"""The facts form: what is missing is missing, what cannot be used is refused with its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from factcheck.forms.facts import UnusableFacts, facts_of, load_facts
from factcheck.forms.from_csv import facts_from_csv
from factcheck.forms.schema import FOLDER, schemas
from tests.factcheck.helpers import DOCUMENT, run


def test_the_least_that_others_write_is_enough() -> None:
    facts = facts_of(
        {
            "format": "pgverdict-facts/1",
            "experiment": {"id": 7},
            "facts": [{"metric": "qps", "stat": "mean", "value": 10, "level": 4, "surprise": True}],
        }
    )
    assert facts.facts[0].level == "4" and facts.metrics[0].id == "qps"


@pytest.mark.parametrize(("change", "part"), [
    ({"format": "pgverdict-facts/2"}, "pgverdict-facts/1"), ({"experiment": {}}, "experiment.id"), ({"facts": [{"metric": "a", "stat": "mean", "value": "much"}]}, "facts.0.value"),
    ({"effects": [{"metric": "a", "level": "1", "verdict": "great"}]}, "effects.0.verdict"),
])  # fmt: skip
def test_what_does_not_fit_is_refused_with_its_path(change: dict[str, object], part: str) -> None:
    with pytest.raises(UnusableFacts, match=part.replace(".", r"\.")):
        facts_of({**DOCUMENT, **change}, "f.json")


def test_several_documents_are_chosen_by_id(tmp_path: Path) -> None:
    other = {**DOCUMENT, "experiment": {**DOCUMENT["experiment"], "id": "other"}}
    path = tmp_path / "facts.jsonl"
    path.write_text(json.dumps(DOCUMENT) + "\n" + json.dumps(other) + "\n", encoding="utf-8")
    assert load_facts(path, "other").experiment.id == "other"
    with pytest.raises(UnusableFacts, match="choose one with --experiment"):
        load_facts(path)
    with pytest.raises(UnusableFacts, match="holds no experiment 'third'"):
        load_facts(path, "third")


@pytest.mark.parametrize(
    ("text", "part"), [("", "empty"), ("{", "line 1"), ("[1]", "a JSON object"), ('{"a":1}\n{"b":\n', "line 2")]
)
def test_a_broken_file_is_refused_with_its_line(tmp_path: Path, text: str, part: str) -> None:
    path = tmp_path / "facts.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UnusableFacts, match=part):
        load_facts(path)


def test_a_table_makes_facts_that_refute_an_article(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(
        "level;metric;stat;value;unit;name_ru;better\n4;qps;mean;10 234,5;1/s;запросов в секунду;higher\n32;qps;mean;11 870,0;1/s;;\n",
        encoding="utf-8",
    )
    facts = facts_of(facts_from_csv(path, baseline="4", primary="qps", factors=["work_mem"]))
    assert [fact.decimals for fact in facts.facts] == [1, 1]
    from factcheck import check

    assert check("При 32 получили 11 870,0 запросов в секунду.", facts).status == 0
    assert check("При 32 получили 12 870,0 запросов в секунду.", facts).status == 1


@pytest.mark.parametrize(("text", "part"), [
    ("level,metric,value\n1,a,2\n", "no column stat"), ("metric,stat,value,levle\na,mean,1,2\n", "did you mean 'level'"), ("metric,stat,value\na,mean,x\n", "line 2"), ("metric,stat,value\n", "no rows"),
    ("metric,stat,value,runs\na,mean,1,two\n", "runs 'two'"), ("metric,stat,value\na,mean,inf\n", "not finite"),
])  # fmt: skip
def test_a_table_that_cannot_be_used_is_refused_with_its_place(tmp_path: Path, text: str, part: str) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UnusableFacts, match=part):
        facts_from_csv(path)


def test_the_stored_schemas_are_those_of_the_types() -> None:
    for name, text in schemas().items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, "run `python -m factcheck.forms.schema`"


def test_the_answer_has_the_contracts_form() -> None:
    answer = run("Read latency was 13.8 ms at 50.\n\n# More\n\nSomebody said 417.3 here.").to_json()
    assert answer["format"] == "pgverdict-check/1" and answer["language"] == "en"
    assert answer["summary"] == {"supported": 1, "contradicted": 0, "unverifiable": 0, "unparsed": 1}
    assert set(answer["claims"][0]) >= {
        "line",
        "start",
        "end",
        "quote",
        "predicate",
        "verdict",
        "facts",
        "expected",
        "why",
    }
    assert answer["claims"][0]["facts"] == ["50.r_await.mean"]


def test_a_spreadsheets_wide_table_becomes_facts_with_units_from_its_heads(tmp_path: Path) -> None:
    path = tmp_path / "wide.csv"
    path.write_text(
        "codec;ingest (MB/s);p99 latency, ms;disk_gb\nnone;1.284,5;38,2;1 840\nlz4;1.301,7;27,1;—\n", encoding="utf-8"
    )
    document = facts_from_csv(path, primary="ingest")
    held = {(fact["level"], fact["metric"]): (fact["value"], fact["unit"], fact["stat"]) for fact in document["facts"]}
    assert held[("none", "ingest (MB/s)")] == (1284.5, "MB/s", "mean")
    assert held[("lz4", "p99 latency, ms")] == (27.1, "ms", "p99") and ("lz4", "disk_gb") not in held
    assert (
        document["experiment"]["factors"][0]["name"] == "codec" and document["experiment"]["primary"] == "ingest (MB/s)"
    )


def test_single_runs_give_their_mean_and_their_number(tmp_path: Path) -> None:
    path = tmp_path / "runs.csv"
    path.write_text(
        "level,metric,stat,value,unit,run,better\n1,qps,avg,310.4,1/s,1,up\n1,qps,avg,312.0,1/s,2,up\n",
        encoding="utf-8",
    )
    document = facts_from_csv(path)
    whole = next(fact for fact in document["facts"] if fact["run"] is None)
    assert abs(whole["value"] - 311.2) < 1e-9 and whole["runs"] == 2 and whole["stat"] == "mean"
    assert document["experiment"]["repeats"] == 2 and document["metrics"][0]["better"] == "higher"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,284", 1284.0),
        ("0,284", 0.284),
        ("1.284,5", 1284.5),
        ("1,284.5", 1284.5),
        ("12 345", 12345.0),
        ("41.7%", 41.7),
    ],
)
def test_a_tables_numbers_are_read_as_they_are_written(tmp_path: Path, text: str, value: float) -> None:
    path = tmp_path / "numbers.csv"
    path.write_text(f'level,metric,stat,value\n1,a,mean,"{text}"\n', encoding="utf-8")
    assert facts_from_csv(path)["facts"][0]["value"] == value

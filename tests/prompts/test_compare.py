"""`pgverdict write --compare` end to end: the command, a server that really speaks HTTP, the real checker, both languages."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import endpoint
import nights
import psycopg
import pytest
from conftest import passes

import prompts
from pgverdict.errors import Refused
from prompts.compare import Comparison, comparisons
from prompts.llm.client import Endpoint
from prompts.llm.writer import LlmWriter, WarehouseAnswers

ROOT = Path(__file__).resolve().parents[2]
SHAPE = nights.Shape(effects={"off": 0.66, "local": 0.02}, worse_metrics=("latency_p99_ms",))
#: Other words for the same, as a model would choose them: (the template's, the model's).
REWORDED = (
    (r"^At (\{l\d\} = \{l\d\}), ", r"With \1, "),
    (r"stays undecided", r"remains open"),
    (r"^При (\{l\d\} = \{l\d\}) ", r"Если \1, то "),
    (r"осталось нерешённым", r"осталось открытым"),
)


def stylist(handler: endpoint.Handler, body: dict[str, Any]) -> None:
    """A model that rewords what it can, copies the rest, and spoils the last line of each answer by a digit of its own."""
    lines = []
    for key, plain in endpoint.claims_in(body):
        for old, new in REWORDED:
            plain = re.sub(old, new, plain)
        lines.append(f"[{key}] {plain}")
    lines[-1] = lines[-1].rstrip(".") + " 100."
    handler.say("\n".join(lines))


def figures(text: str, name: str) -> tuple[str, str]:
    """Both columns of a row of the comparison."""
    row = next(line for line in text.splitlines() if line.startswith(name))
    left, right = row[34:49].strip(), row[49:].strip()
    return left, right


def command(dsn: str, url: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """`pgverdict write --compare` as a person gives it."""
    known = {"PGVERDICT_WAREHOUSE_DSN": dsn, "PGVERDICT_LLM_BASE_URL": url, "PGVERDICT_LLM_MODEL": "stylist"}
    return subprocess.run(
        [sys.executable, "-m", "pgverdict", "write", "commit", "--compare", *arguments],
        cwd=ROOT, env=os.environ | known, capture_output=True, text=True, timeout=300,
    )  # fmt: skip


def test_the_command_shows_both_writers_side_by_side_and_a_second_time_costs_no_call(warehouse_dsn: str) -> None:
    nights.load(warehouse_dsn, nights.make(SHAPE))
    with endpoint.serving(stylist) as server:
        first = command(warehouse_dsn, server.url, "--language", "en")
        asked = len(server.requests)
        second = command(warehouse_dsn, server.url, "--language", "en")
    assert first.returncode == second.returncode == 0, first.stderr + second.stderr
    text = first.stdout
    assert asked > 5 and len(server.requests) == asked, "answers come from the store"
    covered = figures(text, "claims covered")
    assert covered[0] == covered[1] and int(covered[0]) > 40
    mandatory = figures(text, "mandatory ones")
    assert mandatory[0] == mandatory[1] == re.search(r"mandatory ones, of (\d+)", text)[1]  # type: ignore[index]
    assert int(figures(text, "worded by the model")[1]) > 3 and int(figures(text, "the template's own")[1]) > 10
    assert int(figures(text, "fell back")[1]) > 0 and "digits stand outside placeholders" in text
    assert figures(text, "problems") == ("0", "0")
    calls = figures(text, "calls")[1]
    # A retry that asks the very same comes from the store within one call already.
    repeated = int(re.search(r"\((\d+)\)", calls)[1])  # type: ignore[index]
    assert calls == f"{asked} ({repeated})" and figures(second.stdout, "calls")[1] == f"0 ({asked + repeated})"
    tokens = figures(text, "tokens")[1]
    assert tokens == f"{100 * asked}, {50 * asked}"
    assert "model     With synchronous_commit = off" in text.replace("\u00a0", " ")
    with psycopg.connect(warehouse_dsn) as connection:
        assert connection.execute("select count(*) from articles.articles").fetchone() == (0,), "nothing else is kept"


def test_russian_is_compared_as_well(warehouse_dsn: str) -> None:
    nights.load(warehouse_dsn, nights.make(SHAPE))
    with endpoint.serving(stylist) as server:
        found = compared(warehouse_dsn, server.url, "ru")
    assert found.model.worded_by_model > 3 and found.model.copied > 10 and found.model.fell_back > 0
    assert len(found.pairs) == found.model.worded_by_model and all(one != other for one, other in found.pairs)
    assert found.model.claims_covered == found.template.claims_covered
    assert found.mandatory == found.model.mandatory_covered == found.template.mandatory_covered > 5
    assert all(template != "" and model != "" for template, model in found.pairs)
    assert any("Если synchronous_commit" in model.replace("\u00a0", " ") for _, model in found.pairs)


def compared(dsn: str, url: str, language: str) -> Comparison:
    """One language's comparison without the command."""
    writer = LlmWriter(Endpoint(url, "stylist", pause_s=0.01), WarehouseAnswers(dsn))
    return comparisons(1, languages=(language,), check=passes, dsn=dsn, writer=writer)[0]


def test_what_a_model_said_outlives_an_article_that_is_interrupted(warehouse_dsn: str) -> None:
    nights.load(warehouse_dsn, nights.make(SHAPE))

    def interrupted(text: str, facts: object, language: str) -> dict[str, object]:
        raise KeyboardInterrupt

    with endpoint.serving(stylist) as server:
        writer = LlmWriter(Endpoint(server.url, "stylist", pause_s=0.01), WarehouseAnswers(warehouse_dsn))
        with pytest.raises(KeyboardInterrupt):
            prompts.write(1, languages=("en",), check=interrupted, dsn=warehouse_dsn, writer=writer)
        asked = len(server.requests)
    with psycopg.connect(warehouse_dsn) as connection:
        assert connection.execute("select count(*) from articles.articles").fetchone() == (0,)
        assert asked == 1 and connection.execute("select count(*) from articles.answers").fetchone() == (1,)


def test_an_endpoint_that_is_down_leaves_the_templates_article_on_both_sides(warehouse_dsn: str) -> None:
    nights.load(warehouse_dsn, nights.make(SHAPE))
    found = compared(warehouse_dsn, "http://127.0.0.1:9/v1", "en")
    assert found.model.worded_by_model == 0 and found.model.sentences == found.template.sentences
    assert found.fallbacks and {reason for _, reason in found.fallbacks} <= {
        "unreachable",
        "the endpoint does not answer",
    }
    assert "fell back" in found.to_text()


def test_without_an_endpoint_the_refusal_names_the_settings(warehouse_dsn: str) -> None:
    nights.load(warehouse_dsn, nights.make(SHAPE))
    with pytest.raises(Refused, match="PGVERDICT_LLM_BASE_URL"):
        comparisons(1, check=passes, dsn=warehouse_dsn)

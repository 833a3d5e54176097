"""The path to a real llama.cpp server, end to end, with a model of random weights: an article comes out and holds none of its nonsense."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import nights
import psycopg
import pytest
import random_model
from conftest import passes

import prompts
from prompts.compare import comparisons
from prompts.llm.client import Endpoint
from prompts.llm.writer import LlmWriter, WarehouseAnswers
from tests.factcheck.helpers import DOCUMENT

pytest.importorskip("gguf")
pytest.importorskip("xllamacpp")


@pytest.fixture(scope="module")
def llama(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The base URL of a llama.cpp server on loopback, ended with the module."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    directory = tmp_path_factory.mktemp("llama")
    random_model.write_model(directory / "random.gguf")
    # The compose file's own server of models.
    script = Path(__file__).resolve().parents[2] / "docker" / "serve_model.py"
    where = {"MODEL_FOLDER": str(directory), "MODEL_HOST": "127.0.0.1", "MODEL_PORT": str(port), "MODEL_THREADS": "1"}
    with (directory / "log").open("wb") as log:
        process = subprocess.Popen([sys.executable, str(script)], stdout=log, stderr=log, env=os.environ | where)
    try:
        for _ in range(240):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=2) as answer:
                    if answer.status == 200:
                        break
            except OSError:
                assert process.poll() is None, (directory / "log").read_text(errors="replace")
                time.sleep(0.25)
        else:
            pytest.fail("llama.cpp did not start: " + (directory / "log").read_text(errors="replace")[-2000:])
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.terminate()
        assert process.wait(20) == 0, "the server of models ends when it is told to"


def test_an_article_comes_out_of_a_model_that_talks_nonsense(llama: str, warehouse_dsn: str) -> None:
    night = nights.make(nights.Shape(effects={"off": 0.66}, sources=("waits",)))
    nights.load(warehouse_dsn, night)
    with psycopg.connect(warehouse_dsn, autocommit=True) as connection:
        writer = LlmWriter(Endpoint(llama, "random", timeout_s=60), WarehouseAnswers(warehouse_dsn), token_budget=2_000)
        articles = prompts.write(1, languages=("ru",), check=passes, dsn=warehouse_dsn, writer=writer)
        assert [article.is_publishable for article in articles] == [True]
        report = articles[0].provenance["model"]
        assert report["calls"] > 0 and report["completion_tokens"] > 0, "the server was really asked"
        assert report["accepted"] == 0 and report["fell_back"] > 0
        rows = connection.execute("select writer, count(*) from articles.sentences group by 1").fetchall()
        assert [name for name, _ in rows] == ["template"]
        reasons = connection.execute(
            "select distinct reason from articles.sentences where reason is not null"
        ).fetchall()
        assert reasons, "each sentence that fell back says why"


def test_the_comparison_says_that_such_a_model_worded_nothing(llama: str, warehouse_dsn: str) -> None:
    nights.load(warehouse_dsn, nights.make(nights.Shape(effects={"off": 0.66}, sources=("waits",))))
    writer = LlmWriter(Endpoint(llama, "random", timeout_s=60), WarehouseAnswers(warehouse_dsn), token_budget=2_000)
    found = comparisons(1, languages=("en",), check=passes, dsn=warehouse_dsn, writer=writer)[0]
    assert found.model.calls > 0 and found.model.completion_tokens > 0 and found.model.seconds > found.template.seconds
    assert found.model.worded_by_model == 0 and found.model.fell_back == len(found.fallbacks) > 0
    assert found.model.claims_covered == found.template.claims_covered


def test_a_check_with_such_a_model_says_what_it_says_without(llama: str, tmp_path: Path) -> None:
    article, facts = tmp_path / "article.md", tmp_path / "facts.json"
    article.write_text("Read latency was 13.8 ms at 50.\n", encoding="utf-8")
    facts.write_text(json.dumps(DOCUMENT), encoding="utf-8")
    command = [sys.executable, "-m", "pgverdict", "check", str(article), "--facts", str(facts), "--json"]
    where = {"PGVERDICT_LLM_BASE_URL": llama, "PGVERDICT_LLM_MODEL": "random", "PGVERDICT_LLM_TIMEOUT_S": "60"}
    alone, with_model = (
        subprocess.run(
            [*command, *more], env=os.environ | where, capture_output=True, text=True, timeout=300, check=False
        )
        for more in ([], ["--model"])
    )
    assert with_model.stdout == alone.stdout and with_model.returncode == alone.returncode == 0
    assert "parts of the article" in with_model.stderr

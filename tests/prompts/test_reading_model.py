"""`pgverdict check --model` against a server that really speaks HTTP: what the model says is used, kept, and never trusted further than arithmetic goes."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import endpoint
import pytest

from tests.factcheck.helpers import DOCUMENT

TEXT = "# Cost limits\n\nAt the middle limit the disk answers as it does at the end of the grid.\n"
QUOTE = "the disk answers as it does at the end of the grid"
ANSWER = json.dumps({"line": 3, "quote": QUOTE, "formula": 'value("r_await", "100") == value("r_await", "150")'})


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    article, facts = tmp_path / "article.md", tmp_path / "facts.json"
    article.write_text(TEXT, encoding="utf-8")
    facts.write_text(json.dumps(DOCUMENT), encoding="utf-8")
    return article, facts


def checked(files: tuple[Path, Path], url: str | None, *options: str) -> subprocess.CompletedProcess[str]:
    """The verb in a process of its own, with an endpoint configured."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PGVERDICT_LLM")}
    if url is not None:
        environment |= {"PGVERDICT_LLM_BASE_URL": url, "PGVERDICT_LLM_MODEL": "reader", "PGVERDICT_LLM_API_KEY": "secret-key", "PGVERDICT_LLM_TIMEOUT_S": "2"}  # fmt: skip
    command = [sys.executable, "-m", "pgverdict", "check", str(files[0]), "--facts", str(files[1]), "--json", *options]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)


def quotes(done: subprocess.CompletedProcess[str]) -> list[tuple[str, str]]:
    return [(claim["quote"], claim["verdict"]) for claim in json.loads(done.stdout)["claims"]]


def say(text: str) -> endpoint.Reply:
    return lambda handler, body: handler.say(text)


def test_what_only_the_model_understands_is_judged_by_the_facts(files: tuple[Path, Path]) -> None:
    with endpoint.serving(say(ANSWER)) as server:
        done = checked(files, server.url, "--model")
    assert done.returncode == 1, done.stderr
    assert (QUOTE, "contradicted") in quotes(done)
    assert "reader read 1 of 1 parts of the article" in done.stderr
    (asked,) = server.requests
    shown = json.dumps(asked, ensure_ascii=False)
    assert asked["temperature"] == 0 and "r_await" in shown and "13.8" not in shown and "secret-key" not in shown


def test_without_the_option_nothing_is_asked(files: tuple[Path, Path]) -> None:
    with endpoint.serving(say(ANSWER)) as server:
        done = checked(files, server.url)
    assert not server.requests and (QUOTE, "contradicted") not in quotes(done)


def test_kept_answers_are_not_asked_for_again_and_cut_ones_are_not_kept(
    files: tuple[Path, Path], tmp_path: Path
) -> None:
    kept = tmp_path / "answers"
    with endpoint.serving(say(ANSWER)) as server:
        first = checked(files, server.url, "--model", "--answers", str(kept))
        again = checked(files, server.url, "--model", "--answers", str(kept))
        assert len(server.requests) == 1 and first.stdout == again.stdout
    (held,) = kept.iterdir()
    assert held.read_text(encoding="utf-8") == ANSWER
    held.unlink()
    with endpoint.serving(lambda handler, body: handler.say(ANSWER + "\n" + ANSWER[:20], "length")) as server:
        done = checked(files, server.url, "--model", "--answers", str(kept))
    assert (QUOTE, "contradicted") in quotes(done) and not list(kept.iterdir()) and "(length)" in done.stderr


@pytest.mark.parametrize("fault", ["down", "500", "slow", "endless", "nonsense"])
def test_an_endpoint_that_fails_changes_no_verdict_and_says_so(files: tuple[Path, Path], fault: str) -> None:
    behave: dict[str, Any] = {
        "500": lambda handler, body: handler.status(500), "slow": endpoint.slow(4), "endless": endpoint.endless, "nonsense": say("нет " * 50),
    }  # fmt: skip
    alone = checked(files, None)
    if fault == "down":
        done = checked(files, "http://127.0.0.1:9/v1", "--model")
    else:
        with endpoint.serving(behave[fault]) as server:
            done = checked(files, server.url, "--model")
    assert (done.returncode, done.stdout) == (alone.returncode, alone.stdout)
    assert "parts of the article" in done.stderr and "secret-key" not in done.stderr
    assert ("read 0 of 1" in done.stderr) is (fault not in ("nonsense",))


def test_mistakes_on_the_command_line_are_told(files: tuple[Path, Path], tmp_path: Path) -> None:
    done = checked(files, None, "--model")
    assert done.returncode == 2 and "PGVERDICT_LLM_BASE_URL" in done.stderr
    done = checked(files, None, "--answers", str(tmp_path))
    assert done.returncode == 2 and "--model" in done.stderr
    blocked = tmp_path / "a file"
    blocked.write_text("", encoding="utf-8")
    done = checked(files, "http://127.0.0.1:9/v1", "--model", "--answers", str(blocked))
    assert done.returncode == 2 and "a file" in done.stderr

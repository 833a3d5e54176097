"""The verbs' functions: exit statuses, marked text, the page."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from factcheck.command import run_check, run_from_csv
from tests.factcheck.helpers import DOCUMENT

TRUE, FALSE = "Read latency was 13.8 ms at 50.\n", "Read latency was 9.8 ms at 50.\n"


@pytest.fixture
def facts(tmp_path: Path) -> Path:
    path = tmp_path / "facts.json"
    path.write_text(json.dumps(DOCUMENT), encoding="utf-8")
    return path


def article(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "article.md"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(("text", "status"), [(TRUE, 0), (FALSE, 1), ("Somebody said 417.3 here.\n", 1), ("", 0)])
def test_the_exit_status_says_whether_something_is_wrong(tmp_path: Path, facts: Path, text: str, status: int) -> None:
    out = io.StringIO()
    assert run_check(article(tmp_path, text), facts, as_json=True, out=out) == status
    assert json.loads(out.getvalue())["format"] == "pgverdict-check/1"


@pytest.mark.parametrize("which", ["no article", "no facts", "bad facts", "bad language", "a picture"])
def test_files_that_cannot_be_used_end_with_two_and_say_why(
    tmp_path: Path, facts: Path, which: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = article(tmp_path, TRUE)
    arguments: dict[str, object] = {"article_path": text, "facts_path": facts}
    if which == "no article":
        arguments["article_path"] = tmp_path / "none.md"
    elif which == "no facts":
        arguments["facts_path"] = None
    elif which == "bad facts":
        facts.write_text("{}", encoding="utf-8")
    elif which == "bad language":
        arguments["language"] = "fr"
    else:
        text.write_bytes(b"\x89PNG\r\n")
    assert run_check(**arguments) == 2  # type: ignore[arg-type]
    assert capsys.readouterr().err.startswith("pgverdict check: ")


def test_people_get_the_article_with_each_claim_marked_and_what_is_wrong(tmp_path: Path, facts: Path) -> None:
    out = io.StringIO()
    run_check(article(tmp_path, FALSE), facts, out=out, colour=False)
    assert "!{Read latency was 9.8 ms at 50}" in out.getvalue()
    assert "line 1:" in out.getvalue() and "expected: 13.8" in out.getvalue()
    out = io.StringIO()
    run_check(article(tmp_path, "Задержка чтения при 50 равна 9,8 мс.\n"), facts, out=out, colour=True)
    assert "\x1b[1;31m" in out.getvalue() and "опровергнуто" in out.getvalue()


def test_an_article_cannot_steer_the_terminal_or_the_page(tmp_path: Path, facts: Path) -> None:
    hostile = article(tmp_path, "\x1b]0;owned\x07<script>alert(1)</script> \u202eRead latency was 9.8 ms at 50.\n")
    out, page = io.StringIO(), tmp_path / "page.html"
    run_check(hostile, facts, html_path=page, out=out, colour=False)
    assert "\x1b" not in out.getvalue() and "\u202e" not in out.getvalue()
    assert "<script>" not in page.read_text(encoding="utf-8") and "&lt;script&gt;" in page.read_text(encoding="utf-8")


def test_the_page_loads_nothing_and_links_to_the_lines(tmp_path: Path, facts: Path) -> None:
    page = tmp_path / "page.html"
    run_check(article(tmp_path, FALSE), facts, html_path=page, out=io.StringIO())
    text = page.read_text(encoding="utf-8")
    assert 'class="contradicted"' in text and 'href="#L1"' in text
    assert "http" not in text and "src=" not in text


def test_facts_come_from_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "t.csv"
    table.write_text("level,metric,stat,value,unit\n1,qps,mean,10.5,1/s\n", encoding="utf-8")
    out = io.StringIO()
    assert run_from_csv(table, out=out) == 0
    assert json.loads(out.getvalue())["experiment"]["id"] == "t"
    assert run_from_csv(table, baseline="9") == 2
    assert "--baseline '9'" in capsys.readouterr().err

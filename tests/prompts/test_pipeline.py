"""From marts to published pages in a real warehouse: write, refuse, publish, ledger, errata, index, feed."""

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import nights
import psycopg
import pytest
from conftest import passes, rejects

import prompts
from pgverdict.errors import Refused
from prompts import site

SHAPE = nights.Shape(effects={"off": 0.66, "local": 0.02}, checks=(("warning", 3),), worse_metrics=("latency_p99_ms",))


@pytest.fixture
def proposals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Proposed experiments go to a folder of the test's own."""
    from pgverdict import config

    monkeypatch.setenv("PGVERDICT_CATALOG", str(tmp_path / "experiments" / "catalog"))
    config.settings.cache_clear()
    yield tmp_path / "experiments" / "proposed"
    config.settings.cache_clear()


def test_both_languages_are_written_checked_stored_and_published(
    warehouse_dsn: str, tmp_path: Path, proposals: Path
) -> None:
    nights.load(warehouse_dsn, nights.make(SHAPE))
    articles = prompts.write(1, check=passes, dsn=warehouse_dsn)
    assert [(a.language, a.is_publishable) for a in articles] == [("ru", True), ("en", True)]
    index = site.publish(tmp_path / "site", dsn=warehouse_dsn)
    folder = index.parent / "articles" / "commit"
    for article in articles:
        page = (folder / f"{article.language}.html").read_text("utf-8")
        assert (folder / f"{article.language}.md").read_text("utf-8") == article.markdown
        assert page.startswith("<!doctype html>") and f'<html lang="{article.language}">' in page
        assert not re.search(r"""(?:src|href)=["']https?:""", page), "the page needs nothing from elsewhere"
        for name in re.findall(rf"\]\(({article.language}-\w+\.svg)\)", article.markdown):
            svg = ElementTree.fromstring((folder / name).read_text("utf-8"))
            assert svg.get("style") == site.PAPER, "beside Markdown a picture has paper and ink of its own"
        assert page.count("<figure") >= 5
    with psycopg.connect(warehouse_dsn) as connection:
        assert connection.execute("select distinct status from articles.articles").fetchall() == [("published",)]
        assert connection.execute("select count(*) > 50 from articles.claims").fetchone() == (True,)
    ElementTree.parse(index.parent / "feed.xml")
    assert "articles/commit/ru.html" in index.read_text("utf-8")


def test_russian_and_english_word_the_same_claims(warehouse_dsn: str, proposals: Path) -> None:
    nights.load(warehouse_dsn, nights.make(SHAPE))
    prompts.write(1, check=passes, dsn=warehouse_dsn)
    with psycopg.connect(warehouse_dsn) as connection:
        rows = connection.execute(
            "select language, array_agg(claim_id order by claim_id)"
            " from articles.claims join articles.articles using (article_id) group by 1 order by 1"
        ).fetchall()
    assert len(rows) == 2 and rows[0][1] == rows[1][1]


@pytest.mark.parametrize("verdict", ["contradicted", "unparsed"])
def test_a_text_with_a_wrong_claim_is_refused_kept_and_stays_out_of_the_site(
    warehouse_dsn: str, tmp_path: Path, proposals: Path, verdict: str
) -> None:
    nights.load(warehouse_dsn, nights.make(SHAPE))
    articles = prompts.write(1, languages=("ru",), check=rejects("пропускная способность", verdict), dsn=warehouse_dsn)
    assert not articles[0].is_publishable and "это не так" in articles[0].problems[0]
    index = site.publish(tmp_path / "site", dsn=warehouse_dsn)
    assert not (index.parent / "articles").exists()
    assert "Not published" in index.read_text("utf-8")
    with psycopg.connect(warehouse_dsn) as connection:
        assert connection.execute("select status, count(*) from articles.articles group by 1").fetchall() == [
            ("refused", 1)
        ]
        verdicts = connection.execute("select count(*) from articles.claims where verdict = %s", [verdict]).fetchone()
    assert verdicts is not None and verdicts[0] > 0, "the checker's verdict stands beside the claim"


def test_the_same_inputs_give_the_same_article(warehouse_dsn: str, proposals: Path) -> None:
    nights.load(warehouse_dsn, nights.make(SHAPE))
    first = prompts.write(1, check=passes, dsn=warehouse_dsn)
    second = prompts.write(1, check=passes, dsn=warehouse_dsn)
    assert [(a.markdown, a.html) for a in first] == [(a.markdown, a.html) for a in second]
    with psycopg.connect(warehouse_dsn) as connection:
        assert connection.execute("select count(*), count(distinct inputs_hash) from articles.articles").fetchone() == (
            2,
            2,
        )


def test_a_later_night_confirms_or_contradicts_and_the_older_article_gets_its_erratum(
    warehouse_dsn: str, tmp_path: Path, proposals: Path
) -> None:
    before = nights.make(SHAPE, 1)
    after = nights.make(nights.Shape(effects={"off": -0.4, "local": 0.02}, execution=2), 2)
    nights.load(warehouse_dsn, before, after)
    prompts.write(1, check=passes, dsn=warehouse_dsn)
    site.publish(tmp_path / "site", dsn=warehouse_dsn)
    articles = prompts.write(2, check=passes, dsn=warehouse_dsn)
    index = site.publish(tmp_path / "site", dsn=warehouse_dsn)
    assert "Не подтвердилось" in articles[0].markdown.replace("\u00a0", " ")
    assert "Not confirmed but reversed. The new data say: " in articles[1].markdown
    assert "](en-history.svg)" in articles[1].markdown, "two executions make a history"
    folders = sorted(p for p in (index.parent / "articles" / "commit").iterdir() if p.is_dir())
    assert len(folders) == 2
    assert 'class="erratum"' in (folders[0] / "ru.html").read_text("utf-8")
    assert 'class="erratum"' not in (folders[1] / "ru.html").read_text("utf-8")
    with psycopg.connect(warehouse_dsn) as connection:
        statuses = dict(
            connection.execute(
                "select status, count(*) from articles.claim_ledger where execution_id = 2 group by 1"
            ).fetchall()
        )
    assert statuses["contradicted"] > 0 and statuses["confirmed"] > 0


def test_numbers_in_the_page_name_their_fact_and_a_query_that_finds_it(warehouse_dsn: str, proposals: Path) -> None:
    night = nights.make(SHAPE)
    nights.load(warehouse_dsn, night)
    article = prompts.write(1, languages=("en",), check=passes, dsn=warehouse_dsn)[0]
    titles = re.findall(r'<data value="([^"]+)" title="([^"]+)">', article.html)
    assert len(titles) > 100
    with psycopg.connect(warehouse_dsn) as connection:
        connection.execute("set role pgverdict_prompts")
        for value, title in dict(titles).items():
            query = title.split(" · ")[-1].replace("&#x27;", "'").replace("&gt;", ">")
            row = connection.execute(query).fetchone()  # type: ignore[arg-type]
            assert row is not None, query
            if "environment" not in query:
                assert float(row[0]) == pytest.approx(float(value))


def test_an_unknown_execution_or_kind_is_refused_with_the_next_step(warehouse_dsn: str, proposals: Path) -> None:
    nights.load(warehouse_dsn, nights.make(SHAPE))
    with pytest.raises(Refused, match="pgverdict build"):
        prompts.write(99, check=passes, dsn=warehouse_dsn)
    with pytest.raises(Refused, match="there is no article kind 'poem'"):
        prompts.write(1, kind="poem", check=passes, dsn=warehouse_dsn)


def test_marts_that_were_never_built_are_refused_with_the_next_step(warehouse_dsn: str) -> None:
    with pytest.raises(Refused, match="pgverdict build"):
        prompts.write(1, check=passes, dsn=warehouse_dsn)


def test_hypotheses_leave_experiment_files_that_the_article_names(warehouse_dsn: str, proposals: Path) -> None:
    nights.load(warehouse_dsn, nights.make(SHAPE))
    article = prompts.write(1, languages=("ru",), check=passes, dsn=warehouse_dsn)[0]
    files = sorted(path.name for path in proposals.glob("*.yml"))
    assert files and all(f"experiments/proposed/{name}" in article.markdown for name in files)


def test_the_checker_gets_the_text_without_marks_and_the_facts_of_the_warehouse(
    warehouse_dsn: str, proposals: Path
) -> None:
    seen: list[tuple[str, dict[str, object], str]] = []

    def check(text: str, facts: dict[str, object], language: str) -> dict[str, object]:
        seen.append((text, facts, language))
        return passes(text, facts, language)

    nights.load(warehouse_dsn, nights.make(SHAPE))
    prompts.write(1, check=check, dsn=warehouse_dsn)
    assert [language for _, _, language in seen] == ["ru", "en"]
    assert all(facts["format"] == "pgverdict-facts/1" for _, facts, _ in seen)
    assert not any("\ue000" <= character <= "\uf8ff" for text, _, _ in seen for character in text)
    json.dumps(seen[0][1], default=str)

"""A night's digest: every experiment's answer, what changed, what failed, each line judged by its own experiment's facts."""

import xml.etree.ElementTree as ElementTree
from datetime import date
from pathlib import Path
from typing import Any

import nights
import psycopg
import pytest
from conftest import passes, rejects

import prompts
from prompts import site

NIGHT = date(2026, 11, 20)
COMMIT = nights.Shape(effects={"off": 0.66, "local": 0.02}, checks=(("critical", 3), ("warning", 5)))
TIMEOUT = nights.Shape(experiment_id="timeout", factors=[dict(nights.TIMEOUT)], effects={"1min": -0.25, "30min": 0.12})


@pytest.fixture
def night(warehouse_dsn: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A warehouse with one night of two experiments, written and not yet published."""
    from pgverdict import config

    monkeypatch.setenv("PGVERDICT_CATALOG", str(tmp_path / "experiments" / "catalog"))
    config.settings.cache_clear()
    nights.load(warehouse_dsn, nights.make(COMMIT, 1), nights.make(TIMEOUT, 2))
    for execution_id in (1, 2):
        prompts.write(execution_id, check=passes, dsn=warehouse_dsn)
    yield warehouse_dsn
    config.settings.cache_clear()


def digest(dsn: str, language: str = "en", check: Any = passes) -> prompts.Article:
    """The night's digest in one language."""
    return prompts.write_digest(NIGHT, check=check, languages=(language,), dsn=dsn)[0]


def test_a_digest_gives_every_answer_the_change_and_the_failed_checks(night: str) -> None:
    text = digest(night).markdown.replace("\u00a0", " ")
    glance, commit, timeout = text.split("\n## ")[1:]
    assert "commit: At synchronous_commit = off, throughput is" in glance and "timeout: " in glance
    assert "no earlier execution" in commit and "critical ones among them" in commit and "critical: 3.9%" in commit
    assert "found nothing" in timeout and "(../../articles/timeout/2026-11-20-2/en.html)" in timeout
    assert "Сводка за 20 ноября 2026 года" in digest(night, "ru").markdown.replace("\u00a0", " ")


def test_both_languages_of_a_digest_word_the_same_claims(night: str) -> None:
    prompts.write_digest(NIGHT, check=passes, dsn=night)
    with psycopg.connect(night) as connection:
        rows = connection.execute(
            "select language, array_agg(c.id order by c.id) from articles.sentences join articles.articles using (article_id),"
            " unnest(claim_ids) as c (id) where kind = 'digest' group by 1"
        ).fetchall()
    assert len(rows) == 2 and rows[0][1] == rows[1][1] and "timeout:answer.best" in rows[0][1]


def test_each_experiments_lines_are_judged_by_its_own_facts_at_their_place(night: str) -> None:
    seen: dict[int, str] = {}

    def check(text: str, facts: dict[str, Any], language: str) -> dict[str, Any]:
        seen[facts["experiment"]["id"]] = text
        return passes(text, facts, language)

    whole = digest(night, check=check).markdown
    assert set(seen) == {"commit", "timeout"}
    for text in seen.values():
        assert len(text.split("\n")) == len(whole.split("\n"))
        assert all(mine in ("", line) for mine, line in zip(text.split("\n"), whole.split("\n"), strict=True))
    assert "synchronous_commit" not in seen["timeout"] and "checkpoint_timeout" not in seen["commit"]


def test_what_the_checker_objects_to_is_reduced_to_a_link_and_the_rest_stays(night: str) -> None:
    article = digest(night, check=rejects("checkpoint_timeout"))
    assert article.is_publishable and article.provenance["reduced"] == ["timeout"]
    assert "timeout: The whole story is" in article.markdown and "checkpoint_timeout" not in article.markdown
    assert "synchronous_commit = off" in article.markdown.replace("\u00a0", " ")


def test_a_refused_article_is_named_and_its_answer_is_not_given(night: str) -> None:
    prompts.write(2, check=rejects("checkpoint_timeout"), dsn=night)
    text = digest(night).markdown
    assert "timeout: the article is not published" in text and "checkpoint_timeout" not in text


def test_a_second_night_says_what_fell_and_what_held(night: str) -> None:
    nights.load(night, nights.make(nights.Shape(effects={"off": -0.4, "local": 0.02}, execution=2, day=0), 3))
    prompts.write(3, check=passes, dsn=night)
    text = digest(night).markdown
    assert "not all of them stand" in text and "Not confirmed but reversed. The new data say: " in text
    assert text.count("## ") == 3, "the latest execution of an experiment alone"


def test_a_digest_is_due_once_and_again_when_an_article_is_newer(night: str) -> None:
    assert [a.language for a in prompts.write_due(check=passes, languages=("ru",), dsn=night)] == ["ru"]
    assert [a.language for a in prompts.write_due(check=passes, dsn=night)] == ["en"], "each language by itself"
    assert prompts.write_due(check=passes, dsn=night) == []
    prompts.write(1, check=passes, dsn=night)
    assert len(prompts.write_due(check=passes, dsn=night)) == 2


def test_digests_stand_in_the_index_and_the_feed(night: str, tmp_path: Path) -> None:
    prompts.write_due(check=passes, dsn=night)
    index = site.publish(tmp_path / "site", dsn=night)
    page = (index.parent / "nights" / "2026-11-20" / "ru.html").read_text("utf-8")
    assert '<html lang="ru">' in page and 'href="../../index.html"' in page and 'data value="' in page
    assert 'href="nights/2026-11-20/en.html"' in index.read_text("utf-8")
    feed = ElementTree.parse(index.parent / "feed.xml")
    links = [link.get("href") for link in feed.iter("{http://www.w3.org/2005/Atom}link")]
    assert "nights/2026-11-20/ru.html" in links
    for target in ("commit/2026-11-20-1", "timeout/2026-11-20-2"):
        assert (index.parent / "articles" / target / "en.html").exists(), "where the digest's links lead"
    assert not (index.parent / "articles" / "night-2026-11-20").exists()


def test_a_night_that_the_marts_no_longer_hold_gets_no_digest(night: str) -> None:
    with psycopg.connect(night) as connection:
        connection.execute("delete from marts.rpt_experiments")
    assert prompts.write_digest(NIGHT, check=passes, dsn=night) == []

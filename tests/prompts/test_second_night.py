"""A second night of the same experiment, with the commands a person gives: what held, what fell, the erratum, the article over nights."""

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import nights
import psycopg
import pytest

from prompts.ledger import _is_apart, compare

ROOT = Path(__file__).parents[2]
FIRST = nights.Shape(effects={"off": 0.66, "local": 0.0}, worse_metrics=("latency_p99_ms",), noise=0.004)
#: The winner of the first night loses; that `local` equals `on` holds.
SECOND = nights.Shape(effects={"off": -0.4, "local": 0.0}, execution=2, noise=0.004)


@pytest.fixture
def told(warehouse_dsn: str, tmp_path: Path) -> Path:
    """The site after two nights, each written and published by the commands, and an article over nights."""
    return publish(warehouse_dsn, tmp_path, FIRST, SECOND, over_nights=True)


def publish(dsn: str, folder: Path, *shapes: nights.Shape, over_nights: bool = False) -> Path:
    """The site after these nights, each written and published by the commands."""
    site = folder / "site"

    def command(*arguments: str) -> None:
        known = {
            "PGVERDICT_WAREHOUSE_DSN": dsn,
            "PGVERDICT_SITE": str(site),
            "PGVERDICT_CATALOG": str(folder / "experiments" / "catalog"),
        }
        done = subprocess.run(
            [sys.executable, "-m", "pgverdict", *arguments], cwd=ROOT, env=os.environ | known, capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr

    for number, shape in enumerate(shapes, 1):
        nights.load(dsn, nights.make(shape, number))
        command("write", "commit")
        if over_nights and number == len(shapes):
            command("write", "commit", "--kind", "nights")
        command("site", "--no-docs")
    return site


def plain(path: Path) -> str:
    return path.read_text("utf-8").replace("\u00a0", " ")


def test_the_older_article_gets_an_erratum_and_the_new_one_says_what_held_and_what_fell(
    told: Path, warehouse_dsn: str
) -> None:
    folder = told / "articles" / "commit"
    old, new = folder / "2026-11-20-1", folder / "2026-11-21-2"
    assert plain(folder / "en.md") == plain(new / "en.md"), "the latest article stands at the experiment's own address"
    # The new one: today's words for what fell and what held.
    section = plain(new / "en.md").split("statements were held against the new one")[1].split("\n## ")[0]
    fallen = [line for line in section.splitlines() if line.startswith("- Not confirmed")]
    held = [line for line in section.splitlines() if line.startswith("- Still holds")]
    assert any("throughput" in line and "% lower than at on" in line for line in fallen), section
    assert any(
        "local and on are shown to be equivalent" in line or "local and at on is equivalent" in line for line in held
    ), section
    assert "Не подтвердилось" in plain(new / "ru.md") and "Осталось в силе" in plain(new / "ru.md")
    # The old one: its own words for what was withdrawn, and the way to the new one.
    page = plain(old / "en.html")
    erratum = re.search(r'<div class="erratum".*?</div>', page, re.DOTALL)
    assert erratum and "(No. 2) did not confirm these statements" in erratum[0]
    assert re.search(r"<li>[^<]*throughput is [\d.]+% higher than at on", erratum[0]), erratum[0]
    assert 'href="../2026-11-21-2/en.html"' in erratum[0] and (old / "../2026-11-21-2/en.html").exists()
    text = plain(old / "ru.md")
    assert "> **Поправка.** Более новое выполнение этого эксперимента (№ 2) не подтвердило утверждений:" in text
    assert re.search(r"^> - .*пропускная способность на [\d,]+ % выше, чем при on", text, re.MULTILINE)
    assert 'class="erratum"' not in plain(new / "en.html") and "Erratum" not in plain(new / "en.md")
    with psycopg.connect(warehouse_dsn) as connection:
        rows = dict(
            connection.execute("select claim_id, status from articles.claim_ledger where execution_id = 2").fetchall()
        )
    assert rows["effect.tps.off.on"] == "contradicted" and rows["effect.tps.local.on"] == "confirmed"
    assert rows["answer.best"] == "contradicted"


def test_an_erratum_lists_only_sentences_and_each_once(told: Path) -> None:
    for language in ("ru", "en"):
        page = plain(told / "articles" / "commit" / "2026-11-20-1" / f"{language}.html")
        statements = re.findall(r"<li>(.*?)</li>", re.search(r'<div class="erratum".*?</div>', page, re.DOTALL)[0])  # type: ignore[index]
        assert statements and len(statements) == len(set(statements))
        assert all(statement.endswith(".") for statement in statements), "no bare name of a claim"


def test_the_article_over_nights_stands_beside_the_latest_one_and_not_in_its_place(told: Path) -> None:
    folder = told / "articles" / "commit"
    for language, history, ledger in (
        ("en", "History over executions", "Where a statement is not confirmed, the earlier article carries an erratum"),
        ("ru", "История по выполнениям", "Где утверждение не подтвердилось, в прежней статье стоит поправка"),
    ):
        text = plain(folder / "nights" / f"{language}.md")
        assert history in text and ledger in text and f"({language}-history.svg)" in text
        assert (folder / "nights" / f"{language}-history.svg").exists()
        assert 'href="../../../index.html"' in plain(folder / "nights" / f"{language}.html")
        assert ledger in plain(folder / f"{language}.md")
        assert len(plain(folder / f"{language}.md")) > 2 * len(text), "the whole article keeps its place"
    index = plain(told / "index.html")
    assert 'href="articles/commit/nights/en.html"' in index and 'href="articles/commit/2026-11-20-1/' in index


@pytest.mark.parametrize(
    ("earlier", "later", "apart"),
    [
        (("%", 20.0, 30.0), ("%", 31.0, 40.0), True),
        (("%", 20.0, 30.0), ("%", 12.0, 19.5), True),
        (("%", 20.0, 30.0), ("%", 29.0, 40.0), False),
        (("%", 20.0, 30.0), ("ms", 31.0, 40.0), False),
        (None, ("%", 31.0, 40.0), False),
    ],
)
def test_a_size_is_another_when_the_intervals_have_nothing_in_common(earlier: Any, later: Any, apart: bool) -> None:
    assert _is_apart(earlier, later) is apart


def test_a_claim_that_held_in_direction_alone_is_told_so(warehouse_dsn: str, tmp_path: Path) -> None:
    site = publish(warehouse_dsn, tmp_path, FIRST, replace(FIRST, effects={"off": 2.4, "local": 0.0}, execution=2))
    text = plain(site / "articles" / "commit" / "en.md")
    resized = [line for line in text.splitlines() if line.startswith("- Still holds, but not in its size")]
    assert any("throughput is" in line and line.endswith("at on.") for line in resized), text
    assert "Осталось в силе, но не в размере" in plain(site / "articles" / "commit" / "ru.md")


def test_what_held_is_told_once(warehouse_dsn: str, tmp_path: Path) -> None:
    site = publish(
        warehouse_dsn,
        tmp_path,
        *(replace(FIRST, effects={"local": 0.66, "off": 0.0}, execution=night) for night in (1, 2)),
    )
    held = [
        line for line in plain(site / "articles" / "commit" / "en.md").splitlines() if line.startswith("- Still holds")
    ]
    winners = [line for line in held if re.search(r"throughput is [\d.]+% higher than at on", line)]
    assert len(winners) == 1, held


@pytest.mark.parametrize(
    ("earlier", "later", "status"),
    [
        ("better:up", "better:up", "confirmed"),
        ("better:up", "worse:down", "contradicted"),
        ("better:up", "equivalent", "contradicted"),
        ("better:up", "undecided", "outdated"),
        ("undecided", "better:up", "outdated"),
        ("off", "on", "contradicted"),
        ("off", "off,local", "outdated"),
        ("off,local", "on", "contradicted"),
        ("off", "difference", "outdated"),
        ("IO:WalSync:dominant", "LWLock:WALWrite:dominant", "contradicted"),
        ("IO:WalSync:dominant", "IO:WalSync:first", "outdated"),
        ("IO:WalSync:first", "LWLock:WALWrite:dominant", "outdated"),
        ("better:up", None, "outdated"),
    ],
)
def test_only_two_decided_assertions_contradict_each_other(earlier: str, later: str | None, status: str) -> None:
    assert compare(earlier, later) == status

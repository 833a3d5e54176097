"""Pages in a real browser: wide and narrow, dark, keyboard order, numbers that tell on hover and tap, search without a reload."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nights
import pytest
from conftest import everything

from prompts import listings, writing
from prompts.compose import Extras, compose
from prompts.pages import html, markdown
from prompts.pages.html import environment, style
from prompts.pictures import draw_pictures
from prompts.wording import Wording

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = [pytest.mark.browser, pytest.mark.skipif(BROWSER is None, reason="needs Debian's Chromium")]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one article in Russian."""
    night = nights.make(nights.Shape(effects={"off": 0.66, "local": 0.02}, worse_metrics=("latency_p99_ms",)))
    claims = everything(night)
    pictures, alts = draw_pictures(night, claims, Wording(night, "ru"))
    document = compose(night, claims, "experiment", "ru", Extras(pictures, alts, listings.listings(night)))
    page = html.render(
        document,
        markdown.render(document).marked,
        writing.figures_of(claims),
        claims,
        {},
        {"root": "../", "provenance": "p"},
    )
    folder = tmp_path_factory.mktemp("site")
    (folder / "ru.html").write_text(page, "utf-8")
    card = {"title": "Ответ", "lead": "Текст", "article_id": 1}
    from datetime import UTC, datetime

    cards = [
        {
            "id": name,
            "languages": [("ru", card)],
            "at": datetime(2026, 11, 20, tzinfo=UTC),
            "earlier": [],
            "has_nights": name == "alpha",
        }
        for name in ("alpha", "beta")
    ]
    index = environment().get_template("index.html.j2")
    has = {"dbt": False, "quality": False}
    (folder / "index.html").write_text(
        index.render(
            cards=cards, nights=[], languages=("ru", "en"), refused=[], style=style(), updated=cards[0]["at"], has=has
        ),
        "utf-8",
    )
    return folder


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium, headless."""
    sync = pytest.importorskip("playwright.sync_api")
    with sync.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.mark.parametrize("width", [1200, 390])
def test_nothing_hangs_over_the_edge_of_the_screen(browser: Any, site: Path, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.goto((site / "ru.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("figure svg").count() >= 5
    page.close()


def test_a_tap_on_a_number_says_where_it_comes_from(browser: Any, site: Path) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 900})
    page.goto((site / "ru.html").as_uri())
    assert page.locator("#where").is_hidden()
    page.locator("main data").first.click()
    assert "select effect_pct from marts.rpt_effects" in page.locator("#where").inner_text()
    page.close()


def test_the_page_reads_without_scripts(browser: Any, site: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "ru.html").as_uri())
    assert "пропускная способность" in page.locator("main").inner_text()
    assert page.locator("main data").first.get_attribute("title")
    context.close()


def test_the_dark_is_dark_and_pictures_follow_the_ink(browser: Any, site: Path) -> None:
    context = browser.new_context(color_scheme="dark")
    page = context.new_page()
    page.goto((site / "ru.html").as_uri())
    paper = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    inks = page.evaluate(
        "[...new Set([...document.querySelectorAll('figure svg text')].map(t => getComputedStyle(t).fill))]"
    )
    # Axes, legends and titles; cells of a heat map would have their own.
    assert paper == "rgb(22, 24, 26)" and inks == ["rgb(232, 230, 225)"]
    context.close()


def test_the_keyboard_reaches_the_article_first_and_pictures_have_names(browser: Any, site: Path) -> None:
    page = browser.new_page()
    page.goto((site / "ru.html").as_uri())
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "#article"
    assert page.evaluate(
        "[...document.querySelectorAll('figure svg')].every(s => s.getAttribute('role') === 'img' && s.querySelector('title').textContent.length > 20)"
    )
    headings = page.evaluate("[...document.querySelectorAll('h1, h2')].map(h => h.tagName)")
    assert headings[0] == "H1" and headings.count("H1") == 1
    page.close()


def test_ids_of_a_page_are_unique(browser: Any, site: Path) -> None:
    page = browser.new_page()
    page.goto((site / "ru.html").as_uri())
    twice = page.evaluate(
        "(() => { const all = [...document.querySelectorAll('[id]')].map(e => e.id); return all.filter((id, i) => all.indexOf(id) !== i); })()"
    )
    assert twice == []
    page.close()


def test_the_index_searches_as_one_types(browser: Any, site: Path) -> None:
    page = browser.new_page()
    page.goto((site / "index.html").as_uri())
    page.locator("#search").fill("beta")
    assert page.locator(".cards > li:visible").count() == 1
    assert page.locator("#found").inner_text() == "1 / 2"
    page.close()

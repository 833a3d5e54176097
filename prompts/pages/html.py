"""One HTML file an article: pictures inside, every number saying where it comes from, readable without a script, in the dark and on paper."""

import html
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt

from prompts import marks
from prompts.claims.model import Claim, Figure
from prompts.document import Document
from prompts.lexicon import LEXICON

HERE = Path(__file__).parent
_IMAGE = re.compile(r'<p><img src="(?:ru|en)-([a-z]+)\.svg" alt="([^"]*)"\s*/?></p>\s*<p><em>(.*?)</em></p>', re.DOTALL)
_HEADING = re.compile(r"<h2>(.*?)</h2>", re.DOTALL)
#: Where the publisher puts an erratum later; a comment, so that a page without one shows nothing.
ERRATA = "<!-- errata -->"


@cache
def environment() -> Environment:
    """Templates of pages, autoescaped."""
    return Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def style() -> str:
    """The one style sheet of all pages."""
    return (HERE / "templates" / "style.css").read_text("utf-8")


def render(
    document: Document,
    marked: str,
    figures: Mapping[str, Figure],
    claims: list[Claim],
    verdicts: Mapping[str, str],
    about: Mapping[str, Any],
) -> str:
    """The page. `verdicts`: claim id to the checker's verdict; `about`: experiment id, model sentences, when written."""
    words = LEXICON[document.language]["page"]

    def title(figure: Figure) -> str:
        return f"{words['fact']} {figure.id} · {figure.source} · {figure.query}"

    body = MarkdownIt("commonmark", {"html": False}).enable("table").render(marked)
    body = marks.to_html(body, figures, title)
    body = _IMAGE.sub(lambda match: _figure(document, match.group(1), match.group(3)), body)
    body, contents = _headings(document, body)
    body = body.replace("<table>", '<div class="wide" tabindex="0" role="region"><table>').replace(
        "</table>", "</table></div>"
    )
    head, _, rest = body.partition("</h1>")
    rows = [
        {
            "id": claim.id,
            "predicate": claim.predicate,
            "modality": words["modality"][claim.modality],
            "facts": ", ".join(claim.fact_ids[:6]),
            "verdict": verdicts.get(claim.id, "none"),
        }
        for claim in claims
    ]
    template = environment().get_template("article.html.j2")
    return template.render(
        language=document.language,
        other="en" if document.language == "ru" else "ru",
        title=marks.plain(document.title),
        heading=head + "</h1>",
        body=rest,
        contents=contents,
        style=style(),
        words=words,
        rows=rows,
        figures=sorted(figures.values(), key=lambda f: f.id),
        about=about,
        errata=ERRATA,
    )


def _figure(document: Document, name: str, caption: str) -> str:
    svg = document.pictures.get(name, "")
    return f'<figure id="picture-{name}">{svg}<figcaption>{caption}</figcaption></figure>'


def _headings(document: Document, body: str) -> tuple[str, list[tuple[str, str]]]:
    """Ids for the sections' headings, and the table of contents."""
    ids = iter(section.id for section in document.sections)
    contents: list[tuple[str, str]] = []

    def heading(match: re.Match[str]) -> str:
        identity = next(ids)
        contents.append((identity, html.unescape(re.sub(r"<[^>]+>", "", match.group(1)))))
        return f'<h2 id="{identity}">{match.group(1)}</h2>'

    return _HEADING.sub(heading, body), contents

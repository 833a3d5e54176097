"""Publishes what was written and passed: articles, nights' digests, the index with search, an Atom feed; reads articles.* and nothing else."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from psycopg.rows import dict_row

from pgverdict.i18n import LANGUAGES
from pgverdict.warehouse import connect
from prompts import marks
from prompts.ledger import TWINS
from prompts.lexicon import LEXICON
from prompts.pages.html import ERRATA, environment, style

#: What a picture stands on where no page gives it its colours.
PAPER = "color: #1a1a1a; background: #ffffff"
#: Where a sentence ends and another of the same statement begins.
_NEXT = re.compile(r"(?<=[.!?])\s+(?=[A-ZА-ЯЁ])")
#: The index names this many nights; the others stay where they are.
MOST_NIGHTS = 30


def publish(site: Path, dsn: str | None = None) -> Path:
    """Writes site/index.html, site/articles/<id>/<lang>.{md,html} (the latest; earlier ones under their dates),
    site/nights/<date>/<lang>.{md,html} (the digests) and the feed.

    Drafts that passed their check become published; refused ones stay out. Returns the index's path.
    """
    with connect("pgverdict_prompts", dsn) as connection, connection.cursor(row_factory=dict_row) as cursor:
        cursor.execute("update articles.articles set status = 'published', published_at = now() where status = 'draft'")
        articles = cursor.execute(
            """
            select article_id, experiment_id, execution_id, kind, language, night, title, lead, markdown, html, written_at, facts
            from articles.articles where status = 'published'
            order by experiment_id, language, execution_id desc, written_at desc, article_id desc
            """
        ).fetchall()
        refused = cursor.execute(
            "select experiment_id, language, title from articles.articles where status = 'refused' order by 1, 2"
        ).fetchall()
        pictures = _grouped(cursor.execute("select article_id, name, svg from articles.pictures").fetchall())
        errata = _grouped(
            cursor.execute(
                """
                select errata.article_id, errata.claim_id, errata.newer_execution_id, newer.execution, said.text
                from articles.errata
                join lateral (
                    select max((payload ->> 'execution')::integer) as execution
                    from articles.claim_ledger
                    where execution_id = errata.newer_execution_id
                ) as newer on true
                left join lateral (
                    select text, position from articles.sentences
                    where sentences.article_id = errata.article_id and errata.claim_id = any (sentences.claim_ids)
                    order by position limit 1
                ) as said on true
                order by errata.newer_execution_id desc, said.position nulls last, errata.claim_id
                """
            ).fetchall()
        )
    site.mkdir(parents=True, exist_ok=True)
    digests = _write_digests(site, [article for article in articles if article["kind"] == "digest"])
    over_nights = [article for article in articles if article["kind"] == "nights"]
    articles = [article for article in articles if article["kind"] not in ("digest", "nights")]
    places = {(a["experiment_id"], a["execution_id"], a["language"]): dated(a) for a in reversed(articles)}
    latest = _write_articles(site, articles, pictures, errata, places)
    _write_over_nights(site, over_nights, pictures)
    _write_index(site, latest, articles, refused, digests, {article["experiment_id"] for article in over_nights})
    return site / "index.html"


def _grouped(rows: list[dict[str, Any]]) -> dict[int, list[dict[str, Any]]]:
    found: dict[int, list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault(row["article_id"], []).append(row)
    return found


def _write_articles(
    site: Path,
    articles: list[dict[str, Any]],
    pictures: dict[int, list[dict[str, Any]]],
    errata: dict[int, list[dict[str, Any]]],
    places: dict[tuple[str, int, str], str],
) -> list[dict[str, Any]]:
    """Files of every published article; returns the latest of each experiment and language. `places`: the dated folder of each."""
    latest: dict[tuple[str, str], dict[str, Any]] = {}
    for article in articles:
        is_latest = latest.setdefault((article["experiment_id"], article["language"]), article) is article
        folder = site / "articles" / article["experiment_id"]
        withdrawn = errata.get(article["article_id"], [])
        # Of several newer executions that contradict it the newest speaks; its errata come first.
        withdrawn = [row for row in withdrawn if row["newer_execution_id"] == withdrawn[0]["newer_execution_id"]]
        for target, root in ([(folder, "")] if is_latest else []) + [(folder / dated(article), "../")]:
            newer = places.get((article["experiment_id"], row_id(withdrawn), article["language"]))
            link = f"{root}{newer}/{article['language']}" if newer else None
            page = with_errata(article["html"], withdrawn, article["language"], link)
            text = with_errata_in_text(article["markdown"], withdrawn, article["language"], link)
            _write_page(target, article, page, text, f"../../{root}", pictures)
    return list(latest.values())


def row_id(withdrawn: list[dict[str, Any]]) -> int:
    """The execution that withdrew them; 0 where nothing was."""
    return int(withdrawn[0]["newer_execution_id"]) if withdrawn else 0


def _write_over_nights(site: Path, articles: list[dict[str, Any]], pictures: dict[int, list[dict[str, Any]]]) -> None:
    """The newest article over nights of each experiment and language, beside its latest article and never in its place."""
    newest: dict[tuple[str, str], dict[str, Any]] = {}
    for article in articles:
        newest.setdefault((article["experiment_id"], article["language"]), article)
    for (experiment_id, _), article in newest.items():
        target = site / "articles" / experiment_id / "nights"
        _write_page(target, article, article["html"], article["markdown"], "../../../", pictures)


def _write_page(
    target: Path, article: dict[str, Any], page: str, text: str, root: str, pictures: dict[int, list[dict[str, Any]]]
) -> None:
    target.mkdir(parents=True, exist_ok=True)
    page = page.replace('href="../../index.html"', f'href="{root}index.html"')
    (target / f"{article['language']}.html").write_text(page, "utf-8")
    (target / f"{article['language']}.md").write_text(text, "utf-8")
    for picture in pictures.get(article["article_id"], []):
        (target / f"{article['language']}-{picture['name']}.svg").write_text(standing_alone(picture["svg"]), "utf-8")


def standing_alone(svg: str) -> str:
    """A picture beside a Markdown file, with paper and ink of its own: it inherits neither, and a dark page would swallow black ink."""
    return svg.replace("<svg ", f'<svg style="{PAPER}" ', 1)


def _write_digests(site: Path, digests: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Files of each night's newest digest; returns them, the newest night first."""
    newest: dict[tuple[Any, str], dict[str, Any]] = {}
    for digest in digests:
        newest.setdefault((digest["night"], digest["language"]), digest)
    for (night, language), digest in newest.items():
        folder = site / "nights" / f"{night:%Y-%m-%d}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{language}.html").write_text(digest["html"], "utf-8")
        (folder / f"{language}.md").write_text(digest["markdown"], "utf-8")
    return sorted(newest.values(), key=lambda digest: (digest["night"], digest["language"]), reverse=True)


def dated(article: dict[str, Any]) -> str:
    """The folder of an article under its date; the execution tells two of one night apart."""
    day = article["night"] or article["written_at"].date()
    return f"{day:%Y-%m-%d}-{article['execution_id']}"


def with_errata(page: str, errata: list[dict[str, Any]], language: str, link: str | None = None) -> str:
    """The page with its erratum on top, where a newer execution contradicted some of its claims: their sentences, and where the
    new ones stand (`link`, without its ending)."""
    if not errata:
        return page
    words = LEXICON[language]["page"]
    note = environment().from_string(
        '<div class="erratum" role="note"><p><strong>{{ words.erratum }}</strong> {{ text }}</p>'
        "<ul>{% for said in statements %}<li>{{ said }}</li>{% endfor %}</ul>"
        '{% if link %}<p><a href="{{ link }}.html">{{ words.erratum_link }}</a></p>{% endif %}</div>'
    )
    text = words["erratum_text"].format(execution=errata[0]["execution"])
    statements = [marks.bare(statement) for statement in _statements(errata)]
    return page.replace(ERRATA, note.render(words=words, text=text, statements=statements, link=link), 1)


def with_errata_in_text(text: str, errata: list[dict[str, Any]], language: str, link: str | None = None) -> str:
    """The Markdown with the same erratum as a quotation below its subtitle."""
    if not errata:
        return text
    words = LEXICON[language]["page"]
    head, subtitle, rest = text.split("\n\n", 2)
    lines = [f"**{words['erratum']}** {words['erratum_text'].format(execution=errata[0]['execution'])}", ""]
    lines += [f"- {statement}" for statement in _statements(errata)]
    lines += ["", f"[{words['erratum_link']}]({link}.html)"] if link else []
    return "\n\n".join((head, subtitle, "\n".join(f"> {line}".rstrip() for line in lines), rest))


def _statements(errata: list[dict[str, Any]]) -> list[str]:
    """The withdrawn statements as the article words them, without what follows from them, each once; one that only a table words
    by its name."""
    names = {row["claim_id"] for row in errata}
    told = [row for row in errata if TWINS.get(row["claim_id"]) not in names]
    return list(dict.fromkeys(_NEXT.split(row["text"])[0] if row["text"] else row["claim_id"] for row in told))


def _write_index(
    site: Path,
    latest: list[dict[str, Any]],
    articles: list[dict[str, Any]],
    refused: list[dict[str, Any]],
    digests: list[dict[str, Any]],
    over_nights: set[str],
) -> None:
    experiments: dict[str, dict[str, Any]] = {}
    for article in latest:
        experiments.setdefault(article["experiment_id"], {"languages": {}, "at": article["written_at"]})["languages"][
            article["language"]
        ] = article
    cards = [
        {
            "id": experiment_id,
            "languages": [
                (language, entry["languages"][language]) for language in LANGUAGES if language in entry["languages"]
            ],
            "at": entry["at"],
            "has_nights": experiment_id in over_nights,
            "earlier": sorted(
                {dated(a) for a in articles if a["experiment_id"] == experiment_id}
                - {dated(a) for a in entry["languages"].values()},
                reverse=True,
            ),
        }
        for experiment_id, entry in sorted(experiments.items(), key=lambda item: item[1]["at"], reverse=True)
    ]
    nights = [
        (night, {digest["language"]: digest for digest in digests if digest["night"] == night})
        for night in list(dict.fromkeys(digest["night"] for digest in digests))[:MOST_NIGHTS]
    ]
    updated = max((article["written_at"] for article in [*latest, *digests]), default=datetime.now(UTC))
    has = {name: (site / name / "index.html").exists() for name in ("dbt", "quality")}
    page = (
        environment()
        .get_template("index.html.j2")
        .render(
            cards=cards,
            nights=nights,
            languages=LANGUAGES,
            refused=refused,
            style=style(),
            updated=updated,
            has=has,
            words=LEXICON,
        )
    )
    (site / "index.html").write_text(page, "utf-8")
    (site / "feed.xml").write_text(
        environment().get_template("feed.xml.j2").render(articles=latest, digests=digests, updated=updated), "utf-8"
    )

"""Writes the checked article as one self-contained HTML page: each claim marked, its reason one click or hover away."""

from __future__ import annotations

import html

from factcheck.forms.result import CheckResult, Claim
from factcheck.output.marked import _WORDS, expectation, grouped, left_unread, reasons_of, segments, visible

_STYLE = """
:root{color-scheme:light dark;--s:#1a7f37;--c:#cf222e;--u:#9a6700;--p:#8250df}
@media(prefers-color-scheme:dark){:root{--s:#3fb950;--c:#ff7b72;--u:#d29922;--p:#d2a8ff}}
body{font:16px/1.55 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}
mark{background:none;color:inherit;border-bottom:2px solid;cursor:help}
mark.supported{border-color:var(--s)}mark.contradicted{border-color:var(--c);background:color-mix(in srgb,var(--c) 18%,transparent)}
mark.unverifiable{border-bottom-style:dotted;border-color:var(--u)}mark.unparsed{border-color:var(--p);background:color-mix(in srgb,var(--p) 18%,transparent)}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.3rem .5rem;border-top:1px solid color-mix(in srgb,currentColor 25%,transparent)}
.key span{margin-right:1rem}
"""


def page(article: str, result: CheckResult) -> str:
    """The page in the article's language. Everything of the article is escaped; nothing is loaded from elsewhere."""
    words = _WORDS[result.language]
    by_line: dict[int, list[Claim]] = {}
    for each in result.claims:
        by_line.setdefault(each.line, []).append(each)
    body: list[str] = []
    for number, line in enumerate(article.split("\n"), 1):
        line = line.rstrip("\r")
        claims = by_line.get(number, [])
        parts = []
        for start, end, claim in segments(len(line), claims) if claims else [(0, len(line), None)]:
            text = html.escape(visible(line[start:end]))
            parts.append(
                f'<mark class="{claim.verdict}" title="{_title(claim, result.language, words)}">{text}</mark>'
                if claim
                else text
            )
        body.append(f'<span id="L{number}">{"".join(parts)}</span>')
    counts = result.summary
    key = "".join(
        f'<span><mark class="{name}">{words[name]}</mark> {getattr(counts, name)}</span>'
        for name in ("supported", "contradicted", "unverifiable", "unparsed")
    )
    heads = "".join(f"<th>{words[name]}</th>" for name in ("line", "quote", "verdict", "why", "expected"))
    rows = _rows(result.refused, result.language)
    wrong = f"<h2>{words['wrong']}</h2><table><tr>{heads}</tr>{rows}</table>" if rows else f"<p>{words['fine']}</p>"
    if doubted := _rows(result.doubted, result.language):
        wrong += f"<h2>{words['doubted']}</h2><table><tr>{heads}</tr>{doubted}</table>"
    wrong += f"<p>{left_unread(result)}</p>" if result.unread else ""
    title = html.escape(result.experiment or "pgverdict check")
    return (
        f'<!doctype html><html lang="{result.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
        f'<style>{_STYLE}</style></head><body><p class="key">{key}</p>{wrong}<pre>'
        + "\n".join(body)
        + "</pre></body></html>\n"
    )


def _rows(claims: list[Claim], language: str) -> str:
    words = _WORDS[language]
    return "".join(
        f'<tr><td><a href="#L{group[0].line}">{group[0].line}</a></td><td>{html.escape(visible(group[0].quote))}</td><td>{words[group[0].verdict]}</td>'
        f"<td>{html.escape(reasons_of(group, language))}</td><td>{html.escape(visible(expectation(group[0], language) or ''))}</td></tr>"
        for group in grouped(claims)
    )


def _title(claim: Claim, language: str, words: dict[str, str]) -> str:
    why = claim.why.ru if language == "ru" else claim.why.en
    expected = f" — {words['expected']}: {claim.expected}" if claim.expected else ""
    return html.escape(visible(f"{words[claim.verdict]}: {why}{expected}"), quote=True)

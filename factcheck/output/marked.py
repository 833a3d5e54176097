"""Prints an article with its claims marked, then what is wrong, in the article's language, for a terminal."""

from __future__ import annotations

import itertools

from factcheck.forms.result import CheckResult, Claim
from factcheck.output.reasons import in_words

_COLOUR = {"supported": "32", "contradicted": "1;31", "unverifiable": "33", "unparsed": "1;35"}
_SIGN = {"supported": "+", "contradicted": "!", "unverifiable": "?", "unparsed": "#"}
_WORDS = {
    "ru": {
        "supported": "подтверждено", "contradicted": "опровергнуто", "unverifiable": "не проверить", "unparsed": "не разобрано",
        "wrong": "Что не так", "fine": "Ничего не опровергнуто.", "unread": "Не прочитано, и поэтому не проверено: {} (строки {})", "line": "строка",
        "quote": "сказано", "verdict": "вердикт", "why": "почему", "expected": "должно быть", "total": "Итого",
        "strict": "не для публикации",
    },
    "en": {
        "supported": "supported", "contradicted": "contradicted", "unverifiable": "unverifiable", "unparsed": "unparsed",
        "wrong": "What is wrong", "fine": "Nothing is contradicted.", "unread": "Not read, and so not checked: {} (lines {})", "line": "line",
        "quote": "quote", "verdict": "verdict", "why": "why", "expected": "expected", "total": "In all",
        "strict": "not for publication",
    },
}  # fmt: skip

_MOST_LINES = 40
_GRAVITY = {"contradicted": 0, "unparsed": 1}


def visible(text: str) -> str:
    """The text without characters that would steer a terminal (escapes, direction overrides)."""
    return "".join(
        char
        if char == "\t"
        or char >= " "
        and char not in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u007f\u200e\u200f"
        and not "\u0080" <= char <= "\u009f"
        else "\ufffd"
        for char in text
    )


def segments(length: int, claims: list[Claim]) -> list[tuple[int, int, Claim | None]]:
    """Cuts a line into stretches, each with the claim that covers it: what is wrong before anything else, otherwise the narrowest."""
    edges = sorted({0, length, *(min(c.start, length) for c in claims), *(min(c.end, length) for c in claims)})
    row: list[tuple[int, int, Claim | None]] = []
    for start, end in itertools.pairwise(edges):
        over = [c for c in claims if c.start <= start and c.end >= end]
        over.sort(key=lambda c: (_GRAVITY.get(c.verdict, 2), c.end - c.start))
        row.append((start, end, over[0] if over else None))
    return row


def expectation(claim: Claim, language: str) -> str | None:
    """What should stand in the article's place, in the language's words; None where it is the row of values that the reason tells already."""
    if claim.expected is None or any(mark in claim.expected for mark in ("→", ": ", "; ", ", ")):
        return None
    return in_words(claim.expected, language)


def left_unread(result: CheckResult) -> str:
    """How many clauses nothing has read, and on which lines; empty where there are none."""
    words, lines = _WORDS[result.language], sorted({claim.line for claim in result.unread})
    told = ", ".join(str(line) for line in lines[:_MOST_LINES]) + (", …" if len(lines) > _MOST_LINES else "")
    return words["unread"].format(len(result.unread), told) if lines else ""


def marked(article: str, result: CheckResult, *, colour: bool = False) -> str:
    """The marked article and the list of what is wrong."""
    words = _WORDS[result.language]
    by_line: dict[int, list[Claim]] = {}
    for each in result.claims:
        by_line.setdefault(each.line, []).append(each)
    out: list[str] = []
    for number, line in enumerate(article.split("\n"), 1):
        line = line.rstrip("\r")
        claims = by_line.get(number)
        if not claims:
            out.append(visible(line))
            continue
        parts = []
        last: Claim | None = None
        for start, end, claim in segments(len(line), claims):
            text = visible(line[start:end])
            if colour:
                parts.append(f"\x1b[{_COLOUR[claim.verdict]}m{text}\x1b[0m" if claim else text)
            else:
                if claim is not last and last is not None:
                    parts.append("}")
                if claim is not last and claim is not None:
                    parts.append(f"{_SIGN[claim.verdict]}{{")
                parts.append(text)
                last = claim
        if not colour and last is not None:
            parts.append("}")
        out.append("".join(parts))
    out.append("")
    refused = result.refused
    if refused:
        out.append(f"{words['wrong']}:")
        for claim in refused:
            why = claim.why.ru if result.language == "ru" else claim.why.en
            verdict = words[claim.verdict] + (f" ({words['strict']})" if claim.verdict == "unverifiable" else "")
            wanted = expectation(claim, result.language)
            expected = f", {words['expected']}: {visible(wanted)}" if wanted else ""
            out.append(
                f"  {words['line']} {claim.line}: «{visible(claim.quote)}» — {verdict}{expected}. {visible(why)}"
            )
    else:
        out.append(words["fine"])
    if result.unread:
        out.append(left_unread(result))
    counts = result.summary
    out.append(
        f"{words['total']}: "
        + ", ".join(
            f"{words[name]} {getattr(counts, name)}"
            for name in ("supported", "contradicted", "unverifiable", "unparsed")
        )
    )
    return "\n".join(out) + "\n"

"""Prints an article with its claims marked, then what is wrong, in the article's language, for a terminal."""

from __future__ import annotations

import itertools

from factcheck.forms.result import IN_DOUBT, CheckResult, Claim
from factcheck.output.reasons import in_words

_COLOUR = {"supported": "32", "contradicted": "1;31", "unverifiable": "33", "unparsed": "1;35"}
_SIGN = {"supported": "+", "contradicted": "!", "unverifiable": "?", "unparsed": "#"}
_WORDS = {
    "ru": {
        "supported": "подтверждено", "contradicted": "опровергнуто", "unverifiable": "не проверить", "unparsed": "не разобрано",
        "wrong": "Что не так", "doubted": "Под сомнением, посмотрите сами", "fine": "Ничего не опровергнуто.",
        "unread": "Не прочитано, и поэтому не проверено: {} (строки {})", "line": "строка",
        "quote": "сказано", "verdict": "вердикт", "why": "почему", "expected": "должно быть", "total": "Итого",
        "strict": "не для публикации",
    },
    "en": {
        "supported": "supported", "contradicted": "contradicted", "unverifiable": "unverifiable", "unparsed": "unparsed",
        "wrong": "What is wrong", "doubted": "In doubt, look yourself", "fine": "Nothing is contradicted.",
        "unread": "Not read, and so not checked: {} (lines {})", "line": "line",
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


def grouped(claims: list[Claim]) -> list[list[Claim]]:
    """Claims that touch each other in one line stand together, the gravest and narrowest first: one false statement is listed once."""
    groups: list[list[Claim]] = []
    end = -1
    for claim in sorted(claims, key=lambda one: (one.line, one.start, one.end)):
        if groups and groups[-1][0].line == claim.line and claim.start < end:
            groups[-1].append(claim)
            end = max(end, claim.end)
        else:
            groups.append([claim])
            end = claim.end
    for group in groups:
        group.sort(key=lambda one: (_GRAVITY.get(one.verdict, 2), one.end - one.start))
    return groups


def reasons_of(group: list[Claim], language: str) -> str:
    """What speaks against a statement, each reason once."""
    told = [(claim.why.ru if language == "ru" else claim.why.en).removeprefix(IN_DOUBT[language]) for claim in group]
    return visible(" ".join(dict.fromkeys(told)))


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
    if result.refused:
        out.append(f"{words['wrong']}:")
        for group in grouped(result.refused):
            claim = group[0]
            verdict = words[claim.verdict] + (f" ({words['strict']})" if claim.verdict == "unverifiable" else "")
            out.append(_listed(group, verdict, result.language))
    else:
        out.append(words["fine"])
    if result.doubted:
        out.append(f"{words['doubted']}:")
        out += [_listed(group, None, result.language) for group in grouped(result.doubted)]
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


def _listed(group: list[Claim], verdict: str | None, language: str) -> str:
    """One line of a list: where, what was said, the verdict, what should stand there, why."""
    words, claim = _WORDS[language], group[0]
    wanted = expectation(claim, language)
    told = [one for one in (verdict, f"{words['expected']}: {visible(wanted)}" if wanted else None) if one]
    said = f"  {words['line']} {claim.line}: «{visible(claim.quote)}»" + (f" — {', '.join(told)}" if told else "")
    return f"{said}. {reasons_of(group, language)}"

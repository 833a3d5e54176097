"""What `pgverdict check` and `pgverdict facts --from-csv` do, as plain functions that return the exit status.

0: nothing contradicted or unparsed. 1: something is. 2: the files cannot be used.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO

from factcheck.assisted.reader import Asks
from factcheck.forms.facts import Facts, UnusableFacts, facts_of, load_facts

LIMIT_BYTES = 10 * 1024 * 1024


def read_article(path: Path | str) -> str:
    """The article's text; raises UnusableFacts when the file cannot be used. Bytes that are not UTF-8 are replaced."""
    try:
        data = sys.stdin.buffer.read() if str(path) == "-" else Path(path).read_bytes()
    except OSError as error:
        raise UnusableFacts(f"{path}: {error.strerror}; give a text or Markdown file") from None
    if len(data) > LIMIT_BYTES:
        raise UnusableFacts(f"{path}: {len(data)} bytes; articles up to {LIMIT_BYTES} bytes are read")
    if data[:4] in (b"%PDF", b"PK\x03\x04", b"\x89PNG"):
        raise UnusableFacts(f"{path}: not a text; export the article as Markdown or plain text")
    return data.decode("utf-8-sig", errors="replace")


def run_check(
    article_path: Path | str, facts_path: Path | str | None, language: str | None = None, as_json: bool = False,
    html_path: Path | str | None = None, strict: bool = False, *, experiment: str | None = None, facts: Facts | dict[str, Any] | None = None,
    out: TextIO | None = None, colour: bool | None = None, ask: Asks | None = None,
) -> int:  # fmt: skip
    """Checks an article and prints the answer. `facts` (a document or Facts) stands for a file, e.g. from a warehouse; `ask` is a model that helps to read."""
    from factcheck.checker import check

    out = out or sys.stdout
    try:
        if language not in (None, "ru", "en"):
            raise UnusableFacts(f"language {language!r}: ru or en")
        article = read_article(article_path)
        if facts_path is not None:
            held = load_facts(facts_path, experiment)
        elif facts is not None:
            held = facts if isinstance(facts, Facts) else facts_of(facts)
        else:
            raise UnusableFacts(
                "no facts: give --facts FILE (`pgverdict facts EXPERIMENT --json` or `--from-csv` writes one)"
            )
    except UnusableFacts as error:
        print(f"pgverdict check: {error}", file=sys.stderr)
        return 2
    result = check(article, held, language, strict, ask)
    if html_path is not None:
        from factcheck.output.page import page

        try:
            Path(html_path).write_text(page(article, result), encoding="utf-8")
        except OSError as error:
            print(f"pgverdict check: {html_path}: {error.strerror}", file=sys.stderr)
            return 2
    if as_json:
        json.dump(result.to_json(), out, ensure_ascii=False, indent=1)
        out.write("\n")
    else:
        from factcheck.output.marked import marked

        out.write(marked(article, result, colour=out.isatty() if colour is None else colour))
    return result.status


def run_from_csv(
    csv_path: Path | str, experiment: str | None = None, primary: str | None = None, baseline: str | None = None, *,
    factors: Sequence[str] = (), out: TextIO | None = None,
) -> int:  # fmt: skip
    """Prints the facts document that a table makes."""
    from factcheck.forms.from_csv import facts_from_csv

    out = out or sys.stdout
    try:
        document = facts_from_csv(csv_path, experiment, primary, baseline, factors)
    except UnusableFacts as error:
        print(f"pgverdict facts: {error}", file=sys.stderr)
        return 2
    json.dump(document, out, ensure_ascii=False, indent=1)
    out.write("\n")
    print(f"pgverdict facts: {_understood(document)}", file=sys.stderr)
    return 0


def _understood(document: dict[str, Any]) -> str:
    """How a table was read, in a line, so that a wrong column is seen at once."""
    experiment = document["experiment"]
    varied = "; ".join(f"{one['name']}: {', '.join(one['levels'])}" for one in experiment["factors"]) or "nothing"
    sides = {"higher": " (more is better)", "lower": " (less is better)"}
    measured = "; ".join(one["id"] + sides.get(one["better"] or "", "") for one in document["metrics"])
    runs = f"; {experiment['repeats']} runs a level" if (experiment["repeats"] or 1) > 1 else ""
    return f"varied: {varied}{runs} | measured: {measured}"

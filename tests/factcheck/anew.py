"""Articles whose statements are held as formulas (NAME.answers.jsonl), as they stand and in other words (`corpus/formulas/wordings.jsonl`)."""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache
from pathlib import Path

from tests.factcheck.worded import CORPUS

ANSWERS, FOLDERS = ".answers.jsonl", ("audited", "audited_open", "formulas")
Told = tuple[int, int, int, str]  # line, start, end, formula


def article_named(name: str, first: Path = CORPUS / "audited_open") -> Path:
    """The article of that name, in the folder `first` where it stands there."""
    folders = (first, *(CORPUS / folder for folder in FOLDERS))
    return next(path for folder in folders if (path := folder / f"{name}.md").exists())


def as_it_stands(path: Path, answers: Path) -> tuple[list[str], list[Told]]:
    """The article's lines, and (line, start, end, formula) of its statements."""
    lines = path.read_text(encoding="utf-8").split("\n")
    held = (json.loads(row) for row in answers.read_text(encoding="utf-8").splitlines())
    return lines, [
        (one["line"], start, start + len(one["quote"]), one["formula"])
        for one in held if 0 < one["line"] <= len(lines) and (start := lines[one["line"] - 1].find(one["quote"])) >= 0
    ]  # fmt: skip


def put_anew(path: Path, answers: Path, turn: int) -> tuple[list[str], list[Told]]:
    """The article's lines with its statements in their first wording (turn 0) or their second, and (line, start, end, formula) of those."""
    lines = path.read_text(encoding="utf-8").split("\n")
    chosen: dict[int, list[tuple[int, int, str, str]]] = defaultdict(list)
    for order, row in enumerate(answers.read_text(encoding="utf-8").splitlines()):
        wordings = _wordings().get(f"{path.stem}:{order}", [])
        if turn >= len(wordings):
            continue
        told = json.loads(row)
        if not 0 < told["line"] <= len(lines):
            continue
        start = lines[told["line"] - 1].find(told["quote"])
        end = start + len(told["quote"])
        if start >= 0 and all(end <= a or b <= start for a, b, _, _ in chosen[told["line"]]):
            chosen[told["line"]].append((start, end, wordings[turn].replace("\n", " "), told["formula"]))
    found = []
    for line, row_of_line in chosen.items():
        old, new, upto = lines[line - 1], "", 0
        for start, end, wording, formula in sorted(row_of_line):
            new += old[upto:start]
            found.append((line, len(new), len(new) + len(wording), formula))
            new, upto = new + wording, end
        lines[line - 1] = new + old[upto:]
    return lines, found


@cache
def _wordings() -> dict[str, list[str]]:
    rows_ = (CORPUS / "formulas" / "wordings.jsonl").read_text(encoding="utf-8").splitlines()
    return {told["id"]: told["v"] for told in map(json.loads, rows_)}

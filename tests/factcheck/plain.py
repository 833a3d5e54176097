"""Plain statements about small tables (`corpus/plain`): NAME.csv, and NAME.LANGUAGE.txt with one statement a line, T or F before it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from factcheck import check
from factcheck.forms.facts import Facts, facts_of
from factcheck.forms.from_csv import facts_from_csv

FOLDER = Path(__file__).parent / "corpus" / "plain"


@cache
def facts(name: str) -> Facts:
    """The facts of a table."""
    return facts_of(facts_from_csv(FOLDER / f"{name}.csv"))


def statements(file: Path) -> list[tuple[bool, str]]:
    """Whether it is true, and the statement."""
    rows = file.read_text(encoding="utf-8").splitlines()
    return [(row[0] == "T", row[2:]) for row in rows if row]


def is_refused(name: str, statement: str, *, strict: bool = False) -> bool:
    """Whether something in a statement that stands by itself is contradicted."""
    return any(claim.verdict == "contradicted" for claim in check(statement, facts(name), strict=strict).claims)


def tally(file: Path, *, strict: bool = False) -> tuple[int, int, int, int]:
    """(false, of which refused, true, of which refused) of a file's statements."""
    name = file.name.partition(".")[0]
    told = [(true, is_refused(name, text, strict=strict)) for true, text in statements(file)]
    return (
        sum(not true for true, _ in told),
        sum(refused for true, refused in told if not true),
        sum(true for true, _ in told),
        sum(refused for true, refused in told if true),
    )

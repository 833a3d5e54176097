"""Plain statements about small tables (`corpus/plain`): NAME.csv, and NAME.LANGUAGE.txt with one statement a line, T or F before it.

The first seven tables (FIRST) and their statements are by the authors of the checker; the others by writers who knew nothing of it, and who put what each statement
claims as a condition on its table, which was run: twenty-four tables by six, which were read (of eic, jit, kernels and shards the alarms alone), and in `unread`
four by a seventh, of which nothing was read, and four by an eighth (maxconn, schema, stats, storage), of which the alarms were.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from factcheck import check
from factcheck.forms.facts import Facts, facts_of
from factcheck.forms.from_csv import facts_from_csv

FOLDER = Path(__file__).parent / "corpus" / "plain"
FIRST = ("clients", "codecs", "disks", "fpw", "grid", "sizes", "versions")


@cache
def facts(table: Path) -> Facts:
    """The facts of a table."""
    return facts_of(facts_from_csv(table))


def table_of(file: Path) -> Path:
    """The table that a file's statements are about."""
    return file.with_name(file.name.partition(".")[0] + ".csv")


def statements(file: Path) -> list[tuple[bool, str]]:
    """Whether it is true, and the statement."""
    rows = file.read_text(encoding="utf-8").splitlines()
    return [(row[0] == "T", row[2:]) for row in rows if row]


def refused(table: Path, statement: str) -> tuple[bool, bool]:
    """Whether something in a statement that stands by itself is contradicted; and whether it is so or would be, but for a doubt."""
    claims = check(statement, facts(table)).claims
    told = any(claim.verdict == "contradicted" for claim in claims)
    return told, told or any(claim.doubted for claim in claims)


def tally(file: Path) -> dict[str, tuple[int, int, int]]:
    """Of a file's false and true statements: how many, of which refused, and of which refused where doubts count."""
    told = [(true, *refused(table_of(file), text)) for true, text in statements(file)]
    return {
        kind: (
            sum(is_true == true for is_true, _, _ in told),
            sum(is_true == true and no for is_true, no, _ in told),
            sum(is_true == true and strictly for is_true, _, strictly in told),
        )
        for kind, true in (("false", False), ("true", True))
    }

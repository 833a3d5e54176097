"""Plain statements about small tables (`corpus/plain`): NAME.csv, and NAME.LANGUAGE.txt with one statement a line, T or F before it.

The first seven tables (FIRST) and their statements are by the authors of the checker; the others by writers who knew nothing of it, and who put what each statement
claims as a condition on its table, which was run (`conditions`, `conditions.py`): 140 tables by thirty-five, of which the alarms of fifteen were read (and of most what was
missed), in `unread` 32 by eight more, of which nothing was read but the alarms of four tables (maxconn, schema, stats, storage), and in `next` 16 by four, which were
measured once, at first sight, and are to be learned from next. `first_looks.jsonl`: what the checker of an earlier day said of the statements of the 140 before anybody had
read them; from it the trees of doubts are grown (`tests/benchmarks/fit_table_doubts.py`), of `unread` nothing is learned.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from factcheck import check
from factcheck.forms.facts import Facts, facts_of
from factcheck.forms.from_csv import facts_from_csv

FOLDER = Path(__file__).parent / "corpus" / "plain"
FIRST = ("clients", "codecs", "disks", "fpw", "grid", "sizes", "versions")


@cache
def facts(table: Path) -> Facts:
    """The facts of a table."""
    return facts_of(facts_from_csv(table))


@cache
def facts_of_table(text: str) -> Facts:
    """The facts of a table that a test holds."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "results.csv"
        path.write_text(text, encoding="utf-8")
        return facts_of(facts_from_csv(path))


def is_refused_of(table: str, text: str, *, strict: bool = True) -> bool:
    """Whether something that is said of such a table is contradicted; nothing is held in doubt, unless `strict` is False."""
    return any(claim.verdict == "contradicted" for claim in check(text, facts_of_table(table), strict=strict).claims)


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

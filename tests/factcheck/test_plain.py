"""Plain statements about small tables (`plain.py`): false ones are refused and true ones are not, as far as was reached."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.factcheck.plain import FIRST, FOLDER, statements, tally

OWN = [file for file in sorted(FOLDER.glob("*.txt")) if file.name.partition(".")[0] in FIRST]
TOLD = [file for file in sorted(FOLDER.glob("*.txt")) if file not in OWN]
UNREAD = sorted((FOLDER / "unread").glob("*.txt"))  # of these nothing is learned either


def _sum(files: Iterable[Path]) -> dict[str, list[int]]:
    tallies = [tally(file) for file in files]
    return {kind: [sum(column) for column in zip(*(one[kind] for one in tallies), strict=True)] for kind in ("false", "true")}  # fmt: skip


# Each set is cut in parts, so that several workers share it.
@pytest.mark.parametrize(
    ("files", "least", "most"),
    [
        (OWN, 0.75, 0.0),
        *((TOLD[at::8], 0.4, 0.02) for at in range(8)),
        *((UNREAD[at::2], 0.38, 0.022) for at in range(2)),
    ],
)
def test_what_was_reached_is_kept(files: list[Path], least: float, most: float) -> None:
    told = _sum(files)
    (false, caught, caught_strictly), (true, wronged, wronged_strictly) = told["false"], told["true"]
    assert caught >= least * false and wronged <= most * true, told
    assert caught_strictly >= caught and wronged_strictly <= 0.11 * true, told


def test_the_statements_are_as_many_true_as_false() -> None:
    for files, count in ((OWN, 373), (TOLD, 11200), (UNREAD, 2560)):
        told = [true for file in files for true, _ in statements(file)]
        assert len(told) == count and 0.45 < sum(told) / len(told) < 0.55

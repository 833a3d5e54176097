"""Plain statements about small tables (`plain.py`): most false ones are refused, with doubts and without, and hardly a true one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.factcheck.plain import FOLDER, statements, tally

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_hardly_a_true_statement_is_refused(file: Path) -> None:
    _, _, _, refused = tally(file, strict=True)
    assert refused <= 1


def test_most_false_statements_are_refused() -> None:
    for strict in (True, False):
        false, caught, true, refused = (
            sum(column) for column in zip(*(tally(file, strict=strict) for file in FILES), strict=True)
        )
        assert caught >= 0.79 * false and refused <= 0.01 * true, (strict, false, caught, true, refused)


def test_the_statements_are_as_many_true_as_false() -> None:
    told = [true for file in FILES for true, _ in statements(file)]
    assert len(told) == 373 and 0.45 < sum(told) / len(told) < 0.55

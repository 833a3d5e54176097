"""Statements whose truth is known by formulas, in wordings that nobody built for: at least so many false ones are refused, and at most so many true ones."""

from __future__ import annotations

import pytest

from tests.factcheck.worded import CORPUS, count, rows


@pytest.mark.parametrize(
    ("name", "caught", "refused"),
    [
        ("en_kept", 0.79, 0.09),
        ("ru_kept", 0.73, 0.12),
        ("en_context_kept", 0.57, 0.10),
        ("ru_context_kept", 0.60, 0.09),
    ],
)
def test_unmet_wordings_are_judged_within_what_was_reached(name: str, caught: float, refused: float) -> None:
    found, false, wrong, true = count(name[:2], rows(CORPUS / "worded" / f"{name}.json"), each=1)
    assert false > 150 and true > 150
    assert found >= caught * false, f"{found} of {false} false statements refused"
    assert wrong <= refused * true, f"{wrong} of {true} true statements refused"

"""True statements of articles that were refused: denials of drops and of strong links, bounds that none passes, pairs told as "8 against 4", the link that a line is headed by."""

from __future__ import annotations

import pytest

from tests.factcheck.helpers import is_refused
from tests.factcheck.test_alarms_11 import nights


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("No drop was seen once the cache had warmed up.", "No drop was seen in any run."),
        ("Оба средних режима обошлись без просадок.", "Ни один вариант не обошёлся без просадок."),
        ("At 12 there were two drops; none went past 90%.", "At 12 there was one drop."),
        ("**Throughput / hit ratio.** Tightest at 1.", "**Throughput / hit ratio.** Tightest at 30."),
        ("**Throughput / hit ratio.** Positive everywhere, weakest at 30.", "**Throughput / hit ratio.** Positive everywhere, weakest at 6."),
        ("Nobody else dipped under ten.", "Nobody dipped at all in any run."),
    ],
)  # fmt: skip
def test_what_is_true_is_let_be(true: str, false: str) -> None:
    assert not is_refused(true, nights())
    assert is_refused(false, nights())


def test_a_link_that_is_cut_off_behind_between_is_read() -> None:
    assert not is_refused("- Coefficients between throughput and ...\n", nights())

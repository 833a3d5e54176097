"""Clauses that repeat the clause before of something else, or compare with what it names: each true twin passes, each false one is refused."""

from __future__ import annotations

import pytest

from tests.factcheck.helpers import is_refused
from tests.factcheck.test_stated_in_context import CACHES

TWINS = [
    # the same of another metric or level
    ("Disk reads are higher at 16MB than at 64MB. The same holds for evictions.", "Disk reads are higher at 16MB than at 64MB. The same holds for kernel time."),
    ("Evictions are lowest at 512MB, and so are disk reads.", "Evictions are lowest at 512MB, and so is queueing delay."),
    ("Kernel time is higher at 256MB than at 64MB. Likewise, requests per second.", "Kernel time is higher at 256MB than at 64MB. Likewise, disk reads."),
    ("Время ядра при 256MB выше, чем при 64MB. То же справедливо и для запросов в секунду.", "Время ядра при 256MB выше, чем при 64MB. То же справедливо и для чтений с диска."),
    # the other way round
    ("Disk reads are higher at 16MB than at 64MB. The opposite is true of kernel time.", "Disk reads are higher at 16MB than at 64MB. The opposite is true of evictions."),
    ("From 16MB to 64MB kernel time rises. With disk reads it is the other way round.", "From 16MB to 64MB kernel time rises. With requests per second it is the other way round."),
    ("Чтения с диска при 16MB выше, чем при 64MB, а время ядра — наоборот.", "Чтения с диска при 16MB выше, чем при 64MB, а вытеснения — наоборот."),
    # not so
    ("Disk reads fall at every step, which cannot be said of kernel time.", "Disk reads fall at every step, which cannot be said of evictions."),
    # all else against what stands before
    ("Requests per second reach 4480 at 256MB. Every other setting does worse.", "Requests per second reach 4120 at 512MB. Every other setting does worse."),
    ("Kernel time is 8.8% at 64MB. Two of the other settings are above that.", "Kernel time is 11.3% at 512MB. Two of the other settings are above that."),
    ("Kernel time is 12.9% at 256MB; nowhere else is it higher.", "Kernel time is 11.3% at 512MB; nowhere else is it higher."),
    ("Время ядра при 512MB — 11,3%; выше оно только при 256MB.", "Время ядра при 64MB — 8,8%; выше оно только при 256MB."),
    # one or two levels against what stands before
    ("Kernel time is 8.8% at 64MB. Under 256MB and 512MB it is higher.", "Kernel time is 8.8% at 64MB. Under 16MB and 512MB it is higher."),
    ("Kernel time is 8.8% at 64MB. 256MB and 512MB are both higher.", "Kernel time is 8.8% at 64MB. 16MB and 512MB are both higher."),
    # of two levels the first or the second
    ("## cache_size = 16MB versus cache_size = 64MB\n\n- Queueing delay: 14.2 ms at 16MB\n- disk reads: the former is higher", "## cache_size = 16MB versus cache_size = 64MB\n\n- Queueing delay: 14.2 ms at 16MB\n- disk reads: the former is lower"),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), TWINS)
def test_clauses_that_lean_on_another_are_said_again(true: str, false: str) -> None:
    assert not is_refused(true, CACHES)
    assert is_refused(false, CACHES)


OPEN = [
    "Disk reads are higher at 16MB than at 64MB. We did not look at evictions.",
    "Requests per second rise by 54% from 16MB to 64MB, and so does kernel time.",
]


@pytest.mark.parametrize("text", OPEN)
def test_what_says_more_or_less_than_that_it_is_so_too_stays_open(text: str) -> None:
    assert not is_refused(text, CACHES)

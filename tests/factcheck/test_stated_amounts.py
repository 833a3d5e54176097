"""Amounts that leave base, metric or statistic to what stands before: each true twin passes, each false one is refused."""

from __future__ import annotations

import pytest

from tests.factcheck.helpers import is_refused
from tests.factcheck.test_stated_in_context import CACHES

TWINS = [
    # the base stands in the sentence before
    ("Queueing delay averages 14.2 ms at 16MB. At 64MB it is 32% lower.", "Queueing delay averages 14.2 ms at 16MB. At 64MB it is 51% lower."),
    ("Disk reads come to 5,200 per second at 64MB. At 256MB it is less than half of that.", "Disk reads come to 5,200 per second at 64MB. At 16MB it is less than half of that."),
    ("Kernel time averages 6.2% at 16MB. At 256MB it is more than twice that.", "Kernel time averages 6.2% at 16MB. At 64MB it is more than twice that."),
    ("Evictions stand at 640 per second with 16MB. 64MB brings them down by 36%.", "Evictions stand at 640 per second with 16MB. 64MB brings them down by 61%."),
    ("Requests per second average 2,110 at 16MB. That is 47% of what 256MB shows.", "Requests per second average 2,110 at 16MB. That is 68% of what 256MB shows."),
    ("Disk reads at 512MB: 1,150 per second. In other words, not even half of what 64MB shows.", "Disk reads at 64MB: 5,200 per second. In other words, not even half of what 16MB shows."),
    ("Чтения с диска при 16MB — 8 100 в секунду; 64MB теряет относительно него 36%.", "Чтения с диска при 16MB — 8 100 в секунду; 64MB теряет относительно него 72%."),
    ("Задержка в очереди: 7,9 мс при 512MB. Прирост относительно 256MB — 30%.", "Задержка в очереди: 7,9 мс при 512MB. Прирост относительно 256MB — 75%."),
    ("- Disk reads\n  - 16MB: 8,100 per second\n  - 64MB: 36% less", "- Disk reads\n  - 16MB: 8,100 per second\n  - 64MB: 81% less"),
    # one change beside another
    ("From 16MB to 64MB disk reads fall by 36%. From 16MB to 256MB the change is larger.", "From 16MB to 256MB disk reads fall by 72%. From 16MB to 64MB the change is larger."),
    ("From 16MB to 64MB disk reads fall by 36%. From 16MB to 64MB requests per second change even more.", "From 16MB to 256MB disk reads fall by 72%. From 16MB to 256MB queueing delay falls even more."),
    # one statistic of a level against another
    ("The maximum of queueing delay at 16MB is 90 ms, or 6.3 times the average of that run.", "The maximum of queueing delay at 16MB is 90 ms, or 8.9 times the average of that run."),
    # a statistic of what was told before
    ("At 256MB queueing delay averages 6.1 ms, at peak 120 ms.", "At 256MB queueing delay averages 6.1 ms, at peak 91 ms."),
    ("Задержка в очереди при 512MB в среднем 7,9 мс, в пике — 233 мс.", "Задержка в очереди при 512MB в среднем 7,9 мс, в пике — 166 мс."),
    # all the others
    ("## Kernel time\n\n- 16MB: 6.2%\n- The others: above 8%", "## Kernel time\n\n- 16MB: 6.2%\n- The others: above 10%"),
    ("The maximum of queueing delay at 512MB is 233 ms, and not one of the others reaches even three quarters of it.", "The maximum of queueing delay at 512MB is 233 ms, and not one of the others reaches even half of it."),
    ("Disk reads at 512MB: 1,150 per second. All other settings are at least twice as high.", "Kernel time at 16MB: 6.2%. All other settings are at least twice as high."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), TWINS)
def test_amounts_are_read_with_their_context(true: str, false: str) -> None:
    assert not is_refused(true, CACHES)
    assert is_refused(false, CACHES)


@pytest.mark.parametrize(
    "text",
    [
        "Disk reads fall to 2,300 per second at 256MB.",
        "Kernel time at 16MB is 6.2%, the default. Both higher settings have 42% more of something else.",
    ],
)
def test_what_leans_on_something_else_is_left_open(text: str) -> None:
    assert not is_refused(text, CACHES)

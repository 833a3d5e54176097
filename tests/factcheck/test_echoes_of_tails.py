"""What is so of a percentile, a share or another metric, too: "so does p99", "the same goes for p95", "moves in the same direction"; and what only seems to be one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused, run

# of the reply time the mean and the p95 fall at every step, the p99 turns at 20
LOGINS: dict[str, Any] = document(
    "logins", "pool_size", None, ["5", "10", "20", "40"],
    {
        "logins": metric("1/s", "higher", 0, "logins per second", "входы в секунду", {"mean": [310, 520, 640, 600], "max": [400, 700, 900, 820], "min": [250, 410, 480, 300]}),
        "reply": metric("ms", "lower", 1, "reply time", "время ответа", {"mean": [9.2, 6.6, 5.0, 4.1], "p95": [31.0, 22.0, 17.5, 14.2], "p99": [70.0, 51.0, 44.0, 58.0]}),
        "blocked": metric("%", "lower", 1, "blocked share", "доля блокировок", {"mean": [12.0, 9.0, 6.5, 4.0]}),
        "sent": metric("MB", "none", 0, "bytes sent", "отправленные байты", {"mean": [182400, 140000, 101000, 88200]}),
    },
    repeats=1, primary="logins", baseline="5",
)  # fmt: skip
EN, RU = "We let people in.\n\n", "Мы впускали людей.\n\n"

TWINS = [
    # a percentile does what the mean does
    ("Mean reply time falls with every step. So does p95.", "Mean reply time falls with every step. So does p99."),
    ("Mean reply time falls with every step, and p95 does too.", "Mean reply time falls with every step, and p99 does too."),
    ("Reply time is lowest at 40, and so is p95.", "Reply time is lowest at 40, and so is p99."),
    ("Среднее время ответа падает с каждым шагом. То же относится к p95.", "Среднее время ответа падает с каждым шагом. То же относится к p99."),
    ("Среднее время ответа ниже всего при 40, p95 — тоже.", "Среднее время ответа ниже всего при 40, p99 — тоже."),
    # one percentile does what the other does
    ("p95 is highest at 5. The same holds for p99.", "p95 is lowest at 40. The same holds for p99."),
    ("Reply time p95 falls from 5 to 20, and so does p99.", "Reply time p95 falls with every step, and so does p99."),
    ("p95 падает от 5 к 20. p99 ведёт себя так же.", "p95 падает с каждым шагом. p99 ведёт себя так же."),
    # another metric goes the same way
    ("Reply time falls with every step. The blocked share goes in the same direction.", "Reply time falls with every step. Logins per second go in the same direction."),
    ("Время ответа падает с каждым шагом. Доля блокировок ведёт себя так же.", "Время ответа падает с каждым шагом. Входы в секунду ведут себя так же."),
    ("Время ответа падает с каждым шагом. Отправленные байты двигаются в ту же сторону.", "Время ответа падает с каждым шагом. Входы в секунду двигаются в ту же сторону."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), TWINS)
def test_what_is_so_of_another_is_read_of_it(true: str, false: str) -> None:
    opening = EN if true.isascii() else RU
    assert not is_refused(opening + true, LOGINS)
    assert is_refused(opening + false, LOGINS)


@pytest.mark.parametrize(
    "text",
    [
        # the numbers behind the colon say of what it is
        EN + "Reply time fell from 9.2 to 4.1 ms. Bytes sent halved as well: 182,400 at the start, 88,200 at the end.",
        EN + "Logins per second rose from 5 to 20. They halved as well: 182,400 at the start, 88,200 at the end.",
        RU + "Время ответа упало. Отправленные байты тоже сократились вдвое: 182 400 в начале, 88 200 в конце.",
        # another percentile, and no echo of the base
        EN + "At 40 p99 is worse than at 20, p95 not yet.",
        # what goes with two metrics may be of either
        EN + "Reply time falls and logins per second rise from 5 to 20. So does p99.",
    ],
)
def test_what_only_seems_to_be_an_echo_stays_open(text: str) -> None:
    assert not is_refused(text, LOGINS)


@pytest.mark.parametrize(
    ("text", "quote", "facts"),
    [
        (EN + "Mean reply time falls with every step. So does p95.", "So does p95", "reply.p95"),
        (RU + "Среднее время ответа падает с каждым шагом. То же относится к p95.", "То же относится к p95", "reply.p95"),
        (EN + "Reply time falls with every step. The blocked share goes in the same direction.", "The blocked share goes in the same direction", "blocked.mean"),
    ],
)  # fmt: skip
def test_an_echo_that_holds_is_supported_by_the_facts_of_what_it_names(text: str, quote: str, facts: str) -> None:
    (claim,) = [claim for claim in run(text, LOGINS).claims if claim.predicate == "stated"]
    assert (claim.quote, claim.verdict, claim.expected) == (quote, "supported", None)
    assert claim.facts == [f"{level}.{facts}" for level in ("5", "10", "20", "40")]
    assert "5" in claim.why.en and "5" in claim.why.ru

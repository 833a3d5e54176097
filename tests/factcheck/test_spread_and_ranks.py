"""Spreads and ranks that leave their level to the heading or number the levels: "steadier here than at any other setting", "the smallest spread of the four"."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused, run

# the spread of the reply time is smallest at 12 in every sense, that of the orders at 3
SHOPS: dict[str, Any] = document(
    "shops", "shop_workers", None, ["3", "6", "12", "24"],
    {
        "orders": metric("1/min", "higher", 0, "orders per minute", "заказы в минуту", {"mean": [410, 640, 820, 790], "stddev": [11, 61, 66, 88]}),
        "reply": metric("s", "lower", 2, "reply time", "время ответа", {"mean": [8.71, 5.62, 4.38, 4.55], "stddev": [1.9, 1.4, 0.7, 2.2]}),
    },
    repeats=1, primary="orders", baseline="3",
)  # fmt: skip
EN, RU = "We took orders.\n\n", "Мы приняли заказы.\n\n"

TWINS = [
    # the level stands in the heading
    ("## shop_workers = 12\n\nReply time is steadier here than at any other setting.", "## shop_workers = 6\n\nReply time is steadier here than at any other setting."),
    ("## shop_workers = 3\n\nOrders per minute are steadier here than at any other setting.", "## shop_workers = 12\n\nOrders per minute are steadier here than at any other setting."),
    ("## shop_workers = 12\n\n- Reply time has the smallest spread of the four.", "## shop_workers = 6\n\n- Reply time has the smallest spread of the four."),
    ("## shop_workers = 12\n\nВремя ответа здесь стабильнее, чем при любом другом значении.", "## shop_workers = 24\n\nВремя ответа здесь стабильнее, чем при любом другом значении."),
    ("## shop_workers = 12\n\nOrders per minute were highest of the four.", "## shop_workers = 24\n\nOrders per minute were highest of the four."),
    ("## shop_workers = 12\n\n- Заказы в минуту: наибольшие из четырёх.", "## shop_workers = 24\n\n- Заказы в минуту: наибольшие из четырёх."),
    ("## shop_workers = 3\n\n- Время ответа: наибольшее из четырёх.", "## shop_workers = 6\n\n- Время ответа: наибольшее из четырёх."),
    # the level stands in the statement
    ("Reply time has the smallest spread of the four at 12.", "Reply time has the smallest spread of the four at 24."),
    ("The largest spread of the four in reply time is found at 24.", "The largest spread of the four in reply time is found at 6."),
    ("Orders per minute are steadiest of all four at 3.", "Orders per minute are steadiest of all four at 24."),
    ("Наименьший разброс времени ответа из четырёх при 12.", "Наименьший разброс времени ответа из четырёх при 24."),
    ("Время ответа имеет наименьший разброс из четырёх при 12.", "Время ответа имеет наименьший разброс из четырёх при 3."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), TWINS)
def test_a_spread_or_a_rank_of_the_n_levels(true: str, false: str) -> None:
    opening = EN if true.isascii() else RU
    assert not is_refused(opening + true, SHOPS)
    assert is_refused(opening + false, SHOPS)


@pytest.mark.parametrize(
    "text",
    [
        EN + "## shop_workers = 24\n\n- Orders per minute: the highest of the three.",  # three of which?
        EN + "## shop_workers = 6\n\n- Reply time has the smallest spread of the three.",
        EN + "Reply time has the smallest spread of the three at 24.",
        EN + "## shop_workers = 6\n\nReply time is steadier here than on any other day.",
        EN + "Reply time is steadier here than at any other setting.",  # at which?
        RU + "## shop_workers = 24\n\n- Заказы в минуту: наибольшие из трёх.",
        RU + "Время ответа здесь стабильнее, чем при любом другом значении.",
    ],
)
def test_what_may_be_of_fewer_levels_or_of_none_stays_open(text: str) -> None:
    assert not is_refused(text, SHOPS)


@pytest.mark.parametrize(
    "text",
    [
        EN + "## shop_workers = 12\n\nReply time is steadier here than at any other setting.",
        EN + "## shop_workers = 12\n\n- Reply time has the smallest spread of the four.",
    ],
)
def test_a_spread_that_holds_is_supported_by_the_values_it_is_of(text: str) -> None:
    (claim,) = [claim for claim in run(text, SHOPS).claims if claim.predicate == "stated"]
    assert claim.verdict == "supported" and claim.expected is None
    assert {"12.reply.mean", "12.reply.stddev"} <= set(claim.facts) | {
        "12.reply.mean"
    } and "3.reply.stddev" in claim.facts

"""Two metrics of one unit, two statistics of one metric and the parts of one whole that are set against each other: true and false twins, and what must stay open."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused, run

POOLS: dict[str, Any] = document(
    "pool", "pool_size", None, ["2", "4", "8", "16"],
    {
        "tps": metric("1/s", "higher", 1, "throughput", "пропускная способность", {"mean": [900, 1350, 1800, 1200], "median": [920, 1370, 1815, 1190]}),
        "compile": metric("ms", "lower", 1, "compile time", "время компиляции", {"mean": [3.0, 5.0, 6.5, 9.0]}),
        "fetch": metric("ms", "lower", 1, "fetch time", "время выборки", {"mean": [8.0, 7.5, 7.0, 4.0]}),
        "waits": metric("sessions", "none", 1, "waits", "ожидания", {"mean": [10, 20, 30, 40]}),
        "ipc": metric("%", "none", 1, "IPC", "IPC", {"share": [10.0, 18.0, 41.0, 62.0]}, denominator="waits", part_of="waits"),
        "tout": metric("%", "none", 1, "Timeout", "Timeout", {"share": [30.0, 32.0, 29.0, 21.0]}, denominator="waits", part_of="waits"),
        "ext": metric("%", "none", 1, "Extension;extension waits", "Extension;ожидания расширений", {"share": [58.0, 45.0, 26.0, 12.0]}, denominator="waits", part_of="waits"),
    },
    repeats=1, primary="tps", baseline="4",
)  # fmt: skip
TWINS = [
    # at a level
    ("At 8 IPC overtakes Extension.", "At 4 IPC overtakes Extension."),
    ("Timeout is ahead of IPC at 4 already.", "Timeout is ahead of IPC at 8 already."),
    ("At 16 IPC outweighs both.", "At 16 Timeout outweighs IPC."),
    ("При 8 IPC уже обгоняет Extension.", "При 4 IPC уже обгоняет Extension."),
    ("При 2 Timeout уступает Extension.", "При 2 Extension уступает Timeout."),
    ("At 16 compile time is longer than fetch time.", "At 4 compile time is longer than fetch time."),
    ("При 4 время выборки больше, чем время компиляции.", "При 16 время выборки больше, чем время компиляции."),
    ("At 8 Extension has been overtaken by IPC.", "At 8 IPC has been overtaken by Extension."),
    # stretches, everywhere, only, nowhere
    ("IPC outweighs Timeout from 8 on.", "IPC outweighs Timeout from 4 on."),
    ("Начиная с 8 и дальше IPC обгоняет Timeout.", "Начиная с 4 и дальше IPC обгоняет Timeout."),
    ("Up to 4 Extension exceeds IPC.", "Up to 16 Extension exceeds IPC."),
    ("Only at 16 does compile time exceed fetch time.", "Only at 8 does Timeout exceed IPC."),
    ("IPC при 16 обгоняет Timeout.", "Timeout везде обгоняет IPC."),
    ("Compile time is nowhere longer than 9.5 ms.", "Nowhere does IPC outweigh Extension."),
    # pronouns and what is left out
    ("Extension fell throughout; at 2 it still outweighs Timeout.", "Extension fell throughout; at 8 it still outweighs Timeout."),
    ("Timeout moves little, and IPC overtakes it from 8 on.", "Timeout moves little, and IPC overtakes it from 4 on."),
    # two statistics
    ("Only at 16 is the median of throughput below the mean.", "The median of throughput is above the mean at every level."),
    ("Медиана пропускной способности при 8 чуть выше среднего.", "Медиана пропускной способности при 16 чуть выше среднего."),
    # ranks
    ("At 2 Extension is the commonest kind.", "At 8 Extension is the commonest kind."),
    ("The second place at 4 goes to Timeout.", "The second place at 4 goes to IPC."),
    ("Второе место при 8 у Timeout.", "Второе место при 8 у Extension."),
    ("Вплоть до 4 включительно Extension был на первом месте.", "Вплоть до 8 включительно Extension был на первом месте."),
    ("Только при 2 и 4 Extension крупнейший тип ожиданий.", "Только при 2 Extension остаётся крупнейшим типом ожиданий."),
    ("At 16 Extension is no longer the largest class.", "At 4 Extension is no longer the largest class."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), TWINS)
def test_what_is_set_against_another_is_refused_where_it_is_false(true: str, false: str) -> None:
    assert not is_refused(true, POOLS)
    assert is_refused(false, POOLS)


@pytest.mark.parametrize(
    "text",
    [
        "At 8 IPC overtakes Extension.",
        "Extension fell throughout; at 2 it outweighs Timeout.",
        "Only at 16 is the median of throughput below the mean.",
        "Второе место при 8 у Timeout.",
    ],
)
def test_what_holds_is_borne_out(text: str) -> None:
    assert any(claim.verdict == "supported" for claim in run(text, POOLS).claims)


@pytest.mark.parametrize(
    "text",
    [
        "At 8 fetch time exceeds throughput.",  # no unit in common
        "If IPC overtakes Extension at 4, pools are of no use.",
        "We expected IPC to overtake Extension at 4.",
        "На 2 Extension обгоняют IPC и Timeout вместе взятые.",  # a sum
        "At 4 the effect on IPC outweighs the effect on Extension.",  # effects, and no shares
        "IPC outweighs Extension.",  # at some levels it does
        "The share of Timeout is largest at 4.",  # among the levels
        "Up to 8 Extension exceeds IPC.",  # 8 may be the end that is left out
        "При 4 крупнейшим по числу вызовов был Timeout.",
    ],
)
def test_what_is_open_stays_open(text: str) -> None:
    assert not is_refused(text, POOLS)


def test_work_on_the_cpu_is_no_wait() -> None:
    classes = {"CPU": [20.0, 60.0], "Lock": [40.0, 20.0], "IO": [5.0, 2.5]}
    night: dict[str, Any] = document(
        "async", "synchronous_commit", None, ["on", "off"],
        {f"wait_type:{name}": metric("%", "none", 1, name, name, {"share": shares}, denominator="active_session_time") for name, shares in classes.items()},
        repeats=1, primary="wait_type:CPU", baseline="on",
    )  # fmt: skip
    for text in (
        "By type of wait, Lock comes first at every level.",
        "Среди ожиданий на первом месте на каждом уровне Lock.",
    ):
        assert not is_refused(text, night)
        assert is_refused(text.replace("Lock", "IO"), night)

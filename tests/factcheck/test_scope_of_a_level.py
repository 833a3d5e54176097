"""What the levels named in a sentence or a heading are the scope of: signs and extremes in a grid, values held against another's, strengths, bounded recoveries."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused

_CELLS = ["xfs/batch", "ext4/batch", "zfs/batch", "xfs/mixed", "ext4/mixed", "zfs/mixed"]


def _grid() -> dict[str, Any]:
    made = document(
        "grid", "filesystem", None, _CELLS,
        {
            "rate": metric("1/s", "higher", 0, "request rate", "частота запросов", {"mean": [410, 432, 388, 95, 101, 64], "max": [530, 505, 490, 150, 141, 133], "slope": [-0.4, -0.1, -0.9, -0.2, 0.3, -1.1]}),
            "wait": metric("ms", "lower", 1, "lock wait;wait", "ожидание блокировок", {"mean": [7.2, 6.1, 8.8, 21.4, 19.3, 33.7], "median": [5.1, 4.4, 6.9, 15.2, 14.8, 22.6]}),
            "sys": metric("%", "lower", 1, "system time", "системное время", {"mean": [9.1, 8.4, 9.7, 12.2, 13.6, 12.9]}),
        },
        repeats=1, primary="rate", baseline="xfs/batch", correlations=[("rate", "wait", "pearson", [0.52, 0.61, 0.44, 0.38, -0.27, 0.71])],
        environment={"batch_clients": 24, "mixed_clients": 80},
    )  # fmt: skip
    made["experiment"]["factors"] = [
        {"name": "filesystem", "levels": ["xfs", "ext4", "zfs"], "baseline": "xfs"},
        {"name": "workload", "levels": ["batch", "mixed"], "baseline": "batch"},
    ]
    return made


GRID = _grid()


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Batch request rate correlates positively with lock wait on every filesystem, most of all on ext4 (0.61).", "Batch request rate correlates negatively with lock wait on every filesystem, most of all on ext4 (0.61)."),
        ("Связь частоты запросов с ожиданием блокировок под batch положительна на всех файловых системах.", "Связь частоты запросов с ожиданием блокировок под mixed положительна на всех файловых системах."),
        ("ext4 is the only mixed run with a positive slope.", "ext4 is the only mixed run with a negative slope."),
        ("Это единственный прогон с положительным наклоном.", "Это единственный прогон с отрицательным наклоном."),
        ("## mixed\\n\\nSystem time is highest on ext4.", "## mixed\\n\\nSystem time is highest on ext4 in both loads."),
        ("## batch\\n\\nОжидание блокировок наибольшее на zfs при обеих нагрузках.", "## batch\\n\\nСистемное время наибольшее на zfs при обеих нагрузках."),
        ("## mixed\\n\\next4 is close to xfs, zfs is not. xfs trails it in the median (15.2 vs 14.8 ms).", "## mixed\\n\\next4 is close to xfs, zfs is not. With xfs the median of lock wait is 14.8 ms."),
    ],
)  # fmt: skip
def test_in_a_grid(true: str, false: str) -> None:
    """Held to the cells that are named, or that the heading has, and to all where both loads are spoken of."""
    assert not is_refused(true.replace("\\n", "\n"), GRID)
    assert is_refused(false.replace("\\n", "\n"), GRID)


@pytest.mark.parametrize("text", ["- 40 minutes per run; 24 clients for batch and 80 for mixed.", "- 40 минут на прогон, 24 клиента для batch.", "Request rate in batch follows lock wait more closely than system time on all three filesystems.", "Частота запросов под batch следует за ожиданием блокировок теснее, чем за системным временем."])  # fmt: skip
def test_of_something_else(text: str) -> None:
    """A count behind another noun's stop counts no runs; how close two links are is no way along the levels."""
    assert not is_refused(text, GRID)


def test_a_goal_before_a_level() -> None:
    """ "Maximum rate: ext4" is what is wanted; behind a value it is the statistic."""
    assert not is_refused("- **Maximum request rate in mixed:** ext4, 1.58 times the zfs result.", GRID)
    assert is_refused("- **Maximum request rate in mixed:** 101, 1.58 times the zfs result.", GRID)


ONE = document(
    "one", "work_mem", "MB", ["4", "32", "256"],
    {"rate": metric("1/s", "higher", 0, "request rate", "частота запросов", {"mean": [500, 540, 610], "median": [505, 538, 615]}), "wait": metric("ms", "lower", 1, "lock wait", "ожидание блокировок", {"mean": [9.1, 8.2, 8.9], "p99": [41.0, 36.2, 39.8]})},
    repeats=1, primary="rate", baseline="4", correlations=[("rate", "wait", "pearson", [-0.17, -0.55, -0.91])],
    windows=[{"level": level, "run": 1, "kind": "drop", "metric": "rate", "starts_at": start, "ends_at": end, "depth_pct": depth, "recovered_after_s": after}
             for level, start, end, depth, after in (("4", "20:10", "20:14", 21.0, 300), ("256", "22:31", "22:40", 33.0, 840), ("256", "23:05", "23:19", 47.0, 1500), ("32", "23:19", "23:24", 18.0, 400))],
)  # fmt: skip


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("The correlation of request rate with lock wait is very strong and negative (-0.91).", "The correlation of request rate with lock wait is strong and negative (-0.17)."),
        ("Корреляция частоты запросов с ожиданием блокировок: слабая отрицательная (-0,17).", "Корреляция частоты запросов с ожиданием блокировок: сильная отрицательная (-0,17)."),
        ("At 256 there were two drops, 22:31–22:40 and 23:05–23:19. After both the rate was back within 26 minutes.", "At 256 there were two drops, 22:31–22:40 and 23:05–23:19. After both the rate was back within 20 minutes."),
        ("При 256 было две просадки: 22:31–22:40 и 23:05–23:19. После обеих частота вернулась менее чем за 26 минут.", "При 256 было две просадки: 22:31–22:40 и 23:05–23:19. После обеих частота вернулась менее чем за 20 минут."),
        ("The drops came at 22:31 and 23:05. Each time it took more than 10 minutes to recover.", "The drops came at 22:31 and 23:05. Each time it took more than 20 minutes to recover."),
        ("Провалы начались в 22:31 и 23:05. Всякий раз восстановление занимало не более 25 минут.", "Провалы начались в 22:31 и 23:05. Всякий раз восстановление занимало не более 15 минут."),
    ],
)  # fmt: skip
def test_strengths_and_recoveries(true: str, false: str) -> None:
    """A strength before a sign is read, too; a bound on every recovery is held to the drops told before."""
    assert not is_refused(true, ONE)
    assert is_refused(false, ONE)


def test_reversed_against_the_base() -> None:
    """Under a level's heading, "better than the base" is of two levels, and so is the order that the next line reverses."""
    head = "## work_mem = 256\n\n- p99 of lock wait is 39.8 ms, a bit better than the baseline.\n"
    assert not is_refused(head + "- By the median of request rate the order is the same.", ONE)
    ru = "## work_mem = 256\n\n- p99 ожидания блокировок — 39,8 мс, чуть лучше базы.\n"
    assert not is_refused(ru + "- По медиане частоты запросов порядок тот же.", ONE)
    assert is_refused(ru + "- По среднему ожидания блокировок порядок обратный.", ONE)

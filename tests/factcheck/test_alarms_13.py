"""True statements that were refused as orders and ways: bounds told in words, rivals that a pronoun stands for, rates, what goes on beside, levels of another clause."""

from __future__ import annotations

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused

CACHES = document(
    "caches", "cache_size", "GB", ["2", "4", "8", "16"],
    {
        "tput": metric("1/s", "higher", 0, "throughput;speed", "пропускная способность;скорость", {"mean": [4100, 4380, 4620, 4210], "slope": [-0.8, -1.4, -2.1, -3.0], "r_squared": [0.21, 0.26, 0.33, 0.35]}),
        "waits": metric("1", "lower", 0, "waits", "ожидания", {"mean": [900, 870, 910, 1080], "slope": [1.1, 1.6, 2.4, 3.9], "r_squared": [0.41, 0.44, 0.52, 0.60]}),
        "started": metric("1", "none", 1, "processes started", "запущенные процессы", {"mean": [3.2, 5.1, 8.7, 8.2]}),
        "sys": metric("%", "lower", 1, "system time", "системное время", {"mean": [9.8, 8.1, 7.2, 6.9]}),
        "page": metric("GB", "none", 1, "page cache", "страничный кэш", {"mean": [19.5, 19.0, 18.2, 14.8]}),
    },
    repeats=1, primary="tput", baseline="2", default="2",
)  # fmt: skip
MODES = document(
    "modes", "compile_mode", None, ["off", "base", "inline", "full"],
    {
        "lat": metric("ms", "lower", 0, "query time", "время запроса", {"mean": [379, 354, 328, 420]}),
        "inl": metric("%", "none", 0, "inlining", "встраивание", {"mean": [0, 0, 42, 31]}),
    },
    repeats=1, primary="lat", baseline="off",
)  # fmt: skip


@pytest.mark.parametrize(
    ("true", "false", "world"),
    [
        ("With 8 GB, fewer than nine processes were started on average.", "Fewer processes started at 8 GB than at 2 GB.", CACHES),
        ("At 16 GB throughput is lower than at 8 GB.", "At 16 GB throughput is higher than at 8 GB.", CACHES),
        ("At each value the fit for waits is better than for throughput.", "Waits fall with every step.", CACHES),
        ("Waits rise faster with every value.", "Waits grow with every value.", CACHES),
        ("Waits decline as far as 4 GB.", "Waits decline as far as 16 GB.", CACHES),
        ("From off to inline query time falls.", "From off to inline query time rises.", MODES),
        ("Время запроса от off до inline сокращается.", "Время запроса от off до inline растёт.", MODES),
        ("При 16 ГБ страничный кэш потерял чуть больше четырёх гигабайт.", "При 16 ГБ страничный кэш больше, чем при 2 ГБ.", CACHES),
    ],
)  # fmt: skip
def test_the_true_one_stands_and_its_false_neighbour_is_refused(
    true: str, false: str, world: dict[str, object]
) -> None:
    assert not is_refused(true, world)
    assert is_refused(false, world)

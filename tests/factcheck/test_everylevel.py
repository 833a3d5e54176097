"""What is said of all levels at once holds at each: each true twin passes, each false one is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import GAINS_OVER_LOADS, is_refused

SHARES = {"io": [41.0, 35.0, 22.0], "lwlock": [20.0, 24.0, 31.0], "lock": [12.0, 14.0, 30.0]}
CODECS: dict[str, Any] = document(
    "backup_compressor", "backup_compressor", None, ["none", "gzip", "snappy"],
    {
        "tps": metric("1/s", "higher", 0, "throughput", "пропускная способность", {"mean": [3050, 2710, 3120]}),
        "written": metric("MB/s", "lower", 1, "writes", "запись", {"mean": [88.0, 41.5, 52.3]}),
        "busy": metric("%", "none", 0, "disk load", "занятость диска", {"mean": [64, 58, 64]}),
    },
    repeats=1, primary="tps", baseline="none",
    correlations=[("tps", "busy", "pearson", [0.31, -0.44, 0.12]), ("tps", "written", "pearson", [-0.52, -0.61, -0.38])],
)  # fmt: skip
CODECS["metrics"] += [
    {"id": name, "unit": "%", "better": "none", "part_of": "waits", "names": {"en": [en], "ru": [ru]}}
    for name, en, ru in (("io", "IO waits", "ожидания IO"), ("lwlock", "LWLock waits", "легковесные блокировки"), ("lock", "Lock waits", "тяжёлые блокировки"))
]  # fmt: skip
CODECS["facts"] += [
    {"id": f"{level}.{name}.share", "level": level, "metric": name, "stat": "share", "value": value, "unit": "%", "decimals": 1, "denominator": "waits"}
    for name, row in SHARES.items()
    for level, value in zip(("none", "gzip", "snappy"), row, strict=True)
]  # fmt: skip
CASES = [
    ("IO waits are the largest class at all three settings but the last.", "LWLock waits are the largest class at every setting."),
    ("LWLock waits come second with no compression.", "Lock waits come second in all runs."),
    ("Ожидания IO преобладают не во всех прогонах.", "Ожидания IO преобладают во всех прогонах."),
    ("Disk load is 64% in two modes of the three.", "Disk load is 64% in all modes."),
    ("Занятость диска при gzip равна 58%.", "Занятость диска равна 58% во всех режимах."),
    ("Writes fall with every compressor.", "Throughput falls with every compressor."),
    ("Every compressor reduces writes.", "Every compressor reduces throughput."),
    ("Throughput and writes are negatively correlated in all runs.", "Throughput and disk load are positively correlated in all runs."),
    ("Связь пропускной способности с записью во всех прогонах отрицательна.", "Связь пропускной способности с занятостью диска во всех прогонах положительна."),
]  # fmt: skip
LOADS = [
    ("With 32 clients jit = on is 10% above jit = off in throughput.", "JIT raises throughput by 10% under any load."),
    (
        "При 32 клиентах jit = on на 10% выше jit = off по пропускной способности.",
        "JIT поднимает пропускную способность на 10% при любой нагрузке.",
    ),
]


@pytest.mark.parametrize(
    ("true", "false", "held"), [(*one, CODECS) for one in CASES] + [(*one, GAINS_OVER_LOADS) for one in LOADS]
)
def test_what_is_said_of_all_levels_holds_at_each(true: str, false: str, held: dict[str, Any]) -> None:
    assert not is_refused(true, held)
    assert is_refused(false, held)

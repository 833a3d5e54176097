"""True and false twins of statements that one metric orders the levels as another one does."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused, run

CACHES: dict[str, Any] = document(
    "cache", "cache_size", None, ["1", "2", "4", "8"],
    {
        "qps": metric("1/s", "higher", 0, "throughput;QPS", "пропускная способность;QPS", {"mean": [410, 520, 640, 580]}),
        "resp": metric("ms", "lower", 1, "response time", "время ответа", {"mean": [9.8, 7.7, 6.2, 6.9], "median": [8.1, 6.4, 5.5, 5.9], "p95": [21.0, 16.0, 12.5, 14.0], "p99": [30.0, 33.5, 41.0, 26.0]}),
        "commit": metric("ms", "lower", 1, "commit time", "время фиксации", {"mean": [2.2, 1.4, 1.9, 3.1]}),
        "heat": metric("°C", "none", 0, "disk temperature", "температура диска", {"mean": [38, 41, 47, 44]}),
    },
    repeats=1, primary="qps", baseline="2",
)  # fmt: skip
RUNS: dict[str, Any] = document(
    "cache", "cache_size", None, ["1", "2", "4"],
    {
        "qps": metric("1/s", "higher", 0, "throughput;QPS", "пропускная способность;QPS", {"mean": [410, 520, 527]}),
        "commit": metric("ms", "lower", 2, "commit time", "время фиксации", {"mean": [2.20, 1.81, 1.90]}),
    },
    repeats=5, primary="qps", baseline="2",
    effects=[("qps", "1", "2", -21.2, [-24.0, -18.0], 0.001, "worse"), ("qps", "4", "2", 1.3, [-1.0, 4.0], 0.4, "undecided"), ("qps", "4", "1", 28.5, [25.0, 32.0], 0.001, "better"),
             ("commit", "1", "2", 21.5, [18.0, 25.0], 0.001, "worse"), ("commit", "4", "2", 5.0, [2.0, 8.0], 0.01, "worse"), ("commit", "4", "1", -13.6, [-17.0, -10.0], 0.001, "better")],
)  # fmt: skip

TWINS = [
    ("The 95th percentile of response time ranks the levels exactly as its median does.", "The 95th percentile of response time ranks the levels exactly as the 99th does."),
    ("The 95th percentile of response time ranks all four exactly as the mean does.", "The 99th percentile of response time ranks all four exactly as the mean does."),
    ("Response time ranks the settings as throughput does.", "Commit time ranks the settings as throughput does."),
    ("Disk temperature orders the settings as throughput does.", "Disk temperature orders the settings as commit time does."),
    ("Throughput is 410, 520, 640 and 580 QPS. The same order holds for response time.", "Throughput is 410, 520, 640 and 580 QPS. The same order holds for commit time."),
    ("Throughput is best at 4; response time gives the same ranking.", "Throughput is best at 4; commit time gives the same ranking."),
    ("The ranking by response time is the same as by throughput.", "The ranking by commit time is the same as by throughput."),
    ("The order of the settings by commit time differs from that by throughput.", "By response time the ranking is not the same as by throughput."),
    ("At 2 mean response time is higher than at 4. By p99 the order is reversed.", "At 2 mean response time is higher than at 4. By p99 the order is the same."),
    ("p95 of response time follows the pattern of the median.", "p99 of response time follows the pattern of the median."),
    ("По времени ответа порядок тот же, что и по пропускной способности.", "По времени фиксации порядок тот же, что и по пропускной способности."),
    ("По времени фиксации порядок не тот же, что по пропускной способности.", "По времени ответа порядок не тот же, что по пропускной способности."),
    ("Время ответа упорядочивает варианты в точности как пропускная способность.", "Время фиксации упорядочивает варианты в точности как пропускная способность."),
    ("95-й перцентиль времени ответа расставляет варианты так же, как медиана.", "99-й перцентиль времени ответа расставляет варианты так же, как медиана."),
    ("Среднее время ответа: 9,8, 7,7, 6,2 и 6,9 мс. По p95 места распределились точно так же.", "Среднее время ответа: 9,8, 7,7, 6,2 и 6,9 мс. По p99 места распределились точно так же."),
    ("По p95 времени ответа порядок такой же, как по медиане.", "По p99 времени ответа порядок такой же, как по медиане."),
]  # fmt: skip
OPEN = [
    "Commit time ranks the settings almost as throughput does.",
    "Apart from 8, commit time ranks the settings as throughput does.",
    "Commit time ranks the first two settings as throughput does.",
    "By commit time the order is as follows.",
    "Response time is lowest at 4 and highest at 1. The order is the same as for commit time.",
    "Both metrics rank the settings the same way.",
    "За исключением 8, время фиксации упорядочивает варианты как пропускная способность.",
    "По времени фиксации порядок почти тот же, что и по пропускной способности.",
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), TWINS)
def test_order_beside_another(true: str, false: str) -> None:
    assert "stated" in {claim.predicate for claim in run(true, CACHES).claims if claim.verdict == "supported"}
    assert not is_refused(true, CACHES)
    assert is_refused(false, CACHES)


@pytest.mark.parametrize("text", OPEN)
def test_an_order_of_some_or_nearly_is_left_open(text: str) -> None:
    assert not is_refused(text, CACHES)


def test_a_pair_whose_verdict_is_open_refutes_no_order() -> None:
    # throughput at 2 and 4 is undecided, commit time is not
    assert not is_refused("Commit time ranks the settings as throughput does.", RUNS)
    clear = {**RUNS, "effects": [{**one, "verdict": "better"} if one["verdict"] == "undecided" else one for one in RUNS["effects"]]}  # fmt: skip
    assert is_refused("Commit time ranks the settings as throughput does.", clear)

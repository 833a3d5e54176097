"""Words whose clause speaks of another measure, pair, stretch or group than what would refuse them: each true sentence passes, each false twin is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import REPEATED, is_refused

WRITERS: dict[str, Any] = document(
    "writers", "writer_delay", "ms", ["5", "10", "20", "40"],
    {
        "tps": metric("1/s", "higher", 0, "throughput", "пропускная способность", {"mean": [2100, 3900, 4400, 4000], "max": [2500, 4600, 5200, 5600], "min": [1900, 3500, 3800, 2100], "stddev": [90, 160, 240, 610], "slope": [-2.0, -0.4, -5.1, -9.7]}),
        "lag": metric("ms", "lower", 1, "reply time", "время ответа", {"mean": [9.8, 6.1, 5.4, 7.7], "p99": [22.4, 18.1, 23.6, 45.0]}),
        "lock": metric("1/s", "none", 0, "lock waits", "ожидания LOCK", {"mean": [310, 240, 260, 420], "share": [40.0, 31.0, 25.5, 19.0]}),
        "io": metric("1/s", "none", 0, "IO waits", "ожидания IO", {"mean": [465, 534, 760, 1790], "share": [60.0, 69.0, 74.5, 81.0]}),
        "cache": metric("MB", "none", 0, "page cache", "страничный кэш", {"mean": [900, 940, 1260, 1310]}),
    },
    repeats=1, primary="tps", baseline="10",
    correlations=[("tps", "lock", "pearson", [-0.81, -0.62, -0.33, -0.12]), ("tps", "io", "pearson", [-0.22, -0.35, -0.61, -0.79])],
    windows=[
        {"level": "20", "run": 3, "kind": "drop", "metric": "tps", "starts_at": "09:52", "ends_at": "09:58", "depth_pct": 51.0, "recovered_after_s": 90},
        {"level": "40", "run": 4, "kind": "drop", "metric": "tps", "starts_at": "12:02", "ends_at": "12:20", "depth_pct": 31.0, "recovered_after_s": 400},
    ],
    settings=[{"name": "writer_delay", "unit": "ms", "min": 1, "max": 1000, "context": "postmaster"}, {"name": "commit_delay", "unit": "us", "min": 0, "max": 100000, "context": "superuser"}],
)  # fmt: skip

MEASURES = [
    ("The share of lock waits falls with every step.", "The share of lock waits grows with every step."),
    ("Доля ожиданий LOCK при 40 мс наименьшая.", "Доля ожиданий LOCK при 5 мс наименьшая."),
    ("Per writer, throughput shrinks at every step.", "Throughput shrinks at every step."),
    ("Taken together, lock waits and IO waits are highest at 40 ms.", "IO waits are highest at 20 ms."),
    ("Разброс пропускной способности растёт на каждой ступени.", "Пропускная способность растёт на каждой ступени."),
    ("Throughput declined fastest at 40 ms, slowest at 10 ms.", "Throughput is highest at 40 ms."),
    ("The worst throughput at 40 ms is below the worst at 10 ms.", "The mean throughput at 40 ms is below the mean at 5 ms."),
    ("The link of throughput with IO waits tightens with each step; it is tightest at 40 ms.", "The link of throughput with IO waits is tightest at 5 ms."),
]  # fmt: skip
LEFT_OUT = [
    ("Страничный кэш при этом становится меньше на 320 МБ.", "С ростом параметра страничный кэш становится меньше."),
    ("Throughput is 4400 at 20 ms; nobody does better.", "Throughput at 10 ms is better than at 20 ms."),
    ("Lock waits are the smaller of the two at every setting.", "Lock waits are smallest at 40 ms."),
    ("Reply time grows again after 20.", "Reply time at 20 ms is longer than at 5 ms."),
    ("IO waits rise even where reply time falls.", "IO waits fall from 10 ms to 40 ms."),
    ("Throughput is highest at 20 ms, which is 500 above the baseline, less than we had hoped for.", "Throughput at 20 ms is lower than at the baseline."),
]  # fmt: skip
VERDICTS = [
    ("The fall of tps from 100 to 1000 is established.", "The fall of tps from 0 to 100 is established."),
    ("The loss of tps at 1000 is beyond the noise.", "The loss of tps at 1000 is within the noise."),
    ("That step is not significant; 100 → 1000 is, by tps.", "The step from 100 to 1000 is not significant for tps."),
]
SETTINGS = [
    ("Group commit needs no restart: commit_delay takes up to 100,000 microseconds.", "commit_delay takes effect only after a restart."),
    ("some_extension_mode can be changed without a restart.", "writer_delay can be changed without a restart."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), [*MEASURES, *LEFT_OUT, *SETTINGS])
def test_what_the_refusal_did_not_take_in_withholds_it(true: str, false: str) -> None:
    assert not is_refused(true, WRITERS)
    assert is_refused(false, WRITERS)


@pytest.mark.parametrize(("true", "false"), VERDICTS)
def test_a_verdict_is_refused_by_the_pair_and_the_metric_that_are_said(true: str, false: str) -> None:
    assert not is_refused(true, REPEATED)
    assert is_refused(false, REPEATED)

"""Verdicts that are told as certain, and differences that are called noise or none: each true twin passes, each false one is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused

POOLS: dict[str, Any] = document(
    "pool_size", "pool_size", None, ["16", "48", "144"],
    {
        "tps": metric("1/s", "higher", 0, "throughput", "пропускная способность", {"mean": [6200, 6390, 7020]}),
        "lag": metric("ms", "lower", 1, "reply time", "время ответа", {"mean": [20.4, 18.6, 16.1]}),
        "flushes": metric("1/s", "lower", 0, "flushes", "сбросы", {"mean": [310, 305, 120]}),
    },
    repeats=5, primary="tps", baseline="16", runs=True, minimum=2.0,
    effects=[("tps", "48", "16", 3.1, [-0.9, 7.2], 0.21, "undecided"), ("tps", "144", "16", 13.2, [10.1, 16.4], 0.001, "better"), ("tps", "144", "48", 9.9, [5.8, 14.0], 0.002, "better"),
             ("lag", "48", "16", -8.8, [-18.9, 1.3], 0.11, "undecided"), ("lag", "144", "16", -21.1, [-27.0, -15.2], 0.001, "better"), ("lag", "144", "48", -13.4, [-20.0, -6.9], 0.004, "better"),
             ("flushes", "48", "16", -1.6, [-1.9, -1.2], 0.01, "equivalent"), ("flushes", "144", "16", -61.3, [-80.0, -40.0], 0.01, "drifting"), ("flushes", "144", "48", -60.7, [-80.0, -40.0], 0.01, "drifting")],
)  # fmt: skip
ONE_RUN: dict[str, Any] = document(
    "pool_size", "pool_size", None, ["16", "48", "144"],
    {"tps": metric("1/s", "higher", 0, "throughput", "пропускная способность", {"mean": [6200, 6390, 7020]})},
    repeats=1, primary="tps", baseline="16", effects=[("tps", "48", "16", 3.1, None, None, "single_run"), ("tps", "144", "16", 13.2, None, None, "single_run")],
)  # fmt: skip

CASES = [
    ("144 is significantly ahead of 48.", "48 is significantly ahead of 16."),
    ("At 144 the throughput is clearly higher than at 48.", "At 48 the throughput is clearly higher than at 16."),
    ("При 144 пропускная способность уверенно выросла на 13,2%.", "При 48 пропускная способность уверенно выросла на 3,1%."),
    ("Время ответа при 144 доказанно снизилось с 20,4 до 16,1 мс.", "Время ответа при 48 доказанно снизилось с 20,4 до 18,6 мс."),
    ("A pool of 144 cuts the reply time by 21.1%, so it is the obvious choice.", "A pool of 48 cuts the reply time by 8.8%, so it is the obvious choice."),
    ("Пул 144 сокращает время ответа на 21,1%, поэтому он предпочтителен.", "Пул 48 сокращает время ответа на 8,8%, поэтому он предпочтителен."),
    ("For reply time the difference between 16 and 48 is undecided.", "For reply time the difference between 16 and 48 is confirmed."),
    ("Снижение времени ответа при 144 подтверждено.", "Снижение времени ответа при 48 подтверждено."),
    ("The gain of 3.1% in throughput at 48 is not confirmed.", "Throughput gains 3.1% at 48, which proves that a larger pool pays."),
    ("At 144 there are 120 flushes per second.", "The drop of flushes at 144 is confirmed."),
    ("Пропускная способность при 48 выросла на 3,1%, что укладывается в шум.", "Пропускная способность при 144 выросла на 13,2%, что укладывается в шум."),
    ("At 48 the reply time fell by 8.8%, which is within the noise.", "At 144 the reply time fell by 21.1%, which is within the noise."),
    ("16 and 48 are equivalent in flushes.", "16 and 48 are equivalent in reply time."),
    ("In flushes 16 and 48 are equivalent, while 144 cuts the reply time by 21.1%.", "In throughput 16 and 48 show no difference."),
    ("Если преимущество 48 подтвердится, пул стоит увеличить.", "Преимущество 48 по пропускной способности подтверждено."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), CASES)
def test_a_verdict_told_with_certainty_needs_its_effect(true: str, false: str) -> None:
    assert not is_refused(true, POOLS)
    assert is_refused(false, POOLS)


@pytest.mark.parametrize("text", ["The best pool is conclusively proven: 144.", "Выгода большого пула убедительно доказана экспериментом."])  # fmt: skip
def test_one_run_a_level_proves_nothing(text: str) -> None:
    assert is_refused(text, ONE_RUN)
    assert not is_refused("The benefit of a large pool is not proven by the experiment.", ONE_RUN)

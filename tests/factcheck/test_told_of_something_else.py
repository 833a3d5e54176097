"""Words told of something else than the next metric or of all levels: concessions, expectations, kinds, dips, names of set-ups."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused
from tests.factcheck.test_ranges_of_changes import GRID, TWO

PROXIES: dict[str, Any] = document(
    "proxy", "proxy", None, ["direct", "pgfoo", "pgbar"],
    {"tps": metric("1/s", "higher", 0, "throughput;tps", "пропускная способность;tps", {"mean": [9000, 5000, 4100]})},
    repeats=1, primary="tps", baseline="direct",
)  # fmt: skip
PROXY_GRID: dict[str, Any] = {
    **GRID,
    "experiment": {
        "id": "proxies", "title": {}, "repeats": 1, "primary": "tps",
        "factors": [{"name": "load", "levels": ["reads", "writes"], "baseline": "reads"}, {"name": "target", "levels": ["direct", "pgfoo", "pgbar"], "baseline": "direct"}],
    },
    "facts": [
        {"id": f"{cell}.tps.mean", "level": cell, "metric": "tps", "stat": "mean", "value": value, "unit": "1/s", "decimals": 0}
        for cell, value in (("reads/direct", 9000), ("reads/pgfoo", 5000), ("reads/pgbar", 4100), ("writes/direct", 7000), ("writes/pgfoo", 4900), ("writes/pgbar", 2600))
    ],
}  # fmt: skip
MIXED: dict[str, Any] = document(
    "settings", "setting", None, ["16 clients", "64 clients", "64 clients, new connections", "wal_buffers=1MB", "jit=off", "work_mem=8MB"],
    {"tps": metric("1/s", "higher", 0, "throughput;tps", "пропускная способность;tps", {"mean": [900, 850, 300, 310, 320, 640]})},
    repeats=1, primary="tps", baseline="16 clients",
)  # fmt: skip
STEPS: dict[str, Any] = document(
    "bloat", "state", None, ["fresh", "bloated", "after cleaning", "after rewriting"],
    {"size": metric("MB", "lower", 0, "table size", "размер таблицы", {"mean": [30, 290, 290, 30]})},
    repeats=1, primary="size", baseline="fresh",
)  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "Despite the increased memory use, the tuned build brought improvements in responsiveness.",
        "Несмотря на возросший расход памяти, tuned работает быстрее.",
        "Tuned was tried. To quantify this improvement, we can calculate the percentage reduction in recovery time:",
        "Сборка tuned запущена. Чтобы оценить это улучшение, посчитаем снижение времени восстановления.",
        "In terms of recovery time, tuned outperformed stock by finishing in 31 s, compared to 40 s for stock.",
    ],
)
def test_a_concession_and_a_noun_of_change_name_no_base(text: str) -> None:
    assert not is_refused(text, TWO)


@pytest.mark.parametrize(
    "text",
    [
        "Despite the decreased memory use, tuned is faster.",
        "Despite the increased memory use, throughput is lower with tuned.",
        "In terms of recovery time, stock outperformed tuned by finishing in 31 s.",
        "Несмотря на возросший расход памяти, пропускная способность со сборкой tuned ниже.",
    ],
)
def test_beside_a_concession_the_rest_is_still_judged(text: str) -> None:
    assert is_refused(text, TWO)


@pytest.mark.parametrize(
    "text",
    [
        "The tuned build is usually expected to be slower.",
        "Обычно ожидается, что tuned будет медленнее stock.",
        "We expected tuned to be slower than stock.",
        "With tuned, there is less jitter in bandwidth.",
        "Tuned: dips to 700 tps appeared.",
        "Появились просадки до 700–800 tps.",
        "Влияние сборки tuned на пропускную способность минимально.",
        "On the configuration 2-1 throughput changed.",
        "На схеме 1-1 пропускная способность изменилась.",
    ],
)
def test_expectations_unknown_metrics_and_single_moments_are_open(text: str) -> None:
    assert not is_refused(text, TWO)


@pytest.mark.parametrize(
    "text",
    [
        "It was expected to be slower, but tuned has a lower throughput than stock.",
        "As expected, throughput is lower with tuned than with stock.",
        "Ожидалось иное, однако пропускная способность со сборкой tuned ниже.",
        "Throughput is 700 tps with tuned.",
        "Пропускная способность со сборкой tuned — 700 tps.",
    ],
)
def test_what_follows_an_expectation_is_judged(text: str) -> None:
    assert is_refused(text, TWO)


def test_the_best_of_a_kind_is_not_the_best_of_all_levels() -> None:
    assert not is_refused("pgfoo is the fastest pooler for both loads.", PROXY_GRID)
    assert not is_refused("pgfoo is the fastest pooler.", PROXIES)
    assert not is_refused("pgfoo — самый быстрый пулер.", PROXIES)
    assert is_refused("pgfoo is the fastest of all.", PROXIES)
    assert is_refused("pgbar shows the highest throughput.", PROXIES)


def test_who_is_compared_in_a_grid_may_be_told_before() -> None:
    assert not is_refused("pgfoo was tried. On writes it is faster than pgbar and on reads also faster.", PROXY_GRID)
    assert is_refused("On writes pgbar is faster than pgfoo.", PROXY_GRID)


def test_levels_of_which_only_some_are_sizes_have_no_order() -> None:
    assert not is_refused("With more clients throughput falls.", MIXED)
    assert not is_refused("С увеличением количества клиентов падает пропускная способность.", MIXED)
    assert is_refused("Throughput is higher with 64 clients than with 16 clients.", MIXED)


def test_unchanged_under_the_heading_of_a_step_is_against_the_step_before() -> None:
    assert not is_refused(
        "# Log\n\n### Table size after cleaning\n\n**Finding:** table size **UNCHANGED!** Still 290 MB\n", STEPS
    )
    assert is_refused("Table size is unchanged in all states.", STEPS)

"""True sentences of a night's own article beside their false twins: factors that share a level, events beside their class, work beside waits, rows
that begin with the best, plans of blocks, and words that are no levels."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tests.factcheck.helpers import is_refused

_CELLS = {
    f"{huge}/{commit}": (1000 * (0.5 if huge == "on" else 1) * (1.94 if commit == "off" else 1))
    for huge, commit in itertools.product(("off", "on"), ("on", "local", "off"))
}
_SHARES = {"CPU": 60.0, "LWLock:ProcArray": 18.0, "IO:WalSync": 8.0}


def grid() -> dict[str, Any]:
    """Two factors that both have levels `on` and `off`; at every cell LWLock:ProcArray is the largest event, its class more, the CPU most."""
    effects = [
        ("synchronous_commit=off", "synchronous_commit=on", 94.5, "better"),
        ("synchronous_commit=local", "synchronous_commit=on", -0.1, "equivalent"),
        ("huge_pages=on", "huge_pages=off", -48.3, "worse"),
        ("on/on", "off/on", -50.0, "worse"),
        ("off/off", "off/on", 94.0, "better"),
    ]
    return {
        "format": "pgverdict-facts/1",
        "experiment": {
            "id": "grid", "title": {}, "repeats": 5, "primary": "tps",
            "factors": [
                {"name": "huge_pages", "levels": ["off", "on"], "baseline": "off"},
                {"name": "synchronous_commit", "levels": ["on", "local", "off"], "baseline": "on"},
            ],
        },
        "metrics": [
            {"id": "tps", "unit": "1/s", "better": "higher", "names": {"en": ["throughput"], "ru": ["пропускная способность"]}},
            {"id": "latency", "unit": "ms", "better": "lower", "names": {"en": ["mean latency"], "ru": ["средняя задержка"]}},
            *({"id": f"wait:{name}", "unit": "%", "better": "none", "names": {"en": [name], "ru": [name]}} for name in _SHARES),
            *({"id": f"class:{name}", "unit": "%", "better": "none", "names": {"en": [name], "ru": [name]}} for name in ("LWLock", "IO")),
        ],
        "facts": [
            fact
            for cell, tps in _CELLS.items()
            for fact in (
                {"level": cell, "metric": "tps", "stat": "mean", "value": tps, "decimals": 0, "scope": "run"},
                {"level": cell, "metric": "latency", "stat": "mean", "value": 9.5 - tps / 10000, "decimals": 2, "scope": "run"},
                *(
                    {"level": cell, "metric": metric, "stat": "share", "value": value, "unit": "%", "decimals": 1, "scope": "run", "denominator": "session_time"}
                    for metric, value in [*((f"wait:{name}", share) for name, share in _SHARES.items()), ("class:LWLock", 19.5), ("class:IO", 9.0)]
                ),
            )
        ],
        "effects": [
            {"metric": "tps", "level": level, "baseline": base, "effect_pct": pct, "ci_pct": [pct - 0.7, pct + 0.7], "verdict": verdict}
            for level, base, pct, verdict in effects
        ],
    }  # fmt: skip


def dropped() -> dict[str, Any]:
    """The grid with one drop in its last cell and one in another."""
    held = grid()
    held["windows"] = [
        {"level": level, "run": run, "kind": "drop", "metric": "tps", "starts_at": f"{start}21+00:00", "ends_at": f"{start}35+00:00", "depth_pct": depth}
        for level, run, start, depth in (("on/off", 1, "2026-11-20T22:03:", 34.4), ("off/local", 2, "2026-11-20T22:06:", 54.5))
    ]  # fmt: skip
    return held


def loads(verdict: str = "better") -> dict[str, Any]:
    """One factor whose levels are called as verbs are; `write` is so beside `read`."""
    values = {"read": (900.0, 5.4), "write": (1000.0, 3.0)}
    return {
        "format": "pgverdict-facts/1",
        "experiment": {"id": "load", "title": {}, "repeats": 3, "primary": "tps", "factors": [{"name": "load", "levels": ["read", "write"], "baseline": "read"}]},
        "metrics": [
            {"id": "tps", "unit": "1/s", "better": "higher", "names": {"en": ["throughput"], "ru": ["пропускная способность"]}},
            {"id": "wal", "unit": "MB/s", "better": "none", "names": {"en": ["WAL rate"], "ru": ["скорость записи WAL"]}},
        ],
        "facts": [
            {"level": level, "metric": "tps", "stat": stat, "value": value, "decimals": 1, "unit": unit, "scope": "run"}
            for level, (mean, mad) in values.items() for stat, value, unit in (("mean", mean, "1/s"), ("mad", mad, "%"))
        ],
        "runs": [
            {"run": at, "level": level, "block": 1, "order": at, "role": "level", "valid": True} for at, level in enumerate(values, 1)
        ],
        "effects": [
            {"metric": metric, "level": "write", "baseline": "read", "effect_pct": 11.1, "ci_pct": [10.0, 12.0], "verdict": one}
            for metric, one in (("tps", verdict), ("wal", "equivalent"))
        ],
    }  # fmt: skip


def scales() -> dict[str, Any]:
    """The same with numbers for levels."""
    held = loads()
    held["experiment"]["factors"] = [{"name": "scale", "levels": ["10", "100"], "baseline": "100"}]
    called = {"read": "100", "write": "10"}
    for row in (*held["facts"], *held["runs"], *held["effects"]):
        row.update({key: called[row[key]] for key in ("level", "baseline") if key in row})
    return held


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (
            "With synchronous_commit = off throughput is 94.5% higher than with synchronous_commit = on (95% interval: 93.8% to 95.2%).",
            "With synchronous_commit = off throughput is 48.3% higher than with synchronous_commit = on (95% interval: 47.6% to 49.0%).",
        ),
        (
            "synchronous_commit = local and synchronous_commit = on are shown to be equivalent: the estimated effect on throughput is −0.1%.",
            "synchronous_commit = off and synchronous_commit = on are shown to be equivalent: the estimated effect on throughput is −0.1%.",
        ),
        (
            "Сравнение huge_pages = on с huge_pages = off: оценка эффекта на пропускную способность — −48,3 %. synchronous_commit = local и "
            "synchronous_commit = on равноценны. При synchronous_commit = off пропускная способность на 94,5 % выше, чем при synchronous_commit = on.",
            "Сравнение huge_pages = on с huge_pages = off: оценка эффекта на пропускную способность — −48,3 %. synchronous_commit = local и "
            "synchronous_commit = on равноценны. При synchronous_commit = off пропускная способность на 48,3 % выше, чем при synchronous_commit = on.",
        ),
        ("# synchronous_commit = off впереди при каждом huge_pages", "# huge_pages = on впереди при каждом synchronous_commit"),
        (
            "Each pair has an answer of its own. huge_pages/synchronous_commit = off/off has the highest throughput.",
            "Each pair has an answer of its own. huge_pages/synchronous_commit = on/on has the highest throughput.",
        ),
        (
            "At every level, LWLock:ProcArray dominates among the wait events.",
            "At every level, IO:WalSync dominates among the wait events.",
        ),
        (
            "The dominant wait event at huge_pages/synchronous_commit = off/on is LWLock:ProcArray.",
            "The dominant wait event at huge_pages/synchronous_commit = off/on is IO:WalSync.",
        ),
        (
            "Преобладающее событие ожидания при huge_pages/synchronous_commit = off/on — LWLock:ProcArray.",
            "Преобладающее событие ожидания при huge_pages/synchronous_commit = off/on — IO:WalSync.",
        ),
    ],
)  # fmt: skip
def test_levels_and_events_of_a_grid_are_those_that_are_named(true: str, false: str) -> None:
    assert not is_refused(true, grid())
    assert is_refused(false, grid())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Уровни по ровности пропускной способности, от самого ровного: 10, 100.", "Уровни по ровности пропускной способности, от самого ровного: 100, 10."),
        (
            "По метрике «скорость записи WAL» отличие от scale = 100 есть, но предпочтительной стороны у неё нет.",
            "Рекомендуем scale = 100.",
        ),
    ],
)  # fmt: skip
def test_a_row_begins_with_the_best_and_no_preferred_side_prefers_none(true: str, false: str) -> None:
    assert not is_refused(true, scales())
    assert is_refused(false, scales())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("The warnings do not void the result, but it should be read together with them.", "On a running server we recommend load = read."),
        (
            "At load = write, over 30 nights, neither a trend nor a shift of the WAL rate is shown.",
            "At load = write a difference of the WAL rate is shown.",
        ),
        (
            "План — полные рандомизированные блоки: каждый из 3 блоков содержит оба уровня.",
            "План — полные рандомизированные блоки: каждый из 5 блоков содержит оба уровня.",
        ),
        ("Пригодны оба прогона; полных блоков — 1.", "Пригодны оба прогона; полных блоков — 0."),
    ],
)  # fmt: skip
def test_words_of_a_report_are_of_what_they_name(true: str, false: str) -> None:
    assert not is_refused(true, loads())
    assert is_refused(false, loads())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (
            "The drop at huge_pages/synchronous_commit = on/off lasted from 22:03:21 to 22:03:35, and throughput did not return to its former level.",
            "The drop at huge_pages/synchronous_commit = on/off lasted from 22:07:21 to 22:07:35, and throughput did not return to its former level.",
        ),
        (
            "Просадка при huge_pages/synchronous_commit = on/off длилась с 22:03:21 до 22:03:35, и прежний уровень не вернулся.",
            "Просадка при huge_pages/synchronous_commit = on/off длилась с 22:07:21 до 22:07:35, и прежний уровень не вернулся.",
        ),
    ],
)  # fmt: skip
def test_a_former_level_that_speed_returns_to_is_none_of_the_factor(true: str, false: str) -> None:
    assert not is_refused(true, dropped())
    assert is_refused(false, dropped())


def test_a_metric_without_a_better_side_differs_where_its_interval_says_so() -> None:
    def held(low: float, high: float) -> dict[str, Any]:
        return {
            "format": "pgverdict-facts/1",
            "experiment": {"id": "wal", "title": {}, "repeats": 5, "primary": "wal", "factors": [{"name": "codec", "levels": ["off", "lz4"], "baseline": "off"}]},
            "metrics": [{"id": "wal", "unit": "MB/s", "better": "none", "names": {"en": ["WAL rate"], "ru": ["скорость записи WAL"]}}],
            "facts": [{"level": level, "metric": "wal", "stat": "mean", "value": value, "decimals": 1, "unit": "MB/s"} for level, value in (("off", 9.1), ("lz4", 4.2))],
            "effects": [{"metric": "wal", "level": "lz4", "baseline": "off", "effect_pct": -53.8, "ci_pct": [low, high], "verdict": "undecided"}],
        }  # fmt: skip

    text = "At lz4 there is a difference from off in the WAL rate."
    assert not is_refused(text, held(-60.1, -47.2))
    assert is_refused(text, held(-60.1, 7.2))


def test_a_cell_told_by_the_names_of_its_factors_is_of_no_wait_class() -> None:
    cells = [f"{build}/{clients}" for build in ("before", "after 'the' patch") for clients in (8, 16)]
    document: dict[str, Any] = {
        "format": "pgverdict-facts/1",
        "experiment": {"id": "patch", "title": {}, "repeats": 5, "primary": "tps", "factors": [
            {"name": "build", "levels": ["before", "after 'the' patch"], "baseline": "before"}, {"name": "clients", "levels": ["8", "16"], "baseline": "8"}]},
        "metrics": [{"id": "tps", "unit": "1/s", "better": "higher", "names": {"en": ["throughput"], "ru": ["пропускная способность"]}},
                    {"id": "wait_type:Client", "unit": "%", "better": "none", "names": {"en": ["Client"], "ru": ["Client"]}}],
        "facts": [{"level": cell, "metric": "tps", "stat": "mean", "value": 1229.0 if "patch" in cell else 1000.0, "decimals": 0, "unit": "1/s"} for cell in cells]
        + [{"level": cell, "metric": "wait_type:Client", "stat": "share", "value": 40.0, "decimals": 0, "unit": "%", "denominator": "active_session_time"} for cell in cells],
        "effects": [{"metric": "tps", "level": f"after 'the' patch/{n}", "baseline": f"before/{n}", "effect_pct": 22.9, "ci_pct": [22.3, 23.4], "verdict": "better"} for n in (8, 16)],
    }  # fmt: skip
    for text in (
        "Throughput at build/clients = after 'the' patch/16 is 22.9% higher than at before/16.",
        "При build/clients = after 'the' patch/16 пропускная способность на 22,9% выше, чем при before/16.",
    ):
        assert not is_refused(text, document)
        assert is_refused(text.replace("22.9", "32.9").replace("22,9", "32,9"), document)


def test_a_difference_is_no_misprint_of_another_metrics_value() -> None:
    document: dict[str, Any] = {
        "format": "pgverdict-facts/1",
        "experiment": {"id": "load", "title": {}, "repeats": 5, "primary": "speed", "factors": [{"name": "synchronous_commit", "levels": ["on", "local"], "baseline": "on"}]},
        "metrics": [{"id": "speed", "unit": "1/s", "better": "higher", "names": {"en": ["operational speed"], "ru": ["операционная скорость"]}},
                    {"id": "pressure", "unit": "%", "better": "lower", "names": {"en": ["CPU pressure"], "ru": ["давление на процессор"]}}],
        "facts": [{"level": level, "metric": "speed", "stat": "mean", "value": value, "decimals": 0, "unit": "1/s"} for level, value in (("on", 5916), ("local", 4810))]
        + [{"level": level, "metric": "pressure", "stat": stat, "value": value, "decimals": 1, "unit": "%"} for level, mean in (("on", 17.2), ("local", 19.1)) for stat, value in (("mean", mean), ("min", 18.4))],
        "effects": [{"metric": "speed", "level": "local", "baseline": "on", "effect_pct": -18.7, "ci_pct": [-20.0, -17.4], "verdict": "worse"}],
    }  # fmt: skip
    text = "Стало хуже вот что: давление на процессор — 19,1 % при local против 17,2 % при on; операционная скорость — на 18,7 % ниже при local, чем при on."
    assert not is_refused(text, document)
    assert is_refused(text.replace("18,7", "28,7"), document)


def _compression() -> dict[str, Any]:
    """One factor with a level called "none", a metric near to a version and a model, shares, a WAL rate and counts."""
    levels = ["none", "lz4", "zstd"]
    metrics: dict[str, tuple[str, str, str, str, list[float]]] = {
        "psi": ("%", "I/O pressure", "давление на ввод-вывод", "mean", [18.5, 12.2, 9.4]),
        "tps": ("1/s", "throughput", "пропускная способность", "max", [999, 1204, 1310]),
        "network": ("%", "network", "сеть", "share", [40.0, 41.0, 43.0]),
        "locks": ("%", "locks", "блокировки", "share", [59.0, 30.0, 30.0]),
        "wal": ("MB/s", "WAL write rate", "скорость записи WAL", "mean", [8.2, 9.9, 12.2]),
        "checkpoints": ("1", "checkpoints", "контрольные точки", "count", [0, 0, 0]),
    }
    return {
        "format": "pgverdict-facts/1",
        "experiment": {
            "id": "wal_compression",
            "title": {},
            "repeats": 3,
            "primary": "tps",
            "factors": [{"name": "wal_compression", "levels": levels, "baseline": "none"}],
        },
        "metrics": [
            {"id": name, "unit": unit, "better": "none", "names": {"en": [en], "ru": [ru]}}
            for name, (unit, en, ru, _, _) in metrics.items()
        ],
        "facts": [
            {"level": level, "metric": name, "stat": stat, "value": value, "decimals": 0 if value > 100 else 1}
            for name, (_, _, _, stat, values) in metrics.items()
            for level, value in zip(levels, values, strict=True)
        ],
    }


@pytest.mark.parametrize(
    ("true", "false"),
    [
        # the version of a server and the model of a disk are no misprints of a metric's value
        ("At none the throughput was as expected. Under load was PostgreSQL `18.6`.", "I/O pressure at none is 18.6%."),
        ("На none всё было как обычно. Под нагрузкой стоял PostgreSQL `18.6`.", "Давление на ввод-вывод на none — 18,6%."),
        ("The machine at none: 8 CPU cores, a Samsung SSD 990.", "The maximum throughput at none is 990."),
        # "none of the runs", where a level is called so
        ("In none of the runs at any level was there a checkpoint.", "At zstd there were 2 checkpoints."),
        # the steps of the load are no steps between levels
        ("The limiting factor at lz4 and zstd is the network: it takes the largest share of session time and the load steps reach a plateau.", "The network has the largest share at none."),
        # a bottleneck that is named with its signs
        ("Ограничивающий фактор при wal_compression = none и при соседнем с ним lz4 — запись WAL: на ступенях нагрузки достигнуто плато.", "Скорость записи WAL выше всего при none."),
        # what announces is no hypothesis that has become a fact
        ("- Устарело. Новые данные говорят: отличие lz4 от zstd не показано и не исключено.\n- Устарело. Новые данные говорят: сравнение lz4 и none осталось нерешённым.",
         "Скорость записи WAL выше всего при none."),
    ],
)  # fmt: skip
def test_versions_plateaus_and_announcements_are_told_for_what_they_are(true: str, false: str) -> None:
    document = _compression()
    assert not is_refused(f"# Night\n\n{true}\n", document), true
    assert is_refused(f"# Night\n\n{false}\n", document), false

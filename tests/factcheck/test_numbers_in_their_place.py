"""Numbers that some fact has, held to the place where they stand: their list, their clause's level and statistic, the values beside, the setting's context."""

from __future__ import annotations

from typing import Any

import pytest

from factcheck import check
from factcheck.forms.facts import facts_of
from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused


def buffers() -> dict[str, Any]:
    return document(
        "wal_writer", "commit_siblings", None, ["2", "5", "12", "40"],
        {
            "tps": metric("1/s", "higher", 0, "throughput;TPS", "пропускная способность;TPS", {"mean": [4210, 4875, 5360, 4990], "median": [4180, 4820, 5290, 5115], "max": [4730, 5410, 6020, 5870], "min": [3120, 3660, 4040, 3310]}),
            "w_await": metric("ms", "lower", 1, "write latency", "задержка записи", {"mean": [3.4, 2.8, 6.1, 4.7], "p95": [8.6, 7.9, 21.3, 12.2], "max": [31.5, 28.4, 77.9, 40.6]}),
            "cpu_sy": metric("%", "none", 1, "system time", "системное время", {"mean": [11.8, 14.3, 16.9, 22.6], "max": [19.4, 24.1, 27.3, 35.2]}),
            "wal_mb": metric("MB/s", "none", 1, "WAL volume", "объём WAL", {"mean": [31.4, 38.9, 44.2, 40.1]}),
        },
        repeats=1, primary="tps", baseline="5", environment={"cpu_cores": 16},
        settings=[{"name": "commit_siblings", "unit": None, "min": 0, "max": 1000, "context": "user"}, {"name": "shared_buffers", "unit": "8kB", "min": 16, "max": 1073741823, "context": "postmaster"},
                  {"name": "max_wal_size", "unit": "MB", "min": 2, "max": 2147483647, "context": "sighup"}, {"name": "work_mem", "unit": "kB", "min": 64, "max": 2147483647, "context": "user"}],
    )  # fmt: skip


def grid() -> dict[str, Any]:
    means = {"lz4/8": 5120.0, "lz4/32": 9440.0, "lz4/96": 8870.0, "off/8": 4980.0, "off/32": 8730.0, "off/96": 8410.0}
    lows = {"lz4/8": 4630.0, "lz4/32": 8820.0, "lz4/96": 7950.0, "off/8": 4470.0, "off/32": 8110.0, "off/96": 7620.0}
    sizes = {"lz4/8": 212.0, "lz4/32": 371.0, "lz4/96": 655.0, "off/8": 448.0, "off/32": 793.0, "off/96": 1390.0}
    facts = [
        {"id": f"{cell}.{name}.{stat}", "level": cell, "metric": name, "stat": stat, "value": value, "unit": unit, "decimals": 0}
        for name, stat, unit, row in (("tps", "mean", "1/s", means), ("tps", "min", "1/s", lows), ("spill", "mean", "MB", sizes))
        for cell, value in row.items()
    ]  # fmt: skip
    return {
        "format": "pgverdict-facts/1",
        "experiment": {"id": "grid", "title": {}, "repeats": 1, "primary": "tps", "environment": {},
                       "factors": [{"name": "wal_compression", "levels": ["off", "lz4"], "baseline": "off"}, {"name": "clients", "levels": ["8", "32", "96"], "baseline": "8"}]},
        "metrics": [{"id": "tps", "unit": "1/s", "better": "higher", "names": {"en": ["TPS"], "ru": ["TPS"]}},
                    {"id": "spill", "unit": "MB", "better": "lower", "names": {"en": ["spilled data"], "ru": ["временные файлы"]}}],
        "facts": facts,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Throughput in the mean:\n- first run: 4,210\n- second run: 4,875\n- third run: 5,360\n- fourth run: 4,990\n",
         "Throughput in the mean:\n- first run: 4,210\n- second run: 4,875\n- third run: 5,360\n- fourth run: 5,115\n"),
        ("## Пропускная способность\n\n* два: 4210;\n* пять: 4875;\n* двенадцать: 5360;\n* сорок: 4990.\n",
         "## Пропускная способность\n\n* два: 4210;\n* пять: 4875;\n* двенадцать: 6020;\n* сорок: 4990.\n"),
    ],
)  # fmt: skip
def test_a_list_of_levels_tells_one_statistic(true: str, false: str) -> None:
    assert not is_refused(true, buffers())
    assert is_refused(false, buffers())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("At 12 the mean write latency shoots up to 6.1 ms.", "At 12 the mean write latency shoots up to 21.3 ms."),
        ("При 5 средняя задержка записи составила 2,8 мс.", "При 5 средняя задержка записи составила 7,9 мс."),
        ("At 5 the system time peaks at 24.1%.", "At 5 the peak of the system time was 14.3%."),
        ("Системное время при 12: пиковое значение составило 27,3%.", "Системное время при 12: пиковое значение составило 16,9%."),
    ],
)  # fmt: skip
def test_a_value_is_of_the_statistic_named_before_it(true: str, false: str) -> None:
    assert not is_refused(true, buffers())
    assert is_refused(false, buffers())


def test_the_highest_mean_may_be_called_a_peak() -> None:
    assert not is_refused("The system time peaks at 40 with 22.6%.", buffers())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("The lowest p95 of the write latency belongs to 5 with 7.9 ms; 2 is next with 8.6 ms.", "The lowest p95 of the write latency belongs to 5 with 7.9 ms; 2 is next with 12.2 ms."),
        ("Throughput is best at 12; 40 follows with 4,990 TPS.", "Throughput is best at 12; 40 follows with 4,875 TPS."),
    ],
)  # fmt: skip
def test_a_value_is_of_the_level_that_its_clause_begins_with(true: str, false: str) -> None:
    assert not is_refused(true, buffers())
    assert is_refused(false, buffers())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("At 8 clients the spilled data is 448 against 212 MB.", "At 8 clients the spilled data is 448 against 371 MB."),
        ("При 32 клиентах временных файлов 793 против 371 МБ.", "При 32 клиентах временных файлов 793 против 655 МБ."),
        ("96 clients: 8,410 TPS, minimum 7,620.", "96 clients: 8,410 TPS, minimum 7,950."),
    ],
)  # fmt: skip
def test_the_values_of_a_cell_stay_in_it(true: str, false: str) -> None:
    assert not is_refused(true, grid())
    assert is_refused(false, grid())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("System time rises from 14.3% to 22.6%, that is by 58%.", "System time rises from 14.3% to 22.6%, that is by 8.3%."),
        ("Системное время выросло с 11,8 до 16,9% (на 5,1 п.п.).", "Системное время выросло с 11,8 до 16,9% (на 5,1%)."),
        ("System time was 14.3% at 5 and 22.6% at 40. It thus grew by 58%.", "System time was 14.3% at 5 and 22.6% at 40. It thus grew by 8.3%."),
        ("Throughput peaked at 6,020, 11% above the peak of 5,410.", "Throughput peaked at 6,020, 10% above the peak of 5,870."),
        ("Задержка записи снижается: 6,1 → 4,7 мс, на 23%.", "Задержка записи снижается: 6,1 → 4,7 мс, на 30%."),
        ("At 12 the WAL volume is higher by 5.3 MB/s than at 5, or 14%.", "At 12 the WAL volume is higher by 5.3 MB/s, or 21%."),
    ],
)  # fmt: skip
def test_a_percentage_follows_from_the_values_beside_it(true: str, false: str) -> None:
    assert not is_refused(true, buffers())
    assert is_refused(false, buffers())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Raise work_mem to 64MB on the fly.", "Raise shared_buffers to 12GB on the fly."),
        ("Увеличить max_wal_size до 8GB и перечитать конфигурацию.", "Увеличить shared_buffers до 8GB и перечитать конфигурацию."),
        ("Set work_mem to 64MB for a single session.", "Set max_wal_size to 8GB for a single session."),
        ("Raise shared_buffers to 12GB; this cannot be done on the fly.", "Raise shared_buffers to 12GB and reload."),
        ("shared_buffers меняется только перезапуском, а work_mem — на лету.", "work_mem меняется в сессии, а shared_buffers — на лету."),
    ],
)  # fmt: skip
def test_a_setting_takes_effect_as_its_context_allows(true: str, false: str) -> None:
    assert not is_refused(true, buffers())
    assert is_refused(false, buffers())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("On large machines go to 200.", "On large machines go to 4000."),
        ("Для больших систем попробовать 400.", "Для больших систем попробовать 4000."),
        ("Next time we will try 4000 clients.", "Next time we will try 4000."),
    ],
)  # fmt: skip
def test_an_advised_number_is_one_that_the_factor_allows(true: str, false: str) -> None:
    assert not is_refused(true, buffers())
    assert is_refused(false, buffers())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("The single slowest write (77.9 ms) was recorded at 12.", "The single slowest write (77.9 ms) was recorded at 40."),
        ("Лучший показатель, 6 020 TPS, получен при 12.", "Лучший показатель, 6 020 TPS, получен при 40."),
    ],
)  # fmt: skip
def test_an_extreme_is_of_the_level_that_attained_it(true: str, false: str) -> None:
    assert not is_refused(true, buffers())
    assert is_refused(false, buffers())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Moving from 12 to 40 costs 6.9% of throughput.", "Moving from 12 to 40 costs 7.4% of throughput."),
        ("2 is the slowest: it loses 13.6% to 5 and 21.5% to 12.", "2 is the slowest: it loses 13.6% to 5 and 27.3% to 12."),
        ("Шаг с 2 на 5 прибавляет 15,8% пропускной способности.", "Шаг с 5 на 2 отнимает 15,8% пропускной способности."),
        ("From 2 to 12 throughput rose by 27.3%, or 1.3 times as much.", "From 2 to 12 throughput rose by 27.3%, that is almost twofold."),
    ],
)  # fmt: skip
def test_a_change_has_the_base_that_is_named(true: str, false: str) -> None:
    assert not is_refused(true, buffers())
    assert is_refused(false, buffers())


def shares() -> dict[str, Any]:
    return document(
        "batches", "batch", None, ["10", "50", "250"],
        {
            "tps": metric("1/s", "higher", 0, "throughput", "пропускная способность", {"mean": [1210, 1645, 1580]}),
            "lwlock": metric("%", "none", 1, "LWLock", "LWLock", {"share": [18.4, 24.6, 31.2]}, denominator="active_time"),
            "walinsert": metric("%", "none", 1, "WALInsert", "WALInsert", {"share": [61.3, 58.9, 66.7]}, denominator="lwlock"),
            "buffermap": metric("%", "none", 1, "BufferMapping", "BufferMapping", {"share": [11.0, 11.0, 11.0]}, denominator="lwlock"),
        },
        repeats=1, primary="tps", baseline="10",
        windows=[{"level": "50", "run": 1, "kind": "drop", "metric": "tps", "starts_at": a, "ends_at": b, "depth_pct": d, "recovered_after_s": r}
                 for a, b, d, r in (("13:05", "13:09", 44.0, 210), ("13:31", "13:38", 38.5, 520))]
        + [{"level": "250", "run": 1, "kind": "drop", "metric": "tps", "starts_at": "17:40", "ends_at": "17:43", "depth_pct": 61.5, "recovered_after_s": 95}],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("At 250 the sessions spend 66.7% of their LWLock time on WALInsert.", "At 250 the sessions spend 66.7% of their active time on WALInsert."),
        ("При 50 на WALInsert приходится 58,9% времени LWLock.", "При 50 на WALInsert приходится 58,9% времени сессий."),
        ("At 50 WALInsert takes 58.9% of LWLock time.", "At 50 WALInsert takes 58.9% of active time."),
        ("BufferMapping keeps a constant 11.0% of LWLock at all three settings.", "WALInsert keeps a constant 58.9% of LWLock at all three settings."),
    ],
)  # fmt: skip
def test_a_share_is_of_its_whole_and_of_all_the_levels_it_is_told_of(true: str, false: str) -> None:
    assert not is_refused(true, shares())
    assert is_refused(false, shares())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Two drops at 50: 13:05–13:09 (44.0%, recovered after 210 s) and 13:31–13:38 (38.5%, 520 s).",
         "Two drops at 50: 13:05–13:09 (44.0%, recovered after 520 s) and 13:31–13:38 (38.5%, 210 s)."),
        ("Recovery took 95 to 520 seconds in all cases.", "Recovery took 95 to 210 seconds in all cases."),
        ("The shortest drop was also the deepest.", "The longest drop was also the deepest."),
        ("При 50 было две просадки. Вторая просадка длиннее, зато мельче первой.", "При 50 было две просадки. Вторая просадка и длиннее, и глубже первой."),
        ("Длительность второй просадки 7 минут, восстановление заняло 520 с.", "Длительность второй просадки 17 минут, восстановление заняло 520 с."),
    ],
)  # fmt: skip
def test_what_is_told_of_a_drop_is_of_that_drop(true: str, false: str) -> None:
    assert not is_refused(true, shares())
    assert is_refused(false, shares())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("At 50 WALInsert takes 58.9% of LWLock and BufferMapping another 11.0%, so 69.9% together.", "At 50 WALInsert takes 58.9% of LWLock and BufferMapping another 11.0%, so 80% together."),
        ("При 250 WALInsert и BufferMapping вместе составляют 77,7% LWLock.", "При 250 WALInsert и BufferMapping вместе составляют 88,4% LWLock."),
    ],
)  # fmt: skip
def test_shares_of_one_whole_add_up(true: str, false: str) -> None:
    assert not is_refused(true, shares())
    assert is_refused(false, shares())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("The WAL volume grew from 38.9 to 40.1 MB/s.", "The WAL volume shrank from 40.1 to 38.9 MB/s."),
        ("At 12 the throughput ranged from 4,040 to 6,020.", "At 12 the throughput ranged from 3,660 to 6,020."),
    ],
)  # fmt: skip
def test_a_way_begins_at_the_baseline_and_a_range_is_of_its_level(true: str, false: str) -> None:
    assert not is_refused(true, buffers())
    assert is_refused(false, buffers())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("At 12 throughput grew to 5,360.", "At 12 throughput grew to 4,040."),
        ("При 40 объём WAL составил 40,1 МБ/с; задержка записи снизилась до 4,7 мс.", "При 40 объём WAL составил 40,1 МБ/с; задержка записи снизилась до 40,6 мс."),
        ("At 5 no write takes longer than 28.4 ms, by the write latency.", "At 12 the write latency was never above 6.1 ms."),
        ("Nothing special on average: throughput 4,875, write latency 2.8 ms at 5.", "Nothing special on average: throughput 4,875, write latency 7.9 ms at 5."),
        ("Throughput at 12: the worst minute was 4,040.", "Throughput at 12: the worst minute was 5,290."),
        ("p95 of the write latency at 5 is 7.9 ms, and at 12 it is 21.3 ms.", "p95 of the write latency at 5 is 7.9 ms, and at 12 it is 77.9 ms."),
        ("At 12 throughput rose to 5,360, that is by 9.9%.", "At 12 throughput rose to 6,020, that is by 9.9%."),
    ],
)  # fmt: skip
def test_a_value_is_not_of_the_other_end_of_its_run(true: str, false: str) -> None:
    assert not is_refused(true, buffers())
    assert is_refused(false, buffers())


def test_the_values_of_a_list_are_columns() -> None:
    text = "Throughput, mean and maximum:\n- 2: 4,210 and 4,730\n- 5: 4,875 and 5,410\n- 12: 5,360 and {}\n- 40: 4,990 and 5,870\n"
    assert not is_refused(text.format("6,020"), buffers())
    assert is_refused(text.format("5,290"), buffers())


def test_a_range_has_both_ends_of_one_level() -> None:
    assert not is_refused("32 clients: 8,730 TPS at first, with a range from 8,110.", grid())
    assert is_refused("At 8 clients the TPS ranged from 7,950.", grid())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("work_mem takes effect immediately.", "shared_buffers = 16GB takes effect immediately."),
        ("A restart is needed for shared_buffers; a reload is not enough.", "Reload is enough for shared_buffers."),
        ("commit_siblings up to 900 is allowed.", "commit_siblings up to 2000 is allowed."),
        ("Throughput was never below 3,120 at 2.", "Throughput at 2 never fell below 3,660."),
        ("Throughput is 4,875 TPS at 5 and 4,990 TPS at 40.", "Throughput is 4,875 TPS at 5 and 5,870 TPS at 40."),
        ("Throughput is 4,875 TPS at 5 and at most 5,870 TPS at 40.", "Пропускная способность равна 4 875 TPS при 5 и 5 870 TPS при 40."),
    ],
)  # fmt: skip
def test_what_is_said_plainly_is_of_the_mean_and_of_what_is_allowed(true: str, false: str) -> None:
    assert not is_refused(true, buffers())
    assert is_refused(false, buffers())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("The drop at 13:31 was 38.5% deep.", "The drop at 13:31 was 44.0% deep."),
        ("Просадка в 17:40 длилась три минуты.", "Просадка в 17:40 длилась семь минут."),
        ("At 250 WALInsert takes two thirds of LWLock.", "At 250 WALInsert takes two thirds of all active time."),
    ],
)  # fmt: skip
def test_a_drop_by_its_start_and_a_fraction_by_its_whole(true: str, false: str) -> None:
    assert not is_refused(true, shares())
    assert is_refused(false, shares())


def vacuums() -> dict[str, Any]:
    return document(
        "autovacuum_naptime", "autovacuum_naptime", "s", ["15", "30", "60"],
        {
            "tps": metric("1/s", "higher", 0, "throughput", "пропускная способность", {"mean": [4210, 4875, 5360], "max": [4730, 5410, 6020], "min": [3120, 3660, 4040]}),
            "p99": metric("ms", "lower", 1, "p99", "p99", {"mean": [91.2, 58.4, 45.7]}),
            "io_rate": metric("MB/s", "none", 1, "write rate", "поток записи", {"mean": [61.4, 52.7, 43.8], "max": [118.6, 97.3, 71.2]}),
            "vac_time": metric("min", "lower", 1, "autovacuum run time", "время работы автовакуума", {"duration": [38.4, 34.1, 27.6]}),
            "vac_runs": metric("1", "none", 0, "autovacuum runs", "проходы автовакуума", {"count": [46, 43, 39]}),
        },
        repeats=1, primary="tps", baseline="60",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("При 30 пропускная способность гуляла между 3660 и 5410.", "При 30 пропускная способность гуляла между 3660 и 6020."),
        ("## autovacuum_naptime = 30\n\n- Автовакуум запускался 43 раза.", "При 30 проходы автовакуума случались 46 раз."),
        ("## autovacuum_naptime = 15\n\n- p99 взлетает до 91,2 мс — вдвое выше базового.", "## autovacuum_naptime = 30\n\n- p99 взлетает до 91,2 мс — вдвое выше базового."),
        ("## autovacuum_naptime = 60\n\n- Поток записи 43,8 МБ/с.\n- Здесь же и абсолютный максимум, 6 020.", "## autovacuum_naptime = 60\n\n- Поток записи 43,8 МБ/с.\n- Здесь же и абсолютный максимум потока записи."),
        ("## autovacuum_naptime = 15\n\n- Пропускная способность в среднем 4210, на пике — под пять тысяч.", "## autovacuum_naptime = 15\n\n- Пропускная способность 4210 на пике."),
        ("## autovacuum_naptime = 30\n\n- Проходов автовакуума 43, самый долгий тянулся минуту.", "## autovacuum_naptime = 30\n\n- Проходов автовакуума 43, самый большой показатель."),
    ],
)  # fmt: skip
def test_a_number_is_a_range_a_count_or_a_value_of_its_own_level(true: str, false: str) -> None:
    assert not is_refused(true, vacuums())
    assert is_refused(false, vacuums())


def queues() -> dict[str, Any]:
    return document(
        "commit_delay", "commit_delay", "us", ["0", "100", "400", "1600"],
        {
            "tps": metric("1/s", "higher", 0, "throughput", "пропускная способность", {"mean": [5360, 5290, 4875, 4210], "slope": [-1.2, -2.8, -6.4, -9.1]}),
            "latency": metric("ms", "lower", 1, "latency", "задержка", {"mean": [2.8, 3.4, 4.7, 6.1], "p99": [12.2, 18.6, 34.1, 58.8]}),
            "wait": metric("%", "lower", 1, "CPU wait", "ожидание процессора", {"mean": [3.4, 5.2, 8.8, 12.6]}),
            "samples": metric("1", "none", 0, "samples of sessions", "выборки сессий", {"count": [7182, 7168, 7190, 7201]}),
        },
        repeats=1, primary="tps", baseline="0",
        correlations=[("tps", "latency", "pearson", [-0.31, -0.42, -0.66, -0.82]), ("tps", "wait", "pearson", [-0.24, -0.37, -0.71, -0.58])],
        effects=[(m, level, "0", pct, None, None, "single_run") for m, level, pct in (("tps", "100", -1.3), ("tps", "400", -9.0), ("tps", "1600", -21.5), ("latency", "400", 67.9))],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Задержка при 1600 больше; при нуле она равна 2,8 мс.", "Задержка при 1600 больше; при нуле она равна 4,7 мс."),
        ("## commit_delay = 400\n\n- Корреляция пропускной способности с задержкой усиливается до -0,66, с ожиданием процессора — до -0,71.",
         "## commit_delay = 400\n\n- Корреляция пропускной способности с задержкой усиливается до -0,95, с ожиданием процессора — до -0,71."),
        ("При 400 из 7190 выборок сессий 1774 пришлись на IO.", "При 400 выборок сессий 7168."),
        ("100 опережает 400 и в p99 задержки.", "400 опережает 100 и в p99 задержки."),
        ("При 400 p99 задержки вышел за 30 мс.", "При 100 p99 задержки вышел за 30 мс."),
        ("Снижение пропускной способности заметно при 400 и 1600, для 100 (−1,3%) оно мало.", "Снижение пропускной способности заметно при 400 и 1600, для 100 (−9,0%) оно мало."),
        ("Падение пропускной способности со временем сильнее всего при 1600 (−9,1).", "Падение пропускной способности со временем сильнее всего при 1600 (−6,4)."),
        ("- Связь пропускной способности с задержкой при 0 слабая (-0,31).\n- С каждым шагом она усиливается; связь пропускной способности с ожиданием процессора ведёт себя иначе.",
         "- Связь пропускной способности с ожиданием процессора усиливается с каждым шагом."),
    ],
)  # fmt: skip
def test_a_number_is_of_the_level_the_partner_and_the_threshold_that_are_meant(true: str, false: str) -> None:
    assert not is_refused(true, queues())
    assert is_refused(false, queues())


def test_the_greatest_gain_is_no_greatest_value() -> None:
    assert not is_refused("Самый большой выигрыш дал переход от 100 к 400.", queues())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Latency: 2.8, 3.4, 4.7 and 6.1 ms.", "Latency: 2.8, 4.7, 3.4 and 6.1 ms."),
        ("Корреляция пропускная способность–задержка при 400: -0,66, пропускная способность–ожидание процессора: -0,71.",
         "Корреляция пропускная способность–задержка при 400: -0,71, пропускная способность–ожидание процессора: -0,66."),
        ('1600 against 0: -21.5%, verdict "single run".', '1600 against 0: -31.5%, verdict "single run".'),
        ("Ожидание процессора по уровням меняется от 3,4 до 12,6%.", "Задержка по уровням меняется от 2,8 до 6,1 с."),
        ("Пропускная способность при 400 ниже базовой на 9%.", "Пропускная способность при 400 ниже базовой на 19%."),
    ],
)  # fmt: skip
def test_a_row_a_pair_and_a_change_keep_their_order_their_metrics_and_their_unit(true: str, false: str) -> None:
    assert not is_refused(true, queues())
    assert is_refused(false, queues())


def test_a_duration_is_no_count() -> None:
    assert not is_refused("При 0 набрано 7182 выборки сессий.", queues())
    assert is_refused("При 0 задержка p99 равна 7182 мс.", queues())


def test_what_goes_on_in_a_state_does_not_go_along_the_levels() -> None:
    def along(text: str) -> bool:
        return any(
            claim.why.en.startswith("Along the levels") for claim in check(text, facts_of(queues()), strict=True).claims
        )

    assert not along("The limiting factor at 1600 is the CPU: pressure is high and latency falls at high utilisation.")
    assert along("The limiting factor at 1600 is the CPU: pressure is high and latency falls.")


def test_a_bottleneck_told_with_its_signs_stays_open() -> None:
    assert is_refused("The bottleneck is the disk.", queues())
    assert is_refused("Узкое место — диск.", queues())
    assert not is_refused("The bottleneck is the disk: pressure is high and more load brings no more work.", queues())
    assert not is_refused("Узкое место — диск: давление высокое, очередь растёт.", queues())

"""Right numbers told in a role that they have not: of another statistic, denominator, base or measure."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused
from tests.factcheck.test_numbers_in_their_place import buffers


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("At 12 a typical write takes 6.1 ms.",
         "At 12 a typical write takes 21.3 ms."),
        ("With commit_siblings at 40 write latency is 4.7 ms.",
         "With commit_siblings at 40 write latency is 12.2 ms."),
        ("At 5, each write waits 2.8 ms.",
         "At 5, each write waits 28.4 ms."),
        ("At 40 write latency was 4.7 ms; at 2 it was 3.4 ms.",
         "At 40 write latency was 4.7 ms; at 2 it was 31.5 ms."),
        ("At 12 write latency stood at 77.9 ms in its worst moment.",
         "At 12 write latency stood at 6.1 ms in its worst moment."),
        ("At 40 even the slowest write took 40.6 ms.",
         "At 40 even the slowest write took 12.2 ms."),
        ("At 40 writes never took longer than 40.6 ms.",
         "At 40 writes never took longer than 12.2 ms."),
        ("At no moment did throughput drop below 4,040 TPS at 12.",
         "At no moment did throughput drop below 5,360 TPS at 12."),
        ("Under 2 the system time usually sits at 11.8%.",
         "Under 2 the system time usually sits at 19.4%."),
        ("At 12 write latency averages 6.1 ms. The 95th percentile is 21.3 ms, and at 40 it is 12.2 ms.",
         "At 12 write latency averages 6.1 ms. The 95th percentile is 21.3 ms, and at 40 it is 4.7 ms."),
        ("The write latency at 5 is normally 2.8 ms.",
         "The write latency at 5 is normally 7.9 ms."),
        ("At its fullest the CPU spent 35.2% in system time at 40.",
         "At its fullest the CPU spent 22.6% in system time at 40."),
        ("При 12 обычная запись занимает 6,1 мс.",
         "При 12 обычная запись занимает 21,3 мс."),
        ("При 40 задержка записи — 4,7 мс.",
         "При 40 задержка записи — 12,2 мс."),
        ("При 5 каждая запись ждёт 2,8 мс.",
         "При 5 каждая запись ждёт 28,4 мс."),
        ("Средняя задержка записи при 40 — 4,7 мс, при 2 — 3,4 мс. При 12 она равна 6,1 мс.",
         "Средняя задержка записи при 40 — 4,7 мс, при 2 — 3,4 мс. При 12 она равна 77,9 мс."),
        ("При 12 задержка записи в худшие минуты доходит до 77,9 мс.",
         "При 12 задержка записи в худшие минуты доходит до 6,1 мс."),
        ("При 40 даже самая медленная запись занимает 40,6 мс.",
         "При 40 даже самая медленная запись занимает 12,2 мс."),
        ("При 40 запись ни разу не длилась дольше 40,6 мс.",
         "При 40 запись ни разу не длилась дольше 12,2 мс."),
        ("При 12 пропускная способность ни разу не опускалась ниже 4040 TPS.",
         "При 12 пропускная способность ни разу не опускалась ниже 5360 TPS."),
        ("Как правило, системное время при 2 держится на 11,8%.",
         "Как правило, системное время при 2 держится на 19,4%."),
        ("На пике системное время при 12 составляло 27,3%.",
         "На пике системное время при 12 составляло 16,9%."),
        ("При 40 никто не ждал записи больше 40,6 мс.",
         "При 40 никто не ждал записи больше 12,2 мс."),
        ("Рядовая запись при 5 ждёт 2,8 мс.",
         "Рядовая запись при 5 ждёт 7,9 мс."),
        ("В самый тяжёлый момент при 2 задержка записи равнялась 31,5 мс.",
         "В самый тяжёлый момент при 2 задержка записи равнялась 3,4 мс."),
    ],
)  # fmt: skip
def test_a_percentile_or_an_extreme_is_told_as_one(true: str, false: str) -> None:
    assert not is_refused(true, buffers())
    assert is_refused(false, buffers())


def test_a_percentile_may_be_named_before_its_values() -> None:
    assert not is_refused("The 95th percentile tells more. At 5 it is 7.9 ms, at 12 it is 21.3 ms.", buffers())
    assert not is_refused("Хвост задержки записи ведёт себя иначе. При 5 он равен 7,9 мс, при 12 — 21,3 мс.", buffers())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("At 12 write latency is 6.1 ms, 2.2 times that at 5.",
         "At 12 write latency is 6.1 ms, 3.1 times that at 5."),
        ("At 40 system time stands at 22.6%, almost twice the 2 figure.",
         "At 40 system time stands at 22.6%, three times the 2 figure."),
        ("At 12 write latency grows to 6.1 ms, more than twice the default.",
         "At 12 write latency grows to 6.1 ms, four times the default."),
        ("At 2 WAL volume is 31.4 MB/s, a fifth less than at 5.",
         "At 2 WAL volume is 31.4 MB/s, a third less than at 5."),
        ("At 12 p95 write latency reaches 21.3 ms, three and a half times its mean.",
         "At 12 p95 write latency reaches 21.3 ms, seven times its mean."),
        ("At 12 the mean write latency is 6.1 ms, or 29% of its p95.",
         "At 12 the maximum write latency is 77.9 ms, or 40% of its mean."),
        ("Write latency more than doubles to 6.1 ms at 12.",
         "Write latency quadruples to 6.1 ms at 12."),
        ("At 40 throughput is 4,990 TPS, 7% less than at 12.",
         "At 40 throughput is 4,990 TPS, 17% less than at 12."),
        ("At 12 throughput reaches 5,360 TPS. That is about a tenth more than at 5.",
         "At 12 throughput reaches 5,360 TPS. That is a third more than at 5."),
        ("At 12 the WAL volume is 44.2 MB/s, 41% more than at 2.",
         "At 12 the WAL volume is 44.2 MB/s, 14% more than at 2."),
        ("При 12 задержка записи — 6,1 мс, вдвое с лишним больше, чем при 5.",
         "При 12 задержка записи — 6,1 мс, вчетверо больше, чем при 5."),
        ("При 40 системное время составляет 22,6%, почти вдвое больше, чем при 2.",
         "При 40 системное время составляет 22,6%, почти втрое больше, чем при 2."),
        ("При 12 p95 задержки записи достигает 21,3 мс, что в 2,7 раза больше, чем при 5.",
         "При 12 p95 задержки записи достигает 21,3 мс, что в 4,1 раза больше, чем при 5."),
        ("При 2 объём WAL равен 31,4 МБ/с, на пятую часть меньше, чем при 5.",
         "При 2 объём WAL равен 31,4 МБ/с, наполовину меньше, чем при 5."),
        ("При 12 пропускная способность — 5360 TPS. Это на 10% больше, чем при 5.",
         "При 12 пропускная способность — 5360 TPS. Это на 27% больше, чем при 5."),
        ("При 12 p95 задержки записи — 21,3 мс, в три с половиной раза выше среднего.",
         "При 12 p95 задержки записи — 21,3 мс, в семь раз выше среднего."),
        ("Задержка записи при 12 выросла более чем вдвое, до 6,1 мс.",
         "Задержка записи при 12 выросла впятеро, до 6,1 мс."),
        ("При 40 пропускная способность 4990 TPS, на 7% хуже, чем при 12.",
         "При 40 пропускная способность 4990 TPS, на 19% хуже, чем при 12."),
        ("При 12 системное время — 16,9%, в полтора раза больше, чем при 2.",
         "При 12 системное время — 16,9%, в два с половиной раза больше, чем при 2."),
        ("При 12 задержка записи 6,1 мс, что в 2,2 раза хуже базовой.",
         "При 12 задержка записи 6,1 мс, что в 3,9 раза хуже базовой."),
    ],
)  # fmt: skip
def test_an_amount_is_of_the_value_that_it_stands_with(true: str, false: str) -> None:
    assert not is_refused(true, buffers())
    assert is_refused(false, buffers())


def links() -> dict[str, Any]:
    return document(
        "io_depth", "effective_io_concurrency", None, ["1", "8", "64"],
        {
            "qps": metric("1/s", "higher", 0, "throughput;queries per second", "пропускная способность", {"mean": [812, 1240, 1410], "r_squared": [0.12, 0.37, 0.79], "slope": [-0.2, 1.1, -2.4]}),
            "stall": metric("ms", "lower", 1, "lock wait;lock waits", "ожидание блокировок", {"mean": [4.1, 6.6, 9.8], "max": [22, 31, 58]}),
            "miss": metric("%", "lower", 1, "cache misses", "промахи кэша", {"mean": [12.4, 9.1, 8.8]}),
        },
        repeats=1, primary="qps", baseline="1",
        correlations=[("qps", "stall", "pearson", [-0.28, -0.46, -0.87]), ("qps", "miss", "pearson", [-0.53, -0.33, -0.19])],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("At 64 throughput correlates with lock waits (-0.87), a strong link.",
         "At 64 throughput correlates with lock waits (-0.87). Hence 87% of the performance is eaten by locks."),
        ("At 8 the trend of throughput has R² = 0.37.",
         "At 8 the trend of throughput has R² = 0.37: throughput was stable for 37% of the run."),
        ("At 64 R² of the throughput trend is 0.79, so the line explains 79% of the variance.",
         "At 64 R² of the throughput trend is 0.79, so 79% of the queries got slower."),
        ("At 1 the correlation of throughput with cache misses is -0.53.",
         "At 1 the correlation of throughput with cache misses is -0.53; in other words, more than half of the slowdown, 53%, is due to the misses."),
        ("Cache misses at 1 are 12.4%.",
         "At 64 lock waits take 87% of the performance away."),
        ("При 64 корреляция пропускной способности с ожиданием блокировок равна -0,87.",
         "При 64 корреляция пропускной способности с ожиданием блокировок -0,87, то есть 87% потерь вызваны блокировками."),
        ("При 8 R² тренда пропускной способности 0,37.",
         "При 8 R² тренда пропускной способности 0,37, значит, 37% времени система деградировала."),
        ("При 1 корреляция пропускной способности с промахами кэша -0,53.",
         "При 1 корреляция пропускной способности с промахами кэша -0,53. Получается, промахи кэша отъедают 53% производительности."),
        ("При 64 R² тренда равен 0,79: прямая объясняет 79% разброса пропускной способности.",
         "При 64 R² тренда пропускной способности 0,79: 79% запросов замедлились."),
        ("При 8 связь пропускной способности с ожиданием блокировок умеренная, -0,46.",
         "При 8 связь пропускной способности с ожиданием блокировок -0,46, поэтому почти половина потерь производительности приходится на блокировки."),
        ("При 64 промахи кэша составляют 8,8%.",
         "При 64 ожидание блокировок забирает 87% производительности."),
        ("При 8 промахи кэша связаны с пропускной способностью слабо, -0,33.",
         "При 8 корреляция с промахами кэша -0,33: треть потерь пропускной способности объясняется ими."),
    ],
)  # fmt: skip
def test_a_coefficient_is_no_share(true: str, false: str) -> None:
    assert not is_refused(true, links())
    assert is_refused(false, links())


def waits() -> dict[str, Any]:
    rows: dict[tuple[str, str, str, str | None], list[float]] = {
        ("tps", "mean", "1/s", None): [2310, 5480, 5120], ("mem", "mean", "GB", None): [4.2, 6.9, 13.6], ("sys", "mean", "%", None): [9.6, 14.2, 21.5],
        ("lwlock", "share", "%", "waits"): [11.8, 27.4, 46.1], ("io", "share", "%", "waits"): [62.5, 41.3, 20.7],
        ("walinsert", "share", "%", "lwlock"): [38.2, 51.6, 64.9], ("fileread", "share", "%", "io"): [71.3, 66.4, 59.8],
        ("spin", "share", "%", "sys"): [12.7, 31.9, 48.3], ("spin", "share", "%", "cpu_time"): [1.2, 4.5, 10.4],
    }  # fmt: skip
    names = {
        "tps": ("throughput", "пропускная способность"), "mem": ("memory in use", "занятая память"), "sys": ("system CPU", "системное время CPU"), "lwlock": ("LWLock", "лёгкие блокировки"),
        "io": ("IO", "ввод-вывод"), "walinsert": ("WALInsert", "WALInsert"), "fileread": ("DataFileRead", "DataFileRead"), "spin": ("spinlocks", "спинлоки"),
    }  # fmt: skip
    levels = ["8", "32", "128"]
    facts = [
        {"id": f"{level}.{name}.{stat}@{of}", "level": level, "metric": name, "stat": stat, "value": value, "unit": unit, "decimals": 1} | ({"denominator": of} if of else {})
        for (name, stat, unit, of), values in rows.items() for level, value in zip(levels, values, strict=True)
    ]  # fmt: skip
    windows = [
        {"level": "128", "run": 3, "kind": "drop", "metric": "tps", "starts_at": start, "ends_at": end, "depth_pct": depth, "recovered_after_s": back}
        for start, end, depth, back in (("14:10", "14:22", 41.0, 200), ("14:50", "14:56", 22.0, 90))
    ]  # fmt: skip
    return {
        "format": "pgverdict-facts/1", "facts": facts, "windows": windows,
        "experiment": {"id": "waits", "title": {}, "repeats": 1, "primary": "tps", "environment": {"cpu_cores": 16, "ram_gb": 64, "duration_min": 90},
                       "factors": [{"name": "connections", "levels": levels, "baseline": "8"}]},
        "metrics": [{"id": name, "unit": next(u for (m, _, u, _), _ in rows.items() if m == name), "names": {"en": [en], "ru": [ru]}} for name, (en, ru) in names.items()],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("At 128 WALInsert makes up 64.9% of LWLock waits.",
         "At 128 WALInsert makes up 64.9% of all waits."),
        ("At 8 IO leads with 62.5% of all waits; DataFileRead is 71.3% of it.",
         "At 8 IO leads. The main event is DataFileRead: 71.3% of all waiting time."),
        ("At 128 spinlocks take 48.3% of system CPU.",
         "At 128 spinlocks take 48.3% of the whole CPU."),
        ("At 32 spinlocks take 4.5% of the CPU time.",
         "At 32 spinlocks burn 31.9% of all processor time."),
        ("At 128 the two drops lasted 18 minutes together, a fifth of the run.",
         "At 128 the two drops lasted 18 minutes together, almost half of the run."),
        ("At 32 LWLock stands at 27.4% of all waits.",
         "At 32 WALInsert leads. It accounts for 51.6% of everything the sessions wait for."),
        ("At 8 6.6% of the memory is used: 4.2 GB.",
         "At 8 4.2 GB are used, a quarter of all memory."),
        ("При 128 на WALInsert приходится 64,9% LWLock.",
         "При 128 на WALInsert приходится 64,9% всех ожиданий."),
        ("При 8 лидирует ввод-вывод, 62,5% всех ожиданий.",
         "При 8 лидирует ввод-вывод. Главное событие — DataFileRead, на него уходит 71,3% всего времени ожиданий."),
        ("При 128 спинлоки занимают 48,3% системного времени CPU.",
         "При 128 спинлоки занимают 48,3% всего процессора."),
        ("При 32 спинлоки съедают 4,5% времени процессора.",
         "При 32 спинлоки съедают 31,9% всего процессорного времени."),
        ("При 128 две просадки заняли 18 минут, пятую часть прогона.",
         "При 128 две просадки заняли 18 минут, половину прогона."),
        ("При 32 лёгкие блокировки дают 27,4% всех ожиданий.",
         "При 32 впереди WALInsert. На него приходится 51,6% всех ожиданий сервера."),
        ("При 8 занято 4,2 ГБ, меньше десятой части памяти.",
         "При 8 занято 4,2 ГБ, четверть всей памяти."),
    ],
)  # fmt: skip
def test_a_share_is_of_the_whole_that_is_said(true: str, false: str) -> None:
    assert not is_refused(true, waits())
    assert is_refused(false, waits())


def test_a_reduction_is_what_is_saved() -> None:
    assert not is_refused("The maximum of the write latency fell from 31.5 to 28.4 ms, a reduction of 10%.", buffers())
    assert is_refused("The maximum of the write latency fell from 31.5 to 28.4 ms, a reduction of 90%.", buffers())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Write latency doubles, from 2.8 to 6.1 ms.",
         "Write latency quadruples, from 2.8 to 6.1 ms."),
        ("A write takes 6.1 ms at 12 versus 2.8 ms at 5, a twofold difference.",
         "A write takes 6.1 ms at 12 versus 2.8 ms at 5, a fivefold difference."),
        ("System time rises from 11.8 to 22.6%, by 10.8 points, or by 92%.",
         "System time rises from 11.8 to 22.6%, by 10.8 points, or by 48%."),
        ("Throughput: the step from 2 to 5 brings 16%, from 5 to 12 about 10%.",
         "Throughput: the step from 2 to 5 brings 16%, from 5 to 12 about 21%."),
        ("The loss from 12 to 40 amounts to 370 TPS, or 6.9%.",
         "The loss from 12 to 40 amounts to 370 TPS, or 7.4%."),
        ("Задержка записи выросла вдвое с лишним, с 2,8 до 6,1 мс.",
         "Задержка записи выросла впятеро, с 2,8 до 6,1 мс."),
        ("Системное время растёт с 11,8 до 22,6%, на 10,8 процентного пункта, или на 92%.",
         "Системное время растёт с 11,8 до 22,6%, на 10,8 процентного пункта, или на 48%."),
        ("Пропускная способность: шаг с 2 на 5 даёт 16%, с 5 на 12 — около 10%.",
         "Пропускная способность: шаг с 2 на 5 даёт 16%, с 5 на 12 — около 21%."),
    ],
)  # fmt: skip
def test_an_amount_is_of_the_two_values_or_levels_beside_it(true: str, false: str) -> None:
    assert not is_refused(true, buffers())
    assert is_refused(false, buffers())


def test_points_of_a_share_are_no_percent_of_its_former_value() -> None:
    assert not is_refused("При 40 системное время поднялось до 22,6% — на 34% от прежнего значения.", buffers())
    assert is_refused("При 40 системное время поднялось до 22,6% — на 5,7% от прежнего значения.", buffers())

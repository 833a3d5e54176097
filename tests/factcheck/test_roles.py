"""Right numbers told in a role that they have not: of another statistic, denominator, base or measure."""

from __future__ import annotations

import pytest

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

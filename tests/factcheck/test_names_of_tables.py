"""What people call the levels and heads of a table: parts of a name, loanwords by their sound, nought, weekdays, rates; true statements and their false twins."""

from __future__ import annotations

import pytest

from factcheck import check
from factcheck.doubting import doubts
from factcheck.doubting.forest import Forest
from factcheck.reading.loanwords import sounds_like
from tests.factcheck.plain import facts_of_table, is_refused_of

POLICIES = """numa_policy,tps,p99_ms,remote_access_pct,startup_s
default,48200,11.4,37,9
interleave=all,51900,9.6,50,14
membind=0,33700,24.8,41,12
instance per node,57300,7.9,4,7
"""
REGIONS = """region,tps,p99 (ms),ping (ms),price_usd_h
eu-central-1 (Frankfurt),8400,34,9,0.48
us-east-1 (Virginia),8900,131,92,0.41
sa-east-1 (São Paulo),6900,310,204,0.68
"""
POOLERS = """pooler,tps,p95_ms,RSS [MB],errors
none,8900,84.0,0,312
pgbouncer,23400,18.6,14,0
pgpool-II,12700,47.5,540,27
"""
NIGHTS = """night,backup_min,wal_gb,CPU (%)
Mon,42,9.6,31
Fri,58,16.9,43
Sat,95,4.1,72
"""
DELAYS = """autovacuum_vacuum_cost_delay,tps,vacuum_min,dead_tuples_mln
0,9100,6,1.2
2ms,11600,17,1.5
100ms,7300,735,64
"""
SIZES = """dirty_background_bytes,tps,avg_latency_ms,p99_latency_ms,max_stall_s
64MB,5840,11.0,36,0.4
512MB,6090,10.5,88,3.2
1GB,5930,10.8,173,7.9
"""
MODES = """mode,connect_ms,CPU [%]
off,0.4,61
TLS 1.2,3.9,66
TLS 1.3,2.3,65
"""
LIBRARIES = """ORM,req/s,p50 (ms),p99 (ms),queries_per_req,mem_mb,LoC
raw SQL,8420,2.1,14.8,3,64,612
Django ORM,3400,4.4,21.4,7,142,236
Pony,2840,6.8,33.9,4,142,221
"""
CHECKSUMS = """checksums,pgbench tps,wal_gb_per_hour,seqscan_sec,basebackup (s)
off,18420,41.6,38.4,512
on,17910,52.0,37.9,563
"""


TWINS = (
    # parts of a level's name, in Russian by their sound; what was not changed; nought
    (POLICIES, "Interleave reaches 51,900 tps.", "Interleave reaches 33,700 tps."),
    (POLICIES, "У интерлива p99 ниже, чем у дефолта.", "У интерлива p99 выше, чем у дефолта."),
    (POLICIES, "With stock settings p99 is 11.4 ms.", "With stock settings p99 is 9.6 ms."),
    (REGIONS, "Frankfurt has a ping of 9 ms.", "Frankfurt has a ping of 92 ms."),
    (REGIONS, "Во Франкфурте tps ниже, чем в Вирджинии.", "Во Франкфурте tps выше, чем в Вирджинии."),
    (REGIONS, "Пинг до Сан-Паулу — 204 мс.", "Пинг до Сан-Паулу — 92 мс."),
    (POOLERS, "pgpool gives 12,700 tps.", "pgpool gives 23,400 tps."),
    (POOLERS, "Без пулера 312 ошибок.", "Без пулера 27 ошибок."),
    (NIGHTS, "Friday's WAL is the largest of all.", "Saturday's WAL is the largest of all."),
    (NIGHTS, "Субботний бэкап дольше пятничного.", "Пятничный бэкап дольше субботнего."),
    (DELAYS, "Дольше всего вакуум идёт при 100 мс.", "Дольше всего вакуум идёт при нулевой задержке."),
    (DELAYS, "Zero delay finishes the vacuum in 6 minutes.", "Zero delay finishes the vacuum in 17 minutes."),
    (DELAYS, "Only 100ms gets past 10 million dead tuples.", "Only 2ms gets past 10 million dead tuples."),
    (SIZES, "Going from 512MB to a gig costs 160 tps.", "Going from 512MB to a gig costs 260 tps."),
    (SIZES, "64MB has the lowest p99 of the bunch.", "1GB has the lowest p99 of the bunch."),
    (MODES, "With TLS 1.2 connecting takes longer than with 1.3.", "With TLS 1.3 connecting takes longer than with 1.2."),
    # heads: rates, what stands in one word, the middle percentile, an amount in a time
    (LIBRARIES, "Django ORM handles 3,400 requests per second.", "Django ORM handles 2,840 requests per second."),
    (LIBRARIES, "raw SQL has the highest throughput.", "Pony has the highest throughput."),
    (LIBRARIES, "Django's median is 4.4 ms.", "Django's median is 6.8 ms."),
    (LIBRARIES, "Pony быстрее всех? Нет, у неё худшая медиана.", "У Pony лучшая медиана."),
    (CHECKSUMS, "Base backup takes 563 s with checksums on.", "Base backup takes 512 s with checksums on."),
    (CHECKSUMS, "With checksums on WAL is 52 GB per hour.", "With checksums on WAL is 41.6 GB per hour."),
    (CHECKSUMS, "The seq scan is faster with checksums on.", "The seq scan is slower with checksums on."),
)  # fmt: skip


@pytest.mark.parametrize(("table", "true", "false"), TWINS)
def test_twins(table: str, true: str, false: str) -> None:
    assert not is_refused_of(table, true)
    assert is_refused_of(table, false)


OPEN = (
    # of a part of the levels, of the second place, of what nothing takes
    (REGIONS, "None of the European regions drops below 8,000 tps."),
    (REGIONS, "За пределами Европы p99 нигде не опускается ниже 130 мс."),
    (POOLERS, "Small footprint? pgbouncer has the least RSS of the poolers."),
    (POOLERS, "Из пулеров хуже всех по tps pgpool."),
    (POLICIES, "Interleave is the next best on tps."),
    (POLICIES, "Если на ноду не разложить, выше всех tps у interleave."),
    # of a difference, what is left, a limit that is set, one metric against another
    (CHECKSUMS, "You pay 510 tps for it."),
    (MODES, "Keep it off and 39% of the CPU is left to spare."),
    (LIBRARIES, "With a p99 budget of 30 ms Pony is out."),
    (LIBRARIES, "Хвост у Pony почти впятеро длиннее её же медианы."),
    (LIBRARIES, "Per megabyte of memory raw SQL serves 132 requests a second."),
    (REGIONS, "Throughput per dollar is best in Virginia."),
    # marks that look like comparisons, what is denied, estimates
    (DELAYS, "Быстрее часа вакуум проходит на двух значениях из трёх."),
    (SIZES, "С 512 МБ до гигабайта p99 вырастает раза в два."),
    (POLICIES, "Its 50% of remote accesses did not stop interleave from beating the default on tps."),
)  # fmt: skip


@pytest.mark.parametrize(("table", "text"), OPEN)
def test_what_may_be_said_of_something_else_is_not_refused(table: str, text: str) -> None:
    assert not is_refused_of(table, text)


@pytest.mark.parametrize(
    ("russian", "latin", "alike"),
    [
        ("франкфурт", "frankfurt", True), ("вирджиния", "virginia", True), ("дефолт", "default", True), ("пинг", "ping", True), ("партиция", "partition", True), ("бэкап", "backup", True),
        ("память", "mean", False), ("больше", "balance", False), ("самый", "sum", False), ("меньше", "mean", False), ("данные", "dynamic", False),
    ],
)  # fmt: skip
def test_loanwords_are_known_by_their_sound(russian: str, latin: str, alike: bool) -> None:
    assert sounds_like(russian, latin) is alike


def test_a_refusal_of_a_table_is_doubted_by_trees_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doubts, "forest_of_tables", lambda: Forest(0.5, {"is value": 0}, [[0, 4.0, -4.0]]))
    (claim,) = (c for c in check("Frankfurt has a ping of 92 ms.", facts_of_table(REGIONS)).claims if c.doubted)
    assert claim.verdict == "unverifiable" and claim.predicate == "value" and "9" in claim.why.en
    assert any(
        c.verdict == "contradicted"
        for c in check("Frankfurt has a ping of 92 ms.", facts_of_table(REGIONS), strict=True).claims
    )
    monkeypatch.setattr(doubts, "forest_of_tables", lambda: Forest(0.5, {"is value": 0}, [[0, -4.0, 4.0]]))
    assert any(
        c.verdict == "contradicted" for c in check("Frankfurt has a ping of 92 ms.", facts_of_table(REGIONS)).claims
    )

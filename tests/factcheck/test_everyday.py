"""Plain statements as people make them of a table of results: sizes of a cache, codecs, what was got, what fell by which factor, names as spreadsheets have them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from factcheck import check
from factcheck.forms.facts import Facts, facts_of
from factcheck.forms.from_csv import facts_from_csv

_SIZES = """shared_buffers,tps,latency_avg_ms,latency_p95_ms,cache_hit_pct,reads_mb_s,cpu_pct
128MB,2410,13.3,31.2,81.4,412,48
1GB,3120,10.3,24.8,90.7,268,57
4GB,4580,7.0,15.1,97.9,74,71
8GB,4630,6.9,14.9,98.6,51,72
16GB,4410,7.3,16.4,98.8,47,74
"""
_CODECS = """wal_compression,tps,p99 latency (ms),WAL volume (GB),CPU (%)
off,9120,14.2,41.3,52
pglz,8210,19.8,24.6,71
lz4,9480,12.9,25.9,56
zstd,9050,15.1,21.8,63
"""
_POOLS = """pool_size,tps,latency_avg_ms,latency_p99_ms
10,4130,4.8,21
25,8950,5.6,24
50,11910,8.4,41
"""


@cache
def _facts(text: str, baseline: str | None = None) -> Facts:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "results.csv"
        path.write_text(text, encoding="utf-8")
        return facts_of(facts_from_csv(path, baseline=baseline))


def _refused(table: str, text: str) -> bool:
    return any(claim.verdict == "contradicted" for claim in check(text, _facts(table), strict=True).claims)


FALSE = (
    (_SIZES, "With 8GB we got 4580 tps."),
    (_SIZES, "The cache hit ratio rises steadily, from 81.4% to 97.8%."),
    (_SIZES, "The cache hit ratio peaks at 8GB."),
    (_SIZES, "Every size above 1GB has a hit ratio above 98%."),
    (_SIZES, "Reads fall by a factor of 6, from 412 to 47 MB/s."),
    (_SIZES, "Reads fall from 412 to 47 MB/s, by a factor of almost six."),
    (_SIZES, "Throughput grows by a factor of three from 128MB to 8GB."),
    (_SIZES, "CPU usage declines as the cache grows."),
    (_SIZES, "16GB lowers latency compared with 8GB."),
    (_SIZES, "Задержка минимальна при 4GB."),
    (_SIZES, "Задержка при 16GB равна 6,9 мс."),
    (_SIZES, "Средняя задержка сократилась втрое: с 13,3 до 6,9 мс."),
    (_SIZES, "На 1GB диск читает 412 МБ/с."),
    (_CODECS, "With compression disabled the server wrote 24.6 GB of WAL."),
    (_CODECS, "With lz4 we got 8210 tps."),
    (_CODECS, "При отключённом сжатии tps выше, чем с lz4."),
    (_POOLS, "The p99 latency is best with 25 connections."),
)
TRUE = (
    (_SIZES, "With 8GB we got 4630 tps."),
    (_SIZES, "The cache hit ratio rises steadily, from 81.4% to 98.8%."),
    (_SIZES, "Only 16GB has a hit ratio above 98.7%."),
    (_SIZES, "Reads fall from 412 to 47 MB/s, by a factor of almost nine."),
    (_SIZES, "Disk reads fall from 412 MB/s to 47 MB/s, by a factor of 8.8."),
    (_SIZES, "Throughput grows by a factor of 1.9 from 128MB to 8GB."),
    (_SIZES, "8GB lowers latency compared with 1GB."),
    (_SIZES, "Средняя задержка сократилась почти вдвое: с 13,3 до 6,9 мс."),
    (_SIZES, "Минимальная средняя задержка (6,9 мс) достигнута при 8GB."),
    (_SIZES, "На 128MB диск читает 412 МБ/с."),
    (_CODECS, "With compression disabled the server wrote 41.3 GB of WAL."),
    (_CODECS, "Only lz4 got past 9300 tps."),
    (_POOLS, "Between 25 and 50 you pay 2.8 ms of average latency for a third more throughput."),
    (_POOLS, "The p99 latency is best with 10 connections."),
)  # fmt: skip


@pytest.mark.parametrize(("table", "text"), FALSE)
def test_a_false_statement_of_a_table_is_refused(table: str, text: str) -> None:
    assert _refused(table, text)


@pytest.mark.parametrize(("table", "text"), TRUE)
def test_a_true_statement_of_a_table_is_not(table: str, text: str) -> None:
    assert not _refused(table, text)


def test_a_reason_in_russian_names_no_english_word_for_what_is_not_named() -> None:
    result = check("Самый большой прирост, +47%, даёт переход от 1GB к 4GB.", _facts(_SIZES))
    assert not any("this" in claim.why.ru for claim in result.claims)

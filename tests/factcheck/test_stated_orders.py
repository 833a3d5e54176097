"""Short statements that are read whole: the true one is never refused, its false twin always is."""

from __future__ import annotations

from pathlib import Path

import pytest

from factcheck import check
from factcheck.forms.facts import load_facts

# Over 1, 16 (the baseline), 64, 256: throughput 182 … 392 rises, read latency 0.84 … 14.9 rises, IOPS peaks at 64, write latency has its low at 16.
FACTS = Path(__file__).parent / "corpus" / "audited_open" / "eic_cloud_ru.facts.json"

#: (language, true, false)
TWINS = [
    ("en", "IOPS is at its highest with 64.", "IOPS is at its highest with 256."),
    ("en", "Nowhere is read latency lower than at 1.", "Nowhere is read latency lower than at 16."),
    ("en", "Judged by write latency, 16 beats 256.", "Judged by write latency, 256 beats 16."),
    ("en", "Query time: 16 > 64.", "Query time: 64 > 16."),
    ("en", "Read latency suffers on the way from 16 to 64.", "Read throughput suffers on the way from 16 to 64."),
    ("en", "Raising effective_io_concurrency invariably drives queue length up.", "Raising effective_io_concurrency invariably drives write latency up."),
    ("en", "IOPS climbs up to 64 and declines thereafter.", "IOPS climbs up to 16 and declines thereafter."),
    ("en", "Every level except 256 has a lower read latency than 256.", "Every level except 64 has a lower read latency than 64."),
    ("en", "At no step does read throughput go down.", "At no step does query time go up."),
    ("en", "From 1 to 16, read throughput goes up while query time goes down.", "From 1 to 16, query time goes up while read throughput goes down."),
    ("en", "Compared with the baseline, 64 cuts query time.", "Compared with the baseline, 64 cuts read latency."),
    ("en", "The first step changes query time more than the last.", "The last step changes query time more than the first."),
    ("ru", "Больше всего IOPS при 64.", "Больше всего IOPS при 256."),
    ("ru", "Ниже, чем при 16, задержка записи нигде не бывает.", "Ниже, чем при 64, задержка записи нигде не бывает."),
    ("ru", "По задержке чтения 16 проигрывает 1.", "По задержке чтения 1 проигрывает 16."),
    ("ru", "С ростом effective_io_concurrency длина очереди неуклонно растёт.", "С ростом effective_io_concurrency задержка записи неуклонно растёт."),
    ("ru", "После 16 падение задержки записи сменяется ростом.", "После 64 падение задержки записи сменяется ростом."),
    ("ru", "Лишь 1 удерживает задержку чтения ниже, чем 16.", "Лишь 1 удерживает задержку чтения ниже, чем 64."),
    ("ru", "Остальные уровни уступают 64 по величине IOPS.", "Остальные уровни уступают 256 по величине IOPS."),
    ("ru", "Замена 1 на 16 идёт времени запроса на пользу.", "Замена 1 на 16 идёт задержке чтения на пользу."),
    ("ru", "Минимума время запроса достигает там же, где IOPS достигает максимума.", "Минимума время запроса достигает там же, где IOPS достигает минимума."),
    ("ru", "Хуже всего задержка чтения на последнем уровне.", "Хуже всего задержка чтения на первом уровне."),
]  # fmt: skip


def _refused(language: str, text: str) -> bool:
    claims = check(f"# effective_io_concurrency\n\n{text}\n", load_facts(FACTS), language, strict=True).claims
    return any(claim.line == 3 and claim.verdict == "contradicted" for claim in claims)


@pytest.mark.parametrize(("language", "true", "false"), TWINS)
def test_the_true_twin_is_kept_and_the_false_one_refused(language: str, true: str, false: str) -> None:
    assert (_refused(language, true), _refused(language, false)) == (False, True)

"""True statements of audited articles that were refused: an everyday word for a level, who is called the main one, parts, drops, pairs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.factcheck.helpers import is_refused

_OPEN = Path(__file__).parent / "corpus" / "audited_open"


def facts_of(name: str) -> dict[str, Any]:
    """The facts of an audited article."""
    held: dict[str, Any] = json.loads((_OPEN / f"{name}.facts.json").read_text(encoding="utf-8"))
    return held


@pytest.mark.parametrize(
    ("name", "true", "false"),
    [
        ("wal_level_en", "Write latency is practically identical for minimal and replica (2.41 and 2.42 ms).", "Write latency is practically identical for logical and replica (2.41 and 2.42 ms)."),
        ("wal_level_en", "WALSync is the largest wait at all three levels.", "WALWrite is the largest wait at all three levels."),
        ("wal_level_en", "All drops went deeper than 30%.", "All drops went deeper than 36%."),
        ("ckpt_target_en", "Все просадки глубже 15%.", "Все просадки глубже 20%."),
        ("ckpt_target_en", "At 0.1 drops come every fifteen minutes.", "At 0.1 drops come every ten minutes."),
        ("ckpt_target_en", "Recovery at 0.1 cost nearly five minutes in all.", "Recovery at 0.1 cost nearly six minutes in all."),
        ("wal_level_en", "There were drops. In total, logical spent 16 minutes in crisis.", "There were drops. In total, logical spent 26 minutes in crisis."),
        ("max_wal_size_en", "The deepest drop at 1GB began at 10:31, lasted two minutes; recovery took 210 seconds.", "The deepest drop at 1GB began at 10:31, lasted two minutes; recovery took 240 seconds."),
        ("numa_ru", "В preferred скорость проседала на полторы минуты, восстановление заняло 110 секунд.", "В preferred скорость проседала на полторы минуты, восстановление заняло 210 секунд."),
        ("syncrep_modes_ru", "При off главным ожиданием становится LWLock (18,3%).", "При off главным ожиданием становится IO (2,1%)."),
        ("bgwriter_delay_ru", "Главным писателем во всех пяти прогонах остаётся checkpointer.", "Главным писателем остаются бэкенды."),
        ("bgwriter_delay_ru", "Чем реже просыпается bgwriter, тем больше буферов сбрасывают сами серверные процессы.", "Чем чаще просыпается bgwriter, тем больше буферов сбрасывают сами серверные процессы."),
        ("syncrep_modes_ru", "Скорость при local падает до 14 260 tps, то есть примерно на треть относительно off.", "Скорость при local падает до 14 260 tps, то есть примерно на четверть относительно off."),
        ("syncrep_modes_ru", "### on\n\n- 10 210 tps, медиана чуть выше среднего — 10 340.", "### on\n\n- 10 210 tps, среднее чуть ниже — 10 340."),
        ("syncrep_modes_ru", "### remote_apply\n\n- 9870 tps — самый медленный из пяти, но отрыв от on невелик.", "### on\n\n- 10 210 tps — самый медленный из пяти, но отрыв от local невелик."),
        ("pooler_clients_ru", "### 200 клиентов\n\n- 12 410 tps — на 26% больше базового уровня.", "### 200 клиентов\n\n- 12 510 tps — на 26% больше базового уровня."),
        ("pooler_clients_ru", "Наибольшая средняя производительность — 12 530 транзакций в секунду — достигнута при 400 клиентах.", "Наибольшая средняя производительность — 12 410 транзакций в секунду — достигнута при 200 клиентах."),
        ("pooler_clients_ru", "При 50 клиентах лидирует IO (41,6% всех ожиданий). С ростом нагрузки доля ввода-вывода убывает.", "При 50 клиентах лидирует IO (41,6% всех ожиданий). С ростом нагрузки доля ввода-вывода растёт."),
        ("random_page_cost_etl_en", "The p95 query time disagrees: its minimum, 12.8 s, is at 2.", "The p95 query time disagrees: its minimum, 14.5 s, is at 1.1."),
        ("random_page_cost_etl_en", "Temp files: 9.3 GB at the default against 3.5 GB at 1.1, a cut of about 62%.", "Temp files: 9.3 GB at the default against 3.5 GB at 1.1, a cut of about 42%."),
        ("wal_level_en", "The deepest crisis halved throughput.", "The deepest crisis doubled throughput."),
        ("shared_buffers_ru", "Связь TPS с w_await при 8GB высокая (-0,91) — сильнее этой связи в серии нет.", "Связь TPS с w_await при 8GB слабая (-0,91)."),
        ("random_page_cost_etl_en", "Against the default, 1.1 is 19.5% faster.", "The runtime at the default of 1.1 is fine."),
        ("random_page_cost_etl_en", "Going from 4 to 8, suite runtimes differ by three seconds.", "Going from 4 to 8, suite runtimes differ significantly."),
        ("random_page_cost_etl_en", "Take suite runtime: the pair 1.1 and 2 is subtle. The lower value wins by about 9 seconds on average, but the verdict is undecided.", "Take suite runtime: the pair 1.1 and 2 is subtle. The lower value wins by about 19 seconds on average."),
    ],
)  # fmt: skip
def test_what_is_true_is_let_be(name: str, true: str, false: str) -> None:
    assert not is_refused(true, facts_of(name))
    assert is_refused(false, facts_of(name))


@pytest.mark.parametrize(
    "text",
    [
        "### 100 клиентов\n\n- Соединения клиент ждёт в среднем 0,4 мс, это около 4% средней задержки.",
        "### 200 клиентов\n\n- Ожидание в пулере — 5,2 мс, и это уже почти треть средней задержки.",
    ],
)
def test_a_part_of_what_is_named_next(text: str) -> None:
    assert not is_refused(text, facts_of("pooler_clients_ru"))


def test_a_part_in_words_is_told_by_its_percentage_in_brackets() -> None:
    assert not is_refused("### off\n\n- Почти половина обращений к памяти (48,7%) — удалённые.", facts_of("numa_ru"))
    assert is_refused("### off\n\n- Почти половина обращений к памяти (38,7%) — удалённые.", facts_of("numa_ru"))


def test_a_span_of_the_runs_and_what_another_clause_names() -> None:
    text = "Take the suite runtime of each setting.\n\n- **4**: 498 to 522 s."
    assert not is_refused(text, facts_of("random_page_cost_etl_en"))
    text = "Для журналов и телеметрии допустим off: скорость вдвое выше базовой."
    assert not is_refused(text, facts_of("syncrep_modes_ru"))


def test_how_long_each_was_run_is_no_value_in_another_unit() -> None:
    text = "Прошёл по уровням off, local, remote_write, on и remote_apply, причём каждый гонял трижды по 25 минут."
    assert not is_refused(text, facts_of("synchronous_standby_ru"))

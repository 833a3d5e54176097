"""Ways, comparisons and limits whose levels no word names: refused only where every level that may be meant fails."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused, run, verdicts

_TPS = "tps;TPS;throughput;transactions per second", "tps;TPS;производительность;пропускная способность"
_LATENCY = "latency;response time", "задержка;время ответа"

# Two modes, which no size orders; the first is the baseline, and the slower one.
MODES = document(
    "modes", "mode", None, ["synchronous", "asynchronous"],
    {"tps": metric("1/s", "higher", 1, *_TPS, {"mean": [412.5, 4930.2]}), "latency": metric("ms", "lower", 2, *_LATENCY, {"mean": [24.1, 2.03]})},
    repeats=1, primary="tps", baseline="synchronous",
)  # fmt: skip
MODES_RU = document(
    "modes_ru", "режим", None, ["синхронный", "асинхронный"],
    {"tps": metric("1/s", "higher", 1, *_TPS, {"mean": [412.5, 4930.2]}), "latency": metric("ms", "lower", 2, *_LATENCY, {"mean": [24.1, 2.03]})},
    repeats=1, primary="tps", baseline="синхронный",
)  # fmt: skip

# Steps of tuning, each with the result of one run.
STEPS = document(
    "steps", "step", None, ["default", "cpu", "fsync=off", "commit=off", "io=2", "io=16"],
    {"tps": metric("1/s", "higher", 2, *_TPS, {"mean": [351.27, 362.81, 1402.64, 1391.18, 1366.43, 1418.95]})},
    repeats=1, primary="tps", baseline="default",
)  # fmt: skip

# Three numbered tests, the first of which has the long period between checkpoints.
TESTS = document(
    "tests", "test", None, ["Test 1", "Test 2", "Test 3"],
    {"recovery": metric("s", "lower", 2, "recovery time;recovery", "время восстановления;восстановление", {"mean": [51.64, 6.27, 4.91]})},
    repeats=1, primary="recovery", baseline="Test 1",
)  # fmt: skip

# Sizes of a pool; the errors were counted within the run, too.
POOL = document(
    "pool", "pool_size", None, ["4", "16", "64"],
    {"tps": metric("1/s", "higher", 0, *_TPS, {"mean": [1210, 2480, 3590]}), "err": metric("1", "lower", 0, "err;errors", "err;ошибок", {"count": [52, 31, 12]}),
     "requests": metric("1", "higher", 0, "requests", "запросов;запросы", {"count": [402, 1890, 2760]})},
    repeats=1, primary="tps", baseline="4",
)  # fmt: skip
POOL["facts"] += [
    {"id": f"4.err.count@{scope}", "level": "4", "metric": "err", "stat": "count", "value": value, "unit": "1", "decimals": 0, "scope": scope}
    for scope, value in (("t=4s", 17), ("t=8s", 21), ("t=16s", 38))
]  # fmt: skip

# Where the client runs by the mode of replication.
GRID = {
    "format": "pgverdict-facts/1",
    "experiment": {
        "id": "grid", "title": {}, "repeats": 1, "primary": "tps",
        "factors": [{"name": "client", "levels": ["remote", "local"], "baseline": "remote"}, {"name": "replication", "levels": ["2A", "1S+1A", "2S"], "baseline": "2A"}],
    },
    "metrics": [{"id": "tps", "unit": "1/s", "better": "higher", "names": {"en": _TPS[0].split(";"), "ru": _TPS[1].split(";")}}],
    "facts": [
        {"id": f"{cell}.tps.mean", "level": cell, "metric": "tps", "stat": "mean", "value": value, "unit": "1/s", "decimals": 0}
        for cell, value in (("remote/2A", 195), ("remote/1S+1A", 152), ("remote/2S", 148), ("local/2A", 730), ("local/1S+1A", 365), ("local/2S", 330))
    ],
}  # fmt: skip

# Only parts of the runs are held: what was reported every few seconds.
PARTS = document(
    "parts", "pool_size", None, ["4", "16"],
    {"rps": metric("1/s", "higher", 0, "rps;request rate", "rps;скорость запросов", {})},
    repeats=1, primary="rps", baseline="4",
)  # fmt: skip
PARTS["facts"] += [
    {"id": f"{level}.rps.mean@{scope}", "level": level, "metric": "rps", "stat": "mean", "value": value, "unit": "1/s", "decimals": 0, "scope": scope}
    for level, row in (("4", (18, 16, 15)), ("16", (15, 71, 73))) for scope, value in zip(("t=4s", "t=8s", "t=12s"), row, strict=True)
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("Because of the waiting throughput falls.", MODES),
        ("The server waits for the disk at every commit. Due to this wait throughput drops.", MODES),
        ("За счёт ожидания записи производительность снижается.", MODES_RU),
        ("Из-за этого ожидания и падает производительность.", MODES_RU),
        ("Throughput drops.", MODES),  # from which of the two to the other is not said
        ("Since every commit waits for the disk, throughput is lower.", MODES),
        ("## Synchronous mode\n\nThe server waits for the flush, so throughput falls and latency grows.\n", MODES),
        ("Производительность снижается, зато надёжность растёт.", MODES_RU),
        ("Задержка растёт, потому что сервер ждёт записи на диск.", MODES_RU),
        ("Latency is lower in the asynchronous mode than in the synchronous one (2.03 ms against 24.1 ms) - waiting for the disk in the synchronous mode raises the response time.", MODES),
        ("Задержка в асинхронном режиме ниже, чем в синхронном (2.03 мс против 24.1 мс) - ожидание диска в синхронном режиме увеличивает время ответа.", MODES_RU),
    ],
)  # fmt: skip
def test_a_cause_does_not_say_from_which_level_to_which(text: str, held: dict[str, object]) -> None:
    assert not is_refused(text, held)


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("Latency is higher in the asynchronous mode than in the synchronous one.", MODES),
        ("In the asynchronous mode throughput falls.", MODES),
        ("Задержка в асинхронном режиме выше, чем в синхронном.", MODES_RU),
        ("При переходе от синхронного режима к асинхронному производительность снижается.", MODES_RU),
    ],
)
def test_levels_that_are_named_are_compared(text: str, held: dict[str, object]) -> None:
    assert is_refused(text, held)


@pytest.mark.parametrize(
    "text",
    [
        "`err` grows monotonically (17 → 38): these are requests that timed out.",
        "`err` растёт монотонно (17 → 38): это запросы, отвалившиеся по таймауту.",
        "Errors rise steadily from 17 to 38 at 4.",
    ],
)
def test_a_way_with_its_own_ends_is_judged_by_these(text: str) -> None:
    assert not is_refused(text, POOL)


@pytest.mark.parametrize(
    "text",
    [
        "`err` grows monotonically (38 → 17).",
        "`err` растёт монотонно (38 → 17).",
        "Errors grow monotonically.",
        "Ошибок монотонно больше с каждым шагом: `err` монотонно растёт.",
        "`err` растёт монотонно (52 → 12).",
    ],
)
def test_a_way_whose_ends_go_the_other_way_is_refused(text: str) -> None:
    assert is_refused(text, POOL)


@pytest.mark.parametrize(
    "text",
    [
        "tps = 1366.43 - decreased, I put the old value back.",
        "tps = 1366.43 - уменьшилось, возвращаю прежнее значение.",
        "TPS 1391.18, fell a little.",
        "TPS 1391.18 — немного упал.",
        "tps = 1402.64 - выросло!",
        "TPS dropped slightly to 1391.18.",
        "TPS немного снизился до 1391.18.",
        "Got 1366.43 tps, which is worse.",
        "Получили 1366.43 tps, стало хуже.",
        "tps = 1391.18 (slightly lower than before)",
        "tps = 1366.43 - хуже, чем было.",
    ],
)
def test_a_way_beside_a_value_is_from_the_step_before(text: str) -> None:
    assert not is_refused(text, STEPS)


@pytest.mark.parametrize(
    "text",
    [
        "tps = 1418.95 - decreased.",
        "tps = 1418.95 - уменьшилось.",
        "TPS 362.81 — немного упал.",
        "TPS dropped slightly to 1402.64.",
        "TPS снизился до 1402.64.",
    ],
)
def test_a_way_beside_a_value_that_no_base_bears_out_is_refused(text: str) -> None:
    assert is_refused(text, STEPS)


@pytest.mark.parametrize(
    "text",
    [
        "При увеличении производительности увеличилась также вероятность потери данных.",
        "Вместе с производительностью снизилась надёжность хранения.",
        "With higher throughput the risk of losing data dropped.",
        "As throughput grew, the probability of data loss fell too.",
        "Рост производительности куплен ценой надёжности, которая снизилась.",
        "With it went the durability of the data, which dropped.",
    ],
)
def test_another_noun_that_grows_is_no_metric(text: str) -> None:
    assert not is_refused(text, STEPS)
    assert not is_refused(text, POOL)


@pytest.mark.parametrize(
    "text",
    [
        "При синхронной репликации TPS меньше, чем при асинхронной.",
        "TPS растёт при асинхронной репликации.",
        "TPS is lower with synchronous replication than with asynchronous.",
        "Without a standby TPS rises.",
        "TPS снижается.",  # along which of the two factors is not said
    ],
)
def test_conditions_in_words_that_are_no_level_stay_open(text: str) -> None:
    assert not is_refused(text, GRID)


def test_levels_of_a_grid_that_are_named_are_compared() -> None:
    assert is_refused("With a remote client TPS is higher with 2S than with 2A.", GRID)
    assert is_refused("У локального клиента (local) TPS при 2S выше, чем при 2A.", GRID)


@pytest.mark.parametrize(
    "text",
    [
        "- при увеличении периода контрольных точек восстановление идёт дольше",
        "- с ростом периода контрольных точек время восстановления растёт",
        "- when the checkpoint period is increased recovery takes longer",
        "- with a longer checkpoint period the recovery time grows",
        "- as the checkpoint period grows, recovery time rises",
        "- увеличение checkpoint_timeout увеличивает время восстановления",
        "- raising the checkpoint timeout increases recovery time",
        "- время восстановления растёт с объёмом журнала",
        "- recovery time grows with the amount of WAL",
        "- чем реже контрольные точки, тем дольше восстановление",
    ],
)
def test_a_parameter_that_is_no_factor_does_not_grow_along_names(text: str) -> None:
    for heading in ("", "## Test 3\n\nThe elapsed time is told by the log.\n\n"):
        assert not is_refused(f"{heading}{text}\n", TESTS)


def test_a_named_test_is_still_compared() -> None:
    assert is_refused("Recovery time is longer in Test 3 than in Test 1.", TESTS)
    assert is_refused("В Test 3 время восстановления больше, чем в Test 1.", TESTS)


@pytest.mark.parametrize(
    "text",
    [
        "Throughput falls steadily as the pool grows.",
        "С ростом пула пропускная способность последовательно снижается.",
        "TPS falls as pool_size grows.",
        "С увеличением pool_size производительность падает.",
        "Throughput keeps falling with load.",
    ],
)
def test_along_a_factor_the_way_is_refused(text: str) -> None:
    assert is_refused(text, POOL)


@pytest.mark.parametrize(
    "text",
    [
        "It is odd that TPS is limited by the network disk even at 4.",
        "TPS такой низкий даже при 4, возможно упираемся в сетевой диск.",
        "При 4 TPS упирается в сетевой диск.",
        "При 4 TPS ограничен сетевым диском.",
        "Perhaps TPS saturates at 4.",
    ],
)
def test_what_limits_stands_behind_the_word(text: str) -> None:
    assert "contradicted" not in verdicts(text, POOL, "limiting")


def test_a_rate_that_is_higher_elsewhere_was_not_at_its_ceiling() -> None:
    assert "contradicted" in verdicts("TPS saturates at 4.", POOL, "limiting")


@pytest.mark.parametrize(
    "text",
    [
        "At cpu I tuned the workers. Then I turned on aggressive settings (fsync, WAL), which gave the largest gain of TPS.",
        "При cpu я настроил процессы. Затем включил агрессивные настройки (fsync, WAL), которые дали максимальный прирост TPS.",
        "At cpu nothing changed much. Then came the radical options, which gave the best TPS.",
        "При cpu мало что изменилось. Потом я включил радикальные опции, что дало лучший TPS.",
    ],
)
def test_a_relative_clause_is_of_the_noun_before_it(text: str) -> None:
    assert not is_refused(text, STEPS)


def test_a_relative_clause_that_points_back_is_of_the_level_told() -> None:
    assert is_refused("At cpu TPS is 362.81, which is the highest of all.", STEPS)


def test_of_several_parts_of_a_run_none_stands_for_it() -> None:
    assert not is_refused("The rps rose.", PARTS)
    assert not is_refused("Скорость запросов выросла в 4,9 раза.", PARTS)
    assert not is_refused("`rps` при 16 выше, чем при 4.", PARTS)


@pytest.mark.parametrize(
    ("text", "document"),
    [
        ("The impact of the log on throughput is minimal.", MODES),
        ("Влияние журнала на производительность минимально.", MODES_RU),
        ("Разница в производительности минимальна.", MODES_RU),
    ],
)
def test_a_slight_influence_is_no_lowest_value(text: str, document: dict[str, Any]) -> None:
    assert not [claim for claim in run(text, document).claims if claim.predicate == "best"]


def test_the_lowest_value_is_still_one() -> None:
    assert is_refused("In asynchronous mode throughput is minimal.", MODES)
    assert is_refused("В асинхронном режиме производительность минимальна.", MODES_RU)


def test_a_setting_that_is_changed_to_a_number_is_no_change_of_the_metric() -> None:
    text = "При io=16 производительность немного выросла. Меняю значение параметра effective_io_concurrency на 200."
    assert not is_refused(text, STEPS)

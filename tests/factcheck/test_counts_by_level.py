"""How many drops, and of what else is counted, there are at each level, at one of them and in all: each true twin passes, each false one is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused, run

WINDOWS = [("8", "10:05", "10:12", 40.0), ("32", "11:01", "11:09", 52.0), ("32", "11:20", "11:26", 47.0), ("32", "11:40", "11:55", 66.0)]  # fmt: skip
IMPORTS: dict[str, Any] = document(
    "imports", "clients", None, ["2", "8", "16", "32"],
    {
        "rows": metric("1/s", "higher", 0, "rows per second", "строки в секунду", {"mean": [3100, 7400, 9100, 8300]}),
        "deadlocks": metric(None, "lower", 0, "deadlocks", "взаимные блокировки", {"mean": [4, 0, 3, 11]}),
        "retries": metric(None, "lower", 0, "retries", "повторные попытки", {"mean": [0, 0, 0, 0]}),
        "rotations": metric(None, "none", 0, "log rotations", "ротации журнала", {"mean": [12, 12, 12, 12]}),
        "errors": metric("1/h", "lower", 1, "checksum errors", "ошибки контрольных сумм", {"mean": [0.0, 0.0, 1.5, 2.5]}),
        "queue": metric("1", "lower", 1, "queue length", "длина очереди", {"mean": [1.5, 2.5, 4.5, 9.5]}),
    },
    repeats=1, primary="rows", baseline="2",
    windows=[{"level": level, "run": 1, "kind": "drop", "metric": "rows", "starts_at": start, "ends_at": end, "depth_pct": depth} for level, start, end, depth in WINDOWS],
)  # fmt: skip
EN, RU = "We imported a file.\n\n", "Мы загрузили файл.\n\n"


def opened(text: str) -> str:
    """A text behind an opening paragraph in its language."""
    return (EN if text.isascii() else RU) + text


DROPS = [
    # each level with its count
    ("Drops came at two settings. 8 had one and 32 three.", "Drops came at two settings. 8 had three and 32 one."),
    ("Drops came at two settings: three at 32 and one at 8.", "Drops came at two settings: two at 32 and one at 8."),
    ("Просадки были при двух значениях. При 8 одна, при 32 три.", "Просадки были при двух значениях. При 8 две, при 32 три."),
    ("Просадки были при двух значениях: три при 32 и одна при 8.", "Просадки были при двух значениях: одна при 32 и три при 8."),
    # in all, where no level is spoken of
    ("Four drops were recorded.", "Three drops were recorded."),
    ("Four drops were recorded in all.", "Five drops were recorded in all."),
    ("Зафиксировано четыре просадки.", "Зафиксировано пять просадок."),
    # at the level of the heading
    ("## clients = 32\n\nThree drops were recorded.", "## clients = 8\n\nThree drops were recorded."),
    ("## clients = 16\n\nNo drops were recorded.", "## clients = 32\n\nNo drops were recorded."),
    ("## clients = 16\n\nПросадок не зафиксировано.", "## clients = 8\n\nПросадок не зафиксировано."),
    ("## clients = 8\n\nЗафиксирована одна просадка.", "## clients = 16\n\nЗафиксирована одна просадка."),
    # none of them at any level
    ("Drops vanish at 16.", "Drops vanish at 32."),
    ("При 16 не было ни одной просадки.", "Ни в одном прогоне не было ни одной просадки."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), DROPS)
def test_drops_are_counted_by_level_and_in_all(true: str, false: str) -> None:
    assert not is_refused(opened(true), IMPORTS)
    assert is_refused(opened(false), IMPORTS)


COUNTED = [
    # so many at every level, exactly
    ("Every run had twelve log rotations.", "Every run had eleven log rotations."),
    ("Every run had more than eleven log rotations.", "Every run had more than twelve log rotations."),
    ("В каждом прогоне было двенадцать ротаций журнала.", "В каждом прогоне было одиннадцать ротаций журнала."),
    ("No run had eleven log rotations.", "No run had twelve log rotations."),
    # so many at one
    ("At 16 there were three deadlocks.", "At 16 there were four deadlocks."),
    ("Deadlocks were recorded at 32, which had eleven.", "Deadlocks were recorded at 32, which had twelve."),
    ("При 16 было три взаимные блокировки.", "При 16 было четыре взаимные блокировки."),
    # some, everywhere and only somewhere
    ("Only the 8-client level was free of deadlocks.", "Only the 16-client level was free of deadlocks."),
    ("Only 8 went without deadlocks.", "Only 32 went without deadlocks."),
    ("Deadlocks occurred at every level except 8.", "Deadlocks occurred at every level except 16."),
    ("Log rotations occurred at every level.", "Deadlocks occurred at every level."),
    ("Без взаимных блокировок обошёлся только уровень 8.", "Без взаимных блокировок обошёлся только уровень 16."),
    ("Взаимных блокировок не было только при 8.", "Взаимных блокировок не было только при 2."),
    ("Only at 8 did deadlocks vanish.", "Only at 16 did deadlocks vanish."),
    ("Deadlocks vanish at 8.", "Deadlocks vanish at 2."),
    # none at all
    ("No retries occurred at any level.", "No deadlocks occurred at any level."),
    ("None of the runs had any retries.", "None of the runs had any deadlocks."),
    ("Ни на одном уровне повторных попыток не было.", "Ни на одном уровне взаимных блокировок не было."),
    ("Ни в одном из прогонов повторных попыток не было.", "Ни в одном из прогонов взаимных блокировок не было."),
    ("Ни в одном из прогонов ни на одном уровне повторных попыток не было.", "Ни в одном из прогонов ни на одном уровне взаимных блокировок не было."),
    ("Ни в одном прогоне ни одной повторной попытки не было.", "Ни в одном прогоне ни одной взаимной блокировки не было."),
    # what has a unit, and is none at some levels
    ("At 8 there were no checksum errors.", "At 16 there were no checksum errors."),
    ("При 8 ошибок контрольных сумм не было.", "При 32 ошибок контрольных сумм не было."),
    # at the level of the heading
    ("## clients = 8\n\n- No deadlocks.", "## clients = 16\n\n- No deadlocks."),
    ("## clients = 8\n\n- Взаимных блокировок не было.", "## clients = 16\n\n- Взаимных блокировок не было."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), COUNTED)
def test_what_is_counted_is_read_like_drops(true: str, false: str) -> None:
    assert not is_refused(opened(true), IMPORTS)
    assert is_refused(opened(false), IMPORTS)


@pytest.mark.parametrize(
    "text",
    [
        # a name alone says nothing, whatever stands behind the mark
        "## clients = 8\n\n- Deadlocks: none.",
        "## clients = 8\n\nDeadlocks, the usual suspects, did not occur.",
        "## clients = 16\n\n- Drops: none.",
        "## clients = 16\n\n- Просадки: нет.",
        "Drops at 16: none.",
        "Deadlocks at 8.",
        # that they were looked for
        "We counted deadlocks at every level.",
        "Deadlocks were counted at every level.",
        "Взаимные блокировки считались на каждом уровне.",
        # an amount that is told loosely, of a part of the run, or not of the metric
        "Every run had about eleven log rotations.",
        "None of the runs had a deadlock in its first hour.",
        "At 8 two deadlocks of the old kind were feared.",
        "The deadlocks at 32 were no surprise.",
        "Deadlocks are rows that wait for each other.",
        "Взаимные блокировки при 8 никого не удивили.",
        # what is no count
        "Queue length occurred to nobody at any level.",
        # two numbers, and of which level each is stays open
        "Drops came at two settings. 8 and 32 had one and three.",
    ],
)
def test_what_may_be_meant_otherwise_stays_open(text: str) -> None:
    assert not is_refused(opened(text), IMPORTS)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Four drops were recorded.", ["windows"]),
        ("Drops came at two settings. 8 had one and 32 three.", ["windows"]),
        ("Every run had twelve log rotations.", [f"{level}.rotations.mean" for level in ("2", "8", "16", "32")]),
        ("Only the 8-client level was free of deadlocks.", [f"{level}.deadlocks.mean" for level in ("2", "8", "16", "32")]),
        ("При 16 было три взаимные блокировки.", ["16.deadlocks.mean"]),
    ],
)  # fmt: skip
def test_a_count_that_holds_is_supported_by_what_was_counted(text: str, facts: list[str]) -> None:
    claim = [claim for claim in run(opened(text), IMPORTS).claims if claim.predicate == "stated"][-1]
    assert (claim.verdict, claim.facts, claim.expected) == ("supported", facts, None)


def test_repeats_of_a_level_are_runs_too() -> None:
    repeated = {**IMPORTS, "experiment": {**IMPORTS["experiment"], "repeats": 3}}
    assert not is_refused(EN + "## clients = 8\n\nNo run had any deadlocks.", repeated)
    assert is_refused(EN + "## clients = 16\n\nNo run had any deadlocks.", repeated)
    assert is_refused(EN + "## clients = 8\n\nNo run had any deadlocks.", IMPORTS)

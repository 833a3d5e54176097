"""Turns judged measurements into verdict rows: one a run (or execution), metric and expectation, worded in both languages."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import psycopg

from expectations.checks import Check, Suite, Texts
from expectations.measuring import Measurement

#: A verdict names at most this many failing entities (devices, levels, families); the rest are counted.
NAMED_ENTITIES = 3

#: Why collectors missed a sample, as they write it down, for the Russian sentence; what a server or host said stays as it was said.
MISSED_IN_RUSSIAN = (
    (r"the collector was not given the CPU in time", "сборщику вовремя не досталось процессора"),
    (r"the server had not answered the sample before", "сервер ещё не ответил на прошлый опрос"),
    (r"the host had not answered the sample before", "хост ещё не ответил на прошлый опрос"),
    (r"the (?:server is|server went) away", "сервер недоступен"),
    (r"the host is away", "хост недоступен"),
    (r"no answer (?:of the host )?within (\d+) s", r"нет ответа за \1 с"),
    (r"the server is slow", "сервер медлит"),
    (r"the collector ended with (\d+)", r"сборщик завершился с кодом \1"),
    (r"the collector was killed by signal (\d+)", r"сборщик убит сигналом \1"),
    (r"not readable on the host", "на хосте не читается"),
    (r"not on this server", "на этом сервере этого нет"),
)


def in_russian(detail: str) -> str:
    """A detail with the collectors' reasons in Russian."""
    for pattern, words in MISSED_IN_RUSSIAN:
        detail = re.sub(pattern, words, detail)
    return detail


@dataclass(frozen=True)
class Verdict:
    """A row of quality.verdicts."""

    execution_id: int
    run_id: int | None
    metric: str | None
    suite: str
    expectation: str
    severity: str
    is_success: bool
    observed: str
    expected: str
    message_en: str
    message_ru: str


@dataclass(frozen=True)
class Judged:
    """One check's answer about one measurement; `is_success` comes from Great Expectations or from `Check.holds`."""

    check: Check
    measurement: Measurement
    value: float
    is_success: bool


def judge(suite: Suite, measurements: Iterable[Measurement]) -> list[Judged]:
    """Judges without Great Expectations, by the same bounds: what is asked right after a run."""
    return [
        Judged(check, row, row.quantities[check.column], check.holds(row.quantities[check.column]))
        for row in measurements
        for check in suite.checks
        if check.column in row.quantities
    ]


def verdicts_of(suite: Suite, judged: Sequence[Judged], names: Mapping[int, Texts]) -> list[Verdict]:
    """The verdict rows of one suite; `names` words each run ('run 7, level 64MB').

    Rows that differ only in their entity become one verdict, which fails if any of them does and names the worst.
    """
    grouped: dict[tuple[int, int | None, str | None, str], list[Judged]] = defaultdict(list)
    for item in judged:
        row = item.measurement
        grouped[row.execution_id, row.run_id, row.metric, item.check.id].append(item)
    failed = {key for key, items in grouped.items() if not all(item.is_success for item in items)}
    verdicts = []
    for key, items in grouped.items():
        execution_id, run_id, metric, check_id = key
        check = suite.check(check_id)
        if key in failed and check.graver and (execution_id, run_id, metric, check.graver) in failed:
            continue
        failures = [item for item in items if not item.is_success]
        verdicts.append(
            Verdict(
                execution_id, run_id, metric, suite.name, check_id, check.severity, not failures,
                observed=_observed(check, failures or items),
                expected=check.expected("en"),
                message_en=_message(check, failures, names.get(run_id or 0), "en"),
                message_ru=_message(check, failures, names.get(run_id or 0), "ru"),
            )
        )  # fmt: skip
    return verdicts


def silent(suite: Suite, execution_ids: Iterable[int], judged: Sequence[Judged]) -> list[Verdict]:
    """An info row for each check that applied to nothing of an execution: a check that cannot speak must be seen."""
    spoke = {(item.measurement.execution_id, item.check.id) for item in judged}
    return [
        Verdict(
            execution_id, None, None, suite.name, check.id, "info", True, "—", check.expected("en"),
            f"Does not apply, its data were not collected: {check.expects.en}",
            f"Не применимо, таких данных не собрано: {check.expects.ru}",
        )
        for execution_id in execution_ids
        for check in suite.checks
        if (execution_id, check.id) not in spoke
    ]  # fmt: skip


def _far(check: Check, value: float) -> float:
    """How far outside its bounds a value is, to name the worst first."""
    below = (check.low - value) if check.low is not None else 0.0
    above = (value - check.high) if check.high is not None else 0.0
    return max(below, above) if value == value else float("inf")


def _observed(check: Check, items: Sequence[Judged]) -> str:
    worst = max(items, key=lambda item: _far(check, item.value))
    entity = worst.measurement.entity
    return check.shown(worst.value, "en") + (f" ({entity})" if entity else "")


def _message(check: Check, failures: Sequence[Judged], name: Texts | None, language: str) -> str:
    russian = language == "ru"
    if not failures:
        return ("Соблюдается: " if russian else "Holds: ") + check.expects[language]
    ordered = sorted(failures, key=lambda item: -_far(check, item.value))
    shown, rest = ordered[:NAMED_ENTITIES], len(ordered) - NAMED_ENTITIES
    sentences = []
    for item in shown:
        row = item.measurement
        detail = row.details.get(check.column, "")
        detail = in_russian(detail) if russian else detail
        sentences.append(
            check.sentence(language, item.value, {"detail": detail, "metric": row.metric, "entity": row.entity})
        )
    text = " ".join(dict.fromkeys(sentences))
    if rest > 0:
        text += f" И ещё таких: {rest}." if russian else f" And {rest} more alike."
    return f"{name[language]}: {text}" if name else text


def run_names(connection: psycopg.Connection[Any]) -> dict[int, Texts]:
    """How each run in scope is called in sentences."""
    rows = connection.execute("select run_id, run, level, block, role from scope_peers").fetchall()
    names = {}
    for run_id, run, level, block, role in rows:
        place_en = f"Run {run}" if run is not None else f"Block {block}"
        place_ru = f"Прогон {run}" if run is not None else f"Блок {block}"
        is_sentinel = role == "sentinel"
        names[run_id] = Texts(
            f"{place_en} ({'sentinel, ' if is_sentinel else ''}level {level})",
            f"{place_ru} ({'контрольный, ' if is_sentinel else ''}уровень {level})",
        )
    return names


_COLUMNS = (
    "validation_id, execution_id, run_id, metric, suite, expectation, severity, is_success, observed, expected,"
    " message_en, message_ru"
)


def store(connection: psycopg.Connection[Any], validation_id: int, verdicts: Iterable[Verdict]) -> None:
    """Writes verdict rows."""
    with connection.cursor().copy(f"copy quality.verdicts ({_COLUMNS}) from stdin") as copy:  # type: ignore[arg-type]
        for v in verdicts:
            copy.write_row(
                (
                    validation_id, v.execution_id, v.run_id, v.metric, v.suite, v.expectation, v.severity, v.is_success,
                    v.observed, v.expected, v.message_en, v.message_ru,
                )
            )  # fmt: skip

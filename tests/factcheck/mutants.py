"""Makes true articles false, one place at a time: the generator knows the facts and never asks the checker.

Each operator yields `(line number, new line)`. A numeric operator only touches numbers that state a fact of the document
and never turns one into another fact of the same metric; a verbal one turns round a word that decides what is said.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

Place = tuple[int, str]
NUMBER = re.compile(r"(?<![\w.,])[-−+]?(?:\d{1,3}(?:[ ,\u00a0\u202f]\d{3})+|\d+)(?:[.,]\d+)?(?![\w]|[.,]\d)")


@dataclass(frozen=True)
class Mutant:
    """One falsehood: the operator, the line (from 1), and the whole text."""

    operator: str
    line: int
    text: str


def _plain(text: str) -> float | None:
    digits = re.sub(r"[ \u00a0\u202f]", "", text).replace("−", "-")
    if re.fullmatch(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?", digits) and not re.fullmatch(r"[-+]?0,\d+", digits):
        digits = digits.replace(",", "")
    try:
        return float(digits.replace(",", "."))
    except ValueError:
        return None


def _values(facts: dict[str, Any]) -> dict[float, set[str]]:
    held: dict[float, set[str]] = {}
    for fact in facts["facts"]:
        held.setdefault(round(fact["value"], fact["decimals"]), set()).add(fact["metric"])
    return held


def _percents(facts: dict[str, Any]) -> set[float]:
    exact = [effect["effect_pct"] for effect in facts["effects"] if effect["effect_pct"] is not None]
    exact += [end for effect in facts["effects"] for end in effect["ci_pct"] or []]
    return {abs(value) for value in exact} | {abs(round(value, 1)) for value in exact}


def _levels(facts: dict[str, Any]) -> set[float]:
    found = set()
    for factor in facts["experiment"]["factors"]:
        for level in factor["levels"]:
            digits = re.match(r"\d+(?:\.\d+)?", level)
            if digits:
                found.add(float(digits.group()))
    return found


def _lines(text: str) -> Iterator[tuple[int, str]]:
    fenced = False
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if number < len(lines) and re.match(r"\|[-| :]+\|$", lines[number].strip()):
            continue  # the head of a table says no value
        if line.startswith("```"):
            fenced = not fenced
        if not fenced and line.strip() and not line.startswith("#"):
            yield number, line


def _said(line: str, facts: dict[str, Any]) -> Iterator[re.Match[str]]:
    """Numbers of a line that state a fact (three significant digits, or two with a decimal: no accident)."""
    held, levels = _values(facts), _levels(facts)
    for found in NUMBER.finditer(line):
        value = _plain(found.group())
        if re.match(r"% (?:CI|interval)|[- ]?%?-(?:й|процентный)", line[found.end() :]):
            continue  # the level of an interval
        digits = re.sub(r"\D", "", found.group()).lstrip("0")
        if value is None or value not in held or value in levels or len(digits) < 2:
            continue
        yield found


def digit_changed(line: str, facts: dict[str, Any]) -> Iterator[str]:
    """Another last digit."""
    held = set(_values(facts))
    for found in _said(line, facts):
        text = found.group()
        last = max(i for i, char in enumerate(text) if char.isdigit())
        for step in (3, 4, 6):
            changed = text[:last] + str((int(text[last]) + step) % 10) + text[last + 1 :]
            if _plain(changed) not in held:
                yield line[: found.start()] + changed + line[found.end() :]
                break


def first_digit_changed(line: str, facts: dict[str, Any]) -> Iterator[str]:
    """Another first digit."""
    held = set(_values(facts))
    for found in _said(line, facts):
        text = found.group()
        first = min(i for i, char in enumerate(text) if char.isdigit())
        changed = text[:first] + str(int(text[first]) % 9 + 1) + text[first + 1 :]
        if _plain(changed) not in held:
            yield line[: found.start()] + changed + line[found.end() :]


def digits_transposed(line: str, facts: dict[str, Any]) -> Iterator[str]:
    """Two neighbouring digits exchanged."""
    held = set(_values(facts))
    for found in _said(line, facts):
        text = found.group()
        for at in range(len(text) - 1):
            if text[at].isdigit() and text[at + 1].isdigit() and text[at] != text[at + 1] and text[at + 1] != "0":
                changed = text[:at] + text[at + 1] + text[at] + text[at + 2 :]
                if _plain(changed) not in held:
                    yield line[: found.start()] + changed + line[found.end() :]
                break


_LISTED = re.compile(r"(?:\bruns|(?<!\w)прогон\w*)(?: № ?| No\. ?)? (?:\d+(?:, | and | и ))*$")


def values_swapped(line: str, facts: dict[str, Any]) -> Iterator[str]:
    """Two neighbouring values of the line exchanged (between levels, or between metrics)."""
    row = [
        found for found in _said(line, facts) if not _LISTED.search(line[: found.start()])
    ]  # the order of a list of runs says nothing
    for one, two in itertools.pairwise(row):
        if _plain(one.group()) != _plain(two.group()):
            yield line[: one.start()] + two.group() + line[one.end() : two.start()] + one.group() + line[two.end() :]


def _written_as(value: float, decimals: int, like: str) -> str:
    """A value with the marks of decimals and thousands of the number that it takes the place of."""
    text = f"{value:,.{decimals}f}" if re.search(r"\d[ ,\u00a0\u202f]\d{3}", like) else f"{value:.{decimals}f}"
    comma = re.search(r",\d{1,2}$", like) or re.search(r"\d[ \u00a0\u202f]\d{3}", like)
    return text.replace(",", " ").replace(".", ",") if comma else text


def _of_another(kept: str, other: str) -> Callable[[str, dict[str, Any]], Iterator[str]]:
    """The value of another level of the same metric, or of another metric (of the same unit) at the same level."""

    def operator(line: str, facts: dict[str, Any]) -> Iterator[str]:
        units = {metric["id"]: metric.get("unit") for metric in facts["metrics"]}
        rows = [{**fact, "unit": units[fact["metric"]]} for fact in facts["facts"] if fact.get("run") is None and fact.get("level")]  # fmt: skip
        for found in _said(line, facts):
            here = [row for row in rows if round(row["value"], row["decimals"]) == _plain(found.group())]
            alike = [
                row for row in rows
                if len(here) == 1 and all(row.get(key) == here[0].get(key) for key in (kept, "stat", "unit", "partner"))
                and row[other] != here[0][other] and round(row["value"], row["decimals"]) != _plain(found.group())
            ]  # fmt: skip
            if alike:
                chosen = random.Random(line + found.group()).choice(alike)
                told = _written_as(chosen["value"], chosen["decimals"], found.group())
                yield line[: found.start()] + told + line[found.end() :]

    return operator


of_another_level, of_another_metric = _of_another("metric", "level"), _of_another("level", "metric")


def percent_changed(line: str, facts: dict[str, Any]) -> Iterator[str]:
    """An effect or an end of its interval by another amount."""
    known = _percents(facts)
    for found in NUMBER.finditer(line):
        value = _plain(found.group())
        if value is None or abs(value) not in known or not re.match(r"[ \u00a0]?%|[^%]{0,14}%", line[found.end() :]):
            continue
        text = found.group()
        first = min(i for i, char in enumerate(text) if char.isdigit())
        changed = text[:first] + str(int(text[first]) % 9 + 1) + text[first + 1 :]
        if abs(_plain(changed) or 0) not in known:
            yield line[: found.start()] + changed + line[found.end() :]


def sign_flipped(line: str, facts: dict[str, Any]) -> Iterator[str]:
    """ "+8.6%" told as "−8.6%"."""
    known = _percents(facts)
    for found in NUMBER.finditer(line):
        text = found.group()
        value = _plain(text)
        if (
            text[0] in "+-−"
            and value is not None
            and value
            and abs(value) in known
            and re.match(r"[ \u00a0]?%", line[found.end() :])
        ):
            yield line[: found.start()] + ("−" if text[0] == "+" else "+") + text[1:] + line[found.end() :]


_UNITS = [
    (" ms", " s"),
    (" мс", " с"),
    ("МБ/с", "ГБ/с"),
    (" MB/s", " GB/s"),
    (" GB of", " MB of"),
    (" kB/s", " MB/s"),
    (" мкс", " мс"),
    (" ГБ/ч", " МБ/ч"),
]


def unit_changed(line: str, facts: dict[str, Any]) -> Iterator[str]:
    """Another unit behind the same digits."""
    ends = {found.end() for found in _said(line, facts)}
    for unit, other in _UNITS:
        for found in re.finditer(re.escape(unit) + r"(?!\w)", line):
            if found.start() in ends or found.start() - 1 in ends:
                yield line[: found.start()] + other + line[found.end() :]


def _words(pairs: list[tuple[str, str]]) -> Callable[[str, dict[str, Any]], Iterator[str]]:
    both = pairs + [(b, a) for a, b in pairs]

    def operator(line: str, facts: dict[str, Any]) -> Iterator[str]:
        for word, other in both:
            for found in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", line):
                yield line[: found.start()] + other + line[found.end() :]

    return operator


def _one_way(pairs: list[tuple[str, str]]) -> Callable[[str, dict[str, Any]], Iterator[str]]:
    def operator(line: str, facts: dict[str, Any]) -> Iterator[str]:
        for pattern, other in pairs:
            changed = re.sub(pattern, other, line, count=1)
            if changed != line:
                yield changed

    return operator


direction_flipped = _words([
    ("rose", "fell"), ("higher", "lower"), ("increases", "decreases"), ("grew", "shrank"), ("rises", "falls"), ("increased", "decreased"), ("a gain of", "a loss of"),
    ("faster", "slower"), ("smaller", "larger"), ("more than", "less than"), ("climbed", "dropped"), ("shorter", "longer"),
    ("выше", "ниже"), ("снизилась", "выросла"), ("растёт", "падает"), ("снизился", "вырос"), ("снижается", "растёт"), ("увеличилась", "уменьшилась"),
    ("прирост", "снижение"), ("упал", "вырос"), ("упала", "выросла"), ("лучше", "хуже"), ("быстрее", "медленнее"), ("сократилась", "увеличилась"), ("рост", "падение"),
    ("сократился", "увеличился"), ("короче", "длиннее"), ("уменьшается", "увеличивается"), ("better than", "worse than"), ("минус", "плюс"),
])  # fmt: skip
amount_flipped = _one_way([
    (r"(?<=% )less\b", "more"), (r"(?<=% )more\b", "less"), (r"\bup (?=\d)", "down "), (r"\bdown (?=\d)", "up "), (r"(?<!\w)больше(?!\w)(?! \d)", "меньше"), (r"(?<!\w)меньше(?!\w)(?! \d)", "больше"),
])  # fmt: skip
superlative_flipped = _words([
    ("lowest", "highest"), ("smallest", "largest"), ("fastest", "slowest"), ("Lowest", "Highest"), ("Самая низкая", "Самая высокая"), ("самая высокая", "самая низкая"),
    ("наибольшая", "наименьшая"), ("наименьшая", "наибольшая"), ("Наибольшая", "Наименьшая"), ("наибольший", "наименьший"), ("Наименьший", "Наибольший"), ("best", "worst"),
    ("лучший", "худший"), ("Лучший", "Худший"), ("максимальна", "минимальна"), ("shortest", "longest"), ("Самый быстрый", "Самый медленный"), ("Лучшая", "Худшая"),
])  # fmt: skip
mean_called_peak = _one_way([(r"\b[Mm]ean (?!latency \|)", "peak "), (r"\baverage ", "peak "), (r"(?<!\w)средней задержке", "пиковой задержке"), (r"Средняя задержка (?=снизи|сост|рав)", "Пиковая задержка "),
                             (r"в среднем ", "на пике "), (r"Средний iowait", "Пиковый iowait"), (r"(?<!\w)среднее(?!\w)", "пиковое"), (r"(?<!\w)в среднем(?!\w)", "в пике")])  # fmt: skip
extreme_exchanged = _one_way([(r"\b[Tt]he peak was", "The minimum was"), (r"\bminimum\b", "maximum"), (r"(?<!\w)максимальная(?!\w)", "минимальная"), (r"Максимальная задержка", "Минимальная задержка"),
                              (r"\b(?<!the )maximum\b", "minimum")])  # fmt: skip
noise_dropped = _one_way([
    (r"is within the noise of", "is clearly higher than at"), (r"разницы нет: по (\w+) они эквивалентны", r"разница есть: по \1 они различаются"), (r"; отличие от 2 МБ лежит в пределах шума", "; это ниже, чем при 2 МБ"),
(r"are equivalent", "differ significantly"), (r", which is within noise", ""),
    (r", это в пределах шума", ""), (r" \(в пределах шума\)", ""), (r", but (?:this|the difference) is within noise", ""), (r", но это в пределах шума", ""), (r", within noise", ""),
])  # fmt: skip
verdict_changed = _one_way([
    (r"\| better \|", "| worse |"), (r"\| undecided \|", "| better |"), (r"\| equivalent \|", "| better |"), (r"verdict is undecided", "verdict is settled: 256 MB is worse"), (r"не решена", "установлена"),
    (r"this is worse, and established", "this is better, and established"), (r"\| лучше \|", "| хуже |"), (r"\| хуже \|", "| лучше |"), (r"\| эквивалентно \|", "| лучше |"), (r"\| не решено \|", "| хуже |"),
    (r"эквивалентны", "значимо различаются"), (r"is undecided", "is established"),
])  # fmt: skip
hedge_dropped = _one_way([
    (r"may be caused by", "is caused by"), (r"Возможно, выигрыш связан с меньшим числом промахов TLB; счётчики TLB не снимались, это гипотеза", "Выигрыш вызван меньшим числом промахов TLB"), (r"may be due to", "is due to"), (r"(?<!\w)может объясняться", "объясняется"),
    (r"might explain", "explains"), (r"Вероятно, это вызвано", "Это вызвано"), (r"could be the reason", "is the reason"), (r"probably because", "because"), (r"возможно, из-за", "из-за"),
])  # fmt: skip
runs_changed = _one_way([(r"run five times", "run twelve times"), (r"прогнан\n?7 раз", "прогнан 17 раз"), (r"\b7 раз(?!\w)", "17 раз"), (r"[Оо]дин прогон", "Пять прогонов"),
                         (r"three runs", "eight runs"), (r"по пять прогонов", "по девять прогонов"), (r"six runs", "two runs"), (r"seven runs", "three runs")])  # fmt: skip
machine_changed = _one_way([(r"\b16 cores", "48 cores"), (r"\b64 GB of RAM", "512 GB of RAM"), (r"32 ядра", "96 ядер"), (r"128 ГБ памяти", "1024 ГБ памяти"), (r"4 ядра", "14 ядер"), (r"8 ГБ RAM", "80 ГБ RAM"),
                            (r"8 vCPU", "24 vCPU"), (r"24 cores", "12 cores"), (r"16 ядер", "64 ядра")])  # fmt: skip
strength_changed = _one_way(
    [
        (r"весьма высокая \(", "слабая ("),
        (r"очень высокая \(", "слабая ("),
        (r"very strong \(", "weak ("),
        (r"умеренная \(", "весьма высокая ("),
        (r"weak \(", "very strong ("),
    ]
)
ratio_changed = _one_way([(r"\b2\.8 times", "3.8 times"), (r"в 3,6 раза", "в 4,6 раза"), (r"ratio of 2\.2", "ratio of 3.2"), (r"roughly halved", "roughly doubled"), (r"в 2,4 раза", "в 3,4 раза"), (r"\b3\.1 times", "4.1 times"),
                          (r"втрое", "впятеро"), (r"в 1,9 раза", "в 2,9 раза")])  # fmt: skip
window_changed = _one_way(
    [
        (r"14:05 to 14:12", "14:05 to 15:12"),
        (r"after 2 minutes", "after 20 minutes"),
        (r"01:10[–-]01:22", "01:10–02:22"),
        (r"через 4 минуты", "через 14 минут"),
    ]
)
points_confused = _one_way([(r"(\d,\d) п\. п\.", r"\1 %"), (r"(\d\.\d) percentage points", r"\1%")])

NUMERIC: dict[str, Callable[[str, dict[str, Any]], Iterator[str]]] = {
    "digit changed": digit_changed, "first digit changed": first_digit_changed, "digits transposed": digits_transposed, "values swapped": values_swapped,
    "percent changed": percent_changed, "sign flipped": sign_flipped, "unit changed": unit_changed, "ratio changed": ratio_changed, "window changed": window_changed,
    "runs changed": runs_changed, "machine changed": machine_changed, "points confused": points_confused,
}  # fmt: skip
#: A value told of what it is not: harder, since the facts hold it.
EXCHANGED: dict[str, Callable[[str, dict[str, Any]], Iterator[str]]] = {
    "of another level": of_another_level, "of another metric": of_another_metric,
}  # fmt: skip
VERBAL: dict[str, Callable[[str, dict[str, Any]], Iterator[str]]] = {
    "direction flipped": direction_flipped, "amount flipped": amount_flipped, "superlative flipped": superlative_flipped, "mean called peak": mean_called_peak, "extreme exchanged": extreme_exchanged,
    "noise dropped": noise_dropped, "verdict changed": verdict_changed, "hedge dropped": hedge_dropped, "strength changed": strength_changed,
}  # fmt: skip


def mutants(
    text: str, facts: dict[str, Any], operators: dict[str, Callable[[str, dict[str, Any]], Iterator[str]]]
) -> Iterator[Mutant]:
    """All mutants of an article under these operators."""
    lines = text.split("\n")
    for name, operator in operators.items():
        for number, line in _lines(text):
            for changed in operator(line, facts):
                yield Mutant(name, number, "\n".join([*lines[: number - 1], changed, *lines[number:]]))

"""Has a model put an article's statements as formulas: what it is shown, how it is asked, and what of its answer is usable.

The model sees the article and the names of metrics, levels and statistics, never a value, so it cannot choose a reading by
what comes out true. What it answers is text by a stranger: one JSON object a line, anything else is dropped.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from factcheck.binding.vocabulary import Vocabulary

CHUNK = 1_600  # characters of the article that are asked of at once
BEFORE = 1_000  # characters before them that are shown for what they lean on
MOST_CHUNKS = 400
MOST_STATEMENTS = 200  # of one answer

LANGUAGE = """\
You put the statements of a benchmark article as formulas over its facts. You do not see the facts' values and do not judge: you only translate what is said, true or not.

Answer with one JSON object a line and nothing else:
{"line": 12, "quote": "exact words of that line", "formula": "…"}

Every formula is true or false. The language is a small part of Python's:
value(metric, level, stat="mean", partner=None, scope=None)   one fact; partner for correlations, scope for a window or load step
values(metric, stat="mean", levels=levels)   a metric along the levels in their order; levels, baseline, default, repeats are names
correlation(metric, partner, level)
runs(metric, level)   each single run of a level, in order: all(a < b for a, b in zip(runs("tps", "8"), runs("tps", "4")))
change(a, b)   percent from a to b (negative for a fall);  share(a, b)   a in percent of b;  a / b   how many times
highest(metric, stat, levels), lowest(...)   the level where it is greatest, least: highest("tps") == "100"
rises(values(...)), falls(values(...)), flat(values(...))
about(a, b), much(a, b)   near each other; a much more than b
level_of_highest(… for l in levels), level_of_lowest(…)   the same of any expression
strong(r), moderate(r), weak(r)   of a correlation (strength is abs(correlation(…)));  spread(metric, level)   in percent of the mean;  steady(metric, level)   stable within a level
sum, mean, max, min, abs, len of lists;  pairs(list)   neighbours;  others("50")   all levels but these;  where("nvme")   cells of a grid
all(… for l in levels), any(… for l in levels), count(… for l in levels)
drops(level)   how many;  drop_minutes(level), drop_depths(level), recovery_minutes(level), drop_starts(level), drop_ends(level)   lists in order of time; recovered(level)   after how many the speed came back; without a level over all
verdict(metric, level, baseline)   better, worse, equivalent, undecided, single_run, drifting, invalid;  effect(…) in percent, interval(…) its two ends, p_value(…)
setting(name, "min"|"max"|"context"), environment(name)
and or not == != < > <= >= in + - * /, indexes, slices, lists, comprehensions; (a > b) == (c > d) where two things go the same way.

A number of the text stands in quotes as it is written there, unit included: value("r_await", "50") == "13,8 ms", change(value("tps", "1"), value("tps", "4")) == "41%", value("tps", "8") / value("tps", "1") == "4.7".
Units are converted by themselves: never multiply by 60 or 1000. A fall of 41% is change(…) == "-41%". "More than 40" is > "40". A word that is a number is a number: "doubles" is == 2, "nearly doubles" is about(…, 2), "halves" is == 0.5.
Metrics, levels and statistics are written as they are listed ("share of …" with its whole). Take the meaning from the context: headings, list parents, the sentences before, pronouns, what is left out.

One formula for each statement, as narrow as it is said: a sentence that says that speed rose, by how much, and that latency was lowest makes three. A quote holds only the words of its statement and stands in its line exactly so.
Translate what the words say and nothing more: "rises" over a range is rises(values(…)), "from 50 to 100 it rises" is value(…, "100") > value(…, "50"), "grows all the way, but for the last step" is two formulas.
Leave out what these facts cannot express: causes, guesses, recommendations, plans, questions, what somebody else says, and whatever you are not sure how to read.
"""


class Asks(Protocol):
    """Something that answers a prompt; None when it does not."""

    def __call__(self, system: str, user: str) -> str | None: ...


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement as a model put it; `line` counts from 1."""

    line: int
    start: int
    end: int
    quote: str
    formula: str


def statements_of(article: list[str], vocabulary: Vocabulary, ask: Asks) -> Iterator[Statement]:
    """The statements of an article's lines, as far as the model's answers are usable."""
    heads = described(vocabulary)
    for first, last in _chunks(article):
        answer = ask(LANGUAGE, f"{heads}\n{_shown(article, first, last)}")
        if answer is not None:
            yield from _read(answer, article, first, last)


def described(vocabulary: Vocabulary) -> str:
    """The names that formulas may use, without a single measured value."""
    facts = vocabulary.facts
    rows = []
    for factor in facts.experiment.factors:
        marks = [
            f"{what} {text}" for what, text in (("baseline", factor.baseline), ("default", factor.default)) if text
        ]
        rows.append(f"factor {factor.name}" + (f" ({', '.join(marks)})" if marks else ""))
    rows.append("levels: " + json.dumps(vocabulary.numeric_order, ensure_ascii=False))
    rows.append("metrics (id, unit: names: statistics):")
    for metric in facts.metrics:
        names = "; ".join(dict.fromkeys(name for each in metric.names.values() for name in each))
        held = vocabulary.by_metric.get(metric.id, [])
        stats = dict.fromkeys(
            f.stat + (f" with {f.partner}" if f.partner and f.stat != "share" else "")
            + (f" of {f.denominator}" if f.denominator else "") + (f" (scope {f.scope})" if f.scope not in (None, "run") else "")
            + (" (level None)" if f.level is None else "") for f in held
        )  # fmt: skip
        rows.append(f"- {metric.id}, {metric.unit or '1'}: {names}: {', '.join(stats)}")
    if facts.windows:
        rows.append("drops are recorded for levels " + ", ".join(dict.fromkeys(str(w.level) for w in facts.windows)))
    if facts.effects:
        rows.append("verdicts are recorded")
    if facts.settings:
        rows.append("settings: " + ", ".join(setting.name for setting in facts.settings))
    if facts.experiment.environment:
        rows.append("environment: " + ", ".join(facts.experiment.environment))
    return "\n".join(rows)


def _chunks(article: list[str]) -> Iterator[tuple[int, int]]:
    """(first, last) lines that are asked of together: a section, or so much of it."""
    first, size, made = 0, 0, 0
    for at, line in enumerate([*article, "#"]):
        full = size + len(line) > CHUNK
        if size and (full or at == len(article) or line.startswith("#") and size > CHUNK // 2):
            if any(char.isalpha() for text in article[first:at] for char in text):
                yield first, at - 1
                made += 1
                if made == MOST_CHUNKS:
                    return
            first, size = at, 0
        size += len(line)


def _shown(article: list[str], first: int, last: int) -> str:
    heads = [f"{at + 1}: {line}" for at, line in enumerate(article[:first]) if line.startswith("#")][-3:]
    before: list[str] = []
    room = BEFORE
    for at in range(first - 1, -1, -1):
        room -= len(article[at])
        if room < 0:
            break
        if article[at].strip():
            before.insert(0, f"{at + 1}: {article[at]}")
    rows = [row for row in heads if row not in before] + before
    context = "Before (context only):\n" + "\n".join(rows) + "\n\n" if rows else ""
    asked = "\n".join(f"{at + 1}: {article[at][:4000]}" for at in range(first, last + 1) if article[at].strip())
    return f"{context}Translate the statements of these lines:\n{asked}"


def _read(answer: str, article: list[str], first: int, last: int) -> Iterator[Statement]:
    made = 0
    for row in answer.splitlines():
        try:
            said = json.loads(row.strip().rstrip(","))
        except (ValueError, RecursionError):
            continue
        if not isinstance(said, dict) or made == MOST_STATEMENTS:
            continue
        line, quote, formula = said.get("line"), said.get("quote"), said.get("formula")
        if not (type(line) is int and isinstance(quote, str) and isinstance(formula, str)) or not quote.strip():
            continue
        if first < line <= last + 1 and (start := article[line - 1].find(quote)) >= 0:
            made += 1
            yield Statement(line, start, start + len(quote), quote, formula)

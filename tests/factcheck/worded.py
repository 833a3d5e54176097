"""Statements whose truth is known: wordings with their meaning as a formula, filled from the facts of audited articles.

`corpus/worded/{en,ru}.json` holds rows [wording, formula] by writers who knew no rule of the checker, `{en,ru}_context.json` rows [text, formula, given]: a stretch of an article in which the statement
stands between « and », and what must hold for the rest of the text to be true. Placeholders: {M} {N} metrics, {P} the partner of a
correlation, {F} the factor, {a} {b} {c} levels, {v} {w} numbers of the text; in the formula the ids {m} {n} {p}. The formula language is that of `factcheck/assisted/`,
and BETTER, WORSE, BEST, WORST, IMPROVES, WORSENS (by the metric's good direction), UPDOWN, DOWNUP (turning at an inner level) are written out here. No judge is asked what is true.

    python -m tests.factcheck.worded [en|ru] [--rows N] [--seed N] [--list]
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from factcheck import check
from factcheck.assisted.amounts import Missing, Unusable
from factcheck.assisted.asked import Names
from factcheck.assisted.formulas import Formulas, Outcome, _Run
from factcheck.binding.vocabulary import Vocabulary
from factcheck.forms.facts import load_facts
from factcheck.reading.numbers import find_numbers
from factcheck.reading.text import clean

CORPUS = Path(__file__).parent / "corpus"
_MACRO = re.compile(r"\b(BETTER|WORSE|BEST|WORST|IMPROVES|WORSENS|UPDOWN|DOWNUP)\(([^()]*)\)")
_ALONG = re.compile(r"rises|falls|pairs|levels\[")
_RUSSIAN = {
    "ms": "мс", "s": "с", "us": "мкс", "min": "мин", "MB/s": "МБ/с", "KB": "КБ", "MB": "МБ", "GB": "ГБ", "1/s": "в секунду", "1/min": "в минуту", "%": "%",
}  # fmt: skip
_ENGLISH = {"1/s": "per second", "1/min": "per minute", "1": ""}


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence about one experiment, and whether it is true."""

    wording: str
    text: str
    facts: Path
    is_true: bool
    formula: str


class World:
    """An experiment with one factor of three levels or more."""

    def __init__(self, path: Path, language: str) -> None:
        self.path, self.facts = path, load_facts(path)
        self.vocabulary = vocabulary = Vocabulary(self.facts)
        self.levels, self.formulas = vocabulary.numeric_order, Formulas(vocabulary)
        noisy = {
            e.metric for e in self.facts.effects if e.verdict in ("equivalent", "undecided", "drifting", "invalid")
        }
        self.names = {m.id: m.names[language][0] for m in self.facts.metrics if m.names.get(language)}
        whole = [m for m in self.names if len(vocabulary.series(m, "mean")) == len(self.levels)]
        # Where a repeat leaves a difference open, "higher" is no matter of two means: those metrics are left out.
        self.metrics = [metric for metric in whole if metric not in noisy]
        paired = [fact for fact in vocabulary.correlated if fact.level == self.levels[0] and fact.stat == "pearson"]
        self.pairs = [(f.metric, f.partner) for f in paired if f.partner in self.names and f.metric in self.names]
        self.factor = self.facts.experiment.factors[0].name
        self.is_ordered = all(level.number is not None for level in vocabulary.levels)

    @property
    def is_usable(self) -> bool:
        return len(self.facts.experiment.factors) == 1 and len(self.levels) >= 3 and len(self.metrics) >= 2


def worlds(language: str) -> list[World]:
    """The experiments of the audited articles in a language."""
    paths = sorted(path for folder in ("audited", "audited_open") for path in (CORPUS / folder).glob(f"*_{language}.facts.json"))  # fmt: skip
    return [world for path in paths if (world := World(path, language)).is_usable]


Row = tuple[str, str, str]  # wording, formula, what must hold besides


def rows(path: Path) -> list[Row]:
    """The wordings of a file with their formulas."""
    return [(row[0], row[1], row[2] if len(row) > 2 else "") for row in json.loads(path.read_text(encoding="utf-8"))]


def statements(language: str, chosen: list[Row], each: int = 2, seed: int = 7) -> Iterator[Statement]:
    """Of each wording so many true and so many false sentences, as far as the experiments have them."""
    known = worlds(language)
    for row in chosen:
        wording = row[0]
        dice = random.Random(f"{seed} {wording}")
        for is_true in (True, False):
            made = 0
            for _ in range(150):
                if made == each:
                    break
                found = _filled(row, dice.choice(known), language, dice, is_true)
                if found is not None:
                    made += 1
                    yield found


def _filled(row: Row, world: World, language: str, dice: random.Random, is_true: bool) -> Statement | None:
    wording, formula, given = row
    if not world.is_ordered and (_ALONG.search(formula) or "{F}" in wording) or "{P}" in wording and not world.pairs:
        return None
    a, b, c = dice.sample(world.levels, 3)
    metric, other = dice.sample(world.metrics, 2)
    partner = ""
    if "{P}" in wording:
        metric, partner = dice.choice(world.pairs)
    if "baseline" in formula and a == world.facts.experiment.factors[0].baseline:
        return None
    ids = {"{m}": metric, "{n}": other, "{p}": partner, "{a}": a, "{b}": b, "{c}": c}
    meant = _written_out(_replaced(formula, ids), world)
    besides = _written_out(_replaced(given, ids), world)
    if meant is not None and re.search(r'"\{[vw]\}"', given):
        both = f"({meant}) and ({besides})"
        told = _numbers(both, world, wording, language, dice, is_true) if besides is not None else None
    else:
        told = None if meant is None else _numbers(meant, world, wording, language, dice, is_true)
    if meant is None or told is None or besides is None:
        return None
    meant = _replaced(meant, told)
    name = world.names.get
    words = {"{M}": name(metric, ""), "{N}": name(other, ""), "{P}": name(partner, ""), "{F}": world.factor, "{a}": a, "{b}": b, "{c}": c, **told}  # fmt: skip
    text = _replaced(wording, words)
    text = text[:1].upper() + text[1:]
    try:
        outcome = world.formulas.work_out(meant, find_numbers(clean(text)[0]))
    except Unusable:
        return None
    if outcome.truth is not is_true or _is_close(meant, outcome, is_true):
        return None
    if besides and not _holds(world, _replaced(besides, told), text):
        return None
    return Statement(wording, text, world.path, is_true, meant)


def _holds(world: World, formula: str, text: str) -> bool:
    try:
        return world.formulas.work_out(formula, find_numbers(clean(text)[0])).truth is True
    except Unusable:
        return False


def _replaced(text: str, by: dict[str, str]) -> str:
    for mark, word in by.items():
        text = text.replace(mark, word)
    return text


def _written_out(formula: str, world: World) -> str | None:
    """The formula without macros; None where the metric has no better side or the level is no inner one."""
    while (found := _MACRO.search(formula)) is not None:
        args = [a if a[0] in "\"'" or a in ("l", "baseline") or a.startswith("levels") else f'"{a}"' for a in (one.strip() for one in found[2].split(","))]  # fmt: skip
        metric = args[0].strip("\"'")
        if found[1] in ("UPDOWN", "DOWNUP"):
            at = world.levels.index(args[1].strip("\"'"))
            if not 0 < at < len(world.levels) - 1:
                return None
            first, then = ("rises", "falls") if found[1] == "UPDOWN" else ("falls", "rises")
            meant = f'{first}(values("{metric}", "mean", levels[:{at + 1}])) and {then}(values("{metric}", "mean", levels[{at}:]))'
        else:
            better = world.vocabulary.better(metric)
            if better is None:
                return None
            up = (better == "higher") == (found[1] in ("BETTER", "BEST", "IMPROVES"))
            if found[1] in ("BETTER", "WORSE"):
                meant = f'value("{metric}", {args[1]}) {">" if up else "<"} value("{metric}", {args[2]})'
            elif found[1] in ("BEST", "WORST"):
                meant = f'{"highest" if up else "lowest"}("{metric}") == {args[1]}'
            else:
                meant = f'{"rises" if up else "falls"}(values("{metric}"))'
        formula = f"{formula[: found.start()]}({meant}){formula[found.end() :]}"
    return formula


def _numbers(
    formula: str, world: World, wording: str, language: str, dice: random.Random, is_true: bool
) -> dict[str, str] | None:
    """What stands for {v} and {w}: the amount that the formula compares them with, as an article writes it, or another one."""
    told: dict[str, str] = {}
    for mark in ("{v}", "{w}"):
        if mark not in formula:
            continue
        found = _compared_with(formula, mark)
        if found is None:
            return None
        expression, operator, is_right = found
        run = _Run(Names(world.vocabulary), [])
        try:
            amount = run._amount(run._value(expression, {"l": dice.choice(world.levels)}))
        except (Unusable, Missing, ZeroDivisionError):
            return None
        call = expression.func.id if isinstance(expression, ast.Call) and isinstance(expression.func, ast.Name) else ""
        value = abs(amount.value) if call == "abs" else amount.value
        if value <= 0 and call != "correlation":
            return None
        unit, decimals = None, 1
        if call == "correlation":
            decimals = 2
        elif amount.unit is not None and amount.unit.name == "%" and call != "value":
            unit, decimals = "%", 0
        elif amount.unit is not None and amount.unit.name == "min":
            unit, decimals = "min", 0
        elif amount.counted:
            decimals = 0
        elif run.asked.used and (call or isinstance(expression, ast.BinOp) and not isinstance(expression.op, ast.Div)):
            fact = run.asked.used[0]
            unit = fact.unit or world.vocabulary.metrics[fact.metric].unit
            decimals = fact.decimals if fact.decimals is not None else 0 if value >= 100 else 1 if value >= 10 else 2
        if isinstance(operator, ast.Eq):
            value *= 1 if is_true or mark == "{w}" else dice.choice((0.7, 1.35))
        else:
            above = isinstance(operator, ast.Gt | ast.GtE) == is_right
            value *= 0.8 if above == is_true else 1.25
            decimals = min(decimals, 1)
        bare = re.search(re.escape(mark) + r"\s?(?:%|min|мин|times|раз)", wording) is not None
        told[mark] = _told(value, decimals, None if bare else unit, language)
    return told


def _compared_with(formula: str, mark: str) -> tuple[ast.expr, ast.cmpop, bool] | None:
    """(the expression beside the mark, how it is compared, whether the mark is on its right)."""
    for node in ast.walk(ast.parse(formula, mode="eval")):
        if isinstance(node, ast.Compare):
            terms = [node.left, *node.comparators]
            for at, term in enumerate(terms):
                if isinstance(term, ast.Constant) and term.value == mark:
                    return (terms[at - 1], node.ops[at - 1], True) if at else (terms[1], node.ops[0], False)
    return None


def _told(value: float, decimals: int, unit: str | None, language: str) -> str:
    text = f"{value:,.{decimals}f}"
    if language == "ru":
        text = text.replace(",", "\u00a0").replace(".", ",")
    word = "" if unit is None else _RUSSIAN.get(unit, "") if language == "ru" else _ENGLISH.get(unit, unit)
    return f"{text}{'' if word in ('', '%') else ' '}{word}"


def _is_close(formula: str, outcome: Outcome, is_true: bool) -> bool:
    """A margin about which two readers may differ."""
    values = [fact.value for fact in outcome.facts]
    if "flat(" in formula or "about(" in formula:
        middle = abs(sum(values)) / max(1, len(values))
        apart = (max(values) - min(values)) / middle if values and middle else 0.0
        return "flat(" in formula and (apart > 0.01 if is_true else apart < 0.15)
    if len(values) == 2 and outcome.facts[0].metric == outcome.facts[1].metric and all(values):
        ratio = values[0] / values[1]
        if re.search(r"== ?(?:2|3|4|0\.5|0\.33|0\.25|1\.5)\b", formula):
            nearest = min(abs(ratio / one - 1) for one in (2, 3, 4, 1.5, 1 / 2, 1 / 3, 1 / 4, 2 / 3))
            return nearest > 0.04 if is_true else nearest < 0.2
        return abs(ratio - 1) < 0.02
    return False


def is_refused(statement: Statement, language: str) -> bool:
    """Whether the checker refuses the sentence (a false one by contradicting it, a true one in any way)."""
    facts = load_facts(statement.facts)
    text = f"# {facts.experiment.factors[0].name}\n\n{statement.text}\n"
    before, marked, behind = text.partition("«")
    marked, _, behind = behind.partition("»") if marked else (statement.text, "", "")
    line = before.count("\n") + 1 if "«" in text else 3
    start = len(before) - before.rfind("\n") - 1 if "«" in text else 0
    wrong = ("contradicted", "unparsed") if statement.is_true else ("contradicted",)
    claims = check(text.replace("«", "").replace("»", ""), facts, language, strict=True).claims
    return any(
        claim.line == line and claim.start < start + len(marked) and claim.end > start and claim.verdict in wrong
        for claim in claims
    )


def count(
    language: str, chosen: list[Row], each: int = 2, seed: int = 7, show: bool = False
) -> tuple[int, int, int, int]:
    """(false sentences refused, false ones, true ones refused, true ones); printed one by one what went wrong."""
    caught = false = refused = true = 0
    for statement in statements(language, chosen, each, seed):
        wrong = is_refused(statement, language)
        if statement.is_true:
            true, refused = true + 1, refused + wrong
        else:
            false, caught = false + 1, caught + wrong
        if show and wrong is statement.is_true:
            print(
                f"{'REFUSED' if wrong else 'missed '} {statement.text}  [{statement.facts.stem}]  {statement.formula}"
            )
    return caught, false, refused, true


def main() -> None:
    """Counts both languages, or one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("languages", nargs="*", default=["en", "ru"])
    parser.add_argument("--each", type=int, default=2, help="sentences of each wording, true and false")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--match", default="", help="only wordings or formulas that hold this regular expression")
    parser.add_argument(
        "--rows", type=Path, help="a file of rows in the place of the corpus (with several languages: of all)"
    )
    parser.add_argument("--list", action="store_true", help="each sentence that went wrong")
    said = parser.parse_args()
    for language in said.languages:
        chosen = rows(said.rows or CORPUS / "worded" / f"{language}.json")
        chosen = [row for row in chosen if re.search(said.match, " ".join(row))]
        caught, false, refused, true = count(language, chosen, said.each, said.seed, said.list)
        print(
            f"{language}: {len(chosen)} wordings, false refused {caught} of {false}, true refused {refused} of {true}"
        )


if __name__ == "__main__":
    main()

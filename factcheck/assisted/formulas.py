"""Works out a formula that says what a sentence says: `value("tps", "100") > value("tps", "50")` is true, false, or not decided by the facts.

The language is a small part of Python's expressions, parsed by `ast` and walked here; nothing is ever executed. A number of
the text is written as the text has it and must stand there; metrics, statistics and levels must be those of the facts.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from factcheck.assisted.amounts import (  # fmt: skip
    Amount,
    Missing,
    Truth,
    Unusable,
    Written,
    alike,
    combined,
    equals,
    every,
    more,
    opposite,
    told_in,
)
from factcheck.assisted.asked import FUNCTIONS, Asked, Names, amount_in
from factcheck.binding.agreement import display
from factcheck.binding.vocabulary import Vocabulary
from factcheck.forms.facts import Fact
from factcheck.reading.numbers import Number, Reading, find_numbers
from factcheck.reading.text import clean

LONGEST = 800  # characters of a formula
STEPS = 5_000  # nodes walked for one formula


@dataclass(slots=True)
class Outcome:
    """Whether a formula holds, the facts that it used, the comparisons that failed with their numbers, and what should have been written."""

    truth: Truth
    facts: list[Fact] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    failed_numbers: list[Number] = field(default_factory=list)
    expected: str | None = None


class Formulas:
    """The language over the facts of one experiment."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._names = Names(vocabulary)

    def work_out(self, formula: str, numbers: list[Number]) -> Outcome:
        """The outcome of a formula; `numbers` are those of the sentence. Errors: Unusable."""
        if len(formula) > LONGEST:
            raise Unusable(f"longer than {LONGEST} characters")
        try:
            tree = ast.parse(formula.strip(), mode="eval")
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise Unusable("not a formula") from None
        run = _Run(self._names, numbers)
        try:
            truth = run.truth(tree.body, {})
        except (RecursionError, ZeroDivisionError, OverflowError):
            raise Unusable("cannot be worked out") from None
        if not run.asked.any:
            raise Unusable("uses no fact")
        used = list({id(fact): fact for fact in run.asked.used}.values())
        return Outcome(truth, used, run.failed, run.failed_numbers, run.expected)


class _Run:
    """One formula on its way through the facts."""

    def __init__(self, names: Names, numbers: list[Number]) -> None:
        self._names, self._numbers = names, numbers
        self.asked = Asked(names, self._amount, self._told)
        self.failed: list[str] = []
        self.failed_numbers: list[Number] = []
        self.expected: str | None = None
        self._steps = 0

    # -- truth ------------------------------------------------------------------------------------------------------

    def truth(self, node: ast.expr, bound: dict[str, Any]) -> Truth:
        """Three-valued truth of a node; what misses a fact is None."""
        try:
            return self._truth(node, bound)
        except Missing:
            return None

    def _truth(self, node: ast.expr, bound: dict[str, Any]) -> Truth:
        self._step()
        match node:
            case ast.BoolOp(op=ast.And(), values=values):
                return every([self.truth(value, bound) for value in values])
            case ast.BoolOp(values=values):
                before = len(self.failed)
                said = opposite(every([opposite(self.truth(value, bound)) for value in values]))
                if said is not False:
                    self._forget(before)
                return said
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                before = len(self.failed)
                said = opposite(self.truth(operand, bound))
                self._forget(before)
                return self._noted(node, said)
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                terms = zip([left, *comparators], ops, comparators, strict=False)
                return every([self._compared(one, op, two, bound) for one, op, two in terms])
        found = self._value(node, bound)
        if found is not None and not isinstance(found, bool):
            raise Unusable("says nothing that may be true or false")
        return self._noted(node, found) if isinstance(node, ast.Call) and not _is_quantified(node) else found

    def _noted(self, node: ast.expr, said: Truth) -> Truth:
        if said is False:
            self.failed.append(ast.unparse(node))
        return said

    def _forget(self, before: int) -> None:
        """Comparisons that failed where that refutes nothing."""
        del self.failed[before:]
        self.failed_numbers, self.expected = [], None

    def _compared(self, left: ast.expr, op: ast.cmpop, right: ast.expr, bound: dict[str, Any]) -> Truth:
        if ast.unparse(left) == ast.unparse(right):
            raise Unusable("compares something with itself")
        try:
            one, two = self._compared_value(left, bound), self._compared_value(right, bound)
        except Missing:
            return None
        if isinstance(op, ast.In | ast.NotIn):
            if not isinstance(two, list):
                raise Unusable("`in` needs a list")
            held = any(self._equal(one, other) is True for other in two)
            said: Truth = held if isinstance(op, ast.In) else not held
        else:
            one, two = self._beside(one, two), self._beside(two, one)
            said = self._by(op, one, two)
        if said is False:
            self.failed.append(ast.unparse(ast.Compare(left, [op], [right])))
            self._expect(op, one, two)
        return said

    def _compared_value(self, node: ast.expr, bound: dict[str, Any]) -> Any:
        held = self._value(node, bound)
        return self._constant(held.value) if isinstance(node, ast.Constant) and isinstance(held, Amount) else held

    def _beside(self, one: Any, other: Any) -> Any:
        """A string beside an amount is a level's own amount ("16GB"), or a number of the sentence."""
        if not isinstance(one, str) or not isinstance(other, Amount):
            return one
        level = self._level(one)
        return (amount_in(level) if level is not None else None) or self._written(one)

    def _by(self, op: ast.cmpop, one: Any, two: Any) -> Truth:
        match op:
            case ast.Eq():
                return self._equal(one, two)
            case ast.NotEq():
                return opposite(self._equal(one, two))
            case ast.Gt():
                return more(one, two)
            case ast.Lt():
                return more(two, one)
            case ast.GtE():
                return opposite(more(two, one))
            case ast.LtE():
                return opposite(more(one, two))
        raise Unusable(f"no comparison {type(op).__name__}")

    def _equal(self, one: Any, two: Any) -> Truth:
        match one, two:
            case Amount(), Written():
                return equals(one, two.number)
            case Written(), Amount():
                return equals(two, one.number)
            case Amount(), Amount():
                return alike(one, two)
            case str(), str():
                return self._same(one, two)
            case bool(), bool():
                return one is two
            case (None, Amount()) | (Amount(), None):
                return False  # "there is no upper limit": what is missing raises
            case (None, _) | (_, None):
                return None
            case list(), list():
                same = len(one) == len(two)
                rows = zip(one, two, strict=True) if same else ()
                return same and every([self._equal(self._beside(a, b), self._beside(b, a)) for a, b in rows])
            case list(), str():  # highest(…) == "50"; where several levels share the place, any of them may be told
                return None if len(one) > 1 and two in one else [self._level(two)] == one
            case str(), list():
                return self._equal(two, one)
        raise Unusable("compares what is not alike")

    def _same(self, one: str, two: str) -> bool:
        """Two names of a level, or words of which one says no more than the other: "SSD" of "NVMe SSD"."""
        first, second = self._level(one), self._level(two)
        if first is not None or second is not None:
            return first == second
        words, others = set(one.casefold().split()), set(two.casefold().split())
        return bool(words and others) and (words <= others or others <= words)

    def _level(self, text: str) -> str | None:
        try:
            return self._names.level(text)
        except Unusable:
            return None

    def _expect(self, op: ast.cmpop, one: Any, two: Any) -> None:
        amount, written = (two, one) if isinstance(one, Written) else (one, two)
        if not isinstance(written, Written):
            return
        self.failed_numbers.append(written.number)
        if isinstance(op, ast.Eq) and isinstance(amount, Amount) and self.expected is None:
            values = told_in(amount, written.number.unit)
            finite = bool(values) and math.isfinite(values[0])
            self.expected = display(values[0], written.number.readings[0]) if finite else None

    # -- values -----------------------------------------------------------------------------------------------------

    def _value(self, node: ast.expr, bound: dict[str, Any]) -> Any:
        self._step()
        match node:
            case ast.Constant(value=bool() | None | str() as constant):
                return constant
            case ast.Constant(value=int() | float() as constant):
                return Amount(float(constant))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                held = self._amount(self._value(operand, bound))
                return Amount(-held.value, held.unit, held.decimals)
            case ast.Name(id=name):
                return bound[name] if name in bound else self._named(name)
            case ast.List(elts=elts) | ast.Tuple(elts=elts):
                return [self._value(one, bound) for one in elts]
            case ast.Subscript():
                return self._part(node, bound)
            case ast.ListComp(elt=elt) | ast.GeneratorExp(elt=elt):
                return [self._value(elt, each) for each in self._each(node, bound)]
            case ast.BinOp(left=left, op=op, right=right):
                return combined(op, self._amount(self._value(left, bound)), self._amount(self._value(right, bound)))
            case ast.Call(func=ast.Name(id=name)):
                return self._called(name, node, bound)
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp():
                return self._truth(node, bound)
        raise Unusable(f"no such thing in the language: {type(node).__name__}")

    def _step(self) -> None:
        self._steps += 1
        if self._steps > STEPS:
            raise Unusable("too long to work out")

    def _constant(self, value: float) -> Any:
        """A number of the sentence where it stands there, otherwise a small one ("doubles", "a quarter"); others are not the text's."""
        for number in self._numbers:
            if number.is_value and any(reading.value == value for reading in number.readings):
                return Written(number)
        if abs(value) <= 100 and (value == int(value) or abs(value) < 1 and len(f"{value:g}") <= 5):
            return Amount(value)
        raise Unusable(f"the number {value:g} is not in the sentence")

    def _written(self, text: str) -> Written:
        """A number of the sentence, with the unit and the hedge that it has there and the sign that the formula gives it."""
        found = [number for number in find_numbers(clean(text)[0]) if number.is_value]
        if len(found) != 1:
            raise Unusable(f"no number: {text!r}")
        signs = {abs(reading.value): math.copysign(1, reading.value) for reading in found[0].readings}
        for number in self._numbers:
            for readings in (number.readings, number.high or []):  # a number, or one end of a range
                held = {abs(reading.value) for reading in readings} & set(signs)
                if number.is_value and held:
                    sign = signs[held.pop()]
                    signed = [Reading(sign * abs(reading.value), reading.quantum) for reading in readings]
                    return Written(
                        Number(
                            number.start, number.end, number.text, number.kind, signed, unit=number.unit or found[0].unit, signed=sign < 0,
                            hedge=number.hedge if number.high is None else None, open_end=number.open_end,
                        )
                    )  # fmt: skip
        raise Unusable(f"the number {text!r} is not in the sentence")

    def _told(self, held: str | Written) -> Written:
        return held if isinstance(held, Written) else self._written(held)

    def _amount(self, held: Any) -> Amount:
        match held:
            case str():
                return self._written(held).amount
            case Written():
                return held.amount
            case Amount():
                return held
        raise Unusable("arithmetic needs numbers")

    def _named(self, name: str) -> Any:
        match name:
            case "levels":
                self.asked.any = True
                return list(self._names.levels)
            case "baseline" | "default":
                self.asked.any = True
                return self._names.special(name)
            case "repeats":
                self.asked.any = True
                held = self._names.vocabulary.facts.experiment.repeats
                if held is None:
                    raise Missing
                return Amount(float(held), counted=True)
        raise Unusable(f"no name {name!r}")

    def _part(self, node: ast.Subscript, bound: dict[str, Any]) -> Any:
        row = self._value(node.value, bound)
        if not isinstance(row, list):
            raise Unusable("only lists have parts")

        def place(part: ast.expr | None) -> int | None:
            return None if part is None else int(self._amount(self._value(part, bound)).value)

        if isinstance(node.slice, ast.Slice):
            return row[place(node.slice.lower) : place(node.slice.upper) : place(node.slice.step) or 1]
        at = place(node.slice)
        if at is None or not -len(row) <= at < len(row):
            raise Missing
        return row[at]

    def _each(self, row: ast.ListComp | ast.GeneratorExp, bound: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The names of a comprehension for each of its members that its tests keep."""
        return self._inside(row.generators, bound)

    def _inside(self, generators: list[ast.comprehension], bound: dict[str, Any]) -> Iterator[dict[str, Any]]:
        if not generators:
            yield bound
            return
        members = self._value(generators[0].iter, bound)
        if not isinstance(members, list):
            raise Unusable("`for` needs a list")
        for one in members:
            match generators[0].target, one:
                case ast.Name(id=name), _:
                    inner = {**bound, name: one}
                case ast.Tuple(elts=elts), list() if len(elts) == len(one):
                    inner = {**bound, **{e.id: o for e, o in zip(elts, one, strict=True) if isinstance(e, ast.Name)}}
                case _:
                    raise Unusable("`for` needs a name, or a pair of names for pairs")
            kept = every([self.truth(test, inner) for test in generators[0].ifs])
            if kept is None:
                raise Missing
            if kept:
                yield from self._inside(generators[1:], inner)

    def _called(self, name: str, node: ast.Call, bound: dict[str, Any]) -> Any:
        if _is_quantified(node):
            return self._quantified(name, node.args[0], bound)  # type: ignore[arg-type]
        if name not in FUNCTIONS:
            raise Unusable(f"no function {name!r}")
        args = [self._value(one, bound) for one in node.args]
        keywords = {one.arg: self._value(one.value, bound) for one in node.keywords if one.arg}
        try:
            return getattr(self.asked, name)(*args, **keywords)
        except (TypeError, IndexError):
            raise Unusable(f"{name} is not called so") from None

    def _quantified(self, name: str, row: ast.ListComp | ast.GeneratorExp, bound: dict[str, Any]) -> Any:
        """all, any, count and level_of_… of an expression for each member of a list."""
        if name.startswith("level_of_"):
            target = row.generators[0].target
            held = [(each, self._amount(self._value(row.elt, each))) for each in self._each(row, bound)]
            if not isinstance(target, ast.Name):
                raise Unusable("level_of_… goes over levels")
            levels = [str(self._names.level(each[target.id])) for each, _ in held]
            return Asked.outermost(levels, [amount for _, amount in held], max if name.endswith("highest") else min)
        before = len(self.failed)
        said = [self.truth(row.elt, each) for each in self._each(row, bound)]
        if name == "all":
            return every(said) if said else None
        self._forget(before)
        if name == "any":
            return opposite(every([opposite(one) for one in said])) if said else None
        if None in said:
            raise Missing
        return Amount(float(sum(1 for one in said if one)), counted=True)


def _is_quantified(node: ast.Call) -> bool:
    return (
        isinstance(node.func, ast.Name)
        and node.func.id in ("all", "any", "count", "level_of_highest", "level_of_lowest")
        and len(node.args) == 1
        and isinstance(node.args[0], ast.GeneratorExp | ast.ListComp)
    )

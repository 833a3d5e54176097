"""How likely a reading is by its marks: logistic regression over them.

Fitted by `tests/benchmarks/fit_readings.py` on statements of which it is known what they claim (C. M. Bishop, "Pattern Recognition and Machine Learning", 2006, 4.3.2).
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("weights.json")


@dataclass(frozen=True, slots=True)
class Weights:
    """The log odds that each mark adds to `base`; a mark that is not held adds nothing."""

    base: float
    marks: dict[str, float]

    @classmethod
    def read(cls, file: Path = FILE) -> Weights:
        """The weights that were fitted: {"base": log odds, "marks": {kind: {mark: log odds}}}."""
        held = json.loads(file.read_text(encoding="utf-8"))
        return cls(held["base"], {f"{kind}|{mark}": one for kind, row in held["marks"].items() for mark, one in row.items()})  # fmt: skip

    def write(self, file: Path) -> None:
        """Writes the weights, one kind of reading a line."""
        kinds: dict[str, dict[str, float]] = {}
        for name in sorted(self.marks):
            kind, _, mark = name.partition("|")
            kinds.setdefault(kind, {})[mark] = self.marks[name]
        lines = ",\n".join(f"{json.dumps(kind)}: {json.dumps(row, ensure_ascii=False, separators=(',', ':'))}" for kind, row in kinds.items())  # fmt: skip
        file.write_text(f'{{"base": {self.base}, "marks": {{\n{lines}\n}}}}\n', encoding="utf-8")

    def likelihood(self, marks: Iterable[str]) -> float:
        """How likely a reading with these marks is what the sentence says, 0 to 1."""
        odds = self.base + math.fsum(self.marks.get(mark, 0.0) for mark in marks)
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, odds))))


@cache
def weights() -> Weights:
    """The weights, read when they are first needed."""
    return Weights.read()

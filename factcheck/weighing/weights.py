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

FILE = Path(__file__).with_name("weights.json")  # of sentences about a plain table
OF_ARTICLES = FILE.with_name("weights_of_articles.json")


@dataclass(frozen=True, slots=True)
class Weights:
    """The log odds that each mark of a kind of reading adds to `base`; a mark that is not held adds nothing."""

    base: float
    marks: dict[str, dict[str, float]]

    @classmethod
    def read(cls, file: Path = FILE) -> Weights:
        """The weights that were fitted: {"base": log odds, "marks": {kind: {mark: log odds}}}."""
        return cls(**json.loads(file.read_text(encoding="utf-8")))

    def write(self, file: Path) -> None:
        """Writes the weights, one kind of reading a line."""
        rows = ((kind, dict(sorted(row.items()))) for kind, row in sorted(self.marks.items()))
        lines = ",\n".join(f"{json.dumps(kind)}: {json.dumps(row, ensure_ascii=False, separators=(',', ':'))}" for kind, row in rows)  # fmt: skip
        file.write_text(f'{{"base": {self.base}, "marks": {{\n{lines}\n}}}}\n', encoding="utf-8")

    def odds(self, kind: str, marks: Iterable[str]) -> float:
        """The log odds that marks add for a kind of reading."""
        held = self.marks.get(kind, {})
        return sum(held.get(mark, 0.0) for mark in marks)

    def likelihood(self, odds: float) -> float:
        """How likely a reading is what the sentence says, 0 to 1, by the log odds of its marks."""
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, self.base + odds))))


@cache
def weights(file: Path = FILE) -> Weights:
    """The weights, read when they are first needed."""
    return Weights.read(file)

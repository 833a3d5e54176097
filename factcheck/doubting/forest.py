"""Boosted trees over signs: how likely a refusal with these signs is right.

A tree is a leaf, a number, or [sign, the tree where a refusal has it not, the tree where it has it]. The leaves that a refusal comes to add up to the log odds
(J. H. Friedman, "Greedy function approximation: a gradient boosting machine", Annals of Statistics 29, 2001).
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

#: Fitted by `tests/benchmarks/fit_doubts.py`, and for statements about a plain table by `fit_table_doubts.py`.
FILE, OF_TABLES = (Path(__file__).with_name(name) for name in ("forest.json", "forest_tables.json"))


@dataclass(frozen=True, slots=True)
class Forest:
    """Trees over signs by their places in `signs`; below `threshold` a refusal is in doubt."""

    threshold: float
    signs: dict[str, int]
    trees: list[Any]

    @classmethod
    def read(cls, file: Path = FILE) -> Forest:
        """The trees that were fitted."""
        held = json.loads(file.read_text(encoding="utf-8"))
        return cls(held["threshold"], {sign: at for at, sign in enumerate(held["signs"])}, held["trees"])

    def write(self, file: Path) -> None:
        """Writes the trees, one a line."""
        trees = ",\n".join(json.dumps(tree, separators=(",", ":")) for tree in self.trees)
        names = json.dumps(list(self.signs))
        file.write_text(
            f'{{"threshold": {self.threshold}, "signs": {names}, "trees": [\n{trees}\n]}}\n', encoding="utf-8"
        )

    def sureness(self, found: Iterable[str]) -> float:
        """How likely a refusal with these signs is right, 0 to 1."""
        has = {self.signs[sign] for sign in found if sign in self.signs}
        return 1 / (1 + math.exp(-math.fsum(_leaf(tree, has) for tree in self.trees)))


def _leaf(tree: Any, has: set[int]) -> float:
    while isinstance(tree, list):
        sign, absent, present = tree
        tree = present if sign in has else absent
    return float(tree)

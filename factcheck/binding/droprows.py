"""Makes rows of values out of drops, so that "the deepest drop", "recovers fastest" are ranked like any other: depth, length, recovery and number by level."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from factcheck.binding.scene import Scene
from factcheck.binding.subjects import Row
from factcheck.forms.facts import Window

DROP = re.compile(r"\b(?:drops?|dips?|stalls?|slumps?|collapses?|outages?|cris[ie]s|sags?)\b|(?<!\w)(?:просад\w+|провал\w*|кризис\w*|обвал\w*|проседани\w+|ям[аыу])(?!\w)", re.I)  # fmt: skip
_DEEP = re.compile(r"deep|shallow|глубо|глубж|мелк|мельч", re.I)
_LONG = re.compile(r"long|short|brief|долг|дольше|корот|короче|длин|затяжн|кратк", re.I)
_BACK = re.compile(r"\brecover\w*|\bbounce\w*|\bback\b|(?<!\w)(?:восстан\w+|оправ\w+|возвра\w+|отпуск\w+)(?!\w)", re.I)
_MANY = re.compile(r"\b(?:most|fewest|more|fewer|less|least|often|frequent\w*)\b|(?<!\w)(?:больше|меньше|чаще|реже|числ\w+)(?!\w)", re.I)  # fmt: skip


_ALL = re.compile(
    rf"(?:\b(?:all|each|every|both)\b|(?<!\w)(?:все|кажд\w+|оба|обе)(?!\w))(?: [\w-]+){{0,3}}? (?:{DROP.pattern})", re.I
)
_MORE = re.compile(r"deeper|longer|глубже|дольше|длиннее", re.I)


@dataclass(frozen=True, slots=True)
class Drops(Row):
    """A row of what the drops of each level come to."""

    table: tuple[tuple[str, float], ...] = ()

    def at(self, scene: Scene, level: str) -> float | None:
        """The value of a level; None where it has no drop."""
        return dict(self.table).get(level)

    def __str__(self) -> str:
        return self.stat


def _minutes(text: str | None) -> float | None:
    found = re.search(r"(\d{1,2}):(\d{2})(?::(\d{2}))?", text or "")
    return int(found[1]) * 60 + int(found[2]) + int(found[3] or 0) / 60 if found else None


def _length(window: Window) -> float | None:
    start, end = _minutes(window.starts_at), _minutes(window.ends_at)
    return None if start is None or end is None else (end - start) % 1440


def drop_rows(scene: Scene, text: str, mark: str) -> tuple[Row, ...]:
    """The rows that a word said of drops may be of: the greatest of each level ("all drops were deeper": the least); empty where the facts hold none of them."""
    pick = min if _ALL.search(text) and _MORE.search(mark) else max
    held = [w for w in scene.vocabulary.facts.windows if w.level is not None and w.depth_pct is not None]
    found: list[Row] = []
    if _MANY.search(mark):
        found = [_row(scene, "drops", [(w, 1.0) for w in held], total=True)]
    elif _BACK.search(text):
        found = [_row(scene, "recovery", [(w, w.recovered_after_s) for w in held])]
    elif _DEEP.search(mark):
        found = [_row(scene, "depth", [(w, w.depth_pct) for w in held], pick)]
    elif _LONG.search(mark):
        found = [_row(scene, "length", [(w, _length(w)) for w in held], pick)]
    else:
        found = [
            _row(scene, "depth", [(w, w.depth_pct) for w in held]),
            _row(scene, "length", [(w, _length(w)) for w in held]),
            _row(scene, "recovery", [(w, w.recovered_after_s) for w in held]),
        ]
    return tuple(row for row in found if isinstance(row, Drops) and len(row.table) >= 2)


def _row(scene: Scene, stat: str, pairs: list[tuple[Window, float | None]], pick: Callable[..., float] = max, *, total: bool = False) -> Drops:  # fmt: skip
    table: dict[str, float] = {}
    for window, value in pairs:
        if value is not None and window.level is not None:
            level = scene.vocabulary.canonical(window.level)
            table[level] = table.get(level, 0.0) + value if total else pick(table.get(level, value), value)
    return Drops("drops", stat, None, None, tuple(table.items()))

"""The unit and the multiplier that the heads of a table give to its numbers."""

from __future__ import annotations

import re

from factcheck.reading.document import Block
from factcheck.reading.units import Unit, unit_named

_HEAD_UNIT = re.compile(r"[,(]\s*([^\s,()]+(?:/[^\s,()]+)?)\s*\)?\s*$")


_HEAD_SCALE = re.compile(
    r"[,(]\s*(?:(?P<k>тыс\w*\.?|thousands?|k)|(?P<m>млн\.?|millions?|mln|m)|(?P<g>млрд\.?|billions?))(?:\s+[^,()]+)?\s*\)?\s*$",
    re.I,
)


def unit_of_heads(block: Block) -> tuple[Unit | None, float]:
    """The unit and the multiplier that the head of a cell's column or row gives to its numbers ("p50, ms", "строки, млн")."""
    for head in (block.column_header, block.row_header):
        if head is None:
            continue
        text = head.text.strip()
        scale = _HEAD_SCALE.search(text)
        if scale:
            return None, 1e3 if scale.group("k") else 1e6 if scale.group("m") else 1e9
        named = _HEAD_UNIT.search(text)
        unit = unit_named(named.group(1)) if named else None
        if unit is not None and unit.dimension in ("time", "bytes", "bandwidth", "percent"):
            return unit, 1.0
    return None, 1.0

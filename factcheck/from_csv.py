"""Makes a facts file from a plain table, so that anyone can check an article by a spreadsheet of results.

Columns: level, metric, stat, value, unit, and optionally decimals, n, runs, scope, partner, denominator, name_en,
name_ru, better. Decimals are taken from the text of the value where they are missing.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

from factcheck.facts import FORM, UnusableFacts, facts_of

REQUIRED = ("metric", "stat", "value")
KNOWN = (
    *REQUIRED,
    "level",
    "unit",
    "decimals",
    "n",
    "runs",
    "scope",
    "partner",
    "denominator",
    "name_en",
    "name_ru",
    "better",
    "run",
    "ci_low",
    "ci_high",
)


def facts_from_csv(
    path: Path | str,
    experiment: str | None = None,
    primary: str | None = None,
    baseline: str | None = None,
    factor: str | None = None,
) -> dict[str, Any]:
    """The facts document of a table; raises UnusableFacts with line and column."""
    rows = _rows(Path(path))
    levels: dict[str, None] = {}
    metrics: dict[str, dict[str, Any]] = {}
    facts: list[dict[str, Any]] = []
    runs: set[int] = set()
    for number, row in rows:
        where = f"{path}: line {number}"
        value, decimals = _number(row["value"], where)
        level = row.get("level", "").strip() or None
        if level is not None:
            levels.setdefault(level)
        metric, stat = row["metric"].strip(), row["stat"].strip()
        if not metric or not stat:
            raise UnusableFacts(f"{where}: `metric` and `stat` must be given")
        held = metrics.setdefault(
            metric,
            {"id": metric, "unit": row.get("unit", "").strip() or None, "better": None, "part_of": None, "names": {}},
        )
        for key, language in (("name_en", "en"), ("name_ru", "ru")):
            for name in (one.strip() for one in row.get(key, "").split(";")):
                if name and name not in held["names"].setdefault(language, []):
                    held["names"][language].append(name)
        if row.get("better", "").strip():
            held["better"] = row["better"].strip()
        fact: dict[str, Any] = {
            "id": f"{level or 'all'}.{metric}.{stat}" + (f"~{row['partner'].strip()}" if row.get("partner", "").strip() else ""),
            "level": level, "run": None, "metric": metric, "stat": stat, "value": value, "unit": row.get("unit", "").strip() or None,
            "decimals": _whole(row.get("decimals", ""), where, "decimals", decimals), "n": _whole(row.get("n", ""), where, "n", None),
            "runs": _whole(row.get("runs", ""), where, "runs", None), "ci": None, "scope": row.get("scope", "").strip() or "run",
            "partner": row.get("partner", "").strip() or None, "denominator": row.get("denominator", "").strip() or None, "parents": [],
        }  # fmt: skip
        if row.get("ci_low", "").strip() and row.get("ci_high", "").strip():
            fact["ci"] = [_number(row["ci_low"], where)[0], _number(row["ci_high"], where)[0]]
        if row.get("run", "").strip():
            fact["run"] = row["run"].strip()
        if fact["runs"] is not None:
            runs.add(fact["runs"])
        facts.append(fact)
    for given, name in ((primary, "--primary"), (None, "")):
        if given is not None and given not in metrics:
            raise UnusableFacts(f"{path}: {name} {given!r} is not among the metrics: {', '.join(metrics)}")
    if baseline is not None and baseline not in levels:
        raise UnusableFacts(f"{path}: --baseline {baseline!r} is not among the levels: {', '.join(levels)}")
    document = {
        "format": FORM,
        "experiment": {
            "id": experiment or Path(path).stem, "title": {}, "repeats": max(runs) if runs else None, "primary": primary,
            "factors": [{"name": factor or "level", "unit": None, "levels": list(levels), "baseline": baseline, "default": None}] if levels else [],
        },
        "metrics": list(metrics.values()), "facts": facts, "effects": [], "windows": [], "settings": [],
    }  # fmt: skip
    facts_of(document, str(path))
    return document


def _rows(path: Path) -> list[tuple[int, dict[str, str]]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UnusableFacts(
            f"{path}: {error.strerror}; give a CSV file with the columns {', '.join(REQUIRED)}"
        ) from None
    except UnicodeDecodeError as error:
        raise UnusableFacts(f"{path}: not UTF-8 at byte {error.start}; save the table as UTF-8") from None
    head = text.splitlines()[0] if text.strip() else ""
    delimiter = max((";", ",", "\t"), key=head.count) if head else ","
    reader = csv.reader(text.splitlines(), delimiter=delimiter)
    names = [name.strip().lower() for name in next(reader, [])]
    missing = [name for name in REQUIRED if name not in names]
    if missing:
        raise UnusableFacts(f"{path}: line 1: no column {', '.join(missing)}; columns are {', '.join(KNOWN)}")
    for name in names:
        if name and name not in KNOWN:
            import difflib

            close = difflib.get_close_matches(name, KNOWN, 1)
            raise UnusableFacts(
                f"{path}: line 1: unknown column {name!r}" + (f"; did you mean {close[0]!r}?" if close else "")
            )
    rows = []
    for cells in reader:
        if any(cell.strip() for cell in cells):
            rows.append((reader.line_num, dict(zip(names, [*cells, *[""] * (len(names) - len(cells))], strict=False))))
    if not rows:
        raise UnusableFacts(f"{path}: no rows under the header")
    return rows


def _number(text: str, where: str) -> tuple[float, int]:
    """The value, and how many decimals its text shows."""
    plain = re.sub(r"[\s\u00a0\u202f]", "", text).replace("\u2212", "-")
    if plain.count(",") == 1 and "." not in plain:
        plain = plain.replace(",", ".")
    try:
        value = float(plain)
    except ValueError:
        raise UnusableFacts(f"{where}: value {text!r} is not a number") from None
    if value != value or value in (float("inf"), float("-inf")):
        raise UnusableFacts(f"{where}: value {text!r} is not finite")
    return value, len(plain.lower().partition("e")[0].partition(".")[2])


def _whole(text: str, where: str, column: str, missing: int | None) -> int | None:
    if not text.strip():
        return missing
    try:
        return int(text)
    except ValueError:
        raise UnusableFacts(f"{where}: {column} {text!r} is not a whole number") from None

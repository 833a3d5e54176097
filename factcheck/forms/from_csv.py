"""Makes a facts file from a plain table, so that anyone can check an article by a spreadsheet of results.

How a table may be laid out is in `tables.py`. Decimals are taken from the text of the value where they are missing; values of single runs also give
the mean over them; which side is better is known of metrics that are named as usual (tps, p99 latency) where the table does not say it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from factcheck.forms.facts import FORM, UnusableFacts, facts_of
from factcheck.forms.sides import better_by_name
from factcheck.forms.tables import Row, read_table
from factcheck.reading.units import unit_named

_STATS = {
    "avg": "mean", "average": "mean", "среднее": "mean", "средняя": "mean", "средний": "mean", "mean": "mean", "med": "median", "медиана": "median", "median": "median", "p50": "median", "std": "stddev", "sd": "stddev",
    "stdev": "stddev", "stddev": "stddev", "ско": "stddev", "maximum": "max", "max": "max", "peak": "max", "максимум": "max", "макс": "max", "максимальная": "max", "максимальный": "max", "minimum": "min", "min": "min", "минимум": "min", "мин": "min",
    "минимальная": "min", "минимальный": "min",
    "p90": "p90", "p95": "p95", "p99": "p99", "p999": "p999", "total": "last", "final": "last", "count": "count",
}  # fmt: skip
_BETTER = {
    "up": "higher",
    "more": "higher",
    "high": "higher",
    "больше": "higher",
    "down": "lower",
    "less": "lower",
    "low": "lower",
    "меньше": "lower",
    "-": "none",
    "": "",
}
_OFTEN = re.compile(
    r"^(?P<name>(?:.+_)?(?:queries|reads|writes|rows|ops|switches|requests|reqs|transactions|commits|faults|misses|hits|events|msgs|messages|inserts|updates|deletes|retries|errors|calls))_(?P<per>s|sec|min|h|hour)$", re.I
)  # fmt: skip
_A_RATE = re.compile(r"(?:\b|_)(?:[tqr]ps|iops)(?:\b|_)")
_BYTES = {"kb": "kB", "mb": "MB", "gb": "GB", "kib": "KiB", "mib": "MiB", "gib": "GiB"}
_RATE = re.compile(rf"^(?P<name>.+?)_(?P<part>{'|'.join(_BYTES)}|ops|per)_(?:per_)?(?:s|sec|second)$", re.I)
_MULTIPLES = {
    "mln": "mln",
    "млн": "mln",
    "million": "mln",
    "millions": "mln",
    "thousand": "k",
    "thousands": "k",
    "тыс": "k",
}
_HEAD_UNIT = re.compile(r"^(?P<name>.+?)\s*(?:\((?P<a>[^()]+)\)|\[(?P<b>[^\[\]]+)\]|,\s*(?P<c>[^,]+))$")


def facts_from_csv(
    path: Path | str,
    experiment: str | None = None,
    primary: str | None = None,
    baseline: str | None = None,
    factors: Sequence[str] = (),
) -> dict[str, Any]:
    """The facts document of a table; `factors` names the columns that were varied. Raises UnusableFacts with line and column."""
    table = read_table(Path(path), factors)
    comma = _comma_is_decimal([row["value"] for _, row in table.rows], table.delimiter)
    levels: dict[str, None] = {}
    metrics: dict[str, dict[str, Any]] = {}
    facts: list[dict[str, Any]] = []
    for number, row in _by_metric(table.rows):
        where = f"{path}: line {number}"
        fact, metric = _fact(row, where, comma)
        if fact["level"] is not None:
            levels.setdefault(fact["level"])
        held = metrics.setdefault(metric["id"], metric)
        for language, names in metric["names"].items():
            held["names"].setdefault(language, [])
            held["names"][language] += [name for name in names if name not in held["names"][language]]
        held["better"] = held["better"] or metric["better"]
        held["unit"] = held["unit"] or metric["unit"]
        facts.append(fact)
    facts = _over_runs(facts)
    runs = {fact["runs"] for fact in facts if fact["runs"] is not None}
    primary = _named(primary, metrics)
    if primary is not None and primary not in metrics:
        raise UnusableFacts(f"{path}: --primary {primary!r} is not among the metrics: {', '.join(metrics)}")
    if baseline is not None and baseline not in levels:
        raise UnusableFacts(f"{path}: --baseline {baseline!r} is not among the levels: {', '.join(levels)}")
    document = {
        "format": FORM,
        "experiment": {
            "id": experiment or Path(path).stem, "title": {}, "repeats": max(runs) if runs else None, "primary": primary,
            "factors": _factors(table.factors, list(levels), baseline),
        },
        "metrics": list(metrics.values()), "facts": facts, "effects": [], "windows": [], "settings": [],
    }  # fmt: skip
    facts_of(document, str(path))
    return document


def _by_metric(rows: list[tuple[int, Row]]) -> list[tuple[int, Row]]:
    """The rows with columns that are statistics of one metric as such: "latency_avg_ms" and "latency_p99_ms"."""
    heads = dict.fromkeys(row["metric"].strip() for _, row in rows if not row.get("stat", "").strip())
    parts = {head: _parts(head) for head in heads}
    held: dict[tuple[str, str | None], list[str]] = {}
    for base, unit, stat in parts.values():
        held.setdefault((base, unit), []).append(stat)
    joined = {head for head, (base, unit, _) in parts.items() if base and 1 < len(held[base, unit]) == len(set(held[base, unit]))}  # fmt: skip
    found = []
    for number, row in rows:
        head = row["metric"].strip()
        if head in joined and not row.get("stat", "").strip():
            base, unit, stat = parts[head]
            row = {**row, "metric": base, "stat": stat, "unit": row.get("unit", "") or unit or ""}
        found.append((number, row))
    return found


def _parts(head: str) -> tuple[str, str | None, str]:
    """A head's metric, unit and statistic."""
    name, unit = _split_unit(head)
    words = re.split(r"[\s_]+", name)
    return " ".join(word for word in words if word.lower() not in _STATS), unit, _stat_in(name)


def _factors(names: list[str], levels: list[str], baseline: str | None) -> list[dict[str, Any]]:
    """What was varied: the levels of each factor in the order in which they come, of a grid by the parts of its levels."""
    if not levels:
        return []
    parts = [level.split("/") if len(names) > 1 else [level] for level in levels]
    bases: list[str | None] = [None] * len(parts[0])
    if baseline is not None:
        bases = [*baseline.split("/")] if len(names) > 1 else [baseline]
    return [
        {"name": name or "level", "unit": None, "levels": list(dict.fromkeys(part)), "baseline": base, "default": None}
        for name, part, base in zip(names or ["level"], zip(*parts, strict=True), bases, strict=True)
    ]


def _named(primary: str | None, metrics: dict[str, dict[str, Any]]) -> str | None:
    """The metric that `--primary` means: its id, or one of its names."""
    for metric in metrics.values():
        if (
            primary is not None
            and primary not in metrics
            and primary in [name for names in metric["names"].values() for name in names]
        ):
            return str(metric["id"])
    return primary


def _fact(row: dict[str, str], where: str, comma: bool) -> tuple[dict[str, Any], dict[str, Any]]:
    """A row's fact and its metric."""

    def text(column: str) -> str:
        return row.get(column, "").strip()

    if not text("metric"):
        raise UnusableFacts(f"{where}: `metric` must be given")
    value, decimals, percent = _number(row["value"], where, comma)
    name, headed = _split_unit(text("metric"))
    unit = text("unit") or headed or ("%" if percent else "1/s" if _A_RATE.search(name.lower()) else None)
    stat = _STATS.get(text("stat").lower(), text("stat")) or _stat_in(name)
    better = text("better").lower()
    better = _BETTER.get(better, better)
    if better not in ("", "higher", "lower", "none"):
        raise UnusableFacts(f"{where}: better {text('better')!r} is none of higher, lower, none")
    level, partner, run = text("level") or None, text("partner") or None, text("run") or None
    fact: dict[str, Any] = {
        "id": f"{level or 'all'}.{text('metric')}.{stat}" + (f"~{partner}" if partner else "") + (f"#{run}" if run else ""),
        "level": level, "run": run, "metric": text("metric"), "stat": stat, "value": value, "unit": unit,
        "decimals": _whole(text("decimals"), where, "decimals", decimals), "n": _whole(text("n"), where, "n", None),
        "runs": _whole(text("runs"), where, "runs", None), "ci": None, "scope": text("scope") or "run",
        "partner": partner, "denominator": text("denominator") or None, "parents": [],
    }  # fmt: skip
    if text("ci_low") and text("ci_high"):
        fact["ci"] = [_number(row["ci_low"], where, comma)[0], _number(row["ci_high"], where, comma)[0]]
    names: dict[str, list[str]] = {}
    for key, language in (("name_en", "en"), ("name_ru", "ru")):
        given = [one.strip() for one in row.get(key, "").split(";") if one.strip()]
        if given:
            names[language] = given
    if name != text("metric"):
        names.setdefault("ru" if re.search("[а-яё]", name, re.I) else "en", []).append(name)
    side = better or better_by_name(" ".join([name, *(one for given in names.values() for one in given)])) or _side_of_rate(name, unit)  # fmt: skip
    return fact, {"id": text("metric"), "unit": unit, "better": side, "part_of": None, "names": names}


#: What is done for its own sake, so that more of it a second is better.
_DONE = re.compile(r"(?:\b|_)(?:reqs?|requests?|rows?|updates?|inserts?|records?|messages?|msgs?|events?|documents?|docs?|строк\w*|запрос\w*|вставок|сообщени\w*)(?:\b|_)", re.I)  # fmt: skip


#: Times that are no costs.
_SET_OR_LIVED = re.compile(
    r"(?:\b|_)(?:uptime|lifetime|age|interval|timeout|delay|period|ttl|mtbf|std\w*|sd|jitter|cpu)(?:\b|_)", re.I
)


def _side_of_rate(name: str, unit: str | None) -> str | None:
    """ "req/s", "rows_per_s": of what is done a second, more is better; of a time, less."""
    if unit == "1/s" and _DONE.search(name):
        return "higher"
    timed = unit_named(unit)
    return "lower" if timed is not None and timed.dimension == "time" and not _SET_OR_LIVED.search(name) else None


def _split_unit(head: str) -> tuple[str, str | None]:
    """ "p99 latency, ms", "ingest (MB/s)", "disk_gb": the name and the unit of a head."""
    found = _HEAD_UNIT.match(head)
    if found:
        label = (found.group("a") or found.group("b") or found.group("c")).strip()
        if unit_named(label) is not None or len(label) <= 6 or found.group("c") is None:
            return found.group("name").strip(), label
    if re.search(r"\w ?/ ?s(?:ec)?$", head) and "(" not in head:
        return head.rpartition("/")[0].strip(), "1/s"
    rate = _RATE.match(head)
    if rate:
        part = rate.group("part").lower()
        return rate.group("name").replace("_", " "), f"{_BYTES[part]}/s" if part in _BYTES else "1/s"
    if head.endswith("%") and head.rstrip("% ").strip():
        return head.rstrip("% ").strip(), "%"
    often = _OFTEN.match(head)
    if often:  # "pg_queries_s": how many a second, not a time
        return often.group("name").replace("_", " "), {"s": "1/s", "m": "1/min", "h": "1/h"}[
            often.group("per").lower()[0]
        ]
    stem, _, tail = head.rpartition("_")
    if stem and tail.lower() in _MULTIPLES:
        return stem.replace("_", " "), _MULTIPLES[tail.lower()]
    if stem and tail.lower() in ("pct", "percent"):
        return stem.replace("_", " "), "%"
    if stem and len(tail) <= 3 and unit_named(tail) is not None:
        return stem.replace("_", " "), tail
    return head, None


def _stat_in(name: str) -> str:
    """The statistic that a metric's own name says, otherwise the mean."""
    return next((_STATS[word] for word in re.split(r"[\s_\-]+", name.lower()) if word in _STATS), "mean")


def _over_runs(facts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The mean over the runs of a level where only single runs are given; repeated rows without a run are numbered."""
    groups: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for fact in facts:
        groups.setdefault(
            (fact["level"], fact["metric"], fact["stat"], fact["partner"], fact["denominator"], fact["scope"]), []
        ).append(fact)
    made = []
    for rows in groups.values():
        if len(rows) < 2 or any(fact["run"] is None for fact in rows) and any(fact["run"] is not None for fact in rows):
            continue
        for place, fact in enumerate(rows, 1):
            fact["run"] = fact["run"] or str(place)
            fact["id"] = fact["id"] if "#" in fact["id"] else f"{fact['id']}#{place}"
        mean = math.fsum(fact["value"] for fact in rows) / len(rows)
        first = rows[0]
        made.append({
            **first, "id": first["id"].partition("#")[0], "run": None, "value": mean, "runs": len(rows), "ci": None,
            "decimals": max((fact["decimals"] for fact in rows if fact["decimals"] is not None), default=None), "parents": [fact["id"] for fact in rows],
        })  # fmt: skip
    return [*facts, *made]


def _comma_is_decimal(values: list[str], delimiter: str) -> bool:
    """Whether "1,284" is 1.284 in this table: its other values decide, then what separates its columns."""
    plain = [re.sub(r"[\s\u00a0\u202f%]", "", value) for value in values]
    if any(re.search(r",\d{1,2}$|,\d{4,}$", value) for value in plain):
        return True
    if any(re.search(r"\.\d{1,2}$|\.\d{4,}$|,\d{3}\.", value) for value in plain):
        return False
    return delimiter == ";"


def _number(text: str, where: str, comma: bool) -> tuple[float, int, bool]:
    """The value, how many decimals its text shows, and whether it is told in percent."""
    plain = re.sub(r"[\s\u00a0\u202f']", "", text).replace("\u2212", "-")
    percent = plain.endswith("%")
    plain = plain.rstrip("%")
    if "," in plain and "." in plain:
        thousands = "." if plain.rindex(",") > plain.rindex(".") else ","
        plain = plain.replace(thousands, "").replace(",", ".")
    elif plain.count(",") > 1:
        plain = plain.replace(",", "")
    elif plain.count(".") > 1:
        plain = plain.replace(".", "")
    elif "," in plain:
        grouped = re.fullmatch(r"[-+]?[1-9]\d{0,2},\d{3}", plain) is not None
        plain = plain.replace(",", "" if grouped and not comma else ".")
    try:
        value = float(plain)
    except ValueError:
        raise UnusableFacts(f"{where}: value {text!r} is not a number") from None
    if value != value or value in (float("inf"), float("-inf")):
        raise UnusableFacts(f"{where}: value {text!r} is not finite")
    return value, len(plain.lower().partition("e")[0].partition(".")[2]), percent


def _whole(text: str, where: str, column: str, missing: int | None) -> int | None:
    if not text.strip():
        return missing
    try:
        return int(text)
    except ValueError:
        raise UnusableFacts(f"{where}: {column} {text!r} is not a whole number") from None

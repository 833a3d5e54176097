"""Reads what sysstat's collector kept: the text of sar (-A or any of its reports, live or from a file), sadf -d and sadf -j."""

import re
from datetime import UTC, date, datetime
from typing import Any

from collectors.imports.clocks import DayClock, clock_time, instant, sysstat_date
from collectors.imports.rows import Context, Row, Rows
from collectors.imports.sysstat import banner, figure, statistics
from collectors.imports.text import Lines
from collectors.lines import LineProblem, shown

#: Columns that name what a row is about.
ENTITIES = frozenset(
    {
        "CPU",
        "DEV",
        "IFACE",
        "INTR",
        "TTY",
        "BUS",
        "FAN",
        "TEMP",
        "IN",
        "DEVICE",
        "FILESYSTEM",
        "MOUNTPOINT",
        "FCHOST",
        "BAT",
    }
)
#: A report is known by its entity, or by its first figure.
GROUPS = {
    "CPU": "cpu", "DEV": "disk", "IFACE": "net", "INTR": "interrupts", "TTY": "tty", "FAN": "fan", "TEMP": "temperature", "IN": "voltage",
    "FILESYSTEM": "filesystem", "MOUNTPOINT": "filesystem", "FCHOST": "fchost", "BAT": "battery",
    "proc/s": "tasks", "cswch/s": "tasks", "pswpin/s": "swap", "pgpgin/s": "paging", "tps": "io", "kbmemfree": "memory",
    "frmpg/s": "memory", "kbswpfree": "swap", "kbhugfree": "hugepages", "dentunusd": "files", "runq-sz": "queue", "call/s": "nfs",
    "scall/s": "nfsd", "totsck": "sockets", "tcpsck": "sockets",
}  # fmt: skip
#: (group, column) -> (metric as in rpt_metrics, factor). For processors: all of them together only.
KNOWN: dict[tuple[str, str], tuple[str, float]] = {
    ("cpu", "%user"): ("cpu_us_pct", 1), ("cpu", "%usr"): ("cpu_us_pct", 1), ("cpu", "%system"): ("cpu_sy_pct", 1),
    ("cpu", "%sys"): ("cpu_sy_pct", 1), ("cpu", "%iowait"): ("cpu_wa_pct", 1), ("cpu", "%steal"): ("cpu_st_pct", 1),
    ("cpu", "%idle"): ("cpu_id_pct", 1), ("tasks", "cswch/s"): ("context_switches_per_s", 1), ("queue", "runq-sz"): ("run_queue", 1),
    ("memory", "kbavail"): ("mem_available_mb", 1 / 1024), ("memory", "kbdirty"): ("dirty_mb", 1 / 1024),
    ("disk", "tps"): ("iops", 1), ("disk", "rkB/s"): ("read_mbps", 1 / 1024), ("disk", "wkB/s"): ("write_mbps", 1 / 1024),
    ("disk", "rd_sec/s"): ("read_mbps", 1 / 2048), ("disk", "wr_sec/s"): ("write_mbps", 1 / 2048), ("disk", "avgqu-sz"): ("aqu_sz", 1),
    ("disk", "aqu-sz"): ("aqu_sz", 1), ("disk", "%util"): ("util_pct", 1),
}  # fmt: skip
#: Known quantities that another file of the run tells better.
TOLD_BY = {
    "cpu": ("iostat", "vmstat"), "disk": ("iostat",), "tasks": ("vmstat",), "queue": ("vmstat",),
}  # fmt: skip
#: What sadf -j calls the groups and columns that KNOWN has.
_JSON_GROUPS = {
    "cpu-load": "cpu",
    "cpu-load-all": "cpu",
    "process-and-context-switch": "tasks",
    "queue": "queue",
    "memory": "memory",
    "disk": "disk",
}
_JSON_COLUMNS = {
    "user": "%user", "usr": "%usr", "system": "%system", "sys": "%sys", "iowait": "%iowait", "steal": "%steal", "idle": "%idle",
    "cswch": "cswch/s", "avail": "kbavail", "dirty": "kbdirty", "rd_sec": "rd_sec/s", "wr_sec": "wr_sec/s",
    "util-percent": "%util", "util": "%util",
}  # fmt: skip


def read_sar(lines: Lines, context: Context) -> Rows:
    """raw.series. Which of the three forms it is, the first line tells. Errors: LineProblem."""
    first = next(lines, None)
    while first is not None and not first.strip():
        first = next(lines, None)
    if first is None:
        raise LineProblem(1, "the file is empty")
    lines.push_back(first)
    if first.lstrip().startswith("{"):
        yield from _read_json(lines, context)
    elif first.startswith("# ") and ";" in first:
        yield from _read_database(lines, context)
    else:
        yield from _read_text(lines, context)


def series_row(context: Context, at: datetime, group: str, column: str, entity: str, value: float) -> Row:
    """A figure under the name that pgverdict knows it by, or as `sar_<group>_<column>`."""
    entity = "all" if entity == "-1" else entity
    known = KNOWN.get((group, column))
    is_told = any(kind in context.siblings for kind in TOLD_BY.get(group, ()))
    if known is None or is_told or (group == "cpu" and entity != "all"):
        name = re.sub(r"[^a-z0-9]+", "_", column.lower().replace("%", "pct_").replace("/s", "_per_s")).strip("_")
        return Row("series", {"at": at, "metric": f"sar_{group}_{name}", "entity": entity, "value": value})
    entity = "" if group == "cpu" else entity
    return Row("series", {"at": at, "metric": known[0], "entity": entity, "value": value * known[1]})


def group_of(columns: list[str]) -> str:
    """The report that has these columns."""
    for name in columns:
        if name in GROUPS:
            return GROUPS[name]
    return re.sub(r"[^a-z0-9]+", "_", columns[0].lower()).strip("_")


# ---------------------------------------------------------------- sar's text

_TIME = re.compile(r"(\d{1,2}(?::\d\d:\d\d|[时時]\d\d分\d\d秒))(?:\s+(AM|PM))?\s+(.*)", re.IGNORECASE)
_AVERAGES = re.compile(
    r"(Average|Summary|Moyenne|Durchschn\.?|Media|Среднее|Среднее:|平均时间|Média|Średnia|Keskiarvo)\s*:"
)


def _read_text(lines: Lines, context: Context) -> Rows:
    day: date | None = None
    clocks: dict[tuple[str, ...], DayClock] = {}
    columns: list[str] = []
    zone: str | None = None
    for line in lines:
        text = line.strip()
        if not text or text == "^C":
            continue
        if (found := banner(text, lines.number, context)) is not None:
            day, clocks, columns = found, {}, []
            continue
        timed = _TIME.match(text)
        if timed is None:
            if not _AVERAGES.match(text):
                raise LineProblem(lines.number, f"not a line of sar: {shown(text)}")
            continue
        if day is None:
            raise LineProblem(lines.number, "sar's banner with the date is missing")
        rest = timed[3].split()
        if zone is not None and rest[0] == zone:
            rest = rest[1:]
        if rest[-2:] == ["LINUX", "RESTART"] or rest[:2] == ["LINUX", "RESTART"] or "COM" in rest[:2]:
            continue
        if _is_header(rest):
            if (found_zone := _zone(rest, context)) is not None:
                zone, rest = found_zone, rest[1:]
            columns = rest
            clock = clocks.setdefault(tuple(columns), DayClock(day))
            clock.at(_clock(timed, lines.number))
        elif not columns:
            raise LineProblem(lines.number, f"figures of sar before any header: {shown(text)}")
        else:
            at = clocks[tuple(columns)].at(_clock(timed, lines.number))
            yield from _figures(rest, columns, at, lines.number, context)


def _zone(fields: list[str], context: Context) -> str | None:
    """The abbreviation of a zone that some locales write behind the time; only a header tells it from an interrupt's name (NMI)."""
    if (
        len(fields) > 1
        and re.fullmatch(r"[A-Z]{3,5}", fields[0])
        and fields[0] not in ENTITIES
        and _is_header(fields[1:])
    ):
        context.warn(f"sar writes its times with the zone {fields[0]!r}; they are taken as UTC")
        return fields[0]
    return None


def _clock(timed: re.Match[str], number: int) -> Any:
    try:
        return clock_time(timed[1], timed[2])
    except ValueError as error:
        raise LineProblem(number, str(error)) from None


def _is_header(fields: list[str]) -> bool:
    """A header has names: nothing in it reads as a number, and at least one is a figure's or an entity's."""
    return not any(re.fullmatch(r"-?[\d.,]+%?", field) for field in fields) and any(
        field in ENTITIES or field in GROUPS or re.search(r"[%/-]|^kb|^[a-z]", field) for field in fields
    )


def _figures(fields: list[str], columns: list[str], at: datetime, number: int, context: Context) -> Rows:
    group = group_of(columns)
    if "idvendor" in columns or "manufact" in columns:  # the list of USB devices: nothing is measured
        return
    if columns[-1] in ("DEVICE", "FILESYSTEM", "MOUNTPOINT") and len(fields) > len(columns):
        fields = [*fields[: len(columns) - 1], " ".join(fields[len(columns) - 1 :])]
    if len(fields) != len(columns):
        said = shown(" ".join(fields))
        raise LineProblem(number, f"has {len(fields)} columns where sar's header has {len(columns)} (cut off?): {said}")
    named = dict(zip(columns, fields, strict=True))
    entity = next((named[name] for name in ("DEVICE", *columns) if name in ENTITIES and name in named), "")
    for name, field in named.items():
        if name not in ENTITIES:
            # --human writes megabytes as it writes kilobytes, with their own suffix; figure() gives kB then.
            factor = 1 / 1024 if name.startswith("MB") and field[-1:] in "BkMGT" else 1.0
            yield series_row(context, at, group, name, entity, figure(field, number) * factor)


# ---------------------------------------------------------------- sadf -d: columns between semicolons


def _read_database(lines: Lines, context: Context) -> Rows:
    columns: list[str] = []
    for line in lines:
        text = line.strip()
        if not text:
            continue
        if text.startswith("#"):
            if "[...];" in text:
                raise LineProblem(
                    lines.number, "sadf -h puts several reports into one line; give the output of sadf -d without it"
                )
            columns = [re.sub(r"\[.*\]$", "", name) for name in text.lstrip("# ").split(";")]
            if columns[:3] != ["hostname", "interval", "timestamp"]:
                raise LineProblem(lines.number, f"not a header of sadf -d: {shown(text)}")
            continue
        fields = text.split(";")
        if "LINUX-RESTART" in text or "COMMENT" in fields[3:4]:
            continue
        if len(fields) < len(columns) or not columns:
            raise LineProblem(
                lines.number,
                f"has {len(fields)} columns where sadf's header has {len(columns)} (cut off?): {shown(text)}",
            )
        yield from _database_row(fields, columns, lines.number, context)


def _database_row(fields: list[str], columns: list[str], number: int, context: Context) -> Rows:
    try:
        at = instant(fields[2].removesuffix(" UTC"))
    except (ValueError, OverflowError) as error:
        raise LineProblem(number, str(error)) from None
    names = columns[3:]
    group = group_of(names)
    width = len(names)
    # With several processors or devices newer versions put them side by side in one line: "[...]" after the header.
    for start in range(3, len(fields) - width + 1, width):
        named = dict(zip(names, fields[start : start + width], strict=True))
        entity = next((named[name] for name in names if name in ENTITIES), "")
        for name, field in named.items():
            if name not in ENTITIES and field:
                yield series_row(context, at, group, name, entity, figure(field, number))


# ---------------------------------------------------------------- sadf -j


def _read_json(lines: Lines, context: Context) -> Rows:
    for record in statistics(lines, context):
        stamp = record.get("timestamp")
        if not isinstance(stamp, dict) or "date" not in stamp or "time" not in stamp:
            continue  # a restart or a comment
        try:
            at = datetime.combine(sysstat_date(str(stamp["date"])), clock_time(str(stamp["time"])), UTC)
        except ValueError as error:
            raise LineProblem(lines.number, str(error)) from None
        for group, content in record.items():
            if group != "timestamp":
                yield from _flattened(content, group, group, "", at, context)


def _flattened(content: Any, group: str, path: str, entity: str, at: datetime, context: Context) -> Rows:
    """Every figure below `content`; in a list of objects the text in each one names what it is about."""
    if isinstance(content, list):
        for item in content:
            if isinstance(item, dict):
                name = next(
                    (str(value) for key, value in item.items() if isinstance(value, str) or key in _NUMBERED), ""
                )
                figures = {
                    key: value for key, value in item.items() if not isinstance(value, str) and key not in _NUMBERED
                }
                yield from _flattened(figures, group, path, name, at, context)
        return
    for key, value in content.items() if isinstance(content, dict) else ():
        if isinstance(value, (dict, list)):
            yield from _flattened(value, group, f"{path}-{key}", entity, at, context)
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            short = _JSON_GROUPS.get(path)
            column = _JSON_COLUMNS.get(str(key), str(key))
            if short is not None and (short, column) in KNOWN:
                yield series_row(context, at, short, column, entity, float(value))
            else:
                yield series_row(context, at, short or path, str(key), entity, float(value))


_NUMBERED = frozenset({"number", "line", "bus_number"})

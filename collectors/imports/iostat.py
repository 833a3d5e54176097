"""Reads iostat's texts of sysstat 10 to 12 (and what older ones print alike), as printed: no rate is computed here."""

from datetime import date, datetime
from typing import Any

from collectors.imports.rows import Context, Row, Rows
from collectors.imports.sysstat import banner, figure, stamp, statistics
from collectors.imports.text import Lines
from collectors.lines import LineProblem, shown

#: Column -> (our column, factor to its unit). Sectors are 512 bytes.
COLUMNS: dict[str, tuple[str, float]] = {
    "tps": ("tps", 1), "r/s": ("reads_per_s", 1), "w/s": ("writes_per_s", 1),
    "rkB/s": ("read_kb_per_s", 1), "wkB/s": ("write_kb_per_s", 1), "rMB/s": ("read_kb_per_s", 1024), "wMB/s": ("write_kb_per_s", 1024),
    "rsec/s": ("read_kb_per_s", 0.5), "wsec/s": ("write_kb_per_s", 0.5),
    "kB_read/s": ("read_kb_per_s", 1), "kB_wrtn/s": ("write_kb_per_s", 1), "MB_read/s": ("read_kb_per_s", 1024),
    "MB_wrtn/s": ("write_kb_per_s", 1024), "Blk_read/s": ("read_kb_per_s", 0.5), "Blk_wrtn/s": ("write_kb_per_s", 0.5),
    "rrqm/s": ("rrqm_per_s", 1), "wrqm/s": ("wrqm_per_s", 1), "%rrqm": ("rrqm_pct", 1), "%wrqm": ("wrqm_pct", 1),
    "r_await": ("r_await_ms", 1), "w_await": ("w_await_ms", 1), "await": ("await_ms", 1),
    "aqu-sz": ("aqu_sz", 1), "avgqu-sz": ("aqu_sz", 1), "rareq-sz": ("rareq_kb", 1), "wareq-sz": ("wareq_kb", 1),
    "svctm": ("svctm_ms", 1), "%util": ("util_pct", 1),
    "d/s": ("discards_per_s", 1), "dkB/s": ("discard_kb_per_s", 1), "dMB/s": ("discard_kb_per_s", 1024),
    "kB_dscd/s": ("discard_kb_per_s", 1), "MB_dscd/s": ("discard_kb_per_s", 1024), "d_await": ("d_await_ms", 1),
    "f/s": ("flushes_per_s", 1), "f_await": ("f_await_ms", 1),
}  # fmt: skip
#: Totals since the first report, and figures of all requests together: they follow from those that are kept.
DROPPED = frozenset({
    "kB_read", "kB_wrtn", "kB_dscd", "MB_read", "MB_wrtn", "MB_dscd", "Blk_read", "Blk_wrtn", "Blk_dscd", "Blk_dscd/s", "dsec/s",
    "kB_w+d", "MB_w+d", "Blk_w+d", "kB_w+d/s", "MB_w+d/s", "Blk_w+d/s", "avgrq-sz", "areq-sz", "drqm/s", "%drqm", "dareq-sz",
    "kB/s", "MB/s", "sec/s", "rqm/s", "%rqm",
})  # fmt: skip
_IDENTITY = {"at", "device", "is_since_boot"}
_CPU = {
    "%user": "user_pct",
    "%nice": "nice_pct",
    "%system": "system_pct",
    "%iowait": "iowait_pct",
    "%steal": "steal_pct",
    "%idle": "idle_pct",
}


class _Reports:
    """Where we are in a sequence of reports: which one, when it was, whether it is the average since boot, and its devices so far.

    -h writes a report in several tables: a device's figures come together from all of them.
    """

    def __init__(self, lines: Lines, context: Context) -> None:
        self.lines, self.context = lines, context
        self.day: date | None = None
        self.clock: datetime | None = None
        self.has_clock = False
        self.position = -1  # of the report since the banner
        self.since_start = -1  # of the report in the file
        self.parts: set[str] = set()
        self.devices: list[dict[str, Any]] = []

    def restart(self, day: date) -> None:
        self.day, self.position, self.parts, self.clock = day, -1, set(), None

    def begin(self) -> None:
        self.position += 1
        self.since_start += 1
        self.parts = set()

    def add(self, row: dict[str, Any]) -> None:
        for other in self.devices:
            if (
                other["device"] == row["device"]
                and other["at"] == row["at"]
                and not (other.keys() & row.keys()) - _IDENTITY
            ):
                other.update(row)
                return
        self.devices.append(row)

    def flush(self) -> Rows:
        """The devices of the report that has ended."""
        for row in self.devices:
            yield Row("iostat", row)
        self.devices = []

    def part(self, name: str) -> None:
        """A part that this report has already begins the next one (where no time does)."""
        if self.position < 0 or name in self.parts:
            if self.has_clock:
                raise LineProblem(self.lines.number, "a report without its time among reports with times")
            self.clock = self.lines.stamp
            self.begin()
        self.parts.add(name)

    @property
    def is_since_boot(self) -> bool:
        """The first report after the banner, unless the manifest says that it was left out (-y)."""
        return self.position == 0 and self.day is not None and self.context.is_since_boot is not False

    def at(self) -> datetime:
        if self.clock is not None:
            return self.clock
        # The first report is printed at once, the next ones an interval later each.
        return self.context.tick(self.lines.number, self.since_start)


def read_iostat(lines: Lines, context: Context) -> Rows:
    """raw.iostat and raw.iostat_cpu, from iostat's text or its JSON. Errors: LineProblem."""
    reports = _Reports(lines, context)
    columns: list[str] = []
    device_at = 0
    for line in lines:
        text = line.strip()
        if text.startswith("{") and reports.position < 0:
            lines.push_back(line)
            yield from _read_json(lines, context)
            return
        if not text or text == "^C":
            columns = columns if text else []
            continue
        if (day := banner(text, lines.number, context)) is not None:
            yield from reports.flush()
            reports.restart(day)
            columns = []
        elif (at := stamp(text, reports.day)) is not None:
            yield from reports.flush()
            reports.clock, reports.has_clock, columns = at, True, []
            reports.begin()
        elif text.startswith("avg-cpu:"):
            reports.part("cpu")
            yield from reports.flush()
            yield _cpu(text, lines, reports)
        elif (header := _header(text, lines.number)) is not None:
            columns, device_at = header
            before = reports.position
            reports.part("devices:" + " ".join(columns))
            if reports.position != before:
                yield from reports.flush()
        elif columns:
            reports.add(_device(text, columns, device_at, lines, reports))
        else:
            raise LineProblem(lines.number, f"not a line of iostat: {shown(text)}")
    yield from reports.flush()


def _cpu(header: str, lines: Lines, reports: _Reports) -> Row:
    names = header.split()[1:]
    values = next(lines, "").split()
    if len(values) != len(names) or not set(names) <= set(_CPU):
        raise LineProblem(lines.number, f"{len(names)} figures of avg-cpu were expected: {shown(' '.join(values))}")
    row: dict[str, Any] = {"at": reports.at(), "is_since_boot": reports.is_since_boot}
    row |= {_CPU[name]: figure(value, lines.number) for name, value in zip(names, values, strict=True)}
    return Row("iostat_cpu", row)


def _header(text: str, number: int) -> tuple[list[str], int] | None:
    """The columns of a table of devices, and where the name stands (last with -h). Errors: LineProblem for a column nobody knows."""
    names = [name.removesuffix(":") for name in text.split()]
    if "Device" not in (names[0], names[-1]):
        return None
    device_at = 0 if names[0] == "Device" else len(names) - 1
    for name in names:
        if name != "Device" and name not in COLUMNS and name not in DROPPED:
            raise LineProblem(number, f"iostat's column {name!r} is not known")
    return names, device_at


def _device(text: str, columns: list[str], device_at: int, lines: Lines, reports: _Reports) -> dict[str, Any]:
    fields = text.split()
    if len(fields) == 1 and device_at == 0 and len(columns) > 1:
        fields += next(lines, "").split()  # a long device name has a line of its own in old versions
    if len(fields) != len(columns):
        raise LineProblem(
            lines.number,
            f"has {len(fields)} columns where iostat's header has {len(columns)} (cut off?): {shown(text)}",
        )
    row: dict[str, Any] = {"at": reports.at(), "device": fields[device_at], "is_since_boot": reports.is_since_boot}
    for name, field in zip(columns, fields, strict=True):
        if name in COLUMNS:
            column, factor = COLUMNS[name]
            row[column] = figure(field, lines.number) * factor
        elif name != "Device":
            figure(field, lines.number)
    return row


def _read_json(lines: Lines, context: Context) -> Rows:
    """iostat -o JSON, whose keys are the columns' names (percentages without their sign)."""
    keys = COLUMNS | {name.lstrip("%"): COLUMNS[name] for name in ("%rrqm", "%wrqm", "%util")}
    for position, record in enumerate(statistics(lines, context)):
        at = stamp(str(record["timestamp"]), None) if "timestamp" in record else context.tick(lines.number, position)
        if at is None:
            raise LineProblem(lines.number, f"a time of no known form: {shown(str(record['timestamp']))}")
        common: dict[str, Any] = {"at": at, "is_since_boot": position == 0 and context.is_since_boot is not False}
        if isinstance(cpu := record.get("avg-cpu"), dict):
            yield Row(
                "iostat_cpu",
                common | {_CPU[f"%{name}"]: float(value) for name, value in cpu.items() if f"%{name}" in _CPU},
            )
        for disk in record.get("disk", ()):
            row = common | {"device": str(disk.get("disk_device", ""))}
            for name, value in disk.items():
                if name in keys and isinstance(value, (int, float)):
                    row[keys[name][0]] = value * keys[name][1]
            yield Row("iostat", row)

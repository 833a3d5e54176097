"""Bad files are refused with file and line, in bounded memory; nothing of the import stays."""

import gzip
import io
import tracemalloc
from pathlib import Path

import psycopg
import pytest

from collectors.imports import import_manifests, series
from collectors.imports.files import BULK_READERS, PARSERS
from collectors.imports.rows import Context
from collectors.imports.text import LONGEST_LINE, Lines, read_block
from collectors.lines import LineProblem
from pgverdict.errors import Refused
from tests.collectors.imports.pairs import FIXTURES, read, texts

MANIFEST = """\
experiment: {id: bad, title: Bad, primary: qps, factors: [{name: work_mem, kind: guc, unit: MB, levels: [1, 4], baseline: 4}]}
metrics: [{id: qps, unit: 1/s, better: higher}]
runs:
  - {level: {work_mem: 1}, repeat: 1, results: {qps: 10}}
  - level: {work_mem: 4}
    repeat: 1
    started_at: 2025-03-04T10:00:00Z
    results: {qps: 11}
    files:
      - {kind: KIND, path: NAME}
"""
KINDS = [*PARSERS, *BULK_READERS, "series", "pgbench_log", "pgbench_aggregate"]


def refusal(dsn: str, folder: Path, kind: str, content: bytes) -> str:
    """Imports a manifest whose last file is bad; checks that it is refused whole; returns what was said."""
    (folder / "bad.txt").write_bytes(content)
    (folder / "m.yml").write_text(MANIFEST.replace("KIND", kind).replace("NAME", "bad.txt"))
    with pytest.raises(Refused) as refused:
        import_manifests([folder / "m.yml"], dsn)
    with psycopg.connect(dsn) as connection:
        for table in (
            "control.experiments",
            "control.executions",
            "control.runs",
            "raw.results",
            "raw.series",
            "raw.iostat",
            "raw.log_events",
        ):
            found = connection.execute(f"select count(*) from {table}").fetchone()
            assert found == (0,), f"{table} keeps rows of a refused import"
    assert refused.value.exit_status == 2
    assert str(refused.value).startswith(f"{folder / 'bad.txt'}:")
    return str(refused.value).removeprefix(f"{folder / 'bad.txt'}:")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x7fELF\x02\x01\x01" + bytes(range(256)) * 50,
        b"Dear reader,\nthis is a letter.\n",
        "Привет".encode("utf-16"),
    ],
    ids=["empty", "binary", "wrong kind", "another encoding"],
)
def test_a_file_that_is_none_of_its_kind_is_refused_whole(
    module_warehouse_dsn: str, tmp_path: Path, kind: str, content: bytes
) -> None:
    said = refusal(module_warehouse_dsn, tmp_path, kind, content)
    assert said.split(":")[0].isdecimal(), said


def test_a_truncated_gzip_file_is_refused(module_warehouse_dsn: str, tmp_path: Path) -> None:
    whole = gzip.compress(
        b"at,metric,value\n"
        + b"".join(b"2025-03-04T10:00:%02dZ,qps,%d.5\n" % (i % 60, i * 7919 % 1000) for i in range(5000))
    )
    assert "breaks off or is damaged" in refusal(module_warehouse_dsn, tmp_path, "series", whole[: len(whole) // 2])


@pytest.mark.parametrize(
    "path", [path for path in texts() if path.parent.name in ("iostat", "vmstat", "sar")], ids=lambda path: path.stem
)
def test_a_text_that_breaks_off_within_a_line_is_refused_with_that_line(path: Path, tmp_path: Path) -> None:
    lines = path.read_bytes().rstrip().splitlines(keepends=True)
    figures = [
        number
        for number, line in enumerate(lines)
        if line.count(b" ") > 20
        and b"." in line
        and not line.startswith((b"Average", b"Summary", b"Device", "平均".encode()))
    ]
    last = figures[-1] if figures else len(lines) - 2
    torn = tmp_path / "torn.out"
    torn.write_bytes(
        b"".join(lines[:last])
        + lines[last].rstrip()[: len(lines[last]) * 2 // 3].rsplit(b" ", 1)[0].rsplit(b";", 1)[0]
        + b"\n"
    )
    with pytest.raises(LineProblem) as problem:
        read(torn, path.parent.name)
    assert problem.value.line >= last


def test_a_line_of_mixed_encodings_is_refused_in_series_and_read_in_server_logs(
    module_warehouse_dsn: str, tmp_path: Path
) -> None:
    mixed = b"at,metric,value\n2025-03-04T10:00:00Z,qps,1\n" + "2025-03-04T10:00:01Z,скорость,2\n".encode("cp1251")
    said = refusal(module_warehouse_dsn, tmp_path, "series", mixed)
    assert said.startswith("3: is not UTF-8 (byte 22 of the line is 0xf1)"), said
    (tmp_path / "log.out").write_bytes(
        b'2025-03-04 10:00:00.000 UTC [1] ERROR:  relation "' + "заказы".encode("cp1251") + b'" does not exist\n'
    )
    rows, _ = read(tmp_path / "log.out", "postgres_log")
    assert [row["kind"] for row in rows] == ["error"]


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"at,metric,value\n2025-03-04T10:00:00Z,qps,1\n2025-03-04T10:00:01Z,qps\n", 3),
        (b"at,metric,value\n2025-03-04T10:00:00Z,qps,1\n2025-03-04T10:00:01Z,qps,2,3\n", 3),
        (b"at,metric,value\n2025-03-04T10:00:00Z,qps,1\n\n2025-03-04T10:00:01Z,qps,fast\n", 4),
        (b"at,metric,value\n2025-03-04T10:00:00Z,qps,inf\n", 2),
        (b"at,metric,value\n2025-03-04T25:00:00Z,qps,1\n", 2),
        (b"at,metric,value\n2025-03-04T10:00:00Z,,1\n", 2),
        (b"at,metric,value\n2025-03-04T10:00:00Z,\"qps\n\",1\n", 2),
        (b"at,metric,wert\n2025-03-04T10:00:00Z,qps,1\n", 1),
        (b"at,metric,value\n", 1),
    ],
    ids=["a field less", "a field more", "no number", "infinite", "no time", "no metric", "an open quote", "an unknown column", "no data"],
)  # fmt: skip
def test_a_bad_line_of_a_series_is_named(module_warehouse_dsn: str, tmp_path: Path, content: bytes, line: int) -> None:
    assert refusal(module_warehouse_dsn, tmp_path, "series", content).startswith(f"{line}:")


def test_a_bad_line_far_down_is_named_exactly(module_warehouse_dsn: str, tmp_path: Path) -> None:
    good = b"".join(b"2025-03-04T10:%02d:%02dZ,qps,%d\n" % (i // 60 % 60, i % 60, i) for i in range(400_000))
    said = refusal(
        module_warehouse_dsn,
        tmp_path,
        "series",
        b"at,metric,value\n" + good + b"2025-03-04T10:00:00Z,qps,oops\n" + good,
    )
    assert said.startswith("400002: 'oops' is not a number")


class Endless(io.RawIOBase):
    """A file of one line that never ends; counts what is read of it."""

    def __init__(self, letter: bytes) -> None:
        self.letter, self.taken = letter, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        buffer[:] = self.letter * len(buffer)
        self.taken += len(buffer)
        return len(buffer)


@pytest.mark.parametrize("kind", sorted(PARSERS))
def test_a_line_without_end_is_refused_after_a_few_megabytes(kind: str) -> None:
    endless = Endless(b"7")
    with pytest.raises(LineProblem, match=r"longer than 4 MB|binary"):
        list(PARSERS[kind](Lines(io.BufferedReader(endless)), Context()))
    assert endless.taken <= 2 * LONGEST_LINE


def test_a_csv_line_without_end_is_refused_in_bounded_memory() -> None:
    endless = Endless(b"7")
    stream = io.BufferedReader(endless)
    tracemalloc.start()
    with pytest.raises(LineProblem, match="too long"):
        series.read_header(stream)
    with pytest.raises(LineProblem, match="longer than"):
        read_block(stream, 2)
    assert tracemalloc.get_traced_memory()[1] < 64 << 20
    tracemalloc.stop()


def test_forms_that_cannot_be_read_say_what_to_give_instead() -> None:
    with pytest.raises(LineProblem, match="without it"):
        read(FIXTURES / "other" / "sadf-d-h.out", "sar")
    with pytest.raises(LineProblem, match="log_line_prefix tells no time"):
        read(FIXTURES / "other" / "postgres_log-no-time.out", "postgres_log")
    with pytest.raises(LineProblem, match="header is expected"):
        read(FIXTURES / "other" / "vmstat-d.out", "vmstat")


def test_logs_of_transactions_and_of_intervals_are_not_taken_for_each_other(
    module_warehouse_dsn: str, tmp_path: Path
) -> None:
    transactions = (FIXTURES / "pgbench-real" / "rate.5403").read_bytes()
    assert "columns" in refusal(module_warehouse_dsn, tmp_path, "pgbench_aggregate", transactions)
    six = b"".join(line.rsplit(b" ", 1)[0] + b"\n" for line in transactions.splitlines())
    assert "impossible" in refusal(module_warehouse_dsn, tmp_path, "pgbench_aggregate", six)
    intervals = b"1345828501 5601 1542744 483552416 61 2573\n1345828503 7884 1979812 565806736 60 1479\n"
    assert "aggregate log" in refusal(module_warehouse_dsn, tmp_path, "pgbench_log", intervals)

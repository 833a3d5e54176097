"""The spool: whole frames survive a kill, damaged ones are cut off, and the warehouse gets each segment once."""

import os
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest

from collectors.loader import Loaded, load_patiently, load_spool
from collectors.schedule import TICK_COLUMNS
from collectors.spool import SpoolWriter, is_written, last_second, read_segment, seal_abandoned
from pgverdict.clusters import Cluster
from pgverdict.errors import ComponentFailed
from pgverdict.paths import PROJECT_ROOT
from pgverdict.warehouse import EMBEDDED_SETTINGS, migrate

HEADER = {"run_id": 7, "night": "2026-11-21"}
LOCKS = ["run_id", "night", "at", "locktype", "mode", "granted", "locks"]
LINE = b"7\t2026-11-21\t2026-11-21 10:00:%02d+00\trelation\tShareLock\tt\t3\n"
TICK = b"7\t2026-11-21\t2026-11-21 10:00:%02d+00\tlocks\t1\t1\t0\t0\t0.1\t\\N\n"


def _write(writer: SpoolWriter, seconds: range) -> None:
    writer.declare({"locks": LOCKS, "ticks": TICK_COLUMNS})
    for second in seconds:
        writer.append(second, {"locks": [LINE % second], "ticks": [TICK % second]})


def _rows(dsn: str, table: str = "locks") -> int:
    with psycopg.connect(dsn) as connection:
        row = connection.execute(f"select count(*) from raw.{table} where run_id = 7").fetchone()
    assert row is not None
    return int(row[0])


def test_what_was_appended_is_read_back_and_loaded_once(tmp_path: Path, warehouse_dsn: str) -> None:
    writer = SpoolWriter(tmp_path, dict(HEADER))
    _write(writer, range(5))
    assert load_spool(tmp_path, warehouse_dsn).rows == 0  # an open segment is not loaded
    writer.close()
    loaded = load_spool(tmp_path, warehouse_dsn)
    assert (loaded.rows, dict(loaded.expected), dict(loaded.taken)) == (10, {"locks": 5}, {"locks": 5})
    assert _rows(warehouse_dsn) == 5
    assert load_spool(tmp_path, warehouse_dsn).rows == 0
    assert last_second(tmp_path) == 4  # remembered, for a successor that writes off what was missed


def test_a_segment_whose_load_was_killed_after_the_commit_is_not_loaded_twice(
    tmp_path: Path, warehouse_dsn: str
) -> None:
    writer = SpoolWriter(tmp_path, dict(HEADER))
    _write(writer, range(5))
    writer.close()
    (segment,) = tmp_path.glob("*.sealed")
    content = segment.read_bytes()
    load_spool(tmp_path, warehouse_dsn)
    segment.write_bytes(content)  # as if the process had ended between commit and removal
    assert load_spool(tmp_path, warehouse_dsn).rows == 0
    assert _rows(warehouse_dsn) == 5


@pytest.mark.parametrize("cut", [1, 7, 25, 200])
def test_a_torn_tail_is_cut_off_and_the_rest_is_whole(tmp_path: Path, cut: int) -> None:
    writer = SpoolWriter(tmp_path, dict(HEADER))
    _write(writer, range(5))
    writer.close()
    (segment,) = tmp_path.glob("*.sealed")
    content = segment.read_bytes()
    segment.write_bytes(content[:-cut])
    header, frames = read_segment(segment)
    seconds = [frame.second for frame in frames]
    assert header["run_id"] == 7
    assert seconds == list(range(len(seconds)))
    assert len(seconds) == (3 if cut == 200 else 4)


def test_a_damaged_frame_ends_its_segment(tmp_path: Path) -> None:
    writer = SpoolWriter(tmp_path, dict(HEADER))
    _write(writer, range(5))
    writer.close()
    (segment,) = tmp_path.glob("*.sealed")
    content = bytearray(segment.read_bytes())
    content[len(content) // 2] ^= 0xFF
    segment.write_bytes(content)
    assert 0 < len(list(read_segment(segment)[1])) < 5


def test_a_segment_without_a_whole_header_is_left_out(tmp_path: Path, warehouse_dsn: str) -> None:
    (tmp_path / "x-00001.sealed").write_bytes(b"pgv1\x00")
    loaded = load_spool(tmp_path, warehouse_dsn)
    assert (loaded.segments, loaded.rows) == (1, 0)


def test_two_samplers_never_write_into_one_spool(tmp_path: Path) -> None:
    writer = SpoolWriter(tmp_path, dict(HEADER))
    assert is_written(tmp_path)
    with pytest.raises(ComponentFailed, match="another sampler"):
        SpoolWriter(tmp_path, dict(HEADER))
    writer.close()
    assert not is_written(tmp_path)


def test_a_spool_that_grows_is_cut_into_segments(tmp_path: Path) -> None:
    writer = SpoolWriter(tmp_path, dict(HEADER))
    _write(writer, range(0, 200, 3))
    writer.close()
    segments = sorted(tmp_path.glob("*.sealed"))
    assert len(segments) == 4
    assert [frame.second for segment in segments for frame in read_segment(segment)[1]] == list(range(0, 200, 3))


def test_a_killed_writer_leaves_whole_frames(tmp_path: Path) -> None:
    program = (
        "import sys, pathlib; sys.path.insert(0, sys.argv[2])\n"
        "from collectors.spool import SpoolWriter\n"
        "w = SpoolWriter(pathlib.Path(sys.argv[1]), {'run_id': 7, 'night': '2026-11-21', 'columns': {}})\n"
        "for s in range(10**9): w.append(s, {'locks': [b'x' * 5000 + b'\\n']})\n"
    )
    process = subprocess.Popen([sys.executable, "-c", program, str(tmp_path), str(PROJECT_ROOT)])
    while not list(tmp_path.glob("*.sealed")):
        time.sleep(0.02)
    process.kill()
    process.wait()
    assert not is_written(tmp_path)
    assert seal_abandoned(tmp_path) <= 1
    segments = sorted(tmp_path.glob("*.sealed"))
    seconds = [frame.second for segment in segments for frame in read_segment(segment)[1]]
    assert seconds == list(range(len(seconds)))
    assert len(seconds) > 1


def test_a_full_disk_tears_no_frame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = SpoolWriter(tmp_path, dict(HEADER))
    _write(writer, range(2))
    real = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, frame: real(descriptor, frame[:20]))
    with pytest.raises(OSError, match="bytes fit"):
        _write(writer, range(2, 3))
    monkeypatch.undo()
    _write(writer, range(3, 5))
    writer.close()
    (segment,) = tmp_path.glob("*.sealed")
    assert [frame.second for frame in read_segment(segment)[1]] == [0, 1, 3, 4]


def test_a_warehouse_that_is_away_loses_nothing(tmp_path: Path, warehouse_dsn: str) -> None:
    writer = SpoolWriter(tmp_path, dict(HEADER))
    _write(writer, range(5))
    writer.close()
    away = "host=/nonexistent dbname=x connect_timeout=1"
    waited: list[float] = []
    with pytest.raises(ComponentFailed, match="the samples are safe in"):
        load_patiently(tmp_path, away, patience_s=0.9, sleep=waited.append)
    assert waited
    assert len(list(tmp_path.glob("*.sealed"))) == 1
    assert load_patiently(tmp_path, warehouse_dsn, 1, Loaded()).rows == 10


def test_a_segment_that_the_warehouse_refuses_stays_and_nothing_of_it_is_written(
    tmp_path: Path, warehouse_dsn: str
) -> None:
    writer = SpoolWriter(tmp_path, dict(HEADER))
    writer.declare({"locks": LOCKS, "ticks": TICK_COLUMNS})
    writer.append(1, {"locks": [LINE % 1], "ticks": [b"not a tick\n"]})
    writer.close()
    with pytest.raises(psycopg.Error):
        load_spool(tmp_path, warehouse_dsn)
    assert _rows(warehouse_dsn) == _rows(warehouse_dsn, "batches") == 0
    assert list(tmp_path.glob("*.sealed"))


def test_what_was_loaded_survives_a_crash_of_the_warehouse(tmp_path: Path) -> None:
    warehouse = Cluster.embedded("crashing")
    warehouse.create(EMBEDDED_SETTINGS)  # commits asynchronously
    warehouse.start()
    migrate(warehouse.dsn())
    writer = SpoolWriter(tmp_path, dict(HEADER))
    _write(writer, range(5))
    writer.close()
    assert load_spool(tmp_path, warehouse.dsn()).rows == 10
    warehouse.stop("immediate")
    warehouse.start()
    assert _rows(warehouse.dsn()) == 5
    warehouse.stop("immediate")

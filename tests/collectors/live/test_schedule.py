"""Absolute times: nothing drifts, nothing is caught up in a burst, and every sample not taken is in the book."""

import pytest

from collectors.clocks import OwnClock, best_offset
from collectors.schedule import Book, Due, Schedule, escape, grid_points

WALL = 1_795_262_835.27


def test_samples_lie_on_whole_multiples_of_their_interval_after_the_first() -> None:
    schedule = Schedule({"waits": 0.1, "io": 1.0}, 500.0, WALL)
    now, taken = 500.0, []
    for _ in range(40):
        taken += [(due.name, round(now + WALL - 500, 3)) for due in schedule.take(now)]
        now = schedule.next_due()
    waits = [at for name, at in taken if name == "waits"]
    assert waits[:4] == [round(WALL, 3), 1_795_262_835.3, 1_795_262_835.4, 1_795_262_835.5]
    assert [at for name, at in taken if name == "io"][:3] == [round(WALL, 3), 1_795_262_836.0, 1_795_262_837.0]
    assert len(waits) == len(set(waits)) == 40


@pytest.mark.parametrize("interval_s", [0.01, 0.1, 0.5, 1.0, 7.0])
def test_a_schedule_goes_on_for_hours_without_losing_or_doubling_a_time(interval_s: float) -> None:
    schedule = Schedule({"family": interval_s}, 12345.678, WALL)
    schedule.take(12345.678)
    first = schedule.next_due()
    for number in range(20_000):
        assert schedule.next_due() == pytest.approx(first + number * interval_s, abs=interval_s / 100)
        assert len(schedule.take(schedule.next_due())) == 1


def test_a_sampler_that_overslept_takes_one_sample_and_names_the_others() -> None:
    schedule = Schedule({"waits": 0.1}, 100.0, 1000.0)
    schedule.take(100.0)
    (due,) = schedule.take(100.95)
    assert len(due.overslept) == 8
    assert due.second == 1000
    assert due.late_s == pytest.approx(0.05, abs=1e-6)
    assert due.is_late
    assert schedule.take(100.96) == []


def test_a_small_delay_is_not_late() -> None:
    schedule = Schedule({"io": 1.0}, 100.0, 1000.0)
    schedule.take(100.0)
    (due,) = schedule.take(101.2)
    assert not due.is_late


@pytest.mark.parametrize(("interval_s", "points"), [(0.1, 10), (0.01, 100), (1, 1), (0.5, 2)])
def test_a_second_holds_as_many_grid_points_as_its_interval_says(interval_s: float, points: int) -> None:
    assert grid_points(1_795_262_835, 1_795_262_836, interval_s) == points


def test_of_a_second_that_began_without_the_collector_only_the_first_part_is_missed() -> None:
    assert grid_points(1_795_262_835, 1_795_262_835.35, 0.1) == 4
    assert grid_points(1_795_262_835, 1_795_262_835.35, 1) == 1
    assert grid_points(1_795_262_835, 1_795_262_835, 1) == 0


def test_longer_intervals_have_a_point_in_some_seconds_only() -> None:
    assert sum(grid_points(second, second + 1, 5) for second in range(1_795_262_835, 1_795_262_835 + 60)) == 12


def test_a_second_leaves_the_book_with_its_samples_and_its_ticks_together() -> None:
    book = Book(7, "2026-11-21")
    book.add(1000, "locks", ["run_id", "locks"], [b"7\t1\n"])
    book.taken(Due("locks", 1000, 0.02, True, ()))
    book.missed(1000, "locks", "the server is away: x\ty")
    book.taken(Due("locks", 1001, 0.0, False, ()))
    ((second, rows),) = book.complete(1001)
    assert second == 1000
    assert rows["locks"] == [b"7\t1\n"]
    values = rows["ticks"][0].rstrip(b"\n").split(b"\t")
    assert values[3:] == [b"locks", b"2", b"1", b"1", b"1", b"20.0", rb"the server is away: x\ty"]
    assert book.complete(1001) == []


def test_a_second_that_could_not_be_written_is_missed() -> None:
    book = Book(7, "2026-11-21")
    book.taken(Due("locks", 1000, 0.0, False, ()))
    ((second, rows),) = book.complete(1001)
    book.write_off(second, rows, "spool: No space left on device")
    ((_, again),) = book.complete(1001)
    assert again["ticks"][0].split(b"\t")[4:8] == [b"1", b"0", b"0", b"1"]


def test_values_are_escaped_as_copy_wants_them() -> None:
    assert escape(b"a\tb\nc\\d\re") == rb"a\tb\nc\\d\re"


def test_the_quickest_question_decides_a_clock_offset() -> None:
    offset = best_offset([(100.0, 107.0, 102.0), (200.0, 205.5, 200.2)])
    assert offset.offset_ms == pytest.approx(5400)
    assert offset.uncertainty_ms == pytest.approx(100)


def test_a_stepped_clock_is_noticed_and_slewing_is_not() -> None:
    clock = OwnClock(difference=1000.0)
    assert clock.step_ms(wall=1500.01, monotonic=500.0) is None
    assert clock.step_ms(wall=1503.01, monotonic=501.0) == pytest.approx(2000)
    assert clock.step_ms(wall=1504.01, monotonic=502.0) is None

"""What is written of an answer: values as they came, still rows held back without changing any difference, no literal ever."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collectors.families import parse_family
from collectors.normalise import normalise_query
from collectors.rows import RowWriter, text_of
from collectors.server import Answer

HEAD = "-- What for.\n-- table: stat_io\n-- every: 1 s\n"


def _writer(silent: str) -> RowWriter:
    return RowWriter(parse_family("f", f"{HEAD}-- silent: {silent}\n-- key: name\n-- since: 14\nselect 1"), b"1\tn\t")


def _answer(writer: RowWriter, *rows: list[bytes | None]) -> Answer:
    return Answer(writer.family, ["name", "reads", "stats_reset"], list(rows), None, [0, 2])


def test_rows_of_zeros_come_out_when_they_move_with_their_last_zero() -> None:
    writer = _writer("zero")
    still = [b"wal", b"0", b"2026-11-21"]
    assert writer.lines(_answer(writer, [b"rel", b"5", None], list(still)), b"T1") == [b"1\tn\tT1\trel\t5\t\\N\n"]
    assert len(writer.lines(_answer(writer, [b"rel", b"5", None], list(still)), b"T2")) == 1
    lines = writer.lines(_answer(writer, [b"rel", b"5", None], [b"wal", b"3", b"2026-11-21"]), b"T3")
    assert lines[1:] == [b"1\tn\tT2\twal\t0\t2026-11-21\n", b"1\tn\tT3\twal\t3\t2026-11-21\n"]


def test_a_statement_is_held_back_until_it_moves() -> None:
    writer = _writer("unchanged")
    assert writer.lines(_answer(writer, [b"q1", b"9", None], [b"q2", b"4", None]), b"T1") == []
    assert writer.lines(_answer(writer, [b"q1", b"9", None], [b"q2", b"4", None]), b"T2") == []
    moved = writer.lines(_answer(writer, [b"q1", b"9", None], [b"q2", b"6", None]), b"T3")
    assert [line.split(b"\t")[2:5] for line in moved] == [[b"T2", b"q2", b"4"], [b"T3", b"q2", b"6"]]


def test_a_statement_that_first_appears_later_is_written_at_once() -> None:
    writer = _writer("unchanged")
    writer.lines(_answer(writer, [b"q1", b"9", None]), b"T1")
    assert len(writer.lines(_answer(writer, [b"q1", b"9", None], [b"new", b"1", None]), b"T2")) == 1


@given(
    st.lists(st.lists(st.integers(0, 3), min_size=3, max_size=3), min_size=2, max_size=12),
    st.sampled_from(["zero", "unchanged"]),
)
def test_holding_rows_back_changes_no_difference_of_counters(steps: list[list[int]], kind: str) -> None:
    writer = _writer(kind)
    totals, kept = [0, 0, 0], {}
    truth: dict[bytes, list[int]] = {}
    for number, gains in enumerate(steps):
        totals = [total + gain for total, gain in zip(totals, gains, strict=True)]
        rows = [[b"k%d" % key, b"%d" % total, None] for key, total in enumerate(totals)]
        for key, total in enumerate(totals):
            truth.setdefault(b"k%d" % key, []).append(total)
        for line in writer.lines(_answer(writer, *rows), b"%d" % number):
            _, _, at, key, value, _ = line.split(b"\t")
            assert (key, int(at)) not in kept
            kept[key, int(at)] = int(value)
    for key, values in truth.items():
        written = [(number, kept[key, number]) for number in range(len(values)) if (key, number) in kept]
        numbers = [number for number, _ in written]
        assert numbers == list(range(numbers[0], len(values))) if numbers else values[-1] == values[0]
        assert [value for _, value in written] == [values[number] for number in numbers]
        if numbers:
            assert values[numbers[0]] == values[0] or kind == "zero" or numbers[0] == 0
            assert len(set(values[: numbers[0] + 1])) == 1  # nothing happened in what was left out


@pytest.mark.parametrize(
    ("value", "text"), [(None, b"\\N"), (True, b"t"), (False, b"f"), (1.5, b"1.5"), (7, b"7"), ("a\tb", b"a\\tb")]
)
def test_python_values_become_copy_text(value: object, text: bytes) -> None:
    assert text_of(value) == text


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        ("alter role bob password 'hunter2'", "alter role bob password ?"),
        (
            "select * from t1 where a = 'it''s' and b = 12.5e3 and c = $1",
            "select * from t1 where a = ? and b = ? and c = $1",
        ),
        (r"copy t from program E'echo \'hunter2\''", "copy t from program ?"),
        ("do $x$ begin perform 'hunter2'; end $x$", "do ?"),
        ('select 1 /* hunter2 */ -- hunter2\n, "Column 2"', 'select ? , "Column 2"'),
        ("set x = 'hunter2 cut off by the serv", "set x = ?"),
        ("select U&'hunter2', b'101', x'ff', 0x1F, .5", "select U&?, ?, ?, ?, ?"),
    ],
)
def test_literals_leave_a_query_text_and_names_stay(query: str, kept: str) -> None:
    assert normalise_query(query) == kept


@given(
    st.text(string.ascii_letters + string.digits + " '\"$", min_size=6, max_size=20),
    st.sampled_from(["'{}'", "E'{}'", "$q${}$q$"]),
)
def test_no_quoted_secret_survives(secret: str, quotes: str) -> None:
    secret = "Zq7" + secret.replace("$", "")
    quoted = quotes.format(secret.replace("'", "''") if "$q$" not in quotes else secret)
    assert "Zq7" not in normalise_query(f"alter role x set y = {quoted} ; select {quoted}")

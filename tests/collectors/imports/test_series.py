"""Long CSV is read alike by the fast and by the careful way, and to the last bit."""

import io
from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from collectors.imports import series
from collectors.imports.clocks import instant, micros
from collectors.imports.series import Header, Layout
from collectors.lines import LineProblem

HEADER = Header(["at", "metric", "value"], ",")
LAYOUT = Layout([0, 1], [2])
NAMES = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Zl", "Zp"), exclude_characters='",\x85'), max_size=8
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(NAMES, st.floats(allow_nan=False, allow_infinity=False)), min_size=1, max_size=30))
def test_the_fast_and_the_careful_way_give_the_same_values(rows: list[tuple[str, float]]) -> None:
    raw = "".join(f"2025-03-04T10:00:00Z,{name},{value!r}\n" for name, value in rows).encode()
    fast = series.parse_block(raw, 2, len(rows), HEADER, LAYOUT)
    careful = series.read_slowly(raw, 2, HEADER, LAYOUT)
    assert fast.frame[2].tolist() == careful.frame[2].tolist() == [value for _, value in rows]
    assert (
        [str(name) for name in fast.frame[1]] == [str(name) for name in careful.frame[1]] == [name for name, _ in rows]
    )
    assert fast.lines.tolist() == careful.lines.tolist()


@pytest.mark.parametrize(
    "text",
    [
        "2025-03-04T10:00:00Z", "2025-03-04 10:00:00", "2025-03-04T13:00:00+03:00", "2025-03-04T10:00:00.000000Z", "1741082400",
        "1741082400.0", "1741082400000", "1741082400000000", "1741082400000000000",
    ],
)  # fmt: skip
def test_every_form_of_a_time_is_the_same_instant(text: str) -> None:
    expected = datetime(2025, 3, 4, 10, tzinfo=UTC)
    assert instant(text) == expected
    raw = f"{text},qps,1\n".encode()
    block = series.parse_block(raw, 2, 1, HEADER, LAYOUT)
    assert series.instants(block, 0, None).tolist() == [micros(expected)]


def test_small_numbers_are_seconds_since_the_start() -> None:
    start = datetime(2025, 3, 4, 10, tzinfo=UTC)
    block = series.parse_block(b"0,qps,1\n0.5,qps,1\n60,qps,1\n", 2, 3, HEADER, LAYOUT)
    assert (series.instants(block, 0, start) - micros(start)).tolist() == [0, 500_000, 60_000_000]
    with pytest.raises(LineProblem, match="started_at"):
        series.instants(block, 0, None)


def test_missing_values_are_null_and_quotes_and_decimal_commas_are_read() -> None:
    block = series.parse_block(
        b'2025-03-04T10:00:00Z,"a ""b"", c",1.5\n2025-03-04T10:00:00Z,x,\n2025-03-04T10:00:00Z,x,NA\n',
        2,
        3,
        HEADER,
        LAYOUT,
    )
    assert block.frame[1].tolist() == ['a "b", c', "x", "x"]
    assert np.isnan(block.frame[2].tolist()[1:]).all()
    comma = series.parse_block(b"2025-03-04T10:00:00Z;qps;1,25\n", 2, 1, Header(HEADER.names, ";"), LAYOUT)
    assert comma.frame[2].tolist() == [1.25]


def test_a_header_is_found_with_any_usual_delimiter_and_a_mark() -> None:
    for delimiter in ",;\t":
        header = series.read_header(
            io.BytesIO(b"\xef\xbb\xbf" + delimiter.join(["at", "metric", "value"]).encode() + b"\r\n")
        )
        assert header == Header(["at", "metric", "value"], delimiter)

"""Numbers and units look as readers of each language expect, and durations are read as PostgreSQL spells them."""

import pytest

from pgverdict import i18n, units
from pgverdict.errors import Refused


@pytest.mark.parametrize(
    ("value", "decimals", "language", "shown"),
    [
        (13.84, 1, "ru", "13,8"),
        (13.85, 1, "en", "13.9"),
        (1234.5, 0, "ru", "1235"),
        (12345.6, 0, "ru", "12\u00a0346"),
        (1234.5, 1, "en", "1,234.5"),
        (-0.29, 2, "ru", "\u22120,29"),
        (-0.04, 1, "en", "0.0"),
        (2.5, 0, "en", "3"),
        (1844, -2, "en", "1,800"),
    ],
)
def test_numbers_are_rounded_and_grouped_as_the_language_does(
    value: float, decimals: int, language: str, shown: str
) -> None:
    assert i18n.number(value, decimals, language) == shown


@pytest.mark.parametrize(
    ("text", "expected"), [("30min", 1800), ("20s", 20), ("1.5h", 5400), ("90d", 7776000), ("250ms", 0.25), ("7", 7)]
)
def test_durations_are_read_with_their_units(text: str, expected: float) -> None:
    assert units.seconds(text) == expected


@pytest.mark.parametrize("text", ["abc", "5parsecs", "", "8GB"])
def test_what_is_no_duration_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        units.seconds(text)


def test_sizes_are_powers_of_1024_as_in_postgresql() -> None:
    assert units.size_bytes("8GB") == 8 * 1024**3
    assert units.size_bytes("64kB") == 65536


def test_a_text_missing_in_one_language_is_taken_from_the_other() -> None:
    assert i18n.text_of({"en": "x"}, "ru") == "x"
    assert i18n.text_of({"en": "x", "ru": "y"}, "ru") == "y"

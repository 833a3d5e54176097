"""Reading: blocks with their surroundings, and each claim at its exact place."""

from __future__ import annotations

import pytest

from factcheck.reading.document import read
from factcheck.reading.text import clean, language_of
from tests.factcheck.helpers import run


def test_code_is_stripped_and_headings_lists_and_tables_stay() -> None:
    blocks = read("# Title\n\n```sql\nselect 1;\n```\n\n- one\n  - two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    assert [block.kind for block in blocks] == ["heading", "item", "item", "cell", "cell", "cell", "cell"]
    assert blocks[2].context[0] is blocks[1]
    assert blocks[-1].column_header is blocks[4] and blocks[-1].row_header is blocks[5]


def test_hard_wrapped_lines_are_one_paragraph_and_lines_of_their_own_are_not() -> None:
    wrapped = read("Throughput reached one hundred and thirty-seven megabytes a second at the\nlargest value.\n")
    assert len(wrapped) == 1
    assert len(read("Iowait 74%.\nThe rest is idle.\n")) == 2


@pytest.mark.parametrize("text", [
    "Задержка чтения при 50 — 13,8\u00a0мс, при 150 — 9,8\u202fмс.", "> At 50 **read latency** is `13.8` ms", "| cost_limit | r_await |\n|---|---|\n| 50 | 13,8 |\n",
    "\u202eread latency at 50 is 13.8 ms\u202c", "1. Read latency at 50: 13.8\u200b ms", "a\r\nread latency at 50: 13.8 ms\r\n",
])  # fmt: skip
def test_a_quote_is_the_exact_text_at_its_line_and_offsets(text: str) -> None:
    result = run(text)
    assert result.claims
    lines = text.split("\n")
    for claim in result.claims:
        assert lines[claim.line - 1].rstrip("\r")[claim.start : claim.end] == claim.quote


def test_invisible_and_lookalike_characters_change_nothing_but_the_place() -> None:
    assert clean("r_\u0430wait\u200b 13,8\u00a0мс")[0] == "r_await 13,8 мс"
    assert run("r_\u0430wa\u200bit при 50: 13,8 мс").summary.supported == 1


def test_the_language_is_found() -> None:
    assert language_of("Задержка r_await при 50") == "ru"
    assert language_of("Read latency at 50") == "en"


def test_the_heading_names_the_level_that_its_section_does_not_repeat() -> None:
    text = "## cost_limit = 50\n\n- r_await: {}\n\n## cost_limit = 150\n\n- r_await: {}\n"
    assert run(text.format("13,8 мс", "9,8 мс")).summary.supported == 2
    assert run(text.format("9,8 мс", "13,8 мс")).summary.contradicted == 2

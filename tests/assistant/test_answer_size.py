"""No answer is too long, whatever is in it; what is left out is said."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.assistant.answers import CELL, MOST, Rows, answer, cell, shortened
from tests.assistant.asking import table

TEXT = st.text(max_size=50) | st.sampled_from(["\x00" * 3_000, '"' * 5_000, "漢" * 5_000, "\ud800", "\n" * 100, "a" * 20_000])
ROWS = st.builds(
    lambda width, rows, heading, copies: Rows([f"c{at}" for at in range(width)], [row[:width] for row in rows] * copies, heading),
    st.integers(1, 5),
    st.lists(st.lists(TEXT | st.none() | st.floats() | st.integers() | st.lists(st.integers()), min_size=5, max_size=5), max_size=4),
    TEXT,
    st.integers(1, 150),
)


def size(text: str) -> int:
    return len(json.dumps(text, ensure_ascii=False).encode("utf-8", "backslashreplace"))


@given(st.lists(TEXT | ROWS, max_size=6))
def test_no_answer_is_too_long(parts):
    assert size(answer(*parts)) <= MOST + 2


def test_small_tables_are_whole_beside_a_long_one_that_says_how_much_it_shows():
    long = Rows(("n", "text"), [(n, "x" * 50) for n in range(1000)], "Long", cure="ask more narrowly")
    text = answer("Head.", long, Rows(("a",), [(1,), (2,)], "Short"))
    shown = table(text, "Long")
    assert len(table(text, "Short")) == 2 and [row["n"] for row in shown] == [str(n) for n in range(len(shown))]
    assert f"(cut: rows 1 to {len(shown)} of 1,000; ask more narrowly)" in text and 150 < len(shown) < 200


def test_a_row_too_long_for_any_answer_is_told_and_not_sent():
    text = answer(Rows([f"c{n}" for n in range(40)], [["x" * CELL] * 40]))
    assert "none of 1 rows, which are too long" in text


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (None, ""),
        (1.0, "1"),
        (0.12345678, "0.123457"),
        (-0.0, "0"),
        (math.nan, "nan"),
        (math.inf, "inf"),
        (10**20, "1" + "0" * 20),
        ("a\nb\x1b\u202e", "a b\\x1b\\u202e"),
        ([1, None], "[1, null]"),
        (True, "True"),
    ],
)
def test_a_cell(value, told):
    assert cell(value) == told


def test_a_text_is_cut_with_its_length_said():
    assert shortened("abc", 10) == "abc"
    cut = shortened("é" * 10_000, 1_000)
    assert size(cut) <= 1_002 and cut.endswith("more characters)")

"""Whole numbers of parts that add up."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dashboard.ui.rounding import whole_parts


def test_a_part_takes_what_rounding_leaves() -> None:
    assert whole_parts([17.4, -62.4, 82.4]) == [17, -62, 82]
    assert whole_parts([0.4, 0.4, 0.4]) == [1, 0, 0]
    assert whole_parts([-0.5, -0.5]) == [0, -1]
    assert whole_parts([]) == []


@given(st.lists(st.floats(-1e4, 1e4), max_size=8))
def test_parts_add_up_and_none_is_off_by_one(parts: list[float]) -> None:
    whole = whole_parts(parts)
    assert sum(whole) == round(sum(parts))
    assert all(abs(one - part) <= 1 + 1e-6 for one, part in zip(whole, parts, strict=True))

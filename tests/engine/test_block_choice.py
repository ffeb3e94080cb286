"""Which blocks a text in an order means."""

from __future__ import annotations

import pytest

from engine.families.blocks.choice import choose, describe
from engine.forces import parse_blocks
from engine.state import Stack


def key(power: str, strength: int, condition: str = "", unit: str = "infantry-4") -> Stack:
    return Stack("paris", power, unit, strength, condition)


STACKS = [(key("germany", 3), 2), (key("germany", 4, "used=1"), 1), (key("italy", 4), 1)]


@pytest.mark.parametrize(
    ("text", "meant", "missing"),
    [
        ("infantry-4", "infantry-4@4 (germany)", ""),
        ("2 infantry-4@3", "2 infantry-4@3 (germany)", ""),
        ("infantry-4 (italy)", "infantry-4@4 (italy)", ""),
        ("infantry-4, infantry-4@4 (germany)", "infantry-4@4 (germany), infantry-4@4 (italy)", ""),
        ("5 infantry-4", "2 infantry-4@3 (germany), infantry-4@4 (germany), infantry-4@4 (italy)", "infantry-4"),
        ("infantry-4@2, tank-3", "", "infantry-4@2, tank-3"),
        ("", "", ""),
    ],
)
def test_a_text_means_the_strongest_that_fit(text: str, meant: str, missing: str) -> None:
    chosen, lacking = choose(STACKS, parse_blocks(text))
    assert (describe(chosen), lacking) == (meant, missing)


def test_what_a_description_says_is_what_it_describes() -> None:
    chosen, missing = choose(STACKS, parse_blocks(describe(STACKS)))
    assert dict(chosen) == dict(STACKS) and missing == ""


def test_blocks_that_stand_first_are_taken_first() -> None:
    stacks = [(key("germany", 3, "moved"), 1), (key("germany", 3), 1)]
    assert choose(stacks, parse_blocks("infantry-4"))[0] == stacks[:1]
    assert choose(stacks[::-1], parse_blocks("infantry-4"))[0] == stacks[1:]


def test_a_text_that_is_no_list_of_blocks_is_said_so() -> None:
    with pytest.raises(ValueError, match="infantry"):
        parse_blocks("2 @ infantry")

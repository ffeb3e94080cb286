"""Units and blocks as text."""

from __future__ import annotations

import pytest

from engine.forces import BlockCount, UnitCount, parse_blocks, parse_units, show_blocks
from engine.mechanics.orders import Lose
from engine.orders import unknown_names
from engine.titles import load_title


def test_blocks_say_their_steps() -> None:
    text = "2 infantry-4@3, tank-4 (germany), air-3@1 (italy)"
    blocks = parse_blocks(text)
    assert blocks == (
        BlockCount("infantry-4", 2, "", 3),
        BlockCount("tank-4", 1, "germany", 0),
        BlockCount("air-3", 1, "italy", 1),
    )
    assert show_blocks(blocks) == text


def test_units_are_read_as_ever_and_take_no_steps() -> None:
    assert parse_units("3 infantry, fighter (japan)") == (UnitCount("infantry", 3), UnitCount("fighter", 1, "japan"))
    with pytest.raises(ValueError, match="without steps"):
        parse_units("infantry-4@3")


@pytest.mark.parametrize("text", ["infantry-4@", "infantry-4@0", "0 infantry", "infantry-4 @3", "infantry@100"])
def test_what_is_no_block(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        parse_blocks(text)


@pytest.mark.parametrize(
    ("title", "text", "said"),
    [
        ("black-swan", "infantry-4@5", "at most 4 steps"),
        ("aa1942", "infantry@1", "write it without @"),
        ("black-swan", "infantri-4@3", "did you mean 'infantry-4'"),
    ],
)
def test_steps_are_checked_against_the_title(title: str, text: str, said: str) -> None:
    ((_, wrong),) = unknown_names(Lose(text), load_title(title))
    assert said in wrong


def test_a_units_name_may_begin_with_a_digit() -> None:
    assert parse_blocks("1st-para, 2 18th-army@2 (germany)") == (
        BlockCount("1st-para", 1),
        BlockCount("18th-army", 2, "germany", 2),
    )


@pytest.mark.parametrize("text", ["3", "3 4", "-para", "3-4"])
def test_a_name_has_a_letter_and_begins_with_no_hyphen(text: str) -> None:
    with pytest.raises(ValueError, match="expected units as in"):
        parse_blocks(text)

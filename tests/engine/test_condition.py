"""The condition of a stack: text and back, what ends with a turn."""

import pytest

from engine.condition import Condition, after_turn, parse_condition


def test_text_is_canonical_whatever_the_order_of_its_parts():
    told = parse_condition("cargo=germany/tank+germany/infantry moved fought used=2 from=libya")
    assert told.text == "used=2 from=libya fought moved cargo=germany/infantry+germany/tank"
    assert parse_condition(told.text) == told


def test_fresh_is_empty():
    assert Condition().text == ""
    assert parse_condition("") == Condition()


def test_after_a_turn_only_cargo_and_lasting_words_are_left():
    assert after_turn("used=1 from=a target=b moved isolated! aboard") == "isolated! aboard"
    assert after_turn("used=2 loaded cargo=japan/infantry") == "cargo=japan/infantry"


def test_unloading_what_is_not_aboard_is_an_error():
    with pytest.raises(KeyError, match="tank of japan is not in the cargo japan/infantry"):
        parse_condition("cargo=japan/infantry").unloading(("japan", "tank"))


def test_an_unknown_part_is_an_error():
    with pytest.raises(ValueError, match="colour=red"):
        parse_condition("colour=red")

"""Units and names as people write them, and what is said when they are wrong."""

import pytest

from engine.families.axis_allies.orders import Buy, Load, Move
from engine.forces import UnitCount, parse_units, show_units
from engine.orders import unknown_names
from engine.titles import load_title


def test_units_read_and_write_back():
    text = "3 infantry, tank, 2 fighter (japan)"
    assert parse_units(text) == (UnitCount("infantry", 3), UnitCount("tank", 1), UnitCount("fighter", 2, "japan"))
    assert show_units(parse_units(text)) == text
    assert parse_units("") == ()


@pytest.mark.parametrize("text", ["3", "0 tank", "-1 tank", "tank tank", "3 Infantry", "tank,,tank", "two tank"])
def test_units_that_are_no_units(text):
    with pytest.raises(ValueError, match="expected"):
        parse_units(text)


def test_unknown_names_are_found_in_every_kind_of_field():
    title = load_title("aa1942")
    assert unknown_names(Move("3 infantry", "libya > algeria"), title) == []
    wrong = unknown_names(Load("infantree, tank (japon)", "libia > sea-zone-14", ship="germani"), title)
    assert [field for field, _ in wrong] == ["units", "units", "path", "ship"]
    assert [message.split("; ")[1] for _, message in wrong] == [
        "did you mean 'infantry'?",
        "did you mean 'japan'?",
        "did you mean 'libya'?",
        "did you mean 'germany'?",
    ]
    assert "expected units as in" in unknown_names(Buy("three tanks"), title)[0][1]

"""What a unit does after what (Blitz!): every pair of acts beside a list of what the book forbids, then each limit on both of its sides."""

from __future__ import annotations

from itertools import product

import pytest

from engine import events as ev
from tests.blitz.test_journeys import WAY, move
from tests.blitz.test_journeys import told as told_of

pytestmark = pytest.mark.section("2.2", "4.1", "4.2", "5.1", "5.2", "5.3")
LANDS, SEAS = ("western-germany", "paris", "berlin"), ("north-sea", "western-approaches")
TO_SEA = {"sail", "fly-in", "embark"}
PHASES = {
    "sail": "sea",
    "fly-in": "sea-combat",
    "embark": "sea",
    "landed": "move",
    "march": "move",
    "commit": "land-combat",
    "carried": "rebase",
}
SAID = {
    "sail": "moves to sea",
    "rebase": "rebases",
    "march": "moves",
    "return": "returns",
    "landed": "is put ashore",
    "embark": "embarks",
    "commit": "joins a land area combat",
    "fly-in": "joins a sea area combat",
    "carried": "is carried",
}
SIZES = {
    "high-seas-fleet": 2,
    "u-boat-ii": 1,
    "luftwaffe": 1,
    "army-group-a": 2,
    "army-group-b": 2,
    "baltic-trs": 1,
    "1st-para": 1,
    "westwall": 1,
}
ACTS = {
    "high-seas-fleet": ("sail", "rebase", "return"),
    "luftwaffe": ("sail", "rebase", "return", "fly-in", "commit"),
    "army-group-a": ("embark", "march", "landed", "commit", "carried"),
    "1st-para": ("march", "landed", "embark", "rebase", "commit"),
}
FORBIDDEN = {
    "high-seas-fleet": {"sail sail", "rebase sail", "sail rebase", "return return", "sail return"},
    "luftwaffe": {"sail sail", "rebase sail", "fly-in sail", "sail rebase", "return return", "sail return", "commit commit"},
    "army-group-a": {"embark embark", "march embark", "landed landed", "march landed", "landed march", "march carried", "commit commit"},
    "1st-para": {"landed landed", "march landed", "landed march", "embark embark", "march embark", "march rebase", "commit commit"},
}
"""Unit to "first second": it moves to sea once, lands once and ends there, rebases before it moves or not at all (4.1 to 5.3)."""


def acts(unit: str, *names: str) -> list[ev.Event | str]:
    """The phases and events of acts one after the other, each from where the last one has led."""
    at, condition, found = "western-germany", "", list[ev.Event | str]()
    for name in names:
        found.append(PHASES.get(name, name))
        if name == "commit":
            becomes = f"target={['london', 'scotland'][bool(condition)]} ground"
            found.append(ev.UnitsChanged("germany", unit, 1, at, SIZES[unit], condition, becomes=becomes, cause="commit"))
            condition = becomes
            continue
        goal = next(area for area in (SEAS if name in TO_SEA else LANDS) if area != at)
        cause = {"march": "move", "carried": "rebase"}.get(name, name)
        found.append(ev.UnitsMoved("germany", unit, 1, at, goal, SIZES[unit], cause, condition, condition, (at, goal)))
        at = goal
    return found


def told(*events: ev.Event | str, phase: str, blitz: str = "") -> list[str]:
    """What the journeys say of events, each unit of which stands where its first event begins."""
    first = dict[str, str]()
    for event in events:
        if isinstance(event, ev.UnitsMoved | ev.UnitsChanged):
            first.setdefault(event.unit, event.origin if isinstance(event, ev.UnitsMoved) else event.area)
    units = ", ".join(f"{unit} {area}@{SIZES[unit]}" for unit, area in first.items())
    return told_of(*events, phase=phase, blitz=blitz, units=units)


def wrong_after(unit: str, *names: str, blitz: str = "") -> list[str]:
    """What the journeys say of the order of a unit's acts."""
    return [line for line in told(*acts(unit, *names), phase="return", blitz=blitz) if " after it " in line]


@pytest.mark.parametrize(("unit", "first", "second"), [(unit, *pair) for unit, names in ACTS.items() for pair in product(names, repeat=2)])
def test_what_may_follow_what(unit: str, first: str, second: str) -> None:
    said = {f"{unit} {SAID[second]} after it {SAID[first]}"} if f"{first} {second}" in FORBIDDEN[unit] else set()
    if unit == "luftwaffe" and second == "commit" and first in ("sail", "fly-in"):
        said = {f"{unit} joins a land area combat after it was in a sea area"}
    assert set(wrong_after(unit, first, second)) == said


def steps(unit: str, *way: str, cause: str = "move") -> list[ev.Event | str]:
    """A single move of a unit along a way."""
    return [move(unit, way, cause, SIZES[unit])]


BACK_AND_FORTH = ("western-germany", "north-sea") * 6


@pytest.mark.parametrize(
    ("unit", "way", "phase", "cause", "cost", "most"),
    [
        ("army-group-a", ("western-germany", "berlin", "poland"), "move", "move", 2, 2),
        ("army-group-a", ("western-germany", "berlin", "poland", "berlin"), "move", "move", 3, 2),
        ("high-seas-fleet", BACK_AND_FORTH[:4], "sea", "sail", 3, 3),
        ("high-seas-fleet", BACK_AND_FORTH[:5], "sea", "sail", 4, 3),
        ("high-seas-fleet", BACK_AND_FORTH[:10], "rebase", "rebase", 9, 9),
        ("high-seas-fleet", BACK_AND_FORTH[:11], "rebase", "rebase", 10, 9),
        ("luftwaffe", ("western-germany", "poland"), "rebase", "rebase", 2, 3),
        ("luftwaffe", ("paris", "poland"), "rebase", "rebase", 3, 3),
        ("luftwaffe", ("paris", "don-basin"), "rebase", "rebase", 5, 3),
        ("1st-para", ("paris", "poland"), "rebase", "rebase", 3, 9),
    ],
)
def test_how_far_each_goes(unit: str, way: tuple[str, ...], phase: str, cause: str, cost: int, most: int) -> None:
    """Land, ships to sea, and three times as far in a rebase (4.2, 5.1, 5.2); a flight is as long as its cheapest way."""
    what = {"sail": "moves to sea", "rebase": "rebases", "move": "moves"}[cause]
    found = told(*steps(unit, *way, cause=cause), phase=phase)
    assert found == ([f"{unit} {what} at a cost of {cost}; expected at most {most}"] if cost > most else [])


def test_two_rebases_of_a_trs_are_one_movement() -> None:
    """From port to port, within its movement together: three times two (5.1)."""
    one, two, three = ((BACK_AND_FORTH[:3]) for _ in range(3))
    there = [move("baltic-trs", way, "rebase", 1) for way in (one, two, three)]
    assert told(*there, phase="rebase") == []
    assert told(*there, there[0], phase="rebase") == ["baltic-trs rebases at a cost of 8; expected at most 6"]


def test_a_land_unit_that_goes_with_a_trs_flies_no_rebase() -> None:
    """A PARA is carried where a TRS has just gone the same way; else it flies (5.1)."""
    way = ("western-germany", "north-sea", "paris")
    ship, para = move("baltic-trs", way, "rebase", 1), move("1st-para", way, "rebase", 1)
    march, back = move("1st-para", ("western-germany", "paris"), "move", 1), move("1st-para", ("paris", "western-germany"), "rebase", 1)
    assert told(ship, para, phase="rebase") == []
    assert told(march, "rebase", back, phase="move") == ["1st-para rebases after it moves"]
    home = move("baltic-trs", ("paris", "north-sea", "western-germany"), "rebase", 1)
    assert told(march, "rebase", ship, home, back, phase="move") == ["1st-para is carried after it moves"]


@pytest.mark.parametrize("name", ["march", "embark", "carried"])
def test_a_fort_never_moves(name: str) -> None:
    assert f"westwall {SAID[name]}, and is a FORT" in told(*acts("westwall", name), phase="return")
    assert not [line for line in told(*acts("army-group-a", name), phase="return") if "FORT" in line]


@pytest.mark.parametrize(
    ("blitz", "allowed"),
    [
        ("air", "luftwaffe sail, luftwaffe rebase, luftwaffe return"),
        ("land", "army-group-a march, army-group-a landed"),
        ("foot", "army-group-a march, army-group-a landed"),
        ("naval", "luftwaffe sail, luftwaffe return, high-seas-fleet sail, high-seas-fleet return"),
        ("free", "luftwaffe sail, luftwaffe rebase, luftwaffe return, high-seas-fleet sail, high-seas-fleet return, army-group-a march, "
                 "army-group-a landed, high-seas-fleet rebase"),
    ],
)  # fmt: skip
def test_what_each_blitz_repeats(blitz: str, allowed: str) -> None:
    """2.2: air units do all in an Air Blitz, a Land Blitz has E and F, a Naval Blitz A to C; a Total Blitz has all."""
    for unit, names in (
        ("luftwaffe", ACTS["luftwaffe"][:3]),
        ("high-seas-fleet", ACTS["high-seas-fleet"]),
        ("army-group-a", ("march", "landed")),
    ):
        for name in names:
            wrong = [line for line in told(*acts(unit, name), phase="return", blitz=blitz) if "Blitz" in line]
            assert (not wrong) == (f"{unit} {name}" in allowed.split(", ")), (unit, name, wrong)
            assert not [line for line in told(*acts(unit, name), phase="return", blitz="total") if "Blitz" in line]


def test_a_free_blitz_counts_each_unit_s_size_once_but_twice_for_who_returns_and_sails() -> None:
    """2.2: a land unit that goes on is the same unit; who both returns to base and moves to a sea area counts double."""
    two = [move("army-group-a", WAY[:2]), move("army-group-a", WAY[1:3]), move("army-group-b", WAY[:2])]
    assert told(*two, blitz="free", phase="move") == []
    both = ["return", move("high-seas-fleet", ("north-sea", "western-germany"), "return"), "sea"]
    both += [move("high-seas-fleet", ("western-germany", "north-sea"), "sail")]
    assert told(*both, phase="return", blitz="free") == []
    more = [*both, "move", move("westwall", WAY[1:3], size=1)]
    assert "germany has moved Sizes of 5 in its Free Blitz; expected at most 4" in told(*more, phase="return", blitz="free")

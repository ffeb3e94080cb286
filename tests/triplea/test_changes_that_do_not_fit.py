"""Changes of a save that do not fit its state, hold themselves, or are broken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ingest.triplea import changes as c
from ingest.triplea.apply import Applier, Misfit
from ingest.triplea.errors import TripleaSaveError
from ingest.triplea.plain import Array
from ingest.triplea.save import parse_save
from ingest.triplea.setters import empty, parsed, without
from ingest.triplea.state import TripleaState
from ingest.triplea.summary import summary
from tests.triplea.javabytes import Java, JavaArray, listed, mapped
from tests.triplea.minigame import INTS, MiniGame
from tests.triplea.test_changes import ADD, COMPOSITE, FIVE, PROPERTY, TWO, save_with, text_change, units

FITTED: dict[str, tuple[c.Change, Misfit]] = {
    "a unit that is elsewhere": (
        c.UnitsRemoved("territory", "Sea", (TWO,)),
        Misfit(0, f"Reds tank {TWO} is removed from where it is not", ("territory", "Redland"), ("territory", "Sea")),
    ),
    "a unit already in play": (
        c.UnitsAdded("territory", "Sea", (TWO,)),
        Misfit(0, f"Reds tank {TWO} is added while in play", ("territory", "Redland"), ("territory", "Sea")),
    ),
    "a unit of another game": (
        c.UnitHits({"x": 1}, {"x": 0}),
        Misfit(0, "A unit is not of this game", "no such unit", "x"),
    ),
    "wrong owner of a unit": (
        c.UnitOwner("Redland", {TWO: "Reds"}, {TWO: "Blues"}),
        Misfit(0, f"Wrong owner of tank {TWO}", "Reds", "Blues"),
    ),
    "wrong owner of a territory": (
        c.TerritoryOwner("Redland", None, "Blues"),
        Misfit(0, "Wrong owner of Redland", "Reds", "Blues"),
    ),
    "more than there is": (
        c.ResourceAmount("Blues", "PUs", -21),
        Misfit(0, "Blues pay more PUs than they have", 20, -1),
    ),
    "no such player": (
        c.ResourceAmount("Greens", "PUs", 1),
        Misfit(0, "A resource or its player is not of this game", None, ("Greens", "PUs")),
    ),
    "no such territory": (
        c.UnitsAdded("territory", "Nowhere", (FIVE,)),
        Misfit(0, "There is no territory to add units to", "no such place", "Nowhere"),
    ),
    "wrong relationship": (
        c.Relationship("Reds", "Blues", "War", "Peace"),
        Misfit(0, "Wrong relationship of Blues and Reds", "War", "Peace"),
    ),
    "wrong frontier": (
        c.PlayerFrontier("Reds", "x", "y"),
        Misfit(0, "Wrong PlayerFrontier of Reds", "production", "y"),
    ),
    "no such rule": (
        c.FrontierRule("production", "buyBoat", False),
        Misfit(0, "buyBoat is taken from a list it is not in", "absent", "buyBoat"),
    ),
    "unknown property": (
        c.UnitProperty(TWO, "cloaked", True, False),
        Misfit(0, "A unit has no such property, or not of this kind", "unknown", ("cloaked", True)),
    ),
    "unknown property of an attachment": (
        c.AttachmentValue("territory", "Sea", "territoryAttachment", "depth", 3, 0),
        Misfit(0, "territoryAttachment of Sea has no such property", "unknown", "depth"),
    ),
    "unknown attachment": (
        c.AttachmentValue("territory", "Sea", "canalAttachment", "canalName", "Kiel", None),
        Misfit(0, "Sea has no canalAttachment", "none", "canalAttachment"),
    ),
    "a figure that is none": (
        c.AttachmentValue("territory", "Sea", "territoryAttachment", "production", "many", 0),
        Misfit(0, "production of Sea is set to another kind of value", 0, "many"),
    ),
}


@pytest.mark.parametrize("name", FITTED)
def test_what_does_not_fit_is_noted_and_the_state_goes_on(name: str) -> None:
    made, misfit = FITTED[name]
    applier = Applier(TripleaState(parse_save(MiniGame().stream())))
    applier.apply(made)
    assert applier.misfits == [misfit]
    everywhere = [ident for held in applier.state.held_at.values() for ident in held]
    assert len(everywhere) == len(set(everywhere))
    for place, held in applier.state.held_at.items():
        assert all(unit.holder == place for unit in held.values())
    summary(applier.state)


def test_text_set_on_properties() -> None:
    assert [parsed("true", False), parsed("False", True), parsed("12", 0), parsed("x", 0)] == [True, False, 12, "x"]
    assert parsed("a:b", ("c",)) == ("c", "a", "b")
    assert parsed("a:b", ("c",), clear_first=True) == ("a", "b")
    assert parsed("a:b", Array(("c",))) == Array(("a", "b"))
    assert parsed(("x",), ("c",)) == ("x",)
    assert [parsed("a", None), parsed("a", {"b": 1}), parsed("a", "b")] == ["a", "a", "a"]
    assert without(("c", "a"), "a", ("c", "a")) == ("c",)
    assert without(("c",), "a", ("c",)) == ("c",)
    assert [empty(True), empty(4), empty((1,)), empty(None), empty(Array((1,)))] == [False, 0, (), None, None]


def test_changes_that_hold_themselves_end_in_the_error() -> None:
    itself = Java(COMPOSITE)
    itself.fields["changes"] = listed(itself)
    with pytest.raises(TripleaSaveError, match="nested too deep"):
        save_with(lambda game: itself)


def test_changes_that_double_and_double_end_in_the_error() -> None:
    def doubled(game: MiniGame) -> Java:
        held = units(ADD, "T", "Sea", game.reserve)
        for _ in range(40):
            held = Java(COMPOSITE, {"changes": listed(held, held)})
        return held

    with pytest.raises(TripleaSaveError, match="hold each other over and over"):
        save_with(doubled)


def test_values_that_double_and_double_end_in_the_error() -> None:
    def doubled(game: MiniGame) -> Java:
        held = listed(1)
        for _ in range(40):
            held = listed(held, held)
        return Java(PROPERTY, {"object": game.tank, "property": "unloaded", "newValue": held})

    with pytest.raises(TripleaSaveError, match="hold each other over and over"):
        save_with(doubled)


def test_a_long_list_shared_by_many_changes_ends_in_the_error() -> None:
    def shared(game: MiniGame) -> Java:
        many = listed(*[game.tank] * 2_000)
        return Java(
            COMPOSITE,
            {"changes": listed(*(Java(ADD, {"type": "T", "name": "Sea", "units": many}) for _ in range(500)))},
        )

    with pytest.raises(TripleaSaveError, match="hold each other over and over"):
        save_with(shared)


BROKEN = {
    "no change": (lambda g: "text", "A change is missing"),
    "units for nobody": (lambda g: units(ADD, "X", "Sea", g.tank), "Units are moved into nothing"),
    "units that are none": (
        lambda g: Java(ADD, {"type": "T", "name": "Sea", "units": listed(1)}),
        "A list holds something else",
    ),
    "no list of units": (lambda g: Java(ADD, {"type": "T", "name": "Sea", "units": g.reds}), "A collection is missing"),
    "no unit": (lambda g: Java(PROPERTY, {"property": "hits"}), "names no unit or no property"),
    "no player": (
        lambda g: text_change("ChangeResourceChange", quantity=1, playerName=None, resourceName="PUs"),
        "is no text",
    ),
    "no quantity": (
        lambda g: text_change("ChangeResourceChange", playerName="Reds", resourceName="PUs"),
        "no field 'quantity'",
    ),
    "hits that are none": (
        lambda g: text_change("UnitHitsChange", hits=mapped({g.tank: "x"}), undoHits=mapped({})),
        "A map holds something else",
    ),
    "no dice": (lambda g: text_change("UnitHitsChange", hits=JavaArray(INTS, [1]), undoHits=None), "A map by name"),
}


@pytest.mark.parametrize("made, message", BROKEN.values(), ids=BROKEN)
def test_broken_changes_end_in_the_error(made: Callable[[MiniGame], Any], message: str) -> None:
    with pytest.raises(TripleaSaveError, match=message):
        save_with(made)

"""Straights: five passages with owners, and the Baltic closed to American and British aircraft. Neutrals: overflight."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Move
from tests.global1939.positions import combat, due, play_from, rules_of

pytestmark = pytest.mark.section("Straights")

CLOSED = ["noncombat-move/canals"]
SHIPS = {
    "danish-straits": ("sea-zone-112", "sea-zone-113"),
    "bosporus": ("sea-zone-99", "sea-zone-100"),
    "gibraltar": ("sea-zone-91", "sea-zone-92"),
    "suez": ("sea-zone-98", "sea-zone-81"),
    "panama": ("sea-zone-89", "sea-zone-64"),
}


def crossing(power, strait, **position):
    start, end = SHIPS[strait]
    return rules_of(play_from({start: f"{power}: destroyer"}, power, "noncombat-move", **position), Move("destroyer", f"{start} > {end}"))


@pytest.mark.parametrize(
    ("power", "norway", "denmark", "rules"),
    [
        ("germany", "norway", "denmark", []),
        ("germany", "germany", "denmark", []),
        ("germany", "united-kingdom", "denmark", CLOSED),
        ("germany", "norway", "united-kingdom", CLOSED),
        ("united-kingdom", "norway", "denmark", CLOSED),
        ("united-kingdom", "united-kingdom", "germany", CLOSED),
        ("united-kingdom", "united-kingdom", "united-kingdom", []),
    ],
)
def test_denmark_is_open_to_germany_unless_an_enemy_holds_a_bank(power, norway, denmark, rules):
    assert crossing(power, "danish-straits", control={"norway": norway, "denmark": denmark}) == rules


def test_the_bosporus_is_closed_to_both_sides_while_turkey_is_neutral():
    assert crossing("italy", "bosporus") == crossing("united-kingdom", "bosporus") == CLOSED
    assert crossing("italy", "bosporus", control={"turkey": "germany"}) == []
    assert crossing("united-kingdom", "bosporus", control={"turkey": "germany"}) == CLOSED


def test_gibraltar_is_closed_to_the_axis_while_the_allies_hold_it():
    assert crossing("italy", "gibraltar") == CLOSED
    assert crossing("france", "gibraltar") == []
    assert crossing("italy", "gibraltar", control={"gibraltar": "germany"}) == []


def test_suez_and_panama_are_open_to_who_holds_both_sides():
    assert crossing("united-kingdom", "suez") == []
    assert crossing("italy", "suez") == CLOSED
    assert crossing("united-kingdom", "suez", control={"trans-jordan": "italy"}) == CLOSED
    assert crossing("united-states", "panama") == []
    assert crossing("japan", "panama") == CLOSED


@pytest.mark.parametrize(("reading", "allied"), [("closed", CLOSED), ("open", [])])
def test_panama_is_closed_while_the_united_states_are_neutral_or_by_option_open_to_their_side(reading, allied):
    options = {"neutral-panama": reading}
    neutral = {"options": options, "standing": {"united-states": "neutral"}}
    assert crossing("united-kingdom", "panama", **neutral) == allied
    assert crossing("japan", "panama", **neutral) == CLOSED
    lost = {"options": options, "control": {"central-america": "japan"}}
    assert crossing("united-kingdom", "panama", **lost) == CLOSED
    assert crossing("united-kingdom", "panama", options=options) == []


def test_control_counts_as_the_turn_began():
    start, end = SHIPS["gibraltar"]
    play = play_from({start: "germany: destroyer"}, "germany", "noncombat-move", taken={"gibraltar": "germany"})
    assert rules_of(play, Move("destroyer", f"{start} > {end}")) == CLOSED


BALTIC = "united-kingdom > sea-zone-110 > sea-zone-112 > sea-zone-113"


@pytest.mark.parametrize(("power", "rules"), [("united-kingdom", ["combat-move/airspace"]), ("france", [])])
def test_american_and_british_aircraft_stay_out_of_the_baltic(power, rules):
    stacks = {"united-kingdom": f"{power}: bomber", "sea-zone-113": "germany: destroyer"}
    assert rules_of(play_from(stacks, power, "combat-move"), Move("bomber", BALTIC)) == rules


def test_they_fly_there_when_the_allies_hold_the_danish_straits():
    stacks = {"united-kingdom": "united-kingdom: bomber", "sea-zone-113": "germany: destroyer"}
    held = {"norway": "united-kingdom", "denmark": "united-kingdom"}
    assert rules_of(play_from(stacks, "united-kingdom", "combat-move", control=held), Move("bomber", BALTIC)) == []


@pytest.mark.section("Neutrals")
def test_neutrals_that_lean_to_a_side_let_its_aircraft_over_others_do_not():
    over_hungary = "greater-southern-germany > slovakia-hungary > greater-southern-germany"
    play = play_from({"greater-southern-germany": "germany: fighter, infantry"}, "germany", "noncombat-move")
    assert rules_of(play, Move("fighter", over_hungary)) == []
    assert rules_of(play, Move("fighter", over_hungary.replace("slovakia-hungary", "yugoslavia"))) == ["noncombat-move/overflight"]
    assert rules_of(play, Move("infantry", "greater-southern-germany > slovakia-hungary")) == ["noncombat-move/land-units"]
    allied = play_from({"france": "france: fighter"}, "france", "noncombat-move")
    assert rules_of(allied, Move("fighter", "france > holland-belgium > france")) == []
    axis = play_from({"western-germany": "germany: fighter"}, "germany", "noncombat-move")
    assert rules_of(axis, Move("fighter", "western-germany > holland-belgium > western-germany")) == ["noncombat-move/overflight"]


@pytest.mark.section("Neutrals")
@pytest.mark.parametrize(("power", "rules"), [("germany", []), ("italy", ["noncombat-move/overflight"])])
@pytest.mark.parametrize("over", ["norway > sweden > norway", "normandy-bordeaux > spain > normandy-bordeaux"])
def test_german_aircraft_alone_fly_over_sweden_and_spain_while_these_are_neutral(over, power, rules):
    held = {"norway": power, "normandy-bordeaux": power}
    play = play_from({over.split(" > ")[0]: f"{power}: fighter"}, power, "noncombat-move", control=held)
    assert rules_of(play, Move("fighter", over)) == rules


@pytest.mark.parametrize(("norway", "asked"), [("germany", ""), ("united-kingdom", "scramble united-kingdom")])
def test_no_british_aircraft_scramble_over_a_baltic_that_is_closed_to_them(norway, asked):
    stacks = {
        "denmark": "united-kingdom: air-base, fighter, infantry",
        "sea-zone-113": "germany: cruiser [moved]; united-kingdom: destroyer",
    }
    play = combat("germany", stacks, control={"denmark": "united-kingdom", "norway": norway})
    assert due(play) == asked

"""Section France, Vichy France and Free French: what becomes of France when Paris falls."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.economy.income import incomes
from engine.families.axis_allies.orders import Battle
from engine.play import Play
from tests.global1939.positions import TITLE, combat, play_from, standing
from tests.global1939.turns import bank, go_to, pass_by, turns_of

pytestmark = pytest.mark.section("France, Vichy France and Free French")

PARIS = {
    "france": "germany: 6 tank [from=western-germany used=1 moved]; france: infantry, minor-factory",
    "algeria": "france: 2 infantry",
    "sea-zone-93": "france: cruiser, transport [cargo=france/infantry], infantry [aboard]",
    "united-kingdom": "united-kingdom: infantry",
    "french-central-africa": "france: infantry",
}


def fallen(extra: dict[str, str] | None = None, **position: object) -> Play:
    """France has just been taken, and the phase ended."""
    play = combat("germany", PARIS | (extra or {}), [1] * 7, **position)
    play.dice.left += [1] * 60
    play.submit(Battle("france"))
    pass_by(play)
    return play


def test_all_french_forces_are_removed() -> None:
    play = fallen()
    assert not [key for key in play.state.stacks if key[1] == "france"]
    assert ev.UnitsRemoved("france", "cruiser", 1, "sea-zone-93", 1, "fall-of-france") in play.events


def test_allied_aircraft_on_a_french_carrier_land_within_one_space_or_are_lost() -> None:
    play = fallen(
        {
            "sea-zone-110": "france: aircraft-carrier; united-kingdom: 2 fighter",
            "sea-zone-107": "france: aircraft-carrier; united-kingdom: tactical-bomber",
        }
    )
    assert "fighter" not in standing(play, "sea-zone-110") and "tactical-bomber" not in standing(play, "sea-zone-107")
    assert play.state.stacks["united-kingdom", "united-kingdom", "fighter", 1, ""] == 2
    assert ev.UnitsRemoved("united-kingdom", "tactical-bomber", 1, "sea-zone-107", 1, "no-landing") in play.events


def test_allied_aircraft_stay_on_the_allied_carriers_that_are_left() -> None:
    there = "france: aircraft-carrier; united-kingdom: aircraft-carrier, 2 fighter"
    assert standing(fallen({"sea-zone-110": there}), "sea-zone-110") == "united-kingdom: aircraft-carrier, 2 fighter"


def test_allied_land_units_leave_french_ships_for_allied_land_or_are_lost() -> None:
    load = "france: transport [cargo=united-kingdom/infantry]; united-kingdom: infantry [aboard]"
    play = fallen({"sea-zone-110": load, "sea-zone-107": load})
    assert play.state.stacks["united-kingdom", "united-kingdom", "infantry", 1, ""] == 2 + 1
    assert ev.UnitsRemoved("united-kingdom", "infantry", 1, "sea-zone-107", 1, "cargo-lost", "aboard") in play.events


def test_its_areas_are_divided_into_vichy_and_free_french() -> None:
    play = fallen()
    control = play.state.control
    assert {control[area] for area in TITLE.regions["vichy"]} == {"vichy"}
    assert {control[area] for area in TITLE.regions["free-french"]} == {"united-kingdom"}
    assert control["france"] == "germany" and "france" not in control.values()


def test_vichy_is_neutral() -> None:
    position = fallen().position
    assert {position.relation("vichy", power) for power in ("germany", "italy", "united-kingdom")} == {"peace"}
    assert TITLE.nations["vichy"].leans == "axis"


def test_the_forces_of_the_set_up_sheets_appear() -> None:
    play = fallen()
    assert standing(play, "algeria") == "vichy: infantry"
    assert standing(play, "sea-zone-93") == "vichy: cruiser, destroyer"
    assert standing(play, "united-kingdom") == "united-kingdom: 2 infantry"
    assert standing(play, "french-central-africa") == "united-kingdom: mechanized-infantry"


def test_an_area_that_has_been_lost_before_is_not_divided() -> None:
    play = fallen({"algeria": "italy: infantry"}, control={"algeria": "italy"})
    assert play.state.control["algeria"] == "italy"
    assert standing(play, "algeria") == "italy: infantry"


def test_an_area_that_an_ally_garrisons_is_free_french() -> None:
    play = fallen({"morocco": "united-kingdom: infantry"})
    assert play.state.control["morocco"] == "united-kingdom"
    assert standing(play, "morocco") == "united-kingdom: infantry"


def test_free_french_areas_are_british_income_at_once() -> None:
    before = incomes(combat("germany", PARIS).position, "united-kingdom")["united-kingdom"]
    value = sum(TITLE.areas[area].value for area in TITLE.regions["free-french"])
    garrisoned = fallen({"french-indo-china": "united-kingdom: infantry"})
    assert incomes(garrisoned.position, "united-kingdom")["united-kingdom"] == before + value + 2


def test_the_captor_plunders_the_treasury_and_france_has_no_more_turns() -> None:
    play = fallen()
    assert bank(play, "france") == 0 and bank(play, "germany") == 24 + 12
    assert play.state.standing["france"] == "fallen"
    go_to(play, "soviet-union", "politics")
    assert "france" not in [power for power, _ in turns_of(play)]


def test_who_frees_paris_keeps_it() -> None:
    stacks = {"france": "united-kingdom: 3 tank [from=normandy-bordeaux used=1 moved]"}
    play = play_from(stacks, "united-kingdom", "combat-move", control={"france": "germany"})
    play.emit(ev.PowerChanged("france", "capital-lost", "fallen", "fall-of-france"))
    pass_by(play)
    assert play.state.control["france"] == "united-kingdom"

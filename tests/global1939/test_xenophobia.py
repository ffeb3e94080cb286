"""Xenophobia: who does not enter whose areas, and who does not mix with whom."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.combat.displaced import havens
from engine.families.axis_allies.orders import Battle, Load, Move, Offload, Place
from engine.families.axis_allies.vocabulary import SHARES
from engine.play import Play
from engine.rules import EndPhase
from tests.global1939.positions import play_from, rules_of

pytestmark = pytest.mark.section("Xenophobia")

BANNED = ["noncombat-move/xenophobia"]


@pytest.mark.parametrize("power", ["united-kingdom", "united-states"])
def test_no_american_or_british_units_of_any_type_in_soviet_territories(power):
    stacks = {
        "northwest-persia": f"{power}: infantry, fighter",
        "sea-zone-80": f"{power}: transport [cargo={power}/infantry], infantry [aboard]",
    }
    play = play_from(stacks, power, "noncombat-move", control={"northwest-persia": power})
    assert rules_of(play, Move("infantry", "northwest-persia > caucasus")) == BANNED
    assert rules_of(play, Move("fighter", "northwest-persia > caucasus")) == BANNED
    assert rules_of(play, Move("fighter", "northwest-persia > caucasus > rostov")) == BANNED


def test_a_soviet_territory_that_the_axis_holds_is_liberated_by_neither():
    stacks = {"northwest-persia": "united-kingdom: infantry"}
    held = {"northwest-persia": "united-kingdom", "caucasus": "germany"}
    play = play_from(stacks, "united-kingdom", "combat-move", control=held)
    assert rules_of(play, Move("infantry", "northwest-persia > caucasus")) == ["combat-move/xenophobia"]
    stacks = {"northwest-persia": "soviet-union: infantry"}
    held = {
        "northwest-persia": "soviet-union",
        "persia": "soviet-union",
        "eastern-persia": "soviet-union",
        "west-india": "japan",
    }
    play = play_from({"eastern-persia": "soviet-union: infantry"}, "soviet-union", "combat-move", control=held)
    assert rules_of(play, Move("infantry", "eastern-persia > west-india")) == ["combat-move/xenophobia"]


def test_soviet_units_enter_china_only_where_japan_is():
    stacks = {"amur": "soviet-union: 2 infantry", "manchuria": ""}
    play = play_from(stacks, "soviet-union", "combat-move", control={"germany": "soviet-union"})
    assert rules_of(play, Move("infantry", "amur > manchuria")) == []
    play = play_from(stacks, "soviet-union", "noncombat-move", control={"manchuria": "china"})
    assert rules_of(play, Move("infantry", "amur > manchuria")) == BANNED


def test_what_soviet_units_liberate_they_keep_and_may_stay_in():
    stacks, fallen = {"amur": "soviet-union: 2 infantry", "manchuria": ""}, {"germany": "soviet-union"}
    play = play_from(stacks, "soviet-union", "combat-move", control=fallen)
    play.submit(Move("infantry", "amur > manchuria"))
    play.submit(EndPhase())
    assert play.state.control["manchuria"] == "soviet-union"
    play = play_from({"amur": "soviet-union: infantry"}, "soviet-union", "noncombat-move", control={"manchuria": "soviet-union"})
    assert rules_of(play, Move("infantry", "amur > manchuria")) == []


def test_soviet_units_mix_with_no_ally_on_land_or_at_sea():
    stacks = {
        "poland": "france: infantry",
        "eastern-poland": "soviet-union: infantry",
        "sea-zone-126": "united-kingdom: destroyer",
        "sea-zone-127": "soviet-union: destroyer",
    }
    held = {"poland": "france", "eastern-poland": "soviet-union"}
    play = play_from(stacks, "soviet-union", "noncombat-move", control=held)
    assert rules_of(play, Move("infantry", "eastern-poland > poland")) == BANNED
    assert rules_of(play, Move("destroyer", "sea-zone-127 > sea-zone-126")) == BANNED
    british = play_from(stacks, "united-kingdom", "noncombat-move", control=held)
    assert rules_of(british, Move("destroyer", "sea-zone-126 > sea-zone-127")) == BANNED


@pytest.mark.parametrize(("stacks", "rules"), [("turkey: infantry", BANNED), ("", [])])
def test_nations_that_have_become_allies_are_allied_units_too(stacks, rules):
    there = {"turkey": stacks, "caucasus": "soviet-union: infantry"}
    play = play_from(there, "soviet-union", "noncombat-move", standing={"turkey": "allies"})
    assert play.position.relation("soviet-union", "turkey") == "allied"
    assert rules_of(play, Move("infantry", "caucasus > turkey")) == rules


def test_soviet_units_go_on_no_ally_s_ship():
    stacks = {"novgorod": "soviet-union: infantry", "sea-zone-115": "united-kingdom: transport"}
    play = play_from(stacks, "soviet-union", "noncombat-move")
    assert rules_of(play, Load("infantry", "novgorod > sea-zone-115", ship="united-kingdom")) == BANNED


@pytest.mark.parametrize("blocked", [False, True])
def test_no_carrier_is_expected_where_soviet_ships_are(blocked):
    """The carrier waits for the fighter beyond their zone, which it may pass; no order carries out a plan that counts on theirs."""
    stacks = {
        "sea-zone-32": "united-states: fighter [used=7 rebasing]; japan: cruiser",
        "sea-zone-30": "soviet-union: destroyer",
        "sea-zone-26": "united-states: aircraft-carrier",
        "sea-zone-31": "japan: cruiser" if blocked else "",
    }
    play = play_from(stacks, "united-states", "noncombat-move")
    owed = play.phase.owed(play.position)
    assert owed and all(rules_of(play, order) == [] for order in owed)
    assert all(order.way[-1] != "sea-zone-30" for order in owed)
    assert rules_of(play, EndPhase()) != []


def test_german_and_italian_land_and_air_units_do_not_enter_land_with_japanese_ones():
    stacks = {
        "india": "japan: infantry",
        "burma": "germany: infantry, fighter",
        "sea-zone-39": "japan: destroyer",
        "sea-zone-38": "germany: destroyer",
    }
    held = {"india": "japan", "burma": "germany"}
    play = play_from(stacks, "germany", "noncombat-move", control=held)
    assert rules_of(play, Move("infantry", "burma > india")) == BANNED
    assert rules_of(play, Move("fighter", "burma > india")) == BANNED
    assert rules_of(play, Move("destroyer", "sea-zone-38 > sea-zone-39")) == []
    japanese = play_from({**stacks, "shan-state": "japan: infantry"}, "japan", "noncombat-move", control={**held, "shan-state": "japan"})
    assert rules_of(japanese, Move("infantry", "shan-state > burma")) == BANNED
    alone = play_from({"burma": "germany: infantry"}, "germany", "noncombat-move", control=held)
    assert rules_of(alone, Move("infantry", "burma > india")) == []


def test_an_assault_counts_as_entering():
    zone, area = "sea-zone-80", "persia"
    stacks = {zone: "germany: transport [cargo=germany/infantry], infantry [aboard]", area: "japan: infantry"}
    play = play_from(stacks, "germany", "noncombat-move", control={area: "japan"})
    assert rules_of(play, Offload("infantry", f"{zone} > {area}")) == BANNED


@pytest.mark.parametrize(("there", "rules"), [("united-kingdom", ["mobilize/xenophobia"]), ("germany", [])])
def test_new_soviet_ships_are_not_placed_among_allied_ones(there, rules):
    stacks = {"novgorod": "soviet-union: minor-factory", "sea-zone-115": f"{there}: submarine"}
    play = play_from(stacks, "soviet-union", "mobilize-units", pool={"soviet-union": "destroyer"})
    assert rules_of(play, Place("destroyer", "sea-zone-115")) == rules


def test_an_ally_s_fighter_that_has_lost_its_carrier_lands_on_no_soviet_one():
    stacks = {"sea-zone-126": "united-kingdom: fighter", "sea-zone-127": "soviet-union: aircraft-carrier"}
    assert havens(play_from(stacks, "germany", "conduct-combat").position, "sea-zone-126", "united-kingdom") == {}
    stacks["sea-zone-127"] = "france: aircraft-carrier"
    position = play_from(stacks, "germany", "conduct-combat").position
    assert havens(position, "sea-zone-126", "united-kingdom") == {"sea-zone-127": 2}


@pytest.mark.parametrize("phase", ["combat-move", "noncombat-move"])
def test_ships_pass_a_zone_with_units_that_they_may_not_stay_with(phase):
    stacks = {"sea-zone-124": "united-kingdom: cruiser", "sea-zone-125": "soviet-union: submarine"}
    play = play_from(stacks, "united-kingdom", phase)
    assert rules_of(play, Move("cruiser", "sea-zone-124 > sea-zone-125 > sea-zone-126")) == []
    assert rules_of(play, Move("cruiser", "sea-zone-124 > sea-zone-125")) == [f"{phase}/xenophobia"]
    key = next(key for key in play.state.stacks if key.unit == "cruiser")
    reached = play.phase.reachable(play.position, key)
    assert "sea-zone-126" in reached and "sea-zone-125" not in reached


@pytest.mark.parametrize(("value", "ships"), [("apart", ["combat-move/xenophobia"]), ("attack", [])])
def test_enemies_beside_a_soviet_submarine_are_attacked_by_aircraft_and_by_option_by_ships(value, ships):
    stacks = {
        "sea-zone-124": "united-kingdom: battleship",
        "scotland": "united-kingdom: fighter, bomber",
        "sea-zone-125": "soviet-union: submarine; germany: battleship, transport",
    }
    play = play_from(stacks, "united-kingdom", "combat-move", options={"shared-seas": value})
    assert rules_of(play, Move("battleship", "sea-zone-124 > sea-zone-125")) == ships
    for unit in ("fighter", "bomber"):
        assert rules_of(play, Move(unit, "scotland > sea-zone-111 > sea-zone-125")) == []
    home = play_from(stacks | {"sea-zone-125": "soviet-union: submarine"}, "united-kingdom", "combat-move")
    assert rules_of(home, Move("fighter", "scotland > sea-zone-111 > sea-zone-125")) == ["combat-move/xenophobia"]


SHARED = {
    "sea-zone-124": "united-kingdom: battleship, transport",
    "sea-zone-125": "soviet-union: submarine; germany: transport",
}
COME = Move("battleship", "sea-zone-124 > sea-zone-125")


def attack_play(stacks: dict[str, str], phase: str, **more: object) -> Play:
    """A turn of Britain with ships that may attack beside Soviet ones."""
    return play_from(stacks, "united-kingdom", phase, options={"shared-seas": "attack"}, **more)


def test_ships_that_come_to_attack_beside_soviet_ones_do_attack():
    play = attack_play(SHARED, "combat-move")
    assert rules_of(play, Move("transport", COME.path)) == ["combat-move/xenophobia"]
    play.submit(COME)
    assert rules_of(play, Move("transport", COME.path)) == []
    play.submit(EndPhase())
    assert rules_of(play, EndPhase()) == ["conduct-combat/unresolved"]
    play.submit(Battle("sea-zone-125"))
    play.submit(EndPhase())
    assert rules_of(play, EndPhase()) == []


def test_ships_that_attacked_beside_soviet_ones_leave_in_their_next_turn():
    guest = {("game", "shares|sea-zone-125"): "united-kingdom"}
    together = {"sea-zone-125": "soviet-union: submarine; united-kingdom: battleship"}
    play = attack_play(together, "noncombat-move", markers=guest)
    assert rules_of(play, EndPhase()) == ["noncombat-move/xenophobia"]
    play.submit(Move("battleship", "sea-zone-125 > sea-zone-124"))
    assert rules_of(play, EndPhase()) == []
    play.submit(EndPhase())
    assert not SHARES.read(play.state, "sea-zone-125")


def test_who_was_there_first_or_has_fought_again_stays():
    guest = {("game", "shares|sea-zone-125"): "united-kingdom"}
    together = {"sea-zone-125": "soviet-union: submarine; united-kingdom: battleship"}
    host = play_from(together, "soviet-union", "noncombat-move", options={"shared-seas": "attack"}, markers=guest)
    assert rules_of(host, EndPhase()) == []
    fought = {"sea-zone-125": "soviet-union: submarine; united-kingdom: battleship [fought]"}
    again = attack_play(fought, "noncombat-move", markers=guest)
    assert rules_of(again, EndPhase()) == []
    again.submit(EndPhase())
    assert SHARES.read(again.state, "sea-zone-125") == "united-kingdom"


def test_the_turn_of_an_attack_is_noted():
    fought = {"sea-zone-125": "soviet-union: submarine; united-kingdom: battleship [fought moved]"}
    play = attack_play(fought, "noncombat-move")
    play.submit(EndPhase())
    assert SHARES.read(play.state, "sea-zone-125") == "united-kingdom"

"""Sections China, Burma Road: infantry from territories, a little money for any unit, placing without factories."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.combat.scramble import call_at
from engine.families.axis_allies.economy.levy import points, road_income
from engine.families.axis_allies.movement.reach import reachable
from engine.families.axis_allies.orders import Buy, Load, Move, Place
from engine.invariants import violations
from tests.global1939.positions import TITLE, play_from, rules_of, standing
from tests.global1939.turns import bank, go_to, late, new_game, pass_by

pytestmark = pytest.mark.section("China")


def test_every_two_territories_build_one_infantry() -> None:
    play = go_to(new_game(), "china", "purchase-units")
    assert points(play.position, "china") == 10
    assert rules_of(play, Buy("7 infantry")) == ["purchase/funds"]
    play.submit(Buy("5 infantry"))
    assert bank(play, "china", "levy") == 0 and bank(play, "china") == 4


def test_an_odd_territory_is_saved_for_the_following_turn() -> None:
    play = late("china", control={"yunnan": "japan", "szechwan": "china"})
    before, territories = bank(play, "china", "levy"), points(play.position, "china")
    assert territories % 2 == 1
    go_to(play, "china", "purchase-units", round=2)
    assert bank(play, "china", "levy") == before + territories
    play.submit(Buy(f"{(before + territories) // 2} infantry"))
    assert bank(play, "china", "levy") == 1


@pytest.mark.section("Burma Road")
def test_the_burma_road_brings_up_to_4_ipc() -> None:
    assert road_income(new_game().position, "china") == 4
    few = {
        area: "japan"
        for area, holder in new_game().state.control.items()
        if holder == "china" and area not in ("yunnan", "szechwan", "kansu")
    }
    assert road_income(play_from({}, "china", control=few).position, "china") == 3


@pytest.mark.section("Burma Road")
@pytest.mark.parametrize("area", ["burma", "shan-state", "yunnan", "szechwan"])
def test_it_is_closed_while_japan_controls_any_of_it(area: str) -> None:
    play = play_from({}, "china", control={area: "japan"})
    assert road_income(play.position, "china") == 0
    assert road_income(play_from({}, "china", control={area: "united-kingdom"}).position, "china") == 4


@pytest.mark.section("Burma Road")
def test_its_money_buys_any_type_of_unit_and_is_its_only_income() -> None:
    play = go_to(late("china"), "china", "purchase-units", round=2)
    assert bank(play, "china") == 4 + 4 - 1  # a die of 1 for want of oil
    assert rules_of(play, Buy("mechanized-infantry")) == rules_of(play, Buy("artillery")) == []


def test_units_are_placed_in_chinese_territories_that_hold_fewer_than_three() -> None:
    stacks = {"kansu": "china: 3 infantry", "shensi": "china: 2 infantry"}
    play = play_from(stacks, "china", "mobilize-units", pool={"china": "3 infantry, artillery"})
    assert rules_of(play, Place("infantry", "kansu")) == ["mobilize/factory"]
    assert rules_of(play, Place("2 infantry", "shensi")) == ["mobilize/factory"]
    play.submit(Place("infantry", "shensi"))
    play.submit(Place("2 infantry, artillery", "szechwan"))
    assert standing(play, "szechwan") == "china: artillery, 2 infantry"


def test_chungking_takes_the_infantry_of_a_strategic_city_besides() -> None:
    """Section Placements of units outside of factories, whatever the order it is done in."""
    full = play_from({"szechwan": "china: 3 infantry"}, "china", "mobilize-units", pool={"china": "2 infantry, artillery"})
    assert rules_of(full, Place("2 infantry", "szechwan")) == ["mobilize/factory"]
    assert rules_of(full, Place("artillery", "szechwan")) == ["mobilize/factory"]
    full.submit(Place("infantry", "szechwan"))
    assert rules_of(full, Place("infantry", "szechwan")) == ["mobilize/factory"]
    for orders in (("4 infantry",), ("infantry", "3 infantry"), ("2 infantry", "2 infantry")):
        empty = play_from({}, "china", "mobilize-units", pool={"china": "5 infantry"})
        for units in orders:
            assert rules_of(empty, Place(units, "szechwan")) == []
            empty.submit(Place(units, "szechwan"))
        assert rules_of(empty, Place("infantry", "szechwan")) == ["mobilize/factory"]


def test_infantry_given_back_returns_its_territories() -> None:
    play = go_to(new_game(), "china", "purchase-units")
    play.submit(Buy("5 infantry"))
    go_to(play, "china", "mobilize-units")
    pass_by(play)
    assert bank(play, "china", "levy") == 10 + 10


CHINESE = {"kweichow": "china: infantry", "yunnan": "china: 2 infantry, fighter"}
HELD = {"burma": "united-kingdom", "french-indo-china": "united-kingdom", "shan-state": "united-kingdom"}


def test_chinese_units_leave_china_for_kwangtung_and_burma_only() -> None:
    play = play_from(CHINESE, "china", "noncombat-move", control=HELD)
    assert rules_of(play, Move("infantry", "yunnan > burma")) == []
    assert rules_of(play, Move("infantry", "yunnan > french-indo-china")) == ["noncombat-move/range"]
    assert rules_of(play, Move("infantry", "yunnan > burma > shan-state")) == ["noncombat-move/range"]
    attack = {
        **CHINESE,
        "kwangsi": "china: infantry",
        "kwangtung": "japan: infantry",
        "french-indo-china": "japan: infantry",
    }
    play = play_from(attack, "china", "combat-move", control={"kwangtung": "japan", "french-indo-china": "japan"})
    assert rules_of(play, Move("infantry", "kwangsi > kwangtung")) == []
    assert rules_of(play, Move("infantry", "kwangsi > french-indo-china")) == ["combat-move/range"]


def test_chinese_aircraft_fly_nowhere_else_not_even_on_their_way() -> None:
    play = play_from(CHINESE, "china", "noncombat-move", control=HELD)
    assert rules_of(play, Move("fighter", "yunnan > burma")) == []
    assert rules_of(play, Move("fighter", "yunnan > french-indo-china > kwangsi")) == ["noncombat-move/range"]
    assert rules_of(play, Move("fighter", "yunnan > kwangsi > sea-zone-36 > kwangsi")) == ["noncombat-move/range"]
    fighter = next(key for key in play.state.stacks if key[:3] == ("yunnan", "china", "fighter"))
    inside = {*TITLE.regions["chinese-home"], *TITLE.regions["chinese-reach"]}
    assert "burma" in reachable(play.position, fighter, True) and set(reachable(play.position, fighter, True)) <= inside


def test_chinese_units_go_on_no_ship() -> None:
    ships = {"kiangsu": "china: infantry", "sea-zone-19": "united-kingdom: transport"}
    play = play_from(ships, "china", "noncombat-move", control={"kiangsu": "china"})
    assert rules_of(play, Load("infantry", "kiangsu > sea-zone-19", ship="united-kingdom")) == ["noncombat-move/range"]


def test_chinese_aircraft_do_not_scramble_out_to_sea() -> None:
    stacks = {
        "burma": "united-kingdom: air-base, fighter; china: fighter",
        "sea-zone-38": "united-kingdom: destroyer; japan: destroyer [used=1 from=sea-zone-39 moved]",
    }
    play = play_from(stacks, "japan", "conduct-combat", control=HELD)
    call = call_at(play.position, "burma", "sea-zone-38")
    assert call is not None and [key[1] for key, _ in call.ready] == ["united-kingdom"]


def test_a_chinese_unit_at_rest_outside_is_no_legal_game() -> None:
    """The checker of random games says so."""
    for area, found in (("burma", set()), ("india", {"artillery of china rests in india, outside its regions"})):
        play = play_from({area: "china: artillery"}, "united-kingdom", "collect-income", control={area: "united-kingdom"})
        pass_by(play)
        assert {text.partition(": ")[2] for text in violations(TITLE, play.events) if "outside" in text} == found

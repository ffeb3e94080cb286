"""Section ANZAC and Canada: British forces, with money and homes of their own."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.economy.income import incomes
from engine.families.axis_allies.orders import Buy, Place, Repair
from engine.rules import EndPhase
from tests.global1939.positions import outcome, play_from, rules_of, standing
from tests.global1939.turns import bank, late, pass_by

pytestmark = pytest.mark.section("ANZAC and Canada")

FACTORIES = {
    "new-south-wales": "united-kingdom: minor-factory",
    "quebec": "united-kingdom: minor-factory",
    "united-kingdom": "united-kingdom: major-factory",
}


def test_each_collects_what_its_home_is_worth() -> None:
    play = play_from({}, "united-kingdom", "mobilize-units")
    assert incomes(play.position, "united-kingdom") == {"united-kingdom": 26, "anzac": 6, "canada": 7}


def test_a_home_in_enemy_hands_yields_nothing_and_conquests_are_british() -> None:
    play = play_from({}, "united-kingdom", "mobilize-units", control={"queensland": "japan", "japan": "united-kingdom"})
    assert incomes(play.position, "united-kingdom") == {"united-kingdom": 26 + 8, "anzac": 5, "canada": 7}


def test_purchases_are_paid_by_the_account_that_is_named() -> None:
    play = play_from(FACTORIES, "united-kingdom")
    assert rules_of(play, Buy("3 infantry", "anzac")) == ["purchase/funds"]
    play.submit(Buy("2 infantry", "anzac"))
    assert (bank(play, "anzac"), bank(play, "united-kingdom")) == (0, 26)
    assert play.state.pool == {("anzac", "infantry"): 2}


def test_nobody_else_buys_with_it() -> None:
    play = play_from({}, "united-states")
    assert rules_of(play, Buy("infantry", "canada")) == ["purchase/account"]


@pytest.mark.parametrize(("account", "area", "made_there"), [("anzac", "new-south-wales", "1"), ("canada", "quebec", "2")])
def test_units_are_placed_at_home_and_are_british(account: str, area: str, made_there: str) -> None:
    """Sydney, a strategic city, takes an infantry that its factory does not make."""
    play = play_from(FACTORIES, "united-kingdom", "mobilize-units", pool={account: "2 infantry"})
    made = outcome(play, Place("2 infantry", area))
    assert made[-1] == ev.MarkerSet("phase", f"mobilized|{area}", made_there)
    assert standing(play, area) == "united-kingdom: 2 infantry, minor-factory"
    assert not [key for key in play.state.stacks if key[1] == account]


def test_they_build_in_their_own_territories_and_nobody_else_does() -> None:
    play = play_from(FACTORIES, "united-kingdom", "mobilize-units", pool={"anzac": "tank", "united-kingdom": "tank"})
    play.submit(Place("tank", "united-kingdom"))
    assert rules_of(play, Place("tank", "united-kingdom")) == ["mobilize/not-bought"]
    assert rules_of(play, Place("tank", "quebec")) == ["mobilize/not-bought"]
    play.submit(Place("tank", "new-south-wales"))
    assert play.state.pool == {}


def test_ships_come_from_the_home_s_factory() -> None:
    play = play_from(FACTORIES, "united-kingdom", "mobilize-units", pool={"anzac": "destroyer"})
    zone = next(area for area in play.title.neighbours["new-south-wales"] if play.title.areas[area].kind == "sea")
    play.submit(Place("destroyer", zone))
    assert standing(play, zone) == "united-kingdom: destroyer"


def test_what_is_not_placed_is_refunded_to_its_account() -> None:
    play = late("united-kingdom", FACTORIES, pool={"canada": "tank"}, money={"canada": 0})
    pass_by(play)
    assert bank(play, "canada") == 6 + 7


def test_the_home_s_money_repairs_its_factory() -> None:
    play = play_from(FACTORIES, "united-kingdom", damage={"new-south-wales": 2})
    play.submit(Repair("new-south-wales", 2))
    assert bank(play, "anzac") == 4 and bank(play, "united-kingdom") == 26


def test_fighters_wait_for_no_carrier_that_their_own_account_cannot_make_there() -> None:
    """A British carrier is not made at Sydney, so nobody owes it to the fighter that waits there; an Australian one may come."""
    zone = "sea-zone-62"
    stacks = {**FACTORIES, zone: "united-kingdom: fighter"}
    pool = {"united-kingdom": "aircraft-carrier", "anzac": "aircraft-carrier"}
    play = play_from(stacks, "united-kingdom", "mobilize-units", pool=pool)
    assert rules_of(play, EndPhase()) == []
    play.submit(Place("aircraft-carrier", zone, "new-south-wales"))
    assert play.state.pool == {("united-kingdom", "aircraft-carrier"): 1}
    play.submit(EndPhase())
    assert standing(play, zone) == "united-kingdom: aircraft-carrier, fighter"


def test_a_carrier_that_can_be_made_beside_its_fighter_is_owed_whatever_riders_build() -> None:
    stacks = {**FACTORIES, "sea-zone-109": "united-kingdom: fighter"}
    pool = {"united-kingdom": "aircraft-carrier", "anzac": "aircraft-carrier"}
    play = play_from(stacks, "united-kingdom", "mobilize-units", pool=pool)
    play.submit(Place("aircraft-carrier", "sea-zone-62", "new-south-wales"))
    assert rules_of(play, EndPhase()) == ["mobilize/promised-carrier"]
    play.submit(Place("aircraft-carrier", "sea-zone-109"))
    assert rules_of(play, EndPhase()) == []


def test_one_atomic_bomb_a_turn_whichever_account_pays() -> None:
    """Section Air Technology: they are British forces, so a bomb of Canada's money is the one of the turn."""
    money = {"united-kingdom": 20, "canada": 20}
    play = play_from({}, "united-kingdom", money=money, techs={"united-kingdom": "atomic-bomb"})
    play.submit(Buy("atomic-bomb", "canada"))
    assert rules_of(play, Buy("atomic-bomb")) == ["purchase/per-turn"]

"""1.3, 4. and 5.: who is carried, who may go ashore and go on, who may join an attack."""

from __future__ import annotations

import pytest

from engine.events import DiceRolled
from engine.play import Play
from engine.rules import EndPhase
from engine.titles.blitz.orders import Announced, Attack, MoveUnit, PutToSea, Rebase, Resolve, ReturnToBase
from engine.titles.blitz.politics import entry
from engine.titles.blitz.position import board, ways
from engine.titles.blitz.turn_end import turn_end
from tests.blitz.table import at, broken, do, keys, settle, table

PACIFIC = ["japan usa", "germany usa"]


def purposes(play: Play) -> list[str]:
    return [event.purpose for event in play.events if isinstance(event, DiceRolled)]


def fought(play: Play, order: Attack) -> list[str]:
    """Announce and resolve an attack; return what dice were rolled for."""
    settle(do(play, order, Announced()))
    settle(do(play, Resolve(order.kind, order.area)))
    return purposes(play)


@pytest.mark.section("4.1", "5.2")
def test_4_1_who_comes_ashore_with_a_returning_transport_may_still_move() -> None:
    units = "europe-trs north-sea@1 [cargo=afa/8th-army], 8th-army north-sea@1 [aboard]"
    play = do(table(units, phase="return", power="afa"), ReturnToBase("europe-trs", "london"))
    while play.state.clock.phase != "move":
        play.submit(EndPhase())
    do(play, MoveUnit("8th-army", "london > scotland"))
    assert at(play, "8th-army") == "scotland@1"


@pytest.mark.section("4.2", "5.2")
def test_4_2_who_is_carried_into_a_port_is_not_embarked_again_but_may_move() -> None:
    units = "europe-trs scotland@2, empire-trs london@1, 8th-army scotland@1"
    play = do(table(units, phase="sea", power="afa"), PutToSea("europe-trs", "scotland > london", "8th-army"))
    assert broken(play, PutToSea("empire-trs", "london > north-sea", "8th-army")) == ["sail/rider-moved"]
    while play.state.clock.phase != "move":
        play.submit(EndPhase())
    assert broken(play, MoveUnit("8th-army", "london > scotland")) == []


@pytest.mark.section("5.1")
def test_5_1_a_para_that_came_by_transport_does_not_fly_on() -> None:
    play = table("europe-trs scotland@1, red-devils scotland@1", phase="rebase", power="afa")
    assert broken(play, Rebase("red-devils", "scotland > paris")) == []
    do(play, Rebase("europe-trs", "scotland > london", "red-devils"))
    assert broken(play, Rebase("red-devils", "london > paris")) == ["rebase/moved"]


@pytest.mark.section("5.2")
def test_5_2_armies_of_a_neutral_power_do_not_put_to_sea_but_gars_do() -> None:
    units = "atlantic-trs atlantic-seaboard@1, 1st-army atlantic-seaboard@2, national-guard atlantic-seaboard@1"
    play = table(units, phase="sea", power="afa")
    way = "atlantic-seaboard > usa-east-coast"
    assert broken(play, PutToSea("atlantic-trs", way, "1st-army")) == ["sail/rider-home"]
    assert broken(play, PutToSea("atlantic-trs", way, embark="1st-army")) == ["sail/rider-home"]
    assert broken(play, PutToSea("atlantic-trs", way, "national-guard")) == []


@pytest.mark.section("1.3", "5.1")
def test_1_3_a_transport_lands_no_more_on_an_island_than_may_stay_there() -> None:
    units = "7th-fleet-trs mariana-islands@1, 2nd-marines mariana-islands@{size}, marines midway-islands@1"
    held = {"mariana-islands": "usa"}
    for size, sails, rebases in ((2, ["sail/ashore"], ["rebase/rider"]), (1, [], [])):
        for phase, expected in (("sea", sails), ("rebase", rebases)):
            play = table(units.format(size=size), phase=phase, power="afa", at_war=PACIFIC, take=held)
            kind = PutToSea if phase == "sea" else Rebase
            assert broken(play, kind("7th-fleet-trs", "mariana-islands > midway-islands", "2nd-marines")) == expected, phase


@pytest.mark.section("1.3")
@pytest.mark.parametrize(("leave", "enters"), [("given", True), ("refused", False)])
def test_1_3_an_ally_enters_only_with_leave(leave: str, enters: bool) -> None:
    lands = {"persia": "ussr", "iraq": "afa"}
    wars = ["germany ussr", "japan ussr", "japan afa"]
    play = table("indian-army iraq@1", take=lands, at_war=wars, options={"leave-of-allies": leave})
    assert board.may_enter(play.position, keys(play, "indian-army")[0], "persia") is enters


@pytest.mark.section("5.3")
def test_5_3_carriers_alone_attack_no_factory() -> None:
    play = table("8th-fleet east-china-sea@1, 20th-air-force formosa@2", power="afa", at_war=PACIFIC, take={"formosa": "usa"})
    alone = table("8th-fleet east-china-sea@1", power="afa", at_war=PACIFIC)
    assert broken(alone, Attack("factory", "tokyo", "8th-fleet")) == ["attack/factory"]
    assert broken(play, Attack("factory", "tokyo", "8th-fleet, 20th-air-force")) == []


@pytest.mark.section("5.3")
def test_5_3_land_units_alone_attack_in_the_snow_by_air_too() -> None:
    units = "leningrad-front moscow@1, vdv moscow@1, black-sea-fleet black-sea@1"
    told = {"power": "afa", "take": {"ukraine": "germany"}, "at_war": ["germany ussr"]}
    winter, summer = table(units, turn=4, **told), table(units, turn=3, **told)  # type: ignore[arg-type]
    with_ships = Attack("ground", "ukraine", "leningrad-front, black-sea-fleet")
    assert broken(winter, with_ships) == ["attack/snow"] and broken(summer, with_ships) == []
    assert broken(winter, Attack("ground", "ukraine", "leningrad-front", "vdv")) == []


@pytest.mark.section("5.3", "6.1")
def test_5_3_a_carrier_in_port_fights_in_no_air_round() -> None:
    play = table("12th-fleet japanese-coast@1, combined-fleet tokyo@1", power="afa", at_war=PACIFIC, dice=[1])
    assert fought(play, Attack("port", "tokyo", "12th-fleet")) == ["naval"]


@pytest.mark.section("5.3", "6.1")
def test_5_3_guns_alone_bring_about_no_air_round() -> None:
    ground = table("18th-army western-germany@2, luftwaffe western-germany@2, aa-command paris@1, 2nd-army paris@2", dice=[1, 1])
    assert fought(ground, Attack("ground", "paris", "18th-army, luftwaffe")) == ["land", "land"]
    factory = table("ju-88s paris@2, aa-command london@1", take={"paris": "germany"}, dice=[1])
    assert fought(factory, Attack("factory", "london", "ju-88s")) == ["strategic"]


@pytest.mark.section("7.4")
def test_7_4_lend_lease_needs_a_line_from_the_home_country_of_its_ship() -> None:
    """Canada supplies the AFA, but the ship is British."""
    lost = table("arctic-ocean-ll arctic-ocean@2", take={"london": "germany", "scotland": "germany"})
    assert turn_end.delivers(lost.position, "arctic-ocean-ll") == 0


@pytest.mark.section("7.5")
def test_7_5_the_usa_sells_oil_to_japan_until_they_are_at_war_with_each_other() -> None:
    play = table(at_war=["germany usa"], markers={"entry/usa": 5})
    assert "usa-japan" in {row.trade for row in turn_end.trades(play.position)}, "only Germany is its enemy"
    entry.go_to_war(play, "japan", "usa")
    assert "usa-japan" not in {row.trade for row in turn_end.trades(play.position)}


@pytest.mark.section("1.3", "4.2")
@pytest.mark.parametrize(("guard", "fits"), [("", True), (", home-guard malta@1", False)])
def test_1_3_a_trs_comes_into_no_port_where_its_load_has_no_room(guard: str, fits: bool) -> None:
    """Two Sizes fit onto Malta, and no more beside a garrison."""
    ship = "europe-trs mediterranean-sea@1 [cargo=afa/2nd-army], 2nd-army mediterranean-sea@2 [aboard]"
    play = table(f"{ship}{guard}", phase="return", power="afa")
    havens = ways.havens(play.position, keys(play, "europe-trs")[0], 1)
    assert (("malta", "mediterranean-sea") in havens) is fits

"""1. to 3.: the worked examples of map, supply and politics."""

from __future__ import annotations

import pytest

from engine.rules import EndPhase
from engine.titles.blitz.agenda import run
from engine.titles.blitz.orders import (
    Choose,
    Engage,
    GoToWar,
    MoveUnit,
    No,
    PutToSea,
    Rebase,
    ReturnToBase,
    Yes,
)
from engine.titles.blitz.politics import control
from engine.titles.blitz.position import board, changes, supply, ways
from engine.titles.blitz.sea import sea
from engine.titles.blitz.turn_end import building
from tests.blitz.table import TITLE, at, broken, do, keys, settle, supplied_in, table


@pytest.mark.section("Scenario A. The Blitz of Western Europe")
def test_a_3_the_raf_rebases_over_the_north_sea_or_by_the_air_route() -> None:
    play = table("royal-air-force london@2", phase="rebase", power="afa")
    raf = keys(play, "royal-air-force")[0]
    assert ways.air_range(play.position, raf) == 1
    reach = ways.flights(play.position, raf, 3)
    assert reach["paris"] == 1 and reach["vichy-france"] == 2 and reach["north-sea"] == 2
    do(play, Rebase("royal-air-force", "london > vichy-france"))
    assert at(play, "royal-air-force") == "vichy-france@2"


@pytest.mark.section("1.3")
def test_1_3_an_ally_enters_persia_when_no_land_unit_of_its_holder_is_there() -> None:
    play = table(
        "indian-army iraq@1, shock-army persia@1",
        take={"persia": "ussr", "iraq": "afa", "levant": "afa"},
        at_war=["germany ussr", "japan ussr", "japan afa"],
    )
    army = keys(play, "indian-army")[0]
    assert not board.may_enter(play.position, army, "persia")
    play = table(
        "indian-army iraq@1, 1st-air-army persia@1",
        take={"persia": "ussr", "iraq": "afa", "levant": "afa"},
        at_war=["germany ussr", "japan ussr", "japan afa"],
    )
    assert board.may_enter(play.position, keys(play, "indian-army")[0], "persia")


@pytest.mark.section("1.3")
def test_1_3_midway_bases_a_land_and_an_air_unit_of_size_two_each() -> None:
    play = table("marines midway-islands@1, pacific-command midway-islands@1, coast-artillery hawaii@1, 2nd-marines hawaii@2")
    gar, marines = keys(play, "coast-artillery", "2nd-marines")
    assert board.can_stack(play.position, gar, "midway-islands") and not board.can_stack(play.position, marines, "midway-islands")
    assert broken(table("2nd-marines hawaii@2"), MoveUnit("2nd-marines", "hawaii > midway-islands")) != []


@pytest.mark.section("1.3")
def test_1_3_spain_has_two_big_ports_and_istanbul_one_on_two_seas() -> None:
    ports = [(row.area, set(row.seas), row.size) for row in TITLE.own["ports"] if row.area in ("spain", "istanbul")]
    assert ports == [
        ("spain", {"western-approaches"}, "big"),
        ("spain", {"mediterranean-sea"}, "big"),
        ("istanbul", {"black-sea", "mediterranean-sea"}, "big"),
    ]
    for holder, passes in (("germany", True), ("afa", False)):
        play = table("bb-fleet rome@2", take={"istanbul": holder})
        assert supply.is_open(play.position, "axis", "mediterranean-sea", "black-sea") is passes


@pytest.mark.section("1.3")
def test_1_3_a_land_route_and_an_air_route_meet_in_samarkand() -> None:
    assert (
        "samarkand" in supply.neighbours(TITLE, "land")["stalingrad"]
        and "caucasus-mountains" not in supply.neighbours(TITLE, "land")["samarkand"]
    )
    assert "caucasus-mountains" in supply.neighbours(TITLE, "air")["samarkand"]


@pytest.mark.section("1.3")
def test_1_3_the_soviet_air_unit_makes_way_for_an_army_of_the_afa() -> None:
    lands = {"norway": "afa", "sweden": "ussr"}
    units = "8th-army norway@1, 1st-air-army sweden@1"
    alone = table(units, phase="move", power="afa", take=lands)
    assert broken(alone, MoveUnit("8th-army", "norway > sweden")) == ["move/stacking"], "not at war with the same powers"
    play = table(units, phase="move", power="afa", take=lands, at_war=["germany ussr"])
    settle(do(play, MoveUnit("8th-army", "norway > sweden")))
    assert at(play, "8th-army") == "sweden@1" and not at(play, "1st-air-army").startswith("sweden")
    full = table(f"{units}, cavalry sweden@1", phase="move", power="afa", take=lands, at_war=["germany ussr"])
    assert broken(full, MoveUnit("8th-army", "norway > sweden")) == ["move/stacking"], "a land unit is there"


@pytest.mark.section("1.7")
def test_1_7_near_east_units_are_supplied_from_home_and_army_group_center_is_not() -> None:
    """Its own country supplies a minor's units; German ones need a line from Germany or Italy."""
    fleets = "mediterranean-fleet mediterranean-sea@1, far-east-fleet arabian-sea@1"
    lands = {"persia": "germany", "iraq": "germany", "levant": "germany"}
    play = table(fleets, take=lands, markers={"ally/near-east": "germany"})
    assert "persia" in supplied_in(play, "germany", "near-east")
    assert "persia" not in supplied_in(play, "germany", "germany")


@pytest.mark.section("2.2")
def test_2_2_a_free_blitz_moves_four_sizes_and_going_home_and_out_again_counts_twice() -> None:
    """Kamikazes return and go out again (2), the Zeroes fly out (2)."""
    units = "kamikazes japanese-coast@1, zeroes hollandia@2, 3rd-fleet-trs east-china-sea@1"
    units += ", 8th-fleet bismarck-sea@1, combined-fleet bismarck-sea@1"
    play = table(
        units,
        phase="return",
        blitzing={"japan": "free"},
        at_war=["japan usa", "japan afa"],
        take={"hollandia": "japan", "caroline-islands": "japan"},
        power="germany",
    )
    do(play, ReturnToBase("kamikazes", "tokyo"))
    play.submit(EndPhase())
    do(play, PutToSea("kamikazes", "tokyo > east-china-sea"))
    assert broken(play, PutToSea("zeroes", "hollandia > bismarck-sea")) == []
    do(play, PutToSea("zeroes", "hollandia > bismarck-sea"))
    play.submit(EndPhase())
    assert set(sea.optional(play.position)) == {"east-china-sea", "bismarck-sea"}
    assert broken(play, EndPhase()) == ["engage/due"]
    do(play, Engage("bismarck-sea"))
    assert (play.pending.what, play.pending.power) == ("wish", "usa")
    do(play, No())
    assert sea.due(play.position) == ["east-china-sea"]


@pytest.mark.section("3.2")
def test_3_2_turkey_aligns_with_germany_whose_units_stay_out_until_it_is_at_war() -> None:
    play = table(
        "stukas levant@2, shock-army caucasus-mountains@2",
        power="ussr",
        take={"levant": "germany"},
        turn=4,
        phase="move",
        markers={"entry/ussr": 3},
    )
    do(play, GoToWar("ussr", "turkey"))
    assert play.state.control["ankara"] == "germany" and at(play, "turkish-1st-army") == "ankara@2"
    stukas, turks = keys(play, "stukas", "turkish-1st-army")
    assert not board.may_enter(play.position, stukas, "ankara") and board.may_enter(play.position, turks, "ankara")
    assert board.are_enemies(play.position, turks, keys(play, "shock-army")[0])
    assert not board.are_enemies(play.position, stukas, keys(play, "shock-army")[0])


@pytest.mark.section("3.2")
@pytest.mark.parametrize(
    ("power", "on", "turn", "rule"),
    [
        ("germany", "ussr", 4, ["declare/too-early"]),
        ("germany", "ussr", 5, []),
        ("usa", "germany", 2, ["declare/neutral-entry"]),
        ("usa", "sweden", 2, ["declare/neutral-entry"]),
        ("ussr", "finland", 2, ["declare/neutral-entry"]),
        ("ussr", "japan", 2, []),
        ("ussr", "turkey", 2, []),
        ("afa", "brazil", 2, ["declare/barred"]),
        ("germany", "brazil", 2, []),
        ("germany", "poland", 2, ["declare/allied"]),
        ("germany", "afa", 2, ["declare/at-war"]),
        ("germany", "japan", 2, ["declare/side"]),
    ],
)
def test_3_2_who_may_declare_war_on_whom(power: str, on: str, turn: int, rule: list[str]) -> None:
    leader = "germany" if power in ("germany", "japan") else "afa"
    play = table(power=leader, turn=turn, phase="move")
    assert broken(play, GoToWar(power, on)) == rule


@pytest.mark.section("3.2")
def test_3_2_belgium_netherlands_splits_when_an_axis_power_aligns_it() -> None:
    play = table(power="afa", phase="move")
    do(play, GoToWar("afa", "belgium-netherlands"))
    assert [play.state.control[area] for area in ("belgium-netherlands", "borneo", "java", "hollandia")] == [
        "germany",
        "japan",
        "japan",
        "japan",
    ]


@pytest.mark.section("3.3")
def test_3_3_the_example_of_turn_two() -> None:
    """Belgium-Netherlands goes to the AFA; Japan's war with it brings South-East Asia; Gibraltar brings Iberia, too late for its army."""
    play = table(
        "snlf formosa@1, panzer-army-afrika morocco@2, royal-marines london@1",
        phase="move",
        turn=2,
        take={"morocco": "germany"},
        dice=[6] * 8,
    )
    do(play, GoToWar("germany", "belgium-netherlands"))
    assert play.state.control["borneo"] == "afa" and at(play, "belgian-dutch-army") == "belgium-netherlands@1"
    do(play, GoToWar("japan", "afa"))
    assert play.state.control["south-east-asia"] == "japan" and at(play, "thai-army") == "south-east-asia@1"
    do(play, MoveUnit("thai-army", "south-east-asia > burma"))
    assert play.state.control["burma"] == "japan"
    assert board.is_hostile_land(play.position, "japan", "borneo")


@pytest.mark.section("3.4")
def test_3_4_french_north_africa_is_liberated_and_kept_with_its_army() -> None:
    """Franklin keeps it: the Free French Army joins the USA's Force Pool at once."""
    play = table(
        "1st-army morocco@2, free-french-army afa-set-aside@1",
        power="afa",
        phase="move",
        at_war=["germany usa", "japan usa"],
        take={"morocco": "usa", "algeria": "germany", "paris": "germany"},
        markers={"conquered/french-north-africa": "allies", "fallen/france": "yes"},
    )
    do(play, MoveUnit("1st-army", "morocco > algeria"))
    assert play.pending is not None and (play.pending.what, play.pending.power) == ("give-back", "usa")
    do(play, No())
    assert play.state.control["algeria"] == "usa" and at(play, "free-french-army") == "usa-pool"


@pytest.mark.section("3.4")
def test_3_4_the_owner_chooses_which_unit_of_a_liberated_country_comes_back() -> None:
    play = table(
        "polish-army afa-set-aside@2, polish-air-force afa-set-aside@1",
        owners={"polish-air-force": "afa"},
        phase="move",
        power="afa",
        take={"poland": "germany"},
        markers={"conquered/poland": "allies"},
    )
    control.take_control(play, "poland", "afa")
    run(play)
    assert play.pending is not None and (play.pending.what, play.pending.power) == ("comes-back", "afa")
    assert broken(play, Choose("2nd-army")) == ["comes-back"]
    do(play, Choose("polish-air-force"))
    assert (at(play, "polish-air-force"), at(play, "polish-army")) == ("afa-pool", "afa-set-aside")


@pytest.mark.section("3.4")
def test_3_4_a_liberated_country_is_home_to_its_units_again() -> None:
    """The army had found its home in Great Britain; destroyed and freed, it is built in Poland again."""
    play = table(
        "polish-army afa-set-aside@2",
        power="afa",
        phase="build",
        take={"poland": "germany"},
        stores={"afa": (3, 0)},
        markers={"conquered/poland": "allies", "home/polish-army": "great-britain", "seat/poland": "great-britain"},
    )
    control.take_control(play, "poland", "afa")
    run(play)
    assert at(play, "polish-army") == "afa-pool" and board.home_of(play.position, "polish-army") == "poland"
    assert {area for area, _ in building.sites(play.position, keys(play, "polish-army")[0])} == {"poland"}


@pytest.mark.section("3.4")
def test_3_4_a_big_unit_that_shrinks_keeps_its_new_home() -> None:
    play = table("big-2nd-army paris@3", markers={"home/2nd-army": "france", "conquered/great-britain": "allies"})
    (army,) = keys(play, "big-2nd-army")
    assert board.home_of(play.position, army.unit) == "france"
    left = changes.damage(play, army)
    assert left is not None and board.home_of(play.position, left.unit) == "france"


@pytest.mark.section("3.4")
def test_3_4_given_back_it_is_the_afas_again() -> None:
    play = table(
        "1st-army morocco@2, free-french-army afa-set-aside@1",
        power="afa",
        phase="move",
        at_war=["germany usa", "japan usa"],
        take={"morocco": "usa", "algeria": "germany", "paris": "germany"},
        markers={"conquered/french-north-africa": "allies", "fallen/france": "yes"},
    )
    do(play, MoveUnit("1st-army", "morocco > algeria"), Yes())
    assert play.state.control["algeria"] == play.state.control["morocco"] == "afa" and at(play, "free-french-army") == "afa-pool"


@pytest.mark.section("3.4")
def test_3_4_when_paris_falls_france_is_conquered_and_vichy_is_neutral() -> None:
    units = "18th-army western-germany@2, armee-de-l-air vichy-france@1, marine-nationale vichy-france@2, royal-air-force vichy-france@2"
    play = table(f"{units}, atlantic-squadron western-approaches@1, french-army algeria@2", phase="move")
    do(play, MoveUnit("18th-army", "western-germany > paris"))
    settle(play)
    assert board.is_conquered(play.position, "france") and "vichy-france" not in play.state.control
    assert "algeria" not in play.state.control and play.state.control["french-equatorial-africa"] == "afa"
    assert at(play, "armee-de-l-air") == at(play, "french-army") == "afa-set-aside"
    assert at(play, "marine-nationale") == "vichy-france@2" and at(play, "atlantic-squadron") == "vichy-france@1"
    assert keys(play, "marine-nationale")[0].power == "neutral"
    assert at(play, "royal-air-force") == "london@2"


@pytest.mark.section("3.4")
@pytest.mark.parametrize(("die", "power", "there"), [(1, "germany", True), (2, "afa", False), (3, "afa", False), (4, "afa", None)])
def test_3_4_axis_troops_in_vichy_france_roll_for_the_french_ships(die: int, power: str, there: bool | None) -> None:
    """1: taken; 2 and 3: the Allies keep the unit, and it leaves; from 4 on it is destroyed."""
    told = {"vichy-france": "yes", "ally/vichy-france": "afa", "conquered/france": "allies", "fallen/france": "yes"}
    lands = {"paris": "germany", "vichy-france": "afa", "algeria": "germany"}
    play = table("18th-army paris@2, marine-nationale vichy-france@2", phase="move", take=lands, markers=told, dice=[die])
    settle(do(play, MoveUnit("18th-army", "paris > vichy-france")))
    key = keys(play, "marine-nationale")[0]
    assert key.power == power
    expected = {True: "vichy-france@2", False: "egypt@2", None: "afa-set-aside"}
    assert at(play, "marine-nationale") == expected[there]


@pytest.mark.section("3.4")
def test_3_4_italy_falls_with_rome_alone() -> None:
    play = table("2nd-army milan@2", power="afa", phase="move", take={"milan": "afa", "vichy-france": "afa"})
    do(play, MoveUnit("2nd-army", "milan > rome"))
    assert board.is_conquered(play.position, "italy") and not board.is_conquered(play.position, "germany")

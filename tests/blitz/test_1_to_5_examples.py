"""1. to 5.: the worked examples of map, supply, politics, sea and land activities."""

from __future__ import annotations

import pytest

from engine.rules import EndPhase
from engine.titles.blitz.agenda import run
from engine.titles.blitz.orders import (
    Announced,
    Attack,
    Choose,
    Engage,
    GoToWar,
    MoveUnit,
    No,
    PutToSea,
    Rebase,
    Resolve,
    ReturnToBase,
    Yes,
)
from engine.titles.blitz.politics import control, entry
from engine.titles.blitz.position import board, changes, supply, ways
from engine.titles.blitz.sea import sea
from engine.titles.blitz.turn_end import building
from tests.blitz.table import TITLE, agenda_of, at, broken, do, keys, settle, supplied_in, table


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
    do(play, Engage("bismarck-sea", decline=True))
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


@pytest.mark.section("4.1")
def test_4_1_the_baltic_sea_fleet_is_lost_with_leningrad() -> None:
    lands = {"leningrad": "germany", "byelorussia": "germany", "poland": "germany"}
    play = table("baltic-sea-fleet baltic-sea@2", at_war=["germany ussr"], take=lands)
    play.submit(EndPhase())
    assert play.state.clock.power == "afa" and play.state.clock.phase == "return"
    assert at(play, "baltic-sea-fleet") == "ussr-pool"


@pytest.mark.section("4.1", "2.2")
def test_4_1_in_an_air_blitz_air_units_alone_must_come_home_where_they_cannot_stay() -> None:
    """No base is in range: the aircraft goes to the closest, the fleet waits for a Blitz of its own."""
    lands = {"leningrad": "germany", "byelorussia": "germany", "poland": "germany"}
    units = "baltic-sea-fleet baltic-sea@2, 1st-air-army baltic-sea@1"
    play = table(units, phase="blitz", power="afa", blitzing={"ussr": "air"}, at_war=["germany ussr"], take=lands)
    sea.Return().open(play)
    settle(play)
    assert (at(play, "1st-air-army"), at(play, "baltic-sea-fleet")) == ("moscow@1", "baltic-sea@2")


@pytest.mark.section("4.1")
def test_4_1_the_pacific_fleet_returns_to_canberra_not_to_darwin_or_perth() -> None:
    play = table("big-pacific-fleet coral-sea@4", power="afa", phase="return", at_war=["germany usa", "japan usa"])
    assert (
        broken(play, ReturnToBase("big-pacific-fleet", "darwin"))
        == broken(play, ReturnToBase("big-pacific-fleet", "perth"))
        == ["return/base"]
    )
    do(play, ReturnToBase("big-pacific-fleet", "canberra"))
    assert at(play, "big-pacific-fleet") == "canberra@4"


@pytest.mark.section("4.2")
def test_4_2_italian_ships_stay_in_the_mediterranean_but_subs_leave_it() -> None:
    play = table("bb-fleet rome@2, italian-sub rome@1", phase="sea")
    assert broken(play, PutToSea("bb-fleet", "rome > mediterranean-sea > western-approaches")) == ["sail/way"]
    do(play, PutToSea("italian-sub", "rome > mediterranean-sea > western-approaches"))
    assert at(play, "italian-sub") == "western-approaches@1"


@pytest.mark.section("4.2")
def test_4_2_the_central_trs_takes_the_snlf_aboard_from_the_marshall_islands() -> None:
    play = table("central-trs caroline-islands@1, snlf marshall-islands@1", phase="sea", at_war=["japan usa"])
    assert broken(play, PutToSea("central-trs", "caroline-islands > micronesia > marshall-islands")) == []
    do(play, PutToSea("central-trs", "caroline-islands > micronesia", embark="snlf"))
    assert at(play, "snlf") == at(play, "central-trs") == "micronesia@1" and "midway-islands" in ways.shore(play.position, "micronesia")


@pytest.mark.section("Scenario B. The Longest Day")
def test_b_2_the_europe_trs_carries_four_sizes_and_no_more() -> None:
    play = table(
        "europe-trs scotland@2, 8th-army scotland@1, royal-marines london@1, 2nd-army london@2, home-guard london@1",
        power="afa",
        phase="sea",
    )
    assert broken(play, PutToSea("europe-trs", "scotland > north-sea", "8th-army", "royal-marines, 2nd-army, home-guard")) == [
        "sail/capacity"
    ]
    do(play, PutToSea("europe-trs", "scotland > north-sea", "8th-army", "royal-marines, 2nd-army"))
    assert [at(play, unit) for unit in ("8th-army", "royal-marines", "2nd-army")] == [
        "north-sea@1",
        "north-sea@1",
        "north-sea@2",
    ]


@pytest.mark.section("4.3")
@pytest.mark.parametrize(("die", "sea_area"), [(2, "western-approaches"), (3, "north-atlantic")])
def test_4_3_coastal_command_blocks_the_high_seas_fleet_on_one_or_two(die: int, sea_area: str) -> None:
    play = table(
        "high-seas-fleet paris@2, coastal-command western-approaches@1",
        phase="sea",
        take={"paris": "germany"},
        dice=[die],
    )
    do(play, PutToSea("high-seas-fleet", "paris > western-approaches > north-atlantic"))
    assert at(play, "high-seas-fleet") == f"{sea_area}@2"


@pytest.mark.section("4.4")
def test_4_4_subs_may_leave_before_a_combat_and_naval_air_units_may_join() -> None:
    from engine.titles.blitz.orders import FlyIn, SlipAway

    play = table(
        "u-boat-ii north-sea@2, condors berlin@1, north-sea-fleet north-sea@2",
        power="afa",
        phase="sea-combat",
        dice=[1] * 9,
    )
    do(play, Engage("north-sea"))
    assert play.pending is not None and play.pending.what == "fly-in" and play.pending.power == "germany"
    do(play, FlyIn("condors"))
    assert play.pending is not None and play.pending.what == "evade"
    do(play, SlipAway("u-boat-ii"))
    settle(play)
    assert at(play, "u-boat-ii").split("@")[0] in ("western-germany", "berlin")


@pytest.mark.section("5.1")
def test_5_1_the_3rd_fleet_trs_rebases_to_paris() -> None:
    play = table("3rd-fleet-trs london@1, 9th-army london@2", power="afa", phase="rebase", at_war=["germany usa", "japan usa"])
    do(play, Rebase("3rd-fleet-trs", "london > western-approaches > paris", "9th-army"))
    assert (at(play, "3rd-fleet-trs"), at(play, "9th-army")) == ("paris@1", "paris@2")


@pytest.mark.section("5.1")
def test_5_1_the_3rd_fleet_trs_sails_three_times_with_two_loads_and_no_more() -> None:
    units = "3rd-fleet-trs london@1, 9th-army london@2, home-guard london@1, malta london@1, 1st-army london@1"
    play = table(units, power="afa", phase="rebase", at_war=["germany usa", "japan usa"])
    do(play, Rebase("3rd-fleet-trs", "london > paris", "9th-army"), Rebase("3rd-fleet-trs", "paris > london"))
    do(play, Rebase("3rd-fleet-trs", "london > paris", "home-guard, malta"))
    assert [at(play, unit) for unit in ("9th-army", "home-guard", "malta")] == ["paris@2", "paris@1", "paris@1"]
    assert broken(play, Rebase("3rd-fleet-trs", "paris > london")) == ["rebase/way"]


@pytest.mark.section("5.1")
def test_5_1_an_armed_enemy_bars_the_way_of_a_rebase() -> None:
    armed = table(
        "3rd-fleet-trs london@1, u-boat-ii western-approaches@1",
        power="afa",
        phase="rebase",
        at_war=["germany usa", "japan usa"],
    )
    assert broken(armed, Rebase("3rd-fleet-trs", "london > paris")) == ["rebase/way"]


@pytest.mark.section("5.2")
def test_5_2_army_group_b_goes_to_poland_or_over_the_land_route_into_spain() -> None:
    taken = {"paris": "germany", "poland": "germany", "spain": "germany", "portugal": "germany"}
    play = table("army-group-b paris@2", phase="move", take=taken)
    assert broken(play, MoveUnit("army-group-b", "paris > western-germany > berlin > poland")) == []
    assert broken(play, MoveUnit("army-group-b", "paris > spain > portugal")) == ["move/route"]
    do(play, MoveUnit("army-group-b", "paris > spain"))
    assert at(play, "army-group-b") == "spain@2"


@pytest.mark.section("5.3")
def test_5_3_subs_in_port_and_ships_in_a_port_of_another_sea_cannot_be_attacked() -> None:
    germans = "u-boat-ii spain@2 [at:western-approaches!], bb-fleet spain@2 [at:mediterranean-sea!]"
    play = table(
        f"north-atlantic-fleet western-approaches@2, {germans}",
        power="afa",
        take={"spain": "germany", "portugal": "germany"},
    )
    assert broken(play, Attack("port", "spain", "north-atlantic-fleet")) == ["attack/port-sea"]
    taken = {"spain": "germany", "portugal": "germany"}
    subs = table("north-atlantic-fleet western-approaches@2, u-boat-ii spain@2 [at:western-approaches!]", power="afa", take=taken)
    assert "attack/port-sea" in broken(subs, Attack("port", "spain", "north-atlantic-fleet"))


@pytest.mark.section("5.3")
def test_5_3_the_soviets_and_the_western_allies_do_not_attack_one_area_together() -> None:
    units = "8th-air-force paris@2, 2nd-army paris@2, 1st-army paris@2, western-front berlin@2, army-group-b western-germany@2"
    play = table(
        units,
        power="afa",
        at_war=["germany usa", "germany ussr", "japan usa"],
        take={"berlin": "ussr", "poland": "ussr"},
    )
    do(play, Attack("ground", "western-germany", "2nd-army, 1st-army"))
    assert broken(play, Attack("factory", "western-germany", "8th-air-force")) == []
    assert broken(play, Attack("ground", "western-germany", "western-front")) == ["attack/together"]


@pytest.mark.section("5.3")
def test_5_3_stukas_do_not_defend_ankara_until_germany_is_at_war() -> None:
    from engine.titles.blitz.land import combat

    play = table(
        "stukas levant@2, shock-army caucasus-mountains@2",
        power="afa",
        take={"levant": "germany"},
        turn=4,
        markers={"entry/ussr": 3},
        dice=[1, 1],
    )
    do(play, GoToWar("ussr", "turkey"), Attack("ground", "ankara", "shock-army"), Announced())
    assert combat.defenders(play.position, "germany") == []
    do(play, Resolve("ground", "ankara"))
    assert "turkish-1st-army" in next(event.defenders for event in play.events if type(event).__name__ == "BattleStarted")


@pytest.mark.section("5.3")
def test_5_3_only_the_weather_of_the_target_matters() -> None:
    """On a Snow turn an air unit in the Caucasus supports a combat in Persia, and none in the USSR."""
    units = "2nd-air-army caucasus-mountains@2, shock-army caucasus-mountains@2, persian-army persia@1"
    play = table(
        units,
        power="afa",
        turn=4,
        take={"persia": "afa", "iraq": "afa", "levant": "afa"},
        owners={"persian-army": "afa"},
    )
    play = table(
        units,
        power="afa",
        turn=4,
        take={"persia": "germany"},
        owners={"persian-army": "germany"},
        at_war=["germany ussr"],
    )
    assert broken(play, Attack("ground", "persia", "shock-army, 2nd-air-army")) == []
    inside = table(
        "2nd-air-army moscow@2, leningrad-front moscow@1, army-group-b byelorussia@2",
        power="afa",
        turn=4,
        take={"byelorussia": "germany"},
        at_war=["germany ussr"],
    )
    assert broken(inside, Attack("ground", "byelorussia", "leningrad-front, 2nd-air-army")) == ["attack/snow"]


@pytest.mark.section("5.3")
def test_5_3_two_sizes_attack_an_island_and_forts_never_attack() -> None:
    play = table(
        "panzer-army-afrika spain@2, folgore spain@1, westwall western-germany@1, ghq gibraltar@1",
        take={"spain": "germany"},
    )
    assert broken(play, Attack("ground", "gibraltar", "panzer-army-afrika, folgore")) == ["attack/island"]
    assert broken(play, Attack("ground", "paris", "westwall")) == ["attack/factors"]


@pytest.mark.section("5.3")
def test_5_3_china_is_closed_to_other_allies_until_a_condition_is_met() -> None:
    play = table(
        "burma-army burma@2, southern-army canton@2",
        power="afa",
        phase="move",
        at_war=["japan afa"],
        take={"canton": "japan"},
    )
    assert broken(play, MoveUnit("burma-army", "burma > chungking")) == ["move/china"]
    opened = table(
        "burma-army burma@2",
        power="afa",
        phase="move",
        at_war=["japan afa", "japan usa", "germany usa"],
        take={"formosa": "usa"},
    )
    assert (
        broken(opened, MoveUnit("burma-army", "burma > chungking")) == ["move/range"]
        or broken(opened, MoveUnit("burma-army", "burma > chungking")) == []
    )


@pytest.mark.section("7.2")
def test_7_2_a_neutral_powers_land_units_stay_at_home_and_its_warships_in_port() -> None:
    play = table("1st-army west-coast@2, pacific-fleet hawaii@2", power="afa", phase="sea")
    assert entry.is_limited(play.position, "usa") and broken(play, PutToSea("pacific-fleet", "hawaii > hawaiian-waters")) == [
        "sail/neutral"
    ]
    moving = table("1st-army west-coast@2", power="afa", phase="move")
    assert broken(moving, MoveUnit("1st-army", "west-coast > western-canada")) == ["move/neutral-power"]
    assert agenda_of(moving) == []

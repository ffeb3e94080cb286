"""4. and 5.: the worked examples of sea and land activities, and of what may be attacked."""

from __future__ import annotations

import pytest

from engine.rules import EndPhase
from engine.titles.blitz.orders import (
    Announced,
    Attack,
    Engage,
    GoToWar,
    MoveUnit,
    PutToSea,
    Rebase,
    Resolve,
    ReturnToBase,
)
from engine.titles.blitz.politics import entry
from engine.titles.blitz.position import ways
from engine.titles.blitz.sea import sea
from tests.blitz.table import agenda_of, at, broken, do, settle, table


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

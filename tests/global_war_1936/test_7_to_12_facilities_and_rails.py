"""Building sites, docks, railways, fire from afar, lend-lease to minor powers: either side of each limit (7.3 to 7.9, 10.4, 12.10)."""

from __future__ import annotations

import pytest

from engine.events import BattleEnded, BattleStarted, DiceRolled
from engine.families.axis_allies.orders import Transfer
from engine.play import Play
from engine.titles.global_war_1936.economy import research, slipways, supply
from engine.titles.global_war_1936.facilities import docks, wrecking
from engine.titles.global_war_1936.land.unclaimed import may_claim
from engine.titles.global_war_1936.lend_lease import lending, relief
from engine.titles.global_war_1936.orders import Aid, Build, Dock, Grant, Launch, Relay, Shell, Study, Wreck
from engine.titles.global_war_1936.vocabulary import BURMA_ROAD, CHART, SITE_DAMAGE, TRACK_DAMAGE
from tests.global_war_1936.positions import BOARD, EARLY, combat, play_from, problems, standing
from tests.global_war_1936.test_7_to_11_money import under_way
from tests.global_war_1936.test_9_after_and_afar import germans
from tests.global_war_1936.test_13_spain_and_china import FACTIONS, SPAIN

# Sites (7.3) and railways (12.10)


def bombing(dice: list[int], target: str, *built: tuple[str, int], damage: str = "") -> Play:
    """London after a raid of one bomber, with these building sites: (unit, parts paid)."""
    markers = {("game", f"chart/great-britain/{unit}/london//{parts}"): "1" for unit, parts in built}
    if damage:
        markers["game", f"site-damage/london/{target}/"] = damage
    stacks = {"london": "germany: strategic-bomber [moved]; great-britain: infantry"}
    relations, options = {("germany", "great-britain"): "war"}, {"site-bombing": "on"}
    play = combat("germany", stacks, dice, relations=relations, options=options, markers=markers)
    play.submit(Wreck("strategic-bomber", "london", target))
    return play


@pytest.mark.section("7.3")
def test_7_3_damage_of_a_site_adds_up_to_five_and_is_gone_when_it_is_set_back() -> None:
    play = bombing([1, 2], "air-base", ("air-base", 1))
    assert SITE_DAMAGE.number(play.state, "london", "air-base", "") == 3
    again = bombing([1, 1], "air-base", ("air-base", 1), damage="3")
    assert SITE_DAMAGE.read(again.state, "london", "air-base", "") == "" and under_way(again) == []
    less = bombing([1, 1], "air-base", ("air-base", 1), damage="2")
    assert SITE_DAMAGE.number(less.state, "london", "air-base", "") == 4 and under_way(less) != []


@pytest.mark.section("7.3")
def test_7_3_of_several_sites_that_with_fewest_parts_is_set_back() -> None:
    play = bombing([6, 6], "major-shipyard", ("major-shipyard", 1), ("major-shipyard", 2))
    assert under_way(play) == [("great-britain", "major-shipyard", "london", 2, 1)]


@pytest.mark.section("7.3")
def test_7_3_a_wrong_target_names_the_sites_that_are_there() -> None:
    play = bombing([1, 2], "air-base", ("air-base", 1), ("minor-port", 1))
    (problem,) = wrecking.check_wreck(play.position, Wreck("strategic-bomber", "london", "major-port"))
    assert problem.expected == "air-base, minor-port"
    (problem,) = wrecking.check_wreck(play.position, Wreck("strategic-bomber", "bristol", "major-port"))
    assert problem.expected == "an area with one"


@pytest.mark.section("12.10")
@pytest.mark.parametrize(("area", "to", "dice", "damage"), [("berlin", "western-germany", [6, 6], 1), ("austria", "slovakia", [6, 6], 2)])
def test_12_10_a_railway_bears_no_more_than_its_limit(area: str, to: str, dice: list[int], damage: int) -> None:
    stacks = {area: "great-britain: strategic-bomber [moved]; germany: infantry"}
    play = combat("great-britain", stacks, dice, relations={("germany", "great-britain"): "war"}, control={area: "germany"})
    play.submit(Wreck("strategic-bomber", area, "railroad", to))
    assert TRACK_DAMAGE.number(play.state, *sorted((area, to))) == damage


@pytest.mark.section("12.10")
def test_12_10_a_repair_names_two_areas_and_is_paid_for_the_first() -> None:
    damage = {("game", "track-damage/austria/slovakia"): "2"}
    play = play_from({}, "germany", "production", money={"germany": 2}, markers=damage)
    assert problems(play, Relay("austria > slovakia > hungary")) == ["relay/track"]
    play.submit(Relay("slovakia > austria"))
    assert [event.area for event in play.events if getattr(event, "cause", "") == "repair"] == ["slovakia"]


@pytest.mark.section("1.20", "11.4", "1.17")
def test_1_20_channel_ports_and_an_open_burma_road_are_ways_that_take_no_trains() -> None:
    play = play_from({}, "great-britain", "production")
    over = {area: set(others) for area, others in supply._over_channel(play.title).items()}
    assert over["london"] >= {"picardy"} and "london" in over["picardy"] and "berlin" not in over
    assert supply.has_track(play.position, "london", "picardy")
    assert not supply.has_track(play.position, "london", "picardy", roads=False)


# Docks and slipways


@pytest.mark.section("7.4")
def test_7_4_a_dock_that_has_some_room_left_may_still_be_overfilled_by_a_record() -> None:
    stacks = {"western-germany": "germany: minor-dockyard", "sea-zone-9": "germany: 3 battleship~1"}

    def fatal(used: str) -> dict[str, bool]:
        play = play_from(stacks, "germany", "production", markers={("turn", "dock|western-germany"): used} if used else {})
        if used:
            docks.use(play, "western-germany", int(used))
        return {problem.rule: problem.fatal for problem in play.check(Dock("battleship", "sea-zone-9", "western-germany", 3))}

    room = docks.places(play_from(stacks, "germany", "production").position, "western-germany", "repairs")
    assert fatal("") == ({"repair/places": False} if room < 3 else {})
    assert fatal(str(room)) == {"repair/places": True}


@pytest.mark.section("7.4")
def test_7_4_only_ships_of_the_type_that_are_hurt_and_not_docked_are_docked() -> None:
    stacks = {
        "western-germany": "germany: major-dockyard, major-shipyard",
        "sea-zone-9": "germany: battleship, battleship~1 [docked], fast-battleship~1, battleship~1",
    }
    play = play_from(stacks, "germany", "production")
    play.submit(Dock("battleship", "sea-zone-9", "western-germany"))
    assert standing(play, "sea-zone-9") == "germany: 2 battleship~1 [docked], battleship, fast-battleship~1"


@pytest.mark.section("15.8")
def test_15_8_a_capital_ship_is_begun_at_a_shipyard_of_more_than_one_slipway_of_ones_own() -> None:
    stacks = {"western-germany": "germany: major-shipyard", "bavaria": "germany: minor-shipyard", "london": "great-britain: major-shipyard"}
    play = play_from(stacks, "germany", "production", options={"ships-begun": "shipyard"}, money={"germany": 60})
    assert slipways.shipyards(play.position) == ["western-germany"]
    for area, wrong in (("western-germany", []), ("bavaria", ["build/shipyard"]), ("london", ["build/shipyard"]), ("", ["build/shipyard"])):
        assert problems(play, Build("battleship", area)) == wrong


# Research is shared


@pytest.mark.section("2.3", "7.6")
def test_2_3_the_commonwealth_shares_a_technology_and_nobody_else() -> None:
    play = play_from(
        {"london": "great-britain: major-factory"},
        "great-britain",
        "production",
        dice=[7],
        markers={("game", "stage|great-britain|radar"): "3"},
        relations={("great-britain", "germany"): "war"},
    )
    play.submit(Study("radar"))
    assert sorted(power for power, tech in play.state.techs if tech == "radar") == ["anzac", "fec", "great-britain"]
    assert research._partners(play, "germany") == []


# Rails


@pytest.mark.section("10.4", "1.17")
def test_1_17_one_unit_a_turn_uses_the_burma_road_and_no_other_railway_counts() -> None:
    stacks = {"burma": "kmt: 2 infantry", "berlin": "germany: 2 infantry, artillery, militia"}
    open_road = {("game", "burma-road-open"): "yes"}
    play = play_from(
        stacks,
        "kmt",
        "noncombat-move",
        control={"burma": "great-britain", "yunnan": "kmt"},
        markers=open_road,
        relations={("kmt", "japan"): "war", ("kmt", "great-britain"): "allied"},
    )
    play.submit(Transfer("infantry", "burma", "yunnan"))
    assert BURMA_ROAD.number(play.state) == 1 and problems(play, Transfer("infantry", "burma", "yunnan")) == ["rail/road"]
    other = play_from(stacks, "germany", "noncombat-move")
    other.submit(Transfer("infantry, artillery", "berlin", "bavaria"))
    assert BURMA_ROAD.number(other.state) == 0
    assert standing(other, "berlin") == "germany: infantry, militia"
    assert standing(other, "bavaria") == "germany: artillery [moved], infantry [moved]"


@pytest.mark.section("10.4")
def test_10_4_as_many_go_by_rail_as_are_named_of_several_stacks() -> None:
    play = play_from({"berlin": "germany: infantry, infantry [border:austria!]"}, "germany", "noncombat-move")
    play.submit(Transfer("infantry", "berlin", "bavaria"))
    assert "infantry" in standing(play, "berlin") and "2 infantry" not in standing(play, "bavaria")


# Fire from afar (7.8)


@pytest.mark.section("7.8")
def test_7_8_guns_fire_at_hostile_areas_with_land_units_and_as_many_are_tired_as_fire() -> None:
    guns = {"picardy": "germany: 2 advanced-artillery, advanced-artillery [border:paris!]", "paris": "france: fighter"}
    assert problems(germans(guns, []), Shell("advanced-artillery", "picardy", "paris")) == ["shell/target"]
    own = germans({"picardy": "germany: 2 advanced-artillery", "belgium": "germany: infantry"}, [])
    assert problems(own, Shell("advanced-artillery", "picardy", "belgium")) == ["shell/target"]
    play = germans(guns | {"paris": "france: 2 infantry, artillery"}, [12, 12])
    play.submit(Shell("2 advanced-artillery", "picardy", "paris"))
    tired = [count for key, count in play.state.stacks.items() if key.area == "picardy" and "moved" in key.condition]
    assert sum(tired) == 2


@pytest.mark.section("7.8")
def test_7_8_rockets_are_fired_at_enemy_facilities_that_can_be_bombed() -> None:
    rockets = {"belgium": "germany: 2 strategic-rocket", "paris": "france: infantry", "picardy": "germany: minor-factory"}
    assert problems(germans(rockets, []), Launch("belgium", "paris", "minor-factory")) == ["rocket/target"]
    assert problems(germans(rockets, []), Launch("belgium", "picardy", "minor-factory")) == ["rocket/target"]


@pytest.mark.section("7.8")
def test_7_8_the_fire_of_rockets_is_told_as_a_raid_of_no_round() -> None:
    play = germans({"belgium": "germany: 3 strategic-rocket", "paris": "france: infantry, minor-factory"}, [1, 4])
    before = play.state.battles
    play.submit(Launch("belgium", "paris", "minor-factory", 2))
    told = [event for event in play.events if isinstance(event, BattleStarted | DiceRolled | BattleEnded)]
    assert [event.battle for event in told if not isinstance(event, DiceRolled)] == [before + 1] * 2
    (dice,) = [event for event in told if isinstance(event, DiceRolled)]
    assert (dice.dice, dice.hits, dice.round, dice.target, dice.expected) == ((1, 4), 0, 0, 0, 7.0)
    assert (told[-1].kind, told[-1].rounds, told[-1].damage) == ("raid", 0, 5)
    assert sum(n for key, n in play.state.stacks.items() if key.unit == "strategic-rocket" and not key.condition) == 1


# Land that nobody has claimed yet (9.22)


@pytest.mark.section("9.22")
@pytest.mark.parametrize(
    ("units", "claimable"),
    [("", True), ("great-britain: infantry", True), ("united-states: infantry", False), ("france: minor-factory", True)],
)
def test_9_22_land_of_a_nation_that_has_surrendered_is_claimed_where_no_other_stands(units: str, claimable: bool) -> None:
    stacks = {"normandy": units} if units else {}
    play = play_from(stacks, "great-britain", "noncombat-move", standing={"france": "surrendered"}, control={"normandy": "france"})
    assert may_claim(play.position, "normandy") is claimable
    foe = play_from(stacks, "germany", "noncombat-move", standing={"france": "surrendered"}, control={"normandy": "france"})
    assert not may_claim(foe.position, "normandy")


# Lend-lease to minor powers


@pytest.mark.section("13.1")
def test_13_1_supplies_cost_two() -> None:
    for money, wrong in ((2, []), (1, ["aid/funds"])):
        play = EARLY.play_from(SPAIN, "france", "production", markers=FACTIONS, money={"france": money})
        assert problems(play, Aid("republican-spain", "madrid")) == wrong


@pytest.mark.section("13.1")
def test_13_1_money_repairs_the_facilities_of_the_faction_that_gets_it_one_after_the_other() -> None:
    stacks = {
        "madrid": "republican-spain: minor-factory",
        "valencia": "republican-spain: minor-factory",
        "galicia": "nationalist-spain: minor-factory",
    }
    damage = {"madrid": 2, "valencia": 2, "galicia": 1}
    play = EARLY.play_from(stacks, "soviet-union", "production", markers=FACTIONS, damage=damage, dice=[1] * 9)
    assert relief.need(play.position, "republican-spain") == 4
    relief.spend(play, "republican-spain", 3)
    left = {area: points for (area, _), points in play.state.damage.items() if points}
    assert left == {"valencia": 1, "galicia": 1}


@pytest.mark.section("14.4.3")
@pytest.mark.parametrize(
    ("parts", "number", "money", "left", "fleet"),
    [
        (1, 2, 5, [("vichy-france", "heavy-cruiser", "", 1, 1)], 1),
        (1, 2, 10, [], 2),
        (1, 1, 11, [], 1),
        (1, 1, 4, [("vichy-france", "heavy-cruiser", "", 1, 1)], 0),
    ],
)
def test_14_4_3_as_many_ships_of_vichy_are_completed_as_are_paid_for(parts: int, number: int, money: int, left: list, fleet: int) -> None:
    play = BOARD.play_from({}, "germany", "place-units")
    CHART.emit(play, str(number), "vichy-france", "heavy-cruiser", "", "", str(parts))
    relief.spend(play, "vichy-france", money)
    assert under_way(play) == left
    assert sum(n for key, n in play.state.stacks.items() if (key.power, key.unit) == ("vichy-france", "heavy-cruiser")) == fleet


@pytest.mark.section("14.4.3")
def test_14_4_3_those_nearest_to_completion_come_first_and_others_go_a_part_further() -> None:
    play = BOARD.play_from({}, "germany", "place-units")
    CHART.emit(play, "1", "vichy-france", "battleship", "", "", "1")
    CHART.emit(play, "1", "vichy-france", "battleship", "", "", "2")
    assert relief.need(play.position, "vichy-france") == 10
    relief.spend(play, "vichy-france", 10)
    assert under_way(play) == [("vichy-france", "battleship", "", 2, 1)]
    assert standing(play, "sea-zone-49") == "vichy-france: battleship"


@pytest.mark.section("7.9", "7.3")
@pytest.mark.parametrize(("money", "wrong"), [(4, []), (3, ["lend-lease/amount"])])
def test_7_9_a_ship_is_begun_for_another_by_who_pays_its_first_part(money: int, wrong: list[str]) -> None:
    stacks = {"western-germany": "germany: major-factory, major-shipyard"}
    play = play_from(stacks, "germany", "production", money={"germany": money}, relations={("germany", "italy"): "allied"})
    assert problems(play, Grant("italy", 0, "light-cruiser")) == wrong


@pytest.mark.section("11.4")
def test_11_4_the_ports_of_a_nation_are_in_the_areas_that_it_holds() -> None:
    stacks = {"western-germany": "germany: major-port, infantry", "bavaria": "germany: infantry", "london": "great-britain: major-port"}
    assert lending.ports_of(play_from(stacks, "germany", "production").position, "germany") == ["western-germany"]

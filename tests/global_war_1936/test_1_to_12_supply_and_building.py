"""Cities, ports, ways of lend-lease, building, placing and research: what other tests leave open (1.16, 7.2 to 7.9, 11.1 to 11.5, 12.6)."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.orders import Place
from engine.play import Play
from engine.titles.global_war_1936 import placing
from engine.titles.global_war_1936.economy import chart, research, slipways, supply
from engine.titles.global_war_1936.facilities import sites
from engine.titles.global_war_1936.land import modifiers, surrounded
from engine.titles.global_war_1936.lend_lease import diplomacy, lending, relief
from engine.titles.global_war_1936.orders import Advance, Build, Deliver, Grant, Influence, Recruit, Study, Wreck
from engine.titles.global_war_1936.vocabulary import CHART, CONTROLLED, RECRUITS, SITE_DAMAGE, TRACK_DAMAGE
from tests.global_war_1936.positions import BOARD, EARLY, TITLE, begun, combat, play_from, problems, standing
from tests.global_war_1936.test_7_to_11_money import HASTE, producing, under_way
from tests.global_war_1936.test_7_to_12_facilities_and_rails import bombing

AROUND = {"istanbul": "soviet-union", "bulgaria": "germany", "western-turkey": "germany"}
"""Istanbul, surrounded on land; it lies on two sea zones."""


# Cities (1.16) and ports (8.11)


@pytest.mark.section("1.16", "8.11")
@pytest.mark.parametrize(
    ("fleets", "falls"),
    [({}, False), ({"sea-zone-57": 3}, False), ({"sea-zone-57": 3, "sea-zone-60": 2}, False), ({"sea-zone-57": 3, "sea-zone-60": 3}, True)],
)
def test_1_16_a_port_keeps_a_city_from_being_surrounded_while_one_of_its_zones_is_open(fleets: dict[str, int], falls: bool) -> None:
    ships = {zone: f"germany: {n} destroyer" for zone, n in fleets.items()}
    play = combat("germany", {"istanbul": "soviet-union: infantry, minor-port", **ships}, control=AROUND)
    assert surrounded.is_surrounded(play.position, "istanbul") is falls


@pytest.mark.section("1.16")
def test_1_16_what_has_no_land_around_it_or_borders_a_neutral_power_is_not_surrounded() -> None:
    play = combat("germany", {}, control=AROUND | {"western-turkey": "turkey", "corsica": "france"})
    assert not surrounded.is_surrounded(play.position, "istanbul") and not surrounded.is_surrounded(play.position, "corsica")
    assert surrounded.is_surrounded(combat("germany", {}, control=AROUND).position, "istanbul")


@pytest.mark.section("11.4", "12.6")
def test_11_4_a_damaged_port_lets_nothing_through_nor_does_what_is_no_port() -> None:
    play = play_from({"london": "great-britain: minor-port, infantry", "picardy": "france: infantry"}, "great-britain", "production")
    assert supply.port(play.position, "london", "sea-zone-9") == 3 and supply.port(play.position, "picardy", "sea-zone-9") == 0
    play.emit(ev.FacilityChanged("london", "minor-port", "great-britain", "bombed", 9, 9))
    assert supply.port(play.position, "london", "sea-zone-9") == 0


@pytest.mark.section("12.10", "11.4")
def test_12_10_only_a_railway_that_leads_across_the_border_is_a_way() -> None:
    pair = ("yunnan", "annam-tonkin")
    for unit, linked in (("railroad [border:annam-tonkin!]", True), ("railroad [border:burma!]", False), ("railroad", False)):
        play = play_from({"yunnan": f"kmt: {unit}"}, "kmt", "production", control={"yunnan": "kmt"})
        assert supply.has_new_track(play.position, *pair) is linked
    walls = play_from({"yunnan": "kmt: fortification [border:annam-tonkin!]"}, "kmt", "production", control={"yunnan": "kmt"})
    assert not supply.has_new_track(walls.position, *pair)


@pytest.mark.section("1.9")
def test_1_9_the_dice_of_vehicles_are_counted_where_they_attack_in_or_over_deserts_alone() -> None:
    armor = TITLE.units["medium-armor"]
    for area, sides in (("paris", 0), ("iraq", TITLE.dice_sides), ("palestine", TITLE.dice_sides), ("bavaria", 0)):
        assert modifiers.counts(TITLE, area, "attacker")(armor) == sides
    assert modifiers.counts(TITLE, "iraq", "defender")(armor) == 0


# Building (7.2 to 7.8)


@pytest.mark.section("7.8", "7.3")
def test_7_8_with_improved_construction_what_was_not_hurried_costs_one_less_a_part() -> None:
    play = producing(techs=HASTE, markers={("game", "chart/germany/battleship///2"): "2"})
    play.submit(Advance("battleship", 2, 2))
    assert play.state.resources["germany", "ipp"] == 60 - 4 - 4
    (bought,) = [event for event in play.events if isinstance(event, ev.UnitsPurchased)]
    assert (bought.count, bought.total) == (2, 2 * 3 * (TITLE.units["battleship"].cost // 3 - 1))


@pytest.mark.section("7.3", "12.6")
def test_7_3_who_holds_no_shipyard_that_is_its_own_begins_no_ship() -> None:
    rich = {"germany": 60}
    bare = play_from({"berlin": "germany: major-factory"}, "germany", "production", money=rich)
    assert problems(bare, Build("light-cruiser")) == ["build/shipyard"] and slipways.printed(bare.position, "bavaria") == 0
    abroad = play_from({"rome": "germany: major-shipyard"}, "germany", "production", money=rich)
    assert problems(abroad, Build("light-cruiser")) == ["build/shipyard"]
    assert slipways.shipyards(abroad.position) == []
    minor = play_from({"western-germany": "germany: minor-shipyard"}, "germany", "production", money=rich)
    assert problems(minor, Build("light-cruiser")) == [] and problems(minor, Build("battleship")) == ["build/shipyard"]


@pytest.mark.section("12.5", "11.3")
def test_12_5_what_becomes_another_facility_takes_no_place_of_a_port() -> None:
    coming = {"berlin": "minor-factory-upgrade", "london": "minor-port-upgrade"}
    begun_there = {("game", f"chart/germany/{unit}/{area}//1"): "1" for area, unit in coming.items()}
    play = play_from({"berlin": "germany: minor-factory"}, "germany", "production", markers=begun_there)
    assert not sites.is_taken(play.position, "minor-port", "berlin") and not sites.is_taken(play.position, "major-port", "berlin")
    assert sites.is_taken(play.position, "major-port", "london") and not sites.is_taken(play.position, "minor-port", "london")


@pytest.mark.section("7.6")
def test_7_6_each_roll_uses_up_a_factory_and_what_is_developed_is_not_researched() -> None:
    stacks = {"berlin": "germany: major-factory", "western-germany": "germany: major-factory"}
    play = play_from(stacks, "germany", "production", techs={"germany": "radar"}, dice=[1, 1])
    techs = [tech for tech in TITLE.technologies if tech != "radar"]
    rolls = research.rolls(play.position)
    assert problems(play, Study("radar")) == ["research/complete"] and rolls >= 2
    for number, tech in enumerate(techs[:2], 1):
        play.submit(Study(tech))
        assert research.left(play.position) == rolls - number
    one = play_from({"berlin": "germany: major-factory"}, "germany", "production", dice=[1])
    one.submit(Study("radar"))
    assert problems(one, Study(techs[0])) == (["research/rolls"] if research.rolls(one.position) == 1 else [])


@pytest.mark.section("7.3")
def test_7_3_bombs_hurt_the_site_that_they_were_sent_against() -> None:
    play = bombing([3, 3], "major-shipyard", ("minor-port", 1), ("major-shipyard", 2))
    assert under_way(play) == [
        ("great-britain", "major-shipyard", "london", 1, 1),
        ("great-britain", "minor-port", "london", 1, 1),
    ]


@pytest.mark.section("7.3", "12.10", "1.17")
def test_7_3_a_railway_that_is_being_built_is_a_site_and_no_railway_yet() -> None:
    markers = {("game", "chart/kmt/railroad/yunnan/burma/1"): "1", ("game", "burma-road-open"): "yes"}
    stacks = {"yunnan": "japan: strategic-bomber [moved]; kmt: infantry"}
    held, played = {"yunnan": "kmt", "burma": "great-britain"}, {"site-bombing": "on"}
    play = combat("japan", stacks, [1, 2], control=held, markers=markers, options=played, relations={("japan", "kmt"): "war"})
    play.submit(Wreck("strategic-bomber", "yunnan", "railroad", "burma"))
    assert SITE_DAMAGE.number(play.state, "yunnan", "railroad", "burma") == 3
    assert TRACK_DAMAGE.read(play.state, *sorted(("yunnan", "burma"))) == ""


# Placing (11.1, 11.3) and recruits (11.5)


@pytest.mark.section("11.3")
def test_11_3_a_facility_that_stands_waits_no_more_and_bears_no_damage_that_it_never_had() -> None:
    ready = {("game", "ready/anzac/minor-port/sydney/"): "1"}
    play = play_from({}, "great-britain", "noncombat-move", markers=ready, pool={"anzac": "minor-port"})
    assert len(chart.finished(play.position, "anzac")) == 1
    play.open_phase(ev.PhaseStarted("great-britain", "place-units", play.state.clock.turn))
    assert chart.finished(play.position, "anzac") == []
    assert [(event.delta, event.damage) for event in play.events if isinstance(event, ev.FacilityChanged)] == [(0, 0)]


@pytest.mark.section("11.3", "12.4")
@pytest.mark.parametrize("damage", [0, 2])
def test_11_3_an_upgrade_mends_the_factory_that_becomes_a_larger_one(damage: int) -> None:
    ready = {("game", "ready/germany/minor-factory-upgrade/berlin/"): "1"}
    play = play_from(
        {"berlin": "germany: minor-factory"},
        "germany",
        "noncombat-move",
        markers=ready,
        pool={"germany": "minor-factory-upgrade"},
        damage={"berlin/minor-factory": damage} if damage else {},
    )
    play.open_phase(ev.PhaseStarted("germany", "place-units", play.state.clock.turn))
    assert standing(play, "berlin") == "germany: medium-factory"
    told = [event.delta for event in play.events if isinstance(event, ev.FacilityChanged) and event.change == "upgraded"]
    assert told == ([-damage] if damage else [])


@pytest.mark.section("11.1")
def test_11_1_units_are_placed_at_a_factory_and_colonial_infantry_uses_none() -> None:
    play = play_from({"berlin": "germany: major-factory"}, "germany", "place-units", pool={"germany": "3 infantry"})
    assert problems(play, Place("infantry", "bavaria")) == ["place/limit"] and problems(play, Place("3 infantry", "berlin")) == []
    assert placing.pens(play.position, "bavaria") == 0


@pytest.mark.section("11.2", "11.4")
def test_11_2_a_supply_path_leads_by_rail_to_a_port_and_over_the_sea_to_another() -> None:
    stacks = {"berlin": "germany: major-factory", "western-germany": "germany: major-port", "norway": "germany: infantry, minor-port"}
    held = {"norway": "germany"}
    assert placing.supplied(play_from(stacks, "germany", "production", control=held).position, "norway", "researches")
    for area in ("western-germany", "norway"):
        cut = play_from(stacks | {area: "germany: infantry"}, "germany", "production", control=held)
        assert not placing.supplied(cut.position, "norway", "researches")


def drafting(minor: str, scenario: str = "1936", **more: object) -> Play:
    """A minor power that Great Britain controls, with recruits."""
    board = EARLY if scenario == "1936" else BOARD
    play = board.play_from({}, "great-britain", "place-units", **more)  # type: ignore[arg-type]
    CONTROLLED.emit(play, "great-britain", minor)
    play.emit(ev.PhaseStarted(minor, "place-units", play.state.clock.turn + 1))
    RECRUITS.emit(play, "yes")
    return play


@pytest.mark.section("11.5")
def test_11_5_recruits_are_an_infantry_or_two_militia_at_home_and_elsewhere_without_a_home() -> None:
    play = drafting("belgium")
    phase = placing.PlaceUnits()
    assert placing.recruiting_areas(play.position) == ["belgium"]
    pending = phase.pending(play.position)
    assert pending is not None and pending.default == Recruit("infantry", "belgium")
    for words, found in (("militia, militia", {"militia": 2}), ("2 militia", {"militia": 2}), ("infantry", {"infantry": 1})):
        game = drafting("belgium")
        phase.carry_out(game, Recruit(words, "belgium"))
        assert {key.unit: n for key, n in game.state.stacks.items() if key.power == "belgium"} == found
    lost = drafting("belgium", control={"belgium": "germany"})
    assert placing.recruiting_areas(lost.position) == ["belgian-congo"]


# Lend-lease (7.9, 11.4, 13.1, 14.4.3)


@pytest.mark.section("13.1", "7.9")
def test_13_1_a_side_of_the_civil_war_is_lent_to_by_its_friends_and_vichy_by_germany() -> None:
    position = begun("1936").position
    able = [power for power in TITLE.turns if lending._may_receive(position, power, "nationalist-spain")]
    assert "germany" in able and "soviet-union" not in able and "great-britain" not in able
    assert not lending._may_receive(position, "germany", "vichy-france"), "it holds nothing"
    assert lending._may_receive(position, "great-britain", "abyssinia")
    assert lending._may_receive(position, "germany", "italy")


@pytest.mark.section("7.9")
def test_7_9_what_takes_several_turns_or_is_not_built_by_the_lender_is_not_lent_whole() -> None:
    stacks = {"san-francisco": "united-states: major-factory, major-shipyard"}
    relations = {("united-states", "great-britain"): "allied", ("united-states", "japan"): "war"}
    play = play_from(stacks, "united-states", "production", money={"united-states": 40}, relations=relations)
    assert problems(play, Grant("great-britain", 0, "infantry")) == []
    assert problems(play, Grant("great-britain", 0, "major-factory")) == ["lend-lease/unit"]
    assert problems(play, Grant("great-britain", 0, "heavy-armor")) == ["lend-lease/unit"]


@pytest.mark.section("11.4", "1.24")
@pytest.mark.parametrize(("what", "played", "dice", "arrives"), [
    ("fighter", "on", [11], False),
    ("fighter", "on", [10], True),
    ("fighter", "off", [], True),
    ("artillery", "on", [], True),
])  # fmt: skip
def test_1_24_aircraft_that_are_lent_over_the_burma_road_fly_over_the_himalayas(
    what: str, played: str, dice: list[int], arrives: bool
) -> None:
    play = BOARD.play_from(
        {"burma": "great-britain: major-factory", "yunnan": "kmt: infantry"},
        "great-britain",
        "place-units",
        control={"yunnan": "kmt"},
        relations={("great-britain", "kmt"): "allied", ("kmt", "japan"): "war"},
        markers={("game", "grant|fec|kmt"): what, ("game", "burma-road-open"): "yes"},
        options={"air-hump": played},
        dice=dice,
    )
    play.submit(Deliver("kmt", "burma", "yunnan"))
    assert (what in standing(play, "yunnan")) is arrives


@pytest.mark.section("14.4.3")
def test_14_4_3_money_that_has_completed_one_ship_of_vichy_does_not_complete_another() -> None:
    play = BOARD.play_from({}, "germany", "place-units")
    for unit in ("heavy-cruiser", "light-cruiser"):
        CHART.emit(play, "1", "vichy-france", unit, "", "", "1")
    one, other = (chart.parts(play.position, unit)[1] for unit in ("heavy-cruiser", "light-cruiser"))
    start = len(play.events)
    relief.spend(play, "vichy-france", max(one, other))
    assert len(under_way(play)) == 1 and sum(n for key, n in play.state.stacks.items() if key.power == "vichy-france") == 1
    assert all(event.count for event in play.events[start:] if isinstance(event, ev.UnitsPlaced))


@pytest.mark.section("4.8")
def test_table_4_4_enemies_on_land_beside_a_nation_add_nothing() -> None:
    play = BOARD.play_from({"british-guiana": "germany: infantry"}, "united-states", "production")
    assert diplomacy.needed(play.position, Influence("brazil", 2)) == 2

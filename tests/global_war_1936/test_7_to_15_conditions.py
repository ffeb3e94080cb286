"""Building, income, surrender, Spain and carriers: what meets each condition and what does not (7, 9.22, 11.1, 13.1, 15.3, 15.4)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import events as ev
from engine.events import DiceRolled
from engine.families.axis_allies.heirs import SURRENDERED
from engine.families.axis_allies.orders import Move, Place, Transfer
from engine.mechanics.profile import profile
from engine.titles.global_war_1936 import placing
from engine.titles.global_war_1936.air import wings
from engine.titles.global_war_1936.economy import income, paying, research
from engine.titles.global_war_1936.facilities import sites, wrecking
from engine.titles.global_war_1936.orders import Build, Refit, Wreck
from engine.titles.global_war_1936.politics import fall, slovakia, spain, war
from tests.global_war_1936.positions import BOARD, EARLY, TITLE, begun, combat, play_from, problems, standing
from tests.global_war_1936.test_15_3_carriers import ADVANCED, HOME, YARD, ZONE, far_zone
from tests.global_war_1936.test_15_3_carriers import placing as ready

LONDON = {
    ("game", "chart/great-britain/air-base/london//1"): "1",
    ("game", "chart/great-britain/minor-port/london//1"): "1",
    ("game", "chart/great-britain/minor-port/scotland//1"): "1",
    ("game", "chart/great-britain/battleship///1"): "1",
}


# Building (7.3, 12.3)


@pytest.mark.section("7.3")
def test_7_3_the_sites_of_an_area_are_its_facilities_under_construction_in_enemy_hands() -> None:
    play = combat("germany", {"london": "great-britain: infantry"}, relations={("germany", "great-britain"): "war"}, markers=LONDON)
    assert [item.unit for item in wrecking.sites(play.position, "london")] == ["air-base", "minor-port"]
    own = combat("great-britain", {}, relations={("germany", "great-britain"): "war"}, markers=LONDON)
    assert wrecking.sites(own.position, "london") == []
    assert sites.coming(own.position, "minor-port", "london") == 1 and sites.coming(own.position, "major-port", "london") == 0
    assert sites.is_taken(own.position, "minor-port", "london") and not sites.is_taken(own.position, "minor-port", "liverpool")


@pytest.mark.section("7.3")
def test_7_3_the_dice_of_bombs_on_a_site_are_told_with_what_was_expected_of_them() -> None:
    stacks = {"london": "germany: strategic-bomber [moved]; great-britain: infantry"}
    relations, options = {("germany", "great-britain"): "war"}, {"site-bombing": "on"}
    play = combat("germany", stacks, [1, 2], relations=relations, options=options, markers=LONDON)
    play.submit(Wreck("strategic-bomber", "london", "air-base"))
    (dice,) = [event for event in play.events if isinstance(event, DiceRolled)]
    assert (dice.dice, dice.round, dice.target, dice.hits, dice.expected) == ((1, 2), 0, 0, 0, 7.0)


@pytest.mark.section("12.3", "12.7")
def test_12_7_what_stands_on_a_border_is_built_against_a_neighbour_on_land_of_ones_own() -> None:
    play = play_from({"berlin": "germany: infantry"}, "germany", "production", money={"germany": 60}, taken={"picardy": "germany"})
    assert "build/border" not in problems(play, Build("fortification", "berlin", "saxony"))
    assert "build/border" in problems(play, Build("fortification", "berlin", "paris"))
    assert problems(play, Build("minor-port", "picardy")) == ["build/area"] == problems(play, Build("minor-port", ""))
    assert problems(play, Build("minor-port", "paris")) == ["build/area"]


@pytest.mark.section("2.3", "12.3")
def test_12_3_who_leads_a_nation_builds_at_home_in_the_home_of_either() -> None:
    play = play_from({}, "great-britain", "production")
    assert paying.may_stand(play.position, "great-britain", "major-shipyard", "london")
    assert paying.may_stand(play.position, "anzac", "major-shipyard", "sydney") and paying.may_stand(
        play.position, "anzac", "major-shipyard", "london"
    )
    assert not paying.may_stand(play.position, "great-britain", "major-shipyard", "picardy")


@pytest.mark.section("14.2", "7.6")
def test_14_2_the_pact_gives_the_soviets_alone_one_roll_more() -> None:
    factories = {"moscow": "soviet-union: major-factory", "berlin": "germany: major-factory"}
    for power, state, rolls in (("soviet-union", "signed", 2), ("soviet-union", "ended", 1), ("germany", "signed", 1)):
        markers = {("game", "pact|molotov-ribbentrop"): state}
        play = BOARD.play_from(
            factories, power, "production", markers=markers, dice=[1] * 5, relations={("germany", "soviet-union"): "peace"}
        )
        assert research.rolls(play.position) == rolls
        assert research.left(play.position) == rolls


# Income (5.1, 14.4.2)


@pytest.mark.section("5.2", "14.4.2")
def test_5_2_an_income_of_peacetime_loses_what_land_is_lost_and_never_less_than_all_of_it() -> None:
    play = begun("1939")
    base = income.income(play.position, "united-states")
    assert base == income.tracker(play.position, "united-states")
    home = [area for area, holder in play.state.control.items() if holder == "united-states" and TITLE.areas[area].value]
    lost = 0
    for area in home:
        fall.give(play, area, "japan", "captured")
        lost += TITLE.areas[area].value
        assert income.income(play.position, "united-states") == max(0, base - lost)
    assert income.income(play.position, "united-states") == 0


# Placing (11.1, 11.2)


@pytest.mark.section("11.1")
def test_11_1_ships_are_launched_from_the_dock_that_is_named_or_that_with_most_room() -> None:
    stacks = {"western-germany": "germany: major-factory, minor-shipyard", "denmark": "germany: major-shipyard, major-factory"}
    both = [zone for zone in TITLE.neighbours["western-germany"] if zone in TITLE.neighbours["denmark"] and zone.startswith("sea")]
    play = play_from(stacks, "germany", "place-units", control={"denmark": "germany"}, pool={"germany": "3 destroyer"})
    row = profile(play.position, "germany", "destroyer")
    assert placing.docks_of(play.position, both[0], row) == ["denmark", "western-germany"]
    assert placing.source(play.position, Place("destroyer", both[0]), row) == "denmark"
    assert placing.source(play.position, Place("destroyer", both[0], "western-germany"), row) == "western-germany"
    assert placing.source(play.position, Place("destroyer", both[0], "berlin"), row) == ""
    none = play_from({"western-germany": "germany: major-factory"}, "germany", "place-units")
    assert placing.docks_of(none.position, both[0], row) == []
    taken = play_from(stacks, "germany", "place-units", taken={"denmark": "germany"})
    assert placing.docks_of(taken.position, both[0], row) == ["western-germany"]
    lost = play_from(stacks, "germany", "place-units", control={"denmark": "great-britain"})
    assert placing.slips(lost.position, "denmark", row) == 0


@pytest.mark.section("11.2")
@pytest.mark.parametrize(("money", "wrong"), [(2, []), (1, ["refit/funds"])])
def test_11_2_two_infantry_are_motorized_for_two(money: int, wrong: list[str]) -> None:
    play = play_from(
        {"berlin": "germany: major-factory, 2 infantry"},
        "germany",
        "place-units",
        money={"germany": money},
        options={"motorized-upgrade": "on"},
    )
    assert problems(play, Refit("infantry", "berlin", 2)) == wrong


@pytest.mark.section("11.5", "14.4.3")
def test_14_4_3_recruits_of_vichy_come_at_home_and_abroad() -> None:
    recruiting = BOARD.play_from(
        {},
        "vichy-france",
        "combat-move",
        control={"southern-france": "vichy-france", "madagascar": "vichy-france"},
        markers={("game", "controlled|vichy-france"): "germany"},
    )
    assert placing.recruiting_areas(recruiting.position) == ["madagascar", "southern-france"]


# Rails (10.4)


@pytest.mark.section("10.4")
def test_10_4_nobody_goes_by_rail_from_land_to_sea_or_nowhere() -> None:
    play = play_from(
        {"western-germany": "germany: infantry, major-port", "sea-zone-9": "germany: coastal-submarine"}, "germany", "noncombat-move"
    )
    for order in (
        Transfer("infantry", "western-germany", "sea-zone-9"),
        Transfer("coastal-submarine", "sea-zone-9", "western-germany"),
        Transfer("infantry", "western-germany", "western-germany"),
        Transfer("coastal-submarine", "sea-zone-9", "sea-zone-9"),
    ):
        assert problems(play, order) == ["rail/way"]


# Surrender (9.22, 9.23) and the fee (5.6)


@pytest.mark.section("9.22")
def test_9_22_land_is_freed_by_its_nation_or_a_member_of_its_alliance() -> None:
    for holder, freed in (("france", True), ("great-britain", True), ("germany", False), ("soviet-union", False), ("sweden", False)):
        play = play_from({}, "germany", "conduct-combat", control={"paris": holder}, standing={"france": "surrendered"})
        assert fall._is_freed(play, "france", "paris") is freed


@pytest.mark.section("9.22")
def test_9_22_the_money_of_france_goes_to_its_conqueror_and_that_of_others_to_the_bank() -> None:
    for power, taken, gain in (("france", "paris", 7), ("italy", "rome", 0)):
        foe = "germany" if power == "france" else "great-britain"
        play = BOARD.play_from({}, foe, "conduct-combat", money={power: 7, foe: 1}, control={taken: foe}, dice=[12] * 90)
        fall._surrender(play, power)
        assert (play.state.resources[power, "ipp"], play.state.resources[foe, "ipp"]) == (0, 1 + gain)
        assert play.state.standing[power] == SURRENDERED


@pytest.mark.section("5.6")
def test_5_6_who_could_not_declare_the_war_or_has_surrendered_pays_nothing() -> None:
    relations = {("great-britain", "germany"): "war", ("united-states", "germany"): "peace"}
    peace = {("united-states", foe): "peace" for foe in ("germany", "italy", "japan", "soviet-union", "ccp")}
    play = play_from({}, "great-britain", "combat-move", relations=relations | peace, standing={"france": "surrendered"})
    found = war.payers(play.position, "great-britain")
    assert found[0] == "great-britain" and not {"united-states", "france"} & set(found)


# Slovakia (15.4) and Spain (13.1)


@pytest.mark.section("15.4")
def test_15_4_slovakia_alone_is_guarded_with_its_option_while_a_guarantor_is_in_play() -> None:
    play = begun("1936", options={"slovakia": "guarded"})
    assert slovakia.is_guarded(play.position, "slovakia") and not slovakia.is_guarded(play.position, "austria")
    assert not slovakia.is_guarded(begun("1936").position, "slovakia")
    assert slovakia._guarantor(play.position) == "great-britain"
    play.emit(ev.PowerChanged("great-britain", "active", SURRENDERED, "test"))
    assert slovakia._guarantor(play.position) == "france"
    play.emit(ev.PowerChanged("france", "active", SURRENDERED, "test"))
    assert not slovakia.is_guarded(play.position, "slovakia")


@pytest.mark.section("13.1")
def test_13_1_who_wins_has_the_facilities_and_land_of_the_other_whose_forces_are_gone() -> None:
    stacks = {
        "madrid": "republican-spain: infantry, minor-factory",
        "galicia": "nationalist-spain: infantry, minor-port",
        "berlin": "germany: minor-factory",
    }
    play = EARLY.play_from(
        stacks, "germany", "conduct-combat", control={"balearic-islands": "republican-spain"} if "balearic-islands" in TITLE.areas else {}
    )
    play.emit(ev.FacilityChanged("berlin", "minor-factory", "germany", "damaged", 1, 1))
    spain._resolve(play, "nationalist-spain", "republican-spain")
    assert "republican-spain" not in play.state.control.values()
    assert (
        standing(play, "madrid") == "nationalist-spain: minor-factory"
        and standing(play, "galicia") == "nationalist-spain: infantry, minor-port"
    )
    assert play.state.damage["berlin", "minor-factory"] == 1


# Carriers (15.3)


@pytest.mark.section("15.3")
@pytest.mark.parametrize(
    ("pool", "order", "wrong"),
    [
        ({"fleet-carrier": 1, "fighter": 1, "destroyer": 1}, "fleet-carrier, fighter", []),
        ({"fighter": 1}, "fighter", ["place/decks"]),
        ({"light-carrier": 1, "medium-bomber": 1}, "light-carrier, medium-bomber", ["place/decks"]),
        ({"light-carrier": 2, "fighter": 1}, "2 light-carrier, fighter", ["place/carrier-aircraft"]),
        ({"fleet-carrier": 1, "fighter": 1, "medium-bomber": 1}, "fleet-carrier, fighter, medium-bomber", ["place/decks"]),
    ],
)
def test_15_3_a_carrier_is_placed_with_carrier_aircraft_that_its_decks_hold(pool: dict, order: str, wrong: list[str]) -> None:
    assert problems(ready(pool), Place(order, ZONE)) == wrong


@pytest.mark.section("15.3")
def test_15_3_zones_are_as_far_as_their_way_to_the_coast_of_a_factory() -> None:
    start, near, far = far_zone()
    play = play_from({HOME: YARD, far: "japan: light-carrier"}, "japan", "noncombat-move", control={HOME: "japan"}, options=ADVANCED)
    steps = wings.distances(play.position)
    assert (steps[start], steps[near], steps[far]) == (0, 1, 2)
    assert all(zone.startswith("sea") for zone in steps)
    assert problems(play, Move("light-carrier", f"{far} > {near} > {far}")) == ["noncombat-move/empty-carrier"]


@pytest.mark.section("15.3")
def test_15_3_a_swap_is_one_for_one() -> None:
    stacks = {HOME: f"{YARD}, fighter [carrier-based]", ZONE: "japan: fleet-carrier"}
    play = play_from(stacks, "japan", "noncombat-move", control={HOME: "japan"}, options=ADVANCED)
    assert wings.swaps(play.position) == -1
    even = play_from(
        stacks | {ZONE: "japan: fleet-carrier, tactical-bomber"}, "japan", "noncombat-move", control={HOME: "japan"}, options=ADVANCED
    )
    assert wings.swaps(even.position) == 0
    one = play_from(
        {HOME: YARD, ZONE: "japan: fleet-carrier, fighter, fighter [carrier-based]"},
        "japan",
        "noncombat-move",
        control={HOME: "japan"},
        options=ADVANCED,
    )
    assert wings.swaps(one.position) == 1
    key = next(key for key in one.state.stacks if "carrier-based" in key.condition)
    assert wings.may_land_ashore(one.position, HOME, key)
    others = play_from(
        stacks | {"sea-zone-50": "italy: fleet-carrier, fighter"},
        "japan",
        "noncombat-move",
        control={HOME: "japan"},
        options=ADVANCED,
        pool={"italy": "fighter"},
    )
    assert wings.swaps(others.position) == -1


@pytest.mark.section("15.3")
def test_15_3_as_many_carriers_are_without_as_there_are_more_of_them_than_aircraft() -> None:
    far = far_zone()[2]
    for ships, empty in (
        ("2 light-carrier, fighter", {"light-carrier": 1}),
        ("2 light-carrier, 2 fighter", {}),
        ("2 light-carrier", {"light-carrier": 2}),
        ("light-carrier, destroyer", {"light-carrier": 1}),
        (f"light-carrier, fighter [patrol:{far}!]", {"light-carrier": 1}),
    ):
        play = play_from({HOME: YARD, far: f"japan: {ships}"}, "japan", "noncombat-move", control={HOME: "japan"}, options=ADVANCED)
        assert Counter({key.unit: n for key, n in wings.empty_carriers(play.position, far)}) == Counter(empty), ships

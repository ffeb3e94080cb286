"""Straits, crossings, docks, landings, patrols and carriers: either side of their conditions (1.15 to 1.21, 7.4, 8.9, 9.8, 12.9, 15.3)."""

from __future__ import annotations

import msgspec
import pytest

from engine.families.axis_allies.combat.battle import OpenBattle
from engine.families.axis_allies.combat.steps.step import FIGHTS, UNCHAINED
from engine.families.axis_allies.orders import Move, Place, Press, Submerge, Transfer
from engine.mechanics.orders import Lose
from engine.play import Play
from engine.rules import EndPhase, Position
from engine.strictness import Strictness
from engine.title.model import Title
from engine.titles.global_war_1936.air import skies, wings
from engine.titles.global_war_1936.facilities import docks
from engine.titles.global_war_1936.land import rails
from engine.titles.global_war_1936.orders import Cross, Decline, Dock
from engine.titles.global_war_1936.sea import hulls, landing, straits
from engine.titles.global_war_1936.vocabulary import MONROE, PACT
from tests.global_war_1936.positions import BOARD, EARLY, TITLE, battle, combat, due, losses, passes, play_from, problems, rolls, standing
from tests.global_war_1936.test_9_8_amphibious import landed
from tests.global_war_1936.test_9_after_and_afar import WAR, zones
from tests.global_war_1936.test_12_9_coastal_artillery import fired_at
from tests.global_war_1936.test_15_3_carriers import ADVANCED, HOME, YARD, ZONE, far_zone, marked

SIGNED = {("game", "pact|molotov-ribbentrop"): "signed"}
CALM = {(one, other): "peace" for one in TITLE.turns for other in TITLE.turns if one < other}


# Straits and canals (1.15, 1.19)


@pytest.mark.section("1.15", "1.19", "14.2")
@pytest.mark.parametrize("passage", ["baltic-white-sea-canal", "northern-sea-route"])
@pytest.mark.parametrize(
    ("power", "markers", "expected"),
    [
        ("soviet-union", {}, True),
        ("germany", {}, False),
        ("germany", SIGNED, True),
        ("japan", SIGNED, False),
    ],
)
def test_14_2_the_pact_opens_the_soviet_passages_to_germany_alone(passage: str, power: str, markers: dict, expected: bool) -> None:
    play = EARLY.play_from({}, power, "noncombat-move", relations=CALM, markers=markers)
    assert PACT.read(play.state, "molotov-ribbentrop") == ("signed" if markers else "")
    assert passes(play.position, passage, power) is expected


@pytest.mark.section("1.15")
def test_1_15_damage_far_away_closes_no_canal() -> None:
    play = EARLY.play_from({"london": "great-britain: major-factory"}, "germany", "combat-move", relations=CALM, damage={"london": 9})
    assert play.state.damage and passes(play.position, "kaiser-wilhelm-canal", "germany")


@pytest.mark.section("1.15")
def test_table_1_2_who_has_taken_panama_closes_it_to_america() -> None:
    play = play_from({}, "united-states", "combat-move", control={"panama": "japan"}, relations={("japan", "united-states"): "war"})
    assert not passes(play.position, "panama-canal", "united-states") and passes(play.position, "panama-canal", "japan")


def with_banks(name: str, *banks: str) -> Title:
    """The title with other banks of a passage."""
    changed = msgspec.structs.replace(TITLE.passages[name], needs=banks)
    return msgspec.structs.replace(TITLE, passages=TITLE.passages | {name: changed})


@pytest.mark.section("1.15")
@pytest.mark.parametrize(
    ("name", "power", "banks", "expected"),
    [
        ("kaiser-wilhelm-canal", "germany", {"western-germany": "germany", "norway": "germany"}, True),
        ("kaiser-wilhelm-canal", "germany", {"western-germany": "germany", "norway": "great-britain"}, False),
        ("turkish-straits", "great-britain", {"istanbul": "turkey", "greece": "great-britain"}, False),
        ("turkish-straits", "great-britain", {"istanbul": "great-britain", "greece": "great-britain"}, True),
    ],
)
def test_1_15_who_holds_one_bank_of_two_closes_a_passage(name: str, power: str, banks: dict[str, str], expected: bool) -> None:
    """A passage "can be restricted by a player who possesses certain land zones"."""
    play = play_from({}, power, "combat-move", control=banks, relations={("germany", "great-britain"): "war"})
    assert passes(Position(with_banks(name, *banks), play.state), name, power) is expected


@pytest.mark.section("1.15")
@pytest.mark.parametrize(("other", "expected"), [("great-britain", True), ("germany", False)])
def test_1_15_no_transport_passes_the_danish_straits_with_an_enemy_on_one_bank(other: str, expected: bool) -> None:
    relations = {("germany", "great-britain"): "war"}
    play = BOARD.play_from({}, "great-britain", "combat-move", control={"norway": other}, relations=relations)
    title = with_banks("danish-straits", "denmark", "norway")
    link = next(link for link in TITLE.links if link.passage == "danish-straits")
    assert straits.passes_closed(Position(title, play.state), link, TITLE.units["naval-transport"]) is expected


@pytest.mark.section("1.15")
def test_1_15_aircraft_fly_over_no_canal_with_a_neutral_bank() -> None:
    held = {"western-germany": "germany", "denmark": "denmark"}
    play = play_from({}, "germany", "combat-move", control=held)
    position = Position(with_banks("kaiser-wilhelm-canal", *held), play.state)
    assert skies.closed_links(position, "germany") > skies.closed_links(play.position, "germany")


@pytest.mark.section("1.15", "5.7")
@pytest.mark.parametrize(("income", "expected"), [("14", True), ("15", False)])
def test_table_1_2_by_the_monroe_doctrine_alone_america_closes_panama_from_its_income(income: str, expected: bool) -> None:
    """The doctrine is no war (5.7): as at peace, the canal can be closed from an income of 15."""
    relations = CALM | {("germany", "united-states"): "war"}
    markers = {("game", "income|united-states"): income}
    play = EARLY.play_from({}, "united-states", "combat-move", relations=relations, markers=markers)
    MONROE.emit(play, "yes", "germany")
    assert passes(play.position, "panama-canal", "germany") is expected


@pytest.mark.section("8.3")
def test_8_3_aircraft_that_move_along_with_troops_do_not_fly_over_enemy_fighters() -> None:
    stacks = {"berlin": "germany: medium-armor, fighter", "west-poland": "soviet-union: fighter"}
    held = {"west-poland": "soviet-union", "warsaw": "soviet-union"}
    play = play_from(stacks, "germany", "combat-move", control=held)
    for units, wrong in (("medium-armor, fighter", 1), ("fighter", 1), ("medium-armor", 0)):
        assert len(skies.check_flight(play.position, Move(units, "berlin > west-poland > warsaw"))) == wrong


@pytest.mark.section("1.15")
@pytest.mark.parametrize(
    ("unit", "held", "wrong"),
    [
        ("naval-transport", "denmark", False),
        ("destroyer", "denmark", True),
        ("submarine", "denmark", False),
        ("naval-transport", "germany", True),
        ("submarine", "germany", False),
        ("destroyer", "great-britain", False),
    ],
)
def test_table_1_1_no_allied_warship_passes_the_danish_straits_while_denmark_is_not_allied(unit: str, held: str, wrong: bool) -> None:
    stacks = {"sea-zone-10": f"great-britain: {unit}"}
    play = BOARD.play_from(
        stacks, "great-britain", "noncombat-move", control={"denmark": held}, relations={("germany", "great-britain"): "war"}
    )
    assert ("noncombat-move/canals" in problems(play, Move(unit, "sea-zone-10 > sea-zone-11"))) is wrong


@pytest.mark.section("1.15")
@pytest.mark.parametrize(
    ("relations", "holder", "expected"),
    [
        (CALM, "turkey", True),
        (CALM | {("germany", "great-britain"): "war"}, "turkey", False),
        (CALM | {("germany", "great-britain"): "war"}, "great-britain", True),
    ],
)
def test_table_1_2_turkey_closes_its_straits_while_it_is_neutral(relations: dict, holder: str, expected: bool) -> None:
    play = EARLY.play_from({}, "great-britain", "combat-move", control={"istanbul": holder}, relations=relations)
    assert passes(play.position, "turkish-straits", "great-britain") is expected


# Narrow crossings (1.20, 1.21)


@pytest.mark.section("1.20")
@pytest.mark.parametrize(("zone", "wrong"), [("sea-zone-53", ["crossing/enemy"]), ("sea-zone-55", [])])
def test_1_20_warships_beside_one_bank_alone_do_not_prevent_a_crossing(zone: str, wrong: list[str]) -> None:
    assert zone in TITLE.neighbours["southern-italy"] and (zone in TITLE.neighbours["sicily"]) is bool(wrong)
    stacks = {"southern-italy": "italy: infantry", zone: "great-britain: destroyer"}
    play = play_from(stacks, "italy", "noncombat-move", relations={("italy", "great-britain"): "war"})
    assert problems(play, Cross("infantry", "southern-italy > sicily")) == wrong


@pytest.mark.section("1.20", "1.21")
@pytest.mark.parametrize(
    ("unit", "path", "wrong"), [("artillery", "london > picardy", []), ("artillery", "sicily > southern-italy", ["crossing/units"])]
)
def test_1_21_over_the_channel_alone_others_than_infantry_cross(unit: str, path: str, wrong: list[str]) -> None:
    power, start = ("great-britain", "london") if "london" in path else ("italy", "sicily")
    held = {"picardy": "great-britain"} if power == "great-britain" else {}
    play = BOARD.play_from({start: f"{power}: {unit}"}, power, "noncombat-move", control=held)
    assert problems(play, Cross(unit, path)) == wrong


# Docks (7.4)


@pytest.mark.section("7.4")
@pytest.mark.parametrize(
    ("ships", "hits"),
    [
        ("battleship~1", 1),
        ("2 battleship~1", 2),
        ("battleship~1, fast-battleship~1", 1),
        ("battleship~1, battleship~1 [docked]", 1),
        ("battleship~1, heavy-battleship~1 [docked-twice]", 1),
        ("battleship", 0),
    ],
)
def test_7_4_the_damage_of_other_ships_and_of_those_in_dock_is_not_repaired_again(ships: str, hits: int) -> None:
    stacks = {"western-germany": "germany: major-shipyard, major-factory", "sea-zone-9": f"germany: {ships}"}
    play = play_from(stacks, "germany", "production")
    assert docks.damaged(play.position, "battleship", "sea-zone-9") == hits
    assert ("repair/ships" in problems(play, Dock("battleship", "sea-zone-9", "western-germany", hits + 1))) is True
    assert problems(play, Dock("battleship", "sea-zone-9", "western-germany", hits or 1)) == ([] if hits else ["repair/ships"])


# Patrols and submarines (8.9, 9.4)


@pytest.mark.section("8.9", "9.4")
def test_9_4_submarines_with_other_ships_endure_one_round_of_a_patrol_and_may_submerge_in_the_second() -> None:
    zone = "sea-zone-21"
    stacks = {zone: f"germany: destroyer [moved], submarine [moved]; great-britain: medium-bomber [patrol:{zone}!], destroyer"}
    play = combat("germany", stacks, [12] * 40)
    play.submit(battle(zone))
    play.submit(Decline(False))
    assert due(play) == "press germany" and {row[2] for row in rolls(play)} == {"destroyer", "submarine", "medium-bomber"}
    play.submit(Press())
    assert due(play) == "submerge germany"
    play.submit(Submerge("attacker", 1))
    assert "submarine [" in standing(play, zone) and due(play) == "press germany"


# Capital ships and works (15.5, 1.23)


@pytest.mark.section("15.5")
@pytest.mark.parametrize(("die", "left"), [(8, [2]), (9, [1]), (11, [1]), (12, [])])
def test_15_5_a_heavy_battleship_bears_two_markers_and_sinks_of_three(die: int, left: list[int]) -> None:
    zone = zones()[0]
    stacks = {zone: "germany: heavy-battleship [moved], destroyer [moved]; france: heavy-cruiser"}
    play = combat("germany", stacks, [12, 12, 6, die], relations=WAR, options={"capital-damage": "rolled"})
    play.submit(battle(zone))
    play.submit(Lose("heavy-battleship"))
    assert [key.strength for key in play.state.stacks if key.unit == "heavy-battleship"] == left


@pytest.mark.section("1.23")
@pytest.mark.parametrize(
    ("round_", "area", "found"), [(0, "alsace-lorraine", UNCHAINED), (1, "alsace-lorraine", FIGHTS), (0, "paris", FIGHTS)]
)
def test_1_23_works_change_the_fire_of_the_first_round_alone(round_: int, area: str, found: str) -> None:
    stacks = {
        "alsace-lorraine": "germany: infantry [moved from=bavaria]; france: infantry",
        "paris": "germany: infantry [moved from=picardy]",
    }
    play = combat("germany", stacks, relations=WAR)
    assert hulls.plain_fire(play.position, OpenBattle(1, "land", area, "germany", "france", round_)) == found


# Landings (9.2, 9.8)


@pytest.mark.section("9.8", "8.4")
def test_9_8_what_cannot_land_goes_back_to_a_ship_with_room() -> None:
    """A transport carries two infantry, or one and one other unit: one with an artillery aboard has no room for another."""
    ships = "naval-transport [assaulted cargo=japan/artillery], naval-transport [assaulted], artillery [assaulted aboard]"
    stacks = {"peking": "japan: artillery [waiting from=sea-zone-54]; kmt: infantry", "sea-zone-54": f"japan: {ships}"}
    play = landed([], stacks)
    landing.go_back(play, "peking")
    assert losses(play) == []
    ships = [(key.condition.count("japan/artillery"), n) for key, n in play.state.stacks.items() if key.unit == "naval-transport"]
    assert ships == [(1, 2)]


@pytest.mark.section("9.8")
def test_9_8_what_cannot_land_is_lost_where_no_ship_has_room() -> None:
    stacks = {
        "peking": "japan: artillery [waiting from=sea-zone-54]; kmt: infantry",
        "sea-zone-54": "japan: naval-transport [assaulted cargo=japan/artillery], artillery [assaulted aboard], light-cruiser [assaulted]",
    }
    play = landed([], stacks)
    landing.go_back(play, "peking")
    assert losses(play) == [("japan", "artillery", 1, "cargo-lost")]


@pytest.mark.section("9.1")
def test_9_1_a_record_that_ends_a_battle_on_land_takes_the_attackers_usual_losses() -> None:
    stacks = {"paris": "germany: infantry [moved from=picardy], artillery [moved from=picardy]; france: 2 infantry"}
    play = combat("germany", stacks, [12, 12, 1, 12], control={"paris": "france", "picardy": "germany"}, relations=WAR)
    play.submit(battle("paris"))
    assert due(play) == "casualties germany" and losses(play) == []
    play.strictness = Strictness.COLLECT
    play.submit(EndPhase())
    assert losses(play) == [("germany", "infantry", 1, "combat")]


@pytest.mark.section("9.2", "9.8")
def test_9_2_losses_of_a_landing_by_first_strikes_and_by_later_fire_are_asked_for_under_two_names() -> None:
    """Records hold the names: a game that waits for the losses of a landing goes on from them."""
    fire, strike = landing.DefendersFire(), landing.DefendersRank()
    assert fire.landed == "landing-losses" != strike.landed and strike.landed.startswith("landing-losses-")
    assert fire.landed in fire.waits and strike.landed in strike.waits


# Coastal artillery (12.9)


@pytest.mark.section("12.9")
@pytest.mark.parametrize(
    ("chosen", "wrong"),
    [
        ("battleship", []),
        ("battleship (japan)", []),
        ("battleship (great-britain)", ["casualties/not-there"]),
        ("battleship, destroyer", ["casualties/not-there"]),
        ("battleship, light-cruiser", ["casualties/number"]),
    ],
)
def test_12_9_the_ships_that_are_hit_are_of_who_lands(chosen: str, wrong: list[str]) -> None:
    assert problems(fired_at([3, 12, 12]), Lose(chosen)) == wrong


# Carrier aircraft (15.3)


@pytest.mark.section("15.3")
@pytest.mark.parametrize(
    ("home", "pool", "order", "wrong"),
    [
        ("", {"japan": "fleet-carrier, fighter"}, "fleet-carrier, 2 fighter", ["place/carrier-aircraft"]),
        ("", {"japan": "fleet-carrier, 2 fighter"}, "fleet-carrier, 2 fighter", []),
        (", fighter", {"japan": "fleet-carrier, fighter"}, "fleet-carrier, 2 fighter", []),
    ],
)
def test_15_3_two_factories_beside_a_zone_put_no_more_aircraft_aboard_than_are_built(
    home: str, pool: dict, order: str, wrong: list
) -> None:
    other = next(area for area in TITLE.neighbours[ZONE] if area not in (HOME, ZONE) and not area.startswith("sea"))
    stacks = {HOME: YARD + home, other: "japan: major-factory"}
    play = play_from(stacks, "japan", "place-units", control={HOME: "japan", other: "japan"}, pool=pool, options=ADVANCED)
    assert [problem.rule for problem in wings.check_aircraft(play.position, Place(order, ZONE))] == wrong


@pytest.mark.section("15.3")
def test_15_3_an_aircraft_of_another_carrier_in_the_next_zone_is_not_put_aboard() -> None:
    """ "At least one aircraft from an adjacent land zone must be immediately placed on it"."""
    near = next(zone for zone in TITLE.neighbours[ZONE] if zone.startswith("sea"))
    stacks = {HOME: YARD, near: "japan: fleet-carrier, fighter"}
    play = play_from(stacks, "japan", "place-units", control={HOME: "japan"}, pool={"japan": "light-carrier"}, options=ADVANCED)
    assert problems(play, Place("light-carrier, fighter", ZONE)) == ["place/carrier-aircraft"]


@pytest.mark.section("15.3")
def test_15_3_as_many_leave_a_carrier_as_come_aboard() -> None:
    assert [
        wings.swaps(marked(aboard, ashore).position) for aboard, ashore in (("fighter", ""), ("fighter", "fighter [carrier-based]"))
    ] == [0, -1]
    play = marked("fighter", pool={"japan": "2 fighter"})
    assert wings.swaps(play.position) == 2
    stacks = {HOME: f"{YARD}, 2 fighter [carrier-based], fighter", ZONE: "japan: fleet-carrier, fighter [carrier-based], 3 fighter"}
    both = play_from(stacks, "japan", "noncombat-move", control={HOME: "japan"}, options=ADVANCED)
    assert wings.swaps(both.position) == 3 - 2


@pytest.mark.section("15.3")
def test_15_3_the_way_to_a_factory_is_counted_over_sea_zones_from_its_own_coast() -> None:
    start, near, far = far_zone()
    play = play_from({HOME: YARD}, "japan", "noncombat-move", control={HOME: "japan"}, options=ADVANCED)
    steps = wings.distances(play.position)
    assert (steps[start], steps[near], steps[far]) == (0, 1, 2)
    assert all(TITLE.areas[area].kind == "sea" for area in steps)


# Rails (10.4, 10.5)


@pytest.mark.section("10.4")
def test_10_4_no_train_comes_back_to_where_it_started() -> None:
    play: Play = play_from({"berlin": "germany: infantry"}, "germany", "noncombat-move")
    assert problems(play, Transfer("infantry", "berlin", "berlin")) == ["rail/way"]
    assert (
        problems(play, Transfer("infantry", "berlin", "sea-zone-9"))
        == ["rail/way"]
        == problems(play, Transfer("infantry", "sea-zone-9", "berlin"))
    )
    assert rails.route(play.position, "berlin", "saxony") == ("berlin", "saxony")

"""Sections 0.3, 1.5, 1.7 to 1.16, 1.19, 1.22, 1.23, 8.11: terrain, works, straits and canals, supply."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.board import is_open
from engine.families.axis_allies.combat.fire import firing_groups
from engine.families.axis_allies.orders import Move
from engine.titles.global_war_1936.economy import supply
from engine.titles.global_war_1936.land import surrounded
from tests.global_war_1936.positions import BOARD, EARLY, TITLE, battle, combat, play_from, problems, rolls


def numbers(play: object, area: str, side: str) -> dict[str, int]:
    return {group.unit: group.target for group in firing_groups(play.position, area, side, rank=None)}


def fight(area: str, attack: str, defence: str, *, round: str = "1", **more: object):
    return combat(
        "germany",
        {area: f"germany: {attack}; soviet-union: {defence}"},
        control={area: "soviet-union"},
        markers={("battle", "round"): round},
        **more,
    )


@pytest.mark.section("1.7", "1.8")
def test_1_8_mountains_take_one_off_every_attacking_land_unit_in_every_round() -> None:
    for number in ("1", "3"):
        play = fight("romania", "infantry [moved], medium-armor [moved]", "infantry", round=number)
        assert numbers(play, "romania", "attacker") == {"infantry": 1, "medium-armor": 5}


@pytest.mark.section("1.8")
def test_1_8_mountain_infantry_attacks_as_ever_and_defends_better() -> None:
    play = fight("romania", "mountain-infantry [moved]", "mountain-infantry, infantry")
    assert numbers(play, "romania", "attacker") == {"mountain-infantry": 2}
    assert numbers(play, "romania", "defender") == {"mountain-infantry": 5, "infantry": 4}


@pytest.mark.section("1.7", "1.8")
def test_1_8_a_mountain_border_counts_in_the_first_round_alone() -> None:
    stacks = {"northern-manchuria": "soviet-union: medium-armor [moved from=chita]; japan: infantry"}
    for number, expected in (("1", 5), ("2", 6)):
        play = BOARD.play_from(stacks, "soviet-union", "conduct-combat", markers={("battle", "round"): number})
        assert numbers(play, "northern-manchuria", "attacker") == {"medium-armor": expected}


@pytest.mark.section("1.10")
def test_1_10_vehicles_have_two_less_in_jungle_on_both_sides() -> None:
    play = combat("japan", {"burma": "japan: light-armor [moved]; great-britain: motorized-infantry"})
    assert numbers(play, "burma", "attacker") == {"light-armor": 2} and numbers(play, "burma", "defender") == {"motorized-infantry": 2}


@pytest.mark.section("0.3")
def test_0_3_an_attack_never_falls_below_one() -> None:
    play = combat("japan", {"burma": "japan: motorized-infantry [moved]; great-britain: infantry"})
    assert numbers(play, "burma", "attacker") == {"motorized-infantry": 1}


@pytest.mark.section("1.7", "2.2", "15.1")
def test_1_terrain_is_an_option() -> None:
    play = fight("romania", "infantry [moved]", "infantry", options={"mountains": "off"})
    assert numbers(play, "romania", "attacker") == {"infantry": 2}


@pytest.mark.section("1.12")
def test_1_12_a_river_takes_one_off_in_the_first_round_but_not_of_marines_and_guns() -> None:
    names = ("medium-armor", "marine", "self-propelled-artillery")
    units = ", ".join(f"{name} [moved from=western-germany]" for name in names)
    for number, armor in (("1", 5), ("2", 6)):
        play = combat(
            "germany",
            {"alsace-lorraine": f"germany: {units}; france: infantry"},
            markers={("battle", "round"): number},
            options={"fortified-terrain": "both"},
        )
        found = numbers(play, "alsace-lorraine", "attacker")
        assert (found["medium-armor"], found["self-propelled-artillery"]) == (armor, 3) and found["marine"] >= 2


@pytest.mark.section("1.7", "1.9", "1.10", "1.11")
@pytest.mark.parametrize(
    ("origin", "area", "option", "first"),
    [
        ("eastern-egypt", "palestine", "deserts", (1, 5)),
        ("belgian-congo", "angola", "jungles", (2, 4)),
        ("east-poland", "lithuania", "marshes", (2, 4)),
    ],
)
def test_1_7_terrain_of_a_border_counts_in_the_first_round_alone(origin: str, area: str, option: str, first: tuple[int, int]) -> None:
    attack = f"infantry [moved from={origin}], medium-armor [moved from={origin}]"
    for number, value, found in (("1", "on", first), ("2", "on", (2, 6)), ("1", "off", (2, 6))):
        play = fight(area, attack, "infantry", round=number, options={option: value})
        assert tuple(numbers(play, area, "attacker").values()) == found, (number, value)
    beyond = next(one for one in TITLE.neighbours[area] if TITLE.areas[one].kind == "land" and one != origin)
    armor = play_from(
        {origin: "germany: light-armor"}, "germany", "noncombat-move", control=dict.fromkeys((origin, area, beyond), "germany")
    )
    assert "move/terrain" in problems(armor, Move("light-armor", f"{origin} > {area} > {beyond}"))


@pytest.mark.section("1.7", "1.9")
def test_1_7_vehicles_break_down_in_the_first_round_over_a_border_of_desert() -> None:
    for origin, left in (("eastern-egypt", 1), ("transjordan", 2)):
        stacks = {"palestine": f"great-britain: 2 light-armor [moved from={origin}]; italy: 2 infantry", origin: "great-britain: infantry"}
        held = {"palestine": "italy", origin: "great-britain"}
        play = combat("great-britain", stacks, [12, 11, 11, 11], control=held, relations={("great-britain", "italy"): "war"})
        play.submit(battle("palestine"))
        there = sum(n for key, n in play.position.stacks("palestine") if key.unit == "light-armor")
        assert there == left, origin


@pytest.mark.section("0.3", "1.24.1")
def test_0_3_river_and_mountain_take_one_off_together() -> None:
    play = fight("romania", "infantry [moved from=bulgaria], medium-armor [moved from=bulgaria]", "infantry")
    assert numbers(play, "romania", "attacker")["medium-armor"] == 5


@pytest.mark.section("1.16")
def test_1_16_infantry_defends_cities_better() -> None:
    play = fight("leningrad", "infantry [moved]", "infantry, artillery")
    assert numbers(play, "leningrad", "defender") == {"infantry": 5, "artillery": 3}


@pytest.mark.section("1.16")
def test_1_16_a_surrounded_city_has_one_less_on_defense() -> None:
    around = {area: "germany" for area in TITLE.neighbours["warsaw"] if TITLE.areas[area].kind == "land"}
    play = combat(
        "germany",
        {"warsaw": "germany: infantry [moved]; soviet-union: infantry"},
        control={"warsaw": "soviet-union", **around},
    )
    assert surrounded.is_surrounded(play.position, "warsaw")
    assert numbers(play, "warsaw", "defender") == {"infantry": 3}


@pytest.mark.section("1.9", "1.11", "8.2")
def test_1_9_vehicles_move_one_space_into_rough_terrain() -> None:
    play = play_from(
        {"tripolitania": "germany: medium-armor"},
        "germany",
        "noncombat-move",
        control={"tripolitania": "germany", "cyrenaica": "germany", "western-egypt": "germany"},
    )
    assert problems(play, Move("medium-armor", "tripolitania > cyrenaica > western-egypt")) == ["move/terrain"]


@pytest.mark.section("1.23")
def test_1_23_the_maginot_line_shoots_twice_at_six_and_adds_three() -> None:
    play = combat("germany", {"alsace-lorraine": "germany: 3 infantry [moved from=bavaria]; france: infantry"}, [6, 12, 12, 12, 12])
    play.submit(battle("alsace-lorraine"))
    told = rolls(play)
    assert told[0] == ("works", "france", "fortification", 6, (6, 12))
    assert [row[3] for row in told if row[0] == "fire" and row[1] == "france"] == [7]


@pytest.mark.section("1.23")
def test_1_23_who_comes_from_elsewhere_does_not_meet_it() -> None:
    play = combat("germany", {"alsace-lorraine": "germany: infantry [moved from=belgium]; france: infantry"}, [12, 12])
    play.submit(battle("alsace-lorraine"))
    assert not [row for row in rolls(play) if row[0] == "works"]


@pytest.mark.section("12.7")
def test_12_7_a_fortification_shoots_twice_at_five_and_adds_two() -> None:
    stacks = {"lubelskie": "germany: infantry [moved from=slovakia]; soviet-union: infantry, fortification [border:slovakia!]"}
    play = combat("germany", stacks, [12, 12, 12, 12], control={"lubelskie": "soviet-union"})
    play.submit(battle("lubelskie"))
    told = rolls(play)
    assert told[0][:4] == ("works", "soviet-union", "fortification", 5)
    assert [row[3] for row in told if row[0] == "fire" and row[1] == "soviet-union"] == [6]


@pytest.mark.section("12.8")
def test_12_8_one_fortification_covers_all_of_a_city() -> None:
    stacks = {"leningrad": "germany: infantry [moved from=latvia]; soviet-union: infantry, fortification [border:karjala!]"}
    play = combat("germany", stacks, [12, 12, 12, 12])
    play.submit(battle("leningrad"))
    assert rolls(play)[0][0] == "works"


def passage(play: object, name: str, power: str) -> bool:
    link = next(link for link in TITLE.links if link.passage == name)
    return is_open(play.position, link, power)


@pytest.mark.parametrize(
    ("power", "expected"),
    [("great-britain", False), ("united-states", False), ("soviet-union", True), ("germany", True)],
)
@pytest.mark.section("1.15")
def test_table_1_1_the_danish_straits_while_denmark_is_neutral(power: str, expected: bool) -> None:
    play = BOARD.play_from({}, power, "combat-move")
    assert passage(play, "danish-straits", power) is expected


@pytest.mark.section("1.15")
def test_table_1_1_gibraltar_is_closed_to_enemies_alone() -> None:
    play = play_from({}, "germany", "combat-move")
    assert not passage(play, "strait-of-gibraltar", "germany")
    early = EARLY.play_from({}, "germany", "combat-move", relations={("germany", "great-britain"): "peace"})
    assert passage(early, "strait-of-gibraltar", "germany")


@pytest.mark.section("1.15")
def test_table_1_2_turkey_closes_its_straits_to_who_is_at_war() -> None:
    at_war = BOARD.play_from({}, "great-britain", "combat-move")
    assert not passage(at_war, "turkish-straits", "great-britain")
    calm = {(power, "soviet-union"): "peace" for power in ("germany", "italy", "japan", "great-britain", "france", "united-states")}
    assert passage(BOARD.play_from({}, "soviet-union", "combat-move", relations=calm), "turkish-straits", "soviet-union")


@pytest.mark.section("1.19")
def test_1_19_the_northern_sea_route_takes_one_soviet_unit_with_its_whole_move() -> None:
    play = BOARD.play_from({"sea-zone-6": "soviet-union: 2 destroyer"}, "soviet-union", "noncombat-move")
    assert problems(play, Move("2 destroyer", "sea-zone-6 > sea-zone-7")) == ["move/passage"]
    assert problems(play, Move("destroyer", "sea-zone-6 > sea-zone-7 > sea-zone-91")) == ["move/passage"]
    play.submit(Move("destroyer", "sea-zone-6 > sea-zone-7"))
    assert problems(play, Move("destroyer", "sea-zone-6 > sea-zone-7")) == ["move/passage"]


@pytest.mark.section("1.15")
def test_1_15_the_white_sea_canal_takes_a_submarine_in_non_combat_movement() -> None:
    stacks = {"sea-zone-16": "soviet-union: submarine, destroyer"}
    play = BOARD.play_from(stacks, "soviet-union", "noncombat-move")
    assert problems(play, Move("submarine", "sea-zone-16 > sea-zone-6")) == []
    assert problems(play, Move("destroyer", "sea-zone-16 > sea-zone-6")) == ["move/passage"]
    attack = BOARD.play_from(stacks, "soviet-union", "combat-move")
    assert "combat-move/canal" in problems(attack, Move("submarine", "sea-zone-16 > sea-zone-6"))


@pytest.mark.section("1.15")
def test_1_15_only_small_boats_enter_the_great_lakes() -> None:
    play = BOARD.play_from({"sea-zone-23": "great-britain: destroyer, torpedo-boat-destroyer"}, "great-britain", "noncombat-move")
    assert "move/lakes" in problems(play, Move("destroyer", "sea-zone-23 > sea-zone-26"))
    assert problems(play, Move("torpedo-boat-destroyer", "sea-zone-23 > sea-zone-26")) == []


@pytest.mark.section("12.2")
def test_12_2_militia_stays_in_the_home_country() -> None:
    play = play_from({"saxony": "germany: militia"}, "germany", "noncombat-move")
    assert problems(play, Move("militia", "saxony > berlin")) == []
    assert problems(play, Move("militia", "saxony > bohemia")) == ["move/militia"]


@pytest.mark.section("8.11", "8.8")
def test_8_11_three_surface_warships_close_a_port() -> None:
    stacks = {"sicily": "italy: major-port", "sea-zone-53": "great-britain: 2 destroyer"}
    play = BOARD.play_from(stacks, "italy", "combat-move")
    assert supply.port(play.position, "sicily", "sea-zone-53") == 99
    shut = BOARD.play_from({**stacks, "sea-zone-53": "great-britain: 3 destroyer"}, "italy", "combat-move")
    assert supply.port(shut.position, "sicily", "sea-zone-53") == 0 and supply.port(shut.position, "sicily", "sea-zone-50") == 99


@pytest.mark.section("1.5", "1.14")
def test_1_5_supply_goes_by_rail_and_from_port_to_port() -> None:
    stacks = {"london": "great-britain: major-port", "eastern-egypt": "great-britain: major-port"}
    play = BOARD.play_from(stacks, "great-britain", "combat-move")
    way = supply.sea_way(play.position, "great-britain", "london", "eastern-egypt")
    assert way[0] == "london" and way[-1] == "eastern-egypt" and all(TITLE.areas[zone].kind == "sea" for zone in way[1:-1])
    assert "eastern-egypt" in supply.joined(play.position, "palestine", lambda area: True)
    assert "kenya" not in supply.joined(play.position, "eastern-egypt", lambda area: True)


@pytest.mark.section("1.15")
def test_1_15_submarines_move_through_closed_straits_but_not_closed_canals() -> None:
    gibraltar, suez = "sea-zone-32 > sea-zone-48", "sea-zone-58 > sea-zone-62"
    stacks = {"sea-zone-32": "germany: submarine, destroyer", "sea-zone-58": "germany: submarine"}
    play = play_from(stacks, "germany", "noncombat-move")
    assert problems(play, Move("submarine", gibraltar)) == []
    assert problems(play, Move("destroyer", gibraltar)) != []
    assert problems(play, Move("submarine", suez)) != []


@pytest.mark.section("1.15")
def test_1_15_a_strait_taken_this_turn_is_open_in_non_combat_movement_and_a_canal_is_not() -> None:
    taken = {"gibraltar": "germany", "eastern-egypt": "germany"}
    for phase, strait in (("combat-move", False), ("noncombat-move", True)):
        play = play_from({}, "germany", phase, taken=taken)
        assert passage(play, "strait-of-gibraltar", "germany") is strait
        assert passage(play, "suez-canal", "germany") is False

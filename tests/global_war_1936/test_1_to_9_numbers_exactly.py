"""Numbers of units in terrain, works of borders, convoys and alignments at each condition (0.3, 1.7 to 1.23, 4.8, 9.11, 12.7)."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER
from engine.families.axis_allies.vocabulary import COMBAT_ROUND
from engine.titles.global_war_1936.land import modifiers
from engine.titles.global_war_1936.nations import is_apart
from engine.titles.global_war_1936.politics import events, fall
from engine.titles.global_war_1936.sea import convoys
from engine.titles.global_war_1936.settings import convoys as lines
from engine.titles.global_war_1936.vocabulary import LINE_LOST
from tests.global_war_1936.positions import BOARD, TITLE, begun, combat, play_from

TERRAIN = {option: "off" for option in ("mountains", "deserts", "jungles", "marshes", "rivers")}


def added(area: str, units: str, side: str, *, round_: int = 1, options: dict[str, str] | None = None) -> dict[str, int]:
    """What is added to the number of each unit of a side; the others are infantry."""
    mine, others = f"{'germany' if side == ATTACKER else 'soviet-union'}: {units}", "soviet-union: militia"
    if side != ATTACKER:
        others = "germany: militia [moved]"
    play = combat("germany", {area: f"{mine}; {others}"}, control={area: "soviet-union"}, options=options or {})
    COMBAT_ROUND.set(play, round_)
    extra = modifiers.modifier(play.position, area, side)
    owner = "germany" if side == ATTACKER else "soviet-union"
    return {
        key.unit: extra(key, TITLE.units[key.unit])
        for key in play.state.stacks
        if key.area == area and key.power == owner and key.unit != "militia"
    }


@pytest.mark.section("0.3", "1.8", "1.9", "1.10", "1.11")
@pytest.mark.parametrize(
    ("area", "found"),
    [
        ("romania", {"infantry": -1, "medium-armor": -1, "mountain-infantry": 0}),
        ("western-egypt", {"infantry": -1, "medium-armor": -1, "mountain-infantry": -1}),
        ("burma", {"infantry": 0, "medium-armor": -2, "mountain-infantry": 0}),
        ("berlin", {"infantry": 0, "medium-armor": 0, "mountain-infantry": 0}),
    ],
)
def test_1_7_what_terrain_takes_off_attackers_and_nothing_where_it_is_not_played(area: str, found: dict[str, int]) -> None:
    units = "infantry [moved], medium-armor [moved], mountain-infantry [moved]"
    assert added(area, units, ATTACKER) == found
    assert set(added(area, units, ATTACKER, options=TERRAIN).values()) == {0}


@pytest.mark.section("0.3", "1.8", "1.10")
def test_1_7_what_terrain_does_for_defenders() -> None:
    units = "infantry, medium-armor, mountain-infantry, fighter"
    assert added("romania", units, DEFENDER) == {"infantry": 0, "medium-armor": 0, "mountain-infantry": 1, "fighter": 0}
    assert added("burma", units, DEFENDER) == {"infantry": 0, "medium-armor": -2, "mountain-infantry": 0, "fighter": 0}
    assert added("western-egypt", units, DEFENDER) == {"infantry": 0, "medium-armor": 0, "mountain-infantry": 0, "fighter": 0}


@pytest.mark.section("9.15", "12.2")
def test_9_15_who_is_dropped_has_one_more_in_the_first_round_alone() -> None:
    assert added("berlin", "airborne [airborne moved]", ATTACKER) == {"airborne": 1}
    assert added("berlin", "airborne [airborne moved]", ATTACKER, round_=2) == {"airborne": 0}
    assert added("berlin", "airborne [moved]", ATTACKER) == {"airborne": 0}


@pytest.mark.section("12.2", "0.3")
def test_12_2_a_battleship_that_is_hit_has_two_less_for_each_hit() -> None:
    ships = "battleship~1 [moved], heavy-battleship~1 [moved], destroyer [moved]"
    play = combat("germany", {"sea-zone-21": f"germany: {ships}; soviet-union: destroyer"})
    extra = modifiers.modifier(play.position, "sea-zone-21", ATTACKER)
    found = {key.unit: extra(key, TITLE.units[key.unit]) for key in play.state.stacks if key.power == "germany"}
    assert found == {"battleship": -2, "heavy-battleship": -4, "destroyer": 0}


@pytest.mark.section("12.7", "1.22", "1.23")
def test_12_7_works_face_one_border_and_a_line_that_is_lost_none() -> None:
    stacks = {"picardy": "france: infantry, fortification [border:belgium!]"}
    play = combat("germany", stacks, control={"picardy": "france"})
    assert modifiers.works_between(play.position, "picardy", "belgium") == 2
    assert modifiers.works_between(play.position, "picardy", "normandy") == 0
    line = next(row for row in TITLE.borders if row.border == "maginot-line")
    assert modifiers.works_between(play.position, line.area, line.to) == 3
    assert modifiers.works_between(play.position, line.to, line.area) != 3
    LINE_LOST.emit(play, "yes", line.area)
    assert modifiers.works_between(play.position, line.area, line.to) == 0


@pytest.mark.section("12.7")
def test_12_7_works_count_for_defenders_in_the_first_round_against_who_comes_over_them() -> None:
    for origin, round_, walls in (("belgium", 1, 2), ("belgium", 2, 0), ("normandy", 1, 0)):
        stacks = {"picardy": f"germany: infantry [moved from={origin}]; france: infantry, fighter, fortification [border:belgium!]"}
        play = combat("germany", stacks, control={"picardy": "france"})
        COMBAT_ROUND.set(play, round_)
        extra = modifiers.modifier(play.position, "picardy", DEFENDER)
        found = {
            key.unit: extra(key, TITLE.units[key.unit])
            for key in play.state.stacks
            if key.power == "france" and key.unit in ("infantry", "fighter")
        }
        assert found == {"infantry": walls, "fighter": 0}


# Convoys (9.11, 15.2)


@pytest.mark.section("9.11")
def test_9_11_a_line_is_closed_while_an_enemy_holds_one_of_its_ends_and_loses_no_more_than_it_is_worth() -> None:
    line = lines(TITLE)["east-african"]
    war = {("great-britain", "italy"): "war", ("great-britain", "germany"): "war"}

    def left(**more: object) -> int:
        return convoys.left(play_from({}, "germany", "combat-move", relations=war, **more).position, line, "great-britain")  # type: ignore[arg-type]

    assert left() == 2 and left(control={"aden": "italy"}) == 0 == left(control={"south-african-union": "germany"})
    assert left(control={"aden": "france"}) == 2
    assert [left(markers={("game", "raided|east-african|great-britain"): lost}) for lost in ("1", "2", "3")] == [1, 0, 0]
    assert left(markers={("game", "raided|west-african|great-britain"): "2"}) == 2


@pytest.mark.section("15.2")
@pytest.mark.parametrize(("option", "holder", "value"), [("on", "italy", 5), ("on", "france", 2), ("off", "italy", 2)])
def test_15_2_the_way_round_the_cape_is_worth_more_once_suez_is_an_enemys(option: str, holder: str, value: int) -> None:
    play = play_from(
        {},
        "germany",
        "combat-move",
        control={"eastern-egypt": holder},
        options={"suez-reroute": option},
        relations={("great-britain", "italy"): "war"},
    )
    assert convoys.value(play.position, lines(TITLE)["east-african"], "great-britain") == value
    assert convoys.value(play.position, lines(TITLE)["west-african"], "france") == 1


@pytest.mark.section("9.11", "9.13")
def test_9_11_escorts_and_patrols_guard_the_convoys_of_friends() -> None:
    zone = "sea-zone-21"
    relations = {("great-britain", "germany"): "war", ("great-britain", "france"): "allied", ("great-britain", "united-states"): "peace"}

    def guard(stacks: str, **more: object) -> int:
        play = play_from({zone: stacks}, "germany", "combat-move", relations=relations, **more)  # type: ignore[arg-type]
        return convoys.guard(play.position, zone, "great-britain")

    assert guard("") == 0
    assert guard(f"great-britain: 2 destroyer [escort:{zone}!]; france: destroyer [escort:{zone}!]") == 3
    assert guard(f"united-states: destroyer [escort:{zone}!]; germany: destroyer [escort:{zone}!]") == 0
    assert guard("great-britain: 2 destroyer") == 0
    assert guard(f"great-britain: 2 fighter [patrol:{zone}!]") == 2 == guard("great-britain: fleet-carrier, fighter")
    assert guard(f"great-britain: destroyer [escort:{zone}!], fighter [patrol:{zone}!]", techs={"great-britain": "radar advanced-asw"}) == 6


# Alignments (4.8)


@pytest.mark.section("4.8")
@pytest.mark.parametrize(
    ("power", "phase", "position", "minor", "joined"),
    [
        ("germany", "combat", {"control": {"transcaucasia": "germany"}}, "turkey", True),
        ("germany", "combat", {"control": {"transcaucasia": "italy"}}, "turkey", False),
        ("italy", "combat", {"control": {"transcaucasia": "germany"}}, "turkey", False),
        ("japan", "production", {}, "siam", True),
        ("germany", "production", {}, "siam", False),
        ("japan", "production", {"standing": {"japan": "surrendered"}}, "siam", False),
        ("great-britain", "production", {"relations": {("great-britain", "germany"): "war"}}, "poland", True),
        (
            "great-britain",
            "production",
            {"relations": {("great-britain", "germany"): "peace", ("france", "germany"): "peace"}},
            "poland",
            False,
        ),
        (
            "great-britain",
            "production",
            {"relations": {("great-britain", "germany"): "peace", ("france", "germany"): "war"}},
            "poland",
            True,
        ),
        ("germany", "always", {"standing": {"france": "surrendered"}, "relations": {("germany", "soviet-union"): "war"}}, "hungary", True),
        ("germany", "always", {"relations": {("germany", "soviet-union"): "war"}}, "hungary", False),
        (
            "germany",
            "always",
            {"standing": {"france": "surrendered"}, "relations": {("germany", "soviet-union"): "peace"}},
            "hungary",
            False,
        ),
        (
            "germany",
            "always",
            {"markers": {("game", "spain-won"): "nationalist-spain"}, "control": {"london": "italy"}},
            "nationalist-spain",
            True,
        ),
        (
            "germany",
            "always",
            {"markers": {("game", "spain-won"): "republican-spain"}, "control": {"london": "italy"}},
            "nationalist-spain",
            False,
        ),
        (
            "germany",
            "always",
            {"markers": {("game", "spain-won"): "nationalist-spain"}, "control": {"gibraltar": "italy"}},
            "nationalist-spain",
            False,
        ),
    ],
)
def test_4_8_a_minor_power_joins_when_all_of_its_conditions_are_met(
    power: str, phase: str, position: dict, minor: str, joined: bool
) -> None:
    play = BOARD.play_from({}, power, "conduct-combat", **position)
    if not any(holder == minor for holder in play.state.control.values()):
        fall.give(play, "madrid" if "spain" in minor else minor, minor, "test")
    assert is_apart(play.position, minor)
    events._align(play, phase)
    assert (not is_apart(play.position, minor)) is joined


@pytest.mark.section("4.8")
def test_4_8_who_holds_nothing_any_more_joins_nobody() -> None:
    play = begun("1939")
    for area in [area for area, holder in play.state.control.items() if holder == "siam"]:
        fall.give(play, area, "great-britain", "captured")
    assert not events._is_free(play, "siam") and events._is_free(play, "turkey") and not events._is_free(play, "germany")

"""Sections 1.16, 1.20, 1.24, 8.6, 10.1, 10.2 and 12.2: moves and their optional rules."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.combat.fire import firing_groups
from engine.families.axis_allies.combat.pending_battles import battles_due
from engine.families.axis_allies.combat.scramble import next_call
from engine.families.axis_allies.movement.landing import is_landing_area
from engine.families.axis_allies.orders import Move, Offload, Scramble
from engine.titles.global_war_1936.orders import Cross
from engine.titles.global_war_1936.sea import crossings
from tests.global_war_1936.positions import TITLE, combat, due, play_from, problems, standing

FRANCE = {("germany", "france"): "war"}


@pytest.mark.section("12.2")
def test_12_2_motorized_infantry_tows_guns_one_for_one() -> None:
    stacks = {"berlin": "germany: 2 artillery, motorized-infantry"}
    control = {"berlin": "germany", "western-germany": "germany", "bavaria": "germany"}
    way = next(
        f"berlin > {a} > {b}"
        for a in ("western-germany", "bavaria", "dolnoslaske")
        if a in TITLE.neighbours["berlin"]
        for b in ("bavaria", "western-germany")
        if b in TITLE.neighbours[a]
    )
    play = play_from(stacks, "germany", "noncombat-move", control=control)
    assert problems(play, Move("artillery", way)) == ["noncombat-move/range"]
    assert problems(play, Move("artillery, motorized-infantry", way)) == []
    assert problems(play, Move("2 artillery, motorized-infantry", way)) == ["noncombat-move/range"]


@pytest.mark.section("10.1")
def test_10_1_units_do_not_move_into_land_conquered_this_turn() -> None:
    stacks = {
        "western-germany": "germany: infantry, mechanized-infantry",
        "belgium": "germany: infantry [fought moved]",
    }
    play = play_from(
        stacks,
        "germany",
        "noncombat-move",
        control={"western-germany": "germany", "belgium": "france"},
        taken={"belgium": "germany"},
        relations=FRANCE,
    )
    assert problems(play, Move("infantry", "western-germany > belgium")) == ["noncombat-move/conquered"]


def captured(option: str):
    return play_from(
        {
            "belgium": "germany: infantry [fought moved], air-base, major-port",
            "sea-zone-24": "",
            "western-germany": "germany: infantry",
            "picardy": "germany: fighter [used=4 moved]",
        },
        "germany",
        "noncombat-move",
        control={"belgium": "france", "western-germany": "germany", "picardy": "france"},
        taken={"belgium": "germany"},
        options={"captured-bases": option},
        relations=FRANCE,
    )


@pytest.mark.section("10.2")
def test_10_2_aircraft_land_at_an_air_base_captured_this_turn_with_the_option() -> None:
    assert not is_landing_area(captured("off").position, "belgium")
    assert is_landing_area(captured("on").position, "belgium")


@pytest.mark.section("10.2")
def test_10_2_transports_land_units_at_a_major_port_captured_this_turn_with_the_option() -> None:
    zone = next(zone for zone in TITLE.neighbours["belgium"] if zone.startswith("sea"))
    for option, wrong in (("off", ["noncombat-move/conquered"]), ("on", [])):
        play = play_from(
            {
                "belgium": "germany: infantry [fought moved], major-port",
                zone: "germany: naval-transport [cargo=germany/infantry], infantry [aboard]",
            },
            "germany",
            "noncombat-move",
            control={"belgium": "france"},
            taken={"belgium": "germany"},
            options={"captured-bases": option},
            relations=FRANCE,
        )
        assert problems(play, Offload("infantry", f"{zone} > belgium")) == wrong


HUMP = {"bengal": "united-states: 2 fighter", "sinkiang": "kmt: infantry", "tibet": "kmt: infantry"}


def flown(dice: list[int], option: str = "on"):
    play = play_from(
        HUMP,
        "united-states",
        "noncombat-move",
        dice=dice,
        options={"air-hump": option},
        control={"bengal": "great-britain", "tibet": "kmt", "himalayas": ""},
        relations={("united-states", "kmt"): "allied", ("united-states", "great-britain"): "allied"},
    )
    play.submit(Move("2 fighter", "bengal > himalayas > tibet"))
    return play


@pytest.mark.section("1.24")
def test_1_24_an_aircraft_is_lost_over_the_himalayas_on_an_eleven() -> None:
    assert "fighter" in standing(flown([10, 11]), "tibet") and "2 fighter" not in standing(flown([10, 11]), "tibet")


@pytest.mark.section("1.24")
def test_1_24_nobody_rolls_without_the_option() -> None:
    assert "2 fighter" in standing(flown([], "off"), "tibet")


@pytest.mark.section("1.24")
def test_1_24_land_units_do_not_enter_the_himalayas() -> None:
    play = play_from({"bengal": "great-britain: infantry"}, "great-britain", "noncombat-move", control={"bengal": "great-britain"})
    assert problems(play, Move("infantry", "bengal > himalayas"))


@pytest.mark.section("1.16")
def test_1_16_infantry_in_a_city_chooses_a_vehicle_with_a_one() -> None:
    play = combat(
        "germany",
        {"paris": "germany: 2 medium-armor [moved from=picardy]; france: infantry, artillery"},
        control={"paris": "france"},
        relations=FRANCE,
    )
    groups = {group.unit: (group.special, group.aim) for group in firing_groups(play.position, "paris", "defender", rank=None)}
    assert groups == {"infantry": (1, "pick-vehicle"), "artillery": (0, "")}


@pytest.mark.section("8.6")
def test_8_6_fighters_scramble_from_an_air_base_to_land_beside_theirs() -> None:
    stacks = {
        "paris": "germany: 2 infantry [moved from=picardy]; france: infantry",
        "burgundy": "france: 2 fighter, air-base",
    }
    near = next(area for area in TITLE.neighbours["paris"] if not area.startswith("sea") and area != "picardy")
    stacks = {"paris": stacks["paris"], near: stacks["burgundy"]}
    play = combat("germany", stacks, control={"paris": "france", near: "france"}, relations=FRANCE)
    call = next_call(play.position)
    assert call is not None and (call.base, call.zone, call.room) == (near, "paris", 3)


@pytest.mark.section("8.6")
def test_8_6_nobody_scrambles_over_land_without_an_air_base() -> None:
    near = next(area for area in TITLE.neighbours["paris"] if not area.startswith("sea") and area != "picardy")
    stacks = {"paris": "germany: 2 infantry [moved from=picardy]; france: infantry", near: "france: 2 fighter"}
    play = combat("germany", stacks, control={"paris": "france", near: "france"}, relations=FRANCE)
    assert next_call(play.position) is None


def crossing() -> tuple[str, str]:
    return next((row.area, row.to) for row in TITLE.borders if row.border.startswith("narrow-crossing-"))


@pytest.mark.section("1.20")
def test_1_20_marines_cross_into_combat() -> None:
    one, other = crossing()
    play = play_from(
        {one: "germany: marine, infantry", other: "france: infantry"},
        "germany",
        "combat-move",
        control={one: "germany", other: "france"},
        relations=FRANCE,
    )
    assert problems(play, Cross("infantry", f"{one} > {other}")) == ["crossing/units"]
    play.submit(Cross("marine", f"{one} > {other}"))
    assert "marine" in standing(play, other) and [row.area for row in battles_due(play.position)] == [other]


@pytest.mark.section("1.20")
def test_1_20_as_many_marines_cross_into_combat_as_are_printed_and_no_more() -> None:
    one, other = crossing()
    play = play_from(
        {one: "germany: 5 marine", other: "france: infantry"},
        "germany",
        "combat-move",
        control={one: "germany", other: "france"},
        relations=FRANCE,
    )
    room = crossings.left(play.position, one, other)
    assert room and problems(play, Cross(f"{room} marine", f"{one} > {other}")) == []
    assert problems(play, Cross(f"{room + 1} marine", f"{one} > {other}")) == ["crossing/number"]


@pytest.mark.section("1.20")
def test_1_20_coastal_artillery_prevents_a_crossing() -> None:
    one, other = crossing()
    play = play_from(
        {one: "germany: marine", other: "france: infantry, coastal-artillery"},
        "germany",
        "combat-move",
        control={one: "germany", other: "france"},
        relations=FRANCE,
    )
    assert problems(play, Cross("marine", f"{one} > {other}")) == ["crossing/enemy"]


def flying_boats(bases: str, **more):
    near = next(area for area in TITLE.neighbours["sea-zone-24"] if not area.startswith("sea"))
    stacks = {
        "sea-zone-24": "germany: submarine [moved]; france: destroyer",
        near: f"france: 4 seaplane, 4 fighter, {bases}",
    }
    return near, combat("germany", stacks, control={near: "france"}, relations=FRANCE, **more)


@pytest.mark.section("8.6")
def test_8_6_three_seaplanes_scramble_from_a_seaplane_base_and_no_fighter() -> None:
    near, play = flying_boats("seaplane-base")
    way = f"{near} > sea-zone-24"
    assert due(play) == "scramble france"
    assert problems(play, Scramble("4 seaplane", way)) == ["scramble/units"]
    assert problems(play, Scramble("fighter", way)) == ["scramble/units"]
    play.submit(Scramble("3 seaplane", way))
    assert "3 seaplane" in standing(play, "sea-zone-24") and due(play) != "scramble france"


@pytest.mark.section("8.6")
def test_8_6_each_base_lets_three_of_its_own_kind_go() -> None:
    near, play = flying_boats("seaplane-base, air-base")
    way = f"{near} > sea-zone-24"
    assert problems(play, Scramble("3 seaplane, 4 fighter", way)) == ["scramble/units"]
    assert problems(play, Scramble("3 seaplane, 3 fighter", way)) == []


@pytest.mark.section("8.6")
def test_8_6_seaplanes_need_a_base_of_theirs_to_scramble() -> None:
    near, play = flying_boats("air-base")
    assert problems(play, Scramble("seaplane", f"{near} > sea-zone-24")) == ["scramble/units"]


@pytest.mark.section("10.2")
@pytest.mark.parametrize(
    ("base", "landing"),
    [("seaplane-base", ["seaplane"]), ("major-port", ["seaplane"]), ("minor-port", []), ("air-base", ["fighter", "seaplane"])],
)
def test_10_2_seaplanes_land_at_naval_and_seaplane_bases_captured_this_turn(base: str, landing: list[str]) -> None:
    play = play_from(
        {"belgium": f"germany: infantry [fought moved], {base}", "western-germany": "germany: seaplane [used=6], fighter [used=4]"},
        "germany",
        "noncombat-move",
        control={"belgium": "france", "western-germany": "germany"},
        taken={"belgium": "germany"},
        options={"captured-bases": "on"},
        relations=FRANCE,
    )
    planes = sorted(key for key in play.state.stacks if TITLE.units[key.unit].cls == "air")
    assert [key.unit for key in planes if is_landing_area(play.position, "belgium", key)] == landing


@pytest.mark.section("1.16", "9.5")
def test_1_16_nobody_blitzes_out_of_a_city_or_past_fortifications() -> None:
    def wrong(stacks: dict[str, str], way: str, held: dict[str, str]) -> list[str]:
        start, _, end = way.split(" > ")
        control = {start: "germany", end: "france"} | held
        play = play_from(stacks | {start: "germany: medium-armor"}, "germany", "combat-move", control=control)
        return problems(play, Move("medium-armor", way))

    through = "belgium > picardy > normandy"
    assert wrong({}, through, {"picardy": "france"}) == []
    assert wrong({"picardy": "france: fortification [border:belgium!]"}, through, {"picardy": "france"}) != []
    assert wrong({"normandy": "france: fortification [border:picardy!]"}, through, {"picardy": "france"}) == ["move/blitz"]
    assert wrong({}, "picardy > paris > burgundy", {"paris": "france"}) == ["move/blitz"]


@pytest.mark.section("9.11", "8.8")
def test_9_11_ships_on_escort_duty_make_no_combat_moves() -> None:
    zone, other = "sea-zone-9", "sea-zone-10"
    stacks = {zone: f"germany: destroyer [escort:{zone}!], light-cruiser", other: "great-britain: destroyer"}
    play = play_from(stacks, "germany", "combat-move")
    assert problems(play, Move("destroyer", f"{zone} > {other}")) == ["move/escort"]
    assert problems(play, Move("light-cruiser", f"{zone} > {other}")) == []
    late = play_from({zone: stacks[zone]}, "germany", "noncombat-move")
    assert problems(late, Move("destroyer", f"{zone} > {other}")) == []

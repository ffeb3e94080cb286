"""Sections 7.8, 8.8, 9.11 to 9.14 and 15.2: raids on convoys, their caps and guards, closed lines."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.orders import Move
from engine.play import Play
from engine.title.printed_names import own_names
from engine.titles.global_war_1936.orders import Assign, Exploit, Force
from engine.titles.global_war_1936.sea import convoys
from engine.titles.global_war_1936.settings import convoys as lines
from tests.global_war_1936.positions import TITLE, battle, combat, losses, play_from, problems, standing

ZONE = "sea-zone-21"
"""On the North Atlantic Line alone, worth 6 to Great Britain."""


def raided(stacks: str, dice: list[int], zone: str = ZONE, **more: object) -> Play:
    return play_from({zone: stacks}, "germany", "conduct-combat", dice=dice, **more)  # type: ignore[arg-type]


def loss(play: Play) -> list[tuple[str, str, int, int]]:
    return [(e.area, e.victim, e.loss, e.cap) for e in play.events if isinstance(e, ev.ConvoyRaided)]


@pytest.mark.section("9.11")
def test_9_11_the_difference_of_two_dice_is_lost_at_once() -> None:
    play = raided("germany: submarine [moved convoy-raid]", [4, 3])
    assert loss(play) == [("north-atlantic", "great-britain", 3, 6)]
    assert play.state.resources["great-britain", "ipp"] == 22


@pytest.mark.section("9.11")
def test_9_11_every_line_has_a_printed_name() -> None:
    names = own_names(TITLE)
    assert names["new-york-rio"] == "New York–Rio de Janeiro Line" and names["gibraltar"] == "Gibraltar Line"
    assert {slug: names.get(slug) for slug in lines(TITLE)} == {slug: line.name for slug, line in lines(TITLE).items()}


@pytest.mark.section("9.11")
def test_9_11_a_raider_that_is_not_higher_does_nothing() -> None:
    assert loss(raided("germany: submarine [moved convoy-raid]", [1, 3])) == []


@pytest.mark.section("9.11")
def test_table_9_8_what_raiders_add() -> None:
    def bonus(unit: str, *, mines: bool = False) -> int:
        play = play_from({ZONE: f"germany: {unit}"}, "germany", "combat-move")
        key = next(key for key in play.state.stacks if key.area == ZONE)
        return convoys.raid_bonus(play.position, key, mines)

    assert [bonus(unit) for unit in ("coastal-submarine", "medium-bomber", "submarine", "advanced-submarine")] == [
        1,
        1,
        2,
        4,
    ]
    assert bonus("submarine", mines=True) == bonus("heavy-cruiser") == 0


@pytest.mark.section("9.11")
def test_table_9_8_what_convoys_add() -> None:
    word = f"[escort:{ZONE}!]"
    play = play_from(
        {ZONE: f"great-britain: 2 destroyer {word}, medium-bomber [patrol:{ZONE}!]; germany: submarine"},
        "germany",
        "combat-move",
        techs={"great-britain": "radar advanced-asw"},
    )
    assert convoys.guard(play.position, ZONE, "great-britain") == 2 + 2 + 2 + 1


@pytest.mark.section("9.11")
def test_9_11_nobody_loses_more_than_the_value_of_a_line_in_a_calendar_turn() -> None:
    play = raided("germany: 3 submarine [moved convoy-raid]", [6, 1, 6, 1])
    assert loss(play) == [("north-atlantic", "great-britain", 6, 6)]


@pytest.mark.section("9.11", "11.7")
def test_9_11_losses_of_a_line_are_forgotten_as_a_calendar_turn_begins() -> None:
    play = raided("germany: submarine [moved convoy-raid]", [4, 3])
    convoys.round_begun(play)
    assert convoys.left(play.position, lines(TITLE)["north-atlantic"], "great-britain") == 6


@pytest.mark.section("9.11", "8.8")
def test_9_11_each_escort_fires_once_at_the_raider() -> None:
    play = raided(f"germany: submarine [moved convoy-raid]; great-britain: destroyer [escort:{ZONE}!]", [1, 6, 4])
    assert losses(play) == [("germany", "submarine", 1, "convoy-guards")]


@pytest.mark.section("9.13")
def test_9_13_nobody_fires_at_those_who_lay_mines() -> None:
    play = raided(f"germany: submarine [moved convoy-mines]; great-britain: destroyer [escort:{ZONE}!]", [6, 1])
    assert loss(play) == [("north-atlantic", "great-britain", 4, 6)] and losses(play) == []


@pytest.mark.section("7.8")
def test_7_8_convoys_with_advanced_asw_fire_at_submarines() -> None:
    play = raided("germany: submarine [moved convoy-raid]", [1, 6, 2], techs={"great-britain": "advanced-asw"})
    assert losses(play) == [("germany", "submarine", 1, "convoy-guards")]


@pytest.mark.section("9.12")
def test_9_12_surface_ships_do_not_raid_where_an_escort_is() -> None:
    alone = raided("germany: heavy-cruiser [moved convoy-raid]", [6, 2])
    assert loss(alone) == [("north-atlantic", "great-britain", 4, 6)]
    guarded = raided(f"germany: heavy-cruiser [moved convoy-raid]; great-britain: destroyer [escort:{ZONE}!]", [])
    assert loss(guarded) == []


@pytest.mark.section("9.12")
def test_9_12_only_ships_that_move_three_raid_and_only_with_the_option() -> None:
    play = play_from({ZONE: "germany: battleship, heavy-cruiser"}, "germany", "combat-move")
    assert problems(play, Assign("battleship", ZONE, "raid")) == ["duty/unit"]
    assert problems(play, Assign("heavy-cruiser", ZONE, "raid")) == []
    without = play_from({ZONE: "germany: heavy-cruiser"}, "germany", "combat-move", options={"surface-raiders": "off"})
    assert problems(without, Assign("heavy-cruiser", ZONE, "raid")) == ["duty/unit"]


@pytest.mark.section("9.14")
def test_9_14_aircraft_raid_while_they_are_on_patrol() -> None:
    zone, held = "sea-zone-24", {"normandy": "germany"}
    play = play_from({zone: "germany: medium-bomber"}, "germany", "combat-move", control=held)
    assert problems(play, Assign("medium-bomber", zone, "raid")) == ["duty/units"]
    over = play_from({zone: f"germany: medium-bomber [patrol:{zone}!]"}, "germany", "combat-move", control=held)
    assert problems(over, Assign("medium-bomber", zone, "raid")) == []


@pytest.mark.section("9.11")
def test_9_11_a_line_whose_end_is_in_enemy_hands_is_closed() -> None:
    line = lines(TITLE)["mediterranean"]
    play = play_from({}, "germany", "combat-move", control={"gibraltar": "germany"}, options={"suez-reroute": "off"})
    assert convoys.is_closed(play.position, line, "great-britain") and convoys.left(play.position, line, "great-britain") == 0


@pytest.mark.section("15.2")
def test_15_2_the_mediterranean_goes_round_the_cape() -> None:
    play = play_from({}, "germany", "combat-move", control={"eastern-egypt": "italy"}, relations={("great-britain", "italy"): "war"})
    found = {
        slug: convoys.value(play.position, lines(TITLE)[slug], "great-britain")
        for slug in ("mediterranean", "east-african", "west-african")
    }
    assert found == {"mediterranean": 0, "east-african": 5, "west-african": 5}


@pytest.mark.section("9.11")
def test_9_11_the_enemy_with_most_to_lose_is_raided() -> None:
    zone = "sea-zone-33"
    play = play_from({zone: "germany: submarine"}, "germany", "combat-move")
    assert convoys.victim(play.position, zone, "germany") == "france"


@pytest.mark.section("9.14")
def test_9_14_patrols_intercept_aircraft_that_raid_and_do_not_fire_twice() -> None:
    raiders, patrol = "germany: medium-bomber [moved convoy-raid]", f"great-britain: fighter [patrol:{ZONE}!]"
    lost = raided(f"{raiders}; {patrol}", [2, 3])
    assert losses(lost) == [("germany", "medium-bomber", 1, "interception")] and loss(lost) == []
    through = raided(f"{raiders}; {patrol}", [1, 4, 6, 1])
    assert losses(through) == [("great-britain", "fighter", 1, "interception")]
    assert loss(through) == [("north-atlantic", "great-britain", 6, 6)]
    unharmed = raided(f"{raiders}; {patrol}", [4, 4, 6, 1])
    assert losses(unharmed) == [] and loss(unharmed) == [("north-atlantic", "great-britain", 4, 6)]


@pytest.mark.section("9.14")
def test_9_14_escorts_fire_at_aircraft_that_raid() -> None:
    play = raided(f"germany: medium-bomber [moved convoy-raid]; great-britain: destroyer [escort:{ZONE}!]", [1, 6, 4])
    assert losses(play) == [("germany", "medium-bomber", 1, "convoy-guards")]


@pytest.mark.section("9.11")
def test_9_11_what_one_nation_cannot_lose_falls_on_the_next() -> None:
    play = raided("germany: advanced-submarine [moved convoy-raid]", [6, 1], "sea-zone-33")
    assert loss(play) == [
        ("bordeaux", "france", 3, 3),
        ("west-african", "france", 1, 1),
        ("west-african", "great-britain", 2, 2),
    ]


@pytest.mark.section("9.11")
def test_table_9_7_an_escort_rolls_one_die_however_many_raid() -> None:
    play = raided(f"germany: 2 submarine [moved convoy-raid]; great-britain: destroyer [escort:{ZONE}!]", [1, 6, 1, 6, 4])
    assert losses(play) == [("germany", "submarine", 1, "convoy-guards")]


@pytest.mark.section("9.11", "7.8")
def test_table_9_7_convoys_with_advanced_asw_roll_a_die_for_each_submarine() -> None:
    raiders = "germany: submarine [moved convoy-raid], coastal-submarine [moved convoy-raid]"
    play = raided(raiders, [1, 6, 1, 6, 3, 2], techs={"great-britain": "advanced-asw"})
    assert losses(play) == [("germany", "submarine", 1, "convoy-guards")]


@pytest.mark.section("9.11")
def test_9_11_patrols_hit_no_aircraft_and_the_cheapest_raider_is_lost() -> None:
    raiders = "germany: medium-bomber [moved convoy-raid], advanced-submarine [moved convoy-raid], submarine [moved convoy-raid]"
    play = raided(f"{raiders}; great-britain: seaplane [patrol:{ZONE}!]", [12, 1, 6, 1, 6, 1, 6, 1])
    assert losses(play) == [("germany", "submarine", 1, "convoy-guards")]


@pytest.mark.section("9.12")
def test_9_12_every_surface_ship_that_moves_three_raids() -> None:
    ships = "fast-battleship, heavy-battleship, fleet-carrier, light-carrier, heavy-carrier, battlecruiser, destroyer"
    play = play_from({ZONE: f"germany: {ships}"}, "germany", "combat-move")
    assert problems(play, Assign(ships, ZONE, "raid")) == []


@pytest.mark.section("9.12", "9.11")
def test_9_12_a_capital_ship_that_raids_bears_a_hit() -> None:
    play = raided(f"germany: fast-battleship [moved convoy-raid]; great-britain: seaplane [patrol:{ZONE}!]", [1, 6, 1])
    assert "fast-battleship~1" in standing(play, ZONE)


@pytest.mark.section("9.13", "12.2")
def test_9_13_coastal_submarines_lay_mines_as_submarines_do() -> None:
    play = play_from({ZONE: "germany: coastal-submarine"}, "germany", "combat-move")
    assert problems(play, Assign("coastal-submarine", ZONE, "mines")) == []


@pytest.mark.section("9.11")
def test_9_11_nobody_loses_more_than_it_has() -> None:
    play = raided("germany: submarine [moved convoy-raid]", [6, 1], money={"great-britain": 1})
    assert loss(play) == [("north-atlantic", "great-britain", 1, 6)]


@pytest.mark.section("9.12")
def test_9_12_the_ships_that_raid_are_those_that_move_three() -> None:
    surface = [unit for unit in TITLE.units.values() if unit.cls == "sea" and not unit.has("submarine")]
    ships = {unit.unit for unit in surface if unit.move >= 3}
    assert {unit.unit for unit in TITLE.units.values() if unit.has("raids-surface")} == ships


@pytest.mark.section("9.11")
def test_9_11_what_a_nation_without_money_cannot_lose_falls_on_the_next() -> None:
    """On the West African line Great Britain can lose 2 and France 1: "until all that player's IPP are lost"."""
    for money, found in ((0, [("france", 1)]), (1, [("great-britain", 1), ("france", 1)]), (9, [("great-britain", 2), ("france", 1)])):
        purses = {"great-britain": money, "france": 9}
        play = raided("germany: submarine [moved convoy-raid]", [6, 1], zone="sea-zone-46", money=purses)
        assert [(victim, lost) for _, victim, lost, _ in loss(play)] == found


@pytest.mark.section("9.11", "9.12")
@pytest.mark.parametrize(
    ("raiders", "guards", "left"),
    [
        ("fast-battleship", [1, 1], ""),
        ("fast-battleship", [1, 12], "fast-battleship~1"),
        ("2 fast-battleship", [1, 1], "2 fast-battleship~1"),
        ("heavy-cruiser, fast-battleship", [1, 1], "fast-battleship~1"),
    ],
)
def test_9_12_two_hits_sink_a_capital_ship_that_raids_alone_and_others_take_one_each_first(
    raiders: str, guards: list[int], left: str
) -> None:
    words = "[moved convoy-raid]"
    ships = ", ".join(f"{ship} {words}" for ship in raiders.split(", "))
    dice = [1, 6] * (raiders.count(",") + 1 + raiders.count("2"))
    play = raided(f"germany: {ships}; great-britain: 2 medium-bomber [patrol:{ZONE}!]", dice + guards + [12] * 20)
    german = standing(play, ZONE).split("great-britain")[0]
    assert german.split(" [")[0].removeprefix("germany: ").strip() == left


@pytest.mark.section("9.12", "9.11")
def test_9_12_a_third_hit_on_two_that_raid_sinks_the_capital_ship() -> None:
    ships = "heavy-cruiser [moved convoy-raid], fast-battleship [moved convoy-raid]"
    guards = f"3 medium-bomber [patrol:{ZONE}!]"
    play = raided(f"germany: {ships}; great-britain: {guards}", [1, 6] * 2 + [1] * 3)
    assert sorted(losses(play)) == [("germany", "fast-battleship", 1, "convoy-guards"), ("germany", "heavy-cruiser", 1, "convoy-guards")]


# Escorts forfeit combat movement, by whatever order


@pytest.mark.section("9.11", "15.6")
def test_9_11_an_escort_forces_no_strait() -> None:
    ships = {"sea-zone-10": "great-britain: light-cruiser [escort:sea-zone-10!], destroyer"}
    play = play_from(ships, "great-britain", "combat-move", control={"denmark": "germany"}, options={"forced-straits": "on"}, dice=[12])
    way = "sea-zone-10 > sea-zone-11"
    assert (
        problems(play, Force("light-cruiser", way)) == ["move/escort"] == problems(play, Move("light-cruiser", "sea-zone-10 > sea-zone-9"))
    )
    assert problems(play, Force("2 light-cruiser", way)) == ["move/escort"]
    assert problems(play, Force("2 destroyer", way)) == ["force/units"]

    play.submit(Force("destroyer", way))
    assert "light-cruiser" in standing(play, "sea-zone-10") and "destroyer" in standing(play, "sea-zone-11")


@pytest.mark.section("9.11", "9.7")
def test_9_11_a_ship_that_waits_behind_a_screen_takes_no_duty_as_an_escort_besides() -> None:
    ships = {ZONE: "great-britain: 2 destroyer [waiting], 2 destroyer; germany: destroyer"}
    play = play_from(ships, "great-britain", "combat-move")
    assert problems(play, Assign("3 destroyer", ZONE, "escort")) == ["duty/units"]
    assert problems(play, Assign("destroyer", ZONE, "escort")) == []


@pytest.mark.section("9.11", "9.7")
def test_9_11_an_escort_does_not_go_on_behind_a_screen() -> None:
    ships = "great-britain: 3 heavy-cruiser [moved used=1], destroyer [waiting escort:sea-zone-24!]; germany: destroyer"
    play = combat("great-britain", {"sea-zone-24": ships}, [1] * 3 + [12] * 9)
    play.submit(battle("sea-zone-24"))
    assert problems(play, Exploit("destroyer", "sea-zone-24 > sea-zone-31")) == ["exploit/units"]

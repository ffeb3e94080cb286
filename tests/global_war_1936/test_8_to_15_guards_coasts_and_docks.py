"""Guards of convoys, coasts that shoot, patrols and docks: either side of their conditions (7.4, 8.7 to 8.10, 9.4 to 9.14, 12.9, 15.5)."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Move, Retreat, Submerge
from engine.mechanics.orders import Lose
from engine.play import Play
from engine.titles.global_war_1936.facilities import docks
from engine.titles.global_war_1936.orders import Assign, Dock
from engine.titles.global_war_1936.sea import coast, duties, raiding, seas
from engine.titles.global_war_1936.vocabulary import COAST_WAITS
from tests.global_war_1936.positions import TITLE, battle, combat, due, ends, losses, play_from, problems, standing
from tests.global_war_1936.test_8_to_15_at_sea_exactly import NEXT, ONE
from tests.global_war_1936.test_9_11_convoy_raiding import ZONE, loss, raided
from tests.global_war_1936.test_9_after_and_afar import WAR, zones
from tests.global_war_1936.test_12_9_coastal_artillery import SHORE, fired_at, sunk

# Convoys (9.11 to 9.14)

TWO = "germany: coastal-submarine [moved convoy-raid], submarine [moved convoy-raid]"


@pytest.mark.section("9.11")
def test_table_9_7_an_escort_and_a_patrol_that_both_hit_take_two_raiders() -> None:
    guards = f"great-britain: destroyer [escort:{ZONE}!], seaplane [patrol:{ZONE}!]"
    play = raided(f"{TWO}; {guards}", [1, 6, 1, 6, 4, 1])
    assert sorted(row[:3] for row in losses(play)) == [("germany", "coastal-submarine", 1), ("germany", "submarine", 1)]


@pytest.mark.section("9.11", "7.8")
def test_table_9_7_who_is_hit_by_the_convoy_itself_is_not_hit_by_its_escort_again() -> None:
    play = raided(f"{TWO}; great-britain: destroyer [escort:{ZONE}!]", [1, 6, 1, 6, 4, 2, 3], techs={"great-britain": "advanced-asw"})
    assert sorted(row[:3] for row in losses(play)) == [("germany", "coastal-submarine", 1), ("germany", "submarine", 1)]


@pytest.mark.section("9.11", "7.8")
def test_table_9_7_the_convoys_own_dice_come_after_those_of_escorts_and_patrols() -> None:
    guards = f"great-britain: destroyer [escort:{ZONE}!], seaplane [patrol:{ZONE}!]"
    play = raided(f"{TWO}; {guards}", [1, 6, 1, 6, 12, 12, 2, 3], techs={"great-britain": "advanced-asw"})
    assert losses(play) == [("germany", "coastal-submarine", 1, "convoy-guards")]


@pytest.mark.section("9.11", "9.14")
def test_9_14_a_patrol_hits_the_ship_that_raids_and_not_the_cheaper_aircraft() -> None:
    raiders = "germany: heavy-cruiser [moved convoy-raid], seaplane [moved convoy-raid]"
    play = raided(f"{raiders}; great-britain: seaplane [patrol:{ZONE}!]", [1, 6, 1, 6, 1])
    assert losses(play) == [("germany", "heavy-cruiser", 1, "convoy-guards")]


@pytest.mark.section("9.11")
@pytest.mark.parametrize(("guard", "die"), [("destroyer [escort:{}!]", 4), ("seaplane [patrol:{}!]", 1)])
def test_table_9_7_who_guards_fires_once_and_at_those_who_raid_its_nation(guard: str, die: int) -> None:
    zone = "sea-zone-33"
    stacks = {zone: f"germany: coastal-submarine [convoy-raid], submarine [convoy-raid]; great-britain: {guard.format(zone)}"}
    play = play_from(stacks, "germany", "combat-move", dice=[die])
    cheap, dear = sorted(key for key in play.state.stacks if key.power == "germany" and key.area == zone)
    met, fired = [(dear, "great-britain"), (cheap, "france")], set()
    for nation in ("great-britain", "france"):
        raiding._defend(play, zone, nation, met, fired)
    assert losses(play) == [("germany", "submarine", 1, "convoy-guards")]


@pytest.mark.section("9.11")
def test_9_11_a_loss_is_spread_over_the_lines_of_a_zone_and_not_repeated() -> None:
    assert loss(raided("germany: submarine [moved convoy-raid]", [4, 4], "sea-zone-33")) == [("bordeaux", "france", 2, 3)]
    assert loss(raided("germany: submarine [moved convoy-raid]", [2, 4], "sea-zone-33")) == []


# Duties and patrols (8.7, 8.8, 8.10)


@pytest.mark.section("8.8")
def test_8_8_as_many_take_up_a_duty_as_are_named() -> None:
    for units in ("2 destroyer", "destroyer, destroyer [moved]"):
        play = play_from({ZONE: f"germany: {units}"}, "germany", "combat-move")
        play.submit(Assign("destroyer", ZONE, "escort"))
        assert sum(n for key, n in play.state.stacks.items() if "escort" in key.condition) == 1


@pytest.mark.section("8.8", "8.7")
def test_8_8_who_stays_keeps_its_duty_from_turn_to_turn() -> None:
    units = f"germany: destroyer [escort:{ZONE}!], seaplane [patrol:{ZONE}!]"
    play = play_from({ZONE: units, "sea-zone-20": f"germany: destroyer [escort:{ZONE}!]"}, "germany", "production")
    duties.turn_begun(play)
    assert standing(play, ZONE) == units and standing(play, "sea-zone-20") == "germany: destroyer"


@pytest.mark.section("8.10")
@pytest.mark.parametrize(
    ("units", "option", "wrong"),
    [
        ("destroyer", "on", []),
        ("destroyer", "off", ["duty/unit"]),
        ("seaplane", "on", ["duty/unit"]),
        ("destroyer [fought]", "on", ["duty/units"]),
        ("destroyer [bombarded]", "on", ["duty/units"]),
        ("naval-transport [loaded]", "on", []),
    ],
)
def test_8_10_ships_wait_behind_a_screening_force_until_they_have_fought(units: str, option: str, wrong: list[str]) -> None:
    stacks = {ZONE: f"germany: {units}, heavy-cruiser; great-britain: light-cruiser"}
    play = play_from(stacks, "germany", "combat-move", options={"screening": option})
    assert problems(play, Assign(units.split(" ")[0], ZONE, "screened")) == wrong


@pytest.mark.section("8.7")
def test_8_7_a_carrier_in_the_zone_of_a_patrol_is_a_place_to_land() -> None:
    """Eliminated is who is "more than its patrol range away from an available landing spot"."""
    patrol = f"germany: fighter [patrol:{ONE}!]"
    for carrier, left in ((ONE, 1), (NEXT, 1), ("", 0)):
        stacks = {ONE: patrol + (", fleet-carrier" if carrier == ONE else "")}
        play = play_from(stacks | ({NEXT: "germany: fleet-carrier"} if carrier == NEXT else {}), "germany", "combat-move")
        duties.lose_patrols(play)
        assert sum(n for key, n in play.state.stacks.items() if key.unit == "fighter") == left


@pytest.mark.section("8.7", "8.3")
@pytest.mark.parametrize(
    ("holder", "guard", "left"),
    [("great-britain", "infantry", True), ("great-britain", "fighter", False), ("denmark", "", False), ("", "", False)],
)
def test_8_7_a_patrol_flies_home_over_enemy_land_but_not_over_neutral_land_or_fighters(holder: str, guard: str, left: bool) -> None:
    zone, between, home = behind_land()
    stacks = {zone: f"germany: seaplane [patrol:{zone}!]", between: f"great-britain: {guard}" if guard else ""}
    near = dict.fromkeys((area for area in TITLE.neighbours[zone] if TITLE.areas[area].kind == "land"), "great-britain")
    far = dict.fromkeys((area for one in near for area in TITLE.neighbours[one] if TITLE.areas[area].kind == "land"), "")
    others = {area for other in TITLE.neighbours[zone] if other.startswith("sea") for area in TITLE.neighbours[other]}
    held = far | dict.fromkeys(others - set(near), "") | dict.fromkeys(near, "") | {between: holder, home: "germany"}
    play = play_from(stacks, "germany", "combat-move", control=held, relations={("germany", "great-britain"): "war"})
    assert duties.in_range(play.position, zone, TITLE.units["seaplane"]) is left


def behind_land() -> tuple[str, str, str]:
    """A sea zone, a land area beside it, and one behind that alone: beside no other land and no sea zone near the first."""
    for zone, near in TITLE.neighbours.items():
        shores = [area for area in near if TITLE.areas[area].kind == "land"]
        if not zone.startswith("sea") or not shores:
            continue
        wet = {area for other in near if other.startswith("sea") for area in TITLE.neighbours[other]}
        for between in shores:
            for home in TITLE.neighbours[between]:
                others = [one for one in shores if home in TITLE.neighbours[one]]
                if TITLE.areas[home].kind == "land" and home not in shores and home not in wet and others == [between]:
                    return zone, between, home
    raise LookupError


@pytest.mark.section("9.6")
def test_9_6_transports_whose_submarines_have_submerged_are_left_alone_and_eliminated() -> None:
    stacks = {ZONE: "germany: submarine [moved], naval-transport [moved]; great-britain: light-cruiser"}
    play = combat("germany", stacks, [12] * 9)
    play.submit(battle(ZONE))
    assert due(play) == "submerge germany"
    play.submit(Submerge("attacker", 1))
    assert losses(play) == [("germany", "naval-transport", 1, "defenceless")] and ends(play) and not play.state.battle


@pytest.mark.section("8.9", "9.4")
@pytest.mark.parametrize(("round_", "expected"), [("1", True), ("2", False)])
def test_9_4_submarines_are_pursued_for_one_round(round_: str, expected: bool) -> None:
    markers = {("battle", "pursued"): "yes", ("battle", "round"): round_}
    play = combat("germany", {}, markers=markers)
    assert seas.is_pursuit(play.position) is expected


# Coasts (12.9)


@pytest.mark.section("12.9")
def test_12_9_banks_are_the_two_ends_of_a_crossing_that_both_zones_touch() -> None:
    position = play_from({}, "great-britain", "combat-move").position
    assert sorted(coast.banks(position, "sea-zone-50", "sea-zone-52")) == ["sicily", "southern-italy"]
    assert coast.banks(position, "sea-zone-53", "sea-zone-55") == [], "Albania has no crossing, Sicily is not beside the Adriatic"
    assert sorted(coast.banks(position, "sea-zone-32", "sea-zone-48")) == ["gibraltar", "spanish-morocco"]


GUN = "coastal-artillery [border:sea-zone-50!]"


def past_both(ships: str, dice: list[int], sicily: str = GUN, calabria: str = GUN) -> Play:
    stacks = {"sea-zone-50": f"great-britain: {ships}", "sicily": f"italy: {sicily}", "southern-italy": f"italy: {calabria}"}
    return play_from(stacks, "great-britain", "combat-move", relations={("great-britain", "italy"): "war"}, dice=dice)


@pytest.mark.section("12.9")
@pytest.mark.parametrize(
    ("ships", "dice", "left"),
    [
        ("2 destroyer", [3, 12, 12, 3], "destroyer"),
        ("2 destroyer", [3, 12, 3, 12], ""),
        ("destroyer", [3, 3], ""),
        ("battleship", [3, 3], ""),
        ("battleship", [3, 12], "battleship~1"),
    ],
)
def test_12_9_the_second_bank_fires_at_what_the_first_has_left(ships: str, dice: list[int], left: str) -> None:
    play = past_both(ships, dice)
    play.submit(Move(ships, "sea-zone-50 > sea-zone-52"))
    assert standing(play, "sea-zone-52").removeprefix("great-britain: ").split(" [")[0] == left
    gone = {"2 destroyer": 2, "destroyer": 1, "battleship": 1}[ships] - (1 if left else 0)
    assert sum(n for _, _, n, _ in losses(play)) == gone


@pytest.mark.section("12.9")
def test_12_9_the_three_shots_of_a_gun_are_those_of_the_whole_turn() -> None:
    play = past_both("4 destroyer", [12] * 3, calabria="infantry")
    for _ in range(2):
        play.submit(Move("2 destroyer", "sea-zone-50 > sea-zone-52"))
    assert play.dice.left == [] and losses(play) == []


LANDERS = "naval-transport [target=peking cargo=japan/infantry+japan/infantry], 2 infantry [aboard target=peking]"


@pytest.mark.section("12.9")
@pytest.mark.parametrize(("hits", "usual"), [(1, "heavy-battleship"), (2, "2 heavy-battleship"), (3, "2 heavy-battleship, light-cruiser")])
def test_12_9_damage_is_taken_before_ships_are_lost(hits: int, usual: str) -> None:
    dice = [3] * hits + [12] * (3 - hits)
    play = fired_at(dice, SHORE | {"sea-zone-54": f"japan: heavy-battleship, light-cruiser, {LANDERS}"})
    assert play.pending and play.pending.default == Lose(usual)


@pytest.mark.section("12.9")
def test_12_9_all_are_sunk_that_are_hit_as_often_as_they_can_bear() -> None:
    stacks = {"peking": "kmt: infantry, 2 coastal-artillery", "sea-zone-54": f"japan: battleship, {LANDERS}"}
    play = fired_at([3, 3, 3, 12], stacks)
    assert sorted(sunk(play)) == [("battleship", 1), ("naval-transport", 1)]


@pytest.mark.section("12.9")
@pytest.mark.parametrize("chosen", ["2 light-cruiser", "3 battleship", "3 naval-transport"])
def test_12_9_no_ship_takes_more_hits_than_it_bears(chosen: str) -> None:
    assert problems(fired_at([3, 3, 3]), Lose(chosen)) == ["casualties/not-there"]


@pytest.mark.section("12.9")
def test_12_9_of_ships_told_apart_as_many_are_lost_as_are_told_and_then_the_cheapest() -> None:
    full = "naval-transport [target=peking cargo=japan/infantry+japan/marine]"
    fleet = f"japan: 2 {full}, naval-transport [target=peking cargo=japan/infantry], 3 infantry [aboard target=peking],"
    play = fired_at([3, 3, 12], SHORE | {"sea-zone-54": f"{fleet} 2 marine [aboard target=peking]"})
    play.submit(Lose("2 naval-transport", "naval-transport cargo=infantry+marine"))
    assert sum(n for _, n in sunk(play)) == 2
    assert sum(n for _, unit, n, cause in losses(play) if cause == "cargo-lost" and unit == "marine") == 1
    assert COAST_WAITS.read(play.state, "peking") == ""


@pytest.mark.section("12.9")
def test_12_9_a_ship_with_two_infantry_is_dearer_than_one_with_a_marine() -> None:
    fleet = f"japan: {LANDERS}, naval-transport [target=peking cargo=japan/marine], marine [aboard target=peking]"
    play = fired_at([3, 12], SHORE | {"sea-zone-54": fleet})
    play.submit(Lose("naval-transport"))
    assert [unit for _, unit, _, cause in losses(play) if cause == "cargo-lost"] == ["marine"]


@pytest.mark.section("12.9")
def test_12_9_ships_that_do_not_bombard_are_not_hit_in_the_second_zone_either() -> None:
    def fleet(cargo: str) -> str:
        ships = f"naval-transport [target=sicily cargo={cargo}], naval-transport [target=sicily cargo={cargo}+great-britain/marine]"
        return f"great-britain: light-cruiser, {ships}, 2 infantry [aboard target=sicily], marine [aboard target=sicily]"

    stacks = {
        "sea-zone-50": fleet("great-britain/infantry"),
        "sea-zone-52": fleet("great-britain/infantry"),
        "sicily": f"italy: infantry, {GUN}, coastal-artillery [border:sea-zone-52!]",
    }
    play = combat("great-britain", stacks, [3, 12, 3, 12] + [12] * 20, relations={("great-britain", "italy"): "war"})
    play.submit(battle("sicily", "none"))
    for _ in range(2):
        assert due(play) == "casualties great-britain"
        assert problems(play, Lose("light-cruiser")) == ["casualties/not-there"]
        play.submit(Lose("naval-transport"))
    assert COAST_WAITS.read(play.state, "sicily") == ""


# Capital ships (15.5)


@pytest.mark.section("15.5")
@pytest.mark.parametrize("ship", ["heavy-cruiser", "battleship~1"])
def test_15_5_no_die_is_rolled_for_a_ship_that_sinks(ship: str) -> None:
    """The defender's ship is hit at once and fires back: nobody rolls for its damage."""
    zone = zones()[0]
    stacks = {zone: f"germany: battleship [moved]; france: {ship}"}
    play = combat("germany", stacks, [1, 12], relations=WAR, options={"capital-damage": "rolled"})
    play.submit(battle(zone))
    assert losses(play) == [("france", ship.split("~")[0], 1, "combat")] and play.dice.left == []


# Docks (7.4)


@pytest.mark.section("7.4")
@pytest.mark.parametrize(
    ("ships", "unit", "hits", "after"),
    [
        ("battleship~1, fast-battleship~1", "fast-battleship", 1, "battleship~1, fast-battleship~1 [docked]"),
        ("battleship~1, battleship~1 [escort:sea-zone-9!]", "battleship", 1, "battleship~1 [docked], battleship~1 [escort:sea-zone-9!]"),
        (
            "battleship~1, battleship~1 [escort:sea-zone-9!]",
            "battleship",
            2,
            "battleship~1 [docked], battleship~1 [docked escort:sea-zone-9!]",
        ),
        ("2 heavy-battleship~1", "heavy-battleship", 2, "heavy-battleship~1, heavy-battleship~1 [docked-twice]"),
        ("battleship, battleship~1", "battleship", 1, "battleship~1 [docked], battleship"),
    ],
)
def test_7_4_the_ships_that_are_named_are_docked_and_no_more_hits_than_are_named(ships: str, unit: str, hits: int, after: str) -> None:
    stacks = {"western-germany": "germany: major-shipyard, major-factory", "sea-zone-9": f"germany: {ships}"}
    play = play_from(stacks, "germany", "production")
    play.submit(Dock(unit, "sea-zone-9", "western-germany", hits))
    assert sorted(standing(play, "sea-zone-9").removeprefix("germany: ").split(", ")) == sorted(after.split(", "))


@pytest.mark.section("7.4")
def test_7_4_a_ship_that_has_left_its_dock_keeps_its_damage() -> None:
    stacks = {"western-germany": "germany: major-shipyard", "sea-zone-9": "germany: heavy-battleship~2 [docked used=1]"}
    play = play_from(stacks, "germany", "place-units")
    docks.launch(play)
    assert standing(play, "sea-zone-9") == "germany: heavy-battleship~2 [used=1]"


@pytest.mark.section("7.4")
def test_7_4_a_ship_that_has_retreated_from_its_dock_keeps_its_damage() -> None:
    zone, other = "sea-zone-25", "sea-zone-24"
    here = f"great-britain: battleship~1 [docked], destroyer [moved used=1 from={other}]; germany: destroyer"
    play = combat("great-britain", {zone: here}, [12] * 9)
    play.submit(battle(zone))
    play.submit(Retreat(other))
    docks.launch(play)
    assert "battleship~1 " in standing(play, other) and "docked" not in standing(play, other)

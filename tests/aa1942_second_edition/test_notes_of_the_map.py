"""What the notes of the map change of aa1942, and what they leave."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import events as ev
from engine.families.axis_allies.orders import Battle, Intercept, Lose, Move, Press
from engine.families.axis_allies.victory import cities, winner
from engine.invariants import violations
from engine.odds.battle import Forces, odds
from engine.play import Play
from engine.rules import EndPhase
from engine.simulation import simulate
from engine.title.contenders import needed
from engine.title.loader import load_title
from tests.axisallies.battles import due
from tests.axisallies.positions import Positions, rules_of

BOARD = Positions("aa1942-second-edition", "standard")
TITLE, OLD = BOARD.title, load_title("aa1942")


def fought(stacks: dict[str, str], dice: list[int], *orders: object, power: str = "germany") -> Play:
    play = BOARD.play_from(stacks, power, "conduct-combat", dice=dice)
    for order in orders:
        play.submit(order)  # type: ignore[arg-type]  # orders of any kind
    return play


def there(play: Play, area: str, power: str) -> dict[str, int]:
    found: Counter[str] = Counter()
    for key, count in play.position.stacks(area):
        if key.power == power:
            found[key.unit] += count
    return dict(found)


@pytest.mark.section("1. Territories and sea zones")
def test_the_board_is_whole_and_both_ends_of_a_link_know_each_other() -> None:
    kinds = Counter(row.kind for row in TITLE.areas.values())
    assert kinds == {"land": 96, "sea": 65}
    assert all(area in TITLE.neighbours[other] for area in TITLE.areas for other in TITLE.neighbours[area])
    reached, left = {"germany"}, ["germany"]
    while left:
        new = TITLE.neighbours[left.pop()].keys() - reached
        reached |= new
        left += new
    assert reached == set(TITLE.areas)


@pytest.mark.section("1. Territories and sea zones")
def test_what_powers_hold_is_worth_what_they_begin_with() -> None:
    """The national production of the set-up charts, which the treasuries repeat."""
    held = Counter[str]()
    for row in TITLE.holdings:
        held[row.power] += TITLE.areas[row.area].value
    assert held == {row.power: row.amount for row in TITLE.treasuries}
    assert held == {"soviet-union": 24, "germany": 41, "united-kingdom": 31, "japan": 30, "united-states": 42}


@pytest.mark.section("2. Starting units")
def test_karelia_and_india_have_new_factories() -> None:
    factories = {row.area for row in TITLE.placements if row.unit == "industrial-complex"}
    assert factories - {row.area for row in OLD.placements if row.unit == "industrial-complex"} == {"karelia-ssr", "india", "italy"}
    more = sum(row.count for row in TITLE.placements) - sum(row.count for row in OLD.placements)
    assert more > 0


@pytest.mark.section("3. Tanks")
def test_a_tank_costs_six_and_a_gun_five_and_all_else_what_it_did() -> None:
    changed = {unit: row.cost for unit, row in TITLE.units.items() if row.cost != OLD.units[unit].cost}
    assert changed == {"tank": 6, "anti-aircraft-gun": 5}
    figures = {unit: (row.attack, row.defense, row.move, row.strength) for unit, row in TITLE.units.items()}
    old = {unit: (row.attack, row.defense, row.move, row.strength) for unit, row in OLD.units.items()}
    assert {unit for unit in figures if figures[unit] != old[unit]} == {"anti-aircraft-gun"}


@pytest.mark.section("4. Anti-aircraft guns")
@pytest.mark.parametrize(
    ("guns", "aircraft", "shots"),
    [("anti-aircraft-gun", "2 fighter", 2), ("anti-aircraft-gun", "5 fighter", 3), ("2 anti-aircraft-gun", "5 fighter", 5)],
)
def test_a_gun_fires_three_dice_at_most_and_at_each_aircraft_once(guns: str, aircraft: str, shots: int) -> None:
    count = int(aircraft[0])
    stacks = {"caucasus": f"germany: {aircraft} [used=2], infantry [moved]; soviet-union: {guns}, infantry"}
    dice = [6] * shots + [6] * (count + 1) + [6]
    play = fought(stacks, dice, Battle("caucasus"))
    assert play.dice.asked[0] == (shots, f"anti-aircraft fire in caucasus: {shots} shots at {count} aircraft")  # type: ignore[attr-defined]


@pytest.mark.section("4. Anti-aircraft guns")
def test_the_attacker_chooses_which_aircraft_are_lost() -> None:
    stacks = {"caucasus": "germany: fighter [used=2], bomber [used=2], infantry [moved]; soviet-union: anti-aircraft-gun, infantry"}
    play = fought(stacks, [1, 6], Battle("caucasus"))
    assert play.pending is not None and play.pending.what == "casualties" and play.pending.side == "attacker"
    play = fought(stacks, [1, 6, 6, 6, 6], Battle("caucasus"), Lose("bomber (germany)"))
    assert there(play, "caucasus", "germany") == {"fighter": 1, "infantry": 1}


@pytest.mark.section("4. Anti-aircraft guns")
def test_a_gun_takes_a_hit_as_any_other_unit_and_rolls_no_dice_of_defense() -> None:
    stacks = {"caucasus": "germany: 3 tank [moved]; soviet-union: anti-aircraft-gun, infantry"}
    play = fought(stacks, [1, 6, 6, 6], Battle("caucasus"), Lose("anti-aircraft-gun (soviet-union)"))
    asked = [what for _, what in play.dice.asked]  # type: ignore[attr-defined]
    assert "fire of the defender in caucasus: 1 infantry at 2" in asked
    assert there(play, "caucasus", "soviet-union") == {"infantry": 1}
    again = fought(stacks, [1, 6, 6, 6, 1, 6, 6, 6], Battle("caucasus"), Lose("anti-aircraft-gun (soviet-union)"), Press())
    assert there(again, "caucasus", "soviet-union") == {} and again.state.control["caucasus"] == "germany"


@pytest.mark.section("5. Factories' own guns")
def test_a_factory_fires_at_each_bomber_that_raids_it_without_any_gun_there() -> None:
    stacks = {"caucasus": "germany: 2 bomber [used=2 raiding]; soviet-union: industrial-complex"}
    play = fought(stacks, [1, 6, 5], Battle("caucasus", raid=True))
    assert there(play, "caucasus", "germany") == {"bomber": 1}
    assert play.state.damage == {("caucasus", "industrial-complex"): 5}


@pytest.mark.section("5. Factories' own guns")
def test_guns_beside_a_factory_do_not_fire_at_who_raids_it() -> None:
    stacks = {"caucasus": "germany: bomber [used=2 raiding]; soviet-union: industrial-complex, 3 anti-aircraft-gun"}
    play = fought(stacks, [6, 5], Battle("caucasus", raid=True))
    assert [count for count, _ in play.dice.asked] == [1, 1]  # type: ignore[attr-defined]
    assert play.state.damage == {("caucasus", "industrial-complex"): 5}


@pytest.mark.section("6. Honolulu")
def test_honolulu_is_the_thirteenth_city() -> None:
    assert len(TITLE.victory_cities) == 13 and "hawaiian-islands" in TITLE.victory_cities
    assert "hawaiian-islands" not in OLD.victory_cities


@pytest.mark.section("Victory conditions")
@pytest.mark.parametrize(
    ("level", "axis", "allies"), [("projection-of-power", 8, 9), ("honorable-surrender", 9, 10), ("total-victory", 13, 13)]
)
def test_each_side_has_its_own_number_of_cities(level: str, axis: int, allies: int) -> None:
    assert (needed(TITLE, level, "axis"), needed(TITLE, level, "allies")) == (axis, allies)
    areas = list(TITLE.victory_cities)
    for held, won in ((axis, "axis"), (axis - 1, ""), (13 - allies, "allies")):
        control = {area: "germany" if at < held else "united-kingdom" for at, area in enumerate(areas)}
        play = BOARD.play_from({}, "germany", "purchase-units", control=control, options={"victory": level})
        assert cities(TITLE, play.state.control) == {"axis": held, "allies": 13 - held}
        expected = won if won != "" or 13 - held < allies else "allies"
        assert winner(play.position) == expected, (held, won)


@pytest.mark.section("Phases and battles")
def test_a_turn_has_the_phases_of_aa1942() -> None:
    assert TITLE.phases == OLD.phases
    play = BOARD.play_from({}, "soviet-union", "purchase-units")
    for _ in TITLE.phases:
        play.submit(EndPhase())
    assert play.state.clock.power == "germany"


@pytest.mark.section("Phases and battles")
@pytest.mark.parametrize(("bot", "seed"), [("random", 1), ("random", 2), ("greedy", 3)])
def test_games_of_bots_add_up(bot: str, seed: int) -> None:
    _, game = simulate(TITLE, seed, bot, round_limit=2)
    assert game.state.defects == 0 and any(isinstance(event, ev.BattleEnded) for event in game.events)
    assert violations(TITLE, game.events) == []


@pytest.mark.section("Phases and battles")
def test_bombardment_strikes_aircraft_too_as_the_program_has_it() -> None:
    """A hit takes a fighter that stands alone; aa1942 has it so by an option, as its book names land units."""
    assert all(TITLE.units[unit].has("shells-all") and not OLD.units[unit].has("shells-all") for unit in ("battleship", "cruiser"))
    ship = "transport [loaded moved cargo=germany/infantry target=karelia-ssr], infantry [aboard loaded target=karelia-ssr]"
    stacks = {"sea-zone-5": f"germany: battleship, {ship}", "karelia-ssr": "soviet-union: fighter"}
    play = fought(stacks, [4, 5, 5], Battle("karelia-ssr", bombard="battleship"))
    assert play.state.control["karelia-ssr"] == "germany" and there(play, "karelia-ssr", "soviet-union") == {}
    forces = Forces(
        Counter({("infantry", "germany"): 1}), Counter({("fighter", "soviet-union"): 1}), bombard=Counter({("battleship", "germany"): 1})
    )
    # Struck by 4 of 6, the fighter still fires once at 4 and is gone, whatever it hits. Else infantry at 1 fights it at 4.
    struck, both_miss = 4 / 6, (5 / 6) * (2 / 6)
    assert odds(TITLE, forces).win == pytest.approx(struck * (2 / 6) + (1 - struck) * (1 / 6) * (2 / 6) / (1 - both_miss))


RAID = {
    "northwestern-europe": "germany: 2 fighter, industrial-complex",
    "united-kingdom": "united-kingdom: bomber, fighter",
}
WAY = "united-kingdom > sea-zone-6 > northwestern-europe"


def raid(units: str, dice: list[int], air_battles: str = "on") -> Play:
    play = BOARD.play_from(RAID, "united-kingdom", "combat-move", dice=dice, options={"air-battles": air_battles})
    play.submit(Move(units, WAY, raid=True))
    play.submit(EndPhase())
    play.submit(Battle("northwestern-europe", raid=True))
    return play


@pytest.mark.section("2. Escorts and interceptors")
def test_fighters_escort_a_raid_and_meet_it_where_the_option_is_on() -> None:
    """One round in the air, all at 1; then the factory's guns fire at the bomber that is left, and its die is the damage."""
    play = raid("bomber, fighter", [1, 6, 6, 6, 2, 3])
    assert due(play) == "intercept germany"
    play.submit(Intercept("2 fighter"))
    rolled = [(e.purpose, e.unit, e.target, e.dice) for e in play.events if isinstance(e, ev.DiceRolled)]
    assert rolled == [
        ("air-combat", "fighter", 1, (1,)), ("air-combat", "bomber", 1, (6,)), ("air-combat", "fighter", 1, (6, 6)),
        ("anti-air", "industrial-complex", 1, (2,)), ("bombing", "bomber", 0, (3,)),
    ]  # fmt: skip
    assert there(play, "northwestern-europe", "germany")["fighter"] == 1
    assert play.state.damage == {("northwestern-europe", "industrial-complex"): 3}


@pytest.mark.section("2. Escorts and interceptors")
def test_a_fighter_that_has_met_a_raid_does_not_defend_its_area_and_is_lost_with_it() -> None:
    """As the program played it in Karelia: its one defender had met the bomber, so the infantry walked in, and the fighter was gone."""
    place, taken = "northwestern-europe", {}
    for up, dice in (("fighter", [6, 6, 6, 3]), ("", [6, 3])):
        stacks = {
            place: "germany: fighter, industrial-complex",
            "united-kingdom": "united-kingdom: bomber",
            "france": "united-kingdom: infantry",
        }
        held = {"france": "united-kingdom"}
        play = BOARD.play_from(stacks, "united-kingdom", "combat-move", control=held, dice=dice, options={"air-battles": "on"})
        play.submit(Move("bomber", WAY, raid=True))
        play.submit(Move("infantry", f"france > {place}"))
        play.submit(EndPhase())
        play.submit(Battle(place, raid=True))
        play.submit(Intercept(up))
        taken[up] = play
    assert taken["fighter"].state.control[place] == "united-kingdom"
    assert taken[""].state.control[place] == "germany" and rules_of(taken[""], EndPhase()) == ["conduct-combat/unresolved"]
    play = taken["fighter"]
    play.submit(EndPhase())
    assert there(play, place, "germany")["fighter"] == 1
    play.submit(Move("bomber", f"{place} > sea-zone-6 > united-kingdom"))
    play.submit(EndPhase())
    assert not there(play, place, "germany").get("fighter")


@pytest.mark.section("2. Escorts and interceptors")
def test_without_the_option_nobody_escorts_or_meets_a_raid() -> None:
    play = BOARD.play_from(RAID, "united-kingdom", "combat-move")
    assert rules_of(play, Move("bomber, fighter", WAY, raid=True)) == ["combat-move/raid"]
    play = raid("bomber", [2, 3], "off")
    assert play.state.damage == {("northwestern-europe", "industrial-complex"): 3}


@pytest.mark.section("1. The Black Sea is closed")
def test_no_ship_enters_the_black_sea_or_leaves_it_where_players_agree_on_that() -> None:
    for path in ("sea-zone-15 > sea-zone-16", "sea-zone-16 > sea-zone-15"):
        stacks = {path.split(" > ")[0]: "germany: submarine"}
        for value, wrong in (("open", []), ("closed", ["combat-move/straits"])):
            play = BOARD.play_from(stacks, "germany", "combat-move", options={"turkish-straits": value})
            assert rules_of(play, Move("submarine", path)) == wrong

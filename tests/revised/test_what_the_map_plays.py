"""What the map Revised plays otherwise than aa1942: its board, its units, and the battles of its own."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import events as ev
from engine.dice import SeededDice
from engine.families.axis_allies.combat.battle import open_fight
from engine.families.axis_allies.combat.retreats import choices
from engine.families.axis_allies.combat.submarines import check_submerge
from engine.families.axis_allies.orders import Battle, Move, Press, Research, Retreat, Roll, Submerge
from engine.families.axis_allies.sampled_odds import fought_out
from engine.families.axis_allies.victory import cities, winner
from engine.invariants import violations
from engine.mechanics.profile import profile
from engine.odds.battle import Forces, odds
from engine.play import Play
from engine.rules import EndPhase, load_rules
from engine.simulation import simulate
from engine.strictness import Strictness
from engine.title.contenders import needed
from engine.title.loader import load_title
from tests.axisallies.positions import Positions

BOARD = Positions("revised", "standard")
TITLE, OLD = BOARD.title, load_title("aa1942")
ZONE = "sea-zone-6"


def fought(stacks: dict[str, str], dice: list[int], *orders: object, options: dict[str, str] | None = None) -> Play:
    play = BOARD.play_from(stacks, "germany", "conduct-combat", dice=dice, options=options or {})
    for order in orders:
        play.submit(order)  # type: ignore[arg-type]  # orders of any kind
    return play


def there(play: Play, area: str, power: str) -> dict[str, int]:
    found: Counter[str] = Counter()
    for key, count in play.position.stacks(area):
        if key.power == power:
            found[key.unit] += count
    return dict(found)


def asked(play: Play) -> list[str]:
    return [what for _, what in play.dice.asked]  # type: ignore[attr-defined]


@pytest.mark.section("1. Territories and sea zones")
def test_the_board_is_whole_and_both_ends_of_a_link_know_each_other() -> None:
    assert Counter(row.kind for row in TITLE.areas.values()) == {"land": 79, "sea": 64}
    assert all(area in TITLE.neighbours[other] for area in TITLE.areas for other in TITLE.neighbours[area])
    held = Counter[str]()
    for row in TITLE.holdings:
        held[row.power] += TITLE.areas[row.area].value
    assert held == {row.power: row.amount for row in TITLE.treasuries}
    assert held == {"soviet-union": 24, "germany": 40, "united-kingdom": 30, "japan": 30, "united-states": 42}
    assert len(TITLE.victory_cities) == 12


@pytest.mark.section("2. Starting units")
def test_each_power_begins_with_a_factory_at_home_and_a_gun() -> None:
    there = {(row.area, row.unit): row.count for row in TITLE.placements}
    assert all(there[TITLE.powers[power].capital, "industrial-complex"] == 1 for power in TITLE.turns)
    assert sum(n for (_, unit), n in there.items() if unit == "industrial-complex") == 8
    assert sum(row.count for row in TITLE.placements) == 205


@pytest.mark.section("3. Units")
def test_ships_cost_more_than_in_aa1942_and_a_transport_shoots_back() -> None:
    costs = {unit: row.cost for unit, row in TITLE.units.items() if row.cost != OLD.units[unit].cost}
    assert costs == {
        "bomber": 15, "battleship": 24, "aircraft-carrier": 16, "destroyer": 12, "submarine": 8, "transport": 8,
        "anti-aircraft-gun": 5,
    }  # fmt: skip
    figures = {unit: (row.attack, row.defense) for unit, row in TITLE.units.items()}
    assert (figures["aircraft-carrier"], figures["destroyer"], figures["submarine"]) == ((1, 3), (3, 3), (2, 2))
    assert figures["transport"] == (0, 1) and not TITLE.units["transport"].has("transport")
    assert "cruiser" not in TITLE.units


@pytest.mark.section("4. Bombardment")
def test_what_ships_hit_from_the_sea_does_not_fire_back() -> None:
    stacks = {
        ZONE: "germany: 2 battleship [used=1], transport [target=united-kingdom cargo=germany/infantry],"
        " infantry [aboard target=united-kingdom]",
        "united-kingdom": "united-kingdom: 3 infantry",
    }
    play = fought(stacks, [1, 2, 6, 6], Battle("united-kingdom"))
    assert asked(play)[0] == "bombardment of united-kingdom: 2 battleship at 4"
    assert asked(play)[2] == "fire of the defender in united-kingdom: 1 infantry at 2"
    assert there(play, "united-kingdom", "united-kingdom") == {"infantry": 1}
    losses = [(event.count, event.cause) for event in play.events if isinstance(event, ev.UnitsRemoved)]
    assert losses == [(2, "bombardment")]


@pytest.mark.section("4. Bombardment")
def test_the_exact_odds_know_that_bombardment_silences() -> None:
    """A battleship at 4 of 6 against one infantry that would hit with 2 of 6: it is gone before it can fire in two of three landings."""
    mine = {("infantry", "germany"): 1}
    forces = Forces(mine, {("infantry", "united-kingdom"): 1}, bombard={("battleship", "germany"): 1}, seaborne=mine)
    alone = odds(TITLE, forces._replace(bombard={}, seaborne={}))
    assert odds(TITLE, forces).win == pytest.approx(4 / 6 + 2 / 6 * alone.win)
    assert odds(OLD, forces).win < odds(TITLE, forces).win


@pytest.mark.section("4. Bombardment")
def test_the_exact_odds_of_a_bombarded_landing_are_those_of_landings_that_are_played() -> None:
    aboard = "[aboard target=united-kingdom]"
    stacks = {
        ZONE: "germany: battleship [used=1], 2 transport [target=united-kingdom cargo=germany/infantry+germany/infantry],"
        f" 4 infantry {aboard}",
        "united-kingdom": "united-kingdom: 2 infantry, tank",
    }
    mine, games = {("infantry", "germany"): 4}, 400
    theirs = {("infantry", "united-kingdom"): 2, ("tank", "united-kingdom"): 1}
    exact = odds(TITLE, Forces(mine, theirs, bombard={("battleship", "germany"): 1}, seaborne=mine))
    start = BOARD.play_from(stacks, "germany", "conduct-combat").state
    dice, wins = SeededDice("landings"), 0
    for _ in range(games):
        play = Play(load_rules(TITLE), dice, strictness=Strictness.IGNORE)
        play.take_up(start.copy())
        wins += fought_out(play, Battle("united-kingdom"), lambda due: due.default).winner == "attacker"
    error = (exact.win * (1 - exact.win) / games) ** 0.5
    assert abs(wins / games - exact.win) <= 4 * error
    assert abs(odds(OLD, Forces(mine, theirs, bombard={("battleship", "germany"): 1}, seaborne=mine)).win - exact.win) > 0.02


def at_sea(mine: str, theirs: str) -> dict[str, str]:
    came = "[used=1 from=sea-zone-5 moved]"
    return {ZONE: f"germany: {', '.join(f'{unit} {came}' for unit in mine.split(', '))}; united-kingdom: {theirs}"}


@pytest.mark.section("5. Submarines")
def test_submarines_submerge_after_a_round_and_not_before_it() -> None:
    play = fought(at_sea("battleship", "submarine"), [6, 6], Battle(ZONE))
    assert asked(play) == [
        f"surprise-strike of the defender in {ZONE}: 1 submarine at 2",
        f"fire of the attacker in {ZONE}: 1 battleship at 4",
    ]
    assert play.pending is not None and play.pending.what == "press"
    play.submit(Press())
    assert play.pending is not None and play.pending.what == "submerge" and play.pending.side == "defender"
    assert check_submerge(play.position, Submerge("defender", 2), ZONE, "defender")
    play.submit(Submerge("defender", 1))
    assert play.state.battle == 0 and there(play, ZONE, "united-kingdom") == {"submarine": 1}
    assert [event.how for event in play.events if isinstance(event, ev.BattleEnded)] == ["submerged"]


@pytest.mark.section("5. Submarines")
def test_the_attackers_submerge_before_he_presses_on_and_a_destroyer_keeps_both_up() -> None:
    play = fought(at_sea("submarine, battleship", "submarine, battleship"), [6, 6, 6, 6], Battle(ZONE))
    assert play.pending is not None and (play.pending.what, play.pending.side) == ("submerge", "attacker")
    play.submit(Submerge("attacker", 1))
    assert play.pending is not None and play.pending.what == "press"
    play = fought(at_sea("submarine, battleship", "submarine, destroyer"), [6, 6, 6, 6], Battle(ZONE), Press())
    assert play.pending is not None and play.pending.what == "submerge" and play.pending.side == "defender"
    play = fought(at_sea("submarine, destroyer", "submarine, destroyer"), [6] * 8, Battle(ZONE), Press())
    assert play.pending is not None and play.pending.what == "press"


@pytest.mark.section("5. Submarines")
def test_ships_stop_where_an_enemy_submarine_is_and_submarines_pass() -> None:
    way = "sea-zone-7 > sea-zone-6 > sea-zone-5"
    stacks = {"sea-zone-7": "germany: battleship, submarine", ZONE: "united-kingdom: submarine"}
    play = BOARD.play_from(stacks, "germany", "combat-move")
    assert [one.rule for one in play.check(Move("battleship", way))] == ["combat-move/hostile-sea-zone"]
    assert play.check(Move("submarine", way)) == []


@pytest.mark.section("6. Transports")
def test_transports_fight_and_bar_the_way() -> None:
    play = fought(at_sea("destroyer", "2 transport"), [6, 6, 1], Battle(ZONE))
    assert asked(play)[1] == f"fire of the defender in {ZONE}: 2 transport at 1"
    assert there(play, ZONE, "germany") == {}
    stacks = {"sea-zone-7": "germany: battleship", ZONE: "united-kingdom: transport"}
    play = BOARD.play_from(stacks, "germany", "combat-move")
    assert play.check(Move("battleship", "sea-zone-7 > sea-zone-6 > sea-zone-5"))


@pytest.mark.section("7. Strategic bombing raids")
def test_raids_are_paid_from_the_bank_and_each_bomber_costs_no_more_than_the_area_is_worth() -> None:
    stacks = {"caucasus": "germany: 3 bomber [used=2 raiding]; soviet-union: industrial-complex, infantry"}
    play = fought(stacks, [6, 5, 1], Battle("caucasus", raid=True))
    assert TITLE.areas["caucasus"].value == 4
    paid = [event for event in play.events if isinstance(event, ev.ResourceChanged) and event.cause == "bombing"]
    assert [(one.power, one.delta, one.cause, one.area) for one in paid] == [("soviet-union", -9, "bombing", "caucasus")]
    assert play.state.damage == {}
    (told,) = [event for event in play.events if isinstance(event, ev.BattleEnded)]
    assert (told.how, told.damage) == ("bombed", 9)
    play = fought(stacks, [6, 5, 1], Battle("caucasus", raid=True), options={"raid-limit": "territory"})
    assert [event.delta for event in play.events if isinstance(event, ev.ResourceChanged)][-1:] == [-4]


@pytest.mark.section("7. Strategic bombing raids")
def test_nobody_pays_more_than_it_has() -> None:
    stacks = {"caucasus": "germany: 2 bomber [used=2 raiding]; soviet-union: industrial-complex, infantry"}
    play = BOARD.play_from(stacks, "germany", "conduct-combat", dice=[6, 6], money={"soviet-union": 3})
    play.submit(Battle("caucasus", raid=True))
    assert play.state.resources["soviet-union", "ipc"] == 0


@pytest.mark.section("8. Order of battles")
def test_battles_are_fought_in_any_order_but_for_the_sea_before_its_landing() -> None:
    stacks = {
        "caucasus": "germany: bomber [used=2 raiding]; soviet-union: industrial-complex",
        "ukraine-ssr": "germany: infantry [moved]; soviet-union: infantry",
    }
    play = BOARD.play_from(stacks, "germany", "conduct-combat")
    assert play.check(Battle("ukraine-ssr")) == []
    play = BOARD.play_from(stacks, "germany", "conduct-combat", options={"battle-order": "by-kind"})
    assert [one.rule for one in play.check(Battle("ukraine-ssr"))] == ["conduct-combat/sequence"]
    zone = {ZONE: "germany: transport [target=united-kingdom cargo=germany/infantry], infantry [aboard target=united-kingdom],"
            " battleship [used=1]; united-kingdom: destroyer", "united-kingdom": "united-kingdom: infantry"}  # fmt: skip
    play = BOARD.play_from(zone, "germany", "conduct-combat")
    assert [one.rule for one in play.check(Battle("united-kingdom"))] == ["amphibious-assault/sea-combat"]


@pytest.mark.section("9. Retreat from a landing")
def test_aircraft_alone_leave_a_landing() -> None:
    stacks = {
        ZONE: "germany: transport [target=norway cargo=germany/infantry], infantry [aboard target=norway]",
        "norway": "germany: fighter [used=2], infantry [moved from=karelia-ssr]; united-kingdom: 4 infantry",
    }
    control = {"norway": "united-kingdom", "karelia-ssr": "germany"}

    def begun(options: dict[str, str]) -> Play:
        play = BOARD.play_from(stacks, "germany", "conduct-combat", control=control, dice=[6] * 20, options=options)
        play.submit(Battle("norway"))
        return play

    play = begun({})
    assert play.pending is not None and play.pending.what == "press"
    now = open_fight(play.position)
    assert now is not None and choices(play.position, now) == [""]
    play.submit(Retreat(""))
    assert there(play, "norway", "germany") == {"fighter": 1, "infantry": 2} and play.state.battle
    over = begun({"landing-retreat": "overland"})
    now = open_fight(over.position)
    assert now is not None and choices(over.position, now) == ["karelia-ssr"]


@pytest.mark.section("10. Battleships")
def test_a_battleship_is_repaired_when_its_powers_turn_ends() -> None:
    stacks = at_sea("battleship", "destroyer")
    play = fought(stacks, [1, 1], Battle(ZONE))
    assert [key.strength for key, _ in play.position.stacks(ZONE) if key.unit == "battleship"] == [1]
    while play.position.power == "germany":
        play.submit(EndPhase())
    assert [key.strength for key, _ in play.position.stacks(ZONE) if key.unit == "battleship"] == [2]
    play = fought(stacks, [1, 1], Battle(ZONE), options={"ship-repair": "after-battle"})
    assert [key.strength for key, _ in play.position.stacks(ZONE) if key.unit == "battleship"] == [2]


@pytest.mark.section("11. Research and development")
def test_dice_are_bought_for_one_technology_and_a_six_brings_it() -> None:
    play = BOARD.play_from({}, "germany", "research", dice=[6, 1])
    before = play.state.resources["germany", "ipc"]
    play.submit(Research("jet-power"))
    assert [one.rule for one in play.check(Research("super-subs"))] == ["research/one-aim"]
    play.submit(Research("jet-power"))
    assert [one.rule for one in play.check(Research("tanks"))] == ["research/unknown"]
    play.submit(Roll())
    assert asked(play) == ["research of germany: jet-power at 6 or more"]
    assert play.state.resources["germany", "ipc"] == before - 10
    assert play.state.techs == {("germany", "jet-power"): 1}
    assert {one.rule for one in play.check(Research("jet-power"))} == {"research/known", "research/rolled"}
    assert [one.rule for one in play.check(Roll())] == ["research/no-dice"]


@pytest.mark.section("11. Research and development")
def test_dice_that_are_bought_are_rolled_when_the_phase_ends() -> None:
    play = BOARD.play_from({}, "germany", "research", dice=[5], money={"germany": 9})
    play.submit(Research("rockets-advance"))
    assert [one.rule for one in play.check(Research("rockets-advance"))] == ["research/funds"]
    play.submit(EndPhase())
    assert play.state.techs == {} and play.state.resources["germany", "ipc"] == 4
    off = Play(load_rules(TITLE), SeededDice(1))
    off.start("standard", {"technology": "off"})
    assert off.state.clock.phase == "purchase-units" and off.check(Research("jet-power"))[0].fatal


@pytest.mark.section("12. Technologies")
@pytest.mark.parametrize(
    ("tech", "unit", "figures"),
    [
        ("jet-power", "fighter", (3, 5, 4)),
        ("super-subs", "submarine", (3, 2, 2)),
        ("long-range-aircraft", "fighter", (3, 4, 6)),
        ("long-range-aircraft", "bomber", (4, 1, 8)),
    ],
)
def test_technologies_change_figures(tech: str, unit: str, figures: tuple[int, int, int]) -> None:
    play = BOARD.play_from({}, "germany", "purchase-units", techs={"germany": tech})
    row, other = profile(play.position, "germany", unit), profile(play.position, "japan", unit)
    assert (row.attack, row.defense, row.move) == figures
    assert other == TITLE.units[unit]


@pytest.mark.section("12. Technologies")
def test_heavy_bombers_roll_two_dice_in_battle_and_on_raids() -> None:
    have = {"germany": "heavy-bomber"}
    stacks = {"caucasus": "germany: 2 bomber [used=2], infantry [moved]; soviet-union: 3 infantry"}
    play = BOARD.play_from(stacks, "germany", "conduct-combat", dice=[6] * 5 + [6] * 3, techs=have)
    play.submit(Battle("caucasus"))
    assert asked(play)[0] == "fire of the attacker in caucasus: 1 infantry at 1, 4 bomber at 4"
    stacks = {"germany": "soviet-union: infantry", "caucasus": "germany: 2 bomber [used=2 raiding]; soviet-union: industrial-complex"}
    play = BOARD.play_from(stacks, "germany", "conduct-combat", dice=[1, 2, 6, 6], techs=have)
    play.submit(Battle("caucasus", raid=True))
    (told,) = [event for event in play.events if isinstance(event, ev.BattleEnded)]
    assert told.damage == 3 + 4


@pytest.mark.section("12. Technologies")
def test_destroyers_bombard_with_combined_bombardment() -> None:
    stacks = {
        ZONE: "germany: destroyer [used=1], transport [target=united-kingdom cargo=germany/infantry],"
        " infantry [aboard target=united-kingdom]",
        "united-kingdom": "united-kingdom: 3 infantry",
    }
    play = BOARD.play_from(stacks, "germany", "conduct-combat", dice=[1] + [6] * 3, techs={"germany": "destroyer-bombard"})
    play.submit(Battle("united-kingdom"))
    assert asked(play)[:2] == ["bombardment of united-kingdom: 1 destroyer at 3", "fire of the attacker in united-kingdom: 1 infantry at 1"]


@pytest.mark.section("Victory conditions")
@pytest.mark.parametrize(("level", "count"), [("projection-of-power", 9), ("honorable-surrender", 10), ("total-victory", 12)])
def test_a_side_wins_with_so_many_cities(level: str, count: int) -> None:
    assert (needed(TITLE, level, "axis"), needed(TITLE, level, "allies")) == (count, count)
    areas = list(TITLE.victory_cities)
    control = {area: "germany" if at < count else "united-kingdom" for at, area in enumerate(areas)}
    play = BOARD.play_from({}, "germany", "purchase-units", control=control, options={"victory": level})
    assert cities(TITLE, play.state.control) == {"axis": count, "allies": 12 - count}
    assert winner(play.position) == "axis"


@pytest.mark.section("Phases")
def test_a_turn_has_the_phases_of_aa1942_with_research() -> None:
    assert TITLE.phases == OLD.phases == tuple(phase.slug for phase in load_rules(TITLE).phases)
    play = BOARD.play_from({}, "soviet-union", "research")
    for _ in TITLE.phases:
        play.submit(EndPhase())
    assert play.state.clock.power == "germany"


@pytest.mark.section("Phases")
@pytest.mark.parametrize(("bot", "seed"), [("random", 1), ("random", 2), ("greedy", 3)])
def test_games_of_bots_add_up(bot: str, seed: int) -> None:
    _, game = simulate(TITLE, seed, bot, round_limit=2)
    assert game.state.defects == 0 and any(isinstance(event, ev.BattleEnded) for event in game.events)
    assert violations(TITLE, game.events) == []

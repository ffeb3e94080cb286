"""What the map Classic plays otherwise than aa1942 and Revised: its board, its ships' holds, its factories, submarines and research."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import events as ev
from engine.families.axis_allies.facilities.factories import capacity
from engine.families.axis_allies.orders import Battle, Buy, Load, Move, Place, Press, Research, Rocket, Roll
from engine.families.axis_allies.transports import fits
from engine.families.axis_allies.victory import winner
from engine.invariants import violations
from engine.mechanics.profile import profile
from engine.play import Play
from engine.rules import EndPhase, load_rules
from engine.simulation import simulate
from tests.axisallies.positions import Positions

BOARD = Positions("classic", "standard")
TITLE = BOARD.title
ZONE = "north-sea-zone"


def asked(play: Play) -> list[str]:
    return [what for _, what in play.dice.asked]  # type: ignore[attr-defined]


def rules_of(play: Play, order: object) -> list[str]:
    return [one.rule for one in play.check(order)]  # type: ignore[arg-type]  # orders of any kind


def there(play: Play, area: str, power: str) -> dict[str, int]:
    return {key.unit: count for key, count in play.position.stacks(area) if key.power == power}


@pytest.mark.section("1. Territories and sea zones")
def test_the_board_is_whole_and_worth_what_powers_begin_with() -> None:
    assert Counter(row.kind for row in TITLE.areas.values()) == {"land": 70, "sea": 58}
    assert all(area in TITLE.neighbours[other] for area in TITLE.areas for other in TITLE.neighbours[area])
    held = Counter[str]()
    for row in TITLE.holdings:
        held[row.power] += TITLE.areas[row.area].value
    assert held == {row.power: row.amount for row in TITLE.treasuries}
    assert held == {"soviet-union": 24, "germany": 32, "united-kingdom": 30, "japan": 25, "united-states": 36}


@pytest.mark.section("2. Starting units")
def test_eight_factories_stand_at_the_start() -> None:
    factories = {row.area for row in TITLE.placements if row.unit == "industrial-complex"}
    assert factories == {
        "east-us", "germany", "japan", "karelia-ssr", "russia", "south-europe", "united-kingdom", "west-us",
    }  # fmt: skip


@pytest.mark.section("3. Units")
def test_a_battleship_takes_one_hit_and_artillery_is_for_sale_by_the_option() -> None:
    assert TITLE.units["battleship"].strength == 1
    assert (TITLE.units["tank"].attack, TITLE.units["tank"].defense) == (3, 2)
    off = BOARD.play_from({}, "germany", "purchase-units")
    assert rules_of(off, Buy("artillery")) == ["purchase/not-for-sale"]
    on = BOARD.play_from({}, "germany", "purchase-units", options={"destroyers-and-artillery": "on"})
    assert rules_of(on, Buy("artillery")) == []
    row = profile(on.position, "germany", "destroyer")
    assert (row.cost, row.attack, row.defense, row.has("destroyer")) == (8, 2, 2, False)


@pytest.mark.section("4. Transports")
def test_a_tank_fills_a_transport_and_two_infantry_do() -> None:
    def room(*load: str, more: str) -> bool:
        return fits(TITLE, tuple(("germany", unit) for unit in load), more)

    assert room("infantry", more="infantry") and room("marine", more="infantry") and room(more="tank")
    assert not room("infantry", more="tank") and not room("tank", more="infantry")
    assert not room("infantry", "infantry", more="infantry") and not room("tank", more="anti-aircraft-gun")
    stacks = {"germany": "germany: tank, infantry", "baltic-sea-zone": "germany: transport"}
    play = BOARD.play_from(stacks, "germany", "combat-move")
    assert rules_of(play, Load("tank, infantry", "germany > baltic-sea-zone"))
    assert rules_of(play, Load("tank", "germany > baltic-sea-zone")) == []


@pytest.mark.section("5. Factories without a limit")
def test_original_factories_make_any_number_for_who_held_them_at_first() -> None:
    stacks = {"germany": "germany: industrial-complex", "ukraine-ssr": "germany: industrial-complex"}
    play = BOARD.play_from(stacks, "germany", "mobilize-units", control={"ukraine-ssr": "germany"}, pool={"germany": "40 infantry"})
    assert rules_of(play, Place("30 infantry", "germany")) == []
    assert rules_of(play, Place("4 infantry", "ukraine-ssr")) == ["mobilize/limit"]
    taken = BOARD.play_from({"karelia-ssr": "germany: industrial-complex"}, "germany", control={"karelia-ssr": "germany"})
    assert capacity(taken.position, "karelia-ssr") == TITLE.areas["karelia-ssr"].value
    assert capacity(play.position, "germany") > 100


@pytest.mark.section("6. Bombardment")
def test_what_ships_hit_still_fires_once() -> None:
    stacks = {
        ZONE: "germany: battleship [used=1], transport [target=united-kingdom cargo=germany/infantry],"
        " infantry [aboard target=united-kingdom]",
        "united-kingdom": "united-kingdom: 2 infantry",
    }
    play = BOARD.play_from(stacks, "germany", "conduct-combat", dice=[1, 6, 6, 6])
    play.submit(Battle("united-kingdom"))
    assert asked(play)[0] == "bombardment of united-kingdom: 1 battleship at 4"
    assert asked(play)[2] == "fire of the defender in united-kingdom: 2 infantry at 2"


def at_sea(mine: str, theirs: str) -> dict[str, str]:
    came = "[used=1 from=baltic-sea-zone moved]"
    return {ZONE: f"germany: {', '.join(f'{unit} {came}' for unit in mine.split(', '))}; united-kingdom: {theirs}"}


@pytest.mark.section("7. Submarines")
def test_attacking_submarines_alone_strike_by_surprise() -> None:
    play = BOARD.play_from(at_sea("submarine", "submarine"), "germany", "conduct-combat", dice=[6, 6])
    play.submit(Battle(ZONE))
    first = f"surprise-strike of the attacker in {ZONE}: 1 submarine at 2"
    assert asked(play) == [first, f"fire of the defender in {ZONE}: 1 submarine at 2"]
    play = BOARD.play_from(at_sea("submarine", "submarine"), "germany", "conduct-combat", dice=[2])
    play.submit(Battle(ZONE))
    assert asked(play) == [first] and there(play, ZONE, "united-kingdom") == {}


@pytest.mark.section("7. Submarines")
def test_the_defenders_submarines_submerge_after_a_round() -> None:
    play = BOARD.play_from(at_sea("battleship", "submarine"), "germany", "conduct-combat", dice=[6, 6])
    play.submit(Battle(ZONE))
    assert play.pending is not None and play.pending.what == "press"
    play.submit(Press())
    assert play.pending is not None and (play.pending.what, play.pending.side) == ("submerge", "defender")


@pytest.mark.section("8. Strategic bombing raids")
def test_a_raid_costs_all_that_its_dice_show() -> None:
    stacks = {"caucasus": "germany: 2 bomber [used=2 raiding]; soviet-union: industrial-complex"}
    play = BOARD.play_from(stacks, "germany", "conduct-combat", dice=[6, 5])
    play.submit(Battle("caucasus", raid=True))
    assert [event.damage for event in play.events if isinstance(event, ev.BattleEnded)] == [11]
    assert TITLE.areas["caucasus"].value < 5


@pytest.mark.section("9. Guns fire at aircraft that fly over")
def test_guns_fire_in_the_combat_move_unless_troops_land_there_without_a_battle() -> None:
    gun = {"west-europe": "germany: anti-aircraft-gun", "united-kingdom": "united-kingdom: bomber", "germany": "germany: infantry"}
    way = "united-kingdom > north-sea-zone > west-europe > germany"
    play = BOARD.play_from(gun, "united-kingdom", "combat-move", dice=[6])
    play.submit(Move("bomber", way))
    assert asked(play) == ["anti-aircraft fire over west-europe at 1 aircraft"]
    zone = next(area for area in TITLE.neighbours["west-europe"] if TITLE.areas[area].kind == "sea")
    landing = {
        zone: "united-kingdom: transport [target=west-europe cargo=united-kingdom/infantry], infantry [aboard target=west-europe]",
    }
    play = BOARD.play_from({**gun, **landing}, "united-kingdom", "combat-move")
    play.submit(Move("bomber", way))
    assert asked(play) == []
    play = BOARD.play_from(gun, "united-kingdom", "noncombat-move", control={"germany": "united-kingdom"})
    play.submit(Move("bomber", way))
    assert asked(play) == []


@pytest.mark.section("10. Carriers")
def test_nobody_waits_for_a_carrier_and_nobody_boards_one() -> None:
    stacks = {"germany": "germany: industrial-complex, fighter"}
    play = BOARD.play_from(stacks, "germany", "mobilize-units", pool={"germany": "aircraft-carrier"})
    assert rules_of(play, Place("aircraft-carrier", "baltic-sea-zone", "germany", boarding="fighter")) == ["mobilize/boarding"]
    stacks = {"germany": "germany: industrial-complex", "baltic-sea-zone": "germany: fighter [used=1 fought]"}
    play = BOARD.play_from(stacks, "germany", "noncombat-move", pool={"germany": "aircraft-carrier"})
    assert rules_of(play, EndPhase()) == ["noncombat-move/must-land"]


@pytest.mark.section("11. Research by lot")
def test_each_six_brings_one_of_the_technologies_that_are_left() -> None:
    play = BOARD.play_from({}, "germany", "research", dice=[6, 6, 1, 2, 4], techs={"germany": "jet-power"})
    for _ in range(3):
        play.submit(Research("weapons"))
    play.submit(Roll())
    assert asked(play)[0] == "research of germany: weapons at 6 or more"
    assert asked(play)[1].startswith("technology of germany: super-subs, long-range-aircraft, ")
    assert {tech for _, tech in play.state.techs} == {"jet-power", "long-range-aircraft", "heavy-bomber"}


@pytest.mark.section("11. Research by lot")
def test_what_is_left_alone_needs_no_lot_and_who_has_all_buys_no_dice() -> None:
    have = [tech for tech in TITLE.technologies if tech != "super-subs"]
    play = BOARD.play_from({}, "germany", "research", dice=[6, 6], techs={"germany": " ".join(have)})
    play.submit(Research("weapons"))
    play.submit(Research("weapons"))
    play.submit(EndPhase())
    assert len(play.dice.asked) == 1 and len(play.state.techs) == 6  # type: ignore[attr-defined]
    full = BOARD.play_from({}, "germany", "research", techs={"germany": " ".join(TITLE.technologies)})
    assert rules_of(full, Research("weapons")) == ["research/known"]


@pytest.mark.section("12. Technologies")
def test_heavy_bombers_roll_three_dice_industry_is_cheaper_and_one_rocket_is_fired() -> None:
    play = BOARD.play_from({}, "germany", "purchase-units", techs={"germany": "industrial-technology heavy-bomber"})
    saved = {row.cost - profile(play.position, "germany", unit).cost for unit, row in TITLE.units.items()}
    assert saved == {1}
    assert profile(play.position, "germany", "bomber").number("attack-dice") == 3
    stacks = {
        "ukraine-ssr": "germany: anti-aircraft-gun",
        "east-europe": "germany: anti-aircraft-gun",
        "caucasus": "soviet-union: industrial-complex",
        "russia": "soviet-union: industrial-complex",
    }
    play = BOARD.play_from(stacks, "germany", "conduct-combat", dice=[6], techs={"germany": "rockets-advance"})
    play.submit(Rocket("ukraine-ssr", "caucasus"))
    assert [event.damage for event in play.events if isinstance(event, ev.BattleEnded)] == [6]
    assert rules_of(play, Rocket("east-europe", "russia")) == ["rockets/in-all"]


@pytest.mark.section("Victory conditions")
@pytest.mark.parametrize(
    ("axis", "won"), [(("germany", "japan", "russia"), ""), (("germany", "japan", "russia", "united-kingdom"), "axis"), ((), "allies")]
)
def test_capitals_decide(axis: tuple[str, ...], won: str) -> None:
    capitals = [TITLE.powers[power].capital for power in TITLE.turns]
    assert sorted(TITLE.victory_cities) == sorted(capitals)
    control = {area: "germany" if area in axis else "united-kingdom" for area in capitals}
    assert winner(BOARD.play_from({}, "germany", "purchase-units", control=control).position) == won


@pytest.mark.section("Phases")
def test_a_turn_begins_with_research() -> None:
    assert TITLE.phases[0] == "research" and TITLE.phases == tuple(phase.slug for phase in load_rules(TITLE).phases)
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

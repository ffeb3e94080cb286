"""What the map of the Anniversary Edition plays otherwise than aa1942: its board, China, national objectives."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import events as ev
from engine.dice import SeededDice
from engine.errors import IllegalOrder
from engine.families.axis_allies.economy.muster import raised
from engine.families.axis_allies.economy.objectives import due
from engine.families.axis_allies.orders import Buy, Move, Place, Research, Roll
from engine.families.axis_allies.victory import winner
from engine.invariants import violations
from engine.odds.answers import unmodelled
from engine.odds.battle import Forces, plain
from engine.play import Play
from engine.replay import replay
from engine.rules import EndPhase, load_rules
from engine.simulation import simulate
from engine.title.contenders import needed
from engine.title.loader import load_title
from ingest.log.reader import parse_log
from ingest.log.writer import write_log
from tests.axisallies.positions import Positions

BOARD = Positions("aa50-1941", "standard")
TITLE, OLD = BOARD.title, load_title("aa1942")


@pytest.fixture(scope="module")
def start() -> Play:
    play = Play(load_rules(TITLE), SeededDice(1))
    play.start()
    return play


@pytest.mark.section("1. Territories and sea zones")
def test_the_board_is_whole_and_both_ends_of_a_link_know_each_other() -> None:
    assert Counter(row.kind for row in TITLE.areas.values()) == {"land": 97, "sea": 65}
    assert all(area in TITLE.neighbours[other] for area in TITLE.areas for other in TITLE.neighbours[area])
    assert len(TITLE.victory_cities) == 18


@pytest.mark.section("2. Starting units")
def test_what_powers_hold_is_worth_what_they_begin_with_but_china_begins_with_nothing() -> None:
    held = Counter[str]()
    for row in TITLE.holdings:
        held[row.power] += TITLE.areas[row.area].value
    assert held.pop("china") > 0
    assert held == {"germany": 31, "soviet-union": 30, "japan": 17, "united-kingdom": 43, "italy": 10, "united-states": 40}
    assert held == {row.power: row.amount for row in TITLE.treasuries}


@pytest.mark.section("2. Starting units")
def test_troops_that_begin_at_sea_are_aboard(start: Play) -> None:
    stacks = {(key.unit, key.condition): count for key, count in start.position.stacks("sea-zone-61") if key.power == "japan"}
    assert {unit for unit, condition in stacks if condition == "aboard"} == {"infantry", "artillery"}
    loads = [load for (unit, load), count in stacks.items() if unit == "transport" for _ in range(count)]
    assert sorted(loads) == ["cargo=japan/artillery+japan/infantry", "cargo=japan/infantry+japan/infantry"]


@pytest.mark.section("3. Units")
def test_units_are_those_of_aa1942() -> None:
    assert set(TITLE.units) == set(OLD.units)
    differ = {
        unit: (row.cost, row.attack, row.defense)
        for unit, row in TITLE.units.items()
        if (row.cost, row.attack, row.defense, row.move) != (lambda one: (one.cost, one.attack, one.defense, one.move))(OLD.units[unit])
    }
    assert differ == {"anti-aircraft-gun": (6, 0, 0)}, "a gun takes no part in a battle, whatever it would defend with"


CHINESE = ("chinghai", "fukien", "hupeh", "ningxia", "sikang", "suiyuan", "yunnan")


@pytest.mark.section("4. China raises infantry")
@pytest.mark.parametrize(("lost", "count"), [(0, 3), (1, 3), (2, 2), (6, 0), (7, 0)])
def test_an_infantry_is_raised_for_each_two_areas_as_the_purchase_ends(lost: int, count: int) -> None:
    play = BOARD.play_from({}, "china", control=dict.fromkeys(CHINESE[:lost], "japan"))
    assert (raised(play.position, "china"), play.state.pool) == (count, {})
    play.submit(EndPhase())
    assert play.state.pool == ({("china", "infantry"): count} if count else {})
    assert [
        event for event in play.events if isinstance(event, ev.ResourceChanged) and event.power == "china" and event.cause != "setup"
    ] == []


@pytest.mark.section("4. China raises infantry")
def test_china_has_no_money_and_buys_nothing_and_others_raise_nothing() -> None:
    play = BOARD.play_from({}, "china")
    with pytest.raises(IllegalOrder, match="funds"):
        play.submit(Buy("infantry"))
    assert raised(play.position, "united-states") == 0
    play = BOARD.play_from({}, "china", "mobilize-units")
    play.submit(EndPhase())
    assert play.state.resources.get(("china", "ipc"), 0) == 0


@pytest.mark.section("5. Where Chinese infantry is placed")
def test_infantry_stands_in_any_area_of_china_with_fewer_than_three_units() -> None:
    stacks = {"hupeh": "china: 2 infantry", "yunnan": "china: 2 infantry, fighter", "fukien": "japan: infantry"}
    control = {"fukien": "japan", "kiangsu": "china"}
    play = BOARD.play_from(stacks, "china", "mobilize-units", control=control, taken={"kiangsu": "china"}, pool={"china": "4 infantry"})
    for area, rule in (("yunnan", "mobilize/factory"), ("fukien", "mobilize/space"), ("india", "mobilize/range")):
        assert [one.rule for one in play.check(Place("infantry", area))] == [rule], area
    play.submit(Place("3 infantry", "hupeh"))
    assert [one.rule for one in play.check(Place("infantry", "hupeh"))] == ["mobilize/factory"]
    play.submit(Place("infantry", "kiangsu"))
    assert play.state.pool == {}


@pytest.mark.section("6. China stays in its territories")
def test_chinese_units_move_in_china_and_to_kwangtung_alone() -> None:
    stacks = {"yunnan": "china: 4 infantry, fighter"}
    play = BOARD.play_from(stacks, "china", "noncombat-move", control={"kwangtung": "united-kingdom"})
    for way in ("yunnan > burma", "yunnan > french-indo-china-thailand"):
        assert "noncombat-move/range" in [one.rule for one in play.check(Move("infantry", way))], way
    assert play.check(Move("fighter", "yunnan > burma"))
    assert play.check(Move("infantry", "yunnan > sikang")) == []


@pytest.mark.section("7. Chinese territories go back to China")
def test_a_friend_that_retakes_chinese_land_gives_it_back() -> None:
    stacks = {"kiangsu": "japan: infantry", "hupeh": "united-states: 3 tank; china: infantry"}
    play = BOARD.play_from({**stacks, "kiangsu": ""}, "united-states", "combat-move", control={"kiangsu": "japan"})
    play.submit(Move("tank", "hupeh > kiangsu"))
    play.submit(EndPhase())
    taken = [event for event in play.events if isinstance(event, ev.ControlChanged) and event.area == "kiangsu" and event.how != "setup"]
    assert [(event.before, event.after, event.how) for event in taken] == [("japan", "china", "liberated")]


def met(power: str, stacks: dict[str, str] | None = None, **control: str) -> list[tuple[str, int]]:
    play = BOARD.play_from(stacks or {}, power, control={area.replace("_", "-"): holder for area, holder in control.items()})
    return [(one.row.objective, one.amount) for one in due(play.position, power)]


@pytest.mark.section("8. National objectives")
def test_which_objectives_are_met_at_the_start() -> None:
    found = {power: met(power) for power in TITLE.turns}
    assert found == {
        "germany": [("1", 5)],
        "soviet-union": [("1", 5)],
        "japan": [("1", 5)],
        "united-kingdom": [("2", 5)],
        "italy": [("2", 5)],
        "united-states": [("2", 5), ("3", 5), ("4", 5)],
        "china": [],
    }


@pytest.mark.section("8. National objectives")
def test_objectives_count_what_the_whole_side_holds() -> None:
    assert met("germany", karelia_ssr="italy") == [("1", 5), ("3", 5)]
    assert met("germany", baltic_states="germany", ukraine="italy", belorussia="japan") == [("1", 5), ("2", 5)]
    assert met("germany", france="united-kingdom") == []
    assert met("soviet-union", norway="united-kingdom", finland="soviet-union", poland="united-states") == [("1", 5), ("2", 10)]
    assert met("united-kingdom", france="united-states", gibraltar="italy") == [("3", 5)]


@pytest.mark.section("8. National objectives")
def test_allies_on_soviet_soil_and_enemy_warships_deny_objectives() -> None:
    assert met("soviet-union", {"caucasus": "united-kingdom: fighter"}) == []
    assert met("soviet-union", {"caucasus": "soviet-union: fighter", "persia": "united-kingdom: fighter"}) == [("1", 5)]
    assert met("italy", {"sea-zone-14": "united-kingdom: destroyer"}) == []
    assert met("italy", {"sea-zone-14": "united-kingdom: submarine, transport; germany: destroyer"}) == [("2", 5)]


@pytest.mark.section("8. National objectives")
def test_an_objective_is_paid_with_the_income_unless_the_game_is_played_without() -> None:
    for option, paid in (("on", [5]), ("off", [])):
        play = BOARD.play_from({}, "germany", "mobilize-units", options={"national-objectives": option})
        play.submit(EndPhase())
        assert [event.delta for event in play.events if isinstance(event, ev.ResourceChanged) and event.cause == "objective"] == paid


@pytest.mark.section("9. Units that are not placed")
@pytest.mark.parametrize(("option", "left"), [("kept", {("germany", "tank"): 2}), ("lost", {})])
def test_units_that_are_not_placed_wait_or_are_lost(option: str, left: dict[tuple[str, str], int]) -> None:
    play = BOARD.play_from({}, "germany", "mobilize-units", pool={"germany": "2 tank"}, options={"unplaced-units": option})
    before = play.state.resources["germany", "ipc"]
    play.submit(EndPhase())
    assert play.state.pool == left
    assert play.state.resources["germany", "ipc"] == before + 31 + 5


@pytest.mark.section("10. Battleships")
def test_a_battleship_is_repaired_at_the_end_of_any_turn() -> None:
    play = BOARD.play_from({"sea-zone-14": "italy: battleship~1"}, "germany", "mobilize-units")
    play.submit(EndPhase())
    assert [key.strength for key, _ in play.position.stacks("sea-zone-14")] == [2]


@pytest.mark.section("11. Order of play")
def test_the_powers_play_in_order_and_china_after_the_united_states() -> None:
    assert TITLE.turns == ("germany", "soviet-union", "japan", "united-kingdom", "italy", "united-states", "china")


@pytest.mark.section("Victory conditions")
def test_thirteen_fifteen_or_all_cities_win() -> None:
    assert {level: needed(TITLE, level, "axis") for level in TITLE.settings["victory"]["levels"]} == {
        "projection-of-power": 13,
        "honorable-surrender": 15,
        "total-victory": 18,
    }
    cities = [city for city in TITLE.victory_cities if city not in ("germany", "italy")]
    for count, side in ((13, "allies"), (12, "")):
        control = (
            dict.fromkeys(cities, "japan") | dict.fromkeys(cities[:count], "united-kingdom") | {"germany": "germany", "italy": "italy"}
        )
        assert winner(BOARD.play_from({}, "germany", control=control).position) == side


@pytest.mark.section("Phases and battles")
def test_the_exact_odds_know_the_battles_of_this_title() -> None:
    forces = Forces({("tank", "germany"): 2}, {("infantry", "soviet-union"): 2}, False)
    assert not unmodelled(TITLE, forces, plain(TITLE))


@pytest.mark.section("Phases and battles")
@pytest.mark.parametrize(("bots", "rounds"), [("greedy", 2), ("random", 2)])
def test_games_of_bots_add_up_and_are_read_back(bots: str, rounds: int) -> None:
    recording, game = simulate(TITLE, 3, bots, round_limit=rounds)
    assert violations(TITLE, game.events) == []
    assert any(isinstance(event, ev.UnitsPlaced) and event.power == "china" and event.cause == "mobilize" for event in game.events)
    again = replay(parse_log(write_log(recording), "game", None), TITLE)
    assert again.events == game.events


@pytest.mark.section("12. Technology")
def test_what_is_researched_works_at_once_and_china_researches_nothing() -> None:
    play = BOARD.play_from({}, "japan", "research", dice=[6, 2, 5], money={"japan": 10})
    for _ in range(2):
        play.submit(Research("air-and-naval"))
    play.submit(Roll())
    assert play.state.techs == {("japan", "long-range-aircraft"): 1} and ("japan", "tech-tokens") in play.state.resources
    assert play.state.resources["japan", "tech-tokens"] == 0
    before = {power: "" for power in TITLE.turns}
    play = Play(load_rules(TITLE), SeededDice(1))
    play.start()
    while play.state.clock.round == 1 and not play.state.ended:
        before[play.state.clock.power] = before[play.state.clock.power] or play.state.clock.phase
        play.submit(EndPhase())
    assert before == {power: "purchase-units" if power == "china" else "research" for power in TITLE.turns}

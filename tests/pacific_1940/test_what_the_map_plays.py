"""What the map of Pacific 1940 has of its own beside Global 1940: its powers, wars, objectives, and how it is won."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from engine.events import ResourceChanged
from engine.families.axis_allies import victory
from engine.families.axis_allies.economy.convoys import convoy_losses
from engine.families.axis_allies.economy.objectives import due
from engine.families.axis_allies.orders import Buy, Declare, Move, Place
from engine.families.axis_allies.politics.welcome import welcomes
from engine.invariants import violations
from engine.play import Play
from engine.replay import replay
from engine.rules import EndPhase
from engine.simulation import simulate
from engine.title.loader import load_title
from ingest.log.reader import parse_log
from ingest.log.writer import write_log
from tests.axisallies.positions import Positions, rules_of

BOARD = Positions("pacific-1940", "standard")
TITLE, GLOBAL = BOARD.title, load_title("global-1940")
START = {(row.power, row.other): row.relation for row in TITLE.relations}
WAR = {("japan", "united-kingdom"): "war", ("anzac", "japan"): "war"}


def play_from(stacks: dict[str, str], power: str, phase: str, **more: object) -> Play:
    """A position with the relations of the start, unless told otherwise."""
    relations = START | {tuple(sorted(pair)): now for pair, now in dict(more.pop("relations", {})).items()}  # type: ignore[call-overload]  # pairs of powers
    return BOARD.play_from(stacks, power, phase, relations=relations, **more)  # type: ignore[arg-type]  # as `play_from` takes them


def met(power: str, **more: object) -> list[str]:
    return [one.row.objective for one in due(play_from({}, power, "mobilize-units", **more).position, power)]


@pytest.mark.section("1. Territories and sea zones")
def test_the_board_is_whole() -> None:
    assert Counter(row.kind for row in TITLE.areas.values()) == {"land": 86, "sea": 63}
    assert all(area in TITLE.neighbours[other] for area in TITLE.areas for other in TITLE.neighbours[area])


@pytest.mark.section("2. Starting units")
def test_powers_begin_with_what_they_hold_is_worth() -> None:
    held = Counter[str]()
    for row in TITLE.holdings:
        held[row.power] += TITLE.areas[row.area].value
    begins = {row.power: row.amount for row in TITLE.treasuries}
    assert begins == {"japan": 26, "united-states": 17, "china": 12, "united-kingdom": 16, "anzac": 10}
    assert {power: held[power] for power in begins} == begins


@pytest.mark.section("3. Units")
def test_units_are_those_of_global_1940() -> None:
    """But for what technology adds to them there."""
    figures = [replace(row, source="", abilities={}) for row in TITLE.units.values()]
    assert figures == [replace(row, source="", abilities={}) for row in GLOBAL.units.values()]
    assert all(row.abilities.items() <= GLOBAL.units[unit].abilities.items() for unit, row in TITLE.units.items())


@pytest.mark.section("4. Who is at war at first")
def test_only_japan_and_china_are_at_war_at_first() -> None:
    wars = {pair for pair, now in START.items() if now == "war" and "neutral" not in pair}
    assert wars == {("china", "japan")} and TITLE.turns == ("japan", "united-states", "china", "united-kingdom", "anzac")


@pytest.mark.section("5. Declarations of war")
@pytest.mark.parametrize(("power", "on", "round", "rules"), [
    ("united-states", "japan", 3, ["politics/no-cause"]),
    ("united-states", "japan", 4, []),
    ("anzac", "japan", 1, []),
    ("japan", "soviet-union", 1, ["politics/relation"]),
    ("japan", "france", 1, []),
])  # fmt: skip
def test_who_may_declare_war_when(power: str, on: str, round: int, rules: list[str]) -> None:
    assert rules_of(play_from({}, power, "politics", round=round), Declare(on)) == rules


@pytest.mark.section("5. Declarations of war")
def test_war_on_the_united_kingdom_is_war_with_anzac_and_the_dutch() -> None:
    play = play_from({}, "japan", "politics")
    play.submit(Declare("united-kingdom"))
    assert {"china", "united-kingdom", "anzac", "netherlands"} <= play.position.enemies_of("japan")
    assert play.position.relation("china", "anzac") == "allied" and play.position.relation("japan", "united-states") == "peace"


@pytest.mark.section("6. The United States enter the war")
def test_a_japanese_declaration_of_the_first_rounds_pays_the_united_states_once() -> None:
    play = play_from({}, "japan", "politics", round=3)
    play.submit(Declare("united-kingdom"))
    play.submit(Declare("united-states"))
    paid = [(one.power, one.delta) for one in play.events if isinstance(one, ResourceChanged) and one.cause == "mobilization"]
    assert paid == [("united-states", 30)]
    late = play_from({}, "japan", "politics", round=4)
    late.submit(Declare("united-kingdom"))
    assert not [one for one in late.events if isinstance(one, ResourceChanged) and one.cause == "mobilization"]


@pytest.mark.section("6. The United States enter the war")
def test_the_united_states_are_at_war_after_their_third_round() -> None:
    play = play_from({}, "united-states", "mobilize-units", round=3)
    play.submit(EndPhase())
    assert play.position.relation("japan", "united-states") == "war" and play.position.relation("china", "united-states") == "allied"


@pytest.mark.section("7. Powers without turns")
def test_the_dutch_welcome_anzac_and_mongolia_defends_itself() -> None:
    assert welcomes(play_from({}, "anzac", "noncombat-move").position, "java")
    assert not welcomes(play_from({}, "united-states", "noncombat-move").position, "java")
    assert not welcomes(play_from({}, "anzac", "noncombat-move").position, "french-indo-china")
    stacks = {"manchuria": "japan: 3 infantry", "buyant-uhaa": "neutral: 2 infantry"}
    play = play_from(stacks, "japan", "combat-move")
    play.submit(Move("3 infantry", "manchuria > buyant-uhaa"))
    assert play.state.control["buyant-uhaa"] == "neutral"
    assert rules_of(play_from({"korea": "japan: infantry"}, "japan", "combat-move"), Move("infantry", "korea > amur")) != []


@pytest.mark.section("8. Waters barred before the war")
def test_ships_keep_out_of_waters_until_the_war() -> None:
    stacks = {"sea-zone-7": "japan: destroyer"}
    order = Move("destroyer", "sea-zone-7 > sea-zone-8")
    assert rules_of(play_from(stacks, "japan", "noncombat-move"), order) != []
    assert rules_of(play_from(stacks, "japan", "noncombat-move", relations={("japan", "united-states"): "war"}), order) == []


@pytest.mark.section("9. China")
def test_china_buys_infantry_and_by_the_road_artillery_and_places_it_anywhere() -> None:
    play = play_from({}, "china", "purchase-units", control={"burma": "japan"}, money={"china": 9})
    assert rules_of(play, Buy("artillery")) == ["purchase/not-for-sale"]
    play.submit(Buy("3 infantry"))
    for _ in range(4):
        play.submit(EndPhase())
    assert rules_of(play, Place("3 infantry", "szechwan")) == []


@pytest.mark.section("10. Convoys")
def test_a_submarine_costs_what_its_low_die_shows() -> None:
    play = play_from({"sea-zone-39": "japan: submarine"}, "united-kingdom", "mobilize-units", relations=WAR, dice=[1, 5])
    assert convoy_losses(play, "united-kingdom") == 1


@pytest.mark.section("11. National objectives")
def test_objectives_of_the_map() -> None:
    assert met("japan") == ["1"] and met("united-states") == [] and met("china") == ["1"]
    at_war = {("japan", "united-states"): "war"}
    play = play_from({}, "united-states", "mobilize-units", relations=at_war)
    assert [(one.row.objective, one.amount) for one in due(play.position, "united-states")] == [("1", 30), ("2", 5), ("3", 5), ("4", 5)]
    assert met("united-kingdom", relations=WAR) == ["2"] and met("anzac", relations=WAR) == ["1"]
    assert met("japan", markers={("game", "declared|japan-united-kingdom"): "yes"}) == []


@pytest.mark.section("Victory conditions")
def test_japan_wins_by_six_cities_and_the_allies_by_japan() -> None:
    cities = dict.fromkeys(("hawaiian-islands", "philippines", "india", "kwangtung", "kiangsu", "japan"), "japan")
    assert victory.hold(play_from({}, "anzac", "collect-income", control=cities)) == "axis"
    assert victory.hold(play_from({}, "anzac", "collect-income", control=cities | {"india": "united-kingdom"})) == ""
    assert victory.hold(play_from({}, "anzac", "collect-income", control={"japan": "united-states"})) == "allies"


@pytest.mark.section("Phases and battles")
def test_politics_come_first_and_a_game_of_bots_adds_up_and_is_read_back() -> None:
    assert TITLE.phases[:2] == ("politics", "purchase-units")
    recording, game = simulate(TITLE, 3, "greedy", round_limit=1)
    assert violations(TITLE, game.events) == []
    assert replay(parse_log(write_log(recording), "again", None), TITLE).events == game.events

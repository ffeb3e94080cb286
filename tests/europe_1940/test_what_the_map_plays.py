"""What the map of Europe 1940 has of its own beside Global 1940: its powers, wars, objectives, and how it is won."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from engine.families.axis_allies import victory
from engine.families.axis_allies.combat.capture import take_area
from engine.families.axis_allies.economy.convoys import convoy_losses
from engine.families.axis_allies.economy.objectives import due
from engine.families.axis_allies.orders import Declare, Move
from engine.invariants import violations
from engine.play import Play
from engine.replay import replay
from engine.rules import EndPhase
from engine.simulation import simulate
from engine.title.loader import load_title
from ingest.log.reader import parse_log
from ingest.log.writer import write_log
from tests.axisallies.positions import Positions, rules_of

BOARD = Positions("europe-1940", "standard")
TITLE, GLOBAL = BOARD.title, load_title("global-1940")
START = {(row.power, row.other): row.relation for row in TITLE.relations}
GERMAN_WAR = {("germany", "soviet-union"): "war"}


def play_from(stacks: dict[str, str], power: str, phase: str, **more: object) -> Play:
    """A position with the relations of the start, unless told otherwise."""
    relations = START | {tuple(sorted(pair)): now for pair, now in dict(more.pop("relations", {})).items()}  # type: ignore[call-overload]  # pairs of powers
    return BOARD.play_from(stacks, power, phase, relations=relations, **more)  # type: ignore[arg-type]  # as `play_from` takes them


def met(power: str, **more: object) -> list[tuple[str, int]]:
    return [(one.row.objective, one.amount) for one in due(play_from({}, power, "mobilize-units", **more).position, power)]


@pytest.mark.section("1. Territories and sea zones")
def test_the_board_is_whole() -> None:
    assert Counter(row.kind for row in TITLE.areas.values()) == {"land": 127, "sea": 65}
    assert all(area in TITLE.neighbours[other] for area in TITLE.areas for other in TITLE.neighbours[area])


@pytest.mark.section("2. Starting units")
def test_powers_begin_with_what_they_hold_is_worth() -> None:
    held = Counter[str]()
    for row in TITLE.holdings:
        held[row.power] += TITLE.areas[row.area].value
    begins = {row.power: row.amount for row in TITLE.treasuries}
    assert begins == {"germany": 30, "soviet-union": 28, "united-states": 35, "united-kingdom": 29, "italy": 10, "france": 17}
    assert {power: held[power] for power in begins} == begins


@pytest.mark.section("3. Units")
def test_units_are_those_of_global_1940() -> None:
    """But for what technology adds to them there."""
    figures = [replace(row, source="", abilities={}) for row in TITLE.units.values()]
    assert figures == [replace(row, source="", abilities={}) for row in GLOBAL.units.values()]
    assert all(row.abilities.items() <= GLOBAL.units[unit].abilities.items() for unit, row in TITLE.units.items())


@pytest.mark.section("4. Who is at war at first")
def test_the_soviet_union_and_the_united_states_are_at_peace_at_first() -> None:
    play = play_from({}, "germany", "politics")
    assert play.position.enemies_of("germany") & {*TITLE.turns} == {"united-kingdom", "france"}
    assert not (play.position.enemies_of("soviet-union") | play.position.enemies_of("united-states")) & {*TITLE.turns}


@pytest.mark.section("5. Declarations of war")
@pytest.mark.parametrize(("power", "on", "round", "rules"), [
    ("soviet-union", "germany", 3, ["politics/no-cause"]),
    ("soviet-union", "germany", 4, []),
    ("united-states", "italy", 3, ["politics/no-cause"]),
    ("united-states", "italy", 4, []),
    ("germany", "united-states", 1, []),
    ("soviet-union", "true-neutrals", 9, ["politics/no-cause"]),
])  # fmt: skip
def test_who_may_declare_war_when(power: str, on: str, round: int, rules: list[str]) -> None:
    assert rules_of(play_from({}, power, "politics", round=round), Declare(on)) == rules


@pytest.mark.section("5. Declarations of war")
def test_london_lost_is_cause_for_war() -> None:
    play = play_from({}, "soviet-union", "politics", round=2, control={"united-kingdom": "germany"})
    assert rules_of(play, Declare("germany")) == []
    play.submit(Declare("germany"))
    now = play.position.relation
    assert now("france", "soviet-union") == "allied" and now("pro-axis-neutrals", "soviet-union") == "war"
    assert now("italy", "soviet-union") == "peace"


@pytest.mark.section("6. The United States enter the war")
def test_the_united_states_are_at_war_after_their_third_round_and_allied_with_the_soviet_union_at_war() -> None:
    play = play_from({}, "united-states", "mobilize-units", round=3, relations=GERMAN_WAR)
    play.submit(EndPhase())
    assert {"germany", "italy"} <= play.position.enemies_of("united-states")
    assert play.position.relation("soviet-union", "united-states") == "allied"


@pytest.mark.section("7. Neutrals")
def test_friendly_neutrals_go_over_to_who_enters_and_strict_ones_defend_themselves() -> None:
    stacks = {"norway": "germany: infantry", "finland": "pro-axis-neutrals: 4 infantry"}
    play = play_from(stacks, "germany", "noncombat-move")
    play.submit(Move("infantry", "norway > finland"))
    assert play.state.control["finland"] == "germany" and BOARD.standing(play, "finland").startswith("germany: 4 infantry")
    play = play_from({"norway": "germany: infantry"}, "germany", "politics")
    play.submit(Declare("true-neutrals"))
    assert play.position.side_of("true-neutrals") == "allies" and play.position.relation("italy", "true-neutrals") == "war"


@pytest.mark.section("8. Waters barred before the war")
def test_american_ships_keep_out_of_waters_until_the_war() -> None:
    order = Move("destroyer", "sea-zone-102 > sea-zone-103")
    stacks = {"sea-zone-102": "united-states: destroyer"}
    assert rules_of(play_from(stacks, "united-states", "noncombat-move"), order) != []
    at_war = {("germany", "united-states"): "war"}
    assert rules_of(play_from(stacks, "united-states", "noncombat-move", relations=at_war), order) == []


@pytest.mark.section("9. Straits")
def test_submarines_pass_gibraltar_whoever_holds_it() -> None:
    play = play_from({"sea-zone-91": "germany: submarine, destroyer"}, "germany", "combat-move")
    assert rules_of(play, Move("submarine", "sea-zone-91 > sea-zone-92")) == []
    assert rules_of(play, Move("destroyer", "sea-zone-91 > sea-zone-92")) == ["combat-move/canals"]


@pytest.mark.section("10. Liberation of France")
def test_infantry_stands_up_once_as_paris_is_freed() -> None:
    held = {"control": {"france": "germany"}}
    play = play_from({"france": "united-kingdom: infantry"}, "united-kingdom", "conduct-combat", **held)
    take_area(play, "france", "united-kingdom")
    play.submit(EndPhase())
    assert play.state.control["france"] == "france" and "france: 4 infantry" in BOARD.standing(play, "france")
    again = play_from({}, "united-kingdom", "conduct-combat", markers={("game", "risen|france"): "yes"}, **held)
    take_area(again, "france", "united-kingdom")
    again.submit(EndPhase())
    assert "infantry" not in BOARD.standing(again, "france")
    other = play_from({}, "united-kingdom", "conduct-combat")
    other.submit(EndPhase())
    assert "infantry" not in BOARD.standing(other, "france")


@pytest.mark.section("11. Convoys")
def test_a_submarine_costs_what_its_low_dice_show() -> None:
    play = play_from({"sea-zone-109": "germany: submarine"}, "united-kingdom", "mobilize-units", dice=[2, 5])
    assert convoy_losses(play, "united-kingdom") == 2


@pytest.mark.section("12. National objectives")
def test_objectives_of_the_map() -> None:
    assert met("germany") == [("1", 5), ("5", 5)] and met("germany", relations=GERMAN_WAR) == [("5", 5)]
    assert met("soviet-union") == [] and met("soviet-union", relations=GERMAN_WAR) == [("1", 5), ("4", 9)]
    at_war = {("germany", "united-states"): "war"}
    assert met("united-states") == [] and met("united-states", relations=at_war) == [("1", 20), ("3", 5)]
    assert met("united-kingdom") == [("1", 5)]
    assert met("united-kingdom", control={"gibraltar": "germany"}) == []


@pytest.mark.section("Victory conditions")
def test_the_axis_win_by_eight_cities_and_the_allies_by_berlin_and_rome() -> None:
    cities = dict.fromkeys(("united-kingdom", "russia", "poland", "france", "novgorod", "volgograd"), "germany")
    assert victory.hold(play_from({}, "france", "collect-income", control=cities)) == "axis"
    assert victory.hold(play_from({}, "france", "collect-income", control=cities | {"russia": "soviet-union"})) == ""
    capitals = {"germany": "soviet-union", "southern-italy": "united-kingdom"}
    assert victory.hold(play_from({}, "france", "collect-income", control=capitals)) == "allies"


@pytest.mark.section("Phases and battles")
def test_politics_come_first_and_a_game_of_bots_adds_up_and_is_read_back() -> None:
    assert TITLE.phases[:2] == ("politics", "purchase-units")
    recording, game = simulate(TITLE, 3, "greedy", round_limit=1)
    assert violations(TITLE, game.events) == []
    assert replay(parse_log(write_log(recording), "again", None), TITLE).events == game.events

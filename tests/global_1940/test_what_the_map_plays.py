"""What the map of Global 1940 plays otherwise than aa1942: wars that are declared, two purses, convoys, bases, factories of two sizes."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import events as ev
from engine.dice import SeededDice
from engine.families.axis_allies import victory
from engine.families.axis_allies.combat.capture import take_area
from engine.families.axis_allies.economy.convoys import convoy_losses
from engine.families.axis_allies.economy.objectives import due
from engine.families.axis_allies.orders import Battle, Buy, Declare, Move, Place, Scramble
from engine.invariants import violations
from engine.play import Play
from engine.replay import replay
from engine.rules import EndPhase, load_rules
from engine.simulation import simulate
from ingest.log.reader import parse_log
from ingest.log.writer import write_log
from tests.axisallies.positions import rules_of
from tests.global_1940.positions import BOARD, TITLE, play_from


@pytest.fixture(scope="module")
def start() -> Play:
    play = Play(load_rules(TITLE), SeededDice(1))
    play.start()
    return play


@pytest.mark.section("1. Territories and sea zones")
def test_the_board_is_whole_and_both_ends_of_a_link_know_each_other() -> None:
    assert Counter(row.kind for row in TITLE.areas.values()) == {"land": 204, "sea": 128}
    assert all(area in TITLE.neighbours[other] for area in TITLE.areas for other in TITLE.neighbours[area])
    assert len(TITLE.victory_cities) == 19


@pytest.mark.section("2. Starting units")
def test_most_powers_begin_with_what_they_hold_is_worth() -> None:
    held = Counter[str]()
    for row in TITLE.holdings:
        held[
            "united-kingdom-pacific" if TITLE.in_region(row.area, "united-kingdom-pacific") and row.power == "united-kingdom" else row.power
        ] += TITLE.areas[row.area].value
    begins = {row.power: row.amount for row in TITLE.treasuries}
    assert {power for power, amount in begins.items() if held[power] == amount} == set(begins)


@pytest.mark.section("3. Units")
def test_units_have_the_figures_of_the_map() -> None:
    figures = {unit: (row.cost, row.attack, row.defense, row.move, row.strength) for unit, row in TITLE.units.items()}
    assert figures["mechanized-infantry"] == (4, 1, 2, 2, 1) and figures["tactical-bomber"] == (11, 3, 3, 4, 1)
    assert figures["aircraft-carrier"] == (16, 0, 2, 2, 2) and figures["major-factory"][0] == 30


@pytest.mark.section("4. Who is at war at first")
def test_not_all_are_at_war_at_first(start: Play) -> None:
    wars = {(one, two) for one in TITLE.turns for two in TITLE.turns if one < two and start.position.relation(one, two) == "war"}
    assert ("germany", "united-kingdom") in wars and ("china", "japan") in wars
    assert ("germany", "soviet-union") not in wars and ("japan", "united-kingdom") not in wars
    assert not start.position.enemies_of("united-states") & set(TITLE.turns)


@pytest.mark.section("5. Declarations of war")
def test_a_declaration_makes_the_relations_of_all_it_concerns() -> None:
    play = play_from({}, "germany", "politics")
    play.submit(Declare("soviet-union"))
    now = play.position.relation
    assert now("germany", "soviet-union") == "war" and now("soviet-union", "united-kingdom") == "allied"
    assert now("italy", "soviet-union") == "peace" and now("soviet-union", "pro-axis-neutrals") == "war"


@pytest.mark.section("5. Declarations of war")
@pytest.mark.parametrize(("power", "on", "round", "rules"), [
    ("soviet-union", "germany", 3, ["politics/no-cause"]),
    ("soviet-union", "germany", 4, []),
    ("united-states", "japan", 1, ["politics/no-cause"]),
    ("germany", "soviet-union", 1, []),
    ("germany", "united-kingdom", 1, ["politics/relation"]),
])  # fmt: skip
def test_who_may_declare_war_when(power: str, on: str, round: int, rules: list[str]) -> None:
    assert rules_of(play_from({}, power, "politics", round=round), Declare(on)) == rules


@pytest.mark.section("5. Declarations of war")
def test_japan_gives_cause_to_the_united_states_and_may_take_germany_along() -> None:
    play = play_from({}, "japan", "politics")
    assert rules_of(play, Declare("united-states", "germany")) == ["politics/relation"]
    play.submit(Declare("united-states"))
    play.submit(Declare("united-states", "germany"))
    assert play.position.relation("germany", "united-states") == "war" and play.position.relation("italy", "united-states") == "peace"


@pytest.mark.section("6. The United States enter the war")
def test_the_united_states_are_at_war_after_their_third_round_and_build_up_their_industry() -> None:
    play = play_from({}, "united-states", "mobilize-units", round=3)
    play.submit(EndPhase())
    assert {"germany", "italy", "japan"} <= play.position.enemies_of("united-states")
    stacks = {area: "united-states: minor-factory" for area in ("eastern-united-states", "central-united-states", "western-united-states")}
    play = play_from(stacks, "united-states", "politics", relations={("germany", "united-states"): "war"})
    play.submit(EndPhase())
    assert BOARD.standing(play, "central-united-states") == "united-states: major-factory"


@pytest.mark.section("7. Neutrals")
def test_friendly_neutrals_go_over_to_who_enters() -> None:
    stacks = {"norway": "germany: infantry", "finland": "pro-axis-neutrals: 4 infantry"}
    play = play_from(stacks, "germany", "noncombat-move")
    play.submit(Move("infantry", "norway > finland"))
    assert play.state.control["finland"] == "germany" and BOARD.standing(play, "finland").startswith("germany: 4 infantry")
    assert rules_of(play_from(stacks, "germany", "combat-move"), Move("infantry", "norway > finland")) != []


@pytest.mark.section("7. Neutrals")
def test_strict_neutrals_lean_to_the_other_side_once_attacked() -> None:
    play = play_from({}, "germany", "politics")
    play.submit(Declare("true-neutrals"))
    assert play.position.side_of("true-neutrals") == "allies" and play.position.relation("japan", "true-neutrals") == "war"


@pytest.mark.section("8. Mongolia")
def test_mongolia_joins_the_soviet_union_when_japan_attacks_beside_it() -> None:
    stacks = {"buryatia": "soviet-union: infantry; japan: 9 infantry", "olgiy": "mongolia: infantry"}
    play = play_from(stacks, "japan", "conduct-combat", relations={("japan", "soviet-union"): "war"}, dice=[1] * 10)
    play.submit(Battle("buryatia"))
    while play.pending and play.state.battle:
        play.submit(play.pending.default)
    play.submit(EndPhase())
    assert play.state.control["olgiy"] == "soviet-union" and BOARD.standing(play, "olgiy") == "soviet-union: infantry"


@pytest.mark.section("9. Waters barred before the war")
def test_american_ships_keep_out_of_waters_until_the_war() -> None:
    zone = next(area for area in sorted(TITLE.regions["united-states-barred"]) if TITLE.areas[area].kind == "sea")
    near = next(
        area
        for area in sorted(TITLE.neighbours[zone])
        if TITLE.areas[area].kind == "sea" and area not in TITLE.regions["united-states-barred"]
    )
    order = Move("destroyer", f"{near} > {zone}")
    assert rules_of(play_from({near: "united-states: destroyer"}, "united-states", "noncombat-move"), order) != []
    at_war = play_from(
        {near: "united-states: destroyer"}, "united-states", "noncombat-move", relations={("germany", "united-states"): "war"}
    )
    assert rules_of(at_war, order) == []


@pytest.mark.section("10. Straits")
def test_submarines_pass_gibraltar_whoever_holds_it() -> None:
    play = play_from({"sea-zone-91": "germany: submarine, destroyer"}, "germany", "combat-move")
    assert rules_of(play, Move("submarine", "sea-zone-91 > sea-zone-92")) == []
    assert rules_of(play, Move("destroyer", "sea-zone-91 > sea-zone-92")) == ["combat-move/canals"]


@pytest.mark.section("11. Two purses of the United Kingdom")
def test_the_pacific_purse_buys_for_india_and_collects_while_india_is_held() -> None:
    play = play_from({"india": "united-kingdom: minor-factory"}, "united-kingdom", "purchase-units", money={"united-kingdom-pacific": 6})
    play.submit(Buy("2 infantry", "united-kingdom-pacific"))
    for _ in range(5):
        play.submit(EndPhase())
    play.submit(Place("2 infantry", "india"))
    assert "2 infantry" in BOARD.standing(play, "india")
    paid = [event.power for event in play.events if isinstance(event, ev.ResourceChanged) and event.cause == "income"]
    play.submit(EndPhase())
    paid = [event.power for event in play.events if isinstance(event, ev.ResourceChanged) and event.cause == "income"]
    assert paid == ["united-kingdom", "united-kingdom-pacific"]
    lost = play_from({}, "united-kingdom", "mobilize-units", control={"india": "japan"}, relations={("japan", "united-kingdom"): "war"})
    lost.submit(EndPhase())
    paid = [event.power for event in lost.events if isinstance(event, ev.ResourceChanged) and event.cause == "income"]
    assert paid == ["united-kingdom"]


@pytest.mark.section("12. China")
def test_china_buys_infantry_places_it_anywhere_and_stays_at_home() -> None:
    play = play_from({}, "china", "purchase-units", control={"burma": "japan"}, money={"china": 9})
    assert rules_of(play, Buy("artillery")) == ["purchase/not-for-sale"]
    play.submit(Buy("3 infantry"))
    for _ in range(5):
        play.submit(EndPhase())
    assert rules_of(play, Place("3 infantry", "szechwan")) == []
    home = play_from({"yunnan": "china: infantry"}, "china", "noncombat-move")
    assert rules_of(home, Move("infantry", "yunnan > shan-state")) != []


@pytest.mark.section("13. Convoys")
def test_two_submarines_cost_as_much_as_their_low_dice_show() -> None:
    play = play_from(
        {"sea-zone-37": "japan: submarine"}, "united-kingdom", "mobilize-units", relations={("japan", "united-kingdom"): "war"}, dice=[1, 5]
    )
    assert convoy_losses(play, "united-kingdom-pacific") == 1


@pytest.mark.section("14. National objectives")
def test_germany_is_paid_for_trade_with_russia_while_there_is_peace() -> None:
    assert [one.row.objective for one in due(play_from({}, "germany", "mobilize-units").position, "germany")] == ["1", "5"]
    at_war = play_from({}, "germany", "mobilize-units", relations={("germany", "soviet-union"): "war"})
    assert [one.row.objective for one in due(at_war.position, "germany")] == ["5"]


@pytest.mark.section("14. National objectives")
def test_america_trades_with_japan_until_japan_declares_war_on_the_united_kingdom() -> None:
    assert "1" in [one.row.objective for one in due(play_from({}, "japan", "mobilize-units").position, "japan")]
    declared = play_from({}, "japan", "mobilize-units", markers={("game", "declared|japan-united-kingdom"): "yes"})
    assert "1" not in [one.row.objective for one in due(declared.position, "japan")]


@pytest.mark.section("15. Units that are not placed")
def test_what_is_not_placed_waits() -> None:
    play = play_from({}, "germany", "mobilize-units", pool={"germany": "tank"})
    play.submit(EndPhase())
    assert play.state.pool["germany", "tank"] == 1


@pytest.mark.section("16. Major and minor factories")
def test_a_major_factory_that_is_taken_is_a_minor_one_and_an_upgrade_makes_it_major() -> None:
    play = play_from({"france": "france: major-factory"}, "germany", "conduct-combat")
    take_area(play, "france", "germany")
    assert BOARD.standing(play, "france") == "germany: minor-factory [captured]"
    play = play_from({"southern-italy": "italy: minor-factory"}, "italy", "mobilize-units", pool={"italy": "factory-upgrade"})
    play.submit(Place("factory-upgrade", "southern-italy"))
    assert BOARD.standing(play, "southern-italy") == "italy: major-factory"


@pytest.mark.section("17. Air and naval bases")
def test_bases_lend_a_space_and_repair_ships() -> None:
    stacks = {"germany": "germany: air-base, fighter", "western-germany": "germany: naval-base", "sea-zone-112": "germany: battleship~1"}
    play = play_from(stacks, "germany", "politics")
    play.submit(EndPhase())
    assert BOARD.standing(play, "sea-zone-112") == "germany: battleship"


@pytest.mark.section("18. Scrambles")
def test_aircraft_scramble_from_a_base_into_the_sea_beside_it() -> None:
    stacks = {"scotland": "united-kingdom: air-base, fighter", "sea-zone-111": "united-kingdom: destroyer; germany: 2 submarine"}
    play = play_from(stacks, "germany", "conduct-combat")
    assert play.pending and isinstance(play.pending.default, Scramble)
    off = play_from(stacks, "germany", "conduct-combat", options={"scrambles": "off"})
    assert off.pending is None


@pytest.mark.section("19. Strategic bombing raids")
def test_a_bomber_adds_two_to_its_die() -> None:
    play = play_from(
        {"germany": "germany: major-factory", "poland": "united-kingdom: bomber"}, "united-kingdom", "combat-move", dice=[6, 3]
    )
    play.submit(Move("bomber", "poland > germany", raid=True))
    play.submit(EndPhase())
    play.submit(Battle("germany", raid=True))
    assert play.state.damage["germany", "major-factory"] == 5


@pytest.mark.section("20. Units that help each other")
def test_mechanized_infantry_blitzes_beside_a_tank_alone() -> None:
    stacks = {"romania": "germany: tank, mechanized-infantry"}
    more = {"control": {"bessarabia": "soviet-union", "ukraine": "soviet-union"}, "relations": {("germany", "soviet-union"): "war"}}
    play = play_from(stacks, "germany", "combat-move", **more)
    assert rules_of(play, Move("mechanized-infantry", "romania > bessarabia > ukraine")) != []
    assert rules_of(play, Move("mechanized-infantry, tank", "romania > bessarabia > ukraine")) == []


@pytest.mark.section("Victory conditions")
def test_the_axis_win_by_six_cities_of_the_pacific_as_a_round_ends() -> None:
    cities = dict.fromkeys(("hawaiian-islands", "philippines", "new-south-wales", "india", "kwangtung"), "japan") | {"kiangsu": "japan"}
    assert victory.hold(play_from({}, "germany", "collect-income", control=cities)) == "axis"
    assert victory.hold(play_from({}, "germany", "collect-income")) == ""


@pytest.mark.section("11. Two purses of the United Kingdom")
def test_the_pacific_purse_is_free_again_and_keeps_its_money_when_india_is_retaken() -> None:
    relations = {("japan", "united-kingdom"): "war"}
    play = play_from({"burma": "united-kingdom: tank"}, "united-kingdom", "combat-move", control={"india": "japan"}, relations=relations)
    play.emit(ev.PowerChanged("united-kingdom-pacific", "active", "capital-lost", "captured"))
    money = play.state.resources["united-kingdom-pacific", "ipc"]
    take_area(play, "india", "united-kingdom", "captured")
    assert play.state.standing["united-kingdom-pacific"] == "active"
    assert play.state.resources["united-kingdom-pacific", "ipc"] == money > 0


@pytest.mark.section("Phases and battles")
def test_a_game_of_bots_adds_up_and_its_log_is_read_back() -> None:
    recording, game = simulate(TITLE, 3, "greedy", round_limit=1)
    assert violations(TITLE, game.events) == []
    again = replay(parse_log(write_log(recording), "again", None), TITLE)
    assert again.events == game.events

"""Figures just at their limit, and one case on either side of a condition, in the words of the book."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.facilities.factories import purse
from engine.families.axis_allies.orders import Declare, Move
from engine.families.axis_allies.vocabulary import RAIDING
from engine.rules import EndPhase
from engine.titles.global_war_1936.economy.collecting import bonus_of
from engine.titles.global_war_1936.land import surrounded
from engine.titles.global_war_1936.lend_lease import diplomacy
from engine.titles.global_war_1936.nations import controlled_by, is_apart, zones_held
from engine.titles.global_war_1936.orders import (
    Carpet,
    Cross,
    Dock,
    Exchange,
    Grant,
    Influence,
    Wreck,
)
from engine.titles.global_war_1936.politics import alignment, events, fall, objectives, war
from engine.titles.global_war_1936.treaties import refuge
from engine.titles.global_war_1936.vocabulary import LEADING, TRACKER
from tests.global_war_1936.positions import BOARD, TITLE, battle, begun, combat, play_from, problems, rolls, standing
from tests.global_war_1936.test_2_3_divided import EAST, WEST, opened


@pytest.mark.section("4.8")
def test_table_4_5_the_satellites_have_three_turns_and_no_more() -> None:
    calm = {("germany", "soviet-union"): "peace"}
    play = BOARD.play_from({}, "germany", "place-units", standing={"france": "surrendered"}, relations=calm)
    lost = zones_held(play.position, "bulgaria")
    for area in lost:
        fall.give(play, area, "great-britain", "captured")
    for _ in range(3):
        events.place_units_over(play)
    assert [is_apart(play.position, minor) for minor in ("romania", "hungary", "bulgaria")] == [False, False, True]
    for area in lost:
        fall.give(play, area, "bulgaria", "liberated")
    events.place_units_over(play)
    assert is_apart(play.position, "bulgaria"), "the third turn is past"


@pytest.mark.section("3.3")
def test_3_3_a_home_area_that_a_nation_at_peace_holds_is_not_lost() -> None:
    play = begun("1939")
    fall.give(play, "picardy", "great-britain", "claimed")
    war.set_relation(play, "france", "soviet-union", "peace")
    fall.give(play, "normandy", "soviet-union", "claimed")
    fall.give(play, "aquitaine", "germany", "captured")
    assert objectives.home_lost(play.position, "france") == ["aquitaine"]


@pytest.mark.section("7.4")
def test_7_4_a_ship_that_leaves_its_dock_is_not_repaired() -> None:
    stacks = {
        "western-germany": "germany: major-factory, major-shipyard",
        "sea-zone-9": "germany: 2 battleship~1",
        "netherlands": "germany: major-dockyard",
    }
    play = play_from(stacks, "germany", "production", money={"germany": 60}, control={"netherlands": "germany"}, dice=[1] * 9)
    play.submit(Dock("battleship", "sea-zone-9", "netherlands", 2))
    play.submit(EndPhase("conduct-combat"))
    play.submit(Move("battleship", "sea-zone-9 > sea-zone-10"))
    play.submit(EndPhase())
    assert "battleship~1" in standing(play, "sea-zone-10"), "the dock is left"
    assert standing(play, "sea-zone-9") == "germany: battleship"


@pytest.mark.section("7.9", "0.2")
@pytest.mark.parametrize(("earns", "most"), [(14, 7), (15, 8), (16, 8)])
def test_7_9_half_of_an_odd_income_is_rounded_up(earns: int, most: int) -> None:
    play = play_from(
        {},
        "great-britain",
        "production",
        money={"great-britain": 40},
        relations={("soviet-union", other): "peace" for other in TITLE.turns if other != "soviet-union"},
        markers={("game", "income|soviet-union"): str(earns)},
    )
    assert problems(play, Grant("soviet-union", most)) == []
    assert problems(play, Grant("soviet-union", most + 1)) == ["lend-lease/amount"]


@pytest.mark.section("4.7")
def test_4_7_a_minor_power_attacked_by_two_aligns_when_its_protector_is_at_war_with_both() -> None:
    play = begun("1936")
    alignment.take_control(play, "yugoslavia", "great-britain")
    for foe in ("germany", "italy"):
        war.set_relation(play, foe, "yugoslavia", "war")
    war.set_relation(play, "great-britain", "germany", "war")
    alignment.settle(play)
    assert is_apart(play.position, "yugoslavia"), "Italy is at peace with Great Britain"
    war.set_relation(play, "great-britain", "italy", "war")
    alignment.settle(play)
    assert not is_apart(play.position, "yugoslavia")


@pytest.mark.section("1.16")
@pytest.mark.parametrize(("damage", "falls"), [(0, False), (9, True)])
def test_1_16_an_air_base_keeps_a_city_from_being_surrounded_while_it_works(damage: int, falls: bool) -> None:
    around = {area: "germany" for area in TITLE.neighbours["warsaw"] if TITLE.areas[area].kind == "land"}
    stacks = {"warsaw": "soviet-union: infantry, air-base"}
    play = combat("germany", stacks, control=around | {"warsaw": "soviet-union"})
    if damage:
        play.emit(ev.FacilityChanged("warsaw", "air-base", "soviet-union", "bombed", damage, damage))
    assert surrounded.is_surrounded(play.position, "warsaw") is falls


@pytest.mark.section("5.4")
@pytest.mark.parametrize(("lost", "bonus"), [((), 3), (("gibraltar",), 0), (("gibraltar", "eastern-egypt"), 0)])
def test_5_4_a_bonus_for_all_of_some_areas_is_lost_with_one_of_them(lost: tuple[str, ...], bonus: int) -> None:
    play = BOARD.play_from(
        {}, "great-britain", "collect-income", control=dict.fromkeys(lost, "italy"), relations={("great-britain", "germany"): "war"}
    )
    assert bonus_of(play.position, "great-britain").get("british-suez", 0) == bonus


@pytest.mark.section("7.3", "9.17")
@pytest.mark.parametrize("order", ["wreck", "carpet"])
def test_of_two_stacks_of_bombers_no_more_go_than_the_order_says(order: str) -> None:
    stacks = {
        "london": "germany: 2 strategic-bomber [moved used=1 from=normandy], 2 strategic-bomber [moved used=2 from=berlin];"
        " great-britain: 2 infantry"
    }
    play = combat(
        "germany",
        stacks,
        [12] * 30,
        relations={("germany", "great-britain"): "war"},
        options={"site-bombing": "on"},
        markers={("game", "chart/great-britain/air-base/london//1"): "1"},
    )
    given = Wreck("3 strategic-bomber", "london", "air-base") if order == "wreck" else Carpet("3 strategic-bomber", "london")
    play.submit(given)
    dice = [len(roll) for *_, roll in rolls(play)]
    bombed = [event for event in play.events if isinstance(event, ev.UnitsChanged) and RAIDING in event.becomes]
    assert sum(event.count for event in bombed) == 3, dice


@pytest.mark.section("1.9")
def test_1_9_of_two_stacks_only_as_many_vehicles_go_back_as_broke_down() -> None:
    stacks = {
        "palestine": "great-britain: light-armor [moved from=eastern-egypt], light-armor [moved from=eastern-egypt used=1];"
        " italy: 2 infantry",
        "eastern-egypt": "great-britain: infantry",
    }
    play = combat(
        "great-britain",
        stacks,
        [12, 11, 11, 11],
        control={"palestine": "italy", "eastern-egypt": "great-britain"},
        relations={("great-britain", "italy"): "war"},
    )
    play.submit(battle("palestine"))
    assert sum(n for key, n in play.position.stacks("palestine") if key.unit == "light-armor") == 1


@pytest.mark.section("7.4")
@pytest.mark.parametrize(("hits", "fatal"), [(3, False), (1, True)])
def test_7_4_a_repair_of_too_many_ships_mends_those_there_are_and_of_none_is_void(hits: int, fatal: bool) -> None:
    hurt = "2 battleship~1" if hits == 3 else "2 battleship"
    stacks = {"western-germany": "germany: 4 major-dockyard, major-shipyard", "sea-zone-9": f"germany: {hurt}"}
    play = play_from(stacks, "germany", "production", money={"germany": 60})
    found = {problem.rule: problem.fatal for problem in play.check(Dock("battleship", "sea-zone-9", "western-germany", hits))}
    assert found["repair/ships"] is fatal


@pytest.mark.section("4.8")
def test_4_8_who_cannot_be_influenced_is_answered_with_those_who_can() -> None:
    play = begun("1936")
    (problem,) = diplomacy.check_influence(play.position, Influence("norway", 2))
    assert problem.expected == "for germany: argentina"


@pytest.mark.section("7.9")
@pytest.mark.parametrize(("money", "wrong"), [(3, []), (2, ["lend-lease/amount"])])
def test_7_9_a_unit_is_lent_for_the_last_money(money: int, wrong: list[str]) -> None:
    calm = {("soviet-union", other): "peace" for other in TITLE.turns if other != "soviet-union"}
    play = play_from({}, "great-britain", "production", money={"great-britain": money}, relations=calm)
    assert TITLE.units["infantry"].cost == 3
    assert problems(play, Grant("soviet-union", 0, "infantry")) == wrong


@pytest.mark.section("4.4", "4.5")
def test_4_4_who_has_aligned_is_controlled_no_more() -> None:
    play = begun("1936")
    alignment.take_control(play, "yugoslavia", "germany")
    assert controlled_by(play.position, "yugoslavia") == "germany"
    alignment.align(play, "yugoslavia", "germany")
    assert controlled_by(play.position, "yugoslavia") == ""


@pytest.mark.section("4.8")
@pytest.mark.parametrize(("on", "joins"), [("norway", True), ("denmark", True), ("turkey", False)])
def test_4_8_sweden_joins_germany_after_a_soviet_war_on_a_neighbour(on: str, joins: bool) -> None:
    play = begun("1939", ev.PhaseStarted("soviet-union", "combat-move", 50))
    TRACKER.emit(play, "99", "soviet-union")
    play.submit(Declare(on))
    assert is_apart(play.position, "sweden")
    events.combat_over(play)
    assert is_apart(play.position, "sweden") is not joins


@pytest.mark.section("4.8")
@pytest.mark.parametrize(("where", "joins"), [("kuwait", True), ("sea-zone-65", False)])
def test_4_8_troops_aboard_ships_bring_iraq_to_nobody(where: str, joins: bool) -> None:
    afloat = "italy: naval-transport [cargo=italy/infantry], infantry [aboard]"
    stacks = {where: "italy: infantry" if joins else afloat}
    play = BOARD.play_from(stacks, "italy", "conduct-combat", control={"kuwait": "italy"})
    events.combat_over(play)
    assert (play.state.control["iraq"] == "italy") is joins


@pytest.mark.section("2.3")
def test_2_3_a_half_gives_the_other_all_it_has_and_no_more() -> None:
    play = opened()
    have = purse(play.position, EAST)
    assert problems(play, Exchange(EAST, WEST, have)) == []
    assert problems(play, Exchange(EAST, WEST, have + 1)) == ["exchange/money"]


@pytest.mark.section("6.1")
def test_6_1_who_leads_is_noted_as_a_nation_begins() -> None:
    play = begun("1936")
    while play.state.clock.power != "japan":
        play.submit(EndPhase())
    assert LEADING.read(play.state) == "japan"


@pytest.mark.section("0.5")
def test_troops_that_find_no_refuge_are_told_so_instead_of_searching_on() -> None:
    asked: list[str] = []

    def closed(area: str) -> bool:
        asked.append(area)
        assert len(asked) < 10_000, "areas are asked about again and again"
        return False

    assert refuge.nearest(TITLE, "berlin", closed) == ""
    assert len(asked) == len(set(asked))


@pytest.mark.section("1.20")
def test_1_20_marines_cross_one_crossing_at_a_time() -> None:
    stacks = {"picardy": "germany: marine", "london": "great-britain: infantry"}
    play = play_from(stacks, "germany", "combat-move", control={"picardy": "germany"})
    assert problems(play, Cross("marine", "picardy > london")) == []
    assert problems(play, Cross("marine", "picardy > london > liverpool")) == ["crossing/way"]


@pytest.mark.section("5.4")
@pytest.mark.parametrize(("beside", "bonus"), [(True, 2), (False, 0)])
def test_5_4_the_communists_have_a_bonus_while_they_touch_the_soviets(beside: bool, bonus: int) -> None:
    play = begun("1936")
    red = next(
        area
        for area, holder in sorted(play.state.control.items())
        if holder == "soviet-union"
        for near in TITLE.neighbours[area]
        if TITLE.areas[near].kind == "land"
    )
    near = next(area for area in TITLE.neighbours[red] if TITLE.areas[area].kind == "land")
    for area, holder in list(play.state.control.items()):
        if holder == "ccp":
            fall.give(play, area, "kmt", "captured")
    fall.give(play, near if beside else "formosa", "ccp", "captured")
    fall.give(play, red, "soviet-union", "captured")
    assert bonus_of(play.position, "ccp").get("communist-road", 0) == bonus

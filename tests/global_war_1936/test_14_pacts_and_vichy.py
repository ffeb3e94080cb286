"""Sections 14.2 to 14.4: what pacts bind their parties to, eastern Poland, and all that Vichy France brings."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.dice import SeededDice
from engine.families.axis_allies.combat.capture import take_area
from engine.families.axis_allies.combat.pending_battles import battles_due
from engine.families.axis_allies.orders import Declare, Move
from engine.invariants import invariants
from engine.play import Play
from engine.rules import EndPhase
from engine.titles.global_war_1936.economy import chart, income
from engine.titles.global_war_1936.nations import controlled_by, is_at_war
from engine.titles.global_war_1936.orders import Armistice, Build, Deliver, Grant, Partition, Recruit, Sign
from engine.titles.global_war_1936.politics import alignment, fall, war
from engine.titles.global_war_1936.vocabulary import CHART
from tests.global_war_1936.positions import BOARD, TITLE, battle, begun, play_from, problems, standing

READY = {("game", "income|soviet-union"): "99"}
PACT = READY | {("game", "pact|molotov-ribbentrop"): "signed"}
TREATY = READY | {("game", "pact|japanese-soviet"): "signed"}
CALM = {
    ("soviet-union", other): "peace"
    for other in ("germany", "italy", "japan", "great-britain", "france", "united-states", "kmt", "free-france")
}


def soviet(stacks: dict[str, str], phase: str = "combat-move", **more: object) -> Play:
    more = {"relations": CALM, "markers": PACT} | more
    return BOARD.play_from(stacks, "soviet-union", phase, **more)  # type: ignore[arg-type]


POLAND = {"western-belorussia": "soviet-union: 2 infantry", "east-poland": "great-britain: infantry"}
BRITISH = {"east-poland": "great-britain", "lubelskie": "great-britain", "warsaw": "germany"}


@pytest.mark.section("14.2", "12.5")
def test_14_2_germany_gets_its_base_in_murmansk_also_beside_one_of_the_soviets() -> None:
    offered = READY | {("game", "offered|molotov-ribbentrop"): "germany"}
    there = {"murmansk": "soviet-union: submarine-base"}
    play = soviet(there, "noncombat-move", markers=offered)
    play.submit(Sign("molotov-ribbentrop"))
    assert standing(play, "murmansk") == "germany: submarine-base; soviet-union: submarine-base"
    checks = invariants(TITLE)
    assert [checks.check_stack(play.state, key) for key, _ in play.position.stacks("murmansk")] == [[], []]
    own = soviet(there, "production", money={"soviet-union": 20})
    assert problems(own, Build("submarine-base", "murmansk")) == ["build/taken"]
    guest = soviet({"murmansk": "germany: submarine-base"}, "production", money={"soviet-union": 20})
    assert problems(guest, Build("submarine-base", "murmansk")) == []


@pytest.mark.section("14.2")
def test_14_2_the_soviets_attack_eastern_poland_without_a_war_once_warsaw_is_german() -> None:
    play = soviet(POLAND, control=BRITISH, dice=[1, 1, 12])
    order = Move("2 infantry", "western-belorussia > east-poland")
    assert problems(play, order)
    play.submit(Partition())
    assert not is_at_war(play.position, "soviet-union")
    play.submit(order)
    assert [due.area for due in battles_due(play.position)] == ["east-poland"]
    play.submit(EndPhase())
    play.submit(battle("east-poland"))
    assert play.state.control["east-poland"] == "soviet-union"
    play.submit(EndPhase())
    assert play.position.relation("soviet-union", "great-britain") == "peace"


@pytest.mark.section("14.2")
def test_14_2_not_before_warsaw_is_german_not_without_the_pact_and_nowhere_else() -> None:
    assert problems(soviet(POLAND, control=BRITISH | {"warsaw": "great-britain"}), Partition()) == ["partition/pact"]
    assert problems(soviet(POLAND, control=BRITISH, markers={}), Partition()) == ["partition/pact"]
    own = BRITISH | {"east-poland": "soviet-union", "lubelskie": "soviet-union"}
    assert problems(soviet({}, control=own), Partition()) == ["partition/holder"]
    play = soviet(POLAND | {"transcaucasia": "soviet-union: infantry"}, control=BRITISH | {"northern-persia": "great-britain"})
    play.submit(Partition())
    assert problems(play, Move("infantry", "transcaucasia > northern-persia")) == ["partition/reach"]


@pytest.mark.section("14.2")
def test_14_2_of_finland_the_soviets_attack_karjala_alone_under_the_pact() -> None:
    fights = CALM | {("soviet-union", "finland"): "war"}
    stacks = {"leningrad": "soviet-union: infantry", "karjala": "soviet-union: infantry"}
    for markers, wrong in ((PACT, ["partition/finland"]), ({}, [])):
        play = soviet(stacks, relations=fights, markers=markers)
        assert problems(play, Move("infantry", "leningrad > karjala")) == []
        on = soviet(stacks, relations=fights, markers=markers, control={"karjala": "soviet-union"})
        assert problems(on, Move("infantry", "karjala > finland")) == wrong


@pytest.mark.section("14.2")
def test_14_2_the_pact_shields_romania_and_hungary() -> None:
    for minor in ("romania", "hungary"):
        assert problems(soviet({}), Declare(minor)) == ["war/pact"]
        assert problems(soviet({}, markers=READY), Declare(minor)) == []


@pytest.mark.section("14.3")
def test_14_3_the_treaty_is_broken_before_a_war() -> None:
    play = soviet({}, markers=TREATY)
    assert problems(play, Declare("japan")) == ["war/pact"]
    play.submit(Sign("japanese-soviet", end=True))
    assert problems(play, Declare("japan")) == []


@pytest.mark.section("14.3")
def test_14_3_neither_side_lends_to_an_enemy_of_the_other() -> None:
    play = soviet({}, "production", markers=TREATY, money={"soviet-union": 20}, dice=[1])
    assert play.position.relation("japan", "kmt") == "war"
    assert problems(play, Grant("kmt", 2)) == ["lend-lease/treaty"]
    free = soviet({}, "production", markers={}, money={"soviet-union": 20}, dice=[1])
    assert problems(free, Grant("kmt", 2)) == []


# Vichy


def fallen(*units: tuple[str, str, str], by: str = "germany", held: dict[str, str] | None = None, **more: object) -> Play:
    """France after the loss of Paris, in a turn of `by`, with (area, power, units) on the board besides."""
    stacks: dict[str, str] = {}
    for area, power, text in units:
        stacks[area] = f"{stacks[area]}; {power}: {text}" if area in stacks else f"{power}: {text}"
    relations = {("great-britain", "france"): "allied", ("germany", "italy"): "allied"}
    play = BOARD.play_from(stacks, by, "conduct-combat", control=held or {}, relations=relations, **more)  # type: ignore[arg-type]
    play.dice = SeededDice(1)
    take_area(play, "paris", by)
    fall.look(play)
    return play


@pytest.mark.section("14.4.2")
def test_14_4_2_vichy_is_created_in_a_german_turn_alone() -> None:
    assert "vichy-france" in fallen().state.control.values()
    other = fallen(by="italy")
    assert "vichy-france" not in other.state.control.values() and other.state.control["picardy"] == "france"


@pytest.mark.section("14.4.2")
def test_14_4_2_the_axis_leaves_what_becomes_vichy() -> None:
    play = fallen(("southern-france", "germany", "2 infantry"), held={"southern-france": "germany"})
    assert play.state.control["southern-france"] == "vichy-france" and "germany" not in standing(play, "southern-france")
    assert sum(n for key, n in play.state.stacks.items() if (key.power, key.unit) == ("germany", "infantry")) == 2


@pytest.mark.section("14.4.2", "11.6")
def test_14_4_2_the_land_of_vichy_pays_germany() -> None:
    play = fallen()
    areas = [area for area, holder in play.state.control.items() if holder == "vichy-france"]
    worth = sum(play.title.areas[area].value for area in areas)
    assert worth and income.income(play.position, "germany") == income.land_value(play.position, "germany") + worth
    alignment.take_control(play, "vichy-france", "italy")
    assert income.income(play.position, "germany") == income.land_value(play.position, "germany")


@pytest.mark.section("14.4.2")
def test_14_4_2_allied_troops_leave_france_where_they_can() -> None:
    units = (("picardy", "great-britain", "2 infantry, fighter"), ("burgundy", "great-britain", "infantry"))
    play = fallen(*units)
    assert "great-britain" not in standing(play, "picardy") + standing(play, "burgundy")
    assert "2 infantry" in standing(play, "london")
    left = [key.unit for key in play.state.stacks if key.power == "great-britain"]
    assert sorted(left) == ["fighter", "infantry"]


@pytest.mark.section("14.4.2")
def test_14_4_2_ships_under_construction_are_rolled_for() -> None:
    play = BOARD.play_from({}, "germany", "conduct-combat", dice=[7, 8, 11])
    CHART.emit(play, "3", "france", "heavy-cruiser", "", "", "1")
    fall._divide_chart(play)
    assert chart.items(play.position) == [
        chart.Item("germany", "heavy-cruiser", "", "", 1, 1),
        chart.Item("vichy-france", "heavy-cruiser", "", "", 1, 1),
    ]
    alignment.align(play, "vichy-france", "great-britain")
    assert [item.account for item in chart.items(play.position)] == ["germany", "great-britain"]


@pytest.mark.section("14.4.2", "9.22")
def test_14_4_2_who_was_under_french_control_is_under_that_of_free_france() -> None:
    play = begun("1936")
    assert controlled_by(play.position, "abyssinia") == "france"
    war.set_relation(play, "france", "germany", "war")
    take_area(play, "paris", "germany")
    fall.look(play)
    assert controlled_by(play.position, "abyssinia") == "free-france"


@pytest.mark.section("14.4.3")
def test_14_4_3_the_axis_does_not_attack_vichy() -> None:
    play = fallen()
    assert [problem.rule for problem in war.check_war(play.position, "italy", "vichy-france")] == ["war/vichy"]


@pytest.mark.section("14.4.3")
def test_14_4_3_recruits_of_vichy_come_in_any_area_of_its_own() -> None:
    held = {"southern-france": "vichy-france", "corsica": "vichy-france", "madagascar": "vichy-france"}
    markers = {("game", "controlled|vichy-france"): "germany"}
    play = BOARD.play_from({}, "vichy-france", "combat-move", control=held, markers=markers, dice=[2])
    play.open_phase(ev.PhaseStarted("vichy-france", "place-units", play.state.clock.turn))
    assert problems(play, Recruit("infantry", "madagascar")) == [] == problems(play, Recruit("infantry", "corsica"))


@pytest.mark.section("14.4.3", "11.4")
def test_14_4_3_germany_lends_units_to_vichy_in_southern_france() -> None:
    held = {"southern-france": "vichy-france", "burgundy": "germany", "alsace-lorraine": "germany", "paris": "germany"}
    markers = {("game", "controlled|vichy-france"): "germany"}
    home = {"western-germany": "germany: major-factory", "berlin": "germany: major-factory"}
    play = play_from(home, "germany", "production", control=held, markers=markers, money={"germany": 20})
    assert problems(play, Grant("vichy-france", 0, "infantry")) == []
    assert "lend-lease/amount" in problems(play, Grant("vichy-france", 3))
    sent = markers | {("game", "grant|germany|vichy-france"): "infantry"}
    place = play_from(home, "germany", "place-units", control=held, markers=sent)
    place.submit(Deliver("vichy-france", "western-germany", "southern-france"))
    assert standing(place, "southern-france") == "vichy-france: infantry"


@pytest.mark.section("14.4.3")
def test_14_4_3_money_of_germany_completes_the_ships_of_vichy() -> None:
    held = {"southern-france": "vichy-france", "burgundy": "germany", "alsace-lorraine": "germany", "paris": "germany"}
    markers = {("game", "controlled|vichy-france"): "germany", ("game", "chart/vichy-france/heavy-cruiser///1"): "1"}
    home = {"western-germany": "germany: major-factory"}
    play = BOARD.play_from(home, "germany", "production", control=held, markers=markers, money={"germany": 20})
    assert problems(play, Grant("vichy-france", 6)) == ["lend-lease/amount"]
    assert problems(play, Grant("vichy-france", 5)) == []
    sent = markers | {("game", "grant|germany|vichy-france"): "5"}
    place = BOARD.play_from(home, "germany", "place-units", control=held, markers=sent)
    place.submit(Deliver("vichy-france", "western-germany", "southern-france"))
    assert standing(place, "sea-zone-49") == "vichy-france: heavy-cruiser"
    assert chart.items(place.position, "vichy-france") == []


@pytest.mark.section("14.4.2")
def test_14_4_2_germany_may_do_without_vichy() -> None:
    play = play_from({}, "germany", "conduct-combat")
    play.submit(Armistice(vichy=False))
    take_area(play, "paris", "germany")
    fall.look(play)
    assert "vichy-france" not in play.state.control.values()
    other = play_from({}, "italy", "conduct-combat")
    assert problems(other, Armistice()) == ["armistice/who"]


@pytest.mark.section("14.4.2")
def test_14_4_2_a_france_that_was_liberated_falls_again_without_a_second_vichy() -> None:
    markers = {("game", "controlled|vichy-france"): "germany"}
    play = fallen(("normandy", "united-states", "infantry"), markers=markers)
    assert "vichy-france" not in play.state.control.values()
    assert standing(play, "normandy") == "united-states: infantry" and play.state.control["normandy"] == "united-states"
    gone = fallen(standing={"vichy-france": "axis"})
    assert "vichy-france" not in gone.state.control.values(), "Vichy has become a part of Germany"


@pytest.mark.section("14.4.2")
def test_14_4_2_each_french_ship_is_rolled_for() -> None:
    zone = "sea-zone-51"
    for dice, ships in (((3, 4), "free-france: destroyer"), ((6, 7), ""), ((10, 12), "germany: destroyer")):
        play = BOARD.play_from({zone: "free-france: 2 destroyer"}, "germany", "conduct-combat", dice=dice)
        fall._divide_navy(play, "germany")
        assert standing(play, zone) == ships
        recalled = sum(6 < die <= 10 for die in dice)
        assert standing(play, "sea-zone-49") == ("vichy-france: destroyer" if recalled else "")


@pytest.mark.section("14.4.2")
def test_14_4_2_a_six_makes_a_colony_vichy_and_a_seven_free_french() -> None:
    for die, holder in ((6, "vichy-france"), (7, "free-france")):
        play = BOARD.play_from({}, "germany", "conduct-combat", dice=[die], control={"madagascar": "free-france"})
        fall._divide_colonies(play)
        assert play.state.control["madagascar"] == holder


@pytest.mark.section("14.4.2")
def test_14_4_2_friends_leave_a_colony_that_becomes_vichy_and_stay_in_one_that_does_not() -> None:
    """They are guests of a neutral there; who has no way out is lost, as in France itself."""
    guests = {"syria": "great-britain: fighter, infantry", "madagascar": "great-britain: infantry"}
    held = {"syria": "free-france", "madagascar": "free-france", "palestine": "great-britain"}
    for dice, stays in (((6, 6), False), ((7, 7), True)):
        play = BOARD.play_from(guests, "germany", "conduct-combat", dice=dice, control=held)
        fall._divide_colonies(play)
        left = standing(play, "syria"), standing(play, "madagascar")
        assert left == (tuple(guests.values()) if stays else ("", ""))
        assert standing(play, "palestine") == ("" if stays else "great-britain: fighter, infantry")


@pytest.mark.section("14.4.1")
def test_14_4_1_french_troops_aboard_ships_of_friends_are_free_french_and_french_again() -> None:
    allied = {("great-britain", "france"): "allied", ("germany", "italy"): "allied"}
    play = BOARD.play_from({}, "germany", "conduct-combat", relations=allied)
    play.dice = SeededDice(1)
    for unit, condition, power in (
        ("naval-transport", "cargo=france/infantry+great-britain/infantry", "great-britain"),
        ("infantry", "aboard", "france"),
        ("infantry", "aboard", "great-britain"),
    ):
        play.emit(ev.UnitsPlaced(power, unit, 1, "sea-zone-27", 1, "setup", condition))
    take_area(play, "paris", "germany")
    fall.look(play)
    assert "cargo=free-france/infantry+great-britain/infantry" in carried(play)
    fall.give(play, "paris", "great-britain", "liberated")
    fall.look(play)
    assert "cargo=france/infantry+great-britain/infantry" in carried(play)


def carried(play: Play) -> set[str]:
    return {key.condition for key in play.state.stacks if key.area == "sea-zone-27"}

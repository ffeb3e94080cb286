"""Sections United States, Summary of Income: neutrality, mobilization, entry into the war, income by turn."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.economy.income import incomes
from engine.families.axis_allies.orders import Battle, Buy, Declare, Move
from engine.families.axis_allies.politics.schedule import is_threatened
from engine.play import Play
from engine.rules import EndPhase
from tests.axisallies.battles import fight_on
from tests.global1939.positions import TITLE, outcome, play_from, rules_of, standing
from tests.global1939.turns import bank, go_to, late, new_game, paid, pass_by, turns_of

pytestmark = pytest.mark.section("United States")

NEUTRAL = {"united-states": "neutral"}


def test_they_enter_the_war_on_turn_4_and_move_from_then_on() -> None:
    play = go_to(new_game(), "germany", "politics", round=4)
    assert play.state.standing["united-states"] == "active"
    assert {"germany", "italy", "japan"} <= play.position.enemies_of("united-states")
    go_to(play, "united-states", "combat-move", round=4)
    assert "combat-move" not in [phase for power, phases in turns_of(play)[:-1] if power == "united-states" for phase in phases]


def test_neutral_they_declare_war_on_nobody() -> None:
    play = play_from({}, "united-states", "politics", standing=NEUTRAL)
    assert rules_of(play, Declare("japan")) == rules_of(play, Declare("brazil")) == ["politics/neutral"]


def test_an_attack_brings_them_into_the_war_before_turn_4() -> None:
    play = play_from({}, "japan", "politics", standing=NEUTRAL)
    outcome(play, Declare("united-states"))
    assert play.state.standing["united-states"] == "active"
    assert play.position.relation("germany", "united-states") == "war"


def test_home_factories_grow_at_war() -> None:
    play = go_to(new_game(), "germany", "politics", round=4)
    home = ("eastern-united-states", "central-united-states", "western-united-states")
    assert all(play.state.stacks.get((area, "united-states", "major-factory", 1, "")) == 1 for area in home)


@pytest.mark.parametrize(
    ("stacks", "seen"),
    [
        ({"sea-zone-26": "japan: submarine"}, True),
        ({"sea-zone-26": "united-kingdom: submarine"}, False),
        ({"sea-zone-6": "japan: submarine"}, False),
    ],
)
def test_an_axis_unit_in_a_zone_beside_american_land_mobilizes_them(stacks: dict[str, str], seen: bool) -> None:
    assert "hawaiian-islands" in TITLE.neighbours["sea-zone-26"]
    play = late("japan", stacks, standing=NEUTRAL, control={"guam": "", "wake-island": "", "midway": ""})
    assert is_threatened(play.position, "united-states") is seen


def test_mobilized_they_build_and_collect_their_domestic_income_but_do_not_move() -> None:
    play = late("italy", {"sea-zone-26": "japan: submarine"}, standing=NEUTRAL)
    go_to(play, "germany", "politics", round=2)
    phases = next(phases for power, phases in turns_of(play) if power == "united-states")
    assert phases == ["research", "politics", "purchase-units", "mobilize-units", "collect-income"]
    assert paid(play, "united-states", "income") == [20]


def test_neutral_and_not_threatened_their_domestic_income_is_lost() -> None:
    play = late("italy", {}, standing=NEUTRAL)
    go_to(play, "germany", "politics", round=2)
    assert paid(play, "united-states", "income") == []


@pytest.mark.section("Summary of Income")
@pytest.mark.parametrize(("round", "income"), [(4, 30), (5, 40), (6, 45), (9, 45)])
def test_summary_of_income(round: int, income: int) -> None:
    play = late("united-states", {}, round=round)
    assert incomes(play.position, "united-states") == {"united-states": income}


@pytest.mark.section("Summary of Income")
@pytest.mark.parametrize(("round", "income"), [(5, 40), (6, 40)])
def test_by_option_they_grow_to_60_with_the_20_of_lend_lease(round: int, income: int) -> None:
    play = late("united-states", {}, round=round, options={"american-income": "sixty"})
    assert incomes(play.position, "united-states") == {"united-states": income}


@pytest.mark.section("Summary of Income")
def test_what_they_conquer_is_added_and_what_they_lose_taken_off() -> None:
    held = {"korea": "united-states", "philippines": "japan"}
    play = late("united-states", {}, round=6, control=held)
    korea, philippines = TITLE.areas["korea"].value, TITLE.areas["philippines"].value
    assert korea and philippines
    assert incomes(play.position, "united-states") == {"united-states": 45 + korea - philippines}


THREAT = ev.MarkerSet("game", "threatened|united-states", "yes")


def sailing(units: str, *moves: str, phase: str = "combat-move") -> Play:
    """Japan has moved these units, one after the other, in its turn; the United States are neutral."""
    start = moves[0].partition(" > ")[0]
    play = play_from({start: f"japan: {units}"}, "japan", phase, standing=NEUTRAL, control={"guam": "", "wake-island": "", "midway": ""})
    for path in moves:
        play.submit(Move(units, path))
    return play


def test_the_threat_is_there_as_soon_as_a_unit_is() -> None:
    play = sailing("submarine", "sea-zone-27 > sea-zone-26")
    assert play.events[-1] == THREAT and play.state.clock.phase == "combat-move"


def test_who_only_passes_by_threatens_them_too() -> None:
    play = sailing("submarine", "sea-zone-27 > sea-zone-26 > sea-zone-13", phase="noncombat-move")
    assert not is_threatened(play.position, "united-states") and THREAT in play.events


def test_a_ship_that_is_sunk_before_the_turn_ends_has_threatened_them() -> None:
    stacks = {"sea-zone-27": "japan: submarine", "sea-zone-26": "united-kingdom: destroyer"}
    play = play_from(stacks, "japan", "combat-move", standing=NEUTRAL, dice=[6, 1])
    play.submit(Move("submarine", "sea-zone-27 > sea-zone-26"))
    play.submit(EndPhase())
    play = fight_on(play, Battle("sea-zone-26"))
    assert standing(play, "sea-zone-26") == "united-kingdom: destroyer"
    assert THREAT in play.events


def test_who_keeps_away_does_not() -> None:
    assert THREAT not in sailing("submarine", "sea-zone-6 > sea-zone-7").events


def test_the_threat_is_told_once_and_serves_the_american_turn_of_the_same_round() -> None:
    play = sailing("submarine", "sea-zone-27 > sea-zone-26")
    play.dice.left = [6] * 40
    go_to(play, "united-states", "purchase-units", round=1)
    assert play.events.count(THREAT) == 1


# When the money can be spent


@pytest.mark.parametrize("payday", ["end", "start"])
def test_the_30_of_turn_4_are_spent_on_turn_5_or_by_option_on_turn_4(payday: str) -> None:
    play = go_to(new_game({"american-payday": payday}), "united-states", "purchase-units", round=4)
    assert bank(play, "united-states") == (30 if payday == "start" else 0)
    assert rules_of(play, Buy("3 tank")) == ([] if payday == "start" else ["purchase/funds"])
    go_to(play, "united-states", "purchase-units", round=5)
    assert bank(play, "united-states") == (30 + 40 if payday == "start" else 30)


@pytest.mark.parametrize(("payday", "money"), [("end", 0), ("start", 20)])
def test_a_threatened_power_s_20_come_with_the_same_payday(payday: str, money: int) -> None:
    play = late("italy", {"sea-zone-26": "japan: submarine"}, standing=NEUTRAL, options={"american-payday": payday})
    go_to(play, "united-states", "purchase-units")
    assert bank(play, "united-states") == money
    go_to(play, "germany", "politics", round=2)
    assert bank(play, "united-states") == 20 and paid(play, "united-states", "income") == [20]


def test_neutral_and_not_threatened_they_are_paid_at_neither_end_of_their_turn() -> None:
    play = late("italy", {}, standing=NEUTRAL, options={"american-payday": "start"})
    go_to(play, "germany", "politics", round=2)
    assert paid(play, "united-states", "income") == []


def test_money_that_is_spent_is_not_lost_for_want_of_oil() -> None:
    lost = {"central-united-states": "japan"}
    play = late("united-states", {}, round=5, options={"american-payday": "start"}, money={"united-states": 0}, control=lost)
    pass_by(play)
    assert bank(play, "united-states") == 0

"""Sections United States, Summary of Income: neutrality, mobilization, entry into the war, income by turn."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.mechanics.income import incomes
from engine.mechanics.orders import Declare
from engine.mechanics.schedule import is_threatened
from tests.global1939.positions import TITLE, outcome, play_from, rules_of
from tests.global1939.turns import go_to, late, new_game, paid, turns_of

NEUTRAL = {"united-states": "neutral"}


def test_they_enter_the_war_on_turn_4_and_move_from_then_on() -> None:
    play = go_to(new_game(), "germany", "politics", round=4)
    assert play.state.standing["united-states"] == "active"
    assert {"germany", "italy", "japan"} <= play.position.enemies_of("united-states")
    go_to(play, "united-states", "combat-move", round=4)
    assert "combat-move" not in [
        phase for power, phases in turns_of(play)[:-1] if power == "united-states" for phase in phases
    ]


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


@pytest.mark.parametrize(("stacks", "seen"), [
    ({"sea-zone-26": "japan: submarine"}, True),
    ({"sea-zone-26": "united-kingdom: submarine"}, False),
    ({"sea-zone-6": "japan: submarine"}, False),
])  # fmt: skip
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


@pytest.mark.parametrize(("round", "income"), [(4, 30), (5, 40), (6, 45), (9, 45)])
def test_summary_of_income(round: int, income: int) -> None:
    play = late("united-states", {}, round=round)
    assert incomes(play.position, "united-states") == {"united-states": income}


@pytest.mark.parametrize(("round", "income"), [(5, 40), (6, 40)])
def test_by_option_they_grow_to_60_with_the_20_of_lend_lease(round: int, income: int) -> None:
    play = late("united-states", {}, round=round, options={"american-income": "sixty"})
    assert incomes(play.position, "united-states") == {"united-states": income}


def test_what_they_conquer_is_added_and_what_they_lose_taken_off() -> None:
    held = {"korea": "united-states", "philippines": "japan"}
    play = late("united-states", {}, round=6, control=held)
    korea, philippines = TITLE.areas["korea"].value, TITLE.areas["philippines"].value
    assert korea and philippines
    assert incomes(play.position, "united-states") == {"united-states": 45 + korea - philippines}


def test_the_threat_is_told_as_a_turn_ends() -> None:
    play = late("japan", {"sea-zone-26": "japan: submarine"}, standing=NEUTRAL)
    go_to(play, "united-kingdom", "politics")
    assert ev.MarkerSet("game", "threatened|united-states", "yes") in play.events

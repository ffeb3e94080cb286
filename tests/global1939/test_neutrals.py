"""Sections Neutrals, Minor Axis Allies: tribute, attacks on nations, whom they join, and what they yield."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.orders import Declare, Move, Place
from tests.global1939.positions import outcome, play_from, rules_of, standing
from tests.global1939.turns import bank, go_to, new_game, paid, pass_by

pytestmark = pytest.mark.section("Neutrals")


def test_spain_sweden_and_the_soviet_union_contribute_1_ipc_each_while_neutral() -> None:
    play = go_to(new_game(), "france", "politics")
    tribute = [event for event in play.events if isinstance(event, ev.ResourceChanged) and event.cause == "tribute"]
    amounts = {event.counterparty: event.delta for event in tribute}
    assert [amounts[payer] for payer in ("spain", "sweden", "soviet-union")] == [1, 1, 1]
    # Not deducted from anybody's income.
    losses = [event for event in play.events if isinstance(event, ev.ResourceChanged) and event.delta < 0]
    assert {event.power for event in losses} == {"germany"} and {event.cause for event in losses} == {"shortage"}


def test_a_neutral_that_has_been_attacked_contributes_nothing() -> None:
    play = go_to(new_game(), "germany", "politics")
    play.submit(Declare("sweden"))
    go_to(play, "france", "politics")
    payers = [event.counterparty for event in play.events if isinstance(event, ev.ResourceChanged) and event.cause == "tribute"]
    assert "sweden" not in payers and "spain" in payers


def test_an_attacked_neutral_becomes_an_ally_of_the_other_side() -> None:
    play = go_to(new_game(), "germany", "politics")
    made = outcome(play, Declare("sweden"))
    assert made == [
        ev.PowerChanged("sweden", "neutral", "allies", "attacked by germany"),
        ev.RelationChanged("germany", "sweden", "peace", "war"),
        ev.RelationChanged("soviet-union", "sweden", "", "peace"),
        ev.RelationChanged("united-states", "sweden", "", "peace"),
    ]
    assert play.position.relation("italy", "sweden") == "war"
    assert play.position.relation("united-kingdom", "sweden") == "allied"
    assert play.position.relation("germany", "spain") == "peace"


def test_a_power_at_peace_with_the_attacker_stands_apart_until_it_is_at_war_with_it() -> None:
    play = go_to(new_game(), "germany", "politics")
    play.submit(Declare("sweden"))
    assert play.position.relation("soviet-union", "sweden") == "peace"
    go_to(play, "germany", "politics", round=3)
    assert play.position.relation("soviet-union", "sweden") == "allied"


def test_a_nation_joins_a_side_once_and_its_new_side_attacks_it_no_more() -> None:
    play = go_to(new_game(), "germany", "politics")
    play.submit(Declare("poland"))
    go_to(play, "soviet-union", "politics")
    assert play.position.relation("soviet-union", "poland") == "peace"
    assert rules_of(play, Declare("poland")) == ["politics/own-side"]
    assert rules_of(play, Declare("baltic-states")) == []


def test_war_is_declared_on_nations_that_are_there() -> None:
    """Vichy is none before France has fallen: it would be of the wrong side when it comes."""
    assert rules_of(go_to(new_game(), "germany", "politics"), Declare("vichy")) == ["politics/no-areas"]
    play = play_from({}, "united-kingdom", "politics", control={"morocco": "vichy"})
    assert rules_of(play, Declare("vichy")) == []


def test_nobody_enters_a_neutral_nation_without_war() -> None:
    play = go_to(new_game(), "germany", "combat-move")
    assert rules_of(play, Move("infantry", "germany > poland")) == ["combat-move/neutral"]


def test_only_conquest_yields_a_nation_s_income() -> None:
    play = go_to(new_game(), "germany", "politics")
    play.submit(Declare("sweden"))
    before = play.position
    assert before.state.control["sweden"] == "sweden"
    go_to(play, "italy", "politics")
    assert paid(play, "united-kingdom", "income") == [26]  # an ally's areas are not the ally's friends'


def test_dutch_forces_are_british_once_attacked_their_areas_stay_dutch() -> None:
    play = go_to(new_game(), "japan", "politics")
    dutch = sorted(key[0] for key in play.state.stacks if key[1] == "dutch")
    assert dutch
    play.submit(Declare("dutch"))
    assert not [key for key in play.state.stacks if key[1] == "dutch"]
    assert all(any(key[1] == "united-kingdom" for key, _ in play.position.stacks(area)) for area in dutch)
    assert play.state.control["java"] == "dutch"
    assert play.position.relation("dutch", "united-kingdom") == "allied"
    assert play.position.relation("japan", "united-kingdom") == "war"


@pytest.mark.parametrize("on", ["dutch", "united-kingdom"])
def test_japan_is_at_peace_with_the_dutch_whom_germany_attacks_until_it_is_at_war_with_britain(on: str) -> None:
    play = go_to(new_game(), "germany", "politics")
    play.submit(Declare("dutch"))
    go_to(play, "japan", "politics")
    assert play.position.relation("japan", "dutch") == "peace" and play.position.relation("italy", "dutch") == "war"
    play.submit(Declare(on))
    assert play.position.relation("japan", "dutch") == play.position.relation("japan", "united-kingdom") == "war"


@pytest.mark.section("Minor Axis Allies")
def test_germany_receives_the_value_of_the_minor_axis_from_the_start() -> None:
    play = go_to(new_game(), "france", "politics")
    assert paid(play, "germany", "income") == [14]
    assert sum(paid(play, "germany", "tribute")) == 7 + 3
    assert bank(play, "germany") == 24 + 24 + sum(paid(play, "germany", "shortage"))


@pytest.mark.section("Minor Axis Allies")
def test_on_turn_3_the_minor_axis_is_german() -> None:
    play = go_to(new_game(), "italy", "politics", round=2)
    assert play.state.control["romania"] == "romania"
    go_to(play, "germany", "politics", round=3)
    nations = ("finland", "romania", "bulgaria", "hungary")
    assert not [key for key in play.state.stacks if key[1] in nations]
    assert not [area for area, holder in play.state.control.items() if holder in nations]
    assert play.state.control["romania"] == play.state.control["finland"] == "germany"
    go_to(play, "france", "politics", round=3)
    assert paid(play, "germany", "income") == [14, 14, 21]


def test_who_has_been_attacked_by_the_axis_does_not_come_back_to_it_on_turn_3() -> None:
    play = go_to(new_game(), "germany", "politics")
    play.submit(Declare("finland"))
    go_to(play, "soviet-union", "politics", round=2)
    play.submit(Declare("romania"))
    go_to(play, "germany", "politics", round=3)
    assert play.state.standing["finland"] == "allies" and play.state.control["finland"] == "finland"
    assert play.position.relation("germany", "finland") == "war"
    assert [key for key in play.state.stacks if key[1] == "finland"]
    assert play.state.control["romania"] == "germany"


def placing(pool: str, **position: object):
    return play_from(
        {"germany": "germany: major-factory"},
        "germany",
        "mobilize-units",
        round=3,
        pool={"germany": pool},
        control={"romania": "germany", "bessarabia": "germany", "bulgaria": "germany"},
        **position,
    )


@pytest.mark.section("Minor Axis Allies")
def test_one_unit_a_turn_in_each_ally_without_a_factory() -> None:
    play = placing("3 infantry")
    assert rules_of(play, Place("2 infantry", "bulgaria")) == ["mobilize/factory"]
    play.submit(Place("infantry", "bulgaria"))
    assert standing(play, "bulgaria") == "germany: infantry"
    assert rules_of(play, Place("infantry", "bulgaria")) == ["mobilize/factory"]
    assert rules_of(play, Place("infantry", "bessarabia")) == ["mobilize/factory"]  # 3 of 4 IPC are spent
    assert rules_of(play, Place("infantry", "romania")) == ["mobilize/factory"]


@pytest.mark.section("Minor Axis Allies")
def test_no_more_than_one_in_any_case_also_where_there_is_a_strategic_city() -> None:
    play = placing("2 infantry")
    assert rules_of(play, Place("2 infantry", "romania")) == ["mobilize/factory"]
    play.submit(Place("infantry", "romania"))
    assert rules_of(play, Place("infantry", "romania")) == ["mobilize/factory"]


@pytest.mark.section("Minor Axis Allies")
def test_placements_in_allies_are_limited_by_their_value_in_all() -> None:
    held = {
        "romania": "germany",
        "bessarabia": "germany",
        "bulgaria": "germany",
        "slovakia-hungary": "germany",
        "finland": "germany",
    }
    play = play_from({}, "germany", "mobilize-units", round=3, pool={"germany": "2 artillery, tank"}, control=held)
    play.submit(Place("artillery", "romania"))
    assert rules_of(play, Place("tank", "bulgaria")) == ["mobilize/factory"]
    assert rules_of(play, Place("artillery", "bulgaria")) == ["mobilize/factory"]  # 4 of 7 are spent, 3 are left
    pass_by(play)

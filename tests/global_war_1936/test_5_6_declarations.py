"""Sections 5.5, 5.6 and 8.1: who declares war, what it costs, what follows."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.heirs import SURRENDERED
from engine.families.axis_allies.orders import Declare
from engine.titles.global_war_1936.economy import income
from engine.titles.global_war_1936.nations import controlled_by
from engine.titles.global_war_1936.politics import war
from tests.global_war_1936.positions import begun, problems


@pytest.mark.section("5.6")
def test_5_6_britain_declares_war_on_portugal() -> None:
    play = begun("1939")
    income.change(play, "united-states", 34 - income.tracker(play.position, "united-states"))
    before = play.state.resources["great-britain", "ipp"]
    war.declare(play, "great-britain", "portugal")
    assert income.tracker(play.position, "united-states") == 26
    assert play.state.resources["great-britain", "ipp"] == before - 10
    assert play.state.control["portugal"] == play.state.control["angola"] == "germany"


@pytest.mark.section("5.6")
def test_5_6_france_pays_what_britain_has_not() -> None:
    play = begun("1939")
    have = play.state.resources["france", "ipp"]
    war._fine(play, "france")
    assert play.state.resources["france", "ipp"] == have - 10


@pytest.mark.section("5.6")
def test_5_6_the_axis_pays_nothing() -> None:
    play = begun("1939")
    before = dict(play.state.resources)
    war.declare(play, "germany", "denmark")
    assert play.state.resources == before


@pytest.mark.section("5.5")
def test_5_5_war_is_not_declared_on_a_member_of_the_alliance() -> None:
    assert problems(begun("1936"), Declare("italy")) == ["war/alliance"]


@pytest.mark.section("5.5")
def test_5_5_chinese_factions_begin_no_war() -> None:
    assert problems(begun("1936"), Declare("soviet-union", "kmt")) == ["war/defence"]


@pytest.mark.section("5.5")
def test_5_5_war_is_declared_on_another_nations_turn() -> None:
    play = begun("1939")
    assert play.state.clock.power == "germany"
    play.submit(Declare("italy", "great-britain"))
    assert play.position.relation("great-britain", "italy") == "war"


@pytest.mark.section("8.1")
def test_8_1_nobody_declares_war_twice() -> None:
    assert problems(begun("1939"), Declare("france")) == ["war/relation"]


@pytest.mark.section("13.1")
def test_13_1_germany_stays_out_of_the_spanish_civil_war() -> None:
    assert problems(begun("1936"), Declare("republican-spain")) == ["war/spain"]


@pytest.mark.section("8.1")
def test_8_1_an_attacked_minor_power_is_told_who_commands_it() -> None:
    play = begun("1936")
    play.submit(Declare("belgium"))
    assert controlled_by(play.position, "belgium") == "great-britain"


@pytest.mark.section("8.1", "9.22")
def test_8_1_neither_a_minor_power_nor_who_has_surrendered_declares_war() -> None:
    surrendered = begun("1939", ev.PowerChanged("italy", "active", SURRENDERED, "test"))
    assert problems(surrendered, Declare("sweden", "italy")) == ["war/who"]
    assert problems(begun("1939"), Declare("norway", "sweden")) == ["war/who"]


@pytest.mark.section("5.5", "4.9")
def test_5_5_chinese_factions_fight_each_other_and_warlords_at_will_and_others_need_their_income() -> None:
    play = begun("1936")
    war.set_relation(play, "kmt", "ccp", "peace")
    assert problems(play, Declare("kmt", "ccp")) == [] and problems(play, Declare("yunnan-warlord", "ccp")) == []
    assert problems(play, Declare("sweden", "ccp")) == ["war/defence"]
    for other in ("ccp", "yunnan-warlord"):
        assert "war/income" in problems(play, Declare(other, "united-states"))


@pytest.mark.section("4.9")
def test_4_9_a_foreigner_that_attacks_a_warlord_is_at_war_with_the_faction_that_is_no_friend_and_not_at_war_yet() -> None:
    play = begun("1936")
    for faction in ("kmt", "ccp"):
        war.set_relation(play, "united-states", faction, "peace")
    war.declare(play, "united-states", "yunnan-warlord")
    assert play.position.relation("united-states", "ccp") == "war"
    assert play.position.relation("united-states", "kmt") != "war"
    assert play.state.control["yunnan"] == "kmt"


@pytest.mark.section("5.6")
def test_5_6_only_who_is_in_play_and_able_to_declare_war_shares_the_penalty_and_who_declares_it_pays_first() -> None:
    play = begun("1939")
    assert war.payers(play.position, "france")[:2] == ["france", "great-britain"]
    assert "united-states" not in war.payers(play.position, "france")
    income.change(play, "united-states", 100)
    assert "united-states" in war.payers(play.position, "france")
    play.emit(ev.PowerChanged("great-britain", "active", SURRENDERED, "test"))
    assert "great-britain" not in war.payers(play.position, "france")

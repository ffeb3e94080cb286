"""Sections 7.9 and 11.4: lend-lease declared, delivered and interdicted."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.play import Play
from engine.titles.global_war_1936.economy import chart
from engine.titles.global_war_1936.lend_lease import lending
from engine.titles.global_war_1936.orders import Advance, Deliver, Grant
from tests.global_war_1936.positions import BOARD, EARLY, TITLE, play_from, problems, standing

PEACE = {("soviet-union", other): "peace" for other in ("united-states", "great-britain", "japan", "germany", "italy", "france")}
PORTS = {"san-francisco": "united-states: major-factory, major-shipyard", "primorsky-krai": "soviet-union: major-port"}


def sent(what: str, stacks: dict[str, str] | None = None, dice: list[int] | None = None, **more: object) -> Play:
    marker = {("game", "grant|united-states|soviet-union"): what}
    return BOARD.play_from(
        {**PORTS, **(stacks or {})}, "united-states", "place-units", relations=PEACE, markers=marker, dice=dice or [], **more
    )


ORDER = Deliver("soviet-union", "san-francisco", "primorsky-krai")


@pytest.mark.section("11.4")
def test_11_4_an_armor_from_san_francisco_arrives_in_primorsky_krai_as_a_soviet_unit() -> None:
    play = sent("medium-armor")
    play.submit(ORDER)
    assert "soviet-union: major-port, medium-armor" in standing(play, "primorsky-krai")


@pytest.mark.section("11.4")
def test_11_4_money_arrives_with_who_receives_it() -> None:
    play = sent("5")
    before = play.state.resources["soviet-union", "ipp"]
    play.submit(ORDER)
    assert play.state.resources["soviet-union", "ipp"] == before + 5


@pytest.mark.section("11.4")
def test_11_4_a_minor_port_takes_what_is_worth_three_at_most() -> None:
    small = {"primorsky-krai": "soviet-union: minor-port"}
    assert problems(sent("medium-armor", small), ORDER) == ["lend-lease/way"]
    assert problems(sent("infantry", small), ORDER) == []


@pytest.mark.section("11.4")
def test_11_4_an_enemy_submarine_on_the_way_may_catch_it() -> None:
    raider = {
        "sea-zone-92": "japan: submarine",
        "sea-zone-91": "japan: submarine",
        "sea-zone-95": "japan: submarine",
        "sea-zone-94": "japan: submarine",
    }
    play = sent("5", raider, [1, 6])
    play.submit(ORDER)
    assert [event.loss for event in play.events if isinstance(event, ev.ConvoyRaided)] == [5]
    safe = sent("5", raider, [6, 6] * 3)
    safe.submit(ORDER)
    assert not any(isinstance(event, ev.ConvoyRaided) for event in safe.events)


@pytest.mark.section("11.4")
def test_11_4_three_enemy_warships_close_a_port() -> None:
    shut = {"sea-zone-97": "japan: 3 destroyer"}
    assert problems(sent("5", shut), ORDER) == ["lend-lease/way"]


@pytest.mark.section("7.9", "0.2")
def test_7_9_half_of_the_income_of_who_receives_it_or_one_unit() -> None:
    markers = {("game", "income|soviet-union"): "15"}
    play = play_from({}, "great-britain", "production", money={"great-britain": 40}, relations=PEACE, markers=markers)
    most = 8
    assert problems(play, Grant("soviet-union", most + 1)) == ["lend-lease/amount"]
    assert problems(play, Grant("soviet-union", 5, "infantry")) == ["lend-lease/what"]
    play.submit(Grant("soviet-union", 5))
    assert play.state.resources["great-britain", "ipp"] == 35
    assert problems(play, Grant("soviet-union", 5)) == ["lend-lease/waiting"]


@pytest.mark.section("7.9")
def test_7_9_nothing_is_lent_to_an_enemy() -> None:
    play = play_from({}, "great-britain", "production")
    assert problems(play, Grant("germany", 3)) == ["lend-lease/receiver"]


AMERICAN = {"san-francisco": "united-states: major-factory, major-shipyard"}


@pytest.mark.section("7.9", "7.3")
def test_7_9_a_ship_of_several_turns_is_built_on_the_chart_for_who_receives_it() -> None:
    gift = Grant("great-britain", 0, "fast-battleship")
    play = BOARD.play_from(AMERICAN, "united-states", "production", money={"united-states": 40})
    play.submit(gift)
    item = chart.Item("united-states", "fast-battleship", "", "great-britain", 1, 1)
    assert play.state.resources["united-states", "ipp"] == 34 and chart.items(play.position) == [item]
    paid = {("game", "chart/united-states/fast-battleship//great-britain/2"): "1"}
    last = Advance("fast-battleship", 2, to="great-britain")
    done = BOARD.play_from(AMERICAN, "united-states", "production", money={"united-states": 40}, markers=paid)
    done.submit(last)
    assert lending.granted(done.position, "united-states", "great-britain") == "fast-battleship"
    assert done.state.pool == {} and chart.items(done.position) == []
    waits = paid | {("game", "grant|united-states|great-britain"): "3"}
    busy = BOARD.play_from(AMERICAN, "united-states", "production", money={"united-states": 40}, markers=waits)
    assert problems(busy, last) == ["lend-lease/waiting"]


@pytest.mark.section("7.9", "11.4")
def test_7_9_a_battleship_is_delivered_to_a_major_port_of_its_receiver() -> None:
    ready = {("game", "grant|united-states|great-britain"): "fast-battleship"}
    stacks = {"new-york": "united-states: major-factory, major-port", "liverpool": "great-britain: major-port"}
    play = BOARD.play_from(stacks, "united-states", "place-units", markers=ready)
    play.submit(Deliver("great-britain", "new-york", "liverpool"))
    assert any(
        key.unit == "fast-battleship" and key.power == "great-britain" and key.area in TITLE.neighbours["liverpool"]
        for key in play.state.stacks
    )


@pytest.mark.section("7.9", "7.3")
def test_7_9_who_has_no_slipway_begins_no_ship_for_others() -> None:
    inland = {"chicago": "united-states: major-factory"}
    play = BOARD.play_from(inland, "united-states", "production", money={"united-states": 40})
    assert problems(play, Grant("great-britain", 0, "fast-battleship")) == ["build/shipyard"]


@pytest.mark.section("13.1")
def test_13_1_money_that_is_lent_repairs_spanish_facilities() -> None:
    control = {("game", "controlled|nationalist-spain"): "germany"}
    stacks = {
        "western-germany": "germany: major-factory, major-port",
        "galicia": "nationalist-spain: major-port",
        "madrid": "nationalist-spain: minor-factory",
    }
    play = EARLY.play_from(stacks, "germany", "production", control=SPAIN, markers=control, damage=BOMBED)
    assert problems(play, Grant("nationalist-spain", 4)) == ["lend-lease/amount"]
    assert problems(play, Grant("nationalist-spain", 3)) == []
    sent = control | {("game", "grant|germany|nationalist-spain"): "2"}
    place = EARLY.play_from(stacks, "germany", "place-units", control=SPAIN, markers=sent, damage=BOMBED)
    place.submit(Deliver("nationalist-spain", "western-germany", "galicia"))
    assert place.state.damage["madrid", "minor-factory"] == 1


SPAIN = {"madrid": "nationalist-spain", "galicia": "nationalist-spain"}
BOMBED = {"madrid/minor-factory": 3}


@pytest.mark.section("7.9")
def test_7_9_nothing_is_lent_to_a_nation_without_income() -> None:
    everything = {row.area: "japan" for row in TITLE.holdings if row.power == "kmt"}
    for held, found in ((everything, ["lend-lease/amount"]), ({}, [])):
        play = BOARD.play_from(
            {},
            "united-states",
            "production",
            control=held,
            money={"united-states": 20},
            relations={("united-states", "japan"): "war", ("japan", "kmt"): "war"},
        )
        assert [rule for rule in problems(play, Grant("kmt", 1)) if rule == "lend-lease/amount"] == found


@pytest.mark.section("7.9")
def test_7_9_a_ship_of_one_turn_is_lent_whole_and_one_of_several_is_begun() -> None:
    play = BOARD.play_from({}, "united-states", "production")
    assert [lending.is_begun(play.position, unit) for unit in ("destroyer", "battleship", "fighter")] == [
        False,
        True,
        False,
    ]

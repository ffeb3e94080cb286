"""Sections 7.9 and 11.4: lend-lease declared, delivered and interdicted."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.play import Play
from engine.titles.global_war_1936.orders import Deliver, Grant
from tests.global_war_1936.positions import BOARD, play_from, problems, standing

PEACE = {
    ("soviet-union", other): "peace"
    for other in ("united-states", "great-britain", "japan", "germany", "italy", "france")
}
PORTS = {"san-francisco": "united-states: major-factory, major-shipyard", "primorsky-krai": "soviet-union: major-port"}


def sent(what: str, stacks: dict[str, str] | None = None, dice: list[int] | None = None, **more: object) -> Play:
    marker = {("game", "grant|united-states|soviet-union"): what}
    return BOARD.play_from({**PORTS, **(stacks or {})}, "united-states", "place-units", relations=PEACE, markers=marker,
                           dice=dice or [], **more)  # fmt: skip


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
    raider = {"sea-zone-92": "japan: submarine", "sea-zone-91": "japan: submarine", "sea-zone-95": "japan: submarine",
              "sea-zone-94": "japan: submarine"}  # fmt: skip
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

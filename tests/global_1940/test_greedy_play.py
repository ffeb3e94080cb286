"""What a greedy bot does in Global 1940: China spends its money, wars have a purpose, and neutrals that welcome a power are entered."""

from __future__ import annotations

from random import Random

import pytest

from engine.bots.style import styles
from engine.families.axis_allies.bots.greedy.buying import purchases
from engine.families.axis_allies.bots.greedy.claims import claims
from engine.families.axis_allies.bots.greedy.diplomacy import dealings
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.orders import Buy, Declare, Move
from engine.play import Play
from tests.global_1940.positions import play_from


def view_of(play: Play) -> View:
    return View(play.position, styles()["greedy"])


@pytest.mark.section("12. China")
def test_china_buys_as_many_as_its_money_goes_for() -> None:
    play = play_from({"szechwan": "china: infantry"}, "china", "purchase-units", money={"china": 13})
    assert purchases(view_of(play), Random(1)) == [Buy("4 infantry")]


@pytest.mark.section("5. Declarations of war")
@pytest.mark.parametrize(("defenders", "orders"), [("soviet-union: infantry", [Declare("soviet-union")]), ("soviet-union: 9 infantry", [])])
def test_war_is_declared_where_land_can_be_taken_now(defenders: str, orders: list[Declare]) -> None:
    lands = ("eastern-poland", "baltic-states", "bessarabia", "vyborg", "karelia")
    play = play_from({"poland": "germany: 6 tank", **dict.fromkeys(lands, defenders)}, "germany", "politics")
    assert next(dealings(play, view_of(play))) == orders


@pytest.mark.section("7. Neutrals")
def test_one_unit_enters_each_area_that_welcomes_it() -> None:
    play = play_from({"romania": "germany: 2 infantry, tank", "bulgaria": "pro-axis-neutrals: 4 infantry"}, "germany", "noncombat-move")
    assert list(claims(view_of(play))) == [Move("infantry", "romania > bulgaria")]

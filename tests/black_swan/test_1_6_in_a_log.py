"""Spending as a log tells it: drawn with dice or at the table, with places left out, with mistakes (section 1.6)."""

from __future__ import annotations

import pytest

from engine.events import UnitsPlaced, UnitsPurchased
from engine.replay import Game
from engine.strictness import Strictness
from tests.black_swan.logs import changed, defects, forgiven, played

pytestmark = pytest.mark.section("1.6")

SPRING_1943 = """
{"sitrep":1,"title":"black-swan","scenario":"1943","game":"totaler-krieg"}
{"do":"end","phase":"final"}
{"do":"end"}
{"do":"buy-disc","front":"east-front","power":"soviet-union"}
{"do":"draw","power":"united-states","small":2}
{"dice":"1"}
{"dice":"3"}
{"do":"deploy","unit":"elite-air-4","area":"usa"}
{"do":"deploy","unit":"tank-4","area":"usa"}
{"do":"draw","power":"soviet-union","small":1,"large":1}
{"dice":"1"}
{"dice":"3"}
{"do":"deploy","unit":"light-surface-2","area":"white-sea"}
{"do":"deploy","unit":"tank-3","area":"kazan"}
{"do":"reinforce","area":"usa","units":"elite-air-4@1","steps":2}
{"do":"end"}
""".strip().splitlines()
"""The Allied Production Phase of Spring 1943: four small American blocks, two large Soviet and three small ones to draw from."""


def placed(game: Game) -> dict[str, str]:
    """Return unit to the area where it was deployed."""
    return {e.unit: e.area for e in game.events if isinstance(e, UnitsPlaced) and e.cause == "mobilize"}


def test_dice_say_what_is_drawn_and_orders_where_it_goes() -> None:
    game = played(SPRING_1943)
    assert placed(game) == {"elite-air-4": "usa", "tank-4": "usa", "light-surface-2": "white-sea", "tank-3": "kazan"}
    assert [(e.power, e.unit_cost) for e in game.events if isinstance(e, UnitsPurchased)] == [
        ("united-states", 2),
        ("united-states", 2),
        ("soviet-union", 1),
        ("soviet-union", 1),
    ]
    assert game.state.clock.phase == "naval" and game.state.marker("game", "blitz-disc/soviets/east-front") == "yes"
    assert game.state.stacks["usa", "united-states", "elite-air-4", 3, ""] == 1


def test_what_was_drawn_at_the_table_needs_no_dice() -> None:
    told = [
        line.replace('"small":2', '"small":2,"drawn":"elite-air-4, tank-4"').replace(
            '"large":1', '"large":1,"drawn":"light-surface-2, tank-3"'
        )
        for line in SPRING_1943
        if "dice" not in line
    ]
    assert placed(played(told)) == placed(played(SPRING_1943))
    assert played(told).state.stacks == played(SPRING_1943).state.stacks


@pytest.mark.parametrize("strictness", [Strictness.RAISE, Strictness.COLLECT])
def test_places_that_a_log_leaves_out_take_their_defaults(strictness: Strictness) -> None:
    terse = [line for line in SPRING_1943 if '"deploy"' not in line and "white-sea" not in line]
    game = played(terse, strictness)
    assert set(placed(game)) == set(placed(played(SPRING_1943))) and placed(game)["elite-air-4"] == "usa"
    assert defects(game) == [] and game.state.pool == {}


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ('"power":"soviet-union","small"', '"power":"germany","small"', "production/purse"),
        ('"front":"east-front"', '"front":"west-front"', "blitz-disc/front"),
        ('"area":"kazan"', '"area":"berlin"', "deploy/site"),
        ('"unit":"tank-3"', '"unit":"tank-4"', "deploy/drawn"),
        ('"small":2', '"small":3', "dice"),
        ('"steps":2', '"steps":5', "reinforce/full"),
    ],
)
def test_a_mistake_is_told_and_the_game_goes_on(old: str, new: str, rule: str) -> None:
    game = forgiven(changed(SPRING_1943, old, new))
    assert any(rule in told for told in defects(game))
    assert game.state.clock.phase == "naval" and game.state.pool == {}


@pytest.mark.parametrize(("area", "taken"), [("berlin", False), ("white-sea", False), ("leningrad", True)])
def test_a_block_is_never_deployed_on_enemy_land_nor_at_a_wrong_kind_of_place(area: str, taken: bool) -> None:
    """A forgiving reader takes an area that is only full; for others it tells the fault and the default comes in."""
    game = played(changed(SPRING_1943, '"area":"kazan"', f'"area":"{area}"'), Strictness.COLLECT)
    assert defects(game) == ["deploy/site"]
    where = placed(game)["tank-3"]
    assert (where == area) == taken and game.state.control[where] == "soviet-union"

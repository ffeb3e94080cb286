"""Measures of convoys and lend-lease of the game of two resources, worked out by hand."""

from __future__ import annotations

import polars as pl
import pytest

from engine import events as ev
from engine.replay import Game
from tests.kept import rows_of
from tests.warehouse.games import game
from tests.warehouse.two_resources import TITLE, told_game
from warehouse import Lake


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """A lake with the game of two resources, the same told by its stores only, and a game without lend-lease."""
    lake = Lake.create(tmp_path_factory.mktemp("two") / "lake")
    untold = [event for event in told_game().events if type(event) is not ev.ConvoyRaided]
    lake.write([told_game("two"), _again("untold", untold), game("small")])
    return lake


def _again(name: str, events: list[ev.Event]) -> Game:
    told = told_game(name)
    return Game(TITLE, told.header, events, told.state, told.fidelity, told.name)


def test_losses_as_share_of_the_cap_and_of_the_income(two: Lake) -> None:
    frame = two.measure("convoy_losses", game_id="two").filter(pl.col("raids") > 0)
    assert frame.select("round", "victim", "area", "raider", "loss", "cap", "cap_share", "income", "share").rows() == [
        (1, "grey", "strait", "red", 2, 4, 0.5, 4, 2 / 6),
        (2, "blue", "lend-lease", "red", 2, 5, 0.4, 0, None),  # aid is nobody's income
        (2, "grey", "strait", "red", 1, None, None, -1, None),  # nothing was left of the income but the loss
    ]


def test_what_was_lost_on_each_line_and_was_at_stake_there(two: Lake) -> None:
    frame = two.measure("convoy_lines", game_id="two")
    assert frame.select("round", "area", "area_name", "victim", "raids", "loss", "stake", "raiders").rows() == [
        (1, "strait", "Strait", "grey", 1, 2, 4, "Red"),
        (2, "lend-lease", "lend-lease", "blue", 1, 2, 5, "Red"),
        (2, "strait", "Strait", "grey", 1, 1, None, "Red"),
    ]


def test_caps_of_several_raids_on_a_line_are_not_added_up(tmp_path) -> None:
    told = told_game("two")
    last = told.state.resources["grey", "money"]
    more = []
    for loss, cap, raider in ((2, 6, "red"), (3, 4, "blue"), (1, 1, "red")):
        last -= loss
        more += [
            ev.ConvoyRaided("strait", raider, "grey", "money", loss, cap),
            ev.ResourceChanged("grey", "money", -loss, last, "convoy", raider, "strait"),
        ]
    lake = Lake.create(tmp_path / "lake")
    lake.write([_again("two", [*told.events[:-2], *more, *told.events[-2:]])])
    frame = lake.measure("convoy_lines", game_id="two").filter(round=3)
    assert frame.select("area", "raids", "loss", "stake", "raiders").rows() == [("strait", 3, 6, 6, "Blue, Red")]


def test_a_raid_on_aid_does_not_hide_a_loss_that_only_the_store_tells(tmp_path) -> None:
    told = told_game("two")
    last = told.state.resources["blue", "money"]
    more = [
        ev.ConvoyRaided("lend-lease", "red", "blue", "money", 1, 2),
        ev.ResourceChanged("blue", "money", -1, last - 1, "convoy", "red", "strait"),
    ]
    lake = Lake.create(tmp_path / "lake")
    lake.write([_again("two", [*told.events[:-2], *more, *told.events[-2:]])])
    frame = lake.measure("convoy_losses", game_id="two").filter((pl.col("round") == 3) & (pl.col("raids") > 0))
    assert frame.select("victim", "area", "loss").rows() == [("blue", "lend-lease", 1), ("blue", "strait", 1)]


def test_what_raiding_brought_and_cost_the_raider(two: Lake) -> None:
    frame = two.measure("convoy_raiders", game_id="two")
    assert frame.select("round", "raider_name", "side", "area", "raids", "loss", "units", "tuv").rows() == [
        (1, "Red", "reds", "strait", 1, 2, 0, 0),
        (2, "Red", "reds", "lend-lease", 1, 2, None, None),  # no area: no units stand there
        (2, "Red", "reds", "strait", 1, 1, 1, 4),
    ]


def test_what_is_sent_is_delivered_sunk_or_on_its_way(two: Lake) -> None:
    frame = two.measure("lend_lease", game_id="two")
    columns = ("round", "giver", "receiver", "sent", "delivered", "interdicted", "waiting")
    assert frame.select(columns).rows() == [
        (0, "grey", "blue", 0, 0, 0, 0),
        (1, "grey", "blue", 5, 0, 0, 5),
        (2, "grey", "blue", 0, 3, 2, 0),
        (3, "grey", "blue", 0, 0, 0, 0),
    ]
    assert two.measure("lend_lease", game_id="small").is_empty()


def test_sunk_aid_of_two_givers_is_not_laid_to_either(tmp_path) -> None:
    told = told_game("two")
    red = told.state.resources["red", "money"]
    more = [ev.ResourceChanged("red", "money", -4, red - 4, "lend-lease", "blue")]
    lake = Lake.create(tmp_path / "lake")
    lake.write([_again("two", [*told.events[:-2], *more, *told.events[-2:]])])
    frame = lake.measure("lend_lease", game_id="two").filter(round=3)
    assert sorted(frame.select("giver", "waiting").rows()) == [("", -2), ("grey", 2), ("red", 4)]


def test_money_that_is_sent_may_arrive_as_another_resource(tmp_path) -> None:
    told = told_game("two")
    red = told.state.resources["red", "money"]
    more = [
        ev.ResourceChanged("red", "money", -4, red - 4, "lend-lease", "green"),
        ev.ResourceChanged("green", "points", 4, 4, "lend-lease", "red"),
    ]
    lake = Lake.create(tmp_path / "lake")
    lake.write([_again("two", [*told.events[:-2], *more, *told.events[-2:]])])
    frame = lake.measure("lend_lease", game_id="two").filter(round=3, giver="red")
    assert frame.select("receiver", "sent", "delivered", "waiting").rows() == [("green", 4, 4, 0)]


def test_losses_over_all_games_count_the_games(two: Lake) -> None:
    frame = two.measure("convoy_losses_by_title", title="test")
    assert frame.select("victim", "games", "raided_games", "raids", "loss", "mean", "share").rows() == [
        ("grey", 2, 2, 4, 6, 3.0, 6 / 12),
        ("blue", 2, 1, 1, 2, 1.0, 0.0),  # aid that was sunk was no income
        ("green", 2, 0, 0, 0, 0.0, 0.0),
        ("red", 2, 0, 0, 0, 0.0, 0.0),
    ]


def test_losses_by_line_over_all_games_and_over_some(two: Lake) -> None:
    columns = ("title", "area", "area_name", "victim", "name", "side", "games", "raided_games", "raids", "loss", "mean")
    told = two.measure("convoy_losses_by_line", title="test").select(columns)
    assert told.rows() == [
        ("test", "strait", "Strait", "grey", "Grey", "blues", 2, 2, 4, 6, 3.0),
        ("test", "lend-lease", "lend-lease", "blue", "Blue", "blues", 2, 1, 1, 2, 1.0),
    ]
    assert two.measure("convoy_losses_by_line").filter(title="test").select(columns).equals(told)
    one = two.measure("convoy_losses_by_line", ["two"], title="test")
    assert one.select("games", "raided_games", "raids", "loss", "mean").rows() == [(1, 1, 2, 3, 3.0), (1, 1, 1, 2, 2.0)]
    assert two.measure("convoy_losses_by_line", title="none").is_empty()


@pytest.mark.shared
def test_what_all_games_lost_is_what_each_lost(shared, tmp_path) -> None:
    lake = Lake.create(tmp_path / "lake")
    lake.write([rows_of(shared / "saves" / f"ai-global40-{name}.tsvg") for name in ("g1-fast", "g2-tech")])
    each = pl.concat([lake.measure("convoy_losses", game_id=one) for one in lake.games()["game_id"]])
    summed = each.group_by("victim").agg(pl.col("raids", "loss").sum())
    told = lake.measure("convoy_losses_by_title").select("victim", "raids", "loss")
    assert sorted(told.rows()) == sorted(summed.rows())
    assert told["loss"].sum() > 0
    stores = lake.sql("SELECT power, -sum(delta)::INT AS lost FROM resource_changed WHERE cause = 'convoy' GROUP BY power")
    assert sorted(stores.rows()) == sorted(told.filter(pl.col("loss") > 0).select("victim", "loss").rows())

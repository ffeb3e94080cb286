"""Measures of control: the game of two resources by hand, and what must hold of the sample games."""

from __future__ import annotations

import csv
from pathlib import Path

import polars as pl
import pytest

import engine
from engine import events as ev
from engine.replay import Game
from tests.warehouse.two_resources import TITLE, told_game
from warehouse import Lake
from warehouse.game_rows import Packed


@pytest.fixture(scope="module")
def two(sample_games: tuple[Packed, ...], tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """A lake with the game of two resources and the sample games."""
    lake = Lake.create(tmp_path_factory.mktemp("two") / "lake")
    lake.write([told_game("two"), *sample_games])
    return lake


def of_game(lake: Lake, name: str, game_id: str = "two") -> pl.DataFrame:
    return lake.measure(name, game_id=game_id)


def samples_in(lake: Lake) -> list[str]:
    return lake.sql("SELECT game_id FROM games WHERE title <> 'test'")["game_id"].to_list()


def test_owners_as_intervals(two: Lake) -> None:
    frame = of_game(two, "control_intervals")
    assert frame.select("area", "controller", "side", "from_turn", "to_turn", "from_round", "to_round", "turns").rows() == [
        ("east", "blue", "blues", 0, 1, 0, 1, 1),
        ("east", "red", "reds", 1, 6, 1, 2, 5),
        ("east", "blue", "blues", 6, None, 2, None, 5),
        ("isle", "", "", 0, None, 0, None, 11),
        ("north", "red", "reds", 0, None, 0, None, 11),
        ("south", "grey", "blues", 0, None, 0, None, 11),
    ]


def test_intervals_cover_every_turn_of_every_area_once_and_say_who_held_it(two: Lake) -> None:
    for game_id in samples_in(two):
        areas = two.frame("areas", game_id)
        last = areas["turn"].max()
        found = of_game(two, "control_intervals", game_id)
        turns = pl.int_ranges("from_turn", pl.col("to_turn").fill_null(last + 1)).alias("turn")
        spread = found.select("area", "controller", turns).explode("turn").select("turn", "area", "controller")
        told = areas.select(pl.col("turn").cast(pl.Int64), "area", "controller")
        assert sorted(spread.rows()) == sorted(told.rows())
        assert (found["turns"] > 0).all()


def test_shares_of_areas_value_and_cities(two: Lake) -> None:
    frame = of_game(two, "control_shares")
    columns = ("round", "side", "areas", "area_share", "value", "value_share", "victory_cities", "city_share")
    assert frame.select(columns).rows()[:6] == [
        (0, "reds", 1, 0.25, 5, pytest.approx(5 / 13), 1, 0.5),
        (0, "blues", 2, 0.5, 7, pytest.approx(7 / 13), 1, 0.5),
        (0, "greens", 0, 0.0, 0, 0.0, 0, 0.0),
        (1, "reds", 2, 0.5, 8, pytest.approx(8 / 13), 1, 0.5),
        (1, "blues", 1, 0.25, 4, pytest.approx(4 / 13), 1, 0.5),
        (1, "greens", 0, 0.0, 0, 0.0, 0, 0.0),
    ]
    assert frame.select("round", "side").rows() == [(r, side) for r in range(4) for side in ("reds", "blues", "greens")]


def test_changes_of_hand_lead_from_owner_to_owner(two: Lake) -> None:
    frame = of_game(two, "changes_of_hand")
    assert frame.select("round", "turn", "area_name", "before", "before_side", "after", "after_side", "how").rows() == [
        (1, 1, "East", "blue", "blues", "red", "reds", "captured"),
        (2, 6, "East", "red", "reds", "blue", "blues", "liberated"),
    ]


def test_captures_losses_and_areas_freed_for_their_owner(two: Lake) -> None:
    frame = of_game(two, "captures_by_round").filter(pl.col("round").is_in([1, 2]))
    assert frame.select("round", "power", "taken", "freed", "lost", "value_gained", "value_lost").rows() == [
        (1, "red", 1, 0, 0, 3, 0), (1, "blue", 0, 0, 1, 0, 3), (1, "grey", 0, 0, 0, 0, 0), (1, "green", 0, 0, 0, 0, 0),
        (2, "red", 0, 0, 1, 0, 3), (2, "blue", 0, 0, 0, 3, 0), (2, "grey", 0, 1, 0, 0, 0), (2, "green", 0, 0, 0, 0, 0),
    ]  # fmt: skip


def test_what_is_gained_and_lost_makes_the_production(two: Lake) -> None:
    for game_id in samples_in(two):
        changes = of_game(two, "captures_by_round", game_id)
        net = changes.group_by("power").agg((pl.col("value_gained") - pl.col("value_lost")).sum().alias("net"))
        powers = two.frame("powers", game_id)
        first = powers.filter(turn=0).select("power", first="production")
        last = powers.filter(pl.col("turn") == pl.col("turn").max()).select("power", last="production")
        made = net.join(first, on="power").join(last, on="power")
        assert made.filter(pl.col("first") + pl.col("net") != pl.col("last")).rows() == []


def test_the_front_runs_between_areas_of_enemies(two: Lake) -> None:
    frame = of_game(two, "front_line")
    assert frame.select("round", "area", "other", "controller", "other_controller").rows() == [
        (0, "north", "east", "red", "blue"),
        (1, "east", "south", "red", "grey"),
        (2, "north", "east", "red", "blue"),
        (3, "north", "east", "red", "blue"),
    ]
    length = of_game(two, "front_by_round")
    assert length.filter(pl.col("round") < 2).select("round", "side", "links", "areas", "value").rows() == [
        (0, "reds", 1, 1, 5),
        (0, "blues", 1, 1, 3),
        (0, "greens", 0, 0, 0),
        (1, "reds", 1, 1, 3),
        (1, "blues", 1, 1, 4),
        (1, "greens", 0, 0, 0),
    ]


def test_there_is_no_front_between_powers_at_peace(tmp_path) -> None:
    told = told_game("two")
    cut = next(n for n, event in enumerate(told.events) if event == ev.PhaseStarted("red", "fight", 4))
    peace, war = ev.RelationChanged("red", "blue", "", "peace"), ev.RelationChanged("blue", "red", "peace", "war")
    events = [told.events[0], peace, *told.events[1:cut], told.events[cut], war, *told.events[cut + 1 :]]
    lake = Lake.create(tmp_path / "lake")
    lake.write([Game(TITLE, told.header, events, told.state, told.fidelity, told.name)])
    frame = of_game(lake, "front_line")
    assert frame.select("round", "area", "other").rows() == [
        (1, "east", "south"),
        (2, "north", "east"),
        (3, "north", "east"),
    ]


def test_the_front_of_the_samples_is_what_their_boards_say(two: Lake) -> None:
    for game_id in samples_in(two):
        ends = two.measure("control_by_round", game_id=game_id)
        held = {(r, area): side for r, area, side in ends.select("round", "area", "side").iter_rows() if side}
        links = two.frame("title_links", game_id).select("area", "other").rows()
        rounds = ends["round"].unique()
        made = [
            (r, a, b)
            for r in rounds
            for a, b in links
            if held.get((r, a), "") != held.get((r, b), "") and (r, a) in held and (r, b) in held
        ]
        front = of_game(two, "front_line", game_id).select("round", "area", "other").rows()
        if two.frame("relation_changed", game_id).is_empty():
            assert made and sorted(made) == sorted(front)
        else:  # where powers make war and peace, only enemies meet at the front
            assert front and set(front) <= set(made)


def test_contested_areas_over_all_games(two: Lake) -> None:
    frame = two.measure("contested_areas", title="test")
    assert frame.rows() == [("test", "east", 1, 1, 2, 2.0)]
    of_title = two.games().filter(title="aa1942")["game_id"]
    changes = sum(of_game(two, "changes_of_hand", game_id).height for game_id in samples_in(two) if game_id in of_title)
    assert two.measure("contested_areas", title="aa1942")["changes"].sum() == changes


def test_land_that_nobody_may_enter_is_no_land_that_can_be_held(two: Lake) -> None:
    """In the box of Axis & Allies 1942 all land that may be entered belongs to one of the two sides: 24 and 41 areas."""
    game = two.games().filter(title="aa1942")["game_id"][0]
    start = of_game(two, "control_shares", game).filter(round=0)
    with (Path(engine.__file__).parent / "titles" / "aa1942" / "areas.csv").open(encoding="utf-8") as file:
        land = [row["terrain"] for row in csv.DictReader(file) if row["kind"] == "land"]
    assert (len(land), land.count("impassable")) == (81, 16)
    assert dict(start.select("side", "areas").iter_rows()) == {"axis": 24, "allies": 41}
    shares = dict(start.select("side", "area_share").iter_rows())
    assert shares == {"axis": pytest.approx(24 / 65), "allies": pytest.approx(41 / 65)}


def test_no_side_holds_more_than_there_is(two: Lake) -> None:
    for game_id in samples_in(two):
        shares = of_game(two, "control_shares", game_id).group_by("round").agg(pl.col("area_share").sum())
        assert shares["area_share"].max() <= 1 + 1e-9, game_id

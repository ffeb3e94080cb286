"""Snapshots of a small game with two resources: stores, forces by class, damage and races, worked out by hand."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from msgspec.structs import replace

from engine.replay import Game
from tests.warehouse.games import EVENTS, game
from tests.warehouse.two_resources import TITLE, told_game
from warehouse import Lake
from warehouse.metrics import spread
from warehouse.races import NOT_HELD, Races

TURNS = range(11)
POWERS = ["red", "blue", "grey", "green"]


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """A lake with the game of two resources."""
    lake = Lake.create(tmp_path_factory.mktemp("two") / "lake")
    lake.write([told_game()])
    return lake


def test_every_power_and_every_store_has_a_row_at_the_end_of_every_turn(two: Lake) -> None:
    assert two.frame("powers").select("turn", "power").rows() == [(t, power) for t in TURNS for power in POWERS]
    stores = [*((power, "money") for power in POWERS), ("red", "points")]
    rows = two.frame("treasuries").select("turn", "power", "resource").rows()
    assert sorted(rows) == sorted((t, *store) for t in TURNS for store in stores)


def test_treasuries_hold_every_resource_and_what_was_collected_of_it(two: Lake) -> None:
    frame = two.frame("treasuries").filter(pl.col("power").is_in(["red", "grey"]) & pl.col("turn").is_in([0, 1, 3, 6]))
    assert frame.select("turn", "power", "resource", "amount", "income").rows() == [
        (0, "red", "money", 10, 0), (0, "grey", "money", 8, 0), (0, "red", "points", 2, 0),
        (1, "red", "money", 20, 8), (1, "grey", "money", 8, 0), (1, "red", "points", 3, 3),
        (3, "red", "money", 20, 0), (3, "grey", "money", 7, 4), (3, "red", "points", 3, 0),
        (6, "red", "money", 20, 0), (6, "grey", "money", 5, -1), (6, "red", "points", 3, 0),
    ]  # fmt: skip
    main = two.frame("powers").filter(turn=3, power="grey").select("treasury", "income").row(0)
    assert main == (7, 4), "powers has the main resource, with the objective and less the convoy"


def test_forces_by_class_add_up_to_the_power(two: Lake) -> None:
    assert two.frame("forces").filter(turn=1).select("power", "class", "units", "tuv").rows() == [
        ("grey", "air", 1, 10),
        ("grey", "facility", 1, 15),
        ("grey", "land", 1, 3),
        ("red", "air", 1, 10),
        ("red", "land", 3, 9),
        ("red", "sea", 2, 8),
    ]
    parts = two.frame("forces").group_by("turn", "power").agg(pl.col("units", "tuv").sum())
    whole = two.frame("powers").filter(pl.col("units") > 0).select("turn", "power", "units", "tuv")
    assert sorted(parts.rows()) == sorted(whole.rows())


def test_damage_stands_with_the_area_and_its_holder(two: Lake) -> None:
    areas = two.frame("areas").filter(pl.col("damage") > 0)
    assert areas.select("turn", "area", "damage").rows() == [(t, "south", 3 if t < 6 else 2) for t in range(3, 11)]
    assert two.frame("powers").filter(pl.col("damage") > 0).select("turn", "power", "damage").rows() == [
        (t, "grey", 3 if t < 6 else 2) for t in range(3, 11)
    ]


def test_every_contender_has_every_condition_of_the_title_from_the_start(two: Lake) -> None:
    frame = two.frame("races").filter(pl.col("turn").is_in([0, 1, 5, 6]))
    assert frame.select("turn", "contender", "measure", "total", "threshold", "hold", "held_since").rows() == [
        (0, "reds", "points", 5, 9, 1, NOT_HELD),
        (0, "reds", "victory-cities", 1, 2, 0, NOT_HELD),
        (0, "blue-and-green", "points", 0, 4, 0, NOT_HELD),
        (1, "reds", "points", 9, 9, 1, 1),
        (1, "reds", "victory-cities", 1, 2, 0, NOT_HELD),
        (1, "blue-and-green", "points", 0, 4, 0, NOT_HELD),
        (5, "reds", "points", 9, 9, 1, 1),
        (5, "reds", "victory-cities", 1, 2, 0, NOT_HELD),
        (5, "blue-and-green", "points", 0, 4, 0, NOT_HELD),
        (6, "reds", "points", 5, 9, 1, NOT_HELD),
        (6, "reds", "victory-cities", 1, 2, 0, NOT_HELD),
        (6, "blue-and-green", "points", 4, 4, 0, 6),
    ]


def test_a_title_with_one_measure_for_all_sides_races_as_the_level_says(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    lake.write([game("small", EVENTS)])
    frame = lake.frame("races").filter(turn=4)
    assert frame.select("contender", "measure", "total", "threshold", "hold").rows() == [
        ("axis", "victory-cities", 3, 8, 0),
        ("allies", "victory-cities", 0, 8, 0),
    ]


def test_what_only_the_record_counts_is_a_race_without_a_number_that_wins() -> None:
    told = told_game()
    assert list(Races(replace(TITLE, settings={}), told.events).rows(told.state)) == [
        ("reds", "victory-cities", 1, 0, 0, NOT_HELD, "Reds", "reds", False, False),
        ("blues", "victory-cities", 1, 0, 0, NOT_HELD, "Blues", "blues", False, False),
        ("greens", "victory-cities", 0, 0, 0, NOT_HELD, "Greens", "greens", False, False),
        ("reds", "points", 5, 0, 0, NOT_HELD, "Reds", "reds", False, False),
        ("blue-and-green", "points", 4, 0, 0, NOT_HELD, "blue-and-green", "", False, False),
    ]


def test_the_grid_has_every_power_and_side_in_every_round_the_eventless_too(two: Lake) -> None:
    assert two.games()["rounds"].to_list() == [3], "the fourth has only begun: nothing was played in it"
    frame = two.sql("SELECT round, power, seq FROM power_rounds ORDER BY round, play_order")
    assert frame.select("round", "power").rows() == [(r, power) for r in range(4) for power in POWERS]
    assert frame["seq"].is_sorted() and frame["seq"].n_unique() == 4
    sides = two.sql("SELECT round, side, side_name FROM side_rounds ORDER BY round, side_order").rows()
    assert sides == [(r, side, side.title()) for r in range(4) for side in ("reds", "blues", "greens")]


CONTENDERS = [
    {
        "slug": "the-north",
        "name": "The North",
        "powers": ["red", "green"],
        "points": 9,
        "hold": 1,
        "all_of": ["north"],
        "helped": ["east", "south"],
        "helpers": ["blue"],
        "source": "test",
    },
    {"slug": "grey", "name": "Grey", "powers": ["grey"], "points": 2, "one_of": ["north", "south"], "source": "test"},
]


def test_contenders_must_hold_areas_beside_their_points(tmp_path: Path) -> None:
    told = told_game("two")
    title = replace(TITLE, settings={"victory": {"measure": "points", "contender": CONTENDERS}})
    lake = Lake.create(tmp_path / "lake")
    lake.write([Game(title, told.header, told.events, told.state, told.fidelity, told.name)])
    frame = lake.frame("races").filter(pl.col("turn").is_in([0, 1]) & ~pl.col("contender").is_in(["reds", "blue-and-green"]))
    assert frame.select("turn", "contender", "measure", "total", "threshold", "hold", "held_since").rows() == [
        (0, "the-north", "points", 0, 9, 1, NOT_HELD),
        (0, "the-north", "all-of", 2, 3, 1, NOT_HELD),
        (0, "grey", "points", 0, 2, 0, NOT_HELD),
        (0, "grey", "one-of", 1, 1, 0, 0),
        (1, "the-north", "points", 0, 9, 1, NOT_HELD),
        (1, "the-north", "all-of", 2, 3, 1, NOT_HELD),
        (1, "grey", "points", 0, 2, 0, NOT_HELD),
        (1, "grey", "one-of", 1, 1, 0, 0),
    ]
    named = lake.frame("races").select("contender", "name", "side").unique().sort("contender").rows()
    assert named == [
        ("blue-and-green", "blue-and-green", ""),
        ("grey", "Grey", "blues"),
        ("reds", "Reds", "reds"),
        ("the-north", "The North", ""),  # red and green are of two sides
    ]
    near = spread(lake, "progress", "side")
    assert near["group"].to_list() == ["Blues", "the-north"], "who wins with others of its side is told of the side"
    assert set(lake.frame("races")["contender"]) == {"the-north", "grey", "reds", "blue-and-green"}, "sides do not contend"

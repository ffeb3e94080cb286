"""Measures of races: several contenders, several conditions each, and conditions that must be held."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from msgspec.structs import replace

from engine.events import VictoryPointsScored
from engine.replay import Game
from engine.state import GameState
from ingest.samples import HERE
from tests.kept import rows_of
from tests.slow import slow_after
from tests.warehouse.games import game
from tests.warehouse.two_resources import TITLE, told_game
from warehouse import Lake
from warehouse.game_rows import Packed
from warehouse.metrics import bands


@pytest.fixture(scope="module")
def two(sample_games: tuple[Packed, ...], tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """A lake with the game of two resources, the small game and the sample games."""
    lake = Lake.create(tmp_path_factory.mktemp("two") / "lake")
    lake.write([told_game("two"), game("small"), *sample_games])
    return lake


def test_every_contender_has_every_condition_after_every_turn(two: Lake) -> None:
    frame = two.measure("race_progress", game_id="two")
    races = [("blue-and-green", "points"), ("reds", "points"), ("reds", "victory-cities")]
    assert frame.select("turn", "contender", "measure").rows() == [(t, *race) for t in range(11) for race in races]
    points = frame.filter(contender="reds", measure="points").filter(pl.col("turn").is_in([0, 1, 5, 6]))
    assert points.select("turn", "round", "turn_power", "total", "threshold", "missing", "met", "hold", "held_since").rows() == [
        (0, 0, "", 5, 9, 4, False, 1, None),
        (1, 1, "red", 9, 9, 0, True, 1, 1),
        (5, 2, "blue", 9, 9, 0, True, 1, 1),
        (6, 2, "grey", 5, 9, 4, False, 1, None),
    ]
    assert points["progress"].to_list() == pytest.approx([5 / 9, 1, 1, 5 / 9])
    assert dict(frame.select("contender", "name").rows()) == {"reds": "Reds", "blue-and-green": "blue-and-green"}


def test_standings_take_all_conditions_of_a_contender_together(two: Lake) -> None:
    frame = two.measure("race_standings", game_id="two")
    assert frame.select("round", "place", "contender", "conditions", "met", "progress", "held_since").rows() == [
        (0, 1, "reds", 2, 0, pytest.approx((5 / 9 + 1 / 2) / 2), None),
        (0, 2, "blue-and-green", 1, 0, 0.0, None),
        (1, 1, "reds", 2, 1, 0.75, None),
        (1, 2, "blue-and-green", 1, 0, 0.0, None),
        (2, 1, "blue-and-green", 1, 1, 1.0, 6),
        (2, 2, "reds", 2, 0, pytest.approx((5 / 9 + 1 / 2) / 2), None),
        (3, 1, "blue-and-green", 1, 1, 1.0, 6),
        (3, 2, "reds", 2, 0, pytest.approx((5 / 9 + 1 / 2) / 2), None),
    ]


def test_a_race_at_the_end_of_a_round_is_the_race_of_its_last_turn(two: Lake) -> None:
    for game_id in two.sql("SELECT game_id FROM games WHERE title <> 'test'")["game_id"]:
        turns = two.measure("race_progress", game_id=game_id).filter(measure="victory-cities")
        last = turns.group_by("round", "contender").agg(pl.col("total", "missing").sort_by("turn").last())
        ends = two.measure("victory_cities", game_id=game_id).select("round", "side", "total", "missing")
        assert sorted(last.rows()) == sorted(ends.rows())
        assert turns.select((pl.col("missing") == 0) == pl.col("met")).to_series().all()


def test_where_the_most_wins_the_race_is_run_by_the_lead(tmp_path: Path) -> None:
    told, lake = told_game("most"), Lake.create(tmp_path / "lake")
    title = replace(TITLE, settings={"victory": {"condition": [], "most": "points"}})
    lake.write([Game(title, told.header, told.events, told.state, told.fidelity, told.name), told_game("two")])
    assert set(lake.frame("races", "most").filter("most")["measure"]) == {"points"}
    assert not lake.frame("races", "two")["most"].any(), "points that win by their number are no such race"
    rounds = bands(lake, "lead", "side")
    assert sorted(rounds.select("round", "group", "mean").rows()) == [
        (0, "Reds", 5.0), (0, "blue-and-green", -5.0), (1, "Reds", 9.0), (1, "blue-and-green", -9.0),
        (2, "Reds", 1.0), (2, "blue-and-green", -1.0), (3, "Reds", 1.0), (3, "blue-and-green", -1.0),
    ]  # fmt: skip
    assert bands(lake, "progress", games=["most"]).is_empty() and bands(lake, "lead", games=["two"]).is_empty()


def test_who_is_tied_leads_by_nothing(tmp_path: Path) -> None:
    told, lake = told_game("tied"), Lake.create(tmp_path / "lake")
    title = replace(TITLE, settings={"victory": {"condition": [], "most": "points"}})
    first = next(n for n, event in enumerate(told.events) if isinstance(event, VictoryPointsScored))
    tie = VictoryPointsScored("blue-and-green", "points", 5, 5, "setup")
    events = [*told.events[: first + 1], tie, *told.events[first + 1 :]]
    state = GameState().apply_all(events)
    lake.write([Game(title, told.header, events, state, told.fidelity, told.name)])
    first_rounds = bands(lake, "lead", "side").filter(pl.col("round") < 2)
    assert sorted(first_rounds.select("round", "group", "mean").rows()) == [
        (0, "Reds", 0.0),
        (0, "blue-and-green", 0.0),
        (1, "Reds", 4.0),
        (1, "blue-and-green", -4.0),
    ]


# At the end of rise-and-fall the Soviets have won by their stars; the Western Allies have the PPs that would win without them.
ALONE = [("barbarossa.jsonl.zst", []), ("rise-and-fall.jsonl.zst", ["soviets", "western-allies"])]


@pytest.mark.parametrize(("file", "held"), slow_after(1, ALONE))
def test_where_one_condition_is_enough_the_nearest_counts(two: Lake, lake: Lake, file: str, held: list[str]) -> None:
    lake.write([rows_of(HERE / file)])
    game_id = lake.games()["game_id"].item()
    races = lake.frame("races", game_id).filter(pl.col("threshold") > 0)
    assert races["alone"].all() and not two.frame("races", "two")["alone"].any()
    share = (pl.col("total") / pl.col("threshold")).clip(upper_bound=1).max()
    last = races.filter(pl.col("seq") == pl.col("seq").max()).group_by("contender").agg(share).sort("contender")
    standings = lake.measure("race_standings", game_id=game_id).sort("contender")
    end = standings.filter(pl.col("round") == pl.col("round").max())
    assert end["progress"].to_list() == pytest.approx(last["total"].to_list())
    assert end.filter(pl.col("held_since").is_not_null())["side"].to_list() == held

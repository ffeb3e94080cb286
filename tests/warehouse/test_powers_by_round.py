"""How every power stood at the end of each round: a small game by hand, and races of the samples.

What it has in common with other measures is compared on all samples by test_economy_measures.
"""

from __future__ import annotations

import polars as pl

from warehouse import Lake

COLUMNS = ("tuv", "units", "income", "treasury", "production", "areas", "victory_cities", "points", "income_lost", "destroyed", "lost")


def test_a_small_game_by_hand(small: Lake) -> None:
    told = small.measure("powers_by_round", game_id="small").filter(pl.col("power").is_in(["soviet-union", "germany"]))
    assert told.select("round", "power", *COLUMNS).rows() == [
        (0, "soviet-union", 15, 4, 0, 24, 10, 2, 2, None, 0, 0, 0),  # three infantry of 3 and a gun of 6; Russia of 8 and Karelia of 2
        (0, "germany", 25, 7, 0, 40, 10, 1, 1, None, 0, 0, 0),
        (1, "soviet-union", 6, 2, 8, 28, 8, 1, 1, None, 2, 6, 9),  # the convoy took 2 in Germany's turn, after 28 were in hand
        (1, "germany", 25, 6, 12, 52, 12, 2, 2, None, 0, 9, 6),  # two infantry lost, the gun captured
        (2, "soviet-union", 0, 0, 0, 26, 0, 0, 0, None, 0, 0, 0),  # in hand at the end of its own turn, before Russia fell
        (2, "germany", 25, 6, 0, 78, 20, 3, 3, None, 0, 0, 0),
    ]


def test_points_are_those_of_the_race_that_a_power_runs_by_itself(sampled: Lake) -> None:
    """Blitz! is won by a power's own points; powers of Global 1939 run for points and for more, of which points go highest."""
    for title, measure in (("blitz", "vp"), ("global-1939", "points")):
        for game_id in sampled.games().filter(title=title)["game_id"]:
            rows = sampled.measure("powers_by_round", game_id=game_id)
            last = rows.filter(pl.col("round") == pl.col("round").max(), pl.col("points").is_not_null())
            races = sampled.frame("races", game_id).filter(pl.col("turn") == pl.col("turn").max(), measure=measure)
            alone = races.filter(pl.col("contender").is_in(rows["power"].to_list()))  # Germany and Italy run together
            assert dict(last.select("power", "points").iter_rows()) == dict(alone.select("contender", "total").iter_rows()) != {}, game_id


def test_where_sides_run_for_points_no_power_has_any(sampled: Lake) -> None:
    for title in ("aa1942", "black-swan", "global-war-1936"):
        for game_id in sampled.games().filter(title=title)["game_id"]:
            assert sampled.measure("powers_by_round", game_id=game_id)["points"].is_null().all(), game_id

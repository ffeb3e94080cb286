"""The view of battles with their luck: a small game by hand, and the two tables that it joins."""

from __future__ import annotations

import polars as pl
import pytest

from warehouse import Lake
from warehouse.errors import LakeError


def test_a_small_game_by_hand(small: Lake) -> None:
    rows = small.sql("SELECT * FROM battles_and_luck WHERE game_id = 'small' ORDER BY battle")
    told = ("round", "battle", "kind", "area_name", "attacker_name", "defender_name", "winner", "swing", "damage")
    assert rows.select(told).rows() == [
        (1, 1, "land", "Karelia S.S.R.", "Germany", "Soviet Union", "attacker", 3, 0),  # 9 lost by the defender, 6 by the attacker
        (1, 2, "raid", "Russia", "Germany", "Soviet Union", "none", 0, 4),
    ]
    assert rows["attacker_side"].to_list() == ["axis"] * 2 and rows["luck"].null_count() == 2 - rows.filter(pl.col("odds") != "").height


def test_no_battle_is_lost_or_told_twice(sampled: Lake) -> None:
    rows = sampled.sql("SELECT * FROM battles_and_luck")
    assert rows.height == sampled.sql("SELECT count(*) AS n FROM battle_ended")["n"][0]
    luck = sampled.sql("SELECT sum(luck) AS luck, count(*) AS n FROM battle_luck WHERE luck IS NOT NULL").row(0, named=True)
    assert rows["luck"].sum() == pytest.approx(luck["luck"]) and rows["luck"].count() == luck["n"] > 100
    assert rows.select(pl.col("attacker_name", "defender_name", "area_name").null_count()).row(0) == (0, 0, 0)


@pytest.mark.parametrize(
    ("asked", "cure"),
    [("battles_and_lukc", "did you mean 'battles_and_luck'?"), ("seat", "did you mean 'seats'?"), ("venues", "no table or view 'venues'")],
)
def test_a_table_that_is_not_there_names_the_cure(small: Lake, asked: str, cure: str) -> None:
    with pytest.raises(LakeError) as caught:
        small.sql(f"SELECT * FROM {asked}")
    assert f"no table or view {asked!r}" in str(caught.value) and cure in str(caught.value)
    assert "a frame of your own is seen by `Lake.connect()`" in str(caught.value)  # whatever is near: a frame's name may be


def test_a_frame_of_ones_own_is_seen_by_a_connection(small: Lake) -> None:
    venues = pl.DataFrame({"game_id": ["small"], "venue": ["Leipzig"]})
    with small.connect() as con:
        assert con.sql("SELECT venue FROM venues JOIN games USING (game_id)").fetchall() == [("Leipzig",)]
    assert venues.height == 1

"""Measures of luck in value: they add up battle by battle, and what is not known stays empty."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from ingest.samples import samples
from tests.kept import rows_of
from warehouse import Lake

GAME = "axis-takes-moscow"


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    lake = Lake.create(tmp_path_factory.mktemp("luck") / "lake")
    lake.write([rows_of(path) for path in samples() if path.name.startswith(GAME)])
    return lake


def test_luck_and_decisions_add_up_in_every_battle_and_unknown_ones_are_empty(lake: Lake) -> None:
    rows = lake.measure("battle_luck_ledger", game_id=GAME)
    assert rows.height == lake.frame("battle_ended", GAME).height
    known = rows.drop_nulls("luck")
    assert known.height == lake.frame("battle_luck", GAME).height > 40
    gap = known["luck"] + known["decisions"] - (known["swing"] - known["expected_swing"])
    assert gap.abs().max() < 1e-6
    parts = known["fire_luck"] + known["anti_air_luck"] + known["bombardment_luck"] - known["luck"]
    assert parts.abs().max() < 1e-6
    raids = rows.filter(pl.col("kind") == "raid")
    assert raids.height and raids["luck"].null_count() == raids.height, "bombing is never mixed with the luck of battles"
    assert raids["bombing_luck"].drop_nulls().len() > 0


def test_what_one_side_gains_by_luck_the_other_loses(lake: Lake) -> None:
    rows = lake.measure("luck_in_value", game_id=GAME)
    fair = lake.frame("battle_luck", GAME).filter(pl.col("dice") == "fair")
    assert rows["luck"].sum() == pytest.approx(0.0, abs=1e-6)
    assert rows["battles"].sum() == 2 * fair.height
    mine = rows.filter(power="germany")["luck"].sum()
    twin = fair.filter(attacker="germany")["luck"].sum() - fair.filter(defender="germany")["luck"].sum()
    assert mine == pytest.approx(twin)


def test_a_players_result_without_luck_is_the_swing_less_the_luck(lake: Lake) -> None:
    rows = lake.measure("luck_in_value_by_player")
    assert rows["title"].to_list() == ["aa1942", "aa1942"], "values of different titles do not add up"
    assert (rows["swing_without_luck"] - (rows["swing"] - rows["luck"])).abs().max() < 1e-6
    assert rows["luck"].sum() == pytest.approx(0.0, abs=1e-6)


def test_rolls_that_are_no_fire_of_battles_have_columns_of_their_own_and_are_empty_where_there_were_none(
    lake: Lake,
) -> None:
    rows, raids = lake.measure("luck_in_value", game_id=GAME), lake.measure("battle_luck_ledger", game_id=GAME)
    assert rows["bombing_luck"].sum() == pytest.approx(raids["bombing_luck"].sum()) and raids["bombing_luck"].sum() != 0
    fire = lake.sql(
        "SELECT sum(hits - expected) AS over FROM dice_rolled JOIN battle_ended USING (game_id, battle) "
        "WHERE purpose = 'anti-air' AND kind = 'raid'"
    )
    assert rows["raid_fire_luck"].sum() == pytest.approx(fire["over"][0])
    for none in ("convoy_luck", "research_luck", "other_luck"):
        assert rows[none].null_count() == rows.height, f"{none}: nobody rolled such dice, and nothing is no zero"
    bombed = rows.drop_nulls("bombing_luck")
    assert 0 < bombed.height < rows.height


@pytest.mark.shared
def test_convoys_and_other_rolls_are_set_apart(tmp_path: Path, shared: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    lake.write(
        [
            rows_of(shared / "saves" / "ai-global40-g1-fast.tsvg"),
            *(rows_of(path) for path in samples() if path.name.startswith("convoys-of")),
        ]
    )
    game = next(one for one in lake.games()["game_id"] if one != "convoys-of-the-atlantic")
    rolled = lake.frame("dice_rolled", game).filter(purpose="convoy")
    sunk = sum(sum(die for die in dice if die <= 3) for dice in rolled["dice"])
    found = lake.measure("luck_in_value", game_id=game)["convoy_luck"]
    assert rolled.height and found.sum() == pytest.approx(sunk - rolled["expected"].sum())
    other = lake.measure("luck_in_value", game_id="convoys-of-the-atlantic")["other_luck"].drop_nulls()
    loose = lake.frame("dice_rolled", "convoys-of-the-atlantic").filter(pl.col("battle") == 0, pl.col("target") > 0)
    assert loose.height and other.sum() == pytest.approx(loose["hits"].sum() - loose["expected"].sum())

"""The chance of winning: whole games are left out, chances add up, and what is split adds up again."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

from ingest import replay_file
from ingest.samples import samples
from sitrep import main
from warehouse import Lake, LakeError
from warehouse.winning.card import card
from warehouse.winning.fitting import FEWEST, decided, fit, held_out
from warehouse.winning.model import load, save, winning
from warehouse.winning.positions import FEATURES, positions

GAME = "axis-takes-moscow"


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    lake = Lake.create(tmp_path_factory.mktemp("model") / "lake")
    lake.write([replay_file(path) for path in samples() if path.name.startswith(GAME)])
    return lake


def league(games: int, *, signal: float) -> pl.DataFrame:
    """Positions of games of two sides; with a signal of 1, the side with the greater value always wins."""
    rows = []
    for game in range(games):
        ahead = game % 2 == 0
        won = ahead if (game * 7 % 10) / 10 < signal or signal == 1 else game % 3 == 0
        for turn in range(4):
            value = (0.2 + turn / 10) * (1 if ahead else -1)
            for side, sign in (("axis", 1), ("allies", -1)):
                row = dict.fromkeys(FEATURES, 0.0) | {"value": value * sign, "late_value": value * sign * turn / 10}
                rows.append({"title": "one", "game_id": f"g{game}", "kind": "bots", "turn": turn, "round": turn, "turn_power": "",
                             "side": side, "won": won == (sign > 0), **row})  # fmt: skip
    return pl.DataFrame(rows)


def test_positions_describe_each_side_against_the_others(lake: Lake) -> None:
    rows = positions(lake, GAME)
    both = rows.group_by("turn").agg(pl.col(*FEATURES).sum(), pl.col("won").sum())
    assert both["won"].to_list() == [1] * both.height
    for name in ("value", "production", "treasury", "cities", "capitals", "late_value"):
        assert both[name].abs().max() < 1e-9, f"{name} of one side is not that of the other turned round"
    assert rows["kind"].unique().to_list() == ["bots"]


def test_chances_add_up_and_a_change_is_what_dice_and_players_did(lake: Lake) -> None:
    found = winning(lake, GAME, load())
    sums = found.group_by("turn").agg(pl.col("chance").sum())["chance"]
    assert (sums - 1).abs().max() < 1e-9
    assert (found["low"] <= found["high"]).all()
    moved = found.drop_nulls("change")
    assert (moved["change"] - moved["by_dice"] - moved["by_players"]).abs().max() < 1e-9
    assert moved["by_dice"].abs().max() > 0, "the dice of battles moved nothing"
    assert found.filter(turn=0)["change"].null_count() == 2


def test_a_model_foretells_games_that_it_has_not_seen_better_than_chance_where_there_is_something_to_learn() -> None:
    found = held_out(league(6, signal=1))
    assert found.model.games == 6, "n is games, not positions"
    assert found.model.brier < 0.1 < found.base_rate.brier
    assert found.calibration["positions"].sum() == 48


def test_where_there_is_nothing_to_learn_held_out_games_are_foretold_no_better_than_by_chance() -> None:
    rows = league(6, signal=0).with_columns(value=0.0, late_value=0.0)
    assert held_out(rows).model.brier >= 0.24


def test_too_few_games_are_refused_and_the_card_says_that_games_are_few() -> None:
    with pytest.raises(LakeError, match=f"expected at least {FEWEST}"):
        fit(league(FEWEST - 1, signal=1))
    rows = league(6, signal=1)
    text = card(fit(rows, draws=2), rows, {"one": "The One"})
    assert "**6 games are few.**" in text and "## The One" in text and "6 decided games of bots" in text


def test_undecided_games_teach_nothing() -> None:
    rows = league(5, signal=1)
    assert decided(rows.with_columns(won=pl.when(pl.col("game_id") != "g0").then("won")))["game_id"].n_unique() == 4


def test_a_model_is_read_as_it_was_written(tmp_path: Path) -> None:
    model = fit(league(6, signal=1), draws=2)
    save(model, tmp_path / "model.json")
    assert load(tmp_path / "model.json") == model
    with pytest.raises(LakeError, match="no model is here"):
        load(tmp_path / "nothing.json")


def test_the_command_shows_chances_and_says_what_they_rest_on(lake: Lake) -> None:
    done = CliRunner().invoke(main, ["model", "show", GAME, "--lake", str(lake.path)])
    assert done.exit_code == 0 and "decided games of" in done.output and "by_dice" in done.output
    told = CliRunner().invoke(main, ["model", "show", GAME, "--lake", str(lake.path), "--json"])
    assert len(json.loads(told.output)) == positions(lake, GAME).height

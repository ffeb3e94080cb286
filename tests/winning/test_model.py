"""The chance of winning: whole games are left out, chances add up, and what is split adds up again."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner

from dashboard.terminal.summary import print_summary
from ingest import replay_file
from ingest.samples import samples
from sitrep import main
from tests.kept import rows_of
from tests.one_of_each import one_of_each_title
from tests.slow import slow_among
from warehouse import Lake, LakeError
from warehouse.winning import dice
from warehouse.winning.card import calibration_told, card
from warehouse.winning.dice import BATTLES, MANY, UNKNOWN, outcomes, without_dice
from warehouse.winning.fitting import ERRORS, FEWEST, choose, decided, fit, held_out, judged, paired
from warehouse.winning.model import FULL, SHOWN_FROM, VALUE, Model, load, save
from warehouse.winning.phases import CHANCE, EQUAL, EVERY, UNEQUAL, parts
from warehouse.winning.positions import BOARD, FEATURES, OTHERS, SEATS, positions, with_board
from warehouse.winning.second import SCHEMA, beside
from warehouse.winning.turns import NOT_KNOWN, key_moments, winning, with_two_sides

GAME = "axis-takes-moscow"


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    lake = Lake.create(tmp_path_factory.mktemp("model") / "lake")
    lake.write([rows_of(path) for path in samples() if path.name.startswith(GAME)])
    return lake


def told_of_all(lake: Lake) -> Model:
    """The shipped model, made to tell of every title of a lake, known or not: what follows from chances does not depend on it."""
    model = load()
    return msgspec.structs.replace(model, shown=dict.fromkeys(lake.games()["title"].to_list(), FULL) | model.shown)


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
                rows.append(
                    {
                        "title": "one",
                        "game_id": f"g{game}",
                        "kind": "bots",
                        "match": "greedy bot",
                        "turn": turn,
                        "round": turn,
                        "turn_power": "",
                        "side": side,
                        "won": won == (sign > 0),
                        **row,
                    }
                )
    return pl.DataFrame(rows)


def test_positions_describe_each_side_against_the_others(lake: Lake) -> None:
    rows = positions(lake, GAME)
    both = rows.group_by("turn").agg(pl.col(*FEATURES).sum(), pl.col("won").sum())
    assert both["won"].to_list() == [1] * both.height
    for name in ("value", "production", "treasury", "cities", "capitals", "late_value"):
        assert both[name].abs().max() < 1e-9, f"{name} of one side is not that of the other turned round"
    assert rows["kind"].unique().to_list() == ["bots"]


@pytest.fixture(scope="module")
def by_points(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """Games that are won with points."""
    lake = Lake.create(tmp_path_factory.mktemp("points") / "lake")
    names = ("empire-of-the-rising-sun", "paris-in-the-winter", "rise-and-fall")
    lake.write([rows_of(path) for path in samples() if path.name.startswith(names)])
    return lake


def test_who_is_nearer_to_victory_by_points_is_told_by_what_is_missing(by_points: Lake) -> None:
    """The nearest power of a side counts, and of conditions that win alone the nearest; without a number the share of all points."""
    last = {
        (game, side): value
        for game in ("empire-of-the-rising-sun", "paris-in-the-winter", "rise-and-fall")
        for side, value in positions(by_points, game).filter(pl.col("turn") == pl.col("turn").max()).select("side", "victory").iter_rows()
    }
    assert last["empire-of-the-rising-sun", "axis"] == pytest.approx(math.log((1.1 - 10 / 15) / 0.1)), "Japan 15, AFA 10 of 15"
    assert last["empire-of-the-rising-sun", "allies"] == pytest.approx(-last["empire-of-the-rising-sun", "axis"])
    points = _points(by_points, "paris-in-the-winter", "victory-points")
    total = sum(points.values())
    shares = {side: points[side] / total for side in points}
    best = max(shares[side] for side in shares if side != "comintern")
    assert last["paris-in-the-winter", "comintern"] == pytest.approx(math.log((1.1 - best) / (1.1 - shares["comintern"])))
    power, money = (_points(by_points, "rise-and-fall", measure) for measure in ("strategic-power", "economic-power"))
    near = {side: min(1, max(power[side] / 10, money[side] / 100)) for side in power}
    other = max(near["soviets"], near["western-allies"])
    assert last["rise-and-fall", "axis"] == pytest.approx(math.log((1.1 - other) / (1.1 - near["axis"])))


def _points(lake: Lake, game: str, measure: str) -> dict[str, float]:
    rows = lake.sql("FROM races WHERE game_id = $game AND measure = $measure ORDER BY seq", {"game": game, "measure": measure})
    return dict(rows.filter(pl.col("seq") == pl.col("seq").max()).select("side", "total").iter_rows())


def test_victory_cities_are_a_feature_of_their_own(lake: Lake) -> None:
    assert positions(lake, GAME)["victory"].abs().max() == 0


def test_chances_add_up_and_a_change_is_what_dice_and_players_did(lake: Lake) -> None:
    found = winning(lake, GAME, load())
    sums = found.group_by("turn").agg(pl.col("chance").sum())["chance"]
    assert (sums - 1).abs().max() < 1e-9
    assert (found["low"] <= found["high"]).all()
    moved = found.drop_nulls("change")
    whole = moved["by_dice"] + moved["by_players"] + moved["not_told_apart"]
    assert (moved["change"] - whole).abs().max() < 1e-9
    apart = moved.filter(pl.col("turn") < pl.col("turn").max())
    assert apart["not_told_apart"].abs().max() < 1e-9, "only the last step to the result is not told apart"
    assert moved["by_dice"].abs().max() > 0, "the dice of battles moved nothing"
    assert found.filter(turn=0)["change"].null_count() == 2
    assert found["learned_from"].unique().to_list() == [load().basis("aa1942")], "whose games is said beside every chance"


def test_a_model_foretells_games_that_it_has_not_seen_better_than_chance_where_there_is_something_to_learn() -> None:
    found = judged(held_out(league(6, signal=1)))
    assert found.model.games == 6, "n is games, not positions"
    assert found.model.brier < 0.1 < found.base_rate.brier
    assert found.calibration["positions"].sum() == 48


def test_the_band_of_a_curve_is_the_same_each_time_it_is_drawn() -> None:
    found = held_out(league(40, signal=0.8))
    first = judged(found).calibration
    assert (first["low"] < first["high"]).any(), "a band without width is the same in any order of games"
    for _ in range(5):
        assert judged(found).calibration.equals(first)


def decided_by(feature: str, games: int) -> pl.DataFrame:
    """Games whose winner one feature tells, but for every tenth game; values are level, or drawn by lot where another tells."""
    rng, parts_ = np.random.default_rng(1), []
    for game in range(games):
        sign, lot = (1 if game % 2 else -1), rng.normal()
        told = sign if game % 10 else -sign
        rows = league(1, signal=1).with_columns(
            game_id=pl.lit(f"g{game}"),
            won=pl.when(pl.col("side") == "axis").then(pl.lit(sign > 0)).otherwise(pl.lit(sign < 0)),
        )
        facing = pl.when(pl.col("side") == "axis").then(1.0).otherwise(-1.0)
        rows = rows.with_columns(late_value=pl.lit(0.0), value=facing * lot)
        parts_.append(rows.with_columns((facing * told).alias(feature)))
    return pl.concat(parts_)


def test_a_title_is_told_by_unit_values_alone_where_all_features_are_not_shown_to_say_more() -> None:
    """The difference is the mean over games with its standard error, counted here by hand."""
    rows = decided_by("value", 30)
    found = held_out(rows)
    assert choose(found) == {"one": VALUE}
    scores = {
        game: np.mean([(row["value_only"] - row["won"]) ** 2 - (row["model"] - row["won"]) ** 2 for row in part.iter_rows(named=True)])
        for (game,), part in found.partition_by("game_id", as_dict=True).items()
    }
    less = np.array([*scores.values()])
    more = paired(found, "value_only", "model")
    assert more == (30, pytest.approx(less.mean()), pytest.approx(less.std(ddof=1) / 30**0.5)) and not more.better
    assert less.mean() <= ERRORS * less.std(ddof=1) / 30**0.5
    model = fit(rows, draws=3)
    assert "by unit values alone" in model.basis("one") and model.unknown("one") == ""
    plain = rows.with_columns((pl.col(name) + pl.lit(5.0)).alias(name) for name in FEATURES if name != "value")
    asked = [model.chances(one).select("chance", "low", "high") for one in (rows, plain)]
    assert asked[0].equals(asked[1]), "only unit values are asked"
    text = card(model, rows, {})
    assert "**Shown: unit values alone.**" in text and f"lower by {more.mean:+.3f} ± {2 * more.error:.3f}" in text


def test_a_title_is_told_by_all_features_where_they_are_shown_to_say_more() -> None:
    rows = decided_by("production", 30)
    assert choose(held_out(rows)) == {"one": FULL}
    assert "unit values alone" not in fit(rows, draws=2).basis("one")


@pytest.mark.parametrize("games", [SHOWN_FROM - 1, 40], ids=["too few", "nothing to learn"])
def test_the_chance_of_a_title_is_not_known_where_nothing_is_shown_to_foretell_it(games: int) -> None:
    rows = decided_by("value", games)
    if games > SHOWN_FROM:
        rng = np.random.default_rng(2)
        lots = {f"g{game}": float(rng.normal()) for game in range(games)}
        facing = pl.when(pl.col("side") == "axis").then(1.0).otherwise(-1.0)
        rows = rows.with_columns(value=facing * pl.col("game_id").replace_strict(lots))
    model = fit(rows, draws=2)
    assert model.shown == {} and model.unknown("one") and model.unknown("a-map-of-somebody")
    assert "**The chance of winning is not known: " in card(model, rows, {})


def test_the_card_tells_phases_and_players_and_where_nothing_is_known() -> None:
    """In the first rounds values say nothing, later they say all; who plays at random is told by name."""
    early = decided_by("value", 30).with_columns(round=pl.lit(2), value=pl.lit(0.0))
    late = decided_by("value", 30).with_columns(round=pl.lit(12), turn=pl.col("turn") + 10)
    players = {f"g{game}": ("greedy bot", "Bold, Careful", "Bold, Dice")[game % 3] for game in range(30)}
    rows = pl.concat([early, late]).with_columns(match=pl.col("game_id").replace_strict(players))
    found = held_out(rows)
    told = {(part.who, part.when): part for part in parts(found, ["Dice"])}
    assert told[EVERY, "all"].model.games == 30
    assert [told[who, "all"].model.games for who in (EQUAL, UNEQUAL, CHANCE)] == [10, 10, 10]
    assert told[EVERY, "rounds 0 to 4"].coin == pytest.approx(0.25) and not told[EVERY, "rounds 0 to 4"].over_coin.better
    assert told[EVERY, "rounds 10 to 19"].over_coin.better
    text = card(fit(rows, draws=2), rows, {}, random=["Dice"])
    assert "Of the decided ones 10 with the same player on every seat; 10 with different players; 10 with a player at random." in text
    blind = next(line for line in text.splitlines() if line.startswith("**Not shown to be better than an even chance"))
    assert "all games, rounds 0 to 4" in blind and "all games, rounds 10 to 19" not in blind


def test_a_curve_that_leaves_its_bands_is_called_so() -> None:
    curve = {"bin": [0, 4], "foretold": [0.06, 0.9], "happened": [0.01, 0.91], "low": [0.0, 0.82], "high": [0.02, 0.98]}
    assert calibration_told(pl.DataFrame(curve)) == "**Not calibrated**: 6% was foretold where 1% happened (0% to 2%)."
    assert "within the bands" in calibration_told(pl.DataFrame(curve)[1:])


def test_where_the_chance_is_not_known_the_share_of_strength_is_shown_and_no_band(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lake = Lake.create(tmp_path / "lake")
    lake.write([rows_of(next(path for path in samples() if path.name.startswith("paris-and-moscow-fall")))])
    (game,) = lake.games()["game_id"].to_list()
    found = winning(lake, game, load())
    assert found["chance"].null_count() == found["low"].null_count() == found["by_dice"].null_count() == found.height > 0
    assert found["learned_from"][0].startswith(f"{NOT_KNOWN}: 1 decided game of bots was there")
    both = lake.sql("SELECT side, sum(tuv + production)::DOUBLE AS n FROM powers WHERE turn = 5 GROUP BY side")
    at_table = dict(both.filter(pl.col("side").is_in(found["side"].unique().to_list())).iter_rows())
    shares = dict(found.filter(turn=5).select("side", "strength").iter_rows())
    assert shares == pytest.approx({side: n / sum(at_table.values()) for side, n in at_table.items()})
    print_summary(lake, game)
    out = " ".join(capsys.readouterr().out.split())
    assert (
        "The chance of winning is not known: 1 decided game of bots was there to learn from" in out
        and "Turns that moved it most" not in out
    )
    done = CliRunner().invoke(main, ["model", "show", game, "--lake", str(lake.path)])
    assert done.exit_code == 0 and "not known" in done.output and "low" not in done.output


def test_nothing_is_told_before_two_sides_hold_something(lake: Lake) -> None:
    rows = positions(lake, GAME)
    alone = (pl.col("turn") < 3) & (pl.col("side") == "axis")
    some = rows.with_columns(pl.when(alone).then(0.0).otherwise(pl.col(name)).alias(name) for name in BOARD)
    assert with_two_sides(some)["turn"].unique().sort().to_list() == [turn for turn in rows["turn"].unique().sort() if turn >= 3]
    one = rows.with_columns(pl.when(pl.col("side") == "axis").then(0.0).otherwise(pl.col(name)).alias(name) for name in BOARD)
    assert with_two_sides(one).is_empty()


def test_a_title_is_judged_by_its_own_games() -> None:
    two = pl.concat([league(4, signal=1), league(5, signal=1).with_columns(title=pl.lit("two"), game_id="b" + pl.col("game_id"))])
    found = held_out(two)
    assert [judged(found, title).model.games for title in ("", "one", "two")] == [9, 4, 5]
    assert judged(found, "two").positions["title"].unique().to_list() == ["two"]


def test_where_there_is_nothing_to_learn_held_out_games_are_foretold_no_better_than_by_chance() -> None:
    rows = league(6, signal=0).with_columns(value=0.0, late_value=0.0)
    assert judged(held_out(rows)).model.brier >= 0.24


def test_too_few_games_are_refused_and_the_card_says_that_games_are_few() -> None:
    with pytest.raises(LakeError, match=f"expected at least {FEWEST}"):
        fit(league(FEWEST - 1, signal=1))
    rows = league(6, signal=1)
    text = card(fit(rows, draws=2), rows, {"one": "The One"})
    assert "**6 games are few.**" in text and "## The One" in text and "6 decided games of bots" in text


PLAYED = {"title": "one", "turn": 1, "decided": 8, "games": 10}


def played(**rows: int) -> pl.DataFrame:
    """Positions at the end of turn 1 of games, of which the axis won so many of 8 continuations."""
    both = [
        PLAYED | {"game_id": game, "side": side, "won": won if side == "axis" else 8 - won}
        for game, won in rows.items()
        for side in ("axis", "allies")
    ]
    return pl.DataFrame(both, schema=SCHEMA)


def test_a_second_estimate_stands_beside_the_chance_of_a_model_that_has_not_seen_the_game() -> None:
    rows = league(6, signal=1)
    found = held_out(rows)
    both = beside(played(g0=8, g1=4), found)
    assert both["rate"].to_list() == [1.0, 0.0, 0.5, 0.5]
    assert both["actual"].to_list() == [True, False, False, True]
    kept = found.filter(pl.col("turn") == 1, pl.col("game_id").is_in(["g0", "g1"]), side="axis")
    assert both.filter(side="axis")["model"].to_list() == kept.sort("game_id")["shown"].to_list()
    seen = fit(rows, draws=0).chances(rows).filter(game_id="g0", turn=1, side="axis")["chance"][0]
    assert both["model"][0] != seen, "the model has seen the game"


def test_the_card_shows_both_estimates_and_how_far_they_are_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = league(6, signal=1)
    model = fit(rows, draws=2)
    assert "this game has no rules here" in card(model, rows, {}, played(g0=8))
    monkeypatch.setattr("warehouse.winning.card._has_rules", lambda title: True)
    assert "no position of its games was played on" in card(model, rows, {}, None)
    text = card(model, rows, {}, played(g0=8, g1=4))
    chance = beside(played(g0=8, g1=4), held_out(rows))["model"]
    assert f"| g0, round 1 | axis | axis | {chance[0]:.0%} | 100% | 68% to 100% | 10 | 2 |" in text
    assert f"| g1, round 1 | allies | axis | {chance[2]:.0%} | 50% | 22% to 78% | 10 | 2 |" in text
    apart = (abs(1 - chance[0]) + abs(0.5 - chance[2])) / 2
    assert f"the two are {apart:.0%} apart" in text
    assert "Beside who won these 2 recorded games" in text and "that of playing on 0.125." in text


def test_the_card_warns_where_one_side_won_every_game() -> None:
    rows = league(6, signal=1)
    assert "All of these games were won by" not in card(fit(rows, draws=2), rows, {})
    always = rows.with_columns(won=pl.col("side") == "axis")
    assert "**All of these games were won by axis.**" in card(fit(always, draws=2), always, {})


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


def test_the_summary_tells_chances_by_round_what_moved_them_and_how_lucky_battles_were(
    lake: Lake, capsys: pytest.CaptureFixture[str]
) -> None:
    print_summary(lake, GAME)
    out, found = capsys.readouterr().out, winning(lake, GAME, load())
    lines = " ".join(out.split())
    assert "Chance of winning at the end of the round, learned from" in lines and "decided games of bots" in lines
    ends = found.filter(side="axis").group_by("round", maintain_order=True).last()["chance"]
    assert "Axis " + " ".join(f"{chance:.0%}" for chance in ends) in lines
    best = key_moments(found).row(0, named=True)
    assert re.search(rf"{best['round']} Germany Axis \{100 * best['change']:+.0f} .* {best['low']:.0%} to {best['high']:.0%}", lines)
    known = lake.measure("battle_luck_ledger", game_id=GAME).filter(area="caucasus", round=1).row(0, named=True)
    caucasus = next(line for line in out.splitlines() if " Caucasus " in line and re.search(r"\d(st|nd|rd|th)$", line))
    assert caucasus.split()[-3:] == [
        f"{known['win_chance']:.0%}",
        f"{known['luck']:+.0f}",
        f"{100 * known['percentile']:.0f}th",
    ]
    print_summary(lake, GAME, as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert len(told["winning"]) == found.height and told["key_moments"][0]["turn"] == best["turn"]
    assert "decided games of bots" in told["learned_from"]


def battle(by_dice: float, swings: list[float], chances: list[float], sides: tuple[str, str] = ("axis", "allies"), **area: Any) -> dict:
    """A battle as the query of `without_dice` returns it; nobody holds its area, unless said."""
    at_sea = {
        "swing_takes": [0.0] * len(swings), "take_by_dice": 0.0, "holder": "", "holds": "", "land": 0, "city": 0,
        "capital_of": None, "own": None,
    }  # fmt: skip
    return {
        "turn": 1, "attacker": sides[0], "defender": sides[1], "by_dice": by_dice, "swings": swings, "swing_chances": chances,
        **at_sea, **area,
    }  # fmt: skip


def test_outcomes_of_several_battles_are_all_combinations_and_shift_both_sides_alike() -> None:
    two = pl.DataFrame([battle(2.0, [-2.0, 2.0], [0.5, 0.5]), battle(0.0, [-4.0, 0.0], [0.25, 0.75], ("allies", "axis"))])
    of = outcomes(two, ["allies", "axis"])
    # Both battles went well for their attackers: either may have cost its own a shift of 2, and both together nothing.
    found = dict(zip(map(tuple, of.shifts[..., 0].tolist()), of.chances.tolist(), strict=True))
    assert found == pytest.approx({(2.0, -2.0): 0.5 * 0.75, (0.0, 0.0): 0.5 * 0.75 + 0.5 * 0.25, (-2.0, 2.0): 0.5 * 0.25})
    assert not of.shifts[..., 1:].any()


MOSCOW = {"holder": "allies", "land": 8, "city": 1, "capital_of": ["allies"], "own": [True]}
"""The fall of a capital: 8 of income, a victory city."""


def test_an_area_that_dice_took_was_not_taken_in_the_other_outcomes() -> None:
    fell = battle(6.0, [-6.0, 6.0], [0.4, 0.6], swing_takes=[0.0, 0.6], take_by_dice=1.0, holds="axis", **MOSCOW)
    of = outcomes(pl.DataFrame([fell]), ["allies", "axis"])
    order = np.argsort(of.chances)
    assert of.chances[order] == pytest.approx([0.4, 0.6])
    assert dict(zip(BOARD, of.shifts[order][0].T.tolist(), strict=True)) == {
        "tuv": pytest.approx([6.0, -6.0]),
        "land": [8.0, -8.0],
        "cities_held": [1.0, -1.0],
        "capitals_held": [1.0, 0.0],
    }
    assert not of.shifts[order][1].any(), "what happened is no shift"


def test_an_area_that_dice_saved_falls_in_the_other_outcomes_and_one_freed_is_its_owners_capital_again() -> None:
    held = battle(-6.0, [-6.0, 6.0], [0.4, 0.6], swing_takes=[0.0, 0.6], take_by_dice=0.0, holds="allies", **MOSCOW)
    of = outcomes(pl.DataFrame([held]), ["allies", "axis"])
    assert of.shifts[of.chances.argmax(), :, 1:].tolist() == [[-8.0, -1.0, -1.0], [8.0, 1.0, 0.0]]
    back = MOSCOW | {"holder": "axis", "own": [False]}
    held = battle(
        -6.0,
        [-6.0, 6.0],
        [0.4, 0.6],
        ("allies", "axis"),
        swing_takes=[0.0, 0.6],
        take_by_dice=0.0,
        holds="axis",
        **back,
    )
    of = outcomes(pl.DataFrame([held]), ["allies", "axis"])
    assert of.shifts[of.chances.argmax(), :, 1:].tolist() == [[8.0, 1.0, 1.0], [-8.0, -1.0, 0.0]]


@pytest.mark.parametrize(
    "change",
    [{"holder": "axis", "holds": "axis"}, {"holds": "allies"}, {"take_by_dice": 0.0, "holds": "axis"}],
    ids=["its own before", "won and not taken", "taken without a battle won"],
)
def test_an_area_moves_only_where_the_record_follows_the_odds(change: dict) -> None:
    fell = {"swing_takes": [0.0, 0.6], "take_by_dice": 1.0, "holds": "axis", **MOSCOW} | change
    of = outcomes(pl.DataFrame([battle(6.0, [-6.0, 6.0], [0.4, 0.6], **fell)]), ["allies", "axis"])
    assert not of.shifts[..., 1:].any() and of.shifts[..., 0].any()


def test_a_retreat_that_gave_an_area_up_leaves_it_to_the_players() -> None:
    """The dice led to a chance of 0.5 to take it; on average over the dice it was 0.6, so the dice cost 0.1 of the area."""
    left = battle(0.0, [-6.0, 6.0], [0.4, 0.6], swing_takes=[0.0, 0.6], take_by_dice=0.5, holds="allies", **MOSCOW)
    of = outcomes(pl.DataFrame([left]), ["allies", "axis"])
    assert of.chances @ of.shifts[:, 1, 1] == pytest.approx((0.6 - 0.5) * 8)


def test_turns_of_many_battles_stay_small_and_keep_their_mean() -> None:
    swings = [float(3 * at) for at in range(-9, 10)]
    rows = [
        battle(
            0.0,
            swings,
            [1 / 19] * 19,
            swing_takes=[0.0] * 9 + [1 / 19] * 10,
            take_by_dice=1.0,
            holds="axis",
            holder="allies",
            land=land,
            city=1,
        )
        for land in range(1, 8)
    ]
    of = outcomes(pl.DataFrame(rows), ["allies", "axis"])
    assert len(of.chances) <= MANY and of.chances.sum() == pytest.approx(1)
    assert of.chances @ of.shifts[:, 1, 0] == pytest.approx(0, abs=0.05)
    assert of.chances @ of.shifts[:, 1, 1] == pytest.approx(-28 * 9 / 19, abs=0.05)


def test_outcomes_are_told_apart_by_all_that_they_change_and_taken_together_where_they_change_the_same() -> None:
    """Three sides, so that no side's loss mirrors another's: against all combinations, counted one by one."""
    of = {"swing_takes": [0.0, 0.6], "take_by_dice": 1.0, "city": 1, "holds": "axis"}
    rows = [
        battle(6.0, [-6.0, 6.0], [0.4, 0.6], ("axis", "allies"), **of, holder="allies", land=5),
        battle(6.0, [-6.0, 6.0], [0.4, 0.6], ("axis", "soviets"), **of, holder="soviets", land=5),
        battle(6.0, [-6.0, 6.0], [0.4, 0.6], ("axis", "allies"), **of, holder="allies", land=5),
    ]
    sides = ["allies", "axis", "soviets"]
    found = outcomes(pl.DataFrame(rows), sides)
    counted: Counter[tuple] = Counter()
    for lost in product((0, 1), repeat=3):
        shifts = np.zeros((3, len(BOARD)))
        for gone, row in zip(lost, rows, strict=True):
            # The attacker took the area; where the dice do not, half of 12 goes back to each side, the area and its city too.
            shifts[sides.index(row["defender"])] += gone * np.array([6.0, 5, 1, 0])
            shifts[1] -= gone * np.array([6.0, 5, 1, 0])
        counted[tuple(shifts.ravel())] += math.prod(0.4 if gone else 0.6 for gone in lost)
    told = dict(zip(map(tuple, found.shifts.reshape(-1, 12).round(6).tolist()), found.chances, strict=True))
    assert len(counted) == 6 and told == pytest.approx(counted)


class OneBattle:
    """A lake with one battle, and perhaps turns with battles whose dice are not known."""

    def __init__(self, rows: list[dict], unknown: tuple[int, ...] = ()) -> None:
        self.rows, self.unknown = rows, unknown

    def sql(self, query: str, params: object = None, games: object = None) -> pl.DataFrame:
        return pl.DataFrame({"turn": list(self.unknown)}, schema={"turn": pl.Int64}) if query == UNKNOWN else pl.DataFrame(self.rows)


def test_without_dice_is_the_mean_chance_over_all_outcomes_and_not_the_chance_of_the_mean() -> None:
    rows = pl.DataFrame(
        [
            {
                "game_id": "g",
                "title": "one",
                "turn": turn,
                "round": 1,
                "side": side,
                **dict.fromkeys((*BOARD, *OTHERS, *SEATS, *FEATURES), 0.0),
                "tuv": tuv,
                "other_tuv": other,
            }
            for turn in (0, 1)
            for side, tuv, other in (("allies", 30.0, 20.0), ("axis", 20.0, 30.0))
        ]
    )
    shared = tuple(4.0 if name == "value" else 0.0 for name in FEATURES)
    model = Model(FEATURES, (1.0,) * len(FEATURES), shared, {}, {}, {})
    lake = OneBattle([battle(-10.0, [-10.0, 30.0], [0.5, 0.5])])
    found = without_dice(lake, "g", with_board(rows), model)

    def chance(tuv: float, other: float) -> float:
        p, q = (1 / (1 + ((b + 10) / (a + 10)) ** 4) for a, b in ((tuv, other), (other, tuv)))
        return p / (p + q)

    # The axis lost its gamble; had it won, 20 would have gone from one side to the other.
    mean = (chance(20, 30) + chance(40, 10)) / 2
    assert found.to_list() == pytest.approx([chance(30, 20), chance(20, 30), 1 - mean, mean])
    assert abs(mean - chance(30, 20)) > 0.02
    lake = OneBattle(lake.rows, unknown=(1,))
    assert without_dice(lake, "g", with_board(rows), model).to_list()[2:] == [None, None], "unknown dice are no zeros"


def test_a_capital_that_falls_by_dice_counts_to_the_dice(tmp_path: Path) -> None:
    """The chance of a side that held on moves with production, cities and capitals as a fall would have moved them."""
    rows = pl.DataFrame(
        [
            {
                "game_id": "g",
                "title": "one",
                "turn": 1,
                "round": 1,
                "side": side,
                **dict.fromkeys((*BOARD, *OTHERS, *SEATS, *FEATURES), 0.0),
                **board,
            }
            for side, board in (
                (
                    "allies",
                    {
                        "land": 22.0,
                        "other_land": 28.0,
                        "other_cities_held": 4.0,
                        "seats": 1.0,
                        "other_seats": 1.0,
                        "other_capitals_held": 1.0,
                        "cities_held": 2.0,
                    },
                ),
                (
                    "axis",
                    {
                        "land": 28.0,
                        "other_land": 22.0,
                        "cities_held": 4.0,
                        "seats": 1.0,
                        "other_seats": 1.0,
                        "capitals_held": 1.0,
                        "other_cities_held": 2.0,
                    },
                ),
            )
        ]
    )
    weights = {"production": 2.0, "cities": 1.0, "capitals": 0.5}
    model = Model(FEATURES, (1.0,) * len(FEATURES), tuple(weights.get(name, 0.0) for name in FEATURES), {}, {}, {})
    fell = battle(0.0, [0.0], [1.0], swing_takes=[0.25], take_by_dice=1.0, holds="axis", **MOSCOW)
    found = without_dice(OneBattle([fell]), "g", with_board(rows), model)

    def chance(land: float, other: float, cities: float, capitals: float) -> float:
        score = 2 * math.log((land + 10) / (other + 10)) + cities + 0.5 * capitals
        p, q = 1 / (1 + math.exp(-score)), 1 / (1 + math.exp(score))
        return p / (p + q)

    fallen, kept = chance(22, 28, -2 / 6, -1), chance(30, 20, 0, 0)
    assert model.central(with_board(rows)).to_list()[0] == pytest.approx(fallen)
    assert found.to_list()[0] == pytest.approx(0.25 * fallen + 0.75 * kept)


def test_what_dice_did_is_the_same_however_many_turns_the_model_is_asked_at_once(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    (game,) = lake.digests()
    rows, asked = positions(lake, game), []

    class Asked(Model, frozen=True):
        def central(self, rows: pl.DataFrame) -> pl.Series:
            asked.append(rows.height)
            return super().central(rows)

    model = Asked(**{name: getattr(load(), name) for name in Model.__struct_fields__})
    together = without_dice(lake, game, rows, model)
    few = len(asked)
    monkeypatch.setattr(dice, "AT_ONCE", 1)
    one_by_one = without_dice(lake, game, rows, model)
    assert few < 5 < len(asked) - few
    assert one_by_one.to_list() == pytest.approx(together.to_list(), abs=1e-12)
    assert together.drop_nulls().to_list() != pytest.approx(model.central(rows).to_list())


QUICK = (*one_of_each_title(), *(path for path in samples() if path.suffix == ".tsvg"))


@pytest.mark.parametrize("path", slow_among(set(samples()) - set(QUICK), samples()), ids=lambda path: path.name.split(".")[0])
def test_dice_and_players_add_up_to_the_change_in_every_sample(path: Path, tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    lake.write([rows_of(path)])
    game = lake.games()["game_id"].item()
    found = winning(lake, game, told_of_all(lake))
    moved = found.drop_nulls("by_dice")
    whole = moved["by_dice"] + moved["by_players"] + moved["not_told_apart"]
    assert (moved["change"] - whole).abs().max() in (None, pytest.approx(0, abs=1e-12))
    each = found.drop_nulls("change").group_by("side").agg(pl.col("change", "by_dice", "by_players", "not_told_apart").sum())
    ends = found.group_by("side").agg(went=pl.col("chance").sort_by("turn").last() - pl.col("chance").sort_by("turn").first())
    for row in each.join(ends, on="side").iter_rows(named=True):
        parts = row["by_dice"] + row["by_players"] + row["not_told_apart"]
        assert parts == pytest.approx(row["went"], abs=1e-9), "what is told of a game is all that happened to the chance"
    sums = moved.group_by("turn").agg(pl.col("by_dice", "by_players").sum())
    assert sums.drop("turn").max_horizontal().max() in (None, pytest.approx(0, abs=1e-9)), "what one side gains another loses"
    # Turns without a battle of which the odds know anything have no luck.
    fought = lake.sql(BATTLES, {"game": game}, [game])
    calm = moved.filter(~pl.col("turn").is_in(fought["turn"].to_list()))
    assert calm["by_dice"].abs().max() in (None, 0.0)
    for row in fought.iter_rows(named=True):
        assert len(row["swing_takes"]) == len(row["swings"]) == len(row["swing_chances"])
        assert all(take <= chance + 1e-9 for take, chance in zip(row["swing_takes"], row["swing_chances"], strict=True))


def test_what_dice_did_is_unknown_in_turns_with_battles_that_no_odds_follow(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    path = next(path for path in samples() if path.name.startswith("warsaw-holds"))
    game = replay_file(path)
    # Without the orders of its record nobody can fight its battles again.
    lake.write([replace(game, orders=())])
    found = winning(lake, "warsaw-holds", told_of_all(lake)).drop_nulls("change")
    fought = lake.sql("SELECT DISTINCT turn FROM battle_ended WHERE attacker_lost + defender_lost > 0")["turn"].to_list()
    bloody = pl.col("turn").is_in(fought)
    assert fought and found.filter(bloody)["by_dice"].null_count() == found.filter(bloody).height
    assert found.filter(bloody)["by_players"].null_count() == found.filter(bloody).height
    with_orders = Lake.create(tmp_path / "other")
    with_orders.write([rows_of(path)])
    assert winning(with_orders, "warsaw-holds", told_of_all(with_orders)).drop_nulls("change")["by_dice"].null_count() == 0


def test_the_last_point_of_a_finished_game_is_its_result(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    for name in ("convoys-of-the-atlantic", "rise-and-fall"):
        lake.write([rows_of(next(path for path in samples() if path.name.startswith(name)))])
        (won,) = lake.games().filter(game_id=name)["winner"]
        found = winning(lake, name, told_of_all(lake))
        last = dict(found.filter(pl.col("turn") == pl.col("turn").max()).select("side", "chance").iter_rows())
        assert last == {side: float(side == won) for side in last} and won in last
        assert found.filter(pl.col("turn") < pl.col("turn").max())["chance"].is_between(0, 1, closed="none").all()


def test_a_game_that_nobody_won_ends_with_a_chance(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    lake.write([rows_of(next(path for path in samples() if path.name.startswith("arsenal-of-democracy")))])
    last = winning(lake, "arsenal-of-democracy", told_of_all(lake)).filter(pl.col("turn") == pl.col("turn").max())
    assert lake.games()["winner"].item() == "" and last["chance"].is_between(0, 1, closed="none").all()


def test_key_moments_are_the_turns_that_moved_the_chance_most_each_told_once(lake: Lake) -> None:
    found = winning(lake, GAME, load())
    moments = key_moments(found)
    most = found.group_by("turn").agg(pl.col("change").abs().max()).drop_nulls().sort("change", descending=True).head(5)
    assert moments["turn"].to_list() == most["turn"].to_list()
    assert moments["change"].min() > 0


def test_a_bid_counts_for_the_side_that_got_it(tmp_path: Path, shared: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    lake.write([rows_of(shared / "saves" / "newest" / "h3_ww2v5_bid.tsvg")])
    paid = dict(lake.sql("SELECT side, sum(bid) AS bid FROM seats GROUP BY side").iter_rows())
    found = dict(positions(lake).select("side", "bid").unique().iter_rows())
    assert paid["axis"] != paid["allies"]
    assert found == {"axis": (paid["axis"] - paid["allies"]) / 10, "allies": (paid["allies"] - paid["axis"]) / 10}


def test_a_model_of_other_features_is_refused(tmp_path: Path) -> None:
    save(msgspec.structs.replace(load(), features=("value",)), tmp_path / "model.json")
    with pytest.raises(LakeError, match="the model knows value; expected value, production"):
        load(tmp_path / "model.json")

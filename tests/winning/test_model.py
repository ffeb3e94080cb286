"""The chance of winning: whole games are left out, chances add up, and what is split adds up again."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import msgspec
import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner

from dashboard.terminal.summary import print_summary
from ingest.samples import samples
from sitrep import main
from tests.kept import rows_of
from warehouse import Lake, LakeError
from warehouse.winning.card import calibration_told, card
from warehouse.winning.fitting import ERRORS, FEWEST, choose, decided, fit, held_out, judged, paired
from warehouse.winning.model import FULL, SHOWN_FROM, VALUE, load, save
from warehouse.winning.phases import CHANCE, EQUAL, EVERY, UNEQUAL, parts
from warehouse.winning.positions import BOARD, FEATURES, positions
from warehouse.winning.second import SCHEMA, beside
from warehouse.winning.turns import NOT_KNOWN, key_moments, winning, with_two_sides

GAME = "axis-takes-moscow"


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    lake = Lake.create(tmp_path_factory.mktemp("model") / "lake")
    lake.write([rows_of(path) for path in samples() if path.name.startswith(GAME)])
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
    assert last["empire-of-the-rising-sun", "axis"] == pytest.approx(math.log(0.1 / (1.1 - 12 / 15))), "Japan 12 of 15, AFA 15"
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


@pytest.mark.slow
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


@pytest.mark.slow
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


def test_a_model_of_other_features_is_refused(tmp_path: Path) -> None:
    save(msgspec.structs.replace(load(), features=("value",)), tmp_path / "model.json")
    with pytest.raises(LakeError, match="the model knows value; expected value, production"):
        load(tmp_path / "model.json")

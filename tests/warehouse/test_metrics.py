"""Metrics over many games: by hand on the small game, and against the measures of single games."""

from __future__ import annotations

import polars as pl
import pytest

from engine import events as ev
from tests.warehouse.games import EVENTS, SETUP, game, random_game
from warehouse import Lake, LakeError
from warehouse.measures import dictionary
from warehouse.metrics import bands, dimensions, fitting, metrics, spread


def told(frame: pl.DataFrame, *columns: str) -> list[tuple]:
    return frame.select("group", *columns).rows()


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """The small game, one that stops in its first turn, and one of random events."""
    lake = Lake.create(tmp_path_factory.mktemp("three") / "lake")
    lake.write([game("small"), game("began", EVENTS[: len(SETUP) + 4]), random_game(1, name="random")])
    return lake


def test_income_round_by_round_is_that_of_the_measure(small: Lake) -> None:
    frame = bands(small, "income", "power", games=["small"])
    measure = small.measure("income_by_turn", game_id="small")
    by_name = {(row["name"], row["round"]): row["income"] for row in measure.iter_rows(named=True)}
    assert {(row["group"], row["round"]): row["mean"] for row in frame.iter_rows(named=True)} == {
        key: income for key, income in by_name.items() if key[0] in set(frame["group"])
    }
    assert set(frame["group"]) == {name for (name, _), income in by_name.items() if income}
    assert set(frame["games"]) == set(frame["n"]) == {1}


def test_the_quantiles_of_two_games_alike_are_their_value(small: Lake) -> None:
    frame = bands(small, "tuv", "side")
    of_game = small.measure("strength_by_round", game_id="small")
    assert set(frame["n"]) == {2}
    for quantile in ("mean", "p10", "p25", "p50", "p75", "p90"):
        assert sorted(frame[quantile]) == sorted(float(tuv) for tuv in of_game["tuv"]), quantile


def test_a_flow_is_summed_a_stock_is_the_last_a_ratio_the_mean(small: Lake) -> None:
    losses = small.measure("cost_per_kill", game_id="small")
    by_power = {name: swing for name, swing in losses.select("name", "swing").iter_rows() if swing}
    assert dict(told(spread(small, "swing", "power", games=["small"]), "mean")) == by_power
    shares = small.measure("control_shares", game_id="small").filter(pl.col("round") == pl.col("round").max())
    held = {name: share for name, share in shares.select("side_name", "city_share").iter_rows()}
    assert dict(told(spread(small, "city_share", "side"), "mean")) == pytest.approx(held)
    convoys = small.measure("convoy_losses", game_id="small").filter(pl.col("loss") > 0)
    raided = spread(small, "convoy_loss", "power", games=["small"])
    assert dict(told(raided, "mean")) == dict(convoys.group_by("name").agg(pl.col("loss").sum()).iter_rows())


def test_sides_are_sums_of_their_powers_and_powers_can_be_chosen(three: Lake) -> None:
    whole = spread(three, "production", "side", games=["small"])
    powers = three.frame("title_powers", "small")
    one_by_one = [spread(three, "production", "side", games=["small"], powers=[power]) for power in powers["power"].to_list()]
    assert dict(told(whole, "mean")) == dict(pl.concat(one_by_one).group_by("group").agg(pl.col("mean").sum()).iter_rows())
    assert told(spread(three, "production", "side", sides=["axis"])) == [("Axis",)]


def test_groups_are_outcomes_players_titles(three: Lake) -> None:
    assert set(spread(three, "units", "outcome", games=["small"])["group"]) == {"won", "lost"}
    assert set(spread(three, "units", "outcome", games=["began"])["group"]) == {"unfinished"}
    assert set(spread(three, "units", "player", games=["small"])["group"]) == {'Ann "Ä" Ox', "Bo"}
    assert set(spread(three, "units", "title")["games"]) == {3}


def test_a_value_of_a_player_is_that_of_all_its_powers(tmp_path) -> None:
    lake = Lake.create(tmp_path / "lake")
    players = {"germany": "Ann", "japan": "Ann", "soviet-union": "Bo", "united-kingdom": "Bo", "united-states": "Cy"}
    lake.write([game("two", [ev.GameStarted("aa1942", "standard", {}, players), *EVENTS[1:]])])
    held = lake.frame("powers").filter(pl.col("seq") == pl.col("seq").max())
    units = dict(held.select("power", "units").iter_rows())
    ann, bo = units["germany"] + units["japan"], units["soviet-union"] + units["united-kingdom"]
    assert ann and told(spread(lake, "units", "player"), "n", "mean") == [("Ann", 1, ann), ("Bo", 1, bo)]
    last = bands(lake, "units", "player").filter(pl.col("round") == 2, pl.col("group") == "Ann")
    assert told(last, "games", "n", "mean") == [("Ann", 1, 1, ann)]


EVERY = [(metric, "side") for metric in metrics()] + [(m, by) for m in ("tuv", "progress") for by in fitting(m)]
"""Every metric, and every dimension, once."""


@pytest.mark.parametrize(("metric", "by"), EVERY)
def test_every_metric_and_every_dimension(three: Lake, metric: str, by: str) -> None:
    over, whole = bands(three, metric, by), spread(three, metric, by)
    assert set(over["group"]) == set(whole["group"])
    assert (over["n"] >= over["games"]).all() and (whole["n"] >= whole["games"]).all()
    for low, high in (("p10", "p25"), ("p25", "p50"), ("p50", "p75"), ("p75", "p90")):
        assert (over[low] <= over[high] + 1e-12).all() and (whole[low] <= whole[high] + 1e-12).all()


def test_no_games_no_rows(small: Lake) -> None:
    assert bands(small, "tuv", games=[]).is_empty() and spread(small, "tuv", games=[]).is_empty()
    with pytest.raises(LakeError, match="game 'nobody': no game begins so"):
        bands(small, "tuv", games=["nobody"])


def test_every_metric_belongs_to_a_family_and_says_what_it_is() -> None:
    for told_of in metrics().values():
        assert told_of.family in dictionary.families()
        assert told_of.question.endswith("?") and told_of.meaning and not told_of.meaning.endswith(".")
        assert told_of.kind in ("flow", "stock", "ratio") and told_of.level in ("power", "side")
    assert set(dimensions()) == {by for metric in metrics() for by in fitting(metric)}


def test_what_is_not_there_or_does_not_fit_is_said(small: Lake) -> None:
    with pytest.raises(LakeError, match="no metric 'weather'; expected one of income, "):
        bands(small, "weather")
    with pytest.raises(LakeError, match="metric 'area_share' by 'power'; expected one of all, side, outcome"):
        spread(small, "area_share", "power")


def test_many_games_are_chosen_as_few_are(small: Lake) -> None:
    chosen = ["small", "other"] * 2_500
    assert bands(small, "tuv", "power", games=chosen).equals(bands(small, "tuv", "power"))

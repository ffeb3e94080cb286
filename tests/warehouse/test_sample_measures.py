"""Identities between measures on games that were really played: the samples, and saves of the reference material."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from ingest.samples import samples
from tests.kept import rows_of
from warehouse import Lake, dictionary, measures, ratings


@pytest.fixture(scope="module")
def saved(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """A lake of saves of several maps, one of low luck among them, with the summary of one of the games."""
    lake = Lake.create(tmp_path_factory.mktemp("saved") / "lake")
    folder = shared / "saves"
    records = [*sorted(folder.glob("*.tsvg")), folder / "ai-ww2v5-g4-tech.turns.txt.gz"]
    lake.write([rows_of(path) for path in records])
    return lake


def percentile(chances: list[tuple[float, int]], hits: int) -> float:
    """Return the place of hits in the distribution of dice, given as (chance, how many), by convolution."""
    found = np.ones(1)
    for chance, n in chances:
        for _ in range(n):
            found = np.convolve(found, (1 - chance, chance))
    return float(found[:hits].sum() + found[hits] / 2)


def assert_identities(lake: Lake) -> None:
    for game_id in lake.games()["game_id"]:
        battles = lake.measure("biggest_battles", game_id=game_id)
        lost = lake.measure("casualties", game_id=game_id)
        fallen = lost.filter((pl.col("kind") != "") & ~pl.col("cause").is_in(["captured", "converted"]))
        assert fallen["tuv"].sum() == battles["destroyed"].sum(), game_id
        by_round = lake.measure("losses_by_round", game_id=game_id)
        assert lost["units"].sum() == by_round["units"].sum(), game_id
        guns = lake.measure("anti_aircraft_fire", game_id=game_id)
        assert guns["downed"].to_list() == guns["hits"].to_list(), game_id
        raids = lake.measure("bombing_raids", game_id=game_id)
        by_raider = lake.measure("bombing_by_round", game_id=game_id).filter(pl.col("raids") > 0)
        for column in ("damage", "lost", "lost_tuv"):
            assert raids[column].sum() == by_raider[column].sum(), (game_id, column)
        assert_luck_adds_up(lake, game_id, battles)


def assert_luck_adds_up(lake: Lake, game_id: str, battles: pl.DataFrame) -> None:
    luck = lake.measure("dice_luck", game_id=game_id)
    surprise = lake.measure("battle_surprise", game_id=game_id)
    outside = lake.sql(
        "SELECT coalesce(sum(hits), 0) AS hits, coalesce(sum(expected), 0) AS expected FROM fire WHERE game_id = $g AND battle = 0",
        {"g": game_id},
    )
    for column in ("hits", "expected"):
        of_battles = surprise.select(pl.sum_horizontal(pl.col(f"^.*_{column}$").sum())).item()
        assert of_battles + outside[column].item() == pytest.approx(luck[column].sum()), (game_id, column)
    ended = surprise.join(battles.select("battle"), on="battle")
    told = ended.select(pl.col("attacker_expected").sum()).item() if ended.height else 0
    assert battles["attacker_expected"].sum() == pytest.approx(told)
    assert luck["sigma"].is_finite().all(), game_id


def test_percentiles_of_real_battles_are_those_of_convolution(sampled: Lake) -> None:
    game = "five-at-the-table"
    dice = sampled.sql("SELECT battle, side, chance, throws, hits - sure AS hits FROM fire WHERE game_id = $g", {"g": game})
    frame = sampled.measure("battle_surprise", game_id=game)
    compared = 0
    for row in frame.iter_rows(named=True):
        for side in ("attacker", "defender"):
            mine = dice.filter(battle=row["battle"], side=side)
            if mine.height:
                expected = percentile(mine.select("chance", "throws").rows(), mine["hits"].sum())
                assert row[f"{side}_percentile"] == pytest.approx(expected, abs=1e-10)
                compared += 1
    assert compared > 50


def test_identities_of_the_samples(sampled: Lake) -> None:
    assert_identities(sampled)
    assert sampled.measure("coverage").filter(what="dice-target")["share"].unique().to_list() == [1.0]


def test_no_sample_goes_on_after_the_round_in_which_somebody_had_all_that_wins(sampled: Lake) -> None:
    """A goal that no game ends by is none: who meets every condition of its own, or one that wins alone, ends the game in that round.

    Black Swan asks whether anybody has won at the end of a year alone (5.3 Victory Check).
    """
    ended = sampled.sql("SELECT game_id, max(turn) AS turn FROM races GROUP BY game_id")
    rounds = sampled.sql("SELECT game_id, turn, max(round) AS round FROM races GROUP BY game_id, turn")
    last = sampled.sql("SELECT * FROM races WHERE threshold > 0 AND hold = 0").join(ended, on=["game_id", "turn"])
    met = pl.col("held_since") > 0
    wins = pl.when(pl.col("alone").any()).then(met.any()).otherwise(met.all())
    won = last.group_by("game_id", "contender").agg(wins=wins, turn=pl.col("held_since").filter(met).max()).filter("wins")
    since = won.join(rounds, on=["game_id", "turn"]).join(
        sampled.games().filter(pl.col("title") != "black-swan").select("game_id", "rounds"), on="game_id"
    )
    assert since.height and since.filter(pl.col("round") != pl.col("rounds")).rows() == []


@pytest.mark.slow
@pytest.mark.parametrize("sample_games", [samples], ids=["samples"], indirect=True)
def test_the_samples_as_a_league(sampled: Lake) -> None:
    """Two wins of the Axis, one of the Allies; of global-1939 one win of the Axis; of black-swan one tie, one win of the Axis, one of
    the Soviets; of blitz one win of the Axis, two of the Allies; of global-war-1936 one win of the Axis. A limit of rounds is no draw.
    Two games of black-swan are not rated: somebody led two of three sides."""
    rates = sampled.measure("win_rates_by_side").select("title", "side", "games", "decided", "won", "lost", "drawn").rows()
    assert rates == [
        ("aa1942", "allies", 4, 3, 1, 2, 0), ("aa1942", "axis", 4, 3, 2, 1, 0),
        ("black-swan", "axis", 1, 0, 0, 0, 1), ("black-swan", "soviets", 1, 0, 0, 0, 1), ("black-swan", "western-allies", 1, 0, 0, 0, 1),
        ("black-swan", "axis", 1, 1, 1, 0, 0), ("black-swan", "soviets", 1, 1, 0, 1, 0), ("black-swan", "western-allies", 1, 1, 0, 1, 0),
        ("black-swan", "axis", 1, 1, 0, 1, 0), ("black-swan", "soviets", 1, 1, 1, 0, 0), ("black-swan", "western-allies", 1, 1, 0, 1, 0),
        ("blitz", "allies", 1, 1, 0, 1, 0), ("blitz", "axis", 1, 1, 1, 0, 0), ("blitz", "allies", 1, 1, 1, 0, 0),
        ("blitz", "axis", 1, 1, 0, 1, 0), ("blitz", "allies", 1, 1, 1, 0, 0), ("blitz", "axis", 1, 1, 0, 1, 0),
        ("global-1939", "allies", 3, 1, 0, 1, 0), ("global-1939", "axis", 3, 1, 1, 0, 0),
        ("global-war-1936", "allies", 1, 0, 0, 0, 0), ("global-war-1936", "axis", 1, 0, 0, 0, 0),
        ("global-war-1936", "comintern", 1, 0, 0, 0, 0), ("global-war-1936", "allies", 2, 1, 0, 1, 0),
        ("global-war-1936", "axis", 2, 1, 1, 0, 0), ("global-war-1936", "comintern", 2, 1, 0, 1, 0),
    ]  # fmt: skip
    rated = ratings.standings(sampled, people=False).group_by("player").agg(pl.col("games").sum()).sort("player")
    assert rated.rows() == [("Ada", 4), ("Bert", 4), ("Chloe", 4), ("Dmitri", 3), ("Emi", 3), ("Georg", 3)]
    met = sampled.measure("head_to_head").filter(player="Ada").select("opponent", "games", "won", "lost", "drawn").rows()
    assert met == [
        ("Bert", 3, 0, 1, 0),
        ("Chloe", 1, 0, 0, 0),
        ("Dmitri", 3, 1, 2, 0),
        ("Emi", 1, 0, 0, 0),
        ("Georg", 3, 1, 1, 0),
    ]
    lucky = sampled.measure("luck_by_player")
    seated = sampled.frame("seats").filter(pl.col("player") != "").select("game_id", "power").rows()
    assert lucky["luck"].sum() == pytest.approx(
        sum(sampled.measure("dice_luck", game_id=one).filter(power=power)["luck"].sum() for one, power in seated)
    )
    assert all(math.isfinite(sigma) for sigma in lucky["sigma"])


@pytest.mark.slow
@pytest.mark.shared
def test_identities_of_saves_and_summaries(saved: Lake) -> None:
    assert_identities(saved)
    exact = saved.measure("reconciliation").filter(pl.col("told") > 0)
    assert exact["exact"].to_list() == exact["told"].to_list() and exact["told"].sum() >= 10
    bids = saved.measure("win_rates_by_bid").filter(pl.col("bid") > 0)
    assert bids.select("bid", "games").rows() == [(8, 1)], "the option japanese-bid is 8 in one save"
    told = saved.sql("SELECT t.title, b.title FROM retold JOIN games t USING (game_id) JOIN games b ON b.game_id = retold.leads")
    assert told.rows() == [("aa1942-second-edition", "aa1942-second-edition")], "a summary gives way to its save"


@pytest.mark.shared
def test_a_game_of_low_luck_has_sure_hits_and_a_place_in_its_distributions(shared: Path, tmp_path: Path) -> None:
    saved = Lake.create(tmp_path / "lake")
    saved.write([rows_of(shared / "saves" / "v2-nwo_smalls_ai_game_during_combat.tsvg")])
    games = saved.games().filter(pl.col("options").str.contains('"low-luck":"yes"'))
    assert games.height == 1
    sure = saved.sql("SELECT count(*) AS n FROM fire WHERE sure > 0 AND game_id = $g", {"g": games["game_id"][0]})
    surprise = saved.measure("battle_surprise", game_id=games["game_id"][0])
    assert sure.item() > 0
    assert surprise.height > 0 and surprise["surprise"].is_between(0, 1).all()


def answers(lake: Lake, name: str) -> Iterator[pl.DataFrame]:
    """Yield a measure's answer about a lake, or about a game of each of its titles."""
    if "game_id" not in measures.parameters(name):
        yield lake.measure(name)
        return
    for game_id in lake.games().unique("title", keep="first")["game_id"]:
        yield lake.measure(name, game_id=game_id)


def assert_keys(lake: Lake) -> set[str]:
    """Assert that no two rows of an answer have one key; return the measures that answered with several rows."""
    several = set()
    for told in dictionary.measures().values():
        assert set(told.key) <= set(measures.columns(told.name)), told.name
        for answer in answers(lake, told.name):
            alike = answer.filter(answer.select(told.key).is_duplicated()) if told.key else answer[1:]
            assert alike.is_empty(), (told.name, told.key, alike.to_dicts()[:2])
            several |= {told.name} if answer.height > 1 else set()
    return several


def test_no_two_rows_of_a_measure_have_one_key(sampled: Lake, league: Lake) -> None:
    several = assert_keys(sampled) | assert_keys(league)
    few = {"bombardments"} if sampled.games().height < len(samples()) else set()  # of which one small game of each title has one at most
    assert set(measures.names()) - several <= {"defects_by_rule", "turning_point", *few}, "a key was held to no rows"


@pytest.mark.slow
@pytest.mark.shared
def test_no_two_rows_of_a_measure_have_one_key_in_saves(saved: Lake) -> None:
    assert_keys(saved)

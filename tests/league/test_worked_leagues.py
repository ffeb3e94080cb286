"""Three leagues of docs/league.md: seasons worked by hand from their rules, with paper and a pocket calculator."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from ingest import ingest
from tests.reference import ROOT
from warehouse import Lake
from warehouse.league import League, of_lake, read_rules

DOCS = ROOT / "docs" / "league"


@pytest.fixture
def league(tmp_path: Path, request: pytest.FixtureRequest) -> League:
    lake = Lake.create(tmp_path / "lake")
    assert ingest([DOCS / f"{request.param}.csv"], lake).ok
    return of_lake(lake, read_rules(DOCS / f"{request.param}.toml"))


def rows(frame: pl.DataFrame, *columns: str) -> list[tuple]:
    return frame.select(columns).rows()


@pytest.mark.parametrize("league", ["points-per-game"], indirect=True)
def test_points_per_game_by_tier_with_past_games_regraded(league: League) -> None:
    # By hand. Tiers settle at Ada E, Bo 1, Cy 2, Dee 3; Eve has one game and stays in 3.
    # Ada: beat Bo (1) 6, Cy (2) 5, Dee (3) 4, lost to Bo (1) 2, beat Bo (1) 6: 23 in 5 games, 4.6: at least 4.5, so E.
    # Bo: lost to Ada (E) 3, beat Cy 5, Dee 4, Ada (E) 7, lost to Ada 3: 22 in 5, 4.4: tier 1.
    # Cy: lost to Ada (E) 3, to Bo (1) 2, beat Dee 4: 9 in 3, 3.0: tier 2. Dee: 3 + 2 + 1 + 0 = 6 in 4. Eve: beat Dee (3), 4 in 1.
    assert rows(league.standings, "place", "player", "games", "won", "lost", "tier", "points", "points_per_game", "seed") == [
        (1, "Ada", 5, 4, 1, "E", 23.0, 4.6, 1),
        (2, "Bo", 5, 3, 2, "1", 22.0, 4.4, 2),
        (3, "Eve", 1, 1, 0, "3", 4.0, 4.0, None),
        (4, "Cy", 3, 1, 2, "2", 9.0, 3.0, 3),
        (5, "Dee", 4, 0, 4, "3", 6.0, 1.5, 4),
    ]
    assert rows(league.standings.filter(player="Eve"), "qualified", "lacking") == [(False, "2 games")]
    bo = league.games.filter(player="Bo")
    assert rows(bo, "points", "points_rule") == [
        (3.0, "lost against Ada (E)"),
        (5.0, "won against Cy (2)"),
        (4.0, "won against Dee (3)"),
        (7.0, "won against Ada (E)"),
        (3.0, "lost against Ada (E)"),
    ]
    assert rows(league.left_out, "played", "rule", "found", "expected") == [
        ("2026-02-28", "matches.best_of", "Ada 2, Bo 1 after 3", "best of 3"),
    ]
    assert rows(league.matches, "one", "two", "one_won", "two_won", "winner") == [
        ("Ada", "Bo", 2, 1, "Ada"),
        ("Ada", "Cy", 1, 0, ""),
        ("Ada", "Dee", 1, 0, ""),
        ("Bo", "Cy", 1, 0, ""),
        ("Bo", "Dee", 1, 0, ""),
        ("Cy", "Dee", 1, 0, ""),
        ("Dee", "Eve", 0, 1, ""),
    ]
    assert rows(league.playoffs, "match", "player", "other") == [(1, "Ada", "Dee"), (2, "Bo", "Cy")]


@pytest.mark.parametrize("league", ["best-of-three"], indirect=True)
def test_share_of_wins_with_best_of_three_forfeits_limits_and_bids(league: League) -> None:
    # Ann 4 of 6, Ben and Cal 3 of 5 each (Ben beat Cal), Don 1 of 5, Eli 0 of 1.
    assert rows(league.standings, "place", "player", "games", "won", "win_rate", "opponents", "lacking", "seed") == [
        (1, "Ann", 6, 4, 4 / 6, 3, "", 1),
        (2, "Ben", 5, 3, 0.6, 3, "", 2),
        (3, "Cal", 5, 3, 0.6, 3, "", 3),
        (4, "Don", 5, 1, 0.2, 4, "", 4),
        (5, "Eli", 1, 0, 0.0, 1, "3 games, 2 opponents", None),
    ]
    assert rows(league.left_out, "played", "rule", "found", "expected") == [
        ("2025-12-31", "seasons", "2025-12-31", "from 2026-01-01 to 2026-12-31"),
        ("2026-01-03", "matches.best_of", "Ann 2, Ben 0 after 2", "best of 3"),
        ("2026-01-13", "games.stopped", "stopped by a limit", "a game that was decided"),
        ("2026-01-14", "games.bid", "50", "0 to 40"),
    ]
    assert rows(league.playoffs, "player", "other") == [("Ann", "Don"), ("Ben", "Cal")]


@pytest.mark.parametrize("league", ["elo"], indirect=True)
def test_elo_with_steps_of_k_teams_part_wins_forfeits_and_two_seasons(league: League) -> None:
    # 1. Ada beats Bo, both 1500: expected 0.5, K 40: 1520 and 1480.
    # 2. Bo (1480) beats Cy (1500): expected 1 / (1 + 10^(20/400)) = 0.471249, K 40: 1501.150023 and 1478.849977.
    # 3. Ada beats Cy by forfeit in round 4: a game, without Elo.
    # 4. Ada 1520 and Bo 1501.15 (mean 1510.575011) win 2:1 against Cy 1478.85 and Dee 1500 (1489.424989): expected 0.530400.
    #    2/3 less that is 0.136267: Ada (second game, K 40) +5.450675, Bo (third, K 20) +2.725338, Cy and Dee (K 40) -5.450675.
    # 5. Dee 1494.549325 and Bo 1503.875360 stopped by the limit, a draw: expected 0.486582: Dee +0.536721 (K 40), Bo -0.268360 (K 20).
    # Summer: Ada begins with 1512.725338, Cy with 1486.699651; Cy wins, expected 0.462616, K 20: 1497.447333 and 1501.977656.
    assert [(*row[:5], round(row[5], 6)) for row in rows(league.standings, "season", "place", "player", "games", "won", "elo")] == [
        ("Spring", 1, "Ada", 3, 3, 1525.450675),
        ("Spring", 2, "Bo", 4, 2, 1503.607000),
        ("Spring", 3, "Dee", 2, 0, 1495.086046),
        ("Spring", 4, "Cy", 3, 0, 1473.399302),
        ("Summer", 1, "Ada", 1, 0, 1501.977656),
        ("Summer", 2, "Cy", 1, 1, 1497.447333),
    ]
    fourth = league.games.filter(played="2026-02-22").sort("player")
    assert [
        (player, *(round(value, 6) for value in told)) for player, *told in rows(fourth, "player", "elo_expected", "elo_k", "elo_change")
    ] == [
        ("Ada", 0.530400, 40.0, 5.450675),
        ("Bo", 0.530400, 20.0, 2.725338),
        ("Cy", 0.469600, 40.0, -5.450675),
        ("Dee", 0.469600, 40.0, -5.450675),
    ]
    assert rows(league.games.filter(forfeited=True), "player", "elo_change") == [("Cy", None), ("Ada", None)]
    assert rows(league.left_out, "played", "rule", "found", "expected") == [
        ("2026-03-08", "games.rounds", "2", "3 rounds or more"),
        ("2026-03-15", "games.options.low-luck", "yes", "no"),
        ("2026-03-22", "forfeits.rounds", "1", "2 rounds or more"),
    ]

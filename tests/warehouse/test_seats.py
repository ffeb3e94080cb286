"""Who sat where: the stored seats say what a game's events, title and end say."""

from __future__ import annotations

import polars as pl
import pytest

from engine.titles import load_title, titles
from tests.bench.many_games import another
from tests.warehouse.league import GAMES
from warehouse import Lake
from warehouse.game_rows import Packed

STORED = "SELECT s.* FROM seats s JOIN title_powers USING (game_id, power) ORDER BY s.game_id, play_order"

SAID = """
    SELECT g.game_id, g.title, g.scenario, g.played, g.rounds, s.power, p.side, p.side_name,
           coalesce(json_extract_string(g.players, '$."' || s.power || '"'), '') AS player,
           CASE WHEN NOT g.ended THEN 'unfinished' WHEN g.winner = '' THEN 'drawn'
                WHEN list_contains(string_split(g.winner, ', '), p.side) THEN 'won' ELSE 'lost' END AS outcome,
           coalesce((SELECT sum(u.total) FROM units_purchased u WHERE u.game_id = s.game_id AND u.power = s.power
                     AND u.phase LIKE 'bid-%'), 0)::INTEGER AS bid,
           CASE WHEN g.ended AND g.winner = ''
                THEN 1 / (SELECT count(DISTINCT side) FROM title_powers t WHERE t.game_id = s.game_id AND side <> 'neutral')
                WHEN g.ended AND list_contains(string_split(g.winner, ', '), p.side) THEN 1 / len(string_split(g.winner, ', '))
                WHEN g.ended THEN 0 END AS share
    FROM (SELECT DISTINCT game_id, power FROM phase_started WHERE turn > 0) s
    JOIN games g ON g.game_id = s.game_id
    JOIN title_powers p ON p.game_id = s.game_id AND p.power = s.power
    WHERE p.side <> 'neutral'
    ORDER BY g.game_id, p.play_order
"""


@pytest.fixture(scope="module")
def real(sample_games: tuple[Packed, ...], tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """A lake of the sample games, and of a game made like each of them."""
    lake = Lake.create(tmp_path_factory.mktemp("real") / "lake")
    lake.write([*sample_games, *(another(game, 1, number) for number, game in enumerate(sample_games))])
    return lake


def test_the_seats_of_a_league_are_what_its_events_say(league: Lake) -> None:
    assert league.sql(STORED).rows() == league.sql(SAID).rows()
    seats = league.frame("seats")
    assert seats["game_id"].n_unique() == len(GAMES)
    assert set(seats["outcome"]) == {"won", "lost", "drawn", "unfinished"}
    assert seats.filter(bid=6)["side"].to_list() == ["axis"] * 2


def test_the_seats_of_real_games_are_what_their_events_say(real: Lake, sample_games: tuple[Packed, ...]) -> None:
    stored, said = real.sql(STORED), real.sql(SAID)
    assert stored["game_id"].n_unique() == 2 * len(sample_games)
    together = [slug for slug in titles() if "turn" in load_title(slug).settings]
    alone = ~pl.col("title").is_in(together)
    assert stored.filter(alone).rows() == said.filter(alone).rows() and stored.filter(alone).height
    assert set(said.rows()) <= set(stored.rows()), "whoever had a turn of its own name has a seat in every title"


def test_powers_that_act_in_one_turn_all_have_seats(real: Lake) -> None:
    for slug in titles():
        title = load_title(slug)
        if "turn" in title.settings:
            seats = real.frame("seats").filter(title=slug)
            assert seats.height and all(rows["power"].to_list() == list(title.turns) for _, rows in seats.group_by("game_id"))

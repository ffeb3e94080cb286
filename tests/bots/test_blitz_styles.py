"""The styles of the greedy player of Blitz! play differently, also in the shortest scenario."""

from __future__ import annotations

from engine.events import encode_event
from engine.simulation import simulate
from engine.titles.blitz.bots import outlook
from tests.blitz.table import TITLE, keys, table

STYLES = ("greedy", "steady", "bold", "cautious")
SEEDS = (2, 4, 8)


def test_every_two_styles_play_another_game_of_western_europe() -> None:
    """Otherwise games of one against another say nothing of either."""
    games = {
        style: [[encode_event(event) for event in simulate(TITLE, seed, style, scenario="western-europe")[1].events[1:]] for seed in SEEDS]
        for style in STYLES
    }
    assert len({str(played) for played in games.values()}) == len(STYLES)


def test_who_fears_more_counts_its_own_losses_for_more() -> None:
    play = table("army-group-b western-germany@2, home-guard paris@1")
    force, foes = keys(play, "army-group-b"), keys(play, "home-guard")
    worth = [outlook.trade(play.position, "paris", force, foes, losses) for losses in (1.0, 1.8)]
    assert worth[1] < worth[0]


def test_south_africa_does_not_fall_on_the_first_turn() -> None:
    """Italians of East Africa walked through Kenya into it: nobody was there."""
    for seed in (1, 2):
        _, game = simulate(TITLE, seed, "greedy", round_limit=1)
        assert game.state.control["south-africa"] == "afa"

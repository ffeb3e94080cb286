"""The styles of the greedy player of Blitz! play differently in every scenario in which land is fought for."""

from __future__ import annotations

import tomllib
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from engine.bots.style import styles
from engine.events import encode_event
from engine.simulation import simulate
from engine.titles.blitz.bots import attacking, outlook, player
from engine.titles.blitz.orders import Attack
from tests.blitz.table import TITLE, keys, table
from tests.slow import slow_after

STYLES = ("greedy", "steady", "bold", "cautious")
FOUGHT = [
    ("western-europe", 0, (2,)),
    ("longest-day", 0, (7,)),
    ("campaign", 2, (2,)),
    ("barbarossa", 0, (2,)),
    ("rising-sun", 0, (1,)),
    ("rise-and-fall", 0, (2,)),
]
"""Scenario, rounds at most, seeds."""
AFLOAT = "atlantic"
"""The scenario without land combat: what a bot dares on land, which is all that steady, bold and cautious differ by, counts for nothing."""


def games(scenario: str, rounds: int, seeds: tuple[int, ...]) -> dict[str, str]:
    """Return style to the games of bots of that style."""
    return {
        style: str(
            [
                [encode_event(event) for event in simulate(TITLE, seed, style, scenario=scenario, round_limit=rounds)[1].events[1:]]
                for seed in seeds
            ]
        )
        for style in STYLES
    }


@pytest.mark.parametrize(("scenario", "rounds", "seeds"), slow_after(2, FOUGHT))
def test_every_two_styles_play_other_games(scenario: str, rounds: int, seeds: tuple[int, ...]) -> None:
    """Otherwise games of one against another say nothing of either."""
    played = games(scenario, rounds, seeds)
    for one, other in combinations(STYLES, 2):
        assert played[one] != played[other], f"{one} and {other}"


def test_at_sea_who_plans_campaigns_plays_another_game() -> None:
    played = games(AFLOAT, 0, (2,))
    assert played["greedy"] != played["steady"] == played["bold"] == played["cautious"]


def test_the_ladder_compares_no_styles_that_play_alike() -> None:
    """It leaves the scenario of the sea out, and every other one is tested above."""
    boards = [
        board for board in tomllib.loads(Path("docs/ladder.toml").read_text(encoding="utf-8"))["board"] if board["title"] == TITLE.slug
    ]
    assert {board["scenario"] for board in boards} <= {scenario for scenario, *_ in FOUGHT}
    assert {AFLOAT, *(scenario for scenario, *_ in FOUGHT)} == set(TITLE.scenarios)


def test_every_style_dares_something_else_at_every_threshold() -> None:
    """Who is bolder attacks at a smaller chance and for less damage, leaves less behind, and takes aircraft along for less."""
    nerves = [player.nerve(styles()[style]) for style in ("greedy", "bold", "steady", "cautious")]
    for less, more in pairwise(nerves):
        assert less.chance < more.chance and less.losses < more.losses and less.profit < more.profit
        assert less.risk > more.risk and less.help < more.help


@pytest.mark.parametrize(
    ("base", "target", "goes"),
    [("berlin", "poland", {"greedy"}), ("western-germany", "paris", {"greedy", "bold", "steady"})],
)
def test_aircraft_go_along_where_they_better_an_attack_enough(base: str, target: str, goes: set[str]) -> None:
    """Three armies are as strong as it needs before Poland; over Paris aircraft do a quarter of a point more."""
    armies = ", ".join(f"{unit} {base}@2" for unit in ("army-group-center", "army-group-b", "18th-army", "luftwaffe"))
    found = set()
    for style in STYLES:
        play = table(f"{armies}, home-guard {target}@1", take={target: "afa"})
        order = next(order for order in attacking.attack(play, player.nerve(styles()[style])) if isinstance(order, Attack))
        assert order.area == target
        if "luftwaffe" in {item.unit for item in order.forces}:
            found.add(style)
    assert found == goes


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

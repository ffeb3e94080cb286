"""The model of ratings: leagues of known skills, sides and bids; later games beside OpenSkill and Elo; what misleads plain ratings."""

from __future__ import annotations

import csv
from collections import defaultdict
from datetime import date, timedelta
from itertools import permutations
from math import log
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from engine.rules import NEUTRAL
from engine.titles import load_title
from warehouse import ratings
from warehouse.expressions import Z
from warehouse.ratings.design import Seat, comparisons
from warehouse.ratings.later_games import FEWEST, losses
from warehouse.ratings.model import DRIFTS, SKILLS, Model

LADDER, DOCS = (Path(__file__).parents[2] / "docs" / name for name in ("ladder.csv", "ratings.md"))
FIRST = date(2024, 1, 1)


class League(NamedTuple):
    """A league of which the truth is known: skill of each player on each day, what the Axis and a unit of bid are worth, in points."""

    seats: list[Seat]
    skills: np.ndarray
    side: float
    bid: float


def league(rng: np.random.Generator, players: int, games: int, days: int = 700, uneven: float = 1.0) -> League:
    """Return a league with the spreads that the model thinks possible; a third of its games are of teams of two.

    Args:
        uneven: how far sides and bids spread, beside what the model expects: 300 points, and 200 for a bid of usual size (7 of 0 to 12).
    """
    skill, drift = rng.choice(SKILLS), rng.choice(DRIFTS)
    side, bid = rng.normal(0, 300 * uneven), rng.normal(0, 200 / 7 * uneven)
    steps = rng.normal(0, drift / 365.25**0.5, (players, days))
    steps[:, 0] = rng.normal(0, skill, players)
    skills = steps.cumsum(axis=1)
    seats = []
    for game in range(games):
        day, size, told = game * days // games, int(rng.choice([1, 1, 2])), int(rng.integers(0, 13))
        who = rng.choice(players, 2 * size, replace=False)
        axis, allies = who[:size], who[size:]
        ahead = skills[axis, day].mean() - skills[allies, day].mean() + side - bid * told
        won = bool(rng.random() < 1 / (1 + 10 ** (-ahead / 400)))
        seats += one_game(f"{game:05}", [f"p{at:02}" for at in axis], [f"p{at:02}" for at in allies], float(won), told, day)
    return League(seats, skills, side, bid)


def one_game(game: str, axis: list[str], allies: list[str], share: float, bid: int | None = None, day: int | None = None) -> list[Seat]:
    """Return the seats of a game of which the Axis won a share; the bid is the Allies'."""
    played = "" if day is None else (FIRST + timedelta(day)).isoformat()
    return [
        Seat(played, game, "t", side, name, "drawn" if won == 0.5 else "won" if won > 0.5 else "lost", won, told)
        for side, team, won, told in (
            ("allies", allies, 1 - share, bid),
            ("axis", axis, share, None if bid is None else 0),
        )
        for name in sorted(team)
    ]


@pytest.mark.parametrize(("players", "games"), [(8, 80), (6, 24), (4, 12)])
def test_intervals_hold_the_truth_in_90_to_98_of_100_cases(players: int, games: int) -> None:
    """The model knows neither how far skills spread nor how fast they change."""
    held = _held(players, games, uneven=1.0)
    assert 0.90 <= held["skill"] <= 0.98 and 0.90 <= held["side and bid"] <= 0.98


def test_intervals_of_sides_that_are_more_even_are_too_wide_and_never_too_narrow() -> None:
    """A third as uneven as expected: few games do not tell that they are so even, so that the intervals hold the truth nearly always."""
    held = _held(8, 80, uneven=1 / 3)
    assert 0.90 <= held["skill"] <= 0.98 and held["side and bid"] >= 0.95


def _held(players: int, games: int, uneven: float) -> dict[str, float]:
    """Return the share of values of 80 leagues that lay in their intervals."""
    rng = np.random.default_rng(20260101)
    held: dict[str, list[bool]] = defaultdict(list)
    for _ in range(80):
        known = league(rng, players, games, uneven=uneven)
        model = Model(known.seats)
        last = {seat.player: (date.fromisoformat(seat.played) - FIRST).days for seat in known.seats}
        rows = [model.columns.skill(name, seat_day(day)) for name, day in last.items()]
        truth = [known.skills[int(name[1:]), day] for name, day in last.items()]
        rows += [model.columns.side("axis"), model.columns.bid()]
        truth += [known.side, known.bid * model.columns.usual]
        means, deviations = model.told(np.array(rows))
        inside = (np.abs(means - truth) < Z * deviations).tolist()
        held["skill"] += inside[:-2]
        held["side and bid"] += inside[-2:]
    return {name: float(np.mean(values)) for name, values in held.items()}


def seat_day(day: int) -> str:
    return (FIRST + timedelta(day)).isoformat()


def test_who_always_has_the_better_side_is_no_better() -> None:
    """24 games, all won by the Axis: Ada has it always, Bo, Cy and Dee swap sides. All are equal, and the Axis is ahead."""
    pairs = [("Ada", other) for other in ("Bo", "Cy", "Dee") for _ in range(4)]
    pairs += [pair for pair in permutations(("Bo", "Cy", "Dee"), 2) for _ in range(2)]
    told = ratings.rated([seat for at, (axis, allies) in enumerate(pairs) for seat in one_game(f"{at:02}", [axis], [allies], 1.0)])
    assert told.standings.height == 4 and (told.history["game_id"].n_unique()) == 24
    for one in told.standings.to_dicts():
        for other in told.standings.to_dicts():
            assert one["low"] < other["rating"] < one["high"], (one, other)
    assert np.ptp(told.standings["rating"].to_numpy()) < 60, "of 400 for a player who wins ten of eleven"
    axis = told.sides.filter(side="axis").row(0, named=True)
    assert axis["low"] > 150 and axis["chance"] > 0.9 and axis["chance_low"] > 0.7
    assert told.sides["bid_effect"].null_count() == 2, "nobody bid"


def test_a_bid_is_a_handicap() -> None:
    """Equal players; the Axis wins 30 of 40 without a bid, and 20 of 40 against a bid of 10: it is worth what the side is."""
    games = [(won, 0) for won in [1.0] * 30 + [0.0] * 10] + [(won, 10) for won in [1.0] * 20 + [0.0] * 20]
    names = ["Ada", "Bo"]
    seats = [seat for at, (won, bid) in enumerate(games) for seat in one_game(f"{at:02}", [names[at % 2]], [names[1 - at % 2]], won, bid)]
    row = ratings.rated(seats).sides.filter(side="axis").row(0, named=True)
    assert row["usual_bid"] == 10 and row["effect"] == pytest.approx(400 / log(10) * log(3), abs=40)
    assert row["bid_effect"] == pytest.approx(400 / log(10) * log(3), abs=50) and row["bid_low"] > 0


def test_part_wins_and_draws_count_in_part() -> None:
    """Ada wins the same share of twenty games, with either side."""

    def told(share: float) -> dict[str, float]:
        games = [(f"{at:02}", ["Ada"], ["Bo"], share) if at % 2 else (f"{at:02}", ["Bo"], ["Ada"], 1 - share) for at in range(20)]
        rated = ratings.rated([seat for game in games for seat in one_game(*game)]).standings
        return dict(rated.select("player", "rating").iter_rows())

    whole, part, drawn = told(1.0), told(2 / 3), told(0.5)
    assert whole["Ada"] - whole["Bo"] > part["Ada"] - part["Bo"] > 40
    assert drawn["Ada"] == drawn["Bo"] == 1500


def test_old_games_tell_less_of_today() -> None:
    """Ada won the games of the first months and lost as many of the last: her rating falls, and now she is behind."""
    seats = []
    for at in range(60):
        won = 1.0 if at < 30 else 0.0
        axis, allies = (["Ada"], ["Bo"]) if at % 2 else (["Bo"], ["Ada"])
        seats += one_game(f"{at:02}", axis, allies, won if at % 2 else 1 - won, day=at * 30)
    course = ratings.rated(seats).history.filter(player="Ada")["rating"].to_list()
    assert course[0] > 1530 and course[-1] < 1470


def test_a_game_of_three_sides_is_compared_by_pairs() -> None:
    three = [Seat("", "g", "t", side, side, "won" if side == "a" else "lost", float(side == "a"), None) for side in "abc"]
    found = comparisons(three)
    assert [(one.first, one.second, one.share, one.weight) for one in found] == [
        ((0,), (1,), 1.0, 2 / 3),
        ((0,), (2,), 1.0, 2 / 3),
    ]
    two = [seat._replace(outcome="lost" if seat.side == "c" else "won", share=0.0 if seat.side == "c" else 0.5) for seat in three]
    assert [(one.first, one.second) for one in comparisons(two)] == [((0,), (2,)), ((1,), (2,))], "who won together is not compared"


def test_without_a_single_game_nothing_is_rated() -> None:
    told = ratings.rated([])
    assert told.history.is_empty() and told.standings.is_empty() and told.sides.is_empty()


def of_the_ladder() -> list[Seat]:
    """Return the seats of all decided games of the ladder of bots, in an order that mixes the pairs; those of two sides."""
    seats = []
    with LADDER.open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["winners"]]
    for number in np.random.default_rng(1).permutation(len(rows)).tolist():
        row = rows[number]
        sides = [side for side in load_title(row["title"]).sides if side != NEUTRAL]
        for side in sorted(sides):
            won = side in row["winners"].split()
            bot = row["first"] if side == sides[0] else row["others"]
            board = f"{row['title']}/{row['scenario']}/{row['rounds']}"
            seats.append(Seat("", f"{board}/{number:05}", board, side, bot, "won" if won else "lost", float(won), None))
    return seats


def test_later_games_are_foretold_better_than_by_openskill_or_elo() -> None:
    """All results that the repository has, and a made-up league."""
    made = league(np.random.default_rng(3), players=12, games=160).seats
    told = losses([*of_the_ladder(), *made])
    assert told.height >= 5 and (told["games"] >= FEWEST // 2).all()
    for row in told.to_dicts():
        assert row["model"] < row["openskill"] and row["model"] < row["elo"] and row["model"] < row["coin"], row
        if row["title"] != "t":
            figures = [f"{row[name]:.3f}" for name in ("model", "openskill", "elo")]
            assert f"| {row['games']} | {' | '.join(figures)} |" in DOCS.read_text("utf-8"), f"docs/ratings.md tells otherwise of {row}"


def test_games_that_a_side_without_players_won_tell_nothing_of_the_others() -> None:
    """Two of three sides have players, and the third won: neither beat the other, so all is as before any game."""
    seats = [seat._replace(outcome="lost", share=0.0) for at in range(FEWEST) for seat in one_game(f"{at:02}", ["Ada"], ["Bo"], 1.0)]
    told = ratings.rated(seats)
    assert told.standings.select("player", "games", "rating").rows() == [("Ada", FEWEST, 1500), ("Bo", FEWEST, 1500)]
    assert told.sides["effect"].to_list() == [0, 0]
    assert losses(seats).is_empty()

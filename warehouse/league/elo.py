"""Elo by a league's own rule, game after game. (The ratings that know side, bid and time are those of `warehouse.ratings`.)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from warehouse.league.games import Game, Side
from warehouse.league.rules import Elo, Forfeits


class Step(NamedTuple):
    """What a game did to a player's Elo: before it, what share was expected and won of how many comparisons, K, after it."""

    before: float
    expected: float
    won: float
    k: float
    after: float


class Course(NamedTuple):
    """Elo of a league: steps by (game_id, player), and everybody's Elo at the end of each season by (season, player)."""

    steps: dict[tuple[str, str], Step]
    ends: dict[tuple[str, str], float]


def course(games: Sequence[Game], rule: Elo, forfeits: Forfeits) -> Course:
    """Return the Elo of games in the order of play; of a team it is the mean, and all of its players win or lose by their own K."""
    rating: dict[str, float] = {}
    played: dict[str, int] = {}
    steps: dict[tuple[str, str], Step] = {}
    ends: dict[tuple[str, str], float] = {}
    season = ""
    for game in games:
        if season and game.season != season:
            rating = {player: rule.start + rule.keep * (value - rule.start) for player, value in rating.items()}
        season = game.season
        moved = _moved(game, rating, rule) if forfeits.elo or not game.forfeited else {}
        for player, (expected, won) in moved.items():
            before, k = rating.get(player, rule.start), rule.k_after(played.get(player, 0))
            rating[player] = before + k * (won - expected)
            played[player] = played.get(player, 0) + 1
            steps[game.game_id, player] = Step(before, expected, won, k, rating[player])
        for side in game.sides:
            for player in side.players:
                ends[season, player] = rating.get(player, rule.start)
    return Course(steps, ends)


def expected(mine: float, theirs: float, scale: float) -> float:
    """Return the share that is expected of who has so much Elo against so much."""
    return 1 / (1 + 10 ** min(max((theirs - mine) / scale, -300.0), 300.0))


def compared(sides: Sequence[Side]) -> Iterator[tuple[Side, Side, float, float, float]]:
    """Yield every two sides of a game of which not both won, nor both lost to a third: with the share of each, and what it weighs.

    Of two sides it weighs 1, of more two by their number. Of a stopped game that all lose nobody gets a share.
    """
    lost = not any(side.share for side in sides)
    level = len({side.share for side in sides}) == 1
    for one, two in combinations(sides, 2):
        if lost or level or one.share != two.share:
            whole = (one.share + two.share) or 1.0
            yield one, two, one.share / whole, two.share / whole, 2 / len(sides)


def _moved(game: Game, rating: dict[str, float], rule: Elo) -> dict[str, tuple[float, float]]:
    """Return of each player what share was expected, and what was won, in sum over the comparisons."""
    found: dict[str, tuple[float, float]] = {}
    strength = {side.name: sum(rating.get(player, rule.start) for player in side.players) / len(side.players) for side in game.sides}
    for one, two, mine, theirs, weight in compared(game.sides):
        chance = expected(strength[one.name], strength[two.name], rule.scale)
        for side, share, told in ((one, mine, chance), (two, theirs, 1 - chance)):
            for player in side.players:
                before = found.get(player, (0.0, 0.0))
                found[player] = before[0] + weight * told, before[1] + weight * share
    return found

"""Who stands where: plain counts of a season, the order by the league's rule with what decides between level players, and playoffs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from warehouse.league import rules
from warehouse.league.games import Game

Figures = dict[str, dict[str, Fraction | float]]
"""What players are ranked by to each player's figure, where more is better."""


class Counts(NamedTuple):
    """A player's games of a season."""

    games: int
    won: int
    drawn: int
    lost: int
    opponents: int

    @property
    def rate(self) -> Fraction:
        """The share of games won, a draw being half of one."""
        return Fraction(2 * self.won + self.drawn, 2 * self.games)


class Tie(NamedTuple):
    """A match of the playoffs: its number in the first round, and the seeds and players who meet; without a second one it is a bye."""

    match: int
    seed: int
    player: str
    other_seed: int | None
    other: str | None


def counts(games: Sequence[Game]) -> dict[str, Counts]:
    """Return the counts of every player of these games."""
    ends: dict[str, Counter[str]] = {}
    met: dict[str, set[str]] = {}
    for game in games:
        for side in game.sides:
            others = {player for other in game.sides if other is not side for player in other.players}
            for player in side.players:
                ends.setdefault(player, Counter())[end_of(game, side.share)] += 1
                met.setdefault(player, set()).update(others)
    return {
        player: Counts(told.total(), told["won"], told["drawn"], told["lost"], len(met[player])) for player, told in sorted(ends.items())
    }


def end_of(game: Game, share: float) -> str:
    """Return how a game ended for a side that won such a share: won (the most of it), drawn (all won the same) or lost."""
    shares = [side.share for side in game.sides]
    if min(shares) == max(shares):
        return "drawn" if share else "lost"
    return "won" if share == max(shares) else "lost"


def ordered(players: Sequence[str], by: Sequence[str], figures: Figures, games: Sequence[Game]) -> list[list[str]]:
    """Return players in groups, the best first; those of a group are level in everything.

    Args:
        by: what decides, in order; meetings are those of players who are level until then.
    """
    if not by or len(players) < 2:
        return [sorted(players)] if players else []
    figure = _meetings(players, games) if by[0] == rules.MEETINGS else figures[by[0]]
    found = []
    for value in sorted({figure[player] for player in players}, reverse=True):
        found += ordered([player for player in players if figure[player] == value], by[1:], figures, games)
    return found


def _meetings(players: Sequence[str], games: Sequence[Game]) -> dict[str, Fraction | float]:
    """Return how many more games each of these players won against the others of them than lost."""
    among, found = set(players), dict.fromkeys(players, 0)
    for game in games:
        for side in game.sides:
            for other in game.sides:
                met = len(among.intersection(other.players))
                if other.name != side.name and met and side.share != other.share:
                    for player in among.intersection(side.players):
                        found[player] += met if side.share > other.share else -met
    return dict(found)


def playoffs(seeded: Sequence[str]) -> Iterator[Tie]:
    """Yield the matches of the first round: the best against the last, so that the best two can meet in the final only.

    Args:
        seeded: players, the best first. Where their number is no power of two the best have byes.
    """
    size = 1
    order = [1]
    while size < len(seeded):
        size *= 2
        order = [seed for one in order for seed in (one, size + 1 - one)]
    for match, (one, two) in enumerate(zip(order[::2], order[1::2], strict=False), start=1):
        first, second = sorted((one, two))
        there = second <= len(seeded)
        yield Tie(match, first, seeded[first - 1], second if there else None, seeded[second - 1] if there else None)

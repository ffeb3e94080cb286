"""Best of n between two players: which of their games count, and how their matches stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from warehouse.league.games import Game, LeftOut
from warehouse.league.rules import Matches

KEY = "matches.best_of"


class Match(NamedTuple):
    """Two players in a season: best of how many, games each won, draws, and who won it; empty while nobody has."""

    season: str
    one: str
    two: str
    best_of: int
    games: int
    one_won: int
    two_won: int
    drawn: int
    winner: str


def limited(games: Sequence[Game], rule: Matches | None) -> tuple[list[Game], list[LeftOut], list[Match]]:
    """Return the games that count, those beyond the limit, and the matches; games of more than two players are in no match.

    Args:
        games: in the order of play. rule: None where the league has no matches: then all games count.
    """
    if rule is None:
        return [*games], [], []
    counted, left, found = list[Game](), list[LeftOut](), dict[tuple[str, str, str], Match]()
    played: dict[tuple[str, str], int] = {}
    for game in games:
        if pair := game.pair:
            least = min(played.get((game.season, player), 0) for player in pair)
            match = found.get((game.season, *pair), Match(game.season, *pair, rule.best_of, 0, 0, 0, 0, ""))
            match = _of(match, max(match.best_of, rule.limit(least)))
            if match.winner or match.games >= match.best_of:
                left.append(_beyond(game, match))
                continue
            found[game.season, *pair] = _after(match, game)
        counted.append(game)
        for side in game.sides:
            for player in side.players:
                played[game.season, player] = played.get((game.season, player), 0) + 1
    return counted, left, [*found.values()]


def _after(match: Match, game: Game) -> Match:
    shares = {side.players[0]: side.share for side in game.sides}
    one, two = shares[match.one] > shares[match.two], shares[match.two] > shares[match.one]
    told = match._replace(
        games=match.games + 1, one_won=match.one_won + one, two_won=match.two_won + two, drawn=match.drawn + (not one and not two)
    )
    return _of(told, told.best_of)


def _of(match: Match, best: int) -> Match:
    """Return a match as best of so many games: who has won more than half of them has won it."""
    won = match.one if match.one_won * 2 > best else match.two if match.two_won * 2 > best else ""
    return match._replace(best_of=best, winner=won)


def _beyond(game: Game, match: Match) -> LeftOut:
    score = f"{match.one} {match.one_won}, {match.two} {match.two_won} after {match.games}"
    return LeftOut(
        game.played, game.game_id, game.title, game.title_name, f"{match.one}, {match.two}", KEY, score, f"best of {match.best_of}"
    )

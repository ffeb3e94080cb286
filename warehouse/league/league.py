"""The tables of a league, put together: seasons one after the other, each by the rules of its file."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import polars as pl

from warehouse.league import elo, matches, places, points, rules
from warehouse.league.games import Game, Lake, LeftOut, games_of
from warehouse.league.rules import Rules

STANDINGS = {
    "season": pl.String, "place": pl.Int64, "player": pl.String, "games": pl.Int64, "won": pl.Int64, "drawn": pl.Int64, "lost": pl.Int64,
    "opponents": pl.Int64, "win_rate": pl.Float64, "tier": pl.String, "points": pl.Float64, "points_per_game": pl.Float64,
    "elo": pl.Float64, "matches_won": pl.Int64, "qualified": pl.Boolean, "lacking": pl.String, "seed": pl.Int64,
}  # fmt: skip
"""Columns of standings: `lacking` says what a player lacks to be qualified; tier and points are null without such a rule."""
GAMES = {
    "season": pl.String, "played": pl.String, "game_id": pl.String, "title": pl.String, "player": pl.String, "side": pl.String,
    "opponents": pl.String, "outcome": pl.String, "share": pl.Float64, "forfeited": pl.Boolean, "points": pl.Float64,
    "points_rule": pl.String, "elo_before": pl.Float64, "elo_expected": pl.Float64, "elo_k": pl.Float64, "elo_change": pl.Float64,
    "elo_after": pl.Float64,
}  # fmt: skip
"""Columns of games, a row for each player of each: `points_rule` names the opponents' tiers by which the points were counted."""
MATCHES = {
    "season": pl.String, "one": pl.String, "two": pl.String, "best_of": pl.Int64, "games": pl.Int64, "one_won": pl.Int64,
    "two_won": pl.Int64, "drawn": pl.Int64, "winner": pl.String,
}  # fmt: skip
PLAYOFFS = {
    "season": pl.String, "match": pl.Int64, "seed": pl.Int64, "player": pl.String, "other_seed": pl.Int64, "other": pl.String,
}  # fmt: skip
"""Columns of the first round of playoffs; without another player it is a bye."""
LEFT_OUT = dict.fromkeys(LeftOut._fields, pl.String)
"""Columns of games that do not count."""


class League(NamedTuple):
    """A league: its rules, and frames with the columns of STANDINGS, GAMES, MATCHES, PLAYOFFS, LEFT_OUT."""

    rules: Rules
    standings: pl.DataFrame
    games: pl.DataFrame
    matches: pl.DataFrame
    playoffs: pl.DataFrame
    left_out: pl.DataFrame

    def tables(self) -> dict[str, pl.DataFrame]:
        """Return the frames by name."""
        return {name: getattr(self, name) for name in self._fields[1:]}


Rows = list[tuple[Any, ...]]


def of_lake(lake: Lake, told: Rules) -> League:
    """Return the league of the games of a lake."""
    return of_games(*games_of(lake, told), told)


def of_games(games: Sequence[Game], left: Sequence[LeftOut], told: Rules) -> League:
    """Return the league of these games, which are in the order of play; `left` are those that do not count."""
    counted, beyond, met = matches.limited(games, told.matches)
    course = elo.course(counted, told.elo, told.forfeits)
    standings, rows, rounds = Rows(), Rows(), Rows()
    tiers: dict[str, str] = {}
    for season in told.seasons:
        mine = [game for game in counted if game.season == season.name]
        graded = points.graded(mine, told.points, tiers) if told.points else points.Graded({}, {}, {})
        tiers = graded.after
        won = [match.winner for match in met if match.season == season.name]
        table, seeded = _standings(season.name, mine, graded, course, won, told)
        standings += table
        rows += [row for game in mine for row in _rows(game, graded, course)]
        rounds += [(season.name, *tie) for tie in places.playoffs(seeded)]
    found = sorted([*left, *beyond], key=lambda one: one.played)
    return League(
        told,
        _frame(standings, STANDINGS),
        _frame(rows, GAMES),
        _frame([tuple(match) for match in met], MATCHES),
        _frame(rounds, PLAYOFFS),
        _frame([tuple(one) for one in found], LEFT_OUT),
    )


def _frame(rows: Rows, schema: dict[str, Any]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=schema, orient="row")


def _standings(
    season: str, games: Sequence[Game], graded: points.Graded, course: elo.Course, won: Sequence[str], told: Rules
) -> tuple[Rows, list[str]]:
    """Return the rows of a season, and the players who are seeded in its playoffs, the best first."""
    counts = places.counts(games)
    earned: dict[str, Fraction] = dict.fromkeys(counts, Fraction())
    for (_, player), each in graded.points.items():
        earned[player] += each
    figures: places.Figures = {
        rules.ELO: {player: course.ends[season, player] for player in counts},
        rules.POINTS: {player: earned[player] / one.games for player, one in counts.items()},
        rules.WINS: {player: Fraction(one.won) for player, one in counts.items()},
        rules.RATE: {player: one.rate for player, one in counts.items()},
        rules.MATCHES: {player: Fraction(won.count(player)) for player in counts},
        rules.GAMES: {player: Fraction(one.games) for player, one in counts.items()},
    }
    groups = places.ordered([*counts], (told.rank, *told.ties), figures, games)
    rows, seeded, place = Rows(), list[str](), 1
    for group in groups:
        for player in group:
            one, lacking = counts[player], _lacking(counts[player], told)
            seed = len(seeded) + 1 if not lacking and len(seeded) < told.playoffs else None
            seeded += [player] if seed else []
            mean = float(figures[rules.POINTS][player]) if told.points else None
            whole = float(earned[player]) if told.points else None
            rows.append((
                season, place, player, *one, float(one.rate), graded.tiers.get(player), whole, mean, figures[rules.ELO][player],
                won.count(player) if told.matches else None, not lacking, lacking, seed,
            ))  # fmt: skip
        place += len(group)
    return rows, seeded


def _lacking(one: places.Counts, told: Rules) -> str:
    asked = told.qualification
    return ", ".join(
        f"{least - found} {name if least - found > 1 else name[:-1]}"
        for name, found, least in (("games", one.games, asked.games), ("opponents", one.opponents, asked.opponents))
        if found < least
    )


def _rows(game: Game, graded: points.Graded, course: elo.Course) -> Rows:
    """Return what a game brought each of its players."""
    made = Rows()
    for side in game.sides:
        others = [player for other in game.sides if other is not side for player in other.players]
        met = ", ".join(f"{player} ({graded.tiers[player]})" if player in graded.tiers else player for player in others)
        outcome = places.end_of(game, side.share)
        for player in side.players:
            step = course.steps.get((game.game_id, player))
            told = (step.before, step.expected, step.k, step.after - step.before, step.after) if step else (None,) * 5
            earned = graded.points.get((game.game_id, player))
            rule = f"{outcome} against {met}" if earned is not None else None
            made.append((
                game.season, game.played, game.game_id, game.title, player, side.name, ", ".join(others), outcome, side.share,
                game.forfeited,
                None if earned is None else float(earned), rule, *told,
            ))  # fmt: skip
    return made

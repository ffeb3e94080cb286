"""Points for each game by the opponents' tiers, and the tiers that follow from points per game. Exact, in fractions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from warehouse.league import rules
from warehouse.league.elo import compared
from warehouse.league.games import Game
from warehouse.league.rules import Points
from warehouse.people.names import folded

_PARTS = 10_000
"""The most parts of which a share of a game is taken for a fraction."""

Earned = dict[tuple[str, str], Fraction]
"""Points by (game_id, player)."""


class Graded(NamedTuple):
    """The points of a season, and everybody's tier: that by which its points were counted, and that with which the next one begins."""

    points: Earned
    tiers: dict[str, str]
    after: dict[str, str]


def graded(games: Sequence[Game], rule: Points, before: Mapping[str, str]) -> Graded:
    """Return the points of the games of one season; `before` is everybody's tier at its beginning, as far as there is one."""
    given = {folded(name): tier for name, tier in rule.players.items()}
    players = sorted({player for game in games for side in game.sides for player in side.players})
    tiers = {player: before.get(player) or given.get(folded(player), rule.newcomers) for player in players}
    after = {**before, **tiers}
    if rule.regrade and rule.regrade.when == rules.ALWAYS:
        tiers = _settled(games, rule, tiers)
        after |= tiers
    earned = _earned(games, rule, tiers)
    if rule.regrade and rule.regrade.when == rules.SEASON:
        after |= _regraded(earned, rule, {})
    return Graded(earned, tiers, after)


def _settled(games: Sequence[Game], rule: Points, tiers: dict[str, str]) -> dict[str, str]:
    """Return tiers that agree with the points that they lead to.

    Whoever has played enough begins in the last tier and rises as points allow. A rise of one lowers nobody's points, so nobody ever falls,
    and it ends; the same games lead to the same tiers in whatever order they were played.
    """
    lowest = rule.tiers[-1]
    enough = _regraded(_earned(games, rule, tiers), rule, {})
    now = {**tiers, **dict.fromkeys(enough, lowest)}
    while True:
        then = {**now, **_regraded(_earned(games, rule, now), rule, {})}
        if then == now:
            return now
        now = then


def _regraded(earned: Earned, rule: Points, found: dict[str, str]) -> dict[str, str]:
    """Return the tier, by points per game, of each player who has played enough games."""
    if rule.regrade is None:
        return found
    of_player: dict[str, list[Fraction]] = {}
    for (_, player), points in earned.items():
        of_player.setdefault(player, []).append(points)
    bounds = [_exact(bound) for bound in rule.regrade.bounds]
    for player, each in of_player.items():
        if len(each) >= rule.regrade.games:
            mean = sum(each, Fraction()) / len(each)
            found[player] = rule.tiers[sum(mean < bound for bound in bounds)]
    return found


def _earned(games: Sequence[Game], rule: Points, tiers: Mapping[str, str]) -> Earned:
    win = {tier: _exact(points) for tier, points in zip(rule.tiers, rule.win, strict=True)}
    loss = {tier: _exact(points) for tier, points in zip(rule.tiers, rule.loss, strict=True)}
    found: Earned = {}
    for game in games:
        told: dict[str, list[Fraction]] = {}
        for one, two, mine, theirs, _ in compared(game.sides):
            for side, others, share in ((one, two, mine), (two, one, theirs)):
                part = Fraction(share).limit_denominator(_PARTS)
                each = [part * win[tiers[other]] + (1 - part) * loss[tiers[other]] for other in others.players]
                for player in side.players:
                    told.setdefault(player, []).extend(each)
        for player, points in told.items():
            found[game.game_id, player] = sum(points, Fraction()) / len(points)
    return found


def _exact(points: float) -> Fraction:
    """Return a number of the file as it was written there: 0.1 is a tenth."""
    return Fraction(repr(points))

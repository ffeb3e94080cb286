"""How well held-out games were foretold by phase of the game and by who played: what the chances know, and where they know nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import inf
from typing import NamedTuple

import polars as pl

from warehouse.winning.fitting import Paired, Scores, judged, number, paired

PHASES = ((0, 4, "rounds 0 to 4"), (5, 9, "rounds 5 to 9"), (10, 19, "rounds 10 to 19"), (20, inf, "round 20 on"))
"""From, to, and what it is called."""
RANDOM = ("random bot",)
"""Names of players who play at random."""
EVERY, EQUAL, UNEQUAL, CHANCE = "all games", "the same player on every seat", "different players", "a player at random"


class Part(NamedTuple):
    """Some positions of held-out games.

    Attributes:
        coin: the Brier score of an even chance for every side. more: by how much all features foretold better than unit values alone.
        over_coin: by how much what is shown foretold better than the even chance.
    """

    who: str
    when: str
    model: Scores
    value_only: Scores
    base_rate: Scores
    coin: float
    more: Paired
    over_coin: Paired


def parts(found: pl.DataFrame, random: Collection[str] = RANDOM) -> Iterator[Part]:
    """Yield the parts of a title's held-out positions: by phase of all games and of games between equals, and by who played.

    Args:
        found: of `held_out`, of one title. random: names of players who play at random.
    """
    who = pl.Series([who_played(names, random) for names in found["match"].to_list()], dtype=pl.String)
    every = found.with_columns(who=who, coin=1 / pl.len().over("game_id", "turn"))
    for kind in (EVERY, EQUAL, UNEQUAL, CHANCE):
        of = every if kind == EVERY else every.filter(who=kind)
        if not of.height or (kind != EVERY and of.height == every.height):
            continue
        phases = PHASES if kind in (EVERY, EQUAL) else ()
        yield from (part for phase in ((0, inf, "all"), *phases) if (part := _part(of, kind, *phase)))


def who_played(names: str | None, random: Collection[str] = RANDOM) -> str:
    """Return which kind of game these players (of `positions`, match) had."""
    players = (names or "").split(", ")
    if len(players) == 1:
        return EQUAL
    return CHANCE if any(name in random for name in players) else UNEQUAL


def _part(of: pl.DataFrame, who: str, first: float, last: float, when: str) -> Part | None:
    some = of.filter(pl.col("round").is_between(first, last))
    if not some.height:
        return None
    tested = judged(some)
    coin = number(some.group_by("game_id").agg(one=((pl.col("coin") - pl.col("won")) ** 2).mean())["one"].mean())
    more, over = paired(some, "value_only", "model"), paired(some, "coin", "shown")
    return Part(who, when, tested.model, tested.value_only, tested.base_rate, coin, more, over)

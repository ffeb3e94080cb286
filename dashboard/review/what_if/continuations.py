"""Playing a game on for a page: a few games, by bots, on all cores, and what came out of them in words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import polars as pl

from dashboard.review.reader import Reader
from dashboard.review.record import game_of
from dashboard.review.story.wording import sentence, the
from dashboard.review.what_if.choices import ROUNDS, SEED, Choice
from dashboard.ui.text import counted
from dashboard.ui.title_names import date_of
from engine.play import ROUND_LIMIT
from engine.simulation import Continuation, flip_of, moment
from ingest.play_on import Plan, changes_of, ends, play_many, wins
from ingest.workers import Workers

FEW = 10
"""Games that a page plays: enough for a first idea, with a wide interval."""
SECONDS = 60
"""Of a processor, that a game on a page may take: many times the needs of six rounds of any title."""

FEWEST = 4
"""Games of which the middle half is told."""


def plan_of(of: Reader, record: Path, choice: Choice, changes: str = "") -> Plan:
    """Return what is to be played; `changes` are lines of a log, which change the board first.

    Raises:
        SitrepError: the record is not the game's any more, cannot be played on from there, or a line changes no board of it.
    """
    game = game_of(of, record)
    start, flip = flip_of(game, choice.battle) if choice.battle else (moment(game, choice.at), None)
    return Plan(start, SEED, rounds=ROUNDS, changes=changes_of(start.title, changes, "the changes"), flip=flip, seconds=SECONDS)


def play(plan: Plan, workers: Workers, on_game: Callable[[Continuation], object]) -> list[Continuation]:
    """Play FEW games of a plan; `on_game` hears of each."""
    return play_many(plan, FEW, workers, on_game)


def told(of: Reader, plan: Plan, done: list[Continuation]) -> list[str]:
    """Return what came out: a sentence for each side that won any, with its 95% range; how many were not decided, and how they stand."""
    title = plan.start.title
    sides = [side for side in title.sides if any(title.side_of[power] == side for power in title.turns)]
    said = [
        sentence(f"{the(title.sides[row['side']].name)} won {row['won']} of {row['games']} ({_range(row)}).")
        for row in wins(done, sides).iter_rows(named=True)
        if row["won"]
    ]
    if drawn := ends(done).drawn:
        said.append(f"{counted(drawn, 'game')} ended in a draw.")
    if open_ := [game for game in done if game.how == ROUND_LIMIT]:
        said.append(f"{counted(len(open_), 'game')} had no winner after {counted(plan.rounds, 'more round')}.")
        said += filter(None, [standing(of, open_)])
    winner = [of.sides.get(side, side) for side in of.game["winner"].split(", ") if side]
    if winner:
        said.append(sentence(f"in the game as it was played, {' and '.join(map(the, winner))} won."))
    return said


def _range(row: dict[str, Any]) -> str:
    return f"95% range {row['low']:.0%} to {row['high']:.0%}"


def standing(of: Reader, done: list[Continuation]) -> str:
    """Return who was stronger at the last round that all these games reached, and how that compares with the record; or nothing."""
    ends = [max((one.round for one in game.strengths), default=0) for game in done]
    if not ends or not min(ends):
        return ""
    end = min(ends)
    shares = _shares(done, end)
    leader = max(shares, key=lambda side: (median(shares[side]), side), default="")
    if not leader:
        return ""
    parts = [
        f"at the end of {date_of(of.game['title'], of.game['scenario'], end)}, {the(of.sides.get(leader, leader))} had "
        f"{median(shares[leader]):.0%} of all strength in the median game"
    ]
    if len(done) >= FEWEST:
        low, _, high = quantiles(shares[leader], n=4, method="inclusive")
        parts.append(f"{low:.0%} to {high:.0%} in the middle half of them")
    before = _as_played(of, leader, set(shares), end)
    return sentence(f"{', '.join(parts)}{f'; as it was played, {before:.0%}' if before is not None else ''}.")


def _shares(done: list[Continuation], end: int) -> dict[str, list[float]]:
    """Return side to its share of the strength of all sides (unit value plus production) in each game at the end of a round."""
    found: dict[str, list[float]] = {}
    for game in done:
        there = {one.side: one.tuv + one.production for one in game.strengths if one.round == end}
        for side, strength in there.items():
            found.setdefault(side, []).append(strength / max(sum(there.values()), 1))
    return found


def _as_played(of: Reader, side: str, sides: set[str], end: int) -> float | None:
    """Return a side's share of the strength of these sides in the record; None where the round was not played out."""
    if end > (of.game["finished_rounds"] or 0):
        return None
    rows = of.measure("strength_by_round").filter(pl.col("round") == end, pl.col("side").is_in(sides))
    total = float(rows["strength"].sum())
    return float(rows.filter(side=side)["strength"].sum()) / total if total else None

"""What a power brings to a figure whoever plays it, taken off: Germany attacks more than China, and that is nobody's merit.

A figure of a game is what the player does plus what the power brings plus the rest, fitted with least squares over all games. A player's
figure is told as if with a power of the usual kind. Where players and powers hang together in no way (Ada always China, nobody else
ever), both cannot be told apart: only those count who hang together with the most others.
"""

from __future__ import annotations

import numpy as np
import polars as pl


def level(rows: pl.DataFrame, figure: str) -> pl.DataFrame:
    """Return a figure of each player and game, with what the powers bring taken off: player, game_id, played, value; in the order of play.

    Args:
        rows: game_id, played, player, scenario, power, and the figure, null where it is not known.
    """
    known = together(rows.drop_nulls(figure).with_columns(seat=pl.concat_str("scenario", "power", separator="/")))
    if known.is_empty():
        return known.select("player", "game_id", "played", pl.lit(0.0).alias("value"))
    off = _brought(known, figure)
    level = known.with_columns(value=pl.col(figure) - pl.Series(off))
    each = level.group_by("player", "game_id", maintain_order=True).agg(pl.col("played").first(), pl.col("value").mean())
    return each.sort("played", "game_id", "player")


def _brought(known: pl.DataFrame, figure: str) -> np.ndarray:
    """Return what the power of each row brings, 0 on average over the rows."""
    players, seats = (known[name].rank("dense").to_numpy().astype(np.int64) - 1 for name in ("player", "seat"))
    values = known[figure].to_numpy()
    first = players.max() + 1
    columns = np.stack([players, first + seats])
    normal = np.zeros((first + seats.max() + 1,) * 2)  # of least squares, counted: a matrix with a row for each game would be large
    for one in columns:
        for other in columns:
            np.add.at(normal, (one, other), 1)
    right = sum(np.bincount(one, values, minlength=len(normal)) for one in columns)
    fitted = np.linalg.lstsq(normal, right, rcond=1e-9)[0]
    brought = fitted[first + seats]
    centred: np.ndarray = brought - brought.mean()
    return centred


def together(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of the largest group of players who hang together by the seats that they had (player, seat)."""
    pairs = rows.select("player", "seat").unique(maintain_order=True).rows()
    group = {name: at for at, name in enumerate(dict.fromkeys(player for player, _ in pairs))}
    held: dict[str, set[str]] = {}
    for player, seat in pairs:
        held.setdefault(seat, set()).add(player)
    changed = True
    while changed:
        changed = False
        for sitting in held.values():
            least = min(group[one] for one in sitting)
            for one in sitting:
                changed |= group[one] != least
                group[one] = least
    if not group:
        return rows
    sizes = [*group.values()]
    most = max(sizes, key=lambda one: (sizes.count(one), -one))
    return rows.filter(pl.col("player").is_in([name for name, one in group.items() if one == most]))

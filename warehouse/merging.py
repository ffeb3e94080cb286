"""The rows of a table from several batches as one, sorted by game, without all of them in memory at once.

Games lie in a batch in the order in which they were read, and some million rows of text take gigabytes. So the rows are first split by
ranges of games and packed, then one range after another is unpacked, sorted and handed on.
"""

from __future__ import annotations

import io
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

import polars as pl

AT_ONCE = 250_000
"""Rows that a range has, about: those that are sorted at once."""


def sorted_by_game(frames: Iterable[pl.DataFrame], rows: int, games: Sequence[str]) -> Iterator[pl.DataFrame]:
    """Yield the rows of frames sorted by game, those of a game in the order in which they come.

    Args:
        frames: of one table, with a column `game_id`. rows: of all of them. games: the ids that may be there.
    """
    firsts = _firsts(sorted(games), max(1, -(-rows // AT_ONCE)))
    packed: list[list[bytes | pl.DataFrame]] = [[] for _ in firsts]
    for frame in frames:
        for number, part in _split(frame, firsts):
            packed[number].append(part if len(firsts) == 1 else _packed(part))
    for number, parts in enumerate(packed):
        packed[number] = []
        if parts:
            yield pl.concat(map(_unpacked, parts)).sort("game_id", maintain_order=True)


def _firsts(games: list[str], ranges: int) -> list[str]:
    """Return the first game of each range; there are as many games in one as in another."""
    step = max(1, -(-len(games) // ranges))
    return games[::step]


def _split(frame: pl.DataFrame, firsts: list[str]) -> Iterator[tuple[int, pl.DataFrame]]:
    """Yield the parts of a frame that lie in a range, with its number."""
    if len(firsts) == 1:
        yield 0, frame
        return
    ids = frame["game_id"]
    number = {game: bisect_right(firsts, game) - 1 for game in ids.unique()}
    if len(found := set(number.values())) == 1:
        yield found.pop(), frame
        return
    of_row = ids.replace_strict(number, return_dtype=pl.Int32)
    for one in sorted(found):
        yield one, frame.filter(of_row == one)


def _packed(frame: pl.DataFrame) -> bytes:
    frame.write_ipc(sink := io.BytesIO(), compression="zstd")
    return sink.getvalue()


def _unpacked(part: bytes | pl.DataFrame) -> pl.DataFrame:
    return pl.read_ipc(io.BytesIO(part)) if isinstance(part, bytes) else part

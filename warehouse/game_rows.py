"""A game as the rows of all its tables, built where it was replayed and cheap to send to the writing process.

packed = pack(game)         # in any process: Arrow tables; pickled, they are a few buffers
lake.write([packed, ...])   # as with games: one commit
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, groupby
from math import inf
from typing import Any

import polars as pl
import pyarrow as pa

from engine.garbage import no_collection
from engine.recording import Fidelity
from engine.replay import Game
from warehouse.descriptive_rows import game_row, luck_rows, part_rows, seat_rows, title_rows
from warehouse.errors import TooLarge
from warehouse.identity import game_id
from warehouse.largest_game import MOST_AREAS, MOST_ROUNDS, MOST_ROWS
from warehouse.parquet import frame_of
from warehouse.rows import rows_of
from warehouse.schema import TABLES, Table
from warehouse.snapshots import Row

MOST_BYTES = 128
"""Bytes of a row at most, on average."""

ROW_BYTES = 512
"""Bytes that a row of Python objects takes, about."""

INGESTED = "ingested_at"
"""The column of `games` that is known only when a game is written."""


class Rows(list[Row]):
    """The rows of a table as they were made. A frame of its own for each of a result's few rows costs fifty times as much."""

    @property
    def nbytes(self) -> int:
        """Bytes that the rows take in memory, about."""
        return len(self) * ROW_BYTES


@dataclass(frozen=True)
class Packed:
    """One game's rows.

    Attributes:
        game_id, digest: as in `games`. events, defects: their numbers. tables: table to its rows; none when it has none.
        A result has Rows, all else Arrow. instead_of: ids of games whose place it takes. compared: see `engine.recording.Recording`.
    """

    game_id: str
    digest: str
    events: int
    defects: int
    tables: Mapping[str, pa.RecordBatch | Rows]
    instead_of: tuple[str, ...] = ()
    compared: Mapping[str, str] = field(default_factory=dict)

    @property
    def nbytes(self) -> int:
        """Bytes that the rows take in memory."""
        return sum(table.nbytes for table in self.tables.values())

    @property
    def small(self) -> bool:
        """Whether it is a result: a handful of rows, so that thousands of them are written together."""
        return all(isinstance(table, Rows) for table in self.tables.values())

    def __reduce__(self) -> tuple[Any, ...]:
        told = self.game_id, self.digest, self.events, self.defects
        beside = self.instead_of, self.compared
        if self.small:
            return Packed, (*told, self.tables, *beside)
        streams = {
            name: (table.schema.serialize().to_pybytes(), table.serialize().to_pybytes())
            for name, table in self.tables.items()
            if not isinstance(table, Rows)
        }
        return _unpickled, (told, streams, beside)


def _unpickled(
    told: tuple[str, str, int, int],
    streams: dict[str, tuple[bytes, bytes]],
    beside: tuple[tuple[str, ...], Mapping[str, str]],
) -> Packed:
    tables = {
        name: pa.ipc.read_record_batch(pa.py_buffer(rows), pa.ipc.read_schema(pa.py_buffer(schema)))
        for name, (schema, rows) in streams.items()
    }
    return Packed(*told, tables, *beside)


def pack(game: Game, most: float = inf, *, luck: bool = True) -> Packed:
    """Return a game's rows.

    Args:
        game: it. most: the limit of rows; none when left out, as for a game played here. luck: whether its battles are followed for
            `battle_luck`, which takes most of the time; a lake that is kept has it always.

    Raises:
        TooLarge: it has more. LakeError: the game does not fit the tables.
    """
    identity = game_id(game)
    with no_collection():
        result = game.fidelity is Fidelity.RESULT
        told = {name: rows for name, rows in all_rows(identity, game, "", most, luck=luck).items() if rows}
        tables = {name: Rows(rows) if result else _one_batch(TABLES[name], rows) for name, rows in told.items()}
    packed = Packed(identity, game.digest, len(game.events), game.state.defects, tables)
    if packed.nbytes > most * MOST_BYTES:
        raise TooLarge(f"its rows take {packed.nbytes:,} bytes; expected one recorded game, of at most {most * MOST_BYTES:,.0f}")
    return packed


def _one_batch(table: Table, rows: list[Row]) -> pa.RecordBatch:
    return frame_of(table, rows).to_arrow(compat_level=pl.CompatLevel.oldest()).combine_chunks().to_batches()[0]


def together(games: Sequence[Packed], at: str) -> Iterator[tuple[str, pl.DataFrame]]:
    """Yield each table with the rows of these games, in their order, one at a time; `at` is the time of ingest."""
    found: dict[str, list[pa.RecordBatch | Rows]] = {}
    for game in games:
        for name, part in game.tables.items():
            found.setdefault(name, []).append(part)
    for name, table in TABLES.items():
        if parts := found.pop(name, None):
            frame = pl.concat([_joined(table, list(run)) for _, run in groupby(parts, type)])
            yield name, frame.with_columns(pl.lit(at).alias(INGESTED)) if name == "games" else frame


def _joined(table: Table, parts: Sequence[pa.RecordBatch | Rows]) -> pl.DataFrame:
    """Return the frame of parts of one kind."""
    if isinstance(parts[0], Rows):
        return frame_of(table, list(chain.from_iterable(parts)))
    frame = pl.from_arrow(pa.Table.from_batches(parts))
    assert isinstance(frame, pl.DataFrame)  # a table gives nothing else
    return frame


def frames_of(games: Mapping[str, Game], at: str) -> dict[str, pl.DataFrame]:
    """Return the frames of all tables but those of rounds with the rows of games, by id; `at` is the time of ingest."""
    return frames_from([all_rows(identity, game, at) for identity, game in games.items()])


def frames_from(games: Sequence[Mapping[str, list[Row]]]) -> dict[str, pl.DataFrame]:
    """Return the frames of all tables but those of rounds, from the rows of every game."""
    return {
        name: frame_of(table, [row for tables in games for row in tables.get(name, ())])
        for name, table in TABLES.items()
        if table.kind != "round"
    }


def all_rows(identity: str, game: Game, at: str, most: float = inf, *, luck: bool = True) -> dict[str, list[Row]]:
    """Return the rows of every table of a game but those of rounds (and of luck, if not asked for).

    Args:
        at: the time of ingest. most: the rows it may have.
    """
    tables = rows_of(identity, game, most)
    rounds, turns = _length(game, tables.get("powers", ()))
    if (rounds or 0) > (limit := MOST_ROUNDS * most / MOST_ROWS):
        raise TooLarge(f"its last round is round {rounds:,}; expected one recorded game, of at most {limit:,.0f} rounds")
    if (areas := len(game.title.areas)) > (limit := MOST_AREAS * most / MOST_ROWS):
        raise TooLarge(f"its map has {areas:,} areas; expected one recorded game, of at most {limit:,.0f} areas")
    own = {"games": [game_row(identity, game, rounds, turns, at)], "seats": seat_rows(identity, game, rounds)}
    own["record_parts"] = part_rows(identity, game)
    own["battle_luck"] = luck_rows(identity, game, tables.get("battle_ended", ())) if luck else []
    return own | tables | title_rows(identity, game)


def _length(game: Game, powers: Sequence[Row]) -> tuple[int | None, int | None]:
    """Return the last round and the number of turns that were played; None for what a result does not tell."""
    if game.fidelity is Fidelity.RESULT:
        return game.state.clock.round or None, None
    # a game of no powers (a fragment of text that names none) has no snapshots
    _, _, rounds, turns, *_ = powers[-1] if powers else ("", 0, 0, 0)
    return rounds, turns


def frames_and_digests(games: Iterable[Game | Packed], at: str) -> tuple[Iterable[tuple[str, pl.DataFrame]], dict[str, str]]:
    """Return each table with its frame, and game id to digest, in the order given; of two games with one id the later."""
    kept: dict[str, Game | Packed] = {}
    for game in games:
        identity = game.game_id if isinstance(game, Packed) else game_id(game)
        kept.pop(identity, None)
        kept[identity] = game
    digests = {identity: game.digest for identity, game in kept.items()}
    if any(isinstance(game, Packed) for game in kept.values()):
        return together([game if isinstance(game, Packed) else pack(game) for game in kept.values()], at), digests
    with no_collection():
        return frames_of({name: game for name, game in kept.items() if isinstance(game, Game)}, at).items(), digests

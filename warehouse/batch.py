"""Write games to the files of a batch, rewrite a batch without some games, and merge batches."""

from __future__ import annotations

import io
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, suppress
from hashlib import sha256

import polars as pl
import pyarrow as pa

from engine.events import VOCABULARY
from engine.replay import Game
from warehouse.checksums import damage
from warehouse.errors import FROM_A_COPY, LakeError, writing
from warehouse.game_rows import Packed, frames_and_digests
from warehouse.merging import sorted_by_game
from warehouse.parquet import encoded, encoded_parts, read_groups
from warehouse.rounds import with_rounds
from warehouse.schema import SCHEMA, TABLES
from warehouse.state import Batch, File, data_key
from warehouse.stores import Store


class BatchWriter:
    """Writes batches and tracks their files, so that files no commit names can be deleted."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._written: dict[str, list[str]] = {}
        self._rewritten: dict[tuple[str, frozenset[str]], Batch | None] = {}

    def write(self, games: Iterable[Game | Packed], at: str) -> Batch | None:
        """Write games to the files of a new batch; of two with the same id the later wins. None if there are no games."""
        frames, digests = frames_and_digests(games, at)
        return self._write(with_rounds(frames), digests) if digests else None

    def write_frames(self, frames: Mapping[str, pl.DataFrame], games: dict[str, str]) -> Batch:
        """Write tables, and the round tables computed from them, to the files of a new batch; `games` is id to digest."""
        return self._write(with_rounds(frames.items()), games)

    def without(self, batch: Batch, games: Set[str]) -> Batch | None:
        """Rewrite a batch without some of its games; None if no game is left. Results are cached."""
        key = batch.batch, frozenset(games)
        if key not in self._rewritten:
            kept = {game: digest for game, digest in batch.games.items() if game not in games}
            self._rewritten[key] = self._rewrite(batch, kept) if kept else None
        return self._rewritten[key]

    def together(self, batches: Sequence[Batch]) -> Batch:
        """Merge the games of several batches into one, sorted by id, so that readers can skip games."""
        games = {game: digest for batch in batches for game, digest in batch.games.items()}
        tables = [table for table in TABLES if any(table in batch.files for batch in batches)]
        return self._write_files(((table, *self._joined(table, batches)) for table in tables), games)

    def discard(self, live: Iterable[Batch] = ()) -> None:
        """Delete this writer's files that no live batch has; a vacuum will find any that remain."""
        keep = {batch.batch for batch in live}
        for name, keys in self._written.items():
            if name not in keep:
                with suppress(OSError):
                    self.store.delete(keys)

    def _rewrite(self, batch: Batch, kept: dict[str, str]) -> Batch:
        mine = pl.col("game_id").is_in(list(kept))
        return self._write(((table, read_table(self.store, table, batch).filter(mine)) for table in batch.files), kept)

    def _joined(self, table: str, batches: Sequence[Batch]) -> tuple[int, bytes]:
        """Return the rows of a table in several batches as the content of one file, and how many they are."""
        having = [batch for batch in batches if table in batch.files]
        rows = sum(batch.files[table].rows for batch in having)
        frames = (frame for batch in having for frame in read_parts(self.store, table, batch))
        return encoded_parts(sorted_by_game(frames, rows, [game for batch in having for game in batch.games]))

    def _write(self, frames: Iterable[tuple[str, pl.DataFrame]], games: dict[str, str]) -> Batch:
        return self._write_files(((table, frame.height, encoded(frame)) for table, frame in frames if frame.height), games)

    def _write_files(self, contents: Iterable[tuple[str, int, bytes]], games: dict[str, str]) -> Batch:
        name = uuid.uuid4().hex
        keys = self._written.setdefault(name, [])
        files: dict[str, File] = {}
        for table, rows, content in contents:
            keys.append(key := data_key(table, name))
            with writing(self.store.path(key)):
                self.store.write(key, content)
            files[table] = File(rows, len(content), sha256(content).hexdigest())
        return Batch(name, games, files, SCHEMA, VOCABULARY)


def read_table(store: Store, table: str, batch: Batch) -> pl.DataFrame:
    """Return a batch's rows of a table, as its file has them.

    Raises:
        LakeError: the file is missing or was changed: data derived from it would look valid.
    """
    with _reading(store, table, batch) as content:
        return pl.read_parquet(io.BytesIO(content))


def read_parts(store: Store, table: str, batch: Batch) -> Iterator[pl.DataFrame]:
    """Yield a batch's rows of a table, one row group of its file at a time; raises as `read_table` does."""
    with _reading(store, table, batch) as content:
        yield from read_groups(content)


@contextmanager
def _reading(store: Store, table: str, batch: Batch) -> Iterator[bytes]:
    """Give the content of a file, and say of which one it is that it cannot be read."""
    key, file = data_key(table, batch.batch), batch.files[table]
    try:
        content = store.read(key)
        if found := damage(content, file):
            raise LakeError(f"{store.path(key)}: {found}; {FROM_A_COPY}")
        yield content
    except (OSError, pl.exceptions.PolarsError, pa.ArrowException) as error:
        raise LakeError(f"{store.path(key)}: cannot be read: {error}; {FROM_A_COPY}") from error

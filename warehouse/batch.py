"""Games into the files of a batch, and a batch without some of its games."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Set
from pathlib import Path

import polars as pl

from engine.replay import Game
from warehouse.errors import writing
from warehouse.log import DATA, Batch, File, data_path, sync_folder
from warehouse.packed import Packed, frames_and_digests
from warehouse.parquet import write_frame


class BatchWriter:
    """Writes batches and remembers their files, so that those that no commit names can be taken away."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._written: dict[str, list[Path]] = {}
        self._rewritten: dict[tuple[str, frozenset[str]], Batch | None] = {}

    def write(self, games: Iterable[Game | Packed], at: str) -> Batch | None:
        """Write games to the files of a new batch; of two with one id the later stays. None when there are none."""
        frames, digests = frames_and_digests(games, at)
        return self._write(frames, digests) if digests else None

    def without(self, batch: Batch, games: Set[str]) -> Batch | None:
        """Write a batch anew without some of its games; None when no game is left. Asked again, the answer is kept."""
        key = batch.batch, frozenset(games)
        if key not in self._rewritten:
            kept = {game: digest for game, digest in batch.games.items() if game not in games}
            self._rewritten[key] = self._rewrite(batch, kept) if kept else None
        return self._rewritten[key]

    def discard(self, live: Iterable[Batch] = ()) -> None:
        """Take away the files written by this writer that no live batch has."""
        keep = {batch.batch for batch in live}
        for name, paths in self._written.items():
            if name not in keep:
                for path in paths:
                    path.unlink(missing_ok=True)

    def _rewrite(self, batch: Batch, kept: dict[str, str]) -> Batch:
        frames = {
            table: pl.read_parquet(data_path(self.root, table, batch.batch), glob=False).filter(
                pl.col("game_id").is_in(list(kept))
            )
            for table in batch.files
        }
        return self._write(frames, kept)

    def _write(self, frames: dict[str, pl.DataFrame], games: dict[str, str]) -> Batch:
        name = uuid.uuid4().hex
        paths = self._written.setdefault(name, [])
        files: dict[str, File] = {}
        for table, frame in frames.items():
            if frame.height:
                path = data_path(self.root, table, name)
                paths.append(path)
                with writing(path):
                    files[table] = File(frame.height, *write_frame(frame, path))
                    sync_folder(path.parent)
        sync_folder(self.root / DATA)
        return Batch(name, games, files)

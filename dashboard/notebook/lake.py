"""A lake in a notebook: it shows its tables, and hands out games that show themselves."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from dashboard.notebook.game import LakeGame
from dashboard.ui.text import counted
from engine.errors import SitrepError
from ingest import ingest
from ingest.samples import samples
from warehouse import Lake as StoredLake


class Lake(StoredLake):
    """A lake: a folder, or `s3://bucket/prefix`; see `warehouse.Lake`.

    Attributes:
        folder: a temporary folder that the lake is in, and that goes with it; None of every other lake.
    """

    folder: TemporaryDirectory[str] | None = None

    def game(self, beginning: str) -> LakeGame:
        """Return the only game whose id is, or begins with, these characters: it shows itself, and has a map and a review.

        Raises:
            LakeError: no game, or several.
        """
        return LakeGame(self, beginning)

    def __repr__(self) -> str:
        return f"Lake({str(self.path)!r}: {counted(len(self.digests()), 'game')}, version {self.state().version})"

    def _repr_html_(self) -> str:
        from dashboard.notebook.displays import lake_html

        return lake_html(self)


def sample_lake(path: str | Path = "lake", more: Iterable[str | Path] = ()) -> Lake:
    """Return a lake of the sample games, and of more records (files or folders); what is already in it is not read again.

    Raises:
        SitrepError: the folder holds something else, or a record cannot be read.
    """
    lake = Lake.create(path)
    report = ingest([*samples(), *map(Path, more)], lake)
    if report.refused:
        raise SitrepError(f"{report.refused[0].path}: {report.refused[0].message}")
    return lake

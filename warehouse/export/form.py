"""What a form of an export is: who writes it, what it is called, and how its files are told from others'."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from warehouse.export.selection import Selection
from warehouse.lake import Lake


class Form(NamedTuple):
    """A form that a lake is exported to.

    Attributes:
        what: in a few words, as the help of the command lists it. suffixes: of a target that implies this form ("": a folder).
        write: (lake, resolved selection, a path that does not exist yet) to rows written, by table.
        own: whether an entry of a folder is of such an export: only a folder without other ones is replaced. None: it is a file.
    """

    what: str
    suffixes: tuple[str, ...]
    write: Callable[[Lake, Selection, Path], dict[str, int]]
    own: Callable[[Path], bool] | None = None

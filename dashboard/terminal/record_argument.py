"""The argument of a command that names records: files, folders, or `-` for what comes on standard input."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import click

from ingest.files import MAX_BYTES, PASTED

Given = TypeVar("Given", Path, tuple[Path, ...])


class RecordPath(click.Path):
    """A record's path. An empty one, of a variable that a script forgot to set, would mean the folder one stands in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse an empty name."""
        if value == "":
            self.fail("an empty name; expected a file or a folder", param, ctx)
        return super().convert(value, param, ctx)


def pasted(context: click.Context, _: click.Parameter | None, given: Given) -> Given:
    """Let `-` stand for what comes on standard input: kept in a file while the command runs."""
    if isinstance(given, tuple):
        return tuple(pasted(context, _, path) for path in given)
    if str(given) != "-":
        return given
    folder = context.with_resource(TemporaryDirectory(prefix="sitrep-"))
    path = Path(folder) / PASTED
    path.write_bytes(sys.stdin.buffer.read(MAX_BYTES + 1))
    return path

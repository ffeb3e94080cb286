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


def named_turn(_context: click.Context, _param: click.Parameter, text: str | None) -> tuple[int, str, str] | None:
    """Read a turn, ROUND POWER [PHASE], as its round, power and phase; the phase is empty where none is named."""
    if text is None:
        return None
    number, power, phase, *more = [*text.split(), "", "", ""][: max(3, len(text.split()))]
    if not number.isdecimal() or not power or more:
        raise click.BadParameter(f"{text!r}; expected ROUND POWER [PHASE], such as '4 germany'")
    return int(number), power, phase


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

"""What a shell completes after Tab: titles, games of a lake, and units, areas and powers of a title, by the names that commands take.

Each function is a `shell_complete` of click: given the command line so far and the word that was begun, it returns how that may go on.
Nothing is completed where the lake or the title cannot be read: a shell has no place for messages.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress

import click
from click.shell_completion import CompletionItem

from dashboard.terminal.later import PROGRAM
from engine.errors import SitrepError
from engine.title.loader import load_title, names_of, titles
from engine.title.model import Title
from engine.written_names import title_meant

Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def _begun(names: Iterable[tuple[str, str]], incomplete: str) -> list[CompletionItem]:
    """Return the names that go on from what was begun, each with its help."""
    return [CompletionItem(name, help=help) for name, help in names if name.startswith(incomplete)]


def a_title(_context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete a title by its slug."""
    return _begun(((slug, "".join(names_of(slug)[1:2])) for slug in titles()), incomplete)


def a_title_or_file(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete a title, or else a file."""
    return a_title(context, parameter, incomplete) or [CompletionItem(incomplete, type="file")]


def a_game(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete a game of the lake that the command line names, or of `lake`."""
    from warehouse.lake import Lake

    with suppress(SitrepError, OSError):
        ids = sorted(Lake.open(context.params.get("lake_path") or "lake").state().holder)
        return _begun(((game, "") for game in ids), incomplete)
    return []


def a_game_or_file(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete a game, or else a file."""
    return a_game(context, parameter, incomplete) or [CompletionItem(incomplete, type="file")]


def of_title(kind: str) -> Complete:
    """Return what completes an area, a unit or a power (`kind`) of the title that stands on the command line."""

    def complete(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
        title = _title(context)
        return _begun(_names(title, kind), incomplete) if title else []

    return complete


def of_part(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete a name of the part of a title that stands before it."""
    part = str(context.params.get("part") or "")
    return of_title(part.removesuffix("s"))(context, parameter, incomplete) if part in ("areas", "units", "powers") else []


def forces(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the last unit of forces: `inf`, `3inf`, and in quotes `3 infantry, 2 ta` where the shell takes answers with spaces."""
    title = _title(context)
    before = incomplete[: len(incomplete) - len(incomplete.split(",")[-1].lstrip(" 0123456789"))]
    if not title or (" " in before and os.environ.get(f"_{PROGRAM.upper()}_COMPLETE", "").startswith("bash")):
        return []
    return _begun(((before + name, help) for name, help in _names(title, "unit")), incomplete)


def _title(context: click.Context) -> Title | None:
    """Return the title that the command line names before the word that is completed; None where it names none."""
    named = [context.params.get(name) for name in ("title_or_record", "title")]
    # click reads no arguments of a line that ends in an option without its value: they are left over
    written = next((str(word) for word in (*named, *context.args) if word), "")
    with suppress(SitrepError, LookupError, OSError):
        return load_title(title_meant(written)) if written else None
    return None


def _names(title: Title, kind: str) -> list[tuple[str, str]]:
    """Return the slugs of a title's areas, units or powers, each with its printed name."""
    if kind == "area":
        return [(row.area, row.name) for row in title.areas.values()]
    if kind == "unit":
        return [(row.unit, row.name) for row in title.units.values()]
    return [(row.power, row.name) for row in title.powers.values()]

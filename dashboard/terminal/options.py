"""What several commands of the terminal share: options, and how an expected error is told."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Callable
from datetime import date
from functools import wraps
from pathlib import Path
from typing import Any

import click

from dashboard.terminal.output import say
from engine.errors import SitrepError
from warehouse.stores import place_of


def tells(command: Callable[..., Any]) -> Callable[..., Any]:
    """Turn an expected error into one line on standard error and exit code 1."""

    @wraps(command)
    def told(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except BrokenPipeError:  # whoever reads has enough (`sitrep summary | head`): click ends in silence
            raise
        except (SitrepError, LookupError, OSError) as error:
            say(f"sitrep: {error}", err=True)
            sys.exit(1)

    return told


def option_values(words: tuple[str, ...]) -> dict[str, str]:
    """Return the options of a title that words name, NAME=VALUE each.

    Raises:
        click.BadParameter: a word has no =.
    """
    if wrong := [word for word in words if "=" not in word]:
        raise click.BadParameter(f"{wrong[0]!r}: expected NAME=VALUE", param_hint="--option")
    return dict(word.partition("=")[::2] for word in words)


def placed(_context: click.Context, _: click.Parameter, given: str) -> Path | str:
    """Return where a lake is: a folder's path, or a URL as it was typed."""
    try:
        return place_of(given)
    except SitrepError as error:
        raise click.BadParameter(str(error)) from error


def in_a_folder(_context: click.Context, _: click.Parameter, given: Path | None) -> Path | None:
    """Refuse a file to write that has no name or no folder: before hours of work, not after."""
    if given and not given.name:
        raise click.BadParameter("an empty name; expected a file to write")
    if given and not given.parent.is_dir():
        raise click.BadParameter(f"there is no folder {str(given.parent)!r}; create it first")
    return given


def a_day(_context: click.Context, _: click.Parameter, given: str | None) -> str | None:
    """Refuse what is no day in the form 2026-05-01."""
    try:
        if given and date.fromisoformat(given).isoformat() != given:
            raise ValueError
    except ValueError:
        raise click.BadParameter(f"{given!r}; expected a day such as 2026-05-01") from None
    return given


def own_command() -> str:
    """Return how to call the command again: by its name where that finds this one on the PATH, else by its path as it was typed."""
    typed, found = Path(sys.argv[0]), shutil.which("sitrep")
    is_ours = found is not None and Path(found).resolve() == typed.resolve()
    return "sitrep" if is_ours or typed.name not in ("sitrep", "sitrep.exe") else shlex.quote(str(typed))


def written(_context: click.Context, _: click.Parameter, given: str | None) -> str | None:
    """Return what was typed, if it is text that can be stored: a command line may hold any bytes."""
    try:
        (given or "").encode()
    except UnicodeEncodeError as error:
        raise click.BadParameter(f"{given!r} has bytes at character {error.start + 1} that are no UTF-8; expected text") from error
    return given


lake_option = click.option(
    "--lake",
    "lake_path",
    default="lake",
    show_default=True,
    callback=placed,
    metavar="FOLDER",
    help="The lake: a folder, or s3://bucket/prefix.",
)
raw_option = click.option(
    "--raw",
    is_flag=True,
    help="Write text to CSV unchanged. Warning: a spreadsheet runs text that looks "
    "like a formula, and a terminal obeys control characters.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
players_option = click.option(
    "--players",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    envvar="SITREP_PLAYERS",
    help="players.csv: name, aliases (parted by ;) and hide (empty, yes, or a pseudonym).",
)
rules_option = click.option(
    "--rules",
    "rules_path",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    envvar="SITREP_RULES",
    help="league.toml: the league's own rules (docs/league.md). Default: the one beside the lake, if there is one.",
)

"""The first line of a log: the title, the players, and the options of the game."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import date
from functools import partial
from pathlib import Path

import msgspec

from engine.errors import RecordError, SitrepError, TitleError
from engine.recording import LOG_VERSION, PUBLIC, Header
from engine.result import OWN
from engine.title.loader import load_title, titles
from engine.title.model import Title
from engine.written_names import Ambiguous, slug_meant, title_meant
from ingest.log.lines import MAX_NUMBER, LogLine
from ingest.log.messages import Wrong, as_object, brief, hint, misfit, shortened
from ingest.overlays import overlay_of

EXAMPLE = '{"sitrep":1,"title":"aa1942"}'
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}\Z")
_GAME = re.compile(r"[^\x00-\x20\x7f](?:[^\x00-\x1f\x7f]{0,98}[^\x00-\x20\x7f])?\Z")


def parse_header(line: LogLine) -> Header:
    """Return the header in a line.

    Raises:
        Wrong: it is not a header, or has a later version of the format.
    """
    said = as_object(line.text)
    if "sitrep" not in said:
        found = ", ".join(brief(name) for name in list(said)[:5]) or "no keys"
        raise Wrong(f"the header is missing: found {found}; expected the first line to be like {EXAMPLE}")
    _check_version(said["sitrep"])
    try:
        header = msgspec.json.decode(line.text, type=Header)
    except msgspec.ValidationError as error:
        raise misfit(said, Header, error, "the header") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise Wrong(f"the header cannot be read: {error}") from None
    _check_words(header)
    return msgspec.structs.replace(header, title=_title_meant(header.title))


def _title_meant(written: str) -> str:
    """Return the slug of the title that is called so; the name itself where none is."""
    try:
        return title_meant(written)
    except Ambiguous as error:
        raise Wrong(str(error), "title") from None


def _check_version(version: object) -> None:
    if type(version) is not int or version < 1:
        raise Wrong(f"found {brief(version)}; expected the log's version, {LOG_VERSION}", "sitrep")
    if version > LOG_VERSION:
        raise Wrong(f"the log is of version {brief(version)}, this Sitrep reads version {LOG_VERSION}; update Sitrep", "sitrep")


def _check_words(header: Header) -> None:
    """Check the fields that need no title: date, identity, round limit."""
    if header.played and not _is_date(header.played):
        raise Wrong(f"found {brief(header.played)}; expected a date such as 2026-05-01", "played")
    if header.game and not _GAME.match(header.game):
        raise Wrong(f"found {brief(header.game)}; expected up to 100 letters in one line, without blanks at the ends", "game")
    if header.game.removeprefix(OWN).startswith(PUBLIC):
        raise Wrong(
            f"found {brief(header.game)}; ids that begin with {PUBLIC!r} are those of hidden players' games in public copies; "
            "expected another id",
            "game",
        )
    if not 0 <= header.round_limit <= MAX_NUMBER:
        raise Wrong(f"found {brief(header.round_limit)}; expected a number of rounds, or 0 for no limit", "round_limit")


def _is_date(text: str) -> bool:
    try:
        return bool(_DATE.match(text) and date.fromisoformat(text))
    except ValueError:
        return False


def with_slugs(header: Header, title: Title) -> Header:
    """Return a header whose scenario, options and players are the title's, with the slugs of the powers.

    Raises:
        Wrong: the title lacks one of them, or a power is named twice.
    """
    known = partial(_known, title=title.slug)
    if header.scenario:
        known("scenario", header.scenario, title.scenarios)
    for option, value in header.options.items():
        known("option", option, title.options, field="options")
        known(f"value of option {option!r}:", value, title.options[option].values, field="options")
    players: dict[str, str] = {}
    for written, player in header.players.items():
        try:
            power = slug_meant(title, "power", written)
        except Ambiguous as error:
            raise Wrong(str(error), "players") from None
        known("power", power, title.powers, field="players")
        if power in players:
            raise Wrong(f"{power!r} occurs twice, as {brief(players[power])} and as {brief(player)}; keep one", "players")
        players[power] = player
    return msgspec.structs.replace(header, players=players)


def _known(what: str, name: str, names: Collection[str], *, title: str, field: str = "") -> None:
    if name not in names:
        close = hint(name, names) if names else f"title {title!r} has none"
        raise Wrong(f"unknown {what} {brief(name)}; {close}", field or what)


def title_of(header: Header, folder: Path | None) -> Title:
    """Return the title a header names, with its overlays, which lie in or below the folder of the log.

    Only titles that ship with Sitrep can be named, and an overlay may not leave the log's folder, not even through a
    link: a stranger's log must not make Sitrep read other files.

    Raises:
        Wrong: no such title, an overlay out of bounds or missing, or one whose tables are wrong.
    """
    if header.title not in titles():
        raise Wrong(f"unknown title {brief(header.title)}; {hint(header.title, titles())}", "title")
    folders = [_overlay(overlay, folder) for overlay in header.overlays]
    try:
        return load_title(header.title, folders)
    except (TitleError, OSError) as error:
        raise Wrong(f"the title cannot be read: {error}", "overlays" if folders else "title") from None


def _overlay(overlay: str, folder: Path | None) -> Path:
    if folder is None:
        raise Wrong(f"found {brief(overlay)}; overlays can only be used by a log read from a file", "overlays")
    try:
        return overlay_of(overlay, folder, "log")
    except SitrepError as error:
        raise Wrong(str(error), "overlays") from None


def located(wrong: Wrong, name: str, line: int) -> RecordError:
    """Return the error of a line with its file and line number."""
    return RecordError(shortened(wrong.message), file=name, line=line, column=wrong.field)

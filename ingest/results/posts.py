"""Results as people post them in a league's thread: a text in, rows of a table of results out, or why a line was not understood.

    Amy (Axis) defeats Boris (Allies + 10)
    2026-05-01: Boris (L+8) def. Amy (X), 9 rounds
    B beats A, L+8
    26L G40 Amy (X) vs Boris (L+22) - Axis win

`line.py` reads a line, `teams.py` YAML of teams with shares. Nothing is guessed, and a game that is told twice stays one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple
from unicodedata import normalize

from engine.errors import RecordError
from engine.titles import load_title, names_of, titles
from ingest.results.line import Cells, Sides, cells_of
from ingest.results.row import result_of

SIDES = {"axis": "Axis", "allies": "Allies"}
"""Sides of a title that Sitrep does not know."""


class Posted(NamedTuple):
    """A line, or a game of YAML: its number from 1, its text, and the cells of a row; or no cells, and why."""

    number: int
    text: str
    cells: dict[str, str]
    why: str = ""


def read_posts(text: str, title: str, day: str = "") -> Iterator[Posted]:
    """Yield every line that is not blank, or every game of YAML.

    Args:
        text: of the posts, a game a line; or YAML, a list of games. title: slug or printed name, of all of them. day: of who names none.
    """
    from ingest.results import teams

    sides, text = sides_of(title), normalize("NFC", text)
    games = teams.games_of(text, title, day, sides) if teams.recognize(text) else _lines(text, title, day, sides)
    yield from _once(map(_judged, games))


def sides_of(title: str) -> Sides:
    """Return slug to printed name of the two sides of a title."""
    slugs = [slug for slug in titles() if title.casefold() in {name.casefold() for name in names_of(slug)}]
    if not slugs:
        return SIDES
    known = load_title(slugs[0])
    playing = {power.side for power in known.powers.values()}
    return {side.slug: side.name for side in known.sides.values() if side.slug in playing and side.slug != "neutral"}


def _lines(text: str, title: str, day: str, sides: Sides) -> Iterator[Posted]:
    for number, line in enumerate(text.splitlines(), start=1):
        if told := line.strip():
            try:
                yield Posted(number, told, cells_of(told, title, day, sides))
            except RecordError as error:
                yield Posted(number, told, {}, error.message)


def _judged(one: Posted) -> Posted:
    """Return a game as a table of results judges it: its day, sides and names."""
    if not one.cells:
        return one
    try:
        result = result_of(one.cells)
        names = [name.casefold() for players in result.players.values() for name in players]
        if len(set(names)) < len(names):
            raise RecordError(f"{one.cells['players']}: a player is on both sides; expected different ones")
    except RecordError as error:
        return one._replace(cells={}, why=error.message)
    return one


def _once(games: Iterable[Posted]) -> Iterator[Posted]:
    """Yield games, one that is told again only once: what its later telling says otherwise is the reason why that is left out."""
    seen: dict[str, Posted] = {}
    for one in games:
        if one.cells:
            first = seen.setdefault(result_of(one.cells).game_id, one)
            if first is not one:
                yield one._replace(cells={}, why=_again(one.cells, first))
                continue
        yield one


def _again(cells: Cells, first: Posted) -> str:
    mine, theirs = _by_side(cells), _by_side(first.cells)
    differing = [f"{name} {mine[name] or 'unknown'}, there {theirs[name] or 'unknown'}" for name in mine if mine[name] != theirs[name]]
    told = f"they differ: {'; '.join(differing)}" if differing else "they agree"
    return f"tells the game of line {first.number} again, by day and players; {told}; if it is another game, write its own day before it"


def _by_side(cells: Cells) -> Cells:
    """Return the cells that two tellings may differ in, in whatever order they name the sides."""
    shares = dict(zip(cells["sides"].split("; "), cells.get("shares", "").split(":"), strict=False)) if cells.get("shares") else {}
    kept = {name: cells.get(name, "") for name in ("winner", "bid", "rounds", "how", "low luck")}
    return {**kept, "shares": ", ".join(f"{side} {share}" for side, share in sorted(shares.items()))}

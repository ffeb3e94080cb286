"""Results as people post them in a league's thread: a line of text in, a row of a table of results out, or why it was not understood.

    Amy (Axis) defeats Boris (Allies + 10)
    2026-05-01: Boris (L+8) def. Amy (X), 9 rounds
    Amy & Cy (Axis) beat Boris (Allies) by forfeit
    Amy (X) vs Boris (L+22) - Axis win

Nothing is guessed: who had which side must be said, of at least one of the two, and who won. X and L stand for Axis and Allies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.errors import RecordError
from engine.titles import load_title, names_of, titles
from ingest.results.row import result_of

SHORT = {"x": "axis", "l": "allies", "ally": "allies", "allied": "allies"}
"""What leagues write for a side, and its slug."""
SIDES = {"axis": "Axis", "allies": "Allies"}
"""Sides of a title that Sitrep does not know."""
_DAY = re.compile(r"\s*\[?(\d{4}-\d{2}-\d{2})\]?\s*[:,|–-]?\s*")
_WORD = re.compile(r"\s+(defeats?|defeated|def\.?|beats?|bt\.?|wins? (?:over|against)|won (?:over|against)|over|d\.)\s+", re.IGNORECASE)
_DREW = re.compile(r"\s+(draws? with|drew with|ties? with|tied with)\s+", re.IGNORECASE)
_MET = re.compile(r"\s+(?:vs?\.?|versus)\s+", re.IGNORECASE)
_END = re.compile(r"\s*[-–:,]\s*(\w+) (?:wins?|won|victory)(?P<rest>.*)\Z", re.IGNORECASE | re.DOTALL)
_SEAT = re.compile(r"(?P<names>[^()\[\]]+?)\s*[(\[](?P<side>[^()\[\]]+)[)\]](?P<rest>.*)\Z", re.DOTALL)
_SIDE = re.compile(r"\s*(?P<side>[A-Za-z][A-Za-z -]*?)\s*(?:[+,:]?\s*(?:bid\s*)?\+?\s*(?P<bid>\d{1,5}))?\s*\Z", re.IGNORECASE)
_ROUNDS = re.compile(r"(?:in|after|,)?\s*(?:(\d{1,3}) (?:rounds?|turns?)|(?:round|turn|rd|r)\.? ?(\d{1,3}))", re.IGNORECASE)
_FORFEIT = re.compile(r"(?:by|\(|,)?\s*\b(?:forfeit(?:ed)?|default)\b\)?", re.IGNORECASE)
_CONCEDED = re.compile(r"(?:by|\(|,)?\s*\b(?:conceded|concession|resigned|resignation)\b\)?", re.IGNORECASE)
_NOTHING = re.compile(r"[\s.,;!()–-]*\Z")
_TEAM = re.compile(r"\s*(?:&|\+|/|\band\b)\s*")


class Posted(NamedTuple):
    """A line: its number from 1, its text, and the cells of a row; or no cells, and why."""

    number: int
    text: str
    cells: dict[str, str]
    why: str = ""


def read_posts(text: str, title: str, day: str = "") -> Iterator[Posted]:
    """Yield every line that is not blank.

    Args:
        text: of the posts, a game a line. title: slug or printed name, of all of them. day: of a line that names none.
    """
    sides = _sides(title)
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            try:
                cells = _cells(line.strip(), title, day, sides)
                result_of(cells)  # judges days, sides and names as a table's
                yield Posted(number, line.strip(), cells)
            except RecordError as error:
                yield Posted(number, line.strip(), {}, error.message)


def _sides(title: str) -> dict[str, str]:
    """Return slug to printed name of the two sides of a title."""
    slugs = [slug for slug in titles() if title.casefold() in {name.casefold() for name in names_of(slug)}]
    if not slugs:
        return SIDES
    known = load_title(slugs[0])
    playing = {power.side for power in known.powers.values()}
    return {side.slug: side.name for side in known.sides.values() if side.slug in playing and side.slug != "neutral"}


class _Seat(NamedTuple):
    names: str
    side: str
    bid: int | None


def _cells(line: str, title: str, day: str, sides: dict[str, str]) -> dict[str, str]:
    if dated := _DAY.match(line):
        day, line = dated[1], line[dated.end() :]
    first, second, won, rest = _parted(line, sides)
    one, _ = _seat(first, sides)
    two, left = _seat(second, sides)
    rest = f"{left} {rest}"
    one, two = _both(one, two, sides)
    how, rounds = "", ""
    if said := _ROUNDS.search(rest):
        rounds, rest = said[1] or said[2], rest[: said.start()] + rest[said.end() :]
    for pattern, slug in ((_FORFEIT, "forfeit"), (_CONCEDED, "conceded")):
        if said := pattern.search(rest):
            how, rest = slug, rest[: said.start()] + rest[said.end() :]
    if not _NOTHING.match(rest):
        raise RecordError(f"{rest.strip(' ,.;')[:80]!r} is not understood; expected nothing more, a number of rounds, or how it ended")
    winner = {"first": one.side, "second": two.side, "draw": "draw"}.get(won, won)
    if winner not in (one.side, two.side, "draw"):
        raise RecordError(f"{winner!r} won, which nobody of the two had; expected {sides[one.side]} or {sides[two.side]}")
    bids = [f"{sides[seat.side]} {seat.bid}" for seat in (one, two) if seat.bid]
    return {
        "date": day, "title": title, "sides": f"{sides[one.side]}; {sides[two.side]}", "players": f"{one.names}; {two.names}",
        "winner": sides.get(winner, winner), "how": how, "bid": "; ".join(bids), "rounds": rounds,
    }  # fmt: skip


def _parted(line: str, sides: dict[str, str]) -> tuple[str, str, str, str]:
    """Return the first player's part, the second's, who won (first, second, draw or a side), and what stands after it all."""
    for pattern, won in ((_WORD, "first"), (_DREW, "draw")):
        parts = pattern.split(line)
        if len(parts) == 3:
            return parts[0], parts[2], won, ""
        if len(parts) > 3:
            raise RecordError("two words say who won; expected one game a line")
    parts = _MET.split(line)
    if len(parts) == 2 and (end := _END.search(parts[1])):
        side = _slug(end[1], sides)
        if side:
            return parts[0], parts[1][: end.start()], side, end["rest"]
    raise RecordError("nobody is said to have won; expected a line such as: Amy (Axis) defeats Boris (Allies + 10)")


def _seat(text: str, sides: dict[str, str]) -> tuple[_Seat, str]:
    """Return a player's seat and what stands after it; a seat without a side has an empty one."""
    found = _SEAT.match(text.strip())
    if found is None:
        name, _, rest = text.strip().partition(",")
        forfeit = _FORFEIT.search(name)
        cut = forfeit.start() if forfeit else len(name)
        return _Seat(_names(name[:cut]), "", None), f"{name[cut:]} {rest}"
    said = _SIDE.match(found["side"])
    side = _slug(said["side"], sides) if said else ""
    if not said or not side:
        last = [*sides.values()][-1]
        expected = f"{' or '.join(sides.values())}, with a bid such as {last} +10"
        raise RecordError(f"{found['side']!r} is no side; expected {expected}")
    return _Seat(_names(found["names"]), side, int(said["bid"]) if said["bid"] else None), found["rest"]


def _names(text: str) -> str:
    names = [name.strip() for name in _TEAM.split(text.strip())]
    if not all(names) or any(sign in text for sign in ";,:"):
        raise RecordError(f"{text.strip()[:80]!r} is no name of a player, nor several with & between them")
    return " + ".join(names)


def _both(one: _Seat, two: _Seat, sides: dict[str, str]) -> tuple[_Seat, _Seat]:
    """Return both seats with their sides: where a title has two, one of them tells the other."""
    if not one.side and not two.side:
        raise RecordError(f"nobody's side is said; expected it after a name, such as ({next(iter(sides.values()))})")
    if one.side and two.side:
        if one.side == two.side:
            raise RecordError(f"both are said to have had {sides[one.side]}")
        return one, two
    if len(sides) != 2:
        raise RecordError(f"only one side is said, and the title has {len(sides)}")
    (other,) = set(sides) - {one.side or two.side}
    return (one, two._replace(side=other)) if one.side else (one._replace(side=other), two)


def _slug(text: str, sides: dict[str, str]) -> str:
    word = text.strip().casefold()
    names = {name.casefold(): side for side, name in sides.items()} | {side: side for side in sides}
    side = names.get(word) or SHORT.get(word, "")
    return side if side in sides else ""

"""What a row of a table of results says: cells in, a Result out, or an error that names the column, the value and the cure."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from datetime import date, timedelta
from functools import lru_cache
from hashlib import sha256
from json.encoder import encode_basestring
from unicodedata import normalize

import msgspec

from engine.recording import PUBLIC
from engine.result import OWN
from engine.title.columns import nearest
from engine.title.model import Named, Side, Title
from engine.titles import load_title, names_of, titles
from ingest.results.sheet import Cells, columns, wrong
from ingest.triplea.title.names import slug
from ingest.triplea.title.reading import SCENARIO
from warehouse.largest_game import MOST_ROUNDS

LOW_LUCK = "low-luck"
"""The option of TripleA's saves."""
MOST_BID = 10_000
_DIGITS = 16
_quoted = encode_basestring
_YES, _NO = frozenset(("yes", "y", "true", "1")), frozenset(("no", "n", "false", "0"))
_DRAW, _UNFINISHED, _NONE = frozenset(("draw", "drawn", "-", "–")), "unfinished", frozenset(("none", "-", "–", "0"))
_HOW = {
    "forfeit": "forfeit",
    "forfeited": "forfeit",
    "default": "forfeit",
    "conceded": "conceded",
    "resigned": "conceded",
    "agreed": "agreed",
    "limit": "round-limit",
    "round limit": "round-limit",
    "round-limit": "round-limit",
}
"""Words for how a game ended, and the slug of each."""
MOST_PARTS = 1000
_PART = re.compile(r"\d{1,4}\Z")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}\Z")
_BID = re.compile(r"(.*\S)[\s:]+\+?(\d{1,9})\Z", re.DOTALL)
_PAST = date(2026, 11, 29)
"""The day on which this was written: until then no day is taken for the future, whatever a clock that is behind says."""
_GAME = re.compile(r"\S(.{0,98}\S)?\Z")


class Result(msgspec.Struct, frozen=True):
    """A game of which the result is known.

    Attributes:
        title: as a shipped one, or one with a name and sides alone. scenario: slug, empty if unknown. date: ISO, empty if unknown.
        sides: slug to printed name. players: side to its players. winners: sides; none for a draw, None for an unfinished game.
        shares: side to its part of a game that was won in part; empty for all or nothing. how: slug, empty if unknown.
        bids: side to amount, for every side where anything is known of bids. rounds: None if unknown. low_luck: yes, no or empty.
        game: the id that the row names, empty for none. game_id: that of the game in a lake, from it or from who met whom on which day.
    """

    title: Title
    scenario: str
    date: str
    sides: dict[str, str]
    players: dict[str, list[str]]
    winners: tuple[str, ...] | None
    shares: dict[str, int]
    how: str
    bids: dict[str, int]
    rounds: int | None
    low_luck: str
    game: str
    game_id: str

    @property
    def content(self) -> bytes:
        """The row as a table of its own, always written in the same way: its digest is that of the record."""
        winner = _UNFINISHED if self.winners is None else " + ".join(self.sides[side] for side in self.winners) or "draw"
        bids = "; ".join(f"{self.sides[side]} {bid}" for side, bid in self.bids.items() if bid)
        cells = {
            "date": self.date, "title": self.title.name, "scenario": self.scenario, "sides": "; ".join(self.sides.values()),
            "players": "; ".join(" + ".join(names) for names in self.players.values()), "winner": winner,
            "bid": bids or ("none" if self.bids else ""), "rounds": "" if self.rounds is None else str(self.rounds),
            "low luck": self.low_luck, "game": self.game,
        }  # fmt: skip
        if self.shares:
            cells["shares"] = ":".join(map(str, self.shares.values()))
        if self.how:
            cells["how"] = next(word for word, how in _HOW.items() if how == self.how)
        names, head = _header(tuple(cells))
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerow([cells[name] for name in names])
        return (head + out.getvalue()).encode()


@lru_cache(maxsize=1)
def _header(cells: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    """Return the columns of a row's content in the order of columns.csv, and the first line that names them."""
    names = tuple(column.name for column in columns() if column.name in cells)
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(names)
    return names, out.getvalue()


def result_of(cells: Cells) -> Result:
    """Return what a row says.

    Raises:
        RecordError: a cell does not say what it should; the message lacks file and row.
    """
    title, sides, scenario = _board(cells["title"], cells["sides"], cells.get("scenario", ""))
    day = _day(cells["date"])
    players, winners = _players(normalize("NFC", cells["players"]), sides), _winners(cells["winner"], (*sides.items(),))
    bids, rounds = dict(_bids(cells.get("bid", ""), (*sides.items(),))), _rounds(cells.get("rounds", ""))
    shares, how = _shares(cells.get("shares", ""), (*sides.items(),), winners), _how(cells.get("how", ""))
    low_luck, game = _low_luck(cells.get("low luck", "")), _game(cells.get("game", ""))
    own = _own(game) if game else _met(day, title.slug, scenario, players)
    return Result(title, scenario, day, sides, players, winners, shares, how, bids, rounds, low_luck, game, own)


@lru_cache(maxsize=256)
def _board(cell: str, sides: str, scenario: str) -> tuple[Title, dict[str, str], str]:
    """Return the title, the sides and the scenario of a row, which most rows of a table have in common."""
    title = _title(cell)
    found = _sides(sides, title)
    if not title.powers:
        title = msgspec.structs.replace(title, sides={key: Side(key, name) for key, name in found.items()})
    return title, found, _scenario(scenario, title)


def _own(game: str) -> str:
    return game if game.startswith(OWN) else OWN + game


def _met(day: str, title: str, scenario: str, players: dict[str, list[str]]) -> str:
    """Return the id of a game by who met whom on which day: a corrected result replaces the game."""
    met = ", ".join(
        f"[{_quoted(side)}, [{', '.join(map(_quoted, names))}]]"
        for side, names in sorted((side, _compared(names)) for side, names in players.items())
    )
    told = f"[{_quoted(day)}, {_quoted(title)}, {_quoted(scenario)}, [{met}]]"  # as `json.dumps` writes it, in half the time
    return OWN + sha256(told.encode()).hexdigest()[:_DIGITS]


@lru_cache(maxsize=4096)
def _day(cell: str) -> str:
    if not cell:
        return ""
    try:
        if _DATE.match(cell):
            day = date.fromisoformat(cell)
            if day > (latest := max(date.today() + timedelta(days=1), _PAST)):
                raise wrong("date", cell, f"a day that is over, {latest} at the latest", "write the day on which the game ended")
            return day.isoformat()
    except ValueError:
        pass
    raise wrong("date", cell, "a day such as 2026-05-01, or nothing if unknown", "format the column as YYYY-MM-DD")


def _compared(names: Iterable[str]) -> list[str]:
    """Return names of people in the form in which they are compared, sorted."""
    from warehouse.people.names import (
        folded,  # only here: whoever reads another record need not wait for what comes with it
    )

    return sorted(map(folded, names))


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


@lru_cache(maxsize=1)
def _shipped() -> dict[str, str]:
    """Return what people call the titles that ship with Sitrep to their slugs: slug, printed name, name of TripleA's map."""
    return {_folded(name): slug for slug in titles() for name in reversed(names_of(slug))}


@lru_cache(maxsize=256)
def _title(cell: str) -> Title:
    if not cell:
        raise wrong("title", cell, f"a title ({', '.join(titles())}) or the name of a map of TripleA")
    if own := _shipped().get(_folded(cell)):
        return load_title(own)
    key = slug(cell)
    if not key:
        raise wrong("title", cell, "the name of a map, with letters or digits")
    if key == cell and (close := nearest(cell, titles())) in titles():
        cure = f"the nearest title is {close}; write another map's name as TripleA writes it"
        raise wrong("title", cell, f"one of {', '.join(titles())}", cure)
    name = " ".join(cell.split())
    return Title(
        slug=key,
        name=name,
        edition="",
        family="",
        triplea=name,
        phases=(),
        dice_sides=6,
        areas={},
        links=(),
        passages={},
        units={},
        powers={},
        sides={},
        resources={"ipc": Named("ipc", "IPC")},
        scenarios={},
        options={},
        seatings={},
        placements=(),
        holdings=(),
        treasuries=(),
        settings={},
    )


def _scenario(cell: str, title: Title) -> str:
    if not title.powers:  # saves of such maps have one scenario
        return slug(cell) or SCENARIO
    if not cell:
        return next(iter(title.scenarios)) if len(title.scenarios) == 1 else ""
    names = {_folded(name): one.slug for one in title.scenarios.values() for name in (one.name, one.slug)}
    if _folded(cell) not in names:
        raise wrong("scenario", cell, f"one of {', '.join(title.scenarios)}, or nothing if unknown")
    return names[_folded(cell)]


def _sides(cell: str, title: Title) -> dict[str, str]:
    """Return slug to printed name of the sides of a row, in its order."""
    said = [" ".join(part.split()) for part in cell.split(";")]
    if len(said) < 2 or not all(said):
        raise wrong("sides", cell, "two or more sides with semicolons between them, such as Axis; Allies")
    if title.powers:
        playing = {row.side for row in title.powers.values()}
        known = {_folded(name): side for side in title.sides.values() if side.slug in playing for name in (side.name, side.slug)}
        for name in said:
            if _folded(name) not in known:
                names = ", ".join(one.name for one in title.sides.values() if one.slug in playing)
                raise wrong("sides", name, f"a side of {title.name}: {names}")
        found = {known[_folded(name)].slug: known[_folded(name)].name for name in said}
    else:
        found = {slug(name): name for name in said}
        if not all(found):
            raise wrong("sides", cell, "names of sides, with letters or digits")
    if len(found) < len(said):
        raise wrong("sides", cell, "each side once")
    return found


def _players(cell: str, sides: dict[str, str]) -> dict[str, list[str]]:
    teams = [[" ".join(name.split()) for name in part.split("+")] for part in cell.split(";")]
    if len(teams) != len(sides):
        expected = f"players of {len(sides)} sides, with semicolons between them"
        raise wrong(
            "players",
            cell,
            expected,
            "several players of one side are joined by +, a side nobody is known for is left empty",
        )
    players = {side: [name for name in team if name] for side, team in zip(sides, teams, strict=True)}
    if not any(players.values()):
        raise wrong("players", cell, "a player of at least one side")
    for side, names in players.items():
        if len(names) > 1 and len(set(_compared(names))) < len(names):
            raise wrong("players", cell, f"each player of {sides[side]} once")
    return players


def _side(text: str, sides: dict[str, str]) -> str:
    """Return the slug of a side that a cell names; empty if it is none of the row's."""
    return next((side for side, name in sides.items() if _folded(text) in (_folded(name), side)), "")


@lru_cache(maxsize=1024)
def _winners(cell: str, named: tuple[tuple[str, str], ...]) -> tuple[str, ...] | None:
    sides = dict(named)
    if _folded(cell) == _UNFINISHED:
        return None
    if _folded(cell) in _DRAW:
        return ()
    found = [_side(name, sides) for name in cell.split("+")]
    if not all(found) or len(set(found)) < len(found):
        raise wrong(
            "winner",
            cell,
            f"{', '.join(sides.values())}, draw or unfinished",
            "several that won together are joined by +",
        )
    if len(found) == len(sides):
        raise wrong("winner", cell, "a side that did not win", "write draw where all have the same")
    return tuple(side for side in sides if side in found)


@lru_cache(maxsize=1024)
def _shares(cell: str, named: tuple[tuple[str, str], ...], winners: tuple[str, ...] | None) -> dict[str, int]:
    """Return the parts of a game that was won in part; who won has no less than the others."""
    if not cell:
        return {}
    parts = [part.strip() for part in re.split("[:;]", cell)]
    whole = [int(part) for part in parts if _PART.match(part) and int(part) <= MOST_PARTS]
    if len(whole) != len(parts) or len(parts) != len(named) or not any(whole):
        example = ":".join(["2", *"1" * (len(named) - 1)])
        raise wrong("shares", cell, f"a whole number up to {MOST_PARTS:,} for each of {len(named)} sides, such as {example}")
    found = {side: part for (side, _), part in zip(named, whole, strict=True)}
    best = tuple(side for side, part in found.items() if part == max(whole))
    if winners is None or (winners or tuple(found)) != best:
        names = " + ".join(name for side, name in named if side in best)
        expected = "the most for the winner" if winners is not None else "nothing for an unfinished game"
        raise wrong(
            "shares",
            cell,
            expected,
            f"{names} won most of it: write that as the winner, or draw where all have the same",
        )
    return found


def _how(cell: str) -> str:
    if cell and _folded(cell) not in _HOW:
        raise wrong("how", cell, f"{', '.join(dict.fromkeys(_HOW))}, or nothing if unknown")
    return _HOW.get(_folded(cell), "")


@lru_cache(maxsize=1024)
def _bids(cell: str, named: tuple[tuple[str, str], ...]) -> dict[str, int]:
    sides = dict(named)
    if not cell:
        return {}
    bids = dict.fromkeys(sides, 0)
    if _folded(cell) in _NONE:
        return bids
    seen = set[str]()
    for part in cell.split(";"):
        said = _BID.match(part.strip())
        side = _side(said[1], sides) if said else ""
        if not said or not side or side in seen or int(said[2]) > MOST_BID:
            names = " or ".join(sides.values())
            raise wrong(
                "bid",
                cell,
                f"a side ({names}) and an amount up to {MOST_BID:,}, such as {next(iter(sides.values()))} 9",
                "write none for no bid, nothing if unknown",
            )
        seen.add(side)
        bids[side] = int(said[2])
    return bids


def _rounds(cell: str) -> int | None:
    if not cell:
        return None
    if not (cell.isascii() and cell.isdigit() and 1 <= int(cell[:9]) <= MOST_ROUNDS and len(cell) < 9):
        raise wrong("rounds", cell, f"a whole number from 1 to {MOST_ROUNDS:,}, or nothing if unknown")
    return int(cell)


def _low_luck(cell: str) -> str:
    if cell and _folded(cell) not in _YES | _NO:
        raise wrong("low luck", cell, "yes, no, or nothing if unknown")
    return "" if not cell else "yes" if _folded(cell) in _YES else "no"


def _game(cell: str) -> str:
    if cell and not _GAME.match(cell):
        raise wrong("game", cell, "an id of up to 100 characters in one line")
    if cell.removeprefix(OWN).startswith(PUBLIC):
        cure = f"ids that begin with {PUBLIC} are those of hidden players' games in public copies"
        raise wrong("game", cell, "another id, or that of the game in the lake", cure)
    return cell

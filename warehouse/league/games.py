"""Which games of a lake count by a league's rules, and of each that does not, by which rule, with what was found and what is asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.resources import files
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple, Protocol

import polars as pl

from engine.decoding import Undecodable, from_json
from warehouse.league import rules
from warehouse.league.rules import Rules, Season, Which

UNKNOWN = "unknown"


class Lake(Protocol):
    """The part of a lake that a league needs."""

    def sql(self, query: str) -> pl.DataFrame:
        """Return the answer to a query."""
        ...


class Row(NamedTuple):
    """A player of a side of a game: rows of games.sql."""

    played: str
    game_id: str
    title: str
    title_name: str
    scenario: str
    options: str
    rounds: int | None
    ended: bool
    how: str
    side: str
    player: str
    outcome: str
    share: float | None
    bid: int | None
    people: bool


class Side(NamedTuple):
    """A side of a game that counts: its players, and how much of the game it won, from 0 to 1."""

    name: str
    players: tuple[str, ...]
    share: float


class Game(NamedTuple):
    """A game that counts: when, which, in which season, its sides, and whether it was forfeited."""

    played: str
    game_id: str
    title: str
    title_name: str
    season: str
    sides: tuple[Side, ...]
    forfeited: bool

    @property
    def pair(self) -> tuple[str, str] | None:
        """The two players of a game of two; None of others."""
        if len(self.sides) != 2 or any(len(side.players) != 1 for side in self.sides):
            return None
        one, two = sorted((self.sides[0].players[0], self.sides[1].players[0]))
        return one, two


class LeftOut(NamedTuple):
    """A game that does not count: the key of the rule, what was found, and what the rule asks."""

    played: str
    game_id: str
    title: str
    title_name: str
    players: str
    rule: str
    found: str
    expected: str


Broken = tuple[str, str, str]
"""The key of a rule, what was found, and what the rule asks."""


def games_of(lake: Lake, told: Rules) -> tuple[list[Game], list[LeftOut]]:
    """Return the games that count before matches limit them, and those that do not; both in the order of play."""
    rows = map(Row._make, lake.sql(files("warehouse.league").joinpath("games.sql").read_text("utf-8")).iter_rows())
    return judged(rows, told)


def judged(rows: Iterable[Row], told: Rules) -> tuple[list[Game], list[LeftOut]]:
    """Return the games that count of rows in the order of play, and those that do not."""
    games, left = list[Game](), list[LeftOut]()
    for _, found in groupby(rows, key=attrgetter("game_id")):
        seats = list(found)
        first, season = seats[0], _season(told.seasons, seats[0].played)
        at = first.played, first.game_id, first.title, first.title_name
        if broken := _broken(seats, told, season):
            players = ", ".join(dict.fromkeys(seat.player for seat in seats))
            left.append(LeftOut(*at, players, *broken))
        elif season:
            games.append(Game(*at, season.name, _sides(seats, told), first.how == rules.FORFEIT))
    return games, left


def _broken(seats: Sequence[Row], told: Rules, season: Season | None) -> Broken | None:
    """Return the first rule by which a game does not count."""
    return _of_players(seats, told.games) or _of_facts(seats, told.games) or _of_end(seats, told) or _of_season(seats[0], told, season)


def _of_players(seats: Sequence[Row], which: Which) -> Broken | None:
    names, sides = [seat.player for seat in seats], {seat.side for seat in seats}
    if len(sides) < 2:
        return "games", f"named players of {len(sides)} side", "named players of two sides"
    if len(set(names)) < len(names):
        return "games", "a player on several sides", "each player on one"
    if which.people and not all(seat.people for seat in seats):
        return "games.people", "a program or bot", "people only"
    if not which.teams and len(names) > len(sides):
        return "games.teams", "several players of a side", "one player a side"
    return None


def _of_facts(seats: Sequence[Row], which: Which) -> Broken | None:
    first = seats[0]
    for key, wanted, found, shown in (
        ("titles", which.titles, (first.title, first.title_name), which.title_names),
        ("scenarios", which.scenarios, rules.scenario_names(first.title, first.scenario), which.scenarios),
    ):
        if wanted and not {one.casefold() for one in wanted} & {one.casefold() for one in found}:
            return f"games.{key}", found[-1] or UNKNOWN, " or ".join(shown)
    options = _options(first.options)
    for name, value in which.options.items():
        if options.get(name, "") != value:
            return f"games.options.{name}", options.get(name, "") or UNKNOWN, value
    if which.bid:
        bids = {seat.side: seat.bid for seat in seats}
        known = [bid for bid in bids.values() if bid is not None]
        if not known or not which.bid[0] <= sum(known) <= which.bid[1]:
            return "games.bid", str(sum(known)) if known else UNKNOWN, f"{which.bid[0]} to {which.bid[1]}"
    if (which.since or which.until) and not _within(first.played, which.since, which.until):
        return "games.since" if which.since else "games.until", first.played or UNKNOWN, _days(which.since, which.until)
    return None


def _of_end(seats: Sequence[Row], told: Rules) -> Broken | None:
    first, which = seats[0], told.games
    if not first.ended:
        return "games", "not finished", "a game that came to an end"
    least, key = which.rounds, "games.rounds"
    if first.how == rules.FORFEIT:
        if told.forfeits.count == rules.NOTHING:
            return "forfeits.count", "forfeited", "a game that was played"
        least, key = told.forfeits.rounds, "forfeits.rounds"
    if least and (first.rounds is None or first.rounds < least):
        return key, UNKNOWN if first.rounds is None else str(first.rounds), f"{least} rounds or more"
    if _stopped(seats) and which.stopped == rules.NOTHING:
        return "games.stopped", "stopped by a limit", "a game that was decided"
    return None


def _of_season(first: Row, told: Rules, season: Season | None) -> Broken | None:
    if season is None:
        return "seasons", first.played or UNKNOWN, "; ".join(_days(one.since, one.until) for one in told.seasons)
    return None


def _stopped(seats: Sequence[Row]) -> bool:
    """Return whether a limit stopped the game without a winner, so that a rule must say what it is."""
    return seats[0].how == rules.LIMIT and all(seat.outcome not in ("won", "lost") for seat in seats)


def _season(seasons: Sequence[Season], day: str) -> Season | None:
    return next((one for one in seasons if _within(day, one.since, one.until)), None)


def _within(day: str, since: str, until: str) -> bool:
    if not since and not until:
        return True
    return day != "" and (not since or day >= since) and (not until or day <= until)


def _days(since: str, until: str) -> str:
    return " ".join(filter(None, [since and f"from {since}", until and f"to {until}"])) or "any day"


def _options(text: str) -> dict[str, str]:
    try:
        return {name: str(value) for name, value in from_json(text, dict[str, object]).items()}
    except Undecodable:
        return {}


def _sides(seats: Sequence[Row], told: Rules) -> tuple[Side, ...]:
    stopped = _stopped(seats)
    found = []
    for name, players in groupby(seats, key=attrgetter("side")):
        mine = list(players)
        found.append(Side(name, tuple(seat.player for seat in mine), _share(mine[0], told.games.stopped if stopped else "")))
    return tuple(found)


def _share(seat: Row, stopped: str) -> float:
    if stopped:
        return 0.5 if stopped == rules.DRAW else 0.0
    if seat.share is not None:
        return seat.share
    return {"won": 1.0, "lost": 0.0}.get(seat.outcome, 0.5)

"""The summary of one record in the terminal, without a lake: who plays, where it ends, what each power then has, how victory stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from dashboard.terminal.output import print_json, say
from dashboard.ui.text import after, counted, grouped, listed, outcome, printed, seats_told
from engine.events import ControlChanged, Event, ResourceChanged, RoundStarted
from engine.replay import Game
from engine.result import need_board
from engine.rules import NEUTRAL
from engine.title.contenders import said
from ingest import replay_file
from ingest.files import shown
from warehouse.played import finished_rounds, seated_powers
from warehouse.snapshots import INCOME_CAUSES, Snapshots

HEAD = 6
"""Columns of a row of snapshots that say when it was."""


class Has(NamedTuple):
    """What a power has: columns of the lake's `powers` (docs/dictionary.md), but for `income`. Money is in the title's main resource.

    Attributes:
        income: what it collected in the last round in which it collected anything; None where it never did.
    """

    power: str
    side: str
    standing: str
    treasury: int
    income: int | None
    production: int
    tuv: int
    units: int
    areas: int
    victory_cities: int
    capital_held: bool
    damage: int


class Race(NamedTuple):
    """How far a contender is: the columns of the lake's `races`, see docs/dictionary.md."""

    contender: str
    measure: str
    total: int
    threshold: int
    hold: int
    held_since: int
    name: str
    side: str
    alone: bool
    most: bool


def print_record(path: Path, as_json: bool = False) -> None:
    """Print the summary of the record in a file.

    Raises:
        SitrepError: the record cannot be read, or holds only the result of a game.
    """
    game = need_board(replay_file(path))
    powers, races = standing(game)
    if as_json:
        print_json(_plain(game, powers, races))
        return
    from dashboard.terminal.printed_tables import print_table, table

    say("\n".join(["", *_heading(game), f"  {_record(game, path)}", ""]))
    made = table("", *(f">{heading}" for heading in _columns(game, powers)))
    for cells in _rows(game, powers):
        made.add_row(*cells)
    print_table(f"Where the record ends, money in {game.title.resources[game.title.resource].name}", made)
    if told := [*_races(game, races), *_capitals(game, powers)]:
        say("\n".join(told))


def standing(game: Game) -> tuple[list[Has], list[Race]]:
    """Return what each power has at the end of a game, and how far each contender is; who never played and has nothing is left out."""
    last = Snapshots("", game.title, game.events)
    last.take(game.state, game.state.clock.round)
    income = last_income(game.events, game.title.resource)
    sat, _ = seated_powers(game)
    everyone = (Has(*row[HEAD:])._replace(income=income.get(row[HEAD])) for row in last.tables["powers"])
    powers = [row for row in everyone if row.power in sat or (row.side != NEUTRAL and (row.units or row.areas))]
    return powers, [Race(*row[HEAD + 1 :]) for row in last.tables["races"]]


def last_income(events: Sequence[Event], resource: str) -> dict[str, int]:
    """Return power to what it collected of a resource in the last round in which it collected income; a power that never did is absent."""
    collected: dict[str, dict[int, int]] = {}
    sums: dict[tuple[str, int], int] = {}
    now = 0
    for event in events:
        if type(event) is RoundStarted:
            now = event.round
        elif type(event) is ResourceChanged and event.resource == resource and event.cause in INCOME_CAUSES:
            sums[event.power, now] = sums.get((event.power, now), 0) + event.delta
            if event.cause == "income":
                collected.setdefault(event.power, {})[now] = 1
    return {power: sums[power, max(rounds)] for power, rounds in collected.items()}


def _row(game: Game) -> dict[str, Any]:
    """Return what the row of the lake's `games` says of how a game ended and how far it went."""
    state, rounds = game.state, game.state.clock.round
    return {
        "ended": state.ended, "winner": ", ".join(state.winners), "how": state.how, "ending": said(game.title, state.how),
        "options": msgspec.json.encode(state.options).decode(), "fidelity": game.fidelity.value,
        "rounds": rounds, "finished_rounds": finished_rounds(game.events, rounds),
    }  # fmt: skip


def _heading(game: Game) -> Iterator[str]:
    title, state = game.title, game.state
    yield title.name
    if about := game.header.about or game.header.source:
        yield f"  {about}"
    if len(title.scenarios) > 1 and state.scenario in title.scenarios:
        yield f"  {title.scenarios[state.scenario].name}"
    sat, bids = seated_powers(game)
    seats = [(row.power, title.sides[row.side].name, row.name) for row in title.powers.values() if row.power in sat and row.side != NEUTRAL]
    yield from (f"  {line}" for line in seats_told(grouped(state.players, seats)))
    if told := [f"{title.powers[power].name} {bid}" for power, bid in bids.items() if bid]:
        yield f"  bid: {listed(told)}"
    yield f"  {_end(game)}."


def _end(game: Game) -> str:
    row, clock = _row(game), game.state.clock
    first = next((event.round for event in game.events if type(event) is RoundStarted), 1)
    parts = [outcome(row, {slug: side.name for slug, side in game.title.sides.items()}), after(row, first)]
    if not game.state.ended and clock.power:
        parts.append(f"in the turn of {game.title.powers[clock.power].name}: {printed(clock.phase)}")
    return ", ".join(filter(None, parts))


def _record(game: Game, path: Path) -> str:
    """Say how good the record is."""
    end = {-1: "", 0: "; its replay ends in the saved state"}.get(game.gap, f"; its replay ends otherwise in {counted(game.gap, 'value')}")
    defects = game.state.defects
    found = f"{counted(defects, 'defect')}, listed by `sitrep validate {shown(path)}`" if defects else "no defects"
    return f"The record has {counted(len(game.events), 'event')} and {found}{end}."


def _columns(game: Game, powers: Sequence[Has]) -> dict[str, str]:
    """Return heading to field of the columns that say something of this title: not every one has victory cities, or money."""
    fields = {
        "in hand": "treasury", "last income": "income", "production": "production", "areas": "areas",
        "victory cities": "victory_cities", "units": "units", "value (TUV)": "tuv",
    }  # fmt: skip
    return {heading: name for heading, name in fields.items() if name == "units" or any(getattr(row, name) for row in powers)}


def _rows(game: Game, powers: Sequence[Has]) -> Iterator[tuple[str, ...]]:
    """Yield the lines of the table: each side with the sums of its powers, then these in the order of play."""
    names = _columns(game, powers).values()
    for side in dict.fromkeys(row.side for row in powers):
        own = [row for row in powers if row.side == side]
        if len(own) > 1:
            yield (game.title.sides[side].name, *(_sum(getattr(row, name) for row in own) for name in names))
        for row in own:
            indent = "  " if len(own) > 1 else ""
            yield (f"{indent}{game.title.powers[row.power].name}", *(_sum([getattr(row, name)]) for name in names))


def _sum(numbers: Iterable[int | None]) -> str:
    """Return the sum of the numbers that are known, as text; a dash where none is."""
    known = [one for one in numbers if one is not None]
    return f"{sum(known):,}" if known else "–"


def _races(game: Game, races: Sequence[Race]) -> Iterator[str]:
    """Yield how far each contender is: a line a measure, and one for each who holds victory cities, which names them."""
    named = game.title.settings.get("victory", {}).get("names", {})
    for measure in dict.fromkeys(row.measure for row in races):
        told = [
            f"{row.name} {row.total}{f' (needs {row.threshold})' if row.threshold else ''}"
            for row in races
            if row.measure == measure and (row.total or row.threshold)
        ]
        if told:
            name = named.get(measure) or printed(measure)
            yield f"{name[:1].upper()}{name[1:]}: {', '.join(told)}."
    for side, names in _cities(game).items():
        yield f"  {side}: {', '.join(names)}"


def _cities(game: Game) -> dict[str, list[str]]:
    """Return the printed name of each side that holds victory cities to their names."""
    title, held = game.title, dict[str, list[str]]()
    for area in title.victory_cities:
        if side := title.side_of.get(game.state.control.get(area, "")):
            held.setdefault(title.sides[side].name, []).append(title.areas[area].victory_city)
    return {side: sorted(held[side]) for side in sorted(held)}


def _capitals(game: Game, powers: Sequence[Has]) -> Iterator[str]:
    """Yield a line of the capitals that are not in the hands of the power whose they are.

    One that never changed hands and that no enemy holds was not lost: a short scenario leaves it out, or a friend plays its power.
    """
    title, lost = game.title, []
    played = dropwhile(lambda event: not isinstance(event, RoundStarted), game.events)
    taken = {event.area for event in played if isinstance(event, ControlChanged)}
    for row in powers:
        capital = title.powers[row.power].capital
        holder = title.powers.get(game.state.control.get(capital, ""))
        spared = capital not in taken and (holder is None or holder.side == title.powers[row.power].side)
        if capital and not row.capital_held and not spared:
            lost.append(f"{title.areas[capital].name} ({title.powers[row.power].name}) is held by {holder.name if holder else 'nobody'}")
    if lost:
        yield f"Capitals lost: {'; '.join(lost)}."


def _plain(game: Game, powers: Sequence[Has], races: Sequence[Race]) -> dict[str, Any]:
    """Return the summary as plain values."""
    title, state, header = game.title, game.state, game.header
    held: dict[str, list[str]] = {}
    for area, power in state.control.items():
        held.setdefault(power, []).append(area)
    return {
        "title": title.slug, "title_name": title.name, "scenario": state.scenario, "options": state.options, "players": state.players,
        "bids": {power: bid for power, bid in seated_powers(game)[1].items() if bid}, "source": header.source, "about": header.about,
        **{name: value for name, value in _row(game).items() if name not in ("options", "winner")}, "winners": state.winners,
        **state.clock._asdict(), "events": len(game.events), "defects": state.defects, "gap": game.gap, "resource": title.resource,
        "powers": [row._asdict() | {"held": sorted(held.get(row.power, ()))} for row in powers],
        "races": [row._asdict() for row in races],
    }  # fmt: skip

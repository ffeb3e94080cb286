"""The board of a game at a moment: who holds each area, what stands there, what each power has in hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import polars as pl

from dashboard.assistant.answers import Rows, answer
from dashboard.assistant.arguments import Board
from dashboard.assistant.lake_tools import found_in
from dashboard.review.reader import Reader
from dashboard.turn_report.names import Names
from dashboard.ui.text import counted
from engine.errors import SitrepError
from engine.events import Event, RoundStarted
from engine.state import GameState, state_at
from warehouse import Lake


def board(lake: Lake, asked: Board) -> str:
    """Return a board at a moment."""
    of = Reader.of_lake(lake, found_in(lake, asked.game))
    events = lake.events(of.game_id)
    if not events:
        raise SitrepError(f"only the result of {of.game_id} is recorded: it has no board; the tool summary tells how it ended")
    state = state_at(events, _seq(of, events, asked))
    names = Names.of(of.frame, of.money, of.words)
    power = _one(of.names, asked.power, "power")
    areas = dict(of.frame("title_areas").select("area", "name").iter_rows())
    area = _one(areas, asked.area, "area")
    return answer(
        f"{_when(of, state, len(events))} Slugs stand before printed names.",
        _powers(of, state, power),
        _areas(of, state, names, areas, power, area),
        *_bought(of, state, names, power),
    )


def _seq(of: Reader, events: Sequence[Event], asked: Board) -> int:
    """Return how many events there are up to the moment that is asked for."""
    if sum(one is not None for one in (asked.round, asked.turn, asked.event)) > 1:
        raise SitrepError("several moments: name one of round, turn and event")
    if asked.event is not None:
        return _within("event", asked.event, len(events))
    if asked.round is not None:
        _within("round", asked.round, int(of.game["rounds"]))
        begun = (at for at, event in enumerate(events) if isinstance(event, RoundStarted) and event.round == asked.round + 1)
        return next(begun, len(events))
    if asked.turn is not None:
        ends = of.frame("powers").select("turn", "seq").unique().sort("turn")
        _within("turn", asked.turn, max(ends["turn"], default=0))
        found = ends.filter(pl.col("turn") == asked.turn)["seq"]
        return int(found[-1]) if len(found) else len(events)
    return len(events)


def _within(what: str, wanted: int, last: int) -> int:
    if wanted > last:
        raise SitrepError(f"no {what} {wanted}: the game has {counted(last, what)}; expected 0 to {last}")
    return wanted


def _one(names: dict[str, str], wanted: str, what: str) -> str:
    """Return the slug of what is wanted, by slug or printed name; empty where nothing is."""
    found = [slug for slug, name in names.items() if wanted.casefold() in (slug.casefold(), name.casefold())]
    if wanted and not found:
        near = [f"{slug} ({name})" for slug, name in names.items() if wanted.casefold() in f"{slug} {name}".casefold()]
        raise SitrepError(f"no {what} {wanted!r}; expected one of {', '.join(near or names)}")
    return found[0] if wanted else ""


def _when(of: Reader, state: GameState, total: int) -> str:
    clock = state.clock
    when = of.when(clock.round)
    called = f"round {clock.round}" if when == f"round {clock.round}" else f"round {clock.round} ({when})"
    where = f"{called}, turn {clock.turn}" if clock.round else "before the first round"
    who = f" of {of.names.get(clock.power, clock.power)}" if clock.power else ""
    phase = f", {clock.phase}" if clock.phase else ""
    ended = " The game has ended." if state.ended else ""
    return f"{of.game['title_name']}, game {of.game_id}, after event {state.seq:,} of {total:,}: {where}{who}{phase}.{ended}"


def _powers(of: Reader, state: GameState, only: str) -> Rows:
    rows = []
    for power, name in of.names.items():
        counts = [count for (_, owner, *_), count in state.stacks.items() if owner == power]
        hand = ", ".join(
            f"{amount} {of.money.get(resource, resource)}" for (owner, resource), amount in state.resources.items() if owner == power
        )
        held = sum(holder == power for holder in state.control.values())
        if power == only or (not only and (counts or hand or held)):
            rows.append((power, name, of.sides.get(_side(of, power), ""), hand, held, sum(counts)))
    return Rows(("power", "name", "side", "in_hand", "areas", "units"), rows, "Powers")


def _side(of: Reader, power: str) -> str:
    return str(of.all_powers.filter(pl.col("power") == power)["side"][0])


def _areas(of: Reader, state: GameState, names: Names, areas: dict[str, str], power: str, area: str) -> Rows:
    rows = []
    units = of.frame("title_units")
    order = {unit: at for at, unit in enumerate(units["unit"])}
    blocks = {unit for unit, strength in units.select("unit", "strength").iter_rows() if strength and strength > 1}
    for slug, name in areas.items():
        stacks: dict[str, Counter[tuple[str, int]]] = {}
        for (_, owner, unit, strength, _), count in state.units_in(slug):
            stacks.setdefault(owner, Counter())[unit, strength if unit in blocks else 0] += count
        holder = state.control.get(slug, "")
        if area not in ("", slug):
            continue
        for owner in stacks or ("",):
            if (stacks or holder or area) and power in ("", owner, holder):
                kinds = sorted(stacks.get(owner, {}).items(), key=lambda kind: (order.get(kind[0][0], len(order)), -kind[0][1]))
                force = ", ".join(names.count(unit, count) + _steps(strength) for (unit, strength), count in kinds)
                rows.append((slug, name, of.names.get(holder, holder), of.names.get(owner, owner), force))
    cure = "ask with power or area"
    return Rows(("area", "name", "held_by", "units_of", "units"), rows, "Areas, and what stands there", cure=cure)


def _steps(strength: int) -> str:
    return f" ({counted(strength, 'step')})" if strength else ""


def _bought(of: Reader, state: GameState, names: Names, power: str) -> Iterator[Rows]:
    rows = [
        (of.names.get(owner, owner), names.count(unit, count))
        for (owner, unit), count in state.pool.items()
        if count and power in ("", owner)
    ]
    if rows:
        yield Rows(("power", "units"), rows, "Bought, not placed yet")

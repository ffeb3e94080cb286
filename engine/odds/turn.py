"""All battles that are due in a recorded game at a moment of a power's turn, with the odds of each, and how many of them work.

Due are the battles that the record tells from the moment on until the power's turn is over. Where it ends before they are fought, they are
those for which enemies stand in one area, or cargo is bound for one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.condition import parse_condition
from engine.errors import RecordError, SitrepError
from engine.events import BattleEnded, BattleStarted, Event, PhaseStarted, RoundStarted
from engine.families import family_of
from engine.forces import show_units
from engine.odds.asked import Answer, battle_odds, forces_in, hurt_in
from engine.odds.fought import KINDS
from engine.odds.names import OddsError
from engine.odds.recorded import Recorded, recorded_odds
from engine.odds.several import Part, how_many
from engine.replay import Game
from engine.rules import NEUTRAL
from engine.state import GameState, state_at
from engine.title.model import Title


class Due(NamedTuple):
    """A battle that is due.

    Attributes:
        number: its number in the record; 0: it has not been fought. after: places in the list of those that must be won before it.
        answer: its odds; None where they are not known, `why` not. works: the chance that it takes the area, or at sea and of aircraft
        alone destroys all who can fight.
    """

    start: BattleStarted
    number: int
    after: tuple[int, ...]
    answer: Answer | None
    why: str = ""

    @property
    def works(self) -> float:
        """See the class; NaN where it is not known."""
        if self.answer is None:
            return float("nan")
        found = self.answer.result
        return found.win if found.take == 0.0 else found.take


class Turn(NamedTuple):
    """A power's turn at a moment: what is due, and the chance that none, one, two ... of the battles work; empty if one is not known."""

    round: int
    power: str
    battles: tuple[Due, ...]
    work: tuple[float, ...]


class Moment(NamedTuple):
    """A moment: after so many events of the record, in whose turn, in which round; and the events of that turn that follow."""

    at: int
    round: int
    power: str
    rest: Sequence[Event]


def turn_odds(game: Game, *, round_: int = 0, power: str = "", at: int | None = None, games: int = 400) -> Turn:
    """Return what is due in a game and the odds of it.

    Args:
        round_, power: whose turn of which round, before its first battle; without either the last turn of the record. at: after so many
            events instead. games: how often to play a battle that is not exact.

    Raises:
        RecordError: there is no such turn.
    """
    moment = moment_of(game, round_, power, at)
    state = state_at(game.events, moment.at)
    told = [event for event in moment.rest if isinstance(event, BattleStarted) and event.kind in KINDS]
    over = {event.battle for event in moment.rest if isinstance(event, BattleEnded)}
    fought = [start for start in told if start.battle in over]
    areas = {start.area for start in told}
    open_ = [start for start in told if start.battle not in over]
    landed = [start for start in standing(game.title, state, moment.power) if start.area not in areas]
    # What was called off or not begun is due as well, where cargo was bound for it; all else only if nothing was fought any more.
    still = [start for start in landed if not told or start.kind == "amphibious"]
    every = [*fought, *open_, *still]
    waits = [_after(game.title, state, every, number) for number in range(len(every))]
    battles = tuple(_due(game, state, start, bool(start.battle in over), games, after)
                    for start, after in zip(every, waits, strict=True))  # fmt: skip
    known = all(due.answer for due in battles)
    work = how_many([Part(due.works, due.after) for due in battles]) if known else []
    return Turn(moment.round, moment.power, battles, tuple(work))


def moment_of(game: Game, round_: int, power: str, at: int | None) -> Moment:
    """Return the moment that is asked for; see `turn_odds`."""
    turns = [turn for turn in _turns(game.events) if turn.power not in ("", NEUTRAL)]
    if at is not None:
        found = next((turn for turn in reversed(turns) if turn.at <= at), None)
    else:
        fit = [turn for turn in turns if round_ in (0, turn.round) and power in ("", turn.power)]
        found = fit[0] if fit and (round_ and power) else fit[-1] if fit else None
    if found is None:
        asked = f"event {at}" if at is not None else f"round {round_ or 'any'}, {power or 'any power'}"
        last = f"{turns[-1].power} in round {turns[-1].round}" if turns else "nobody"
        raise RecordError(f"{game.name} has no turn at {asked}: the last turn of the record is that of {last}")
    rest = list(game.events[found.at : found.at + len(found.rest)])
    begin = next(
        (n for n, event in enumerate(rest) if isinstance(event, BattleStarted) and event.kind in KINDS), len(rest)
    )
    skip = begin if at is None else at - found.at
    return found._replace(at=found.at + skip, rest=rest[skip:])


def _turns(events: Sequence[Event]) -> Iterator[Moment]:
    """Yield every turn: where it begins, and all its events."""
    round_, begun, power, number = 0, 0, "", 0
    for place, event in enumerate(events):
        if isinstance(event, RoundStarted):
            if power:
                yield Moment(begun, round_, power, events[begun:place])
            round_, power = event.round, ""
        elif isinstance(event, PhaseStarted) and (event.power, event.turn) != (power, number):
            if power:
                yield Moment(begun, round_, power, events[begun:place])
            begun, power, number = place, event.power, event.turn
    if power:
        yield Moment(begun, round_, power, events[begun:])


def standing(title: Title, state: GameState, power: str) -> Iterator[BattleStarted]:
    """Yield the battles for which units of a power meet enemies in an area, or are bound for one as cargo."""
    mine: dict[str, Counter[tuple[str, str]]] = {}
    theirs: dict[str, Counter[tuple[str, str]]] = {}
    bound: set[str] = set()
    family = family_of(title)
    apart = family.apart if family else frozenset()
    for key, count in state.stacks.items():
        row, condition = title.units[key.unit], parse_condition(key.condition)
        if row.cls == "facility" or not apart.isdisjoint(condition.words):
            continue
        if key.power == power:
            lands = condition.target if row.cls == "land" and condition.target in title.areas else ""
            place = lands or key.area
            bound |= {lands} - {""}
            if lands or not (condition.aboard and row.cls == "land"):
                mine.setdefault(place, Counter())[key.unit, ""] += count
        elif title.side_of.get(key.power) not in (title.side_of.get(power), NEUTRAL, None):
            theirs.setdefault(key.area, Counter())[key.unit, key.power] += count
    for area in sorted(mine.keys() & theirs.keys()):
        defenders = theirs[area]
        first = next(one for _, one in defenders)
        sea = title.areas[area].kind == "sea"
        kind = "sea" if sea else "amphibious" if area in bound else "land"
        if any(title.units[unit].attack for unit, _ in mine[area]) and _fights(title, defenders):
            yield BattleStarted(0, kind, area, power, first, _text(mine[area], ""), _text(defenders, first))


def _fights(title: Title, units: Counter[tuple[str, str]]) -> bool:
    return any(not title.units[unit].has("no-combat") for unit, _ in units)


def _text(units: Counter[tuple[str, str]], power: str) -> str:
    return show_units((unit, n, "" if one == power else one) for (unit, one), n in units.items())


def _after(title: Title, state: GameState, starts: Sequence[BattleStarted], number: int) -> tuple[int, ...]:
    """Return the battles at sea that a landing waits for: those of the zones its cargo is in, or where that is not told, beside it."""
    start = starts[number]
    if start.kind != "amphibious":
        return ()
    zones = {key.area for key in state.stacks if parse_condition(key.condition).target == start.area}
    zones = zones or set(title.neighbours.get(start.area, ()))
    return tuple(n for n, one in enumerate(starts) if one.kind == "sea" and one.area in zones)


def _due(game: Game, state: GameState, start: BattleStarted, fought: bool, games: int, after: tuple[int, ...]) -> Due:
    try:
        return Due(start, start.battle, after, _odds(game, state, start, fought, games)[1])
    except SitrepError as error:
        return Due(start, start.battle, after, None, str(error))


def _odds(game: Game, state: GameState, start: BattleStarted, fought: bool, games: int) -> tuple[Recorded, Answer]:
    if fought:
        return recorded_odds(game, start.battle, games=games)
    forces = forces_in(game.title, start, hurt_in(game.title, state, start.area))
    if not forces.attackers:
        raise OddsError(f"{start.attacker} has nothing in {start.area} that attacks")
    answer = battle_odds(game.title, forces, area=start.area, games=games, techs=dict(state.techs))
    return Recorded(forces, start.area, dict(state.techs)), answer

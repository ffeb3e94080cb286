"""All battles that are due in a recorded game at a moment of a power's turn, with the odds of each, and how many of them work.

Due are the battles that the record tells from the moment on until the power's turn is over. Where it ends before they are fought, they are
those for which enemies stand in one area, or cargo is bound for one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from engine.condition import parse_condition
from engine.dice import SeededDice
from engine.errors import RecordError, SitrepError
from engine.events import BattleEnded, BattleStarted, Event, PhaseStarted, RoundStarted
from engine.families import family_of
from engine.forces import show_units
from engine.odds.answers import Answer, battle_odds, forces_in, hurt_in, profile_with
from engine.odds.habits import Habits
from engine.odds.names import OddsError
from engine.odds.own_steps import has_rules
from engine.odds.recorded import Recorded, recorded_odds
from engine.odds.recorded_battle import KINDS
from engine.odds.several import Part, at_least, how_many
from engine.orders import Order
from engine.play import Play
from engine.recording import Fidelity
from engine.replay import Game
from engine.rules import NEUTRAL, EndPhase, Position, load_rules
from engine.state import GameState, state_at
from engine.strictness import Strictness
from engine.title.model import Title

MOST_ANSWERS = 40
"""Answers, the usual ones, with which a battle begins: who flies in, who evades."""
ATTACKED = ("unfriendly-neutral", "strict-neutral")
"""Relations of maps of TripleA in which one fights whoever's land one moves into."""


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

    @property
    def within(self) -> tuple[float, float]:
        """Between what `works` lies: a 95% interval where the battle was played, else twice the same."""
        return self.answer.result.within(self.works) if self.answer else (0.0, 1.0)


class Turn(NamedTuple):
    """A power's turn at a moment.

    Attributes:
        battles: what is due. work: the chance that none, one, two ... of them work; empty if that of one is not known.
        least: between what the chance lies that at least none, one, two ... do: wide only where battles were played.
    """

    round: int
    power: str
    battles: tuple[Due, ...]
    work: tuple[float, ...]
    least: tuple[tuple[float, float], ...] = ()


class Moment(NamedTuple):
    """A moment: after so many events of the record, in whose turn, in which round; and the events of that turn that follow."""

    at: int
    round: int
    power: str
    rest: Sequence[Event]


class Begun(NamedTuple):
    """A turn in which battles can be asked of.

    Attributes:
        at: events before its first battle; round, power: whose it is. over: (events up to the end of a battle, the battle), in order.
    """

    at: int
    round: int
    power: str
    over: tuple[tuple[int, BattleEnded], ...]


def turns_with_battles(game: Game) -> list[Begun]:
    """Return the turns of a record in which a battle was fought, and the last one if battles are due at its end, in order."""
    found, last = [], None
    for turn in _turns(game.events):
        if turn.power in ("", NEUTRAL):
            continue
        last = turn
        over = tuple(
            (turn.at + place + 1, event) for place, event in enumerate(turn.rest) if isinstance(event, BattleEnded) and event.kind in KINDS
        )
        if over or _first_battle(turn.rest) < len(turn.rest):
            found.append(Begun(turn.at + _first_battle(turn.rest), turn.round, turn.power, over))
    by_rules = game.fidelity is Fidelity.ORDERS
    if last and (not found or found[-1].at < last.at) and due_in(game.title, game.state, last.power, by_rules):
        found.append(Begun(last.at + len(last.rest), last.round, last.power, ()))
    return found


def _first_battle(events: Sequence[Event]) -> int:
    """Return the place of the first battle among events; their number if there is none."""
    return next((n for n, event in enumerate(events) if isinstance(event, BattleStarted) and event.kind in KINDS), len(events))


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
    landed = [start for start in due_in(game.title, state, moment.power, game.fidelity is Fidelity.ORDERS) if start.area not in areas]
    # What was called off or not begun is due as well, where cargo was bound for it; all else only if nothing was fought any more.
    still = [start for start in landed if not told or start.kind == "amphibious"]
    every = [*fought, *open_, *still]
    waits = [_after(game.title, state, every, number) for number in range(len(every))]
    habits = Habits(game.title).take(game.events[: moment.at])
    battles = tuple(
        _due(game, state, habits, start, bool(start.battle in over), games, after) for start, after in zip(every, waits, strict=True)
    )
    if not all(due.answer for due in battles):
        return Turn(moment.round, moment.power, battles, ())
    work = how_many([Part(due.works, due.after) for due in battles])
    # At least so many work the more often, the more often each does.
    low, high = (at_least(how_many([Part(due.within[end], due.after) for due in battles])) for end in (0, 1))
    return Turn(moment.round, moment.power, battles, tuple(work), tuple(zip(low, high, strict=True)))


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
    skip = _first_battle(rest) if at is None else at - found.at
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


def due_in(title: Title, state: GameState, power: str, by_rules: bool) -> list[BattleStarted]:
    """Return the battles due in a power's turn that have not begun: those that its rules begin, or that units stand for.

    Args:
        by_rules: whether the game was played by the title's rules, so that its units bear what these know them by.
    """
    if by_rules and has_rules(title) and (family := family_of(title)) and family.battles:
        return _by_rules(title, state, family.battles)
    return [] if is_over(title, state.clock.phase) else list(standing(title, state, power))


def is_over(title: Title, phase: str) -> bool:
    """Whether no phase from this one on fights battles: those that do have names that end so."""
    fights = [place for place, name in enumerate(title.phases) if name.endswith("combat")]
    return bool(fights) and phase in title.phases and title.phases.index(phase) > fights[-1]


def _by_rules(title: Title, state: GameState, battles: Callable[[Position], Sequence[Order]]) -> list[BattleStarted]:
    """Return the battles that the rules begin in the next phase of the turn that has some, if nothing more is moved."""
    play = _taken_up(title, state.copy())
    turn = state.clock.turn
    for _ in title.phases:
        if play.state.clock.turn != turn or play.state.battle:
            return []
        if orders := battles(play.position):
            return [start for order in orders if (start := _begun(title, play.state, order))]
        play.submit(EndPhase())
    return []


def _taken_up(title: Title, state: GameState) -> Play:
    play = Play(load_rules(title), SeededDice(0), strictness=Strictness.IGNORE)
    play.take_up(state)
    return play


def _begun(title: Title, state: GameState, order: Order) -> BattleStarted | None:
    """Return the battle that an order begins."""
    play, answer = _taken_up(title, state.copy()), order
    for _ in range(MOST_ANSWERS):
        play.submit(answer)
        start = next((event for event in play.events if isinstance(event, BattleStarted)), None)
        if start or play.pending is None:
            break
        answer = play.pending.default
    return msgspec.structs.replace(start, battle=0) if start else None


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
        elif _hostile(title, state, power, key.power):
            theirs.setdefault(key.area, Counter())[key.unit, key.power] += count
    for area in sorted(mine.keys() & theirs.keys()):
        defenders = theirs[area]
        first = next(one for _, one in defenders)
        sea = title.areas[area].kind == "sea"
        kind = "sea" if sea else "amphibious" if area in bound else "land"
        if any(title.units[unit].attack for unit, _ in mine[area]) and _fights(title, defenders):
            yield BattleStarted(0, kind, area, power, first, _text(mine[area], ""), _text(defenders, first))


def _hostile(title: Title, state: GameState, power: str, other: str) -> bool:
    """Whether units of another power in the same area are fought: of one that is at war, or on another side where nothing is told."""
    sides = title.side_of.get(power), title.side_of.get(other)
    told = state.relations.get((power, other) if power < other else (other, power))
    if told in ("war", *ATTACKED):
        return True
    return told not in ("peace", "allied") and sides[0] != sides[1] and sides[1] not in (NEUTRAL, None)


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


def _due(game: Game, state: GameState, habits: Habits, start: BattleStarted, fought: bool, games: int, after: tuple[int, ...]) -> Due:
    try:
        return Due(start, start.battle, after, _odds(game, state, habits, start, fought, games)[1])
    except SitrepError as error:
        return Due(start, start.battle, after, None, str(error))


def _odds(game: Game, state: GameState, habits: Habits, start: BattleStarted, fought: bool, games: int) -> tuple[Recorded, Answer]:
    if fought:
        return recorded_odds(game, start.battle, games=games)
    figures = profile_with(game.title, state.techs, state.options)
    forces = forces_in(game.title, start, hurt_in(game.title, state, start.area), figures)
    if not forces.attackers:
        raise OddsError(f"{start.attacker} has nothing in {start.area} that attacks")
    answer = battle_odds(
        game.title,
        forces,
        area=start.area,
        games=games,
        techs=dict(state.techs),
        options=state.options,
        dive=habits.shown(forces.attackers, forces.defenders),
    )
    return Recorded(forces, start.area, dict(state.techs), options=dict(state.options)), answer

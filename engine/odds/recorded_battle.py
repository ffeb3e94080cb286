"""A battle as a record tells it: its events, what is known as it begins, its steps of dice, and what kind of dice they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple, TypeGuard

from engine import events as ev
from engine.errors import FoldError
from engine.odds.answers import hurt_in
from engine.odds.battle import Forces
from engine.odds.fighters import ATTACKER, DEFENDER, Units
from engine.state import GameState
from engine.title.model import Title

KINDS = frozenset({"land", "sea", "amphibious"})
ANTI_AIR, BOMBARDMENT = "anti-air", "bombardment"
FAIR, LOW_LUCK, EDITED = "fair", "low-luck", "edited"
RETREAT, EVASION = "retreat", "evasion"
"""Causes by which units leave a battle alive."""
SUBMERGE = "submerge"
"""Cause of the change of submarines that leave a battle under water."""
OF_A_BATTLE = (ev.DiceRolled, ev.UnitsRemoved, ev.UnitsChanged, ev.BattleEnded)
NO_HIT = frozenset({"defenceless", "cargo-lost", "stranded"})
"""Causes of removals that no hit makes."""


class Fight(NamedTuple):
    """A whole battle.

    Attributes:
        events: from its BattleStarted to its BattleEnded. seq: number of the last. techs: (power, technology) to its level as it
        began. hurt: the units that were damaged then. low_luck: whether the game is played so. options: of the game.
    """

    events: list[ev.Event]
    seq: int
    techs: dict[tuple[str, str], int]
    hurt: Units
    low_luck: bool
    options: dict[str, str]

    @property
    def start(self) -> ev.BattleStarted:
        """The event that began it."""
        start = self.events[0]
        assert isinstance(start, ev.BattleStarted)
        return start


def fights(title: Title, events: Iterable[ev.Event]) -> Iterator[Fight]:
    """Yield every whole battle of a game on land and at sea, in order."""
    open_: Fight | None = None
    state = GameState()
    for seq, event in enumerate(events, 1):
        if isinstance(event, ev.BattleStarted) and event.kind in KINDS:
            low_luck = state.options.get("low-luck") == "yes"
            open_ = Fight([event], seq, dict(state.techs), hurt_in(title, state, event.area), low_luck, dict(state.options))
        elif isinstance(event, ev.BattleStarted):
            open_ = None
        elif open_ is not None and _retreats(event, open_.start.area):
            open_.events.append(event)
        elif open_ is not None and isinstance(event, OF_A_BATTLE) and event.battle == open_.start.battle:
            open_.events.append(event)
            if isinstance(event, ev.BattleEnded):
                yield open_._replace(seq=seq)
                open_ = None
        # A battle may be told alone, without the game before it.
        with suppress(FoldError):
            state.apply(event)


class Step(NamedTuple):
    """Dice of one purpose or round, what left the battle alive before the last of them, and what was removed, changed and left after."""

    name: str
    dice: list[ev.DiceRolled]
    gone: list[ev.Event]
    left: list[ev.Event]


def steps(events: Iterable[ev.Event]) -> list[Step]:
    """Return the steps of a battle, between its start and its end."""
    found: list[Step] = []
    for event in events:
        if isinstance(event, ev.DiceRolled):
            name = event.purpose if event.purpose in (ANTI_AIR, BOMBARDMENT) and event.round <= 1 else str(event.round)
            if not found or found[-1].name != name:
                found.append(Step(name, [], [], []))
            step = found[-1]
            step.left.extend(one for one in step.gone if leaves(one))
            step.gone[:] = [one for one in step.gone if not leaves(one)]
            step.dice.append(event)
        elif isinstance(event, (ev.UnitsRemoved, ev.UnitsChanged, ev.UnitsMoved)):
            if not found:
                found.append(Step("", [], [], []))
            found[-1].gone.append(event)
    return found


def _retreats(event: ev.Event, area: str) -> bool:
    if isinstance(event, ev.UnitsMoved):
        return event.cause in (RETREAT, EVASION) and event.origin == area
    return isinstance(event, ev.UnitsChanged) and event.cause == RETREAT and event.area == area


def dives(event: ev.Event) -> TypeGuard[ev.UnitsChanged]:
    """Return whether submarines submerge."""
    return isinstance(event, ev.UnitsChanged) and event.cause == SUBMERGE


def leaves(event: ev.Event) -> TypeGuard[ev.UnitsMoved | ev.UnitsChanged]:
    """Return whether units leave a battle alive: by a move, under water, or, aircraft, to land later."""
    return isinstance(event, ev.UnitsMoved) or (isinstance(event, ev.UnitsChanged) and event.cause in (SUBMERGE, RETREAT))


def dived_at_once(steps: list[Step]) -> Counter[tuple[str, str]]:
    """Return the submarines that submerge before any die is rolled, by (unit, power)."""
    found = Counter[tuple[str, str]]()
    for event in steps[0].gone if steps and not steps[0].dice else ():
        if dives(event):
            found[event.unit, event.power] += event.count
    return found


def unhit(title: Title, forces: Forces) -> set[str]:
    """Return the unit types that may be lost without a hit: cargo, and what stands there when all that can fight is gone."""
    here = "land" if forces.at_sea else ""
    return {row.unit for row in title.units.values() if row.cls in (here, "facility") or not (row.attack and row.defense)}


def kind_of(steps: list[Step], end: ev.BattleEnded, unhit: Collection[str], low_luck: bool) -> str:
    """Return what kind of dice a battle was fought with; empty if the record lacks some."""
    rolled = {step.name for step in steps}
    missing = [number for number in range(1, end.rounds + 1) if str(number) not in rolled]
    # In a round in which all submarines of a side submerge, nobody may be left to fire at.
    if missing and not (missing == [end.rounds] and any(dives(event) for step in steps[-1:] for event in step.gone)):
        return ""
    rolls = [roll for step in steps for roll in step.dice]
    # Texts tell no targets at all. Elsewhere dice without one are thrown beside better ones of the same unit.
    if any(not roll.target and roll.dice for roll in rolls) and any(roll.target for roll in rolls):
        return ""
    if low_luck or any(not roll.dice or roll.expected > len(roll.dice) for roll in rolls):
        return LOW_LUCK
    edited = any(_lost_more_than_hit(steps, end.attacker, side, unhit) for side in (ATTACKER, DEFENDER))
    return EDITED if edited else FAIR


def _lost_more_than_hit(steps: list[Step], attacker: str, side: str, unhit: Collection[str]) -> bool:
    """Return whether more has been lost at the end of any round than the other side's dice (`side`) have hit by then."""
    hits = lost = 0
    for step in steps:
        hits += sum(roll.hits for roll in step.dice if roll.side == side)
        lost += sum(
            event.count
            for event in step.gone
            if isinstance(event, ev.UnitsRemoved)
            and event.cause not in NO_HIT
            and event.unit not in unhit
            and (event.power == attacker) == (side == DEFENDER)
        )
        if step.name.isdigit() and lost > hits and any(roll.side == side for roll in step.dice):
            return True
    return False

"""The open battle of a block game in the state, on land or at sea (sections 2.3, 3.5).

Markers of scope `battle` hold everything about a battle that outlasts an order (see the family's `vocabulary.csv`).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from engine.events import BattleEnded, BattleStarted, UnitsChanged, UnitsRemoved
from engine.families.blocks import board
from engine.families.blocks.board import Blocks
from engine.families.blocks.vocabulary import AREA, ATTACKING_POWER, DEFENDING_POWER, FORCES, LOSSES, LOST, ROUND, STEP
from engine.forces import parse_units, show_units
from engine.rules import Position
from engine.vocabulary import Marker

if TYPE_CHECKING:
    from engine.play import Play

ATTACKER, DEFENDER = "attacker", "defender"
OTHER = {ATTACKER: DEFENDER, DEFENDER: ATTACKER}
SIDES = (ATTACKER, DEFENDER)
POWERS = {ATTACKER: ATTACKING_POWER, DEFENDER: DEFENDING_POWER}


class Battle(NamedTuple):
    """The open battle: its number, area, the powers named for its sides, steps of fire so far, and the next step."""

    number: int
    area: str
    attacker: str
    defender: str
    round: int
    step: str

    def power(self, side: str) -> str:
        """Return the power named for a side."""
        return self.attacker if side == ATTACKER else self.defender


def open_battle(position: Position) -> Battle | None:
    """Return the battle being fought, or None."""
    state = position.state
    if not state.battle:
        return None
    area, step = AREA.read(state), STEP.read(state)
    attacker, defender = (POWERS[side].read(state) for side in SIDES)
    return Battle(state.battle, area, attacker, defender, ROUND.number(state), step)


def fielded(position: Position, area: str, side: str) -> Blocks:
    """Return the blocks fighting for an area, of the camp on turn or of its enemies; in a sea zone only ships.

    Ships of a neutral power may be present without fighting.
    """
    camp = board.camp_on_turn(position)
    found = board.own_blocks(position, area, camp) if side == ATTACKER else board.enemy_blocks(position, area, camp)
    at_sea = board.area_kind(position.title, area) == "sea"
    if at_sea:
        found = [item for item in found if board.at_war(position, item[0].power)]
    return [item for item in found if board.is_naval(board.unit(position, item[0])) == at_sea]


def contested(position: Position) -> list[str]:
    """Return the land areas in which blocks of the camp on turn stand together with enemies, in the title's order."""
    camp = board.camp_on_turn(position)
    enemies = board.enemies_of_camp(position, camp)
    found = []
    for area, row in position.title.areas.items():
        if row.kind == "land" and area in position.board:
            powers = {key.power for key, _ in position.board[area]}
            if powers & enemies and any(board.camp_of(position, power) == camp for power in powers):
                found.append(area)
    return found


def begin(play: Play, area: str, step: str) -> None:
    """Open the battle for an area; `step` comes first."""
    position = play.position
    powers = {side: _named(position, area, side) for side in SIDES}
    forces = {side: _counts(fielded(position, area, side)) for side in SIDES}
    values = {side: worth(position, fielded(position, area, side)) for side in SIDES}
    shown = {side: _show(position, forces[side]) for side in SIDES}
    kind = board.area_kind(play.title, area)
    play.emit(
        BattleStarted(
            play.state.battles + 1,
            kind,
            area,
            powers[ATTACKER],
            powers[DEFENDER],
            shown[ATTACKER],
            shown[DEFENDER],
            values[ATTACKER],
            values[DEFENDER],
        )
    )
    AREA.set(play, area)
    for side in SIDES:
        POWERS[side].set(play, powers[side])
        FORCES.set(play, _text(position, forces[side]), side)
    STEP.set(play, step)


def conclude(play: Play, battle: Battle, winner: str, how: str) -> None:
    """Close the battle and emit its survivors and losses."""
    position, left = play.position, {}
    for side in SIDES:
        counts = _kept(position, FORCES, side)
        counts.subtract(_kept(position, LOSSES, side))
        left[side] = _show(position, counts)
    kind = board.area_kind(play.title, battle.area)
    play.emit(
        BattleEnded(
            battle.number,
            kind,
            battle.area,
            battle.attacker,
            battle.defender,
            battle.round,
            winner,
            how,
            left[ATTACKER],
            left[DEFENDER],
            LOST.number(position.state, ATTACKER),
            LOST.number(position.state, DEFENDER),
        )
    )


def note_losses(play: Play, since: int) -> None:
    """Add the losses in the events from number `since` on to those of the battle's sides."""
    position, units = play.position, play.title.units
    enemies = board.enemies_of_camp(position, board.camp_on_turn(position))
    lost: Counter[str] = Counter()
    gone: dict[str, Counter[tuple[str, str]]] = {side: Counter() for side in SIDES}
    for event in play.events[since:]:
        if not isinstance(event, (UnitsRemoved, UnitsChanged)) or not event.battle:
            continue
        side = DEFENDER if event.power in enemies else ATTACKER
        row = units[event.unit]
        if isinstance(event, UnitsRemoved):
            lost[side] += event.count * row.worth(event.strength)
            gone[side][event.unit, event.power] += event.count
        elif event.to_strength:
            lost[side] += event.count * (row.worth(event.strength) - row.worth(event.to_strength))
    for side in SIDES:
        if lost[side]:
            LOST.set(play, LOST.number(position.state, side) + lost[side], side)
        if gone[side]:
            LOSSES.set(play, _text(position, gone[side] + _kept(position, LOSSES, side)), side)


def worth(position: Position, stacks: Blocks) -> int:
    """Return the value of the steps of blocks, in the main resource."""
    return sum(position.title.units[key.unit].worth(key.strength) * count for key, count in stacks)


def _named(position: Position, area: str, side: str) -> str:
    """Return the power named for a side: the one on turn or the area's controller, if they fight; else the one with the most steps."""
    steps: Counter[str] = Counter()
    for key, count in fielded(position, area, side):
        steps[key.power] += key.strength * count
    first = position.power if side == ATTACKER else board.controller(position, area)
    order = position.title.order
    return first if first in steps else min(steps, key=lambda power: (-steps[power], order.index(power)))


def _counts(stacks: Blocks) -> Counter[tuple[str, str]]:
    counts: Counter[tuple[str, str]] = Counter()
    for key, count in stacks:
        counts[key.unit, key.power] += count
    return counts


def _sorted(position: Position, counts: Counter[tuple[str, str]]) -> list[tuple[str, int, str]]:
    units, order = list(position.title.units), position.title.order
    ranked = sorted(counts, key=lambda item: (units.index(item[0]), order.index(item[1])))
    return [(unit, counts[unit, power], power) for unit, power in ranked if counts[unit, power] > 0]


def _text(position: Position, counts: Counter[tuple[str, str]]) -> str:
    return show_units(_sorted(position, counts))


def _show(position: Position, counts: Counter[tuple[str, str]]) -> str:
    items = _sorted(position, counts)
    several = len({power for _, _, power in items}) > 1
    return show_units((unit, count, power if several else "") for unit, count, power in items)


def _kept(position: Position, kept: Marker, side: str) -> Counter[tuple[str, str]]:
    return Counter({(item.unit, item.power): item.count for item in parse_units(kept.read(position.state, side))})

"""Fighters that ended the noncombat move at sea because a new carrier will be placed under them.

Sections Noncombat Move/Air Units and Unit Profiles/Fighters: the carrier must then be placed, and a fighter that
has no deck when the mobilize new units phase is over is lost. Carriers bought by riders are not promised to anyone.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.events import UnitsRemoved
from engine.families.axis_allies.board import is_cargo, is_sea, own_stacks
from engine.families.axis_allies.deck import awaits_carriers, free_deck
from engine.families.axis_allies.facilities.factories import own_makers, room, rooms_for
from engine.families.axis_allies.movement.carrier_assignment import seat
from engine.mechanics.profile import profile
from engine.play import Play
from engine.problems import Problem, Rule
from engine.rules import Position

PROMISED_CARRIER = Rule("mobilize/promised-carrier", "Noncombat Move/Air Units")


@dataclass(frozen=True)
class Promises:
    """Fighters that wait for carriers, and the means to build these.

    Attributes:
        waiting: sea zone to the fighters too many for the decks there.
        makers: sea zone to the ready factories that touch it.
        rooms: factory to how many more units it can mobilize.
        carriers: capacities of the carriers bought and not yet placed, largest first.
    """

    waiting: dict[str, int]
    makers: dict[str, tuple[str, ...]]
    rooms: dict[str, int]
    carriers: tuple[int, ...]

    @classmethod
    def of(cls, position: Position) -> Promises:
        """Return the current promises of the power on turn."""
        waiting = waiting_fighters(position)
        if not waiting:
            return cls({}, {}, {}, ())
        rooms = {area: room(position, area) for area in own_makers(position)}
        makers = {zone: tuple(area for area in rooms_for(position, zone, position.power) if area in rooms) for zone in waiting}
        return cls(waiting, makers, rooms, _bought_carriers(position))

    def after(self, position: Position, area: str, counts: dict[str, int], shares: dict[str, int], own: bool) -> Promises:
        """Return the promises once these units, its own or a rider's, have been placed in an area, made by these factories."""
        units, carriers, new = position.title.units, list(self.carriers), 0
        for unit, count in counts.items():
            if size := profile(position, position.power, unit).number("carries-aircraft"):
                for _ in range(count if own else 0):
                    carriers.remove(size)
                new += size * count
            elif units[unit].has("lands-on-carriers"):
                new -= count
        waiting = {zone: count - (new if zone == area else 0) for zone, count in self.waiting.items()}
        rooms = {factory: left - shares.get(factory, 0) for factory, left in self.rooms.items()}
        return Promises({zone: count for zone, count in waiting.items() if count > 0}, self.makers, rooms, tuple(carriers))

    def keeps(self) -> bool:
        """Return whether carriers for all waiting fighters can still be placed (largest first, each by a factory with room)."""
        factories, carriers = list(self.rooms), list(self.carriers)
        wanted: list[list[int]] = []
        for zone, count in self.waiting.items():
            makers = [at for at, area in enumerate(factories) if area in self.makers[zone]]
            while count > 0:
                if not carriers:
                    return False
                count -= carriers.pop(0)
                wanted.append(makers)
        return -1 not in seat(wanted, [max(0, self.rooms[area]) for area in factories])


def waiting_fighters(position: Position) -> dict[str, int]:
    """Return sea zone to the number of the power's fighters that no friendly deck there has room for."""
    title, power = position.title, position.power
    zones = dict.fromkeys(
        key.area
        for key, _ in position.stacks_of(power)
        if title.units[key.unit].cls == "air" and is_sea(title, key.area) and not is_cargo(key)
    )
    waiting = {zone: -free_deck(position, zone, power) for zone in zones}
    return {zone: count for zone, count in waiting.items() if count > 0}


def unkept(position: Position, when: str) -> Problem:
    """Return the problem of fighters that lose the carrier they wait for."""
    waiting = ", ".join(f"{count} in {zone}" for zone, count in waiting_fighters(position).items())
    return PROMISED_CARRIER.broken(
        f"no carrier is left {when}", found=f"fighters waiting: {waiting}", expected="carriers placed under them"
    )


def lose_fighters(play: Play) -> None:
    """Remove the fighters that have no deck at the end of the turn's moves."""
    title, power = play.title, play.position.power
    for zone, count in waiting_fighters(play.position).items():
        for key, have in own_stacks(play.position, zone, power):
            lost = min(count, have)
            if lost and title.units[key.unit].has("lands-on-carriers") and not is_cargo(key):
                play.emit(UnitsRemoved(power, key.unit, lost, zone, key.strength, "no-landing", key.condition))
                count -= lost


def _bought_carriers(position: Position) -> tuple[int, ...]:
    if not awaits_carriers(position):
        return ()
    units = position.title.units
    sizes = [
        profile(position, power, unit).number("carries-aircraft")
        for (power, unit), count in position.state.pool.items()
        for _ in range(count)
        if power == position.power and units[unit].has("carries-aircraft")
    ]
    return tuple(sorted(sizes, reverse=True))

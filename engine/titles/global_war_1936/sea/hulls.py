"""Hits on capital ships that may be more than one (section 15.5); hits of seaplanes (9.6); the fire of vehicles in deserts (1.9)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.events import UnitsChanged
from engine.families.axis_allies.board import is_sea
from engine.families.axis_allies.combat.battle import OpenBattle, standing
from engine.families.axis_allies.combat.casualties import Kind, hit, toll_of
from engine.families.axis_allies.combat.fire import Pools
from engine.families.axis_allies.combat.steps.early_fire import FireOfRank
from engine.families.axis_allies.combat.steps.firing import FireStep
from engine.families.axis_allies.combat.steps.round import Fire
from engine.families.axis_allies.combat.steps.step import FIGHTS, ROUGHLY, UNCHAINED
from engine.families.axis_allies.transports import sink
from engine.mechanics.changes import changed
from engine.rules import Position
from engine.state import Stack
from engine.titles.global_war_1936.land import breakdowns, modifiers
from engine.titles.global_war_1936.tables import figure

if TYPE_CHECKING:
    from engine.play import Play


class Rolled(FireStep):
    """A die for each capital ship that is hit and does not sink: it may take one or two hits more."""

    def _lose(self, play: Play, fight: OpenBattle, chosen: Counter[Kind], which: str = "") -> None:
        before = len(play.events)
        super()._lose(play, fight, chosen, which)
        if play.position.options.get("capital-damage") != "rolled":
            return
        for event in list(play.events[before:]):
            if isinstance(event, UnitsChanged) and _is_capital(play, event):
                self._roll(play, fight, event)

    def _roll(self, play: Play, fight: OpenBattle, event: UnitsChanged) -> None:
        two, three = figure(play.title, "two-hits"), figure(play.title, "three-hits")
        more = tuple((face >= two) + (face >= three) or "" for face in range(1, play.title.dice_sides + 1))
        what = f"damage of {event.count} {event.unit} in {event.area}"
        for die in play.roll(event.count, what, alike=((event.count, more),)):
            key = Stack(event.area, event.power, event.unit, event.to_strength, event.becomes)
            for _ in range(_more(play, event.unit, die)):
                if not play.state.stacks.get(key):
                    break
                hit(play, fight, key, 1, self.word)
                key = key._replace(strength=key.strength - 1)


def _more(play: Play, unit: str, die: int) -> int:
    """Return how many hits more a ship takes; two markers alone do not sink heavy carriers (section 15.5)."""
    two, three = figure(play.title, "two-hits"), figure(play.title, "three-hits")
    spared = play.title.units[unit].has("floats-on-two") and die < three
    return (die >= two) + (die >= three) - spared * (die >= two)


def _is_capital(play: Play, event: UnitsChanged) -> bool:
    return bool(event.to_strength) and play.title.units[event.unit].has("capital")


def bear(play: Play, ship: Stack, hits: int = 1) -> int:
    """Return what strength hits outside a battle leave one ship, 0 when it sinks: a capital ship rolls a die for each (section 15.5)."""
    rolls = play.position.options.get("capital-damage") == "rolled" and play.title.units[ship.unit].has("capital")
    left = ship.strength
    for _ in range(hits):
        left -= 1
        if rolls and left > 0:
            left -= _more(play, ship.unit, play.roll(1, f"damage of 1 {ship.unit} in {ship.area}")[0])
    return max(0, left)


def strike(play: Play, ship: Stack, cause: str) -> Stack | None:
    """Hit one ship outside a battle; return what is left of it, nothing when it sinks."""
    left = bear(play, ship)
    if not left:
        sink(play, ship, 1, cause)
        return None
    play.emit(changed(ship, 1, "hit", to_strength=left))
    return ship._replace(strength=left)


class Sanded(FireStep):
    """Fire after which vehicles that have broken down in the desert are counted (section 1.9)."""

    def pools(self, play: Play, fight: OpenBattle) -> Pools:
        """Roll the dice, and count."""
        before = len(play.events)
        pools = super().pools(play, fight)
        breakdowns.note(play, fight, play.events[before:])
        return pools


FEW = "few"
"""The pool of hits of seaplanes."""


class Spotted(FireStep):
    """Hits of seaplanes strike submarines, and transports only where nothing else is left (sections 9.6, 12.2)."""

    def _suffer_others(self, play: Play, fight: OpenBattle, pools: Pools) -> str:
        return super()._suffer_others(play, fight, _counting(play.position, fight, self.suffers, pools))

    def _settle(self, play: Play, fight: OpenBattle, pools: Pools) -> None:
        super()._settle(play, fight, _counting(play.position, fight, self.suffers, pools))


def _counting(position: Position, fight: OpenBattle, side: str, pools: Pools) -> Pools:
    """Return the hits that count: of those of seaplanes as many as there are submarines, more when all but transports are lost."""
    if not pools.get(FEW):
        return pools
    units, there = position.title.units, standing(position, fight.area, side)
    boats = sum(n for key, n in there if units[key.unit].has("submarine"))
    counting = {pool: min(n, boats) if pool == FEW else n for pool, n in pools.items()}
    counting = {pool: n for pool, n in counting.items() if n}
    others = sum(n * key.strength for key, n in there if not units[key.unit].has("transport"))
    return pools if toll_of(position, fight.area, side, counting).warships >= others else counting


class RolledFire(Spotted, Rolled, Sanded, Fire):
    """The ordinary fire of a side."""

    odds = ROUGHLY

    def chained(self, position: Position, fight: OpenBattle) -> str:
        """The chain fires on land, where no dice are counted and nothing takes more hits than one."""
        return plain_fire(position, fight)


class RolledRank(Rolled, Sanded, FireOfRank):
    """The fire of units that fire before the others."""

    odds = ROUGHLY

    def chained(self, position: Position, fight: OpenBattle) -> str:
        """The chain fires on land, where no dice are counted and nothing takes more hits than one."""
        return plain_fire(position, fight)


def plain_fire(position: Position, fight: OpenBattle) -> str:
    """Return whether the chain of odds knows the fire in a battle: not at sea, over works of the first round, or where dice are counted."""
    title, area = position.title, fight.area
    works = not fight.round and modifiers.works_met(position, area)
    return UNCHAINED if is_sea(title, area) or works or modifiers.counted(position, area) else FIGHTS

"""Ships that slip away as sea combat begins (Sea and Air Technology: Naval Radar).

Each defending power with the technology is asked once. A power that tries rolls one die for all its ships; aircraft on
its carriers go along. Scrambled aircraft and other powers' units stay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import DiceRolled, UnitsMoved
from engine.families.axis_allies.board import Stacks, condition_of, is_cargo, is_open, is_sea, stacks_in
from engine.families.axis_allies.combat import assault
from engine.families.axis_allies.combat.battle import DEFENDER, OpenBattle, fighting
from engine.families.axis_allies.combat.ending import Verdict, tell
from engine.families.axis_allies.combat.steps.step import ASIDE, ON, OVER, Step, wait
from engine.families.axis_allies.movement.movement_limits import ban_on
from engine.families.axis_allies.orders import Evade
from engine.families.axis_allies.technology import effect
from engine.families.axis_allies.transports import sail
from engine.families.axis_allies.vocabulary import SCRAMBLED
from engine.orders import Order
from engine.problems import Problem, Rule
from engine.rules import Pending, Position
from engine.titles.global_1939.vocabulary import ASKED_TO_EVADE

if TYPE_CHECKING:
    from engine.play import Play

SECTION = "Air Technology"

ZONE = Rule("evade/zone", SECTION)


def evader(position: Position, fight: OpenBattle) -> str:
    """Return the next power that may try to slip away, empty if there is none."""
    if not position.title.technologies:
        return ""
    asked = ASKED_TO_EVADE.words(position.state)
    there = {key.power for key, _ in fighting(position, fight.area, DEFENDER)} - set(asked)
    able = (power for power in position.title.order if power in there and _fleet(position, fight.area, power))
    return next((power for power in able if effect(position, power, "evades") and havens(position, fight, power)), "")


def havens(position: Position, fight: OpenBattle, power: str) -> list[str]:
    """Return the adjacent zones that a power's ships may slip away into: open to them, without an enemy."""
    found = []
    for zone, link in sorted(position.title.neighbours[fight.area].items()):
        enemies = position.enemies_of(power)
        free = is_sea(position.title, zone) and not any(key.power in enemies for key, _ in stacks_in(position, zone))
        if free and is_open(position, link, power) and not ban_on(position, power, "sea", zone):
            found.append(zone)
    return found


def _fleet(position: Position, zone: str, power: str) -> Stacks:
    """Return a power's defending ships, and its aircraft that are not from a base; nothing when it has no ship."""
    there = fighting(position, zone, DEFENDER)
    mine = [(key, n) for key, n in there if key.power == power and SCRAMBLED not in condition_of(key).words]
    return mine if any(position.title.units[key.unit].cls == "sea" for key, _ in mine) else []


def check_evade(position: Position, order: Evade, fight: OpenBattle) -> list[Problem]:
    """Return what is wrong with the zone that ships would slip away to."""
    places = havens(position, fight, evader(position, fight))
    if order.to in ("", *places):
        return []
    return [ZONE.broken("ships slip away into an adjacent zone without an enemy", found=order.to, expected=", ".join(places))]


def evade(play: Play, fight: OpenBattle, order: Evade) -> bool:
    """Try to slip away, if the order names a zone; return whether no defender is left."""
    power = evader(play.position, fight)
    ASKED_TO_EVADE.set(play, f"{ASKED_TO_EVADE.read(play.state)} {power}".strip())
    if not order.to:
        return False
    limit = effect(play.position, power, "evades")
    (die,) = play.roll(1, f"{power} tries to slip away from {fight.area}: {limit} or less")
    sides, escaped = play.title.dice_sides, die <= limit
    ship = _fleet(play.position, fight.area, power)[0][0].unit
    play.emit(DiceRolled(fight.number, fight.area, power, DEFENDER, "evasion", 0, ship, limit, (die,), int(escaped), limit / sides))
    if escaped:
        _leave(play, fight.area, order.to, power)
    return not fighting(play.position, fight.area, DEFENDER)


def _leave(play: Play, zone: str, to: str, power: str) -> None:
    for key, count in _fleet(play.position, zone, power):
        if is_cargo(key):
            continue
        if play.title.units[key.unit].cls == "sea":
            sail(play, key, count, (zone, to), condition_of(key), "evasion")
        else:
            _, owner, unit, strength, condition = key
            play.emit(UnitsMoved(owner, unit, count, zone, to, strength, "evasion", condition, condition, (zone, to)))


class Evasion(Step):
    """Defending ships may slip away before a battle at sea (Naval Radar)."""

    slug, takes = "evade", (Evade,)
    odds = ASIDE

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Ask the next power that may try."""
        asks = fight.kind == "sea" and evader(play.position, fight)
        return wait(play, self.slug) if asks else ON

    def pending(self, position: Position, fight: OpenBattle) -> Pending:
        """Return the choice of a zone, if there is one."""
        return Pending("evade", evader(position, fight), (Evade,), Evade(), Evade())

    def check(self, position: Position, fight: OpenBattle, order: Order) -> list[Problem]:
        """Return what is wrong with the zone."""
        assert isinstance(order, Evade)
        return check_evade(position, order, fight)

    def answer(self, play: Play, fight: OpenBattle, order: Order) -> str:
        """Let ships try; if no defender is left, there was no combat."""
        assert isinstance(order, Evade)
        if not evade(play, fight, order):
            return self.slug
        tell(play, fight, Verdict("none", "evaded"))
        assault.occupy(play)
        return OVER

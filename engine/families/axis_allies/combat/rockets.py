"""Rockets: guns, or bases, that fire at a facility from afar (Air Technology).

They fire in the step of strategic bombing raids, before any other battle of the turn; each gun once a turn, at a
factory, or a base that is named, within the range of its ability. `[rockets]` of title.toml may limit them further
(`Rockets`). Recorded as a raid without bombers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.events import BattleEnded, BattleStarted, DiceRolled
from engine.families.axis_allies.board import Stacks, condition_of, held_all_turn, is_cargo, own_stacks
from engine.families.axis_allies.combat import paid_damage
from engine.families.axis_allies.combat.battle import ATTACKER, lead_defender
from engine.families.axis_allies.combat.conduct_combat import UNKNOWN, ConductCombat
from engine.families.axis_allies.combat.damage import damage
from engine.families.axis_allies.combat.steps.step import EXACTLY
from engine.families.axis_allies.directed_research import is_off
from engine.families.axis_allies.facilities.facilities import works
from engine.families.axis_allies.facilities.raids import facility_in, is_raidable
from engine.families.axis_allies.movement.routes import NOWHERE, air_distance
from engine.families.axis_allies.orders import Battle, Rocket
from engine.families.axis_allies.politics.relations import pact_on
from engine.families.axis_allies.transports import change
from engine.families.axis_allies.vocabulary import CAPTURED, FIRED_ROCKETS, LOADED, MOVED, PAST_RAIDS, ROCKETED
from engine.forces import show_units
from engine.mechanics.profile import profile_of
from engine.orders import Order, PowerName, unknown_names
from engine.problems import FATAL, Problem, Rule
from engine.rules import Pending, Position
from engine.state import Stack
from engine.title.model import Title
from engine.title.settings import setting

if TYPE_CHECKING:
    from engine.play import Play

SECTION = "Air Technology"
BEFORE_BATTLES = ("scramble", "kamikaze")
"""Decisions that come before the battles of a turn."""

GUNS = Rule("rockets/guns", SECTION, FATAL)
FACTORY = Rule("rockets/factory", SECTION, FATAL)
PACT = Rule("rockets/pact", "Non-Aggression Pact")
RANGE = Rule("rockets/range", SECTION)
SEQUENCE = Rule("rockets/sequence", SECTION)
ONE_AREA = Rule("rockets/one-area", SECTION, FATAL)
ONE_TARGET = Rule("rockets/one-target", SECTION, FATAL)
IN_ALL = Rule("rockets/in-all", SECTION, FATAL)


class Rockets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[rockets]`: how many guns of an area fire in a turn, how often a factory is fired at; guns that fired do not move in that turn.

    `each_target` and `in_all` (how many rockets a power fires in a turn) are any number where they are 0. Where `barred_by` names
    nations, rockets neither fly over nor hit areas of theirs, nor of powers at peace.
    """

    each_area: int
    each_target: int
    source: str
    in_all: int = 0
    barred_by: tuple[PowerName, ...] = ()


class RocketCombat(ConductCombat):
    """Combat with rockets, which come before its other battles."""

    odds = EXACTLY
    takes = (*ConductCombat.takes, Rocket)

    def offers(self, position: Position) -> tuple[type[Order], ...]:
        """Return the orders that mean something in this game: without technologies no rockets."""
        kinds = super().offers(position)
        return tuple(kind for kind in kinds if kind is not Rocket) if is_off(position) else kinds

    def pending(self, position: Position) -> Pending | None:
        """Return the pending decision; one that comes before the battles lets rockets be fired first."""
        due = super().pending(position)
        if due is None or position.state.battle or Rocket not in self.offers(position) or not _any_ready(position):
            return due
        return msgspec.structs.replace(due, takes=(*due.takes, Rocket)) if due.what in BEFORE_BATTLES else due

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order."""
        if isinstance(order, Rocket):
            if wrong := unknown_names(order, position.title):
                return [UNKNOWN.broken(message, found=getattr(order, field), expected="a known name") for field, message in wrong]
            return check_rocket(position, order)
        return super().check(position, order)

    def carry_out(self, play: Play, order: Order) -> None:
        """Fire rockets, or fight on as far as the next decision."""
        if isinstance(order, Rocket):
            launch(play, order)
            return
        if isinstance(order, Battle) and not order.raid and Rocket in self.offers(play.position) and not PAST_RAIDS.read(play.state):
            PAST_RAIDS.emit(play, "yes")
        super().carry_out(play, order)


def launchers(position: Position, area: str) -> Stacks:
    """Return the power's guns in an area that can still fire rockets in this turn: none aboard a ship.

    Where rockets are limited, none that has moved or was captured in this turn either.
    """
    barred = {FIRED_ROCKETS} if limits_of(position.title) is None else {FIRED_ROCKETS, MOVED, LOADED, CAPTURED}
    own = own_stacks(position, area, position.power)
    return [
        (key, n)
        for key, n in own
        if profile_of(position, key).has("rockets")
        and not is_cargo(key)
        and barred.isdisjoint(condition_of(key).words)
        and _is_ready(position, key)
    ]


def _any_ready(position: Position) -> bool:
    return not PAST_RAIDS.read(position.state) and any(launchers(position, area) for area in position.board)


def _is_ready(position: Position, key: Stack) -> bool:
    """Whether guns may fire; bases do when they work, and stood in the power's hands as the turn began."""
    return position.title.units[key.unit].cls != "facility" or (works(position, key) and held_all_turn(position, key.area, key.power))


def _distance(position: Position, area: str, at: str) -> int:
    limits = limits_of(position.title)
    if limits is None or not limits.barred_by:
        return air_distance(position.title, area, at)
    owners = ((place, owner) for place, owner in position.state.control.items() if owner and owner != position.power)
    closed = {place for place, owner in owners if owner in limits.barred_by or position.relation(position.power, owner) == "peace"}
    return air_distance(position.title, area, at, frozenset(closed) or NOWHERE)


def check_rocket(position: Position, order: Rocket) -> list[Problem]:
    """Return what is wrong with firing rockets."""
    guns, problems = launchers(position, order.area), []
    if sum(n for _, n in guns) < order.guns:
        problems.append(
            GUNS.broken(
                f"too few guns in {order.area} can fire rockets",
                found=str(order.guns),
                expected=f"at most {sum(n for _, n in guns)}",
            )
        )
    facility = facility_in(position, order.at, order.target)
    if facility is None or not is_raidable(position.title.units[facility.unit]):
        what = order.target or "factory"
        problems.append(FACTORY.broken(f"rockets are fired at an enemy {what}", found=order.at, expected="an area with one"))
    if pact_on(position, position.power, order.at):
        problems.append(PACT.broken("a pact protects the target of the rockets", found=order.at, expected="another area"))
    reach = max((profile_of(position, key).number("rockets") for key, _ in guns), default=0)
    far = _distance(position, order.area, order.at)
    if guns and far > reach:
        problems.append(RANGE.broken(f"{order.at} is out of range of {order.area}", found=str(far), expected=f"at most {reach} spaces"))
    if PAST_RAIDS.read(position.state):
        problems.append(
            SEQUENCE.broken(
                "rockets are fired in the step of strategic bombing raids",
                found="after another battle",
                expected="before it",
            )
        )
    return problems + _check_limits(position, order)


def limits_of(title: Title) -> Rockets | None:
    """Return a title's limits of rockets; None where any number of guns fires, at any factory, and moves on."""
    return setting(title, "rockets", Rockets)


def _check_limits(position: Position, order: Rocket) -> list[Problem]:
    """Return what is wrong with rockets by the title's limits, if it has them."""
    limits, problems = limits_of(position.title), []
    if limits is None:
        return []
    fired = sum(n for key, n in own_stacks(position, order.area, position.power) if FIRED_ROCKETS in condition_of(key).words)
    if fired + order.guns > limits.each_area:
        message = f"no more guns of {order.area} fire rockets in a turn"
        problems.append(ONE_AREA.broken(message, found=str(fired + order.guns), expected=f"at most {limits.each_area}"))
    if limits.each_target and ROCKETED.number(position.state, order.at) + order.guns > limits.each_target:
        message = f"no more rockets are fired at {order.at} in a turn"
        problems.append(ONE_TARGET.broken(message, found=str(order.guns), expected=f"at most {limits.each_target} in all"))
    fired = sum(int(number) for _, number in ROCKETED.entries(position.state))
    if limits.in_all and fired + order.guns > limits.in_all:
        message = "no more rockets are fired in a turn"
        problems.append(IN_ALL.broken(message, found=str(fired + order.guns), expected=f"at most {limits.in_all}"))
    return problems


def launch(play: Play, order: Rocket) -> None:
    """Fire the rockets: a die of damage each."""
    position, power, left, limits = play.position, play.position.power, order.guns, limits_of(play.title)
    words = (FIRED_ROCKETS, MOVED) if limits else (FIRED_ROCKETS,)
    number, defender = position.state.battles + 1, lead_defender(position, order.at)
    facility = facility_in(position, order.at, order.target)
    assert facility is not None
    text = show_units([(launchers(position, order.area)[0][0].unit, order.guns)])
    play.emit(BattleStarted(number, "raid", order.at, power, defender, text, ""))
    dice = play.roll(order.guns, f"rockets from {order.area} at {order.at}")
    for key, n in launchers(position, order.area):
        taken = min(n, left)
        left -= taken
        change(play, key, taken, condition_of(key).having(*words), FIRED_ROCKETS)
    points = [paid_damage.most(play.title, order.at, die) for die in dice]
    faces = range(1, play.title.dice_sides + 1)
    expected = sum(paid_damage.most(play.title, order.at, face) for face in faces) / len(faces) * order.guns
    unit = text.split()[-1]
    play.emit(DiceRolled(number, order.at, power, ATTACKER, "rockets", 0, unit, 0, dice, 0, expected))
    done = damage(play, order.at, number, sum(points), facility)
    if limits:
        ROCKETED.add(play, order.guns, order.at)
    play.emit(BattleEnded(number, "raid", order.at, power, defender, 0, ATTACKER, "rockets", text, "", damage=done))

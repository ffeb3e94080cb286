"""Changes to a board before it is played on, in the words of a log: `see` lines are made true, `do` lines are carried out."""

from __future__ import annotations

from engine.condition import parse_condition
from engine.errors import SitrepError
from engine.events import ControlChanged, ResourceChanged, UnitsPlaced, UnitsRemoved
from engine.forces import parse_units
from engine.mechanics.profile import profile_in
from engine.observations import Bank, Observation, Owner, Units
from engine.orders import Order
from engine.play import Play

Change = Observation | Order
CAUSE = "observed"
"""The cause of events that make an observation true."""

WHY = {
    "points": "the rules count points by what is held and done; change the owners or the units that they come from",
    "winner": "who has won follows from the board; change what makes a winner, or add the order 'concede'",
}
"""Observation to why it cannot be made true by itself."""


def change(play: Play, wanted: Change) -> None:
    """Make an observation true, or carry an order out.

    Raises:
        SitrepError: such an observation is no change of the board, or some of the units cannot be taken away.
        IllegalOrder: the order breaks a rule here.
    """
    if isinstance(wanted, Order):
        play.submit(wanted)
    elif isinstance(wanted, Bank):
        _bank(play, wanted)
    elif isinstance(wanted, Owner):
        play.emit(ControlChanged(wanted.area, play.state.control.get(wanted.area, ""), wanted.power, CAUSE))
    elif isinstance(wanted, Units):
        _units(play, wanted)
    else:
        found = str(wanted.__struct_config__.tag)
        why = f" ({WHY[found]})" if found in WHY else ""
        raise SitrepError(f"a board cannot be changed by a line of 'see' {found!r}{why}; expected bank, owner or units")


def _bank(play: Play, wanted: Bank) -> None:
    resource = wanted.resource or play.title.resource
    before = play.state.resources.get((wanted.power, resource), 0)
    play.emit(ResourceChanged(wanted.power, resource, wanted.amount - before, wanted.amount, CAUSE))


def _units(play: Play, wanted: Units) -> None:
    """Make these all the units of a power in an area; those that stay keep their condition, and those added are fresh."""
    target: dict[str, int] = {}
    for item in parse_units(wanted.units):
        target[item.unit] = target.get(item.unit, 0) + item.count
    there = [(key, count) for key, count in play.position.stacks(wanted.area) if key.power == wanted.power]
    for unit in sorted({key.unit for key, _ in there} | set(target)):
        have = sum(count for key, count in there if key.unit == unit)
        if have < target.get(unit, 0):
            strength = max(1, profile_in(play.title, play.state, wanted.power, unit).strength)
            play.emit(UnitsPlaced(wanted.power, unit, target[unit] - have, wanted.area, strength, CAUSE))
        surplus = max(0, have - target.get(unit, 0))
        for key, count in sorted(((k, n) for k, n in there if k.unit == unit), key=lambda one: len(one[0].condition)):
            taken = min(count, surplus)
            if not taken:
                continue
            if target and _tied(key.condition):
                raise SitrepError(
                    f"{wanted.area}: {unit} of {wanted.power} is {key.condition!r}; expected units that neither carry others nor "
                    "are carried: list none at all, or play on from before they went aboard"
                )
            surplus -= taken
            play.emit(UnitsRemoved(wanted.power, unit, taken, wanted.area, key.strength, CAUSE, key.condition))


def _tied(condition: str) -> bool:
    parsed = parse_condition(condition)
    return parsed.aboard or bool(parsed.cargo)

"""Making an observation true: what a board is set right by, in a record and before a game is played on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.condition import parse_condition
from engine.errors import SitrepError
from engine.events import ControlChanged, Event, FacilityChanged, ResourceChanged, TechAdvanced, UnitsChanged, UnitsPlaced, UnitsRemoved
from engine.forces import BlockCount, parse_blocks
from engine.mechanics.profile import profile_in
from engine.observations import Bank, Damage, Observation, Owner, Technology, Units
from engine.play import Play
from engine.state import Stack

CAUSE = "observed"
"""The cause of events that make an observation true."""

SETTABLE: tuple[type[Observation], ...] = (Bank, Owner, Units, Damage, Technology)
"""The observations that can be made true."""

WHY = {
    "points": "the rules count points by what is held and done; change the owners or the units that they come from",
    "winner": "who has won follows from the board; change what makes a winner, or add the order 'concede'",
}
"""Observation to why it cannot be made true by itself."""


def set_right(play: Play, wanted: Observation) -> None:
    """Change the board so that an observation is true; nothing is emitted where it is.

    Raises:
        SitrepError: such an observation is no change of the board, or some of the units cannot be taken away.
    """
    if isinstance(wanted, Bank):
        _bank(play, wanted)
    elif isinstance(wanted, Owner):
        _owner(play, wanted)
    elif isinstance(wanted, Units):
        _units(play, wanted)
    elif isinstance(wanted, Damage):
        _damage(play, wanted)
    elif isinstance(wanted, Technology):
        _technology(play, wanted)
    else:
        raise SitrepError(misfit(wanted))


def misfit(wanted: Observation) -> str:
    """Return why an observation cannot be made true; empty when it can."""
    if isinstance(wanted, SETTABLE):
        return ""
    found = str(wanted.__struct_config__.tag)
    why = f" ({WHY[found]})" if found in WHY else ""
    return f"a board cannot be changed by a line of {found!r}{why}; expected bank, owner, units, damage or technology"


def _bank(play: Play, wanted: Bank) -> None:
    resource = wanted.resource or play.title.resource
    more = wanted.amount - play.state.resources.get((wanted.power, resource), 0)
    if more:
        play.emit(ResourceChanged(wanted.power, resource, more, wanted.amount, CAUSE))


def _owner(play: Play, wanted: Owner) -> None:
    before = play.state.control.get(wanted.area, "")
    if before != wanted.power:
        play.emit(ControlChanged(wanted.area, before, wanted.power, CAUSE))


def _technology(play: Play, wanted: Technology) -> None:
    if play.state.techs.get((wanted.power, wanted.technology), 0) != wanted.level:
        play.emit(TechAdvanced(wanted.power, wanted.technology, wanted.level, CAUSE))


def _damage(play: Play, wanted: Damage) -> None:
    found = wanted.facilities(play.title, play.state)
    if wanted.unit not in ("", *found) or (not wanted.unit and len(found) != 1):
        told = f"{', '.join(found)} that can be damaged; name one of these as 'unit'" if found else "nothing that can be damaged"
        raise SitrepError(f"{wanted.area}: found {told}")
    unit = wanted.unit or found[0]
    more = wanted.points - play.state.damage.get((wanted.area, unit), 0)
    if more:
        power = play.state.control.get(wanted.area, "")
        play.emit(FacilityChanged(wanted.area, unit, power, "damaged" if more > 0 else "repaired", more, wanted.points))


def _units(play: Play, wanted: Units) -> None:
    """Make these all the units of a power in an area; those that stay keep their condition, and those added are fresh."""
    items = parse_blocks(wanted.units)
    target = Counter[str]()
    for item in items:
        target[item.unit] += item.count
    there = _there(play, wanted)
    made = list[Event]()
    for unit in sorted({key.unit for key, _ in there} | set(target)):
        have = sum(count for key, count in there if key.unit == unit)
        if have < target[unit]:
            made.append(_added(play, wanted, unit, target[unit] - have))
        else:
            made += _taken(play, wanted, unit, have - target[unit], bool(items))
    for event in made:  # nothing is changed if some of it cannot be
        play.emit(event)
    _strengths(play, wanted, items)
    for event in play.rules.relisted(play.position, wanted.area):
        play.emit(event)


def _there(play: Play, wanted: Units) -> list[tuple[Stack, int]]:
    return [(key, count) for key, count in play.position.stacks(wanted.area) if key.power == wanted.power]


def _added(play: Play, wanted: Units, unit: str, count: int) -> Event:
    if why := play.rules.kept_out(wanted.area, unit):
        raise SitrepError(f"{wanted.area}: {why}")
    strength = max(1, profile_in(play.title, play.state, wanted.power, unit).strength)
    condition = play.rules.condition_put(play.position, wanted.area, unit)
    return UnitsPlaced(wanted.power, unit, count, wanted.area, strength, CAUSE, condition)


def _taken(play: Play, wanted: Units, unit: str, surplus: int, some_stay: bool) -> Iterator[Event]:
    """Yield the events that take units away, those first that neither carry nor are carried."""
    there = [(key, count) for key, count in _there(play, wanted) if key.unit == unit]
    for key, count in sorted(there, key=lambda one: (_tied(one[0].condition), len(one[0].condition))):
        taken = min(count, surplus)
        if not taken:
            return
        if some_stay and _tied(key.condition) and not play.rules.relists:
            raise SitrepError(
                f"{wanted.area}: {unit} of {wanted.power} is {key.condition!r}; expected units that neither carry others nor "
                "are carried: list none at all, or play on from before they went aboard"
            )
        surplus -= taken
        yield UnitsRemoved(wanted.power, unit, taken, wanted.area, key.strength, CAUSE, key.condition)


def _tied(condition: str) -> bool:
    parsed = parse_condition(condition)
    return parsed.aboard or bool(parsed.cargo)


def _strengths(play: Play, wanted: Units, items: tuple[BlockCount, ...]) -> None:
    """Give units the strengths that are named (`battleship@1`); where a list names one of a type, the others of it are whole."""
    for unit in {item.unit for item in items if item.strength}:
        whole = profile_in(play.title, play.state, wanted.power, unit).strength
        missing = Counter[int]()
        for item in items:
            if item.unit == unit:
                missing[item.strength or whole] += item.count
        spare = list[Stack]()
        for key, count in _there(play, wanted):
            if key.unit == unit:
                kept = min(count, missing[key.strength])
                missing[key.strength] -= kept
                spare += [key] * (count - kept)
        for key, strength in zip(spare, sorted(missing.elements()), strict=True):
            same = key.condition
            play.emit(UnitsChanged(key.power, unit, 1, key.area, key.strength, same, to_strength=strength, becomes=same, cause=CAUSE))

"""What the hits of a recorded roll may strike, also where the record does not say which unit types rolled the dice.

TripleA rolls all types of one strength together, and texts tell only how many dice of a list of units hit. On land that does not
matter, since all strike the same. At sea what such a roll may strike is known if all that can have rolled it strike the same of what
is there, or if those of one kind are as many as its dice: units that strike differently fire apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine import events as ev
from engine.odds.fighters import number_of, struck_by, takes
from engine.odds.states import Army, Mask
from engine.title.model import Unit


def struck(army: Army, counts: Sequence[int], foes: Sequence[int], roll: ev.DiceRolled, low_luck: bool) -> Mask:
    """Return the slots of the other side that the hits of a roll may strike.

    Args:
        army: whose dice they are. counts, foes: the units in each slot of its side and of the other. low_luck: the target is not that
            of a type but what is left of the sum of all.

    Raises:
        LookupError: dice of units that do not fight here, or whose units cannot be told.
    """
    if not army.at_sea and not roll.unit:
        return (True,) * len(army.foes.slots)
    able = [
        (slot.unit, n)
        for slot, n in zip(army.side.slots, counts, strict=True)
        if (n or roll.unit) and _can_roll(slot.unit, army.side.side, roll, low_luck)
    ]
    hunted = any(slot.unit.has("destroyer") and n for slot, n in zip(army.side.slots, counts, strict=True))
    dice: Counter[Mask] = Counter()
    full: dict[Mask, Mask] = {}
    for unit, n in able:
        mask = struck_by(unit, army.at_sea, hunted, army.foes)
        here = tuple(strikes and bool(foe) for strikes, foe in zip(mask, foes, strict=True))
        dice[here] += n
        full[here] = tuple(one or other for one, other in zip(mask, full.get(here, mask), strict=True))
    if len(full) > 1:
        full = {here: mask for here, mask in full.items() if dice[here] == len(roll.dice)}
    if len(full) != 1:
        raise LookupError(f"battle {roll.battle}, round {roll.round}: whose dice hit on {roll.target} is not known")
    return next(iter(full.values()))


def _can_roll(unit: Unit, side: str, roll: ev.DiceRolled, low_luck: bool) -> bool:
    """Return whether a unit type can have rolled dice, with or without support."""
    if roll.unit:
        return unit.unit == roll.unit
    number = number_of(unit, side)
    more = 1 if takes(unit) else 0
    return number > 0 and (low_luck or not roll.target or 0 <= roll.target - number <= more)

"""Strategic resources: without an oil centre a power loses a die of income, taking one gains dice (global-1939, Strategic Centers)."""

from __future__ import annotations

import msgspec

from engine.events import ResourceChanged
from engine.families.axis_allies.board import is_capital_held
from engine.families.axis_allies.economy.fees import owe
from engine.families.axis_allies.facilities.factories import purse
from engine.families.axis_allies.vocabulary import WINDFALL
from engine.play import Play
from engine.rules import Position
from engine.title.settings import setting

GAIN, SHORTAGE = "windfall", "shortage"
"""The causes of a gain for taking a centre, of its owner's payment, and of the loss without a centre."""


class Oil(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`region` holds the centres; powers that `share` them count as one, whose first member that has an income bears the loss.

    Powers that are `spared`, with the option of `spared_when` (its slug, its value), bear none.
    With the option of `lent_when` (its slug, its value) the centres of nations `lent` count for the powers named, unless they are at war.
    """

    region: str
    share: tuple[tuple[str, ...], ...]
    source: str
    lent: dict[str, str] = {}
    lent_when: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()
    spared_when: tuple[str, ...] = ()


def partners(rules: Oil, power: str) -> tuple[str, ...]:
    """Return the powers that share their centres with a power, itself among them."""
    return next((group for group in rules.share if power in group), (power,))


def has_oil(position: Position, power: str) -> bool:
    """Return whether a power or one that shares with it controls a centre (always true if the title has none)."""
    rules = setting(position.title, "oil", Oil)
    if rules is None:
        return True
    together = partners(rules, power)
    if rules.lent_when and position.options.get(rules.lent_when[0]) == rules.lent_when[1]:
        together += tuple(nation for nation, to in rules.lent.items() if to in together and position.relation(nation, to) != "war")
    return any(position.state.control.get(area) in together for area in position.title.regions.get(rules.region, ()))


def shortage(play: Play, power: str, income: int) -> None:
    """Deduct a die from the income that a power has just collected if it has no oil."""
    rules = setting(play.title, "oil", Oil)
    if (
        rules is None
        or income <= 0
        or _is_spared(play.position, rules, power)
        or _bearer(play.position, rules, power) != power
        or has_oil(play.position, power)
    ):
        return
    # Income paid at the start of the turn may already be spent.
    left = min(income, purse(play.position, power, play.title.resource))
    lost = min(left, sum(play.roll(1, f"{power} has no oil centre")))
    _change(play, power, -lost, SHORTAGE)


def _is_spared(position: Position, rules: Oil, power: str) -> bool:
    return power in rules.spared and position.options.get(rules.spared_when[0]) == rules.spared_when[1]


def _bearer(position: Position, rules: Oil, power: str) -> str:
    """Return which of a power and its oil partners bears their loss: the first that holds its capital."""
    return next((one for one in partners(rules, power) if is_capital_held(position, one)), power)


def windfalls(play: Play, power: str) -> None:
    """Pay a power for the centres it took this turn: a die for each IPC of the area, once per game.

    Only centres originally owned by another power that takes turns count; that power pays the same amount when its next
    turn begins.
    """
    rules = setting(play.title, "oil", Oil)
    for area in play.title.regions.get(rules.region, ()) if rules else ():
        owner = play.title.areas[area].original_owner
        taken = play.state.control.get(area) == power and play.state.turn_control.get(area) != power
        if not taken or owner == power or owner not in play.title.turns or WINDFALL.read(play.state, area):
            continue
        dice = play.roll(play.title.areas[area].value, f"oil of {area}")
        WINDFALL.emit(play, "yes", area)
        _change(play, power, sum(dice), GAIN, owner, area)
        owe(play, owner, sum(dice), GAIN)


def _change(play: Play, power: str, delta: int, cause: str, counterparty: str = "", area: str = "") -> None:
    if delta:
        resource = play.title.resource
        balance = purse(play.position, power, resource) + delta
        play.emit(ResourceChanged(power, resource, delta, balance, cause, counterparty, area))

"""The collect income phase (section Phase 6: Collect Income).

A power collects the values of the areas it controls, its riders those of their homes. title.toml may replace this by a
table (`schedule.py`), a fixed income while neutral (`relations.py`), a levy and a road (`levy.py`), units for areas (`muster.py`).
Neutrals' tribute, dice of a technology (effect `income-dice`), national objectives (`objectives.py`) and oil (`oil.py`) come after it.
"""

from __future__ import annotations

import msgspec

from engine.events import ResourceChanged
from engine.families.axis_allies import directed_research
from engine.families.axis_allies.economy import levy, objectives, oil
from engine.families.axis_allies.economy.accounts import account_of, accounts, solvent
from engine.families.axis_allies.economy.convoys import convoy_losses
from engine.families.axis_allies.economy.muster import muster_of
from engine.families.axis_allies.politics import schedule
from engine.families.axis_allies.politics.relations import curbs, is_neutral
from engine.families.axis_allies.technology import effect
from engine.play import Play
from engine.rules import Phase, Position
from engine.title.settings import setting_rows


class Tribute(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """While power `slug` is neutral, `to` collects `amount` for it each turn; the neutral pays nothing.

    With `value` it collects the value of the areas that `slug` holds, while the two are not at war with each other.
    """

    slug: str
    to: str
    source: str
    amount: int = 0
    value: bool = False


def production(position: Position, power: str) -> int:
    """Return a power's national production level: the sum of the values of the areas it controls."""
    areas = position.title.areas
    return sum(areas[area].value for area, holder in position.state.control.items() if holder == power)


def incomes(position: Position, power: str) -> dict[str, int]:
    """Return account to the current income of a power and its riders, in the main resource."""
    title, control = position.title, position.state.control
    found = dict.fromkeys(accounts(title, power), 0)
    for area, holder in control.items():
        if holder == power:
            found[account_of(title, area, power)] += title.areas[area].value
    return found | {power: _own(position, power, found[power])}


def _own(position: Position, power: str, value: int) -> int:
    curb, table = curbs(position, power), schedule.schedule_of(position, power)
    if muster_of(position.title, power):
        return 0
    if curb and curb.income >= 0:
        return curb.income
    if table:
        return schedule.scheduled(position, power, table)
    return levy.road_income(position, power) if levy.rules(position, power) else value


class CollectIncome(Phase):
    """The power on turn is paid its production, and so are its riders; who has lost its capital is not."""

    slug = "collect-income"
    automatic = True

    def open(self, play: Play) -> None:
        """Pay the income, with its additions and deductions."""
        directed_research.put_to_use(play)
        power, resource = play.position.power, play.title.resource
        income = incomes(play.position, power)
        able = solvent(play.position, power)
        for account, amount in income.items():
            if account in able and (account != power or not schedule.is_early(play.position, power)):
                _pay(play, account, resource, amount, "income")
                _lose(play, account, resource, convoy_losses(play, account))
        if power in able:
            _pay(play, power, levy.resource(play.position, power), levy.points(play.position, power), "levy")
            _collect_tribute(play, power)
            _raise_bonds(play, power)
        for account in able:
            objectives.pay(play, account)
        if power in able:
            oil.shortage(play, power, income[power])
            oil.windfalls(play, power)


def pay_early(play: Play) -> None:
    """Pay the power on turn its table income at the start of its turn, if the game's options say so."""
    power = play.position.power
    if schedule.is_early(play.position, power):
        _pay(play, power, play.title.resource, incomes(play.position, power)[power], "income")


def _collect_tribute(play: Play, power: str) -> None:
    for payer, row in setting_rows(play.title, "tribute", Tribute).items():
        if row.to != power:
            continue
        amount = row.amount if is_neutral(play.position, payer) else 0
        if row.value and play.position.relation(payer, power) != "war":
            amount += production(play.position, payer)
        _pay(play, power, play.title.resource, amount, "tribute", payer)


def _raise_bonds(play: Play, power: str) -> None:
    """Add dice to the income of a power with the technology (global-1939, War Bonds)."""
    if dice := effect(play.position, power, "income-dice"):
        _pay(play, power, play.title.resource, sum(play.roll(dice, f"war bonds of {power}")), "war-bonds")


def _lose(play: Play, power: str, resource: str, amount: int) -> None:
    if amount > 0:
        balance = play.state.resources.get((power, resource), 0) - amount
        play.emit(ResourceChanged(power, resource, -amount, balance, "convoy"))


def _pay(play: Play, power: str, resource: str, amount: int, cause: str, counterparty: str = "") -> None:
    if amount > 0:
        balance = play.state.resources.get((power, resource), 0) + amount
        play.emit(ResourceChanged(power, resource, amount, balance, cause, counterparty))

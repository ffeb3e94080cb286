"""The collect income phase (section Phase 6: Collect Income)."""

from __future__ import annotations

from engine.events import ResourceChanged
from engine.play import Play
from engine.rules import Phase, Position


def production(position: Position, power: str) -> int:
    """Return a power's national production level: the sum of the values of the areas it controls."""
    areas = position.title.areas
    return sum(areas[area].value for area, holder in position.state.control.items() if holder == power)


class CollectIncome(Phase):
    """The power on turn is paid its production. A power without its capital never gets here."""

    slug = "collect-income"
    automatic = True

    def open(self, play: Play) -> None:
        """Pay the income."""
        power, resource = play.position.power, play.title.resource
        income = production(play.position, power)
        if income:
            balance = play.state.resources.get((power, resource), 0) + income
            play.emit(ResourceChanged(power, resource, income, balance, "income"))

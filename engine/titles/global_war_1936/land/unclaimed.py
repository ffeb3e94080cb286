"""Land of a nation that has surrendered, which belongs to whoever first moves a land unit into it (section 9.22)."""

from __future__ import annotations

from engine.families.axis_allies.heirs import SURRENDERED
from engine.rules import Position


def may_claim(position: Position, area: str) -> bool:
    """Return whether land units of the nation on turn may move into an area to claim it: nobody else stands there."""
    holder, power = position.state.control.get(area, ""), position.power
    if position.state.standing.get(holder) != SURRENDERED or power not in position.title.turns:
        return False
    units = position.title.units
    others = (key for key, _ in position.stacks(area) if key.power != power and units[key.unit].cls != "facility")
    return position.relation(power, holder) != "war" and not any(others)

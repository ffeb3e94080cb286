"""The purchase units phase."""

from __future__ import annotations

from engine.mechanics.orders import Buy, Repair
from engine.rules import Phase


class PurchaseUnits(Phase):
    """Buy units and repair factories."""

    slug = "purchase-units"
    takes = (Buy, Repair)

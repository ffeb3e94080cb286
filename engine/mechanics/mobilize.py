"""The mobilize new units phase."""

from __future__ import annotations

from engine.mechanics.orders import Place
from engine.rules import Phase


class MobilizeUnits(Phase):
    """Put the units bought this turn onto the board."""

    slug = "mobilize-units"
    takes = (Place,)

"""Units of a save: which of their fields are state, and what is the default of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ingest.triplea.javaclass import JavaClass
from ingest.triplea.model import Unit
from ingest.triplea.plain import NEUTRAL
from ingest.triplea.values import Raw, Values

DEFAULTS: Mapping[str, Any] = {
    "airborne": False,
    "alreadyMoved": 0,
    "bonusMovement": 0,
    "chargedFlatFuelCost": False,
    "disabled": False,
    "launched": 0,
    "maxScrambleCount": -1,
    "originalOwner": None,
    "originatedFrom": None,
    "submerged": False,
    "transportedBy": None,
    "unloaded": (),
    "unloadedTo": None,
    "wasAmphibious": False,
    "wasInAirBattle": False,
    "wasInCombat": False,
    "wasLoadedAfterCombat": False,
    "wasLoadedThisTurn": False,
    "wasScrambled": False,
    "wasUnloadedInCombatPhase": False,
}
"""Property of a unit -> its value when nothing has happened to it. Units named in a value are ids."""

BASIC = frozenset(("hits", "owner", "type", "uid", "id", "unitDamage", "data", "gameData"))


class UnitDecoder:
    """Decodes the units of one save."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.extra: dict[JavaClass, list[tuple[str, int]]] = {}

    def unit(self, ident: str, raw: Raw) -> Unit:
        """Return the unit that an object of the stream is."""
        values = self.values
        damage = values.number(raw, "unitDamage") if "unitDamage" in raw[0].slot else 0
        owner = values.opt_name(values.get(raw, "owner")) or NEUTRAL
        kind = values.name(values.get(raw, "type"))
        return Unit(ident, kind, owner, values.number(raw, "hits"), damage, self._properties(raw))

    def _properties(self, raw: Raw) -> dict[str, Any]:
        cls, value = raw[0], self.values.value
        extra = self.extra.get(cls)
        if extra is None:
            extra = self.extra[cls] = [(name, at) for name, at in cls.fields() if name not in BASIC]
        found = {}
        for name, at in extra:
            held = raw[at]
            if type(held) is list:
                held = value(held)
            if held != DEFAULTS.get(name):
                found[name] = held
        return found

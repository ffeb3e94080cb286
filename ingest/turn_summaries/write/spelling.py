"""Names as a summary spells them: TripleA's where a title has them, else the printed ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from engine.forces import parse_blocks
from engine.title.model import Title
from ingest.triplea.title.names import NOBODY
from ingest.turn_summaries.tables import table
from ingest.turn_summaries.units import singular

OWNERLESS = "Neutral"


class Spelling:
    """The names of one title."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self._areas = {key: row.triplea or re.sub(r"[,;:]", "", row.name) for key, row in title.areas.items()}
        self._powers = {key: row.triplea or re.sub(r"[^\w.'-]+", "_", row.name).strip("_") for key, row in title.powers.items()}
        self._units = {key: row.triplea or re.sub(r"[^\w' .-]+", "", row.name) for key, row in title.units.items()}
        self._known = frozenset(self._units.values())
        self._odd = {one: many for many, one in table()["plurals"].items()}

    def area(self, area: str) -> str:
        """An area's name."""
        return self._areas.get(area, area)

    def power(self, power: str) -> str:
        """A power's name, which is one word."""
        return OWNERLESS if power in ("", NOBODY) else self._powers.get(power, power)

    def unit(self, unit: str, count: int = 1) -> str:
        """A unit's name, or that of several: one that reads back as the same unit."""
        name = self._units.get(unit, unit)
        if count == 1:
            return name
        wishes = (self._odd.get(name, ""), f"{name}s", re.sub(r"y$", "ies", name), f"{name}es", name)
        return next(wish for wish in wishes if wish and singular(wish, self._known) == name)

    def units(self, counts: Mapping[str, int]) -> str:
        """Units in a row: `1 artillery, 2 fighters and 3 infantry`."""
        return self.row(f"{n} {self.unit(unit, n)}" for unit, n in sorted(counts.items()) if n > 0)

    def owned(self, counts: Mapping[tuple[str, str], int]) -> str:
        """Units with their owners: `1 fighter owned by the British and 2 infantry owned by the Russians`."""
        return self.row(
            f"{n} {self.unit(unit, n)} owned by the {self.power(power)}" for (power, unit), n in sorted(counts.items()) if n > 0
        )

    def forces(self, text: str, power: str) -> dict[str, dict[str, int]]:
        """Forces of an event as power -> unit -> count; `power` owns those that name nobody."""
        found: dict[str, dict[str, int]] = {}
        for item in parse_blocks(text):
            held = found.setdefault(item.power or power, {})
            held[item.unit] = held.get(item.unit, 0) + item.count
        return found

    @staticmethod
    def row(parts: Iterable[str]) -> str:
        """Parts with commas, and `and` before the last."""
        *most, last = list(parts) or [""]
        return f"{', '.join(most)} and {last}" if most else last

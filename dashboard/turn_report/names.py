"""Printed names for the slugs of a game's events."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import polars as pl

from dashboard.review.story.wording import the, there
from dashboard.ui.text import amount, listed, printed, units
from engine.title.model import Title

AREAS = frozenset({"area", "origin", "destination", "reason"})
"""Columns that hold an area; points may be scored for another reason."""
WORDS = frozenset({"reason", "measure"})
"""Columns that may hold what only the title has a name for: a card, what points are counted in."""
POWERS = frozenset({
    "power", "to_power", "before", "after", "attacker", "defender", "raider", "victim", "counterparty", "other", "contender",
})  # fmt: skip
"""Columns that hold a power; `before` and `after` may hold a state of things as well."""
FORCES = frozenset({"attackers", "defenders"})
NOBODY = "nobody"

_STACK = re.compile(r"(?:(\d+) )?(.+)")
_OWNED = re.compile(r"(.+) \(([^()]+)\)")
"""A unit of one of several powers that fight together: `cruiser (france)`."""


class Names:
    """Printed names of one game's areas, powers, units, sides (and other contenders for victory) and resources."""

    def __init__(
        self,
        areas: Mapping[str, str],
        powers: Mapping[str, str],
        units: Mapping[str, str],
        money: Mapping[str, str],
        words: Mapping[str, str],
    ) -> None:
        self._areas, self._powers, self._units, self._money, self._words = areas, powers, units, money, words

    @classmethod
    def of(cls, frames: Callable[[str], pl.DataFrame], money: Mapping[str, str], words: Mapping[str, str] | None = None) -> Names:
        """Return the names of a game: `frames` are its tables by name, `money` names of resources, `words` what the title alone names."""
        powers = frames("title_powers")
        contenders = _names(frames("races"), "contender", "name")
        named = contenders | _names(powers, "side", "side_name") | _names(powers, "power", "name")
        return cls(
            _names(frames("title_areas"), "area", "name"),
            named,
            _names(frames("title_units"), "unit", "name"),
            money,
            words or {},
        )

    @classmethod
    def of_title(cls, title: Title) -> Names:
        """Return the names of a title's areas, powers and units."""
        areas, powers, units = ({slug: row.name for slug, row in rows.items()} for rows in (title.areas, title.powers, title.units))
        return cls(areas, powers, units, {}, {})

    def said(self, column: str, value: Any) -> str:
        """Return what a column of an event holds, in words."""
        if isinstance(value, int):
            return f"{value:,}"
        if column in WORDS and value in self._words:
            return self._words[value]
        if column in AREAS:
            return self._areas.get(value, printed(value)) or "an unknown place"
        if column in POWERS:
            return self._powers.get(value, printed(value)) or NOBODY
        if column in FORCES:
            return self.force(value)
        if column == "facility":
            return self._units.get(value, printed(value))
        return value if column in ("won", "lost", "dice", "shot") else printed(value)

    def line(self, value: str) -> str:
        """Return what was raided, in words: a convoy line, which may have the slug of an area of the board, or an area."""
        own = self._words.get(value)
        return f"the {own}" if own and own != self._areas.get(value) else self.in_sentence("area", value)

    def in_sentence(self, column: str, value: Any) -> str:
        """Return what a column of an event holds as it stands in a sentence: a power and a place with the article that they take."""
        said = self.said(column, value)
        if column in POWERS and value in self._powers:
            return the(said)
        return there(said) if column in AREAS and value in self._areas else said

    def money(self, resource: str, count: int = 0) -> str:
        """Return the printed name of a resource as it follows a count; an unknown one by its slug."""
        return amount(count, self._money.get(resource, printed(resource))).partition(" ")[2]

    def units(self, stacks: Sequence[Mapping[str, Any]]) -> str:
        """Return stacks (unit, count) as a list, each unit once: `3 Infantry and 1 Tank`."""
        counts: dict[str, int] = {}
        for stack in stacks:
            counts[stack["unit"]] = counts.get(stack["unit"], 0) + stack["count"]
        return listed([self.count(unit, count) for unit, count in counts.items() if count]) or "no units"

    def force(self, text: str, own: str = "") -> str:
        """Return a force as the lake writes it (`3 infantry, tank`) in printed names; only units of others than `own` say whose."""
        text = text.replace(f" ({own})", "") if own else text
        stacks = (_STACK.fullmatch(part) for part in text.split(", ") if part)
        return listed([self.count(found[2], int(found[1] or 1)) for found in stacks if found]) or "no units"

    def count(self, unit: str, count: int) -> str:
        """Return a number of one unit type in its printed name, and whose it is where several fight together."""
        owned = None if unit in self._units else _OWNED.fullmatch(unit)
        if owned and owned[2] in self._powers:
            return f"{self.count(owned[1], count)} ({self._powers[owned[2]]})"
        return units(count, self._units.get(unit, printed(unit)))


def _names(rows: pl.DataFrame, slug: str, name: str) -> dict[str, str]:
    return dict(rows.select(slug, name).iter_rows())

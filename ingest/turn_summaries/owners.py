"""The owner of a conquered area: a summary names the attacker and the previous owner, but not the new owner."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from engine.families.axis_allies.economy.accounts import account_of
from engine.title.model import Title
from ingest.turn_summaries.names_and_slugs import FLAG, Words
from ingest.turn_summaries.order import Told
from ingest.turn_summaries.sentences import TAKEN


class Owners:
    """What the whole text tells of the holders of areas: flags in lists, and from whom areas are taken."""

    def __init__(self, text: Sequence[Told], words: Words) -> None:
        self.text, self.words = text, words
        self._flags = self._flags_ahead()
        self._owners = self._owners_told()
        self._capital_lost = self._capitals_told()
        self._playing = {words.powers.get(told.sentence.fields["power"], "") for told in text if told.sentence.kind == "phase"}

    def keeper(self, at: int, power: str, name: str, before: str, control: Mapping[str, str]) -> str:
        """Return who holds an area that a power takes, in sentence `at`, from `before`; `control` is who holds what then.

        The power's next list does, where it has a flag there: it took the area and keeps it. Else it is whose
        own it was: the one from whom it is next taken tells, or the one from whom it was first. Without a list (newer
        programs print none) a known title's sides tell: allies give each other back what was theirs, while their capital
        is free. Without a title it is again the one from whom it is taken next, or was first, unless that one has lost its
        capital or never has a turn.
        """
        area, title = self.words.area(name), self.words.title
        flags, next_ = self._next_flags(at, power), self._next_owner(at, area)
        first = account_of(title, area, title.areas[area].original_owner) if title else self._first_owner(area)
        if flags is not None:
            if name in flags:
                return power
            return next(owner for owner in (next_, first, power) if (owner and owner != before) or owner == power)
        if title:
            return _by_sides(title, area, power, first, control)
        gone = first not in self._playing or self._capital_lost.get(first, at) < at
        return next(o for o in (next_, "" if gone else first, power) if (o and o != before) or o == power)

    def _flags_ahead(self) -> dict[str, tuple[list[int], list[set[str]]]]:
        """Power to where its lists stand, and the areas with a flag in each."""
        found: dict[str, tuple[list[int], list[set[str]]]] = {}
        now: set[str] = set()
        for at, told in enumerate(self.text):
            fields = told.sentence.fields
            if told.sentence.kind == "garrisons":
                places, flags = found.setdefault(self.words.powers.get(fields["power"], ""), ([], []))
                now = set()
                places.append(at)
                flags.append(now)
            elif told.sentence.kind == "garrison" and fields["units"].startswith(f"1 {FLAG}"):
                now.add(fields["area"])
        return found

    def _next_flags(self, now: int, power: str) -> set[str] | None:
        places, flags = self._flags.get(power, ([], []))
        at = bisect_left(places, now)
        near = at < len(places) and self.text[places[at]].round == self.text[now].round
        return flags[at] if near else None

    def _owners_told(self) -> dict[str, tuple[list[int], list[str]]]:
        """Area to where the text says that it is taken from somebody, and from whom each time."""
        found: dict[str, tuple[list[int], list[str]]] = {}
        for at, told in enumerate(self.text):
            fields = told.sentence.fields
            pairs = TAKEN.findall(fields.get("takes", ""))
            if told.sentence.kind == "take" and "other" in fields:
                pairs = [(fields["area"], fields["other"])]
            for name, other in pairs:
                if name in self.words.areas:
                    places, owners = found.setdefault(self.words.areas[name], ([], []))
                    places.append(at)
                    owners.append(self.words.powers.get(other, ""))
        return found

    def _capitals_told(self) -> dict[str, int]:
        """Power to where the text first tells that its capital falls."""
        found: dict[str, int] = {}
        for at, told in enumerate(self.text):
            if told.sentence.kind == "plunder":
                found.setdefault(self.words.powers.get(told.sentence.fields["other"], ""), at)
        return found

    def _first_owner(self, area: str) -> str:
        return self._owners[area][1][0] if area in self._owners else ""

    def _next_owner(self, now: int, area: str) -> str:
        places, owners = self._owners.get(area, ([], []))
        at = bisect_left(places, now + 1)
        return owners[at] if at < len(places) else ""


def _by_sides(title: Title, area: str, power: str, first: str, control: Mapping[str, str]) -> str:
    """Who gets an area by a title's sides: an ally whose it was at first, while its capital is in friends' hands."""
    sides = title.side_of
    if not first or first == power or sides[first] != sides.get(power):
        return account_of(title, area, power)
    capital = title.powers[first].capital
    return first if area == capital or sides.get(control.get(capital, first)) == sides[first] else account_of(title, area, power)

"""The names in a text and their slugs: those of a known title, or derived from the text itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from engine.title.loader import load_title, titles
from engine.title.model import Title
from ingest.triplea.title.names import distinct, place, slug
from ingest.triplea.title.tables import nations
from ingest.turn_summaries.sentences import Sentence, areas_of
from ingest.turn_summaries.units import Item, lists, singular

NOBODY = "Neutral"
"""Whom an area is taken from that belonged to nobody."""

FLAG = "flag"
"""Not a unit: a territory summary's word for an area that its power has taken."""

ENOUGH_AREAS = 3
"""Areas that a text must name before a title is recognized by them alone."""

ENOUGH = 0.9
"""Share of the areas named that a title must know to be the text's."""


class Unknown(LookupError):
    """A name that the title of the text has not got."""


class UnknownUnit(Unknown):
    """A unit that a known title has not got: a slip or damage of the text. `name`, as written."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no unit is called {name!r}")
        self.name = name


class Found(msgspec.Struct):
    """The names in a text, as written, in the order in which they come: areas and units with how often they are named."""

    game: str = ""
    areas: Counter[str] = msgspec.field(default_factory=Counter)
    powers: dict[str, None] = {}
    units: Counter[str] = msgspec.field(default_factory=Counter)
    singulars: set[str] = set()


class Words(msgspec.Struct, frozen=True):
    """Name in the text -> slug, for areas, powers and units (in the singular); `title` is known or None."""

    areas: Mapping[str, str]
    powers: Mapping[str, str]
    units: Mapping[str, str]
    title: Title | None

    def area(self, name: str) -> str:
        """The area of a name. Raises Unknown."""
        return _known(self.areas, name, "area")

    def power(self, name: str) -> str:
        """The power of a name. Raises Unknown."""
        return _known(self.powers, name, "power")

    def owner(self, name: str) -> str:
        """As `power`; empty for nobody."""
        return "" if name == NOBODY else self.power(name)

    def unit(self, name: str) -> str:
        """The unit of a name in the singular or plural. Raises Unknown, and UnknownUnit where the title is known."""
        one = singular(name, frozenset(self.units))
        if self.title and one not in self.units:
            raise UnknownUnit(name)
        return _known(self.units, one, "unit")

    def counts(self, found: Iterable[Item]) -> list[tuple[str, int]]:
        """Units with their counts, flags left out."""
        return [(self.unit(item.name), item.number) for item in found if item.name != FLAG]


def _known(table: Mapping[str, str], name: str, kind: str) -> str:
    if name not in table:
        raise Unknown(f"no {kind} is called {name!r}")
    return table[name]


def names_of(text: Sequence[Sentence]) -> Found:
    """Return the names that a text uses."""
    found = Found()
    for sentence in text:
        if sentence.kind == "heading" and not found.game:
            found.game = sentence.fields["what"]
        found.areas.update(areas_of(sentence))
        for key in ("power", "other"):
            if key in sentence.fields:
                found.powers.setdefault(sentence.fields[key])
        if one := sentence.fields.get("unit"):
            found.units[one] += 1
            found.singulars.add(one)
        for item in lists(sentence.fields):
            if item.power:
                found.powers.setdefault(item.power)
            if item.name != FLAG:
                found.units[item.name] += 1
                if item.number == 1:
                    found.singulars.add(item.name)
    if not any(item.power == NOBODY for sentence in text for item in lists(sentence.fields)):
        found.powers.pop(NOBODY, None)  # nobody is a power only where units of nobody fight
    return found


def words_for(found: Found) -> Iterator[Words]:
    """Yield what the names of a text may be called: by the known titles that it may be of, the likeliest first, and last by themselves."""
    able = [words for title in map(load_title, titles()) if _is_of(title, words := _words_of(title), found)]
    yield from sorted(able, key=lambda words: -sum(name in words.areas for name in found.areas))
    yield own_words(found)


def _words_of(title: Title) -> Words:
    return Words(
        {row.triplea: key for key, row in title.areas.items() if row.triplea},
        {row.triplea: key for key, row in title.powers.items() if row.triplea},
        {row.triplea: key for key, row in title.units.items() if row.triplea},
        title,
    )


def in_heading(name: str) -> str:
    """Return the name of a map as a heading can have it: without what separates the parts of a line."""
    return re.sub(r"[,;:]", "", name)


def _is_of(title: Title, words: Words, found: Found) -> bool:
    """Whether a text is of a title: its heading says so, or it says nothing else and its names are the title's."""
    if found.game:
        return in_heading(found.game) in map(in_heading, title.maps)
    hits = sum(name in words.areas for name in found.areas)
    strange = [count for name, count in found.units.items() if singular(name, frozenset(words.units)) not in words.units]
    slips = sum(strange) == len(strange) <= (1 - ENOUGH) * found.units.total()  # each named but once, and few of them
    return hits >= ENOUGH_AREAS and hits >= ENOUGH * len(found.areas) and found.powers.keys() <= words.powers.keys() and slips


def own_words(found: Found) -> Words:
    """Return slugs made of the names of a text."""
    nation = nations()
    areas = distinct(((name, place(name)) for name in found.areas), "area")
    powers = distinct(((name, nation[name].power if name in nation else slug(name)) for name in found.powers), "power")
    single = frozenset(found.singulars)
    units = distinct(((name, slug(name)) for name in dict.fromkeys(singular(name, single) for name in found.units)), "unit")
    return Words(areas, powers, units, None)

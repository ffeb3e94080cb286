"""What a save's map uses that no rules here know, so that none of its games can be played on: `mechanisms.csv` says it thing by thing.

Each row is an option, a figure of units, areas or powers, a kind of attachment or a delegate, by the program's own name (`%`: any words).
`plays` are the values that the rules of the family follow, `*` for all; `what` is the mechanism that another value means. A thing that has
no row is told as one that nobody knows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from engine.shipped import csv_rows
from ingest.triplea.model import Save
from ingest.triplea.replay import start_state
from ingest.triplea.title import objectives
from ingest.triplea.title.reading import FAMILY, read_title
from ingest.triplea.title.support import OTHERWISE, supports
from ingest.triplea.title.tables import option_properties

ANY = "*"
STRANGE = "what is not in the table of mechanisms"
FIGURES = {"UnitAttachment": "unit", "TerritoryAttachment": "territory", "CanalAttachment": "canal", "PlayerAttachment": "player"}
"""Attachments that are read field by field -> their kind of row."""


class Mechanism(NamedTuple):
    """A row of the table: `plays` holds values as text, lower case."""

    kind: str
    name: str
    plays: tuple[str, ...]
    what: str

    def follows(self, value: object) -> bool:
        """Return whether the rules do what a value says; what is off is nothing to follow, but where they need it on."""
        if ANY in self.plays or str(value).lower() in self.plays:
            return True
        return not _is_on(value) and "true" not in self.plays


class Use(NamedTuple):
    """A mechanism that rules do not know: how many places of the save use it, and which these are, by kind and name."""

    what: str
    places: int
    where: tuple[str, ...]


class Thing(NamedTuple):
    """One place where a save uses something: of what kind and name, the value, and whose it is."""

    kind: str
    name: str
    value: Any
    whose: str


class SaveCheck(NamedTuple):
    """What a save's map is here: the slug of the title with rules that has it, nothing if none; what these rules do not play."""

    game: str
    title: str
    lacks: tuple[Use, ...]


def check_save(save: Save) -> SaveCheck:
    """Return whether the games of a save's map can be played on, and what stands in the way.

    A title that has the map plays the map's constants, so that only what players may choose is asked there, and that no option of it is.
    """
    title = read_title(save).title
    if title.family == FAMILY:
        return SaveCheck(save.game, "", tuple(_uses([*_things(save), *_absent(save)])))
    chosen = {option.name for option in save.options.values() if option.editable}
    chosen -= {row.property for row in option_properties() if row.option in title.options}
    return SaveCheck(save.game, title.slug, tuple(_uses(one for one in _things(save) if one.kind == "option" and one.name in chosen)))


def _uses(things: Iterable[Thing]) -> list[Use]:
    places: defaultdict[str, list[Thing]] = defaultdict(list)
    for thing in things:
        row = row_of(thing.kind, thing.name)
        if row is None:
            if _is_on(thing.value):
                places[STRANGE].append(thing)
        elif not row.follows(thing.value):
            places[row.what].append(thing)
    uses = [Use(what, len(found), tuple(dict.fromkeys(_where(thing) for thing in found))) for what, found in places.items()]
    return sorted(uses, key=lambda use: (use.what == STRANGE, -use.places, use.what))


def _where(thing: Thing) -> str:
    return f"{thing.kind} {thing.name}" + (f" = {thing.value}" if thing.kind == "option" else "")


def _is_on(value: object) -> bool:
    return value not in (False, 0, -1, None, "", "0", "-1") and value not in ((), [], {})


@lru_cache(maxsize=1)
def mechanisms() -> Mapping[tuple[str, str], Mechanism]:
    """Return the rows of the table by kind and name, the names in lower case."""
    rows = csv_rows("ingest.triplea.title", "mechanisms.csv")
    found = [Mechanism(row["kind"], row["name"], tuple(row["plays"].lower().split("|")), row["what"]) for row in rows]
    return {(row.kind, row.name.lower()): row for row in found}


@lru_cache(maxsize=4096)
def row_of(kind: str, name: str) -> Mechanism | None:
    """Return the row of a thing; its own name goes before one that stands for many."""
    plain = name.lower()
    if (kind, plain) in mechanisms():
        return mechanisms()[kind, plain]
    for row in mechanisms().values():
        before, sign, after = row.name.lower().partition("%")
        if sign and row.kind == kind and plain.startswith(before) and plain.endswith(after):
            return row
    return None


def _things(save: Save) -> Iterator[Thing]:
    for option in save.options.values():
        yield Thing("option", option.name, option.value, "")
    for table in (save.players, save.territories, save.unit_types, save.territory_effects):
        for holder in table.values():
            for attachment in holder.attachments.values():
                cls = attachment.class_name.rpartition(".")[2]
                yield Thing("attachment", cls, True, holder.name)
                for name, value in attachment.fields.items() if cls in FIGURES else ():
                    yield Thing(FIGURES[cls], name, value, holder.name)
                for name, value in objectives.used(attachment) if cls == objectives.CLASS else ():
                    yield Thing("rules", name, value, holder.name)
    start = start_state(save)[0]
    for unit, abilities in supports(save, start).items():
        if OTHERWISE in abilities:
            yield Thing("attachment", OTHERWISE, True, unit)
    classes = {delegate.name: delegate.class_name.rpartition(".")[2] for delegate in save.delegates}
    for step in save.sequence:
        if step.delegate:
            yield Thing("delegate", classes.get(step.delegate, step.delegate), True, step.name)


def _absent(save: Save) -> Iterator[Thing]:
    """Yield options that the rules need on and a map does not name: the program then takes them as off."""
    named = {name.lower() for name in save.options}
    for row in mechanisms().values():
        if row.kind == "option" and "true" in row.plays and row.name.lower() not in named:
            yield Thing("option", row.name, False, "")


def sentence(check: SaveCheck, most: int = 5) -> str:
    """Return in words whether a save's games can be played on, with the mechanisms of most places that nothing here plays."""
    named = [f"{use.what} ({use.places} place{'' if use.places == 1 else 's'})" for use in check.lacks[:most]]
    if more := len(check.lacks) - most:
        named += [f"and {more} more"] if more > 0 else []
    uses = "; ".join(named)
    if not check.title:
        return f"Cannot be played on: no title here has this map, which uses {uses or 'nothing but what rules here play'}."
    return "Can be played on" + (f", but without what it uses besides: {uses}; a turn with it is set right from the save." if uses else ".")

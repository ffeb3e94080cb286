"""The people of a lake: aliases that are one person, and players who are hidden behind a pseudonym."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

import msgspec

from engine.decoding import Undecodable, from_json
from warehouse.errors import LakeError
from warehouse.people.names import Finder, folded
from warehouse.rows import json_text
from warehouse.secret import sealed

COLUMNS = ("name", "aliases", "hide")
"""Columns of players.csv; other columns are for the admin."""
PSEUDONYM = "Player {}"
"""How hidden players are called who have no pseudonym of their own, with their number."""
HIDDEN = "a hidden player"
"""What stands for a name that is written in a way of which nobody knows whose it is."""
_YES, _NO = {"yes", "y", "true", "1", "x"}, {"", "no", "n", "false", "0"}


class People(msgspec.Struct, frozen=True, dict=True):
    """Names in records and what is shown for them.

    Attributes:
        names: folded name or alias to the name that is shown. hidden: names and aliases of hidden players to their pseudonyms.
        anonymous: whether everybody is hidden: then every game gets another id, too. rows: of players.csv, place and name to folded names.
    """

    names: dict[str, str] = {}
    hidden: dict[str, str] = {}
    anonymous: bool = False
    rows: dict[str, tuple[str, ...]] = {}

    def shown(self, name: str) -> str:
        """Return the name that is shown for a player's."""
        return self.names.get(folded(name), name)

    def seats(self, text: str) -> str:
        """Return a JSON column of power to player with the names that are shown."""
        try:
            seated = from_json(text, dict[str, str])
        except Undecodable:
            return self.scrubbed(text)
        return json_text({power: self.shown(name) for power, name in seated.items()})

    def hides(self, name: str) -> bool:
        """Return whether a player is hidden."""
        return folded(name) in self._folded_hidden

    def scrubbed(self, text: str) -> str:
        """Return text in which pseudonyms stand for the names of hidden players; `names.py` says where these are found."""
        return self._finder.replaced(text)

    def digest(self, secret: bytes) -> str:
        """Return a digest of all of it that tells nothing to who does not know a lake's secret."""
        return sealed(secret, sorted(self.names.items()), self.hiding, self.anonymous)

    @cached_property
    def hiding(self) -> list[tuple[str, str]]:
        """The hidden names with their pseudonyms, in order."""
        return sorted(self.hidden.items())

    @cached_property
    def _folded_hidden(self) -> frozenset[str]:
        return frozenset(map(folded, self.hidden))

    @cached_property
    def _finder(self) -> Finder:
        return Finder(self.hidden, HIDDEN)


NOBODY = People()
"""No aliases, and nobody hidden."""


def read_people(path: Path) -> People:
    """Return the people of a players.csv.

    Raises:
        LakeError: it cannot be read, lacks a column, or gives one name to two people.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file)
            lacking = [name for name in COLUMNS if name not in (rows.fieldnames or ())]
            if lacking:
                raise LakeError(f"{path}:1: no column {lacking[0]!r}; expected {', '.join(COLUMNS)}")
            return _people(path, list(_named(path, rows)))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise LakeError(f"{path}: cannot be read: {error}; expected a CSV file with {', '.join(COLUMNS)}") from error


def everybody_hidden(names: Sequence[str], people: People = NOBODY) -> People:
    """Return people among whom every player of these names has a number in place of a name, in the order of first appearance."""
    persons = {name: folded(people.shown(name)) for name in names if folded(name)}
    number = {person: PSEUDONYM.format(at) for at, person in enumerate(dict.fromkeys(persons.values()), start=1)}
    every = {name: number[person] for name, person in persons.items()}
    every |= {alias: number[folded(person)] for alias, person in people.names.items() if folded(person) in number}
    return People({folded(name): pseudonym for name, pseudonym in every.items()}, every, True, people.rows)


def _named(path: Path, rows: csv.DictReader[str]) -> Iterator[tuple[int, str, list[str], str]]:
    """Yield line, name, aliases and what `hide` says of each person."""
    for row in rows:
        name = (row["name"] or "").strip()
        if not folded(name):
            raise LakeError(f"{path}:{rows.line_num}: no name; expected the name that is shown")
        aliases = [alias.strip() for alias in (row["aliases"] or "").split(";") if folded(alias)]
        yield rows.line_num, name, aliases, (row["hide"] or "").strip()


def _people(path: Path, rows: list[tuple[int, str, list[str], str]]) -> People:
    names: dict[str, str] = {}
    hidden: dict[str, str] = {}
    where: dict[str, int] = {}
    pseudonyms: dict[str, int] = {}
    told: dict[str, tuple[str, ...]] = {}
    for line, name, aliases, hide in rows:
        shown = name
        if hide.casefold() not in _NO:
            shown = PSEUDONYM.format(len(pseudonyms) + 1) if hide.casefold() in _YES else hide
            if pseudonyms.setdefault(folded(shown), line) != line:
                raise LakeError(f"{path}:{line}: the pseudonym {shown!r} is also that of line {pseudonyms[folded(shown)]}")
            hidden |= dict.fromkeys((name, *aliases), shown)
        told[f"{path}:{line}: {name!r}"] = tuple(dict.fromkeys(map(folded, (name, *aliases))))
        for one in dict.fromkeys(map(folded, (name, *aliases))):
            if one in where:
                raise LakeError(f"{path}:{line}: {one!r} is also in line {where[one]}; a name belongs to one person")
            where[one], names[one] = line, shown
    for pseudonym in pseudonyms.keys() & where.keys():
        raise LakeError(
            f"{path}:{pseudonyms[pseudonym]}: the pseudonym {pseudonym!r} is the name in line {where[pseudonym]}; "
            "choose another in the column hide"
        )
    return People(names, hidden, rows=told)

"""Sitrep's names for the things of a TripleA map: lower-case slugs, each thing its own."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

import msgspec

from ingest.triplea.model import Rule, Save
from ingest.triplea.plain import NEUTRAL

Name = TypeVar("Name", bound=Hashable)

NOBODY = "neutral"
"""The power that units of nobody belong to."""

MONEY = ("PUs", "IPCs")
"""TripleA's names of the main resource, since 2009 and before."""
SAID = {"IPCs": "IPC"}
"""What rule books and players call a resource that the program calls otherwise."""

_SEA = re.compile(r"(\d+) Sea Zone\Z", re.I)
_CAPITALS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class Names(msgspec.Struct, frozen=True):
    """The save's name of a thing -> its slug, for each kind of thing."""

    areas: Mapping[str, str]
    powers: Mapping[str, str]
    units: Mapping[str, str]
    resources: Mapping[str, str]
    technologies: Mapping[str, str]

    def power(self, player: str | None) -> str:
        """Return the power that a player is; empty for nobody, `NOBODY` for the owner of neutral units."""
        return "" if player is None else NOBODY if player == NEUTRAL else self.powers[player]


def slug(name: str) -> str:
    """Return a name as slug: `16 Sea Zone` -> sea-zone-16, `aaGun` -> aa-gun; empty when nothing of it is left."""
    plain = unicodedata.normalize("NFKD", _SEA.sub(r"Sea Zone \1", name)).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", _CAPITALS.sub(" ", plain).lower()).strip("-")


def place(name: str) -> str:
    """Return the slug of a place: as `slug`, but capitals inside a word are no new word (`S.S.R.` stays together)."""
    plain = unicodedata.normalize("NFKD", _SEA.sub(r"Sea Zone \1", name)).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"[.']", "", plain).lower()).strip("-")


def called(resource: str) -> str:
    """Return what players of a map call a resource: `PUs`, as the program does, `IPC` in its games of 2008."""
    return SAID.get(resource) or printed(resource)


def printed(name: str) -> str:
    """Return a name as people print it: `16 Sea Zone` -> Sea Zone 16, `factory_major` -> factory major."""
    return _SEA.sub(r"Sea Zone \1", name).replace("_", " ").strip() or name


def distinct(wanted: Iterable[tuple[Name, str]], kind: str) -> dict[Name, str]:
    """Return name -> slug from (name, slug wished for); one that is taken or empty gets a number behind it."""
    found: dict[Name, str] = {}
    taken: set[str] = set()
    for name, wish in wanted:
        base = wish or kind
        free = base if wish and base not in taken else next(f"{base}-{n}" for n in _numbers() if f"{base}-{n}" not in taken)
        found[name] = free
        taken.add(free)
    return found


def _numbers() -> Iterable[int]:
    number = 1
    while True:
        number += 1
        yield number


def own_names(save: Save, nations: Mapping[str, str]) -> Names:
    """Return names for a map that Sitrep has no title of; `nations`: player -> power by which it is known."""
    areas = distinct(((name, place(name)) for name in save.territories), "area")
    wished = ((name, nations.get(name) or slug(name)) for name in save.players)
    powers = {n: p if p != NOBODY else f"{p}-power" for n, p in distinct(wished, "power").items()}
    units = distinct(((name, slug(name)) for name in save.unit_types), "unit")
    return Names(areas, powers, units, resources(save), technologies(save))


def resources(save: Save) -> dict[str, str]:
    """Return the main resource first: ipc if it is one of `MONEY`, else by its own name, as the map's other resources are."""
    main = money(save)
    wished = ((name, "ipc" if name == main and name in MONEY else slug(name)) for name in save.resources)
    return distinct(sorted(wished, key=lambda one: one[0] != main), "resource")


def money(save: Save) -> str:
    """Return the main resource by the save's name: what units cost. Of several `MONEY` is it, else what most cost; empty for none."""
    costing = Counter(
        name
        for rule in save.rules.values()
        if any(made in save.unit_types for made in rule.results)
        for name, amount in rule.costs.items()
        if amount > 0 and name in save.resources
    )
    usual = next((name for name in MONEY if name in (costing or save.resources)), "")
    return usual or max(save.resources, key=lambda name: costing[name], default="")


def price(rule: Rule, main: str) -> tuple[int, str]:
    """Return what a rule takes of the main resource, and its name; if nothing of it, of that of which it takes most; no name for none."""
    if rule.costs.get(main, 0) > 0:
        return rule.costs[main], main
    others = [(amount, name) for name, amount in rule.costs.items() if amount > 0]
    return max(others, default=(0, main if main in rule.costs else ""))


def technologies(save: Save) -> dict[str, str]:
    """Return technology -> slug."""
    return distinct(((tech.name, slug(tech.name)) for tech in save.technologies), "technology")

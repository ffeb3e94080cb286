"""The map of a save: areas, links, canals and straits."""

from __future__ import annotations

from typing import Any

from engine.title.model import Area, Link, Passage
from ingest.triplea.model import Save, Territory
from ingest.triplea.state import TripleaState
from ingest.triplea.title.names import Names, distinct, printed, slug

SOURCE = "save: map"


def areas(save: Save, names: Names, start: TripleaState) -> dict[str, Area]:
    """Return every territory by slug, with its worth at the start."""
    touching: dict[str, list[str]] = {name: [] for name in save.territories}
    for one, two in save.connections:
        touching[one].append(two)
        touching[two].append(one)
    return {names.areas[name]: _area(save, names, start, t, touching[name]) for name, t in save.territories.items()}


def _area(save: Save, names: Names, start: TripleaState, territory: Territory, touching: list[str]) -> Area:
    name = territory.name

    def field(key: str) -> Any:
        return start.field("territory", name, "territoryAttachment", key)

    worth = field("production")
    city = field("victoryCity")
    terrain = "impassable" if field("isImpassable") or field("isImpassible") else ""
    if not terrain and not territory.water and touching and all(save.territories[n].water for n in touching):
        terrain = "island"
    original = field("originalOwner")
    return Area(
        names.areas[name],
        printed(name),
        "sea" if territory.water else "land",
        worth if type(worth) is int else 0,
        printed(name) if city and int(str(int(city))) > 0 else "",
        terrain,
        names.powers.get(original, "") if type(original) is str else "",
        None,
        None,
        name,
        SOURCE,
    )


def passages(save: Save, names: Names) -> tuple[dict[str, Passage], dict[frozenset[str], str]]:
    """Return canals and straits by slug, and the pairs of sea zones (the save's names) between which each lies."""
    ends: dict[str, set[str]] = {}
    needs: dict[str, set[str]] = {}
    for territory in save.territories.values():
        for held in territory.attachments.values():
            if held.class_name.endswith("CanalAttachment") and held.fields.get("canalName"):
                name = str(held.fields["canalName"])
                ends.setdefault(name, set()).add(territory.name)
                needs.setdefault(name, set()).update(held.fields.get("landTerritories") or ())
    slugs = distinct(((name, slug(name)) for name in ends), "passage")
    rows = {slugs[name]: _passage(name, slugs[name], needs[name], names) for name in ends}
    pairs = {frozenset(pair): slugs[name] for pair in save.connections for name in ends if pair[0] in ends[name] and pair[1] in ends[name]}
    return rows, pairs


def _passage(name: str, own: str, needs: set[str], names: Names) -> Passage:
    held = tuple(sorted(names.areas[need] for need in needs if need in names.areas))
    return Passage(own, printed(name), "canal" if "canal" in name.lower() else "strait", held, (), "save: canalAttachment")


def links(save: Save, names: Names, between: dict[frozenset[str], str]) -> tuple[Link, ...]:
    """Return which areas touch, and how."""
    found = []
    for one, two in save.connections:
        wet = save.territories[one].water + save.territories[two].water
        kind = ("land", "coast", "sea")[wet]
        found.append(Link(names.areas[one], names.areas[two], kind, between.get(frozenset((one, two)), ""), SOURCE))
    return tuple(found)

"""A TripleA save as typed, frozen records: the map, the rules' figures, the state when saved, the history.

Names are the save's own, as printed; `None` as an owner is nobody. Dicts are frozen by habit only:
nobody may write to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ingest.triplea.history import History
from ingest.triplea.plain import Unknown


class Attachment(msgspec.Struct, frozen=True, gc=False):
    """Figures and abilities hung onto a thing: `unitAttachment`, `territoryAttachment`, `techAttachment`, ...

    `fields` are those of the save's class without 1.9's `m_`; names and spelling differ between versions.
    """

    name: str
    class_name: str
    fields: Mapping[str, Any]


Attachments = Mapping[str, Attachment]


class Territory(msgspec.Struct, frozen=True, gc=False):
    """A land territory or, with `water`, a sea zone."""

    name: str
    water: bool
    attachments: Attachments

    @property
    def production(self) -> int:
        """Its worth when the game was saved, in the main resource."""
        return int(_field(self.attachments, "territoryAttachment", "production", 0))


class UnitType(msgspec.Struct, frozen=True, gc=False):
    """A type of unit; its figures are in the attachment `unitAttachment`."""

    name: str
    attachments: Attachments

    @property
    def figures(self) -> Mapping[str, Any]:
        """attack, defense, movement, hitPoints, isAir, isSea, ... as saved."""
        held = self.attachments.get("unitAttachment")
        return held.fields if held else {}


class Unit(msgspec.Struct, frozen=True, gc=False):
    """A unit when the game was saved, or when it left play.

    Attributes:
        id: see `values.Values.unit_id`.
        owner: a player's name, or `plain.NEUTRAL`.
        hits: hits taken; damage: bombing damage.
        properties: movement spent, carrier, ... those that are not at their default, see `units.DEFAULTS`.
    """

    id: str
    type: str
    owner: str
    hits: int
    damage: int
    properties: Mapping[str, Any]


class Player(msgspec.Struct, frozen=True, gc=False):
    """A player of the game (the save also calls it a nation), as saved.

    Attributes:
        alliances: names of the sides it is on.
        control: who plays it, as `AI:Fast (AI)`.
        resources: amount of every resource of the game.
        frontier, repair_frontier: names of its lists of rules, None when it can't buy.
        technologies: category -> technologies it may research.
        held: ids of units bought and not yet placed.
        optional, hidden, disabled: flags of the map.
    """

    name: str
    alliances: tuple[str, ...]
    control: str
    resources: Mapping[str, int]
    frontier: str | None
    repair_frontier: str | None
    technologies: Mapping[str, tuple[str, ...]]
    held: tuple[str, ...]
    optional: bool
    hidden: bool
    disabled: bool
    attachments: Attachments


class Named(msgspec.Struct, frozen=True, gc=False):
    """A resource, a relationship type or a territory effect."""

    name: str
    attachments: Attachments


class Technology(msgspec.Struct, frozen=True, gc=False):
    """A technology: `flag` is the field of the techAttachment that says who has it, None for one of the map's own."""

    name: str
    flag: str | None
    attachments: Attachments


class Rule(msgspec.Struct, frozen=True, gc=False):
    """What can be bought or repaired: costs in resources, results in units or resources."""

    name: str
    costs: Mapping[str, int]
    results: Mapping[str, int]


class Option(msgspec.Struct, frozen=True, gc=False):
    """A game option. `editable`: players may set it before the game; else it is a constant of the map."""

    name: str
    value: Any
    editable: bool


class SequenceStep(msgspec.Struct, frozen=True, gc=False):
    """A step of the order of play. `max_runs` 0: every round; `properties`: combinedTurns, bid, ..."""

    name: str
    title: str | None
    delegate: str | None
    player: str | None
    max_runs: int
    properties: Mapping[str, Any]


class Delegate(msgspec.Struct, frozen=True, gc=False):
    """A part of the rules and its own state; what a battle under way knows is here."""

    name: str
    title: str | None
    class_name: str
    state: Unknown | None


_TABLES = {
    "territory": "territories",
    "player": "players",
    "unit-type": "unit_types",
    "resource": "resources",
    "relationship-type": "relationship_types",
    "territory-effect": "territory_effects",
}
"""Kind of a thing with attachments -> the table of a save that has it by name."""


class Save(msgspec.Struct, frozen=True, gc=False):
    """A whole save.

    Attributes:
        engine: version of TripleA that wrote it.
        game, map_version: the map's name and version; dice_sides: sides of its dice.
        round, step: where the game stands; `step` indexes `sequence`.
        territories, connections: the map; a connection is a sorted pair of names.
        owners: territory -> player; placed: territory -> ids of the units there.
        units: every unit that the save mentions, by id.
        frontiers, repair_frontiers: name -> names of rules.
        relationships: sorted pair of players -> relationship type.
        options: what the engine reads; shadowed: constants that an editable option hides.
        history: everything that happened.
        unknown: full Java class -> how many objects of it have no word here.
    """

    engine: str
    game: str
    map_version: str
    dice_sides: int
    round: int
    step: int
    sequence: tuple[SequenceStep, ...]
    players: Mapping[str, Player]
    territories: Mapping[str, Territory]
    connections: tuple[tuple[str, str], ...]
    owners: Mapping[str, str | None]
    placed: Mapping[str, tuple[str, ...]]
    unit_types: Mapping[str, UnitType]
    units: Mapping[str, Unit]
    resources: Mapping[str, Named]
    rules: Mapping[str, Rule]
    repair_rules: Mapping[str, Rule]
    frontiers: Mapping[str, tuple[str, ...]]
    repair_frontiers: Mapping[str, tuple[str, ...]]
    relationship_types: Mapping[str, Named]
    relationships: Mapping[tuple[str, str], str]
    territory_effects: Mapping[str, Named]
    technologies: tuple[Technology, ...]
    options: Mapping[str, Option]
    shadowed: Mapping[str, Any]
    delegates: tuple[Delegate, ...]
    history: History
    unknown: Mapping[str, int]

    def attachments_of(self, kind: str, holder: str) -> Attachments:
        """Return the attachments of a thing; none when there is no such thing. Kinds as in `changes.AttachmentValue`."""
        if kind == "tech":
            thing = next((tech for tech in reversed(self.technologies) if tech.name == holder), None)
        else:
            thing = getattr(self, _TABLES[kind]).get(holder) if kind in _TABLES else None
        return thing.attachments if thing is not None else {}


def _field(attachments: Attachments, name: str, field: str, default: Any) -> Any:
    held = attachments.get(name)
    return held.fields.get(field, default) if held else default

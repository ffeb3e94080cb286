"""The state of a TripleA game at one moment, mutable: what `apply` changes and `summary` prints."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ingest.triplea.model import Save

Holder = tuple[str, str]
"""Where units are: ("territory", its name), or ("player", its name) when bought and not yet placed."""


class UnitState:
    """A unit at one moment. `holder` is None when it isn't in play; `properties` lacks those at their default."""

    __slots__ = ("damage", "hits", "holder", "id", "owner", "properties", "type")

    def __init__(self, ident: str, kind: str, owner: str, hits: int, damage: int, properties: Mapping[str, Any]) -> None:
        self.id, self.type, self.owner, self.hits, self.damage = ident, kind, owner, hits, damage
        self.holder: Holder | None = None
        self.properties = dict(properties)

    def __repr__(self) -> str:
        return f"UnitState({self.owner} {self.type} {self.id} in {self.holder})"


class TripleaState:
    """Everything that changes in a game.

    Attributes:
        resources: player -> resource -> amount.
        owners: territory -> player, None for nobody.
        units: id -> unit, also those not in play.
        held_at: holder -> id -> unit.
        relationships: sorted pair of players -> relationship type.
        frontiers: player -> name of its production frontier; rules: frontier -> names of rules.
        control: player -> who plays it.
        technologies: player -> category -> technologies it may research.
        options: name -> value.
        attachments: (kind, holder, attachment) -> field -> value, only where it differs from the save's.
        battles: round -> battles noted.
        unread: (kind, holder, attachment, field) that a change set to text only the engine can read.
    """

    def __init__(self, save: Save) -> None:
        """The state when the game was saved."""
        self.save = save
        names = save.resources
        self.resources = {p.name: {r: p.resources.get(r, 0) for r in names} for p in save.players.values()}
        self.owners = dict(save.owners)
        self.units = {u.id: UnitState(u.id, u.type, u.owner, u.hits, u.damage, u.properties) for u in save.units.values()}
        self.held_at: dict[Holder, dict[str, UnitState]] = {}
        self._settle("territory", save.placed.items())
        self._settle("player", ((p.name, p.held) for p in save.players.values()))
        self.relationships = dict(save.relationships)
        self.frontiers = {p.name: p.frontier for p in save.players.values()}
        self.rules = {name: list(rules) for name, rules in save.frontiers.items()}
        self.control = {p.name: p.control for p in save.players.values()}
        self.technologies = {p.name: {category: list(techs) for category, techs in p.technologies.items()} for p in save.players.values()}
        self.options = {option.name: option.value for option in save.options.values()}
        self.attachments: dict[tuple[str, str, str], dict[str, Any]] = {}
        self.battles: dict[int, int] = {}
        self.unread: set[tuple[str, str, str, str]] = set()

    def _settle(self, kind: str, places: Iterable[tuple[str, tuple[str, ...]]]) -> None:
        for name, ids in places:
            here = self.held_at[kind, name] = {ident: self.units[ident] for ident in ids}
            for unit in here.values():
                unit.holder = (kind, name)

    def copy(self) -> TripleaState:
        """Return an independent copy: changes to one don't show in the other."""
        other = TripleaState.__new__(TripleaState)
        other.save = self.save
        other.resources = {player: dict(held) for player, held in self.resources.items()}
        other.owners = dict(self.owners)
        other.units = {}
        for ident, unit in self.units.items():
            twin = UnitState(ident, unit.type, unit.owner, unit.hits, unit.damage, unit.properties)
            twin.holder, other.units[ident] = unit.holder, twin
        other.held_at = {place: {i: other.units[i] for i in held} for place, held in self.held_at.items()}
        other.relationships, other.frontiers = dict(self.relationships), dict(self.frontiers)
        other.rules = {name: list(rules) for name, rules in self.rules.items()}
        other.control, other.options = dict(self.control), dict(self.options)
        other.technologies = {p: {c: list(t) for c, t in held.items()} for p, held in self.technologies.items()}
        other.attachments = {key: dict(fields) for key, fields in self.attachments.items()}
        other.battles, other.unread = dict(self.battles), set(self.unread)
        return other

    def field(self, kind: str, holder: str, attachment: str, name: str, default: Any = None) -> Any:
        """Return a field of an attachment at this moment, `default` when there is none."""
        changed = self.attachments.get((kind, holder, attachment))
        if changed is not None and name in changed:
            return changed[name]
        held = self.save.attachments_of(kind, holder).get(attachment)
        return held.fields.get(name, default) if held is not None else default

"""Everything but the units: owners, stores, damage, technology, relations, by the events so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine import events as ev
from engine.title.model import Title
from ingest.triplea import changes as c
from ingest.triplea.events.causes import Why
from ingest.triplea.state import TripleaState
from ingest.triplea.summary import technologies
from ingest.triplea.title.names import Names, slug

LOST, ACTIVE = "capital-lost", "active"


class Ledger:
    """What the events have said of one game, and what they have yet to say."""

    def __init__(self, title: Title, names: Names, state: TripleaState) -> None:
        self.title, self.names, self.state = title, names, state
        self.owners: dict[str, str] = {}
        self.stores: dict[tuple[str, str], int] = {}
        self.damage: dict[tuple[str, str], int] = {}
        self.techs: dict[str, set[str]] = {}
        self.relations: dict[tuple[str, str], str] = {}
        self.standing: dict[str, str] = {}
        self.markers: dict[tuple[str, str], str] = {}

    def control(self, territories: Iterable[str], why: Why) -> Iterator[ev.Event]:
        """Yield areas that have changed hands, and what that does to a power's standing."""
        for territory in territories:
            area = self.names.areas.get(territory)
            if area is None:
                continue
            before, after = self.owners.get(area, ""), self.names.power(self.state.owners.get(territory))
            if before != after:
                self.owners[area] = after
                yield ev.ControlChanged(area, before, after, self._how(area, before, after, why))
                yield from self._capital(area, after, why)

    def _how(self, area: str, before: str, after: str, why: Why) -> str:
        original = self.title.areas[area].original_owner
        freed = why.control in ("captured", "blitzed") and after == original and before != ""
        return "liberated" if freed else why.control

    def _capital(self, area: str, holder: str, why: Why) -> Iterator[ev.Event]:
        """Yield a capital in enemy hands is lost, in its power's or a friend's it is not."""
        power = self.title.capital_of.get(area)
        if power is None or why.control == "setup":
            return
        side = self.title.side_of
        lost = holder != power and side.get(holder) != side[power]
        now, was = LOST if lost else ACTIVE, self.standing.get(power, ACTIVE)
        if now != was:
            self.standing[power] = now
            yield ev.PowerChanged(power, was, now, "captured" if lost else "liberated")

    def resources(self, pairs: Iterable[tuple[str, str]], why: Why) -> Iterator[ev.Event]:
        """Yield stores that have changed."""
        for player, resource in pairs:
            power, kind = self.names.power(player), self.names.resources.get(resource)
            now = self.state.resources.get(player, {}).get(resource, 0)
            if kind is None:
                continue
            delta = now - self.stores.get((power, kind), 0)
            if delta:
                self.stores[power, kind] = now
                yield ev.ResourceChanged(power, kind, delta, now, why.resource, why.counterparty, why.area)

    def facilities(self, territories: Iterable[str], why: Why) -> Iterator[ev.Event]:
        """Yield bombing damage that has changed in territories."""
        for territory in territories:
            area = self.names.areas[territory]
            now: dict[str, int] = {}
            owner = ""
            for unit in self.state.held_at.get(("territory", territory), {}).values():
                if unit.damage:
                    kind = self.names.units[unit.type]
                    now[kind] = now.get(kind, 0) + unit.damage
                    owner = self.names.power(unit.owner)
            told = {kind for place, kind in self.damage if place == area}
            for kind in sorted(told | now.keys()):
                before, after = self.damage.get((area, kind), 0), now.get(kind, 0)
                if before != after:
                    self._set_damage(area, kind, after)
                    holder = owner or self.owners.get(area, "")
                    word = "damaged" if after > before else "repaired"
                    yield ev.FacilityChanged(area, kind, holder, word, after - before, after, why.battle)

    def _set_damage(self, area: str, unit: str, damage: int) -> None:
        if damage:
            self.damage[area, unit] = damage
        else:
            self.damage.pop((area, unit), None)

    def technology(self, players: Iterable[str], why: Why) -> Iterator[ev.Event]:
        """Yield technologies gained, and, at level 0, lost."""
        for player in players:
            told = self.techs.setdefault(player, set())
            now = set(technologies(self.state).get(player, ()))
            for tech in sorted(now ^ told):
                known = self.names.technologies.get(tech) or slug(tech)
                yield ev.TechAdvanced(self.names.power(player), known, int(tech in now), why.tech)
            self.techs[player] = now

    def relationships(self, pairs: Iterable[tuple[str, str]]) -> Iterator[ev.Event]:
        """Yield relations that have changed; those of nobody, and of a power with itself, are no relations."""
        for one, two in pairs:
            if one == two or one not in self.state.resources or two not in self.state.resources:
                continue
            now = relation(self.state.relationships[one, two])
            before = self.relations.get((one, two), "")
            if now != before:
                self.relations[one, two] = now
                yield ev.RelationChanged(self.names.power(one), self.names.power(two), before, now)

    def notes(self, changes: Iterable[c.Change]) -> Iterator[ev.Event]:
        """Yield what else a change sets, as markers, so that nothing is dropped."""
        for change in changes:
            marker = _marker(change, self.names)
            if marker is not None and self.markers.get(marker[:2]) != marker[2]:
                self.markers[marker[:2]] = marker[2]
                yield ev.MarkerSet(*marker)


def relation(name: str) -> str:
    """Return a relationship type as a word: those that every game has without naming them are war and allied."""
    return {"default_war_relation": "war", "default_allied_relation": "allied"}.get(name) or slug(name)


def _marker(change: c.Change, names: Names) -> tuple[str, str, str] | None:
    if isinstance(change, c.PlayerFrontier):
        return "frontier", names.power(change.player), change.new or ""
    if isinstance(change, c.PlayerControl):
        return "player", names.power(change.player), change.new
    if isinstance(change, c.OptionValue):
        return "option", slug(change.name), "" if change.new is None else str(change.new)
    if isinstance(change, c.FrontierRule):
        return "rule", f"{change.frontier}/{change.rule}", "in" if change.added else "out"
    if isinstance(change, c.AvailableTech):
        return "available-tech", f"{names.power(change.player)}/{slug(change.tech)}", "in" if change.added else "out"
    if isinstance(change, c.AttachmentValue):
        return "attachment", f"{change.holder}/{change.attachment}/{change.name}", str(change.new)[:400]
    if isinstance(change, c.AttachmentReset):
        return "attachment", f"{change.holder}/{change.attachment}/{change.name}", "reset"
    return None

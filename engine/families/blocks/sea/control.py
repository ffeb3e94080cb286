"""Control of sea zones: a side with twice the ships and Opposition Discs of the other controls it (sections 1.2, 2.4, 3.7).

The Control Disc is the state's: ControlChanged gives the zone to the power whose disc lies there, or to nobody when it
is contested. In zones that only one side may enter, and in waters that are not active, no disc lies: `stance` says how
a zone is for a power in all cases, and is what supply, transport and retreats must ask.
"""

from __future__ import annotations

from collections import Counter

from engine.derived import derived_from
from engine.events import ControlChanged
from engine.families.blocks.board import Blocks, at_war, is_naval, unit
from engine.families.blocks.sea.discs import disc_power, lays_discs, opposition
from engine.families.blocks.sea.settings import Discs, MareNostrum
from engine.families.blocks.sea.waters import is_disputed, sides_of, zones
from engine.families.blocks.settings import read
from engine.play import Play
from engine.rules import NEUTRAL, Position

FRIENDLY, CONTESTED, ENEMY = "friendly", "contested", "enemy"
"""How a sea zone is for a power: controlled by its side, by nobody, by the other side."""

UPDATED = "sea-control"
"""`how` of ControlChanged when a Control Disc is laid or taken off."""


def ships(position: Position, zone: str) -> Counter[str]:
    """Return side to the ships that its powers at war have in a sea zone; nobody may change the counter."""
    stacks, known = position.stacks(zone), _ships_seen(position)
    seen = known.get(zone)
    if seen is None or seen[0] is not stacks:
        seen = known[zone] = (stacks, _ships(position, zone))
    return seen[1]


@derived_from("relations")
def _ships_seen(_: Position) -> dict[str, tuple[Blocks, Counter[str]]]:
    """Return what `ships` has counted: zone to the stacks that it counted there, and the ships."""
    return {}


@derived_from("units", "relations")
def zones_with_ships(position: Position, side: str) -> frozenset[str]:
    """Return the sea zones in which a side's powers at war have ships."""
    return frozenset(zone for zone in zones(position.title) if ships(position, zone)[side])


def _ships(position: Position, zone: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for key, count in position.stacks(zone):
        if is_naval(unit(position, key)) and at_war(position, key.power):
            found[position.side_of(key.power)] += count
    return found


def strength(position: Position, zone: str) -> Counter[str]:
    """Return side to the sum of its ships and Opposition Discs in a sea zone."""
    return ships(position, zone) + opposition(position, zone)


def due_controller(position: Position, zone: str) -> str:
    """Return the power whose Control Disc belongs in a sea zone now, empty when none does."""
    if not is_disputed(position, zone):
        return ""
    have, title = strength(position, zone), position.title
    outweighs = read(title, "discs", Discs).outweighs
    for side in sides_of(title, zone):
        others = max(have[other] for other in sides_of(title, zone) if other != side)
        if have[side] and have[side] >= outweighs * others and lays_discs(position, side, zone):
            return disc_power(title, side, zone)
    return ""


def update(play: Play, how: str = UPDATED) -> None:
    """Lay and take off Control Discs wherever ships, islands and stars have changed who controls a sea zone (2.4, 3.7)."""
    for zone in zones(play.title):
        before, after = play.state.control.get(zone, ""), due_controller(play.position, zone)
        if before != after:
            play.emit(ControlChanged(zone, before, after, how))


def stance(position: Position, power: str, zone: str) -> str:
    """Return how a sea zone is for a power: FRIENDLY, CONTESTED or ENEMY.

    Where no disc can lie (waters that are not active, or that only one side may enter) a zone is friendly to whoever's
    side may enter it, and closed to others (sections 1.1, 1.2).
    """
    side = position.side_of(power)
    if not is_disputed(position, zone):
        return FRIENDLY if side in sides_of(position.title, zone) else ENEMY
    holder = position.state.control.get(zone, "")
    if not holder:
        return CONTESTED
    return FRIENDLY if position.side_of(holder) == side else ENEMY


def mare_nostrum(position: Position) -> bool:
    """Return whether a side controls all the areas and sea zones that make a body of water its own (section 6.4)."""
    if "mare_nostrum" not in position.title.settings:
        return False
    row = read(position.title, "mare_nostrum", MareNostrum)
    sea = position.title.regions[row.zones]
    if not any(is_disputed(position, zone) for zone in sea):
        return False
    land = (position.state.control.get(area, "") for area in row.areas)
    return all(holder and position.side_of(holder) == row.side for holder in land) and all(_is_of(position, zone, row.side) for zone in sea)


def _is_of(position: Position, zone: str, side: str) -> bool:
    if not is_disputed(position, zone):
        return sides_of(position.title, zone) == (side,)
    holder = position.state.control.get(zone, "")
    return bool(holder) and position.side_of(holder) == side


def recount(position: Position) -> dict[str, str]:
    """Return sea zone to the power whose Control Disc must lie there, worked out from the tables by sets alone.

    It shares nothing with `due_controller` but title.toml, so that each can be held to the other.
    """
    title, state = position.title, position.state
    row, fighting = title.settings["discs"], {p for p, standing in state.standing.items() if standing == "at-war"}
    places = {area for region in row["regions"] for area in title.regions[region]}
    places |= {area for area, entry in title.areas.items() if entry.terrain == row["terrain"]}
    waiting = {p for p, standing in state.standing.items() if standing == NEUTRAL}
    held = {area: state.control[area] for area in places & state.control.keys() if state.control[area] not in waiting}
    found = {}
    for body in title.settings["waters"]:
        if all(state.standing.get(power, NEUTRAL) == NEUTRAL for power in body.get("active_with", ())):
            continue
        for zone in title.regions[body["slug"]]:
            powers = body.get("except", {}).get(zone, body["powers"])
            if holder := _recount_zone(position, zone, powers, held, fighting & set(row["powers"])):
                found[zone] = holder
    return found


def _recount_zone(position: Position, zone: str, powers: list[str], held: dict[str, str], with_discs: set[str]) -> str:
    title, state = position.title, position.state
    if len({title.side_of[power] for power in powers}) < 2:
        return ""
    beside = {link.to if link.area == zone else link.area for link in title.links if zone in (link.area, link.to)}
    pieces: Counter[str] = Counter()
    layers = {title.side_of[power]: power for power in powers if power in with_discs}
    pieces.update(side for side in (position.side_of(held[area]) for area in beside & held.keys()) if side in layers)
    for (area, power, _, _, _), count in state.stacks.items():
        if area == zone and state.standing.get(power) == "at-war":
            pieces[position.side_of(power)] += count
    factor = title.settings["discs"]["outweighs"]
    for side, power in layers.items():
        if pieces[side] and pieces[side] >= factor * sum(n for other, n in pieces.items() if other != side):
            return power
    return ""

"""Supply paths and the ways of lend-lease: over railways and rivers, and from port to port (sections 1.5, 8.11, 11.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from engine.families.axis_allies.board import condition_of, enemy_stacks, is_open, is_sea, stacks_in
from engine.families.axis_allies.facilities.facilities import works
from engine.families.axis_allies.vocabulary import BORDER
from engine.mechanics.profile import profile_of
from engine.rules import Position
from engine.title.model import Title
from engine.title.per_title import per_title
from engine.titles.global_war_1936.economy.paying import road_is_open
from engine.titles.global_war_1936.tables import figure, role
from engine.titles.global_war_1936.vocabulary import CONVOY_MINES, CONVOY_RAID, ESCORT, TRACK_DAMAGE

TRACKS = frozenset({"railroad", "broad-railroad"})
WATERS = frozenset({"river", "waterway"})
"""Borders that join as rivers do: the Great Lakes, too (section 1.15), which hamper no attack."""


def has_track(position: Position, one: str, other: str, *, whole: bool = True, roads: bool = True) -> bool:
    """Return whether an undamaged railway or a river joins two areas; rivers count with their option (section 1.12).

    Args:
        whole: damaged railways do not count. roads: channel ports and the Burma Road count, which take no trains.
    """
    kinds = {row.border for row in position.title.borders_between.get(frozenset((one, other)), ())}
    if roads and ("channel-port" in kinds or ("burma-road" in kinds and road_is_open(position))):
        return True
    rivers = bool(kinds & WATERS) and position.options.get("rivers") == "on"
    if rivers or (whole and TRACK_DAMAGE.read(position.state, *sorted((one, other)))):
        return rivers
    return bool(kinds & TRACKS) or has_new_track(position, one, other)


def has_new_track(position: Position, one: str, other: str) -> bool:
    """Return whether a railway that is not damaged has been built across a border (section 12.10)."""
    return any(
        key.unit in role(position.title, "tracks").units and BORDER.of(to) in condition_of(key).words and works(position, key)
        for area, to in ((one, other), (other, one))
        for key, _ in stacks_in(position, area)
    )


def joined(position: Position, start: str, passes: Callable[[str], bool], *, whole: bool = True) -> dict[str, tuple[str, ...]]:
    """Return every area that tracks join with one, through areas that may be passed, with a shortest way.

    Args:
        whole: damaged railways do not count.
    """
    ways: dict[str, tuple[str, ...]] = {start: (start,)}
    edge = [start]
    while edge:
        further = []
        for area in edge:
            for other in tracks_from(position, area, whole=whole):
                if other not in ways and passes(other):
                    ways[other] = (*ways[area], other)
                    further.append(other)
        edge = further
    return ways


def tracks_from(position: Position, area: str, *, whole: bool = True, roads: bool = True) -> Iterator[str]:
    """Yield the land areas that a track joins with an area."""
    for other in position.title.neighbours[area]:
        if not is_sea(position.title, other) and has_track(position, area, other, whole=whole, roads=roads):
            yield other
    if roads:
        yield from _over_channel(position.title).get(area, ())


@per_title
def _over_channel(title: Title) -> dict[str, list[str]]:
    """Return area to the areas on the other side of the Channel."""
    found: dict[str, list[str]] = {}
    for pair, rows in title.borders_between.items():
        for area in pair if any(row.border == "channel-port" for row in rows) else ():
            found.setdefault(area, []).extend(pair - {area})
    return found


def port(position: Position, area: str, zone: str) -> int:
    """Return what may be worth at most what goes through an area's ports to a sea zone; 0 when none is open."""
    best = max(
        (
            profile_of(position, key).number("port")
            for key, _ in stacks_in(position, area)
            if profile_of(position, key).has("port") and works(position, key)
        ),
        default=0,
    )
    return 0 if best and is_blockaded(position, area, zone) else best


def is_blockaded(position: Position, area: str, zone: str) -> bool:
    """Return whether enemies of an area's holder close its ports on a sea zone."""
    holder = position.state.control.get(area, "")
    return bool(holder) and bool(blockader(position, zone, holder, free=True))


def blockader(position: Position, zone: str, power: str, *, free: bool = False) -> str:
    """Return an enemy of a nation that has ships enough of its own in a sea zone to close it; nothing when none has.

    Args:
        free: ships that escort or raid do not count: a ship does one of the three (section 8.8). They stop lend-lease (11.4).
    """
    fleets: Counter[str] = Counter()
    duties = {ESCORT.of(zone), CONVOY_RAID, CONVOY_MINES}
    for key, n in enemy_stacks(position, zone, power):
        if profile_of(position, key).has("surface-warship") and not (free and duties & set(condition_of(key).words)):
            fleets[key.power] += n
    together = position.options.get("blockade") == "together" and fleets.total() >= figure(position.title, "blockade-ships")
    return next((enemy for enemy, ships in fleets.items() if ships >= figure(position.title, "blockade-ships") or together), "")


def sea_way(position: Position, power: str, start: str, end: str) -> tuple[str, ...]:
    """Return a shortest way over sea zones from one area's open port to another's, both areas included; empty when none."""
    first = (zone for zone in position.title.neighbours[start] if is_sea(position.title, zone) and port(position, start, zone))
    edge: list[tuple[str, ...]] = [(start, zone) for zone in first]
    seen = {way[-1] for way in edge}
    while edge:
        further: list[tuple[str, ...]] = []
        for way in edge:
            if end in position.title.neighbours[way[-1]] and port(position, end, way[-1]):
                return (*way, end)
            for other, link in position.title.neighbours[way[-1]].items():
                if other not in seen and is_sea(position.title, other) and is_open(position, link, power):
                    seen.add(other)
                    further.append((*way, other))
        edge = further
    return ()

"""The truce of the two Chinese factions: when they agree, what ends it, and where their troops go then (section 13.3)."""

from __future__ import annotations

from engine.families.axis_allies.board import condition_of
from engine.families.axis_allies.transports import Item, put_ashore
from engine.play import Play
from engine.rules import Position
from engine.titles.global_war_1936.nations import chinese, zones_held
from engine.titles.global_war_1936.treaties import refuge
from engine.titles.global_war_1936.vocabulary import TRUCE


def is_kept(position: Position, power: str, other: str) -> bool:
    """Return whether two nations are the Chinese factions and keep their truce, which each may break at any time."""
    return {power, other} == set(chinese(position.title)) and TRUCE.read(position.state) == "yes"


def part(play: Play) -> None:
    """Move the troops of each faction, at war again, out of the other's areas and off its ships, to its own nearest area.

    Only nations that are aligned share land zones (section 0.5).
    """
    for nation, other in (chinese(play.title), chinese(play.title)[::-1]):
        own = set(zones_held(play.position, nation))
        for area in zones_held(play.position, other):
            _leave(play, nation, area, own)
        _go_ashore(play, nation, other, own)


def _leave(play: Play, nation: str, area: str, own: set[str]) -> None:
    to = refuge.nearest(play.title, area, own.__contains__)
    for key, count in list(play.position.stacks(area)) if to else ():
        if key.power == nation and play.title.units[key.unit].cls != "facility":
            refuge.go(play, key, count, to, "evacuated")


def _go_ashore(play: Play, nation: str, other: str, own: set[str]) -> None:
    for ship, count in sorted(play.state.stacks.items()):
        if ship.power != other:
            continue
        load: tuple[Item, ...] = tuple(item for item in condition_of(ship).cargo if item[0] == nation)
        to = refuge.nearest(play.title, ship.area, own.__contains__) if load else ""
        for _ in range(count if to else 0):
            put_ashore(play, ship, load, to, "evacuated")

"""What a camp keeps where: guards of a treaty, occupations, and the ship of a nation that surrenders without any."""

from __future__ import annotations

from engine.families.blocks import board, supply
from engine.families.blocks.politics import timetable
from engine.families.blocks.politics.settings import Pact, SurrenderRow
from engine.families.blocks.politics.union import union_of
from engine.families.blocks.sea.waters import may_enter, zones
from engine.families.blocks.settings import rows
from engine.rules import Position
from engine.title.settings import setting

FEW = 2
"""Ships of a nation, up to which it builds more before anything else."""

HOME = 2
"""Ships that such a nation keeps where they are safest."""


def asked(position: Position, camp: str) -> dict[str, int]:
    """Return land area to how many blocks treaties ask the camp for there, while the powers that they name are at peace (9.0)."""
    found: dict[str, int] = {}
    pact = setting(position.title, "pact", Pact)
    if pact and board.camp_of(position, pact.receiver) == camp and board.is_neutral(position, pact.giver):
        found |= {area: 1 for area in pact.guard if board.holds(position, camp, area)}
    for slug, row in timetable.occupations(position).items():
        ours = board.camp_of(position, row.to) == camp and board.is_neutral(position, row.to)
        if ours and timetable.is_ceded(position, slug):
            found |= row.units
    return found


def ships_of(position: Position, power: str) -> int:
    """Return how many ships a power, or the union that it is in, has on the map."""
    members = union_of(position, power) or (power,)
    return sum(
        count
        for key, count in position.state.stacks.items()
        if key.power in members and position.title.areas[key.area].kind == "sea" and board.is_naval(position.title.units[key.unit])
    )


def needs_ships(position: Position, power: str) -> bool:
    """Return whether a power surrenders when it has lost its last ship (5.1)."""
    row = rows(position.title, "surrender", SurrenderRow).get(power)
    return power not in position.title.nations and not (row and row.only)


def refuge(position: Position, power: str) -> str:
    """Return the sea zone in which a ship of a power is safest, empty without one: in supply, and open to the fewest enemy ships.

    It counts wherever they are now.
    """
    reached = supply.reach(position, power)
    able = [zone for zone in zones(position.title) if zone in reached.way and may_enter(position, power, zone)]
    fleets = _fleets(position, position.enemies_of(power))
    return min(((_danger(position, fleets, zone), zone) for zone in able), default=(0, ""))[1]


def _fleets(position: Position, powers: frozenset[str]) -> board.Blocks:
    """Return what some powers have at sea."""
    areas = position.title.areas
    return [item for one in sorted(powers) for item in position.stacks_of(one) if areas[item[0].area].kind == "sea"]


def _danger(position: Position, fleets: board.Blocks, zone: str) -> int:
    return sum(count * (3 if key.area == zone else 1) for key, count in fleets if may_enter(position, key.power, zone))


def ships_in(position: Position, power: str, zone: str) -> int:
    """Return how many ships of a power are in a sea zone."""
    return sum(count for key, count in position.stacks(zone) if key.power == power)

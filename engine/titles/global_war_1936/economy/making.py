"""How many units the factories of an area make in a turn (sections 11.1, 12.4; table 12-2)."""

from __future__ import annotations

from engine.families.axis_allies.board import own_stacks
from engine.families.axis_allies.facilities.facilities import works
from engine.families.axis_allies.vocabulary import ALIGNED, MOBILIZED
from engine.mechanics.profile import profile, profile_of
from engine.rules import Position
from engine.titles.global_war_1936.nations import is_home, is_of
from engine.titles.global_war_1936.tables import role
from engine.titles.global_war_1936.vocabulary import NEW_CAPACITY


def room(position: Position, area: str) -> int:
    """Return how many more units the factories of an area make this turn, new and upgraded ones as before (table 12-2, 12.4)."""
    total = 0
    for key, count in own_stacks(position, area, position.power):
        row = profile_of(position, key)
        if row.has("produces"):
            damage = position.state.damage.get((area, key.unit), 0)
            made = (
                row.number("capacity")
                if is_native(position, area)
                else profile(position, position.power, role(position.title, "captured-factory").units[0]).number("capacity")
            )
            broken = made if row.has("stops-working-at") and not works(position, key) else damage
            total += max(0, made * count - broken)
    grown = NEW_CAPACITY.number(position.state, area)
    return max(0, total - grown - MOBILIZED.number(position.state, area))


def is_native(position: Position, area: str) -> bool:
    """Return whether an area's factories are no captured ones, which work as minor factories (section 12.4)."""
    owner = position.title.areas[area].original_owner
    native = is_of(position.title, owner, position.power) or is_home(position.title, position.power, area)
    return native or ALIGNED.read(position.state, owner) == position.power

"""Aircraft of damaged carriers attack land only (global-1939, Sea Technology: Improved Carriers).

Where damaged carriers keep their aircraft, a sea zone can send as many aircraft against ships as its undamaged carriers
hold. The marker `launched|ZONE` of the turn counts them.
"""

from __future__ import annotations

from engine.families.axis_allies.board import condition_of, enemy_stacks, friendly_stacks, is_sea
from engine.families.axis_allies.deck import deck_of
from engine.families.axis_allies.movement.selection import Selection
from engine.families.axis_allies.orders import Move
from engine.mechanics.profile import profile_of
from engine.play import Play
from engine.problems import Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.titles.global_1939.vocabulary import LAUNCHED

SECTION = "Sea Technology"

DAMAGED_CARRIER = Rule("damaged-carrier", SECTION)


def check_launch(position: Position, order: Move, found: dict[str, Selection], phase: str) -> list[Problem]:
    """Return what is wrong with sending these aircraft against ships."""
    zone = order.way[0]
    count = _launching(position, order, found)
    if not count or not _has_damaged(position, zone):
        return []
    most = _sound_room(position, zone) - _launched(position, zone)
    if count <= most:
        return []
    return [
        DAMAGED_CARRIER.in_phase(phase).broken(
            "aircraft of damaged carriers attack land only",
            found=str(count),
            expected=f"at most {max(0, most)} against ships",
        )
    ]


def note_launch(play: Play, order: Move, found: dict[str, Selection]) -> None:
    """Count aircraft sent against ships from a zone with damaged carriers."""
    zone, count = order.way[0], _launching(play.position, order, found)
    if count and _has_damaged(play.position, zone):
        LAUNCHED.add(play, count, zone)


def _launching(position: Position, order: Move, found: dict[str, Selection]) -> int:
    """Return how many aircraft take off at sea to attack enemy ships."""
    way, units = order.way, position.title.units
    if not (is_sea(position.title, way[0]) and is_sea(position.title, way[-1])):
        return 0
    if not any(units[key.unit].cls == "sea" for key, _ in enemy_stacks(position, way[-1], position.power)):
        return 0
    draws = [item for name, one in found.items() if units[name].has("lands-on-carriers") for item in one.draws]
    return sum(n for key, n in draws if not condition_of(key).used)


def _is_damaged(position: Position, key: Stack) -> bool:
    return key.strength < profile_of(position, key).strength


def _has_damaged(position: Position, zone: str) -> bool:
    """Return whether a zone has damaged carriers that keep their aircraft."""
    there = friendly_stacks(position, zone, position.power)
    return any(deck_of(position, key) and _is_damaged(position, key) for key, _ in there)


def _sound_room(position: Position, zone: str) -> int:
    there = friendly_stacks(position, zone, position.power)
    return sum(deck_of(position, key) * n for key, n in there if not _is_damaged(position, key))


def _launched(position: Position, zone: str) -> int:
    return LAUNCHED.number(position.state, zone)

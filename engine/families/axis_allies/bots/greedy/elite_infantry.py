"""Infantry that attacks harder for a fee, where a title has it ([airborne]): dropped by bombers, or landed as marines.

global-1939, Unit Changes: Paratroopers and Marines.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from engine.bots.bot import may
from engine.families.axis_allies.bots.greedy.forces import Units, plainly_won
from engine.families.axis_allies.bots.greedy.pool import Piece
from engine.families.axis_allies.bots.greedy.sealift import Lot
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.movement.combined_moves import Airborne
from engine.families.axis_allies.orders import Move, Offload
from engine.forces import show_units
from engine.orders import Order, join_path
from engine.play import Play
from engine.title.settings import setting


def drops(play: Play, view: View, target: str, aircraft: list[Piece]) -> tuple[list[Lot], list[Piece]]:
    """Return the bombers among aircraft that attack a land area, each with the infantry it drops there; and those that fly without.

    Infantry beside the area walks: it may retreat then, and costs nothing.
    """
    if not _is_known(view):
        return [], aircraft
    found, rest, left = list[Lot](), list[Piece](), dict[str, Counter[str]]()
    for piece in aircraft:
        start, room = piece.path[0], view.title.units[piece.unit].number("drops")
        riders: Counter[str] = Counter()
        if room and start not in view.title.neighbours[target]:
            riders = _riders(view, left.setdefault(start, Counter(view.spare(start))), room)
        order = _drop(piece, riders)
        if riders and may(play, order):
            left[start] -= riders
            found.append(Lot(riders + Counter([piece.unit]), [order], 0.0))
        else:
            rest.append(piece)
    return found, rest


def as_marines(view: View, orders: list[Order], units: Units, against: Units) -> list[Order]:
    """Return the orders of an attack with all infantry of its assaults landing as marines, unless it is won without."""
    if not _is_known(view):
        return orders
    if plainly_won(view.book, units, against):
        return orders
    return [_marines(view, order) if isinstance(order, Offload) else order for order in orders]


def _is_known(view: View) -> bool:
    """Return whether the title has infantry that is dropped, or landed as marines, for a fee."""
    return setting(view.title, "airborne", Airborne) is not None


def _marines(view: View, order: Offload) -> Offload:
    able = sum(count for unit, count in order.counts if view.title.units[unit].has("elite-assault"))
    return msgspec.structs.replace(order, marines=able)


def _riders(view: View, units: Counter[str], room: int) -> Counter[str]:
    able = [unit for unit in sorted((+units).elements()) if view.title.units[unit].has("elite-assault")]
    return Counter(able[:room])


def _drop(piece: Piece, riders: Counter[str]) -> Move:
    units = riders + Counter([piece.unit])
    return Move(show_units(sorted(units.items())), join_path(piece.path), drop=True)

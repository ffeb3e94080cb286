"""Infantry that attacks harder for a fee, where a title has it ([airborne]): dropped by bombers, or landed as marines."""

from __future__ import annotations

from collections import Counter

import msgspec

from engine.bots.bot import may
from engine.families.axis_allies.bots.greedy.forces import Units, attackers, defenders, plainly_won
from engine.families.axis_allies.bots.greedy.pool import Piece, flying
from engine.families.axis_allies.bots.greedy.sealift import Lot
from engine.families.axis_allies.bots.greedy.threats import airborne
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.orders import Move, Offload
from engine.forces import show_units
from engine.orders import Order, join_path
from engine.play import Play


def drops(play: Play, view: View, target: str) -> list[Lot]:
    """Return bombers that can attack a land area, each with the infantry it drops there.

    Infantry beside the area walks: it may retreat then, and costs nothing.
    """
    if not airborne(view.title):
        return []
    found, left = [], dict[str, Counter[str]]()
    for piece in flying(view, target):
        start, room = piece.path[0], view.title.units[piece.unit].number("drops")
        if not room or start in view.title.neighbours[target]:
            continue
        riders = _riders(view, left.setdefault(start, Counter(view.spare(start))), room)
        order = _drop(piece, riders)
        if riders and may(play, order):
            left[start] -= riders
            found.append(Lot(riders + Counter([piece.unit]), [order], 0.0))
    return found


def without(pieces: list[Piece], lots: list[Lot]) -> list[Piece]:
    """Return the aircraft that fly without infantry: each lot takes one of them."""
    taken = Counter((order.way[0], unit) for lot in lots for order in lot.orders for unit in lot.units)
    kept = []
    for piece in pieces:
        if taken[piece.path[0], piece.unit] > 0:
            taken[piece.path[0], piece.unit] -= 1
        else:
            kept.append(piece)
    return kept


def as_marines(view: View, orders: list[Order], units: Units, against: Units) -> list[Order]:
    """Return the orders of an attack with all infantry of its assaults landing as marines, unless it is won without."""
    if not airborne(view.title):
        return orders
    if plainly_won(attackers(view.title, units), defenders(view.title, against)):
        return orders
    return [_marines(view, order) if isinstance(order, Offload) else order for order in orders]


def _marines(view: View, order: Offload) -> Offload:
    able = sum(count for unit, count in order.counts if view.title.units[unit].has("elite-assault"))
    return msgspec.structs.replace(order, marines=able)


def _riders(view: View, units: Counter[str], room: int) -> Counter[str]:
    able = [unit for unit in sorted((+units).elements()) if view.title.units[unit].has("elite-assault")]
    return Counter(able[:room])


def _drop(piece: Piece, riders: Counter[str]) -> Move:
    units = riders + Counter([piece.unit])
    return Move(show_units(sorted(units.items())), join_path(piece.path), drop=True)

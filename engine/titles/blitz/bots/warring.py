"""Which Blitz the greedy player does, and on whom it declares war."""

from __future__ import annotations

from collections.abc import Iterator

from engine.orders import Order
from engine.play import Play
from engine.rules import Position
from engine.title.model import Title
from engine.title.own_tables import own_rows
from engine.titles.blitz.bots import outlook
from engine.titles.blitz.combat import phases
from engine.titles.blitz.orders import Blitz, GoToWar
from engine.titles.blitz.politics import control
from engine.titles.blitz.politics_tables import Overseas, PlannedWar, Route
from engine.titles.blitz.position import board, changes
from engine.titles.blitz.position.changes import OIL
from engine.titles.blitz.tables import countries


def is_overseas(title: Title, power: str) -> bool:
    """Return whether a power comes to its enemies by sea: it wants ships as much as armies."""
    return any(row.power == power for row in own_rows(title, "bot_overseas", Overseas))


def choose(play: Play) -> Iterator[Order]:
    """Yield the Blitz of every power: the most that its Oil pays for while it is at war."""
    for power in board.powers_of(play.position, play.position.side_of(play.state.clock.power)):
        if board.is_neutral_major(play.position, power):
            yield Blitz(power, "free")
            continue
        oil = changes.store(play, power, OIL)
        if oil >= 2:
            yield Blitz(power, "total")
        if oil >= 1:
            yield Blitz(power, "land")
        yield Blitz(power, "total")
        yield Blitz(power, "land")
        yield Blitz(power, "naval")
        yield Blitz(power, "free")


def openings(play: Play) -> Iterator[Order]:
    """Yield the declarations of powers that fight overseas, before the ships of an Activities phase sail: so they land at once."""
    if not phases.is_blitz(play.position):
        yield from (order for order in declarations(play) if is_overseas(play.title, order.by))


def declarations(play: Play) -> Iterator[GoToWar]:
    """Yield declarations of war: on powers when the time has come, on neutral countries that can be taken at once."""
    position = play.position
    turn = board.game_turn(position)
    side = position.side_of(play.state.clock.power)
    powers = board.powers_of(position, side)
    for row in own_rows(position.title, "bot_wars", PlannedWar):
        ready = not row.area or board.is_ours(position, side, row.area)
        if row.power in powers and turn >= row.turn and ready:
            yield GoToWar(row.power, row.on_power or row.on_country)
    if side == "axis":
        yield from _neutrals(position, side)


def _neutrals(position: Position, side: str) -> Iterator[GoToWar]:
    routes = own_rows(position.title, "bot_routes", Route)
    for country, row in countries(position.title).items():
        if board.ally_of(position, country) or row.part or row.barred == side:
            continue
        areas = [
            area for area in board.areas_of(position, country) if not board.holder(position, area) and board.is_in_play(position, area)
        ]
        gain = sum(outlook.worth(position, area) - 1 for area in areas)
        near = [key for area in areas for other in control.adjacent_land(position, area) for key in outlook.guards(position, other, side)]
        size = sum(board.printed(position.title, key, "land") for key in near)
        way = any(row.country == country and board.holder(position, row.area) == row.holder for row in routes)
        if near and len(areas) == 1 and (way or gain >= 2) and size >= 8 and not board.is_neutral_major(position, near[0].power):
            yield GoToWar(near[0].power, country)

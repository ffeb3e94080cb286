"""What may be spent on the units of some countries alone: China's Resources, and those of allies that are cut off (sections 7.6, 7.8)."""

from __future__ import annotations

from typing import NamedTuple

from engine.rules import Position
from engine.state import Stack
from engine.title.own_tables import own_rows
from engine.titles.blitz.politics_tables import china
from engine.titles.blitz.position import board
from engine.titles.blitz.position.supply import reach
from engine.titles.blitz.tables import Delivery, places
from engine.titles.blitz.turn_end.turn_end import production_line
from engine.titles.blitz.vocabulary import CHINA_SPENT, DELIVERED, PURSE, SHORT


class Purse(NamedTuple):
    """What a country may still spend on its own units in this turn; `alone` says that nothing else may be spent on them."""

    country: str
    left: int
    alone: bool


def purse_of(position: Position, key: Stack, area: str) -> Purse | None:
    """Return the purse of a unit's home country when it is built in an area: where that is cut off, or the scenario says so; else None.

    What a country that is cut off can trace a line to, and its power cannot, pays for its units and is not saved (7.6).
    """
    power, country = key.power, board.home_of(position, key.unit)
    told = country in board.rules_of(position).purses.get(power, ())
    main = production_line(position, power)
    if country == china(position.title) or (area in main and not told):
        return None
    own = position.title.regions[country]
    line = frozenset(own) if told else reach(position, own, power, neutrals=True)
    total = 0
    for place, yielded in places(position.title).items():
        if place in line and board.holder(position, place) == power and (told or place not in main):
            total += max(yielded.resources + yielded.oil - sum(shortage(position, place)), 0)
    spent = PURSE.number(position.state, country)
    return Purse(country, max(total - spent, 0), alone=area not in main)


def shortage(position: Position, area: str) -> tuple[int, int]:
    """Return what a Partisan and what Factory damage take from an area in this turn."""
    told = SHORT.read(position.state, area).split(" ")
    current = told[0] == str(board.game_turn(position))
    return (int(told[1]), int(told[2])) if current else (0, 0)


def china_purse(position: Position) -> int:
    """Return what may still be spent on Chinese units: Resources in China with a Chinese land unit there, and lend lease (7.8).

    Damage to Factories in China comes off both (E.4, 7.8).
    """
    power = board.ally_of(position, china(position.title))
    if not board.plays(position, power):
        return 0
    total = lent_to_china(position) - CHINA_SPENT.number(position.state)
    for area, (resources, _) in counted_in_china(position, power).items():
        guards = [
            key
            for key, _ in position.stacks(area)
            if board.is_chinese(position, key.unit) and board.kind_of(position.title, key.unit) == "land"
        ]
        partisan, hurt = shortage(position, area)
        total += max(resources - partisan, 0) - hurt if guards else -hurt
    return max(total, 0)


def counted_in_china(position: Position, power: str) -> dict[str, tuple[int, int]]:
    """Return the areas of China that a power controls, with what they yield; a line begins in China's own lands (1.7)."""
    held = (area for area in position.title.regions[china(position.title)] if board.holder(position, area) == power)
    return {area: (places(position.title)[area].resources, places(position.title)[area].oil) for area in held}


def lent_to_china(position: Position) -> int:
    """Return what has been lent to China in this turn."""
    turn = str(board.game_turn(position))
    rows = own_rows(position.title, "lend_lease_units", Delivery)
    return sum(row.most for row in rows if row.receiver == china(position.title) and DELIVERED.read(position.state, row.unit) == turn)

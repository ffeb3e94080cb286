"""What a power may use of its Oil and Resources, and how it pays (sections 7.7, 7.8)."""

from __future__ import annotations

from engine.play import Play
from engine.rules import Position
from engine.state import Stack
from engine.titles.blitz.politics import entry
from engine.titles.blitz.position import board, changes
from engine.titles.blitz.position.changes import OIL, RESOURCES
from engine.titles.blitz.turn_end import purses
from engine.titles.blitz.vocabulary import CHINA_SPENT, LENT, PURSE, SAVED, SPENT


def usable(position: Position, power: str) -> int:
    """Return how much Oil and Resources a power may still use in this turn: its limit while its entry is limited (7.7)."""
    everything = changes.store(position, power, RESOURCES) + changes.store(position, power, OIL)
    if not entry.is_limited(position, power):
        return everything
    used = SPENT.number(position.state) + (lent(position, power) if position.options["limit-lend-lease"] == "within" else 0)
    return max(min(everything, entry.box(position, power) + _saved(position, power) - used), 0)


def _saved(position: Position, power: str) -> int:
    """Return the Oil that a limited power had saved before this turn, where no limit is on that."""
    turn, _, stores = SAVED.read(position.state, power).partition(" ")
    now = turn == str(board.game_turn(position)) and position.options["saved-oil"] == "free"
    return int(stores.split(" ")[1]) if now else 0


def lent(position: Position, power: str) -> int:
    """Return what a power has given to other powers by Lend Lease in this turn."""
    turn, _, amount = LENT.read(position.state, power).partition(" ")
    return int(amount) if turn == str(board.game_turn(position)) else 0


def waste(play: Play, power: str, keep: int) -> None:
    """Lose what a limited power cannot use; it keeps Oil first (7.7)."""
    oil = min(changes.store(play, power, OIL), keep)
    resources = min(changes.store(play, power, RESOURCES), keep - oil)
    changes.gain(play, power, OIL, oil - changes.store(play, power, OIL), "civilian-economy")
    changes.gain(play, power, RESOURCES, resources - changes.store(play, power, RESOURCES), "civilian-economy")


def pay(play: Play, key: Stack, cost: int, oil: int, area: str) -> None:
    """Pay for a build: Resources first, then Oil; Chinese units and those of an isolated ally from their own (7.6, 7.8)."""
    power = key.power
    own = purses.purse_of(play.position, key, area)
    if own is not None and cost <= own.left and not board.is_chinese(play.position, key.unit):
        PURSE.set(play, PURSE.number(play.state, own.country) + cost, own.country)
        return
    SPENT.set(play, SPENT.number(play.state) + cost)
    if board.is_chinese(play.position, key.unit):
        CHINA_SPENT.set(play, CHINA_SPENT.number(play.state) + cost)
        return
    spend(play, power, cost, oil, "build")


def spend(play: Play, power: str, cost: int, oil: int, cause: str) -> None:
    """Take a price from a power's Resources, and from its Oil what is meant to come from there or is missing."""
    oil = max(oil, cost - changes.store(play, power, RESOURCES))
    changes.gain(play, power, RESOURCES, -(cost - oil), cause)
    changes.gain(play, power, OIL, -oil, cause)


def spend_one(play: Play, power: str, resource: str, cause: str) -> None:
    """Take one Resource, or Oil, from a power."""
    SPENT.set(play, SPENT.number(play.state) + 1)
    spend(play, power, 1, int(resource == OIL), cause)

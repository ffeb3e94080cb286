"""Random answers to the decisions of the agenda."""

from __future__ import annotations

from random import Random

from engine.orders import Order
from engine.play import Play
from engine.rules import Pending, Position
from engine.state import Stack
from engine.titles.blitz import agenda
from engine.titles.blitz.combat import battles, results
from engine.titles.blitz.land import combat
from engine.titles.blitz.orders import (
    Besiege,
    Choose,
    CommitNoMore,
    Defend,
    FlyIn,
    Give,
    GoTo,
    NewHome,
    No,
    Partisan,
    SlipAway,
    Yes,
)
from engine.titles.blitz.politics import conquest, control, moving_out, returning
from engine.titles.blitz.position import board
from engine.titles.blitz.scenarios import specials
from engine.titles.blitz.sea import sea
from engine.titles.blitz.turn_end import sabotage, turn_end


def answer(play: Play, pending: Pending, rng: Random) -> Order:
    """Return an answer drawn at random; the default where only that makes sense."""
    word, *arguments = agenda.tasks(play.position)[0].split(" ")
    return _draw(play.position, word, tuple(arguments), pending, rng) or pending.default


def _draw(position: Position, word: str, arguments: tuple[str, ...], pending: Pending, rng: Random) -> Order | None:
    if word.startswith("siege-"):
        return None
    if word == "sabotage":
        return rng.choice(sabotage.choices(position, arguments[0]))
    if word == "sabotage-partisan":
        return Partisan(rng.choice(["", *sabotage.sites(position, *arguments[1:])]))
    if word == "loot":
        oil, most = rng.randint(0, int(arguments[2])), int(arguments[2])
        kept = rng.randint(0, most - oil) if position.options["looting-parts"] == "split" else 0
        return rng.choice([Yes(), No(), Give(oil, kept)])
    if NewHome in pending.takes:
        return NewHome(rng.choice(conquest.homes(position, arguments[1])))
    if Besiege in pending.takes:
        return Besiege(rng.choice(["", *specials.pressable(position, specials.siege_named(position, arguments[0]))]))
    if Choose in pending.takes:
        names = picks(position, word, arguments)
        return Choose(rng.choice(names)) if names else None
    if GoTo in pending.takes:
        key = board.find(position, arguments[0])
        ways = places(position, word, arguments, key) if key else []
        return GoTo(arguments[0], *rng.choice(ways)) if ways else None
    if Partisan in pending.takes:
        return Partisan(rng.choice(["", *turn_end.partisan_sites(position, *arguments)]))
    if Give in pending.takes:
        return Give(rng.randint(0, turn_end.delivers(position, arguments[0])))
    if FlyIn in pending.takes:
        return FlyIn(_some([key.unit for key in sea.flyers(position, *arguments)], rng))
    if SlipAway in pending.takes:
        return SlipAway(_some([key.unit for key in sea.evaders(position, *arguments)], rng))
    if Defend in pending.takes and rng.random() < 0.7:
        kind, area, key = rng.choice(combat.defenders(position, arguments[0]))
        return Defend(kind, area, key.unit)
    if CommitNoMore in pending.takes:
        return CommitNoMore(arguments[0])
    return pending.takes[rng.randrange(len(pending.takes))]()


def picks(position: Position, word: str, arguments: tuple[str, ...]) -> list[str]:
    """Return what a task lets choose among."""
    if word == "hit":
        return battles.targets(position, arguments[0], arguments[1])
    if word == "lighten":
        return results.overload(position, arguments[0])
    if word == "shed":
        return specials.armour_of(position, arguments[0])
    if word == "back":
        return results.fresh(position, arguments[0], arguments[1])
    if word == "comes-back":
        return [key.unit for key in returning.set_aside(position, arguments[0])]
    return results.undriven(position) if word == "drive-back" else results.unblocked(position)


def places(position: Position, word: str, arguments: tuple[str, ...], key: Stack) -> list[tuple[str, str]]:
    """Return the (land area, sea of the port) that a task lets a unit go to."""
    if word == "retreat":
        return [(area, "") for area in results.retreats(position, key)]
    if word == "move-out":
        return moving_out.refuges(position, key, arguments[1])
    return control.refuges(position, key) if word in ("overrun", "make-way") else results.base_choices(position, key)


def _some(names: list[str], rng: Random) -> str:
    return ", ".join(name for name in names if rng.random() < 0.5)

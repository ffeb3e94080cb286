"""Odds by playing a battle many times: counters at full Size that have met in an area, on the board of the full game's set-up (6.5).

The area is the defender's, a neighbouring one the attacker's; nothing else stands on the map, so nobody flies in or slips away.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine import events as ev
from engine.dice import SeededDice
from engine.odds.battle import FIGHT_ON, Forces, Retreat
from engine.odds.composed import NoBattle, fight_to_the_end, played
from engine.odds.fighters import Units
from engine.odds.result import Result
from engine.orders import Order
from engine.play import Play
from engine.rules import NEUTRAL, load_rules
from engine.state import Stack
from engine.strictness import Strictness
from engine.title.model import Title
from engine.titles.blitz.orders import Engage, Resolve
from engine.titles.blitz.politics import entry
from engine.titles.blitz.position import board, changes
from engine.titles.blitz.position.supply import convoys_of, neighbours
from engine.titles.blitz.vocabulary import ATTACKS, SAILED, STAGE

GROUND = "ground"


def sampled(
    title: Title,
    forces: Forces,
    area: str = "",
    *,
    games: int = 1000,
    seed: int | str = 0,
    retreat: Retreat = FIGHT_ON,
    techs: Mapping[tuple[str, str], int] | None = None,
    options: Mapping[str, str] | None = None,
) -> Result:
    """Play a battle so many times; return the shares of its ends.

    Args:
        forces: whose counters they are is printed on them, whatever powers are named; those of minor countries are with the others.
        area: where it is fought; by default on land the first area of the defender's with a neighbour, at sea one without Convoys.

    Raises:
        NoBattle: the rules begin no battle, or the attacker is to retreat: a Ground Attack has one round.
    """
    fight_to_the_end(retreat)
    play = Play(load_rules(title), SeededDice(seed), strictness=Strictness.IGNORE)
    play.start(next(iter(title.scenarios)), dict(options or {}), {})
    attack, defend = _owners(title, forces.attackers), _owners(title, {**forces.defenders, **forces.guns})
    mine, theirs = sorted(set(attack.values())), sorted(set(defend.values()))
    if any(len({title.side_of[power] for power in powers}) != 1 for powers in (mine, theirs)) or (
        title.side_of[mine[0]] == title.side_of[theirs[0]]
    ):
        raise NoBattle(f"{', '.join(mine)} and {', '.join(theirs)} do not fight each other: name counters of both sides")
    for key in list(board.on_map(play.position)):
        play.emit(ev.UnitsRemoved(key.power, key.unit, 1, key.area, key.strength, "cleared", key.condition))
    for one in mine:
        for two in theirs:
            entry.go_to_war(play, one, two)
    order = _at_sea(play, area, attack, defend) if forces.at_sea else _on_land(play, area, attack, defend)
    return played(title, play.state, order, forces, games, seed)


def _owners(title: Title, units: Units) -> dict[str, str]:
    """Return unit to the power that has it: that it is printed for; for a minor country's the power of the others, or that is named."""
    printed = {unit: next((row.power for row in title.placements if row.unit == unit), NEUTRAL) for unit, _ in units}
    named = next(iter(power for _, power in units), "")
    lead = next((power for power in printed.values() if power != NEUTRAL), named)
    return {unit: lead if power == NEUTRAL else power for unit, power in printed.items()}


def _on_land(play: Play, area: str, attack: dict[str, str], defend: dict[str, str]) -> Order:
    mine, theirs = next(iter(attack.values())), next(iter(defend.values()))
    held = [one for one in play.title.areas if board.holder(play.position, one) == theirs]
    place = area or next((one for one in held if _overland(play.title, one)), "")
    near = _overland(play.title, place) if place else []
    if not near:
        raise NoBattle(f"no land area lies beside {area or theirs}: nobody attacks it overland")
    origin = near[0]
    for one, power in ((place, theirs), (origin, mine)):
        if board.holder(play.position, one) != power:
            play.emit(ev.ControlChanged(one, board.holder(play.position, one), power, "setup"))
    play.emit(ev.PhaseStarted(mine, "land-combat", play.state.clock.turn))
    for unit, power in attack.items():
        changes.commit(play, _put(play, unit, power, origin), place, GROUND)
    for unit, power in defend.items():
        key = _put(play, unit, power, place)
        if play.title.units[unit].cls == "air":
            changes.commit(play, key, place, GROUND)
    STAGE.set(play, "resolve")
    ATTACKS.set(play, f"{GROUND}:{place}")
    return Resolve("ground", place)


def _overland(title: Title, area: str) -> list[str]:
    return sorted(one for one in neighbours(title, "land").get(area, ()) if title.areas[one].kind == "land")


def _at_sea(play: Play, area: str, attack: dict[str, str], defend: dict[str, str]) -> Order:
    sides = set(play.title.sides)
    seas = (one for one, row in play.title.areas.items() if row.kind == "sea" and board.is_in_play(play.position, one))
    place = area or next(one for one in seas if not any(convoys_of(play.position, side, one) for side in sides))
    play.emit(ev.PhaseStarted(next(iter(attack.values())), "sea-combat", play.state.clock.turn))
    for unit, power in (attack | defend).items():
        changes.mark(play, _put(play, unit, power, place), SAILED)
    return Engage(place)


def _put(play: Play, unit: str, power: str, area: str) -> Stack:
    """Place a counter at its full Size; return its stack."""
    if key := board.find(play.position, unit):
        play.emit(ev.UnitsRemoved(key.power, unit, 1, key.area, key.strength, "setup", key.condition))
    play.emit(ev.UnitsPlaced(power, unit, 1, area, play.title.units[unit].strength, "setup"))
    found = board.find(play.position, unit)
    assert found is not None
    return found

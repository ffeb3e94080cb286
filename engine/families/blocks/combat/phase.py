"""Land combat and the retreat after it (sections 3.5 to 3.7).

The camp on turn names an area; its battle runs automatically until a player has a choice: which of equally strong
blocks take hits, whether to retreat, and where to. The pending decision follows from the state alone.
"""

from __future__ import annotations

from engine.families.blocks.board import Blocks, count_of
from engine.families.blocks.choice import choose, describe
from engine.families.blocks.combat import aftermath, hits, retreat
from engine.families.blocks.combat import fire as land_fire
from engine.families.blocks.combat.battle import ATTACKER, SIDES, Battle, contested, fielded, open_battle
from engine.families.blocks.combat.orders import FallBack, ResolveCombat, Stand, Withdraw
from engine.families.blocks.politics import war
from engine.families.blocks.sea import control as sea_control
from engine.families.blocks.vocabulary import LEAVES
from engine.mechanics.orders import Lose
from engine.orders import Order, join_path, unknown_names
from engine.play import Play, tag
from engine.problems import FATAL, Problem, Rule
from engine.rules import Pending, Phase, Position

COMBAT, RETREAT = "3.5 Land Combat", "3.6.1 Retreat Priorities"

UNKNOWN = Rule("land-combat/unknown", COMBAT, FATAL)
NO_DECISION = Rule("land-combat/no-decision", COMBAT, FATAL)
ONE_AT_A_TIME = Rule("land-combat/one-at-a-time", COMBAT, FATAL)
CONTESTED = Rule("land-combat/contested", COMBAT, FATAL)
BLOCKS = Rule("retreat/blocks", RETREAT, FATAL)
WAY = Rule("retreat/way", RETREAT, FATAL)
ROOM = Rule("retreat/room", RETREAT)
LOSSES = Rule("land-combat/losses", COMBAT)


class LandCombat(Phase):
    """Combat in the areas with blocks of both camps, in the order that the camp on turn chooses."""

    slug = "land-combat"
    takes = (ResolveCombat, Lose, Withdraw, Stand, FallBack)

    def pending(self, position: Position) -> Pending | None:
        """Return the choice due in the open battle, or the next battle while an area is contested."""
        fight = open_battle(position)
        if fight:
            return _decision(position, fight)
        areas = contested(position)
        return Pending("battle", position.power, (ResolveCombat,), ResolveCombat(areas[0]), None, ATTACKER) if areas else None

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order."""
        if wrong := unknown_names(order, position.title):
            return [UNKNOWN.broken(message, found=getattr(order, field), expected="a known name") for field, message in wrong]
        fight = open_battle(position)
        if isinstance(order, ResolveCombat):
            return _check_fight(position, order, fight)
        if fight is None or not _decision(position, fight).accepts(order):
            found, expected = (
                tag(type(order)),
                "an area to fight for" if fight is None else "its next choice",
            )
            return [NO_DECISION.broken("no battle is waiting for this order", found=found, expected=expected)]
        if isinstance(order, Lose):
            return hits.check_loss(order, _owing(position, fight)[1], LOSSES)
        return _check_fall_back(position, fight, order) if isinstance(order, FallBack) else []

    def salvage(self, position: Position, order: Order, problems: list[Problem]) -> Order | None:
        """Return the nearest order that can be carried out."""
        fight = open_battle(position)
        if any(problem.fatal for problem in problems):
            return None
        if fight and isinstance(order, Lose):
            return hits.salvage_loss(position, order, _owing(position, fight)[1])
        return order

    def carry_out(self, play: Play, order: Order) -> None:
        """Fight on until the next choice."""
        fight = open_battle(play.position)
        if isinstance(order, ResolveCombat):
            if fight is None and order.area in contested(play.position):
                land_fire.open_fire(play, order.area)
                _advance(play)
        elif fight:
            _answer(play, fight, order)

    def close(self, play: Play) -> None:
        """Fight the remaining battles with all defaults; end surprise, and update discs for control of the coasts (3.7)."""
        while due := self.pending(play.position):
            self.carry_out(play, due.default)
        self.finish(play)
        sea_control.update(play)

    def finish(self, play: Play) -> None:
        """End the surprise of nations that war has been declared on, unless it lasts the turn (section 1.1)."""
        if play.position.options["surprise"] == "next-combat":
            war.end_surprise(play)


class BlitzCombat(LandCombat):
    """The combat of the Blitz Phase (section 4.0)."""

    slug = "blitz-combat"


def battles_to_fight(position: Position) -> list[ResolveCombat]:
    """Return the orders that begin the battles of a phase of land combat."""
    if position.state.clock.phase not in (LandCombat.slug, BlitzCombat.slug):
        return []
    return [ResolveCombat(area) for area in contested(position)]


def _advance(play: Play) -> None:
    """Fight on after the first fire, or after losses have been chosen."""
    if land_fire.run(play, _advance):
        aftermath.resolve(play)


def _owing(position: Position, fight: Battle) -> tuple[str, hits.Toll]:
    """Return the side that must choose losses, and the hits; the attacker first."""
    tolls = ((side, hits.toll(position, fight, side)) for side in SIDES)
    return next((side, toll) for side, toll in tolls if toll)


def _decision(position: Position, fight: Battle) -> Pending:
    if any(hits.owed(position, side) for side in SIDES):
        side, toll = _owing(position, fight)
        usual = hits.usual_loss(position, toll)
        return Pending("losses", fight.power(side), (Lose,), usual, usual, side)
    if fight.step in SIDES:
        return Pending("retreat", fight.power(fight.step), (Withdraw, Stand), Stand(), Stand(), fight.step)
    side = LEAVES.read(position.state)
    way = _usual_fall_back(position, fight, side)
    return Pending("fall-back", fight.power(side), (FallBack,), way, way, side)


def _usual_fall_back(position: Position, fight: Battle, side: str) -> FallBack:
    """Return the default: the strongest block that has a way goes the usual one."""
    gone = retreat.leaving(position, fielded(position, fight.area, side))
    key, found = next(item for item in gone if item[1])
    return FallBack(describe([(key, 1)]), join_path(retreat.usual_way(position, key, found).path))


def _check_fight(position: Position, order: ResolveCombat, fight: Battle | None) -> list[Problem]:
    areas = contested(position)
    if fight:
        return [ONE_AT_A_TIME.broken("each combat is fully resolved before another one can start", found=order.area, expected=fight.area)]
    if order.area not in areas:
        return [
            CONTESTED.broken(
                "there is no battle in this area",
                found=order.area,
                expected=", ".join(areas) or "no order: no area is contested",
            )
        ]
    return []


def _check_fall_back(position: Position, fight: Battle, order: FallBack) -> list[Problem]:
    stacks = fielded(position, fight.area, LEAVES.read(position.state))
    chosen, missing = choose(stacks, order.blocks)
    if missing or not chosen:
        return [BLOCKS.broken("they are not among those who must retreat", found=missing or order.units, expected=describe(stacks))]
    problems = []
    for key, _ in chosen:
        found = retreat.ways(position, key)
        if order.way not in {way.path for way in found.values()}:
            expected = "; ".join(join_path(way.path) for way in found.values()) or "no way: it is eliminated"
            problems.append(WAY.broken(f"{describe([(key, 1)])} cannot retreat there", found=order.path, expected=expected))
    return problems or _check_room(position, order, chosen)


def _check_room(position: Position, order: FallBack, chosen: Blocks) -> list[Problem]:
    """Return what is wrong if more blocks retreat one way than there is room or ships for."""
    path, power, count = order.way, chosen[0][0].power, count_of(chosen)
    least = min(retreat.places_left(position, power, place) for place in retreat.taken(position, path))
    if count <= least:
        return []
    return [ROOM.broken("there is no room, or no ship, for all of them on this way", found=str(count), expected=f"at most {least}")]


def _answer(play: Play, fight: Battle, order: Order) -> None:
    """Carry out a choice of the open battle."""
    if isinstance(order, Lose):
        side, toll = _owing(play.position, fight)
        hits.take(play, fight, side, choose(toll.stacks, order.blocks)[0])
        _advance(play)
    elif isinstance(order, FallBack):
        _fall_back(play, fight, order)
        aftermath.go_on(play, fight)
    elif isinstance(order, Withdraw):
        aftermath.leave(play, fight, fight.step)
    elif isinstance(order, Stand):
        aftermath.stand(play, fight)


def _fall_back(play: Play, fight: Battle, order: FallBack) -> None:
    """Retreat blocks the ordered way, one by one; a block that finds it full takes the usual remaining way."""
    stacks = fielded(play.position, fight.area, LEAVES.read(play.state))
    for key, count in choose(stacks, order.blocks)[0]:
        for _ in range(count):
            found = retreat.ways(play.position, key)
            ordered = next((way for way in found.values() if way.path == order.way), None)
            if ordered is None and found:
                ordered = retreat.usual_way(play.position, key, found)
            retreat.retreat(play, fight, key, ordered)

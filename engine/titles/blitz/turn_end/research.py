"""Researching weapons, and the A-Bomb on its track (section 7.8)."""

from __future__ import annotations

from engine import events as ev
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.titles.blitz.orders import Bomb, ResearchWeapons
from engine.titles.blitz.position import board, changes, weapons
from engine.titles.blitz.tables import figure
from engine.titles.blitz.turn_end import treasury
from engine.titles.blitz.vocabulary import A_BOMB, A_BOMB_TESTED, A_BOMBED, BOMB_STEP

SECTION = "7.8 Spend your Resources"

RESEARCH_PRICE = Rule("research/price", SECTION, FATAL)
RESEARCH_GROUP = Rule("research/group", SECTION, FATAL)
TRACK = Rule("a-bomb/track", SECTION, FATAL)
A_BOMB_ONCE = Rule("a-bomb/once", SECTION, FATAL)
BOX = Rule("a-bomb/box", SECTION, FATAL)
SCENARIO = Rule("research/scenario", "Scenario E. Empire of the Rising Sun", FATAL)


def _check_one(position: Position, resource: str = "") -> list[Problem]:
    power = position.power
    if treasury.usable(position, power) >= 1 and (not resource or changes.store(position, power, resource) >= 1):
        return []
    return [RESEARCH_PRICE.broken(f"{power} cannot pay one {resource or 'Resource'}", str(treasury.usable(position, power)), "1")]


def _check_scenario(position: Position) -> list[Problem]:
    if not board.lacks(position, "research"):
        return []
    return [SCENARIO.broken("this scenario knows no research and no A-Bomb", position.state.scenario, "Scenario E or later")]


def check_research(position: Position, order: ResearchWeapons) -> list[Problem]:
    """Return what is wrong with researching weapons (7.8)."""
    if wrong := _check_scenario(position):
        return wrong
    if not weapons.current_group(position, position.power):
        return [RESEARCH_GROUP.broken("no unit is left to research", "no Group", "a Group with units")]
    return _check_one(position, order.resource)


def research(play: Play, order: ResearchWeapons) -> None:
    """Spend one, roll, and on 4 or less add a unit of the current Group at random (7.8)."""
    power = play.state.clock.power
    treasury.spend_one(play, power, order.resource, "research")
    neutral, works = int(board.is_neutral_major(play.position, power)), figure(play.title, "research-works-to")
    die = changes.roll(play, "", power, "research", target=works - neutral) + neutral
    if die > works:
        return
    units = weapons.groups(play.position, power)[weapons.current_group(play.position, power)]
    weapons.add(play, units[chance(play, power, len(units))].unit, "research")


def chance(play: Play, power: str, count: int) -> int:
    """Return a random number below `count`, from two dice that are rolled again when they would favour some."""
    while count > 1:
        one, two = (changes.roll(play, "", power, "random-unit") for _ in range(2))
        value = 6 * (one - 1) + two - 1
        if value < 36 - 36 % count:
            return value % count
    return 0


def check_bomb(position: Position, order: Bomb) -> list[Problem]:
    """Return what is wrong with developing or testing the A-Bomb: once each a turn (7.8)."""
    if wrong := _check_scenario(position):
        return wrong
    power = position.power
    box = A_BOMB.number(position.state, power)
    if not box or A_BOMB_TESTED.read(position.state, power):
        return [TRACK.broken(f"{power} has no A-Bomb on the track", str(box), "an A-Bomb that is not yet tested")]
    if BOMB_STEP.read(position.state, order.step):
        return [A_BOMB_ONCE.broken(f"{order.step} is done once a turn", "done", "a later turn")]
    if order.step == "develop" and box <= 1:
        return [BOX.broken("the A-Bomb is in box 1", "1", "a test")]
    return _check_one(position)


def bomb(play: Play, order: Bomb) -> None:
    """Move the A-Bomb down the track, or test it (7.8)."""
    power = play.state.clock.power
    treasury.spend_one(play, power, "", "a-bomb")
    BOMB_STEP.set(play, "yes", order.step)
    box = A_BOMB.number(play.state, power)
    if order.step == "develop":
        A_BOMB.set(play, box - 1, power)
        return
    bonus = int(bool(A_BOMBED.read(play.state, power)))
    if changes.roll(play, "", power, "a-bomb-test", target=6 - box + bonus) + bonus > box:
        A_BOMB_TESTED.set(play, board.game_turn(play.position), power)
        key = next(key for key in play.state.stacks if key.area == changes.box(power, changes.TRACK))
        changes.move(play, key, changes.box(power, changes.POOL), "", cause="tested")
        play.emit(ev.TechAdvanced(power, "a-bomb", 1, "test"))

"""Research by dice that are bought for this turn (`[research_dice]` of title.toml): what succeeds works at once.

An order buys a die. All dice of a turn are for the same technology, and any that succeeds develops it; or, where it says so,
technologies share a category, and each die that succeeds develops one of those that are left in it by lot.
"""

from __future__ import annotations

import msgspec

from engine.events import DiceRolled, ResourceChanged, TechAdvanced
from engine.families.axis_allies.combat.battle import ATTACKER
from engine.families.axis_allies.facilities.factories import purse
from engine.families.axis_allies.orders import Research, Roll
from engine.families.axis_allies.vocabulary import DICE_BOUGHT, DICE_ROLLED
from engine.mechanics.profile import has_tech
from engine.orders import Order
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Phase, Position
from engine.title.model import Technology
from engine.title.settings import setting

SECTION = "Research and Development"
OPTION, OFF = "technology", "off"

OFF_HERE = Rule("research/off", SECTION, FATAL)
UNKNOWN = Rule("research/unknown", SECTION, FATAL)
KNOWN = Rule("research/known", SECTION, FATAL)
ONE_AIM = Rule("research/one-aim", SECTION, FATAL)
ROLLED = Rule("research/rolled", SECTION, FATAL)
FUNDS = Rule("research/funds", SECTION, FATAL)
NO_DICE = Rule("research/no-dice", SECTION, FATAL)


class ResearchDice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a die costs in the main resource, and the least roll that succeeds; `by_lot`: what it develops is drawn."""

    cost: int
    needs: int
    source: str
    by_lot: bool = False


def rules(position: Position) -> ResearchDice | None:
    """Return the title's research; None where it has none, or the game is played without it."""
    return None if position.options.get(OPTION) == OFF else setting(position.title, "research_dice", ResearchDice)


def aims(position: Position, power: str) -> list[Technology]:
    """Return what a power has not developed yet."""
    return [row for row in position.title.technologies.values() if not has_tech(position.state, power, row.tech)]


def bought(position: Position) -> dict[str, int]:
    """Return category to the dice bought for it in this turn."""
    found = {row.category: DICE_BOUGHT.number(position.state, row.category) for row in position.title.technologies.values()}
    return {category: dice for category, dice in found.items() if dice}


class DirectedResearch(Phase):
    """Buy dice for a technology, and roll them."""

    slug = "research"
    takes = (Research, Roll)

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with buying a die, or with rolling."""
        if not isinstance(order, Research):
            return [] if bought(position) and not _is_over(position) else [_no_dice()]
        row, power = rules(position), position.power
        if row is None:
            return [OFF_HERE.broken("there is no research in this game", found=order.category, expected="no dice")]
        categories = dict.fromkeys(one.category for one in position.title.technologies.values())
        if order.category not in categories:
            return [UNKNOWN.broken("a die is bought for a technology", found=order.category, expected=", ".join(categories))]
        return [*_check_aim(position, order.category), *_check_funds(position, row, power)]

    def carry_out(self, play: Play, order: Order) -> None:
        """Pay for a die, or roll."""
        row = rules(play.position)
        if isinstance(order, Research) and row:
            power, resource = play.position.power, play.title.resource
            play.emit(ResourceChanged(power, resource, -row.cost, purse(play.position, power) - row.cost, "research"))
            DICE_BOUGHT.add(play, 1, order.category)
        elif isinstance(order, Roll):
            roll(play)

    def close(self, play: Play) -> None:
        """Roll the dice that have not been rolled."""
        if bought(play.position) and not _is_over(play.position):
            roll(play)


def roll(play: Play) -> None:
    """Roll the dice of the turn; what is developed works from now on."""
    row, power = rules(play.position), play.position.power
    DICE_ROLLED.emit(play, "yes")
    for category, count in bought(play.position).items():
        if row is None:
            continue
        sides = play.title.dice_sides
        dice = play.roll(count, f"research of {power}: {category} at {row.needs} or more")
        hits = sum(die >= row.needs for die in dice)
        expected = count * (sides + 1 - row.needs) / sides
        play.emit(DiceRolled(0, "", power, ATTACKER, "research", 0, "", 0, dice, hits, expected))
        for _ in range(hits if row.by_lot else min(hits, 1)):
            _develop(play, category)


def _develop(play: Play, category: str) -> None:
    """Develop a technology of a category: the one that is left, or by lot one of several."""
    left = [row.tech for row in aims(play.position, play.position.power) if row.category == category]
    if not left:
        return
    power, drawn = play.position.power, 1
    if len(left) > 1:
        (drawn,) = play.roll(1, f"technology of {power}: {', '.join(left)}", len(left))
    play.emit(TechAdvanced(power, left[drawn - 1]))


def _is_over(position: Position) -> bool:
    return bool(DICE_ROLLED.read(position.state))


def _no_dice() -> Problem:
    return NO_DICE.broken("there are no dice to roll", found="a roll", expected="dice bought in this turn, rolled once")


def _check_aim(position: Position, category: str) -> list[Problem]:
    power, problems = position.power, []
    if not any(row.category == category for row in aims(position, power)):
        problems.append(KNOWN.broken(f"{power} has all of {category}", found=category, expected="another technology"))
    if other := next((one for one in bought(position) if one != category), ""):
        problems.append(ONE_AIM.broken("all dice of a turn are for one technology", found=category, expected=other))
    if _is_over(position):
        problems.append(ROLLED.broken("dice are bought before they are rolled", found="a die after the roll", expected="one before it"))
    return problems


def _check_funds(position: Position, row: ResearchDice, power: str) -> list[Problem]:
    have = purse(position, power)
    if row.cost <= have:
        return []
    return [FUNDS.broken(f"{power} cannot pay for a die", found=f"{row.cost} {position.title.resource}", expected=f"at most {have}")]

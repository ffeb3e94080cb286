"""Research by dice that a power buys (`[research_dice]` of title.toml).

An order buys a die. All dice of a turn are for the same category. Where each category is one technology, any that succeeds
develops it; where technologies share one, what is developed is drawn of those left in it: for each die that succeeds, or
(`tokens`) once for all of them. With `tokens` dice that fail are kept and rolled in later turns, until one succeeds: then all are spent;
with option `research-tokens` at `lost` they are spent anyway.
"""

from __future__ import annotations

import msgspec

from engine.events import DiceRolled, ResourceChanged, TechAdvanced
from engine.families.axis_allies.combat.battle import ATTACKER
from engine.families.axis_allies.facilities.factories import purse
from engine.families.axis_allies.orders import Research, Roll
from engine.families.axis_allies.vocabulary import DICE_BOUGHT, DICE_ROLLED, DISCOVERED
from engine.mechanics.profile import has_tech
from engine.orders import Order, PowerName
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Phase, Position
from engine.title.model import Technology
from engine.title.settings import setting

SECTION = "Research and Development"
OPTION, OFF = "technology", "off"
WORKS, END_OF_TURN = "technology-works", "end-of-turn"
TOKENS, LOST = "research-tokens", "lost"

NONE = Rule("research/none", SECTION, FATAL)
UNKNOWN = Rule("research/unknown", SECTION, FATAL)
KNOWN = Rule("research/known", SECTION, FATAL)
ONE_AIM = Rule("research/one-aim", SECTION, FATAL)
ROLLED = Rule("research/rolled", SECTION, FATAL)
FUNDS = Rule("research/funds", SECTION, FATAL)
NO_DICE = Rule("research/no-dice", SECTION, FATAL)


class ResearchDice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a die costs in the main resource, and the least roll that succeeds.

    Attributes:
        by_lot: what it develops is drawn. tokens: the resource that dice are kept as until one succeeds; empty where they are for one turn.
        before_income: what is developed works from the end of the turn, before the income; else at once, but by option.
        idle: powers that do no research.
    """

    cost: int
    needs: int
    source: str
    by_lot: bool = False
    tokens: str = ""
    before_income: bool = False
    idle: tuple[PowerName, ...] = ()


def is_off(position: Position) -> bool:
    """Return whether the game is played without research by its option."""
    return position.options.get(OPTION) == OFF


def rules(position: Position) -> ResearchDice | None:
    """Return the title's research; None where it has none, or the game is played without it."""
    return None if is_off(position) else setting(position.title, "research_dice", ResearchDice)


def aims(position: Position, power: str) -> list[Technology]:
    """Return what a power has not developed yet."""
    return [row for row in position.title.technologies.values() if not has_tech(position.state, power, row.tech)]


def bought(position: Position) -> dict[str, int]:
    """Return category to the dice bought for it in this turn."""
    found = {row.category: DICE_BOUGHT.number(position.state, row.category) for row in position.title.technologies.values()}
    return {category: dice for category, dice in found.items() if dice}


def dice_at_hand(position: Position) -> int:
    """Return how many dice the power on turn may roll now: those of this turn, and those that it has kept."""
    row = rules(position)
    if row is None or _is_over(position):
        return 0
    return purse(position, position.power, row.tokens) if row.tokens else sum(bought(position).values())


class DirectedResearch(Phase):
    """Buy dice for a technology, and roll them."""

    slug = "research"
    takes = (Research, Roll)

    def is_played(self, position: Position, power: str) -> bool:
        """Return whether there is research in this game, and the power does any."""
        row = rules(position)
        return row is not None and power not in row.idle

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with buying a die, or with rolling."""
        if rules(position) is None:
            return [NONE.broken("this game is played without research", found="an order of research", expected="the end of the phase")]
        if isinstance(order, Roll):
            return _check_roll(position, order)
        assert isinstance(order, Research)
        return [*_check_aim(position, order.category), *_check_funds(position)]

    def carry_out(self, play: Play, order: Order) -> None:
        """Pay for a die, or roll."""
        if isinstance(order, Research):
            _buy(play, order.category)
        elif isinstance(order, Roll):
            roll(play, order.category, order.dice)

    def close(self, play: Play) -> None:
        """Roll the dice that have been bought and not rolled; those kept from other turns wait for an order."""
        if rules(play.position) and bought(play.position) and not _is_over(play.position):
            roll(play)


def _buy(play: Play, category: str) -> None:
    row, power, resource = rules(play.position), play.position.power, play.title.resource
    assert row is not None
    play.emit(ResourceChanged(power, resource, -row.cost, purse(play.position, power) - row.cost, "research"))
    DICE_BOUGHT.add(play, 1, category)
    if row.tokens:
        play.emit(ResourceChanged(power, row.tokens, 1, purse(play.position, power, row.tokens) + 1, "research"))


def roll(play: Play, category: str = "", count: int = 0) -> None:
    """Roll dice at hand, by default all, for the category that the turn's dice were bought for."""
    row, power = rules(play.position), play.position.power
    assert row is not None
    category, count = category or next(iter(bought(play.position))), count or dice_at_hand(play.position)
    DICE_ROLLED.emit(play, "yes")
    sides = play.title.dice_sides
    dice = play.roll(count, f"research of {power}: {category} at {row.needs} or more")
    hits = sum(die >= row.needs for die in dice)
    expected = count * (sides + 1 - row.needs) / sides
    play.emit(DiceRolled(0, "", power, ATTACKER, "research", 0, "", 0, dice, hits, expected))
    if row.tokens and (hits or play.position.options.get(TOKENS) == LOST):
        kept = purse(play.position, power, row.tokens)
        play.emit(ResourceChanged(power, row.tokens, -kept, 0, "research"))
    for _ in range(hits if row.by_lot and not row.tokens else min(hits, 1)):
        _develop(play, category, row)


def _develop(play: Play, category: str, row: ResearchDice) -> None:
    """Develop a technology of a category: the one that is left, or by lot one of several."""
    left = [one.tech for one in aims(play.position, play.position.power) if one.category == category]
    if not left:
        return
    power, drawn = play.position.power, 1
    if len(left) > 1:
        (drawn,) = play.roll(1, f"technology of {power}: {', '.join(left)}", len(left))
    if row.before_income or play.position.options.get(WORKS) == END_OF_TURN:
        DISCOVERED.emit(play, "yes", left[drawn - 1])
    else:
        play.emit(TechAdvanced(power, left[drawn - 1]))


def lose_tokens(play: Play, power: str) -> None:
    """A power whose capital is taken loses the dice that it has kept."""
    row = rules(play.position)
    kept = purse(play.position, power, row.tokens) if row and row.tokens else 0
    if row and kept:
        play.emit(ResourceChanged(power, row.tokens, -kept, 0, "plunder"))


def put_to_use(play: Play) -> None:
    """Technologies that were developed in this turn, and have waited for its end, work from now on."""
    for tech in play.title.technologies:
        if DISCOVERED.read(play.state, tech):
            play.emit(TechAdvanced(play.position.power, tech))


def _is_over(position: Position) -> bool:
    return bool(DICE_ROLLED.read(position.state))


def _check_roll(position: Position, order: Roll) -> list[Problem]:
    row, have, mine = rules(position), dice_at_hand(position), bought(position)
    assert row is not None
    if not have:
        return [NO_DICE.broken("there are no dice to roll", found="a roll", expected="dice bought, rolled once a turn")]
    if not row.tokens and order.dice not in (0, have):
        return [NO_DICE.broken("all dice of a turn are rolled", found=str(order.dice), expected=str(have))]
    if order.dice > have:
        return [NO_DICE.broken("so many dice are not there", found=str(order.dice), expected=f"at most {have}")]
    category = order.category or next(iter(mine), "")
    if not category:
        named = ", ".join(dict.fromkeys(one.category for one in aims(position, position.power)))
        return [UNKNOWN.broken("dice that were kept are rolled for a category", found="none", expected=named)]
    return _check_aim(position, category)


def _check_aim(position: Position, category: str) -> list[Problem]:
    power, problems = position.power, []
    categories = dict.fromkeys(one.category for one in position.title.technologies.values())
    if category not in categories:
        return [UNKNOWN.broken("a die is bought for a technology", found=category, expected=", ".join(categories))]
    if not any(row.category == category for row in aims(position, power)):
        problems.append(KNOWN.broken(f"{power} has all of {category}", found=category, expected="another technology"))
    if other := next((one for one in bought(position) if one != category), ""):
        problems.append(ONE_AIM.broken("all dice of a turn are for one technology", found=category, expected=other))
    if _is_over(position):
        problems.append(ROLLED.broken("dice are bought before they are rolled", found="a die after the roll", expected="one before it"))
    return problems


def _check_funds(position: Position) -> list[Problem]:
    row, power = rules(position), position.power
    have = purse(position, power)
    if row is None or row.cost <= have:
        return []
    return [FUNDS.broken(f"{power} cannot pay for a die", found=f"{row.cost} {position.title.resource}", expected=f"at most {have}")]

"""Research and development: researchers, their dice, and breakthroughs (global-1939, Revised Tech Tree).

A researcher works in one category. The marker `researcher|POWER|CATEGORY` counts its failed turns; each lowers the
number its die needs, until it needs no die. The player chooses the technology of a breakthrough; it is not rolled.

| marker | value |
|---|---|
| `researcher|POWER|CATEGORY` (game) | failures so far |
| `rolled` (phase) | the dice of this turn have been rolled |
| `breakthrough` (phase) | categories in which something may be developed now |
"""

from __future__ import annotations

import msgspec

from engine.events import ResourceChanged, TechAdvanced
from engine.families.axis_allies.facilities.factories import purse
from engine.families.axis_allies.orders import Develop, Research, Roll
from engine.families.axis_allies.technology import effect, within_reach
from engine.families.axis_allies.vocabulary import BREAKTHROUGH
from engine.mechanics.changes import changed
from engine.mechanics.profile import profile
from engine.orders import Order
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Pending, Phase, Position
from engine.title.settings import setting
from engine.titles.global_1939.vocabulary import RESEARCH_DICE, RESEARCHER

TREE = "Revised Tech Tree"
BUY = "Step 1: Buy Researcher Tokens"
ROLL = "Step 2: Roll Research Dice"
CHOOSE = "Step 3: Roll Breakthrough Die"

POWER = Rule("research/power", TREE, FATAL)
CATEGORY = Rule("research/category", TREE, FATAL)
ROLLED = Rule("research/rolled", BUY, FATAL)
ONE_EACH = Rule("research/one-each", TREE, FATAL)
CATEGORIES = Rule("research/categories", TREE, FATAL)
NOTHING_LEFT = Rule("research/nothing-left", CHOOSE, FATAL)
FUNDS = Rule("research/funds", BUY, FATAL)
WHOLE = Rule("research/whole", ROLL, FATAL)
NOBODY = Rule("research/nobody", ROLL, FATAL)
NO_BREAKTHROUGH = Rule("research/no-breakthrough", CHOOSE, FATAL)
OUT_OF_REACH = Rule("research/out-of-reach", CHOOSE)


class Laboratory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[research]` of title.toml: the cost of a researcher, the categories, how many a power may work in, and the powers without research.

    A die of `first` or more succeeds; each failure of a researcher lowers it by one.
    """

    cost: int
    categories: tuple[str, ...]
    most: int
    first: int
    idle: tuple[str, ...]
    source: str


def laboratory(position: Position) -> Laboratory | None:
    """Return the title's rules of research."""
    return setting(position.title, "research", Laboratory)


def price(position: Position) -> int:
    """Return the price of a researcher for the power on turn."""
    rules = laboratory(position)
    return effect(position, position.power, "researcher-cost") or (rules.cost if rules else 0)


def researchers(position: Position, power: str) -> dict[str, int]:
    """Return the categories in which a power has a researcher, with the failures of each."""
    rules = laboratory(position)
    found = {}
    for category in rules.categories if rules else ():
        failures = RESEARCHER.read(position.state, power, category)
        if failures:
            found[category] = int(failures)
    return found


def target(rules: Laboratory, failures: int) -> int:
    """Return the lowest roll that succeeds after this many failures."""
    return rules.first - failures


def has_rolled(position: Position) -> bool:
    """Return whether this turn's research dice have been rolled."""
    return bool(RESEARCH_DICE.read(position.state))


class ResearchPhase(Phase):
    """Buy researchers, roll for them, and choose a technology for each breakthrough; it works at once."""

    slug = "research"
    takes = (Research, Roll, Develop)

    def pending(self, position: Position) -> Pending | None:
        """Return the choice of a technology after a breakthrough."""
        categories = BREAKTHROUGH.words(position.state)
        if not categories:
            return None
        usual = Develop(usual_choice(position, categories))
        return Pending("breakthrough", position.power, (Develop,), usual, usual)

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order."""
        if isinstance(order, Research):
            return _check_research(position, order)
        return _check_develop(position, order) if isinstance(order, Develop) else _check_roll(position, order)

    def salvage(self, position: Position, order: Order, problems: list[Problem]) -> Order | None:
        """Return the part that can be carried out: the usual choice in place of a technology out of reach."""
        if isinstance(order, Develop):
            pending = self.pending(position)
            return pending.default if pending else None
        return super().salvage(position, order, problems)

    def carry_out(self, play: Play, order: Order) -> None:
        """Make the order's events."""
        if isinstance(order, Research):
            _hire(play, order)
        elif isinstance(order, Develop):
            _develop(play, order.technology)
        else:
            _roll(play)

    def close(self, play: Play) -> None:
        """Roll if that has not been done, and take the usual technology where none was chosen."""
        if not has_rolled(play.position):
            _roll(play)
        while categories := BREAKTHROUGH.words(play.state):
            _develop(play, usual_choice(play.position, categories))


def usual_choice(position: Position, categories: list[str]) -> str:
    """Return the first listed technology of the highest tier in reach."""
    rows = [row for category in categories for row in within_reach(position, position.power, category)]
    return max(rows, key=lambda row: row.tier).tech


def _check_research(position: Position, order: Research) -> list[Problem]:
    rules, power = laboratory(position), position.power
    if rules is None or power in rules.idle:
        return [POWER.broken(f"{power} does no research", found=power, expected="another power")]
    if order.category not in rules.categories:
        return [
            CATEGORY.broken(
                "each researcher works in one of the title's categories",
                found=order.category,
                expected=", ".join(rules.categories),
            )
        ]
    problems, at_work = [], researchers(position, power)
    if has_rolled(position):
        problems.append(
            ROLLED.broken(
                "researchers are bought before the dice are rolled",
                found="a researcher after the dice",
                expected="one before them",
            )
        )
    if order.category in at_work:
        problems.append(ONE_EACH.broken(f"{power} has a researcher in {order.category}", found="a second", expected="one in each category"))
    elif len(at_work) >= rules.most:
        problems.append(
            CATEGORIES.broken(
                f"{power} works in {', '.join(at_work)}",
                found=str(len(at_work) + 1),
                expected=f"at most {rules.most} categories",
            )
        )
    if not within_reach(position, power, order.category):
        problems.append(
            NOTHING_LEFT.broken(
                f"there is nothing to develop in {order.category} now",
                found=order.category,
                expected="a category with a technology in reach",
            )
        )
    have, cost = purse(position, power), price(position)
    if cost > have:
        problems.append(
            FUNDS.broken(
                f"{power} cannot pay for a researcher",
                found=f"{cost} {position.title.resource}",
                expected=f"at most {have}",
            )
        )
    return problems


def _check_roll(position: Position, order: Order) -> list[Problem]:
    if order != Roll():
        return [WHOLE.broken("every researcher has a die of its own", found="some dice, or one category", expected="a roll of all")]
    if has_rolled(position):
        return [ROLLED.broken("the dice are rolled once a turn", found="a second roll", expected="one", section=ROLL)]
    if not researchers(position, position.power):
        return [NOBODY.broken(f"{position.power} has no researcher", found="a roll", expected="a researcher")]
    return []


def _check_develop(position: Position, order: Develop) -> list[Problem]:
    categories = BREAKTHROUGH.words(position.state)
    rows = [row for category in categories for row in within_reach(position, position.power, category)]
    able = [row.tech for row in rows]
    if order.technology in able:
        return []
    if not able:
        return [NO_BREAKTHROUGH.broken("there has been no breakthrough", found=order.technology, expected="a die that succeeds")]
    return [OUT_OF_REACH.broken(f"{order.technology} is out of reach", found=order.technology, expected=", ".join(able))]


def _hire(play: Play, order: Research) -> None:
    power, resource, cost = play.position.power, play.title.resource, price(play.position)
    play.emit(ResourceChanged(power, resource, -cost, purse(play.position, power) - cost, "research"))
    RESEARCHER.emit(play, "0", power, order.category)


def _roll(play: Play) -> None:
    """Roll a die for each researcher, in the order of the categories; one that cannot fail needs none."""
    rules, power = laboratory(play.position), play.position.power
    at_work = researchers(play.position, power)
    if rules is None or not at_work:
        return
    unsure = [category for category, failures in at_work.items() if target(rules, failures) > 1]
    what = ", ".join(f"{category} at {target(rules, at_work[category])} or more" for category in unsure)
    dice = dict(zip(unsure, play.roll(len(unsure), f"research of {power}: {what}"), strict=True))
    won = [category for category, failures in at_work.items() if category not in dice or dice[category] >= target(rules, failures)]
    RESEARCH_DICE.emit(play, " ".join(str(die) for die in dice.values()) or "none")
    apart = play.position.options.get("breakthroughs") == "each"
    for category, failures in at_work.items():
        over = category in won if apart else bool(won)
        RESEARCHER.emit(play, "" if over else str(failures + 1), power, category)
    if won:
        BREAKTHROUGH.emit(play, " ".join(won))


def _develop(play: Play, tech: str) -> None:
    """Develop a technology; of several successes only one counts, or each in its category (option `breakthroughs`)."""
    mark_development(play, play.position.power, tech)
    left = BREAKTHROUGH.words(play.state)
    apart = play.position.options.get("breakthroughs") == "each"
    category = play.title.technologies[tech].category
    BREAKTHROUGH.emit(play, " ".join(one for one in left if one != category) if apart else "")


def mark_development(play: Play, power: str, tech: str) -> None:
    """Give a power a technology; its units on the board gain the extra hits that the technology adds."""
    before = {unit: profile(play.position, power, unit).strength for unit in play.title.units}
    play.emit(TechAdvanced(power, tech))
    for key, count in sorted(play.state.stacks.items()):
        more = profile(play.position, power, key.unit).strength - before[key.unit]
        if key.power == power and more:
            play.emit(changed(key, count, "research", to_strength=key.strength + more))

"""Money that brings minor powers to one's side (tables 4-4 and 4-5: Pan American nations, Argentina)."""

from __future__ import annotations

from engine.events import ResourceChanged
from engine.families.axis_allies.board import enemy_stacks, is_sea
from engine.families.axis_allies.facilities.factories import purse
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.titles.global_war_1936.nations import home, is_apart, is_at_war, zones_held
from engine.titles.global_war_1936.orders import Influence
from engine.titles.global_war_1936.politics import alignment, income
from engine.titles.global_war_1936.vocabulary import CONVOY_LOSSES, INFLUENCED, INFLUENCED_ONCE
from engine.vocabulary import Marker

PAN_AMERICAN = ("cuba", "central-america", "brazil", "mexico", "peru", "ecuador", "bolivia", "paraguay", "uruguay",
                "colombia", "venezuela")  # fmt: skip
SECTION = "4.8, table 4-4"
MOST = 3
PRICE = 2
"""What Argentina costs Germany, and the die or less that brings it (table 4-5)."""
LINE = "new-york-rio"

NATION = Rule("influence/nation", SECTION, FATAL)
GONE = Rule("influence/gone", SECTION, FATAL)
WAR = Rule("influence/war", SECTION, FATAL)
ONCE = Rule("influence/once", SECTION, FATAL)
AMOUNT = Rule("influence/amount", SECTION, FATAL)
FUNDS = Rule("influence/funds", SECTION, FATAL)


def check_influence(position: Position, order: Influence) -> list[Problem]:
    """Return what is wrong with an attempt."""
    power, nation = position.power, order.nation
    right = (power == "united-states" and nation in PAN_AMERICAN) or (power, nation) == ("germany", "argentina")
    if not right:
        return [
            NATION.broken(
                f"{power} cannot bring {nation} to its side",
                found=nation,
                expected="a Pan American nation for the United States, Argentina for Germany",
            )
        ]
    problems = []
    if not is_apart(position, nation) or not zones_held(position, nation):
        problems.append(GONE.broken(f"{nation} is not neutral any more", found=nation, expected="a neutral one"))
    if not is_at_war(position, power):
        problems.append(
            WAR.broken(f"{power} is not at war with a major power", found=power, expected="war with a major power")
        )
    if _tried(nation).read(position.state, nation):
        problems.append(ONCE.broken(f"{nation} has been tried already", found=nation, expected="another nation"))
    most = PRICE if nation == "argentina" else MOST
    if order.amount > most or (nation == "argentina" and order.amount != PRICE):
        problems.append(AMOUNT.broken("the price of an attempt", found=str(order.amount), expected=f"{most}"))
    if order.amount > purse(position, power):
        problems.append(
            FUNDS.broken(
                f"{power} has not so much", found=str(order.amount), expected=f"at most {purse(position, power)}"
            )
        )
    return problems


def _tried(nation: str) -> Marker:
    """Return the marker of an attempt: Argentina is tried once in the game, the others once a turn."""
    return INFLUENCED_ONCE if nation == "argentina" else INFLUENCED


def needed(position: Position, order: Influence) -> int:
    """Return the die or less that brings a nation over."""
    if order.nation == "argentina":
        return PRICE
    raided = any(line == LINE for (line, _), _ in CONVOY_LOSSES.entries(position.state))
    waters = {zone for area in home(position.title, order.nation) for zone in position.title.neighbours[area]
              if is_sea(position.title, zone)}  # fmt: skip
    near = any(enemy_stacks(position, zone, position.power) for zone in waters)
    return order.amount + int(raided or near)


def influence(play: Play, order: Influence) -> None:
    """Pay and roll."""
    power, nation, have = play.position.power, order.nation, purse(play.position, play.position.power)
    number = needed(play.position, order)
    play.emit(ResourceChanged(power, play.title.resource, -order.amount, have - order.amount, "influence", nation))
    _tried(nation).emit(play, "yes", nation)
    if play.roll(1, f"{power} influences {nation}")[0] > number:
        return
    alignment.align(play, nation, power)
    if nation == "argentina":
        income.change(play, "united-states", sum(play.roll(1, "American alarm at Argentina")))

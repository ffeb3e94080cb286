"""Money that brings minor powers to one's side (tables 4-4 and 4-5: Pan American nations, Argentina)."""

from __future__ import annotations

from engine.events import ResourceChanged
from engine.families.axis_allies.board import enemy_stacks, is_sea
from engine.families.axis_allies.facilities.factories import purse
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.titles.global_war_1936.economy import income
from engine.titles.global_war_1936.nations import home, is_apart, is_at_war, zones_held
from engine.titles.global_war_1936.orders import Influence
from engine.titles.global_war_1936.politics import alignment
from engine.titles.global_war_1936.tables import InfluenceRow, influences
from engine.titles.global_war_1936.vocabulary import CONVOY_LOSSES, INFLUENCED, INFLUENCED_ONCE
from engine.vocabulary import Marker

SECTION = "4.8, table 4-4"

NATION = Rule("influence/nation", SECTION, FATAL)
GONE = Rule("influence/gone", SECTION, FATAL)
WAR = Rule("influence/war", SECTION, FATAL)
ONCE = Rule("influence/once", SECTION, FATAL)
AMOUNT = Rule("influence/amount", SECTION, FATAL)
FUNDS = Rule("influence/funds", SECTION, FATAL)


def check_influence(position: Position, order: Influence) -> list[Problem]:
    """Return what is wrong with an attempt."""
    power, nation = position.power, order.nation
    rows = influences(position.title)
    row = rows.get(nation)
    if row is None or row.by != power:
        able = ", ".join(one.nation for one in rows.values() if one.by == power) or "none"
        return [NATION.broken(f"{power} cannot bring {nation} to its side", found=nation, expected=f"for {power}: {able}")]
    problems = []
    if not is_apart(position, nation) or not zones_held(position, nation):
        problems.append(GONE.broken(f"{nation} is not neutral any more", found=nation, expected="a neutral one"))
    if not is_at_war(position, power):
        problems.append(WAR.broken(f"{power} is not at war with a major power", found=power, expected="war with a major power"))
    if _tried(row).read(position.state, nation):
        problems.append(ONCE.broken(f"{nation} has been tried already", found=nation, expected="another nation"))
    if order.amount > row.most or (row.once and order.amount != row.most):
        problems.append(AMOUNT.broken("the price of an attempt", found=str(order.amount), expected=f"{row.most}"))
    if order.amount > purse(position, power):
        problems.append(FUNDS.broken(f"{power} has not so much", found=str(order.amount), expected=f"at most {purse(position, power)}"))
    return problems


def _tried(row: InfluenceRow) -> Marker:
    """Return the marker of an attempt: some are tried once in the game, the others once a turn."""
    return INFLUENCED_ONCE if row.once else INFLUENCED


def needed(position: Position, order: Influence) -> int:
    """Return the die or less that brings a nation over."""
    row = influences(position.title)[order.nation]
    if row.once:
        return row.most
    raided = any(line in row.lines for (line, _), _ in CONVOY_LOSSES.entries(position.state))
    waters = {
        zone for area in home(position.title, order.nation) for zone in position.title.neighbours[area] if is_sea(position.title, zone)
    }
    near = any(enemy_stacks(position, zone, position.power) for zone in waters)
    return order.amount + int(raided or near)


def influence(play: Play, order: Influence) -> None:
    """Pay and roll."""
    power, nation, have = play.position.power, order.nation, purse(play.position, play.position.power)
    number, row = needed(play.position, order), influences(play.title)[nation]
    play.emit(ResourceChanged(power, play.title.resource, -order.amount, have - order.amount, "influence", nation))
    _tried(row).emit(play, "yes", nation)
    if play.roll(1, f"{power} influences {nation}")[0] > number:
        return
    alignment.align(play, nation, power)
    if row.alarms:
        income.change(play, row.alarms, sum(play.roll(1, _alarm(play, row))))


def _alarm(play: Play, row: InfluenceRow) -> str:
    powers = play.title.powers
    return f"{powers[row.alarms].adjective} alarm at {powers[row.nation].name}"

"""The production phase (section 7)."""

from __future__ import annotations

from engine.families.axis_allies.board import condition_of, count_of, held_all_turn, own_stacks
from engine.families.axis_allies.economy.accounts import account_named
from engine.families.axis_allies.economy.purchase import PurchaseUnits
from engine.families.axis_allies.facilities.factories import account_at, purse
from engine.families.axis_allies.orders import Buy, Repair
from engine.families.axis_allies.vocabulary import BORDER
from engine.orders import Order, unknown_names
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.titles.global_war_1936 import wrecking
from engine.titles.global_war_1936.orders import Advance, Build, Dock, Grant, Influence, Relay, Study
from engine.titles.global_war_1936.politics import events, income
from engine.titles.global_war_1936.politics.declaring import ANYTIME, ANYTIME_CHECKS, ANYTIME_DEEDS
from engine.titles.global_war_1936.production import chart, diplomacy, docks, lending, research
from engine.titles.global_war_1936.production.paying import builds, is_single, may_stand
from engine.titles.global_war_1936.settings import upgrades

SECTION = "7.1 Building Units"
CHECKS = {Study: research.check_study, Influence: diplomacy.check_influence, Grant: lending.check_grant,
          Dock: docks.check_dock, Relay: wrecking.check_relay, **ANYTIME_CHECKS}  # fmt: skip
DEEDS = {
    Study: research.study,
    Influence: diplomacy.influence,
    Grant: lending.grant,
    Dock: docks.dock,
    Relay: wrecking.relay,
    **ANYTIME_DEEDS,
}

STAGES = Rule("purchase/stages", "7.3 Multi-Turn Production", FATAL)
PURCHASE_NOT_FOR_SALE = Rule("purchase/not-for-sale", SECTION, FATAL)
BUILD_NOT_FOR_SALE = Rule("build/not-for-sale", SECTION, FATAL)
SINGLE = Rule("build/single", "7.3 Multi-Turn Production", FATAL)
BUILD_FUNDS = Rule("build/funds", SECTION, FATAL)
SLIPWAY = Rule("build/shipyard", "15.8", FATAL)
SHIPYARD = Rule("build/shipyard", "7.3, 11.1", FATAL)
BUILD_AREA = Rule("build/area", SECTION, FATAL)
SITE = Rule("build/area", "12.3 Facilities", FATAL)
PLACE = Rule("build/place", "12.4 to 12.6", FATAL)
NO_BORDER = Rule("build/border", "12.7, 12.9, 12.10", FATAL)
TAKEN = Rule("build/taken", "12.5, 12.7", FATAL)
UPGRADE = Rule("build/upgrade", SECTION, FATAL)
CHART = Rule("advance/chart", "7.3 Multi-Turn Production", FATAL)
ADVANCE_FUNDS = Rule("advance/funds", SECTION, FATAL)
WORDS = Rule("production/words", SECTION, FATAL)


class Production(PurchaseUnits):
    """Roll for income, buy and build, repair, research, lend, influence."""

    slug = "production"
    takes = (Buy, Build, Advance, Repair, Dock, Study, Influence, Grant, Relay, *ANYTIME)

    def open(self, play: Play) -> None:
        """Roll for the increase of peacetime income; minor powers whose time has come align."""
        income.roll(play)
        events.production_begun(play)

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order."""
        if wrong := unknown_names(order, position.title):
            return [WORDS.broken(message) for _, message in wrong]
        if type(order) in CHECKS:
            return CHECKS[type(order)](position, order)
        if isinstance(order, Build):
            return check_build(position, order)
        if isinstance(order, Advance):
            return check_advance(position, order)
        if isinstance(order, Buy):
            return check_list(position, order) or super().check(position, order)
        return super().check(position, order)

    def salvage(self, position: Position, order: Order, problems: list[Problem]) -> Order | None:
        """Return what can be paid for."""
        if isinstance(order, (Buy, Repair)) and not any(problem.fatal for problem in problems):
            return super().salvage(position, order, problems)
        return None if any(problem.fatal for problem in problems) else order

    def carry_out(self, play: Play, order: Order) -> None:
        """Make the order's events."""
        if type(order) in DEEDS:
            DEEDS[type(order)](play, order)
        elif isinstance(order, Build):
            chart.advance(play, _account(play.position, order), order.unit, order.area, order.border, 0, 1)
        elif isinstance(order, Advance):
            account = _account(play.position, order)
            chart.advance(play, account, order.unit, order.area, order.border, order.stage, order.count)
        else:
            super().carry_out(play, order)


def _account(position: Position, order: Build | Advance) -> str:
    if isinstance(order, Build) and order.area and not order.account:
        return account_at(position, order.area)
    return account_named(position, order.account)


def check_list(position: Position, order: Buy) -> list[Problem]:
    """Return what of a purchase the nation does not build, or not in one turn."""
    account, problems = account_named(position, order.account), []
    for item in order.forces:
        row = position.title.units[item.unit]
        if not is_single(row, position):
            problems.append(
                STAGES.broken(
                    f"{item.unit} is begun with build", found=f"buy {item.unit}", expected=f"build {item.unit}"
                )
            )
        elif account and not builds(position, account, item.unit):
            problems.append(
                PURCHASE_NOT_FOR_SALE.broken(
                    f"{account} does not build {item.unit} now",
                    found=item.unit,
                    expected="a unit of its sheet that is available",
                )
            )
    return problems


def check_build(position: Position, order: Build) -> list[Problem]:
    """Return what is wrong with beginning to build something."""
    row, account = position.title.units[order.unit], _account(position, order)
    if not account or not builds(position, account, order.unit):
        return [
            BUILD_NOT_FOR_SALE.broken(
                f"{account or order.account} does not build {order.unit} now",
                found=order.unit,
                expected="a unit of its sheet that is available",
            )
        ]
    if is_single(row, position):
        return [
            SINGLE.broken(f"{order.unit} is bought whole", found=f"build {order.unit}", expected=f"buy {order.unit}")
        ]
    problems = _check_site(position, order, account) if row.cls == "facility" else _check_slip(position, order)
    price, have = chart.parts(position, order.unit, order.area)[0], purse(position, account)
    if price > have:
        problems.append(
            BUILD_FUNDS.broken(
                f"{order.unit} costs more than {account} has", found=f"{price} ipp", expected=f"at most {have}"
            )
        )
    return problems


def _check_slip(position: Position, order: Build) -> list[Problem]:
    """Ships need a slipway as they are begun (section 7.3)."""
    capital = position.title.units[order.unit].has("capital")
    if capital and position.options.get("ships-begun") == "shipyard":
        return _check_slipway(position, order)
    held = (area for area, holder in position.state.control.items() if holder == position.power)
    if order.area:
        return [BUILD_AREA.broken("a ship is begun in no area", found=order.area, expected="no area")]
    if any(_slips(position, area) > capital for area in held):
        return []
    return [
        SHIPYARD.broken(
            f"{position.power} has no slipway for it",
            found=order.unit,
            expected="a major shipyard" if capital else "a shipyard",
        )
    ]


def _check_slipway(position: Position, order: Build) -> list[Problem]:
    """Where capital ships are begun at a shipyard, it is named; who takes it has the ship (section 15.8)."""
    if order.area and position.state.control.get(order.area) == position.power and _slips(position, order.area) > 1:
        return []
    return [
        SLIPWAY.broken(
            "a capital ship is begun at a major shipyard", found=order.area or "no area", expected="its area"
        )
    ]


def shipyards(position: Position) -> list[str]:
    """Return the areas of the nation on turn in which capital ships can be begun, sorted."""
    held = (area for area, holder in position.state.control.items() if holder == position.power)
    return sorted(area for area in held if _slips(position, area) > 1)


def _slips(position: Position, area: str) -> int:
    units = position.title.units
    return max((units[key.unit].number("slipway") for key, _ in own_stacks(position, area, position.power)), default=0)


def _check_site(position: Position, order: Build, account: str) -> list[Problem]:
    row, area = position.title.units[order.unit], order.area
    if not area or not held_all_turn(position, area, position.power):
        return [
            SITE.broken(
                "a facility is built in an area held since the turn began",
                found=area or "no area",
                expected="an area of one's own",
            )
        ]
    problems = []
    if not may_stand(position, account, order.unit, area):
        problems.append(
            PLACE.broken(f"{order.unit} cannot stand there", found=area, expected="home country, or an area of value")
        )
    if row.has("border") and order.border not in position.title.neighbours[area]:
        problems.append(
            NO_BORDER.broken(
                f"{order.unit} stands on a border", found=order.border or "none", expected=f"a neighbour of {area}"
            )
        )
    return problems or _check_room(position, order, account)


def _check_room(position: Position, order: Build, account: str) -> list[Problem]:
    """Upgrades need what they upgrade; of ports and bases one stands in an area; one fortification on a border."""
    area, row = order.area, position.title.units[order.unit]
    there = own_stacks(position, area, position.power)
    coming = sum(
        item.count
        for item in chart.items(position)
        if (item.unit, item.area, item.border) == (order.unit, area, order.border)
    )
    if upgrade := upgrades(position.title).get(order.unit):
        have = count_of(there, upgrade.old)
        if have <= coming:
            return [UPGRADE.broken(f"{order.unit} needs {upgrade.old}", found=f"{have} in {area}", expected="one more")]
        return []
    word = BORDER.of(order.border)
    same = sum(
        n for key, n in there if key.unit == order.unit and (not order.border or word in condition_of(key).words)
    )
    limited = row.has("max-per-area") or row.has("walls") or row.has("rail")
    if limited and same + coming:
        return [
            TAKEN.broken(f"{order.unit} stands there already, or is being built", found=area, expected="another place")
        ]
    return []


def check_advance(position: Position, order: Advance) -> list[Problem]:
    """Return what is wrong with paying the next part."""
    account = account_named(position, order.account)
    have = chart.may_advance(position, account, order.unit, order.area, order.border, order.stage) if account else 0
    if order.count > have:
        return [
            CHART.broken(
                f"not so many {order.unit} have had {order.stage} parts paid in earlier turns",
                found=str(order.count),
                expected=f"at most {have}",
            )
        ]
    price = chart.parts(position, order.unit, order.area)[order.stage] * order.count
    if price > purse(position, account):
        return [
            ADVANCE_FUNDS.broken(
                f"it costs more than {account} has",
                found=f"{price} ipp",
                expected=f"at most {purse(position, account)}",
            )
        ]
    return []

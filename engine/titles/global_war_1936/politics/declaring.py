"""What nations may order in any phase, also in another's turn: wars, pacts, areas returned, passages (5.5, 8.1, 9.21, 14.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.events import ResourceChanged
from engine.families.axis_allies.facilities.factories import purse
from engine.families.axis_allies.orders import Declare
from engine.orders import Order
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.titles.global_war_1936.economy import income
from engine.titles.global_war_1936.orders import Armistice, Cede, Claim, Deny, Entrust, Exchange, Permit, Regroup, Sign
from engine.titles.global_war_1936.politics import events, fall, returning, spain, war
from engine.titles.global_war_1936.sea import permits
from engine.titles.global_war_1936.tables import role, vichy
from engine.titles.global_war_1936.treaties import pacts
from engine.titles.global_war_1936.vocabulary import ARCTIC_DENIED, HEIR, NO_VICHY, WAR_BONDS

ANYTIME: tuple[type[Order], ...] = (Armistice, Declare, Claim, Cede, Deny, Entrust, Exchange, Permit, Regroup, Sign)
"""Orders that every phase takes."""

WHO = Rule("deny/who", "9.11", FATAL)
HALVES = Rule("exchange/halves", "2.3", FATAL)
BONDS = Rule("exchange/war-bonds", "7.8 Wartime Economy", FATAL)
MONEY = Rule("exchange/money", "2.3", FATAL)
AGAIN = Rule("deny/again", "9.11", FATAL)
VICTOR = Rule("armistice/who", "14.4.2", FATAL)
HEIRS = Rule("entrust/who", "9.22", FATAL)


def declarer(position: Position, order: Declare) -> str:
    """Return who declares war by an order."""
    return order.by or position.power


def check_declare(position: Position, order: Declare) -> list[Problem]:
    """Return what is wrong with a declaration of war."""
    return war.check_war(position, declarer(position, order), order.on)


def declare(play: Play, order: Declare) -> None:
    """Declare war, with all that follows at once."""
    by = declarer(play.position, order)
    war.declare(play, by, order.on)
    events.war_declared(play, by, order.on)


def check_deny(position: Position, order: Deny) -> list[Problem]:
    """Return what is wrong with denying the income of the Soviet-Arctic line (section 9.11)."""
    denier = role(position.title, "arctic").powers[0]
    if position.power != denier:
        return [WHO.broken(f"{position.power} denies nothing", found=position.power, expected=denier)]
    if ARCTIC_DENIED.read(position.state):
        return [AGAIN.broken("the income is denied already", found="denied", expected="a turn in which it is not")]
    return []


def deny(play: Play, order: Deny) -> None:
    """Deny the next income of the line."""
    ARCTIC_DENIED.emit(play, "yes")


def check_exchange(position: Position, order: Exchange) -> list[Problem]:
    """Return what is wrong with giving money from one half of a nation to the other (section 2.3)."""
    leader = income.leader_of(position.title, order.account)
    if order.account == leader and order.to in income.partners(position.title, leader):
        return _check_bonds(position, order)
    halves = (leader, *income.sharers(position.title, leader))
    if len(halves) < 2 or order.to not in halves or order.to == order.account:
        return [
            HALVES.broken(
                "only the halves of a divided nation exchange money",
                found=f"{order.account} to {order.to}",
                expected="two halves of one nation",
            )
        ]
    have = purse(position, order.account)
    if order.amount > have:
        return [MONEY.broken(f"{order.account} has not so much", found=str(order.amount), expected=f"at most {have}")]
    return []


def _check_bonds(position: Position, order: Exchange) -> list[Problem]:
    """The Commonwealth divides what the dice of its wartime economy have brought, and nothing else (section 7.8)."""
    most = min(WAR_BONDS.number(position.state, order.account), purse(position, order.account))
    if order.amount <= most:
        return []
    return [
        BONDS.broken(
            "only what a wartime economy has just brought is divided",
            found=str(order.amount),
            expected=f"at most {most}",
        )
    ]


def exchange(play: Play, order: Exchange) -> None:
    """Give the money."""
    if order.to in income.partners(play.title, order.account):
        WAR_BONDS.add(play, -order.amount, order.account)
    for account, other, amount in ((order.account, order.to, -order.amount), (order.to, order.account, order.amount)):
        have = purse(play.position, account)
        play.emit(ResourceChanged(account, play.title.resource, amount, have + amount, "exchange", other))


def check_armistice(position: Position, order: Armistice) -> list[Problem]:
    """Return what is wrong with saying what becomes of France (section 14.4.2)."""
    victor = vichy(position.title).victor
    if position.power == victor:
        return []
    return [VICTOR.broken(f"{position.power} does not decide on Vichy", found=position.power, expected=victor)]


def armistice(play: Play, order: Armistice) -> None:
    """Remember it."""
    NO_VICHY.set(play, "" if order.vichy else "yes")


def check_entrust(position: Position, order: Entrust) -> list[Problem]:
    """Return what is wrong with saying who gets the minor powers of a nation that surrenders (section 9.22)."""
    able = fall.heirs(position, order.by or position.power)
    if order.to in able:
        return []
    return [HEIRS.broken(f"{order.to} cannot get its minor powers", found=order.to, expected=" or ".join(able) or "nobody")]


def entrust(play: Play, order: Entrust) -> None:
    """Remember it."""
    HEIR.emit(play, order.to, order.by or play.position.power)


ANYTIME_CHECKS: dict[type[Order], Callable[[Position, Any], list[Problem]]] = {
    Declare: check_declare,
    Claim: returning.check_claim,
    Cede: returning.check_cede,
    Deny: check_deny,
    Exchange: check_exchange,
    Permit: permits.check_permit,
    Armistice: check_armistice,
    Entrust: check_entrust,
    Regroup: spain.check_regroup,
    Sign: pacts.check_sign,
}
ANYTIME_DEEDS: dict[type[Order], Callable[[Play, Any], None]] = {
    Declare: declare,
    Claim: returning.claim,
    Cede: returning.cede,
    Deny: deny,
    Exchange: exchange,
    Permit: permits.permit,
    Armistice: armistice,
    Entrust: entrust,
    Regroup: spain.regroup,
    Sign: pacts.sign,
}


def check_anytime(position: Position, order: Order) -> list[Problem]:
    """Return what is wrong with an order that every phase takes."""
    return ANYTIME_CHECKS[type(order)](position, order)


def carry_anytime(play: Play, order: Order) -> None:
    """Carry such an order out."""
    ANYTIME_DEEDS[type(order)](play, order)

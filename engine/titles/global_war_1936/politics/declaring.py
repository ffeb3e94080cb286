"""What nations may order in any phase, also in another's turn: wars, areas asked for and returned, the Arctic line (5.5, 8.1, 9.21)."""

from __future__ import annotations

from engine.families.axis_allies.orders import Declare
from engine.orders import Order
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.titles.global_war_1936.orders import Cede, Claim, Deny
from engine.titles.global_war_1936.politics import events, returning, war
from engine.titles.global_war_1936.vocabulary import ARCTIC_DENIED

ANYTIME: tuple[type[Order], ...] = (Declare, Claim, Cede, Deny)
"""Orders that every phase takes."""

WHO = Rule("deny/who", "9.11", FATAL)
AGAIN = Rule("deny/again", "9.11", FATAL)


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
    if position.power != "united-states":
        return [WHO.broken(f"{position.power} denies nothing", found=position.power, expected="the United States")]
    if ARCTIC_DENIED.read(position.state):
        return [AGAIN.broken("the income is denied already", found="denied", expected="a turn in which it is not")]
    return []


def deny(play: Play, order: Deny) -> None:
    """Deny the next income of the line."""
    ARCTIC_DENIED.emit(play, "yes")


ANYTIME_CHECKS = {Declare: check_declare, Claim: returning.check_claim, Cede: returning.check_cede, Deny: check_deny}
ANYTIME_DEEDS = {Declare: declare, Claim: returning.claim, Cede: returning.cede, Deny: deny}


def check_anytime(position: Position, order: Order) -> list[Problem]:
    """Return what is wrong with an order that every phase takes."""
    return ANYTIME_CHECKS[type(order)](position, order)


def carry_anytime(play: Play, order: Order) -> None:
    """Carry such an order out."""
    ANYTIME_DEEDS[type(order)](play, order)

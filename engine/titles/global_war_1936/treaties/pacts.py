"""The pacts between the Soviet Union and Germany, and Japan (section 14)."""

from __future__ import annotations

from typing import Final

from engine.events import ResourceChanged, UnitsPlaced, UnitsRemoved
from engine.families.axis_allies.board import own_stacks
from engine.families.axis_allies.facilities.factories import purse
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.titles.global_war_1936 import calendar
from engine.titles.global_war_1936.orders import Sign
from engine.titles.global_war_1936.tables import Pact, pacts
from engine.titles.global_war_1936.vocabulary import OFFERED, PACT

MOLOTOV: Final = "molotov-ribbentrop"
JAPANESE: Final = "japanese-soviet"
"""The pacts of `pacts.csv`."""
SECTIONS = {MOLOTOV: "14.2", JAPANESE: "14.3"}
SIGNED, ENDED = "signed", "ended"

PARTY = Rule("pact/party", severity=FATAL)
AGAIN = Rule("pact/again", severity=FATAL)
EARLY = Rule("pact/early", SECTIONS[MOLOTOV], FATAL)
NONE = Rule("pact/none", severity=FATAL)
PRICE = Rule("pact/price", SECTIONS[JAPANESE], FATAL)


def is_signed(position: Position, pact: str) -> bool:
    """Return whether a pact holds."""
    return PACT.read(position.state, pact) == SIGNED


def _offer(position: Position, pact: str) -> str:
    return OFFERED.read(position.state, pact)


def parties(position: Position, pact: str) -> tuple[str, str]:
    """Return the two nations of a pact."""
    return pacts(position.title)[pact].parties


def signer(position: Position, order: Sign) -> str:
    """Return who offers, signs or ends a pact by an order: also in another nation's turn (sections 14.1, 14.2)."""
    return order.by or position.power


def check_sign(position: Position, order: Sign) -> list[Problem]:
    """Return what is wrong with offering, signing or ending a pact."""
    power, section, row = signer(position, order), SECTIONS[order.pact], pacts(position.title)[order.pact]
    if power not in row.parties:
        return [PARTY.broken(f"{power} is no party of this pact", found=power, expected=" or ".join(row.parties), section=section)]
    state = PACT.read(position.state, order.pact)
    if order.end:
        return _check_end(position, power, row, state)
    if state or position.relation(*row.parties) == "war" or _offer(position, order.pact) == power:
        return [
            AGAIN.broken(
                "the pact cannot be signed now",
                found=state or "offered, or at war",
                expected="a time before it",
                section=section,
            )
        ]
    if not calendar.is_from(position, row.month):
        return [EARLY.broken(f"the pact may go into effect in {row.month} or later", found=calendar.now(position), expected=row.month)]
    return []


def _check_end(position: Position, power: str, row: Pact, state: str) -> list[Problem]:
    if state != SIGNED:
        expected = "a pact that holds"
        return [NONE.broken("no such pact holds", found=row.pact, expected=expected, section=SECTIONS[row.pact])]
    have = purse(position, power)
    if have < row.breach:
        return [PRICE.broken("breaking the treaty costs", found=str(have), expected=f"{row.breach} ipp")]
    return []


def sign(play: Play, order: Sign) -> None:
    """Offer a pact, or sign the one that the other party has offered; or end it."""
    row, power = pacts(play.title)[order.pact], signer(play.position, order)
    if order.end:
        if row.breach:
            have = purse(play.position, power)
            event = ResourceChanged(power, play.title.resource, -row.breach, have - row.breach, "breach")
            play.emit(event)
        end(play, order.pact)
    elif _offer(play.position, order.pact):
        OFFERED.emit(play, "", order.pact)
        PACT.emit(play, SIGNED, order.pact)
        host = next((power for power in row.parties if power != row.guest), "")
        if row.base and play.state.control.get(row.base) == host:
            play.emit(UnitsPlaced(row.guest, row.base_unit, 1, row.base, 1, "pact"))
    else:
        OFFERED.emit(play, power, order.pact)


def end(play: Play, pact: str) -> None:
    """End a pact; it is never signed again."""
    PACT.emit(play, ENDED, pact)
    row = pacts(play.title)[pact]
    for key, count in own_stacks(play.position, row.base, row.guest) if row.base else ():
        if key.unit == row.base_unit:
            play.emit(UnitsRemoved(row.guest, key.unit, count, row.base, key.strength, "pact", key.condition))


def war_declared(play: Play) -> None:
    """Pacts end when their parties are at war."""
    for pact, row in pacts(play.title).items():
        if is_signed(play.position, pact) and play.position.relation(*row.parties) == "war":
            end(play, pact)

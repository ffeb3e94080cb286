"""The pacts between the Soviet Union and Germany, and Japan (section 14)."""

from __future__ import annotations

from engine.events import ResourceChanged, UnitsPlaced, UnitsRemoved
from engine.families.axis_allies.board import own_stacks
from engine.families.axis_allies.facilities.factories import purse
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.titles.global_war_1936 import calendar
from engine.titles.global_war_1936.orders import Sign
from engine.titles.global_war_1936.vocabulary import OFFERED, PACT

MOLOTOV, JAPANESE = "molotov-ribbentrop", "japanese-soviet"
PARTIES = {MOLOTOV: ("germany", "soviet-union"), JAPANESE: ("japan", "soviet-union")}
SECTIONS = {MOLOTOV: "14.2", JAPANESE: "14.3"}
FROM = "1939-07"
"""The month from which the pact of Germany and the Soviet Union may be signed."""
BREACH = 5
"""What it costs to break the treaty of Japan and the Soviet Union."""
SIGNED, ENDED = "signed", "ended"
BASE = "murmansk"
"""Where Germany has a submarine base while the pact holds."""
BALTIC = ("lithuania", "latvia", "estonia")
SPHERE = ("east-poland", "lubelskie")
TRADE = {"germany": 5, "soviet-union": 3}

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


def check_sign(position: Position, order: Sign) -> list[Problem]:
    """Return what is wrong with offering, signing or ending a pact."""
    power, section = position.power, SECTIONS[order.pact]
    if power not in PARTIES[order.pact]:
        return [
            PARTY.broken(
                f"{power} is no party of this pact",
                found=power,
                expected=" or ".join(PARTIES[order.pact]),
                section=section,
            )
        ]
    state = PACT.read(position.state, order.pact)
    if order.end:
        if state != SIGNED:
            return [NONE.broken("no such pact holds", found=order.pact, expected="a pact that holds", section=section)]
        if order.pact == JAPANESE and purse(position, power) < BREACH:
            return [
                PRICE.broken("breaking the treaty costs", found=str(purse(position, power)), expected=f"{BREACH} ipp")
            ]
        return []
    if state or position.relation(*PARTIES[order.pact]) == "war" or _offer(position, order.pact) == power:
        return [
            AGAIN.broken(
                "the pact cannot be signed now",
                found=state or "offered, or at war",
                expected="a time before it",
                section=section,
            )
        ]
    if order.pact == MOLOTOV and not calendar.is_from(position, FROM):
        return [
            EARLY.broken(
                "the pact may go into effect in July 1939 or later", found=calendar.now(position), expected=FROM
            )
        ]
    return []


def sign(play: Play, order: Sign) -> None:
    """Offer a pact, or sign the one that the other party has offered; or end it."""
    if order.end:
        if order.pact == JAPANESE:
            have = purse(play.position, play.position.power)
            play.emit(ResourceChanged(play.position.power, play.title.resource, -BREACH, have - BREACH, "breach"))
        end(play, order.pact)
    elif _offer(play.position, order.pact):
        OFFERED.emit(play, "", order.pact)
        PACT.emit(play, SIGNED, order.pact)
        if order.pact == MOLOTOV and play.state.control.get(BASE) == "soviet-union":
            play.emit(UnitsPlaced("germany", "submarine-base", 1, BASE, 1, "pact"))
    else:
        OFFERED.emit(play, play.position.power, order.pact)


def end(play: Play, pact: str) -> None:
    """End a pact; it is never signed again."""
    PACT.emit(play, ENDED, pact)
    if pact == MOLOTOV:
        for key, count in own_stacks(play.position, BASE, "germany"):
            if key.unit == "submarine-base":
                play.emit(UnitsRemoved("germany", key.unit, count, BASE, key.strength, "pact", key.condition))


def war_declared(play: Play) -> None:
    """Pacts end when their parties are at war."""
    for pact, parties in PARTIES.items():
        if is_signed(play.position, pact) and play.position.relation(*parties) == "war":
            end(play, pact)

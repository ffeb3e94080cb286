"""Common rules of spending: payers, the order of purchases, and Blitz Discs (section 1.6, a).

A purse buys Blitz Discs first, then blocks, then steps. How far it is, and how many blocks it has built, are markers of the
phase: `spent/PURSE` (the stage it has come to), `built/NATION` and `elite/NATION` (of those that share a Strategic Power).
"""

from __future__ import annotations

from engine.families.blocks.board import at_war, camp_on_turn
from engine.families.blocks.changes import pay
from engine.families.blocks.land.blitz import has_disc
from engine.families.blocks.production.collect import purse
from engine.families.blocks.production.nations import buyers, sharers
from engine.families.blocks.production.orders import BuyDisc
from engine.families.blocks.production.settings import BlitzDiscs
from engine.families.blocks.settings import read
from engine.families.blocks.vocabulary import BLITZ_DISC, SPENT
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.vocabulary import Marker

SECTION = "1.6 Spend Production Points"

PURSE = Rule("production/purse", SECTION, FATAL)
ORDER = Rule("production/order", SECTION)
FUNDS = Rule("production/funds", SECTION, FATAL)
FRONT = Rule("blitz-disc/front", SECTION, FATAL)
WAR = Rule("blitz-disc/war", SECTION, FATAL)
ONE = Rule("blitz-disc/one", SECTION, FATAL)
HELP = Rule("blitz-disc/help", SECTION, FATAL)

STAGES = ("discs", "blocks", "steps")


def check_buyer(position: Position, power: str) -> list[Problem]:
    """Return a problem when a power has no purse to spend from in this turn."""
    able = buyers(position, camp_on_turn(position))
    if power in able:
        return []
    return [PURSE.broken(f"{power} does not spend PPs in this turn", found=power, expected=", ".join(able))]


def check_stage(position: Position, power: str, stage: str) -> list[Problem]:
    """Return a problem when a purse has gone on to what is bought later."""
    gone = SPENT.read(position.state, power) or STAGES[0]
    if STAGES.index(gone) <= STAGES.index(stage):
        return []
    return [ORDER.broken(f"{power} buys discs, then blocks, then steps: it is past {stage}", found=gone, expected=stage)]


def check_funds(position: Position, power: str, price: int, what: str) -> list[Problem]:
    """Return a problem when a purse cannot pay."""
    have = purse(position, power)
    if price <= have:
        return []
    return [
        FUNDS.broken(
            f"{power} cannot pay for {what}",
            found=f"{price} {position.title.resource}",
            expected=f"at most {have}",
        )
    ]


def spend(play: Play, power: str, price: int, stage: str, cause: str, area: str = "") -> None:
    """Pay from a purse and keep how far it has come in the order of buying."""
    pay(play, power, -price, cause, area=area)
    SPENT.set(play, stage, power)


def tally(position: Position, power: str, what: Marker) -> int:
    """Return how many blocks were built (BLOCKS_BUILT), or elite steps gained (ELITE_STEPS), against a Strategic Power.

    All those that share it count as one, by the name of the first.
    """
    return what.number(position.state, sharers(position, power)[0])


def add_tally(play: Play, power: str, what: Marker, count: int) -> None:
    """Count what was bought against the Strategic Power."""
    if count:
        what.add(play, count, sharers(play.position, power)[0])


def helper(position: Position, front: str, power: str) -> str:
    """Return who may pay a part of a power's disc of a front, empty when nobody may: Italy, at war, that of the Med."""
    ally = read(position.title, "blitz_disc", BlitzDiscs).help.get(front, {}).get(power, "")
    return ally if ally in buyers(position, camp_on_turn(position)) and at_war(position, ally) else ""


def check_disc(position: Position, order: BuyDisc) -> list[Problem]:
    """Return what is wrong with buying a Blitz Disc."""
    row, side = read(position.title, "blitz_disc", BlitzDiscs), position.side_of(order.power)
    problems = check_buyer(position, order.power) or check_stage(position, order.power, "discs")
    if order.front not in row.fronts.get(side, ()):
        problems.append(
            FRONT.broken(
                f"{side} has no Blitz Disc of {order.front}",
                found=order.front,
                expected=", ".join(row.fronts.get(side, ())),
            )
        )
    elif not at_war(position, order.power):
        problems.append(WAR.broken(f"{order.power} is neutral: it needs no Blitz Disc", found="neutral", expected="a nation at war"))
    elif has_disc(position, side, order.front):
        problems.append(
            ONE.broken(
                "there is one Blitz Disc of a front",
                found=f"that of {order.front} is bought",
                expected="a disc that is not",
            )
        )
    ally = helper(position, order.front, order.power)
    if order.help and (not ally or order.help > row.price):
        problems.append(
            HELP.broken(
                f"{ally or 'nobody'} helps {order.power} with the disc of {order.front}",
                found=str(order.help),
                expected=f"at most {row.price if ally else 0}",
            )
        )
    elif order.help:
        problems += check_funds(position, ally, order.help, "that help") + check_stage(position, ally, "discs")
    return problems + check_funds(position, order.power, max(row.price - order.help, 0), "the Blitz Disc")


def buy_disc(play: Play, order: BuyDisc) -> None:
    """Pay for a Blitz Disc and take it in hand."""
    price = read(play.title, "blitz_disc", BlitzDiscs).price
    if order.help:
        spend(play, helper(play.position, order.front, order.power), order.help, "discs", "blitz-disc")
    spend(play, order.power, price - order.help, "discs", "blitz-disc")
    BLITZ_DISC.set(play, "yes", play.position.side_of(order.power), order.front)

"""Armistices: a nation asks for one while it still holds its capital; the other side accepts or refuses (section 3.3).

Accepted, the nation leaves the war without a PP for its blocks, and what it controls is shared out; refused, it becomes one nation
with its greatest ally. The Land and Blitz Phases take the orders of this module between movement and strategic movement: they
call `pending`, `check` and `carry_out`. The progress is a marker of the phase, `armistice-asked`.
"""

from __future__ import annotations

from engine.events import ControlChanged, PowerChanged
from engine.families.blocks.board import AT_WAR, SURRENDERED, at_war, camp_of_side, camps, capital, is_enemy_held
from engine.families.blocks.changes import eliminate
from engine.families.blocks.land import entry
from engine.families.blocks.politics import union
from engine.families.blocks.politics.minors import note_fall
from engine.families.blocks.politics.orders import AnswerArmistice, AskArmistice
from engine.families.blocks.politics.settings import ArmisticeRow
from engine.families.blocks.politics.spoils import disband, share_out
from engine.families.blocks.production.reserves import deploy
from engine.families.blocks.sea import control as sea_control
from engine.families.blocks.settings import rows
from engine.families.blocks.vocabulary import ARMISTICE_ASKED, ARMISTICE_REFUSED
from engine.orders import Order
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import NEUTRAL, Pending, Position

SECTION = "3.3 Armistice"

NOT_ASKED = Rule("armistice/not-asked", SECTION, FATAL)
NOBODY = Rule("armistice/nobody", SECTION, FATAL)
STANDING = Rule("armistice/standing", SECTION, FATAL)
UNION = Rule("armistice/union", SECTION, FATAL)
AGAIN = Rule("armistice/again", SECTION, FATAL)
ENEMY = Rule("armistice/enemy", SECTION, FATAL)
CAPITAL = Rule("armistice/capital", SECTION, FATAL)

ORDERS = (AskArmistice, AnswerArmistice)
"""Beginning of the key of the phase's marker of a nation that has been refused and has no ally left; the rest is the nation."""
CAUSE = "armistice"


def may_ask(position: Position) -> tuple[str, ...]:
    """Return the powers that may ask for an armistice now."""
    return tuple(power for power in rows(position.title, "armistice", ArmisticeRow) if not _check_ask(position, power))


def pending(position: Position) -> Pending | None:
    """Return the answer that the side must give that has been asked; it accepts when a log leaves the answer out."""
    asked = ARMISTICE_ASKED.read(position.state)
    if not asked:
        return None
    row = rows(position.title, "armistice", ArmisticeRow)[asked]
    return Pending("armistice", _leader(position, row.of), (AnswerArmistice,), AnswerArmistice(True))


def _leader(position: Position, side: str) -> str:
    """Return the major nation at war that speaks for a side: the first in the order in which its camp is led; else nobody."""
    living = [power for power in position.title.turns if position.side_of(power) == side and at_war(position, power)]
    leads = camps(position.title)[camp_of_side(position.title, side)].lead
    return next((power for power in leads if power in living), living[0] if living else "")


def check(position: Position, order: Order) -> list[Problem]:
    """Return what is wrong with an order of this module."""
    if isinstance(order, AskArmistice):
        return _check_ask(position, order.power)
    if not ARMISTICE_ASKED.read(position.state):
        return [NOT_ASKED.broken("nobody has asked for an armistice", found="an answer", expected="ask-armistice")]
    return []


def _check_ask(position: Position, power: str) -> list[Problem]:
    row = rows(position.title, "armistice", ArmisticeRow).get(power)
    if row is None:
        names = ", ".join(rows(position.title, "armistice", ArmisticeRow))
        return [NOBODY.broken(f"{power} cannot ask for an armistice", found=power, expected=names)]
    if not at_war(position, power):
        standing = position.state.standing.get(power, "")
        return [STANDING.broken(f"{power} is not at war", found=standing, expected=AT_WAR)]
    if union.union_of(position, power):
        return [UNION.broken(f"{power}'s armistice has been refused", found="a Union", expected="a first request")]
    if ARMISTICE_REFUSED.read(position.state, power):
        return [AGAIN.broken(f"{power}'s armistice has been refused", found="a refusal in this phase", expected="one request a phase")]
    if _leader(position, row.of) not in position.enemies_of(power):
        return [
            ENEMY.broken(
                f"no major nation of {row.of} is at war with {power}",
                found="nobody",
                expected=f"a major nation of {row.of}",
            )
        ]
    if is_enemy_held(position, power, capital(position.title, power)):
        return [
            CAPITAL.broken(
                f"{power} asks before its capital is enemy-controlled",
                found=position.state.control[capital(position.title, power)],
                expected=power,
            )
        ]
    return []


def carry_out(play: Play, order: Order) -> None:
    """Ask, or answer and carry the answer out."""
    if isinstance(order, AskArmistice):
        ARMISTICE_ASKED.emit(play, order.power)
    elif isinstance(order, AnswerArmistice):
        row = rows(play.title, "armistice", ArmisticeRow)[ARMISTICE_ASKED.read(play.state)]
        ARMISTICE_ASKED.emit(play, "")
        if order.accept:
            accept(play, row)
        else:
            _refuse(play, row)
        sea_control.update(play)


def _refuse(play: Play, row: ArmisticeRow) -> None:
    """Make the nation one with its ally (3.3); where that is out of the war it goes on alone, and asks no more in this phase."""
    if all(at_war(play.position, power) for power in row.union):
        union.form(play, row.slug, row.union)
    else:
        ARMISTICE_REFUSED.emit(play, "yes", row.slug)


def accept(play: Play, row: ArmisticeRow) -> None:
    """Take a nation out of the war: its blocks for good, then a new neutral nation, then what else it controls."""
    power = row.slug
    disband(play, power, CAUSE)
    play.emit(PowerChanged(power, play.state.standing[power], SURRENDERED, CAUSE))
    note_fall(play, power)
    if row.forms:
        _found(play, row)
    share_out(play, power, camp_of_side(play.title, row.of), CAUSE, row.of)
    entry.occupy(play)


def _found(play: Play, row: ArmisticeRow) -> None:
    """Form the new nation: the region of its name, empty of others' blocks, and its own blocks; it is neutral (3.3)."""
    for area in play.title.regions[row.forms]:
        for key, count in list(play.position.stacks(area)):
            eliminate(play, key, CAUSE, count)
        before = play.state.control.get(area, "")
        if before != row.forms:
            play.emit(ControlChanged(area, before, row.forms, CAUSE))
    before = play.state.standing.get(row.forms, "")
    if before != NEUTRAL:
        play.emit(PowerChanged(row.forms, before, NEUTRAL, CAUSE))
    deploy(play, row.brings)

"""Declarations of war: who may declare it on whom and when, and the fate of the attacked power (sections 1.1, 9.0).

A power is neutral, at war or out of the war. A neutral that is attacked is at war from then on, surprised until the next land
combat is over, and its blocks come onto the board. Whoever declares war is at war, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.families.blocks.board import SURRENDERED, at_war, camp_of, camp_on_turn, cls, is_neutral, pool_of, unit
from engine.families.blocks.politics import minors
from engine.families.blocks.politics.minors import enter, fell_before
from engine.families.blocks.politics.orders import DeclareWar
from engine.families.blocks.politics.settings import Couple, Declaration, Pact, Restraint
from engine.families.blocks.politics.timetable import fully_occupied, is_guarded
from engine.families.blocks.production.reserves import deploy
from engine.families.blocks.season import moment, now
from engine.families.blocks.settings import rows
from engine.families.blocks.vocabulary import GREAT_PATRIOTIC_WAR, SURPRISED
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.title.settings import setting

SECTION = "1.1 Declaration of War (DoW)"

TURN = Rule("war/turn", SECTION, FATAL)
NOBODY = Rule("war/nobody", SECTION, FATAL)
HAS_SURRENDERED = Rule("war/surrendered", SECTION, FATAL)
RELATION = Rule("war/relation", SECTION, FATAL)
NOWHERE = Rule("war/nowhere", "3.3 Armistice", FATAL)
NEUTRAL = Rule("war/neutral", severity=FATAL)
TOO_EARLY = Rule("war/too-early")
ALONE = Rule("war/alone")
NO_CAUSE = Rule("war/no-cause")


def declarations(position: Position) -> list[Declaration]:
    """Return the rows of who may declare war on whom, as far as they hold in this game (option `declarations`)."""
    found = rows(position.title, "declaration", Declaration).values()
    return [row for row in found if not row.option or row.option == position.options["declarations"]]


def declaration(position: Position, by: str, on: str) -> Declaration | None:
    """Return the row that lets a power declare war on another, None when there is none."""
    return next((row for row in declarations(position) if by in row.by and on in row.on), None)


def declarer(position: Position, order: DeclareWar) -> str:
    """Return who declares war by an order: whom it names, else a power of the camp on turn that has a row for it.

    Of several the first that may do so now, one at war before a neutral one.
    """
    if order.by:
        return order.by
    camp = camp_on_turn(position)
    able = [power for power in position.title.turns if camp_of(position, power) == camp and declaration(position, power, order.on)]
    able.sort(key=lambda power: (bool(check_war(position, DeclareWar(order.on, power))), not at_war(position, power)))
    return able[0] if able else position.power


def couple_of(position: Position, power: str) -> Couple | None:
    """Return the nations on which war is declared together, None for a nation without partners."""
    return next((row for row in rows(position.title, "couple", Couple).values() if power in row.powers), None)


def check_war(position: Position, order: DeclareWar) -> list[Problem]:
    """Return the problems of a declaration of war."""
    by, on = declarer(position, order), order.on
    row = declaration(position, by, on)
    if camp_of(position, by) != camp_on_turn(position):
        return [
            TURN.broken(
                f"{by} declares war in its own camp's turn",
                found=camp_on_turn(position),
                expected=camp_of(position, by),
            )
        ]
    if row is None:
        return [NOBODY.broken(f"{by} cannot declare war on {on}", found=on, expected=_targets(position, by))]
    if SURRENDERED in (position.state.standing.get(by), position.state.standing.get(on)):
        return [HAS_SURRENDERED.broken(f"{by} or {on} is out of the war", found=SURRENDERED, expected="two living powers")]
    if position.relation(by, on) != "peace":
        return [RELATION.broken(f"{by} is not at peace with {on}", found=position.relation(by, on), expected="peace")]
    if on not in position.state.control.values():
        return [NOWHERE.broken(f"{on} has no land to be attacked in", found="no area", expected="an area")]
    return [*_check_declarer(position, row, by), *_check_couple(position, on), *_check_conditions(position, row, by)]


def _targets(position: Position, by: str) -> str:
    return ", ".join(on for row in declarations(position) if by in row.by for on in row.on) or "nobody"


def _section(source: str) -> str:
    return source.partition(": ")[2].partition(";")[0]


def _check_declarer(position: Position, row: Declaration, by: str) -> Iterator[Problem]:
    if not is_neutral(position, by):
        return
    if row.at_war:
        yield NEUTRAL.broken(f"{by} is neutral itself", found="neutral", expected="at war", section=_section(row.source))
    restraint = rows(position.title, "restraint", Restraint).get(by)
    standing = [power for power in restraint.fallen if position.state.standing.get(power) != SURRENDERED] if restraint else []
    if restraint and standing:
        yield TOO_EARLY.broken(
            f"{by} may not declare war yet",
            found=f"{', '.join(standing)} stand",
            expected=f"{', '.join(restraint.fallen)} have fallen",
            section=_section(restraint.source),
        )


def _check_couple(position: Position, on: str) -> Iterator[Problem]:
    row = couple_of(position, on)
    if row is None:
        return
    standing = [power for power in row.fallen if not fell_before(position, power)]
    if standing:
        yield TOO_EARLY.broken(
            f"war on {on} is too early",
            found=f"{', '.join(standing)} have not fallen in an earlier season",
            expected=f"{', '.join(row.fallen)} have",
            section=_section(row.source),
        )
    apart = [power for power in row.joined if is_neutral(position, power)]
    if apart:
        yield ALONE.broken(
            f"war on {on} is too early",
            found=f"{', '.join(apart)} has not joined",
            expected=f"{', '.join(row.joined)} has joined",
            section=_section(row.source),
        )


def _check_conditions(position: Position, row: Declaration, by: str) -> Iterator[Problem]:
    if row.conditions and not any(_CONDITIONS[name](position, row, by) for name in row.conditions):
        yield NO_CAUSE.broken(
            f"{by} has no cause for war",
            found="none",
            expected=f"one of: {', '.join(row.conditions)}",
            section=_section(row.source),
        )


def is_ready(position: Position, row: Declaration, by: str) -> bool:
    """Return whether all blocks of a power are on the map at full strength, except those it need not wait for."""
    pool, title = pool_of(position.title, by), position.title
    for key in position.state.stacks:
        if key.power == by and not _may_wait(position, row, key) and (key.area == pool or key.strength < title.units[key.unit].strength):
            return False
    return True


def _may_wait(position: Position, row: Declaration, key: Stack) -> bool:
    block = unit(position, key)
    return any(block.has(ability) and cls(block) in phases for ability, phases in row.unready.items())


def is_unguarded(position: Position, row: Declaration, by: str) -> bool:
    """Return whether an area of the pact's guard has no block of the receiver's side, after the first area has fallen to it."""
    pact = setting(position.title, "pact", Pact)
    return (
        pact is not None
        and _first_has_fallen(position, pact)
        and not all(is_guarded(position, pact.receiver, area, 1) for area in pact.guard)
    )


def _first_has_fallen(position: Position, pact: Pact) -> bool:
    """Return whether the nations whose lands are guarded have surrendered."""
    owners = {position.title.areas[area].original_owner for area in pact.guard} & position.title.nations.keys()
    return all(position.state.standing.get(power) == SURRENDERED for power in owners)


_CONDITIONS = {"ready": is_ready, "unguarded": is_unguarded}


def declare(play: Play, by: str, on: str) -> None:
    """Put a power at war with another: couples are attacked together, allies drawn in, blocks deployed (1.1, 9.0)."""
    row, occupied = declaration(play.position, by, on), fully_occupied(play.position)
    enter(play, by, f"war on {on}")
    couple = couple_of(play.position, on)
    for power in couple.powers if couple else (on,):
        if is_neutral(play.position, power):
            joining = next((one for one in minors.joins(play.position).values() if one.power == power), None)
            enter(play, power, f"attacked by {by}", surprised=True)
            deploy(play, joining.slug if joining else f"{power}-attacked")
    for power in row.draws_in if row else ():
        enter(play, power, f"{by}'s war on {on}", surprised=True)
    if row and row.draws_in:
        for joining in minors.joins(play.position).values():
            minors.join(play, joining, f"{by}'s war on {on}", drawn_in=True)
    if row and row.great_war and occupied:
        GREAT_PATRIOTIC_WAR.set(play, "yes")


def declare_due(play: Play) -> None:
    """Declare the wars that must be declared by now and have not been (9.0: France and Great Britain on Germany)."""
    for row in rows(play.title, "declaration", Declaration).values():
        if row.must is None or now(play.position) < moment(play.title, row.must):
            continue
        for by in row.by:
            for on in row.on:
                if is_neutral(play.position, by) and not check_war(play.position, DeclareWar(on, by)):
                    declare(play, by, on)


def choices(position: Position) -> list[DeclareWar]:
    """Return the declarations of war that the camp on turn may make now."""
    orders = (DeclareWar(on, by) for row in declarations(position) for by in row.by for on in row.on)
    return [order for order in orders if not check_war(position, order)]


def end_surprise(play: Play) -> None:
    """End the Surprise Bonus: it holds for the first land combat after the declaration, and what comes before it (1.1)."""
    for (power,), _ in sorted(SURPRISED.entries(play.state)):
        SURPRISED.emit(play, "", power)


def note_great_war(play: Play) -> None:
    """Mark a scenario that begins during the war with the occupying power, in which that power builds at a lower price."""
    attacked = (on for row in rows(play.title, "declaration", Declaration).values() if row.great_war for on in row.on)
    if any(at_war(play.position, power) for power in attacked):
        GREAT_PATRIOTIC_WAR.set(play, "yes")

"""Strategic warfare: raids in the air and at sea on the PPs of those on turn (section 1.5).

The camp that is not on turn raids, the one on turn intercepts and escorts. A raid is a battle without dice: the numbers of
steps on both sides say, by a table, what each side and production lose. Losses fall on the strongest blocks; where they do
not fall on all equally strong ones, their owner chooses.
"""

from __future__ import annotations

from engine.events import BattleEnded, BattleStarted, ConvoyRaided, ResourceChanged
from engine.families.blocks.board import Blocks, count_of, steps, unit
from engine.families.blocks.changes import lose_steps
from engine.families.blocks.choice import choose
from engine.families.blocks.production.collect import purse
from engine.families.blocks.production.economy import economic_power
from engine.families.blocks.production.nations import purse_of
from engine.families.blocks.production.orders import LoseSteps
from engine.families.blocks.production.raid import (
    AIR,
    INTERCEPTORS,
    NAVAL,
    RAIDERS,
    SIDES,
    Raid,
    force,
    interceptors,
    outcome,
    raider_of,
    raids,
    side_blocks,
    strength,
)
from engine.families.blocks.production.raid_losses import (
    LOSSES,
    as_text,
    check_choice,
    choice,
    falling,
    strongest,
    worth_of,
)
from engine.families.blocks.production.settings import Target
from engine.families.blocks.settings import rows
from engine.families.blocks.vocabulary import DAMAGE, LOST, OWED, PLACE, RAIDER, RAIDS, TARGET
from engine.play import Play
from engine.problems import Problem
from engine.rules import Pending, Position


def begin(play: Play) -> None:
    """Fight the raids of the turn, until a player must choose losses; called after the Garrison Check."""
    RAIDS.set(play, "0")
    go_on(play)


def go_on(play: Play) -> None:
    """Fight on: take the losses that leave no choice, end the open raid, begin the next."""
    while True:
        if raid := current(play.position):
            if not _take_losses(play, raid):
                return
            _end(play, raid)
        ahead = raids(play.position)[RAIDS.number(play.state) :]
        if not ahead:
            return
        if number := force(play.position, ahead[0]):
            _begin(play, ahead[0], number)
        else:
            _count(play)


def current(position: Position) -> Raid | None:
    """Return the open raid, or None."""
    row = rows(position.title, "strategic_target", Target).get(TARGET.read(position.state))
    if row is None or not position.state.battle:
        return None
    place = PLACE.read(position.state)
    return Raid(row, place, AIR if place == row.umbrella else NAVAL)


def site(raid: Raid) -> str:
    """Return the area or zone that a raid is told of."""
    return raid.target.over if raid.kind == AIR else raid.place


def _begin(play: Play, raid: Raid, number: int) -> None:
    position = play.position
    found = outcome(play.title, number, strength(position, interceptors(position, raid)))
    where, raider = site(raid), raider_of(position, raid)
    sides = {side: side_blocks(position, raid, side) for side in SIDES}
    play.emit(
        BattleStarted(
            play.state.battles + 1,
            raid.kind,
            where,
            raider,
            raid.target.slug,
            as_text(sides[RAIDERS]),
            as_text(sides[INTERCEPTORS]),
            worth_of(position, sides[RAIDERS]),
            worth_of(position, sides[INTERCEPTORS]),
        )
    )
    damage = _lose_production(play, raid, where, found.production)
    owed = {RAIDERS: found.raiders, INTERCEPTORS: found.interceptors}
    notes = ((TARGET, raid.target.slug), (PLACE, raid.place), (RAIDER, raider), (DAMAGE, str(damage)))
    for marker, value in notes:
        marker.set(play, value)
    for side in SIDES:
        OWED.set(play, min(owed[side], steps(sides[side])), side)


def _lose_production(play: Play, raid: Raid, where: str, loss: int) -> int:
    """Take PPs from the raided power, as far as it has any; return how many."""
    victim, resource = purse_of(play.position, raid.target.slug), play.title.resource
    have = purse(play.position, victim)
    lost = min(loss, have)
    if lost:
        raider = raider_of(play.position, raid)
        if raid.kind == NAVAL:
            cap = max(economic_power(play.position, victim), have)
            play.emit(ConvoyRaided(where, raider, victim, resource, lost, cap))
        cause = "bombing" if raid.kind == AIR else "convoy"
        play.emit(ResourceChanged(victim, resource, -lost, have - lost, cause, raider, where))
    return lost


def _take_losses(play: Play, raid: Raid) -> bool:
    """Take the losses of the open raid that leave no choice; return whether that was all."""
    for side in SIDES:
        while owed := owed_by(play.position, side):
            stacks = side_blocks(play.position, raid, side)
            hit = falling(stacks, owed)
            if not hit:
                return False
            lose(play, side, hit)
    return True


def owed_by(position: Position, side: str) -> int:
    """Return the steps that a side of the open raid has still to lose."""
    return OWED.number(position.state, side)


def lose(play: Play, side: str, hit: Blocks) -> None:
    """Take a step from each of these blocks of a side."""
    value = sum(unit(play.position, key).worth(1) * count for key, count in hit)
    for key, count in hit:
        for _ in range(count):
            lose_steps(play, key, 1, "strategic-warfare")
    OWED.set(play, owed_by(play.position, side) - count_of(hit), side)
    LOST.set(play, str(LOST.number(play.state, side) + value), side)


def _end(play: Play, raid: Raid) -> None:
    position, state = play.position, play.state
    damage = DAMAGE.number(state)
    raiders, interceptors = (as_text(side_blocks(position, raid, side)) for side in SIDES)
    lost = LOST.number(state, RAIDERS), LOST.number(state, INTERCEPTORS)
    play.emit(
        BattleEnded(
            state.battle,
            raid.kind,
            site(raid),
            RAIDER.read(state),
            raid.target.slug,
            1,
            "attacker" if damage else "defender",
            "raid",
            raiders,
            interceptors,
            *lost,
            damage,
        )
    )
    _count(play)


def _count(play: Play) -> None:
    RAIDS.add(play, 1)


def pending(position: Position) -> Pending | None:
    """Return the choice of losses that the open raid waits for, if it does; by default the first of `choice`."""
    raid = current(position)
    if raid is None:
        return None
    for side in SIDES:
        if owed := owed_by(position, side):
            key, count = choice(position, side_blocks(position, raid, side))[0]
            order = LoseSteps(key.area, as_text([(key, min(count, owed))], powers=True))
            who = RAIDER.read(position.state) if side == RAIDERS else raid.target.slug
            return Pending("strategic-losses", who, (LoseSteps,), order)
    return None


def _side_of_choice(position: Position) -> str:
    """Return the side that has a choice to make now."""
    return next(side for side in SIDES if owed_by(position, side))


def check(position: Position, order: LoseSteps) -> list[Problem]:
    """Return what is wrong with a choice of losses."""
    raid = current(position)
    if raid is None or pending(position) is None:
        return [LOSSES.broken("no raid waits for a choice of losses", found=order.units, expected="no such order")]
    side = _side_of_choice(position)
    stacks = side_blocks(position, raid, side)
    return check_choice(stacks, owed_by(position, side), order.area, order.blocks)


def carry_out(play: Play, order: LoseSteps) -> None:
    """Take the steps that were chosen, and fight on."""
    side, raid = _side_of_choice(play.position), current(play.position)
    assert raid is not None, "an order that was checked"
    stacks = side_blocks(play.position, raid, side)
    taken, _ = choose([item for item in strongest(stacks) if item[0].area == order.area], order.blocks)
    lose(play, side, taken)
    go_on(play)

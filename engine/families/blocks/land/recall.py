"""Sending blocks back where they came from in this phase: the cure for engagements that lack something (section 3.2)."""

from __future__ import annotations

from engine.condition import has_word, parse_condition
from engine.families.blocks import changes
from engine.families.blocks.board import Blocks, camp_on_turn, count_of, land_neighbours, own_blocks
from engine.families.blocks.choice import choose, describe
from engine.families.blocks.land import entry
from engine.families.blocks.land.engaging import APART, STACKING, check_engaged, enemies_in, engaged, sent_back
from engine.families.blocks.land.orders import Recall
from engine.families.blocks.sea.waters import is_ours
from engine.families.blocks.vocabulary import TOOK
from engine.orders import Order
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack

SECTION = "3.2 Land Movement"

RECALL = Rule("land/recall", SECTION, FATAL)

CAUSE = "recall"


def recallable(position: Position, area: str) -> Blocks:
    """Return the blocks in an area that may be sent back: all that have moved in, but not who has taken it."""
    here = own_blocks(position, area, camp_on_turn(position))
    return [item for item in here if parse_condition(item[0].condition).origin and _may_leave(position, item[0])]


def _may_leave(position: Position, key: Stack) -> bool:
    return not has_word(key.condition, TOOK) or bool(enemies_in(position, key.area, key.power))


def check_recall(position: Position, order: Recall) -> list[Problem]:
    """Return what is wrong with an order to send blocks back."""
    there = recallable(position, order.area)
    chosen, missing = choose(there, order.blocks)
    if missing or not chosen:
        return [
            RECALL.broken(
                f"no such blocks in {order.area} have come there in this phase",
                found=missing or order.units or "none",
                expected=describe(there) or "none",
            )
        ]
    ways = [(key, goal(position, key)) for key, _ in chosen]
    for key, back in ((key, back) for key, back in ways if back):
        coming = count_of(item for item in chosen if goal(position, item[0]) == back)
        if coming > entry.room(position, key.power, back):
            return [
                STACKING.broken(
                    f"there is no room in {back}; recall others from there first",
                    found=str(coming),
                    expected=f"{entry.room(position, key.power, back)} at most",
                )
            ]
        if not entry.may_stay(position, key, back):
            return [APART.broken(f"{key.unit} of {key.power} may not stay in {back} any more", found=back, expected="where it may")]
    return []


def goal(position: Position, key: Stack) -> str:
    """Return where blocks are sent back to: where they came from.

    When that is full, and nobody there can be sent away, or has been closed to them since (section 3.3), it is the nearest area
    behind it that is friendly and has room; empty without one.
    """
    origin = parse_condition(key.condition).origin
    if entry.may_be(position, key.power, origin) and (entry.has_room(position, key, origin) or recallable(position, origin)):
        return origin
    return behind(position, key, origin)


def behind(position: Position, key: Stack, origin: str) -> str:
    """Return the friendly area with room for a block that is nearest to an area; empty without one.

    The area itself is left out, and the one that the block leaves.
    """
    seen, ahead = {origin, key.area}, [origin]
    for area in ahead:  # grows as it is walked: nearest areas first
        for near in land_neighbours(position.title, area):
            if near not in seen and is_ours(position, key.power, near) and not enemies_in(position, near, key.power):
                if entry.has_room(position, key, near) and entry.may_stay(position, key, near):
                    return near
                seen.add(near)
                ahead.append(near)
    return ""


def recall(play: Play, order: Recall) -> None:
    """Send the blocks of an order back.

    They stand there as if they had not left: an armistice in between (section 3.3) takes no area away from them. Who has nowhere
    left to go goes to its force pool, as all do who stand in land that becomes neutral.
    """
    for key, count in choose(recallable(play.position, order.area), order.blocks)[0]:
        if back := goal(play.position, key):
            changes.move(play, key, back, sent_back(key), count, cause=CAUSE)
            entry.capture(play, key.power, back)
        else:
            changes.eliminate(play, key, CAUSE, count)


def cures(position: Position) -> list[Order]:
    """Return orders that send back the blocks of engagements that may not be fought; first those who stand in their way."""
    found: list[Order] = []
    for area in engaged(position):
        if not check_engaged(position, area):
            continue
        for key, _ in recallable(position, area):
            found.extend(_cure(position, key, {area}))
    return list(dict.fromkeys(found))


def _cure(position: Position, key: Stack, seen: set[str]) -> list[Order]:
    """Return the recall of one block, or of those that have filled the area it came from."""
    back = parse_condition(key.condition).origin
    order = Recall(describe([(key, 1)]), key.area)
    if not check_recall(position, order):
        return [order]
    if back in seen:
        return []
    return [one for other, _ in recallable(position, back) for one in _cure(position, other, {*seen, back})]

"""The blocks that take hits: the strongest of the class fired at, else the strongest of all (section 3.5).

The hits that a side still has to take are text: `2=1 0=3` is one hit by class 2 and three without a class. The
strongest block takes each hit; the owner has a choice only if there are fewer hits than equally strong blocks that
differ.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.condition import parse_condition
from engine.families.blocks import board
from engine.families.blocks.board import Blocks
from engine.families.blocks.changes import lose_steps
from engine.families.blocks.choice import choose, describe
from engine.families.blocks.combat.battle import DEFENDER, Battle, fielded, note_losses
from engine.families.blocks.combat.firepower import FORT, class_of, way_divisor
from engine.families.blocks.vocabulary import ABSORB, OWED, UNSUPPLIED, WAITS
from engine.mechanics.orders import Lose
from engine.problems import FATAL, ILLEGAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.vocabulary import show_pairs

if TYPE_CHECKING:
    from engine.play import Play

ANY = 0
"""The class of hits that strike the strongest block of all."""


class Toll(NamedTuple):
    """Hits that equally strong blocks take now: fewer `hits` than there are blocks, when it is a choice."""

    hits: int
    stacks: Blocks

    @property
    def is_choice(self) -> bool:
        """Whether it matters which of the blocks are hit."""
        return self.hits < board.count_of(self.stacks) and len({kind(key) for key, _ in self.stacks}) > 1


def kind(key: Stack) -> tuple[str, str]:
    """Return the key that distinguishes equally strong blocks: power and type."""
    return key.power, key.unit


def owe(play: Play, side: str, hits: dict[int, int]) -> None:
    """Record hits that a side owes, by the class they strike (ANY for the strongest of all)."""
    OWED.set(play, show_pairs((cls, n) for cls, n in hits.items() if n), side)


def owed(position: Position, side: str) -> list[tuple[int, int]]:
    """Return the (class, hits) that a side has still to take."""
    return [(int(cls), n) for cls, n in OWED.pairs(position.state, side).items()]


def targets(position: Position, area: str, side: str, cls: int, *, carried: bool = True) -> Blocks:
    """Return the blocks of a side that hits of a class may strike: its fort, else those of the class, else all.

    Without `carried` hits of a class that is gone are lost.
    """
    stacks = fielded(position, area, side)
    forts = [item for item in stacks if class_of(board.unit(position, item[0])) == FORT]
    if forts and side == DEFENDER:
        return forts
    same = [item for item in stacks if cls != ANY and class_of(board.unit(position, item[0])) == cls]
    return same or (stacks if carried or cls == ANY else [])


def strongest(stacks: Blocks) -> Blocks:
    """Return the stacks with most steps."""
    most = max((key.strength for key, _ in stacks), default=0)
    return [item for item in stacks if item[0].strength == most]


def toll(position: Position, battle: Battle, side: str) -> Toll | None:
    """Return the next hits that a side must take, or None if it owes none that can still be taken."""
    carried = position.options.get("excess-hits") != "lost"
    for cls, hits in owed(position, side):
        top = strongest(targets(position, battle.area, side, cls, carried=carried))
        if top:
            return Toll(min(hits, board.count_of(top)), by_dearness(position, top))
    return None


def usual_loss(position: Position, due: Toll) -> Lose:
    """Return the default choice: the cheapest of the equally strong; elite blocks and those that fire early last."""
    return Lose(describe(first_of(Toll(due.hits, by_dearness(position, due.stacks)))))


def first_of(due: Toll) -> Blocks:
    """Return the blocks hit by default: the first ones."""
    left, chosen = due.hits, []
    for key, count in due.stacks:
        if left:
            chosen.append((key, min(left, count)))
            left -= chosen[-1][1]
    return chosen


def by_dearness(position: Position, stacks: Blocks) -> Blocks:
    """Return equally strong blocks, the most expendable first.

    Of blocks of one power and type, which no order tells apart, come first those that are hindered more, and those that
    have fired in their round.
    """
    return sorted(stacks, key=lambda item: dearness(position, item[0]))


def dearness(position: Position, key: Stack) -> tuple[object, ...]:
    """Return what ranks equally strong blocks, the most expendable first (see `by_dearness`)."""
    row, words = board.unit(position, key), parse_condition(key.condition).words
    hindered = way_divisor(position, key), UNSUPPLIED in words, WAITS not in words
    return row.number("step-cost"), row.has("elite"), -class_of(row), [-one for one in hindered], key


def check_loss(order: Lose, due: Toll, rule: Rule) -> list[Problem]:
    """Return what is wrong with a choice of losses: it must name as many of the equally strong blocks as there are hits."""
    chosen, missing = choose(due.stacks, order.blocks)
    found = board.count_of(chosen)
    if told_apart := check_which(order, rule):
        return told_apart
    if missing or found != due.hits:
        message, expected = "hits strike the strongest blocks", f"{due.hits} of {describe(due.stacks)}"
        return [rule.broken(message, found=order.units, expected=expected, severity=ILLEGAL if found else FATAL)]
    return []


def check_which(order: Lose, rule: Rule) -> list[Problem]:
    """Return what is wrong with telling blocks apart as units of other games are."""
    message, expected = "blocks are told apart by the steps they show", "steps, as in infantry-4@3"
    return [rule.broken(message, found=order.which, expected=expected)] if order.which else []


def salvage_loss(position: Position, order: Lose, due: Toll) -> Lose:
    """Return a choice that can be carried out: what of the order fits, then the default."""
    chosen, _ = choose(due.stacks, order.blocks)
    if board.count_of(chosen) != due.hits:
        return usual_loss(position, due)
    return Lose(describe(chosen))


def settle(play: Play, battle: Battle, side: str) -> bool:
    """Let a side take the hits it owes until it has a choice; return whether all are taken."""
    _ignore(play, side)
    while due := toll(play.position, battle, side):
        if due.is_choice:
            return False
        take(play, battle, side, first_of(due))
    owe(play, side, {})
    return True


def _ignore(play: Play, side: str) -> None:
    """Let the defender ignore the first hits of the combat (Absorb Bonus)."""
    left = ABSORB.number(play.position.state)
    if side != DEFENDER or not left:
        return
    rest = {}
    for cls, hits in owed(play.position, side):
        ignored = min(left, hits)
        left -= ignored
        rest[cls] = hits - ignored
    if rest:
        ABSORB.set(play, left)
        owe(play, side, rest)


def take(play: Play, battle: Battle, side: str, chosen: Blocks) -> None:
    """Take a step from each of some blocks, and deduct as many of the hits that the side owes next."""
    since, hits = len(play.events), board.count_of(chosen)
    carried = play.position.options.get("excess-hits") != "lost"
    rest, paid = {}, False
    for cls, n in owed(play.position, side):
        due = not paid and bool(targets(play.position, battle.area, side, cls, carried=carried))
        rest[cls] = n - hits if due else n
        paid = paid or due
    for key, count in chosen:
        for _ in range(count):
            lose_steps(play, key, 1)
    owe(play, side, rest)
    note_losses(play, since)

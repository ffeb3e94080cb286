"""Which blocks of a raid lose steps: the strongest first, of equally strong ones those that their owner names (section 1.5)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.families.blocks.board import Blocks, cls, count_of, unit
from engine.families.blocks.choice import choose
from engine.forces import BlockCount, show_units
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack

SECTION = "1.5 Strategic Warfare"

STRONGEST = Rule("strategic-warfare/strongest", SECTION, FATAL)
LOSSES = Rule("strategic-warfare/losses", SECTION, FATAL)


def strongest(stacks: Blocks) -> Blocks:
    """Return the blocks that have the most steps."""
    most = max((key.strength for key, _ in stacks), default=0)
    return [item for item in stacks if item[0].strength == most]


def falling(stacks: Blocks, owed: int) -> Blocks:
    """Return blocks that lose a step now without anybody's choice: all of the strongest, or some of a single stack of them."""
    equal = strongest(stacks)
    if count_of(equal) <= owed:
        return equal
    return [(equal[0][0], owed)] if len(equal) == 1 else []


def choice(position: Position, stacks: Blocks) -> Blocks:
    """Return the blocks among which an owner chooses, in the owner's order of preference.

    The step that is cheapest to replace, then what fires last, then what is not elite.
    """

    def rank(item: tuple[Stack, int]) -> tuple[object, ...]:
        row = unit(position, item[0])
        return row.number("step-cost"), -cls(row), row.has("elite"), item[0]

    return sorted(strongest(stacks), key=rank)


def check_choice(stacks: Blocks, owed: int, area: str, units: Sequence[BlockCount]) -> list[Problem]:
    """Return what is wrong with losing a step from these units of an area: they are of the strongest, and not too many."""
    equal = [item for item in strongest(stacks) if item[0].area == area]
    taken, missing = choose(equal, units)
    if missing:
        return [
            STRONGEST.broken(
                f"{missing} in {area} are not among the strongest blocks",
                found=missing,
                expected=as_text(strongest(stacks), powers=True),
            )
        ]
    if not 0 < count_of(taken) <= owed:
        return [LOSSES.broken("that is not the number of steps to lose", found=str(count_of(taken)), expected=f"1 to {owed}")]
    return []


def as_text(stacks: Blocks, *, powers: bool = False) -> str:
    """Return blocks as text without their steps; with powers where there are several, or where asked for."""
    several = powers or len({key.power for key, _ in stacks}) > 1
    counts: dict[tuple[str, str], int] = {}
    for key, count in stacks:
        kind = (key.unit, key.power if several else "")
        counts[kind] = counts.get(kind, 0) + count
    return show_units((name, count, power) for (name, power), count in sorted(counts.items()))


def worth_of(position: Position, stacks: Blocks) -> int:
    """Return what the steps of blocks cost to buy."""
    return sum(unit(position, key).worth(key.strength) * count for key, count in stacks)

"""Which blocks a text in an order means: `2 infantry-4@3, fort-3 (great-britain)` out of those that stand there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.families.blocks.board import Blocks
from engine.forces import BlockCount, show_blocks
from engine.state import Stack


def choose(stacks: Iterable[tuple[Stack, int]], named: Sequence[BlockCount]) -> tuple[Blocks, str]:
    """Return the blocks of `stacks` that an order names, and as text those of them that are not there (empty when all are).

    Who is named without steps is the strongest block of the type, without a power that of the first power in the order of
    `stacks`; of blocks that differ only in their condition those come first that stand first in `stacks`, so that the
    caller puts those first that can do what is ordered.
    """
    stacks = list(stacks)
    left, taken, missing = Counter(dict(stacks)), Counter(), []
    items = sorted(named, key=lambda item: (not item.strength, not item.power))
    for item in items:
        lacking = _take(stacks, left, taken, item)
        if lacking:
            missing.append(item._replace(count=lacking))
    return [(key, taken[key]) for key, _ in stacks if taken[key]], show_blocks(missing)


def _take(stacks: Blocks, left: Counter[Stack], taken: Counter[Stack], item: BlockCount) -> int:
    """Move blocks from `left` to `taken` as far as there are any; return how many are lacking."""
    fitting = [key for key, _ in stacks if _fits(key, item)]
    wanted = item.count
    for key in sorted(fitting, key=lambda key: -key.strength):
        count = min(wanted, left[key])
        left[key] -= count
        taken[key] += count
        wanted -= count
    return wanted


def _fits(key: Stack, item: BlockCount) -> bool:
    return key.unit == item.unit and item.power in ("", key.power) and item.strength in (0, key.strength)


def describe(stacks: Iterable[tuple[Stack, int]], *, powers: bool = True) -> str:
    """Return blocks as an order names them, with their steps; with their power unless `powers` is false."""
    counts: Counter[tuple[str, str, int]] = Counter()
    for key, count in stacks:
        counts[key.unit, key.power if powers else "", key.strength] += count
    return show_blocks(BlockCount(unit, count, power, strength) for (unit, power, strength), count in counts.items())

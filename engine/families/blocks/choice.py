"""Selection of blocks by an order's text, such as `2 infantry-4@3, fort-3 (great-britain)`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.families.blocks.board import Blocks
from engine.forces import BlockCount, show_blocks
from engine.state import Stack


def choose(stacks: Iterable[tuple[Stack, int]], named: Sequence[BlockCount]) -> tuple[Blocks, str]:
    """Return the blocks of `stacks` that an order names, and as text those that are missing (empty if none are).

    A block named without steps is the strongest of its type; without a power, the first power's in `stacks`. Of blocks
    that differ only in condition, those first in `stacks` are chosen, so callers list the blocks able to carry out the
    order first.
    """
    stacks = list(stacks)
    left, taken, missing = dict(stacks), dict[Stack, int](), list[BlockCount]()
    items = sorted(named, key=lambda item: (not item.strength, not item.power))
    for item in items:
        lacking = _take(stacks, left, taken, item)
        if lacking:
            missing.append(item._replace(count=lacking))
    return [(key, taken[key]) for key, _ in stacks if taken.get(key)], show_blocks(missing)


def _take(stacks: Blocks, left: dict[Stack, int], taken: dict[Stack, int], item: BlockCount) -> int:
    """Move blocks from `left` to `taken` as far as there are any; return how many are lacking."""
    fitting = [key for key, _ in stacks if _fits(key, item)]
    wanted = item.count
    for key in sorted(fitting, key=lambda key: -key.strength):
        count = min(wanted, left[key])
        left[key] -= count
        taken[key] = taken.get(key, 0) + count
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

"""What the blocks of one side of a land combat can be reduced to, and how they fire, by the rules' own figures of each block.

A block is a number, and `Force` is the first hits that a side still ignores with its blocks, sorted.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import NamedTuple

from engine.condition import parse_condition
from engine.families.blocks import board
from engine.families.blocks.changes import with_words, without_words
from engine.families.blocks.combat.battle import OTHER, fielded
from engine.families.blocks.combat.fire import order_of_fire
from engine.families.blocks.combat.firepower import Ground, class_of, dice, faces, is_close
from engine.families.blocks.combat.hits import ANY, dearness
from engine.families.blocks.combat.priorities import rank
from engine.families.blocks.vocabulary import SURPRISED, WAITS
from engine.rules import Position
from engine.state import Stack

Force = tuple[int, tuple[int, ...]]
GONE = -1
"""The number of a block that has lost its last step."""


class Facing(NamedTuple):
    """What fire depends on of the enemy: its blocks of the class that fires, and whether it is surprised by the attacker."""

    many: int
    surprised: bool


class Fire(NamedTuple):
    """The chance of each number of hits, and the blocks with those marked that wait for their fire."""

    hits: tuple[float, ...]
    after: Force


class Side:
    """The blocks of a side.

    Args:
        position: at which the odds are asked for; what it has around the battle stays as it is. name: attacker or defender.
        absorbs: hits that it still ignores.
    """

    def __init__(self, position: Position, area: str, name: str, absorbs: int = 0) -> None:
        self.position, self.area, self.name = position, area, name
        self.keys, self._numbers = list[Stack](), dict[Stack, int]()
        self._closed = is_close(position, area)
        stacks = fielded(position, area, name)
        self.first: Force = absorbs, tuple(sorted(self.number(key) for key, count in stacks for _ in range(count)))
        # Kept as long as this is, unlike those of a decorated method.
        for method in (
            "block_class",
            "worth",
            "hit",
            "shots",
            "strike",
            "fire",
            "rank",
            "count",
            "loses",
            "value",
            "is_surprised",
        ):
            setattr(self, method, cache(getattr(self, method)))

    def number(self, key: Stack) -> int:
        """Return the number of a block."""
        if key not in self._numbers:
            self._numbers[key] = len(self.keys)
            self.keys.append(key)
        return self._numbers[key]

    def block_class(self, block: int) -> int:
        """Return the class of a block."""
        return class_of(board.unit(self.position, self.keys[block]))

    def worth(self, block: int) -> int:
        """Return the value of the steps of a block."""
        key = self.keys[block]
        return board.unit(self.position, key).worth(key.strength)

    def value(self, force: Force) -> int:
        """Return the value of the steps of blocks."""
        return sum(map(self.worth, force[1]))

    def has_land(self, force: Force) -> bool:
        """Return whether there is a land unit that can take the area."""
        return any(board.unit(self.position, self.keys[block]).cls == "land" for block in force[1])

    def count(self, force: Force, cls: int) -> int:
        """Return how many blocks are of a class."""
        return sum(self.block_class(block) == cls for block in force[1])

    def is_surprised(self, force: Force) -> bool:
        """Return whether one of its powers is surprised."""
        powers = {self.keys[block].power for block in force[1]}
        return any(SURPRISED.read(self.position.state, power) for power in powers)

    def rank(self, force: Force) -> tuple[int, int, int]:
        """Return its claim to the area."""
        return rank(self.position, [(self.keys[block], 1) for block in force[1]])

    # -- hits ---------------------------------------------------------------------------------------

    def loses(self, force: Force, hits: int, cls: int) -> Force:
        """Return what so many hits leave."""
        return self.strike(self.loses(force, hits - 1, cls), cls) if hits else force

    def strike(self, force: Force, cls: int) -> Force:
        """Return what a hit leaves, by the usual choice: the strongest of the class, else of all; of equals the cheapest."""
        absorbs, blocks = force
        if absorbs or not blocks:
            return max(absorbs - 1, 0), blocks
        same = [block for block in blocks if cls != ANY and self.block_class(block) == cls] or blocks
        most = max(self.keys[block].strength for block in same)
        top = (block for block in same if self.keys[block].strength == most)
        struck = min(top, key=lambda block: dearness(self.position, self.keys[block]))
        left = list(blocks)
        left.remove(struck)
        after = self.hit(struck)
        return 0, tuple(sorted([*left, after] if after != GONE else left))

    def hit(self, block: int) -> int:
        """Return a block with a step less."""
        key = self.keys[block]
        return self.number(key._replace(strength=key.strength - 1)) if key.strength > 1 else GONE

    # -- fire ---------------------------------------------------------------------------------------

    def fire(self, force: Force, name: str, cls: int, facing: Facing) -> Fire:
        """Return the fire of a step, `class` or `rest`: as many as the enemy has of the class, if both have any, then the others."""
        blocks = list(force[1])
        same = [block for block in blocks if self.block_class(block) == cls]
        if name == "rest":
            late = [block for block in same if WAITS in parse_condition(self.keys[block].condition).words]
            firing = [self._marked(block, waits=False) for block in late]
            change = dict(zip(late, firing, strict=True))
            blocks = [change.get(block, block) for block in blocks]
        elif same and facing.many:
            here = self._ground(cls, facing)
            keys = self.keys
            ranked = sorted(same, key=lambda block: order_of_fire(self.position, keys[block], self.name, self.area, here))
            firing = ranked[: facing.many]
            for block in ranked[facing.many :]:
                blocks.remove(block)
                blocks.append(self._marked(block, waits=True))
        else:
            firing = same
        return Fire(self._hits(firing, cls, facing), (force[0], tuple(sorted(blocks))))

    def _hits(self, firing: list[int], cls: int, facing: Facing) -> tuple[float, ...]:
        thrown = Counter[int]()
        for block in firing:
            number, hitting = self.shots(block, cls, facing)
            thrown[hitting] += number
        return chances(tuple(sorted(thrown.items())), self.position.title.dice_sides)

    def shots(self, block: int, cls: int, facing: Facing) -> tuple[int, int]:
        """Return how many dice a block rolls, and how many of their faces hit."""
        key = self.keys[block]
        number = dice(self.position, key, self.name, self.area)
        return number, faces(self.position, key, self.name, self._ground(cls, facing))

    def _ground(self, cls: int, facing: Facing) -> Ground:
        classes = {self.name: frozenset({cls}), OTHER[self.name]: frozenset({cls} if facing.many else ())}
        return Ground(self.area, self._closed, facing.surprised, classes)

    def _marked(self, block: int, *, waits: bool) -> int:
        key = self.keys[block]
        change = with_words if waits else without_words
        return self.number(key._replace(condition=change(key.condition, WAITS)))


@cache
def chances(thrown: tuple[tuple[int, int], ...], sides: int) -> tuple[float, ...]:
    """Return the chance of each number of hits of (faces that hit, dice)."""
    found = [1.0]
    for hitting, number in thrown:
        share = hitting / sides
        for _ in range(number):
            found = [miss * (1 - share) + hit * share for miss, hit in zip([*found, 0.0], [0.0, *found], strict=True)]
    return tuple(found)

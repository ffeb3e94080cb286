"""3.5 Land Combat held to a slow twin: the same battle worked out anew, block by block, from the text and the dice alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import pytest

from engine import events as ev
from engine.families.blocks import board
from engine.families.blocks.season import weather
from engine.play import Play
from tests.black_swan.board import TITLE
from tests.black_swan.test_3_5_any_battle import random_battle

pytestmark = pytest.mark.section("3.5")

ATTACKER, DEFENDER = "attacker", "defender"
OTHER = {ATTACKER: DEFENDER, DEFENDER: ATTACKER}
NAMES = ("air", "artillery", "tank", "infantry")
HOMES = {("moscow", "soviet-union"), ("berlin", "germany"), ("london", "great-britain")}


@dataclass
class Block:
    """One block: whose, of which class (0: a fort), how many steps it has left, how it came."""

    side: str
    key: tuple
    cls: int
    steps: int
    words: frozenset[str]
    waits: bool = False

    @property
    def name(self) -> tuple[str, str, int, str]:
        """What settles who comes first where nothing else does."""
        return self.key[1], self.key[2], self.steps, self.key[4]

    @property
    def elite(self) -> bool:
        return TITLE.units[self.key[2]].has("elite")


class Twin:
    """A battle as the book tells it; `shots` are the dice as the engine told them, by step of fire."""

    def __init__(self, start: Play, area: str, shots: list[list[ev.DiceRolled]]) -> None:
        self.area, self.shots = area, shots
        self.pairs = start.state.options.get("outnumbering") == "pairs"
        self.ships = sum(count for key, count in start.state.stacks.items() if "gunfire" in key[4])
        where, self.turn = start.position, board.camp_on_turn(start.position)
        self.blocks = [self._block(where, key) for key, count in where.stacks(area) for _ in range(count)]
        mud = weather(where, area) == "mud"
        self.close = mud or TITLE.in_region(area, "rough") or TITLE.in_region(area, "small")
        self.slow = {"mud": {"soviet-union", "finland"}, "snow": set(), "good": set()}[weather(where, area)]
        self.bad = weather(where, area) != "good"
        home = any((area, one.key[1]) in HOMES for one in self.of(DEFENDER))
        self.absorb = sum((self.close, any(one.cls == 0 for one in self.of(DEFENDER)), home))

    def _block(self, where, key: tuple) -> Block:
        row = TITLE.units[key[2]]
        side = ATTACKER if board.camp_of(where, key[1]) == self.turn else DEFENDER
        return Block(side, key, 0 if row.has("fort") else row.number("fires-in"), key[3], frozenset(key[4].split()))

    def of(self, side: str, cls: int | None = None, *, dropped: bool = True) -> list[Block]:
        found = [one for one in self.blocks if one.side == side and one.steps > 0]
        found = [one for one in found if dropped or "airborne" not in one.words]
        return found if cls is None else [one for one in found if one.cls == cls]

    def dice(self, one: Block) -> int:
        """One die a step; attackers divided for the way they came and for the weather."""
        return max(one.steps // self.divisor(one), 1)

    def divisor(self, one: Block) -> int:
        by = 1
        if one.side == ATTACKER:
            by = 4 if "seaborne" in one.words else 2 if "across" in one.words else 1
            by = by // 2 if "combined" in one.words and by > 1 else by
            hardened = one.key[1] in ("soviet-union", "finland")
            by *= 2 if self.bad and (not hardened or one.key[1] in self.slow) else 1
        return by

    def least(self, one: Block) -> int:
        """5, one less for an elite block, one less for one that nobody of its class opposes."""
        least = 5 - one.elite
        if not self.of(OTHER[one.side], one.cls) or one.cls == 0:
            fort = any(other.cls == 0 for other in self.of(DEFENDER))
            blue = bool({"across", "seaborne", "airborne"} & one.words)
            least -= one.side == DEFENDER or not (self.close or fort or blue)
        return least

    def fire(self, firing: list[Block], purpose: str) -> None:
        """Let blocks fire together: the engine must have rolled the same dice; its hits are taken."""
        if not firing or not (self.of(ATTACKER) and self.of(DEFENDER)):
            return
        told, expected = self.shots.pop(0), Counter()
        for one in firing:
            expected[one.side, purpose, one.key[1], one.key[2], self.least(one)] += self.dice(one)
        assert Counter({(s.side, s.purpose, s.power, s.unit, 7 - s.target): len(s.dice) for s in told}) == expected
        hits = []
        for shot in told:
            cls = 0 if TITLE.units[shot.unit].has("fort") else TITLE.units[shot.unit].number("fires-in")
            opposed = bool(cls and self.of(OTHER[shot.side], cls))
            hits.append((OTHER[shot.side], cls if opposed else 0, shot.hits))
        for side in (ATTACKER, DEFENDER):
            for mine, cls, count in sorted(hits, key=lambda hit: -hit[1]):
                if mine == side:
                    self.suffer(side, cls, count)

    def suffer(self, side: str, cls: int, count: int) -> None:
        """Take hits one by one from the strongest: of the forts, of the class, of all."""
        for _ in range(count):
            if side == DEFENDER and self.absorb:
                self.absorb -= 1
                continue
            forts = self.of(DEFENDER, 0) if side == DEFENDER else []
            pool = forts or (self.of(side, cls) if cls else []) or self.of(side)
            if pool:
                min(pool, key=lambda one: (-one.steps, *self._dearness(one))).steps -= 1

    def _dearness(self, one: Block) -> tuple:
        """The cheapest is hit first; elite blocks, those that fire early and those that wait for their round last."""
        row = TITLE.units[one.key[2]]
        return row.number("step-cost"), one.elite, -one.cls, -self.divisor(one), one.waits, one.name

    def _turn(self, one: Block) -> tuple:
        """Airborne fire last of their class, then those with fewer dice, then those that hit less."""
        return TITLE.units[one.key[2]].has("airborne"), -self.dice(one), self.least(one), one.name

    def fight(self) -> None:
        """Gunfire; fort first with all that is with it; or what is dropped, then class by class, who outnumbers the enemy twice."""
        if self.shots and self.shots[0][0].purpose == "gunfire":
            for shot in self.shots.pop(0):
                assert (shot.target, len(shot.dice)) == (2, self.ships)
                self.suffer(DEFENDER, 0, shot.hits)
        fort = bool(self.of(DEFENDER, 0))
        if fort:
            self.fire(self.of(DEFENDER), "volley")
        self.fire([one for one in self.of(ATTACKER) if "airborne" in one.words], "drop")
        if fort:
            for cls, name in enumerate(NAMES, 1):
                self.fire(self.of(ATTACKER, cls, dropped=False), name)
            return
        for cls, name in enumerate(NAMES, 1):
            ranks = {side: sorted(self.of(side, cls, dropped=False), key=self._turn) for side in OTHER}
            while ranks[ATTACKER] or ranks[DEFENDER]:
                least = min(len(blocks) for blocks in ranks.values()) or 99
                now = {side: blocks[: 1 if self.pairs and least < 99 else least] for side, blocks in ranks.items()}
                late = {side: blocks[len(now[side]) :] for side, blocks in ranks.items()}
                for one in late[ATTACKER] + late[DEFENDER]:
                    one.waits = True
                self.fire(now[ATTACKER] + now[DEFENDER], name)
                ranks = {side: sorted((one for one in blocks if one.steps > 0), key=self._turn) for side, blocks in late.items()}
                for one in late[ATTACKER] + late[DEFENDER]:
                    one.waits = False


def by_steps(blocks: list[Block]) -> Counter[tuple[str, str, int]]:
    return Counter((one.key[1], one.key[2], one.steps) for one in blocks)


def told_by_step(play: Play) -> list[list[ev.DiceRolled]]:
    """Return the salvos of the battle, step by step."""
    steps: dict[int, list[ev.DiceRolled]] = {}
    for one in play.events:
        if isinstance(one, ev.DiceRolled) and one.purpose != "crossing":
            steps.setdefault(one.round, []).append(one)
    return [steps[number] for number in sorted(steps)]


@pytest.mark.parametrize("seed", range(150))
def test_a_battle_is_fought_as_its_twin_works_it_out(seed: int) -> None:
    play = random_battle(seed, options={"outnumbering": "pairs" if seed % 5 == 0 else "all-opposed"})
    while play.pending and play.pending.what == "losses":
        play.submit(play.pending.default)
    begun = next(at for at, one in enumerate(play.events) if isinstance(one, ev.BattleStarted))
    start = Play(play.rules, play.dice)
    for event in play.events[:begun]:
        start.emit(event)
    area = play.events[begun].area
    twin = Twin(start, area, told_by_step(play))
    twin.fight()
    assert twin.shots == []
    left: Counter[tuple[str, str, int]] = Counter()
    if play.state.battle and play.state.marker("battle", "step") in (ATTACKER, DEFENDER):
        for key, count in play.position.stacks(area):
            left[key[1], key[2], key[3]] += count
        assert by_steps([one for one in twin.blocks if one.steps > 0]) == left

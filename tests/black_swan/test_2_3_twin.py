"""2.3 Naval Combat held to a slow twin: the same battle worked out anew, ship by ship, from the text and the dice alone."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

from engine import events as ev
from engine.dice import SeededDice
from engine.play import Play
from engine.rules import EndPhase
from tests.black_swan.board import TITLE, play_from

pytestmark = pytest.mark.section("2.3")

ATTACKER, DEFENDER = "attacker", "defender"
OTHER = {ATTACKER: DEFENDER, DEFENDER: ATTACKER}
STEPS = ("opposition", "carrier", "heavy-surface", "light-surface", "submarine")
COST = {"carrier": 4, "heavy-surface": 3, "light-surface": 2, "submarine": 1}
NATIONS = {"axis": ("italy",), "allies": ("great-britain", "united-states")}
HELD = {"crete": "italy", "sicily": "italy", "athens": "germany", "malta": "great-britain"}


@dataclass
class Ship:
    """One ship: its side, class and steps, and whether it carries the white cube."""

    side: str
    cls: str
    steps: int
    cut_off: bool

    @property
    def dice(self) -> int:
        return max(1, self.steps // 2) if self.cut_off else self.steps

    @property
    def dearness(self) -> tuple:
        """Whom its owner would rather lose: the cheapest step, the last to fire, the one out of supply."""
        return COST[self.cls], -STEPS.index(self.cls), not self.cut_off


class Twin:
    """A battle as the book tells it; `shots` are the dice of each step and side."""

    def __init__(self, ships: list[Ship], discs: dict[str, int], shots: dict, surprised: bool, strongest: bool) -> None:
        self.ships, self.discs, self.shots = ships, discs, shots
        self.surprised, self.strongest = surprised, strongest

    def of(self, side: str, cls: str = "") -> list[Ship]:
        return [ship for ship in self.ships if ship.side == side and ship.steps and cls in ("", ship.cls)]

    def fight(self) -> list[tuple[str, str, int]]:
        """Return what is left as (side, class, steps), and use up all dice."""
        for step in STEPS:
            if all(self.of(side) for side in OTHER):
                fires = {side: self._fire(side, step) for side in OTHER}
                for side, (hits, may_hunt, free) in fires.items():
                    self._aim(OTHER[side], hits, may_hunt) if free else self._strike(OTHER[side], step, hits, may_hunt)
        assert not any(self.shots.values()), "dice that the book does not roll"
        return sorted((ship.side, ship.cls, ship.steps) for ship in self.ships if ship.steps)

    def _fire(self, side: str, step: str) -> tuple[int, bool, bool]:
        """Return the hits of a side in a step, whether they may strike submarines, and whether it aims freely."""
        firing, opposed = self.of(side, step), bool(self.of(OTHER[side], step))
        count = self.discs[side] if step == "opposition" else sum(ship.dice for ship in firing)
        dice = self.shots.pop((step, side), ())
        assert len(dice) == count, (step, side, dice, count)
        bonus = step in ("carrier", "heavy-surface") and not opposed
        bonus += self.surprised and side == ATTACKER and step != "opposition"
        hits = sum(die >= 5 - bonus for die in dice)
        hunts = step != "submarine" and bool(self.of(side, "carrier") or self.of(side, "light-surface"))
        return hits, hunts, step == "submarine" or (step == "carrier" and not opposed)

    def _targets(self, side: str, may_hunt: bool) -> list[Ship]:
        return [ship for ship in self.of(side) if may_hunt or ship.cls != "submarine"]

    def _strike(self, side: str, step: str, hits: int, may_hunt: bool) -> None:
        """Hit by hit: the class that fires, the strongest where it is not there; discs the strongest."""
        for _ in range(hits):
            ships = self._targets(side, may_hunt)
            same = [ship for ship in ships if ship.cls == step and not self.strongest]
            if struck := same or ships:
                min(struck, key=lambda ship: (-ship.steps, *ship.dearness)).steps -= 1

    def _aim(self, side: str, hits: int, may_hunt: bool) -> None:
        """The usual aim: at who fires first of all, the strongest of them, until it is sunk."""
        while hits and (ships := self._targets(side, may_hunt)):
            target = min(ships, key=lambda ship: (STEPS.index(ship.cls), -ship.steps))
            taken = min(hits, target.steps)
            target.steps -= taken
            hits -= taken


def random_fleets(draw: random.Random) -> str:
    """Return the ships of both camps in the Central Med; those of the camp on turn may be out of supply."""
    found = []
    for camp, nations in NATIONS.items():
        for _ in range(draw.randint(1, 4)):
            power, cls = draw.choice(nations), draw.choice(STEPS[1:])
            names = [unit for unit in TITLE.units if unit.startswith(cls)]
            name = draw.choice(names)
            cube = " [unsupplied]" if camp == "axis" and draw.random() < 0.3 else ""
            found.append(f"{power} {name}@{draw.randint(1, TITLE.units[name].strength)} central-med{cube}")
    return ", ".join(found)


def fleet_of(play: Play) -> list[Ship]:
    """Return the ships of a game in the Central Med; the Axis is on turn."""
    return [
        Ship(ATTACKER if key[1] == "italy" else DEFENDER, key[2].rpartition("-")[0], key[3], "unsupplied" in key[4])
        for key, count in play.position.stacks("central-med")
        for _ in range(count)
    ]


@pytest.mark.parametrize("seed", range(80))
def test_a_battle_at_sea_is_fought_as_its_twin_works_it_out(seed: int) -> None:
    draw = random.Random(f"sea twin {seed}")
    surprised, strongest = draw.random() < 0.2, draw.random() < 0.3
    play = play_from(
        random_fleets(draw),
        "naval",
        control=HELD,
        markers={"surprised/great-britain": "yes"} if surprised else {},
        options={"naval-hits": "strongest" if strongest else "class"},
    )
    surprised = surprised and any(key[1] == "great-britain" for key, _ in play.position.stacks("central-med"))
    ships, play.dice = fleet_of(play), SeededDice(seed)
    play.submit(EndPhase())
    while play.pending:
        assert play.pending.default is not None
        play.submit(play.pending.default)
    shots: dict[tuple[str, str], tuple[int, ...]] = {}
    for shot in (event for event in play.events if isinstance(event, ev.DiceRolled) and event.battle):
        shots[shot.purpose, shot.side] = shots.get((shot.purpose, shot.side), ()) + shot.dice
    fought = any(isinstance(event, ev.BattleEnded) for event in play.events)
    rolled = [event.dice[0] for event in play.events if isinstance(event, ev.DiceRolled) and event.purpose == "engagement"]
    assert fought == (len(ships) + 4 + (rolled or [1])[0] >= 11), "2.2: ships and the four discs and the die"
    if fought:
        twin = Twin(ships, {ATTACKER: 3, DEFENDER: 1}, shots, surprised, strongest)
        assert twin.fight() == sorted((ship.side, ship.cls, ship.steps) for ship in fleet_of(play))

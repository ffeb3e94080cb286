"""The greedy player of this title: a plan for each phase of a side, and answers to what is asked meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.bots.planner import Planner
from engine.bots.style import Style
from engine.orders import Order
from engine.play import Play
from engine.rules import Pending, Position
from engine.titles.blitz import agenda
from engine.titles.blitz.bots import attacking, outlook, sailing, spending, warring
from engine.titles.blitz.combat import battles
from engine.titles.blitz.land import combat
from engine.titles.blitz.orders import Defend, FlyIn, SlipAway
from engine.titles.blitz.position import board
from engine.titles.blitz.sea import sea

BOLDER = 0.6
"""A combat here is one round, in which an area seldom falls: what other games call a fair chance is a good one."""


EVEN = 0.9
"""What a point of damage of one's own weighs to a player who fears nothing; one of the enemy's weighs 1."""


SPARING = 0.25
"""Fear from which on air and naval units stay away from an attack that they do not better."""


def nerve(style: Style) -> attacking.Nerve:
    """Return what a player of a style dares."""
    return attacking.Nerve(
        chance=style.attack_at * BOLDER,
        losses=EVEN + style.fear,
        profit=style.fear,
        risk=style.capital_risk,
        help=(style.fear - SPARING) / 2,
    )


class BlitzPlayer(Planner):
    """Plans each phase of a side: what it attacks is chosen by chance and worth, whoever sits where."""

    def decide(self, play: Play) -> Order | None:
        """Return the next order of the plan, or an answer to a decision."""
        pending = play.pending
        return reply(play, pending) if pending else self.planned(play)

    def plan(self, play: Play) -> Iterator[Order]:
        """Yield the orders of a phase."""
        phase = play.state.clock.phase
        if phase == "land-combat":
            yield from attacking.attack(play, nerve(self.style))
        elif phase == "return":
            yield from sailing.go_home(play, campaign=bool(self.style.campaign))
        elif phase == "sea":
            if self.style.campaign:
                yield from warring.openings(play)
            yield from sailing.put_to_sea(play, campaign=bool(self.style.campaign))
        elif phase == "rebase":
            yield from sailing.rebase(play, campaign=bool(self.style.campaign))
        elif phase == "build":
            yield from spending.build(play, self.style.escort)
        elif phase in PLANS:
            yield from PLANS[phase](play)


PLANS: dict[str, Callable[[Play], Iterator[Order]]] = {
    "blitz": warring.choose,
    "sea-combat": sailing.fight,
    "move": attacking.march,
}
"""Phase to what every style does in it."""


def reply(play: Play, pending: Pending) -> Order:
    """Return an answer: air units join what they may turn, SUBs leave what they cannot win; else the default."""
    position = play.position
    words = agenda.tasks(position)[0].split(" ")
    if FlyIn in pending.takes:
        return FlyIn(_joiners(position, words[1], words[2]))
    if SlipAway in pending.takes:
        return SlipAway(_leavers(position, words[1], words[2]))
    if Defend in pending.takes:
        return _defend(position, words[1]) or pending.default
    return pending.default


def _strength(position: Position, side: str, area: str) -> int:
    keys = battles.at_sea(position, side, area)
    return sum(board.printed(position.title, key, "naval") for key in keys)


def _joiners(position: Position, power: str, area: str) -> str:
    return ", ".join(key.unit for key in sea.flyers(position, power, area))


def _leavers(position: Position, power: str, area: str) -> str:
    side = board.side_of(position, power)
    if _strength(position, side, area) >= _strength(position, outlook.OTHER[side], area):
        return ""
    return ", ".join(key.unit for key in sea.evaders(position, power, area))


def _defend(position: Position, power: str) -> Order | None:
    """Commit air and naval units where the attack is on the worthiest area."""
    found = sorted(combat.defenders(position, power), key=lambda item: (-outlook.worth(position, item[1]), item[0], item[2].unit))
    return Defend(found[0][0], found[0][1], found[0][2].unit) if found else None

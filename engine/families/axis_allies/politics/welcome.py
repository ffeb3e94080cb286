"""Nations that welcome land units of powers they lean to: who enters in a noncombat move takes the area and the units that stand there.

So do friendly neutrals, and a government in exile whose islands its friends look after. The units have no move left in that turn.
"""

from __future__ import annotations

import msgspec

from engine.families.axis_allies.board import condition_of, own_stacks
from engine.families.axis_allies.combat.capture import hand_over
from engine.families.axis_allies.vocabulary import MOVED
from engine.mechanics.changes import changed
from engine.orders import PowerName, SideName
from engine.play import Play
from engine.rules import Position
from engine.title.settings import setting_rows


class Welcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nation `slug` welcomes `powers`; or, where none are named, those of `side`, or of the side that it has joined, that are at war.

    Powers of `wars` are welcome only while they are at war with one of those named there.
    """

    slug: PowerName
    source: str
    powers: tuple[PowerName, ...] = ()
    side: SideName = ""
    wars: dict[PowerName, tuple[PowerName, ...]] = {}


def welcomes(position: Position, area: str) -> bool:
    """Return whether who holds an area welcomes land units of the power on turn."""
    return leans(position, position.state.control.get(area, ""), position.power)


def leans(position: Position, holder: str, power: str) -> bool:
    """Return whether a nation welcomes land units of a power."""
    row = setting_rows(position.title, "welcome", Welcome).get(holder)
    if row is None or position.relation(power, holder) == "war":
        return False
    if row.powers:
        return power in row.powers
    side, enemies = position.side_of(power), position.enemies_of(power)
    foes = row.wars.get(power, position.title.turns)
    at_war = any(foe in enemies and position.side_of(foe) != side for foe in foes)
    return (row.side or position.side_of(holder)) == side and at_war


def may_be_entered(position: Position, area: str) -> bool:
    """Return whether land units of the power on turn may go ashore, or in, where it is neither friendly nor hostile: in noncombat moves."""
    return "welcome" in position.title.settings and position.state.clock.phase == "noncombat-move" and welcomes(position, area)


def take_over(play: Play, area: str) -> None:
    """Give an area whose holder welcomes the power on turn to it, with what stands there."""
    if "welcome" not in play.title.settings or not welcomes(play.position, area):
        return
    holder, power = play.state.control[area], play.position.power
    for key, count in list(own_stacks(play.position, area, holder)):
        play.emit(changed(key, count, "aligned", condition_of(key).having(MOVED).text, to_power=power))
    hand_over(play, area, power, "aligned")

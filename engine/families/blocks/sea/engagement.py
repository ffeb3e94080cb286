"""Where ships of two camps meet, and whether they find each other (section 2.2).

What came of the roll is a marker of the phase, `engagement/ZONE`: `battle` or `calm`, with the die (`-` where none was needed)
and what was added to it; `fought` once the battle is over. The die is told as DiceRolled outside of any battle: it hits nobody.
"""

from __future__ import annotations

from engine.events import DiceRolled
from engine.families.blocks.board import count_of
from engine.families.blocks.combat.battle import ATTACKER, SIDES, fielded
from engine.families.blocks.sea.discs import opposition
from engine.families.blocks.sea.settings import SeaCombat
from engine.families.blocks.sea.waters import zones
from engine.families.blocks.settings import read
from engine.families.blocks.vocabulary import ENGAGEMENT
from engine.play import Play
from engine.rules import Position

BATTLE, CALM, FOUGHT = "battle", "calm", "fought"
SCOPE = "phase"


def meetings(position: Position) -> list[str]:
    """Return the sea zones with ships of the camp on turn and of its enemies, in the order of the waters."""
    return [zone for zone in zones(position.title) if all(fielded(position, zone, side) for side in SIDES)]


def modifier(position: Position, zone: str) -> int:
    """Return what is added to the engagement roll: all ships that face each other and all Opposition Discs in the zone."""
    ships = sum(count_of(fielded(position, zone, side)) for side in SIDES)
    return ships + opposition(position, zone).total()


def roll_all(play: Play) -> None:
    """Roll for every zone in which enemies meet, where the die can make a difference, before any battle is fought."""
    lowest = read(play.title, "sea_combat", SeaCombat).battle_from
    for zone in meetings(play.position):
        added = modifier(play.position, zone)
        die = 0
        if added + 1 < lowest <= added + play.title.dice_sides:
            (die,) = play.roll(1, f"naval engagement in {zone}: {lowest - added} or more for a battle")
            play.emit(DiceRolled(0, zone, play.position.power, ATTACKER, "engagement", 0, "", 0, (die,), 0, 0.0))
        found = BATTLE if (die or 1) + added >= lowest else CALM
        ENGAGEMENT.set(play, f"{found} {die or '-'}+{added}", zone)


def due(position: Position) -> list[str]:
    """Return the sea zones in which a battle has still to be fought, in the order of the waters."""
    return [zone for zone in zones(position.title) if outcome(position, zone) == BATTLE]


def outcome(position: Position, zone: str) -> str:
    """Return what came of the engagement roll in a zone: BATTLE, CALM or FOUGHT; empty where no enemies met."""
    return ENGAGEMENT.read(position.state, zone).partition(" ")[0]


def set_fought(play: Play, zone: str) -> None:
    """Note that the battle in a zone is over."""
    ENGAGEMENT.set(play, FOUGHT, zone)

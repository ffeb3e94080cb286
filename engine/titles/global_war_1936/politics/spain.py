"""The Spanish Civil War (section 13.1)."""

from __future__ import annotations

from engine.events import ControlChanged, UnitsRemoved
from engine.mechanics.changes import changed
from engine.play import Play
from engine.rules import Position
from engine.titles.global_war_1936.nations import zones_held
from engine.titles.global_war_1936.vocabulary import CONTROLLED, SPAIN_WON_BY

REGION = "spain"
SIDES = {"nationalist-spain": "germany", "republican-spain": "soviet-union"}
"""The factions, and who controls them."""
VOLUNTEERS = {"germany": ("nationalist-spain", "berlin"), "soviet-union": ("republican-spain", "moscow")}
"""Who gets an infantry a turn when its faction has won, and where."""


def begin(play: Play) -> None:
    """Tell who controls the factions, where they fight; in 1939 the Nationalists have won."""
    held = play.state.control.values()
    if "republican-spain" in held:
        for faction, ruler in SIDES.items():
            CONTROLLED.emit(play, ruler, faction)
    else:
        SPAIN_WON_BY.emit(play, "nationalist-spain")


def winner(position: Position) -> str:
    """Return the faction that has won, nothing while they fight."""
    return SPAIN_WON_BY.read(position.state)


def look(play: Play) -> None:
    """End the war when a faction holds all of continental Spain."""
    if winner(play.position):
        return
    for faction, foe in (tuple(SIDES), tuple(SIDES)[::-1]):
        if len(zones_held(play.position, faction, REGION)) == len(play.title.regions[REGION]):
            _resolve(play, faction, foe)
            return


def _resolve(play: Play, faction: str, foe: str) -> None:
    SPAIN_WON_BY.emit(play, faction)
    CONTROLLED.emit(play, "", foe)
    CONTROLLED.emit(play, "", faction)
    for key, count in sorted(play.state.stacks.items()):
        if key.power != foe:
            continue
        if play.title.units[key.unit].cls == "facility":
            play.emit(changed(key, count, "captured", to_power=faction))
        else:
            play.emit(UnitsRemoved(foe, key.unit, count, key.area, key.strength, "surrender", key.condition))
    for area in zones_held(play.position, foe):
        play.emit(ControlChanged(area, foe, faction, "surrender"))

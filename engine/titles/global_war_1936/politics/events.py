"""What happens to minor powers by itself, as conditions are met (section 4.8, tables 4-4 to 4-6; section 13)."""

from __future__ import annotations

from engine.families.axis_allies.board import is_sea, own_stacks
from engine.families.axis_allies.heirs import SURRENDERED
from engine.play import Play
from engine.titles.global_war_1936 import calendar
from engine.titles.global_war_1936.nations import (
    chinese_minors,
    controlled_by,
    is_apart,
    is_at_war,
    members,
    zones_held,
)
from engine.titles.global_war_1936.politics import alignment, income, pacts, spain, war
from engine.titles.global_war_1936.vocabulary import EVOLVED, PACT, SATELLITES_JOINED, SWEDEN_ALARMED, TRUCE

ABYSSINIA, LOST = "abyssinia", "eritrea"
"""A minor power that has won its war when it has regained this area (section 13.2)."""
SATELLITES = ("romania", "hungary", "bulgaria")
"""Minor powers that Germany may align after the fall of France, one a turn (table 4-5)."""
EVOLVES_AT = 13
"""The value of land at which a Chinese faction becomes a major power (sections 13.3.1, 13.3.2)."""


def war_declared(play: Play, by: str, on: str) -> None:
    """Pacts end, and minor powers take sides, as war is declared."""
    pacts.war_declared(play)
    if by == "soviet-union" and on in ("norway", "denmark"):
        SWEDEN_ALARMED.emit(play, "yes")
    if play.position.relation("germany", "soviet-union") == "war":
        if PACT.read(play.state, pacts.MOLOTOV) and is_apart(play.position, "finland"):
            alignment.align(play, "finland", "germany")
        if play.state.standing.get("france") == SURRENDERED:
            for minor in SATELLITES:
                if zones_held(play.position, minor):
                    alignment.align(play, minor, "germany")


def production_begun(play: Play) -> None:
    """Minor powers align as a nation's turn begins: Poland with Britain, Siam with Japan."""
    power, position = play.position.power, play.position
    fights = "war" in (position.relation("great-britain", "germany"), position.relation("france", "germany"))
    if power == "great-britain" and fights and zones_held(position, "poland"):
        alignment.align(play, "poland", "great-britain")
    if power == "japan" and calendar.is_from(position, "1939-01") and zones_held(position, "siam"):
        alignment.align(play, "siam", "japan")


def combat_over(play: Play) -> None:
    """Minor powers align at the end of a combat phase: Turkey, Iraq, Sweden, warlords; and the civil wars are looked at."""
    power = play.position.power
    if (
        power == "germany"
        and play.state.control.get("transcaucasia") == "germany"
        and zones_held(play.position, "turkey")
    ):
        alignment.align(play, "turkey", "germany")
    if power in ("germany", "italy") and zones_held(play.position, "iraq") and _beside(play, power, "iraq"):
        alignment.align(play, "iraq", power)
    if power == "soviet-union" and SWEDEN_ALARMED.read(play.state) and zones_held(play.position, "sweden"):
        alignment.align(play, "sweden", "germany")
    if power in ("kmt", "ccp"):
        _turn_warlords(play, power)
    spain.look(play)
    check_always(play)


def _beside(play: Play, power: str, area: str) -> bool:
    units = play.title.units
    near = (other for other in play.title.neighbours[area] if not is_sea(play.title, other))
    return any(units[key.unit].cls == "land" for other in near for key, _ in own_stacks(play.position, other, power))


def _turn_warlords(play: Play, power: str) -> None:
    """A warlord that one Chinese faction has attacked and not conquered goes to the other (section 4.9)."""
    other = "ccp" if power == "kmt" else "kmt"
    for minor in chinese_minors(play.title):
        if (
            is_apart(play.position, minor)
            and play.position.relation(power, minor) == "war"
            and zones_held(play.position, minor)
        ):
            alignment.align(play, minor, other)


def evolve(play: Play, nation: str) -> None:
    """Make a Chinese faction a major power (sections 13.3.1, 13.3.2)."""
    if not EVOLVED.read(play.state, nation):
        EVOLVED.emit(play, "yes", nation)
        war.join_hands(play, nation)


def check_always(play: Play) -> None:
    """What counts at any time: evolution of the Chinese factions, the truce, nationalist Spain."""
    for nation in ("kmt", "ccp"):
        if income.land_value(play.position, nation) >= EVOLVES_AT:
            evolve(play, nation)
    _end_truce(play)
    _free_abyssinia(play)
    held = play.state.control
    axis = set(members(play.title, "axis"))
    won = spain.winner(play.position) == "nationalist-spain"
    gate = held.get("gibraltar") in axis and held.get("eastern-egypt") in axis
    if won and is_apart(play.position, "nationalist-spain") and (held.get("london") in axis or gate):
        alignment.align(play, "nationalist-spain", "germany")


def _end_truce(play: Play) -> None:
    """The truce of the Chinese factions is over, and their war goes on, when nobody else is left in China (section 13.3)."""
    if TRUCE.read(play.state) != "yes" or play.position.relation("kmt", "ccp") != "allied":
        return
    units = play.title.units
    for area in play.title.regions["continental-china"]:
        for key, _ in play.position.stacks(area):
            if key.power not in ("kmt", "ccp") and units[key.unit].cls == "land":
                return
    war.end_truce(play)


def _free_abyssinia(play: Play) -> None:
    """Abyssinia, once it has won its war, aligns with who controls it as soon as that is at war with a major power (section 13.2)."""
    ruler = controlled_by(play.position, ABYSSINIA)
    won = play.state.control.get(LOST) == ABYSSINIA
    if won and ruler and is_apart(play.position, ABYSSINIA) and is_at_war(play.position, ruler):
        alignment.align(play, ABYSSINIA, ruler)


def place_units_over(play: Play) -> None:
    """Germany aligns one of its satellites a turn after the fall of France (table 4-5)."""
    fallen = play.state.standing.get("france") == SURRENDERED
    if play.position.power == "germany" and fallen and SATELLITES_JOINED.number(play.state) < len(SATELLITES):
        minor = next((one for one in SATELLITES if zones_held(play.position, one) and is_apart(play.position, one)), "")
        SATELLITES_JOINED.add(play, 1)
        if minor:
            alignment.align(play, minor, "germany")

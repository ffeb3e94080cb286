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
    is_in_play,
    members,
    zones_held,
)
from engine.titles.global_war_1936.politics import alignment, income, pacts, spain, war
from engine.titles.global_war_1936.vocabulary import EVOLVED, PACT, SATELLITES_JOINED, SWEDEN_ALARMED, TRUCE

ABYSSINIA, LOST = "abyssinia", "eritrea"
"""A minor power that has won its war when it has regained this area (section 13.2)."""
SATELLITES = ("romania", "hungary", "bulgaria")
"""Minor powers that Germany may align after the fall of France, one a turn (table 4-5)."""
AXIS_NEAR_IRAQ = ("germany", "italy")
"""Whose land units beside Iraq bring it over, at the end of either's combat phase (table 4-5)."""
EVOLVES_AT = 13
"""The value of land at which a Chinese faction becomes a major power (sections 13.3.1, 13.3.2)."""


def war_declared(play: Play, by: str, on: str) -> None:
    """Pacts end, and minor powers take sides, as war is declared."""
    pacts.war_declared(play)
    if by == "soviet-union" and on in ("norway", "denmark"):
        SWEDEN_ALARMED.emit(play, "yes")
    signed = bool(PACT.read(play.state, pacts.MOLOTOV)) and is_apart(play.position, "finland")
    if signed and play.position.relation("germany", "soviet-union") == "war":
        alignment.align(play, "finland", "germany")
    join_germany(play)


def join_germany(play: Play) -> None:
    """All satellites that remain align once France has fallen and Germany is at war with the Soviet Union (table 4-5)."""
    fights = play.position.relation("germany", "soviet-union") == "war"
    if fights and play.state.standing.get("france") == SURRENDERED and is_in_play(play.position, "germany"):
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
    if power in AXIS_NEAR_IRAQ and zones_held(play.position, "iraq"):
        near = sorted((one for one in AXIS_NEAR_IRAQ if _beside(play, one, "iraq")), key=lambda one: one != power)
        if near:
            alignment.align(play, "iraq", near[0])
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


def look_at_china(play: Play) -> None:
    """A Chinese faction evolves as soon as its land is worth enough (sections 13.3.1, 13.3.2)."""
    for nation in ("kmt", "ccp"):
        if income.land_value(play.position, nation) >= EVOLVES_AT:
            evolve(play, nation)


def check_always(play: Play) -> None:
    """What counts at any time: evolution of the Chinese factions, the truce, nationalist Spain."""
    look_at_china(play)
    join_germany(play)
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
    join_germany(play)
    fallen = play.state.standing.get("france") == SURRENDERED
    if play.position.power == "germany" and fallen and SATELLITES_JOINED.number(play.state) < len(SATELLITES):
        minor = next((one for one in SATELLITES if zones_held(play.position, one) and is_apart(play.position, one)), "")
        SATELLITES_JOINED.add(play, 1)
        if minor:
            alignment.align(play, minor, "germany")

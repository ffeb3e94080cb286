"""What happens to minor powers by itself, as conditions are met (section 4.8, tables 4-4 to 4-6; section 13)."""

from __future__ import annotations

from engine.families.axis_allies.board import is_sea, own_stacks
from engine.families.axis_allies.heirs import SURRENDERED
from engine.play import Play
from engine.title.own_tables import own_rows
from engine.titles.global_war_1936 import calendar
from engine.titles.global_war_1936.economy import income
from engine.titles.global_war_1936.nations import (
    chinese,
    chinese_minors,
    controlled_by,
    is_apart,
    is_at_war,
    is_in_play,
    members,
    zones_held,
)
from engine.titles.global_war_1936.politics import alignment, spain, war
from engine.titles.global_war_1936.tables import Alignment, alignments, figure, role
from engine.titles.global_war_1936.treaties import pacts
from engine.titles.global_war_1936.vocabulary import ALARMED, EVOLVED, INVADERS_AWAITED, PACT, SATELLITES_JOINED, TRUCE


def war_declared(play: Play, by: str, on: str) -> None:
    """Pacts end, and minor powers take sides, as war is declared."""
    pacts.war_declared(play)
    for row in own_rows(play.title, "alignments", Alignment):
        if by == row.by and on in row.on:
            ALARMED.emit(play, "yes", row.minor)
    _align(play, "declared")
    _align(play, "always")
    _free_abyssinia(play)


def _align(play: Play, when: str) -> None:
    """Let minor powers align whose conditions are met; of two that one could go to, who is on turn comes first."""
    power, rows = play.position.power, alignments(play.title, when)
    for row in sorted(rows, key=lambda one: one.to != power) if when == "combat" else rows:
        if _is_free(play, row.minor) and _fits(play, row):
            alignment.align(play, row.minor, row.to)


def _is_free(play: Play, minor: str) -> bool:
    return is_apart(play.position, minor) and bool(zones_held(play.position, minor))


def _fits(play: Play, row: Alignment) -> bool:
    """Whether all conditions of a row of alignments.csv are met, those of the minor power itself aside."""
    position, state = play.position, play.state
    return (
        is_in_play(position, row.to)
        and (not row.turn or position.power in row.turn)
        and (not row.war or any(position.relation(one, row.foe) == "war" for one in row.war))
        and (not row.fallen or state.standing.get(row.fallen) == SURRENDERED)
        and (not row.month or calendar.is_from(position, row.month))
        and (not row.pact or bool(PACT.read(state, row.pact)))
        and (not row.holder or _hold(play, row))
        and (not row.near or _beside(play, row.near, row.minor))
        and (not row.by or bool(ALARMED.read(state, row.minor)))
        and (not row.won or spain.winner(position) == row.minor)
    )


def _hold(play: Play, row: Alignment) -> bool:
    holders = members(play.title, row.holder) if row.holder in play.title.sides else [row.holder]
    return all(play.state.control.get(area) in holders for area in row.holds)


def production_begun(play: Play) -> None:
    """Minor powers align as a nation's turn begins: Poland with Britain, Siam with Japan."""
    _align(play, "production")


def combat_over(play: Play) -> None:
    """Minor powers align at the end of a combat phase: Turkey, Iraq, Sweden, warlords; and the civil wars are looked at."""
    _align(play, "combat")
    power = play.position.power
    if power in chinese(play.title):
        _turn_warlords(play, power)
    spain.look(play)
    check_always(play)


def _beside(play: Play, power: str, minor: str) -> bool:
    units, title = play.title.units, play.title
    near = {other for area in zones_held(play.position, minor) for other in title.neighbours[area] if not is_sea(title, other)}
    return any(units[key.unit].cls == "land" for other in near for key, _ in own_stacks(play.position, other, power))


def _turn_warlords(play: Play, power: str) -> None:
    """A warlord that one Chinese faction has attacked and not conquered goes to the other (section 4.9)."""
    other = next(one for one in chinese(play.title) if one != power)
    for minor in chinese_minors(play.title):
        if is_apart(play.position, minor) and play.position.relation(power, minor) == "war" and zones_held(play.position, minor):
            alignment.align(play, minor, other)


def evolve(play: Play, nation: str) -> None:
    """Make a Chinese faction a major power (sections 13.3.1, 13.3.2)."""
    if not EVOLVED.read(play.state, nation):
        EVOLVED.emit(play, "yes", nation)
        war.join_hands(play, nation)


def look_at_china(play: Play) -> None:
    """A Chinese faction evolves as soon as its land is worth enough (sections 13.3.1, 13.3.2)."""
    for nation in chinese(play.title):
        if income.land_value(play.position, nation) >= figure(play.title, "evolution"):
            evolve(play, nation)


def check_always(play: Play) -> None:
    """What counts at any time: evolution of the Chinese factions, the truce, nationalist Spain."""
    look_at_china(play)
    _align(play, "always")
    _end_truce(play)
    _free_abyssinia(play)


def _end_truce(play: Play) -> None:
    """The truce of the Chinese factions is over, and their war goes on, when nobody else is left in China (section 13.3).

    It holds until somebody has come: with "no more" foreign units in China there have been some.
    """
    if TRUCE.read(play.state) != "yes" or play.position.relation(*chinese(play.title)) != "allied":
        return
    if _are_foreigners_in_china(play):
        INVADERS_AWAITED.set(play, "")
    elif not INVADERS_AWAITED.read(play.state):
        war.end_truce(play)


def _are_foreigners_in_china(play: Play) -> bool:
    """Whether units of others than the two factions are in continental China: troops, or aircraft."""
    units = play.title.units
    there = (key for area in play.title.regions["continental-china"] for key, _ in play.position.stacks(area))
    return any(key.power not in chinese(play.title) and units[key.unit].cls != "facility" for key in there)


def _free_abyssinia(play: Play) -> None:
    """Abyssinia, once it has won its war, aligns with who controls it as soon as that is at war with a major power (section 13.2)."""
    row = role(play.title, "avenger")
    (minor,), (regained,) = row.powers, row.areas
    ruler = controlled_by(play.position, minor)
    if play.state.control.get(regained) == minor and ruler and is_apart(play.position, minor) and is_at_war(play.position, ruler):
        alignment.align(play, minor, ruler)


def place_units_over(play: Play) -> None:
    """Germany aligns one of its satellites a turn after the fall of France (table 4-5)."""
    _align(play, "always")
    first = play.position.options.get("first-satellite")
    rows = [row for row in alignments(play.title, "placing") if _fits(play, row)]
    rows.sort(key=lambda row: row.minor != first)
    if rows and SATELLITES_JOINED.number(play.state) < len(rows):
        row = next((row for row in rows if _is_free(play, row.minor)), None)
        SATELLITES_JOINED.add(play, 1)
        if row:
            alignment.align(play, row.minor, row.to)

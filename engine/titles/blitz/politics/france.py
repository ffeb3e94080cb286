"""The fall of France, and Vichy France with its lands and ships (section 3.4)."""

from __future__ import annotations

from engine import events as ev
from engine.play import Play
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Title
from engine.title.own_tables import own_rows
from engine.titles.blitz.politics import moving_out
from engine.titles.blitz.politics_tables import france, role, vichy
from engine.titles.blitz.position import board, changes
from engine.titles.blitz.tables import Country, counters, figure
from engine.titles.blitz.vocabulary import ALLY, FREED, VICHY_FRANCE


def lost_with_france(title: Title) -> tuple[str, ...]:
    """Return the countries that become neutral when France falls: those still Allied-controlled, and Vichy France last (3.4)."""
    beside = (row.country for row in own_rows(title, "countries", Country) if row.falls_with == france(title))
    return (*beside, vichy(title))


def fall_of_france(play: Play) -> None:
    """Do the four steps of the fall of France, in order (3.4)."""
    french = (france(play.title), role(play.title, "french-africa"))
    for key in sorted(board.on_map(play.position)):
        if counters(play.title)[key.unit].home in french and board.kind_of(play.title, key.unit) != "sea":
            changes.put_in_box(play, key, changes.box(key.power, changes.ASIDE), "fall-of-france")
    VICHY_FRANCE.set(play, "yes")
    for country in lost_with_france(play.title):
        areas = board.areas_of(play.position, country)
        freed = [area for area in areas if country == vichy(play.title) or board.is_ours(play.position, "allies", area)]
        for area in freed:
            play.emit(ev.ControlChanged(area, board.holder(play.position, area), "", "neutral"))
        if freed:
            ALLY.set(play, board.NOBODY, country)
    _send_to_vichy(play)
    moving_out.move_out(play, moving_out.HOME)


def _send_to_vichy(play: Play) -> None:
    for key in sorted(board.on_map(play.position)):
        if is_french_ship(play.position, key):
            changes.hand_over(play, key, board.NEUTRAL, "fall-of-france")
            changes.move(play, key._replace(power=board.NEUTRAL), vichy(play.title), "", cause="fall-of-france")


def is_french_ship(position: Position, key: Stack) -> bool:
    """Return whether a unit is a naval one whose home is France."""
    return counters(position.title)[key.unit].home == france(position.title) and board.kind_of(position.title, key.unit) == "sea"


def all_ours(position: Position, country: str, side: str) -> bool:
    """Return whether a side controls every land area of a country."""
    return all(board.is_ours(position, side, area) for area in board.areas_of(position, country))


def leave_out(play: Play, power: str) -> None:
    """Set the land unit of Vichy France aside instead of on the map (3.4)."""
    for key in [
        key
        for key in play.state.stacks
        if key.area == role(play.title, "minors-box") and counters(play.title)[key.unit].home == vichy(play.title)
    ]:
        changes.hand_over(play, key, power, "aligned")
        changes.put_in_box(play, key._replace(power=power), changes.box(power, changes.ASIDE), "aligned")


def free_vichy(play: Play, power: str) -> None:
    """When Vichy France is liberated its land unit is set aside, and the French ships there are its liberator's (3.4)."""
    for key in sorted(board.on_map(play.position)):
        if counters(play.title)[key.unit].home == vichy(play.title):
            if key.power != power:
                changes.hand_over(play, key, power, "liberated")
            changes.put_in_box(play, key._replace(power=power), changes.box(power, changes.ASIDE), "liberated")
    _take_ships(play, power)


def _take_ships(play: Play, power: str) -> None:
    for key, _ in list(play.position.stacks(vichy(play.title))):
        if is_french_ship(play.position, key) and key.power != power:
            changes.hand_over(play, key, power, "liberated")


def end_vichy(play: Play) -> None:
    """Vichy France is a part of France again once both are free: it and its ships are whose France is (3.4)."""
    position = play.position
    country, part = france(play.title), vichy(play.title)
    free = FREED.read(play.state, country) and not board.is_conquered(position, country)
    if not (VICHY_FRANCE.read(play.state) and free and board.is_ours(position, "allies", part)):
        return
    VICHY_FRANCE.set(play, "")
    ALLY.set(play, board.NOBODY, part)
    power, before = board.ally_of(play.position, country), board.holder(play.position, part)
    if before != power:
        play.emit(ev.ControlChanged(part, before, power, "liberated"))
    _take_ships(play, power)


def take_vichy(play: Play, power: str) -> None:
    """Decide over the French ships when an Axis power takes Vichy France; the Allies free them when they take it (3.4)."""
    position = play.position
    ships = [key for key, _ in position.stacks(vichy(play.title)) if is_french_ship(position, key)]
    if board.side_of(position, power) == "allies":
        _take_ships(play, power)
        return
    bonus = int(all_ours(position, role(play.title, "french-africa"), "allies"))
    for key in ships:
        captured, kept = figure(play.title, "fleet-captured-to"), figure(play.title, "fleet-kept-to")
        die = changes.roll(play, vichy(play.title), power, "french-fleet", key.unit, target=captured) + bonus
        if die <= captured:
            changes.hand_over(play, key, power, "captured")
        elif die > kept:
            changes.destroy(play, key, "scuttled")

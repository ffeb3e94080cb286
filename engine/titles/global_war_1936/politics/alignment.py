"""Minor powers that become part of a player nation, or come under one's control (sections 4.4, 4.5, 4.7)."""

from __future__ import annotations

from engine.events import ControlChanged, PowerChanged
from engine.families.axis_allies import victory
from engine.families.axis_allies.vocabulary import ALIGNED
from engine.mechanics.changes import changed
from engine.play import Play
from engine.rules import Position
from engine.titles.global_war_1936.economy import chart
from engine.titles.global_war_1936.nations import controlled_by, home, is_apart, is_in_play, is_war, members
from engine.titles.global_war_1936.tables import Protector, factions, protectors, sharings, vichy
from engine.titles.global_war_1936.vocabulary import CONTROLLED, SPAIN_WON_BY


def align(play: Play, minor: str, to: str) -> None:
    """Make a minor power part of a player nation: its units, its areas and all that it is owed (section 4.4)."""
    if not is_apart(play.position, minor):
        return
    to = taker(play.position, to)
    before = play.state.standing.get(minor, "")
    play.emit(PowerChanged(minor, before, play.title.side_of[to], f"aligned with {to}"))
    ALIGNED.emit(play, to, minor)
    chart.hand_over(play, minor, to)
    if controlled_by(play.position, minor):
        CONTROLLED.emit(play, "", minor)
    for key, count in sorted(play.state.stacks.items()):
        if key.power == minor:
            play.emit(changed(key, count, "aligned", to_power=to))
    for area, holder in sorted(play.state.control.items()):
        if holder == minor:
            play.emit(ControlChanged(area, minor, to, "aligned"))
            victory.score_change(play, area, minor, to)


def take_control(play: Play, minor: str, by: str) -> None:
    """Put a minor power under a player nation's control (section 4.5)."""
    if is_apart(play.position, minor) and controlled_by(play.position, minor) != by:
        CONTROLLED.emit(play, by, minor)


def protector(position: Position, minor: str, attacker: str) -> str:
    """Return the player nation that a minor power goes to when it is attacked (table 4-3)."""
    row = next((row for row in protectors(position.title) if _fits(position, row, minor, attacker)), None)
    return _able(position, taker(position, row.to), position.title.side_of[row.to]) if row else ""


def _fits(position: Position, row: Protector, minor: str, attacker: str) -> bool:
    """Whether a row of protectors.csv is about a minor power that somebody attacks."""
    title = position.title
    side = title.side_of.get(attacker, "")
    at_home = not row.home or any(title.in_region(area, region) for area in home(title, minor) for region in row.home)
    attacked = (not row.by or (attacker in title.turns and side == row.by)) and (not row.but or side != row.but)
    return (not row.minors or minor in row.minors) and at_home and attacked


def joins_at_once(position: Position, minor: str, to: str) -> bool:
    """Return whether a minor power that is attacked aligns although its protector is at peace with the attacker.

    Mongolia and Republican Spain with the Comintern (tables 4-3, 4-6), the victor of the Spanish Civil War with its own side (13.1).
    """
    fights = minor in factions(position.title) and SPAIN_WON_BY.read(position.state) != minor
    at_once = any(row.at_once and minor in row.minors and row.to == to for row in protectors(position.title))
    return at_once and not fights


def taker(position: Position, to: str) -> str:
    """Return who gets a minor power that goes to a nation: with option `minor-control` at `shared` Italy or France (15.11).

    Free France stands in for France once that has surrendered, if it holds anything.
    """
    if position.options.get("minor-control") != "shared":
        return to
    held = set(position.state.control.values())
    heirs = next((row.heirs for row in sharings(position.title) if to in row.powers), ())
    return next((power for power in heirs if is_in_play(position, power) and power in held), to)


def _able(position: Position, wanted: str, side: str) -> str:
    """Return the nation wanted, or another of its alliance when it has surrendered; nothing when none is left."""
    if is_in_play(position, wanted):
        return wanted
    return next((power for power in members(position.title, side) if is_in_play(position, power)), "")


def settle(play: Play) -> None:
    """Align controlled minor powers whose attacker is now at war with who controls them (section 4.7, example)."""
    for minor in play.title.nations:
        ruler = controlled_by(play.position, minor)
        if not ruler or not is_apart(play.position, minor):
            continue
        if faces(play.position, minor, ruler):
            align(play, minor, ruler)


def faces(position: Position, minor: str, ruler: str) -> bool:
    """Return whether a player nation is at war with all player nations that a minor power is at war with.

    While one of them is at peace with it, the minor power stays under its control: what that one has taken is not attacked.
    What is left of one that has been defeated, its colonies, asks for a war with who has conquered its home alone (section 4.12).
    Vichy stays neutral although Germany is at war with Free France, which it may fight (section 14.4.3).
    """
    held, inland = position.state.control, home(position.title, minor)
    foes = [foe for foe in position.enemies_of(minor) if foe in position.title.turns]
    conquerors = {held.get(area, "") for area in inland}
    if inland and conquerors <= set(foes):
        return all(is_war(position, ruler, foe) for foe in conquerors)
    france = vichy(position.title)
    if minor == france.puppet:
        foes = [foe for foe in foes if foe != france.exile]
    return bool(foes) and all(is_war(position, ruler, foe) for foe in foes)

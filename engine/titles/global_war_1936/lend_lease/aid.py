"""Allied supplies for the factions of the Spanish Civil War: a militia becomes an infantry (section 13.1, Allied Support)."""

from __future__ import annotations

from engine.events import ResourceChanged
from engine.families.axis_allies.board import own_stacks
from engine.families.axis_allies.facilities.factories import purse
from engine.mechanics.changes import changed
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.titles.global_war_1936.nations import alliance, is_minor, is_player
from engine.titles.global_war_1936.orders import Aid
from engine.titles.global_war_1936.politics import war
from engine.titles.global_war_1936.tables import factions, figure, role
from engine.titles.global_war_1936.vocabulary import AIDED

SECTION = "13.1 Spanish Civil War"

WHO = Rule("aid/who", SECTION, FATAL)
FACTION = Rule("aid/faction", SECTION, FATAL)
ONCE = Rule("aid/once", SECTION, FATAL)
UNIT = Rule("aid/unit", SECTION, FATAL)
FUNDS = Rule("aid/funds", SECTION, FATAL)


def check_aid(position: Position, order: Aid) -> list[Problem]:
    """Return what is wrong with supplies for a faction: one Allied power a calendar turn sends them, once to each."""
    power, faction = position.power, order.nation
    if not is_player(position.title, power) or alliance(position.title, power) != "allies" or is_minor(position, power):
        return [WHO.broken(f"{power} sends no supplies", found=power, expected="an Allied major power")]
    if faction not in factions(position.title) or not war.at_civil_war(position):
        return [FACTION.broken("supplies go to the factions while they fight", found=faction, expected="one of them")]
    sent = {to: by for (to,), by in AIDED.entries(position.state)}
    if faction in sent or set(sent.values()) - {power}:
        return [
            ONCE.broken(
                "one Allied power sends supplies in a calendar turn, once to each faction",
                found=", ".join(f"{by} to {to}" for to, by in sorted(sent.items())),
                expected="the next calendar turn",
            )
        ]
    if not any(key.unit == role(position.title, "supplies").units[0] for key, _ in own_stacks(position, order.area, faction)):
        return [UNIT.broken(f"{faction} has no militia there", found=order.area, expected="an area with one")]
    price = figure(position.title, "supplies-price")
    if purse(position, power) < price:
        return [FUNDS.broken(f"supplies cost {price}", found=str(purse(position, power)), expected=f"at least {price}")]
    return []


def aid(play: Play, order: Aid) -> None:
    """Pay, and turn a militia into an infantry."""
    power, have = play.position.power, purse(play.position, play.position.power)
    price = figure(play.title, "supplies-price")
    play.emit(
        ResourceChanged(
            power,
            play.title.resource,
            -price,
            have - price,
            "grant",
            order.nation,
            order.area,
        )
    )
    AIDED.emit(play, power, order.nation)
    old, new = role(play.title, "supplies").units
    key = next(key for key, _ in own_stacks(play.position, order.area, order.nation) if key.unit == old)
    play.emit(changed(key, 1, "upgraded", to_unit=new))


def round_begun(play: Play) -> None:
    """Forget who has sent supplies in the last calendar turn."""
    for (faction,), _ in list(AIDED.entries(play.state)):
        AIDED.emit(play, "", faction)

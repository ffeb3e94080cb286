"""Forces as people write them: `3 infantry, artillery, 2 tank`, `3inf 2arm`, `fighter (japan)`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from types import MappingProxyType

from engine.odds.answers import profile_with
from engine.odds.battle import Forces
from engine.odds.bombarding import bombarding
from engine.odds.fighters import Units
from engine.odds.laden import laden, value
from engine.odds.names import OddsError, area_named, counted, power_named, read_order, suggested, tech_named
from engine.title.model import Title


def forces_of(
    title: Title,
    attackers: str,
    defenders: str,
    *,
    area: str = "",
    attacker: str = "",
    defender: str = "",
    bombard: str = "",
    attack_order: Iterable[str] = (),
    defend_order: Iterable[str] = (),
    keep_land: bool | None = None,
    seaborne: str = "",
    at_sea: bool | None = None,
    attack_tech: str = "",
    options: Mapping[str, str] = MappingProxyType({}),
) -> Forces:
    """Return forces written as text; units of several powers as `fighter (japan)`, laden ships as `transport with 2 infantry`.

    Args:
        area: where the battle is; without it, a battle with an attacking ship that does not bombard is at sea.
        attacker, defender: whose units without a power are; by default two powers of different sides, the holder of the area first,
            each of the side of the powers that its text names.
        bombard: ships that fire once as troops land; of those that bombard one for each land unit from the sea, the strongest first.
        attack_order, defend_order: first lost first: unit types, or numbers of them as `2 infantry`.
        keep_land: whether the attacker keeps one land unit to take the area; by default where no order of loss is told.
        at_sea: where the battle is, if no area is told: by default as the units are.
        attack_tech, options: technologies of the attacker, as `techs_of` takes them, and options of the title: by them ships may bombard.
        seaborne: those of the attackers that come from the sea and cannot retreat: by default all land units if ships bombard, else none.

    Raises:
        OddsError: a unit, power or area is unknown, the text is no list of units, or units do not fight where the battle is.
    """
    area = area_named(title, area)
    told = _first_named(title, attackers), _first_named(title, defenders)
    theirs = power_named(title, defender) if defender else _defending(title, area, *told)
    mine = power_named(title, attacker) if attacker else _attacking(title, theirs, told[0])
    attack, attack_load = laden(title, attackers, mine)
    defend, defend_load = laden(title, defenders, theirs)
    ships, landing = (counted(title, text, mine) for text in (bombard, seaborne))
    if not attack and not ships:
        raise OddsError("the attacker has no units: write them as '3 infantry, artillery, 2 tank'")
    sea = at_sea if at_sea is not None and not area else _is_at_sea(title, area, attack, defend)
    if (attack_load or defend_load) and not sea:
        raise OddsError("a battle on land: transports do not fight there, and what they carry is written as units that do")
    techs = {(power, tech_named(title, word)): 1 for word in _words(attack_tech) for _, power in (*attack, *ships)}
    figures = profile_with(title, techs, options)
    for kind in ships:
        if not figures(kind[1], kind[0]).has("bombards"):
            able = ", ".join(unit for unit in title.units if figures(kind[1], unit).has("bombards")) or "no ship"
            raise OddsError(f"{kind[0]} does not bombard: of {title.name} {able} may")
    if (area or at_sea is not None) and not sea:
        ships = {**ships, **{kind: n for kind, n in attack.items() if figures(kind[1], kind[0]).has("bombards")}}
        # What carries the landing does not fight ashore.
        attack = {kind: n for kind, n in attack.items() if kind not in ships and not _carries(title, kind)}
    _check_place(title, [*attack, *defend], sea, area)
    ashore = _seaborne(title, attack, ships, landing, sea)
    coming = ashore or {kind: n for kind, n in attack.items() if title.units[kind[0]].cls == "land"}
    silent = {kind: n for kind, n in defend.items() if title.units[kind[0]].has("no-combat") and title.units[kind[0]].cls != "facility"}
    return Forces(
        attack,
        {kind: n for kind, n in defend.items() if kind not in silent},
        sea,
        bombard=bombarding(ships, sum(coming.values()), figures),
        guns=silent,
        attack_order=read_order(title, attack_order),
        defend_order=read_order(title, defend_order),
        keep_land=keep_land,
        seaborne=ashore,
        attack_cargo=value(title, attack_load),
        defend_cargo=value(title, defend_load),
        attack_load=attack_load,
        defend_load=defend_load,
    )


def techs_of(title: Title, forces: Forces, attack: str, defend: str) -> dict[tuple[str, str], int]:
    """Return the technologies of both sides, as (power, technology) to its level, of their names with commas between.

    Raises:
        OddsError: the title has no such technology.
    """
    found: dict[tuple[str, str], int] = {}
    for text, units in ((attack, forces.attackers), (defend, {**forces.defenders, **forces.guns})):
        for word in _words(text):
            tech = tech_named(title, word)
            found |= {(power, tech): 1 for _, power in units}
    return found


def _words(text: str) -> Iterable[str]:
    return filter(None, map(str.strip, text.split(",")))


def options_of(title: Title, lines: Iterable[str]) -> dict[str, str]:
    """Return options written as `carrier-hits=always`.

    Raises:
        OddsError: the title has no such option, or the option no such value.
    """
    found: dict[str, str] = {}
    for line in lines:
        name, _, value = (part.strip() for part in line.partition("="))
        if name not in title.options:
            known = ", ".join(title.options) or "none"
            raise OddsError(f"{title.name} has no option {name!r}{suggested(name, {one: one for one in title.options})}; it has {known}")
        if value not in (values := title.options[name].values):
            raise OddsError(f"{title.name}: option {name} has no value {value!r}; it has {', '.join(values)}")
        found[name] = value
    return found


def _is_at_sea(title: Title, area: str, attack: Units, defend: Units) -> bool:
    if area:
        return title.areas[area].kind == "sea"
    return any(title.units[unit].cls == "sea" for unit, _ in [*attack, *defend])


def _carries(title: Title, kind: tuple[str, str]) -> bool:
    row = title.units[kind[0]]
    return row.cls == "sea" and row.has("carries-land")


def _check_place(title: Title, kinds: list[tuple[str, str]], sea: bool, area: str) -> None:
    wrong = "land" if sea else "sea"
    for unit, _ in kinds:
        if title.units[unit].cls == wrong:
            where = f"in {area}" if area else "at sea"
            aboard = f"; what transports carry is written 'transport with {unit}'" if sea else ""
            raise OddsError(f"{unit} does not fight {where}: leave it out, or name another area{aboard}")


def _seaborne(title: Title, attack: Units, ships: Units, told: Units, sea: bool) -> Units:
    """Return the attackers that come from the sea."""
    for kind, n in told.items():
        if sea or title.units[kind[0]].cls != "land" or n > attack.get(kind, 0):
            have = f"{attack.get(kind, 0)} {kind[0]}" if not sea else "a battle at sea"
            raise OddsError(f"{n} {kind[0]} cannot come ashore: found {have}, expected land units among the attackers")
    if told or not ships or sea:
        return told
    return {kind: n for kind, n in attack.items() if title.units[kind[0]].cls == "land"}


def _defending(title: Title, area: str, against: str, beside: str) -> str:
    """Return whose defenders are that name no power: `against` is the first power that attackers name, `beside` that defenders do."""
    usual = _holder(title, area) or next(iter(title.turns))
    if beside:
        return usual if title.side_of.get(usual) == title.side_of.get(beside) else beside
    return usual if not against or area or title.side_of.get(usual) != title.side_of.get(against) else _other(title, against)


def _attacking(title: Title, theirs: str, beside: str) -> str:
    usual = _other(title, theirs)
    return usual if not beside or title.side_of.get(usual) == title.side_of.get(beside) else beside


def _other(title: Title, power: str) -> str:
    """Return the first power of another side; the power itself where there is none."""
    return next((one for one in title.turns if title.side_of[one] != title.side_of.get(power)), power)


def _first_named(title: Title, text: str) -> str:
    """Return the first power that a text of forces names in brackets; empty if it names none, or one that is unknown (told elsewhere)."""
    for word in re.findall(r"\(([^()]*)\)", text):
        with suppress(OddsError):
            return power_named(title, word.strip())
    return ""


def _holder(title: Title, area: str) -> str:
    return next((row.power for row in title.holdings if row.area == area and row.power in title.turns), "")

"""The unit types of a save as a title's units: class, figures, abilities, price."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.title.model import Unit
from ingest.triplea.model import Save, UnitType
from ingest.triplea.state import TripleaState
from ingest.triplea.title.names import Names, money, price, printed
from ingest.triplea.title.support import supports
from ingest.triplea.title.tables import abilities

SOURCE = "save: unitAttachment"


def units(save: Save, names: Names, start: TripleaState) -> dict[str, Unit]:
    """Return every unit type of a save, by slug."""
    prices, support = costs(save, start), supports(save, start)
    main = money(save)
    found = {}
    for name, kind in save.unit_types.items():
        cost, resource = prices.get(name, (0, main))
        slug = names.units[name]
        found[slug] = _unit(save, kind, slug, cost, names.resources.get(resource, ""), support.get(name, {}))
    return found


def costs(save: Save, start: TripleaState) -> dict[str, tuple[int, str]]:
    """Return unit type -> its price in the main resource, by what players can buy at the start, and that resource by the save's name.

    Where they pay different prices it is the commonest, of equals the dearest. A unit that nobody can buy at the
    start has the price of any other rule that makes it alone. One that only other resources buy has its price in the one of
    which it takes most, and one that nothing buys has none.
    """
    at_start = [rule for frontier in start.frontiers.values() for rule in start.rules.get(frontier or "", ())]
    main, found = money(save), dict[str, tuple[int, str]]()
    for in_main in (False, True):
        for rules in (list(save.rules), at_start):
            found |= _prices(save, rules, main, in_main)
    return found


def _prices(save: Save, rules: list[str], main: str, in_main: bool) -> dict[str, tuple[int, str]]:
    """Return the prices by rules that take the main resource, or by those that take others only."""
    seen: dict[str, Counter[tuple[int, str]]] = {}
    for name in rules:
        rule = save.rules.get(name)
        if rule is None or len(rule.results) != 1:
            continue
        cost, resource = price(rule, main)
        ((unit, count),) = rule.results.items()
        if unit in save.unit_types and count > 0 and resource and (resource == main) == in_main:
            seen.setdefault(unit, Counter())[cost // count, resource] += 1
    return {unit: max(found, key=lambda told: (found[told], told)) for unit, found in seen.items()}


def _unit(save: Save, kind: UnitType, slug: str, cost: int, resource: str, support: dict[str, str]) -> Unit:
    figures = {name.lower(): value for name, value in kind.figures.items()}
    cls = unit_class(figures)
    able = support | _abilities(figures, cls)
    if cls == "land" and "cargo" in able and _fills_a_ship(save, kind):
        able["cargo"] = "whole"
    for row in abilities()["option"]:
        on = any(save.options[name].value is True for name in row["options"] if name in save.options)
        fits = all(name in able for name in row.get("with", ())) and not any(name in able for name in row.get("without", ()))
        if on == row["on"] and cls in row["class"] and fits:
            able |= {row["name"]: ""} if row["gives"] else {}
            able = able if row["gives"] else {name: value for name, value in able.items() if name != row["name"]}
    return Unit(
        slug,
        printed(kind.name),
        cls,
        cost,
        resource,
        _number(figures, "attack"),
        _number(figures, "defense"),
        _number(figures, "movement"),
        hit_points(kind),
        able,
        kind.name,
        SOURCE,
    )


def _fills_a_ship(save: Save, kind: UnitType) -> bool:
    """Return whether no ship has room for any other land unit beside this one."""
    figures = [{name.lower(): value for name, value in one.figures.items()} for one in save.unit_types.values()]
    room = max((_number(row, "transportcapacity") for row in figures), default=0)
    sizes = [size for row in figures if unit_class(row) == "land" and (size := _number(row, "transportcost")) > 0]
    mine = _number({name.lower(): value for name, value in kind.figures.items()}, "transportcost")
    return bool(sizes) and 0 < mine <= room < mine + min(sizes)


def hit_points(kind: UnitType) -> int:
    """Return hits that it takes to destroy one."""
    figures = {name.lower(): value for name, value in kind.figures.items()}
    return max(1, _number(figures, "hitpoints", 1), 2 if figures.get("istwohit") is True else 1)


def unit_class(figures: Mapping[str, Any]) -> str:
    """Return land, air, sea or facility; `figures` by lower-case name."""
    if figures.get("isair"):
        return "air"
    if figures.get("issea"):
        return "sea"
    stands = not _number(figures, "movement")
    fixed = figures.get("isfactory") or figures.get("canproduceunits") or figures.get("isinfrastructure")
    return "facility" if stands and fixed else "land"


def _number(figures: Mapping[str, Any], name: str, default: int = 0) -> int:
    value = figures.get(name, default)
    return int(value) if isinstance(value, (int, float)) else default


def _abilities(figures: Mapping[str, Any], cls: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for row in abilities()["ability"]:
        name = row["name"]
        if name in found or cls not in row.get("class", (cls,)) or any(other in found for other in row.get("not_with", ())):
            continue
        value = figures.get(row["field"].lower(), 0)
        has = _number(figures, row["field"].lower()) >= row["least"] if "least" in row else value is True
        if has and not any(figures.get(field.lower()) for field in row.get("unless", ())):
            found[name] = str(_number(figures, row["value"].lower())) if "value" in row else row.get("text", "")
    return found

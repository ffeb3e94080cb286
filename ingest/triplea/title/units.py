"""The unit types of a save as a title's units: class, figures, abilities, price."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.title.model import Unit
from ingest.triplea.model import Save, UnitType
from ingest.triplea.state import TripleaState
from ingest.triplea.title.names import Names, money, printed
from ingest.triplea.title.support import supports
from ingest.triplea.title.tables import abilities

SOURCE = "save: unitAttachment"


def units(save: Save, names: Names, start: TripleaState) -> dict[str, Unit]:
    """Every unit type of a save, by slug."""
    prices, support = costs(save, start), supports(save, start)
    resource = names.resources.get(money(save), "")
    return {
        names.units[name]: _unit(save, kind, names.units[name], prices.get(name, 0), resource, support.get(name, {}))
        for name, kind in save.unit_types.items()
    }


def costs(save: Save, start: TripleaState) -> dict[str, int]:
    """Unit type -> its price in the main resource, by what players can buy at the start.

    Where they pay different prices it is the commonest, of equals the dearest. A unit that nobody can buy at the
    start has the price of any other rule that makes it alone, and else 0.
    """
    at_start = [rule for frontier in start.frontiers.values() for rule in start.rules.get(frontier or "", ())]
    return _prices(save, list(save.rules)) | _prices(save, at_start)


def _prices(save: Save, rules: list[str]) -> dict[str, int]:
    seen: dict[str, Counter[int]] = {}
    main = money(save)
    for name in rules:
        rule = save.rules.get(name)
        cost = rule.costs.get(main) if rule is not None and len(rule.results) == 1 else None
        if rule is not None and cost is not None:
            ((unit, count),) = rule.results.items()
            if unit in save.unit_types and count > 0:
                seen.setdefault(unit, Counter())[cost // count] += 1
    return {unit: max(found, key=lambda cost: (found[cost], cost)) for unit, found in seen.items()}


def _unit(save: Save, kind: UnitType, slug: str, cost: int, resource: str, support: dict[str, str]) -> Unit:
    figures = {name.lower(): value for name, value in kind.figures.items()}
    cls = unit_class(figures)
    able = support | _abilities(figures, cls)
    for row in abilities()["option"]:
        on = any(save.options[name].value is True for name in row["options"] if name in save.options)
        if on == row["on"] and cls in row["class"] and all(name in able for name in row.get("with", ())):
            able |= {row["name"]: ""} if row["gives"] else {}
            able = able if row["gives"] else {name: value for name, value in able.items() if name != row["name"]}
    return Unit(
        slug, printed(kind.name), cls, cost, resource, _number(figures, "attack"), _number(figures, "defense"),
        _number(figures, "movement"), hit_points(kind), able, kind.name, SOURCE,
    )  # fmt: skip


def hit_points(kind: UnitType) -> int:
    """Hits that it takes to destroy one."""
    figures = {name.lower(): value for name, value in kind.figures.items()}
    return max(1, _number(figures, "hitpoints", 1), 2 if figures.get("istwohit") is True else 1)


def unit_class(figures: Mapping[str, Any]) -> str:
    """Land, air, sea or facility; `figures` by lower-case name."""
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
        if (
            name in found
            or cls not in row.get("class", (cls,))
            or any(other in found for other in row.get("not_with", ()))
        ):
            continue
        value = figures.get(row["field"].lower(), 0)
        has = _number(figures, row["field"].lower()) >= row["least"] if "least" in row else value is True
        if has and not any(figures.get(field.lower()) for field in row.get("unless", ())):
            found[name] = str(_number(figures, row["value"].lower())) if "value" in row else row.get("text", "")
    return found

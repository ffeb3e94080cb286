"""A title's tables as a game that TripleA 1.9 can play: `python -m tests.triplea.gamexml aa1942 > aa1942.xml`.

With it, a game recorded by the real engine can be made from Sitrep's own tables; how the tables are told
is in gamexml.toml. Only titles of the Axis & Allies family have what the engine needs.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree as xml

from engine.title.loader import load_title
from engine.title.model import Area, Title, Unit

HEAD = b'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE game SYSTEM "game.dtd">\n'
PACKAGE = "games.strategy.triplea"
MONEY = "PUs"
"""TripleA's name of the main resource."""


def game_xml(title: Title, scenario: str = "", victory: str = "") -> bytes:
    """Return a scenario of a title as TripleA's game XML.

    Args:
        scenario: the title's first when none is named. victory: the victory level; the default option's when none is named.

    Raises:
        ValueError: an area, unit or power has no TripleA name.
    """
    _check_names(title)
    scenario = scenario or next(iter(title.scenarios))
    told = tomllib.loads((Path(__file__).parent / "gamexml.toml").read_text(encoding="utf-8"))
    game = xml.Element("game")
    xml.SubElement(game, "info", name=title.triplea or title.name, version="1.0")
    xml.SubElement(game, "loader", javaClass=f"{PACKAGE}.TripleA")
    _map(game, title)
    xml.SubElement(xml.SubElement(game, "resourceList"), "resource", name=MONEY)
    _players(game, title)
    _add(game, "unitList", "unit", [{"name": unit.triplea} for unit in title.units.values()])
    _game_play(game, title, told)
    _production(game, title)
    _attachments(game, title, told)
    _initialize(game, title, scenario)
    level = victory or title.options["victory"].default
    _properties(game, title, told, str(title.settings["victory"]["levels"][level]))
    xml.indent(game)
    return HEAD + xml.tostring(game, encoding="utf-8") + b"\n"


def _check_names(title: Title) -> None:
    for kind, rows in (("area", title.areas), ("unit", title.units), ("power", title.powers)):
        for slug, row in rows.items():
            if not row.triplea:
                raise ValueError(f"{title.slug}: {kind} {slug!r} has no TripleA name; fill its column `triplea`")


def _add(parent: xml.Element, group: str, tag: str, rows: list[Mapping[str, str]]) -> xml.Element:
    found = xml.SubElement(parent, group)
    for row in rows:
        xml.SubElement(found, tag, dict(row))
    return found


def _map(game: xml.Element, title: Title) -> None:
    board = xml.SubElement(game, "map")
    for area in title.areas.values():
        water = {"water": "true"} if area.kind == "sea" else {}
        xml.SubElement(board, "territory", {"name": area.triplea, **water})
    for link in title.links:
        xml.SubElement(board, "connection", t1=title.areas[link.area].triplea, t2=title.areas[link.to].triplea)


def _players(game: xml.Element, title: Title) -> None:
    powers = [title.powers[power] for power in title.order]
    players = _add(game, "playerList", "player", [{"name": power.triplea, "optional": "false"} for power in powers])
    for power in powers:
        xml.SubElement(players, "alliance", player=power.triplea, alliance=title.sides[power.side].name)


def _game_play(game: xml.Element, title: Title, told: dict) -> None:
    play = xml.SubElement(game, "gamePlay")
    for name, (kind, display) in told["delegates"].items():
        xml.SubElement(play, "delegate", name=name, javaClass=f"{PACKAGE}.delegate.{kind}", display=display)
    steps = xml.SubElement(play, "sequence")
    xml.SubElement(steps, "step", name="gameInitDelegate", delegate="initDelegate", maxRunCount="1")
    for power in title.order:
        player = title.powers[power].triplea
        for phase in title.phases:
            suffix, delegate, display = told["steps"][phase]
            shown = {"display": display} if display else {}
            name = title.powers[power].adjective.lower() + suffix
            xml.SubElement(steps, "step", {"name": name, "delegate": delegate, "player": player, **shown})
    xml.SubElement(steps, "step", name="endRoundStep", delegate="endRound")


def _production(game: xml.Element, title: Title) -> None:
    production = xml.SubElement(game, "production")
    for unit in title.units.values():
        rule = xml.SubElement(production, "productionRule", name=f"buy-{unit.unit}")
        xml.SubElement(rule, "cost", resource=MONEY, quantity=str(unit.cost))
        xml.SubElement(rule, "result", resourceOrUnit=unit.triplea, quantity="1")
    factory = next(unit for unit in title.units.values() if unit.has("produces"))
    repair = xml.SubElement(production, "repairRule", name="repair-factory")
    xml.SubElement(repair, "cost", resource=MONEY, quantity="1")
    xml.SubElement(repair, "result", resourceOrUnit=factory.triplea, quantity="1")
    xml.SubElement(xml.SubElement(production, "repairFrontier", name="repair"), "repairRules", name="repair-factory")
    frontier = xml.SubElement(production, "productionFrontier", name="production")
    for unit in title.units:
        xml.SubElement(frontier, "frontierRules", name=f"buy-{unit}")
    for kind, name in (("playerProduction", "production"), ("playerRepair", "repair")):
        for power in title.powers.values():
            xml.SubElement(production, kind, player=power.triplea, frontier=name)


def _attachments(game: xml.Element, title: Title, told: dict) -> None:
    found = xml.SubElement(game, "attachmentList")
    for power in title.powers.values():
        _attach(found, "tech", power.triplea, "player", {})
    for unit in title.units.values():
        _attach(found, "unit", unit.triplea, "unitType", unit_options(unit, told))
    for area in title.areas.values():
        if area.kind == "land":
            _attach(found, "territory", area.triplea, "territory", _area_options(title, area))
    for link in title.links:
        passage = title.passages.get(link.passage)
        if passage and passage.needs:
            lands = ":".join(title.areas[area].triplea for area in passage.needs)
            for end in (link.area, link.to):
                options = {"canalName": passage.name, "landTerritories": lands}
                _attach(found, "canal", title.areas[end].triplea, "territory", options)


def _attach(found: xml.Element, what: str, to: str, kind: str, options: Mapping[str, str]) -> None:
    java = f"{PACKAGE}.attachments.{what.capitalize()}Attachment"
    one = xml.SubElement(found, "attachment", name=f"{what}Attachment", attachTo=to, javaClass=java, type=kind)
    for name, value in options.items():
        xml.SubElement(one, "option", name=name, value=value)


def unit_options(unit: Unit, told: dict) -> dict[str, str]:
    """Return the options of a unit type's unitAttachment."""
    options = dict(told["classes"][unit.cls])
    if unit.cls != "facility" and not unit.has("no-combat"):
        options |= {"attack": str(unit.attack), "defense": str(unit.defense)}
    if unit.move:
        options["movement"] = str(unit.move)
    if unit.strength > 1:
        options["hitPoints"] = str(unit.strength)
    if cargo := unit.abilities.get("cargo"):
        options["transportCost"] = told["cargo"][cargo]
    for ability, value in unit.abilities.items():
        options |= {name: text.format(value) for name, text in told["abilities"].get(ability, {}).items()}
    return options


def _area_options(title: Title, area: Area) -> dict[str, str]:
    options = {"production": str(area.value)}
    if area.area in title.capital_of:
        options["capital"] = title.powers[title.capital_of[area.area]].triplea
    if area.victory_city:
        options["victoryCity"] = "1"
    if area.terrain == "impassable":
        options["isImpassable"] = "true"
    return options


def _initialize(game: xml.Element, title: Title, scenario: str) -> None:
    start = xml.SubElement(game, "initialize")
    owners = xml.SubElement(start, "ownerInitialize")
    for row in title.holdings:
        if row.scenario == scenario:
            owner = title.powers[row.power].triplea
            xml.SubElement(owners, "territoryOwner", territory=title.areas[row.area].triplea, owner=owner)
    units = xml.SubElement(start, "unitInitialize")
    for row in title.placements:
        if row.scenario == scenario:
            xml.SubElement(
                units,
                "unitPlacement",
                unitType=title.units[row.unit].triplea,
                quantity=str(row.count),
                territory=title.areas[row.area].triplea,
                owner=title.powers[row.power].triplea,
            )
    money = xml.SubElement(start, "resourceInitialize")
    for row in title.treasuries:
        if row.scenario == scenario and row.resource == title.resource:
            player = title.powers[row.power].triplea
            xml.SubElement(money, "resourceGiven", player=player, resource=MONEY, quantity=str(row.amount))


def _properties(game: xml.Element, title: Title, told: dict, cities: str) -> None:
    found = xml.SubElement(game, "propertyList")
    for name, value in told["properties"].items():
        xml.SubElement(xml.SubElement(found, "property", name=name, value=value, editable="false"), "boolean")
    for side in title.sides.values():
        for level in ("Projection of Power", "Honorable Victory", "Total Victory"):
            one = xml.SubElement(found, "property", name=f"{side.name} {level} VCs", value=cities, editable="false")
            xml.SubElement(one, "number", min="1", max=str(len(title.victory_cities)))
    for name, value in told["numbers"].items():
        xml.SubElement(found, "property", name=name, value=value)
    xml.SubElement(found, "property", name="mapName", value=title.slug, editable="false")


def main() -> None:
    """Write a title's game XML to standard output."""
    sys.stdout.buffer.write(game_xml(load_title(sys.argv[1])))


if __name__ == "__main__":
    main()

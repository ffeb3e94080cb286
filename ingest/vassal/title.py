"""A title made of what was seen of a game: its areas, units and powers, and nothing that was not shown.

What VASSAL does not know stays empty: links, the worth of areas, attack, defense, prices; a module's tables add what they say.
Points of areas are those of the module's map, as longitude and latitude of a sheet of paper.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.title.model import Area, Named, Power, Side, Title, Unit
from ingest.triplea.title.names import slug
from ingest.triplea.title.tables import colors, nations
from ingest.vassal.adapter import Adapter
from ingest.vassal.container import About
from ingest.vassal.kinds import NOBODY
from ingest.vassal.places import Spotted
from ingest.vassal.visible_pieces import Names

SCENARIO = "as-recorded"
FAMILY = "vassal"
SOURCE = "VASSAL: seen there"
POINTED = "VASSAL: a point of the module's map"
"""Source of an area whose longitude and latitude are those of a sheet of paper."""
RESOURCE = "points"
GRAY = "#b8b8b8"
UNNAMED = "VASSAL game, module not named"


def made_title(about: About, adapter: Adapter, names: Names, phases: Iterable[str]) -> Title:
    """Return the title of a game of a module."""
    head = adapter.table.get("title", {})
    name = head.get("name") or about.module or UNNAMED
    resources = dict.fromkeys(row.resource for row in adapter.properties) or {RESOURCE: None}
    powers = _powers(adapter, names)
    return Title(
        slug=head.get("slug") or slug(name) or "vassal-game",
        name=name,
        edition=f"VASSAL module{f', version {about.version}' if about.version else ''}",
        family=FAMILY,
        triplea="",
        phases=tuple(phases),
        dice_sides=int(head.get("dice_sides", 6)),
        areas=_areas(names.areas.values()),
        links=(),
        passages={},
        units={unit: _unit(unit, shown, full, adapter, next(iter(resources))) for unit, (shown, full) in names.units.items()},
        powers=powers,
        sides=_sides(powers, names),
        resources={key: Named(key, key.replace("-", " ")) for key in resources},
        scenarios={SCENARIO: Named(SCENARIO, "As recorded")},
        options={},
        seatings={},
        placements=(),
        holdings=(),
        treasuries=(),
        settings={"position_source": "the module's map"},
    )


def _areas(spotted: Iterable[Spotted]) -> dict[str, Area]:
    spotted = list(spotted)
    points = [(one.x, one.y) for one in spotted if one.x is not None and one.y is not None and one.kind != "box"]
    size = max([1, *(abs(value) for point in points for value in point)])
    return {one.area: _area(one, size) for one in spotted}


def _area(one: Spotted, size: int) -> Area:
    """An area; its point lies on a sheet of 90 degrees each way."""
    lon = lat = None
    if one.x is not None and one.y is not None and one.kind != "box":
        lon, lat = round(one.x / size * 90, 6), round(-one.y / size * 90, 6)
    return Area(one.area, one.name, one.kind, 0, "", "", "", lon, lat, "", POINTED if lon is not None else SOURCE)


def _unit(unit: str, shown: str, full: int, adapter: Adapter, resource: str) -> Unit:
    row = adapter.units.get(unit)
    if row is None:
        return Unit(unit, shown, "land", 0, resource, 0, 0, 0, full, {}, "", SOURCE)
    return Unit(
        unit,
        row.name,
        row.cls,
        row.cost,
        resource,
        row.attack,
        row.defense,
        row.move,
        full,
        {},
        "",
        row.source or SOURCE,
    )


def _powers(adapter: Adapter, names: Names) -> dict[str, Power]:
    found = {}
    known = {nation.power: nation for nation in nations().values()}
    ordered = [key for key in adapter.powers if key in names.powers] + sorted(names.powers.keys() - adapter.powers.keys())
    for order, key in enumerate(sorted(ordered, key=lambda key: key == NOBODY), start=1):
        row, nation = adapter.powers.get(key), known.get(key)
        name, side = names.powers[key]
        shown = (row.name if row else "") or _printed(name or key)
        color = (row.color if row else "") or (nation.color if nation else "") or _color(order, key)
        camp = slug((row.side if row else "") or side) or key
        found[key] = Power(key, shown, nation.adjective if nation else shown, camp, "", order, color, "", SOURCE)
    return found


def _printed(text: str) -> str:
    """A name as pages print it: with capitals, where the module's tables and markers have none."""
    return text.replace("-", " ").title() if text.islower() else text


def _color(order: int, key: str) -> str:
    return GRAY if key == NOBODY else colors()[(order - 1) % len(colors())]


def _sides(powers: dict[str, Power], names: Names) -> dict[str, Side]:
    """The sides: named as the module's pieces name them, else as the power that is alone on its."""
    said = {slug(side): side for _, side in names.powers.values() if side}
    return {row.side: Side(row.side, _printed(said.get(row.side, "")) or row.name) for row in powers.values()}

"""The rows of the tables that only this title has, and what follows from them for lookups.

Every row has a `source`: the section of the rule book, or `reconstructed: why`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engine.errors import TitleError
from engine.title.model import Title
from engine.title.own_tables import AreaCell, DieCell, PowerCell, RegionCell, ResourceCell, ScenarioCell, SideCell, UnitCell, own_rows
from engine.title.per_title import per_title

Flag = Literal["", "yes"]
Primary = Literal["", "land", "naval", "strategic"]
UnitType = Literal["ARM", "INF", "PARA", "GAR", "FORT", "MAR", "AA", "V", "A-BOMB", "AIR", "BB", "CV", "SUB", "TRS", "LL"]
BlitzName = Literal["air", "land", "naval", "total", "free", "foot"]
FigureName = Literal[
    "island-attackers",
    "attackers-from-an-area",
    "free-blitz-sizes",
    "rebase-movement",
    "bomb-carrier-factors",
    "commander-lost-die",
    "last-entry-box",
    "everybody-at-war-turn",
    "most-chart-factors",
    "island-sizes",
    "small-port-sizes",
    "transport-load",
    "unsupplied-triangles",
    "looted-resources",
    "goal",
    "passage-factors",
    "research-works-to",
    "a-bomb-first-box",
    "flight-over-sea",
    "big-ship-support",
    "small-ship-support",
    "fleet-captured-to",
    "fleet-kept-to",
]
CountryCell = Annotated[str, Meta(extra={"names": "countries"})]
CardCell = Annotated[str, Meta(extra={"names": "cards"})]
ConvoyCell = Annotated[str, Meta(extra={"names": "convoys"})]
TerrainCell = Annotated[str, Meta(extra={"names": "terrain"})]
ReceiverCell = Annotated[str, Meta(extra={"names": "power or region"})]
CardPowerCell = Annotated[str, Meta(extra={"names": "power", "besides": ("none",)})]
ResultCell = Annotated[str, Meta(pattern=r"^(none|[1-9]?[SLB]?)$")]  # a number of hits, a letter or both (6.5)


class Country(msgspec.Struct, frozen=True):
    """A country (sections 1.1, 1.2, 3.2, 3.3): its areas are the region of its slug.

    `power` controls it at the start, nobody where empty. `axis`, `allies` are who aligns it when the other side declares war on it.
    `major` is yes for a home country of a major power; `overseas` for one that counts as outside of it (7.6, step 1); `part` for lands
    inside another country that are some unit's home (no country to conquer). `capital` is the area that decides conquest alone, where
    one does (3.4). `barred` is the side that may never declare war on it; `freed_by` the one that liberates it, and allies with it, when it
    takes it from the enemy (3.3, 3.4). The units of a country with a `pool` join the Force Pool while no enemy land unit is within so many
    aircraft moves (3.3). One that `returns` always goes back to its power when it is liberated; one that `reseats` has a new home asked for
    it whenever there are several, whose yield counts as at home (3.4, 7.6). It becomes neutral when the country that it `falls_with` falls
    (3.4); with `road` it is neutral at first on the road to war (9.2). The `part` is `held` where who holds all of it builds its units.
    """

    country: RegionCell
    name: str
    source: str
    power: PowerCell = ""
    axis: PowerCell = ""
    allies: PowerCell = ""
    major: Flag = ""
    overseas: Flag = ""
    part: Literal["", "yes", "held"] = ""
    capital: AreaCell = ""
    barred: SideCell = ""
    freed_by: SideCell = ""
    pool: int = 0
    returns: Flag = ""
    reseats: Flag = ""
    falls_with: RegionCell = ""
    road: Flag = ""


class Appearance(msgspec.Struct, frozen=True):
    """The country where units of a home country are built new in a scenario in which that is not in play (B, D, E)."""

    scenario: ScenarioCell
    home: CountryCell
    country: CountryCell
    source: str


class Merger(msgspec.Struct, frozen=True):
    """A power that another one plays too in a scenario (B to E, the Western Allies)."""

    scenario: ScenarioCell
    power: PowerCell
    player: PowerCell
    source: str


class ScenarioAlly(msgspec.Struct, frozen=True):
    """The power that has a country for an ally, or had when the other side conquered it, where countries.csv says no power or another."""

    scenario: ScenarioCell
    country: CountryCell
    power: PowerCell
    source: str


class Figure(msgspec.Struct, frozen=True):
    """A number of the rules that no other table holds."""

    figure: FigureName
    value: int
    source: str


class BlitzPrice(msgspec.Struct, frozen=True):
    """What a Blitz costs in Oil (2.2, 9.7)."""

    blitz: BlitzName
    oil: int
    source: str


class SabotageRow(msgspec.Struct, frozen=True):
    """What a die does for a saboteur (9.6).

    In the next turn he decides the first Resource that is spent (`spend`), the free GAR (`gar`) or the first new unit (`develop`); or a
    `partisan` appears, or the `store` is hit by an `attack` of so many `factors`.
    """

    die: DieCell
    does: Literal["spend", "gar", "develop", "partisan", "attack"]
    source: str
    store: ResourceCell = ""
    factors: int = 0


class Place(msgspec.Struct, frozen=True):
    """What is printed in an area (1.3, 1.4): terrain, Resources, Oil, Factory Factor, island, and its weather on Snow turns."""

    area: AreaCell
    source: str
    terrain: TerrainCell = ""
    resources: int = 0
    oil: int = 0
    factory: int = 0
    island: Flag = ""
    weather: Literal["", "snow", "snowflake"] = ""


class Port(msgspec.Struct, frozen=True):
    """A port of a land area (1.3): the sea areas that it touches, and big or small."""

    area: AreaCell
    seas: tuple[AreaCell, ...]
    size: Literal["small", "big"]
    source: str


class Counter(msgspec.Struct, frozen=True):
    """A counter: its home country and type, and its printed factors by size (1.2).

    A Big counter has sizes 3 and 4 and names its Small one (`small`); a Small one has sizes 1 and 2, or only 1. Factors are in the order
    of sizes. `*_plus` and `*_minus` are the white and red triangles in the box of those factors. `move` is overland or at sea, `fly` in the
    air. `primary` is the Primary Bombing Factor of an air unit: land, naval or strategic. `once` marks the asterisk of 6.5.
    """

    unit: UnitCell
    home: CountryCell
    type: UnitType
    source: str
    small: UnitCell = ""
    move: int = 0
    fly: int = 0
    land: tuple[int, ...] = ()
    land_plus: int = 0
    land_minus: int = 0
    air: tuple[int, ...] = ()
    air_plus: int = 0
    air_minus: int = 0
    naval: tuple[int, ...] = ()
    naval_plus: int = 0
    naval_minus: int = 0
    strategic: tuple[int, ...] = ()
    primary: Primary = ""
    once: Flag = ""


class Commander(msgspec.Struct, frozen=True):
    """A side of a Commander counter (9.5): whose it is, where it first appears, and what it adds to the unit that it commands.

    `counter` names the two sides of one counter, of which one is face-up. `letter` is A, L or N: the Commander leads an air, land or
    naval unit. Factors and triangles are as on a unit's counter; `primary` is the Primary Bombing Factor.
    """

    commander: str
    name: str
    counter: str
    power: PowerCell
    home: CountryCell
    letter: Literal["A", "L", "N"]
    source: str
    land: int = 0
    land_plus: int = 0
    land_minus: int = 0
    air: int = 0
    air_plus: int = 0
    air_minus: int = 0
    naval: int = 0
    naval_plus: int = 0
    naval_minus: int = 0
    strategic: int = 0
    primary: Primary = ""


class Convoy(msgspec.Struct, frozen=True):
    """A printed Convoy (3.5, 6.3): where it sails, whose it is, its Convoy Factor, and when it is destroyed.

    `until` is conquered (its home is), coast (no friendly area of its home touches its sea), taken (`areas` are enemy-controlled),
    trade (no area of `areas` gives the power a Resource), yield (the power has no Oil or Resource on its sea).
    """

    convoy: str
    area: AreaCell
    power: PowerCell
    factor: int
    home: CountryCell
    until: Literal["conquered", "coast", "taken", "trade", "yield"]
    source: str
    areas: tuple[AreaCell, ...] = ()


class ChartCell(msgspec.Struct, frozen=True):
    """A cell of the Combat Chart (6.5): so many Factors (31 stands for the column 30+) and a die give a result such as 2L."""

    factors: int
    die: DieCell
    result: ResultCell
    source: str


class Terrain(msgspec.Struct, frozen=True):
    """A row of the Terrain Effects Chart (1.4, 5.2, 6.2, 6.6).

    `attack` and `support` divide attacking Land Factors of land units, and those of air and naval units on both sides; `extra`
    are the white triangles of each attacking land unit, `armour` the defenders' bonus ARM.
    """

    terrain: str
    move: int
    attack: int
    support: int
    extra: int
    armour: int
    source: str


class Reinforcement(msgspec.Struct, frozen=True):
    """A row of reinforcements.csv: units that come at the end of a game turn of a scenario, where the area is still their side's (A.7)."""

    scenario: ScenarioCell
    turn: Annotated[int, Meta(ge=1)]
    area: AreaCell
    power: PowerCell
    unit: UnitCell
    count: Annotated[int, Meta(ge=1)]
    strength: Annotated[int, Meta(ge=1)]
    source: str


class Blockade(msgspec.Struct, frozen=True):
    """A row of the Blockade Table (4.3): a unit type (for air units their Primary Bombing Factor), Small or Big, and its value."""

    type: UnitType | Primary
    small: int
    big: int
    source: str


class PartisanRow(msgspec.Struct, frozen=True):
    """A row of the Partisan Table (7.1): a die, and the country it names, or the side that chooses."""

    die: DieCell
    source: str
    country: CountryCell = ""
    side: SideCell = ""


class Entry(msgspec.Struct, frozen=True):
    """A row of the Neutral Entry Chart (7.2): whose marker an event moves, and by how many boxes; `once` for the first time only."""

    power: PowerCell
    event: str
    boxes: int
    source: str
    once: Flag = ""


class Development(msgspec.Struct, frozen=True):
    """How many new units a power adds in a turn from groups up to `group` (7.3)."""

    power: PowerCell
    group: int
    adds: int
    source: str


class Trade(msgspec.Struct, frozen=True):
    """A Trade Agreement (7.5): what a country gives a power, and until which box of its entry marker."""

    trade: str
    giver: CountryCell
    receiver: PowerCell
    resource: ResourceCell
    source: str
    until: int = 0


class Card(msgspec.Struct, frozen=True):
    """A condition of a Victory Card (8.): whose it is, the points, its `rule` and the figures that this reads (`victory.py`).

    `powers` is none where only scenarios name it. `option` is its number on the card; `needs` a number of areas, units or
    Sizes; `region` the areas, `area` and `units` single ones; `against` the enemy. In a scenario without the power `absent` the sea
    `area` stands for it. What is counted lies `beside` a region.
    """

    card: str
    name: str
    powers: tuple[CardPowerCell, ...]
    points: int
    rule: Literal[
        "late-turns",
        "fortress",
        "own-areas",
        "first-built",
        "side-areas",
        "enemies-at-sea",
        "clean-capture",
        "sailing-convoys",
        "convoy-damage",
        "lend-lease-at-sea",
        "landed",
        "clear-seas",
        "lend-lease",
        "freed-areas",
        "areas-beside",
        "counted",
        "armour-destroyed",
        "factories",
        "a-bomb-test",
    ]
    source: str
    option: int = 0
    needs: int = 0
    region: RegionCell = ""
    first: int = 0
    area: AreaCell = ""
    units: tuple[UnitCell, ...] = ()
    against: PowerCell = ""
    absent: PowerCell = ""
    beside: RegionCell = ""


class Delivery(msgspec.Struct, frozen=True):
    """An LL unit (7.4): the sea area it is named for, who receives, how much at most, and the areas of the only way there is, if one is."""

    unit: UnitCell
    area: AreaCell
    receiver: ReceiverCell
    source: str
    most: int = 0
    road: tuple[AreaCell, ...] = ()


@per_title
def countries(title: Title) -> dict[str, Country]:
    """Return country to its row."""
    return {row.country: row for row in own_rows(title, "countries", Country)}


@per_title
def country_of(title: Title) -> dict[str, str]:
    """Return land area to the country it is in."""
    return {area: row.country for row in own_rows(title, "countries", Country) if not row.part for area in title.regions[row.country]}


@per_title
def places(title: Title) -> dict[str, Place]:
    """Return area to what is printed in it.

    Raises:
        TitleError: an area of the map has no row.
    """
    found = {row.area: row for row in own_rows(title, "places", Place)}
    _check_all(title, "places", (area for area, row in title.areas.items() if row.kind != "box"), found)
    return found


def _check_all(title: Title, table: str, names: Iterable[str], found: Collection[str]) -> None:
    """Every area of the map and every unit, of an overlay too, has its row in the table that says what is printed there."""
    if missing := ", ".join(name for name in names if name not in found):
        file = str(title.folder / f"{table}.csv") if title.folder else title.slug
        raise TitleError(f"no row for {missing}; each has one here, or in the overlay's {table}.csv", file=file)


@per_title
def ports(title: Title) -> dict[str, tuple[Port, ...]]:
    """Return land area to its ports; areas without one have none."""
    table: dict[str, tuple[Port, ...]] = {}
    for row in own_rows(title, "ports", Port):
        table[row.area] = (*table.get(row.area, ()), row)
    return table


@per_title
def counters(title: Title) -> dict[str, Counter]:
    """Return unit to its counter.

    Raises:
        TitleError: a unit has no row.
    """
    found = {row.unit: row for row in own_rows(title, "counters", Counter)}
    _check_all(title, "counters", title.units, found)
    return found


@per_title
def big_of(title: Title) -> dict[str, str]:
    """Return Small unit to its Big one, where there is one."""
    return {row.small: row.unit for row in own_rows(title, "counters", Counter) if row.small}


@per_title
def convoys(title: Title) -> dict[str, Convoy]:
    """Return convoy to its row."""
    return {row.convoy: row for row in own_rows(title, "convoys", Convoy)}


@per_title
def chart(title: Title) -> dict[tuple[int, int], str]:
    """Return (factors, die) to a result; 31 factors stand for 30+."""
    return {(row.factors, row.die): row.result for row in own_rows(title, "chart", ChartCell)}


@per_title
def terrains(title: Title) -> dict[str, Terrain]:
    """Return terrain to its effects; open ground is the empty name."""
    return {"" if row.terrain == "open" else row.terrain: row for row in own_rows(title, "terrain", Terrain)}


@per_title
def commanders(title: Title) -> dict[str, Commander]:
    """Return commander to its side of a counter (9.5)."""
    return {row.commander: row for row in own_rows(title, "commanders", Commander)}


@per_title
def deliveries(title: Title) -> dict[str, Delivery]:
    """Return LL unit to what it delivers."""
    return {row.unit: row for row in own_rows(title, "lend_lease_units", Delivery)}


class Mooring(msgspec.Struct, frozen=True):
    """The port of a naval unit at the start of a scenario, by its sea, where its land area has several (1.3)."""

    scenario: ScenarioCell
    unit: UnitCell
    sea: AreaCell
    source: str


class MinorUnit(msgspec.Struct, frozen=True):
    """Where a unit of a neutral country is set up when its country finds an ally (3.3)."""

    unit: UnitCell
    area: AreaCell
    source: str


@per_title
def minor_units(title: Title) -> dict[str, str]:
    """Return unit of a neutral country to the area that it is set up in."""
    return {row.unit: row.area for row in own_rows(title, "minor_units", MinorUnit)}


@per_title
@per_title
def _figures(title: Title) -> dict[str, int]:
    return {row.figure: row.value for row in own_rows(title, "figures", Figure)}


def figure(title: Title, name: FigureName) -> int:
    """Return a number of the rules (figures.csv).

    Raises:
        TitleError: the table has no such figure.
    """
    found = _figures(title)
    if name not in found:
        file = str(title.folder / "figures.csv") if title.folder else title.slug
        raise TitleError(f"no figure {name!r}; found {', '.join(found)}", file=file)
    return found[name]


@per_title
def factory_card(title: Title) -> str:
    """Return the card that scores captured Factories as they are taken (8.); empty without one."""
    return next((row.card for row in own_rows(title, "cards", Card) if row.rule == "factories"), "")

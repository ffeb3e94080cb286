"""What title.toml says of the scenarios, as records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from engine.title.model import Title
from engine.title.own_tables import AreaCell, PhaseCell, PowerCell, RegionCell, ScenarioCell, SideCell, UnitCell, own_rows
from engine.title.per_title import per_title
from engine.title.settings import setting, setting_rows
from engine.titles.blitz.tables import (
    Appearance,
    BlitzName,
    CardCell,
    Convoy,
    ConvoyCell,
    CountryCell,
    Merger,
    ScenarioAlly,
    convoys,
    countries,
)

DistantWarCell = Annotated[str, Meta(extra={"names": "distant_war"})]
LaterRule = Literal[
    "paratroops", "supply", "weather", "ten", "air-at-sea", "factory-attacks", "port-attacks", "free-gar", "research", "building",
    "partisans",
]  # fmt: skip
"""Rules that later scenarios introduce (B.3 to B.5, D.1 to D.10, E.2, E.5)."""


class ScenarioRules(msgspec.Struct, frozen=True):
    """A row of [[game]]: what a scenario plays with (sections A to F, 1.11).

    `first`, `last` are game turns; `powers` act, in their order; `play` is the region in play (empty: all). `wins` says how it
    ends: `points` (15 Victory Points, 8.), `areas` (side `hunter` holds all of `prize`, else the other side has won after `last`)
    or `most` (most points after `last`). `blitzes` is power to the Blitzes it may choose, `free` to those that cost no Oil.
    `phases` are those that are played, empty for all. `income` is power to Resources and Oil a turn where they are fixed, `extra` to
    what it has besides what it controls. `cards` is power to the cards that score; `entry` says that Neutral Entry is followed,
    `fixed` that control never changes, `convoys` that their damage costs production, `politics` that section 3 is played, `printed`
    that control is that of the flags on the map, `vichy` that a part of France is a
    country of its own once that has fallen (3.4). `homes` is power to its home countries. `destroyed` are Convoys that are out of it.
    Over `ferries` (from, to) land units move where no other way leads; areas of `kept` are never left without a land unit of their
    holder (A.5). `scraps` says whether units may be damaged by their own (B.7). `adds` is power to the new units it adds in a turn
    where the scenario says so, `bought_adds` to how often in the game one Oil buys one more (C.6). `purses` is power to the allied
    countries whose own yield is spent on their units alone (D). On the countries of `victims` war may be declared though
    section 3 is not played (D). Over lands out of play with printed flags of `flags` supply
    lines of their side run (E). `lacks` are rules that later scenarios introduce, among them paratroops (PARAs that fly) and ten (Sizes
    that attack from one area).
    """

    slug: ScenarioCell
    powers: tuple[PowerCell, ...]
    last: int
    first: int = 1
    play: RegionCell = ""
    wins: Literal["points", "areas", "most"] = "points"
    hunter: SideCell = ""
    prize: tuple[AreaCell, ...] = ()
    blitzes: dict[PowerCell, tuple[BlitzName, ...]] = {}
    free: dict[PowerCell, tuple[BlitzName, ...]] = {}
    phases: tuple[PhaseCell, ...] = ()
    income: dict[PowerCell, tuple[int, int]] = {}
    extra: dict[PowerCell, tuple[int, int]] = {}
    cards: dict[PowerCell, tuple[CardCell, ...]] = {}
    entry: bool = False
    printed: bool = False
    vichy: bool = False
    fixed: bool = False
    convoys: bool = True
    politics: bool = False
    homes: dict[PowerCell, tuple[CountryCell, ...]] = {}
    destroyed: tuple[ConvoyCell, ...] = ()
    ferries: tuple[tuple[AreaCell, AreaCell], ...] = ()
    kept: tuple[AreaCell, ...] = ()
    scraps: bool = True
    adds: dict[PowerCell, int] = {}
    bought_adds: dict[PowerCell, int] = {}
    purses: dict[PowerCell, tuple[CountryCell, ...]] = {}
    victims: tuple[CountryCell, ...] = ()
    flags: tuple[PowerCell, ...] = ()
    lacks: tuple[LaterRule, ...] = ()
    source: str = ""


class Bonus(msgspec.Struct, frozen=True):
    """A row of [[bonus]]: what a power has more, or less, than it counts, in some game turns of a scenario (A to F).

    It is given from turn `first` to `last` (0: to the end). It begins with `resources` and `oil`, and grows by `growth` Resources a turn,
    to `most` in all (0: without end). With a `price` the power is asked, and pays so many Victory Points; where it has none `rival` gains
    them (E). A war out of play ends it (`until`, F).
    """

    slug: str
    scenario: ScenarioCell
    power: PowerCell
    source: str
    first: int = 1
    last: int = 0
    resources: int = 0
    oil: int = 0
    growth: int = 0
    most: int = 0
    price: int = 0
    rival: PowerCell = ""
    until: DistantWarCell = ""


class Fate(msgspec.Struct, frozen=True):
    """A row of [[fate]]: what a scenario does by itself at the start of a game turn, or before its builds (`builds`).

    `power` gets control of `areas`, which `closed` makes unassailable; `unless` are two powers whose war prevents it. `loser` takes
    so many Sizes of ARM out of the game (`armour`), and loses the units of `home` in its Force Pool for good; those on the map do not
    come back either. Powers that are `ready` have all units of their Groups in their Force Pools from then on (B.7).
    """

    slug: str
    scenario: ScenarioCell
    turn: int
    source: str
    builds: bool = False
    power: PowerCell = ""
    areas: tuple[AreaCell, ...] = ()
    closed: bool = False
    unless: tuple[PowerCell, ...] = ()
    loser: PowerCell = ""
    armour: int = 0
    home: CountryCell = ""
    ready: tuple[PowerCell, ...] = ()


class Siege(msgspec.Struct, frozen=True):
    """A row of [[siege]]: an area that a power must garrison against one that is not in play (E, Conflict with the USSR).

    With less than `garrison` Sizes of land units there it falls to `besieger`. From turn `first` on it is attacked once a turn: a die
    above the Sizes there takes it, and costs `loss` points of damage; then `chooser` names areas beside what has fallen.
    """

    slug: str
    scenario: ScenarioCell
    area: AreaCell
    holder: PowerCell
    besieger: PowerCell
    chooser: PowerCell
    garrison: int
    first: int
    loss: int
    source: str


class DistantWar(msgspec.Struct, frozen=True):
    """A row of [[distant_war]]: a war out of play that `asked` may announce at the start of any turn (F, Japan and the Allies).

    `power` is then at war with `enemies`; in each turn before `early` that begins with it `scorer` gains a Victory Point.
    """

    slug: str
    scenario: ScenarioCell
    asked: PowerCell
    power: PowerCell
    enemies: tuple[PowerCell, ...]
    scorer: PowerCell
    early: int
    source: str


class Snow(msgspec.Struct, frozen=True):
    """[snow]: the game turns with a Snow icon on the Victory Track (1.4), and the divisors of its effects."""

    turns: tuple[int, ...]
    land: int
    bombing: int
    naval: int
    source: str


class Wall(msgspec.Struct, frozen=True):
    """A row of [[wall]]: a FORT whose triangles count only against attacks from some areas, and which is never rebuilt (5.3, 7.8)."""

    slug: UnitCell
    areas: tuple[AreaCell, ...]
    source: str


@per_title
def game_rules(title: Title, scenario: str) -> ScenarioRules:
    """Return what a scenario plays with."""
    return setting_rows(title, "game", ScenarioRules)[scenario]


@per_title
def in_play(title: Title, scenario: str) -> frozenset[str]:
    """Return the land and sea areas that are in play in a scenario."""
    region = game_rules(title, scenario).play
    every = (area for area, row in title.areas.items() if row.kind != "box")
    return frozenset(title.regions[region] if region else every)


@per_title
def mergers(title: Title, scenario: str) -> dict[str, str]:
    """Return power to the one that plays it too in a scenario."""
    return {row.power: row.player for row in own_rows(title, "mergers", Merger) if row.scenario == scenario}


@per_title
def appearances(title: Title, scenario: str) -> dict[str, str]:
    """Return the home country of units to the one where they are built new in a scenario, where that is another."""
    return {row.home: row.country for row in own_rows(title, "appearances", Appearance) if row.scenario == scenario}


@per_title
def allies(title: Title, scenario: str) -> dict[str, str]:
    """Return country to the power that has it for a home or an ally at the start of a scenario; empty for a neutral one."""
    first = {name: mergers(title, scenario).get(row.power, row.power) for name, row in countries(title).items()}
    return first | {row.country: row.power for row in own_rows(title, "scenario_allies", ScenarioAlly) if row.scenario == scenario}


@per_title
def full_game(title: Title) -> str:
    """Return the scenario whose control is that of the flags printed on the map: the one of which title.toml says so (1.5)."""
    return next(slug for slug, row in setting_rows(title, "game", ScenarioRules).items() if row.printed)


@per_title
def printed_flags(title: Title, scenario: str) -> frozenset[str]:
    """Return the land areas out of play whose flag printed on the map, that of the full game, is of a power of `flags` (1.5, E)."""
    powers, inside = game_rules(title, scenario).flags, in_play(title, scenario)
    rows = (row for row in title.holdings if row.scenario == full_game(title) and row.power in powers)
    return frozenset(row.area for row in rows if row.area not in inside)


@per_title
def scenario_convoys(title: Title, scenario: str) -> dict[str, Convoy]:
    """Return convoy to its row, with the power whose it is in a scenario."""
    merged = mergers(title, scenario)
    return {name: replace(row, power=merged.get(row.power, row.power)) for name, row in convoys(title).items()}


@per_title
def snow(title: Title) -> Snow:
    """Return when it snows, and what that does."""
    found = setting(title, "snow", Snow)
    assert found is not None, "title.toml of blitz needs [snow]"
    return found


@per_title
def walls(title: Title) -> dict[str, Wall]:
    """Return unit to its row of [[wall]]."""
    return setting_rows(title, "wall", Wall)


Row = TypeVar("Row", Bonus, Fate, Siege, DistantWar)


def _of(rows: Mapping[str, Row], scenario: str) -> tuple[Row, ...]:
    return tuple(row for row in rows.values() if row.scenario == scenario)


@per_title
def bonuses(title: Title, scenario: str) -> tuple[Bonus, ...]:
    """Return what powers of a scenario have besides what they count."""
    return _of(setting_rows(title, "bonus", Bonus), scenario)


@per_title
def fates(title: Title, scenario: str) -> tuple[Fate, ...]:
    """Return what a scenario does by itself."""
    return _of(setting_rows(title, "fate", Fate), scenario)


@per_title
def sieges(title: Title, scenario: str) -> tuple[Siege, ...]:
    """Return the sieges of a scenario."""
    return _of(setting_rows(title, "siege", Siege), scenario)


@per_title
def distant_wars(title: Title, scenario: str) -> tuple[DistantWar, ...]:
    """Return the wars out of play of a scenario."""
    return _of(setting_rows(title, "distant_war", DistantWar), scenario)

"""A title in memory: areas, links, units, powers, set-up, options."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec

from engine.display import Bundle, bundle


class Area(msgspec.Struct, frozen=True):
    """A space of the board. `value` is income in the main resource.

    `terrain` is impassable, overflown (nothing enters it, aircraft fly over it), inland (a lake), island or empty.

    A box is not on the map: it holds what a power keeps off the board (a force pool).
    """

    area: str
    name: str
    kind: str
    value: int
    victory_city: str
    terrain: str
    original_owner: str
    lon: float | None
    lat: float | None
    triplea: str
    source: str


class Link(msgspec.Struct, frozen=True):
    """Two areas touch. `kind` is land, coast or sea; `passage` names the canal or strait between, or is empty."""

    area: str
    to: str
    kind: str
    passage: str
    source: str


class Passage(msgspec.Struct, frozen=True):
    """A canal or strait: control of the areas `needs` opens it, unless the (option, value) `closed_when` is set.

    For the sides `neutral` it is also open while neutrals hold those areas (only with the (option, value)
    `neutral_when`, if given). Control of the areas `instead` opens it as well. A route runs off the map and is open to
    all.
    """

    passage: str
    name: str
    kind: str
    needs: tuple[str, ...]
    closed_when: tuple[str, ...]
    source: str
    neutral: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    neutral_when: tuple[str, ...] = ()


class Border(msgspec.Struct, frozen=True):
    """A feature between two areas, linked or not: a river, a port on that coast, a road over a lake, a line, ..."""

    area: str
    to: str
    border: str
    source: str


class Unit(msgspec.Struct, frozen=True, dict=True):
    """A unit type. `strength` is the hits it takes to destroy; `abilities` maps ability to its value ("" when it has none)."""

    unit: str
    name: str
    cls: str
    cost: int
    resource: str
    attack: int
    defense: int
    move: int
    strength: int
    abilities: dict[str, str]
    triplea: str
    source: str

    def has(self, ability: str) -> bool:
        """Return whether the unit type has an ability."""
        return ability in self.abilities

    def number(self, ability: str) -> int:
        """Return an ability's value as a number, 0 when the unit type lacks it."""
        return int(self.abilities.get(ability) or 0)

    def worth(self, strength: int) -> int:
        """Return the value (TUV) of one unit: the cost of its steps where steps are bought, else its price."""
        return strength * self.number("step-cost") if self.has("step-cost") else self.cost


class Revision(msgspec.Struct, frozen=True):
    """A change to a row of units.csv for a power, with a technology or under an option.

    Empty `power`, `tech` and `when` mean always. Numbers are text: `4` sets the value, `+1` adds to it, an empty cell
    leaves it. `abilities` are added, or get a new value. Later rows of revisions.csv apply after earlier ones.
    """

    power: str
    tech: str
    unit: str
    when: tuple[str, ...]
    cost: str
    attack: str
    defense: str
    move: str
    strength: str
    abilities: dict[str, str]
    source: str


class Technology(msgspec.Struct, frozen=True):
    """A result of research, of a `category` and `tier`, from `first_round` on, for powers with the technologies it `needs`.

    revisions.csv lists its changes to units; its `effects` (effects.csv) apply to the power itself.
    """

    tech: str
    name: str
    category: str
    tier: int
    needs: tuple[str, ...]
    first_round: int
    effects: dict[str, str]
    source: str


class Ban(msgspec.Struct, frozen=True):
    """A limit on where units of `power` of some classes may go: `ban` is enter, mix or within.

    enter: they may not enter land areas that `of` holds or originally owned, except those that `unless` holds. mix:
    they may not be in areas of the `kinds` (land, sea) with units of `of` (a power, or any of a side). within: they may
    not be in areas of the `kinds` outside the region `of`; several such rows of a power add up their regions.
    """

    power: str
    of: str
    ban: str
    classes: tuple[str, ...]
    kinds: tuple[str, ...]
    unless: str
    source: str


class Power(msgspec.Struct, frozen=True):
    """A power: `order` is its position in the order of play, `capital` an area, `color` #rrggbb."""

    power: str
    name: str
    adjective: str
    side: str
    capital: str
    order: int
    color: str
    triplea: str
    source: str


class Nation(msgspec.Struct, frozen=True):
    """A power of powers.csv that takes no turns.

    `kind` is `rider` (an account within the turn of `leader`) or `neutral` (stands apart until somebody attacks it).
    `leader` is the power that plays it, now or once it is at war; `leans` the side whose aircraft may fly over it while
    it is neutral, or empty.
    """

    power: str
    kind: str
    leader: str
    leans: str
    source: str


class Relation(msgspec.Struct, frozen=True):
    """The relation of two powers at the start of a scenario, if their sides do not decide it: war, peace or allied."""

    scenario: str
    power: str
    other: str
    relation: str
    source: str


class Membership(msgspec.Struct, frozen=True):
    """An area belongs to a region: a home where an account's units are placed, an ocean, a road, an oil centre, ..."""

    region: str
    area: str
    source: str


class City(msgspec.Struct, frozen=True):
    """A city and the victory points of holding its area; a title with cities.csv lists every area's `victory_city` there."""

    area: str
    city: str
    points: int
    source: str


class Reserve(msgspec.Struct, frozen=True):
    """Units that come onto the board on an occasion, as a set-up sheet lists them (the fall of a capital, ...).

    `strength` is 0 when they come at full strength.
    """

    occasion: str
    area: str
    power: str
    unit: str
    count: int
    source: str
    strength: int = 0


class Placement(msgspec.Struct, frozen=True):
    """Units at the start of a scenario; `strength` is 0 when they are at full strength."""

    scenario: str
    area: str
    power: str
    unit: str
    count: int
    source: str
    strength: int = 0


class Standing(msgspec.Struct, frozen=True):
    """A power's standing at the start of a scenario: at-war, neutral or surrendered; `surprised` is yes or empty."""

    scenario: str
    power: str
    standing: str
    surprised: str
    source: str


class StrategicResult(msgspec.Struct, frozen=True):
    """A cell of a table of strategic warfare: the losses, in steps and production, for this many raiders and interceptors."""

    raiders: int
    interceptors: int
    raider_losses: int
    production_losses: int
    interceptor_losses: int
    source: str


class Holding(msgspec.Struct, frozen=True):
    """Who controls an area at the start of a scenario."""

    scenario: str
    area: str
    power: str
    source: str


class Treasury(msgspec.Struct, frozen=True):
    """A power's store of a resource at the start of a scenario."""

    scenario: str
    power: str
    resource: str
    amount: int
    source: str


class Option(msgspec.Struct, frozen=True):
    """A choice made at set-up: its values, the default, and the rule section or reason."""

    slug: str
    name: str
    values: tuple[str, ...]
    default: str
    source: str


class Named(msgspec.Struct, frozen=True):
    """A resource or scenario: slug and printed name.

    A scenario may share another's set-up (`set_up_of`): it uses that scenario's rows, except where it has its own.
    """

    slug: str
    name: str
    set_up_of: str = ""


class Side(msgspec.Struct, frozen=True):
    """A side: slug, printed name, and the colour (#rrggbb) of its lines and bars; empty to have it chosen."""

    slug: str
    name: str
    color: Annotated[str, msgspec.Meta(pattern=r"^(#[0-9a-f]{6})?$")] = ""


class Title(msgspec.Struct, frozen=True, dict=True):
    """A game's tables, read and validated. Mappings are keyed by slug and keep the order of their files.

    `dice_hit` says which faces of a die hit: `low` or `high` ones (see DiceRolled). `figures` says what a unit's attack and
    defense mean; empty where they are the rolls that hit.
    `settings` holds the parts of title.toml that only the title's own rules read. `folder` holds its files (the base
    title's, when overlays changed it); None for a title read from a record. `rules` names another title whose rules it
    uses if it has none of its own.
    """

    slug: str
    name: str
    edition: str
    family: str
    triplea: str
    phases: tuple[str, ...]
    dice_sides: int
    areas: dict[str, Area]
    links: tuple[Link, ...]
    passages: dict[str, Passage]
    units: dict[str, Unit]
    powers: dict[str, Power]
    sides: dict[str, Side]
    resources: dict[str, Named]
    scenarios: dict[str, Named]
    options: dict[str, Option]
    seatings: dict[int, tuple[tuple[str, ...], ...]]
    placements: tuple[Placement, ...]
    holdings: tuple[Holding, ...]
    treasuries: tuple[Treasury, ...]
    settings: dict[str, Any]
    folder: Path | None = None
    nations: dict[str, Nation] = {}
    relations: tuple[Relation, ...] = ()
    memberships: tuple[Membership, ...] = ()
    technologies: dict[str, Technology] = {}
    revisions: tuple[Revision, ...] = ()
    bans: tuple[Ban, ...] = ()
    cities: dict[str, City] = {}
    reserves: tuple[Reserve, ...] = ()
    borders: tuple[Border, ...] = ()
    standings: tuple[Standing, ...] = ()
    strategic_results: tuple[StrategicResult, ...] = ()
    dice_hit: str = "low"
    figures: str = ""
    rules: str = ""
    also_maps: tuple[str, ...] = ()
    own: dict[str, tuple[msgspec.Struct, ...]] = {}

    @cached_property
    def order(self) -> tuple[str, ...]:
        """All powers: those that take turns, in the order of play, then those of nations.csv."""
        return tuple(sorted(self.powers, key=lambda power: (power in self.nations, self.powers[power].order)))

    @cached_property
    def turns(self) -> tuple[str, ...]:
        """The powers that take turns, in the order of play."""
        return tuple(power for power in self.order if power not in self.nations)

    @cached_property
    def regions(self) -> dict[str, tuple[str, ...]]:
        """Region to its areas, both in the order of regions.csv."""
        return _grouped((row.region, row.area) for row in self.memberships)

    def in_region(self, area: str, region: str) -> bool:
        """Return whether an area belongs to a region; False if the title has no such region."""
        return area in self.regions.get(region, ())

    @cached_property
    def borders_between(self) -> dict[frozenset[str], tuple[Border, ...]]:
        """Pair of areas to the features between them; pairs without any are left out."""
        return _grouped((frozenset((row.area, row.to)), row) for row in self.borders)

    @cached_property
    def revisions_of(self) -> dict[str, tuple[Revision, ...]]:
        """Unit type to its changes, in the order of revisions.csv; unchanged types are left out."""
        return _grouped((row.unit, row) for row in self.revisions)

    @property
    def maps(self) -> tuple[str, ...]:
        """The maps of TripleA whose games are of this title: its own, and those that differ by options alone."""
        return tuple(filter(None, (self.triplea, *self.also_maps)))

    @cached_property
    def bans_of(self) -> dict[tuple[str, str], tuple[Ban, ...]]:
        """(power, ban) to the rows of bans.csv that limit the power's units."""
        return _grouped(((row.power, row.ban), row) for row in self.bans)

    @cached_property
    def able(self) -> dict[str, tuple[str, ...]]:
        """Ability to the unit types that have it by units.csv."""
        names = dict.fromkeys(name for unit in self.units.values() for name in unit.abilities)
        return {name: tuple(unit for unit, row in self.units.items() if row.has(name)) for name in names}

    @cached_property
    def neighbours(self) -> dict[str, dict[str, Link]]:
        """Area to its neighbours, each with the link between."""
        table: dict[str, dict[str, Link]] = {area: {} for area in self.areas}
        for link in self.links:
            table[link.area][link.to] = link
            table[link.to][link.area] = link
        return table

    @cached_property
    def side_of(self) -> dict[str, str]:
        """Power to side."""
        return {power: row.side for power, row in self.powers.items()}

    @cached_property
    def enemies(self) -> dict[str, frozenset[str]]:
        """Power to the powers of every other side; the Position knows who is at war now."""
        sides = self.side_of
        return {one: frozenset(two for two in sides if sides[two] != side) for one, side in sides.items()}

    @cached_property
    def capital_of(self) -> dict[str, str]:
        """Area to the power whose capital it is."""
        return {row.capital: power for power, row in self.powers.items() if row.capital}

    @cached_property
    def victory_cities(self) -> tuple[str, ...]:
        """Areas that hold a victory city."""
        return tuple(area for area, row in self.areas.items() if row.victory_city)

    @cached_property
    def derived(self) -> dict[Any, Any]:
        """Room for what other modules derive from the title (`engine/title/per_title.py`); it lasts as long as the title."""
        return {}

    @cached_property
    def resource(self) -> str:
        """The main resource: the first that title.toml lists."""
        return next(iter(self.resources))

    def _repr_mimebundle_(self, **_: Any) -> Bundle | None:
        """Return how a notebook shows it (`engine.display`)."""
        return bundle(self)

    def choices(self, chosen: dict[str, str]) -> dict[str, str]:
        """Return every option with its value: the chosen one, or the default."""
        return {slug: chosen.get(slug, option.default) for slug, option in self.options.items()}


K = TypeVar("K")
V = TypeVar("V")


def _grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, tuple[V, ...]]:
    """Return each key with its values, both in their original order."""
    table: dict[K, list[V]] = {}
    for key, value in pairs:
        table.setdefault(key, []).append(value)
    return {key: tuple(values) for key, values in table.items()}

"""The tables of title.toml that only Global War 1936-1945 has, as records."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engine.title.model import Title
from engine.title.own_tables import AreaCell, PowerCell, RegionCell, ScenarioCell, UnitCell
from engine.title.settings import setting, setting_rows

AlarmCell = Annotated[str, Meta(extra={"names": "power", "besides": ("minor", "china", "annexation")})]


class Calendar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The (year, month) of each scenario's first turn, and of the last; `rolls` are the (month, die or less) of a variable end.

    `researches_from`: the month from which technologies go beyond their early stages.
    """

    starts: dict[ScenarioCell, tuple[int, int]]
    ends: tuple[int, int]
    rolls: tuple[tuple[str, int], ...]
    researches_from: str
    source: str


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a national reference sheet decides of the player nation `slug`.

    Attributes:
        home: region of its home country. naval: units it moves a turn by strategic naval movement.
        peace: its income of peacetime as each scenario begins; without it the nation always has what its areas are worth.
        dice_from: the month (`1939-07`) from which a die a turn is added to that.
        wars: when it may declare war: free, at its full income, as its leader does, or never by itself.
        builds: the units it may buy; all that are for sale when it names none. minor: it is a minor power at first.
        surrender: it surrenders when enemies hold all these; with `after_turn` when they do as a turn of its own ends.
        relocates: where its capital may go. seat: the capital of a minor player nation, which powers.csv gives to major powers alone.
        points: what its objectives add up to at most. colonial: it may build colonial infantry.
        shares: a half of its leader, with which it shares all income evenly.
    """

    slug: PowerCell
    home: RegionCell
    source: str
    naval: int = 0
    peace: dict[ScenarioCell, int] = {}
    dice_from: str = ""
    wars: Literal["free", "income", "leader", "defence"] = "free"
    builds: tuple[UnitCell, ...] = ()
    minor: bool = False
    surrender: tuple[AreaCell, ...] = ()
    after_turn: bool = False
    relocates: tuple[AreaCell, ...] = ()
    seat: AreaCell = ""
    points: int = 0
    colonial: bool = False
    shares: bool = False


class Increase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What nation `to` gains in peacetime income when one of `by` acts against one of `on`: `amount`, and so many `dice`.

    `on` names powers, or: minor (a minor power), china (any part of it), annexation (an area that is annexed).
    """

    slug: str
    to: PowerCell
    by: tuple[PowerCell, ...]
    on: tuple[AlarmCell, ...]
    source: str
    amount: int = 0
    dice: int = 0


class Bonus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Wartime bonus income of nation `to`, at war with a major power, or with `always` also at peace.

    Kinds: each (`amount` for each area it holds), all (for all of them together), not-enemy (while no enemy holds one),
    beside (while an area of its own touches one of `neighbour`), home-of (for each home area of `neighbour` it holds).
    """

    slug: str
    to: PowerCell
    kind: Literal["each", "all", "not-enemy", "beside", "home-of"]
    areas: tuple[AreaCell, ...]
    amount: int
    source: str
    neighbour: PowerCell = ""
    always: bool = False


class Convoy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A convoy line: its sea zones, what each nation can lose on it in a calendar turn, and the land areas it ends in.

    A line without values costs nobody anything: a bonus income stands for it. `rerouted` is how its British value changes when Suez or
    Gibraltar is lost (section 15.2).
    """

    slug: str
    name: str
    zones: tuple[AreaCell, ...]
    values: dict[PowerCell, int]
    source: str
    ends: tuple[AreaCell, ...] = ()
    rerouted: int = 0


class UpgradeRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Building `slug` turns a facility `old` into a `new` one; with `at_home` only in the home country."""

    slug: UnitCell
    old: UnitCell
    new: UnitCell
    source: str
    at_home: bool = False


class Rail(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many units each player moves by rail in a region a turn."""

    slug: RegionCell
    capacity: int
    source: str


def calendar_of(title: Title) -> Calendar:
    """Return the calendar."""
    found = setting(title, "calendar", Calendar)
    assert found is not None
    return found


def sheets(title: Title) -> dict[str, Sheet]:
    """Return player nation to its sheet."""
    return setting_rows(title, "sheet", Sheet)


def increases(title: Title) -> dict[str, Increase]:
    """Return what raises peacetime incomes, by slug."""
    return setting_rows(title, "increase", Increase)


def bonuses(title: Title) -> dict[str, Bonus]:
    """Return the wartime bonus incomes, by slug."""
    return setting_rows(title, "bonus", Bonus)


def convoys(title: Title) -> dict[str, Convoy]:
    """Return the convoy lines, by slug."""
    return setting_rows(title, "convoy", Convoy)


def upgrades(title: Title) -> dict[str, UpgradeRow]:
    """Return what upgrades facilities, by the unit that is bought for it."""
    return setting_rows(title, "upgrade", UpgradeRow)


def rails(title: Title) -> dict[str, Rail]:
    """Return the railway regions with their capacity."""
    return setting_rows(title, "rail", Rail)

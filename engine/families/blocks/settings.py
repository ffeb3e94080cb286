"""What title.toml says to the mechanisms of block games, as records; each module reads its own part.

`read` and `rows` return what a title must have.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from engine.errors import TitleError
from engine.title.model import Title
from engine.title.settings import setting, setting_rows

Kind = TypeVar("Kind", bound=msgspec.Struct)


class Camp(msgspec.Struct, frozen=True):
    """A row of [[turn]]: the factions that act together in a turn, its name, and the powers of which the first living one leads."""

    slug: str
    factions: tuple[str, ...]
    name: str = ""
    lead: tuple[str, ...] = ()
    source: str = ""


class SeasonRow(msgspec.Struct, frozen=True):
    """A row of [[season]]: the seasons of a year in their order, with the weather where it is not always fair."""

    slug: str
    name: str
    weather: str
    source: str = ""


class FairWeather(msgspec.Struct, frozen=True):
    """[fair_weather]: the fronts (regions) whose weather is always good."""

    fronts: tuple[str, ...]
    source: str = ""


class DecidedBy(msgspec.Struct, frozen=True):
    """The areas that win a scenario at once for the camp that holds all of them."""

    all_of: tuple[str, ...]


class Start(msgspec.Struct, frozen=True):
    """A row of [[start]]: the (season, year) of the first and the last round, and where the first one begins.

    `last_year` names the option whose value is the year of `last`; `yearly` says that victory is looked for at the end of
    each year, not only of the scenario; `decided_by` names areas that win at once (`all_of`).
    `blitz_discs` is camp's faction to fronts; `first_winter` the year of the winter that was the first one of a war which the
    scenario finds going on, 0 when it is still to come.
    """

    slug: str
    first: tuple[str, int]
    last: tuple[str, int]
    turn: str
    phase: str
    blitz_discs: dict[str, tuple[str, ...]] = {}
    decided_by: DecidedBy | None = None
    first_winter: int = 0
    last_year: str = ""
    yearly: bool = False
    source: str = ""


class Others(msgspec.Struct, frozen=True):
    """What holds for the power's ships that have not the ability of their row of [[since]]: steps in all a season, rebuilt or not."""

    steps_a_season: int
    rebuilt: bool = True


class Since(msgspec.Struct, frozen=True):
    """A row of [[since]]: from a (season, year) on, blocks of a power with an ability have an effect, and `others` another one."""

    slug: str
    when: tuple[str, int]
    power: str = ""
    ability: str = ""
    effect: str = ""
    others: Others | None = None
    source: str = ""


class FirstWinter(msgspec.Struct, frozen=True):
    """[first_winter]: divisors and limits of a side's blocks in a region in the first winter of its war with a power."""

    power: str
    side: str
    region: str
    attack: int = 1
    defense: int = 1
    smp: int = 0
    source: str = ""


class Stacking(msgspec.Struct, frozen=True):
    """[stacking]: how many blocks of a camp may stand in a land area, a small one, a sea zone; and where any number may.

    `unlimited` is power to the places where any number of its own may; in `unlimited_region` any number of the first owner's.
    """

    land: int
    small: int
    sea: int
    unlimited: dict[str, tuple[str, ...]] = {}
    unlimited_region: str = ""
    source: str = ""


class Roam(msgspec.Struct, frozen=True):
    """A row of [[roam]]: a minor nation, whose lands beside its own it may enter, and with whom it never stacks."""

    slug: str
    into: tuple[str, ...] = ()
    apart_from: tuple[str, ...] = ()
    source: str = ""


class Hardened(msgspec.Struct, frozen=True):
    """[winter_hardened]: the powers that snow does not hinder."""

    powers: tuple[str, ...]
    source: str = ""


class NeverRebuilt(msgspec.Struct, frozen=True):
    """[never_rebuilt]: the powers whose blocks are out of the game for good when they are eliminated."""

    powers: tuple[str, ...]
    source: str = ""


def read(title: Title, key: str, kind: type[Kind]) -> Kind:
    """Return the table `[key]` of title.toml as a record.

    Raises:
        TitleError: the title has no such table, or a value is not the record's.
    """
    found = setting(title, key, kind)
    if found is None:
        raise TitleError(f"a block game needs [{key}]", file=_file(title), column=key)
    return found


def rows(title: Title, key: str, kind: type[Kind]) -> dict[str, Kind]:
    """Return the rows `[[key]]` of title.toml by their slug; none when the title has none.

    Raises:
        TitleError: a value is not the record's.
    """
    return setting_rows(title, key, kind)


def _file(title: Title) -> str:
    return str(title.folder / "title.toml") if title.folder else title.slug

"""The rows of the tables about powers and countries: who allies with whom, who may go to war and when, who is bound by what.

Every row has a `source`, as in `tables.py`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engine.errors import TitleError
from engine.title.model import Title
from engine.title.own_tables import AreaCell, OptionCell, PowerCell, ScenarioCell, SideCell, own_rows
from engine.title.per_title import per_title
from engine.titles.blitz.tables import CountryCell, country_of

RoleName = Literal["country-china", "country-france", "vichy", "french-africa", "minors-box", "rolls-for-partisans"]
EntryCell = Annotated[str, Meta(extra={"names": "neutral_entry"})]


class EntryCause(msgspec.Struct, frozen=True):
    """What makes an event of the Neutral Entry Chart happen (7.2).

    `cause` is war (of `power` and `on_power`), declared (each turn, once `power` has declared war on a power or country),
    or taken (the Axis takes `area`).
    """

    event: EntryCell
    cause: Literal["war", "declared", "taken"]
    source: str
    power: PowerCell = ""
    on_power: PowerCell = ""
    on_country: CountryCell = ""
    area: AreaCell = ""


class EntryPower(msgspec.Struct, frozen=True):
    """A power with a marker of Neutral Entry (7.2): the enemies that it goes to war with.

    On the road to war it is bound by it only under a `choice`; an enemy in the lands of its `home` lifts the limit (9.2).
    """

    power: PowerCell
    enemies: tuple[PowerCell, ...]
    source: str
    choice: OptionCell = ""
    home: CountryCell = ""


class Role(msgspec.Struct, frozen=True):
    """What the rules call by a name of their own: a country, an area or a power."""

    role: RoleName
    source: str
    country: CountryCell = ""
    area: AreaCell = ""
    power: PowerCell = ""


class Alignment(msgspec.Struct, frozen=True):
    """Whom a neutral country allies with, and when (3.3); the first row of a country that holds decides.

    `rule` is visitor (any Axis power with a land unit in land of its own within `needs` aircraft moves), coast-clear (the enemies of
    `power` hold nothing on the sea `area`), war (`power` is at war with `foe`, or with any enemy major power), held (`power` holds
    `area`), side-holds (its side does), doors-held (it holds and supplies `needs` areas beside the country). On the road to war it
    needs a `choice` (9.2).
    """

    country: CountryCell
    number: int
    rule: Literal["visitor", "coast-clear", "war", "held", "side-holds", "doors-held"]
    source: str
    power: PowerCell = ""
    area: AreaCell = ""
    foe: PowerCell = ""
    needs: int = 0
    choice: OptionCell = ""


class AreaShare(msgspec.Struct, frozen=True):
    """An area that goes to another power than the rest of its country, when that allies with a side (3.2)."""

    area: AreaCell
    side: SideCell
    power: PowerCell
    source: str


class WarLimit(msgspec.Struct, frozen=True):
    """On whom a power may not yet declare war (3.2); without `on_power` and `on_country` on nobody.

    `rule` is limited or bound (by its Neutral Entry), or early: before `turn`, unless it holds `area`; on the road to war under a `choice`.
    """

    power: PowerCell
    rule: Literal["limited", "bound", "early"]
    source: str
    on_power: PowerCell = ""
    on_country: CountryCell = ""
    turn: int = 0
    area: AreaCell = ""
    choice: OptionCell = ""


class Partners(msgspec.Struct, frozen=True):
    """Two powers that are as one once the `late` one is at war with an enemy major power (1.3, 1.7, 5.3)."""

    power: PowerCell
    late: PowerCell
    source: str


class ChinaEntry(msgspec.Struct, frozen=True):
    """When land units of a power may be in China (5.2): `holders` hold `needs` of some areas, and `at_war` is, where it is in the game."""

    power: PowerCell
    areas: tuple[AreaCell, ...]
    needs: int
    holders: tuple[PowerCell, ...]
    source: str
    at_war: PowerCell = ""


class MinorWar(msgspec.Struct, frozen=True):
    """A country that is at war with a power from the start, where that and its ally are in the game; it places Partisans there (7.1)."""

    country: CountryCell
    power: PowerCell
    source: str


class LostHome(msgspec.Struct, frozen=True):
    """A country whose units do not come back in a scenario."""

    scenario: ScenarioCell
    country: CountryCell
    source: str


class Bidder(msgspec.Struct, frozen=True):
    """A power whose group is bid for, in the order of the rows; the last has what is left (9.1)."""

    power: PowerCell
    source: str


class Overseas(msgspec.Struct, frozen=True):
    """A power whose bot comes to its enemies by sea: it wants ships as much as armies."""

    power: PowerCell
    source: str


class PlannedWar(msgspec.Struct, frozen=True):
    """A war that a power's bot declares from a turn on, where its side holds `area`."""

    power: PowerCell
    turn: int
    source: str
    on_power: PowerCell = ""
    on_country: CountryCell = ""
    area: AreaCell = ""


class Route(msgspec.Struct, frozen=True):
    """A neutral country that bots go through while `holder` holds `area`."""

    country: CountryCell
    area: AreaCell
    holder: PowerCell
    source: str


@per_title
def role(title: Title, name: RoleName) -> str:
    """Return the country, area or power that the rules call by a name (roles.csv).

    Raises:
        TitleError: the table has no such name.
    """
    found = {row.role: row.country or row.area or row.power for row in own_rows(title, "roles", Role)}
    if name not in found:
        file = str(title.folder / "roles.csv") if title.folder else title.slug
        raise TitleError(f"no role {name!r}; found {', '.join(found)}", file=file)
    return found[name]


@per_title
def china(title: Title) -> str:
    """Return the country with rules of its own for who may enter it, what it has and who builds there (5.2, 7.4, 7.8)."""
    return role(title, "country-china")


@per_title
def france(title: Title) -> str:
    """Return the country whose fall makes another of a part of it (3.4)."""
    return role(title, "country-france")


@per_title
def vichy(title: Title) -> str:
    """Return the part of France that is a country of its own once that has fallen (3.4)."""
    return role(title, "vichy")


@per_title
def entry_powers(title: Title) -> dict[str, EntryPower]:
    """Return power with a marker of Neutral Entry to its row (7.2)."""
    return {row.power: row for row in own_rows(title, "entry_powers", EntryPower)}


@per_title
def alignments(title: Title) -> dict[str, tuple[Alignment, ...]]:
    """Return neutral country to the ways that it finds an ally in, in order (3.3)."""
    rows = sorted(own_rows(title, "alignments", Alignment), key=lambda row: row.number)
    return {row.country: tuple(other for other in rows if other.country == row.country) for row in rows}


@per_title
def area_shares(title: Title) -> dict[tuple[str, str], str]:
    """Return (area, side) to the power that has the area, where that is another than the rest of its country's (3.2)."""
    return {(row.area, row.side): row.power for row in own_rows(title, "area_shares", AreaShare)}


@per_title
def shared_countries(title: Title) -> frozenset[str]:
    """Return the countries that may ally with several powers of a side (3.2)."""
    return frozenset(country_of(title)[area] for area, _ in area_shares(title))


@per_title
def china_entry(title: Title) -> dict[str, ChinaEntry]:
    """Return power to when its land units may be in China (5.2)."""
    return {row.power: row for row in own_rows(title, "china_entry", ChinaEntry)}


@per_title
def minor_wars(title: Title) -> dict[str, str]:
    """Return country to the power that is at war with it from the start."""
    return {row.country: row.power for row in own_rows(title, "minor_wars", MinorWar)}


@per_title
def bidders(title: Title) -> tuple[str, ...]:
    """Return the powers whose groups are bid for, in order (9.1)."""
    return tuple(row.power for row in own_rows(title, "bidders", Bidder))

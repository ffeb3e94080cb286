"""What title.toml says of production, as records (sections 1.3 to 1.6)."""

from __future__ import annotations

import msgspec


class Collect(msgspec.Struct, frozen=True):
    """A row of [[collect]]: what a power collects on a front (a region) of the stars and production that its camp controls.

    `strategic_only` and `production_only` name the only areas; `heir` collects once the power has surrendered.
    """

    slug: str
    power: str
    front: str
    production: bool = False
    strategic: bool = False
    production_only: tuple[str, ...] = ()
    strategic_only: tuple[str, ...] = ()
    heir: str = ""
    source: str = ""


class Worth(msgspec.Struct, frozen=True):
    """[worth]: the PPs of a star; the rest of an area's value is its production."""

    strategic: int
    source: str = ""


class Allowance(msgspec.Struct, frozen=True):
    """A row of [[allowance]]: what a power collects where areas do not say it.

    `by_year` while it is at war; `at_peace` while it is neutral, `occupied` from a date on once it stands where it must.
    """

    slug: str
    by_year: dict[str, int] = {}
    at_peace: int = -1
    occupied: int = -1
    source: str = ""


class Garrison(msgspec.Struct, frozen=True):
    """[garrison]: the fee of an area without one, and which areas need one.

    Those of `regions`, and enemy areas of the kinds `conquered` (strategic, production: regions; capital: of any power).
    `ends` maps a power to the front where it needs none once another one has surrendered; `capitals` a side to the power that
    answers for enemy capitals of a front while it is at war, whoever of the side holds them.
    """

    fee: int
    regions: tuple[str, ...]
    conquered: tuple[str, ...]
    ends: dict[str, dict[str, str]] = {}
    capitals: dict[str, dict[str, str]] = {}
    source: str = ""


class Target(msgspec.Struct, frozen=True):
    """A row of [[strategic_target]]: a power that loses PPs to raiders, and who they are.

    `umbrella` is the region of the air war, `by` the side whose aircraft raid under it; `zones` are those of the naval war, in
    their order, `raiders` the power whose ships raid there. A raid is told as a battle over the area `over`.
    """

    slug: str
    umbrella: str
    over: str
    by: str
    zones: tuple[str, ...] = ()
    raiders: str = ""
    source: str = ""


class StrategicWarfare(msgspec.Struct, frozen=True):
    """[strategic_warfare]: steps that an air raid needs, the largest number of the table, what weather and elite do."""

    threshold: int
    most: int
    weather: int
    elite: int
    source: str = ""


class BlitzDiscs(msgspec.Struct, frozen=True):
    """[blitz_disc]: the price, the fronts of each side, and by front who may help whom to pay."""

    price: int
    fronts: dict[str, tuple[str, ...]]
    help: dict[str, dict[str, str]] = {}
    source: str = ""


class Build(msgspec.Struct, frozen=True):
    """[build]: the price of a new block, and that of a power at war once the game marker `earned` is set."""

    price: int
    at_war: dict[str, int] = {}
    earned: str = ""
    source: str = ""


class FortSites(msgspec.Struct, frozen=True):
    """[fort_sites]: the fronts where a power may build forts; `after` adds one once another power has surrendered."""

    fronts: dict[str, tuple[str, ...]]
    after: dict[str, dict[str, str]] = {}
    overseas: str = ""
    source: str = ""


class Overseas(msgspec.Struct, frozen=True):
    """[overseas]: the front where blocks without supply over land need a port, and how many times a step costs by its border.

    Prices above one end once `until` has surrendered, and for the side that has the Mare Nostrum; ports of `only` serve
    only some sides; `exempt` names areas where a power never pays more. `coloured` are the ports of the narrow reading (option
    `overseas-ports`); a line over land does not cross the borders `straits`. In `campaigns` all zones of the line must be controlled.
    """

    front: str
    prices: dict[str, int]
    coloured: tuple[str, ...]
    only: dict[str, tuple[str, ...]] = {}
    exempt: dict[str, tuple[str, ...]] = {}
    until: str = ""
    straits: tuple[str, ...] = ()
    campaigns: tuple[str, ...] = ()
    source: str = ""


class Reinforce(msgspec.Struct, frozen=True):
    """[reinforce]: the most steps a season of limited blocks, and groups of powers that share one Strategic Power."""

    most: dict[str, int]
    shared: tuple[tuple[str, ...], ...] = ()
    source: str = ""

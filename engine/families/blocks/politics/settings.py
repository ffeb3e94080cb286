"""What title.toml says of war, surrender and victory, as records."""

from __future__ import annotations

import msgspec

Date = tuple[str, int]
"""A season and a year."""


class Declaration(msgspec.Struct, frozen=True):
    """A row of [[declaration]]: powers that may declare war on powers; who is in no row comes into the war by other ways.

    Attributes:
        at_war: whether the declaring power must be at war already.
        must: the season from which on the war is declared in any case, as the phase closes.
        conditions: what must be so, one of them: `ready` (all its blocks deployed at full strength, but those that are
            `unready`: ability to sub-phases of fire) or `unguarded` (an area of the pact's guard is empty).
        draws_in: powers that are drawn into the war on the side of the one that is attacked; with them all minors that join.
        great_war: whether it brings the attacked power the marker of that name, when its occupations are complete.
        option: the value of the option `declarations` by which the row holds; always when empty.
    """

    slug: str
    by: tuple[str, ...]
    on: tuple[str, ...]
    at_war: bool = False
    must: Date | None = None
    conditions: tuple[str, ...] = ()
    unready: dict[str, tuple[int, ...]] = {}
    draws_in: tuple[str, ...] = ()
    great_war: bool = False
    option: str = ""
    source: str = ""


class Restraint(msgspec.Struct, frozen=True):
    """A row of [[restraint]]: a neutral power (`slug`) declares no war before all nations of `fallen` have surrendered."""

    slug: str
    fallen: tuple[str, ...] = ()
    source: str = ""


class Couple(msgspec.Struct, frozen=True):
    """A row of [[couple]]: nations on which war is declared together, and what must have come before.

    All of `fallen` have surrendered in an earlier season; none of `joined` is neutral any more.
    """

    slug: str
    powers: tuple[str, ...]
    fallen: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    source: str = ""


class Join(msgspec.Struct, frozen=True):
    """A row of [[join]]: a minor nation that joins so many seasons after the fall of a power.

    `takes` is area to the holder that cedes it then; nothing is ceded when an enemy's war draws the nation in.
    The blocks it brings are those of reserves.csv whose occasion is the row's slug.
    """

    slug: str
    power: str
    fall_of: str
    seasons: int
    takes: dict[str, str] = {}
    source: str = ""


class Drawn(msgspec.Struct, frozen=True):
    """A row of [[drawn]]: an occasion of reserves.csv (`slug`) whose blocks are dealt out to their areas at random."""

    slug: str
    source: str = ""


class WarEntry(msgspec.Struct, frozen=True):
    """A row of [[entry]]: a neutral power that enters the war on a date, with the blocks of reserves.csv of that occasion."""

    slug: str
    power: str
    when: Date
    source: str = ""


class Occupation(msgspec.Struct, frozen=True):
    """A row of [[occupation]]: areas that a neutral power `to` takes over, and how many of its blocks must stand in each.

    From the first of its turns in which area `once` is held by side `held_by`, or from the season `when`.
    """

    slug: str
    to: str
    units: dict[str, int]
    when: Date | None = None
    once: str = ""
    held_by: str = ""
    source: str = ""


class Pact(msgspec.Struct, frozen=True):
    """[pact]: what a neutral power gives another each season after an occupation, while so many blocks guard each area.

    From the season `rise` on the giver collects more while all its occupations are complete.
    """

    giver: str
    receiver: str
    amount: int
    after: str
    guard: dict[str, int]
    rise: Date
    source: str = ""


class Closed(msgspec.Struct, frozen=True):
    """A row of [[closed]]: areas that some camps may not enter, from a season on, while a power is neutral."""

    slug: str
    areas: tuple[str, ...]
    camps: tuple[str, ...]
    while_neutral: str
    since: Date | None = None
    source: str = ""


class Frozen(msgspec.Struct, frozen=True):
    """A row of [[frozen]]: blocks of a power that do not move before a season."""

    slug: str
    power: str
    units: tuple[str, ...]
    until: Date
    source: str = ""


class SurrenderRow(msgspec.Struct, frozen=True):
    """A row of [[surrender]]: a major nation (`slug`) surrenders when `count` areas of a region are enemy-controlled (0: all).

    With `only` there is no other way to make it surrender.
    """

    slug: str
    region: str = ""
    count: int = 0
    only: bool = False
    source: str = ""


class Spoils(msgspec.Struct, frozen=True):
    """A row of [[spoils]]: who of a camp has what enemies that surrender leave, on some fronts: the first that is at war."""

    slug: str
    camp: str
    fronts: tuple[str, ...]
    to: tuple[str, ...]
    source: str = ""


class SeaFront(msgspec.Struct, frozen=True):
    """A row of [[sea_front]]: the bodies of water that belong to a front (`slug`)."""

    slug: str
    bodies: tuple[str, ...]
    source: str = ""


class ArmisticeRow(msgspec.Struct, frozen=True):
    """A row of [[armistice]]: a power (`slug`) may ask a side for an armistice while its capital is not in enemy hands.

    Accepted, power `forms` has the areas of the region of its name and the blocks of reserves.csv of the occasion `brings`.
    Refused, the powers of `union` become one nation.
    """

    slug: str
    of: str
    union: tuple[str, ...]
    forms: str = ""
    brings: str = ""
    source: str = ""


class FallOfFrance(msgspec.Struct, frozen=True):
    """[fall_of_france]: unless a power has fallen by the end of a season, `winners` have won."""

    power: str
    deadline: Date
    winners: tuple[str, ...]
    source: str = ""


class Condition(msgspec.Struct, frozen=True):
    """A row of [[victory.condition]]: what a faction needs of a measure to win at the end of a year or of a scenario."""

    contender: str
    measure: str
    threshold: int


class Victory(msgspec.Struct, frozen=True):
    """[victory]: the Strategic Power that wins at once, areas whose fall does, and the conditions of the end of a year or scenario,
    of which one is enough (`alone`)."""

    total: int
    areas: tuple[str, ...]
    condition: tuple[Condition, ...]
    source: str = ""
    alone: bool = False

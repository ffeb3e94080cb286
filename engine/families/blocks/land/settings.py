"""What title.toml says of movement on land and across the sea, as records."""

from __future__ import annotations

import msgspec


class Crossing(msgspec.Struct, frozen=True):
    """[crossing]: what enemy ships and discs hit a block with that is carried across a sea zone.

    contested, friendly: the least die that hits, by how the zone is for the block's side. `waters` is major nation to the
    bodies of water that its blocks may be carried across; `red_port` names the border of ports that only `red_sides` use.
    """

    contested: int
    friendly: int
    waters: dict[str, tuple[str, ...]]
    ports: tuple[str, ...]
    red_port: str = ""
    red_sides: tuple[str, ...] = ()
    source: str = ""


class StrategicMove(msgspec.Struct, frozen=True):
    """[strategic_move]: what strategic movement costs, in SMPs.

    unit: a move; water: each body of water after the first; route: a passage of that kind (the Cape). `trail` is the border
    that only `trail_most` blocks of a camp cross in a season.
    """

    unit: int
    water: int
    route: int
    trail: str = ""
    trail_most: int = 0
    source: str = ""


class Terrain(msgspec.Struct, frozen=True):
    """[land_move]: what it costs to move over land, in MPs, and what lies between areas.

    `slow` are the unit classes (sub-phases of fire) for which rough terrain and double arrows cost `hard`; `across` are the
    borders that halve whoever attacks over them, `freezes` those of them that snow makes passable; `arrows` are double
    arrows; `lake` is the border over which only aircraft go. `classes` are the fewest classes that engage an area, `of_a_class`
    the most blocks of one.
    """

    step: int
    hard: int
    slow: tuple[int, ...]
    across: tuple[str, ...]
    freezes: tuple[str, ...]
    arrows: str
    classes: int
    of_a_class: int
    lake: str = ""
    source: str = ""


class NoEngage(msgspec.Struct, frozen=True):
    """A row of [[no_engage]]: a side's blocks may not engage those of `foe` in a region, or beyond a line.

    With `line` (a border, whose rows run from this side of it to the other) blocks that start on this side may not, until
    the side controls `until_held`.
    """

    slug: str
    side: str
    foe: str
    region: str = ""
    line: str = ""
    until_held: str = ""
    source: str = ""


class Native(msgspec.Struct, frozen=True):
    """A row of [[native]]: the faction that may move in on a front where two factions of a camp want to (section 3.0.1)."""

    slug: str
    side: str
    source: str = ""


class Operations(msgspec.Struct, frozen=True):
    """[operations]: what special operations take (section 3.1).

    `snow_powers` launch them in snow, too; escort: most aircraft with blocks that are dropped; gunfire: most ships;
    of_a_class: most blocks of a class that land.
    """

    snow_powers: tuple[str, ...]
    escort: int
    gunfire: int
    of_a_class: int
    source: str = ""

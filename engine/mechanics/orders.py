"""The orders of the Axis & Allies family, as they are typed in a log."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engine.orders import AreaName, LoadList, Order, Path, PowerName, UnitList

Count = Annotated[int, Meta(ge=1)]


class Buy(Order, frozen=True, tag="buy"):
    """Purchase units: pays now, places them when new units are mobilized."""

    units: UnitList


class Repair(Order, frozen=True, tag="repair"):
    """Remove damage points from a facility."""

    area: AreaName
    points: Count


class Move(Order, frozen=True, tag="move"):
    """Move units of the power on turn together along a path, both ends included.

    `cargo` picks the ships that carry exactly this load, or `empty` those that carry nothing (cargo goes with its
    ship); allied fighters named there go aboard the carriers that move. `raid` sends strategic bombers against the
    facility in the last area of the path instead of into its battle. Of units of one type in different conditions,
    those able to make the move go; among them ships with the smaller load first, then units with the least movement
    left.
    """

    units: UnitList
    path: Path
    cargo: LoadList = ""
    raid: bool = False


class Load(Order, frozen=True, tag="load"):
    """Put land units aboard transports: `path` is land area > sea zone.

    `ship` is the power whose transports take them, when not one's own; `cargo` picks transports that
    already carry exactly this load, or with `empty` none. Large cargo is stowed first, and ships that carry something
    are filled first.
    """

    units: UnitList
    path: Path
    ship: PowerName = ""
    cargo: LoadList = ""


class Offload(Order, frozen=True, tag="offload"):
    """Put cargo ashore: `path` is sea zone > land area. Into a hostile area it declares an amphibious assault.

    `ship` and `cargo` pick the transports, as in Load. Ships already bound for the area come first, then those
    whose whole load is named, what was loaded this turn before older cargo.
    """

    units: UnitList
    path: Path
    ship: PowerName = ""
    cargo: LoadList = ""


class Battle(Order, frozen=True, tag="battle"):
    """Resolve a battle (or with `raid` the strategic bombing raid) in an area.

    `bombard` lists ships that bombard in an amphibious assault; `all` sends every ship that may, the default.
    """

    area: AreaName
    raid: bool = False
    bombard: str = "all"


class Lose(Order, frozen=True, tag="lose"):
    """Choose casualties; a unit that takes a hit and survives it is named too. Allied units name their power."""

    units: UnitList


class Submerge(Order, frozen=True, tag="submerge"):
    """Take `count` submarines of one side under; 0 keeps them all in the fight."""

    side: Literal["attacker", "defender"]
    count: Annotated[int, Meta(ge=0)]


class Press(Order, frozen=True, tag="press"):
    """Press the attack: fight another round."""


class Retreat(Order, frozen=True, tag="retreat"):
    """Retreat; land and sea units go to area `to`, air units stay over the battle until they land."""

    to: AreaName = ""


class Land(Order, frozen=True, tag="land"):
    """Land fighters whose carrier was lost in defence: `path` is sea zone > place of landing (or the zone alone)."""

    units: UnitList
    path: Path


class Place(Order, frozen=True, tag="place"):
    """Mobilize purchased units; `factory` names the producing area for sea units where several touch the zone."""

    units: UnitList
    area: AreaName
    factory: AreaName = ""

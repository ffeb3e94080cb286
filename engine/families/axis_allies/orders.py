"""The orders of the Axis & Allies family, as they are typed in a log."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from engine.mechanics.orders import Lose as Lose
from engine.orders import AreaName, CategoryName, LoadList, Order, Path, PowerName, TechName, UnitList, UnitName

Count = Annotated[int, Meta(ge=1)]


class Buy(Order, frozen=True, tag="buy"):
    """Purchase units: pays now, places them when new units are mobilized.

    `account` is a rider whose money pays and whose home takes the units, when not the power on turn itself.
    """

    units: UnitList
    account: PowerName = ""


class Repair(Order, frozen=True, tag="repair"):
    """Remove damage points from a facility; `facility` is its type, when it is not the area's factory."""

    area: AreaName
    points: Count
    facility: UnitName = ""


class Move(Order, frozen=True, tag="move"):
    """Move units of the power on turn together along a path, both ends included.

    `cargo` picks the ships that carry exactly this load, or `empty` those that carry nothing (cargo goes with its
    ship); allied fighters named there go aboard the carriers that move. `raid` sends strategic bombers against the
    facility in the last area of the path instead of into its battle (`target` is its type, when it is not the factory),
    and lets fighters escort them. With `drop` the infantry of the order rides in its bombers. Of units of one type in different conditions,
    those able to make the move go; among them ships with the smaller load first, then units with the least movement
    left.
    """

    units: UnitList
    path: Path
    cargo: LoadList = ""
    raid: bool = False
    target: UnitName = ""
    drop: bool = False


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
    whose whole load is named, what was loaded this turn before older cargo. `marines` of the infantry that assaults are
    marines.
    """

    units: UnitList
    path: Path
    ship: PowerName = ""
    cargo: LoadList = ""
    marines: Annotated[int, Meta(ge=0)] = 0


class Battle(Order, frozen=True, tag="battle"):
    """Resolve a battle (or with `raid` the strategic bombing raid) in an area.

    `bombard` lists ships that bombard in an amphibious assault; `all` sends every ship that may, the default. With
    `atomic` one of the raiding bombers drops an atomic bomb.
    """

    area: AreaName
    raid: bool = False
    bombard: Annotated[str, Meta(extra={"may name": "units"})] = "all"
    atomic: bool = False


class Pick(Order, frozen=True, tag="pick"):
    """Choose the enemy units hit by targeted fire; name the powers if there are several."""

    tells: ClassVar[bool] = True

    units: UnitList


class Intercept(Order, frozen=True, tag="intercept"):
    """Send fighters of the area that is raided up against the bombers; none with an empty list."""

    units: UnitList

    @property
    def is_idle(self) -> bool:
        """Whether none go up."""
        return not self.units


class Scramble(Order, frozen=True, tag="scramble"):
    """Send aircraft from an air base into the sea combat beside it: `path` is area > sea zone; none with an empty list.

    With radar also fighters to the defense of land beside theirs: `path` is area > area.
    """

    units: UnitList
    path: Path

    @property
    def is_idle(self) -> bool:
        """Whether none go up."""
        return not self.units


class Kamikaze(Order, frozen=True, tag="kamikaze"):
    """Throw tokens at warships of the power on turn, each part at one ship: `2 battleship > sea-zone-6; cruiser > sea-zone-19`.

    `battleship@1` is a damaged one. None are thrown with an empty text.
    """

    attacks: Annotated[str, Meta(extra={"may name": "units"})] = ""

    @property
    def is_idle(self) -> bool:
        """Whether no attack is made."""
        return not self.attacks.strip()


class Evade(Order, frozen=True, tag="evade"):
    """Let the power's ships try to slip away from sea combat into zone `to`; they stay when it names none."""

    to: AreaName = ""

    @property
    def is_idle(self) -> bool:
        """Whether the ships stay."""
        return not self.to


class Partisans(Order, frozen=True, tag="partisans"):
    """Let partisans make so many of their attacks of this turn in an area."""

    area: AreaName
    attacks: Count = 1


class Rocket(Order, frozen=True, tag="rocket"):
    """Let so many anti-aircraft guns, or bases, of an area fire rockets at the factory of area `at`.

    `target` is the facility's type, when it is not the factory.
    """

    area: AreaName
    at: AreaName
    guns: Count = 1
    target: UnitName = ""


class Submerge(Order, frozen=True, tag="submerge"):
    """Take `count` submarines of one side under; 0 keeps them all in the fight."""

    side: Literal["attacker", "defender"]
    count: Annotated[int, Meta(ge=0)]

    @classmethod
    def of(cls, side: str, count: int) -> Submerge:
        """Return the order for a side that is named by any text: all but `attacker` is the defender."""
        return cls("attacker" if side == "attacker" else "defender", count)

    @property
    def is_idle(self) -> bool:
        """Whether none submerge."""
        return not self.count


class Press(Order, frozen=True, tag="press"):
    """Press the attack: fight another round."""


class Retreat(Order, frozen=True, tag="retreat"):
    """Retreat; land and sea units go to area `to`, air units stay over the battle until they land.

    Where a title lets units retreat into several areas, `also` says which go elsewhere: `2 infantry > saxony; cavalry > berlin`.
    """

    to: AreaName = ""
    also: str = ""


class Land(Order, frozen=True, tag="land"):
    """Land fighters whose carrier was lost in defence: `path` is sea zone > place of landing (or the zone alone)."""

    units: UnitList
    path: Path


class Place(Order, frozen=True, tag="place"):
    """Mobilize purchased units; `factory` names the producing area for sea units where several touch the zone.

    `border` is the neighbour that units on a border or coast (fortifications) face. `boarding` lists aircraft of the
    factory's area that go aboard carriers of the order, where the rules let them.
    """

    units: UnitList
    area: AreaName
    factory: AreaName = ""
    border: AreaName = ""
    boarding: Annotated[str, Meta(extra={"may name": "units"})] = ""


class Declare(Order, frozen=True, tag="declare"):
    """Declare war on a power; `by` is who declares it, when not the power on turn."""

    on: PowerName
    by: PowerName = ""


class Lend(Order, frozen=True, tag="lend"):
    """Allocate aid to an ally, which spends it in its next turn."""

    to: PowerName
    amount: Count


class Form(Order, frozen=True, tag="form"):
    """Form a special army group of units that stand in one area."""

    units: UnitList
    area: AreaName


class Research(Order, frozen=True, tag="research"):
    """Buy a researcher, who works in one category of technologies until a breakthrough; in some titles a die for this turn."""

    category: CategoryName


class Roll(Order, frozen=True, tag="roll"):
    """Roll the research dice of this turn: no more researchers are bought in it.

    Where dice are kept from turn to turn: for a `category`, by default that of the dice bought in this turn; `dice`: how many, 0 for all.
    """

    category: CategoryName = ""
    dice: Annotated[int, Meta(ge=0)] = 0


class Develop(Order, frozen=True, tag="develop"):
    """Choose what a breakthrough brings."""

    technology: TechName


class Transfer(Order, frozen=True, tag="transfer"):
    """Send land units by rail from one area to another, in the noncombat move."""

    units: UnitList
    area: AreaName
    to: AreaName

"""The orders of this game, as they are typed in a log. Units have names, so a list of them says all: `army-group-b, stukas`."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engine.orders import AreaName, Order, Path, PowerName, ResourceName, UnitList, UnitName

BlitzKind = Literal["air", "land", "naval", "total", "free", "foot"]
AttackKind = Literal["factory", "ground", "port"]
ATTACK_KINDS: dict[str, AttackKind] = {"factory": "factory", "ground": "ground", "port": "port"}
CountryName = Annotated[str, Meta(description="slug of a country, or of a power")]
AnyName = Annotated[str, Meta(description="slug of a unit, or of a Convoy", extra={"may name": "unit"})]
CommanderName = Annotated[str, Meta(description="slug of a Commander")]
Sizes = Annotated[int, Meta(ge=1, le=4)]


class GoToWar(Order, frozen=True, tag="declare"):
    """Declare war on a neutral country or on a power; `by` is who declares it (3.2)."""

    by: PowerName
    on: CountryName


class Blitz(Order, frozen=True, tag="blitz"):
    """Choose a power's Blitz (2.2); `foot` is the Non-Motorized Land Blitz of an optional rule (9.7)."""

    power: PowerName
    kind: BlitzKind


class ReturnToBase(Order, frozen=True, tag="return"):
    """Return a unit at sea to base in a land area; `port` is a sea area of the port, where it has several (4.1)."""

    unit: UnitName
    area: AreaName
    port: AreaName = ""


class PutToSea(Order, frozen=True, tag="sail"):
    """Move a naval or air unit to a sea area or into a port (4.2); what the path leaves out is the shortest way.

    `carry` are the land units that a TRS takes along, `embark` those that it takes on where its move ends.
    """

    unit: UnitName
    path: Path
    carry: UnitList = ""
    embark: UnitList = ""


class Engage(Order, frozen=True, tag="engage"):
    """Choose the next sea area with a combat (4.4); where Free Blitzes alone cause it, the other side is asked (2.2)."""

    area: AreaName


class FlyIn(Order, frozen=True, tag="fly-in"):
    """Fly air units to a sea combat (4.4); none to leave it."""

    units: UnitList = ""


class SlipAway(Order, frozen=True, tag="evade"):
    """Return SUBs to base before a sea combat (4.4); none to stay."""

    units: UnitList = ""


class Choose(Order, frozen=True, tag="pick"):
    """Choose a unit (or a Convoy) that takes damage, returns to base, retreats or may not advance (6.5, 6.6)."""

    unit: AnyName


class GoTo(Order, frozen=True, tag="go-to"):
    """Choose the land area that a unit returns, retreats or is moved to; `port` as for a return to base (4.1, 6.5, 6.6)."""

    unit: UnitName
    area: AreaName
    port: AreaName = ""


class Rebase(Order, frozen=True, tag="rebase"):
    """Rebase an air or naval unit, or a PARA by air (5.1); `carry` are land units aboard a TRS for its whole way."""

    unit: UnitName
    path: Path
    carry: UnitList = ""
    port: AreaName = ""


class MoveUnit(Order, frozen=True, tag="move"):
    """Move a land unit overland, or from its TRS at sea to the shore (5.2)."""

    unit: UnitName
    path: Path


class Attack(Order, frozen=True, tag="attack"):
    """Announce a land area combat and the units in it; PARAs of `drop` fly (5.3). A second order of one kind and area adds units."""

    kind: AttackKind
    area: AreaName
    units: UnitList
    drop: UnitList = ""


class Announced(Order, frozen=True, tag="announced"):
    """All land area combats are announced; the other side commits its units (5.3)."""


class Defend(Order, frozen=True, tag="defend"):
    """Commit air and naval units to the defense of a land area combat (5.3)."""

    kind: AttackKind
    area: AreaName
    units: UnitList


class CommitNoMore(Order, frozen=True, tag="stand"):
    """A power commits no more units to the defense (5.3)."""

    power: PowerName


class Resolve(Order, frozen=True, tag="resolve"):
    """Choose the next land area combat to resolve (5.3)."""

    kind: AttackKind
    area: AreaName


class Yes(Order, frozen=True, tag="yes"):
    """Agree to what is asked: give a liberated country back, take Resources for a Factory (3.4, 9.9)."""


class No(Order, frozen=True, tag="no"):
    """Refuse what is asked."""


class Partisan(Order, frozen=True, tag="partisan"):
    """Place the Partisan in an area, or nowhere (7.1)."""

    area: AreaName = ""


class NewHome(Order, frozen=True, tag="new-home"):
    """Choose the new home country of a conquered country's units (3.4)."""

    country: CountryName


class Besiege(Order, frozen=True, tag="press"):
    """Choose the land area that a power out of play attacks (E, Conflict with the USSR); none for no attack."""

    area: AreaName = ""


class Give(Order, frozen=True, tag="give"):
    """Choose how much Oil is in what an LL unit delivers, or for how many points a looter claims Oil; the rest is Resources (7.4, 9.9).

    `points` is how many Victory Points a looter keeps, where an option lets him take goods for a part of a Factory.
    """

    oil: Annotated[int, Meta(ge=0)]
    points: Annotated[int, Meta(ge=0)] = 0


class AddUnit(Order, frozen=True, tag="develop"):
    """Add a new unit of the current Group to the Force Pool (7.3)."""

    unit: UnitName


class Forgo(Order, frozen=True, tag="forgo"):
    """Remove a unit of a country that is not an ally from a Group for good (7.3)."""

    unit: UnitName


class Command(Order, frozen=True, tag="command"):
    """Bring a Commander onto the map, or move him, to an area, and let him command a unit there; none to wait (9.5)."""

    commander: CommanderName
    area: AreaName
    unit: UnitName = ""


class Build(Order, frozen=True, tag="build"):
    """Build a unit up by so many Sizes: on the map, or from the Force Pool in `area` (7.8); `port` as for a return to base.

    `oil` is how much of the price is paid in Oil; Resources come first.
    """

    unit: UnitName
    area: AreaName = ""
    sizes: Sizes = 1
    port: AreaName = ""
    oil: Annotated[int, Meta(ge=0)] = 0


class ResearchWeapons(Order, frozen=True, tag="research"):
    """Spend one to research weapons (7.8)."""

    resource: ResourceName = ""


class Bomb(Order, frozen=True, tag="a-bomb"):
    """Develop or test the A-Bomb (7.8)."""

    step: Literal["develop", "test"] = "develop"


class Sabotage(Order, frozen=True, tag="sabotage"):
    """Spend one to sabotage an enemy power (9.6)."""

    on: PowerName


class Scrap(Order, frozen=True, tag="scrap"):
    """Damage a unit of one's own by so many Sizes, or destroy it (7.8)."""

    unit: UnitName
    sizes: Sizes = 1

"""The orders that only Global War 1936-1945 has."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engine.orders import AreaName, Order, Path, PowerName, TechName, UnitList, UnitName

Count = Annotated[int, Meta(ge=1)]
Duty = Literal["raid", "mines", "escort", "patrol", "screened"]
PactName = Literal["molotov-ribbentrop", "japanese-soviet"]

PassageName = Literal["panama-canal", "kaiser-wilhelm-canal", "baltic-white-sea-canal", "saint-lawrence-seaway", "northern-sea-route"]
"""The passages that somebody opens and closes."""


class Build(Order, frozen=True, tag="build"):
    """Begin what takes several turns, or stands in one place: ships, facilities and their upgrades. Pays the first part.

    Facilities name their `area`, those on a border also the neighbour they face. `account` is a rider whose money pays.
    With `twice`, who has improved construction pays the first two parts at once, at the full price.
    """

    unit: UnitName
    area: AreaName = ""
    border: AreaName = ""
    account: PowerName = ""
    twice: bool = False


class Advance(Order, frozen=True, tag="advance"):
    """Pay the next part of `count` of what is being built; `stage` is how many parts have been paid, `area` where it is.

    `border` is the neighbour that a facility on a border faces, `to` the nation that a ship is built for as lend-lease.
    """

    unit: UnitName
    stage: Count = 1
    count: Count = 1
    area: AreaName = ""
    border: AreaName = ""
    account: PowerName = ""
    to: PowerName = ""


class Study(Order, frozen=True, tag="study"):
    """Roll once to bring a technology one stage further."""

    technology: TechName


class Influence(Order, frozen=True, tag="influence"):
    """Pay, and roll for a minor power to become part of the nation."""

    nation: PowerName
    amount: Count = 3


class Grant(Order, frozen=True, tag="grant"):
    """Declare lend-lease to a nation: money, or one unit that is bought for it. It is delivered as units are placed.

    A ship of several turns is begun on the production chart, and paid for by advance like others. FEC and ANZAC lend as `account`.
    """

    to: PowerName
    amount: Annotated[int, Meta(ge=0)] = 0
    unit: UnitName = ""
    account: PowerName = ""


class Deliver(Order, frozen=True, tag="deliver"):
    """Send the lend-lease that was declared for a nation from one area to another; it takes the shortest way."""

    to: PowerName
    area: AreaName
    at: AreaName


class Assign(Order, frozen=True, tag="assign"):
    """Give ships or aircraft in a sea zone a duty: to raid convoys, to raid with mines, to escort, to stay on patrol,
    or to wait behind a screening force that fights in the zone (screened)."""

    units: UnitList
    area: AreaName
    duty: Duty


class Redeploy(Order, frozen=True, tag="redeploy"):
    """Move transports with what is aboard by strategic naval movement."""

    units: UnitList
    path: Path


class Recruit(Order, frozen=True, tag="recruit"):
    """Place what a controlled minor power's recruitment has brought: an infantry, or two militia."""

    units: UnitList
    area: AreaName


class Refit(Order, frozen=True, tag="refit"):
    """Upgrade units where they stand: militia to infantry, infantry to motorized infantry, early fighters to fighters.

    With `scrap`, early fighters are given up for money instead.
    """

    unit: UnitName
    area: AreaName
    count: Count = 1
    scrap: bool = False


class Dock(Order, frozen=True, tag="dock"):
    """Have a dock in area `at` repair `hits` of the damaged ships of a type in sea zone `area`; done as units are placed."""

    unit: UnitName
    area: AreaName
    at: AreaName
    hits: Count = 1


class Annex(Order, frozen=True, tag="annex"):
    """Move land units into an area that the nation annexes: a combat move without combat and without a declaration of war."""

    units: UnitList
    path: Path


class Relay(Order, frozen=True, tag="relay"):
    """Repair the railway between two areas, a point of damage for one of money."""

    path: Path


class Decline(Order, frozen=True, tag="decline"):
    """Answer for a patrol that enemy ships have met: fight them, or with `decline` stay out of the battle."""

    decline: bool = False


class Resist(Order, frozen=True, tag="resist"):
    """Answer the annexation of Slovakia for Great Britain and France: allow it, or with `contest` let its forces fight."""

    contest: bool = False


class Sign(Order, frozen=True, tag="sign"):
    """Sign a pact, or with `end` declare that it is over: molotov-ribbentrop or japanese-soviet; `by` a party that is not on turn."""

    pact: PactName
    end: bool = False
    by: PowerName = ""


class Cross(Order, frozen=True, tag="cross"):
    """Let units go over a narrow crossing or the Channel in the non-combat move, without a ship."""

    units: UnitList
    path: Path


class Claim(Order, frozen=True, tag="claim"):
    """Ask a nation of another alliance for an area that was one's own at first; who refuses may be declared war on."""

    area: AreaName


class Cede(Order, frozen=True, tag="cede"):
    """Return an area to the player nation of another alliance whose it was at first; one's own units leave it."""

    area: AreaName


class Exchange(Order, frozen=True, tag="exchange"):
    """Give money from one half of a divided nation (`account`) to the other, or what a wartime economy has brought to a partner."""

    account: PowerName
    to: PowerName
    amount: Count


class Regroup(Order, frozen=True, tag="regroup"):
    """Move land units and aircraft of the Spanish faction that has won between its areas, for who controlled it."""

    units: UnitList
    area: AreaName
    at: AreaName


class Deny(Order, frozen=True, tag="deny"):
    """The United States deny the Soviet Union the next income of the Soviet-Arctic line."""


class Monroe(Order, frozen=True, tag="monroe"):
    """The United States invoke the Monroe doctrine against a nation they are at peace with, for the combat of this turn."""

    on: PowerName


class Partition(Order, frozen=True, tag="partition"):
    """The Soviet Union marches into eastern Poland under its pact with Germany, whoever holds it, for the combat of this turn."""


class Aid(Order, frozen=True, tag="aid"):
    """An Allied nation pays for a militia of a Spanish faction in an area to become infantry."""

    nation: PowerName
    area: AreaName


class Reassign(Order, frozen=True, tag="reassign"):
    """Keep what was lent to a nation and could not be delivered: it comes as units are placed, or as money at once."""

    to: PowerName
    account: PowerName = ""


class Permit(Order, frozen=True, tag="permit"):
    """Let a nation use a passage, or with `closed` keep it out, until one says otherwise; `by` its keeper, who is not on turn."""

    passage: PassageName
    nation: PowerName
    closed: bool = False
    by: PowerName = ""


class Armistice(Order, frozen=True, tag="armistice"):
    """Germany says whether it will create Vichy France when France surrenders in its turn; it will unless it has said otherwise."""

    vichy: bool = True


class Entrust(Order, frozen=True, tag="entrust"):
    """A nation (`by`, or who is on turn) says which member of its alliance gets its minor powers if it surrenders."""

    to: PowerName
    by: PowerName = ""


class Force(Order, frozen=True, tag="force"):
    """Force ships through a strait that its owner closes, from one sea zone to the next: an act of war, under fire."""

    units: UnitList
    path: Path


class Wreck(Order, frozen=True, tag="wreck"):
    """Bomb a facility under construction (`target`) of an area to which bombers have flown; fighters there may escort.

    Target `railroad` is the railway to the neighbour that `border` names, whether under construction or not.
    """

    units: UnitList
    area: AreaName
    target: UnitName
    border: AreaName = ""


class Carpet(Order, frozen=True, tag="carpet"):
    """Bomb the land units of a hostile area to which strategic bombers have flown, for one round; fighters there may escort."""

    units: UnitList
    area: AreaName


class Shell(Order, frozen=True, tag="shell"):
    """Fire at the land units of another area, who cannot fire back: advanced artillery at a neighbour, rockets up to three spaces."""

    units: UnitList
    area: AreaName
    at: AreaName


class Launch(Order, frozen=True, tag="launch"):
    """Fire `count` strategic rockets of an area at a facility of area `at`: its factory, or `target`.

    It may be under construction. Target `railroad` is the railway to the neighbour that `border` names.
    """

    area: AreaName
    at: AreaName
    target: UnitName = ""
    count: Count = 1
    border: AreaName = ""


class Exploit(Order, frozen=True, tag="exploit"):
    """Go on to the next area once a battle is won: armor that blitzes with what pairs with it, or ships behind a screening force."""

    units: UnitList
    path: Path

"""The rows of the tables that only Global War 1936-1945 has.

Every row has a `source`: the section of the rule book, a sheet, or `reconstructed: why`; figures of greedy bots say `chosen`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engine.errors import TitleError
from engine.title.model import Title
from engine.title.own_tables import (
    AreaCell,
    PartyCell,
    PassageCell,
    PlaceCell,
    PowerCell,
    RegionCell,
    ScenarioCell,
    SideCell,
    TechnologyCell,
    UnitCell,
    own_rows,
)
from engine.title.per_title import per_title
from engine.titles.global_war_1936.orders import PactName

ObjectiveCell = Annotated[str, Meta(extra={"names": "objectives"})]
MonthCell = Annotated[str, Meta(pattern=r"^([0-9]{4}-(0[1-9]|1[0-2]))?$")]
"""A month as `1939-07`, or none."""
RoleName = Literal[
    "american", "payers", "chinese", "unifier", "burma-road", "arctic", "avenger", "first-ruler", "reroute", "lakes", "levy", "volunteer",
    "supplies", "mountaineers", "early-fighters", "researcher", "captured-factory", "hurry",
    "hunt", "tracks", "canal-works",
]  # fmt: skip
FigureName = Literal[
    "war-fee", "american-dismay", "evolution", "blockade-ships", "hump-loss", "early-stages", "technology-stages",
    "blitz-rounds", "patrol-guard", "escort-guard", "supplies-price", "site-setback", "redeploy-zones", "channel-units",
    "submarine-hunt", "forced-strait-hit", "coast-hit", "coast-shots", "two-hits", "three-hits", "walls", "maginot-walls",
    "wall-shots", "wall-hit", "maginot-hit", "track-damage", "track-damage-hard", "rough-less", "soft-less", "river-less",
    "surrounded-less", "city-more", "rough-facility", "rough-railroad", "carpet-hit", "carpet-jungle-less", "rocket-die",
    "evolved-redeploy",
]  # fmt: skip
BotUse = Literal[
    "transports",
    "submarines",
    "seaplanes",
    "bombers",
    "rare",
    "fleet",
    "raised",
    "colonial",
    "lent",
    "ashore",
    "aided",
    "marching",
]
ConvoyCell = Annotated[str, Meta(extra={"names": "convoy"})]
PactCell = Annotated[str, Meta(extra={"names": "pacts"})]


class Objective(msgspec.Struct, frozen=True, kw_only=True):
    """An objective of a nation's sheet: `points` for each of its parts that is reached, for `most` of them (section 3.1).

    A nation's sheet in title.toml says how many points its objectives add up to at most. Greedy bots play for the areas of one that is
    `prized`, as the end comes near.
    """

    nation: PowerCell
    objective: str
    most: int
    points: int
    prized: Literal["yes", ""] = ""
    source: str


class Term(msgspec.Struct, frozen=True, kw_only=True):
    """A condition of a part of an objective; the part is reached when all of its terms hold.

    A `test` (`predicates.py`) measures a number; the term holds when that is at least `least` and at most `most`. Without either the number
    itself counts. `scenario` limits it to one.

    Attributes:
        who: powers or sides that are measured; a neutral one counts while it stands apart. against: those they are measured beside.
        where: areas or regions. what: units. techs: technologies.
        worth: the value from which an area counts. besides: objectives of the nation whose areas do not count as well.
    """

    nation: PowerCell
    objective: ObjectiveCell
    part: str
    test: Literal[
        "all",
        "army",
        "beside",
        "earns",
        "foreigners",
        "gained",
        "held",
        "invaded",
        "joined",
        "keeps",
        "ports",
        "ships",
        "spain",
        "technologies",
        "threats",
        "troops",
        "units",
        "value",
    ]
    scenario: ScenarioCell = ""
    who: tuple[PartyCell, ...] = ()
    against: tuple[PartyCell, ...] = ()
    where: tuple[PlaceCell, ...] = ()
    what: tuple[UnitCell, ...] = ()
    techs: tuple[TechnologyCell, ...] = ()
    least: int | None = None
    most: int | None = None
    worth: int = 0
    besides: tuple[ObjectiveCell, ...] = ()
    source: str


class Annexation(msgspec.Struct, frozen=True, kw_only=True):
    """An area that a nation may annex (section 0.9): from a `month` on, or while a `pact` holds; `across` also over a sea zone."""

    area: AreaCell
    by: PowerCell
    month: MonthCell = ""
    pact: PactCell = ""
    across: Literal["yes", ""] = ""
    source: str


class Pact(msgspec.Struct, frozen=True, kw_only=True):
    """A pact of two nations (section 14).

    Attributes:
        month: from which it may be signed. breach: what ending it costs. trade: what it pays each party.
        guest: the party that gets a `base_unit` in area `base` while the other holds it. binds: the party that leaves the neutral powers
            that it `shields` alone, and of the power `spared` all but the area `open`. sphere: areas that this party may attack, whoever
            holds them, once the other party holds area `key`.
        bots_from: the month from which greedy bots sign it.
    """

    pact: PactName
    parties: tuple[PowerCell, PowerCell]
    month: MonthCell = ""
    breach: int = 0
    trade: tuple[int, ...] = ()
    guest: PowerCell = ""
    base: AreaCell = ""
    base_unit: UnitCell = ""
    binds: PowerCell = ""
    shields: tuple[PowerCell, ...] = ()
    spared: PowerCell = ""
    open: AreaCell = ""
    sphere: tuple[AreaCell, ...] = ()
    key: AreaCell = ""
    bots_from: MonthCell = ""
    source: str


class BotWar(msgspec.Struct, frozen=True, kw_only=True):
    """A war that the greedy bot of nation `by` declares `on` another from a month on, when its sheet lets it.

    A `provoked` one waits until the other has begun a war with a player or a neighbour, one with a `pact` until that is signed.
    """

    by: PowerCell
    on: PowerCell
    month: MonthCell
    provoked: Literal["yes", ""] = ""
    pact: PactCell = ""
    source: str


class BotPlan(msgspec.Struct, frozen=True, kw_only=True):
    """Names and months of a plan of the greedy bots: nations that follow it, whom it is about, whom they have in mind, where, and when.

    reds: they turn on who is ahead of them, unless the foe is the stronger. north: they attack who is at war with the foe and weak in these
    areas. victims: wars on these are a provocation. lend: they lend to these in turn, but not to a rival that is ahead of the foe.
    influence: they pay for minor powers.
    """

    plan: str
    by: tuple[PowerCell, ...] = ()
    on: tuple[PowerCell, ...] = ()
    foe: PowerCell = ""
    areas: tuple[AreaCell, ...] = ()
    month: MonthCell = ""
    until: MonthCell = ""
    source: str


class Alignment(msgspec.Struct, frozen=True, kw_only=True):
    """A way in which a minor power aligns by itself with a player nation (section 4.8, tables 4-4 to 4-6); all that is filled must hold.

    Attributes:
        number: tells the rows of a minor power apart. to: whom it aligns with.
        when: after a declaration of war, as production begins, as combat ends, as units are placed (then one row a turn), or always.
        turn: whose turn it is. war, foe: one of these nations is at war with that one. fallen: a nation that has surrendered.
        month: from which. pact: one that has been signed. holder, holds: a nation, or some of a side, possess all these areas.
        near: a nation has land units beside it. by, on: this nation has declared war on one of these neighbours. won: it has won its civil
            war.
    """

    minor: PowerCell
    number: int
    to: PowerCell
    when: Literal["declared", "production", "combat", "placing", "always"]
    turn: tuple[PowerCell, ...] = ()
    war: tuple[PowerCell, ...] = ()
    foe: PowerCell = ""
    fallen: PowerCell = ""
    month: MonthCell = ""
    pact: PactCell = ""
    holder: PartyCell = ""
    holds: tuple[AreaCell, ...] = ()
    near: PowerCell = ""
    by: PowerCell = ""
    on: tuple[PowerCell, ...] = ()
    won: Literal["yes", ""] = ""
    source: str


class Protector(msgspec.Struct, frozen=True, kw_only=True):
    """Who gets minor powers that are attacked (table 4-3): the first row that fits decides.

    A row fits some `minors` (all where empty) at `home` in some regions (anywhere where empty), attacked by a player of side `by` (anybody
    where empty) but not by one of side `but`. With `at_once` they align although that nation is at peace with the attacker.
    """

    number: int
    minors: tuple[PowerCell, ...] = ()
    home: tuple[RegionCell, ...] = ()
    by: SideCell = ""
    but: SideCell = ""
    to: PowerCell
    at_once: Literal["yes", ""] = ""
    source: str


class InfluenceRow(msgspec.Struct, frozen=True, kw_only=True):
    """A minor power that a nation can bring over by money (tables 4-4, 4-5): `most` IPP a turn; `once` in the game, for just that price.

    Each IPP is a number of the die, and so is a raid on one of its `lines` in the turn. `alarms` gains a die of peacetime income when it
    succeeds.
    """

    nation: PowerCell
    by: PowerCell
    most: int
    once: Literal["yes", ""] = ""
    alarms: PowerCell = ""
    lines: tuple[ConvoyCell, ...] = ()
    source: str


class Faction(msgspec.Struct, frozen=True, kw_only=True):
    """A side of the Spanish Civil War (13.1): who controls it, and gets volunteers in area `camp` when it has won; who lends to it."""

    faction: PowerCell
    ruler: PowerCell
    camp: AreaCell
    lenders: tuple[PowerCell, ...]
    source: str


class Vichy(msgspec.Struct, frozen=True, kw_only=True):
    """Who and what the fall of France is about (section 14.4); the table has one row.

    Attributes:
        fallen: the nation that surrenders. exile: what goes on of it. victor: who may create the `puppet` in its own turn. home: the
            puppet's areas, its seat first. army: the units it begins with. port: the sea zone to which its ships sail.
        heir: who gets ships that join the Axis in the regions `east`.
    """

    fallen: PowerCell
    exile: PowerCell
    puppet: PowerCell
    victor: PowerCell
    home: tuple[AreaCell, ...]
    army: tuple[UnitCell, ...]
    port: AreaCell
    east: tuple[RegionCell, ...]
    heir: PowerCell
    source: str


class Colony(msgspec.Struct, frozen=True, kw_only=True):
    """A French colony that is rolled for together with the others of its group; it goes to Vichy, or `to` another (section 14.4.2)."""

    group: str
    area: AreaCell
    to: PowerCell = ""
    source: str


class Fate(msgspec.Struct, frozen=True, kw_only=True):
    """What a die up to `upto` does to a colony, a ship under construction or a ship of a France that falls (section 14.4.2)."""

    of: Literal["colony", "chart", "ship"]
    upto: int
    fate: Literal["free", "scuttled", "vichy", "axis"]
    source: str


class Role(msgspec.Struct, frozen=True, kw_only=True):
    """Nations, areas or units that a rule of the book names, and the month from which it counts.

    american: who invokes the Monroe doctrine, and is dismayed by Allied wars. payers: who else pays for such wars. chinese: the factions.
    unifier: who gets the warlords. burma-road: the nation at its Chinese end and its foe, the ends, what that nation builds while it is
    open, and from when. arctic: who denies the income of that line, and to whom. avenger: who has won its war with that area.
    first-ruler: who controls the avenger in 1936. reroute: whose convoys go round the Cape while enemies hold one of the areas.
    lakes: sea zones that only ships for inland waters enter. levy: what a minor power recruits, one of the first or two of the second.
    volunteer: the unit of those who have won in Spain. supplies: what Allied supplies make of what. mountaineers: what becomes of which
    without mountains. early-fighters: the early fighter, the modern one, and from when that is for sale. researcher: who gains a die of
    research by the pact. captured-factory: what a captured factory makes as much as.
    hurry, hunt: the technology by which two parts of a ship are paid at once, and by which escorts hunt submarines. tracks, canal-works:
    the facilities that are railways, and canals that can be bombed.
    """

    role: RoleName
    powers: tuple[PowerCell, ...] = ()
    areas: tuple[AreaCell, ...] = ()
    units: tuple[UnitCell, ...] = ()
    techs: tuple[TechnologyCell, ...] = ()
    month: MonthCell = ""
    source: str


@per_title
def role(title: Title, name: RoleName) -> Role:
    """Return the nations, areas or units that a rule names.

    Raises:
        TitleError: an overlay has taken the row away.
    """
    for row in own_rows(title, "roles", Role):
        if row.role == name:
            return row
    raise TitleError(f"no row {name!r}; a rule of the book asks for it", file=str(title.folder or title.slug) + "/roles.csv")


@per_title
def annexations(title: Title) -> Mapping[str, Annexation]:
    """Return area to how it may be annexed."""
    return {row.area: row for row in own_rows(title, "annexations", Annexation)}


@per_title
def pacts(title: Title) -> Mapping[str, Pact]:
    """Return the pacts by their slugs."""
    return {row.pact: row for row in own_rows(title, "pacts", Pact)}


@per_title
def bot_wars(title: Title) -> tuple[BotWar, ...]:
    """Return the wars that greedy bots declare."""
    return own_rows(title, "bot_wars", BotWar)


@per_title
def bot_plan(title: Title, plan: str) -> BotPlan:
    """Return a plan of the greedy bots; an empty one when an overlay has taken it away."""
    rows = own_rows(title, "bot_plans", BotPlan)
    return next((row for row in rows if row.plan == plan), BotPlan(plan=plan, source=""))


@per_title
def alignments(title: Title, when: str) -> tuple[Alignment, ...]:
    """Return how minor powers align by themselves at a time of the turn."""
    return tuple(row for row in own_rows(title, "alignments", Alignment) if row.when == when)


@per_title
def protectors(title: Title) -> tuple[Protector, ...]:
    """Return who gets minor powers that are attacked."""
    return tuple(sorted(own_rows(title, "protectors", Protector), key=lambda row: row.number))


@per_title
def influences(title: Title) -> Mapping[str, InfluenceRow]:
    """Return minor power to how money brings it over."""
    return {row.nation: row for row in own_rows(title, "influences", InfluenceRow)}


@per_title
def factions(title: Title) -> Mapping[str, Faction]:
    """Return the sides of the Spanish Civil War by their powers."""
    return {row.faction: row for row in own_rows(title, "factions", Faction)}


class Sharing(msgspec.Struct, frozen=True, kw_only=True):
    """With option `minor-control` at `shared` the first of `heirs` in play gets minor powers in place of `powers` (section 15.11)."""

    number: int
    powers: tuple[PowerCell, ...]
    heirs: tuple[PowerCell, ...]
    source: str


@per_title
def sharings(title: Title) -> tuple[Sharing, ...]:
    """Return who shares minor powers."""
    return own_rows(title, "sharings", Sharing)


class Recruits(msgspec.Struct, frozen=True, kw_only=True):
    """The die or less of a minor power's recruitment, where that does not depend on what it holds (sections 13.2, 14.4.3)."""

    minor: PowerCell
    die: int
    source: str


@per_title
def recruits(title: Title) -> Mapping[str, int]:
    """Return minor power to the die or less of its recruitment, where that is fixed."""
    return {row.minor: row.die for row in own_rows(title, "recruits", Recruits)}


@per_title
def vichy(title: Title) -> Vichy:
    """Return who and what the fall of France is about."""
    return own_rows(title, "vichy", Vichy)[0]


@per_title
def colonies(title: Title) -> Mapping[str, tuple[Colony, ...]]:
    """Return the groups of French colonies that are rolled for together."""
    found: dict[str, tuple[Colony, ...]] = {}
    for row in own_rows(title, "colonies", Colony):
        found[row.group] = (*found.get(row.group, ()), row)
    return found


def fate(title: Title, of: str, die: int) -> str:
    """Return what a die does to something of a France that falls: `free` where no row is for it."""
    rows = sorted((row.upto, row.fate) for row in own_rows(title, "fates", Fate) if row.of == of)
    return next((end for upto, end in rows if die <= upto), "free")


class Guarantor(msgspec.Struct, frozen=True, kw_only=True):
    """Who may contest the annexation of an area, the first that is in play for all, and what its peacetime income wins or loses (15.4)."""

    power: PowerCell
    area: AreaCell
    gain: int
    source: str


@per_title
def guarantors(title: Title) -> tuple[Guarantor, ...]:
    """Return who may contest an annexation, in the order in which they decide."""
    return own_rows(title, "guarantors", Guarantor)


class RefitRow(msgspec.Struct, frozen=True, kw_only=True):
    """What a unit is upgraded to, for how much, and how many a turn (sections 11.2, 15.9)."""

    unit: UnitCell
    to: UnitCell
    price: int
    most: int
    option: str = ""
    source: str


@per_title
def refits(title: Title) -> Mapping[str, RefitRow]:
    """Return unit to what it is upgraded to."""
    return {row.unit: row for row in own_rows(title, "refits", RefitRow)}


class Sale(msgspec.Struct, frozen=True, kw_only=True):
    """The first month in which a unit is for sale (section 7.2)."""

    unit: UnitCell
    month: MonthCell
    source: str


@per_title
def sales(title: Title) -> Mapping[str, str]:
    """Return unit to the first month in which it is for sale, of those that are not so at once."""
    return {row.unit: row.month for row in own_rows(title, "sales", Sale)}


class BorderFacility(msgspec.Struct, frozen=True, kw_only=True):
    """Facilities that stand on a border as a scenario begins (sections 2.5, 12.7, 12.9).

    `to` is the neighbour that they face; nothing where one protects the whole area (section 12.8).
    """

    scenario: ScenarioCell
    area: AreaCell
    power: PowerCell
    unit: UnitCell
    to: AreaCell = ""
    count: int
    source: str


@per_title
def border_facilities(title: Title) -> tuple[BorderFacility, ...]:
    """Return what stands on borders as the scenarios begin."""
    return own_rows(title, "border_facilities", BorderFacility)


class PassageRule(msgspec.Struct, frozen=True, kw_only=True):
    """What of a strait, a canal or a route the tables of section 1.15 say beyond who holds its banks.

    Attributes:
        keepers: who opens and closes it; those who hold its banks as well where `banks` is yes. closer: who closes it, and from what
            income. barred: nations whose warships stay out until a side of theirs holds a bank. peaceful: while its bank is neutral it is
            closed to nations at war. allowed: who alone uses it; where `friends` is yes, who is a friend of its banks does.
        pact, guests: who uses it as well while a pact holds. single: it takes one ship a turn, with its whole move; submarines alone where
            it is `small`, and not in the combat move.
    """

    passage: PassageCell
    keepers: tuple[PowerCell, ...] = ()
    banks: Literal["yes", ""] = ""
    closer: PowerCell = ""
    income: int = 0
    barred: tuple[PowerCell, ...] = ()
    peaceful: Literal["yes", ""] = ""
    allowed: tuple[PowerCell, ...] = ()
    pact: PactCell = ""
    guests: tuple[PowerCell, ...] = ()
    friends: Literal["yes", ""] = ""
    single: Literal["yes", ""] = ""
    small: Literal["yes", ""] = ""
    source: str


@per_title
def passage_rule(title: Title, passage: str) -> PassageRule:
    """Return what is special of a passage: nothing where it has no row, but that its banks keep it."""
    rows = own_rows(title, "passage_rules", PassageRule)
    return next((row for row in rows if row.passage == passage), PassageRule(passage=passage, banks="yes", source=""))


class BotUnits(msgspec.Struct, frozen=True, kw_only=True):
    """The units that bots use for a purpose, the best first.

    transports, submarines, seaplanes, bombers: those that greedy bots build. rare: what they do not buy by weight. fleet: the ships that
    they build in turn. raised, colonial: what they raise without a factory. marching: what they send to annex. lent, ashore, aided: what
    random bots lend, send over a crossing and aid; greedy ones lend the first to a side in Spain.
    """

    use: BotUse
    units: tuple[UnitCell, ...]
    source: str


@per_title
def bot_units(title: Title, use: BotUse) -> tuple[str, ...]:
    """Return the units that bots use for a purpose; none when an overlay has taken the row away."""
    return next((row.units for row in own_rows(title, "bot_units", BotUnits) if row.use == use), ())


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """A figure of a rule.

    war-fee, american-dismay: what a war on a neutral costs the Allies, and takes off American income. evolution: the land with which a
    Chinese faction evolves. blockade-ships: warships that close a port. hump-loss: the die or more that loses an aircraft there.
    technology-stages, early-stages: of a technology, and those before July 1939. blitz-rounds: the round too late for a blitz.
    patrol-guard, escort-guard: what is added to a convoy's die. supplies-price: of supplies for Spain. site-setback: damage that
    sets a building site back. redeploy-zones: how far ships are sent. channel-units: that cross a channel port a turn.
    submarine-hunt, forced-strait-hit, coast-hit, wall-hit, maginot-hit: the die or less that hits. coast-shots: guns of a battery, and
    dice at ships at most. two-hits, three-hits: the die or more that hits a capital ship again. walls, maginot-walls: what they add to
    defense. wall-shots: dice of a fortification.
    """

    figure: FigureName
    value: int
    source: str


@per_title
def figure(title: Title, name: FigureName) -> int:
    """Return a figure of a rule.

    Raises:
        TitleError: an overlay has taken the row away.
    """
    for row in own_rows(title, "figures", Figure):
        if row.figure == name:
            return row.value
    raise TitleError(f"no row {name!r}; a rule of the book asks for it", file=str(title.folder or title.slug) + "/figures.csv")

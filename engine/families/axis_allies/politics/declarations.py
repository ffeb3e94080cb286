"""Politics by declared relations: who may declare war on whom, when, and what that does to everybody else.

A declaration puts each pair of powers that it names into a relation at once: attacker and attacked, those who stand by them, and nations
that lean to a side. title.toml has them as rows (`[[declaration]]`), with what makes war without anybody declaring it (`[[entry]]`).
A power at war has better factories at home, where its row `[[mobilization]]` says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import msgspec

from engine.events import PowerChanged, RelationChanged, ResourceChanged
from engine.families.axis_allies.facilities.sites import upgrade_factory
from engine.families.axis_allies.orders import Declare
from engine.families.axis_allies.vocabulary import DECLARED, HAS_FALLEN
from engine.orders import AreaName, Order, PowerName, SideName
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Phase, Position
from engine.title.settings import setting_rows

SECTION = "Politics"
RELATION = Rule("politics/relation", SECTION, FATAL)
NO_CAUSE = Rule("politics/no-cause", SECTION)

Relations = dict[str, tuple[tuple[PowerName, PowerName], ...]]
"""Relation (war, allied, peace) -> the pairs of powers that it is made between."""


class Declaration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Powers `by` may declare war on power `on`, which makes `relations`; nations that it makes war on lean to side `befriends` then.

    From round `from_round` on (0: in none); before it when they are at war with one of `at_war`, when enemies have held one of `lost`,
    when units of `on` stand in region `intruded`, or when the declaration `after` has been made. Powers `by_ally` that are at war with
    `on` may declare it for them.
    """

    slug: str
    by: tuple[PowerName, ...]
    on: PowerName
    relations: Relations
    source: str
    from_round: int = 1
    at_war: tuple[PowerName, ...] = ()
    lost: tuple[AreaName, ...] = ()
    after: str = ""
    befriends: SideName = ""
    intruded: str = ""
    by_ally: tuple[PowerName, ...] = ()


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Once `power` has placed its units in `round`, those pairs of `relations` that are still at peace come into them."""

    slug: str
    power: PowerName
    round: int
    relations: Relations
    source: str


class Alliance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Powers that have been at peace are allied as soon as all of them are at war with one of `foes`."""

    slug: str
    powers: tuple[PowerName, ...]
    foes: tuple[PowerName, ...]
    source: str


class Follower(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """As the politics of `power` begin, it is at war with nation `on` if `leader` is, and if it is at war with one of `foes` itself."""

    slug: str
    power: PowerName
    leader: PowerName
    on: PowerName
    foes: tuple[PowerName, ...]
    source: str


class Mobilization(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Once power `slug` is at war with one of `foes`, its factories in `areas` become the better ones as its politics end."""

    slug: PowerName
    foes: tuple[PowerName, ...]
    areas: tuple[AreaName, ...]
    source: str


class MobilizationBonus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first of the declarations `after` brings `amount` of the game's resource to power `slug`, when made in `last_round` or before."""

    slug: PowerName
    after: tuple[str, ...]
    last_round: int
    amount: int
    source: str


class Politics(Phase):
    """Declare war."""

    slug = "politics"
    takes: tuple[type[Order], ...] = (Declare,)

    def open(self, play: Play) -> None:
        """Follow others into their wars on nations."""
        follow(play, play.position.power)

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with a declaration of war."""
        assert isinstance(order, Declare)
        return check_declaration(position, order.on, order.by)

    def carry_out(self, play: Play, order: Order) -> None:
        """Make the relations of a declaration."""
        assert isinstance(order, Declare)
        for row in _of(play.position, order.by or play.position.power, order.on)[:1]:
            _pay_bonus(play, row.slug)
            DECLARED.set(play, "yes", row.slug)
            relate(play, row.relations)
            if row.befriends:
                _befriend(play, row, order.by or play.position.power)

    def close(self, play: Play) -> None:
        """Build up the industry of a power that is at war."""
        mobilize(play, play.position.power)


def _befriend(play: Play, row: Declaration, by: str) -> None:
    """Let the nations that a declaration makes war on lean to the other side."""
    attacked = (two for _, two in row.relations.get("war", ()) if two in play.title.nations)
    for nation in dict.fromkeys((row.on, *attacked)):
        before = play.state.standing.get(nation, "")
        if before != row.befriends:
            play.emit(PowerChanged(nation, before, row.befriends, f"attacked by {by}"))


def _pay_bonus(play: Play, declaration: str) -> None:
    """Pay who mobilizes because a declaration is made that is the first of its kind."""
    for power, row in setting_rows(play.title, "mobilization_bonus", MobilizationBonus).items():
        first = declaration in row.after and not any(DECLARED.read(play.state, one) for one in row.after)
        if first and play.state.clock.round <= row.last_round:
            resource = play.title.resource
            balance = play.state.resources.get((power, resource), 0) + row.amount
            play.emit(ResourceChanged(power, resource, row.amount, balance, "mobilization", play.position.power))


def _of(position: Position, power: str, on: str) -> list[Declaration]:
    rows = setting_rows(position.title, "declaration", Declaration).values()
    return [row for row in rows if power in row.by and on == row.on]


def may_declare(position: Position, power: str) -> Iterator[str]:
    """Yield the powers on whom a power may declare war now."""
    for row in setting_rows(position.title, "declaration", Declaration).values():
        if power in row.by and _is_open_to_attack(position, power, row.on) and _has_cause(position, power, row):
            yield row.on


def _is_open_to_attack(position: Position, power: str, on: str) -> bool:
    """Whether two powers are at peace, and not of one side: a nation may have come to lean to it."""
    return position.relation(power, on) == "peace" and position.side_of(power) != position.side_of(on)


def check_declaration(position: Position, on: str, by: str = "") -> list[Problem]:
    """Return what is wrong with a declaration of war of the power on turn, or of an ally `by` whom it takes along."""
    power = by or position.power
    rows = _of(position, power, on)
    if power != position.power:
        rows = [row for row in rows if position.power in row.by_ally and on in position.enemies]
    if not rows or not _is_open_to_attack(position, power, on):
        now = position.relation(power, on)
        return [
            RELATION.broken(
                f"war is declared on powers that one is at peace with and may attack, not on {on}",
                found="one of its own side" if now == "peace" and position.side_of(power) == position.side_of(on) else now,
                expected=_expected(position, power),
            )
        ]
    if any(_has_cause(position, power, row) for row in rows):
        return []
    first = min((row.from_round for row in rows if row.from_round), default=0)
    return [
        NO_CAUSE.broken(
            f"{power} may not declare war on {on} yet",
            found=f"round {position.state.clock.round}",
            expected=f"round {first} or later, or a cause" if first else "a cause",
        )
    ]


def _expected(position: Position, power: str) -> str:
    if power != position.power:
        return f"an order in the turn of {power}"
    return ", ".join(dict.fromkeys(may_declare(position, power))) or "nobody"


def _has_cause(position: Position, power: str, row: Declaration) -> bool:
    if 0 < row.from_round <= position.state.clock.round:
        return True
    enemies = position.enemies_of(power)
    if row.intruded and any(position.title.in_region(area, row.intruded) for area in position.areas_of(row.on)):
        return True
    made = bool(row.after and DECLARED.read(position.state, row.after))
    return made or any(foe in enemies for foe in row.at_war) or any(has_fallen(position, area) for area in row.lost)


def has_fallen(position: Position, area: str) -> bool:
    """Return whether enemies of its first owner hold an area, or have held it."""
    owner = position.title.areas[area].original_owner
    return bool(HAS_FALLEN.read(position.state, area)) or position.state.control.get(area) in position.enemies_of(owner)


def relate(play: Play, relations: Relations, *, only_from_peace: bool = False) -> None:
    """Put pairs of powers into relations, and ally those who now have an enemy in common; what is so already stays."""
    for now, pairs in relations.items():
        for one, two in pairs:
            before = play.position.relation(one, two)
            if before != now and (before == "peace" or not only_from_peace):
                play.emit(RelationChanged(min(one, two), max(one, two), before, now))
    for row in setting_rows(play.title, "alliance", Alliance).values():
        position = play.position
        if any(all(foe in position.enemies_of(power) for power in row.powers) for foe in row.foes):
            for one, two in combinations(sorted(row.powers), 2):
                if position.relation(one, two) == "peace":
                    play.emit(RelationChanged(one, two, "peace", "allied"))


def turn_over(play: Play) -> None:
    """Note, as a turn ends, what has fallen that gives cause for war."""
    for row in setting_rows(play.title, "declaration", Declaration).values():
        for area in row.lost:
            if has_fallen(play.position, area) and not HAS_FALLEN.read(play.state, area):
                HAS_FALLEN.set(play, "yes", area)


def follow(play: Play, power: str) -> None:
    """Bring a power to war with nations that its leader in this is at war with."""
    for row in setting_rows(play.title, "follower", Follower).values():
        at_war = any(foe in play.position.enemies_of(power) for foe in row.foes)
        if row.power == power and at_war and play.position.relation(row.leader, row.on) == "war":
            relate(play, {"war": ((power, row.on),)}, only_from_peace=True)


def enter(play: Play) -> None:
    """Bring powers into the war whose round it is, once the power on turn has placed its units."""
    clock = play.state.clock
    for entry in setting_rows(play.title, "entry", Entry).values():
        if (entry.power, entry.round) == (clock.power, clock.round):
            relate(play, entry.relations, only_from_peace=True)


def mobilize(play: Play, power: str) -> None:
    """Make the factories of a power at war the better ones."""
    row = setting_rows(play.title, "mobilization", Mobilization).get(power)
    if row and any(foe in play.position.enemies_of(power) for foe in row.foes):
        for area in row.areas:
            if play.state.control.get(area) == power:
                upgrade_factory(play, area, power)

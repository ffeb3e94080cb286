"""Kamikaze attacks: a power at war with the one on turn throws tokens at its warships, before any battle of the turn.

`[[kamikaze]]` of title.toml says who may, with which resource, and where. All attacks are decided at once, each at one ship; each token
is a die. From a zone where there was an attack no ship bombards in this turn. With option `kamikaze` at `off` there are none.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from engine.events import DiceRolled, ResourceChanged
from engine.families.axis_allies.board import Stacks, condition_of, has_moved, own_stacks
from engine.families.axis_allies.combat import assault
from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, fighting
from engine.families.axis_allies.combat.conduct_combat import UNKNOWN, ConductCombat
from engine.families.axis_allies.combat.pending_battles import battles_due
from engine.families.axis_allies.combat.steps.step import EXACTLY
from engine.families.axis_allies.facilities.factories import purse
from engine.families.axis_allies.orders import Kamikaze
from engine.families.axis_allies.transports import declared, sink
from engine.families.axis_allies.vocabulary import ASSAULTED, NO_BOMBARDMENT, SUICIDES
from engine.forces import parse_blocks
from engine.mechanics.changes import changed
from engine.mechanics.profile import profile_of
from engine.orders import Order, PowerName
from engine.problems import FATAL, Problem, Rule
from engine.rules import Pending, Position
from engine.state import Stack
from engine.title.settings import setting_rows

if TYPE_CHECKING:
    from engine.play import Play

KEY = "kamikaze"
"""The table, the option, the decision and the cause of what it costs."""
OFF = "off"
SECTION = "Kamikaze Attacks"

NOT_DUE = Rule("kamikaze/not-due", SECTION, FATAL)
TARGET = Rule("kamikaze/target", SECTION, FATAL)
TOKENS = Rule("kamikaze/tokens", SECTION, FATAL)


class KamikazeRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row `[[kamikaze]]`: power `slug` attacks in the zones of a region, at `hits` or less a token of `resource`.

    `at_battles`: only in zones of sea combat, or from which an assault is made.
    """

    slug: PowerName
    resource: str
    hits: int
    region: str
    source: str
    at_battles: bool = True


class Call(NamedTuple):
    """A power that may attack now: its row, how many tokens it has, and the warships of each zone that it may aim at."""

    row: KamikazeRow
    tokens: int
    targets: dict[str, Stacks]


class Aim(NamedTuple):
    """Tokens thrown at one ship of a type in a zone; `strength` 0 for any, the most damaged first."""

    zone: str
    unit: str
    tokens: int
    strength: int = 0


def next_call(position: Position) -> Call | None:
    """Return the first power that has not decided yet on attacks that it may make; None when all have."""
    if KEY not in position.title.settings or position.options.get(KEY) == OFF or position.state.clock.phase != ConductCombat.slug:
        return None
    for row in setting_rows(position.title, "kamikaze", KamikazeRow).values():
        if row.slug not in position.enemies or SUICIDES.read(position.state, row.slug):
            continue
        tokens = purse(position, row.slug, row.resource)
        found = _targets(position, row) if tokens else {}
        if found:
            return Call(row, tokens, found)
    return None


def _targets(position: Position, row: KamikazeRow) -> dict[str, Stacks]:
    """Return the zones of a region where there are warships to aim at, with these."""
    there = {
        zone: [item for item in own_stacks(position, zone, position.power) if profile_of(position, item[0]).has("surface-warship")]
        for zone in position.board
        if position.title.in_region(zone, row.region)
    }
    there = {zone: ships for zone, ships in there.items() if ships}
    fought = _fought_over(position) if there and row.at_battles else set(there)
    return {zone: ships for zone, ships in sorted(there.items()) if zone in fought or _has_landed(position, zone)}


def _fought_over(position: Position) -> set[str]:
    """Return the zones of sea combat to come, and those that assaults come from."""
    due = battles_due(position)
    zones = {one.area for one in due if one.kind == "sea" and (one.required or _has_come(position, one.area))}
    return zones | {ship.area for one in due if one.kind == "amphibious" for ship, _ in declared(position, one.area)}


def _has_come(position: Position, zone: str) -> bool:
    return any(has_moved(key) for key, _ in fighting(position, zone, ATTACKER))


def _has_landed(position: Position, zone: str) -> bool:
    """Whether troops have gone ashore unopposed from a zone as the phase began."""
    return any(ASSAULTED in condition_of(key).words for key, _ in own_stacks(position, zone, position.power) if key.condition)


def aims_of(order: Kamikaze) -> tuple[Aim, ...]:
    """Return what an order aims at.

    Raises:
        ValueError: its text is not of the form `2 battleship > sea-zone-6; cruiser > sea-zone-19`.
    """
    found = []
    for part in filter(None, (part.strip() for part in order.attacks.split(";"))):
        units, _, zone = part.partition(">")
        items = parse_blocks(units)
        if len(items) != 1 or items[0].power or not zone.strip():
            raise ValueError(f"{part!r}: expected tokens at one ship of a zone, as in '2 battleship > sea-zone-6'")
        found.append(Aim(zone.strip(), items[0].unit, items[0].count, items[0].strength))
    return tuple(found)


def show_aims(aims: list[Aim]) -> str:
    """Return aims as the text of an order: the inverse of `aims_of`."""
    return "; ".join(f"{_tokens(one)} > {one.zone}" for one in aims)


def _tokens(one: Aim) -> str:
    unit = f"{one.unit}@{one.strength}" if one.strength else one.unit
    return unit if one.tokens == 1 else f"{one.tokens} {unit}"


def check_kamikaze(position: Position, order: Kamikaze) -> list[Problem]:
    """Return what is wrong with kamikaze attacks."""
    call = next_call(position)
    if call is None:
        if order.is_idle:
            return []
        return [NOT_DUE.broken("nobody may make kamikaze attacks now", found=order.attacks, expected="nothing")]
    try:
        aims = aims_of(order)
    except ValueError as error:
        return [UNKNOWN.broken(str(error), found=order.attacks, expected="as in '2 battleship > sea-zone-6; cruiser > sea-zone-19'")]
    if sum(one.tokens for one in aims) > call.tokens:
        message = f"{call.row.slug} has no more tokens"
        return [TOKENS.broken(message, found=str(sum(one.tokens for one in aims)), expected=f"at most {call.tokens}")]
    if len(_ships(call, aims)) < len(aims):
        there = "; ".join(f"{n} {key.unit} in {zone}" for zone, ships in call.targets.items() for key, n in ships)
        return [TARGET.broken("kamikaze attacks are aimed at warships there, each at one", found=order.attacks, expected=there)]
    return []


def _ships(call: Call, aims: tuple[Aim, ...]) -> list[Stack]:
    """Return the ship that each of some aims means; fewer where one is not there."""
    left = Counter({key: n for ships in call.targets.values() for key, n in ships})
    found = []
    for one in aims:
        fits = [
            key for key, n in left.items() if n and key[:1] == (one.zone,) and key.unit == one.unit and one.strength in (0, key.strength)
        ]
        if fits:
            key = min(fits, key=lambda key: (key.strength, key))
            left[key] -= 1
            found.append(key)
    return found


def attack(play: Play, order: Kamikaze) -> None:
    """Throw the tokens; ships that are hit often enough sink, with what is aboard."""
    call = next_call(play.position)
    if call is None:
        return
    row, aims = call.row, aims_of(order)
    SUICIDES.emit(play, sum(one.tokens for one in aims) or "none", row.slug)
    for one, key in zip(aims, _ships(call, aims), strict=False):
        left = purse(play.position, row.slug, row.resource) - one.tokens
        play.emit(ResourceChanged(row.slug, row.resource, -one.tokens, left, KEY, play.position.power, one.zone))
        dice = play.roll(one.tokens, f"kamikaze attack of {row.slug} on {one.unit} in {one.zone}: {one.tokens} at {row.hits}")
        hits = sum(die <= row.hits for die in dice)
        expected = one.tokens * row.hits / play.title.dice_sides
        play.emit(DiceRolled(0, one.zone, row.slug, DEFENDER, KEY, 0, "", row.hits, dice, hits, expected))
        if hits >= key.strength:
            sink(play, key, 1, KEY)
        elif hits:
            play.emit(changed(key, 1, KEY, to_strength=key.strength - hits))
        NO_BOMBARDMENT.emit(play, "yes", one.zone)


class KamikazeCombat(ConductCombat):
    """Combat with kamikaze attacks, which come before its battles; they change no battle but by the ships that are lost."""

    odds = EXACTLY
    takes = (*ConductCombat.takes, Kamikaze)

    def offers(self, position: Position) -> tuple[type[Order], ...]:
        """Return the orders that mean something in this game."""
        kinds = super().offers(position)
        return tuple(kind for kind in kinds if kind is not Kamikaze) if position.options.get(KEY) == OFF else kinds

    def pending(self, position: Position) -> Pending | None:
        """Return the pending decision: attacks of a power that may make some come after scrambles, before all battles."""
        due = super().pending(position)
        call = next_call(position) if (due is None or due.what == "landing") and not position.state.battle else None
        return Pending(KEY, call.row.slug, (Kamikaze,), Kamikaze(), Kamikaze()) if call else due

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order."""
        return check_kamikaze(position, order) if isinstance(order, Kamikaze) else super().check(position, order)

    def carry_out(self, play: Play, order: Order) -> None:
        """Make attacks, or fight on as far as the next decision."""
        if isinstance(order, Kamikaze):
            attack(play, order)
            assault.call_off_stranded(play)
            return
        super().carry_out(play, order)

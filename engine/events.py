"""The event vocabulary: the narrow waist between all record formats and all titles.

An event is a completed fact with its numbers; applying it needs no rule book. The
vocabulary is closed: `EVENTS` lists it, `VOCABULARY` numbers it, and a change to either is a new
version of the lake's schemas. Counts are units, money is whole resource units, areas, powers and
units are slugs. Text fields that do not apply are empty, never None, to keep tables flat.
"""

from __future__ import annotations

import msgspec

VOCABULARY = 1
"""Version of the vocabulary; raised whenever a record's fields or meaning change."""


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event"):
    """Base of all events; the tag in JSON is the class name."""


class GameStarted(Event, frozen=True, gc=False, tag=True):
    """A game begins: `players` maps power to player, `options` maps option to chosen value."""

    title: str
    scenario: str
    options: dict[str, str] = {}
    players: dict[str, str] = {}


class GameEnded(Event, frozen=True, gc=False, tag=True):
    """The game is over: winning sides (none for a draw), and `how` (victory level, round_limit, conceded, ...)."""

    winners: tuple[str, ...]
    how: str


class RoundStarted(Event, frozen=True, gc=False, tag=True):
    """Round `round` (from 1) begins."""

    round: int


class PhaseStarted(Event, frozen=True, gc=False, tag=True):
    """`power` begins `phase` of turn `turn` (a count over the whole game, from 1).

    A higher turn number than before also begins a turn: the state then saves control and stacks, and everything that
    lasts a turn (conditions, markers of scope `turn`) ends.
    """

    power: str
    phase: str
    turn: int


class UnitsPlaced(Event, frozen=True, gc=False, tag=True):
    """Units come onto the board. Cause `mobilize` takes them from the power's bought units."""

    power: str
    unit: str
    count: int
    area: str
    strength: int = 1
    cause: str = "setup"
    condition: str = ""


class UnitsMoved(Event, frozen=True, gc=False, tag=True):
    """Units go from `origin` to `destination` along `path` (both ends included).

    `condition` is the stack's condition before the move, `becomes` the one after it.
    """

    power: str
    unit: str
    count: int
    origin: str
    destination: str
    strength: int = 1
    cause: str = "move"
    condition: str = ""
    becomes: str = ""
    path: tuple[str, ...] = ()


class UnitsRemoved(Event, frozen=True, gc=False, tag=True):
    """Units leave the board; `battle` is the battle's number, 0 outside battles."""

    power: str
    unit: str
    count: int
    area: str
    strength: int = 1
    cause: str = "combat"
    condition: str = ""
    battle: int = 0


class UnitsChanged(Event, frozen=True, gc=False, tag=True):
    """Units stay in place and change their owner, type, strength or condition."""

    power: str
    unit: str
    count: int
    area: str
    strength: int = 1
    condition: str = ""
    to_power: str = ""
    to_unit: str = ""
    to_strength: int = 0
    becomes: str = ""
    cause: str = ""
    battle: int = 0


class UnitsPurchased(Event, frozen=True, gc=False, tag=True):
    """Units are bought and wait to be placed; a negative count is units given back. Money moves by ResourceChanged."""

    power: str
    unit: str
    count: int
    unit_cost: int
    total: int
    resource: str


class ControlChanged(Event, frozen=True, gc=False, tag=True):
    """An area changes hands; `how` is setup, captured, liberated, blitzed, ceded, aligned, ..."""

    area: str
    before: str
    after: str
    how: str


class ResourceChanged(Event, frozen=True, gc=False, tag=True):
    """A power's store of a resource changes by `delta` to `balance`."""

    power: str
    resource: str
    delta: int
    balance: int
    cause: str
    counterparty: str = ""
    area: str = ""


class BattleStarted(Event, frozen=True, gc=False, tag=True):
    """A battle begins. Forces are text (`3 infantry, tank`); values are TUV in the title's main resource."""

    battle: int
    kind: str
    area: str
    attacker: str
    defender: str
    attackers: str
    defenders: str
    attacker_value: int = 0
    defender_value: int = 0


class BattleEnded(Event, frozen=True, gc=False, tag=True):
    """A battle ends. `winner` is attacker, defender or none; `lost` values are TUV; `damage` is bombing damage done."""

    battle: int
    kind: str
    area: str
    attacker: str
    defender: str
    rounds: int
    winner: str
    how: str
    attackers: str
    defenders: str
    attacker_lost: int = 0
    defender_lost: int = 0
    damage: int = 0


class DiceRolled(Event, frozen=True, gc=False, tag=True):
    """Dice of one unit type in one step of fire: `target` faces of the die hit; `expected` hits beside.

    These are the lowest faces (dice at or below `target` hit) or, in a title whose dice hit high (`hit` below `[dice]` of
    title.toml), the highest ones: of six faces a "5 or more" is target 2. `dice` are the unmodified rolls.
    For bombing damage `target` is 0, `hits` 0 and `expected` the expected damage.
    """

    battle: int
    area: str
    power: str
    side: str
    purpose: str
    round: int
    unit: str
    target: int
    dice: tuple[int, ...]
    hits: int
    expected: float


class ConvoyRaided(Event, frozen=True, gc=False, tag=True):
    """Income or goods lost at sea: `loss`, at most `cap`."""

    area: str
    raider: str
    victim: str
    resource: str
    loss: int
    cap: int


class FacilityChanged(Event, frozen=True, gc=False, tag=True):
    """A factory, base, port or fort is built, damaged or repaired: `damage` is its total after `delta`."""

    area: str
    facility: str
    power: str
    change: str
    delta: int
    damage: int
    battle: int = 0


class TechAdvanced(Event, frozen=True, gc=False, tag=True):
    """A power gains a technology, or a level of it."""

    power: str
    tech: str
    level: int = 1
    cause: str = "research"


class RelationChanged(Event, frozen=True, gc=False, tag=True):
    """Two powers' relation changes: war, peace, allied, ..."""

    power: str
    other: str
    before: str
    after: str


class PowerChanged(Event, frozen=True, gc=False, tag=True):
    """A power's standing changes: active, neutral, capital-lost, surrendered, liberated, ..."""

    power: str
    before: str
    after: str
    cause: str = ""


class VictoryPointsScored(Event, frozen=True, gc=False, tag=True):
    """A contender's (side's or power's) points toward a victory condition change by `delta` to `total`."""

    contender: str
    measure: str
    delta: int
    total: int
    reason: str


class MarkerSet(Event, frozen=True, gc=False, tag=True):
    """Any other state. Scopes `turn`, `phase` and `battle` end with theirs; an empty value removes the marker."""

    scope: str
    key: str
    value: str


class DefectFound(Event, frozen=True, gc=False, tag=True):
    """The record breaks a rule or contradicts the state: both values, and where in the record.

    `severity` is `error` for that; `gap` says what a source could not tell, `info` what a reader should know.
    """

    rule: str
    severity: str
    found: str
    expected: str
    message: str
    where: str = ""


EVENTS: tuple[type[Event], ...] = (
    GameStarted, GameEnded, RoundStarted, PhaseStarted,
    UnitsPlaced, UnitsMoved, UnitsRemoved, UnitsChanged, UnitsPurchased,
    ControlChanged, ResourceChanged, BattleStarted, BattleEnded, DiceRolled, ConvoyRaided,
    FacilityChanged, TechAdvanced, RelationChanged, PowerChanged, VictoryPointsScored,
    MarkerSet, DefectFound,
)  # fmt: skip

_encoder = msgspec.json.Encoder()


def encode_event(event: Event) -> bytes:
    """Return the event as one line of JSON (no newline); equal events give equal bytes."""
    return _encoder.encode(event)

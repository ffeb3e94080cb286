"""Small positions of Blitz!: the full game's board with chosen units, wars, control and dice.

    table("army-group-b paris@2, polish-army poland@2", phase="move", power="germany", at_war=["germany ussr"])

A unit is written `UNIT AREA@SIZE`, with a condition in brackets where it has one: `snlf micronesia@1 [aboard]`. Every other unit is in its
box. `take` is area to the power that controls it; `markers` are set as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from engine import events as ev
from engine.condition import parse_condition
from engine.orders import Order
from engine.play import Play
from engine.rules import load_rules
from engine.state import Stack
from engine.strictness import Strictness
from engine.titles import load_title
from engine.titles.blitz import agenda
from engine.titles.blitz.politics import entry
from engine.titles.blitz.politics_tables import entry_powers
from engine.titles.blitz.position import board
from engine.titles.blitz.position.supply import supplied
from engine.titles.blitz.vocabulary import ENTERED

TITLE = load_title("blitz")
RULES = load_rules(TITLE)
_ITEM = re.compile(r"([a-z0-9-]+) ([a-z-]+)@(\d)(?: \[([^\]]*)\])?\Z")


class Dice:
    """Dice that fall as they are told; one more is an error."""

    def __init__(self, dice: Iterable[int]) -> None:
        self.left = list(dice)

    def roll(self, count: int, sides: int, what: str) -> tuple[int, ...]:
        """Return the next dice."""
        assert len(self.left) >= count, f"no dice are left for {what}"
        rolled, self.left = tuple(self.left[:count]), self.left[count:]
        return rolled


def table(
    units: str = "",
    *,
    phase: str = "land-combat",
    power: str = "germany",
    blitzing: Mapping[str, str] | None = None,
    at_war: Sequence[str] = (),
    peace: Sequence[str] = (),
    take: Mapping[str, str] | None = None,
    stores: Mapping[str, tuple[int, int]] | None = None,
    markers: Mapping[str, object] | None = None,
    points: Mapping[str, int] | None = None,
    owners: Mapping[str, str] | None = None,
    turn: int = 1,
    dice: Iterable[int] = (),
    options: Mapping[str, str] | None = None,
    scenario: str = "campaign",
    players: Mapping[str, str] | None = None,
) -> Play:
    """Return a game in a position.

    `owners` is unit to the power that has it, where that is not its own; `stores` is power to Resources and Oil.
    """
    play = Play(RULES, Dice(dice), strictness=Strictness.RAISE)
    play.start(scenario, dict(options or {}), dict(players or {}))
    for key in list(board.on_map(play.position)):
        play.emit(ev.UnitsRemoved(key.power, key.unit, 1, key.area, key.strength, "cleared", key.condition))
    for one, two in (pair.split() for pair in at_war):
        play.emit(ev.RelationChanged(one, two, "peace", "war"))
    for one, two in (pair.split() for pair in peace):
        play.emit(ev.RelationChanged(one, two, "war", "peace"))
    for bound, row in entry_powers(TITLE).items():  # who is at war with whom its marker kept it from has none any more (7.2)
        if entry.is_bound(play.position, bound) and any(board.at_war(play.position, bound, foe) for foe in row.enemies):
            ENTERED.set(play, "yes", bound)
    for area, owner in (take or {}).items():
        before = play.state.control.get(area, "")
        if before != owner:
            play.emit(ev.ControlChanged(area, before, owner, "told"))
    if turn > 1:
        play.emit(ev.RoundStarted(turn))
    play.emit(ev.PhaseStarted(power, phase, play.state.clock.turn + 1))
    if blitzing is not None:
        play.emit(ev.MarkerSet("turn", "blitzing", "yes"))
        for who, kind in blitzing.items():
            play.emit(ev.MarkerSet("turn", f"blitz/{who}", kind))
    for key, value in (markers or {}).items():
        play.emit(ev.MarkerSet("game", key, str(value)))
    for item in filter(None, (part.strip() for part in units.split(","))):
        _place(play, item, owners or {})
    for who, (resources, oil) in (stores or {}).items():
        _store(play, who, "resources", resources)
        _store(play, who, "oil", oil)
    for who, total in (points or {}).items():
        play.emit(ev.VictoryPointsScored(who, "vp", total - play.state.points.get((who, "vp"), 0), total, "told"))
    return play


def _store(play: Play, power: str, resource: str, amount: int) -> None:
    before = play.state.resources.get((power, resource), 0)
    if amount != before:
        play.emit(ev.ResourceChanged(power, resource, amount - before, amount, "told"))


def _place(play: Play, item: str, owners: Mapping[str, str]) -> None:
    match = _ITEM.match(item)
    assert match, f"{item!r}: expected 'UNIT AREA@SIZE [CONDITION]'"
    unit, area, size, condition = match.groups()
    assert unit in TITLE.units and area in TITLE.areas, f"{item!r} names what is not there"
    boxed = next((key for key in play.state.stacks if key.unit == unit), None)
    power = owners.get(unit) or (boxed.power if boxed else next(row.power for row in TITLE.placements if row.unit == unit))
    if boxed:
        play.emit(ev.UnitsRemoved(boxed.power, unit, 1, boxed.area, boxed.strength, "told", boxed.condition))
    text = parse_condition(condition or "").text
    play.emit(ev.UnitsPlaced(power, unit, 1, area, int(size), "told", text))


def at(play: Play, unit: str) -> str:
    """Return where a unit is on the map, as AREA@SIZE; the name of its box, or nothing when it is out of the game."""
    key = board.find(play.position, unit)
    if key is None:
        return ""
    return key.area if TITLE.areas[key.area].kind == "box" else f"{key.area}@{key.strength}"


def keys(play: Play, *units: str) -> list[Stack]:
    """Return the stacks of units."""
    found = [board.find(play.position, unit) for unit in units]
    assert None not in found, units
    return [key for key in found if key is not None]


def broken(play: Play, order: Order) -> list[str]:
    """Return the rules that an order breaks."""
    return [problem.rule for problem in play.check(order)]


def do(play: Play, *orders: Order) -> Play:
    """Carry out orders, each of which must be legal."""
    for order in orders:
        play.submit(order)
    return play


def settle(play: Play) -> Play:
    """Answer every decision with its default."""
    while play.pending is not None:
        play.submit(play.pending.default)
    return play


def agenda_of(play: Play) -> list[str]:
    """Return what is still to be settled."""
    return agenda.tasks(play.position)


def supplied_in(play: Play, power: str, home: str = "") -> frozenset[str]:
    """Return what a power's supply reaches."""
    return supplied(play.position, power, home)

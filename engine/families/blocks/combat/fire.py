"""The steps of fire of a land combat in their order (sections 3.1.1, 3.1.2, 3.5).

gunfire; then, when the defender has a fort, one volley of all its blocks (`volley`) and the attacker's fire class by class
(`back-CLASS`, dropped blocks first as `back-0`); else dropped blocks (`drop`), then class by class both sides together
(`class-CLASS`), blocks that outnumber the enemy's class in a second round (`rest-CLASS`). By the option
`airborne-on-foot` airborne blocks that were not dropped fire after the others of the last class (`late-CLASS`, before a
fort `behind-CLASS`). The hits of a step are taken before the next step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from engine.condition import has_word
from engine.dice import count_hits, labels
from engine.events import DiceRolled
from engine.families.blocks import board
from engine.families.blocks.board import Blocks
from engine.families.blocks.changes import mark, unmark
from engine.families.blocks.combat.battle import (
    ATTACKER,
    DEFENDER,
    OTHER,
    SIDES,
    Battle,
    begin,
    fielded,
    open_battle,
)
from engine.families.blocks.combat.firepower import (
    Ground,
    class_of,
    combat_row,
    dice,
    dropped,
    faces,
    ground,
    gunfire_faces,
    has_fort,
    is_close,
)
from engine.families.blocks.combat.hits import ANY, owe, settle
from engine.families.blocks.combat.settings import Absorb
from engine.families.blocks.land.gunfire import gunships
from engine.families.blocks.vocabulary import ABSORB, ROUND, STEP, WAITS
from engine.rules import Position
from engine.state import Stack
from engine.title.settings import setting

if TYPE_CHECKING:
    from engine.play import Play

OPENING, OVER = "opening", "over"
PAUSE = "land"
"""What the pause before each step of fire is called."""


class Salvo(NamedTuple):
    """Dice of blocks of one power and type: the number of faces that hit, and the class that the hits strike."""

    power: str
    unit: str
    faces: int
    dice: int
    strikes: int


def open_fire(play: Play, area: str) -> None:
    """Begin the combat of an area."""
    begin(play, area, "gunfire")
    ABSORB.set(play, absorbed(play.position, area))


def run(play: Play, go_on: Callable[[Play], None]) -> bool:
    """Fight on until the next choice; return whether all have fired and all hits are taken.

    Args:
        go_on: fights on after a pause, and does what follows the fire.
    """
    while battle := open_battle(play.position):
        if not all([settle(play, battle, side) for side in SIDES]):
            return False
        if battle.step == OVER:
            return True
        play.pause(PAUSE, go_on)
        _step(play, battle)
    return False


def _step(play: Play, battle: Battle) -> None:
    """Go on to the next step with any fire, and roll it."""
    step, salvos = battle.step, dict[str, list[Salvo]]()
    while step != OVER and not any(salvos.values()):
        if step == OPENING:
            step = "volley" if has_fort(play.position, fielded(play.position, battle.area, DEFENDER)) else "drop"
        salvos = _ready(play, battle.area, step)
        purpose, step = _purpose(play.position, step), _following(play.position, battle.area, step)
    STEP.set(play, step)
    if any(salvos.values()):
        ROUND.set(play, battle.round + 1)
        hits = {side: _roll(play, battle, side, salvos[side], purpose) for side in SIDES}
        for side in SIDES:
            owe(play, OTHER[side], hits[side])


def parts(step: str) -> tuple[str, int]:
    """Return the name of a step, and its class; 0 for none."""
    name, _, cls = step.partition("-")
    return name, int(cls or 0)


def _purpose(position: Position, step: str) -> str:
    """Return what a step of fire is called: by its class, else by itself."""
    name, cls = parts(step)
    return combat_row(position).classes[cls - 1] if cls else name.replace("back", "drop")


def _following(position: Position, area: str, step: str) -> str:
    """Return the step after one; whether a fort fires first shows when gunfire has hit (OPENING)."""
    name, cls = parts(step)
    if name == "class" or (name == "rest" and any(_firing(position, area, side, name, cls) for side in SIDES)):
        return f"rest-{cls}"
    if cls == len(combat_row(position).classes):
        late = {"class": "late", "rest": "late", "back": "behind"}.get(name, "")
        return f"{late}-{cls}" if late and _airborne_wait(position) else OVER
    after = {"gunfire": OPENING, "volley": "back-0", "drop": "class-1", "rest": f"class-{cls + 1}"}
    return after.get(name, f"{name}-{cls + 1}")


def _ready(play: Play, area: str, step: str) -> dict[str, list[Salvo]]:
    """Return the fire of both sides in a step, empty if one of them has no blocks left."""
    position, (name, cls) = play.position, parts(step)
    if name == "gunfire":
        return {ATTACKER: gunfire(position, area), DEFENDER: []}
    fire = {side: _firing(position, area, side, name, cls) for side in SIDES}
    if name == "rest":
        fire = {side: _unmarked(play, stacks) for side, stacks in fire.items()}
    if name in ("class", "rest"):
        fire = _in_rounds(play, area, fire)
    if not all(fielded(position, area, side) for side in SIDES):
        return {}
    return {side: _salvos(position, area, side, stacks) for side, stacks in fire.items()}


def _firing(position: Position, area: str, side: str, name: str, cls: int) -> Blocks:
    """Return the blocks of a side that fire in a step."""
    if name in (("drop", "back", "behind") if side == DEFENDER else ("volley",)):
        return []
    stacks = fielded(position, area, side)
    if name == "volley":
        return stacks
    if name == "drop" or (name, cls) == ("back", 0):
        return [item for item in stacks if dropped(item[0])]
    same = [item for item in stacks if class_of(board.unit(position, item[0])) == cls and not dropped(item[0])]
    if name == "rest":
        return [item for item in same if has_word(item[0].condition, WAITS)]
    if not _airborne_wait(position):
        return same
    last = name in ("late", "behind")
    return [item for item in same if board.unit(position, item[0]).has("airborne") == last]


def _airborne_wait(position: Position) -> bool:
    """Return whether airborne blocks on foot and in defense fire after all other infantry (3.1.1, by option)."""
    return position.options["airborne-on-foot"] == "last"


def _in_rounds(play: Play, area: str, fire: dict[str, Blocks]) -> dict[str, Blocks]:
    """Return the blocks of a class that fire now: equally many on both sides, while both have any; mark the others to wait.

    Those with the most dice, then the best ones, fire first; airborne last (section 3.1.1).
    """
    counts = [board.count_of(stacks) for stacks in fire.values()]
    if not min(counts):
        return fire
    first = 1 if play.position.options.get("outnumbering") == "pairs" else min(counts)
    return {side: _first_of(play, area, side, stacks, first) for side, stacks in fire.items()}


def _first_of(play: Play, area: str, side: str, stacks: Blocks, first: int) -> Blocks:
    """Return the first blocks of a side to fire; mark the others to wait."""
    position, here = play.position, ground(play.position, area)

    left, firing = first, []
    for key, count in sorted(stacks, key=lambda item: order_of_fire(position, item[0], side, area, here)):
        taken = min(left, count)
        left -= taken
        if taken:
            firing.append((key, taken))
        if count > taken:
            mark(play, key, WAITS, count=count - taken, cause="combat")
    return firing


def order_of_fire(position: Position, key: Stack, side: str, area: str, here: Ground) -> tuple[bool, int, int, Stack]:
    """Return what ranks the blocks of a class of which not all fire at once, those first that fire first."""
    late = board.unit(position, key).has("airborne")
    return late, -dice(position, key, side, area), -faces(position, key, side, here), key


def _unmarked(play: Play, stacks: Blocks) -> Blocks:
    """Remove the mark from blocks that have waited; return them unmarked."""
    return [(unmark(play, key, WAITS, count=count, cause="combat"), count) for key, count in stacks]


def _salvos(position: Position, area: str, side: str, stacks: Blocks) -> list[Salvo]:
    """Return the fire of blocks, by power and type in the title's order; those of one kind together."""
    here, counts = ground(position, area), Counter[tuple[str, str, int, int]]()
    for key, count in stacks:
        cls = class_of(board.unit(position, key))
        strikes = cls if cls in here.classes[OTHER[side]] else ANY
        counts[key.unit, key.power, faces(position, key, side, here), strikes] += count * dice(position, key, side, area)
    units, order = list(position.title.units), position.title.order
    ranked = sorted(counts, key=lambda one: (units.index(one[0]), order.index(one[1]), -one[2]))
    return [Salvo(power, unit, hit, counts[unit, power, hit, strikes], strikes) for unit, power, hit, strikes in ranked]


def gunfire(position: Position, area: str) -> list[Salvo]:
    """Return the fire of ships assigned to support a landing: one die each."""
    hit, counts = gunfire_faces(position, ground(position, area)), Counter[tuple[str, str]]()
    for key, count in gunships(position, area):
        counts[key.unit, key.power] += count
    return [Salvo(power, unit, hit, count, ANY) for (unit, power), count in sorted(counts.items())]


def _roll(play: Play, battle: Battle, side: str, salvos: list[Salvo], purpose: str) -> dict[int, int]:
    """Roll for salvos, in order and in a single roll; return the hits by the class they strike, opposed classes first."""
    sides, hits, at = play.title.dice_sides, Counter[int](), 0
    fired = ", ".join(f"{one.dice} of {one.unit} at {sides + 1 - one.faces} or more" for one in salvos)
    alike = [(one.dice, labels(one.faces, sides, play.title.dice_hit, one.strikes)) for one in salvos]
    rolled = play.roll(sum(one.dice for one in salvos), f"{purpose} of the {side} in {battle.area}: {fired}", alike=alike)
    for one in salvos:
        fell, at = rolled[at : at + one.dice], at + one.dice
        scored = count_hits(fell, one.faces, sides, play.title.dice_hit)
        play.emit(
            DiceRolled(
                battle.number,
                battle.area,
                one.power,
                side,
                purpose,
                battle.round + 1,
                one.unit,
                one.faces,
                fell,
                scored,
                one.dice * one.faces / sides,
            )
        )
        hits[one.strikes] += scored
    return dict(sorted(hits.items(), reverse=True))


def absorbed(position: Position, area: str) -> int:
    """Return how many first hits the defender of an area ignores: one each for close ground, a fort, its home fortress."""
    stacks = fielded(position, area, DEFENDER)
    row = setting(position.title, "absorb", Absorb) or Absorb()
    at_home = any(row.homes.get(key.power) == area for key, _ in stacks)
    return sum((is_close(position, area), has_fort(position, stacks), at_home))

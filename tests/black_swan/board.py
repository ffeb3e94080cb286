"""Small positions of Black Swan: a chosen season, war, board and dice.

Blocks are written `POWER [COUNT] UNIT[@STEPS] AREA [[CONDITION]]`, separated by commas; at full strength without `@`:

    position("germany infantry-4@3 paris, great-britain 2 tank-4 london [used=1]", season=("spring", 1941))

Every power that has blocks here, or holds an area by `control`, is at war unless `at_war` says who is; all others are
neutral. An area is held by whose blocks stand in it alone, else by its first owner, or as `holdings` (a scenario) has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from engine import events as ev
from engine.condition import after_turn, parse_condition
from engine.families.blocks import season as seasons
from engine.families.blocks.board import AT_WAR, camp_of, camps, leader_of
from engine.families.blocks.settings import Start, rows
from engine.play import Play
from engine.rules import NEUTRAL, Position, load_rules
from engine.strictness import Strictness
from tests.axisallies.positions import ScriptedDice, again, events_after, outcome, rules_of
from tests.black_swan.tables import TITLE

__all__ = ["RULES", "TITLE", "again", "at", "events_after", "outcome", "play_from", "position", "rules_of", "stacks_of"]

RULES = load_rules(TITLE)
CAMPAIGN = "campaign-1939"
_ITEM = re.compile(r"([a-z-]+) (?:(\d+) )?([a-z-]+-\d)(?:@(\d+))? ([a-z-]+)(?: \[([^\]]*)\])?\Z")


class Placed(NamedTuple):
    """Blocks of a position, as written."""

    power: str
    unit: str
    count: int
    strength: int
    area: str
    condition: str


def read(stacks: str) -> list[Placed]:
    """Return the blocks that a text of the form above lists."""
    found = []
    for part in filter(None, (part.strip() for part in stacks.split(","))):
        match = _ITEM.match(part)
        assert match, f"{part!r}: expected 'POWER [COUNT] UNIT[@STEPS] AREA [[CONDITION]]'"
        power, count, unit, steps, area, condition = match.groups()
        assert power in TITLE.powers and unit in TITLE.units and area in TITLE.areas, f"{part!r} names what is not there"
        strength = int(steps or TITLE.units[unit].strength)
        found.append(Placed(power, unit, int(count or 1), strength, area, parse_condition(condition or "").text))
    return found


def round_of(season: tuple[str, int], scenario: str) -> int:
    """Return which round of a scenario a (season, year) is."""
    first = rows(TITLE, "start", Start)[scenario].first
    return seasons.moment(TITLE, season) - seasons.moment(TITLE, first) + 1


def play_from(
    stacks: str = "",
    phase: str = "land",
    power: str = "germany",
    *,
    control: Mapping[str, str] | None = None,
    holdings: str = "",
    season: tuple[str, int] = ("spring", 1941),
    scenario: str = CAMPAIGN,
    at_war: Iterable[str] | None = None,
    markers: Mapping[str, str] | None = None,
    money: Mapping[str, int] | None = None,
    dice: Iterable[int] = (),
    options: Mapping[str, str] | None = None,
    strictness: Strictness = Strictness.RAISE,
) -> Play:
    """Return a game in which the camp of `power` has just begun `phase`.

    Args:
        stacks: blocks and ships in the form above; conditions that last a turn have come about in this turn.
        control: areas and zones held otherwise; an empty text is nobody.
        holdings: the scenario whose control is the base; the first owners without.
        at_war: the powers at war. markers: game markers, such as {"blitz-disc/axis/med-front": "yes"}. money: power to PPs.
        dice: what will be rolled, in order.
    """
    play = Play(RULES, ScriptedDice(dice), strictness=strictness)
    placed, held = read(stacks), dict(control or {})
    play.emit(ev.GameStarted(TITLE.slug, scenario, TITLE.choices(dict(options or {})), {}))
    _agree(play, set(at_war) if at_war is not None else {row.power for row in placed} | set(held.values()))
    _hold(play, placed, held, holdings)
    for name, amount in (money or {}).items():
        play.emit(ev.ResourceChanged(name, TITLE.resource, amount, amount, "setup"))
    for row in placed:
        lasting = after_turn(row.condition)
        play.emit(ev.UnitsPlaced(row.power, row.unit, row.count, row.area, row.strength, "setup", lasting))
    for key, value in (markers or {}).items():
        play.emit(ev.MarkerSet("game", key, value))
    number = round_of(season, scenario)
    play.emit(ev.RoundStarted(number))
    _open(play, placed, power, phase, number)
    return play


def _open(play: Play, placed: list[Placed], power: str, phase: str, number: int) -> None:
    camp = camp_of(play.position, power)
    leader, turn = leader_of(play.position, camp), 2 * number + list(camps(TITLE)).index(camp)
    play.emit(ev.PhaseStarted(leader, TITLE.phases[0], turn))
    for row in placed:
        lasting = after_turn(row.condition)
        if lasting != row.condition:
            play.emit(ev.UnitsChanged(row.power, row.unit, row.count, row.area, row.strength, lasting, becomes=row.condition, cause="test"))
    if phase != TITLE.phases[0]:
        play.open_phase(ev.PhaseStarted(leader, phase, turn))


def _agree(play: Play, at_war: set[str]) -> None:
    for power in TITLE.powers:
        play.emit(ev.PowerChanged(power, "", AT_WAR if power in at_war else NEUTRAL, "setup"))
    for row in TITLE.relations:
        if row.scenario == CAMPAIGN:
            play.emit(ev.RelationChanged(row.power, row.other, "", row.relation))


def _hold(play: Play, placed: list[Placed], control: dict[str, str], holdings: str) -> None:
    base = {row.area: row.original_owner for row in TITLE.areas.values() if row.kind == "land" and row.original_owner}
    if holdings:
        base = {row.area: row.power for row in TITLE.holdings if row.scenario == holdings}
    for row in placed:
        camp_here = {TITLE.side_of[other.power] for other in placed if other.area == row.area}
        owner = base.get(row.area, "")
        if TITLE.areas[row.area].kind == "land" and len(camp_here) == 1 and TITLE.side_of.get(owner) not in camp_here:
            base[row.area] = row.power
    for area, power in (base | control).items():
        if power:
            play.emit(ev.ControlChanged(area, "", power, "setup"))


def position(stacks: str = "", **more) -> Position:
    """Return the position of `play_from`."""
    return play_from(stacks, **more).position


def stacks_of(play: Play, area: str) -> dict[str, int]:
    """Return what stands in an area: `POWER UNIT@STEPS [CONDITION]` to count, without the condition when there is none."""
    return {
        f"{power} {unit}@{strength}" + (f" [{condition}]" if condition else ""): count
        for (_, power, unit, strength, condition), count in play.position.stacks(area)
    }


def at(play: Play, area: str) -> str:
    """Return what stands in an area as one text, such as `germany infantry-4@3, 2 germany tank-4@4 [used=1]`."""
    return ", ".join(words if count == 1 else f"{count} {words}" for words, count in stacks_of(play, area).items())

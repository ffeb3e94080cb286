"""Victory in block games: total, decisive, strategic and economic victory, and the deciding areas of scenarios (sections 5.3, 8.0, 9.0).

Each faction's Strategic and Economic Power are points of the measures `strategic-power` and `economic-power`. Supply counts:
a Strategic or Production Area counts only when it is in supply.
"""

from __future__ import annotations

from engine.events import GameEnded
from engine.families.blocks import changes
from engine.families.blocks.board import SURRENDERED, camp_of, camp_on_turn, camps, controller
from engine.families.blocks.politics.settings import FallOfFrance, Victory
from engine.families.blocks.production.economy import economic_power_of_side, strategic_power
from engine.families.blocks.season import is_last, is_year_end, moment, now, start_of
from engine.families.blocks.settings import read
from engine.play import Play
from engine.rules import Position
from engine.title.settings import setting

STRATEGIC, ECONOMIC = "strategic-power", "economic-power"
MEASURES = {STRATEGIC: strategic_power, ECONOMIC: economic_power_of_side}
"""Measure to a faction's points."""

Ending = tuple[tuple[str, ...], str]
"""The winning factions (none: a tie) and how they won."""


def contenders(position: Position) -> tuple[str, ...]:
    """Return the factions that can win, in the order of the conditions of title.toml."""
    return tuple(dict.fromkeys(row.contender for row in read(position.title, "victory", Victory).condition))


def powers(position: Position) -> dict[str, dict[str, int]]:
    """Return measure to each faction's power now (5.3)."""
    return {name: {side: of(position, side) for side in contenders(position)} for name, of in MEASURES.items()}


def score(play: Play, reason: str = "") -> None:
    """Emit each faction's Strategic and Economic Power where changed (section 3.7)."""
    for measure, totals in powers(play.position).items():
        for side, total in totals.items():
            changes.score(play, side, measure, total, reason or play.state.clock.phase)


def check(play: Play) -> None:
    """End the game if somebody has won, or if it is decided now: the check at the end of a turn (section 5.3)."""
    ending = ending_now(play.position)
    if ending and not play.state.ended:
        play.emit(GameEnded(*ending))


def check_at_once(play: Play) -> None:
    """End a scenario that is decided at any time, not only in a Final Phase (8.0, 1939)."""
    ending = _decided(play.position)
    if ending and not play.state.ended:
        play.emit(GameEnded(*ending))


def ending_now(position: Position) -> Ending | None:
    """Return how the game ends in this Final Phase, None when it goes on."""
    now_held = powers(position)
    ending = total(position, now_held[STRATEGIC]) or _decided(position)
    if ending or not _ends_round(position):
        return ending
    yearly = start_of(position).yearly and is_year_end(position)
    ending = _fall_of_france(position)
    if not ending and (yearly or is_last(position)):
        ending = by_threshold(position, now_held)
    return ending or (_at_the_end(position, now_held) if is_last(position) else None)


def _ends_round(position: Position) -> bool:
    """Return whether the turn is the last one of its season."""
    return camp_on_turn(position) == list(camps(position.title))[-1]


def total(position: Position, strategic: dict[str, int]) -> Ending | None:
    """Return a Total Victory: a decisive area is in enemy hands, or a faction has enough Strategic Areas (5.3)."""
    row = read(position.title, "victory", Victory)
    for area in row.areas:
        owner, holder = position.title.areas[area].original_owner, controller(position, area)
        if holder and camp_of(position, holder) not in ("", camp_of(position, owner)):
            return (position.side_of(holder),), "total"
    return next((((side,), "total") for side, count in strategic.items() if count >= row.total), None)


def by_threshold(position: Position, held: dict[str, dict[str, int]]) -> Ending | None:
    """Return a Decisive, Strategic or Economic Victory (5.3); of several factions with enough PPs the one with the most."""
    met: dict[str, list[str]] = {STRATEGIC: [], ECONOMIC: []}
    for row in read(position.title, "victory", Victory).condition:
        if held[row.measure][row.contender] >= row.threshold:
            met[row.measure].append(row.contender)
    both = [side for side in met[STRATEGIC] if side in met[ECONOMIC]]
    for how, sides, measure in (
        ("decisive", both, STRATEGIC),
        ("strategic", met[STRATEGIC], STRATEGIC),
        ("economic", met[ECONOMIC], ECONOMIC),
    ):
        best = _best({side: held[measure][side] for side in sides})
        if best:
            return (best,), how
    return None


def _best(totals: dict[str, int]) -> str:
    """Return the faction with more than all others, empty if there is none."""
    most = max(totals.values(), default=0)
    first = [side for side, count in totals.items() if count == most]
    return first[0] if len(first) == 1 else ""


def _at_the_end(position: Position, held: dict[str, dict[str, int]]) -> Ending:
    """Return the winner of a game that ends without a victory: most Strategic Power, then most Economic Power, else a tie.

    A scenario that is decided by areas is a tie when nobody has taken them (8.0, 1939).
    """
    if start_of(position).decided_by:
        return (), "tie"
    most = max(held[STRATEGIC].values())
    level = [side for side, count in held[STRATEGIC].items() if count == most]
    if len(level) == 1:
        return (level[0],), STRATEGIC
    best = _best({side: held[ECONOMIC][side] for side in level})
    return ((best,), ECONOMIC) if best else ((), "tie")


def _decided(position: Position) -> Ending | None:
    """Return the camp's factions that hold all areas that decide the scenario (8.0, 1939: Berlin and Warsaw)."""
    row = start_of(position).decided_by
    holders = [controller(position, area) for area in row.all_of] if row else []
    if not holders or not all(holders) or len({camp_of(position, power) for power in holders}) > 1:
        return None
    sides = dict.fromkeys(position.side_of(power) for power in holders)
    return tuple(side for side in position.title.sides if side in sides), "both-capitals"


def _fall_of_france(position: Position) -> Ending | None:
    """Return the victory of those who have held a power in the war until the season by which it had to fall (9.0, 3.3)."""
    row = setting(position.title, "fall_of_france", FallOfFrance)
    if row is None or now(position) < moment(position.title, row.deadline):
        return None
    return None if position.state.standing.get(row.power) == SURRENDERED else (row.winners, "fall-of-france")

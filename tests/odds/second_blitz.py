"""A second, short ledger of luck of Blitz!: battles of one round, as sections 6.2, 6.3 and 6.5 print them, without any of `engine/odds`.

Each side rolls a die on its line of the Combat Chart, at once; each hit takes a point of Size from units that the round can hurt (land
units in a Land Round, ships in a Naval Round), whoever chooses which. Letters send units away, and hurt nobody. Battles with Air Rounds,
of seas that Convoys cross, and in which Armour may drive defenders back who have no way are not for it. A line is told by its average,
which the record has.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from csv import DictReader
from pathlib import Path

import engine.titles.blitz
from engine import events as ev
from engine.forces import parse_units
from engine.state import GameState
from engine.title.model import Title
from tests.odds.second_ledger import Told

HURT = {"land": "land", "naval": "sea"}
"""Which class of unit each kind of round hurts."""
FACES = 6


def second_ledger(title: Title, events: Sequence[ev.Event]) -> Iterator[Told]:
    """Yield the battles that it knows."""
    state, lines = GameState(), chart()
    start, rolls, before, safe = None, list[ev.DiceRolled](), dict[str, int](), False
    for seq, event in enumerate(events, 1):
        if isinstance(event, ev.BattleStarted):
            start, rolls = event, []
            before = {key.unit: key.strength for key in state.stacks}
            safe = ways_out(title, state, event) and not laden(state, event)
        elif start and isinstance(event, ev.DiceRolled) and event.battle == start.battle:
            rolls.append(event)
        elif start and isinstance(event, ev.BattleEnded):
            if told := safe and battle(title, start, rolls, before, lines):
                expected, luck, spread = told
                yield Told(seq, expected, luck, event.defender_lost - event.attacker_lost - expected - luck, (), spread)
            start = None
        state.apply(event)


def ways_out(title: Title, state: GameState, start: ev.BattleStarted) -> bool:
    """Return whether only hits of units hurt: no Convoys at sea, and on land a way out, or no Armour that drives defenders along it.

    A FORT never retreats: a letter that says so costs it a point more (6.6).
    """
    if title.areas[start.area].kind == "sea":
        here = [row for row in table("convoys.csv") if row["area"] == start.area]
        return all(state.damage.get((start.area, f"convoy-{row['convoy']}"), 0) >= int(row["factor"]) for row in here)
    types = {row["unit"]: row["type"] for row in table("counters.csv")}
    if any(types.get(item.unit) == "FORT" for item in parse_units(start.defenders)):
        return False
    armour = {unit for unit, kind in types.items() if kind == "ARM"}
    drives = any(item.unit in armour for item in parse_units(start.attackers))
    side = title.side_of.get(start.defender, "")
    near = [area for area in title.neighbours[start.area] if title.areas[area].kind == "land"]
    return not drives or sum(title.side_of.get(state.control.get(area, "")) == side for area in near) > 0


def laden(state: GameState, start: ev.BattleStarted) -> bool:
    """Return whether any unit of a battle carries another, which is lost with it."""
    units = {item.unit for text in (start.attackers, start.defenders) for item in parse_units(text)}
    return any(key.unit in units and "cargo=" in key.condition for key in state.stacks)


def table(name: str) -> list[dict[str, str]]:
    """Return the rows of a table of the title."""
    return [*DictReader(Path(engine.titles.blitz.__file__).with_name(name).read_text().splitlines())]


def chart() -> dict[float, list[int]]:
    """Return the hits of each face, of each line of the Combat Chart, by their average: lines of one average hit alike."""
    lines = defaultdict[int, list[int]](list)
    for row in table("chart.csv"):
        number = "".join(char for char in row["result"] if char.isdigit())
        lines[int(row["factors"])].append(int(number or 0))
    found = dict[float, list[int]]()
    for line in lines.values():
        assert sorted(found.setdefault(round(sum(line) / FACES, 6), line)) == sorted(line)
    return found


def battle(
    title: Title,
    start: ev.BattleStarted,
    rolls: list[ev.DiceRolled],
    sizes: dict[str, int],
    lines: dict[float, list[int]],
) -> tuple[float, float, float] | None:
    """Return the expected swing of a battle, what the dice changed of it, and its spread; None if it is not known."""
    kinds = {roll.purpose for roll in rolls}
    if len(kinds) != 1 or not kinds <= {*HURT} or len({roll.side for roll in rolls}) < len(rolls):
        return None
    cls = HURT[kinds.pop()]
    names = [[item.unit for item in parse_units(text)] for text in (start.attackers, start.defenders)]
    room = [sum(sizes.get(unit, 99) for unit in side if title.units[unit].cls == cls) for side in names]
    if not all(room) or max(room) >= 99:
        return None
    line = {roll.side: lines[round(roll.expected, 6)] for roll in rolls}
    fell = {roll.side: roll.hits for roll in rolls}
    ours, theirs = line.get("attacker", [0] * FACES), line.get("defender", [0] * FACES)
    # Air units with an asterisk are destroyed in the round that they fight in, whatever is rolled.
    once = {row["unit"] for row in table("counters.csv") if row["once"]}
    mine, foes = (sum(sizes[unit] for unit in side if unit in once) for side in names)
    swings = [min(a, room[1]) - min(b, room[0]) + foes - mine for a in ours for b in theirs]
    expected = sum(swings) / len(swings)
    spread = (sum((swing - expected) ** 2 for swing in swings) / len(swings)) ** 0.5
    hits = min(fell.get("attacker", 0), room[1]) - min(fell.get("defender", 0), room[0])
    return expected, hits + foes - mine - expected, spread

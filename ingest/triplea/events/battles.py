"""A battle of the history: its forces, every roll, and its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from engine import events as ev
from engine.forces import show_units
from engine.mechanics.targets import may_strike, pool_of
from engine.title.model import Unit
from ingest.missing_dice import untold_dice
from ingest.triplea.events.dice import Share, UnitWords, shares
from ingest.triplea.events.event_writer import EventWriter
from ingest.triplea.events.lines import HistoryLine, read_line
from ingest.triplea.history import Event, EventChild, Step
from ingest.triplea.rendering import Dice, Units
from ingest.triplea.state import UnitState
from ingest.triplea.title.names import NOBODY

ATTACKER, DEFENDER = "attacker", "defender"
KINDS = {"raid": "raid", "air-battle": "air", "rockets": "rockets"}
"""What an event means -> kind of battle; others go by the area."""
NAMES_A_SIDE = {"attack": ATTACKER, "defend": DEFENDER, "intercept": DEFENDER}
"""What a line means -> the side whose units it shows."""
FIRES = {"Attackers": ATTACKER, "Defenders": DEFENDER}
"""How the program calls the sides of an air battle -> side."""
CONVERTED = "converted"
"""Cause of a removal that is no loss: the unit becomes another."""


def nobody_flies(event: Event) -> bool:
    """Return whether an air battle names no aircraft: the program begins one for escorts that were sent without a bomber, and ends it."""
    return not any(read_line("child", child.title).means in NAMES_A_SIDE for child in event.children)


class SavedBattle:
    """One battle, from its event in the history to its end.

    Attributes:
        number: of the battle in its game. forces: side -> ids of its units. begun: events before its own.
    """

    def __init__(self, writer: EventWriter, words: UnitWords, number: int, step: Step, event: Event, line: HistoryLine) -> None:
        self.writer, self.words, self.number, self.step = writer, words, number, step
        self.title, self.names = writer.reading.title, writer.reading.names
        self.territory: str = line.said.get("area") or getattr(event.shown, "territory", "") or ""
        self.area = self.names.areas.get(self.territory, "")
        self.lines = [read_line("child", child.title) for child in event.children]
        # the program calls the first round 2 since 2009; before, 1
        self.before_first = 0 if any(line.said.get("round") == "1" for line in self.lines) else 1
        self.rounds = self.damage = 0
        self.winner = ""
        self.ways: set[str] = set()
        self.opposed = self.unread_dice = False
        self.kind = KINDS.get(line.means, "")
        self.forces: dict[str, list[str]] = {ATTACKER: [], DEFENDER: []}
        self._gather(event)
        self.attacker = self._player(ATTACKER, step.player)
        self.defender = self._player(DEFENDER, self.writer.state.owners.get(self.territory))
        self.begun = len(writer.events)

    # ---- who fights

    def _gather(self, event: Event) -> None:
        """The units that the lines `attack with` and `defend with` show; without such lines, all that stand there."""
        for line, child in zip(self.lines, event.children, strict=True):
            side = NAMES_A_SIDE.get(line.means)
            if side and isinstance(child.shown, Units):
                self.forces[side] += [unit for unit in child.shown.units if unit in self.writer.state.units]
                self.opposed |= side == DEFENDER
        mine = self._side(self.names.power(self.step.player))
        for unit in self.writer.state.held_at.get(("territory", self.territory), {}).values():
            side = ATTACKER if self._side(self.names.power(unit.owner)) == mine else DEFENDER
            if not self._named(side) and self._fights(unit, side):
                self.forces[side].append(unit.id)
        if self.kind not in KINDS.values():
            # the program names factories and bases among the defenders; they neither fight nor fall, and are no part of a force's value
            self.forces[DEFENDER] = [unit for unit in self.forces[DEFENDER] if self._row(unit).cls != "facility"]
        if not self.kind:
            self.kind = self._ground()

    def _named(self, side: str) -> bool:
        return any(NAMES_A_SIDE.get(line.means) == side for line in self.lines)

    def _fights(self, unit: UnitState, side: str) -> bool:
        row = self.title.units[self.names.units[unit.type]]
        if self.kind == "air":
            return False  # the bombers' escorts and the interceptors are named, or there are none
        if self.kind == "raid":
            return row.cls == "facility" if side == DEFENDER else row.has("strategic-bombing")
        return row.cls != "facility" and (side == DEFENDER or unit.owner == self.step.player)

    def _ground(self) -> str:
        if self.area and self.title.areas[self.area].kind == "sea":
            return "sea"
        landed = (self.writer.state.units[unit].properties.get("wasAmphibious") for unit in self.forces[ATTACKER])
        return "amphibious" if any(landed) else "land"

    def _player(self, side: str, default: str | None) -> str:
        """Return the power that a side is named after: that of the line, of its units, or `default`."""
        named = next((line.said["player"] for line in self.lines if NAMES_A_SIDE.get(line.means) == side), None)
        if named in self.writer.save.players:
            return self.names.power(named)
        first = next((self.writer.state.units[unit].owner for unit in self.forces[side]), default)
        return self.names.power(first) or NOBODY

    def _side(self, power: str) -> str:
        return self.title.side_of.get(power, power)

    def side_of(self, player: str) -> str:
        """Return the side that a player of a line fights on."""
        power = self.names.power(player) if player in self.writer.save.players else NOBODY
        return ATTACKER if self._side(power) == self._side(self.attacker) else DEFENDER

    # ---- what happens

    def started(self) -> ev.BattleStarted:
        """Return the event that begins it."""
        mine, theirs = self.forces[ATTACKER], self.forces[DEFENDER]
        forces = self._force(mine), self._force(theirs)
        values = self._value(mine), self._value(theirs)
        return ev.BattleStarted(self.number, self.kind, self.area, self.attacker, self.defender, *forces, *values)

    def take(self, line: HistoryLine, child: EventChild) -> list[ev.Event]:
        """Return what a line of the battle says, beside the changes that it tells of."""
        if line.means == "win":
            self.winner = self.side_of(line.said["player"])
            self.opposed |= self.winner == DEFENDER  # the program names no defenders where those of two powers stand together
        elif line.means in ("retreat", "submerged", "takes", "stalemate"):
            self.ways.add(line.means)
        elif line.means == "bombed":
            self.damage += line.number("damage")
        elif line.means == "bomb":
            return [self._bombs(line)]
        elif line.means in ("roll", "bombard") and isinstance(child.shown, Dice):
            return self._roll(line, child.shown)
        elif line.means == "anti-air" and isinstance(child.shown, Dice):
            return self._guns(child.shown)
        elif line.means == "air-combat" and isinstance(child.shown, Dice):
            return self._air_combat(FIRES[line.said["side"]], child.shown)
        else:
            self.unread_dice |= isinstance(child.shown, Dice)
        return []

    def _roll(self, line: HistoryLine, dice: Dice) -> list[ev.Event]:
        side = self.side_of(line.said["player"])
        units = self.words.read(line.said.get("units", ""))
        field = "attack" if side == ATTACKER else "defense"
        figure = {unit: getattr(self.title.units[unit], field) for unit in units}
        self.rounds = max(self.rounds, line.number("round") - self.before_first)
        at_sea = units and all(self.title.units[unit].cls == "sea" for unit in units)
        purpose = "bombardment" if at_sea and self.kind in ("land", "amphibious") else field.replace("defense", "defence")
        power = self.names.power(line.said["player"]) if line.said["player"] in self.writer.save.players else NOBODY
        round_ = 0 if purpose == "bombardment" else max(0, line.number("round") - self.before_first)
        found = shares(dice, units, figure, self.title.dice_sides)
        return [self._dice(power, side, purpose, round_, share) for share in found]

    def _air_combat(self, side: str, dice: Dice) -> list[ev.Event]:
        """Return a side's fire in the air as events; the program counts no rounds there: the attackers' fire begins one."""
        self.rounds = max(1, self.rounds + (side == ATTACKER))
        flying = [self.writer.state.units[unit] for unit in self._left(side)]
        units, powers = Counter(self.names.units[unit.type] for unit in flying), {self.names.power(unit.owner) for unit in flying}
        lowest = min((die.hits_on for die in dice.dice), default=0)  # where an option of the title gives its aircraft their figures
        figure = {unit: self.title.units[unit].number("air-combat") or lowest for unit in units}
        whole = self.attacker if side == ATTACKER else self.defender
        power = next(iter(powers)) if len(powers) == 1 else whole  # an ally's alone may have gone up
        found = shares(dice, units, figure, self.title.dice_sides)
        return [self._dice(power, side, "air-combat", self.rounds, share) for share in found]

    def _guns(self, dice: Dice) -> list[ev.Event]:
        """Return anti-aircraft fire as events; the guns are the defender's of the area, or its factory's own."""
        held = self.writer.state.held_at.get(("territory", self.territory), {}).values()
        rows = [self.title.units[self.names.units[unit.type]] for unit in held]
        guns = {row.unit for row in rows if row.has("anti-air")} or {row.unit for row in rows if row.has("produces")}
        unit = next(iter(guns)) if len(guns) == 1 else ""
        found = shares(dice, {}, {}, self.title.dice_sides)
        return [self._dice(self.defender, DEFENDER, "anti-air", 0, share._replace(unit=unit)) for share in found]

    def _bombs(self, line: HistoryLine) -> ev.Event:
        """Return dice of bombing damage: no target, no hits, the damage that they were worth on average."""
        dice = tuple(map(int, line.said["dice"].split(",")))
        types = {self.names.units[self.writer.state.units[unit].type] for unit in self.forces[ATTACKER]}
        unit = next(iter(types)) if len(types) == 1 else ""
        mean = (self.title.dice_sides + 1) / 2
        return self._dice(self.attacker, ATTACKER, "bombing", 0, Share(unit, 0, dice, 0, mean * len(dice)))

    def _dice(self, power: str, side: str, purpose: str, round_: int, share: Share) -> ev.DiceRolled:
        return ev.DiceRolled(
            self.number,
            self.area,
            power,
            side,
            purpose,
            round_,
            share.unit,
            share.target,
            share.dice,
            share.hits,
            share.expected,
        )

    # ---- how it ends

    def untold(self) -> Iterator[ev.DefectFound]:
        """Yield dice that were rolled, by all else that the history says, and that it does not have."""
        for dice in untold_dice(self.writer.events[self.begun :], self.number, self._side_in, self._armed):
            where = f"battle {self.number} in {self.area}"
            yield ev.DefectFound("save/dice", "error", dice.found, dice.expected, dice.message, where)

    def _side_in(self, power: str) -> str:
        return ATTACKER if self._side(power) == self._side(self.attacker) else DEFENDER

    def _armed(self, side: str, unit: str) -> bool:
        """Return whether only dice can take a unit away: not one without a figure, nor where a map's own kind of fire is rolled."""
        row = self.title.units[unit]
        if self.kind == "air":
            return True
        return not self.unread_dice and not row.has("no-combat") and (row.attack if side == ATTACKER else row.defense) > 0

    def ended(self, *, cut: bool) -> ev.BattleEnded:
        """Return the event that ends it; `cut` when the history does not say how it went on."""
        lost = {ATTACKER: 0, DEFENDER: 0}
        for event in self.writer.events[self.begun :]:
            if isinstance(event, ev.UnitsRemoved) and event.battle == self.number and event.cause != CONVERTED:
                mine = self._side(event.power) == self._side(self.attacker)
                lost[ATTACKER if mine else DEFENDER] += event.count * self.title.units[event.unit].cost
        winner, how = ("none", "unfinished") if cut else self._verdict()
        left = self._force(self._left(ATTACKER)), self._force(self._left(DEFENDER))
        return ev.BattleEnded(
            self.number,
            self.kind,
            self.area,
            self.attacker,
            self.defender,
            self.rounds,
            winner,
            how,
            *left,
            lost[ATTACKER],
            lost[DEFENDER],
            self.damage,
        )

    @property
    def is_settled(self) -> bool:
        """Whether the history says how it ended, or nobody stood against it."""
        said = {line.means for line in self.lines}
        unopposed = not self.opposed and self.kind not in KINDS.values()
        return unopposed or bool(said & {"win", "takes", "bombed", "stalemate", "air-battle-over"})

    def _verdict(self) -> tuple[str, str]:
        if self.kind in ("raid", "rockets"):
            through = bool(self._left(ATTACKER))
            return (ATTACKER, "bombed") if through else (DEFENDER, "shot-down")
        if not self.opposed:
            return ATTACKER, "undefended"
        if self.kind == "air":
            left = [side for side in (ATTACKER, DEFENDER) if self._left(side)]
            return ("none", "over") if len(left) == 2 else (left[0] if left else "none", "eliminated")
        if not self.winner or "stalemate" in self.ways:
            gone = not (self._left(ATTACKER) and self._left(DEFENDER))
            return "none", "eliminated" if gone else "submerged" if "submerged" in self.ways else "stalemate"
        if "retreat" in self.ways:
            return self.winner, "retreated"
        if self.kind == "sea" and (under := self._submerged(DEFENDER if self.winner == ATTACKER else ATTACKER)):
            # The program lets aircraft win over submarines that they cannot hit.
            return (self.winner, "submerged") if self._hunts(self.winner, under) else ("none", "stalemate")
        on_land = self.kind in ("land", "amphibious")
        return (
            self.winner,
            "no-capture" if on_land and self.winner == ATTACKER and "takes" not in self.ways else "eliminated",
        )

    def _submerged(self, side: str) -> list[Unit]:
        """Return the submarines that a side has left when that is all it has left."""
        rows = [self._row(unit) for unit in self._left(side)]
        return rows if rows and all(row.has("submarine") for row in rows) else []

    def _hunts(self, side: str, under: list[Unit]) -> bool:
        """Return whether what a side has left could hit submarines."""
        rows = [self._row(unit) for unit in self._left(side)]
        hunted = any(row.has("destroyer") for row in rows)
        firing = [row for row in rows if (row.attack if side == ATTACKER else row.defense)]
        return any(may_strike(boat, pool_of(row, True, hunted)) for row in firing for boat in under)

    def _row(self, unit: str) -> Unit:
        return self.title.units[self.names.units[self.writer.state.units[unit].type]]

    def _left(self, side: str) -> list[str]:
        return [unit for unit in self.forces[side] if self.writer.state.units[unit].holder is not None]

    def _force(self, units: Iterable[str]) -> str:
        counts: dict[tuple[str, str], int] = {}
        for ident in units:
            unit = self.writer.state.units[ident]
            key = self.names.power(unit.owner) or NOBODY, self.names.units[unit.type]
            counts[key] = counts.get(key, 0) + 1
        powers = {power for power, _ in counts}
        several = len(powers) > 1 or not powers <= {self.attacker, self.defender}  # what is left may be an ally's alone
        return show_units((unit, n, power if several else "") for (power, unit), n in sorted(counts.items()))

    def _value(self, units: Iterable[str]) -> int:
        return sum(self.title.units[self.names.units[self.writer.state.units[unit].type]].cost for unit in units)

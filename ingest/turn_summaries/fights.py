"""Battles as a text tells them: forces, dice, losses, the end."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine import events as ev
from engine.forces import show_units
from ingest.missing_dice import untold_dice
from ingest.turn_summaries.board import ToldPosition
from ingest.turn_summaries.event_log import EventLog
from ingest.turn_summaries.money import Bill

if TYPE_CHECKING:
    from ingest.turn_summaries.setting import Setting

ATTACKER, DEFENDER = "attacker", "defender"
RAID, AIR = "raid", "air"
UNKNOWN_FACE = 0
"""What stands for a die whose face the text does not tell."""


class ToldBattle:
    """A battle under way: forces and losses by (power, unit) and side."""

    def __init__(self, number: int, kind: str, area: str, attacker: str) -> None:
        self.number, self.kind, self.area, self.attacker = number, kind, area, attacker
        self.defender = ""
        self.forces: dict[str, Counter[tuple[str, str]]] = {ATTACKER: Counter(), DEFENDER: Counter()}
        self.lost: Counter[tuple[str, str]] = Counter()
        self.summed: Counter[tuple[str, str]] = Counter()
        self.rounds = self.damage = self.at = 0
        self.first_round = 2
        self.begun = self.retreated = self.by_air_fire = False
        self.winner, self.facility = "none", ""
        self.score: int | None = None

    def side(self, power: str) -> str:
        """The side that a power is on: attacker, unless it is among the defenders."""
        defends = power != self.attacker and all(power != own for own, _ in self.forces[ATTACKER])
        return DEFENDER if defends else ATTACKER

    def left(self, side: str) -> Counter[tuple[str, str]]:
        """The forces of a side less what it has lost."""
        return self.forces[side] - self.lost


class Fights:
    """The battles of a text."""

    def __init__(self, log: EventLog, board: ToldPosition, setting: Setting) -> None:
        self.log, self.board, self.setting = log, board, setting
        self.count = 0
        self.now: ToldBattle | None = None
        self.bills: list[Bill] = []

    def begin(self, kind: str, area: str, attacker: str) -> None:
        """A battle is announced; it begins when anything is told of it."""
        self.end()
        self.now = ToldBattle(self.count + 1, kind or ("sea" if self.setting.is_sea(area) else "land"), area, attacker)

    def join(self, side: str, units: list[tuple[str, str, int]]) -> None:
        """Forces of a side are listed: (power, unit, count)."""
        fight = self.now
        if not fight or not units:
            return
        for power, unit, count in units:
            if fight.kind in (RAID, AIR) or self.setting.fights(unit):
                fight.forces[side][power, unit] += count
            self.board.need(fight.area, power, unit, count)
        if side == ATTACKER:
            fight.attacker = units[0][0]
        else:
            fight.defender = fight.defender or units[0][0]

    def started(self) -> ToldBattle | None:
        """Return the battle under way, told as begun."""
        fight = self.now
        if fight and not fight.begun:
            fight.begun, self.count, fight.at = True, fight.number, len(self.log.entries)
            if not fight.defender and fight.kind in (RAID, AIR):
                fight.defender = self.board.control.get(fight.area, "")
            own, other = fight.forces[ATTACKER], fight.forces[DEFENDER]
            self.log.emit(
                ev.BattleStarted(
                    fight.number,
                    fight.kind,
                    fight.area,
                    fight.attacker,
                    fight.defender,
                    _text(own, fight.attacker),
                    _text(other, fight.defender),
                    self._worth(own),
                    self._worth(other),
                )
            )
        return fight

    def round(self, said: int) -> int:
        """The round of a battle, counted from 1; the program calls the first one 2, before 2009 it called it 1."""
        fight = self.now
        if fight and said < fight.first_round:
            fight.first_round = said
        return max(1, said + 1 - (fight.first_round if fight else 2))

    def dice(
        self, power: str, area: str, unit: str, purpose: str, round_: int, rolled: int | tuple[int, ...], hits: int, expected: float = 0.0
    ) -> None:
        """Dice: how many, or their faces. The target is not told (0): summaries do not say which unit rolled which die."""
        fight = self.started()
        if fight:
            fight.rounds = max(fight.rounds, round_)
            fight.by_air_fire = purpose == "anti-air"
        faces = rolled if isinstance(rolled, tuple) else (UNKNOWN_FACE,) * rolled
        side = (DEFENDER if purpose == "anti-air" else fight.side(power)) if fight else ""
        number = fight.number if fight else 0
        self.log.emit(ev.DiceRolled(number, area, power, side, purpose, round_, unit, 0, faces, hits, expected))

    def lose(self, area: str, power: str, unit: str, count: int, cause: str = "") -> None:
        """Units are lost."""
        fight = self.started()
        if not fight:
            self.board.remove(area, power, unit, count, cause or "combat")
            return
        if cause != "converted":
            fight.lost[power, unit] += count
        side = fight.side(power)
        if fight.forces[side][power, unit] < fight.lost[power, unit] and fight.kind in (RAID, AIR):
            fight.forces[side][power, unit] = fight.lost[power, unit]
        cause = cause or ("anti-air" if fight.by_air_fire else "combat")
        self.board.remove(area or fight.area, power, unit, count, cause, fight.number)

    def sum_up(self, power: str, units: list[tuple[str, int]]) -> None:
        """All losses of a power in the battle: those not told one by one (a short summary) are told now."""
        fight = self.started()
        for unit, count in units if fight else ():
            assert fight is not None
            fight.summed[power, unit] += count
            if (more := fight.summed[power, unit] - fight.lost[power, unit]) > 0:
                self.lose(fight.area, power, unit, more, "combat")

    def end(self) -> None:
        """End the battle under way; one of which nothing was told but its name was none."""
        fight, self.now = self.now, None
        if not fight or not (fight.begun or any(fight.forces.values())):
            return
        self.now = fight
        self.started()
        self.now = None
        lost = {side: Counter({key: n for key, n in fight.lost.items() if fight.side(key[0]) == side}) for side in fight.forces}
        left = {side: fight.left(side) for side in fight.forces}
        self._score(fight, lost[ATTACKER], lost[DEFENDER])
        self._untold(fight)
        self.log.emit(
            ev.BattleEnded(
                fight.number,
                fight.kind,
                fight.area,
                fight.attacker,
                fight.defender,
                fight.rounds,
                fight.winner,
                self._how(fight),
                _text(left[ATTACKER], fight.attacker),
                _text(left[DEFENDER], fight.defender),
                self._worth(lost[ATTACKER]),
                self._worth(lost[DEFENDER]),
                fight.damage,
            )
        )

    def _score(self, fight: ToldBattle, own: Counter[tuple[str, str]], other: Counter[tuple[str, str]]) -> None:
        """Keep what the battle's score says of prices: what the defender lost less what the attacker lost."""
        if fight.score is None:
            return
        worth: Counter[str] = Counter()
        for (_, unit), count in other.items():
            worth[unit] += count
        for (_, unit), count in own.items():
            worth[unit] -= count
        self.bills.append((tuple((unit, count) for unit, count in sorted(worth.items()) if count), fight.score))

    def _untold(self, fight: ToldBattle) -> None:
        """Say which dice are missing; short summaries, which tell no rounds of their battles, tell no dice at all."""
        events = [entry.event for entry in self.log.entries[fight.at :]] if fight.rounds else []
        for dice in untold_dice(events, fight.number, fight.side, lambda side, unit: self.setting.armed(side, unit, fight.area)):
            self.log.gap(
                "dice-missing", f"a line of dice of the battle in {fight.area} is missing: {dice.message}", dice.found, dice.expected
            )

    def _how(self, fight: ToldBattle) -> str:
        if fight.kind in (RAID, AIR):
            return "bombed" if fight.kind == RAID else "over"
        return "retreated" if fight.retreated else "undefended" if not fight.forces[DEFENDER] else "eliminated"

    def _worth(self, units: Counter[tuple[str, str]]) -> int:
        return sum(self.setting.price(unit) * count for (_, unit), count in units.items())


def _text(units: Counter[tuple[str, str]], own: str) -> str:
    return show_units((unit, count, "" if power == own else power) for (power, unit), count in units.items() if count > 0)

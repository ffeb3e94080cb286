"""A battle in the words of a summary: forces, every roll, losses, how it ended."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

from engine import events as ev
from ingest.turn_summaries.write.spelling import Spelling

HEADS = {"raid": "Strategic bombing raid in", "air": "Air Battle in"}
FIRST = 2
"""What the program calls the first round of a battle."""

Indented = tuple[int, str]
"""A line, and how deep it stands below its phase."""


class Battle:
    """One battle: hand it its events in order, then ask for its `lines`."""

    def __init__(self, spelling: Spelling, started: ev.BattleStarted) -> None:
        self.spelling, self.started = spelling, started
        self.area = spelling.area(started.area)
        self.forces = {
            side: spelling.forces(text, power)
            for side, text, power in (
                ("attack", started.attackers, started.attacker),
                ("defend", started.defenders, started.defender),
            )
        }
        self.lost: Counter[tuple[str, str]] = Counter()
        self.lines: list[Indented] = [(0, f"{HEADS.get(started.kind, 'Battle in')} {self.area}")]
        self.bombs: list[ev.DiceRolled] = []
        self._said: list[ev.Event] = []
        for side, held in self.forces.items():
            told = [f"{spelling.power(power)} {side} with {spelling.units(units)}" for power, units in held.items()]
            if told:
                self.lines.append((1, "; ".join(told)))

    def take(self, event: ev.Event) -> None:
        """Take an event of the battle; those of a kind that come together are told together."""
        if self._said and _kind(self._said[-1]) != _kind(event):
            self._flush()
        self._said.append(event)

    def end(self, ended: ev.BattleEnded) -> None:
        """Take the end."""
        self._flush()
        self._bombs_left()
        if self.started.kind not in HEADS:
            self._verdict(ended)
        by_power = groupby(sorted(self.lost.items()), key=lambda item: item[0][0])
        for power, items in by_power:
            units = self.spelling.units({unit: n for (_, unit), n in items})
            self.lines.append((1, f"Casualties for {self.spelling.power(power)}: {units}"))

    def _verdict(self, ended: ev.BattleEnded) -> None:
        score = f"Battle score for attacker is {ended.defender_lost - ended.attacker_lost}"
        if ended.winner not in ("attacker", "defender"):
            both = " and ".join(self.spelling.power(power) for power in (ended.attacker, ended.defender))
            parted = "" if ended.how == "eliminated" else f"{both} reach a stalemate"
            self.lines.append((1, f"{parted}. {score}"))
            return
        won = ended.winner == "attacker"
        power, text = (ended.attacker, ended.attackers) if won else (ended.defender, ended.defenders)
        left: Counter[str] = Counter()
        for units in self.spelling.forces(text, power).values():
            left.update(units)
        remaining = self.spelling.units(left) or "no units"
        self.lines.append((1, f"{self.spelling.power(power)} win with {remaining} remaining. {score}"))

    # ---- what comes together

    def _flush(self) -> None:
        said, self._said = self._said, []
        if not said:
            return
        first = said[0]
        if isinstance(first, ev.DiceRolled):
            self._dice([event for event in said if isinstance(event, ev.DiceRolled)])
        elif isinstance(first, ev.UnitsRemoved):
            self._losses([event for event in said if isinstance(event, ev.UnitsRemoved)])
        elif isinstance(first, ev.UnitsMoved):
            self._retreats([event for event in said if isinstance(event, ev.UnitsMoved)])
        elif isinstance(first, ev.UnitsChanged):
            self._changes([event for event in said if isinstance(event, ev.UnitsChanged)])
        elif isinstance(first, ev.FacilityChanged):
            for left, event in zip(range(len(said) - 1, -1, -1), said, strict=True):
                assert isinstance(event, ev.FacilityChanged)
                self._damage(event, left)
        elif isinstance(first, ev.ResourceChanged):
            for event in said:
                assert isinstance(event, ev.ResourceChanged)
                self._money(event)

    def _dice(self, rolls: list[ev.DiceRolled]) -> None:
        first = rolls[0]
        if first.purpose == "bombing":
            self.bombs += rolls
            return
        total = sum(len(roll.dice) for roll in rolls)
        told = f"{sum(roll.hits for roll in rolls)}/{total} hits"
        expected = sum(roll.expected for roll in rolls)
        if expected:
            told += f", {expected:.2f} expected hits"
        power = self.spelling.power(first.power)
        if first.purpose == "anti-air":
            who = f"{power} roll AA dice" if first.power else "AA fire"  # what was read of an older text names nobody
            self.lines.append((2, f"{who} in {self.area} : {told}"))
        else:
            units = self.spelling.units(self._rolling(rolls))
            self.lines.append((2, f"{power} roll dice for {units} in {self.area}, round {max(1, first.round) + FIRST - 1} : {told}"))

    def _rolling(self, rolls: list[ev.DiceRolled]) -> Counter[str]:
        """Who rolls: what the dice say, or where they do not, all that the power has left."""
        if all(roll.unit for roll in rolls):
            counts: Counter[str] = Counter()
            for roll in rolls:
                counts[roll.unit] += len(roll.dice)
            return counts
        power = rolls[0].power
        held = Counter({unit: n for side in self.forces.values() for unit, n in side.get(power, {}).items()})
        left = held - Counter({unit: n for (owner, unit), n in self.lost.items() if owner == power})
        return left or held or Counter({next(iter(self.spelling.title.units)): 1})

    def _losses(self, gone: list[ev.UnitsRemoved]) -> None:
        apart = ("anti-air", "converted")
        for (cause, place), events in groupby(gone, key=lambda e: (e.cause if e.cause in apart else "", e.area)):
            counts: Counter[tuple[str, str]] = Counter()
            for event in events:
                counts[event.power, event.unit] += event.count
            if cause == "converted":
                self.lines += [
                    (1, f"{self.spelling.power(self.started.attacker)} converts {self.spelling.unit(unit)} into different units")
                    for (_, unit), n in counts.items()
                    for _ in range(n)
                ]
                continue
            self.lost += counts
            end = f"{'killed by AA' if cause == 'anti-air' else 'lost'} in {self.spelling.area(place)}"
            self.lines.append((1, f"{self.spelling.owned(counts)} {end}"))

    def _retreats(self, moves: list[ev.UnitsMoved]) -> None:
        to: dict[str, Counter[tuple[str, str]]] = {}
        for move in moves:
            to.setdefault(move.destination, Counter())[move.power, move.unit] += move.count
        for area, counts in to.items():
            self.lines.append((1, f"{self.spelling.owned(counts)} retreated to {self.spelling.area(area)}"))

    def _changes(self, changes: list[ev.UnitsChanged]) -> None:
        for word, sentence in (("hit", "Units damaged: {}"), ("submerge", "{} submerged")):
            counts: Counter[tuple[str, str]] = Counter()
            for change in changes:
                if change.cause == word:
                    counts[change.power, change.unit] += change.count
            if word == "submerge":
                self.lines += [(1, sentence.format(self.spelling.owned({key: n}))) for key, n in counts.items()]
            elif counts:
                self.lines.append((1, sentence.format(self.spelling.owned(counts))))

    # ---- raids

    def _faces(self, keep: int = 0) -> str:
        """The faces of the bombs not told yet; the last `keep` rolls are left for other targets."""
        stop = max(1, len(self.bombs) - keep)
        told, self.bombs = self.bombs[:stop], self.bombs[stop:]
        return ",".join(str(face) for roll in told for face in roll.dice)

    def _damage(self, event: ev.FacilityChanged, left: int) -> None:
        """Damage done to one of several facilities, `left` of which are still to be told."""
        unit = self.spelling.unit(event.facility)
        if self.bombs:
            faces = self._faces(left)
            self.lines.append((1, f"Bombing raid in {self.area} rolls: {faces} and causes: {event.delta} damage to unit: {unit}"))
        self.lines.append((1, f"Bombing raid in {self.area} causes {event.delta} damage total."))

    def _money(self, event: ev.ResourceChanged) -> None:
        if event.cause == "bombing":
            if self.bombs:
                self.lines.append((1, f"Bombing raid in {self.area} rolls: {self._faces()} and costs: {-event.delta} PUs."))
            self.lines.append((1, f"Bombing raid in {self.area} costs {-event.delta} PUs."))
        elif event.cause == "plunder" and event.delta > 0:
            self.lines.append((1, plunder(self.spelling, event)))

    def _bombs_left(self) -> None:
        """Dice that did no damage are told all the same."""
        if self.bombs:
            self.lines.append((1, f"Bombing raid in {self.area} rolls: {self._faces()} and costs: 0 PUs."))


def plunder(spelling: Spelling, event: ev.ResourceChanged) -> str:
    """A capital's store that goes to who takes it."""
    loser = event.counterparty or ""
    return f"{spelling.power(event.power)} captures {event.delta}PUs while taking {spelling.power(loser)} capital"


def _kind(event: ev.Event) -> tuple[object, ...]:
    """Events of one kind are told in one line: of dice, those of one power, purpose and round."""
    if isinstance(event, ev.DiceRolled):
        return "dice", event.power, event.purpose, event.round
    return (type(event).__name__,)

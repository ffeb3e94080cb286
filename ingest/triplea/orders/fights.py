"""A battle as the history tells it, round by round.

The lines below a battle stand in the order in which things happened; they say who rolled, what was lost, who went
under water or away. Losses of a round follow the dice that caused them. The engine counts rounds from 2.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER
from engine.families.axis_allies.combat.submarines import OPTION
from engine.families.axis_allies.orders import Retreat
from ingest.triplea.events.battles import nobody_flies
from ingest.triplea.events.lines import HistoryLine, read_line
from ingest.triplea.history import Event, EventChild
from ingest.triplea.orders.names import Names
from ingest.triplea.rendering import Dice, Die, Units
from ingest.triplea.state import TripleaState

Kind = tuple[str, str]
"""(unit, power)."""

_UNIT = re.compile(r"(\d+) (\w+)")


@dataclass
class Roll:
    """Dice of one side. `strike`: only submarines rolled."""

    attacks: bool
    strike: bool
    dice: list[Die]


@dataclass
class FightRound:
    """One round: what was rolled, and lost: `early` before anything but submarines fired, `late` after."""

    rolls: list[Roll] = field(default_factory=list)
    early: Counter[Kind] = field(default_factory=Counter)
    late: Counter[Kind] = field(default_factory=Counter)
    submerged: Counter[Kind] = field(default_factory=Counter)
    retreat: Retreat | None = None
    withdrew: dict[str, str] = field(default_factory=dict)  # side whose submarines alone left, and the zone that they went to


@dataclass
class AirFight:
    """What comes before a raid: who flies it, bombers and escorts; who goes up against them; the fire of both, and who fell."""

    raiders: Counter[Kind] = field(default_factory=Counter)
    interceptors: Counter[Kind] = field(default_factory=Counter)
    fire: FightRound = field(default_factory=FightRound)


@dataclass
class TripleaFight:
    """A battle or raid: where, its anti-aircraft dice and whom they shot down, the ships that bombard and their dice,
    the dice of its bombs and the facility that they fell on, its rounds; of a raid, what came before it in the air.
    """

    area: str
    raid: bool
    attackers: Counter[Kind] = field(default_factory=Counter)
    aa: list[Die] = field(default_factory=list)
    shot: Counter[Kind] = field(default_factory=Counter)
    bombardment: list[Die] = field(default_factory=list)
    ships: Counter[str] = field(default_factory=Counter)
    bombs: tuple[int, ...] = ()
    target: str = ""
    rounds: list[FightRound] = field(default_factory=list)
    air: AirFight | None = None

    @property
    def rolls(self) -> list[Roll]:
        """The dice of both sides, without those of guns, bombardment and bombs."""
        return [roll for part in (*((self.air.fire,) if self.air else ()), *self.rounds) for roll in part.rolls]

    @property
    def dice(self) -> int:
        """How many dice were rolled."""
        return len(self.aa) + len(self.bombardment) + len(self.bombs) + sum(len(roll.dice) for roll in self.rolls)


class FightReader:
    """Reads the battles of one turn; `player` is whose turn it is."""

    def __init__(self, names: Names, state: TripleaState, player: str) -> None:
        self.names, self.state, self.power = names, state, names.owners[player]

    def all_of(self, events: Iterable[Event]) -> list[TripleaFight]:
        """Return the battles that events tell of, each raid with what came before it in the air.

        The program tells of all that happens in the air before the first raid, and of no raid whose bombers are all gone then.
        """
        found: list[TripleaFight] = []
        aloft: dict[str, AirFight] = {}
        for event in events:
            line = read_line("event", event.title)
            if line.means == "air-battle" and not nobody_flies(event):
                aloft[self.names.areas[line.said["area"]]] = self._air_fight(event)
            elif fight := self.read(event):
                fight.air = aloft.pop(fight.area, None) if fight.raid else None
                found.append(fight)
        return [*(TripleaFight(area, raid=True, air=air) for area, air in aloft.items()), *found]

    def _air_fight(self, event: Event) -> AirFight:
        air = AirFight()
        sides = {"attack": air.raiders, "intercept": air.interceptors, "lost": air.fire.late}
        for child in event.children:
            line = read_line("child", child.title)
            if isinstance(child.shown, Dice):
                air.fire.rolls.append(Roll(line.said.get("side") == "Attackers", strike=False, dice=list(child.shown.dice)))
            elif isinstance(child.shown, Units) and line.means in sides:
                sides[line.means].update(self.kinds(child.shown.units))
        return air

    def read(self, event: Event) -> TripleaFight | None:
        """Return the battle that an event tells of, or None when it tells of something else."""
        line = read_line("event", event.title)
        if line.means not in ("battle", "raid"):
            return None
        fight = TripleaFight(self.names.areas[line.said["area"]], line.means == "raid")
        number = 0
        for child in event.children:
            said = read_line("child", child.title)
            if said.means == "roll" and said.number("round") != number:
                number = said.number("round")
                if not (fight.rounds and not fight.rounds[-1].rolls):
                    fight.rounds.append(FightRound())
            self._line(fight, child, said)
        return fight

    def _line(self, fight: TripleaFight, child: EventChild, line: HistoryLine) -> None:
        if isinstance(child.shown, Dice):
            self._dice(fight, line, child.shown)
        elif line.means == "bomb":
            fight.target = self.names.units.get(line.said.get("unit") or "", "")
            fight.bombs += self._bombs(line.said["dice"], fight.target)
        elif line.means == "retreat":
            kinds = self.kinds(child.shown.units) if isinstance(child.shown, Units) else Counter[Kind]()
            if not self._withdraws(fight, line, kinds):
                self._retreat(fight, line)
        elif isinstance(child.shown, Units):
            self._units(fight, line.means, self.kinds(child.shown.units))

    def _withdraws(self, fight: TripleaFight, line: HistoryLine, kinds: Counter[Kind]) -> bool:
        """Keep that submarines alone left for another zone, in a title that lets them; return whether that is what a line says."""
        title = self.names.title
        if OPTION not in title.options or not kinds or not all(title.units[unit].has("submarine") for unit, _ in kinds):
            return False
        side = ATTACKER if all(power == self.power for _, power in kinds) else DEFENDER
        self._round(fight).withdrew[side] = self.names.areas[line.said["area"]] if line.said.get("area") else ""
        return True

    def _retreat(self, fight: TripleaFight, line: HistoryLine) -> None:
        """Who retreats to nowhere leaves by air; where others leave for an area in the same round, all do."""
        area = self.names.areas[line.said["area"]] if line.said.get("area") and line.said["units"] else ""
        before = self._round(fight).retreat
        self._round(fight).retreat = before if before and not area else Retreat(area)

    def _dice(self, fight: TripleaFight, line: HistoryLine, shown: Dice) -> None:
        if line.means == "anti-air":
            fight.aa = list(shown.dice)
        elif line.means == "roll":
            attacks = self.names.owners[line.said["player"]] == self.power
            ships = self._ships(fight, line.said["units"]) if attacks else Counter()
            if ships:
                fight.bombardment, fight.ships = list(shown.dice), ships
                return
            strike = re.fullmatch(r"\d+ submarines?", line.said["units"]) is not None
            self._round(fight).rolls.append(Roll(attacks, strike, list(shown.dice)))

    def _bombs(self, text: str, target: str) -> tuple[int, ...]:
        """Return the dice of bombs; what bombers add to them the history has added already, on a factory at least."""
        title = self.names.title
        bonus = max((title.units[unit].number("bomb-bonus") for unit in title.able.get("strategic-bombing", ())), default=0)
        shown = [int(die) for die in text.split(",")]
        added = bonus if not target or title.units[target].has("produces") or max(shown) > title.dice_sides else 0
        return tuple(max(1, die - added) for die in shown)

    def _ships(self, fight: TripleaFight, text: str) -> Counter[str]:
        """Return the ships that roll in a battle on land: they bombard."""
        units, title = self.names.units, self.names.title
        counts: Counter[str] = Counter()
        for count, word in _UNIT.findall(text):
            unit = units.get(word) or units.get(word.removesuffix("s"), "")
            if unit and title.units[unit].cls == "sea" and title.areas[fight.area].kind == "land":
                counts[unit] += int(count)
        return counts

    def _units(self, fight: TripleaFight, means: str, kinds: Counter[Kind]) -> None:
        if means == "attack":
            fight.attackers = kinds
        elif means in ("lost", "damaged"):
            last = self._round(fight)
            if fight.aa and not last.rolls:
                fight.shot.update(kinds)
                return
            early = all(roll.strike for roll in last.rolls)
            (last.early if early else last.late).update(kinds)
        elif means == "shot-down":
            fight.shot.update(kinds)
        elif means == "submerged":
            if fight.rounds and fight.rounds[-1].rolls:
                fight.rounds.append(FightRound())
            self._round(fight).submerged.update(kinds)

    def kinds(self, units: tuple[str, ...]) -> Counter[Kind]:
        """Return units by kind, with the owners that they have at this moment."""
        found: Counter[Kind] = Counter()
        for ident in units:
            unit = self.state.units[ident]
            found[self.names.units[unit.type], self.names.owners[unit.owner]] += 1
        return found

    def _round(self, fight: TripleaFight) -> FightRound:
        if not fight.rounds:
            fight.rounds.append(FightRound())
        return fight.rounds[-1]

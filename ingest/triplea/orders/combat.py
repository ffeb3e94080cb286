"""The battles of a turn: fought again in an order that the rules allow, with the dice and decisions of the history."""

from __future__ import annotations

import re
from collections import Counter

from engine.dice import RecordedDice
from engine.events import DefectFound, Event
from engine.families.axis_allies.combat import displaced
from engine.families.axis_allies.combat.kamikaze import Aim, show_aims
from engine.families.axis_allies.orders import Battle, Kamikaze, Land, Scramble
from engine.families.axis_allies.vocabulary import COMBAT_ROUND
from engine.forces import show_units
from engine.orders import Order, join_path
from engine.recording import NoteEntry
from engine.rules import Pending
from engine.title.model import Title
from ingest.triplea.model import Save
from ingest.triplea.orders.answers import answer
from ingest.triplea.orders.bench import Bench
from ingest.triplea.orders.bench import told as told_order
from ingest.triplea.orders.compare import ours, theirs
from ingest.triplea.orders.dice import DiceMap, Misroll
from ingest.triplea.orders.fights import FightReader, Kind, TripleaFight
from ingest.triplea.orders.rockets import rocket_order, rockets_of
from ingest.triplea.orders.turns import Part
from ingest.triplea.rendering import Units

_KAMIKAZE = re.compile(r"^Kamikaze Suicide Attack attacks .* Rolls: (?P<dice>[\d,]+)")
_SCRAMBLE = re.compile(r" scrambles \d+ units out of (.+?) to defend against the attack in (.+)$")


class Combat(Bench):
    """A bench that fights."""

    def __init__(self, save: Save, title: Title, options: dict[str, str]) -> None:
        super().__init__(save, title, options, RecordedDice(self._roll))
        self.dice = DiceMap()

    def raids(self) -> dict[str, Counter[str]]:
        """Return area -> unit -> how many raid there this turn, bombers and their escorts; "" for bombers of any type."""
        found: dict[str, Counter[str]] = {}
        for told in self._fights():
            if told.raid:
                bombers = Counter({"": max(len(told.bombs), len(told.aa))})
                found[told.area] = bombers if told.air is None else _by_type(told.air.raiders)
        return found

    def targets(self) -> dict[str, str]:
        """Return area -> the facility that is raided there this turn, where it is not the factory."""
        units = self.title.units
        return {told.area: told.target for told in self._fights() if told.raid and told.target and not units[told.target].has("produces")}

    def _fights(self) -> list[TripleaFight]:
        reader = FightReader(self.names, self.replay.state, self.turn.player)
        part = next((part for part in self.turn.parts if part.phase == "conduct-combat"), None)
        return reader.all_of(part.events if part else ())

    def fight_all(self, part: Part) -> None:
        """Fight the battles that the history tells of."""
        self.replay.advance(part.events[0].start if part.events else part.stop)
        self.fire_rockets()
        waiting = self._fights()
        self._scramble(part)
        self._throw_tokens(part)
        late: set[str] = set()
        while waiting:
            told = self._next(waiting, late)
            waiting.remove(told)
            self._fight(told)
        self.replay.advance(part.stop)
        while (pending := self.play.pending) and pending.what == "landing":
            if not self.submit(self._landing(pending.default)):
                return

    def fire_rockets(self) -> None:
        """Fire the rockets of the turn, which the history may tell of before the combat, and without any."""
        for fired in rockets_of(self.turn, self.names):
            self.dice.rockets = fired.dice
            self.submit(rocket_order(self.play, fired))

    def _scramble(self, part: Part) -> None:
        """Decide on every base as the history tells: which aircraft went up, and where to."""
        gone: dict[str, Counter[tuple[str, str]]] = {}
        for event in part.events:
            if (match := _SCRAMBLE.search(event.title)) and isinstance(event.shown, Units):
                place, kinds = " > ".join(self.names.areas[name] for name in match.groups()), Counter[tuple[str, str]]()
                for ident in event.shown.units:
                    unit = self.save.units[ident]
                    kinds[self.names.units[unit.type], self.names.owners[unit.owner]] += 1
                gone[place] = kinds
        while (pending := self.play.pending) and isinstance(order := pending.default, Scramble):
            went = gone.pop(order.path, Counter())
            if not self.submit(Scramble(show_units((unit, n, power) for (unit, power), n in sorted(went.items())), order.path)):
                return

    def _throw_tokens(self, part: Part) -> None:
        """Make the kamikaze attacks that the history tells of, each at one ship, or decline to."""
        aims = []
        for event in part.events:
            if (match := _KAMIKAZE.match(event.title)) and isinstance(event.shown, Units):
                unit = self.replay.state.units[event.shown.units[0]]
                kind, dice = self.names.units[unit.type], [int(die) for die in match["dice"].split(",")]
                zone = self.names.areas[unit.holder[1]] if unit.holder else ""
                aims.append(Aim(zone, kind, len(dice), self.title.units[kind].strength - unit.hits))
                self.dice.kamikazes += dice
        pending = self.play.pending
        if aims or (pending and pending.what == "kamikaze"):
            self.submit(Kamikaze(show_aims(aims)))

    def _landing(self, usual: Order) -> Order:
        """Return where the history has fighters go that lost their carrier: to where the save has more of them."""
        assert isinstance(usual, Land)
        zone = usual.way[0]
        item = usual.forces[0]
        now, save = ours(self.position).units, theirs(self.replay.state, self.names).units
        for area in displaced.havens(self.position, zone, item.power):
            if save[area, item.power, item.unit] > now[area, item.power, item.unit]:
                return Land(show_units([(item.unit, 1, item.power)]), join_path([zone, area]))
        return usual

    def _next(self, waiting: list[TripleaFight], late: set[str]) -> TripleaFight:
        """Return the next battle: the engine's, or when the rules have others come first, the first that may be fought.

        `late`: areas whose battles have been seen to come too early in the engine's order.
        """
        for told in waiting:
            problems = self.play.check(self._battle(told))
            if not problems or problems[0].rule == "conduct-combat/no-battle":
                if told is not waiting[0] and waiting[0].area not in late:
                    late.add(waiting[0].area)
                    order = self._battle(waiting[0])
                    self.refuse(self.play.check(order)[0], order)
                return told
        return waiting[0]

    def _battle(self, told: TripleaFight) -> Battle:
        ships = show_units((unit, count) for unit, count in sorted(told.ships.items()))
        return Battle(told.area, raid=told.raid, bombard=ships or "none")

    def _fight(self, told: TripleaFight) -> None:
        """Fight a battle. Where nobody rolled, the rules may have had the area taken without an order."""
        if not told.dice and self._is_over(told):
            return
        play, kept = self.play, self.keep()
        self.dice.open(told)
        self.out.tally.battles += 1
        try:
            self.submit(self._battle(told))
            while play.state.battle and (pending := play.pending):
                self._answer(pending, told)
            if self.dice.left():
                self.differ("dice/not-called-for", "", f"battle {told.area}", str(self.dice.left()), "0")
        except Misroll as miss:
            self.back(kept)
            self.differ("dice/others", "", f"battle {told.area}", miss.found, miss.what)
            self.out.entries.append(NoteEntry(f"The battle of {told.area} is only set right: {miss.what}, and the save has {miss.found}"))

    def _answer(self, pending: Pending, told: TripleaFight) -> None:
        """Take a decision of a battle as the history tells it; one that the rules refuse and cannot mend ends the attempt.

        Raises:
            Misroll: so it does, or the history knows nothing of such a decision.
        """
        before = len(self.play.events)
        order = answer(self.position, pending, told)
        if not self.submit(order) and self.play.pending == pending and not any(map(_matters, self.play.events[before:])):
            raise Misroll(f"{pending.what} in {told.area}", told_order(order))

    def _is_over(self, told: TripleaFight) -> bool:
        problems = self.play.check(self._battle(told))
        return [problem.rule for problem in problems] == ["conduct-combat/no-battle"]

    def _roll(self, count: int, sides: int, what: str) -> tuple[int, ...]:
        number = COMBAT_ROUND.number(self.play.state)
        return self.dice.roll(count, what, number)


def _by_type(kinds: Counter[Kind]) -> Counter[str]:
    found = Counter[str]()
    for (unit, _), count in kinds.items():
        found[unit] += count
    return found


def _matters(event: Event) -> bool:
    return not isinstance(event, DefectFound)

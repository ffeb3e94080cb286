"""The game, turn by turn: every order of the history is put to the rules, every outcome compared."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from engine.errors import SitrepError
from engine.families.axis_allies.directed_research import aims, dice_at_hand
from engine.families.axis_allies.directed_research import rules as research_rules
from engine.families.axis_allies.movement.ship_repair import NavalRepair
from engine.families.axis_allies.orders import Buy, Declare, Place, Repair, Research, Roll
from engine.forces import show_units
from engine.observations import AnyObservation, Bank, Owner, Units, Winner
from engine.recording import DiceEntry, NoteEntry, ObservationEntry
from engine.rules import EndPhase
from engine.title.model import Technology, Title
from engine.title.settings import setting
from ingest.triplea import history
from ingest.triplea.changes import Change, Composite, Relationship, UnitDamage
from ingest.triplea.events.lines import read_line
from ingest.triplea.model import Save
from ingest.triplea.orders.combat import Combat
from ingest.triplea.orders.compare import ours, theirs
from ingest.triplea.orders.dice import Misroll
from ingest.triplea.orders.in_turn import in_turn, is_set_aside
from ingest.triplea.orders.moves import MoveReader, Planned, joined, together
from ingest.triplea.orders.names import Names
from ingest.triplea.orders.outcome import Refereed
from ingest.triplea.orders.turns import Part, Turn, turns
from ingest.triplea.remarks import EDITED
from ingest.triplea.rendering import Dice, Placement
from ingest.triplea.rendering import Units as ShownUnits
from ingest.triplea.title.names import technologies

LAST = "collect-income"
"""The phase that ends a turn; a turn without it was not over when the game was saved."""


TRIES = 8
"""How often the movements of a phase are put into another order before a refusal stands."""


class RefereedGame(Combat):
    """Plays one save through the rules of a title."""

    def __init__(self, save: Save, title: Title, options: dict[str, str]) -> None:
        super().__init__(in_turn(save, Names(title).leads), title, options)
        self.start = ours(self.position)
        self.equal = True

    def run(self) -> Refereed:
        """Return what came of the whole game, played."""
        self.play.start("", self.out.options)
        for number, turn in enumerate(turns(self.save, self.title.phases, self.names.leads)):
            self.turn = turn
            if not number:
                self._set_up(turn)
            if self.play.state.ended:
                self.differ("game-over", "Winning the Game", "the engine plays on")
                break
            self._turn_or_not(turn)
        self._end_round()
        self._put_beside()
        self.out.tally.dice = sum(len(entry.dice) for entry in self.out.entries if isinstance(entry, DiceEntry))
        return self.out

    def _end_round(self) -> None:
        """End the turns in which nothing happened at the end of a round that is over: a side may have won with it."""
        state, rounds = self.play.state, self.save.history.rounds
        for _ in range(len(self.title.order) * len(self.title.phases)):
            if not rounds or state.ended or is_set_aside(self.save) or not 0 < state.clock.round < rounds[-1].number:
                return
            self.submit(EndPhase())
            state = self.play.state

    def _set_up(self, turn: Turn) -> None:
        """What the first turn finds and the set-up has not: bids, and what was changed by hand before the game."""
        first = next((event.start for part in turn.parts for event in part.events), 0)
        self.replay.advance(first)
        self._correct(theirs(self.replay.state, self.names))

    def _put_beside(self) -> None:
        """Set right what a player did beside one whose turn is not over; what is raised or bought for its own turn is not on the board."""
        phase = self.play.state.clock.phase
        if is_set_aside(self.save) and phase != "combat-move" and not self.play.state.ended:
            self.replay.advance(len(self.save.history.changes))
            self.set_right(phase)

    def _pass_to(self, power: str) -> None:
        """End the turns in which nothing happened: they leave no trace in the history."""
        for _ in self.title.order:
            number = self.play.state.clock.turn
            for _ in self.title.phases:
                if self.position.power != power and not self.play.state.ended and self.play.state.clock.turn == number:
                    self.submit(EndPhase())
            if self.position.power == power:
                return

    def _turn_or_not(self, turn: Turn) -> None:
        """Play a turn; one whose orders are not found is told, and the game goes on from what the save says at its end."""
        kept = self.keep()
        try:
            self._pass_to(self.names.powers[turn.player])
            self._turn(turn)
        except (SitrepError, LookupError, ValueError, TypeError, AttributeError, AssertionError, Misroll) as error:
            self.back(kept)
            self._pass_to(self.names.powers[turn.player])
            self.out.entries.append(NoteEntry("The orders of this turn are not found: it is only set right"))
            self.differ("turn/not-found", "", f"turn of {self.names.powers[turn.player]}", f"{type(error).__name__}: {error}")
            self.replay.advance(turn.parts[-1].stop)
            self.set_right(turn.parts[-1].phase)
            if LAST in {part.phase for part in turn.parts}:
                self._end_turn()
                self.set_right(LAST)
            self.out.tally.turns += 1

    def _end_turn(self) -> None:
        number = self.play.state.clock.turn
        for _ in self.title.phases:
            if self.play.state.clock.turn == number and not self.play.state.ended:
                self.submit(EndPhase())

    def _turn(self, turn: Turn) -> None:
        before = len(self.out.differences)
        self.start = ours(self.position)
        parts = {part.phase: part for part in turn.parts}
        whole = LAST in parts
        number = self.play.state.clock.turn
        for phase in self.title.phases:
            if self.play.state.ended:
                break
            part = parts.get(phase)
            if self.play.state.clock.phase == phase and self.play.state.clock.turn == number:
                if part:
                    self._phase(part)
                elif phase == "conduct-combat":
                    self.fire_rockets()
                if not whole and phase == turn.parts[-1].phase:
                    return
                self._end_phase(part)
            elif part and phase != LAST:
                self._idle(part)
        self.out.tally.turns += 1
        self.out.tally.equal += self.equal
        self.out.tally.clean += len(self.out.differences) == before
        self._see()

    def _idle(self, part: Part) -> None:
        if any(isinstance(event.shown, (Placement, ShownUnits)) for event in part.events):
            self.differ("order-of-phases", "Order of Play", f"{part.phase} is played")
        self.replay.advance(part.stop)

    def _phase(self, part: Part) -> None:
        work = {
            "research": self._research,
            "purchase-units": self._purchases,
            "politics": self._declare,
            "combat-move": self._moves,
            "conduct-combat": self.fight_all,
            "noncombat-move": self._moves,
            "mobilize-units": self._placements,
        }
        if part.phase in work:
            work[part.phase](part)

    def _end_phase(self, part: Part | None) -> None:
        """End the phase and compare; in the combat move the engine has landed assaults that here are only declared."""
        phase = self.play.state.clock.phase
        self.dice.convoys = self._convoys()
        last = self.title.phases.index(phase) >= len(self.title.phases) - 2
        self.dice.bonds = self._bonds() if last else ()
        self.submit(EndPhase())
        while self.dice.missed:
            miss = self.dice.missed.pop(0)
            self.differ("dice/others", "", miss.what, miss.found, "other dice", phase)
        if part:
            self.replay.advance(part.stop)
        if last:
            for later in self.turn.parts:
                if later.phase == LAST:
                    self.replay.advance(later.stop)
        if phase not in ("combat-move", "politics"):
            self.equal = self.set_right(phase, but="hurt" if self._mends_after(phase) else "")
            self.out.tally.steps += 1
            self.out.tally.even += self.equal

    def _mends_after(self, phase: str) -> bool:
        """Return whether ships have been repaired as a phase ended here, which the save tells in the combat move."""
        row, phases = setting(self.title, "naval_repair", NavalRepair), self.title.phases
        return row is not None and row.as_moves_begin and phases[phases.index(phase) + 1 :][:1] == ("combat-move",)

    def _bonds(self) -> tuple[int, ...]:
        """Return the die of the turn's war bonds: what they brought."""
        lines = (read_line("event", event.title) for part in self.turn.parts if part.phase == LAST for event in part.events)
        return tuple(int(line.number("gained")) for line in lines if line.means == "war-bonds")

    def _convoys(self) -> dict[str, tuple[int, ...]]:
        """Return the dice that enemies in convoy zones have rolled in this turn, by whom they cost income and where."""
        found: dict[str, tuple[int, ...]] = {}
        for part in self.turn.parts:
            for event, player in zip(part.events, part.players, strict=True):
                for child in event.children if part.phase == LAST else ():
                    line = read_line("child", child.title)
                    if line.means == "convoy-roll":
                        place = f"{self.names.powers[player]} in {self.names.areas[line.said['area']]}"
                        found[place] = tuple(int(die) for die in line.said["dice"].split(","))
        return found

    def _research(self, part: Part) -> None:
        """Buy the dice that the history shows, for the technology that it names, and roll; what is drawn, is drawn as it tells."""
        known, rows = technologies(self.save), self.title.technologies
        spent = 0
        for event in part.events:
            line = read_line("event", event.title)
            if line.means == "research":
                spent += int(line.said["spent"])
            if line.means == "tech-roll" and isinstance(event.shown, Dice):
                self.dice.research = tuple(die.pips for die in event.shown.dice)
                told = (later.title.partition(" discover ")[2] for later in part.events)
                self.dice.drawn = [known[name] for text in told for name in re.split(r", | and ", text) if name in known]
                aim = rows[known[line.said["tech"]]] if line.said.get("tech") else self._aim()
                self._roll_research(aim.category, spent)
            self.replay.advance(event.stop)

    def _aim(self) -> Technology:
        """Return the technology that was found; where none was, and nothing tells what for, any that the power could find."""
        found = next(iter(self.dice.drawn), "")
        return self.title.technologies[found] if found else aims(self.position, self.position.power)[0]

    def _roll_research(self, category: str, spent: int) -> None:
        """Buy dice, and roll as many as the save has: kept ones may be among them, and the program lets a player keep some back."""
        row, count = research_rules(self.position), len(self.dice.research)
        kept = row is not None and bool(row.tokens)
        for _ in range(spent // row.cost if row and kept else count):
            self.submit(Research(category))
        some = kept and count != dice_at_hand(self.position)
        self.submit(Roll(category if kept else "", count if some else 0))

    def _purchases(self, part: Part) -> None:
        for event, player in zip(part.events, part.players, strict=True):
            by_hand = event.title.startswith(EDITED)
            bought = event.shown.units if isinstance(event.shown, ShownUnits) and not by_hand else ()
            damage = [c for c in _flat(self._changes(event)) if isinstance(c, UnitDamage)]
            if damage and not by_hand:
                self._repairs(damage)
            elif bought:
                counts = Counter(self.names.units[self.save.units[ident].type] for ident in bought)
                account = self.names.powers[player] if player != self.turn.player else ""
                self.submit(Buy(show_units((unit, counts[unit]) for unit in self.title.units if counts[unit]), account))
            self.replay.advance(event.stop)
            if by_hand:
                self._correct(theirs(self.replay.state, self.names))

    def _declare(self, part: Part) -> None:
        """Declare war on whom the power may, and who is its enemy in the save once the phase is over."""
        power, wars = self.position.power, set[str]()
        for change in _flat(self.save.history.changes[part.start : part.stop]):
            if isinstance(change, Relationship) and is_war(self.save, change.new):
                wars |= {self.names.owners[one] for one in (change.player, change.other)}
        for other in [one for one in self.title.powers if one in wars - {power}]:
            for order in (Declare(other), *(Declare(other, ally) for ally in self.title.turns if ally in wars)):
                if not self.play.check(order):
                    self.submit(order)

    def _repairs(self, damage: list[UnitDamage]) -> None:
        for change in damage:
            for ident, after in sorted(change.new.items()):
                unit = self.replay.state.units[ident]
                area = self.names.areas[unit.holder[1]] if unit.holder else ""
                self.submit(Repair(area, unit.damage - after))

    def _moves(self, part: Part) -> None:
        raids = self.raids() if part.phase == "combat-move" else {}
        reader = MoveReader(self.names, self.replay.state, self.save.history.changes, self.turn.player)
        reader.targets = self.targets() if raids else {}
        plan = []
        for event, stop in joined(part.events, reader.crosses):
            self.replay.advance(event.start)
            if planned := reader.plan(event, raids):
                plan.append(planned)
            self.replay.advance(stop)
        shown = [child.shown for event in part.events for child in event.children]
        overhead = [die.pips for dice in shown if isinstance(dice, Dice) for die in dice.dice]
        kept = self.keep()
        trial, refused = plan, self._run(plan, overhead)
        for _ in range(TRIES):
            if not refused:
                return
            trial = together(trial, refused[0])
            self.back(kept)
            refused = self._run(trial, overhead)
        if refused:
            self.back(kept)
            self._run(plan, overhead)

    def _run(self, plan: list[Planned], overhead: list[int]) -> list[int]:
        """Return which movements the rules refused because the wrong ship was taken, after all orders were put to them.

        Args:
            overhead: the dice of guns that fired at aircraft on their way, in the order of the history.
        """
        refused = []
        self.dice.overhead = list(overhead)
        for at, planned in enumerate(plan):
            before = len(self.out.differences)
            for order in planned.orders:
                self.submit(order)
            if any(one.rule.endswith("/range") for one in self.out.differences[before:]):
                refused.append(at)
        return refused

    def _placements(self, part: Part) -> None:
        for event in part.events:
            shown = event.shown
            if isinstance(shown, Placement):
                counts = Counter(self.names.units[self.save.units[ident].type] for ident in shown.units)
                text = show_units((unit, counts[unit]) for unit in self.title.units if counts[unit])
                self.submit(Place(text, self.names.areas[shown.territory]))
            self.replay.advance(event.stop)

    def _see(self) -> None:
        """Observe at the end of a turn every bank, and every owner and every power's units that the turn changed."""
        now = theirs(self.replay.state, self.names)
        seen: list[AnyObservation] = [Bank(power, amount) for power, amount in now.banks.items()]
        areas = sorted({*self.start.owners, *now.owners})
        seen += [Owner(area, now.owners.get(area, "")) for area in areas if self.start.owners.get(area) != now.owners.get(area)]
        changed = sorted({place[:2] for place in {*self.start.units, *now.units} if self.start.units[place] != now.units[place]})
        for area, power in changed:
            units = show_units((unit, now.units[area, power, unit]) for unit in self.title.units if now.units[area, power, unit])
            seen.append(Units(area, power, units))
        if self.play.state.ended:
            events = (event for part in self.save.history.rounds for step in part.steps for event in step.events)
            seen += [Winner(side) for side in winners_told((event.title for event in events), self.title)]
        self.out.entries += [ObservationEntry(one) for one in seen]

    def _changes(self, event: history.Event) -> tuple[Change, ...]:
        return self.save.history.changes[event.start : event.stop]


def is_war(save: Save, kind: str) -> bool:
    """Return whether a type of relationship is war."""
    attachments = save.relationship_types[kind].attachments.values() if kind in save.relationship_types else ()
    return any(one.fields.get("archeType") == "war" for one in attachments)


def _flat(changes: tuple[Change, ...]) -> list[Change]:
    """Return changes with those inside composites, singly."""
    found: list[Change] = []
    for change in changes:
        found += _flat(change.changes) if isinstance(change, Composite) else [change]
    return found


def winners_told(told: Iterable[str], title: Title) -> list[str]:
    """Return the sides that have won by the events of a history: `Axis achieve an HONORABLE VICTORY with 9 Victory Cities!`."""
    lines = (read_line("event", event) for event in told)
    won = {line.said.get("side") for line in lines if line.means == "victory"}
    return [slug for slug, row in title.sides.items() if row.name in won]

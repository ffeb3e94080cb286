"""The whole history of a save as events, in order: rounds, phases, and what happened in them."""

from __future__ import annotations

from msgspec.structs import replace

from engine import events as ev
from ingest.triplea import changes as c
from ingest.triplea.events import payments
from ingest.triplea.events.battles import SavedBattle, nobody_flies
from ingest.triplea.events.causes import Why
from ingest.triplea.events.convoys import blockades
from ingest.triplea.events.dice import UnitWords
from ingest.triplea.events.ending import Ending
from ingest.triplea.events.event_writer import EventWriter
from ingest.triplea.events.lines import HistoryLine, read_line
from ingest.triplea.events.matching import records_in, told_by
from ingest.triplea.events.opening import opening
from ingest.triplea.events.turns import Turns
from ingest.triplea.events.undone import UNDO, undone
from ingest.triplea.events.unfought import losses_without_battle, records_without_battle
from ingest.triplea.history import Event, Node, Round, Step
from ingest.triplea.model import Save
from ingest.triplea.remarks import AUDIT, Remark, remarks
from ingest.triplea.rendering import Dice, Move
from ingest.triplea.replay import start_state
from ingest.triplea.title.names import money, price
from ingest.triplea.title.reading import Reading, phase_of, read_title
from ingest.triplea.title.tables import step_kind

FIGHTS = ("battle", "raid", "air-battle")
AIR = "air-battle"
COMBAT = "conduct-combat"
"""The phase of battles."""


def events_of(save: Save, reading: Reading | None = None) -> list[ev.Event]:
    """Return everything that a save tells, as events."""
    return SaveReplay(save, reading).tell()


class SaveReplay:
    """Tells one save."""

    def __init__(self, save: Save, reading: Reading | None = None) -> None:
        start, misfits = start_state(save)
        self.save = save
        self.reading = reading or read_title(save, start)
        self.writer = EventWriter(save, self.reading, start)
        self.turns = Turns(save)
        self.words = UnitWords(self.reading.title, self.reading.names.units)
        self.ending = Ending(self.reading)
        self.undone: dict[int, int] = {}
        self.open: set[int] = set()
        self.remarks: dict[int, list[Remark]] = {}
        for one in remarks(save):
            self.remarks.setdefault(one.node, []).append(one)
        self.unsaid: list[c.Change] = []
        self.battles = 0
        self.last = max((event.index for part in save.history.rounds for step in part.steps for event in step.events), default=0)
        self.base = Why(money=self.reading.title.resource)
        self.writer.events += opening(save, self.reading, misfits)
        self.writer.setup()

    def tell(self) -> list[ev.Event]:
        """Return all events, from the start to where the game was saved."""
        number = 0
        for part in self.save.history.rounds:
            if part.number != number + 1:
                self.writer.say(_leap(number, part.number))
            number = part.number
            self._round(part)
        self._make_until(len(self.save.history.changes), self.base)
        self.writer.events += self.ending.told()
        return self.writer.events

    def _round(self, part: Round) -> None:
        self.turns.new_round()
        self.writer.say(ev.RoundStarted(part.number))
        for step in part.steps:
            self._step(step)
        self._make_until(part.stop, self.base)

    def _step(self, step: Step) -> None:
        self._make_until(step.start, self.base)
        if self.turns.enter(step):
            self.writer.board.new_turn()
        power = self.reading.names.power(step.player)
        self.writer.say(ev.PhaseStarted(power, phase_of(step.name, step.title), self.turns.number))
        self._noted(step)
        kind = step_kind(step.name)
        base = Why(move=kind.move if kind else "other", money=self.base.money)
        self.undone = undone(step)
        said = len(self.writer.events)
        for at, event in enumerate(step.events):
            self._make_until(event.start, base)
            self._event(step, at, base)
            for node in event.lines:
                self._noted(node)
        self._make_until(step.stop, base)
        self.writer.events += records_without_battle(self.save, step)
        if kind and kind.phase == COMBAT:
            self.writer.events += losses_without_battle(self.writer.events[said:], base.remove, self.reading.title.side_of)

    def _noted(self, node: Node) -> None:
        """Say what is to be known of a node."""
        self.writer.events += [_remark(one) for one in self.remarks.get(node.index, ())]

    def _event(self, step: Step, at: int, base: Why) -> None:
        event = step.events[at]
        line = read_line("event", event.title)
        why = self._why(line, event, base)
        if line.means == UNDO or event.index in self.undone.values():
            self._take_back(event, why)
            return
        self.writer.events += self.ending.hear(line, event)
        if line.means in FIGHTS and not (line.means == AIR and nobody_flies(event)):
            self._battle(step, at, line, why)
            return
        if line.means == "convoy" and step.player:
            self.writer.events += blockades(self.writer, event, step.player)
        elif line.means == "tech-roll" and isinstance(event.shown, Dice):
            self.writer.say(self._research(line, event.shown))
        if isinstance(event.shown, Move) and event.stop > self.writer.at:
            begun = len(self.writer.events)
            self.writer.make(why, event.stop - self.writer.at)  # one move, however many changes it takes
            payments.settle_plunder(self.writer.events, begun)
        for child in event.children:
            told = read_line("child", child.title)
            self._make_told(told, told_by(told, child, self._ahead(event)), why)
        while self.writer.at < event.stop:
            self._pay(step, at, why)

    def _take_back(self, event: Event, why: Why) -> None:
        """Make the changes of a move that is taken back later, or of its taking back, without a word.

        Once nothing is left that is still to be taken back, whatever all that has not undone is said.
        """
        self.open ^= {self.undone.get(event.index, event.index)} & set(self.undone.values())
        count = event.stop - self.writer.at
        if self.open:
            self.unsaid += self._ahead(event)
            self.writer.make_unsaid(count)
        else:
            self.writer.make(why, count, self.unsaid)
            self.unsaid = []

    def _why(self, line: HistoryLine, event: Event, base: Why) -> Why:
        fields: dict[str, object] = dict(line.causes)
        if isinstance(event.shown, Move):
            fields["route"] = tuple(self.reading.names.areas.get(name, "") for name in event.shown.route)
            if any(read_line("child", child.title).means == "plunder" for child in event.children):
                fields["resource"] = "plunder"  # a capital taken on the move, without a battle
        if line.means == "purchase":
            fields["prices"] = self._prices(line.said.get("player", ""))
        return replace(base, **fields) if fields else base

    def _prices(self, player: str) -> dict[str, tuple[int, str]]:
        """Return what a player pays for each unit just now, and in which resource: its list of rules may not be the one of the start."""
        found: dict[str, tuple[int, str]] = {}
        main = money(self.save)
        for name in self.writer.state.rules.get(self.writer.state.frontiers.get(player) or "", ()):
            rule = self.save.rules.get(name)
            if rule is None or len(rule.results) != 1:
                continue
            for kind, count in rule.results.items():
                if count and kind in self.reading.names.units:
                    cost, resource = price(rule, main)
                    named = self.reading.names.resources.get(resource, self.base.money)
                    found[self.reading.names.units[kind]] = cost // count, named
        return found

    # ---- the changes of an event

    def _ahead(self, event: Event) -> tuple[c.Change, ...]:
        return self.save.history.changes[self.writer.at : event.stop]

    def _make_told(self, line: HistoryLine, found: int | None, why: Why) -> None:
        """Make the changes up to the one that a line tells of (`found` of those ahead), and that one."""
        if found is not None:
            self._make_until(self.writer.at + found, why)
            self.writer.make(line.why(why))

    def _make_until(self, stop: int, why: Why) -> None:
        make, applier = self.writer.make, self.writer.applier
        while applier.at < stop:
            make(why)

    def _pay(self, step: Step, at: int, why: Why) -> None:
        """Make the next change; when it is a payment, with the cause that its own line gives."""
        change = self.save.history.changes[self.writer.at]
        line = payments.line_of(change, step.events, at, self.writer.state)
        if line is None:
            self.writer.make(why)
            return
        if line.means == "objective":
            self.writer.say(payments.objective(line, self.reading.names))
        said = len(self.writer.events)
        self.writer.make(line.why(why))
        if len(self.writer.events) == said:
            return
        above = read_line("event", step.events[at - 1].title) if at else HistoryLine()
        self.writer.events += payments.parts(self.writer.events.pop(), line, above)

    # ---- battles, research

    def _battle(self, step: Step, at: int, line: HistoryLine, why: Why) -> None:
        event = step.events[at]
        self.battles += 1
        fight = SavedBattle(self.writer, self.words, self.battles, step, event, line)
        why = replace(why, battle=fight.number, area=fight.area)
        self.writer.say(fight.started())
        for child, told in zip(event.children, fight.lines, strict=True):
            if told.means != "takes":  # who holds the area is said when the units are
                self.writer.events += fight.take(told, child)
            else:
                fight.ways.add("takes")
            self._make_told(told, told_by(told, child, self._ahead(event)), why)
        self._make_until(event.stop, why)
        payments.settle_plunder(self.writer.events, fight.begun)
        settled = fight.is_settled or self._is_recorded(step, fight.territory)
        if settled or event.index != self.last:  # a game saved in the middle of a battle goes on in it
            self.writer.events += [*fight.untold(), fight.ended(cut=not settled)]

    def _is_recorded(self, step: Step, territory: str) -> bool:
        """Return whether the statistics of the step know of a battle in a territory that is over."""
        told = records_in(self.save.history.changes[step.start : step.stop])
        return any(record.territory == territory for leaf in told for record in leaf.records)

    def _research(self, line: HistoryLine, dice: Dice) -> ev.DiceRolled:
        """Return dice for technology: only the highest face succeeds, so there is no target to roll at or below."""
        pips = tuple(die.pips for die in dice.dice)
        power = self.reading.names.powers.get(line.said["player"], "")
        worth = len(pips) / self.reading.title.dice_sides
        return ev.DiceRolled(0, "", power, "attacker", "research", 0, "", 0, pips, dice.hits, worth)


def _leap(before: int, number: int) -> ev.DefectFound:
    """Return a round that does not follow the one before it: the program counts from 1 by one, so one of the two numbers is wrong."""
    message = "the number of a round is not the one after the round before it"
    return ev.DefectFound("save/round", "error", str(number), str(before + 1), message)


def _remark(one: Remark) -> ev.DefectFound:
    """Return what an umpire asks for, as a remark: it breaks no rule."""
    return ev.DefectFound(f"{AUDIT}{one.kind}", "info", "", "", one.what, f"{one.power}, {one.phase}".strip(", "))

"""The events of a game as blocks of lines: one block for each phase in which anything happened, and the stores after each turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine import events as ev
from engine.title.model import Title
from ingest.turn_summaries.tables import table
from ingest.turn_summaries.write.battle import Battle, Indented, plunder
from ingest.turn_summaries.write.spelling import Spelling

UNSAID = frozenset(("setup", "observed"))
"""Causes of what stood there before: a summary tells what happens."""

OTHER_PHASE = "User Actions"
"""What a phase of a map's own is headed with."""


class Block(NamedTuple):
    """The lines of a phase.

    Attributes:
        round: from 1; 0 before the first. turn: over the whole game; 0 before the first. power: whose it is, empty for nobody's.
        heading: empty for what belongs to no power. lines: each with how deep it stands. stores: it is the list after a turn.
    """

    round: int
    turn: int
    power: str
    heading: str
    lines: list[Indented]
    stores: bool = False


class Report:
    """Writes one game."""

    def __init__(self, title: Title) -> None:
        self.title, self.spelling = title, Spelling(title)
        self.headings = {phase: name for name, phase in reversed(table()["phases"].items())}
        self.blocks: list[Block] = []
        self.lines: list[Indented] = []
        self.after: list[Indented] = []
        self.round = self.turn = 0
        self.power = self.heading = self.phase = ""
        self.stores: dict[tuple[str, str], int] = {}
        self.control: dict[str, str] = {}
        self.battle: Battle | None = None
        self.group: tuple[str, ...] = ()
        self.held: list[ev.Event] = []
        self.objective = ""

    def write(self, events: list[ev.Event]) -> list[Block]:
        """All blocks of a game."""
        for event in events:
            self._take(event)
        self._close_turn()
        return self.blocks

    # ---- the frame

    def _take(self, event: ev.Event) -> None:
        if isinstance(event, ev.RoundStarted):
            self._close_turn()
            self.round = event.round
        elif isinstance(event, ev.PhaseStarted):
            if event.turn != self.turn:
                self._close_turn()
            self._close_phase()
            if not self.turn and event.turn:
                self._add_stores()
            self.turn, self.power, self.phase = event.turn, event.power, event.phase
            heading = self.headings.get(event.phase, OTHER_PHASE)
            self.heading = f"{heading} - {self.spelling.power(event.power)}" if event.power else ""
        elif isinstance(event, ev.BattleStarted):
            self._flush()
            self.battle = Battle(self.spelling, event)
        elif isinstance(event, ev.BattleEnded) and self.battle:
            self._end_battle(event)
        else:
            self._happens(event)

    def _end_battle(self, event: ev.BattleEnded | None) -> None:
        battle = self.battle
        if battle is None:
            return
        self._flush()
        if event is not None:
            battle.end(event)
        else:
            battle.take(ev.RoundStarted(0))  # a record cut off in a battle: what was held back is told
        self.lines += battle.lines + self.after
        self.battle, self.after = None, []

    def _close_phase(self) -> None:
        self._end_battle(None)
        self._flush()
        if self.lines:
            self.blocks.append(Block(self.round, self.turn, self.power, self.heading, self.lines))
        self.lines = []

    def _close_turn(self) -> None:
        self._close_phase()
        if self.turn and self.blocks and not self.blocks[-1].stores:
            self._add_stores()

    def _add_stores(self) -> None:
        lines = list(self._summary())
        if lines:
            self.blocks.append(Block(max(1, self.round), self.turn, self.power, "", lines, stores=True))

    def _summary(self) -> Iterator[Indented]:
        """Production and store of every power that has any."""
        worth: Counter[str] = Counter()
        for area, power in self.control.items():
            worth[power] += self.title.areas[area].value if area in self.title.areas else 0
        for power in self.title.order:
            if (power, self.title.resource) in self.stores:
                yield 0, f"{self.spelling.power(power)} : {worth[power]} / {self.stores[power, self.title.resource]}"

    # ---- what happens

    def _happens(self, event: ev.Event) -> None:
        if self.battle is not None and _of_battle(event, self.battle.started.battle):
            self._remember(event)
            self.battle.take(event)
            return
        group = self._group(event)
        if group != self.group and (group is not None or _names_objective(event)):
            self._flush()
        self._remember(event)  # only now: what is held back tells of the stores as they were
        if group is not None:
            self.group = group
            self.held.append(event)

    def _remember(self, event: ev.Event) -> None:
        if isinstance(event, ev.ResourceChanged):
            self.stores[event.power, event.resource] = event.balance
        elif isinstance(event, ev.ControlChanged):
            self.control[event.area] = event.after
        elif isinstance(event, ev.MarkerSet) and _names_objective(event):
            self.objective = event.value.rpartition(":")[0]

    def _group(self, event: ev.Event) -> tuple[str, ...] | None:
        """What must stand together in a line; None for what a summary does not tell."""
        main = self.title.resource
        match event:
            case ev.UnitsPurchased(count=count):
                return ("buy" if count > 0 else "unplaced", event.power)
            case ev.ResourceChanged(cause="purchase"):
                return "buy", event.power
            case ev.FacilityChanged(change="repaired") | ev.ResourceChanged(cause="repair"):
                return "repair", event.power
            case ev.ResourceChanged(cause="income" | "convoy") if event.resource == main:
                return "income", event.power
            case ev.ResourceChanged(cause="research") if event.resource != main:
                return None  # tokens: the dice tell of them
            case ev.ResourceChanged() if event.cause not in UNSAID:
                return ("pay", event.power, event.cause, event.resource, str(event.balance))
            case ev.UnitsMoved(cause="scramble"):
                return "scramble", event.power, event.origin, event.destination
            case ev.UnitsMoved():
                return "move", event.origin, event.destination
            case ev.FacilityChanged(change="damaged"):
                return "damage", event.power, event.area
            case ev.UnitsPlaced() if event.cause not in UNSAID:
                return "place", event.power, event.area, event.cause
            case ev.UnitsRemoved() if event.cause not in UNSAID:
                return "remove", event.power, event.area, event.cause
            case ev.UnitsChanged(cause="lend" | "ceded") if event.to_power:
                return "lend", event.area
            case ev.ControlChanged() if event.how not in UNSAID:
                return "take", event.area
            case ev.RelationChanged() if event.before:
                return "relation", event.power, event.other
            case ev.TechAdvanced() if event.cause not in UNSAID and event.level:
                return "tech", event.power, event.tech
            case ev.DiceRolled(battle=0):
                return "dice", event.power, event.area, str(event.dice)
            case ev.GameEnded():
                return ("end",)
        return None

    def _flush(self) -> None:
        held, self.held, group, self.group = self.held, [], self.group, ()
        if held:
            lines = getattr(self, f"_tell_{group[0]}")(held)
            (self.after if self.battle else self.lines).extend(lines)

    # ---- sentences

    def _counts(self, held: list[ev.Event]) -> Counter[str]:
        counts: Counter[str] = Counter()
        for event in held:
            if unit := getattr(event, "unit", ""):
                counts[unit] += abs(getattr(event, "count", 0))
        return counts

    def _left(self, power: str) -> str:
        """What a power has left: the main resource first, others where there are any."""
        main = self.stores.get((power, self.title.resource), 0)
        more = [f"{n} {kind}; " for (own, kind), n in self.stores.items() if own == power and n and kind != self.title.resource]
        return f"Remaining resources: {main} PUs; {''.join(part.replace('-', '_') for part in more)}".strip()

    def _tell_buy(self, held: list[ev.Event]) -> Iterator[Indented]:
        power, units = _power_of(held), self._counts(held)
        paid = any(isinstance(event, ev.ResourceChanged) for event in held)
        if units and not paid and not self.phase.startswith("bid-"):  # for nothing, as China gets its infantry
            yield 0, f"{self.spelling.power(power)} builds {self.spelling.units(units)}"
        else:
            yield 0, f"{self.spelling.power(power)} buy {self.spelling.units(units) or 'nothing'}; {self._left(power)}"

    def _tell_unplaced(self, held: list[ev.Event]) -> Iterator[Indented]:
        yield 0, f"{self.spelling.units(self._counts(held))} were produced but were not placed"

    def _tell_repair(self, held: list[ev.Event]) -> Iterator[Indented]:
        power = _power_of(held)
        points: Counter[str] = Counter()
        for event in held:
            if isinstance(event, ev.FacilityChanged):
                points[event.facility] -= event.delta
        units = self.spelling.row(f"{n}x {self.spelling.unit(unit)}" for unit, n in points.items())
        if units:
            yield 0, f"{self.spelling.power(power)} repair damage of {units}; {self._left(power)}"

    def _tell_income(self, held: list[ev.Event]) -> Iterator[Indented]:
        power, changes = _power_of(held), [event for event in held if isinstance(event, ev.ResourceChanged)]
        gained = sum(event.delta for event in changes)
        lost = -sum(event.delta for event in changes if event.cause == "convoy")
        blockades = f" ({lost} lost to blockades)" if lost else ""
        yield 0, f"{self.spelling.power(power)} collect {gained} PUs{blockades}; end with {self._store(power)} PUs"

    def _store(self, power: str) -> int:
        return self.stores.get((power, self.title.resource), 0)

    def _tell_pay(self, held: list[ev.Event]) -> Iterator[Indented]:
        for event in held:
            assert isinstance(event, ev.ResourceChanged)
            power, end = self.spelling.power(event.power), event.balance
            if event.resource != self.title.resource:
                name = event.resource.replace("-", "_")
                yield 0, f"Units generate {event.delta} {name}; {power} end with {end} {name}"
            elif event.cause == "objective":
                name = self.objective or "National"
                yield (
                    0,
                    f"Objective {name}: {power} met a national objective for an additional {event.delta} PUs; end with {end} PUs",
                )
            elif event.cause == "research" and event.delta < 0:
                yield 0, f"{power} spend {-event.delta} on tech rolls"
            elif event.cause == "plunder":
                if event.delta > 0:
                    yield 0, plunder(self.spelling, event)
            elif event.cause == "edit":
                yield 0, f"EDIT: Changing PUs for {power} from {end - event.delta} to {end}"
            else:
                source = event.cause.replace("-", " ").title()
                yield 0, f"{power} collect {event.delta} PUs from {source}; end with {end} PUs"

    def _tell_move(self, held: list[ev.Event]) -> Iterator[Indented]:
        first = held[0]
        assert isinstance(first, ev.UnitsMoved)
        start, end = self.spelling.area(first.origin), self.spelling.area(first.destination)
        yield 0, f"{self.spelling.units(self._counts(held))} moved from {start} to {end}"

    def _tell_scramble(self, held: list[ev.Event]) -> Iterator[Indented]:
        first = held[0]
        assert isinstance(first, ev.UnitsMoved)
        start, end = self.spelling.area(first.origin), self.spelling.area(first.destination)
        units = self.spelling.units(self._counts(held))
        yield (
            0,
            f"{self.spelling.power(first.power)} scrambles {units} out of {start} to defend against the attack in {end}",
        )

    def _tell_damage(self, held: list[ev.Event]) -> Iterator[Indented]:
        for event in held:
            assert isinstance(event, ev.FacilityChanged)
            power, unit = self.spelling.power(event.power), self.spelling.unit(event.facility)
            yield 0, f"EDIT: Changing unit bombing damage for these {power} owned units to: {unit} = {event.damage}"

    def _tell_place(self, held: list[ev.Event]) -> Iterator[Indented]:
        first = held[0]
        assert isinstance(first, ev.UnitsPlaced)
        units, area, power = (
            self.spelling.units(self._counts(held)),
            self.spelling.area(first.area),
            self.spelling.power(first.power),
        )
        if first.cause == "edit":
            yield 0, f"EDIT: Adding units owned by {power} to {area}: {units}"
        elif first.cause in ("mobilize", "placed") and first.power == self.power:
            yield 0, f"{units} placed in {area}"
        else:
            yield 0, f"{power} has {units} placed in {area}"

    def _tell_remove(self, held: list[ev.Event]) -> Iterator[Indented]:
        first = held[0]
        assert isinstance(first, ev.UnitsRemoved)
        counts, area, power = self._counts(held), self.spelling.area(first.area), self.spelling.power(first.power)
        units = self.spelling.units(counts)
        if first.cause == "edit":
            yield 0, f"EDIT: Removing units owned by {power} from {area}: {units}"
        elif first.cause == "no-landing" and first.power == self.power:
            yield 0, f"{units} could not land in {area} and {'was' if counts.total() == 1 else 'were'} removed"
        else:
            yield 0, f"has removed {units} owned by {power} in {area}"

    def _tell_lend(self, held: list[ev.Event]) -> Iterator[Indented]:
        first = held[0]
        assert isinstance(first, ev.UnitsChanged)
        yield 0, f"Some Units in {self.spelling.area(first.area)} change ownership: {self.spelling.units(self._counts(held))}"

    def _tell_take(self, held: list[ev.Event]) -> Iterator[Indented]:
        for event in held:
            assert isinstance(event, ev.ControlChanged)
            area, before, after = (
                self.spelling.area(event.area),
                self.spelling.power(event.before),
                self.spelling.power(event.after),
            )
            if event.how == "edit":
                yield 0, f"EDIT: Changing ownership of {area} from {before} to {after}"
            else:
                yield 1, f"{after} take {area} from {before}"

    def _tell_relation(self, held: list[ev.Event]) -> Iterator[Indented]:
        for event in held:
            assert isinstance(event, ev.RelationChanged)
            one, two = self.spelling.power(event.power), self.spelling.power(event.other)
            before, after = (word.replace("-", "_").title() for word in (event.before, event.after))
            yield 0, f"Changing Relationship for {one} and {two} from {before} to {after}"

    def _tell_tech(self, held: list[ev.Event]) -> Iterator[Indented]:
        for event in held:
            assert isinstance(event, ev.TechAdvanced)
            yield 0, f"{self.spelling.power(event.power)} discover {event.tech.replace('-', ' ').capitalize()}"

    def _tell_dice(self, held: list[ev.Event]) -> Iterator[Indented]:
        for event in held:
            assert isinstance(event, ev.DiceRolled)
            faces = ",".join(map(str, event.dice))
            if event.purpose == "convoy":
                yield 1, f"Rolling for Convoy Blockade Damage in {self.spelling.area(event.area)}. Rolls: {faces}"
            elif event.purpose == "research" and any(event.dice):
                yield (
                    0,
                    f"{self.spelling.power(event.power)} roll {faces} and gets {event.hits} hit{'s' * (event.hits != 1)}",
                )
            elif event.purpose == "research":
                yield 0, f"{self.spelling.power(event.power)} rolls : {event.hits}/{len(event.dice)} hits"

    def _tell_end(self, held: list[ev.Event]) -> Iterator[Indented]:
        for event in held:
            assert isinstance(event, ev.GameEnded)
            sides = set(event.winners)
            players = [self.spelling.power(p) for p in self.title.order if self.title.side_of[p] in sides or p in sides]
            how = event.how.replace("-", " ").upper()
            if players:
                yield 0, f"Players: {', '.join(players)} have just won the game, with this victory: {how}"


def _names_objective(event: ev.Event) -> bool:
    """Whether an event names the objective that the next payment is for."""
    return isinstance(event, ev.MarkerSet) and event.key.startswith("objective/")


def _of_battle(event: ev.Event, number: int) -> bool:
    """Whether an event is told inside its battle; what it brings about is told behind it."""
    if isinstance(event, (ev.DiceRolled, ev.UnitsRemoved, ev.FacilityChanged)):
        return event.battle == number
    if isinstance(event, ev.UnitsChanged):
        return event.cause in ("hit", "submerge")
    if isinstance(event, ev.ResourceChanged):
        return event.cause in ("bombing", "plunder")
    return isinstance(event, ev.UnitsMoved) and event.cause == "retreat"


def _power_of(held: Sequence[ev.Event]) -> str:
    """Return the power of events that all tell of one."""
    power: str = getattr(held[0], "power", "")
    return power

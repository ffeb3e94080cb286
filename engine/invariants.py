"""What must be true of every legally played game, whatever happens in it: a checker beside the fold, event by event.

The checker keeps books of its own (units, money, control) from the events alone and compares them with the state, so
that a slip of the rules or of the fold shows where it happens. Three moments:

- after every event: counts, kinds of area, owners, money, damage;
- when an order has been carried out whole (`settled`): cargo against the ships that list it, victory cities, capitals;
- when a turn is over: everyone stands on friendly ground or deck, and in the regions that its units keep to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from engine import events as ev
from engine.condition import parse_condition
from engine.mechanics import discounts
from engine.mechanics.capture import CAPITAL_LOST, FALLEN
from engine.mechanics.factories import damage_limit
from engine.mechanics.lend_lease import LINE
from engine.mechanics.levy import Levy
from engine.mechanics.movement.bans import outside
from engine.mechanics.profile import profile, profile_in
from engine.mechanics.victory import cities, groups, worth
from engine.rules import Position, relation, side_of
from engine.state import GameState, Stack
from engine.titles.model import Title
from engine.titles.settings import setting


class Invariants:
    """Checks one game as it goes on; give it every event, in order, just after the state has folded it.

    Args:
        title: what is played.
    """

    def __init__(self, title: Title) -> None:
        self.title = title
        self.units: Counter[tuple[str, str]] = Counter()
        self.pool: Counter[tuple[str, str]] = Counter()
        self.money: Counter[tuple[str, str]] = Counter()
        self.aid: Counter[str] = Counter()
        self.points: Counter[tuple[str, str]] = Counter()
        self.control: dict[str, str] = {}
        self.turn = 0
        self.over = False
        self.seq = 0
        self._books: dict[type[ev.Event], Callable[[ev.Event, GameState], list[str]]] = {
            ev.UnitsPlaced: self._placed,
            ev.UnitsMoved: self._moved,
            ev.UnitsRemoved: self._removed,
            ev.UnitsChanged: self._changed,
            ev.UnitsPurchased: self._purchased,
            ev.ControlChanged: self._controlled,
            ev.ResourceChanged: self._paid,
            ev.ConvoyRaided: self._raided,
            ev.FacilityChanged: self._facility,
            ev.PhaseStarted: self._phase,
            ev.VictoryPointsScored: self._scored,
            ev.GameEnded: self._ended,
        }  # type: ignore[dict-item]

    def after(self, event: ev.Event, state: GameState) -> list[str]:
        """Return what is wrong now that `state` has folded `event`; each text begins with the event's number and type."""
        self.seq += 1
        wrong = []
        if self.over and not isinstance(event, ev.DefectFound):
            wrong.append("an event after the end of the game")
        if state.seq != self.seq:
            wrong.append(f"the state has folded {state.seq} events; expected {self.seq}")
        book = self._books.get(type(event))
        if book:
            wrong += book(event, state)
        return [f"event {self.seq} {event!r}: {text}" for text in wrong]

    def settled(self, state: GameState) -> list[str]:
        """Return what is wrong now that an order has been carried out whole."""
        wrong = [
            *self._check_books(state),
            *self._check_cargo(state),
            *self._check_cities(state),
            *self._check_aid(state),
        ]
        for power, row in self.title.powers.items():
            lost = bool(row.capital) and self._at_war(state, power, self.control.get(row.capital, ""))
            standing = state.standing.get(power)
            if standing != FALLEN and lost != (standing == CAPITAL_LOST):
                wrong.append(
                    f"{power}: capital {'lost' if lost else 'held'}, but its standing is {state.standing.get(power)}"
                )
        return [f"after event {self.seq}: {text}" for text in wrong]

    # After every event

    def _placed(self, event: ev.UnitsPlaced, state: GameState) -> list[str]:
        self.units[event.power, event.unit] += event.count
        if event.cause == "mobilize":
            self.pool[event.power, event.unit] -= event.count
        return self._check_stack(state, (event.area, event.power, event.unit, event.strength, event.condition)) + (
            self._check_pool(state, event.power, event.unit)
        )

    def _moved(self, event: ev.UnitsMoved, state: GameState) -> list[str]:
        wrong = self._check_stack(state, (event.destination, event.power, event.unit, event.strength, event.becomes))
        ends = event.path[:1] + event.path[-1:]
        if ends and ends != (event.origin, event.destination):
            wrong.append(f"a path from {ends[0]} to {ends[-1]}")
        return wrong + ([] if event.count > 0 else ["a count that is not above 0"])

    def _removed(self, event: ev.UnitsRemoved, state: GameState) -> list[str]:
        self.units[event.power, event.unit] -= event.count
        return [] if event.count > 0 else ["a count that is not above 0"]

    def _changed(self, event: ev.UnitsChanged, state: GameState) -> list[str]:
        power, unit = event.to_power or event.power, event.to_unit or event.unit
        self.units[event.power, event.unit] -= event.count
        self.units[power, unit] += event.count
        return self._check_stack(state, (event.area, power, unit, event.to_strength or event.strength, event.becomes))

    def _purchased(self, event: ev.UnitsPurchased, state: GameState) -> list[str]:
        self.pool[event.power, event.unit] += event.count
        wrong = self._check_pool(state, event.power, event.unit)
        prices = self._prices(state, event.power, event.unit)
        if (event.unit_cost, event.resource) not in prices or event.total != event.unit_cost * event.count:
            right = (f"{cost} {resource} each, {cost * event.count} in all" for cost, resource in prices)
            wrong.append(f"expected {' or '.join(right)}")
        return wrong

    def _prices(self, state: GameState, account: str, unit: str) -> list[tuple[int, str]]:
        """Return the (cost, resource) that a unit may be bought at: by its profile, less a discount, and by a levy."""
        nation = self.title.nations.get(account)
        row = profile_in(self.title, state, nation.leader if nation else account, unit)
        levy = setting(self.title, "levy", Levy)
        less = discounts.most_off(Position(self.title, state), nation.leader if nation else account)
        levied = [(levy.price, levy.resource)] if levy and (levy.power, levy.unit) == (account, unit) else []
        return [*((row.cost - off, row.resource) for off in range(less + 1)), *levied]

    def _controlled(self, event: ev.ControlChanged, state: GameState) -> list[str]:
        wrong, row = [], self.title.areas.get(event.area)
        if self.control.get(event.area, "") != event.before:
            wrong.append(f"{event.area} was held by {self.control.get(event.area, 'nobody')}")
        self.control[event.area] = event.after
        if row is None or row.kind != "land" or row.terrain == "impassable":
            wrong.append(f"{event.area} is no area that can be controlled")
        if event.after not in self.title.powers or event.after == event.before:
            wrong.append(f"{event.after!r} is no new power")
        return wrong

    def _paid(self, event: ev.ResourceChanged, state: GameState) -> list[str]:
        key = (event.power, event.resource)
        self.money[key] += event.delta
        if event.cause == LINE:
            self.aid["sent" if event.delta < 0 else "delivered"] += abs(event.delta)
        if not self.money[key] == event.balance == state.resources.get(key):
            return [f"the changes add up to {self.money[key]}, the state holds {state.resources.get(key)}"]
        return [] if event.balance >= 0 else ["a negative balance"]

    def _scored(self, event: ev.VictoryPointsScored, state: GameState) -> list[str]:
        key = (event.contender, event.measure)
        self.points[key] += event.delta
        if not self.points[key] == event.total == state.points.get(key):
            return [f"the points scored add up to {self.points[key]}, the state holds {state.points.get(key)}"]
        return []

    def _raided(self, event: ev.ConvoyRaided, state: GameState) -> list[str]:
        if event.area == LINE:
            self.aid["interdicted"] += event.loss
        return [] if 0 < event.loss <= event.cap else [f"a loss of {event.loss}; expected 1 to {event.cap}"]

    def _facility(self, event: ev.FacilityChanged, state: GameState) -> list[str]:
        cap = damage_limit(self.title, event.area, event.facility)
        wrong = [] if 0 <= event.damage <= cap else [f"damage {event.damage}; expected 0 to {cap}"]
        if not any(key[2] == event.facility for key, _ in state.units_in(event.area)):
            wrong.append(f"no {event.facility} stands in {event.area}")
        return wrong

    def _phase(self, event: ev.PhaseStarted, state: GameState) -> list[str]:
        wrong = []
        if state.battle:
            wrong.append(f"battle {state.battle} is still open")
        if self.turn and event.turn not in (self.turn, self.turn + 1):
            wrong.append(f"turn {event.turn} follows turn {self.turn}")
        if event.turn != self.turn:
            wrong += self._check_rest(state)
        self.turn = event.turn
        return wrong

    def _ended(self, event: ev.GameEnded, state: GameState) -> list[str]:
        self.over = True
        return []

    def _check_pool(self, state: GameState, power: str, unit: str) -> list[str]:
        booked, held = self.pool[power, unit], state.pool.get((power, unit), 0)
        return [] if booked == held >= 0 else [f"{power} has {held} {unit} waiting; expected {booked}"]

    def _check_stack(self, state: GameState, key: Stack) -> list[str]:
        area, power, unit, strength, condition = key
        place, row = self.title.areas.get(area), self.title.units.get(unit)
        if place is None or row is None or power not in self.title.powers:
            return [f"unknown area, power or unit in {key}"]
        wrong = []
        if state.stacks.get(key, 0) < 1:
            wrong.append(f"no stack {key}")
        most = profile_in(self.title, state, power, unit).strength
        if not 1 <= strength <= most:
            wrong.append(f"strength {strength}; expected 1 to {most}")
        aboard = parse_condition(condition).aboard
        if place.terrain == "impassable":
            wrong.append(f"{unit} in {area}, which nothing may enter")
        elif place.kind == "land":
            if row.cls == "sea" or aboard:
                wrong.append(f"{unit} ({condition}) on land")
        elif row.cls == "facility" or (row.cls == "land" and not aboard):
            wrong.append(f"{unit} at sea without a ship")
        return wrong + self._check_number(state, area, unit)

    def _check_number(self, state: GameState, area: str, unit: str) -> list[str]:
        row = self.title.units[unit]
        if not row.has("max-per-area"):
            return []
        there = sum(count for key, count in state.units_in(area) if key[2] == unit)
        most = row.number("max-per-area")
        return [f"{there} {unit} in {area}; expected at most {most}"] if there > most else []

    # When an order has been carried out

    def _check_books(self, state: GameState) -> list[str]:
        standing: Counter[tuple[str, str]] = Counter()
        for key, count in state.stacks.items():
            standing[key[1], key[2]] += count
        wrong = [f"stack {key} counts {count}" for key, count in state.stacks.items() if count < 1]
        wrong += [f"{units}: {standing[units]} stand; placed less removed makes {self.units[units]}"
                  for units in sorted({*standing, *self.units}) if standing[units] != self.units[units]]  # fmt: skip
        wrong += [f"{units}: {count} wait to be placed" for units, count in state.pool.items() if count < 1]
        if state.control != self.control:
            wrong.append("control is not what its changes make")
        return wrong

    def _check_cargo(self, state: GameState) -> list[str]:
        aboard: Counter[tuple[str, str, str]] = Counter()
        listed: Counter[tuple[str, str, str]] = Counter()
        wrong = []
        for key, count in state.stacks.items():
            condition = parse_condition(key[4])
            if condition.aboard:
                aboard[key[:3]] += count
            for power, unit in condition.cargo:
                listed[key[0], power, unit] += count
            if condition.cargo:
                wrong += self._check_load(state, key, condition.cargo)
        wrong += [f"{area}: {aboard[area, power, unit]} {unit} of {power} aboard; ships there list {listed[area, power, unit]}"
                  for area, power, unit in sorted({*aboard, *listed})
                  if aboard[area, power, unit] != listed[area, power, unit]]  # fmt: skip
        return wrong

    def _at_war(self, state: GameState, one: str, two: str) -> bool:
        return two in self.title.powers and relation(self.title, state, one, two) == "war"

    def _check_load(self, state: GameState, ship: Stack, load: tuple[tuple[str, str], ...]) -> list[str]:
        units, row = self.title.units, profile_in(self.title, state, ship[1], ship[2])
        wrong = [f"{ship} carries an enemy" for power, _ in load if self._at_war(state, ship[1], power)]
        sizes = sorted(units[unit].abilities.get("cargo", "") for _, unit in load)
        if row.has("carries-aircraft"):
            fits = len(load) <= row.number("carries-aircraft") and all(
                units[u].has("lands-on-carriers") for _, u in load
            )
        else:
            fits = row.has("carries-land") and sizes in (["light"], ["heavy"], ["light", "light"], ["heavy", "light"])
        return wrong if fits else [*wrong, f"{ship} cannot hold {load}"]

    def _check_aid(self, state: GameState) -> list[str]:
        """Aid delivered, interdicted and waiting is what has been sent."""
        on_the_way = (int(value) for (_, key), value in state.markers.items() if key.startswith(f"{LINE}|"))
        found = self.aid["delivered"] + self.aid["interdicted"] + sum(on_the_way)
        return (
            [f"{found} aid delivered, interdicted or waiting; {self.aid['sent']} sent"]
            if found != self.aid["sent"]
            else []
        )

    def _check_cities(self, state: GameState) -> list[str]:
        measure = str(self.title.settings.get("victory", {}).get("measure", ""))
        held = cities(self.title, state.control)
        points = {side: state.points.get((side, measure), 0) for side in held}
        if points != held:
            return [f"victory points {points}; cities held {held}"]
        every, contending = (
            self.title.victory_cities,
            {power for group in groups(self.title).values() for power in group},
        )
        whole = sum(worth(self.title, area) for area in every)
        others = sum(worth(self.title, area) for area in every if self.control.get(area) not in contending)
        if sum(points.values()) != whole - others:
            return [f"victory points {points}; expected {whole} in all, less {others} that nobody contends with"]
        return []

    # When a turn is over

    def _check_rest(self, state: GameState) -> list[str]:
        wrong, decks, position = [], Counter(), Position(self.title, state)
        for (area, power, unit, _, _), count in state.stacks.items():
            row, side = profile(position, power, unit), side_of(self.title, state, power)
            if outside(position, power, row.cls, area):
                wrong.append(f"{unit} of {power} rests in {area}, outside its regions")
            if self.title.areas[area].kind == "land":
                holder = state.control.get(area, "")
                if not holder or relation(self.title, state, power, holder) != "allied":
                    wrong.append(f"{unit} of {power} rests in {area}, held by {holder or 'nobody'}")
            elif row.cls == "air":
                decks[area, side] -= count
                if not row.has("lands-on-carriers"):
                    wrong.append(f"{unit} of {power} rests over {area}")
            else:
                decks[area, side] += row.number("carries-aircraft") * count
        return wrong + [f"{area}: {-room} aircraft of the {side} without a deck" for (area, side), room in sorted(decks.items())
                        if room < 0]  # fmt: skip


def violations(title: Title, events: Iterable[ev.Event]) -> list[str]:
    """Return everything that is wrong in a game's events; nothing for a game that was legally played.

    Events alone do not say where an order is complete, so what must hold then is looked at whenever a phase begins,
    and at the end.
    """
    checker, state, wrong = Invariants(title), GameState(), []
    for event in events:
        if isinstance(event, ev.PhaseStarted) and state.clock.turn:
            wrong += checker.settled(state)
        state.apply(event)
        wrong += checker.after(event, state)
    return wrong + (checker.settled(state) if state.clock.turn else [])

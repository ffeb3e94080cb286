"""Games for the warehouse's tests: one written by hand with every event type, and streams of random events."""

from __future__ import annotations

import random

from engine import events as ev
from engine.recording import Fidelity, Header
from engine.replay import Game
from engine.state import GameState
from engine.titles import load_title
from warehouse.schema import TABLES

TITLE = load_title("aa1942")
MOVED = "from=germany moved"

SETUP = [
    ev.GameStarted("aa1942", "standard", {"victory": "minor"}, {"germany": 'Ann "Ä" Ox', "soviet-union": "Bo"}),
    ev.ResourceChanged("soviet-union", "ipc", 24, 24, "setup"),
    ev.ResourceChanged("germany", "ipc", 40, 40, "setup"),
    ev.ControlChanged("germany", "", "germany", "setup"),
    ev.ControlChanged("russia", "", "soviet-union", "setup"),
    ev.ControlChanged("karelia-ssr", "", "soviet-union", "setup"),
    ev.UnitsPlaced("germany", "infantry", 5, "germany"),
    ev.UnitsPlaced("germany", "tank", 2, "germany"),
    ev.UnitsPlaced("soviet-union", "infantry", 3, "karelia-ssr"),
    ev.UnitsPlaced("soviet-union", "anti-aircraft-gun", 1, "karelia-ssr"),
    ev.VictoryPointsScored("allies", "victory-cities", 2, 2, "setup"),
    ev.VictoryPointsScored("axis", "victory-cities", 1, 1, "setup"),
]
TURN_1 = [
    ev.RoundStarted(1),
    ev.PhaseStarted("soviet-union", "purchase-units", 1),
    ev.ResourceChanged("soviet-union", "ipc", -6, 18, "purchase"),
    ev.UnitsPurchased("soviet-union", "infantry", 2, 3, 6, "ipc"),
    ev.PhaseStarted("soviet-union", "mobilize-units", 1),
    ev.UnitsPlaced("soviet-union", "infantry", 2, "russia", cause="mobilize"),
    ev.ResourceChanged("soviet-union", "ipc", 10, 28, "income"),
]
BATTLE = [
    ev.BattleStarted(1, "land", "karelia-ssr", "germany", "soviet-union", "4 infantry, 2 tank", "3 infantry, anti-aircraft-gun", 22, 15),
    ev.MarkerSet("battle", "round", "1"),
    ev.DiceRolled(1, "karelia-ssr", "germany", "attacker", "combat", 1, "infantry", 1, (1, 3, 6, 2), 1, 4 / 6),
    ev.DiceRolled(1, "karelia-ssr", "germany", "attacker", "combat", 1, "tank", 3, (3, 3), 2, 1.0),
    ev.DiceRolled(1, "karelia-ssr", "soviet-union", "defender", "combat", 1, "infantry", 2, (1, 2, 5), 2, 1.0),
    ev.UnitsRemoved("germany", "infantry", 2, "karelia-ssr", condition=MOVED, battle=1),
    ev.UnitsRemoved("soviet-union", "infantry", 3, "karelia-ssr", battle=1),
    ev.UnitsChanged(
        "soviet-union", "anti-aircraft-gun", 1, "karelia-ssr", to_power="germany", becomes="captured", cause="captured", battle=1
    ),
    ev.ControlChanged("karelia-ssr", "soviet-union", "germany", "captured"),
    ev.BattleEnded(1, "land", "karelia-ssr", "germany", "soviet-union", 1, "attacker", "eliminated", "2 infantry, 2 tank", "", 6, 9),
]
RAID = [
    ev.BattleStarted(2, "raid", "russia", "germany", "soviet-union", "bomber", "", 12, 0),
    ev.DiceRolled(2, "russia", "germany", "attacker", "bombing", 0, "bomber", 0, (4,), 0, 3.5),
    ev.FacilityChanged("russia", "industrial-complex", "soviet-union", "damaged", 4, 4, 2),
    ev.BattleEnded(2, "raid", "russia", "germany", "soviet-union", 1, "none", "bombed", "bomber", "", damage=4),
]
TURN_2 = [
    ev.PhaseStarted("germany", "combat-move", 2),
    ev.UnitsMoved("germany", "infantry", 4, "germany", "karelia-ssr", becomes=MOVED, path=("germany", "karelia-ssr")),
    ev.UnitsMoved("germany", "tank", 2, "germany", "karelia-ssr", becomes=MOVED),
    *BATTLE,
    *RAID,
    ev.ConvoyRaided("sea-zone-5", "germany", "soviet-union", "ipc", 2, 4),
    ev.ResourceChanged("soviet-union", "ipc", -2, 26, "convoy", "germany", "sea-zone-5"),
    ev.TechAdvanced("germany", "jet-fighters"),
    ev.RelationChanged("germany", "japan", "peace", "allied"),
    ev.PowerChanged("soviet-union", "active", "shaken", "capital bombed"),
    ev.DefectFound("combat-move/blitz", "error", "3", "2", "too far", "game.jsonl:7"),
    ev.ResourceChanged("germany", "ipc", 12, 52, "income"),
]
ROUND_2 = [
    ev.RoundStarted(2),
    ev.PhaseStarted("soviet-union", "purchase-units", 3),
    ev.MarkerSet("turn", "told", "yes"),
    ev.PhaseStarted("germany", "combat-move", 4),
    ev.UnitsRemoved("soviet-union", "infantry", 2, "russia"),
    ev.ControlChanged("russia", "soviet-union", "germany", "captured"),
    ev.ResourceChanged("soviet-union", "ipc", -26, 0, "plunder", "germany"),
    ev.ResourceChanged("germany", "ipc", 26, 78, "plunder", "soviet-union"),
    ev.GameEnded(("axis",), "minor"),
]
EVENTS = [*SETUP, *TURN_1, *TURN_2, *ROUND_2]
"""A whole small game of two rounds and four turns; every event type is in it."""

FILLED = frozenset(TABLES) - {"record_parts", "title_prices", "title_lines"}
"""Tables in which it has rows, so each has a file: no power of its title has prices of its own, and its title names no lines at sea."""

ENDS = (len(SETUP) + 1, len(SETUP + TURN_1), len(SETUP + TURN_1 + TURN_2) + 1, len(EVENTS) - 6, len(EVENTS))
"""`seq` of the snapshots: RoundStarted stands before the first PhaseStarted, so it is behind the turn before."""


def game(name: str = "small", events: list[ev.Event] | None = None, digest: str = "", **header) -> Game:
    """Return a game of these events (the small one's, when none are given)."""
    events = list(EVENTS) if events is None else events
    state = GameState().apply_all(events)
    return Game(TITLE, Header("aa1942", game=name, **header), events, state, Fidelity.CHANGES, f"{name}.jsonl", digest)


def revised_game(name: str, events: list[ev.Event] | None = None) -> Game:
    """Return a game of a title in which powers have prices of their own; only set up, when no events are given."""
    title = load_title("global-1939")
    events = [ev.GameStarted(title.slug, "", {}, {})] if events is None else events
    state = GameState().apply_all(events)
    return Game(title, Header(title.slug, game=name), events, state, Fidelity.ORDERS, f"{name}.jsonl", "")


def random_game(seed: int, turns: int = 12, name: str = "") -> Game:
    """Return a game of random events of every type that fold; what they say is nonsense."""
    stream = _Stream(random.Random(seed))
    for turn in range(turns):
        stream.turn(turn)
    return game(name or f"random-{seed}", stream.events)


class _Stream:
    def __init__(self, rng: random.Random) -> None:
        self.rng, self.events, self.state = rng, [], GameState()
        self.areas, self.units, self.powers = list(TITLE.areas), list(TITLE.units), list(TITLE.powers)
        self.say(ev.GameStarted("aa1942", "standard", {"victory": "total"}, {p: self.text() for p in self.powers}))
        for area in self.areas[:40]:
            self.say(ev.ControlChanged(area, "", rng.choice(self.powers), "setup"))

    def say(self, event: ev.Event) -> None:
        self.state.apply(event)
        self.events.append(event)

    def text(self) -> str:
        return "".join(self.rng.choice("ab 'Ω\"\\,;\n→🙂0") for _ in range(self.rng.randrange(8)))

    def turn(self, number: int) -> None:
        if number % 5 == 0:
            self.say(ev.RoundStarted(number // 5 + 1))
        for phase in TITLE.phases[:3]:
            self.say(ev.PhaseStarted(self.powers[number % 5], phase, number + 1))
            for _ in range(40):
                self.rng.choice((self.place, self.move, self.remove, self.change, self.money, self.talk, self.fight))()

    def place(self) -> None:
        rng = self.rng
        power, unit, strength = rng.choice(self.powers), rng.choice(self.units), rng.choice((1, 2))
        self.say(ev.UnitsPlaced(power, unit, rng.randint(1, 9), rng.choice(self.areas), strength, "setup", "own!"))

    def stack(self) -> tuple:
        if not self.state.stacks:
            self.place()
        key, count = self.rng.choice(sorted(self.state.stacks.items()))
        return *key, self.rng.randint(1, count)

    def move(self) -> None:
        area, power, unit, strength, condition, count = self.stack()
        to = self.rng.choice(self.areas)
        path = (area, *self.rng.sample(self.areas, self.rng.randrange(3)), to)
        self.say(ev.UnitsMoved(power, unit, count, area, to, strength, "move", condition, "own! used=1", path))

    def remove(self) -> None:
        area, power, unit, strength, condition, count = self.stack()
        self.say(ev.UnitsRemoved(power, unit, count, area, strength, "combat", condition, self.rng.randrange(9)))

    def change(self) -> None:
        area, power, unit, strength, condition, count = self.stack()
        to = self.rng.choice(["", *self.powers])
        self.say(ev.UnitsChanged(power, unit, count, area, strength, condition, to, becomes="own!", cause="captured"))

    def money(self) -> None:
        power, delta = self.rng.choice(self.powers), self.rng.randint(-20, 40)
        balance = self.state.resources.get((power, "ipc"), 0) + delta
        cause = self.rng.choice(("income", "purchase", "convoy", "objective", "plunder"))
        self.say(ev.ResourceChanged(power, "ipc", delta, balance, cause, self.text(), self.rng.choice(self.areas)))

    def talk(self) -> None:
        rng, power = self.rng, self.rng.choice(self.powers)
        self.say(rng.choice((
            ev.ControlChanged(rng.choice(self.areas), self.text(), rng.choice(["", *self.powers]), "captured"),
            ev.VictoryPointsScored(self.text(), self.text(), 1, rng.randint(-9, 9), self.text()),
            ev.MarkerSet("turn", self.text(), self.text()), ev.PowerChanged(power, self.text(), self.text()),
            ev.RelationChanged(power, self.text(), "war", "peace"), ev.TechAdvanced(power, self.text(), rng.randint(0, 9)),
            ev.FacilityChanged(rng.choice(self.areas), "port", power, "damaged", 1, rng.randint(0, 5), 3),
            ev.ConvoyRaided(self.text(), power, self.text(), "ipc", 2, 5), ev.UnitsPurchased(power, "tank", 1, 5, 5, "ipc"),
            ev.DefectFound(*(self.text() for _ in range(6))),
        )))  # fmt: skip

    def fight(self) -> None:
        rng, power = self.rng, self.rng.choice(self.powers)
        number, area, other = self.state.battles + 1, rng.choice(self.areas), rng.choice(self.powers)
        dice = tuple(rng.randint(1, 6) for _ in range(rng.randrange(6)))
        self.say(ev.BattleStarted(number, "land", area, power, other, self.text(), self.text(), 5, 6))
        self.say(ev.DiceRolled(number, area, power, "attacker", "combat", 1, "tank", 3, dice, 2, rng.random()))
        self.say(ev.BattleEnded(number, "land", area, power, other, 2, "none", self.text(), "", "", 1, rng.randrange(30)))

"""A game of a small title of our own: three powers on three sides, money and production points, and conditions to win by.

Links: north - east, east - south, south - isle, and north and isle touch the strait. Red, of side reds, holds north; Blue
and Grey, of side blues, hold east and south; Green, of side greens, holds nothing; nobody holds isle.
"""

from __future__ import annotations

from engine import events as ev
from engine.recording import Fidelity, Header
from engine.replay import Game
from engine.state import GameState
from engine.title.model import Area, Link, Named, Power, Side, Title, Unit


def _area(area: str, kind: str, value: int, city: str = "", owner: str = "") -> Area:
    return Area(area, area.title(), kind, value, city, "", owner, None, None, "", "test")


def _unit(unit: str, cls: str, cost: int, resource: str = "money") -> Unit:
    return Unit(unit, unit.title(), cls, cost, resource, 1, 2, 1, 1, {}, "", "test")


def _power(power: str, side: str, capital: str, order: int) -> Power:
    return Power(power, power.title(), power.title(), side, capital, order, "#808080", "", "test")


_AREAS = (
    _area("north", "land", 5, "Polar", "red"),
    _area("east", "land", 3, "", "blue"),
    _area("isle", "land", 1),
    _area("south", "land", 4, "Sunny", "grey"),
    _area("strait", "sea", 0),
)
_UNITS = (
    _unit("foot", "land", 3),
    _unit("ship", "sea", 4, "points"),
    _unit("wing", "air", 10),
    _unit("mill", "facility", 15),
)
_POWERS = (
    _power("red", "reds", "north", 1),
    _power("blue", "blues", "east", 2),
    _power("grey", "blues", "south", 3),
    _power("green", "greens", "", 4),
)
_LINKS = (
    ("north", "east", "land"),
    ("east", "south", "land"),
    ("south", "isle", "land"),
    ("north", "strait", "coast"),
    ("isle", "strait", "coast"),
)
CONDITIONS = [
    {"contender": "reds", "measure": "points", "threshold": 9, "hold": 1},
    {"contender": "reds", "measure": "victory-cities", "threshold": 2},
    {"contender": "blue-and-green", "measure": "points", "threshold": 4},
]

TITLE = Title(
    slug="test",
    name="Test",
    edition="",
    family="",
    triplea="",
    phases=("buy", "fight", "collect"),
    dice_sides=6,
    areas={row.area: row for row in _AREAS},
    links=tuple(Link(*pair, "", "test") for pair in _LINKS),
    passages={},
    units={row.unit: row for row in _UNITS},
    powers={row.power: row for row in _POWERS},
    sides={side: Side(side, side.title()) for side in ("reds", "blues", "greens")},
    resources={slug: Named(slug, slug.title()) for slug in ("money", "points")},
    scenarios={"only": Named("only", "Only")},
    options={},
    seatings={},
    placements=(),
    holdings=(),
    treasuries=(),
    settings={"victory": {"condition": CONDITIONS}},
)


class EventWriter:
    """Writes a game's events down, and keeps the stores so that every balance is right."""

    def __init__(self) -> None:
        self.events: list[ev.Event] = []
        self.stores: dict[tuple[str, str], int] = {}

    def say(self, *events: ev.Event) -> None:
        self.events += events

    def pay(self, power: str, delta: int, cause: str, other: str = "", area: str = "", resource: str = "money") -> None:
        """Change a store."""
        key = power, resource
        self.stores[key] = self.stores.get(key, 0) + delta
        self.say(ev.ResourceChanged(power, resource, delta, self.stores[key], cause, other, area))

    def turn(self, power: str, number: int, round_: int = 0) -> None:
        """Begin a turn, and a round before it when one is given."""
        if round_:
            self.say(ev.RoundStarted(round_))
        self.say(ev.PhaseStarted(power, "fight", number))


def _set_up(told: EventWriter) -> None:
    told.say(ev.GameStarted("test", "only", {}, {"red": "Ann", "blue": "Bo", "grey": "Bo"}))
    for power, amount, points in (("red", 10, 2), ("blue", 6, 0), ("grey", 8, 0)):
        told.pay(power, amount, "setup")
        if points:
            told.pay(power, points, "setup", resource="points")
    for area, power in (("north", "red"), ("east", "blue"), ("south", "grey")):
        told.say(ev.ControlChanged(area, "", power, "setup"))
    told.say(
        ev.UnitsPlaced("red", "foot", 4, "north"),
        ev.UnitsPlaced("red", "wing", 1, "north"),
        ev.UnitsPlaced("red", "ship", 2, "strait"),
        ev.UnitsPlaced("blue", "foot", 2, "east"),
        ev.UnitsPlaced("grey", "foot", 1, "south"),
        ev.UnitsPlaced("grey", "mill", 1, "south"),
        ev.UnitsPlaced("grey", "wing", 1, "south"),
        ev.VictoryPointsScored("reds", "points", 5, 5, "setup"),
    )


def _first_round(told: EventWriter) -> None:
    told.turn("red", 1, 1)
    told.say(ev.UnitsPurchased("red", "foot", 2, 3, 6, "money"))
    told.pay("red", -6, "purchase")
    told.pay("red", 2, "refund")
    told.pay("red", -2, "purchase", resource="points")
    told.say(
        ev.BattleStarted(1, "land", "east", "red", "blue", "3 foot, wing", "2 foot", 19, 6),
        ev.UnitsMoved("red", "foot", 3, "north", "east", becomes="fought"),
        ev.DiceRolled(1, "east", "red", "attacker", "combat", 1, "foot", 1, (1, 5, 6), 1, 0.5),
        ev.DiceRolled(1, "east", "red", "attacker", "combat", 1, "wing", 3, (3,), 1, 0.5),
        ev.DiceRolled(1, "east", "blue", "defender", "combat", 1, "foot", 2, (2, 6), 1, 2 / 3),
        ev.UnitsRemoved("red", "foot", 1, "east", condition="fought", battle=1),
        ev.UnitsRemoved("blue", "foot", 2, "east", battle=1),
        ev.ControlChanged("east", "blue", "red", "captured"),
        ev.BattleEnded(1, "land", "east", "red", "blue", 1, "attacker", "eliminated", "2 foot, wing", "", 3, 6),
        ev.VictoryPointsScored("reds", "points", 4, 9, "captured"),
    )
    told.pay("blue", -6, "plunder", "red", "east")
    told.pay("red", 6, "plunder", "blue", "east")
    told.pay("red", 8, "income")
    told.pay("red", 3, "income", resource="points")
    told.turn("blue", 2)
    told.pay("grey", -5, "lend-lease", "blue")
    told.turn("grey", 3)
    told.say(ev.FacilityChanged("south", "mill", "grey", "damaged", 3, 3))
    told.pay("grey", 4, "income")
    told.pay("grey", 2, "objective")
    told.say(ev.ConvoyRaided("strait", "red", "grey", "money", 2, 4))
    told.pay("grey", -2, "convoy", "red", "strait")


def _second_round(told: EventWriter) -> None:
    told.turn("red", 4, 2)
    told.say(ev.UnitsRemoved("red", "foot", 1, "north", cause="trigger"))
    told.turn("blue", 5)
    told.say(ev.ConvoyRaided("lend-lease", "red", "blue", "money", 2, 5))
    told.pay("blue", 3, "lend-lease", "grey")
    told.turn("grey", 6)
    told.say(
        ev.BattleStarted(2, "sea", "strait", "grey", "red", "wing", "2 ship", 10, 8),
        ev.DiceRolled(2, "strait", "grey", "attacker", "combat", 1, "wing", 3, (1,), 1, 0.5),
        ev.UnitsRemoved("red", "ship", 1, "strait", battle=2),
        ev.BattleEnded(2, "sea", "strait", "grey", "red", 1, "none", "retreat", "wing", "ship", 0, 4),
        ev.ControlChanged("east", "red", "blue", "liberated"),
        ev.VictoryPointsScored("reds", "points", -4, 5, "liberated"),
        ev.VictoryPointsScored("blue-and-green", "points", 4, 4, "liberated"),
    )
    told.pay("grey", -1, "repair", area="south")
    told.say(
        ev.FacilityChanged("south", "mill", "grey", "repaired", -1, 2),
        ev.ConvoyRaided("strait", "red", "grey", "money", 1, 0),
    )
    told.pay("grey", -1, "convoy", "red", "strait")


def _last_rounds(told: EventWriter) -> None:
    """A round without a single event, and one that has only begun."""
    for number, power in enumerate(("red", "blue", "grey", "green"), 7):
        told.turn(power, number, 3 if power == "red" else 0)
    told.turn("red", 11, 4)


def told_game(name: str = "two") -> Game:
    """Return the game: four rounds, the third without an event, the fourth only begun."""
    told = EventWriter()
    for part in (_set_up, _first_round, _second_round, _last_rounds):
        part(told)
    state = GameState().apply_all(told.events)
    return Game(TITLE, Header("test", game=name), told.events, state, Fidelity.CHANGES, f"{name}.jsonl")

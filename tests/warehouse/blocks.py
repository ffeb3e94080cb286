"""A game of a small title of blocks: two camps whose powers act together, force pools beside the map, seas that are controlled.

Links: north - east, east - south by land; north and south touch the strait. Red and Pink, of side reds, act in Red's turn; Blue,
of side blues, and Grey, of side greys, in Blue's; Green is neutral. A step of foot costs 1, of a ship 3; a new block costs 2.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine import events as ev
from engine.recording import Fidelity, Header
from engine.replay import Game
from engine.state import GameState
from engine.title.model import Area, Link, Power, Side, Unit
from tests.warehouse.two_resources import TITLE as SMALL
from tests.warehouse.two_resources import EventWriter


def _area(area: str, kind: str, value: int, city: str = "", owner: str = "") -> Area:
    return Area(area, area.title(), kind, value, city, "", owner, None, None, "", "test")


def _block(unit: str, cls: str, steps: int, step_cost: int) -> Unit:
    return Unit(unit, unit.title(), cls, 2, "money", 0, 0, 1, steps, {"block": "", "step-cost": str(step_cost)}, "", "test")


def _power(power: str, side: str, capital: str, order: int) -> Power:
    return Power(power, power.title(), power.title(), side, capital, order, "#808080", "", "test")


_AREAS = (
    _area("north", "land", 5, "Polar", "red"),
    _area("east", "land", 3, "", "blue"),
    _area("south", "land", 4, "Sunny", "grey"),
    _area("wood", "land", 2, "", "green"),
    _area("strait", "sea", 0),
    _area("red-pool", "box", 0, "", "red"),
)
_POWERS = (
    _power("red", "reds", "north", 1),
    _power("pink", "reds", "", 2),
    _power("blue", "blues", "east", 3),
    _power("grey", "greys", "south", 4),
    _power("green", "greens", "wood", 5),
)
_LINKS = (
    ("north", "east", "land"),
    ("east", "south", "land"),
    ("south", "wood", "land"),
    ("north", "wood", "land"),
    ("north", "strait", "coast"),
    ("south", "strait", "coast"),
)
CONDITIONS = [
    {"contender": side, "measure": measure, "threshold": threshold}
    for side in ("reds", "blues", "greys")
    for measure, threshold in (("stars", 2), ("riches", 20))
]

TITLE = replace(
    SMALL,
    slug="blocks",
    name="Blocks",
    phases=("produce", "fight"),
    areas={row.area: row for row in _AREAS},
    links=tuple(Link(*pair, "", "test") for pair in _LINKS),
    units={row.unit: row for row in (_block("foot", "land", 4, 1), _block("ship", "sea", 3, 3))},
    powers={row.power: row for row in _POWERS},
    sides={side: Side(side, side.title()) for side in ("reds", "blues", "greys", "greens")},
    settings={
        "victory": {"condition": CONDITIONS},
        "turn": [{"slug": "one", "factions": ["reds"]}, {"slug": "two", "factions": ["blues", "greys"]}],
    },
)


def _reduced(power: str, unit: str, area: str, before: int, after: int, cause: str = "combat", battle: int = 0) -> ev.Event:
    return ev.UnitsChanged(power, unit, 1, area, before, to_strength=after, cause=cause, battle=battle)


def _set_up(told: EventWriter) -> None:
    told.say(ev.GameStarted("blocks", "only", {}, {"red": "Ann", "blue": "Bo"}))
    for power, amount in (("red", 6), ("pink", 2), ("blue", 5), ("grey", 5)):
        told.pay(power, amount, "setup")
    for area, power in (("north", "red"), ("east", "blue"), ("south", "grey"), ("wood", "green")):
        told.say(ev.ControlChanged(area, "", power, "setup"))
    told.say(
        ev.PowerChanged("green", "active", "neutral", "setup"),
        ev.UnitsPlaced("red", "foot", 2, "north", 4),
        ev.UnitsPlaced("red", "foot", 3, "red-pool", 4),
        ev.UnitsPlaced("pink", "ship", 1, "strait", 3),
        ev.UnitsPlaced("blue", "foot", 1, "east", 3),
        ev.UnitsPlaced("grey", "foot", 1, "south", 4),
        ev.VictoryPointsScored("reds", "stars", 1, 1, "setup"),
        ev.VictoryPointsScored("reds", "riches", 5, 5, "setup"),
    )


def _first_season(told: EventWriter) -> None:
    told.turn("red", 1, 1)
    told.pay("red", 5, "income")
    told.pay("red", -2, "build")
    told.say(
        ev.UnitsPurchased("red", "foot", 1, 2, 2, "money"),
        ev.UnitsRemoved("red", "foot", 1, "red-pool", 4, "drawn"),
        ev.UnitsPlaced("red", "foot", 1, "north", 1, "mobilize"),
        ev.ControlChanged("strait", "", "pink", "controlled"),
        ev.BattleStarted(1, "land", "east", "red", "blue", "foot", "foot", 4, 3),
        ev.UnitsMoved("red", "foot", 1, "north", "east", 4),
        ev.DiceRolled(1, "east", "red", "attacker", "combat", 1, "foot", 2, (5, 6, 1, 6), 3, 4 / 3),
        ev.DiceRolled(1, "east", "blue", "defender", "combat", 1, "foot", 2, (5, 1, 1), 1, 1.0),
        _reduced("red", "foot", "east", 4, 3, battle=1),
        ev.UnitsRemoved("blue", "foot", 1, "east", 3, battle=1),
        ev.ControlChanged("east", "blue", "red", "captured"),
        ev.BattleEnded(1, "land", "east", "red", "blue", 1, "attacker", "eliminated", "foot", "", 1, 3),
        ev.VictoryPointsScored("reds", "riches", 3, 8, "captured"),
    )
    told.turn("blue", 2)
    told.say(
        ev.ConvoyRaided("strait", "pink", "grey", "money", 2, 4),
        _reduced("pink", "ship", "strait", 3, 1, "strategic-warfare"),
    )
    told.pay("grey", 4, "income")
    told.pay("grey", -2, "convoy", "pink", "strait")


def _second_season(told: EventWriter) -> None:
    told.turn("red", 3, 2)
    told.pay("red", 8, "income")
    told.say(
        ev.UnitsRemoved("red", "foot", 1, "east", 3, "supply"),
        ev.UnitsPlaced("red", "foot", 1, "red-pool", 4, "force-pool"),
    )
    told.turn("blue", 4)
    told.say(ev.ControlChanged("strait", "pink", "", "contested"))
    told.pay("grey", 4, "income")
    told.turn("red", 5, 3)
    told.say(ev.UnitsChanged("red", "foot", 1, "north", 1, to_strength=2, cause="reinforce"))


def block_game(name: str = "blocks") -> Game:
    """Return the game: two seasons of two turns each, and a third that has begun."""
    told = EventWriter()
    for part in (_set_up, _first_season, _second_season):
        part(told)
    state = GameState().apply_all(told.events)
    return Game(TITLE, Header("blocks", game=name), told.events, state, Fidelity.ORDERS, f"{name}.jsonl")

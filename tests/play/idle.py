"""`python -m tests.play.idle TITLE SCENARIO GAMES [ROUNDS] [SEED]`: lets greedy bots play and tells what they leave unused.

Made for titles of the Axis & Allies family. A unit is idle as a game ends if it has stood where it is for `STILL` rounds or more, and the
nearest land of an enemy is more than `AFAR` spaces away, as aircraft fly. Of like units in an area those that came first are taken to
leave first, so the count is the least that is true.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict, deque
from collections.abc import Iterable
from typing import NamedTuple

from engine.events import (
    BattleStarted,
    Event,
    GameEnded,
    RoundStarted,
    UnitsChanged,
    UnitsMoved,
    UnitsPlaced,
    UnitsRemoved,
)
from engine.families.axis_allies.bots.distances import FAR, distances
from engine.replay import Game
from engine.rules import Position
from engine.simulation import simulate
from engine.title.loader import load_title
from engine.title.model import Title

STILL, AFAR = 3, 3
"""Rounds that an idle unit has stood where it is, at least; spaces to the nearest land of an enemy, which must be farther."""

Place = tuple[str, str, str]
"""Power, unit, area."""


class Row(NamedTuple):
    """What a power did in one game, and left unused at its end; counts are units, money is in the main resource.

    Attributes:
        money: in hand. idle_land, idle_air, idle_sea: idle units that have an attack. transports: at the end. built, lost: transports.
        landed: troops that went ashore, in assaults and without a fight.
        air: aircraft at the end; near: those of them that are no farther than that from land of an enemy.
        fleet: what the warships cost that it has at the end.
    """

    money: float = 0
    idle_land: float = 0
    idle_air: float = 0
    idle_sea: float = 0
    transports: float = 0
    built: float = 0
    lost: float = 0
    landed: float = 0
    air: float = 0
    near: float = 0
    fleet: float = 0


def since(title: Title, events: Iterable[Event]) -> dict[Place, deque[int]]:
    """Return where units stand to the rounds in which they came there or last fought there, the earliest first."""
    found: dict[Place, deque[int]] = defaultdict(deque)
    now = 0
    for event in events:
        match event:
            case RoundStarted():
                now = event.round
            case UnitsPlaced():
                found[event.power, event.unit, event.area].extend([now] * event.count)
            case UnitsMoved():
                _take(found, event)
                found[event.power, event.unit, event.destination].extend([now] * event.count)
            case UnitsRemoved():
                _take(found, event)
            case UnitsChanged() if event.to_power or event.to_unit:
                came = _take(found, event)
                to = event.to_power or event.power, event.to_unit or event.unit, event.area
                found[to] = deque(sorted([*found[to], *came]))
            case BattleStarted():
                for place in [place for place in found if place[2] == event.area]:
                    found[place] = deque([now] * len(found[place]))
    return found


def _take(found: dict[Place, deque[int]], event: UnitsMoved | UnitsRemoved | UnitsChanged) -> list[int]:
    area = event.origin if isinstance(event, UnitsMoved) else event.area
    place = found[event.power, event.unit, area]
    return [place.popleft() for _ in range(min(event.count, len(place)))]


def rows(title: Title, game: Game) -> dict[str, Row]:
    """Return power to its row."""
    position, units = Position(title, game.state), title.units
    rounds = game.state.clock.round
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for power in title.turns:
        found[power]["money"] = game.state.resources.get((power, next(iter(title.resources))), 0)
    for (power, unit, area), came in since(title, game.events).items():
        row = units[unit]
        if power not in title.turns or not came:
            continue
        steps = _steps(position, power, area)
        if row.cls == "sea" and not row.has("carries-land"):
            found[power]["fleet"] += row.cost * len(came)
        if row.has("carries-land"):
            found[power]["transports"] += len(came)
        elif row.attack or row.cls == "air":
            found[power][f"idle_{row.cls}"] += sum(rounds - one >= STILL for one in came) if steps > AFAR else 0
        if row.cls == "air":
            found[power]["air"] += len(came)
            found[power]["near"] += len(came) if steps <= AFAR else 0
    for event in game.events:
        if isinstance(event, UnitsMoved) and event.cause in ("offload", "assault") and units[event.unit].cls == "land":
            found[event.power]["landed"] += event.count * (title.areas[event.origin].kind == "sea")
        if isinstance(event, UnitsPlaced) and event.cause == "mobilize" and units[event.unit].has("carries-land"):
            found[event.power]["built"] += event.count
        if isinstance(event, UnitsRemoved) and units[event.unit].has("carries-land"):
            found[event.power]["lost"] += event.count
    return {power: Row(**found[power]) for power in title.turns}


def _steps(position: Position, power: str, area: str) -> int:
    """Return how many spaces aircraft fly from an area to the nearest land of an enemy."""
    far, enemies = distances(position.title, "air").get(area, {}), position.enemies_of(power)
    lands = (other for other, holder in position.state.control.items() if holder in enemies)
    return min((far.get(other, FAR) for other in lands), default=FAR)


def main(slug: str, scenario: str, games: str, rounds: str = "24", seed: str = "1") -> None:
    """Play games and print who won them, and each power's row, averaged over them."""
    title = load_title(slug)
    wins, lengths, total = Counter[str](), list[int](), defaultdict[str, Counter[str]](Counter)
    for number in range(int(seed), int(seed) + int(games)):
        _, game = simulate(title, number, scenario=scenario, round_limit=int(rounds))
        ended = next(event for event in game.events if isinstance(event, GameEnded))
        wins[" ".join(ended.winners) or "nobody"] += 1
        lengths.append(game.state.clock.round)
        for power, row in rows(title, game).items():
            total[power].update(row._asdict())
        print(f"{number}: {' '.join(ended.winners) or 'nobody'} in round {lengths[-1]}", flush=True)
    print(f"{scenario}: {', '.join(f'{side} {n}' for side, n in wins.most_common())}; rounds {min(lengths)} to {max(lengths)}")
    print(f"{'':15}" + "".join(f"{name:>11}" for name in Row._fields))
    for power in title.turns:
        print(f"{power:15}" + "".join(f"{total[power][name] / int(games):11.1f}" for name in Row._fields))


if __name__ == "__main__":
    main(*sys.argv[1:])

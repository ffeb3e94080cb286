"""`python -m tests.play.course TITLE SCENARIO GAMES [ROUNDS] [SEED] [BOTS]`: lets bots play and tells the course of the war.

Made for titles in which a camp's powers act together. It prints who won and when, what each power had, left unspent, landed and lost,
in which rounds capitals fell, and in which who declared war. BOTS: "axis=bold allies=greedy", or one bot.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from engine.events import (
    BattleEnded,
    ControlChanged,
    ConvoyRaided,
    GameEnded,
    PowerChanged,
    ResourceChanged,
    RoundStarted,
    UnitsChanged,
    UnitsMoved,
)
from engine.replay import Game
from engine.simulation import simulate
from engine.title.loader import load_title
from engine.title.model import Title

LANDED, SHIPPED = ("seaborne", "landed"), ("strategic",)
"""Causes of moves that come ashore against an enemy, and behind the front."""


class Row(NamedTuple):
    """What a power had and did in a game; money is in the main resource.

    Attributes:
        income: collected. unspent: lost for want of use, or in hand at the end. convoy, bombed: lost to raids.
        landed, dropped: units that went ashore in operations, by sea and by air. shipped: moved over sea behind the front.
        attacks, won: battles on land. fights: battles at sea that it began.
        cut: blocks found out of supply, season by season.
    """

    income: float = 0
    unspent: float = 0
    convoy: float = 0
    bombed: float = 0
    landed: float = 0
    dropped: float = 0
    shipped: float = 0
    attacks: float = 0
    won: float = 0
    fights: float = 0
    cut: float = 0


def rows(title: Title, game: Game) -> dict[str, Row]:
    """Return power to its row."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    main = next(iter(title.resources))
    for event in game.events:
        match event:
            case ResourceChanged(resource=resource) if resource == main:
                if event.cause == "income":
                    found[event.power]["income"] += event.delta
                elif event.cause == "unspent":
                    found[event.power]["unspent"] -= event.delta
                elif event.cause == "bombing":
                    found[event.power]["bombed"] -= event.delta
            case UnitsChanged(cause="supply", becomes=becomes) if becomes:
                found[event.power]["cut"] += event.count
            case ConvoyRaided():
                found[event.victim]["convoy"] += event.loss
            case UnitsMoved():
                seas = any(title.areas[area].kind == "sea" for area in (event.origin, *event.path))
                found[event.power]["landed"] += event.count * (event.cause in LANDED)
                found[event.power]["dropped"] += event.count * (event.cause == "airborne")
                found[event.power]["shipped"] += event.count * (event.cause in SHIPPED and seas)
            case BattleEnded(kind="sea" | "naval"):
                found[event.attacker]["fights"] += 1
            case BattleEnded(kind="land" | "ground"):
                found[event.attacker]["attacks"] += 1
                found[event.attacker]["won"] += event.winner == "attacker"
    for power in title.order:
        found[power]["unspent"] += game.state.resources.get((power, main), 0)
    return {power: Row(**found[power]) for power in title.order}


def turns(title: Title, game: Game) -> Iterator[tuple[str, int]]:
    """Yield what turned the war, with its round: capitals that changed sides, wars and surrenders."""
    now = 0
    for event in game.events:
        match event:
            case RoundStarted():
                now = event.round
            case ControlChanged(area=area) if event.before and event.how != "setup":
                before, after = (title.side_of.get(power, "") for power in (event.before, event.after))
                if area in title.capital_of and before != after:
                    yield f"{area} to {event.after}", now
            case PowerChanged() if now and event.after in ("at-war", "surrendered"):
                yield f"{event.power} {event.after}: {event.cause}", now


def main(slug: str, scenario: str, games: str, rounds: str = "0", seed: str = "1", bots: str = "greedy") -> None:
    """Play games and print what they have in common."""
    title = load_title(slug)
    named = dict(part.split("=") for part in bots.split() if "=" in part)
    total, when = defaultdict[str, Counter[str]](Counter), defaultdict[str, list[int]](list)
    ends: Counter[str] = Counter()
    for number in range(int(seed), int(seed) + int(games)):
        _, game = simulate(title, number, named or bots, scenario=scenario, round_limit=int(rounds))
        ended = next(event for event in game.events if isinstance(event, GameEnded))
        end = f"{' '.join(ended.winners) or 'nobody'} ({ended.how})"
        ends[end] += 1
        print(f"{number}: {end} in round {game.state.clock.round}", flush=True)
        for power, row in rows(title, game).items():
            total[power].update(row._asdict())
        for what, now in turns(title, game):
            when[what].append(now)
    print(f"{slug} {scenario}: {', '.join(f'{end} {n}' for end, n in ends.most_common())}")
    print(f"{'a game':15}" + "".join(f"{name:>9}" for name in Row._fields))
    for power in title.order:
        if any(total[power].values()):
            print(f"{power:15}" + "".join(f"{total[power][name] / int(games):9.1f}" for name in Row._fields))
    for what in sorted(when, key=lambda what: (min(when[what]), what)):
        print(f"{what}: {len(when[what])}, in rounds {' '.join(map(str, sorted(when[what])))}")


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Games of two rounds whose openings are known, and ten thousand of them at once."""

from __future__ import annotations

import random

from engine import events as ev
from tests.warehouse.games import SETUP, game

SOVIETS, GERMANS = "soviet-union", "germany"
TWO = (SOVIETS, GERMANS)
FIVE = (SOVIETS, GERMANS, "united-kingdom", "japan", "united-states")
AXIS = (GERMANS, "japan")
SEATS = {SOVIETS: "Ada", GERMANS: "Bo"}


def bought(power: str, **units: int) -> list[ev.Event]:
    """Return purchases of a power; prices do not matter to them."""
    return [ev.UnitsPurchased(power, unit.replace("_", "-"), count, 3, 3 * count, "ipc") for unit, count in units.items()]


def attack(number: int, power: str, area: str, winner: str, left: tuple[str, str]) -> list[ev.Event]:
    """Return a battle of 2 infantry against 1 and what was left of both; what is gone was worth 6 or 3."""
    other = GERMANS if power == SOVIETS else SOVIETS
    lost = (0 if left[0] else 6, 0 if left[1] else 3)
    return [
        ev.BattleStarted(number, "land", area, power, other, "2 infantry", "infantry", 6, 3),
        ev.BattleEnded(number, "land", area, power, other, 1, winner, "eliminated", *left, *lost),
    ]


def opened(
    name: str,
    *turns: list[ev.Event],
    winners: tuple[str, ...] | None = ("axis",),
    how: str = "major",
    seats: dict[str, str] = SEATS,
    bid: int = 0,
    bid_round: int = 0,
    scenario: str = "standard",
    powers: tuple[str, ...] = TWO,
    **header,
):
    """Return a game in which powers take turns, round after round, and a last one that breaks off.

    A bid of so many infantry stands before the first round, or as its first phase, where programs have it.
    """
    events = [ev.GameStarted("aa1942", scenario, {}, dict(seats)), *SETUP[1:]]
    if bid:
        events += [ev.RoundStarted(1)] * bid_round
        events += [ev.PhaseStarted(GERMANS, "bid-purchase", 0), ev.UnitsPurchased(GERMANS, "infantry", bid, 3, 3 * bid, "ipc")]
    for number, turn in enumerate([*turns, [ev.ResourceChanged(SOVIETS, "ipc", 0, 24, "income")]]):
        power = powers[number % len(powers)]
        events += [] if number % len(powers) or (bid_round and not number) else [ev.RoundStarted(number // len(powers) + 1)]
        events += [ev.PhaseStarted(power, "purchase-units", number + 1), *turn]
    ended = [] if winners is None else [ev.GameEnded(winners, how)]
    return game(name, [*events, *ended], played=header.pop("played", "2026-01-01"), **header)


def random_opened(seed: int, turns: int = 8, powers: tuple[str, ...] = TWO, people: int = 0):
    """Return a game of random purchases and attacks of a few kinds; of `people` players two sit at it, one a side."""
    rng, number, told = random.Random(seed), 0, []
    for turn in range(turns):
        power = powers[turn % len(powers)]
        units = {unit: rng.randint(1, 4) for unit in ("infantry", "artillery", "tank", "fighter") if rng.random() < 0.5}
        made = bought(power, **units)
        for area in rng.sample(["karelia-ssr", "caucasus", "ukraine-ssr"], rng.randint(0, 3)):
            number += 1
            ends = [("attacker", ("infantry", "")), ("defender", ("", "infantry")), ("none", ("", "")), ("none", ("infantry", "infantry"))]
            made += attack(number, power, area, *rng.choice(ends))
        told.append(made)
    winners = rng.choice([("axis",), ("allies",), (), None])
    how = rng.choice(["agreed", "round-limit"]) if winners == () else "major"
    seats = {SOVIETS: rng.choice(["Ada", "Cy", ""]), GERMANS: rng.choice(["Bo", "Dee"])}
    if people:
        one, two = rng.sample(range(people), 2)
        seats = {power: f"player-{two if power in AXIS else one:03}" for power in powers}
    played = f"202{rng.randint(0, 5)}-0{rng.randint(1, 9)}-1{rng.randint(0, 9)}"
    return opened(
        f"random-{seed}", *told, winners=winners, how=how, seats=seats, powers=powers, bid=rng.choice([0, 0, 2, 3]), played=played
    )

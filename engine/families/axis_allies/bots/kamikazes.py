"""Kamikaze attacks of bots: drawn at random, or thrown by a greedy one where a token is likely to cost the enemy enough."""

from __future__ import annotations

from math import comb
from random import Random

from engine.families.axis_allies.combat.kamikaze import Aim, Call, next_call, show_aims
from engine.families.axis_allies.orders import Kamikaze
from engine.mechanics.profile import profile_of
from engine.play import Play
from engine.state import Stack

CHANCE = 0.5
"""Chance that a random player makes an attack."""
WORTH = 2.5
"""What a token must cost the enemy on average, in its main resource; tokens are good for nothing else."""
MOST = 3
"""Tokens that a bot throws at one ship at most."""


def draw(play: Play, rng: Random) -> Kamikaze:
    """Return up to three tokens at some ship there, or none."""
    call = next_call(play.position)
    if call is None or rng.random() > CHANCE:
        return Kamikaze()
    zone = rng.choice(sorted(call.targets))
    key = rng.choice([key for key, _ in call.targets[zone]])
    return Kamikaze(show_aims([Aim(zone, key.unit, rng.randint(1, min(MOST, call.tokens)), key.strength)]))


def throw(play: Play) -> Kamikaze:
    """Return the attacks whose tokens cost the enemy most, as long as each is worth it."""
    call = next_call(play.position)
    if call is None:
        return Kamikaze()
    left, aims = call.tokens, list[Aim]()
    for worth, tokens, key in sorted(_offers(play, call), key=lambda one: (-one[0], one[1], one[2])):
        if worth >= WORTH and tokens <= left:
            left -= tokens
            aims.append(Aim(key.area, key.unit, tokens, key.strength))
    return Kamikaze(show_aims(aims))


def _offers(play: Play, call: Call) -> list[tuple[float, int, Stack]]:
    """Return for each ship what a token costs the enemy on average, with the number of tokens for which that is most."""
    chance = call.row.hits / play.title.dice_sides
    found = []
    for ships in call.targets.values():
        for key, count in ships:
            cost = profile_of(play.position, key).cost
            most, tokens = max((cost * _sinks(n, key.strength, chance) / n, -n) for n in range(1, MOST + 1))
            found += [(most, -tokens, key)] * count
    return found


def _sinks(tokens: int, strength: int, chance: float) -> float:
    """Return the chance that so many tokens hit at least as often as a ship can stand."""
    return sum(comb(tokens, n) * chance**n * (1 - chance) ** (tokens - n) for n in range(strength, tokens + 1))

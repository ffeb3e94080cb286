"""The exact odds against random battles played through each title's own rules; a difference is at most 4 standard errors."""

from __future__ import annotations

from random import Random

import pytest

from engine.families.axis_allies.sampled_odds import NoBattle, sampled
from engine.odds.answers import unmodelled
from engine.odds.battle import Forces, odds, plain
from engine.titles import load_title
from tests.slow import slow_after

POWERS = {
    "aa1942": ("germany", "soviet-union"),
    "global-1939": ("germany", "united-kingdom"),
    "aa1942-second-edition": ("germany", "soviet-union"),
    "revised": ("germany", "soviet-union"),
    "classic": ("germany", "soviet-union"),
    "aa50-1941": ("germany", "soviet-union"),
    "global-1940": ("germany", "united-kingdom"),
}
ERRORS = 4.0
BATTLES = [
    *((100, title, seed) for seed in range(2) for title in POWERS),
    *((250, title, seed) for seed in range(2, 102) for title in POWERS),
]


def random_forces(slug: str, seed: int) -> Forces:
    """Up to ten units a side, on land or at sea; fighters that defend at sea have decks."""
    title, rng = load_title(slug), Random(f"{slug} {seed}")
    mine, theirs = POWERS[slug]
    at_sea = bool(seed % 2)
    kinds = [
        unit
        for unit, row in title.units.items()
        if row.cls in (("sea", "air") if at_sea else ("land", "air")) and not row.has("researched")
    ]

    def some(power: str, allowed: list[str]) -> dict[tuple[str, str], int]:
        found: dict[tuple[str, str], int] = {}
        for _ in range(rng.randint(1, 5)):
            kind = rng.choice(allowed), power
            found[kind] = found.get(kind, 0) + rng.randint(1, 2)
        return found

    attack = some(mine, [unit for unit in kinds if title.units[unit].attack])
    if at_sea and rng.random() < 0.3:
        attack["transport", mine] = 1
    defend = some(theirs, [unit for unit in kinds if not at_sea or title.units[unit].cls == "sea" or unit == "fighter"])
    if ("fighter", theirs) in defend and at_sea:
        deck = "aircraft-carrier", theirs
        defend[deck] = defend.get(deck, 0) + defend["fighter", theirs]
    guns = {kind: n for kind, n in defend.items() if title.units[kind[0]].has("no-combat")}
    return Forces(
        attack,
        {kind: n for kind, n in defend.items() if kind not in guns} or {("infantry", theirs): 1},
        at_sea,
        guns=guns,
    )


@pytest.mark.parametrize(("games", "slug", "seed"), slow_after(10, BATTLES))
def test_random_battles(games: int, slug: str, seed: int) -> None:
    title, forces = load_title(slug), random_forces(slug, seed)
    if why := unmodelled(title, forces, plain(title)):
        pytest.skip(why)
    try:
        played = sampled(title, forces, games=games, seed=seed)
    except NoBattle as why_not:
        pytest.skip(str(why_not))
    found = odds(title, forces)
    for name in ("win", "take", "lose", "attacker_aircraft", "defender_aircraft"):
        chance = getattr(found, name)
        error = max((chance * (1 - chance) / games) ** 0.5, 1 / games)
        assert abs(chance - getattr(played, name)) <= ERRORS * error, (name, chance, getattr(played, name), forces)
    spread = sum(chance * (swing - found.swing) ** 2 for swing, chance in found.swings)
    assert abs(found.swing - played.swing) <= ERRORS * max((spread / games) ** 0.5, 0.2), (
        found.swing,
        played.swing,
        forces,
    )


def test_what_is_not_of_the_exact_model_is_sampled_and_says_so() -> None:
    from engine.odds.answers import battle_odds
    from engine.odds.written import forces_of

    title = load_title("global-war-1936")
    answer = battle_odds(title, forces_of(title, "3 infantry, artillery", "2 infantry"), games=40)
    assert "terrain" in answer.sampled and answer.result.samples == 40 and answer.result.error > 0

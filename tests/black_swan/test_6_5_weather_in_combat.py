"""6.5 The Weather and 6.5.1 Axis First Winter in the East, as they bear on land combat."""

from __future__ import annotations

import pytest

from engine.families.blocks.board import camp_of, camp_on_turn
from engine.families.blocks.combat.battle import ATTACKER, DEFENDER
from engine.families.blocks.combat.firepower import dice, faces, ground
from engine.families.blocks.combat.orders import Stand
from engine.families.blocks.vocabulary import FIRST_WINTER
from tests.black_swan.board import position
from tests.black_swan.combat import combat, ended, fire

WINTER, FALL = ("winter", 1943), ("fall", 1942)
COLD = ("winter", 1942)
FROZEN = {FIRST_WINTER.key(): "1942"}


def rolled(stacks: str, area: str, unit: str, season: tuple[str, int], **more) -> tuple[int, int]:
    """Return the dice of the one block of a type, and the least that hits."""
    where = position(stacks.replace("HERE", area), phase="land-combat", season=season, scenario="campaign-1941", **more)
    key = next(key for key, _ in where.stacks(area) if key[2] == unit)
    side = ATTACKER if camp_of(where, key[1]) == camp_on_turn(where) else DEFENDER
    return dice(where, key, side, area), 7 - faces(where, key, side, ground(where, area))


@pytest.mark.section("6.5")
@pytest.mark.parametrize(
    ("attacker", "season", "count"),
    [
        ("germany infantry-4", WINTER, 2),
        ("germany air-4@3", WINTER, 1),
        ("germany tank-4", FALL, 2),
        ("germany tank-4", ("summer", 1942), 4),
        ("finland sniper-infantry-4", WINTER, 4),
        ("finland sniper-infantry-4", FALL, 2),
        ("hungary infantry-3", WINTER, 1),
    ],
)
def test_6_5_bad_weather_halves_attackers_but_finns_in_winter(attacker: str, season: tuple[str, int], count: int) -> None:
    unit = attacker.split()[1].split("@")[0]
    assert rolled(f"{attacker} HERE, soviet-union artillery-3 HERE", "petrozavodsk", unit, season)[0] == count


@pytest.mark.section("6.5")
@pytest.mark.parametrize(("season", "count"), [(WINTER, 3), (FALL, 1)])
def test_6_5_bad_weather_does_not_halve_soviets_in_winter(season: tuple[str, int], count: int) -> None:
    stacks = "soviet-union infantry-3 HERE, germany artillery-3 HERE"
    assert rolled(stacks, "minsk", "infantry-3", season, power="soviet-union")[0] == count


@pytest.mark.section("6.5")
def test_6_5_defenders_fire_with_all_their_steps() -> None:
    for season in (WINTER, FALL):
        assert rolled("germany infantry-4 HERE, soviet-union tank-3 HERE", "minsk", "tank-3", season) == (3, 4)


@pytest.mark.section("6.5")
def test_6_5_mud_turns_any_terrain_rough() -> None:
    """No Unopposed Bonus for attackers, one absorbed hit, and the attacker must retreat."""
    assert rolled("germany tank-4 HERE, soviet-union infantry-3 HERE", "minsk", "tank-4", FALL) == (2, 5)
    assert rolled("germany tank-4 HERE, soviet-union infantry-3 HERE", "minsk", "tank-4", WINTER) == (2, 4)
    play = combat("germany air-4 HERE, germany tank-4 HERE, soviet-union infantry-3 HERE", "minsk", "56 16 111", season=FALL)
    assert fire(play)[-1] == "defender infantry infantry-3 1 at 4+: 0"  # three hits, one of them absorbed
    play.submit(Stand())
    while play.pending:
        play.submit(play.pending.default)
    assert ended(play).winner == DEFENDER


@pytest.mark.section("6.5.1")
@pytest.mark.parametrize(
    ("stacks", "unit", "power", "count"),
    [
        ("germany tank-4 HERE, soviet-union tank-3 HERE", "tank-4", "germany", 1),
        ("germany air-4 HERE, soviet-union tank-3 HERE", "air-4", "germany", 1),
        ("italy infantry-3 HERE, soviet-union tank-3 HERE", "infantry-3", "germany", 1),
        ("finland sniper-infantry-4 HERE, soviet-union tank-3 HERE", "sniper-infantry-4", "germany", 4),
        ("germany tank-4 HERE, soviet-union tank-3 HERE", "tank-4", "soviet-union", 2),
        ("germany air-4@3 HERE, soviet-union tank-3 HERE", "air-4", "soviet-union", 1),
        ("germany fort-4 HERE, soviet-union tank-3 HERE", "fort-4", "soviet-union", 4),
        ("finland sniper-infantry-4 HERE, soviet-union tank-3 HERE", "sniper-infantry-4", "soviet-union", 4),
        ("germany tank-4 HERE, soviet-union tank-3 HERE", "tank-3", "soviet-union", 3),
    ],
)
def test_6_5_1_first_winter_quarters_axis_attackers_and_halves_its_defenders(stacks: str, unit: str, power: str, count: int) -> None:
    """Forts and Finns are exempt; the quartering stands for the halving of snow, it does not come on top."""
    assert rolled(stacks, "petrozavodsk", unit, COLD, power=power, markers=FROZEN)[0] == count


@pytest.mark.section("6.5.1")
def test_6_5_1_the_first_winter_is_only_in_the_soviet_union_and_only_once() -> None:
    stacks = "germany tank-4 HERE, soviet-union tank-3 HERE"
    assert rolled(stacks, "warsaw", "tank-4", COLD, power="soviet-union", markers=FROZEN)[0] == 4
    assert rolled(stacks, "warsaw", "tank-4", COLD, markers=FROZEN)[0] == 2
    assert rolled(stacks, "minsk", "tank-4", WINTER, markers=FROZEN)[0] == 2
    assert rolled(stacks, "minsk", "tank-4", WINTER, power="soviet-union", markers=FROZEN)[0] == 4

"""Measures of battles: of small games by hand, of random dice by convolution, and identities on games that were played."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import polars as pl
import pytest

from engine import events as ev
from tests.slow import slow_after
from tests.warehouse.games import EVENTS, game, random_game
from warehouse import Lake


def of_game(lake: Lake, name: str, game_id: str = "small") -> pl.DataFrame:
    return lake.measure(name, game_id=game_id)


def roll(side: str, target: int, fell: tuple[int, ...], hits: int, expected: float, **more) -> ev.DiceRolled:
    told = {
        "battle": 3,
        "area": "russia",
        "power": "germany" if side == "attacker" else "soviet-union",
        "side": side,
        "purpose": "fire",
        "round": 1,
        "unit": "tank",
    } | more
    return ev.DiceRolled(target=target, dice=fell, hits=hits, expected=expected, **told)


STARTED = ev.BattleStarted(3, "land", "russia", "germany", "soviet-union", "tank", "infantry", 5, 3)


def more(lake: Lake, name: str, *events: ev.Event) -> pl.DataFrame:
    """Return a measure of the small game with more events before its end."""
    lake.write([game("small", [*EVENTS[:-1], *events, EVENTS[-1]])])
    return of_game(lake, name)


def distribution(chances: list[Fraction]) -> list[Fraction]:
    """Return the chance of each number of hits."""
    found = [Fraction(1)]
    for chance in chances:
        hit, missed = [Fraction(0), *(p * chance for p in found)], [*(p * (1 - chance) for p in found), Fraction(0)]
        found = [one + two for one, two in zip(hit, missed, strict=True)]
    return found


def percentile(chances: list[Fraction], hits: int) -> Fraction:
    found = distribution(chances)
    return sum(found[:hits]) + found[hits] / 2


def test_what_was_engaged_and_what_hit(small: Lake) -> None:
    battle, raid = of_game(small, "biggest_battles").to_dicts()
    assert {key: battle[key] for key in ("attacker_units", "defender_units", "attacker_value", "defender_value")} == {
        "attacker_units": 6,
        "defender_units": 4,
        "attacker_value": 22,
        "defender_value": 15,
    }
    assert (battle["attacker_hits"], battle["defender_hits"]) == (3, 2)
    assert (battle["attacker_expected"], battle["defender_expected"]) == pytest.approx((4 / 6 + 1, 1))
    assert (raid["attacker_units"], raid["defender_units"]) == (1, 0)
    assert (raid["attacker_hits"], raid["attacker_expected"], raid["defender_hits"]) == (0, None, None)


def test_the_percentiles_of_a_battle_are_those_of_all_ways_its_dice_can_fall(small: Lake) -> None:
    """Four dice at 1 and two at 3 against three at 2: 3 hits to 2."""
    (row,) = of_game(small, "battle_surprise").to_dicts()
    attacker, defender = [Fraction(1, 6)] * 4 + [Fraction(1, 2)] * 2, [Fraction(1, 3)] * 3
    assert row["attacker_percentile"] == pytest.approx(float(percentile(attacker, 3)), abs=1e-12)
    assert row["defender_percentile"] == pytest.approx(5 / 6 + 1 / 54, abs=1e-12)  # (8 + 12 + 6 / 2) / 27
    ways = [(a - b, p * q) for a, p in enumerate(distribution(attacker)) for b, q in enumerate(distribution(defender))]
    less, same = sum(p for net, p in ways if net < 1), sum(p for net, p in ways if net == 1)
    assert row["net_percentile"] == pytest.approx(float(less + same / 2), abs=1e-12)
    assert row["surprise"] == pytest.approx(float(min(1, 2 * min(less + same, 1 - less))), abs=1e-12)


def test_one_die_and_certain_dice(lake: Lake) -> None:
    frame = more(lake, "battle_surprise", STARTED, roll("attacker", 1, (1,), 1, 1 / 6)).filter(battle=3)
    row = frame.row(0, named=True)
    assert row["attacker_percentile"] == pytest.approx(5 / 6 + 1 / 12) == row["net_percentile"]
    assert row["surprise"] == pytest.approx(1 / 3) and row["defender_percentile"] is None
    sure = more(lake, "battle_surprise", STARTED, roll("attacker", 6, (1, 2), 2, 2.0)).filter(battle=3).row(0, named=True)
    assert (sure["attacker_percentile"], sure["surprise"]) == pytest.approx((0.5, 1))


def test_low_luck_leaves_only_a_part_of_a_hit_to_chance(lake: Lake) -> None:
    """2 sure hits and a die of 1 in 3 that hit; the defender's one hit was sure and took no die."""
    events = [STARTED, roll("attacker", 2, (2,), 3, 7 / 3, unit=""), roll("defender", 0, (), 1, 1.0, unit="")]
    row = more(lake, "battle_surprise", *events).filter(battle=3).row(0, named=True)
    assert (row["attacker_hits"], row["defender_hits"], row["defender_dice"]) == (3, 1, 0)
    assert row["attacker_percentile"] == pytest.approx(2 / 3 + 1 / 6) == row["net_percentile"]
    assert row["defender_percentile"] == pytest.approx(0.5)
    luck = of_game(lake, "dice_luck").filter(power="germany").row(0, named=True)
    assert luck["sigma"] == pytest.approx((6 - 10 / 6 - 7 / 3) / (5 / 9 + 1 / 2 + 2 / 9) ** 0.5)


def test_dice_that_contradict_themselves_have_no_percentile(lake: Lake) -> None:
    row = more(lake, "battle_surprise", STARTED, roll("attacker", 3, (1, 2), 3, 1.0)).filter(battle=3).row(0, named=True)
    assert (row["attacker_hits"], row["attacker_percentile"], row["surprise"]) == (3, None, None)


@pytest.mark.parametrize("seed", slow_after(2, range(6)))
def test_percentiles_of_many_dice_are_those_of_convolution(lake: Lake, seed: int) -> None:
    rng = random.Random(seed)
    events, chances, hits = [], {"attacker": [], "defender": []}, {"attacker": 0, "defender": 0}
    for side, _ in product(chances, range(rng.randint(3, 9))):
        target, n = rng.randint(1, 6), rng.randint(1, 12)
        fell = tuple(rng.randint(1, 6) for _ in range(n))
        found = sum(die <= target for die in fell)
        events.append(roll(side, target, fell, found, n * target / 6))
        chances[side] += [Fraction(target, 6)] * n
        hits[side] += found
    row = more(lake, "battle_surprise", STARTED, *events).filter(battle=3).row(0, named=True)
    for side, dice in chances.items():
        assert row[f"{side}_percentile"] == pytest.approx(float(percentile(dice, hits[side])), abs=1e-11)
    missed = [1 - chance for chance in chances["defender"]]
    net = hits["attacker"] + len(missed) - hits["defender"]
    assert row["net_percentile"] == pytest.approx(float(percentile(chances["attacker"] + missed, net)), abs=1e-11)


def test_casualties(small: Lake) -> None:
    columns = ("power", "unit", "class", "kind", "cause", "units", "tuv")
    assert of_game(small, "casualties").select(columns).rows() == [
        ("soviet-union", "infantry", "land", "land", "combat", 3, 9),
        ("soviet-union", "anti-aircraft-gun", "land", "land", "captured", 1, 6),
        ("soviet-union", "infantry", "land", "", "combat", 2, 6),
        ("germany", "infantry", "land", "land", "combat", 2, 6),
    ]


@pytest.mark.parametrize("seed", [11, 12])
def test_casualties_are_the_losses_of_all_rounds(lake: Lake, seed: int) -> None:
    lake.write([random_game(seed, name="random")])
    by_unit = of_game(lake, "casualties", "random").group_by("power", "cause").agg(pl.col("units", "tuv").sum())
    by_round = of_game(lake, "losses_by_round", "random").filter(pl.col("units") > 0)
    by_round = by_round.group_by("power", "cause").agg(pl.col("units", "tuv").sum())
    assert by_unit.height > 3
    assert sorted(by_unit.rows()) == sorted(by_round.rows())


GUNS = [
    ev.UnitsPlaced("germany", "bomber", 2, "russia"),
    ev.UnitsPlaced("germany", "fighter", 2, "russia"),
    ev.UnitsPlaced("germany", "tank", 1, "russia"),
    STARTED,
    roll("defender", 1, (1, 4, 1), 2, 0.5, purpose="anti-air", round=0, unit="anti-aircraft-gun"),
    ev.UnitsRemoved("germany", "bomber", 1, "russia", battle=3),
    ev.UnitsRemoved("germany", "fighter", 1, "russia", cause="anti-air", battle=3),
    roll("attacker", 3, (1,), 1, 0.5),
    ev.UnitsRemoved("germany", "fighter", 1, "russia", battle=3),
]


def test_aircraft_count_as_shot_down_by_guns_until_the_next_dice_fall(lake: Lake) -> None:
    frame = more(lake, "anti_aircraft_fire", *GUNS)
    columns = (
        "battle",
        "kind",
        "area_name",
        "gunner",
        "target",
        "dice",
        "hits",
        "expected",
        "luck",
        "downed",
        "downed_tuv",
    )
    assert frame.select(columns).rows() == [
        (3, "land", "Russia", "soviet-union", "germany", 3, 2, 0.5, 1.5, 2, 22),
    ]


def test_guns_whose_dice_are_not_told_have_no_expectation(lake: Lake) -> None:
    untold = roll("defender", 0, (0, 0), 1, 0.0, purpose="anti-air", round=0, unit="")
    frame = more(lake, "anti_aircraft_fire", STARTED, untold)
    assert frame.select("dice", "hits", "expected", "luck", "downed").rows() == [(2, 1, None, None, 0)]


def test_bombing_raids(lake: Lake) -> None:
    frame = more(
        lake,
        "bombing_raids",
        ev.UnitsPlaced("germany", "bomber", 2, "russia"),
        ev.UnitsPlaced("united-kingdom", "fighter", 1, "russia"),
        ev.BattleStarted(3, "raid", "united-kingdom", "germany", "united-kingdom", "2 bomber", "fighter", 24, 10),
        ev.UnitsRemoved("germany", "bomber", 1, "russia", battle=3),
        ev.UnitsRemoved("united-kingdom", "fighter", 1, "russia", battle=3),
        roll("attacker", 0, (6,), 0, 3.5, purpose="bombing", unit="bomber"),
        ev.BattleEnded(3, "raid", "united-kingdom", "germany", "united-kingdom", 1, "none", "bombed", "", "", 12, 10, 6),
    )
    columns = (
        "battle",
        "raider",
        "victim",
        "bombers",
        "damage",
        "expected",
        "lost",
        "lost_tuv",
        "downed",
        "downed_tuv",
    )
    assert frame.select(*columns, "net").rows() == [
        (2, "germany", "soviet-union", "bomber", 4, 3.5, 0, 0, 0, 0, 4),
        (3, "germany", "united-kingdom", "2 bomber", 6, 3.5, 1, 12, 1, 10, 4),
    ]


def test_bombardments(lake: Lake) -> None:
    shells = {"purpose": "bombardment", "round": 0}
    frame = more(
        lake,
        "bombardments",
        STARTED,
        roll("attacker", 4, (4, 5), 1, 4 / 3, unit="battleship", **shells),
        roll("attacker", 3, (1,), 1, 0.5, unit="cruiser", **shells),
    )
    assert frame.select("battle", "unit_name", "dice", "hits").rows() == [(3, "Battleship", 2, 1), (3, "Cruiser", 1, 1)]
    assert frame["luck"].to_list() == pytest.approx([-1 / 3, 0.5])


def test_battles_by_kind(small: Lake) -> None:
    columns = ("title", "kind", "battles", "decided", "won", "rate", "rounds", "destroyed", "swing", "damage")
    frame = small.measure("battles_by_kind")
    assert frame.select(columns).rows() == [
        ("aa1942", "land", 2, 2, 2, 1.0, 1.0, 15.0, 3.0, 0.0),
        ("aa1942", "raid", 2, 0, 0, None, 1.0, 0.0, 0.0, 4.0),
    ]
    assert frame.row(0, named=True)["low"] == pytest.approx(2 / (2 + 1.959964**2), abs=1e-6)
    assert frame.row(1, named=True)["low"] is None
    assert small.measure("battles_by_kind", title="chess").is_empty()

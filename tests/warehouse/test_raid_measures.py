"""Measures of convoy raids, objectives, luck and bombing: of small games by hand, and of random games another way."""

from __future__ import annotations

from collections import Counter

import polars as pl
import pytest

from engine import events as ev
from tests.warehouse.games import EVENTS, ROUND_2, game, random_game
from warehouse import Lake

POWERS = ["soviet-union", "germany", "united-kingdom", "japan", "united-states"]
BEFORE_THE_END = EVENTS[:-1]
"""The small game up to its last event; what a test adds happens in round 2, in Germany's turn."""


def of_game(lake: Lake, name: str, game_id: str = "small") -> pl.DataFrame:
    return lake.measure(name, game_id=game_id)


def more(lake: Lake, name: str, *events: ev.Event) -> pl.DataFrame:
    """Return a measure of the small game with more events at its end."""
    lake.write([game("small", [*BEFORE_THE_END, *events, ROUND_2[-1]])])
    return of_game(lake, name)


def raided(frame: pl.DataFrame, *columns: str) -> list[tuple[object, ...]]:
    return frame.filter(pl.col("raids") > 0).select("round", "victim", *columns).rows()


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("convoy_losses", "victim"),
        ("objectives_by_round", "power"),
        ("luck_by_round", "power"),
        ("bombing_by_round", "victim"),
    ],
)
def test_every_power_is_in_every_round(small: Lake, name: str, key: str) -> None:
    rows = of_game(small, name).select("round", key).rows()
    assert list(dict.fromkeys(rows)) == [(r, power) for r in range(3) for power in POWERS]


def test_convoy_losses(small: Lake) -> None:
    frame = of_game(small, "convoy_losses")
    assert raided(frame, "area_name", "raider_name", "resource", "raids", "loss", "cap", "income", "share") == [
        (1, "soviet-union", "Sea Zone 5", "Germany", "ipc", 1, 2, 4, 8, 0.2)  # 2 of the 10 that it would have collected
    ]
    rest = frame.filter(raids=0)
    assert set(rest.select("area", "raider", "resource", "loss", "cap").rows()) == {("", "", "ipc", 0, None)}
    assert rest.filter(round=1, victim="germany")["share"].to_list() == [0]
    assert rest.filter(round=1, victim="japan")["share"].to_list() == [None], "there was nothing to lose a share of"


def test_convoy_losses_are_summed_by_area_and_raider_and_their_shares_add_up(lake: Lake) -> None:
    frame = more(
        lake,
        "convoy_losses",
        ev.ConvoyRaided("sea-zone-5", "germany", "soviet-union", "ipc", 1, 4),
        ev.ConvoyRaided("sea-zone-5", "germany", "soviet-union", "ipc", 2, 3),
        ev.ConvoyRaided("sea-zone-5", "", "soviet-union", "ipc", 1, 0),
        ev.ConvoyRaided("sea-zone-4", "japan", "soviet-union", "oil", 9, 9),
        ev.ResourceChanged("soviet-union", "ipc", 16, 16, "income"),
        ev.ResourceChanged("soviet-union", "ipc", -4, 12, "convoy", "germany"),
    )
    told = frame.filter(pl.col("round") == 2)
    assert raided(told, "area", "raider", "resource", "raids", "loss", "cap", "share") == [
        (2, "soviet-union", "sea-zone-4", "japan", "oil", 1, 9, 9, None),
        (2, "soviet-union", "sea-zone-5", "", "ipc", 1, 1, None, 1 / 16),
        (2, "soviet-union", "sea-zone-5", "germany", "ipc", 2, 3, 7, 3 / 16),
    ]


def test_a_convoy_loss_that_is_told_only_as_a_change_of_the_store_counts_once(lake: Lake) -> None:
    frame = more(
        lake,
        "convoy_losses",
        ev.ResourceChanged("germany", "ipc", 20, 98, "income"),
        ev.ResourceChanged("germany", "ipc", -5, 93, "convoy", "united-kingdom", "sea-zone-6"),
        ev.ResourceChanged("united-kingdom", "ipc", 5, 5, "convoy", "germany", "sea-zone-6"),
    )
    assert raided(frame, "area", "raider", "raids", "loss", "cap", "share")[1:] == [
        (2, "germany", "sea-zone-6", "united-kingdom", 1, 5, None, 0.25)
    ]


def test_objectives_by_round(lake: Lake) -> None:
    frame = more(
        lake,
        "objectives_by_round",
        ev.ResourceChanged("germany", "ipc", 5, 83, "objective"),
        ev.ResourceChanged("germany", "ipc", 5, 88, "bonus"),
        ev.ResourceChanged("germany", "ipc", -3, 85, "objective"),
        ev.ResourceChanged("germany", "oil", 4, 4, "objective"),
        ev.ResourceChanged("japan", "ipc", 10, 10, "objective"),
        ev.RoundStarted(3),
        ev.PhaseStarted("japan", "collect-income", 5),
        ev.ResourceChanged("japan", "ipc", 1, 11, "objective"),
    )
    assert frame.filter(pl.col("amount") != 0).select("round", "power", "objectives", "amount", "total").rows() == [
        (2, "germany", 2, 7, 7),
        (2, "japan", 1, 10, 10),
        (3, "japan", 1, 1, 11),
    ]
    assert frame.filter(power="germany")["total"].to_list() == [0, 0, 7, 7]


def dice(power: str, target: int, fell: tuple[int, ...], hits: int, expected: float) -> ev.DiceRolled:
    return ev.DiceRolled(0, "russia", power, "attacker", "combat", 1, "tank", target, fell, hits, expected)


def test_luck_by_round(lake: Lake) -> None:
    frame = more(lake, "luck_by_round", dice("germany", 3, (6, 5, 4, 4), 0, 2.0), dice("germany", 0, (6,), 0, 3.5))
    columns = ("round", "dice", "hits", "expected", "luck", "variance", "dice_so_far", "luck_so_far")
    first = 3 - 10 / 6
    assert frame.filter(power="germany").select(columns).rows() == [
        (0, 0, 0, 0, 0, 0, 0, 0),
        pytest.approx((1, 6, 3, 10 / 6, first, 4 * 1 / 6 * 5 / 6 + 2 * 1 / 4, 6, first)),
        pytest.approx((2, 4, 0, 2, -2, 1, 10, first - 2)),
    ]


def test_one_die_that_stands_for_many_hits_varies_by_its_last(lake: Lake) -> None:
    frame = more(lake, "luck_by_round", dice("japan", 1, (6,), 2, 13 / 6), dice("japan", 0, (), 0, 0.0))
    last = frame.filter(power="japan", round=2).row(0, named=True)
    assert last["luck"] == pytest.approx(2 - 13 / 6) and last["variance"] == pytest.approx(1 / 6 * 5 / 6)


@pytest.mark.parametrize("seed", [11, 12])
def test_luck_ends_where_the_luck_of_the_whole_game_is(lake: Lake, seed: int) -> None:
    lake.write([random_game(seed, name="random")])
    whole = of_game(lake, "dice_luck", "random")
    ends = of_game(lake, "luck_by_round", "random").group_by("power", maintain_order=True).last()
    assert ends["dice_so_far"].to_list() == whole["dice"].to_list()
    assert ends["luck_so_far"].to_list() == pytest.approx(whole["luck"].to_list())


RAID_2 = [
    ev.UnitsPlaced("germany", "bomber", 2, "russia"),
    ev.UnitsPlaced("germany", "fighter", 1, "russia"),
    ev.BattleStarted(3, "raid", "united-kingdom", "germany", "united-kingdom", "2 bomber, fighter", "", 34, 0),
    ev.UnitsRemoved("germany", "bomber", 1, "russia", cause="anti-air", battle=3),
    ev.UnitsRemoved("germany", "fighter", 1, "russia", battle=3),
    ev.FacilityChanged("united-kingdom", "industrial-complex", "united-kingdom", "damaged", 6, 6, 3),
    ev.BattleEnded(3, "raid", "united-kingdom", "germany", "united-kingdom", 1, "none", "bombed", "bomber", "", 22, 0, 6),
]


def test_bombing_by_round(lake: Lake) -> None:
    frame = more(lake, "bombing_by_round", *RAID_2)
    assert raided(frame, "raider", "raider_name", "raids", "damage", "repaired", "lost", "lost_tuv") == [
        (1, "soviet-union", "germany", "Germany", 1, 4, 0, 0, 0),
        (2, "united-kingdom", "germany", "Germany", 1, 6, 0, 2, 22),
    ]
    rest = frame.filter(raids=0)
    assert set(rest["raider"]) == {""} and rest.height == 15
    assert rest.select(pl.col("damage", "repaired", "lost", "lost_tuv").sum()).row(0) == (0, 0, 0, 0)


def test_repairs_and_damage_outside_raids_have_no_raider(lake: Lake) -> None:
    frame = more(
        lake,
        "bombing_by_round",
        *RAID_2,
        ev.FacilityChanged("russia", "industrial-complex", "soviet-union", "repaired", -3, 1),
        ev.FacilityChanged("russia", "industrial-complex", "soviet-union", "damaged", 2, 3),
        ev.ResourceChanged("japan", "ipc", -5, -5, "bombing", "germany"),
        ev.ResourceChanged("united-kingdom", "ipc", -6, -6, "bombing", "germany"),
    )
    told = frame.filter((pl.col("round") == 2) & (pl.col("raider") == ""))
    assert dict(zip(told["victim"], told.select("damage", "repaired").rows(), strict=True)) == {
        "soviet-union": (2, 3),
        "germany": (0, 0),
        "united-kingdom": (0, 0),
        "japan": (5, 0),
        "united-states": (0, 0),
    }


@pytest.mark.parametrize("seed", [11, 12])
def test_totals_of_a_random_game_are_those_of_its_events(lake: Lake, seed: int) -> None:
    played = random_game(seed, name="random")
    lake.write([played])
    paid: Counter[str] = Counter(dict.fromkeys(POWERS, 0))
    damage: Counter[str] = Counter(dict.fromkeys(POWERS, 0))
    for event in played.events:
        if isinstance(event, ev.ResourceChanged) and event.cause == "objective":
            paid[event.power] += event.delta
        elif isinstance(event, ev.FacilityChanged):
            damage[event.power] += event.delta
    objectives = of_game(lake, "objectives_by_round", "random").group_by("power").agg(pl.col("amount").sum())
    assert dict(objectives.rows()) == paid
    bombed = of_game(lake, "bombing_by_round", "random").group_by("victim").agg(pl.col("damage").sum())
    assert dict(bombed.rows()) == damage

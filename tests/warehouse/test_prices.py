"""What lost units cost: their owner's price as of then, and unknown, never 0, where a text does not tell it."""

from __future__ import annotations

import dataclasses

import msgspec
import polars as pl
import pytest

from engine import events as ev
from engine.recording import Fidelity
from engine.replay import Game
from tests.warehouse import polars_measures
from tests.warehouse.games import SETUP, TITLE, TURN_1, game, revised_game
from warehouse import Lake
from warehouse.metrics import bands

FLEETS = [
    ev.GameStarted("global-1939", "", {}, {}),
    ev.UnitsPlaced("japan", "tank", 1, "japan"),
    ev.UnitsPlaced("soviet-union", "tank", 1, "russia"),
    ev.UnitsPlaced("germany", "battleship", 2, "sea-zone-113"),
    ev.RoundStarted(1),
    ev.PhaseStarted("germany", "combat-move", 1),
]


def battle(number: int, lost: list[tuple[str, str, str]], mine: int, yours: int) -> list[ev.Event]:
    """Return a battle in which units are lost: power, unit and area of each; and what the event says that both sides lost."""
    sides = ("karelia-ssr", "germany", "soviet-union")
    return [
        ev.BattleStarted(number, "land", *sides, "", ""),
        *(ev.UnitsRemoved(power, unit, 1, area, battle=number) for power, unit, area in lost),
        ev.BattleEnded(number, "land", *sides, 1, "attacker", "eliminated", "", "", mine, yours),
    ]


def test_a_unit_lost_costs_what_its_owner_paid_then(lake: Lake) -> None:
    """Japan's tank is cheaper than the title's, and shipyards make Germany's battleships cheaper."""
    title = revised_game("priced").title
    price = title.units
    cheap = next(int(row.cost) for row in title.revisions if (row.power, row.unit) == ("japan", "tank"))
    dear, ship = price["tank"].cost, price["battleship"].cost
    assert cheap < dear
    events = [
        *FLEETS,
        *battle(
            1,
            [("japan", "tank", "japan"), ("soviet-union", "tank", "russia")],
            cheap,
            dear,
        ),
        *battle(2, [("germany", "battleship", "sea-zone-113")], ship, 0),
        ev.TechAdvanced("germany", "shipyards"),
        *battle(3, [("germany", "battleship", "sea-zone-113")], ship - 2, 0),
    ]
    lake.write([revised_game("priced", events)])
    prices = lake.frame("title_prices", "priced").select("power", "unit", "seq", "cost").rows()
    assert [row for row in prices if row[0] == "japan"] == [("japan", "tank", 1, cheap)]
    researched = next(at for at, event in enumerate(events, start=1) if isinstance(event, ev.TechAdvanced))
    assert ("germany", "battleship", researched, ship - 2) in prices
    lost = lake.measure("casualties", game_id="priced").select("power", "unit", "units", "tuv")
    assert set(lost.rows()) == {
        ("japan", "tank", 1, cheap),
        ("soviet-union", "tank", 1, dear),
        ("germany", "battleship", 2, ship + ship - 2),
    }
    fought = lake.measure("biggest_battles", game_id="priced")
    assert lake.measure("cost_per_kill", game_id="priced")["lost"].sum() == fought["destroyed"].sum()
    assert fought.select("battle", "destroyed").sort("battle")["destroyed"].to_list() == [cheap + dear, ship, ship - 2]


@pytest.fixture
def unpriced(lake: Lake) -> Lake:
    """A lake with a text that tells the price of infantry alone; in it four battles."""
    free = {slug: msgspec.structs.replace(unit, cost=3 if slug == "infantry" else 0) for slug, unit in TITLE.units.items()}
    mine, theirs = ("germany", "infantry", "germany"), ("soviet-union", "infantry", "karelia-ssr")
    tank, gun = ("germany", "tank", "germany"), ("soviet-union", "anti-aircraft-gun", "karelia-ssr")
    events = [
        *SETUP, *TURN_1, ev.PhaseStarted("germany", "combat-move", 2),
        *battle(1, [], 0, 0), *battle(2, [tank], 0, 0), *battle(3, [tank, mine, theirs], 3, 3), *battle(4, [theirs], 0, 3),
        *battle(5, [gun], 0, 0),
    ]  # fmt: skip
    title = msgspec.structs.replace(TITLE, units=free)
    lake.write([_text(game("told", events), title)])
    return lake


def _text(one: Game, title: object) -> Game:
    return dataclasses.replace(one, title=title, fidelity=Fidelity.OBSERVED)


def test_a_battle_whose_losses_have_no_price_is_not_ranked_as_0(unpriced: Lake) -> None:
    told = unpriced.measure("biggest_battles", game_id="told")
    columns = (
        "rank",
        "battle",
        "attacker_lost",
        "attacker_unpriced",
        "defender_lost",
        "defender_unpriced",
        "destroyed",
        "swing",
    )
    assert told.select(columns).rows() == [
        (1, 3, 3, 1, 3, 0, 6, None),
        (2, 4, 0, 0, 3, 0, 3, 3),
        (3, 1, 0, 0, 0, 0, 0, 0),
        (None, 2, None, 1, 0, 0, None, None),
        (None, 5, 0, 0, None, 1, None, None),
    ]
    (kind,) = unpriced.measure("battles_by_kind").select("battles", "destroyed", "swing").rows()
    assert kind == (5, 1.5, 1.5), "means of the two battles whose losses all have a price"


def test_losses_without_a_price_are_counted_apart(unpriced: Lake) -> None:
    lost = unpriced.measure("losses_by_round", game_id="told").filter(pl.col("units") > 0)
    assert lost.select("power", "units", "tuv", "unpriced").rows() == [("soviet-union", 3, 6, 1), ("germany", 3, 3, 2)]
    fallen = unpriced.measure("casualties", game_id="told").select("power", "unit", "units", "tuv", "unpriced")
    assert set(fallen.rows()) == {
        ("soviet-union", "infantry", 2, 6, 0),
        ("soviet-union", "anti-aircraft-gun", 1, None, 1),
        ("germany", "infantry", 1, 3, 0),
        ("germany", "tank", 2, None, 2),
    }
    traded = unpriced.measure("cost_per_kill", game_id="told").filter(pl.col("lost_unpriced") > 0)
    columns = ("power", "lost", "lost_unpriced", "destroyed", "destroyed_unpriced", "swing", "cost_per_kill")
    assert traded.select(columns).rows() == [
        ("soviet-union", 6, 1, 3, 2, None, None),
        ("germany", 3, 2, 6, 1, None, None),
    ]
    assert unpriced.measure("cost_per_kill_by_title").select("power", "lost", "destroyed").rows() == [
        ("germany", 0, 3),
        ("soviet-union", 3, 0),
    ]
    by_unit = unpriced.measure("cost_per_kill_by_unit", game_id="told")
    assert by_unit.filter(power="germany").select("unit", "lost").sort("unit").rows() == [
        ("infantry", 3),
        ("tank", None),
    ]
    assert all(bands(unpriced, metric, "power").is_empty() for metric in ("lost", "destroyed", "swing"))


def test_battles_lack_the_prices_that_losses_and_kills_lack(unpriced: Lake) -> None:
    of_kills = """
        SELECT k.battle, sum(k.unpriced) FILTER (k.owner = s.attacker), sum(k.unpriced) FILTER (k.owner <> s.attacker)
        FROM kills k JOIN battle_started s ON s.game_id = k.game_id AND s.battle = k.battle WHERE k.unpriced > 0
        GROUP BY k.battle ORDER BY k.battle
    """
    of_battles = """
        SELECT battle, nullif(attacker_unpriced, 0), nullif(defender_unpriced, 0)
        FROM priced_battles WHERE NOT priced ORDER BY battle
    """
    found = unpriced.sql(of_battles).rows()
    assert found == unpriced.sql(of_kills).rows() and len(found) == 3


@pytest.mark.parametrize("measure", ["biggest_battles", "casualties", "losses_by_round", "battles_by_kind"])
def test_polars_counts_the_unpriced_alike(unpriced: Lake, measure: str) -> None:
    asked = {} if measure == "battles_by_kind" else {"game_id": "told"}
    assert polars_measures.measure(unpriced.scan, measure, **asked).collect().equals(unpriced.measure(measure, **asked))

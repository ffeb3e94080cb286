"""Who plays well: figures of players of known skill, of players who are alike, and of one who always has the same power."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import polars as pl
import pytest
from scipy.stats import spearmanr

from engine import events as ev
from ingest.samples import HERE
from tests.kept import rows_of as rows_of_record
from tests.warehouse.games import SETUP, TURN_1, TURN_2, game
from tests.warehouse.league import played
from warehouse import Lake
from warehouse.craft import FIGURES, Craft, Figure, agreement, of_rows
from warehouse.craft.games import SEAT, losses
from warehouse.craft.seats import level
from warehouse.winning.model import load
from warehouse.winning.turns import winning

POWERS = ("soviet-union", "germany", "united-kingdom", "japan", "united-states")
AXIS = ("germany", "japan")
BROUGHT = np.array([0.2, 1.5, 0.4, 1.0, 0.3])
BAD_ODDS, UNSPENT, LOST_CHANCE, LUCK = FIGURES


def rows_of(told: list[tuple[str, str, str, float]]) -> pl.DataFrame:
    """Return figures of games (game, player, power, bad odds) as `of_rows` takes them; the other figures are not known."""
    made = [(one, "2026-01-01", player, "standard", power, value, None, None, None) for one, player, power, value in told]
    return pl.DataFrame(made, schema=dict.fromkeys(SEAT, pl.String) | {one.slug: pl.Float64 for one in FIGURES}, orient="row")


def simulated(rng: np.random.Generator, skills: np.ndarray, games: int) -> pl.DataFrame:
    """Return games of two, one a side: what a power loses is the power's, the player's, and an exponential share of chance."""
    told = []
    for number in range(games):
        axis, allies = rng.choice(len(skills), 2, replace=False)
        for power, brings in zip(POWERS, BROUGHT, strict=True):
            who = axis if power in AXIS else allies
            told.append((f"g{number:04}", f"p{who:02}", power, brings + skills[who] + rng.exponential(1.0)))
    return rows_of(told)


def told(craft: Craft, figure: Figure = BAD_ODDS) -> pl.DataFrame:
    return craft.players.filter(figure=figure.slug).drop_nulls("value")


def test_intervals_of_players_of_known_skill_hold_and_players_stand_in_its_order() -> None:
    rng, held, looked = np.random.default_rng(20261129), 0, 0
    for _ in range(12):
        skills = rng.normal(0, 1.0, 20)
        found = told(of_rows("aa1942", simulated(rng, skills, 200)))
        true = skills + 1.0  # an exponential share has mean 1
        apart = pl.Series([true[int(name[1:])] for name in found["player"]])
        off = (found["value"] - apart).median()  # what powers bring on average stays in every figure alike
        held += ((found["low"] - off <= apart) & (apart <= found["high"] - off)).sum()
        looked += found.height
        assert spearmanr(found["percentile"], -apart).statistic > 0.9
    assert looked > 200 and 0.90 <= held / looked <= 0.98


def test_of_players_who_are_alike_nothing_is_told() -> None:
    rng = np.random.default_rng(49)
    shown = sum(told(of_rows("aa1942", simulated(rng, np.zeros(12), 100))).height > 0 for _ in range(60))
    assert shown <= 5  # chance alone gives it to one league in forty; six of sixty would happen once in two hundred


def test_who_always_has_the_power_that_loses_most_is_not_taken_for_the_worse_player() -> None:
    rng, seats = np.random.default_rng(7), []
    for number in range(60):
        one, two = ("ada", "bo") if number % 2 else rng.permutation(["bo", "cy"])
        seats += [(f"g{number:02}", one, "germany", 5 + rng.normal()), (f"g{number:02}", two, "soviet-union", rng.normal())]
    rows = rows_of(seats)
    plain = rows.group_by("player").agg(pl.col("bad_odds").mean()).sort("bad_odds")
    assert plain["player"].to_list()[-1] == "ada" and plain["bad_odds"][-1] > 4.5
    leveled = level(rows, "bad_odds").group_by("player").agg(pl.col("value").mean())
    assert leveled["value"].max() - leveled["value"].min() < 1.0


def test_who_shares_no_power_with_anybody_is_left_out() -> None:
    rows = rows_of([("g1", "ada", "germany", 1.0), ("g2", "bo", "germany", 2.0), ("g3", "cy", "japan", 3.0)])
    assert level(rows, "bad_odds")["player"].to_list() == ["ada", "bo"]


def test_halves_are_compared_as_another_program_does() -> None:
    rng = np.random.default_rng(3)
    values = rng.normal(size=(15, 12)) + rng.normal(size=(15, 1))
    games = pl.DataFrame([(f"p{who}", value) for nth in range(12) for who, value in enumerate(values[:, nth])],
                         schema=["player", "value"], orient="row")  # fmt: skip
    found = agreement.agreement(games)
    r = spearmanr(values[:, ::2].mean(axis=1), values[:, 1::2].mean(axis=1)).statistic
    reach = NormalDist().inv_cdf(0.975) * np.sqrt((1 + r * r / 2) / 12)
    assert found.players == 15 and (found.r, found.low) == pytest.approx((r, np.tanh(np.arctanh(r) - reach)), abs=1e-9)


@pytest.mark.parametrize(("r", "low", "is_told"), [(0.4, 0.1, True), (0.39, 0.1, False), (0.6, -0.01, False), (None, None, False)])
def test_a_figure_is_told_from_four_tenths_on(r: float | None, low: float | None, is_told: bool) -> None:
    assert agreement.Agreement(30, r, low, 0.9).told is is_told


def test_percentiles_and_too_few_games() -> None:
    seats = [(f"g{nth:02}-{who}", f"p{who}", "germany", float(who) + nth % 3 / 10) for who in range(6) for nth in range(12)]
    seats += [(f"h{nth}", "new", "germany", 0.0) for nth in range(9)]
    craft = of_rows("aa1942", rows_of(seats))
    found = told(craft)
    assert found.select("player", "games").rows() == [(f"p{who}", 12) for who in range(6)]
    assert found["percentile"].to_list() == pytest.approx([(5.5 - who) / 6 for who in range(6)])  # who loses least is better than most
    new = craft.players.filter(player="new", figure="bad_odds").row(0, named=True)
    assert (new["games"], new["value"], new["percentile"]) == (9, None, None)
    assert craft.why(BAD_ODDS) == "" and "0 players with 10 games" in craft.why(UNSPENT)


def test_luck_is_told_and_nobody_is_ranked_by_it() -> None:
    rng = np.random.default_rng(11)
    seats = rows_of([(f"g{nth:03}", f"p{nth % 8}", "germany", 1.0) for nth in range(120)])
    craft = of_rows("aa1942", seats.with_columns(luck=pl.Series(rng.normal(0, 5, 120))))
    found = told(craft, LUCK)
    assert found.height == 8 and found["percentile"].null_count() == 8
    assert ((found["low"] <= 0) & (found["high"] >= 0)).sum() >= 6  # dice owe nobody anything


def test_what_a_game_costs_counted_by_hand(lake: Lake) -> None:
    """Karelia: 4 infantry and 2 tanks (22) against 3 infantry. The Soviet Union buys for 6 of 24; Germany for nothing of 40."""
    ended = game("g1", [*SETUP, *TURN_1, *TURN_2, ev.GameEnded(("axis",), "major")])
    lake.write([ended, played("g2", {"soviet-union": "Cy", "germany": "Cy"}, ("axis",))])
    rows = {row["power"]: row for row in lake.measure("play_by_game").iter_rows(named=True)}
    assert set(rows) == {"soviet-union", "germany"}, "who played both sides tells nothing"
    soviets, germans = rows["soviet-union"], rows["germany"]
    assert (soviets["rounds"], soviets["attacks"], soviets["bad_odds"], soviets["money"], soviets["unspent"]) == (1, 0, 0.0, 24, 18)
    assert (germans["player"], germans["rounds"], germans["bad_odds"]) == ('Ann "Ä" Ox', 1, 0.0)


def test_an_attack_at_bad_odds_counted_by_hand(lake: Lake) -> None:
    """An infantry (hits at 1) attacks one (hits at 2): of 8 ends both are lost in 1, the defender in 2, the attacker in 5.

    So the swing is 3 * (3 - 6) / 8 IPCs, and Belorussia (2 IPCs) is taken in 2 of 8: 9/8 - 4/8 are lost.
    """
    moved = ev.UnitsMoved("germany", "infantry", 1, "germany", "belorussia", becomes="from=germany moved")
    lake.write([game("g1", [*SETUP[:6], ev.ControlChanged("belorussia", "", "soviet-union", "setup"),
        ev.UnitsPlaced("germany", "infantry", 5, "germany"), ev.UnitsPlaced("soviet-union", "infantry", 1, "belorussia"),
        *TURN_1, ev.PhaseStarted("germany", "combat-move", 2), moved,
        ev.BattleStarted(1, "land", "belorussia", "germany", "soviet-union", "infantry", "infantry", 3, 3),
        ev.MarkerSet("battle", "round", "1"),
        ev.DiceRolled(1, "belorussia", "germany", "attacker", "combat", 1, "infantry", 1, (1,), 1, 1 / 6),
        ev.DiceRolled(1, "belorussia", "soviet-union", "defender", "combat", 1, "infantry", 2, (5,), 0, 2 / 6),
        ev.UnitsRemoved("soviet-union", "infantry", 1, "belorussia", battle=1),
        ev.BattleEnded(1, "land", "belorussia", "germany", "soviet-union", 1, "attacker", "eliminated", "infantry", "", 0, 3),
        ev.GameEnded(("axis",), "major")])])  # fmt: skip
    germans = next(row for row in lake.measure("play_by_game").iter_rows(named=True) if row["power"] == "germany")
    assert (germans["attacks"], germans["bad_attacks"], germans["bad_odds"]) == (1, 1, pytest.approx(5 / 8))


def test_turns_that_give_count_as_turns_that_take(lake: Lake) -> None:
    """To count losing turns alone left 0 for nearly everybody, as an usual turn gives a little. Counted here turn by turn."""
    lake.write([rows_of_record(HERE / "axis-takes-moscow.jsonl")])
    sides = dict(lake.sql("SELECT power, side FROM title_powers").rows())
    own: dict[str, list[float]] = {}
    for row in winning(lake, "axis-takes-moscow", load()).iter_rows(named=True):
        if row["by_players"] is not None and sides.get(row["turn_power"]) == row["side"]:
            own.setdefault(row["turn_power"], []).append(row["by_players"])
    found = dict(losses(lake, ["axis-takes-moscow"], load()).select("power", "lost_chance").rows())
    assert found == pytest.approx({power: -sum(values) / len(values) for power, values in own.items()})
    assert len(found) == 5 and len(set(found.values())) == 5

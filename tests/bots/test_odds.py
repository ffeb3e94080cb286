"""The odds that bots go by: those of the exact ones, and what is not worth working out."""

from __future__ import annotations

from random import Random

import pytest

from engine.families.axis_allies.bots.greedy.forces import attackers, defenders, judge
from engine.odds import quick as quickly
from engine.odds.battle import Forces, odds
from engine.odds.quick import book_of, quick
from engine.titles import load_title

TITLE = load_title("aa1942")
LAND = ("infantry", "artillery", "tank", "fighter", "bomber")
SEA = ("submarine", "destroyer", "cruiser", "battleship", "aircraft-carrier", "fighter", "transport")


def exact(title, mine: dict[str, int], theirs: dict[str, int], at_sea: bool) -> tuple[float, float, float, float]:
    sides = ({(unit, ""): n for unit, n in units.items()} for units in (mine, theirs))
    found = odds(title, Forces(*sides, at_sea=at_sea))
    return found.win, found.take, found.attacker_lost, found.defender_lost


def drawn(rng: Random, kinds: tuple[str, ...], most: int) -> dict[str, int]:
    return {unit: rng.randint(1, most) for unit in rng.sample(kinds, rng.randint(1, 3))}


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("slug", ["aa1942", "global-1939"])
def test_on_land_bots_go_by_the_exact_odds(slug: str, seed: int) -> None:
    rng, title = Random(seed), load_title(slug)
    mine, theirs = drawn(rng, LAND, 4 + 10 * (seed % 3)), drawn(rng, LAND, 4 + 10 * (seed % 3))
    assert quick(title, mine, theirs) == pytest.approx(exact(title, mine, theirs, False), rel=1e-5, abs=1e-5)


@pytest.mark.parametrize("seed", range(12))
def test_at_sea_small_battles_are_the_exact_ones(seed: int) -> None:
    rng = Random(seed)
    mine, theirs = drawn(rng, SEA, 1), drawn(rng, SEA, 1)
    assert quick(TITLE, mine, theirs) == pytest.approx(exact(TITLE, mine, theirs, True), abs=1e-9)


def test_aircraft_alone_sink_no_submarine() -> None:
    assert quick(TITLE, {"fighter": 3}, {"submarine": 1}) == (0.0, 0.0, 0.0, 0.0)
    assert quick(TITLE, {"fighter": 3, "destroyer": 1}, {"submarine": 1}).win > 0.9


def test_ships_but_submarines_are_exact_however_many() -> None:
    fleet = {"destroyer": 4, "cruiser": 3, "battleship": 2, "aircraft-carrier": 1, "fighter": 4}
    assert quick(TITLE, fleet, fleet) == pytest.approx(exact(TITLE, fleet, fleet, True), abs=1e-6)


def test_in_large_battles_with_submarines_each_hit_may_strike_anything() -> None:
    mine, theirs = {"submarine": 2, "destroyer": 3, "fighter": 2}, {"submarine": 2, "destroyer": 2, "cruiser": 2}
    found, true = quick(TITLE, mine, theirs), exact(TITLE, mine, theirs, True)
    assert sum(mine.values()) + sum(theirs.values()) > quickly.AT_SEA
    assert found.win != true[0] and found.win == pytest.approx(true[0], abs=0.1)


def test_nobody_to_fight_is_won_and_nobody_fighting_is_lost() -> None:
    assert quick(TITLE, {"infantry": 1}, {}) == (1.0, 1.0, 0.0, 0.0)
    assert quick(TITLE, {"fighter": 1}, {}) == (1.0, 0.0, 0.0, 0.0)
    assert quick(TITLE, {}, {"infantry": 1}) == (0.0, 0.0, 0.0, 0.0)


def test_a_battle_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    true = quickly.lines.finish
    monkeypatch.setattr(quickly.lines, "finish", lambda *args: asked.append(args) or true(*args))
    book = quickly.Book(TITLE)
    forces = book.force("attacker", {"tank": 30, "infantry": 20}), book.force("defender", {"infantry": 30})
    assert book.odds(*forces) == book.odds(*forces) and len(asked) == 1
    assert book.force("attacker", {"infantry": 20, "tank": 30}) is forces[0]


def test_a_forces_weight_counts_support_and_hits() -> None:
    force = attackers(book_of(TITLE), {"infantry": 3, "artillery": 1})
    assert (force.strength, force.hits, force.weight, force.ground) == (6, 4, 24, True)
    assert defenders(book_of(TITLE), {"infantry": 3, "artillery": 1}).strength == 8
    ships = defenders(book_of(TITLE), {"battleship": 1, "transport": 1})
    assert (ships.strength, ships.hits, ships.ground) == (4, 3, False)


def test_plainly_too_weak_is_not_worked_out() -> None:
    assert judge(book_of(TITLE), {"infantry": 1}, {"infantry": 9}).win == 0.0
    assert judge(book_of(TITLE), {"tank": 6}, {"infantry": 3}).take > 0.95


def test_a_convoy_that_cannot_fire_is_sunk_however_long() -> None:
    """More transports than states that are taken together: nobody among them has a hit."""
    found = quick(TITLE, {"destroyer": 20, "battleship": 9}, {"transport": 30})
    assert found == (1.0, 0.0, 0.0, 30 * TITLE.units["transport"].cost)
    assert exact(TITLE, {"destroyer": 20, "battleship": 9}, {"transport": 30}, True) == pytest.approx(found)


def test_more_than_any_game_has_are_weighed_as_so_many_times_fewer() -> None:
    """Changed boards may hold a million tanks: what bots ask of them takes no more time and memory than a great battle does."""
    mine, theirs = {"tank": 100, "infantry": 80}, {"infantry": 200}
    great, most = quick(TITLE, mine, theirs), {"tank": 500_000, "infantry": 400_000}
    found = quick(TITLE, most, {"infantry": 1_000_000})
    assert found[:2] == great[:2] and 0.0 < great.win < 1.0
    assert found[2:] == pytest.approx([lost * 5_000 for lost in great[2:]])
    few = quick(TITLE, most, {"infantry": 1})
    assert (few.take, few.defender_lost) == pytest.approx((1.0, 3.0), abs=0.01)

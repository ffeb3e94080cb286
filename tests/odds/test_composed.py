"""Battles that are set up by their forces alone, of titles whose battles are not of the exact model: worked out by hand, and refused."""

from __future__ import annotations

from math import sqrt

import pytest

from engine.families import family_of
from engine.families.axis_allies.sampled_odds import sampled as axis_allies
from engine.odds.answers import battle_odds, never_exact
from engine.odds.battle import Retreat
from engine.odds.composed import NoBattle
from engine.odds.names import OddsError
from engine.odds.result import Result
from engine.odds.written import forces_of
from engine.titles import load_title, titles
from tests.slow import slow_after

GAMES = 800
ERRORS = 4.0


def odds(slug: str, attackers: str, defenders: str, area: str = "", **more) -> Result:
    title = load_title(slug)
    who = {name: more.pop(name) for name in ("attacker", "defender", "attack_order") if name in more}
    forces = forces_of(title, attackers, defenders, area=area, **who)
    return battle_odds(title, forces, area=area, games=GAMES, **more).result


def close(found: float, exact: float) -> bool:
    return abs(found - exact) <= ERRORS * sqrt(exact * (1 - exact) / GAMES)


def test_every_title_that_ships_can_set_up_a_battle() -> None:
    assert all(family_of(load_title(slug)).sampled for slug in titles())
    assert [slug for slug in titles() if never_exact(load_title(slug))] == ["black-swan", "blitz", "global-war-1936"]


def test_two_blocks_of_a_step() -> None:
    """Each rolls one die and hits with 5 or 6; if nobody does, the attacker retreats (3.5, 3.6.1 of Black Swan)."""
    found = odds("black-swan", "infantry-1", "infantry-1", "kiev", attacker="germany", defender="soviet-union")
    for share, exact in ((found.win, 2 / 9), (found.lose, 2 / 9), (found.draw, 1 / 9), (found.retreat, 4 / 9)):
        assert close(share, exact)


def test_who_has_more_steps_stands_if_nobody_is_eliminated() -> None:
    """Two steps against one: the attacker leaves only when it misses with both dice and is hit."""
    found = odds("black-swan", "infantry-2", "infantry-1", "kiev", attacker="germany", defender="soviet-union")
    assert close(found.retreat, 4 / 9 / 3) and found.lose == 0
    left = {(one.units, one.steps): one.chance for one in found.attackers}
    assert left.keys() == {("infantry-2", "2 of 2 steps"), ("infantry-2", "1 of 2 steps")}, "whoever retreats has somewhere to go"
    assert close(left["infantry-2", "1 of 2 steps"], 1 / 3)
    assert {one.steps for one in found.defenders} == {""}, "who has one step alone has it or is gone"


@pytest.mark.parametrize(
    ("area", "attacker", "defender"),
    slow_after(1, [("benghazi", "germany", "great-britain"), ("berlin", "soviet-union", "germany"), ("paris", "great-britain", "germany")]),
)
def test_a_side_that_retreats_lives_wherever_the_battle_is(area: str, attacker: str, defender: str) -> None:
    found = odds("black-swan", "2 infantry-4", "2 infantry-4", area, attacker=attacker, defender=defender)
    assert found.retreat > 0.2 and all(one.units for one in found.attackers)


def test_rough_ground_helps_its_defender() -> None:
    """Attackers have no Unopposed Bonus in rough terrain (3.5)."""
    title = load_title("black-swan")
    rough = next(area for area in title.regions["rough"] if title.neighbours.get(area) and title.areas[area].kind == "land")
    who = {"attacker": "germany", "defender": "soviet-union"}
    plain, close_ = (odds("black-swan", "2 tank-4", "infantry-4", area, **who) for area in ("kiev", rough))
    assert plain.defender_lost > close_.defender_lost + 0.2


def test_a_battleship_that_is_hit_once_is_told_from_a_whole_one() -> None:
    found = odds("global-war-1936", "battleship", "destroyer", attacker="germany", defender="soviet-union")
    assert {one.steps for one in found.attackers if one.units} == {"1 of 2 hits", "2 of 2 hits"}


def test_ships_meet_at_sea() -> None:
    who = {"attacker": "germany", "defender": "great-britain"}
    found = odds("black-swan", "heavy-surface-4, 2 submarine-4", "2 light-surface-4", "north-sea", **who)
    assert found.defender_lost > found.attacker_lost > 0 and found.take == 0


def test_a_ground_attack_is_a_line_of_the_combat_chart_for_each_side() -> None:
    """5 Factors hit with a 5 or 6, 3 Factors with a 6; each hit is a Size of 1 Resource (6.2 and the chart of Blitz!)."""
    found = odds("blitz", "army-group-center", "british-expeditionary-force", "paris")
    assert close(found.defender_lost, 1 / 3) and close(found.attacker_lost, 1 / 6)
    assert close(dict(found.swings)[1.0], 1 / 3 * 5 / 6) and found.rounds == 1


def test_convoys_of_a_sea_take_part_and_other_seas_have_none() -> None:
    title = load_title("blitz")
    told = "high-seas-fleet, u-boat-i", "home-fleet"
    assert odds("blitz", *told, "north-sea").defender_lost == 0, "the Convoy takes the hits"
    assert close(battle_odds(title, forces_of(title, *told), games=GAMES).result.defender_lost, 2 / 3)


def test_the_ground_of_an_area_counts() -> None:
    """Attackers in mountains hit with a number less in Global War 1936 (1.8)."""
    title = load_title("global-war-1936")
    kinds = ("mountain", "city", "marsh", "jungle", "desert", "tundra", "one-fortification")
    open_ = [
        area
        for area, row in title.areas.items()
        if row.kind == "land" and not row.terrain and any(title.areas[one].kind == "land" for one in title.neighbours[area])
    ]
    flat = next(area for area in open_ if not any(title.in_region(area, kind) for kind in kinds))
    high = next(area for area in open_ if title.in_region(area, "mountain"))
    who = {"attacker": "germany", "defender": "soviet-union"}
    up, down = (odds("global-war-1936", "6 infantry", "3 infantry", area, **who) for area in (high, flat))
    assert up.win < down.win - 0.1


@pytest.mark.parametrize(
    ("words", "more", "said"),
    [
        (("black-swan", "tank-4", "tank-4", "kiev"), {"attacker": "germany", "defender": "italy"}, "both camps"),
        (("black-swan", "tank-4", "tank-4", "kiev"), {"retreat": Retreat(rounds=1)}, "its own rules say"),
        (("blitz", "army-group-center", "army-group-b", "paris"), {}, "counters of both sides"),
        (("blitz", "army-group-center", "british-expeditionary-force", "malta"), {}, "nobody attacks it overland"),
        (("global-war-1936", "3 infantry", "2 infantry", "paris"), {"attack_order": ("infantry",)}, "order of loss"),
        (("global-war-1936", "3 infantry", "2 infantry", "paris"), {"low_luck": True}, "no low luck"),
    ],
)
def test_what_cannot_be_played_is_said(words: tuple[str, ...], more: dict, said: str) -> None:
    with pytest.raises(OddsError, match=said):
        odds(*words, **more)


def test_a_battle_without_a_way_in_is_refused() -> None:
    title = load_title("aa1942")
    forces = forces_of(title, "infantry", "infantry", area="iceland")
    with pytest.raises(NoBattle, match="iceland"):
        axis_allies(title, forces, "iceland", games=1)


def test_attackers_of_several_powers_are_not_played_as_if_some_stood_by() -> None:
    with pytest.raises(OddsError, match="italy would stand by: found attackers of 2 powers"):
        odds("aa50-1941", "2 bomber (germany), 4 infantry (italy)", "infantry (soviet-union)", techs={("germany", "heavy-bomber"): 1})

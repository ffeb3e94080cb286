"""5.3, 9.6, D and F: what a saboteur may choose, which combats are to be fought, who is asked about a distant war, who else pays."""

from __future__ import annotations

from typing import Any

import pytest

from engine import events as ev
from engine.play import Play
from engine.titles.blitz import agenda
from engine.titles.blitz.family import battles_to_fight
from engine.titles.blitz.orders import AddUnit, Announced, Attack, Build, Engage, Partisan, Resolve
from engine.titles.blitz.position import board, changes, weapons
from engine.titles.blitz.scenarios import specials
from engine.titles.blitz.turn_end import building, sabotage
from engine.titles.blitz.vocabulary import PARTISAN_IN
from tests.blitz.table import broken, do, settle, table

USED = {"sabotage": "yes"}


@pytest.mark.section("5.3", "4.4")
def test_5_3_the_combats_to_fight_are_those_announced_on_land_or_due_at_sea() -> None:
    units = "army-group-b western-germany@2, home-guard paris@1, home-fleet north-sea@2, u-boat-i north-sea@1"
    play = table(units, dice=[3] * 9)
    assert battles_to_fight(play.position) == [], "nothing is announced"
    settle(do(play, Attack("ground", "paris", "army-group-b")))
    assert battles_to_fight(play.position) == [], "the announcing goes on"
    settle(do(play, Announced()))
    assert battles_to_fight(play.position) == [Resolve("ground", "paris")]
    assert battles_to_fight(table(units, phase="sea-combat").position) == [Engage("north-sea")]
    assert battles_to_fight(table(units, phase="move").position) == []


def spender(kind: str, units: str = "", **told: Any) -> Play:
    """The AFA begins to spend, and Germany's saboteurs decide what they have brought about in the turn before."""
    markers = {f"sabotage/{kind}/afa": "germany:1"}
    play = table(units, phase="build", power="afa", markers=markers, options=USED, **told)
    sabotage.begin(play)
    agenda.run(play)
    return play


@pytest.mark.section("9.6")
@pytest.mark.parametrize(("stores", "asked"), [((1, 0), True), ((0, 3), False), ((0, 0), False)])
def test_9_6_a_saboteur_spends_a_resource_where_there_is_one(stores: tuple[int, int], asked: bool) -> None:
    """ "the first Resource": an Oil is none."""
    play = spender("spend", "2nd-army london@1", stores={"afa": stores})
    assert (play.pending is not None) is asked
    if play.pending:
        assert (play.pending.what, play.pending.power) == ("sabotage-spend", "germany")
        for order in sabotage.choices(play.position, "spend"):
            assert isinstance(order, Build) and order.sizes == 1 and not order.oil
            key = board.find(play.position, order.unit)
            assert key is not None and key.power == "afa" and building.price(play.position, key, order) == 1
        assert broken(play, Build("luftwaffe")) == broken(play, Build("2nd-army", oil=1)) == ["sabotage/choice"]


@pytest.mark.section("9.6")
def test_9_6_a_saboteur_chooses_among_the_gars_of_the_force_pool_and_the_spender_pays_nothing() -> None:
    play = spender("gar", "2nd-army london@1, home-guard afa-pool@1, malta afa-pool@1", stores={"afa": (2, 0)})
    assert play.pending is not None and play.pending.what == "sabotage-gar"
    names = {order.unit for order in sabotage.choices(play.position, "gar") if isinstance(order, Build)}
    assert names and {board.type_of(play.title, unit) for unit in names} == {"GAR"}
    assert broken(play, Build("2nd-army")) == ["sabotage/choice"]
    do(play, play.pending.default)
    assert changes.store(play, "afa", "resources") == 2
    again = next(key for key in play.state.stacks if key.area == "afa-pool" and board.type_of(play.title, key.unit) == "GAR")
    assert building.price(play.position, again, Build(again.unit, "london")) == 1, "one is free a turn"


@pytest.mark.section("9.6", "7.3")
@pytest.mark.parametrize("added", [0, 9])
def test_9_6_a_saboteur_adds_a_unit_of_the_current_group_while_any_may_be_added(added: int) -> None:
    play = table(phase="build", power="afa", options=USED)
    weapons.ADDED.set(play, added)
    names = [order.unit for order in sabotage.choices(play.position, "develop") if isinstance(order, AddUnit)]
    assert names == ([] if added else [key.unit for key in weapons.groups(play.position, "afa")[1]])


@pytest.mark.section("9.6")
@pytest.mark.parametrize("area", ["balkans", ""])
def test_9_6_a_saboteur_may_leave_his_partisan_at_home(area: str) -> None:
    play = table(phase="build", power="afa", take={"balkans": "germany"}, markers={"conquered/balkans": "allies"}, options=USED)
    agenda.before(play, "sabotage-partisan afa germany balkans")
    agenda.run(play)
    assert broken(play, Partisan("berlin")) == ["sabotage/partisan"]
    do(play, Partisan(area))
    assert bool(PARTISAN_IN.read(play.state, "balkans")) is bool(area) and play.pending is None
    assert sabotage.sites(play.position, "germany", "balkans") == ([] if area else ["balkans"])
    assert sabotage.sites(play.position, "japan", "balkans") == []


@pytest.mark.section("Scenario F. Rise and Fall of Fascism")
@pytest.mark.parametrize(("turn", "points"), [(1, 1), (2, 1), (3, 1), (4, 0)])
def test_f_each_turn_before_the_fourth_that_japan_is_at_war_is_a_point_for_the_usa(turn: int, points: int) -> None:
    play = table(scenario="rise-and-fall", turn=turn)
    asked = agenda_after_begin(play)
    assert asked == ["distant-war"]
    war = table(scenario="rise-and-fall", turn=turn, markers={f"distant/{slug}": "yes" for slug in wars(play)})
    assert agenda_after_begin(war) == []
    assert war.state.points.get(("usa", "vp"), 0) == points and play.state.points.get(("usa", "vp"), 0) == 0
    out = table(scenario="rise-and-fall", turn=turn)
    out.emit(ev.PowerChanged("germany", "", "conquered", "told"))
    assert agenda_after_begin(out) == [], "nobody is left to announce it"


def agenda_after_begin(play: Play) -> list[str]:
    """What the start of a turn puts on the agenda."""
    before = len(agenda.tasks(play.position))
    specials.begin_turn(play)
    return [task.split(" ")[0] for task in list(agenda.tasks(play.position))[before:]]


def wars(play: Play) -> list[str]:
    return [row.slug for row in specials.distant_wars(play.title, "rise-and-fall")]


@pytest.mark.section("Scenario D. Barbarossa", "7.8")
@pytest.mark.parametrize(
    ("resources", "sizes", "rules", "left"),
    [(0, 1, [], 0), (3, 1, [], 3), (0, 2, ["build/price"], 0), (1, 2, ["build/price"], 1), (3, 2, [], 1)],
)
def test_d_the_balkans_resource_pays_for_its_own_units_or_the_western_allies_do(
    resources: int, sizes: int, rules: list[str], left: int
) -> None:
    """It may be used for them; what costs more than it is paid from the other Resources."""
    owner = {"balkan-army": "afa"}
    play = table("balkan-army afa-pool@2", scenario="barbarossa", phase="build", power="afa", stores={"afa": (resources, 0)}, owners=owner)
    order = Build("balkan-army", "balkans", sizes)
    assert broken(play, order) == rules
    if not rules:
        do(play, order)
        assert changes.store(play, "afa", "resources") == left

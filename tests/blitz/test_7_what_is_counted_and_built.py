"""7.3 to 7.8: what lend lease, trade, Convoys, Factories, Partisans and cut-off countries bring, and what may be built of it."""

from __future__ import annotations

from typing import Literal

import pytest

from engine import events as ev
from engine.titles.blitz import agenda
from engine.titles.blitz.orders import AddUnit, Bomb, Build, Forgo, ResearchWeapons, Scrap
from engine.titles.blitz.position import board, changes, weapons
from engine.titles.blitz.turn_end import building, purses, treasury, turn_end
from engine.titles.blitz.vocabulary import A_BOMB, A_BOMB_TESTED, BOMB_STEP
from tests.blitz.table import TITLE, at, broken, do, keys, table

AT_WAR = ["germany usa", "japan usa"]


# New weapons


@pytest.mark.section("7.3", "7.8")
@pytest.mark.parametrize("power", ["germany", "japan", "afa", "usa", "ussr"])
def test_7_8_an_a_bomb_that_is_added_begins_in_box_five_of_the_track(power: str) -> None:
    home = "great-britain" if power == "afa" else power
    (bomb,) = (unit for unit, row in board.counters(TITLE).items() if row.type == "A-BOMB" and row.home == home)
    play = table(phase="build", power=power)
    assert A_BOMB.number(play.state, power) == 0
    weapons.add(play, bomb, "developed")
    assert at(play, bomb) == f"{power}-track" and A_BOMB.number(play.state, power) == 5
    other = next(key.unit for key in weapons.groups(play.position, power)[1])
    weapons.add(play, other, "developed")
    assert at(play, other).startswith(power) and at(play, other).rpartition("-")[2] in ("pool", "aside")


@pytest.mark.section("7.3")
@pytest.mark.parametrize(
    ("markers", "box"),
    [
        ({}, "afa-pool"),
        ({"ally/poland": "ussr"}, "ussr-pool"),
        ({"ally/poland": "usa"}, "usa-pool"),
        ({"ally/poland": "germany"}, "ussr-set-aside"),
        ({"ally/poland": "nobody"}, "ussr-set-aside"),
        ({"conquered/poland": "allies"}, "afa-set-aside"),
    ],
)
def test_7_3_an_added_unit_joins_the_power_that_its_country_is_allied_with_on_this_side(markers: dict[str, str], box: str) -> None:
    """The Polish Air Force is in a Group of the USSR (example); that of an enemy, neutral or conquered country is set aside."""
    play = table(phase="build", power="ussr", markers=markers)
    weapons.add(play, "polish-air-force", "developed")
    assert at(play, "polish-air-force") == box


@pytest.mark.section("7.3")
def test_7_3_only_units_of_the_current_group_are_added_or_removed() -> None:
    play = table(phase="build", power="ussr", markers={"conquered/poland": "allies"})
    assert broken(play, Forgo("polish-air-force")) == broken(play, AddUnit("polish-air-force")) == ["develop/group"]
    assert broken(play, Forgo("western-front")) == ["develop/group"]


@pytest.mark.section("7.3")
@pytest.mark.parametrize("power", ["germany", "japan", "afa", "usa", "ussr"])
def test_7_3_as_many_units_are_added_as_the_chart_says_and_japan_and_the_ussr_fewer_of_group_four(power: str) -> None:
    play = table(phase="build", power=power)
    rows = {row.group: row.adds for row in TITLE.own["development"] if row.power == power}
    for group in (1, 2, 3, 4):
        assert weapons.current_group(play.position, power) == group
        assert weapons.may_add(play.position, power) == rows[group]
        for key in weapons.groups(play.position, power)[group]:
            weapons.add(play, key.unit, "developed")
    assert weapons.current_group(play.position, power) == weapons.may_add(play.position, power) == 0
    assert (rows[4] < rows[3]) is (power in ("japan", "ussr"))


# Lend lease, trade


@pytest.mark.section("7.4")
@pytest.mark.parametrize(
    ("units", "lands", "amount"),
    [
        ("arctic-ocean-ll arctic-ocean@2", {}, 2),
        ("arctic-ocean-ll arctic-ocean@1", {}, 1),
        ("arctic-ocean-ll north-sea@2", {}, 0),
        ("arctic-ocean-ll leningrad@2", {}, 0),
        ("arctic-ocean-ll arctic-ocean@2, u-boat-i arctic-ocean@1", {}, 2),
        ("arctic-ocean-ll arctic-ocean@2", {"leningrad": "germany", "norway": "germany", "iceland": "germany"}, 0),
        ("arctic-ocean-ll arctic-ocean@2, u-boat-i western-approaches@2, u-boat-ii north-sea@2", {"scotland": "germany"}, 0),
        ("arctic-ocean-ll arctic-ocean@2, u-boat-ii north-sea@2", {"scotland": "germany"}, 2),
    ],
)
def test_7_4_an_ll_unit_delivers_its_size_in_its_sea_area_with_lines_on_both_sides(units: str, lands: dict[str, str], amount: int) -> None:
    """From its home country to the sea area, and from friendly land on it to the home of who receives."""
    play = table(units, phase="turn-end", power="afa", take=lands, at_war=["germany ussr"], markers={"ally/norway": "germany"})
    for convoy in ("france", "great-britain"):
        area = next(row.area for row in TITLE.own["convoys"] if row.convoy == convoy)
        play.emit(ev.FacilityChanged(area, f"convoy-{convoy}", "afa", "damaged", 2, 2))
    assert turn_end.delivers(play.position, "arctic-ocean-ll") == amount


@pytest.mark.section("7.4")
@pytest.mark.parametrize(
    ("lands", "standing", "amount"),
    [({}, "", 1), ({"burma": "japan"}, "", 0), ({"chungking": "japan"}, "", 0), ({"singapore": "japan"}, "", 1)],
)
def test_7_4_lend_lease_for_china_lands_in_burma_and_goes_by_the_burma_road(lands: dict[str, str], standing: str, amount: int) -> None:
    play = table("bay-of-bengal-ll bay-of-bengal@1", phase="turn-end", power="usa", take=lands, at_war=AT_WAR)
    assert turn_end.delivers(play.position, "bay-of-bengal-ll") == amount


@pytest.mark.section("7.4", "3.4")
def test_7_4_a_power_out_of_the_game_receives_nothing() -> None:
    play = table("arctic-ocean-ll arctic-ocean@2", phase="turn-end", power="afa", at_war=["germany ussr"])
    play.emit(ev.PowerChanged("ussr", "", "conquered", "told"))
    assert turn_end.delivers(play.position, "arctic-ocean-ll") == 0


@pytest.mark.section("7.5")
@pytest.mark.parametrize(
    ("markers", "lands", "wars", "gone"),
    [
        ({}, {}, [], set()),
        ({"entry/usa": 9, "entry/ussr": 9}, {}, [], set()),
        ({"entry/usa": 10}, {}, [], {"usa-japan"}),
        ({"entry/ussr": 10}, {}, [], {"ussr-germany"}),
        ({"ally/sweden": "germany"}, {"sweden": "germany"}, [], {"sweden-germany"}),
        ({"ally/venezuela": "usa"}, {"venezuela": "usa"}, [], {"venezuela-usa"}),
        ({"no-trade/usa": "yes"}, {}, [], {"usa-japan"}),
        ({"conquered/sweden": "allies"}, {}, [], {"sweden-germany"}),
    ],
)
def test_7_5_which_trade_agreements_are_in_force(
    markers: dict[str, object], lands: dict[str, str], wars: list[str], gone: set[str]
) -> None:
    """Till war between the two, till the giver's box 10, or while the minor country is neutral."""
    play = table(phase="turn-end", markers=markers, take=lands, at_war=wars)
    every = {row.trade for row in TITLE.own["trades"]}
    assert {row.trade for row in turn_end.trades(play.position)} == every - gone


@pytest.mark.section("7.5", "7.6")
def test_7_5_what_is_given_is_one_of_what_the_other_gains() -> None:
    play = table(phase="turn-end")
    traded = {power: turn_end._traded(play.position, power) for power in ("germany", "japan", "afa", "usa", "ussr")}
    assert traded == {"germany": (1, 1), "japan": (0, 1), "afa": (0, 0), "usa": (0, 0), "ussr": (0, -1)}


# Damage


@pytest.mark.section("7.6")
@pytest.mark.parametrize(
    ("pair", "loss", "left", "lost"),
    [
        ([3, 1], 0, [3, 1], 0),
        ([3, 1], 2, [1, 1], 2),
        ([3, 1], 3, [0, 1], 3),
        ([3, 1], 4, [0, 0], 4),
        ([3, 1], 5, [0, 0], 4),
        ([0, 2], 1, [0, 1], 1),
    ],
)
def test_7_6_resources_are_lost_before_oil_and_neither_is_less_than_none(pair: list[int], loss: int, left: list[int], lost: int) -> None:
    """With three Resources and one Oil, three points of damage leave the Oil (example)."""
    assert turn_end._cut(pair, loss) == lost and pair == left


@pytest.mark.section("7.6")
@pytest.mark.parametrize(("hurt", "resources"), [(0, 0), (1, 1), (2, 2)])
def test_7_6_each_point_of_damage_to_a_factory_takes_one_and_is_repaired(hurt: int, resources: int) -> None:
    play, whole = table(phase="turn-end"), turn_end.collect(table(phase="turn-end"), "germany")
    if hurt:
        play.emit(ev.FacilityChanged("berlin", "factory", "germany", "damaged", hurt, hurt))
    assert turn_end.collect(play, "germany") == (whole[0] - resources, whole[1])
    assert turn_end.collect(play, "afa") == turn_end.collect(table(phase="turn-end"), "afa")
    turn_end._repair(play)
    assert not any(play.state.damage.values())


@pytest.mark.section("7.6", "7.8")
@pytest.mark.parametrize(
    ("units", "hurt", "partisan", "left"),
    [
        ("warlords chungking@1", 0, False, 1),
        ("", 0, False, 0),
        ("warlords chungking@1", 0, True, 0),
        ("warlords canton@1", 0, False, 0),
    ],
)
def test_7_8_a_chinese_land_unit_beside_a_resource_lets_china_spend_it(units: str, hurt: int, partisan: bool, left: int) -> None:
    short = {"short/chungking": f"1 {int(partisan)} {hurt}"} if hurt or partisan else {}
    play = table(units, phase="build", power="usa", at_war=AT_WAR, markers=short)
    assert purses.china_purse(play.position) == left


@pytest.mark.section("7.8", "7.4")
@pytest.mark.parametrize(("turn", "left"), [(1, 1), (2, 0)])
def test_7_8_what_is_lent_to_china_is_spent_in_its_turn(turn: int, left: int) -> None:
    play = table(phase="build", power="usa", at_war=AT_WAR, turn=turn, markers={"delivered/bay-of-bengal-ll": 1})
    assert purses.lent_to_china(play.position) == purses.china_purse(play.position) == left
    lost = table(phase="build", power="usa", at_war=AT_WAR, markers={"delivered/bay-of-bengal-ll": 1, "ally/china": "nobody"})
    assert purses.china_purse(lost.position) == 0, "nobody has China"


# Spending


@pytest.mark.section("7.8")
@pytest.mark.parametrize(
    ("stores", "cost", "oil", "after"),
    [((3, 2), 2, 0, (1, 2)), ((1, 2), 2, 0, (0, 1)), ((3, 2), 2, 1, (2, 1)), ((0, 2), 2, 0, (0, 0)), ((3, 2), 3, 2, (2, 0))],
)
def test_7_8_resources_pay_first_and_oil_what_is_meant_or_missing(
    stores: tuple[int, int], cost: int, oil: int, after: tuple[int, int]
) -> None:
    play = table(phase="build", stores={"germany": stores})
    treasury.spend(play, "germany", cost, oil, "build")
    assert tuple(changes.store(play, "germany", name) for name in ("resources", "oil")) == after


@pytest.mark.section("7.7")
@pytest.mark.parametrize(("stores", "keep", "after"), [((5, 2), 4, (2, 2)), ((5, 2), 1, (0, 1)), ((1, 1), 4, (1, 1)), ((5, 2), 0, (0, 0))])
def test_7_7_what_is_above_the_box_is_lost_and_oil_is_kept_first(stores: tuple[int, int], keep: int, after: tuple[int, int]) -> None:
    play = table(phase="build", power="usa", stores={"usa": stores})
    treasury.waste(play, "usa", keep)
    assert tuple(changes.store(play, "usa", name) for name in ("resources", "oil")) == after


@pytest.mark.section("7.8", "4.2")
@pytest.mark.parametrize(("trs", "rules"), [(1, ["build/room"]), (2, [])])
def test_7_8_who_is_aboard_grows_as_far_as_its_transport_can_carry(trs: int, rules: list[str]) -> None:
    cargo = "cargo=afa/home-guard+afa/2nd-army"
    units = f"europe-trs north-sea@{trs} [{cargo}], empire-trs north-sea@1, 2nd-army north-sea@1 [aboard], home-guard north-sea@1 [aboard]"
    play = table(units, phase="build", power="afa", stores={"afa": (5, 0)})
    assert broken(play, Build("2nd-army")) == rules


@pytest.mark.section("7.8", "3.4")
@pytest.mark.parametrize(
    ("units", "markers", "top"),
    [
        ("army-group-center berlin@2, big-army-group-center germany-pool@4", {}, 4),
        ("army-group-center berlin@2", {}, 2),
        ("army-group-center berlin@2, big-army-group-center germany-pool@4", {"conquered/germany": "axis"}, 2),
        ("army-group-b berlin@2, big-army-group-center germany-pool@4", {}, 2),
        ("big-army-group-center berlin@3", {"conquered/germany": "axis"}, 4),
        ("1st-para berlin@1", {}, 1),
    ],
)
def test_7_8_a_unit_grows_into_its_big_version_from_the_force_pool_alone(units: str, markers: dict[str, str], top: int) -> None:
    play = table(units, phase="build", markers=markers)
    (key,) = keys(play, units.split()[0])
    assert building.top_size(play.position, key) == top


@pytest.mark.section("7.8")
def test_7_8_one_gar_a_turn_is_free_and_one_on_the_map_costs_what_any_unit_does() -> None:
    play = table(phase="build", stores={"germany": (1, 0)})
    order = Build("volkssturm", "berlin")
    assert building.price(play.position, keys(play, "volkssturm")[0], order) == 0
    do(play, order)
    assert building.price(play.position, keys(play, "landwehr")[0], Build("landwehr", "berlin")) == 1
    do(play, Build("landwehr", "berlin"))
    assert changes.store(play, "germany", "resources") == 0 and broken(play, Build("blackshirts", "rome")) == ["build/price"]


@pytest.mark.section("7.8")
@pytest.mark.parametrize(
    ("stores", "resource", "rules"),
    [
        ((0, 1), "oil", []),
        ((0, 1), "resources", ["research/price"]),
        ((1, 0), "oil", ["research/price"]),
        ((0, 0), "", ["research/price"]),
    ],
)
def test_7_8_research_is_paid_with_what_is_named(stores: tuple[int, int], resource: str, rules: list[str]) -> None:
    play = table(phase="build", stores={"germany": stores})
    assert broken(play, ResearchWeapons(resource)) == rules


@pytest.mark.section("7.8")
@pytest.mark.parametrize(
    ("box", "step", "told", "rules"),
    [
        (5, "develop", {}, []),
        (1, "develop", {}, ["a-bomb/box"]),
        (1, "test", {}, []),
        (5, "develop", {"bomb": "develop"}, ["a-bomb/once"]),
        (5, "test", {"bomb": "develop"}, []),
        (5, "test", {"bomb": "test"}, ["a-bomb/once"]),
        (5, "test", {"a-bomb-tested/usa": 1}, ["a-bomb/track"]),
        (0, "test", {}, ["a-bomb/track"]),
    ],
)
def test_7_8_the_a_bomb_is_developed_and_tested_once_each_a_turn(
    box: int, step: Literal["develop", "test"], told: dict[str, object], rules: list[str]
) -> None:
    done = told.get("bomb")
    markers = {"a-bomb/usa": box} | ({} if done else told)
    play = table(
        "american-a-bomb usa-track@1", phase="build", power="usa", stores={"usa": (5, 0)}, at_war=AT_WAR, dice=[1], markers=markers
    )
    if done:
        BOMB_STEP.set(play, "yes", str(done))
    assert broken(play, Bomb(step)) == rules
    if not rules:
        do(play, Bomb(step))
        assert A_BOMB.number(play.state, "usa") == box - (step == "develop")
        assert changes.store(play, "usa", "resources") == 4 and not A_BOMB_TESTED.read(play.state, "usa")


@pytest.mark.section("7.8", "6.5")
def test_7_8_who_damages_a_transport_of_his_own_damages_what_it_can_carry_no_more() -> None:
    units = "europe-trs north-sea@2 [cargo=afa/home-guard+afa/2nd-army], 2nd-army north-sea@2 [aboard], home-guard north-sea@1 [aboard]"
    play = table(units, phase="build", power="afa")
    do(play, Scrap("europe-trs", 1))
    assert play.pending is not None and (play.pending.what, play.pending.power) == ("lighten", "afa")
    do(play, play.pending.default)
    assert not agenda.tasks(play.position)
    assert sum(key.strength for key in board.on_map(play.position) if key.unit in ("2nd-army", "home-guard")) == 2

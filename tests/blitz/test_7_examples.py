"""7.: the worked examples of the Turn End."""

from __future__ import annotations

import pytest

from engine.events import ControlChanged, FacilityChanged
from engine.play import Play
from engine.rules import EndPhase
from engine.titles.blitz import agenda
from engine.titles.blitz.agenda import run
from engine.titles.blitz.orders import AddUnit, Bomb, Build, Give, GoToWar, MoveUnit, Partisan, ResearchWeapons
from engine.titles.blitz.politics import control, entry
from engine.titles.blitz.position import board, changes, weapons
from engine.titles.blitz.position.supply import is_destroyed
from engine.titles.blitz.tables import convoys
from engine.titles.blitz.turn_end import purses, treasury, turn_end
from tests.blitz.table import TITLE, agenda_of, at, broken, do, settle, table

USA = {"north-atlantic-ll": "north-atlantic@1", "bay-of-bengal-ll": "bay-of-bengal@1", "warlords": "chungking@1"}
LENT = ", ".join(f"{unit} {place}" for unit, place in USA.items())


def income(play: Play, power: str) -> tuple[int, int]:
    """Return the Resources and Oil that a power would count now."""
    return turn_end.collect(play, power)


@pytest.mark.section("7.1")
def test_7_1_a_three_lets_the_axis_place_a_partisan_in_chungking() -> None:
    play = table(phase="turn-end", take={"norway": "afa", "chungking": "usa"})
    assert "norway" not in turn_end.partisan_sites(play.position, "axis", "any")
    assert "chungking" in turn_end.partisan_sites(play.position, "axis", "any")


@pytest.mark.section("7.1")
def test_7_1_in_china_each_side_places_a_partisan_where_the_other_is() -> None:
    play = table(phase="turn-end", take={"chungking": "usa", "peking": "japan"})
    for side, theirs, own in (("axis", "chungking", "peking"), ("allies", "peking", "chungking")):
        sites = turn_end.partisan_sites(play.position, side, "china")
        assert theirs in sites and own not in sites


@pytest.mark.section("7.1")
def test_7_1_a_partisan_blocks_one_resource_of_its_area_for_a_turn() -> None:
    play = table(phase="turn-end", power="germany", dice=[1], markers={"entry/usa": 5})
    before = income(play, "japan")
    turn_end.TurnEnd().open(play)
    assert play.pending is not None and play.pending.what == "partisan"
    do(play, Partisan(""), Partisan("peking"))
    assert play.state.resources["japan", "resources"] == before[0] - 1
    settle(play)
    assert not play.state.marker("game", "partisan/peking")


@pytest.mark.section("7.2")
def test_7_2_the_usa_enters_when_algeria_falls_at_thirteen() -> None:
    """French North Africa is declared war upon: 14; its Resource is taken: 15, and war with both."""
    told = {"entry/usa": 13, "entry/ussr": 3, "ally/french-north-africa": "nobody"}
    play = table("panzer-army-afrika libya@2", phase="move", markers=told, turn=2)
    for area in ("algeria", "morocco"):
        play.emit(_free(play, area))
    assert play.position.relation("usa", "germany") == "peace"
    do(play, GoToWar("germany", "french-north-africa"))
    assert entry.box(play.position, "usa") == 14
    settle(do(play, MoveUnit("panzer-army-afrika", "libya > algeria")))
    assert board.at_war(play.position, "usa", "germany") and board.at_war(play.position, "usa", "japan")
    assert not entry.is_limited(play.position, "usa") and entry.is_limited(play.position, "ussr")


def _free(play: Play, area: str) -> ControlChanged:
    return ControlChanged(area, play.state.control[area], "", "told")


@pytest.mark.section("7.2")
def test_7_2_boxes_below_zero_are_points_for_germany_and_japan() -> None:
    """Poland brings both to 1; Western Germany takes 2 off each: a point for each Axis power for each marker."""
    play = table("18th-army berlin@2", phase="move", dice=[])
    settle(do(play, MoveUnit("18th-army", "berlin > poland")))
    assert [entry.box(play.position, power) for power in ("usa", "ussr")] == [1, 1]
    control.take_control(play, "western-germany", "afa")
    run(play)
    assert [entry.box(play.position, power) for power in ("usa", "ussr")] == [0, 0]
    assert [play.state.points[power, "vp"] for power in ("germany", "japan")] == [2, 2]


@pytest.mark.section("7.2")
def test_7_2_both_enter_at_the_start_of_turn_eight() -> None:
    play = table(turn=8)
    entry.begin_turn(play)
    assert board.at_war(play.position, "usa", "japan") and board.at_war(play.position, "ussr", "germany")
    assert not board.at_war(play.position, "ussr", "japan")


@pytest.mark.section("7.3")
def test_7_3_the_polish_air_force_joins_the_afas_force_pool() -> None:
    play = table(phase="build", power="ussr", turn=8)
    for group in (1, 2, 3):
        for key in weapons.groups(play.position, "ussr")[group]:
            if key.unit != "polish-air-force":
                changes.put_in_box(play, key, "ussr-pool", "told")
    do(play, AddUnit("polish-air-force"))
    key = next(key for key in play.state.stacks if key.unit == "polish-air-force")
    assert (key.area, key.power) == ("afa-pool", "afa")
    assert weapons.current_group(play.position, "ussr") == 4 and weapons.may_add(play.position, "ussr") == 0


@pytest.mark.section("7.4")
def test_7_4_the_arctic_ocean_unit_delivers_its_two_sizes() -> None:
    play = table("arctic-ocean-ll arctic-ocean@2")
    assert turn_end.delivers(play.position, "arctic-ocean-ll") == 2
    lost = table(
        "arctic-ocean-ll arctic-ocean@2",
        take={"leningrad": "germany", "norway": "germany", "iceland": "germany"},
        at_war=["germany ussr"],
    )
    assert turn_end.delivers(lost.position, "arctic-ocean-ll") == 0
    elsewhere = table("arctic-ocean-ll north-sea@2")
    assert turn_end.delivers(elsewhere.position, "arctic-ocean-ll") == 0


@pytest.mark.section("7.4")
def test_7_4_china_is_reached_by_burma_alone_and_gets_one_resource() -> None:
    play = table("bay-of-bengal-ll bay-of-bengal@1, warlords chungking@1")
    assert turn_end.delivers(play.position, "bay-of-bengal-ll") == 1
    for lost in ("burma", "chungking"):
        shut = table("bay-of-bengal-ll bay-of-bengal@1, warlords canton@1", take={lost: "japan"})
        assert turn_end.delivers(shut.position, "bay-of-bengal-ll") == 0, lost


@pytest.mark.section("7.6")
def test_7_6_japan_loses_three_resources_of_its_convoys_and_keeps_its_oil() -> None:
    """One Oil and three Resources outside of Japan, three points of damage; one Resource at home."""
    lands = {"borneo": "japan", "south-east-asia": "japan"}
    play = table(take={**lands, "peking": "japan", "harbin": "japan", "port-arthur": "usa"}, markers={"no-trade/usa": "yes"})
    assert income(play, "japan") == (4, 1)
    play.emit(FacilityChanged("south-china-sea", "convoy-japan-s-china", "japan", "damaged", 1, 1))
    play.emit(FacilityChanged("east-china-sea", "convoy-japan", "japan", "damaged", 2, 2))
    assert income(play, "japan") == (1, 1)
    raided = [event for event in play.events if type(event).__name__ == "ConvoyRaided"]
    assert sum(event.loss for event in raided) == 3


@pytest.mark.section("7.6")
def test_7_6_a_trade_needs_a_supply_line_to_the_oil() -> None:
    """Step 5: at war with the AFA, whose fleets bar both seas of Japan, no American Oil arrives, and the USA keeps it."""
    fleets = "north-sea-fleet east-china-sea@1, far-east-fleet japanese-coast@1"
    for ships, arrives in (("", True), (fleets, False)):
        play = table(ships, phase="turn-end", at_war=["japan afa"])
        play.emit(FacilityChanged("east-china-sea", "convoy-japan", "japan", "damaged", 2, 2, 0))
        assert ("usa-japan" in {row.trade for row in turn_end.trades(play.position)}) is arrives, ships
        assert income(play, "usa")[1] == 4 + 1 - int(arrives)


@pytest.mark.section("7.6")
def test_7_6_the_usa_has_three_oil_and_eight_resources_after_lend_lease_and_trade() -> None:
    """Four Oil and eight Resources at home, one in Manila; an Oil goes to Japan, one comes from Venezuela, one to the AFA.

    The example counts ten Resources with China's; Manila's makes nine at home and abroad, of which one goes to China.
    """
    play = table(LENT, phase="turn-end", power="germany", turn=2, dice=[3], markers={"entry/usa": 7})
    turn_end.TurnEnd().open(play)
    while play.pending is not None and play.pending.what != "lend-lease":
        play.submit(Partisan("") if play.pending.what == "partisan" else play.pending.default)
    do(play, Give(1))
    settle(play)
    assert play.state.resources["usa", "oil"] == 3
    assert play.state.resources["usa", "resources"] + purses.china_purse(play.position) == 10
    assert agenda_of(play) == []


@pytest.mark.section("7.7")
def test_7_7_a_limited_power_uses_as_many_as_its_box() -> None:
    play = table(
        phase="build",
        power="usa",
        stores={"usa": (8, 3)},
        markers={"entry/usa": 7},
        options={"limit-lend-lease": "besides"},
    )
    assert treasury.usable(play.position, "usa") == 7
    play.submit(EndPhase())
    assert play.state.resources["usa", "oil"] + play.state.resources["usa", "resources"] == 7


@pytest.mark.section("7.8")
def test_7_8_two_of_five_resources_go_to_chinese_units() -> None:
    units = "warlords chungking@1, nationalist-army chungking@1, pacific-fleet hawaii@1, atlantic-fleet atlantic-seaboard@1"
    play = table(
        units,
        phase="build",
        power="usa",
        turn=2,
        stores={"usa": (8, 3)},
        markers={"entry/usa": 7, "delivered/bay-of-bengal-ll": 2},
        options={"limit-lend-lease": "besides"},
    )
    assert purses.china_purse(play.position) == 2
    do(play, Build("nationalist-army"), Build("communist-army", "chungking"))
    assert at(play, "nationalist-army") == "chungking@2" and at(play, "communist-army") == "chungking@1"
    do(play, Build("pacific-fleet"), Build("atlantic-fleet"))
    assert play.state.resources["usa", "resources"] == 6


@pytest.mark.section("7.8")
def test_7_8_china_without_its_land_unit_has_nothing_to_spend() -> None:
    play = table("nationalist-army canton@1", phase="build", power="usa", stores={"usa": (5, 0)})
    assert purses.china_purse(play.position) == 0 and broken(play, Build("nationalist-army")) == ["build/china"]
    assert purses.china_purse(table("marines chungking@1", phase="build", power="usa").position) == 0, "a guest is none of its land units"
    assert purses.china_purse(table("flying-tigers chungking@1", phase="build", power="usa").position) == 0, "nor are aircraft"


@pytest.mark.section("7.8")
@pytest.mark.parametrize(("partisan", "hurt", "left"), [("", 0, 1), ("yes", 0, 0), ("", 1, 0), ("yes", 1, 0)])
def test_7_8_a_partisan_and_a_damaged_factory_take_from_what_china_spends(partisan: str, hurt: int, left: int) -> None:
    play = table("warlords chungking@1", phase="turn-end", markers={"partisan/chungking": partisan} if partisan else {})
    if hurt:
        play.emit(FacilityChanged("chungking", "factory", "usa", "damaged", hurt, hurt, 0))
    agenda.after(play, "income")
    run(play)
    assert purses.china_purse(play.position) == left
    assert not play.state.damage.get(("chungking", "factory")), "repaired with what it cost"


@pytest.mark.section("7.8")
def test_7_8_the_first_gar_of_a_turn_is_free() -> None:
    play = table(phase="build", power="germany", stores={"germany": (1, 0)})
    do(play, Build("volkssturm", "berlin"))
    assert play.state.resources["germany", "resources"] == 1
    do(play, Build("landwehr", "berlin"))
    assert play.state.resources["germany", "resources"] == 0


@pytest.mark.section("7.8")
def test_7_8_a_small_unit_becomes_big_only_with_its_big_version_in_the_pool() -> None:
    play = table("army-group-center berlin@2", phase="build", power="germany", stores={"germany": (4, 0)})
    assert broken(play, Build("army-group-center")) == ["build/size"]
    changes.put_in_box(play, next(key for key in play.state.stacks if key.unit == "big-army-group-center"), "germany-pool", "told")
    do(play, Build("army-group-center", sizes=2))
    assert (at(play, "big-army-group-center"), at(play, "army-group-center")) == ("berlin@4", "germany-reserve")
    changes.damage(play, next(key for key in play.state.stacks if key.unit == "big-army-group-center"), points=2)
    assert (at(play, "army-group-center"), at(play, "big-army-group-center")) == ("berlin@2", "germany-pool")


@pytest.mark.section("7.8")
@pytest.mark.parametrize(("die", "neutral", "works"), [(4, False, True), (5, False, False), (4, True, False), (3, True, True)])
def test_7_8_research_works_on_four_or_less_and_a_neutral_power_adds_one(die: int, neutral: bool, works: bool) -> None:
    play = table(
        phase="build",
        power="usa",
        stores={"usa": (1, 0)},
        at_war=() if neutral else ["germany usa"],
        markers={"entry/usa": 9},
        dice=[die, 1, 1],
    )
    before = len(weapons.groups(play.position, "usa")[1])
    do(play, ResearchWeapons())
    assert len(weapons.groups(play.position, "usa")[1]) == before - works


@pytest.mark.section("7.8")
def test_7_8_the_a_bomb_is_developed_tested_and_built() -> None:
    play = table(
        "american-a-bomb usa-track@1",
        phase="build",
        power="usa",
        stores={"usa": (9, 0)},
        at_war=["germany usa"],
        markers={"a-bomb/usa": 3},
        dice=[3],
    )
    assert broken(play, Build("american-a-bomb", "west-coast")) == ["build/missing"]
    do(play, Bomb("develop"))
    assert broken(play, Bomb("develop")) == ["a-bomb/once"]
    do(play, Bomb("test"), Build("american-a-bomb", "west-coast"))
    assert at(play, "american-a-bomb") == "west-coast@1"


@pytest.mark.section("3.5")
def test_3_5_the_convoy_of_norway_and_sweden_ends_with_both() -> None:
    row = convoys(TITLE)["ger-swe"]
    assert not is_destroyed(table().position, row), "Sweden trades its Resource"
    assert is_destroyed(table(markers={"no-trade/sweden": "yes"}).position, row)
    assert not is_destroyed(table(markers={"no-trade/sweden": "yes"}, take={"norway": "germany"}).position, row)


@pytest.mark.section("7.8")
def test_7_8_a_unit_aboard_grows_no_larger_than_its_trs_can_carry() -> None:
    stores = {"japan": (3, 0)}
    lone = "central-trs micronesia@1 [cargo=japan/southern-army], southern-army micronesia@1 [aboard]"
    assert broken(table(lone, phase="build", power="japan", stores=stores), Build("southern-army")) == []
    full = "central-trs micronesia@1 [cargo=japan/snlf+japan/southern-army], southern-army micronesia@1 [aboard]"
    full += ", snlf micronesia@1 [aboard]"
    assert broken(table(full, phase="build", power="japan", stores=stores), Build("southern-army")) == ["build/room"]


@pytest.mark.section("7.1")
@pytest.mark.parametrize(
    ("die", "take", "ally", "placer"),
    [
        (4, "ukraine", {}, "ussr"),
        (5, "paris", {}, "afa"),
        (2, "balkans", {"ally/balkans": "germany"}, ""),
        (2, "balkans", {"ally/balkans": "afa"}, "afa"),
        (2, "balkans", {}, ""),
    ],
)
def test_7_1_the_power_that_first_controlled_a_country_places_its_partisan(die: int, take: str, ally: dict[str, str], placer: str) -> None:
    """None rises in a country against the power that it is an ally of."""
    play = table(phase="turn-end", take={take: "germany"}, markers=ally | {"entry/usa": 5}, dice=[die])
    turn_end.TurnEnd().open(play)
    asked = play.pending.power if play.pending and play.pending.what == "partisan" else ""
    assert asked == placer


@pytest.mark.section("7.3")
def test_7_3_new_units_are_added_before_anything_is_spent() -> None:
    play = table("army-group-center berlin@1", phase="build", stores={"germany": (2, 0)})
    unit = weapons.groups(play.position, "germany")[1][0].unit
    assert broken(play, AddUnit(unit)) == []
    assert broken(do(play, Build("army-group-center")), AddUnit(unit)) == ["develop/late"]

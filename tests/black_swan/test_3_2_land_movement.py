"""3.2 Land Movement: movement points, terrain, control, stacking, aircraft."""

from __future__ import annotations

import msgspec
import pytest

from engine.families.blocks.land.engaging import check_engaged
from engine.families.blocks.land.orders import March, StrategicMove
from engine.rules import Position
from tests.black_swan.board import TITLE, again, at, outcome, play_from, rules_of

pytestmark = pytest.mark.section("3.2")

SUMMER, FALL, WINTER = ("summer", 1942), ("fall", 1942), ("winter", 1943)
FIRST_WINTER = {"first-winter": "1942"}


def rules(stacks: str, order: object, **more) -> list[str]:
    """Return the rules that one order breaks in a position of Summer 1942."""
    return rules_of(play_from(stacks, **{"season": SUMMER, "markers": FIRST_WINTER, **more}), order)


@pytest.mark.parametrize(
    ("unit", "path", "wrong"),
    [
        ("infantry-4", "kursk > kharkov", []),
        ("infantry-4", "kursk > voronezh > stalingrad", ["land/movement"]),
        ("artillery-4", "kursk > voronezh > stalingrad", ["land/movement"]),
        ("tank-4", "kursk > voronezh > stalingrad", []),
        ("air-4", "kursk > voronezh > stalingrad", ["land/air-alone"]),
        ("airborne-3", "kursk > voronezh > stalingrad", []),
        ("tank-4", "kursk > voronezh > stalingrad > astrakhan", ["land/movement"]),
        ("fort-4", "kursk > kharkov", ["land/missing"]),
        ("infantry-4", "kursk > stalingrad", ["land/step"]),
    ],
)
def test_3_2_movement_points_by_class(unit: str, path: str, wrong: list[str]) -> None:
    assert rules(f"germany {unit} kursk, soviet-union infantry-4 moscow", March(unit, path)) == wrong


def test_3_2_rough_terrain_takes_two_points_of_a_tank() -> None:
    blocks = "germany tank-4 kiev, germany air-4 kiev, germany tank-4 bratislava"
    assert rules(blocks, March("tank-4", "bratislava > vienna")) == []
    assert rules(blocks, March("tank-4", "bratislava > vienna > munich")) == ["land/movement"]
    assert rules("germany tank-4 minsk, soviet-union infantry-4 moscow", March("tank-4", "minsk > pinsk > kiev")) == ["land/movement"]
    assert rules("germany airborne-3 bratislava", March("airborne-3", "bratislava > vienna > munich")) == []


@pytest.mark.section("6.5")
def test_6_5_mud_turns_any_terrain_rough_and_leaves_the_med_front_as_it_is() -> None:
    east = "germany tank-4 kursk, soviet-union infantry-4 moscow"
    assert rules(east, March("tank-4", "kursk > voronezh > stalingrad"), season=FALL) == ["land/movement"]
    assert rules(east, March("tank-4", "kursk > voronezh"), season=FALL) == []
    desert = "italy tank-3 tripoli, great-britain infantry-4 cairo"
    assert rules(desert, March("tank-3", "tripoli > sirte > benghazi"), season=FALL) == []


def test_3_2_double_arrows_take_two_points_of_a_tank() -> None:
    italy = "italy tank-3 naples, italy infantry-3 naples, great-britain infantry-4 london"
    assert rules(italy, March("tank-3", "rome > naples > sicily")) == ["land/missing"]
    assert rules(italy.replace("naples", "rome"), March("tank-3", "rome > naples > sicily")) == ["land/movement"]
    assert rules(italy, March("tank-3", "naples > sicily")) == []


@pytest.mark.section("INTRODUCTION")
@pytest.mark.parametrize("unit", ["infantry-4", "tank-4", "air-4"])
def test_3_2_the_qattara_depression_and_absolute_neutrals_cannot_be_entered(unit: str) -> None:
    """Introduction: nor flown over; no march leads there from any area beside them."""
    closed = [slug for slug, row in TITLE.areas.items() if row.terrain == "impassable"]
    assert {"el-qattara-depression", "switzerland", "spain", "turkey", "sweden"} <= set(closed)
    ways = [(near, area) for area in closed for near in TITLE.neighbours[area] if near not in closed]
    ways = [(near, area) for near, area in ways if TITLE.areas[near].kind == "land"]
    assert len(ways) > 9
    for near, area in ways:
        march = March(unit, f"{near} > {area}")
        assert rules(f"germany {unit} {near}", march, control={near: "germany"}) == ["land/step"], (near, area)
    assert rules("germany air-4 milan", March("air-4", "milan > switzerland > munich")) == ["land/step"]
    desert = {"alexandria": "germany", "tobruk": "germany"}
    assert rules("germany air-4 tobruk", March("air-4", "tobruk > el-qattara-depression > alexandria"), control=desert) == ["land/step"]


def test_3_2_empty_enemy_areas_change_hands_at_once() -> None:
    play = play_from("germany tank-4 kursk, soviet-union infantry-4 moscow", season=SUMMER, markers=FIRST_WINTER)
    outcome(play, March("tank-4", "kursk > voronezh > stalingrad"))
    assert (play.state.control["voronezh"], play.state.control["stalingrad"]) == ("germany", "germany")
    assert at(play, "stalingrad") == "germany tank-4@4 [used=2 from=voronezh took]"
    assert again(play).state == play.state


@pytest.mark.section("1.3")
def test_1_3_an_ally_of_the_first_owner_frees_an_area_for_it() -> None:
    """Italian blocks free a German area; those of a minor nation take areas for the nation that plays it."""
    play = play_from(
        "italy infantry-3 vienna, germany infantry-4 berlin, soviet-union infantry-4 moscow", control={"munich": "soviet-union"}
    )
    outcome(play, March("infantry-3", "vienna > munich"))
    assert play.state.control["munich"] == "germany"
    play = play_from("finland infantry-3 viipuri, germany infantry-4 berlin, soviet-union infantry-4 moscow")
    outcome(play, March("infantry-3", "viipuri > petrozavodsk"))
    assert play.state.control["petrozavodsk"] == "germany"


def test_3_2_stacking_at_the_end_of_a_movement() -> None:
    """Four blocks of a side in an area, two in a small one; passing through a full one is free."""
    full = "germany 4 infantry-4 kharkov, germany tank-4 kursk, germany 3 infantry-3 stalino, soviet-union infantry-4 moscow"
    assert rules(full, March("tank-4", "kursk > kharkov")) == ["land/stacking"]
    assert rules(full, March("2 infantry-3", "stalino > rostov"), control={"rostov": "germany"}) == []
    through = play_from(full, season=SUMMER, markers=FIRST_WINTER)
    assert rules_of(through, March("tank-4", "kursk > kharkov > stalino")) == []
    small = "germany 2 infantry-4 odessa, germany 2 infantry-4 simferopol, soviet-union infantry-4 moscow"
    assert rules(small, March("2 infantry-4", "simferopol > sevastopol")) == []
    assert rules(
        small.replace("2 infantry-4 simferopol", "3 infantry-4 simferopol"),
        March("3 infantry-4", "simferopol > sevastopol"),
    ) == ["land/stacking"]


def test_3_2_aircraft_do_not_move_alone_into_enemy_land() -> None:
    blocks = "germany air-4 kursk, germany tank-4 kursk, soviet-union infantry-4 voronezh"
    assert rules(blocks, March("air-4", "kursk > voronezh")) == ["land/air-alone"]
    assert rules(blocks, March("air-4, tank-4", "kursk > voronezh")) == []
    play = play_from(blocks, season=SUMMER, markers=FIRST_WINTER)
    outcome(play, March("tank-4", "kursk > voronezh"))
    assert rules_of(play, March("air-4", "kursk > voronezh")) == []


def test_3_2_aircraft_fly_over_enemies_and_one_sea_zone() -> None:
    over = "germany air-4 kursk, soviet-union infantry-4 voronezh, germany infantry-4 stalingrad"
    assert rules(over, March("air-4", "kursk > voronezh > stalingrad")) == []
    sea = "germany air-4 athens, germany infantry-4 crete, great-britain infantry-4 cairo"
    assert rules(sea, March("air-4", "athens > aegean-sea > crete")) == []
    assert rules(sea, March("air-4", "athens > central-med > eastern-med > crete")) == ["land/sea"]
    assert rules(sea, March("air-4", "athens > aegean-sea")) == ["land/path"]
    assert rules(sea.replace("air-4", "airborne-3"), March("airborne-3", "athens > aegean-sea > crete")) == []
    assert rules(sea.replace("air-4", "tank-4"), March("tank-4", "athens > aegean-sea > crete")) == ["land/step"]


@pytest.mark.section("3.1.1")
def test_3_1_1_an_airborne_block_flies_into_enemy_land_in_an_operation_only() -> None:
    blocks = "germany airborne-3 athens, great-britain infantry-4 cairo"
    assert rules(blocks, March("airborne-3", "athens > aegean-sea > crete"), control={"crete": "great-britain"}) == ["land/drop"]


@pytest.mark.section("2.0.2")
def test_2_0_2_aircraft_fly_over_lake_ladoga() -> None:
    """A movement point for the lake, and one for the area behind it; nobody walks there."""
    blocks = "soviet-union air-4 leningrad, soviet-union tank-4 leningrad, germany infantry-4 novgorod"
    control = {"novgorod": "germany"}
    assert rules(blocks, March("air-4", "leningrad > tikhvin"), power="soviet-union", control=control) == []
    assert rules(blocks, March("tank-4", "leningrad > tikhvin"), power="soviet-union", control=control) == ["land/step"]
    play = play_from(blocks, power="soviet-union", control=control, season=SUMMER, markers=FIRST_WINTER)
    outcome(play, March("air-4", "leningrad > tikhvin"))
    assert at(play, "tikhvin") == "soviet-union air-4@4 [used=2 from=leningrad]"


@pytest.mark.section("INTRODUCTION")
@pytest.mark.parametrize(
    ("power", "unit", "path", "wrong"),
    [
        ("finland", "infantry-3", "viipuri > petrozavodsk", []),
        ("finland", "infantry-3", "petsamo > narvik", ["land/entry"]),
        ("hungary", "infantry-3", "budapest > belgrade", []),
        ("hungary", "infantry-3", "budapest > bratislava", ["land/entry"]),
        ("romania", "infantry-3", "bessarabia > odessa", []),
        ("romania", "infantry-3", "bucharest > sofia", ["land/entry"]),
        ("bulgaria", "infantry-3", "sofia > thessaloniki", []),
        ("bulgaria", "infantry-3", "sofia > bucharest", ["land/entry"]),
    ],
)
def test_minor_nations_stay_at_home_but_where_they_may_roam(power: str, unit: str, path: str, wrong: list[str]) -> None:
    """Introduction, Minor Nations."""
    war = ["germany", "finland", "hungary", "romania", "bulgaria", "soviet-union", "yugoslavia", "greece"]
    origin = path.split(" > ")[0]
    control = {"narvik": "germany"}
    assert rules(f"{power} {unit} {origin}", March(unit, path), at_war=war, control=control) == wrong


def test_hungarians_and_romanians_french_and_british_never_stack() -> None:
    """Introduction."""
    blocks = "hungary infantry-3 lvov, romania infantry-3 bessarabia, germany infantry-4 berlin"
    control = {"lvov": "germany", "kiev": "germany"}
    wrong = rules("hungary infantry-3 lvov, romania infantry-3 kiev", March("infantry-3", "lvov > kiev"), control=control)
    assert wrong == ["land/apart"]
    assert rules(blocks, March("infantry-3", "lvov > kiev"), control=control) == []
    western = {
        "stacks": "france infantry-3 lille, great-britain infantry-4 brussels, germany infantry-4 berlin",
        "order": March("infantry-4", "brussels > lille"),
        "power": "great-britain",
        "control": {"brussels": "great-britain"},
    }
    assert rules(**western) == ["land/apart"]
    assert rules(**western, markers={"union/france": "great-britain france", **FIRST_WINTER}) == []


@pytest.mark.section("3.3")
def test_3_3_neutral_lands_are_closed() -> None:
    """Vichy France until it is at war, minor nations at peace, and what neutral major nations hold."""
    blocks = "germany infantry-4 bordeaux, germany infantry-4 bratislava, germany infantry-4 warsaw"
    control = {"toulouse": "vichy-france", "lublin": "soviet-union"}
    war = ["germany", "great-britain"]
    assert rules(blocks, March("infantry-4", "bordeaux > toulouse"), control=control, at_war=war) == ["land/entry"]
    assert rules(blocks, March("infantry-4", "bratislava > budapest"), control=control, at_war=war) == ["land/entry"]
    assert rules(blocks, March("infantry-4", "warsaw > lublin"), control=control, at_war=war) == ["land/entry"]
    assert rules(blocks, March("infantry-4", "warsaw > lublin"), control=control, at_war=[*war, "soviet-union"]) == []


@pytest.mark.section("7.0")
def test_7_0_blocks_of_neutral_major_nations_stay_at_home() -> None:
    war = ["germany", "great-britain"]
    blocks = "italy infantry-3 milan, italy infantry-3 albania"
    assert rules(blocks, March("infantry-3", "milan > rome"), at_war=war) == []
    assert rules(blocks, March("infantry-3", "albania > thessaloniki"), at_war=war) == ["land/entry"]


@pytest.mark.section("1.2")
def test_1_2_unsupplied_blocks_and_the_elite_artillery_before_its_time_do_not_move() -> None:
    cut_off = "germany infantry-4 kursk [unsupplied], soviet-union infantry-4 moscow"
    assert rules(cut_off, March("infantry-4", "kursk > kharkov")) == ["land/missing"]
    guard = "soviet-union elite-artillery-4 kazan, germany infantry-4 berlin"
    march = March("elite-artillery-4", "kazan > gorki")
    assert rules(guard, march, power="soviet-union", season=("spring", 1941)) == ["land/missing"]
    assert rules(guard, march, power="soviet-union", season=("summer", 1941)) == []


def test_3_0_operations_moves_and_strategic_moves_come_in_this_order() -> None:
    play = play_from("germany 3 infantry-4 berlin, great-britain infantry-4 london", season=SUMMER)
    outcome(play, March("infantry-4", "berlin > breslau"), StrategicMove("infantry-4", "berlin > munich"))
    assert rules_of(play, March("infantry-4", "berlin > essen")) == ["land/order"]


def test_the_other_factions_blocks_take_no_orders_and_names_are_checked() -> None:
    blocks = "germany infantry-4 berlin, soviet-union infantry-4 moscow"
    assert rules(blocks, March("infantry-4", "moscow > tula")) == ["land/missing"]
    assert rules(blocks, March("infantri-4", "berlin > munich")) == ["land/unknown"]
    assert rules(blocks, March("infantry-4", "berlin > munch")) == ["land/unknown"]
    assert rules(blocks, March("infantry-4@5", "berlin > munich")) == ["land/unknown"]


def test_blocks_are_named_by_their_steps_and_their_nation() -> None:
    play = play_from("germany infantry-4@2 berlin, germany infantry-4@4 berlin, italy infantry-4@3 berlin, soviet-union infantry-4 moscow")
    outcome(play, March("infantry-4@2", "berlin > breslau"), March("infantry-4 (italy)", "berlin > munich"))
    outcome(play, March("infantry-4", "berlin > hamburg"))
    assert at(play, "breslau") == "germany infantry-4@2 [used=1 from=berlin]"
    assert at(play, "munich") == "italy infantry-4@3 [used=1 from=berlin]"
    assert at(play, "hamburg") == "germany infantry-4@4 [used=1 from=berlin]"


@pytest.mark.section("1.3")
def test_1_3_an_area_won_in_battle_goes_to_its_first_owner_beside_the_winner() -> None:
    """As one that is taken without a battle; to the winner when the first owner is out of the war."""
    blocks = "great-britain infantry-4 lille, great-britain tank-4 lille, germany infantry-4@1 lille, germany infantry-4 berlin"
    for at_war, holder in ((["france"], "france"), ([], "great-britain")):
        play = play_from(
            blocks,
            "land-combat",
            "great-britain",
            season=SUMMER,
            dice=(6,) * 60,
            control={"lille": "germany"},
            at_war=["great-britain", "germany", *at_war],
        )
        while play.pending:
            outcome(play, play.pending.default)
        assert play.state.control["lille"] == holder


@pytest.mark.parametrize(
    ("blocks", "units", "said"),
    [
        ("germany fort-4 berlin", "fort-4", "fort-4 of germany: forts never move"),
        ("germany tank-4 berlin [unsupplied]", "tank-4", "tank-4 of germany: out of supply"),
        ("germany tank-4 berlin [strategic]", "tank-4", "tank-4 of germany: has acted in this phase"),
        ("germany tank-4 berlin, soviet-union tank-4 berlin", "tank-4", "tank-4 of germany: engaged with enemies"),
        (
            "germany tank-4 berlin",
            "air-4",
            "no such blocks can move from berlin (found air-4, expected tank-4@4 (germany))",
        ),
    ],
)
def test_an_order_for_blocks_that_cannot_move_says_why(blocks: str, units: str, said: str) -> None:
    (problem,) = play_from(blocks, season=SUMMER, control={"berlin": "germany"}).check(March(units, "berlin > munich"))
    assert said in str(problem)


def test_3_2_the_two_limits_of_an_engagement_are_figures_of_the_title() -> None:
    """ "At least TWO different Classes of Units are needed to engage", "not possible to engage with more than TWO Units per Class"."""
    told = TITLE.settings["land_move"]
    assert (told["classes"], told["of_a_class"]) == (2, 2)
    changed = msgspec.structs.replace(TITLE, settings=TITLE.settings | {"land_move": told | {"classes": 1}})
    play = play_from("germany infantry-4 paris [from=lille], great-britain infantry-4 paris, germany infantry-4 berlin")
    assert [problem.rule for problem in check_engaged(play.position, "paris")] == ["land/two-classes"]
    assert check_engaged(Position(changed, play.state), "paris") == []

"""Scenarios A to F: what each has besides the rules, by the examples of the book where it has one."""

from __future__ import annotations

import pytest

from engine.events import FacilityChanged, PhaseStarted, RoundStarted, UnitsPlaced
from engine.play import Play
from engine.rules import EndPhase
from engine.strictness import Strictness
from engine.title.own_tables import own_rows
from engine.titles.blitz.agenda import run
from engine.titles.blitz.orders import (
    AddUnit,
    Attack,
    Besiege,
    Bomb,
    Build,
    Choose,
    GoTo,
    MoveUnit,
    NewHome,
    No,
    PutToSea,
    ResearchWeapons,
    Scrap,
    Yes,
)
from engine.titles.blitz.politics import control, entry
from engine.titles.blitz.position import board, changes, weapons
from engine.titles.blitz.scenarios import specials
from engine.titles.blitz.tables import Reinforcement, convoys
from engine.titles.blitz.turn_end import purses, turn_end, victory
from tests.blitz.table import RULES, TITLE, Dice, at, broken, do, settle, table


def turn(play: Play, round_: int, power: str, phase: str = "move") -> Play:
    """Go on to a round of the scenario."""
    play.emit(RoundStarted(round_))
    play.emit(PhaseStarted(power, phase, play.state.clock.turn + 1))
    return play


@pytest.mark.section("Scenario A. The Blitz of Western Europe")
def test_a_5_an_afa_land_unit_moves_from_london_to_paris_and_one_stays() -> None:
    play = table("2nd-army london@2, home-guard london@1", phase="move", power="afa", scenario="western-europe")
    assert broken(play, MoveUnit("2nd-army", "london > paris > vichy-france")) == ["move/route"]
    do(play, MoveUnit("2nd-army", "london > paris"))
    assert at(play, "2nd-army") == "paris@2"
    assert broken(play, MoveUnit("home-guard", "london > paris")) == ["move/kept"]


@pytest.mark.section("Scenario A. The Blitz of Western Europe")
def test_a_7_both_sides_get_reinforcements_at_the_end_of_turn_one() -> None:
    rows = own_rows(TITLE, "reinforcements", Reinforcement)
    assert {row.power for row in rows} == {"germany", "afa"}
    play = Play(RULES, Dice([2] * 20), strictness=Strictness.RAISE)
    play.start("western-europe", {}, {})
    assert [at(play, row.unit) for row in rows] == [""] * 4
    while play.state.clock.round == 1:
        play.submit(play.pending.default if play.pending else EndPhase())
    assert [at(play, row.unit) for row in rows] == [f"{row.area}@{row.strength}" for row in rows]


@pytest.mark.section("Scenario A. The Blitz of Western Europe", "7.5", "7.6")
def test_a_germany_has_nothing_from_sweden_which_is_not_in_play() -> None:
    """The only land areas in play are those of Belgium-Netherlands, France, Germany, Great Britain and Poland."""
    assert turn_end.trades(table(scenario="western-europe").position) == []
    assert "sweden" in {row.giver for row in turn_end.trades(table().position)}


@pytest.mark.section("Scenario A. The Blitz of Western Europe")
def test_a_7_nothing_arrives_where_the_enemy_is() -> None:
    play = table(scenario="western-europe", take={"paris": "germany"})
    play.rules._reinforce(play)  # type: ignore[attr-defined]
    assert (at(play, "8th-army"), at(play, "2nd-army")) == ("", "london@2")


@pytest.mark.section("Scenario B. The Longest Day")
def test_b_7_nobody_destroys_own_units_and_the_western_allies_have_six_resources_more() -> None:
    play = table("2nd-army london@2", phase="build", power="afa", scenario="longest-day", take={"london": "afa"})
    assert broken(play, Scrap("2nd-army")) == ["scrap/scenario"]
    assert turn_end.collect(play, "afa") == (7, 0), "six, and the one in London"


@pytest.mark.section("Scenario C. The Battle of the Atlantic")
def test_c_6_one_unit_a_turn_and_twice_a_second_for_an_oil() -> None:
    play = table(phase="build", power="afa", scenario="atlantic", stores={"afa": (0, 3)})
    units = [key.unit for key in weapons.groups(play.position, "afa")[1]]
    do(play, AddUnit(units[0]), AddUnit(units[1]))
    assert play.state.resources["afa", "oil"] == 2
    assert broken(play, AddUnit(units[2])) == ["develop/limit"]
    turn(play, 2, "afa", "build")
    do(play, AddUnit(units[2]), AddUnit(units[3]))
    turn(play, 3, "afa", "build")
    do(play, AddUnit(units[4]))
    assert play.state.resources["afa", "oil"] == 1
    assert broken(play, AddUnit(units[5])) == ["develop/limit"], "only twice in the game"
    turn(play, 3, "germany", "build")
    first, second = (key.unit for key in weapons.groups(play.position, "germany")[1][:2])
    do(play, AddUnit(first))
    assert broken(play, AddUnit(second)) == ["develop/limit"]


@pytest.mark.section("Scenario C. The Battle of the Atlantic")
def test_c_8_from_turn_seven_germany_has_a_resource_less_and_italian_units_do_not_come_back() -> None:
    play = table("italian-sub rome@1", scenario="atlantic", phase="turn-end")
    assert turn_end.collect(play, "germany") == (3, 1)
    pooled = next(key for key in play.state.stacks if key.unit == "regia-aeronautica")
    changes.move(play, pooled, "germany-pool", "", cause="told")
    turn(play, 5, "germany", "turn-end")  # game turn 7
    specials.before_builds(play)
    assert turn_end.collect(play, "germany") == (2, 1)
    assert board.find(play.position, "regia-aeronautica") is None
    on_map = board.find(play.position, "italian-sub")
    assert on_map is not None and on_map.area == "rome"
    changes.destroy(play, on_map)
    assert board.find(play.position, "italian-sub") is None


@pytest.mark.section("Scenario D. Barbarossa")
@pytest.mark.parametrize(("round_", "less"), [(4, 0), (5, -1), (6, -2), (8, -4), (10, -4)])
def test_d_other_fronts_cost_germany_a_resource_more_each_turn_from_turn_seven(round_: int, less: int) -> None:
    play = turn(table(scenario="barbarossa"), round_, "germany", "turn-end")
    assert specials.bonus_of(play.position, "germany") == (less, 0)


@pytest.mark.section("Scenario D. Barbarossa")
def test_d_on_turn_nine_the_low_countries_are_allied_for_good_and_four_sizes_of_arm_leave() -> None:
    units = "18th-army belgium-netherlands@1, army-group-center berlin@2, waffen-ss-army berlin@1, army-group-b western-germany@2"
    play = turn(table(units, scenario="barbarossa"), 7, "germany")
    specials.begin_turn(play)
    run(play)
    assert board.holder(play.position, "belgium-netherlands") == "afa"
    assert not at(play, "18th-army").startswith("belgium")
    assert broken(play, MoveUnit("army-group-b", "western-germany > belgium-netherlands")) == ["move/closed"]
    turn(play, 7, "germany", "land-combat")
    assert broken(play, Attack("ground", "belgium-netherlands", "army-group-b")) == ["attack/closed"]
    turn(play, 7, "germany", "turn-end")
    specials.before_builds(play)
    run(play)
    assert play.pending is not None and play.pending.what == "shed"
    do(play, Choose("army-group-center"))
    names = {key.unit for key in board.on_map(play.position)}
    assert "army-group-center" not in names and "waffen-ss-army" not in names, "three Sizes of ARM were all there were"
    assert board.find(play.position, "army-group-center") is None


@pytest.mark.section("Scenario D. Barbarossa")
def test_d_the_balkan_resource_is_spent_on_balkan_units_alone() -> None:
    play = table(
        "balkan-army balkans@1, 2nd-army london@1",
        phase="build",
        power="afa",
        scenario="barbarossa",
        stores={"afa": (0, 0)},
        take={"balkans": "afa"},
        owners={"balkan-army": "afa"},
    )
    assert broken(play, Build("2nd-army")) == ["build/price"]
    do(play, Build("balkan-army"))
    assert at(play, "balkan-army") == "balkans@2"
    key = board.find(play.position, "balkan-army")
    assert key is not None and purses.purse_of(play.position, key, "balkans") == ("balkans", 0, False)


@pytest.mark.section("Scenario D. Barbarossa", "8. Victory and Game End")
def test_d_the_western_allies_win_with_the_ussr_and_their_lack_of_points_does_not_count() -> None:
    play = table(
        scenario="barbarossa",
        points={"germany": 9, "ussr": 12},
        players={"afa": "Emi", "ussr": "Emi", "germany": "Ada"},
    )
    assert victory.averages(play.position) == {("Ada", "axis"): 9, ("Emi", "allies"): 12}
    assert victory.leaders(play.position) == ("allies",)


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
def test_e_the_example_of_harbin() -> None:
    """Three Sizes hold against a 3; a 5 takes Harbin: the 17th Area is destroyed, the Kwantung Army halved, and it retreats."""
    units = "kwantung-army harbin@2, 17th-area harbin@1"
    play = turn(table(units, scenario="rising-sun", dice=[3, 5], phase="return", power="afa"), 8, "afa", "return")
    specials.press(play)
    run(play)
    do(play, Besiege("harbin"))
    assert board.holder(play.position, "harbin") == "japan"
    turn(play, 9, "afa", "return")
    specials.press(play)
    run(play)
    do(play, Besiege("harbin"), Choose("17th-area"))
    if play.pending:
        assert play.pending.what == "retreat"
        do(play, GoTo("kwantung-army", "port-arthur"))
    assert board.holder(play.position, "harbin") == "ussr"
    assert at(play, "17th-area") == "japan-pool" and at(play, "kwantung-army") == "port-arthur@1"
    siege = specials.siege_named(play.position, "harbin")
    assert "port-arthur" in specials.pressable(play.position, siege), "areas beside it come next"
    japan = turn(play, 9, "japan", "land-combat")
    assert broken(japan, Attack("ground", "harbin", "kwantung-army")) == ["attack/peace"]


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
@pytest.mark.parametrize(("option", "holder"), [("orders", "ussr"), ("phases", "japan")])
def test_e_harbin_falls_as_soon_as_less_than_two_sizes_hold_it(option: str, holder: str) -> None:
    """At all times, immediately: in the midst of a phase too, unless the other reading is chosen."""
    units = "kwantung-army harbin@2, southern-army peking@2"
    play = table(units, scenario="rising-sun", phase="move", power="japan", options={"pause-play": option})
    do(play, MoveUnit("southern-army", "peking > harbin"), MoveUnit("kwantung-army", "harbin > port-arthur"))
    assert board.holder(play.position, "harbin") == "japan", "relieved in the right order"
    play = table(units, scenario="rising-sun", phase="move", power="japan", options={"pause-play": option})
    do(play, MoveUnit("kwantung-army", "harbin > port-arthur"))
    assert board.holder(play.position, "harbin") == holder
    play.submit(EndPhase())
    assert board.holder(play.position, "harbin") == "ussr"


@pytest.mark.section("Scenario E. Empire of the Rising Sun", "5.2")
def test_e_who_marched_into_harbin_and_retreats_from_it_does_not_march_on() -> None:
    play = table("kwantung-army harbin@2, 25th-army port-arthur@1", scenario="rising-sun", phase="move", power="japan")
    do(play, MoveUnit("25th-army", "port-arthur > harbin"), MoveUnit("kwantung-army", "harbin > port-arthur"))
    settle(play)
    place = at(play, "25th-army").partition("@")[0]
    assert board.holder(play.position, "harbin") == "ussr" and place in ("port-arthur", "peking")
    onward = {"port-arthur": "peking", "peking": "port-arthur"}[place]
    assert broken(play, MoveUnit("25th-army", f"{place} > {onward}")) == ["move/moved"]


@pytest.mark.section("Scenario E. Empire of the Rising Sun", "5.2")
def test_e_a_fort_does_not_march_out_of_harbin() -> None:
    play = table("kwantung-army harbin@2, island-fortress harbin@1", scenario="rising-sun", phase="move", power="japan")
    do(play, MoveUnit("kwantung-army", "harbin > port-arthur"))
    settle(play)
    assert board.holder(play.position, "harbin") == "ussr" and at(play, "island-fortress") == "japan-pool"


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
@pytest.mark.parametrize(("points", "afa", "japan"), [(2, 1, 0), (0, 0, 1)])
def test_e_three_extra_resources_cost_a_point_or_bring_japan_one(points: int, afa: int, japan: int) -> None:
    play = turn(table(scenario="rising-sun", points={"afa": points}), 2, "japan", "turn-end")
    specials.before_builds(play)
    run(play)
    assert play.pending is not None and play.pending.what == "borrow"
    do(play, Yes())
    assert specials.bonus_of(play.position, "afa") == (3, 0)
    assert (play.state.points.get(("afa", "vp"), 0), play.state.points.get(("japan", "vp"), 0)) == (afa, japan)


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
@pytest.mark.parametrize(("round_", "more"), [(5, 0), (6, 2), (7, 4), (8, 6)])
def test_e_from_turn_nine_two_more_resources_come_each_turn(round_: int, more: int) -> None:
    play = turn(table(scenario="rising-sun"), round_, "japan", "turn-end")
    assert specials.bonus_of(play.position, "afa") == (more, 0)


@pytest.mark.section("Scenario F. Rise and Fall of Fascism")
def test_f_germany_announces_japans_war_and_the_afa_loses_its_pacific_resources() -> None:
    play = table(scenario="rise-and-fall", phase="return")
    assert specials.bonus_of(play.position, "afa") == (2, 1)
    specials.begin_turn(play)
    run(play)
    do(play, No())
    turn(play, 2, "germany", "return")
    specials.begin_turn(play)
    run(play)
    do(play, Yes())
    assert specials.bonus_of(play.position, "afa") == (0, 0)
    assert play.state.points["usa", "vp"] == 1, "before turn 4 the USA gains a point a turn"
    turn(play, 3, "germany", "return")
    specials.begin_turn(play)
    turn(play, 4, "germany", "return")
    specials.begin_turn(play)
    assert play.state.points["usa", "vp"] == 2


@pytest.mark.section("Scenario F. Rise and Fall of Fascism")
@pytest.mark.parametrize(("war", "owner"), [((), "ussr"), (("germany ussr",), "japan")])
def test_f_on_turn_seven_harbin_is_soviet_unless_germany_is_at_war_with_the_ussr(war: tuple[str, ...], owner: str) -> None:
    play = turn(table(scenario="rise-and-fall", at_war=list(war)), 7, "germany", "return")
    specials.begin_turn(play)
    assert board.holder(play.position, "harbin") == owner
    assert ("harbin" in turn_end.counted(play.position, "ussr")) == (owner == "ussr")


@pytest.mark.section("7.6")
def test_7_6_an_ally_that_is_cut_off_pays_for_its_own_units_and_nothing_else_does() -> None:
    """The example: India builds with the Oil in Iraq and its own Resource; here it is cut off while the sea is enemy-held."""
    east = {
        "iraq": "afa",
        "persia": "afa",
        "samarkand": "germany",
        "caucasus-mountains": "germany",
        "chungking": "japan",
    }
    play = table("indian-army hyderabad@1", phase="build", power="afa", stores={"afa": (5, 5)}, take=east, at_war=["japan afa"])
    key = board.find(play.position, "indian-army")
    assert key is not None and purses.purse_of(play.position, key, "hyderabad") is None, "it is not cut off"
    _cut_off(play)
    key = board.find(play.position, "indian-army")
    assert key is not None
    purse = purses.purse_of(play.position, key, "hyderabad")
    assert purse is not None and purse == ("india", 3, True), "its Resource, and the Oil of Iraq and Persia"
    do(play, Build("indian-army"))
    assert play.state.resources["afa", "resources"] == 5


def _cut_off(play: Play) -> None:
    """Conquer France and Great Britain, move to Canada, and hold the sea areas beside India."""
    for area in ("paris", "scotland", "london"):
        control.take_control(play, area, "germany")
        run(play)
        while play.pending is not None:
            do(play, NewHome("canada") if play.pending.what == "new-home" else play.pending.default)
    assert play.state.marker("game", "seat/great-britain") == "canada"
    seas = {
        "bay-of-bengal": "combined-fleet",
        "arabian-sea": "kido-butai",
        "mediterranean-sea": "bb-fleet",
        "western-approaches": "u-boat-ii",
    }
    for sea, unit in seas.items():
        boxed = board.find(play.position, unit)
        if boxed is not None:
            changes.move(play, boxed, sea, "", cause="told")
        else:
            play.emit(UnitsPlaced("japan" if unit in ("combined-fleet", "kido-butai") else "germany", unit, 1, sea, 2, "told"))
    for row in convoys(TITLE).values():
        if row.area in seas:
            play.emit(FacilityChanged(row.area, f"convoy-{row.convoy}", row.power, "damaged", row.factor, row.factor))
    play.emit(PhaseStarted("afa", "build", play.state.clock.turn + 1))


@pytest.mark.section("Scenario A. The Blitz of Western Europe")
def test_a_the_game_ends_at_once_when_germany_has_paris_and_poland() -> None:
    play = table("army-group-center berlin@2", phase="move", scenario="western-europe", take={"paris": "germany"})
    do(play, MoveUnit("army-group-center", "berlin > poland"))
    assert play.state.ended and play.state.winners == ("axis",)


@pytest.mark.section("Scenario A. The Blitz of Western Europe")
def test_a_supply_snow_and_builds_are_left_to_later_scenarios() -> None:
    """An army that is cut off moves, it never snows, and nobody builds anything."""
    told = {"phase": "move", "take": {"vichy-france": "germany", "poland": "germany", "milan": "afa"}, "turn": 2}
    units = "army-group-b vichy-france@2, mediterranean-fleet mediterranean-sea@1"
    march = MoveUnit("army-group-b", "vichy-france > paris")
    for scenario, wrong, weather in (("western-europe", [], ""), ("campaign", ["move/supply"], "snowflake")):
        play = table(units, scenario=scenario, **told)  # type: ignore[arg-type]
        assert broken(play, march) == wrong, scenario
        assert board.weather(play.position, "poland") == weather, scenario
    builds = table("home-guard afa-pool@1", phase="build", power="afa", scenario="western-europe")
    assert broken(builds, Build("home-guard", "london")) == ["build/scenario"]


@pytest.mark.section("Scenario B. The Longest Day", "Scenario D. Barbarossa")
def test_b_there_are_ground_attacks_alone_and_more_than_ten_sizes_may_make_one() -> None:
    armies = ("1st-army", "9th-army", "3rd-army", "2nd-army", "8th-army", "canadian-army")
    units = ", ".join(f"{army} paris@2" for army in armies) + ", 8th-air-force paris@2"
    order = Attack("ground", "western-germany", ", ".join(armies))
    told = {"power": "afa", "take": {"paris": "afa"}, "owners": dict.fromkeys((*armies, "8th-air-force"), "afa")}
    play = table(units, scenario="longest-day", **told)  # type: ignore[arg-type]
    assert broken(play, order) == []
    assert broken(play, Attack("factory", "western-germany", "8th-air-force")) == ["attack/kind"]
    full = table(units, **told)  # type: ignore[arg-type]
    assert broken(full, order) == ["attack/ten"]


@pytest.mark.section("Scenario B. The Longest Day")
def test_b_7_some_units_are_available_from_turn_ten_and_a_gar_costs_a_resource() -> None:
    play = table(phase="build", scenario="longest-day", stores={"germany": (2, 0)})
    assert broken(play, AddUnit("6th-panzer-army")) == ["develop/limit"]
    do(play, Build("landwehr", "berlin"))
    assert play.state.resources["germany", "resources"] == 1
    turn(play, 2, "germany", "return")
    specials.begin_turn(play)
    assert [at(play, unit) for unit in ("6th-panzer-army", "5th-army")] == ["germany-pool", "afa-pool"]


@pytest.mark.section("Scenario D. Barbarossa", "Scenario E. Empire of the Rising Sun")
def test_d_port_attacks_research_and_the_a_bomb_come_with_scenario_e() -> None:
    play = table(phase="build", power="ussr", scenario="barbarossa", stores={"ussr": (3, 0)}, markers={"a-bomb/ussr": 5})
    assert broken(play, ResearchWeapons()) == broken(play, Bomb("test")) == ["research/scenario"]
    raid = table("black-sea-fleet ukraine@1", phase="land-combat", scenario="barbarossa")
    assert broken(raid, Attack("port", "ukraine", "black-sea-fleet")) == ["attack/kind"]
    later = table(phase="build", power="japan", scenario="rising-sun", stores={"japan": (3, 0)})
    assert broken(later, ResearchWeapons()) == []


@pytest.mark.section("Scenario F. Rise and Fall of Fascism", "1.3")
def test_f_the_usa_is_in_the_war_once_japan_out_of_play_is_at_war_with_it() -> None:
    play = table(scenario="rise-and-fall")
    assert not board.fights_majors(play.position, "usa")
    entry.go_to_war(play, "japan", "usa")
    assert board.fights_majors(play.position, "usa")


@pytest.mark.section("Scenario B. The Longest Day")
def test_b_air_units_stay_over_land_until_scenario_c() -> None:
    told = {"phase": "sea", "power": "afa"}
    fly = PutToSea("bomber-command", "london > north-sea")
    for scenario, wrong in (("longest-day", ["sail/type"]), ("atlantic", []), ("campaign", [])):
        assert broken(table("bomber-command london@1", scenario=scenario, **told), fly) == wrong, scenario  # type: ignore[arg-type]

"""3.2, 3.4, 7.2: what a fall, a liberation and an entry into the war leave alone, beside what they change."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.titles.blitz import agenda
from engine.titles.blitz.orders import GoTo, GoToWar
from engine.titles.blitz.politics import conquest, control, entry, france, moving_out, politics
from engine.titles.blitz.position import board
from engine.titles.blitz.scenarios import specials
from engine.titles.blitz.turn_end import turn_end
from engine.titles.blitz.vocabulary import HOME, SEAT, VICHY_FRANCE
from tests.blitz.table import TITLE, at, broken, do, keys, settle, table

AT_WAR = ["germany usa", "japan usa"]
FALLEN = {"vichy-france": "yes", "conquered/france": "allies", "fallen/france": "yes"}


@pytest.mark.section("3.4")
@pytest.mark.parametrize(
    ("lands", "algeria", "morocco", "neutral"),
    [
        ({}, "", "", True),
        ({"algeria": "germany"}, "germany", "", True),
        ({"algeria": "germany", "morocco": "germany"}, "germany", "germany", False),
        ({"algeria": "usa"}, "", "", True),
    ],
)
def test_3_4_what_the_axis_has_of_french_lands_remains_its_own_as_france_falls(
    lands: dict[str, str], algeria: str, morocco: str, neutral: bool
) -> None:
    """Vichy France becomes neutral in any case; French Equatorial Africa stays with the AFA."""
    play = table(take={"vichy-france": "germany", **lands}, at_war=AT_WAR)
    control.take_control(play, "paris", "germany")
    agenda.run(play)
    settle(play)
    assert (board.holder(play.position, "algeria"), board.holder(play.position, "morocco")) == (algeria, morocco)
    assert board.holder(play.position, "vichy-france") == "" and VICHY_FRANCE.read(play.state)
    assert (board.ally_of(play.position, "french-north-africa") == "") is neutral
    left = {area: board.holder(play.position, area) for area in ("french-west-africa", "madagascar", "french-equatorial-africa")}
    assert left == {"french-west-africa": "", "madagascar": "", "french-equatorial-africa": "afa"}


@pytest.mark.section("3.4")
def test_3_4_units_of_france_and_of_french_north_africa_are_set_aside_wherever_they_are_but_ships() -> None:
    units = "french-army egypt@2, armee-de-l-air london@1, free-french-army algeria@1, atlantic-squadron scotland@1, 2nd-army paris@2"
    play = table(units)
    france.fall_of_france(play)
    agenda.run(play)
    settle(play)
    aside = {unit: at(play, unit) for unit in ("french-army", "armee-de-l-air", "free-french-army")}
    assert set(aside.values()) == {"afa-set-aside"}
    (ship,) = keys(play, "atlantic-squadron")
    assert (ship.power, ship.area) == (board.NEUTRAL, "vichy-france") and at(play, "2nd-army") != "afa-set-aside"


@pytest.mark.section("3.4")
@pytest.mark.parametrize(
    ("markers", "holder", "over"),
    [
        ({"freed/france": "yes", "conquered/france": ""}, "usa", True),
        ({"freed/france": "yes"}, "usa", False),
        ({"conquered/france": ""}, "usa", False),
        ({"freed/france": "yes", "conquered/france": ""}, "germany", False),
        ({"freed/france": "yes", "conquered/france": ""}, "", False),
    ],
)
def test_3_4_vichy_france_is_a_part_of_france_again_when_both_are_free(markers: dict[str, str], holder: str, over: bool) -> None:
    play = table(
        "marine-nationale vichy-france@2",
        take={"vichy-france": holder},
        markers=FALLEN | {"ally/vichy-france": "usa"} | markers,
        owners={"marine-nationale": "usa"},
        at_war=AT_WAR,
    )
    france.end_vichy(play)
    assert bool(VICHY_FRANCE.read(play.state)) is not over
    assert board.holder(play.position, "vichy-france") == ("afa" if over else holder)
    assert keys(play, "marine-nationale")[0].power == ("afa" if over else "usa")
    assert board.ally_of(play.position, "vichy-france") == ("" if over else "usa")


@pytest.mark.section("3.4")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("africa", ["afa", "germany"])
def test_3_4_a_die_for_each_french_ship_as_the_axis_takes_vichy_france(die: int, africa: str) -> None:
    """A 1 gives it to the Axis, a 2 or 3 to the Allies, 4 and more destroys it; the Allies in French North Africa add 1."""
    play = table(
        "marine-nationale vichy-france@2",
        take={"paris": "germany", "vichy-france": "", "algeria": africa, "morocco": "afa"},
        markers=FALLEN | {"ally/vichy-france": "nobody"},
        owners={"marine-nationale": "afa"},
        dice=[die],
    )
    france.take_vichy(play, "germany")
    (rolled,) = [event for event in play.events if isinstance(event, ev.DiceRolled)]
    assert (rolled.power, rolled.unit, rolled.target) == ("germany", "marine-nationale", 1)
    result = die + (africa == "afa")
    (key,) = keys(play, "marine-nationale")
    if result > 3:
        assert board.is_boxed(play.position, key)
    else:
        assert (key.power, key.area) == ("germany" if result == 1 else "afa", "vichy-france")


@pytest.mark.section("3.4", "7.6")
def test_3_4_a_liberated_country_is_home_again_and_seats_nobody_elsewhere() -> None:
    """British units had found a home in Canada; with Great Britain free the Oil and Resources of Canada are overseas again (7.6)."""
    markers = {
        "conquered/great-britain": "allies",
        "seat/great-britain": "canada",
        "home/2nd-army": "canada",
        "home/french-army": "canada",
    }
    play = table("2nd-army canberra@2, french-army canberra@1", power="afa", take={"scotland": "germany"}, markers=markers)
    assert "canada" in turn_end.home_yield(play.position, "afa")
    control.take_control(play, "scotland", "afa")
    agenda.run(play)
    settle(play)
    assert not board.is_conquered(play.position, "great-britain")
    assert SEAT.read(play.state, "great-britain") == "" and "canada" not in turn_end.home_yield(play.position, "afa")
    assert (HOME.read(play.state, "2nd-army"), HOME.read(play.state, "french-army")) == ("", "canada")


@pytest.mark.section("3.4")
@pytest.mark.parametrize("left", ["italy", ""])
def test_3_4_who_has_one_country_left_is_not_asked_for_a_new_home(left: str) -> None:
    """Germany is lost with all its allies, but for the one."""
    rest = [name for name in conquest.homes(table().position, "germany") if name != left]
    play = table("army-group-b sweden@2", markers={f"conquered/{name}": "axis" for name in rest}, take={"sweden": "germany"})
    agenda.before(play, "new-home germany germany")
    agenda.run(play)
    assert play.pending is None
    assert board.home_of(play.position, "army-group-b") == (left or "germany") and SEAT.read(play.state, "germany") == left


@pytest.mark.section("3.4")
@pytest.mark.parametrize("others", [("libya",), ("libya", "germany")])
def test_3_4_units_of_a_conquered_country_find_a_new_home_at_once(others: tuple[str, ...]) -> None:
    """The one that is left is theirs unasked; of several their power chooses, where units of the country are on the map."""
    gone = [name for name in conquest.homes(table().position, "germany") if name not in ("italy", *others)]
    lands = {area: "afa" for name in ("italy", *gone) for area in TITLE.regions[name]} | {"sweden": "germany"}
    play = table("alpini-army sweden@2", markers={f"conquered/{name}": "axis" for name in gone}, take=lands)
    conquest.conquer(play, "italy")
    agenda.run(play)
    assert (play.pending is None) is (len(others) == 1)
    settle(play)
    home = "germany" if "germany" in others else "libya"
    assert board.home_of(play.position, "alpini-army") == SEAT.read(play.state, "italy") == home


@pytest.mark.section("3.4")
def test_3_4_a_fleet_in_a_port_that_it_may_not_stay_in_goes_to_the_closest_port_and_is_lost_without_any() -> None:
    play = table("home-fleet leningrad@1", power="afa", at_war=["germany ussr"])
    moving_out.move_out(play)
    agenda.run(play)
    settle(play)
    assert at(play, "home-fleet") == "poland@1"
    mine = {row.area for row in TITLE.holdings if row.scenario == "campaign" and row.power in ("afa", "usa")}
    none = table("home-fleet leningrad@1", power="afa", take=dict.fromkeys(mine, "germany"), at_war=["germany ussr"])
    moving_out.move_out(none)
    agenda.run(none)
    assert at(none, "home-fleet") == "afa-pool"


@pytest.mark.section("3.4")
def test_3_4_the_refusal_of_a_place_names_the_unit_that_moves_out() -> None:
    play = table("royal-air-force vichy-france@2")
    france.fall_of_france(play)
    agenda.run(play)
    assert play.pending is not None and play.pending.what == "move-out"
    (problem,) = play.check(GoTo("royal-air-force", "egypt"))
    assert "royal-air-force" in problem.message and problem.rule == "move-out"
    assert broken(play, GoTo("home-fleet", "london")) == ["move-out"]


# Who aligns, and who goes to war


@pytest.mark.section("3.2")
@pytest.mark.parametrize(
    ("standing", "by", "on", "ally"),
    [
        ("", "germany", "sweden", "afa"),
        ("afa", "germany", "sweden", "usa"),
        ("", "ussr", "ireland", "germany"),
        ("germany", "ussr", "ireland", "japan"),
    ],
)
def test_3_2_another_power_of_its_side_aligns_a_country_where_the_first_is_out_of_the_game(
    standing: str, by: str, on: str, ally: str
) -> None:
    play = table(phase="move", power=by)
    if standing:
        play.emit(ev.PowerChanged(standing, "", "conquered", "told"))
    do(play, GoToWar(by, on))
    assert board.ally_of(play.position, on) == ally


@pytest.mark.section("7.2")
def test_7_2_powers_at_war_go_to_war_no_more() -> None:
    play = table()
    before = len(play.events)
    entry.go_to_war(play, "germany", "afa")
    assert len(play.events) == before


@pytest.mark.section("7.2", "Scenario F. Rise and Fall of Fascism")
@pytest.mark.parametrize(("scenario", "foes"), [("campaign", {"germany", "japan"}), ("rise-and-fall", {"germany"})])
def test_7_2_at_box_fifteen_the_usa_enters_against_the_axis_powers_that_play(scenario: str, foes: set[str]) -> None:
    play = table(scenario=scenario, markers={"entry/usa": 14})
    entry.shift(play, "usa", 0)
    assert entry.is_limited(play.position, "usa")
    entry.shift(play, "usa", 1)
    assert not entry.is_limited(play.position, "usa")
    assert {power for power in ("germany", "japan") if play.position.relation("usa", power) == "war"} == foes


@pytest.mark.section("7.2")
@pytest.mark.parametrize("turn", [7, 8, 9])
@pytest.mark.parametrize("boxes", [{"usa": 3, "ussr": 2}, {"usa": 0, "ussr": 14}])
def test_7_2_both_enter_the_war_at_the_start_of_turn_eight_wherever_their_markers_are(turn: int, boxes: dict[str, int]) -> None:
    play = table(turn=turn, markers={f"entry/{power}": box for power, box in boxes.items()})
    entry.begin_turn(play)
    assert entry.is_limited(play.position, "usa") is entry.is_limited(play.position, "ussr") is (turn < 8)
    wars = {(one, two) for one in ("usa", "ussr") for two in ("germany", "japan") if play.position.relation(one, two) == "war"}
    assert wars == (set() if turn < 8 else {("usa", "germany"), ("usa", "japan"), ("ussr", "germany")})


@pytest.mark.section("7.2")
@pytest.mark.parametrize(("box", "delta", "after", "points"), [(1, -2, 0, 1), (0, -2, 0, 2), (2, -2, 0, 0), (5, -2, 3, 0)])
def test_7_2_below_box_zero_each_axis_power_gains_a_point_a_box(box: int, delta: int, after: int, points: int) -> None:
    play = table(markers={"entry/usa": box})
    entry.shift(play, "usa", delta)
    assert entry.box(play.position, "usa") == after
    assert [play.state.points.get((power, "vp"), 0) for power in ("germany", "japan", "afa", "usa")] == [points, points, 0, 0]


@pytest.mark.section("7.2")
def test_7_2_gibraltar_counts_the_first_time_alone() -> None:
    play = table()
    boxes = []
    for _ in range(2):
        control.take_control(play, "gibraltar", "germany")
        boxes.append((entry.box(play.position, "usa"), entry.box(play.position, "ussr")))
        control.take_control(play, "gibraltar", "afa")
    assert boxes[0] == boxes[1] and boxes[0][0] == boxes[0][1] == 1


@pytest.mark.section("Scenario F. Rise and Fall of Fascism")
@pytest.mark.parametrize(("turn", "war", "holder"), [(6, [], "japan"), (7, [], "ussr"), (7, ["germany ussr"], "japan"), (8, [], "japan")])
def test_f_harbin_is_the_soviets_on_turn_seven_without_a_war_with_germany(turn: int, war: list[str], holder: str) -> None:
    """Its Resource counts for them from then on."""
    play = table(scenario="rise-and-fall", turn=turn, at_war=war, take={"harbin": "japan"})
    specials.begin_turn(play)
    assert board.holder(play.position, "harbin") == holder
    assert ("harbin" in turn_end.counted(play.position, "ussr")) is (holder == "ussr")
    again = len(play.events)
    specials._hand_over(play, "harbin", holder)
    assert len(play.events) == again


@pytest.mark.section("3.4")
def test_3_4_politics_follow_in_scenarios_without_section_three_as_far_as_conquests_go() -> None:
    """A: gaining control of Paris conquers France, though nobody aligns anybody else."""
    play = table(scenario="western-europe", take={"paris": "germany"})
    politics.settle(play)
    assert board.is_conquered(play.position, "france") and not board.is_conquered(play.position, "poland")

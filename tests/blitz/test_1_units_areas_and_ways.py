"""1.2 to 1.7, 4.2, 5.1: units and areas as the rules see them, what an event tells of them, and ways over land and sea."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine import events as ev
from engine.play import Play
from engine.titles.blitz.combat import battles, phases
from engine.titles.blitz.orders import AddUnit, Forgo
from engine.titles.blitz.position import board, changes, commanders, supply, ways, weapons
from engine.titles.blitz.tables import commanders as commander_rows
from engine.titles.blitz.vocabulary import AT_SEA_OF, COMMANDER, FORGONE
from tests.blitz.table import TITLE, at, keys, table

USA_AT_WAR = ["germany usa"]


@pytest.mark.section("1.11")
def test_1_11_what_is_out_of_the_game_is_nowhere() -> None:
    """A fresh board of these tests has removed what was on the map."""
    play = table("stukas berlin@1")
    gone = next(unit for unit in TITLE.units if board.find(play.position, unit) is None)
    assert board.find_all(play.position, ["stukas", gone, "ju-88s"]) == keys(play, "stukas", "ju-88s")


@pytest.mark.section("2.1")
def test_2_1_units_of_a_side_and_kind() -> None:
    play = table("stukas berlin@1, army-group-b berlin@1, zeroes tokyo@1, home-fleet london@1, royal-air-force london@1")
    found = {side: {key.unit for key in board.on_map_of(play.position, side)} for side in ("axis", "allies")}
    assert found == {"axis": {"stukas", "army-group-b", "zeroes"}, "allies": {"home-fleet", "royal-air-force"}}
    assert {key.unit for key in phases.mine(play.position, ("air",))} == {"stukas", "zeroes"}


@pytest.mark.section("1.1")
def test_1_1_a_power_acts_in_its_scenarios_until_it_is_conquered() -> None:
    assert [board.plays(table(scenario="rising-sun").position, power) for power in ("japan", "germany")] == [True, False]
    play = table()
    play.state.standing["germany"] = "conquered"
    assert [board.plays(play.position, power) for power in ("japan", "germany")] == [True, False]


@pytest.mark.section("3.4")
@pytest.mark.parametrize("fallen", [False, True])
def test_3_4_vichy_france_is_a_country_of_its_own_once_france_has_fallen(fallen: bool) -> None:
    position = table(markers={"vichy-france": "yes"} if fallen else {}).position
    assert ("vichy-france" in board.areas_of(position, "france")) is not fallen
    assert board.country_at(position, "vichy-france") == ("vichy-france" if fallen else "france")
    assert board.is_whole(position, "france")
    assert not board.is_whole(table(scenario="western-europe").position, "italy")


@pytest.mark.section("1.3", "1.7")
@pytest.mark.parametrize(
    ("power", "at_war", "partners"),
    [
        ("afa", USA_AT_WAR, ("afa", "usa")),
        ("usa", USA_AT_WAR, ("usa", "afa")),
        ("germany", USA_AT_WAR, ("germany",)),
        ("ussr", USA_AT_WAR, ("ussr",)),
        ("afa", [], ("afa",)),
        ("usa", [], ("usa",)),
    ],
)
def test_1_3_the_afa_and_the_usa_are_as_one_once_that_is_at_war(power: str, at_war: list[str], partners: tuple[str, ...]) -> None:
    position = table(at_war=at_war).position
    assert board.partners_of(position, power) == partners
    assert [one for one in ("afa", "usa", "germany") if board.are_partners(position, power, one)] == sorted(
        {*partners} - {"ussr"}, key=("afa", "usa", "germany").index
    )


@pytest.mark.section("7.2")
def test_7_2_who_is_at_war_with_whom() -> None:
    position = table(at_war=["japan usa"]).position
    assert {power: board.enemy_majors(position, power) for power in ("usa", "japan", "ussr")} == {
        "usa": {"japan"},
        "japan": {"usa"},
        "ussr": set(),
    }
    assert [board.is_neutral_major(position, power) for power in ("germany", "japan", "afa", "usa", "ussr")] == [False] * 4 + [True]


@pytest.mark.section("1.6", "3.2")
def test_1_6_neutral_land_and_a_sides_own_is_no_enemys() -> None:
    position = table(markers={"war/sweden/germany": "yes"}).position
    assert [board.is_hostile_land(position, "germany", area) for area in ("sweden", "berlin", "tokyo", "london")] == [False] * 3 + [True]


@pytest.mark.section("5.2")
@pytest.mark.parametrize(("take", "may"), [({}, False), ({"formosa": "afa"}, True), ({"formosa": "ussr"}, False)])
def test_5_2_units_of_the_afa_stay_in_china_once_two_of_three_areas_are_held(take: dict[str, str], may: bool) -> None:
    """The USA, at war, hold Manila already, and Chungking is theirs."""
    play = table("2nd-army burma@1, warlords canton@1", take=take, at_war=USA_AT_WAR)
    british, chinese = keys(play, "2nd-army", "warlords")
    assert board.can_stack(play.position, british, "chungking") is may and board.can_stack(play.position, chinese, "chungking")


@pytest.mark.section("1.3")
def test_1_3_a_small_port_has_room_for_two_sizes_whatever_is_in_the_areas_other_port() -> None:
    there = "high-seas-fleet norway@2 [at:north-sea!], baltic-trs norway@1 [at:arctic-ocean!]"
    play = table(f"{there}, u-boat-i arctic-ocean@1, u-boat-ii arctic-ocean@2", take={"norway": "germany"})
    port = board.harbours(play.position, "norway", "arctic-ocean")
    small, large = keys(play, "u-boat-i", "u-boat-ii")
    assert [board.has_room(play.position, key, "norway", port) for key in (small, large)] == [True, False]
    assert not board.can_stack(play.position, small, "norway"), "a ship is in a port"


# What events tell


@pytest.mark.section("5.2")
def test_5_2_an_event_tells_the_way_that_was_gone() -> None:
    for path, told in (
        (("berlin", "poland", "ukraine"), ("berlin", "poland", "ukraine")),
        (("berlin", "poland"), ("berlin", "ukraine")),
        (("poland", "ukraine"), ("berlin", "ukraine")),
        ((), ("berlin", "ukraine")),
    ):
        play = table("army-group-b berlin@2")
        changes.move(play, *keys(play, "army-group-b"), "ukraine", "moved", path)
        assert isinstance(event := play.events[-1], ev.UnitsMoved) and event.path == told


@pytest.mark.section("1.3")
def test_1_3_only_where_an_area_has_two_ports_a_ship_is_told_to_be_in_one() -> None:
    play = table()
    assert [changes.port_word(play, *place) for place in (("spain", "mediterranean-sea"), ("spain", ""), ("london", "north-sea"))] == [
        AT_SEA_OF.of("mediterranean-sea"),
        "",
        "",
    ]
    assert changes.with_words("", "", "moved") == "moved"


@pytest.mark.section("6.5", "1.2")
def test_6_5_a_big_unit_stays_big_at_three_sizes_and_becomes_small_at_two() -> None:
    play = table("big-luftwaffe berlin@4, luftwaffe germany-reserve@2")
    seen = []
    for _ in range(3):
        (key,) = [one for one in board.on_map(play.position) if one.area == "berlin"]
        changes.damage(play, key)
        (key,) = [one for one in board.on_map(play.position) if one.area == "berlin"]
        seen.append((key.unit, key.strength))
    assert seen == [("big-luftwaffe", 3), ("luftwaffe", 2), ("luftwaffe", 1)]


@pytest.mark.section("6.5")
@pytest.mark.parametrize(("cause", "battle"), [("combat", 1), ("sunk", 1), ("scuttled", 0), ("moved-out", 0), ("siege", 0)])
def test_6_5_what_is_lost_otherwise_is_no_loss_of_the_battle(cause: str, battle: int) -> None:
    play = table("home-fleet cape-basin@1, high-seas-fleet cape-basin@1", phase="sea-combat")
    battles.begin(play, "sea", "cape-basin")
    changes.destroy(play, *keys(play, "home-fleet"), cause)
    (event,) = (one for one in play.events if isinstance(one, ev.UnitsRemoved) and one.cause == cause)
    assert event.battle == battle


@pytest.mark.section("6.5")
def test_6_5_a_trs_goes_down_with_what_is_aboard_and_not_with_what_is_ashore() -> None:
    play = table("europe-trs north-sea@1 [cargo=afa/2nd-army+afa/polish-army], 2nd-army london@2, polish-army north-sea@1 [aboard]")
    changes.destroy(play, *keys(play, "europe-trs"))
    assert (at(play, "2nd-army"), at(play, "polish-army")) == ("london@2", "afa-pool")


@pytest.mark.section("3.4", "7.8")
def test_3_4_what_is_put_into_a_box_is_whole_and_in_no_load_any_more() -> None:
    play = table("europe-trs north-sea@1 [cargo=afa/2nd-army], 2nd-army north-sea@1 [aboard], volkssturm germany-pool@1 [moved]")
    changes.put_in_box(play, *keys(play, "2nd-army"), "afa-set-aside", "told")
    ship, army = keys(play, "europe-trs", "2nd-army")
    assert ship.condition == "" and (army.area, army.strength, army.condition) == ("afa-set-aside", 2, "")
    changes.put_in_box(play, *keys(play, "volkssturm"), "germany-pool", "told")
    (guard,) = keys(play, "volkssturm")
    assert (guard.area, guard.strength, guard.condition) == ("germany-pool", 1, "")


@pytest.mark.section("6.4")
@pytest.mark.parametrize(("target", "die", "hits"), [(1, 5, 0), (1, 6, 1), (2, 4, 0), (2, 5, 1)])
def test_6_4_a_die_is_told_with_whether_it_succeeds(target: int, die: int, hits: int) -> None:
    play = table(dice=[die])
    assert changes.roll(play, "berlin", "germany", "blockade", target=target) == die
    assert isinstance(event := play.events[-1], ev.DiceRolled) and (event.hits, event.target, event.side) == (hits, target, "attacker")


# Commanders


def led(**places: str) -> Play:
    """A board with Commanders."""
    counters = {"manstein": "german-army-leaders", "montgomery": "british-army-leaders"}
    told = {f"commander/{counters[name]}": f"{name} {place}" for name, place in places.items()}
    units = "big-army-group-center berlin@3, big-army-group-north poland@3, army-group-b berlin@2, 2nd-army london@2, stukas berlin@1"
    units += ", army-group-north germany-reserve@2"
    return table(units, phase="return", markers=told, options={"commanders": "yes"}, dice=[6])


@pytest.mark.section("9.5")
def test_9_5_a_commander_is_where_the_big_counter_of_his_unit_is() -> None:
    play = led(manstein="unit:army-group-north")
    assert [post[1:] for post in commanders.posts(play.position).values()] == [("army-group-north", "poland")]


@pytest.mark.section("9.5")
def test_9_5_only_the_commander_of_a_damaged_unit_is_at_risk() -> None:
    play = led(manstein="unit:army-group-b")
    changes.damage(play, *keys(play, "big-army-group-north"))
    assert COMMANDER.read(play.state, "german-army-leaders") and not [one for one in play.events if isinstance(one, ev.DiceRolled)]
    changes.damage(play, *keys(play, "army-group-b"))
    (rolled,) = (one for one in play.events if isinstance(one, ev.DiceRolled))
    assert not COMMANDER.read(play.state, "german-army-leaders") and (rolled.target, rolled.hits, rolled.power) == (1, 1, "afa")


@pytest.mark.section("9.5")
def test_9_5_a_lone_commander_is_lost_with_his_area_alone() -> None:
    play = led(manstein="area:london", montgomery="area:london")
    for area in ("berlin", "scotland"):
        commanders.overrun(play, area)
    assert len(commanders.posts(play.position)) == 2
    commanders.overrun(play, "london")
    assert [post[0].commander for post in commanders.posts(play.position).values()] == ["montgomery"]


@pytest.mark.section("9.5")
def test_9_5_a_power_is_offered_what_its_commanders_may_do() -> None:
    play = led(manstein="area:berlin")
    found = {(order.commander, order.unit) for order in commanders.choices(play.position, "germany")}
    assert {unit for name, unit in found if name == "manstein"} == {"big-army-group-center", "army-group-b"}, "no line to Poland"
    assert {name for name, _ in found} <= {"manstein", "rommel"}, "the others are in the Force Pool"
    assert commanders.choices(play.position, "afa") == []


@pytest.mark.section("9.5", "6.2")
def test_9_5_a_commanders_triangles_are_added_to_his_units(monkeypatch: pytest.MonkeyPatch) -> None:
    """No Commander of these tables has a white one: Manstein does here, beside his red one and the PARA's white one."""
    play = table("1st-para berlin@1")
    (key,) = keys(play, "1st-para")
    assert commanders.triangles(play.position, key, "land") == (1, 0)
    manstein = replace(commander_rows(TITLE)["manstein"], land_plus=2)
    monkeypatch.setattr(commanders, "of_unit", lambda position, key: manstein)
    assert commanders.triangles(play.position, key, "land") == (3, 1)


@pytest.mark.section("3.2")
@pytest.mark.parametrize(("ally", "taker"), [("germany", "turkey"), ("japan", "")])
def test_3_2_what_a_power_at_peace_holds_was_taken_by_an_ally_of_its_own(ally: str, taker: str) -> None:
    play = table(take={"caucasus-mountains": "germany"}, markers={"ally/turkey": ally, "war/turkey/ussr": "yes"})
    assert board.taken_by(play.position, "caucasus-mountains") == taker


# Ways


@pytest.mark.section("5.1")
def test_5_1_flights_cost_nothing_to_begin_with_one_for_land_and_two_for_a_sea() -> None:
    play = table("condors western-germany@1")
    (key,) = keys(play, "condors")
    reached = ways.flights(play.position, key, 3)
    assert [reached.get(area) for area in ("western-germany", "berlin", "poland", "north-sea", "london", "scotland", "norway")] == [
        0, 1, 2, 2, 2, 3, None,
    ]  # fmt: skip
    assert [ways.distances(TITLE, "western-germany")[area] for area in ("western-germany", "berlin", "north-sea", "norway")] == [0, 1, 2, 3]


@pytest.mark.section("4.1", "1.3")
def test_4_1_a_port_on_two_seas_is_one_haven_on_the_nearest_way() -> None:
    play = table("home-fleet western-approaches@1")
    (key,) = keys(play, "home-fleet")
    found = ways.havens(play.position, key, 3)
    assert [sea for area, sea in found if area == "london"] == ["western-approaches"]
    assert found["london", "western-approaches"] == ("western-approaches", "london")


@pytest.mark.section("1.3")
def test_1_3_land_units_come_ashore_on_an_island_two_sizes_together() -> None:
    play = table("home-guard london@1, polish-army london@1, 2nd-army london@2")
    fit = [
        ways.fit_ashore(play.position, keys(play, *names), "malta") for names in (("home-guard", "polish-army"), ("home-guard", "2nd-army"))
    ]
    assert fit == [True, False]


@pytest.mark.section("Scenario A. The Blitz of Western Europe", "1.7")
def test_4_2_ships_and_shores_are_in_play_alone() -> None:
    position = table(scenario="barbarossa").position
    beside = TITLE.neighbours["mediterranean-sea"]
    assert set(ways.shore(position, "mediterranean-sea")) == {
        area for area in beside if TITLE.areas[area].kind == "land" and board.is_in_play(position, area)
    }
    assert set(ways.shore(table().position, "baltic-sea")) >= {"berlin", "leningrad"} and "north-sea" not in ways.shore(
        table().position, "baltic-sea"
    )


@pytest.mark.section("1.7", "4.2")
def test_1_7_a_ship_out_of_supply_puts_to_sea_by_one_area() -> None:
    play = table("bb-fleet italian-east-africa@2, home-fleet north-sea@1")
    (key,) = keys(play, "bb-fleet")
    assert (ways.sea_range(play.position, key), ways.sea_range(play.position, key, to_sea=False)) == (1, 2)


@pytest.mark.section("1.5")
@pytest.mark.parametrize(
    ("units", "friendly"),
    [
        ("", True),
        ("europe-trs baltic-sea@1", True),
        ("home-fleet baltic-sea@1", False),
        ("condors baltic-sea@1, home-fleet baltic-sea@1", True),
        ("coastal-command baltic-sea@1", False),
        ("soviet-sub baltic-sea@1", True),  # at peace
    ],
)
def test_1_5_a_sea_area_is_friendly_unless_a_warship_or_aircraft_of_an_enemy_at_war_is_there_alone(units: str, friendly: bool) -> None:
    """The Convoy from Sweden is a unit of Germany's side as long as the Resources come."""
    told = {"markers": {"no-trade/sweden": "yes"}, "take": {"norway": "afa"}}
    assert supply.is_friendly_sea(table(units, **told).position, "germany", "baltic-sea") is friendly  # type: ignore[arg-type]
    assert supply.is_friendly_sea(table(units).position, "germany", "baltic-sea")


@pytest.mark.section("7.3")
def test_7_3_a_unit_removed_for_good_is_kept_as_such() -> None:
    play = table(phase="build")
    group = weapons.current_group(play.position, "germany")
    first = weapons.groups(play.position, "germany")[group][0].unit
    weapons.forgo(play, Forgo(first))
    assert FORGONE.read(play.state, first) == "yes" and at(play, first) == ""


@pytest.mark.section("7.3")
def test_7_3_units_are_added_from_the_current_group_alone() -> None:
    play = table(phase="build")
    here = [key.unit for key in weapons.groups(play.position, "germany")[weapons.current_group(play.position, "germany")]]
    (wrong,) = weapons.check_develop(play.position, AddUnit("home-guard"))
    assert (wrong.rule, wrong.expected) == ("develop/group", ", ".join(here)) and here
    assert weapons.allowed(play.position, "germany", 0) == 0, "no such Group"

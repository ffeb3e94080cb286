"""Sections 5 to 15: what cargo does not do, where a second factory, a dockyard, or a partner's own home counts."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.events import ControlChanged
from engine.families.axis_allies.orders import Battle, Buy, Declare, Move, Offload, Place, Retreat, Transfer
from engine.play import Play
from engine.rules import EndPhase
from engine.titles.global_war_1936 import placing
from engine.titles.global_war_1936.economy import income, supply
from engine.titles.global_war_1936.land import rails
from engine.titles.global_war_1936.orders import Advance, Assign, Build, Dock, Launch, Permit, Refit, Shell
from engine.titles.global_war_1936.vocabulary import SITE_DAMAGE, TRACK_DAMAGE, TRACKER
from tests.global_war_1936.positions import EARLY, TITLE, battle, play_from, problems, rolls, standing

CHANNEL, LINE = "sea-zone-25", "sea-zone-18"


@pytest.mark.section("8.4", "7.8")
def test_8_4_what_is_aboard_a_transport_fires_no_attrition_and_no_rockets() -> None:
    laden = "naval-transport [cargo=great-britain/advanced-artillery], advanced-artillery [aboard]"
    rocket = "naval-transport [cargo=great-britain/strategic-rocket], strategic-rocket [aboard]"
    stacks = {
        CHANNEL: f"great-britain: {laden}, {rocket}",
        "picardy": "great-britain: advanced-artillery, strategic-rocket",
        "normandy": "germany: 3 infantry, minor-factory",
    }
    held = {"normandy": "germany", "picardy": "great-britain"}
    techs = {"great-britain": "advanced-artillery strategic-rockets"}
    play = play_from(stacks, "great-britain", "conduct-combat", control=held, techs=techs)
    for area, shell, launch in (("picardy", [], []), (CHANNEL, ["shell/units"], ["rocket/units"])):
        assert problems(play, Shell("advanced-artillery", area, "normandy")) == shell, area
        assert problems(play, Shell("strategic-rocket", area, "normandy")) == shell, area
        assert problems(play, Launch(area, "normandy", "minor-factory")) == launch, area


@pytest.mark.section("11.1", "12.4")
def test_11_1_a_factory_beside_another_makes_nothing_in_the_turn_in_which_it_is_placed() -> None:
    stacks = {"london": "great-britain: minor-factory", "scotland": "great-britain: major-factory"}
    play = play_from(stacks, "great-britain", "production", money={"great-britain": 50}, standing={})
    play.submit(Build("minor-factory", "london"))
    play.submit(Buy("2 infantry"))
    while play.state.clock.phase != "place-units":
        play.submit(EndPhase())
    assert standing(play, "london") == "great-britain: 2 minor-factory"
    assert problems(play, Place("2 infantry", "london")) == ["place/limit"]
    assert problems(play, Place("infantry", "london")) == []
    later = play_from({"london": "great-britain: 2 minor-factory"}, "great-britain", "place-units", pool={"great-britain": "3 infantry"})
    assert problems(later, Place("2 infantry", "london")) == [], "in its next turn it does"
    assert problems(later, Place("3 infantry", "london")) == ["place/limit"]


@pytest.mark.section("8.8", "9.9")
@pytest.mark.parametrize(
    ("duty", "ships"), [("raid", ["bombardment/ships"]), ("mines", ["bombardment/ships"]), ("escort", ["bombardment/ships"]), ("", [])]
)
def test_8_8_who_raids_lays_mines_or_escorts_bombards_no_coast_in_this_turn(duty: str, ships: list[str]) -> None:
    landing = "naval-transport [cargo=germany/infantry+germany/infantry], 2 infantry [aboard]"
    stacks = {LINE: f"germany: 2 heavy-cruiser, {landing}", "scotland": "great-britain: 2 infantry"}
    play = play_from(stacks, "germany", "combat-move", dice=[6, 1] * (duty in ("raid", "mines")) + [12] * 40)
    if duty:
        play.submit(Assign("heavy-cruiser", LINE, duty))
    play.submit(Offload("2 infantry", f"{LINE} > scotland"))
    play.submit(EndPhase())
    assert problems(play, Battle("scotland", bombard="2 heavy-cruiser")) == ships
    assert problems(play, Battle("scotland", bombard="heavy-cruiser")) == [], "the other one does"
    play.submit(battle("scotland"))
    shots = [(unit, dice) for what, _, unit, _, dice in rolls(play) if what == "bombardment"]
    assert shots == [("heavy-cruiser", (12,) * (1 if duty else 2))], "only of those that have nothing else to do"


@pytest.mark.section("0.3")
def test_0_3_dropped_infantry_beside_artillery_has_one_bonus_and_the_artillery_helps_another() -> None:
    stacks = {
        "normandy": "germany: 3 infantry",
        "picardy": "great-britain: artillery, 2 infantry",
        "london": "great-britain: 2 air-transport, 2 airborne",
    }
    held = {"normandy": "germany", "picardy": "great-britain"}
    for infantry, numbers in ((0, [("airborne", 3, 2)]), (2, [("infantry", 3, 1), ("infantry", 2, 1), ("airborne", 3, 2)])):
        play = play_from(stacks, "great-britain", "combat-move", control=held, dice=[12] * 60)
        play.submit(Move("2 air-transport, 2 airborne", f"london > {CHANNEL} > normandy", drop=True))
        play.submit(Move(f"artillery, {infantry} infantry" if infantry else "artillery", "picardy > normandy"))
        play.submit(EndPhase())
        play.submit(battle("normandy"))
        shots = [(unit, number, len(dice)) for what, power, unit, number, dice in rolls(play) if (what, power) == ("fire", "great-britain")]
        assert shots[: len(numbers)] == numbers, infantry


@pytest.mark.section("0.9", "5.2")
def test_0_9_captured_land_raises_the_income_of_peacetime_until_war_may_be_declared() -> None:
    others = ("germany", "japan", "great-britain", "france", "italy", "united-states", "turkey")
    peace = {(other, "soviet-union"): "peace" for other in others}
    for held, missing, wrong in (
        ({"romania": "soviet-union", "istanbul": "soviet-union"}, 4, []),
        ({"romania": "soviet-union", "istanbul": "soviet-union"}, 5, ["war/income"]),
        ({}, 1, ["war/income"]),
        ({"leningrad": "germany"}, 0, []),
    ):
        play = play_from({}, "soviet-union", "production", control=held, relations=peace)
        TRACKER.emit(play, str(income.full_value(play.position, "soviet-union") - missing), "soviet-union")
        assert problems(play, Declare("turkey")) == wrong, (held, missing)


@pytest.mark.section("1.15", "0.9")
def test_1_15_captured_land_counts_for_the_income_that_closes_the_panama_canal() -> None:
    peace = {("united-states", other): "peace" for other in ("germany", "italy", "japan", "soviet-union")}
    for held, wrong in (({"mexico": "united-states"}, []), ({}, ["permit/income"])):
        play = play_from({}, "united-states", "combat-move", control=held, relations=peace)
        TRACKER.emit(play, "14", "united-states")
        assert problems(play, Permit("panama-canal", "japan", closed=True)) == wrong, held


@pytest.mark.section("11.1", "2.3")
@pytest.mark.parametrize(
    ("account", "area", "factory"), [("anzac", "sydney", "victoria"), ("fec", "calcutta", "bengal"), ("great-britain", "london", "london")]
)
def test_11_1_partners_place_capital_ships_where_a_major_factory_of_their_own_home_is(account: str, area: str, factory: str) -> None:
    zone = next(near for near in TITLE.neighbours[area] if near.startswith("sea"))
    for works, wrong in (("major-factory", []), ("medium-factory", ["place/limit"])):
        stacks = {area: "great-britain: major-shipyard"}
        stacks[factory] = f"{stacks[factory]}, {works}" if factory in stacks else f"great-britain: {works}"
        play = play_from(stacks, "great-britain", "place-units", pool={"great-britain": "battleship", account: "battleship"})
        assert problems(play, Place("battleship", zone)) == wrong, works


@pytest.mark.section("11.2", "2.3")
def test_11_2_partners_upgrade_with_a_supply_path_from_a_factory_of_their_own_home() -> None:
    money = dict.fromkeys(("fec", "anzac", "great-britain"), 20)
    for area, factory, wrong in (
        ("bengal", "calcutta", []),
        ("queensland", "sydney", []),
        ("bengal", "", ["refit/supply"]),
        ("southern-england", "calcutta", ["refit/supply"]),
    ):
        stacks = {area: "great-britain: militia"} | ({factory: "great-britain: minor-factory"} if factory else {})
        play = play_from(stacks, "great-britain", "place-units", money=money)
        assert problems(play, Refit("militia", area)) == wrong, (area, factory)


@pytest.mark.section("7.4", "12.6")
@pytest.mark.parametrize(
    ("yards", "repairs", "ships"),
    [
        ("minor-shipyard, minor-dockyard", 2, {0: 1, 1: 1, 2: 0}),
        ("minor-shipyard", 1, {0: 1, 1: 0}),
        ("minor-dockyard", 1, {0: 0, 1: 0}),
        ("minor-shipyard, major-dockyard", 6, {5: 1, 6: 0}),
    ],
)
def test_7_4_a_dockyard_repairs_beside_the_slipways_of_a_shipyard(yards: str, repairs: int, ships: dict[int, int]) -> None:
    for hits, built in ships.items():
        stacks = {"gibraltar": f"great-britain: minor-factory, {yards}", "sea-zone-32": "great-britain: 9 battleship~1"}
        play = play_from(stacks, "great-britain", "production", money={"great-britain": 20})
        assert problems(play, Dock("battleship", "sea-zone-32", "gibraltar", repairs)) == []
        assert problems(play, Dock("battleship", "sea-zone-32", "gibraltar", repairs + 1)) == ["repair/places"]
        if hits:
            play.submit(Dock("battleship", "sea-zone-32", "gibraltar", hits))
        destroyer = play.position.title.units["destroyer"]
        assert placing.slips(play.position, "gibraltar", destroyer) == built, hits


@pytest.mark.section("15.8")
def test_15_8_a_capital_ship_is_launched_at_the_shipyard_where_it_was_begun() -> None:
    stacks = {"london": "great-britain: major-shipyard, major-factory", "liverpool": "great-britain: major-shipyard"}
    nearly = {("game", "chart/great-britain/battleship/liverpool//2"): "1"}

    def finished() -> Play:
        play = play_from(
            stacks, "great-britain", "production", money={"great-britain": 99}, options={"ships-begun": "shipyard"}, markers=nearly
        )
        play.submit(Advance("battleship", 2, 1, "liverpool"))
        while play.state.clock.phase != "place-units":
            play.submit(EndPhase())
        return play

    play = finished()
    assert problems(play, Place("battleship", CHANNEL)) == ["place/limit"], "London lies there"
    assert problems(play, Place("battleship", "sea-zone-19")) == []
    play.submit(Place("battleship", "sea-zone-19"))
    assert play.state.pool == {} and not any("ready" in key for _, key in play.state.markers)
    lost = finished()
    lost.emit(ControlChanged("liverpool", "great-britain", "germany", "captured"))
    assert problems(lost, Place("battleship", CHANNEL)) == [], "nothing keeps it there any more"


@pytest.mark.section("10.4")
def test_10_4_a_player_sends_as_many_units_by_rail_with_the_minor_powers_that_it_controls_as_alone() -> None:
    spain = dict.fromkeys(("madrid", "andalusia", "valencia"), "nationalist-spain")
    play = EARLY.play_from(
        {"berlin": "germany: 6 infantry", "madrid": "nationalist-spain: 6 infantry"},
        "germany",
        "noncombat-move",
        control=spain,
        markers={("game", "controlled|nationalist-spain"): "germany", ("game", "controlled|republican-spain"): "soviet-union"},
        relations={("nationalist-spain", "republican-spain"): "war"},
        dice=[12] * 30,
    )
    play.submit(Transfer("3 infantry", "berlin", "saxony"))
    while (play.state.clock.power, play.state.clock.phase) != ("nationalist-spain", "noncombat-move"):
        play.submit(EndPhase())
    assert problems(play, Transfer("2 infantry", "madrid", "andalusia")) == ["rail/capacity"]
    play.submit(Transfer("infantry", "madrid", "andalusia"))
    assert rails.left(play.position, "rail-europe") == 0
    while play.state.clock.power == "nationalist-spain":
        play.submit(EndPhase())
    assert rails.left(play.position, "rail-europe") == 4, "the next player has trains of its own"


@pytest.mark.section("7.8", "7.3", "12.10")
def test_7_8_rockets_are_fired_at_railways_and_building_sites_as_bombs_are() -> None:
    track = Launch("western-germany", "alsace-lorraine", "railroad", 1, "paris")
    site = Launch("western-germany", "alsace-lorraine", "air-base", 1)
    far = Launch("warsaw", "alsace-lorraine", "railroad", 1, "paris")

    def firing(bombed: str, held: str = "france") -> Play:
        return play_from(
            {
                "western-germany": "germany: 3 strategic-rocket",
                "warsaw": "germany: strategic-rocket",
                "alsace-lorraine": f"{held}: infantry",
            },
            "germany",
            "conduct-combat",
            dice=[3, 4],
            control={"alsace-lorraine": held},
            options={"site-bombing": bombed},
            markers={("game", f"chart/{held}/air-base/alsace-lorraine//1"): "1"},
        )

    play = firing("on")
    assert problems(play, far) == ["rocket/range"]
    assert problems(play, Launch("western-germany", "alsace-lorraine", "railroad", 4, "paris")) == ["rocket/units"]
    assert problems(play, track) == [] == problems(play, site)
    play.submit(track)
    play.submit(site)
    assert not supply.has_track(play.position, "alsace-lorraine", "paris")
    assert SITE_DAMAGE.number(play.state, "alsace-lorraine", "air-base", "") == 4
    assert problems(firing("off"), site) == ["wreck/option"] and problems(firing("off"), track) == []
    assert problems(firing("on", "germany"), track) == ["wreck/target"]


@pytest.mark.section("7.8", "9.13")
def test_7_8_convoys_with_asw_fire_at_submarines_that_lay_mines_and_escorts_do_not() -> None:
    def raided(units: str, dice: list[int], techs: str = "advanced-asw") -> tuple[str, list[int]]:
        stacks = {LINE: f"germany: {units}; great-britain: destroyer [escort:{LINE}!]"}
        play = play_from(stacks, "germany", "combat-move", dice=dice, techs={"great-britain": techs})
        play.submit(EndPhase())
        return standing(play, LINE).split("; great-britain")[0], play.dice.left

    mines, raid = "submarine [convoy-mines moved]", "submarine [convoy-raid moved]"
    assert raided(mines, [1, 6, 2]) == ("great-britain: destroyer [escort:sea-zone-18!]", []), "one die of the convoys, at 2"
    assert raided(mines, [1, 6, 3])[0].startswith("germany: submarine")
    assert raided(mines, [1, 6], "")[0].startswith("germany: submarine"), "nobody fires without it"
    assert raided("heavy-cruiser [convoy-mines moved]", [1, 6])[0].startswith("germany: heavy-cruiser")
    left, dice = raided(f"{mines}, {raid}", [1, 6, 1, 6, 1, 12, 12])
    assert (left, dice) == ("germany: submarine [convoy-mines fought moved]", []), "the escort hits who raids, not who lays mines"


@pytest.mark.section("1.15", "1.12")
def test_1_15_the_great_lakes_join_as_a_river_does_and_hamper_no_attack() -> None:
    lakes = ("new-york", "chicago", "ontario", "quebec")
    pairs = [pair for pair in combinations(lakes, 2) if pair[1] in TITLE.neighbours[pair[0]]]
    for rivers, joined in (("on", True), ("off", False)):
        play = play_from({"chicago": "united-states: infantry"}, "united-states", "noncombat-move", options={"rivers": rivers})
        for pair in (*pairs, ("ontario", "prairie-provinces"), ("washington-dc", "chicago")):
            TRACK_DAMAGE.emit(play, "1", *sorted(pair))
        assert [supply.has_track(play.position, *pair) for pair in pairs] == [joined] * 5, rivers
        assert not supply.has_track(play.position, "ontario", "prairie-provinces")
    stacks = {"ontario": "germany: infantry", "chicago": "united-states: infantry"}
    play = play_from(stacks, "united-states", "combat-move", dice=[12] * 20, control={"ontario": "germany"})
    play.submit(Move("infantry", "chicago > ontario"))
    play.submit(EndPhase())
    play.submit(battle("ontario"))
    assert ("fire", "united-states", "infantry", TITLE.units["infantry"].attack, (12,)) in rolls(play)


@pytest.mark.section("12.2", "9.4")
def test_12_2_militia_that_retreat_stay_in_their_home_country_while_others_leave_it() -> None:
    stacks = {"saxony": "france: 5 infantry", "berlin": "germany: 2 militia", "bohemia": "germany: 2 infantry"}
    play = play_from(stacks, "germany", "combat-move", control={"saxony": "france", "bohemia": "germany"}, dice=[12] * 40)
    play.submit(Move("2 militia", "berlin > saxony"))
    play.submit(Move("2 infantry", "bohemia > saxony"))
    play.submit(EndPhase())
    play.submit(battle("saxony"))
    assert problems(play, Retreat("berlin", "2 militia > bohemia")) == ["move/militia"]
    assert problems(play, Retreat("berlin", "2 infantry > bohemia")) == problems(play, Retreat("bohemia", "militia > berlin")) == []
    play.submit(Retreat("bohemia"))
    assert "2 infantry" in standing(play, "bohemia") and "militia" not in standing(play, "bohemia")
    assert "2 militia" in standing(play, "berlin"), "they go where they may"

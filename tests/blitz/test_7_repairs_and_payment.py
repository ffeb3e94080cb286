"""7.6, 7.8, E, 6.3: who is told of repairs and raids, what pays for a build, what borrowed Resources leave, whose Convoys fight."""

from __future__ import annotations

from typing import Any

import pytest

from engine import events as ev
from engine.forces import parse_units
from engine.titles.blitz.combat import battles, factors, results
from engine.titles.blitz.orders import Build
from engine.titles.blitz.position import board, changes, supply, ways
from engine.titles.blitz.scenarios import specials
from engine.titles.blitz.turn_end import purses, turn_end, victory
from engine.titles.blitz.vocabulary import BORROWED, SPENT
from tests.blitz.table import TITLE, broken, do, keys, table

AT_WAR = ["germany usa", "japan usa", "japan afa"]


@pytest.mark.section("7.6")
def test_7_6_repairs_are_told_of_whose_the_convoy_or_the_factory_is() -> None:
    play = table(phase="turn-end")
    hurt = {
        ("east-china-sea", "convoy-japan"): "japan",
        ("usa-east-coast", "convoy-usa"): "usa",
        ("north-sea", "convoy-great-britain"): "afa",
        ("berlin", "factory"): "germany",
    }
    for (area, facility), power in hurt.items():
        play.emit(ev.FacilityChanged(area, facility, power, "damaged", 1, 1))
    done = len(play.events)
    turn_end._repair(play)
    told = {(event.area, event.facility): event for event in play.events[done:] if isinstance(event, ev.FacilityChanged)}
    assert {where: event.power for where, event in told.items()} == hurt
    assert {(event.change, event.delta, event.damage) for event in told.values()} == {("repaired", -1, 0)}


@pytest.mark.section("7.6")
@pytest.mark.parametrize(
    ("units", "raider"),
    [("u-boat-i north-atlantic@1", "germany"), ("", ""), ("atlantic-fleet north-atlantic@1, u-boat-i north-atlantic@1", "germany")],
)
def test_7_6_what_a_convoy_lost_is_told_of_the_enemy_that_is_there(units: str, raider: str) -> None:
    play = table(units, phase="turn-end")
    play.emit(ev.FacilityChanged("north-atlantic", "convoy-canada", "afa", "damaged", 1, 1))
    turn_end.collect(play, "afa")
    (raid,) = [event for event in play.events if isinstance(event, ev.ConvoyRaided)]
    assert (raid.area, raid.victim, raid.raider, raid.loss, raid.cap) == ("north-atlantic", "afa", raider, 1, 1)
    assert turn_end.raided(play.position, "afa") == 1 and turn_end.raided(play.position, "usa") == 0


@pytest.mark.section("7.8")
@pytest.mark.parametrize(
    ("stores", "oil", "rules"),
    [
        ((2, 0), 0, []),
        ((1, 1), 0, []),
        ((1, 1), 1, []),
        ((1, 1), 2, ["build/price"]),
        ((2, 1), 2, ["build/price"]),
        ((0, 2), 0, []),
        ((1, 0), 0, ["build/price"]),
        ((5, 5), 2, []),
        ((5, 5), 3, ["build/price"]),
    ],
)
def test_7_8_two_sizes_are_paid_with_what_there_is_and_no_more_oil_than_they_cost(
    stores: tuple[int, int], oil: int, rules: list[str]
) -> None:
    play = table("18th-army germany-pool@2", phase="build", stores={"germany": stores})
    order = Build("18th-army", "berlin", 2, oil=oil)
    assert broken(play, order) == rules
    if not rules:
        do(play, order)
        used = max(oil, 2 - stores[0])
        left = tuple(changes.store(play, "germany", name) for name in ("resources", "oil"))
        assert left == (stores[0] - (2 - used), stores[1] - used)


@pytest.mark.section("7.7", "7.8")
@pytest.mark.parametrize(("box", "rules"), [(0, ["build/china"]), (1, [])])
def test_7_7_chinese_units_are_built_within_the_limit_of_a_neutral_usa(box: int, rules: list[str]) -> None:
    play = table("nationalist-army chungking@1", phase="build", power="usa", stores={"usa": (5, 5)}, markers={"entry/usa": box})
    assert purses.china_purse(play.position) == 1 and broken(play, Build("nationalist-army")) == rules
    none = table("nationalist-army canton@1", phase="build", power="usa", stores={"usa": (5, 5)}, at_war=AT_WAR)
    assert broken(none, Build("nationalist-army")) == ["build/china"]


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
@pytest.mark.parametrize(("spent", "has", "left"), [(0, 5, 2), (2, 5, 4), (3, 5, 5), (4, 5, 5), (0, 2, 0), (1, 1, 0)])
def test_e_what_was_borrowed_and_is_not_spent_is_lost(spent: int, has: int, left: int) -> None:
    """Three Resources are for the current turn alone."""
    play = table(scenario="rising-sun", phase="build", power="afa", turn=2, stores={"afa": (has, 0)})
    BORROWED.set(play, f"{board.game_turn(play.position)} 3", "afa")
    SPENT.set(play, spent)
    specials.return_borrowed(play, "afa")
    assert changes.store(play, "afa", "resources") == left
    before = changes.store(play, "afa", "resources")
    BORROWED.set(play, f"{board.game_turn(play.position) - 1} 3", "afa")
    specials.return_borrowed(play, "afa")
    assert changes.store(play, "afa", "resources") == before


@pytest.mark.section("6.3", "4.4")
@pytest.mark.parametrize(
    ("units", "sea", "side", "fights"),
    [
        ("u-boat-i north-atlantic@1, atlantic-fleet north-atlantic@2", "north-atlantic", "allies", {"canada"}),
        ("u-boat-i usa-east-coast@1, home-fleet usa-east-coast@2", "usa-east-coast", "allies", set()),
        ("12th-fleet east-china-sea@2, 1st-battle-fleet east-china-sea@2", "east-china-sea", "axis", {"japan"}),
        ("soviet-sub east-china-sea@1, 1st-battle-fleet east-china-sea@2", "east-china-sea", "axis", set()),
    ],
)
def test_6_3_a_convoy_is_in_a_combat_with_an_enemy_of_its_power(units: str, sea: str, side: str, fights: set[str]) -> None:
    wars = [] if "usa-east" in sea else AT_WAR
    play = table(units, phase="sea-combat", power="germany" if side == "allies" else "usa", at_war=wars)
    assert battles.convoys_here(play.position, side) == [], "no battle is open"
    battles.KIND.set(play, "sea")
    battles.PLACE.set(play, sea)
    battles.UNITS.set(play, ",".join(item.split()[0] for item in units.split(", ")))
    assert {row.convoy for row in battles.convoys_here(play.position, side)} == fights
    assert battles.convoys_here(play.position, battles.OTHER[side]) == []


@pytest.mark.section("6.5")
@pytest.mark.parametrize(("round_", "power"), [("naval", "afa"), ("air", "usa"), ("land", "afa")])
def test_6_5_the_power_with_the_most_factors_of_the_round_chooses_for_its_side(round_: str, power: str) -> None:
    """The Home Fleet has five more Naval Factors than the 12th Fleet has, and no Air Factors."""
    play = table("big-home-fleet north-sea@4, 12th-fleet north-sea@2, u-boat-i north-sea@1", phase="sea-combat", at_war=AT_WAR)
    battles.begin(play, "sea", "north-sea")
    assert battles.chooser(play.position, "allies", round_, "usa") == power
    assert battles.chooser(play.position, "axis", round_, "japan") == "germany"


@pytest.mark.section("6.3")
@pytest.mark.parametrize(
    ("units", "fires"),
    [
        ("europe-trs east-china-sea@2", False),
        ("arctic-ocean-ll east-china-sea@2", False),
        ("europe-trs east-china-sea@2, arctic-ocean-ll east-china-sea@1", False),
        ("europe-trs east-china-sea@2, home-fleet east-china-sea@1", True),
        ("coastal-command east-china-sea@1", True),
        ("force-h east-china-sea@1, arctic-ocean-ll east-china-sea@1", True),
    ],
)
def test_6_3_transports_and_lend_lease_alone_do_not_fire_whatever_the_enemys_convoy_adds(units: str, fires: bool) -> None:
    play = table(f"{units}, 1st-battle-fleet east-china-sea@2", at_war=AT_WAR)
    own = keys(play, *(item.split()[0] for item in units.split(", ")))
    convoy = supply.convoys_in(play.position)["japan"]
    fire = factors.naval_fire(play.position, own, keys(play, "1st-battle-fleet"), "east-china-sea", convoys=[convoy])
    assert (fire.factors > 0) is fires


@pytest.mark.section("6.5")
def test_6_5_a_battle_is_told_with_its_units_powers_and_sizes() -> None:
    """What a TRS carries is at stake with it, though it does not fight."""
    units = "europe-trs north-sea@1 [cargo=afa/home-guard], home-guard north-sea@1 [aboard], home-fleet north-sea@2, u-boat-i north-sea@1"
    play = table(units, phase="sea-combat")
    battles.begin(play, "sea", "north-sea")
    (told,) = [event for event in play.events if isinstance(event, ev.BattleStarted)]
    assert (told.battle, told.kind, told.area, told.attacker, told.defender) == (1, "sea", "north-sea", "germany", "afa")
    assert [(item.unit, item.count) for text in (told.attackers, told.defenders) for item in parse_units(text)] == [
        ("u-boat-i", 1),
        ("europe-trs", 1),
        ("home-fleet", 1),
    ]
    assert battles.SIDES.read(play.state) == "germany afa 1 4"


@pytest.mark.section("6.5")
def test_6_5_who_led_a_side_that_is_gone_still_chooses_for_it() -> None:
    play = table("home-fleet north-sea@1, u-boat-i north-sea@1", phase="sea-combat", at_war=AT_WAR)
    battles.begin(play, "sea", "north-sea")
    for unit in ("home-fleet", "u-boat-i"):
        changes.destroy(play, keys(play, unit)[0])
    assert battles.chooser(play.position, "allies", "naval", "usa") == "afa"
    assert battles.chooser(play.position, "axis", "naval", "japan") == "germany"


@pytest.mark.section("6.5")
def test_6_5_the_cheapest_is_lost_first_by_default() -> None:
    """By the best of its Factors, whichever they are, then by its Size."""
    units = "army-group-center berlin@2, 1st-para berlin@1, luftwaffe berlin@2, flak berlin@1, ju-88s berlin@1, high-seas-fleet berlin@2"
    play = table(units)
    names = ["army-group-center", "luftwaffe", "ju-88s", "1st-para"]
    assert results.weakest(play.position, names) == "1st-para" and results.weakest(play.position, names, best=True) == "army-group-center"
    assert results.weakest(play.position, ["flak", "1st-para"]) == "1st-para"
    assert results.weakest(play.position, ["high-seas-fleet", "luftwaffe", "army-group-center"]) == "luftwaffe"


@pytest.mark.section("1.2")
@pytest.mark.parametrize(
    ("unit", "size", "factor", "value"),
    [
        ("army-group-center", 1, "land", 3),
        ("army-group-center", 2, "land", 5),
        ("big-army-group-center", 3, "land", 7),
        ("big-army-group-center", 4, "land", 9),
        ("luftwaffe", 2, "air", 3),
        ("luftwaffe", 2, "naval", 0),
        ("baltic-trs", 1, "naval", 0),
    ],
)
def test_1_2_a_counter_has_the_factors_of_the_side_that_is_up(unit: str, size: int, factor: str, value: int) -> None:
    play = table(f"{unit} berlin@{size}")
    assert board.printed(TITLE, keys(play, unit)[0], factor) == value


@pytest.mark.section("5.1")
@pytest.mark.parametrize(
    ("foe", "armed"),
    [("europe-trs north-sea@2", False), ("arctic-ocean-ll north-sea@2", False), ("home-fleet north-sea@1", True),
     ("north-atlantic-fleet north-sea@1", True), ("bomber-command north-sea@1", True), ("12th-fleet north-sea@1", False), ("", False)],
)  # fmt: skip
def test_5_1_a_rebase_avoids_enemies_with_air_or_naval_factors(foe: str, armed: bool) -> None:
    """Not transports, nor who is at peace with the ship."""
    play = table(f"high-seas-fleet western-germany@2, {foe}" if foe else "high-seas-fleet western-germany@2")
    assert ways.armed_enemies(play.position, keys(play, "high-seas-fleet")[0], "north-sea") is armed


@pytest.mark.section("4.2")
@pytest.mark.parametrize(
    ("lands", "one", "two", "side", "open_"),
    [
        ({}, "bay-of-bengal", "south-china-sea", "allies", True),
        ({"singapore": "japan", "south-east-asia": "afa"}, "bay-of-bengal", "south-china-sea", "allies", True),
        ({"singapore": "japan", "south-east-asia": "japan"}, "bay-of-bengal", "south-china-sea", "allies", False),
        ({"singapore": "japan"}, "bay-of-bengal", "south-china-sea", "axis", True),
        ({}, "western-approaches", "mediterranean-sea", "axis", False),
        ({"gibraltar": "germany"}, "western-approaches", "mediterranean-sea", "axis", True),
        ({}, "north-sea", "western-approaches", "axis", True),
        ({}, "north-sea", "mediterranean-sea", "allies", False),
    ],
)
def test_4_2_who_holds_the_narrows_passes_them(lands: dict[str, str], one: str, two: str, side: str, open_: bool) -> None:
    play = table(take=lands)
    assert supply.is_open(play.position, side, one, two) is supply.is_open(play.position, side, two, one) is open_


@pytest.mark.section("9.1", "8. Victory and Game End")
@pytest.mark.parametrize(
    ("players", "averages"),
    [
        ({"germany": "a", "japan": "a", "afa": "b", "usa": "b", "ussr": "b"}, {("a", "axis"): 5.0, ("b", "allies"): 4.0}),
        ({"germany": "a", "japan": "b", "afa": "c", "usa": "c", "ussr": "d"},
         {("a", "axis"): 4.0, ("b", "axis"): 6.0, ("c", "allies"): 3.0, ("d", "allies"): 6.0}),
    ],
)  # fmt: skip
def test_8_a_player_has_the_average_of_the_powers_that_it_runs(players: dict[str, str], averages: dict[tuple[str, str], float]) -> None:
    told: dict[str, Any] = {"points": {"germany": 4, "japan": 6, "afa": 1, "usa": 5, "ussr": 6}, "players": players}
    assert victory.averages(table(**told).position) == averages

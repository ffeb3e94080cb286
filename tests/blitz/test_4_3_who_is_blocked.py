"""4.3, 4.4, 2.2: the die for a blocked ship, whom a Blitz brings into a combat at sea, and who is asked whether there is one."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.odds.battle import Forces
from engine.odds.composed import NoBattle
from engine.rules import EndPhase
from engine.titles.blitz.orders import Engage, PutToSea, ReturnToBase
from engine.titles.blitz.position import board
from engine.titles.blitz.sampled_odds import _at_sea, _on_land, sampled
from engine.titles.blitz.sea import sea
from tests.blitz.table import TITLE, at, broken, do, keys, settle, table

WAY = PutToSea("high-seas-fleet", "western-germany > north-sea > western-approaches")


@pytest.mark.section("4.3")
@pytest.mark.parametrize(
    ("enemies", "value"),
    [
        ("coastal-command north-sea@1", 2),
        ("british-sub north-sea@1", 1),
        ("home-fleet north-sea@1, north-sea-fleet north-sea@2", 4),
        ("big-home-fleet north-sea@4, coastal-command north-sea@1", 5),
        ("big-home-fleet north-sea@4, north-sea-fleet north-sea@2, coastal-command north-sea@1", 7),
    ],
)
@pytest.mark.parametrize("die", range(1, 7))
def test_4_3_a_die_above_the_blockade_value_leads_on(enemies: str, value: int, die: int) -> None:
    """The die that is told says how many of its faces do."""
    play = do(table(f"high-seas-fleet western-germany@2, {enemies}", phase="sea", dice=[die]), WAY)
    (rolled,) = [event for event in play.events if isinstance(event, ev.DiceRolled) and event.purpose == "blockade"]
    assert rolled.target == max(6 - value, 0)
    assert at(play, "high-seas-fleet") == ("western-approaches@2" if die > value else "north-sea@2")


@pytest.mark.section("4.3")
@pytest.mark.parametrize(
    "units",
    [
        "high-seas-fleet western-germany@2, europe-trs north-sea@2",
        "high-seas-fleet western-germany@2, 12th-fleet north-sea@2",
        "high-seas-fleet western-germany@2, home-fleet western-approaches@2",
        "high-seas-fleet western-germany@2, u-boat-ii north-sea@2",
    ],
)
def test_4_3_no_die_is_rolled_for_transports_powers_at_peace_friends_and_where_the_move_ends(units: str) -> None:
    assert at(do(table(units, phase="sea"), WAY), "high-seas-fleet") == "western-approaches@2"


@pytest.mark.section("4.3")
def test_4_3_subs_aircraft_and_who_returns_to_base_are_never_blocked() -> None:
    foes = "home-fleet north-sea@2, north-atlantic-fleet north-sea@2"
    play = table(f"u-boat-i western-germany@2, condors western-germany@1, {foes}", phase="sea")
    do(play, PutToSea("u-boat-i", "western-germany > north-sea > western-approaches"))
    do(play, PutToSea("condors", "western-germany > north-sea"))
    assert (at(play, "u-boat-i"), at(play, "condors")) == ("western-approaches@2", "north-sea@1")
    home = table(f"high-seas-fleet north-sea@2, {foes}", phase="return")
    assert at(do(home, ReturnToBase("high-seas-fleet", "western-germany")), "high-seas-fleet") == "western-germany@2"


@pytest.mark.section("4.2")
def test_4_2_a_way_to_a_port_that_no_sea_leads_to_is_refused() -> None:
    play = table("high-seas-fleet western-germany@2, home-fleet london@2", phase="sea")
    assert broken(play, PutToSea("high-seas-fleet", "western-germany > rome")) == ["sail/way"]
    assert broken(play, PutToSea("high-seas-fleet", "western-germany > mediterranean-sea")) == ["sail/way"]
    assert broken(play, PutToSea("high-seas-fleet", "western-germany > berlin")) == []


@pytest.mark.section("4.1", "4.2")
def test_4_1_orders_name_units_on_the_map_and_paths_from_where_they_are() -> None:
    assert broken(table(phase="return"), ReturnToBase("high-seas-fleet", "berlin")) == ["missing"]
    play = table("high-seas-fleet western-germany@2", phase="sea")
    assert broken(play, PutToSea("u-boat-ii", "western-germany > north-sea")) == ["missing"]
    assert broken(play, PutToSea("high-seas-fleet", "berlin > north-sea")) == ["path"]
    assert broken(play, PutToSea("high-seas-fleet", "western-germany")) == ["path"]


@pytest.mark.section("4.1", "1.7")
def test_4_1_only_units_at_sea_return_by_themselves_however_their_base_is_supplied() -> None:
    """The Italian aircraft cut Malta off: who is there stays as it is."""
    play = table("royal-air-force malta@1, canadian-navy malta@1, regia-aeronautica mediterranean-sea@2", phase="return", power="afa")
    before = play.state.stacks.copy()
    play.rules.by_slug["return"].open(play)
    assert play.pending is None and play.state.stacks == before


BLITZES = ["air", "land", "naval", "total", "free"]


@pytest.mark.section("2.2", "4.4")
@pytest.mark.parametrize("convoys", ["wait", "fight"])
@pytest.mark.parametrize("kind", BLITZES)
@pytest.mark.parametrize(
    ("units", "bring"),
    [
        # The Convoy of the AFA is in the North Atlantic, alone with a U-boat.
        ("u-boat-i north-atlantic@2", {"fight": {"naval", "total"}}),
        # Ships and aircraft that a power has at sea fight in the Blitzes that act with them.
        ("u-boat-i arctic-ocean@2, home-fleet arctic-ocean@2", {"wait": {"naval", "total"}, "fight": {"naval", "total"}}),
        ("u-boat-i arctic-ocean@2, coastal-command arctic-ocean@1", {key: {"air", "naval", "total"} for key in ("wait", "fight")}),
        # Nothing is at sea that could fight.
        ("home-fleet arctic-ocean@2", {}),
        ("u-boat-i arctic-ocean@2", {}),
        ("europe-trs arctic-ocean@2, baltic-trs arctic-ocean@1", {}),
    ],
)
def test_2_2_which_blitz_of_the_afa_brings_about_a_combat(units: str, bring: dict[str, set[str]], kind: str, convoys: str) -> None:
    play = table(units, phase="sea-combat", power="afa", blitzing={"afa": kind}, options={"convoy-blitzes": convoys})
    assert bool(sea.due(play.position)) is (kind in bring.get(convoys, set()))


@pytest.mark.section("4.4")
def test_4_4_a_sea_area_is_fought_over_once_a_phase_and_all_that_are_due_are_owed() -> None:
    units = "u-boat-i arctic-ocean@2, home-fleet arctic-ocean@2, u-boat-ii north-sea@2, north-sea-fleet north-sea@2"
    play = table(units, phase="sea-combat", power="afa", dice=[1] * 9)
    assert set(sea.due(play.position)) == {"arctic-ocean", "north-sea"}
    assert {order.area for order in sea.SeaCombat().owed(play.position) if isinstance(order, Engage)} == {"arctic-ocean", "north-sea"}
    assert broken(play, EndPhase()) == ["engage/due"]
    settle(do(play, Engage("north-sea")))
    assert sea.due(play.position) == ["arctic-ocean"] and broken(play, Engage("north-sea")) == ["engage/area"]


@pytest.mark.section("2.2")
@pytest.mark.parametrize(
    ("foes", "asked"),
    [
        ("home-fleet arctic-ocean@2, 12th-fleet arctic-ocean@1", "afa"),
        ("home-fleet arctic-ocean@1, 8th-fleet arctic-ocean@2", "usa"),
        ("europe-trs arctic-ocean@2, 12th-fleet arctic-ocean@1", "usa"),
    ],
)
def test_2_2_the_power_with_the_most_naval_factors_says_whether_its_side_wishes_the_combat(foes: str, asked: str) -> None:
    play = table(f"u-boat-i arctic-ocean@2, {foes}", phase="sea-combat", blitzing={"germany": "free"}, at_war=["germany usa"])
    play.emit(ev.MarkerSet("turn", "arrived", "arctic-ocean"))
    do(play, Engage("arctic-ocean"))
    assert play.pending is not None and (play.pending.what, play.pending.power) == ("wish", asked)


# Odds at sea, and of what is fought overland


@pytest.mark.section("6.3")
def test_6_3_odds_of_two_fleets_are_those_of_a_combat_in_their_sea_area() -> None:
    fleets = Forces({("big-high-seas-fleet", "germany"): 1}, {("canadian-navy", "afa"): 1}, at_sea=True)
    strong = sampled(TITLE, fleets, "arctic-ocean", games=30, seed=1)
    weak = sampled(TITLE, Forces(fleets.defenders, fleets.attackers, at_sea=True), games=30, seed=1)
    assert strong.defender_lost > strong.attacker_lost and weak.attacker_lost > weak.defender_lost


@pytest.mark.section("6.3")
@pytest.mark.parametrize("area", ["", "arctic-ocean"])
def test_6_3_the_fleets_meet_where_no_convoy_sails_unless_a_sea_area_is_named(area: str) -> None:
    play = table(at_war=["germany ussr"])
    order = _at_sea(play, area, {"high-seas-fleet": "germany"}, {"home-fleet": "afa"})
    assert isinstance(order, Engage) and broken(play, order) == []
    assert not {row.area for row in sea.convoys_of(play.position, "allies", order.area)} and order.area == (area or order.area)
    one, two = keys(play, "high-seas-fleet", "home-fleet")
    assert (one.area, one.power, one.strength) == (order.area, "germany", 2) and (two.area, two.power) == (order.area, "afa")


@pytest.mark.section("6.2")
def test_6_2_the_attack_of_the_odds_is_announced_with_the_aircraft_of_both_sides() -> None:
    play = table()
    attack, defend = {"army-group-b": "germany", "luftwaffe": "germany"}, {"home-guard": "afa", "royal-air-force": "afa"}
    order = _on_land(play, "paris", attack, defend)
    assert broken(play, order) == [] and board.holder(play.position, "paris") == "afa"
    committed = {key.unit for key in board.on_map(play.position) if board.has(key, "ground")}
    assert committed == {"army-group-b", "luftwaffe", "royal-air-force"}


@pytest.mark.section("6.2")
def test_6_2_nobody_attacks_an_island_overland() -> None:
    forces = Forces({("army-group-b", "germany"): 1}, {("malta", "afa"): 1})
    with pytest.raises(NoBattle, match="malta"):
        sampled(TITLE, forces, "malta", games=1)

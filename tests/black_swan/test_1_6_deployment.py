"""Where new blocks are deployed (1.6)."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.blocks.production.build import most_builds
from engine.families.blocks.production.collect import purse
from engine.families.blocks.production.economy import strategic_power
from engine.families.blocks.production.orders import Deploy, Draw
from engine.families.blocks.production.sites import sites
from engine.rules import EndPhase
from engine.strictness import Strictness
from tests.black_swan.board import TITLE, again, at, position, stacks_of
from tests.black_swan.test_1_6_spending import AXIS, HELD, refused, spending

pytestmark = pytest.mark.section("1.6")


def test_builds_are_limited_by_strategic_power() -> None:
    """Italy's is 1: each season one block, a ship or a ground or air unit."""
    stacks = AXIS + ", italy 2 infantry-3 italy-pool, italy submarine-3 italy-pool"
    play = spending(stacks, money={"italy": 20}, control=HELD)
    assert refused(play, Draw("italy", small=1, large=1)) == ["build/strategic-power"]
    play.submit(Draw("italy", small=1))
    play.submit(play.pending.default)
    assert refused(play, Draw("italy", large=1)) == ["build/strategic-power"]


def test_great_britain_and_the_united_states_build_up_to_five_together() -> None:
    """The example of 1943: three American and two British blocks."""
    stacks = (
        "great-britain infantry-4 london, germany infantry-3 berlin, united-states 4 infantry-4 united-states-pool,"
        "great-britain 4 infantry-4 great-britain-pool, great-britain 4 light-surface-4 the-channel,"
        "great-britain light-surface-4 central-atlantic, great-britain light-surface-4 southern-atlantic,"
        "great-britain light-surface-4 indian-ocean, great-britain heavy-surface-4 alboran-sea"
    )
    play = spending(stacks, "great-britain", {"great-britain": 30, "united-states": 30}, season=("spring", 1943))
    assert strategic_power(play.position, "great-britain") == strategic_power(play.position, "united-states") == 5
    play.submit(Draw("united-states", small=3))
    for _ in range(3):
        play.submit(Deploy("infantry-4", "usa"))
    assert most_builds(play.position, "great-britain") == 2
    assert refused(play, Draw("great-britain", small=3)) == ["build/strategic-power"]
    play.submit(Draw("great-britain", small=2))
    assert {power: purse(play.position, power) for power in ("great-britain", "united-states")} == {
        "great-britain": 26,
        "united-states": 24,
    }


def test_ground_and_air_blocks_go_to_the_home_country_one_to_an_area() -> None:
    found = position(AXIS, phase="production")
    assert set(sites(found, "germany", "tank-4")) == set(TITLE.regions["home-germany"])
    assert set(sites(found, "italy", "air-2")) == {"milan", "rome", "naples", "sicily"}, "Sicily, but not Sardinia"
    british = position(AXIS, phase="production", power="great-britain")
    assert "belfast" in sites(british, "great-britain", "infantry-4")
    assert not {"malta", "gibraltar", "cairo"} & set(sites(british, "great-britain", "infantry-4"))
    play = spending(AXIS + ", germany 2 infantry-3 germany-pool", control=HELD)
    play.submit(Draw("germany", small=2))
    play.submit(Deploy("infantry-3", "essen"))
    assert "essen" not in sites(play.position, "germany", "infantry-3")
    assert refused(play, Deploy("infantry-3", "essen")) == ["deploy/site"]
    assert refused(play, Deploy("infantry-3", "paris")) == ["deploy/site"]


def test_a_lost_or_full_area_takes_no_new_block() -> None:
    found = position(
        "germany 4 infantry-3 berlin, great-britain infantry-4 essen, great-britain infantry-4 london",
        phase="production",
        control={"vienna": "great-britain"},
    )
    assert not {"berlin", "essen", "vienna"} & set(sites(found, "germany", "infantry-3"))


def test_minors_are_deployed_at_home() -> None:
    """Bulgarians in Sofia, Hungarians in Budapest or Transylvania, Romanians in Bucharest, Ploesti or Bessarabia, Finns in five areas."""
    stacks = AXIS + (", hungary infantry-3 budapest, romania infantry-3 ploesti, bulgaria infantry-3 sofia,finland infantry-3 helsinki")
    found = position(stacks, phase="production", control={"cluj": "hungary", "bessarabia": "romania", "viipuri": "finland"})
    assert {power: set(sites(found, power, "infantry-3")) for power in ("bulgaria", "hungary", "romania", "finland")} == {
        "bulgaria": {"sofia"},
        "hungary": {"budapest", "cluj"},
        "romania": {"bucharest", "ploesti", "bessarabia"},
        "finland": {"helsinki", "tampere", "oulu", "petsamo", "viipuri"},
    }


def test_romanians_are_deployed_in_transylvania_as_long_as_it_is_theirs() -> None:
    """9.0: it is ceded after the fall of France, but not where a Soviet declaration of war draws Romania in before."""
    stacks = AXIS + ", hungary infantry-3 budapest, romania infantry-3 ploesti"
    theirs = position(stacks, phase="production", control={"cluj": "romania"})
    assert "cluj" in sites(theirs, "romania", "infantry-3")
    ceded = position(stacks, phase="production", control={"cluj": "hungary"})
    assert "cluj" not in sites(ceded, "romania", "infantry-3")


def test_minors_are_not_deployed_on_islands() -> None:
    """Not in islands "like ... Crete", whose first owner is Greece."""
    found = position(AXIS + ", greece infantry-4 athens", phase="production", power="great-britain")
    assert set(sites(found, "greece", "infantry-4")) == {"athens", "trikala", "thessaloniki"}


def test_the_usa_and_siberia_take_any_number() -> None:
    stacks = (
        "great-britain infantry-4 london, germany infantry-3 berlin, united-states 6 infantry-4 usa,"
        "soviet-union 5 infantry-4 kazan, soviet-union 3 infantry-4 soviet-union-pool, soviet-union infantry-4 moscow,"
        "soviet-union infantry-4 kiev, united-states 6 light-surface-4 us-coastal-waters"
    )
    play = spending(stacks, "great-britain", {"soviet-union": 10})
    assert sites(play.position, "united-states", "tank-4") == ("usa",)
    assert sites(play.position, "united-states", "light-surface-4") == ("us-coastal-waters",)
    play.submit(Draw("soviet-union", small=3))
    for _ in range(3):
        play.submit(Deploy("infantry-4", "kazan"))
    assert stacks_of(play, "kazan") == {"soviet-union infantry-4@4": 5, "soviet-union infantry-4@1": 3}


def test_ships_go_to_the_zones_with_the_navy_icon_one_to_a_zone_without_over_stacking() -> None:
    """Great Britain: at most three a season, one in each adjacent sea, only if not four are there and it is not enemy controlled."""
    fleet = "great-britain 4 light-surface-4 north-sea, germany submarine-4 norwegian-sea, great-britain submarine-4 the-channel"
    play = spending(
        f"{fleet}, great-britain infantry-4 london, germany infantry-3 berlin,"
        "great-britain 3 heavy-surface-4 great-britain-pool, great-britain heavy-surface-4 northern-atlantic",
        "great-britain",
    )
    zones = sites(play.position, "great-britain", "heavy-surface-4")
    assert set(zones) == {"northern-atlantic", "the-channel"}
    play.submit(Draw("great-britain", large=1))
    play.submit(Deploy("heavy-surface-4", "the-channel"))
    assert sites(play.position, "great-britain", "heavy-surface-4") == ("northern-atlantic",)
    hostile = position(
        f"{fleet}, great-britain infantry-4 london", phase="production", power="great-britain", control={"northern-atlantic": "germany"}
    )
    assert sites(hostile, "great-britain", "heavy-surface-4") == ("the-channel",)


def test_forts_go_to_any_supplied_area_of_the_fronts_their_nation_may_fortify_one_to_an_area() -> None:
    stacks = AXIS + ", germany fort-4@1 essen, germany infantry-3 athens, germany infantry-3 paris"
    control = HELD | {"kiev": "germany"}
    found = position(stacks, phase="production", control=control)
    able = set(sites(found, "germany", "fort-3"))
    assert {"berlin", "paris", "warsaw"} <= able
    assert not {"essen", "athens", "rome", "kiev"} & able, "one has a fort, two are in the Med, one is cut off"
    assert {TITLE.in_region(area, "med-front") for area in able} == {False}
    russians = sites(position(AXIS, phase="production", power="great-britain"), "soviet-union", "fort-3")
    assert "moscow" in russians and all(TITLE.in_region(area, "east-front") for area in russians)


def test_germany_fortifies_the_med_once_italy_has_surrendered() -> None:
    play = spending(
        "germany infantry-3 berlin, germany infantry-3 rome, germany infantry-3 milan, great-britain infantry-4 london",
        control={"marseille": "germany", "strasbourg": "germany"},
    )
    assert "milan" not in sites(play.position, "germany", "fort-3")
    play.emit(ev.PowerChanged("italy", "at-war", "surrendered"))
    assert "marseille" in sites(play.position, "germany", "fort-3")


def test_forts_of_the_med_need_a_line_over_land_or_a_port() -> None:
    """Great Britain reaches the Med by sea: Malta, Cairo and Gibraltar have ports, the Sinai and Benghazi's hinterland have none."""
    ships = "".join(
        f", great-britain light-surface-4 {zone}"
        for zone in ("the-channel", "central-atlantic", "alboran-sea", "western-med", "central-med", "eastern-med")
    )
    found = position(
        "great-britain infantry-4 london, italy infantry-3 rome, great-britain infantry-4 cairo" + ships,
        phase="production",
        power="great-britain",
    )
    able = set(sites(found, "great-britain", "fort-3"))
    assert {"malta", "gibraltar", "alexandria", "cyprus"} <= able and "sinai" not in able


def test_a_fort_goes_to_a_port_whose_line_comes_over_land_from_another_one() -> None:
    """ "A supplied and controlled area which ... contains a port": Alexandria's line may come by the Red Sea; Benghazi has none."""
    ships = "".join(
        f", great-britain light-surface-4 {zone}" for zone in ("the-channel", "central-atlantic", "southern-atlantic", "indian-ocean")
    )
    found = position(
        "great-britain infantry-4 london, italy infantry-3 rome, germany infantry-3 berlin" + ships,
        phase="production",
        power="great-britain",
        control={"eastern-med": "italy", "tobruk": "great-britain"},
    )
    able = set(sites(found, "great-britain", "fort-3"))
    assert {"cairo", "alexandria", "jerusalem"} <= able and not {"sinai", "malta", "cyprus"} & able


def test_a_block_that_can_go_nowhere_goes_back_and_is_paid_back() -> None:
    play = spending(AXIS + ", bulgaria 4 infantry-3 sofia, bulgaria infantry-3 germany-pool", money={"germany": 2})
    play.submit(Draw("germany", small=1))
    assert play.pending.default == Deploy("infantry-3", "", "bulgaria")
    assert purse(play.position, "germany") == 0
    play.submit(play.pending.default)
    assert purse(play.position, "germany") == 2 and play.state.pool == {}
    assert stacks_of(play, "germany-pool") == {"bulgaria infantry-3@3": 1}
    assert most_builds(play.position, "germany") == strategic_power(play.position, "germany") - 1


def test_a_game_cut_between_two_blocks_to_deploy_goes_on_the_same() -> None:
    play = spending(AXIS + ", germany tank-4 germany-pool, germany submarine-4 germany-pool", control=HELD)
    play.submit(Draw("germany", small=1, large=1))
    for order in (Deploy("tank-4", "vienna"), Deploy("submarine-4", "southern-baltic")):
        other = again(play)
        assert other.pending == play.pending and other.state == play.state
        assert refused(other, order) == refused(play, order) == []
        play.submit(order)
    assert play.pending is None and again(play).pending is None
    assert (at(play, "vienna"), at(play, "southern-baltic")) == ("germany tank-4@1", "germany submarine-4@1 [built]")


def test_no_block_goes_back_that_has_a_place() -> None:
    play = spending(AXIS + ", germany tank-4 germany-pool")
    play.submit(Draw("germany", small=1))
    assert refused(play, Deploy("tank-4")) == ["deploy/site"]


def test_a_log_that_leaves_out_where_blocks_go_takes_the_default() -> None:
    play = spending(AXIS + ", germany 2 tank-4 germany-pool", control=HELD, strictness=Strictness.COLLECT)
    play.submit(Draw("germany", small=2))
    play.submit(EndPhase())
    assert play.state.clock.phase == "naval" and play.state.pool == {}
    assert sum(n for (area, _, unit, steps, _), n in play.state.stacks.items() if unit == "tank-4" and steps == 1) == 2

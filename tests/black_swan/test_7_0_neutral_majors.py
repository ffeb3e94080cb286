"""Neutral Major Nations and Neutral Nations: what they may do before they are at war (7.0 Glossary, 1.1, 1.2)."""

from __future__ import annotations

import pytest

from engine.families.blocks import supply
from engine.families.blocks.land.orders import March, StrategicMove
from engine.families.blocks.production.economy import economic_power
from engine.families.blocks.production.orders import Draw, Reinforce
from engine.families.blocks.sea.control import FRIENDLY, stance
from engine.families.blocks.sea.orders import Sail
from engine.rules import EndPhase
from tests.black_swan.board import at, play_from
from tests.black_swan.politics import SHIPS, paid, rules_broken

pytestmark = pytest.mark.section("7.0")

AT_WAR = ("germany", "france", "great-britain")
ITALY = f"{SHIPS}, italy infantry-3@1 naples, italy infantry-3@1 tripoli, italy tank-3 italy-pool"
RUSSIA = f"{SHIPS}, soviet-union infantry-4@1 kiev, soviet-union infantry-4@2 murmansk"


def peaceful(stacks: str, phase: str, power: str, **more):
    return play_from(stacks, phase, power, **({"at_war": AT_WAR, "season": ("spring", 1940)} | more))


@pytest.mark.parametrize(("power", "stacks", "turn"), [("italy", ITALY, "germany"), ("soviet-union", RUSSIA, "great-britain")])
def test_7_0_they_collect_pps(power: str, stacks: str, turn: str) -> None:
    play = peaceful(stacks, "declarations", turn)
    before = len(play.events)
    play.submit(EndPhase())
    assert paid(play, before)[power, "income"] == economic_power(play.position, power) > 0


def test_7_0_the_us_collect_nothing_while_they_are_neutral() -> None:
    play = peaceful(ITALY, "declarations", "great-britain")
    before = len(play.events)
    play.submit(EndPhase())
    assert ("united-states", "income") not in paid(play, before)
    assert play.position.title.reserves and at(play, "usa") == ""


def test_7_0_they_spend_pps_and_deploy() -> None:
    play = peaceful(ITALY, "production", "germany", money={"italy": 10})
    assert rules_broken(play, Draw("italy", small=1)) == set()
    assert rules_broken(play, Reinforce("naples", "infantry-3@1")) == set()


@pytest.mark.parametrize(
    ("path", "free"),
    [
        ("naples > rome", True),
        ("milan > paris", False),
        ("milan > munich", False),
        ("milan > zagreb", False),
    ],
)
def test_7_0_ground_units_remain_inside_the_national_boundaries(path: str, free: bool) -> None:
    play = peaceful(f"{ITALY}, italy infantry-3 milan", "land", "germany")
    assert (rules_broken(play, March("infantry-3", path)) == set()) == free


def test_7_0_they_may_be_sea_transported() -> None:
    play = peaceful(f"{ITALY}, italy light-surface-4 tyrrhenian-sea, italy light-surface-4 central-med", "land", "germany")
    assert rules_broken(play, StrategicMove("infantry-3@1", "naples > tyrrhenian-sea > central-med > tripoli")) == set()


def test_7_0_their_ships_sail() -> None:
    play = peaceful(ITALY, "naval", "germany")
    assert rules_broken(play, Sail("light-surface-4", "adriatic-sea > central-med")) == set()


@pytest.mark.parametrize(("power", "stacks", "turn"), [("italy", ITALY, "germany"), ("soviet-union", RUSSIA, "great-britain")])
def test_7_0_they_are_always_in_supply(power: str, stacks: str, turn: str) -> None:
    play = peaceful(f"{stacks}, {power} infantry-3 malta", "naval", turn, control={"malta": "great-britain"})
    assert all(supply.in_supply(play.position, key) for key in play.state.stacks if key[1] == power)
    supply.check(play)
    assert not [key for key in play.state.stacks if key[1] == power and supply.is_marked(key)]


@pytest.mark.section("1.1")
@pytest.mark.parametrize("zone", ["central-med", "eastern-med"])
def test_1_1_while_italy_is_neutral_the_mediterranean_is_as_the_phasing_sides(zone: str) -> None:
    play = peaceful(ITALY, "naval", "great-britain")
    assert stance(play.position, "great-britain", zone) == FRIENDLY == stance(play.position, "italy", zone)


@pytest.mark.section("9.0")
def test_9_0_soviet_units_move_into_what_the_timetable_gives_them() -> None:
    """Eastern Poland must be occupied: the player marches blocks in once it is Soviet, the Axis cannot."""
    stacks = f"{SHIPS}, soviet-union infantry-4 minsk, germany infantry-4 warsaw, germany infantry-4 konigsberg"
    ceded = {"warsaw": "germany", "vilnius": "soviet-union", "lvov": "soviet-union"}
    play = peaceful(stacks, "land", "great-britain", control=ceded)
    assert rules_broken(play, March("infantry-4", "minsk > vilnius")) == set()
    axis = peaceful(stacks, "land", "germany", control=ceded | {"vilnius": "poland"}, at_war=(*AT_WAR, "poland"))
    assert rules_broken(axis, March("infantry-4", "konigsberg > vilnius"))


@pytest.mark.section("9.0")
def test_9_0_the_siberian_artillery_stays_until_summer_1941() -> None:
    stacks = f"{SHIPS}, soviet-union elite-artillery-4 kazan"
    for season, free in ((("spring", 1941), False), (("summer", 1941), True)):
        play = peaceful(stacks, "land", "great-britain", season=season)
        assert (rules_broken(play, March("elite-artillery-4", "kazan > gorki")) == set()) == free
        assert (rules_broken(play, StrategicMove("elite-artillery-4", "kazan > gorki > tula")) == set()) == free

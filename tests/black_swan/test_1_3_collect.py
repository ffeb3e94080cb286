"""Economic and Strategic Power, and collecting PPs (section 1.3; Glossary), on the set-ups and on small positions."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.dice import SeededDice
from engine.families.blocks.production.collect import collect, drop_unspent, purse
from engine.families.blocks.production.economy import (
    PRODUCTION,
    STRATEGIC,
    collector,
    economic_power,
    economic_power_of_side,
    strategic_areas,
    strategic_power,
)
from engine.play import Play
from tests.black_swan.board import RULES, TITLE, play_from, position
from tests.black_swan.tables import MAJORS
from tests.black_swan.test_data_set_up import ECONOMIC, STARS

pytestmark = pytest.mark.section("1.3")

# 8.0 and 9.0: what the heads give beside areas: the Soviet Union at peace, the United States by year.
BESIDE = {"1939": {"soviet-union": 20}, "1942": {"united-states": 20}, "1943": {"united-states": 30}, "1944": {"united-states": 40}}
POWERS = {
    "1939": {"germany": 1, "italy": 1, "france": 1, "great-britain": 5, "soviet-union": 7},
    "1941": {"germany": 5, "italy": 1, "great-britain": 6, "soviet-union": 7},
    "1942": {"germany": 7, "italy": 1, "great-britain": 5, "soviet-union": 6, "united-states": 5},
    "1943": {"germany": 7, "italy": 1, "great-britain": 5, "soviet-union": 6, "united-states": 5},
    "1944": {"germany": 7, "great-britain": 5, "soviet-union": 7, "united-states": 5},
}


def started(scenario: str) -> Play:
    play = Play(RULES, SeededDice(1))
    play.start(scenario)
    return play


@pytest.mark.parametrize("scenario", TITLE.scenarios)
def test_economic_power_of_every_head(scenario: str) -> None:
    year = scenario.removeprefix("campaign-")
    expected = dict.fromkeys(MAJORS, 0) | ECONOMIC[year] | BESIDE.get(year, {})
    found = started(scenario).position
    assert {power: economic_power(found, power) for power in MAJORS} == expected


@pytest.mark.parametrize("scenario", TITLE.scenarios)
def test_strategic_power_of_every_head(scenario: str) -> None:
    year = scenario.removeprefix("campaign-")
    found = started(scenario).position
    assert {power: strategic_power(found, power) for power in MAJORS} == dict.fromkeys(MAJORS, 0) | POWERS[year]
    for side, areas in STARS[year].items():
        held = {area for power in MAJORS if TITLE.side_of[power] == side for area in strategic_areas(found, power)}
        assert held == set(areas.split())
        assert strategic_power(found, side) == len(held), "the United States and Great Britain share theirs"


def test_production_goes_by_front_to_whoever_of_the_camp_collects_there() -> None:
    """Axis production of the Med is Italy's even when Germans have conquered it, its stars are Germany's but Rome."""
    found = position(
        "germany infantry-3 belgrade, germany infantry-3 cairo, italy infantry-3 kiev, italy infantry-3 rome,"
        "great-britain infantry-4 london, soviet-union infantry-3 moscow"
    )
    assert collector(found, "belgrade", PRODUCTION) == "italy"
    assert collector(found, "rome", STRATEGIC) == "italy"
    assert collector(found, "cairo", STRATEGIC) == collector(found, "kiev", STRATEGIC) == "germany"


def test_allied_production_is_british_in_the_west_and_med_soviet_in_the_east() -> None:
    """Whichever faction has conquered it; a star is collected by the faction that holds it."""
    found = position(
        "soviet-union infantry-3 essen, soviet-union infantry-3 berlin, great-britain infantry-4 stalino,"
        "great-britain infantry-4 kiev, united-states infantry-4 rome, united-states infantry-4 milan,"
        "germany infantry-3 hamburg, italy infantry-3 naples"
    )
    assert collector(found, "essen", PRODUCTION) == collector(found, "milan", PRODUCTION) == "great-britain"
    assert collector(found, "stalino", PRODUCTION) == "soviet-union"
    assert collector(found, "berlin", STRATEGIC) == "soviet-union"
    assert collector(found, "kiev", STRATEGIC) == collector(found, "rome", STRATEGIC) == "great-britain"


RED_ARMY = "soviet-union infantry-3 berlin, soviet-union infantry-3 essen, great-britain infantry-4 london, germany infantry-3 {}"


def test_great_britain_collects_what_the_soviets_have_conquered_in_the_west_in_their_supply() -> None:
    """ "... even if a Soviet Unit has conquered it": British lines cannot cross it, so those of who controls it count."""
    held = dict.fromkeys(("warsaw", "lublin", "vilnius", "minsk", "smolensk", "breslau"), "soviet-union")
    found = position(RED_ARMY.format("munich"), control=held, season=("spring", 1945))
    alone = position(RED_ARMY.format("essen").replace("soviet-union infantry-3 essen, ", ""), control=held)
    assert economic_power(found, "great-britain") == economic_power(alone, "great-britain") + 20
    assert {"berlin", "warsaw"} <= set(strategic_areas(found, "soviet-union"))
    cut_off = position(
        RED_ARMY.format("munich"),
        control=held | {"warsaw": "germany", "konigsberg": "germany", "breslau": "germany", "lublin": "germany"},
        season=("spring", 1945),
    )
    assert economic_power(cut_off, "great-britain") == economic_power(alone, "great-britain")
    assert "berlin" not in strategic_areas(cut_off, "soviet-union")


def test_the_soviets_collect_what_the_western_allies_have_conquered_in_the_east() -> None:
    """Production only: Kiev's star is British; and only while the British have a line to it."""
    stacks = "soviet-union infantry-3 moscow, great-britain infantry-4 london, germany infantry-3 munich"
    way = dict.fromkeys(("lille", "strasbourg", "essen", "berlin", "warsaw", "lublin", "lvov", "kiev"), "great-britain")
    lost = position(stacks, control=way | {"dnipropetrovsk": "germany"})
    ships = stacks + ", great-britain light-surface-4 the-channel"
    for found, gained in (
        (position(ships, control=way | {"dnipropetrovsk": "great-britain"}), 5),
        (position(stacks, control=way | {"dnipropetrovsk": "great-britain"}), 0),
    ):
        assert collector(found, "dnipropetrovsk", PRODUCTION) == "soviet-union"
        assert economic_power(found, "soviet-union") == economic_power(lost, "soviet-union") + gained
        assert ("kiev" in strategic_areas(found, "great-britain")) == bool(gained)


def test_france_collects_paris_marseille_and_casablanca_great_britain_once_it_has_surrendered() -> None:
    stacks = "france infantry-3 paris, great-britain infantry-4 london, germany infantry-3 berlin"
    alive = position(stacks, season=("winter", 1940))
    for area, kind in (("paris", STRATEGIC), ("marseille", PRODUCTION), ("casablanca", PRODUCTION)):
        assert collector(alive, area, kind) == "france"
    control = dict.fromkeys(("paris", "casablanca"), "great-britain")
    play = play_from("great-britain infantry-4 paris, germany infantry-3 berlin", control=control)
    play.emit(ev.PowerChanged("france", "neutral", "surrendered"))
    assert collector(play.position, "paris", STRATEGIC) == "great-britain"
    assert collector(play.position, "casablanca", PRODUCTION) == "great-britain"


def test_germany_is_the_heir_of_italy() -> None:
    """1944: 75 with Marseille, Rome and Milan."""
    found = started("1944").position
    assert {a: collector(found, a, k) for a, k in (("rome", STRATEGIC), ("milan", PRODUCTION))} == {"rome": "germany", "milan": "germany"}


def test_areas_of_neutral_minor_nations_are_nobodys() -> None:
    found = started("1939").position
    assert collector(found, "ploesti", STRATEGIC) == collector(found, "narvik", STRATEGIC) == ""
    assert collector(found, "warsaw", STRATEGIC) == "", "Great Britain, which plays Poland, is not at war yet"


def test_an_area_out_of_supply_yields_nothing() -> None:
    """Stalingrad is German, but no way leads there."""
    stacks = "germany infantry-3 berlin, germany infantry-3 {}, soviet-union infantry-3 moscow"
    cut_off = position(stacks.format("stalingrad"))
    assert collector(cut_off, "stalingrad", STRATEGIC) == "germany"
    assert "stalingrad" not in strategic_areas(cut_off, "germany")
    assert "warsaw" in strategic_areas(position(stacks.format("warsaw")), "germany")


def test_neutral_italy_collects_the_production_that_germans_have_conquered_in_the_med() -> None:
    """ "... even if another Axis Unit has conquered it": Italy belongs to the side while it is neutral, and collects (7.0); no star."""
    stacks = "germany infantry-3 berlin, great-britain infantry-4 london, germany infantry-3 zagreb"
    found = position(stacks, control={"belgrade": "germany", "athens": "germany"}, at_war=["germany", "great-britain"])
    alone = position(stacks, at_war=["germany", "great-britain"])
    assert economic_power(found, "italy") == economic_power(alone, "italy") + 5
    assert collector(found, "athens", STRATEGIC) == "germany"
    cut_off = position(stacks.replace("zagreb", "essen"), control={"belgrade": "germany"}, at_war=["germany", "great-britain"])
    assert economic_power(cut_off, "italy") == economic_power(alone, "italy"), "in supply for nobody"


def test_strategic_power_of_italy_does_not_rise() -> None:
    found = position(
        "italy infantry-3 cairo, italy infantry-3 athens, italy infantry-3 rome, great-britain infantry-4 london",
        at_war=["italy", "germany", "great-britain", "greece"],
    )
    assert strategic_areas(found, "italy") == ("rome",) and strategic_power(found, "italy") == 1


def test_allowance_of_the_united_states_by_year_and_only_at_war() -> None:
    def amount(year: int, at_war: tuple[str, ...]) -> int:
        return economic_power(position(season=("winter", year), at_war=at_war), "united-states")

    allies = ("germany", "united-states", "great-britain")
    assert [amount(year, allies) for year in (1942, 1943, 1944, 1945)] == [20, 30, 40, 40]
    assert amount(1942, ("germany", "great-britain")) == 0


SIX = (
    "soviet-union 4 infantry-4 vilnius, soviet-union 4 infantry-4 lvov, soviet-union 2 infantry-4 viipuri,"
    "soviet-union 3 infantry-4 riga, soviet-union infantry-4 tallinn, soviet-union 3 infantry-4 bessarabia"
)
CEDED = {f"ceded/{slug}": "yes" for slug in ("eastern-poland", "western-karelia", "baltic-states", "bessarabia")}


def test_soviet_production_of_the_1939_campaign_is_20_then_40_then_75() -> None:
    def amount(stacks: str, season: tuple[str, int], at_war: tuple[str, ...]) -> int:
        control = dict.fromkeys(("vilnius", "lvov", "viipuri", "riga", "tallinn", "bessarabia"), "soviet-union")
        found = position(stacks, season=season, at_war=at_war, control=control, markers=CEDED)
        return economic_power(found, "soviet-union")

    peace, war = ("germany", "poland"), ("germany", "soviet-union")
    assert amount("", ("summer", 1939), peace) == 20
    assert amount(SIX, ("summer", 1940), peace) == 20, "it rises from Fall 1940"
    assert amount(SIX, ("fall", 1940), peace) == 40
    assert amount(SIX.replace("soviet-union infantry-4 tallinn,", ""), ("fall", 1940), peace) == 20
    assert amount(SIX, ("fall", 1940), war) == 75


def test_great_britain_and_france_of_a_union_have_one_economy() -> None:
    """3.3: the Union sums up Economic and Strategic Power."""
    stacks = "france infantry-3 paris, great-britain infantry-4 london, germany infantry-3 berlin"
    at_home = {"season": ("winter", 1940), "options": {"supply-ships": "all"}}  # else Paris supplies Gibraltar, too
    apart = position(stacks, **at_home)
    joint = position(stacks, **at_home, markers={"union/france": "great-britain france"})
    total = economic_power(apart, "great-britain") + economic_power(apart, "france")
    assert (economic_power(joint, "great-britain"), economic_power(joint, "france")) == (total, 0)
    assert strategic_power(joint, "france") == strategic_power(joint, "great-britain") == (strategic_power(apart, "great-britain") + 1)
    assert economic_power_of_side(joint, "western-allies") == economic_power_of_side(apart, "western-allies") == total


def test_every_nation_of_the_camp_on_turn_collects() -> None:
    """7.0: neutral major nations collect, too; the United States only once at war."""
    play = started("1939")
    collect(play)
    assert {p: purse(play.position, p) for p in MAJORS} == dict.fromkeys(MAJORS, 0) | {"germany": 30, "italy": 10}
    assert {e.cause for e in play.events if isinstance(e, ev.ResourceChanged)} == {"income"}


def test_what_surrendered_enemies_have_brought_is_added() -> None:
    play = play_from(
        "great-britain infantry-4 london, germany infantry-3 berlin", "declarations", "great-britain", money={"great-britain": 6}
    )
    collect(play)
    assert purse(play.position, "great-britain") == 6 + economic_power(play.position, "great-britain")


@pytest.mark.parametrize(("value", "left"), [("lost", 0), ("kept", 7)])
def test_option_unspent(value: str, left: int) -> None:
    play = play_from(
        "germany infantry-3 berlin, great-britain infantry-4 london",
        "declarations",
        "germany",
        money={"germany": 7, "great-britain": 5},
        options={"unspent": value},
    )
    drop_unspent(play)
    assert (purse(play.position, "germany"), purse(play.position, "great-britain")) == (left, 5)


def test_what_the_second_nation_of_a_union_has_in_store_is_the_first_ones() -> None:
    play = play_from(
        "france infantry-3 paris, great-britain infantry-4 london, germany infantry-3 berlin",
        "declarations",
        "great-britain",
        season=("winter", 1940),
        money={"france": 7, "great-britain": 2},
        markers={"union/france": "great-britain france"},
    )
    collect(play)
    assert purse(play.position, "france") == 0
    assert purse(play.position, "great-britain") == 9 + economic_power(play.position, "great-britain")

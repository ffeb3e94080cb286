"""The calendar of the campaign of 1939: Molotov-Ribbentrop Pact, Polish Partition, Soviet occupations and production (9.0)."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.blocks.combat import retreat
from engine.families.blocks.politics import timetable, war
from engine.families.blocks.politics.orders import DeclareWar
from engine.families.blocks.production.economy import economic_power
from engine.families.blocks.production.sites import sites
from engine.families.blocks.vocabulary import GREAT_PATRIOTIC_WAR
from engine.rules import EndPhase
from tests.black_swan.board import play_from, position
from tests.black_swan.politics import SHIPS, fallen, neutral, paid, rules_broken

pytestmark = pytest.mark.section("9.0")

GUARD = "germany 2 infantry-4 konigsberg, germany 2 infantry-4 warsaw, germany 2 infantry-4 lublin"
RUSSIANS = {"vilnius": 4, "lvov": 4, "viipuri": 2, "riga": 3, "tallinn": 1, "bessarabia": 3}
GARRISONS = ", ".join(f"soviet-union {count} infantry-4@1 {area}" for area, count in RUSSIANS.items())
ALL_CEDED = {f"ceded/{slug}": "yes" for slug in ("eastern-poland", "western-karelia", "baltic-states", "bessarabia")}
POLES = {"warsaw": "germany", "lublin": "germany"}


def east(stacks: str = "", phase: str = "declarations", power: str = "great-britain", *, ceded: bool = False, **more):
    """Return a game of 1939 with Germany, France and Great Britain at war and the Soviet Union neutral."""
    own = {
        "at_war": ("germany", "france", "great-britain"),
        "season": ("fall", 1939),
        "control": POLES,
        "markers": ALL_CEDED if ceded else {},
    }
    return fallen(play_from(", ".join(filter(None, (SHIPS, stacks))), phase, power, **(own | more)), "poland")


def opened(**more):
    """Return a game in which the first phase of an Allied Turn has done what it does by itself as it opens."""
    play = east(**more)
    play.phase.open(play)
    return play


def ceded(play) -> list[str]:
    return [event.area for event in play.events if isinstance(event, ev.ControlChanged) and event.how == "ceded"]


def test_9_0_eastern_poland_in_the_first_allied_turn_that_warsaw_is_axis_controlled() -> None:
    play = opened()
    assert ceded(play) == ["vilnius", "lvov"]
    assert play.state.control["vilnius"] == play.state.control["lvov"] == "soviet-union"
    assert ceded(opened(control={"warsaw": "poland"})) == []
    axis = east(power="germany")
    axis.phase.open(axis)
    assert ceded(axis) == []


@pytest.mark.parametrize(
    ("season", "areas"),
    [
        (("fall", 1939), []),
        (("winter", 1940), ["viipuri"]),
        (("spring", 1940), ["viipuri", "riga", "tallinn"]),
        (("summer", 1940), ["viipuri", "riga", "tallinn", "bessarabia"]),
    ],
)
def test_9_0_what_the_soviet_union_takes_over_when(season: tuple[str, int], areas: list[str]) -> None:
    assert ceded(opened(season=season, control={"warsaw": "poland"})) == areas


def test_9_0_the_baltic_states_are_no_nation_any_more() -> None:
    assert opened(season=("spring", 1940)).state.standing["baltic-states"] == "surrendered"
    assert opened(season=("summer", 1940)).state.standing["romania"] == "neutral"


def test_9_0_the_timetable_ends_with_the_war_in_the_east() -> None:
    play = opened(season=("summer", 1940), at_war=("germany", "great-britain", "soviet-union"))
    assert ceded(play) == []


@pytest.mark.parametrize(("area", "short"), list(RUSSIANS.items()))
def test_9_0_every_area_needs_its_blocks_to_be_properly_occupied(area: str, short: int) -> None:
    full = east(GARRISONS, ceded=True, season=("fall", 1940), control=POLES | dict.fromkeys(RUSSIANS, "soviet-union"))
    assert timetable.properly_occupied(full.position)
    fewer = GARRISONS.replace(f"soviet-union {short} infantry-4@1 {area}", f"soviet-union {short} tank-4 minsk")
    less = east(fewer, ceded=True, season=("fall", 1940), control=POLES | dict.fromkeys(RUSSIANS, "soviet-union"))
    assert not timetable.properly_occupied(less.position)


def test_9_0_an_area_that_is_not_soviet_is_not_occupied() -> None:
    play = east(GARRISONS, ceded=True, control=POLES | dict.fromkeys(RUSSIANS, "soviet-union") | {"riga": "germany"})
    assert timetable.is_occupied(play.position, "eastern-poland") and not timetable.is_occupied(play.position, "baltic-states")


def test_9_0_nothing_is_owed_to_a_germany_that_is_out_of_the_war() -> None:
    """Its blocks may still guard the three areas: those of Italy do, where they are of one side."""
    guard = GUARD.replace("germany 2 infantry-4", "italy 2 infantry-3")
    play = east(guard, ceded=True, at_war=("germany", "italy", "france", "great-britain"))
    assert timetable.tribute(play.position) == 5
    assert timetable.tribute(fallen(play, "germany").position) == 0


@pytest.mark.parametrize(
    ("season", "stacks", "power"),
    [
        (("fall", 1940), GARRISONS, 40),
        (("summer", 1940), GARRISONS, 20),
        (("fall", 1940), "", 20),
    ],
)
def test_9_0_soviet_production_at_peace(season: tuple[str, int], stacks: str, power: int) -> None:
    play = east(stacks, ceded=True, season=season, control=POLES | dict.fromkeys(RUSSIANS, "soviet-union"))
    assert economic_power(play.position, "soviet-union") == power


def test_9_0_soviet_production_at_war_is_75() -> None:
    at_war = position(SHIPS, at_war=("germany", "soviet-union"), holdings="1941", season=("summer", 1941))
    assert economic_power(at_war, "soviet-union") == 75


@pytest.mark.parametrize(
    ("stacks", "amount"),
    [
        (GUARD, 5),
        (GUARD.replace("2 infantry-4 warsaw", "infantry-4 warsaw"), 0),
        (GUARD.replace("germany 2 infantry-4 lublin", "germany infantry-4 lublin, hungary infantry-3 lublin"), 5),
    ],
)
def test_9_0_five_pps_to_germany_while_three_areas_are_guarded(stacks: str, amount: int) -> None:
    assert timetable.tribute(east(stacks, ceded=True).position) == amount
    assert timetable.tribute(east(stacks).position) == 0  # before the partition
    at_war = neutral(east(stacks, ceded=True), "soviet-union")
    at_war.emit(ev.PowerChanged("soviet-union", "neutral", "at-war", "test"))
    assert timetable.tribute(at_war.position) == 0


def test_9_0_the_five_pps_are_collected_first_and_then_sent() -> None:
    play = east(GUARD)
    play.phase.open(play)
    before = len(play.events)
    play.submit(EndPhase())
    money = paid(play, before)
    assert (money["soviet-union", "income"], money["soviet-union", "pact"], money["germany", "pact"]) == (20, -5, 5)
    assert play.state.resources["germany", "pp"] == 5
    causes = [(event.power, event.cause) for event in play.events[before:] if isinstance(event, ev.ResourceChanged)]
    assert causes.index(("soviet-union", "income")) < causes.index(("soviet-union", "pact"))


def test_9_0_germany_spends_them_even_if_it_has_just_declared_war() -> None:
    play = east(power="germany", money={"germany": 5}, season=("spring", 1941))
    play.submit(DeclareWar("soviet-union"))
    before = len(play.events)
    play.submit(EndPhase())
    money = paid(play, before)
    assert money["germany", "income"] == 35  # Warsaw, too
    assert play.state.resources["germany", "pp"] == 5 + 35 + money["germany", "garrison"]


def test_9_0_nobody_in_petsamo_and_no_axis_unit_in_eastern_poland_before_the_war_in_the_east() -> None:
    fall, winter = (east(season=season).position for season in (("fall", 1939), ("winter", 1940)))
    assert {"vilnius", "lvov"} <= timetable.closed(fall, "axis")
    assert timetable.closed(fall, "allies") == frozenset() and "petsamo" not in timetable.closed(fall, "axis")
    assert timetable.closed(winter, "allies") == {"petsamo"} and "petsamo" in timetable.closed(winter, "axis")
    war_in_the_east = east(season=("winter", 1941), at_war=("germany", "soviet-union")).position
    assert timetable.closed(war_in_the_east, "axis") == frozenset()


@pytest.mark.parametrize(
    ("power", "unit", "closed"),
    [
        ("romania", "infantry-3", "bessarabia"),
        ("finland", "artillery-3", "viipuri"),
        ("finland", "artillery-3", "petsamo"),
        ("germany", "fort-3", "petsamo"),
    ],
)
def test_9_0_nor_are_new_blocks_deployed_there(power: str, unit: str, closed: str) -> None:
    """Romania and Finland are at war before the season in which their lands become Soviet, or Petsamo is closed for the peace."""
    own = {"power": "germany", "phase": "production", "season": ("winter", 1940)}
    peace = east(at_war=("germany", "great-britain", "romania", "finland"), **own)
    assert closed not in sites(peace.position, power, unit)
    war_in_the_east = east(at_war=("germany", "great-britain", "romania", "finland", "soviet-union"), **own)
    assert closed in sites(war_in_the_east.position, power, unit)


def test_9_0_nobody_retreats_to_petsamo() -> None:
    for at_war, free in ((("germany", "great-britain", "finland"), False), (("germany", "great-britain", "finland", "soviet-union"), True)):
        play = east("germany infantry-4 narvik, finland artillery-3 oulu", "land-combat", "germany", season=("summer", 1940), at_war=at_war)
        (key,) = [key for key, _ in play.position.stacks("narvik")]
        assert retreat.is_open(play.position, key, "petsamo") == free


@pytest.mark.parametrize(("season", "frozen"), [(("spring", 1941), True), (("summer", 1941), False)])
def test_9_0_elite_artillery_cannot_move_until_summer_1941(season: tuple[str, int], frozen: bool) -> None:
    play = east("soviet-union elite-artillery-4 kazan, soviet-union artillery-4 gorki", season=season)
    keys = {key[2]: key for key in play.state.stacks}
    assert timetable.is_frozen(play.position, keys["elite-artillery-4"]) == frozen
    assert not timetable.is_frozen(play.position, keys["artillery-4"])


def test_9_0_germany_may_declare_war_on_the_soviet_union_at_any_time() -> None:
    assert rules_broken(east(power="germany", season=("fall", 1939)), DeclareWar("soviet-union")) == set()


@pytest.mark.parametrize("lacking", ["", "viipuri"])
def test_9_0_great_patriotic_war(lacking: str) -> None:
    """If Germany attacks while all six areas are properly occupied, Soviet blocks cost 1 PP for the rest of the game."""
    garrisons = ", ".join(part for part in GARRISONS.split(", ") if not (lacking and part.endswith(lacking)))
    play = east(garrisons, power="germany", ceded=True, season=("spring", 1941), control=POLES | dict.fromkeys(RUSSIANS, "soviet-union"))
    play.submit(DeclareWar("soviet-union"))
    assert bool(GREAT_PATRIOTIC_WAR.read(play.state)) == (not lacking)
    assert play.state.marker("game", "surprised/soviet-union")


def test_9_0_an_italian_attack_is_one_of_the_axis_too() -> None:
    """Italy enters the war with it, and Germany is in the war in the East; the four minors are not."""
    play = fallen(
        east(GARRISONS, power="germany", ceded=True, season=("spring", 1941), control=POLES | dict.fromkeys(RUSSIANS, "soviet-union")),
        "belgium",
        "netherlands",
    )
    play.submit(DeclareWar("soviet-union", "italy"))
    assert GREAT_PATRIOTIC_WAR.read(play.state)
    assert play.position.relation("germany", "soviet-union") == "war" == play.position.relation("italy", "great-britain")
    assert play.state.standing["romania"] == "neutral"


def test_9_0_no_great_patriotic_war_when_the_soviet_union_attacks() -> None:
    play = east(GARRISONS, ceded=True, season=("spring", 1941), control=POLES | dict.fromkeys(RUSSIANS, "soviet-union"))
    war.declare(play, "soviet-union", "germany")
    assert not GREAT_PATRIOTIC_WAR.read(play.state)


@pytest.mark.parametrize(
    ("stacks", "broken"),
    [
        ("soviet-union infantry-4 moscow", set()),
        ("soviet-union infantry-4@3 moscow", {"war/no-cause"}),
        ("soviet-union infantry-4 soviet-union-pool", {"war/no-cause"}),
        ("soviet-union elite-infantry-3 soviet-union-pool, soviet-union elite-tank-3@1 moscow", set()),
        ("soviet-union elite-artillery-4@2 moscow", {"war/no-cause"}),
    ],
)
def test_9_0_the_soviet_union_may_declare_war_once_all_its_units_are_deployed_and_full(stacks: str, broken: set[str]) -> None:
    assert rules_broken(east(f"{GUARD}, {stacks}"), DeclareWar("germany", "soviet-union")) == broken


@pytest.mark.parametrize("left", ["konigsberg", "warsaw", "lublin"])
def test_9_0_or_once_an_area_of_the_guard_is_empty_after_the_fall_of_poland(left: str) -> None:
    guard = ", ".join(part for part in GUARD.split(", ") if not part.endswith(left))
    weak = f"{guard}, soviet-union infantry-4@1 moscow"
    assert rules_broken(east(weak), DeclareWar("germany", "soviet-union")) == set()
    poland = east(weak)
    poland.emit(ev.PowerChanged("poland", "surrendered", "at-war", "test"))
    assert rules_broken(poland, DeclareWar("germany", "soviet-union")) == {"war/no-cause"}

"""Victory: total, decisive, strategic, economic; what decides a scenario that nobody has won (section 5.3)."""

from __future__ import annotations

import pytest

from engine.events import DefectFound
from engine.families.blocks.politics import victory
from engine.families.blocks.politics.victory import ECONOMIC, STRATEGIC, by_threshold, ending_now, powers, total
from engine.replay import replay
from engine.strictness import Strictness
from engine.title.contenders import said
from ingest.log.reader import parse_log
from tests.black_swan.board import TITLE, play_from
from tests.black_swan.politics import SHIPS, fallen, idle
from warehouse.races import Races

pytestmark = pytest.mark.section("5.3")

WAR = ("germany", "italy", "great-britain", "soviet-union", "united-states")
SIDES = ("axis", "western-allies", "soviets")


def at_end(scenario: str = "campaign-1941", season=("fall", 1942), power: str = "great-britain", stacks: str = "", **more):
    """Return a game whose turn ends; nobody is surrendered but France."""
    own = {"at_war": WAR, "holdings": "1942"}
    return fallen(
        play_from(
            ", ".join(filter(None, (SHIPS, stacks))),
            "blitz-combat",
            power,
            season=season,
            scenario=scenario,
            **(own | more),
        ),
        "france",
    )


def held(strategic=(5, 5, 5), economic=(50, 50, 50)) -> dict[str, dict[str, int]]:
    return {STRATEGIC: dict(zip(SIDES, strategic, strict=True)), ECONOMIC: dict(zip(SIDES, economic, strict=True))}


@pytest.mark.parametrize(("holder", "winner"), [("soviet-union", "soviets"), ("united-states", "western-allies")])
def test_5_3_total_victory_with_berlin(holder: str, winner: str) -> None:
    play = at_end(control={"berlin": holder}, season=("spring", 1943))
    assert ending_now(play.position) == ((winner,), "total")


def test_5_3_total_victory_with_eleven_strategic_areas() -> None:
    position = at_end().position
    assert total(position, {"axis": 11, "western-allies": 5, "soviets": 3}) == (("axis",), "total")
    assert total(position, {"axis": 10, "western-allies": 5, "soviets": 4}) is None


def test_5_3_total_victory_at_the_end_of_any_turn() -> None:
    taken = dict.fromkeys(("moscow", "murmansk", "leningrad", "stalingrad", "gorki"), "germany")
    play = at_end(
        control=taken | {"kalinin": "germany", "tula": "germany", "voronezh": "germany", "kandalaksha": "germany"},
        season=("spring", 1942),
        power="germany",
    )
    assert powers(play.position)[STRATEGIC]["axis"] >= 11
    victory.check(play)
    assert play.state.ended and (play.state.winners, play.state.how) == (("axis",), "total")


@pytest.mark.parametrize(
    ("strategic", "economic", "ending"),
    [
        ((10, 5, 4), (90, 50, 50), (("axis",), "strategic")),
        ((10, 5, 4), (100, 50, 50), (("axis",), "decisive")),
        ((9, 5, 5), (100, 50, 50), (("axis",), "economic")),
        ((10, 5, 4), (90, 100, 50), (("axis",), "strategic")),
        ((9, 5, 5), (99, 99, 99), None),
        ((5, 5, 5), (100, 105, 20), (("western-allies",), "economic")),
        ((5, 5, 5), (100, 100, 20), None),
    ],
)
def test_5_3_strategic_economic_and_decisive_victory(strategic, economic, ending) -> None:
    assert by_threshold(at_end().position, held(strategic, economic)) == ending


@pytest.mark.parametrize(
    ("strategic", "economic", "ending"),
    [
        ((7, 5, 6), (70, 65, 60), (("axis",), "strategic-power")),
        ((7, 5, 7), (70, 65, 75), (("soviets",), "economic-power")),
        ((7, 5, 7), (75, 80, 75), ((), "tie")),
    ],
)
def test_5_3_a_scenario_that_nobody_has_won(strategic, economic, ending) -> None:
    position = at_end("1942").position
    assert victory._at_the_end(position, held(strategic, economic)) == ending


def test_5_3_the_special_check_is_made_at_the_end_of_each_year_of_a_campaign() -> None:
    """Strategic Power of ten in Summer wins nothing; in Fall it does, and only after the Allied Turn."""
    rich = dict.fromkeys(("moscow", "leningrad", "stalingrad", "novgorod", "smolensk", "kursk", "voronezh", "tula"), "germany")
    more = {"control": rich | {"velikie-luki": "germany", "kharkov": "germany"}}
    assert powers(at_end(**more).position)[STRATEGIC]["axis"] == 10
    assert ending_now(at_end(season=("summer", 1942), **more).position) is None
    assert ending_now(at_end(power="germany", **more).position) is None
    ending = ending_now(at_end(**more).position)
    assert ending and ending[0] == ("axis",) and ending[1] in ("strategic", "decisive")


def test_5_3_in_a_campaign_another_year_of_war_begins() -> None:
    assert ending_now(at_end(season=("fall", 1942)).position) is None
    assert ending_now(at_end("1942", season=("fall", 1942)).position) is not None


def test_5_3_areas_out_of_supply_do_not_count() -> None:
    cut_off, joined = (at_end(control=dict.fromkeys(areas, "germany")) for areas in (("gorki",), ("gorki", "kalinin")))
    assert powers(cut_off.position)[STRATEGIC]["axis"] == powers(at_end().position)[STRATEGIC]["axis"]
    assert powers(joined.position)[STRATEGIC]["axis"] == powers(cut_off.position)[STRATEGIC]["axis"] + 1


def test_5_3_powers_of_the_factions_are_told_from_the_start_and_are_races() -> None:
    """The heads of the scenarios: Strategic Power 7, 5 and 6, Economic Power 70 and 15, 35 and 20, 60 in 1942."""
    play = idle("1942", until=1)
    assert {key: total for key, total in play.state.points.items() if total} == {
        ("axis", STRATEGIC): 8,
        ("western-allies", STRATEGIC): 5,
        ("soviets", STRATEGIC): 6,
        ("axis", ECONOMIC): 85,
        ("western-allies", ECONOMIC): 55,
        ("soviets", ECONOMIC): 60,
    }
    races = Races(play.title, play.events)
    found = {(contender, measure): (count, goal) for contender, measure, count, goal, *_ in races.rows(play.state)}
    assert found == {
        (side, measure): (play.state.points[side, measure], goal) for side in SIDES for measure, goal in ((STRATEGIC, 10), (ECONOMIC, 100))
    }


@pytest.mark.section("9.0")
def test_9_0_the_western_allies_win_when_france_has_not_fallen_by_the_end_of_fall_1941() -> None:
    own = {"scenario": "campaign-1939", "at_war": (*WAR, "france"), "holdings": "1939", "phase": "blitz-combat"}
    late = play_from(SHIPS, power="great-britain", season=("fall", 1941), **own)
    assert ending_now(late.position) == (("western-allies",), "fall-of-france")
    assert ending_now(play_from(SHIPS, power="great-britain", season=("summer", 1941), **own).position) is None
    assert ending_now(play_from(SHIPS, power="germany", season=("fall", 1941), **own).position) is None
    assert ending_now(fallen(late, "france").position) is None


@pytest.mark.section("9.0")
def test_9_0_nothing_but_a_total_victory_comes_before_that() -> None:
    """Ten stars of the Axis do not help it; eleven, or Berlin lost, have ended the game at once."""
    own = {
        "scenario": "campaign-1939",
        "at_war": (*WAR, "france"),
        "holdings": "1942",
        "phase": "blitz-combat",
        "power": "great-britain",
        "season": ("fall", 1941),
    }
    line = ("moscow", "kalinin", "tula", "leningrad", "gorki")
    ten = play_from(SHIPS, control=dict.fromkeys(line, "germany"), **own)
    assert powers(ten.position)[STRATEGIC]["axis"] == 10
    assert ending_now(ten.position) == (("western-allies",), "fall-of-france")
    eleven = play_from(SHIPS, control=dict.fromkeys((*line, "voronezh", "stalingrad"), "germany"), **own)
    assert ending_now(eleven.position) == (("axis",), "total")


@pytest.mark.parametrize(
    ("seen", "wrong"),
    [
        ('"side":"axis","total":8', 0),
        ('"side":"axis","total":85,"measure":"economic-power"', 0),
        ('"side":"soviets","total":7', 1),
    ],
)
def test_5_3_what_a_log_sees_of_the_powers_is_checked(seen: str, wrong: int) -> None:
    """1942: the Axis has eight stars and 85 PPs, the Soviet Union six; points that are not named are Strategic Power."""
    log = '{"sitrep":1,"title":"black-swan","scenario":"1942","game":"seen"}\n{"see":"points",' + seen + "}"
    game = replay(parse_log(log.encode(), "log"), TITLE, Strictness.COLLECT)
    assert sum(isinstance(event, DefectFound) for event in game.events) == wrong


@pytest.mark.parametrize(
    ("strategic", "economic", "words"),
    [
        ((10, 5, 4), (90, 50, 50), "a Strategic Victory"),
        ((10, 5, 4), (100, 50, 50), "a Decisive Victory"),
        ((9, 5, 5), (100, 50, 50), "an Economic Victory"),
    ],
)
def test_5_3_victories_have_the_names_of_the_book(strategic, economic, words) -> None:
    _, how = by_threshold(at_end().position, held(strategic, economic))
    assert said(TITLE, how) == words


def test_every_end_that_the_rules_make_is_told_in_words() -> None:
    hows = ("total", STRATEGIC, ECONOMIC, "tie", "both-capitals", "fall-of-france")
    assert all(said(TITLE, how) for how in hows) and said(TITLE, "conceded") == ""

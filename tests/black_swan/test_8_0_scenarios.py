"""The scenarios and campaigns: when they begin and end, and what decides them (sections 8.0, 9.0)."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.blocks import supply
from engine.families.blocks.politics.victory import check_at_once, ending_now
from engine.families.blocks.sea.waters import body_of, is_active, zones
from engine.families.blocks.season import season
from engine.rules import Concede
from tests.black_swan.board import TITLE, play_from
from tests.black_swan.politics import SHIPS, idle
from tests.black_swan.tables import active

pytestmark = pytest.mark.section("8.0")


@pytest.mark.parametrize(("scenario", "begins", "camp", "ends"), [
    ("1939", ("summer", 1939), "germany", ("fall", 1939)), ("1941", ("spring", 1941), "germany", ("fall", 1941)),
    ("1942", ("spring", 1942), "germany", ("fall", 1942)), ("1943", ("spring", 1943), "germany", ("fall", 1943)),
    ("1944", ("spring", 1944), "great-britain", ("fall", 1945)),
    ("campaign-1941", ("spring", 1941), "germany", ("fall", 1945)),
])  # fmt: skip
def test_8_0_begins_with_a_land_phase_and_ends_with_an_allied_final_phase(scenario, begins, camp, ends) -> None:
    play = idle(scenario, until=1)
    here = season(play.position)
    assert (here.slug, here.year) == begins
    assert play.state.clock.power == camp and play.state.clock.phase == "land"
    play = idle(scenario)
    here = season(play.position)
    assert (here.slug, here.year) == ends and play.state.ended
    assert play.state.clock.power == "great-britain" and play.state.clock.phase == "final"


@pytest.mark.parametrize("scenario", TITLE.scenarios)
def test_8_0_all_units_are_in_supply_in_the_turn_it_begins_with(scenario: str) -> None:
    """ "Supply: All Units are in Supply": no Supply Check comes before the Land Phase."""
    play = idle(scenario, until=2)
    lost = [event for event in play.events if isinstance(event, ev.UnitsChanged | ev.UnitsRemoved)]
    assert [event for event in lost if event.cause in ("supply", "surrender")] == []


def test_8_0_in_1944_the_fort_in_malta_is_in_supply_over_seas_that_the_allies_control() -> None:
    assert supply.unsupplied(idle("1944", until=1).position, "allies") == []
    strict = idle("1944", until=1, options={"supply-ships": "all"})
    assert [key[0] for key, _ in supply.unsupplied(strict.position, "allies")] == ["malta"]


@pytest.mark.parametrize("scenario", TITLE.scenarios)
def test_8_0_active_waters_are_those_of_the_head(scenario: str) -> None:
    """ "Bodies of Water: All Active", in 1939 "All are inactive"; those that one side alone enters are nobody's to dispute."""
    position = idle(scenario, until=1).position
    found = {body_of(TITLE, zone) for zone in zones(TITLE) if is_active(position, zone)}
    assert found == active(scenario)


def test_8_0_option_the_1944_scenario_ends_in_its_own_year() -> None:
    assert season(idle("1944", options={"end-of-1944": "1944"}).position).year == 1944


def test_8_0_1939_ends_with_a_tie() -> None:
    play = idle("1939")
    assert (play.state.winners, play.state.how) == ((), "tie")


@pytest.mark.parametrize(
    ("control", "ending"),
    [
        ({"warsaw": "germany"}, (("axis",), "both-capitals")),
        ({"berlin": "france", "warsaw": "poland"}, (("western-allies",), "both-capitals")),
        ({"berlin": "germany", "warsaw": "poland"}, None),
    ],
)
def test_8_0_1939_is_won_at_any_time_with_berlin_and_warsaw(control: dict[str, str], ending) -> None:
    play = play_from(
        SHIPS,
        "land-combat",
        scenario="1939",
        season=("summer", 1939),
        control=control,
        at_war=("germany", "poland", "france", "great-britain"),
    )
    check_at_once(play)
    assert play.state.ended == bool(ending)
    if ending:
        assert (play.state.winners, play.state.how) == ending


def test_8_0_only_the_1939_scenario_is_decided_by_two_capitals() -> None:
    play = play_from(
        SHIPS, "land-combat", scenario="campaign-1939", season=("summer", 1939), control={"warsaw": "germany"}, at_war=("germany", "poland")
    )
    check_at_once(play)
    assert not play.state.ended and ending_now(play.position) is None


@pytest.mark.parametrize("scenario", TITLE.scenarios)
def test_8_0_a_game_in_which_nobody_acts_comes_to_its_end(scenario: str) -> None:
    play = idle(scenario)
    assert play.state.ended and isinstance(play.events[-1], ev.GameEnded)
    assert play.state.how in {"tie", "strategic-power", "economic-power", "fall-of-france"}


@pytest.mark.parametrize("scenario", TITLE.scenarios)
def test_8_0_the_war_in_the_east_is_one_of_cheap_blocks_but_for_1939(scenario: str) -> None:
    """9.0 Great Patriotic War: every later set-up begins after a German attack on occupied areas."""
    begun = idle(scenario, until=1).state.marker("game", "great-patriotic-war")
    assert bool(begun) == ("1939" not in scenario)


@pytest.mark.parametrize(
    ("side", "winners"),
    [
        ("axis", ("western-allies", "soviets")),
        ("western-allies", ("axis",)),
        ("soviets", ("axis",)),
    ],
)
def test_a_faction_that_concedes_leaves_the_war_to_the_other_camp(side: str, winners: tuple[str, ...]) -> None:
    play = idle("1942", until=1)
    play.submit(Concede(side))
    assert (play.state.winners, play.state.how) == (winners, "conceded")

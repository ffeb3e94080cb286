"""Who enters the war when: the Axis Minors, Italy, the United States (9.0 Campaigns)."""

from __future__ import annotations

import pytest

from engine.families.blocks.politics import war
from engine.families.blocks.production.economy import economic_power, strategic_power
from engine.families.blocks.season import season
from tests.black_swan.board import at, play_from, stacks_of
from tests.black_swan.politics import SHIPS, fallen, idle, step, warring

pytestmark = pytest.mark.section("9.0")

MINORS = {"finland", "hungary", "romania", "bulgaria"}


def axis_turn(when: tuple[str, int], **more):
    """Return a game in which an Axis Turn has begun after France has fallen in Summer 1940."""
    own = {"at_war": ("germany", "italy", "great-britain")}
    play = fallen(play_from(SHIPS, "declarations", season=when, **(own | more)), "france", when=("summer", 1940))
    play.phase.open(play)
    return play


@pytest.mark.parametrize(
    ("when", "joined"),
    [
        (("summer", 1940), set()),
        (("fall", 1940), {"hungary", "romania"}),
        (("winter", 1941), MINORS),
    ],
)
def test_9_0_two_join_the_season_after_the_fall_of_france_and_two_the_next(when, joined: set[str]) -> None:
    assert warring(axis_turn(when)) & MINORS == joined


def test_9_0_not_while_france_stands() -> None:
    play = play_from(SHIPS, "declarations", season=("winter", 1941), at_war=("germany", "france", "great-britain"))
    play.phase.open(play)
    assert warring(play).isdisjoint(MINORS)


def test_9_0_romania_cedes_transylvania_to_hungary() -> None:
    play = axis_turn(("fall", 1940))
    assert play.state.control["cluj"] == "hungary" and play.state.control["bucharest"] == "romania"


def test_9_0_only_romania_cedes_it() -> None:
    assert axis_turn(("fall", 1940), control={"cluj": "soviet-union"}).state.control["cluj"] == "soviet-union"


def test_9_0_their_units_come_at_full_strength_and_some_go_to_the_german_pool() -> None:
    play = axis_turn(("winter", 1941))
    assert at(play, "budapest") == "2 hungary infantry-3@3"
    assert stacks_of(play, "bucharest") == {"romania infantry-4@4": 1, "romania artillery-3@3": 1}
    assert stacks_of(play, "ploesti") == {"romania infantry-3@3": 1, "romania air-3@3": 1}
    assert at(play, "sofia") == "bulgaria infantry-4@4"
    assert at(play, "oulu") == "finland sniper-infantry-4@4" and len(stacks_of(play, "helsinki")) == 3
    assert stacks_of(play, "germany-pool") == {"hungary infantry-3@3": 1, "romania infantry-3@3": 1, "bulgaria infantry-3@3": 1}


def test_9_0_their_power_is_added_to_the_german_one() -> None:
    before = axis_turn(("summer", 1940))
    alone = strategic_power(before.position, "germany"), economic_power(before.position, "germany")
    after = axis_turn(("fall", 1940)).position
    assert (strategic_power(after, "germany"), economic_power(after, "germany")) == (
        alone[0] + 1,
        alone[1] + 5,
    )  # Ploesti


def test_9_0_all_four_and_italy_join_at_once_when_the_soviet_union_declares_war() -> None:
    play = play_from(SHIPS, "declarations", "great-britain", season=("spring", 1940), at_war=("germany", "france", "great-britain"))
    war.declare(play, "soviet-union", "germany")
    assert MINORS | {"italy", "soviet-union"} <= warring(play)
    assert at(play, "sofia") == "bulgaria infantry-4@4" and at(play, "budapest") == "2 hungary infantry-3@3"
    assert play.state.marker("game", "surprised/italy") and not play.state.marker("game", "surprised/germany")


def test_9_0_transylvania_is_ceded_only_where_they_join_after_the_fall_of_france() -> None:
    """Of the two ways into the war only the second one, "alternatively", begins with the cession."""
    play = play_from(SHIPS, "declarations", "great-britain", season=("spring", 1940), at_war=("germany", "great-britain"))
    war.declare(play, "soviet-union", "germany")
    assert {"hungary", "romania"} <= warring(play) and play.state.control["cluj"] == "romania"


def test_9_0_who_is_in_the_war_already_is_neither_surprised_nor_deployed_by_a_soviet_declaration() -> None:
    """Hungary and Romania have joined after the fall of France, Italy is out of it; Bulgaria and Finland come in now."""
    own = {"at_war": ("germany", "great-britain", "hungary", "romania")}
    play = play_from(SHIPS, "declarations", "great-britain", season=("fall", 1940), **own)
    war.declare(fallen(play, "italy"), "soviet-union", "germany")
    assert warring(play) == MINORS | {"germany", "great-britain", "soviet-union"}
    assert {key for _, key in play.state.markers if key.startswith("surprised/")} == {
        "surprised/bulgaria",
        "surprised/finland",
    }
    assert at(play, "budapest") == "" == at(play, "ploesti")


def test_9_0_a_german_declaration_brings_nobody_in() -> None:
    play = play_from(SHIPS, "declarations", season=("spring", 1940), at_war=("germany", "france", "great-britain"))
    war.declare(play, "germany", "soviet-union")
    assert warring(play) == {"germany", "france", "great-britain", "soviet-union"}


@pytest.mark.parametrize("scenario", ["campaign-1941", "campaign-1939"])
def test_9_0_the_united_states_enter_in_winter_1942(scenario: str) -> None:
    play = idle(scenario, until=2)
    while play.state.standing["united-states"] == "neutral" and not play.state.ended:
        step(play)
    if scenario == "campaign-1939":  # nobody has taken Paris, so it is over in Fall 1941
        assert play.state.how == "fall-of-france" and "united-states" not in warring(play)
        return
    here = season(play.position)
    assert (here.slug, here.year) == ("winter", 1942)
    assert at(play, "usa").startswith("united-states infantry-4@4")
    assert {word.partition("@")[0].partition(" ")[2] for word in stacks_of(play, "us-coastal-waters")} == {
        "carrier-4",
        "heavy-surface-4",
        "light-surface-4",
        "submarine-4",
    }


@pytest.mark.parametrize(("year", "power"), [(1942, 20), (1943, 30), (1944, 40)])
def test_9_0_american_production(year: int, power: int) -> None:
    own = {"season": ("spring", year), "scenario": "campaign-1941"}
    at_war = play_from("united-states infantry-4 usa", at_war=("united-states", "germany"), **own)
    assert economic_power(at_war.position, "united-states") == power
    assert economic_power(play_from(at_war=("germany",), **own).position, "united-states") == 0

"""Fog of war: units that stand face down are known to their own side, and to others only while they fight."""

from __future__ import annotations

import pytest

from engine.errors import SitrepError
from engine.events import BattleStarted, MarkerSet, UnitsPurchased
from engine.families.blocks.production import strategic_war
from engine.fog import UNKNOWN, UNKNOWN_FORT, UNKNOWN_SHIP, seen_by
from engine.state import GameState
from tests.aa1942.positions import TITLE as OPEN
from tests.aa1942.positions import play_from as open_play
from tests.black_swan.board import TITLE, play_from

STACKS = (
    "germany 2 infantry-4@3 paris, germany tank-4@1 paris [unsupplied], germany fort-4@2 paris, italy submarine-3@2 central-med,"
    " soviet-union infantry-4@2 moscow, great-britain air-4@3 london, great-britain light-surface-4@1 central-med"
)


def shown(state: GameState, side: str) -> dict[tuple[str, str, str, int], int]:
    return {key[:4]: count for key, count in seen_by(state, TITLE, side).stacks.items()}


def test_blocks_of_the_other_camp_are_counted_small_ones_ships_and_forts_apart() -> None:
    state = play_from(STACKS).state
    assert shown(state, "western-allies") == {
        ("paris", "germany", UNKNOWN, 0): 3,
        ("paris", "germany", UNKNOWN_FORT, 0): 1,
        ("central-med", "italy", UNKNOWN_SHIP, 0): 1,
        ("moscow", "soviet-union", "infantry-4", 2): 1,
        ("london", "great-britain", "air-4", 3): 1,
        ("central-med", "great-britain", "light-surface-4", 1): 1,
    }
    axis = shown(state, "axis")
    assert axis["paris", "germany", "tank-4", 1] == 1 and axis["london", "great-britain", UNKNOWN, 0] == 1
    assert not any(key[4] for key in seen_by(state, TITLE, "western-allies").stacks), "nor is their condition known"


def test_a_state_that_is_looked_at_stays_as_it_is_and_counts_the_same() -> None:
    state = play_from(STACKS).state
    before = state.copy()
    seen = seen_by(state, TITLE, "soviets")
    assert state == before and seen.control == state.control
    assert sum(seen.stacks.values()) == sum(state.stacks.values())
    assert {key[2] for key in seen.turn_stacks if key[1] == "germany"} <= {UNKNOWN, UNKNOWN_FORT, UNKNOWN_SHIP}


def test_what_fights_is_face_up_until_the_battle_is_over() -> None:
    play = play_from(STACKS)
    play.emit(BattleStarted(1, "sea", "central-med", "germany", "great-britain", "", ""))
    play.emit(MarkerSet("battle", "area", "central-med"))
    assert shown(play.state, "western-allies")["central-med", "italy", "submarine-3", 2] == 1
    assert shown(play.state, "western-allies")["paris", "germany", UNKNOWN, 0] == 3, "only there"
    play.state.battle = 0
    assert shown(play.state, "western-allies")["central-med", "italy", UNKNOWN_SHIP, 0] == 1


UMBRELLA = (
    "germany air-4@3 paris, germany 2 air-4@2 lille, germany infantry-4@3 paris, italy air-2@2 brussels, germany air-4@1 warsaw,"
    " great-britain elite-air-4@4 london, great-britain air-4@4 manchester, united-states 2 air-4@3 plymouth"
)


def raid(stacks: str) -> GameState:
    """Return the state of a raid on Great Britain that waits for a choice of losses, or has just been fought."""
    play = play_from(stacks, "declarations", "great-britain", season=("spring", 1943), money={"great-britain": 50})
    strategic_war.begin(play)
    return play.state


def test_1_5_aircraft_under_the_umbrella_are_face_up_until_their_raid_is_over() -> None:
    state = raid(UMBRELLA)
    assert state.battle
    axis, allies = shown(state, "axis"), shown(state, "western-allies")
    assert axis["london", "great-britain", "elite-air-4", 4] == 1
    assert allies["lille", "germany", "air-4", 1] == 2 and allies["brussels", "italy", "air-2", 1] == 1
    assert allies["paris", "germany", UNKNOWN, 0] == 1, "its infantry; the aircraft are known"
    assert allies["warsaw", "germany", UNKNOWN, 0] == 1, "not under the umbrella"
    state.battle = 0
    assert shown(state, "western-allies")["lille", "germany", UNKNOWN, 0] == 2


def test_1_5_ships_of_a_zone_are_face_up_while_it_is_raided() -> None:
    ships = (
        "germany 2 submarine-4@4 central-atlantic, great-britain light-surface-4@3 central-atlantic, great-britain carrier-4@3"
        " central-atlantic, great-britain heavy-surface-4 north-sea"
    )
    play = play_from(ships, "declarations", "great-britain", season=("spring", 1943))
    play.emit(BattleStarted(1, "strategic-naval", "central-atlantic", "germany", "great-britain", "", ""))
    play.emit(MarkerSet("battle", "place", "central-atlantic"))
    axis = shown(play.state, "axis")
    assert axis["central-atlantic", "great-britain", "carrier-4", 3] == 1
    assert axis["north-sea", "great-britain", UNKNOWN_SHIP, 0] == 1
    assert shown(play.state, "western-allies")["central-atlantic", "germany", "submarine-4", 4] == 2


def test_what_is_drawn_and_not_yet_placed_is_hidden_too() -> None:
    play = play_from(STACKS)
    play.emit(UnitsPurchased("germany", "carrier-4", 1, 2, 2, "pp"))
    assert seen_by(play.state, TITLE, "soviets").pool == {("germany", UNKNOWN_SHIP): 1}
    assert seen_by(play.state, TITLE, "axis").pool == {("germany", "carrier-4"): 1}


def test_a_title_whose_units_stand_open_has_no_fog() -> None:
    state = open_play({"germany": "germany: infantry, tank"}, "germany", "combat-move").state
    assert seen_by(state, OPEN, "allies").stacks == state.stacks


def test_a_side_that_there_is_not_is_said() -> None:
    with pytest.raises(SitrepError, match="no side 'swiss' in black-swan; expected one of axis, western-allies"):
        seen_by(GameState(), TITLE, "swiss")

"""Section 12.9: what coastal artillery hits is chosen by who lands, as casualties are."""

from __future__ import annotations

import pytest

from engine.mechanics.orders import Lose
from engine.play import Play
from engine.rules import EndPhase
from engine.strictness import Strictness
from tests.axisallies.battles import fight_out
from tests.axisallies.positions import again
from tests.global_war_1936.positions import BOARD, battle, due, ends, losses, problems, standing

FLEET = (
    "japan: light-cruiser, battleship, naval-transport [target=peking cargo=japan/infantry+japan/infantry],"
    " naval-transport [target=peking cargo=japan/infantry+japan/marine], 3 infantry [aboard target=peking], marine [aboard target=peking]"
)
SHORE = {"peking": "kmt: infantry, coastal-artillery", "sea-zone-54": FLEET}
MISSED = [12] * 20
SHOT = "coastal-artillery"


def fired_at(dice: list[int], stacks: dict[str, str] = SHORE, bombard: str = "all") -> Play:
    """The attackers' battle, after the fire of the guns: three shots, then the dice of the battle."""
    relations = {("japan", "kmt"): "war"}
    play = BOARD.play_from(stacks, "japan", "conduct-combat", dice=[*dice, *MISSED], control={"peking": "kmt"}, relations=relations)
    play.submit(battle("peking", bombard))
    return play


def sunk(play: Play) -> list[tuple]:
    """(unit, count) of what the guns have sunk."""
    return [(unit, n) for _, unit, n, cause in losses(play) if cause == SHOT]


@pytest.mark.section("12.9", "9.9")
@pytest.mark.parametrize(
    ("chosen", "gone"),
    [
        ("battleship", []),
        ("light-cruiser", [("light-cruiser", 1)]),
        ("naval-transport", [("naval-transport", 1)]),
    ],
)
def test_12_9_who_lands_chooses_what_is_hit_before_the_battle_begins(chosen: str, gone: list[tuple]) -> None:
    play = fired_at([3, 12, 12])
    assert due(play) == "casualties japan" and not play.state.battle
    play = again(play)
    play.dice = BOARD.play_from(SHORE, "japan", "conduct-combat", dice=MISSED).dice
    play.submit(Lose(chosen))
    assert sunk(play) == gone and play.state.battle
    assert ("battleship~1" in standing(play, "sea-zone-54")) == (chosen == "battleship")


@pytest.mark.section("12.9")
def test_12_9_a_ship_is_told_from_another_by_what_it_carries() -> None:
    play = fired_at([3, 12, 12])
    play.submit(Lose("naval-transport", "naval-transport cargo=infantry+marine"))
    assert sunk(play) == [("naval-transport", 1)]
    assert [(unit, n) for _, unit, n, cause in losses(play) if cause == "cargo-lost"] == [("infantry", 1), ("marine", 1)]


@pytest.mark.section("12.9")
def test_12_9_two_hits_may_damage_and_sink_or_fall_on_two() -> None:
    play = fired_at([3, 3, 12])
    assert problems(play, Lose("battleship")) == ["casualties/number"]
    assert problems(play, Lose("3 light-cruiser")) == problems(play, Lose("2 destroyer")) == ["casualties/not-there"]
    assert problems(play, Lose("battleship, naval-transport", "naval-transport empty")) == ["casualties/which"]
    play.submit(Lose("light-cruiser, naval-transport"))
    assert sorted(sunk(play)) == [("light-cruiser", 1), ("naval-transport", 1)]


@pytest.mark.section("12.9")
def test_12_9_ships_that_do_not_bombard_are_not_hit() -> None:
    play = fired_at([3, 12, 12], bombard="light-cruiser")
    assert problems(play, Lose("battleship")) == ["casualties/not-there"]
    assert problems(play, Lose("light-cruiser")) == []


@pytest.mark.section("12.9")
def test_12_9_like_ships_leave_no_choice_and_neither_do_as_many_hits_as_they_bear() -> None:
    alone = SHORE | {
        "sea-zone-54": "japan: 2 naval-transport [target=peking cargo=japan/infantry+japan/infantry], 4 infantry [aboard target=peking]"
    }
    assert due(fired_at([3, 12], alone)) != "casualties japan"
    few = "japan: light-cruiser, naval-transport [target=peking cargo=japan/infantry+japan/infantry], 2 infantry [aboard target=peking]"
    play = fired_at([3, 3], SHORE | {"sea-zone-54": few})
    assert not play.pending and sorted(sunk(play)) == [("light-cruiser", 1), ("naval-transport", 1)]
    assert ends(play) == [] and standing(play, "peking").startswith("kmt: ")


@pytest.mark.section("12.9", "12.8")
def test_12_9_two_zones_choose_one_after_the_other() -> None:
    fleet = "great-britain: light-cruiser, naval-transport [target=crete cargo=great-britain/infantry], infantry [aboard target=crete]"
    stacks = {"crete": "italy: infantry, coastal-artillery", "sea-zone-57": fleet, "sea-zone-58": fleet}
    play = BOARD.play_from(
        stacks,
        "great-britain",
        "conduct-combat",
        dice=[3, 12, 12, 3, *MISSED],
        control={"crete": "italy"},
        relations={("great-britain", "italy"): "war"},
    )
    play.submit(battle("crete"))
    for unit in ("naval-transport", "light-cruiser"):
        assert due(play) == "casualties great-britain" and not play.state.battle
        play.submit(Lose(unit))
    assert sunk(play) == [("naval-transport", 1), ("light-cruiser", 1)] and play.state.battle


@pytest.mark.section("12.9")
def test_12_9_a_record_that_leaves_the_choice_out_damages_before_it_sinks() -> None:
    play = fired_at([3, 12, 12])
    assert play.pending.default == Lose("battleship")
    play.strictness = Strictness.COLLECT
    play.submit(EndPhase("conduct-combat"))
    assert "battleship~1" in standing(play, "sea-zone-54") and sunk(play) == []


@pytest.mark.section("12.9")
def test_12_9_a_wrong_choice_of_a_record_becomes_the_usual_one() -> None:
    play = fired_at([3, 12, 12])
    play.strictness = Strictness.COLLECT
    play.submit(Lose("2 destroyer"))
    assert "battleship~1" in standing(play, "sea-zone-54") and play.state.battle


@pytest.mark.section("12.9")
def test_12_9_an_unchecked_record_that_names_other_ships_goes_on() -> None:
    play = fired_at([3, 12, 12])
    play.strictness = Strictness.IGNORE
    play.submit(Lose("2 destroyer", "what"))
    assert losses(play) == [] and play.state.battle


@pytest.mark.section("12.9")
@pytest.mark.parametrize("seed", range(8))
def test_12_9_any_answers_fight_the_battle_out(seed: int) -> None:
    play = fired_at([3, 3, 3] if seed % 2 else [3, 12, 12])
    fight_out(play, seed)
    assert not play.state.battle and play.pending is None

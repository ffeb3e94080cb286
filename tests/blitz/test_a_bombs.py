"""A-Bombs and V-Weapons: who carries them, what befalls them, what they do (5.3, 6.1, 6.5, 7.8)."""

from __future__ import annotations

import pytest

from engine.play import Play
from engine.titles.blitz.orders import Announced, Attack, CommitNoMore, Defend, Rebase, Resolve
from tests.blitz.table import at, broken, do, settle, table

BOMBERS = "20th-air-force formosa@{size}, american-a-bomb formosa@1"
BOTH = "20th-air-force, american-a-bomb"


def raid(*dice: int, size: int = 2, guards: str = "") -> Play:
    """Return a game in which the USA may bomb Tokyo from Formosa."""
    units = BOMBERS.format(size=size) + (f", {guards}" if guards else "")
    return table(units, power="afa", at_war=["japan usa"], take={"formosa": "usa"}, dice=dice, turn=6)


@pytest.mark.section("5.3")
def test_5_3_an_a_bomb_attacks_with_its_carrier_alone() -> None:
    play, gone = raid(), raid(guards="2nd-fleet tokyo@1")
    do(gone, Attack("port", "tokyo", "20th-air-force"))
    assert broken(gone, Attack("factory", "tokyo", "american-a-bomb")) == ["attack/a-bomb"]
    assert broken(play, Attack("ground", "tokyo", "american-a-bomb")) == ["attack/a-bomb"]
    assert broken(play, Attack("factory", "tokyo", BOTH)) == []


@pytest.mark.section("7.8", "6.5")
def test_7_8_an_a_bomb_is_used_once_and_its_victim_tests_with_one_more() -> None:
    play = do(raid(6), Attack("factory", "tokyo", BOTH), Announced(), Resolve("factory", "tokyo"))
    settle(play)
    assert at(play, "american-a-bomb") == "usa-pool" and at(play, "20th-air-force") == "formosa@2"
    assert play.state.damage["tokyo", "factory"] == 2
    assert play.state.marker("game", "a-bombed/japan")


@pytest.mark.section("6.5")
def test_6_5_an_a_bomb_is_lost_with_its_carrier() -> None:
    """The Zeroes destroy the last Size of the carrier in the Air Round: no Strategic Round follows."""
    play = raid(1, 6, size=1, guards="zeroes tokyo@2")
    do(play, Attack("factory", "tokyo", BOTH), Announced())
    do(play, Defend("factory", "tokyo", "zeroes"))
    settle(do(play, Resolve("factory", "tokyo")) if not play.pending else do(play, CommitNoMore("japan"), Resolve("factory", "tokyo")))
    assert at(play, "20th-air-force") == at(play, "american-a-bomb") == "usa-pool"
    assert not play.state.damage.get(("tokyo", "factory")) and not play.state.marker("game", "a-bombed/japan")


@pytest.mark.section("6.1")
def test_6_1_a_v_weapon_strikes_after_the_air_round_in_which_it_takes_no_part() -> None:
    units = "v-2 paris@1, luftwaffe paris@2, royal-air-force london@1"
    play = table(units, take={"paris": "germany"}, dice=[2, 2, 4], turn=6)
    do(play, Attack("factory", "london", "v-2, luftwaffe"), Announced(), Defend("factory", "london", "royal-air-force"))
    settle(do(play, Resolve("factory", "london")) if not play.pending else do(play, CommitNoMore("afa"), Resolve("factory", "london")))
    assert at(play, "v-2") == "germany-pool" and play.state.damage["london", "factory"] == 1


@pytest.mark.section("7.8")
def test_7_8_a_carrier_takes_the_a_bomb_along_when_it_rebases() -> None:
    units = "20th-air-force west-coast@2, 8th-air-force west-coast@1, american-a-bomb west-coast@1"
    play = table(units, phase="rebase", power="afa", at_war=["japan usa"])
    assert broken(play, Rebase("8th-air-force", "west-coast > central-plains", "american-a-bomb")) == ["rebase/a-bomb"]
    do(play, Rebase("20th-air-force", "west-coast > central-plains", "american-a-bomb"))
    assert at(play, "american-a-bomb") == "central-plains@1"


@pytest.mark.section("6.5")
def test_6_5_an_a_bomb_whose_carrier_is_sent_home_falls_on_nobody() -> None:
    """The Zeroes take a point of damage, and their letter sends the carrier home: nobody is left to bomb the Factory."""
    play = raid(6, 3, guards="zeroes tokyo@2")
    do(play, Attack("factory", "tokyo", BOTH), Announced(), Defend("factory", "tokyo", "zeroes"))
    settle(do(play, Resolve("factory", "tokyo")) if not play.pending else do(play, CommitNoMore("japan"), Resolve("factory", "tokyo")))
    assert at(play, "20th-air-force") == "canton@2" and at(play, "american-a-bomb") == "formosa@1"
    assert not play.state.damage.get(("tokyo", "factory")) and not play.state.marker("game", "a-bombed/japan")


@pytest.mark.section("7.8")
def test_7_8_a_carrier_takes_along_no_a_bomb_that_it_does_not_pass_or_that_has_rebased() -> None:
    order = Rebase("20th-air-force", "west-coast > central-plains", "american-a-bomb")
    for bomb in ("american-a-bomb west-coast@1 [rebased]", "american-a-bomb atlantic-seaboard@1", "american-a-bomb central-plains@1"):
        play = table(f"20th-air-force west-coast@2, {bomb}", phase="rebase", power="afa", at_war=["japan usa"])
        assert broken(play, order) == ["rebase/a-bomb"], bomb

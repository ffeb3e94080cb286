"""Z-Plan Cancelled (section 6.3): from Winter 1943 German submarines are built, and no other ships any more."""

from __future__ import annotations

import pytest

from engine.families.blocks.changes import eliminate
from engine.families.blocks.production.orders import Deploy, Draw, Reinforce
from engine.families.blocks.production.pools import LARGE, drawable
from engine.play import Play
from engine.state import Stack
from tests.black_swan.board import at, play_from, stacks_of

pytestmark = pytest.mark.section("6.3")

FLEET = (
    "germany infantry-3 berlin, soviet-union infantry-4 moscow, germany submarine-4@1 southern-baltic,"
    "germany heavy-surface-4@1 southern-baltic, germany light-surface-4@1 norwegian-sea,"
    "germany submarine-4 germany-pool, germany heavy-surface-4 germany-pool"
)


def producing(season: tuple[str, int]) -> Play:
    return play_from(FLEET, "production", "germany", season=season, money={"germany": 50})


def refused(play: Play, order) -> list[str]:
    return [problem.rule for problem in play.check(order)]


def test_submarines_gain_any_number_of_steps() -> None:
    play = producing(("winter", 1943))
    play.submit(Reinforce("southern-baltic", "submarine-4", steps=3))
    assert "germany submarine-4@4" in at(play, "southern-baltic")
    before = producing(("fall", 1942))
    assert refused(before, Reinforce("southern-baltic", "submarine-4", steps=2)) == ["reinforce/limit"]


def test_a_new_submarine_is_reinforced_in_the_same_season() -> None:
    play = producing(("winter", 1943))
    play.submit(Draw("germany", large=1))
    play.submit(Deploy("submarine-4", "norwegian-sea"))
    play.submit(Reinforce("norwegian-sea", "submarine-4@1", steps=3))
    assert stacks_of(play, "norwegian-sea")["germany submarine-4@4"] == 1


def test_all_other_ships_together_gain_one_step_a_season() -> None:
    play = producing(("winter", 1943))
    play.submit(Reinforce("southern-baltic", "heavy-surface-4"))
    assert refused(play, Reinforce("norwegian-sea", "light-surface-4")) == ["reinforce/ships"]
    before = producing(("fall", 1942))
    before.submit(Reinforce("southern-baltic", "heavy-surface-4"))
    assert refused(before, Reinforce("norwegian-sea", "light-surface-4")) == []


def test_eliminated_ships_other_than_submarines_cannot_be_rebuilt() -> None:
    play = producing(("spring", 1943))
    assert [key[2] for key, _ in drawable(play.position, "germany", LARGE)] == ["submarine-4"]
    ship = Stack("norwegian-sea", "germany", "light-surface-4", 1, "")
    submarine = Stack("southern-baltic", "germany", "submarine-4", 1, "")
    for key in (ship, submarine):
        eliminate(play, key)
    assert stacks_of(play, "germany-pool") == {"germany submarine-4@4": 2, "germany heavy-surface-4@4": 1}
    before = producing(("fall", 1942))
    assert {key[2] for key, _ in drawable(before.position, "germany", LARGE)} == {"submarine-4", "heavy-surface-4"}

"""How ships move on the map Revised otherwise than in aa1942."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Move
from engine.play import Play
from tests.axisallies.positions import Positions

BOARD = Positions("revised", "standard")


def rules_of(play: Play, order: Move) -> list[str]:
    return [one.rule for one in play.check(order)]


@pytest.mark.section("5. Submarines")
def test_submarines_pass_enemy_ships_in_the_noncombat_move_and_do_not_stay_among_them() -> None:
    stacks = {"sea-zone-8": "germany: submarine", "sea-zone-9": "united-kingdom: battleship"}
    play = BOARD.play_from(stacks, "germany", "noncombat-move")
    assert rules_of(play, Move("submarine", "sea-zone-8 > sea-zone-9")) == ["noncombat-move/submarines/end"]
    assert rules_of(play, Move("submarine", "sea-zone-8 > sea-zone-9 > sea-zone-10")) == []
    play = BOARD.play_from(stacks, "germany", "combat-move")
    assert rules_of(play, Move("submarine", "sea-zone-8 > sea-zone-9")) == []

"""Where a game turned, in a sentence."""

import pytest

from dashboard.turning import turning

SIDES = {"axis": "Axis", "allies": "Allies"}
POINT = {"side": "axis", "won": True, "round": 4, "why": "lead", "share_before": 0.48, "share_after": 0.53}


def test_the_round_in_which_the_winner_came_ahead():
    assert turning(POINT, SIDES) == (
        "Where it turned: round 4, when the strength (units and production) of Axis, the winner, "
        "went from 48% to 53% of all and stayed above half."
    )


@pytest.mark.parametrize(("after", "said"), [(0.484, "48.0% to 48.4%"), (0.4801, "48.00% to 48.01%")])
def test_a_small_shift_is_told_as_finely_as_it_takes(after, said):
    sentence = turning({**POINT, "why": "swing", "won": False, "share_after": after}, SIDES)
    assert said in sentence and "no single round; the largest shift was in round 4" in sentence
    assert "Axis, ahead at the end," in sentence


def test_several_winners_are_winners():
    assert "of Axis and Allies, the winners, went from" in turning({**POINT, "side": "axis, allies"}, SIDES)


def test_a_game_that_never_turned():
    assert "nowhere" in turning({**POINT, "round": None}, SIDES)

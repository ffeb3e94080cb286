"""Where a game turned, in a sentence."""

import polars as pl
import pytest

from dashboard.review.forces import balance
from dashboard.review.reader import Reader
from dashboard.review.turning_point import held, turning
from tests.dashboard.conftest import hand_made

SIDES = {"axis": "Axis", "allies": "Allies"}
POINT = {"side": "axis", "won": True, "round": 4, "why": "lead", "share_before": 0.48, "share_after": 0.53}


def test_the_round_in_which_the_winner_came_ahead():
    assert turning(POINT, SIDES) == (
        "Where it turned: round 4, when the strength (units and production) of the Axis, the winner, "
        "went from 48% to 53% of all and stayed above half."
    )


def test_a_small_shift_is_not_told_and_a_change_of_the_lead_as_finely_as_it_takes():
    assert turning({**POINT, "why": "swing", "won": False, "share_after": 0.49}, SIDES) == ""
    sentence = turning({**POINT, "why": "swing", "won": False, "share_after": 0.51}, SIDES)
    assert "48% to 51%" in sentence and sentence.startswith("The largest shift was in round 4, when")
    assert "Axis, ahead at the end," in sentence
    assert "49.8% to 50.2%" in turning({**POINT, "share_before": 0.498, "share_after": 0.502}, SIDES)


def test_a_share_that_is_the_same_at_both_ends_is_told_once():
    frame = pl.DataFrame(
        {"round": [0, 0, 1, 1], "side_name": ["Axis", "Allies"] * 2, "share": [0.49, 0.51, 0.492, 0.508]}
    )
    assert held(frame) == "The Allies had 51% of all strength (units and production) at the set-up and at the end."


def test_several_winners_are_winners():
    assert "of the Axis and the Allies, the winners, went from" in turning({**POINT, "side": "axis, allies"}, SIDES)


def test_a_game_that_never_turned():
    assert turning({**POINT, "round": None}, SIDES) == ""


@pytest.mark.parametrize(
    ("point", "verdict", "caption"),
    [
        (
            {"why": "lead"},
            "Where it turned: round 2, when",
            "The vertical line marks the round in which the game turned.",
        ),
        (
            {"why": "swing"},
            "The largest shift was in round 2",
            "The vertical line marks the round of the largest shift.",
        ),
        (
            {"why": "none", "round": None},
            "of all strength (units and production) at the set-up and",
            "of two sides one is drawn.",
        ),
    ],
)
def test_the_caption_of_the_chart_says_what_the_verdict_says(make_lake, point, verdict, caption):
    lake = make_lake(hand_made("game"))
    told = pl.DataFrame([{**POINT, "round": 2, **point}])

    def measure(name: str) -> pl.DataFrame:
        return told if name == "turning_point" else lake.measure(name, game_id="game")

    game = lake.frame("games", "game").row(0, named=True)
    section = balance(Reader(game, lambda table: lake.frame(table, "game"), measure))
    assert verdict in section.answer and section.note.strip().endswith(caption)

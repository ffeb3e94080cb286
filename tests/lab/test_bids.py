"""The fair bid: it is found where it is, its interval holds as often as it says, and none is told where none is shown."""

from __future__ import annotations

from math import exp
from random import Random

import numpy as np
import polars as pl
import pytest

from dashboard.lab.verdict_text import fair_bid as told
from tests.slow import slow_after
from warehouse.lab.bids import FairBid, crossing, fair_bid
from warehouse.lab.design import Arm, Design

BIDS = (0, 8, 16, 24)
DESIGN = Design("fair", "", "aa1942", "axis", tuple(Arm(str(bid), str(bid), bid=bid) for bid in BIDS), 400)


def games(rows: list[tuple[str, int, bool, bool]]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=["arm", "pair", "won", "undecided"], orient="row")


def played(rng: Random, pairs: int, fair: float, slope: float = 0.15, bids: tuple[int, ...] = BIDS, luck: float = 1.0) -> pl.DataFrame:
    """Return games in which the side wins by a logistic curve; what the dice of a pair are worth is the same for all its games."""
    rows = []
    for pair in range(pairs):
        shared = rng.gauss(0, luck)
        rows += [(str(bid), pair, rng.random() < 1 / (1 + exp(slope * (bid - fair) - shared)), False) for bid in bids]
    return games(rows)


def test_the_fair_bid_is_where_the_curve_crosses_one_half_and_its_interval_holds() -> None:
    rng, inside = Random(1), 0
    for _ in range(150):
        found = fair_bid(DESIGN, played(rng, 200, 11.0))
        assert found and found.value is not None
        inside += found.low <= 11.0 <= found.high
    assert 0.9 < inside / 150 <= 0.99


@pytest.mark.parametrize(
    ("pairs", "bids", "fair", "slope"),
    slow_after(
        2,
        [
            (50, (0, 24), 8.0, 0.275),
            (20, (0, 24), 8.0, 0.275),
            (5, BIDS, 11.0, 0.3),
            (60, (0, 24), 20.0, 0.2),
            (14, BIDS, 16.0, 0.06),
        ],
    ),
)
def test_the_interval_holds_for_few_pairs_and_for_bids_that_nearly_part_winners_from_losers(
    pairs: int, bids: tuple[int, ...], fair: float, slope: float
) -> None:
    rng, told_, inside = Random(7), 0, 0
    design = Design("fair", "", "aa1942", "axis", tuple(Arm(str(bid), str(bid), bid=bid) for bid in bids), pairs)
    for _ in range(100):
        found = fair_bid(design, played(rng, pairs, fair, slope, bids, luck=0.0))
        if found and found.value is not None:
            told_ += 1
            inside += found.low <= fair <= found.high
    assert told_ > 25 and inside / told_ >= 0.9


def test_games_that_agree_entirely_say_only_between_which_bids() -> None:
    for pairs, told_ in ((1, False), (2, False), (10, True), (300, True)):
        rows = games([(str(bid), pair, bid < 12, False) for bid in (0, 24) for pair in range(pairs)])
        found = fair_bid(Design("x", "", "aa1942", "axis", (Arm("0", "0"), Arm("24", "24", bid=24)), pairs), rows)
        assert found and (found.value is not None) is told_
        assert not told_ or (found.low < 4 and found.high > 20), "it may be anywhere between"


def test_more_money_for_the_others_that_makes_the_side_win_more_has_no_fair_bid() -> None:
    rows = [(str(bid), pair, (bid > 12) != (pair % 5 == 0), False) for bid in BIDS for pair in range(100)]
    found = fair_bid(DESIGN, games(rows))
    assert found and found.value is None


def test_only_rule_sets_that_differ_in_their_bids_alone_make_the_curve() -> None:
    rows = played(Random(8), 100, 11.0)
    others = games([(name, pair, True, False) for name in ("cheap tanks", "turtle") for pair in range(100)])
    arms = (*DESIGN.arms, Arm("cheap tanks", "cheap tanks", bid=24, alike=False), Arm("turtle", "0", "turtle"))
    more = Design("fair", "", "aa1942", "axis", arms, 400)
    assert fair_bid(more, pl.concat([rows, others])) == fair_bid(DESIGN, rows)


def test_an_interval_that_forgot_the_pairs_would_be_another() -> None:
    found = played(Random(2), 200, 11.0)
    x, won = found["arm"].cast(pl.Float64).to_numpy(), found["won"].cast(pl.Float64).to_numpy()
    by_pair = crossing(x, won, found["pair"].to_numpy())
    alone = crossing(x, won, np.arange(len(x)))
    assert by_pair[0] == alone[0] and by_pair[2] - by_pair[1] != pytest.approx(alone[2] - alone[1], rel=0.05)


def test_two_bids_with_one_half_in_the_middle_cross_there() -> None:
    wins = {"0": (0, 2, 3), "24": (0,)}
    rows = [(arm, pair, pair % 4 in wins[arm], False) for arm in wins for pair in range(100)]
    found = fair_bid(DESIGN, games(rows))
    assert found and found.value == pytest.approx(12.0)
    assert found.low < 12.0 < found.high and 12.0 - found.low == pytest.approx(found.high - 12.0, rel=1e-6)


def test_only_decided_games_count() -> None:
    found = played(Random(3), 100, 11.0)
    more = pl.concat([found, games([("24", pair, False, True) for pair in range(100, 200)])])
    one, two = fair_bid(DESIGN, found), fair_bid(DESIGN, more)
    assert one and two and (one.value, one.undecided, two.undecided) == (two.value, 0, 100)


def test_no_number_is_told_where_the_games_show_none() -> None:
    always = games([(str(bid), pair, True, False) for bid in BIDS for pair in range(50)])
    flat = games([(str(bid), pair, pair % 2 == 0, False) for bid in BIDS for pair in range(50)])
    beyond = played(Random(4), 200, 60.0)
    for rows in (always, flat, beyond):
        found = fair_bid(DESIGN, rows)
        assert found and found.value is None
        assert "do not show one" in told(found, DESIGN)


def test_an_experiment_without_bids_has_no_fair_bid() -> None:
    plain = Design("x", "", "aa1942", "axis", (Arm("0", "0"), Arm("8", "8")), 10)
    assert fair_bid(plain, played(Random(5), 10, 11.0)) is None


def test_the_sentence_names_side_money_interval_and_games() -> None:
    found = fair_bid(DESIGN, played(Random(6), 200, 11.0))
    assert found and found.value is not None
    text = told(found, DESIGN)
    assert text.startswith(f"Fair bid against the Axis: {found.value:.0f} IPC (95% interval {found.low:.0f} to {found.high:.0f};")
    assert "bids of 0 to 24 IPC" in text


def test_a_bid_that_the_side_itself_was_given_is_a_bid_for_it() -> None:
    found = FairBid(-6.4, -9.0, -3.0, 80, 20, least=-12, most=0)
    assert told(found, DESIGN) == (
        "Fair bid for the Axis: 6 IPC (95% interval 3 to 9; 80 decided games, 20 undecided; bids of 0 to 12 IPC)."
    )

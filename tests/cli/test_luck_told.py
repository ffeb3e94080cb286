"""What the summary says of luck: no sign before nothing, and by how much it may be off."""

from __future__ import annotations

import polars as pl

from dashboard.terminal.summary import luck_told


def test_luck_that_comes_to_nothing_has_no_sign_and_that_of_battles_played_says_how_good_it_is() -> None:
    rows = pl.DataFrame({"power": ["red", "blue", "green"], "luck": [-0.4, 0.3, 7.4], "battles": [1, 2, 1]})
    fought = [("red", "blue", 0.3, 0.1), ("green", "blue", 7.4, 1.2)]
    ledger = pl.DataFrame(fought, ["attacker", "defender", "luck", "error"], orient="row")
    assert luck_told(rows, {"red": "Red"}, "IPC", ledger) == (
        "What the dice of battles were worth, in IPC: green +7 ±3, blue 0 ±3, Red 0 (2 battles with known odds)."
    )

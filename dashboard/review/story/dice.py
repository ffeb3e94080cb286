"""Luck, if it mattered: the battle whose dice fell far out and swung much."""

from __future__ import annotations

from typing import Any

import polars as pl

from dashboard.review.battle_rows import DID, fought, how_it_ended, tail
from dashboard.review.reader import Reader
from dashboard.review.story.sentence import Clause, Sentence
from dashboard.review.story.wording import an, the, there, whose
from dashboard.ui.sampled import chance_told as in_words
from dashboard.ui.sampled import interval
from dashboard.ui.text import amount

FAR = 0.05
"""How far out a result lies that is called luck: one in twenty on that side."""
LARGE = 0.05
"""Share of a power's units that luck must be worth to be told."""
RAREST = 0.001
"""Chance below which no smaller one is told."""
LIKELY = 0.75
"""Chance of winning from which on a defeat is an upset."""


def mattered(of: Reader) -> Sentence:
    """Return the battle whose dice were worth most, where they fell far out and the swing was large; empty otherwise."""
    row = lucky(of)
    return _told(of, row, _upset(row)) if row else ()


def lucky(of: Reader) -> dict[str, Any] | None:
    """Return the battle that `mattered` tells of, as a row of `battle_luck_ledger`; None where luck did not matter."""
    told = of.measure("battle_luck_ledger").filter(pl.col("luck").is_not_null(), pl.col("dice") == "fair")
    told = told.with_columns(size=pl.col("luck").abs()).sort("size", "battle", descending=[True, False])
    worst = biggest_swing(of)
    for row in told.head(5).iter_rows(named=True):
        upset = _upset(row)
        if upset and row["battle"] == worst:
            continue  # the sentence on that battle says so
        if (tail(row["percentile"], row["samples"]) <= FAR or upset) and _large(of, row):
            return row
    return None


def _large(of: Reader, row: dict[str, Any]) -> bool:
    had = of.value_before(row["attacker"] if row["luck"] < 0 else row["defender"], row["turn"])
    return bool(had) and row["size"] >= LARGE * had


def _upset(row: dict[str, Any]) -> bool:
    """Whether a battle was lost that was as good as won, or won that was as good as lost."""
    low, high = interval(row["win_chance"], row["samples"]) if row["samples"] else (row["win_chance"],) * 2
    return (row["luck"] < 0 and row["winner"] == "defender" and low >= LIKELY) or (
        row["luck"] > 0 and row["winner"] == "attacker" and high <= 1 - LIKELY
    )


def _told(of: Reader, row: dict[str, Any], upset: bool) -> Sentence:
    attacker = of.names.get(row["attacker"], row["attacker"])
    defender = of.names.get(row["defender"], row["defender"])
    favored = attacker if row["luck"] > 0 else defender
    place = there(row["area_name"] or row["area"])
    worth = f"worth {amount(round(row['size']), of.unit)} to {the(favored)}"
    if upset:
        (battle,) = fought(of).filter(battle=row["battle"]).iter_rows(named=True)
        attack = f"{whose(attacker)} attack on {place} {DID[how_it_ended(battle)]}"
        said = f"Luck took a hand in {of.when(row['round'])}: {attack} {_against(row)}"
        return (Clause(said, row["turn"]), Clause(f"; the dice were {worth}."))
    out = tail(row["percentile"], row["samples"])
    result = f"a 1-in-{int(float(f'{1 / max(out, RAREST):.2g}')):,} result"
    if row["samples"] or out < RAREST:
        result = f"a result of fewer than 1 in {int(1 / max(out, RAREST)):,} such battles"
    said = f"The dice favored {the(favored)} in {place} in {of.when(row['round'])}"
    better = f"{amount(round(row['size']), of.unit)} better than the odds"
    return (Clause(said, row["turn"]), Clause(f": {better}, {result}."))


def chance_told(of: Reader, battle: int) -> str:
    """Return the attacker's chance for a battle that was an upset: ` despite an 88% chance`; empty for any other."""
    rows = of.measure("battle_luck_ledger").filter(pl.col("luck").is_not_null(), battle=battle)
    return f" {_against(rows.row(0, named=True))}" if rows.height and _upset(rows.row(0, named=True)) else ""


def biggest_swing(of: Reader, place: int = 0) -> int | None:
    """Return the battle with the largest swing, or at another place in that order; None where none swung so."""
    swung = fought(of).filter(pl.col("swing") != 0, pl.col("defender") != "")
    ranked = swung.sort(pl.col("swing").abs(), -pl.col("battle"), descending=True)
    return int(ranked["battle"][place]) if ranked.height > place else None


def _against(row: dict[str, Any]) -> str:
    """Return what an upset went against: `despite an 88% chance`, `on a 16% chance`."""
    return f"{'despite' if row['winner'] == 'defender' else 'on'} {_chance(row)}"


def _chance(row: dict[str, Any]) -> str:
    """Return the attacker's chance of winning: `an 88% chance`."""
    told = in_words(row["win_chance"], row["samples"])
    return f"{an(told)} chance" if told[0].isdigit() and not row["samples"] else f"a chance of {told}"

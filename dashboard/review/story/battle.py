"""The battle that broke a side: the largest swing in value, with the part of its units that the loser lost there."""

from __future__ import annotations

from typing import Any

from dashboard.review.fought import fought
from dashboard.review.reader import Reader
from dashboard.review.story.dice import biggest_swing, chance_told
from dashboard.review.story.sentence import Clause, Sentence
from dashboard.review.story.wording import sentence, share, the, there, whose
from dashboard.ui.text import amount

TOLD = 0.08
"""Part of a power's units whose loss in one battle is worth a sentence."""
LARGE = 0.14
"""Part from which on it is named."""


def broke(of: Reader, place: int = 0) -> Sentence:
    """Return the battle with the largest swing, or the one at another place in that order; empty where its loser could bear it."""
    for row in fought(of).filter(battle=biggest_swing(of, place) or 0).iter_rows(named=True):
        loser, lost = _loss(row)
        had = of.value_before(loser, row["turn"])
        if had and lost >= TOLD * had:
            return _told(of, row, min(lost / had, 1.0))
    return ()


def _loss(row: dict[str, Any]) -> tuple[str, int]:
    """Return who lost the swing, and what its units were worth."""
    side = "defender" if row["swing"] > 0 else "attacker"
    return row[side], row[f"{side}_lost"]


def _told(of: Reader, row: dict[str, Any], part: float) -> Sentence:
    attacker, defender = row["attacker_name"], row["defender_name"]
    loser, lost = _loss(row)
    price = row["attacker_lost"] if row["swing"] > 0 else row["defender_lost"]
    all_of = f", {share(part)} of all that {the(of.names.get(loser, loser))} had" if part >= LARGE else ""
    head = Clause(
        sentence(f"{whose(attacker)} attack on {there(row['where'])} in {of.when(row['round'])}"), row["turn"]
    )
    if row["swing"] > 0:
        cost = f" for {price:,}" if price else " without loss"
        return (head, Clause(f" destroyed {_units(of, row['defender'], defender, lost)}{cost}{all_of}."))
    result = {"defender": "failed", "attacker": "succeeded at a price"}.get(row["winner"], "came to nothing")
    odds = chance_told(of, row["battle"])
    cost = f" for {price:,}" if price else " for nothing" if row["winner"] == "defender" else ""
    return (head, Clause(f" {result}{odds}: {amount(lost, of.unit)} lost{cost}{all_of}."))


def _units(of: Reader, power: str, name: str, lost: int) -> str:
    """Return how much of whose units was lost: `100 IPC of French units`."""
    adjective = dict(of.all_powers.select("power", "adjective").iter_rows()).get(power, "")
    whom = adjective if adjective and adjective != name else whose(name)
    return f"{amount(lost, of.unit)} of {whom} units"

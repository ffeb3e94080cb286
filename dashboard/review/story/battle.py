"""The battle that broke a side: the largest swing in value, with the part of its units that the loser lost there."""

from __future__ import annotations

import re
from typing import Any

import polars as pl

from dashboard.review.battle_rows import BEATEN, DID, WON, fought, how_it_ended
from dashboard.review.reader import Reader
from dashboard.review.story.dice import biggest_swing, chance_told
from dashboard.review.story.sentence import Clause, Sentence
from dashboard.review.story.wording import of_all, sentence, the, there, whose
from dashboard.ui.text import amount, listed
from engine.recording import Fidelity

OWNER = re.compile(r"\(([^()]+)\)")
"""Whose a unit of a force is that several powers make up: `6 infantry (france)`."""
TOLD = 0.08
"""Part of a power's units whose loss in one battle is worth a sentence."""
LARGE = 0.14
"""Part from which on it is named."""


def broke(of: Reader, place: int = 0) -> Sentence:
    """Return the battle with the largest swing, or the one at another place in that order; empty where its loser could bear it."""
    for row in fought(of).filter(battle=biggest_swing(of, place) or 0).iter_rows(named=True):
        role, lost = _loss(row)
        losers = _losers(of, row, role)
        had = sum(of.value_before(loser, row["turn"]) for loser in losers)
        if had and lost >= TOLD * had:
            return _told(of, row, losers, min(lost / had, 1.0))
    return ()


def _loss(row: dict[str, Any]) -> tuple[str, int]:
    """Return who lost the swing, attacker or defender, and what its units were worth."""
    role = "defender" if row["swing"] > 0 else "attacker"
    return role, row[f"{role}_lost"]


def _losers(of: Reader, row: dict[str, Any], role: str) -> list[str]:
    """Return the powers whose units were lost on one side of a battle, those that lost most units first: allies fight together."""
    fought_there = {row[role], *OWNER.findall(row[f"{role}s"] or "")}
    lost = of.frame("units_removed").filter(pl.col("battle") == row["battle"])
    counts = lost.group_by("power").agg(pl.col("count").sum()).sort("count", "power", descending=[True, False])
    return [power for power in counts["power"] if power in fought_there] or [row[role]]


def _told(of: Reader, row: dict[str, Any], losers: list[str], part: float) -> Sentence:
    attacker = row["attacker_name"]
    _, lost = _loss(row)
    price = row["attacker_lost"] if row["swing"] > 0 else row["defender_lost"]
    whom = listed([the(of.names.get(loser, loser)) for loser in losers])
    all_of = f", {of_all(part)} that {whom} had" if part >= LARGE and of.game["fidelity"] != Fidelity.OBSERVED.value else ""
    head = Clause(sentence(f"{whose(attacker)} attack on {there(row['where'])} in {of.when(row['round'])}"), row["turn"])
    if row["swing"] > 0:
        cost = f" for {price:,}" if price else " without loss"
        return (head, Clause(f" destroyed {_units(of, losers, lost)}{cost}{all_of}."))
    ended = how_it_ended(row)
    result = "succeeded at a price" if ended == WON else DID[ended]
    odds = chance_told(of, row["battle"])
    cost = f" for {price:,}" if price else " for nothing" if ended == BEATEN else ""
    return (head, Clause(f" {result}{odds}: {amount(lost, of.unit)} lost{cost}{all_of}."))


def _units(of: Reader, powers: list[str], lost: int) -> str:
    """Return how much of whose units was lost: `100 IPC of French and British units`."""
    adjectives = dict(of.all_powers.select("power", "adjective").iter_rows())
    told = [_adjective(of.names.get(power, power), adjectives.get(power, "")) for power in powers]
    return f"{amount(lost, of.unit)} of {listed(list(dict.fromkeys(told)))} units"


def _adjective(name: str, adjective: str) -> str:
    return adjective if adjective and adjective != name else whose(name)

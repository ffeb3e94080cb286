"""What a battle card tells, from the lake's tables."""

from __future__ import annotations

from typing import Any, NamedTuple

import polars as pl

from dashboard.review.battle_rows import RAID, fought, how_it_ended
from dashboard.review.reader import Reader, once
from dashboard.turn_report.names import Names
from dashboard.ui.text import cost

MOST = 5
"""Battles that have a card."""


class Force(NamedTuple):
    """One side of a battle.

    Attributes:
        power, name: slug and printed name. units, left: at the start and at the end, in printed names. worth, lost: in the main resource,
            None where a price is not on record. lost_told: what was lost, in words, with what has no price.
    """

    power: str
    name: str
    units: str
    left: str
    worth: int | None
    lost: int | None
    lost_told: str


class Card(NamedTuple):
    """A battle card.

    Attributes:
        battle, turn, round: numbers. when: what its turn is called. area, where: slug and printed name. winner: attacker, defender or none,
            as the record has it. ended: how the attack ended, by what is left (`how_it_ended`).
        taken: whether the area changed sides in that turn. attacker, defender: the forces. swing: value destroyed less value lost,
            seen from the attacker. odds: chances before the first die that the attacker wins, that the defender does, and that
            neither does; None where they are not known, or nobody can win. percentile: how far along all results the swing lies
            (0.5 is the middle); where no odds are known, how far along all numbers of hits those of the attacker less the defender's
            do, and `by_hits` is true. expected, dice, players: what the swing was to be, and what the dice and the players
            added; None where unknown.
            samples: how many battles were played for the odds, 0 for exact ones; error: the standard error of `expected` and `dice`.
    """

    battle: int
    turn: int
    round: int
    when: str
    area: str
    where: str
    winner: str
    ended: str
    taken: bool
    attacker: Force
    defender: Force
    swing: int | None
    odds: tuple[float, float, float] | None
    percentile: float | None
    expected: float | None
    dice: float | None
    players: float | None
    samples: int = 0
    error: float = 0.0
    by_hits: bool = False


@once
def cards(of: Reader) -> list[Card]:
    """Return the battles of a game, those that mattered first: for capitals that fell, then by swing and by value destroyed."""
    rows = fought(of).filter(pl.col("kind") != RAID)
    names = Names.of(of.frame, of.money, of.words)
    odds = {row["battle"]: row for row in of.frame("battle_luck").iter_rows(named=True)}
    taken = _taken(of)
    found = [_card(of, row, odds.get(row["battle"], {}), (row["turn"], row["area"]) in taken, names) for row in rows.iter_rows(named=True)]
    capitals = set(of.all_powers["capital"].to_list()) - {""}
    return sorted(
        found,
        key=lambda card: (card.taken and card.area in capitals, abs(card.swing or 0), _destroyed(card)),
        reverse=True,
    )


def mattered(found: list[Card]) -> list[Card]:
    """Return the cards of the battles that mattered, in the order of play.

    Args:
        found: of `cards`.
    """
    return sorted(found[:MOST], key=lambda card: card.battle)


def _taken(of: Reader) -> set[tuple[int, str]]:
    """Return turn and area of what one side took from another."""
    changes = of.measure("changes_of_hand").filter(pl.col("before_side") != pl.col("after_side"))
    return set(changes.select("turn", "area").iter_rows())


def _destroyed(card: Card) -> int:
    return (card.attacker.lost or 0) + (card.defender.lost or 0)


def _card(of: Reader, row: dict[str, Any], odds: dict[str, Any], taken: bool, names: Names) -> Card:
    forces = {side: _force(row, side, names, of.unit) for side in ("attacker", "defender")}
    known = bool(odds)
    # In some games nobody wins a battle at sea: there are no odds to tell.
    won = known and odds["win_chance"] + odds["lose_chance"] > 0
    chances = (odds["win_chance"], odds["lose_chance"], max(0.0, 1 - odds["win_chance"] - odds["lose_chance"])) if won else None
    told = known and odds["luck"] is not None
    return Card(
        row["battle"],
        row["turn"],
        row["round"],
        of.whens.get(row["turn"], f"Round {row['round']}"),
        row["area"],
        row["where"],
        row["winner"],
        how_it_ended(row),
        taken,
        forces["attacker"],
        forces["defender"],
        row["swing"],
        chances,
        row["percentile"],
        odds["expected_swing"] if told else None,
        odds["luck"] if told else None,
        odds["decisions"] if told else None,
        row["samples"],
        odds.get("error", 0.0),
        row["by_hits"],
    )


def _force(row: dict[str, Any], side: str, names: Names, unit: str) -> Force:
    left = row[f"{side}s_left"]
    known = not row[f"{side}_unpriced"]
    return Force(
        row[side],
        row[f"{side}_name"] or "Nobody",
        names.force(row[f"{side}s"] or "", row[side]),
        names.force(left, row[side]) if left else "",
        row[f"{side}_value"] if known else None,
        row[f"{side}_lost"] if known else None,
        cost(row[f"{side}_lost"], row[f"{side}_unpriced"], unit),
    )

"""Questions about battles: the biggest, those that swung the game, and what the dice had to do with it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import polars as pl

from dashboard.charts.battle_luck import battle_luck_chart
from dashboard.review.fought import fought
from dashboard.review.reader import Reader
from dashboard.review.section import Drawing, Moment, Section, meaning
from dashboard.ui.text import amount, cost, counted

MOST = 6
"""Moments that a question leads to."""
RARE = 0.05
"""Chance below which dice count as surprising."""


def biggest(of: Reader) -> Section | None:
    """Return the battles that destroyed most, and what the dice did in them; none where nobody fought."""
    battles = fought(of)
    if battles.is_empty():
        return None
    top = battles.head(MOST)
    surprising = battles.filter(pl.col("surprise") < RARE)
    told = battles.filter(pl.col("surprise").is_not_null()).height
    rare = f"{surprising.height:,} of {told:,}" if surprising.height else "None"
    dice = f" {rare} had freak dice (1 in 20)." if told else ""
    odds = {row["battle"]: row for row in of.measure("battle_luck_ledger").drop_nulls("luck").iter_rows(named=True)}
    drawing = Drawing(battle_luck_chart(battles, of.unit), "Battles by swing and luck", battles)
    return Section(
        "Which battles were the biggest, and did the dice decide them?",
        meaning("biggest_battles", "battle_surprise"),
        f"{counted(battles.height, 'battle')}: {_destroyed(battles, of.unit)}.{dice}",
        counted(battles.height, "battle"),
        f"Up: the value the attacker destroyed minus the value it lost (the swing, in {of.unit}). Right: the attacker's hits above "
        "expectation minus the defender's. A larger mark means that more was destroyed. Freak dice are a "
        "result that happens less than once in twenty times. Odds are those before the first die; what dice gained or cost is the change "
        "of the swing to be expected.",
        (drawing,) if told and battles["swing"].count() else (),
        moments=tuple(
            _moment(of, row, _battle(row, of.unit) + _odds(odds.get(row["battle"]), of.unit)) for row in top.iter_rows(named=True)
        ),
    )  # fmt: skip


@lru_cache(maxsize=1)
def swings(of: Reader) -> Section | None:
    """Return the moments at which most was won or lost: battles by their swing; none where none swung."""
    battles = fought(of).filter(pl.col("swing") != 0).sort(pl.col("swing").abs(), -pl.col("battle"), descending=True)
    if battles.is_empty():
        return None
    top = battles.row(0, named=True)
    return Section(
        "Which moments swung the game?",
        "The swing of a battle is the value (TUV) of the units that one side destroyed minus the value of those it lost.",
        f"The biggest swing: {_attack(top)} ({_when(of, top)}): {_gain(top, of.unit)}.",
        counted(battles.height, "battle"),
        "Battles in order of swing. Each link opens that moment on the map.",
        moments=tuple(_moment(of, row, _swing(row, of.unit)) for row in battles.head(MOST).iter_rows(named=True)),
    )


def biggest_swing(of: Reader) -> str:
    """Return the biggest swing of a game in a sentence, empty where there is none."""
    found = swings(of)
    return found.answer if found else ""


def _destroyed(battles: pl.DataFrame, unit: str) -> str:
    """Say what all battles destroyed, and of how many units lost in them the price is unknown."""
    worth, unpriced = (
        int(battles["destroyed"].sum()),
        int(battles["attacker_unpriced"].sum() + battles["defender_unpriced"].sum()),
    )
    if not worth and unpriced:
        return f"{cost(None, unpriced, unit)} were lost"
    rest = f", and {cost(None, unpriced, unit)}" if unpriced else ""
    return f"units worth {amount(worth, unit)}{rest} were lost"


def _lost(row: dict[str, Any], unit: str) -> str:
    """Return who lost what: `Germany lost 27 IPC, France 3`."""
    mine, theirs = (cost(row[f"{side}_lost"], row[f"{side}_unpriced"], unit) for side in ("attacker", "defender"))
    known = not (row["attacker_unpriced"] or row["defender_unpriced"])
    return f"{row['attacker_name']} lost {mine}, {row['defender_name'] or 'nobody'} {theirs.partition(' ')[0] if known else theirs}"


def _moment(of: Reader, row: dict[str, Any], what: str) -> Moment:
    return Moment(of.moments.get(row["turn"], 0), of.whens.get(row["turn"], f"Round {row['round']}"), what)


def _when(of: Reader, row: dict[str, Any]) -> str:
    return of.whens.get(row["turn"], f"Round {row['round']}").replace("Round", "round", 1)


def _battle(row: dict[str, Any], unit: str) -> str:
    who = {"attacker": row["attacker_name"], "defender": row["defender_name"]}.get(row["winner"], "nobody")
    luck = (
        ""
        if row["surprise"] is None
        else f"; dice {row['luck']:+.1f} hits for the attacker, {row['surprise']:.0%} chance of dice this far out"
    )
    return (
        f"{row['where']}: {row['attacker_name']} attacked {row['defender_name'] or 'nobody'}, {who} won; "
        f"{_lost(row, unit)}{luck}"
    )


def _odds(known: dict[str, Any] | None, unit: str) -> str:
    """Return what the odds of a battle were and what its dice were worth; empty if they are not known."""
    if known is None:
        return ""
    worth = f"{abs(known['luck']):.0f} {unit}"
    did = f"gained the attacker {worth}" if known["luck"] > 0 else f"cost the attacker {worth}"
    return f"; the attacker's odds were {known['win_chance']:.0%}, and its dice and the defender's {did}"


def _attack(row: dict[str, Any]) -> str:
    """Return who fought where, and who won: `Germany's attack on Caucasus failed`."""
    result = {"attacker": "succeeded", "defender": "failed"}.get(row["winner"], "was not decided")
    whose = f"{row['attacker_name']}'" + "s" * (not row["attacker_name"].endswith("s"))
    return f"{whose} attack on {row['where']} {result}"


def _gain(row: dict[str, Any], unit: str) -> str:
    gainer = row["attacker_name"] if row["swing"] > 0 else row["defender_name"]
    return f"{amount(abs(row['swing']), unit)} swing to {gainer}"


def _swing(row: dict[str, Any], unit: str) -> str:
    return f"{_attack(row)}: {_gain(row, unit)} ({_lost(row, unit)})"

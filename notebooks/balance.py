"""`python -m notebooks.balance`: plays many games with a unit's printed cost and with another, and writes "
"balance.csv beside.

One row a game: rule, seed, winner, how, rounds, tanks (bought, both sides). Games already in the file are not played again, so
more of them cost only their own time: `python -m notebooks.balance 200` brings each rule to 200 games.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import sitrep
from engine.events import UnitsPurchased

HERE = Path(__file__).parent
RESULTS = HERE / "balance.csv"
RULES = {"tank 5": (), "tank 4": ("experiments/cheap-tanks",)}
"""The printed cost and the changed one: name of the rule to folders of overlays beside this file."""

BOTS = {"axis": "cautious", "allies": "bold"}
UNIT, VICTORY, ROUND_LIMIT = "tank", "minor", 8
COLUMNS = ("rule", "seed", "winner", "how", "rounds", "tanks")


def play(rule: str, seed: int) -> dict[str, str | int]:
    """Play one game and return its row; the same rule and seed give the same row."""
    title = sitrep.load_title("aa1942", [HERE / folder for folder in RULES[rule]])
    _, game = sitrep.simulate(
        title, seed, BOTS, options={"victory": VICTORY}, round_limit=ROUND_LIMIT, overlays=RULES[rule]
    )
    bought = sum(one.count for one in game.events if isinstance(one, UnitsPurchased) and one.unit == UNIT)
    rounds = min(game.state.clock.round, ROUND_LIMIT)
    return dict(zip(COLUMNS, (rule, seed, ", ".join(game.state.winners), game.state.how, rounds, bought), strict=True))


def main(games: int) -> None:
    """Bring each rule to so many games, by turns, so that a run that is cut off leaves both rules alike."""
    there = set()
    if RESULTS.is_file():
        with RESULTS.open(newline="", encoding="utf-8") as file:
            there = {(row["rule"], int(row["seed"])) for row in csv.DictReader(file)}
    with RESULTS.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        if not there:
            writer.writeheader()
        for seed in range(1, games + 1):
            for rule in RULES:
                if (rule, seed) not in there:
                    writer.writerow(play(rule, seed))
                    file.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 150)

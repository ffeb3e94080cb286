"""`python -m tests.blitz.hundred`: plays the hundred games of greedy bots that the title's README tells of, and writes its table.

Each game is a row of hundred_games.csv; the table in the README is made of these rows, so that a test can hold it to them without playing.
"""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from engine.simulation import simulate
from engine.titles.blitz.dates import game_turn
from tests.blitz.table import TITLE

FILE = Path(__file__).with_name("hundred_games.csv")
README = Path("engine/titles/blitz/README.md")
BEGIN, END = "<!-- games: made by `python -m tests.blitz.hundred` -->", "<!-- end of games -->"
GAMES = {
    "campaign": 20, "western-europe": 16, "longest-day": 16, "atlantic": 16, "barbarossa": 12, "rising-sun": 16, "rise-and-fall": 4,
}  # fmt: skip
"""Scenario to how many games of it, from seed 1 on."""


class Result(NamedTuple):
    """How one game ended: `winners` are sides, with a space between them; `turn` is the last game turn that began."""

    scenario: str
    seed: str
    winners: str
    how: str
    turn: str


def play(scenario: str, seed: int) -> Result:
    """Play one game of greedy bots."""
    _, game = simulate(TITLE, seed, "greedy", scenario=scenario, round_limit=20)
    state = game.state
    return Result(scenario, str(seed), " ".join(sorted(state.winners)), state.how, str(game_turn(TITLE, scenario, state.clock.round)))


def results() -> list[Result]:
    """Return the rows of hundred_games.csv."""
    with FILE.open(encoding="utf-8") as file:
        return [Result(**row) for row in csv.DictReader(file)]


def table(rows: list[Result]) -> str:
    """Return the README's table of some games."""
    lines = [
        "| scenario | games | Axis won | Allies won | both | nobody | ended on turn (games) |",
        "|---|--:|--:|--:|--:|--:|---|",
    ]
    for scenario in GAMES:
        mine = [row for row in rows if row.scenario == scenario]
        won = Counter(row.winners for row in mine)
        turns = Counter(int(row.turn) for row in mine)
        ended = ", ".join(f"{turn} ({number})" for turn, number in sorted(turns.items()))
        counts = " | ".join(str(won[who]) for who in ("axis", "allies", "allies axis", ""))
        lines.append(f"| `{scenario}` | {len(mine)} | {counts} | {ended} |")
    return "\n".join(lines)


def page(text: str, rows: list[Result]) -> str:
    """Return the README's text with the table of these games."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{table(rows)}\n\n{END}{after}"


def main() -> None:
    """Play all games, and write their rows and the table."""
    rows = [play(scenario, seed) for scenario, games in GAMES.items() for seed in range(1, games + 1)]
    with FILE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Result._fields)
        writer.writerows(rows)
    README.write_text(page(README.read_text(encoding="utf-8"), rows), encoding="utf-8")
    print(table(rows))


if __name__ == "__main__":
    main()

"""`python -m tests.play.readme_games TITLE`: plays the games of greedy bots that a title's README tells of, and writes their table.

Each game is a row of a CSV file beside this one; the table in the README is made of these rows, so that a test can hold it to them without
playing. Every event of every game is checked as `sitrep simulate --check` does.
"""

from __future__ import annotations

import csv
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from engine.invariants import violations
from engine.simulation import simulate
from engine.title.loader import folder_name, load_title
from engine.title.rounds import round_name
from warehouse.openings.tree import wilson

HERE = Path(__file__).parent
LIMIT = 30
"""Rounds after which a game would be stopped; none of these is."""


class Games(NamedTuple):
    """The games of a title: scenario to how many, from seed 1 on, and the ways that they may end, each with its heading."""

    scenarios: dict[str, int]
    winners: dict[str, str]


GAMES = {
    "blitz": Games(
        {"campaign": 20, "western-europe": 16, "longest-day": 16, "atlantic": 16, "barbarossa": 12, "rising-sun": 16, "rise-and-fall": 4},
        {"axis": "Axis won", "allies": "Allies won", "allies axis": "both", "": "nobody"},
    ),
    "global-war-1936": Games(
        {"1936": 60, "1939": 60},
        {"axis": "Axis won", "allies": "Allies won", "comintern": "Comintern won", "": "nobody"},
    ),
}


class Result(NamedTuple):
    """How one game ended: `winners` are sides, with a space between them; `rounds` is the last round that began, `events` how many."""

    scenario: str
    seed: str
    winners: str
    how: str
    rounds: str
    events: str


def file_of(slug: str) -> Path:
    """Return the file of a title's games."""
    return HERE / f"readme_games_of_{folder_name(slug)}.csv"


def readme_of(slug: str) -> Path:
    """Return a title's README."""
    folder = load_title(slug).folder
    assert folder is not None
    return folder / "README.md"


def play(slug: str, scenario: str, seed: int) -> Result:
    """Play and check one game of greedy bots."""
    title = load_title(slug)
    _, game = simulate(title, seed, "greedy", scenario=scenario, round_limit=LIMIT)
    wrong = list(violations(title, game.events))
    assert not wrong, f"{slug}, {scenario}, seed {seed}: {wrong[:3]}"
    state = game.state
    return Result(scenario, str(seed), " ".join(sorted(state.winners)), state.how, str(state.clock.round), str(len(game.events)))


def results(slug: str) -> list[Result]:
    """Return the rows of a title's games."""
    with file_of(slug).open(encoding="utf-8") as file:
        return [Result(**row) for row in csv.DictReader(file)]


def table(slug: str, rows: list[Result]) -> str:
    """Return the README's table of some games: how often each side won, with its 95% interval, and when games ended."""
    games, title = GAMES[slug], load_title(slug)
    lines = [
        f"| scenario | games | {' | '.join(games.winners.values())} | ended (games) |",
        f"|---|{'--:|' * (len(games.winners) + 1)}---|",
    ]
    for scenario in games.scenarios:
        mine = [row for row in rows if row.scenario == scenario]
        won = Counter(row.winners for row in mine)
        ends = Counter(int(row.rounds) for row in mine)
        ended = ", ".join(f"{round_name(title, scenario, last)} ({number})" for last, number in sorted(ends.items()))
        lines.append(f"| `{scenario}` | {len(mine)} | {' | '.join(_share(won[who], len(mine)) for who in games.winners)} | {ended} |")
    return "\n".join(lines)


def _share(won: int, of: int) -> str:
    _, least, most = wilson(won, of)
    return f"{won} ({least:.0%} to {most:.0%})" if won else "0"


def page(slug: str, text: str, rows: list[Result]) -> str:
    """Return the README's text with the table of these games."""
    begin, end = f"<!-- games: made by `python -m tests.play.readme_games {slug}` -->", "<!-- end of games -->"
    before, found, rest = text.partition(begin)
    _, closed, after = rest.partition(end)
    assert found and closed, f"{readme_of(slug)}: no lines {begin} and {end}"
    return f"{before}{begin}\n\n{table(slug, rows)}\n\n{end}{after}"


def main(slugs: list[str]) -> None:
    """Play all games of titles in all cores, and write their rows and tables."""
    if not slugs or not set(slugs) <= set(GAMES):
        sys.exit(f"python -m tests.play.readme_games: found {' '.join(slugs) or 'no title'}; expected some of {', '.join(GAMES)}")
    for slug in slugs:
        asked = [(slug, scenario, seed) for scenario, games in GAMES[slug].scenarios.items() for seed in range(1, games + 1)]
        with ProcessPoolExecutor() as pool:
            rows = list(pool.map(play, *zip(*asked, strict=True)))
        with file_of(slug).open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(Result._fields)
            writer.writerows(rows)
        readme = readme_of(slug)
        readme.write_text(page(slug, readme.read_text(encoding="utf-8"), rows), encoding="utf-8")
        print(table(slug, rows))


if __name__ == "__main__":
    main(sys.argv[1:])

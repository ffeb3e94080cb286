"""`python -m tests.play.pinned`: plays the games of pinned_games.csv again and writes what they are today.

Each row is a game of bots and the SHA-256 of its log. While no rule and no bot means to play otherwise, every game stays what it is, on any
machine; whoever changes play on purpose writes the file anew and sees in its rows which games that touches.
"""

from __future__ import annotations

import csv
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from engine.recording import Recording
from engine.replay import Game
from engine.simulation import simulate
from engine.title.loader import load_title
from ingest.log.writer import write_log

FILE = Path(__file__).with_name("pinned_games.csv")


class Pinned(NamedTuple):
    """A game of bots and what it was when it was pinned.

    Attributes:
        bots: side or power to bot, "axis=bold allies=greedy", or one bot for all.
        rounds: after which the game ends; 0: as its rules have it.
        events, digest: how many events it has, and the SHA-256 of its log.
    """

    title: str
    scenario: str
    bots: str
    seed: str
    rounds: str
    events: str
    digest: str

    @property
    def name(self) -> str:
        return "-".join((self.title, self.scenario, self.bots.replace(" ", "-"), self.seed))


def pinned() -> list[Pinned]:
    """Return the rows of pinned_games.csv."""
    with FILE.open(encoding="utf-8") as file:
        return [Pinned(**row) for row in csv.DictReader(file)]


def play(one: Pinned) -> tuple[Recording, Game]:
    """Play a pinned game."""
    named = dict(part.split("=") for part in one.bots.split() if "=" in part)
    return simulate(load_title(one.title), int(one.seed), named or one.bots, scenario=one.scenario, round_limit=int(one.rounds))


def main() -> None:
    """Write pinned_games.csv with what its games are today."""
    rows = []
    for one in pinned():
        recording, game = play(one)
        now = one._replace(events=str(len(game.events)), digest=sha256(write_log(recording)).hexdigest())
        print(f"{one.name}: {'as before' if now == one else f'{one.events} events, now {now.events}'}")
        rows.append(now)
    with FILE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Pinned._fields)
        writer.writerows(rows)


if __name__ == "__main__":
    main()

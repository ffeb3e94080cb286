"""`python -m notebooks.league`: plays the league again, every bot against every bot, and writes its logs beside; "
"says what changed.

It takes some minutes. The games stand in the repository because replaying a log is quicker than thinking it up.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import sitrep

FOLDER = Path(__file__).parent / "league"
TITLE, VICTORY, ROUND_LIMIT = "aa1942", "moderate", 10
PLAYERS = {"Bold": "bold", "Careful": "cautious", "Greedy": "greedy", "Dice": "random"}
"""Who plays: names of players to names of bots."""

MEETINGS = 2
"""Games of every two players with the same sides."""


def fixtures() -> Iterator[tuple[str, int, str, str]]:
    """Yield the games in their order: identity, seed, who plays the Axis, who plays the Allies."""
    pairs = list(permutations(PLAYERS, 2)) * MEETINGS
    for number, (axis, allies) in enumerate(pairs, start=1):
        yield f"league-{number:02}", number, axis, allies


def play(game: str, seed: int, axis: str, allies: str, folder: Path) -> Path:
    """Play one game of the league and return its log, written into a folder."""
    title = sitrep.load_title(TITLE)
    seats = {power: axis if title.side_of[power] == "axis" else allies for power in title.order}
    recording, _ = sitrep.simulate(
        title, seed, {power: PLAYERS[name] for power, name in seats.items()}, options={"victory": VICTORY},
        round_limit=ROUND_LIMIT, players=seats, game=game, about=f"A league of bots: {axis} (Axis) against {allies} (Allies).",
    )  # fmt: skip
    path = folder / f"{game}.jsonl.zst"
    sitrep.save_log(recording, path)
    return path


def main() -> None:
    """Play all games, one after the other."""
    FOLDER.mkdir(exist_ok=True)
    for fixture in fixtures():
        path = FOLDER / f"{fixture[0]}.jsonl.zst"
        before = path.read_bytes() if path.is_file() else b""
        play(*fixture, FOLDER)
        print(
            f"{path.name}: {fixture[2]} - {fixture[3]}, {'as before' if path.read_bytes() == before else 'changed'}",
            flush=True,
        )


if __name__ == "__main__":
    main()

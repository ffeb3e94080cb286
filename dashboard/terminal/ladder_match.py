"""The section of the ladder's page on games of bots against the players of another program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import polars as pl

from engine.titles import load_title
from ingest.match import RESULTS, MatchGame
from warehouse.expressions import rate

LEVELS = {"weak": "Easy", "fast": "Fast", "pro": "Hard"}
"""What the program calls its players."""
BOTH = "both"

HEAD = """## Against the players of TripleA

Games of one side by a bot of Sitrep, the other by the players of TripleA 1.9 itself, turn about: each turn of the program's powers is
played by the program from a game file of the position (`sitrep position --to triplea`), and the game goes on from its save.
`tests/triplea/match.py` plays them and writes `{results}`, a row for each game. Victory is judged by the title's rules.
A game that is stopped is undecided, not drawn: the bot is ahead in it with more value (units and areas) and more victory cities,
or more of one where the other is equal; behind with less; mixed where the two disagree. The intervals are Wilson's: of the
games won among those decided, and of those won or ahead among all. What a defender decides in a turn is decided by whoever plays the turn.
"""
COLUMNS = ("title", "bot", "against", "side", "games", *RESULTS, "won of decided", "won or ahead of all", "mean share of units")


def section(games: Sequence[MatchGame], results: str) -> list[str]:
    """Return the section's lines; none where no games were played.

    Args:
        results: what the table of the games is called.
    """
    if not games:
        return []
    lines = [HEAD.format(results=results), f"| {' | '.join(COLUMNS)} |", "|---|---|---|---" + "|--:" * (len(COLUMNS) - 4) + "|"]
    for match in sorted({(game.title, game.bot, game.level, game.limit) for game in games}):
        mine = [game for game in games if (game.title, game.bot, game.level, game.limit) == match]
        sides = sorted({game.ours for game in mine})
        for side in (*sides, BOTH) if len(sides) > 1 else sides:
            lines.append(_row(side, [game for game in mine if side in (game.ours, BOTH)]))
    return [*lines, ""]


def _row(side: str, games: Sequence[MatchGame]) -> str:
    one, title = games[0], load_title(games[0].title)
    counts = Counter(game.result for game in games)
    decided, good = counts["won"] + counts["lost"], counts["won"] + counts["ahead"]
    share = sum(game.our_tuv / max(1, game.our_tuv + game.their_tuv) for game in games) / len(games)
    name = title.sides[side].name if side in title.sides else side
    told = (
        f"{title.name}, {one.limit} rounds at most",
        one.bot,
        LEVELS[one.level],
        name,
        len(games),
        *(counts[result] for result in RESULTS),
        _interval(counts["won"], decided),
        _interval(good, len(games)),
        f"{share:.0%}",
    )
    return f"| {' | '.join(map(str, told))} |"


def _interval(won: int, decided: int) -> str:
    """Return how many were won, with the interval; nothing to say of none."""
    if not decided:
        return "none decided"
    row = pl.DataFrame({"won": [won], "decided": [decided]}).with_columns(rate()).row(0, named=True)
    return f"{won} of {decided}: {row['low']:.0%} to {row['high']:.0%}"

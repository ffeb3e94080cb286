"""One game that several records tell: a save and its posted summaries, saves of two evenings. It counts once. No Streamlit here."""

from __future__ import annotations

from typing import NamedTuple

import polars as pl

from dashboard.ui.game_names import game_name
from dashboard.ui.text import counted, length, listed, only_result

PROOF = {
    "dice": "the dice agree",
    "deeds": "the purchases and attacks agree",
    "result": "the result names it, or the day, the players and the winner agree",
    "disputed": "the day and the players agree, of which both have one game",
}
"""What shows that two records tell one game."""


SAID = 4
"""Other records of a game that its review names."""
NAMED = 2
"""Other records of a game that its card names; the rest are counted."""


class Record(NamedTuple):
    """Another record of a game: its id, the name of its file, how far it goes, what shows that it is the same game, what differs."""

    game_id: str
    name: str
    told: str
    proof: str
    differs: str


def each_once(games: pl.DataFrame, retold: pl.DataFrame) -> pl.DataFrame:
    """Return each game once, by the record that leads; `records` names the files of the others, null where there are none.

    Args:
        games: the lake's `games`. retold: its view `retold`.
    """
    names: dict[str, list[str]] = {}
    for row in retold.join(games.select("game_id", "name"), on="game_id", maintain_order="left").iter_rows(named=True):
        names.setdefault(row["leads"], []).append(game_name(row))
    records = {"leads": [*names], "records": [_named(sorted(of_game)) for of_game in names.values()]}
    others = pl.DataFrame(records, schema={"leads": pl.String, "records": pl.String})
    kept = games.join(retold, on="game_id", how="anti", maintain_order="left")
    return kept.join(others, left_on="game_id", right_on="leads", how="left", maintain_order="left")


def _named(names: list[str]) -> str:
    """Return the first names of files and how many more there are: `a.tsvg, b.txt and 64 more`."""
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {more:,} more" if more > 0 else "")


def others_of(game: str, games: pl.DataFrame, retold: pl.DataFrame) -> tuple[Record | None, list[Record]]:
    """Return the record that leads where a game has a better one, and the records that give way to it.

    Args:
        game: id. games, retold: as `each_once` takes them.
    """
    rows = {row["game_id"]: row for row in games.iter_rows(named=True)}
    leads = {row["game_id"]: row for row in retold.iter_rows(named=True)}
    better = leads.get(game)
    ahead = _record(rows[better["leads"]], better) if better and better["leads"] in rows else None
    behind = [_record(rows[one], row) for one, row in leads.items() if row["leads"] == game and one in rows]
    return ahead, behind


def said(ahead: Record | None, behind: list[Record]) -> str:
    """Return in a sentence which other records tell a game; empty where none does."""
    parts = []
    if ahead:
        parts.append(f"{ahead.name} tells more of this game ({ahead.told}; {PROOF[ahead.proof]}), and counts in its place.")
    if behind:
        told = [f"{one.name} ({one.told}; {PROOF[one.proof]})" for one in behind[:SAID]]
        names = listed([*told, *([f"{counted(len(behind) - SAID, 'other record')}"] if len(behind) > SAID else [])])
        parts.append(f"The same game is told by {names}; it counts once.")
    if differing := "; ".join(one.differs for one in (*([ahead] if ahead else []), *behind) if one.differs):
        parts.append(f"They differ: {differing}.")
    return " ".join(parts)


def _record(row: dict[str, object], retold: dict[str, str]) -> Record:
    told = "only the result" if only_result(row) else length(row)
    return Record(str(row["game_id"]), game_name(row), told, retold["proof"], retold["differs"] or "")

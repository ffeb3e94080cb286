"""The card of a data set: README.md, with the front matter that hubs of data sets read, and how to load its tables."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from engine.events import VOCABULARY
from warehouse.export.dataset.content import Content
from warehouse.schema import SCHEMA

_MARKUP = re.compile(r"([\\`*_\[\]<>|~&])")

LOADING = {
    "polars": """import polars as pl
games = pl.read_parquet("data/games.parquet")
print(games.group_by("title", "winner").len())""",
    "DuckDB": """import duckdb
games = duckdb.sql("SELECT title, winner, count(*) AS games FROM 'data/games.parquet' GROUP BY ALL")
print(games)""",
    "pandas": """import pandas as pd
games = pd.read_parquet("data/games.parquet")
print(games.groupby(["title", "winner"]).size())""",
    "datasets": """from datasets import load_dataset
games = load_dataset("parquet", data_files="data/games.parquet", split="train")
print(games[0])""",
}
"""Library to the three lines that load a table with it, in the folder of the data set."""

_NOTES = """## What to know

- `games` has a row a game; every other table has `game_id`, and those of events `seq`, the number of the event in its game.
- A game that has not `ended` stops where its record does: at the end of a file, or after as many rounds as bots were to play. It has no
  winner, and it is no draw.
- A game of which the result alone is known (`fidelity` is `result`) has no boards, no income and no dice.
- Two records of one game are two games here. `deeds` and `dice_by_round` of `games` are the same where the games are.
- Bots play neither as people do nor equally well in all titles: who wins their games tells of the bots, not of the titles' balance.
  `source` of `games` names the program that made the record.
- Text that does not apply is empty. Null is what a bare result does not tell.
- Names of players are in `seats`, `games` and `game_started` as they were in the lake that this was exported from.
- The board games and their names belong to their publishers. There are their facts and figures here, and none of their text.

`croissant.json` and `datapackage.json` have the type and the meaning of every column, `LICENCE.txt` the licence.
`sha256sum --check SHA256SUMS` tells whether every file is as it was written.
"""


def card(content: Content) -> str:
    """Return the card as Markdown. Text of records is shown as plain text."""
    return "\n".join([*_front_matter(content), f"# {_plain(content.name)}\n", f"{content.about}\n", *_body(content)])


def _front_matter(content: Content) -> Iterator[str]:
    licence = content.licence
    yield "---"
    yield f"pretty_name: {json.dumps(content.name, ensure_ascii=False)}"
    yield f"license: {licence.hub}"
    if not licence.id:
        yield f"license_name: {json.dumps(licence.line, ensure_ascii=False)}"
        yield "license_link: LICENCE.txt"
    yield "tags: [board-games, wargames, games, tabular]"
    filled = [file for file in content.files if file.rows]  # `datasets` fails at those without rows
    yield "configs:" if filled else "configs: []"
    for file in filled:
        yield f"- config_name: {file.table.name}"
        yield f"  data_files: {file.path}"
        if file == filled[0]:
            yield "  default: true"
    yield "---\n"


def _body(content: Content) -> Iterator[str]:
    if content.creator:
        yield f"Made by {_plain(content.creator)}.\n"
    yield f"Version {content.number}, of {content.at[:10]}: tables of schema {SCHEMA}, events of vocabulary {VOCABULARY}.\n"
    yield f"Licence: {_plain(content.licence.line)}\n"
    yield "## Load it\n\nEach table is one Parquet file in `data`. In this folder:\n"
    for library, lines in LOADING.items():
        yield f"{library}:\n\n```python\n{lines}\n```\n"
    yield 'The tables are configurations, too: `load_dataset(FOLDER, "games", split="train")` from anywhere.\n'
    yield "## What was played\n"
    yield from _grid(
        ("title", "games", "of these ended", "with more than their result", "events"),
        ((_plain(t.name), f"{t.games:,}", f"{t.ended:,}", f"{t.played:,}", f"{t.events:,}") for t in content.titles),
    )
    yield _NOTES
    yield "## Tables\n"
    yield from _grid(
        ("table", "rows", "what a row is"),
        ((f"`{file.table.name}`", f"{file.rows:,}", _plain(file.table.meaning)) for file in content.files),
    )


def _grid(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'|'.join('---' for _ in heads)}|"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def _plain(text: str) -> str:
    """Return text of a record as one line that Markdown shows as it is."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))

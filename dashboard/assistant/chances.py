"""The chance of winning a game, in the words there are for it: with its band, and `not known` where the model does not know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import polars as pl

from dashboard.assistant.answers import Rows, answer
from dashboard.assistant.arguments import Chances
from dashboard.assistant.lake_tools import found_in, ids_of, printed
from dashboard.review.reader import Reader
from dashboard.terminal.model import learned_from, moments_told, not_known
from dashboard.ui.sampled import chance_told
from warehouse import Lake
from warehouse.winning.model import load
from warehouse.winning.turns import winning

MOMENTS = "Turns that moved it most, in points of a hundred: what the dice of battles did, and what the players did"


def chances(lake: Lake, asked: Chances) -> str:
    """Return each side's chance of winning by round, or by turn."""
    of, model = Reader.of_lake(lake, found_in(lake, asked.game)), load()
    title = str(of.game["title"])
    found = winning(lake, of.game_id, model)
    if found.is_empty():
        return "The chance of winning is not known: fewer than two sides hold units, areas or cities of any worth."
    head = f"{of.game['title_name']}, game {of.game_id}."
    rows = _told_of(of, found if asked.every_turn else found.group_by("round", "side", maintain_order=True).last())
    if why := model.unknown(title):
        return answer(f"{head} {not_known(why)}:", _table(rows, ("round", "turn", "turn_of", "side", "strength")), f"\n{ids_of(of)}")
    cure = "without every_turn there are fewer rows" if asked.every_turn else "ask in SQL, or for the summary"
    return answer(
        f"{head} The chance of winning, {learned_from(model, title)}. low to high: the band of nine models out of ten, fitted on other "
        "draws of the same games. The last turn of a game that somebody won has its result.",
        printed(MOMENTS, moments_told(found, of.names, of.sides)),
        _table(rows, ("round", "turn", "turn_of", "side", "chance", "low", "high"))._replace(cure=cure),
    )


def _told_of(of: Reader, found: pl.DataFrame) -> Iterator[Mapping[str, str | int]]:
    for row in found.iter_rows(named=True):
        told = {name: chance_told(row[name], 0) if row[name] is not None else "not known" for name in ("chance", "low", "high", "strength")}
        who = of.names.get(row["turn_power"], row["turn_power"])
        yield {"round": row["round"], "turn": row["turn"], "turn_of": who, "side": of.sides.get(row["side"], row["side"]), **told}


def _table(rows: Iterator[Mapping[str, str | int]], columns: tuple[str, ...]) -> Rows:
    return Rows(columns, [[row[name] for name in columns] for row in rows], "After each turn")

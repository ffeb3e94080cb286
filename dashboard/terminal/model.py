"""The chance of winning in the terminal: a game's turns, and the turns that moved it most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl
from rich.table import Table

from dashboard.terminal.output import print_json, say
from dashboard.terminal.playing import workers_of
from dashboard.terminal.printed_tables import print_table, table
from dashboard.terminal.progress import steps_progress
from dashboard.terminal.rows import frame_table
from dashboard.ui.rounding import whole_parts
from ingest.find import find
from ingest.second_estimate import games_in, play_positions, positions_of
from warehouse import Lake
from warehouse.errors import LakeError
from warehouse.game_rows import pack
from warehouse.winning.card import FEW, card
from warehouse.winning.fitting import FEWEST, decided, fit, held_out
from warehouse.winning.model import Model, save
from warehouse.winning.phases import RANDOM
from warehouse.winning.positions import positions
from warehouse.winning.second import save_played
from warehouse.winning.turns import key_moments, winning

FILE, CARD = "winning.json", "winning.md"


def fit_model(lake: Lake, out: Path, card_to: Path | None = None, played: pl.DataFrame | None = None, random: Sequence[str] = ()) -> None:
    """Fit the model of winning on a lake's games; write its coefficients and its card, with positions played on, into a folder.

    Args:
        random: names of players who play at random, beside those who are always called so.
    """
    rows = positions(lake)
    if len(decided(rows)["game_id"].unique()) < FEWEST:
        fit(rows)  # says how many are missing
    found = held_out(rows)
    model = fit(rows, found=found)
    out.mkdir(parents=True, exist_ok=True)
    save(model, out / FILE)
    names = dict(lake.games().select("title", "title_name").unique().iter_rows())
    text = card(model, rows, names, played, found, (*RANDOM, *random))
    (card_to or out / CARD).write_text(text, encoding="utf-8", newline="\n")
    say(f"{out / FILE}: fitted on {decided(rows)['game_id'].n_unique()} decided games; its card is {card_to or out / CARD}")


@contextmanager
def lake_of(records: Sequence[Path]) -> Iterator[Lake]:
    """Yield a lake of records for as long as it is needed, without the luck of their battles: it takes most of the time of an ingest."""
    with TemporaryDirectory() as folder:
        lake = Lake.create(Path(folder) / "lake")
        lake.write([pack(game, luck=False) for game in games_in(find(records).files)])
        yield lake


def play_positions_on(
    paths: Sequence[Path], out: Path, *, positions: int, games: int, rounds: int, jobs: int | None, scheduler: str = ""
) -> None:
    """Play positions of records on, and write how often each side wins into a CSV file."""
    chosen = positions_of(games_in(find(paths).files), positions)
    if not chosen:
        raise LakeError("no position can be played on: expected decided games of titles with rules, as logs of orders or TripleA saves")
    with workers_of(jobs, scheduler) as workers, steps_progress("playing", True) as advance:
        played = play_positions(chosen, games, rounds, workers, advance)
    save_played(played, out)
    titles = sorted({one.title for one in played})
    say(f"{out}: {len(chosen)} positions of {', '.join(titles)}, each played on {games} times")


def _table(frame: pl.DataFrame) -> None:
    print_table("", frame_table(frame))


def learned_from(model: Model, title: str) -> str:
    """Say what the chances of a title were learned from: whose games, and that they are few if they are."""
    games = sum(model.games.get(title, {}).values())
    return f"learned from {model.basis(title)}" + ("; these are few" if games < FEW else "")


def shown_column(found: pl.DataFrame) -> str:
    """Return which column of `winning` is shown: the chance, or strength where it is not known."""
    return "strength" if found["chance"].null_count() == found.height else "chance"


def not_known(why: str) -> str:
    """Say that the chance of winning is not known, and what is shown in its place."""
    return f"The chance of winning is not known: {why}. Share of all units and production at the end of the round"


def chances_by_round(found: pl.DataFrame, sides: dict[str, str], done: int) -> Table:
    """Return each side's chance of winning at the end of the rounds; its share of all units and production where nobody knows it.

    Args:
        found: of `winning`. sides: slug to printed name. done: the last round that was played to its end.
    """
    ends = found.group_by("round", "side", maintain_order=True).last()
    rounds = sorted(ends["round"].unique())
    made = table("", *(f">{number}" if number <= done else f">in {number}" for number in rounds))
    for side, part in ends.group_by("side", maintain_order=True):
        cells = dict(part.select("round", shown_column(found)).iter_rows())
        made.add_row(sides.get(side[0], side[0]), *(f"{cells[number]:.0%}" if number in cells else "-" for number in rounds))
    return made


def moments_told(found: pl.DataFrame, names: dict[str, str], sides: dict[str, str]) -> Table:
    """Return the turns that moved the chance of winning most, each told of the side that it helped; see `key_moments`."""
    made = table(">round", "turn of", "helped", ">change", ">by dice", ">by players", ">not told apart", ">chance then", ">band")
    for row in key_moments(found).iter_rows(named=True):
        made.add_row(
            str(row["round"]),
            names.get(row["turn_power"], row["turn_power"]),
            sides.get(row["side"], row["side"]),
            _points(row["change"]),
            *_split(row),
            f"{row['chance']:.0%}",
            f"{row['low']:.0%} to {row['high']:.0%}",
        )
    return made


def _split(row: dict[str, Any]) -> list[str]:
    """Return the parts of a change in whole points that add up to it: by dice, by players, not told apart."""
    names = ("by_dice", "by_players", "not_told_apart")
    whole = whole_parts([100 * (row[name] or 0.0) for name in names])
    return ["-" if row[name] is None else _points(part / 100) for name, part in zip(names, whole, strict=True)]


def _points(change: float | None) -> str:
    """Return a change of a chance in points of a hundred; one that rounds to nothing has no sign, an unknown one is a dash."""
    if change is None:
        return "-"
    points = round(100 * change)
    return f"{points:+d}" if points else "0"


def print_chances(lake: Lake, game_id: str, model: Model, *, as_json: bool) -> None:
    """Print each side's chance of winning by turn, and the key moments."""
    found = winning(lake, game_id, model)
    if as_json:
        print_json(found)
        return
    if found.is_empty():
        say("No chance of winning can be told: fewer than two sides hold units, areas or cities of any worth.")
        return
    ends = found.group_by("round", "side", maintain_order=True).last()
    if why := model.unknown(found["title"][0]):
        say(f"{not_known(why)}:")
        say()
        _table(ends.select("round", "side", pl.col("strength").round(2)))
        return
    say(f"The chance of winning, {learned_from(model, found['title'][0])}.")
    say()
    _table(ends.select("round", "side", *(pl.col(name).round(2) for name in ("chance", "low", "high"))))
    say()
    say("Turns that moved it most, and what did: the dice of battles, or the players (empty where dice are not known)")
    moments = key_moments(found)
    _table(moments.with_columns(pl.col(pl.Float64).round(2) + 0.0))  # no -0

"""The command `sitrep ladder`, and the page that it writes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import polars as pl

from dashboard.terminal.options import tells
from dashboard.terminal.output import say
from dashboard.terminal.progress import steps_progress
from dashboard.ui.text import counted
from engine.titles import load_title
from ingest.ladder import (
    GRADUATES,
    OVER_RANDOM,
    Ladder,
    balance,
    climb,
    duels,
    graduates,
    pairs,
    read_ladder,
    standings,
)
from ingest.limits import DEFAULT
from ingest.workers import cores, local

FILE = Path("docs/ladder.toml")

HEAD = """# The ladder of the bots

`sitrep ladder --page docs/ladder.md` plays what is missing in `docs/ladder.csv` and writes this page. A pair is two games of one seed
with the same dice and the seats changed; it is won by who does better in the seat of the title's first side, by winning or else by
its share of the board (unit values and production) when the game is stopped. Ratings are OpenSkill's (Plackett-Luce), with twice
their uncertainty to either side. A bot stands above another if it wins at least {graduates:.0%} of their pairs and the 95% Wilson
interval is clear of 50%; above `random` at {over:.0%}. Failures are listed too. `engine/bots/styles.toml` explains the bots.

A fair bid is asked of the lab (`sitrep lab run notebooks/experiments/fair-bid.toml`, [lab.md](lab.md)), for titles of which a power begins
with money. Fourteen pairs of Axis & Allies 1942 between greedy bots, with 0 to 120 IPC for the Soviet Union, do not show one.
"""


@click.command("ladder")
@click.argument("ladder", default=FILE, type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--page", type=click.Path(path_type=Path, dir_okay=False), help="Write the page there, too.")
@click.option("--jobs", type=click.IntRange(0), help="Number of processes; default: one per core. 0: this one.")
@tells
def ladder_command(ladder: Path, page: Path | None, jobs: int | None) -> None:
    """Let every bot of LADDER (a TOML file; default docs/ladder.toml) play every other, in both seats, and rate them.

    Results are kept beside the file (.csv), so that a run that is cut short goes on, and more pairs cost only their own time.
    """
    read, at = read_ladder(ladder), cores() if jobs is None else jobs
    with local(at, DEFAULT) as workers, steps_progress("games", True) as advance:
        results = climb(read, ladder.with_suffix(".csv"), workers, advance)
    text = text_of(read, results)
    if page:
        page.write_text(text, encoding="utf-8")
    say(text, nl=False)


def text_of(ladder: Ladder, results: pl.DataFrame) -> str:
    """Return the ladder as a page in Markdown."""
    lines = [HEAD.format(graduates=GRADUATES, over=OVER_RANDOM)]
    found = pairs(results)
    for board in ladder.board:
        mine = found.filter(pl.col("title") == board.title)
        if mine.is_empty():
            continue
        title = load_title(board.title)
        scenario = title.scenarios[board.scenario or next(iter(title.scenarios))].name
        played = int(mine.group_by("one", "two").len()["len"].max() or 0)
        lines += [
            f"## {title.name}",
            "",
            f"{scenario}, {counted(board.rounds, 'round')} at most, {counted(played, 'pair')} of each two bots.",
            "",
        ]
        bots, side = ladder.players(board), next(iter(title.sides.values())).name
        lines += _ratings(mine, bots) + _duels(mine, bots) + _balance(results, board.title, side, ladder.bots[-1])
    return "\n".join(lines)


def _ratings(mine: pl.DataFrame, bots: Sequence[str]) -> list[str]:
    lines = ["| place | bot | pairs | rating | range |", "|--:|---|--:|--:|---|"]
    for row in standings(mine, bots).iter_rows(named=True):
        reach = 2 * row["sigma"]
        lines.append(
            f"| {row['place']} | {row['player']} | {row['games']} | {row['mu']:.1f} | {row['mu'] - reach:.1f} to {row['mu'] + reach:.1f} |"
        )
    return [*lines, ""]


def _duels(mine: pl.DataFrame, bots: Sequence[str]) -> list[str]:
    lines = ["| bot | against | pairs won | 95% interval | stands above |", "|---|---|--:|---|---|"]
    order = {bot: at for at, bot in enumerate(bots)}
    for row in duels(mine).iter_rows(named=True):
        if order[row["one"]] > order[row["two"]]:
            lines.append(
                f"| {row['one']} | {row['two']} | {row['won']:g} of {row['decided']} | {row['low']:.0%} to {row['high']:.0%} | "
                f"{'yes' if graduates(row) else 'no'} |"
            )
    return [*lines, ""]


def _balance(results: pl.DataFrame, title: str, side: str, bot: str) -> list[str]:
    rows = balance(results).filter(pl.col("title") == title)
    if rows.is_empty():
        return []
    row = rows.row(0, named=True)
    return [
        f"Between equals ({bot} on both sides) {side} wins {row['won']} of {counted(row['decided'], 'game')} "
        f"({row['low']:.0%} to {row['high']:.0%}); {row['undecided']} undecided; its mean score is {row['share']:.2f}.",
        "",
    ]

"""The command `sitrep ladder`, and the page that it writes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import polars as pl

import ingest
from dashboard.terminal.ladder_match import section
from dashboard.terminal.options import tells
from dashboard.terminal.output import say
from dashboard.terminal.playing import admit_all, files_option, jobs_option, scheduler_option, workers_of
from dashboard.terminal.progress import steps_progress
from dashboard.ui.text import counted
from engine.title.model import Title
from engine.titles import load_title
from ingest.ladder import (
    GRADUATES,
    OVER_RANDOM,
    Ladder,
    balance,
    climb,
    duels,
    graduates,
    of_board,
    pairs,
    read_ladder,
    results_of,
    standings,
)
from ingest.match import MatchGame, read_games

FILE = Path("docs/ladder.toml")
"""Where a checkout has it."""
OWN = Path("ladder.toml")
"""Where it is put, in the folder one stands in, by who has no checkout: results are kept beside it."""

HEAD = """# The ladder of the bots

`{command}` plays what is missing in `{results}` and writes this page. A pair is two games of one seed
with the same dice and the seats changed; it is won by who does better in the seat of the title's first side: by winning, by winning
sooner or losing later, or else by its share of the board (unit values and production) when the game is stopped. Ratings are
OpenSkill's (Plackett-Luce), with twice their uncertainty to either side; places go by the rating less three times its uncertainty. A game
that sides win together counts for each of them. A bot stands above another if it wins at least {graduates:.0%} of their pairs and the 95%
Wilson interval is clear of 50%; above `random` at {over:.0%}. Failures are listed too.
`engine/bots/styles.toml` explains the bots, `engine/bots/plans.toml` the one that searches.
"""


@click.command("ladder")
@click.argument("ladder", required=False, type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--page", type=click.Path(path_type=Path, dir_okay=False), help="Write the page there, too.")
@files_option
@jobs_option
@scheduler_option
@click.option("--played", is_flag=True, help="Only rate the games that are there; play none.")
@tells
def ladder_command(ladder: Path | None, page: Path | None, files: tuple[str, ...], jobs: int | None, scheduler: str, played: bool) -> None:
    """Let every bot of LADDER (a TOML file) play every other, in both seats, and rate them.

    Default: docs/ladder.toml of a checkout, else ladder.toml, which is written here if it is not there: change it as you like.

    Results are kept beside the file (.csv), so that a run that is cut short goes on, and more pairs cost only their own time.
    """
    admit_all(files)
    ladder = ladder or usual()
    read = read_ladder(ladder)
    if played:
        results = results_of(read, ladder.with_suffix(".csv"))
    else:
        with workers_of(jobs, scheduler) as workers, steps_progress("games", True) as advance:
            results = climb(read, ladder.with_suffix(".csv"), workers, advance)
    text = text_of(read, results, ladder, read_games(_match_of(ladder)))
    if page:
        page.write_text(text, encoding="utf-8", newline="\n")
    say(text, nl=False)


def _match_of(ladder: Path) -> Path:
    """Return the table of games against another program's players that stands beside a ladder's file."""
    return ladder.with_name(f"{ladder.stem}-match.csv")


def usual() -> Path:
    """Return the file of the ladder where none is named; Sitrep's own is put into this folder where there is no other."""
    if FILE.is_file():
        return FILE
    if not OWN.is_file():
        OWN.write_bytes(shipped().read_bytes())
        say(f"{OWN}: written, Sitrep's own ladder; its results are kept in {OWN.with_suffix('.csv')}", err=True)
    return OWN


def shipped() -> Path:
    """Return Sitrep's own ladder: in the package where it is installed, among the pages of a checkout."""
    here = Path(ingest.__file__).parent
    return next(path for path in (here / OWN.name, here.parent / FILE) if path.is_file())


def text_of(ladder: Ladder, results: pl.DataFrame, file: Path = FILE, match: Sequence[MatchGame] = ()) -> str:
    """Return the ladder as a page in Markdown, with the games against another program's players as its last section."""
    command = f"sitrep ladder --page {FILE.with_suffix('.md')}" if file == FILE else f"sitrep ladder {file}"
    results_file = file.with_suffix(".csv")
    lines = [HEAD.format(command=command, results=results_file, graduates=GRADUATES, over=OVER_RANDOM)]
    lines += [ladder.notes] if ladder.notes else []
    found = pairs(results)
    for board in ladder.board:
        mine = of_board(found, board)
        if mine.is_empty():
            continue
        title, bots = load_title(board.title), ladder.players(board)
        scenario = title.scenarios[str(board.key["scenario"])].name
        lines += [f"## {title.name}, {scenario}, {counted(board.rounds, 'round')} at most", ""]
        lines += _ratings(mine, bots) + _duels(mine, bots) + _balance(of_board(results, board), title, ladder.equals(board))
    return "\n".join([*lines, *section(match, str(_match_of(file)))])


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


def _balance(results: pl.DataFrame, title: Title, bot: str) -> list[str]:
    rows = list(balance(results).iter_rows(named=True))
    if not rows:
        return []
    games, decided, first = rows[0]["games"], rows[0]["decided"], next(iter(title.sides.values())).name
    after = f", after {rows[0]['length']:.1f} rounds on average," if decided else ""
    lines = [
        f"Between equals ({bot} on all sides), {counted(games, 'game')}: {decided} decided{after} and {games - decided} stopped undecided. "
        f"The mean score of {first} is {rows[0]['first']:.2f}.",
        "",
    ]
    if not decided:
        return lines
    lines += ["| side | decided games won | 95% interval |", "|---|--:|---|"]
    for row in rows:
        name = title.sides[row["side"]].name
        lines.append(f"| {name} | {row['won']} of {decided} | {row['low']:.0%} to {row['high']:.0%} |")
    return [*lines, ""]

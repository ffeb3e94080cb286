"""Sitrep: the public API for notebooks and the `sitrep` command.

    import sitrep
    lake = sitrep.open_lake("lake")
    lake.games()                                  # a polars frame, one row per game
    lake.frame("battle_ended", game_id)           # one table, one game
    lake.sql("select title, count(*) from games group by title")
    sitrep.charts.income(lake, game_id)           # every chart of the dashboard, as an Altair chart
    lake.game(game_id).map()                      # the map that plays a game, as a widget of a notebook
    game = sitrep.replay("my-game.jsonl")         # without a lake: events and the final state; it has a map, too
    sitrep.state_at(game.events, 250).control     # who held what after 250 events
    sitrep.bands(lake, "income", "power")         # a metric over many games, round by round; also spread, metrics
    sitrep.ratings.standings(lake)                # who plays best, and how sure that is

Exit codes of the command: 0 success; 1 something in the records or the lake is wrong (see the message);
2 the command line itself is wrong.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click
from polars import DataFrame

from dashboard.notebook import displays
from dashboard.notebook.game import Game, LakeGame
from dashboard.notebook.lake import Lake, sample_lake
from dashboard.serve import KEEPERS
from dashboard.terminal.board import print_board, print_events, seq_of_round
from dashboard.terminal.export_commands import export_command
from dashboard.terminal.ingest import ingest_and_tell, print_ingest, print_verdicts
from dashboard.terminal.lab import lab_group
from dashboard.terminal.ladder import ladder_command
from dashboard.terminal.model_commands import model_group
from dashboard.terminal.odds_command import odds_command
from dashboard.terminal.options import (
    in_a_folder,
    json_option,
    lake_option,
    own_command,
    placed,
    raw_option,
    tells,
    written,
)
from dashboard.terminal.output import print_rows, say
from dashboard.terminal.play_on import play_on_command
from dashboard.terminal.progress import ingest_progress, steps_progress
from dashboard.terminal.regret import regret_command
from dashboard.terminal.simulate import simulate_command
from dashboard.terminal.site_commands import site_command, verify_command, watch_command
from dashboard.terminal.summary import longest, print_games, print_summary
from dashboard.terminal.title_commands import title_group
from dashboard.terminal.upkeep import (
    print_backed_up,
    print_cached,
    print_compacted,
    print_history,
    print_mended,
    print_migrated,
    print_removed,
    print_vacuumed,
)
from engine.errors import SitrepError
from engine.fog import seen_by
from engine.odds.asked import battle_odds
from engine.odds.written import forces_of
from engine.result import need_board
from engine.simulation import simulate
from engine.state import GameState, state_at
from engine.strictness import Strictness
from engine.titles import Title, load_title, titles
from ingest import check, ingest, read_recording, replay_file
from ingest.files import MAX_BYTES, PASTED, shown
from ingest.find import find
from ingest.limits import DEFAULT as LIMITS
from ingest.log.writer import save_log
from ingest.mend import mend
from ingest.samples import samples
from ingest.triplea.title.names import slug
from ingest.turn_summaries.write.layout import LAYOUTS, write_turns
from ingest.vassal.draft import write_draft
from ingest.vassal.module import read_module
from ingest.workers import cores
from warehouse import lab, ratings
from warehouse.expressions import rate as win_rate
from warehouse.metrics import bands, fitting, metrics, spread
from warehouse.times import span
from warehouse.upkeep import backup, compact, make_cache, migrate, vacuum
from warehouse.winning.model import SHIPPED, load
from warehouse.winning.turns import winning as chances

__all__ = [
    "Game", "GameState", "Lake", "LakeGame", "SitrepError", "Title", "bands", "battle_odds", "charts", "fitting", "forces_of",
    "ingest", "lab", "load_title", "metrics", "open_lake", "ratings", "read_recording", "replay", "sample_lake", "samples", "save_log",
    "seen_by", "simulate", "spread", "state_at", "titles", "win_rate", "winning",
]  # fmt: skip

LEVELS = [level.value for level in Strictness]

if TYPE_CHECKING:
    from dashboard.notebook import charts

displays.register()


def __getattr__(name: str) -> Any:
    """Import the charts when somebody asks for them: Altair takes half a second, and most commands draw nothing."""
    if name == "charts":
        from dashboard.notebook import charts

        return charts
    raise AttributeError(f"module 'sitrep' has no attribute {name!r}")


def open_lake(path: str | Path = "lake") -> Lake:
    """Open a lake: the folder, or `s3://bucket/prefix`, that `sitrep ingest` fills.

    Raises:
        SitrepError: no lake is there, or it was written by a version that this one does not read.
    """
    return Lake.open(path)


def winning(lake: Lake, game: str, model: str | Path = SHIPPED) -> DataFrame:
    """Return each side's chance of winning after each turn of a game, with what the dice and the players did to it.

    Args:
        model: a file that `sitrep model fit` made; by default the one that ships with Sitrep.
    """
    return chances(lake, lake.find(game), load(Path(model)))


def replay(path: str | Path, strictness: str = "collect") -> Game:
    """Replay one record and return the game: title, header, events, final state.

    Args:
        path: a record in any format that `sitrep ingest` reads.
        strictness: ignore, warn, collect or raise.

    Raises:
        RecordError: the record cannot be read. IllegalOrder: strictness is `raise` and something does not fit.
    """
    return Game.of(replay_file(path, Strictness(strictness)))


keep_option = click.option(
    "--keep", type=click.Choice(KEEPERS), default=None, envvar="SITREP_KEEP",
    help="Who may keep dropped records in the lake and replace its games. Default: anyone, while only this machine is "
    "served; otherwise only those who enter the token SITREP_ADMIN_TOKEN.",
)  # fmt: skip


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="sitrep-games", prog_name="sitrep")
def main() -> None:
    """Turn recorded games of WW2 grand-strategy board games into data that you can query."""


class _Record(click.Path):
    """A record's path. An empty one, of a variable that a script forgot to set, would mean the folder one stands in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("an empty name; expected a file or a folder", param, ctx)
        return super().convert(value, param, ctx)


def _pasted(context: click.Context, _: click.Parameter, given: Path | tuple[Path, ...]) -> Path | tuple[Path, ...]:
    """Let `-` stand for what comes on standard input: kept in a file while the command runs."""
    if isinstance(given, tuple):
        return tuple(_pasted(context, _, path) for path in given)
    if str(given) != "-":
        return given
    folder = context.with_resource(TemporaryDirectory(prefix="sitrep-"))
    path = Path(folder) / PASTED
    path.write_bytes(sys.stdin.buffer.read(MAX_BYTES + 1))
    return path


@main.command("ingest")
@click.argument("paths", nargs=-1, required=True, type=_Record(path_type=Path), callback=_pasted)
@lake_option
@click.option("--strictness", type=click.Choice(LEVELS), default="collect", show_default=True,
              help="What to do with orders that break a rule; collect stores them as defects.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1), help="Number of reading processes; default: one per core.")
@click.option("--scheduler", default="", metavar="TCP://HOST:PORT", help="Read on the workers of a Dask cluster.")
@click.option("--limits", default=1.0, show_default=True, metavar="TIMES", type=click.FloatRange(1),
              help=f"Allow each record this many times the usual {LIMITS.seconds:g} s, {LIMITS.memory >> 30} GiB and "
              f"{LIMITS.rows:,} rows before it is refused.")  # fmt: skip
@click.option(
    "--again", is_flag=True, help="Read records again even if the lake has them unchanged; use after updating Sitrep."
)
@click.option("--report", "report_to", type=click.Path(path_type=Path, dir_okay=False, writable=True),
              callback=in_a_folder, help="Also write the report to this file: CSV if its name ends in .csv, otherwise JSON.")  # fmt: skip
@json_option
@tells
def ingest_command(paths: tuple[Path, ...], lake_path: Path | str, strictness: str, jobs: int | None, scheduler: str,
                   limits: float, again: bool, report_to: Path | None, as_json: bool) -> None:  # fmt: skip
    """Read records (files, folders, or - for standard input) into a lake; a game already there is replaced, never duplicated.

    Running the same command again skips what is already there, so it continues after an interruption.
    """
    lake, how = Lake.create(lake_path), Strictness(strictness)
    sys.exit(ingest_and_tell(paths, lake, how, jobs, scheduler, again, as_json, report_to, LIMITS.times(limits)))


@main.command()
@click.argument("game", required=False, default="")
@lake_option
@json_option
@tells
def summary(game: str, lake_path: Path | str, as_json: bool) -> None:
    """Summarise GAME, a game id (or the start of one) in the lake. Without GAME, list all games."""
    lake = open_lake(lake_path)
    if game:
        print_summary(lake, lake.find(game), as_json=as_json)
    else:
        print_games(lake, as_json=as_json)


@main.command("review")
@click.argument("game")
@lake_option
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False, writable=True), callback=in_a_folder,
              help="File to write; default: GAME.html.")  # fmt: skip
@tells
def review_command(game: str, lake_path: Path | str, out: Path | None) -> None:
    """Write the review of GAME, a game id (or the start of one) in the lake, as one self-contained HTML file."""
    from dashboard.review.export import write_review  # only here: charts and pages take their time to import

    lake = open_lake(lake_path)
    say(write_review(lake, lake.find(game), out))


@main.command("notebook")
@click.argument("game")
@lake_option
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False, writable=True), callback=in_a_folder,
              help="File to write; default: GAME.ipynb.")  # fmt: skip
@tells
def notebook_command(game: str, lake_path: Path | str, out: Path | None) -> None:
    """Write an after-action notebook of GAME, a game id (or the start of one) in the lake, or a record's file.

    Open it in Jupyter, VS Code or any other place for notebooks, run it, and change what you like.
    """
    from dashboard.notebook import write

    say(str(write.write_notebook(game, lake_path, out)))


@main.command("replay")
@click.argument("record", type=_Record(path_type=Path), callback=_pasted)
@click.option("--to", "seq", type=click.IntRange(0), help="Stop after this many events.")
@click.option("--round", "round_", type=click.IntRange(0), help="Stop at the end of this round.")
@click.option("--strict", is_flag=True, help="Stop with an error at the first order that breaks a rule.")
@click.option("--events", is_flag=True, help="Print the events, one JSON object per line, instead of the state.")
@click.option("--seen-by", "side", help="Show only what this side saw, in games with face-down units.")
@json_option
@tells
def replay_command(
    record: Path, seq: int | None, round_: int | None, strict: bool, events: bool, side: str | None, as_json: bool
) -> None:
    """Replay RECORD and print the board after an event, at the end of a round, or at the end of the game."""
    game = replay(record, "raise" if strict else "collect")
    stop = seq_of_round(game, round_) if round_ is not None else seq
    stop = len(game.events) if stop is None else min(stop, len(game.events))
    if events:
        print_events(game.events[:stop])
    else:
        state = state_at(need_board(game).events, stop)
        seen = seen_by(state, game.title, side) if side else state
        print_board(game.title, seen, len(game.events), as_json=as_json)


@main.command("turns")
@click.argument("record", type=_Record(path_type=Path), callback=_pasted)
@click.option("--round", "round_", type=click.IntRange(1), help="Only this round.")
@click.option("--power", default="", help="Only this power's turns, such as germany or Germans.")
@click.option("--as", "layout", type=click.Choice(list(LAYOUTS)), default="text", show_default=True,
              help="Plain text as TripleA writes it, Markdown, or text with forum tags.")  # fmt: skip
@tells
def turns_command(record: Path, round_: int | None, power: str, layout: str) -> None:
    """Write turn summaries of RECORD, ready to post: every step of every phase, in TripleA's own wording."""
    game = need_board(replay(record))
    say(write_turns(game.title, game.events, round_, power, layout), nl=False)


main.add_command(odds_command)
main.add_command(model_group)
main.add_command(play_on_command)
main.add_command(simulate_command)
main.add_command(lab_group)
main.add_command(ladder_command)
main.add_command(regret_command)
main.add_command(title_group)
main.add_command(export_command)
main.add_command(site_command)
main.add_command(watch_command)
main.add_command(verify_command)


@main.group()
def vassal() -> None:
    """Modules of VASSAL: what their pieces and places are."""


@vassal.command("map")
@click.argument("module", type=click.Path(path_type=Path))
@click.option(
    "--out", type=click.Path(path_type=Path), help="Folder to write to; the module's name when none is given."
)
@tells
def vassal_map_command(module: Path, out: Path | None) -> None:
    """Write a first draft of the tables of MODULE (a .vmod, or its build file): its maps, places, pieces and dice.

    Finish them by hand, and put the folder beside the logs, or into the folder that SITREP_VASSAL_MODULES names: logs of the
    module are then read with them.
    """
    read = read_module(module)
    folder = out or Path(slug(read.name) or "module")
    for path in write_draft(read, folder):
        say(str(path))


@main.command()
@click.argument("records", nargs=-1, required=True, type=_Record(path_type=Path), callback=_pasted)
@click.option("--strict", is_flag=True, help="Stop each record at its first defect.")
@json_option
@tells
def validate(records: tuple[Path, ...], strict: bool, as_json: bool) -> None:
    """Replay RECORDS (files or folders) and list every defect. Exit code 1 if any defect is more than a remark.

    Orders go through the title's rules. If a record contains its final state, the end of the replay is compared with it.
    """
    found = {shown(path): check(path, strict=strict) for path in find(records).files}
    print_verdicts(found, as_json=as_json)
    sys.exit(1 if any(defect.severity == "error" for verdict in found.values() for defect in verdict.defects) else 0)


@main.command()
@click.argument("sql", callback=written)
@lake_option
@click.option("--format", "form", type=click.Choice(["table", "csv", "json"]), default="table", show_default=True)
@raw_option
@click.option("--as-of", default="", metavar="VERSION|TIME",
              help="Query the lake as it was at a version, day or time (UTC); see `sitrep lake history`.")  # fmt: skip
@tells
def query(sql: str, lake_path: Path | str, form: str, raw: bool, as_of: str) -> None:
    """Query the lake in SQL (DuckDB's dialect); every table of the lake is a view."""
    lake = open_lake(lake_path)
    print_rows((lake.at(as_of) if as_of else lake).sql(sql), form, raw)


@main.group("lake")
def lake_group() -> None:
    """Maintain a lake: history, compaction, vacuum, migration, cache, backup, mending."""


@lake_group.command("history")
@lake_option
@click.option("--limit", default=20, show_default=True, type=click.IntRange(0), help="Commits to list; 0 for all.")
@json_option
@tells
def history_command(lake_path: Path | str, limit: int, as_json: bool) -> None:
    """List the commits, newest first: time, change, and whether the files of that version were deleted."""
    print_history(open_lake(lake_path), limit, as_json=as_json)


@lake_group.command("compact")
@lake_option
@json_option
@tells
def compact_command(lake_path: Path | str, as_json: bool) -> None:
    """Merge small files into large ones, in one commit; older versions stay readable until a vacuum deletes them."""
    print_compacted(compact(open_lake(lake_path)), as_json=as_json)


@lake_group.command("cache")
@lake_option
@json_option
@tells
def cache_command(lake_path: Path | str, as_json: bool) -> None:
    """Build cache.duckdb for the current version of the lake; it speeds up questions about many games.

    The cache is opened read-only and never blocks an ingest. Once the lake has newer commits, it is ignored until you build it again.
    """
    print_cached(make_cache(open_lake(lake_path)), as_json=as_json)


@lake_group.command("remove")
@click.argument("games", nargs=-1, required=True)
@lake_option
@json_option
@tells
def remove_command(games: tuple[str, ...], lake_path: Path | str, as_json: bool) -> None:
    """Take GAMES (ids, or the start of them) out of the lake.

    Earlier versions of the lake keep them until `sitrep lake vacuum` deletes those. A record that still lies in a watched folder
    is read again when the watch is started anew: move it away, too.
    """
    lake = open_lake(lake_path)
    found = [lake.find(game) for game in games]
    print_removed(found, lake.remove(found).version, as_json=as_json)


@lake_group.command("vacuum")
@lake_option
@click.option("--older-than", default="30d", show_default=True, metavar="SPAN",
              help="Delete versions that were replaced longer ago than this: 30d, 12h, 0s, ...")  # fmt: skip
@json_option
@tells
def vacuum_command(lake_path: Path | str, older_than: str, as_json: bool) -> None:
    """Delete files that no kept version needs, and leftovers of killed writers; files less than an hour old stay."""
    print_vacuumed(vacuum(open_lake(lake_path), span(older_than)), as_json=as_json)


@lake_group.command("backup")
@click.argument("target", callback=placed)
@lake_option
@json_option
@tells
def backup_command(target: Path | str, lake_path: Path | str, as_json: bool) -> None:
    """Copy to TARGET, a folder or s3://bucket/prefix, whatever an earlier backup there lacks of the lake.

    Each file is read back and checked. A backup is a lake itself: to restore it, back it up to where the lake shall be.
    """
    print_backed_up(backup(open_lake(lake_path), target), target, as_json=as_json)


@lake_group.command("mend")
@lake_option
@click.option("--backup", "backup_path", default="", metavar="FOLDER|S3://...", help="Put files back from this backup.")
@click.option(
    "--records", multiple=True, type=click.Path(path_type=Path), help="Read games again from these files and folders."
)
@click.option("--tables/--no-tables", "tables", default=None,
              help="Whether the records were read with the tables for their module that lie beside them: `sitrep ingest` reads these, "
              "`sitrep watch` and the dashboard do not. Records without such tables need neither.")  # fmt: skip
@click.option(
    "--give-up", is_flag=True, help="Give up older versions of the lake that need a file which nothing puts back."
)
@json_option
@tells
def mend_command(
    lake_path: Path | str,
    backup_path: str,
    records: tuple[Path, ...],
    tables: bool | None,
    give_up: bool,
    as_json: bool,
) -> None:
    """Put back damaged and missing files of every version of the lake, from a backup, or from the records of its games.

    Records bring back the newest version only. Exit code 1 if anything is still damaged; `sitrep verify` looks at everything again.
    """
    done = mend(lake_path, backup_path, records, replace(LIMITS, tables_beside=tables), give_up)
    print_mended(done, as_json=as_json)
    sys.exit(1 if done.left else 0)


@lake_group.command("migrate")
@lake_option
@json_option
@tells
def migrate_command(lake_path: Path | str, as_json: bool) -> None:
    """Migrate the games of an older lake to the current tables; an interrupted migration continues where it stopped."""
    with steps_progress("migrating", show=not as_json) as on_progress:
        print_migrated(migrate(lake_path, on_progress), as_json=as_json)


@main.command("dashboard")
@lake_option
@click.option("--port", default=8501, show_default=True, envvar="PORT", type=click.IntRange(1, 65535))
@click.option("--map-folder", "maps", multiple=True, envvar="SITREP_MAPS",
              type=click.Path(exists=True, file_okay=False, path_type=Path),
              help="A TripleA map, or a folder of maps as TripleA downloads them; their titles are drawn as in "
              "TripleA; repeatable. Without this option, those that TripleA keeps on this machine.")  # fmt: skip
@click.option("--no-map-folders", is_flag=True, help="Use no TripleA maps, not even those on this machine.")
@keep_option
@tells
def dashboard_command(
    lake_path: Path | str, port: int, maps: tuple[Path, ...], no_map_folders: bool, keep: str | None
) -> None:
    """Serve the dashboard for a lake."""
    from dashboard.serve import serve  # only here: it takes its time to import

    sys.exit(serve(lake_path, port, None if no_map_folders else maps, keep or ""))


@main.command()
@lake_option
@click.option("--port", default=8501, show_default=True, envvar="PORT", type=click.IntRange(1, 65535))
@click.option(
    "--serve/--no-serve", "serving", default=True, envvar="SERVE", help="Serve the dashboard after the summary."
)
@keep_option
@tells
def demo(lake_path: Path | str, port: int, serving: bool, keep: str | None) -> None:
    """Ingest the sample games, summarise one of them and serve the dashboard."""
    lake = Lake.create(lake_path)
    with ingest_progress(show=True) as on_progress:
        report = ingest(samples(), lake, jobs=cores(), on_progress=on_progress)
    print_ingest(report)
    if report.refused:
        sys.exit(1)
    print_summary(lake, longest(lake, [row.game_id for row in report.rows]))
    if serving:
        from dashboard.serve import serve

        sys.exit(serve(lake_path, port, keep=keep or ""))
    say(f"\nThe lake is in {lake_path}. To view it, run: {own_command()} dashboard --lake {lake_path}")


if __name__ == "__main__":
    main()

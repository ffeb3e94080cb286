"""Commands that serve the dashboard: `dashboard` and `demo`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from dashboard.serve import KEEPERS, RULES, serve
from dashboard.terminal.ingest import print_ingest
from dashboard.terminal.options import lake_option, own_command, rules_option, tells
from dashboard.terminal.output import say, say_what_is_lacking
from dashboard.terminal.progress import ingest_progress
from dashboard.terminal.summary import longest, print_summary
from engine.machine import cores
from ingest import ingest
from ingest.samples import samples
from warehouse import Lake

keep_option = click.option(
    "--keep",
    type=click.Choice(KEEPERS),
    default=None,
    envvar="SITREP_KEEP",
    help="Who may keep dropped records in the lake and replace its games. Default: anyone, while only this machine is "
    "served; otherwise only those who enter the token SITREP_ADMIN_TOKEN.",
)

records_option = click.option(
    "--records",
    type=click.Choice(KEEPERS),
    default=None,
    envvar="SITREP_RECORDS",
    help="Who may download the records that games were read from. Default: as for --keep.",
)


@click.command("dashboard")
@lake_option
@click.option("--port", default=8501, show_default=True, envvar="PORT", type=click.IntRange(1, 65535))
@click.option(
    "--map-folder",
    "maps",
    multiple=True,
    envvar="SITREP_MAPS",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A TripleA map, or a folder of maps as TripleA downloads them; their titles are drawn as in "
    "TripleA; repeatable. Without this option, those that TripleA keeps on this machine.",
)
@click.option("--no-map-folders", is_flag=True, help="Use no TripleA maps, not even those on this machine.")
@keep_option
@records_option
@rules_option
@tells
def dashboard_command(
    lake_path: Path | str,
    port: int,
    maps: tuple[Path, ...],
    no_map_folders: bool,
    keep: str | None,
    records: str | None,
    rules_path: Path | None,
) -> None:
    """Serve the dashboard for a lake."""
    if rules_path:
        os.environ[RULES] = str(rules_path.absolute())
    say_what_is_lacking()
    sys.exit(serve(lake_path, port, None if no_map_folders else maps, keep or "", records or ""))


@click.command()
@lake_option
@click.option("--port", default=8501, show_default=True, envvar="PORT", type=click.IntRange(1, 65535))
@click.option("--serve/--no-serve", "serving", default=True, envvar="SERVE", help="Serve the dashboard after the summary.")
@keep_option
@records_option
@tells
def demo(lake_path: Path | str, port: int, serving: bool, keep: str | None, records: str | None) -> None:
    """Ingest the sample games, summarise one of them and serve the dashboard."""
    lake = Lake.create(lake_path)
    with ingest_progress(show=True) as on_progress:
        report = ingest(samples(), lake, jobs=cores(), on_progress=on_progress)
    print_ingest(report)
    if report.refused:
        sys.exit(1)
    print_summary(lake, longest(lake, [row.game_id for row in report.rows]))
    if serving:
        say_what_is_lacking()
        sys.exit(serve(lake_path, port, keep=keep or "", records=records or ""))
    say(f"\nThe lake is in {lake_path}. To view it, run: {own_command()} dashboard --lake {lake_path}")

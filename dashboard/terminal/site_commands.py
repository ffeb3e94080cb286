"""The commands `sitrep site`, `sitrep watch` and `sitrep verify`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dashboard.terminal.checks import print_findings
from dashboard.terminal.completion import a_game
from dashboard.terminal.options import json_option, lake_option, players_option, rules_option, tells, written
from dashboard.terminal.output import print_json, say, say_what_is_lacking
from dashboard.terminal.progress import steps_progress
from dashboard.ui.text import counted
from engine.machine import cores
from ingest.workers import local
from warehouse import Lake
from warehouse.league import Rules, beside, read_rules, shown_to, strangers
from warehouse.people import NOBODY, People, everybody_hidden, read_people, unknown
from warehouse.people.publish import clashes, names_in
from warehouse.verify import verify

if TYPE_CHECKING:
    from dashboard.site.build import Built

Command = TypeVar("Command", bound=Callable[..., Any])

MANY = 40
"""Games from which several processes verify faster than one: each takes a second to start."""


def site_options(command: Command) -> Command:
    """Add the options of a site to a command."""
    for option in (
        click.option("--jobs", type=click.IntRange(1), help="Number of processes; default: one per core."),
        click.option(
            "--npm-packages",
            "packages",
            type=click.Path(path_type=Path, exists=True, file_okay=False),
            metavar="FOLDER",
            help="Take DuckDB from this folder, such as node_modules, and not from the package registry; with --with-sql.",
        ),
        click.option(
            "--with-sql", "sql", is_flag=True, help="Add the page Ask: SQL in the browser, with DuckDB from its npm package (docs/site.md)."
        ),
        click.option("--records", is_flag=True, help="Offer the records that games were read from as downloads; with --notes."),
        click.option("--notes", is_flag=True, help="Also show chat, notes and the recorders' free text."),
        rules_option,
        players_option,
        click.option("--licence", default=None, metavar="TEXT", callback=written, help="A line about who may use the data, and how."),
        click.option("--name", default="Sitrep", show_default=True, callback=written, help="What the site is called."),
    ):
        command = option(command)
    return command


def people_of(players: Path | None, lake: Lake, told: set[str] | None = None, anonymous: bool = False) -> People:
    """Return the people of a players.csv, nobody where none is named.

    On standard error it warns of each row that fits nobody in the lake, and of each game that is left out of a copy.

    Args:
        players: the file. lake: whose players they are. told: warnings that were given before; they are not given again.
        anonymous: whether every player gets a number.
    """
    people = read_people(players) if players else NOBODY
    people = everybody_hidden(names_in(lake), people) if anonymous else people
    _warn((*unknown(lake, people), *clashes(lake, people)), told)
    return people


def rules_of(path: Path | None, lake: Lake, players: Path | None, people: People, told: set[str] | None = None) -> Rules | None:
    """Return the league's own rules as a site may show them; those beside the lake or players.csv where no file is named.

    On standard error it warns of each player of the file who is none of the lake; `told` as of `people_of`.

    Raises:
        LakeError: the file is wrong.
    """
    path = path or beside(lake.path if isinstance(lake.path, Path) else None, players)
    if path is None:
        return None
    rules, names = read_rules(path), names_in(lake)
    _warn(strangers(path, rules, names, people), told)
    return shown_to(rules, people, names)


def _warn(warnings: Iterable[str], told: set[str] | None) -> None:
    for warning in warnings:
        if told is None or warning not in told:
            say(f"warning: {warning}", err=True)
        if told is not None:
            told.add(warning)


@click.command("site")
@lake_option
@click.option(
    "--out",
    default="site",
    show_default=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of the site.",
)
@site_options
@json_option
@tells
def site_command(
    lake_path: Path | str,
    out: Path,
    name: str,
    licence: str | None,
    players: Path | None,
    rules_path: Path | None,
    notes: bool,
    records: bool,
    sql: bool,
    packages: Path | None,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Make a site of static pages from a lake: they open from a file or any web host, without a server.

    Only what changed is made again. The site has the games with their reviews, the league, players, titles, quality, the
    data dictionary, and the tables as Parquet.
    """
    from dashboard.site.build import build  # only here: charts and pages take their time to import
    from dashboard.site.settings import LICENCE, Settings

    lake = Lake.open(lake_path)
    people = people_of(players, lake)
    settings = Settings(name, licence or LICENCE, notes, sql, records, rules_of(rules_path, lake, players, people))
    with steps_progress("making pages", show=not as_json) as on_progress:
        done = build(lake, out, settings, people, jobs or 0, on_progress, packages=packages)
    if as_json:
        print_json(done._asdict())
    else:
        deleted = f", {done.deleted:,} deleted" if done.deleted else ""
        say(
            f"{out}: version {done.version} of the lake: {done.pages:,} pages, {done.made:,} made now{deleted}; "
            f"{done.bytes:,} bytes with the tables; open {out / 'index.html'}"
        )


@click.command("watch")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@lake_option
@click.option(
    "--out",
    default=None,
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of the site; default: make no site.",
)
@click.option(
    "--every",
    default=5.0,
    show_default=True,
    type=click.FloatRange(0.1),
    metavar="SECONDS",
    help="Time between two looks.",
)
@click.option(
    "--settle",
    default=10.0,
    show_default=True,
    type=click.FloatRange(0),
    metavar="SECONDS",
    help="A file is read once it has stayed the same for this long.",
)
@site_options
@tells
def watch_command(
    folder: Path,
    lake_path: Path | str,
    out: Path | None,
    every: float,
    settle: float,
    name: str,
    licence: str | None,
    players: Path | None,
    rules_path: Path | None,
    notes: bool,
    records: bool,
    sql: bool,
    packages: Path | None,
    jobs: int | None,
) -> None:
    """Watch FOLDER: read what lands in it into a lake once it is whole, and make the site again. Ctrl-C or SIGTERM stops it.

    A line is printed for each file. A bad file is refused with its reason, which the site's page Quality shows; it is read again when
    it changes. players.csv and league.toml are read again for every site.
    """
    from dashboard.site.build import build
    from dashboard.site.settings import LICENCE, Settings
    from dashboard.terminal.watch import watch

    if out is not None and folder.resolve() in (out.resolve(), *out.resolve().parents):
        raise click.BadParameter(f"the site {out} lies in the watched folder {folder}; choose another place", param_hint="--out")
    told: set[str] = set()

    def make(lake: Lake) -> Built:
        people = people_of(players, lake, told)
        settings = Settings(name, licence or LICENCE, notes, sql, records, rules_of(rules_path, lake, players, people, told))
        return build(lake, out or Path(), settings, people, jobs or 0, packages=packages)

    say_what_is_lacking()
    watch(folder, lake_path, make if out else None, every, settle, jobs or cores())


@click.command("verify")
@click.argument("games", nargs=-1, shell_complete=a_game)
@lake_option
@click.option(
    "--site",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Verify this site instead of the lake.",
)
@players_option
@json_option
@tells
def verify_command(games: tuple[str, ...], lake_path: Path | str, site: Path | None, players: Path | None, as_json: bool) -> None:
    """Read every file of the lake again and rebuild every stored state, or only those of GAMES (ids or the start of them).

    Each file is checked against the log by checksum and read with DuckDB, pyarrow and fastparquet. States are rebuilt from the
    stored events. Then the cache, the checkpoints and any unused files are checked. Exit code 1 if anything is wrong; a file
    that fastparquet cannot read is only a remark. With --site, a site is made again from the version of the lake that it
    names, and held against it byte for byte.
    """
    lake = Lake.open(lake_path)
    if site is not None:
        _verify_site(lake, site, people_of(players, lake), as_json)
        return
    several = cores() if cores() > 1 and (len(games) or len(lake.digests())) >= MANY else 0
    with local(several) as hands, steps_progress("verifying", show=not as_json) as on_progress:
        findings = verify(lake, games, on_progress, hands if several else None)
    print_findings(lake, len(games) or len(lake.digests()), findings, as_json=as_json)
    sys.exit(1 if any(not finding.remark for finding in findings) else 0)


def _verify_site(lake: Lake, site: Path, people: People, as_json: bool) -> None:
    from dashboard.site.verify import verify_site

    with steps_progress("making the site again", show=not as_json) as on_progress:
        findings = verify_site(lake, site, people, on_progress=on_progress)
    if as_json:
        print_json({"site": str(site), "findings": findings})
    else:
        for finding in findings:
            say(finding)
        say(f"{site}: {counted(len(findings), 'finding')}" if findings else f"{site}: is the site of {lake.path}, byte for byte")
    sys.exit(1 if findings else 0)

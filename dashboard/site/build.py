"""Making a site: the public copy of the lake, then every page whose makings changed, side by side on all cores."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from altair.utils.schemapi import debug_mode

from dashboard.serve import MAPS
from dashboard.site import ask, charts, league, npm, openings, own_rules, quality, records, reference, review, start, titles
from dashboard.site.context import Context, Told
from dashboard.site.manifest import NAME, Manifest, Page, key_of, load, put, save, sitrep_version
from dashboard.site.refused import refused as refused_files
from dashboard.site.settings import LAKE, SQL, Settings, game_page, league_page, openings_page, own_page, own_table, player_page, title_page
from dashboard.ui.text import mapping
from engine.decoding import from_json
from engine.errors import SitrepError
from engine.machine import cores
from ingest.workers import Here, processes
from warehouse import Lake, LakeError
from warehouse.errors import writing
from warehouse.log import key_of as commit_key
from warehouse.people import NOBODY, People, publish
from warehouse.people.publish import secret_for
from warehouse.secret import sealed
from warehouse.stores import LocalStore
from warehouse.whole_files import one_writer

MAKERS: dict[str, Callable[..., str]] = {
    "start": start.start, "games": start.games_list, "league": league.league, "player": league.player, "titles": titles.titles,
    "title": titles.title, "quality": quality.quality, "dictionary": reference.dictionary, "downloads": reference.downloads,
    "sums": reference.sums, "charts": charts.script, "game": review.review, "ask": ask.ask, "reader": ask.reader,
    "openings": openings.index, "opening": openings.title, "season": own_rules.season, "own-table": own_rules.csv,
}  # fmt: skip
"""What makes which kind of page of the context, and of one thing more that it is about."""
ALONE = {
    "start": "index.html",
    "games": "games.html",
    "openings": "openings.html",
    "titles": "titles.html",
    "quality": "quality.html",
    "dictionary": "dictionary.html",
    "downloads": "downloads.html",
    "sums": reference.SUMS,
    "charts": charts.NAME,
}
"""Pages that a site has once."""
SAVED = 100
"""Pages after which the manifest is written, so that a run that is cut short need not make them again."""
AHEAD = 4
"""Pages that each process is given before it has made them."""
FEW = 4
"""Pages up to which one process makes them all."""

Progress = Callable[[int, int], None]
"""Called after each page with (pages done, pages in all)."""


class Job(NamedTuple):
    """A page to make: its place, its kind in MAKERS, what it is about, and the key of what it is made from."""

    place: str
    kind: str
    about: tuple[str, ...]
    key: str


class Built(NamedTuple):
    """What making a site did: the lake's version, pages in all, those made now, those deleted, and bytes of all files."""

    version: int
    pages: int
    made: int
    deleted: int
    bytes: int


def build(
    lake: Lake,
    out: Path,
    settings: Settings = Settings(),  # noqa: B008  (it never changes)
    people: People = NOBODY,
    jobs: int = 0,
    on_progress: Progress | None = None,
    refused: list[tuple[str, str, str]] | None = None,
    packages: Path | None = None,
    earlier: Path | None = None,
) -> Built:
    """Make the site of a lake, or bring it up to date.

    Args:
        lake: at the version to show. out: a new or empty folder, or an earlier site. settings: of the site. people: who is shown how.
        jobs: processes that make pages; one for each core when 0. on_progress: see Progress.
        refused: the files that ingests refused, as the public sees them; those of now when None.
        packages: folder of npm packages from which a site with the page Ask takes what it lacks; the package registry when None.
        earlier: folder of records that are taken where the lake finds none; the site's own when None.

    Raises:
        LakeError: the folder holds something else, the site may not show records, the lake is damaged, or the disk refuses.
    """
    records.check(settings, people)
    load(out)  # before anything is made in a folder that is no site
    programs = npm.programs(out, packages) if settings.sql else {}  # before any work
    with writing(out, "nothing was made"):
        out.mkdir(parents=True, exist_ok=True)
    with one_writer(out, "a site"):
        return _build(lake, out, settings, people, jobs, on_progress, refused, programs, earlier)


def _build(
    lake: Lake,
    out: Path,
    settings: Settings,
    people: People,
    jobs: int,
    on_progress: Progress | None,
    refused: list[tuple[str, str, str]] | None,
    programs: dict[str, bytes],
    earlier: Path | None,
) -> Built:
    manifest = load(out)
    save(out, manifest)
    publish(lake, out / LAKE, people, settings.notes)
    if programs:
        npm.put_programs(out, programs)
    else:
        shutil.rmtree(out / SQL, ignore_errors=True)
    originals = records.put(lake, out, settings, earlier)
    state = lake.state()
    copy = sha256(LocalStore(out / LAKE).read(commit_key(1))).hexdigest()
    refused = refused_files(lake, people) if refused is None else refused
    told = Told(str(out), settings, state.version, state.at, copy, refused, originals)
    secret = secret_for(lake, people)
    wanted = list(jobs_of(told, people, secret))
    left = [job for job in wanted if not _is_there(out, manifest, job)]
    made = _make_all(told, left, manifest, jobs or cores(), on_progress)
    gone = _drop(out, manifest, {job.place for job in wanted})
    commit = sha256(lake.store.read(commit_key(state.version))).hexdigest()
    pages = manifest.pages
    save(
        out,
        Manifest(sitrep_version(), state.version, state.at, commit, settings, people.digest(secret), told.refused, pages),
    )
    return Built(state.version, len(pages), made, gone, sum(path.stat().st_size for path in out.rglob("*") if path.is_file()))


def jobs_of(told: Told, people: People, secret: bytes = b"") -> Iterator[Job]:
    """Yield all pages of a site. Their keys stand in site.json, so a lake's secret seals them: they follow from hidden names, too."""
    for job in _jobs(told, people):
        yield job._replace(key=sealed(secret, job.key)) if secret else job


def _jobs(told: Told, people: People) -> Iterator[Job]:
    of = Context(told)
    whole = key_of(msgspec.to_builtins(told.settings), told.copy, os.environ.get(MAPS, ""))
    about = key_of(whole, told.version, told.at, told.refused)
    for kind, place in ALONE.items():
        key = {
            "start": about,
            "quality": about,
            "dictionary": key_of(msgspec.to_builtins(told.settings)),
            "charts": key_of(),
        }.get(kind, whole)
        yield Job(place, kind, (), key)
    plain = msgspec.structs.replace(told.settings, rules=None)  # no other page follows from the league's own rules
    site = [msgspec.to_builtins(plain), os.environ.get(MAPS, "")]
    if told.settings.sql:
        yield Job("ask.html", "ask", (), whole)
        yield Job(ask.READER, "reader", (), key_of())
    rated = league.titles_rated(of) if of.games.height else []
    retold = sorted(of.records["game_id"])
    yield Job(league_page(), "league", ("",), whole)
    if of.own is not None:
        for season in of.own.rules.seasons:
            yield Job(own_page(season.name), "season", (season.name,), whole)
        for name in of.own.tables():
            yield Job(own_table(name), "own-table", (name,), whole)
    for slug in rated:
        played = [*of.games.filter(title=slug).iter_rows()]
        key = key_of(site, played, retold, of.titles, of.sides, rated, of.people)
        yield Job(league_page(slug), "league", (slug,), key)
    for slug in of.opened if of.games.height else ():
        played = [*of.games.filter(title=slug).iter_rows()]
        yield Job(openings_page(slug), "opening", (slug,), key_of(site, played, retold, of.titles, of.people))
    counted = set(of.ratings().history["title"]) if of.games.height else set()
    for slug in of.titles:
        played = [*of.once.filter(title=slug).iter_rows()]
        key = key_of(site, played, people.hiding, slug in counted, slug in rated)
        yield Job(title_page(slug), "title", (slug,), key)
    for name, made_from in league.players_made_from(of):
        yield Job(player_page(name), "player", (name,), key_of(site, made_from, of.titles, of.sides, of.people))
    for row in of.games.iter_rows(named=True):
        links = [of.titles[row["title"]], sorted(mapping(row["players"]).values())]
        yield Job(
            game_page(row["game_id"]),
            "game",
            (row["game_id"],),
            key_of(site, row, people.hiding, links, of.told_elsewhere(row["game_id"]), told.records.get(row["game_id"], "")),
        )


def _is_there(out: Path, manifest: Manifest, job: Job) -> bool:
    """Return whether a page is as it should be: made from the same, and whole."""
    page, path = manifest.pages.get(job.place), out / job.place
    return page is not None and page.key == job.key and path.is_file() and path.stat().st_size == page.bytes


def _make_all(told: Told, jobs: list[Job], manifest: Manifest, hands: int, on_progress: Progress | None) -> int:
    out = Path(told.out)
    for done, (job, text) in enumerate(_made(told, jobs, hands), start=1):
        page = put(out, job.place, text.encode())
        manifest.pages[job.place] = Page(job.key, page.bytes, page.sha256)
        if done % SAVED == 0:
            save(out, manifest)
        if on_progress:
            on_progress(done, len(jobs))
    return len(jobs)


def _made(told: Told, jobs: list[Job], hands: int) -> Iterator[tuple[Job, str]]:
    """Yield each page once it is made."""
    if len(jobs) <= FEW or hands < 2:
        with Here() as here:
            yield from _side_by_side(here, told, jobs, 1)
    else:
        with processes(hands, None) as executor:  # what draws charts reserves more memory than a record may take
            yield from _side_by_side(executor, told, jobs, hands * AHEAD)


def _side_by_side(executor: Executor, told: Told, jobs: Iterable[Job], most: int) -> Iterator[tuple[Job, str]]:
    waiting: dict[Future[str], Job] = {}
    packed = msgspec.json.encode(told)
    for job in jobs:
        waiting[executor.submit(make, packed, job.kind, job.about)] = job
        if len(waiting) >= most:
            yield from _finished(waiting)
    while waiting:
        yield from _finished(waiting)


def _finished(waiting: dict[Future[str], Job]) -> Iterator[tuple[Job, str]]:
    done, _ = wait(waiting, return_when=FIRST_COMPLETED)
    for future in done:
        job = waiting.pop(future)
        try:
            yield job, future.result()
        except SitrepError as error:
            raise LakeError(f"{job.place}: cannot be made: {error}") from error


def make(told: bytes, kind: str, about: tuple[Any, ...]) -> str:
    """Return a page; `told` is a Told as JSON. Each process asks the copy of the lake once.

    Altair's own check of every part of every chart takes longer than all else, so it is left to tests.
    """
    with debug_mode(False):
        return MAKERS[kind](_context(told), *about)


@lru_cache(maxsize=1)
def _context(told: bytes) -> Context:
    return Context(from_json(told, Told))


def _drop(out: Path, manifest: Manifest, wanted: set[str]) -> int:
    """Delete the pages that the site no longer has."""
    gone = [place for place in manifest.pages if place not in wanted and place != NAME]
    for place in gone:
        (out / place).unlink(missing_ok=True)
        del manifest.pages[place]
    return len(gone)

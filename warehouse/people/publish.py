"""A copy of a lake for the public: players under the names that are shown, and chat and notes left out unless asked for.

The copy is a lake of one commit in a folder. It has a batch for each of the lake's, under an id that follows from the lake's
batch and from what was done to it: so the same lake gives the same copy, byte for byte, and only what is new is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec
import polars as pl

from engine.decoding import Undecodable, from_json
from engine.recording import PUBLIC, Fidelity
from engine.result import OWN
from engine.shipped import csv_rows
from engine.titles import load_title, titles
from warehouse import decisions
from warehouse.batch import read_table
from warehouse.errors import LakeError, writing
from warehouse.file_names import file_name
from warehouse.lake import Lake
from warehouse.log import LOG, Log, key_of
from warehouse.parquet import encoded
from warehouse.people.names import folded
from warehouse.people.people import NOBODY, People
from warehouse.people.programs import program
from warehouse.record_parts import TABLE
from warehouse.rows import json_text
from warehouse.schema import SCHEMA, TABLES
from warehouse.secret import FOLDER, sealed, secret_of
from warehouse.state import DATA, PUBLISH, Batch, Commit, File, data_key
from warehouse.stores import LocalStore
from warehouse.whole_files import one_writer, put_whole

MADE_BY = 7
"""Raised when a copy of the same lake becomes another one: then all of it is written anew."""
SPOKEN = ("chat", "note", "command")
"""Scopes of markers that hold what somebody said or wrote."""
LEFT_OUT = "(left out)"
"""What stands in the place of text that is left out."""
_SLUG = re.compile(r"[^\s,|+]+")
_ID = 16
_BATCH = 32


class Published(NamedTuple):
    """What publishing did: batches in the copy, files written now, files that were there already."""

    batches: int
    files: int
    there: int


def publish(
    lake: Lake,
    target: Path,
    people: People = NOBODY,
    notes: bool = False,
    games: Collection[str] | None = None,
    marked: bool = True,
) -> Published:
    """Write the public copy of a lake into a folder, or bring one that is there up to date.

    Args:
        lake: at the version to publish. target: a new or empty folder, or an earlier copy. people: who is shown how.
        notes: whether chat, notes and the recorders' free text come with it. games: ids; all when None.
        marked: whether the copy says that it is one for the public; else it is a lake of its own.

    Raises:
        LakeError: the folder holds something else, a file of the lake is damaged, or the disk refuses.
    """
    store, secret = LocalStore(target), secret_for(lake, people)
    if not (target / LOG).is_dir() and store.holds_more_than(LOG):
        raise LakeError(f"{target}: not a copy of a lake, and not empty; expected an earlier copy, or an empty folder")
    state, clashing = lake.state(), _clashing(lake, secret, people.anonymous)
    made: list[Batch] = []
    written = 0
    with writing(target, "run the same command again to go on from here"):
        (target / LOG).mkdir(parents=True, exist_ok=True)  # says whose the folder is, should this be cut short
        with one_writer(target / LOG, "a public copy"):
            before = _there(store)
            for batch in state.batches.values():
                kept = [game for game in batch.games if (games is None or game in games) and game not in clashing]
                if not kept:
                    continue
                told = [MADE_BY, SCHEMA, batch.batch, people.digest(secret), notes, sorted(kept)]
                identity = sealed(secret, *told)[:_BATCH]
                if identity not in before:
                    before[identity] = _Copier(lake, store, people, notes, secret).copy(batch, identity, kept)
                    written += len(before[identity].files)
                made.append(before[identity])
            _commit(store, Commit(1, state.at, made, kind=PUBLISH if marked else "write"))
            _drop(store, made)
            _copy_decisions(lake, store, made, secret, people)
    return Published(len(made), written, sum(len(batch.files) for batch in made) - written)


def secret_for(lake: Lake, people: People) -> bytes:
    """Return what seals a copy: the lake's secret; nothing where no name is changed, so that such a copy is the same everywhere.

    Raises:
        LakeError: the secret is damaged or cannot be read.
    """
    return secret_of(lake) if people.names or people.hidden else b""


def public_id(secret: bytes, game_id: str, anonymous: bool = False) -> str:
    """Return the id of a hidden player's game in a public copy. No record can choose such an id, and none tells the lake's.

    A result that names another record of the lake names it still. Where everybody is hidden, the ids are not those of a copy that names
    the others.
    """
    named = game_id.removeprefix(OWN)
    return game_id[: len(game_id) - len(named)] + PUBLIC + sealed(secret, "anonymous" if anonymous else "game", named)[:_ID]


def clashes(lake: Lake, people: People) -> list[str]:
    """Return a warning for each game that a public copy leaves out, because another game gets its id there.

    Ids of this form are refused in records now, but a lake may have one from before, or from a program of somebody's own.
    """
    left = _clashing(lake, secret_for(lake, people), people.anonymous)
    rows = lake.games().filter(pl.col("game_id").is_in(list(left))) if left else pl.DataFrame()
    return [
        f"game {row['game_id']!r} of the record {row['name']} is left out: another game has this id in the public copy; "
        "give it another `game` in its header, remove this one from the lake, and ingest it again"
        for row in rows.iter_rows(named=True)
    ]


def _clashing(lake: Lake, secret: bytes, anonymous: bool) -> set[str]:
    """Return the games of which another one would get the id."""
    ids = lake.state().holder.keys()
    chosen = {game for game in ids if game.removeprefix(OWN).startswith(PUBLIC)} if secret else set[str]()
    return chosen & {public_id(secret, game, anonymous) for game in ids} if chosen else chosen


def _there(store: LocalStore) -> dict[str, Batch]:
    """Return the batches of an earlier copy whose files are all there."""
    try:
        batches = Log(store).state().batches
    except LakeError:  # half a copy, or one of another version: it is written anew
        return {}
    return {name: batch for name, batch in batches.items() if not store.missing(batch.keys())}


def _commit(store: LocalStore, commit: Commit) -> None:
    """Put the one commit in the place of the one before it."""
    path = store.path(key_of(1))
    content = msgspec.json.format(msgspec.json.encode(commit), indent=1)
    if path.exists() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    put_whole(path, content)


def _copy_decisions(lake: Lake, store: LocalStore, made: Iterable[Batch], secret: bytes, people: People) -> None:
    """Have the copy hold the decisions that were found in its games: they name powers and orders, and no player."""
    copied = {game: digest for batch in made for game, digest in batch.games.items()}
    told = dict[str, tuple[str, str, str]]()
    for game, digest in lake.digests().items():
        shown = next((name for name in (game, public_id(secret, game, people.anonymous)) if name in copied), None)
        if shown is not None:
            told[game] = (digest, shown, copied[shown])
    decisions.copy(lake, decisions.Beside(store), told)


def _drop(store: LocalStore, batches: Iterable[Batch]) -> None:
    """Delete the files that the commit does not name, and the key of a lake, which has no place in what is published."""
    named = set().union(*(Batch.keys(batch) for batch in batches))
    store.delete(entry.key for entry in store.entries(DATA) if entry.key not in named)
    store.delete(entry.key for entry in store.entries(FOLDER))


class _Copier:
    """Copies a batch: tables in which nothing changes as they are, the others written anew."""

    def __init__(self, lake: Lake, store: LocalStore, people: People, notes: bool, secret: bytes) -> None:
        self.lake, self.store, self.people, self.notes, self.secret = lake, store, people, notes, secret
        self.typed: list[str] = []
        self.ruled: list[str] = []
        self.titles: dict[str, str] = {}
        self.others: dict[str, People] = {}

    def copy(self, batch: Batch, identity: str, kept: list[str]) -> Batch:
        """Write the files of the copy of a batch, with some of its games."""
        games = read_table(self.lake.store, "games", batch)
        seated = read_table(self.lake.store, "marker_set", batch) if "marker_set" in batch.files else None
        veiled = self._veiled(games, seated)
        self.typed, self.ruled = _typed(games), _ruled(games)
        self.titles = dict(games.select("game_id", "title").iter_rows())
        ids = {game: public_id(self.secret, game, self.people.anonymous) for game in veiled}
        files: dict[str, File] = {}
        for table in batch.files:
            if table == TABLE and (self.secret or not self.notes):
                continue  # what a log tells can be guessed until its digests fit, names and chat too
            before = read_table(self.lake.store, table, batch)
            after = before if len(kept) == len(batch.games) else before.filter(pl.col("game_id").is_in(kept))
            if table == "games" and veiled:  # whoever has the rest of a record finds the name by which its digest fits
                digest = pl.when(pl.col("game_id").is_in(list(veiled))).then(pl.lit("")).otherwise("digest")
                after = after.with_columns(digest.alias("digest"))
            after = self._shown(table, after, veiled, ids)
            if not after.height:
                continue
            same = after is before or after.equals(before)
            content = self.lake.store.read(data_key(table, batch.batch)) if same else encoded(after)
            key = data_key(table, identity)
            self.store.delete([key])  # of a copy that was cut short
            self.store.write(key, content)
            files[table] = File(after.height, len(content), sha256(content).hexdigest())
        named = {ids.get(game, game): "" if game in veiled else digest for game, digest in batch.games.items() if game in kept}
        named = dict(sorted(named.items())) if veiled else named
        return Batch(identity, named, files, batch.schema, batch.vocabulary)

    def _veiled(self, games: pl.DataFrame, markers: pl.DataFrame | None) -> dict[str, str]:
        """Return the games that get another id, because a hidden player sat at the table, each with the file of its record."""
        files = {game: file_name(name) for game, name in games.select("game_id", "name").iter_rows()}
        if self.people.anonymous or not self.people.hidden:
            return files if self.people.anonymous else {}
        found: dict[str, str] = {}
        for row in games.iter_rows(named=True):
            names = _names(row["players"])
            if any(map(self.people.hides, names)) or self.people.scrubbed(row["game_id"]) != row["game_id"]:
                found[row["game_id"]] = files[row["game_id"]]
        if markers is not None:
            for row in markers.filter(pl.col("scope") == "player").iter_rows(named=True):
                if self.people.hides(row["value"]):
                    found[row["game_id"]] = files[row["game_id"]]
        return found

    def _shown(self, table: str, frame: pl.DataFrame, veiled: dict[str, str], ids: dict[str, str]) -> pl.DataFrame:
        """Return a table as the public sees it."""
        typed, ruled = pl.col("game_id").is_in(self.typed), pl.col("game_id").is_in(self.ruled)
        named = {"word": (self._slugs, typed), "words": (self.people.scrubbed, typed), "told": (self._slugs, ~ruled)}
        for column, holds in sorted(texts().get(table, ()), key=lambda row: row[1] not in named):
            if how := named.get(holds):
                frame = self._slugged(frame, column, *how)
                continue
            if holds in ("table", "rule"):
                frame = self._told_by_titles(frame, column, holds)
                continue
            made = self._column(frame, column, holds, veiled)
            frame = made if table != "marker_set" else self._spoken(frame, made, column)
        if ids and frame["game_id"].is_in(list(ids)).any():
            # games are read in the order of their files: a place between two others would narrow down a file's name
            frame = frame.with_columns(pl.col("game_id").replace(ids)).sort("game_id", maintain_order=True)
        return frame

    def _told_by_titles(self, frame: pl.DataFrame, column: str, holds: str) -> pl.DataFrame:
        """Return a table in which the words of each game's title stay in a column, whoever is called so.

        Of the title's own tables whole cells stay; of what its rules say each word of theirs. A record of other rules has no such words.
        """
        for title in sorted({self.titles[game] for game in frame["game_id"].unique()}):
            here = pl.col("game_id").is_in([game for game, other in self.titles.items() if other == title])
            known = title in titles()
            ruled = pl.col("game_id").is_in(self.ruled)
            if holds == "table":
                frame = self._slugged(frame, column, partial(self._but_for, words_of(title) if known else frozenset()), here)
                continue
            frame = self._slugged(frame, column, self._but(title).scrubbed, here & ruled) if known else frame
            frame = self._slugged(frame, column, self.people.scrubbed, here & ~ruled if known else here)
        return frame

    def _but_for(self, own: frozenset[str], text: str) -> str:
        return text if text in own else self.people.scrubbed(text)

    def _but(self, title: str) -> People:
        """Return the people without those who are called as something in a title."""
        if title in self.others:
            return self.others[title]
        said = {folded(word) for word in words_of(title)}
        hidden = {name: shown for name, shown in self.people.hidden.items() if folded(name) not in said}
        return self.others.setdefault(title, People(self.people.names, hidden, self.people.anonymous, self.people.rows))

    def _column(self, frame: pl.DataFrame, column: str, holds: str, veiled: dict[str, str]) -> pl.DataFrame:
        if frame.schema[column] == pl.List(pl.String):
            texts_ = sorted({text for cell in frame[column].to_list() for text in cell or ()})
            changed = _changed(texts_, self.people.scrubbed)
            return frame.with_columns(pl.col(column).list.eval(pl.element().replace(changed))) if changed else frame
        if holds == "marker":
            return self._markers(frame, column)
        if holds == "note":
            return self._replaced(frame, column, self.people.scrubbed if self.notes else lambda text: "")
        if holds == "source":
            told = self.notes and not self.people.anonymous
            return self._replaced(frame, column, self.people.scrubbed if told else program)
        if holds == "file":
            bare = self._replaced(frame, column, file_name)
            bare = bare.with_columns(_without_file(bare, column, veiled)) if veiled else bare
            return self._replaced(bare, column, self.people.scrubbed)
        of = {"seats": self.people.seats, "player": self.people.shown, "text": self.people.scrubbed}[holds]
        return self._replaced(frame, column, of)

    def _spoken(self, before: pl.DataFrame, after: pl.DataFrame, column: str) -> pl.DataFrame:
        """Return markers with those as they were that the rules wrote: their words and numbers are nobody's name, whoever is called so."""
        by_rules = pl.col("game_id").is_in(self.ruled) & ~pl.col("scope").is_in(("player", *SPOKEN))
        return before.with_columns(pl.when(by_rules).then(column).otherwise(after[column]).alias(column))

    def _slugged(self, frame: pl.DataFrame, column: str, how: Callable[[str], str], whose: pl.Expr) -> pl.DataFrame:
        """Return a table in which, in the rows of some games, nobody is named by a slug or name that somebody typed."""
        told, lists = frame.filter(whose)[column], frame.schema[column] == pl.List(pl.String)
        changed = _changed(told.explode().unique() if lists else told.unique(), how)
        if not changed:
            return frame
        made = pl.col(column).list.eval(pl.element().replace(changed)) if lists else pl.col(column).replace(changed)
        return frame.with_columns(pl.when(whose).then(made).otherwise(column).alias(column))

    def _slugs(self, text: str) -> str:
        """Return slugs, however they are parted, without the names of hidden players; of seats as JSON those of the sides."""
        if text.startswith("{"):
            with suppress(Undecodable):
                return json_text({self._slugs(side): name for side, name in from_json(text, dict[str, str]).items()})
        return _SLUG.sub(lambda slug: _renamed(slug[0], self.people.scrubbed(slug[0])), text)

    def _markers(self, frame: pl.DataFrame, column: str) -> pl.DataFrame:
        player, spoken = pl.col("scope") == "player", pl.col("scope").is_in(SPOKEN) & (pl.col(column) != "")
        shown = self._replaced(frame, column, self.people.shown)[column]
        free = self._replaced(frame, column, self.people.scrubbed)[column]
        said = pl.lit(free) if self.notes else pl.lit(LEFT_OUT)
        made = pl.when(player).then(pl.lit(shown)).when(spoken).then(said).otherwise(pl.lit(free))
        return frame.with_columns(made.alias(column))

    def _replaced(self, frame: pl.DataFrame, column: str, how: Callable[[str], str]) -> pl.DataFrame:
        changed = _changed(frame[column].unique().to_list(), how)
        return frame.with_columns(pl.col(column).replace(changed)) if changed else frame


def _typed(games: pl.DataFrame) -> list[str]:
    """Return the games of which somebody typed the title and the sides: results whose title is none of Sitrep's."""
    result = (pl.col("fidelity") == Fidelity.RESULT.value) & ~pl.col("title").is_in(list(titles()))
    return games.filter(result)["game_id"].to_list()


def _ruled(games: pl.DataFrame) -> list[str]:
    """Return the games of which the rules, or Sitrep, wrote all markers but those of what somebody said."""
    return games.filter(pl.col("fidelity").is_in([Fidelity.ORDERS.value, Fidelity.RESULT.value]))["game_id"].to_list()


def _renamed(slug: str, text: str) -> str:
    """Return a slug, or where a text was made of it, that of the text."""
    return slug if slug == text else "-".join(re.findall("[a-z0-9]+", text.lower())) or "hidden"


def _without_file(frame: pl.DataFrame, column: str, veiled: dict[str, str]) -> pl.Series:
    """Return a column in which the files of some games are left out: their names may hold players'."""
    made = []
    for game, text in frame.select("game_id", column).iter_rows():
        file = veiled.get(game, "")
        made.append(text.replace(file, LEFT_OUT) if file and text else text)
    return pl.Series(column, made, dtype=pl.String)


def _changed(texts_: Iterable[str], how: Callable[[str], str]) -> dict[str, str]:
    """Return what becomes of those texts that do not stay as they are."""
    return {text: made for text in texts_ if text is not None and (made := how(text)) != text}


def _names(players: str) -> list[str]:
    try:
        return list(from_json(players, dict[str, str]).values())
    except Undecodable:
        return []


@cache
def words_of(title: str) -> frozenset[str]:
    """Return the slugs, printed names and sources of one of Sitrep's titles."""
    found: set[str] = set()
    told = load_title(title)
    for table in (told.areas, told.units, told.powers, told.links):
        for row in table.values() if isinstance(table, dict) else table:
            found |= {value for value in msgspec.structs.asdict(row).values() if isinstance(value, str)}
    for table in (told.areas, told.units, told.powers):
        found |= set(table)
    return frozenset(found | set(told.sides))


@cache
def texts() -> dict[str, list[tuple[str, str]]]:
    """Return the columns in which people's names and words stand, by table, with what they hold: texts.csv."""
    found: dict[str, list[tuple[str, str]]] = {}
    for row in csv_rows("warehouse.people", "texts.csv"):
        if row["table"] not in TABLES or row["column"] not in TABLES[row["table"]].duckdb:
            raise LakeError(f"texts.csv: no column {row['column']!r} of a table {row['table']!r}")
        found.setdefault(row["table"], []).append((row["column"], row["holds"]))
    return found


def names_in(lake: Lake) -> list[str]:
    """Return every player's name in a lake, in the order in which their games were played."""
    seen: dict[str, None] = {}
    for text in lake.games()["players"]:
        seen |= dict.fromkeys(_names(text))
    told = lake.sql("SELECT value FROM marker_set WHERE scope = 'player' ORDER BY game_id, seq")["value"]
    return [name for name in seen | dict.fromkeys(told) if name.strip() and name != "-"]

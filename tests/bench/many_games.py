"""A lake of thousands of games for the bench: real ones, each many times, with other people, dates, dice and winners.

Made on Arrow tables, not by replay. The same number of games and seed give the same rows. It is kept in a folder outside
the checkout, and made further when its making was cut off. Beyond a few thousand games, whole batches are copied: to other people
and under other ids, but with the same dice and winners.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc

from engine.events import VOCABULARY
from engine.rules import NEUTRAL
from ingest import pipeline
from ingest.read import replay_file
from ingest.samples import samples
from tests.bench.saves import saves
from warehouse import Lake
from warehouse.batch import BatchWriter, read_table
from warehouse.game_rows import Packed, pack
from warehouse.schema import SCHEMA
from warehouse.state import Commit
from warehouse.times import now

PEOPLE = 400
MADE = 3
"""Raised when the same number of games and seed give other rows: then lakes of before are left where they are, and made anew."""
SINGLE = 2_000
"""Games that are made one by one."""
AT = "2026-01-01T00:00:00Z"
FIRST_DAY = date(2020, 1, 1)
DAYS = 2_000
SPREAD = 1.0
"""Of the skills of the people: the best beats who is average in three games of four."""

AMOUNTS = {
    "resource_changed": ("delta", "balance"),
    "battle_ended": ("attacker_lost", "defender_lost"),
    "powers": ("treasury", "income", "tuv"),
    "treasuries": ("amount", "income"),
    "forces": ("tuv",),
    "convoy_raided": ("loss",),
}
"""Columns whose numbers become up to a fifth larger or smaller, row by row."""


COMPARED = ("deeds", "deeds_by_round", "dice_by_round")
"""Columns of `games` by which two records are known to tell one game; see warehouse/same_game.py."""
_PROOF = re.compile(r"[0-9a-f]{16}")


def lake_of(games: int, cache: Path | None = None, seed: int = 1) -> Lake:
    """Return a lake with so many games, made when the cache folder has none of them yet.

    Args:
        games: how many. cache: folder of such lakes; one in the folder for temporary files when None. seed: of the chances.
    """
    originals = [pack(replay_file(path)) for path in (*samples(), *saves())]
    folder = cache or Path(tempfile.gettempdir(), f"sitrep-bench-{os.getuid()}")
    if games > SINGLE:
        return _multiplied(_made(originals, SINGLE, folder, seed), _empty(originals, games, folder, seed), games)
    return _made(originals, games, folder, seed)


def _empty(originals: list[Packed], games: int, folder: Path, seed: int) -> Lake:
    return Lake.create(folder / f"{games}-games-{len(originals)}-seed-{seed}-made-{MADE}-schema-{SCHEMA}.{VOCABULARY}")


def _made(originals: list[Packed], games: int, folder: Path, seed: int) -> Lake:
    lake = _empty(originals, games, folder, seed)
    there = lake.digests().keys()
    for batch in _batches(game for game in _copies(originals, games, seed) if game.game_id not in there):
        lake.write(batch, at=AT)
    return lake


def _multiplied(few: Lake, lake: Lake, games: int) -> Lake:
    """Copy the batches of a lake into another one, each again and again, until that has so many games."""
    there, count, before = lake.digests().keys(), len(few.digests()), 0
    for batch in few.state().batches.values():
        frames = {table: read_table(few.store, table, batch) for table in batch.files}
        for copy in range(-(-games // count)):
            wanted = list(batch.games)[: max(games - copy * count - before, 0)]
            digests = {one: sha256(f"{one} {copy}".encode()).hexdigest() for one in wanted}
            new = {digest[:16]: digest for digest in digests.values()}
            if not there >= new.keys():
                _add(lake, _copied(frames, digests, copy), new)
        before += len(batch.games)
    return lake


def _copied(frames: Mapping[str, pl.DataFrame], digests: dict[str, str], copy: int) -> Iterator[tuple[str, pl.DataFrame]]:
    """Yield the tables of some games as those of others: under the ids of their new digests, and of other people."""
    ids = {one: digest[:16] for one, digest in digests.items()}
    moved = {f"player-{one:03}": f"player-{(one + copy) % PEOPLE:03}" for one in range(PEOPLE)}
    for name, frame in frames.items():
        some = frame.filter(pl.col("game_id").is_in(list(ids)))
        told = [pl.col("game_id").replace_strict(ids)]
        if name == "games":
            told.append(pl.col("game_id").replace_strict(digests).alias("digest"))
            told += [pl.Series(column, _own(some[column], [digests[one] for one in some["game_id"]])) for column in COMPARED]
        if name in ("games", "game_started"):
            told.append(pl.Series("players", [_renamed(text, moved) for text in some["players"]], pl.String))
        if name == "seats":
            told.append(pl.col("player").replace(moved))
        yield name, some.with_columns(told)


def _own(proofs: Iterable[str], digests: Iterable[str]) -> list[str]:
    """Return what games are compared by as that of other games: with those of the originals, all copies would count as one game."""
    return [
        _PROOF.sub(lambda found, digest=digest: sha256(f"{digest} {found[0]}".encode()).hexdigest()[:16], proof)  # type: ignore[misc]
        for proof, digest in zip(proofs, digests, strict=True)
    ]


def _renamed(players: str, moved: Mapping[str, str]) -> str:
    return re.sub(r"player-\d{3}", lambda found: moved[found[0]], players)


def _add(lake: Lake, frames: Iterator[tuple[str, pl.DataFrame]], games: dict[str, str]) -> None:
    """Commit a batch of tables as they are: tables of rounds, too, which follow from the others and are the same again."""
    log, writer = lake.log_to_write(), BatchWriter(lake.store)
    with log.undoing(writer):
        batch = writer._write(frames, games)
        log.commit(lambda state, version: Commit(version, now(), [batch]))


def _batches(games: Iterator[Packed]) -> Iterator[list[Packed]]:
    """Yield games in batches such as an ingest would write."""
    batch: list[Packed] = []
    size = events = 0
    for game in games:
        batch.append(game)
        size, events = size + game.nbytes, events + game.events
        if size >= pipeline.BATCH_BYTES or events >= pipeline.BATCH_EVENTS or len(batch) >= pipeline.BATCH_GAMES:
            yield batch
            batch, size, events = [], 0, 0
    if batch:
        yield batch


def _copies(originals: list[Packed], games: int, seed: int) -> Iterator[Packed]:
    for number in range(games):
        yield another(originals[number % len(originals)], seed, number)


def another(original: Packed, seed: int, number: int) -> Packed:
    """Return a game like another one: the same moves, but other people on another day with other luck."""
    chance = np.random.default_rng([seed, number])
    digest = sha256(f"{seed} {number}".encode()).hexdigest()
    tables = dict(original.tables)
    _with_people(tables, chance, number)
    _with_winner(tables, chance)
    _with_seats(tables)
    if "dice_rolled" in tables:
        tables["dice_rolled"] = _with_dice(tables["dice_rolled"], chance)
    for name, columns in AMOUNTS.items():
        for column in columns if name in tables else ():
            tables[name] = _with(tables[name], column, _nearly(tables[name][column], chance))
    named = {name: _with(table, "game_id", _all(table, digest[:16])) for name, table in tables.items()}
    named["games"] = _with(named["games"], "digest", _all(named["games"], digest))
    for column in COMPARED:
        own = pa.array(_own(named["games"][column].to_pylist(), [digest]), pa.large_string())
        named["games"] = _with(named["games"], column, own)
    return replace(original, game_id=digest[:16], digest=digest, tables=named)


def _with_people(tables: dict[str, pa.RecordBatch], chance: np.random.Generator, number: int) -> None:
    """Seat other people, as leagues play: nobody on two sides; one for each who sat on a side, or one for a side where nobody is named."""
    sides = dict(zip(*(tables["title_powers"][name].to_pylist() for name in ("power", "side")), strict=True))
    named = json.loads(tables["games"]["players"][0].as_py())
    seats = {power: (side, named.get(power, "")) for power, side in sides.items() if side != NEUTRAL and (power in named or not named)}
    sat = sorted(set(seats.values()))
    people = dict(zip(sat, chance.choice(PEOPLE, len(sat), replace=False).tolist(), strict=True))
    told = json.dumps({power: f"player-{people[seat]:03}" for power, seat in seats.items()})
    day = (FIRST_DAY + timedelta(days=int(chance.integers(DAYS)))).isoformat()
    tables["game_started"] = _with(tables["game_started"], "players", _all(tables["game_started"], told))
    games = tables["games"]
    for column, value in {"players": told, "played": day, "name": f"game-{number}", "source": "made up"}.items():
        games = _with(games, column, _all(games, value))
    tables["games"] = games


def _with_winner(tables: dict[str, pa.RecordBatch], chance: np.random.Generator) -> None:
    """Let one of the sides that were played win, by the skill of who played it, or now and then nobody."""
    side_of = dict(zip(*(tables["title_powers"][name].to_pylist() for name in ("power", "side")), strict=True))
    skills: dict[str, list[float]] = {side: [] for side in tables["seats" if "seats" in tables else "title_powers"]["side"].to_pylist()}
    for power, player in json.loads(tables["games"]["players"][0].as_py()).items():
        if side_of[power] in skills:
            skills[side_of[power]].append(_skill(player))
    sides = sorted(skills)
    weights = np.exp([float(np.mean(skills[side] or [0.0])) for side in sides])
    drawn = 1 / (2 * len(sides) + 1)
    winner = str(chance.choice([*sides, ""], p=[*(weights / weights.sum() * (1 - drawn)), drawn]))
    games = tables["games"]
    tables["games"] = _with(_with(games, "winner", _all(games, winner)), "ended", pa.array([True]))
    if ended := tables.get("game_ended"):
        winners = pa.array([[winner] if winner else []] * ended.num_rows, ended.schema.field("winners").type)
        tables["game_ended"] = _with(ended, "winners", winners)


def _skill(player: str) -> float:
    """Return a made-up player's skill on the scale of a logistic model: player-000 is the best of `PEOPLE`."""
    return SPREAD * (1 - 2 * int(player.rpartition("-")[2]) / PEOPLE)


def _with_seats(tables: dict[str, pa.RecordBatch]) -> None:
    """Let the seats say who sits there now, and what the end is to them."""
    if "seats" in tables:
        (game,) = tables["games"].select(["players", "winner", "played"]).to_pylist()
        players, winner, seats = json.loads(game["players"]), game["winner"], tables["seats"]
        people = pa.array([players.get(one, "") for one in seats["power"].to_pylist()], pa.large_string())
        ends = ["won" if side == winner else "lost" if winner else "drawn" for side in seats["side"].to_pylist()]
        seats = _with(_with(seats, "player", people), "outcome", pa.array(ends, pa.large_string()))
        sides = len({side for side in tables["title_powers"]["side"].to_pylist() if side != NEUTRAL}) or 1
        parts = [{"won": 1.0, "lost": 0.0, "drawn": 1 / sides}[end] for end in ends]
        seats = _with(seats, "share", pa.array(parts, pa.float64()))
        tables["seats"] = _with(seats, "played", _all(seats, game["played"]))


def _with_dice(table: pa.RecordBatch, chance: np.random.Generator) -> pa.RecordBatch:
    """Throw all dice again, and count the hits: those at or below the target; bombing (target 0) keeps its own."""
    dice, target = table["dice"], table["target"].to_numpy()
    faces = chance.integers(1, 7, len(dice.flatten())).astype(np.int32)
    offsets = np.concatenate([[0], np.cumsum(pc.list_value_length(dice).to_numpy())])
    hit = np.concatenate([[0], np.cumsum(faces <= np.repeat(target, np.diff(offsets)))])
    hits = np.where(target > 0, hit[offsets[1:]] - hit[offsets[:-1]], table["hits"].to_numpy()).astype(np.int32)
    lists = type(dice).from_arrays(pa.array(offsets, _offset_type(dice)), pa.array(faces))
    return _with(_with(table, "dice", lists.cast(dice.type)), "hits", pa.array(hits))


def _offset_type(lists: pa.Array) -> pa.DataType:
    return pa.int64() if pa.types.is_large_list(lists.type) else pa.int32()


def _nearly(column: pa.Array, chance: np.random.Generator) -> pa.Array:
    return pa.array(np.rint(column.to_numpy() * chance.uniform(0.8, 1.2, len(column))).astype(np.int32))


def _all(table: pa.RecordBatch, value: str) -> pa.Array:
    return pa.repeat(pa.scalar(value, pa.large_string()), table.num_rows)


def _with(table: pa.RecordBatch, column: str, values: pa.Array) -> pa.RecordBatch:
    return table.set_column(table.schema.get_field_index(column), column, values)


if __name__ == "__main__":
    games, PEOPLE, folder = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    print(lake_of(games, folder).path)

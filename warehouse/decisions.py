"""The decisions of a game that cost or won most, as playing on has found them: kept beside a lake's games, which no version names.

A search leaves a list in `_decisions/<game>/` (`warehouse/lists.py`), which takes the place of those before. It is of one content of the
game's record: once the lake holds the game from another, it is not shown any more.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from hashlib import sha256
from typing import NamedTuple

import msgspec

from warehouse import lists
from warehouse.errors import LakeError, reading
from warehouse.lists import Lake
from warehouse.stores import Store
from warehouse.times import now

FOLDER = "_decisions"
WHAT = "decisions"
MOST = 7
"""Decisions of a game that are listed."""


class Beside(NamedTuple):
    """The part of a lake that lists are kept in, where the lake is not opened."""

    store: Store


class Decision(msgspec.Struct, frozen=True):
    """A decision, and what it was worth by playing on from what was done and from what a bot would have done.

    Attributes:
        round, turn, power, kind: when (the turn of the orders, which a save may count otherwise), whose, and what it was about (purchases,
            attacks, retreats). played, instead: the orders that only the
            player gave, and those that only the bot gave, in a line each.
        score_played, score_instead: mean score of the power's side after each, 0 to 1. cost: the second less the first. low, high: its
            95 % interval.
    """

    round: int
    turn: int
    power: str
    kind: str
    played: str
    instead: str
    score_played: float
    score_instead: float
    cost: float
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        """Whether the interval is clear of 0."""
        return self.low > 0 or self.high < 0


class Kept(msgspec.Struct, frozen=True):
    """What a search found in a game.

    Attributes:
        game: its id. digest: of the record's content, empty where a public copy does not tell it. at: when (ISO, UTC). bot: it decided
            otherwise and played on. games, rounds, seed: games of each way, rounds of each game, seed. differing: decisions in which the
            bot would have done something else; only the largest were looked at. decisions: those.
    """

    game: str
    digest: str
    bot: str
    games: int
    rounds: int
    seed: str
    differing: int
    decisions: tuple[Decision, ...]
    at: str = ""

    @property
    def listed(self) -> tuple[Decision, ...]:
        """The decisions that cost or won most, of those whose interval is clear of 0."""
        clear = sorted((one for one in self.decisions if one.is_clear), key=lambda one: (-abs(one.cost), one.round, one.power, one.kind))
        return tuple(clear[:MOST])


def keep(lake: Lake, found: Kept) -> None:
    """Keep what a search found, in the place of what was there of the game.

    Raises:
        LakeError: the disk or the store refuses.
    """
    folder = _folder(found.game)
    before = lists.keys_of(lake, folder)
    lists.add(lake, folder, lists.next_number(before), msgspec.structs.replace(found, at=found.at or now()))
    lists.drop(lake, before)


def of_game(lake: Lake, game: str, digest: str) -> Kept | None:
    """Return what was found in a game of a record with this digest; None where nothing was, or in another content of its record.

    Raises:
        LakeError: the disk or the store refuses, or the list is damaged.
    """
    for key in reversed(lists.keys_of(lake, _folder(game))):
        try:
            found = lists.read(lake, key, Kept, WHAT)
        except FileNotFoundError:  # a later search took its place meanwhile
            continue
        except OSError as error:
            raise LakeError(f"{lake.store.place}/{key}: {error}") from error
        return found if (found.game, found.digest) == (game, digest) else None
    return None


def check(lake: Lake) -> int:
    """Read all lists, and return how many there are.

    Raises:
        LakeError: the disk or the store refuses, or a list is damaged.
    """
    keys = lists.keys_of(lake, FOLDER)
    for key in keys:
        with reading(lake.store.place):
            lists.read(lake, key, Kept, WHAT)
    return len(keys)


def tidy(lake: Lake, games: Collection[str]) -> None:
    """Leave nothing of games that are not in the lake.

    Raises:
        LakeError: the disk or the store refuses.
    """
    folders = tuple(f"{_folder(game)}/" for game in games)
    lists.drop(lake, [key for key in lists.keys_of(lake, FOLDER) if not key.startswith(folders)])


def copy(source: Lake, target: Lake, games: Mapping[str, tuple[str, str, str]]) -> None:
    """Have a copy of a lake hold what was found in its games, and nothing of others; the same source gives the same files.

    Args:
        games: id in the source, to the digest there, and to id and digest in the copy.

    Raises:
        LakeError: a disk or a store refuses, or a list is damaged.
    """
    wanted = set[str]()
    for game, (digest, name, shown) in games.items():
        for key in lists.keys_of(source, _folder(game))[-1:]:
            if found := of_game(source, game, digest):
                told = msgspec.structs.replace(found, game=name, digest=shown)
                wanted.add(lists.add(target, _folder(name), lists.number_of(key), told))
    lists.drop(target, set(lists.keys_of(target, FOLDER)) - wanted)


def _folder(game: str) -> str:
    """Return the folder of a game: any id, whatever letters it has."""
    return f"{FOLDER}/{sha256(game.encode()).hexdigest()[:32]}"

"""What a lake holds of records that may be in several files: whether a record is a part of a game, or a game of it, or tells it otherwise.

What a part tells is in the lake already: it never takes the place of the whole. So the order in which folders are read does not matter.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol

from engine.recording import Part
from warehouse.record_parts import Held

if TYPE_CHECKING:
    import polars as pl

    from warehouse.game_rows import Packed


class Lake(Protocol):
    """The part of a lake that is needed."""

    def digests(self) -> dict[str, str]:
        """Return game id to the digest of the record it was made from."""
        ...

    def games(self) -> pl.DataFrame:
        """Return one row for each game, with its `game_id` and `events`."""
        ...

    def contents(self) -> dict[str, str]:
        """Return digest to game of each file of the records that may be in several."""
        ...

    def sharing(self, held: Held) -> dict[str, Held]:
        """Return the games that share a file, or something told, with a record."""
        ...


class Judged(NamedTuple):
    """What is to be done with a record that may be in several files.

    Attributes:
        part_of: the game that holds all of it. against: the game of its id that holds something else. instead_of: the games that it
        holds, or whose files were compared with it. apart: those of their files that are of other games now. beside: games that share
        something with it, though neither holds the other.
    """

    part_of: str = ""
    against: str = ""
    instead_of: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


class HeldRecords:
    """The games whose records may be in several files: those of a lake, and those that were taken since and may wait to be written."""

    def __init__(self, lake: Lake) -> None:
        self.lake = lake
        self._taken: dict[str, Held] = {}
        self._gone: set[str] = set()
        self._contents: dict[str, str] | None = None

    def holder(self, digest: str) -> str:
        """Return the game of the lake that holds a file, by its content's digest; empty if none does."""
        if self._contents is None:
            self._contents = self.lake.contents()
        return self._contents.get(digest, "")

    def take(self, game: str, held: Held, instead_of: Collection[str]) -> None:
        """Note that a game goes into the lake, and that others leave it for it."""
        self._taken[game] = held
        for other in instead_of:
            self._taken.pop(other, None)
        self._gone.update(instead_of)

    def judge(self, game: Packed, held: Held) -> Judged:
        """Return what is to be done with a record, whose files are `held`."""
        stored = self.lake.sharing(held)
        digests = self.lake.digests()
        for one in {game.game_id, *game.instead_of} & (digests.keys() - stored.keys()):
            before = self._of_before(one, digests[one], game, held)
            if before is not None:
                stored[one] = before
        known = {one: held for one, held in stored.items() if one not in self._gone} | self._taken
        return judged(game, held, known)

    def _of_before(self, one: str, digest: str, game: Packed, held: Held) -> Held | None:
        """What a game holds that an older Sitrep stored, without a word of its files: one log where its id is of its digest.

        Of several that begin with the same log, the one that tells less is taken for a part of the other.
        """
        if one.endswith(digest[:16]):
            return Held((Part(digest),))
        games = self.lake.games()
        if games.filter(games["game_id"] == one)["events"].to_list() <= [game.events]:
            return held
        return Held((Part(digest), *held.parts)) if one == game.game_id else None


def judged(game: Packed, mine: Held, known: Mapping[str, Held]) -> Judged:
    """Return what is to be done with a record, by what is known of other games."""
    name = game.game_id
    whole = {one for one, held in known.items() if mine.holds(held)}
    # the files of these lay beside those of this game: who compared them all knows of which game each is
    seen = mine.digests | game.compared.keys()
    parted = {one for one in {name, *game.instead_of} & known.keys() - whole if known[one].digests <= seen}
    holders = {one for one, held in known.items() if held.holds(mine)} - parted
    more = holders - {name} | (holders - whole)
    if more:
        return Judged(part_of=name if name in more else min(more))
    if name in known.keys() - whole - parted:
        return Judged(against=name)
    apart = sorted(set[str]().union(*(known[one].digests for one in parted)) - mine.digests)
    beside = sorted(one for one in known.keys() - whole - parted if mine.shares(known[one]))
    return Judged(instead_of=tuple(sorted((whole | parted) - {name})), apart=tuple(apart), beside=tuple(beside))

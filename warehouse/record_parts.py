"""Which files the games of a lake were made of, where a record may be in several: whether one game holds another.

A game holds a file if it was made of it, or tells all that it tells. A save without a step, of a set-up from which many games begin, is
held only by a game that shares more with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import msgspec
import polars as pl
import pyarrow as pa

from engine.recording import Part

TABLE = "record_parts"
SHARING = f"""
SELECT * FROM {TABLE} WHERE game_id IN (
    SELECT game_id FROM {TABLE}
    WHERE list_contains($digests::VARCHAR[], digest) OR list_contains($told::VARCHAR[], begins)
        OR list_has_any(needs, $told::VARCHAR[]) OR list_has_any(tells, $asked::VARCHAR[])
) ORDER BY game_id, part
"""
"""The rows of all games that share a file, or something told, with a record."""


class Held(msgspec.Struct, frozen=True, dict=True):
    """The files that a game holds."""

    parts: tuple[Part, ...]

    @cached_property
    def digests(self) -> frozenset[str]:
        """Of the contents of its files."""
        return frozenset(one.digest for one in self.parts)

    @cached_property
    def needs(self) -> frozenset[str]:
        """All that must be told to hold all of its files."""
        return frozenset().union(*(one.needs for one in self.parts))

    @cached_property
    def told(self) -> frozenset[str]:
        """All that is told."""
        return self.needs.union(*(one.tells for one in self.parts))

    @cached_property
    def _begins(self) -> frozenset[str]:
        return frozenset(one.begins for one in self.parts)

    @property
    def parameters(self) -> dict[str, list[str]]:
        """Of SHARING."""
        asked = self.needs.union(one.begins for one in self.parts)
        return {"digests": sorted(self.digests), "told": sorted(self.told), "asked": sorted(asked)}

    def holds(self, other: Held) -> bool:
        """Return whether every file of another record is one of its own, or tells nothing that it does not tell."""
        return bool(other.parts) and all(self._holds(one, other) for one in other.parts)

    def _holds(self, part: Part, other: Held) -> bool:
        if part.digest in self.digests or (part.needs and self.told.issuperset(part.needs)):
            return True
        if not part.needs or part.tells:
            return False
        # a save: a property in it may be otherwise, as no step tells those; and it may be the set-up that both began with
        return part.begins in self.told or (part.begins in self._begins and self.shares(other))

    def shares(self, other: Held) -> bool:
        """Return whether two records have a file, or a step, in common."""
        return not (self.digests.isdisjoint(other.digests) and self._steps.isdisjoint(other._steps))

    @cached_property
    def _steps(self) -> frozenset[str]:
        return frozenset().union(*(one.needs for one in self.parts if one.tells))


NOTHING = Held(())
"""What a game holds whose record is a file of its own."""


def held_by(rows: pl.DataFrame) -> dict[str, Held]:
    """Return what each game holds, from rows of the table."""
    found: dict[str, list[Part]] = {}
    for game, _, *told in rows.select("game_id", "part", "digest", "begins", "needs", "tells").iter_rows():
        digest, begins, needs, tells = told
        found.setdefault(game, []).append(Part(digest, begins, tuple(needs), tuple(tells)))
    return {game: Held(tuple(parts)) for game, parts in found.items()}


def parts_in(rows: pl.DataFrame) -> tuple[Part, ...]:
    """Return the files of one game, from its rows of the table."""
    return next(iter(held_by(rows).values()), NOTHING).parts


def held_in(tables: Mapping[str, object]) -> Held:
    """Return what a game that was packed holds; nothing of one whose record is a file of its own."""
    batch = tables.get(TABLE)
    if not isinstance(batch, pa.RecordBatch):
        return NOTHING
    frame = pl.from_arrow(batch)
    assert isinstance(frame, pl.DataFrame)
    return Held(parts_in(frame))

"""A lake in memory, for tests of what reaches a lake and what does not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

import polars as pl

from warehouse.game_rows import Packed
from warehouse.record_parts import Held, held_in


class MemoryLake:
    """Keeps games by identity; `commits` lists the ids written together, `poison` the ids it cannot take."""

    def __init__(self, *poison: str) -> None:
        self.kept: dict[str, Packed] = {}
        self.commits: list[list[str]] = []
        self.poison = poison
        self.refused: dict[str, str] = {}
        self.places: dict[str, Path] = {}

    def digests(self) -> dict[str, str]:
        return {name: game.digest for name, game in self.kept.items()}

    def games(self) -> pl.DataFrame:
        rows = [(name, game.events, game.defects) for name, game in self.kept.items()]
        return pl.DataFrame(rows, schema=["game_id", "events", "defects"], orient="row")

    def write(self, games: Sequence[Packed]) -> None:
        ids = [game.game_id for game in games]
        for name in ids:
            if name in self.poison:
                raise OverflowError(f"{name} holds a number too large for its column")
        self.commits.append(ids)
        self.kept.update(zip(ids, games, strict=True))

    def contents(self) -> dict[str, str]:
        return {part.digest: name for name, game in self.kept.items() for part in held_in(game.tables).parts}

    def sharing(self, held: Held) -> dict[str, Held]:
        return {name: found for name, game in self.kept.items() if (found := held_in(game.tables)).parts}

    def retold(self, games: Collection[str]) -> list[tuple[str, str]]:
        return []

    def keep_refused(self, refused: Mapping[str, str], taken: Iterable[str]) -> None:
        self.refused = {path: why for path, why in (self.refused | refused).items() if path not in set(taken)}

    def keep_places(self, found: Mapping[str, Path]) -> None:
        self.places |= found

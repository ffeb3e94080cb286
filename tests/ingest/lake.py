"""A lake in memory, for tests of what reaches a lake and what does not."""

from __future__ import annotations

from collections.abc import Sequence

from engine.replay import Game


class MemoryLake:
    """Keeps games by identity; `commits` lists the ids written together, `poison` the ids it cannot take."""

    def __init__(self, *poison: str) -> None:
        self.games: dict[str, Game] = {}
        self.commits: list[list[str]] = []
        self.poison = poison

    def digests(self) -> dict[str, str]:
        return {name: game.digest for name, game in self.games.items()}

    def write(self, games: Sequence[Game]) -> None:
        ids = [game.header.game or game.digest for game in games]
        for name in ids:
            if name in self.poison:
                raise OverflowError(f"{name} holds a number too large for its column")
        self.commits.append(ids)
        self.games.update(zip(ids, games, strict=True))

"""What each nation's greedy bot buys and studies: the table buyers.toml."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path

import msgspec


class Buyer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A nation's row of buyers.toml, which explains its columns."""

    land: float = 1.0
    air: float = 0.0
    sea: float = 0.0
    attack: float = 1.0
    choosy: int = 1
    transports: int = 0
    submarines: bool = False
    bombers: int = 0
    fear: float = 1.0
    studies: tuple[str, ...] = ()

    @property
    def is_overseas(self) -> bool:
        """Whether the nation's troops go to war by sea."""
        return self.transports > 0


OTHERS = Buyer()
"""A nation without a row: it buys land units alone."""


@lru_cache
def buyers() -> dict[str, Buyer]:
    """Return nation to its row."""
    text = Path(__file__).with_name("buyers.toml").read_text(encoding="utf-8")
    return {nation: msgspec.convert(row, Buyer) for nation, row in tomllib.loads(text).items()}


def buyer_of(nation: str) -> Buyer:
    """Return a nation's row; OTHERS where it has none."""
    return buyers().get(nation, OTHERS)

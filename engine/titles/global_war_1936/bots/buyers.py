"""What each nation's greedy bot buys and studies: the table bot_buyers.csv."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.title.model import Title
from engine.title.own_tables import own_rows
from engine.title.per_title import per_title
from engine.titles.global_war_1936.bot_tables import Buyer

OTHERS = Buyer(nation="", source="chosen")
"""A nation without a row: it buys land units alone."""


@per_title
def buyers(title: Title) -> Mapping[str, Buyer]:
    """Return nation to its row."""
    return MappingProxyType({row.nation: row for row in own_rows(title, "bot_buyers", Buyer)})


def buyer_of(title: Title, nation: str) -> Buyer:
    """Return a nation's row; OTHERS where it has none."""
    return buyers(title).get(nation, OTHERS)

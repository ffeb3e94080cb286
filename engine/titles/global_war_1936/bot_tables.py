"""The rows of the tables of how greedy bots buy, and how they change with the years; their figures are chosen."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.title.own_tables import PowerCell, TechnologyCell
from engine.titles.global_war_1936.tables import MonthCell


class Buyer(msgspec.Struct, frozen=True, kw_only=True):
    """What the greedy bot of a nation buys and studies; a nation without a row buys land units alone.

    Attributes:
        land, air, sea: shares of land units, aircraft and ships in what it buys.
        attack: what a point of attack counts beside one of defense: more where every front is a landing, less for who must hold.
        choosy: how much more than others it prefers what is worth most for its price (the Red Army is many before it is mobile).
        transports: how many a nation over the sea wants at least; none for nations whose troops march.
        submarines: whether it builds packs of submarines.
        bombers: how many strategic bombers it wants while the factories of an enemy lie in their reach.
        fear: share of the fear of counterattacks that counts: whose troops come over the sea, and wait there, loses more by waiting.
        studies: what it studies first, in this order.
    """

    nation: PowerCell
    land: float = 1.0
    air: float = 0.0
    sea: float = 0.0
    attack: float = 1.0
    choosy: int = 1
    transports: int = 0
    submarines: Literal["yes", ""] = ""
    bombers: int = 0
    fear: float = 1.0
    studies: tuple[TechnologyCell, ...] = ()
    source: str

    @property
    def is_overseas(self) -> bool:
        """Whether the nation's troops go to war by sea."""
        return self.transports > 0


class BotMonth(msgspec.Struct, frozen=True, kw_only=True):
    """From a `month` on a `share` counts of: their fear of counterattacks; or what points are worth to greedy bots (prizes)."""

    use: Literal["fear", "prizes"]
    month: MonthCell
    share: float
    source: str

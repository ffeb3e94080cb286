"""The orders of the Production Phase of block games, as they are typed in a log."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from engine.orders import AreaName, Order, PowerName, UnitList, UnitName

Number = Annotated[int, Meta(ge=0)]
Count = Annotated[int, Meta(ge=1)]


class LoseSteps(Order, frozen=True, tag="lose-steps"):
    """Choose which of equally strong blocks lose a step each in strategic warfare: `units` of an area."""

    tells: ClassVar[bool] = True
    tells_all: ClassVar[bool] = True

    area: AreaName
    units: UnitList


class BuyDisc(Order, frozen=True, tag="buy-disc"):
    """Purchase the Blitz Disc of a front; `power` pays, an ally who may help pays `help` of the price."""

    front: Annotated[str, Meta(description="slug of a front, as in 'east-front'")]
    power: PowerName
    help: Number = 0


class Draw(Order, frozen=True, tag="draw"):
    """Purchase new blocks: so many `small` ones (ground and air) and `large` ones (ships), drawn at random from the force pool.

    `drawn` tells which they were when they were drawn at the table; no dice are rolled then.
    """

    power: PowerName
    small: Number = 0
    large: Number = 0
    drawn: UnitList = ""


class Deploy(Order, frozen=True, tag="deploy"):
    """Put a block that was drawn on the board at minimum strength; it goes back to its pool without an `area`.

    `power` is whose it is, when that is not the nation that has drawn it.
    """

    unit: UnitName
    area: AreaName = ""
    power: PowerName = ""


class Reinforce(Order, frozen=True, tag="reinforce"):
    """Give blocks in an area steps, so many each. A block is named with its steps where it matters, as in `infantry-4@2`."""

    area: AreaName
    units: UnitList
    steps: Count = 1

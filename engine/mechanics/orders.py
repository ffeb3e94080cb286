"""Orders that several families take."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from engine.orders import Order, UnitList

MarkList = Annotated[
    str,
    Meta(
        description="units of a type told apart, as in 'fighter left=1, 2 transport cargo=infantry+tank, transport empty, "
        "infantry ashore, infantry overland'"
    ),
]


class Lose(Order, frozen=True, tag="lose"):
    """Choose casualties; a unit that takes a hit and survives it is named too. Allied units name their power.

    Where units of one type differ, `which` says which of them go first: aircraft by the range they have left, ships by
    their cargo, land units by whether they came ashore. The rest, and all when it is left out, go in the usual order.
    """

    tells: ClassVar[bool] = True
    tells_all: ClassVar[bool] = True

    units: UnitList
    which: MarkList = ""

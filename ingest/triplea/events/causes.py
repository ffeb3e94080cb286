"""The causes of a change, as far as the history gives them, for its events."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Why(msgspec.Struct, frozen=True):
    """The causes of what one change does, by what it does.

    Attributes:
        move, remove, place: of units. owner: of units that change hands. control: how areas do.
        resource: of resources. tech: of technologies. counterparty: power on the other side of a payment.
        battle: number of the battle it is part of, 0 for none. route: areas of a move, both ends included.
        prices: unit -> what one costs the buyer, and the slug of the resource. money: slug of the main resource.
    """

    move: str = "other"
    remove: str = "other"
    place: str = "other"
    owner: str = "other"
    control: str = "other"
    resource: str = "other"
    tech: str = "research"
    counterparty: str = ""
    area: str = ""
    battle: int = 0
    route: tuple[str, ...] = ()
    prices: Mapping[str, tuple[int, str]] = {}
    money: str = ""

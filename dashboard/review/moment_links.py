"""Links to a moment of a game: what the tag of a link holds that shows a turn on the map."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from dashboard.player.address import TURN
from dashboard.ui.templates import Template

if TYPE_CHECKING:
    from markupsafe import Markup

HTML = Template.of(__file__)
Link = Callable[[int], "Markup"]
"""A turn of the map to what the tag of its link holds."""

MAP = "map"
"""The place of the map in a page that is a file of its own; `#map=12` is its turn 12."""


def anchor(turn: int) -> Markup:
    """Return a link within a page that is a file of its own."""
    return HTML.within(MAP, turn)


def addressed(to: Mapping[str, Any] | None) -> Link:
    """Return links of a page of the dashboard; the map there follows them without loading the page anew.

    Args:
        to: the address of the game, to which a moment adds its turn; None for a game without one.
    """

    def link(turn: int) -> Markup:
        address = "#" if to is None else f"?{urlencode({**to, TURN: turn})}"
        return HTML.addressed(address, turn)

    return link

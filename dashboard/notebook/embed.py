"""HTML in a notebook's output: a page of its own in a frame, which lives on without a kernel, and pictures that style nothing else."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING

from dashboard.player.fragment import fragment, styles
from dashboard.player.payload import Payload
from dashboard.turn_report.markup import TurnReport
from dashboard.ui.templates import Template

if TYPE_CHECKING:
    from markupsafe import Markup

HTML = Template.of(__file__)


def frame(page: str, height: int) -> Markup:
    """Return a page as HTML for an output: a frame that cannot reach the notebook around it. `height` is in pixels."""
    return HTML.frame(str(page), height)


def player_page(game: Payload, report: TurnReport | None = None, turn: int | None = None) -> Markup:
    """Return the player of a game as a page of its own, with everything inside it."""
    body = fragment(game, addressed=False, report=report, turn=turn)
    return HTML.player_page(styles(), body)


def image(svg: str, alt: str) -> Markup:
    """Return a picture as an HTML image: styles inside it touch nothing of the page, and no viewer takes it out."""
    data = b64encode(svg.encode()).decode()
    return HTML.image(alt, data)

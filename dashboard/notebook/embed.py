"""HTML in a notebook's output: a page of its own in a frame, which lives on without a kernel, and pictures that style nothing else."""

from __future__ import annotations

from base64 import b64encode

from dashboard.player.fragment import fragment, styles
from dashboard.player.payload import Payload
from dashboard.turn_report.markup import TurnReport
from dashboard.ui.text import safe


def frame(page: str, height: int) -> str:
    """Return a page as HTML for an output: a frame that cannot reach the notebook around it. `height` is in pixels."""
    quoted = page.replace("&", "&amp;").replace("'", "&#39;")
    look = f"width:100%;height:{height}px;border:0"
    return f"<iframe sandbox='allow-scripts' style='{look}' srcdoc='{quoted}'></iframe>"


def player_page(game: Payload, report: TurnReport | None = None, turn: int | None = None) -> str:
    """Return the player of a game as a page of its own, with everything inside it."""
    body = fragment(game, addressed=False, report=report, turn=turn)
    return f'<!doctype html><meta charset="utf-8"><title>Map</title>{styles()}<body style="margin:0">{body}</body>'


def image(svg: str, alt: str) -> str:
    """Return a picture as an HTML image: styles inside it touch nothing of the page, and no viewer takes it out."""
    data = b64encode(svg.encode()).decode()
    return f'<img alt="{safe(alt)}" style="max-width:100%" src="data:image/svg+xml;base64,{data}">'

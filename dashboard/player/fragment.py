"""The player in a page of its own: HTML with everything inside it, nothing is fetched."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from dashboard.player.payload import Payload

FOLDER = Path(__file__).parent


def fragment(game: Payload, name: str = "map", addressed: bool = True) -> str:
    """Return the player of a game as a piece of HTML, for a page that is a file of its own.

    Args:
        game: what `payload` made. name: id of the place in the page, its own for each player of a page.
        addressed: whether the page's address keeps the turn (`#map=12`), so that a moment can be linked to.
    """
    # Names come from records: `<` could end the script, and the two separators end lines in old browsers.
    data = msgspec.json.encode(game).decode()
    for mark, code in (("<", "\\u003c"), ("\u2028", "\\u2028"), ("\u2029", "\\u2029")):
        data = data.replace(mark, code)
    options = _ADDRESS.format(name=name) if addressed else "{}"
    start = f'player(document.getElementById("{name}"), {data}, {options});'
    return f'<div id="{name}"></div>\n<script type="module">\n{source("player.js")}\n{start}\n</script>\n'


def styles() -> str:
    """Return what a page with players needs in its head, once."""
    return f"<style>\n{source('page.css')}{source('player.css')}</style>\n"


@lru_cache
def source(name: str) -> str:
    """Return a file of the player."""
    return (FOLDER / name).read_text(encoding="utf-8")


_ADDRESS = (
    '{{ turn: Number.parseInt(new URLSearchParams(location.hash.slice(1)).get("{name}") ?? "x", 10), '
    'onStop: (turn) => history.replaceState(null, "", `#{name}=${{turn}}`) }}'
)

"""The lines that a title names at sea, on which convoys or aid are raided: what each is called and through which sea zones it runs."""

from __future__ import annotations

from typing import NamedTuple

from engine.title.model import Title
from engine.title.title_modules import hook


class Line(NamedTuple):
    """A line: its slug, as ConvoyRaided names it, its printed name, its sea zones and where they come from."""

    line: str
    name: str
    zones: tuple[str, ...]
    source: str


def convoy_lines(title: Title) -> tuple[Line, ...]:
    """Return a title's lines, in its order; none where raids are on sea zones themselves.

    A title with lines has `lines.py`, with a function `lines_of(title)`.
    """
    own = hook(title, "lines", "lines_of")
    return tuple(own(title)) if own else ()

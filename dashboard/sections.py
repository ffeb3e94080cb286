"""The questions of a review on a page: heading, answer, charts with what can be taken away, and links to moments."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import streamlit as st

from dashboard import parts
from dashboard.player.component import TURN
from dashboard.review.section import Drawing, Moment, Section
from dashboard.words import safe

REVIEW = Path(__file__).parent / "screens" / "game.py"

Address = dict[str, Any]


def show(section: Section, to: Address | None) -> None:
    """Show a question. `to` is the address of the game, to which a moment adds its turn; None where nothing can be linked to."""
    parts.question(section.question, section.help)
    parts.answer(section.answer)
    label, names = section.choice
    if label:
        key = f"choice-{label.lower()}"
        chosen = st.pills(label, names, default=names[0], key=key, label_visibility="collapsed", required=True)
        _beside(
            section.drawings[names.index(chosen) : names.index(chosen) + 1] if chosen in names else section.drawings[:1]
        )
    else:
        _beside(section.drawings)
    if section.moments:
        moments(section.moments, to)
    parts.meaning(section.count, section.note)


def _beside(drawings: Iterable[Drawing]) -> None:
    """Draw charts, two beside each other and an odd one below."""
    left = list(drawings)
    while left:
        row, left = left[:2], left[2:]
        for place, drawing in zip(st.columns(len(row), gap="medium"), row, strict=True):
            with place:
                parts.draw(drawing.chart, drawing.name, drawing.rows)


def moments(found: Iterable[Moment], to: Address | None, link: Callable[..., Any] = st.page_link) -> None:
    """List moments, each with a link that opens the map there."""
    for moment in found:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            if to is None:
                st.html(f'<span class="sitrep-when">{safe(moment.when)}</span>', width="content")
            else:
                link(
                    REVIEW,
                    label=_plain(moment.when),
                    icon=":material/map:",
                    query_params={**to, TURN: str(moment.turn)},
                )
            st.html(f'<span class="sitrep-moment">{safe(moment.what)}</span>')


def _plain(text: str) -> str:
    """Return text for a label, which is markdown: a record's name is shown letter by letter."""
    return "".join(f"\\{sign}" if sign in r"\`*_{}[]()#+-.!:$<>~|" else sign for sign in text)

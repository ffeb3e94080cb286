"""Tables of what may come of a battle, with a bar for the chance of each line."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from dashboard.ui.templates import Template

HTML = Template.of(__file__)

Line = tuple[str, float, str]
"""What may come, its chance, and that chance in words."""


def bars(label: str, lines: Iterable[Line], heads: Iterable[str] = ()) -> None:
    """Show lines with bars; the words of a chance have room beside the longest.

    Args:
        label: what the table is, for those who hear it. heads: of its columns, if it has a first line.
    """
    st.html(HTML.bars(label, heads, lines))

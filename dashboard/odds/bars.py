"""Tables of what may come of a battle, with a bar for the chance of each line."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from dashboard.ui.text import safe

Line = tuple[str, float, str]
"""What may come, its chance, and that chance in words."""


def bars(label: str, lines: Iterable[Line], head: str = "") -> None:
    """Show lines with bars; the words of a chance have room beside the longest.

    Args:
        label: what the table is, for those who hear it. head: HTML of its first line, if it has one.
    """
    rows = "".join(
        f'<tr><td>{safe(text)}</td><td><i style="width:calc({chance:.4f} * (100% - 6rem))"></i><span>{safe(told)}</span></td></tr>'
        for text, chance, told in lines
    )
    st.html(f'<table class="sitrep-left" aria-label="{safe(label)}">{head}<tbody>{rows}</tbody></table>')

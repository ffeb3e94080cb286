"""The spine on a page of the dashboard: the same HTML as in a file, whose links the map follows."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

FOLDER = Path(__file__).parent

_FILL = """
export default function ({ parentElement, data }) {
  const standing = parentElement.querySelector(".sitrep-spine-place") ?? parentElement.appendChild(document.createElement("div"));
  standing.className = "sitrep-spine-place";
  if (standing.told !== data.html) standing.innerHTML = standing.told = data.html;
}
"""


def _file(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


# Its styles are the page's, not of a tree of its own: so the map hears clicks on its links.
_mount = st.components.v2.component("sitrep_spine", css=_file("spine.css"), js=_file("spine.js") + _FILL, isolate_styles=False)


def show(html: str, key: str) -> None:
    """Show a spine.

    Args:
        html: what `spine_html` returned; names in it are escaped. key: names the game and the version of its data.
    """
    if html:
        _mount(key=f"spine-{key}", data={"html": html})

"""The pages of the dashboard's navigation, taken from the app itself, so that no test and no bench forgets one."""

from __future__ import annotations

import runpy
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import Mock, patch

import streamlit as st

import dashboard

APP = Path(dashboard.__file__).with_name("app.py")


class Screen(NamedTuple):
    """A page: its title in the navigation, its file, its path in the address, empty for the first page, and whether it is listed."""

    title: str
    file: Path
    path: str
    listed: bool


def screens() -> list[Screen]:
    """Return the pages that the app hands to Streamlit's navigation, in its order."""
    found: list[Screen] = []

    def navigation(pages: Iterable[Screen] | Mapping[str, Iterable[Screen]], **_: Any) -> Mock:
        sections = pages.values() if isinstance(pages, Mapping) else [pages]
        found.extend(page for section in sections for page in section)
        return Mock()

    with patch.multiple(st, Page=_page, navigation=navigation, set_page_config=Mock()):
        runpy.run_path(str(APP))
    return found


def _page(file: Path, *, title: str, url_path: str = "", default: bool = False, visibility: str = "visible", **_: Any) -> Screen:
    return Screen(title, Path(file), "" if default else url_path or Path(file).stem, visibility == "visible")

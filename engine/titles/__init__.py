"""Titles: one folder of tables and rules per game. `load_title` reads them, `titles` lists them."""

from engine.titles.loader import load_title, titles
from engine.titles.model import Title

__all__ = ["Title", "load_title", "titles"]

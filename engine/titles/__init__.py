"""Titles: one folder of tables and rules per game. `load_title` reads them, `titles` lists them."""

from engine.title.loader import load_title, names_of, titles
from engine.title.model import Title

__all__ = ["Title", "load_title", "names_of", "titles"]

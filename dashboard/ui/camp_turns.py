"""What turns are called that several powers share: the title says so."""

from __future__ import annotations

from functools import lru_cache

from engine.title.turns import turn_names
from engine.titles import load_title, titles


@lru_cache
def turns_of(slug: str) -> dict[str, str]:
    """Return power to the printed name of the turn that it shares, for a title by its slug; none for one that is read from a record."""
    return turn_names(load_title(slug)) if slug in titles() else {}

"""What the page Odds can be asked about: the titles that ship, and the common maps of TripleA."""

from __future__ import annotations

from dashboard.odds.links import composed
from dashboard.title.tables import shipped
from engine.title.model import Title
from engine.titles import load_title, titles
from ingest.triplea.maps import map_title, maps


def boards() -> dict[str, str]:
    """Return printed name to slug: titles first."""
    own = {name: slug for slug, name in shipped().items() if composed(load_title(slug))}
    return own | {name: slug for slug, name in maps().items() if name not in own}


def board(slug: str) -> Title:
    """Return the title or map of a slug."""
    return load_title(slug) if slug in titles() else map_title(slug)


def is_map(slug: str) -> bool:
    """Whether a slug is that of a map of TripleA."""
    return slug not in titles()

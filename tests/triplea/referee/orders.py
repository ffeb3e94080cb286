"""A save as a recording of orders, for a title whose rules can judge them.

The orders and dice are those of the history, in the order in which the title's rules ask for them. Where the rules and the
engine differ, events that correct the game stand between them, so that the recording replays strictly from first to
last; `Refereed.differences` says what they are for.
"""

from __future__ import annotations

from engine.errors import RecordError
from engine.recording import Fidelity, Header, Recording
from engine.title.loader import load_title, titles
from engine.title.model import Title
from ingest.triplea.model import Save
from tests.triplea.referee.game import RefereedGame
from tests.triplea.referee.outcome import Difference, Refereed, Tally

__all__ = ["Difference", "Refereed", "Tally", "orders_of", "referee", "title_of"]

GOALS = {
    "Projection of Power": "Projection of Power VCs",
    "Honorable Surrender": "Honorable Victory VCs",
    "Total Victory": "Total Victory VCs",
}
"""TripleA's option for a victory by cities -> the option that says how many, for a side's name before it."""


def title_of(save: Save) -> Title:
    """The title that a save's map is.

    Raises:
        RecordError: no title is linked to it.
    """
    known = [load_title(slug) for slug in titles()]
    found = next((title for title in known if title.triplea == save.game), None)
    if found is None:
        linked = ", ".join(repr(title.triplea) for title in known if title.triplea)
        raise RecordError(f"the map {save.game!r} is no title's; expected one of {linked}")
    return found


def referee(save: Save, title: Title | None = None) -> Refereed:
    """Play a save's game through its title's rules.

    Raises:
        RecordError: no title is linked to the save's map.
        LookupError: the title has no rules, or the save names what the title has not.
    """
    title = title or title_of(save)
    return RefereedGame(save, title, {"victory": victory_level(save, title)}).run()


def orders_of(save: Save, title: Title | None = None, name: str = "") -> Recording:
    """A save as a recording of its orders.

    Args:
        name: the file, for messages.

    Raises:
        RecordError, LookupError: as `referee`.
    """
    title = title or title_of(save)
    refereed = referee(save, title)
    players = {row.power: save.players[row.triplea].control for row in title.powers.values()}
    header = Header(title.slug, options=refereed.options, players=players, source=f"TripleA {save.engine}")
    return Recording(header, tuple(refereed.entries), Fidelity.ORDERS, name)


def victory_level(save: Save, title: Title) -> str:
    """The victory level that the save is played to; the highest when it is played to none."""
    levels: dict[str, int] = title.settings["victory"]["levels"]
    side = next(iter(title.sides.values())).name
    counts = [_option(save, f"{side} {cities}") for goal, cities in GOALS.items() if _option(save, goal)]
    wanted = min(counts, default=max(levels.values()))
    return next((level for level, cities in levels.items() if cities == wanted), title.choices({})["victory"])


def _option(save: Save, name: str) -> int:
    held = save.options.get(name)
    return int(held.value) if held is not None and isinstance(held.value, (bool, int)) else 0

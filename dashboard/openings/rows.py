"""The rows of the explorer as HTML."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from dashboard.openings import words
from dashboard.ui.templates import Template
from dashboard.ui.text import counted
from warehouse.openings import FEW, Branch

if TYPE_CHECKING:
    from markupsafe import Markup

HTML = Template.of(__file__)
GAMES = 10
"""Games that a row links to, the newest."""

To = Callable[[str], str]
"""A game's id, or a player's name, to the address of its page."""


def row(
    of: Branch, games: int, names: words.Names, labels: Mapping[str, str], to_game: To, to_player: To, further: Markup | str = ""
) -> Markup:
    """Return a branch.

    Args:
        of: it. games: of its turn. names, labels: printed names of the title, and of games by id.
        to_game, to_player: addresses. further: what follows in it.
    """
    count = len(of.games)
    players = [(f"{name} ({often})", to_player(name)) for name, often in list(of.players.items())[: words.TOLD]]
    facts = {
        "players": players,
        "more_players": max(0, len(of.players) - words.TOLD),
        "bids": words.bids(of, names),
        "days": words.days(of),
        "games": [(labels.get(one, one), to_game(one)) for one in of.games[:GAMES]],
        "more_games": max(0, count - GAMES),
    }
    few = f"Only {counted(count, 'game')}: too few to say much." if count < FEW else ""
    band = tuple(round(100 * part, 1) for part in of.rate) if of.rate and count >= FEW else None
    told = (words.share(count, games), counted(count, "game"), words.won(of, names), few)
    return HTML.row(names.purchase(of.step.bought), words.together(of, names), told, band, words.attacks(of, names), facts, further)

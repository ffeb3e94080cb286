"""The commands of a card in a file: what the battle's odds were, and what if it had gone the other way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from dashboard.review.cards.card import Card
from dashboard.review.reader import Reader
from dashboard.review.what_if.choices import Choice, can, command, odds_command, other_way
from dashboard.ui.templates import Template

if TYPE_CHECKING:
    from markupsafe import Markup

HTML = Template.of(__file__)


def commands(of: Reader) -> Callable[[Card], Markup | str]:
    """Return what tells, at the foot of a card, how to ask its odds and play on from it; nothing for games that cannot be played on."""
    if not can(of):
        return lambda _: ""
    starts = dict(of.frame("phase_started").sort("seq").unique("turn", keep="first").select("turn", "seq").iter_rows())
    orders = of.game["fidelity"] == "orders"

    def told(card: Card) -> Markup:
        choice = other_way(card) if orders else Choice("", 0, starts.get(card.turn, 1))
        head = "What if it had gone the other way?" if orders else "What if this turn were played again?"
        asks = (("What were its odds?", odds_command(of, card.battle)), (head, command(of, choice)))
        return HTML.commands([(question, words.split(" ")) for question, words in asks])

    return told

"""The commands of a card in a file: what the battle's odds were, and what if it had gone the other way."""

from __future__ import annotations

from collections.abc import Callable

from dashboard.review.cards.card import Card
from dashboard.review.reader import Reader
from dashboard.review.what_if.choices import Choice, can, command, odds_command, other_way
from dashboard.ui.text import safe


def commands(of: Reader) -> Callable[[Card], str]:
    """Return what tells, at the foot of a card, how to ask its odds and play on from it; nothing for games that cannot be played on."""
    if not can(of):
        return lambda _: ""
    starts = dict(of.frame("phase_started").sort("seq").unique("turn", keep="first").select("turn", "seq").iter_rows())
    orders = of.game["fidelity"] == "orders"

    def told(card: Card) -> str:
        choice = other_way(card) if orders else Choice("", 0, starts.get(card.turn, 1))
        head = "What if it had gone the other way?" if orders else "What if this turn were played again?"
        asks = (("What were its odds?", odds_command(of, card.battle)), (head, command(of, choice)))
        return "".join(_folded(question, words) for question, words in asks)

    return told


def _folded(question: str, command: str) -> str:
    # A line may end between words, and not after the first hyphen of an option.
    words = " ".join(f"<span>{safe(word)}</span>" for word in command.split(" "))
    return f"<details><summary>{question}</summary><p><code>{words}</code></p></details>"

"""Battle cards as HTML that a page and a file share; links lead to the moment of the battle on the map."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from dashboard.review.battle_rows import ALONE, BEATEN, BLOCKED, BOTH, BROKEN, SUNK
from dashboard.review.cards.card import Card, Force, cards, mattered
from dashboard.review.moment_links import Link
from dashboard.review.percentiles import placed
from dashboard.review.reader import Reader
from dashboard.review.story.wording import there, whose
from dashboard.ui.rounding import whole_parts
from dashboard.ui.sampled import chance_told, give
from dashboard.ui.templates import PARTS, Template
from dashboard.ui.text import amount, counted

if TYPE_CHECKING:
    from markupsafe import Markup

HTML = Template.of(__file__)
STYLE = Path(__file__).with_name("cards.css")
UNDECIDED = 0.05
"""Chance that nobody wins from which on the odds tell it."""
MOST = 400
"""Battles that the table of all lists."""

Action = Callable[[Card], "Markup | str"]
"""A card to HTML that stands at its foot: what else can be asked of the battle; empty for nothing."""
HEADS = ("Turn", "Where", "Attacker", "Lost", "Defender", "Lost", "Result", "Odds", "Percentile")
"""Columns of the table of all battles."""


class Side(NamedTuple):
    """A force as a card shows it."""

    role: str
    color: str
    name: str
    units: str
    worth: str
    lost: str
    cargo: bool
    left: str


def cards_html(of: Reader, link: Link | None, action: Action = lambda _: "", odds: Callable[[Card], str] = lambda _: "") -> Markup | str:
    """Return the cards of the battles that mattered, and all battles in a table folded away; empty where nobody fought.

    Args:
        link: what the tag of a link to a turn of the map holds; None where there is no map. action: what stands at the foot of a card.
        odds: the address of a battle's odds; empty where there is none.
    """
    found = cards(of)
    if not found:
        return ""
    colors = dict(of.all_powers.select("power", "color").iter_rows())
    told = [_card(of, card, colors, link, HTML.foot(odds(card), action(card))) for card in mattered(found)]
    return HTML.cards(told, _all(of, found, link, odds))


RESULTS = {
    BOTH: "both sides destroyed",
    BLOCKED: "defenders destroyed, advance blocked",
    BEATEN: "beaten off",
    SUNK: "attackers destroyed",
    BROKEN: "broken off",
    ALONE: "only one side had units",
}


def result(card: Card) -> str:
    """Return how an attack ended, in a few words."""
    return RESULTS.get(card.ended) or ("won, area taken" if card.taken else "won")


def headed(card: Card) -> str:
    """Return what a battle is called: who attacked whom or what."""
    head = f"{whose(card.attacker.name)} attack on {there(card.where)}"
    return head[:1].upper() + head[1:]


def _card(of: Reader, card: Card, colors: dict[str, str], link: Link | None, foot: Markup) -> Markup:
    title = f"{headed(card)}: {result(card)}"
    told = (forces_html(card, colors, of.unit), _odds(card), _dice(card), _decided(card, of.unit), foot)
    return HTML.card(_when(of, card, link), title, told)


def _when(of: Reader, card: Card, link: Link | None) -> Markup:
    return HTML.when(card.when, link(of.moments[card.turn]) if link and card.turn in of.moments else None)


def forces_html(card: Card, colors: dict[str, str], unit: str) -> Markup:
    """Return the two forces beside each other: what each had, lost and kept.

    Args:
        colors: of powers, by slug. unit: printed name of the resource that losses are counted in.
    """
    return HTML.forces([_force(card.attacker, "Attacker", colors, unit), _force(card.defender, "Defender", colors, unit)])


def _force(force: Force, role: str, colors: dict[str, str], unit: str) -> Side:
    worth = amount(force.worth, unit) if force.worth else ""
    left = f"Left: {force.left}" if force.left else "Nothing left"
    cargo = bool(force.lost and force.worth and force.lost > force.worth)
    return Side(role, colors.get(force.power, ""), force.name, force.units, worth, force.lost_told, cargo, left)


def _odds(card: Card) -> Markup | str:
    """Return the odds before the battle as a bar: the attacker's from the left, the defender's from the right."""
    if card.odds is None:
        return ""
    win, lose, neither = card.odds
    played = f", played {card.samples} times" if card.samples else ""
    said = f"Odds before the first die{played}: attacker {chance_told(win, card.samples)}, defender {chance_told(lose, card.samples)}"
    said += f", neither {chance_told(neither, card.samples)}" if neither >= UNDECIDED else ""
    return HTML.odds(said, win, lose)


def _dice(card: Card) -> Markup | str:
    """Return where the battle lies among all results, on a scale from the worst to the best for the attacker."""
    if card.percentile is None:
        return ""
    what, far = "Hits" if card.by_hits else "Result", placed(card.percentile, card.samples)
    return HTML.dice(what, far, card.percentile)


def _in_table(card: Card) -> str:
    return "–" if card.percentile is None else f"{placed(card.percentile, card.samples)}{' (hits)' if card.by_hits else ''}"


def _decided(card: Card, unit: str) -> Markup | str:
    """Return how the swing came about: what was to be expected, what the dice did, what the players did; the parts add up."""
    if card.dice is None or card.swing is None or card.expected is None or card.players is None:
        return ""
    parts = [card.expected, card.dice, card.players]
    off = f" ±{give(card.error)}" if give(card.error) else ""
    told = [
        (name, f"{signed(whole)}{off if part else ''}")
        for name, part, whole in zip(("expected", "dice", "players"), parts, whole_parts(parts), strict=True)
    ]
    return HTML.decided(told, f"{signed(card.swing)} {unit}")


def signed(value: float) -> str:
    """Return a whole number with its sign; 0 without one."""
    return f"{round(value):+,}".replace("-", "−").replace("+0", "0")


def _all(of: Reader, found: list[Card], link: Link | None, odds: Callable[[Card], str]) -> Markup:
    """Return all battles in the order of play, folded away."""
    rows = [_row(of, card, link, odds(card)) for card in sorted(found, key=lambda card: card.battle)[:MOST]]
    more = f"The first {MOST} are listed." if len(found) > MOST else ""
    return HTML.all(_how_many(len(found)), HEADS, rows, more)


def _how_many(battles: int) -> str:
    return f"All {counted(battles, 'battle')}" if battles > 1 else "The battle in one line"


def _row(of: Reader, card: Card, link: Link | None, to: str) -> tuple[Markup | str, ...]:
    odds = "–" if card.odds is None else chance_told(card.odds[0], card.samples)
    return (
        _when(of, card, link), card.where, card.attacker.name, _number(card.attacker.lost), card.defender.name,
        _number(card.defender.lost), result(card), PARTS.linked(odds, to), _in_table(card),
    )  # fmt: skip


def _number(value: int | None) -> str:
    return "–" if value is None else f"{value:,}"

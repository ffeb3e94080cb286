"""Battle cards as HTML that a page and a file share; links lead to the moment of the battle on the map."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from dashboard.review.cards.card import Card, Force, cards, mattered
from dashboard.review.fought import ALONE, BEATEN, BLOCKED, BOTH, BROKEN, SUNK
from dashboard.review.moment_links import Link
from dashboard.review.percentiles import placed
from dashboard.review.reader import Reader
from dashboard.review.story.wording import there, whose
from dashboard.ui.parts import whole_parts
from dashboard.ui.sampled import chance_told, give
from dashboard.ui.text import amount, color, counted, safe

STYLE = Path(__file__).with_name("cards.css")
UNDECIDED = 0.05
"""Chance that nobody wins from which on the odds tell it."""
MOST = 400
"""Battles that the table of all lists."""

Action = Callable[[Card], str]
"""A card to HTML that stands at its foot: what else can be asked of the battle."""


def cards_html(
    of: Reader, link: Link | None, action: Action = lambda _: "", odds: Callable[[Card], str] = lambda _: ""
) -> str:
    """Return the cards of the battles that mattered, and all battles in a table folded away; empty where nobody fought.

    Args:
        link: what the tag of a link to a turn of the map holds; None where there is no map. action: what stands at the foot of a card.
        odds: the address of a battle's odds; empty where there is none.
    """
    found = cards(of)
    if not found:
        return ""
    colors = dict(of.all_powers.select("power", "color").iter_rows())
    told = "".join(_card(of, card, colors, link, f"{_asks(odds(card))}{action(card)}") for card in mattered(found))
    return f'<div class="sitrep-cards">{told}</div>{_all(of, found, link, odds)}'


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


def _card(of: Reader, card: Card, colors: dict[str, str], link: Link | None, foot: str) -> str:
    return (
        f'<article class="battle-card"><p class="when">{_when(of, card, link)}</p>'
        f"<h3>{safe(headed(card))}: {safe(result(card))}</h3>"
        f"{forces_html(card, colors, of.unit)}"
        f"{_odds(card)}{_dice(card)}{_decided(card, of.unit)}{foot}</article>"
    )


def _when(of: Reader, card: Card, link: Link | None) -> str:
    when = safe(card.when)
    return f"<a {link(of.moments[card.turn])}>{when}</a>" if link and card.turn in of.moments else when


def forces_html(card: Card, colors: dict[str, str], unit: str) -> str:
    """Return the two forces beside each other: what each had, lost and kept.

    Args:
        colors: of powers, by slug. unit: printed name of the resource that losses are counted in.
    """
    sides = _force(card.attacker, "Attacker", colors, unit) + _force(card.defender, "Defender", colors, unit)
    return f'<div class="forces">{sides}</div>'


def _force(force: Force, role: str, colors: dict[str, str], unit: str) -> str:
    worth = f", worth {amount(force.worth, unit)}" if force.worth else ""
    left = f"Left: {force.left}" if force.left else "Nothing left"
    cargo = " with cargo" if force.lost and force.worth and force.lost > force.worth else ""
    dot = f'<span class="sitrep-dot" style="background:{color(colors.get(force.power, ""))}"></span>'
    return (
        f'<div><p class="who">{dot}<b>{safe(force.name)}</b> <small>{role}</small></p><p>{safe(force.units)}{safe(worth)}</p>'
        f'<p class="lost">Lost: <b>{safe(force.lost_told)}</b>{cargo}</p><p class="left">{safe(left)}</p></div>'
    )


def _odds(card: Card) -> str:
    """Return the odds before the battle as a bar: the attacker's from the left, the defender's from the right."""
    if card.odds is None:
        return ""
    win, lose, neither = card.odds
    played = f", played {card.samples} times" if card.samples else ""
    said = f"Odds before the first die{played}: attacker {chance_told(win, card.samples)}, defender {chance_told(lose, card.samples)}"
    said += f", neither {chance_told(neither, card.samples)}" if neither >= UNDECIDED else ""
    bar = f'<span class="bar"><i class="win" style="width:{win:.1%}"></i><i class="lose" style="width:{lose:.1%}"></i></span>'
    return f'<p class="odds">{safe(said)}{bar}</p>'


def _dice(card: Card) -> str:
    """Return where the battle lies among all results, on a scale from the worst to the best for the attacker."""
    if card.percentile is None:
        return ""
    mark = f'<span class="scale"><i style="left:{card.percentile:.1%}"></i></span>'
    what, far = "Hits" if card.by_hits else "Result", placed(card.percentile, card.samples)
    return f'<p class="dice">{what}: {far} percentile for the attacker{mark}</p>'


def _in_table(card: Card) -> str:
    return (
        "–"
        if card.percentile is None
        else f"{placed(card.percentile, card.samples)}{' (hits)' if card.by_hits else ''}"
    )


def _decided(card: Card, unit: str) -> str:
    """Return how the swing came about: what was to be expected, what the dice did, what the players did; the parts add up."""
    if card.dice is None or card.swing is None or card.expected is None or card.players is None:
        return ""
    parts = [card.expected, card.dice, card.players]
    off = f" ±{give(card.error)}" if give(card.error) else ""
    told = " ".join(
        f"<span><small>{name}</small> {signed(whole)}{off if part else ''}</span>"
        for name, part, whole in zip(("expected", "dice", "players"), parts, whole_parts(parts), strict=True)
    )
    return (
        f'<p class="decided">{told} <span class="sum"><small>swing</small> {signed(card.swing)} {safe(unit)}</span></p>'
    )


def signed(value: float) -> str:
    """Return a whole number with its sign; 0 without one."""
    return f"{round(value):+,}".replace("-", "−").replace("+0", "0")


def _asks(to: str) -> str:
    return f'<p class="asks"><a href="{safe(to)}">Odds of this battle</a></p>' if to else ""


def _all(of: Reader, found: list[Card], link: Link | None, odds: Callable[[Card], str]) -> str:
    """Return all battles in the order of play, folded away."""
    rows = "".join(_row(of, card, link, odds(card)) for card in sorted(found, key=lambda card: card.battle)[:MOST])
    heads = "".join(
        f"<th>{name}</th>"
        for name in ("Turn", "Where", "Attacker", "Lost", "Defender", "Lost", "Result", "Odds", "Percentile")
    )
    more = f"<p>The first {MOST} are listed.</p>" if len(found) > MOST else ""
    return (
        f'<details class="sitrep-all"><summary>{_how_many(len(found))}</summary><div class="wide"><table>'
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>{more}</details>"
    )


def _how_many(battles: int) -> str:
    return f"All {counted(battles, 'battle')}" if battles > 1 else "The battle in one line"


def _row(of: Reader, card: Card, link: Link | None, to: str) -> str:
    odds = "–" if card.odds is None else chance_told(card.odds[0], card.samples)
    cells = (
        _when(of, card, link), safe(card.where), safe(card.attacker.name), _number(card.attacker.lost), safe(card.defender.name),
        _number(card.defender.lost), safe(result(card)), f'<a href="{safe(to)}">{safe(odds)}</a>' if to else safe(odds),
        _in_table(card),
    )  # fmt: skip
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _number(value: int | None) -> str:
    return "–" if value is None else f"{value:,}"

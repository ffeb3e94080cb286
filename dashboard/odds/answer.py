"""What a page says of the odds of a battle: chances, what it costs, how far it may end from the average, what is left."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan

import polars as pl
import streamlit as st

from dashboard.charts.swings import swings_chart
from dashboard.review.cards.drawing import percentile, signed
from dashboard.terminal.odds import SMALL, at_share, share
from dashboard.ui import widgets
from dashboard.ui.text import counted, safe
from engine.odds.asked import Answer
from engine.odds.diving import told
from engine.odds.result import Result, Survivors

MOST = 12
"""Lines of survivors that are shown."""
FEW, MANY = 500, 2000
"""How often a page plays a battle that cannot be worked out: at once, and when it is asked to be surer."""


def show(found: Answer, unit: str, force: Callable[[str], str], actual: float | None = None) -> None:
    """Show the odds of a battle.

    Args:
        unit: printed name of the resource that losses are counted in. force: units as text to printed names. actual: the swing of
            the battle as it was fought.
    """
    odds = found.result
    widgets.question("Who wins?")
    widgets.answer(f"{who_wins(odds)} {_costs(odds, unit)}".strip())
    st.html(_chances(odds))
    st.html(f'<p class="sitrep-meaning">{safe(precision(found))}</p>')
    if odds.swings:
        _swings(odds, unit, actual)
    if odds.attackers or odds.defenders:
        left, right = st.columns(2)
        for column, name, survivors in ((left, "attacker", odds.attackers), (right, "defender", odds.defenders)):
            with column:
                _survivors(name, survivors, force)


def who_wins(odds: Result) -> str:
    """Return who wins how often, in a sentence."""
    if not odds.win and not odds.lose and not odds.retreat:
        return "Such a battle has no winner."
    took = f" and takes the area in {share(odds.take)}" if odds.take else ""
    if odds.retreat < SMALL:
        return f"The attacker wins {share(odds.win)} of such battles{took}; the defender wins {share(odds.lose)}."
    holds = f"the defender holds in {share(odds.lose + odds.retreat)}, the attacker retreating in {share(odds.retreat)}"
    return f"The attacker wins {share(odds.win)} of such battles{took}; {holds}."


def _costs(odds: Result, unit: str) -> str:
    if isnan(odds.attacker_lost):
        return ""
    return f"The attacker loses {odds.attacker_lost:.1f} {unit} on average, the defender {odds.defender_lost:.1f}{_rounds(odds.rounds)}."


def _rounds(number: float) -> str:
    if number < 0.05:
        return ""
    return ", in 1 round" if f"{number:.1f}" == "1.0" else f", in {number:.1f} rounds"


def precision(found: Answer) -> str:
    """Return how the odds were found, and how sure they are."""
    if not found.result.samples:
        return f"Worked out exactly by the steps of the title's rules. {told(found.dive)}".rstrip()
    low, high = map(share, found.result.within(found.result.win))
    return (
        f"Played {counted(found.result.samples, 'time')} through the title's rules, because {found.sampled}. The chance that the "
        f"attacker wins lies between {low} and {high} (95% range)."
    )


def _chances(odds: Result) -> str:
    """Return the chances as figures beside each other, as many as there is room for."""
    away = odds.retreat >= SMALL
    held = ("Defender holds", odds.lose + odds.retreat) if away else ("Defender wins", odds.lose)
    always = [("Attacker wins", odds.win), held]
    others = [("Takes the area", odds.take), ("Nobody wins", odds.draw), ("Attacker retreats", odds.retreat),
              ("Attacker loses aircraft", odds.attacker_aircraft), ("Defender loses aircraft", odds.defender_aircraft)]  # fmt: skip
    shown = always + [(name, chance) for name, chance in others if chance >= SMALL]
    parts = "".join(f"<p><small>{name}</small><b>{share(chance)}</b></p>" for name, chance in shown)
    return f'<div class="sitrep-figures">{parts}</div>'


def _swings(odds: Result, unit: str, actual: float | None) -> None:
    widgets.question(
        "How far from the average may it end?",
        "The swing is the value that the defender loses less that of the attacker.",
    )
    widgets.answer(f"{_spread(odds, unit)} {_actual(odds, actual)}".strip())
    if len(odds.swings) > 1:
        rows = pl.DataFrame(odds.swings, schema=["swing", "chance"], orient="row")
        widgets.draw(swings_chart(rows, unit, actual), "Distribution of the swing", rows)


def _spread(odds: Result, unit: str) -> str:
    low, high = at_share(odds, 0.05), at_share(odds, 0.95)
    if len(odds.swings) == 1:
        return f"Every such battle ends with a swing of {signed(low)} {unit}."
    if low == high:
        return f"Nine battles out of ten end with a swing of {signed(low)} {unit}."
    return f"In nine battles out of ten the swing is between {signed(low)} and {signed(high)} {unit}."


def _actual(odds: Result, actual: float | None) -> str:
    """Return where the battle as it was fought lies among all results."""
    if actual is None or len(odds.swings) == 1:
        return ""
    return (
        f"This one ended with {signed(actual)}, the {percentile(odds.percentile(actual))} percentile for the attacker."
    )


def _survivors(name: str, survivors: tuple[Survivors, ...], force: Callable[[str], str]) -> None:
    widgets.question(f"What is left of the {name}?")
    lines = [
        (", ".join(filter(None, (force(one.units) if one.units else "Nothing", one.steps))), one.chance)
        for one in survivors[:MOST]
        if one.chance >= SMALL
    ]
    if (rest := 1 - sum(chance for _, chance in lines)) >= SMALL:
        lines.append(("Anything else", rest))
    rows = "".join(
        f'<tr><td>{safe(units)}</td><td><i style="width:{0.6 * chance:.1%}"></i><span>{share(chance)}</span></td></tr>'
        for units, chance in lines
    )
    st.html(f'<table class="sitrep-left" aria-label="Left of the {name}"><tbody>{rows}</tbody></table>')

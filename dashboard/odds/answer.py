"""What a page says of the odds of a battle: chances, what it costs, how far it may end from the average, what is left."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan

import polars as pl
import streamlit as st

from dashboard.charts.swings import swings_chart
from dashboard.odds.bars import bars
from dashboard.review.cards.drawing import signed
from dashboard.review.percentiles import placed
from dashboard.terminal.odds import SMALL
from dashboard.ui import widgets
from dashboard.ui.sampled import mean_told, share
from dashboard.ui.sampled import often as often_in
from dashboard.ui.templates import PARTS
from dashboard.ui.text import counted
from engine.odds.answers import Answer
from engine.odds.diving import told
from engine.odds.played_ledger import CLOSE
from engine.odds.result import Result, Survivors

MOST = 12
"""Lines of survivors that are shown."""
FEW, MANY = CLOSE.games, 2000
"""How often a page plays a battle that cannot be worked out: at once, as the lake has it of a battle that mattered, and when it is asked
to be surer."""
COMPOSED = 500
"""How often one is played whose forces a reader told."""


def show(found: Answer, unit: str, force: Callable[[str], str], actual: float | None = None) -> None:
    """Show the odds of a battle.

    Args:
        unit: printed name of the resource that losses are counted in. force: units as text to printed names. actual: the swing of
            the battle as it was fought.
    """
    odds = found.result
    widgets.question("Who wins?")
    widgets.answer(f"{who_wins(odds)} {_costs(odds, unit)}".strip())
    st.html(PARTS.figures(_chances(odds)))
    widgets.meaning("", precision(found))
    if odds.swings:
        _swings(odds, unit, actual)
    if odds.attackers or odds.defenders:
        left, right = st.columns(2)
        for column, name, survivors in ((left, "attacker", odds.attackers), (right, "defender", odds.defenders)):
            with column:
                _survivors(name, survivors, force, odds.samples or odds.played)


def who_wins(odds: Result) -> str:
    """Return who wins how often, in a sentence."""
    if not odds.win and not odds.lose and not odds.retreat:
        return "Such a battle has no winner."
    win, take, lose, held, away = (often(odds, one) for one in (odds.win, odds.take, odds.lose, odds.lose + odds.retreat, odds.retreat))
    took = f" and takes the area in {take}" if odds.take else ""
    if odds.retreat < SMALL:
        return f"The attacker wins {win} of such battles{took}; the defender wins {lose}."
    return f"The attacker wins {win} of such battles{took}; the defender holds in {held}, the attacker retreating in {away}."


def often(odds: Result, chance: float) -> str:
    """Return a chance of a battle in words, no better than the battles played for it can tell."""
    return often_in(chance, odds.samples)


def _costs(odds: Result, unit: str) -> str:
    if isnan(odds.attacker_lost):
        return ""
    if odds.samples or odds.played:
        mine, theirs, rounds = map(mean_told, (odds.attacker_lost, odds.defender_lost, odds.rounds), odds.errors)
        lasts = ", in 1 round" if rounds == "1.0" else f", in {rounds} rounds" if odds.rounds >= 0.05 else ""
        return f"The attacker loses {mine} {unit} on average, the defender {theirs}{lasts}."
    return f"The attacker loses {odds.attacker_lost:.1f} {unit} on average, the defender {odds.defender_lost:.1f}{_rounds(odds.rounds)}."


def _rounds(number: float) -> str:
    if number < 0.05:
        return ""
    return ", in 1 round" if f"{number:.1f}" == "1.0" else f", in {number:.1f} rounds"


def precision(found: Answer) -> str:
    """Return how the odds were found, and how sure they are."""
    if found.result.played:
        return (
            f"The chances and the swing are worked out through the title's rules, each way that the dice can fall. What is lost, what is "
            f"left and how long it takes is of {counted(found.result.played, 'battle')} played, because {found.sampled}."
        )
    if not found.result.samples:
        return f"Worked out exactly by the steps of the title's rules. {told(found.dive)}".rstrip()
    low, high = map(share, found.result.within(found.result.win))
    return (
        f"Played {counted(found.result.samples, 'time')} through the title's rules, because {found.sampled}. The chance that the "
        f"attacker wins lies between {low} and {high} (95% range)."
    )


def _chances(odds: Result) -> list[tuple[str, str]]:
    """Return the chances, each with its name."""
    away = odds.retreat >= SMALL
    held = ("Defender holds", odds.lose + odds.retreat) if away else ("Defender wins", odds.lose)
    always = [("Attacker wins", odds.win), held]
    others = [
        ("Takes the area", odds.take),
        ("Nobody wins", odds.draw),
        ("Attacker retreats", odds.retreat),
        ("Attacker loses aircraft", odds.attacker_aircraft),
        ("Defender loses aircraft", odds.defender_aircraft),
    ]
    told = always + [(name, chance) for name, chance in others if chance >= SMALL]
    # Aircraft are lost in battles played, even where the chances of the battle are exact.
    loose = odds._replace(samples=odds.samples or odds.played)
    return [(name, often(loose if "aircraft" in name else odds, chance)) for name, chance in told]


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
    (low, _), (_, high) = odds.swing_at(0.05), odds.swing_at(0.95)
    if len(odds.swings) == 1:
        return f"Every such battle ends with a swing of {signed(low)} {unit}."
    if low == high:
        return f"Nine battles out of ten end with a swing of {signed(low)} {unit}."
    return f"In nine battles out of ten the swing is between {signed(low)} and {signed(high)} {unit}."


def _actual(odds: Result, actual: float | None) -> str:
    """Return where the battle as it was fought lies among all results."""
    if actual is None or len(odds.swings) == 1:
        return ""
    return f"This one ended with {signed(actual)}, the {placed(odds.percentile(actual), odds.samples)} percentile for the attacker."


def _survivors(name: str, survivors: tuple[Survivors, ...], force: Callable[[str], str], samples: int) -> None:
    widgets.question(f"What is left of the {name}?")
    lines = [
        (", ".join(filter(None, (force(one.units) if one.units else "Nothing", one.steps))), one.chance)
        for one in survivors[:MOST]
        if one.chance >= SMALL
    ]
    if (rest := 1 - sum(chance for _, chance in lines)) >= SMALL:
        lines.append(("Anything else", rest))
    told = [(units, chance, often_in(chance, samples)) for units, chance in lines]
    bars(f"Left of the {name}", told)

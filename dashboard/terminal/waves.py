"""Attacks one after the other in the terminal."""

from __future__ import annotations

from dashboard.terminal.odds import as_rows, heading, precision
from dashboard.terminal.output import print_json, say
from dashboard.ui.sampled import mean_told, often
from engine.odds.waves import Wave, Waves
from engine.title.model import Title


def print_waves(title: Title, area: str, found: Waves, *, as_json: bool) -> None:
    """Print the odds of attacks one after the other."""
    if as_json:
        each = [{"needed": wave.needed, **(as_rows(wave.answer) if wave.answer else {})} for wave in found.each]
        print_json({"take": found.take, "attackers_lost": found.lost, "defender_lost": found.defender_lost, "attacks": each})
        return
    unit, sea = title.resources[title.resource].name, found.each[0].forces.at_sea
    for number, wave in enumerate(found.each, 1):
        whole = heading(title, wave.forces, area)
        say(f"Attack {number}: {whole if number == 1 else whole.partition(' against ')[0] + ' against what is left'}")
        say(f"  {said_of(number, wave, found.samples)}")
        if wave.answer:
            say(f"  {precision(wave.answer)}")
    say()
    swing = mean_told(found.defender_lost - found.lost, sum(found.errors), sign=True)
    say(f"{sum_of(found, sea)} {costs(found, unit)}: a swing of {swing}.")


def costs(found: Waves, unit: str) -> str:
    """Return what all attacks cost on average, a sentence without its stop."""
    mine, theirs = map(mean_told, (found.lost, found.defender_lost), found.errors)
    return f"The attackers lose {mine} {unit} on average, the defender {theirs}"


def said_of(number: int, wave: Wave, samples: int) -> str:
    """Return how often an attack is needed, and wins, in a sentence.

    Args:
        samples: how often the battles before it were played, where any was.
    """
    won = often(wave.answer.result.win, wave.answer.result.samples) if wave.answer else ""
    if number == 1:
        return f"It wins {won}."
    if not wave.answer:
        return f"It is needed {often(0.0, samples)} of the time." if samples else "It is never needed."
    return f"It is needed {often(wave.needed, samples)} of the time, and then wins {won}."


def sum_of(found: Waves, at_sea: bool) -> str:
    """Return what comes of all attacks together, in a sentence."""
    how = "All who can fight are destroyed" if at_sea else "The area is taken"
    return f"{how} in {often(found.take, found.samples)}."

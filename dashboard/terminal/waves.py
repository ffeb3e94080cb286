"""Attacks one after the other in the terminal."""

from __future__ import annotations

from dashboard.terminal.odds import as_rows, heading, precision, share
from dashboard.terminal.output import print_json, say
from engine.odds.waves import Waves
from engine.title.model import Title


def print_waves(title: Title, area: str, found: Waves, *, as_json: bool) -> None:
    """Print the odds of attacks one after the other."""
    if as_json:
        each = [{"needed": wave.needed, **(as_rows(wave.answer) if wave.answer else {})} for wave in found.each]
        print_json(
            {"take": found.take, "attackers_lost": found.lost, "defender_lost": found.defender_lost, "attacks": each}
        )
        return
    unit, sea = title.resources[title.resource].name, found.each[0].forces.at_sea
    for number, wave in enumerate(found.each, 1):
        whole = heading(title, wave.forces, area)
        say(f"Attack {number}: {whole if number == 1 else whole.partition(' against ')[0] + ' against what is left'}")
        say(f"  {said_of(number, wave.needed, wave.answer.result.win if wave.answer else 0.0)}")
        if wave.answer:
            say(f"  {precision(wave.answer)}")
    say()
    say(f"{sum_of(found, sea)} The attackers lose {found.lost:.1f} {unit} on average, the defender {found.defender_lost:.1f}: "
        f"a swing of {found.defender_lost - found.lost:+.1f}.")  # fmt: skip


def said_of(number: int, needed: float, win: float) -> str:
    """Return how often an attack is needed, and wins, in a sentence."""
    if number == 1:
        return f"It wins {share(win)}."
    return (
        f"It is needed {share(needed)} of the time, and then wins {share(win)}."
        if needed > 0
        else "It is never needed."
    )


def sum_of(found: Waves, at_sea: bool) -> str:
    """Return what comes of all attacks together, in a sentence."""
    how = "All who can fight are destroyed" if at_sea else "The area is taken"
    return f"{how} in {share(found.take)}."

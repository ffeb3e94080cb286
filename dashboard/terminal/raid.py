"""Strategic bombing raids in the terminal."""

from __future__ import annotations

from dashboard.terminal.odds import MOST
from dashboard.terminal.output import print_json, say
from dashboard.ui.sampled import mean_told, sampled
from engine.odds.raids import Raid
from engine.title.model import Title


def print_raid(title: Title, found: Raid, *, as_json: bool) -> None:
    """Print what a raid comes to."""
    if as_json:
        print_json({
            "damage": [{"points": points, "chance": round(chance, 9)} for points, chance in found.damage],
            "attackers_left": [{"units": units, "chance": round(chance, 9)} for units, chance in found.left],
            "mean_damage": round(found.mean, 9), "attacker_lost": round(found.attacker_lost, 9),
            "defender_lost": round(found.defender_lost, 9), "samples": found.samples, "area": found.area, "target": found.target,
        })  # fmt: skip
        return
    unit = title.resources[title.resource].name
    say(f"A raid on the {title.units[found.target].name} in {title.areas[found.area].name}.")
    say(f"Played {found.samples:,} times through the rules: 95% ranges.")
    mine, theirs = map(mean_told, (found.attacker_lost, found.defender_lost), found.errors)
    say(f"The raid does {mean_told(found.mean, found.error)} damage on average; the attacker loses {mine} {unit}, the defender {theirs}.")
    say()
    for points, chance in found.at_least():
        if points:
            say(f"at least {points:>2} damage  {sampled(chance, found.samples):>6}")
    say()
    for units, chance in found.left[:MOST]:
        say(f"{units or 'nobody'} left  {sampled(chance, found.samples)}")

"""Titles whose battles have steps of their own: the exact odds do not know them, and their battles are played instead."""

from __future__ import annotations

from engine.families import family_of
from engine.odds.battle import Forces
from engine.odds.fighters import Units
from engine.odds.result import Result
from engine.rules import load_rules
from engine.title.kept import per_title
from engine.title.model import Title

FIRST, GAMES = 8, 32
"""How often bots have a battle played: so often, and where that does not end alike each time, anew and more often."""


@per_title
def own_steps(title: Title, roughly: bool) -> str:
    """Return by which of its own steps a title fights battles that the exact odds do not know; empty if by none.

    Args:
        roughly: whether it will do for bots that some steps are left out, of which the title says that they may be.
    """
    family = family_of(title)
    return family.unfollowed(title, roughly) if family and family.unfollowed else ""


@per_title
def has_rules(title: Title) -> bool:
    """Return whether a title has rules, and not tables alone, as the map of a save."""
    try:
        load_rules(title)
    except LookupError:
        return False
    return True


def played(title: Title, attackers: Units, defenders: Units, at_sea: bool) -> Result | None:
    """Return the shares of the ends of a battle that is played by the rules; None if they begin no such battle.

    Args:
        attackers, defenders: (unit, power) to how many; the power does not matter.
    """
    family = family_of(title)
    if family is None or family.sampled is None:
        return None
    theirs = next(iter(title.turns))
    mine = next((one for one in title.turns if title.side_of[one] != title.side_of[theirs]), theirs)
    forces = Forces(_of(attackers, mine), _of(defenders, theirs), at_sea)
    seed = f"{sorted(forces.attackers.items())} {sorted(forces.defenders.items())}"
    try:
        found = family.sampled(title, forces, games=FIRST, seed=seed)
        return found if found.win in (0.0, 1.0) else family.sampled(title, forces, games=GAMES, seed=f"{seed} anew")
    except ValueError:
        return None


def _of(units: Units, power: str) -> Units:
    return {(unit, power): n for (unit, _), n in units.items()}

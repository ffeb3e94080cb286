"""Titles whose battles have steps of their own: the exact odds do not know them, and their battles are played instead."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engine.families import family_of
from engine.odds.battle import Forces
from engine.odds.fighters import Units
from engine.rules import load_rules
from engine.title.model import Title
from engine.title.per_title import per_title

STAGES = (3, 5, 12)
"""How often bots have a battle played: so often, and so often again while it is open who wins."""
PLAIN = 0.9
"""Chance by the exact odds, which know all but the title's own steps, from which on a few plays that end so are believed."""


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


def played(
    title: Title,
    attackers: Units,
    defenders: Units,
    at_sea: bool,
    expected: float,
    options: Mapping[str, str] = MappingProxyType({}),
) -> tuple[float, float, float, float] | None:
    """Return the share of wins and of areas taken, and the mean losses of both sides, of a battle that is played by the rules.

    Args:
        attackers, defenders: (unit, power) to how many; the power does not matter. expected: the attacker's chance by the exact odds: it
            is no part of the result, but says whether a few plays that all end alike are enough. options: those of the game that are
            not at their default.

    Returns:
        None if the rules begin no such battle.
    """
    family = family_of(title)
    if family is None or family.sampled is None:
        return None
    theirs = next(iter(title.turns))
    mine = next((one for one in title.turns if title.side_of[one] != title.side_of[theirs]), theirs)
    forces = Forces(_of(attackers, mine), _of(defenders, theirs), at_sea)
    seed = f"{sorted(forces.attackers.items())} {sorted(forces.defenders.items())}"
    sums, done = [0.0] * 4, 0
    told: dict[str, Any] = {"options": options} if options else {}
    for stage, games in enumerate(STAGES):
        try:
            found = family.sampled(title, forces, games=games, seed=f"{seed} {stage}", **told)
        except ValueError:
            return None
        done += games
        ends = found.win, found.take, found.attacker_lost, found.defender_lost
        sums = [so_far + games * one for so_far, one in zip(sums, ends, strict=True)]
        share = sums[0] / done
        if share in (0.0, 1.0) and (stage or abs(share - expected) <= 1 - PLAIN):
            break
    win, take, lost, gained = (one / done for one in sums)
    return win, take, lost, gained


def _of(units: Units, power: str) -> Units:
    return {(unit, power): n for (unit, _), n in units.items()}

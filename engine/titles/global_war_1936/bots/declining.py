"""Battles at sea that greedy bots leave alone: transports have better to do, or a doctrine or pact allows them elsewhere alone."""

from __future__ import annotations

from engine.families.axis_allies.board import condition_of, own_stacks
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.vocabulary import MOVED
from engine.titles.global_war_1936.treaties.bounds import is_beyond


def is_idle_fight(view: View, zone: str) -> bool:
    """Return whether a battle in a zone only keeps laden transports from sailing on: submarines dive, and who has fought stays.

    So is one beyond the bounds of a doctrine or pact, which nobody may begin (sections 5.7, 14.2).
    """
    if is_beyond(view.position, zone):
        return True
    laden = (key for key, _ in own_stacks(view.position, zone, view.power) if condition_of(key).cargo)
    return any(not condition_of(key).target and MOVED not in condition_of(key).words for key in laden)

"""Areas that greedy bots want for victory points, once the end is in sight (section 3)."""

from __future__ import annotations

from engine.families.axis_allies.bots.greedy.view import View
from engine.title.kept import per_title
from engine.title.model import Title
from engine.titles.global_war_1936 import calendar, objectives
from engine.titles.global_war_1936.nations import alliance, home
from engine.titles.global_war_1936.politics import income
from engine.titles.global_war_1936.settings import sheets

FROM, POINT = "1943-01", 5.0
"""The month from which points are played for, and what one is worth, in money."""
REDS = "soviet-union"
LANDS = {"germany": objectives.LEBENSRAUM, "japan": (*objectives.MATERIALS, *((area,) for area in objectives.ISLANDS))}
"""Nation to groups of areas each of which scores a point for it when it holds them all."""


def prize(view: View, area: str) -> float:
    """Return what a hostile area is worth for the points that taking it wins, or takes from an enemy."""
    if not calendar.is_from(view.position, FROM):
        return 0.0
    return POINT * (_home(view, area) + _red(view, area) + _lands(view, area) + _empire(view, area))


@per_title
def _homes(title: Title) -> dict[str, str]:
    """Return area of value to the nation whose home country it is of."""
    nations = (power for power in title.turns if power in sheets(title))
    return {area: power for power in nations for area in home(title, power) if title.areas[area].value}


def _home(view: View, area: str) -> bool:
    """Whether a home area goes back to one's own side, or is taken from an enemy whose home it is (section 3.3)."""
    nation = _homes(view.title).get(area, "")
    if not nation:
        return False
    ours = alliance(view.title, nation) == alliance(view.title, view.power)
    return ours or view.position.state.control.get(area) == nation


def _red(view: View, area: str) -> bool:
    """Whether an area of value is new to the Soviet Union, and scores for it; its own armies want the value anyway."""
    if view.position.state.control.get(area) != REDS or not view.title.areas[area].value:
        return False
    return income.start_control(view.position).get(area) != REDS


def _empire(view: View, area: str) -> bool:
    """Whether Italy holds an area that it did not hold as the scenario began: two of them score for it."""
    return view.position.state.control.get(area) == "italy" and income.start_control(view.position).get(area) != "italy"


def _lands(view: View, area: str) -> bool:
    """Whether an area completes a group that scores for the nation on turn, or breaks one of an enemy."""
    held = view.position.state.control
    for nation, groups in LANDS.items():
        for group in groups:
            others = (held.get(other) == nation for other in group if other != area)
            if area in group and nation in (view.power, held.get(area)) and all(others):
                return True
    return False

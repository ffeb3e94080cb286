"""Areas that greedy bots want for victory points, once the end is in sight (section 3)."""

from __future__ import annotations

from engine.families.axis_allies.bots.greedy.view import View
from engine.title.model import Title
from engine.title.per_title import per_title
from engine.titles.global_war_1936.bots.months import share
from engine.titles.global_war_1936.economy import income
from engine.titles.global_war_1936.nations import alliance, home
from engine.titles.global_war_1936.politics import objectives, predicates
from engine.titles.global_war_1936.settings import sheets
from engine.titles.global_war_1936.tables import Term

POINT = 5.0
"""What a point is worth once points are played for, in money."""


def prize(view: View, area: str) -> float:
    """Return what a hostile area is worth for the points that taking it wins, or takes from an enemy."""
    worth = POINT * share(view.position, "prizes", 0.0)
    return worth and worth * (_home(view, area) + _scores(view, area))


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


def _scores(view: View, area: str) -> int:
    """Return how many of the prized objectives an area completes or breaks.

    Such an objective asks for all of a group of areas, for some of a list, or for new ones. New areas are taken from who holds them alone:
    who gains them wants their value anyway.
    """
    return sum(any(_counts(view, area, term) for part in parts for term in part) for parts in _prized(view.title))


@per_title
def _prized(title: Title) -> tuple[tuple[tuple[Term, ...], ...], ...]:
    rows = [(nation, row) for nation, found in objectives.objectives(title).items() for row in found.values() if row.prized]
    return tuple(tuple(objectives.terms(title)[nation, row.objective].values()) for nation, row in rows)


def _counts(view: View, area: str, term: Term) -> bool:
    held, nation = view.position.state.control, term.nation
    if term.test == "gained":
        began = income.start_control(view.position).get(area)
        return held.get(area) == nation != began and view.title.areas[area].value >= term.worth
    inside = predicates.areas(view.title, term.where) if term.test in ("all", "held") else ()
    if area not in inside or nation not in (view.power, held.get(area)):
        return False
    return term.test == "held" or all(held.get(other) == nation for other in inside if other != area)

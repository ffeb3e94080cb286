"""Victory points: objectives of the nations, objective cities taken, home areas lost (section 3).

The objectives are rows of `objectives.csv` and `objective_terms.csv`; `predicates.py` measures what a row asks.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.events import VictoryPointsScored
from engine.families.axis_allies.heirs import SURRENDERED
from engine.play import Play
from engine.rules import Position
from engine.title.model import Title
from engine.title.own_tables import own_rows
from engine.title.per_title import per_title
from engine.titles.global_war_1936.economy import income
from engine.titles.global_war_1936.nations import alliance, home, members
from engine.titles.global_war_1936.politics import predicates
from engine.titles.global_war_1936.politics.predicates import new_ports, new_zones, started
from engine.titles.global_war_1936.settings import sheets
from engine.titles.global_war_1936.tables import Objective, Term, role, vichy
from engine.titles.global_war_1936.vocabulary import AMERICA_INVADED

MEASURE = "victory-points"


@per_title
def objectives(title: Title) -> Mapping[str, Mapping[str, Objective]]:
    """Return nation to its objectives, each by its slug."""
    found: dict[str, dict[str, Objective]] = {}
    for row in own_rows(title, "objectives", Objective):
        found.setdefault(row.nation, {})[row.objective] = row
    return found


@per_title
def terms(title: Title) -> Mapping[tuple[str, str], Mapping[str, tuple[Term, ...]]]:
    """Return nation and objective to its parts, each with its terms."""
    found: dict[tuple[str, str], dict[str, tuple[Term, ...]]] = {}
    for row in own_rows(title, "objective_terms", Term):
        parts = found.setdefault((row.nation, row.objective), {})
        parts[row.part] = (*parts.get(row.part, ()), row)
    return found


def _parts(position: Position, nation: str, objective: str) -> list[tuple[Term, ...]]:
    """Return the parts of an objective that count in this scenario."""
    parts = terms(position.title).get((nation, objective), {}).values()
    return [part for part in parts if all(term.scenario in ("", position.state.scenario) for term in part)]


def _measure(position: Position, term: Term) -> int:
    """Return what a term gives its part: its number, or whether that is within its bounds."""
    found = _fresh(position, term) if term.besides else predicates.number(position, term)
    if term.least is None and term.most is None:
        return found
    return int((term.least is None or found >= term.least) and (term.most is None or found <= term.most))


def _fresh(position: Position, term: Term) -> int:
    """Return how many new areas of some worth no other objective scores: one of several new ports, that costs least, stands for all."""
    taken = set[str]()
    for objective in term.besides:
        part = next((part for part in _parts(position, term.nation, objective) if _reached(position, part)), ())
        for one in part:
            taken |= _scored(position, one, taken)
    return len({area for power in term.who for area in new_zones(position, power, term.worth)} - taken)


def _scored(position: Position, term: Term, taken: set[str]) -> set[str]:
    """Return the areas that a term which holds is scored for."""
    if term.test != "ports":
        return set(predicates.areas(position.title, term.where))
    new = new_ports(position, term)
    if predicates.number(position, term) > len(new):
        return set()
    price = {area: area not in taken and position.title.areas[area].value > 0 for area in new}
    return {min(price, key=lambda area: (price[area], area))}


def _reached(position: Position, part: tuple[Term, ...]) -> int:
    return min((_measure(position, term) for term in part), default=0)


def scores(position: Position, nation: str) -> dict[str, int]:
    """Return objective to the points that a nation has for it."""
    return {
        slug: row.points * min(row.most, sum(_reached(position, part) for part in _parts(position, nation, slug)))
        for slug, row in objectives(position.title).get(nation, {}).items()
    }


def points(position: Position, nation: str) -> int:
    """Return the victory points of a nation: objectives, cities taken, home areas lost; none once it has surrendered.

    Free France scores the objectives of France that has surrendered, but the home that this has lost costs it nothing.
    """
    leader = income.leader_of(position.title, nation)
    fallen = position.state.standing.get(leader) == SURRENDERED
    if fallen and nation != vichy(position.title).fallen:
        return 0
    cities = len(cities_taken(position, vichy(position.title).exile if fallen else nation)) if nation == leader else 0
    if position.options.get("victory") == "cities":
        return cities
    found = min(sheets(position.title)[nation].points, sum(scores(position, nation).values())) + cities
    return found if fallen else found - len(home_lost(position, nation))


def cities_taken(position: Position, nation: str) -> list[str]:
    """Return the objective cities that a nation holds and that were an opposing player's as the scenario began (section 3.2)."""
    before, title = income.start_control(position), position.title
    return [
        area
        for area in title.victory_cities
        if position.state.control.get(area) == nation
        and before.get(area) in title.turns
        and alliance(title, before[area]) != alliance(title, nation)
    ]


def home_lost(position: Position, nation: str) -> list[str]:
    """Return the areas of value of a nation's home country that its enemies hold (section 3.3)."""
    inside = home(position.title, nation) if nation in sheets(position.title) else ()
    leader = income.leader_of(position.title, nation)
    mine = set(started(position, leader))
    return [
        area
        for area in inside
        if position.title.areas[area].value
        and area in mine
        and position.relation(leader, position.state.control.get(area, leader)) == "war"
    ]


def totals(position: Position) -> dict[str, int]:
    """Return alliance to its victory points."""
    title = position.title
    found = dict.fromkeys((side for side in title.sides if members(title, side)), 0)
    for nation in objectives(title):
        found[alliance(title, nation)] += points(position, nation)
    return found


def score(play: Play) -> None:
    """Tell what each alliance has as a calendar turn ends."""
    for side, total in totals(play.position).items():
        before = play.state.points.get((side, MEASURE), 0)
        if total != before:
            play.emit(VictoryPointsScored(side, MEASURE, total - before, total, "round"))


def note_invasion(play: Play) -> None:
    """Remember that somebody of another alliance has held a home area of the United States (Monroe doctrine)."""
    if AMERICA_INVADED.read(play.state):
        return
    title = play.title
    for area in home(title, role(title, "american").powers[0]):
        holder = play.state.control.get(area, "")
        if holder in title.turns and alliance(title, holder) != "allies":
            AMERICA_INVADED.emit(play, "yes")
            return


def leaders(position: Position) -> list[str]:
    """Return the alliances with most victory points: one, or several that are tied (section 3.4)."""
    found = totals(position)
    return [side for side, total in found.items() if total == max(found.values())]

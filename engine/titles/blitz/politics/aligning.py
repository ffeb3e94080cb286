"""Minor countries that find an ally (sections 3.2, 3.3)."""

from __future__ import annotations

from collections.abc import Callable

from engine import events as ev
from engine.play import Play
from engine.rules import Position
from engine.title.model import Title
from engine.title.own_tables import own_rows
from engine.title.per_title import per_title
from engine.titles.blitz.politics import france, road
from engine.titles.blitz.politics_tables import Alignment, alignments, area_shares, role, shared_countries, vichy
from engine.titles.blitz.position import board, changes, ways
from engine.titles.blitz.position.supply import neighbours, supplied
from engine.titles.blitz.tables import Country, counters, countries, minor_units
from engine.titles.blitz.vocabulary import ALLY, VICHY_FRANCE


def align(play: Play, country: str, power: str, how: str = "aligned", attacked: str = "") -> None:
    """Ally a neutral country with a power: control of its lands, and its units (3.2, 3.3)."""
    position = play.position
    ALLY.set(play, power, country)
    for area in board.areas_of(position, country):
        if not board.holder(position, area) and board.is_in_play(position, area):
            new = power
            share = area_shares(play.title).get((area, board.side_of(position, power)), "")
            if share and board.plays(position, share):
                new = share
            play.emit(ev.ControlChanged(area, "", new, "aligned"))
    _wake(play, country, power)
    if country == vichy(play.title) and attacked == "axis" and france.all_ours(position, role(play.title, "french-africa"), "allies"):
        france.leave_out(play, power)
    _set_up(play, country, power, how)


def _set_up(play: Play, country: str, power: str, how: str) -> None:
    """Set up the units of a country that has found an ally; those of Brazil and Mexico may join the Force Pool (3.3)."""
    home = counters(play.title)
    for key in sorted(key for key in play.state.stacks if key.power == board.NEUTRAL and key.area == role(play.title, "minors-box")):
        if home[key.unit].home != country:
            continue
        owner, area = power, minor_units(play.title)[key.unit]
        if country in shared_countries(play.title):
            owner = board.holder(play.position, area) or power
        changes.hand_over(play, key, owner, how)
        key = key._replace(power=owner)
        if countries(play.title)[country].pool and how != "declared-upon" and not _axis_near(play.position, country):
            changes.put_in_box(play, key, changes.box(owner, changes.POOL), how)
        else:
            changes.move(play, key, area, "", cause=how)
    for key in [k for k in board.on_map(play.position) if k.power == board.NEUTRAL and board.country_at(play.position, k.area) == country]:
        changes.hand_over(play, key, power, how)


def _wake(play: Play, country: str, power: str) -> None:
    """Units of a country that were added before it was an ally join the Force Pool now (7.3); French ones wait to be freed (3.4)."""
    if VICHY_FRANCE.read(play.state) and country in france.lost_with_france(play.title):
        return
    for key in sorted(key for key in play.state.stacks if key.area.endswith(changes.ASIDE)):
        if counters(play.title)[key.unit].home == country and not board.is_conquered(play.position, country):
            if key.power != power:
                changes.hand_over(play, key, power, "aligned")
            changes.put_in_box(play, key._replace(power=power), changes.box(power, changes.POOL), "aligned")


def _axis_near(position: Position, country: str) -> bool:
    """Return whether an Axis-controlled land unit is so few aircraft moves from a country that its units are set up (3.3)."""
    near = air_circle(position.title, board.areas_of(position, country), countries(position.title)[country].pool)
    return any(board.stands_in(position, area, "axis", "land") for area in near if position.title.areas[area].kind == "land")


@per_title
def air_circle(title: Title, areas: tuple[str, ...], most: int) -> tuple[str, ...]:
    """Return the areas within so many aircraft moves of some areas, whoever holds what is between; sorted."""
    return tuple(sorted({area for start in areas for area, cost in ways.distances(title, start).items() if cost <= most}))


def suitor(position: Position, country: str) -> str:
    """Return the power that allies a neutral country now by section 3.3; empty for none."""
    for row in alignments(position.title).get(country, ()):
        if not row.choice or road.holds(position, row.choice):
            power = _WAYS[row.rule](position, row)
            if power:
                return power
    return ""


def _at_war(position: Position, row: Alignment) -> str:
    fights = board.at_war(position, row.power, row.foe) if row.foe else board.fights_majors(position, row.power)
    return row.power if fights else ""


def _held(position: Position, row: Alignment) -> str:
    return row.power if board.holder(position, row.area) == row.power else ""


def _side_holds(position: Position, row: Alignment) -> str:
    return row.power if board.is_ours(position, board.side_of(position, row.power), row.area) else ""


def _visitor(position: Position, row: Alignment) -> str:
    """Return an Axis power that has a land unit of a major power in a land area of its own so many aircraft moves away (3.3)."""
    majors = {row.country for row in own_rows(position.title, "countries", Country) if row.major}
    for area in air_circle(position.title, board.areas_of(position, row.country), row.needs):
        power = board.holder(position, area)
        lands = board.stands_in(position, area, "axis", "land") if board.side_of(position, power) == "axis" else []
        if any(key.power == power and counters(position.title)[key.unit].home in majors for key in lands):
            return power
    return ""


def _coast_clear(position: Position, row: Alignment) -> str:
    """Return the power if its enemies hold no land area on a sea (3.3)."""
    side = board.side_of(position, row.power)
    holders = (board.holder(position, area) for area in ways.shore(position, row.area))
    return row.power if {board.side_of(position, holder) for holder in holders} <= {side, ""} else ""


def _doors(position: Position, row: Alignment) -> str:
    """Return the power if it controls and supplies so many land areas beside a country (3.3)."""
    held = [area for area in _beside(position.title, board.areas_of(position, row.country)) if board.holder(position, area) == row.power]
    reach = supplied(position, row.power) if held else frozenset()
    return row.power if sum(area in reach for area in held) >= row.needs else ""


@per_title
def _beside(title: Title, own: tuple[str, ...]) -> frozenset[str]:
    """Return the land areas beside those of a country."""
    near = neighbours(title, "land")
    return frozenset(other for area in own for other in near[area] if title.areas[other].kind == "land").difference(own)


_WAYS: dict[str, Callable[[Position, Alignment], str]] = {
    "visitor": _visitor,
    "coast-clear": _coast_clear,
    "war": _at_war,
    "held": _held,
    "side-holds": _side_holds,
    "doors-held": _doors,
}
"""Rule of alignments.csv to the power that a row gives a country to now, if it does."""

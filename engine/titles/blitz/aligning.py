"""Minor countries that find an ally (sections 3.2, 3.3)."""

from __future__ import annotations

from engine import events as ev
from engine.play import Play
from engine.rules import Position
from engine.titles.blitz import board, changes, france, road, ways
from engine.titles.blitz.supply import neighbours, supplied
from engine.titles.blitz.tables import counters, minor_units
from engine.titles.blitz.vocabulary import ALLY, VICHY_FRANCE


def align(play: Play, country: str, power: str, how: str = "aligned", attacked: str = "") -> None:
    """Ally a neutral country with a power: control of its lands, and its units (3.2, 3.3)."""
    position = play.position
    ALLY.set(play, power, country)
    for area in board.areas_of(position, country):
        if not board.holder(position, area) and board.is_in_play(position, area):
            new = power
            if country == "belgium-netherlands" and board.side_of(position, power) == "axis" and area != country:
                new = "japan" if board.plays(position, "japan") else power
            play.emit(ev.ControlChanged(area, "", new, "aligned"))
    _wake(play, country, power)
    if country == board.VICHY and attacked == "axis" and france.all_ours(position, "french-north-africa", "allies"):
        france.leave_out(play, power)
    _set_up(play, country, power, how)


def _set_up(play: Play, country: str, power: str, how: str) -> None:
    """Set up the units of a country that has found an ally; those of Brazil and Mexico may join the Force Pool (3.3)."""
    home = counters(play.title)
    for key in sorted(key for key in play.state.stacks if key.power == board.NEUTRAL and key.area == board.MINORS):
        if home[key.unit].home != country:
            continue
        owner, area = power, minor_units(play.title)[key.unit]
        if country == "belgium-netherlands":
            owner = board.holder(play.position, area) or power
        changes.hand_over(play, key, owner, how)
        key = key._replace(power=owner)
        if country in ("brazil", "mexico") and how != "declared-upon" and not _axis_near(play.position, country):
            changes.put_in_box(play, key, changes.box(owner, changes.POOL), how)
        else:
            changes.move(play, key, area, "", cause=how)
    for key in [
        k
        for k in board.on_map(play.position)
        if k.power == board.NEUTRAL and board.country_at(play.position, k.area) == country
    ]:
        changes.hand_over(play, key, power, how)


def _wake(play: Play, country: str, power: str) -> None:
    """Units of a country that were added before it was an ally join the Force Pool now (7.3); French ones wait to be freed (3.4)."""
    if VICHY_FRANCE.read(play.state) and country in (*france.BESIDE_FRANCE, board.VICHY):
        return
    for key in sorted(key for key in play.state.stacks if key.area.endswith(changes.ASIDE)):
        if counters(play.title)[key.unit].home == country and not board.is_conquered(play.position, country):
            if key.power != power:
                changes.hand_over(play, key, power, "aligned")
            changes.put_in_box(play, key._replace(power=power), changes.box(power, changes.POOL), "aligned")


def _axis_near(position: Position, country: str) -> bool:
    """Return whether an Axis-controlled land unit is four or fewer aircraft moves from a country (3.3)."""
    near = air_circle(position, board.areas_of(position, country), 4)
    return any(
        board.stands_in(position, area, "axis", "land") for area in near if position.title.areas[area].kind == "land"
    )


def air_circle(position: Position, areas: tuple[str, ...], most: int) -> set[str]:
    """Return the areas within so many aircraft moves of some areas, whoever holds what is between."""
    return {area for start in areas for area, cost in ways.distances(position.title, start).items() if cost <= most}


def suitor(position: Position, country: str) -> str:
    """Return the power that allies a neutral country now by section 3.3; empty for none."""
    paris = board.side_of(position, board.holder(position, "paris"))
    if country in ("argentina", "paraguay-uruguay"):
        return _visitor(position, country)
    if country == "balkans":
        sides = _mediterranean(position)
        return "germany" if "allies" not in sides else "afa" if "axis" not in sides else ""
    if country in ("brazil", "mexico"):
        return "usa" if board.usa_at_war(position) and road.holds(position, "monroe-doctrine") else ""
    if country in ("central-europe", "finland"):
        drawn_in = board.at_war(position, "germany", "ussr") and road.holds(position, "anti-comintern-pact")
        return "germany" if drawn_in else ""
    if country == "iberia":
        return "germany" if board.holder(position, "gibraltar") == "germany" else ""
    if country == "near-east":
        return "germany" if len(_doors(position)) >= 2 else ""
    if country == "south-east-asia":
        return "japan" if board.at_war(position, "japan", "afa") or paris == "axis" else ""
    if country == "turkey":
        return "germany" if board.holder(position, "caucasus-mountains") == "germany" else ""
    return ""


def _visitor(position: Position, country: str) -> str:
    """Return an Axis power that has a land unit of a major power in a land area of its own four or fewer aircraft moves away (3.3)."""
    majors = {row.country for row in position.title.own["countries"] if row.major}
    for area in sorted(air_circle(position, board.areas_of(position, country), 4)):
        power = board.holder(position, area)
        lands = board.stands_in(position, area, "axis", "land") if board.side_of(position, power) == "axis" else []
        if any(key.power == power and counters(position.title)[key.unit].home in majors for key in lands):
            return power
    return ""


def _mediterranean(position: Position) -> set[str]:
    shores = ways.shore(position, "mediterranean-sea")
    return {board.side_of(position, board.holder(position, area)) for area in shores}


def _doors(position: Position) -> list[str]:
    """Return the land areas adjacent to the Near East that Germany controls and supplies (3.3)."""
    near, own = neighbours(position.title, "land"), board.areas_of(position, "near-east")
    beside = {other for area in own for other in near[area] if position.title.areas[other].kind == "land"} - set(own)
    held = sorted(area for area in beside if board.holder(position, area) == "germany")
    reach = supplied(position, "germany") if held else frozenset()
    return [area for area in held if area in reach]

"""Units and areas as the rules see them: types, sizes, homes, who is at war with whom, who may stand where (sections 1., 3.1)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.condition import parse_condition
from engine.derived import derived_from
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Title
from engine.title.own_tables import own_rows
from engine.title.per_title import per_title
from engine.titles.blitz import dates
from engine.titles.blitz.politics_tables import Partners, china, china_entry, france, vichy
from engine.titles.blitz.settings import ScenarioRules, allies, game_rules, in_play
from engine.titles.blitz.settings import snow as snow_rules
from engine.titles.blitz.tables import Counter, Port, Terrain, counters, countries, country_of, figure, places, ports, terrains
from engine.titles.blitz.vocabulary import (
    ALLY,
    AT_SEA_OF,
    CONQUERED,
    FACTORY,
    GROUND,
    HOME,
    PORT,
    SPOILS,
    VICHY_FRANCE,
    WAR,
)

NEUTRAL = "neutral"
NOBODY = "nobody"
WARSHIPS = ("BB", "CV", "SUB")
COMMITTED = (GROUND, FACTORY, PORT)
"""Words of a unit that is committed to a land area combat, one for each kind of attack."""
SETTLED = ("control", "relations", "markers", "turn")
"""Facts that stay the same while units move and fight."""


def counter(title: Title, unit: str) -> Counter:
    """Return the counter of a unit."""
    return counters(title)[unit]


def kind_of(title: Title, unit: str) -> str:
    """Return land, air or sea."""
    return title.units[unit].cls


def type_of(title: Title, unit: str) -> str:
    """Return a unit's type: INF, ARM, BB, ... (section 1.2)."""
    return counters(title)[unit].type


def root_of(title: Title, unit: str) -> str:
    """Return the Small counter of a unit, whichever of its two is meant."""
    return counters(title)[unit].small or unit


def is_big(title: Title, unit: str) -> bool:
    """Return whether a counter is a Big one."""
    return bool(counters(title)[unit].small)


def printed(title: Title, key: Stack, factor: str) -> int:
    """Return the printed factor of a unit at its size: land, air, naval or strategic; 0 where it has none."""
    row = counters(title)[key.unit]
    values: tuple[int, ...] = getattr(row, factor)
    if not values:
        return 0
    first = 3 if row.small else 1
    return values[min(max(key.strength - first, 0), len(values) - 1)]


@derived_from("units")
def on_map(position: Position) -> tuple[Stack, ...]:
    """Return the key of every unit on the map, sorted."""
    areas, board = position.title.areas, position.board.items()
    return tuple(key for area, stacks in board if areas[area].kind != "box" for key, _ in stacks)


def find(position: Position, unit: str) -> Stack | None:
    """Return where a unit is, on the map or in a box; None when it is out of the game."""
    return where(position).get(unit)


def find_all(position: Position, units: Iterable[str]) -> list[Stack]:
    """Return where units are, on the map or in a box, in their order, without those that are out of the game."""
    there = where(position)
    return [there[unit] for unit in units if unit in there]


@derived_from("units")
def on_map_of(position: Position, side: str) -> tuple[Stack, ...]:
    """Return the key of every unit of a side on the map, sorted."""
    return tuple(key for key in on_map(position) if side_of(position, key.power) == side)


@derived_from("units")
def where(position: Position) -> dict[str, Stack]:
    """Return unit to its stack; made once for each change of the stacks."""
    return {key.unit: key for key in position.state.stacks}


def is_boxed(position: Position, key: Stack) -> bool:
    """Return whether a unit is in a box beside the map."""
    return position.title.areas[key.area].kind == "box"


def words(key: Stack) -> tuple[str, ...]:
    """Return the words of a unit's condition."""
    return parse_condition(key.condition).words


def has(key: Stack, word: str) -> bool:
    """Return whether a unit's condition has a word."""
    return word in parse_condition(key.condition).words


def is_aboard(key: Stack) -> bool:
    """Return whether a land unit rides on a TRS."""
    return parse_condition(key.condition).aboard


def capacity(position: Position, ship: Stack) -> int:
    """Return the Sizes of land units that a TRS can carry: twice its own (4.2)."""
    return figure(position.title, "transport-load") * ship.strength


def rules_of(position: Position) -> ScenarioRules:
    """Return what the scenario plays with."""
    return game_rules(position.title, position.state.scenario)


def lacks(position: Position, rule: str) -> bool:
    """Return whether a scenario is played without a rule that a later one introduces (A to E)."""
    return rule in rules_of(position).lacks


def plays(position: Position, power: str) -> bool:
    """Return whether a power acts in this scenario and is not out of the game."""
    return power in rules_of(position).powers and position.state.standing.get(power) != "conquered"


def powers_of(position: Position, side: str) -> tuple[str, ...]:
    """Return the powers of a side that act, in the order of play."""
    return tuple(p for p in rules_of(position).powers if position.title.side_of[p] == side and plays(position, p))


def is_in_play(position: Position, area: str) -> bool:
    """Return whether an area is in play (Map Areas in Play)."""
    return area in in_play(position.title, position.state.scenario)


def side_of(position: Position, power: str) -> str:
    """Return a power's side; empty for nobody."""
    return position.title.side_of.get(power, "")


def holder(position: Position, area: str) -> str:
    """Return who controls a land area; empty for nobody."""
    return position.state.control.get(area, "")


def is_ours(position: Position, side: str, area: str) -> bool:
    """Return whether a land area is friendly to a side (section 1.5)."""
    return bool(side) and side_of(position, holder(position, area)) == side


def country_at(position: Position, area: str) -> str:
    """Return the country that a land area is in now: Vichy France is one of its own once France has fallen (3.4)."""
    return _country_at(position.title, area, fallen=bool(VICHY_FRANCE.read(position.state)))


def _country_at(title: Title, area: str, *, fallen: bool) -> str:
    return vichy(title) if fallen and area in title.regions[vichy(title)] else country_of(title)[area]


def areas_of(position: Position, country: str) -> tuple[str, ...]:
    """Return the land areas of a country now."""
    return _areas_of(position.title, country, bool(VICHY_FRANCE.read(position.state)))


@per_title
def _areas_of(title: Title, country: str, fallen: bool) -> tuple[str, ...]:
    areas, whole = title.regions[country], countries(title)[country].part
    return tuple(area for area in areas if whole or _country_at(title, area, fallen=fallen) == country)


def is_whole(position: Position, country: str) -> bool:
    """Return whether a country has areas now, and all of them are in play."""
    return _is_whole(position.title, position.state.scenario, country, bool(VICHY_FRANCE.read(position.state)))


@per_title
def _is_whole(title: Title, scenario: str, country: str, fallen: bool) -> bool:
    areas = _areas_of(title, country, fallen)
    return bool(areas) and in_play(title, scenario).issuperset(areas)


def ally_of(position: Position, country: str) -> str:
    """Return the power that a country is allied with, or a home of; empty while it is neutral."""
    told = ALLY.read(position.state, country)
    return "" if told == NOBODY else told or first_ally(position, country)


def first_ally(position: Position, country: str) -> str:
    """Return the power that a country was allied with, or a home of, before the scenario's first turn; empty for a neutral one."""
    return allies(position.title, position.state.scenario)[country]


def is_conquered(position: Position, country: str) -> bool:
    """Return whether a country is conquered (3.4)."""
    return bool(CONQUERED.read(position.state, country))


def home_of(position: Position, unit: str) -> str:
    """Return a unit's home country: the printed one, or another since that was conquered (3.4)."""
    return HOME.read(position.state, root_of(position.title, unit)) or counters(position.title)[unit].home


def is_chinese(position: Position, unit: str) -> bool:
    """Return whether a unit's printed home is China."""
    return counters(position.title)[unit].home == china(position.title)


def at_war(position: Position, one: str, two: str) -> bool:
    """Return whether two powers are at war."""
    return bool(one) and bool(two) and NEUTRAL not in (one, two) and position.relation(one, two) == "war"


def minor_at_war(position: Position, country: str, power: str) -> bool:
    """Return whether a country fights a power that its own major power is at peace with (3.1, 3.2)."""
    return bool(WAR.read(position.state, country, power))


def is_minors(position: Position, area: str, power: str) -> bool:
    """Return whether a land area is in a country that fights a power alone, or was taken by one of its units (3.2)."""
    fighters = (country_at(position, area), taken_by(position, area))
    return any(country and minor_at_war(position, country, power) for country in fighters)


def taken_by(position: Position, area: str) -> str:
    """Return the minor country whose units have taken an area in a war of its own; empty for none (3.2).

    Nobody else can have given an enemy at peace the lands of a power or of its ally, but for who is at war with the country itself.
    """
    if told := SPOILS.read(position.state, area):
        return told
    country, has = country_at(position, area), holder(position, area)
    return "" if minor_at_war(position, country, has) else _taken_by(position, has, ally_of(position, country))


@derived_from(*SETTLED)
def _taken_by(position: Position, has: str, had: str) -> str:
    if side_of(position, has) in ("", side_of(position, had)) or at_war(position, has, had):
        return ""
    own = (country for country in countries(position.title) if ally_of(position, country) == has)
    return next((country for country in own if minor_at_war(position, country, had)), "")


def are_enemies(position: Position, one: Stack, two: Stack) -> bool:
    """Return whether two units are at war with each other."""
    if side_of(position, one.power) == side_of(position, two.power):
        return False
    if at_war(position, one.power, two.power):
        return True
    homes = (counters(position.title)[one.unit].home, counters(position.title)[two.unit].home)
    return minor_at_war(position, homes[0], two.power) or minor_at_war(position, homes[1], one.power)


def is_hostile_land(position: Position, power: str, area: str, unit: str = "") -> bool:
    """Return whether a land area belongs to an enemy that a power (or one of its units) is at war with."""
    owner = holder(position, area)
    if side_of(position, owner) in ("", side_of(position, power)):
        return False
    return _is_enemys(position, power, owner, area, unit)


@derived_from(*SETTLED)
def _is_enemys(position: Position, power: str, owner: str, area: str, unit: str) -> bool:
    if at_war(position, power, owner):
        return True
    if is_minors(position, area, power):
        return True
    return bool(unit) and minor_at_war(position, counters(position.title)[unit].home, owner)


def enemy_majors(position: Position, power: str) -> frozenset[str]:
    """Return the enemy major powers that a power is at war with."""
    return frozenset(p for p in rules_of(position).powers if at_war(position, power, p))


def is_neutral_major(position: Position, power: str) -> bool:
    """Return whether a major power is at war with no enemy major power (7.2), in play or not (F, Japan and the Allies)."""
    return not any(at_war(position, power, foe) for foe in position.title.side_of)


def fights_majors(position: Position, power: str) -> bool:
    """Return whether a power acts in the scenario and is at war with an enemy major power (1.3, 1.7, 5.3)."""
    return power in rules_of(position).powers and not is_neutral_major(position, power)


def partners_of(position: Position, power: str) -> tuple[str, ...]:
    """Return the powers that a power is as one with, itself among them: the AFA and the USA once that is at war (1.3, 1.7, 5.3)."""
    pairs = own_rows(position.title, "partners", Partners)
    found = (row for row in pairs if power in (row.power, row.late) and fights_majors(position, row.late))
    return (power, *(row.late if row.power == power else row.power for row in found))


def are_partners(position: Position, one: str, two: str) -> bool:
    """Return whether two powers are one, or the AFA and the USA once that is at war."""
    return one == two or two in partners_of(position, one)


def terrain(position: Position, area: str) -> Terrain:
    """Return the terrain of an area."""
    return terrains(position.title)[places(position.title)[area].terrain]


def is_island(position: Position, area: str) -> bool:
    """Return whether a land area is an Island (1.3)."""
    return bool(places(position.title)[area].island)


def weather(position: Position, area: str) -> str:
    """Return snow, snowflake or nothing for an area in this game turn (1.4)."""
    snowy = game_turn(position) in snow_rules(position.title).turns and not lacks(position, "weather")
    return places(position.title)[area].weather if snowy else ""


def game_turn(position: Position) -> int:
    """Return the number of the game turn on the Victory Track."""
    return dates.game_turn(position.title, position.state.scenario, position.state.clock.round)


def port_at(position: Position, key: Stack) -> Port | None:
    """Return the port of its land area that a naval unit is in."""
    here = ports(position.title).get(key.area, ())
    told = next(iter(AT_SEA_OF.named(parse_condition(key.condition))), "")
    return next((port for port in here if not told or told in port.seas), None)


def harbours(position: Position, area: str, sea: str) -> Port | None:
    """Return the port of a land area that a sea area touches."""
    return next((port for port in ports(position.title).get(area, ()) if sea in port.seas), None)


def stands_in(position: Position, area: str, side: str, kind: str) -> list[Stack]:
    """Return a side's units of a kind in an area."""
    return [key for key, _ in position.stacks(area) if kind_of(position.title, key.unit) == kind and side_of(position, key.power) == side]


def enemies_in(position: Position, area: str, key: Stack) -> list[Stack]:
    """Return the units in an area that are at war with a unit."""
    return [other for other, _ in position.stacks(area) if are_enemies(position, key, other)]


def same_enemies(position: Position, one: str, two: str) -> bool:
    """Return whether two powers are at war with the same enemy major powers, and with any."""
    return bool(enemy_majors(position, one)) and enemy_majors(position, one) == enemy_majors(position, two)


def may_enter(position: Position, key: Stack, area: str) -> bool:
    """Return whether a unit may be in a friendly land area at all: whose it is, neutral powers, China (1.3, 5.2)."""
    settled = _may_enter(position, key._replace(area="", strength=1, condition=""), area)
    if settled is not None:
        return settled
    owner = holder(position, area)
    return not any(k.power == owner for k in stands_in(position, area, side_of(position, owner), "land"))


@derived_from(*SETTLED)
def _may_enter(position: Position, key: Stack, area: str) -> bool | None:
    """Return whether a unit, wherever it is, may be in a land area; None if only while no land unit of the area's owner is there."""
    owner = holder(position, area)
    if side_of(position, owner) != side_of(position, key.power) or is_barred(position, key, area):
        return False
    if country_at(position, area) == china(position.title) and not may_be_in_china(position, key):
        return False
    if owner == key.power or are_partners(position, owner, key.power):
        return True
    allowed = position.options["leave-of-allies"] == "given"  # the book asks the power itself
    return None if allowed and same_enemies(position, owner, key.power) else False


def is_barred(position: Position, key: Stack, area: str) -> bool:
    """Return whether a unit may neither come to nor stay in a land area of its side: another power's home, a war not its own (1.3, 3.2)."""
    country, owner = countries(position.title)[country_at(position, area)], holder(position, area)
    if is_closed(position, key, area):
        return True
    return bool(country.major) and owner != key.power and not are_partners(position, owner, key.power)


def is_closed(position: Position, key: Stack, area: str) -> bool:
    """Return whether a unit may not enter a land area, whoever holds it, since a war is fought there that is not its power's (3.2)."""
    home = counters(position.title)[key.unit].home
    fleet = home == france(position.title) and kind_of(position.title, key.unit) == "sea"  # it went over to Vichy France (3.4)
    own = vichy(position.title) if fleet else home
    closed = {country_at(position, area), taken_by(position, area)} - {home, own, ""}
    return any(restricted_minor(position, name, key.power) for name in closed)


def restricted_minor(position: Position, country: str, power: str) -> bool:
    """Return whether an ally's lands are closed to a power of its own side that is at peace with its enemy (3.2); China's never are."""
    if country == china(position.title):
        return False
    return _is_restricted(position, country, power)


@derived_from(*SETTLED)
def _is_restricted(position: Position, country: str, power: str) -> bool:
    side = side_of(position, power)
    foes = [p for p in rules_of(position).powers if side_of(position, p) != side]  # who made the war enters what he takes
    return any(minor_at_war(position, country, foe) and not at_war(position, power, foe) for foe in foes)


def may_be_in_china(position: Position, key: Stack) -> bool:
    """Return whether an Allied unit may enter China (5.2, 5.3); Axis units and Chinese ones always may."""
    if side_of(position, key.power) != "allies" or is_chinese(position, key.unit) or kind_of(position.title, key.unit) != "land":
        return True
    if CONQUERED.read(position.state, china(position.title)):
        return True
    row = china_entry(position.title)[key.power]
    held = [area for area in row.areas if holder(position, area) in row.holders]
    absent = row.at_war not in rules_of(position).powers
    return len(held) >= row.needs and (absent or not is_neutral_major(position, row.at_war))


def fights_a_minor(position: Position, power: str) -> bool:
    """Return whether a power is at war with any minor country (5.2)."""
    return any(minor_at_war(position, country, power) for country in countries(position.title))


def is_confined(position: Position, key: Stack, area: str) -> bool:
    """Return whether a land unit may not go to an area: its power is at war with nobody, it is no GAR, and that is not its home (5.2)."""
    title = position.title
    if kind_of(title, key.unit) != "land" or type_of(title, key.unit) == "GAR" or is_chinese(position, key.unit):
        return False
    if area in title.regions.get(home_of(position, key.unit), ()):
        return False
    return is_neutral_major(position, key.power) and not fights_a_minor(position, key.power)


def has_room(position: Position, key: Stack, area: str, port: Port | None = None, size: int = 0) -> bool:
    """Return whether a unit fits into a land area: Islands, Small Ports (1.3)."""
    title, kind, size = position.title, kind_of(position.title, key.unit), size or key.strength
    others = [k for k in stands_in(position, area, side_of(position, key.power), kind) if k.unit != key.unit]
    if kind == "sea":
        if port is None:
            return False
        if port.size == "big":
            return True
        there = [k for k in others if port_at(position, k) == port]
        return not is_big(title, key.unit) and sum(k.strength for k in there) + size <= figure(title, "small-port-sizes")
    return not is_island(position, area) or sum(k.strength for k in others) + size <= figure(title, "island-sizes")


def can_stack(position: Position, key: Stack, area: str, port: Port | None = None) -> bool:
    """Return whether a unit may end in a friendly land area, a naval one in one of its ports (1.3)."""
    if position.title.areas[area].kind != "land" or not is_in_play(position, area):
        return False
    return may_enter(position, key, area) and has_room(position, key, area, port)


def yields(position: Position, area: str) -> bool:
    """Return whether a land area has an Oil or a Resource."""
    row = places(position.title)[area]
    return bool(row.resources or row.oil)

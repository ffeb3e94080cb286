"""Victory points: objectives of the nations, objective cities taken, home areas lost (section 3)."""

from __future__ import annotations

from collections.abc import Callable

from engine.events import VictoryPointsScored
from engine.families.axis_allies.board import is_sea
from engine.families.axis_allies.heirs import SURRENDERED
from engine.mechanics.profile import has_tech, profile_of
from engine.play import Play
from engine.rules import Position
from engine.titles.global_war_1936 import supply
from engine.titles.global_war_1936.collecting import bonus_of
from engine.titles.global_war_1936.nations import (
    CHINESE,
    alliance,
    home,
    in_americas,
    is_apart,
    members,
    zones_held,
)
from engine.titles.global_war_1936.politics import income, spain
from engine.titles.global_war_1936.settings import sheets
from engine.titles.global_war_1936.vocabulary import AMERICA_INVADED

MEASURE = "victory-points"
GERMAN_INCOME, ITALIAN_INCOME, RICH = 24, 10, 50
LEBENSRAUM = (
    ("warsaw", "west-poland", "dolnoslaske"),
    ("lithuania", "latvia", "estonia"),
    ("denmark", "netherlands", "belgium"),
    ("yugoslavia", "thessaly"),
    ("southern-ukraine", "western-ukraine", "western-belorussia", "eastern-belorussia"),
)
SOVIET_CITIES = ("leningrad", "stalingrad")
BUFFER = ("east-poland", "lubelskie", "karjala", "lithuania", "latvia", "estonia")
STRAITS = ("crimea", "istanbul")
SOVIET_TECHS = ("heavy-bombers", "long-range-aircraft", "strategic-rockets", "heavy-armor")
AMERICAN_TECHS = ("heavy-bombers", "jet-fighters", "strategic-rockets", "long-range-aircraft")
RED_FREE = ("austria", "denmark", "norway")
INDIA = (
    "haryana",
    "calcutta",
    "southern-india",
    "benares",
    "maharashtra",
    "burma",
    "bengal",
    "ceylon",
    "british-malaya",
)
ISLANDS = ("midway", "wake", "mariana-islands", "hawaiian-islands", "caroline-islands", "marshall-islands")
MATERIALS = (
    ("british-malaya",),
    ("cochinchina", "annam-tonkin"),
    ("philippines",),
    ("borneo",),
    ("java",),
    ("sumatra",),
)
NORTHERN_CHINA = ("rehe", "western-manchuria", "eastern-manchuria", "northern-manchuria", "formosa")
BASES = ("malta", "eastern-egypt", "gibraltar")


def held(position: Position, power: str, *areas: str) -> bool:
    """Return whether a nation possesses all of some areas."""
    return all(position.state.control.get(area) == power for area in areas)


def started(position: Position, power: str) -> list[str]:
    """Return the areas that a nation held as the scenario began."""
    return [area for area, holder in income.start_control(position).items() if holder == power]


def new_zones(position: Position, power: str, least: int = 0) -> list[str]:
    """Return the areas of at least some value that a nation holds and did not hold as the scenario began."""
    before = set(started(position, power))
    return [area for area in zones_held(position, power)
            if area not in before and position.title.areas[area].value >= least]  # fmt: skip


def capital_ships(position: Position, powers: list[str], *regions: str) -> int:
    """Return how many capital ships some nations have in regions of the sea."""
    return sum(n for key, n in position.state.stacks.items() if key.power in powers and profile_of(position, key).has("capital")
               and any(position.title.in_region(key.area, region) for region in regions))  # fmt: skip


def troops(position: Position, powers: list[str], inside: Callable[[str], bool]) -> bool:
    """Return whether some nations have land units in certain areas."""
    units = position.title.units
    return any(key.power in powers and units[key.unit].cls == "land" and units[key.unit].move and inside(key.area)
               for key in position.state.stacks)  # fmt: skip


def _spain(position: Position) -> bool:
    if position.state.scenario == "1936":
        return spain.winner(position) == "nationalist-spain"
    axis = members(position.title, "axis")
    return all(position.state.control.get(area) in axis for area in position.title.regions[spain.REGION])


def germany(position: Position) -> dict[str, int]:
    """Germany: 7 points at most."""
    reds = sum(held(position, "germany", area) for area in SOVIET_CITIES)
    earns = income.income(position, "germany") + sum(bonus_of(position, "germany").values())
    return {
        "lebensraum": sum(held(position, "germany", *group) for group in LEBENSRAUM),
        "eliminate-communism": int(held(position, "germany", "moscow") or reds >= 2),
        "gain-resources": int(earns > RICH),
        "spanish-civil-war": int(_spain(position)),
    }


def italy(position: Position) -> dict[str, int]:
    """Italy: 4 points at most."""
    mine = capital_ships(position, ["italy"], "mediterranean")
    theirs = capital_ships(position, members(position.title, "allies"), "mediterranean")
    return {
        "expand-the-empire": min(2, len(new_zones(position, "italy"))),
        "mediterranean-dominance": int((mine > 0 and mine >= 2 * theirs) or held(position, "italy", *BASES)),
        "triumph-of-fascism": int(_spain(position)),
    }


def japan(position: Position) -> dict[str, int]:
    """Japan: 7 points at most."""
    earns = income.income(position, "japan") + sum(bonus_of(position, "japan").values())
    mine = capital_ships(position, ["japan"], "pacific", "indian-ocean")
    theirs = capital_ships(position, members(position.title, "allies"), "pacific", "indian-ocean")
    islands = sum(held(position, "japan", area) for area in ISLANDS)
    return {
        "colonialism": 2 * int(earns > RICH),
        "pacific-security": int(islands >= 3 or (mine > 0 and mine >= 2 * theirs)),
        "raw-materials": min(4, sum(held(position, "japan", *group) for group in MATERIALS)),
    }


def soviet_union(position: Position) -> dict[str, int]:
    """The Soviet Union: 15 points at most; zones that another of its objectives scores are no part of worldwide communism."""
    power = "soviet-union"
    buffer = held(position, power, *BUFFER)
    ports = [key for key in position.state.stacks if key.unit in ("major-port", "major-dockyard", "major-shipyard")
             and position.state.control.get(key.area) == power]  # fmt: skip
    gates = {key.area for key in ports if key.area not in started(position, power) and _is_ice_free(position, key.area)}
    scored = set(BUFFER) if buffer else set[str]()

    def price(area: str) -> tuple[bool, str]:
        return area not in scored and position.title.areas[area].value > 0, area

    if gates or held(position, power, *STRAITS):
        scored.add(min(gates or STRAITS[1:], key=price))
    way = supply.joined(position, "moscow", lambda area: position.state.control.get(area) == power, whole=False)
    return {
        "buffer-zone": int(buffer),
        "worldwide-communism": min(11, len(set(new_zones(position, power, 1)) - scored)),
        "eastern-security": int(held(position, power, "moscow") and "primorsky-krai" in way),
        "ice-free-port": int(bool(gates) or held(position, power, *STRAITS)),
        "technological-superiority": int(all(has_tech(position.state, power, tech) for tech in SOVIET_TECHS)),
        "spanish-civil-war": int(spain.winner(position) == "republican-spain"),
    }


def _is_ice_free(position: Position, area: str) -> bool:
    """Whether an area lies on a sea that does not freeze: sea zones of number 8 or greater."""
    near = position.title.neighbours[area]
    return any(is_sea(position.title, zone) and not position.title.in_region(zone, "arctic") for zone in near)


def ccp(position: Position) -> dict[str, int]:
    """Communist China: 3 points at most."""
    mine, theirs = (_army(position, power) for power in ("ccp", "kmt"))
    return {"expel-foreign-influence": int(not _foreigners(position)), "inflame-the-revolution": 2 * int(mine > theirs)}


def _army(position: Position, power: str) -> int:
    units, inside = position.title.units, set(home(position.title, power))
    return sum(n for key, n in position.state.stacks.items()
               if key.power == power and units[key.unit].cls == "land" and units[key.unit].move and key.area in inside)  # fmt: skip


def _foreigners(position: Position) -> bool:
    others = [power for power in position.title.turns if power not in CHINESE]
    return troops(position, others, lambda area: position.title.in_region(area, "continental-china"))


def great_britain(position: Position) -> dict[str, int]:
    """Great Britain: 4 points at most."""
    homes = {area for power in ("germany", "italy", "france", "great-britain") for area in home(position.title, power)}
    red = homes | set(RED_FREE) | set(position.title.regions[spain.REGION])
    mine = capital_ships(position, ["great-britain"], "mediterranean")
    theirs = capital_ships(position, members(position.title, "axis"), "mediterranean")
    return {
        "contain-communism": int(not troops(position, ["soviet-union"], lambda area: area in red)),
        "maintain-the-empire": int(held(position, "great-britain", "south-african-union", "eastern-egypt", "aden")),
        "contain-fascism": int(_fascism_contained(position)),
        "mediterranean-security": int(mine > 0 and mine >= 2 * theirs and held(position, "great-britain", *BASES)),
    }


def _fascism_contained(position: Position) -> bool:
    return (
        income.land_value(position, "germany") <= GERMAN_INCOME
        and income.land_value(position, "italy") <= ITALIAN_INCOME
    )


def fec(position: Position) -> dict[str, int]:
    """The Far East Command: 1 point."""
    return {"preserve-the-empire": int(held(position, "great-britain", *INDIA))}


def anzac(position: Position) -> dict[str, int]:
    """ANZAC: 1 point."""
    shores, lands = position.title.regions["australia"], (*position.title.regions["australia"], "new-zealand")
    near = {zone for area in shores for zone in position.title.neighbours[area] if is_sea(position.title, zone)}
    near |= {other for zone in set(near) for other in position.title.neighbours[zone] if is_sea(position.title, other)}
    foes = position.enemies_of("great-britain")
    threat = any(
        key.area in near and key.power in foes and profile_of(position, key).has("surface-warship")
        for key in position.state.stacks
    )
    return {"south-pacific-security": int(held(position, "great-britain", *lands) and not threat)}


def france(position: Position) -> dict[str, int]:
    """France and Free France: 3 points at most."""
    mine = ("france", "free-france")
    red = members(position.title, "comintern")
    if is_apart(position, "republican-spain"):
        red = [*red, "republican-spain"]
    beside = {other for area in home(position.title, "france") for other in position.title.neighbours[area]}
    worthy = [area for area in started(position, "france") if position.title.areas[area].value]
    return {
        "disarm-germany": int(income.land_value(position, "germany") < GERMAN_INCOME),
        "eliminate-communism": int(not any(position.state.control.get(area) in red for area in beside)),
        "maintain-the-empire": int(all(position.state.control.get(area) in mine for area in worthy)),
    }


def united_states(position: Position) -> dict[str, int]:
    """The United States: 6 points at most."""
    power = "united-states"
    foes = [*members(position.title, "axis"), *members(position.title, "comintern")]
    invaded = bool(AMERICA_INVADED.read(position.state))
    mine, theirs = capital_ships(position, [power], "pacific"), capital_ships(position, ["japan"], "pacific")
    return {
        "monroe-doctrine": int(
            not invaded and not troops(position, foes, lambda area: in_americas(position.title, area))
        ),
        "contain-fascism": int(_fascism_contained(position)),
        "contain-communism": int(len(new_zones(position, "soviet-union", 1)) < 5),
        "pacific-security": int(mine > 0 and mine >= 2 * theirs),
        "maintain-the-empire": int(all(position.state.control.get(area) == power for area in started(position, power))),
        "technological-superiority": int(all(has_tech(position.state, power, tech) for tech in AMERICAN_TECHS)),
    }


def kmt(position: Position) -> dict[str, int]:
    """Nationalist China: 3 points at most."""
    return {
        "expel-foreign-influence": int(not _foreigners(position)),
        "reclaim-china": int(sum(held(position, "kmt", area) for area in NORTHERN_CHINA) >= 2),
        "defeat-the-communists": int(not _army(position, "ccp")),
    }


OBJECTIVES: dict[str, Callable[[Position], dict[str, int]]] = {
    "germany": germany, "italy": italy, "japan": japan, "soviet-union": soviet_union, "ccp": ccp,
    "great-britain": great_britain, "fec": fec, "anzac": anzac, "france": france, "united-states": united_states, "kmt": kmt,
}  # fmt: skip
MOST = {"united-states": 6, "great-britain": 4, "fec": 1, "anzac": 1, "france": 3, "kmt": 3, "germany": 7, "italy": 4,
        "japan": 7, "soviet-union": 15, "ccp": 3}  # fmt: skip
"""Points of objectives that a nation can score (table 3-1)."""


def points(position: Position, nation: str) -> int:
    """Return the victory points of a nation: objectives, cities taken, home areas lost; none once it has surrendered.

    Free France scores the objectives of France that has surrendered, but the home that this has lost costs it nothing.
    """
    leader = income.leader_of(position.title, nation)
    fallen = position.state.standing.get(leader) == SURRENDERED
    if fallen and nation != "france":
        return 0
    if position.options.get("victory") == "cities":
        return len(cities_taken(position, nation)) if nation == leader and not fallen else 0
    found = min(MOST[nation], sum(OBJECTIVES[nation](position).values()))
    if nation == leader:
        found += len(cities_taken(position, "free-france" if fallen else nation))
    return found if fallen else found - len(home_lost(position, nation))


def cities_taken(position: Position, nation: str) -> list[str]:
    """Return the objective cities that a nation holds and that were an opposing player's as the scenario began (section 3.2)."""
    before, title = income.start_control(position), position.title
    return [area for area in title.victory_cities if position.state.control.get(area) == nation
            and before.get(area) in title.turns and alliance(title, before[area]) != alliance(title, nation)]  # fmt: skip


def home_lost(position: Position, nation: str) -> list[str]:
    """Return the areas of value of a nation's home country that its enemies hold (section 3.3)."""
    inside = home(position.title, nation) if nation in sheets(position.title) else ()
    leader = income.leader_of(position.title, nation)
    mine = set(started(position, leader))
    return [area for area in inside if position.title.areas[area].value and area in mine
            and position.relation(leader, position.state.control.get(area, leader)) == "war"]  # fmt: skip


def totals(position: Position) -> dict[str, int]:
    """Return alliance to its victory points."""
    found = dict.fromkeys(("axis", "allies", "comintern"), 0)
    for nation in OBJECTIVES:
        found[alliance(position.title, nation)] += points(position, nation)
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
    for area in home(title, "united-states"):
        holder = play.state.control.get(area, "")
        if holder in title.turns and alliance(title, holder) != "allies":
            AMERICA_INVADED.emit(play, "yes")
            return


def leaders(position: Position) -> list[str]:
    """Return the alliances with most victory points: one, or several that are tied (section 3.4)."""
    found = totals(position)
    return [side for side, total in found.items() if total == max(found.values())]

"""The predicates of objectives: each measures a number in a position, as a row of `objective_terms.csv` asks (section 3.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.families.axis_allies.board import is_sea
from engine.mechanics.profile import has_tech, profile_of
from engine.rules import Position
from engine.title.model import Title
from engine.titles.global_war_1936.economy import income, supply
from engine.titles.global_war_1936.economy.collecting import bonus_of
from engine.titles.global_war_1936.nations import home, is_apart, members, zones_held
from engine.titles.global_war_1936.politics import spain
from engine.titles.global_war_1936.tables import Term
from engine.titles.global_war_1936.vocabulary import AMERICA_INVADED


def number(position: Position, term: Term) -> int:
    """Return what a term's predicate measures."""
    return TESTS[term.test](position, term)


def areas(title: Title, places: Iterable[str]) -> list[str]:
    """Return the areas that places name: themselves, or all of a region."""
    return [area for place in places for area in ((place,) if place in title.areas else title.regions[place])]


def powers(position: Position, parties: Iterable[str]) -> list[str]:
    """Return the nations that parties name: themselves, or the members of a side; neutral ones only while they stand apart."""
    title = position.title
    named = [power for party in parties for power in (members(title, party) if party in title.sides else (party,))]
    return [power for power in named if power in title.turns or is_apart(position, power)]


def started(position: Position, power: str) -> list[str]:
    """Return the areas that a nation held as the scenario began."""
    return [area for area, holder in income.start_control(position).items() if holder == power]


def new_zones(position: Position, power: str, least: int = 0) -> list[str]:
    """Return the areas of at least some value that a nation holds and did not hold as the scenario began."""
    before = set(started(position, power))
    return [area for area in zones_held(position, power) if area not in before and position.title.areas[area].value >= least]


def new_ports(position: Position, term: Term) -> list[str]:
    """Return the areas new to a nation with one of some facilities, on a sea that is not of the regions named (that freezes)."""
    before = {area for power in term.who for area in started(position, power)}
    return [area for area in _ice_free(position, term) if area not in before]


def _ice_free(position: Position, term: Term) -> list[str]:
    title, held, frozen = position.title, position.state.control, set(areas(position.title, term.where))
    found = {key.area for key in position.state.stacks if key.unit in term.what and held.get(key.area) in term.who}
    return sorted(area for area in found if any(is_sea(title, zone) and zone not in frozen for zone in title.neighbours[area]))


def _held(position: Position, term: Term) -> int:
    """How many of the areas they hold."""
    who, held = powers(position, term.who), position.state.control
    return sum(held.get(area) in who for area in areas(position.title, term.where))


def _all(position: Position, term: Term) -> int:
    """1 when they hold all the areas."""
    return int(_held(position, term) == len(areas(position.title, term.where)))


def _keeps(position: Position, term: Term) -> int:
    """1 when they hold all that the first of them held as the scenario began, of some worth."""
    who, held = powers(position, term.who), position.state.control
    own = (area for area in started(position, term.who[0]) if position.title.areas[area].value >= term.worth)
    return int(all(held.get(area) in who for area in own))


def _gained(position: Position, term: Term) -> int:
    """How many areas of some worth they hold that they did not hold as the scenario began."""
    return sum(len(new_zones(position, power, term.worth)) for power in powers(position, term.who))


def _beside(position: Position, term: Term) -> int:
    """How many areas they hold that touch the areas named."""
    who, near = powers(position, term.who), position.title.neighbours
    beside = {other for area in areas(position.title, term.where) for other in near[area]}
    return sum(position.state.control.get(area) in who for area in beside)


def _ports(position: Position, term: Term) -> int:
    """How many of their areas have one of the facilities, on a sea that does not freeze; with its option those new to them alone."""
    taken = position.options.get("ice-free-port") == "taken"
    return len(new_ports(position, term) if taken else _ice_free(position, term))


def _joined(position: Position, term: Term) -> int:
    """1 when they hold the first area and it is joined to the others over land of theirs (section 11.4)."""
    who, held = powers(position, term.who), position.state.control
    first, *others = areas(position.title, term.where)
    way = supply.joined(position, first, lambda area: held.get(area) in who, whole=False)
    return int(held.get(first) in who and all(area in way for area in others))


def _capital_ships(position: Position, parties: Iterable[str], inside: set[str]) -> int:
    who = powers(position, parties)
    return sum(
        n
        for key, n in position.state.stacks.items()
        if key.power in who and key.area in inside and profile_of(position, key).has("capital")
    )


def _ships(position: Position, term: Term) -> int:
    """How many times the others' capital ships they have, in whole numbers; as many as they have where the others have none."""
    inside = set(areas(position.title, term.where))
    mine, theirs = (_capital_ships(position, parties, inside) for parties in (term.who, term.against))
    return mine // theirs if theirs else mine * (term.least or 1)


def _is_troop(position: Position, unit: str) -> bool:
    return position.title.units[unit].cls == "land"


def _army(position: Position, term: Term) -> int:
    """How many land units more they have in their home countries than the others in theirs."""

    def strength(parties: Iterable[str]) -> int:
        return sum(
            n
            for power in powers(position, parties)
            for key, n in position.state.stacks.items()
            if key.power == power and _is_troop(position, key.unit) and key.area in home(position.title, power)
        )

    return strength(term.who) - strength(term.against)


def _troops(position: Position, term: Term) -> int:
    """How many land units they have in the areas."""
    who, inside = powers(position, term.who), set(areas(position.title, term.where))
    return sum(n for key, n in position.state.stacks.items() if key.power in who and key.area in inside and _is_troop(position, key.unit))


def _units(position: Position, term: Term) -> int:
    """How many units of any kind but facilities they have in the areas."""
    who, inside = powers(position, term.who), set(areas(position.title, term.where))
    found = ((key, n) for key, n in position.state.stacks.items() if key.power in who and key.area in inside)
    return sum(n for key, n in found if position.title.units[key.unit].cls != "facility")


def _foreigners(position: Position, term: Term) -> int:
    """How many land units others have in the areas than they themselves and whose areas these are."""
    inside = set(areas(position.title, term.where))
    natives = {*term.who, *(position.title.areas[area].original_owner for area in inside)}
    return sum(
        n for key, n in position.state.stacks.items() if key.area in inside and key.power not in natives and _is_troop(position, key.unit)
    )


def _threats(position: Position, term: Term) -> int:
    """How many surface warships enemies have within two sea zones of the areas."""
    title = position.title
    near = {zone for area in areas(title, term.where) for zone in title.neighbours[area] if is_sea(title, zone)}
    near |= {other for zone in set(near) for other in title.neighbours[zone]}
    foes = {foe for power in term.who for foe in position.enemies_of(power)}
    return sum(
        n
        for key, n in position.state.stacks.items()
        if key.area in near and key.power in foes and profile_of(position, key).has("surface-warship")
    )


def _earns(position: Position, term: Term) -> int:
    """What they collect: for their land, and bonus incomes."""
    return sum(income.income(position, power) + sum(bonus_of(position, power).values()) for power in term.who)


def _value(position: Position, term: Term) -> int:
    """What their land is worth."""
    return sum(income.land_value(position, power) for power in term.who)


def _technologies(position: Position, term: Term) -> int:
    """1 when they have all the technologies."""
    return int(all(has_tech(position.state, power, tech) for power in term.who for tech in term.techs))


def _spain(position: Position, term: Term) -> int:
    """1 when one of them has won the Spanish Civil War."""
    return int(spain.winner(position) in term.who)


def _invaded(position: Position, term: Term) -> int:
    """1 when somebody of another alliance has ever held a home area of the United States."""
    return int(bool(AMERICA_INVADED.read(position.state)))


TESTS: dict[str, Callable[[Position, Term], int]] = {
    "all": _all, "army": _army, "beside": _beside, "earns": _earns, "foreigners": _foreigners, "gained": _gained, "held": _held,
    "invaded": _invaded, "joined": _joined, "keeps": _keeps, "ports": _ports, "ships": _ships, "spain": _spain,
    "technologies": _technologies, "threats": _threats, "troops": _troops, "units": _units, "value": _value,
}  # fmt: skip
"""Name of a predicate in the table to what it measures."""

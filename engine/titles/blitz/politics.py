"""Politics (section 3): declarations of war, minor countries that find an ally, conquest, liberation, France and Italy."""

from __future__ import annotations

from engine import events as ev
from engine.mechanics.changes import changed
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Pending, Position
from engine.state import Stack
from engine.titles.blitz import agenda, board, changes, entry, returning, road, ways
from engine.titles.blitz.orders import GoToWar, NewHome, No, Yes
from engine.titles.blitz.supply import neighbours, supplied
from engine.titles.blitz.tables import counters, countries, minor_units, places
from engine.titles.blitz.vocabulary import (
    ALLY,
    CONQUERED,
    FALLEN,
    FREED,
    HOME,
    NO_TRADE,
    RETURNING,
    SEAT,
    VICHY_FRANCE,
    WAR,
)

SECTION = "3.2 Declare War"
BESIDE_FRANCE = ("french-north-africa", "french-west-africa", "madagascar")
"""Countries that become neutral with Vichy France when France falls, where they are still Allied-controlled (3.4)."""

POWER = Rule("declare/power", SECTION, FATAL)
SCENARIO = Rule("declare/scenario", SECTION, FATAL)
UNKNOWN = Rule("declare/unknown", SECTION, FATAL)
SIDE = Rule("declare/side", SECTION, FATAL)
AT_WAR = Rule("declare/at-war", SECTION, FATAL)
TOO_EARLY = Rule("declare/too-early", SECTION, FATAL)
NEUTRAL_ENTRY = Rule("declare/neutral-entry", SECTION, FATAL)
ALLIED = Rule("declare/allied", SECTION, FATAL)
BARRED = Rule("declare/barred", SECTION, FATAL)
NEW_HOME = Rule("new-home", "3.4 Conquest and Liberation", FATAL)


# Declarations


def check_declare(position: Position, order: GoToWar) -> list[Problem]:
    """Return what is wrong with a declaration of war (3.2)."""
    power, on = order.by, order.on
    side = board.side_of(position, position.power)
    if power not in board.powers_of(position, side):
        return [
            POWER.broken(
                "only a power of the side that is acting declares war",
                power,
                ", ".join(board.powers_of(position, side)),
            )
        ]
    if not board.rules_of(position).politics:
        return [SCENARIO.broken("no war is declared in this scenario", on, "no declaration")]
    if on in position.title.powers:
        return _check_on_power(position, power, on)
    if on not in countries(position.title):
        return [UNKNOWN.broken("no such country or power", on, "a country of countries.csv, or a power")]
    return _check_on_country(position, power, on)


def _check_on_power(position: Position, power: str, on: str) -> list[Problem]:
    if not board.plays(position, on) or board.side_of(position, on) == board.side_of(position, power):
        return [SIDE.broken("war is declared on the other side's powers", on, "a power of the other side")]
    if board.at_war(position, power, on):
        return [AT_WAR.broken(f"{power} and {on} are at war already", on, "a power at peace with it")]
    return _check_limits(position, power, on)


def _check_limits(position: Position, power: str, on: str) -> list[Problem]:
    turn = board.game_turn(position)
    early = turn < 5 and road.holds(position, "secret-german-pact")
    if (power, on) == ("germany", "ussr") and early and board.holder(position, "paris") != "germany":
        return [
            TOO_EARLY.broken(
                "Germany may not yet declare war on the USSR",
                f"turn {turn}, Paris not German",
                "Paris German, or turn 5",
            )
        ]
    if power == "usa" and entry.is_limited(position, "usa"):
        return [NEUTRAL_ENTRY.broken("the USA cannot declare war yet", f"box {entry.box(position, 'usa')}", "box 15")]
    if power == "ussr" and on == "germany" and entry.is_bound(position, "ussr"):
        return [
            NEUTRAL_ENTRY.broken(
                "the USSR cannot declare war on Germany yet", f"box {entry.box(position, 'ussr')}", "box 15"
            )
        ]
    return []


def _check_on_country(position: Position, power: str, on: str) -> list[Problem]:
    row, side = countries(position.title)[on], board.side_of(position, power)
    areas = board.areas_of(position, on)
    if not areas or not any(board.is_in_play(position, area) for area in areas) or (row.part and on != board.VICHY):
        return [UNKNOWN.broken("no such country in play", on, "a neutral country")]
    if board.ally_of(position, on) or (on == board.VICHY and not VICHY_FRANCE.read(position.state)):
        return [
            ALLIED.broken(
                f"{on} is no neutral country; declare war on the power that controls it",
                board.ally_of(position, on) or "part of France",
                "a neutral country",
            )
        ]
    if row.barred == side and road.holds(position, "monroe-doctrine"):
        return [BARRED.broken(f"no {side} power may declare war on {on}", on, "another country")]
    if power == "usa" and entry.is_limited(position, "usa"):
        return _check_limits(position, "usa", "germany")
    if power == "ussr" and on in ("central-europe", "finland", "sweden") and entry.is_bound(position, "ussr"):
        return [
            NEUTRAL_ENTRY.broken(
                f"the USSR cannot declare war on {on} yet", f"box {entry.box(position, 'ussr')}", "box 15"
            )
        ]
    return []


def declare(play: Play, order: GoToWar) -> None:
    """Declare war, and do what follows at once (3.2)."""
    power, on = order.by, order.on
    if on in play.title.powers:
        entry.go_to_war(play, power, on)
    else:
        declare_on_country(play, power, on)
    agenda.after(play, "politics")


def declare_on_country(play: Play, power: str, country: str) -> None:
    """Declare war on a neutral country: the other side aligns it (3.2)."""
    position, row = play.position, countries(play.title)[country]
    side = board.side_of(position, power)
    entry.happens(play, f"{side}-declares-on-neutral" if side == "axis" else "allies-declare-on-neutral")
    patron = (row.allies or "afa") if side == "axis" else (row.axis or "germany")
    if not board.plays(position, patron):
        rivals = [
            p
            for p in board.rules_of(position).powers
            if board.side_of(position, p) != side and board.plays(position, p)
        ]
        patron = rivals[0] if rivals else patron
    if not board.at_war(position, power, patron):
        WAR.set(play, "yes", country, power)
    NO_TRADE.set(play, "yes", country)
    align(play, country, patron, "declared-upon", attacked=side)


# Minor countries that find an ally


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
    if country == board.VICHY and attacked == "axis" and _all_ours(position, "french-north-africa", "allies"):
        _leave_out(play, power)
    _set_up(play, country, power, how)


def _all_ours(position: Position, country: str, side: str) -> bool:
    return all(board.is_ours(position, side, area) for area in board.areas_of(position, country))


def _leave_out(play: Play, power: str) -> None:
    """Set the land unit of Vichy France aside instead of on the map (3.4)."""
    for key in [
        key
        for key in play.state.stacks
        if key.area == board.MINORS and counters(play.title)[key.unit].home == board.VICHY
    ]:
        play.emit(changed(key, 1, "aligned", to_power=power))
        changes.put_in_box(play, key._replace(power=power), changes.box(power, changes.ASIDE), "aligned")


def _set_up(play: Play, country: str, power: str, how: str) -> None:
    """Set up the units of a country that has found an ally; those of Brazil and Mexico may join the Force Pool (3.3)."""
    home = counters(play.title)
    for key in sorted(key for key in play.state.stacks if key.power == board.NEUTRAL and key.area == board.MINORS):
        if home[key.unit].home != country:
            continue
        owner, area = power, minor_units(play.title)[key.unit]
        if country == "belgium-netherlands":
            owner = board.holder(play.position, area) or power
        play.emit(changed(key, 1, how, to_power=owner))
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
        play.emit(changed(key, 1, how, to_power=power))
    _wake(play, country, power)


def _wake(play: Play, country: str, power: str) -> None:
    """Units of a country that were added before it was an ally join the Force Pool now (7.3)."""
    for key in sorted(key for key in play.state.stacks if key.area.endswith(changes.ASIDE)):
        if counters(play.title)[key.unit].home == country and not board.is_conquered(play.position, country):
            if key.power != power:
                play.emit(changed(key, 1, "aligned", to_power=power))
            changes.put_in_box(play, key._replace(power=power), changes.box(power, changes.POOL), "aligned")


def _axis_near(position: Position, country: str) -> bool:
    """Return whether an Axis-controlled land unit is four or fewer aircraft moves from a country (3.3)."""
    near = air_circle(position, board.areas_of(position, country), 4)
    return any(
        board.stands_in(position, area, "axis", "land") for area in near if position.title.areas[area].kind == "land"
    )


def air_circle(position: Position, areas: tuple[str, ...], most: int) -> set[str]:
    """Return the areas within so many aircraft moves of some areas, whoever holds what is between."""
    near, kinds = neighbours(position.title, "air"), position.title.areas
    cost = dict.fromkeys(areas, 0)
    ahead = list(areas)
    for place in ahead:  # grows as it is walked
        for other in near[place]:
            total = cost[place] + (2 if kinds[other].kind == "sea" else 1)
            if total <= most and total < cost.get(other, most + 1):
                cost[other] = total
                ahead.append(other)
    return set(cost)


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
    reach = supplied(position, "germany")
    return sorted(area for area in beside if board.holder(position, area) == "germany" and area in reach)


# What follows by itself


def settle(play: Play, arguments: tuple[str, ...] = ()) -> None:
    """Conquests, liberations and alignments that are due now (3.3, 3.4)."""
    if not board.rules_of(play.position).politics:
        _settle_conquests(play)
        return
    for _ in range(20):
        if not (_settle_conquests(play) or _settle_alignments(play)):
            return


def _settle_alignments(play: Play) -> bool:
    for country, row in countries(play.title).items():
        if row.power or row.part or board.ally_of(play.position, country):
            continue
        if not any(board.is_in_play(play.position, area) for area in board.areas_of(play.position, country)):
            continue
        power = suitor(play.position, country)
        if power and board.plays(play.position, power):
            align(play, country, power)
            return True
    return False


def _settle_conquests(play: Play) -> bool:
    position = play.position
    for country, row in countries(play.title).items():
        if (row.part and country != board.VICHY) or not _in_game(position, country):
            continue
        ally = board.ally_of(position, country)
        side = board.side_of(position, ally)
        if ally and not board.is_conquered(position, country) and _is_taken(position, country, side):
            conquer(play, country)
            return True
        lost = CONQUERED.read(position.state, country)
        if lost and _is_back(position, country, lost):
            liberate(play, country, lost)
            return True
    return False


def _in_game(position: Position, country: str) -> bool:
    areas = board.areas_of(position, country)
    return bool(areas) and all(board.is_in_play(position, area) for area in areas)


def _key_areas(position: Position, country: str) -> tuple[str, ...]:
    """Return the areas that decide over a country: its capital alone in the special cases, the first time (3.4)."""
    row = countries(position.title)[country]
    if row.capital and not FALLEN.read(position.state, country):
        return (row.capital,)
    return board.areas_of(position, country)


def _is_taken(position: Position, country: str, side: str) -> bool:
    """Return whether the other side holds all that decides over a country, in supply (3.4)."""
    for area in _key_areas(position, country):
        power = board.holder(position, area)
        if board.side_of(position, power) in ("", side) or area not in supplied(position, power):
            return False
    return True


def _is_back(position: Position, country: str, side: str) -> bool:
    areas = board.areas_of(position, country)
    row = countries(position.title)[country]
    if row.capital and not FREED.read(position.state, country):
        areas = (row.capital,)
    return all(board.side_of(position, board.holder(position, area)) == side for area in areas)


def conquer(play: Play, country: str) -> None:
    """Conquer a country: its units' new home, those in the pool set aside (3.4)."""
    position = play.position
    power, row = board.ally_of(position, country), countries(play.title)[country]
    CONQUERED.set(play, board.side_of(position, power), country)
    special = country == "france" and not FALLEN.read(position.state, "france")
    if row.capital:
        FALLEN.set(play, "yes", country)
    left = homes(position, power)
    if len(left) > 1 and (country == "great-britain" or homeless(play.position, country, power)):
        agenda.before(play, f"new-home {country} {power}")
    elif left:
        move_home(play, country, power, left[0])
    for key in sorted(key for key in play.state.stacks if key.area == changes.box(power, changes.POOL)):
        if counters(play.title)[key.unit].home == country:
            changes.put_in_box(play, key, changes.box(power, changes.ASIDE), "conquered")
    if (
        special
        and "french-north-africa" in countries(play.title)
        and position.state.scenario in ("campaign", "rise-and-fall")
    ):
        fall_of_france(play)
    if not homes(position, power):
        play.emit(ev.PowerChanged(power, position.state.standing.get(power, ""), "conquered", country))


def homes(position: Position, power: str) -> list[str]:
    """Return the unconquered countries that a power still controls, major home countries first (3.4)."""
    own = [
        row for name, row in countries(position.title).items()
        if not row.part and board.ally_of(position, name) == power and not board.is_conquered(position, name) and _in_game(position, name)
    ]  # fmt: skip
    return [row.country for row in sorted(own, key=lambda row: not row.major)]


def homeless(position: Position, country: str, power: str) -> list[Stack]:
    """Return the units of a power on the map whose home is a country."""
    return [
        key for key in board.on_map(position) if key.power == power and board.home_of(position, key.unit) == country
    ]


def move_home(play: Play, country: str, power: str, to: str) -> None:
    """Make a country the new home of a conquered one's units, and of those that had found their home there (3.4)."""
    for key in homeless(play.position, country, power):
        HOME.set(play, to, board.root_of(play.title, key.unit))
    moved = [other for (other,), value in SEAT.entries(play.state) if value == country]
    for other in (country, *moved):
        SEAT.set(play, to, other)


def _asks_new_home(position: Position, arguments: tuple[str, ...]) -> Pending | None:
    left = homes(position, arguments[1])
    return Pending("new-home", arguments[1], (NewHome,), NewHome(left[0])) if len(left) > 1 else None


def _new_home(play: Play, arguments: tuple[str, ...]) -> None:
    for to in homes(play.position, arguments[1])[:1]:
        move_home(play, *arguments, to)


def _check_new_home(position: Position, arguments: tuple[str, ...], order) -> list[Problem]:
    left = homes(position, arguments[1])
    if order.country in left:
        return []
    return [NEW_HOME.broken("the new home is an unconquered country of the power", order.country, ", ".join(left))]


def fall_of_france(play: Play) -> None:
    """Do the four steps of the fall of France, in order (3.4)."""
    french = ("france", "french-north-africa")
    for key in sorted(board.on_map(play.position)):
        if counters(play.title)[key.unit].home in french and board.kind_of(play.title, key.unit) != "sea":
            changes.put_in_box(play, key, changes.box(key.power, changes.ASIDE), "fall-of-france")
    VICHY_FRANCE.set(play, "yes")
    for country in (*BESIDE_FRANCE, board.VICHY):
        held = [area for area in board.areas_of(play.position, country) if board.holder(play.position, area)]
        freed = [a for a in held if country == board.VICHY or board.is_ours(play.position, "allies", a)]
        for area in freed:
            play.emit(ev.ControlChanged(area, board.holder(play.position, area), "", "neutral"))
        if freed:
            ALLY.set(play, board.NOBODY, country)
    _send_to_vichy(play)
    move_out(play)


def _send_to_vichy(play: Play) -> None:
    for key in sorted(board.on_map(play.position)):
        if counters(play.title)[key.unit].home == "france" and board.kind_of(play.title, key.unit) == "sea":
            play.emit(changed(key, 1, "fall-of-france", to_power=board.NEUTRAL))
            changes.move(play, key._replace(power=board.NEUTRAL), board.VICHY, "", cause="fall-of-france")


def move_out(play: Play) -> None:
    """Move units to their home that stand where they may no longer be; to the nearest land where that has no room (3.4)."""
    for key in sorted(board.on_map(play.position)):
        area = play.title.areas[key.area]
        if area.kind != "land" or key.power == board.NEUTRAL or board.may_enter(play.position, key, key.area):
            continue
        if board.is_hostile_land(play.position, key.power, key.area, key.unit):
            continue
        send_home(play, key)


def send_home(play: Play, key: Stack) -> None:
    """Put a unit into a land area of its home country, else the first friendly one with room; destroy it without any."""
    position = play.position
    own = board.home_of(position, key.unit)
    order = (
        *position.title.regions.get(own, ()),
        *(a for a in position.title.areas if board.holder(position, a) == key.power),
    )
    for area in order:
        for sea in _moorings(position, key, area):
            port = board.harbours(position, area, sea) if sea else None
            if area != key.area and board.can_stack(position, key, area, port):
                changes.move(play, key, area, changes.port_word(play, area, sea), cause="moved-out")
                return
    changes.destroy(play, key, "moved-out")


def _moorings(position: Position, key: Stack, area: str) -> tuple[str, ...]:
    if board.kind_of(position.title, key.unit) != "sea":
        return ("",)
    return tuple(row.seas[0] for row in position.title.own["ports"] if row.area == area)


def liberate(play: Play, country: str, side: str) -> None:
    """Liberate a country: who allies with it, and ask whether it is given back where it may be kept (3.4)."""
    position = play.position
    before = board.ally_of(position, country)
    held = [board.holder(position, area) for area in board.areas_of(position, country)]
    counts = {power: held.count(power) for power in held if board.side_of(position, power) == side}
    best = sorted(power for power, count in counts.items() if count == max(counts.values()))
    power = (
        best[0] if len(best) == 1 else best[(changes.roll(play, "", best[0], "coin", target=3) - 1) * len(best) // 6]
    )
    CONQUERED.set(play, "", country)
    FREED.set(play, "yes", country)
    if before == power or not board.rules_of(position).politics or not before:
        give(play, country, power)
    elif country in must_return(position):
        give(play, country, before)
    else:
        ALLY.set(play, power, country)
        agenda.before(play, f"give-back {country} {power} {before}")


def must_return(position: Position) -> set[str]:
    """Return the countries that always go back to their power: the only home of one, Great Britain and Germany (3.4)."""
    majors = [row for row in position.title.own["countries"] if row.major]
    only = {row.country for row in majors if sum(other.power == row.power for other in majors) == 1}
    return only | {"great-britain", "germany"}


def give(play: Play, country: str, power: str) -> None:
    """Let a power have a liberated country and its units; one set-aside Small unit comes back at once (3.4)."""
    ALLY.set(play, power, country)
    _come_home(play, country)
    if play.state.standing.get(power) == "conquered":
        play.emit(ev.PowerChanged(power, "conquered", "liberated", country))
    for area in board.areas_of(play.position, country):
        owner = board.holder(play.position, area)
        if owner and owner != power and board.side_of(play.position, owner) == board.side_of(play.position, power):
            play.emit(ev.ControlChanged(area, owner, power, "liberated"))
    for key in sorted(play.state.stacks):
        printed = counters(play.title)[key.unit].home == country and board.side_of(
            play.position, key.power
        ) == board.side_of(play.position, power)
        if printed and key.power != power and ("-group-" not in key.area):
            play.emit(changed(key, 1, "liberated", to_power=power))
            if board.is_boxed(play.position, key):
                changes.move(play, key._replace(power=power), changes.box(power, key.area.removeprefix(f"{key.power}-")), key.condition,
                             cause="liberated")  # fmt: skip
    RETURNING.set(play, power, country)
    returning.bring_back(play, country)
    if country == "france":
        _end_vichy(play, power)
    move_out(play)


def _come_home(play: Play, country: str) -> None:
    """Let a liberated country be home again to the units that had to find another (3.4)."""
    SEAT.set(play, "", country)
    for (unit,), _ in HOME.entries(play.state):
        if counters(play.title)[unit].home == country:
            HOME.set(play, "", unit)


def _end_vichy(play: Play, power: str) -> None:
    """Vichy France is a part of France again once both are free (3.4)."""
    if VICHY_FRANCE.read(play.state) and board.is_ours(play.position, "allies", board.VICHY):
        VICHY_FRANCE.set(play, "")


def take_vichy(play: Play, power: str) -> None:
    """Decide over the French ships when an Axis power takes Vichy France; the Allies free them when they take it (3.4)."""
    position = play.position
    ships = [key for key, _ in position.stacks(board.VICHY) if board.kind_of(play.title, key.unit) == "sea"]
    if board.side_of(position, power) == "allies":
        for key in ships:
            if key.power != power:
                play.emit(changed(key, 1, "liberated", to_power=power))
        return
    bonus = int(_all_ours(position, "french-north-africa", "allies"))
    for key in ships:
        die = changes.roll(play, board.VICHY, power, "french-fleet", key.unit, target=1) + bonus
        if die == 1:
            play.emit(changed(key, 1, "captured", to_power=power))
        elif die > 3:
            changes.destroy(play, key, "scuttled")


def _asks_give_back(position: Position, arguments: tuple[str, ...]) -> Pending | None:
    return Pending("give-back", arguments[1], (Yes, No), Yes())


def _answer_give_back(play: Play, arguments: tuple[str, ...], order) -> None:
    country, power, before = arguments
    give(play, country, before if isinstance(order, Yes) else power)


agenda.TASKS["new-home"] = agenda.Task(
    _new_home,
    _asks_new_home,
    _check_new_home,
    lambda play, arguments, order: move_home(play, *arguments, order.country),
)
agenda.TASKS["politics"] = agenda.Task(settle)
agenda.TASKS["give-back"] = agenda.Task(
    lambda play, arguments: give(play, arguments[0], arguments[2]), _asks_give_back, answer=_answer_give_back
)


def yields(position: Position, area: str) -> bool:
    """Return whether a land area has an Oil or a Resource."""
    row = places(position.title)[area]
    return bool(row.resources or row.oil)

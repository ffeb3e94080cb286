"""Conquest and liberation of countries (section 3.4)."""

from __future__ import annotations

from engine import events as ev
from engine.derived import derived_from
from engine.orders import Order
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Pending, Position
from engine.state import Stack
from engine.title.own_tables import own_rows
from engine.titles.blitz import agenda
from engine.titles.blitz.orders import NewHome, No, Yes
from engine.titles.blitz.politics import france, moving_out, returning
from engine.titles.blitz.politics_tables import france as france_of
from engine.titles.blitz.politics_tables import vichy
from engine.titles.blitz.position import board, changes
from engine.titles.blitz.position.supply import supplied
from engine.titles.blitz.tables import Country, counters, countries
from engine.titles.blitz.vocabulary import ALLY, CONQUERED, FALLEN, FREED, HOME, RETURNING, SEAT

NEW_HOME = Rule("new-home", "3.4 Conquest and Liberation", FATAL)


def settle(play: Play) -> bool:
    """Do one conquest or liberation that is due now; return whether there was one (3.4)."""
    position = play.position
    for country in _open_cases(position):
        row = countries(play.title)[country]
        ally = board.ally_of(position, country)
        side = board.side_of(position, ally)
        if ally and not board.is_conquered(position, country) and _is_taken(position, country, side):
            conquer(play, country)
            if row.freed_by not in ("", side):  # whoever takes it from the enemy has freed it (3.3, 3.4)
                liberate(play, country, row.freed_by)
            return True
        lost = CONQUERED.read(position.state, country)
        if lost and _is_back(position, country, lost) and _is_reached(position, country):
            liberate(play, country, lost)
            return True
    return False


@derived_from(*board.SETTLED)
def _open_cases(position: Position) -> list[str]:
    """Return the countries whose lands are held as a conquest or liberation needs it; what supply reaches is not looked at."""
    found = []
    for country, row in countries(position.title).items():
        if (row.part and country != vichy(position.title)) or not board.is_whole(position, country):
            continue
        side, lost = board.side_of(position, board.ally_of(position, country)), CONQUERED.read(position.state, country)
        held = {board.side_of(position, board.holder(position, area)) for area in _key_areas(position, country)}
        if (side and not lost and not held & {"", side}) or (lost and _is_back(position, country, lost)):
            found.append(country)
    return found


def _key_areas(position: Position, country: str) -> tuple[str, ...]:
    """Return the areas that decide over a country: its capital alone in the special cases, the first time (3.4)."""
    if _falls_with_capital(position, country):
        return (countries(position.title)[country].capital,)
    return board.areas_of(position, country)


def _falls_with_capital(position: Position, country: str) -> bool:
    """Return whether a country is a special case that has not fallen yet: Italy, France (3.4)."""
    return bool(countries(position.title)[country].capital) and not FALLEN.read(position.state, country)


def _is_taken(position: Position, country: str, side: str) -> bool:
    """Return whether the other side holds all that decides over a country, in supply (3.4)."""
    areas, by_capital = _key_areas(position, country), _falls_with_capital(position, country)
    lines = not by_capital or position.options["capital-lines"] == "needed"
    for area in areas:
        power = board.holder(position, area)
        if board.side_of(position, power) in ("", side) or (lines and area not in supplied(position, power)):
            return False
    return True


def _is_back(position: Position, country: str, side: str) -> bool:
    areas = board.areas_of(position, country)
    row = countries(position.title)[country]
    if row.capital and not FREED.read(position.state, country):
        areas = (row.capital,)
    return all(board.side_of(position, board.holder(position, area)) == side for area in areas)


def _is_reached(position: Position, country: str) -> bool:
    """Return whether lines reach all of a conquered country, as for a conquest; in the special cases its capital alone is asked (3.4)."""
    if countries(position.title)[country].capital and not FREED.read(position.state, country):
        return True
    return all(area in supplied(position, board.holder(position, area)) for area in board.areas_of(position, country))


def conquer(play: Play, country: str) -> None:
    """Conquer a country: its units' new home, those in the pool set aside, where they stay until it is liberated again (3.4)."""
    position = play.position
    power, row = board.ally_of(position, country), countries(play.title)[country]
    CONQUERED.set(play, board.side_of(position, power), country)
    RETURNING.set(play, "", country)
    special = country == france_of(play.title) and not FALLEN.read(position.state, country)
    if row.capital:
        FALLEN.set(play, "yes", country)
    left = homes(position, power)
    if len(left) > 1 and (row.reseats or homeless(play.position, country, power)):
        agenda.before(play, f"new-home {country} {power}")
    elif left:
        move_home(play, country, power, left[0])
    for key in sorted(key for key in play.state.stacks if key.area == changes.box(power, changes.POOL)):
        if counters(play.title)[key.unit].home == country:
            changes.put_in_box(play, key, changes.box(power, changes.ASIDE), "conquered")
    if special and board.rules_of(position).vichy:
        france.fall_of_france(play)
    if not homes(position, power):
        play.emit(ev.PowerChanged(power, position.state.standing.get(power, ""), "conquered", country))


def homes(position: Position, power: str) -> list[str]:
    """Return the unconquered countries that a power still controls, major home countries first (3.4)."""
    own = [
        row
        for name, row in countries(position.title).items()
        if not row.part
        and board.ally_of(position, name) == power
        and not board.is_conquered(position, name)
        and board.is_whole(position, name)
    ]
    return [row.country for row in sorted(own, key=lambda row: not row.major)]


def homeless(position: Position, country: str, power: str) -> list[Stack]:
    """Return the units of a power on the map whose home is a country."""
    return [key for key in board.on_map(position) if key.power == power and board.home_of(position, key.unit) == country]


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
    for to in homes(play.position, arguments[1]):  # one at most, else it is asked for
        move_home(play, arguments[0], arguments[1], to)


def _check_new_home(position: Position, arguments: tuple[str, ...], order: NewHome) -> list[Problem]:
    left = homes(position, arguments[1])
    if order.country in left:
        return []
    return [NEW_HOME.broken("the new home is an unconquered country of the power", order.country, ", ".join(left))]


def liberate(play: Play, country: str, side: str) -> None:
    """Liberate a country: who allies with it, and ask whether it is given back where it may be kept (3.4)."""
    position = play.position
    before = _former_ally(position, country, side)
    held = [board.holder(position, area) for area in board.areas_of(position, country)]
    counts = {power: held.count(power) for power in held if board.side_of(position, power) == side}
    best = sorted(power for power, count in counts.items() if count == max(counts.values()))
    power = best[0] if len(best) == 1 else best[(changes.roll(play, "", best[0], "coin", target=3) - 1) * len(best) // 6]
    CONQUERED.set(play, "", country)
    FREED.set(play, "yes", country)
    if before == power or not board.rules_of(position).politics or not before:
        give(play, country, power)
    elif country in must_return(position):
        give(play, country, before)
    else:
        ALLY.set(play, power, country)
        agenda.before(play, f"give-back {country} {power} {before}")


def _former_ally(position: Position, country: str, side: str) -> str:
    """Return the power of a side that a country was allied with before, or is a home of; empty for none."""
    powers = (board.ally_of(position, country), board.first_ally(position, country))
    return next((power for power in powers if board.side_of(position, power) == side), "")


def must_return(position: Position) -> set[str]:
    """Return the countries that always go back to their power: the only home of one, Great Britain and Germany (3.4)."""
    majors = [row for row in own_rows(position.title, "countries", Country) if row.major]
    only = {row.country for row in majors if sum(other.power == row.power for other in majors) == 1}
    return only | {row.country for row in majors if row.returns}


def give(play: Play, country: str, power: str) -> None:
    """Let a power have a liberated country and its units; one set-aside Small unit comes back at once (3.4)."""
    ALLY.set(play, power, country)
    _come_home(play, country, power)
    if play.state.standing.get(power) == "conquered":
        play.emit(ev.PowerChanged(power, "conquered", "liberated", country))
    for area in board.areas_of(play.position, country):
        owner = board.holder(play.position, area)
        if owner and owner != power and board.side_of(play.position, owner) == board.side_of(play.position, power):
            play.emit(ev.ControlChanged(area, owner, power, "liberated"))
    for key in sorted(play.state.stacks):
        if counters(play.title)[key.unit].home == country and key.power != power and _goes_over(play.position, key, power):
            changes.hand_over(play, key, power, "liberated")
            if board.is_boxed(play.position, key):
                changes.move(
                    play,
                    key._replace(power=power),
                    changes.box(power, key.area.removeprefix(f"{key.power}-")),
                    key.condition,
                    cause="liberated",
                )
    if country == vichy(play.title):
        france.free_vichy(play, power)
    else:
        RETURNING.set(play, power, country)
        returning.bring_back(play, country)
    if country in (france_of(play.title), vichy(play.title)):
        france.end_vichy(play)
    moving_out.move_out(play)


def _goes_over(position: Position, key: Stack, power: str) -> bool:
    """Return whether a unit of a liberated country is its liberator's: what its side has, and what is set aside (3.4)."""
    same = board.side_of(position, key.power) == board.side_of(position, power)
    return (same and "-group-" not in key.area) or key.area.endswith(changes.ASIDE)


def _come_home(play: Play, country: str, power: str) -> None:
    """Let a liberated country be home again to the units of its side that had to find another (3.4)."""
    SEAT.set(play, "", country)
    side = board.side_of(play.position, power)
    for (unit,), _ in HOME.entries(play.state):
        key = board.find(play.position, unit)
        if counters(play.title)[unit].home == country and key and board.side_of(play.position, key.power) == side:
            HOME.set(play, "", unit)


def _asks_give_back(position: Position, arguments: tuple[str, ...]) -> Pending | None:
    return Pending("give-back", arguments[1], (Yes, No), Yes())


def _answer_give_back(play: Play, arguments: tuple[str, ...], order: Order) -> None:
    country, power, before = arguments
    give(play, country, before if isinstance(order, Yes) else power)


TASKS: dict[str, agenda.Task] = {
    "new-home": agenda.Task(
        _new_home,
        _asks_new_home,
        _check_new_home,
        lambda play, arguments, order: move_home(play, arguments[0], arguments[1], order.country),
    ),
    "give-back": agenda.Task(lambda play, arguments: give(play, arguments[0], arguments[2]), _asks_give_back, answer=_answer_give_back),
}

"""Who controls a land area, and what follows when that changes (sections 6.6, 7.2, 8.)."""

from __future__ import annotations

from engine import events as ev
from engine.condition import parse_condition
from engine.orders import Order
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Pending, Position
from engine.state import Stack
from engine.title.model import Title
from engine.title.own_tables import own_rows
from engine.title.per_title import per_title
from engine.titles.blitz import agenda
from engine.titles.blitz.orders import Give, GoTo, No, Yes
from engine.titles.blitz.politics import entry, france, moving_out
from engine.titles.blitz.politics.conquest import must_return
from engine.titles.blitz.politics_tables import vichy
from engine.titles.blitz.position import board, changes, commanders, ways
from engine.titles.blitz.position.supply import neighbours, supplied
from engine.titles.blitz.settings import in_play
from engine.titles.blitz.tables import Card, counters, countries, factory_card, figure, places
from engine.titles.blitz.vocabulary import AT_SEA_OF, PRIZE, RETURNED, SPOILS

SECTION = "6.6 Change of Control"
SEARCH = 99
"""More movement than any way on the map needs: to look for the closest area."""

LOOT = Rule("loot", "9.9 Optional Rule 9: Looting", FATAL)
OVERRUN = Rule("overrun", SECTION, FATAL)


def take_control(play: Play, area: str, power: str, how: str = "captured", takers: tuple[str, ...] = ()) -> None:
    """Give a land area to a power, whose units `takers` have taken it: overruns, Factories, Neutral Entry, and then politics (6.6)."""
    position, before = play.position, board.holder(play.position, area)
    if before == power or board.rules_of(position).fixed:
        return
    was_side, side = board.side_of(position, before), board.side_of(position, power)
    SPOILS.set(play, _spoiler(position, area, power, takers), area)
    play.emit(ev.ControlChanged(area, before, power, how))
    if was_side != side:
        commanders.overrun(play, area)
        entry.invaded(play, area, power)
        _note_factory(play, area, before, power)
        _note_entry(play, area, was_side, side)
        if area == vichy(play.title):
            france.take_vichy(play, power)
        overrun = [key.unit for key, _ in position.stacks(area) if board.side_of(position, key.power) != side and not board.is_aboard(key)]
        hunt = ["hunt"] if board.rules_of(position).wins == "areas" else []
        tasks = [*(f"overrun {unit} {power}" for unit in overrun), *_returned(play, area, power), "politics", *hunt]
        agenda.before(play, *tasks)


def _spoiler(position: Position, area: str, power: str, takers: tuple[str, ...]) -> str:
    """Return the minor country that takes an area by a war of its own, since its power is at peace there; empty for none (3.2)."""
    if board.is_hostile_land(position, power, area):
        return ""
    foe, homes = board.holder(position, area), (counters(position.title)[unit].home for unit in takers)
    return next((home for home in homes if board.minor_at_war(position, home, foe)), "")


def _returned(play: Play, area: str, power: str) -> list[str]:
    """Return the task that gives a single area back to the ally whose unconquered country it is in, or asks whether it goes back (3.4).

    What holds of a country holds of its areas: those of the USSR, Great Britain and such countries always go back.
    """
    position = play.position
    country = board.country_at(position, area)
    owner = board.ally_of(position, country)
    same = owner != power and board.side_of(position, owner) == board.side_of(position, power)
    if not same or board.is_conquered(position, country):
        return []
    word = "give-area" if country in must_return(position) else "return-area"
    return [f"{word} {area} {power} {owner}"]


def _note_factory(play: Play, area: str, before: str, power: str) -> None:
    """Score Control Industrial Might: points for a captured Factory, lost again with it (8.)."""
    factor = places(play.title)[area].factory
    holder, card = PRIZE.read(play.state, area), factory_card(play.title)
    if holder:
        changes.score(play, holder, -factor, card)
        PRIZE.set(play, "", area)
    if not factor or card not in _cards(play, power):
        return
    if board.side_of(play.position, _first_owner(play, area)) == board.side_of(play.position, power):
        return
    if play.position.options["looting"] == "yes":
        agenda.before(play, f"loot {area} {power} {factor}")
    else:
        changes.score(play, power, factor, card)
    PRIZE.set(play, power, area)


def _cards(play: Play, power: str) -> set[str]:
    told = board.rules_of(play.position).cards
    if told:
        return set(told.get(power, ()))
    return {row.card for row in own_rows(play.title, "cards", Card) if power in row.powers}


def _first_owner(play: Play, area: str) -> str:
    scenario = play.state.scenario
    return next((row.power for row in play.title.holdings if row.scenario == scenario and row.area == area), "")


def _note_entry(play: Play, area: str, was_side: str, side: str) -> None:
    if side == "axis":
        if board.yields(play.position, area) and was_side:
            entry.happens(play, "axis-takes-yield")
        entry.taken(play, area)
        return
    country = countries(play.title)[board.country_at(play.position, area)]
    if country.major and board.side_of(play.position, country.power) == "axis":
        entry.happens(play, "allies-take-home")


# Units that are overrun


def refuges(position: Position, key: Stack) -> list[tuple[str, str]]:
    """Return the closest (land area, sea of the port) where an overrun unit may go, all that are equally close (6.6)."""
    most = figure(position.title, "rebase-movement") * max(
        ways.air_range(position, key) if board.kind_of(position.title, key.unit) == "air" else ways.steps(position, key),
        1,
    )
    reach = supplied(position, key.power, board.home_of(position, key.unit))
    if board.kind_of(position.title, key.unit) == "sea":
        found = {place: len(way) for place, way in ways.havens(position, key, most).items() if place[0] in reach}
    else:
        found = {(area, ""): cost for area, cost in ways.bases(position, key, most).items() if area in reach}
    found = {place: cost for place, cost in found.items() if place[0] != key.area}
    return sorted(place for place, cost in found.items() if cost == min(found.values()))


def _asks_overrun(position: Position, arguments: tuple[str, ...]) -> Pending | None:
    key = board.find(position, arguments[0])
    if key is None or board.is_boxed(position, key):
        return None
    open_ = refuges(position, key)
    return Pending("overrun", arguments[1], (GoTo,), GoTo(key.unit, *open_[0])) if len(open_) > 1 else None


def _overrun(play: Play, arguments: tuple[str, ...]) -> None:
    key = board.find(play.position, arguments[0])
    if key is None or board.is_boxed(play.position, key):
        return
    if board.is_ours(play.position, board.side_of(play.position, key.power), key.area):
        return
    open_ = refuges(play.position, key)
    if board.kind_of(play.title, key.unit) == "land" or not open_:
        changes.destroy(play, key, "overrun")
    else:
        settle_in(play, key, *open_[0], cause="overrun")


def settle_in(play: Play, key: Stack, area: str, sea: str = "", cause: str = "return", *more: str) -> Stack:
    """Put a unit into a land area (a naval one into its port); what it carries comes ashore there."""
    riders = board.find_all(play.position, (unit for _, unit in parse_load(key)))
    word = changes.port_word(play, area, sea) if board.kind_of(play.title, key.unit) == "sea" else ""
    after = changes.move(play, key, area, changes.with_words(strip(key), word, *more), cause=cause)
    for rider in riders:
        changes.move(play, rider, area, changes.with_words(strip(rider), RETURNED), cause="landed")
    make_way(play, area, key.power)
    return after


def make_way(play: Play, area: str, guest: str) -> None:
    """Let the air and naval units of an area's power leave it where units of an ally come to stay that may not stack with them (1.3)."""
    owner = board.holder(play.position, area)
    if owner in ("", guest) or board.are_partners(play.position, owner, guest):
        return
    if board.side_of(play.position, owner) != board.side_of(play.position, guest):
        return
    for key, _ in play.position.stacks(area):
        if key.power == owner and board.kind_of(play.title, key.unit) != "land":
            agenda.after(play, f"make-way {key.unit} {guest}")


def _make_way(play: Play, arguments: tuple[str, ...]) -> None:
    key = board.find(play.position, arguments[0])
    if key is None or board.is_boxed(play.position, key):
        return
    open_ = refuges(play.position, key)
    if open_:
        settle_in(play, key, *open_[0], cause="overrun")
    else:
        changes.destroy(play, key, "overrun")


def parse_load(key: Stack) -> tuple[tuple[str, str], ...]:
    """Return what a unit carries: (power, unit)."""
    return parse_condition(key.condition).cargo


def strip(key: Stack) -> str:
    """Return a unit's condition without its port, its load and its being aboard."""
    told = parse_condition(key.condition)
    return told.without(*AT_SEA_OF.among(told.words))._replace(aboard=False, cargo=()).text


def _check_overrun(position: Position, arguments: tuple[str, ...], order: GoTo) -> list[Problem]:
    key = board.find(position, arguments[0])
    open_ = refuges(position, key) if key else []
    if order.unit == arguments[0] and any(order.area == area and order.port in ("", sea) for area, sea in open_):
        return []
    return [
        OVERRUN.broken(
            f"{arguments[0]} goes to one of the closest areas",
            f"{order.unit} to {order.area}",
            ", ".join(area for area, _ in open_),
        )
    ]


def _answer_overrun(play: Play, arguments: tuple[str, ...], order: GoTo) -> None:
    key = board.find(play.position, arguments[0])
    if key is not None:
        place = next(place for place in refuges(play.position, key) if place[0] == order.area and order.port in ("", place[1]))
        settle_in(play, key, *place, cause="overrun")


def _asks_return(position: Position, arguments: tuple[str, ...]) -> Pending | None:
    return Pending("return-area", arguments[1], (Yes, No), Yes())


def _answer_return(play: Play, arguments: tuple[str, ...], order: Order) -> None:
    if isinstance(order, Yes):
        _give_area(play, arguments)


def _give_area(play: Play, arguments: tuple[str, ...]) -> None:
    area, power, owner = arguments
    if board.holder(play.position, area) == power:
        play.emit(ev.ControlChanged(area, power, owner, "liberated"))
        moving_out.move_out(play)


def _asks_loot(position: Position, arguments: tuple[str, ...]) -> Pending | None:
    return Pending("loot", arguments[1], (Yes, No, Give), No())


def _check_loot(position: Position, arguments: tuple[str, ...], order: Order) -> list[Problem]:
    most = int(arguments[2])
    if not isinstance(order, Give):
        return []
    if order.points and position.options["looting-parts"] == "whole":
        return [LOOT.broken("who takes goods for a Factory gains no points for it", str(order.points), "0 points")]
    if order.oil + order.points <= most:
        return []
    found = f"{order.oil} Oil, {order.points} points"
    return [LOOT.broken("an Oil is claimed for each Victory Point", found, f"{most} at most together")]


def _answer_loot(play: Play, arguments: tuple[str, ...], order: Order) -> None:
    """For each point a power takes two Resources (Yes), or an Oil for so many of them (Give), instead of all or some points (9.9)."""
    area, power, factor = arguments
    if isinstance(order, No):
        changes.score(play, power, int(factor), factory_card(play.title))
        return
    oil, points = (order.oil, order.points) if isinstance(order, Give) else (0, 0)
    if points:
        changes.score(play, power, points, factory_card(play.title))
    changes.gain(play, power, "resources", figure(play.title, "looted-resources") * (int(factor) - oil - points), "looting", area)
    changes.gain(play, power, "oil", oil, "looting", area)


def disputed(play: Play, area: str, keys: list[Stack]) -> str:
    """Return which power of several on a side takes an area after an attack: most Land Factors, then the best unit, then a coin (6.6)."""
    powers = sorted({key.power for key in keys})
    if len(powers) == 1:
        return powers[0]

    def strength(power: str) -> tuple[int, int]:
        factors = [board.printed(play.title, key, "land") for key in keys if key.power == power]
        return sum(factors), max(factors)

    best = [power for power in powers if strength(power) == max(map(strength, powers))]
    if len(best) == 1:
        return best[0]
    return best[int(changes.roll(play, area, best[0], "coin", target=3) > 3)]


def adjacent_land(position: Position, area: str) -> list[str]:
    """Return the land areas in play beside a land area, over Land Routes too."""
    return _adjacent_land(position.title, position.state.scenario)[area]


@per_title
def _adjacent_land(title: Title, scenario: str) -> dict[str, list[str]]:
    land = {area for area in in_play(title, scenario) if title.areas[area].kind == "land"}
    return {area: [other for other in near if other in land] for area, near in neighbours(title, "land").items()}


TASKS: dict[str, agenda.Task] = {
    "overrun": agenda.Task(_overrun, _asks_overrun, _check_overrun, _answer_overrun),
    "make-way": agenda.Task(_make_way, _asks_overrun, _check_overrun, _answer_overrun),
    "give-area": agenda.Task(_give_area),
    "return-area": agenda.Task(lambda play, arguments: None, _asks_return, answer=_answer_return),
    "loot": agenda.Task(lambda play, arguments: None, _asks_loot, _check_loot, _answer_loot),
}

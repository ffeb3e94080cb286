"""What single scenarios do besides the rules (A to F): more or less to spend, lands that change hands by themselves, wars out of play."""

from __future__ import annotations

from itertools import cycle, islice

from engine import events as ev
from engine.condition import parse_condition
from engine.orders import Order
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Pending, Position
from engine.state import Stack
from engine.title.settings import setting_rows
from engine.titles.blitz import agenda
from engine.titles.blitz.agenda import Arguments
from engine.titles.blitz.combat.results import weakest
from engine.titles.blitz.orders import Besiege, Choose, GoTo, No, Yes
from engine.titles.blitz.politics import control, entry, moving_out
from engine.titles.blitz.position import board, changes, weapons
from engine.titles.blitz.settings import Bonus, DistantWar, Fate, Siege, bonuses, distant_wars, fates, sieges
from engine.titles.blitz.tables import counters
from engine.titles.blitz.vocabulary import (
    BESIEGED,
    BORROWED,
    CLOSED,
    DISTANT,
    FORGONE,
    GRANTED,
    LOAN,
    LOST_HOMES,
    SPENT,
)

SHED = Rule("shed", "Scenario D. Barbarossa", FATAL)
PRESS = Rule("press", "Scenario E. Empire of the Rising Sun", FATAL)
PICK = Rule("pick", "Scenario E. Empire of the Rising Sun", FATAL)
RETREAT = Rule("retreat", "Scenario E. Empire of the Rising Sun", FATAL)


def begin_turn(play: Play) -> None:
    """Do what a scenario does at the start of a game turn, and ask about wars out of play."""
    scenario = play.state.scenario
    for fate in fates(play.title, scenario):
        if not fate.builds and fate.turn == board.game_turn(play.position):
            _befall(play, fate)
    for war in distant_wars(play.title, scenario):
        if DISTANT.read(play.state, war.slug):
            _score_early(play, war)
        elif board.plays(play.position, war.asked):
            agenda.after(play, f"distant-war {war.slug}")


def before_builds(play: Play) -> None:
    """Do what a scenario does before the builds of a game turn, and ask who borrows."""
    scenario = play.state.scenario
    for fate in fates(play.title, scenario):
        if fate.builds and fate.turn == board.game_turn(play.position):
            _befall(play, fate)
    for bonus in bonuses(play.title, scenario):
        if bonus.price and _is_due(play.position, bonus):
            agenda.after(play, f"borrow {bonus.slug}")


# More or less to spend


def _is_due(position: Position, bonus: Bonus) -> bool:
    ended = bonus.until and DISTANT.read(position.state, bonus.until)
    turn = board.game_turn(position)
    return not ended and bonus.first <= turn and (not bonus.last or turn <= bonus.last)


def bonus_of(position: Position, power: str) -> tuple[int, int]:
    """Return the Resources and Oil that a scenario gives a power in this turn besides what it counts; they may be negative."""
    resources = oil = 0
    for row in bonuses(position.title, position.state.scenario):
        if row.power != power or not _is_due(position, row):
            continue
        if row.price and not LOAN.read(position.state, row.slug):
            continue
        amount = row.resources + row.growth * (board.game_turn(position) - row.first)
        if row.most < 0:
            amount = max(amount, row.most)
        if row.most > 0:
            amount = min(amount, row.most)
        resources, oil = resources + amount, oil + row.oil
    return resources, oil


def _asks_borrow(position: Position, arguments: Arguments) -> Pending | None:
    return Pending("borrow", setting_rows(position.title, "bonus", Bonus)[arguments[0]].power, (Yes, No), No())


def _answer_borrow(play: Play, arguments: Arguments, order: Order) -> None:
    if isinstance(order, No):
        return
    row = setting_rows(play.title, "bonus", Bonus)[arguments[0]]
    LOAN.set(play, "yes", row.slug)
    BORROWED.set(play, f"{board.game_turn(play.position)} {row.resources}", row.power)
    if play.state.points.get((row.power, "vp"), 0) >= row.price:
        changes.score(play, row.power, -row.price, row.slug)
    else:
        changes.score(play, row.rival, row.price, row.slug)


def return_borrowed(play: Play, power: str) -> None:
    """Lose what was borrowed for this turn alone and has not been spent (E)."""
    turn, _, amount = BORROWED.read(play.state, power).partition(" ")
    if turn == str(board.game_turn(play.position)):
        left = max(int(amount) - SPENT.number(play.state), 0)
        changes.gain(play, power, "resources", -min(left, changes.store(play, power, "resources")), "returned")


# What happens by itself


def _befall(play: Play, fate: Fate) -> None:
    if fate.unless and board.at_war(play.position, *fate.unless):
        return
    for area in fate.areas:
        _hand_over(play, area, fate.power)
        if fate.closed:
            CLOSED.set(play, "yes", area)
    if fate.home:
        _lose_units(play, fate.loser, fate.home)
    for power in fate.ready:
        for unit in [key.unit for keys in weapons.groups(play.position, power).values() for key in keys]:
            weapons.add(play, unit, "developed")
    if fate.armour:
        agenda.before(play, f"shed {fate.loser} {fate.armour}")


def _hand_over(play: Play, area: str, power: str) -> None:
    """Give an area of the other side to a power; its land units go home."""
    before = board.holder(play.position, area)
    if before == power:
        return
    if not board.is_in_play(play.position, area):
        play.emit(ev.ControlChanged(area, before, power, "scenario"))
        GRANTED.set(play, "yes", area)
        return
    for key, _ in list(play.position.stacks(area)):
        if board.kind_of(play.title, key.unit) == "land":
            moving_out.send_home(play, key)
    control.take_control(play, area, power, "scenario")


def _lose_units(play: Play, power: str, home: str) -> None:
    """Take a country's units in a Force Pool out of the game; those on the map follow when they are destroyed (C.8)."""
    lost = LOST_HOMES.read(play.state).split()
    LOST_HOMES.set(play, " ".join(dict.fromkeys([*lost, home])))
    for key in sorted(play.state.stacks):
        if key.area == changes.box(power, changes.POOL) and counters(play.title)[key.unit].home == home:
            _out(play, key)


def _out(play: Play, key: Stack) -> None:
    """Take a unit out of the game."""
    play.emit(ev.UnitsRemoved(key.power, key.unit, 1, key.area, key.strength, "removed", key.condition))
    FORGONE.set(play, "yes", key.unit)


def armour_of(position: Position, power: str) -> list[str]:
    """Return the ARM units of a power on the map."""
    return [key.unit for key in board.on_map(position) if key.power == power and board.type_of(position.title, key.unit) == "ARM"]


def _asks_shed(position: Position, arguments: Arguments) -> Pending | None:
    names = armour_of(position, arguments[0])
    return Pending("shed", arguments[0], (Choose,), Choose(weakest(position, names))) if len(names) > 1 else None


def _shed(play: Play, arguments: Arguments) -> None:
    names = armour_of(play.position, arguments[0])
    if names:
        _shed_one(play, arguments, names[0])


def _shed_one(play: Play, arguments: Arguments, name: str) -> None:
    """Take Sizes of an ARM out of the game, and go on until all are gone (D, Second Front)."""
    power, left = arguments[0], int(arguments[1])
    key = board.find(play.position, name)
    assert key is not None
    size = min(key.strength, left)
    if size < key.strength:
        changes.damage(play, key, "withdrawn", size)
    else:
        changes.destroy(play, key, "withdrawn")
        there = board.find(play.position, name)
        if there is not None:
            _out(play, there)
    if left > size:
        agenda.before(play, f"shed {power} {left - size}")


def _answer_shed(play: Play, arguments: Arguments, order: Choose) -> None:
    _shed_one(play, arguments, order.unit)


def _check_shed(position: Position, arguments: Arguments, order: Choose) -> list[Problem]:
    names = armour_of(position, arguments[0])
    if order.unit in names:
        return []
    return [SHED.broken("an ARM on the map leaves the game", order.unit, ", ".join(names))]


# Wars out of play


def _asks_war(position: Position, arguments: Arguments) -> Pending | None:
    return Pending("distant-war", setting_rows(position.title, "distant_war", DistantWar)[arguments[0]].asked, (Yes, No), No())


def _answer_war(play: Play, arguments: Arguments, order: Order) -> None:
    if isinstance(order, No):
        return
    war = setting_rows(play.title, "distant_war", DistantWar)[arguments[0]]
    DISTANT.set(play, "yes", war.slug)
    for enemy in war.enemies:
        if play.position.relation(war.power, enemy) != "war":
            entry.go_to_war(play, war.power, enemy)
    _score_early(play, war)
    agenda.after(play, "politics")


def _score_early(play: Play, war: DistantWar) -> None:
    if board.game_turn(play.position) < war.early:
        changes.score(play, war.scorer, 1, "distant-war")


# Sieges

OWNER, BESIEGER = "owner", "besieger"
TURN_ABOUT = (OWNER, BESIEGER)
"""Who chooses the first point of damage, and the second (E, 6.5)."""


def garrison(position: Position, siege: Siege, area: str) -> list[Stack]:
    """Return the land units that hold an area against a siege."""
    side = board.side_of(position, siege.holder)
    return [key for key in board.stands_in(position, area, side, "land") if not parse_condition(key.condition).aboard]


def watch(play: Play) -> None:
    """Let an area fall whose garrison is too small; asked after every order (E)."""
    for siege in sieges(play.title, play.state.scenario):
        if board.holder(play.position, siege.area) != siege.holder:
            continue
        size = sum(key.strength for key in garrison(play.position, siege, siege.area))
        if size < siege.garrison:
            _fall(play, siege, siege.area, loss=0)


def press(play: Play) -> None:
    """Ask for the attack of the power out of play, once a game turn (E)."""
    for siege in sieges(play.title, play.state.scenario):
        if board.game_turn(play.position) >= siege.first:
            agenda.after(play, f"press {siege.slug}")


def siege_named(position: Position, slug: str) -> Siege:
    """Return a siege of the title."""
    return setting_rows(position.title, "siege", Siege)[slug]


def pressable(position: Position, siege: Siege) -> list[str]:
    """Return the areas that the power out of play may attack: the first, then those beside what it has taken (E)."""
    if board.holder(position, siege.area) == siege.holder:
        return [siege.area]
    own = [area for area in position.title.areas if BESIEGED.read(position.state, area)]
    near = {other for area in own for other in control.adjacent_land(position, area)}
    return sorted(area for area in near if board.holder(position, area) == siege.holder)


def _asks_press(position: Position, arguments: Arguments) -> Pending | None:
    siege = siege_named(position, arguments[0])
    areas = pressable(position, siege)
    return Pending("press", siege.chooser, (Besiege,), Besiege(areas[0])) if areas else None


def _check_press(position: Position, arguments: Arguments, order: Besiege) -> list[Problem]:
    areas = pressable(position, siege_named(position, arguments[0]))
    if not order.area or order.area in areas:
        return []
    return [PRESS.broken("this area is not attacked", order.area, ", ".join(areas))]


def _answer_press(play: Play, arguments: Arguments, order: Besiege) -> None:
    siege = siege_named(play.position, arguments[0])
    if not order.area:
        return
    size = sum(key.strength for key in garrison(play.position, siege, order.area))
    if changes.roll(play, order.area, siege.chooser, "siege", target=max(6 - size, 0)) > size:
        _fall(play, siege, order.area, loss=siege.loss)


def _fall(play: Play, siege: Siege, area: str, *, loss: int) -> None:
    """Let an area fall: damage turn about, retreats, then control (E)."""
    hits = [f"siege-hit {siege.slug} {area} {who}" for who in islice(cycle(TURN_ABOUT), loss)]
    agenda.before(play, *hits, f"siege-retreat {siege.slug} {area}", f"siege-end {siege.slug} {area}")


def _asks_siege_hit(position: Position, arguments: Arguments) -> Pending | None:
    siege = siege_named(position, arguments[0])
    names = [key.unit for key in garrison(position, siege, arguments[1])]
    if len(names) < 2:
        return None
    owner = arguments[2] == OWNER
    pick = Choose(weakest(position, names, best=not owner))
    return Pending("damage", siege.holder if owner else siege.chooser, (Choose,), pick)


def _siege_hit(play: Play, arguments: Arguments) -> None:
    for key in garrison(play.position, siege_named(play.position, arguments[0]), arguments[1]):  # one at most, else it is asked for
        changes.damage(play, key, "siege")


def _check_siege_hit(position: Position, arguments: Arguments, order: Choose) -> list[Problem]:
    names = [key.unit for key in garrison(position, siege_named(position, arguments[0]), arguments[1])]
    if order.unit in names:
        return []
    return [PICK.broken("the choice is among the defenders", order.unit, ", ".join(names))]


def _answer_siege_hit(play: Play, arguments: Arguments, order: Choose) -> None:
    key = board.find(play.position, order.unit)
    assert key is not None
    changes.damage(play, key, "siege")


def _ways_out(position: Position, key: Stack) -> list[str]:
    """Return the land areas that a unit of a garrison retreats to; a FORT stays, and is lost."""
    if board.type_of(position.title, key.unit) == "FORT":
        return []
    return [area for area in control.adjacent_land(position, key.area) if board.can_stack(position, key, area)]


def _next_to_leave(position: Position, arguments: Arguments) -> Stack | None:
    found = garrison(position, siege_named(position, arguments[0]), arguments[1])
    return found[0] if found else None


def _asks_siege_retreat(position: Position, arguments: Arguments) -> Pending | None:
    key = _next_to_leave(position, arguments)
    areas = _ways_out(position, key) if key else []
    return Pending("retreat", key.power, (GoTo,), GoTo(key.unit, areas[0])) if key and len(areas) > 1 else None


def _siege_retreat(play: Play, arguments: Arguments) -> None:
    key = _next_to_leave(play.position, arguments)
    if key is None:
        return
    areas = _ways_out(play.position, key)
    if areas:
        _leave(play, key, areas[0])
    else:
        changes.destroy(play, key, "siege")
    agenda.before(play, " ".join(("siege-retreat", *arguments)))


def _check_siege_retreat(position: Position, arguments: Arguments, order: GoTo) -> list[Problem]:
    key = _next_to_leave(position, arguments)
    areas = _ways_out(position, key) if key else []
    if key and order.unit == key.unit and order.area in areas:
        return []
    return [RETREAT.broken("it retreats to a friendly area beside", order.area, ", ".join(areas))]


def _answer_siege_retreat(play: Play, arguments: Arguments, order: GoTo) -> None:
    key = board.find(play.position, order.unit)
    assert key is not None
    _leave(play, key, order.area)
    agenda.before(play, " ".join(("siege-retreat", *arguments)))


def _leave(play: Play, key: Stack, area: str) -> None:
    """Move a unit of a garrison out: it takes part in no attack any more, but what has moved or fought has done so."""
    key = changes.release(play, key)
    changes.move(play, key, area, key.condition, cause="retreat")


def _siege_end(play: Play, arguments: Arguments) -> None:
    siege, area = siege_named(play.position, arguments[0]), arguments[1]
    BESIEGED.set(play, "yes", area)
    control.take_control(play, area, siege.besieger, "siege")


TASKS: dict[str, agenda.Task] = {
    "borrow": agenda.Task(lambda play, arguments: None, _asks_borrow, answer=_answer_borrow),
    "shed": agenda.Task(_shed, _asks_shed, _check_shed, _answer_shed),
    "distant-war": agenda.Task(lambda play, arguments: None, _asks_war, answer=_answer_war),
    "press": agenda.Task(lambda play, arguments: None, _asks_press, _check_press, _answer_press),
    "siege-hit": agenda.Task(_siege_hit, _asks_siege_hit, _check_siege_hit, _answer_siege_hit),
    "siege-retreat": agenda.Task(_siege_retreat, _asks_siege_retreat, _check_siege_retreat, _answer_siege_retreat),
    "siege-end": agenda.Task(_siege_end),
}

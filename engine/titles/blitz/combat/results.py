"""What results of combat do (sections 6.5, 6.6): damage assigned turn about, letters, returns to base, retreats, advances.

Each step is a task of the agenda.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine import events as ev
from engine.condition import parse_condition
from engine.derived import derived_from
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Pending, Position
from engine.state import Stack
from engine.titles.blitz import agenda
from engine.titles.blitz.agenda import Arguments
from engine.titles.blitz.combat import a_bomb, factors
from engine.titles.blitz.combat.battles import (
    OTHER,
    SECTION,
    acting_side,
    area_here,
    chooser,
    kind_here,
    names_of,
    participants,
    targets,
    value_of,
)
from engine.titles.blitz.orders import Choose, GoTo
from engine.titles.blitz.politics import control
from engine.titles.blitz.position import board, changes, ways
from engine.titles.blitz.position.supply import convoys_in
from engine.titles.blitz.tables import Convoy, big_of, counters
from engine.titles.blitz.vocabulary import (
    ARM_LOST,
    ARMOUR,
    ATTACKS,
    CLEAN,
    FOUGHT,
    MOVED,
    OUT,
    RETURNED,
    SENT,
    SIDES,
    STAYS,
    UNITS,
)

Check = Callable[[Position, Arguments, Choose], list[Problem]]
Answer = Callable[[Play, Arguments, Choose], None]

PICK = Rule("pick", SECTION, FATAL)
BASE = Rule("base", "4.1 Return to Base", FATAL)
RETREAT = Rule("retreat", "6.6 Change of Control", FATAL)


def weakest(position: Position, names: Sequence[str], *, best: bool = False) -> str:
    """Return the least valuable of some targets (the most valuable with `best`): what is chosen by default."""

    def value(name: str) -> tuple[int, str]:
        if name in convoys_in(position):
            return (2, name)
        key = board.find(position, name)
        row = counters(position.title)[name]
        worth = max([0, *row.land, *row.naval, *row.air, *row.strategic]) * 2 + (key.strength if key else 0)
        return (worth, name)

    return max(names, key=value) if best else min(names, key=value)


def _asks_hit(position: Position, arguments: Arguments) -> Pending | None:
    side, round_, number = arguments
    names = targets(position, side, round_)
    if len(names) < 2:
        return None
    owner = int(number) % 2 == 1
    who = chooser(position, side if owner else OTHER[side], round_, side)
    return Pending("damage", who, (Choose,), Choose(weakest(position, names, best=not owner)))


def _hit(play: Play, arguments: Arguments) -> None:
    names = targets(play.position, arguments[0], arguments[1])
    if names:
        strike(play, names[0])


def _check_pick(names: Sequence[str], order: Choose) -> list[Problem]:
    if order.unit in names:
        return []
    return [PICK.broken("the choice is among the units that the result may affect", order.unit, ", ".join(names))]


def strike(play: Play, name: str) -> None:
    """Give a point of damage to a unit or a Convoy; a TRS that grows too small loses what it cannot carry (6.5)."""
    if convoy := convoys_in(play.position).get(name):
        hit_convoy(play, convoy)
        return
    key = board.find(play.position, name)
    assert key is not None
    note_armour(play, key)
    left = changes.damage(play, key)
    if left is not None:
        lighten(play, left)
    elif kind_here(play.position) == "factory":
        a_bomb.follow(play, participants(play.position, board.side_of(play.position, key.power)), lost=True)


def note_armour(play: Play, key: Stack) -> None:
    """Keep the turn in which a power's ARM was destroyed, and by whom (8., Annihilate the Wehrmacht)."""
    if board.type_of(play.title, key.unit) != "ARM" or key.strength != 1:
        return
    turn, *powers = ARM_LOST.words(play.state, key.power) or [""]
    before = powers if turn == str(board.game_turn(play.position)) else []
    foes = OTHER[board.side_of(play.position, key.power)]
    by = {unit.power for unit in participants(play.position, foes)}
    ARM_LOST.set(play, " ".join([str(board.game_turn(play.position)), *sorted({*before, *by})]), key.power)


def lighten(play: Play, ship: Stack) -> None:
    """Have the owner of a TRS that grows too small damage what it carries until it can carry it (6.5)."""
    agenda.before(play, f"lighten {ship.unit}")


def overload(position: Position, unit: str) -> list[str]:
    """Return what a TRS carries, if that is more than it can."""
    ship = board.find(position, unit)
    riders = board.find_all(position, (rider for _, rider in parse_condition(ship.condition).cargo)) if ship else []
    too_much = ship is not None and sum(rider.strength for rider in riders) > board.capacity(position, ship)
    return [rider.unit for rider in riders] if too_much else []


def _asks_lighten(position: Position, arguments: Arguments) -> Pending | None:
    names, ship = overload(position, arguments[0]), board.find(position, arguments[0])
    return Pending("lighten", ship.power, (Choose,), Choose(weakest(position, names))) if ship and len(names) > 1 else None


def _lighten(play: Play, arguments: Arguments) -> None:
    for name in overload(play.position, arguments[0]):
        _drop(play, arguments, name)


def _drop(play: Play, arguments: Arguments, name: str) -> None:
    """Damage a unit aboard by a point, and look again."""
    rider = board.find(play.position, name)
    assert rider is not None
    changes.damage(play, rider, "sunk")
    agenda.before(play, f"lighten {arguments[0]}")


def unload(play: Play, unit: str, riders: Sequence[Stack]) -> None:
    """Set what a TRS carries."""
    ship = board.find(play.position, unit)
    if ship is not None:
        told = parse_condition(ship.condition)._replace(cargo=tuple(sorted((r.power, r.unit) for r in riders)))
        changes.recondition(play, ship, told.text, "cargo")


def hit_convoy(play: Play, row: Convoy) -> None:
    """Give a point of damage to a Convoy, as long as it can take more (6.5)."""
    facility = f"convoy-{row.convoy}"
    hurt = play.state.damage.get((row.area, facility), 0)
    if hurt < row.factor:
        play.emit(ev.FacilityChanged(row.area, facility, row.power, "damaged", 1, hurt + 1, play.state.battle))


# Letters


def _letter(play: Play, arguments: Arguments) -> None:
    side, round_, letter = arguments
    kind, area = kind_here(play.position), area_here(play.position)
    if round_ == "land":
        _land_letter(play, side, letter)
    elif kind == "sea" or (round_ == "air" and _air_letters(play.position, kind, area)):
        count = factors.share(letter, len(involved(play.position, side, round_)))
        agenda.before(play, *(f"back {side} {round_} {number + 1}" for number in range(count)))


def _air_letters(position: Position, kind: str, area: str) -> bool:
    """Return whether letters of an Air Round over land count: by the option, or in a Ground Attack on no Island (6.5)."""
    ground = kind == "ground" and not board.is_island(position, area)
    return ground or position.options["air-letters"] == "applied"


def _land_letter(play: Play, side: str, letter: str) -> None:
    """Let defenders retreat where the attackers have more ARM, and keep attackers from advancing (6.6); on an Island neither (6.5)."""
    if board.is_island(play.position, area_here(play.position)):
        return
    count = factors.share(letter, len(targets(play.position, side, "land")))
    if side == acting_side(play.position):
        agenda.before(play, *(["block"] * count))
    elif ARMOUR.read(play.state):
        agenda.before(play, *(["drive-back"] * count))


def involved(position: Position, side: str, round_: str) -> list[str]:
    """Return what of a side a letter may send to base: what may take damage, and at sea CVs that have become BBs in the Air Round (6.5)."""
    names = targets(position, side, round_)
    if round_ != "air" or kind_here(position) != "sea":
        return names
    told, big = UNITS.read(position.state).split(","), big_of(position.title)
    carriers = {unit for unit in told if unit and board.type_of(position.title, unit) == "CV"}
    return [*names, *(key.unit for key in participants(position, side) if key.unit not in names and big.get(key.unit, "") in carriers)]


def fresh(position: Position, side: str, round_: str) -> list[str]:
    """Return what of a side has not yet been chosen to return to base in this round."""
    sent = SENT.read(position.state).split(",")
    return [name for name in involved(position, side, round_) if name not in sent]


def _asks_back(position: Position, arguments: Arguments) -> Pending | None:
    side, round_, number = arguments
    names = fresh(position, side, round_)
    if len(names) < 2:
        return None
    owner = int(number) % 2 == 1
    who = chooser(position, side if owner else OTHER[side], round_, side)
    return Pending("return-to-base", who, (Choose,), Choose(weakest(position, names, best=not owner)))


def _back(play: Play, arguments: Arguments) -> None:
    names = fresh(play.position, arguments[0], arguments[1])
    if names:
        send_back(play, names[0])


def send_back(play: Play, name: str) -> None:
    """Make a unit return to base; a Convoy takes a point of damage instead (6.5)."""
    sent = SENT.read(play.state)
    SENT.set(play, f"{sent},{name}" if sent else name)
    if convoy := convoys_in(play.position).get(name):
        hit_convoy(play, convoy)
        return
    key = board.find(play.position, name)
    assert key is not None
    if board.kind_of(play.title, name) == "land":  # a PARA that flew goes back to where it came from
        changes.release(play, key, FOUGHT)
        return
    changes.mark(play, key, OUT, cause="return")
    if kind_here(play.position) == "factory":
        a_bomb.follow(play, participants(play.position, board.side_of(play.position, key.power)), lost=False)
    agenda.before(play, f"base {name}")


# Return to base


@derived_from("moment")
def base_choices(position: Position, key: Stack) -> list[tuple[str, str]]:
    """Return the (land area, sea of the port) where a unit may return to base, the default first (4.1, 6.5); nobody may change the list."""
    told = parse_condition(key.condition)
    away = key._replace(area=told.target) if told.target and board.kind_of(position.title, key.unit) == "air" else key
    if board.kind_of(position.title, key.unit) == "sea":
        near = ways.havens(position, key, counters(position.title)[key.unit].move)
        found = {place: len(way) for place, way in near.items()}
        far = {} if found else {place: len(way) for place, way in ways.havens(position, key, control.SEARCH).items()}
    else:
        most = ways.air_range(position, key)
        found = {(area, ""): cost for area, cost in ways.bases(position, away, most).items()}
        far = {} if found else {(area, ""): cost for area, cost in ways.bases(position, away, control.SEARCH).items()}
    if far:
        found = {place: cost for place, cost in far.items() if cost == min(far.values())}
    return sorted(found, key=lambda place: (place[0] != key.area, found[place], place))


def _asks_base(position: Position, arguments: Arguments) -> Pending | None:
    key = board.find(position, arguments[0])
    if key is None or board.is_boxed(position, key):
        return None
    open_ = base_choices(position, key)
    return Pending("base", key.power, (GoTo,), GoTo(key.unit, *open_[0])) if len(open_) > 1 else None


def _base(play: Play, arguments: Arguments) -> None:
    key = board.find(play.position, arguments[0])
    if key is None or board.is_boxed(play.position, key):
        return
    open_ = base_choices(play.position, key)
    if open_:
        go_home(play, key, *open_[0])
    else:
        changes.destroy(play, key, "no-base")


def go_home(play: Play, key: Stack, area: str, sea: str) -> None:
    """Return a unit to base; it has done what it does this phase."""
    key = changes.release(play, key, RETURNED, FOUGHT)
    if key.area != area:
        control.settle_in(play, key, area, sea, "return")


def _check_base(position: Position, arguments: Arguments, order: GoTo) -> list[Problem]:
    key = board.find(position, arguments[0])
    open_ = base_choices(position, key) if key else []
    if order.unit == arguments[0] and any(order.area == area and order.port in ("", sea) for area, sea in open_):
        return []
    return [
        BASE.broken(
            f"{arguments[0]} cannot return to base there",
            f"{order.unit} to {order.area}",
            ", ".join(dict.fromkeys(area for area, _ in open_)),
        )
    ]


def _answer_base(play: Play, arguments: Arguments, order: GoTo) -> None:
    key = board.find(play.position, arguments[0])
    assert key is not None
    go_home(play, key, *next(p for p in base_choices(play.position, key) if p[0] == order.area and order.port in ("", p[1])))


# Retreat and advance


def _asks_drive_back(position: Position, arguments: Arguments) -> Pending | None:
    names = undriven(position)
    if len(names) < 2:
        return None
    return Pending(
        "retreat",
        chooser(position, acting_side(position), "land", ""),
        (Choose,),
        Choose(weakest(position, names, best=True)),
    )


def undriven(position: Position) -> list[str]:
    """Return the defending land units that have not yet been told to retreat."""
    sent = {board.root_of(position.title, name) for name in SENT.read(position.state).split(",") if name}  # it may have shrunk since
    return [name for name in targets(position, OTHER[acting_side(position)], "land") if board.root_of(position.title, name) not in sent]


def _drive_back(play: Play, arguments: Arguments) -> None:
    names = undriven(play.position)
    if names:
        drive(play, names[0])


def drive(play: Play, name: str) -> None:
    """Make a defender retreat; a FORT, or one with nowhere to go, takes a point of damage instead (6.6)."""
    sent = SENT.read(play.state)
    SENT.set(play, f"{sent},{name}" if sent else name)
    key = board.find(play.position, name)
    assert key is not None
    if board.type_of(play.title, name) == "FORT" or not retreats(play.position, key):
        strike(play, name)
    else:
        agenda.before(play, f"retreat {name}")


def retreats(position: Position, key: Stack) -> list[str]:
    """Return the adjacent friendly land areas that a defender may retreat to: not those under a Ground Attack (6.6)."""
    attacked = {text.split(":")[1] for text in ATTACKS.read(position.state).split(",") if text.startswith("ground:")}
    return [area for area in control.adjacent_land(position, key.area) if area not in attacked and board.can_stack(position, key, area)]


def _asks_retreat(position: Position, arguments: Arguments) -> Pending | None:
    key = board.find(position, arguments[0])
    open_ = retreats(position, key) if key else []
    return Pending("retreat-to", key.power, (GoTo,), GoTo(key.unit, open_[0])) if key and len(open_) > 1 else None


def _retreat(play: Play, arguments: Arguments) -> None:
    key = board.find(play.position, arguments[0])
    assert key is not None
    _fall_back(play, key, retreats(play.position, key)[0])


def _fall_back(play: Play, key: Stack, area: str) -> None:
    """Move a defender that retreats; an ally's aircraft and ships leave where it comes to stay (1.3)."""
    changes.move(play, key, area, key.condition, cause="retreat")
    control.make_way(play, area, key.power)


def _check_retreat(position: Position, arguments: Arguments, order: GoTo) -> list[Problem]:
    key = board.find(position, arguments[0])
    open_ = retreats(position, key) if key else []
    if order.unit == arguments[0] and order.area in open_:
        return []
    return [RETREAT.broken(f"{arguments[0]} cannot retreat there", f"{order.unit} to {order.area}", ", ".join(open_))]


def _answer_retreat(play: Play, arguments: Arguments, order: GoTo) -> None:
    key = board.find(play.position, arguments[0])
    assert key is not None
    _fall_back(play, key, order.area)


def unblocked(position: Position) -> list[str]:
    """Return the attacking land units that may still be kept from advancing."""
    side = acting_side(position)
    return [
        key.unit for key in participants(position, side) if board.kind_of(position.title, key.unit) == "land" and not board.has(key, STAYS)
    ]


def _asks_block(position: Position, arguments: Arguments) -> Pending | None:
    names = unblocked(position)
    if len(names) < 2:
        return None
    return Pending(
        "block",
        chooser(position, OTHER[acting_side(position)], "land", ""),
        (Choose,),
        Choose(weakest(position, names, best=True)),
    )


def _block(play: Play, arguments: Arguments) -> None:
    names = unblocked(play.position)
    if names:
        hold(play, names[0])


def hold(play: Play, name: str) -> None:
    """Keep an attacker from advancing (6.6)."""
    key = board.find(play.position, name)
    assert key is not None
    changes.mark(play, key, STAYS, cause="blocked")


# The end


def _end_battle(play: Play, arguments: Arguments) -> None:
    kind, area, side = kind_here(play.position), area_here(play.position), acting_side(play.position)
    told = [name for name in UNITS.read(play.state).split(",") if name]
    names = list(dict.fromkeys([*told, *(counters(play.title)[name].small for name in told)]))
    won = _advance(play, area) if kind == "ground" else ""
    own = [key for key in (board.find(play.position, name) for name in names) if key is not None and not board.is_boxed(play.position, key)]
    mine = [key for key in own if board.side_of(play.position, key.power) == side]
    foes = [key for key in own if board.side_of(play.position, key.power) == OTHER[side]]
    attacker, defender, *values = SIDES.read(play.state).split(" ")
    lost = [max(int(value) - value_of(keys), 0) for value, keys in zip(values, (mine, foes), strict=True)]
    winner = "attacker" if won else "none" if kind != "ground" else "defender"
    play.emit(
        ev.BattleEnded(
            play.state.battle,
            kind,
            area,
            attacker,
            defender,
            1,
            winner,
            "captured" if won else "fought",
            names_of(mine),
            names_of(foes),
            lost[0],
            lost[1],
            0,
        )
    )
    if kind != "sea":
        disperse(play, area, kind)
    else:
        for key in [key for key, _ in play.position.stacks(area) if not parse_condition(key.condition).aboard]:
            changes.mark(play, key, FOUGHT)
    if won:
        note_clean(play, area, won, lost[0])


def note_clean(play: Play, area: str, power: str, lost: int) -> None:
    """Keep which areas a power took without loss, and which with (8., No Casualties)."""
    CLEAN.set(play, "" if lost else f"{power} {board.game_turn(play.position)}", area)


def _advance(play: Play, area: str) -> str:
    """Let the attackers move in once no defender is left; return the power that takes control, empty for none (6.6)."""
    side = acting_side(play.position)
    lands = [key for key in participants(play.position, side, "ground", area) if board.kind_of(play.title, key.unit) == "land"]
    able = [key for key in lands if not board.has(key, STAYS)]
    left = [
        key
        for key, _ in play.position.stacks(area)
        if board.side_of(play.position, key.power) == OTHER[side] and board.kind_of(play.title, key.unit) == "land"
    ]
    if left or not able:
        return ""
    power = control.disputed(play, area, able)
    for key in able:
        land(play, changes.release(play, key, FOUGHT, MOVED), area, "advance")
    if is_released(play.position, area, side):
        return power
    control.take_control(play, area, power, takers=tuple(key.unit for key in able if key.power == power))
    return power


def is_released(position: Position, area: str, side: str) -> bool:
    """Return whether an area is a side's already."""
    return board.is_ours(position, side, area)


def land(play: Play, key: Stack, area: str, cause: str) -> Stack:
    """Move a land unit into a land area; one aboard leaves its TRS."""
    told = parse_condition(key.condition)
    if told.aboard:
        for ship, _ in play.position.stacks(key.area):
            load = parse_condition(ship.condition).cargo
            if (key.power, key.unit) in load:
                left = tuple(item for item in load if item != (key.power, key.unit))
                changes.recondition(play, ship, parse_condition(ship.condition)._replace(cargo=left).text, "cargo")
    return changes.move(play, key, area, told._replace(aboard=False, target="").text, cause=cause)


def disperse(play: Play, area: str, kind: str) -> None:
    """Units of a land area combat go back: land units stay where they are, ships at sea too, air units to a base (6.5)."""
    flying = []
    for key in list(board.on_map(play.position)):
        told = parse_condition(key.condition)
        if told.target != area or kind not in told.words:
            continue
        if board.kind_of(play.title, key.unit) == "air" and not a_bomb.is_bomb(play.position, key):
            flying.append(f"base {key.unit}")
        else:  # an A-Bomb that was not dropped is where its carrier took it up: it moves with one alone (5.3)
            changes.release(play, key, FOUGHT)
    agenda.before(play, *flying)


def _picks(names: Callable[[Position, Arguments], Sequence[str]], act: Callable[[Play, str], None]) -> tuple[Check, Answer]:
    """Return check and answer of a task that asks for a unit."""
    return (
        lambda position, arguments, order: _check_pick(names(position, arguments), order),
        lambda play, arguments, order: act(play, order.unit),
    )


TASKS: dict[str, agenda.Task] = {
    "hit": agenda.Task(_hit, _asks_hit, *_picks(lambda p, a: targets(p, a[0], a[1]), strike)),
    "letter": agenda.Task(_letter),
    "back": agenda.Task(_back, _asks_back, *_picks(lambda p, a: fresh(p, a[0], a[1]), send_back)),
    "base": agenda.Task(_base, _asks_base, _check_base, _answer_base),
    "drive-back": agenda.Task(_drive_back, _asks_drive_back, *_picks(lambda p, a: undriven(p), drive)),
    "retreat": agenda.Task(_retreat, _asks_retreat, _check_retreat, _answer_retreat),
    "block": agenda.Task(_block, _asks_block, *_picks(lambda p, a: unblocked(p), hold)),
    "end-battle": agenda.Task(_end_battle),
    "lighten": agenda.Task(
        _lighten,
        _asks_lighten,
        lambda position, arguments, order: _check_pick(overload(position, arguments[0]), order),
        lambda play, arguments, order: _drop(play, arguments, order.unit),
    ),
}

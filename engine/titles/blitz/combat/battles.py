"""Battles and the dice of their rounds (sections 6. to 6.5); what the results do is in `results.py`. Each step is a task of the agenda.

A battle's kind is sea, ground, factory or port. Who takes part stands in the units' conditions, so that a battle can be taken up anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import events as ev
from engine.condition import parse_condition
from engine.derived import derived_from
from engine.forces import BlockCount, show_blocks
from engine.play import Play
from engine.rules import Position
from engine.state import Stack
from engine.titles.blitz import agenda
from engine.titles.blitz.agenda import Arguments
from engine.titles.blitz.combat import a_bomb, factors
from engine.titles.blitz.position import board, changes
from engine.titles.blitz.position.supply import convoys_of
from engine.titles.blitz.tables import Convoy, counters, places
from engine.titles.blitz.vocabulary import ARMOUR, KIND, OUT, PLACE, SIDES, UNITS

SECTION = "6.5 Resolving a Round of Combat"
OTHER = {"axis": "allies", "allies": "axis"}
ROUNDS = {
    "sea": ("air-round", "naval-round"),
    "ground": ("air-round", "land-round"),
    "port": ("air-round", "naval-round"),
    "factory": ("air-round", "strategic-round"),
}


def acting_side(position: Position) -> str:
    """Return the side that performs activities or Blitzes now."""
    return board.side_of(position, position.power)


def kind_here(position: Position) -> str:
    """Return the kind of the open battle."""
    return KIND.read(position.state)


def area_here(position: Position) -> str:
    """Return the area of the open battle."""
    return PLACE.read(position.state)


def participants(position: Position, side: str, kind: str = "", area: str = "") -> list[Stack]:
    """Return a side's units in a battle: the open one, unless told."""
    if not kind and kind_here(position) == "sea":
        return list(still_at_sea(position, side))
    kind, area = kind or kind_here(position), area or area_here(position)
    return list(_participants(position, side, kind, area))


@derived_from("moment")
def _participants(position: Position, side: str, kind: str, area: str) -> list[Stack]:
    if kind == "sea":
        return at_sea(position, side, area)
    attacking = side == acting_side(position)
    # Whoever takes part stands there, or is committed to the area by its condition.
    near = [key for key in position.state.stacks if key.area == area or area in key.condition]
    return [
        key
        for key in sorted(near)
        if position.title.areas[key.area].kind != "box"
        and board.side_of(position, key.power) == side
        and _is_in(position, key, key.area, kind, area, attacking)
    ]


def _is_in(position: Position, key: Stack, place: str, kind: str, area: str, attacking: bool) -> bool:
    told = parse_condition(key.condition)
    if told.target == area and kind in told.words:
        return OUT not in told.words
    if attacking or place != area:
        return False
    type_ = board.type_of(position.title, key.unit)
    if board.kind_of(position.title, key.unit) == "land":
        return kind == "ground" or type_ == "AA"
    return kind == "port" and board.kind_of(position.title, key.unit) == "sea" and type_ != "SUB"


def at_sea(position: Position, side: str, sea: str) -> list[Stack]:
    """Return a side's units that fight in a sea area: those at war with somebody there, or facing a Convoy, and not neutral (4.4)."""
    here = [key for key, _ in position.stacks(sea) if not parse_condition(key.condition).aboard and not board.has(key, OUT)]
    mine = [key for key in here if board.side_of(position, key.power) == side]
    prey = convoys_of(position, OTHER[side], sea)
    return [
        key
        for key in mine
        if any(board.are_enemies(position, key, other) for other in here)
        or any(board.at_war(position, key.power, convoy.power) for convoy in prey)
    ]


@derived_from("moment")
def still_at_sea(position: Position, side: str) -> list[Stack]:
    """Return a side's units left of those that the open sea battle began with.

    A round is fought whole, though all enemies are sunk before a side's own dice count: both fire at once (6., 6.5).
    """
    told = {board.root_of(position.title, unit) for unit in UNITS.read(position.state).split(",") if unit}
    return [
        key
        for key, _ in position.stacks(area_here(position))
        if board.root_of(position.title, key.unit) in told
        and board.side_of(position, key.power) == side
        and not parse_condition(key.condition).aboard
        and not board.has(key, OUT)
    ]


def convoys_here(position: Position, side: str) -> list[Convoy]:
    """Return a side's Convoys in the open sea battle: those at war with an enemy unit that is or has been in it (6.3)."""
    if kind_here(position) != "sea":
        return []
    sea = area_here(position)
    told = board.find_all(position, UNITS.read(position.state).split(","))
    powers = {key.power for key in (*told, *(key for key, _ in position.stacks(sea)))}
    rows = convoys_of(position, side, sea)
    return [row for row in rows if any(board.at_war(position, row.power, power) for power in powers)]


def begin(play: Play, kind: str, area: str) -> None:
    """Open a battle and put its rounds before all else."""
    side = acting_side(play.position)
    own, foes = participants(play.position, side, kind, area), participants(play.position, OTHER[side], kind, area)
    defender = _lead(play.position, foes, "land") or board.holder(play.position, area)
    if kind == "sea" and not foes:
        defender = next(row.power for row in convoys_of(play.position, OTHER[side], area))
    lead = _lead(play.position, own, "land") or next(row.power for row in convoys_of(play.position, side, area))
    number = play.state.battles + 1
    risked = [[*keys, *_riders(play.position, keys)] for keys in (own, foes)]
    sized = value_of(risked[0]), value_of(risked[1])
    play.emit(ev.BattleStarted(number, kind, area, lead, defender, names_of(own), names_of(foes), *sized))
    KIND.set(play, kind)
    PLACE.set(play, area)
    SIDES.set(play, f"{lead} {defender} {sized[0]} {sized[1]}")
    UNITS.set(play, ",".join(key.unit for keys in risked for key in keys))
    agenda.before(play, *ROUNDS[kind], "end-battle")


def _riders(position: Position, keys: Sequence[Stack]) -> list[Stack]:
    """Return what the TRS among units carry: it goes down with them (6.5)."""
    return board.find_all(position, (unit for key in keys for _, unit in parse_condition(key.condition).cargo))


def value_of(keys: Sequence[Stack]) -> int:
    """Return the Sizes of units together."""
    return sum(key.strength for key in keys)


def names_of(keys: Sequence[Stack]) -> str:
    """Return units as a battle tells them."""
    return show_blocks(BlockCount(key.unit, 1, "", 0) for key in keys)


def _lead(position: Position, keys: Sequence[Stack], factor: str) -> str:
    """Return the power with the most printed Factors among units, of equal ones that with more units; it chooses for its side (6.5)."""
    sums: dict[str, tuple[int, int]] = {}
    for key in keys:
        total, count = sums.get(key.power, (0, 0))
        sums[key.power] = total + board.printed(position.title, key, factor), count + 1
    return max(sorted(sums), key=lambda power: sums[power]) if sums else ""


def chooser(position: Position, side: str, round_: str, owner: str) -> str:
    """Return the power that chooses for a side in a round."""
    factor = {"air": "air", "naval": "naval"}.get(round_, "land")
    keys = participants(position, side)
    found = _lead(position, keys, factor)
    if found:
        return found
    told = SIDES.read(position.state).split(" ")
    return next((power for power in told if board.side_of(position, power) == side), owner)


# Rounds


def _air_round(play: Play, arguments: Arguments) -> None:
    position, side = play.position, acting_side(play.position)
    own, foes = participants(position, side), participants(position, OTHER[side])
    if not factors.dogfighters(position, own) or not (factors.dogfighters(position, foes) or _guns_fire(position, foes)):
        return
    _exchange(play, "air", side, factors.air_fire(position, own, foes), factors.air_fire(position, foes, own))


def _guns_fire(position: Position, foes: Sequence[Stack]) -> bool:
    """Return whether an AA unit brings about an Air Round without aircraft beside it, by an option: in no Ground Attack (D.6, E.2)."""
    wanted = position.options["aa-alone"] == "fires" and kind_here(position) != "ground"
    return wanted and any(board.type_of(position.title, key.unit) == "AA" for key in foes)


def _naval_round(play: Play, arguments: Arguments) -> None:
    position, side, area = play.position, acting_side(play.position), area_here(play.position)
    own, foes = participants(position, side), participants(position, OTHER[side])
    port = kind_here(position) == "port"
    prey, mine = convoys_here(position, OTHER[side]), convoys_here(position, side)
    shot_at = in_port(position, own, foes, area) if port else foes
    attack = factors.naval_fire(position, own, shot_at, area, port=port, convoys=prey)
    defense = factors.naval_fire(position, foes, own, area, convoys=mine)
    if not targets(position, OTHER[side], "naval"):
        attack = factors.Fire(0)
    if not targets(position, side, "naval"):  # as in a Port Attack: nobody in port fires at its attackers (5.3)
        defense = factors.Fire(0)
    _exchange(play, "naval", side, attack, defense)


def _land_round(play: Play, arguments: Arguments) -> None:
    position, side, area = play.position, acting_side(play.position), area_here(play.position)
    own, foes = participants(position, side), participants(position, OTHER[side])
    fire = factors.land_fire(position, area, own, foes)
    attack, defense = factors.armour(position, area, own, foes)
    ARMOUR.set(play, "yes" if attack > defense else "")
    if not targets(position, OTHER[side], "land") or not targets(position, side, "land"):
        return  # nobody is left to fire at; and with no land unit left nobody attacks: aircraft and ships support one (5.3)
    _exchange(play, "land", side, fire.attack, fire.defense)


def _strategic_round(play: Play, arguments: Arguments) -> None:
    position, area = play.position, area_here(play.position)
    own = participants(position, acting_side(position))
    fire = factors.strategic_fire(position, own, area)
    if fire.factors == 0:
        return
    lead = _lead(position, own, "strategic")
    number, _ = _shoot(play, "strategic", lead, fire)
    _spend_once(play, own, strategic=True)
    a_bomb.note_use(play, own, board.holder(position, area))
    hurt = play.state.damage.get((area, "factory"), 0)
    done = min(number, places(play.title)[area].factory - hurt)
    if done > 0:
        owner = board.holder(position, area)
        play.emit(ev.FacilityChanged(area, "factory", owner, "damaged", done, hurt + done, play.state.battle))


def _shoot(play: Play, purpose: str, power: str, fire: factors.Fire) -> tuple[int, str]:
    """Roll a side's die on the Combat Chart; return number and letter."""
    line = tuple(factors.result(play.position, fire.factors, face) for face in range(1, play.title.dice_sides + 1))
    (die,) = play.roll(1, f"{purpose}-{fire.factors}", alike=((1, line),))
    number, letter = line[die - 1]
    mean = sum(number for number, _ in line) / len(line)
    side = "attacker" if board.side_of(play.position, power) == acting_side(play.position) else "defender"
    play.emit(ev.DiceRolled(play.state.battle, area_here(play.position), power, side, purpose, 1, "", 0, (die,), number, mean))
    return number, letter


def _exchange(play: Play, round_: str, side: str, attack: factors.Fire, defense: factors.Fire) -> None:
    """Roll for both sides at once; results of the acting side's roll come first, numbers before letters (6.5)."""
    position = play.position
    own, foes = participants(position, side), participants(position, OTHER[side])
    rolled = []
    for shooter, fire in ((side, attack), (OTHER[side], defense)):
        if fire.factors:
            lead = chooser(position, shooter, round_, shooter)
            rolled.append((OTHER[shooter], *_shoot(play, round_, lead, fire)))
    if round_ != "air" or position.options["used-once"] == "any-round":
        _spend_once(play, [*own, *foes])
    hits = [f"hit {target} {round_} {number + 1}" for target, count, _ in rolled for number in range(count)]
    letters = [f"letter {target} {round_} {letter}" for target, _, letter in rolled if letter]
    agenda.before(play, *hits, *letters)


def _spend_once(play: Play, keys: Sequence[Stack], *, strategic: bool = False) -> None:
    """Destroy the air units that are used once only, in the round in which they strike: V-Weapons and A-Bombs in a Strategic one (6.5)."""
    for key in keys:
        row = counters(play.title)[key.unit]
        if row.once and (row.type not in factors.NO_DOGFIGHT or strategic):
            changes.destroy(play, key, "used")


def in_port(position: Position, attackers: Sequence[Stack], defenders: Sequence[Stack], area: str) -> list[Stack]:
    """Return the defenders that a Port Attack fires at: ships in the area's Ports; where CVs attack, in one on the sea of each (5.3)."""
    seas = {key.area for key in attackers if board.kind_of(position.title, key.unit) == "sea"}
    ships = [key for key in defenders if key.area == area and board.kind_of(position.title, key.unit) == "sea"]
    ports = ((key, board.port_at(position, key)) for key in ships)
    return [key for key, port in ports if not seas or (port is not None and seas.issubset(port.seas))]


def targets(position: Position, side: str, round_: str) -> list[str]:
    """Return what of a side may take damage in a round: units, and Convoys in a Naval Round (6.5)."""
    keys = participants(position, side)
    title = position.title
    if round_ == "naval" and kind_here(position) == "port":
        own = participants(position, acting_side(position))
        return [key.unit for key in in_port(position, own, keys, area_here(position))]
    if round_ == "air":
        return [key.unit for key in factors.dogfighters(position, keys)]
    if round_ == "naval":
        ships = [key.unit for key in keys if board.kind_of(title, key.unit) == "sea"]
        return ships + [row.convoy for row in convoys_here(position, side)]
    return [key.unit for key in keys if board.kind_of(title, key.unit) == "land"]


TASKS: dict[str, agenda.Task] = {
    "air-round": agenda.Task(_air_round, fires=True),
    "naval-round": agenda.Task(_naval_round, fires=True),
    "land-round": agenda.Task(_land_round, fires=True),
    "strategic-round": agenda.Task(_strategic_round, fires=True),
}

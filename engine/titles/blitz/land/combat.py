"""1.F: Land Area Combat (section 5.3): announcing, defending, resolving."""

from __future__ import annotations

from engine.orders import Order
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Pending, Position
from engine.state import Stack
from engine.titles.blitz import agenda
from engine.titles.blitz.agenda import Arguments
from engine.titles.blitz.combat import a_bomb, battles, phases, results
from engine.titles.blitz.combat.battles import OTHER, acting_side
from engine.titles.blitz.orders import ATTACK_KINDS, Announced, Attack, AttackKind, CommitNoMore, Defend, Resolve
from engine.titles.blitz.politics_tables import china
from engine.titles.blitz.position import board, changes, commanders, ways
from engine.titles.blitz.position.supply import in_supply, land_routes, neighbours
from engine.titles.blitz.tables import figure, places
from engine.titles.blitz.vocabulary import ATTACKS, CLOSED, FLOWN, FOUGHT, OUT, ROUTE, SAILED, STAGE

SECTION = "5.3 Land Area Combat"

COMBAT_STAGE = Rule("combat/stage", SECTION, FATAL)
RESOLVE = Rule("combat/resolve", SECTION, FATAL)
NONE = Rule("combat/none", SECTION, FATAL)
DUE = Rule("combat/due", SECTION, FATAL)
AREA = Rule("attack/area", SECTION, FATAL)
ATTACK_UNITS = Rule("attack/units", SECTION, FATAL)
TOGETHER = Rule("attack/together", SECTION, FATAL)
LAND = Rule("attack/land", SECTION, FATAL)
ISLAND = Rule("attack/island", SECTION, FATAL)
ATTACK_ROUTE = Rule("attack/route", "9.4 Land Route Attacks", FATAL)
TEN = Rule("attack/ten", SECTION, FATAL)
ATTACK_FACTORY = Rule("attack/factory", SECTION, FATAL)
ATTACK_PORT = Rule("attack/port", SECTION, FATAL)
ATTACK_ONCE = Rule("attack/once", SECTION, FATAL)
KIND = Rule("attack/kind", "Scenario D. Barbarossa", FATAL)
ATTACK_CLOSED = Rule("attack/closed", SECTION, FATAL)
PEACE = Rule("attack/peace", "3.2 Declare War", FATAL)
DEFEND_WAR = Rule("defend/war", SECTION, FATAL)
NEUTRAL = Rule("attack/neutral", SECTION, FATAL)
BLITZ_GROUND = Rule("blitz/ground", "2.2 Blitz Phases", FATAL)
LAND_UNIT = Rule("attack/land-unit", SECTION, FATAL)
FACTORS = Rule("attack/factors", SECTION, FATAL)
CHINA = Rule("attack/china", SECTION, FATAL)
SUPPLY = Rule("attack/supply", "1.7 Supply Lines", FATAL)
ADJACENT = Rule("attack/adjacent", SECTION, FATAL)
DROP = Rule("attack/drop", SECTION, FATAL)
BEACH = Rule("attack/beach", SECTION, FATAL)
SNOW = Rule("attack/snow", SECTION, FATAL)
AIR = Rule("attack/air", SECTION, FATAL)
V_WEAPON = Rule("attack/v-weapon", "6.1 Fighting an Air Round", FATAL)
RANGE = Rule("attack/range", SECTION, FATAL)
ATTACK_A_BOMB = Rule("attack/a-bomb", SECTION, FATAL)
SHIP = Rule("attack/ship", SECTION, FATAL)
PORT_SEA = Rule("attack/port-sea", SECTION, FATAL)
POWER = Rule("defend/power", SECTION, FATAL)
ATTACK = Rule("defend/attack", SECTION, FATAL)


def stage(position: Position) -> str:
    """Return how far the phase is: announce, defend or resolve."""
    return STAGE.read(position.state) or "announce"


def announced(position: Position) -> list[tuple[AttackKind, str]]:
    """Return the (kind, area) of the combats that are announced and not yet resolved."""
    text = ATTACKS.read(position.state)
    return [(ATTACK_KINDS[item.split(":")[0]], item.split(":")[1]) for item in text.split(",") if item]


class LandCombat(phases.Activity):
    """The acting side announces its attacks, the other side commits to the defense, then they are resolved in any order."""

    slug = "land-combat"
    adds = (Attack, Announced, Defend, CommitNoMore, Resolve)
    section = SECTION

    def judge(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order."""
        now = stage(position)
        fits = {"announce": (Attack, Announced), "defend": (), "resolve": (Resolve,)}[now]
        if not isinstance(order, fits):
            return [
                COMBAT_STAGE.broken(
                    f"the phase is at the stage: {now}",
                    type(order).__name__.lower(),
                    ", ".join(kind.__name__.lower() for kind in fits),
                )
            ]
        if isinstance(order, Attack):
            return check_attack(position, order)
        if isinstance(order, Resolve):
            left = [f"{kind} {area}" for kind, area in announced(position)]
            if f"{order.kind} {order.area}" not in left:
                return [RESOLVE.broken("no such attack is announced", f"{order.kind} {order.area}", ", ".join(left))]
            return []
        return [] if announced(position) else [NONE.broken("no attack is announced", "none", "an attack, or the phase's end")]

    def do(self, play: Play, order: Order) -> None:
        """Commit units, go on to the next stage, or begin a combat."""
        if isinstance(order, Attack):
            attack(play, order)
        elif isinstance(order, Announced):
            STAGE.set(play, "resolve")
            other = OTHER[acting_side(play.position)]
            agenda.before(play, *(f"defend {power}" for power in board.powers_of(play.position, other)))
            for kind, area in announced(play.position):
                _lapse(play, kind, area)
        elif isinstance(order, Resolve):
            agenda.before(play, f"fight {order.kind} {order.area}")

    def check_end(self, position: Position) -> list[Problem]:
        """All announced combats must be resolved."""
        left = announced(position)
        if not left:
            return []
        return [DUE.broken("attacks are still to be resolved", ", ".join(f"{k} {a}" for k, a in left), "all resolved")]

    def owed(self, position: Position) -> list[Order]:
        """Return the orders that bring the phase to its end."""
        if stage(position) == "announce":
            return [Announced()]
        return [Resolve(kind, area) for kind, area in announced(position)]


def check_attack(position: Position, order: Attack) -> list[Problem]:
    """Return what is wrong with the announcement of an attack (5.3)."""
    keys, wrong = phases.find_all(position, order, "units", SECTION)
    droppers, more = phases.find_all(position, order, "drop", SECTION)
    if wrong or more:
        return wrong + more
    area = position.title.areas.get(order.area)
    if area is None or area.kind != "land" or not board.is_in_play(position, order.area):
        return [AREA.broken("attacks are made on land areas", order.area or "no area", "a land area in play")]
    if board.lacks(position, f"{order.kind}-attacks"):
        return [KIND.broken(f"there are no {order.kind} attacks in this scenario", order.kind, "ground")]
    if not keys and not droppers:
        return [ATTACK_UNITS.broken("an attack needs units", "none", "units")]
    wrong = [item for key in keys for item in check_committed(position, key, order.kind, order.area, attacking=True)]
    wrong += [item for key in droppers for item in check_committed(position, key, order.kind, order.area, attacking=True, flown=True)]
    wrong += phases.check_feet(position, [*keys, *droppers])
    return wrong or _check_whole(position, order, keys, droppers)


def _check_whole(position: Position, order: Attack, keys: list[Stack], droppers: list[Stack]) -> list[Problem]:
    """Return what is wrong with an attack as a whole: who attacks together, Islands, ten Sizes from an area, what it needs (5.3)."""
    there = battles.participants(position, acting_side(position), order.kind, order.area)
    every = [*there, *keys, *droppers]
    for key in every:
        if not board.are_partners(position, key.power, every[0].power):
            return [TOGETHER.broken("these powers do not attack together", f"{key.power}, {every[0].power}", "one power")]
    rivals = [(kind, area) for kind, area in announced(position) if area == order.area and kind != order.kind]
    for kind, area in rivals:
        for key in battles.participants(position, acting_side(position), kind, area):
            if not board.are_partners(position, key.power, every[0].power):
                return [TOGETHER.broken("an ally attacks this area", key.power, every[0].power)]
    wrong = (_check_ground if order.kind == "ground" else _check_target)(position, order, every, droppers)
    if not wrong and (lacks := _lacks(position, order.kind, every)) and not _is_awaited(position, order, every):
        return lacks
    return wrong


def _lacks(position: Position, kind: str, every: list[Stack]) -> list[Problem]:
    """Return what an attack by some units still lacks; what is announced together may be written down in any order (5.3)."""
    kinds = {board.kind_of(position.title, key.unit) for key in every}
    if kind == "ground":
        return [] if "land" in kinds else [LAND.broken("a Ground Attack needs a land unit", "none", "a land unit")]
    if bombs := a_bomb.uncarried(position, every):
        return [ATTACK_A_BOMB.broken("the A-Bomb needs a carrier in its attack", bombs[0].unit, "its carrier beside it")]
    if kind == "factory" and "air" not in kinds:
        return [ATTACK_FACTORY.broken("CVs alone attack no Factory", every[0].unit, "an air unit among the attackers")]
    if kind == "port" and every and all(_helps(position, key, kind) for key in every):
        return [ATTACK_PORT.broken("in an Air Blitz CVs join what air units attack", every[0].unit, "an air unit among the attackers")]
    return []


def _is_awaited(position: Position, order: Attack, every: list[Stack]) -> bool:
    """Return whether a unit that can still join an attack brings what it lacks."""
    for key in phases.mine(position, ("land", "air")):
        if (
            key not in every
            and board.are_partners(position, key.power, every[0].power)
            and not _lacks(position, order.kind, [*every, key])
            and any(not check_committed(position, key, order.kind, order.area, attacking=True, flown=flown) for flown in (False, True))
        ):
            return True
    return False


def _lapse(play: Play, kind: str, area: str) -> None:
    """Break an announced attack off that lacks what its kind needs, when all is announced (5.3)."""
    every = battles.participants(play.position, acting_side(play.position), kind, area)
    if _lacks(play.position, kind, every):
        _drop(play, kind, area)
        results.disperse(play, area, kind)


def _drop(play: Play, kind: str, area: str) -> None:
    """Take an attack off the announced ones."""
    left = [item for item in announced(play.position) if item != (kind, area)]
    ATTACKS.set(play, ",".join(f"{k}:{a}" for k, a in left))


def _check_ground(position: Position, order: Attack, every: list[Stack], droppers: list[Stack]) -> list[Problem]:
    title, area = position.title, order.area
    lands = [key for key in every if board.kind_of(title, key.unit) == "land"]
    dropped = {key.unit for key in every if key in droppers or board.has(key, FLOWN)}
    size = sum(key.strength for key in lands)
    most, ten = figure(title, "island-attackers"), figure(title, "attackers-from-an-area")
    if board.is_island(position, area) and size > most:
        return [ISLAND.broken(f"Sizes of {most} attack an Island", str(size), f"{most} at most")]
    by_route = [key.unit for key in lands if key.unit not in dropped and frozenset((key.area, area)) in land_routes(title)]
    if len(by_route) > 1:
        return [ATTACK_ROUTE.broken("one land unit attacks over a Land Route", ", ".join(by_route), "one")]
    sums: dict[str, int] = {}
    for key in lands:
        if key.unit not in dropped:
            sums[key.area] = sums.get(key.area, 0) + key.strength
    for origin, total in sums.items():
        if total > ten and not board.lacks(position, "ten"):
            return [TEN.broken(f"Sizes of {ten} attack from one area ({origin})", str(total), f"{ten} at most")]
    return []


def _check_target(position: Position, order: Attack, every: list[Stack], droppers: list[Stack]) -> list[Problem]:
    if order.kind == "factory" and not places(position.title)[order.area].factory:
        return [ATTACK_FACTORY.broken("there is no Factory", order.area, "an area with a Factory")]
    if order.kind != "port":
        return []
    ships = battles.participants(position, OTHER[acting_side(position)], "port", order.area)
    if not ships:
        return [ATTACK_PORT.broken("no enemy naval unit but SUBs is in port there", order.area, "a port with naval units")]
    if not battles.in_port(position, every, ships, order.area):
        seas = ", ".join(key.area for key in every if position.title.areas[key.area].kind == "sea")
        return [PORT_SEA.broken("no enemy is in a Port on the sea areas of all CVs", seas, "CVs beside one Port")]
    return []


def check_committed(position: Position, key: Stack, kind: str, area: str, *, attacking: bool, flown: bool = False) -> list[Problem]:
    """Return why a unit may not join a land area combat (5.3)."""
    title = position.title
    # Aircraft and land units fight once; a ship that has fought at sea may still take part ashore (5.3).
    done = {OUT, *board.COMMITTED} if board.kind_of(title, key.unit) == "sea" else {FOUGHT, OUT, *board.COMMITTED}
    if done & set(board.words(key)):
        return [ATTACK_ONCE.broken(f"{key.unit} is committed or has fought", "committed", "one combat")]
    if attacking:
        if (wrong := phases.check_actor(position, key, "land-combat")) and not _helps(position, key, kind):
            return wrong
        if wrong := check_blitz_kind(position, key, kind):
            return wrong
        owner = board.holder(position, area)
        if CLOSED.read(position.state, area):
            return [ATTACK_CLOSED.broken(f"{area} may not be attacked any more", area, "another area")]
        if not board.is_hostile_land(position, key.power, area, key.unit):
            return [PEACE.broken(f"{key.power} is not at war there", owner or "neutral", "an enemy at war")]
        if kind == "ground" and board.kind_of(title, key.unit) == "land" and board.is_closed(position, key, area):
            return [PEACE.broken(f"{key.power} is not in the war of this country", area, "a war with who declared it")]
    elif not _defends(position, key, area):
        return [DEFEND_WAR.broken(f"{key.unit} is not at war with the attackers", key.power, "a unit at war with them")]
    return {"land": _check_land, "air": _check_air, "sea": _check_ship}[board.kind_of(title, key.unit)](
        position, key, kind, area, attacking, flown
    )


def _helps(position: Position, key: Stack, kind: str) -> bool:
    """Return whether a CV at sea joins the Port Attack of its power's Air Blitz (2.2)."""
    return kind == "port" and board.type_of(position.title, key.unit) == "CV" and phases.blitz_of(position, key.power) == "air"


def check_blitz_kind(position: Position, key: Stack, kind: str) -> list[Problem]:
    """Return why a unit's Blitz makes no such attack (2.2)."""
    blitz = phases.blitz_of(position, key.power)
    if blitz in ("land", "foot") and kind != "ground":
        return [BLITZ_GROUND.broken(f"a {blitz} Blitz makes Ground Attacks only", kind, "ground")]
    return []


def _defends(position: Position, key: Stack, area: str) -> bool:
    side = acting_side(position)
    foes = [k for kind in board.COMMITTED for k in battles.participants(position, side, kind, area)]
    return any(board.are_enemies(position, key, foe) for foe in foes)


def _check_land(position: Position, key: Stack, kind: str, area: str, attacking: bool, flown: bool) -> list[Problem]:
    title, type_ = position.title, board.type_of(position.title, key.unit)
    if kind != "ground" or not attacking:
        return [LAND_UNIT.broken("land units make Ground Attacks only, and defend where they are", key.unit, "air or naval units")]
    if type_ == "FORT" or not commanders.strength(position, key, "land"):
        found = f"{type_}, {commanders.strength(position, key, 'land')} Land Factors"
        return [FACTORS.broken(f"{key.unit} may not attack", found, "no FORT, 1 Land Factor")]
    if board.country_at(position, area) == china(position.title) and not board.may_be_in_china(position, key):
        return [CHINA.broken(f"{key.unit} may not attack in China yet", area, "an area outside of China")]
    if board.is_confined(position, key, area):
        home = title.regions.get(board.home_of(position, key.unit), ())
        return [NEUTRAL.broken("only GARs of a neutral power attack abroad", area, ", ".join(home))]
    if not in_supply(position, key):
        return [SUPPLY.broken(f"{key.unit} is out of supply", key.area, "a supplied area")]
    if flown:
        return _check_drop(position, key, area)
    if board.is_aboard(key):
        return _check_beach(position, key, area)
    route = frozenset((key.area, area)) in land_routes(title)
    if area not in neighbours(title, "land")[key.area] or (route and not _may_use_route(position, key)):
        return [ADJACENT.broken(f"{key.unit} is not beside {area}", key.area, "an adjacent land area, no Land Route between")]
    return []


def _may_use_route(position: Position, key: Stack) -> bool:
    """Return whether one Small land unit may attack over a Land Route, by an optional rule (9.4)."""
    return position.options["land-route-attacks"] == "yes" and not board.is_big(position.title, key.unit)


def _check_drop(position: Position, key: Stack, area: str) -> list[Problem]:
    reach = ways.flights(position, key, ways.air_range(position, key))
    if board.type_of(position.title, key.unit) != "PARA" or area not in reach or board.is_aboard(key):
        return [DROP.broken(f"{key.unit} cannot fly there", area, f"a PARA, within {ways.air_range(position, key)}")]
    return []


def _check_beach(position: Position, key: Stack, area: str) -> list[Problem]:
    if area not in ways.shore(position, key.area) or _watched(position, key):
        return [BEACH.broken(f"{key.unit} cannot attack from its TRS", area, "an area on its sea, no enemy air, BB, CV or SUB there")]
    return []


def _watched(position: Position, key: Stack) -> bool:
    """Return whether enemy air, BB, CV or SUB units are in a unit's sea area (5.3)."""
    title = position.title
    return any(
        board.kind_of(title, foe.unit) == "air" or board.type_of(title, foe.unit) in board.WARSHIPS
        for foe in board.enemies_in(position, key.area, key)
    )


def _check_snow(position: Position, area: str, key: Stack) -> list[Problem]:
    if board.weather(position, area) == "snow":
        return [SNOW.broken(f"air and naval units do not fight in the snow of {area}", key.unit, "land units alone")]
    return []


def _check_air(position: Position, key: Stack, kind: str, area: str, attacking: bool, flown: bool) -> list[Problem]:
    title, type_ = position.title, board.type_of(position.title, key.unit)
    if title.areas[key.area].kind != "land" or board.has(key, SAILED) or not in_supply(position, key):
        return [AIR.broken(f"{key.unit} cannot join", key.area, "an air unit in a supplied land area")]
    if type_ == "A-BOMB":
        return _check_bomb(position, key, kind, attacking)
    if type_ == "V" and (kind != "factory" or not attacking):
        return [V_WEAPON.broken("V-Weapons attack Factories", kind, "factory")]
    if area not in ways.flights(position, key, ways.air_range(position, key)):
        return [RANGE.broken(f"{area} is out of range of {key.unit}", area, f"within {ways.air_range(position, key)}")]
    return _check_snow(position, area, key)


def _check_bomb(position: Position, key: Stack, kind: str, attacking: bool) -> list[Problem]:
    """An A-Bomb is carried by an air unit (or the V-Weapon of its power) of four Strategic Factors from the same area (5.3)."""
    carriers = [k for k, _ in position.stacks(key.area) if k.power == key.power and a_bomb.carries(position, k)]
    if kind == "factory" and attacking and carriers:
        return []
    return [ATTACK_A_BOMB.broken("the A-Bomb needs a carrier", kind, "a Factory Attack, and an air unit of 4 Strategic Factors with it")]


def _check_ship(position: Position, key: Stack, kind: str, area: str, attacking: bool, flown: bool) -> list[Problem]:
    type_ = board.type_of(position.title, key.unit)
    useful = type_ == "CV" or (type_ == "BB" and kind == "ground")
    if area not in ways.shore(position, key.area) or not useful or _watched(position, key):
        return [
            SHIP.broken(
                f"{key.unit} cannot join",
                key.area,
                "BB (Ground Attack) or CV at sea beside it, no enemy warships there",
            )
        ]
    if kind == "port" and not _moored(position, key, area, attacking):
        return [
            PORT_SEA.broken("the CV's sea area touches no Port that is attacked", key.area, "a sea area of the Port of a ship attacked")
        ]
    return _check_snow(position, area, key)


def _moored(position: Position, carrier: Stack, area: str, attacking: bool) -> bool:
    """Return whether a ship that is attacked, or may be, is in a Port on a CV's sea area (5.3; E.2 for those who defend)."""
    side = acting_side(position)
    ships = battles.participants(position, OTHER[side], "port", area)
    others = [] if attacking else battles.participants(position, side, "port", area)
    ports = (board.port_at(position, key) for key in battles.in_port(position, others, ships, area))
    return any(port is not None and carrier.area in port.seas for port in ports)


def attack(play: Play, order: Attack) -> None:
    """Commit the units of an attack."""
    drop = phases.named(order, "drop")
    for name in (*phases.named(order, "units"), *drop):
        key = board.find(play.position, name)
        assert key is not None
        phases.note_foot(play, key)
        key = changes.commit(play, key, order.area, order.kind)
        if name in drop:
            changes.mark(play, key, FLOWN)
        elif frozenset((key.area, order.area)) in land_routes(play.title) and board.kind_of(play.title, name) == "land":
            changes.mark(play, key, ROUTE)
    now = {*announced(play.position), (order.kind, order.area)}
    ATTACKS.set(play, ",".join(f"{k}:{a}" for k, a in sorted(now)))


# Defense


def defenders(position: Position, power: str) -> list[tuple[AttackKind, str, Stack]]:
    """Return the (kind, area, unit) that a power may commit to the defense now (5.3)."""
    found = []
    for key in board.on_map(position):
        if key.power != power or board.kind_of(position.title, key.unit) == "land":
            continue
        for kind, area in announced(position):
            if not check_committed(position, key, kind, area, attacking=False):
                found.append((kind, area, key))
    return found


def _asks_defend(position: Position, arguments: Arguments) -> Pending | None:
    power = arguments[0]
    return Pending("defend", power, (Defend, CommitNoMore), CommitNoMore(power)) if defenders(position, power) else None


def _asked(position: Position) -> list[str]:
    """Return the powers that have not said yet that they commit no more; they answer in any order."""
    return [task.split(" ")[1] for task in agenda.tasks(position) if task.startswith("defend ")]


def _check_defend(position: Position, arguments: Arguments, order: Order) -> list[Problem]:
    asked = _asked(position)
    if isinstance(order, CommitNoMore):
        return [] if order.power in asked else [POWER.broken("another power is asked", order.power, ", ".join(asked))]
    assert isinstance(order, Defend)
    keys, wrong = phases.find_all(position, order, "units", SECTION)
    if (order.kind, order.area) not in announced(position):
        return [ATTACK.broken("no such attack is announced", f"{order.kind} {order.area}", "an announced attack")]
    for key in keys:
        if key.power not in asked or board.kind_of(position.title, key.unit) == "land":
            wrong.append(POWER.broken("a power commits its own air and naval units", key.unit, ", ".join(asked)))
        else:
            wrong += check_committed(position, key, order.kind, order.area, attacking=False)
    return wrong


def _answer_defend(play: Play, arguments: Arguments, order: Defend | CommitNoMore) -> None:
    if isinstance(order, Defend):
        for name in phases.named(order, "units"):
            key = board.find(play.position, name)
            assert key is not None
            changes.commit(play, key, order.area, order.kind)
        agenda.before(play, f"defend {arguments[0]}")
    elif order.power != arguments[0]:
        agenda.drop(play, f"defend {order.power}")
        agenda.before(play, f"defend {arguments[0]}")


def _fight(play: Play, arguments: Arguments) -> None:
    kind, area = arguments
    _drop(play, kind, area)
    own = battles.participants(play.position, acting_side(play.position), kind, area)
    if any(board.is_hostile_land(play.position, key.power, area, key.unit) for key in own):
        battles.begin(play, kind, area)
    else:  # the area has been taken, or has become neutral, since the attack was announced (1.6, 5.3)
        results.disperse(play, area, kind)


TASKS: dict[str, agenda.Task] = {
    "defend": agenda.Task(lambda play, arguments: None, _asks_defend, _check_defend, _answer_defend),
    "fight": agenda.Task(_fight),
}

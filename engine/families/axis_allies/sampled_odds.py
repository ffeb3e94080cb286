"""Odds by playing a battle many times through the title's own rules: what the exact odds leave out, and the proof of the rest.

Both sides answer as a log without decisions does: the usual losses, pressed to the end unless told when to retreat. Submarines that are
neither told to submerge nor to stay do as players usually do (`usual.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine import events as ev
from engine.dice import SeededDice
from engine.families.axis_allies.board import condition_of, is_impassable
from engine.families.axis_allies.combat import paid_damage, retreats
from engine.families.axis_allies.combat.battle import ATTACKER, fighting
from engine.families.axis_allies.combat.submarines import submarines
from engine.families.axis_allies.loads import spread
from engine.families.axis_allies.orders import Battle, Press, Retreat, Submerge
from engine.families.axis_allies.usual import usual
from engine.families.axis_allies.vocabulary import PATROL, RAIDING
from engine.mechanics.profile import profile_in
from engine.odds.battle import FIGHT_ON, Forces
from engine.odds.battle import Retreat as When
from engine.odds.composed import NoBattle, aircraft
from engine.odds.diving import STAY, Shown
from engine.odds.ends import Ended, result_of_ends
from engine.odds.fighters import Units
from engine.odds.result import Result
from engine.odds.steps_left import steps_left
from engine.orders import Order
from engine.play import Play
from engine.rules import Pending, load_rules
from engine.state import GameState
from engine.strictness import Strictness
from engine.title.model import Title

PHASE = "conduct-combat"
MOST_DECISIONS = 2000
"""Decisions after which a battle does not end."""


def sampled(
    title: Title,
    forces: Forces,
    area: str = "",
    *,
    games: int = 1000,
    seed: int | str = 0,
    retreat: When = FIGHT_ON,
    techs: Mapping[tuple[str, str], int] | None = None,
    dive: Shown = STAY,
    options: Mapping[str, str] | None = None,
) -> Result:
    """Play a battle so many times; return the shares of its ends.

    Args:
        area: where it is fought; by default the first area of the kind with a neighbour to come from.
        techs: (power, technology) to its level. retreat: its chance and value cannot be kept to.
        dive: whose submarines submerge as soon as they may; None for a side: those that usually do.
        options: those of the title that are not at their default.

    Raises:
        NoBattle: the rules begin no battle.
    """
    start = position_of(title, forces, area, techs or {}, options=options)
    rules, ends = load_rules(title), []
    dice = SeededDice(seed)
    for _ in range(games):
        play = Play(rules, dice, strictness=Strictness.IGNORE)
        play.take_up(start.copy())
        end = play_out(play, forces, retreat, dive)
        ends.append(Ended(end, *steps_left(title, start, play.state, end)))
    planes = aircraft(title, forces.attackers), aircraft(title, forces.defenders)
    return result_of_ends(title, ends, forces.at_sea, planes)


ENOUGH = 1000
"""Money of who is bombed, so that it can pay for any raid."""


def position_of(
    title: Title,
    forces: Forces,
    area: str,
    techs: Mapping[tuple[str, str], int],
    *,
    raid: bool = False,
    options: Mapping[str, str] | None = None,
) -> GameState:
    """Return the state in which the attacker's units have moved into the area, at the start of its combat; with `raid` to bomb it."""
    play = Play(load_rules(title), SeededDice(0), strictness=Strictness.IGNORE)
    kind = "sea" if forces.at_sea else "land"
    mine = next((power for (_, power), n in forces.attackers.items() if n), "")
    theirs = sorted({power for (_, power), n in {**forces.defenders, **forces.guns}.items() if n})
    if not mine or not theirs:
        raise NoBattle("a battle has two sides")
    if raid and forces.at_sea:
        raise NoBattle(f"{area} is no land area")
    place, origin = _place(title, kind, area, ashore=any(forces.seaborne.values()), flown=raid)
    play.emit(ev.GameStarted(title.slug, next(iter(title.scenarios)), title.choices(dict(options or {})), {}))
    for power, tech in techs:
        play.emit(ev.TechAdvanced(power, tech))
    for power in theirs:
        play.emit(ev.RelationChanged(mine, power, "", "war"))
        if raid and paid_damage.rules(title):
            play.emit(ev.ResourceChanged(power, title.resource, ENOUGH, ENOUGH, "setup"))
    if kind == "land":
        play.emit(ev.ControlChanged(place, "", theirs[0], "setup"))
        play.emit(ev.ControlChanged(origin, "", mine, "setup"))
    play.emit(ev.RoundStarted(1))
    play.emit(ev.PhaseStarted(mine, title.phases[0], 1))
    for (unit, power), n in {**forces.defenders, **forces.guns}.items():
        _put(play, power, unit, n, place, "")
    _load(play, forces.defend_load, forces.defenders, place)
    came = f"used=1 {RAIDING}" if raid else "used=1"
    zone = next((one for one in title.neighbours[place] if title.areas[one].kind == "sea"), origin)
    for (unit, power), n in forces.attackers.items():
        air, lands = title.units[unit].cls == "air", forces.seaborne.get((unit, power), 0)
        hunts = kind == "sea" and air and title.units[unit].has("patrols")
        flown = f"{came} {PATROL.of(place)}" if hunts else came
        _put(play, power, unit, n - lands, place, flown if air else f"used=1 from={origin} moved")
        _put(play, power, unit, lands, place, f"used=1 from={zone} moved")
    _load(play, forces.attack_load, forces.attackers, place)
    play.open_phase(ev.PhaseStarted(mine, PHASE, 1))
    _refuse_idle(play, {power for (_, power), n in forces.attackers.items() if n}, place)
    play.submit(Battle(place, raid=raid, bombard="none"))
    if not any(isinstance(event, ev.BattleStarted) for event in play.events):
        raise NoBattle(f"no battle begins in {place}")
    return _before(play)


def _refuse_idle(play: Play, powers: set[str], area: str) -> None:
    """Refuse attackers of several powers where the rules let one attack in its turn: the others would stand by.

    Raises:
        NoBattle: some of them do not fight.
    """
    if len(powers) > 1 and (idle := powers - {key.power for key, _ in fighting(play.position, area, ATTACKER)}):
        others = ", ".join(sorted(idle))
        raise NoBattle(f"{others} would stand by: found attackers of {len(powers)} powers, expected one, which attacks in its turn")


def _before(play: Play) -> GameState:
    """Return the state just before the battle began: dice that its beginning has rolled are rolled anew each time."""
    state = GameState()
    first = next(at for at, event in enumerate(play.events) if isinstance(event, ev.BattleStarted))
    return state.apply_all(play.events[:first])


def _place(title: Title, kind: str, area: str, ashore: bool, flown: bool) -> tuple[str, str]:
    """Return the area of the battle and a neighbour of its kind, over a border without a river or the like where there is one.

    Args:
        ashore: whether it is on a coast. flown: whether all fly to it: they may come from elsewhere, and to an island.
    """
    if flown and area and not is_impassable(title, area):
        return area, next(other for other in title.areas if other != area and _is_open(title, kind, other))
    for one in [area] if area else title.areas:
        near = [other for other in title.neighbours[one] if _is_open(title, kind, other)]
        coast = any(title.areas[other].kind == "sea" for other in title.neighbours[one])
        if near and _is_open(title, kind, one) and (coast or not ashore):
            return one, min(near, key=lambda other: len(title.borders_between.get(frozenset((one, other)), ())))
    raise NoBattle(f"no {kind} area {area!r} with a neighbour to attack from")


def _is_open(title: Title, kind: str, area: str) -> bool:
    return title.areas[area].kind == kind and not title.areas[area].terrain


def _put(play: Play, power: str, unit: str, n: int, area: str, condition: str) -> None:
    if n > 0:
        strength = profile_in(play.title, play.state, power, unit).strength
        play.emit(ev.UnitsPlaced(power, unit, n, area, max(strength, 1), "setup"))
        if condition:
            play.emit(ev.UnitsChanged(power, unit, n, area, max(strength, 1), "", becomes=condition, cause="moved"))


def _load(play: Play, load: Units, ships: Units, area: str) -> None:
    """Put units aboard transports of a side that are in an area: large cargo first, each where there is room, in turn.

    Raises:
        NoBattle: there is no room for them.
    """
    carries = [
        key
        for key, n in sorted(play.state.units_in(area))
        if ships.get((key.unit, key.power)) and play.title.units[key.unit].has("carries-land")
        for _ in range(n)
    ]
    holds = spread(play.title, load, len(carries))
    if isinstance(holds, tuple):
        raise NoBattle(f"the transports have no room for {holds[1]}")
    for key, items in zip(carries, holds, strict=True):
        if items:
            before = condition_of(key)
            play.emit(
                ev.UnitsChanged(
                    key.power, key.unit, 1, area, key.strength, key.condition, becomes=before.loading(*items).text, cause="load"
                )
            )
    for (unit, power), n in load.items():
        _put(play, power, unit, n, area, "aboard")


def play_out(play: Play, forces: Forces, retreat: When, dive: Shown = STAY) -> ev.BattleEnded:
    """Fight the battle out; return its end."""
    place = next(key.area for key in play.state.stacks if key.condition)
    return fought_out(play, Battle(place, bombard="none"), lambda due: _answer(play, due, retreat, place, dive))


def fought_out(play: Play, begins: Battle, answer: Callable[[Pending], Order]) -> ev.BattleEnded:
    """Fight the battle that an order begins, with these answers to its decisions; return its end.

    Raises:
        NoBattle: it does not end.
    """
    play.submit(begins)
    for _ in range(MOST_DECISIONS):
        over = next((event for event in reversed(play.events) if isinstance(event, ev.BattleEnded)), None)
        if over:
            return over
        pending = play.pending
        if pending is None:
            break
        play.submit(answer(pending))
    raise NoBattle(f"the {'raid on' if begins.raid else 'battle in'} {begins.area} does not end")


def _answer(play: Play, pending: Pending, retreat: When, place: str, dive: Shown) -> Order:
    goes = dive[0] if pending.side == ATTACKER else dive[1]
    if Submerge in pending.takes and goes is None:
        return usual(play, pending) or pending.default
    if Submerge in pending.takes and goes:
        return Submerge.of(pending.side, sum(n for _, n in submarines(play.position, place, pending.side)))
    free = retreats.ground(play.position, place) or retreats.aircraft(play.position, place)
    if Press in pending.takes and pending.what == "press" and not retreat.never and free:
        fought = len({event.round for event in play.events if isinstance(event, ev.DiceRolled) and event.round})
        here = fighting(play.position, place, "attacker")
        left = sum(n for _, n in here)
        only = retreat.aircraft and all(play.title.units[key.unit].cls == "air" for key, _ in here)
        if (retreat.rounds and fought >= retreat.rounds) or left < retreat.units or only:
            return pending.cut if isinstance(pending.cut, Retreat) else pending.default
    return pending.default

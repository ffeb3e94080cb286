"""The course of a battle, step by step, until a decision is due (section General Combat Sequence).

A step does its part and names the next; an empty name means that a decision must come first, or that the battle is
over. Which decision is kept in the marker `step`, so that a game cut off there goes on from its events alone.

| step | waits for |
|---|---|
| evade | whether defending ships slip away |
| partisans, bombardment, anti-air, free-shot, strike, counter-strike, first-attack, first-defence, attack, defence, dogfight-attack,
  dogfight-defence | casualties of the side that was fired at, when it has a choice |
| pick-..., of each of these | which units targeted fire has hit, of the side that fired |
| intercept | which fighters go up against a raid |
| dive-attacker, dive-defender | whether submarines submerge |
| press | press or retreat |
| stay | whether attacking transports with nothing left to fight stay (press) or retreat |
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from engine.events import BattleStarted
from engine.mechanics.board import Stacks, condition_of, is_sea
from engine.mechanics.combat import assault, evading, partisans, picking, retreats, submarines
from engine.mechanics.combat.airborne import lose_riders
from engine.mechanics.combat.antiair import fire_at_aircraft, gun, volley
from engine.mechanics.combat.battle import (
    ATTACKER,
    DEFENDER,
    REMOVED_AS,
    Fight,
    Force,
    fighting,
    forces,
    keep_forces,
    kept_forces,
    lead_defender,
    mark,
    open_fight,
    remove,
    show_forces,
    sort_forces,
    survivors,
    value_of,
)
from engine.mechanics.combat.bombing import INTERCEPTING, bomb, dogfight_groups, interceptors, stand_down
from engine.mechanics.combat.bonuses import EARLY
from engine.mechanics.combat.casualties import Kind, Toll, inflict, reckon
from engine.mechanics.combat.due import Due, raiders
from engine.mechanics.combat.ending import Verdict, conclude, sweep, tell, verdict
from engine.mechanics.combat.fire import AT_ONCE, Pools, fire, firing_groups, free_shots, has_ranks, ranks
from engine.mechanics.movement.guests import attack_with_guests
from engine.mechanics.orders import Evade
from engine.mechanics.transports import change
from engine.rules import Position

if TYPE_CHECKING:
    from engine.play import Play

SUFFERS = {
    "partisans": DEFENDER,
    "bombardment": DEFENDER,
    "anti-air": ATTACKER,
    "free-shot": ATTACKER,
    "first-attack": DEFENDER,
    "first-defence": ATTACKER,
    "dogfight-attack": DEFENDER,
    "dogfight-defence": ATTACKER,
    "strike": DEFENDER,
    "counter-strike": ATTACKER,
    "attack": DEFENDER,
    "defence": ATTACKER,
}
"""Step of fire to the side that loses units by it."""

AFTER = {
    "partisans": "partisans-gone",
    "bombardment": "guns",
    "anti-air": "shot-down",
    "free-shot": "landed",
    "first-attack": "first-defence",
    "first-defence": "first-removal",
    "intercept": "dogfight-attack",
    "dogfight-attack": "dogfight-defence",
    "dogfight-defence": "dogfight-removal",
    "dive-attacker": "dive-defender",
    "dive-defender": "dived",
    "strike": "counter-strike",
    "counter-strike": "strike-removal",
    "attack": "defence",
    "defence": "removal",
}
"""Step that waits for a decision to the step that follows it."""

_WORDS = {
    "bombardment": "shelled",
    "partisans": "",
    "anti-air": "shot",
    "free-shot": "gunned",
    "strike": "struck",
    "counter-strike": "struck",
    "first-attack": "outfired",
    "first-defence": "outfired",
    "attack": "casualty",
    "defence": "",
    "dogfight-attack": "casualty",
    "dogfight-defence": "",
}
PICKS = {f"pick-{step}": step for step in SUFFERS}
"""Step at which the side that fired chooses what it has hit, to the step of fire."""
DIVES = {"dive-attacker": ATTACKER, "dive-defender": DEFENDER}
"""Step at which submarines may submerge to their side."""


def begin(play: Play, due: Due, bombard: str = "all") -> None:
    """Start a battle that is due and fight it as far as the first decision; an unopposed landing is no battle."""
    if due.kind == "raid":
        _raid(play, due)
        return
    ships = assault.bombarding(play.position, due.area, bombard) if due.kind == "amphibious" else []
    assault.land(play, due.area)
    if not due.required and due.kind == "amphibious":
        assault.occupy(play)
        return
    if due.kind == "sea":
        attack_with_guests(play, due.area)
    fight = _open(play, due, forces(play.position, due.area, ATTACKER), forces(play.position, due.area, DEFENDER))
    if due.kind == "sea":
        run(play, "evade")
        return
    hits = assault.bombard(play, fight, ships)
    run(play, suffer(play, fight, {"land": hits} if hits else {}, "bombardment"))


def run(play: Play, step: str) -> None:
    """Fight on from a step until a decision is due or the battle is over."""
    while step and (fight := open_fight(play.position)):
        step = _STEPS[step](play, fight)


def suffer(play: Play, fight: Fight, pools: Pools, step: str) -> str:
    """Let a side take the hits of a step, or wait for a choice, also of the side that fired; return the next step."""
    if not pools:
        return AFTER[step]
    aimed, others = picking.split_pools(pools)
    if aimed:
        picked = picking.pick_toll(play.position, fight.area, SUFFERS[step], aimed)
        if picked.free:
            mark(play, "owed", _show(pools))
            return _wait(play, f"pick-{step}")
        lose(play, fight, step, picked.usual)
    return _suffer(play, fight, others, step)


def _suffer(play: Play, fight: Fight, pools: Pools, step: str) -> str:
    toll = reckon(play.position, fight.area, SUFFERS[step], pools)
    if toll.free:
        mark(play, "owed", _show(pools))
        return _wait(play, step)
    lose(play, fight, step, toll.usual)
    return AFTER[step]


def lose(play: Play, fight: Fight, step: str, chosen: Counter[Kind]) -> None:
    """Give the chosen units the hits of a step."""
    inflict(play, fight, SUFFERS[step], chosen, _WORDS[step])


def toll_due(position: Position, fight: Fight) -> Toll:
    """Return what is owed in the step that waits for casualties, or what was hit in one that waits for a pick."""
    step = position.state.marker("battle", "step")
    aimed, others = picking.split_pools(_owed(position))
    if step in PICKS:
        return picking.pick_toll(position, fight.area, SUFFERS[PICKS[step]], aimed)
    return reckon(position, fight.area, SUFFERS.get(step, ATTACKER), others)


def _owed(position: Position) -> Pools:
    return _read(position.state.marker("battle", "owed"))


def _read(text: str) -> Pools:
    pairs = (part.partition("=") for part in text.split())
    return {pool: int(n) for pool, _, n in pairs}


def _show(pools: Pools) -> str:
    return " ".join(f"{pool}={n}" for pool, n in sorted(pools.items()))


def pick(play: Play, fight: Fight, step: str, chosen: Counter[Kind]) -> str:
    """Give the picked units their hits, then let the side take the others of the step; return the next step."""
    lose(play, fight, PICKS[step], chosen)
    return _suffer(play, fight, picking.split_pools(_owed(play.position))[1], PICKS[step])


def break_off(play: Play) -> None:
    """End the open battle as unfinished; losses already owed are taken in the usual way."""
    fight, step = open_fight(play.position), play.state.marker("battle", "step")
    if fight is None:
        return
    if step in PICKS:
        lose(play, fight, PICKS[step], toll_due(play.position, fight).usual)
        step = PICKS[step]
        others = picking.split_pools(_owed(play.position))[1]
        lose(play, fight, step, reckon(play.position, fight.area, SUFFERS[step], others).usual)
    elif step in SUFFERS:
        lose(play, fight, step, toll_due(play.position, fight).usual)
    _clear_hit(play, fight)
    if fight.kind in ("raid", partisans.KIND):
        if fight.kind == "raid":
            stand_down(play, fight)
        tell(play, fight, Verdict("none", "unfinished"))
        return
    conclude(play, "none", "unfinished")


def _wait(play: Play, step: str) -> str:
    mark(play, "step", step)
    return ""


def _open(play: Play, due: Due, attackers: list[Force], defenders: list[Force]) -> Fight:
    """Tell of the battle and keep what the rest of it must know."""
    position = play.position
    number, defender = position.state.battles + 1, lead_defender(position, due.area)
    came = retreats.origins(position, due.area) if due.kind != "raid" else []
    play.emit(
        BattleStarted(
            number,
            due.kind,
            due.area,
            position.power,
            defender,
            show_forces(attackers),
            show_forces(defenders),
            value_of(position, attackers),
            value_of(position, defenders),
        )
    )
    mark(play, "kind", due.kind)
    mark(play, "area", due.area)
    mark(play, "defender", defender)
    mark(play, "origins", " ".join(came))
    keep_forces(play, f"forces/{ATTACKER}", attackers)
    keep_forces(play, f"forces/{DEFENDER}", defenders)
    fight = open_fight(position)
    assert fight is not None
    return fight


def _raid(play: Play, due: Due) -> None:
    """A raid: interceptors when there are any, guns, bombs, end."""
    position = play.position
    bombers: Counter[Kind] = Counter()
    for key, count in raiders(position, due.area):
        bombers[key[2], key[1]] += count
    battery = gun(position, due.area)
    defended = [Force(battery[2], 1, battery[1])] if battery else []
    _open(play, due, sort_forces(position, bombers), defended)
    run(play, "interceptors")


def attack_of_partisans(play: Play, area: str, attacks: int) -> None:
    """Let partisans attack an area so many times; the owner of what they hit chooses."""
    due = Due(partisans.KIND, area, False, 0)
    fight = _open(play, due, [], forces(play.position, area, DEFENDER))
    partisans.note(play, attacks)
    pools = fire(play, fight, ATTACKER, [partisans.fire_group(fight.attacker, attacks)], partisans.KIND)
    run(play, suffer(play, fight, pools, "partisans"))


def _partisans_gone(play: Play, fight: Fight) -> str:
    tell(play, fight, Verdict("none", partisans.KIND))
    assault.occupy(play)
    return ""


def _evade(play: Play, fight: Fight) -> str:
    return _wait(play, "evade") if evading.evader(play.position, fight) else "guns"


def evade(play: Play, fight: Fight, order: Evade) -> str:
    """Let ships try to slip away; return the next step. Without anybody left who defends there has been no combat."""
    if not evading.evade(play, fight, order):
        return "evade"
    tell(play, fight, Verdict("none", "evaded"))
    assault.occupy(play)
    return ""


def _interceptors(play: Play, fight: Fight) -> str:
    return _wait(play, "intercept") if interceptors(play.position, fight.area) else "bombs"


def scrambled_up(play: Play, fight: Fight, chosen: Stacks) -> str:
    """Let these fighters intercept the raid; return the next step."""
    for key, count in chosen:
        change(play, key, count, condition_of(key).having(INTERCEPTING), "intercept")
    up = Counter({(key[2], key[1]): 0 for key, _ in chosen})
    for key, count in chosen:
        up[key[2], key[1]] += count
    if not chosen:
        return "bombs"
    keep_forces(
        play, f"forces/{DEFENDER}", [*kept_forces(play.position, f"forces/{DEFENDER}"), *sort_forces(play.position, up)]
    )
    return "dogfight-attack"


def _dogfight(step: str, side: str) -> Callable[[Play, Fight], str]:
    def shoot(play: Play, fight: Fight) -> str:
        groups = dogfight_groups(play.position, fight.area, side)
        return suffer(play, fight, fire(play, fight, side, groups, "air-combat") if groups else {}, step)

    return shoot


def _bombs(play: Play, fight: Fight) -> str:
    damage = bomb(play, fight)
    left = survivors(play.position, ATTACKER)
    tell(play, fight, Verdict(ATTACKER, "bombed") if left else Verdict(DEFENDER, "shot-down"), damage)
    assault.occupy(play)
    return ""


def _fire_guns(play: Play, fight: Fight) -> str:
    """Anti-aircraft fire: one gun that fires at all aircraft, or the shots of guns that have a number of them."""
    fire_at_aircraft(play, fight, retreats.aircraft(play.position, fight.area), gun(play.position, fight.area))
    hits = volley(play, fight, retreats.aircraft(play.position, fight.area))
    return suffer(play, fight, {"air": hits} if hits else {}, "anti-air")


def _shot_down(play: Play, fight: Fight) -> str:
    """Remove the aircraft that were hit, and what was aboard."""
    before = len(play.events)
    _clear_hit(play, fight, ("shot",))
    if len(play.events) > before:
        lose_riders(play, fight)
    return "free-shot"


def _free_shot(play: Play, fight: Fight) -> str:
    """Artillery behind a fortified coast fires once at what lands there (global-1939, Unit Changes: Fortifications)."""
    groups = free_shots(play.position, fight.area) if fight.kind == "amphibious" else []
    return suffer(play, fight, fire(play, fight, DEFENDER, groups, "free-shot") if groups else {}, "free-shot")


def _first(play: Play, fight: Fight) -> str:
    """Whether units that fire before all others are still to fire in this round, rank after rank."""
    if not has_ranks(play.title):
        return "attack"
    done = int(play.state.marker("battle", "rank", "-1"))
    rank = next((rank for rank in ranks(play.position, fight.area) if rank > done), None)
    if rank is None:
        mark(play, "rank", "")
        return "attack"
    mark(play, "rank", str(rank))
    return "first-attack"


def _fire_first(step: str, side: str) -> Callable[[Play, Fight], str]:
    def shoot(play: Play, fight: Fight) -> str:
        rank = int(play.state.marker("battle", "rank"))
        groups = firing_groups(play.position, fight.area, side, rank=rank)
        pools = fire(play, fight, side, groups, "first-fire") if groups else {}
        return suffer(play, fight, _held(play, side, pools) if rank == EARLY else pools, step)

    return shoot


def _held(play: Play, side: str, pools: Pools) -> Pools:
    """Keep what is not removed at once for the side's ordinary step of fire; return the rest."""
    later = {pool: n for pool, n in pools.items() if not pool.startswith(AT_ONCE)}
    mark(play, f"held/{side}", _show(later))
    return {pool: n for pool, n in pools.items() if pool not in later}


def _with_held(play: Play, side: str, pools: Pools) -> Pools:
    """Return the hits of a step of fire with those that were kept for it."""
    held = _read(play.state.marker("battle", f"held/{side}"))
    mark(play, f"held/{side}", "")
    return {pool: pools.get(pool, 0) + held.get(pool, 0) for pool in {**pools, **held}}


def _check(play: Play, fight: Fight) -> str:
    """Whether the battle is over: asked before the first round and after each."""
    sweep(play, fight)
    end = verdict(play.position, fight, before_fire=fight.round == 0)
    if end is None:
        return _wait(play, "press") if fight.round else "round"
    if _may_sail_off(play, fight, end):
        return _wait(play, "stay")
    conclude(play, *end)
    return ""


def _may_sail_off(play: Play, fight: Fight, end: Verdict) -> bool:
    """Whether attacking transports are left with nothing to fight with, and have a place to retreat to."""
    ships = is_sea(play.title, fight.area) and end.winner != ATTACKER and end.how != "stalemate"
    return ships and bool(retreats.ground(play.position, fight.area)) and bool(retreats.choices(play.position, fight))


def _round(play: Play, fight: Fight) -> str:
    mark(play, "round", str(fight.round + 1))
    sides = submarines.striking_sides(play.position, fight.area)
    mark(play, "strikes", " ".join(sides))
    if play.title.revisions:
        mark(play, "hunters", " ".join(submarines.hunting_sides(play.position, fight.area)))
    return "dive-attacker" if sides else "first"


def _dive(step: str) -> Callable[[Play, Fight], str]:
    """Whether a side's submarines submerge, asked before any dice of the round; the attacker decides first."""

    def ask(play: Play, fight: Fight) -> str:
        side = DIVES[step]
        return _wait(play, step) if side in submarines.strikers(play.position) else AFTER[step]

    return ask


def _dived(play: Play, fight: Fight) -> str:
    sweep(play, fight)
    end = verdict(play.position, fight, before_fire=fight.round == 1)
    if end is None:
        return "strike"
    if _may_sail_off(play, fight, end):
        return _wait(play, "stay")
    conclude(play, *end)
    return ""


def _shoot(step: str, side: str, *, strike: bool) -> Callable[[Play, Fight], str]:
    """A step of fire; submarines that strike by surprise do not fire again in the round."""

    def shoot(play: Play, fight: Fight) -> str:
        strikes = side in submarines.strikers(play.position)
        if strike and not strikes:
            return AFTER[step]
        only = True if strike else (False if strikes else None)
        groups = firing_groups(play.position, fight.area, side, only)
        pools = fire(play, fight, side, groups, "surprise-strike" if strike else "fire") if groups else {}
        return suffer(play, fight, pools if strike else _with_held(play, side, pools), step)

    return shoot


def _clear_hit(play: Play, fight: Fight, words: Collection[str] = REMOVED_AS) -> None:
    """Remove the units that have been hit; those with these words only."""
    for side in (ATTACKER, DEFENDER):
        for key, count in fighting(play.position, fight.area, side):
            word = next((word for word in words if word in condition_of(key).words), "")
            if word:
                remove(play, fight, key, count, REMOVED_AS[word])


def _clear(following: str, words: Collection[str] = REMOVED_AS) -> Callable[[Play, Fight], str]:
    def clear(play: Play, fight: Fight) -> str:
        _clear_hit(play, fight, words)
        return following

    return clear


_STEPS: dict[str, Callable[[Play, Fight], str]] = {
    "evade": _evade,
    "partisans-gone": _partisans_gone,
    "guns": _fire_guns,
    "shot-down": _shot_down,
    "free-shot": _free_shot,
    "check": _check,
    "round": _round,
    "dive-attacker": _dive("dive-attacker"),
    "dive-defender": _dive("dive-defender"),
    "dived": _dived,
    "strike": _shoot("strike", ATTACKER, strike=True),
    "counter-strike": _shoot("counter-strike", DEFENDER, strike=True),
    "strike-removal": _clear("first"),
    "landed": _clear("check", ("gunned",)),
    "first": _first,
    "first-attack": _fire_first("first-attack", ATTACKER),
    "first-defence": _fire_first("first-defence", DEFENDER),
    "first-removal": _clear("first", ("outfired",)),
    "interceptors": _interceptors,
    "dogfight-attack": _dogfight("dogfight-attack", ATTACKER),
    "dogfight-defence": _dogfight("dogfight-defence", DEFENDER),
    "dogfight-removal": _clear("bombs"),
    "bombs": _bombs,
    "attack": _shoot("attack", ATTACKER, strike=False),
    "defence": _shoot("defence", DEFENDER, strike=False),
    "removal": _clear("check"),
}

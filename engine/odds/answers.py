"""Odds as they are asked for: forces written as text, a battle of a record; exact where the model fits, else sampled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.events import BattleStarted
from engine.families import family_of
from engine.mechanics.profile import profile_in
from engine.odds.battle import FIGHT_ON, NONE, Forces, Retreat, TooLarge, plain
from engine.odds.bombarding import bombarding
from engine.odds.diving import STAY, UNKNOWN, Dive, Shown, best_dive, odds_diving
from engine.odds.fighters import Profile, Units
from engine.odds.names import OddsError, counted
from engine.odds.own_steps import has_rules, own_steps
from engine.odds.raids import Raid
from engine.odds.result import Result
from engine.state import GameState
from engine.title.model import Title
from engine.title.title_modules import hook

MOST_UNITS = 400
"""Units of a side of which odds are asked for: what takes them a second, takes ten times as many a quarter of an hour."""
NOT_MODELLED = frozenset(
    "forces-heavy air-superiority selects picks-aircraft naval-strike picks-land prepared attack-dice hunts-submarines first-strike "
    "fires-best-of first-fire hunts-with-aircraft fires-at-aircraft damaged block supports-otherwise".split()
)
"""Abilities that change a battle in ways that the exact odds do not follow."""


class Answer(NamedTuple):
    """The odds of a battle, why they were sampled (empty for exact ones), and whose submarines submerge."""

    result: Result
    sampled: str = ""
    dive: Dive = STAY


def battle_odds(
    title: Title,
    forces: Forces,
    *,
    area: str = "",
    retreat: Retreat = FIGHT_ON,
    low_luck: bool = False,
    rounds: bool = True,
    games: int = 2000,
    techs: Mapping[tuple[str, str], int] | None = None,
    dive: Shown | None = None,
    options: Mapping[str, str] | None = None,
) -> Answer:
    """Return the odds of a battle: exact ones, or those of so many games where the battle is not of the exact model.

    Args:
        techs: (power, technology) to its level.
        dive: whose submarines submerge as soon as they may. None, or None for a side: where its side loses less so, by rules that are
            known to let them; in sampled battles what the family's players usually do.
        options: those of the title that are not at their default.

    Raises:
        OddsError: they can be neither worked out nor sampled.
    """
    for side, units in (("attacker", forces.attackers), ("defender", forces.defenders)):
        if (many := sum(units.values())) > MOST_UNITS:
            raise OddsError(f"the {side} has {many:,} units: expected {MOST_UNITS} at most")
    if retreat.aircraft and forces.keep_land is None:
        # A land unit that is kept until all aircraft are lost would never leave them alone.
        forces = forces._replace(keep_land=False)
    profile = profile_with(title, techs or {}, options)
    known = dive or UNKNOWN
    why = unmodelled(title, forces, profile)
    if not why:
        try:
            policy = policy_of(title, forces, known, profile, low_luck)
            found = odds_diving(title, forces, policy, retreat=retreat, profile=profile, low_luck=low_luck, rounds=rounds)
            return Answer(found, dive=policy)
        except TooLarge as error:
            why = f"the battle is too large to be worked out ({error})" if str(error) else "the battle is too large to be worked out"
    family = family_of(title)
    if family is None or family.sampled is None:
        raise OddsError(f"{title.name}: {why}, and its rules are not here to play it many times")
    ordered = forces.attack_order or forces.defend_order
    if low_luck or forces.bombard or ordered or retreat.chance or retreat.value is not None:
        raise OddsError(f"{title.name}: {why}; sampled battles know no low luck, bombardment, order of loss or retreat by chance or value")
    try:
        policy = Dive(*map(bool, known))
        told: dict[str, Any] = {"dive": known} if any(policy) or (family.usual and None in known) else {}
        told |= {"options": options} if options else {}
        return Answer(family.sampled(title, forces, area, games=games, retreat=retreat, techs=techs, **told), why, policy)
    except ValueError as error:
        raise OddsError(f"{title.name}: {error}") from error


def policy_of(title: Title, forces: Forces, known: Shown, profile: Profile, low_luck: bool = False) -> Dive:
    """Return whose submarines submerge in odds and in the ledger of luck alike: those that are known to.

    Of sides of which nothing is known those that lose less so, by rules that are known to let them; on a map without rules they stay.

    Raises:
        TooLarge: there are more states than are worth working out.
    """
    if has_rules(title):
        return best_dive(title, forces, known=known, profile=profile, low_luck=low_luck)
    return Dive(*map(bool, known))


def raid_odds(
    title: Title,
    forces: Forces,
    *,
    area: str = "",
    up: Units | None = None,
    games: int = 2000,
    techs: Mapping[tuple[str, str], int] | None = None,
    options: Mapping[str, str] | None = None,
) -> Raid:
    """Return what a strategic bombing raid comes to, by playing it so many times through the title's rules.

    Args:
        forces: bombers and escorts; fighters, guns and what is bombed. area: by default one of most value, as that may limit the damage.
        up: the defenders that intercept; by default all that may. techs: (power, technology) to its level.
        options: those of the title that are not at their default.

    Raises:
        OddsError: the title has no raids, or its rules begin none with these units.
    """
    family = family_of(title)
    if family is None or family.sampled_raid is None:
        raise OddsError(f"{title.name}: its rules are not here, or know no strategic bombing raids")
    _check_interceptors(title, forces, up or NONE)
    try:
        return family.sampled_raid(title, forces, area, up=up, games=games, techs=techs, options=options)
    except ValueError as error:
        raise OddsError(f"{title.name}: {error}; a raid needs bombers, and what they bomb") from error


def _check_interceptors(title: Title, forces: Forces, up: Units) -> None:
    """Raise OddsError for units that never intercept, or that the defender has not."""
    for (unit, _), count in up.items():
        row, there = title.units[unit], sum(n for (one, _), n in forces.defenders.items() if one == unit)
        if not row.has("intercepts"):
            able = [one.name for one in title.units.values() if one.has("intercepts")]
            expected = " or ".join(able) or "no interceptors, as no unit there does"
            raise OddsError(f"{row.name} cannot intercept in {title.name}: expected {expected}")
        if count > there:
            raise OddsError(f"{count} x {row.name} are to intercept, and the defender has {there}: expected so many at most")


def unmodelled(title: Title, forces: Forces, profile: Profile) -> str:
    """Return why the exact odds do not fit a battle; empty if they do."""
    if why := never_exact(title):
        return why
    for unit, power in {**forces.attackers, **forces.defenders}:
        row = profile(power, unit)
        odd = sorted(NOT_MODELLED.intersection(row.abilities))
        if odd:
            return f"the exact odds do not follow {odd[0]} of {row.name}"
        if row.has("landing-attack") and 0 < forces.seaborne.get((unit, power), 0) < forces.attackers.get((unit, power), 0):
            return f"the exact odds do not follow landing-attack of {row.name} where only some come ashore"
    return ""


def never_exact(title: Title) -> str:
    """Return why no battle of a title is of the exact model, so that where it is fought, and whose, counts too; empty if some are."""
    if title.dice_hit != "low" or "block" in title.able:
        return "battles of this game are not fought by the steps that the exact odds know"
    if hook(title, "modifiers", "modifier"):
        return "terrain and borders change the numbers on which units hit"
    return own_steps(title, False)


def profile_with(title: Title, techs: Mapping[tuple[str, str], int], options: Mapping[str, str] | None = None) -> Profile:
    """Return the figures of units of powers with technologies, by the options of a game."""
    if not title.revisions:
        return lambda power, unit: title.units[unit]
    state = GameState(techs=dict(techs), options=dict(options or {}))
    return lambda power, unit: profile_in(title, state, power, unit)


def hurt_in(title: Title, state: GameState, area: str) -> Units:
    """Return how many units in an area have taken a hit, of those that can take several, by (unit, power)."""
    found: Counter[tuple[str, str]] = Counter()
    for key, n in state.units_in(area):
        if key.strength < profile_in(title, state, key.power, key.unit).strength:
            found[key.unit, key.power] += n
    return found


def forces_in(title: Title, start: BattleStarted, hurt: Units = NONE, profile: Profile | None = None) -> Forces:
    """Return the forces with which a recorded battle begins; cargo and units that never fight apart.

    Args:
        hurt: the units that are damaged by then (see `hurt_in`). profile: the figures of units then, of which abilities of ships come;
            those of units.csv when not given.

    Raises:
        OddsError: the record names units that the title does not have.
    """
    sea = start.area in title.areas and title.areas[start.area].kind == "sea"
    mine, theirs = counted(title, start.attackers, start.attacker), counted(title, start.defenders, start.defender)
    here = ("sea", "air") if sea else ("land", "air")
    ships = {kind: n for kind, n in mine.items() if title.units[kind[0]].cls == "sea" and not sea}
    attack = {kind: n for kind, n in mine.items() if title.units[kind[0]].cls in here}
    guns = {kind: n for kind, n in theirs.items() if title.units[kind[0]].has("no-combat") and title.units[kind[0]].cls == "land"}
    defend = {kind: n for kind, n in theirs.items() if title.units[kind[0]].cls in here and kind not in guns}
    landing = sum(n for (unit, _), n in attack.items() if title.units[unit].cls == "land")
    shelling = bombarding(ships, landing, profile or plain(title))
    return Forces(
        attack,
        defend,
        sea,
        bombard=shelling,
        guns=guns,
        attack_damaged=_among(attack, hurt),
        defend_damaged=_among(defend, hurt),
        attack_cargo=_cargo(title, mine, sea),
        defend_cargo=_cargo(title, theirs, sea),
    )


def _among(units: Units, hurt: Units) -> Units:
    return {kind: min(n, units[kind]) for kind, n in hurt.items() if kind in units}


def _cargo(title: Title, units: Units, sea: bool) -> int:
    """Return the value of land units at sea: they do not fight, but are lost with the ships that carry them."""
    return sum(title.units[unit].cost * n for (unit, _), n in units.items() if title.units[unit].cls == "land") * sea

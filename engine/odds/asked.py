"""Odds as they are asked for: forces written as text, a battle of a record; exact where the model fits, else sampled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from engine.errors import SitrepError
from engine.events import BattleStarted
from engine.families import family_of
from engine.forces import parse_units
from engine.mechanics.profile import profile_in
from engine.odds.battle import FIGHT_ON, NONE, Forces, Retreat, TooLarge, odds
from engine.odds.fighters import Profile, Units
from engine.odds.own_steps import own_steps
from engine.odds.result import Result
from engine.state import GameState
from engine.title.columns import nearest
from engine.title.model import Title
from engine.title.parts import hook

NOT_MODELLED = frozenset(
    "forces-heavy air-superiority selects picks-aircraft naval-strike picks-land prepared hunts-submarines first-strike "
    "first-fire hunts-with-aircraft fires-at-aircraft damaged block supports-otherwise".split()
)
"""Abilities that change a battle in ways that the exact odds do not follow."""


class OddsError(SitrepError):
    """The odds of a battle cannot be worked out: the message says what is wrong, and with which units."""


class Answer(NamedTuple):
    """The odds of a battle, and why they were sampled; empty for exact ones."""

    result: Result
    sampled: str = ""


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
) -> Answer:
    """Return the odds of a battle: exact ones, or those of so many games where the battle is not of the exact model.

    Args:
        techs: (power, technology) to its level.

    Raises:
        OddsError: they can be neither worked out nor sampled.
    """
    profile = profile_with(title, techs or {})
    why = unmodelled(title, forces, profile)
    if not why:
        try:
            return Answer(odds(title, forces, retreat=retreat, profile=profile, low_luck=low_luck, rounds=rounds))
        except TooLarge as error:
            why = (
                f"the battle is too large to be worked out ({error})"
                if str(error)
                else "the battle is too large to be worked out"
            )
    family = family_of(title)
    if family is None or family.sampled is None:
        raise OddsError(f"{title.name}: {why}, and its rules are not here to play it many times")
    ordered = forces.attack_order or forces.defend_order
    if low_luck or forces.bombard or ordered or retreat.chance or retreat.value is not None:
        raise OddsError(
            f"{title.name}: {why}; sampled battles know no low luck, bombardment, order of loss or retreat by chance or value"
        )
    try:
        return Answer(family.sampled(title, forces, area, games=games, retreat=retreat, techs=techs), why)
    except ValueError as error:
        raise OddsError(f"{title.name}: {error}") from error


def unmodelled(title: Title, forces: Forces, profile: Profile) -> str:
    """Return why the exact odds do not fit a battle; empty if they do."""
    if why := never_exact(title):
        return why
    for unit, power in {**forces.attackers, **forces.defenders}:
        row = profile(power, unit)
        odd = sorted(NOT_MODELLED.intersection(row.abilities))
        if odd:
            return f"the exact odds do not follow {odd[0]} of {row.name}"
    return ""


def never_exact(title: Title) -> str:
    """Return why no battle of a title is of the exact model, so that where it is fought, and whose, counts too; empty if some are."""
    if title.dice_hit != "low" or "block" in title.able:
        return "battles of this game are not fought by the steps that the exact odds know"
    if hook(title, "modifiers", "modifier"):
        return "terrain and borders change the numbers on which units hit"
    return own_steps(title, False)


def profile_with(title: Title, techs: Mapping[tuple[str, str], int]) -> Profile:
    """Return the figures of units of powers with technologies."""
    if not title.revisions:
        return lambda power, unit: title.units[unit]
    state = GameState(techs=dict(techs))
    return lambda power, unit: profile_in(title, state, power, unit)


def forces_of(
    title: Title,
    attackers: str,
    defenders: str,
    *,
    area: str = "",
    attacker: str = "",
    defender: str = "",
    bombard: str = "",
    attack_order: Iterable[str] = (),
    defend_order: Iterable[str] = (),
    amphibious: bool = False,
) -> Forces:
    """Return forces written as text: `3 infantry, artillery, 2 tank`; units of several powers as `fighter (japan)`.

    Args:
        area: where the battle is; without it, a battle with an attacking ship that does not bombard is at sea.
        attacker, defender: whose units without a power are; by default two powers of different sides, the holder of the area first.
        bombard: ships that fire once as troops land.

    Raises:
        OddsError: a unit, power or area is unknown, the text is no list of units, or units do not fight where the battle is.
    """
    if area and area not in title.areas:
        raise OddsError(f"{title.name} has no area {area!r}{_perhaps(area, title.areas)}")
    theirs = defender or _holder(title, area) or next(iter(title.turns))
    mine = attacker or next((one for one in title.turns if title.side_of[one] != title.side_of.get(theirs)), theirs)
    attack, ships, defend = (
        _read(title, text, power) for text, power in ((attackers, mine), (bombard, mine), (defenders, theirs))
    )
    if not attack and not ships:
        raise OddsError("the attacker has no units: write them as '3 infantry, artillery, 2 tank'")
    sea = (
        title.areas[area].kind == "sea"
        if area
        else any(title.units[unit].cls == "sea" for unit, _ in [*attack, *defend])
    )
    if area and not sea:
        landing = {kind: n for kind, n in attack.items() if title.units[kind[0]].cls == "sea"}
        ships = {**ships, **landing}
        attack = {kind: n for kind, n in attack.items() if kind not in landing}
        wrong = [kind for kind in defend if title.units[kind[0]].cls == "sea"]
    else:
        wrong = [kind for kind in [*attack, *defend] if sea and title.units[kind[0]].cls == "land"]
    if wrong:
        where = f"in {area}" if area else "at sea"
        raise OddsError(f"{wrong[0][0]} does not fight {where}: leave it out, or name another area")
    silent = {
        kind: n
        for kind, n in defend.items()
        if title.units[kind[0]].has("no-combat") and title.units[kind[0]].cls != "facility"
    }
    return Forces(
        attack, {kind: n for kind, n in defend.items() if kind not in silent}, sea, bombard=ships, guns=silent,
        attack_order=_order(title, attack_order), defend_order=_order(title, defend_order),
    )  # fmt: skip


def _perhaps(word: str, known: Iterable[str]) -> str:
    near = nearest(word, list(known))
    return f"; did you mean {near}?" if near else ""


def _holder(title: Title, area: str) -> str:
    return next((row.power for row in title.holdings if row.area == area and row.power in title.turns), "")


def _order(title: Title, names: Iterable[str]) -> tuple[str, ...]:
    found = tuple(names)
    for name in found:
        if name not in title.units:
            raise OddsError(f"{title.name} has no unit {name!r}{_perhaps(name, title.units)}")
    return found


def _unit(title: Title, word: str) -> str:
    """Return the unit type of a name: ours, the printed one, or that of TripleA's map (`aa-gun` for aaGun)."""
    if word in title.units:
        return word
    same = [row.unit for row in title.units.values() if _letters(word) in (_letters(row.name), _letters(row.triplea))]
    if len(same) != 1:
        raise OddsError(f"{title.name} has no unit {word!r}{_perhaps(word, title.units)}")
    return same[0]


def _letters(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def _read(title: Title, text: str, power: str) -> dict[tuple[str, str], int]:
    try:
        items = parse_units(text)
    except ValueError as error:
        raise OddsError(str(error)) from error
    found: dict[tuple[str, str], int] = {}
    for word, count, named in items:
        unit = _unit(title, word)
        if named and named not in title.powers:
            raise OddsError(f"{title.name} has no power {named!r}{_perhaps(named, title.powers)}")
        kind = unit, named or power
        found[kind] = found.get(kind, 0) + count
    return found


def hurt_in(title: Title, state: GameState, area: str) -> Units:
    """Return how many units in an area have taken a hit, of those that can take several, by (unit, power)."""
    found: Counter[tuple[str, str]] = Counter()
    for key, n in state.units_in(area):
        if key.strength < title.units[key.unit].strength:
            found[key.unit, key.power] += n
    return found


def forces_in(title: Title, start: BattleStarted, hurt: Units = NONE) -> Forces:
    """Return the forces with which a recorded battle begins; cargo and units that never fight apart.

    Args:
        hurt: the units that are damaged by then (see `hurt_in`).

    Raises:
        OddsError: the record names units that the title does not have.
    """
    sea = start.area in title.areas and title.areas[start.area].kind == "sea"
    mine, theirs = _read(title, start.attackers, start.attacker), _read(title, start.defenders, start.defender)
    here = ("sea", "air") if sea else ("land", "air")
    ships = {kind: n for kind, n in mine.items() if title.units[kind[0]].cls == "sea" and not sea}
    attack = {kind: n for kind, n in mine.items() if title.units[kind[0]].cls in here}
    guns = {
        kind: n
        for kind, n in theirs.items()
        if title.units[kind[0]].has("no-combat") and title.units[kind[0]].cls == "land"
    }
    defend = {kind: n for kind, n in theirs.items() if title.units[kind[0]].cls in here and kind not in guns}
    return Forces(
        attack, defend, sea, bombard=ships, guns=guns, attack_damaged=_among(attack, hurt),
        defend_damaged=_among(defend, hurt), attack_cargo=_cargo(title, mine, sea), defend_cargo=_cargo(title, theirs, sea),
    )  # fmt: skip


def _among(units: Units, hurt: Units) -> Units:
    return {kind: min(n, units[kind]) for kind, n in hurt.items() if kind in units}


def _cargo(title: Title, units: Units, sea: bool) -> int:
    """Return the value of land units at sea: they do not fight, but are lost with the ships that carry them."""
    return sum(title.units[unit].cost * n for (unit, _), n in units.items() if title.units[unit].cls == "land") * sea
